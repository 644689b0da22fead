/*
 * The list of refusals: what every client and every document relies on.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "game/errors.h"

static void every_refusal_has_a_status_a_slug_and_a_title(void **state)
{
	(void)state;
	for (int i = ACCEPTED + 1; i < REFUSAL_COUNT; i++) {
		enum refusal r = (enum refusal)i;

		assert_in_range(refusal_status(r), 400, 599);
		assert_true(strlen(refusal_slug(r)) > 3);
		assert_true(strlen(refusal_title(r)) > 10);
		assert_int_equal(strspn(refusal_slug(r), "abcdefghijklmnopqrstuvwxyz-"),
				 strlen(refusal_slug(r)));
	}
}

static void no_two_refusals_share_a_slug(void **state)
{
	(void)state;
	for (int i = ACCEPTED + 1; i < REFUSAL_COUNT; i++)
		assert_int_equal(refusal_named(refusal_slug((enum refusal)i)), i);
}

static void a_slug_nobody_has_names_nothing(void **state)
{
	(void)state;
	assert_int_equal(refusal_named("accepted"), ACCEPTED);
	assert_int_equal(refusal_named(""), ACCEPTED);
	assert_int_equal(refusal_named("stale"), ACCEPTED);
}

static void a_refusal_that_is_none_is_our_own_mistake(void **state)
{
	(void)state;
	assert_int_equal(refusal_status(REFUSAL_COUNT), 500);
	assert_string_equal(refusal_slug((enum refusal) - 1), "internal-error");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_refusal_has_a_status_a_slug_and_a_title),
		cmocka_unit_test(no_two_refusals_share_a_slug),
		cmocka_unit_test(a_slug_nobody_has_names_nothing),
		cmocka_unit_test(a_refusal_that_is_none_is_our_own_mistake),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
