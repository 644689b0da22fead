/*
 * pace.h - how long a seat may think: the terms of a game, and what follows.
 *
 * For each decision a seat has its allowance; what it needs beyond comes out of
 * its bank; what it decides gives the bank its increment.  So a game by letter
 * is "three days a move and two in the bank", and one at a real clock is "five
 * seconds a move and five minutes in the bank": the allowance of a quick game is
 * what is called a delay elsewhere.  Time is an input like any other: an instant
 * is milliseconds since 1970, and nobody here looks at one.
 *
 * A clock stands in the off-hours of the game (game/hours.h), while it is stopped
 * for everybody, and, for one seat, while its player is away.  What has run is
 * one sum whatever happens, so what is left is exact through any number of these,
 * and an hour that is off for two reasons is off once.
 */
#ifndef GAME_PACE_H
#define GAME_PACE_H

#include "game/hours.h"

#include <tablasd/plugin.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PACE_SECOND INT64_C(1000)
#define PACE_DAY    (86400 * PACE_SECOND)
#define PACE_LONGEST (366 * PACE_DAY) /* of allowance and bank together */
#define PACE_MISSES_MAX 100
#define PACE_TEXT_MAX (192 + HOURS_TEXT_MAX)
#define PACE_VACATIONS_LEAST (PACE_DAY / 2) /* for quicker games they must be asked for */
#define PACE_AWAYS_MAX 3 /* vacations of one seat, running or to come */
#define PACE_AWAYS_TEXT_MAX (48 * PACE_AWAYS_MAX)
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
	bool no_pauses; /* by the terms of the game nobody may offer one */
	bool vacations; /* whether it stands for a seat whose player is away */
	int64_t per_move, bank, increment, bank_most;
	struct hours hours;
};

struct pace_away {
	int64_t from, to;
};

/* What has become of it at a table. */
struct pace_spent {
	int64_t since; /* the present question runs from here ...           */
	int64_t spent; /* ... and had run so long before, the off-hours left out */
	int64_t bank[TABLAS_SEATS_MAX];
	uint8_t misses[TABLAS_SEATS_MAX];
	uint16_t lapsed; /* seats whose time for the present question is up */
	uint16_t out;	 /* seats that left because theirs was              */
	uint16_t put_off; /* seats whose question waits until an offer is answered */
	bool claimed;	 /* a seat that lapsed has been claimed against      */
	bool stopped;	 /* it stands for everybody until it is let run      */
	uint8_t away_n[TABLAS_SEATS_MAX];
	/* Of what was spent, what passed while it was away, or before it was asked too. */
	int64_t stood[TABLAS_SEATS_MAX];
	int64_t put_off_at[TABLAS_SEATS_MAX]; /* how long it had taken them by then */
	struct pace_away away[TABLAS_SEATS_MAX][PACE_AWAYS_MAX];
};

#define PACE_SPENT_MAX (64 + (96 + PACE_AWAYS_TEXT_MAX) * TABLAS_SEATS_MAX)

/* Whether such terms can be played: NULL, or a sentence without its stop. */
const char *pace_flaw(const struct pace *);

/*
 * The instant at which the time of a seat is up that is asked: the one place where
 * that is reckoned.  INT64_MAX when there is no clock or it is stopped.
 */
int64_t pace_deadline(const struct pace *, const struct pace_spent *, unsigned seat);

/* Its inverse: how long the question has taken the seat by then, were it answered. */
int64_t pace_used(const struct pace *, const struct pace_spent *, unsigned seat, int64_t at);

/* What allowance and bank together had left at `since`: what stands while it is stopped. */
int64_t pace_left(const struct pace *, const struct pace_spent *, unsigned seat);

/*
 * Reckons up to an instant: from then on the clock runs by what is changed after.
 * Deadlines stay as they were.
 */
void pace_settle(const struct pace *, struct pace_spent *, unsigned seats, int64_t at);

/* Stops it for everybody, and lets it run again: any number of times, nothing is lost. */
void pace_stop(const struct pace *, struct pace_spent *, unsigned seats, int64_t at);
void pace_run(struct pace_spent *, int64_t at);

/* A new question is put. */
void pace_ask(struct pace_spent *, unsigned seats, int64_t at);

/* To all but these, which are asked still: for them it goes on, or has lapsed. */
void pace_ask_others(const struct pace *, struct pace_spent *, unsigned seats, uint16_t still,
		     int64_t at);

/*
 * The question put to these is put off: it has taken them so long, and no longer,
 * until they come back to it (after pace_ask_others(), which has them among `still`).
 */
void pace_put_off(const struct pace *, struct pace_spent *, unsigned seats, uint16_t whom,
		  int64_t at);
void pace_come_back(struct pace_spent *, unsigned seats, uint16_t whom);

/* From `at` on the seat is away at these times, and no longer at those told before. */
void pace_go_away(const struct pace *, struct pace_spent *, unsigned seats, unsigned seat,
		  const struct pace_away *, size_t n, int64_t at);

/* "1796083200000/1796947200000 ...", in order and apart; "-": never.  -1: no such times. */
size_t pace_aways_write(const struct pace_away *, size_t n, char *out, size_t cap);
int pace_aways_read(const char *text, struct pace_away out[PACE_AWAYS_MAX]);

/* What is in the bank after a decision that took so long. */
int64_t pace_bank(const struct pace *, int64_t bank, int64_t took);

/*
 * "per_move P3D bank P2D increment PT1H most P5D on forfeit_move 3", then off-hours
 * and "vacations" and "no_pauses" where there are any; "" if not timed.
 */
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
