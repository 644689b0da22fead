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

/* An entry of an account, and one side of a line of a game, whose account is `name`. */
void history_row(struct out *, enum history_form, const struct entry_row *);
void history_posting(struct out *, enum history_form, const struct entry_row *, const char *name);

/* What stands above the first of them: the names of the columns, in CSV. */
void history_head(struct out *, enum history_form);
void history_posting_head(struct out *, enum history_form);

/* What stands around a page of them in JSON; `whose` is "account" or "id". */
void history_page_begin(struct out *, enum history_form, const char *whose, const char *name);
void history_page_end(struct out *, enum history_form);

/* ---- history_journal.c: plain-text accounting ------------------------------------------ */

/* What stands above the first entry; `opening` is what was there at `from`, or NULL. */
void journal_begin(struct journal *, struct out *, const char *account, bool whole, int64_t from,
		   const struct balance_row *opening);
void journal_write(struct journal *, struct out *, const struct entry_row *);

#endif
