/*
 * Which games there are.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "game/registry.h"
#include "toy.h"

static void games_are_found_by_name_in_whatever_order_they_came(void **state)
{
	static const char *const names[] = {"m", "c", "x", "a", "q"};
	struct tablas_plugin games[5];
	struct registry r = {.n = 0};

	(void)state;
	for (size_t i = 0; i < 5; i++) {
		games[i] = tablas_plugin_toy;
		games[i].name = names[i];
		assert_true(registry_add(&r, &games[i]));
	}
	for (size_t i = 0; i < 5; i++)
		assert_ptr_equal(registry_find(&r, names[i]), &games[i]);
	for (size_t i = 1; i < r.n; i++)
		assert_true(strcmp(r.v[i - 1]->name, r.v[i]->name) < 0);
	assert_null(registry_find(&r, "b"));
	assert_null(registry_find(&r, ""));
}

static void a_name_is_given_once(void **state)
{
	struct registry r = {.n = 0};

	(void)state;
	assert_true(registry_add(&r, &tablas_plugin_toy));
	assert_false(registry_add(&r, &tablas_plugin_toy));
	assert_int_equal(r.n, 1);
}

static void there_is_room_for_so_many_and_no_more(void **state)
{
	static struct tablas_plugin games[REGISTRY_MAX + 1];
	static char names[REGISTRY_MAX + 1][4];
	struct registry r = {.n = 0};

	(void)state;
	for (unsigned i = 0; i <= REGISTRY_MAX; i++) {
		names[i][0] = (char)('a' + i / 26);
		names[i][1] = (char)('a' + i % 26);
		games[i].name = names[i];
		assert_int_equal(registry_add(&r, &games[i]), i < REGISTRY_MAX);
	}
	assert_int_equal(r.n, REGISTRY_MAX);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(games_are_found_by_name_in_whatever_order_they_came),
		cmocka_unit_test(a_name_is_given_once),
		cmocka_unit_test(there_is_room_for_so_many_and_no_more),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
