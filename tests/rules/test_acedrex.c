/*
 * The rules of Four-Seasons Chess: the worked examples, money, and how it ends.
 */
#include "tests/rules/acedrex_table.h"

#include <stdio.h>
#include <string.h>

/* ---- the worked examples ------------------------------------------------------------- */

static void each_army_has_seven_first_moves(void **state)
{
	struct position p = fresh(NULL);

	(void)state;
	assert_moves(&p, "f7e7 f8e8 g6g5 h6h5 g7e5 g8e7 g8f6");
	play(&p, "h6h5");
	assert_moves(&p, "c7d7 c8d8 a6a5 b6b5 b7d5 b8c6 b8d7");
	play(&p, "a6a5");
	assert_moves(&p, "c1d1 c2d2 a3a4 b3b4 b2d4 b1c3 b1d2");
	play(&p, "a3a4");
	assert_moves(&p, "f1e1 f2e2 g3g4 h3h4 g2e4 g1e2 g1f3");
	play(&p, "h3h4");
	assert_int_equal(waits(&p).turn, GREEN);
	assert_int_equal(told(TABLAS_EV_TURN, GREEN, NULL), 1);
}

static void the_ways_to_begin_are_as_many_as_counted(void **state)
{
	static const unsigned long right_only[] = {7, 49, 343, 2401, 21413, 182029};
	static const unsigned long anybody[] = {7, 49, 343, 2401, 21952, 198842};
	struct position p = fresh(NULL), q = fresh("capture=free");

	(void)state;
	for (unsigned depth = 1; depth <= 6; depth++) {
		assert_int_equal(count_nodes(&p, depth), right_only[depth - 1]);
		assert_int_equal(count_nodes(&q, depth), anybody[depth - 1]);
	}
}

static void a_rook_takes_from_its_target_and_stops_before_all_others(void **state)
{
	static const char board[] = "Rd4Kh8/sd7Ka8/Ka1Ng4/Kh1nd2";
	struct position p = laid(NULL, board, GREEN), q = laid("capture=free", board, GREEN);

	(void)state;
	assert_moves_of(&p, "d4", "d5 d6 d7 d3 c4 b4 a4 e4 f4");
	assert_refused(&p, "d4g4", TABLAS_WHY_OTHER);
	assert_moves_of(&q, "d4", "d5 d6 d7 d3 c4 b4 a4 e4 f4 g4 d2");
}

static void pawns_face_to_face_stand_still(void **state)
{
	static const char board[] = "Kh1we8/Ka1ed8/Ka4/Kh4";
	struct position p = laid(NULL, board, GREEN), q = laid(NULL, board, RED);

	(void)state;
	assert_moves_of(&p, "e8", "");
	assert_moves_of(&q, "d8", "");
	assert_refused(&p, "e8d8", TABLAS_WHY_WRONG_WAY);
}

static void a_pawn_becomes_a_fers_by_moving_and_by_capturing(void **state)
{
	struct position p = laid(NULL, "Kh8/eg5Ka8/Ka1Nh4/Kh1Nh6", RED), q = p;

	(void)state;
	assert_moves_of(&p, "g5", "h5 h4");
	play(&p, "g5h5");
	assert_string_equal(word_of(&p, 0), "Kh8/Qh5Ka8/Ka1Nh4/Kh1Nh6");
	assert_int_equal(told(TABLAS_EV_MOVED, RED, "promotes"), 1);
	play(&q, "g5h4");
	assert_string_equal(word_of(&q, 0), "Kh8/Qh4Ka8/Ka1/Kh1Nh6");
	assert_int_equal(paid(BLACK, POT, "capture"), 1);
}

static void a_mated_player_pays_for_his_army_and_it_leaves(void **state)
{
	struct position p = laid(NULL, "Kb6Rh7/sd2ee5Ka8/Ka1/Kh1", GREEN);

	(void)state;
	play(&p, "h7h8");
	assert_int_equal(paid(RED, GREEN, "mate"), 3);
	assert_int_equal(paid(RED, POT, "check"), 0);
	assert_int_equal(told(TABLAS_EV_FINISHED, RED, "checkmated"), 1);
	assert_string_equal(word_of(&p, 0), "Kb6Rh8/-/Ka1/Kh1");
	assert_string_equal(word_of(&p, 1), "-/Kes/-/-");
	assert_int_equal(waits(&p).turn, BLACK);
}

static void who_is_out_leaves_his_target_to_his_hunter(void **state)
{
	struct position p = laid(NULL, "Kb6Rh7/sd2ee5Ka8/Ka1nh3/Kh1", GREEN);

	(void)state;
	play(&p, "h7h8 a1b1 h1g1");
	assert_moves_of(&p, "h8", "h7 h6 h5 h4 h3 g8 f8 e8 d8 c8 b8 a8");
	play(&p, "h8h3");
	assert_int_equal(paid(BLACK, POT, "capture"), 1);
}

static void a_check_is_parried_by_standing_between_and_under_free_by_capture(void **state)
{
	static const char board[] = "Kb6Rh8/sd2Ng6Ka8/Ka1/Kh1";
	struct position p = laid(NULL, board, RED), q = laid("capture=free", board, RED);

	(void)state;
	assert_moves(&p, "g6f8");
	assert_refused(&p, "d2d1", TABLAS_WHY_CHECK);
	assert_moves(&q, "g6f8 g6h8");
}

static void pieces_are_pinned_by_the_hunter_alone(void **state)
{
	struct position p = laid(NULL, "Ra1Kh8/Na4Ka8/Kd1/Kh1", RED),
			q = laid(NULL, "Kh8/Na4Ka8/Ra1Kd1/Kh1", RED);

	(void)state;
	assert_moves(&p, "a8a7 a8b7 a8b8");
	assert_refused(&p, "a4c5", TABLAS_WHY_CHECK);
	assert_moves_of(&q, "a4", "b2 b6 c3 c5");
}

static void a_third_player_may_uncover_a_check_which_costs_at_once(void **state)
{
	struct position p = laid(NULL, "Kh8/Rb4Ka8/Kh4/Kh1Nd4", WHITE);

	(void)state;
	play(&p, "d4c6");
	assert_int_equal(paid(BLACK, POT, "check"), 1);
	play(&p, "h8g8");
	assert_int_equal(paid(BLACK, POT, "check"), 0);
	assert_moves_of(&p, "b4", "b1 b2 b3 b5 b6 b7 b8 a4 c4 d4 e4 f4 g4");
	assert_refused(&p, "b4h4", TABLAS_WHY_OTHER);
	play(&p, "a8a7");
	assert_int_equal(paid(BLACK, POT, "check"), 0); /* still the same check */
	assert_moves(&p, "h4g3 h4g5 h4h3 h4h5");
}

static void kings_stand_side_by_side_unless_one_hunts_the_other(void **state)
{
	static const char board[] = "Ke5/Ka8/Ke7/Kh1";
	struct position p = laid(NULL, board, BLACK), q = laid("capture=free", board, BLACK),
			r = laid(NULL, "Ke5/Ke7/Ka1/Kh1", RED);

	(void)state;
	play(&p, "e7e6");
	assert_false(in_check(&p, GREEN) || in_check(&p, BLACK));
	assert_refused(&q, "e7e6", TABLAS_WHY_CHECK);
	assert_refused(&r, "e7e6", TABLAS_WHY_CHECK);
}

static void who_cannot_move_and_is_not_in_check_passes(void **state)
{
	struct position p = laid(NULL, "Nb4Kb6/Ka8/Ka1/Kh1", GREEN);

	(void)state;
	play(&p, "b4c6");
	assert_int_equal(told(TABLAS_EV_TURN, RED, "pass"), 1);
	assert_int_equal(told(TABLAS_EV_TURN, BLACK, NULL), 1);
	assert_int_equal(waits(&p).turn, BLACK);
	assert_string_equal(word_of(&p, 5), "2"); /* a move and a pass */
}

static void a_pawn_checks_diagonally_forward(void **state)
{
	static const char *const checks[] = {"ec3Kh8", "ec5Kh8", "we3Kh8", "we5Kh8",
					     "nc3Kh8", "ne3Kh8", "sc5Kh8", "se5Kh8"};
	static const char *const none[] = {"ee3Kh8", "wc5Kh8", "nc5Kh8", "se3Kh8",
					   "ec4Kh8", "we4Kh8", "nd3Kh8", "sd5Kh8"};
	char board[64];

	(void)state;
	for (size_t i = 0; i < 8; i++) {
		struct position p;

		snprintf(board, sizeof board, "%s/Kd4/Ka1/Kh1", checks[i]);
		p = laid(NULL, board, RED);
		assert_true(in_check(&p, RED));
		snprintf(board, sizeof board, "%s/Kd4/Ka1/Kh1", none[i]);
		p = laid(NULL, board, RED);
		assert_false(in_check(&p, RED));
	}
}

/* ---- money ----------------------------------------------------------------------------- */

/* Another board, with the purses as they are. */
static struct position on_board(const struct position *p, const char *board, int seat)
{
	char rest[256];
	int n = snprintf(rest, sizeof rest, "0 -");

	for (unsigned word = 7; word <= 10; word++)
		n += snprintf(rest + n, sizeof rest - (size_t)n, " %s", word_of(p, word));
	snprintf(rest + n, sizeof rest - (size_t)n, " -");
	return laid_with("ante=2", board, seat, rest);
}

/* After the ante, a capture, a check, and Red's mate by Green with five pieces. */
static struct position after_the_first_mate(void)
{
	struct position p = fresh("ante=2");

	play(&p, "f7e7");
	p = on_board(&p, "Nd5Kh8/sc3Ka8/Ka1/Kh1", GREEN);
	play(&p, "d5c3");
	p = on_board(&p, "Kh8/Rb4Ka8/Ka1/Kh1", RED);
	play(&p, "b4a4");
	p = on_board(&p, "Kb6Rh7/sd2ef2sd4ee5Ka8/Ka1/Kh1", GREEN);
	play(&p, "h7h8");
	return p;
}

static void the_ledger_adds_up(void **state)
{
	struct position p = after_the_first_mate();

	(void)state;
	assert_string_equal(word_of(&p, 7), "10");
	assert_string_equal(word_of(&p, 8), "3/-8/-3/-2");
	p = on_board(&p, "Rh2Kb3/-/Ka1ed5ne6/Kh8", GREEN);
	play(&p, "h2h1");
	assert_string_equal(word_of(&p, 7), "13");
	p = on_board(&p, "wd4wd5we6Kh8/-/-/Kg6Ra7", WHITE);
	play(&p, "a7a8");
	assert_int_equal(paid(GREEN, WHITE, "mate"), 4);
	assert_int_equal(paid(POT, WHITE, "pot"), 13);
	assert_string_equal(word_of(&p, 8), "-1/-8/-6/15");
	assert_string_equal(word_of(&p, 9), "5/0/0/4"); /* the pot is no winnings */
	assert_string_equal(word_of(&p, 2), "over:won:W");
}

static void the_second_to_fall_leaves_what_he_has_won(void **state)
{
	struct position p = after_the_first_mate();

	(void)state;
	p = on_board(&p, "wd4wd5we6Kh8/-/Ka1/Kg6Ra7", WHITE);
	play(&p, "a7a8");
	assert_int_equal(paid(GREEN, POT, "winnings"), 5);
	assert_int_equal(paid(GREEN, POT, "mate"), 4);
	assert_string_equal(word_of(&p, 7), "19");
}

static void the_wagers_are_laid_down_with_the_first_move(void **state)
{
	struct position p = fresh("ante=7"), q = fresh("ante=0"), r = fresh(NULL);

	(void)state;
	play(&p, "f7e7");
	assert_int_equal(paid(GREEN, POT, "ante"), 7);
	play(&p, "c7d7");
	assert_int_equal(paid(GREEN, POT, "ante"), 0);
	play(&q, "f7e7");
	assert_int_equal(events.n, 2); /* moved, and whose turn it is */
	leave(&r, WHITE);
	assert_int_equal(paid(GREEN, POT, "ante"), 1);
	assert_int_equal(paid(WHITE, BLACK, "mate"), 8);
}

static void what_a_seat_risks_is_known(void **state)
{
	struct position p = fresh(NULL), q = fresh("check_payee=captor capture_payee=captor");

	(void)state;
	/* The ante, eight pieces, twenty checks, and what the first mate may bring. */
	assert_int_equal(ACEDREX->exposure(&p, GREEN), 1 + 8 + 20 + 8);
	/* From three others: eight pieces each, twenty checks each, and a mate. */
	assert_int_equal(ACEDREX->exposure(&q, GREEN), 1 + 8 + 20 + 24 + 60 + 8);
	play(&p, "f7e7");
	assert_int_equal(ACEDREX->exposure(&p, GREEN), 8 + 20 + 8);
	leave(&p, GREEN);
	assert_int_equal(ACEDREX->exposure(&p, GREEN), 0);
	/* Of two players nobody leaves his winnings any more. */
	p = laid_with(NULL, "wd5Kh8/-/Ka1/-", GREEN, "0 - 2 7/0/0/-9 9/0/0/0 0/0/0/0 -");
	assert_int_equal(ACEDREX->exposure(&p, GREEN), 2 + 20);
}

/* ---- who goes, and when it is a draw ----------------------------------------------------- */

static void who_leaves_is_mated_by_his_hunter(void **state)
{
	struct position p = laid(NULL, "Nd5Kh8/sc3Ka8/Ka1/Kh1", GREEN), q = p;

	(void)state;
	leave(&p, RED);
	assert_int_equal(told(TABLAS_EV_LEFT, RED, NULL), 1);
	assert_int_equal(paid(RED, GREEN, "mate"), 2);
	assert_int_equal(waits(&p).turn, GREEN);
	assert_int_equal(resign(&q, GREEN, 0), 0);
	assert_int_equal(told(TABLAS_EV_LEFT, GREEN, "resigned"), 1);
	assert_int_equal(paid(GREEN, WHITE, "mate"), 2);
	assert_int_equal(waits(&q).turn, RED);
	assert_string_equal(word_of(&q, 5), "0"); /* and nobody passed */
	assert_int_equal(resign(&q, GREEN, 0), -1);
}

static void the_last_one_left_wins_and_the_others_are_ranked(void **state)
{
	struct position p = fresh(NULL);
	struct tablas_outcome o;

	(void)state;
	leave(&p, BLACK);
	leave(&p, GREEN);
	leave(&p, WHITE);
	assert_int_equal(told(TABLAS_EV_FINISHED, RED, "wins"), 1);
	assert_int_equal(waits(&p).kind, TABLAS_WAIT_OVER);
	ACEDREX->outcome(&p, &o);
	assert_int_equal(o.rank[RED], 1);
	assert_int_equal(o.rank[WHITE], 2);
	assert_int_equal(o.rank[GREEN], 3);
	assert_int_equal(o.rank[BLACK], 4);
	assert_int_equal(o.points[RED], 1);
}

/* A hunter may go while his victim thinks, and the new one gives mate by it. */
static void a_turn_is_judged_again_when_a_seat_leaves(void **state)
{
	struct position p = laid(NULL, "Kb6Rh8/Kh1/Ka8/Ke1", BLACK);

	(void)state;
	leave(&p, RED);
	assert_int_equal(told(TABLAS_EV_FINISHED, BLACK, "checkmated"), 1);
	assert_int_equal(paid(BLACK, POT, "mate"), 1);
	assert_int_equal(paid(BLACK, POT, "check"), 0);
	assert_int_equal(waits(&p).turn, WHITE);
}

static void a_pot_nobody_wins_is_shared_by_the_living(void **state)
{
	struct position p = laid_with("no_progress=1", "Kh8/-/Ka1nc5/Kh1", BLACK,
				      "2 - 11 -3/-2/-3/-3 0/0/0/0 0/0/0/0 -"),
			q = p;

	(void)state;
	play(&p, "a1b1");
	assert_int_equal(paid(POT, GREEN, "draw"), 4);
	assert_int_equal(paid(POT, BLACK, "draw"), 4);
	assert_int_equal(paid(POT, WHITE, "draw"), 3);
	assert_string_equal(word_of(&p, 2), "over:no_progress:W");
	play(&q, "c5c6"); /* a pawn's move is progress */
	assert_int_equal(waits(&q).turn, WHITE);
	assert_string_equal(word_of(&q, 5), "0");
}

static void four_times_the_same_position_is_a_draw(void **state)
{
	struct position p = laid(NULL, "Kh8/-/-/Ka1", GREEN);

	(void)state;
	for (int i = 1; i < 3; i++) {
		play(&p, "h8g8 a1b1 g8h8 b1a1");
		assert_int_equal(waits(&p).turn, GREEN);
	}
	play(&p, "h8g8 a1b1 g8h8");
	assert_int_equal(waits(&p).kind, TABLAS_WAIT_MOVE);
	play(&p, "b1a1");
	assert_string_equal(word_of(&p, 2), "over:repetition:G");
}

/* The same squares with another to move are another position. */
static void a_position_comes_again_with_the_same_to_move_only(void **state)
{
	struct position p = laid("repetition=2", "Kh8/-/-/Ka1", GREEN);

	(void)state;
	play(&p, "h8g7 a1b1 g7g8 b1a1 g8h8");
	assert_int_equal(waits(&p).kind, TABLAS_WAIT_MOVE);
	play(&p, "a1a2 h8g8 a2a1");
	assert_string_equal(word_of(&p, 2), "over:repetition:G");
}

static void it_is_a_draw_when_nobody_can_move(void **state)
{
	static const char line[] =
		"ee5Kh8/sg5Ng7Fh7Ka8Rg8/Ka1/Rb1Kh1Na2Fb2 -/-/-/- move:G .4.3 G-B- 0 - 0 "
		"0/0/0/0 0/0/0/0 0/0/0/0 -";
	const struct position *read = position_of("mated_army=freeze", line);
	struct position p;

	(void)state;
	assert_non_null(read);
	p = *read;
	play(&p, "e5f5");
	assert_int_equal(told(TABLAS_EV_TURN, BLACK, "pass"), 1);
	assert_int_equal(told(TABLAS_EV_TURN, GREEN, "pass"), 1);
	assert_string_equal(word_of(&p, 2), "over:all_pass:B");
}

/* ---- draws by agreement -------------------------------------------------------------------
 */

static void a_draw_is_agreed_on_by_all_the_living(void **state)
{
	struct position p =
		laid_with(NULL, "Kh8/Ka8/-/Kh1", GREEN, "0 - 5 -2/-1/-1/-1 0/0/0/0 0/0/0/0 -");

	(void)state;
	assert_int_equal(resign(&p, RED, 1), 0);
	assert_int_equal(told(TABLAS_EV_RESIGN, RED, "offers a draw"), 1);
	assert_int_equal(waits(&p).turn, GREEN);
	assert_int_equal(waits(&p).seats, 1 << GREEN | 1 << WHITE);
	assert_int_equal(waits(&p).flags, TABLAS_WAIT_ANSWER);
	assert_int_equal(resign(&p, WHITE, 1), -1);
	events.n = 0;
	reply(&p, WHITE, "accept");
	assert_int_equal(waits(&p).seats, 1 << GREEN);
	reply(&p, GREEN, "accept");
	assert_string_equal(word_of(&p, 2), "over:agreement:G");
	assert_int_equal(paid(POT, GREEN, "draw"), 2);
	assert_int_equal(paid(POT, WHITE, "draw"), 1);
}

static void one_refusal_lets_the_game_go_on(void **state)
{
	struct position p = laid(NULL, "Kh8/Ka8/Ka1/Kh1", GREEN);

	(void)state;
	assert_int_equal(resign(&p, GREEN, 1), 0);
	assert_refused(&p, "h8g8", TABLAS_WHY_OTHER);
	reply(&p, BLACK, "refuse");
	assert_int_equal(waits(&p).seats, 1 << GREEN);
	assert_int_equal(waits(&p).flags, 0);
	assert_int_equal(resign(&p, GREEN, 1), -1);
	play(&p, "h8g8");
	assert_int_equal(resign(&p, GREEN, 1), 0);
	assert_int_equal(resign(&p, RED, 2), -1);
}

static void who_leaves_takes_his_offer_or_his_answer_with_him(void **state)
{
	struct position p = laid(NULL, "Kh8/Ka8/Ka1/Kh1", GREEN), q = p;

	(void)state;
	assert_int_equal(resign(&p, RED, 1), 0);
	leave(&p, RED);
	assert_int_equal(waits(&p).seats, 1 << GREEN);
	assert_int_equal(waits(&p).flags, 0);
	assert_int_equal(resign(&q, RED, 1), 0);
	reply(&q, GREEN, "accept");
	reply(&q, BLACK, "accept");
	leave(&q, WHITE);
	assert_string_equal(word_of(&q, 2), "over:agreement:G");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_army_has_seven_first_moves),
		cmocka_unit_test(the_ways_to_begin_are_as_many_as_counted),
		cmocka_unit_test(a_rook_takes_from_its_target_and_stops_before_all_others),
		cmocka_unit_test(pawns_face_to_face_stand_still),
		cmocka_unit_test(a_pawn_becomes_a_fers_by_moving_and_by_capturing),
		cmocka_unit_test(a_mated_player_pays_for_his_army_and_it_leaves),
		cmocka_unit_test(who_is_out_leaves_his_target_to_his_hunter),
		cmocka_unit_test(
			a_check_is_parried_by_standing_between_and_under_free_by_capture),
		cmocka_unit_test(pieces_are_pinned_by_the_hunter_alone),
		cmocka_unit_test(a_third_player_may_uncover_a_check_which_costs_at_once),
		cmocka_unit_test(kings_stand_side_by_side_unless_one_hunts_the_other),
		cmocka_unit_test(who_cannot_move_and_is_not_in_check_passes),
		cmocka_unit_test(a_pawn_checks_diagonally_forward),
		cmocka_unit_test(the_ledger_adds_up),
		cmocka_unit_test(the_second_to_fall_leaves_what_he_has_won),
		cmocka_unit_test(the_wagers_are_laid_down_with_the_first_move),
		cmocka_unit_test(what_a_seat_risks_is_known),
		cmocka_unit_test(who_leaves_is_mated_by_his_hunter),
		cmocka_unit_test(the_last_one_left_wins_and_the_others_are_ranked),
		cmocka_unit_test(a_turn_is_judged_again_when_a_seat_leaves),
		cmocka_unit_test(a_pot_nobody_wins_is_shared_by_the_living),
		cmocka_unit_test(four_times_the_same_position_is_a_draw),
		cmocka_unit_test(a_position_comes_again_with_the_same_to_move_only),
		cmocka_unit_test(it_is_a_draw_when_nobody_can_move),
		cmocka_unit_test(a_draw_is_agreed_on_by_all_the_living),
		cmocka_unit_test(one_refusal_lets_the_game_go_on),
		cmocka_unit_test(who_leaves_takes_his_offer_or_his_answer_with_him),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
