/*
 * evening.h - games played to and fro at a real desk, for a book to be full of.
 *
 * Dice and decisions come from a seed, so that an evening can be had again.
 */
#ifndef TESTS_EVENING_H
#define TESTS_EVENING_H

#include "tests/schema/temporary.h"

#include "daemon/desk.h"
#include "game/plays.h"

#define EVENING_FACES 8192

struct evening {
	struct temporary *book;
	struct registry games;
	struct clock clock;
	struct cup cup;
	struct desk *desk;
	struct plays plays;
	void *memory;
	unsigned seed;
	uint8_t faces[EVENING_FACES];
};

void evening_begin(struct evening *, struct temporary *, unsigned seed);
void evening_end(struct evening *);

unsigned evening_dice(struct evening *, unsigned sides); /* 0 .. sides - 1 */

/* A game of that plugin with these players seated in their order; its row. */
struct game_row evening_lay(struct evening *, const struct tablas_plugin *, int64_t unit,
			    int64_t buy_in, const int64_t *players, unsigned seats);

/* One command by its account, settled at once. */
enum refusal evening_submit(struct evening *, const char *key, const struct command *,
			    int64_t account);

/* Random decisions until it is over or that many are made; the row as it is then. */
struct game_row evening_play(struct evening *, const char *key, int decisions);

#endif
