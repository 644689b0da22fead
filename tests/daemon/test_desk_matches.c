/*
 * test_desk_matches.c - matches and games from a position at the desk, and what
 * the audit says of them.
 */
#include "tests/daemon/tavern.h"
#include "tests/game/toy.h"

#include "game/match.h"
#include <stdio.h>
#include <string.h>

extern const struct tablas_plugin tablas_plugin_backgammon;

#define BACKGAMMON (&tablas_plugin_backgammon)

static int setup(void **state)
{
	return tavern_setup_with(state, BACKGAMMON);
}

static struct desk_game terms(struct tavern *h, uint32_t length, int64_t unit, int64_t buy_in)
{
	struct desk_game g = tavern_terms(h, BACKGAMMON, 2, unit, buy_in);

	g.match_length = length;
	return g;
}

static enum refusal create(struct tavern *h, const struct desk_game *g)
{
	enum refusal refusal;

	assert_int_equal(desk_enter(h->desk), 0);
	refusal = desk_create(h->desk, g, &h->receipt);
	desk_leave(h->desk, false);
	return refusal;
}

static void resigns(struct tavern *h, const char *key, unsigned seat)
{
	const struct command c = {.kind = COMMAND_RESIGN, .seat = (uint8_t)seat};

	assert_int_equal(tavern_submit(h, key, &c, 0), ACCEPTED);
}

/* The seat resigns the game, and the next one begins; its key in the same place. */
static void loses(struct tavern *h, char key[STORE_KEY_SIZE], unsigned seat)
{
	resigns(h, key, seat);
	tavern_settle(h);
	memcpy(key, tavern_row_seen(h, key).next, STORE_KEY_SIZE);
	tavern_assert_true(h);
}

static int64_t games_in_the_book(struct tavern *h)
{
	return temporary_number(h->book, "SELECT count(*) FROM games");
}

/* ---- a match ----------------------------------------------------------------------------- */

static void the_games_of_a_match_follow_one_another(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = terms(h, 2, 10, 30);
	char key[STORE_KEY_SIZE];
	struct game_row first, second, third;

	strcpy(key, tavern_begin(h, &g, NULL));
	first = tavern_row(h, key);
	assert_string_equal(first.match, key);
	assert_int_equal(first.match_game, 1);
	loses(h, key, 0);
	second = tavern_row_seen(h, key);
	loses(h, key, 1);
	third = tavern_row_seen(h, key);
	second = tavern_row_seen(h, second.key);
	assert_int_equal(second.state, TABLE_OVER);
	assert_int_equal(third.state, TABLE_ACTIVE);
	assert_string_equal(third.match, first.key);
	assert_string_equal(second.next, third.key);
	assert_int_equal(third.match_game, 3);
	assert_int_equal(third.match_score[0], 1);
	assert_int_equal(third.match_score[1], 1);
	for (unsigned i = 0; i < 2; i++) {
		assert_int_equal(third.seat[i].account, first.seat[i].account);
		assert_string_equal(third.seat[i].name, first.seat[i].name);
		assert_int_equal(third.seat[i].purse, 30);
		assert_int_equal(second.seat[i].purse, 0);
		assert_int_equal(tavern_wallet(h, h->people[i]), 70);
	}
	loses(h, key, 0);
	assert_string_equal(key, "");
	assert_int_equal(tavern_row_seen(h, third.key).match_result[1], 2);
	assert_int_equal(tavern_wallet(h, h->people[0]), 90);
	assert_int_equal(tavern_wallet(h, h->people[1]), 110);
	assert_int_equal(games_in_the_book(h), 3);
}

static void the_match_says_when_crawfords_game_is_past(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = terms(h, 3, 0, 0);
	char key[STORE_KEY_SIZE];

	assert_int_equal(options_set(BACKGAMMON, g.options, "cube", "on"), ACCEPTED);
	strcpy(key, tavern_begin(h, &g, NULL));
	loses(h, key, 0);
	loses(h, key, 0);
	assert_string_equal(tavern_row_seen(h, key).options, "cube=on");
	loses(h, key, 1);
	assert_string_equal(tavern_row_seen(h, key).options, "cube=on crawford_played=on");
	loses(h, key, 1);
	assert_string_equal(tavern_row_seen(h, key).options, "cube=on crawford_played=on");
}

static void the_next_game_comes_with_the_end_of_the_last_or_not_at_all(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = terms(h, 5, 1, 20);
	const struct command c = {.kind = COMMAND_RESIGN};
	const char *key = tavern_begin(h, &g, NULL);
	const int64_t *news;

	assert_int_equal(desk_enter(h->desk), 0);
	assert_int_equal(desk_submit(h->desk, key, &c, 0, &h->receipt), ACCEPTED);
	assert_string_equal(h->receipt.row->key, key);
	assert_int_equal(h->receipt.table->state, TABLE_OVER);
	assert_string_not_equal(h->receipt.row->next, "");
	desk_leave(h->desk, false);
	tavern_settle(h);
	assert_int_equal(tavern_row_seen(h, key).state, TABLE_ACTIVE);
	assert_int_equal(games_in_the_book(h), 1);

	resigns(h, key, 0);
	assert_int_equal(tavern_row_seen(h, key).state, TABLE_ACTIVE);
	assert_int_equal(temporary_number(h->book, "SELECT count(*) FROM games"), 1);
	tavern_settle(h);
	assert_int_equal(desk_news(h->desk, &news), 2);
	assert_int_equal(news[0], tavern_row_seen(h, key).id);
	assert_int_equal(news[1], tavern_row_seen(h, tavern_row_seen(h, key).next).id);
	assert_int_equal(games_in_the_book(h), 2);
}

static void a_match_broken_off_by_the_house_gives_the_chips_back(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = terms(h, 5, 10, 30);
	const struct command abort_it = {.kind = COMMAND_ABORT, .seat = TABLAS_NOBODY};
	struct command by_player = {.kind = COMMAND_ABORT};
	char key[STORE_KEY_SIZE];

	strcpy(key, tavern_begin(h, &g, NULL));
	loses(h, key, 0);
	assert_int_equal(tavern_submit(h, key, &by_player, 0), TOO_LATE_TO_ABORT);
	assert_int_equal(tavern_submit(h, key, &abort_it, 0), ACCEPTED);
	tavern_settle(h);
	assert_string_equal(tavern_row_seen(h, key).next, "");
	for (unsigned i = 0; i < 2; i++)
		assert_int_equal(tavern_wallet(h, h->people[i]), 100);
}

static void a_match_costs_one_unit_whatever_its_games_are_worth(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = terms(h, 7, 20, 19);

	assert_int_equal(create(h, &g), BUY_IN_TOO_SMALL);
	g.buy_in = 20;
	assert_int_equal(create(h, &g), ACCEPTED);
}

static void a_match_is_of_a_game_for_two(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = tavern_terms(h, &tablas_plugin_toy, 2, 0, 0);

	g.match_length = 3;
	assert_int_equal(create(h, &g), INVALID_VALUE);
	g = terms(h, MATCH_LENGTH_MAX + 1, 0, 0);
	assert_int_equal(create(h, &g), INVALID_VALUE);
}

static void who_sits_on_both_sides_plays_matches_too(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = terms(h, 2, 0, 0);
	char key[STORE_KEY_SIZE];

	strcpy(key, tavern_lay(h, &g));
	for (unsigned i = 0; i < 2; i++)
		assert_int_equal(tavern_sit(h, key, i, h->people[0]), ACCEPTED);
	tavern_settle(h);
	loses(h, key, 1);
	assert_int_equal(tavern_row_seen(h, key).state, TABLE_ACTIVE);
}

/* ---- lists ----------------------------------------------------------------------------------- */

static size_t listed(struct tavern *h, struct game_filter f)
{
	struct game_row rows[8];
	size_t n = 8;

	assert_int_not_equal(store_games(h->book->glasses, &f, rows, &n), STORE_TROUBLE);
	for (size_t i = 1; i < n; i++)
		assert_true(f.ascending ? rows[i - 1].id < rows[i].id : rows[i - 1].id > rows[i].id);
	return n;
}

static void the_games_of_a_match_are_listed(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = terms(h, 5, 0, 0);
	int64_t ana = h->people[0], caro = h->people[2];
	char match[STORE_KEY_SIZE], key[STORE_KEY_SIZE];

	tavern_begin(h, &g, NULL);
	g.visibility = VISIBLE_TO_SEATS;
	strcpy(match, tavern_begin(h, &g, NULL));
	strcpy(key, match);
	loses(h, key, 0);
	loses(h, key, 1);
	assert_int_equal(listed(h, (struct game_filter){.match = match, .viewer = ana}), 3);
	assert_int_equal(listed(h, (struct game_filter){.match = match,
							.viewer = ana,
							.ascending = true}),
			 3);
	assert_int_equal(listed(h, (struct game_filter){.match = match,
							.viewer = ana,
							.state = TABLE_OVER}),
			 2);
	assert_int_equal(listed(h, (struct game_filter){.match = match,
							.viewer = ana,
							.player = caro}),
			 0);
	assert_int_equal(listed(h, (struct game_filter){.match = match,
							.viewer = ana,
							.player = ana,
							.ruleset = "backgammon"}),
			 3);
	assert_int_equal(listed(h, (struct game_filter){.match = match,
							.viewer = ana,
							.player = ana,
							.invited = true}),
			 0);
	assert_int_equal(listed(h, (struct game_filter){.match = match, .viewer = caro}), 0);
	assert_int_equal(listed(h, (struct game_filter){.match = key, .viewer = ana}), 0);
}

/* ---- what the audit finds ----------------------------------------------------------------------- */

static void a_match_that_does_not_follow_from_its_games_is_found(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = terms(h, 5, 1, 20);
	char key[STORE_KEY_SIZE];

	strcpy(key, tavern_begin(h, &g, NULL));
	loses(h, key, 0);
	loses(h, key, 1);
	tavern_assert_noticed(h, "UPDATE games SET match_length = 7 WHERE id = 2",
			      "UPDATE games SET match_length = 5 WHERE id = 2",
			      "another game of a match, or of none");
	tavern_assert_noticed(h, "UPDATE games SET match_score = '0 2' WHERE id = 2",
			      "UPDATE games SET match_score = '0 1' WHERE id = 2",
			      "another game of a match, or of none");
	tavern_assert_noticed(h, "UPDATE games SET match_result = '0 2' WHERE id = 1",
			      "UPDATE games SET match_result = '0 1' WHERE id = 1",
			      "the score of the match after it is another");
	tavern_assert_noticed(
		h, "UPDATE games SET next = NULL WHERE id = 1",
		"UPDATE games SET next = (SELECT key FROM games WHERE id = 2) WHERE id = 1",
		"its match was not over, and no game follows");
	tavern_assert_noticed(h, "UPDATE games SET next = key WHERE id = 3",
			      "UPDATE games SET next = NULL WHERE id = 3",
			      "and a game follows");
	tavern_assert_noticed(
		h, "UPDATE games SET next = match WHERE id = 1",
		"UPDATE games SET next = (SELECT key FROM games WHERE id = 2) WHERE id = 1",
		"does not follow from it");
	tavern_assert_noticed(
		h, "UPDATE games SET next = match WHERE id = 2",
		"UPDATE games SET next = (SELECT key FROM games WHERE id = 3) WHERE id = 2",
		"no game of its match is before it");
	tavern_assert_noticed(
		h, "UPDATE games SET match = key WHERE id = 3",
		"UPDATE games SET match = (SELECT key FROM games WHERE id = 1) WHERE id = 3",
		"its match does not begin with the game it is named by");
	tavern_assert_noticed(
		h, "UPDATE games SET match = NULL WHERE id = 3",
		"UPDATE games SET match = (SELECT key FROM games WHERE id = 1) WHERE id = 3",
		"another game of a match, or of none");
	tavern_assert_true(h);
}

/* ---- games from a position ---------------------------------------------------------------------- */

static const char at_the_end[] = "white 1:1 off:14 / black 24:1 off:14 / white to roll";

static void a_game_begins_from_its_position(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = terms(h, 0, 0, 0);
	const char *key;

	g.position = at_the_end;
	key = tavern_lay(h, &g);
	assert_string_equal(tavern_row_seen(h, key).position, at_the_end);
	tavern_close(h);
	tavern_open(h);
	assert_int_equal(cup_script(&h->cup, "2 1"), 0);
	for (unsigned i = 0; i < 2; i++)
		assert_int_equal(tavern_sit(h, key, i, h->people[i]), ACCEPTED);
	tavern_settle(h);
	assert_non_null(strstr(tavern_facts(h, key), "position white 1:1 off:14 / black 24:1"));
	assert_non_null(strstr(tavern_row_seen(h, key).position, "white to move 21"));
	assert_int_equal(tavern_decide(h, key, 0, "1/off"), ACCEPTED);
	tavern_settle(h);
	assert_int_equal(tavern_row_seen(h, key).state, TABLE_OVER);
	tavern_assert_true(h);
}

static void a_table_with_a_position_may_be_frozen_and_cleared_away(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = terms(h, 0, 0, 0);
	struct command c = {.kind = COMMAND_FREEZE, .seat = TABLAS_NOBODY};
	const char *key;

	g.position = at_the_end;
	key = tavern_lay(h, &g);
	assert_int_equal(tavern_submit(h, key, &c, 0), ACCEPTED);
	assert_string_equal(tavern_row(h, key).position, at_the_end);
	c.kind = COMMAND_THAW;
	assert_int_equal(tavern_submit(h, key, &c, 0), ACCEPTED);
	assert_string_equal(tavern_row(h, key).position, at_the_end);
	c.kind = COMMAND_ABORT;
	assert_int_equal(tavern_submit(h, key, &c, 0), ACCEPTED);
	tavern_settle(h);
	assert_int_equal(tavern_row_seen(h, key).state, TABLE_ABORTED);
	tavern_assert_true(h);
}

static void a_position_is_played_for_nothing_and_by_itself(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = terms(h, 0, 1, 20);

	g.position = at_the_end;
	assert_int_equal(create(h, &g), OPTIONS_CONFLICT);
	g = terms(h, 3, 0, 0);
	g.position = at_the_end;
	assert_int_equal(create(h, &g), OPTIONS_CONFLICT);
	g = terms(h, 0, 0, 0);
	g.position = "white 1:1";
	assert_int_equal(create(h, &g), INVALID_POSITION);
	assert_int_equal(games_in_the_book(h), 0);
}

#define MATCH_TEST(f) cmocka_unit_test_setup_teardown(f, setup, tavern_teardown)

/* ---- older books ------------------------------------------------------------------------ */

/*
 * Before what leaving costs was called a forfeit it was a stake, no entry said how
 * many stakes it was for, and no game had terms but unit and buy-in.
 */
static void a_book_from_before_there_were_forfeits_is_as_true_as_it_was(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = terms(h, 0, 10, 30);
	char key[STORE_KEY_SIZE];

	strcpy(key, tavern_begin(h, &g, NULL));
	resigns(h, key, 1);
	tavern_settle(h);
	tavern_assert_true(h);
	assert_int_equal(temporary_number(h->book, "SELECT count(*) FROM entries WHERE kind = 15"
						   " AND multiplier = 1"),
			 2);
	tavern_close(h);
	temporary_tamper(h->book, "UPDATE entries SET kind = 5, multiplier = NULL"
				  " WHERE kind = 15");
	temporary_age(h->book, 2);
	tavern_open(h);
	tavern_assert_true(h);
	assert_int_equal(tavern_row(h, key).insolvent, INSOLVENT_PAY_WHAT_YOU_HAVE);
	assert_int_equal(tavern_row(h, key).fee, 0);
	strcpy(key, tavern_begin(h, &g, NULL));
	resigns(h, key, 0);
	tavern_settle(h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		MATCH_TEST(the_games_of_a_match_follow_one_another),
		MATCH_TEST(the_match_says_when_crawfords_game_is_past),
		MATCH_TEST(the_next_game_comes_with_the_end_of_the_last_or_not_at_all),
		MATCH_TEST(a_match_broken_off_by_the_house_gives_the_chips_back),
		MATCH_TEST(a_match_costs_one_unit_whatever_its_games_are_worth),
		MATCH_TEST(a_match_is_of_a_game_for_two),
		MATCH_TEST(who_sits_on_both_sides_plays_matches_too),
		MATCH_TEST(the_games_of_a_match_are_listed),
		MATCH_TEST(a_match_that_does_not_follow_from_its_games_is_found),
		MATCH_TEST(a_game_begins_from_its_position),
		MATCH_TEST(a_table_with_a_position_may_be_frozen_and_cleared_away),
		MATCH_TEST(a_position_is_played_for_nothing_and_by_itself),
		MATCH_TEST(a_book_from_before_there_were_forfeits_is_as_true_as_it_was),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
