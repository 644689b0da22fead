/*
 * el_mundo_game.c - a complete game of El Mundo, replayed event by event.
 *
 * Every step must be legal and written in the same words, cost what the record
 * says it cost, and lead to the positions, places, ranks and balances noted.
 */
#include "tests/vectors/el_mundo.h"

#include "game/stakes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct replay {
	struct mundo_asked a;
	unsigned char pos[MUNDO_BYTES];
	struct tablas_event room[TABLAS_EVENTS_MAX];
	struct tablas_events ev; /* of the last roll or move  */
	struct stakes purses;
	json_t *lost;	  /* dice lost and not yet told    */
	json_t *passed;	  /* dice on offer to the seat asked */
	json_t *finished; /* [seat, place] not yet told      */
	unsigned throws;
	size_t at;
	json_t *events, *event; /* all, and the one played now */
};

static enum vector_result wrong(struct replay *g, const char *what)
{
	return vector_stopped(g->a.why, g->a.cap, g->at, g->event, what);
}

static enum vector_result differs(struct replay *g, const char *what, json_t *expected,
				  json_t *came)
{
	char where[64];
	enum vector_result r;

	snprintf(where, sizeof where, "event %zu: %s", g->at, what);
	r = mundo_failed(&g->a, where, expected, came);
	json_decref(came);
	return r;
}

/* Books what the last roll or move brought about. */
static void note(struct replay *g)
{
	struct transfer moved[TABLAS_EVENTS_MAX];

	stakes_pay(&g->purses, g->ev.v, g->ev.n, TABLAS_NOBODY, moved);
	json_array_clear(g->passed);
	for (size_t i = 0; i < g->ev.n; i++) {
		const struct tablas_event *e = &g->ev.v[i];

		if (e->kind == TABLAS_EV_DIE_LOST)
			json_array_append_new(g->lost, json_integer(e->amount));
		if (e->kind == TABLAS_EV_DIE_PASSED)
			json_array_append_new(g->passed, json_integer(e->amount));
		if (e->kind == TABLAS_EV_FINISHED)
			json_array_append_new(
				g->finished,
				json_pack("[s, i]", mundo_side[e->seat], (int)e->amount));
	}
}

static enum vector_result roll(struct replay *g, unsigned seats, const uint8_t *faces, size_t n)
{
	struct tablas_wait now;

	MUNDO->wait(g->pos, &now);
	if (now.kind != TABLAS_WAIT_ROLL || now.seats != seats || now.dice != n)
		return wrong(g, "this throw is not waited for");
	g->ev.n = 0;
	MUNDO->roll(g->pos, faces, n, &g->ev);
	note(g);
	return VECTOR_PASSED;
}

static enum vector_result play(struct replay *g, unsigned seat, const char *text)
{
	tablas_move legal[MUNDO_CHOICES], m;
	char again[TABLAS_MOVE_TEXT_MAX];
	const char *sentence = NULL;
	size_t n = MUNDO->legal(g->pos, seat, legal, MUNDO_CHOICES), i = 0;

	if (MUNDO->move_read(g->pos, seat, text, &m))
		return wrong(g, "the step is not read");
	while (i < n && legal[i] != m)
		i++;
	if (i == n) {
		MUNDO->why_not(g->pos, seat, m, &sentence);
		return wrong(g, sentence ? sentence : "the step is not legal");
	}
	MUNDO->move_write(g->pos, seat, m, again, sizeof again);
	if (strcmp(again, text))
		return wrong(g, again);
	g->ev.n = 0;
	MUNDO->play(g->pos, seat, m, &g->ev);
	note(g);
	return VECTOR_PASSED;
}

static int is_entering(const void *pos)
{
	struct tablas_wait now;

	MUNDO->wait(pos, &now);
	return now.kind == TABLAS_WAIT_MOVE && now.flags & TABLAS_WAIT_ENTER;
}

/* ---- one event ------------------------------------------------------------------------- */

static enum vector_result throw_for_first(struct replay *g, json_t *event)
{
	json_t *throws = json_object_get(event, "throws");
	uint8_t faces[MUNDO_SIDES];
	unsigned seats = 0;
	size_t n = 0;

	for (unsigned seat = 0; seat < MUNDO_SIDES; seat++) {
		json_t *face = json_object_get(throws, mundo_side[seat]);

		if (!face)
			continue;
		seats |= 1u << seat;
		faces[n] = (uint8_t)json_integer_value(face);
		if (json_integer_value(face) != faces[n] || faces[n] - 1u >= mundo_sides(&g->a))
			return wrong(g, "no dice");
		n++;
	}
	return roll(g, seats, faces, n);
}

static enum vector_result throw_dice(struct replay *g, json_t *event, unsigned seat)
{
	enum vector_result r;
	uint8_t faces[3];

	if (mundo_dice(&g->a, json_object_get(event, "dice"), faces) != 3)
		return wrong(g, "not three dice");
	/* Pieces the record does not put back are kept back. */
	if (is_entering(g->pos) && play(g, seat, "stop") != VECTOR_PASSED)
		return VECTOR_FAILED;
	if (json_array_size(g->lost))
		return wrong(g, "dice were lost that the record does not tell of");
	r = roll(g, 1u << seat, faces, 3);
	if (vector_says(event, "event", "throw"))
		g->throws++;
	else /* a seven has no slot, which goes without saying */
		json_array_clear(g->lost);
	return r;
}

static enum vector_result enter(struct replay *g, json_t *event, unsigned seat)
{
	json_t *slot;
	size_t i;

	json_array_foreach(json_object_get(event, "slots"), i, slot)
	{
		char text[16];

		snprintf(text, sizeof text, "hand-%s", vector_text(slot));
		if (play(g, seat, text) != VECTOR_PASSED)
			return VECTOR_FAILED;
	}
	return VECTOR_PASSED;
}

/* Lines of the last move, summed as the record sums them. */
static json_t *payments_of(const struct replay *g)
{
	json_t *map = json_object();

	for (size_t i = 0; i < g->ev.n; i++) {
		const struct tablas_event *e = &g->ev.v[i];
		char name[64];

		if (e->kind != TABLAS_EV_STAKE)
			continue;
		snprintf(name, sizeof name, "%s %s %s", mundo_side[e->seat],
			 mundo_side[e->other], e->note);
		json_object_set_new(map, name,
				    json_integer(e->amount + json_integer_value(json_object_get(
								     map, name))));
	}
	return map;
}

static enum vector_result step(struct replay *g, json_t *event, unsigned seat)
{
	const char *text = json_string_value(json_object_get(event, "step"));
	json_t *expected = json_object(), *came, *line;
	enum vector_result r = play(g, seat, text ? text : "?");
	size_t i;

	json_array_foreach(json_object_get(event, "payments"), i, line)
	{
		char name[64];

		snprintf(name, sizeof name, "%s %s %s", vector_text(json_array_get(line, 0)),
			 vector_text(json_array_get(line, 1)),
			 vector_text(json_array_get(line, 3)));
		json_object_set(expected, name, json_array_get(line, 2));
	}
	came = payments_of(g);
	if (r == VECTOR_PASSED && !json_equal(expected, came))
		r = differs(g, "payments", expected, json_incref(came));
	json_decref(came);
	json_decref(expected);
	return r;
}

static enum vector_result position(struct replay *g, json_t *event)
{
	json_t *expected = json_object_get(event, "position"), *came = mundo_position(g->pos);

	if (!json_equal(expected, came))
		return differs(g, "position", expected, came);
	json_decref(came);
	return VECTOR_PASSED;
}

static int by_face(const void *a, const void *b)
{
	return *(const uint8_t *)a - *(const uint8_t *)b;
}

static int same_dice(const struct replay *g, json_t *a, json_t *b)
{
	uint8_t x[3], y[3];
	size_t n = mundo_dice(&g->a, a, x);

	if (n == 0 || n != mundo_dice(&g->a, b, y))
		return 0;
	qsort(x, n, 1, by_face);
	qsort(y, n, 1, by_face);
	return memcmp(x, y, n) == 0;
}

static enum vector_result lost(struct replay *g, json_t *event)
{
	json_t *told = json_object_get(event, "dice");

	if (!same_dice(g, told, g->lost))
		return differs(g, "dice lost", told, json_incref(g->lost));
	json_array_clear(g->lost);
	return VECTOR_PASSED;
}

/*
 * The record asks every seat in turn, the plugin only one that can use a die: the
 * one it waits for, or nobody, and then the dice are lost.
 */
static enum vector_result offer(struct replay *g, json_t *event, unsigned seat)
{
	json_t *told = json_object_get(event, "dice"), *next;
	json_t *came = json_array_size(g->passed) ? g->passed : g->lost;
	struct tablas_wait now;

	if (!same_dice(g, told, came))
		return differs(g, "dice on offer", told, json_incref(came));
	next = json_array_get(g->events, g->at + 1);
	MUNDO->wait(g->pos, &now);
	if (vector_says(next, "event", "step") && now.seats != 1u << seat)
		return wrong(g, "another seat is asked");
	return VECTOR_PASSED;
}

static enum vector_result finished(struct replay *g, json_t *event)
{
	json_t *came = json_array_get(g->finished, 0);

	if (!came || !json_equal(json_array_get(came, 0), json_object_get(event, "seat")) ||
	    !json_equal(json_array_get(came, 1), json_object_get(event, "place")))
		return wrong(g, "nobody finished so");
	json_array_remove(g->finished, 0);
	return VECTOR_PASSED;
}

static enum vector_result end(struct replay *g, json_t *event)
{
	struct tablas_wait now;
	json_t *came, *ranking, *winner, *balances = json_object();

	MUNDO->wait(g->pos, &now);
	if (now.kind != TABLAS_WAIT_OVER)
		return wrong(g, "the game is not over");
	for (unsigned seat = 0; seat < MUNDO_SIDES; seat++)
		json_object_set_new(balances, mundo_side[seat],
				    json_integer(g->purses.purse[seat]));
	ranking = mundo_ranking(g->pos, &winner);
	came = json_pack("{s:s, s:i, s:o, s:o, s:o}", "event", "end", "turns", (int)g->throws,
			 "ranking", ranking, "winner", winner, "balances", balances);
	if (!json_equal(event, came))
		return differs(g, "end", event, came);
	json_decref(came);
	return VECTOR_PASSED;
}

static enum vector_result one_event(struct replay *g, json_t *event)
{
	unsigned seat = mundo_seat(json_object_get(event, "seat"));

	if (vector_says(event, "event", "throw_for_first"))
		return throw_for_first(g, event);
	if (vector_says(event, "event", "position"))
		return position(g, event);
	if (vector_says(event, "event", "lost"))
		return lost(g, event);
	if (json_array_size(g->finished) && !vector_says(event, "event", "finished"))
		return wrong(g, "a seat has finished, and the record does not tell of it");
	if (vector_says(event, "event", "end"))
		return end(g, event);
	if (seat >= MUNDO_SIDES)
		return wrong(g, "no such event, or no such seat");
	if (vector_says(event, "event", "placement") || vector_says(event, "event", "throw"))
		return throw_dice(g, event, seat);
	if (vector_says(event, "event", "enter"))
		return enter(g, event, seat);
	if (vector_says(event, "event", "step"))
		return step(g, event, seat);
	if (vector_says(event, "event", "stop"))
		return play(g, seat, "stop");
	if (vector_says(event, "event", "finished"))
		return finished(g, event);
	if (vector_says(event, "event", "offer"))
		return offer(g, event, seat);
	return wrong(g, "no such event");
}

enum vector_result mundo_record(json_t *events, char *why, size_t cap)
{
	struct replay g = {.purses = {.unit = 1}};
	json_t *first = json_array_get(events, 0), *event;
	enum vector_result r = mundo_ask(&g.a, json_object_get(first, "options"), why, cap);

	if (r != VECTOR_PASSED)
		return r;
	g.purses.insolvent = g.a.insolvent;
	g.purses.credit = INT32_MAX; /* a vector knows no bound */
	g.ev.v = g.room;
	g.events = events;
	g.lost = json_array();
	g.passed = json_array();
	g.finished = json_array();
	for (unsigned seat = 0; seat < MUNDO_SIDES; seat++)
		g.purses.purse[seat] = json_integer_value(
			json_object_get(json_object_get(first, "stacks"), mundo_side[seat]));
	MUNDO->init(&g.a.setup, g.pos);
	json_array_foreach(events, g.at, event)
	{
		if (g.at == 0)
			continue;
		g.event = event;
		r = one_event(&g, event);
		if (r != VECTOR_PASSED)
			break;
	}
	if (r == VECTOR_PASSED && !vector_says(g.event, "event", "end"))
		r = wrong(&g, "the record stops before the end");
	json_decref(g.lost);
	json_decref(g.passed);
	json_decref(g.finished);
	return r;
}
