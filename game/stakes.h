/*
 * stakes.h - what a game's payments mean in chips.
 *
 * A game speaks of stakes: who pays whom how many, and why.  Here they become
 * transfers of chips between the purses at one table.  A purse is what a seat
 * brought (its buy-in and top-ups) and what it has won or lost since; the pot
 * lies between them.  Nothing is made or lost: purses, pot and what has been paid
 * out always add up to what was brought.
 *
 * What is shared is shared by the largest remainder: each gets the whole chips of
 * his part, and those that are left go one by one to whoever was cut short the
 * most, of equals to the one named first.
 */
#ifndef GAME_STAKES_H
#define GAME_STAKES_H

#include <tablasd/plugin.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Numbers are in the book: append at the end only. */
enum transfer_kind {
	TRANSFER_GRANT = 1,  /* bank -> wallet                              */
	TRANSFER_WITHDRAW,   /* wallet -> bank                              */
	TRANSFER_PLAYER,     /* wallet -> another's wallet                  */
	TRANSFER_BUY_IN,     /* wallet -> the same seat's purse             */
	TRANSFER_STAKE,	     /* purse or pot -> purse or pot, by a rule     */
	TRANSFER_POT,	     /* what is left in the pot -> purse, at the end */
	TRANSFER_SETTLE,     /* purse -> the same seat's wallet, at the end */
	TRANSFER_REFUND,     /* the same, when the game never was           */
	TRANSFER_CORRECTION, /* purse -> purse, undoing stakes of a game that never was */
	TRANSFER_CARRY,	     /* purse -> the same seat's wallet, between games of a match ... */
	TRANSFER_BRING,	     /* ... and at once from there into the purse at the next one   */
	TRANSFER_TOP_UP,     /* wallet -> the same seat's purse, during play        */
	TRANSFER_DEBT,	     /* wallet -> the same seat's purse, at the end: what it owes */
	TRANSFER_FEE,	     /* purse -> house, at the end: its part of what was won */
	TRANSFER_FORFEIT,    /* purse -> purse or pot: what leaving costs, by a rule */
	TRANSFER_KINDS
};

const char *transfer_word(enum transfer_kind); /* "buy_in" */

bool transfer_is_stake(enum transfer_kind); /* by a rule of the game, for leaving it or not */

/* Between a seat's purse and its own wallet: which way the chips go. */
bool transfer_from_wallet(enum transfer_kind); /* a buy-in, what is brought or added, a debt */
bool transfer_to_wallet(enum transfer_kind);   /* what is settled, refunded or carried on */

/* Within one table.  `from` and `to` are seats or TABLAS_POT; a fee is to TABLAS_NOBODY. */
struct transfer {
	uint8_t kind; /* enum transfer_kind */
	uint8_t from, to;
	int32_t stakes;	    /* how many the rule asked for; 0: it is no stake */
	int64_t amount;	    /* chips, positive          */
	const char *reason; /* static, the game's note; or NULL */
};

/*
 * What becomes of a claim that a purse does not cover [El Mundo, 10 and 12,
 * "chips run out"; in every other ruleset the same, ours].  Numbers are in the book.
 */
enum insolvent {
	INSOLVENT_PAY_WHAT_YOU_HAVE = 0, /* the rest of the claim lapses                 */
	INSOLVENT_DEBT,	     /* the purse goes below zero, as far as its credit; then as above */
	INSOLVENT_ELIMINATE, /* as the first, and the seat leaves the game              */
	INSOLVENT_COUNT
};

const char *insolvent_word(enum insolvent);	     /* "pay_what_you_have"       */
int insolvent_read(const char *word, uint8_t *out); /* 0, or -1 when there is none */

struct stakes {
	int64_t unit;	/* chips a stake is worth; 0: the game is played for nothing */
	int64_t buy_in; /* chips each seat brings                                    */
	int64_t credit; /* debt: how far below zero a purse may go                   */
	int32_t fee;	/* of what a seat has won the house takes so many thousandths */
	uint8_t insolvent;
	bool top_ups; /* whether chips may be added during play */
	int64_t purse[TABLAS_SEATS_MAX];
	int64_t brought[TABLAS_SEATS_MAX]; /* buy-in and top-ups */
	int64_t pot;
	uint8_t short_of[TABLAS_SEATS_MAX]; /* seats that fell short in the last stakes_pay(), ... */
	uint8_t short_n;		    /* ... in that order, each once                  */
};

#define STAKES_UNIT_MAX 1000000000 /* keeps unit * amount within 64 bits */
#define STAKES_FEE_MAX 500	   /* thousandths: half of what was won  */

/* Chips the seat can pay out of its purse, its credit included. */
int64_t stakes_at_hand(const struct stakes *, unsigned seat);

/* Chips a seat brings: its buy-in, or a top-up. */
void stakes_bring(struct stakes *, unsigned seat, int64_t chips);

/*
 * Carries out the payments among `events`, in their order, as far as the purses
 * go, and lists those that moved chips.  What `leaver` pays it pays for leaving
 * (TABLAS_NOBODY: nobody leaves).  Payments out of the pot that stand together
 * share it where it does not cover them all.  Returns how many; out needs room
 * for as many as there are STAKE events.
 */
size_t stakes_pay(struct stakes *, const struct tablas_event *events, size_t n,
		  unsigned leaver, struct transfer *out);

/*
 * The end of the game: a pot that is left is shared by those of the best rank
 * (lower seats first); the house takes its fee, rounded down, of what each has won
 * beyond what was brought; debts are paid and every purse goes home.  out needs
 * room for 3 * seats.
 */
size_t stakes_settle(struct stakes *, unsigned seats, const uint8_t *rank, struct transfer *out);

/*
 * A game of a match is over and the match is not: every purse goes on to the
 * next game.  out needs room for `seats`.
 */
size_t stakes_carry(struct stakes *, unsigned seats, struct transfer *out);

/*
 * The match is over: the loser pays the winner one unit, as far as the purse
 * goes.  out needs room for one.
 */
size_t stakes_pay_match(struct stakes *, unsigned winner, unsigned loser, struct transfer *out);

/*
 * The game never was: payments are undone by corrections from those who gained
 * to those who lost (lower seats first), then every buy-in is refunded.  out
 * needs room for 2 * seats.
 */
size_t stakes_void(struct stakes *, unsigned seats, struct transfer *out);

/*
 * What was paid since then was not: undone by corrections in the same way, the pot
 * behind the seats.  What was brought since stays.  out needs room for 2 * seats.
 */
size_t stakes_take_back(struct stakes *, unsigned seats, const struct stakes *then,
			struct transfer *out);

#endif
