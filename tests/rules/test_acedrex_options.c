/*
 * Every doubt about Four-Seasons Chess, and each way to settle it.
 */
#include "tests/rules/acedrex_table.h"

#include <stdio.h>
#include <string.h>

/* ---- capture ------------------------------------------------------------------------------
 */

/* Green's knight between pieces of all others. */
static const char crowd[] = "Nd4Kh8/sc6Ka8/Ka1nb5/Kh1ne6";

static void right_only_one_captures_from_the_neighbour(void **state)
{
	struct position p = laid("capture=right_only", crowd, GREEN);

	(void)state;
	assert_moves_of(&p, "d4", "b3 c2 c6 e2 f3 f5");
	assert_refused(&p, "d4e6", TABLAS_WHY_OTHER);
}

static void free_one_captures_from_anybody(void **state)
{
	struct position p = laid("capture=free", crowd, GREEN);

	(void)state;
	assert_moves_of(&p, "d4", "b3 b5 c2 c6 e2 e6 f3 f5");
}

static void first_move_right_the_first_move_goes_to_the_neighbour(void **state)
{
	struct position p = laid("capture=first_move_right", crowd, GREEN);

	(void)state;
	assert_moves(&p, "d4b3 d4b5 d4c2 d4c6 h8g7 h8g8");
	assert_refused(&p, "d4e6", TABLAS_WHY_OTHER);
	play(&p, "d4b5");
	assert_moves(&p, "c6b5 c6c5 a8b7");
	play(&p, "a8b7");
	assert_moves(&p, "a1b1 a1b2");
	play(&p, "a1b1");
	assert_moves(&p, "e6e7 h1g2 h1h2");
	play(&p, "e6e7 b5d4"); /* and then as one likes */
}

static void first_move_right_who_cannot_moves_as_he_can(void **state)
{
	struct position p = laid("capture=first_move_right", "sa2Ka8/Kh8/Kh1/Ke5", GREEN);

	(void)state;
	play(&p, "a8a7");
	assert_string_equal(word_of(&p, 6), "mG");
}

/* ---- payees --------------------------------------------------------------------------------
 */

static void capture_payee_pot(void **state)
{
	struct position p = laid("capture_payee=pot", crowd, GREEN);

	(void)state;
	play(&p, "d4c6");
	assert_int_equal(paid(RED, POT, "capture"), 1);
	assert_string_equal(word_of(&p, 9), "0/0/0/0");
}

static void capture_payee_captor(void **state)
{
	struct position p = laid("capture_payee=captor", crowd, GREEN);

	(void)state;
	play(&p, "d4c6");
	assert_int_equal(paid(RED, GREEN, "capture"), 1);
	assert_string_equal(word_of(&p, 9), "1/0/0/0");
}

static const char hidden_rook[] = "Kh8/Rb4Ka8/Kh4/Kh1Nd4";

static void check_payee_pot(void **state)
{
	struct position p = laid("check_payee=pot", hidden_rook, WHITE);

	(void)state;
	play(&p, "d4c6");
	assert_int_equal(paid(BLACK, POT, "check"), 1);
}

static void check_payee_captor_is_whoever_owns_the_checking_piece(void **state)
{
	struct position p = laid("check_payee=captor", hidden_rook, WHITE), q;

	(void)state;
	play(&p, "d4c6");
	assert_int_equal(paid(BLACK, RED, "check"), 1);
	/* Green checks and uncovers Red's rook: Green moved last. */
	q = laid("check_payee=captor capture=free", "Nd4Kh8/Ra4Ka8/Kh4/Kh1", GREEN);
	play(&q, "d4f5");
	assert_int_equal(paid(BLACK, GREEN, "check"), 1);
	assert_int_equal(paid(BLACK, RED, "check"), 0);
}

static const char mate_in_one[] = "Kb6Rh7/sd2ee5Ka8/Ka1/Kh1";

static void first_mate_payee_mater(void **state)
{
	struct position p = laid("first_mate_payee=mater", mate_in_one, GREEN);

	(void)state;
	play(&p, "h7h8");
	assert_int_equal(paid(RED, GREEN, "mate"), 3);
}

static void first_mate_payee_pot(void **state)
{
	struct position p = laid("first_mate_payee=pot", mate_in_one, GREEN);

	(void)state;
	play(&p, "h7h8");
	assert_int_equal(paid(RED, POT, "mate"), 3);
}

static void count_king_on(void **state)
{
	struct position p = laid("count_king=on", mate_in_one, GREEN);

	(void)state;
	play(&p, "h7h8");
	assert_int_equal(paid(RED, GREEN, "mate"), 3);
}

static void count_king_off(void **state)
{
	struct position p = laid("count_king=off", mate_in_one, GREEN);

	(void)state;
	play(&p, "h7h8");
	assert_int_equal(paid(RED, GREEN, "mate"), 2);
}

static void mate_check_fee_off(void **state)
{
	struct position p = laid("mate_check_fee=off", mate_in_one, GREEN);

	(void)state;
	play(&p, "h7h8");
	assert_int_equal(paid(RED, POT, "check"), 0);
}

static void mate_check_fee_on(void **state)
{
	struct position p = laid("mate_check_fee=on", mate_in_one, GREEN);

	(void)state;
	play(&p, "h7h8");
	assert_int_equal(paid(RED, POT, "check"), 1);
	assert_int_equal(paid(RED, GREEN, "mate"), 3);
}

/* White uncovers the rook of Green that mates Red, who is not the next to move. */
static void a_check_by_an_earlier_mover_stays_charged(void **state)
{
	struct position p = laid(NULL, "Kb6Rh8/Ka8/Ka1/Kh1Nd8", WHITE);

	(void)state;
	play(&p, "d8f7");
	assert_int_equal(paid(RED, POT, "check"), 1);
	play(&p, "h8g8");
	assert_int_equal(told(TABLAS_EV_FINISHED, RED, "checkmated"), 1);
	assert_int_equal(paid(RED, POT, "check"), 0);
	assert_string_equal(word_of(&p, 10), "0/1/0/0");
}

static void no_more_checks_are_paid_for_than_agreed(void **state)
{
	struct position p = laid("max_check_fees=1", "Kh8/Rb4Ka8/Ka1/Kh1", RED);

	(void)state;
	play(&p, "b4a4");
	assert_int_equal(paid(BLACK, POT, "check"), 1);
	play(&p, "a1b1 h1g1 h8g8 a4b4");
	assert_true(in_check(&p, BLACK));
	assert_int_equal(paid(BLACK, POT, "check"), 0);
	p = laid("max_check_fees=0", "Kh8/Rb4Ka8/Ka1/Kh1", RED);
	play(&p, "b4a4");
	assert_int_equal(paid(BLACK, POT, "check"), 0);
}

static void twenty_checks_are_paid_for_if_nothing_else_is_agreed(void **state)
{
	struct position p = laid_with("max_check_fees=20", "Kh8/Rb4Ka8/Ka1/Kh1", RED,
				      "0 - 0 0/0/0/0 0/0/0/0 0/0/19/0 -");

	(void)state;
	play(&p, "b4a4");
	assert_int_equal(paid(BLACK, POT, "check"), 1);
	p = laid_with(NULL, "Kh8/Rb4Ka8/Ka1/Kh1", RED, "0 - 0 0/0/0/0 0/0/0/0 0/0/20/0 -");
	play(&p, "b4a4");
	assert_int_equal(paid(BLACK, POT, "check"), 0);
}

/* ---- draws and wagers -------------------------------------------------------------------- */

static void a_wager_is_one_unit_if_nothing_else_is_agreed(void **state)
{
	struct position p = fresh("ante=1"), q = fresh(NULL);

	(void)state;
	play(&p, "f7e7");
	assert_int_equal(paid(GREEN, POT, "ante"), 1);
	play(&q, "f7e7");
	assert_int_equal(paid(WHITE, POT, "ante"), 1);
}

static void fifty_rounds_of_three_without_progress_are_a_draw(void **state)
{
	struct position p = laid_with("no_progress=50", "Kh8/-/Ka1nc5/Kh1", BLACK,
				      "149 - 0 0/0/0/0 0/0/0/0 0/0/0/0 -");

	(void)state;
	play(&p, "a1b1");
	assert_string_equal(word_of(&p, 2), "over:no_progress:W");
	p = laid_with(NULL, "Kh8/-/Ka1nc5/Kh1", BLACK, "148 - 0 0/0/0/0 0/0/0/0 0/0/0/0 -");
	play(&p, "a1b1");
	assert_int_equal(waits(&p).kind, TABLAS_WAIT_MOVE);
}

static void the_third_time_is_no_draw_yet_and_the_fourth_is(void **state)
{
	struct position p = laid("repetition=4", "Kh8/-/-/Ka1", GREEN);

	(void)state;
	play(&p, "h8g8 a1b1 g8h8 b1a1 h8g8 a1b1 g8h8 b1a1");
	assert_int_equal(waits(&p).kind, TABLAS_WAIT_MOVE);
	play(&p, "h8g8 a1b1 g8h8 b1a1");
	assert_string_equal(word_of(&p, 2), "over:repetition:G");
}

/* ---- the mated army ---------------------------------------------------------------------- */

static void mated_army_remove(void **state)
{
	struct position p = laid("mated_army=remove", mate_in_one, GREEN);

	(void)state;
	play(&p, "h7h8");
	assert_string_equal(word_of(&p, 0), "Kb6Rh8/-/Ka1/Kh1");
	assert_string_equal(word_of(&p, 4), "G-BW");
}

static void mated_army_captor(void **state)
{
	struct position p = laid("mated_army=captor", mate_in_one, GREEN);

	(void)state;
	play(&p, "h7h8");
	assert_string_equal(word_of(&p, 0), "Kb6Rh8/sd2ee5/Ka1/Kh1");
	assert_string_equal(word_of(&p, 1), "-/K/-/-");
	assert_string_equal(word_of(&p, 4), "GGBW");
	play(&p, "a1a2 h1g1");
	assert_moves_of(&p, "e5", "f5"); /* it keeps its way */
	play(&p, "d2d1");		 /* and may be promoted by its new player */
	assert_int_equal(told(TABLAS_EV_MOVED, RED, "promotes"), 1);
}

static void mated_army_captor_hands_on_what_was_taken_over(void **state)
{
	struct position p = laid("mated_army=captor", "Kb6Rh7/sd2ee5Ka8/Ka1/Kh1", GREEN);

	(void)state;
	play(&p, "h7h8");
	leave(&p, GREEN); /* mated by his hunter, White */
	assert_int_equal(paid(GREEN, POT, "mate"), 4);
	assert_int_equal(paid(GREEN, POT, "winnings"), 3);
	assert_string_equal(word_of(&p, 4), "WWBW");
}

static void mated_army_freeze(void **state)
{
	struct position p = laid("mated_army=freeze", mate_in_one, GREEN);

	(void)state;
	play(&p, "h7h8");
	assert_string_equal(word_of(&p, 0), "Kb6Rh8/sd2ee5Ka8/Ka1/Kh1");
	assert_string_equal(word_of(&p, 4), "G-BW");
	play(&p, "a1b1 h1g1");
	assert_refused(&p, "h8a8", TABLAS_WHY_POINT_BLOCKED);
	assert_moves_of(&p, "h8", "b8 c8 d8 e8 f8 g8 h7 h6 h5 h4 h3 h2 h1");
}

/* ---- pawns and fers ------------------------------------------------------------------------
 */

static void pawn_double_off(void **state)
{
	struct position p = fresh("pawn_double=off");

	(void)state;
	assert_moves_of(&p, "f7", "e7");
}

static void pawn_double_until_capture(void **state)
{
	struct position p = fresh("pawn_double=until_capture");

	(void)state;
	assert_moves_of(&p, "f7", "e7 d7");
	assert_moves_of(&p, "g6", "g5 g4");
	play(&p, "g7e5 c8d8 a3a5 h3h4");
	assert_moves_of(&p, "g6", "g5 g4");
	assert_moves_of(&p, "f8", "e8"); /* d8 is taken */
	play(&p, "e5c7");		 /* and so is a pawn */
	assert_string_equal(word_of(&p, 6), "x");
	assert_moves_of(&p, "a6", "");
	assert_moves_of(&p, "b6", "b5 a5");
}

static void fers_leap_off(void **state)
{
	struct position p = laid("fers_leap=off", "Kh8/eg5Ka8/Ka1/Kh1", RED);

	(void)state;
	play(&p, "g5h5 a1b1 h1g1 h8g8");
	assert_moves_of(&p, "h5", "g6 g4");
}

static void fers_leap_on(void **state)
{
	struct position p = laid("fers_leap=on", "Kh8/eg5Ka8/Ka1ng6nf7/Kh1", RED);

	(void)state;
	play(&p, "g5h5");
	assert_string_equal(word_of(&p, 0), "Kh8/qh5Ka8/Ka1ng6nf7/Kh1");
	play(&p, "a1b1 h1g1 h8h7");
	/* It jumps, and takes nothing by it. */
	assert_moves_of(&p, "h5", "g6 g4 f3");
	play(&p, "h5f3 b1c1 g1h2 h7h8");
	assert_moves_of(&p, "f3", "e2 e4 g2 g4");
}

/* A fers that came back is the same piece on the same square. */
static void a_position_comes_again_whether_a_fers_may_leap_or_not(void **state)
{
	struct position p = laid("fers_leap=on repetition=2", "qh5Kh8/-/Ka1/-", GREEN);

	(void)state;
	play(&p, "h5g6 a1b1 g6h5");
	assert_int_equal(waits(&p).kind, TABLAS_WAIT_MOVE);
	play(&p, "b1a1");
	assert_string_equal(word_of(&p, 2), "over:repetition:G");
}

/* ---- no move, bare kings, kings in reach ---------------------------------------------------
 */

static void stalemate_pass(void **state)
{
	struct position p = laid("stalemate=pass", "Nb4Kb6/Ka8/Ka1/Kh1", GREEN);

	(void)state;
	play(&p, "b4c6");
	assert_int_equal(told(TABLAS_EV_TURN, RED, "pass"), 1);
	assert_string_equal(word_of(&p, 3), "....");
}

static void stalemate_mated(void **state)
{
	struct position p = laid("stalemate=mated", "Nb4Kb6/Ka8/Ka1/Kh1", GREEN);

	(void)state;
	play(&p, "b4c6");
	assert_int_equal(told(TABLAS_EV_FINISHED, RED, "stalemated"), 1);
	assert_int_equal(paid(RED, GREEN, "mate"), 1);
	assert_string_equal(word_of(&p, 3), ".4..");
}

static void king_capture_off(void **state)
{
	struct position p = laid("king_capture=off", hidden_rook, WHITE);

	(void)state;
	play(&p, "d4c6 h8g8");
	assert_refused(&p, "b4h4", TABLAS_WHY_OTHER);
}

static void king_capture_on(void **state)
{
	struct position p = laid("king_capture=on", "Kh8/Rb4Ka8/ea3Kh4/Kh1Nd4", WHITE);

	(void)state;
	play(&p, "d4c6 h8g8 b4h4");
	assert_int_equal(told(TABLAS_EV_FINISHED, BLACK, "king taken"), 1);
	assert_int_equal(paid(BLACK, POT, "capture"), 0);
	assert_int_equal(paid(BLACK, RED, "mate"), 2); /* the king counts */
	assert_string_equal(word_of(&p, 0), "Kg8/Rh4Ka8/-/Kh1Nc6");
	assert_int_equal(waits(&p).turn, WHITE);
}

static void bare_king_off(void **state)
{
	struct position p = laid("bare_king=off", "Nd4Kh8/sc6Ka8/Ka1nb5/Kh1ne6", GREEN);

	(void)state;
	play(&p, "d4c6");
	assert_int_equal(waits(&p).turn, RED);
}

static void bare_king_on(void **state)
{
	struct position p = laid("bare_king=on", "Nd4Kh8/sc6Ka8/Ka1nb5/Kh1ne6", GREEN);

	(void)state;
	play(&p, "d4c6");
	assert_int_equal(told(TABLAS_EV_FINISHED, RED, "bare king"), 1);
	assert_int_equal(paid(RED, POT, "capture"), 1);
	assert_int_equal(paid(RED, GREEN, "mate"), 1);
	assert_int_equal(waits(&p).turn, BLACK);
}

/* ---- the layout
 * ------------------------------------------------------------------------------ */

static void layout_dlp(void **state)
{
	struct position p = fresh("layout=dlp");

	(void)state;
	assert_string_equal(word_of(&p, 0),
			    "sg6sh6wf7Fg7Rh7wf8Ng8Kh8/sa6sb6Ra7Fb7ec7Ka8Nb8ec8/"
			    "Ka1Nb1ec1Ra2Fb2ec2na3nb3/wf1Ng1Kh1wf2Fg2Rh2ng3nh3");
}

static void layout_ludii(void **state)
{
	struct position p = fresh("layout=ludii"),
			q = fresh("layout=ludii capture=first_move_right");

	(void)state;
	assert_string_equal(word_of(&p, 0),
			    "wf1Ng1Kh1wf2Fg2Rh2ng3nh3/sg6sh6wf7Fg7Rh7wf8Ng8Kh8/"
			    "sa6sb6Ra7Fb7ec7Ka8Nb8ec8/Ka1Nb1ec1Ra2Fb2ec2na3nb3");
	/* Green's neighbour sits above. */
	assert_moves(&q, "g3g4 h3h4 g2e4 g1e2 g1f3");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(right_only_one_captures_from_the_neighbour),
		cmocka_unit_test(free_one_captures_from_anybody),
		cmocka_unit_test(first_move_right_the_first_move_goes_to_the_neighbour),
		cmocka_unit_test(first_move_right_who_cannot_moves_as_he_can),
		cmocka_unit_test(capture_payee_pot),
		cmocka_unit_test(capture_payee_captor),
		cmocka_unit_test(check_payee_pot),
		cmocka_unit_test(check_payee_captor_is_whoever_owns_the_checking_piece),
		cmocka_unit_test(first_mate_payee_mater),
		cmocka_unit_test(first_mate_payee_pot),
		cmocka_unit_test(count_king_on),
		cmocka_unit_test(count_king_off),
		cmocka_unit_test(mate_check_fee_off),
		cmocka_unit_test(mate_check_fee_on),
		cmocka_unit_test(a_check_by_an_earlier_mover_stays_charged),
		cmocka_unit_test(no_more_checks_are_paid_for_than_agreed),
		cmocka_unit_test(twenty_checks_are_paid_for_if_nothing_else_is_agreed),
		cmocka_unit_test(a_wager_is_one_unit_if_nothing_else_is_agreed),
		cmocka_unit_test(fifty_rounds_of_three_without_progress_are_a_draw),
		cmocka_unit_test(the_third_time_is_no_draw_yet_and_the_fourth_is),
		cmocka_unit_test(mated_army_remove),
		cmocka_unit_test(mated_army_captor),
		cmocka_unit_test(mated_army_captor_hands_on_what_was_taken_over),
		cmocka_unit_test(mated_army_freeze),
		cmocka_unit_test(pawn_double_off),
		cmocka_unit_test(pawn_double_until_capture),
		cmocka_unit_test(fers_leap_off),
		cmocka_unit_test(fers_leap_on),
		cmocka_unit_test(a_position_comes_again_whether_a_fers_may_leap_or_not),
		cmocka_unit_test(stalemate_pass),
		cmocka_unit_test(stalemate_mated),
		cmocka_unit_test(king_capture_off),
		cmocka_unit_test(king_capture_on),
		cmocka_unit_test(bare_king_off),
		cmocka_unit_test(bare_king_on),
		cmocka_unit_test(layout_dlp),
		cmocka_unit_test(layout_ludii),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
