/*
 * Four-Seasons Chess in words: moves, refusals, positions and the drawn board; and
 * random games that try them at every move.
 */
#include "tests/rules/acedrex_table.h"

#include <stdio.h>
#include <string.h>

static const char crowd[] = "wf8Ng8Kh8/Ne7Ka8/Ka1/Kh1ne6";

/* ---- words ----------------------------------------------------------------------- */

static void assert_read(const struct position *p, const char *written, const char *meant)
{
	unsigned seat = waits(p).turn;
	char text[TABLAS_MOVE_TEXT_MAX];
	tablas_move m;

	if (ACEDREX->move_read(p, seat, written, &m))
		fail_msg("not read: %s", written);
	ACEDREX->move_write(p, seat, m, text, sizeof text);
	assert_string_equal(text, meant);
}

static void a_move_may_be_written_in_many_ways(void **state)
{
	static const char *const same[] = {"g8f6",   "g8-f6", "g8xf6",	"Ng8-f6", "Ng8xf6+",
					   "Nf6",    "Nxf6+", "Ngf6",	"N8f6",	  "Nf6!?",
					   "g8:f6#", "Nf6++", "Ng8f6*", "N8xf6"};
	struct position p = laid(NULL, crowd, GREEN), q = laid(NULL, "Kh8/eg5Ka8/Ka1/Kh1", RED);

	(void)state;
	for (size_t i = 0; i < sizeof same / sizeof *same; i++)
		assert_read(&p, same[i], "g8f6");
	assert_read(&p, "e8", "f8e8");
	assert_read(&p, "Pe8", "f8e8");
	assert_read(&p, "Nxe7", "g8e7");
	assert_read(&q, "g5h5=Q", "g5h5");
	assert_read(&q, "h5Q+", "g5h5");
	assert_read(&q, "g5-h5(Q)", "g5h5");
}

static void what_names_no_move_is_not_read(void **state)
{
	static const char *const bad[] = {"",	  "g",	    "8",       "g9f6",	"i8f6",	  "g8",
					  "g8f",  "g8--f6", "Rg8f6",   "g8f6 ", "g8f6(Q", "Nf5",
					  "g8g8", "Nf6Nf6", "accept!", "0-0",	"Ng8f6f7"};
	struct position p = laid(NULL, crowd, GREEN),
			q = laid(NULL, "Qb2Qd2Kh8/Ka8/Ka4/Kh1", GREEN);
	tablas_move m;

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		if (!ACEDREX->move_read(&p, GREEN, bad[i], &m))
			fail_msg("read: %s", bad[i]);
	/* Either fers could go there. */
	assert_int_equal(ACEDREX->move_read(&q, GREEN, "Qc3", &m), -1);
	assert_read(&q, "Qdc3", "d2c3");
}

static void a_refusal_names_its_rule(void **state)
{
	struct position p = laid(NULL, "wf8Ng8Kh8/Ne7Ka8/Ka1/Kh1ne6", GREEN);

	(void)state;
	assert_refused(&p, "b4b5", TABLAS_WHY_NO_PIECE);
	assert_refused(&p, "e7c6", TABLAS_WHY_NO_PIECE);
	assert_refused(&p, "g8g6", TABLAS_WHY_WRONG_WAY);
	assert_refused(&p, "f8g8", TABLAS_WHY_WRONG_WAY);
	assert_refused(&p, "h8g8", TABLAS_WHY_POINT_BLOCKED);
	assert_refused(&p, "accept", TABLAS_WHY_OTHER);
	p = laid(NULL, "Kh8/Ka8/Ka1/Kg6Ra7", GREEN);
	assert_refused(&p, "h8h7", TABLAS_WHY_CHECK);
	assert_refused(&p, "h8h6", TABLAS_WHY_WRONG_WAY);
}

static void a_position_is_read_as_it_is_written(void **state)
{
	static const char *const lines[] = {
		"wf8Ng8Kh8/Ne7Ka8/Ka1/Kh1ne6 -/-/-/- move:G .... GRBW 0 - 0 0/0/0/0 0/0/0/0 "
		"0/0/0/0 -",
		"Kg8/Kb8/-/Kh1 N/-/KQe/R move:W ..4. GR-W 2 oG 12 -4/-5/-3/0 2/0/0/0 3/0/20/0 "
		"_+45",
		"Kh8/Kb8/-/Kh1 -/-/-/- offer:W:G:RW ..4. GR-W 9 oGW 0 0/0/0/0 0/0/0/0 0/0/0/0 "
		"-",
		"Kh8/-/-/- -/K/K/K over:won:G .432 G--- 0 - 0 9/-3/-3/-3 3/0/0/0 0/0/0/0 -",
		"Kh8/Ka8/-/- -/-/K/K over:agreement:G ..34 GR-- 8 - 0 0/0/0/0 0/0/0/0 0/0/0/0 "
		"-"};

	(void)state;
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		const struct position *p = position_of(NULL, lines[i]);
		char text[TABLAS_TEXT_MAX];

		if (!p)
			fail_msg("not read: %s", lines[i]);
		ACEDREX->write(p, text, sizeof text);
		assert_string_equal(text, lines[i]);
	}
}

static void a_position_that_cannot_be_is_refused(void **state)
{
	static const char *const boards[] = {"wd5Kg8Kh8/Ka8/Ka1/Kh1", /* two kings */
					     "wd5/Ka8/Ka1/Kh1", /* none                   */
					     "Rc1Rd1Kh8/Ka8/Ka1/Kh1",	       /* two rooks	  */
					     "wd4wd5wd6wd7we7Kh8/Ka8/Ka1/Kh1", /* five pawns */
					     "wa5Kh8/Ka8/Ka1/Kh1", /* not yet a fers         */
					     "qd5Kh8/Ka8/Ka1/Kh1", /* by fers_leap only      */
					     "wd5Kh8/Ka8/Ka1/Kh1nd5", /* two on a square */
					     "Kh8wd5/Ka8/Ka1/Kh1",  /* not in this order      */
					     "wd5Kh8/Ka8/Ka1/-",    /* White plays and is out */
					     "wd5Kh9/Ka8/Ka1/Kh1",  /* no such square         */
					     "xd5Kh8/Ka8/Ka1/Kh1",  /* no such piece          */
					     "Kh8/Ka7/Ka1/Kg6Ra8",  /* Green is mated         */
					     "Kh8/Kg3/Ka1/Kf7Nf8"}; /* Green has to pass      */
	static const char *const rests[] = {
		"-/-/-/- move:X .... GRBW 0 - 0 0/0/0/0 0/0/0/0 0/0/0/0 -",
		"-/-/-/- move:G .4.. GRBW 0 - 0 0/0/0/0 0/0/0/0 0/0/0/0 -",
		"-/-/-/- move:G .... GGBW 0 - 0 0/0/0/0 0/0/0/0 0/0/0/0 -",
		"-/K/-/- move:G .... GRBW 0 - 0 0/0/0/0 0/0/0/0 0/0/0/0 -",
		"-/-/-/- move:G .... GRBW 200 - 0 0/0/0/0 0/0/0/0 0/0/0/0 -",
		"-/-/-/- move:G .... GRBW 00 - 0 0/0/0/0 0/0/0/0 0/0/0/0 -",
		"-/-/-/- move:G .... GRBW 0 x 0 0/0/0/0 0/0/0/0 0/0/0/0 -",
		"-/-/-/- move:G .... GRBW 0 mG 0 0/0/0/0 0/0/0/0 0/0/0/0 -",
		"-/-/-/- move:G .... GRBW 0 - 1 0/0/0/0 0/0/0/0 0/0/0/0 -",
		"-/-/-/- move:G .... GRBW 0 - 0 1/-1/0/0 -1/0/0/0 0/0/0/0 -",
		"-/-/-/- move:G .... GRBW 0 - 0 0/0/0/0 0/0/0/0 0/0/0/21 -",
		"-/-/-/- move!:G .... GRBW 0 - 1 -1/0/0/0 0/0/0/0 0/0/0/0 -",
		"-/-/-/- move:G .... GRBW 0 - 0 0/0/0/0 0/0/0/0 0/0/0/0 gh",
		"-/-/-/- move:G .... GRBW 1 - 0 0/0/0/0 0/0/0/0 0/0/0/0 ab",
		"-/-/-/- move:G .... GRBW 1 - 0 0/0/0/0 0/0/0/0 0/0/0/0 g",
		"-/-/-/- move:G .... GRBW 0 - 0 0/0/0/0 0/0/0/0 0/0/0/0 ",
		"-/-/-/- offer:G:G:GR .... GRBW 0 oG 0 0/0/0/0 0/0/0/0 0/0/0/0 -",
		"-/-/-/- offer:G:G:R .... GRBW 0 - 0 0/0/0/0 0/0/0/0 0/0/0/0 -",
		"-/-/-/- over:won:G .... GRBW 0 - 0 0/0/0/0 0/0/0/0 0/0/0/0 -",
		"-/-/-/- over:all_pass:G .... GRBW 0 - 0 0/0/0/0 0/0/0/0 0/0/0/0 -",
		"-/-/-/- over:no_progress:G .... GRBW 7 - 0 0/0/0/0 0/0/0/0 0/0/0/0 -",
		"-/-/-/- over:agreement:G .... GRBW 0 - 4 -1/-1/-1/-1 0/0/0/0 0/0/0/0 -"};
	char line[TABLAS_TEXT_MAX];

	(void)state;
	assert_non_null(position_of(NULL, "wd5Kh8/Ka8/Ka1/Kh1 -/-/-/- move:G .... GRBW 0 - 0 "
					  "0/0/0/0 0/0/0/0 0/0/0/0 -"));
	assert_null(position_of("bare_king=on",
				"Kh8/Ka8/Ka1/Kh1 -/-/-/- move:G .... GRBW 0 - 0 "
				"0/0/0/0 0/0/0/0 0/0/0/0 -"));
	/* White's king did not come from a square where a pawn stands. */
	assert_null(position_of(NULL, "Kh8/Ka8/Ka1/ng1Kh1 -/-/-/- move:G .... GRBW 1 - 0 "
				      "0/0/0/0 0/0/0/0 0/0/0/0 gh"));
	for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
		snprintf(line, sizeof line,
			 "%s -/-/-/- move:G .... GRBW 0 - 0 0/0/0/0 0/0/0/0 0/0/0/0 -",
			 boards[i]);
		if (position_of(NULL, line))
			fail_msg("read: %s", line);
	}
	for (size_t i = 0; i < sizeof rests / sizeof *rests; i++) {
		snprintf(line, sizeof line, "wd5Kh8/Ka8/Ka1/Kh1 %s", rests[i]);
		if (position_of(NULL, line))
			fail_msg("read: %s", line);
	}
}

static void the_board_is_drawn_within_eighty_columns(void **state)
{
	struct position p = laid("mated_army=captor", "Kb6Rh7/sd2ee5Ka8/Ka1/Kh1", GREEN);
	char text[8192];
	size_t n, column = 0;

	(void)state;
	play(&p, "h7h8");
	n = ACEDREX->draw(&p, WHITE, text, sizeof text);
	assert_true(n < sizeof text);
	assert_non_null(strstr(text, "GR  8"));
	assert_non_null(strstr(text, "R> "));
	assert_non_null(strstr(text, "played by G"));
	for (size_t i = 0; i < n; i++) {
		column = text[i] == '\n' ? 0 : column + 1;
		assert_true(column <= 80);
	}
}

static void the_two_lines_cross_the_middle_of_the_board(void **state)
{
	unsigned crossed = 0;

	(void)state;
	for (unsigned i = 0; i < 64; i++) {
		const struct tablas_place *at = &ACEDREX->places[i];
		unsigned file = (unsigned)(at->name[0] - 'a'),
			 rank = (unsigned)(at->name[1] - '1');
		int line = at->ward >= 2;

		crossed += line ? 1u : 0;
		assert_int_equal(line,
				 (file == rank || file + rank == 7) && file > 0 && file < 7);
		assert_int_equal(at->ward & 1, (file + rank) % 2 == 0);
	}
	assert_int_equal(crossed, 12);
}

/* ---- random play ----------------------------------------------------------------- */

static uint32_t chance;

static uint32_t draw(uint32_t below)
{
	chance = chance * 1664525u + 1013904223u;
	return (chance >> 8) % below;
}

static void assert_whole(const struct position *p, const char *options)
{
	struct tablas_pieces room[64];
	struct tablas_view view = {.pieces = room, .pieces_cap = 64};
	struct position again;
	char line[TABLAS_TEXT_MAX];
	int pieces[4] = {0};

	assert_null(ACEDREX->audit(p));
	ACEDREX->view(p, 0, &view);
	for (size_t i = 0; i < view.pieces_n; i++)
		pieces[room[i].seat] += room[i].count;
	for (int seat = 0; seat < 4; seat++)
		assert_int_equal(pieces[seat], 8);
	assert_in_range(ACEDREX->write(p, line, sizeof line), 1, TABLAS_TEXT_MAX - 1);
	memset(&again, 0, sizeof again);
	assert_int_equal(ACEDREX->read(setup_of(options), line, &again), 0);
	assert_memory_equal(&again, p, ACEDREX->position_size);
}

static void random_games_keep_every_piece_and_end(void **state)
{
	static const char *const options[] = {
		NULL, "capture=free bare_king=on mated_army=captor",
		"no_progress=75 repetition=100 max_check_fees=1000 ante=1000000",
		"fers_leap=on pawn_double=until_capture king_capture=on mated_army=freeze",
		"capture=first_move_right check_payee=captor capture_payee=captor "
		"bare_king=on"};

	(void)state;
	for (uint32_t game = 0; game < sizeof options / sizeof *options; game++) {
		struct position p = fresh(options[game]);
		uint32_t plies = 0;

		chance = game + 1;
		while (waits(&p).kind != TABLAS_WAIT_OVER) {
			unsigned seat = waits(&p).turn;
			tablas_move legal[256];
			const char *sentence;
			size_t n = ACEDREX->legal(&p, seat, legal, 256);

			assert_in_range(n, 1, ACEDREX->moves_max);
			assert_int_equal(ACEDREX->why_not(&p, seat, legal[0], &sentence),
					 TABLAS_WHY_LEGAL);
			ACEDREX->play(&p, seat, legal[draw((uint32_t)n)], NULL);
			assert_true(++plies < ACEDREX->plies_max);
			assert_whole(&p, options[game]);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_move_may_be_written_in_many_ways),
		cmocka_unit_test(what_names_no_move_is_not_read),
		cmocka_unit_test(a_refusal_names_its_rule),
		cmocka_unit_test(a_position_is_read_as_it_is_written),
		cmocka_unit_test(a_position_that_cannot_be_is_refused),
		cmocka_unit_test(the_board_is_drawn_within_eighty_columns),
		cmocka_unit_test(the_two_lines_cross_the_middle_of_the_board),
		cmocka_unit_test(random_games_keep_every_piece_and_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
