/*
 * entries.c - reading the ledger: an account's history, a game's entries.
 *
 * A history is a stretch of the table itself, which is kept in the order of
 * places (account, seq), or of an index that ends in the place.  A span of time is a span of
 * seq, found by halving, because no transaction is earlier than the one before
 * it.  Where several filters meet, each index is asked in turn for its next seq
 * until they agree: what only one of them has is stepped over, not read.
 */
#include "schema/private.h"

#include <string.h>

#define STEPS_MOST 2000 /* a millisecond's work: then the page is short instead */

static int64_t corrected_by(struct store_view *view, int64_t txn)
{
	struct transaction_row row;

	return store_transaction(view, txn, &row) == STORE_FOUND ? row.corrects : 0;
}

static void read_entry(struct store_view *view, sqlite3_stmt *st, struct entry_row *row)
{
	const struct game_names *game;

	row->seq = get(st, 0) & SEQ_MOST;
	row->txn = get(st, 1);
	row->at = get(st, 2);
	row->kind = (uint8_t)get(st, 3);
	row->amount = get(st, 4);
	row->purse = get(st, 5);
	row->purse_after = get(st, 6);
	row->total_after = get(st, 7);
	row->other = get(st, 8);
	row->game = get(st, 9);
	row->ply = (uint64_t)get(st, 10);
	get_text(st, 11, row->reason, sizeof(row->reason));
	row->stakes = (int32_t)get(st, 12);
	row->opponent = get(st, 13);
	row->corrects = row->kind == TRANSFER_CORRECTION ? corrected_by(view, row->txn) : 0;
	row->line = 0;
	strcpy(row->other_name, names_account(view, row->other));
	row->opponent_name[0] = row->game_key[0] = row->match[0] = row->ruleset[0] = '\0';
	if (row->opponent != 0)
		strcpy(row->opponent_name, names_account(view, row->opponent));
	if (row->game == 0)
		return;
	game = names_game(view, row->game);
	strcpy(row->game_key, game->key);
	strcpy(row->match, game->match);
	strcpy(row->ruleset, game->ruleset);
}

static int read_page(struct store_view *view, sqlite3_stmt *st, int64_t account,
		     struct entry_row *out, size_t *n, size_t cap)
{
	int found = STORE_NONE;

	*n = 0;
	while (*n < cap && (found = ask(view, st)) == STORE_FOUND) {
		out[*n].account = account;
		read_entry(view, st, &out[(*n)++]);
	}
	if (found == STORE_FOUND)
		drop(st);
	if (found == STORE_TROUBLE)
		return STORE_TROUBLE;
	return *n > 0 ? STORE_FOUND : STORE_NONE;
}

/* ---- from times to seqs ----------------------------------------------------------- */

static int entry_since(struct store_view *view, int64_t account, int64_t newest, int64_t when,
		       int64_t *seq)
{
	return first_since(view, DO_ENTRY_AT, account, newest, when, seq);
}

/* What is asked for, in the terms of the statements. */
struct search {
	const struct entry_filter *f;
	int64_t after, before; /* seqs, neither included */
	int64_t ruleset;       /* its number, or 0       */
};

static int span_of(struct store_view *view, struct search *s)
{
	const struct entry_filter *f = s->f;
	struct account_row account;
	int64_t seq;
	int found;

	s->after = f->ascending ? f->after : 0;
	s->before = !f->ascending && f->after != 0 ? f->after
		    : f->until != 0		     ? f->until + 1
						     : SEQ_MOST + 1;
	if (s->after > SEQ_MOST)
		s->after = SEQ_MOST;
	if (s->before > SEQ_MOST + 1)
		s->before = SEQ_MOST + 1;
	if (f->from == 0 && f->to == 0)
		return STORE_FOUND;
	if ((found = store_account_by_id(view, f->account, &account)) != STORE_FOUND)
		return found;
	if (f->from != 0) {
		if (entry_since(view, f->account, account.entries, f->from, &seq) != STORE_DONE)
			return STORE_TROUBLE;
		if (seq - 1 > s->after)
			s->after = seq - 1;
	}
	if (f->to != 0) {
		if (entry_since(view, f->account, account.entries, f->to, &seq) != STORE_DONE)
			return STORE_TROUBLE;
		if (seq < s->before)
			s->before = seq;
	}
	return STORE_FOUND;
}

/* ---- one index ---------------------------------------------------------------------- */

/* The transaction of an entry; `none` where there is no such entry. */
static int64_t txn_of(struct store_view *view, int64_t account, int64_t seq, int64_t none)
{
	sqlite3_stmt *st = statement(view, DO_ENTRY_AFTER);
	int64_t txn = none;

	put(st, 1, account);
	put(st, 2, seq);
	if (ask(view, st) == STORE_FOUND) {
		txn = get(st, 3);
		drop(st);
	}
	return txn;
}

/* By the index of `which`, whose value is `value`. */
static int by_index(struct store_view *view, const struct search *s, enum statement which,
		    int64_t value, struct entry_row *out, size_t *n)
{
	sqlite3_stmt *st = statement(view, which);
	const struct entry_filter *f = s->f;
	size_t cap = *n;

	put(st, 1, f->account);
	put(st, 2, s->after);
	put(st, 3, s->before);
	put(st, 4, (int64_t)cap);
	if (value != 0)
		put(st, 5, value);
	return read_page(view, st, f->account, out, n, cap);
}

/* Games and matches are short: what else is asked for is looked for within. */
static int by_game(struct store_view *view, const struct search *s, struct entry_row *out,
		   size_t *n)
{
	const struct entry_filter *f = s->f;
	bool game = f->game != 0;
	int64_t first = game ? txn_of(view, f->account, s->after, 0) : 0;
	int64_t last = game ? txn_of(view, f->account, s->before, INT64_MAX) : 0;
	enum statement which = game ? f->ascending ? DO_ENTRIES_GAME_UP : DO_ENTRIES_GAME_DOWN
			       : f->ascending ? DO_ENTRIES_MATCH_UP
					      : DO_ENTRIES_MATCH_DOWN;
	sqlite3_stmt *st = statement(view, which);

	put(st, 6, f->kind);
	put(st, 7, s->ruleset);
	put(st, 8, f->opponent);
	if (game) {
		put(st, 9, first);
		put(st, 10, last);
		put(st, 11, f->match);
	}
	return by_index(view, s, which, game ? f->game : f->match, out, n);
}

/* ---- several at once ------------------------------------------------------------------ */

struct index {
	enum statement up, down, seek_up, seek_down;
	int64_t value;
};

/* Of those filters that have one; returns how many. */
static size_t indexes_of(const struct search *s, struct index out[3])
{
	size_t n = 0;

	if (s->f->opponent != 0)
		out[n++] = (struct index){DO_ENTRIES_OPPONENT_UP, DO_ENTRIES_OPPONENT_DOWN,
					  DO_SEEK_OPPONENT_UP, DO_SEEK_OPPONENT_DOWN,
					  s->f->opponent};
	if (s->ruleset != 0)
		out[n++] = (struct index){DO_ENTRIES_RULESET_UP, DO_ENTRIES_RULESET_DOWN,
					  DO_SEEK_RULESET_UP, DO_SEEK_RULESET_DOWN, s->ruleset};
	if (s->f->kind != 0)
		out[n++] = (struct index){DO_ENTRIES_KIND_UP, DO_ENTRIES_KIND_DOWN,
					  DO_SEEK_KIND_UP, DO_SEEK_KIND_DOWN, s->f->kind};
	return n;
}

/* The account's next entry of that index, `seq` itself or behind it. */
static int seek(struct store_view *view, int64_t account, enum statement which, int64_t value,
		int64_t *seq)
{
	sqlite3_stmt *st = statement(view, which);
	int found;

	put(st, 1, account);
	put(st, 3, *seq);
	put(st, 5, value);
	if ((found = ask(view, st)) == STORE_FOUND) {
		*seq = get(st, 0);
		drop(st);
	}
	return found;
}

/* Moves *seq on until all indexes have it.  *steps counts down; 0: not agreed yet. */
static int agree(struct store_view *view, const struct search *s, const struct index *by, size_t k,
		 int64_t *seq, int *steps)
{
	size_t agreed = 0;
	int found;

	for (size_t i = 0; agreed < k && *steps > 0; i = (i + 1) % k, --*steps) {
		int64_t next = *seq;
		found = seek(view, s->f->account, s->f->ascending ? by[i].seek_up : by[i].seek_down,
			     by[i].value, &next);
		if (found != STORE_FOUND)
			return found;
		agreed = next == *seq ? agreed + 1 : 1;
		*seq = next;
	}
	return STORE_FOUND;
}

static int read_one(struct store_view *view, int64_t account, int64_t seq, struct entry_row *out)
{
	sqlite3_stmt *st = statement(view, DO_ENTRY);
	size_t n;

	put(st, 1, account);
	put(st, 2, seq);
	return read_page(view, st, account, out, &n, 1);
}

static int by_all(struct store_view *view, const struct search *s, const struct index *by, size_t k,
		  struct entry_row *out, size_t *n, int64_t *reached)
{
	int64_t seq = s->f->ascending ? s->after + 1 : s->before - 1;
	int steps = STEPS_MOST, found;
	size_t cap = *n;

	*n = 0;
	while (*n < cap) {
		found = agree(view, s, by, k, &seq, &steps);
		if (found == STORE_TROUBLE)
			return STORE_TROUBLE;
		if (found == STORE_NONE || seq <= s->after || seq >= s->before)
			break;
		if (steps == 0) {
			*reached = s->f->ascending ? seq - 1 : seq + 1;
			break;
		}
		if (read_one(view, s->f->account, seq, &out[(*n)++]) != STORE_FOUND)
			return STORE_TROUBLE;
		seq += s->f->ascending ? 1 : -1;
	}
	return *n > 0 ? STORE_FOUND : STORE_NONE;
}

int store_entries(struct store_view *view, const struct entry_filter *f, struct entry_row *out,
		  size_t *n, int64_t *reached)
{
	struct search s = {.f = f};
	struct index by[3];
	int found;
	size_t k;

	*reached = 0;
	if (*n == 0 || (found = span_of(view, &s)) != STORE_FOUND ||
	    (f->ruleset != NULL &&
	     (found = ruleset_number(view, f->ruleset, &s.ruleset)) != STORE_FOUND)) {
		found = *n == 0 ? STORE_NONE : found;
		*n = 0;
		return found;
	}
	if (f->game != 0 || f->match != 0)
		return by_game(view, &s, out, n);
	k = indexes_of(&s, by);
	if (k > 1)
		return by_all(view, &s, by, k, out, n, reached);
	if (k == 0)
		return by_index(view, &s, f->ascending ? DO_ENTRIES_UP : DO_ENTRIES_DOWN, 0, out, n);
	return by_index(view, &s, f->ascending ? by[0].up : by[0].down, by[0].value, out, n);
}

int store_game_entries(struct store_view *view, int64_t game, const struct entry_row *last,
		       struct entry_row *out, size_t *n)
{
	sqlite3_stmt *st = statement(view, DO_GAME_ENTRIES);
	size_t cap = *n;
	int found = STORE_NONE;

	*n = 0;
	put(st, 1, game);
	put(st, 2, last != NULL ? last->txn : 0);
	put(st, 3, last != NULL ? last->line : 0);
	put(st, 4, last != NULL ? last->account : 0);
	put(st, 5, last != NULL ? last->seq : 0);
	put(st, 6, (int64_t)cap);
	while (*n < cap && (found = ask(view, st)) == STORE_FOUND) {
		struct entry_row *row = &out[(*n)++];
		read_entry(view, st, row);
		row->account = get(st, 14);
		row->line = (int)get(st, 15);
	}
	if (found == STORE_FOUND)
		drop(st);
	if (found == STORE_TROUBLE)
		return STORE_TROUBLE;
	return *n > 0 ? STORE_FOUND : STORE_NONE;
}

/* ---- what was there ------------------------------------------------------------------------ */

static int after_entry(struct store_view *view, int64_t account, int64_t seq, int64_t *purse,
		       int64_t *purse_after, int64_t *total_after)
{
	sqlite3_stmt *st = statement(view, DO_ENTRY_AFTER);
	int found;

	put(st, 1, account);
	put(st, 2, seq);
	if ((found = ask(view, st)) == STORE_FOUND) {
		*purse = get(st, 0);
		*purse_after = get(st, 1);
		*total_after = get(st, 2);
		drop(st);
	}
	return found;
}

/* What lay in the wallet after its last entry, `seq` or one before it. */
static int wallet_at(struct store_view *view, int64_t account, int64_t seq, int64_t *wallet)
{
	sqlite3_stmt *st = statement(view, DO_WALLET_AT);
	int found;

	*wallet = 0;
	put(st, 1, account);
	put(st, 2, seq);
	if ((found = ask(view, st)) == STORE_FOUND) {
		*wallet = get(st, 0);
		drop(st);
	}
	return found == STORE_TROUBLE ? STORE_TROUBLE : STORE_FOUND;
}

int store_balance_at(struct store_view *view, int64_t account, int64_t at, struct balance_row *out)
{
	struct account_row row;
	int64_t seq, purse, part, total = 0;
	int found = store_account_by_id(view, account, &row);

	if (found != STORE_FOUND)
		return found;
	if (at == INT64_MAX) /* no instant is later */
		at--;
	if (entry_since(view, account, row.entries, at + 1, &seq) != STORE_DONE)
		return STORE_TROUBLE;
	*out = (struct balance_row){.entries = --seq};
	if (seq == 0)
		return STORE_FOUND;
	if (after_entry(view, account, seq, &purse, &part, &total) != STORE_FOUND ||
	    wallet_at(view, account, seq, &out->wallet) != STORE_FOUND)
		return STORE_TROUBLE;
	out->held = total - out->wallet;
	return STORE_FOUND;
}
