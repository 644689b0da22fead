/*
 * Seven-point tables: the examples of its rules, and what its board has of its own.
 */
#include "tests/rules/quinze_table.h"

#include <stdio.h>
#include <string.h>

extern const struct tablas_plugin tablas_plugin_seven_point;

const struct tablas_plugin *const game = &tablas_plugin_seven_point;

#define START                                                                                  \
	"1:2 2:2 3:2 4:2 5:2 6:2 7:2 8:2 9:1 / "                                               \
	"20:1 21:2 22:2 23:2 24:2 25:2 26:2 27:2 28:2"
#define START_15                                                                               \
	"1:2 2:2 3:2 4:2 5:2 6:2 7:2 8:1 / "                                                   \
	"21:1 22:2 23:2 24:2 25:2 26:2 27:2 28:2"

/* ---- the array ------------------------------------------------------------------- */

static void seventeen_men_stand_two_by_two_from_the_beginning(void **state)
{
	struct position p = fresh(NULL);

	(void)state;
	assert_stands(&p, START, "opening");
	p = fresh("men=17 setup=quinze_pattern");
	assert_stands(&p, START, "opening");
	assert_int_equal(waits(&p).sides, 7);
}

static void there_may_be_fifteen(void **state)
{
	struct position p = fresh("men=15");

	(void)state;
	assert_stands(&p, START_15, "opening");
	assert_no_position("men=15", START, "opening");
	assert_null(game->audit(&p));
}

static void sixteen_are_refused(void **state)
{
	struct position p = fresh("men=16");

	(void)state;
	assert_non_null(game->audit(&p));
}

static void dice_have_seven_faces_all_alike(void **state)
{
	struct position p = fresh("die_sides=7 die_model=uniform points_per_quarter=7");

	(void)state;
	assert_null(game->audit(&p));
	assert_int_equal(waits(&p).sides, 7);
	roll(&p, 7, 6, 0);
	assert_string_equal(state_of(&p), "white to throw");
	assert_int_equal(waits(&p).sides, 7);
}

static void dice_may_have_six(void **state)
{
	struct position p = fresh("die_sides=6");

	(void)state;
	assert_null(game->audit(&p));
	assert_int_equal(waits(&p).sides, 6);
	assert_no_position("die_sides=6", START, "white to move 127");
	/* Seven points in a row hold a man for good then, and so do six. */
	p = thrown("die_sides=6", "8:2 9:2 10:2 11:2 12:2 13:2 / 14:1", BLACK, 1, 3, 6);
	assert_string_equal(state_of(&p), "white to throw");
}

/* ---- the examples of the rules --------------------------------------------------- */

static void every_number_at_the_start_moves_the_men_it_can(void **state)
{
	static const char *const white[] = {
		"1:8-9 1:9-10",
		"2:7-9 2:8-10 2:9-11",
		"3:6-9 3:7-10 3:8-11 3:9-12",
		"4:5-9 4:6-10 4:7-11 4:8-12 4:9-13",
		"5:4-9 5:5-10 5:6-11 5:7-12 5:8-13 5:9-14",
		"6:3-9 6:4-10 6:5-11 6:6-12 6:7-13 6:8-14 6:9-15",
		"7:2-9 7:3-10 7:4-11 7:5-12 7:6-13 7:7-14 7:8-15 7:9-16"};

	(void)state;
	for (int die = 1; die <= 7; die++) {
		char dice[16];
		struct position p;

		snprintf(dice, sizeof dice, "7+7+%d", die);
		p = left(NULL, START, WHITE, dice);
		assert_steps(&p, white[die - 1]);
	}
}

static void with_fifteen_a_seven_may_go_to_the_eighth_point(void **state)
{
	struct position p = left("men=15", START_15, WHITE, "7+7+7");

	(void)state;
	assert_steps(&p, "7:1-8 7:2-9 7:3-10 7:4-11 7:5-12 7:6-13 7:7-14 7:8-15");
	p = left("men=15", START_15, WHITE, "7+7+1");
	assert_steps(&p, "1:7-8 1:8-9");
	p = left("men=15", START_15, BLACK, "7+7+2");
	assert_steps(&p, "2:23-21 2:22-20 2:21-19");
	p = left(NULL, START, WHITE, "7+7+7");
	assert_refused(&p, "1-8", TABLAS_WHY_POINT_BLOCKED);
}

static void two_dice_reach_the_only_blot_and_need_not_hit_it(void **state)
{
	struct position p = thrown(NULL, START, WHITE, 4, 7, 1);

	(void)state;
	assert_int_equal(ends(&p), 125);
	play(&p, "4:9-13 7:13-20*");
	assert_string_equal(state_of(&p), "white to move 4+7+1 / last white");
	p = thrown(NULL, START, WHITE, 4, 7, 1);
	play(&p, "4:9-13 7:7-14 1:8-9");
	assert_string_equal(state_of(&p), "black to throw / last white");
}

static void a_lone_enemy_on_the_last_free_point_makes_the_prime(void **state)
{
	struct position p;

	(void)state;
	stands(NULL, "1:2 2:2 3:2 4:2 5:2 6:2 hand:1 / 7:1", "black won by prime");
	assert_no_position(NULL, "1:2 2:2 3:2 4:2 5:2 6:2 hand:1 / 7:1", "white to throw");
	p = stands(NULL, "1:2 2:2 3:2 4:2 5:2 6:2 hand:1 / -", "white to enter");
	assert_steps(&p, "hand-7");
}

static void the_whole_board_may_be_locked(void **state)
{
	const char *board = "8:2 9:2 10:2 11:2 12:2 13:2 14:2 27:1 28:2 / "
			    "1:2 2:1 15:2 16:2 17:2 18:2 19:2 20:2 21:2";

	(void)state;
	stands(NULL, board, "white won by deadlock / last white");
	assert_no_position(NULL, board, "black to throw / last white");
	assert_no_position(NULL, board, "black won by deadlock / last white");
}

static void a_seven_passes_six_points_in_a_row_but_not_seven(void **state)
{
	struct position p = left(NULL, "8:2 9:2 10:2 11:2 12:2 13:2 / 14:1", BLACK, "7+7+7");

	(void)state;
	assert_steps(&p, "7:14-7");
	p = thrown(NULL, "8:2 9:2 10:2 11:2 12:2 13:2 / 14:1", BLACK, 1, 3, 6);
	assert_string_equal(state_of(&p), "white to throw");
	p = thrown(NULL, "7:2 8:2 9:2 10:2 11:2 12:2 13:2 / 14:1", BLACK, 7, 7, 7);
	assert_string_equal(state_of(&p), "white to throw");
}

static void a_two_or_two_ones_reach_the_mirror(void **state)
{
	const char *board = "19:1 20:1 21:1 22:2 23:2 24:2 25:2 26:2 27:2 28:2 / 11:1";
	struct position p = left(NULL, board, WHITE, "7+7+2");

	(void)state;
	play(&p, "2:19-21");
	assert_stands(&p, "20:1 21:2 22:2 23:2 24:2 25:2 26:2 27:2 28:2 / 11:1",
		      "white won by finish / last white");
	p = left(NULL, board, WHITE, "7+11");
	play(&p, "1:20-21 1:19-20");
	assert_string_equal(state_of(&p), "white won by finish / last white");
	p = left("men=15", "20:1 22:2 23:2 24:2 25:2 26:2 27:2 28:2 / 11:1", WHITE, "7+7+1");
	play(&p, "1:20-21");
	assert_string_equal(state_of(&p), "white won by finish / last white");
}

/* ---- the options that change with the board -------------------------------------- */

static void by_the_letter_the_first_throw_wins_226_times_in_343(void **state)
{
	int won = 0;

	(void)state;
	for (int i = 0; i < 343; i++) {
		struct position p = thrown("prime_block=any", START, WHITE, 1 + i / 49,
					   1 + i / 7 % 7, 1 + i % 7);

		won += wins(&p);
	}
	assert_int_equal(won, 226);
}

static void men_stay_on_the_board(void **state)
{
	struct position p = thrown("bearing_off=off", "10:1 28:1 / 15:1", WHITE, 1, 1, 1);

	(void)state;
	assert_refused(&p, "28-off", TABLAS_WHY_WRONG_WAY);
}

static void men_may_be_borne_off_by_their_distance_from_the_edge(void **state)
{
	struct position p = left("bearing_off=on", "10:1 22:1 / 15:1", WHITE, "6+67");

	(void)state;
	assert_steps(&p, "7:22-off 7:10-17 6:10-16 6:22-28");
	p = left("bearing_off=on", "28:1 off:16 / 15:1", WHITE, "7+7+1");
	play(&p, "28-off");
	assert_string_equal(state_of(&p), "white won by finish / last white");
	p = left("bearing_off=on", "10:1 / 1:1 off:16", BLACK, "7+7+1");
	play(&p, "1-off");
	assert_string_equal(state_of(&p), "black won by finish / last black");
}

static void fourteen_men_on_the_last_seven_points_may_do(void **state)
{
	struct position p =
		left("finish=twelve", "9:1 20:1 21:1 22:1 23:2 24:2 25:2 26:2 27:2 28:2 / 11:1",
		     WHITE, "7+17");

	(void)state;
	play(&p, "1:21-22");
	assert_string_equal(state_of(&p), "white won by finish / last white");
}

static void a_die_enters_on_each_of_seven_points(void **state)
{
	struct position p = thrown("reentry=dice", "hand:1 / 7:1 20:2", WHITE, 7, 7, 7);

	(void)state;
	assert_steps(&p, "7:hand-7*");
	play(&p, "7:hand-7*");
	assert_string_equal(board_of(&p), "7:1 / 20:2 hand:1");
}

static void in_the_race_each_side_goes_home(void **state)
{
	struct position p = left("variant=race", START, WHITE, "1+1+7");

	(void)state;
	assert_steps(&p, "7:9-2 7:8-1");
	assert_no_position("variant=race", "10:1 / 28:1", "white to throw");
	assert_no_position("variant=race men=15", "9:1 / 28:1", "white to throw");
}

/* ---- words ----------------------------------------------------------------------- */

static void black_may_count_from_his_own_side(void **state)
{
	struct position p = thrown(NULL, START, BLACK, 1, 2, 3);
	char text[TABLAS_MOVE_TEXT_MAX];
	int16_t places[2];
	tablas_move m;

	(void)state;
	assert_int_equal(game->move_read(&p, BLACK, "9/12", &m), 0);
	game->move_write(&p, BLACK, m, text, sizeof text);
	assert_string_equal(text, "3:20-17");
	assert_int_equal(game->place_read(BLACK, "1", places, 2), 2);
	assert_string_equal(game->places[places[0]].name, "1");
	assert_string_equal(game->places[places[1]].name, "28");
}

static void the_board_is_drawn_within_eighty_columns(void **state)
{
	struct position p = fresh(NULL);
	char text[4096];
	size_t n = game->draw(&p, BLACK, text, sizeof text), column = 0;

	(void)state;
	assert_true(n < sizeof text);
	assert_non_null(strstr(text, "28--27--26--25--24--23--22-+---+-21-"));
	assert_non_null(strstr(text, " |  X   X   X   X   X   X   X |   |  X   X "));
	for (size_t i = 0; i < n; i++) {
		column = text[i] == '\n' ? 0 : column + 1;
		assert_true(column <= 80);
	}
}

static void random_games_keep_every_man_and_end(void **state)
{
	static const char *const readings[] = {
		"men=17",	"men=15",	"die_sides=6",
		"reentry=dice", "variant=race", "bearing_off=on bearoff_over=on"};

	(void)state;
	for (size_t i = 0; i < sizeof readings / sizeof *readings; i++)
		random_games(readings[i], 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(seventeen_men_stand_two_by_two_from_the_beginning),
		cmocka_unit_test(there_may_be_fifteen),
		cmocka_unit_test(sixteen_are_refused),
		cmocka_unit_test(dice_have_seven_faces_all_alike),
		cmocka_unit_test(dice_may_have_six),
		cmocka_unit_test(every_number_at_the_start_moves_the_men_it_can),
		cmocka_unit_test(with_fifteen_a_seven_may_go_to_the_eighth_point),
		cmocka_unit_test(two_dice_reach_the_only_blot_and_need_not_hit_it),
		cmocka_unit_test(a_lone_enemy_on_the_last_free_point_makes_the_prime),
		cmocka_unit_test(the_whole_board_may_be_locked),
		cmocka_unit_test(a_seven_passes_six_points_in_a_row_but_not_seven),
		cmocka_unit_test(a_two_or_two_ones_reach_the_mirror),
		cmocka_unit_test(by_the_letter_the_first_throw_wins_226_times_in_343),
		cmocka_unit_test(men_stay_on_the_board),
		cmocka_unit_test(men_may_be_borne_off_by_their_distance_from_the_edge),
		cmocka_unit_test(fourteen_men_on_the_last_seven_points_may_do),
		cmocka_unit_test(a_die_enters_on_each_of_seven_points),
		cmocka_unit_test(in_the_race_each_side_goes_home),
		cmocka_unit_test(black_may_count_from_his_own_side),
		cmocka_unit_test(the_board_is_drawn_within_eighty_columns),
		cmocka_unit_test(random_games_keep_every_man_and_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
