/*
 * test_pace.c - how long a seat may think: terms, deadlines, durations.
 */
#include "game/pace.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define HOUR   (3600 * PACE_SECOND)
#define MONDAY (INT64_C(1796601600000)) /* 2026-12-07 00:00 UTC */

static struct pace terms(int64_t per_move, int64_t bank, int64_t increment, int64_t most)
{
	return (struct pace){.timed = true,
			     .per_move = per_move,
			     .bank = bank,
			     .increment = increment,
			     .bank_most = most};
}

static void a_deadline_is_the_allowance_and_the_bank_less_what_is_spent(void **state)
{
	static const int64_t lengths[] = {0, 1, 999, PACE_SECOND, HOUR, 3 * PACE_DAY};

	(void)state;
	for (size_t i = 0; i < 6; i++) {
		for (size_t k = 0; k < 6; k++) {
			for (size_t n = 0; n < 6; n++) {
				struct pace p = terms(lengths[i], 0, 0, 0);
				int64_t left = lengths[i] + lengths[k] - lengths[n];
				struct pace_spent s = {
					.since = 5000, .spent = lengths[n], .bank = {0, lengths[k]}};

				assert_int_equal(pace_deadline(&p, &s, 1),
						 5000 + (left > 0 ? left : 0));
			}
		}
	}
}

/* user-voices B1, B2: a thousand pauses, and what is left is what was left. */
static void stopping_the_clock_any_number_of_times_leaves_what_is_left(void **state)
{
	struct pace p = terms(3 * PACE_DAY, PACE_DAY, 0, PACE_DAY);
	struct pace_spent s = {.since = MONDAY, .bank = {PACE_DAY}};
	int64_t left = 4 * PACE_DAY, now = MONDAY;

	(void)state;
	p.hours = (struct hours){.weekends_off = true, .quiet_from = 1380, .quiet_to = 420};
	for (int i = 1; i <= 1000; i++) {
		int64_t ran = i * 7919 % 100000;

		left -= hours_between(&p.hours, now, now + ran);
		now += ran;
		pace_stop(&p, &s, 1, now);
		assert_int_equal(pace_deadline(&p, &s, 0), INT64_MAX);
		assert_int_equal(pace_left(&p, &s, 0), left);
		now += i * 104729; /* and stood so long */
		assert_int_equal(pace_used(&p, &s, 0, now), 4 * PACE_DAY - left);
		pace_run(&s, now);
		assert_int_equal(pace_deadline(&p, &s, 0), hours_after(&p.hours, now, left));
	}
}

/* user-voices B1: paused twice in one turn, across a weekend that is off anyway. */
static void a_pause_over_a_weekend_gives_no_time_back_twice(void **state)
{
	struct pace p = terms(PACE_DAY, 0, 0, 0);
	struct pace_spent s = {.since = MONDAY + 4 * PACE_DAY}; /* on Friday, for a day */

	(void)state;
	p.hours.weekends_off = true;
	assert_int_equal(pace_deadline(&p, &s, 0), MONDAY + 5 * PACE_DAY);
	pace_stop(&p, &s, 1, MONDAY + 4 * PACE_DAY + 12 * HOUR);
	pace_run(&s, MONDAY + 6 * PACE_DAY); /* on Sunday */
	pace_stop(&p, &s, 1, MONDAY + 6 * PACE_DAY + HOUR);
	pace_run(&s, MONDAY + 7 * PACE_DAY + HOUR); /* an hour of Monday is gone, and was paused */
	assert_int_equal(pace_left(&p, &s, 0), 12 * HOUR);
	assert_int_equal(pace_deadline(&p, &s, 0), MONDAY + 7 * PACE_DAY + 13 * HOUR);
}

/* user-voices B23: who is away from Saturday to Monday gets Monday, not three days. */
static void a_vacation_over_a_weekend_adds_no_day_that_was_off(void **state)
{
	struct pace p = terms(3 * PACE_DAY, 0, 0, 0);
	struct pace_spent s = {.since = MONDAY + 3 * PACE_DAY};
	const struct pace_away away = {MONDAY + 5 * PACE_DAY, MONDAY + 8 * PACE_DAY};

	(void)state;
	p.hours.weekends_off = true;
	assert_int_equal(pace_deadline(&p, &s, 0), MONDAY + 8 * PACE_DAY);
	pace_go_away(&p, &s, 2, 0, &away, 1, MONDAY + 4 * PACE_DAY);
	assert_int_equal(pace_deadline(&p, &s, 0), MONDAY + 9 * PACE_DAY);
	assert_int_equal(pace_deadline(&p, &s, 1), MONDAY + 8 * PACE_DAY); /* who stays at home */
	assert_int_equal(pace_used(&p, &s, 0, MONDAY + 8 * PACE_DAY + HOUR), 2 * PACE_DAY + HOUR);
}

/*
 * What has run and what stood are the same however often they are reckoned, and
 * the deadline is the instant at which all of it is used: for any terms, pauses
 * and vacations, against a count of minutes.
 */
static bool counts(const struct hours *h, int64_t at)
{
	int64_t minute = (at / HOURS_MINUTE + h->offset + 3 * 1440) % 10080, day = minute % 1440;
	bool quiet = h->quiet_from <= h->quiet_to
			     ? day >= h->quiet_from && day < h->quiet_to
			     : day >= h->quiet_from || day < h->quiet_to;

	return !quiet && !(h->weekends_off && minute >= 5 * 1440);
}

static unsigned draw(unsigned below)
{
	static uint32_t x = 12345;

	x = x * 1664525u + 1013904223u;
	return (x >> 8) % below;
}

static struct hours some_hours(void)
{
	struct hours h = {.weekends_off = draw(2), .offset = (int16_t)((int)draw(100) * 15 - 720)};

	if (draw(4)) {
		h.quiet_from = (uint16_t)draw(1440);
		h.quiet_to = (uint16_t)((h.quiet_from + draw(HOURS_QUIET_MOST + 1)) % 1440);
	}
	if (!h.weekends_off && h.quiet_from == h.quiet_to)
		h.offset = 0;
	return h;
}

static void a_deadline_is_when_so_many_minutes_have_run(void **state)
{
	(void)state;
	for (int game = 0; game < 300; game++) {
		struct pace p = terms(draw(6000) * HOURS_MINUTE, draw(3000) * HOURS_MINUTE, 0, 0);
		struct pace_spent s = {.bank = {p.bank}};
		int64_t now = MONDAY + draw(20000) * HOURS_MINUTE, ran = 0, deadline;
		struct pace_away away = {0, 0};

		p.hours = some_hours();
		assert_null(hours_flaw(&p.hours));
		s.since = now;
		for (unsigned i = draw(4000); i > 0 && ran < p.per_move + p.bank; i--) {
			if (draw(500) == 0) {
				away.from = now + draw(600) * HOURS_MINUTE;
				away.to = away.from + (1 + draw(6000)) * HOURS_MINUTE;
				pace_go_away(&p, &s, 1, 0, &away, 1, now);
			}
			if (draw(500) == 0) {
				pace_stop(&p, &s, 1, now);
				now += draw(3000) * HOURS_MINUTE;
				pace_run(&s, now);
			}
			if (counts(&p.hours, now) && !(now >= away.from && now < away.to))
				ran += HOURS_MINUTE;
			now += HOURS_MINUTE;
			assert_int_equal(pace_used(&p, &s, 0, now), ran);
		}
		deadline = pace_deadline(&p, &s, 0);
		for (; ran < p.per_move + p.bank; now += HOURS_MINUTE)
			if (counts(&p.hours, now) && !(now >= away.from && now < away.to))
				ran += HOURS_MINUTE;
		assert_true(pace_deadline(&p, &s, 0) <= now);
		assert_int_equal(pace_used(&p, &s, 0, deadline), p.per_move + p.bank);
		if (p.per_move + p.bank > 0 && deadline > s.since)
			assert_true(pace_used(&p, &s, 0, deadline - 1) < p.per_move + p.bank);
	}
}

static void off_hours_that_leave_no_time_to_play_are_refused(void **state)
{
	static const char *const quiet[] = {"23:00/07:00", "00:00/08:30", "12:00/13:00", "22:00/00:00"};
	static const char *const wrong[] = {"",		   "23:00",	  "23:00/24:00", "7:00/08:00",
					    "23:00/23:00", "23:60/07:00", "23:00-07:00", "23:00/07:00 "};
	struct hours h = {.quiet_from = 0, .quiet_to = 961};
	char text[HOURS_TEXT_MAX];

	(void)state;
	assert_non_null(hours_flaw(&h));
	h.quiet_to = 1440;
	assert_non_null(hours_flaw(&h));
	h = (struct hours){.offset = 60};
	assert_non_null(hours_flaw(&h));
	for (size_t i = 0; i < sizeof(quiet) / sizeof(quiet[0]); i++) {
		assert_true(hours_read_quiet(quiet[i], &h));
		hours_write_quiet(&h, text, sizeof(text));
		assert_string_equal(text, quiet[i]);
	}
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		assert_false(hours_read_quiet(wrong[i], &h));
	assert_true(hours_read_offset("-09:30", &h));
	hours_write_offset(&h, text, sizeof(text));
	assert_string_equal(text, "-09:30");
	assert_false(hours_read_offset("+14:01", &h));
	assert_false(hours_read_offset("-12:01", &h));
	assert_false(hours_read_offset("01:00", &h));
	assert_false(hours_read_offset("Z", &h));
}

static void times_away_are_in_order_and_apart(void **state)
{
	static const char *const right[] = {"-", "5/6", "5/6 6/9 12/13"};
	static const char *const wrong[] = {"", "5", "5/5", "6/5", "5/7 6/9", "5/6 ", " 5/6", "-5/6",
					    "1/2 3/4 5/6 7/8", "5/6,7/8", "5/99999999999999999999"};
	struct pace_away away[PACE_AWAYS_MAX];
	char text[PACE_AWAYS_TEXT_MAX];

	(void)state;
	for (int i = 0; i < 3; i++) {
		int n = pace_aways_read(right[i], away);

		assert_true(n >= 0);
		pace_aways_write(away, (size_t)n, text, sizeof(text));
		assert_string_equal(text, right[i]);
	}
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		assert_int_equal(pace_aways_read(wrong[i], away), -1);
}

static void without_a_clock_there_is_no_deadline(void **state)
{
	const struct pace none = {.timed = false};
	char text[8];

	(void)state;
	assert_int_equal(pace_deadline(&none, &(struct pace_spent){.since = 5}, 0), INT64_MAX);
	assert_null(pace_flaw(&none));
	assert_int_equal(pace_write(&none, text, sizeof(text)), 0);
}

/* Each pays for the same question out of a bank of its own. */
static void seats_that_are_asked_together_have_deadlines_of_their_own(void **state)
{
	const struct pace p = terms(PACE_DAY, PACE_DAY, 0, PACE_DAY);
	struct pace_spent s = {.since = MONDAY, .bank = {PACE_DAY, HOUR, 0}};

	(void)state;
	assert_int_equal(pace_deadline(&p, &s, 0), MONDAY + 2 * PACE_DAY);
	assert_int_equal(pace_deadline(&p, &s, 1), MONDAY + PACE_DAY + HOUR);
	assert_int_equal(pace_deadline(&p, &s, 2), MONDAY + PACE_DAY);
	s.bank[0] = pace_bank(&p, s.bank[0], pace_used(&p, &s, 0, MONDAY + PACE_DAY + 6 * HOUR));
	assert_int_equal(s.bank[0], 18 * HOUR);
	assert_int_equal(pace_deadline(&p, &s, 1), MONDAY + PACE_DAY + HOUR);
}

/* user-voices B9: the first question of all has no less than any other. */
static void the_first_question_has_the_whole_allowance(void **state)
{
	const struct pace p = terms(7 * PACE_DAY, 0, 0, 0);
	struct pace_spent first = {.since = MONDAY}, later = {.since = MONDAY - PACE_DAY};

	(void)state;
	later.spent = PACE_DAY;
	pace_ask(&later, 2, MONDAY);
	for (unsigned seat = 0; seat < 2; seat++) {
		assert_int_equal(pace_deadline(&p, &first, seat), MONDAY + 7 * PACE_DAY);
		assert_int_equal(pace_deadline(&p, &later, seat), MONDAY + 7 * PACE_DAY);
	}
}

static void the_bank_pays_what_is_over_and_grows_to_its_most(void **state)
{
	const struct pace p = terms(100, 1000, 30, 1020);

	(void)state;
	assert_int_equal(pace_bank(&p, 1000, 100), 1020); /* 1030, and no more than it holds */
	assert_int_equal(pace_bank(&p, 500, 99), 530);
	assert_int_equal(pace_bank(&p, 500, 101), 529);
	assert_int_equal(pace_bank(&p, 500, 600), 30);
	assert_int_equal(pace_bank(&p, 500, 100000), 30);
}

static void terms_of_nothing_or_a_century_are_refused(void **state)
{
	const struct pace wrong[] = {
		terms(0, 0, 0, 0),
		terms(999, 0, 0, 0),
		terms(-1, PACE_DAY, 0, PACE_DAY),
		terms(36525 * PACE_DAY, 0, 0, 0),
		terms(PACE_LONGEST, 1, 0, 1),
		terms(PACE_DAY, PACE_DAY, 0, PACE_DAY - 1),
		terms(PACE_DAY, 0, PACE_LONGEST + 1, 0),
		terms(PACE_DAY, 0, 0, PACE_LONGEST),
		{.timed = true, .per_move = PACE_DAY, .on_timeout = FORFEIT_MOVE},
		{.timed = true, .per_move = PACE_DAY, .on_timeout = FORFEIT_MOVE, .misses = 101},
		{.timed = true, .per_move = PACE_DAY, .misses = 1},
		{.timed = true, .per_move = PACE_DAY, .on_timeout = ON_TIMEOUT_COUNT},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		assert_non_null(pace_flaw(&wrong[i]));
	assert_null(pace_flaw(&(struct pace){.timed = true, .per_move = PACE_SECOND}));
}

static void durations_are_read_as_the_standard_has_them(void **state)
{
	static const struct {
		const char *text;
		int64_t ms;
	} right[] = {{"P3D", 3 * PACE_DAY},
		     {"PT5S", 5000},
		     {"PT0.25S", 250},
		     {"P1W", 7 * PACE_DAY},
		     {"P1DT12H", PACE_DAY + 12 * HOUR},
		     {"PT90M", 90 * 60 * PACE_SECOND},
		     {"PT1H1M1S", 3661 * PACE_SECOND},
		     {"PT0S", 0}};
	static const char *const wrong[] = {
		"",	"P",	 "PT",	 "3D",	  "P3",	     "P1Y",	"P1M",	  "PD",
		"P1H",	"PT1D",	 "P1DT", "P1D1D", "PT1S1H",  "P-1D",	"PT1.5H", "P1D ",
		"p1d",	"PT1.S5", "P99999999999D", "PT1.2345S"};
	char text[PACE_DURATION_MAX];
	int64_t ms;

	(void)state;
	for (size_t i = 0; i < sizeof(right) / sizeof(right[0]); i++) {
		assert_true(pace_read_duration(right[i].text, &ms));
		assert_int_equal(ms, right[i].ms);
		pace_write_duration(ms, text, sizeof(text));
		assert_true(pace_read_duration(text, &ms));
		assert_int_equal(ms, right[i].ms);
	}
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		if (pace_read_duration(wrong[i], &ms))
			fail_msg("\"%s\" was read as %lld", wrong[i], (long long)ms);
}

static void terms_and_what_is_spent_are_read_as_they_were_written(void **state)
{
	const struct pace p = {.timed = true,
			       .per_move = 12 * HOUR,
			       .bank = 2 * PACE_DAY,
			       .increment = 1500,
			       .bank_most = 5 * PACE_DAY,
			       .on_timeout = FORFEIT_MOVE,
			       .misses = 3,
			       .vacations = true,
			       .hours = {.weekends_off = true,
					 .quiet_from = 1380,
					 .quiet_to = 420,
					 .offset = -210}};
	struct pace_spent s = {.since = 7, .spent = 8, .lapsed = 2, .out = 4, .claimed = true}, back;
	char text[PACE_SPENT_MAX], twice[PACE_SPENT_MAX];
	struct pace again;

	(void)state;
	pace_write(&p, text, sizeof(text));
	assert_string_equal(text, "per_move PT12H bank P2D increment PT1.500S most P5D on "
				  "forfeit_move 3 weekends off quiet 23:00/07:00 offset "
				  "-03:30 vacations");
	assert_true(pace_read(text, &again));
	pace_write(&again, twice, sizeof(twice));
	assert_string_equal(twice, text);
	assert_int_equal(again.misses, 3);
	assert_false(pace_read("per_move PT0S bank PT0S increment PT0S most PT0S on claim", &again));
	assert_false(pace_read("per_move P1D bank", &again));
	assert_true(pace_read("per_move P1D bank PT0S increment PT0S most PT0S on claim match 3", &again));
	assert_false(again.vacations || again.hours.weekends_off);
	s.bank[3] = 99;
	s.misses[3] = 2;
	s.stopped = true;
	s.stood[1] = 5;
	s.away_n[2] = 2;
	s.away[2][1] = (struct pace_away){77, 78};
	assert_true(pace_spent_write(&s, 4, text, sizeof(text)) < sizeof(text));
	assert_int_equal(pace_spent_read(text, 4, &back), 0);
	pace_spent_write(&back, 4, twice, sizeof(twice));
	assert_string_equal(twice, text);
	assert_int_equal(back.bank[3], 99);
	assert_true(back.claimed && back.stopped);
	assert_int_equal(back.stood[1], 5);
	assert_int_equal(back.away[2][1].to, 78);
	assert_int_equal(pace_spent_read(text, 5, &back), -1);
	assert_int_equal(pace_spent_read("1 2 x", 1, &back), -1);
	assert_int_equal(pace_spent_read("1 0 0 0 0 5 0 away 1 0 0", 1, &back), -1);
	assert_int_equal(pace_spent_read("1 0 0 0 0 5 0 away 0 0 4", 1, &back), -1);
	assert_int_equal(pace_spent_read("1 0 0 0 0 5 0 gone", 1, &back), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_deadline_is_the_allowance_and_the_bank_less_what_is_spent),
		cmocka_unit_test(stopping_the_clock_any_number_of_times_leaves_what_is_left),
		cmocka_unit_test(a_pause_over_a_weekend_gives_no_time_back_twice),
		cmocka_unit_test(a_vacation_over_a_weekend_adds_no_day_that_was_off),
		cmocka_unit_test(a_deadline_is_when_so_many_minutes_have_run),
		cmocka_unit_test(off_hours_that_leave_no_time_to_play_are_refused),
		cmocka_unit_test(times_away_are_in_order_and_apart),
		cmocka_unit_test(seats_that_are_asked_together_have_deadlines_of_their_own),
		cmocka_unit_test(the_first_question_has_the_whole_allowance),
		cmocka_unit_test(without_a_clock_there_is_no_deadline),
		cmocka_unit_test(the_bank_pays_what_is_over_and_grows_to_its_most),
		cmocka_unit_test(terms_of_nothing_or_a_century_are_refused),
		cmocka_unit_test(durations_are_read_as_the_standard_has_them),
		cmocka_unit_test(terms_and_what_is_spent_are_read_as_they_were_written),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
