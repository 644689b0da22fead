/*
 * accounts.c - players: who they are, one's password, the end of an account.
 *
 * Others see a name and since when; chips and everything else are one's own.
 */
#include "api/people.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void account_out(struct out *out, const struct account_row *row, bool own)
{
	out_object(out);
	out_kstring(out, "name", row->name);
	out_ktime(out, "created", row->created);
	out_kbool(out, "closed", row->closed != 0);
	if (own) {
		out_kbool(out, "has_password", row->password[0] != '\0');
		out_kint(out, "wallet", row->wallet);
		out_kint(out, "in_play", row->held);
	}
	out_object_end(out);
}

int account_find(struct request *r, struct store_view *view, struct account_row *row)
{
	int found;

	if (strcmp(r->args[0], "me") == 0)
		return store_account_by_id(view, r->account, row);
	if (strlen(r->args[0]) > STORE_NAME_MAX)
		return STORE_NONE;
	found = store_account_by_name(view, r->args[0], row);
	return found == STORE_FOUND && row->id < ACCOUNT_FIRST ? STORE_NONE : found;
}

struct reply account_not_there(struct request *r, int found)
{
	return found == STORE_TROUBLE ? reply_trouble(r)
				      : reply_problem(r, NOT_FOUND, "There is no such player.");
}

struct reply accounts_show(struct request *r)
{
	struct account_row row;
	struct out out;
	int found = account_find(r, store_glasses(desk_store(r->desk)), &row);

	if (found != STORE_FOUND)
		return account_not_there(r, found);
	out_init(&out);
	account_out(&out, &row, row.id == r->account);
	return reply_json(200, &out);
}

struct reply accounts_list(struct request *r)
{
	struct store_view *glasses = store_glasses(desk_store(r->desk));
	const char *prefix = request_query(r, "prefix");
	struct account_row last = {0}, *rows;
	struct reply reply;
	struct out out;
	int64_t after;
	size_t limit, n;

	if (!request_limit(r, &limit, &reply) || !request_cursor(r, &after, &reply))
		return reply;
	if (prefix && strlen(prefix) > STORE_NAME_MAX)
		return reply_problem(r, INVALID_VALUE, "No name is longer than %d characters.",
				     STORE_NAME_MAX);
	if (after && store_account_by_id(glasses, after, &last) != STORE_FOUND)
		return reply_trouble(r);
	n = limit + 1; /* one more tells whether there is a next page */
	rows = calloc(n, sizeof *rows);
	if (!rows)
		abort();
	if (store_account_find(glasses, prefix ? prefix : "", last.name, rows, &n) ==
	    STORE_TROUBLE) {
		free(rows);
		return reply_trouble(r);
	}
	out_init(&out);
	page_begin(&out, "accounts");
	for (size_t i = 0; i < n && i < limit; i++)
		account_out(&out, &rows[i], false);
	reply = page_end(r, &out, n > limit ? rows[limit - 1].id : 0);
	free(rows);
	return reply;
}

/* Only oneself: the account in *row, or false and the problem. */
static bool oneself(struct request *r, struct account_row *row, struct reply *reply)
{
	int found = account_find(r, store_pen(desk_store(r->desk)), row);

	if (found != STORE_FOUND) {
		*reply = account_not_there(r, found);
		return false;
	}
	if (row->id == r->account)
		return true;
	*reply = reply_problem(r, FORBIDDEN, "Only %s can do that.", row->name);
	return false;
}

struct reply accounts_change(struct request *r)
{
	static const char *const known[] = {"password", "current_password", NULL};
	const char *password = NULL, *current = "";
	struct account_row row;
	struct reply reply;
	struct out out;

	if (!oneself(r, &row, &reply) || !request_members(r, r->json, "", known, &reply) ||
	    !password_member(r, "password", true, &password, &reply) ||
	    !request_string(r, "current_password", row.password[0] != '\0', PASSWORD_MAX * 4,
			    &current, &reply))
		return reply;
	if (!r->thought_done) {
		if (!allowance_take(r->private, LIMIT_PASSWORD, row.name, &reply))
			return reply;
		return ponder(r, password, current, row.password, true);
	}
	const struct pondering *p = r->scratch;

	if (row.password[0] && !p->matches)
		return reply_problem(r, BAD_CREDENTIALS, "The current password is another.");
	if (p->failed || store_account_set_password(desk_store(r->desk), row.id, p->hash) !=
				 STORE_DONE)
		return reply_trouble(r);
	out_init(&out);
	memcpy(row.password, p->hash, sizeof row.password);
	account_out(&out, &row, true);
	return reply_json(200, &out);
}
