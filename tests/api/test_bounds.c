/*
 * test_bounds.c - how many tables, challenges and games an account may have, and for
 * how long a table is offered: what the operator says, also while the house is open.
 */
#include "tests/api/club.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define TO_BEN "\"seats\": [{\"account\": \"me\"}, {\"account\": \"ben\"}]"

static void limits(const char *these)
{
	char text[256];

	snprintf(text, sizeof text, "[test]\nclock = 2026-11-30T09:00:00Z\n[limits]\n%s", these);
	club_configure(text);
}

static int setup(void **state)
{
	const char *const flags[] = {"--config", club_config(), NULL};

	(void)state;
	limits("open_tables = 3\nchallenges = 2\ntable_days = 2\ntable_days_max = 5\n");
	club_open_with(flags);
	return 0;
}

#define CHALLENGE "{\"ruleset\": \"backgammon\", " TO_BEN "}"

/* user-voices D64: a limit of the other's is said to be theirs, and no balance is. */
static void a_challenge_too_many_is_refused_with_whose_limit_it_is(void **state)
{
	struct answer a;

	(void)state;
	club_offer(TO_BEN);
	club_offer(TO_BEN);
	a = club_post(club.carla, "/v1/games", CHALLENGE);
	answer_expect_problem(&a, 409, "too-many-tables");
	assert_string_equal(answer_string(&a, "account"), "ben");
	assert_int_equal(answer_int(&a, "limit"), 2);
	answer_fini(&a);
	answer_done(club_post(club.ben, club_path("/decline"), "{}"), 200);
	answer_done(club_post(club.carla, "/v1/games", CHALLENGE), 201);
}

static void an_account_has_so_many_open_tables_as_the_operator_says(void **state)
{
	struct answer a;

	(void)state;
	for (int i = 0; i < 3; i++)
		club_offer("");
	a = club_post(club.ana, "/v1/games", "{\"ruleset\": \"backgammon\"}");
	answer_expect_problem(&a, 409, "too-many-tables");
	assert_string_equal(answer_string(&a, "account"), "ana");
	assert_int_equal(answer_int(&a, "limit"), 3);
	answer_fini(&a);
	/* A table that is filled is no open one any more. */
	answer_done(club_post(club.ben, club_path("/seats"), "{}"), 201);
	club_offer("");
	answer_refused(club_post(club.ana, "/v1/games", "{\"ruleset\": \"backgammon\"}"), 409,
		       "too-many-tables");
	limits("open_tables = 4\n");
	club_offer("");
}

/* Seats at open tables and at games that are played; the next game of a match is laid. */
static void an_account_sits_at_so_many_games_as_the_operator_says(void **state)
{
	struct answer a;

	(void)state;
	limits("games = 2\n");
	club_offer("\"options\": {\"resign_value\": \"single\"}");
	answer_done(club_post(club.ben, club_path("/seats"), "{}"), 201);
	club_offer("");
	a = club_post(club.ana, "/v1/games", "{\"ruleset\": \"backgammon\"}");
	answer_expect_problem(&a, 409, "too-many-tables");
	assert_string_equal(answer_string(&a, "account"), "ana");
	assert_int_equal(answer_int(&a, "limit"), 2);
	answer_fini(&a);
	answer_done(club_post(club.ben, club_path("/seats"), "{}"), 201);
	answer_done(club_post(club.carla, "/v1/games",
			      "{\"ruleset\": \"backgammon\", \"sit\": false, \"seats\": [null, null]}"),
		    201);
	a = club_get(club.carla, "/v1/games?state=open");
	snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "games[0].id"));
	answer_fini(&a);
	answer_refused(club_post(club.ben, club_path("/seats"), "{}"), 409, "too-many-tables");
	a = club_get(club.ben, "/v1/games?player=ben&limit=1");
	snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "games[0].id"));
	answer_fini(&a);
	answer_done(club_post(club.ben, club_path("/abort"), "{}"), 200);
	club_offer("");
	limits("games = 0\n");
	club_offer("");
}

static void for_how_long_a_table_is_offered_is_the_operators_to_say(void **state)
{
	struct answer a;

	(void)state;
	club_offer("");
	a = club_get(club.ana, "%s", club_path(""));
	assert_string_equal(answer_string(&a, "table.expires"), "2026-12-02T09:00:00.000Z");
	answer_fini(&a);
	a = club_post(club.ana, "/v1/games",
		      "{\"ruleset\": \"backgammon\", \"expires_in\": \"P5DT1S\"}");
	answer_expect_problem(&a, 400, "invalid-value");
	assert_non_null(strstr(answer_string(&a, "detail"), "from PT10S to P5D"));
	answer_fini(&a);
	club_offer("\"expires_in\": \"P5D\"");
	a = club_get(NULL, "/v1");
	assert_int_equal(answer_int(&a, "limits.open_tables"), 3);
	assert_int_equal(answer_int(&a, "limits.challenges"), 2);
	assert_int_equal(answer_int(&a, "limits.table_days"), 2);
	assert_int_equal(answer_int(&a, "limits.table_days_max"), 5);
	answer_fini(&a);
	/* What is offered stays so; what is offered from now on is by the new word. */
	limits("table_days = 90\ntable_days_max = 1\n");
	a = club_get(club.ana, "%s", club_path(""));
	assert_string_equal(answer_string(&a, "table.expires"), "2026-12-05T09:00:00.000Z");
	answer_fini(&a);
	club_offer("");
	a = club_get(club.ana, "%s", club_path(""));
	assert_string_equal(answer_string(&a, "table.expires"), "2026-12-01T09:00:00.000Z");
	answer_fini(&a);
	a = club_get(NULL, "/v1");
	assert_int_equal(answer_int(&a, "limits.open_tables"), 1000);
	assert_int_equal(answer_int(&a, "limits.challenges"), 100);
	answer_fini(&a);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, club_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_challenge_too_many_is_refused_with_whose_limit_it_is),
		TEST(an_account_has_so_many_open_tables_as_the_operator_says),
		TEST(an_account_sits_at_so_many_games_as_the_operator_says),
		TEST(for_how_long_a_table_is_offered_is_the_operators_to_say),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
