/*
 * audit_ledger.c - does the ledger add up?
 *
 * Once by account: no entry is missing, and each says what the account holds
 * after it.  Once by transaction: each line stands on both sides, and nothing
 * is made or lost.
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
	int64_t seq;
	int64_t in_wallet, in_purses; /* as the amounts give */
	struct running total, at_hand;
	struct purses purses;
};

static int read_one(struct auditor *a, struct history *h, sqlite3_stmt *st)
{
	int64_t seq = get(st, 1), amount = get(st, 2), game = get(st, 3);
	struct running *part = &h->at_hand;
	struct purse *purse = NULL;

	if (seq != h->seq + 1)
		audit_tell(a, "account %" PRId64 " entry %" PRId64 ": %s", h->account, seq,
			   seq > h->seq + 1 ? "an entry before it is missing"
					    : "it is out of order");
	h->seq = seq;
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

static void close_history(struct auditor *a, const struct history *h)
{
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

static void open_history(struct history *h, sqlite3_stmt *account)
{
	struct purses kept = h->purses;

	if (kept.v != NULL)
		memset(kept.v, 0, kept.size * sizeof(kept.v[0]));
	kept.n = 0;
	*h = (struct history){.account = get(account, 0),
			      .wallet = get(account, 1),
			      .held = get(account, 2),
			      .entries = get(account, 3),
			      .purses = kept};
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

static int read_accounts(struct auditor *a, sqlite3_stmt *accounts, sqlite3_stmt *entries,
			 struct history *h)
{
	int found = ask(a->view, entries), account;
	uint64_t sum = 0;

	while ((account = ask(a->view, accounts)) == STORE_FOUND) {
		open_history(h, accounts);
		sum += (uint64_t)h->wallet + (uint64_t)h->held;
		found = skip_strays(a, entries, found, h->account);
		while (found == STORE_FOUND && get(entries, 0) == h->account) {
			if (read_one(a, h, entries) != STORE_DONE)
				return STORE_TROUBLE;
			audit_count(a, &a->report->entries);
			found = ask(a->view, entries);
		}
		close_history(a, h);
	}
	found = skip_strays(a, entries, found, INT64_MAX);
	if (sum != 0)
		audit_tell(a, "all accounts together hold %" PRId64 " and not nothing",
			   (int64_t)sum);
	return account == STORE_TROUBLE || found == STORE_TROUBLE ? STORE_TROUBLE : STORE_DONE;
}

int audit_accounts(struct auditor *a)
{
	sqlite3_stmt *accounts = statement(a->view, DO_AUDIT_ACCOUNTS);
	sqlite3_stmt *entries = statement(a->view, DO_AUDIT_ENTRIES);
	struct history h = {.account = 0};
	int done = read_accounts(a, accounts, entries, &h);

	drop(accounts);
	drop(entries);
	free(h.purses.v);
	return done;
}

/* ---- by transaction ----------------------------------------------------------------------- */

struct side {
	int64_t txn, line, account, seq, at, kind, amount, other, game, ply;
	char reason[64];
};

struct txn {
	int64_t id, at, game, ply;
};

static void read_side(sqlite3_stmt *st, struct side *s)
{
	s->txn = get(st, 0);
	s->line = get(st, 1);
	s->account = get(st, 2);
	s->seq = get(st, 3);
	s->at = get(st, 4);
	s->kind = get(st, 5);
	s->amount = get(st, 6);
	s->other = get(st, 7);
	s->game = get(st, 8);
	s->ply = get(st, 9);
	get_text(st, 10, s->reason, sizeof(s->reason));
}

/* What is wrong with two entries that should be the sides of one line; NULL: nothing. */
static const char *quarrel(const struct side *a, const struct side *b)
{
	if (audit_plus(a->amount, b->amount) != 0)
		return "what one side gives is not what the other gets";
	if (a->other != b->account || b->other != a->account)
		return "one side names another account than stands on the other";
	if (a->kind != b->kind || strcmp(a->reason, b->reason) != 0)
		return "the sides give different reasons";
	return NULL;
}

static void check_side(struct auditor *a, const struct txn *t, const struct side *s)
{
	if (s->at != t->at || s->game != t->game || s->ply != t->ply)
		audit_tell(a, "account %" PRId64 " entry %" PRId64
			      ": time, game or ply are not those of transaction %" PRId64,
			   s->account, s->seq, t->id);
}

/* Both sides of the next line, or what is there of it. Steps over what it takes. */
static int check_line(struct auditor *a, const struct txn *t, sqlite3_stmt *sides, int64_t line)
{
	struct side one, two;
	const char *why;
	int found;

	read_side(sides, &one);
	check_side(a, t, &one);
	if (one.line != line)
		audit_tell(a, "transaction %" PRId64 ": line %" PRId64 " is missing", t->id, line);
	found = ask(a->view, sides);
	if (found == STORE_FOUND)
		read_side(sides, &two);
	if (found != STORE_FOUND || two.txn != one.txn || two.line != one.line) {
		audit_tell(a, "transaction %" PRId64 " line %" PRId64
			      ": account %" PRId64 " entry %" PRId64 " has no other side",
			   t->id, one.line, one.account, one.seq);
		return found;
	}
	check_side(a, t, &two);
	why = quarrel(&one, &two);
	if (why != NULL)
		audit_tell(a, "transaction %" PRId64 " line %" PRId64
			      ": %s (account %" PRId64 " entry %" PRId64 ", account %" PRId64
			      " entry %" PRId64 ")",
			   t->id, one.line, why, one.account, one.seq, two.account, two.seq);
	return ask(a->view, sides);
}

/* `found` says whether `sides` stands on a row; the same of where it is left. */
static int check_transaction(struct auditor *a, const struct txn *t, sqlite3_stmt *sides, int found)
{
	int64_t line = 0;

	while (found == STORE_FOUND && get(sides, 0) < t->id) {
		audit_tell(a, "account %" PRId64 " entry %" PRId64
			      ": there is no transaction %" PRId64,
			   get(sides, 2), get(sides, 3), get(sides, 0));
		found = ask(a->view, sides);
	}
	while (found == STORE_FOUND && get(sides, 0) == t->id) {
		int64_t stands = get(sides, 1);
		found = check_line(a, t, sides, line + 1);
		line = stands;
	}
	if (line == 0 && t->id != INT64_MAX)
		audit_tell(a, "transaction %" PRId64 ": it has no entries", t->id);
	return found;
}

int audit_transactions(struct auditor *a)
{
	sqlite3_stmt *all = statement(a->view, DO_AUDIT_TRANSACTIONS);
	sqlite3_stmt *sides = statement(a->view, DO_AUDIT_LINES);
	struct txn before = {0}, t;
	int found = ask(a->view, sides), more;

	while ((more = ask(a->view, all)) == STORE_FOUND) {
		t = (struct txn){get(all, 0), get(all, 1), get(all, 2), get(all, 3)};
		if (t.id != before.id + 1)
			audit_tell(a, "transaction %" PRId64 ": one before it is missing", t.id);
		if (t.at < before.at)
			audit_tell(a, "transaction %" PRId64 ": it is earlier than the one before",
				   t.id);
		found = check_transaction(a, &t, sides, found);
		audit_count(a, &a->report->transactions);
		before = t;
	}
	t = (struct txn){.id = INT64_MAX};
	if (found == STORE_FOUND)
		found = check_transaction(a, &t, sides, found);
	drop(all);
	drop(sides);
	return more == STORE_TROUBLE || found == STORE_TROUBLE ? STORE_TROUBLE : STORE_DONE;
}
