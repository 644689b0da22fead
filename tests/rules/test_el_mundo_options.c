/*
 * The options of El Mundo: one test for each value of each doubt, on a board
 * where it makes a difference.
 */
#include "tests/rules/el_mundo_table.h"

#include <string.h>

/* ---- dice and setup -------------------------------------------------------------- */

static void dice_have_six_faces(void **state)
{
	struct position p = thrown("die_sides=6", "Sp1/-/-/-", GREEN, 6, 6, 6);

	(void)state;
	assert_int_equal(waits(fresh(NULL)).sides, 6);
	assert_steps(&p, "6:Sp1-Su1");
	assert_null(position_of(NULL, "Sp1/-/-/- play:G 1,2,7 1 ...."));
}

static void dice_may_have_seven_faces(void **state)
{
	struct position p = thrown("die_sides=7", "Sp1/-/-/-", GREEN, 7, 7, 7);

	(void)state;
	assert_int_equal(waits(fresh("die_sides=7")).sides, 7);
	assert_steps(&p, "7:Sp1-Su2");
	p = *position_of("die_sides=7", "hand/Su1,hand*2/-/- place:G:G - 0 ....");
	roll(&p, "7 7 7");
	assert_int_equal(told(TABLAS_EV_DIE_LOST, GREEN, 7), 3);
	roll(&p, "7 3 1");
	assert_string_equal(board_of(&p), "hand/Su1*2,Su3/-/-");
	assert_int_equal(asked(&p), GREEN);
	roll(&p, "2 3 7");
	assert_string_equal(board_of(&p), "Sp2/Su1*2,Su3/-/-");
	assert_string_equal(state_of(&p), "throw:G - 0 ....");
}

static void pieces_are_placed_before_play(void **state)
{
	struct position p = *fresh("setup=placement");

	(void)state;
	roll(&p, "1 2 3 4");
	assert_string_equal(state_of(&p), "place:W:W - 0 ....");
}

static void pieces_may_enter_as_one_goes(void **state)
{
	struct position p = *fresh("setup=free_entry reentry=save");

	(void)state;
	roll(&p, "1 2 3 4");
	assert_string_equal(state_of(&p), "throw:W - 0 ....");
	roll(&p, "1 1 5");
	assert_steps(&p, "1:hand-Wi1 5:hand-Wi5");
	assert_non_null(MUNDO->audit(fresh("setup=free_entry")));
	assert_null(MUNDO->audit(fresh("setup=free_entry reentry=war")));
}

/* ---- the duty to strike ---------------------------------------------------------- */

#define TWO_BLOTS "Sp6*2,Au1*2/Su1,Su3/-/-"

static void duty_max_counts_strikes_over_the_whole_play(void **state)
{
	struct position p = thrown("strike_duty=max", TWO_BLOTS, GREEN, 1, 2, 3);

	(void)state;
	assert_steps(&p, "1:Sp6-Su1*R 3:Sp6-Su3*R 2:Au1-Au3 3:Au1-Au4");
}

static void duty_strict_step_wants_a_strike_or_the_way_to_one_next(void **state)
{
	struct position p = thrown("strike_duty=strict_step", TWO_BLOTS, GREEN, 1, 2, 3);

	(void)state;
	assert_steps(&p, "1:Sp6-Su1*R 3:Sp6-Su3*R 2:Sp6-Su2");
	assert_refused(&p, "2:Au1-Au3", TABLAS_WHY_MUST_STRIKE);
	play(&p, "2:Sp6-Su2");
	assert_steps(&p, "1:Sp6-Su1*R 1:Su2-Su3*R 3:Sp6-Su3*R");
}

static void duty_one_is_done_with_a_single_strike_and_remembers_it(void **state)
{
	struct position p = thrown("strike_duty=one", TWO_BLOTS, GREEN, 1, 2, 3), q = p;

	(void)state;
	play(&p, "1:Au1-Au2 2:Au1-Au3");
	assert_steps(&p, "3:Sp6-Su3*R");
	play(&q, "1:Sp6-Su1*R");
	assert_string_equal(state_of(&q), "play:G! 1+G,2,3 1 ....");
	play(&q, "2:Au1-Au3");
	assert_steps(&q, "3:Sp6-Su3*R 3:Su1-Su4 3:Au1-Au4 3:Au3-Au6");
}

static void duty_off_leaves_striking_free(void **state)
{
	struct position p = thrown("strike_duty=off", TWO_BLOTS, GREEN, 1, 2, 3);

	(void)state;
	play(&p, "1:Au1-Au2 2:Au1-Au3 3:Au3-Au6");
	assert_string_equal(board_of(&p), "Sp6*2,Au2,Au6/Su1,Su3/-/-");
}

#define DUTY_OR_DICE "Sp6,Au6*3/Su1,Su3*2,Su5*2/-/-"

static void the_duty_comes_before_the_dice(void **state)
{
	struct position p = thrown("duty_first=on", DUTY_OR_DICE, GREEN, 1, 2, 4);

	(void)state;
	assert_steps(&p, "1:Sp6-Su1*R");
	assert_refused(&p, "2:Sp6-Su2", TABLAS_WHY_MUST_STRIKE);
}

static void the_dice_may_come_before_the_duty(void **state)
{
	struct position p = thrown("duty_first=off", DUTY_OR_DICE, GREEN, 1, 2, 4);

	(void)state;
	assert_steps(&p, "2:Sp6-Su2 4:Sp6-Su4");
	assert_ends(&p, "Au1,Au6*3/Su1,Su3*2,Su5*2/-/-");
	assert_refused(&p, "1:Sp6-Su1", TABLAS_WHY_MUST_USE_MORE);
}

static void a_strict_step_bends_to_the_dice_if_they_come_first(void **state)
{
	struct position p =
		thrown("strike_duty=strict_step duty_first=off", DUTY_OR_DICE, GREEN, 1, 2, 4);

	(void)state;
	assert_steps(&p, "2:Sp6-Su2 4:Sp6-Su4");
	p = thrown("strike_duty=strict_step duty_first=off", TWO_BLOTS, GREEN, 1, 2, 3);
	assert_steps(&p, "1:Sp6-Su1*R 3:Sp6-Su3*R 2:Sp6-Su2");
}

static void a_die_whose_only_use_is_an_optional_strike_is_used(void **state)
{
	struct position p = thrown("optional_may_decline=off", "Sp4/-/-/Sp6", GREEN, 2, 2, 2);

	(void)state;
	assert_steps(&p, "2:Sp4-Sp6*W");
}

static void an_optional_strike_may_be_declined_unless_it_leads_to_a_duty(void **state)
{
	struct position p = thrown("optional_may_decline=on", "Sp4/Wi6/-/Sp6", GREEN, 2, 2, 2);

	(void)state;
	assert_steps(&p, "2:Sp4-Sp6*W stop");
	play(&p, "stop");
	assert_string_equal(board_of(&p), "Sp4/Wi6/-/Sp6");
	assert_int_equal(asked(&p), WHITE);
	p = thrown("optional_may_decline=on", "Sp4/Su2/-/Sp6", GREEN, 2, 2, 2);
	assert_steps(&p, "2:Sp4-Sp6*W");
	p = thrown("optional_may_decline=on", "Sp4*2/-/-/Sp6", GREEN, 1, 1, 2);
	play(&p, "1:Sp4-Sp5");
	assert_steps(&p, "1:Sp4-Sp5 1:Sp5-Sp6*W 2:Sp4-Sp6*W 2:Sp5-Su1");
}

/* ---- dice that pass -------------------------------------------------------------- */

/* Red can use the three, black the one and the two. */
#define THREE_DICE "-/Wi3/Au1/Wi4*2,Wi5*2"

static void dice_go_round_as_a_set(void **state)
{
	struct position p = thrown("forfeit=set_round", THREE_DICE, GREEN, 1, 2, 3);

	(void)state;
	assert_int_equal(asked(&p), RED);
	assert_steps(&p, "3:Wi3-off");
	play(&p, "3:Wi3-off");
	assert_int_equal(asked(&p), BLACK);
	assert_steps(&p, "1:Au1-Au2 2:Au1-Au3");
}

static void dice_may_go_round_one_by_one(void **state)
{
	struct position p = thrown("forfeit=die_round", THREE_DICE, GREEN, 1, 2, 3);

	(void)state;
	assert_int_equal(asked(&p), BLACK);
	assert_steps(&p, "1:Au1-Au2");
	play(&p, "1:Au1-Au2");
	assert_steps(&p, "2:Au2-Au4");
	play(&p, "2:Au2-Au4");
	assert_int_equal(asked(&p), RED);
	assert_steps(&p, "3:Wi3-off");
}

static void dice_may_pass_to_the_next_seat_only(void **state)
{
	struct position p = thrown("forfeit=right_only", THREE_DICE, GREEN, 1, 2, 3);

	(void)state;
	play(&p, "3:Wi3-off");
	assert_int_equal(told(TABLAS_EV_DIE_LOST, GREEN, 1), 1);
	assert_int_equal(told(TABLAS_EV_DIE_LOST, GREEN, 2), 1);
	assert_int_equal(waits(&p).kind, TABLAS_WAIT_ROLL);
}

static void dice_do_not_come_back(void **state)
{
	struct position p = thrown("forfeit_return=off", "Sp4/-/Sp5*2/-", GREEN, 1, 1, 1);

	(void)state;
	play(&p, "1:Sp5-Sp6 1:Sp5-Sp6");
	assert_int_equal(told(TABLAS_EV_DIE_LOST, GREEN, 1), 1);
	assert_int_equal(asked(&p), RED);
}

static void dice_may_come_back_last_of_all(void **state)
{
	struct position p = thrown("forfeit_return=on", "Sp4/-/Sp5*2/-", GREEN, 1, 1, 1);

	(void)state;
	play(&p, "1:Sp5-Sp6 1:Sp5-Sp6");
	assert_int_equal(asked(&p), GREEN);
	assert_int_equal(waits(&p).flags, TABLAS_WAIT_FORCED);
	assert_steps(&p, "1:Sp4-Sp5");
}

static void a_seat_shut_out_before_the_throw_stays_so_when_dice_come_back(void **state)
{
	struct position p = thrown("forfeit_return=on", "Su6,hand/-/Sp1*2,Sp2,Sp3,Sp4,Sp5/Sp6",
				   GREEN, 3, 3, 3);

	(void)state;
	assert_int_equal(asked(&p), BLACK);
	assert_non_null(strchr(state_of(&p), '#'));
	while (asked(&p) == BLACK && waits(&p).kind == TABLAS_WAIT_MOVE) {
		tablas_move m;

		MUNDO->legal(&p, BLACK, &m, 1);
		MUNDO->play(&p, BLACK, m, NULL);
	}
	assert_int_not_equal(asked(&p), GREEN);
}

/* ---- struck pieces --------------------------------------------------------------- */

static void reentry_anywhere_puts_back_before_the_throw(void **state)
{
	struct position p = *position_of("reentry=anywhere", "Su1,hand/-/-/- enter:G - 0 ....");

	(void)state;
	play(&p, "hand-Sp6");
	assert_string_equal(state_of(&p), "throw:G - 0 ....");
	assert_null(position_of("reentry=save", "Su1,hand/-/-/- enter:G - 0 ...."));
}

static void reentry_by_dice_waits_for_the_throw(void **state)
{
	struct position p = thrown("reentry=save", "Su1,hand/-/-/-", GREEN, 1, 1, 2);

	(void)state;
	assert_steps(&p, "1:hand-Sp1 1:Su1-Su2 2:hand-Sp2 2:Su1-Su3");
	p = thrown("reentry=backgammon", "Su1,hand/-/-/-", GREEN, 1, 1, 2);
	assert_steps(&p, "1:hand-Sp1 2:hand-Sp2");
	p = thrown("reentry=war", "Su1*2,hand/-/-/-", GREEN, 1, 1, 2);
	assert_steps(&p, "1:hand-Sp1 2:hand-Sp2");
}

static void all_struck_pieces_must_be_put_back(void **state)
{
	struct position p =
		*position_of("anywhere_wait=off", "hand*2/-/-/Sp1*2 enter:G - 0 ....");

	(void)state;
	play(&p, "hand-Sp2");
	assert_steps(&p, "hand-Sp2 hand-Sp3 hand-Sp4 hand-Sp5 hand-Sp6");
}

static void struck_pieces_may_wait(void **state)
{
	struct position p =
		*position_of("anywhere_wait=on", "Au6*2,hand*2/-/-/Sp1*2 enter:G - 0 ....");

	(void)state;
	play(&p, "hand-Sp2");
	assert_steps(&p, "hand-Sp2 hand-Sp3 hand-Sp4 hand-Sp5 hand-Sp6 stop");
	play(&p, "stop");
	roll(&p, "6 6 1");
	assert_steps(&p, "6:Sp2-Su2 1:Sp2-Sp3");
	assert_refused(&p, "6:Au6-off", TABLAS_WHY_NOT_ALL_HOME);
}

static void a_hand_does_not_block_dice_of_others(void **state)
{
	struct position p = thrown("hand_blocks_foreign=off", DUTY_OR_DICE, GREEN, 1, 2, 4);

	(void)state;
	play(&p, "1:Sp6-Su1*R");
	assert_int_equal(asked(&p), RED);
	assert_steps(&p, "2:Su3-Su5 2:Su5-Au1 4:Su3-Au1 4:Su5-Au3");
}

static void a_hand_may_block_dice_of_others(void **state)
{
	struct position p = thrown("hand_blocks_foreign=on", DUTY_OR_DICE, GREEN, 1, 2, 4);

	(void)state;
	play(&p, "1:Sp6-Su1*R");
	assert_int_equal(told(TABLAS_EV_DIE_LOST, GREEN, 2), 1);
	assert_int_equal(told(TABLAS_EV_DIE_LOST, GREEN, 4), 1);
	assert_int_equal(waits(&p).flags, TABLAS_WAIT_ENTER);
}

static void struck_pieces_return_to_any_slot_of_their_quarter(void **state)
{
	struct position p = *position_of("reentry_slot=quarter", "-/hand/-/- enter:R - 0 ....");

	(void)state;
	assert_steps(&p, "hand-Su1 hand-Su2 hand-Su3 hand-Su4 hand-Su5 hand-Su6");
}

static void an_entering_piece_may_defend(void **state)
{
	struct position p = thrown("reentry=war war_entry_covers=on", "Sp2,Su6*2,hand/-/-/-",
				   GREEN, 2, 5, 5);

	(void)state;
	assert_steps(&p, "2:hand-Sp2 5:Sp2-Su1");
}

static void an_entering_piece_may_be_no_defence(void **state)
{
	struct position p = thrown("reentry=war war_entry_covers=off", "Sp2,Su6*2,hand/-/-/-",
				   GREEN, 2, 5, 5);

	(void)state;
	assert_steps(&p, "5:Sp2-Su1");
	assert_refused(&p, "2:hand-Sp2", TABLAS_WHY_OTHER);
}

/* ---- bearing off ----------------------------------------------------------------- */

static void the_number_of_the_slot_bears_off(void **state)
{
	struct position p =
		thrown("bearoff_number=slot", "Au1,Au3*2,Au6/-/-/-", GREEN, 3, 5, 6);

	(void)state;
	assert_steps(&p, "3:Au3-off 5:Au1-Au6 6:Au6-off");
}

static void the_distance_to_the_edge_may_bear_off(void **state)
{
	struct position p =
		thrown("bearoff_number=distance", "Au1,Au3*2,Au6/-/-/-", GREEN, 3, 5, 6);

	(void)state;
	assert_steps(&p, "3:Au3-Au6 5:Au1-Au6 6:Au1-off");
	assert_ends(&p, "Au3,Au6*2,off/-/-/- Au3,Au6*3/-/-/-");
}

static void bearing_off_comes_before_inner_moves(void **state)
{
	struct position p = thrown("bearoff_choice=bear_first", "Au2*2/-/-/-", GREEN, 2, 2, 2);

	(void)state;
	assert_steps(&p, "2:Au2-off");
}

static void inner_moves_may_be_free(void **state)
{
	struct position p = thrown("bearoff_choice=free", "Au2*2/-/-/-", GREEN, 2, 2, 2);

	(void)state;
	assert_steps(&p, "2:Au2-off 2:Au2-Au4");
}

/* ---- the end and the stakes ------------------------------------------------------ */

#define LAST_PIECES "Au6,off*11/Wi6,off*11/Sp1/-"

static void the_first_to_finish_wins(void **state)
{
	struct position p = thrown("finish=first_wins", LAST_PIECES, GREEN, 6, 6, 1);

	(void)state;
	play(&p, "6:Au6-off");
	assert_int_equal(waits(&p).kind, TABLAS_WAIT_OVER);
}

static void the_others_may_play_on(void **state)
{
	struct position p = thrown("finish=play_on", LAST_PIECES, GREEN, 6, 6, 1);

	(void)state;
	play(&p, "6:Au6-off");
	assert_int_equal(told(TABLAS_EV_FINISHED, GREEN, 1), 1);
	assert_int_equal(paid(BLACK, GREEN, "bearoff"), 1);
	assert_int_equal(asked(&p), RED);
	play(&p, "6:Wi6-off");
	assert_int_equal(told(TABLAS_EV_FINISHED, RED, 2), 1);
	assert_int_equal(paid(GREEN, RED, "bearoff"), 0);
	assert_int_equal(paid(BLACK, RED, "bearoff"), 1);
	assert_int_equal(paid(WHITE, RED, "bearoff"), 1);
	assert_int_equal(asked(&p), BLACK);
	play(&p, "1:Sp1-off");
	assert_string_equal(state_of(&p), "throw:B - 1 12..");
}

static void the_third_to_finish_ends_the_game(void **state)
{
	struct position p =
		thrown("finish=play_on", "off*12/off*12/Sp1,off*11/Su1", BLACK, 1, 2, 2);
	struct tablas_outcome end;

	(void)state;
	play(&p, "1:Sp1-off");
	assert_int_equal(waits(&p).kind, TABLAS_WAIT_OVER);
	MUNDO->outcome(&p, &end);
	for (int seat = 0; seat < 4; seat++)
		assert_int_equal(end.rank[seat], seat + 1);
}

static void every_seat_in_the_game_pays_for_a_piece_borne_off(void **state)
{
	struct position p = thrown("payout=seed_chips", "Au6*2/-/-/-", GREEN, 6, 1, 1);

	(void)state;
	play(&p, "6:Au6-off");
	assert_int_equal(paid(RED, GREEN, "bearoff"), 1);
	assert_int_equal(paid(BLACK, GREEN, "bearoff"), 1);
	assert_int_equal(paid(WHITE, GREEN, "bearoff"), 1);
}

static void the_next_seat_alone_may_pay(void **state)
{
	struct position p = thrown("payout=right_neighbour finish=play_on", "Au6*2/off*12/-/-",
				   GREEN, 6, 1, 1);

	(void)state;
	play(&p, "6:Au6-off");
	assert_int_equal(paid(RED, GREEN, "bearoff"), 0);
	assert_int_equal(paid(BLACK, GREEN, "bearoff"), 1);
	assert_int_equal(paid(WHITE, GREEN, "bearoff"), 0);
}

static void a_strike_costs_a_chip(void **state)
{
	struct position p = thrown("stakes=seed", "Sp1/-/-/Sp2", GREEN, 1, 1, 1);

	(void)state;
	play(&p, "1:Sp1-Sp2*W");
	assert_int_equal(paid(WHITE, GREEN, "strike"), 1);
}

static void there_may_be_no_stakes(void **state)
{
	struct position p = thrown("stakes=none", "Sp1/-/-/Sp2", GREEN, 1, 1, 1);

	(void)state;
	play(&p, "1:Sp1-Sp2*W");
	assert_int_equal(paid(WHITE, GREEN, "strike"), 0);
	p = thrown("stakes=none", "Au6*2/-/-/-", GREEN, 6, 1, 1);
	play(&p, "6:Au6-off");
	assert_int_equal(paid(RED, GREEN, "bearoff"), 0);
}

static void the_winner_takes_the_pot(void **state)
{
	struct position p = *fresh("ante=3");

	(void)state;
	roll(&p, "1 2 2 1");
	assert_int_equal(paid(WHITE, TABLAS_POT, "ante"), 3);
	roll(&p, "1 2");
	assert_int_equal(paid(WHITE, TABLAS_POT, "ante"), 0);
	p = thrown("ante=3 finish=play_on", "Au6,off*11/Su1/-/-", GREEN, 6, 1, 1);
	play(&p, "6:Au6-off");
	assert_int_equal(paid(TABLAS_POT, GREEN, "pot"), 12);
}

static void the_turn_limit_ranks_by_pips(void **state)
{
	struct position p = thrown("turn_limit=1 ante=1", "Su1/Au1/Wi1/Sp4", GREEN, 1, 1, 1);
	struct tablas_outcome end;

	(void)state;
	play(&p, "1:Su1-Su2 1:Su2-Su3 1:Su3-Su4");
	assert_int_equal(waits(&p).kind, TABLAS_WAIT_OVER);
	MUNDO->outcome(&p, &end);
	assert_string_equal(end.note, "turn limit");
	assert_int_equal(end.rank[GREEN], 1);
	assert_int_equal(end.rank[WHITE], 1);
	assert_int_equal(end.rank[RED], 3);
	assert_int_equal(end.points[GREEN], 0);
	assert_int_equal(paid(TABLAS_POT, GREEN, "pot"), 2);
	assert_int_equal(paid(TABLAS_POT, WHITE, "pot"), 2);
}

static void nobody_wagers_if_nothing_is_agreed(void **state)
{
	struct position p = *fresh("ante=0");

	(void)state;
	roll(&p, "1 2 2 1");
	assert_int_equal(paid(WHITE, TABLAS_POT, "ante"), 0);
}

static void twenty_thousand_turns_are_the_limit(void **state)
{
	struct position p = *position_of("turn_limit=20000", "Su1/Au1/Wi1/Sp4 throw:G - 19999 ....");

	(void)state;
	roll(&p, "1 1 1");
	play(&p, "1:Su1-Su2 1:Su2-Su3 1:Su3-Su4");
	assert_int_equal(waits(&p).kind, TABLAS_WAIT_OVER);
}

static void without_a_turn_limit_play_goes_on(void **state)
{
	(void)state;
	assert_non_null(position_of("turn_limit=0", "Su1/Au1/Wi1/Sp4 throw:G - 20000 ...."));
	assert_null(position_of(NULL, "Su1/Au1/Wi1/Sp4 throw:G - 20000 ...."));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(dice_have_six_faces),
		cmocka_unit_test(dice_may_have_seven_faces),
		cmocka_unit_test(pieces_are_placed_before_play),
		cmocka_unit_test(pieces_may_enter_as_one_goes),
		cmocka_unit_test(duty_max_counts_strikes_over_the_whole_play),
		cmocka_unit_test(duty_strict_step_wants_a_strike_or_the_way_to_one_next),
		cmocka_unit_test(duty_one_is_done_with_a_single_strike_and_remembers_it),
		cmocka_unit_test(duty_off_leaves_striking_free),
		cmocka_unit_test(the_duty_comes_before_the_dice),
		cmocka_unit_test(the_dice_may_come_before_the_duty),
		cmocka_unit_test(a_strict_step_bends_to_the_dice_if_they_come_first),
		cmocka_unit_test(a_die_whose_only_use_is_an_optional_strike_is_used),
		cmocka_unit_test(an_optional_strike_may_be_declined_unless_it_leads_to_a_duty),
		cmocka_unit_test(dice_go_round_as_a_set),
		cmocka_unit_test(dice_may_go_round_one_by_one),
		cmocka_unit_test(dice_may_pass_to_the_next_seat_only),
		cmocka_unit_test(dice_do_not_come_back),
		cmocka_unit_test(dice_may_come_back_last_of_all),
		cmocka_unit_test(a_seat_shut_out_before_the_throw_stays_so_when_dice_come_back),
		cmocka_unit_test(reentry_anywhere_puts_back_before_the_throw),
		cmocka_unit_test(reentry_by_dice_waits_for_the_throw),
		cmocka_unit_test(all_struck_pieces_must_be_put_back),
		cmocka_unit_test(struck_pieces_may_wait),
		cmocka_unit_test(a_hand_does_not_block_dice_of_others),
		cmocka_unit_test(a_hand_may_block_dice_of_others),
		cmocka_unit_test(struck_pieces_return_to_any_slot_of_their_quarter),
		cmocka_unit_test(an_entering_piece_may_defend),
		cmocka_unit_test(an_entering_piece_may_be_no_defence),
		cmocka_unit_test(the_number_of_the_slot_bears_off),
		cmocka_unit_test(the_distance_to_the_edge_may_bear_off),
		cmocka_unit_test(bearing_off_comes_before_inner_moves),
		cmocka_unit_test(inner_moves_may_be_free),
		cmocka_unit_test(the_first_to_finish_wins),
		cmocka_unit_test(the_others_may_play_on),
		cmocka_unit_test(the_third_to_finish_ends_the_game),
		cmocka_unit_test(every_seat_in_the_game_pays_for_a_piece_borne_off),
		cmocka_unit_test(the_next_seat_alone_may_pay),
		cmocka_unit_test(a_strike_costs_a_chip),
		cmocka_unit_test(there_may_be_no_stakes),
		cmocka_unit_test(the_winner_takes_the_pot),
		cmocka_unit_test(the_turn_limit_ranks_by_pips),
		cmocka_unit_test(nobody_wagers_if_nothing_is_agreed),
		cmocka_unit_test(twenty_thousand_turns_are_the_limit),
		cmocka_unit_test(without_a_turn_limit_play_goes_on),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
