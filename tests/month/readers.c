/*
 * readers.c - what people hear, and that it is just what happened.
 *
 * Each reader goes on from the last number he has: he asks, or waits for what is not
 * there yet, or has a stream that goes on while others act, time goes by and the house
 * dies.  He breaks off at any point, and sometimes asks again for what he has heard
 * before.  A number that is skipped, comes twice or says something else the second
 * time is found at once; at the end all that was told of each game is compared with
 * its facts.
 */
#include "tests/api/ear.h"
#include "tests/api/hand.h"
#include "tests/month/month.h"

#include <limits.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

void reader_begin(struct player *p)
{
	p->reader.reads = true;
	reader_finish(p);
	assert_int_equal(p->reader.last, 0);
}

/* All of an event but when it was told. */
static uint64_t digest_of(json_t *event)
{
	uint64_t digest = 14695981039346656037u;
	json_t *copy = json_copy(event);
	char *text;

	json_object_del(copy, "server_time");
	text = json_dumps(copy, JSON_COMPACT | JSON_SORT_KEYS);
	for (const char *c = text; *c; c++)
		digest = (digest ^ (unsigned char)*c) * 1099511628211u;
	free(text);
	json_decref(copy);
	return digest;
}

static const char *text_of(json_t *event, const char *member)
{
	const char *text = json_string_value(json_object_get(event, member));

	return text ? text : "";
}

static void hear(struct player *p, json_t *event)
{
	long long number = json_integer_value(json_object_get(event, "number"));
	struct reader *r = &p->reader;

	if (number > r->last + 1 || number < 1)
		fail_msg("%s hears %lld after %lld", p->name, number, r->last);
	if (number <= r->last) {
		if (r->told[number] != digest_of(event))
			fail_msg("%s hears something else under %lld", p->name, number);
		return;
	}
	if ((size_t)number >= r->cap) {
		r->cap = r->cap ? 2 * r->cap : 256;
		r->told = realloc(r->told, r->cap * sizeof *r->told);
		r->what = realloc(r->what, r->cap * sizeof *r->what);
		assert_true(r->told && r->what);
	}
	r->told[number] = digest_of(event);
	snprintf(r->what[number], sizeof *r->what, "%.10s %lld %.20s", text_of(event, "game"),
		 (long long)json_integer_value(json_object_get(event, "ply")), text_of(event, "type"));
	r->last = number;
}

/* All of an answer, one after the other; how many there are in the book. */
static long long hear_page(struct player *p, const struct answer *a, long long after)
{
	json_t *event;
	size_t i;

	answer_expect(a, 200);
	assert_false(answer_has(a, "reset"));
	json_array_foreach(answer_at(a, "events"), i, event)
	{
		assert_int_equal(json_integer_value(json_object_get(event, "number")),
				 after + 1 + (long long)i);
		hear(p, event);
	}
	return answer_int(a, "last");
}

static long long ask(struct player *p, long long after, unsigned limit)
{
	struct answer a = month_get(p->token, "/v1/me/events?after=%lld&limit=%u", after, limit);
	long long last = hear_page(p, &a, after);

	answer_fini(&a);
	return last;
}

/* ---- who waits ------------------------------------------------------------------------------ */

static void wait_for_news(struct player *p)
{
	struct reader *r = &p->reader;
	char text[512];

	snprintf(text, sizeof text,
		 "GET /v1/me/events?after=%lld&wait=3600" HAND_HOST "Authorization: Bearer %s\r\n\r\n",
		 r->last, p->token);
	r->waits_on = wire_open(month.daemon.port);
	assert_true(r->waits_on > 0 && wire_say(r->waits_on, text));
	r->after = r->last;
	r->life = month.life;
}

/* He has been told, unless there was nothing, or the house died before. */
static void hear_what_came(struct player *p, long long last)
{
	struct reader *r = &p->reader;
	bool must = last > r->after && r->life == month.life;
	struct pollfd poller = {.fd = r->waits_on, .events = POLLIN};
	struct answer a = {0};

	/* What has begun to come is heard to its end; of a house that died there may be none. */
	if (poll(&poller, 1, must ? PATIENCE : 1) > 0)
		a = wire_hear(r->waits_on, PATIENCE, false);
	if (must || a.json)
		hear_page(p, &a, r->after);
	if (must && json_array_size(answer_at(&a, "events")) == 0)
		fail_msg("%s waited for what is behind %lld in vain", p->name, r->after);
	month.waited += a.status != 0;
	answer_fini(&a);
	hand_slam(r->waits_on);
	r->waits_on = 0;
}

/* ---- who has a stream ----------------------------------------------------------------------- */

static void open_stream(struct player *p)
{
	struct reader *r = &p->reader;
	char field[64];

	snprintf(field, sizeof field, "Last-Event-ID: %lld\r\n", r->last);
	club.daemon.port = month.daemon.port; /* which the ear knows */
	r->ear = malloc(sizeof *r->ear);
	assert_non_null(r->ear);
	ear_open(r->ear, p->token, "/v1/me/events", field);
	r->ear->id = r->last;
	r->life = month.life;
}

static void close_stream(struct reader *r)
{
	if (chance(2))
		ear_slam(r->ear);
	else
		ear_close(r->ear);
	free(r->ear);
	r->ear = NULL;
}

/* Hears so many at the most; all there are must come, unless the house has died since. */
static void hear_stream(struct player *p, long long last, unsigned most)
{
	struct reader *r = &p->reader;

	r->ear->patience = r->life == month.life ? 0 : 1;
	while (most-- > 0 && r->ear->id < last) {
		long long before = r->ear->id;

		if (!ear_hear(r->ear) || strcmp(r->ear->type, "end") == 0) {
			if (r->life == month.life)
				fail_msg("the stream of %s ends at %lld", p->name, before);
			break;
		}
		if (r->ear->id != before + 1)
			fail_msg("%s hears \"%s\" %lld after %lld", p->name, r->ear->type,
				 r->ear->id, before);
		hear(p, r->ear->data);
		month.streamed++;
	}
	if (r->life != month.life || chance(3) == 0)
		close_stream(r);
}

void reader_leave(struct player *p)
{
	struct reader *r = &p->reader;

	if (r->waits_on)
		hear_what_came(p, r->last);
	if (r->ear) {
		hear_stream(p, r->last, UINT_MAX);
		if (r->ear)
			close_stream(r);
	}
}

/* What is new comes by what he waits for, and before that or behind it by asking. */
void reader_read(struct player *p)
{
	struct reader *r = &p->reader;
	long long last;

	if (r->last > 0 && chance(4) == 0) {
		ask(p, (long long)chance((unsigned)r->last), 1 + chance(50));
		return;
	}
	last = chance(2) ? ask(p, r->last, 1 + chance(30)) : r->last;
	if (r->waits_on)
		hear_what_came(p, last);
	if (r->ear)
		hear_stream(p, last, chance(20));
	if (r->ear)
		return;
	if (chance(2))
		open_stream(p);
	else
		wait_for_news(p);
}

void reader_finish(struct player *p)
{
	while (ask(p, p->reader.last, 200) > p->reader.last)
		;
}

/* ---- what happened in a game ------------------------------------------------------------------ */

/* Facts that are told to all who sit there, by what they are called as news. */
static const struct {
	const char *fact, *news;
} told[] = {
	{"started", "game.started"},   {"decided", "game.decided"},   {"played", "game.decided"},
	{"finished", "game.finished"}, {"aborted", "game.aborted"},   {"lapsed", "game.lapsed"},
	{"expired", "challenge.expired"},
	{"claimed", "game.claimed"},   {"resigned", "game.resigned"}, {"frozen", "game.frozen"},
};
#define TOLD (sizeof told / sizeof *told)

static unsigned times_heard(const struct reader *r, const char *what)
{
	unsigned n = 0;

	for (long long i = 1; i <= r->last; i++)
		n += strcmp(r->what[i], what) == 0;
	return n;
}

/* Who has left hears no more of what the others do, only of the end. */
static bool left(json_t *facts, size_t before, unsigned seat)
{
	json_t *fact;
	size_t i;

	json_array_foreach(facts, i, fact)
	{
		json_t *whose = json_object_get(fact, "seat");

		if (i >= before)
			return false;
		if ((strcmp(text_of(fact, "kind"), "left") == 0 ||
		     strcmp(text_of(fact, "kind"), "resigned") == 0) &&
		    json_is_integer(whose) && json_integer_value(whose) == seat)
			return true;
	}
	return false;
}

static bool sat(json_t *facts, size_t before, unsigned seat)
{
	for (size_t i = 0; i < before; i++) {
		json_t *fact = json_array_get(facts, i);

		if (strcmp(text_of(fact, "kind"), "seated") == 0 &&
		    json_integer_value(json_object_get(fact, "seat")) == seat)
			return true;
	}
	return false;
}

static void compare_heard(const struct board *b, json_t *facts, size_t i)
{
	json_t *fact = json_array_get(facts, i);
	char what[64];

	for (size_t k = 0; k < TOLD; k++) {
		if (strcmp(text_of(fact, "kind"), told[k].fact) != 0)
			continue;
		snprintf(what, sizeof what, "%.10s %zu %.20s", b->key, i + 1, told[k].news);
		for (unsigned seat = 0; seat < b->seats; seat++) {
			const struct player *p = &month.players[b->who[seat]];

			if (p->reader.reads && sat(facts, i, seat) && !left(facts, i, seat) &&
			    times_heard(&p->reader, what) != 1)
				fail_msg("%s heard \"%s\" %u times", p->name, what,
					 times_heard(&p->reader, what));
		}
	}
}

static bool moves_deadlines(const char *kind)
{
	return strcmp(kind, "thawed") == 0 || strcmp(kind, "resumed") == 0 ||
	       strcmp(kind, "away") == 0 || strcmp(kind, "resigned") == 0;
}

/* No deadline fires twice: a seat is asked again before its time is up again. */
static void assert_lapsed_once(const struct board *b, json_t *facts, size_t i)
{
	json_t *fact = json_array_get(facts, i);

	for (size_t k = 0; k < i; k++) {
		json_t *other = json_array_get(facts, k);

		if (strcmp(text_of(other, "kind"), "lapsed") == 0 &&
		    strcmp(text_of(other, "at"), text_of(fact, "at")) == 0 &&
		    json_equal(json_object_get(other, "seat"), json_object_get(fact, "seat")))
			fail_msg("%s: a deadline fired at %zu and at %zu", b->key, k + 1, i + 1);
	}
}

/*
 * By a plain clock the question was put an allowance before its lapse: at another fact.
 * A frost, a pause, a vacation or an offer that is refused moves it by as long as that
 * took.
 */
static void compare_lapse(const struct board *b, json_t *facts, size_t i)
{
	int64_t asked = instant(text_of(json_array_get(facts, i), "at")) - b->per_move;

	while (i-- > 0)
		if (moves_deadlines(text_of(json_array_get(facts, i), "kind")) ||
		    instant(text_of(json_array_get(facts, i), "at")) == asked)
			return;
	fail_msg("%s: a lapse that follows from no question", b->key);
}

static json_t *all_facts(const struct board *b)
{
	json_t *facts = json_array();
	size_t n;

	do {
		struct answer a = month_get(month.operator, "/v1/games/%s/events?after=%zu&limit=200",
					    b->key, json_array_size(facts));

		answer_expect(&a, 200);
		n = json_array_size(answer_at(&a, "events"));
		json_array_extend(facts, answer_at(&a, "events"));
		answer_fini(&a);
	} while (n > 0);
	return facts;
}

void board_finish(const struct board *b)
{
	json_t *facts = all_facts(b), *fact;
	size_t i;

	json_array_foreach(facts, i, fact)
	{
		assert_int_equal(json_integer_value(json_object_get(fact, "ply")), i + 1);
		if (strcmp(text_of(fact, "kind"), "lapsed") == 0) {
			month.lapses++;
			assert_lapsed_once(b, facts, i);
			if (b->simple)
				compare_lapse(b, facts, i);
		}
		compare_heard(b, facts, i);
	}
	json_decref(facts);
}
