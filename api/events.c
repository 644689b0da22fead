/*
 * events.c - what has happened at a table since a ply, and the next of it.
 *
 * A client that knows the last ply it saw can never miss or repeat a fact: it
 * asks for those after it, and may wait for the first if there is none yet.
 */
#include "api/games_inside.h"
#include "api/looks.h"

#include "daemon/clock.h"

#include <stdlib.h>

struct asking {
	int64_t after, wait;
	size_t limit;
};

static bool read_asking(struct request *r, struct asking *a, struct reply *reply)
{
	*a = (struct asking){.after = 0};
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
	struct out out;

	out_init(&out);
	out_object(&out);
	out_kstring(&out, "id", row->key);
	out_kint(&out, "ply", (int64_t)row->ply);
	out_kstring(&out, "state", view_state_word(row->state));
	out_ktime(&out, "server_time", desk_now(r->desk));
	out_key(&out, "events");
	out_array(&out);
	if (store_facts(request_view(r), row->id, (uint64_t)a->after, a->limit, tell, &out) ==
	    STORE_TROUBLE) {
		out_free(&out);
		return reply_trouble(r);
	}
	out_array_end(&out);
	out_object_end(&out);
	looks_note_row(r, row);
	return reply_json(200, &out);
}

struct reply events_list(struct request *r)
{
	struct asking a;
	struct game_row row;
	struct reply reply;
	bool patient;

	if (!games_row(r, &row, &reply) || !read_asking(r, &a, &reply))
		return reply;
	if ((uint64_t)a.after > row.ply) {
		struct out out;

		reply_problem_begin(r, &out, INVALID_VALUE,
				    "The game has %llu facts: nothing comes after %lld yet.",
				    (unsigned long long)row.ply, (long long)a.after);
		out_kint(&out, "ply", (int64_t)row.ply);
		return reply_problem_end(r, &out, INVALID_VALUE);
	}
	if (games_overdue(r, row.id, row.deadline, &reply))
		return reply;
	/* Nothing more will happen at a table that is cleared: waiting would be in vain. */
	patient = row.state != TABLE_OVER && row.state != TABLE_ABORTED;
	if ((uint64_t)a.after < row.ply || a.wait == 0 || r->woken || !patient)
		return answer(r, &row, &a);
	if (a.wait > (int64_t)request_wait_max(r))
		a.wait = (int64_t)request_wait_max(r);
	r->watcher.game = row.id;
	r->watcher.deadline = clock_ticks() + a.wait * 1000;
	return (struct reply){.kind = REPLY_WAIT};
}
