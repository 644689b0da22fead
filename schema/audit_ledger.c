/*
 * audit_ledger.c - does every line stand on both sides?
 *
 * Transactions and their entries are read side by side: nothing is made or
 * lost, none is missing, and each vouches for the one before (audit_chain.c).
 */
#include "schema/audit_inside.h"
#include "schema/chain.h"

#include <inttypes.h>
#include <string.h>

struct side {
	int64_t txn, line, account, seq, at, kind, amount, purse, other, game, ply;
	int64_t multiplier;
	bool said; /* there is a reason, if an empty one */
	char reason[256];
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
	s->purse = get(st, 7);
	s->other = get(st, 8);
	s->game = get(st, 9);
	s->ply = get(st, 10);
	s->said = sqlite3_column_type(st, 11) != SQLITE_NULL;
	get_text(st, 11, s->reason, sizeof(s->reason));
	s->multiplier = get(st, 12);
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
	if (a->multiplier != b->multiplier)
		return "the sides are of different numbers of stakes";
	return NULL;
}

static void check_side(struct auditor *a, const struct transaction_row *t, const struct side *s)
{
	if (s->at != t->at || s->game != t->game || s->ply != (int64_t)t->ply)
		audit_tell(a, "account %" PRId64 " entry %" PRId64
			      ": time, game or ply are not those of transaction %" PRId64,
			   s->account, s->seq, t->id);
}

static void link_line(struct auditor *a, const struct side *one, const struct side *two)
{
	const struct side *from = one->amount < 0 ? one : two, *to = one->amount < 0 ? two : one;
	struct book_line line = {.kind = (uint8_t)one->kind,
				 .from = {from->account, from->purse},
				 .to = {to->account, to->purse},
				 .amount = to->amount,
				 .reason = one->said ? one->reason : NULL};

	audit_chain_line(a, one->line, &line);
}

/* Both sides of the next line, or what is there of it. Steps over what it takes. */
static int check_line(struct auditor *a, const struct transaction_row *t, sqlite3_stmt *sides, int64_t line)
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
	link_line(a, &one, &two);
	return ask(a->view, sides);
}

/* `found` says whether `sides` stands on a row; the same of where it is left. */
static int check_transaction(struct auditor *a, const struct transaction_row *t, sqlite3_stmt *sides, int found)
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

static void check_place(struct auditor *a, const struct transaction_row *t,
			const struct transaction_row *before)
{
	if (t->id != before->id + 1)
		audit_tell(a, "transaction %" PRId64 ": one before it is missing", t->id);
	if (t->at < before->at)
		audit_tell(a, "transaction %" PRId64 ": it is earlier than the one before", t->id);
}

/* Reads on until the end (NONE), or until it is time for another look (FOUND). */
static int read_transactions(struct auditor *a, sqlite3_stmt *all, sqlite3_stmt *sides,
			     struct transaction_row *before)
{
	int found = ask(a->view, sides), more;
	struct transaction_row t;

	while ((more = ask(a->view, all)) == STORE_FOUND) {
		chain_read_row(all, &t);
		check_place(a, &t, before);
		audit_chain_begin(a, &t, t.id == before->id + 1);
		found = check_transaction(a, &t, sides, found);
		audit_chain_end(a);
		audit_count(a, &a->report.transactions);
		*before = t;
		if (audit_is_long(a))
			return found == STORE_TROUBLE ? found : STORE_FOUND;
	}
	t = (struct transaction_row){.id = INT64_MAX};
	if (found == STORE_FOUND)
		found = check_transaction(a, &t, sides, found);
	return more == STORE_TROUBLE || found == STORE_TROUBLE ? STORE_TROUBLE : STORE_NONE;
}

int audit_transactions(struct auditor *a)
{
	struct transaction_row before = {.id = 0};
	int found;

	do {
		sqlite3_stmt *all = statement(a->view, DO_AUDIT_TRANSACTIONS);
		sqlite3_stmt *sides = statement(a->view, DO_AUDIT_LINES);
		put(all, 1, before.id);
		put(sides, 1, before.id);
		found = read_transactions(a, all, sides, &before);
		drop(all);
		drop(sides);
		if (found == STORE_FOUND && audit_look_again(a) != STORE_DONE)
			return STORE_TROUBLE;
	} while (found == STORE_FOUND);
	return found == STORE_NONE ? STORE_DONE : STORE_TROUBLE;
}
