/*
 * test_desk_away.c - vacations at the desk: which clocks stand, since when, and that
 * it does not matter when a table is told.
 */
#include "tests/daemon/tavern.h"
#include "tests/game/toy.h"

#include <stdio.h>
#include <string.h>

#define HOUR	 (3600 * PACE_SECOND)
#define MIDNIGHT (TAVERN_TIME + 15 * HOUR) /* before the first of December */

static struct desk_game slow(struct tavern *h, bool vacations)
{
	struct desk_game g = tavern_terms(h, &tablas_plugin_toy, 2, 0, 0);

	g.pace = (struct pace){.timed = true, .per_move = 3 * PACE_DAY, .vacations = vacations};
	return g;
}

static unsigned asked(struct tavern *h, const char *key)
{
	return tavern_row(h, key).waiting & 1 ? 0 : 1;
}

static int64_t deadline(struct tavern *h, const char *key)
{
	return tavern_row(h, key).deadline;
}

/* In a savepoint of its own, as a request would. */
static int64_t plan(struct tavern *h, int64_t account, int64_t begins, int64_t ends)
{
	struct vacation_row v = {.account = account,
				 .booked = desk_now(h->desk),
				 .begins = begins,
				 .ends = ends};

	assert_int_equal(desk_enter(h->desk), 0);
	assert_int_equal(store_vacation_add(h->book->store, &v), STORE_DONE);
	assert_int_equal(desk_vacation_changed(h->desk, account), 0);
	assert_int_equal(desk_leave(h->desk, true), 0);
	return v.id;
}

static void give_up(struct tavern *h, int64_t account, int64_t id)
{
	assert_int_equal(desk_enter(h->desk), 0);
	assert_int_equal(store_vacation_cancel(h->book->store, id, desk_now(h->desk)), STORE_DONE);
	assert_int_equal(desk_vacation_changed(h->desk, account), 0);
	assert_int_equal(desk_leave(h->desk, true), 0);
}

static void tell_all(struct tavern *h)
{
	for (int i = 0; desk_deadline(h->desk) == 0; i++) {
		assert_true(i < 100);
		assert_true(desk_lapse(h->desk, 64) >= 0);
		tavern_settle(h);
	}
}

static struct fact last_away;
static int aways;

static bool note_away(void *cls, const struct fact *f, const char *events)
{
	(void)cls, (void)events;
	if (f->kind == FACT_AWAY) {
		last_away = *f;
		aways++;
	}
	return true;
}

static int aways_of(struct tavern *h, const char *key)
{
	aways = 0;
	store_facts(h->book->pen, tavern_row(h, key).id, 0, 10000, note_away, NULL);
	return aways;
}

/* user-voices B4, B25: only where the game allows it, and every game that does. */
static void the_clocks_stand_in_games_that_allow_it(void **state)
{
	struct tavern *h = *state;
	struct desk_game yes = slow(h, true), no = slow(h, false);
	const char *first = tavern_begin(h, &yes, NULL), *second = tavern_begin(h, &yes, NULL);
	const char *third = tavern_begin(h, &no, NULL);
	int64_t usual = TAVERN_TIME + 3 * PACE_DAY;

	assert_int_equal(deadline(h, first), usual);
	plan(h, h->people[0], MIDNIGHT, MIDNIGHT + 10 * PACE_DAY);
	plan(h, h->people[1], MIDNIGHT, MIDNIGHT + 10 * PACE_DAY);
	tell_all(h);
	assert_int_equal(deadline(h, first), usual + 10 * PACE_DAY);
	assert_int_equal(deadline(h, second), usual + 10 * PACE_DAY);
	assert_int_equal(deadline(h, third), usual);
	assert_int_equal(aways_of(h, third), 0);
	tavern_assert_true(h);
}

static void nobody_elses_clock_stands(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = slow(h, true);
	const char *key = tavern_begin(h, &g, NULL);
	unsigned seat = asked(h, key);

	plan(h, h->people[!seat], MIDNIGHT, MIDNIGHT + 10 * PACE_DAY);
	tell_all(h);
	assert_int_equal(aways_of(h, key), 1);
	assert_int_equal(deadline(h, key), TAVERN_TIME + 3 * PACE_DAY);
	tavern_assert_true(h);
}

static void a_vacation_given_up_before_it_began_changes_nothing(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = slow(h, true);
	const char *key = tavern_begin(h, &g, NULL);
	int64_t who = h->people[asked(h, key)], id = plan(h, who, MIDNIGHT, MIDNIGHT + PACE_DAY);

	tell_all(h);
	assert_int_equal(deadline(h, key), TAVERN_TIME + 4 * PACE_DAY);
	clock_wind(&h->clock, MIDNIGHT - HOUR);
	give_up(h, who, id);
	tell_all(h);
	assert_int_equal(aways_of(h, key), 2);
	assert_string_equal(last_away.text, "-");
	assert_int_equal(deadline(h, key), TAVERN_TIME + 3 * PACE_DAY);
	tavern_assert_true(h);
}

static void one_that_is_cut_short_has_stood_so_long(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = slow(h, true);
	const char *key = tavern_begin(h, &g, NULL);
	int64_t who = h->people[asked(h, key)];
	int64_t id = plan(h, who, MIDNIGHT, MIDNIGHT + 10 * PACE_DAY);

	tell_all(h);
	clock_wind(&h->clock, MIDNIGHT + 2 * PACE_DAY + 5 * HOUR);
	assert_int_equal(desk_enter(h->desk), 0);
	store_vacation_end(h->book->store, id, MIDNIGHT + 3 * PACE_DAY);
	desk_vacation_changed(h->desk, who);
	desk_leave(h->desk, true);
	tell_all(h);
	assert_int_equal(deadline(h, key), TAVERN_TIME + 6 * PACE_DAY);
	tavern_assert_true(h);
}

/* Killed before any table was told: in the end all is as if they had been at once. */
static void a_table_that_is_told_late_has_the_same_deadline(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = slow(h, true);
	const char *key = tavern_begin(h, &g, NULL);
	int64_t who = h->people[asked(h, key)];

	plan(h, who, TAVERN_TIME, MIDNIGHT + PACE_DAY);
	tavern_settle(h);
	tavern_close(h);
	clock_wind(&h->clock, TAVERN_TIME + 3 * PACE_DAY); /* all of the vacation was slept through */
	tavern_open(h);
	tell_all(h);
	assert_int_equal(aways_of(h, key), 1);
	assert_int_equal(last_away.at, TAVERN_TIME);
	assert_int_equal(tavern_row(h, key).state, TABLE_ACTIVE);
	assert_int_equal(deadline(h, key), MIDNIGHT + 4 * PACE_DAY);
	tavern_assert_true(h);
}

/* The lapse finds the vacation before itself, though nobody has told the table yet. */
static void a_deadline_waits_for_a_vacation_that_was_planned_before_it(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = slow(h, true);
	const char *key = tavern_begin(h, &g, NULL);
	const struct command lapse = {.kind = COMMAND_LAPSE, .seat = TABLAS_NOBODY};

	clock_wind(&h->clock, TAVERN_TIME + 3 * PACE_DAY - 1);
	plan(h, h->people[asked(h, key)], TAVERN_TIME + 3 * PACE_DAY - 1, MIDNIGHT + 5 * PACE_DAY);
	clock_wind(&h->clock, TAVERN_TIME + 3 * PACE_DAY);
	assert_int_equal(tavern_submit(h, key, &lapse, 0), ACCEPTED);
	assert_int_equal(tavern_row(h, key).state, TABLE_ACTIVE);
	assert_int_equal(deadline(h, key), MIDNIGHT + 5 * PACE_DAY + 1);
	tavern_settle(h);
	tavern_assert_true(h);
}

/* One that was up before comes first, however late the house is. */
static void a_deadline_before_the_vacation_was_planned_stays(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = slow(h, true);
	const char *key = tavern_begin(h, &g, NULL);
	unsigned seat = asked(h, key);

	clock_wind(&h->clock, TAVERN_TIME + 3 * PACE_DAY + HOUR);
	plan(h, h->people[seat], TAVERN_TIME + 3 * PACE_DAY + HOUR, MIDNIGHT + 5 * PACE_DAY);
	tell_all(h);
	assert_int_equal(tavern_row(h, key).state, TABLE_OVER);
	assert_int_equal(aways_of(h, key), 0);
	tavern_assert_true(h);
}

/* Nobody has told the table of the first when the second is planned. */
static void a_vacation_planned_later_does_not_undo_the_one_before(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = slow(h, true);
	const char *key = tavern_begin(h, &g, NULL);
	int64_t who = h->people[asked(h, key)];

	plan(h, who, TAVERN_TIME, MIDNIGHT + PACE_DAY);
	clock_wind(&h->clock, TAVERN_TIME + 3 * PACE_DAY + HOUR);
	plan(h, who, MIDNIGHT + 20 * PACE_DAY, MIDNIGHT + 21 * PACE_DAY);
	tell_all(h);
	assert_int_equal(tavern_row(h, key).state, TABLE_ACTIVE);
	assert_int_equal(deadline(h, key), MIDNIGHT + 4 * PACE_DAY);
	tavern_assert_true(h);
}

static void two_vacations_are_told_in_the_order_they_were_planned_in(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = slow(h, true);
	const char *key = tavern_begin(h, &g, NULL);
	uint32_t seed = 7;

	while (asked(h, key) != 1) /* the later one is of the seat before it */
		assert_true(tavern_play_on(h, key, &seed));
	plan(h, h->people[1], TAVERN_TIME, MIDNIGHT + PACE_DAY);
	clock_wind(&h->clock, TAVERN_TIME + 3 * PACE_DAY - HOUR);
	plan(h, h->people[0], MIDNIGHT + 20 * PACE_DAY, MIDNIGHT + 21 * PACE_DAY);
	clock_wind(&h->clock, TAVERN_TIME + 3 * PACE_DAY + HOUR);
	tell_all(h);
	assert_int_equal(tavern_row(h, key).state, TABLE_ACTIVE);
	assert_int_equal(aways_of(h, key), 2);
	assert_int_equal(last_away.seat, 0);
	assert_int_equal(last_away.at, TAVERN_TIME + 3 * PACE_DAY - HOUR);
	assert_int_equal(deadline(h, key), MIDNIGHT + 4 * PACE_DAY);
	tavern_assert_true(h);
}

static void a_game_that_begins_meanwhile_is_told_at_its_start(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = slow(h, true);
	const char *key;

	plan(h, h->people[0], MIDNIGHT, MIDNIGHT + 10 * PACE_DAY);
	plan(h, h->people[1], MIDNIGHT, MIDNIGHT + 10 * PACE_DAY);
	tell_all(h);
	tavern_close(h);
	clock_wind(&h->clock, MIDNIGHT + HOUR);
	tavern_open(h);
	key = tavern_begin(h, &g, NULL);
	assert_int_equal(aways_of(h, key), 2);
	assert_int_equal(deadline(h, key), MIDNIGHT + 13 * PACE_DAY);
	tavern_assert_true(h);
}

/* Who plays meanwhile has taken no time, and the next question stands too. */
static void to_play_on_vacation_takes_no_time(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = slow(h, true);
	const char *key;
	uint32_t seed = 7;

	g.pace.per_move = 0;
	g.pace.bank = g.pace.bank_most = 3 * PACE_DAY;
	key = tavern_begin(h, &g, NULL);
	plan(h, h->people[0], MIDNIGHT, MIDNIGHT + 10 * PACE_DAY);
	plan(h, h->people[1], MIDNIGHT, MIDNIGHT + 10 * PACE_DAY);
	tell_all(h);
	for (int i = 0; i < 4; i++) {
		clock_wind(&h->clock, MIDNIGHT + (2 * i + 1) * PACE_DAY);
		if (!tavern_play_on(h, key, &seed))
			return;
	}
	tavern_settle(h);
	if (tavern_row(h, key).state == TABLE_ACTIVE) {
		struct game_row row = tavern_row(h, key);
		struct pace_spent time;
		unsigned seat = asked(h, key);

		pace_spent_read(row.spent, row.seats, &time);
		assert_int_equal(deadline(h, key), MIDNIGHT + 10 * PACE_DAY + time.bank[seat]);
		assert_true(time.bank[0] + time.bank[1] >= 6 * PACE_DAY - 15 * HOUR);
	}
	tavern_assert_true(h);
}

/* A hundred games, sixty-four a turn; killed between. */
static void many_games_are_told_some_at_a_time(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = slow(h, true);
	char keys[70][STORE_KEY_SIZE];

	for (int i = 0; i < 70; i++) {
		h->games_n = 0;
		strcpy(keys[i], tavern_begin(h, &g, NULL));
	}
	plan(h, h->people[0], TAVERN_TIME, MIDNIGHT + PACE_DAY);
	plan(h, h->people[1], TAVERN_TIME, MIDNIGHT + PACE_DAY);
	assert_int_equal(desk_deadline(h->desk), 0);
	assert_int_equal(desk_lapse(h->desk, 16), 0);
	tavern_settle(h);
	assert_int_equal(aways_of(h, keys[15]), 2); /* whoever it was told of, both are away */
	assert_int_equal(aways_of(h, keys[16]), 0);
	assert_int_equal(desk_lapse(h->desk, 16), 0); /* and this is lost */
	tavern_close(h);
	tavern_open(h);
	desk_lapse(h->desk, 16);
	tell_all(h);
	for (int i = 0; i < 70; i++) {
		assert_int_equal(aways_of(h, keys[i]), 2);
		assert_int_equal(deadline(h, keys[i]), MIDNIGHT + 4 * PACE_DAY);
	}
	tavern_assert_true(h);
}

#define VACATIONS_BACK "DELETE FROM vacations; INSERT INTO vacations SELECT * FROM kept_days"

/* Five days of 2026 and three of 2027; there were more days when the second was planned. */
static void the_audit_counts_the_days_of_each_year(void **state)
{
	struct tavern *h = *state;
	int64_t who = h->people[0];
	static const char *const damage[][2] = {
		{"UPDATE vacations SET allowed = 2 WHERE id = 1",
		 "with vacation 1 it takes 3 days of 2026, and there were 2"},
		{"UPDATE vacations SET begins = begins - 86400000 WHERE id = 2",
		 "with vacation 2 it takes 6 days of 2026, and there were 5"},
		{"UPDATE vacations SET ends = ends + 3 * 86400000 WHERE id = 2",
		 "with vacation 2 it takes 6 days of 2027, and there were 5"},
		{"UPDATE vacations SET begins = booked WHERE id = 2",
		 "vacation 2 has days of vacation 1"},
		{"UPDATE vacations SET ends = ends + 1 WHERE id = 2",
		 "vacation 2 is not of whole days"},
		{"UPDATE vacations SET ends = ends * 2 WHERE id = 3",
		 "vacation 3 is longer than any"},
	};

	plan(h, who, MIDNIGHT, MIDNIGHT + 3 * PACE_DAY);
	plan(h, who, MIDNIGHT + 29 * PACE_DAY, MIDNIGHT + 34 * PACE_DAY);
	plan(h, h->people[1], MIDNIGHT, MIDNIGHT + 2 * PACE_DAY);
	tell_all(h);
	temporary_must(h->book, "UPDATE vacations SET allowed = 3 WHERE id = 1;"
				"UPDATE vacations SET allowed = 5 WHERE id = 2;"
				"CREATE TABLE kept_days AS SELECT * FROM vacations");
	assert_string_equal(tavern_audit(h), "the schema has kept_days, which no migration made\n");
	for (size_t i = 0; i < sizeof(damage) / sizeof(damage[0]); i++)
		tavern_assert_noticed(h, damage[i][0], VACATIONS_BACK, damage[i][1]);
	temporary_must(h->book, "DROP TABLE kept_days");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TAVERN_TEST(the_clocks_stand_in_games_that_allow_it),
		TAVERN_TEST(nobody_elses_clock_stands),
		TAVERN_TEST(a_vacation_given_up_before_it_began_changes_nothing),
		TAVERN_TEST(one_that_is_cut_short_has_stood_so_long),
		TAVERN_TEST(a_table_that_is_told_late_has_the_same_deadline),
		TAVERN_TEST(a_deadline_waits_for_a_vacation_that_was_planned_before_it),
		TAVERN_TEST(a_deadline_before_the_vacation_was_planned_stays),
		TAVERN_TEST(a_vacation_planned_later_does_not_undo_the_one_before),
		TAVERN_TEST(two_vacations_are_told_in_the_order_they_were_planned_in),
		TAVERN_TEST(a_game_that_begins_meanwhile_is_told_at_its_start),
		TAVERN_TEST(to_play_on_vacation_takes_no_time),
		TAVERN_TEST(many_games_are_told_some_at_a_time),
		TAVERN_TEST(the_audit_counts_the_days_of_each_year),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
