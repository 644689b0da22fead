/*
 * think.c - one thread that thinks while the loop goes on.
 *
 * Two lists under one lock: what waits to be thought and what is done.  The
 * thoughts belong to those who have them; nothing is allocated here for one.
 * The thread runs when nobody else wants the processor, and it takes no
 * signals: SIGTERM is the loop's, and a fault in a thought ends the process
 * without a mark in the black box, because no game was to blame.
 */
#define _GNU_SOURCE /* SCHED_IDLE */

#include "daemon/think.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

struct queue {
	struct thought *first, **end;
};

struct thinker {
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t wanted; /* something waits, or it is time to stop */
	struct queue waiting, done;
	size_t waiting_n, waiting_max;
	bool stopping;
	int fd;
};

static void queue_init(struct queue *q)
{
	q->first = NULL;
	q->end = &q->first;
}

static void queue_add(struct queue *q, struct thought *t)
{
	t->next = NULL;
	*q->end = t;
	q->end = &t->next;
}

static struct thought *queue_take(struct queue *q)
{
	struct thought *t = q->first;

	if (t && !(q->first = t->next))
		q->end = &q->first;
	return t;
}

static void *think_on(void *cls)
{
	struct thinker *thinker = cls;
	const struct sched_param idle = {.sched_priority = 0};
	const uint64_t one = 1;

	pthread_setschedparam(pthread_self(), SCHED_IDLE, &idle);
	pthread_mutex_lock(&thinker->lock);
	while (!thinker->stopping) {
		struct thought *t = queue_take(&thinker->waiting);

		if (!t) {
			pthread_cond_wait(&thinker->wanted, &thinker->lock);
			continue;
		}
		thinker->waiting_n--;
		pthread_mutex_unlock(&thinker->lock);
		t->work(t);
		pthread_mutex_lock(&thinker->lock);
		queue_add(&thinker->done, t);
		while (write(thinker->fd, &one, sizeof(one)) < 0 && errno == EINTR)
			;
	}
	pthread_mutex_unlock(&thinker->lock);
	return NULL;
}

/* The thread inherits the mask of its maker. */
static int start_thread(struct thinker *thinker)
{
	sigset_t all, before;
	int e;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	e = pthread_create(&thinker->thread, NULL, think_on, thinker);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return e ? -1 : 0;
}

int think_start(struct thinker **out, size_t most_waiting)
{
	struct thinker *thinker = calloc(1, sizeof(*thinker));

	if (!thinker)
		return -1;
	thinker->waiting_max = most_waiting;
	queue_init(&thinker->waiting);
	queue_init(&thinker->done);
	pthread_mutex_init(&thinker->lock, NULL);
	pthread_cond_init(&thinker->wanted, NULL);
	thinker->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (thinker->fd >= 0 && start_thread(thinker) == 0) {
		*out = thinker;
		return 0;
	}
	if (thinker->fd >= 0)
		close(thinker->fd);
	pthread_cond_destroy(&thinker->wanted);
	pthread_mutex_destroy(&thinker->lock);
	free(thinker);
	return -1;
}

void think_stop(struct thinker *thinker)
{
	if (!thinker)
		return;
	pthread_mutex_lock(&thinker->lock);
	thinker->stopping = true;
	pthread_cond_signal(&thinker->wanted);
	pthread_mutex_unlock(&thinker->lock);
	pthread_join(thinker->thread, NULL);
	close(thinker->fd);
	pthread_cond_destroy(&thinker->wanted);
	pthread_mutex_destroy(&thinker->lock);
	free(thinker);
}

bool think(struct thinker *thinker, struct thought *t)
{
	bool room;

	pthread_mutex_lock(&thinker->lock);
	room = thinker->waiting_n < thinker->waiting_max;
	if (room) {
		queue_add(&thinker->waiting, t);
		thinker->waiting_n++;
		pthread_cond_signal(&thinker->wanted);
	}
	pthread_mutex_unlock(&thinker->lock);
	return room;
}

int think_descriptor(const struct thinker *thinker)
{
	return thinker->fd;
}

void think_collect(struct thinker *thinker)
{
	struct thought *done, *next;
	uint64_t times;

	/* Emptied before the list is taken: what is done later tells again. */
	while (read(thinker->fd, &times, sizeof(times)) < 0 && errno == EINTR)
		;
	pthread_mutex_lock(&thinker->lock);
	done = thinker->done.first;
	queue_init(&thinker->done);
	pthread_mutex_unlock(&thinker->lock);
	for (; done; done = next) {
		next = done->next;
		done->done(done);
	}
}
