/*
 * entries.c - chips: what an account has, how it came by them, and giving some.
 *
 * Every line says what lay there afterwards, so that nobody has to add up a
 * history to trust it.
 */
#include "api/games_inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE_BITS 12 /* of a cursor into a game's entries; the rest is the transaction */

/* ---- words ------------------------------------------------------------------------- */

/* The house's own accounts are not called by the names they have in the book. */
static const char *name_of(int64_t account, const char *name)
{
	return account == ACCOUNT_BANK	 ? "bank"
	       : account == ACCOUNT_POTS ? "pot"
	       : account == ACCOUNT_FEES ? "house"
					 : name;
}

static bool query_kind(struct request *r, int *kind, struct reply *reply)
{
	const char *word = request_query(r, "kind");

	for (int i = TRANSFER_GRANT; word && i < TRANSFER_KINDS; i++) {
		if (strcmp(word, transfer_word((enum transfer_kind)i)) == 0) {
			*kind = i;
			return true;
		}
	}
	if (word)
		*reply = reply_problem(r, INVALID_VALUE,
				       "\"kind\" is a kind of entry, such as \"stake\" or "
				       "\"buy_in\".");
	return !word;
}

/* Whose: one's own, or anybody's for the operator. */
static bool find_owner(struct request *r, struct account_row *account, struct reply *reply)
{
	if (!games_account(r, r->args[0], account, reply))
		return false;
	if (account->id == r->account || r->scopes & SCOPE_ADMIN)
		return true;
	*reply = reply_problem(r, FORBIDDEN, "Only %s and the operator see this.",
			       account->name);
	return false;
}

/* ---- GET /v1/accounts/{name}/entries ---------------------------------------------------- */

static bool query_game(struct request *r, int64_t *game, struct reply *reply)
{
	const char *key = request_query(r, "game");
	struct kept_who who;
	struct game_row row;

	if (!key)
		return true;
	switch (store_game_by_key(request_view(r), key, &row)) {
	case STORE_FOUND:
		games_who(&row, &who);
		if (games_may_see(r, &who)) {
			*game = row.id;
			return true;
		}
		/* One that may not be seen is not there. */
		/* fallthrough */
	case STORE_NONE:
		*reply = reply_problem(r, INVALID_VALUE, "There is no game \"%.40s\".", key);
		return false;
	default:
		*reply = reply_trouble(r);
		return false;
	}
}

/* How many stakes the rule asked for: a gammon with the cube at 2 is 4. */
static void write_multiplier(struct out *out, const struct entry_row *e)
{
	if (e->stakes)
		out_kint(out, "multiplier", e->stakes);
	else
		out_knull(out, "multiplier");
}

static void write_entry(struct out *out, const struct entry_row *e)
{
	out_object(out);
	out_kint(out, "seq", e->seq);
	out_ktime(out, "at", e->at);
	out_kstring(out, "kind", transfer_word(e->kind));
	out_kint(out, "amount", e->amount);
	out_kstring(out, "in", e->purse ? "purse" : "wallet");
	out_kstring(out, "other", name_of(e->other, e->other_name));
	out_kstring(out, "game", e->game_key[0] ? e->game_key : NULL);
	if (e->game)
		out_kint(out, "ply", (int64_t)e->ply);
	else
		out_knull(out, "ply");
	out_kstring(out, "reason", e->reason[0] ? e->reason : NULL);
	write_multiplier(out, e);
	out_kint(out, "transaction", e->txn);
	if (e->corrects)
		out_kint(out, "corrects", e->corrects);
	out_kint(out, e->purse ? "purse_after" : "wallet_after", e->purse_after);
	out_kint(out, "balance_after", e->total_after);
	out_object_end(out);
}

static struct reply list_entries(struct request *r, const struct account_row *account,
				 const struct entry_filter *filter, size_t limit)
{
	size_t n = limit + 1;
	struct entry_row *rows = malloc(n * sizeof *rows);
	struct reply reply;
	struct out out;

	if (!rows || store_entries(request_view(r), filter, rows, &n) == STORE_TROUBLE) {
		free(rows);
		return reply_trouble(r);
	}
	out_init(&out);
	out_object(&out);
	out_kstring(&out, "account", account->name);
	out_key(&out, "entries");
	out_array(&out);
	for (size_t i = 0; i < n && i < limit; i++)
		write_entry(&out, &rows[i]);
	out_array_end(&out);
	out_object_end(&out);
	reply = reply_json(200, &out);
	if (n > limit)
		reply_next(r, &reply, rows[limit - 1].seq);
	free(rows);
	return reply;
}

struct reply entries_of_account(struct request *r)
{
	struct entry_filter filter = {.game = 0};
	struct account_row account;
	struct reply reply;
	size_t limit;

	if (!find_owner(r, &account, &reply) || !query_game(r, &filter.game, &reply) ||
	    !query_kind(r, &filter.kind, &reply) ||
	    !request_query_time(r, "from", &filter.from, &reply) ||
	    !request_query_time(r, "to", &filter.to, &reply) ||
	    !games_query_order(r, &filter.ascending, &reply) ||
	    !request_cursor(r, &filter.after, &reply) || !request_limit(r, &limit, &reply))
		return reply;
	filter.account = account.id;
	return list_entries(r, &account, &filter, limit);
}

struct reply entries_balance(struct request *r)
{
	struct account_row account;
	struct reply reply;
	struct out out;

	if (!find_owner(r, &account, &reply))
		return reply;
	out_init(&out);
	out_object(&out);
	out_kstring(&out, "account", account.name);
	out_kint(&out, "wallet", account.wallet);
	out_kint(&out, "in_play", account.held);
	out_kint(&out, "total", account.wallet + account.held);
	out_kint(&out, "entries", account.entries);
	out_ktime(&out, "at", desk_now(r->desk));
	out_object_end(&out);
	return reply_json(200, &out);
}

/* ---- GET /v1/games/{id}/entries ------------------------------------------------------------
 */

static void write_posting(struct out *out, const struct entry_row *e, const char *name)
{
	out_object(out);
	out_kint(out, "transaction", e->txn);
	out_kint(out, "line", e->line);
	out_ktime(out, "at", e->at);
	out_kint(out, "ply", (int64_t)e->ply);
	out_kstring(out, "kind", transfer_word(e->kind));
	out_kstring(out, "account", name_of(e->account, name));
	out_kstring(out, "in",
		    e->account == ACCOUNT_POTS ? "pot"
		    : e->purse		       ? "purse"
					       : "wallet");
	out_kint(out, "amount", e->amount);
	out_kstring(out, "other", name_of(e->other, e->other_name));
	out_kstring(out, "reason", e->reason[0] ? e->reason : NULL);
	write_multiplier(out, e);
	out_kint(out, "after", e->purse_after);
	out_object_end(out);
}

/* The two sides of one line, which sum to zero; each knows the other's name. */
static void write_line(struct out *out, const struct entry_row *a, const struct entry_row *b)
{
	write_posting(out, a, b->other_name);
	write_posting(out, b, a->other_name);
}

struct reply entries_of_game(struct request *r)
{
	struct entry_row last = {.account = INT64_MAX, .seq = INT64_MAX}, *rows;
	struct game_row row;
	struct reply reply;
	struct out out;
	int64_t cursor;
	size_t limit, n;

	if (!games_row(r, &row, &reply) || !request_cursor(r, &cursor, &reply) ||
	    !request_limit(r, &limit, &reply))
		return reply;
	last.txn = cursor >> LINE_BITS;
	last.line = (int)(cursor & ((1 << LINE_BITS) - 1));
	n = 2 * limit + 2;
	rows = malloc(n * sizeof *rows);
	if (!rows || store_game_entries(request_view(r), row.id, cursor ? &last : NULL,
					      rows, &n) == STORE_TROUBLE) {
		free(rows);
		return reply_trouble(r);
	}
	out_init(&out);
	out_object(&out);
	out_kstring(&out, "id", row.key);
	out_key(&out, "entries");
	out_array(&out);
	for (size_t i = 0; i + 1 < n && i < 2 * limit; i += 2)
		write_line(&out, &rows[i], &rows[i + 1]);
	out_array_end(&out);
	out_object_end(&out);
	reply = reply_json(200, &out);
	if (n > 2 * limit)
		reply_next(r, &reply,
			   rows[2 * limit - 1].txn << LINE_BITS | rows[2 * limit - 1].line);
	free(rows);
	return reply;
}

/* ---- giving
 * ------------------------------------------------------------------------------------ */

static bool find_receiver(struct request *r, struct account_row *to, struct reply *reply)
{
	const char *name;
	int got;

	if (!request_string(r, "to", true, STORE_NAME_MAX, &name, reply))
		return false;
	got = store_account_by_name(request_view(r), name, to);
	if (got == STORE_TROUBLE) {
		*reply = reply_trouble(r);
		return false;
	}
	if (got == STORE_NONE || to->id < ACCOUNT_FIRST) {
		*reply = games_problem_at(r, NOT_FOUND, "/to", "There is no account \"%s\".",
					  name);
		return false;
	}
	if (to->closed) {
		*reply = games_problem_at(r, ACCOUNT_CLOSED, "/to", "The account is closed.");
		return false;
	}
	return true;
}

struct giving {
	struct book_line line;
	const char *from, *to;
};

static struct reply book(struct request *r, const struct giving *g)
{
	struct account_row after;
	struct reply reply;
	struct out out;
	int64_t txn;

	switch (store_book(desk_store(r->desk), desk_now(r->desk), 0, 0, &g->line, 1, &txn)) {
	case STORE_DONE:
		break;
	case STORE_NONE:
		if (g->line.kind == TRANSFER_GRANT)
			return reply_problem(r, INVALID_VALUE,
					     "So many chips cannot be counted.");
		if (g->line.kind == TRANSFER_PLAYER)
			return games_chips_lacking(r, g->line.amount);
		return reply_problem(r, INSUFFICIENT_CHIPS,
				     "The account has not so many chips at hand.");
	default:
		return reply_trouble(r);
	}
	/* What is left is the giver's to know, not the receiver's balance. */
	if (store_account_by_id(request_view(r),
				g->line.kind == TRANSFER_GRANT ? g->line.to.account
							       : g->line.from.account,
				&after) != STORE_FOUND)
		return reply_trouble(r);
	out_init(&out);
	out_object(&out);
	out_kint(&out, "transaction", txn);
	out_kstring(&out, "kind", transfer_word(g->line.kind));
	out_kstring(&out, "from", g->from);
	out_kstring(&out, "to", g->to);
	out_kint(&out, "amount", g->line.amount);
	out_kstring(&out, "note", g->line.reason);
	out_kint(&out, "wallet_after", after.wallet);
	out_ktime(&out, "at", desk_now(r->desk));
	out_object_end(&out);
	reply = reply_json(201, &out);
	return reply;
}

#define NOTE_MAX 60 /* bytes; a reason in the book has 63 */

struct reply entries_transfer(struct request *r)
{
	static const char *const members[] = {"to", "amount", "note", NULL};
	struct giving g = {.line = {.kind = TRANSFER_PLAYER}};
	struct account_row to;
	struct reply reply;

	if (!request_members(r, r->json, "", members, &reply) ||
	    !find_receiver(r, &to, &reply) ||
	    !request_int(r, "amount", true, 1, CHIPS_MAX, &g.line.amount, &reply) ||
	    !request_string(r, "note", false, NOTE_MAX, &g.line.reason, &reply))
		return reply;
	if (to.id == r->account)
		return games_problem_at(r, INVALID_VALUE, "/to",
					"Chips are given to somebody else.");
	g.line.from.account = r->account;
	g.line.to.account = to.id;
	g.from = r->account_name;
	g.to = to.name;
	return book(r, &g);
}

struct reply entries_grant(struct request *r)
{
	static const char *const members[] = {"to", "amount", "note", NULL};
	struct giving g = {.line = {.kind = TRANSFER_GRANT}};
	struct account_row to;
	struct reply reply;
	int64_t amount;

	if (!request_members(r, r->json, "", members, &reply) ||
	    !find_receiver(r, &to, &reply) ||
	    !request_int(r, "amount", true, -CHIPS_MAX, CHIPS_MAX, &amount, &reply) ||
	    !request_string(r, "note", false, NOTE_MAX, &g.line.reason, &reply))
		return reply;
	if (amount == 0)
		return games_problem_at(r, INVALID_VALUE, "/amount",
					"Nothing is granted or withdrawn by 0.");
	g.line.kind = amount > 0 ? TRANSFER_GRANT : TRANSFER_WITHDRAW;
	g.line.amount = amount > 0 ? amount : -amount;
	*(amount > 0 ? &g.line.from : &g.line.to) = (struct book_side){.account = ACCOUNT_BANK};
	*(amount > 0 ? &g.line.to : &g.line.from) = (struct book_side){.account = to.id};
	g.from = amount > 0 ? "bank" : to.name;
	g.to = amount > 0 ? to.name : "bank";
	return book(r, &g);
}
