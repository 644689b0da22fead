/*
 * quinze_game.c - complete games of Quinze Tablas, event by event.
 *
 * Every position, step, placing, lost die and payment of the record is compared.
 */
#include "tests/vectors/quinze.h"

#include <stdio.h>
#include <string.h>

struct replay {
	struct quinze_asked asked;
	unsigned char pos[QUINZE_ROOM];
	struct tablas_event room[TABLAS_EVENTS_MAX];
	struct tablas_events events; /* of the last throw or step         */
	json_t *paid;		     /* payments so far, in money         */
	json_t *lost;		     /* dice lost by it and not yet told  */
	json_int_t stake;
	json_int_t throws;
	int told; /* what was expected and what came is told already */
};

static void happened(struct replay *r)
{
	for (size_t i = 0; i < r->events.n; i++) {
		const struct tablas_event *e = &r->events.v[i];

		if (e->kind == TABLAS_EV_DIE_LOST)
			json_array_append_new(r->lost, json_integer(e->amount));
		if (e->kind == TABLAS_EV_STAKE)
			json_array_append_new(
				r->paid, json_pack("[s, s, I, s]", quinze_side[e->seat & 1],
						   quinze_side[e->other & 1],
						   (json_int_t)e->amount * r->stake, e->note));
	}
	r->events.n = 0;
}

/* Equal, or told in full; takes `came`. */
static const char *compare(struct replay *r, json_t *expected, json_t *came)
{
	const char *what = json_string_value(json_object_get(expected, "event"));

	r->told = !json_equal(expected, came);
	if (r->told)
		quinze_failed(&r->asked, what, expected, came);
	json_decref(came);
	return r->told ? what : NULL;
}

static const char *throw_dice(struct replay *r, json_t *event)
{
	const struct tablas_plugin *plugin = r->asked.plugin;
	unsigned seat = quinze_seat(event, "seat");
	struct tablas_wait w;
	uint8_t faces[3];

	plugin->wait(r->pos, &w);
	if (w.kind != TABLAS_WAIT_ROLL || seat > 1 || w.seats != 1u << seat || w.dice != 3)
		return "this seat is not to throw";
	if (quinze_dice(&r->asked, event, faces) != 3)
		return "no dice";
	plugin->roll(r->pos, faces, 3, &r->events);
	happened(r);
	r->throws++;
	return NULL;
}

static const char *throw_for_first(struct replay *r, json_t *event)
{
	const struct tablas_plugin *plugin = r->asked.plugin;
	json_t *throws = json_object_get(event, "throws");
	struct tablas_wait w;
	uint8_t faces[2];

	plugin->wait(r->pos, &w);
	if (w.kind != TABLAS_WAIT_ROLL || w.seats != 3 || w.dice != 2)
		return "nobody throws for first now";
	for (unsigned s = 0; s < 2; s++) {
		json_int_t n = json_integer_value(json_object_get(throws, quinze_side[s]));

		if (n < 1 || n > w.sides)
			return "no dice";
		faces[s] = (uint8_t)n;
	}
	plugin->roll(r->pos, faces, 2, &r->events);
	happened(r);
	return NULL;
}

/* Plays the move of this text, which must be legal and be written just so. */
static const char *play(struct replay *r, unsigned seat, const char *text)
{
	const struct tablas_plugin *plugin = r->asked.plugin;
	char again[TABLAS_MOVE_TEXT_MAX];
	tablas_move move, legal[QUINZE_MOVES];
	size_t n, i;

	if (!text || seat > 1 || plugin->move_read(r->pos, seat, text, &move))
		return "the step is not read";
	n = plugin->legal(r->pos, seat, legal, QUINZE_MOVES);
	for (i = 0; i < n && legal[i] != move; i++)
		;
	if (i == n)
		return "the step is not legal";
	plugin->move_write(r->pos, seat, move, again, sizeof again);
	if (strcmp(again, text) != 0)
		return "the step is written otherwise";
	plugin->play(r->pos, seat, move, &r->events);
	happened(r);
	return NULL;
}

static const char *enter(struct replay *r, json_t *event)
{
	const char *wrong = NULL;
	json_t *point;
	size_t i;

	json_array_foreach(json_object_get(event, "points"), i, point)
	{
		char text[32];

		snprintf(text, sizeof text, "hand-%d", (int)json_integer_value(point));
		if (!wrong)
			wrong = play(r, quinze_seat(event, "seat"), text);
	}
	return wrong;
}

static int by_face(json_t *dice, int face)
{
	json_t *die;
	int n = 0;
	size_t i;

	json_array_foreach(dice, i, die) n += json_integer_value(die) == face;
	return n;
}

static const char *lose(struct replay *r, json_t *event)
{
	json_t *told = json_object_get(event, "dice");

	for (int face = 1; face < 10; face++)
		if (by_face(told, face) != by_face(r->lost, face))
			return "other dice are lost";
	json_array_clear(r->lost);
	return NULL;
}

static const char *compare_position(struct replay *r, json_t *event)
{
	return compare(r, event,
		       json_pack("{s:s, s:o}", "event", "position", "position",
				 quinze_men(&r->asked, r->pos)));
}

static const char *end_game(struct replay *r, json_t *event)
{
	struct tablas_outcome o;
	struct tablas_wait w;
	unsigned winner;
	json_t *came;

	r->asked.plugin->wait(r->pos, &w);
	if (w.kind != TABLAS_WAIT_OVER)
		return "the game is not over";
	r->asked.plugin->outcome(r->pos, &o);
	winner = o.rank[0] == o.rank[1] ? 2 : o.rank[0] > o.rank[1];
	came = json_pack("{s:s, s:I, s:s?, s:s, s:i, s:O}", "event", "end", "turns", r->throws,
			 "winner", winner < 2 ? quinze_side[winner] : NULL, "reason", o.note,
			 "value", winner < 2 ? (int)o.points[winner] : 1, "payments", r->paid);
	if (winner > 1) /* what a draw is worth is nobody's to say */
		json_object_set(came, "value", json_object_get(event, "value"));
	return compare(r, event, came);
}

static const char *replay_event(struct replay *r, json_t *event)
{
	if (vector_says(event, "event", "lost"))
		return lose(r, event);
	if (json_array_size(r->lost))
		return "a die is lost that the record does not tell of";
	if (vector_says(event, "event", "position"))
		return compare_position(r, event);
	if (vector_says(event, "event", "throw"))
		return throw_dice(r, event);
	if (vector_says(event, "event", "throw_for_first"))
		return throw_for_first(r, event);
	if (vector_says(event, "event", "step"))
		return play(r, quinze_seat(event, "seat"),
			    json_string_value(json_object_get(event, "step")));
	if (vector_says(event, "event", "enter"))
		return enter(r, event);
	return vector_says(event, "event", "end") ? end_game(r, event) : "no such event here";
}

enum vector_result quinze_record(const struct tablas_plugin *plugin, json_t *events, char *why,
				 size_t cap)
{
	json_t *first = json_array_get(events, 0), *event = NULL;
	const char *wrong = NULL;
	struct replay r;
	enum vector_result result;
	size_t i;

	memset(&r, 0, sizeof r);
	result = quinze_ask(&r.asked, plugin, json_object_get(first, "options"), why, cap);
	if (result)
		return result;
	r.events.v = r.room;
	r.stake = json_integer_value(json_object_get(first, "stake"));
	r.paid = json_array();
	r.lost = json_array();
	plugin->init(&r.asked.setup, r.pos);
	for (i = 1; !wrong && i < json_array_size(events); i++) {
		event = json_array_get(events, i);
		wrong = replay_event(&r, event);
	}
	if (!wrong && !vector_says(event, "event", "end"))
		wrong = "the record stops before the end";
	json_decref(r.paid);
	json_decref(r.lost);
	if (!wrong)
		return VECTOR_PASSED;
	if (!r.told)
		return vector_stopped(why, cap, i - 1, event, wrong);
	snprintf(why + strlen(why), cap - strlen(why), " (event %zu)", i - 1);
	return VECTOR_FAILED;
}
