/* test_clock.c - the clock: real, wound by hand, and read from text. */
#include "daemon/clock.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <time.h>

static void a_wound_clock_stands(void **state)
{
	struct clock c = {0};

	(void)state;
	clock_wind(&c, 1796031600123);
	assert_int_equal(clock_now(&c), 1796031600123);
	assert_int_equal(clock_now(&c), 1796031600123);
}

/* Not by time(), which may be of some milliseconds ago, and so of the second before. */
static int64_t time_of_day(void)
{
	struct timespec t;

	assert_int_equal(clock_gettime(CLOCK_REALTIME, &t), 0);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void an_unwound_clock_tells_the_time_of_day(void **state)
{
	struct clock c = {0};
	int64_t before = time_of_day(), now = clock_now(&c);

	(void)state;
	assert_true(now >= before);
	assert_true(now <= time_of_day());
}

static void ticks_never_run_backwards(void **state)
{
	int64_t last = clock_ticks();

	(void)state;
	for (int i = 0; i < 1000; i++) {
		int64_t now = clock_ticks();

		assert_true(now >= last);
		last = now;
	}
}

static void instants_are_read_with_their_zone(void **state)
{
	static const struct {
		const char *text;
		int64_t at;
	} instants[] = {
		{"1970-01-01T00:00:00Z", 0},
		{"2026-11-30T09:00:00Z", 1796029200000},
		{"2026-11-30t09:00:00.25z", 1796029200250},
		{"2026-11-30T09:00:00.1239Z", 1796029200123},
		{"2026-11-30T10:30:00+01:30", 1796029200000},
		{"2026-11-30T08:00:00-01:00", 1796029200000},
		{"2016-12-31T23:59:60Z", 1483228800000},
	};
	int64_t at;

	(void)state;
	for (size_t i = 0; i < sizeof(instants) / sizeof(instants[0]); i++) {
		assert_true(clock_read(instants[i].text, &at));
		assert_int_equal(at, instants[i].at);
	}
}

static void what_is_no_instant_is_not_read(void **state)
{
	static const char *const texts[] = {
		"",
		"now",
		"2026-11-30",
		"2026-11-30T09:00:00",
		"2026-11-30T09:00:00+01",
		"2026-13-30T09:00:00Z",
		"2026-11-30T24:00:00Z",
		"2026-11-30T09:60:00Z",
		"2026-11-30T09:00:00Zz",
		"26-11-30T09:00:00Z",
		"2026-11-30T09:00:00.Z",
		"2026-11-30T09:00:00+99:00",
		"2026-11-31T09:00:00Z",
		"2026-02-29T09:00:00Z",
		"2026-11-30T-9:00:00Z",
	};
	int64_t at;

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		if (clock_read(texts[i], &at))
			fail_msg("\"%s\" was read as %lld", texts[i], (long long)at);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_wound_clock_stands),
		cmocka_unit_test(an_unwound_clock_tells_the_time_of_day),
		cmocka_unit_test(ticks_never_run_backwards),
		cmocka_unit_test(instants_are_read_with_their_zone),
		cmocka_unit_test(what_is_no_instant_is_not_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
