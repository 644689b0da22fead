/*
 * watchers.c - how many look on at a game just now.
 *
 * Nothing of it is in the book, nor in the game's document, which is the same until
 * the game changes.  Whoever has a stream of its events open, or waits for one,
 * looks on.  Seats do not, nor does the operator, who sees a game as it is: that
 * such a one goes would tell those who see it late that it has ended.
 */
#include "api/exchange.h"
#include "api/feeds.h"
#include "api/games_inside.h"

#include <stdlib.h>

struct counting {
	const struct game_row *row;
	int64_t *accounts;
	size_t n, room;
};

static void count(struct counting *c, int64_t account, uint32_t scopes)
{
	if (scopes & SCOPE_ADMIN || games_seat_of(c->row, account) >= 0)
		return;
	if (c->n == c->room) {
		c->room = c->room ? 2 * c->room : 64;
		c->accounts = realloc(c->accounts, c->room * sizeof *c->accounts);
		if (!c->accounts)
			abort();
	}
	c->accounts[c->n++] = account;
}

static void see_feed(void *cls, const struct feed *f)
{
	count(cls, f->account, f->scopes);
}

/* Others wait for a game that is about to change, to be shown it. */
static void see_waiting(void *cls, const struct watcher *watcher)
{
	const struct request *r =
		(const void *)((const char *)watcher - offsetof(struct request, watcher));

	if (r->route->handler == events_list)
		count(cls, r->account, r->scopes);
}

static int by_number(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

/* Each of them once, however many streams one has. */
static int64_t distinct(struct counting *c)
{
	int64_t n = 0;

	if (c->n)
		qsort(c->accounts, c->n, sizeof *c->accounts, by_number);
	for (size_t i = 0; i < c->n; i++)
		n += i == 0 || c->accounts[i] != c->accounts[i - 1];
	return n;
}

struct reply watchers_show(struct request *r)
{
	struct game_row row;
	struct counting c = {.row = &row};
	struct reply reply;
	struct out out;

	if (!games_row(r, &row, &reply))
		return reply;
	feeds_of(r->server->feeds, row.id, see_feed, &c);
	watch_each(r->server->watch, row.id, see_waiting, &c);
	out_init(&out);
	out_object(&out);
	out_kstring(&out, "id", row.key);
	out_kint(&out, "watchers", distinct(&c));
	out_ktime(&out, "server_time", desk_now(r->desk));
	out_object_end(&out);
	free(c.accounts);
	return reply_json(200, &out);
}
