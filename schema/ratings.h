/*
 * ratings.h - how strong players are, and who has met whom: a part of store.h.
 */
#ifndef SCHEMA_RATINGS_H
#define SCHEMA_RATINGS_H

#include "game/rating.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct store;
struct store_view;
struct game_row;

/* A rating as it is now, or a change of one; what is not known of it is 0. */
struct rating_row {
	int64_t account;
	char name[33];    /* of store_ratings_best() alone; as long as any */
	char ruleset[64];	       /* of store_ratings() alone      */
	enum rating_class time;
	int64_t before, after; /* as it is now: after; in RATING_POINTs */
	int64_t experience;    /* after it */
	int64_t games;	       /* as it is now; of store_rate() */
	int64_t number;	       /* of a change: 1, 2, 3 ... of an account in a ruleset */
	int64_t game, at;
	unsigned seat;
	uint32_t length; /* of the match that the game ended, or 1 */
	uint8_t rank;
};

/*
 * The game is over, and its row and seats are written: what everybody has won in
 * it, and who has met whom.  Then, if it rates anybody, the new ratings: one for
 * each seat, in `out` too.  n: found.
 */
int store_meet(struct store *, const struct game_row *, const int32_t points[TABLAS_SEATS_MAX]);
int store_rate(struct store *, const struct game_row *, struct rating_row *out, size_t *n);

struct rating_filter {
	int64_t account;
	const char *ruleset;
	enum rating_class time; /* 0: any */
	bool ascending;
	int64_t after; /* number of the last one seen; 0: from the start */
};

/* n: cap in, found out.  Of an account: all it has, by ruleset and class. */
int store_ratings(struct store_view *, int64_t account, struct rating_row *out, size_t *n);
int store_rating_history(struct store_view *, const struct rating_filter *,
			 struct rating_row *out, size_t *n);
int store_rating_game(struct store_view *, int64_t game, struct rating_row *out, size_t *n);

/* The best of a ruleset and class behind that one (NULL: from the best); closed accounts are left out. */
int store_ratings_best(struct store_view *, const struct rating_filter *,
		       const struct rating_row *after, struct rating_row *out, size_t *n);

/* Games that are over, of two accounts with each other, by ruleset. */
struct meeting_row {
	char ruleset[64];
	int64_t games, won, lost, drawn;
	int64_t points_won, points_lost;
};
int store_meetings(struct store_view *, int64_t account, int64_t opponent,
		   struct meeting_row *out, size_t *n);

#endif
