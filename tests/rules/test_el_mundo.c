/*
 * The rules of El Mundo: the worked examples, and what comes round them: the
 * opening, the end, and seats that leave.
 */
#include "tests/rules/el_mundo_table.h"

#include <stdio.h>
#include <string.h>

/* ---- the worked examples ------------------------------------------------------------- */

static void a_placement_throw_puts_each_piece_on_the_slot_of_its_number(void **state)
{
	struct position p =
		*position_of(NULL, "hand*12/hand*12/hand*12/hand*12 place:G:G - 0 ....");

	(void)state;
	roll(&p, "3 3 6");
	assert_string_equal(board_of(&p), "Sp3*2,Sp6,hand*9/hand*12/hand*12/hand*12");
	assert_int_equal(asked(&p), RED);
	roll(&p, "1 2 5");
	assert_string_equal(board_of(&p),
			    "Sp3*2,Sp6,hand*9/Su1,Su2,Su5,hand*9/hand*12/hand*12");
	assert_int_equal(paid(GREEN, RED, "strike"), 0);
}

static void an_optional_blot_is_never_demanded_but_landing_strikes(void **state)
{
	struct position p = thrown(NULL, "Sp4*2/Su5/-/Sp6", GREEN, 2, 4, 6);

	(void)state;
	assert_steps(&p, "2:Sp4-Sp6*W 4:Sp4-Su2 6:Sp4-Su4");
	assert_ends(&p,
		    "Sp4,Au4/Su5/-/hand Sp4,Au4/Su5/-/Sp6 Su2,Su6/Su5/-/hand Su2,Su6/Su5/-/Sp6 "
		    "Su4*2/Su5/-/hand Su4*2/Su5/-/Sp6 Sp6,Au2/Su5/-/hand");
}

static void a_strike_that_needs_two_dice_is_forced(void **state)
{
	struct position p = thrown(NULL, "Sp4*2/Su5/-/-", GREEN, 1, 3, 6);

	(void)state;
	assert_steps(&p, "1:Sp4-Sp5 6:Sp4-Su4 3:Sp4-Su1");
	assert_ends(&p, "Su1,Su5/hand/-/- Sp4,Au2/hand/-/-");
}

static void a_closed_route_brings_no_duty(void **state)
{
	struct position p = thrown(NULL, "Sp4*2/Su4*2,Su5/-/Sp5*2", GREEN, 1, 3, 6);

	(void)state;
	assert_steps(&p, "3:Sp4-Su1");
	assert_ends(&p, "Sp4,Au2/Su4*2,Su5/-/Sp5*2");
	assert_refused(&p, "1:Sp4-Sp5", TABLAS_WHY_POINT_BLOCKED);
}

static void the_way_to_a_compulsory_strike_may_strike_an_optional_blot(void **state)
{
	struct position p = thrown(NULL, "Sp1*2,Sp4/Su1*2,Su3/-/Sp6", GREEN, 2, 3, 6);

	(void)state;
	assert_steps(&p, "2:Sp1-Sp3 2:Sp4-Sp6*W 3:Sp1-Sp4");
	assert_ends(&p, "Sp4*2,Su3/Su1*2,hand/-/Sp6 Sp1,Sp4,Su6/Su1*2,hand/-/Sp6 "
			"Sp1*2,Au3/Su1*2,hand/-/hand");
}

static void the_most_compulsory_strikes_are_due(void **state)
{
	struct position p = thrown(NULL, "Sp6*2/Su1,Su4/Au2*2/-", GREEN, 1, 2, 4);

	(void)state;
	assert_steps(&p, "1:Sp6-Su1*R 4:Sp6-Su4*R");
	assert_ends(&p, "Su1,Su6/hand*2/Au2*2/- Su3,Su4/hand*2/Au2*2/-");
	assert_refused(&p, "2:Sp6-Su2", TABLAS_WHY_MUST_STRIKE);
	play(&p, "1:Sp6-Su1*R 4:Sp6-Su4*R 2:Su1-Su3");
	assert_int_equal(paid(RED, GREEN, "strike"), 2);
}

static void the_duty_beats_the_dice_and_the_dice_pass(void **state)
{
	struct position p = thrown(NULL, "Sp6,Au6*3/Su1,Su3*2,Su5*2/-/-", GREEN, 1, 2, 4);

	(void)state;
	assert_steps(&p, "1:Sp6-Su1*R");
	play(&p, "1:Sp6-Su1*R");
	assert_int_equal(paid(RED, GREEN, "strike"), 1);
	assert_int_equal(told(TABLAS_EV_DIE_PASSED, GREEN, 2), 1);
	assert_int_equal(told(TABLAS_EV_DIE_PASSED, GREEN, 4), 1);
	assert_int_equal(waits(&p).turn, GREEN);
	assert_int_equal(waits(&p).flags, TABLAS_WAIT_FORCED);
	assert_int_equal(asked(&p), RED);
	assert_ends(&p, "Su1,Au6*3/Su3,Su5,Au1*2,hand/-/- Su1,Au6*3/Su3,Su5*2,Au3,hand/-/- "
			"Su1,Au6*3/Su3*2,Au1,Au3,hand/-/- Su1,Au6*3/Su3*2,Su5,Au5,hand/-/- "
			"Su1,Au6*3/Su5*3,Au1,hand/-/-");
}

static void dice_pass_a_blocked_seat_and_the_turn_does_not(void **state)
{
	struct position p = thrown(NULL, "Au4*2,Au6*2/Su1*2/Au1,Wi1/Sp5,Su6*2", GREEN, 2, 5, 5);

	(void)state;
	assert_steps(&p, "2:Au4-Au6");
	play(&p, "2:Au4-Au6");
	assert_int_equal(told(TABLAS_EV_DIE_PASSED, GREEN, 5), 2);
	assert_int_equal(asked(&p), BLACK);
	assert_steps(&p, "5:Wi1-Wi6");
	play(&p, "5:Wi1-Wi6 5:Wi6-Sp5*W");
	assert_int_equal(paid(WHITE, BLACK, "strike"), 1);
	assert_int_equal(waits(&p).kind, TABLAS_WAIT_ROLL);
	assert_int_equal(asked(&p), RED);
	assert_int_equal(told(TABLAS_EV_TURN, RED, 0), 1);
}

static void struck_pieces_return_to_slots_that_are_empty_or_ones_own(void **state)
{
	struct position p =
		*position_of(NULL, "Sp4,Sp5*3,hand/-/Sp2*2/Sp1,Sp6*2 enter:G - 0 ....");

	(void)state;
	assert_int_equal(waits(&p).flags, TABLAS_WAIT_ENTER);
	assert_steps(&p, "hand-Sp3 hand-Sp4 hand-Sp5");
	assert_refused(&p, "hand-Sp1", TABLAS_WHY_POINT_BLOCKED);
	assert_refused(&p, "hand-Su1", TABLAS_WHY_OTHER);
	assert_refused(&p, "stop", TABLAS_WHY_MUST_ENTER);
	p = *position_of(NULL, "Sp4,Sp5*3,hand*2/-/Sp2*2/Sp1,Sp6*2 enter:G - 0 ....");
	assert_ends(&p, "Sp3*2,Sp4,Sp5*3/-/Sp2*2/Sp1,Sp6*2 Sp3,Sp4*2,Sp5*3/-/Sp2*2/Sp1,Sp6*2 "
			"Sp3,Sp4,Sp5*4/-/Sp2*2/Sp1,Sp6*2 Sp4*3,Sp5*3/-/Sp2*2/Sp1,Sp6*2 "
			"Sp4*2,Sp5*4/-/Sp2*2/Sp1,Sp6*2 Sp4,Sp5*5/-/Sp2*2/Sp1,Sp6*2");
}

static void without_a_slot_nothing_moves_and_all_dice_pass(void **state)
{
	struct position p =
		thrown(NULL, "Su3*2,hand/Au1*2/Sp1,Sp2*2,Sp5*2/Sp3,Sp4*2,Sp6", GREEN, 1, 2, 4);

	(void)state;
	assert_int_equal(asked(&p), RED);
	assert_ends(&p, "Su3*2,hand/Au1,Wi2/Sp1,Sp2*2,Sp5*2/Sp3,Sp4*2,Sp6 "
			"Su3*2,hand/Au2,Wi1/Sp1,Sp2*2,Sp5*2/Sp3,Sp4*2,Sp6 "
			"Su3*2,hand/Au3,Au6/Sp1,Sp2*2,Sp5*2/Sp3,Sp4*2,Sp6 "
			"Su3*2,hand/Au4,Au5/Sp1,Sp2*2,Sp5*2/Sp3,Sp4*2,Sp6");
}

static void a_die_bears_off_from_the_slot_of_its_number(void **state)
{
	struct position p = thrown(NULL, "Au1,Au3*2,Au6/-/-/-", GREEN, 3, 5, 6);

	(void)state;
	assert_steps(&p, "3:Au3-off 5:Au1-Au6 6:Au6-off");
	assert_ends(&p, "Au3,Au6,off*2/-/-/-");
	assert_refused(&p, "6:Au3-off", TABLAS_WHY_EXACT_BEAR_OFF);
	play(&p, "3:Au3-off");
	assert_int_equal(paid(RED, GREEN, "bearoff"), 1);
	assert_int_equal(paid(BLACK, GREEN, "bearoff"), 1);
	assert_int_equal(paid(WHITE, GREEN, "bearoff"), 1);
}

static void an_inner_move_may_open_the_way_off(void **state)
{
	struct position p = thrown(NULL, "Au2/-/-/-", GREEN, 3, 3, 5);

	(void)state;
	assert_steps(&p, "3:Au2-Au5");
	play(&p, "3:Au2-Au5 5:Au5-off");
	assert_int_equal(told(TABLAS_EV_DIE_LOST, GREEN, 3), 1);
	assert_string_equal(board_of(&p), "off/-/-/-");
	assert_int_equal(waits(&p).kind, TABLAS_WAIT_ROLL);
}

static void the_goal_has_an_edge_and_the_order_of_dice_matters(void **state)
{
	struct position p = thrown(NULL, "Su6,Au5/-/-/-", GREEN, 1, 2, 6);

	(void)state;
	assert_steps(&p, "1:Au5-Au6 2:Su6-Au2");
	assert_ends(&p, "Au2,off/-/-/-");
	assert_refused(&p, "2:Au5-Wi1", TABLAS_WHY_WRONG_WAY);
	assert_refused(&p, "6:Au5-off", TABLAS_WHY_NOT_ALL_HOME);
	assert_refused(&p, "6:Su6-Au6", TABLAS_WHY_MUST_USE_MORE);
}

static void a_strike_goes_before_bearing_off(void **state)
{
	struct position p = thrown(NULL, "Au2*2/Au5/-/-", GREEN, 2, 3, 3);

	(void)state;
	assert_steps(&p, "2:Au2-off 3:Au2-Au5*R");
	assert_ends(&p, "Au5,off/hand/-/- Au5*2/hand/-/-");
	assert_refused(&p, "2:Au2-Au4", TABLAS_WHY_OTHER);
}

static void in_backgammon_all_pieces_in_hand_come_first(void **state)
{
	struct position p =
		thrown("reentry=backgammon", "Su1*2,hand*2/-/Sp5*2/-", GREEN, 2, 2, 5);

	(void)state;
	assert_steps(&p, "2:hand-Sp2");
	assert_ends(&p, "Sp2,Su1*3/-/Sp5*2/- Sp2*2,Su1,Su6/-/Sp5*2/-");
	p = thrown("reentry=backgammon", "Su1*2,hand*2/-/Sp5*2/-", GREEN, 2, 5, 5);
	assert_refused(&p, "5:Su1-Su6", TABLAS_WHY_MUST_ENTER);
	/* Black has the fives, which green could not use. */
	play(&p, "2:hand-Sp2");
	assert_int_equal(told(TABLAS_EV_DIE_PASSED, GREEN, 5), 2);
	assert_string_equal(board_of(&p), "Sp2,Su1*2,hand/-/Sp5*2/-");
}

static void in_save_a_piece_may_stay_in_hand(void **state)
{
	struct position p = thrown("reentry=save", "Su1*2,hand/-/Sp5*2/-", GREEN, 3, 5, 5);

	(void)state;
	assert_ends(&p, "Su4,Au5,hand/-/Sp5*2/- Su6,Au3,hand/-/Sp5*2/- Sp3,Su1,Au5/-/Sp5*2/- "
			"Sp3,Su6*2/-/Sp5*2/- Su1,Su2,Su6/-/Sp5*2/- Su1*2,Au1/-/Sp5*2/-");
	p = thrown("reentry=save", "Au6*2,hand/-/Sp3/-", GREEN, 3, 6, 6);
	assert_steps(&p, "3:hand-Sp3*B");
	assert_ends(&p, "Au3,Au6*2/-/hand/-");
}

static void in_war_attack_comes_first_then_defence_then_return(void **state)
{
	struct position p = thrown("reentry=war", "Su1,Su6,hand/Su3/-/-", GREEN, 2, 3, 5);

	(void)state;
	assert_steps(&p, "2:Su1-Su3*R");
	play(&p, "2:Su1-Su3*R");
	assert_steps(&p, "3:Su3-Su6");
	play(&p, "3:Su3-Su6");
	assert_steps(&p, "5:hand-Sp5");
	p = thrown("reentry=war", "Su1*2,hand/-/Sp4*2/Sp2*2", GREEN, 2, 4, 4);
	assert_string_equal(board_of(&p), "Su1*2,hand/-/Sp4*2/Sp2*2");
	assert_int_not_equal(asked(&p), GREEN);
	p = thrown("reentry=war", "Su1*2,hand/-/-/Sp2", GREEN, 2, 2, 6);
	assert_steps(&p, "2:hand-Sp2*W 6:hand-Sp6");
	assert_refused(&p, "6:Su1-Au1", TABLAS_WHY_MUST_ENTER);
}

static void book(int balance[4])
{
	for (size_t i = 0; i < events.n; i++) {
		const struct tablas_event *e = &events.v[i];

		if (e->kind == TABLAS_EV_STAKE) {
			balance[e->seat] -= e->amount;
			balance[e->other] += e->amount;
		}
	}
}

static void the_ledger_of_the_examples_adds_up(void **state)
{
	static const int expected[4] = {104, 100, 99, 97};
	int balance[4] = {100, 100, 100, 100};
	struct position p =
		thrown("finish=play_on", "Sp6,Au6*3/Su1,Su3*2,Su5*2/-/-", GREEN, 1, 2, 4);

	(void)state;
	play(&p, "1:Sp6-Su1*R");
	book(balance);
	p = thrown("finish=play_on", "Au4*2,Au6*2/Su1*2/Au1,Wi1/Sp5,Su6*2", GREEN, 2, 5, 5);
	play(&p, "2:Au4-Au6 5:Wi1-Wi6 5:Wi6-Sp5*W");
	book(balance);
	p = thrown("finish=play_on", "Au6*2/-/-/-", GREEN, 6, 1, 1);
	play(&p, "6:Au6-off");
	book(balance);
	p = thrown("finish=play_on", "off*12/Wi6*2/-/-", RED, 6, 1, 1);
	play(&p, "6:Wi6-off");
	book(balance);
	assert_memory_equal(balance, expected, sizeof balance);
}

/* ---- the opening ---------------------------------------------------------------------- */

static void the_highest_throw_goes_first_and_ties_throw_again(void **state)
{
	struct position p = *fresh(NULL);

	(void)state;
	assert_int_equal(waits(&p).seats, 15);
	roll(&p, "4 6 1 6");
	assert_int_equal(waits(&p).seats, 1 << RED | 1 << WHITE);
	roll(&p, "2 2");
	assert_int_equal(waits(&p).seats, 1 << RED | 1 << WHITE);
	roll(&p, "2 5");
	assert_int_equal(asked(&p), WHITE);
	assert_int_equal(waits(&p).dice, 3);
}

static void placement_goes_round_until_all_stand_and_the_first_then_throws(void **state)
{
	struct position p = *fresh(NULL);

	(void)state;
	roll(&p, "1 1 6 1");
	for (int i = 0; i < 16; i++) {
		assert_int_equal(asked(&p), (BLACK + i) % 4);
		roll(&p, "1 2 3");
	}
	assert_string_equal(board_of(&p), "Sp1*4,Sp2*4,Sp3*4/Su1*4,Su2*4,Su3*4/"
					  "Au1*4,Au2*4,Au3*4/Wi1*4,Wi2*4,Wi3*4");
	assert_string_equal(state_of(&p), "throw:B - 0 ....");
}

/* ---- the end ---------------------------------------------------------------------------- */

static void finishing_is_never_refused_for_want_of_a_longer_play(void **state)
{
	struct position p = thrown(NULL, "Au5,off*11/-/-/-", GREEN, 1, 5, 6);

	(void)state;
	assert_steps(&p, "1:Au5-Au6 5:Au5-off");
	play(&p, "5:Au5-off");
	assert_int_equal(waits(&p).kind, TABLAS_WAIT_OVER);
	assert_int_equal(told(TABLAS_EV_FINISHED, GREEN, 1), 1);
	assert_int_equal(told(TABLAS_EV_DIE_LOST, GREEN, 1), 1);
}

static void a_receiver_who_bears_off_the_last_piece_ends_the_game(void **state)
{
	struct position p = thrown(NULL, "-/Wi6,off*11/-/-", GREEN, 1, 6, 6);
	struct tablas_outcome end;

	(void)state;
	assert_int_equal(asked(&p), RED);
	play(&p, "6:Wi6-off");
	assert_int_equal(waits(&p).kind, TABLAS_WAIT_OVER);
	MUNDO->outcome(&p, &end);
	assert_int_equal(end.rank[RED], 1);
	assert_int_equal(end.rank[GREEN], 2);
	assert_int_equal(end.rank[WHITE], 2);
	assert_int_equal(end.points[RED], 1);
}

/* ---- leaving ----------------------------------------------------------------------------- */

static void the_dice_of_a_seat_that_leaves_go_round(void **state)
{
	struct position p = thrown(NULL, "Su1*2/Au1/-/-", GREEN, 1, 2, 3);

	(void)state;
	play(&p, "1:Su1-Su2");
	leave(&p, GREEN);
	assert_string_equal(board_of(&p), "gone*2/Au1/-/-");
	assert_int_equal(told(TABLAS_EV_LEFT, GREEN, 0), 1);
	assert_int_equal(asked(&p), RED);
	assert_ends(&p, "gone*2/Au6/-/-");
	play(&p, "2:Au1-Au3 3:Au3-Au6");
	assert_int_equal(waits(&p).turn, RED);
	assert_string_equal(state_of(&p), "throw:R - 1 a...");
}

static void a_receiver_who_leaves_hands_the_dice_on(void **state)
{
	struct position p = thrown(NULL, "-/Au1/Wi1/-", GREEN, 1, 2, 3);

	(void)state;
	assert_int_equal(asked(&p), RED);
	leave(&p, RED);
	assert_int_equal(asked(&p), BLACK);
	assert_int_equal(told(TABLAS_EV_DIE_PASSED, RED, 1), 1);
	play(&p, "1:Wi1-Wi2 2:Wi2-Wi4 3:Wi4-Sp1");
	assert_int_equal(asked(&p), BLACK);
	assert_int_equal(waits(&p).kind, TABLAS_WAIT_ROLL);
}

/* user-voices G95, G97: who resigns leaves at once, whosever turn it is. */
static void leaving_out_of_turn_opens_slots_and_keeps_the_turn(void **state)
{
	struct position p = thrown(NULL, "Sp1/-/-/Sp2*2", GREEN, 1, 1, 6);

	(void)state;
	assert_steps(&p, "6:Sp1-Su1");
	leave(&p, WHITE);
	assert_int_equal(asked(&p), GREEN);
	assert_steps(&p, "1:Sp1-Sp2 6:Sp1-Su1");
}

static void who_has_left_goes_on_paying_for_pieces_borne_off(void **state)
{
	struct position p = thrown("finish=play_on", "Au1*2/Su1/Sp1*2/Wi1", GREEN, 1, 1, 6);

	(void)state;
	leave(&p, WHITE);
	play(&p, "1:Au1-off");
	assert_int_equal(paid(WHITE, GREEN, "bearoff"), 1);
	assert_int_equal(paid(BLACK, GREEN, "bearoff"), 1);
	p = thrown("payout=right_neighbour", "Au1*2/Su1/Sp1*2/Wi1", GREEN, 1, 1, 6);
	leave(&p, RED);
	play(&p, "1:Au1-off");
	assert_int_equal(paid(RED, GREEN, "bearoff"), 0);
	assert_int_equal(paid(BLACK, GREEN, "bearoff"), 1);
}

static void the_last_seat_that_stays_wins_and_leavers_rank_behind(void **state)
{
	struct position p = *fresh("ante=5");
	struct tablas_outcome end;

	(void)state;
	leave(&p, RED);
	assert_int_equal(paid(RED, TABLAS_POT, "ante"), 5);
	assert_int_equal(waits(&p).seats, 13);
	roll(&p, "2 2 2");
	leave(&p, GREEN);
	assert_int_equal(waits(&p).seats, 12);
	leave(&p, BLACK);
	assert_int_equal(waits(&p).kind, TABLAS_WAIT_OVER);
	assert_int_equal(told(TABLAS_EV_FINISHED, WHITE, 1), 1);
	assert_int_equal(paid(TABLAS_POT, WHITE, "pot"), 20);
	/* as if white had borne off its twelve */
	for (int seat = GREEN; seat <= BLACK; seat++)
		assert_int_equal(paid(seat, WHITE, "bearoff"), 12);
	MUNDO->outcome(&p, &end);
	assert_int_equal(end.rank[WHITE], 1);
	assert_int_equal(end.rank[BLACK], 2);
	assert_int_equal(end.rank[GREEN], 3);
	assert_int_equal(end.rank[RED], 4);
	assert_string_equal(end.note, "the others left");
}

static void placement_goes_on_without_a_seat_that_left(void **state)
{
	struct position p = *fresh(NULL);

	(void)state;
	roll(&p, "1 1 6 1");
	leave(&p, BLACK);
	assert_int_equal(asked(&p), WHITE);
	for (int i = 0; i < 12; i++)
		roll(&p, "1 2 3");
	assert_string_equal(state_of(&p), "throw:W - 0 ..a.");
}

static void a_slot_that_a_leaver_frees_can_be_entered(void **state)
{
	struct position p =
		*position_of(NULL, "hand/-/Sp1,Sp2,Sp3,Sp4,Sp5/Sp6 throw:G - 0 ....");

	(void)state;
	leave(&p, WHITE);
	assert_string_equal(state_of(&p), "enter:G - 0 ...a");
	assert_steps(&p, "hand-Sp6");
}

static void resigning_is_leaving_and_has_no_degrees(void **state)
{
	struct position p = thrown(NULL, "Su1*2/Au1/-/-", GREEN, 1, 2, 3);
	const char *sentence = NULL;

	(void)state;
	assert_int_equal(MUNDO->resign(&p, GREEN, 2, NULL, &sentence), -1);
	assert_non_null(sentence);
	assert_int_equal(MUNDO->resign(&p, GREEN, 0, NULL, &sentence), 0);
	assert_int_equal(asked(&p), RED);
	assert_int_equal(MUNDO->resign(&p, GREEN, 0, NULL, &sentence), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_placement_throw_puts_each_piece_on_the_slot_of_its_number),
		cmocka_unit_test(an_optional_blot_is_never_demanded_but_landing_strikes),
		cmocka_unit_test(a_strike_that_needs_two_dice_is_forced),
		cmocka_unit_test(a_closed_route_brings_no_duty),
		cmocka_unit_test(the_way_to_a_compulsory_strike_may_strike_an_optional_blot),
		cmocka_unit_test(the_most_compulsory_strikes_are_due),
		cmocka_unit_test(the_duty_beats_the_dice_and_the_dice_pass),
		cmocka_unit_test(dice_pass_a_blocked_seat_and_the_turn_does_not),
		cmocka_unit_test(struck_pieces_return_to_slots_that_are_empty_or_ones_own),
		cmocka_unit_test(without_a_slot_nothing_moves_and_all_dice_pass),
		cmocka_unit_test(a_die_bears_off_from_the_slot_of_its_number),
		cmocka_unit_test(an_inner_move_may_open_the_way_off),
		cmocka_unit_test(the_goal_has_an_edge_and_the_order_of_dice_matters),
		cmocka_unit_test(a_strike_goes_before_bearing_off),
		cmocka_unit_test(in_backgammon_all_pieces_in_hand_come_first),
		cmocka_unit_test(in_save_a_piece_may_stay_in_hand),
		cmocka_unit_test(in_war_attack_comes_first_then_defence_then_return),
		cmocka_unit_test(the_ledger_of_the_examples_adds_up),
		cmocka_unit_test(the_highest_throw_goes_first_and_ties_throw_again),
		cmocka_unit_test(
			placement_goes_round_until_all_stand_and_the_first_then_throws),
		cmocka_unit_test(finishing_is_never_refused_for_want_of_a_longer_play),
		cmocka_unit_test(a_receiver_who_bears_off_the_last_piece_ends_the_game),
		cmocka_unit_test(the_dice_of_a_seat_that_leaves_go_round),
		cmocka_unit_test(a_receiver_who_leaves_hands_the_dice_on),
		cmocka_unit_test(leaving_out_of_turn_opens_slots_and_keeps_the_turn),
		cmocka_unit_test(who_has_left_goes_on_paying_for_pieces_borne_off),
		cmocka_unit_test(the_last_seat_that_stays_wins_and_leavers_rank_behind),
		cmocka_unit_test(placement_goes_on_without_a_seat_that_left),
		cmocka_unit_test(a_slot_that_a_leaver_frees_can_be_entered),
		cmocka_unit_test(resigning_is_leaving_and_has_no_degrees),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
