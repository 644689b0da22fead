/*
 * test_fold.c - texts come back from their folds as they were, and games of all
 * rulesets become small.
 */
#include "api/fold.h"
#include "tests/api/shown.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define TEXT_MOST 100000
#define ROOM	  (TEXT_MOST + 1000)

static char text[TEXT_MOST], folded[ROOM], back[ROOM];

static size_t fold_text(size_t n)
{
	size_t folded_n = fold(folded, sizeof folded, text, n);

	assert_true(folded_n > 0);
	return folded_n;
}

static void assert_comes_back(size_t n)
{
	size_t folded_n = fold_text(n);

	memset(back, 0x5a, sizeof back);
	assert_true(unfold(back, n, folded, folded_n));
	assert_memory_equal(back, text, n);
	assert_int_equal(back[n], 0x5a);
}

/* Of all bytes, and nothing like a game. */
static void fill_by_chance(size_t n)
{
	uint32_t chance = 1283;

	for (size_t i = 0; i < n; i++) {
		chance = chance * 1664525u + 1013904223u;
		text[i] = (char)(chance >> 24);
	}
}

static void a_text_of_any_length_comes_back(void **state)
{
	(void)state;
	fill_by_chance(sizeof text);
	for (size_t n = 0; n < 300; n++)
		assert_comes_back(n);
	for (size_t n = 300; n <= sizeof text; n = n * 3 / 2)
		assert_comes_back(n);
	memset(text, ' ', sizeof text);
	for (size_t n = 1; n <= sizeof text; n = n * 3 / 2 + 1)
		assert_comes_back(n);
}

static void what_does_not_fit_is_not_folded(void **state)
{
	size_t whole;

	(void)state;
	fill_by_chance(500);
	whole = fold_text(500);
	assert_int_equal(fold(folded, whole, text, 500), whole);
	for (size_t cap = 0; cap < whole; cap++) {
		memset(folded, 0x5a, sizeof folded);
		assert_int_equal(fold(folded, cap, text, 500), 0);
		assert_int_equal(folded[cap], 0x5a);
	}
}

/* ---- games ------------------------------------------------------------------------------ */

static const struct tablas_plugin *const games[] = {
	&tablas_plugin_backgammon, &tablas_plugin_el_mundo, &tablas_plugin_quinze_tablas,
	&tablas_plugin_seven_point, &tablas_plugin_acedrex};
#define GAMES (sizeof games / sizeof *games)

static size_t show(struct shown *shown)
{
	struct out out;
	size_t n;

	out_init(&out);
	view_game(&out, &shown->row, &shown->table, &shown->around);
	n = out.n;
	assert_true(n <= sizeof text);
	memcpy(text, out.p, n);
	out_free(&out);
	return n;
}

/* A page of the book has 2048 bytes: two games lie on it, whatever is played. */
static void a_game_of_any_ruleset_takes_less_than_a_quarter(void **state)
{
	static struct shown shown;
	size_t n;

	(void)state;
	for (size_t game = 0; game < GAMES; game++) {
		shown_open(&shown, games[game]);
		n = show(&shown);
		assert_comes_back(n);
		assert_in_range(fold_text(n), 1, n / 4);
		shown_begin(&shown);
		for (unsigned i = 0; i < 12; i++) {
			shown_play(&shown, 3);
			n = show(&shown);
			assert_comes_back(n);
			assert_in_range(fold_text(n), 1, n / 4);
		}
	}
}

/* ---- what is not a fold ----------------------------------------------------------------- */

static size_t show_one(void)
{
	static struct shown shown;

	shown_open(&shown, games[0]);
	shown_begin(&shown);
	shown_play(&shown, 5);
	return show(&shown);
}

static void another_length_is_no_unfolding(void **state)
{
	size_t n = show_one(), folded_n = fold_text(n);

	(void)state;
	for (size_t cut = 0; cut < folded_n; cut++)
		assert_false(unfold(back, n, folded, cut));
	assert_false(unfold(back, n - 1, folded, folded_n));
	assert_false(unfold(back, n + 1, folded, folded_n));
	assert_false(unfold(back, n, text, n));
	assert_false(unfold(back, n, "", 0));
}

/* Whatever comes of it stays within its room. */
static void damage_is_contained(void **state)
{
	size_t n = show_one(), folded_n = fold_text(n);
	unsigned told = 0;

	(void)state;
	for (size_t at = 0; at < folded_n; at++)
		for (unsigned bit = 0; bit < 8; bit++) {
			char *room = malloc(n); /* exactly: the sanitizers watch its end */

			assert_non_null(room);
			folded[at] = (char)(folded[at] ^ (1 << bit));
			told += !unfold(room, n, folded, folded_n);
			folded[at] = (char)(folded[at] ^ (1 << bit));
			free(room);
		}
	assert_true(told > 0);
	assert_true(unfold(back, n, folded, folded_n));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_text_of_any_length_comes_back),
		cmocka_unit_test(what_does_not_fit_is_not_folded),
		cmocka_unit_test(a_game_of_any_ruleset_takes_less_than_a_quarter),
		cmocka_unit_test(another_length_is_no_unfolding),
		cmocka_unit_test(damage_is_contained),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
