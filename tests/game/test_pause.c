/*
 * test_pause.c - a game that is paused by agreement: what is left of its clock, what
 * may be done meanwhile, and that it goes on at its instant.
 */
#include "at_table.h"

static struct table_past past;

#define HOUR (3600 * PACE_SECOND)

static enum refusal does_at(unsigned command, unsigned kind, unsigned seat, int64_t at)
{
	return want_at((struct command){.kind = (uint8_t)command,
					.consent = (uint8_t)kind,
					.seat = (uint8_t)seat,
					.length = 48 * HOUR},
		       at);
}

static void begin_timed(void)
{
	struct pace pace = {.timed = true, .per_move = 10 * HOUR, .bank = 5 * HOUR};

	lay(&tablas_plugin_toy, 2, "");
	table_pace(&t, &pace);
	table_remember(&t, &past);
	assert_int_equal(wants(COMMAND_SIT, 0), ACCEPTED);
	assert_int_equal(wants(COMMAND_SIT, 1), ACCEPTED);
	house_says_at(FACT_STARTED, "", HOUR);
	house_throws(4, 1); /* at no instant: the clock runs from the start of time */
	house_throws(3, 1);
}

static void pause_for_two_days(unsigned by, int64_t at)
{
	assert_int_equal(does_at(COMMAND_OFFER, CONSENT_PAUSE, by, at), ACCEPTED);
	assert_int_equal(does_at(COMMAND_AGREE, CONSENT_PAUSE, !by, at), ACCEPTED);
	house_says_at(FACT_PAUSED, "P2D", at);
	assert_int_equal(table_paused_until(&t), at + 48 * HOUR);
}

/* user-voices B1: paused twice in one turn, what is left is what was left */
static void what_is_left_is_exact_through_any_number_of_pauses(void **state)
{
	int64_t end;
	unsigned seat;

	(void)state;
	begin_timed();
	end = table_deadline(&t, &seat);
	pause_for_two_days(0, 2 * HOUR);
	/* user-voices B2: while it is paused nothing counts down */
	assert_int_equal(table_deadline(&t, &seat), 0);
	assert_int_equal(does_at(COMMAND_OFFER, CONSENT_PAUSE, 1, 3 * HOUR), OFFER_NOT_ALLOWED);
	assert_int_equal(does_at(COMMAND_OFFER, CONSENT_RESUME, 1, 3 * HOUR), ACCEPTED);
	assert_int_equal(does_at(COMMAND_AGREE, CONSENT_RESUME, 0, 7 * HOUR + 1), ACCEPTED);
	house_says_at(FACT_RESUMED, "agreement", 7 * HOUR + 1);
	assert_int_equal(table_deadline(&t, &seat), end + 5 * HOUR + 1);
	pause_for_two_days(1, 8 * HOUR);
	assert_int_equal(want_at((struct command){.kind = COMMAND_LAPSE, .at = 56 * HOUR - 1}, 0),
			 STALE_PLY);
	/* Of itself, at its instant, however late somebody looks. */
	assert_int_equal(want_at((struct command){.kind = COMMAND_LAPSE, .at = 99 * HOUR}, 0),
			 ACCEPTED);
	assert_int_equal(decision.facts[0].kind, FACT_RESUMED);
	assert_int_equal(decision.facts[0].at, 56 * HOUR);
	assert_int_equal(table_deadline(&t, &seat), end + 53 * HOUR + 1);
}

/* user-voices B3 */
static void nothing_is_decided_while_it_is_paused(void **state)
{
	struct fact f = {.kind = FACT_DECIDED, .text = "hand-3 hand-1"};

	(void)state;
	begin_timed();
	pause_for_two_days(0, 2 * HOUR);
	assert_int_equal(decides(0, "hand-3 hand-1"), GAME_PAUSED);
	assert_int_equal(wants(COMMAND_CLAIM, 1), GAME_PAUSED);
	f.ply = t.ply + 1;
	assert_int_equal(table_apply(&t, &f, &happened), -1);
	/* One may give the game up, or agree on something else. */
	assert_int_equal(offers(CONSENT_DRAW, 0), ACCEPTED);
	assert_int_equal(agrees(CONSENT_DRAW, 1), ACCEPTED);
	house_says(FACT_FINISHED, "1 1 agreement");
	assert_int_equal(table_due(&t), 0);
}

static void a_pause_comes_too_late_when_the_time_of_a_seat_is_up(void **state)
{
	(void)state;
	begin_timed();
	t.pace.on_timeout = CLAIM;
	assert_int_equal(does_at(COMMAND_OFFER, CONSENT_PAUSE, 0, 2 * HOUR), ACCEPTED);
	assert_int_equal(want_at((struct command){.kind = COMMAND_LAPSE, .at = 99 * HOUR}, 0),
			 ACCEPTED);
	assert_int_equal(decision.facts[0].kind, FACT_LAPSED);
	assert_int_equal(does_at(COMMAND_AGREE, CONSENT_PAUSE, 1, 99 * HOUR), NOTHING_OFFERED);
	assert_int_equal(house_next(), HOUSE_WAITS);
}

static void a_game_without_a_clock_is_not_paused(void **state)
{
	(void)state;
	begin_two(&tablas_plugin_toy, "");
	assert_int_equal(does_at(COMMAND_OFFER, CONSENT_PAUSE, 0, 0), OFFER_NOT_ALLOWED);
	assert_int_equal(offers(CONSENT_RESUME, 0), OFFER_NOT_ALLOWED);
	begin_timed();
	assert_int_equal(want((struct command){
				 .kind = COMMAND_OFFER, .consent = CONSENT_PAUSE, .length = 59999}),
			 INVALID_VALUE);
	assert_int_equal(want((struct command){.kind = COMMAND_OFFER,
					       .consent = CONSENT_PAUSE,
					       .length = TABLE_PAUSE_MOST + 1}),
			 INVALID_VALUE);
}

/* user-voices B5: whether a game is paused is one of its terms */
static void a_game_may_be_laid_so_that_it_is_never_paused(void **state)
{
	struct pace again, pace = {.timed = true, .per_move = 10 * HOUR, .no_pauses = true};
	char text[PACE_TEXT_MAX];

	(void)state;
	begin_timed();
	t.pace.no_pauses = true;
	assert_int_equal(does_at(COMMAND_OFFER, CONSENT_PAUSE, 0, HOUR), OFFER_NOT_ALLOWED);
	pace_write(&pace, text, sizeof(text));
	assert_true(pace_read(text, &again) && again.no_pauses);
	pace.no_pauses = false;
	pace_write(&pace, text, sizeof(text));
	assert_true(pace_read(text, &again) && !again.no_pauses);
}

static void a_frost_that_outlasts_a_pause_takes_nobodys_time(void **state)
{
	int64_t end;
	unsigned seat;

	(void)state;
	begin_timed();
	end = table_deadline(&t, &seat);
	pause_for_two_days(0, 2 * HOUR);
	assert_int_equal(want_at((struct command){.kind = COMMAND_FREEZE, .seat = TABLAS_NOBODY},
				 3 * HOUR),
			 ACCEPTED);
	assert_int_equal(table_due(&t), 0);
	assert_int_equal(want_at((struct command){.kind = COMMAND_THAW, .seat = TABLAS_NOBODY},
				 102 * HOUR),
			 ACCEPTED);
	assert_int_equal(table_due(&t), 102 * HOUR);
	assert_int_equal(want_at((struct command){.kind = COMMAND_LAPSE, .at = 103 * HOUR}, 0),
			 ACCEPTED);
	assert_int_equal(table_deadline(&t, &seat), end + 100 * HOUR);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_left_is_exact_through_any_number_of_pauses),
		cmocka_unit_test(nothing_is_decided_while_it_is_paused),
		cmocka_unit_test(a_pause_comes_too_late_when_the_time_of_a_seat_is_up),
		cmocka_unit_test(a_game_without_a_clock_is_not_paused),
		cmocka_unit_test(a_game_may_be_laid_so_that_it_is_never_paused),
		cmocka_unit_test(a_frost_that_outlasts_a_pause_takes_nobodys_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
