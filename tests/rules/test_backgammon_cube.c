/*
 * What a game of backgammon is worth: the cube, matches, resignations; and the
 * other starting positions.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/rules/backgammon_table.h"

/* White to play the last step of his turn, then it is Black's. */
#define LAST_STEP START " / white to move 21 left 1"

static struct bytes black_begins(const struct tablas_setup *setup, const char *cube)
{
	char text[TABLAS_TEXT_MAX];
	struct bytes p;

	snprintf(text, sizeof text, "%s%s", LAST_STEP, cube);
	p = table_read(setup, text);
	table_play(&p, 0, "6/5");
	return p;
}

static int may_double(const struct bytes *p)
{
	struct tablas_wait w = table_waits(p);

	return w.kind == TABLAS_WAIT_MOVE && w.flags == TABLAS_WAIT_CUBE && w.seats == 2;
}

static int32_t paid(void)
{
	const struct tablas_event *e = &events.v[events.n - 1];

	return events.n && e->kind == TABLAS_EV_STAKE ? e->seat ? -e->amount : e->amount : 0;
}

static int has_move(const struct bytes *p, unsigned seat, const char *text)
{
	tablas_move legal[8], m;
	size_t n = GAME->legal(p, seat, legal, 8);

	assert_int_equal(GAME->move_read(p, seat, text, &m), 0);
	for (size_t i = 0; i < n; i++)
		if (legal[i] == m)
			return 1;
	return 0;
}

static struct tablas_view cube_of(const struct bytes *p)
{
	static struct tablas_pieces room[28];
	struct tablas_view v = {.pieces = room, .pieces_cap = 28};

	GAME->view(p, 0, &v);
	return v;
}

static void without_the_option_nobody_is_asked_to_double(void **state)
{
	struct bytes p = black_begins(table_setup(""), "");

	(void)state;
	assert_int_equal(table_waits(&p).kind, TABLAS_WAIT_ROLL);
	assert_int_equal(cube_of(&p).cube, 0);
}

static void a_double_is_taken_and_the_cube_belongs_to_the_taker(void **state)
{
	struct bytes p = black_begins(table_setup("cube=on"), "");

	(void)state;
	assert_true(may_double(&p));
	table_play(&p, 1, "double");
	assert_int_equal(table_waits(&p).seats, 1);
	assert_int_equal(table_waits(&p).turn, 1);
	assert_int_equal(events.v[0].kind, TABLAS_EV_CUBE);
	assert_int_equal(events.v[0].amount, 2);
	table_play(&p, 0, "take");
	assert_int_equal(table_waits(&p).kind, TABLAS_WAIT_ROLL);
	assert_int_equal(table_waits(&p).turn, 1);
	assert_int_equal(cube_of(&p).cube, 2);
	assert_int_equal(cube_of(&p).cube_owner, 0);
	assert_non_null(strstr(table_written(&p), "black to roll / cube 2 white 1"));
}

static void a_double_may_be_left_for_later(void **state)
{
	struct bytes p = black_begins(table_setup("cube=on"), "");

	(void)state;
	table_play(&p, 1, "roll");
	assert_int_equal(table_waits(&p).kind, TABLAS_WAIT_ROLL);
	assert_int_equal(cube_of(&p).cube, 1);
}

static void a_dropped_double_costs_the_stake_before_it_and_single(void **state)
{
	struct bytes p = black_begins(table_setup("cube=on"), " / cube 4 black 2");

	(void)state;
	table_play(&p, 1, "double");
	table_play(&p, 0, "drop");
	assert_int_equal(table_waits(&p).kind, TABLAS_WAIT_OVER);
	assert_int_equal(paid(), 4);
}

static void only_the_owner_may_redouble(void **state)
{
	struct bytes p = black_begins(table_setup("cube=on"), " / cube 2 white 1");

	(void)state;
	assert_false(may_double(&p));
	p = black_begins(table_setup("cube=on"), " / cube 2 black 1");
	assert_true(may_double(&p));
}

static void no_double_goes_beyond_the_highest_cube(void **state)
{
	struct bytes p = black_begins(table_setup("cube=on max_cube=8"), " / cube 8 black 3");

	(void)state;
	assert_false(may_double(&p));
	p = black_begins(table_setup("cube=on max_cube=8"), " / cube 4 black 2");
	assert_true(may_double(&p));
	p = black_begins(table_setup("cube=on max_cube=9"), " / cube 8 black 3");
	assert_false(may_double(&p));
	p = black_begins(table_setup("cube=on max_cube=0"), " / cube 1024 black 10");
	assert_true(may_double(&p));
}

static void a_beaver_doubles_twice_and_keeps_the_cube(void **state)
{
	struct bytes p = black_begins(table_setup("cube=on beaver=on"), " / cube 2 black 1");

	(void)state;
	table_play(&p, 1, "double");
	table_play(&p, 0, "beaver");
	assert_int_equal(table_waits(&p).seats, 2);
	table_play(&p, 1, "take");
	assert_int_equal(cube_of(&p).cube, 8);
	assert_int_equal(cube_of(&p).cube_owner, 0);
	assert_non_null(strstr(table_written(&p), "black to roll / cube 8 white 2"));
}

static void a_refused_beaver_costs_the_doubled_value(void **state)
{
	struct bytes p = black_begins(table_setup("cube=on beaver=on"), " / cube 2 black 1");

	(void)state;
	table_play(&p, 1, "double");
	table_play(&p, 0, "beaver");
	table_play(&p, 1, "drop");
	assert_int_equal(paid(), -4);
	assert_non_null(strstr(table_written(&p), "white won a single, beaver refused"));
}

static void a_raccoon_answers_a_beaver(void **state)
{
	struct bytes p = black_begins(table_setup("cube=on beaver=on raccoon=on"), ""), q;

	(void)state;
	table_play(&p, 1, "double");
	table_play(&p, 0, "beaver");
	table_play(&p, 1, "raccoon");
	q = p;
	table_play(&p, 0, "take");
	assert_int_equal(cube_of(&p).cube, 8);
	assert_int_equal(cube_of(&p).cube_owner, 0);
	table_play(&q, 0, "drop");
	assert_int_equal(paid(), 4);
}

static void beavers_and_raccoons_need_their_option_money_and_room(void **state)
{
	static const struct {
		const char *options, *cube;
		int beaver, raccoon;
	} rows[] = {
		{"cube=on", "", 0, 0},
		{"cube=on raccoon=on", "", 0, 0},
		{"cube=on beaver=on", "", 1, 0},
		{"cube=on beaver=on raccoon=on", "", 1, 1},
		{"cube=on beaver=on raccoon=on max_cube=8", " / cube 2 black 1", 1, 0},
		{"cube=on beaver=on raccoon=on max_cube=8", " / cube 4 black 2", 0, 0},
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct bytes p = black_begins(table_setup(rows[i].options), rows[i].cube);

		table_play(&p, 1, "double");
		assert_int_equal(has_move(&p, 0, "beaver"), rows[i].beaver);
		if (!rows[i].beaver) {
			assert_int_equal(table_why_not(&p, 0, "beaver"), TABLAS_WHY_CUBE);
			continue;
		}
		table_play(&p, 0, "beaver");
		assert_int_equal(has_move(&p, 1, "raccoon"), rows[i].raccoon);
	}
	struct bytes p = black_begins(table_match("cube=on beaver=on", 9, 0, 0), "");
	table_play(&p, 1, "double");
	assert_false(has_move(&p, 0, "beaver"));
}

/* White bears off his last man; Black has none off and all at home. */
static struct bytes gammon(const struct tablas_setup *setup, const char *cube)
{
	char text[TABLAS_TEXT_MAX];
	struct bytes p;

	snprintf(text, sizeof text,
		 "white 1:1 off:14 / black 19:15 / white to move 21 left 2%s", cube);
	p = table_read(setup, text);
	table_play(&p, 0, "1/off");
	return p;
}

static void a_gammon_pays_twice_the_cube(void **state)
{
	(void)state;
	gammon(table_setup("cube=on"), " / cube 8 white 2");
	assert_int_equal(paid(), -16);
}

static void by_jacoby_a_gammon_counts_single_until_a_double_was_taken(void **state)
{
	(void)state;
	gammon(table_setup("cube=on jacoby=on"), "");
	assert_int_equal(paid(), -1);
	gammon(table_setup("cube=on jacoby=on"), " / cube 2 centred 0");
	assert_int_equal(paid(), -2);
	gammon(table_setup("cube=on jacoby=on"), " / cube 2 white 1");
	assert_int_equal(paid(), -4);
	gammon(table_setup("cube=on"), "");
	assert_int_equal(paid(), -2);
}

static void the_table_cap_bounds_what_a_game_costs(void **state)
{
	(void)state;
	gammon(table_setup("cube=on table_cap=6"), " / cube 8 white 2");
	assert_int_equal(paid(), -6);
}

static void equal_opening_throws_double_the_cube_as_often_as_agreed(void **state)
{
	struct bytes p = table_fresh("cube=on automatic_doubles=2");

	(void)state;
	for (int i = 0; i < 4; i++)
		table_throw(&p, 3, 3);
	assert_int_equal(cube_of(&p).cube, 4);
	assert_int_equal(cube_of(&p).cube_owner, -1);
	p = table_fresh("cube=on automatic_doubles=3 max_cube=2");
	for (int i = 0; i < 4; i++)
		table_throw(&p, 3, 3);
	assert_int_equal(cube_of(&p).cube, 2);
	p = table_fresh("automatic_doubles=3");
	table_throw(&p, 3, 3);
	assert_int_equal(cube_of(&p).cube, 0);
}

static void nobody_doubles_on_the_opening_throw_or_after_a_throw(void **state)
{
	struct bytes p = table_fresh("cube=on");

	(void)state;
	table_throw(&p, 3, 1);
	assert_int_equal(table_waits(&p).flags, 0);
	assert_int_equal(table_why_not(&p, 0, "double"), TABLAS_WHY_CUBE);
	p = black_begins(table_setup("cube=on"), "");
	assert_int_equal(table_why_not(&p, 1, "12/18"), TABLAS_WHY_CUBE);
}

static void the_crawford_game_has_no_cube(void **state)
{
	struct bytes p = black_begins(table_match("cube=on", 5, 4, 2), "");

	(void)state;
	assert_false(may_double(&p));
	p = black_begins(table_match("cube=on crawford=off", 5, 4, 2), "");
	assert_true(may_double(&p));
	p = black_begins(table_match("cube=on crawford_played=on", 5, 4, 2), "");
	assert_true(may_double(&p));
	p = black_begins(table_match("cube=on", 5, 3, 2), "");
	assert_true(may_double(&p));
	p = black_begins(table_match("cube=on", 5, 4, 4), "");
	assert_true(may_double(&p));
}

static void a_dead_cube_stays_where_it_is_if_so_agreed(void **state)
{
	const char *cube = " / cube 4 black 2";
	struct bytes p = black_begins(table_match("cube=on dead_cube=forbid", 7, 0, 3), cube);

	(void)state;
	assert_false(may_double(&p));
	p = black_begins(table_match("cube=on", 7, 0, 3), cube);
	assert_true(may_double(&p));
	p = black_begins(table_match("cube=on dead_cube=forbid", 7, 0, 2), cube);
	assert_true(may_double(&p));
	p = black_begins(table_setup("cube=on dead_cube=forbid"), cube);
	assert_true(may_double(&p));
}

static void in_holland_the_trailer_waits_for_two_throws_each(void **state)
{
	const char *options = "cube=on crawford_played=on holland=on";
	struct bytes p = black_begins(table_match(options, 5, 4, 2), " / throws 2 1");

	(void)state;
	assert_false(may_double(&p));
	table_throw(&p, 6, 6);
	assert_non_null(strstr(table_written(&p), " / throws 2 2"));
	p = black_begins(table_match(options, 5, 4, 2), " / throws 2 2");
	assert_true(may_double(&p));
	p = black_begins(table_match(options, 5, 2, 4), "");
	assert_true(may_double(&p));
	p = black_begins(table_match("cube=on crawford=off holland=on", 5, 4, 2), "");
	assert_true(may_double(&p));
}

static void a_match_is_played_for_points_and_not_for_stakes(void **state)
{
	struct bytes p = gammon(table_match("cube=on jacoby=on", 9, 0, 0), " / cube 2 white 1");
	struct tablas_outcome o;

	(void)state;
	GAME->outcome(&p, &o);
	assert_int_equal(o.points[0], 4);
	assert_int_equal(o.points[1], 0);
	for (size_t i = 0; i < events.n; i++)
		assert_int_not_equal(events.v[i].kind, TABLAS_EV_STAKE);
}

static void a_resignation_and_a_leaver_pay_by_the_cube(void **state)
{
	const struct tablas_setup *setup =
		table_setup("cube=on beaver=on resign_value=offered");
	struct bytes p = black_begins(setup, " / cube 4 black 2"), q = p;
	const char *sentence;

	(void)state;
	assert_int_equal(GAME->resign(&p, 1, 2, &events, &sentence), 0);
	table_play(&p, 0, "accept");
	assert_int_equal(paid(), -8);
	p = q;
	events.n = 0;
	GAME->leave(&p, 0, &events);
	assert_int_equal(paid(), 12);
	/* The double he beavered counts as taken, the beaver does not. */
	p = q;
	table_play(&p, 1, "double");
	assert_int_equal(GAME->resign(&p, 0, 1, &events, &sentence), -1);
	table_play(&p, 0, "beaver");
	events.n = 0;
	GAME->leave(&p, 0, &events);
	assert_int_equal(paid(), 24);
}

static void the_most_one_can_lose_is_known(void **state)
{
	struct bytes p = table_fresh("cube=on");

	(void)state;
	assert_int_equal(GAME->exposure(&p, 0), 3);
	p = table_fresh("cube=on table_cap=2");
	assert_int_equal(GAME->exposure(&p, 0), 2);
	p = table_fresh("cube=on automatic_doubles=2");
	assert_int_equal(GAME->exposure(&p, 0), 12);
	p = table_fresh("cube=on automatic_doubles=3 max_cube=2");
	assert_int_equal(GAME->exposure(&p, 0), 6);
	p = table_fresh("cube=on jacoby=on");
	assert_int_equal(GAME->exposure(&p, 0), 1);
}

static void what_one_can_lose_goes_up_with_what_is_offered(void **state)
{
	struct bytes p = black_begins(table_setup("cube=on beaver=on jacoby=on"), "");

	(void)state;
	table_play(&p, 1, "double");
	assert_int_equal(GAME->exposure(&p, 0), 6);
	assert_int_equal(GAME->exposure(&p, 1), 6);
	table_play(&p, 0, "beaver");
	assert_int_equal(GAME->exposure(&p, 0), 12);
	table_play(&p, 1, "take");
	assert_int_equal(GAME->exposure(&p, 1), 12);
}

static void a_cube_decision_is_stepped_through(void **state)
{
	struct bytes p = black_begins(table_setup("cube=on"), ""), q[2];
	struct tablas_plays out = {q, NULL, 2};

	(void)state;
	assert_true(GAME->plays(&p, 1, &out) == SIZE_MAX);
	assert_int_equal(GAME->plays(&p, 0, &out), 0);
}

static void the_other_starting_positions_are_theirs(void **state)
{
	struct bytes p = table_fresh("variant=nackgammon");
	struct tablas_outcome o;

	(void)state;
	assert_string_equal(table_written(&p), "white 24:2 23:2 13:4 8:3 6:4 / "
					       "black 1:2 2:2 12:4 17:3 19:4 / opening");
	p = table_fresh("variant=hypergammon");
	assert_string_equal(table_written(&p),
			    "white 24:1 23:1 22:1 / black 1:1 2:1 3:1 / opening");
	p = table_read(table_setup("variant=hypergammon"),
		       "white 1:1 off:2 / black 22:3 / white to move 21 left 2");
	table_play(&p, 0, "1/off");
	assert_int_equal(table_waits(&p).kind, TABLAS_WAIT_OVER);
	GAME->outcome(&p, &o);
	assert_string_equal(o.note, "gammon");
}

static void cubes_that_cannot_be_are_refused(void **state)
{
	static const struct {
		const char *options, *text;
	} bad[] = {
		{"", START " / white to double or roll"},
		{"cube=on", START " / white to roll / cube 3 white 1"},
		{"cube=on", START " / white to roll / cube 1 centred 0"},
		{"cube=on", START " / white to roll / cube 99999999 white 1"},
		{"cube=on", START " / white to double or roll / cube 2 black 1"},
		{"cube=on", START " / white doubles / cube 64 white 6"},
		{"cube=on", START " / white is beavered"},
		{"cube=on beaver=on max_cube=2", START " / white is beavered"},
		{"cube=on beaver=on", START " / white raccoons"},
		{"cube=on resign_value=offered", START " / white doubles / black offers 1"},
		{"cube=on", START " / white to roll / throws 1 1"},
		{"", START " / white won a single, dropped"},
		{"cube=on", START " / white won a gammon, dropped"},
	};
	struct bytes p;

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		if (!GAME->read(table_setup(bad[i].options), bad[i].text, &p))
			fail_msg("read: %s (%s)", bad[i].text, bad[i].options);
}

/* ---- resigning and leaving
 * -------------------------------------------------------------------- */

static void a_resignation_counts_single_where_the_page_s_rule_holds(void **state)
{
	struct bytes p = table_fresh("");
	const char *sentence = NULL;

	(void)state;
	assert_int_equal(GAME->resign(&p, 0, 2, &events, &sentence), -1);
	assert_non_null(sentence);
	events.n = 0;
	assert_int_equal(GAME->resign(&p, 0, 0, &events, &sentence), 0);
	assert_int_equal(table_waits(&p).kind, TABLAS_WAIT_OVER);
	assert_int_equal(events.v[events.n - 1].kind, TABLAS_EV_STAKE);
	assert_int_equal(events.v[events.n - 1].amount, 1);
	assert_string_equal(table_written(&p), START " / black won a single, resigned");
}

static void an_offered_resignation_is_answered_by_the_other_seat(void **state)
{
	struct bytes p = table_fresh("resign_value=offered"), before = p;
	struct tablas_wait w;
	const char *sentence = NULL;

	(void)state;
	assert_int_equal(GAME->resign(&p, 1, 2, &events, &sentence), 0);
	w = table_waits(&p);
	assert_int_equal(w.kind, TABLAS_WAIT_MOVE);
	assert_int_equal(w.seats, 1);
	assert_int_equal(w.flags, TABLAS_WAIT_ANSWER);
	assert_int_equal(GAME->legal(&p, 1, NULL, 0), 0);
	assert_int_equal(GAME->resign(&p, 0, 1, &events, &sentence), -1);
	table_play(&p, 0, "accept");
	assert_int_equal(events.v[events.n - 1].amount, 2);
	assert_int_equal(events.v[events.n - 1].seat, 1);
	assert_string_equal(table_written(&p), START " / white won a gammon, resigned");

	p = before;
	GAME->resign(&p, 1, 2, &events, &sentence);
	table_play(&p, 0, "refuse");
	assert_int_equal(table_waits(&p).kind, TABLAS_WAIT_ROLL);
	assert_int_equal(table_waits(&p).seats, 3);
}

static void what_was_refused_is_not_offered_again_before_the_next_turn(void **state)
{
	struct bytes p =
		table_read(table_setup("resign_value=offered"), START " / white to roll");
	const char *sentence = NULL;

	(void)state;
	assert_int_equal(GAME->resign(&p, 0, 1, &events, &sentence), 0);
	table_play(&p, 1, "refuse");
	assert_int_equal(GAME->resign(&p, 0, 1, &events, &sentence), -1);
	assert_int_equal(GAME->resign(&p, 0, 2, &events, &sentence), 0);
	table_play(&p, 1, "refuse");
	assert_string_equal(table_written(&p), START " / white to roll / white was refused 2");
	GAME->roll(&p, (const uint8_t[]){3, 1}, 2, NULL);
	table_play(&p, 0, "8/5");
	table_play(&p, 0, "6/5");
	assert_int_equal(GAME->resign(&p, 0, 2, &events, &sentence), -1);
	GAME->roll(&p, (const uint8_t[]){6, 5}, 2, NULL);
	table_play(&p, 1, "1/7");
	table_play(&p, 1, "7/12");
	assert_int_equal(table_waits(&p).turn, 0);
	assert_int_equal(GAME->resign(&p, 0, 1, &events, &sentence), 0);
}

static void who_leaves_owes_what_the_board_says_where_resignations_are_offered(void **state)
{
	static const struct {
		const char *text;
		int32_t offered;
	} rows[] = {
		{"white 1:1 off:14 / black bar:1 24:14 / white to roll", 3},
		{"white 1:1 off:14 / black 18:1 24:14 / white to roll", 2},
		{"white 1:1 off:14 / black bar:1 24:13 off:1 / white to roll", 1},
	};

	(void)state;
	for (size_t i = 0; i < 3; i++)
		for (int32_t option = 0; option < 2; option++) {
			struct bytes p =
				table_read(table_setup(option ? "resign_value=offered" : ""),
					   rows[i].text);

			events.n = 0;
			GAME->leave(&p, 1, &events);
			assert_int_equal(events.v[0].kind, TABLAS_EV_LEFT);
			assert_int_equal(events.v[events.n - 1].amount,
					 option ? rows[i].offered : 1);
			assert_int_equal(events.v[events.n - 1].seat, 1);
		}
}

static void nobody_can_owe_more_than_three_stakes(void **state)
{
	struct bytes p = table_fresh("");

	(void)state;
	assert_int_equal(GAME->exposure(&p, 0), 3);
	GAME->leave(&p, 0, NULL);
	assert_int_equal(GAME->exposure(&p, 0), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(without_the_option_nobody_is_asked_to_double),
		cmocka_unit_test(a_double_is_taken_and_the_cube_belongs_to_the_taker),
		cmocka_unit_test(a_double_may_be_left_for_later),
		cmocka_unit_test(a_dropped_double_costs_the_stake_before_it_and_single),
		cmocka_unit_test(only_the_owner_may_redouble),
		cmocka_unit_test(no_double_goes_beyond_the_highest_cube),
		cmocka_unit_test(a_beaver_doubles_twice_and_keeps_the_cube),
		cmocka_unit_test(a_refused_beaver_costs_the_doubled_value),
		cmocka_unit_test(a_raccoon_answers_a_beaver),
		cmocka_unit_test(beavers_and_raccoons_need_their_option_money_and_room),
		cmocka_unit_test(a_gammon_pays_twice_the_cube),
		cmocka_unit_test(by_jacoby_a_gammon_counts_single_until_a_double_was_taken),
		cmocka_unit_test(the_table_cap_bounds_what_a_game_costs),
		cmocka_unit_test(equal_opening_throws_double_the_cube_as_often_as_agreed),
		cmocka_unit_test(nobody_doubles_on_the_opening_throw_or_after_a_throw),
		cmocka_unit_test(the_crawford_game_has_no_cube),
		cmocka_unit_test(a_dead_cube_stays_where_it_is_if_so_agreed),
		cmocka_unit_test(in_holland_the_trailer_waits_for_two_throws_each),
		cmocka_unit_test(a_match_is_played_for_points_and_not_for_stakes),
		cmocka_unit_test(a_resignation_and_a_leaver_pay_by_the_cube),
		cmocka_unit_test(the_most_one_can_lose_is_known),
		cmocka_unit_test(what_one_can_lose_goes_up_with_what_is_offered),
		cmocka_unit_test(a_cube_decision_is_stepped_through),
		cmocka_unit_test(the_other_starting_positions_are_theirs),
		cmocka_unit_test(cubes_that_cannot_be_are_refused),
		cmocka_unit_test(a_resignation_counts_single_where_the_page_s_rule_holds),
		cmocka_unit_test(an_offered_resignation_is_answered_by_the_other_seat),
		cmocka_unit_test(what_was_refused_is_not_offered_again_before_the_next_turn),
		cmocka_unit_test(
			who_leaves_owes_what_the_board_says_where_resignations_are_offered),
		cmocka_unit_test(nobody_can_owe_more_than_three_stakes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
