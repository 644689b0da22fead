/*
 * parlour.h - a book that is being written, and a desk at which backgammon is played.
 *
 * Whatever is refused or not written ends the program.
 */
#ifndef BENCH_PARLOUR_H
#define BENCH_PARLOUR_H

#include "daemon/desk.h"
#include "schema/checkpoint.h"

#include <stdbool.h>
#include <stdint.h>

extern const struct tablas_plugin tablas_plugin_backgammon;

struct parlour {
	struct store *store;
	struct registry games;
	struct clock clock; /* may be wound before it is opened */
	struct cup cup;
	struct desk *desk;
	struct checkpointer *checkpointer;
};

void parlour_open(struct parlour *, const char *path, int cache_kib, bool with_checkpointer);
void parlour_close(struct parlour *);

int64_t parlour_enrol(struct parlour *, const char *name, int64_t chips); /* in a group */
void parlour_enter(struct parlour *);
void parlour_leave(struct parlour *);
void parlour_settle(struct parlour *); /* what was done since is durable */
void parlour_submit(struct parlour *, const char *key, const struct command *, int64_t account,
		    struct receipt *);

/* Inside enter and leave: a game is laid, and those two sit down; `receipt` is the last of it. */
void parlour_begin(struct parlour *, struct desk_game *, const int64_t who[2], struct receipt *);

#endif
