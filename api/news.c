/*
 * news.c - what happens to an account: asked for, waited for, or told as it happens.
 *
 * Whoever asks for the first time is written down first, and answered once that
 * is durable: from then on nothing is missed.
 */
#include "api/feeds.h"
#include "api/games_inside.h"

#include "daemon/clock.h"

#include <stdlib.h>
#include <string.h>

#define ASK_WAIT_MS  2000 /* for the commit that makes somebody a reader */
#define GAMES_SHOWN  100  /* in a view of all that waits for one         */
#define SLICE_OF     32	  /* news written for a stream at once           */

struct asking {
	int64_t after, wait, first, last; /* after -1: not said */
	size_t limit;
};

/* ---- how things stand ---------------------------------------------------------------- */

/* Members "last" and "games": where it is this account's turn. False on trouble. */
static bool tell_all(struct out *out, struct store_view *view, int64_t account, int64_t last)
{
	const struct game_filter filter = {
		.player = account, .viewer = account, .to_move = true, .ascending = true};
	size_t n = GAMES_SHOWN + 1;
	struct game_row *rows = malloc(n * sizeof *rows);
	int found = rows ? store_games(view, &filter, rows, &n) : STORE_TROUBLE;

	if (found != STORE_TROUBLE) {
		out_kint(out, "last", last);
		out_key(out, "games");
		out_array(out);
		for (size_t i = 0; i < n && i < GAMES_SHOWN; i++)
			view_game_line(out, &rows[i]);
		out_array_end(out);
		out_kbool(out, "more", n > GAMES_SHOWN);
	}
	free(rows);
	return found != STORE_TROUBLE;
}

/* ---- asked for ------------------------------------------------------------------------- */

static bool write_news(struct out *out, struct store_view *view, int64_t account,
		       const struct asking *a)
{
	size_t n = a->limit;
	struct news_row *rows = malloc(n * sizeof *rows);
	bool good = rows && store_news(view, account, a->after, rows, &n) != STORE_TROUBLE;

	for (size_t i = 0; good && i < n; i++)
		good = view_news(out, view, &rows[i], 0);
	free(rows);
	return good;
}

static struct reply answer(struct request *r, const struct asking *a)
{
	bool missed = a->after < a->first - 1, good = true;
	struct out out;

	out_init(&out);
	out_object(&out);
	out_kint(&out, "first", a->first);
	out_kint(&out, "last", a->last);
	out_ktime(&out, "server_time", desk_now(r->desk));
	if (missed) {
		out_key(&out, "reset");
		out_object(&out);
		good = tell_all(&out, request_view(r), r->account, a->last);
		out_object_end(&out);
	}
	out_key(&out, "events");
	out_array(&out);
	good = good && (missed || write_news(&out, request_view(r), r->account, a));
	out_array_end(&out);
	out_object_end(&out);
	if (good)
		return reply_json(200, &out);
	out_free(&out);
	return reply_trouble(r);
}

/* The next call finds it in the book. */
static struct reply become_reader(struct request *r)
{
	bool kept = desk_enter(r->desk) == 0;

	if (kept) {
		kept = desk_add_reader(r->desk, r->account) == 0;
		kept = desk_leave(r->desk, kept) == 0 && kept;
	}
	if (!kept)
		return reply_trouble(r);
	r->watcher.game = -r->account;
	r->watcher.deadline = clock_ticks() + ASK_WAIT_MS;
	return (struct reply){.kind = REPLY_WAIT};
}

static struct reply stream(struct request *r, const struct asking *a)
{
	r->feed.whose = -r->account;
	r->feed.after = a->after;
	return request_feed(r, a->first - 1, a->last);
}

static struct reply list(struct request *r, struct asking *a)
{
	struct out out;

	if (a->after > a->last) {
		reply_problem_begin(r, &out, INVALID_VALUE,
				    "There are %lld news: none comes after %lld yet.",
				    (long long)a->last, (long long)a->after);
		out_kint(&out, "last", a->last);
		return reply_problem_end(r, &out, INVALID_VALUE);
	}
	if (a->after < 0)
		a->after = a->first - 1;
	if (a->after < a->last || a->wait == 0 || r->woken)
		return answer(r, a);
	if (a->wait > (int64_t)request_wait_max(r))
		a->wait = (int64_t)request_wait_max(r);
	r->watcher.game = -r->account;
	r->watcher.deadline = clock_ticks() + a->wait * 1000;
	return (struct reply){.kind = REPLY_WAIT};
}

struct reply news_list(struct request *r)
{
	static const char *const forms[] = {"application/json", "text/event-stream", NULL};
	struct asking a = {.after = -1};
	const char *form = request_accepts(r, forms);
	struct reply reply;

	if (!form)
		return reply_problem(r, NOT_ACCEPTABLE,
				     "News are application/json or text/event-stream.");
	if (!request_query_int(r, "after", 0, INT64_MAX, &a.after, &reply) ||
	    !request_query_int(r, "wait", 0, 3600, &a.wait, &reply) ||
	    !request_limit(r, &a.limit, &reply))
		return reply;
	switch (store_news_bounds(request_view(r), r->account, &a.first, &a.last)) {
	case STORE_FOUND:
		return form == forms[0] ? list(r, &a) : stream(r, &a);
	case STORE_NONE:
		return r->woken ? reply_trouble(r) : become_reader(r);
	default:
		return reply_trouble(r);
	}
}

/* ---- told as it happens -------------------------------------------------------------------- */

static bool write_snapshot(struct server *s, struct store_view *view, int64_t account,
			   struct slice *slice)
{
	struct out *out = &slice->text;
	bool good;

	feed_event(out, slice->until, "reset");
	out_object(out);
	good = tell_all(out, view, account, slice->until);
	out_ktime(out, "server_time", desk_now(s->desk));
	out_object_end(out);
	feed_event_end(out);
	return good;
}

bool feed_news(struct server *s, const struct feed *f, struct slice *slice)
{
	struct store_view *view = store_glasses(desk_store(s->desk));
	struct news_row rows[SLICE_OF];
	int64_t account = -slice->whose, first;
	size_t n = SLICE_OF;
	bool good = true;

	if (store_news_bounds(view, account, &first, &slice->until) != STORE_FOUND)
		return false;
	if (slice->snapshot || f->after < first - 1)
		return write_snapshot(s, view, account, slice);
	if (f->after == slice->until)
		return true;
	if (store_news(view, account, f->after, rows, &n) == STORE_TROUBLE)
		return false;
	slice->more = n == SLICE_OF;
	for (size_t i = 0; i < n && good; i++) {
		slice->until = rows[i].number;
		feed_event(&slice->text, rows[i].number, news_word(rows[i].kind));
		good = view_news(&slice->text, view, &rows[i], desk_now(s->desk));
		feed_event_end(&slice->text);
	}
	return good;
}
