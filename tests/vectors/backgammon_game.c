/*
 * backgammon_game.c - complete games of backgammon, event by event.
 *
 * Every position, step, lost die and payment of the record is compared.
 */
#include "tests/vectors/backgammon.h"

#include <stdio.h>
#include <string.h>

struct replay {
	struct asked asked;
	unsigned char pos[BACKGAMMON_ROOM];
	struct tablas_event room[TABLAS_EVENTS_MAX];
	struct tablas_events events; /* of the last throw or step          */
	json_t *paid;		     /* payments so far, in money          */
	json_t *lost;		     /* dice lost by it and not yet told   */
	json_int_t stake;
	unsigned turns;
	size_t at;
};

static void happened(struct replay *r)
{
	json_t *paid = backgammon_payments(&r->events, r->stake);

	json_array_extend(r->paid, paid);
	json_decref(paid);
	for (size_t i = 0; i < r->events.n; i++)
		if (r->events.v[i].kind == TABLAS_EV_DIE_LOST)
			json_array_append_new(r->lost, json_integer(r->events.v[i].amount));
		else
			r->turns += r->events.v[i].kind == TABLAS_EV_TURN;
	r->events.n = 0;
}

static const char *throw_dice(struct replay *r, json_t *event, const uint8_t faces[2])
{
	unsigned seat = backgammon_seat(event, "seat");
	struct tablas_wait w;

	if (json_is_true(json_object_get(event, "opening"))) {
		/* The throws for first are this throw. */
		struct tablas_pieces room[64];
		struct tablas_view v = {.pieces = room, .pieces_cap = 64};

		BACKGAMMON->view(r->pos, 0, &v);
		return backgammon_decides(r->pos, seat) && v.dice_n == 2 &&
				       v.dice[0].face == faces[0] && v.dice[1].face == faces[1]
			       ? NULL
			       : "the opening throw is another's or other dice";
	}
	/* A seat that does not double throws without a word in the record. */
	if (seat < 2)
		backgammon_say(r->pos, seat, "roll", &r->events);
	BACKGAMMON->wait(r->pos, &w);
	if (w.kind != TABLAS_WAIT_ROLL || seat > 1 || w.seats != 1u << seat || w.dice != 2)
		return "this seat is not to throw";
	BACKGAMMON->roll(r->pos, faces, 2, &r->events);
	happened(r);
	return NULL;
}

static const char *throw_for_first(struct replay *r, json_t *event)
{
	uint8_t faces[2];
	struct tablas_wait w;
	json_t *throws = json_object_get(event, "throws");

	BACKGAMMON->wait(r->pos, &w);
	if (w.kind != TABLAS_WAIT_ROLL || w.seats != 3 || w.dice != 2)
		return "nobody throws for first now";
	for (unsigned s = 0; s < 2; s++) {
		json_int_t n = json_integer_value(json_object_get(throws, backgammon_sides[s]));

		if (n < 1 || n > 6)
			return "no dice";
		faces[s] = (uint8_t)n;
	}
	BACKGAMMON->roll(r->pos, faces, 2, &r->events);
	happened(r);
	return NULL;
}

static const char *make_step(struct replay *r, json_t *event)
{
	unsigned seat = backgammon_seat(event, "seat");
	const char *text = json_string_value(json_object_get(event, "step"));
	tablas_move move, legal[BACKGAMMON_MOVES];
	size_t n, i;
	json_t *again;

	if (!text || seat > 1 || !backgammon_decides(r->pos, seat))
		return "this seat is not to move";
	if (BACKGAMMON->move_read(r->pos, seat, text, &move))
		return "the step is not read";
	n = BACKGAMMON->legal(r->pos, seat, legal, BACKGAMMON_MOVES);
	for (i = 0; i < n && legal[i] != move; i++)
		;
	if (i == n)
		return "the step is not legal";
	again = backgammon_step_text(r->pos, seat, move);
	i = strcmp(json_string_value(again), text) == 0;
	json_decref(again);
	if (!i)
		return "the step is written otherwise";
	BACKGAMMON->play(r->pos, seat, move, &r->events);
	happened(r);
	return NULL;
}

static const char *turn_cube(struct replay *r, json_t *event, int answers)
{
	const char *reply = json_string_value(json_object_get(event, "reply"));
	unsigned seat = backgammon_seat(event, "seat");

	if (answers && !reply)
		return "there is no reply";
	if (seat > 1 || backgammon_say(r->pos, seat, answers ? reply : "double", &r->events))
		return "the cube may not be turned so";
	happened(r);
	return NULL;
}

static const char *reason(const struct replay *r, unsigned winner)
{
	json_t *men = backgammon_men(r->pos);
	json_int_t off = json_integer_value(
		json_object_get(json_object_get(men, backgammon_sides[winner & 1]), "off"));

	json_decref(men);
	return off == 15 ? "borne off" : "drop";
}

static enum vector_result end_game(struct replay *r, json_t *event)
{
	struct tablas_outcome o;
	unsigned winner;
	json_t *came;

	if (!backgammon_over(r->pos, &winner))
		return backgammon_failed_text(&r->asked, "end", "the game is not over");
	BACKGAMMON->outcome(r->pos, &o);
	came = json_pack("{s:s, s:i, s:s?, s:s, s:s, s:o, s:O}", "event", "end", "turns",
			 (int)r->turns, "winner", winner < 2 ? backgammon_sides[winner] : NULL,
			 "reason", reason(r, winner), "degree", o.note, "cube",
			 backgammon_cube(r->pos), "payments", r->paid);
	return backgammon_compare(&r->asked, "end", event, came);
}

static enum vector_result replay_event(struct replay *r, json_t *event)
{
	struct asked *a = &r->asked;
	const char *wrong = NULL;
	uint8_t faces[2];

	if (vector_says(event, "event", "lost")) {
		json_t *told = json_object_get(event, "dice");

		if (!backgammon_equal_sets(told, r->lost))
			return backgammon_failed(a, "lost", told, r->lost);
		json_array_clear(r->lost);
		return VECTOR_PASSED;
	}
	if (json_array_size(r->lost))
		return backgammon_failed(a, "lost", event, r->lost);
	if (vector_says(event, "event", "position")) {
		return backgammon_compare(a, "position", event,
					  json_pack("{s:s, s:o, s:o}", "event", "position",
						    "position", backgammon_men(r->pos), "cube",
						    backgammon_cube(r->pos)));
	}
	if (vector_says(event, "event", "end"))
		return end_game(r, event);
	if (vector_says(event, "event", "throw"))
		wrong = backgammon_dice(event, faces) ? "no dice" : throw_dice(r, event, faces);
	else if (vector_says(event, "event", "throw_for_first"))
		wrong = throw_for_first(r, event);
	else if (vector_says(event, "event", "step"))
		wrong = make_step(r, event);
	else if (vector_says(event, "event", "double") || vector_says(event, "event", "answer"))
		wrong = turn_cube(r, event, vector_says(event, "event", "answer"));
	else
		wrong = "no such event here";
	return wrong ? vector_stopped(a->why, a->cap, r->at, event, wrong) : VECTOR_PASSED;
}

enum vector_result backgammon_record(json_t *events, char *why, size_t cap)
{
	json_t *first = json_array_get(events, 0), *event = NULL;
	struct replay r;
	enum vector_result result;
	size_t i;

	memset(&r, 0, sizeof r);
	result = backgammon_ask(&r.asked, json_object_get(first, "options"), why, cap);
	if (result)
		return result;
	r.asked.setup.options = r.asked.options;
	r.events.v = r.room;
	r.stake = json_integer_value(json_object_get(first, "stake"));
	r.paid = json_array();
	r.lost = json_array();
	BACKGAMMON->init(&r.asked.setup, r.pos);
	for (i = 1; !result && i < json_array_size(events); i++) {
		event = json_array_get(events, i);
		r.at = i;
		result = replay_event(&r, event);
	}
	if (!result && !vector_says(event, "event", "end"))
		result = backgammon_failed_text(&r.asked, "expected an end", "came: none");
	if (result && strncmp(why, "event ", 6) != 0) {
		size_t n = strlen(why);

		snprintf(why + n, cap - n, " (event %zu)", r.at);
	}
	json_decref(r.paid);
	json_decref(r.lost);
	return result;
}
