/*
 * What becomes of men that are hit in Quinze Tablas, and when that is a prime:
 * one test for each value of each option.
 */
#include "tests/rules/quinze_table.h"

#include <stdio.h>
#include <string.h>

extern const struct tablas_plugin tablas_plugin_quinze_tablas;

const struct tablas_plugin *const game = &tablas_plugin_quinze_tablas;

#define START                                                                                  \
	"1:2 2:2 3:2 4:2 5:2 6:2 7:2 8:1 / "                                                   \
	"17:1 18:2 19:2 20:2 21:2 22:2 23:2 24:2"

/* ---- men that are hit ------------------------------------------------------------ */

static void men_that_are_hit_come_back_free(void **state)
{
	struct position p = left("reentry=free", "10:1 / 13:1 20:2", WHITE, "6+6+3");

	(void)state;
	play(&p, "3:10-13*");
	assert_string_equal(state_of(&p), "black to enter / last white");
}

static void men_that_are_hit_may_be_gone_for_good(void **state)
{
	struct position p = left("reentry=removed", "10:1 / 13:1 20:2", WHITE, "6+6+3");

	(void)state;
	play(&p, "3:10-13*");
	assert_stands(&p, "13:1 / 20:2 gone:1", "black to throw / last white");
	assert_int_equal(game->exposure(&p, BLACK), 1);
}

static void whose_last_man_is_gone_has_lost(void **state)
{
	struct position p = left("reentry=removed", "10:1 / 13:1 gone:14", WHITE, "6+6+3");

	(void)state;
	play(&p, "3:10-13*");
	assert_stands(&p, "13:1 / gone:15", "white won by finish / last white");
	assert_int_equal(paid(BLACK, WHITE, "finish"), 1);
	assert_no_position("reentry=removed", "13:1 / gone:15", "white to throw");
	assert_no_position("reentry=removed", "13:1 / gone:15",
			   "black won by finish / last black");
}

static void with_men_gone_the_goal_is_filled_from_the_end_by_those_left(void **state)
{
	struct position p =
		left("reentry=removed", "22:1 23:1 24:1 gone:12 / 10:1", WHITE, "1+1+1");

	(void)state;
	play(&p, "1:23-24");
	assert_string_equal(state_of(&p), "black to throw / last white");
	p = left("reentry=removed", "22:1 24:2 gone:12 / 10:1", WHITE, "6+6+1");
	play(&p, "1:22-23");
	assert_string_equal(state_of(&p), "white won by finish / last white");
	p = left("reentry=removed bearing_off=on", "24:1 off:13 gone:1 / 10:1", WHITE, "6+6+1");
	play(&p, "1:24-off");
	assert_string_equal(state_of(&p), "white won by finish / last white");
}

static void a_side_left_in_its_goal_by_a_hit_wins_when_its_turn_ends(void **state)
{
	struct position p =
		left("reentry=removed", "10:1 23:1 24:2 gone:11 / 12:1 20:1", BLACK, "6+6+2");

	(void)state;
	play(&p, "2:12-10*");
	assert_stands(&p, "23:1 24:2 gone:12 / 10:1 20:1", "white to throw / last black");
	roll(&p, 1, 2, 3);
	assert_string_equal(state_of(&p), "white won by finish / last black");
	assert_int_equal(paid(BLACK, WHITE, "finish"), 1);
	assert_no_position("reentry=removed", "23:1 24:2 gone:12 / 10:1 20:1",
			   "black to throw / last white");
	assert_no_position("reentry=removed bearing_off=on", "off:14 gone:1 / 10:1",
			   "white won by finish / last black");
}

static void men_may_come_back_by_dice(void **state)
{
	struct position p = thrown("reentry=dice", "1:2 10:1 hand:2 / 2:2 3:1", WHITE, 1, 2, 3);

	(void)state;
	assert_steps(&p, "3:hand-3*");
	assert_refused(&p, "2:hand-2", TABLAS_WHY_POINT_BLOCKED);
	assert_refused(&p, "1:hand-1", TABLAS_WHY_POINT_BLOCKED);
	assert_refused(&p, "3:10-13", TABLAS_WHY_MUST_ENTER);
	assert_refused(&p, "hand-4", TABLAS_WHY_NO_SUCH_DIE);
	play(&p, "3:hand-3*");
	assert_stands(&p, "1:2 3:1 10:1 hand:1 / 2:2 hand:1", "black to throw / last white");
}

static void by_dice_a_man_who_has_entered_may_go_on_when_the_hand_is_empty(void **state)
{
	struct position p = thrown("reentry=dice", "hand:1 / 20:2", WHITE, 2, 3, 3);

	(void)state;
	assert_steps(&p, "2:hand-2 3:hand-3");
	play(&p, "hand-3 3-5 5-8");
	assert_stands(&p, "8:1 / 20:2", "black to throw / last white");
}

static void by_dice_it_is_a_prime_when_no_number_enters(void **state)
{
	const char *full = "1:2 2:2 3:2 4:2 5:2 6:2 hand:1 / 20:1";

	(void)state;
	stands("reentry=dice", full, "black won by prime");
	assert_no_position("reentry=dice", full, "white to throw");
	assert_no_position(NULL, full, "black won by prime");
	stands("reentry=dice", "1:2 2:2 3:2 4:2 5:2 hand:1 / 6:1 20:1", "white to throw");
}

static void men_are_placed_before_the_throw(void **state)
{
	struct position p =
		stands("reentry_time=before_roll", "10:1 hand:1 / 20:2", "white to enter");

	(void)state;
	assert_no_position("reentry_time=before_roll", "10:1 hand:1 / 20:2", "white to throw");
	play(&p, "hand-1");
	assert_string_equal(state_of(&p), "white to throw");
}

static void men_may_be_placed_among_the_dice(void **state)
{
	struct position p = thrown("reentry_time=any", "1:2 2:2 3:2 4:2 5:2 6:1 hand:2 / 20:2",
				   WHITE, 1, 1, 6);

	(void)state;
	/* There is room for one: a man has to go before the other is placed. */
	assert_refused(&p, "1:hand-6", TABLAS_WHY_OTHER);
	play(&p, "hand-6 6:2-8 hand-2 1:8-9");
	assert_string_equal(state_of(&p), "white to move 1+16+ / last white");
	play(&p, "1:9-10");
	assert_stands(&p, "1:2 2:2 3:2 4:2 5:2 6:2 10:1 / 20:2", "black to throw / last white");
}

static void a_placed_man_may_go_on_with_a_die(void **state)
{
	struct position p = thrown("reentry_time=any", "hand:1 / 20:2", WHITE, 2, 3, 4);

	(void)state;
	assert_steps(&p, "hand-1 hand-2 hand-3 hand-4 hand-5 hand-6");
	play(&p, "hand-6 2:6-8 3:8-11 4:11-15");
	assert_string_equal(state_of(&p), "black to throw / last white");
}

static void a_step_that_leaves_men_in_hand_is_refused(void **state)
{
	const char *board = "1:2 2:2 3:2 4:2 5:2 18:1 hand:1 / 6:2 7:2 9:2 20:2";
	struct position p = left("reentry_time=any", board, WHITE, "4+4+5");

	(void)state;
	assert_steps(&p, "5:3-8 5:5-10");
	assert_refused(&p, "5:18-23", TABLAS_WHY_MUST_USE_MORE);
	assert_refused(&p, "hand-1", TABLAS_WHY_POINT_BLOCKED);
	/* While another die can still make room, any step will do. */
	p = thrown("reentry_time=any", board, WHITE, 4, 5, 5);
	assert_steps(&p, "4:4-8 4:18-22 5:3-8 5:5-10 5:18-23");
}

static void among_the_dice_it_is_a_prime_if_no_play_places_all(void **state)
{
	struct position p =
		stands("reentry_time=any", "1:2 2:2 3:2 4:2 5:2 6:2 hand:1 / 7:2 20:2",
		       "white to throw");

	(void)state;
	roll(&p, 1, 1, 1);
	assert_stands(&p, "1:2 2:2 3:2 4:2 5:2 6:2 hand:1 / 7:2 20:2", "black won by prime");
	assert_int_equal(paid(WHITE, BLACK, "prime"), 1);
}

static void every_man_must_be_placed(void **state)
{
	struct position p = stands("reentry_all=on", "10:1 hand:1 / 20:2", "white to enter");

	(void)state;
	assert_refused(&p, "stop", TABLAS_WHY_MUST_ENTER);
}

static void men_may_be_held_back(void **state)
{
	struct position p = stands("reentry_all=off", "10:1 hand:2 / 20:2", "white to enter");

	(void)state;
	play(&p, "hand-1 stop");
	assert_stands(&p, "1:1 10:1 hand:1 / 20:2", "white to throw");
	roll(&p, 1, 1, 1);
	play(&p, "1:10-11 1:11-12 1:1-2");
	assert_string_equal(board_of(&p), "2:1 12:1 hand:1 / 20:2");
}

static void nobody_is_held_back_when_nothing_else_moves(void **state)
{
	struct position p = stands("reentry_all=off", "24:1 hand:1 / 1:1", "white to enter");

	(void)state;
	assert_refused(&p, "stop", TABLAS_WHY_MUST_ENTER);
}

/*
 * Three men spread over a quarter of twelve places, among three dice: thousands
 * of ends; and one man, among few.
 */
static void whole_plays_are_listed_at_once_where_men_are_placed_among_the_dice(void **state)
{
	struct position p =
		thrown("reentry_time=any", "10:1 15:1 20:1 hand:3 / 13:1 17:2", WHITE, 1, 2, 4);
	struct tablas_plays none = {NULL, NULL, 0};

	(void)state;
	assert_true(game->plays(&p, WHITE, &none) > 1000);
	assert_true(game->plays(&p, WHITE, &none) < SIZE_MAX);
	assert_int_equal(game->plays(&p, BLACK, &none), 0);
	p = thrown("reentry_time=any", "3:1 10:1 hand:2 / 4:1 13:1 17:2", WHITE, 1, 2, 4);
	assert_plays_agree(&p);
	p = thrown("reentry_time=any bearing_off=on", "3:1 24:1 hand:1 off:4 / 4:1 5:1 17:2",
		   WHITE, 1, 1, 2);
	assert_plays_agree(&p);
	p = thrown("reentry_time=any finish=twelve",
		   "18:1 19:1 20:2 21:2 22:2 23:2 24:2 hand:2 / 4:1", WHITE, 1, 1, 2);
	assert_plays_agree(&p);
}

/* ---- primes ---------------------------------------------------------------------- */

#define ROOM_FOR_ONE "1:2 2:2 3:2 4:2 5:1 10:1 hand:2 / 6:1 20:2"

static void one_man_too_many_is_a_prime(void **state)
{
	(void)state;
	stands("prime_test=any_left", ROOM_FOR_ONE, "black won by prime");
	assert_no_position("prime_test=any_left", ROOM_FOR_ONE, "white to enter");
}

static void it_may_take_all_men_to_be_shut_out(void **state)
{
	struct position p = stands("prime_test=none_placed", ROOM_FOR_ONE, "white to enter");

	(void)state;
	assert_no_position("prime_test=none_placed", ROOM_FOR_ONE, "black won by prime");
	play(&p, "hand-5");
	assert_stands(&p, "1:2 2:2 3:2 4:2 5:2 10:1 hand:1 / 6:1 20:2", "white to throw");
	stands("prime_test=none_placed", "1:2 2:2 3:2 4:2 5:2 10:1 hand:1 / 6:1 20:2",
	       "black won by prime");
}

static void a_quarter_full_of_ones_own_men_is_no_prime(void **state)
{
	const char *board = "1:2 2:2 3:2 4:2 5:2 6:2 10:1 hand:1 / 20:2";
	struct position p = stands("prime_block=enemy", board, "white to throw");

	(void)state;
	roll(&p, 6, 6, 6);
	play(&p, "6:6-12 6:12-18 6:18-24");
	assert_string_equal(board_of(&p), "1:2 2:2 3:2 4:2 5:2 6:1 10:1 24:1 hand:1 / 20:2");
}

static void by_the_letter_it_is_one(void **state)
{
	const char *board = "1:2 2:2 3:2 4:2 5:2 6:2 10:1 hand:1 / 20:2";

	(void)state;
	assert_no_position("prime_block=any", board, "white to throw");
	stands("prime_block=any", board, "black won by prime");
	assert_no_position("prime_block=any", board, "white to move 123");
}

static void by_the_letter_the_first_throw_wins_160_times_in_216(void **state)
{
	int won = 0, won_by_default = 0;

	(void)state;
	for (int i = 0; i < 216; i++) {
		int a = 1 + i / 36, b = 1 + i / 6 % 6, c = 1 + i % 6;
		struct position p = thrown("prime_block=any", START, WHITE, a, b, c);

		won += wins(&p);
		p = thrown("prime_block=enemy", START, WHITE, a, b, c);
		won_by_default += wins(&p);
	}
	assert_int_equal(won, 160);
	assert_int_equal(won_by_default, 0);
}

static void a_prime_is_worth_one_stake(void **state)
{
	struct position p = left("prime_value=1", "1:2 5:1 9:1 hand:1 / 2:2 3:2 4:1 6:2 12:1",
				 BLACK, "6+6+3");

	(void)state;
	assert_int_equal(game->exposure(&p, WHITE), 1);
	play(&p, "3:12-9*");
	assert_int_equal(paid(WHITE, BLACK, "prime"), 1);
}

static void a_prime_may_be_worth_two(void **state)
{
	struct position p = left("prime_value=2", "1:2 5:1 9:1 hand:1 / 2:2 3:2 4:1 6:2 12:1",
				 BLACK, "6+6+3");
	struct tablas_outcome o;

	(void)state;
	assert_int_equal(game->exposure(&p, WHITE), 2);
	play(&p, "3:12-9*");
	assert_int_equal(paid(WHITE, BLACK, "prime"), 2);
	game->outcome(&p, &o);
	assert_int_equal(o.points[BLACK], 2);
	assert_int_equal(game->exposure(&p, WHITE), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(men_that_are_hit_come_back_free),
		cmocka_unit_test(men_that_are_hit_may_be_gone_for_good),
		cmocka_unit_test(whose_last_man_is_gone_has_lost),
		cmocka_unit_test(with_men_gone_the_goal_is_filled_from_the_end_by_those_left),
		cmocka_unit_test(a_side_left_in_its_goal_by_a_hit_wins_when_its_turn_ends),
		cmocka_unit_test(men_may_come_back_by_dice),
		cmocka_unit_test(
			by_dice_a_man_who_has_entered_may_go_on_when_the_hand_is_empty),
		cmocka_unit_test(by_dice_it_is_a_prime_when_no_number_enters),
		cmocka_unit_test(men_are_placed_before_the_throw),
		cmocka_unit_test(men_may_be_placed_among_the_dice),
		cmocka_unit_test(a_placed_man_may_go_on_with_a_die),
		cmocka_unit_test(a_step_that_leaves_men_in_hand_is_refused),
		cmocka_unit_test(among_the_dice_it_is_a_prime_if_no_play_places_all),
		cmocka_unit_test(every_man_must_be_placed),
		cmocka_unit_test(men_may_be_held_back),
		cmocka_unit_test(nobody_is_held_back_when_nothing_else_moves),
		cmocka_unit_test(
			whole_plays_are_listed_at_once_where_men_are_placed_among_the_dice),
		cmocka_unit_test(one_man_too_many_is_a_prime),
		cmocka_unit_test(it_may_take_all_men_to_be_shut_out),
		cmocka_unit_test(a_quarter_full_of_ones_own_men_is_no_prime),
		cmocka_unit_test(by_the_letter_it_is_one),
		cmocka_unit_test(by_the_letter_the_first_throw_wins_160_times_in_216),
		cmocka_unit_test(a_prime_is_worth_one_stake),
		cmocka_unit_test(a_prime_may_be_worth_two),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
