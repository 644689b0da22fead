/*
 * tables.h - games of backgammon over HTTP, played by an account against itself.
 *
 * A player knows his game, so that what he sends next is always a legal turn.
 */
#ifndef BENCH_TABLES_H
#define BENCH_TABLES_H

#include "game/table.h"
#include "schema/store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tables {
	const char *url;
	int port;
	const char *token;
	char (*key)[STORE_KEY_SIZE];
	unsigned n, asked;
	bool *held;	   /* somebody plays at it */
	unsigned next;	   /* to be looked at; beyond the last comes the first again */
	const char *clock; /* JSON; NULL: time does not run at them */
};

/* Lays so many games and takes both seats of each; how many requests a second that was. */
double tables_lay(struct tables *, unsigned n);

/* A request for one of them; its length. */
size_t tables_ask(const struct tables *, unsigned which, char *out, size_t cap);

struct player {
	struct table table;
	unsigned game;
	bool holds; /* that game */
	uint32_t chance;
};

/* Asks how the next game stands that is not over and nobody's; none is left: the end. */
void player_take(struct player *, struct tables *);
/* A turn in that game, as a request; its length. */
size_t player_turn(struct player *, struct tables *, char *out, size_t cap);
/* What came of it; anything but success ends the program. */
void player_hear(struct player *, int status, const char *body, size_t n);

#endif
