/*
 * watch.h - who waits for news of which game, and until when.
 *
 * A watcher is woken once: by news of its game, by its deadline, or because the
 * server closes.  It belongs to whoever waits; here it is only linked.
 */
#ifndef DAEMON_WATCH_H
#define DAEMON_WATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum watch_reason { WATCH_NEWS = 1, WATCH_DEADLINE, WATCH_CLOSING };

struct watcher {
	int64_t game;	  /* or below zero an account */
	int64_t deadline; /* clock_ticks() */
	void (*wake)(struct watcher *, enum watch_reason);
	void *cls; /* the waker's own */
	struct watcher *next_in_game; /* the watch's own from here on */
	struct watcher **link_in_game;
	size_t heap_index;
	bool waiting;
};

struct watch;

struct watch *watch_open(size_t most);
void watch_close(struct watch *); /* NULL is fine; must be empty */

bool watch_add(struct watch *, struct watcher *); /* false: too many wait already */
void watch_remove(struct watch *, struct watcher *); /* fine if it does not wait */
void watch_news(struct watch *, int64_t game);
void watch_expire(struct watch *, int64_t ticks);
void watch_closing(struct watch *);
int64_t watch_next(const struct watch *); /* earliest deadline, or INT64_MAX */
size_t watch_count(const struct watch *);

/* Whoever waits for that game. */
void watch_each(const struct watch *, int64_t game,
		void (*each)(void *cls, const struct watcher *), void *cls);

#endif
