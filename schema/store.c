/*
 * store.c - opens the book, keeps it to oneself, and groups what is written.
 *
 * SQLite would let two daemons take turns; their loops would then answer from
 * caches and counters that the other has overtaken.  So the second is refused,
 * by locks that the kernel gives back however the first one ended: one on a file
 * beside the book, which stays when the book is put in place of another, and one
 * on the book itself, whatever name it was opened by.  Closing any descriptor of
 * the book would drop SQLite's own locks, so that one is closed last.
 */
#include "schema/chain.h"
#include "schema/private.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define CACHE_KIB_DEFAULT 8192
#define CHECKED_WHOLE_MAX (4 << 20) /* bytes of a book that is read through at the start */

/* ---- the file ----------------------------------------------------------------- */

static int lock_take(struct store *s, char *why, size_t cap)
{
	char name[4096];

	snprintf(name, sizeof(name), "%s.lock", s->path);
	s->lock_fd = open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (s->lock_fd < 0) {
		snprintf(why, cap, "cannot write %s: %s", name, strerror(errno));
		return -1;
	}
	if (flock(s->lock_fd, LOCK_EX | LOCK_NB) != 0) {
		if (errno == EWOULDBLOCK)
			snprintf(why, cap, "another tablasd has %s", s->path);
		else
			snprintf(why, cap, "cannot lock %s: %s", name, strerror(errno));
		return -1;
	}
	return 0;
}

/* The book holds password hashes: nobody else reads it, whatever the umask. */
static int book_take(struct store *s, char *why, size_t cap)
{
	s->book_fd = open(s->path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (s->book_fd < 0) {
		snprintf(why, cap, "cannot write %s: %s", s->path, strerror(errno));
		return -1;
	}
	if (flock(s->book_fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
		return 0; /* a file system that knows no such locks has the other */
	snprintf(why, cap, "another tablasd has %s, by another name", s->path);
	return -1;
}

/*
 * A game as it is shown, and what is smaller, is taken from memory that each connection
 * has for itself, rather than from everybody's: a look-up of a game takes and gives back a dozen
 * pieces.  How much SQLite has taken in all is nobody's question here, and
 * counting it takes a lock for each piece.
 */
#define LOOKASIDE_SIZE 4096
#define LOOKASIDE_COUNT 64

int connection_prepare(sqlite3 *db, int cache_kib)
{
	char sql[256];

	sqlite3_db_config(db, SQLITE_DBCONFIG_LOOKASIDE, NULL, LOOKASIDE_SIZE, LOOKASIDE_COUNT);
	sqlite3_extended_result_codes(db, 1);
	sqlite3_busy_timeout(db, 2000);
	sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	/* Recursive, or the row that a REPLACE takes away would have no trigger. */
	snprintf(sql, sizeof(sql),
		 "PRAGMA trusted_schema = OFF; PRAGMA foreign_keys = ON;"
		 "PRAGMA recursive_triggers = ON;"
		 "PRAGMA temp_store = MEMORY; PRAGMA cache_size = -%d;"
		 "PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0",
		 cache_kib);
	return sqlite3_exec(db, sql, NULL, NULL, NULL);
}

static int first_text(void *cls, int n, char **values, char **names)
{
	(void)names;
	if (n > 0 && values[0] != NULL)
		snprintf(cls, 256, "%s", values[0]);
	return 0;
}

/* In a large book this would keep everybody waiting; there --audit does it. */
static int look_over(struct store *s, char *why, size_t cap)
{
	struct stat st;
	char said[256] = "ok";

	if (stat(s->path, &st) != 0 || st.st_size > CHECKED_WHOLE_MAX)
		return 0;
	int rc = sqlite3_exec(s->pen.db, "PRAGMA quick_check(1)", first_text, said, NULL);
	if (rc != SQLITE_OK)
		return migrate_complain(s->pen.db, rc, s->path, why, cap);
	if (strcmp(said, "ok") == 0)
		return 0;
	said[strcspn(said, "\n")] = '\0';
	snprintf(why, cap, "%s is damaged: %s", s->path, said);
	return -1;
}

/* ---- the guards ---------------------------------------------------------------- */

/* Fossil's idea: whoever commits without having said so has made a mistake. */
static int guard_commit(void *cls)
{
	const struct store *s = cls;

	return !s->committing;
}

static bool is_append_only(const char *table)
{
	return strcmp(table, "facts") == 0 || strcmp(table, "entries") == 0 ||
	       strcmp(table, "transactions") == 0 || strcmp(table, "rating_changes") == 0;
}

static bool is_of_sqlite(const char *table)
{
	return strncmp(table, "sqlite_", 7) == 0;
}

/* What serving needs, and nothing else: whatever is not named here is not even prepared. */
static int guard_statement(void *cls, int action, const char *a, const char *b, const char *schema,
			   const char *trigger)
{
	(void)cls, (void)b, (void)schema, (void)trigger;
	switch (action) {
	case SQLITE_SELECT:
	case SQLITE_READ:
	case SQLITE_FUNCTION:
	case SQLITE_RECURSIVE:
	case SQLITE_TRANSACTION:
	case SQLITE_SAVEPOINT:
		return SQLITE_OK;
	case SQLITE_INSERT:
		return a == NULL || is_of_sqlite(a) ? SQLITE_DENY : SQLITE_OK;
	case SQLITE_UPDATE:
	case SQLITE_DELETE:
		return a == NULL || is_of_sqlite(a) || is_append_only(a) ? SQLITE_DENY : SQLITE_OK;
	}
	return SQLITE_DENY;
}

/*
 * Who reads the book for others learns no secret but through the view, which
 * has those of games that have ended: a statement that asked for more would not
 * even be prepared.  The audit is nobody's reader and lifts this while it runs.
 */
static int guard_secrets(void *cls, int action, const char *a, const char *b, const char *schema,
			 const char *view)
{
	(void)cls, (void)schema;
	if (action != SQLITE_READ || a == NULL)
		return SQLITE_OK;
	if (strcmp(a, "subscriptions") == 0)
		return strcmp(b, "secret") == 0 || strcmp(b, "earlier") == 0 ? SQLITE_DENY
									     : SQLITE_OK;
	if (strcmp(a, "secrets") != 0)
		return SQLITE_OK;
	return view != NULL && strcmp(view, "revealed") == 0 ? SQLITE_OK : SQLITE_DENY;
}

void store_guard_secrets(struct store *s, bool guarded)
{
	sqlite3_set_authorizer(s->glasses.db, guarded ? guard_secrets : NULL, NULL);
}

static int see_log(void *cls, sqlite3 *db, const char *schema, int pages)
{
	struct store *s = cls;

	(void)db, (void)schema;
	s->wal_pages = pages;
	return SQLITE_OK;
}

/* ---- open and close --------------------------------------------------------------- */

static int open_pen(struct store *s, const struct store_config *cfg, int cache_kib, char *why,
		    size_t cap)
{
	char mode[256] = "";
	int rc;

	if (book_take(s, why, cap) != 0)
		return -1;
	rc = sqlite3_open_v2(s->path, &s->pen.db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
	if (rc != SQLITE_OK || (rc = connection_prepare(s->pen.db, cache_kib)) != SQLITE_OK)
		return migrate_complain(s->pen.db, rc, s->path, why, cap);
	if (migrate_identify(s->pen.db, s->path, &s->schema, why, cap) != 0)
		return -1;
	if (sqlite3_db_readonly(s->pen.db, "main") == 1)
		return migrate_complain(s->pen.db, SQLITE_READONLY, s->path, why, cap);
	/*
	 * Says nothing to a book that has its pages already.  A turn changes a few
	 * hundred bytes on each of two or three pages, and whole pages go into the
	 * log: half the usual size made a fifth more turns durable (bench/store).
	 */
	sqlite3_exec(s->pen.db, "PRAGMA page_size = 2048", NULL, NULL, NULL);
	rc = sqlite3_exec(s->pen.db, "PRAGMA journal_mode = WAL", first_text, mode, NULL);
	if (rc != SQLITE_OK)
		return migrate_complain(s->pen.db, rc, s->path, why, cap);
	if (strcmp(mode, "wal") != 0) {
		snprintf(why, cap, "%s lies on a file system without shared memory", s->path);
		return -1;
	}
	if (migrate_run(s->pen.db, s->path, s->schema, cfg, why, cap) != 0 ||
	    look_over(s, why, cap) != 0)
		return -1;
	s->schema = migrations_newest();
	sqlite3_commit_hook(s->pen.db, guard_commit, s);
	sqlite3_wal_hook(s->pen.db, see_log, s);
	sqlite3_set_authorizer(s->pen.db, guard_statement, NULL);
	rc = statements_prepare(&s->pen, PEN);
	return rc == SQLITE_OK ? 0 : migrate_complain(s->pen.db, rc, s->path, why, cap);
}

static int open_glasses(struct store *s, int cache_kib, char *why, size_t cap)
{
	int rc = sqlite3_open_v2(s->path, &s->glasses.db,
				 SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL);

	if (rc != SQLITE_OK ||
	    (rc = connection_prepare(s->glasses.db, cache_kib)) != SQLITE_OK ||
	    (rc = sqlite3_exec(s->glasses.db, "PRAGMA query_only = ON", NULL, NULL, NULL)) !=
		    SQLITE_OK)
		return migrate_complain(s->glasses.db, rc, s->path, why, cap);
	if (migrate_identify(s->glasses.db, s->path, &s->schema, why, cap) != 0)
		return -1;
	if (s->schema < migrations_newest()) {
		snprintf(why, cap, "%s is of schema %d; a tablasd that serves it makes it %d",
			 s->path, s->schema, migrations_newest());
		return -1;
	}
	store_guard_secrets(s, true);
	rc = statements_prepare(&s->glasses, GLASSES);
	return rc == SQLITE_OK ? 0 : migrate_complain(s->glasses.db, rc, s->path, why, cap);
}

static bool is_threadsafe(char *why, size_t cap)
{
	if (sqlite3_threadsafe())
		return true;
	snprintf(why, cap, "this SQLite is built without threads");
	return false;
}

int store_open(const struct store_config *cfg, struct store **out, char *why, size_t cap)
{
	struct store *s = calloc(1, sizeof(*s));
	int cache_kib = cfg->cache_kib > 0 ? cfg->cache_kib : CACHE_KIB_DEFAULT;

	assert(cfg->digest != NULL);
	*out = NULL;
	if (s == NULL) {
		snprintf(why, cap, "no memory");
		return -1;
	}
	sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); /* says no where SQLite is at work already */
	pages_configure();
	s->lock_fd = s->book_fd = -1;
	s->trouble = cfg->trouble;
	s->cls = cfg->cls;
	s->digest = cfg->digest;
	s->fold = cfg->fold;
	s->dice = cfg->dice;
	s->pen.store = s->glasses.store = s;
	s->documents = documents_new();
	/* One name for one file, or a link would open it a second time. */
	s->path = realpath(cfg->path, NULL);
	if (s->path == NULL)
		s->path = strdup(cfg->path);
	/* The pen's cache lives on from group to group; the glasses' is emptied by each commit. */
	if (!is_threadsafe(why, cap) ||
	    (!cfg->read_only && (lock_take(s, why, cap) != 0 ||
				 open_pen(s, cfg, cache_kib * 3 / 4, why, cap) != 0)) ||
	    open_glasses(s, cfg->read_only ? cache_kib : cache_kib / 4, why, cap) != 0) {
		store_close(s);
		return -1;
	}
	s->retired = retired_any(&s->glasses);
	*out = s;
	return 0;
}

void store_close(struct store *s)
{
	if (s == NULL)
		return;
	if (s->group)
		store_rollback(s);
	statements_finish(&s->glasses, GLASSES);
	statements_finish(&s->pen, PEN);
	sqlite3_close(s->glasses.db);
	sqlite3_close(s->pen.db); /* last: it copies the log back and removes it */
	names_free(&s->glasses);
	if (s->book_fd >= 0)
		close(s->book_fd);
	if (s->lock_fd >= 0)
		close(s->lock_fd);
	chain_text_free(&s->text);
	free(s->path);
	documents_free(s->documents);
	free(s);
}

struct store_view *store_pen(struct store *s)
{
	return s->pen.db != NULL ? &s->pen : NULL;
}

void store_look(struct store *s)
{
	if (sqlite3_get_autocommit(s->glasses.db))
		tell(&s->glasses, statement(&s->glasses, DO_LOOK));
}

void store_looked(struct store *s)
{
	if (!sqlite3_get_autocommit(s->glasses.db))
		tell(&s->glasses, statement(&s->glasses, DO_LOOKED));
}

struct store_view *store_glasses(struct store *s)
{
	return &s->glasses;
}

int store_schema(const struct store *s)
{
	return s->schema;
}

/* ---- groups ------------------------------------------------------------------------ */

int store_begin(struct store *s)
{
	if (s->group)
		return trouble_because(s, "BEGIN", "a group is open already");
	names_begin(s);
	int done = tell(&s->pen, statement(&s->pen, DO_BEGIN));
	s->group = done == STORE_DONE;
	return done;
}

int store_commit(struct store *s)
{
	if (!s->group)
		return trouble_because(s, "COMMIT", "no group is open");
	int done = documents_settle(s);
	s->committing = true;
	if (done == STORE_DONE)
		done = tell(&s->pen, statement(&s->pen, DO_COMMIT));
	s->committing = false;
	if (done == STORE_DONE) {
		s->group = false;
		documents_settled(s->documents, true);
	} else {
		store_rollback(s);
	}
	return done;
}

void store_rollback(struct store *s)
{
	/* A full disk may have made SQLite undo it by itself. */
	if (s->group && !sqlite3_get_autocommit(s->pen.db))
		tell(&s->pen, statement(&s->pen, DO_ROLLBACK));
	s->group = false;
	documents_settled(s->documents, false);
}

bool store_in_transaction(const struct store *s)
{
	return s->group;
}

int store_savepoint(struct store *s)
{
	if (!s->group) /* it would open a transaction of its own */
		return trouble_because(s, "SAVEPOINT", "no group is open");
	documents_savepoint(s->documents);
	return tell(&s->pen, statement(&s->pen, DO_SAVEPOINT));
}

int store_release(struct store *s)
{
	return tell(&s->pen, statement(&s->pen, DO_RELEASE));
}

void store_rollback_to(struct store *s)
{
	documents_undo(s->documents);
	if (tell(&s->pen, statement(&s->pen, DO_ROLLBACK_TO)) == STORE_DONE)
		tell(&s->pen, statement(&s->pen, DO_RELEASE));
}

/* Or what is written has no name, and is gone when it is closed: somebody moved it. */
static bool is_in_its_place(struct store *s)
{
	struct stat open_one, named;

	if (fstat(s->book_fd, &open_one) == 0 && stat(s->path, &named) == 0 &&
	    open_one.st_dev == named.st_dev && open_one.st_ino == named.st_ino)
		return true;
	trouble_because(s, "the book", "its file is not in its place any more");
	return false;
}

bool store_is_writable(struct store *s)
{
	if (s->pen.db == NULL)
		return false;
	if (s->group) /* its own commit will tell */
		return !sqlite3_get_autocommit(s->pen.db);
	if (!is_in_its_place(s) || store_begin(s) != STORE_DONE)
		return false;
	if (store_server_set(s, "tried", "") != STORE_DONE) {
		store_rollback(s);
		return false;
	}
	return store_commit(s) == STORE_DONE;
}

int store_server_get(struct store_view *view, const char *key, char *out, size_t cap)
{
	sqlite3_stmt *st = statement(view, DO_SERVER_GET);

	put_text(st, 1, key);
	int found = ask(view, st);
	if (found == STORE_FOUND) {
		get_text(st, 0, out, cap);
		drop(st);
	}
	return found;
}

int store_server_set(struct store *s, const char *key, const char *value)
{
	sqlite3_stmt *st = statement(&s->pen, DO_SERVER_SET);

	put_text(st, 1, key);
	put_text(st, 2, value);
	return tell(&s->pen, st);
}
