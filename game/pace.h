/*
 * pace.h - how long a seat may think: the terms of a game, and what follows.
 *
 * For each decision a seat has its allowance; what it needs beyond comes out of
 * its bank; what it decides gives the bank its increment.  So a game by letter
 * is "three days a move and two in the bank", and one at a real clock is "five
 * seconds a move and five minutes in the bank".  Time is an input like any
 * other: an instant is milliseconds since 1970, and nobody here looks at one.
 */
#ifndef GAME_PACE_H
#define GAME_PACE_H

#include <tablasd/plugin.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PACE_SECOND INT64_C(1000)
#define PACE_DAY    (86400 * PACE_SECOND)
#define PACE_LONGEST (366 * PACE_DAY) /* of allowance and bank together */
#define PACE_MISSES_MAX 100
#define PACE_TEXT_MAX 160
#define PACE_DURATION_MAX 40

/* What it does to let one's time run out.  Numbers are in no book; words are. */
enum on_timeout {
	FORFEIT_GAME, /* the seat leaves                                         */
	FORFEIT_MOVE, /* the house decides for it; so many times, then it leaves */
	CLAIM,	      /* nothing, until another seat claims it                   */
	ON_TIMEOUT_COUNT
};

struct pace {
	bool timed; /* false: there is no clock, and all else is 0 */
	uint8_t on_timeout;
	uint8_t misses; /* FORFEIT_MOVE: how many, and the seat leaves */
	int64_t per_move, bank, increment, bank_most;
};

/* What has become of it at a table. */
struct pace_spent {
	int64_t since; /* the present question runs from here ...              */
	int64_t spent; /* ... and had run so long before the clock was stopped */
	int64_t bank[TABLAS_SEATS_MAX];
	uint8_t misses[TABLAS_SEATS_MAX];
	uint16_t lapsed; /* seats whose time for the present question is up */
	uint16_t out;	 /* seats that left because theirs was              */
	bool claimed;	 /* a seat that lapsed has been claimed against      */
};

#define PACE_SPENT_MAX (64 + 32 * TABLAS_SEATS_MAX)

/* Whether such terms can be played: NULL, or a sentence without its stop. */
const char *pace_flaw(const struct pace *);

/*
 * The instant at which a seat's time is up, if its question was put at `since`
 * and had run for `spent` before.  INT64_MAX when there is no clock.
 */
int64_t pace_deadline(const struct pace *, int64_t bank, int64_t since, int64_t spent);

/* What is in the bank after a decision that took so long. */
int64_t pace_bank(const struct pace *, int64_t bank, int64_t took);

/* "per_move P3D bank P2D increment PT1H most P5D on forfeit_move 3"; "" if not timed. */
size_t pace_write(const struct pace *, char *out, size_t cap);

/* Reads that back, up to the end or to a word that is none of it.  False: not such terms. */
bool pace_read(const char *text, struct pace *);

/* The same; no clock where there are no such terms. */
struct pace pace_of(const char *text);

/* What pace_spent is, as a line of numbers; 0, or -1. */
size_t pace_spent_write(const struct pace_spent *, unsigned seats, char *out, size_t cap);
int pace_spent_read(const char *text, unsigned seats, struct pace_spent *);

/* "P3D", "PT1H30M", "P1W": ISO 8601 without years and months, whose length varies. */
bool pace_read_duration(const char *text, int64_t *out);
size_t pace_write_duration(int64_t, char *out, size_t cap);

const char *pace_on_timeout_word(unsigned);
bool pace_on_timeout_read(const char *word, uint8_t *out);

#endif
