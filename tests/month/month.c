/*
 * month.c - a month in the life of a house, with everything at once.
 *
 * Players by the dozen (2,000 of them when there is time: TABLAS_LONG) play games of
 * every ruleset by clocks of every kind.  They decide, pause, agree, resign and let
 * time run out, while the house is restarted and killed, also in the middle of a
 * request, and days go by.  Every deadline that was announced must have come at its
 * instant; whoever listens has heard each number once; at the end the book is true.
 */
#include "tests/month/month.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define HOOKS 12 /* players to whom news are brought ... */
#define MAILS 3	 /* ... and sent by mail                */
#define WINDS_LEAST 6
#define WINDS_MOST 30

struct size {
	unsigned players, boards, days, readers, acts; /* readers: one in so many */
};

static struct size size_of(void)
{
	if (getenv("TABLAS_LONG"))
		return (struct size){2000, 10000, 30, 5, 6000};
	if (getenv("TABLAS_BRIEF"))
		return (struct size){16, 30, 8, 2, 25};
	return (struct size){40, 150, 30, 2, 45};
}

/* ---- deadlines that come ------------------------------------------------------------------ */

struct announced {
	unsigned board;
	long long ply;
	int64_t deadline;
	bool open; /* it is that of a table which is not full */
};

/* What the games say now of those that fall due until then. */
static size_t announced_until(int64_t to, struct announced *out)
{
	size_t n = 0;

	for (unsigned i = 0; i < month.live_n; i++) {
		struct board *b = &month.boards[month.live[i]];

		if (!b->timed && !b->open)
			continue;
		board_look(b);
		if (b->over) {
			i--;
			continue;
		}
		if (b->deadline && b->deadline <= to)
			out[n++] = (struct announced){month.live[i], b->ply, b->deadline, b->open};
	}
	return n;
}

/* The first that happened since is just that, at that very instant. */
static void assert_came(const struct announced *d)
{
	const struct board *b = &month.boards[d->board];
	struct answer a = month_get(month.operator, "/v1/games/%s/events?after=%lld&limit=1", b->key,
				    d->ply);

	answer_expect(&a, 200);
	if (json_array_size(answer_at(&a, "events")) == 0)
		fail_msg("%s: a deadline came, and nothing happened", b->key);
	if (strcmp(answer_string(&a, "events[0].kind"), d->open ? "expired" : "lapsed") != 0 ||
	    instant(answer_string(&a, "events[0].at")) != d->deadline)
		fail_msg("%s: %s at %s, and not what was announced", b->key,
			 answer_string(&a, "events[0].kind"), answer_string(&a, "events[0].at"));
	answer_fini(&a);
}

static void a_day_goes_by(struct announced *due, int64_t to)
{
	size_t n = announced_until(to, due);

	month_wind(to);
	for (size_t i = 0; i < n; i++)
		assert_came(&due[i]);
}

/* ---- the month -------------------------------------------------------------------------------- */

/* Those that are played without a clock are as they were, however long nobody came. */
static void nothing_ends_by_invention(void)
{
	for (unsigned i = 0; i < month.live_n; i++) {
		struct board *b = &month.boards[month.live[i]];
		long long before = b->ply;

		if (b->timed || b->paused || b->open)
			continue;
		board_look(b); /* user-voices B11 */
		assert_false(b->over);
		assert_int_equal(b->ply, before);
	}
}

static void everybody_has_heard(void)
{
	for (unsigned i = 0; i < month.players_n; i++)
		if (month.players[i].reader.reads)
			reader_finish(&month.players[i]);
}

static void nobody_waits_any_more(void)
{
	for (unsigned i = 0; i < month.players_n; i++)
		if (month.players[i].reader.reads)
			reader_leave(&month.players[i]);
}

static void everything_was_as_it_was_told(void)
{
	for (unsigned i = 0; i < month.boards_n; i++)
		board_finish(&month.boards[i]);
}

/* The first game that goes on though its clock would end it; that of a claim waits for it. */
static const char *who_goes_on(void)
{
	for (unsigned i = 0; i < month.live_n; i++) {
		struct board *b = &month.boards[month.live[i]];

		if (!b->timed || b->claimed_only)
			continue;
		board_look(b);
		if (!b->over)
			return b->key;
		i--; /* it is none of them any more */
	}
	return NULL;
}

/*
 * A clock that ends games ends them all.  Where it makes the house play instead, the
 * next is asked when somebody has noticed: one after another each of four seats misses
 * some turns before it is out.
 */
static void every_clock_runs_out(struct announced *due)
{
	const char *key = "";

	for (unsigned n = 0; n < WINDS_MOST && (n < WINDS_LEAST || key); n++) {
		a_day_goes_by(due, month.now + 60 * DAY);
		key = who_goes_on();
	}
	if (key)
		fail_msg("%s goes on, years after its time", key);
}

static void a_month_goes_by(void **state)
{
	const struct size size = size_of();
	struct announced *due = calloc(size.boards, sizeof *due);

	(void)state;
	hooks_open();
	month_open(size.players, size.boards);
	month.moment = HOUR * 45 / size.acts;
	for (unsigned i = 0; i < size.players; i += size.readers)
		reader_begin(&month.players[i]);
	for (unsigned i = 0; i < size.players && i < HOOKS * size.readers; i += size.readers)
		hook_begin(&month.players[i]);
	for (unsigned i = 0; i < size.players && i < MAILS * size.readers; i += size.readers)
		mail_begin(&month.players[i]);
	for (unsigned day = 0; day < size.days; day++) {
		hooks_fall(!hooks_are_ill() && chance(4) == 0);
		for (unsigned n = 0; n < size.acts; n++) {
			act_once();
			hooks_open_parcels();
			mails_open_letters();
		}
		if (getenv("TABLAS_LONG"))
			fprintf(stderr, "# day %u of %u: %u games, %u go on, %ld requests\n", day + 1,
				size.days, month.boards_n, month.live_n, month.asked);
		a_day_goes_by(due, month.now + 6 * HOUR + (int64_t)chance(36 * 3600) * SECOND);
	}
	if (!getenv("TABLAS_BRIEF"))
		acts_catch_up();
	everybody_has_heard();
	hooks_finish();
	mails_finish();
	every_clock_runs_out(due);
	nothing_ends_by_invention();
	everybody_has_heard();
	hooks_finish();
	everybody_has_heard();
	mails_finish();
	nobody_waits_any_more();
	everything_was_as_it_was_told();
	acts_tell();
	if (!getenv("TABLAS_BRIEF"))
		acts_all_done();
	print_message("%u games, %ld requests, %ld refused, %ld lapses; %ld times reloaded, %ld"
		      " restarted, %ld killed, %ld in the middle of a request; %ld streamed,"
		      " %ld waited for, %ld brought, %ld mailed\n",
		      month.boards_n, month.asked, month.refused, month.lapses, month.hups,
		      month.restarts, month.kills, month.in_flight, month.streamed, month.waited,
		      month.brought, month.mailed);
	assert_true(month.lapses > 0 && month.hups + month.restarts + month.kills > 0);
	month_close();
	mails_close();
	hooks_close();
	free(due);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_month_goes_by),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
