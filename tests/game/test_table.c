/*
 * The table: who may want what, what becomes true, and what follows.
 */
#include "at_table.h"

/* ---- before the start ------------------------------------------------------------------ */

static void a_new_table_is_open_and_empty(void **state)
{
	struct tablas_wait wait;
	struct fact f;

	(void)state;
	lay(&tablas_plugin_toy, 3, "");
	assert_int_equal(t.state, TABLE_OPEN);
	assert_false(table_is_full(&t));
	assert_int_equal(table_free_seat(&t), 0);
	assert_int_equal(table_chips(&t), 0);
	assert_int_equal(table_next(&t, &wait, &f), HOUSE_WAITS);
	assert_false(table_asks(&t, 0));
	table_created(&t, &f);
	assert_string_equal(f.text, "toy rules 3 seats 3 stake 2 100");
	apply(&f);
	assert_int_equal(t.ply, 1);
}

static void the_terms_name_what_is_not_usual(void **state)
{
	struct fact f;

	(void)state;
	lay(&tablas_plugin_toy, 2, "men=3 antes=on");
	table_created(&t, &f);
	assert_string_equal(f.text, "toy rules 3 seats 2 stake 2 100 men=3 antes=on");
}

static void who_sits_down_brings_his_buy_in(void **state)
{
	struct command sit = {.kind = COMMAND_SIT, .seat = 1, .text = "ana"};

	(void)state;
	lay(&tablas_plugin_toy, 3, "");
	assert_int_equal(want(sit), ACCEPTED);
	assert_string_equal(decision.facts[0].text, "ana");
	assert_int_equal(happened.transfers_n, 1);
	assert_int_equal(happened.transfers[0].kind, TRANSFER_BUY_IN);
	assert_int_equal(happened.transfers[0].from, 1);
	assert_int_equal(happened.transfers[0].amount, 100);
	assert_int_equal(t.stakes.purse[1], 100);
	assert_int_equal(t.status[1], SEAT_PLAYING);
	assert_int_equal(table_free_seat(&t), 0);
	assert_int_equal(wants(COMMAND_SIT, 1), SEAT_TAKEN);
	assert_int_equal(wants(COMMAND_SIT, 3), NOT_FOUND);
}

static void who_stands_up_before_the_start_is_refunded(void **state)
{
	(void)state;
	lay(&tablas_plugin_toy, 2, "");
	assert_int_equal(wants(COMMAND_STAND, 0), NOT_SEATED);
	assert_int_equal(wants(COMMAND_SIT, 0), ACCEPTED);
	assert_int_equal(wants(COMMAND_STAND, 0), ACCEPTED);
	assert_int_equal(happened.transfers_n, 1);
	assert_int_equal(happened.transfers[0].kind, TRANSFER_REFUND);
	assert_int_equal(happened.transfers[0].amount, 100);
	assert_int_equal(table_chips(&t), 0);
	assert_int_equal(table_free_seat(&t), 0);
}

static void play_begins_when_the_last_seat_is_taken(void **state)
{
	(void)state;
	lay(&tablas_plugin_toy, 2, "");
	assert_int_equal(wants(COMMAND_SIT, 1), ACCEPTED);
	assert_int_equal(house_next(), HOUSE_WAITS);
	assert_int_equal(wants(COMMAND_SIT, 0), ACCEPTED);
	house_says(FACT_STARTED, "");
	assert_int_equal(t.state, TABLE_ACTIVE);
	assert_int_equal(t.asked, t.ply);
	assert_int_equal(toy()->men[1][TOY_HAND], 2);
	assert_int_equal(house_next(), HOUSE_ROLLS);
	assert_int_equal(table_chips(&t), 200);
}

static void nothing_is_played_before_the_start(void **state)
{
	(void)state;
	lay(&tablas_plugin_toy, 2, "");
	assert_int_equal(wants(COMMAND_SIT, 0), ACCEPTED);
	assert_int_equal(decides(0, "hand-1"), GAME_NOT_STARTED);
	assert_int_equal(resigns(0, 0), GAME_NOT_STARTED);
	assert_int_equal(wants(COMMAND_LEAVE, 0), GAME_NOT_STARTED);
	assert_int_equal(wants(COMMAND_THAW, 0), GAME_NOT_STARTED);
}

/* ---- deciding ------------------------------------------------------------------------------
 */

static void a_decision_is_kept_in_its_canonical_form(void **state)
{
	(void)state;
	begin_two(&tablas_plugin_toy, "");
	house_throws(3, 1);
	assert_true(table_asks(&t, 0));
	assert_false(table_asks(&t, 1));
	assert_false(table_asks(&t, 2));
	assert_int_equal(decides(0, "1/4, bar/1"), ACCEPTED);
	assert_int_equal(decision.n, 1);
	assert_int_equal(decision.facts[0].kind, FACT_DECIDED);
	assert_string_equal(decision.facts[0].text, "1:hand-1 3:1-4");
	assert_int_equal(t.decisions, 1);
	assert_int_equal(t.asked, t.ply);
	assert_int_equal(house_next(), HOUSE_ROLLS);
}

static void a_strike_is_paid_at_once(void **state)
{
	(void)state;
	begin_two(&tablas_plugin_toy, "");
	house_throws(3, 1);
	assert_int_equal(decides(0, "hand-3 hand-1"), ACCEPTED);
	house_throws(3, 2);
	assert_int_equal(decides(1, "hand-3* hand-2"), ACCEPTED);
	assert_int_equal(happened.transfers_n, 1);
	assert_int_equal(happened.transfers[0].kind, TRANSFER_STAKE);
	assert_int_equal(happened.transfers[0].from, 0);
	assert_int_equal(happened.transfers[0].to, 1);
	assert_int_equal(happened.transfers[0].amount, 2);
	assert_string_equal(happened.transfers[0].reason, "strike");
	assert_int_equal(t.stakes.purse[0], 98);
	assert_int_equal(t.stakes.purse[1], 102);
	/* entered, struck, stake, entered, turn */
	assert_int_equal(happened.events_n, 5);
	assert_int_equal(happened.events[1].kind, TABLAS_EV_STRUCK);
}

static void a_refused_decision_says_which_step_and_changes_nothing(void **state)
{
	struct table before;

	(void)state;
	begin_two(&tablas_plugin_toy, "");
	house_throws(3, 1);
	table_copy(&before, &t);
	assert_int_equal(decides(0, "hand-1 hand-2"), NO_SUCH_DIE);
	assert_int_equal(decision.n, 0);
	assert_int_equal(decision.fault.token, 1);
	assert_non_null(decision.sentence);
	assert_int_equal(decides(0, "hand-1"), TURN_INCOMPLETE);
	assert_int_equal(decides(0, "hand-1 hand-3 3-4"), TOO_MANY_MOVES);
	assert_int_equal(decides(1, "hand-1 hand-3"), NOT_YOUR_DECISION);
	assert_int_equal(decides(2, "hand-1 hand-3"), NOT_SEATED);
	assert_int_equal(t.ply, before.ply);
	assert_memory_equal(t.position, before.position, sizeof(struct toy));
}

static void a_stale_command_is_refused_whatever_else_is_wrong_with_it(void **state)
{
	const char *words = "hand-3 hand-1";
	struct command c = {.kind = COMMAND_DECIDE, .seat = 0, .words = &words, .words_n = 1};

	(void)state;
	begin_two(&tablas_plugin_toy, "");
	house_throws(3, 1);
	c.ply = t.ply + 1;
	assert_int_equal(want(c), STALE_PLY);
	c.ply = t.ply - 1;
	assert_int_equal(want(c), STALE_PLY);
	c.seat = 7;
	assert_int_equal(want(c), STALE_PLY);
	c.seat = 0;
	c.ply = t.ply;
	assert_int_equal(want(c), ACCEPTED);
	assert_int_equal(want(c), STALE_PLY);
}

static void news_that_changes_no_question_makes_no_answer_stale(void **state)
{
	const char *words = "hand-3 hand-1";
	struct command c = {.kind = COMMAND_DECIDE, .seat = 0, .words = &words, .words_n = 1};

	(void)state;
	begin_two(&tablas_plugin_toy, "");
	house_throws(3, 1);
	c.ply = t.ply;
	assert_int_equal(wants(COMMAND_FREEZE, TABLAS_NOBODY), ACCEPTED);
	assert_int_equal(wants(COMMAND_THAW, TABLAS_NOBODY), ACCEPTED);
	assert_int_equal(t.ply, c.ply + 2);
	assert_int_equal(want(c), ACCEPTED);
}

static void several_seats_may_answer_in_any_order(void **state)
{
	const char *words = "ante";
	struct command c = {.kind = COMMAND_DECIDE, .words = &words, .words_n = 1};

	(void)state;
	lay(&tablas_plugin_toy, 3, "antes=on");
	for (unsigned i = 0; i < 3; i++)
		assert_int_equal(wants(COMMAND_SIT, i), ACCEPTED);
	house_says(FACT_STARTED, "");
	assert_int_equal(house_next(), HOUSE_WAITS);
	c.ply = t.ply;
	c.seat = 2;
	assert_true(table_asks(&t, 0));
	assert_int_equal(want(c), ACCEPTED);
	assert_int_equal(want(c), NOT_YOUR_DECISION);
	/* Seat 0 was asked the same before seat 2 had answered. */
	c.seat = 0;
	assert_int_equal(want(c), ACCEPTED);
	assert_int_equal(t.stakes.pot, 4);
	c.seat = 1;
	assert_int_equal(want(c), ACCEPTED);
	assert_int_equal(house_next(), HOUSE_ROLLS);
	assert_int_equal(t.asked, t.ply);
	assert_int_equal(table_chips(&t), 300);
}

/* ---- what the house does
 * --------------------------------------------------------------------- */

/* Seat 0 has used its 1 and cannot use its 4; seat 1 has one way, or two, to use it. */
static void pass_a_four(unsigned men)
{
	begin_two(&tablas_plugin_toy, "men=6");
	house_throws(4, 1);
	memset(toy()->men, 0, sizeof(toy()->men));
	toy()->men[0][4] = 1;
	toy()->men[1][8] = toy()->men[1][9] = 2;
	toy()->men[1][2] = (uint8_t)(men > 2);
	toy()->left[1] = 1;
	toy()->left[4] = 1;
	assert_int_equal(decides(0, "4-5"), ACCEPTED);
}

static void a_die_that_passes_is_a_forced_decision(void **state)
{
	(void)state;
	pass_a_four(3);
	assert_int_equal(house_next(), HOUSE_WAITS);
	assert_true(table_asks(&t, 1));
	assert_false(table_asks(&t, 0));
	assert_int_equal(decides(1, "2-6"), ACCEPTED);
}

static void the_house_plays_a_forced_decision_that_has_one_play(void **state)
{
	(void)state;
	pass_a_four(2);
	/* Two ways are left: 8-12 and 9-off. */
	t.auto_forced = true;
	assert_int_equal(house_next(), HOUSE_WAITS);
	toy()->men[1][9] = 0;
	toy()->men[1][8] = 1;
	house_says(FACT_FORCED, "4:8-12");
	assert_int_equal(t.decisions, 1);
	assert_int_equal(toy()->men[1][12], 1);
	assert_int_equal(house_next(), HOUSE_ROLLS);
}

static void without_leave_the_house_plays_nothing_for_anybody(void **state)
{
	(void)state;
	pass_a_four(2);
	toy()->men[1][9] = 0;
	assert_int_equal(house_next(), HOUSE_WAITS);
}

static void a_seats_own_turn_is_never_played_for_it(void **state)
{
	(void)state;
	begin_two(&tablas_plugin_toy, "men=1");
	t.auto_forced = true;
	house_throws(3, 1);
	assert_int_equal(house_next(), HOUSE_WAITS);
}

static void faces_must_be_as_many_as_waited_for_and_on_the_dice(void **state)
{
	static const char *const bad[] = {"", "3", "3 1 2", "3 5", "0 1", "3 x", "3 -1", "3,1"};
	struct table before;
	struct fact f;

	(void)state;
	begin_two(&tablas_plugin_toy, "");
	table_copy(&before, &t);
	table_roll(&t, (const uint8_t[]){3, 1}, 2, &f);
	assert_string_equal(f.text, "3 1");
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		strcpy(f.text, bad[i]);
		assert_int_equal(table_apply(&t, &f, &happened), -1);
		assert_int_equal(happened.events_n, 0);
		assert_int_equal(t.ply, before.ply);
		assert_memory_equal(t.position, before.position, sizeof(struct toy));
	}
	strcpy(f.text, "3 1");
	apply(&f);
}

static void the_end_is_a_fact_with_ranks_and_everybody_goes_home(void **state)
{
	(void)state;
	begin_two(&tablas_plugin_toy, "men=1");
	house_throws(4, 4);
	assert_int_equal(decides(0, "hand-4-8-12-off"), ACCEPTED);
	assert_int_equal(t.status[0], SEAT_FINISHED);
	assert_int_equal(t.state, TABLE_ACTIVE);
	assert_int_equal(resigns(1, 0), GAME_OVER);
	house_says(FACT_FINISHED, "1 2 finished");
	assert_int_equal(t.state, TABLE_OVER);
	assert_int_equal(t.outcome.rank[1], 2);
	assert_string_equal(t.outcome.note, "finished");
	assert_int_equal(happened.transfers_n, 2);
	assert_int_equal(happened.transfers[0].kind, TRANSFER_SETTLE);
	assert_int_equal(happened.transfers[0].amount, 102);
	assert_int_equal(happened.transfers[1].amount, 98);
	assert_int_equal(table_chips(&t), 0);
	assert_int_equal(house_next(), HOUSE_WAITS);
}

static void a_pot_nobody_was_given_goes_to_the_winner(void **state)
{
	(void)state;
	lay(&tablas_plugin_toy, 2, "men=1 antes=on pot=left");
	assert_int_equal(wants(COMMAND_SIT, 0), ACCEPTED);
	assert_int_equal(wants(COMMAND_SIT, 1), ACCEPTED);
	house_says(FACT_STARTED, "");
	assert_int_equal(decides(0, "ante"), ACCEPTED);
	assert_int_equal(decides(1, "ante"), ACCEPTED);
	house_throws(4, 1);
	house_throws(4, 4);
	assert_int_equal(decides(0, "hand-off"), ACCEPTED);
	assert_int_equal(t.stakes.pot, 4);
	house_says(FACT_FINISHED, "1 2 finished");
	assert_int_equal(happened.transfers[0].kind, TRANSFER_POT);
	assert_int_equal(happened.transfers[0].to, 0);
	assert_int_equal(happened.transfers[0].amount, 4);
	assert_int_equal(happened.transfers[1].amount, 104);
}

static void a_game_that_is_over_wants_nothing_more(void **state)
{
	(void)state;
	begin_two(&tablas_plugin_toy, "men=1");
	house_throws(4, 4);
	assert_int_equal(decides(0, "hand-off"), ACCEPTED);
	house_says(FACT_FINISHED, "1 2 finished");
	assert_int_equal(decides(1, "hand-1"), GAME_OVER);
	assert_int_equal(resigns(1, 0), GAME_OVER);
	assert_int_equal(wants(COMMAND_SIT, 0), GAME_OVER);
	assert_int_equal(wants(COMMAND_STAND, 0), GAME_OVER);
	assert_int_equal(wants(COMMAND_LEAVE, 0), GAME_OVER);
	assert_int_equal(wants(COMMAND_ABORT, 0), GAME_OVER);
	assert_int_equal(wants(COMMAND_ABORT, TABLAS_NOBODY), GAME_OVER);
	assert_int_equal(wants(COMMAND_FREEZE, TABLAS_NOBODY), GAME_OVER);
	assert_int_equal(wants(COMMAND_THAW, TABLAS_NOBODY), GAME_OVER);
}

/* ---- leaving
 * --------------------------------------------------------------------------------------- */

static void a_resignation_may_be_offered_and_taken(void **state)
{
	(void)state;
	begin_two(&tablas_plugin_toy, "");
	house_throws(3, 1);
	assert_int_equal(resigns(0, 2), ACCEPTED);
	assert_string_equal(decision.facts[0].text, "2");
	assert_true(table_asks(&t, 1));
	assert_int_equal(decides(0, "hand-1 hand-3"), NOT_YOUR_DECISION);
	assert_int_equal(decides(1, "accept"), ACCEPTED);
	assert_int_equal(t.stakes.purse[1], 104);
	house_says(FACT_FINISHED, "2 1 resigned");
}

static void a_resignation_may_be_refused_and_play_goes_on(void **state)
{
	(void)state;
	begin_two(&tablas_plugin_toy, "");
	house_throws(3, 1);
	assert_int_equal(resigns(0, 1), ACCEPTED);
	assert_int_equal(decides(1, "refuse"), ACCEPTED);
	assert_int_equal(decides(0, "hand-1 hand-3"), ACCEPTED);
}

static void a_resignation_the_game_does_not_know_is_refused_with_a_sentence(void **state)
{
	(void)state;
	begin_two(&tablas_plugin_toy, "");
	house_throws(3, 1);
	assert_int_equal(resigns(0, 4), RESIGNATION_NOT_ALLOWED);
	assert_string_equal(decision.sentence, "A resignation is worth one, two or three");
	assert_int_equal(resigns(1, 1), RESIGNATION_NOT_ALLOWED);
	assert_int_equal(resigns(2, 0), NOT_SEATED);
	assert_int_equal(toy()->phase, TOY_MOVE);
}

static void the_others_play_on_when_one_of_three_leaves(void **state)
{
	(void)state;
	begin_many(&tablas_plugin_toy, 3, "");
	house_throws(3, 1);
	/* Out of turn. */
	assert_int_equal(resigns(1, 0), ACCEPTED);
	assert_int_equal(t.status[1], SEAT_LEFT);
	assert_int_equal(house_next(), HOUSE_WAITS);
	assert_int_equal(resigns(1, 0), RESIGNATION_NOT_ALLOWED);
	assert_int_equal(decides(1, "hand-1"), NOT_YOUR_DECISION);
	assert_non_null(decision.sentence);
	assert_int_equal(decides(0, "hand-1 hand-3"), ACCEPTED);
	/* In turn, and as the last but one. */
	house_throws(2, 1);
	assert_true(table_asks(&t, 2));
	assert_int_equal(wants(COMMAND_LEAVE, 2), ACCEPTED);
	house_says(FACT_FINISHED, "1 3 3 left");
}

static void who_has_left_is_not_paid_and_does_not_pay(void **state)
{
	(void)state;
	begin_many(&tablas_plugin_toy, 3, "men=1");
	assert_int_equal(resigns(1, 0), ACCEPTED);
	house_throws(4, 4);
	assert_int_equal(decides(0, "hand-off"), ACCEPTED);
	assert_int_equal(happened.transfers_n, 1);
	assert_int_equal(happened.transfers[0].from, 2);
	assert_int_equal(t.stakes.purse[1], 100);
	house_says(FACT_FINISHED, "1 3 2 finished");
}

static void in_a_game_that_knows_no_leaving_the_other_wins(void **state)
{
	(void)state;
	begin_two(&toy_bare, "");
	house_throws(3, 1);
	assert_int_equal(resigns(0, 1), RESIGNATION_NOT_ALLOWED);
	assert_non_null(decision.sentence);
	assert_int_equal(resigns(0, 0), ACCEPTED);
	assert_int_equal(t.status[0], SEAT_LEFT);
	house_says(FACT_FINISHED, "2 1 left");
	assert_int_equal(table_chips(&t), 0);
}

static void in_a_game_that_knows_no_leaving_the_leaver_is_last_of_four(void **state)
{
	(void)state;
	begin_many(&toy_bare, 4, "");
	assert_int_equal(wants(COMMAND_LEAVE, 2), ACCEPTED);
	assert_int_equal(decision.facts[0].kind, FACT_LEFT);
	house_says(FACT_FINISHED, "1 1 4 1 left");
}

/* ---- games that never were, and games that stand still
 * -------------------------------------------- */

static void before_the_second_decision_a_game_may_be_aborted(void **state)
{
	(void)state;
	begin_two(&tablas_plugin_toy, "");
	house_throws(3, 1);
	assert_int_equal(decides(0, "hand-3 hand-1"), ACCEPTED);
	assert_int_equal(wants(COMMAND_ABORT, 2), NOT_SEATED);
	assert_int_equal(wants(COMMAND_ABORT, 1), ACCEPTED);
	assert_int_equal(t.state, TABLE_ABORTED);
	assert_int_equal(happened.transfers_n, 2);
	assert_int_equal(happened.transfers[1].kind, TRANSFER_REFUND);
	assert_int_equal(table_chips(&t), 0);
	assert_int_equal(decides(1, "hand-1"), GAME_OVER);
	assert_int_equal(house_next(), HOUSE_WAITS);
}

static void who_no_longer_plays_does_not_abort_the_game(void **state)
{
	(void)state;
	begin_many(&tablas_plugin_toy, 3, "");
	house_throws(3, 1);
	assert_int_equal(resigns(0, 0), ACCEPTED);
	assert_int_equal(t.status[0], SEAT_LEFT);
	assert_int_equal(wants(COMMAND_ABORT, 0), TOO_LATE_TO_ABORT);
	assert_string_equal(decision.sentence, "Who no longer plays aborts nothing");
	assert_int_equal(wants(COMMAND_ABORT, 1), ACCEPTED);
}

static void an_open_table_may_be_aborted(void **state)
{
	(void)state;
	lay(&tablas_plugin_toy, 3, "");
	assert_int_equal(wants(COMMAND_SIT, 2), ACCEPTED);
	assert_int_equal(wants(COMMAND_ABORT, 2), ACCEPTED);
	assert_int_equal(happened.transfers_n, 1);
	assert_int_equal(happened.transfers[0].kind, TRANSFER_REFUND);
	assert_int_equal(happened.transfers[0].to, 2);
}

static void after_the_second_decision_only_the_house_may_abort(void **state)
{
	(void)state;
	begin_two(&tablas_plugin_toy, "");
	house_throws(3, 1);
	assert_int_equal(decides(0, "hand-3 hand-1"), ACCEPTED);
	house_throws(3, 2);
	assert_int_equal(decides(1, "hand-3* hand-2"), ACCEPTED);
	assert_int_equal(wants(COMMAND_ABORT, 0), TOO_LATE_TO_ABORT);
	assert_int_equal(wants(COMMAND_ABORT, TABLAS_NOBODY), ACCEPTED);
	assert_int_equal(happened.transfers_n, 3);
	assert_int_equal(happened.transfers[0].kind, TRANSFER_CORRECTION);
	assert_int_equal(happened.transfers[0].from, 1);
	assert_int_equal(happened.transfers[0].to, 0);
	assert_int_equal(happened.transfers[0].amount, 2);
	assert_int_equal(happened.transfers[1].amount, 100);
}

static void a_frozen_game_stands_still(void **state)
{
	struct command freeze = {
		.kind = COMMAND_FREEZE, .seat = TABLAS_NOBODY, .text = "the plugin crashed"};

	(void)state;
	begin_two(&tablas_plugin_toy, "");
	house_throws(3, 1);
	assert_int_equal(wants(COMMAND_THAW, TABLAS_NOBODY), GAME_STARTED);
	assert_int_equal(want(freeze), ACCEPTED);
	assert_string_equal(decision.facts[0].text, "the plugin crashed");
	assert_int_equal(t.state, TABLE_FROZEN);
	assert_false(table_asks(&t, 0));
	assert_int_equal(house_next(), HOUSE_WAITS);
	assert_int_equal(want(freeze), GAME_FROZEN);
	assert_int_equal(decides(0, "hand-3 hand-1"), GAME_FROZEN);
	assert_int_equal(resigns(0, 0), GAME_FROZEN);
	assert_int_equal(wants(COMMAND_LEAVE, 0), GAME_FROZEN);
	assert_int_equal(wants(COMMAND_ABORT, 0), GAME_FROZEN);
	assert_int_equal(wants(COMMAND_SIT, 0), GAME_FROZEN);
	assert_int_equal(wants(COMMAND_STAND, 0), GAME_FROZEN);
	assert_int_equal(wants(COMMAND_THAW, TABLAS_NOBODY), ACCEPTED);
	assert_int_equal(decides(0, "hand-3 hand-1"), ACCEPTED);
}

static void a_frozen_open_table_thaws_open(void **state)
{
	(void)state;
	lay(&tablas_plugin_toy, 2, "");
	assert_int_equal(wants(COMMAND_FREEZE, TABLAS_NOBODY), ACCEPTED);
	assert_int_equal(wants(COMMAND_THAW, TABLAS_NOBODY), ACCEPTED);
	assert_int_equal(wants(COMMAND_SIT, 0), ACCEPTED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_new_table_is_open_and_empty),
		cmocka_unit_test(the_terms_name_what_is_not_usual),
		cmocka_unit_test(who_sits_down_brings_his_buy_in),
		cmocka_unit_test(who_stands_up_before_the_start_is_refunded),
		cmocka_unit_test(play_begins_when_the_last_seat_is_taken),
		cmocka_unit_test(nothing_is_played_before_the_start),
		cmocka_unit_test(a_decision_is_kept_in_its_canonical_form),
		cmocka_unit_test(a_strike_is_paid_at_once),
		cmocka_unit_test(a_refused_decision_says_which_step_and_changes_nothing),
		cmocka_unit_test(a_stale_command_is_refused_whatever_else_is_wrong_with_it),
		cmocka_unit_test(news_that_changes_no_question_makes_no_answer_stale),
		cmocka_unit_test(several_seats_may_answer_in_any_order),
		cmocka_unit_test(a_die_that_passes_is_a_forced_decision),
		cmocka_unit_test(the_house_plays_a_forced_decision_that_has_one_play),
		cmocka_unit_test(without_leave_the_house_plays_nothing_for_anybody),
		cmocka_unit_test(a_seats_own_turn_is_never_played_for_it),
		cmocka_unit_test(faces_must_be_as_many_as_waited_for_and_on_the_dice),
		cmocka_unit_test(the_end_is_a_fact_with_ranks_and_everybody_goes_home),
		cmocka_unit_test(a_pot_nobody_was_given_goes_to_the_winner),
		cmocka_unit_test(a_game_that_is_over_wants_nothing_more),
		cmocka_unit_test(a_resignation_may_be_offered_and_taken),
		cmocka_unit_test(a_resignation_may_be_refused_and_play_goes_on),
		cmocka_unit_test(
			a_resignation_the_game_does_not_know_is_refused_with_a_sentence),
		cmocka_unit_test(the_others_play_on_when_one_of_three_leaves),
		cmocka_unit_test(who_has_left_is_not_paid_and_does_not_pay),
		cmocka_unit_test(in_a_game_that_knows_no_leaving_the_other_wins),
		cmocka_unit_test(in_a_game_that_knows_no_leaving_the_leaver_is_last_of_four),
		cmocka_unit_test(before_the_second_decision_a_game_may_be_aborted),
		cmocka_unit_test(who_no_longer_plays_does_not_abort_the_game),
		cmocka_unit_test(an_open_table_may_be_aborted),
		cmocka_unit_test(after_the_second_decision_only_the_house_may_abort),
		cmocka_unit_test(a_frozen_game_stands_still),
		cmocka_unit_test(a_frozen_open_table_thaws_open),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
