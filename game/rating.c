/*
 * rating.c - the formula of FIBS for two, and for more by pairs, in whole numbers.
 *
 * 10^x is 2^y, and 2^y the product of one factor for each bit of y; the factors
 * are listed.  Every product is kept below 2^63 by bounds that are said where they
 * are needed, and every rounding is away from zero alike on both sides, so that
 * what two players of equal experience win and lose is the same number.
 */
#include "game/rating.h"

#include <stdlib.h>
#include <string.h>

/* ---- time classes ---------------------------------------------------------------- */

#define DECISIONS_OF_A_GAME 40

static const struct {
	const char *word;
	int64_t least;
} classes[RATING_CLASS_END] = {
	[RATING_UNTIMED] = {"untimed", 0},
	[RATING_LETTER] = {"letter", PACE_DAY / 2},
	[RATING_DAY] = {"day", 600 * PACE_SECOND},
	[RATING_LIVE] = {"live", 15 * PACE_SECOND},
	[RATING_FAST] = {"fast", 0},
};

enum rating_class rating_class(const struct pace *pace)
{
	int64_t allowed = pace->per_move + pace->increment + pace->bank / DECISIONS_OF_A_GAME;
	int c = RATING_LETTER;

	if (!pace->timed)
		return RATING_UNTIMED;
	while (allowed < classes[c].least)
		c++;
	return (enum rating_class)c;
}

const char *rating_class_word(enum rating_class c)
{
	return c >= RATING_UNTIMED && c < RATING_CLASS_END ? classes[c].word : NULL;
}

int64_t rating_class_least(enum rating_class c)
{
	return c >= RATING_UNTIMED && c < RATING_CLASS_END ? classes[c].least : 0;
}

bool rating_class_read(const char *word, enum rating_class *out)
{
	for (int c = RATING_UNTIMED; c < RATING_CLASS_END; c++) {
		if (strcmp(word, classes[c].word) == 0) {
			*out = (enum rating_class)c;
			return true;
		}
	}
	return false;
}

/* ---- what is expected ------------------------------------------------------------ */

#define ROOT_BITS 20 /* of a square root, behind the point */
#define OFF_BITS 24  /* of how far off a result was        */
#define FAR (7 * RATING_CERTAIN) /* ten millions to one: nobody is rated further apart */
#define LOG2_10 INT64_C(891723283) /* in 2^28ths */

/* 2^-(1/2), 2^-(1/4), 2^-(1/8) ... in 2^30ths */
static const uint32_t roots_of_half[] = {
	759250125,  902905651,  984625594,  1028218693, 1050733751, 1062175491,
	1067942999, 1070838486, 1072289173, 1073015252, 1073378477, 1073560135,
	1073650976, 1073696399, 1073719111, 1073730468, 1073736146, 1073738985,
	1073740404, 1073741114, 1073741469, 1073741647, 1073741735, 1073741780};

/* 2^-y; both in 2^30ths. */
static int64_t half_to_the(int64_t y)
{
	int64_t product = RATING_CERTAIN;

	for (size_t i = 0; i < sizeof(roots_of_half) / sizeof(roots_of_half[0]); i++)
		if (y >> (29 - i) & 1)
			product = product * roots_of_half[i] >> 30;
	return product >> (y >> 30);
}

static int64_t square_root(uint32_t n)
{
	const uint64_t square = (uint64_t)n << 2 * ROOT_BITS;
	uint64_t root = 0;

	for (uint64_t bit = UINT64_C(1) << 31; bit; bit >>= 1)
		if ((root + bit) * (root + bit) <= square)
			root += bit;
	return (int64_t)root;
}

int64_t rating_expected(int64_t points, int64_t other, uint32_t length)
{
	const int64_t most = 20000 * RATING_POINT;
	int64_t apart = llabs(points - other), x, odds;

	/* Below 2^25 * 2^25: the shift leaves bits to spare. */
	apart = apart < most ? apart : most;
	x = (apart * square_root(length) << (30 - ROOT_BITS)) / (2000 * RATING_POINT);
	odds = half_to_the((x < FAR ? x : FAR) * LOG2_10 >> 28);
	odds = (odds << 30) / (RATING_CERTAIN + odds);
	return points < other ? odds : RATING_CERTAIN - odds;
}

/* ---- what is won and lost ---------------------------------------------------------- */

/* To the nearest; halves away from zero. */
static int64_t divide(int64_t a, int64_t b)
{
	return a < 0 ? -((-a + b / 2) / b) : (a + b / 2) / b;
}

/* K in hundredths, once the game has been added to the experience. */
static int64_t steepness(int64_t experience)
{
	return experience < 400 ? 500 - experience : 100;
}

/* What a pair is to the first of it, before it is shared among the rivals. */
static int64_t result(uint8_t rank, uint8_t other)
{
	return rank < other ? RATING_CERTAIN : rank > other ? 0 : RATING_CERTAIN / 2;
}

void rating_change(const struct rating *before, const uint8_t *rank, unsigned seats,
		   uint32_t length, struct rating *after)
{
	const int64_t root = square_root(length);

	for (unsigned i = 0; i < seats; i++) {
		int64_t points = before[i].points, experience = before[i].experience + length;

		for (unsigned j = 0; j < seats; j++) {
			int64_t off = j == i ? 0
					     : result(rank[i], rank[j]) -
						       rating_expected(before[i].points,
								       before[j].points, length);

			/* 4 K sqrt(n), at most that of n = 167: below 2^18 * 2^20 * 2^24. */
			points += divide(4 * RATING_POINT / 100 * steepness(experience) * root *
						 divide(off, RATING_CERTAIN >> OFF_BITS),
					 (int64_t)(seats > 1 ? seats - 1 : 1)
						 << (ROOT_BITS + OFF_BITS));
		}
		after[i] = (struct rating){points, experience};
	}
}

int rating_ranks(const char *outcome, unsigned seats, uint8_t rank[TABLAS_SEATS_MAX])
{
	for (unsigned i = 0; i < seats; i++) {
		char *end;
		unsigned long n = strtoul(outcome, &end, 10);

		if (end == outcome || n < 1 || n > TABLAS_SEATS_MAX)
			return -1;
		rank[i] = (uint8_t)n;
		outcome = end;
	}
	return 0;
}
