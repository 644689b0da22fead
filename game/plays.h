/*
 * plays.h - whole decisions, for any game.
 *
 * A plugin lists single moves; here they are walked to the end of the decision
 * on copies of the position, and plays that end in the same position are one
 * play.  Plugins that can list whole decisions themselves (plays()) are asked
 * first.  The caller brings the memory.
 */
#ifndef GAME_PLAYS_H
#define GAME_PLAYS_H

#include <tablasd/plugin.h>

#include <stdbool.h>
#include <stddef.h>

struct plays {
	const struct tablas_plugin *plugin;
	size_t cap;	/* plays there is room for        */
	size_t n;	/* plays found                    */
	bool truncated; /* there may be more than cap     */
	unsigned char *positions; /* n * position_size                             */
	tablas_move *moves;	  /* n * TABLAS_STEPS_MAX, ended by TABLAS_NO_MOVE */
	uint32_t *seen;		  /* positions met on the way, by hash; private    */
	size_t seen_size;
	unsigned char *met;
	size_t met_n, met_cap;
};

/* Bytes plays_init() needs for that many plays of this game. */
size_t plays_memory(const struct tablas_plugin *, size_t cap);
void plays_init(struct plays *, const struct tablas_plugin *, size_t cap, void *memory);

/* Fills in every play of the seat from here.  Order is the plugin's. */
void plays_list(struct plays *, const void *pos, unsigned seat);

/*
 * The one play the seat has: its moves, and how many they are.  0 if there are
 * several or none, or if telling would take too long.  Needs no memory.
 */
size_t plays_only(const struct tablas_plugin *, const void *pos, unsigned seat,
		  tablas_move moves[TABLAS_STEPS_MAX]);

/* Whether the decision in `before` goes on after one of its moves gave `after`. */
bool plays_go_on(const struct tablas_wait *before, const struct tablas_wait *after,
		 const struct tablas_event *events, size_t n);

/* Whether the move is among those legal() lists for the seat. */
bool plays_allow(const struct tablas_plugin *, const void *pos, unsigned seat, tablas_move);

#endif
