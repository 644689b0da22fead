/*
 * El Mundo in words: moves, refusals, positions and the drawn board; and random
 * games that try them at every ply.
 */
#include "tests/rules/el_mundo_table.h"

#include <stdio.h>
#include <string.h>

/* ---- words ----------------------------------------------------------------------- */

static void a_step_may_be_written_in_many_ways(void **state)
{
	static const char *const same[] = {"2:Sp4-Sp6*W", "sp4-sp6", "SP4/SP6*",
					   "4-6",	  "4/6*w",   "2:4/6"};
	struct position p = thrown(NULL, "Sp4*2/Su5/-/Sp6", GREEN, 2, 4, 6);
	int16_t place;

	(void)state;
	for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
		char text[TABLAS_MOVE_TEXT_MAX];
		tablas_move m;

		assert_int_equal(MUNDO->move_read(&p, GREEN, same[i], &m), 0);
		MUNDO->move_write(&p, GREEN, m, text, sizeof text);
		assert_string_equal(text, "2:Sp4-Sp6*W");
	}
	assert_int_equal(MUNDO->place_read(BLACK, "bar", &place, 1), 1);
	assert_string_equal(MUNDO->places[place].name, "black-hand");
	assert_int_equal(MUNDO->place_read(RED, "off", &place, 1), 1);
	assert_string_equal(MUNDO->places[place].name, "red-off");
	assert_int_equal(MUNDO->place_read(RED, "25", &place, 1), 0);
}

static void what_names_no_move_is_not_read(void **state)
{
	static const char *const bad[] = {"",	   "-",	    "Sp4",	"Sp4-",	   "Sp7-Sp8",
					  "0-3",   "25-26", "x:4-6",	"Sp4-Sp4", "off-Sp1",
					  "4-6**", "4-6*X", "Sp4-hand", "hand-off"};
	struct position p = thrown(NULL, "Sp4*2/Su5/-/Sp6", GREEN, 2, 4, 6);
	tablas_move m;

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		assert_int_equal(MUNDO->move_read(&p, GREEN, bad[i], &m), -1);
}

static void a_refusal_names_its_rule(void **state)
{
	struct position p = thrown(NULL, "Sp4*2/Su5/-/Sp6", GREEN, 2, 4, 6);

	(void)state;
	assert_refused(&p, "Sp4-Su1", TABLAS_WHY_NO_SUCH_DIE);
	assert_refused(&p, "Sp1-Sp3", TABLAS_WHY_NO_PIECE);
	assert_refused(&p, "Sp4-Sp2", TABLAS_WHY_WRONG_WAY);
	assert_refused(&p, "4:Sp4-Su6", TABLAS_WHY_WRONG_WAY);
	assert_refused(&p, "2:hand-Sp2", TABLAS_WHY_NO_PIECE);
	assert_refused(&p, "stop", TABLAS_WHY_MUST_USE_MORE);
}

static void a_position_is_read_as_it_is_written(void **state)
{
	static const char *const lines[] = {
		"Sp1*12/Su1*12/Au1*12/Wi1*12 throw:G - 0 ....",
		"Sp4*2,Su1/hand,off*3/-/Wi1 enter:R - 17 ....",
		"Su1/Su5/-/- offer:G:R 1+G,2,3 1 ....",
		"off*12/Su1/gone*3/Wi2 throw:W - 9 1.a.",
		"hand*12/hand*12/hand*12/hand*12 opening:GRBW - 0 ....",
		"hand*12/hand*12/gone*12/hand*12 again:GW - 0 ..a."};

	(void)state;
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		const struct position *p = position_of("finish=play_on", lines[i]);
		char text[TABLAS_TEXT_MAX];

		if (!p)
			fail_msg("not read: %s", lines[i]);
		MUNDO->write(p, text, sizeof text);
		assert_string_equal(text, lines[i]);
	}
}

static void a_position_that_cannot_be_is_refused(void **state)
{
	static const char *const lines[] = {
		"Sp1*13/-/-/- throw:G - 0 ....",       /* thirteen pieces       */
		"Sp1*7,hand*6/-/-/- throw:G - 0 ....", /* the same              */
		"Wi1/-/-/- throw:G - 0 ....",	       /* the forbidden quarter */
		"-/-/-/Sp1,Au1 throw:G - 0 ....",      /* white's               */
		"Sp1/Sp1/-/- throw:G - 0 ....",	       /* two colours           */
		"off*12/-/-/- throw:R - 0 ....",       /* finished, not told    */
		"off*11/-/-/- throw:R - 0 1...",       /* told, not finished    */
		"Sp1/-/-/- throw:R - 0 a...",	       /* left, and there       */
		"Sp1/-/-/- play:G 1,2 1 ....",	       /* two dice              */
		"Sp1/-/-/- play:G 1,2,7 1 ....",       /* no such face          */
		"Sp1/-/-/- play:G 1+G,2+G,3+G 1 ....", /* nothing to use        */
		"Au6/-/-/- play:G 1,2,3 1 ....",       /* nothing to do         */
		"Sp1,hand/-/-/- throw:G - 0 ....",     /* it can enter          */
		"Sp1/-/-/- enter:G - 0 ....",	       /* none to enter         */
		"Sp1/-/-/- over - 0 ....",	       /* why                   */
		"Sp1/-/-/- throw:G - 20000 ....",      /* the turn limit        */
		"Sp1/-/-/- throw:G - 00 ....",	       /* not so written        */
		"Sp2,Sp1/-/-/- throw:G - 0 ....",
		"Sp1*1/-/-/- throw:G - 0 ....",
		"Sp1/-/-/- throw:G - 0 .... ",
		"Sp1/-/-/- throw:X - 0 ....",
		""};

	(void)state;
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		if (position_of(NULL, lines[i]))
			fail_msg("read: %s", lines[i]);
}

static void the_board_is_drawn_within_eighty_columns(void **state)
{
	struct position p = thrown(NULL, "Su1*12/Au2*11,hand/Wi1*2,off*10/Sp1", GREEN, 6, 6, 6);
	char text[8192];
	size_t n = MUNDO->draw(&p, WHITE, text, sizeof text), column = 0;

	(void)state;
	assert_true(n < sizeof text);
	assert_non_null(strstr(text, "G x12"));
	assert_non_null(strstr(text, "6 for G"));
	for (size_t i = 0; i < n; i++) {
		column = text[i] == '\n' ? 0 : column + 1;
		assert_true(column <= 80);
	}
}

/* ---- random play ----------------------------------------------------------------- */

static uint32_t chance;

static uint32_t draw(uint32_t below)
{
	chance = chance * 1664525u + 1013904223u;
	return (chance >> 8) % below;
}

static void step_at_random(struct position *p)
{
	struct tablas_wait now = waits(p);
	tablas_move legal[64];
	uint8_t faces[8];

	events.n = 0;
	if (now.kind == TABLAS_WAIT_ROLL) {
		for (unsigned i = 0; i < now.dice; i++)
			faces[i] = (uint8_t)(draw(now.sides) + 1);
		MUNDO->roll(p, faces, now.dice, &events);
	} else {
		unsigned seat = (unsigned)asked(p);
		size_t n = MUNDO->legal(p, seat, legal, 64);
		const char *sentence;

		assert_in_range(n, 1, MUNDO->moves_max);
		assert_int_equal(MUNDO->why_not(p, seat, legal[0], &sentence),
				 TABLAS_WHY_LEGAL);
		MUNDO->play(p, seat, legal[draw((uint32_t)n)], &events);
	}
}

static void assert_whole(const struct position *p)
{
	struct tablas_pieces room[64];
	struct tablas_view view = {.pieces = room, .pieces_cap = 64};
	struct position again;
	char line[TABLAS_TEXT_MAX];
	int pieces[4] = {0};

	assert_null(MUNDO->audit(p));
	MUNDO->view(p, 0, &view);
	for (size_t i = 0; i < view.pieces_n; i++)
		pieces[room[i].seat] += room[i].count;
	for (int seat = 0; seat < 4; seat++)
		assert_int_equal(pieces[seat], 12);
	MUNDO->write(p, line, sizeof line);
	memset(&again, 0, sizeof again);
	assert_int_equal(MUNDO->read(setup_of("finish=play_on"), line, &again), 0);
	assert_memory_equal(&again, p, MUNDO->position_size);
}

static void random_games_keep_every_piece_and_end(void **state)
{
	(void)state;
	for (uint32_t game = 1; game <= 5; game++) {
		struct position p = *fresh("finish=play_on");
		uint32_t plies = 0;

		chance = game;
		while (waits(&p).kind != TABLAS_WAIT_OVER) {
			step_at_random(&p);
			assert_true(++plies < MUNDO->plies_max);
			assert_whole(&p);
		}
		assert_int_equal(told(TABLAS_EV_FINISHED, GREEN, 3) +
					 told(TABLAS_EV_FINISHED, RED, 3) +
					 told(TABLAS_EV_FINISHED, BLACK, 3) +
					 told(TABLAS_EV_FINISHED, WHITE, 3),
				 1);
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
		cmocka_unit_test(the_board_is_drawn_within_eighty_columns),
		cmocka_unit_test(random_games_keep_every_piece_and_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
