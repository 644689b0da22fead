/*
 * ledger.h - what is booked, and what an account reads of it: a part of store.h.
 */
#ifndef SCHEMA_LEDGER_H
#define SCHEMA_LEDGER_H

#include "schema/sizes.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct store;
struct store_view;

/* One side of a transfer: a wallet (game 0), or a purse or pot at a game. */
struct book_side {
	int64_t account;
	int64_t game;
};

struct book_line {
	uint8_t kind; /* enum transfer_kind */
	struct book_side from, to;
	int64_t amount; /* positive */
	const char *reason;
	int32_t stakes; /* how many the rule asked for; 0: it is no stake   */
	int64_t credit; /* how far below zero the giving side may be left by this */
};

/*
 * One transaction: all lines or none.  NONE: a wallet, purse or pot would go
 * below zero, or past what a number holds; nothing is written then.  Only the
 * bank's wallet may be below zero, and what a line gives credit to.  Purses and
 * wallets are kept up to date here, so after this the purses in a game_row read
 * before are old.  A transaction is never dated earlier than the one before it.
 * txn may be NULL.
 */
int store_book(struct store *, int64_t at, int64_t game, uint64_t ply,
	       const struct book_line *lines, size_t n, int64_t *txn);

/*
 * The same between wallets, to make good what that transaction did, which it
 * names.  NONE as above.
 */
int store_correct(struct store *, int64_t at, int64_t corrects, const struct book_line *,
		  int64_t *txn);

/* What happened whole; each vouches for those before it by its hash: schema/chain.h. */
struct transaction_row {
	int64_t id, at;
	int64_t game; /* 0: none */
	uint64_t ply;
	int64_t corrects;		  /* the transaction it makes good; 0: none */
	int64_t postings;		  /* entries in the book, after it          */
	int64_t issued, in_play;	  /* chips out of the bank; in purses and pots */
	unsigned char before[STORE_HASH_SIZE]; /* of the one before; not told of the last */
	unsigned char hash[STORE_HASH_SIZE];
};
int store_transaction(struct store_view *, int64_t id, struct transaction_row *);
int store_transaction_last(struct store_view *, struct transaction_row *);

/* Its lines in their order, both sides of each.  NONE if there are none. */
int store_lines(struct store_view *, int64_t txn,
		void (*each)(void *cls, int64_t number, const struct book_line *), void *cls);

/* The transactions that correct it; n: cap in, found out. */
int store_corrections(struct store_view *, int64_t txn, int64_t *out, size_t *n);

/* The text of which its hash is made; good until the next call or booking. */
int store_transaction_text(struct store_view *, const struct transaction_row *, const char **text,
			   size_t *n);

struct entry_row {
	int64_t account, seq, txn;
	int line; /* of store_game_entries() alone */
	int64_t at;
	uint8_t kind;
	int64_t amount, purse, purse_after, total_after;
	int64_t other;
	char other_name[STORE_NAME_MAX + 1];
	int64_t game; /* 0: of none; then the next three are "" */
	char game_key[STORE_KEY_SIZE];
	char match[STORE_KEY_SIZE]; /* key of its first game; "": of no match */
	char ruleset[64];
	uint64_t ply;
	char reason[64];
	int64_t corrects; /* of a correction: the transaction it names; 0: none */
	int32_t stakes; /* 0: it is no stake, or older than these are kept */
	int64_t opponent; /* with whom chips changed hands; 0: with nobody, or not one alone */
	char opponent_name[STORE_NAME_MAX + 1];
};

/*
 * Of which entries a page is made; each 0 or NULL: any.  A page by one of game,
 * match, kind, ruleset and opponent is read where it lies; several at once are
 * looked through, so far and no further.
 */
struct entry_filter {
	int64_t account;
	int64_t game, match; /* match: id of its first game */
	int kind;
	const char *ruleset;
	int64_t opponent;
	int64_t from, to; /* at; from inclusive, to exclusive */
	bool ascending;
	int64_t after; /* seq of the last one seen; 0: from the start */
	int64_t until; /* seq: none that is newer; 0: any */
};

/* Whether a game by these rules was ever laid here: FOUND or NONE. */
int store_ruleset_known(struct store_view *, const char *name);

/*
 * n: cap in, found out.  *reached is 0 where the page ended because it was full
 * or the history was; otherwise it had been looked through for long enough, up
 * to that seq, behind which the next page goes on: a page may be short, or
 * empty, and not the last.
 */
int store_entries(struct store_view *, const struct entry_filter *, struct entry_row *out,
		  size_t *n, int64_t *reached);

/* What an account held at an instant, all that happened in it included. */
struct balance_row {
	int64_t wallet, held;
	int64_t entries; /* how many led to it */
};
int store_balance_at(struct store_view *, int64_t account, int64_t at, struct balance_row *);

/*
 * Entries of one game, both sides of each line, by transaction and line: those
 * behind `last`, of which txn, line, account and seq are looked at; NULL: from
 * the first.
 */
int store_game_entries(struct store_view *, int64_t game, const struct entry_row *last,
		       struct entry_row *out, size_t *n);

/* ---- sums: what was won and lost in games for chips that are over --------------------- */

enum sums_by { SUMS_ALL, SUMS_BY_RULESET, SUMS_BY_OPPONENT, SUMS_BY_MONTH };

struct sum_row {
	int64_t which; /* account of the opponent; 202611 for November 2026 */
	char name[64]; /* of the ruleset or the opponent */
	int64_t games, won, lost;
};

/* In order, months from the newest: those behind `after` (0: from the start). */
int store_sums(struct store_view *, int64_t account, enum sums_by, int64_t after,
	       struct sum_row *out, size_t *n);

#endif
