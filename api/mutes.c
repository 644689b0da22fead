/*
 * mutes.c - whose lines one does not want to see.
 *
 * It is between oneself and the server: who is muted is not told, and loses
 * nothing by it but a reader.
 */
#include "api/games_inside.h"

static void write_mute(struct out *out, const char *name, int64_t since)
{
	out_object(out);
	out_kstring(out, "account", name);
	out_ktime(out, "since", since);
	out_object_end(out);
}

struct reply mutes_list(struct request *r)
{
	int64_t after, muted, at;
	struct reply reply;
	const char *name;
	int found;
	struct out out;
	size_t limit;

	if (!request_limit(r, &limit, &reply) || !request_cursor(r, &after, &reply))
		return reply;
	out_init(&out);
	page_begin(&out, "mutes");
	for (size_t n = 0; (found = store_mute_next(request_view(r), r->account, after, &muted,
						    &at, &name)) == STORE_FOUND &&
			   n < limit;
	     n++) {
		write_mute(&out, name, at);
		after = muted;
	}
	if (found != STORE_TROUBLE)
		return page_end(r, &out, found == STORE_FOUND ? after : 0);
	out_free(&out);
	return reply_trouble(r);
}

static struct reply mute(struct request *r, bool muted)
{
	struct store *store = desk_store(r->desk);
	struct account_row account;
	struct reply reply;
	int done;

	if (!games_account(r, r->args[0], &account, &reply))
		return reply;
	if (account.id == r->account)
		return reply_problem(r, FORBIDDEN, "Nobody mutes himself here.");
	done = muted ? store_mute(store, r->account, account.id, desk_now(r->desk))
		     : store_unmute(store, r->account, account.id);
	return done == STORE_DONE ? reply_empty(204) : reply_trouble(r);
}

struct reply mutes_add(struct request *r)
{
	return mute(r, true);
}

struct reply mutes_remove(struct request *r)
{
	return mute(r, false);
}
