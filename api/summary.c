/*
 * summary.c - what an account has, had at an instant, and has won and lost.
 *
 * None of it is added up here: a balance stands beside the account and in every
 * entry, sums are kept when a game ends.
 */
#include "api/histories.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- GET /v1/accounts/{name}/balance ------------------------------------------------ */

static bool balance_then(struct request *r, const struct account_row *account, int64_t *at,
			 struct balance_row *b, struct reply *reply)
{
	int64_t then = 0;

	*at = desk_now(r->desk);
	*b = (struct balance_row){.wallet = account->wallet,
				  .held = account->held,
				  .entries = account->entries};
	if (!request_query_time(r, "at", &then, reply))
		return false;
	if (!request_query(r, "at"))
		return true;
	if (then > *at) {
		*reply = reply_problem(r, INVALID_VALUE, "\"at\" lies in the future.");
		return false;
	}
	*at = then;
	if (store_balance_at(request_view(r), account->id, then, b) == STORE_FOUND)
		return true;
	*reply = reply_trouble(r);
	return false;
}

struct reply summary_balance(struct request *r)
{
	struct account_row account;
	struct balance_row balance;
	struct reply reply;
	struct out out;
	int64_t at;

	if (!history_owner(r, &account, &reply) ||
	    !balance_then(r, &account, &at, &balance, &reply))
		return reply;
	out_init(&out);
	out_object(&out);
	out_kstring(&out, "account", account.name);
	out_kint(&out, "wallet", balance.wallet);
	out_kint(&out, "in_play", balance.held);
	out_kint(&out, "total", balance.wallet + balance.held);
	out_kint(&out, "entries", balance.entries);
	out_ktime(&out, "at", at);
	out_object_end(&out);
	return reply_json(200, &out);
}

/* ---- GET /v1/accounts/{name}/summary -------------------------------------------------- */

static const struct {
	const char *word, *key, *member;
} parts[] = {[SUMS_BY_RULESET] = {"ruleset", "by_ruleset", "ruleset"},
	     [SUMS_BY_OPPONENT] = {"opponent", "by_opponent", "opponent"},
	     [SUMS_BY_MONTH] = {"month", "by_month", "month"}};

static void write_sum(struct out *out, const struct sum_row *row)
{
	out_kint(out, "games", row->games);
	out_kint(out, "won", row->won);
	out_kint(out, "lost", row->lost);
	out_kint(out, "net", row->won - row->lost);
}

static void write_part(struct out *out, enum sums_by by, const struct sum_row *rows, size_t n)
{
	char month[24];

	out_key(out, parts[by].key);
	out_array(out);
	for (size_t i = 0; i < n; i++) {
		snprintf(month, sizeof month, "%04" PRId64 "-%02" PRId64, rows[i].which / 100,
			 rows[i].which % 100);
		out_object(out);
		out_kstring(out, parts[by].member, by == SUMS_BY_MONTH ? month : rows[i].name);
		write_sum(out, &rows[i]);
		out_object_end(out);
	}
	out_array_end(out);
}

/* 0: none in particular; -1 and the problem. */
static int read_by(struct request *r, struct reply *reply)
{
	const char *word = request_query(r, "by");

	for (int by = SUMS_BY_RULESET; word && by <= SUMS_BY_MONTH; by++)
		if (strcmp(word, parts[by].word) == 0)
			return by;
	if (!word && !request_query(r, "cursor"))
		return SUMS_ALL;
	*reply = reply_problem(r, INVALID_VALUE,
			       "\"by\" is \"ruleset\", \"opponent\" or \"month\".");
	return -1;
}

struct asked {
	int64_t account, after;
	int by;
	size_t limit;
};

/* One part or each; the next page is told of where one was asked for. */
static int write_parts(struct request *r, const struct asked *a, struct out *out, int64_t *next)
{
	struct sum_row *rows = malloc((a->limit + 1) * sizeof *rows);
	int found = rows ? STORE_FOUND : STORE_TROUBLE;

	for (int by = SUMS_BY_RULESET; by <= SUMS_BY_MONTH && found != STORE_TROUBLE; by++) {
		size_t n = a->limit + 1;

		if (a->by != SUMS_ALL && a->by != by)
			continue;
		found = store_sums(request_view(r), a->account, (enum sums_by)by, a->after, rows,
				   &n);
		if (n > a->limit)
			*next = a->by == by ? rows[a->limit - 1].which : 0;
		write_part(out, (enum sums_by)by, rows, n < a->limit ? n : a->limit);
	}
	free(rows);
	return found;
}

struct reply summary_show(struct request *r)
{
	struct sum_row all = {.games = 0};
	struct account_row account;
	struct asked asked;
	struct reply reply;
	struct out out;
	int64_t next = 0;
	size_t one = 1;

	if (!history_owner(r, &account, &reply) || (asked.by = read_by(r, &reply)) < 0 ||
	    !request_cursor(r, &asked.after, &reply) || !request_limit(r, &asked.limit, &reply))
		return reply;
	asked.account = account.id;
	if (store_sums(request_view(r), account.id, SUMS_ALL, 0, &all, &one) == STORE_TROUBLE)
		return reply_trouble(r);
	out_init(&out);
	out_object(&out);
	out_kstring(&out, "account", account.name);
	write_sum(&out, &all);
	if (write_parts(r, &asked, &out, &next) == STORE_TROUBLE) {
		out_free(&out);
		return reply_trouble(r);
	}
	out_object_end(&out);
	reply = reply_json(200, &out);
	if (next)
		reply_next(r, &reply, next);
	return reply;
}
