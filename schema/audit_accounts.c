/*
 * audit_accounts.c - does every account hold what its entries give?
 *
 * Accounts and entries are read side by side, each in the order in which it
 * lies: no entry is missing, none is out of order, and each says what the
 * account holds after it.
 */
#include "schema/audit_inside.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/*
 * A balance on its way through a history.  After a wrong row two things can be
 * true: what the row says, or what the amounts give.  The next row may agree
 * with either, so that one fault is told once and at its place.
 */
struct running {
	int64_t added;	/* by the amounts        */
	int64_t stated; /* by the row before     */
};

static bool goes_on(struct running *r, int64_t amount, int64_t after)
{
	bool right = audit_plus(r->added, amount) == after || audit_plus(r->stated, amount) == after;

	r->added = right ? after : audit_plus(r->added, amount);
	r->stated = after;
	return right;
}

/* ---- an account's purses: those that are not empty ----------------------------------- */

struct purse {
	int64_t game; /* 0: a free place */
	struct running chips;
};

struct purses {
	struct purse *v;
	size_t n, size; /* size is a power of two */
};

static size_t home(const struct purses *p, int64_t game)
{
	return (size_t)((uint64_t)game * 0x9e3779b97f4a7c15u >> 20) & (p->size - 1);
}

static struct purse *place_of(struct purses *p, int64_t game)
{
	size_t i = home(p, game);

	while (p->v[i].game != 0 && p->v[i].game != game)
		i = (i + 1) & (p->size - 1);
	return &p->v[i];
}

static bool grow(struct purses *p)
{
	struct purses wider = {.size = p->size ? 2 * p->size : 64};

	wider.v = calloc(wider.size, sizeof(wider.v[0]));
	if (wider.v == NULL)
		return false;
	for (size_t i = 0; i < p->size; i++)
		if (p->v[i].game != 0)
			*place_of(&wider, p->v[i].game) = p->v[i];
	wider.n = p->n;
	free(p->v);
	*p = wider;
	return true;
}

static struct purse *find_or_add(struct purses *p, int64_t game)
{
	if (2 * (p->n + 1) > p->size && !grow(p))
		return NULL;
	struct purse *purse = place_of(p, game);
	if (purse->game == 0) {
		*purse = (struct purse){.game = game};
		p->n++;
	}
	return purse;
}

/* Takes an empty purse out, and moves those up that had to give way to it. */
static void take_out(struct purses *p, struct purse *purse)
{
	size_t hole = (size_t)(purse - p->v), i = hole;

	p->v[hole].game = 0;
	p->n--;
	for (;;) {
		i = (i + 1) & (p->size - 1);
		if (p->v[i].game == 0)
			return;
		size_t want = home(p, p->v[i].game);
		if (((i - want) & (p->size - 1)) >= ((i - hole) & (p->size - 1))) {
			p->v[hole] = p->v[i];
			p->v[i].game = 0;
			hole = i;
		}
	}
}

/* ---- by account ------------------------------------------------------------------------ */

struct history {
	int64_t account, wallet, held, entries; /* as the account's row says */
	int64_t seq, txn, at;			/* of the last entry         */
	int64_t in_wallet, in_purses;		/* as the amounts give       */
	struct running total, at_hand;
	struct purses purses;
	bool open; /* not all of its entries have been read */
};

static void check_order(struct auditor *a, struct history *h, int64_t seq, int64_t txn, int64_t at)
{
	if (seq != h->seq + 1)
		audit_tell(a, "account %" PRId64 " entry %" PRId64 ": %s", h->account, seq,
			   seq > h->seq + 1 ? "an entry before it is missing"
					    : "it is out of order");
	else if (txn < h->txn || at < h->at)
		audit_tell(a, "account %" PRId64 " entry %" PRId64
			      ": it is of an earlier transaction than the one before",
			   h->account, seq);
	h->seq = seq;
	h->txn = txn;
	h->at = at;
}

static int read_one(struct auditor *a, struct history *h, sqlite3_stmt *st)
{
	int64_t seq = get(st, 1), amount = get(st, 2), game = get(st, 3);
	struct running *part = &h->at_hand;
	struct purse *purse = NULL;

	check_order(a, h, seq, get(st, 6), get(st, 7));
	if (game != 0) {
		purse = find_or_add(&h->purses, game);
		if (purse == NULL)
			return trouble_because(a->view->store, "audit", "no memory");
		part = &purse->chips;
		h->in_purses = audit_plus(h->in_purses, amount);
	} else
		h->in_wallet = audit_plus(h->in_wallet, amount);
	if (!goes_on(part, amount, get(st, 4)))
		audit_tell(a, "account %" PRId64 " entry %" PRId64
			      ": the %s does not hold %" PRId64 " after it",
			   h->account, seq, game != 0 ? "purse" : "wallet", get(st, 4));
	if (!goes_on(&h->total, amount, get(st, 5)))
		audit_tell(a, "account %" PRId64 " entry %" PRId64
			      ": the account does not hold %" PRId64 " after it",
			   h->account, seq, get(st, 5));
	if (purse != NULL && purse->chips.added == 0 && purse->chips.stated == 0)
		take_out(&h->purses, purse);
	return STORE_DONE;
}

static void close_history(struct auditor *a, struct history *h)
{
	h->open = false;
	if (h->entries != h->seq)
		audit_tell(a, "account %" PRId64 ": it counts %" PRId64
			      " entries, the last there is is %" PRId64,
			   h->account, h->entries, h->seq);
	if (h->wallet != h->in_wallet)
		audit_tell(a, "account %" PRId64 ": the wallet has %" PRId64
			      ", its entries give %" PRId64,
			   h->account, h->wallet, h->in_wallet);
	if (h->held != h->in_purses)
		audit_tell(a, "account %" PRId64 ": it holds %" PRId64
			      " in purses, its entries give %" PRId64,
			   h->account, h->held, h->in_purses);
}

/* The account's row: of a new one, or of the one that was being read, as it is by now. */
static void open_history(struct history *h, sqlite3_stmt *account)
{
	if (!h->open || h->account != get(account, 0)) {
		struct purses kept = h->purses;
		if (kept.v != NULL)
			memset(kept.v, 0, kept.size * sizeof(kept.v[0]));
		kept.n = 0;
		*h = (struct history){.account = get(account, 0), .open = true, .purses = kept};
	}
	h->wallet = get(account, 1);
	h->held = get(account, 2);
	h->entries = get(account, 3);
}

/* Entries before the next account that belong to none. */
static int skip_strays(struct auditor *a, sqlite3_stmt *entries, int found, int64_t account)
{
	while (found == STORE_FOUND && get(entries, 0) < account) {
		audit_tell(a, "account %" PRId64 " entry %" PRId64 ": there is no such account",
			   get(entries, 0), get(entries, 1));
		found = ask(a->view, entries);
	}
	return found;
}

/* Reads on until the end (NONE), or until it is time for another look (FOUND). */
static int read_accounts(struct auditor *a, sqlite3_stmt *accounts, sqlite3_stmt *entries,
			 struct history *h)
{
	int found = ask(a->view, entries), account;

	while ((account = ask(a->view, accounts)) == STORE_FOUND) {
		open_history(h, accounts);
		found = skip_strays(a, entries, found, h->account);
		while (found == STORE_FOUND && get(entries, 0) == h->account) {
			if (read_one(a, h, entries) != STORE_DONE)
				return STORE_TROUBLE;
			audit_count(a, &a->report.entries);
			if (audit_is_long(a))
				return STORE_FOUND;
			found = ask(a->view, entries);
		}
		if (found == STORE_TROUBLE)
			return found;
		close_history(a, h);
		if (audit_is_long(a))
			return STORE_FOUND;
	}
	found = skip_strays(a, entries, found, INT64_MAX);
	return account == STORE_TROUBLE || found == STORE_TROUBLE ? STORE_TROUBLE : STORE_NONE;
}

static int read_all(struct auditor *a, struct history *h)
{
	int found;

	do {
		sqlite3_stmt *accounts = statement(a->view, DO_AUDIT_ACCOUNTS);
		sqlite3_stmt *entries = statement(a->view, DO_AUDIT_ENTRIES);
		put(accounts, 1, h->account + (h->open ? 0 : 1));
		put(entries, 1, h->account);
		put(entries, 2, h->open ? h->seq : SEQ_MOST);
		found = read_accounts(a, accounts, entries, h);
		drop(accounts);
		drop(entries);
		if (found == STORE_FOUND && audit_look_again(a) != STORE_DONE)
			return STORE_TROUBLE;
	} while (found == STORE_FOUND);
	return found == STORE_NONE ? STORE_DONE : STORE_TROUBLE;
}

/* What all hold together, at one moment. */
static int add_balances(struct auditor *a)
{
	sqlite3_stmt *st = statement(a->view, DO_AUDIT_BALANCES);
	uint64_t sum = 0;
	int found;

	while ((found = ask(a->view, st)) == STORE_FOUND)
		sum += (uint64_t)get(st, 0) + (uint64_t)get(st, 1);
	if (sum != 0)
		audit_tell(a, "all accounts together hold %" PRId64 " and not nothing",
			   (int64_t)sum);
	return found == STORE_NONE ? STORE_DONE : STORE_TROUBLE;
}

int audit_accounts(struct auditor *a)
{
	struct history h = {.account = -1};
	int done = read_all(a, &h);

	free(h.purses.v);
	return done == STORE_DONE ? add_balances(a) : done;
}
