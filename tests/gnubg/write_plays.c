/*
 * write_plays.c - positions of random games, and the ends of all legal plays of
 * each, in the words of GNU Backgammon, for compare_plays.py to compare with its own.
 *
 *	write_plays COUNT SEED
 *
 * prints a line for each position and throw: what is on the board, the two IDs,
 * and the Position ID of every end.  The side to move is player 1 there, who is
 * White here, whichever side it was in the game; throws that nobody can use are
 * among them, and have no end.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugins/backgammon/backgammon.h"

extern const struct tablas_plugin tablas_plugin_backgammon;

#define GAME (&tablas_plugin_backgammon)
#define ENDS 4096 /* the most that a throw has ever had is about 2,500 */

static uint64_t seed;

static unsigned below(unsigned n)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (unsigned)((seed >> 20) % n);
}

static const char *kind_of(const struct backgammon *p, const uint8_t faces[2])
{
	unsigned home = 1;

	for (unsigned own = 7; own <= BACKGAMMON_BAR; own++)
		home = home && !backgammon_count(p, p->turn, own);
	if (backgammon_count(p, p->turn, BACKGAMMON_BAR))
		return faces[0] == faces[1] ? "bar-double" : "bar";
	if (home)
		return faces[0] == faces[1] ? "off-double" : "off";
	return faces[0] == faces[1] ? "double" : "plain";
}

/* Two numbers as everybody must know them: no cube, no match, player 1 has thrown. */
static void print_ids(const struct backgammon *p, const uint8_t faces[2])
{
	struct backgammon_report r = {.owner = TABLAS_NOBODY, .jacoby = 1};
	char men[15], match[13];

	memcpy(r.dice, faces, 2);
	backgammon_match_id_write(&r, match);
	GAME->write_as(p, BACKGAMMON_GNUBG_POSITION, men, sizeof men);
	printf("%s %s:%s", kind_of(p, faces), men, match);
}

static void print_ends(const struct backgammon *thrown, unsigned seat)
{
	static struct backgammon ends[ENDS];
	struct tablas_plays out = {ends, NULL, ENDS};
	size_t n = thrown->phase == BACKGAMMON_MOVE && thrown->turn == seat
			   ? GAME->plays(thrown, seat, &out)
			   : 0;

	for (size_t i = 0; i < n; i++) {
		char men[15];

		GAME->write_as(&ends[i], BACKGAMMON_GNUBG_POSITION, men, sizeof men);
		printf(" %s", men);
	}
	putchar('\n');
}

/* Plays a game at random, printing one of its throws in `every`; how many. */
static unsigned long random_game(const struct tablas_setup *setup, unsigned every)
{
	unsigned long told = 0;
	struct backgammon p;

	memset(&p, 0, sizeof p);
	GAME->init(setup, &p);
	while (p.phase != BACKGAMMON_OVER) {
		tablas_move legal[64];

		if (p.phase == BACKGAMMON_MOVE) {
			size_t n = GAME->legal(&p, p.turn, legal, 64);

			GAME->play(&p, p.turn, legal[below((unsigned)n)], NULL);
			continue;
		}
		uint8_t faces[2] = {(uint8_t)(1 + below(6)), (uint8_t)(1 + below(6))};
		struct backgammon thrown = p;

		GAME->roll(&thrown, faces, 2, NULL);
		if (p.phase == BACKGAMMON_ROLL && below(every) == 0) {
			print_ids(&p, faces);
			print_ends(&thrown, p.turn);
			told++;
		}
		p = thrown;
	}
	return told;
}

int main(int argc, char **argv)
{
	int32_t values[64], *variant = NULL;
	struct tablas_setup setup = {.seats = 2, .options = values};
	unsigned long count = argc == 3 ? strtoul(argv[1], NULL, 10) : 0, game = 0;

	for (size_t i = 0; GAME->options[i].key; i++) {
		values[i] = GAME->options[i].dflt;
		if (strcmp(GAME->options[i].key, "variant") == 0)
			variant = &values[i];
	}
	seed = argc == 3 ? strtoull(argv[2], NULL, 10) : 0;
	if (!count || !seed || !variant) {
		fputs("usage: write_plays COUNT SEED\n", stderr);
		return 2;
	}
	for (unsigned long told = 0; told < count; game++) {
		/* Of ten games one begins as Nackgammon, one as Hypergammon. */
		*variant = game % 10 < 8 ? 0 : game % 10 == 8 ? 1 : 2;
		told += random_game(&setup, 10);
	}
	return fflush(stdout) || ferror(stdout);
}
