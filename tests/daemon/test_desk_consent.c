/*
 * test_desk_consent.c - what is agreed on at the desk: in the book, in chips, and at
 * its instant.
 */
#include "tests/daemon/tavern.h"
#include "tests/game/toy.h"

#include <string.h>

#define MINUTE (60 * PACE_SECOND)

static enum refusal says(struct tavern *h, const char *key, unsigned command, unsigned kind,
			 unsigned seat)
{
	struct command c = {.kind = (uint8_t)command,
			    .consent = (uint8_t)kind,
			    .seat = (uint8_t)seat,
			    .length = 60 * MINUTE};

	return tavern_submit(h, key, &c, h->people[seat]);
}

static const char *begin_timed(struct tavern *h)
{
	struct desk_game g = tavern_terms(h, &tablas_plugin_toy, 2, 0, 0);

	g.pace = (struct pace){.timed = true, .per_move = 10 * MINUTE};
	return tavern_begin(h, &g, "4 1 3 1 2 1 2 1 2 1");
}

static const char *begin_antes(struct tavern *h)
{
	struct desk_game g = tavern_terms(h, &tablas_plugin_toy, 3, 2, 20);

	assert_int_equal(options_read(&tablas_plugin_toy, "antes=on", g.options), ACCEPTED);
	return tavern_begin(h, &g, "");
}

static void pause_for_an_hour(struct tavern *h, const char *key)
{
	assert_int_equal(says(h, key, COMMAND_OFFER, CONSENT_PAUSE, 0), ACCEPTED);
	assert_int_equal(says(h, key, COMMAND_AGREE, CONSENT_PAUSE, 1), ACCEPTED);
	tavern_settle(h);
}

/* user-voices B1, B8 */
static void a_pause_ends_at_its_instant_though_nobody_was_there(void **state)
{
	struct tavern *h = *state;
	const char *key = begin_timed(h);
	int64_t end = tavern_row(h, key).deadline, paused = clock_now(&h->clock);

	pause_for_an_hour(h, key);
	assert_int_equal(tavern_row(h, key).deadline, paused + 60 * MINUTE);
	assert_true(marks_is_paused(tavern_row(h, key).marks));
	tavern_close(h);
	clock_wind(&h->clock, paused + 65 * MINUTE);
	tavern_open(h);
	assert_int_equal(desk_lapse(h->desk, 8), 1);
	assert_int_equal(desk_lapse(h->desk, 8), 0);
	tavern_settle(h);
	assert_int_equal(tavern_row(h, key).deadline, end + 60 * MINUTE);
	assert_int_equal(tavern_row(h, key).changed, paused + 60 * MINUTE);
	assert_non_null(strstr(tavern_facts(h, key), "resumed:-:time"));
}

static void who_decides_behind_the_end_of_a_pause_finds_the_game_going_on(void **state)
{
	struct tavern *h = *state;
	const char *key = begin_timed(h);
	int64_t paused = clock_now(&h->clock);

	pause_for_an_hour(h, key);
	assert_int_equal(tavern_decide(h, key, 0, "hand-3 hand-1"), GAME_PAUSED);
	clock_wind(&h->clock, paused + 61 * MINUTE);
	assert_int_equal(tavern_decide(h, key, 0, "hand-3 hand-1"), ACCEPTED);
	tavern_settle(h);
}

static void what_was_paid_goes_back_with_the_decision_that_paid_it(void **state)
{
	struct tavern *h = *state;
	const char *key = begin_antes(h);
	char position[TABLAS_TEXT_MAX + 1];

	strcpy(position, tavern_row(h, key).position);
	assert_int_equal(tavern_decide(h, key, 1, "ante"), ACCEPTED);
	assert_int_equal(tavern_row(h, key).pot, 2);
	assert_int_equal(says(h, key, COMMAND_OFFER, CONSENT_TAKEBACK, 1), ACCEPTED);
	assert_int_equal(says(h, key, COMMAND_AGREE, CONSENT_TAKEBACK, 0), ACCEPTED);
	tavern_settle(h);
	/* What is offered outlives the desk. */
	tavern_close(h);
	tavern_open(h);
	assert_int_equal(says(h, key, COMMAND_AGREE, CONSENT_TAKEBACK, 2), ACCEPTED);
	tavern_settle(h);
	assert_int_equal(tavern_row(h, key).pot, 0);
	assert_int_equal(tavern_row(h, key).seat[1].purse, 20);
	assert_string_equal(tavern_row(h, key).position, position);
	assert_int_equal(says(h, key, COMMAND_AGREE, CONSENT_TAKEBACK, 2), NOTHING_OFFERED);
	assert_int_equal(tavern_decide(h, key, 1, "ante"), ACCEPTED);
	assert_int_equal(says(h, key, COMMAND_OFFER, CONSENT_TAKEBACK, 1), OFFER_NOT_ALLOWED);
	tavern_settle(h);
	tavern_assert_true(h);
}

/* user-voices D74, D76 */
static void a_game_all_agree_never_was_costs_nobody_a_chip(void **state)
{
	struct tavern *h = *state;
	const char *key = begin_antes(h);

	for (unsigned seat = 0; seat < 3; seat++) {
		assert_int_equal(tavern_wallet(h, h->people[seat]), 80);
		assert_int_equal(tavern_decide(h, key, seat, "ante"), ACCEPTED);
	}
	assert_int_equal(says(h, key, COMMAND_OFFER, CONSENT_ABORT, 0), ACCEPTED);
	assert_int_equal(says(h, key, COMMAND_OFFER, CONSENT_ABORT, 1), ACCEPTED);
	assert_int_equal(tavern_row(h, key).state, TABLE_ACTIVE);
	assert_int_equal(says(h, key, COMMAND_AGREE, CONSENT_ABORT, 2), ACCEPTED);
	tavern_settle(h);
	assert_int_equal(tavern_row(h, key).state, TABLE_ABORTED);
	for (unsigned seat = 0; seat < 3; seat++)
		assert_int_equal(tavern_wallet(h, h->people[seat]), 100);
}

#define SPENT_BACK                                                                             \
	"UPDATE games SET (spent, deadline) ="                                                 \
	" (SELECT spent, deadline FROM kept_time k WHERE k.id = games.id)"

/* user-voices B1: what is left while it stands, in the row of a game that is paused. */
static void the_audit_knows_what_time_was_left_at_a_pause(void **state)
{
	struct tavern *h = *state;
	const char *key = begin_timed(h);

	clock_wind(&h->clock, TAVERN_TIME + 3 * MINUTE);
	pause_for_an_hour(h, key);
	assert_non_null(strstr(tavern_row(h, key).spent, " 180000 "));
	tavern_assert_true(h);
	temporary_must(h->book, "CREATE TABLE kept_time AS SELECT id, spent, deadline FROM games");
	tavern_assert_noticed(h,
			      "UPDATE games SET spent = replace(spent, ' 180000 ', ' 60000 ')",
			      SPENT_BACK, "its clock in its snapshot is");
	tavern_assert_noticed(h, "UPDATE games SET deadline = deadline + 60000", SPENT_BACK,
			      "the deadline is");
	tavern_assert_noticed(h, "UPDATE games SET spent = NULL, deadline = NULL", SPENT_BACK,
			      "its clock in its snapshot is");
	temporary_must(h->book, "DROP TABLE kept_time");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TAVERN_TEST(a_pause_ends_at_its_instant_though_nobody_was_there),
		TAVERN_TEST(who_decides_behind_the_end_of_a_pause_finds_the_game_going_on),
		TAVERN_TEST(what_was_paid_goes_back_with_the_decision_that_paid_it),
		TAVERN_TEST(a_game_all_agree_never_was_costs_nobody_a_chip),
		TAVERN_TEST(the_audit_knows_what_time_was_left_at_a_pause),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
