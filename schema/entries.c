/*
 * entries.c - reading the ledger: an account's history, a game's entries.
 *
 * A history is a stretch of the table itself, which is kept in the order
 * (account, seq).  A span of time is a span of seq, found by halving, because
 * no transaction is earlier than the one before it.
 */
#include "schema/private.h"

_Static_assert(TRANSFER_CORRECTION == 9, "the columns of an entry name it by its number");

static void read_entry(sqlite3_stmt *st, struct entry_row *row)
{
	row->account = get(st, 0);
	row->seq = get(st, 1);
	row->txn = get(st, 2);
	row->line = (int)get(st, 3);
	row->at = get(st, 4);
	row->kind = (uint8_t)get(st, 5);
	row->amount = get(st, 6);
	row->purse = get(st, 7);
	row->purse_after = get(st, 8);
	row->total_after = get(st, 9);
	row->other = get(st, 10);
	get_text(st, 11, row->other_name, sizeof(row->other_name));
	get_text(st, 12, row->game_key, sizeof(row->game_key));
	row->game = get(st, 13);
	row->ply = (uint64_t)get(st, 14);
	get_text(st, 15, row->reason, sizeof(row->reason));
	row->corrects = get(st, 16);
	row->stakes = (int32_t)get(st, 17);
}

static int read_page(struct store_view *view, sqlite3_stmt *st, struct entry_row *out, size_t *n,
		     size_t cap)
{
	int found = STORE_NONE;

	*n = 0;
	while (*n < cap && (found = ask(view, st)) == STORE_FOUND)
		read_entry(st, &out[(*n)++]);
	if (found == STORE_FOUND)
		drop(st);
	if (found == STORE_TROUBLE)
		return STORE_TROUBLE;
	return *n > 0 ? STORE_FOUND : STORE_NONE;
}

/* The first seq of the account at `when` or later, or one past its newest. */
static int first_since(struct store_view *view, int64_t account, int64_t newest, int64_t when,
		       int64_t *seq)
{
	int64_t low = 1, high = newest + 1; /* the answer lies in low..high */

	while (low < high) {
		int64_t middle = low + (high - low) / 2;
		sqlite3_stmt *st = statement(view, DO_ENTRY_AT);
		put(st, 1, account);
		put(st, 2, middle);
		int found = ask(view, st);
		if (found == STORE_TROUBLE)
			return STORE_TROUBLE;
		bool late = found == STORE_NONE || get(st, 0) >= when;
		if (found == STORE_FOUND)
			drop(st);
		if (late)
			high = middle;
		else
			low = middle + 1;
	}
	*seq = low;
	return STORE_DONE;
}

static int span_of(struct store_view *view, const struct entry_filter *f, int64_t *after,
		   int64_t *before)
{
	struct account_row account;
	int64_t seq;
	int found;

	*after = f->ascending ? f->after : 0;
	*before = !f->ascending && f->after != 0 ? f->after : INT64_MAX;
	if (f->from == 0 && f->to == 0)
		return STORE_FOUND;
	if ((found = store_account_by_id(view, f->account, &account)) != STORE_FOUND)
		return found;
	if (f->from != 0) {
		if (first_since(view, f->account, account.entries, f->from, &seq) != STORE_DONE)
			return STORE_TROUBLE;
		if (seq - 1 > *after)
			*after = seq - 1;
	}
	if (f->to != 0) {
		if (first_since(view, f->account, account.entries, f->to, &seq) != STORE_DONE)
			return STORE_TROUBLE;
		if (seq < *before)
			*before = seq;
	}
	return STORE_FOUND;
}

int store_entries(struct store_view *view, const struct entry_filter *f, struct entry_row *out,
		  size_t *n)
{
	int64_t after, before;
	size_t cap = *n;
	sqlite3_stmt *st;
	int found;

	*n = 0;
	if (cap == 0)
		return STORE_NONE;
	if ((found = span_of(view, f, &after, &before)) != STORE_FOUND)
		return found;
	if (f->game != 0)
		st = statement(view, f->ascending ? DO_ENTRIES_GAME_UP : DO_ENTRIES_GAME_DOWN);
	else
		st = statement(view, f->ascending ? DO_ENTRIES_UP : DO_ENTRIES_DOWN);
	put(st, 1, f->account);
	put(st, 2, after);
	put(st, 3, before);
	put(st, 4, f->kind);
	put(st, 5, (int64_t)cap);
	if (f->game != 0)
		put(st, 6, f->game);
	return read_page(view, st, out, n, cap);
}

int store_game_entries(struct store_view *view, int64_t game, const struct entry_row *last,
			     struct entry_row *out, size_t *n)
{
	sqlite3_stmt *st = statement(view, DO_GAME_ENTRIES);
	size_t cap = *n;

	put(st, 1, game);
	put(st, 2, last != NULL ? last->txn : 0);
	put(st, 3, last != NULL ? last->line : 0);
	put(st, 4, last != NULL ? last->account : 0);
	put(st, 5, last != NULL ? last->seq : 0);
	put(st, 6, (int64_t)cap);
	return read_page(view, st, out, n, cap);
}
