/*
 * The options of backgammon, one test for each value that is played when nothing
 * is said; what the others do is seen in test_backgammon_cube.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/rules/backgammon_table.h"

/* White plays his last step, and Black is asked. */
static struct bytes black_is_next(const struct tablas_setup *setup, const char *cube)
{
	char text[TABLAS_TEXT_MAX];
	struct bytes p;

	snprintf(text, sizeof text, "%s / white to move 21 left 1%s", START, cube);
	p = table_read(setup, text);
	table_play(&p, 0, "6/5");
	return p;
}

static int may_double(const struct bytes *p)
{
	struct tablas_wait w = table_waits(p);

	return w.kind == TABLAS_WAIT_MOVE && w.flags == TABLAS_WAIT_CUBE;
}

/* White bears off his last man before Black has borne off any: what Black pays. */
static int32_t gammon(const struct tablas_setup *setup, const char *cube)
{
	const struct tablas_event *last;
	char text[TABLAS_TEXT_MAX];
	struct bytes p;

	snprintf(text, sizeof text,
		 "white 1:1 off:14 / black 19:15 / white to move 21 left 2%s", cube);
	p = table_read(setup, text);
	table_play(&p, 0, "1/off");
	last = &events.v[events.n - 1];
	assert_int_equal(last->kind, TABLAS_EV_STAKE);
	assert_int_equal(last->seat, 1);
	return last->amount;
}

static void a_resignation_is_a_single_loss_at_once(void **state)
{
	struct bytes p = table_fresh("resign_value=single");
	const char *sentence = NULL;

	(void)state;
	events.n = 0;
	assert_int_equal(GAME->resign(&p, 0, 0, &events, &sentence), 0);
	assert_int_equal(table_waits(&p).kind, TABLAS_WAIT_OVER);
	assert_int_equal(events.v[events.n - 1].amount, 1);
}

static void without_a_cube_black_throws(void **state)
{
	struct bytes p = black_is_next(table_setup("cube=off"), "");

	(void)state;
	assert_int_equal(table_waits(&p).kind, TABLAS_WAIT_ROLL);
}

static void without_jacoby_a_gammon_counts_though_nobody_doubled(void **state)
{
	(void)state;
	assert_int_equal(gammon(table_setup("cube=on jacoby=off"), ""), 2);
}

static void without_beavers_a_double_is_taken_or_dropped(void **state)
{
	struct bytes p = black_is_next(table_setup("cube=on beaver=off"), "");

	(void)state;
	table_play(&p, 1, "double");
	assert_int_equal(table_why_not(&p, 0, "beaver"), TABLAS_WHY_CUBE);
}

static void without_raccoons_a_beaver_is_the_last_word(void **state)
{
	struct bytes p = black_is_next(table_setup("cube=on beaver=on raccoon=off"), "");

	(void)state;
	table_play(&p, 1, "double");
	table_play(&p, 0, "beaver");
	assert_int_equal(table_why_not(&p, 1, "raccoon"), TABLAS_WHY_CUBE);
}

static void equal_opening_throws_leave_the_cube_alone(void **state)
{
	struct bytes p = table_fresh("cube=on automatic_doubles=0");

	(void)state;
	table_throw(&p, 3, 3);
	table_throw(&p, 5, 5);
	assert_null(strstr(table_written(&p), "cube 2"));
	table_throw(&p, 2, 5);
	assert_int_equal(table_waits(&p).turn, 1);
}

static void sixty_four_is_the_highest_cube(void **state)
{
	struct bytes p =
		black_is_next(table_setup("cube=on max_cube=64"), " / cube 32 black 5");

	(void)state;
	assert_true(may_double(&p));
	p = black_is_next(table_setup("cube=on"), " / cube 64 black 6");
	assert_false(may_double(&p));
}

static void a_dead_cube_may_be_turned(void **state)
{
	struct bytes p = black_is_next(table_match("cube=on dead_cube=allow", 7, 0, 3),
				       " / cube 4 black 2");

	(void)state;
	assert_true(may_double(&p));
}

static void the_first_game_at_match_point_has_no_cube(void **state)
{
	struct bytes p = black_is_next(table_match("cube=on crawford=on", 5, 4, 2), "");

	(void)state;
	assert_false(may_double(&p));
}

static void the_crawford_game_is_still_to_be_played(void **state)
{
	struct bytes p = black_is_next(
		table_match("cube=on crawford=on crawford_played=off", 5, 2, 4), "");

	(void)state;
	assert_false(may_double(&p));
}

static void after_the_crawford_game_the_trailer_doubles_at_once(void **state)
{
	struct bytes p = black_is_next(
		table_match("cube=on crawford_played=on holland=off", 5, 4, 2), "");

	(void)state;
	assert_true(may_double(&p));
}

static void nothing_but_the_cube_caps_what_a_game_costs(void **state)
{
	(void)state;
	assert_int_equal(gammon(table_setup("cube=on table_cap=0"), " / cube 32 white 5"), 64);
}

static void fifteen_men_begin_in_the_usual_array(void **state)
{
	struct bytes p = table_fresh("variant=backgammon");

	(void)state;
	assert_string_equal(table_written(&p), START " / opening");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_resignation_is_a_single_loss_at_once),
		cmocka_unit_test(without_a_cube_black_throws),
		cmocka_unit_test(without_jacoby_a_gammon_counts_though_nobody_doubled),
		cmocka_unit_test(without_beavers_a_double_is_taken_or_dropped),
		cmocka_unit_test(without_raccoons_a_beaver_is_the_last_word),
		cmocka_unit_test(equal_opening_throws_leave_the_cube_alone),
		cmocka_unit_test(sixty_four_is_the_highest_cube),
		cmocka_unit_test(a_dead_cube_may_be_turned),
		cmocka_unit_test(the_first_game_at_match_point_has_no_cube),
		cmocka_unit_test(the_crawford_game_is_still_to_be_played),
		cmocka_unit_test(after_the_crawford_game_the_trailer_doubles_at_once),
		cmocka_unit_test(nothing_but_the_cube_caps_what_a_game_costs),
		cmocka_unit_test(fifteen_men_begin_in_the_usual_array),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
