/*
 * acedrex_game.c - a complete game of Four-Seasons Chess, replayed move by move.
 *
 * Every move must be legal, be paid for as the record says, bring about the
 * mates and passes it tells, and lead to the positions noted.
 */
#include "tests/vectors/acedrex.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct replay {
	struct acedrex_asked a;
	struct acedrex_table t;
	json_t *antes; /* to be paid with the first move          */
	json_t *share; /* of a draw, paid but not yet told        */
	json_int_t moves;
	size_t at;
	json_t *event;
};

static enum vector_result wrong(struct replay *g, const char *what)
{
	return vector_stopped(g->a.why, g->a.cap, g->at, g->event, what);
}

static enum vector_result compare(struct replay *g, const char *what, json_t *expected,
				  json_t *came)
{
	enum vector_result r = VECTOR_PASSED;
	char where[64];

	snprintf(where, sizeof where, "event %zu: %s", g->at, what);
	if (!acedrex_same(expected, came))
		r = acedrex_failed(&g->a, where, expected, came);
	json_decref(came);
	return r;
}

static json_t *list_of(json_t *event, const char *member)
{
	json_t *list = json_object_get(event, member);

	return list ? json_incref(list) : json_array();
}

static int tells_draw(json_t *events)
{
	json_t *last = json_array_get(events, json_array_size(events) - 1);
	const char *word = json_string_value(json_array_get(last, 0));

	return word && !strcmp(word, "draw");
}

/* The payments and events of the last move, resignation or answer. */
static enum vector_result told(struct replay *g, json_t *event)
{
	json_t *events = list_of(event, "events"), *payments = json_array();
	json_t *listed = list_of(event, "payments"), *own = acedrex_events(&g->a, &g->t);
	int draw = tells_draw(events);
	enum vector_result r;

	json_array_extend(payments, g->antes);
	json_array_clear(g->antes);
	json_array_extend(payments, listed);
	if (!draw && tells_draw(own)) {
		/* A line of its own will tell of it. */
		json_array_remove(own, json_array_size(own) - 1);
		json_decref(g->share);
		g->share = acedrex_payments(&g->a, &g->t, ACEDREX_DRAW);
	}
	r = compare(g, "payments", payments,
		    acedrex_payments(&g->a, &g->t, draw ? ACEDREX_ALL : ACEDREX_BUT_DRAW));
	if (r == VECTOR_PASSED)
		r = compare(g, "events", events, json_incref(own));
	json_decref(own);
	json_decref(events);
	json_decref(listed);
	json_decref(payments);
	return r;
}

static enum vector_result on_move(struct replay *g, json_t *event)
{
	const char *move = json_string_value(json_object_get(event, "move"));
	struct tablas_wait now;

	ACEDREX->wait(g->t.pos, &now);
	if (now.kind != TABLAS_WAIT_MOVE ||
	    now.turn != acedrex_seat(json_object_get(event, "seat")))
		return wrong(g, "another seat has the move");
	if (!move || !acedrex_play(&g->t, move))
		return wrong(g, "the move is not legal");
	g->moves++;
	return told(g, event);
}

static enum vector_result on_resign(struct replay *g, json_t *event)
{
	const char *sentence;

	g->t.ev = (struct tablas_events){g->t.room, 0};
	if (ACEDREX->resign(g->t.pos, acedrex_seat(json_object_get(event, "seat")), 0, &g->t.ev,
			    &sentence))
		return wrong(g, sentence);
	return told(g, event);
}

/* All agree, where the rules have not ended the game already. */
static int agree(struct replay *g)
{
	struct tablas_wait now;
	const char *sentence;
	tablas_move m;

	ACEDREX->wait(g->t.pos, &now);
	if (now.kind == TABLAS_WAIT_OVER)
		return 1;
	g->t.ev = (struct tablas_events){g->t.room, 0};
	if (ACEDREX->resign(g->t.pos, now.turn, 1, &g->t.ev, &sentence))
		return 0;
	for (ACEDREX->wait(g->t.pos, &now); now.kind == TABLAS_WAIT_MOVE;
	     ACEDREX->wait(g->t.pos, &now)) {
		unsigned seat = (unsigned)__builtin_ctz(now.seats);

		if (ACEDREX->move_read(g->t.pos, seat, "accept", &m))
			return 0;
		ACEDREX->play(g->t.pos, seat, m, &g->t.ev);
	}
	json_decref(g->share);
	g->share = acedrex_payments(&g->a, &g->t, ACEDREX_DRAW);
	return 1;
}

static enum vector_result on_draw(struct replay *g, json_t *event)
{
	json_t *payments = list_of(event, "payments");
	enum vector_result r = wrong(g, "no draw can be agreed on");

	if (agree(g))
		r = compare(g, "payments", payments, json_incref(g->share));
	json_decref(payments);
	return r;
}

static enum vector_result on_end(struct replay *g, json_t *event)
{
	json_t *purse = acedrex_purse(&g->a, g->t.pos, 0), *moves;
	enum vector_result r = compare(g, "status", json_object_get(event, "status"),
				       acedrex_status(&g->a, g->t.pos));

	if (r == VECTOR_PASSED)
		r = compare(g, "net", json_object_get(event, "net"),
			    json_incref(json_object_get(purse, "net")));
	moves = json_object_get(event, "moves");
	if (r == VECTOR_PASSED && moves && json_integer_value(moves) != g->moves)
		r = wrong(g, "another number of moves");
	json_decref(purse);
	return r;
}

static enum vector_result happen(struct replay *g, json_t *event)
{
	if (vector_says(event, "event", "ante")) {
		json_array_extend(g->antes, json_object_get(event, "payments"));
		return VECTOR_PASSED;
	}
	if (vector_says(event, "event", "position"))
		return compare(g, "position", json_object_get(event, "position"),
			       acedrex_position(&g->a, g->t.pos));
	if (vector_says(event, "event", "move"))
		return on_move(g, event);
	if (vector_says(event, "event", "resign"))
		return on_resign(g, event);
	if (vector_says(event, "event", "draw"))
		return on_draw(g, event);
	if (vector_says(event, "event", "end"))
		return on_end(g, event);
	return wrong(g, "no such event");
}

enum vector_result acedrex_record(json_t *events, char *why, size_t cap)
{
	struct replay g = {.antes = json_array(), .share = json_array()};
	enum vector_result r = acedrex_ask(
		&g.a, json_object_get(json_array_get(events, 0), "options"), why, cap);
	int ended = 0;

	if (r == VECTOR_PASSED)
		ACEDREX->init(&g.a.setup, g.t.pos);
	for (g.at = 1; r == VECTOR_PASSED && g.at < json_array_size(events); g.at++) {
		json_t *event = json_array_get(events, g.at);

		g.event = event;
		r = happen(&g, event);
		ended = vector_says(event, "event", "end");
	}
	if (r == VECTOR_PASSED && !ended)
		r = wrong(&g, "the record stops before the end");
	acedrex_done(&g.a);
	json_decref(g.antes);
	json_decref(g.share);
	return r;
}
