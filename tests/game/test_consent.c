/*
 * test_consent.c - what is done by agreement: offers and answers, a draw, a game that
 * never was, a decision taken back.
 */
#include "at_table.h"

static struct table_past past;

/* A game of two that is at its first decision, and remembers. */
static void begin(void)
{
	begin_two(&tablas_plugin_toy, "");
	table_remember(&t, &past);
	house_throws(3, 1);
}

/* ---- offers and answers ---------------------------------------------------------------- */

static void nobody_accepts_an_offer_of_his_own(void **state)
{
	(void)state;
	begin();
	assert_int_equal(offers(CONSENT_DRAW, 0), ACCEPTED);
	assert_int_equal(agrees(CONSENT_DRAW, 0), OWN_OFFER);
	assert_int_equal(says(COMMAND_DECLINE, CONSENT_DRAW, 0), OWN_OFFER);
	assert_int_equal(house_next(), HOUSE_WAITS);
}

static void what_is_not_offered_is_not_answered(void **state)
{
	(void)state;
	begin();
	assert_int_equal(agrees(CONSENT_DRAW, 1), NOTHING_OFFERED);
	assert_int_equal(offers(CONSENT_DRAW, 0), ACCEPTED);
	assert_int_equal(agrees(CONSENT_ABORT, 1), NOTHING_OFFERED);
	assert_int_equal(says(COMMAND_WITHDRAW, CONSENT_DRAW, 1), NOTHING_OFFERED);
	assert_int_equal(agrees(CONSENT_DRAW, 2), NOT_SEATED);
	assert_int_equal(says(COMMAND_DECLINE, CONSENT_DRAW, 1), ACCEPTED);
	assert_int_equal(agrees(CONSENT_DRAW, 1), NOTHING_OFFERED);
	assert_int_equal(offers(CONSENT_COUNT, 1), INVALID_VALUE);
}

static void who_agrees_must_have_seen_the_offer(void **state)
{
	struct command c = {.kind = COMMAND_AGREE, .consent = CONSENT_DRAW, .seat = 1};

	(void)state;
	begin();
	c.ply = t.ply;
	assert_int_equal(offers(CONSENT_DRAW, 0), ACCEPTED);
	assert_int_equal(want(c), STALE_PLY);
	c.ply = t.ply;
	assert_int_equal(want(c), ACCEPTED);
}

static void each_offer_is_made_once_for_each_question(void **state)
{
	(void)state;
	begin();
	assert_int_equal(offers(CONSENT_DRAW, 1), ACCEPTED);
	assert_int_equal(offers(CONSENT_DRAW, 1), OFFER_NOT_ALLOWED);
	assert_int_equal(says(COMMAND_WITHDRAW, CONSENT_DRAW, 1), ACCEPTED);
	assert_int_equal(offers(CONSENT_DRAW, 1), OFFER_NOT_ALLOWED);
	assert_non_null(decision.sentence);
	/* The other may, and so may both when the game has moved on. */
	assert_int_equal(offers(CONSENT_DRAW, 0), ACCEPTED);
	assert_int_equal(says(COMMAND_DECLINE, CONSENT_DRAW, 1), ACCEPTED);
	assert_int_equal(decides(0, "hand-3 hand-1"), ACCEPTED);
	house_throws(2, 1);
	assert_int_equal(offers(CONSENT_DRAW, 1), ACCEPTED);
}

static void an_offer_lapses_when_its_maker_decides_again(void **state)
{
	(void)state;
	begin();
	assert_int_equal(offers(CONSENT_DRAW, 1), ACCEPTED);
	assert_int_equal(decides(0, "hand-3 hand-1"), ACCEPTED);
	house_throws(2, 1);
	assert_int_equal(t.consent.open, 1u << CONSENT_DRAW);
	assert_int_equal(decides(1, "hand-2 hand-1"), ACCEPTED);
	assert_int_equal(t.consent.open, 0);
	house_throws(2, 1);
	assert_int_equal(agrees(CONSENT_DRAW, 0), NOTHING_OFFERED);
}

static void nothing_is_offered_before_the_game_or_after_it(void **state)
{
	(void)state;
	lay(&tablas_plugin_toy, 2, "");
	assert_int_equal(offers(CONSENT_DRAW, 0), GAME_NOT_STARTED);
	begin();
	assert_int_equal(wants(COMMAND_FREEZE, TABLAS_NOBODY), ACCEPTED);
	assert_int_equal(offers(CONSENT_DRAW, 0), GAME_FROZEN);
	begin();
	assert_int_equal(wants(COMMAND_ABORT, 0), ACCEPTED);
	assert_int_equal(offers(CONSENT_DRAW, 0), GAME_OVER);
}

/* ---- a draw --------------------------------------------------------------------------- */

static void once_all_agree_nothing_else_happens(void **state)
{
	struct fact f;

	(void)state;
	begin();
	assert_int_equal(offers(CONSENT_DRAW, 1), ACCEPTED);
	assert_int_equal(agrees(CONSENT_DRAW, 0), ACCEPTED);
	f = (struct fact){.kind = FACT_DECIDED, .ply = t.ply + 1, .text = "hand-3 hand-1"};
	assert_int_equal(table_apply(&t, &f, &happened), -1);
	house_says(FACT_FINISHED, "1 1 agreement");
}

/* user-voices G96 */
static void seats_that_left_are_not_asked(void **state)
{
	(void)state;
	begin_antes(&past, 4);
	for (unsigned seat = 0; seat < 4; seat++)
		assert_int_equal(decides(seat, "ante"), ACCEPTED);
	assert_int_equal(t.stakes.pot, 4 * t.stakes.unit);
	assert_int_equal(offers(CONSENT_DRAW, 2), ACCEPTED);
	assert_int_equal(agrees(CONSENT_DRAW, 3), ACCEPTED);
	assert_int_equal(agrees(CONSENT_DRAW, 3), NOTHING_OFFERED);
	assert_int_equal(house_next(), HOUSE_ROLLS);
	assert_int_equal(resigns(0, 0), ACCEPTED);
	assert_int_equal(agrees(CONSENT_DRAW, 0), OFFER_NOT_ALLOWED);
	assert_int_equal(agrees(CONSENT_DRAW, 1), ACCEPTED);
	house_says(FACT_FINISHED, "4 1 1 1 agreement");
	assert_int_equal(t.ending, ENDING_AGREEMENT);
	/* The pot is shared by those who agreed; what was paid stays paid. */
	assert_int_equal(happened.transfers[0].kind, TRANSFER_POT);
	assert_int_equal(table_chips(&t), 0);
}

static void whoever_is_the_last_not_to_have_agreed_may_leave_instead(void **state)
{
	(void)state;
	begin_many(&tablas_plugin_toy, 3, "");
	house_throws(3, 1);
	assert_int_equal(offers(CONSENT_DRAW, 1), ACCEPTED);
	assert_int_equal(agrees(CONSENT_DRAW, 2), ACCEPTED);
	assert_int_equal(resigns(0, 0), ACCEPTED);
	house_says(FACT_FINISHED, "3 1 1 agreement");
}

static void who_is_left_alone_has_won_and_agrees_with_nobody(void **state)
{
	(void)state;
	begin_two(&toy_bare, "");
	house_throws(3, 1);
	assert_int_equal(offers(CONSENT_ABORT, 1), ACCEPTED);
	assert_int_equal(offers(CONSENT_DRAW, 1), ACCEPTED);
	assert_int_equal(resigns(0, 0), ACCEPTED);
	house_says(FACT_FINISHED, "2 1 left");
	assert_int_equal(t.ending, ENDING_RESIGNATION);
}

static void two_who_offer_a_draw_have_agreed(void **state)
{
	(void)state;
	begin();
	assert_int_equal(offers(CONSENT_DRAW, 1), ACCEPTED);
	assert_int_equal(offers(CONSENT_DRAW, 0), ACCEPTED);
	house_says(FACT_FINISHED, "1 1 agreement");
	assert_int_equal(t.state, TABLE_OVER);
	assert_int_equal(t.consent.open, 0);
}

/* ---- a game that never was ---------------------------------------------------------------- */

/* user-voices D74 */
static void all_may_agree_that_the_game_never_was(void **state)
{
	int64_t chips = 0;

	(void)state;
	begin_antes(&past, 3);
	for (unsigned seat = 0; seat < 3; seat++)
		assert_int_equal(decides(seat, "ante"), ACCEPTED);
	assert_int_equal(wants(COMMAND_ABORT, 0), TOO_LATE_TO_ABORT);
	assert_int_equal(offers(CONSENT_ABORT, 0), ACCEPTED);
	assert_int_equal(agrees(CONSENT_ABORT, 1), ACCEPTED);
	assert_int_equal(agrees(CONSENT_ABORT, 2), ACCEPTED);
	house_says(FACT_ABORTED, "agreement");
	for (size_t i = 0; i < happened.transfers_n; i++)
		if (happened.transfers[i].kind == TRANSFER_REFUND) {
			assert_int_equal(happened.transfers[i].amount, 100);
			chips += happened.transfers[i].amount;
		}
	assert_int_equal(chips, 300);
	assert_int_equal(table_chips(&t), 0);
	assert_int_equal(t.ending, ENDING_ABORT);
}

/* ---- taking back ------------------------------------------------------------------------ */

static void a_decision_taken_back_never_was_but_for_the_log(void **state)
{
	struct table before;
	uint64_t ply;

	(void)state;
	begin_antes(&past, 3);
	table_copy(&before, &t);
	assert_int_equal(decides(1, "ante"), ACCEPTED);
	ply = t.ply;
	assert_int_equal(t.stakes.purse[1], 98);
	assert_int_equal(offers(CONSENT_TAKEBACK, 1), ACCEPTED);
	assert_int_equal(agrees(CONSENT_TAKEBACK, 0), ACCEPTED);
	assert_int_equal(house_next(), HOUSE_WAITS);
	assert_int_equal(agrees(CONSENT_TAKEBACK, 2), ACCEPTED);
	house_says(FACT_TAKEN_BACK, "5");
	assert_int_equal(ply, 5);
	assert_memory_equal(t.position, before.position, t.plugin->position_size);
	assert_memory_equal(t.stakes.purse, before.stakes.purse, sizeof(t.stakes.purse));
	assert_int_equal(t.stakes.pot, 0);
	assert_int_equal(happened.transfers_n, 1);
	assert_int_equal(happened.transfers[0].kind, TRANSFER_CORRECTION);
	assert_int_equal(happened.transfers[0].from, TABLAS_POT);
	assert_int_equal(t.decisions, before.decisions);
	assert_int_equal(t.ply, ply + 4);
	assert_int_equal(t.asked, t.ply);
}

static void nothing_is_taken_back_twice(void **state)
{
	(void)state;
	begin_antes(&past, 2);
	assert_int_equal(decides(0, "ante"), ACCEPTED);
	assert_int_equal(offers(CONSENT_TAKEBACK, 0), ACCEPTED);
	assert_int_equal(agrees(CONSENT_TAKEBACK, 1), ACCEPTED);
	house_says(FACT_TAKEN_BACK, "4");
	assert_int_equal(agrees(CONSENT_TAKEBACK, 1), NOTHING_OFFERED);
	assert_int_equal(offers(CONSENT_TAKEBACK, 0), OFFER_NOT_ALLOWED);
	assert_int_equal(decides(0, "ante"), ACCEPTED);
	assert_int_equal(offers(CONSENT_TAKEBACK, 0), OFFER_NOT_ALLOWED);
	assert_non_null(decision.sentence);
}

/* user-voices B34 */
static void what_others_decided_since_is_taken_back_with_it(void **state)
{
	(void)state;
	begin_antes(&past, 3);
	assert_int_equal(decides(2, "ante"), ACCEPTED);
	assert_int_equal(decides(0, "ante"), ACCEPTED);
	assert_int_equal(decides(1, "ante"), ACCEPTED);
	assert_int_equal(offers(CONSENT_TAKEBACK, 0), ACCEPTED);
	assert_int_equal(agrees(CONSENT_TAKEBACK, 1), ACCEPTED);
	assert_int_equal(agrees(CONSENT_TAKEBACK, 2), ACCEPTED);
	house_says(FACT_TAKEN_BACK, "6");
	assert_int_equal(t.stakes.pot, t.stakes.unit);
	assert_true(table_asks(&t, 0) && table_asks(&t, 1) && !table_asks(&t, 2));
	/* What came before can be taken back still, what came after cannot. */
	assert_int_equal(t.takeable, 1u << 2);
}

/* user-voices B34, B45, D55 */
static void no_throw_is_ever_taken_back(void **state)
{
	(void)state;
	begin();
	assert_int_equal(offers(CONSENT_TAKEBACK, 0), OFFER_NOT_ALLOWED);
	assert_int_equal(decides(0, "hand-3 hand-1"), ACCEPTED);
	assert_int_equal(t.takeable, 1);
	house_throws(2, 1);
	assert_int_equal(t.takeable, 0);
	assert_int_equal(offers(CONSENT_TAKEBACK, 0), OFFER_NOT_ALLOWED);
	assert_non_null(table_why_no_offer(&t, CONSENT_TAKEBACK));
}

static void the_offer_lapses_when_the_game_moves_on(void **state)
{
	(void)state;
	begin_antes(&past, 3);
	assert_int_equal(decides(0, "ante"), ACCEPTED);
	assert_int_equal(offers(CONSENT_TAKEBACK, 0), ACCEPTED);
	assert_int_equal(decides(1, "ante"), ACCEPTED);
	assert_int_equal(agrees(CONSENT_TAKEBACK, 2), NOTHING_OFFERED);
}

static void a_table_that_does_not_remember_takes_nothing_back(void **state)
{
	struct tablas_wait wait;
	struct fact f;

	(void)state;
	begin_antes(&past, 2);
	t.past = NULL;
	assert_int_equal(decides(0, "ante"), ACCEPTED);
	assert_int_equal(offers(CONSENT_TAKEBACK, 0), ACCEPTED);
	assert_int_equal(agrees(CONSENT_TAKEBACK, 1), ACCEPTED);
	assert_int_equal(table_next(&t, &wait, &f), HOUSE_FACT);
	assert_int_equal(table_apply(&t, &f, &happened), -1);
}

static void what_was_added_to_a_purse_meanwhile_stays_in_it(void **state)
{
	(void)state;
	begin_antes(&past, 2);
	t.stakes.top_ups = true;
	assert_int_equal(decides(0, "ante"), ACCEPTED);
	assert_int_equal(want((struct command){.kind = COMMAND_TOP_UP, .seat = 0, .chips = 7}),
			 ACCEPTED);
	assert_int_equal(offers(CONSENT_TAKEBACK, 0), ACCEPTED);
	assert_int_equal(agrees(CONSENT_TAKEBACK, 1), ACCEPTED);
	house_says(FACT_TAKEN_BACK, "4");
	assert_int_equal(t.stakes.purse[0], 107);
	assert_int_equal(t.stakes.brought[0], 107);
}

/* As the toy plays, but seat 1 has finished with its ante. */
static void play_and_finish(void *pos, unsigned seat, tablas_move move, struct tablas_events *e)
{
	tablas_plugin_toy.play(pos, seat, move, e);
	if (seat == 1)
		e->v[e->n++] = (struct tablas_event){
			.kind = TABLAS_EV_FINISHED, .seat = 1, .other = TABLAS_NOBODY, .amount = 1};
}

static void a_seat_that_has_finished_is_not_brought_back_by_the_others(void **state)
{
	struct tablas_plugin finishing = tablas_plugin_toy;

	(void)state;
	finishing.play = play_and_finish;
	begin_antes(&past, 3);
	t.plugin = &finishing;
	assert_int_equal(decides(0, "ante"), ACCEPTED);
	assert_int_equal(t.takeable, 1u << 0);
	assert_int_equal(decides(1, "ante"), ACCEPTED);
	assert_int_equal(t.status[1], SEAT_FINISHED);
	assert_int_equal(t.takeable, 0);
	assert_int_equal(offers(CONSENT_TAKEBACK, 0), OFFER_NOT_ALLOWED);
	t.plugin = &tablas_plugin_toy;
}

/* ---- as a line of words -------------------------------------------------------------------- */

static void what_is_offered_is_kept_as_words(void **state)
{
	struct consent again;
	char text[CONSENT_TEXT_MAX], twice[CONSENT_TEXT_MAX];

	(void)state;
	begin_antes(&past, 4);
	assert_int_equal(consent_write(&t.consent, text, sizeof(text)), 0);
	assert_int_equal(decides(1, "ante"), ACCEPTED);
	for (unsigned i = CONSENT_DRAW; i <= CONSENT_TAKEBACK; i++)
		assert_int_equal(offers(i, 1), ACCEPTED);
	t.consent.until = 77;
	assert_int_equal(agrees(CONSENT_DRAW, 3), ACCEPTED);
	assert_int_equal(says(COMMAND_DECLINE, CONSENT_ABORT, 2), ACCEPTED);
	assert_true(consent_write(&t.consent, text, sizeof(text)) < sizeof(text));
	assert_int_equal(consent_read(text, &again), 0);
	assert_memory_equal(&again.offer[CONSENT_DRAW], &t.consent.offer[CONSENT_DRAW],
			    sizeof(struct offer));
	assert_int_equal(again.open, t.consent.open);
	assert_int_equal(again.tries, t.consent.tries);
	assert_int_equal(again.until, 77);
	consent_write(&again, twice, sizeof(twice));
	assert_string_equal(twice, text);
	assert_int_equal(consent_read("draw", &again), -1);
	assert_int_equal(consent_read("dance 1 2 3 4 0", &again), -1);
	assert_int_equal(consent_read("draw 1 8 0 0 0", &again), -1);
	assert_int_equal(consent_read("draw 1 7 0 0", &again), -1);
	assert_int_equal(consent_read("paused 0", &again), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nobody_accepts_an_offer_of_his_own),
		cmocka_unit_test(what_is_not_offered_is_not_answered),
		cmocka_unit_test(who_agrees_must_have_seen_the_offer),
		cmocka_unit_test(each_offer_is_made_once_for_each_question),
		cmocka_unit_test(an_offer_lapses_when_its_maker_decides_again),
		cmocka_unit_test(nothing_is_offered_before_the_game_or_after_it),
		cmocka_unit_test(once_all_agree_nothing_else_happens),
		cmocka_unit_test(seats_that_left_are_not_asked),
		cmocka_unit_test(whoever_is_the_last_not_to_have_agreed_may_leave_instead),
		cmocka_unit_test(who_is_left_alone_has_won_and_agrees_with_nobody),
		cmocka_unit_test(two_who_offer_a_draw_have_agreed),
		cmocka_unit_test(all_may_agree_that_the_game_never_was),
		cmocka_unit_test(a_decision_taken_back_never_was_but_for_the_log),
		cmocka_unit_test(nothing_is_taken_back_twice),
		cmocka_unit_test(what_others_decided_since_is_taken_back_with_it),
		cmocka_unit_test(no_throw_is_ever_taken_back),
		cmocka_unit_test(the_offer_lapses_when_the_game_moves_on),
		cmocka_unit_test(a_table_that_does_not_remember_takes_nothing_back),
		cmocka_unit_test(what_was_added_to_a_purse_meanwhile_stays_in_it),
		cmocka_unit_test(a_seat_that_has_finished_is_not_brought_back_by_the_others),
		cmocka_unit_test(what_is_offered_is_kept_as_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
