/*
 * resignation.h - what resigning costs, told before it is done.
 *
 * Computed by doing it: on a copy of the table, by the same functions, with an
 * offer accepted where one must be.  So what is told is what will be paid.
 */
#ifndef GAME_RESIGNATION_H
#define GAME_RESIGNATION_H

#include "game/table.h"

/* Values that are asked for: 0 is what the rules say, the others by the ruleset. */
#define RESIGNATION_VALUES 4

struct resignation {
	enum refusal refusal;	   /* ACCEPTED when it may be done; then all below: */
	const char *sentence;	   /* more about a refusal, or NULL                 */
	bool answered;		   /* the others must accept it first               */
	bool over;		   /* the game ends by it                           */
	uint8_t rank;		   /* of the seat, once over                        */
	int32_t points[TABLAS_SEATS_MAX]; /* of each seat, once over                */
	struct transfer pays[2 * TABLAS_SEATS_MAX]; /* what the seat pays, and to whom */
	size_t pays_n;
	int64_t chips; /* of all that */
};

struct resignation_room { /* to do it in */
	struct table table, other;
	struct happened happened;
	struct decision decision;
};

void resignation_price(const struct table *, unsigned seat, int32_t value,
		       struct resignation_room *, struct resignation *out);

#endif
