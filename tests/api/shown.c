/*
 * shown.c - plays a game for the tests of views.
 */
#include "tests/api/shown.h"

#include "game/plays.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define PLAYS 512

static const char *const names[TABLAS_SEATS_MAX] = {"ana", "ben", "carla", "dora"};

static uint32_t next_chance(struct shown *s)
{
	s->chance = s->chance * 1664525u + 1013904223u;
	return s->chance >> 16;
}

static void write_row(struct shown *s)
{
	const struct table *t = &s->table;
	struct tablas_wait wait;

	s->row.state = t->state;
	s->row.thaws_to = t->state_before_frost;
	s->row.marks = table_marks(t);
	s->row.ply = t->ply;
	s->row.pot = t->stakes.pot;
	s->row.waiting = 0;
	if (t->state == TABLE_ACTIVE) {
		memset(&wait, 0, sizeof wait);
		t->plugin->wait(t->position, &wait);
		s->row.waiting = wait.kind == TABLAS_WAIT_MOVE ? wait.seats : 0;
	}
	for (unsigned seat = 0; seat < t->seats; seat++) {
		s->row.seat[seat].status = t->status[seat];
		s->row.seat[seat].purse = t->stakes.purse[seat];
	}
	table_write_position(t, s->row.position, sizeof s->row.position);
}

void shown_open(struct shown *s, const struct tablas_plugin *plugin)
{
	int32_t values[OPTIONS_MAX];

	memset(s, 0, sizeof *s);
	s->chance = 1283;
	options_default(plugin, values);
	table_init(&s->table, plugin, plugin->seats_min, values, 1, 100);
	snprintf(s->row.key, sizeof s->row.key, "7k3m9qzd2x");
	snprintf(s->row.ruleset, sizeof s->row.ruleset, "%s", plugin->name);
	snprintf(s->around.creator, sizeof s->around.creator, "ana");
	s->row.rules = plugin->rules;
	s->row.seats = plugin->seats_min;
	s->row.unit = 1;
	s->row.buy_in = 100;
	s->row.created = 1796029200000;
	write_row(s);
}

void shown_apply(struct shown *s, const struct fact *fact)
{
	assert_int_equal(table_apply(&s->table, fact, &s->happened), 0);
	if (fact->kind == FACT_DECIDED || fact->kind == FACT_FORCED) {
		s->around.last.ply = fact->ply;
		s->around.last.seat = fact->seat;
		s->around.last.forced = fact->kind == FACT_FORCED;
		memcpy(s->around.last.moves, fact->text, sizeof fact->text);
		facts_write_events(s->table.plugin, s->happened.events, s->happened.events_n,
				   s->around.last.events, sizeof s->around.last.events);
	}
	if (fact->kind == FACT_FINISHED)
		snprintf(s->row.outcome, sizeof s->row.outcome, "%.100s", fact->text);
	write_row(s);
}

static void give(struct shown *s, const struct command *command)
{
	struct decision decision;

	assert_int_equal(table_decide(&s->table, command, &decision), ACCEPTED);
	for (size_t i = 0; i < decision.n; i++)
		shown_apply(s, &decision.facts[i]);
}

/* What the house must do before anybody is asked. */
static void house(struct shown *s)
{
	uint8_t faces[TABLAS_DICE_MAX];
	struct tablas_wait wait;
	struct fact fact;

	for (;;) {
		enum house what = table_next(&s->table, &wait, &fact);

		if (what == HOUSE_WAITS)
			return;
		if (what == HOUSE_ROLLS) {
			for (unsigned i = 0; i < wait.dice; i++)
				faces[i] = (uint8_t)(1 + next_chance(s) % wait.sides);
			table_roll(&s->table, faces, wait.dice, &fact);
		}
		shown_apply(s, &fact);
	}
}

void shown_sit(struct shown *s, unsigned seat, const char *name)
{
	struct command sit = {.kind = COMMAND_SIT, .seat = (uint8_t)seat, .text = name};

	give(s, &sit);
	s->row.seat[seat].account = 1001 + seat;
	snprintf(s->row.seat[seat].name, sizeof s->row.seat[seat].name, "%s", name);
}

void shown_begin(struct shown *s)
{
	for (unsigned seat = 0; seat < s->table.seats; seat++)
		if (s->table.status[seat] == SEAT_EMPTY)
			shown_sit(s, seat, names[seat]);
	house(s);
	assert_int_equal(s->table.state, TABLE_ACTIVE);
}

static void decide(struct shown *s, unsigned seat)
{
	const struct tablas_plugin *plugin = s->table.plugin;
	void *memory = malloc(plays_memory(plugin, PLAYS));
	char text[FACT_TEXT_MAX];
	const char *words[] = {text};
	struct command command = {.kind = COMMAND_DECIDE,
				  .seat = (uint8_t)seat,
				  .ply = s->table.ply,
				  .words = words,
				  .words_n = 1};
	struct plays plays;
	tablas_move *moves;
	size_t n = 0;

	assert_non_null(memory);
	plays_init(&plays, plugin, PLAYS, memory);
	plays_list(&plays, s->table.position, seat);
	assert_true(plays.n > 0);
	moves = plays.moves + next_chance(s) % plays.n * TABLAS_STEPS_MAX;
	while (n < TABLAS_STEPS_MAX && moves[n] != TABLAS_NO_MOVE)
		n++;
	phrase_write(plugin, s->table.position, seat, moves, n, text, sizeof text);
	free(memory);
	give(s, &command);
}

void shown_play(struct shown *s, unsigned decisions)
{
	for (; decisions > 0 && s->table.state == TABLE_ACTIVE; decisions--) {
		unsigned seat = 0;

		while (!(s->row.waiting >> seat & 1))
			seat++;
		decide(s, seat);
		house(s);
	}
}

json_t *shown_document(struct shown *s)
{
	json_error_t error;
	struct out out;
	json_t *json;

	out_init(&out);
	view_game(&out, &s->row, &s->table, &s->around);
	json = json_loadb(out.p, out.n, JSON_REJECT_DUPLICATES, &error);
	if (!json)
		fail_msg("%s in %.*s", error.text, (int)out.n, out.p);
	out_free(&out);
	return json;
}

char *shown_text(struct shown *s, unsigned seat)
{
	struct out out;
	size_t n;

	out_init(&out);
	view_text(&out, &s->row, &s->table, &s->around, seat);
	return out_take(&out, &n);
}

char *shown_svg(struct shown *s, unsigned seat)
{
	struct out out;
	size_t n;

	out_init(&out);
	view_svg(&out, &s->row, &s->table, &s->around, seat);
	return out_take(&out, &n);
}
