/*
 * The options that seven-point tables share with Quinze Tablas, each value on the
 * board of seven points: the rules are the same code, and here it is seen that
 * they know of the seventh point, the fourteenth and the twenty-eighth.
 */
#include "tests/rules/quinze_table.h"

#include <stdio.h>
#include <string.h>

extern const struct tablas_plugin tablas_plugin_quinze_tablas;
extern const struct tablas_plugin tablas_plugin_seven_point;

const struct tablas_plugin *const game = &tablas_plugin_seven_point;

#define START                                                                                  \
	"1:2 2:2 3:2 4:2 5:2 6:2 7:2 8:2 9:1 / "                                               \
	"20:1 21:2 22:2 23:2 24:2 25:2 26:2 27:2 28:2"

static const struct tablas_option *option(const struct tablas_plugin *of, const char *key)
{
	const struct tablas_option *o = of->options;

	while (o->key && strcmp(o->key, key) != 0)
		o++;
	return o->key ? o : NULL;
}

/* What is the board's own: how many points a quarter and faces a die. */
static void every_key_of_quinze_tablas_has_the_same_values_here(void **state)
{
	const struct tablas_option *o = tablas_plugin_quinze_tablas.options;
	size_t n = 0;

	(void)state;
	for (; o->key; o++) {
		const struct tablas_option *here = option(game, o->key);

		assert_non_null(here);
		if (!strcmp(o->key, "points_per_quarter") || !strcmp(o->key, "die_sides"))
			continue;
		assert_int_equal(here->kind, o->kind);
		assert_int_equal(here->dflt, o->dflt);
		assert_int_equal(here->min, o->min);
		assert_int_equal(here->max, o->max);
		for (int32_t v = 0; o->choices && v <= o->max; v++)
			assert_string_equal(here->choices[v], o->choices[v]);
		n++;
	}
	assert_true(n > 10);
}

static void the_sides_pass_through_each_other(void **state)
{
	struct position p = left("variant=contrary", START, WHITE, "7+7+1");

	(void)state;
	assert_steps(&p, "1:8-9 1:9-10");
	assert_refused(&p, "9-8", TABLAS_WHY_WRONG_WAY);
}

/* ---- men that are hit ------------------------------------------------------------ */

static void men_that_are_hit_come_back_free(void **state)
{
	struct position p = left("reentry=free", "10:1 / 13:1 24:2", WHITE, "7+7+3");

	(void)state;
	play(&p, "3:10-13*");
	assert_string_equal(state_of(&p), "black to enter / last white");
	play(&p, "hand-22");
	assert_stands(&p, "13:1 / 22:1 24:2", "black to throw / last white");
}

static void men_that_are_hit_may_be_gone_for_good(void **state)
{
	struct position p = left("reentry=removed", "10:1 / 13:1 24:2", WHITE, "7+7+3");

	(void)state;
	play(&p, "3:10-13*");
	assert_stands(&p, "13:1 / 24:2 gone:1", "black to throw / last white");
}

static void men_are_placed_before_the_throw(void **state)
{
	struct position p =
		stands("reentry_time=before_roll", "10:1 hand:1 / 24:2", "white to enter");

	(void)state;
	assert_no_position("reentry_time=before_roll", "10:1 hand:1 / 24:2", "white to throw");
	play(&p, "hand-7");
	assert_stands(&p, "7:1 10:1 / 24:2", "white to throw");
}

static void men_may_be_placed_among_the_dice(void **state)
{
	struct position p = thrown("reentry_time=any", "hand:1 / 24:2", WHITE, 2, 3, 7);

	(void)state;
	assert_steps(&p, "hand-1 hand-2 hand-3 hand-4 hand-5 hand-6 hand-7");
	play(&p, "hand-7 7:7-14 2:14-16 3:16-19");
	assert_stands(&p, "19:1 / 24:2", "black to throw / last white");
}

static void every_man_must_be_placed(void **state)
{
	struct position p = stands("reentry_all=on", "10:1 hand:1 / 24:2", "white to enter");

	(void)state;
	assert_refused(&p, "stop", TABLAS_WHY_MUST_ENTER);
}

static void men_may_be_held_back(void **state)
{
	struct position p = stands("reentry_all=off", "10:1 hand:2 / 24:2", "white to enter");

	(void)state;
	play(&p, "hand-7 stop");
	assert_stands(&p, "7:1 10:1 hand:1 / 24:2", "white to throw");
}

/* ---- primes ---------------------------------------------------------------------- */

#define ROOM_FOR_ONE "1:2 2:2 3:2 4:2 5:2 6:1 10:1 hand:2 / 7:1 24:2"
#define FULL	     "1:2 2:2 3:2 4:2 5:2 6:2 7:2 10:1 hand:1 / 24:2"
#define ALMOST_SHUT  "1:2 5:1 9:1 hand:1 / 2:2 3:2 4:1 6:2 7:2 12:1"

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
	play(&p, "hand-6");
	assert_stands(&p, "1:2 2:2 3:2 4:2 5:2 6:2 10:1 hand:1 / 7:1 24:2", "white to throw");
}

static void a_quarter_full_of_ones_own_men_is_no_prime(void **state)
{
	(void)state;
	stands("prime_block=enemy", FULL, "white to throw");
	assert_no_position("prime_block=enemy", FULL, "black won by prime");
}

static void by_the_letter_it_is_one(void **state)
{
	(void)state;
	stands("prime_block=any", FULL, "black won by prime");
	assert_no_position("prime_block=any", FULL, "white to throw");
}

static void a_prime_is_worth_one_stake(void **state)
{
	struct position p = left("prime_value=1", ALMOST_SHUT, BLACK, "7+7+3");

	(void)state;
	play(&p, "3:12-9*");
	assert_int_equal(paid(WHITE, BLACK, "prime"), 1);
}

static void a_prime_may_be_worth_two(void **state)
{
	struct position p = left("prime_value=2", ALMOST_SHUT, BLACK, "7+7+3");

	(void)state;
	play(&p, "3:12-9*");
	assert_int_equal(paid(WHITE, BLACK, "prime"), 2);
}

/* ---- deadlock -------------------------------------------------------------------- */

#define ALMOST_LOCKED                                                                          \
	"8:2 9:2 10:2 11:2 12:2 13:2 14:2 27:1 28:2 / "                                        \
	"1:2 3:1 15:2 16:2 17:2 18:2 19:2 20:2 21:2"
#define LOCKED_BY_PLACING                                                                      \
	"1:2 2:2 3:2 4:2 5:2 6:2 7:1 hand:1 / 8:2 9:2 10:2 11:2 12:2 13:2 14:2"

static void in_a_deadlock_the_last_mover_wins(void **state)
{
	struct position p = left("deadlock=last_mover", ALMOST_LOCKED, BLACK, "7+7+1");

	(void)state;
	play(&p, "1:3-2");
	assert_string_equal(state_of(&p), "black won by deadlock / last black");
}

static void a_deadlock_may_be_a_draw(void **state)
{
	struct position p = left("deadlock=draw", ALMOST_LOCKED, BLACK, "7+7+1");

	(void)state;
	play(&p, "1:3-2");
	assert_string_equal(state_of(&p), "nobody won by deadlock / last black");
	assert_int_equal(paid(WHITE, BLACK, "deadlock"), 0);
}

static void placing_a_man_does_not_count_as_moving(void **state)
{
	struct position p = stands("deadlock_entry_counts=off", LOCKED_BY_PLACING,
				   "white to enter / last black");

	(void)state;
	play(&p, "hand-7");
	assert_string_equal(state_of(&p), "black won by deadlock / last black");
}

static void placing_a_man_may_count_as_moving(void **state)
{
	struct position p = stands("deadlock_entry_counts=on", LOCKED_BY_PLACING,
				   "white to enter / last black");

	(void)state;
	play(&p, "hand-7");
	assert_string_equal(state_of(&p), "white won by deadlock / last white");
}

/* ---- the goal and the dice ------------------------------------------------------- */

static void the_goal_is_the_mirror(void **state)
{
	struct position p =
		left("finish=mirror", "9:1 10:1 21:1 22:1 23:2 24:2 25:2 26:2 27:2 28:2 / 12:1",
		     WHITE, "7+7+1");

	(void)state;
	play(&p, "1:21-22");
	assert_string_equal(state_of(&p), "black to throw / last white");
}

static void dice_may_be_taken_in_any_order(void **state)
{
	struct position p = thrown("dice_order=free", "10:1 / 24:1", WHITE, 1, 2, 7);

	(void)state;
	assert_steps(&p, "1:10-11 2:10-12 7:10-17");
}

static void dice_may_go_from_the_highest_down(void **state)
{
	struct position p = thrown("dice_order=high_first", "10:1 / 24:1", WHITE, 1, 2, 7);

	(void)state;
	assert_steps(&p, "7:10-17");
	assert_refused(&p, "1:10-11", TABLAS_WHY_MUST_USE_LARGER);
}

#define ONE_OR_TWO "22:1 25:1 / 26:2 27:2"

static void a_play_uses_as_many_dice_as_it_can(void **state)
{
	struct position p = left("use_dice=max", ONE_OR_TWO, WHITE, "7+13");

	(void)state;
	assert_steps(&p, "1:22-23 3:25-28");
}

static void a_play_may_end_when_no_die_left_can_be_played(void **state)
{
	struct position p = left("use_dice=greedy", ONE_OR_TWO, WHITE, "7+13");

	(void)state;
	assert_steps(&p, "1:22-23 3:25-28 3:22-25");
}

/* ---- bearing off ----------------------------------------------------------------- */

static void a_man_goes_as_soon_as_he_is_there_himself(void **state)
{
	struct position p =
		left("bearing_off=on bearoff_gate=each", "10:1 28:1 / 15:1", WHITE, "7+7+1");

	(void)state;
	assert_steps(&p, "1:10-11 1:28-off");
}

static void a_larger_number_may_take_the_rearmost_man(void **state)
{
	struct position p =
		left("bearing_off=on bearoff_over=on", "25:1 27:1 / 15:1", WHITE, "1+1+7");

	(void)state;
	assert_steps(&p, "7:25-off");
	assert_refused(&p, "7:27-off", TABLAS_WHY_EXACT_BEAR_OFF);
}

static void a_larger_number_does_nothing_without_that_option(void **state)
{
	struct position p =
		thrown("bearing_off=on bearoff_over=off", "25:1 27:1 / 15:1", WHITE, 7, 7, 7);

	(void)state;
	assert_string_equal(state_of(&p), "black to throw");
}

static void the_higher_die_begins(void **state)
{
	struct position p = fresh("opening=rolloff");

	(void)state;
	assert_int_equal(waits(&p).seats, 3);
	roll(&p, 2, 7, 0);
	assert_string_equal(state_of(&p), "black to throw");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_key_of_quinze_tablas_has_the_same_values_here),
		cmocka_unit_test(the_sides_pass_through_each_other),
		cmocka_unit_test(men_that_are_hit_come_back_free),
		cmocka_unit_test(men_that_are_hit_may_be_gone_for_good),
		cmocka_unit_test(men_are_placed_before_the_throw),
		cmocka_unit_test(men_may_be_placed_among_the_dice),
		cmocka_unit_test(every_man_must_be_placed),
		cmocka_unit_test(men_may_be_held_back),
		cmocka_unit_test(one_man_too_many_is_a_prime),
		cmocka_unit_test(it_may_take_all_men_to_be_shut_out),
		cmocka_unit_test(a_quarter_full_of_ones_own_men_is_no_prime),
		cmocka_unit_test(by_the_letter_it_is_one),
		cmocka_unit_test(a_prime_is_worth_one_stake),
		cmocka_unit_test(a_prime_may_be_worth_two),
		cmocka_unit_test(in_a_deadlock_the_last_mover_wins),
		cmocka_unit_test(a_deadlock_may_be_a_draw),
		cmocka_unit_test(placing_a_man_does_not_count_as_moving),
		cmocka_unit_test(placing_a_man_may_count_as_moving),
		cmocka_unit_test(the_goal_is_the_mirror),
		cmocka_unit_test(dice_may_be_taken_in_any_order),
		cmocka_unit_test(dice_may_go_from_the_highest_down),
		cmocka_unit_test(a_play_uses_as_many_dice_as_it_can),
		cmocka_unit_test(a_play_may_end_when_no_die_left_can_be_played),
		cmocka_unit_test(a_man_goes_as_soon_as_he_is_there_himself),
		cmocka_unit_test(a_larger_number_may_take_the_rearmost_man),
		cmocka_unit_test(a_larger_number_does_nothing_without_that_option),
		cmocka_unit_test(the_higher_die_begins),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
