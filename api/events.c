/*
 * events.c - what has happened at a table since a ply, and the next of it.
 *
 * A client that knows the last ply it saw can never miss or repeat a fact: it
 * asks for those after it, and may wait for the first if there is none yet.
 *
 * Nothing here counts as a look at a question (looks.h): a device in a pocket is
 * told as well.
 */
#include "api/feeds.h"
#include "api/games_inside.h"
#include "api/past.h"
#include "api/view_parts.h"

#include "daemon/clock.h"

#include <stdlib.h>

#define SLICE_OF 32 /* facts written for a stream at once */

struct asking {
	int64_t after, wait; /* after -1: not said */
	size_t limit;
};

static bool read_asking(struct request *r, struct asking *a, struct reply *reply)
{
	*a = (struct asking){.after = -1};
	return request_query_int(r, "after", 0, INT64_MAX, &a->after, reply) &&
	       request_query_int(r, "wait", 0, 3600, &a->wait, reply) &&
	       request_limit(r, &a->limit, reply);
}

static bool tell(void *cls, const struct fact *fact, const char *events)
{
	view_fact(cls, fact, events);
	return true;
}

static struct reply answer(struct request *r, const struct game_row *row,
			   const struct asking *a)
{
	uint64_t left = row->ply - (uint64_t)a->after;
	size_t most = a->limit < left ? a->limit : (size_t)left;
	struct out out;

	out_init(&out);
	out_object(&out);
	out_kstring(&out, "id", row->key);
	out_kint(&out, "ply", (int64_t)row->ply);
	out_kstring(&out, "state", view_state_word(row->state));
	out_ktime(&out, "server_time", desk_now(r->desk));
	out_ktime(&out, "deadline", view_deadline(row));
	view_clock(&out, row, NULL);
	out_key(&out, "events");
	out_array(&out);
	if (store_facts(request_view(r), row->id, (uint64_t)a->after, most, tell, &out) ==
	    STORE_TROUBLE) {
		out_free(&out);
		return reply_trouble(r);
	}
	out_array_end(&out);
	out_object_end(&out);
	return reply_json(200, &out);
}

static bool is_cleared(const struct game_row *row)
{
	return row->state == TABLE_OVER || row->state == TABLE_ABORTED;
}

/* A client that comes again for what will never happen is told to stay away (204). */
static struct reply stream(struct request *r, const struct game_row *row, const struct asking *a)
{
	struct reply reply;

	r->feed.whose = row->id;
	r->feed.after = a->after;
	r->feed.late = past_is_late_row(r, row);
	reply = request_feed(r, 0, (int64_t)row->ply);
	if (is_cleared(row) && !r->feed.snapshot && r->feed.after == (int64_t)row->ply)
		return reply_empty(204);
	return reply;
}

struct lateness { /* of one who waits for what is told late */
	int64_t after, end; /* ticks */
};

/*
 * Whoever sees the game late does not answer to what is held back, which would tell
 * when it happened, but goes on waiting until the next of it may be told.
 */
static bool waits_on(struct request *r)
{
	const struct lateness *late = r->scratch;
	struct store_view *view = store_glasses(desk_store(r->desk));
	int64_t now = clock_ticks(), ms;
	static struct game_row row; /* some kilobytes that need not be cleared */
	uint64_t ply;

	if (now >= late->end || store_game_by_id(view, r->watcher.game, &row) != STORE_FOUND ||
	    !past_next(r->desk, view, &row, &ply, &ms) || ply > (uint64_t)late->after)
		return false;
	r->watcher.deadline = ms < late->end - now ? now + ms : late->end;
	return true;
}

static struct reply wait_for_more(struct request *r, const struct game_row *row,
				  const struct asking *a)
{
	r->watcher.game = row->id;
	r->watcher.deadline = clock_ticks() + a->wait * 1000;
	if (past_is_late_row(r, row)) {
		struct lateness *late = malloc(sizeof *late);

		if (!late)
			abort();
		*late = (struct lateness){a->after, r->watcher.deadline};
		r->scratch = late;
		r->waits_on = waits_on;
		if (!waits_on(r))
			return answer(r, row, a);
	}
	return (struct reply){.kind = REPLY_WAIT};
}

static struct reply list(struct request *r, const struct game_row *row, struct asking *a)
{
	if (a->after < 0)
		a->after = 0;
	if ((uint64_t)a->after > row->ply) {
		struct out out;

		reply_problem_begin(r, &out, INVALID_VALUE,
				    "The game has %llu facts: nothing comes after %lld yet.",
				    (unsigned long long)row->ply, (long long)a->after);
		out_kint(&out, "ply", (int64_t)row->ply);
		return reply_problem_end(r, &out, INVALID_VALUE);
	}
	/* Nothing more will happen at a table that is cleared: waiting would be in vain. */
	if ((uint64_t)a->after < row->ply || a->wait == 0 || r->woken || is_cleared(row))
		return answer(r, row, a);
	if (a->wait > (int64_t)request_wait_max(r))
		a->wait = (int64_t)request_wait_max(r);
	return wait_for_more(r, row, a);
}

struct reply events_list(struct request *r)
{
	static const char *const forms[] = {"application/json", "text/event-stream", NULL};
	const char *form = request_accepts(r, forms);
	struct asking a;
	struct game_row row;
	struct reply reply;

	if (!games_row(r, &row, &reply) || !read_asking(r, &a, &reply))
		return reply;
	if (form && form != forms[0])
		return stream(r, &row, &a);
	if (!past_is_late_row(r, &row) && (uint64_t)(a.after < 0 ? 0 : a.after) <= row.ply &&
	    games_overdue(r, row.id, row.deadline, &reply))
		return reply;
	return list(r, &row, &a);
}

/* ---- told as it happens ---------------------------------------------------------------- */

struct telling {
	struct slice *slice;
	const struct game_row *row;
	int64_t now;
	size_t n;
};

static bool tell_one(void *cls, const struct fact *fact, const char *events)
{
	struct telling *t = cls;
	struct out *out = &t->slice->text;

	t->n++;
	t->slice->until = (int64_t)fact->ply;
	feed_event(out, (int64_t)fact->ply, fact_word(fact->kind));
	out_object(out);
	view_fact_members(out, fact, events);
	out_ktime(out, "server_time", t->now);
	if (fact->ply >= t->row->asked) /* of the question that is open now */
		out_ktime(out, "deadline", view_deadline(t->row));
	out_object_end(out);
	feed_event_end(out);
	return true;
}

static bool write_snapshot(struct server *s, struct game_row *row, struct slice *slice)
{
	struct store_view *view = store_glasses(desk_store(s->desk));
	struct view_around around;
	static struct table table; /* some kilobytes that need not be cleared */
	bool playable = desk_table(s->desk, row, &table) == 0;
	struct out *out = &slice->text;

	if (!games_around(view, row, NULL, &around))
		return false;
	desk_asks(s->desk, row->id);
	feed_event(out, (int64_t)row->ply, "reset");
	out_object(out);
	out_kint(out, "ply", (int64_t)row->ply);
	out_ktime(out, "server_time", desk_now(s->desk));
	out_ktime(out, "deadline", view_deadline(row));
	out_key(out, "game");
	out_object(out);
	view_game_members(out, row, playable ? &table : NULL, &around);
	out_object_end(out);
	out_object_end(out);
	feed_event_end(out);
	desk_asked(s->desk);
	slice->until = (int64_t)row->ply;
	return true;
}

/* The row as it is told late, and when the next of it is. */
static bool go_back(struct server *s, struct game_row *row, struct slice *slice)
{
	struct store_view *view = store_glasses(desk_store(s->desk));
	enum past past;
	uint64_t ply;
	int64_t ms;

	if (!past_next(s->desk, view, row, &ply, &ms))
		return false;
	if (ms != INT64_MAX)
		slice->told_next = clock_ticks() + ms;
	past = past_show_late(s->desk, view, row);
	desk_asked(s->desk);
	return past <= PAST_THEN;
}

bool feed_events(struct server *s, const struct feed *f, struct slice *slice)
{
	struct store_view *view = store_glasses(desk_store(s->desk));
	static struct game_row row;
	struct telling t = {.slice = slice, .row = &row};
	size_t most;

	if (store_game_by_id(view, f->watcher.game, &row) != STORE_FOUND)
		return false;
	games_who(&row, &slice->who);
	if (slice->late && !go_back(s, &row, slice))
		return false;
	t.now = desk_now(s->desk);
	if (slice->snapshot && !write_snapshot(s, &row, slice))
		return false;
	most = row.ply - (uint64_t)f->after < SLICE_OF ? row.ply - (uint64_t)f->after : SLICE_OF;
	if (!slice->snapshot && (uint64_t)f->after < row.ply &&
	    store_facts(view, row.id, (uint64_t)f->after, most, tell_one, &t) == STORE_TROUBLE)
		return false;
	slice->more = t.n == SLICE_OF;
	if (is_cleared(&row) && slice->until == (int64_t)row.ply)
		slice->end = "over";
	return true;
}
