/*
 * audit_inside.h - what the files of the audit share, and nobody else.
 */
#ifndef SCHEMA_AUDIT_INSIDE_H
#define SCHEMA_AUDIT_INSIDE_H

#include "schema/audit.h"
#include "schema/private.h"

/* The chain of transactions on its way: audit_chain.c. */
struct audit_chain {
	struct transaction_row row, before; /* as they stand in the book           */
	struct transaction_row sums;	    /* counts and sums, as the lines give  */
	unsigned char added[STORE_HASH_SIZE]; /* hash, as the text gives it        */
	bool follows;			    /* the one before is there             */
	bool broken;			    /* the hash of the one before is wrong */
};

/* What a game's throws are made of, on the way through its facts: audit_dice.c. */
struct audit_dice {
	struct fair fair;	  /* by its facts                           */
	char head[FAIR_HEAD_MAX]; /* what its throws are said to begin with */
	uint64_t throws;	  /* so far                                 */
	bool known;		  /* its secret is, and how to hash         */
};

/*
 * How often a face fell: by the facts, and as it was counted when the audit
 * began and when it ended.  Whoever plays meanwhile moves the facts from the
 * one to the other.
 */
struct audit_face {
	struct face_row row; /* thrown: by the facts */
	int64_t before, after;
};
#define AUDIT_FACES_MAX 4096

struct auditor {
	struct store_view *view;
	const struct registry *games;
	struct audit *all; /* audit.c */
	struct audit_report report, *published; /* its own, and as others see it */
	int64_t rows; /* read since the last look */
	unsigned counted; /* of anything */
	struct audit_chain chain;
	struct audit_face *faces; /* AUDIT_FACES_MAX; more are not compared */
	size_t faces_n;
};

/* Overflow in a forged row must not be undefined: the sum only has to differ. */
static inline int64_t audit_plus(int64_t a, int64_t b)
{
	return (int64_t)((uint64_t)a + (uint64_t)b);
}

/* Tells one difference, as printf() would. */
__attribute__((format(printf, 2, 3))) void audit_tell(struct auditor *, const char *format, ...);

/* Counts one more of something, and now and then shows how far it has come. */
void audit_count(struct auditor *, int64_t *what);

/*
 * The book is read in looks of bounded length, so that the log of a daemon that
 * writes meanwhile is bounded too.  When the look has become long the reader
 * drops its statements, notes where it stands and looks again.
 */
bool audit_is_long(struct auditor *);
int audit_look_again(struct auditor *); /* DONE or TROUBLE */

/*
 * Each row of a statement whose first one or two parameters say behind what it reads:
 * the check keeps that in `at`.
 */
struct audit_place {
	int64_t first, second;
};

int audit_rows(struct auditor *, enum statement, int keys, struct audit_place *at,
	       int (*check)(struct auditor *, sqlite3_stmt *, struct audit_place *));

/* Each reads its part of the book to the end: DONE or TROUBLE. */
int audit_accounts(struct auditor *);	  /* audit_accounts.c */
int audit_news(struct auditor *);	  /* audit_news.c     */
int audit_talk(struct auditor *);	  /* audit_talk.c     */
int audit_brought(struct auditor *);	  /* audit_brought.c  */
int audit_vacations(struct auditor *);	  /* audit_vacations.c */
int audit_transactions(struct auditor *); /* audit_ledger.c   */
int audit_sums(struct auditor *);	  /* audit_sums.c     */
int audit_games(struct auditor *);	  /* audit_games.c    */
int audit_orders(struct auditor *);	  /* audit_orders.c   */

/* One transaction: begun, its lines in order, ended. */
void audit_chain_begin(struct auditor *, const struct transaction_row *, bool follows);
void audit_chain_line(struct auditor *, int64_t number, const struct book_line *);
void audit_chain_end(struct auditor *);

/* A game's dice: begun, its facts in order, ended.  begin: DONE or TROUBLE. */
int audit_dice_begin(struct auditor *, const struct game_row *, struct audit_dice *);
void audit_dice_fact(struct auditor *, const struct game_row *, struct audit_dice *,
		     const struct fact *);
/* Accounts by seat, after the fact that says who plays where. */
void audit_drawn(const struct fact *, unsigned seats, int64_t who[TABLAS_SEATS_MAX]);

void audit_dice_end(struct auditor *, const struct game_row *, struct audit_dice *);

/*
 * How often each face fell: before the first game is read, and after the last,
 * if it could be read (`done`); gives that back.  DONE or TROUBLE.
 */
int audit_faces_begin(struct auditor *);
int audit_faces_end(struct auditor *, int done);

/*
 * Ratings: what is kept of a game that is over follows from its outcome and from
 * the ratings before it (t NULL: its rules are not loaded); and those of an account
 * follow from one another, as its meetings do from its games.  DONE or TROUBLE.
 */
int audit_rated(struct auditor *, const struct game_row *, const struct table *);
int audit_ratings(struct auditor *, int64_t account);

/* Whether the game stands in its match as its table does: DONE or TROUBLE. */
int audit_match(struct auditor *, const struct game_row *, const struct table *);

#endif
