/*
 * nudge.c - asking somebody at the table to go on.
 *
 * A question may be waited for some hours before its seat is nudged, and as long
 * again before it is nudged once more, by whomever.  What is left of the seat's
 * time is the game's deadline and nothing else: where that comes first there is
 * nothing to nudge for.
 */
#include "api/nudge.h"

#include "api/exchange.h"
#include "api/shuns.h"
#include "daemon/config.h"

static bool at_of(void *cls, const struct fact *fact, const char *events)
{
	(void)events;
	*(int64_t *)cls = fact->at;
	return false;
}

/*
 * From when on a seat that is asked may be nudged; 0: not before its time is up.
 * False on trouble.
 */
static bool nudge_possible(struct request *r, const struct game_row *row, unsigned seat,
			   int64_t *at)
{
	struct seat_note_row last;
	int found = store_nudge(request_view(r), row->id, seat, &last);

	if (found == STORE_FOUND && last.asked == row->asked)
		*at = last.at;
	else if (found == STORE_TROUBLE ||
		 store_facts(request_view(r), row->id, row->asked - 1, 1, at_of, at) != STORE_FOUND)
		return false;
	*at += (int64_t)r->server->config->nudge_hours * 3600000;
	if (row->deadline && *at >= row->deadline)
		*at = 0;
	return true;
}

static struct reply time_is_up(struct request *r, const struct game_row *row)
{
	struct out out;

	reply_problem_begin(r, &out, CLOCK_EXPIRED, "The time for this decision is up.");
	out_kstring(&out, "state", view_state_word(row->state));
	out_kint(&out, "ply", (int64_t)row->ply);
	out_ktime(&out, "deadline", row->deadline);
	out_ktime(&out, "server_time", desk_now(r->desk));
	return reply_problem_end(r, &out, CLOCK_EXPIRED);
}

/* Whether the game waits for anybody at all. */
static bool is_played(struct request *r, const struct game_row *row, struct reply *reply)
{
	if (marks_is_paused(row->marks)) {
		*reply = reply_problem(r, GAME_PAUSED, "Nobody is waited for while it is.");
		return false;
	}
	if (row->state == TABLE_ACTIVE) {
		if (!row->deadline || row->deadline > desk_now(r->desk))
			return true;
		*reply = time_is_up(r, row);
		return false;
	}
	*reply = reply_problem(r,
			       row->state == TABLE_OPEN	    ? GAME_NOT_STARTED
			       : row->state == TABLE_FROZEN ? GAME_FROZEN
							    : GAME_OVER,
			       "Nobody is asked anything at this table now.");
	return false;
}

/* The seat that is named, or -1. */
static bool read_seat(struct request *r, const struct game_row *row, int64_t *named,
		      struct reply *reply)
{
	static const char *const members[] = {"seat", NULL};

	*named = -1;
	return !r->json ||
	       (request_members(r, r->json, "", members, reply) &&
		request_int(r, "seat", false, 0, (int64_t)row->seats - 1, named, reply));
}

/* The seat that is meant: it is asked and another's than whoever asks. */
static bool find_seat(struct request *r, const struct game_row *row, int64_t named,
		      unsigned *seat, struct reply *reply)
{
	for (*seat = 0; *seat < row->seats; ++*seat)
		if ((named < 0 || named == (int64_t)*seat) && row->waiting >> *seat & 1 &&
		    row->seat[*seat].account != r->account)
			return true;
	*reply = reply_problem(r, NOTHING_TO_NUDGE,
			       named < 0 ? "The game waits for nobody but you."
					 : "The game does not wait for that seat, or it is yours.");
	return false;
}

static struct reply too_soon(struct request *r, const struct game_row *row, int64_t at)
{
	struct reply reply;
	struct out out;

	reply_problem_begin(r, &out, TOO_SOON_TO_NUDGE, "%s",
			    at ? "The question has not stood for long enough, or its seat was "
				 "nudged not long ago; \"possible_at\" tells when it may be."
			       : "The time of the seat is up before it may be nudged.");
	out_ktime(&out, "possible_at", at);
	out_ktime(&out, "deadline", row->deadline);
	reply = reply_problem_end(r, &out, TOO_SOON_TO_NUDGE);
	if (at)
		reply.retry_after = (int)((at - desk_now(r->desk) + 999) / 1000);
	return reply;
}

static struct reply nudged(struct request *r, const struct game_row *row, unsigned seat)
{
	struct seat_note_row nudge = {.game = row->id,
				      .seat = seat,
				      .asked = row->asked,
				      .at = desk_now(r->desk),
				      .account = r->account};
	struct news_row news = {.account = row->seat[seat].account,
				.kind = NEWS_NUDGED,
				.game = row->id,
				.ply = row->asked,
				.seat = (uint8_t)seat,
				.other = r->account,
				.value = row->deadline};
	int64_t next;
	struct out out;

	if (store_nudge_write(desk_store(r->desk), &nudge) != STORE_DONE ||
	    desk_tell(r->desk, &news) != 0 || !nudge_possible(r, row, seat, &next))
		return reply_trouble(r);
	out_init(&out);
	out_object(&out);
	out_kstring(&out, "id", row->key);
	out_kint(&out, "seat", seat);
	out_kstring(&out, "account", row->seat[seat].name);
	out_ktime(&out, "at", nudge.at);
	out_ktime(&out, "possible_at", next);
	out_ktime(&out, "deadline", row->deadline);
	out_object_end(&out);
	return reply_json(201, &out);
}

struct reply nudges_create(struct request *r)
{
	struct game_row row;
	struct reply reply;
	unsigned seat;
	int64_t at, named;

	if (!games_row(r, &row, &reply) || !read_seat(r, &row, &named, &reply))
		return reply;
	if (games_seat_of(&row, r->account) < 0)
		return reply_problem(r, NOT_SEATED, "Only who sits at the table may nudge there.");
	if (!is_played(r, &row, &reply) || !find_seat(r, &row, named, &seat, &reply))
		return reply;
	if (shuns_refuse(r, row.seat[seat].account, &reply))
		return reply;
	if (!nudge_possible(r, &row, seat, &at))
		return reply_trouble(r);
	if (!at || at > desk_now(r->desk))
		return too_soon(r, &row, at);
	return nudged(r, &row, seat);
}

bool nudges_write(struct request *r, struct out *out, const struct game_row *row)
{
	int64_t at;
	int shuns;

	out_key(out, "nudges");
	out_array(out);
	for (unsigned seat = 0; row->state == TABLE_ACTIVE && seat < row->seats; seat++) {
		if (marks_is_paused(row->marks) || !(row->waiting >> seat & 1) ||
		    row->seat[seat].account == r->account)
			continue;
		shuns = store_shuns(request_view(r), SHUN_BLOCKED, row->seat[seat].account,
				    r->account);
		if (shuns == STORE_FOUND)
			continue;
		if (shuns == STORE_TROUBLE || !nudge_possible(r, row, seat, &at))
			return false;
		out_object(out);
		out_kint(out, "seat", seat);
		out_ktime(out, "possible_at", at);
		out_object_end(out);
	}
	out_array_end(out);
	return true;
}
