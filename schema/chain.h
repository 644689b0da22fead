/*
 * chain.h - the text of a transaction, whose SHA-256 is its hash.
 *
 * The text begins with the hash of the transaction before, so a hash vouches
 * for the whole book up to it: whoever once noted one can tell later whether
 * anything before it was changed.  Only what was decided is in the text; what
 * lay in each wallet afterwards follows by adding, and the audit adds.  Lines
 * end with a line feed, numbers are decimal, "-" stands for none:
 *
 *	tablas ledger 1
 *	before HASH                     64 hex digits; of the first one 64 zeros
 *	transaction ID AT GAME PLY CORRECTS
 *	book POSTINGS ISSUED IN-PLAY    counts and sums of the book, after it
 *	line N KIND AMOUNT ACCOUNT PURSE ACCOUNT PURSE [REASON]
 *
 * AT is milliseconds since 1970.  A line takes AMOUNT from the first account
 * and gives it to the second; PURSE is the number of a game, or 0 for the
 * wallet.  KIND is a number of enum transfer_kind.  In REASON bytes below 32,
 * 127 and the backslash are \xHH, so that no note can look like a line.
 *
 * The text is part of what the book promises: it is never changed, a second
 * form would begin with another first line.
 */
#ifndef SCHEMA_CHAIN_H
#define SCHEMA_CHAIN_H

#include "schema/private.h"

void chain_text_begin(struct chain_text *, const struct transaction_row *);
void chain_text_line(struct chain_text *, int64_t number, const struct book_line *);
/* Writes row->before once more, where it stands. */
void chain_text_before(struct chain_text *, const struct transaction_row *);
void chain_text_free(struct chain_text *);

/* What a line does to the sums of the book that stand in the row. */
void chain_count(struct transaction_row *, const struct book_line *);

/* The hash of what is in the text, into row->hash.  DONE or TROUBLE (no memory). */
int chain_seal(struct store *, struct transaction_row *);

/* From a statement of TRANSACTION_COLUMNS; all but `before`. */
void chain_read_row(sqlite3_stmt *, struct transaction_row *);

/*
 * Gives their hashes to the transactions that have none yet, in the open
 * transaction of a migration.  0, or SQLite's word for what went wrong.
 */
int chain_catch_up(sqlite3 *, store_digest *);

#endif
