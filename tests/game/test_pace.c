/*
 * test_pace.c - how long a seat may think: terms, deadlines, durations.
 */
#include "game/pace.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define HOUR (3600 * PACE_SECOND)

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

				assert_int_equal(pace_deadline(&p, lengths[k], 5000, lengths[n]),
						 5000 + (left > 0 ? left : 0));
			}
		}
	}
}

static void stopping_the_clock_any_number_of_times_leaves_what_is_left(void **state)
{
	const struct pace p = terms(3 * PACE_DAY, PACE_DAY, 0, PACE_DAY);
	int64_t since = 1000, spent = 0, left = 4 * PACE_DAY;

	(void)state;
	for (int i = 1; i <= 1000; i++) {
		int64_t ran = i * 7919 % 100000;

		spent += ran;
		left -= ran;
		since += ran + i * 104729; /* and stood so long */
		assert_int_equal(pace_deadline(&p, PACE_DAY, since, spent) - since, left);
	}
}

static void without_a_clock_there_is_no_deadline(void **state)
{
	const struct pace none = {.timed = false};
	char text[8];

	(void)state;
	assert_int_equal(pace_deadline(&none, 0, 0, 0), INT64_MAX);
	assert_null(pace_flaw(&none));
	assert_int_equal(pace_write(&none, text, sizeof(text)), 0);
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
			       .misses = 3};
	struct pace_spent s = {.since = 7, .spent = 8, .lapsed = 2, .out = 4, .claimed = true}, back;
	char text[PACE_SPENT_MAX], twice[PACE_SPENT_MAX];
	struct pace again;

	(void)state;
	pace_write(&p, text, sizeof(text));
	assert_string_equal(text, "per_move PT12H bank P2D increment PT1.500S most P5D on "
				  "forfeit_move 3");
	assert_true(pace_read(text, &again));
	pace_write(&again, twice, sizeof(twice));
	assert_string_equal(twice, text);
	assert_int_equal(again.misses, 3);
	assert_false(pace_read("per_move PT0S bank PT0S increment PT0S most PT0S on claim", &again));
	assert_false(pace_read("per_move P1D bank", &again));
	s.bank[3] = 99;
	s.misses[3] = 2;
	assert_true(pace_spent_write(&s, 4, text, sizeof(text)) < sizeof(text));
	assert_int_equal(pace_spent_read(text, 4, &back), 0);
	pace_spent_write(&back, 4, twice, sizeof(twice));
	assert_string_equal(twice, text);
	assert_int_equal(back.bank[3], 99);
	assert_true(back.claimed);
	assert_int_equal(pace_spent_read(text, 5, &back), -1);
	assert_int_equal(pace_spent_read("1 2 x", 1, &back), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_deadline_is_the_allowance_and_the_bank_less_what_is_spent),
		cmocka_unit_test(stopping_the_clock_any_number_of_times_leaves_what_is_left),
		cmocka_unit_test(without_a_clock_there_is_no_deadline),
		cmocka_unit_test(the_bank_pays_what_is_over_and_grows_to_its_most),
		cmocka_unit_test(terms_of_nothing_or_a_century_are_refused),
		cmocka_unit_test(durations_are_read_as_the_standard_has_them),
		cmocka_unit_test(terms_and_what_is_spent_are_read_as_they_were_written),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
