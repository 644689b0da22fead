/*
 * test_desk_games.c - the real games at the desk, from the first seat to the
 * last chip.
 *
 * Seats decide at random (a fixed sequence); the dice are of secrets.  Afterwards the
 * auditor replays every game from its facts and adds up every entry.
 */
#include "tests/daemon/tavern.h"
#include "tests/game/toy.h"

#include <stdio.h>
#include <string.h>

extern const struct tablas_plugin tablas_plugin_backgammon, tablas_plugin_el_mundo;

#define DECISIONS_MOST 100000 /* chance may make one long; not so long */

static int setup(void **state)
{
	struct tavern *h;

	if (tavern_setup(state) != 0)
		return -1;
	h = *state;
	return registry_add(&h->games, &tablas_plugin_backgammon) &&
			       registry_add(&h->games, &tablas_plugin_el_mundo)
		       ? 0
		       : -1;
}

static void play_to_the_end(struct tavern *h, const char *key, uint32_t seed)
{
	int decisions = 0;

	while (tavern_play_on(h, key, &seed)) {
		assert_true(decisions++ < DECISIONS_MOST);
		if (decisions % 16 == 0)
			tavern_settle(h);
	}
	tavern_settle(h);
}

static int64_t chips_of_all(struct tavern *h)
{
	int64_t chips = 0;

	for (size_t i = 0; i < TABLAS_SEATS_MAX; i++)
		chips += tavern_wallet(h, h->people[i]);
	return chips;
}

/* One game after another until some are over; every wallet together keeps its chips. */
static void plays_to_the_end(struct tavern *h, const struct tablas_plugin *plugin,
			     unsigned seats)
{
	for (uint32_t i = 0; i < 3; i++) {
		struct desk_game g = tavern_terms(h, plugin, seats, 1, 20);
		const char *key;

		g.auto_forced = i == 1;
		key = tavern_begin(h, &g, NULL);
		play_to_the_end(h, key, i + 1);
		assert_int_equal(tavern_row_seen(h, key).state, TABLE_OVER);
		assert_int_equal(tavern_row_seen(h, key).pot, 0);
		assert_int_equal(chips_of_all(h), TABLAS_SEATS_MAX * 100);
	}
	tavern_assert_true(h);
}

static void backgammon_is_played_and_settled(void **state)
{
	plays_to_the_end(*state, &tablas_plugin_backgammon, 2);
}

static void el_mundo_is_played_and_settled(void **state)
{
	plays_to_the_end(*state, &tablas_plugin_el_mundo, 4);
}

static void el_mundo_is_played_by_every_mode_of_reentry(void **state)
{
	const struct tablas_option *o = tablas_plugin_el_mundo.options;
	struct tavern *h = *state;
	int tried = 0;

	while (strcmp(o->key, "reentry") != 0)
		o++;
	for (const char *const *mode = o->choices; *mode; mode++, tried++) {
		struct desk_game g = tavern_terms(h, &tablas_plugin_el_mundo, 4, 1, 20);
		const char *key;

		assert_int_equal(options_set(g.plugin, g.options, "reentry", *mode), ACCEPTED);
		key = tavern_begin(h, &g, NULL);
		play_to_the_end(h, key, 7);
		assert_int_equal(tavern_row_seen(h, key).state, TABLE_OVER);
	}
	assert_int_equal(tried, 4);
	assert_int_equal(chips_of_all(h), TABLAS_SEATS_MAX * 100);
	tavern_assert_true(h);
}

static void games_side_by_side_keep_their_chips_apart(void **state)
{
	struct tavern *h = *state;
	struct desk_game two = tavern_terms(h, &tablas_plugin_backgammon, 2, 3, 30);
	struct desk_game four = tavern_terms(h, &tablas_plugin_el_mundo, 4, 1, 20);
	const char *one = tavern_begin(h, &two, NULL), *other = tavern_begin(h, &four, NULL);

	play_to_the_end(h, one, 5);
	assert_int_equal(tavern_row_seen(h, other).state, TABLE_ACTIVE);
	tavern_assert_true(h);
	play_to_the_end(h, other, 6);
	assert_int_equal(chips_of_all(h), TABLAS_SEATS_MAX * 100);
	tavern_assert_true(h);
}

#define GAME_TEST(f) cmocka_unit_test_setup_teardown(f, setup, tavern_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		GAME_TEST(backgammon_is_played_and_settled),
		GAME_TEST(el_mundo_is_played_and_settled),
		GAME_TEST(el_mundo_is_played_by_every_mode_of_reentry),
		GAME_TEST(games_side_by_side_keep_their_chips_apart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
