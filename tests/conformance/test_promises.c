/*
 * Every promise is looked at: each planted fault is found, and found to break
 * the promise it breaks.
 */
#include "daemon/conformance/conformance.h"
#include "tests/conformance/faulty.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

static int run(enum fault fault, uint64_t seed, uint32_t first, uint32_t games,
	       struct conformance_report *report)
{
	struct tablas_plugin plugin;
	struct conformance c = {
		.plugin = &plugin, .seed = seed, .first = first, .games = games};

	faulty_plugin(fault, &plugin);
	return conformance_run(&c, report);
}

static void finds(enum fault fault, enum promise promise)
{
	struct conformance_report report;
	int broken = run(fault, 1, 0, 400, &report);

	if (broken && report.broken != promise)
		print_message("# found instead: %s (%s)\n", promise_sentence(report.broken),
			      report.detail);
	assert_int_equal(broken, -1);
	assert_string_equal(promise_sentence(report.broken), promise_sentence(promise));
	assert_true(report.detail[0] != '\0');
	assert_true(strncmp(report.journal, "seats 2\n", 8) == 0);
	conformance_free(&report);
}

#define FAULT(what, promise)                                                                   \
	static void what##_is_found(void **state)                                              \
	{                                                                                      \
		(void)state;                                                                   \
		finds(FAULT_##what, PROMISE_##promise);                                        \
	}
#include "tests/conformance/faults.h"
#undef FAULT

static void a_sound_game_breaks_no_promise(void **state)
{
	struct conformance_report report;
	int broken = run(SOUND, 1, 0, 400, &report);

	(void)state;
	if (broken)
		print_message("# %s (%s)\n%s", promise_sentence(report.broken), report.detail,
			      report.journal);
	assert_int_equal(broken, 0);
	assert_int_equal(report.games, 400);
	/* It looked: at payments, leavers, resignations, mutated texts that were accepted,
	 * plays. */
	assert_true(report.payments > 0 && report.left > 0 && report.resigned > 0);
	assert_true(report.accepted > 0 && report.mutations > report.accepted);
	assert_true(report.plays > 0 && report.longest > 50);
	conformance_free(&report);
}

static void a_broken_promise_is_seen_again_by_its_game_alone(void **state)
{
	struct conformance_report whole, alone;

	(void)state;
	assert_int_equal(run(FAULT_a_strike_that_is_not_told, 99, 0, 400, &whole), -1);
	assert_int_equal(run(FAULT_a_strike_that_is_not_told, 99, whole.game, 1, &alone), -1);
	assert_int_equal(alone.ply, whole.ply);
	assert_string_equal(alone.detail, whole.detail);
	assert_string_equal(alone.journal, whole.journal);
	conformance_free(&whole);
	conformance_free(&alone);
}

/* IMPORTS, WRITABLE and QUIET are seen in files: purity.sh plants those. */
static void every_promise_about_behaviour_has_a_planted_fault(void **state)
{
	bool planted[PROMISE_COUNT] = {false};

#define FAULT(what, promise) planted[PROMISE_##promise] = true;
#include "tests/conformance/faults.h"
#undef FAULT
	(void)state;
	for (enum promise p = PROMISE_NONE + 1; p < PROMISE_IMPORTS; p++) {
		if (!planted[p])
			print_message("# nothing planted: %s\n", promise_sentence(p));
		assert_true(planted[p]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_sound_game_breaks_no_promise),
		cmocka_unit_test(a_broken_promise_is_seen_again_by_its_game_alone),
		cmocka_unit_test(every_promise_about_behaviour_has_a_planted_fault),
#define FAULT(what, promise) cmocka_unit_test(what##_is_found),
#include "tests/conformance/faults.h"
#undef FAULT
	};

	return cmocka_run_group_tests_name("promises", tests, NULL, NULL);
}
