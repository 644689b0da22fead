/*
 * backgammon_table.c - the shared half of the tests of backgammon.
 */
#include "tests/rules/backgammon_table.h"
#include "plugins/backgammon/backgammon.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct tablas_event happened[TABLAS_EVENTS_MAX];
struct tablas_events events = {happened, 0};

static void set_option(int32_t *values, const char *word, size_t length)
{
	const char *equals = memchr(word, '=', length);
	size_t key = equals ? (size_t)(equals - word) : length;
	const struct tablas_option *o = GAME->options;

	while (o->key && (strlen(o->key) != key || strncmp(o->key, word, key)))
		o++;
	if (!equals || !o->key)
		fail_msg("no such option: %.*s", (int)length, word);
	const char *value = equals + 1;
	size_t n = length - key - 1;
	int32_t *to = &values[o - GAME->options];

	if (o->kind == TABLAS_OPT_BOOL) {
		*to = n == 2 && !strncmp(value, "on", 2);
		return;
	}
	*to = (int32_t)atoi(value);
	for (int32_t i = 0; o->kind == TABLAS_OPT_CHOICE && o->choices[i]; i++)
		if (strlen(o->choices[i]) == n && !strncmp(o->choices[i], value, n))
			*to = i;
}

const struct tablas_setup *table_match(const char *options, uint32_t length, int32_t white,
				       int32_t black)
{
	static int32_t values[64];
	static struct tablas_setup setup;

	for (size_t i = 0; GAME->options[i].key; i++)
		values[i] = GAME->options[i].dflt;
	while (*options) {
		size_t n = strcspn(options, " ");

		set_option(values, options, n);
		options += n + (options[n] == ' ');
	}
	setup = (struct tablas_setup){.seats = 2, .match_length = length, .options = values};
	setup.match_score[0] = white;
	setup.match_score[1] = black;
	return &setup;
}

const struct tablas_setup *table_setup(const char *options)
{
	return table_match(options, 0, 0, 0);
}

struct bytes table_fresh(const char *options)
{
	struct bytes p;

	memset(&p, 0, sizeof p);
	GAME->init(table_setup(options), &p);
	return p;
}

struct bytes table_read(const struct tablas_setup *setup, const char *text)
{
	struct bytes p;

	memset(&p, 0, sizeof p);
	if (GAME->read(setup, text, &p))
		fail_msg("not read: %s", text);
	return p;
}

void table_throw(struct bytes *p, uint8_t a, uint8_t b)
{
	const uint8_t faces[2] = {a, b};

	events.n = 0;
	GAME->roll(p, faces, 2, &events);
}

struct bytes table_thrown(const char *men, const char *who, uint8_t a, uint8_t b)
{
	char text[TABLAS_TEXT_MAX];
	struct bytes p;

	snprintf(text, sizeof text, "%s / %s to roll", men, who);
	p = table_read(table_setup(""), text);
	table_throw(&p, a, b);
	return p;
}

const char *table_written(const struct bytes *p)
{
	static char text[TABLAS_TEXT_MAX];

	GAME->write(p, text, sizeof text);
	return text;
}

struct tablas_wait table_waits(const struct bytes *p)
{
	struct tablas_wait w;

	GAME->wait(p, &w);
	return w;
}

void table_play(struct bytes *p, unsigned seat, const char *text)
{
	tablas_move m, legal[64];
	size_t n = GAME->legal(p, seat, legal, 64), i;

	if (GAME->move_read(p, seat, text, &m))
		fail_msg("not read: %s", text);
	for (i = 0; i < n && legal[i] != m; i++)
		;
	if (i == n)
		fail_msg("%s is not legal in %s", text, table_written(p));
	events.n = 0;
	GAME->play(p, seat, m, &events);
}

enum tablas_why table_why_not(const struct bytes *p, unsigned seat, const char *text)
{
	tablas_move m;
	const char *sentence = NULL;

	if (GAME->move_read(p, seat, text, &m))
		return TABLAS_WHY_UNREADABLE;
	enum tablas_why why = GAME->why_not(p, seat, m, &sentence);
	assert_true((why == TABLAS_WHY_LEGAL) == (sentence == NULL));
	return why;
}

/* ---- the ends of a turn, by stepping --------------------------------------------- */

#define SLOTS (4 * MANY)

/* Positions met while stepping; those where the turn has ended are the ends. */
struct walk {
	struct bytes ends[MANY], met[SLOTS];
	uint8_t used[SLOTS];
	size_t n, met_n;
};

static int is_new(struct walk *w, const struct bytes *p)
{
	uint32_t h = 2166136261u;

	for (size_t i = 0; i < BYTES; i++)
		h = (h ^ p->b[i]) * 16777619u;
	for (h %= SLOTS; w->used[h]; h = (h + 1) % SLOTS)
		if (!memcmp(&w->met[h], p, BYTES))
			return 0;
	assert_true(++w->met_n < SLOTS);
	w->used[h] = 1;
	w->met[h] = *p;
	return 1;
}

static void step_on(const struct bytes *p, unsigned seat, struct walk *walk)
{
	struct tablas_wait w = table_waits(p);
	tablas_move legal[64];
	size_t n;

	if (!is_new(walk, p))
		return;
	if (w.kind != TABLAS_WAIT_MOVE || w.seats != 1u << seat) {
		assert_true(walk->n < MANY);
		walk->ends[walk->n++] = *p;
		return;
	}
	n = GAME->legal(p, seat, legal, 64);
	assert_true(n > 0 && n <= GAME->moves_max);
	for (size_t i = 0; i < n; i++) {
		struct bytes next = *p;

		events.n = 0;
		GAME->play(&next, seat, legal[i], &events);
		step_on(&next, seat, walk);
	}
}

static int by_bytes(const void *a, const void *b)
{
	return memcmp(a, b, BYTES);
}

size_t table_compare_plays(const struct bytes *p, unsigned seat)
{
	static struct walk by_step;
	static struct bytes positions[MANY];
	static tablas_move moves[MANY * TABLAS_STEPS_MAX];
	struct tablas_plays out = {positions, moves, MANY};
	size_t n = GAME->plays(p, seat, &out);

	memset(by_step.used, 0, sizeof by_step.used);
	by_step.n = by_step.met_n = 0;
	step_on(p, seat, &by_step);
	if (n != by_step.n)
		fail_msg("%zu plays, %zu by stepping: %s", n, by_step.n, table_written(p));
	for (size_t i = 0; i < n; i++) {
		struct bytes q = *p;
		const tablas_move *m = &moves[i * TABLAS_STEPS_MAX];

		for (; *m != TABLAS_NO_MOVE; m++) {
			const char *sentence;

			assert_int_equal(GAME->why_not(&q, seat, *m, &sentence),
					 TABLAS_WHY_LEGAL);
			GAME->play(&q, seat, *m, NULL);
		}
		assert_memory_equal(&q, &positions[i], BYTES);
	}
	qsort(positions, n, BYTES, by_bytes);
	qsort(by_step.ends, n, BYTES, by_bytes);
	if (n)
		assert_memory_equal(positions, by_step.ends, n * BYTES);
	return n;
}

const char *table_as(const struct bytes *p, unsigned notation)
{
	static char text[TABLAS_TEXT_MAX];

	size_t n = GAME->write_as(p, notation, text, sizeof text);

	assert_int_equal(n, strlen(text));
	return text;
}

struct bytes table_from(const struct tablas_setup *setup, unsigned notation, const char *text)
{
	struct bytes p;
	const char *why;

	memset(&p, 0, sizeof p);
	why = backgammon_foreign(setup, notation, text, (void *)&p);
	if (why)
		fail_msg("%s: %s", text, why);
	if (GAME->audit(&p))
		fail_msg("%s: %s", text, GAME->audit(&p));
	return p;
}
