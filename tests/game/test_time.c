/*
 * test_time.c - what becomes of the clock of a seat when others leave, offer to
 * resign, or take back: nobody's act gives time to another, or takes it.
 */
#include "at_table.h"

#define HOUR (3600 * PACE_SECOND)

static struct table_past past;

static const struct pace pace = {.timed = true,
				 .per_move = 10 * HOUR,
				 .bank = 5 * HOUR,
				 .increment = 2 * HOUR,
				 .bank_most = 5 * HOUR,
				 .on_timeout = CLAIM};

static void begin(unsigned seats, const char *options)
{
	lay(&tablas_plugin_toy, seats, options);
	table_pace(&t, &pace);
	table_remember(&t, &past);
	for (unsigned i = 0; i < seats; i++)
		assert_int_equal(wants(COMMAND_SIT, i), ACCEPTED);
	house_says_at(FACT_STARTED, "", 0);
}

/* Seat 0 is on move, and is asked from the beginning of time. */
static void begin_a_turn(void)
{
	begin(2, "");
	house_throws(4, 1);
	house_throws(3, 1);
	assert_true(table_asks(&t, 0));
}

static enum refusal resigns_at(unsigned seat, int32_t value, int64_t at)
{
	return want_at((struct command){.kind = COMMAND_RESIGN,
					.seat = (uint8_t)seat,
					.value = value},
		       at);
}

static enum refusal decides_at(unsigned seat, const char *word, int64_t at)
{
	return want_at((struct command){.kind = COMMAND_DECIDE,
					.seat = (uint8_t)seat,
					.words = &word,
					.words_n = 1},
		       at);
}

static void the_clock_of_who_is_asked_still_runs_on_when_another_leaves(void **state)
{
	(void)state;
	begin(3, "antes=on");
	assert_int_equal(table_deadline_of(&t, 0), 15 * HOUR);
	assert_int_equal(resigns_at(2, 0, 13 * HOUR), ACCEPTED);
	assert_true(table_asks(&t, 0));
	assert_int_equal(table_deadline_of(&t, 0), 15 * HOUR);
	/* He pays once for all he has used. */
	assert_int_equal(decides_at(0, "ante", 14 * HOUR), ACCEPTED);
	assert_int_equal(t.time.bank[0], (5 - 4 + 2) * HOUR);
	assert_int_equal(table_deadline_of(&t, 1), 15 * HOUR);
}

static void who_has_let_his_time_run_out_can_be_claimed_against_still(void **state)
{
	(void)state;
	begin(3, "antes=on");
	assert_int_equal(decides_at(1, "ante", HOUR), ACCEPTED);
	assert_int_equal(decides_at(2, "ante", HOUR), ACCEPTED);
	assert_int_equal(want((struct command){.kind = COMMAND_LAPSE, .at = 16 * HOUR}), ACCEPTED);
	assert_int_equal(resigns_at(2, 0, 17 * HOUR), ACCEPTED);
	assert_int_equal(t.time.lapsed, 1u << 0);
	assert_int_equal(table_due(&t), 0); /* it does not lapse twice */
	assert_int_equal(want_at((struct command){.kind = COMMAND_CLAIM, .seat = 1}, 18 * HOUR),
			 ACCEPTED);
	house_says_at(FACT_LEFT, "timeout", 18 * HOUR);
}

/* Seat 2 was asked from the beginning, seat 1 only when seat 0 has gone. */
static void who_is_asked_anew_has_the_whole_allowance_beside_one_who_is_not(void **state)
{
	struct pace_spent s = {.bank = {HOUR, HOUR, HOUR}, .lapsed = 5, .claimed = true}, back;
	char text[PACE_SPENT_MAX];

	(void)state;
	pace_ask_others(&pace, &s, 3, 1u << 2, 8 * HOUR);
	assert_int_equal(pace_deadline(&pace, &s, 1), 19 * HOUR);
	assert_int_equal(pace_deadline(&pace, &s, 2), 11 * HOUR);
	assert_int_equal(pace_used(&pace, &s, 1, 9 * HOUR), HOUR);
	assert_int_equal(s.lapsed, 1u << 2);
	assert_false(s.claimed);
	pace_spent_write(&s, 3, text, sizeof(text));
	assert_int_equal(pace_spent_read(text, 3, &back), 0);
	assert_int_equal(pace_deadline(&pace, &back, 1), 19 * HOUR);
}

static void to_offer_a_resignation_costs_what_was_used_and_no_increment(void **state)
{
	(void)state;
	begin_a_turn();
	assert_int_equal(resigns_at(0, 1, 4 * HOUR), ACCEPTED);
	assert_int_equal(t.time.bank[0], 5 * HOUR);
	begin_a_turn();
	assert_int_equal(resigns_at(0, 1, 12 * HOUR), ACCEPTED);
	assert_int_equal(table_deadline_of(&t, 1), 27 * HOUR);
	assert_int_equal(decides_at(1, "refuse", 12 * HOUR), ACCEPTED);
	assert_int_equal(table_deadline_of(&t, 0), 15 * HOUR);
}

/* Seat 0 has used 4 hours when it offers, and 4 when it is refused 9 hours later. */
static void the_time_of_who_offered_a_resignation_goes_on_when_it_is_refused(void **state)
{
	char text[PACE_SPENT_MAX];
	struct pace_spent back;

	(void)state;
	begin_a_turn();
	assert_int_equal(table_deadline_of(&t, 0), 15 * HOUR);
	assert_int_equal(resigns_at(0, 1, 4 * HOUR), ACCEPTED);
	assert_int_equal(table_deadline_of(&t, 1), 19 * HOUR);
	pace_spent_write(&t.time, t.seats, text, sizeof(text));
	assert_int_equal(pace_spent_read(text, t.seats, &back), 0);
	assert_memory_equal(&back, &t.time, sizeof(back));
	assert_int_equal(decides_at(1, "refuse", 13 * HOUR), ACCEPTED);
	assert_int_equal(table_deadline_of(&t, 0), 24 * HOUR);
	assert_int_equal(resigns_at(0, 1, 20 * HOUR), ACCEPTED);
	assert_int_equal(decides_at(1, "refuse", 21 * HOUR), ACCEPTED);
	assert_int_equal(table_deadline_of(&t, 0), 25 * HOUR);
	/* It pays once, for 11 hours and one more. */
	assert_int_equal(t.time.bank[0], 5 * HOUR);
	assert_int_equal(resigns_at(0, 0, 22 * HOUR), ACCEPTED);
}

static void to_answer_an_offer_costs_overtime_and_earns_no_increment(void **state)
{
	(void)state;
	begin_a_turn();
	assert_int_equal(resigns_at(0, 1, HOUR), ACCEPTED);
	assert_int_equal(decides_at(1, "refuse", 15 * HOUR), ACCEPTED);
	assert_int_equal(t.time.bank[1], HOUR);
	assert_int_equal(resigns_at(0, 1, 16 * HOUR), ACCEPTED);
	assert_int_equal(decides_at(1, "refuse", 17 * HOUR), ACCEPTED);
	assert_int_equal(t.time.bank[1], HOUR);
}

/* It has offered after its time was up, and comes back to the same. */
static void an_offer_is_no_way_out_for_who_has_let_his_time_run_out(void **state)
{
	(void)state;
	begin_a_turn();
	assert_int_equal(want((struct command){.kind = COMMAND_LAPSE, .at = 15 * HOUR}), ACCEPTED);
	assert_int_equal(resigns_at(0, 1, 16 * HOUR), ACCEPTED);
	assert_int_equal(want_at((struct command){.kind = COMMAND_CLAIM, .seat = 1}, 17 * HOUR),
			 NOTHING_TO_CLAIM);
	assert_int_equal(decides_at(1, "refuse", 18 * HOUR), ACCEPTED);
	assert_int_equal(t.time.lapsed, 1u << 0);
	assert_int_equal(t.time.misses[0], 1);
	assert_int_equal(table_due(&t), 0);
	assert_int_equal(want_at((struct command){.kind = COMMAND_CLAIM, .seat = 1}, 19 * HOUR),
			 ACCEPTED);
	house_says_at(FACT_LEFT, "timeout", 19 * HOUR);
}

static void what_was_used_stays_used_when_another_takes_back(void **state)
{
	(void)state;
	begin(2, "antes=on");
	assert_int_equal(decides_at(0, "ante", 2 * HOUR), ACCEPTED);
	assert_int_equal(says(COMMAND_OFFER, CONSENT_TAKEBACK, 0), ACCEPTED);
	assert_int_equal(says(COMMAND_AGREE, CONSENT_TAKEBACK, 1), ACCEPTED);
	house_says_at(FACT_TAKEN_BACK, "4", 13 * HOUR);
	assert_int_equal(t.time.bank[1], 2 * HOUR);
	assert_int_equal(t.time.bank[0], 5 * HOUR);
}

static void before_play_no_clock_has_run_when_the_game_is_frozen(void **state)
{
	(void)state;
	lay(&tablas_plugin_toy, 2, "");
	table_pace(&t, &pace);
	assert_int_equal(want_at((struct command){.kind = COMMAND_FREEZE, .seat = TABLAS_NOBODY},
				 5 * HOUR),
			 ACCEPTED);
	assert_int_equal(t.time.spent, 0);
	assert_int_equal(t.time.since, 0);
	begin_a_turn();
	assert_int_equal(want_at((struct command){.kind = COMMAND_FREEZE, .seat = TABLAS_NOBODY},
				 5 * HOUR),
			 ACCEPTED);
	assert_int_equal(t.time.spent, 5 * HOUR);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_clock_of_who_is_asked_still_runs_on_when_another_leaves),
		cmocka_unit_test(who_has_let_his_time_run_out_can_be_claimed_against_still),
		cmocka_unit_test(who_is_asked_anew_has_the_whole_allowance_beside_one_who_is_not),
		cmocka_unit_test(to_offer_a_resignation_costs_what_was_used_and_no_increment),
		cmocka_unit_test(the_time_of_who_offered_a_resignation_goes_on_when_it_is_refused),
		cmocka_unit_test(to_answer_an_offer_costs_overtime_and_earns_no_increment),
		cmocka_unit_test(an_offer_is_no_way_out_for_who_has_let_his_time_run_out),
		cmocka_unit_test(what_was_used_stays_used_when_another_takes_back),
		cmocka_unit_test(before_play_no_clock_has_run_when_the_game_is_frozen),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
