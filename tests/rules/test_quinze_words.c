/*
 * Quinze Tablas in words: moves, refusals, positions and the drawn board.
 */
#include "tests/rules/quinze_table.h"

#include <stdio.h>
#include <string.h>

extern const struct tablas_plugin tablas_plugin_quinze_tablas;

const struct tablas_plugin *const game = &tablas_plugin_quinze_tablas;

#define START                                                                                  \
	"1:2 2:2 3:2 4:2 5:2 6:2 7:2 8:1 / "                                                   \
	"17:1 18:2 19:2 20:2 21:2 22:2 23:2 24:2"

static void a_step_may_be_written_in_many_ways(void **state)
{
	static const char *const white[] = {"3:10-13*", "3:10-13", "10-13", "10/13", "10/13*"};
	static const char *const black[] = {"3:15-12", "15-12", "10-13", "10/13", "3:10-13"};
	struct position p = thrown(NULL, "10:1 / 13:1 15:2", WHITE, 2, 3, 5);
	struct position q = thrown(NULL, "10:1 / 13:1 15:2", BLACK, 2, 3, 5);
	int16_t places[2];

	(void)state;
	for (size_t i = 0; i < 5; i++) {
		char text[TABLAS_MOVE_TEXT_MAX];
		tablas_move m;

		assert_int_equal(game->move_read(&p, WHITE, white[i], &m), 0);
		game->move_write(&p, WHITE, m, text, sizeof text);
		assert_string_equal(text, "3:10-13*");
		/* Black counts from his own side if the way he goes says so. */
		assert_int_equal(game->move_read(&q, BLACK, black[i], &m), 0);
		game->move_write(&q, BLACK, m, text, sizeof text);
		assert_string_equal(text, "3:15-12");
	}
	assert_int_equal(game->place_read(BLACK, "3", places, 2), 2);
	assert_string_equal(game->places[places[0]].name, "3");
	assert_string_equal(game->places[places[1]].name, "22");
	assert_int_equal(game->place_read(WHITE, "3", places, 2), 1);
	assert_int_equal(game->place_read(BLACK, "hand", places, 2), 1);
	assert_string_equal(game->places[places[0]].name, "black-hand");
	assert_int_equal(game->place_read(BLACK, "White-Off", places, 2), 1);
	assert_string_equal(game->places[places[0]].name, "white-off");
	assert_int_equal(game->place_read(WHITE, "25", places, 2), 0);
}

static void what_names_no_move_is_not_read(void **state)
{
	static const char *const bad[] = {"",	     "-",	 "10",	    "10-",    "0-3",
					  "10-25",   "x:10-13",	 "10-10",   "off-3",  "10-13**",
					  "10-hand", "hand-off", "10-13*x", "0:10-13"};
	struct position p = thrown(NULL, "10:1 / 13:1 15:2", WHITE, 2, 3, 5);
	tablas_move m;

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		if (game->move_read(&p, WHITE, bad[i], &m) != -1)
			fail_msg("read: %s", bad[i]);
}

static void a_refusal_names_its_rule(void **state)
{
	struct position p = thrown(NULL, "10:1 20:1 / 13:1 15:2", WHITE, 2, 3, 5);
	const char *sentence;

	(void)state;
	assert_refused(&p, "10-14", TABLAS_WHY_NO_SUCH_DIE);
	assert_refused(&p, "10-20", TABLAS_WHY_NO_SUCH_DIE);
	assert_refused(&p, "11-13", TABLAS_WHY_NO_PIECE);
	assert_refused(&p, "10-8", TABLAS_WHY_WRONG_WAY);
	assert_refused(&p, "3:10-12", TABLAS_WHY_WRONG_WAY);
	assert_refused(&p, "10-15", TABLAS_WHY_POINT_BLOCKED);
	assert_refused(&p, "5:20-off", TABLAS_WHY_WRONG_WAY);
	assert_refused(&p, "2:hand-2", TABLAS_WHY_NO_PIECE);
	assert_refused(&p, "stop", TABLAS_WHY_MUST_USE_MORE);
	assert_int_equal(game->why_not(&p, BLACK, 0, &sentence), TABLAS_WHY_UNREADABLE);
	assert_int_equal(game->why_not(&p, WHITE, TABLAS_NO_MOVE, &sentence),
			 TABLAS_WHY_UNREADABLE);
	/* 2 and then 5 is a play of two dice; 5 alone would end it. */
	p = left(NULL, "14:1 22:2 24:2 / 16:1 19:2", WHITE, "6+52");
	assert_refused(&p, "5:14-19", TABLAS_WHY_POINT_BLOCKED);
}

static void a_position_is_read_as_it_is_written(void **state)
{
	static const char *const boards[][2] = {
		{"1:2 2:1 hand:1 / 20:2", "white to enter"},
		{"10:1 / 13:1 15:2", "white to throw / last black"},
		{"10:1 / 13:1 15:2", "white to move 2+35 / last white"},
		{"10:1 / 13:1 15:2", "black won by resign"},
		{"17:1 18:2 19:2 20:2 21:2 22:2 23:2 24:2 / -", "white won by finish"}};

	(void)state;
	for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
		struct position p = stands(NULL, boards[i][0], boards[i][1]);

		assert_stands(&p, boards[i][0], boards[i][1]);
	}
}

static void a_position_that_cannot_be_is_refused(void **state)
{
	static const char *const boards[][2] = {
		{"10:3 / -", "white to throw"},		   /* three on a point       */
		{"10:1 / 10:1", "white to throw"},	   /* two colours            */
		{"10:1 off:1 / 20:1", "white to throw"},   /* nothing is borne off   */
		{"10:1 gone:1 / 20:1", "white to throw"},  /* nor taken for good     */
		{"10:1 hand:15 / 20:1", "white to enter"}, /* sixteen men            */
		{"25:1 / 20:1", "white to throw"},	   /* no such point          */
		{"10:1 hand:1 / 20:1", "white to throw"},  /* it must be placed      */
		{"10:1 / 20:1", "white to enter"},	   /* none to place          */
		{"10:1 / 20:1", "opening"},		   /* not the array          */
		{"10:1 / 20:1", "white to move 12"},	   /* two dice               */
		{"10:1 / 20:1", "white to move 127"},	   /* no such face           */
		{"10:1 / 20:1", "white to move 1+2+3+ / last white"}, /* none left    */
		{"10:1 / 20:1", "white to move 1+23 / last black"},   /* White moved    */
		{"10:1 / 20:1", "white to move 1x23"}, /* lost only at the end   */
		{"10:1 / 20:1", "white to move 221+ / last white / "},
		{"10:1 / 20:1", "white to move 112+ / last white "},
		{"10:1 / 20:1", "white to move 11+2 / last white"}, /* the second one */
		{"24:1 / 20:1", "white to move 123"},		    /* nothing to do          */
		{"10:1 / 20:1", "white won by prime"},
		{"10:1 / 20:1", "white won by deadlock / last white"},
		{"10:1 / 20:1", "white won by finish"},
		{"10:1 / 20:1", "nobody won by resign"},
		{"10:1 / 20:1", "nobody to throw"},
		{"10:1 9:1 / 20:1", "white to throw"},
		{"10:01 / 20:1", "white to throw"},
		{"10:1 / 20:1", "white to throw "},
		{"10:1 / 20:1", "White to throw"},
		{"10:1 / 20:1", ""}};

	(void)state;
	for (size_t i = 0; i < sizeof boards / sizeof *boards; i++)
		assert_no_position(NULL, boards[i][0], boards[i][1]);
}

static void both_sides_see_the_board_from_their_own_corner(void **state)
{
	struct position p = thrown(NULL, START, WHITE, 1, 2, 6);
	char text[4096];

	(void)state;
	for (unsigned seat = 0; seat < 2; seat++) {
		size_t n = game->draw(&p, seat, text, sizeof text), column = 0;

		assert_true(n < sizeof text);
		for (size_t i = 0; i < n; i++) {
			column = text[i] == '\n' ? 0 : column + 1;
			assert_true(column <= 80);
		}
		assert_non_null(strstr(text, "White to move: threw 1 2 6, left 1 2 6\n"));
		assert_non_null(strstr(text, seat ? " |  X   X   X   X   X   X |   |  X   X "
						    "                |\n +-24-"
						  : " |  O   O   O   O   O   O |   |  O   O "
						    "                |\n +--1-"));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_step_may_be_written_in_many_ways),
		cmocka_unit_test(what_names_no_move_is_not_read),
		cmocka_unit_test(a_refusal_names_its_rule),
		cmocka_unit_test(a_position_is_read_as_it_is_written),
		cmocka_unit_test(a_position_that_cannot_be_is_refused),
		cmocka_unit_test(both_sides_see_the_board_from_their_own_corner),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
