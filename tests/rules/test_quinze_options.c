/*
 * The options of Quinze Tablas: one test for each value of each doubt, on a
 * board where it makes a difference.  Men that are hit: test_quinze_hits.c.
 */
#include "tests/rules/quinze_table.h"

#include <stdio.h>
#include <string.h>

extern const struct tablas_plugin tablas_plugin_quinze_tablas;

const struct tablas_plugin *const game = &tablas_plugin_quinze_tablas;

#define START                                                                                  \
	"1:2 2:2 3:2 4:2 5:2 6:2 7:2 8:1 / "                                                   \
	"17:1 18:2 19:2 20:2 21:2 22:2 23:2 24:2"

/* ---- direction ------------------------------------------------------------------- */

static void the_sides_pass_through_each_other(void **state)
{
	struct position p = left("variant=contrary", START, WHITE, "6+6+1");

	(void)state;
	assert_steps(&p, "1:7-8 1:8-9");
}

static void in_the_race_each_side_goes_home_and_points_have_no_limit(void **state)
{
	struct position p = left("variant=race", START, WHITE, "6+6+1");

	(void)state;
	assert_steps(&p, "1:8-7 1:7-6 1:6-5 1:5-4 1:4-3 1:3-2 1:2-1");
	assert_refused(&p, "1:1-off", TABLAS_WHY_NOT_ALL_HOME);
	assert_refused(&p, "7-8", TABLAS_WHY_WRONG_WAY);
	p = left("variant=race", START, BLACK, "6+6+1");
	assert_steps(&p, "1:17-18 1:18-19 1:19-20 1:20-21 1:21-22 1:22-23 1:23-24");
	play(&p, "1:23-24");
	assert_string_equal(board_of(&p), "1:2 2:2 3:2 4:2 5:2 6:2 7:2 8:1 / "
					  "17:1 18:2 19:2 20:2 21:2 22:2 23:1 24:3");
}

static void in_the_race_all_must_be_home_and_a_larger_number_takes_the_rearmost(void **state)
{
	struct position p = left("variant=race", "2:3 4:1 / 24:1", WHITE, "1+1+6");

	(void)state;
	assert_steps(&p, "6:4-off");
	p = left("variant=race", "2:3 4:1 / 24:1", WHITE, "1+1+2");
	assert_steps(&p, "2:2-off 2:4-2");
	p = left("variant=race", "2:3 4:1 / 24:1", WHITE, "3+3+3");
	assert_steps(&p, "3:4-1");
	assert_refused(&p, "3:2-off", TABLAS_WHY_EXACT_BEAR_OFF);
	p = left("variant=race", "2:3 7:1 / 24:1", WHITE, "1+1+2");
	assert_steps(&p, "2:7-5");
	assert_refused(&p, "2-off", TABLAS_WHY_NOT_ALL_HOME);
}

static void in_the_race_the_first_to_bear_off_all_wins(void **state)
{
	struct position p = left("variant=race", "2:1 off:14 / 24:1 off:14", WHITE, "1+35");

	(void)state;
	play(&p, "3:2-off");
	assert_stands(&p, "off:15 / 24:1 off:14", "white won by finish / last white");
	assert_int_equal(paid(BLACK, WHITE, "finish"), 1);
}

static void in_the_race_nobody_stands_behind_the_array(void **state)
{
	(void)state;
	assert_no_position("variant=race", "9:1 / 24:1", "white to throw");
	assert_no_position("variant=race", "8:1 / 16:1", "white to throw");
	assert_no_position("variant=race", "8:1 hand:1 / 24:1", "white to throw");
}

/* ---- deadlock -------------------------------------------------------------------- */

#define ALMOST_LOCKED                                                                          \
	"7:2 8:2 9:2 10:2 11:2 12:2 23:1 24:2 / "                                              \
	"1:2 3:1 13:2 14:2 15:2 16:2 17:2 18:2"

static void in_a_deadlock_the_last_mover_wins(void **state)
{
	struct position p = left("deadlock=last_mover", ALMOST_LOCKED, BLACK, "6+6+1");

	(void)state;
	play(&p, "1:3-2");
	assert_string_equal(state_of(&p), "black won by deadlock / last black");
}

static void a_deadlock_may_be_a_draw(void **state)
{
	struct position p = left("deadlock=draw", ALMOST_LOCKED, BLACK, "6+6+1");
	struct tablas_outcome o;

	(void)state;
	play(&p, "1:3-2");
	assert_string_equal(state_of(&p), "nobody won by deadlock / last black");
	game->outcome(&p, &o);
	assert_int_equal(o.rank[WHITE], 1);
	assert_int_equal(o.rank[BLACK], 1);
	assert_int_equal(paid(WHITE, BLACK, "deadlock"), 0);
	assert_int_equal(game->value(&p, WHITE), 0);
}

/* The man in hand closes the last gap in a board where nobody can move. */
#define LOCKED_BY_PLACING "1:2 2:2 3:2 4:2 5:2 6:1 hand:1 / 7:2 8:2 9:2 10:2 11:2 12:2"

static void placing_a_man_does_not_count_as_moving(void **state)
{
	struct position p = stands("deadlock_entry_counts=off", LOCKED_BY_PLACING,
				   "white to enter / last black");

	(void)state;
	play(&p, "hand-6");
	assert_string_equal(state_of(&p), "black won by deadlock / last black");
}

static void placing_a_man_may_count_as_moving(void **state)
{
	struct position p = stands("deadlock_entry_counts=on", LOCKED_BY_PLACING,
				   "white to enter / last black");

	(void)state;
	play(&p, "hand-6");
	assert_string_equal(state_of(&p), "white won by deadlock / last white");
}

/* ---- the goal -------------------------------------------------------------------- */

#define TWELVE_BUT_ONE "9:1 10:1 11:1 18:1 19:1 20:2 21:2 22:2 23:2 24:2 / 12:1"

static void the_goal_is_the_mirror(void **state)
{
	struct position p = left("finish=mirror", TWELVE_BUT_ONE, WHITE, "6+6+1");

	(void)state;
	play(&p, "1:18-19");
	assert_string_equal(state_of(&p), "black to throw / last white");
}

static void twelve_men_in_the_quarter_may_do(void **state)
{
	struct position p = left("finish=twelve", TWELVE_BUT_ONE, WHITE, "6+16");

	(void)state;
	play(&p, "1:18-19");
	assert_string_equal(state_of(&p), "white won by finish / last white");
	assert_int_equal(paid(BLACK, WHITE, "finish"), 1);
}

/* ---- dice ------------------------------------------------------------------------ */

static void dice_may_be_taken_in_any_order(void **state)
{
	struct position p = thrown("dice_order=free", "10:1 / 20:1", WHITE, 1, 2, 3);

	(void)state;
	assert_steps(&p, "1:10-11 2:10-12 3:10-13");
}

static void dice_may_go_from_the_highest_down(void **state)
{
	struct position p = thrown("dice_order=high_first", "10:1 / 20:1", WHITE, 1, 2, 3);

	(void)state;
	assert_steps(&p, "3:10-13");
	assert_refused(&p, "1:10-11", TABLAS_WHY_MUST_USE_LARGER);
	play(&p, "3:10-13");
	assert_steps(&p, "2:13-15");
	/* The five is shut out when its turn comes, and lost though it could be played later.
	 */
	p = thrown("dice_order=high_first", "10:1 / 15:2 20:1", WHITE, 1, 2, 5);
	assert_string_equal(state_of(&p), "white to move 125x");
	assert_int_equal(told(TABLAS_EV_DIE_LOST, WHITE, 5), 1);
	assert_steps(&p, "2:10-12");
	play(&p, "2:10-12 1:12-13");
	assert_string_equal(state_of(&p), "black to throw / last white");
}

static void from_the_highest_down_as_many_are_used_as_can_be(void **state)
{
	/* Five from 8 leaves the one a move, five from 12 does not. */
	const char *board = "8:1 12:1 / 9:2 14:2 18:2 20:1";
	struct position p = left("dice_order=high_first", board, WHITE, "6+51");

	(void)state;
	assert_steps(&p, "5:8-13");
	assert_refused(&p, "5:12-17", TABLAS_WHY_MUST_USE_MORE);
	p = left("dice_order=high_first use_dice=greedy", board, WHITE, "6+51");
	assert_steps(&p, "5:8-13 5:12-17");
}

#define ONE_OR_TWO "18:1 21:1 / 22:2 23:2"

static void a_play_uses_as_many_dice_as_it_can(void **state)
{
	struct position p = left("use_dice=max", ONE_OR_TWO, WHITE, "6+13");

	(void)state;
	assert_steps(&p, "1:18-19 3:21-24");
}

static void a_play_may_end_when_no_die_left_can_be_played(void **state)
{
	struct position p = left("use_dice=greedy", ONE_OR_TWO, WHITE, "6+13");

	(void)state;
	assert_steps(&p, "1:18-19 3:21-24 3:18-21");
	play(&p, "3:18-21");
	assert_int_equal(told(TABLAS_EV_DIE_LOST, WHITE, 1), 1);
}

static void dice_may_have_seven_faces(void **state)
{
	struct position p = fresh("die_sides=7");

	(void)state;
	assert_int_equal(waits(&p).sides, 7);
	p = left("die_sides=7", START, WHITE, "1+1+7");
	assert_steps(&p, "7:1-8 7:2-9 7:3-10 7:4-11 7:5-12 7:6-13 7:7-14 7:8-15");
	assert_no_position("die_sides=6", START, "white to move 127");
}

/* ---- bearing off ----------------------------------------------------------------- */

static void men_stay_on_the_board(void **state)
{
	struct position p = thrown("bearing_off=off", "10:1 24:1 / 15:1", WHITE, 1, 1, 1);

	(void)state;
	assert_refused(&p, "24-off", TABLAS_WHY_WRONG_WAY);
}

static void men_may_be_borne_off_one_by_one_and_exactly(void **state)
{
	struct position p = thrown("bearing_off=on", "10:1 21:1 / 15:1", WHITE, 3, 4, 6);

	(void)state;
	assert_steps(&p, "3:10-13 4:10-14 6:10-16 3:21-24 4:21-off");
	assert_refused(&p, "6:21-off", TABLAS_WHY_EXACT_BEAR_OFF);
	assert_refused(&p, "6:10-off", TABLAS_WHY_NOT_ALL_HOME);
	p = left("bearing_off=on", "24:1 off:14 / 15:1", WHITE, "6+61");
	play(&p, "1:24-off");
	assert_string_equal(state_of(&p), "white won by finish / last white");
	/* The mirror is no goal then. */
	stands("bearing_off=on", "17:1 18:2 19:2 20:2 21:2 22:2 23:2 24:2 / 10:1",
	       "black to throw");
}

static void a_man_goes_as_soon_as_he_is_there_himself(void **state)
{
	struct position p =
		left("bearing_off=on bearoff_gate=each", "10:1 24:1 / 15:1", WHITE, "6+6+1");

	(void)state;
	assert_steps(&p, "1:10-11 1:24-off");
}

static void a_larger_number_may_take_the_rearmost_man(void **state)
{
	struct position p =
		left("bearing_off=on bearoff_over=on", "21:1 23:1 / 15:1", WHITE, "1+1+6");

	(void)state;
	assert_steps(&p, "6:21-off");
	assert_refused(&p, "6:23-off", TABLAS_WHY_EXACT_BEAR_OFF);
	/* Not while another is behind him. */
	p = thrown("bearing_off=on bearoff_over=on", "12:1 21:1 / 15:1 18:2", WHITE, 6, 6, 6);
	assert_string_equal(state_of(&p), "black to throw");
	/* One in hand is not on the board. */
	p = left("bearing_off=on bearoff_over=on prime_test=none_placed",
		 "21:1 hand:1 / 1:2 15:1", WHITE, "1+1+6");
	assert_steps(&p, "6:21-off");
}

static void a_larger_number_does_nothing_without_that_option(void **state)
{
	struct position p =
		thrown("bearing_off=on bearoff_over=off", "21:1 23:1 / 15:1", WHITE, 6, 6, 6);

	(void)state;
	assert_string_equal(state_of(&p), "black to throw");
}

/* ---- options with one value, and options that disagree --------------------------- */

static void the_readings_that_were_settled_have_their_names(void **state)
{
	struct position p = fresh("opening=rolloff bearoff_gate=each points_per_quarter=6");

	(void)state;
	assert_null(game->audit(&p));
	assert_int_equal(waits(&p).seats, 3);
	assert_int_equal(waits(&p).dice, 2);
}

static void options_that_disagree_are_told(void **state)
{
	static const char *const bad[] = {"variant=race bearing_off=on",
					  "variant=race finish=twelve",
					  "bearing_off=on finish=twelve",
					  "bearoff_over=on",
					  "reentry=dice reentry_time=any",
					  "reentry=removed reentry_time=any",
					  "reentry_time=any use_dice=greedy",
					  "reentry_time=any dice_order=high_first",
					  "reentry=dice reentry_all=off",
					  "reentry_time=any reentry_all=off",
					  "reentry_time=any prime_test=none_placed",
					  "reentry=dice prime_test=none_placed"};

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct position p = fresh(bad[i]);

		if (!game->audit(&p))
			fail_msg("taken: %s", bad[i]);
	}
}

static void random_games_end_by_every_reading(void **state)
{
	static const char *const readings[] = {"variant=race",
					       "reentry=removed",
					       "reentry=dice",
					       "reentry_time=any",
					       "reentry_all=off",
					       "prime_test=none_placed",
					       "prime_block=any",
					       "deadlock=draw",
					       "finish=twelve",
					       "dice_order=high_first use_dice=greedy",
					       "use_dice=greedy",
					       "bearing_off=on bearoff_over=on",
					       "bearing_off=on reentry=removed"};

	(void)state;
	for (size_t i = 0; i < sizeof readings / sizeof *readings; i++)
		random_games(readings[i], 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_sides_pass_through_each_other),
		cmocka_unit_test(in_the_race_each_side_goes_home_and_points_have_no_limit),
		cmocka_unit_test(
			in_the_race_all_must_be_home_and_a_larger_number_takes_the_rearmost),
		cmocka_unit_test(in_the_race_the_first_to_bear_off_all_wins),
		cmocka_unit_test(in_the_race_nobody_stands_behind_the_array),
		cmocka_unit_test(in_a_deadlock_the_last_mover_wins),
		cmocka_unit_test(a_deadlock_may_be_a_draw),
		cmocka_unit_test(placing_a_man_does_not_count_as_moving),
		cmocka_unit_test(placing_a_man_may_count_as_moving),
		cmocka_unit_test(the_goal_is_the_mirror),
		cmocka_unit_test(twelve_men_in_the_quarter_may_do),
		cmocka_unit_test(dice_may_be_taken_in_any_order),
		cmocka_unit_test(dice_may_go_from_the_highest_down),
		cmocka_unit_test(from_the_highest_down_as_many_are_used_as_can_be),
		cmocka_unit_test(a_play_uses_as_many_dice_as_it_can),
		cmocka_unit_test(a_play_may_end_when_no_die_left_can_be_played),
		cmocka_unit_test(dice_may_have_seven_faces),
		cmocka_unit_test(men_stay_on_the_board),
		cmocka_unit_test(men_may_be_borne_off_one_by_one_and_exactly),
		cmocka_unit_test(a_man_goes_as_soon_as_he_is_there_himself),
		cmocka_unit_test(a_larger_number_may_take_the_rearmost_man),
		cmocka_unit_test(a_larger_number_does_nothing_without_that_option),
		cmocka_unit_test(the_readings_that_were_settled_have_their_names),
		cmocka_unit_test(options_that_disagree_are_told),
		cmocka_unit_test(random_games_end_by_every_reading),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
