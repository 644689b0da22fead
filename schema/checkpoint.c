/*
 * checkpoint.c - a thread that copies the log back, pass after pass.
 *
 * While the loop writes, a pass never copies everything: what was committed
 * meanwhile is left.  The log is begun anew by the next commit once nothing is
 * left, so somebody has to copy the rest while nobody writes, and that is the
 * loop.  It does so when the rest is short, or when the log has grown past its
 * bound whatever the rest is.  Nothing here waits for a reader: an audit or a
 * backup that looks at an old state only makes the log longer.
 */
#include "schema/checkpoint.h"
#include "schema/private.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

/* Pages of 2 KiB. */
#define WORTH_A_PASS 2048  /* so many more in the log, and the thread goes     */
#define SHORT_REST 512	   /* so few left, and the loop closes                 */
#define WORTH_CLOSING 8192 /* but not before the log is this long              */
#define TOO_LONG 32768	   /* the log's bound: the loop closes, short or not   */

struct checkpointer {
	struct store *store;
	sqlite3 *db; /* the thread's while it runs */
	pthread_t thread;
	pthread_mutex_t mutex; /* guards what follows */
	pthread_cond_t wake;
	bool wanted, busy, stopping;
	int copied; /* pages of the log known to be copied */
	int failed; /* SQLite's word for what went wrong in the last pass; 0 */

	int pages; /* the loop's own: the log when last looked at */
	bool told; /* ... and whether the failure is reported     */
};

static int pass(sqlite3 *db, int *copied)
{
	int pages = 0, done = 0;
	int rc = sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_PASSIVE, &pages, &done);

	if (rc == SQLITE_OK)
		*copied = done;
	return rc == SQLITE_BUSY ? SQLITE_OK : rc;
}

static void *work(void *cls)
{
	struct checkpointer *c = cls;

	pthread_mutex_lock(&c->mutex);
	while (!c->stopping) {
		if (!c->wanted) {
			pthread_cond_wait(&c->wake, &c->mutex);
			continue;
		}
		int copied = c->copied;
		c->wanted = false;
		c->busy = true;
		pthread_mutex_unlock(&c->mutex);
		int failed = pass(c->db, &copied);
		pthread_mutex_lock(&c->mutex);
		c->busy = false;
		c->copied = copied;
		c->failed = failed;
	}
	pthread_mutex_unlock(&c->mutex);
	return NULL;
}

/* Signals are the loop's. */
static int start_thread(struct checkpointer *c)
{
	sigset_t all, before;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	int rc = pthread_create(&c->thread, NULL, work, c);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return rc;
}

int checkpointer_start(struct store *s, const char *path, struct checkpointer **out)
{
	struct checkpointer *c = calloc(1, sizeof(*c));

	*out = NULL;
	if (c == NULL)
		return trouble_because(s, "checkpoint", "no memory");
	c->store = s;
	int rc = sqlite3_open_v2(path, &c->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
	if (rc == SQLITE_OK)
		rc = connection_prepare(c->db, 256);
	if (rc != SQLITE_OK) {
		trouble_because(s, "checkpoint", sqlite3_errmsg(c->db));
		sqlite3_close(c->db);
		free(c);
		return -1;
	}
	pthread_mutex_init(&c->mutex, NULL);
	pthread_cond_init(&c->wake, NULL);
	if (start_thread(c) != 0) {
		trouble_because(s, "checkpoint", "no thread");
		pthread_cond_destroy(&c->wake);
		pthread_mutex_destroy(&c->mutex);
		sqlite3_close(c->db);
		free(c);
		return -1;
	}
	*out = c;
	return 0;
}

static void tell_failure(struct checkpointer *c, int failed)
{
	if (failed != SQLITE_OK && !c->told)
		trouble_because(c->store, "checkpoint", sqlite3_errstr(failed));
	c->told = failed != SQLITE_OK;
}

void checkpointer_nudge(struct checkpointer *c)
{
	if (c == NULL)
		return;
	int pages = c->store->wal_pages;

	pthread_mutex_lock(&c->mutex);
	if (pages < c->pages || pages < c->copied)
		c->copied = 0; /* the log has been begun anew */
	c->pages = pages;
	int rest = pages - c->copied, failed = c->failed;
	bool busy = c->busy || c->wanted;
	bool closing = !busy && failed == SQLITE_OK &&
		       ((rest <= SHORT_REST && pages >= WORTH_CLOSING) || pages >= TOO_LONG) &&
		       rest > 0;
	if (!busy && !closing && rest >= (failed ? WORTH_A_PASS / 4 : WORTH_A_PASS)) {
		c->wanted = true;
		pthread_cond_signal(&c->wake);
	}
	pthread_mutex_unlock(&c->mutex);
	if (closing) {
		int copied = pages - rest;
		failed = pass(c->store->pen.db, &copied);
		pthread_mutex_lock(&c->mutex);
		c->copied = copied;
		c->failed = failed;
		pthread_mutex_unlock(&c->mutex);
	}
	tell_failure(c, failed);
}

void checkpointer_stop(struct checkpointer *c)
{
	if (c == NULL)
		return;
	pthread_mutex_lock(&c->mutex);
	c->stopping = true;
	pthread_cond_signal(&c->wake);
	pthread_mutex_unlock(&c->mutex);
	pthread_join(c->thread, NULL);
	pthread_cond_destroy(&c->wake);
	pthread_mutex_destroy(&c->mutex);
	sqlite3_close(c->db);
	free(c);
}
