/*
 * The rules of backgammon: the worked examples and the odd cases.
 *
 * Positions are written in the plugin's own notation, so that a test reads like
 * the example it is from.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include "tests/rules/backgammon_table.h"

static size_t ends_of(const char *men, const char *who, uint8_t a, uint8_t b)
{
	struct bytes p = table_thrown(men, who, a, b);
	unsigned seat = *who == 'b';

	if (table_waits(&p).kind != TABLAS_WAIT_MOVE)
		return 0;
	return table_compare_plays(&p, seat);
}

/* The only end of this throw, as men. */
static void ends_only_in(const char *men, uint8_t a, uint8_t b, const char *expected)
{
	struct bytes p = table_thrown(men, "white", a, b), q[4];
	struct tablas_plays out = {q, NULL, 4};

	assert_int_equal(GAME->plays(&p, 0, &out), 1);
	assert_int_equal(strncmp(table_written(&q[0]), expected, strlen(expected)), 0);
}

/* ---- worked examples ----------------------------------------------------------------- */

static void a_position_is_sixty_four_bytes_and_starts_with_167_pips_each(void **state)
{
	struct bytes p = table_fresh("");
	struct tablas_pieces room[28];
	struct tablas_view v = {.pieces = room, .pieces_cap = 28};

	(void)state;
	assert_int_equal(GAME->position_size, BYTES);
	GAME->view(&p, 0, &v);
	assert_int_equal(v.counters[0][0], 167);
	assert_int_equal(v.counters[1][0], 167);
	assert_string_equal(table_written(&p), START " / opening");
}

static void the_opening_throws_have_the_known_numbers_of_ends(void **state)
{
	static const uint8_t count[6][6] = {{42},
					    {15, 75},
					    {16, 17, 73},
					    {14, 18, 17, 52},
					    {8, 8, 9, 9, 4},
					    {10, 14, 14, 14, 7, 11}};

	(void)state;
	for (uint8_t a = 1; a <= 6; a++)
		for (uint8_t b = 1; b <= a; b++) {
			assert_int_equal(ends_of(START, "white", a, b), count[a - 1][b - 1]);
			assert_int_equal(ends_of(START, "black", b, a), count[a - 1][b - 1]);
		}
}

static void when_either_number_but_not_both_can_be_used_it_is_the_larger(void **state)
{
	struct bytes p = table_thrown("white 13:1 / black 6:2", "white", 5, 2);

	(void)state;
	assert_int_equal(table_why_not(&p, 0, "13/11"), TABLAS_WHY_MUST_USE_LARGER);
	ends_only_in("white 13:1 / black 6:2", 5, 2, "white 8:1 /");
}

static void the_smaller_number_is_used_when_only_it_can_be(void **state)
{
	(void)state;
	ends_only_in("white 13:1 / black 6:2 8:2", 5, 2, "white 11:1 /");
}

static void the_order_of_the_numbers_may_be_forced(void **state)
{
	struct bytes p = table_thrown("white 13:1 / black 8:2", "white", 5, 2);

	(void)state;
	assert_int_equal(table_why_not(&p, 0, "13/8"), TABLAS_WHY_POINT_BLOCKED);
	ends_only_in("white 13:1 / black 8:2", 5, 2, "white 6:1 /");
}

static void a_step_after_which_fewer_numbers_could_be_used_is_refused(void **state)
{
	/* After 10/8 the 6 is blocked for both; after 8/6 it is 10/4. */
	struct bytes p = table_thrown("white 10:1 8:1 / black 1:2 2:2", "white", 6, 2);

	(void)state;
	assert_int_equal(table_why_not(&p, 0, "10/8"), TABLAS_WHY_MUST_USE_MORE);
	assert_int_equal(table_why_not(&p, 0, "8/6"), TABLAS_WHY_LEGAL);
}

static void two_on_the_bar_and_one_open_point_enter_one(void **state)
{
	struct bytes p = table_thrown("white bar:2 6:3 / black 19:2", "white", 6, 3);

	(void)state;
	assert_int_equal(table_why_not(&p, 0, "6/3"), TABLAS_WHY_MUST_ENTER);
	assert_int_equal(table_why_not(&p, 0, "bar/19"), TABLAS_WHY_POINT_BLOCKED);
	table_play(&p, 0, "bar/22");
	assert_int_equal(events.v[0].kind, TABLAS_EV_ENTERED);
	assert_int_equal(events.v[1].kind, TABLAS_EV_DIE_LOST);
	assert_int_equal(events.v[1].amount, 6);
	assert_int_equal(events.v[2].kind, TABLAS_EV_TURN);
	assert_int_equal(events.v[2].seat, 1);
	assert_string_equal(table_written(&p),
			    "white bar:1 22:1 6:3 / black 19:2 / black to roll");
}

static void a_man_before_six_closed_points_loses_any_throw(void **state)
{
	const char *men = "white bar:1 6:3 / black 19:2 20:2 21:2 22:2 23:2 24:2";

	(void)state;
	for (uint8_t a = 1; a <= 6; a++)
		for (uint8_t b = 1; b <= 6; b++) {
			struct bytes p = table_thrown(men, "white", a, b);

			assert_int_equal(table_waits(&p).kind, TABLAS_WAIT_ROLL);
			assert_int_equal(table_waits(&p).turn, 1);
			assert_int_equal(events.n, a == b ? 5 : 3);
			assert_int_equal(events.v[0].kind, TABLAS_EV_DIE_LOST);
		}
}

static void after_entering_the_other_number_is_free(void **state)
{
	(void)state;
	assert_int_equal(ends_of("white bar:1 13:1 / black 21:2", "white", 4, 1), 2);
}

static void a_man_on_a_higher_point_must_move_inside(void **state)
{
	struct bytes p = table_thrown("white 6:1 4:2 1:1 off:11 / black 24:1", "white", 5, 2);

	(void)state;
	assert_int_equal(table_why_not(&p, 0, "5:4/off"), TABLAS_WHY_EXACT_BEAR_OFF);
	assert_int_equal(table_compare_plays(&p, 0), 2);
}

static void a_larger_number_bears_off_the_highest_man(void **state)
{
	(void)state;
	ends_only_in("white 3:2 1:1 off:12 / black 24:1", 6, 5, "white 1:1 off:14 /");
}

static void of_a_double_as_many_as_can_be_are_played(void **state)
{
	struct bytes p = table_thrown("white 8:2 7:1 / black 4:2", "white", 4, 4);

	(void)state;
	assert_int_equal(table_why_not(&p, 0, "8/4"), TABLAS_WHY_POINT_BLOCKED);
	table_play(&p, 0, "7/3");
	assert_int_equal(events.v[1].kind, TABLAS_EV_DIE_LOST);
	assert_int_equal(events.n, 5);
}

static void hitting_choices_are_all_there(void **state)
{
	(void)state;
	assert_int_equal(ends_of("white 8:1 6:2 / black 5:1", "white", 3, 1), 7);
}

static void bear_off_choices_are_all_there(void **state)
{
	(void)state;
	assert_int_equal(ends_of("white 5:1 2:1 off:13 / black 24:1", "white", 4, 1), 2);
}

static void a_man_may_enter_and_strike(void **state)
{
	struct bytes p = table_thrown("white bar:1 5:2 / black 24:1", "white", 4, 1);

	(void)state;
	assert_int_equal(table_compare_plays(&p, 0), 4);
	table_play(&p, 0, "bar/24*");
	assert_int_equal(events.v[1].kind, TABLAS_EV_STRUCK);
	assert_int_equal(events.v[1].other, 1);
	assert_string_equal(table_written(&p),
			    "white 24:1 5:2 / black bar:1 / white to move 41 left 4");
}

static const char *degree_against(const char *black)
{
	static struct tablas_outcome o;
	char men[200];
	struct bytes p;

	snprintf(men, sizeof men, "white 1:1 off:14 / black %s", black);
	p = table_thrown(men, "white", 2, 1);
	table_play(&p, 0, "2:1/off");
	assert_int_equal(table_waits(&p).kind, TABLAS_WAIT_OVER);
	GAME->outcome(&p, &o);
	assert_int_equal(o.rank[0], 1);
	assert_int_equal(o.rank[1], 2);
	const struct tablas_event *stake = &events.v[events.n - 1];
	assert_int_equal(stake->kind, TABLAS_EV_STAKE);
	assert_int_equal(stake->seat, 1);
	assert_int_equal(stake->other, 0);
	assert_int_equal(stake->amount, o.points[0]);
	assert_string_equal(stake->note, o.note);
	return o.note;
}

static void the_degree_is_told_by_the_loser_s_men(void **state)
{
	(void)state;
	assert_string_equal(degree_against("bar:1 19:13 off:1"), "single");
	assert_string_equal(degree_against("19:10 20:5"), "gammon");
	assert_string_equal(degree_against("18:1 19:10 20:4"), "gammon");
	assert_string_equal(degree_against("3:1 19:10 20:4"), "backgammon");
	assert_string_equal(degree_against("bar:1 19:10 20:4"), "backgammon");
}

/* ---- the opening, the turn --------------------------------------------------------------- */

static void equal_opening_dice_are_thrown_again_and_the_higher_begins(void **state)
{
	struct bytes p = table_fresh(""), q = p;
	struct tablas_wait w = table_waits(&p);

	(void)state;
	assert_int_equal(w.kind, TABLAS_WAIT_ROLL);
	assert_int_equal(w.seats, 3);
	assert_int_equal(w.dice, 2);
	assert_int_equal(w.turn, TABLAS_NOBODY);
	GAME->roll(&p, (const uint8_t[]){4, 4}, 2, NULL);
	assert_memory_equal(&p, &q, BYTES);
	events.n = 0;
	GAME->roll(&p, (const uint8_t[]){2, 5}, 2, &events);
	assert_int_equal(table_waits(&p).kind, TABLAS_WAIT_MOVE);
	assert_int_equal(table_waits(&p).turn, 1);
	assert_int_equal(events.v[0].kind, TABLAS_EV_TURN);
	assert_int_equal(events.v[0].seat, 1);
	assert_string_equal(table_written(&p), START " / black to move 52 left 52");
}

static void the_turn_goes_on_until_the_last_number_is_used(void **state)
{
	struct bytes p = table_thrown(START, "white", 3, 1);

	(void)state;
	table_play(&p, 0, "8/5");
	assert_int_equal(table_waits(&p).turn, 0);
	assert_int_equal(events.n, 1);
	table_play(&p, 0, "6/5");
	assert_int_equal(table_waits(&p).turn, 1);
	assert_int_equal(table_waits(&p).kind, TABLAS_WAIT_ROLL);
}

static void a_game_ends_with_the_last_man_and_dice_in_hand(void **state)
{
	struct bytes p = table_thrown("white 1:2 off:13 / black 24:3 off:12", "white", 6, 6);

	(void)state;
	table_play(&p, 0, "1/off");
	table_play(&p, 0, "1/off");
	assert_int_equal(table_waits(&p).kind, TABLAS_WAIT_OVER);
	assert_string_equal(table_written(&p), "white off:15 / black 24:3 off:12 / "
					       "white won a single, borne off");
}

/* ---- moves in words ------------------------------------------------------------------------
 */

static const char *reread(const struct bytes *p, unsigned seat, const char *text)
{
	static char again[TABLAS_MOVE_TEXT_MAX];
	tablas_move m;

	if (GAME->move_read(p, seat, text, &m))
		return "unread";
	GAME->move_write(p, seat, m, again, sizeof again);
	return again;
}

static void moves_are_read_in_the_usual_spellings(void **state)
{
	struct bytes p = table_thrown("white bar:1 8:2 6:2 / black 5:1 22:1", "white", 3, 1);

	(void)state;
	assert_string_equal(reread(&p, 0, "8/5"), "8/5*");
	assert_string_equal(reread(&p, 0, "8/5*"), "8/5*");
	assert_string_equal(reread(&p, 0, "3:8/5"), "8/5*");
	assert_string_equal(reread(&p, 0, "BAR/22"), "bar/22*");
	assert_string_equal(reread(&p, 0, "25/22"), "bar/22*");
	assert_string_equal(reread(&p, 0, "6/off"), "6/off");
	assert_string_equal(reread(&p, 0, "6/0"), "6/off");
	assert_string_equal(reread(&p, 0, "5/8"), "5/8");
	assert_string_equal(reread(&p, 0, "2:8/5"), "unread");
	assert_string_equal(reread(&p, 0, "26/20"), "unread");
	assert_string_equal(reread(&p, 0, "8/5/3"), "unread");
	assert_string_equal(reread(&p, 0, ""), "unread");
}

static void black_s_own_numbers_are_told_by_the_way_he_travels(void **state)
{
	struct bytes p = table_thrown("white 5:2 / black bar:1 12:2 19:2", "black", 3, 1);

	(void)state;
	assert_string_equal(reread(&p, 1, "12/15"), "12/15");
	assert_string_equal(reread(&p, 1, "13/10"), "12/15");
	assert_string_equal(reread(&p, 1, "bar/3"), "bar/3");
	assert_string_equal(reread(&p, 1, "bar/22"), "bar/3");
	assert_string_equal(reread(&p, 1, "25/22"), "bar/3");
	assert_string_equal(reread(&p, 1, "0/3"), "bar/3");
	assert_string_equal(reread(&p, 1, "19/off"), "19/off");
	assert_string_equal(reread(&p, 1, "19/25"), "19/off");
	assert_string_equal(reread(&p, 1, "6/off"), "19/off");
	assert_string_equal(reread(&p, 1, "6/0"), "19/off");
}

static void a_die_is_named_only_where_two_could_bear_off(void **state)
{
	struct bytes p = table_thrown("white 2:2 off:13 / black 24:1", "white", 5, 2);

	(void)state;
	assert_string_equal(reread(&p, 0, "2/off"), "2/off");
	assert_string_equal(reread(&p, 0, "2:2/off"), "2/off");
	assert_string_equal(reread(&p, 0, "5:2/off"), "5:2/off");
	p = table_thrown("white 1:1 off:14 / black 24:1", "white", 5, 1);
	assert_string_equal(reread(&p, 0, "1/off"), "1/off");
	assert_int_equal(table_why_not(&p, 0, "1/off"), TABLAS_WHY_LEGAL);
	assert_int_equal(table_why_not(&p, 0, "1:1/off"), TABLAS_WHY_MUST_USE_LARGER);
}

static void places_are_read_from_both_sides(void **state)
{
	int16_t v[4];

	(void)state;
	assert_int_equal(GAME->place_read(0, "8", v, 4), 1);
	assert_string_equal(GAME->places[v[0]].name, "8");
	assert_int_equal(GAME->place_read(1, "8", v, 4), 2);
	assert_string_equal(GAME->places[v[0]].name, "8");
	assert_string_equal(GAME->places[v[1]].name, "17");
	assert_int_equal(GAME->place_read(0, "25", v, 4), 1);
	assert_string_equal(GAME->places[v[0]].name, "bar-white");
	assert_int_equal(GAME->place_read(1, "25", v, 4), 2);
	assert_string_equal(GAME->places[v[0]].name, "off-black");
	assert_string_equal(GAME->places[v[1]].name, "bar-black");
	assert_int_equal(GAME->place_read(1, "Bar", v, 4), 1);
	assert_string_equal(GAME->places[v[0]].name, "bar-black");
	assert_int_equal(GAME->place_read(0, "off", v, 4), 1);
	assert_string_equal(GAME->places[v[0]].name, "off-white");
	assert_int_equal(GAME->place_read(1, "bar-white", v, 4), 1);
	assert_string_equal(GAME->places[v[0]].name, "bar-white");
	for (size_t i = 0; i < 3; i++)
		assert_int_equal(
			GAME->place_read(0, ((const char *[]){"26", "", "8x"})[i], v, 4), 0);
}

static void every_refusal_names_its_rule(void **state)
{
	struct bytes p = table_thrown(START, "white", 6, 5);

	(void)state;
	assert_int_equal(table_why_not(&p, 0, "8/4"), TABLAS_WHY_NO_SUCH_DIE);
	assert_int_equal(table_why_not(&p, 0, "13/2"), TABLAS_WHY_NO_SUCH_DIE);
	assert_int_equal(table_why_not(&p, 0, "20/15"), TABLAS_WHY_NO_PIECE);
	assert_int_equal(table_why_not(&p, 0, "6/8"), TABLAS_WHY_WRONG_WAY);
	assert_int_equal(table_why_not(&p, 0, "6/1"), TABLAS_WHY_POINT_BLOCKED);
	assert_int_equal(table_why_not(&p, 0, "6/off"), TABLAS_WHY_NOT_ALL_HOME);
	p = table_thrown("white 13:1 4:2 / black 1:2", "white", 6, 5);
	assert_int_equal(table_why_not(&p, 0, "4/off"), TABLAS_WHY_NOT_ALL_HOME);
	p = table_thrown("white 6:1 4:2 / black 24:2", "white", 5, 5);
	assert_int_equal(table_why_not(&p, 0, "4/off"), TABLAS_WHY_EXACT_BEAR_OFF);
	p = table_thrown(START, "white", 6, 5);
	assert_int_equal(table_why_not(&p, 0, "nonsense"), TABLAS_WHY_UNREADABLE);
	assert_int_equal(table_why_not(&p, 0, "accept"), TABLAS_WHY_OTHER);
	assert_int_equal(table_why_not(&p, 1, "12/17"), TABLAS_WHY_OTHER);
	assert_int_equal(table_why_not(&p, 0, "24/18"), TABLAS_WHY_LEGAL);
	assert_int_equal(GAME->why_not(&p, 0, 0xffffffffffull, NULL), TABLAS_WHY_UNREADABLE);
}

/* ---- positions in words
 * --------------------------------------------------------------------------- */

static void positions_that_cannot_be_are_refused(void **state)
{
	static const char *const bad[] = {
		"",
		"white 24:2",
		START " / white to roll ",
		START " / white to  roll",
		START " / White to roll",
		"white 13:5 24:2 8:3 6:5 / black 1:2 12:5 17:3 19:5 / white to roll",
		"white 24:16 / black 1:2 / white to roll",
		"white 24:10 13:6 / black 1:2 / white to roll",
		"white 24:2 1:1 / black 1:2 / white to roll",
		"white 24:0 / black 1:2 / white to roll",
		"white 024:1 / black 1:2 / white to roll",
		"white 25:1 / black 1:2 / white to roll",
		"white off:15 / black off:15 / white to roll",
		"white off:15 / black 24:1 off:14 / black to roll",
		"white bar:1 6:2 5:2 4:2 3:2 2:2 1:2 / black bar:1 19:2 20:2 21:2 22:2 23:2 "
		"24:2 / "
		"white to roll",
		START " / white to move 71 left 71",
		START " / white to move 31 left 33",
		START " / white to move 31 left ",
		START " / white to move 33 left 33333",
		START " / black won a gammon, borne off",
		"white off:15 / black 24:15 / white won a single, borne off",
		"white off:15 / black 24:15 / white won a gammon, resigned",
		START " / white won a gammon, resigned",
		START " / white to roll / white offers 2",
		START " / opening / black was refused 4",
		START " / white to roll / white was refused",
		"white bar:1 / black 19:2 20:2 21:2 22:2 23:2 24:2 / white to move 31 left 31",
	};
	struct bytes p, q;

	(void)state;
	memset(&p, 0x5a, sizeof p);
	q = p;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		if (!GAME->read(table_setup(""), bad[i], &p))
			fail_msg("read: %s", bad[i]);
		assert_memory_equal(&p, &q, BYTES);
	}
}

static void a_study_with_few_men_can_be_played_to_its_end(void **state)
{
	struct bytes p = table_thrown("white 1:1 / black off:3", "white", 6, 5);

	(void)state;
	table_play(&p, 0, "1/off");
	assert_int_equal(table_waits(&p).kind, TABLAS_WAIT_OVER);
	assert_string_equal(table_written(&p), "white off:1 / black off:3 / nobody can finish");
}

static void the_board_fits_eighty_columns_from_either_side(void **state)
{
	struct bytes p =
		table_thrown("white bar:7 24:2 6:6 / black bar:1 1:2 12:12", "white", 6, 6);
	static char page[4096];

	(void)state;
	for (unsigned seat = 0; seat < 2; seat++) {
		size_t n = GAME->draw(&p, seat, page, sizeof page), column = 0;

		assert_int_equal(n, strlen(page));
		assert_int_equal(page[n - 1], '\n');
		for (size_t i = 0; i < n; i++) {
			column = page[i] == '\n' ? 0 : column + 1;
			assert_true(column <= 80);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_position_is_sixty_four_bytes_and_starts_with_167_pips_each),
		cmocka_unit_test(the_opening_throws_have_the_known_numbers_of_ends),
		cmocka_unit_test(when_either_number_but_not_both_can_be_used_it_is_the_larger),
		cmocka_unit_test(the_smaller_number_is_used_when_only_it_can_be),
		cmocka_unit_test(the_order_of_the_numbers_may_be_forced),
		cmocka_unit_test(a_step_after_which_fewer_numbers_could_be_used_is_refused),
		cmocka_unit_test(two_on_the_bar_and_one_open_point_enter_one),
		cmocka_unit_test(a_man_before_six_closed_points_loses_any_throw),
		cmocka_unit_test(after_entering_the_other_number_is_free),
		cmocka_unit_test(a_man_on_a_higher_point_must_move_inside),
		cmocka_unit_test(a_larger_number_bears_off_the_highest_man),
		cmocka_unit_test(of_a_double_as_many_as_can_be_are_played),
		cmocka_unit_test(hitting_choices_are_all_there),
		cmocka_unit_test(bear_off_choices_are_all_there),
		cmocka_unit_test(a_man_may_enter_and_strike),
		cmocka_unit_test(the_degree_is_told_by_the_loser_s_men),
		cmocka_unit_test(equal_opening_dice_are_thrown_again_and_the_higher_begins),
		cmocka_unit_test(the_turn_goes_on_until_the_last_number_is_used),
		cmocka_unit_test(a_game_ends_with_the_last_man_and_dice_in_hand),
		cmocka_unit_test(moves_are_read_in_the_usual_spellings),
		cmocka_unit_test(black_s_own_numbers_are_told_by_the_way_he_travels),
		cmocka_unit_test(a_die_is_named_only_where_two_could_bear_off),
		cmocka_unit_test(places_are_read_from_both_sides),
		cmocka_unit_test(every_refusal_names_its_rule),
		cmocka_unit_test(positions_that_cannot_be_are_refused),
		cmocka_unit_test(a_study_with_few_men_can_be_played_to_its_end),
		cmocka_unit_test(the_board_fits_eighty_columns_from_either_side),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
