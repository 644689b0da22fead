/*
 * histories.h - what the files of stake histories share.
 */
#ifndef API_HISTORIES_H
#define API_HISTORIES_H

#include "api/games_inside.h"

enum history_form { HISTORY_JSON, HISTORY_NDJSON, HISTORY_CSV, HISTORY_JOURNAL };

/* What a journal must remember from one entry to the next. */
struct journal {
	int64_t txn;	/* whose posting was the last               */
	int64_t wallet; /* what was in it then                      */
	bool whole;	/* no entry is left out: balances are told  */
};

/* ---- histories.c --------------------------------------------------------------------- */

/* Whose: one's own, or anybody's for the operator. */
bool history_owner(struct request *, struct account_row *, struct reply *);

/* In which of the first n forms; -1 and the problem. */
int history_form(struct request *, size_t n, struct reply *);
const char *history_type(const struct request *, enum history_form);

/* The house's own accounts are not called by the names they have in the book. */
const char *history_name(int64_t account, const char *name);

/* ---- history_forms.c: rows as text --------------------------------------------------- */

void history_write_json(struct out *, const struct entry_row *);
void history_write_csv_head(struct out *);
void history_write_csv(struct out *, const struct entry_row *);

/* One side of a line of a game; `name` is its account's. */
void history_write_posting(struct out *, const struct entry_row *, const char *name);
void history_write_posting_csv_head(struct out *);
void history_write_posting_csv(struct out *, const struct entry_row *, const char *name);

/* ---- history_journal.c: plain-text accounting ------------------------------------------ */

/* What stands above the first entry; `opening` is what was there at `from`, or NULL. */
void journal_begin(struct journal *, struct out *, const char *account, bool whole, int64_t from,
		   const struct balance_row *opening);
void journal_write(struct journal *, struct out *, const struct entry_row *);

#endif
