/*
 * book.c - the ledger: every chip that moves is written on both sides.
 *
 * A line takes chips from one side and gives them to another; it becomes two
 * entries of opposite amount, each with what its account holds afterwards.  The
 * balances in accounts, seats and games are kept by the same hand in the same
 * transaction, so that none ever has to be added up to be known.
 *
 * A transaction is first played through on the balances in memory, then
 * written: one that would overdraw a side writes nothing.
 */
#include "schema/chain.h"
#include "schema/private.h"

#include <assert.h>
#include <string.h>

#define SIDES_MAX 64 /* different accounts, or purses, in one transaction */

struct purse {
	int64_t account, game;
	int64_t chips;
	int seat; /* -1: the pot */
};

struct balance {
	int64_t account;
	int64_t wallet, held, entries;
};

struct open_book {
	struct store *store;
	struct balance balances[SIDES_MAX];
	struct purse purses[SIDES_MAX];
	size_t balances_n, purses_n;
	struct transaction_row row;
	struct explained of;
};

/* ---- opening the pages that are needed ------------------------------------------ */

static struct balance *balance_of(struct open_book *b, int64_t account)
{
	for (size_t i = 0; i < b->balances_n; i++)
		if (b->balances[i].account == account)
			return &b->balances[i];
	return NULL;
}

static struct purse *purse_of(struct open_book *b, const struct book_side *side)
{
	for (size_t i = 0; i < b->purses_n; i++)
		if (b->purses[i].account == side->account && b->purses[i].game == side->game)
			return &b->purses[i];
	return NULL;
}

static int open_balance(struct open_book *b, int64_t account)
{
	struct store_view *pen = &b->store->pen;

	if (balance_of(b, account) != NULL)
		return STORE_DONE;
	if (b->balances_n == SIDES_MAX)
		return trouble_because(b->store, "BALANCE", "too many accounts at once");
	sqlite3_stmt *st = statement(pen, DO_BALANCE);
	put(st, 1, account);
	int found = ask(pen, st);
	if (found == STORE_NONE)
		return trouble_because(b->store, "BALANCE", "there is no such account");
	if (found == STORE_TROUBLE)
		return STORE_TROUBLE;
	b->balances[b->balances_n++] = (struct balance){
		.account = account, .wallet = get(st, 0), .held = get(st, 1), .entries = get(st, 2)};
	drop(st);
	return STORE_DONE;
}

static int open_purse(struct open_book *b, const struct book_side *side)
{
	struct store_view *pen = &b->store->pen;
	bool pot = side->account == ACCOUNT_POTS;

	if (side->game == 0 || purse_of(b, side) != NULL)
		return STORE_DONE;
	if (b->purses_n == SIDES_MAX)
		return trouble_because(b->store, "PURSE", "too many purses at once");
	sqlite3_stmt *st = statement(pen, pot ? DO_POT : DO_PURSE);
	put(st, 1, side->game);
	if (!pot)
		put(st, 2, side->account);
	int found = ask(pen, st);
	if (found == STORE_NONE)
		return trouble_because(b->store, "PURSE", "the account has no seat at the game");
	if (found == STORE_TROUBLE)
		return STORE_TROUBLE;
	b->purses[b->purses_n++] = (struct purse){.account = side->account,
						  .game = side->game,
						  .seat = pot ? -1 : (int)get(st, 0),
						  .chips = get(st, pot ? 0 : 1)};
	drop(st);
	return STORE_DONE;
}

/* The new transaction goes on where the last one ends: never at an earlier time. */
static int open_page(struct open_book *b)
{
	struct transaction_row last = {.id = 0};
	int found = store_transaction_last(&b->store->pen, &last);

	b->row.id = last.id + 1;
	if (last.at > b->row.at)
		b->row.at = last.at;
	b->row.postings = last.postings;
	b->row.issued = last.issued;
	b->row.in_play = last.in_play;
	memcpy(b->row.before, last.hash, sizeof(b->row.before));
	return found == STORE_TROUBLE ? STORE_TROUBLE : STORE_DONE;
}

/* ---- posting ---------------------------------------------------------------------- */

/*
 * Adds `amount` (or takes it, below zero) to one side in memory.  False if that
 * cannot be: chips nobody has, or more than a number holds.  Only the bank owes,
 * and who is given credit; a side that owes may always be given some.
 */
static bool post(struct open_book *b, const struct book_side *side, int64_t amount,
		 int64_t credit)
{
	struct balance *balance = balance_of(b, side->account);
	struct purse *purse = purse_of(b, side);
	int64_t *part = side->game != 0 ? &balance->held : &balance->wallet;
	int64_t left, total;

	if (__builtin_add_overflow(*part, amount, part) ||
	    __builtin_add_overflow(balance->wallet, balance->held, &total))
		return false;
	left = balance->wallet;
	if (side->game != 0) {
		if (__builtin_add_overflow(purse->chips, amount, &purse->chips))
			return false;
		left = purse->chips;
	}
	if (amount < 0 && left < -credit && side->account != ACCOUNT_BANK)
		return false;
	return ++balance->entries <= SEQ_MOST;
}

static int write_entry(struct open_book *b, const struct book_line *line, size_t number,
		       const struct book_side *side, const struct book_side *other, int64_t amount)
{
	const struct balance *balance = balance_of(b, side->account);
	const struct purse *purse = purse_of(b, side);
	sqlite3_stmt *st = statement(&b->store->pen, DO_ENTRY_ADD);
	int64_t opponent;

	if (explain_opponent(b->store, &b->of, side, other, &opponent) != STORE_FOUND)
		return STORE_TROUBLE;
	put(st, 1, side->account);
	put(st, 2, balance->entries);
	put(st, 3, b->row.id);
	put(st, 4, (int64_t)number);
	put(st, 5, b->row.at);
	put(st, 6, line->kind);
	put(st, 7, amount);
	put(st, 8, side->game);
	put(st, 9, side->game != 0 ? purse->chips : balance->wallet);
	put(st, 10, balance->wallet + balance->held);
	put(st, 11, other->account);
	put_some(st, 12, b->row.game);
	put_some(st, 13, (int64_t)b->row.ply);
	put_text(st, 14, line->reason);
	bool person = side->account >= ACCOUNT_FIRST;
	put_some(st, 15, line->stakes);
	put_some(st, 16, person ? b->of.ruleset : 0);
	put_some(st, 17, person ? b->of.match : 0);
	put_some(st, 18, opponent);
	if (tell(&b->store->pen, st) != STORE_DONE)
		return STORE_TROUBLE;
	if (!b->of.over || !person || side->account == other->account)
		return STORE_DONE;
	return sums_add_entry(b->store, &b->of, side->account, opponent, amount);
}

static int open_sides(struct open_book *b, const struct book_line *lines, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct book_side *from = &lines[i].from, *to = &lines[i].to;
		assert(lines[i].amount > 0);
		assert(from->account != to->account || from->game != to->game);
		if (open_balance(b, from->account) != STORE_DONE ||
		    open_balance(b, to->account) != STORE_DONE ||
		    open_purse(b, from) != STORE_DONE || open_purse(b, to) != STORE_DONE)
			return STORE_TROUBLE;
	}
	return STORE_DONE;
}

static bool play_through(const struct open_book *opened, const struct book_line *lines, size_t n)
{
	struct open_book b = *opened;

	for (size_t i = 0; i < n; i++)
		if (!post(&b, &lines[i].from, -lines[i].amount, lines[i].credit) ||
		    !post(&b, &lines[i].to, lines[i].amount, 0))
			return false;
	return true;
}

static int write_transaction(struct open_book *b, const struct book_line *lines, size_t n)
{
	struct chain_text *text = &b->store->text;
	struct transaction_row *row = &b->row;
	sqlite3_stmt *st;

	for (size_t i = 0; i < n; i++)
		chain_count(row, &lines[i]);
	chain_text_begin(text, row);
	for (size_t i = 0; i < n; i++)
		chain_text_line(text, (int64_t)i + 1, &lines[i]);
	if (chain_seal(b->store, row) != STORE_DONE)
		return STORE_TROUBLE;
	st = statement(&b->store->pen, DO_TRANSACTION_ADD);
	put(st, 1, row->id);
	put(st, 2, row->at);
	put_some(st, 3, row->game);
	put_some(st, 4, (int64_t)row->ply);
	put_some(st, 5, row->corrects);
	put(st, 6, row->postings);
	put(st, 7, row->issued);
	put(st, 8, row->in_play);
	put_bytes(st, 9, row->hash, sizeof(row->hash));
	return tell(&b->store->pen, st);
}

static int write_lines(struct open_book *b, const struct book_line *lines, size_t n)
{
	if (write_transaction(b, lines, n) != STORE_DONE)
		return STORE_TROUBLE;
	for (size_t i = 0; i < n; i++) {
		const struct book_line *l = &lines[i];
		post(b, &l->from, -l->amount, l->credit);
		if (write_entry(b, l, i + 1, &l->from, &l->to, -l->amount) != STORE_DONE)
			return STORE_TROUBLE;
		post(b, &l->to, l->amount, 0);
		if (write_entry(b, l, i + 1, &l->to, &l->from, l->amount) != STORE_DONE)
			return STORE_TROUBLE;
	}
	return STORE_DONE;
}

static int write_balances(struct open_book *b)
{
	struct store_view *pen = &b->store->pen;

	for (size_t i = 0; i < b->balances_n; i++) {
		const struct balance *balance = &b->balances[i];
		sqlite3_stmt *st = statement(pen, DO_BALANCE_SET);
		put(st, 1, balance->account);
		put(st, 2, balance->wallet);
		put(st, 3, balance->held);
		put(st, 4, balance->entries);
		if (tell(pen, st) != STORE_DONE)
			return STORE_TROUBLE;
	}
	for (size_t i = 0; i < b->purses_n; i++) {
		const struct purse *purse = &b->purses[i];
		sqlite3_stmt *st = statement(pen, purse->seat < 0 ? DO_POT_SET : DO_PURSE_SET);
		put(st, 1, purse->game);
		put(st, 2, purse->seat < 0 ? purse->chips : purse->seat);
		if (purse->seat >= 0)
			put(st, 3, purse->chips);
		if (tell(pen, st) != STORE_DONE)
			return STORE_TROUBLE;
	}
	return STORE_DONE;
}

static int book(struct open_book *b, const struct book_line *lines, size_t n, int64_t *txn)
{
	b->balances_n = b->purses_n = 0;
	if (open_page(b) != STORE_DONE || open_sides(b, lines, n) != STORE_DONE ||
	    explain_open(b->store, b->row.game, &b->of) != STORE_DONE)
		return STORE_TROUBLE;
	if (!play_through(b, lines, n))
		return STORE_NONE;
	if (write_lines(b, lines, n) != STORE_DONE || write_balances(b) != STORE_DONE)
		return STORE_TROUBLE;
	if (txn != NULL)
		*txn = b->row.id;
	return STORE_DONE;
}

int store_book(struct store *s, int64_t at, int64_t game, uint64_t ply,
	       const struct book_line *lines, size_t n, int64_t *txn)
{
	struct open_book b;

	b.store = s;
	b.row = (struct transaction_row){.at = at, .game = game, .ply = ply};
	return book(&b, lines, n, txn);
}

int store_correct(struct store *s, int64_t at, int64_t corrects, const struct book_line *line,
		  int64_t *txn)
{
	struct open_book b;

	assert(corrects > 0 && line->kind == TRANSFER_CORRECTION);
	assert(line->from.game == 0 && line->to.game == 0);
	b.store = s;
	b.row = (struct transaction_row){.at = at, .corrects = corrects};
	return book(&b, line, 1, txn);
}
