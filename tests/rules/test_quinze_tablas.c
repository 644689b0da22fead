/*
 * Quinze Tablas as it is usually played: the examples of its rules, how a game
 * begins and ends.
 */
#include "tests/rules/quinze_table.h"

#include <stdio.h>
#include <string.h>

extern const struct tablas_plugin tablas_plugin_quinze_tablas;

const struct tablas_plugin *const game = &tablas_plugin_quinze_tablas;

#define START                                                                                  \
	"1:2 2:2 3:2 4:2 5:2 6:2 7:2 8:1 / "                                                   \
	"17:1 18:2 19:2 20:2 21:2 22:2 23:2 24:2"

/* ---- the examples of the rules --------------------------------------------------- */

static void every_number_at_the_start_moves_the_men_it_can(void **state)
{
	static const char *const white[] = {"1:7-8 1:8-9",
					    "2:6-8 2:7-9 2:8-10",
					    "3:5-8 3:6-9 3:7-10 3:8-11",
					    "4:4-8 4:5-9 4:6-10 4:7-11 4:8-12",
					    "5:3-8 5:4-9 5:5-10 5:6-11 5:7-12 5:8-13",
					    "6:2-8 6:3-9 6:4-10 6:5-11 6:6-12 6:7-13 6:8-14"};
	static const char *const black[] = {
		"1:18-17 1:17-16",
		"2:19-17 2:18-16 2:17-15",
		"3:20-17 3:19-16 3:18-15 3:17-14",
		"4:21-17 4:20-16 4:19-15 4:18-14 4:17-13",
		"5:22-17 5:21-16 5:20-15 5:19-14 5:18-13 5:17-12",
		"6:23-17 6:22-16 6:21-15 6:20-14 6:19-13 6:18-12 6:17-11"};

	(void)state;
	for (int die = 1; die <= 6; die++) {
		char dice[16];
		struct position p;

		snprintf(dice, sizeof dice, "6+6+%d", die);
		p = left(NULL, START, WHITE, dice);
		assert_steps(&p, white[die - 1]);
		p = left(NULL, START, BLACK, dice);
		assert_steps(&p, black[die - 1]);
	}
}

static void a_throw_at_the_start_has_so_many_ends(void **state)
{
	static const int throws[][4] = {{1, 1, 1, 6},  {1, 1, 2, 10}, {1, 2, 3, 26},
					{2, 2, 5, 60}, {3, 3, 3, 40}, {6, 6, 6, 95},
					{4, 5, 6, 246}};

	(void)state;
	for (size_t i = 0; i < sizeof throws / sizeof *throws; i++) {
		struct position p =
			thrown(NULL, START, WHITE, throws[i][0], throws[i][1], throws[i][2]);

		assert_int_equal(ends(&p), throws[i][3]);
	}
}

static void one_man_goes_by_stages_and_hits_on_the_way(void **state)
{
	struct position p = thrown(NULL, "10:1 / 13:1 15:2", WHITE, 2, 3, 5);

	(void)state;
	assert_ends(&p, "20:1 / 13:1 15:2; 20:1 / 15:2 hand:1");
	play(&p, "3:10-13* 5:13-18 2:18-20");
	assert_stands(&p, "20:1 / 15:2 hand:1", "black to enter / last white");
	p = thrown(NULL, "10:1 / 13:1 15:2", WHITE, 2, 3, 5);
	assert_refused(&p, "5:10-15", TABLAS_WHY_POINT_BLOCKED);
}

static void ones_own_men_close_a_point_as_well(void **state)
{
	struct position p = thrown(NULL, "18:1 20:2 22:2 / -", WHITE, 2, 4, 4);

	(void)state;
	assert_steps(&p, "4:20-24 2:22-24");
	assert_refused(&p, "2:18-20", TABLAS_WHY_POINT_BLOCKED);
	assert_refused(&p, "4:18-22", TABLAS_WHY_POINT_BLOCKED);
	assert_ends(&p, "20:1 22:2 24:2 / -");
}

static void a_die_that_cannot_be_played_is_lost(void **state)
{
	struct position p = thrown(NULL, "22:1 23:1 / -", WHITE, 1, 2, 2);

	(void)state;
	assert_steps(&p, "1:23-24 2:22-24");
	play(&p, "1:23-24 2:22-24");
	assert_int_equal(told(TABLAS_EV_DIE_LOST, WHITE, 2), 1);
	/* Neither side can move any more, in this study. */
	assert_stands(&p, "24:2 / -", "white won by deadlock / last white");
}

static void of_two_dice_of_which_one_can_be_played_either_will_do(void **state)
{
	struct position p = thrown(NULL, "10:1 20:1 / 12:2 14:2 16:2", WHITE, 2, 4, 6);

	(void)state;
	assert_ends(&p, "10:1 22:1 / 12:2 14:2 16:2; 10:1 24:1 / 12:2 14:2 16:2");
}

static void the_order_may_be_forced(void **state)
{
	struct position p = thrown(NULL, "10:1 / 12:1 14:2", WHITE, 2, 4, 4);

	(void)state;
	assert_steps(&p, "2:10-12*");
	assert_refused(&p, "4:10-14", TABLAS_WHY_POINT_BLOCKED);
	play(&p, "2:10-12* 4:12-16 4:16-20");
	assert_stands(&p, "20:1 / 14:2 hand:1", "black to enter / last white");
}

static void black_travels_down(void **state)
{
	struct position p = thrown(NULL, "5:2 6:1 / 9:1", BLACK, 2, 3, 4);

	(void)state;
	assert_ends(&p, "5:2 6:1 / 4:1; 5:2 6:1 / 3:1; 5:2 hand:1 / 4:1; 5:2 hand:1 / 2:1");
}

static void men_in_hand_are_placed_without_dice_on_empty_points_and_own(void **state)
{
	struct position p = stands(NULL, "1:2 2:1 6:2 hand:2 / 3:2 4:1", "white to enter");

	(void)state;
	assert_int_equal(waits(&p).flags, TABLAS_WAIT_ENTER);
	assert_steps(&p, "hand-2 hand-5");
	assert_ends(&p, "1:2 2:2 5:1 6:2 / 3:2 4:1; 1:2 2:1 5:2 6:2 / 3:2 4:1");
	assert_refused(&p, "hand-4", TABLAS_WHY_POINT_BLOCKED);
	assert_refused(&p, "hand-3", TABLAS_WHY_POINT_BLOCKED);
	assert_refused(&p, "hand-1", TABLAS_WHY_POINT_BLOCKED);
	assert_refused(&p, "hand-7", TABLAS_WHY_OTHER);
	assert_refused(&p, "2-4", TABLAS_WHY_MUST_ENTER);
	assert_refused(&p, "2:hand-2", TABLAS_WHY_NO_SUCH_DIE);
	assert_refused(&p, "stop", TABLAS_WHY_MUST_ENTER);
	play(&p, "hand-5 hand-5");
	assert_stands(&p, "1:2 2:1 5:2 6:2 / 3:2 4:1", "white to throw");
}

#define PRIMED "1:2 5:1 hand:2 / 2:2 3:2 4:1 6:2"

static void who_cannot_place_every_man_has_lost_by_prime(void **state)
{
	struct position p;

	(void)state;
	assert_no_position(NULL, PRIMED, "white to enter");
	assert_no_position(NULL, PRIMED, "white to throw");
	stands(NULL, PRIMED, "black won by prime");
	p = stands(NULL, "1:2 5:1 hand:1 / 2:2 3:2 4:1 6:2", "white to enter");
	assert_steps(&p, "hand-5");
}

static void a_hit_that_leaves_no_room_ends_the_game(void **state)
{
	struct position p =
		left(NULL, "1:2 5:1 9:1 hand:1 / 2:2 3:2 4:1 6:2 12:1", BLACK, "6+6+3");

	(void)state;
	play(&p, "3:12-9*");
	assert_stands(&p, "1:2 5:1 hand:2 / 2:2 3:2 4:1 6:2 9:1",
		      "black won by prime / last black");
	assert_int_equal(paid(WHITE, BLACK, "prime"), 1);
	assert_int_equal(told(TABLAS_EV_FINISHED, BLACK, 1), 1);
	assert_int_equal(told(TABLAS_EV_TURN, WHITE, 0), 0);
}

#define LOCKED                                                                                 \
	"7:2 8:2 9:2 10:2 11:2 12:2 23:1 24:2 / "                                              \
	"1:2 2:1 13:2 14:2 15:2 16:2 17:2 18:2"

static void when_nobody_can_move_the_last_to_have_moved_wins(void **state)
{
	(void)state;
	stands(NULL, LOCKED, "white won by deadlock / last white");
	stands(NULL, LOCKED, "black won by deadlock / last black");
	assert_no_position(NULL, LOCKED, "black won by deadlock / last white");
	assert_no_position(NULL, LOCKED, "white to throw / last black");
	/* Nobody moved: then it is nobody's, in a study. */
	stands(NULL, LOCKED, "nobody won by deadlock");
}

static void the_step_that_locks_the_board_wins_for_who_made_it(void **state)
{
	struct position p = left(NULL,
				 "7:2 8:2 9:2 10:2 11:2 12:2 23:1 24:2 / "
				 "1:2 3:1 13:2 14:2 15:2 16:2 17:2 18:2",
				 BLACK, "6+6+1");

	(void)state;
	play(&p, "1:3-2");
	assert_string_equal(state_of(&p), "black won by deadlock / last black");
	assert_int_equal(paid(WHITE, BLACK, "deadlock"), 1);
}

static void who_mirrors_the_start_wins_and_other_dice_do_not_matter(void **state)
{
	const char *board = "16:1 17:1 18:1 19:2 20:2 21:2 22:2 23:2 24:2 / 10:1";
	struct position p = thrown(NULL, board, WHITE, 2, 5, 6);

	(void)state;
	assert_steps(&p, "2:16-18");
	play(&p, "2:16-18");
	assert_stands(&p, "17:1 18:2 19:2 20:2 21:2 22:2 23:2 24:2 / 10:1",
		      "white won by finish / last white");
	assert_int_equal(paid(BLACK, WHITE, "finish"), 1);
	assert_int_equal(told(TABLAS_EV_DIE_LOST, WHITE, 5), 0);
	p = thrown(NULL, board, WHITE, 1, 1, 3);
	assert_steps(&p, "1:17-18 1:16-17");
	assert_ends(&p, "17:1 18:2 19:2 20:2 21:2 22:2 23:2 24:2 / 10:1");
}

static void winning_is_not_refused_for_want_of_a_longer_play(void **state)
{
	/* By 2 and 1 the man takes two dice; by 3 at once one, and wins. */
	struct position p = thrown(NULL, "15:1 17:1 18:1 19:2 20:2 21:2 22:2 23:2 24:2 / 10:1",
				   WHITE, 1, 2, 3);

	(void)state;
	assert_steps(&p, "1:15-16 1:17-18 2:15-17 3:15-18");
	play(&p, "3:15-18");
	assert_string_equal(state_of(&p), "white won by finish / last white");
}

static void fifteen_men_on_the_last_points_are_not_yet_the_mirror(void **state)
{
	(void)state;
	stands(NULL, "17:2 18:1 19:2 20:2 21:2 22:2 23:2 24:2 / 10:1", "white to throw");
	assert_no_position(NULL, "17:1 18:2 19:2 20:2 21:2 22:2 23:2 24:2 / 10:1",
			   "black to throw");
}

static void while_one_side_is_stuck_the_other_plays_on(void **state)
{
	const char *board = "7:2 8:2 9:2 10:2 11:2 12:2 23:1 24:2 / "
			    "4:2 5:1 13:2 14:2 15:2 16:2 17:2 18:2";
	struct position p = thrown(NULL, board, WHITE, 1, 2, 3);

	(void)state;
	assert_stands(&p, board, "black to throw");
	assert_int_equal(told(TABLAS_EV_DIE_LOST, WHITE, 1), 1);
	assert_int_equal(told(TABLAS_EV_DIE_LOST, WHITE, 2), 1);
	assert_int_equal(told(TABLAS_EV_DIE_LOST, WHITE, 3), 1);
	assert_int_equal(told(TABLAS_EV_TURN, BLACK, 0), 1);
	roll(&p, 1, 1, 6);
	assert_refused(&p, "5-4", TABLAS_WHY_POINT_BLOCKED);
	assert_int_equal(ends(&p), 3);
}

/* ---- a game from its beginning --------------------------------------------------- */

static void the_higher_die_begins_and_throws_afresh(void **state)
{
	struct position p = fresh(NULL);

	(void)state;
	assert_stands(&p, START, "opening");
	assert_int_equal(waits(&p).seats, 3);
	assert_int_equal(waits(&p).dice, 2);
	roll(&p, 4, 4, 0);
	assert_string_equal(state_of(&p), "opening");
	assert_int_equal(events.n, 0);
	roll(&p, 2, 5, 0);
	assert_string_equal(state_of(&p), "black to throw");
	assert_int_equal(told(TABLAS_EV_TURN, BLACK, 0), 1);
	assert_int_equal(waits(&p).dice, 3);
	assert_int_equal(waits(&p).sides, 6);
}

static void equal_dice_are_three_dice_and_no_more(void **state)
{
	struct position p = thrown(NULL, START, WHITE, 3, 3, 3);

	(void)state;
	play(&p, "3:8-11 3:11-14 3:7-10");
	assert_string_equal(state_of(&p), "black to throw / last white");
}

static void a_man_who_is_hit_is_placed_at_the_beginning_of_his_next_turn(void **state)
{
	struct position p = left(NULL, "10:1 / 13:1 20:2", WHITE, "6+6+3");

	(void)state;
	play(&p, "3:10-13*");
	assert_stands(&p, "13:1 / 20:2 hand:1", "black to enter / last white");
	assert_steps(&p, "hand-19 hand-21 hand-22 hand-23 hand-24");
	play(&p, "hand-24");
	assert_stands(&p, "13:1 / 20:2 24:1", "black to throw / last white");
}

static void two_men_are_safe(void **state)
{
	struct position p = left(NULL, "10:1 / 13:2", WHITE, "6+1+1");

	(void)state;
	assert_refused(&p, "3:10-13", TABLAS_WHY_NO_SUCH_DIE);
	p = left(NULL, "10:1 12:1 / 13:2", WHITE, "6+6+3");
	assert_refused(&p, "3:10-13", TABLAS_WHY_POINT_BLOCKED);
}

static void the_array_leaves_no_room_but_is_no_prime(void **state)
{
	/* 1-2-6: 8-9, 9-11, 11-17*.  Black's quarter is full of his own men. */
	struct position p = thrown(NULL, START, WHITE, 1, 2, 6);

	(void)state;
	play(&p, "1:8-9 2:9-11 6:11-17*");
	assert_stands(&p,
		      "1:2 2:2 3:2 4:2 5:2 6:2 7:2 17:1 / "
		      "18:2 19:2 20:2 21:2 22:2 23:2 24:2 hand:1",
		      "black to throw / last white");
	roll(&p, 1, 6, 6);
	assert_refused(&p, "hand-24", TABLAS_WHY_NO_SUCH_DIE);
	assert_refused(&p, "1:hand-24", TABLAS_WHY_OTHER);
}

static void the_free_count_of_room_is_shown(void **state)
{
	struct tablas_pieces room[64];
	struct tablas_view view = {.pieces = room, .pieces_cap = 64};
	struct position p = stands(NULL, "1:2 2:1 6:2 hand:2 / 3:2 4:1", "white to enter");

	(void)state;
	game->view(&p, WHITE, &view);
	assert_string_equal(game->counters[1], "hand");
	assert_int_equal(view.counters[WHITE][1], 2);
	assert_string_equal(game->counters[2], "room");
	assert_int_equal(view.counters[WHITE][2], 3);
	assert_string_equal(game->counters[0], "pips");
	p = fresh(NULL);
	game->view(&p, WHITE, &view);
	/* Fourteen men two by two from 1-7 to 18-24, the fifteenth from 8 to 17. */
	assert_int_equal(view.counters[WHITE][0], 14 * 17 + 9);
}

/* ---- leaving and resigning ------------------------------------------------------- */

static void a_resignation_costs_one_stake(void **state)
{
	const char *sentence = NULL;
	struct position p = fresh(NULL);

	(void)state;
	events.n = 0;
	assert_int_equal(game->resign(&p, BLACK, 2, &events, &sentence), -1);
	assert_non_null(sentence);
	assert_int_equal(events.n, 0);
	assert_int_equal(game->resign(&p, BLACK, 0, &events, &sentence), 0);
	assert_int_equal(told(TABLAS_EV_RESIGN, BLACK, 1), 1);
	assert_int_equal(paid(BLACK, WHITE, "resign"), 1);
	assert_string_equal(state_of(&p), "white won by resign");
	assert_int_equal(game->resign(&p, WHITE, 0, &events, &sentence), -1);
}

static void who_leaves_has_lost(void **state)
{
	struct position p = thrown(NULL, START, WHITE, 1, 2, 3);
	struct tablas_outcome o;

	(void)state;
	events.n = 0;
	game->leave(&p, WHITE, &events);
	assert_int_equal(told(TABLAS_EV_LEFT, WHITE, 0), 1);
	assert_int_equal(paid(WHITE, BLACK, "left"), 1);
	game->outcome(&p, &o);
	assert_int_equal(o.rank[BLACK], 1);
	assert_int_equal(o.rank[WHITE], 2);
	assert_int_equal(o.points[BLACK], 1);
}

static void in_a_match_points_are_won_and_no_stakes(void **state)
{
	struct tablas_setup setup = *setup_of(NULL);
	const char *sentence;
	struct tablas_outcome o;
	struct position p;

	(void)state;
	setup.match_length = 3;
	memset(&p, 0, sizeof p);
	game->init(&setup, &p);
	assert_int_equal(game->exposure(&p, WHITE), 0);
	events.n = 0;
	game->resign(&p, WHITE, 0, &events, &sentence);
	assert_int_equal(paid(WHITE, BLACK, "resign"), 0);
	game->outcome(&p, &o);
	assert_int_equal(o.points[BLACK], 1);
}

static void a_step_after_which_fewer_dice_can_be_used_is_refused(void **state)
{
	struct position p = left(NULL, "18:1 21:1 / 22:2 23:2", WHITE, "6+13");

	(void)state;
	assert_steps(&p, "1:18-19 3:21-24");
	assert_refused(&p, "3:18-21", TABLAS_WHY_MUST_USE_MORE);
}

static void a_position_is_worth_the_more_the_farther_one_is(void **state)
{
	struct position p = stands(NULL, "20:1 / 15:1", "white to throw");

	(void)state;
	assert_true(game->value(&p, WHITE) > 0);
	assert_int_equal(game->value(&p, WHITE), -game->value(&p, BLACK));
	p = stands(NULL, "20:1 hand:1 / 1:2 2:2 3:2 4:2 5:2 6:1", "white won by resign");
	assert_int_equal(game->value(&p, WHITE), 1000);
	assert_int_equal(game->value(&p, BLACK), -1000);
}

static void random_games_keep_every_man_and_end(void **state)
{
	(void)state;
	random_games(NULL, 5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_number_at_the_start_moves_the_men_it_can),
		cmocka_unit_test(a_throw_at_the_start_has_so_many_ends),
		cmocka_unit_test(one_man_goes_by_stages_and_hits_on_the_way),
		cmocka_unit_test(ones_own_men_close_a_point_as_well),
		cmocka_unit_test(a_die_that_cannot_be_played_is_lost),
		cmocka_unit_test(of_two_dice_of_which_one_can_be_played_either_will_do),
		cmocka_unit_test(the_order_may_be_forced),
		cmocka_unit_test(black_travels_down),
		cmocka_unit_test(men_in_hand_are_placed_without_dice_on_empty_points_and_own),
		cmocka_unit_test(who_cannot_place_every_man_has_lost_by_prime),
		cmocka_unit_test(a_hit_that_leaves_no_room_ends_the_game),
		cmocka_unit_test(when_nobody_can_move_the_last_to_have_moved_wins),
		cmocka_unit_test(the_step_that_locks_the_board_wins_for_who_made_it),
		cmocka_unit_test(who_mirrors_the_start_wins_and_other_dice_do_not_matter),
		cmocka_unit_test(winning_is_not_refused_for_want_of_a_longer_play),
		cmocka_unit_test(fifteen_men_on_the_last_points_are_not_yet_the_mirror),
		cmocka_unit_test(while_one_side_is_stuck_the_other_plays_on),
		cmocka_unit_test(the_higher_die_begins_and_throws_afresh),
		cmocka_unit_test(equal_dice_are_three_dice_and_no_more),
		cmocka_unit_test(a_man_who_is_hit_is_placed_at_the_beginning_of_his_next_turn),
		cmocka_unit_test(two_men_are_safe),
		cmocka_unit_test(the_array_leaves_no_room_but_is_no_prime),
		cmocka_unit_test(the_free_count_of_room_is_shown),
		cmocka_unit_test(a_resignation_costs_one_stake),
		cmocka_unit_test(who_leaves_has_lost),
		cmocka_unit_test(in_a_match_points_are_won_and_no_stakes),
		cmocka_unit_test(a_step_after_which_fewer_dice_can_be_used_is_refused),
		cmocka_unit_test(a_position_is_worth_the_more_the_farther_one_is),
		cmocka_unit_test(random_games_keep_every_man_and_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
