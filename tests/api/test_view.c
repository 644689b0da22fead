/*
 * test_view.c - what a game looks like, to programs, in characters, as a picture.
 */
#include "tests/api/shown.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct shown shown;

static const struct tablas_plugin *const games[] = {&tablas_plugin_backgammon,
						    &tablas_plugin_el_mundo};
#define GAMES (sizeof games / sizeof *games)

static json_t *at(json_t *json, const char *key)
{
	json_t *value = json_object_get(json, key);

	if (!value)
		fail_msg("no \"%s\"", key);
	return value;
}

static const char *text_at(json_t *json, const char *key)
{
	const char *text = json_string_value(at(json, key));

	if (!text)
		fail_msg("\"%s\" is no string", key);
	return text;
}

static json_int_t number_at(json_t *json, const char *key)
{
	assert_true(json_is_integer(at(json, key)));
	return json_integer_value(at(json, key));
}

/* ---- the document ---------------------------------------------------------------------- */

static void an_open_table_has_no_position_and_waits_for_players(void **state)
{
	json_t *json, *waiting;

	(void)state;
	shown_open(&shown, &tablas_plugin_el_mundo);
	shown_sit(&shown, 2, "carla");
	json = shown_document(&shown);
	assert_string_equal(text_at(json, "state"), "open");
	assert_true(json_is_null(at(json, "position")));
	assert_true(json_is_null(at(json, "turn")));
	assert_int_equal(json_array_size(at(json, "dice")), 0);
	waiting = at(json, "waiting");
	assert_string_equal(text_at(waiting, "for"), "players");
	assert_int_equal(json_array_size(at(waiting, "seats")), 3);
	assert_true(json_is_true(at(at(json, "actions"), "seats")));
	assert_string_equal(text_at(at(json, "actions"), "turns"), "the game has not started");
	/* Whoever sits there may, and it is not the first seat. */
	assert_true(json_is_true(at(at(json, "actions"), "abort")));
	json_decref(json);
}

static void every_member_of_the_contract_is_there(void **state)
{
	static const char *const members[] = {
		"id",	   "ruleset",  "rules_version", "options",     "state",
		"ply",	   "created",  "seats",		"turn",	       "waiting",
		"dice",	   "position", "counters",	"cube",	       "match",
		"stake",   "clock",    "last",		"actions",     "outcome",
		"started", "ended",    "creator",	"auto_forced", "visibility"};
	static const char *const of_a_seat[] = {"seat", "name",	 "colour",  "account", "status",
						"rank", "purse", "invited", "locked"};

	(void)state;
	for (size_t g = 0; g < GAMES; g++) {
		json_t *json;

		shown_open(&shown, games[g]);
		shown_begin(&shown);
		shown_play(&shown, 3);
		json = shown_document(&shown);
		for (size_t i = 0; i < sizeof members / sizeof *members; i++)
			at(json, members[i]);
		for (size_t i = 0; i < sizeof of_a_seat / sizeof *of_a_seat; i++)
			at(json_array_get(at(json, "seats"), 0), of_a_seat[i]);
		json_decref(json);
	}
}

static void the_decision_that_is_asked_can_be_read_from_the_document(void **state)
{
	json_t *json, *die;
	struct tablas_wait wait;

	(void)state;
	shown_open(&shown, &tablas_plugin_backgammon);
	shown_begin(&shown);
	shown.table.plugin->wait(shown.table.position, &wait);
	json = shown_document(&shown);
	assert_string_equal(text_at(at(json, "waiting"), "for"), "move");
	assert_int_equal(number_at(json, "turn"), wait.turn);
	assert_int_equal(
		json_integer_value(json_array_get(at(at(json, "waiting"), "seats"), 0)),
		wait.turn);
	assert_int_equal(json_array_size(at(json, "dice")), 2);
	die = json_array_get(at(json, "dice"), 0);
	assert_string_equal(text_at(die, "state"), "unused");
	assert_int_equal(number_at(die, "seat"), wait.turn);
	assert_int_equal(number_at(die, "sides"), 6);
	assert_true(json_is_true(at(at(json, "actions"), "turns")));
	assert_true(json_is_null(at(json, "outcome")));
	json_decref(json);
}

static void pieces_are_counted_by_place_and_seat(void **state)
{
	json_t *json, *piece;
	json_int_t count[4] = {0};
	size_t i;

	(void)state;
	shown_open(&shown, &tablas_plugin_el_mundo);
	shown_begin(&shown);
	shown_play(&shown, 40);
	json = shown_document(&shown);
	json_array_foreach(at(at(json, "position"), "pieces"), i, piece)
	{
		assert_true(strlen(text_at(piece, "place")) > 0);
		assert_string_equal(text_at(piece, "kind"), "piece");
		assert_in_range(number_at(piece, "seat"), 0, 3);
		count[number_at(piece, "seat")] += number_at(piece, "count");
	}
	for (i = 0; i < 4; i++)
		assert_int_equal(count[i], 12);
	assert_string_equal(text_at(at(json, "position"), "text"), shown.row.position);
	json_decref(json);
}

static void purses_and_pot_add_up_to_the_buy_ins(void **state)
{
	json_int_t chips;
	json_t *json, *seat;
	size_t i;

	(void)state;
	shown_open(&shown, &tablas_plugin_el_mundo);
	shown_begin(&shown);
	shown_play(&shown, 200);
	json = shown_document(&shown);
	chips = number_at(at(json, "stake"), "pot");
	json_array_foreach(at(json, "seats"), i, seat) chips += number_at(seat, "purse");
	assert_int_equal(chips, 400);
	json_decref(json);
}

static void the_last_decision_is_named(void **state)
{
	json_t *json, *last;

	(void)state;
	shown_open(&shown, &tablas_plugin_backgammon);
	shown_begin(&shown);
	json = shown_document(&shown);
	assert_true(json_is_null(at(json, "last")));
	json_decref(json);
	shown_play(&shown, 1);
	json = shown_document(&shown);
	last = at(json, "last");
	assert_int_equal(number_at(last, "seat"), shown.around.last.seat);
	assert_int_equal(number_at(last, "ply"), (json_int_t)shown.around.last.ply);
	assert_true(json_array_size(at(last, "moves")) > 0);
	json_decref(json);
}

static void a_game_that_is_over_has_a_winner_and_ranks(void **state)
{
	(void)state;
	for (size_t g = 0; g < GAMES; g++) {
		json_t *json, *outcome;
		json_int_t winner;

		shown_open(&shown, games[g]);
		shown_begin(&shown);
		shown_play(&shown, 100000);
		json = shown_document(&shown);
		assert_string_equal(text_at(json, "state"), "over");
		assert_true(json_is_null(at(json, "waiting")));
		outcome = at(json, "outcome");
		winner = number_at(outcome, "winner");
		assert_int_equal(json_integer_value(json_array_get(at(outcome, "ranking"),
								   (size_t)winner)),
				 1);
		assert_int_equal(
			number_at(json_array_get(at(json, "seats"), (size_t)winner), "rank"),
			1);
		assert_string_equal(text_at(at(json, "actions"), "turns"), "the game is over");
		json_decref(json);
	}
}

static void a_frozen_game_is_readable_and_says_why_nothing_can_be_done(void **state)
{
	struct command freeze = {
		.kind = COMMAND_FREEZE, .seat = TABLAS_NOBODY, .text = "broken"};
	struct decision decision;
	json_t *json;

	(void)state;
	shown_open(&shown, &tablas_plugin_backgammon);
	shown_begin(&shown);
	assert_int_equal(table_decide(&shown.table, &freeze, &decision), ACCEPTED);
	shown_apply(&shown, &decision.facts[0]);
	json = shown_document(&shown);
	assert_string_equal(text_at(json, "state"), "frozen");
	assert_true(json_is_null(at(json, "waiting")));
	assert_true(json_array_size(at(at(json, "position"), "pieces")) > 0);
	assert_string_equal(text_at(at(json, "actions"), "turns"),
			    "the game is frozen until an operator looks at it");
	json_decref(json);
}

static void a_game_without_its_ruleset_is_still_readable(void **state)
{
	struct out out;
	json_t *json;
	char *text;
	size_t n;

	(void)state;
	shown_open(&shown, &tablas_plugin_backgammon);
	shown_begin(&shown);
	strcpy(shown.row.options, "resign_value=offered");
	out_init(&out);
	view_game(&out, &shown.row, NULL, NULL);
	json = json_loadb(out.p, out.n, 0, NULL);
	assert_non_null(json);
	assert_string_equal(text_at(at(json, "position"), "text"), shown.row.position);
	assert_string_equal(text_at(at(json, "options"), "resign_value"), "offered");
	assert_string_equal(text_at(at(json, "actions"), "turns"),
			    "the ruleset of this game is not loaded");
	json_decref(json);
	out_free(&out);
	out_init(&out);
	view_text(&out, &shown.row, NULL, NULL, 0);
	text = out_take(&out, &n);
	assert_non_null(strstr(text, "the ruleset is not loaded"));
	free(text);
	out_init(&out);
	view_svg(&out, &shown.row, NULL, NULL, 0);
	assert_int_equal(strncmp(out.p, "<svg ", 5), 0);
	out_free(&out);
}

static void options_are_told_in_their_own_types(void **state)
{
	json_t *json, *options;

	(void)state;
	shown_open(&shown, &tablas_plugin_el_mundo);
	json = shown_document(&shown);
	options = at(json, "options");
	assert_true(json_is_boolean(at(options, "duty_first")));
	assert_true(json_is_integer(at(options, "die_sides")));
	assert_string_equal(text_at(options, "reentry"), "anywhere");
	json_decref(json);
}

static void a_fact_tells_its_moves_and_events_as_objects(void **state)
{
	struct fact fact = {.kind = FACT_DECIDED, .seat = 1, .ply = 9, .at = 1796029200123};
	struct out out;
	json_t *json, *event;

	(void)state;
	strcpy(fact.text, "8/5* 6/5");
	out_init(&out);
	view_fact(&out, &fact, "moved 1 - 8 5 3;struck 1 0 - 5 0;stake 0 pot - - 1 a chip");
	json = json_loadb(out.p, out.n, 0, NULL);
	out_free(&out);
	assert_non_null(json);
	assert_string_equal(text_at(json, "kind"), "decided");
	assert_string_equal(text_at(json, "at"), "2026-11-30T09:00:00.123Z");
	assert_int_equal(json_array_size(at(json, "moves")), 2);
	assert_int_equal(json_array_size(at(json, "events")), 3);
	event = json_array_get(at(json, "events"), 1);
	assert_string_equal(text_at(event, "to"), "5");
	assert_true(json_is_null(at(event, "from")));
	event = json_array_get(at(json, "events"), 2);
	assert_string_equal(text_at(event, "other"), "pot");
	assert_string_equal(text_at(event, "note"), "a chip");
	json_decref(json);
}

/* ---- characters -----------------------------------------------------------------------------
 */

/* The longest line, in characters. */
static size_t widest(const char *text)
{
	size_t most = 0, n = 0;

	for (; *text; text++) {
		if (*text == '\n')
			n = 0;
		else if (((unsigned char)*text & 0xc0) != 0x80)
			n++;
		most = n > most ? n : most;
	}
	return most;
}

static void no_line_of_the_text_is_wider_than_a_terminal(void **state)
{
	(void)state;
	for (size_t g = 0; g < GAMES; g++) {
		shown_open(&shown, games[g]);
		shown_begin(&shown);
		strcpy(shown.row.seat[0].name, "a-name-as-long-as-names-may-be--");
		for (int i = 0; i < 30; i++) {
			for (unsigned seat = 0; seat < shown.table.seats; seat++) {
				char *text = shown_text(&shown, seat);

				assert_in_range(widest(text), 20, 80);
				free(text);
			}
			shown_play(&shown, 7);
		}
	}
}

/* user-voices G100: for who cannot see the board. */
static void the_text_names_the_game_the_ply_the_dice_and_who_decides(void **state)
{
	char *text;

	(void)state;
	shown_open(&shown, &tablas_plugin_backgammon);
	shown_begin(&shown);
	text = shown_text(&shown, 0);
	assert_non_null(strstr(text, "Backgammon  7k3m9qzd2x"));
	assert_non_null(strstr(text, shown.row.waiting == 1 ? "white (ana) to move"
							    : "black (ben) to move"));
	assert_non_null(strstr(text, "dice: "));
	assert_non_null(strstr(text, "purse 100"));
	free(text);
}

/* ---- the picture
 * --------------------------------------------------------------------------------- */

static size_t occurrences(const char *text, const char *what)
{
	size_t n = 0;

	for (const char *p = text; (p = strstr(p, what)); p += strlen(what))
		n++;
	return n;
}

/* Every element that is opened is closed, and nothing else looks like one. */
static void assert_well_formed(const char *svg)
{
	int depth = 0;

	for (const char *p = svg; (p = strchr(p, '<')); p++) {
		const char *end = strchr(p, '>'), *next = strchr(p + 1, '<');

		assert_non_null(end);
		assert_true(!next || end < next);
		if (p[1] == '/')
			depth--;
		else if (end[-1] != '/')
			depth++;
		assert_true(depth >= 0);
	}
	assert_int_equal(depth, 0);
}

static void a_picture_names_every_place_from_every_seat(void **state)
{
	(void)state;
	for (size_t g = 0; g < GAMES; g++) {
		shown_open(&shown, games[g]);
		shown_begin(&shown);
		shown_play(&shown, 50);
		for (unsigned seat = 0; seat < shown.table.seats; seat++) {
			char *svg = shown_svg(&shown, seat);

			assert_well_formed(svg);
			for (const struct tablas_place *p = games[g]->places; p->name; p++) {
				char words[40];

				if (p->kind != TABLAS_PLACE_BOARD)
					continue; /* a tray has words of its own */
				snprintf(words, sizeof words, ">%s</text>", p->name);
				assert_true(occurrences(svg, words) >= 1);
			}
			free(svg);
		}
	}
}

static void names_cannot_break_out_of_a_picture(void **state)
{
	char *svg;

	(void)state;
	shown_open(&shown, &tablas_plugin_backgammon);
	shown_sit(&shown, 0, "<b>&\"'</b>");
	shown_begin(&shown);
	svg = shown_svg(&shown, 0);
	assert_well_formed(svg);
	assert_null(strstr(svg, "<b>"));
	assert_non_null(strstr(svg, "&lt;b&gt;&amp;&quot;'&lt;/b&gt;"));
	free(svg);
}

/* Where the name of a place stands. */
static void place_of_name(const char *svg, const char *name, double *x, double *y)
{
	char words[40];
	const char *p;

	snprintf(words, sizeof words, ">%s</text>", name);
	p = strstr(svg, words);
	assert_non_null(p);
	while (strncmp(p, "<text ", 6) != 0)
		p--;
	assert_int_equal(sscanf(p, "<text x=\"%lf\" y=\"%lf\"", x, y), 2);
}

static void the_board_is_turned_to_the_seat_that_looks(void **state)
{
	double x, y, x2, y2;
	char *svg;

	(void)state;
	shown_open(&shown, &tablas_plugin_backgammon);
	shown_begin(&shown);
	svg = shown_svg(&shown, 0);
	place_of_name(svg, "1", &x, &y);
	place_of_name(svg, "24", &x2, &y2);
	assert_true(y > y2);
	free(svg);
	/* The first 1 is the point's, and stands above; Black's own 1 is his 24th. */
	svg = shown_svg(&shown, 1);
	place_of_name(svg, "1", &x, &y);
	assert_true(y < y2 + 20);
	assert_non_null(strstr(svg, "small numbers are black's own"));
	free(svg);

	/* Around a table of four the own season is always the nearest. */
	shown_open(&shown, &tablas_plugin_el_mundo);
	shown_begin(&shown);
	for (unsigned seat = 0; seat < 4; seat++) {
		static const char *const own[] = {"Sp3", "Su3", "Au3", "Wi3"};
		double lowest = 0;

		svg = shown_svg(&shown, seat);
		for (unsigned i = 0; i < 4; i++) {
			place_of_name(svg, own[i], &x, &y);
			if (i == 0 || y > lowest)
				lowest = y;
		}
		place_of_name(svg, own[seat], &x, &y);
		assert_true(y >= lowest);
		free(svg);
	}
}

static void a_tall_stack_bears_its_number(void **state)
{
	static const char text[] = "white 6:9 / black 24:2 / white to move 31 left 31";
	char *svg;

	(void)state;
	shown_open(&shown, &tablas_plugin_backgammon);
	shown_begin(&shown);
	assert_int_equal(
		shown.table.plugin->read(&shown.table.setup, text, shown.table.position), 0);
	svg = shown_svg(&shown, 0);
	/* once on the board's edge, once on the stack */
	assert_int_equal(occurrences(svg, ">9</text>"), 2);
	free(svg);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_open_table_has_no_position_and_waits_for_players),
		cmocka_unit_test(every_member_of_the_contract_is_there),
		cmocka_unit_test(the_decision_that_is_asked_can_be_read_from_the_document),
		cmocka_unit_test(pieces_are_counted_by_place_and_seat),
		cmocka_unit_test(purses_and_pot_add_up_to_the_buy_ins),
		cmocka_unit_test(the_last_decision_is_named),
		cmocka_unit_test(a_game_that_is_over_has_a_winner_and_ranks),
		cmocka_unit_test(a_frozen_game_is_readable_and_says_why_nothing_can_be_done),
		cmocka_unit_test(a_game_without_its_ruleset_is_still_readable),
		cmocka_unit_test(options_are_told_in_their_own_types),
		cmocka_unit_test(a_fact_tells_its_moves_and_events_as_objects),
		cmocka_unit_test(no_line_of_the_text_is_wider_than_a_terminal),
		cmocka_unit_test(the_text_names_the_game_the_ply_the_dice_and_who_decides),
		cmocka_unit_test(a_picture_names_every_place_from_every_seat),
		cmocka_unit_test(names_cannot_break_out_of_a_picture),
		cmocka_unit_test(the_board_is_turned_to_the_seat_that_looks),
		cmocka_unit_test(a_tall_stack_bears_its_number),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
