/*
 * Options in words and back.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "game/options.h"
#include "toy.h"

static const struct tablas_plugin *game = &tablas_plugin_toy;

static void options_begin_at_their_defaults(void **state)
{
	int32_t values[OPTIONS_MAX];

	(void)state;
	options_default(game, values);
	assert_int_equal(options_count(game), TOY_OPTIONS);
	assert_int_equal(values[TOY_MEN], 2);
	assert_int_equal(values[TOY_POT], 0);
	for (size_t i = TOY_OPTIONS; i < OPTIONS_MAX; i++)
		assert_int_equal(values[i], 0);
}

static void options_are_set_by_words(void **state)
{
	int32_t values[OPTIONS_MAX];

	(void)state;
	options_default(game, values);
	assert_int_equal(options_set(game, values, "men", "6"), ACCEPTED);
	assert_int_equal(options_set(game, values, "duty", "on"), ACCEPTED);
	assert_int_equal(options_set(game, values, "antes", "true"), ACCEPTED);
	assert_int_equal(options_set(game, values, "pot", "left"), ACCEPTED);
	assert_int_equal(values[TOY_MEN], 6);
	assert_int_equal(values[TOY_DUTY], 1);
	assert_int_equal(values[TOY_ANTES], 1);
	assert_int_equal(values[TOY_POT], 1);
	assert_int_equal(options_set(game, values, "duty", "off"), ACCEPTED);
	assert_int_equal(options_set(game, values, "antes", "false"), ACCEPTED);
	assert_int_equal(values[TOY_DUTY] + values[TOY_ANTES], 0);
}

static void a_value_that_is_none_leaves_the_option_alone(void **state)
{
	static const char *const bad[][2] = {
		{"men", "0"},	  {"men", "7"},
		{"men", "two"},	  {"men", ""},
		{"men", " 3"},	  {"men", "3 "},
		{"men", "+3"},	  {"men", "99999999999999999999"},
		{"duty", "yes"},  {"duty", "1"},
		{"duty", ""},	  {"pot", "1"},
		{"pot", "loser"}, {"pot", "LEFT"},
		{"antes", "ON"},
	};
	int32_t values[OPTIONS_MAX], before[OPTIONS_MAX];

	(void)state;
	options_default(game, values);
	memcpy(before, values, sizeof(values));
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		assert_int_equal(options_set(game, values, bad[i][0], bad[i][1]),
				 INVALID_OPTION);
	assert_memory_equal(values, before, sizeof(values));
	assert_int_equal(options_set(game, values, "mice", "2"), NO_SUCH_OPTION);
	assert_int_equal(options_set(game, values, "", "2"), NO_SUCH_OPTION);
}

static void only_what_differs_is_written(void **state)
{
	int32_t values[OPTIONS_MAX], again[OPTIONS_MAX];
	char text[OPTIONS_TEXT_MAX];

	(void)state;
	options_default(game, values);
	assert_int_equal(options_write(game, values, text, sizeof(text)), 0);
	assert_string_equal(text, "");
	values[TOY_POT] = values[TOY_DUTY] = 1;
	values[TOY_MEN] = 4;
	assert_int_equal(options_write(game, values, text, sizeof(text)),
			 strlen("men=4 duty=on pot=left"));
	assert_string_equal(text, "men=4 duty=on pot=left");
	assert_int_equal(options_read(game, text, again), ACCEPTED);
	assert_memory_equal(values, again, sizeof(values));
	assert_int_equal(options_read(game, "  pot=left ", again), ACCEPTED);
	assert_int_equal(again[TOY_MEN], 2);
	assert_int_equal(again[TOY_POT], 1);
}

static void text_that_is_no_options_is_refused(void **state)
{
	int32_t values[OPTIONS_MAX];

	(void)state;
	assert_int_equal(options_read(game, "men", values), INVALID_OPTION);
	assert_int_equal(options_read(game, "men=9", values), INVALID_OPTION);
	assert_int_equal(options_read(game, "mice=2", values), NO_SUCH_OPTION);
	assert_int_equal(options_read(game, "men=2,duty=on", values), INVALID_OPTION);
}

static void a_game_without_options_has_none(void **state)
{
	struct tablas_plugin plain = *game;
	int32_t values[OPTIONS_MAX];
	char text[8];

	(void)state;
	plain.options = NULL;
	assert_int_equal(options_count(&plain), 0);
	assert_int_equal(options_read(&plain, "", values), ACCEPTED);
	assert_int_equal(options_read(&plain, "men=2", values), NO_SUCH_OPTION);
	assert_int_equal(options_write(&plain, values, text, sizeof(text)), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(options_begin_at_their_defaults),
		cmocka_unit_test(options_are_set_by_words),
		cmocka_unit_test(a_value_that_is_none_leaves_the_option_alone),
		cmocka_unit_test(only_what_differs_is_written),
		cmocka_unit_test(text_that_is_no_options_is_refused),
		cmocka_unit_test(a_game_without_options_has_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
