/*
 * stakes.h - what a game's payments mean in chips.
 *
 * A game speaks of stakes: who pays whom how many, and why.  Here they become
 * transfers of chips between the purses at one table.  A purse is what a seat
 * brought (its buy-in) and what it has won or lost since; the pot lies between
 * them.  Nothing is made or lost: purses, pot and what has been paid out always
 * add up to what was bought in.
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
	TRANSFER_KINDS
};

const char *transfer_word(enum transfer_kind); /* "buy_in" */

/* Between a seat's purse and its own wallet: which way the chips go. */
bool transfer_from_wallet(enum transfer_kind); /* a buy-in, or what is brought */
bool transfer_to_wallet(enum transfer_kind);   /* what is settled, refunded or carried on */

/* Within one table.  `from` and `to` are seats or TABLAS_POT. */
struct transfer {
	uint8_t kind; /* enum transfer_kind */
	uint8_t from, to;
	int64_t amount;	    /* chips, positive          */
	const char *reason; /* static, the game's note; or NULL */
};

enum insolvent {
	INSOLVENT_PAY_WHAT_YOU_HAVE = 0, /* El Mundo rules, 10; the rest of the claim lapses */
	INSOLVENT_COUNT
};

struct stakes {
	int64_t unit;	/* chips a stake is worth; 0: the game is played for nothing */
	int64_t buy_in; /* chips each seat brings                                    */
	uint8_t insolvent;
	int64_t purse[TABLAS_SEATS_MAX];
	int64_t pot;
};

#define STAKES_UNIT_MAX 1000000000 /* keeps unit * amount within 64 bits */

/*
 * Carries out the payments among `events`, in their order, as far as the purses
 * go, and lists those that moved chips.  Returns how many; out needs room for
 * as many as there are STAKE events.
 */
size_t stakes_pay(struct stakes *, const struct tablas_event *events, size_t n,
		  struct transfer *out);

/*
 * The end of the game: a pot that is left is shared by those of the best rank
 * (largest remainder, lower seats first), then every purse goes home.  out
 * needs room for 2 * seats.
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

#endif
