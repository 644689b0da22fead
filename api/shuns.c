/*
 * shuns.c - whose lines one does not want to see, and with whom one wants nothing
 * to do.
 *
 * A mute is between oneself and the server: who is muted is not told, and loses
 * nothing by it but a reader.  A block keeps somebody away, and is told where it
 * does.  It begins nothing and ends nothing: a game of the two goes on.
 */
#include "api/shuns.h"

#include "api/limits.h"

static const char *const words[SHUNS] = {[SHUN_MUTED] = "mutes", [SHUN_BLOCKED] = "blocks"};

bool shuns_keep_away(struct request *r, const struct game_row *row, bool *trouble)
{
	int found;

	if (row->state != TABLE_OPEN || !r->account || row->creator == r->account)
		return false;
	for (unsigned seat = 0; seat < row->seats; seat++)
		if (row->seat[seat].account == r->account || row->seat[seat].invited == r->account)
			return false;
	found = store_shuns(request_view(r), SHUN_BLOCKED, r->account, row->creator);
	if (found == STORE_NONE)
		found = store_shuns(request_view(r), SHUN_BLOCKED, row->creator, r->account);
	*trouble |= found == STORE_TROUBLE;
	return found != STORE_NONE;
}

void shun_out(struct out *out, const char *name, int64_t since)
{
	out_object(out);
	out_kstring(out, "account", name);
	out_ktime(out, "since", since);
	out_object_end(out);
}

static struct reply list(struct request *r, enum shun how)
{
	int64_t after, other, at;
	struct reply reply;
	const char *name;
	int found;
	struct out out;
	size_t limit;

	if (!request_limit(r, &limit, &reply) || !request_cursor(r, &after, &reply))
		return reply;
	out_init(&out);
	page_begin(&out, words[how]);
	for (size_t n = 0; (found = store_shun_next(request_view(r), how, r->account, after,
						    &other, &at, &name)) == STORE_FOUND &&
			   n < limit;
	     n++) {
		shun_out(&out, name, at);
		after = other;
	}
	if (found != STORE_TROUBLE)
		return page_end(r, &out, found == STORE_FOUND ? after : 0);
	out_free(&out);
	return reply_trouble(r);
}

/* Whether the list is full and `other` not in it yet; or there is trouble. */
static bool refuse_more(struct request *r, enum shun how, int64_t other, struct reply *reply)
{
	size_t n = 0;
	int found = store_shuns(request_view(r), how, r->account, other);

	if (found == STORE_NONE)
		found = store_shuns_count(request_view(r), how, r->account, &n);
	if (found == STORE_FOUND && n < SHUNS_MOST)
		return false;
	*reply = found == STORE_TROUBLE
			 ? reply_trouble(r)
			 : reply_problem(r, LIST_FULL, "There are %zu names in it.", n);
	return true;
}

static struct reply set(struct request *r, enum shun how, bool shun)
{
	struct store *store = desk_store(r->desk);
	struct account_row account;
	struct reply reply;
	int done;

	if (!games_account(r, r->args[0], &account, &reply))
		return reply;
	if (account.id == r->account)
		return reply_problem(r, FORBIDDEN, how == SHUN_MUTED
							   ? "Nobody mutes himself here."
							   : "Nobody blocks himself here.");
	if (how == SHUN_BLOCKED && shun && account.closed)
		return reply_problem(r, ACCOUNT_CLOSED, "%s has closed the account.",
				     account.name);
	if (shun && refuse_more(r, how, account.id, &reply))
		return reply;
	done = shun ? store_shun(store, how, r->account, account.id, desk_now(r->desk))
		    : store_unshun(store, how, r->account, account.id);
	return done == STORE_DONE ? reply_empty(204) : reply_trouble(r);
}

struct reply shuns_muted(struct request *r)
{
	return list(r, SHUN_MUTED);
}

struct reply shuns_mute(struct request *r)
{
	return set(r, SHUN_MUTED, true);
}

struct reply shuns_unmute(struct request *r)
{
	return set(r, SHUN_MUTED, false);
}

struct reply shuns_blocked(struct request *r)
{
	return list(r, SHUN_BLOCKED);
}

struct reply shuns_block(struct request *r)
{
	return set(r, SHUN_BLOCKED, true);
}

struct reply shuns_unblock(struct request *r)
{
	return set(r, SHUN_BLOCKED, false);
}

/* ---- whom that keeps away ---------------------------------------------------------------- */

static struct reply blocked(struct request *r, int64_t other, bool own)
{
	struct account_row account;
	struct out out;

	if (store_account_by_id(request_view(r), other, &account) != STORE_FOUND)
		return reply_trouble(r);
	reply_problem_begin(r, &out, BLOCKED,
			    own ? "You have blocked %s yourself." : "%s has blocked you.",
			    account.name);
	out_kstring(&out, "account", account.name);
	return reply_problem_end(r, &out, BLOCKED);
}

bool shuns_refuse(struct request *r, int64_t other, struct reply *reply)
{
	int found = STORE_NONE;

	if (other && other != r->account)
		found = store_shuns(request_view(r), SHUN_BLOCKED, other, r->account);
	if (found == STORE_NONE)
		return false;
	*reply = found == STORE_FOUND ? blocked(r, other, false) : reply_trouble(r);
	return true;
}

/* Who has blocked somebody would challenge one who cannot come. */
bool shuns_refuse_challenge(struct request *r, const struct desk_game *game, struct reply *reply)
{
	for (unsigned seat = 0; seat < game->seats; seat++) {
		int64_t other = game->seat[seat].invited;
		int found;

		if (!other || other == r->account)
			continue;
		if (shuns_refuse(r, other, reply))
			return true;
		found = store_shuns(request_view(r), SHUN_BLOCKED, r->account, other);
		if (found == STORE_NONE)
			continue;
		*reply = found == STORE_FOUND ? blocked(r, other, true) : reply_trouble(r);
		return true;
	}
	return false;
}

bool shuns_refuse_seat(struct request *r, const struct game_row *row, struct reply *reply)
{
	if (row->state != TABLE_OPEN)
		return false;
	for (unsigned seat = 0; seat < row->seats; seat++)
		if (row->seat[seat].account != row->creator &&
		    shuns_refuse(r, row->seat[seat].account, reply))
			return true;
	return shuns_refuse(r, row->creator, reply);
}
