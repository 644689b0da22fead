/*
 * rating.h - how strong a player is, from games that are over.
 *
 * Two seats are rated by the formula of FIBS, the First Internet Backgammon
 * Server (its man page "formula"; K. Bastian, "The FIBS Rating System"): everybody
 * begins at 1500; of n points to play for, who is D points below the other is
 * expected to win one time in 10^(D * sqrt(n) / 2000) + 1; and what is won or lost
 * is 4 * K * sqrt(n) times how far the result was from what was expected, where K
 * falls from 5 to 1 while a player gains experience.  A draw, which backgammon
 * does not know, is half of each result.
 *
 * More than two are rated by all pairs of them, as in the full-pair
 * Bradley-Terry model of R. C. Weng and C.-J. Lin, "A Bayesian Approximation
 * Method for Online Ranking" (Journal of Machine Learning Research 12, 2011): the
 * better rank has beaten the other, equal ranks have drawn.  The step is that of
 * FIBS instead of their variance, shared by the number of rivals; so a rating means
 * the same at every table, two seats are the case with one pair, and who sits where
 * makes no difference, as it would if only neighbours in the ranking were compared.
 *
 * All of it is whole numbers: every machine finds the same.
 */
#ifndef GAME_RATING_H
#define GAME_RATING_H

#include "game/pace.h"

#include <tablasd/plugin.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RATING_POINT 1000 /* ratings are in thousandths of a point */
#define RATING_START (1500 * RATING_POINT)
#define RATING_PROVISIONAL 20 /* with fewer games than these a rating is provisional */

/*
 * Who thinks for days and who thinks for seconds are rated apart.  Numbers are in
 * the book: append at the end only.
 */
enum rating_class {
	RATING_UNTIMED = 1, /* there is no clock                                  */
	RATING_LETTER,	    /* half a day and more for a decision                 */
	RATING_DAY,	    /* ten minutes and more: a game of a day or an evening */
	RATING_LIVE,	    /* fifteen seconds and more                           */
	RATING_FAST,
	RATING_CLASS_END
};

/*
 * By the time allowed for a decision, as if a game had forty: the allowance, the
 * increment and a fortieth of the bank.  What stops a clock (nights, weekends,
 * vacations) makes no difference.
 */
enum rating_class rating_class(const struct pace *);
const char *rating_class_word(enum rating_class);
int64_t rating_class_least(enum rating_class); /* time for a decision that makes it this one */
bool rating_class_read(const char *word, enum rating_class *out);

struct rating {
	int64_t points;	    /* in RATING_POINTs                                  */
	int64_t experience; /* lengths of all that was played; a lone game has 1 */
};

/* How often the first is expected to be ahead of the second, in 2^30ths. */
#define RATING_CERTAIN (INT64_C(1) << 30)
int64_t rating_expected(int64_t points, int64_t other, uint32_t length);

/*
 * What a game makes of the ratings of those who played it; 1 is the first rank.
 * length: of the match that it ends, or 1.
 */
void rating_change(const struct rating *before, const uint8_t *rank, unsigned seats,
		   uint32_t length, struct rating *after);

/* The ranks of an outcome as facts and rows write it, "1 2 gammon".  0 or -1. */
int rating_ranks(const char *outcome, unsigned seats, uint8_t rank[TABLAS_SEATS_MAX]);

#endif
