/*
 * test_matches.c - matches over HTTP: laying one, following it, its chips.
 */
#include "tests/api/club.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int setup(void **state)
{
	(void)state;
	club_open("3 1");
	return 0;
}

static int setup_by_chance(void **state)
{
	(void)state;
	club_open(NULL);
	return 0;
}

/* ana against ben; `terms` stand among the members. */
static void begin(const char *terms)
{
	struct answer a = club_post(club.ana, "/v1/games", "{\"ruleset\": \"backgammon\"%s}",
				    terms);

	answer_expect(&a, 201);
	snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "id"));
	answer_fini(&a);
	a = club_post(club.ben, club_path("/seats"), "{}");
	answer_expect(&a, 201);
	answer_fini(&a);
}

static struct answer game(void)
{
	struct answer a = club_get(club.ana, "%s", club_path(""));

	answer_expect(&a, 200);
	return a;
}

/* Resigns the game; goes on to the next, if there is one. */
static void loses(const char *token)
{
	struct answer a = club_post(token, club_path("/resignation"), "{}");

	answer_expect(&a, 201);
	assert_string_equal(answer_string(&a, "state"), "over");
	answer_fini(&a);
	a = game();
	if (answer_has(&a, "match.next"))
		snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "match.next"));
	answer_fini(&a);
}

static void assert_match(const struct answer *a, int number, int white, int black,
			 bool crawford)
{
	assert_int_equal(answer_int(a, "match.game"), number);
	assert_int_equal(answer_int(a, "match.score[0]"), white);
	assert_int_equal(answer_int(a, "match.score[1]"), black);
	assert_int_equal(answer_bool(a, "match.crawford"), crawford);
}

static long long wallet(const char *token)
{
	struct answer a = club_get(token, "/v1/accounts/me/balance");
	long long n = answer_int(&a, "wallet");

	answer_fini(&a);
	return n;
}

/* ---- the course of a match -------------------------------------------------------------- */

static void the_end_of_a_game_leads_to_the_next(void **state)
{
	char match[16];
	struct answer a;

	(void)state;
	begin(", \"match\": {\"length\": 3}");
	strcpy(match, club.game);
	a = game();
	assert_string_equal(answer_string(&a, "match.id"), match);
	assert_int_equal(answer_int(&a, "match.length"), 3);
	assert_match(&a, 1, 0, 0, false);
	assert_false(answer_has(&a, "match.next"));
	assert_false(answer_has(&a, "match.winner"));
	answer_fini(&a);

	loses(club.ben);
	a = game();
	assert_string_equal(answer_string(&a, "state"), "active");
	assert_string_equal(answer_string(&a, "match.id"), match);
	assert_string_equal(answer_string(&a, "seats[0].account"), "ana");
	assert_string_equal(answer_string(&a, "seats[1].account"), "ben");
	assert_match(&a, 2, 1, 0, false);
	answer_fini(&a);
	a = club_get(club.ben, "/v1/games/%s", match);
	assert_match(&a, 1, 1, 0, false);
	assert_string_equal(answer_string(&a, "match.next"), club.game);
	answer_fini(&a);
}

/* user-voices D63: score, length and Crawford's game stand in every state. */
static void crawfords_game_is_marked_and_the_match_is_won(void **state)
{
	struct answer a;

	(void)state;
	begin(", \"match\": {\"length\": 3}, \"options\": {\"cube\": true}");
	loses(club.ben);
	loses(club.ben);
	a = game();
	assert_match(&a, 3, 2, 0, true);
	assert_false(answer_bool(&a, "options.crawford_played"));
	answer_fini(&a);
	loses(club.ana);
	a = game();
	assert_match(&a, 4, 2, 1, false);
	assert_true(answer_bool(&a, "options.crawford_played"));
	answer_fini(&a);
	loses(club.ben);
	a = game();
	assert_string_equal(answer_string(&a, "state"), "over");
	assert_match(&a, 4, 3, 1, false);
	assert_int_equal(answer_int(&a, "match.winner"), 0);
	assert_false(answer_has(&a, "match.next"));
	answer_fini(&a);
}

static void a_finished_game_is_told_of_its_next_before_and_after_a_restart(void **state)
{
	struct answer a;
	char first[16];

	(void)state;
	begin(", \"match\": {\"length\": 2}");
	strcpy(first, club.game);
	a = game(); /* as it is kept from now on */
	answer_fini(&a);
	loses(club.ana);
	for (int i = 0; i < 2; i++) {
		a = club_get(club.ana, "/v1/games/%s", first);
		assert_string_equal(answer_string(&a, "match.next"), club.game);
		answer_fini(&a);
		club_return();
	}
	loses(club.ana);
	a = game();
	assert_int_equal(answer_int(&a, "match.winner"), 1);
	answer_fini(&a);
}

static void a_match_is_drawn_in_characters_too(void **state)
{
	struct answer a;

	(void)state;
	begin(", \"match\": {\"length\": 2}");
	loses(club.ana);
	a = club_get(club.ana, "%s", club_path("?format=text"));
	assert_non_null(strstr(a.body, "match to 2, game 2: 0-1, Crawford game\n"));
	answer_fini(&a);
}

/* ---- chips --------------------------------------------------------------------------------- */

static void the_stake_is_for_the_match(void **state)
{
	struct answer a;

	(void)state;
	begin(", \"match\": {\"length\": 2}, \"stake\": {\"unit\": 50, \"buy_in\": 60}");
	loses(club.ana);
	assert_int_equal(wallet(club.ana), 940);
	assert_int_equal(wallet(club.ben), 940);
	a = game();
	assert_int_equal(answer_int(&a, "seats[0].purse"), 60);
	assert_int_equal(answer_int(&a, "seats[1].purse"), 60);
	answer_fini(&a);
	loses(club.ana);
	assert_int_equal(wallet(club.ana), 950);
	assert_int_equal(wallet(club.ben), 1050);
	a = club_get(club.ana, "/v1/accounts/me/entries?kind=bring");
	assert_int_equal(json_array_size(answer_at(&a, "entries")), 2);
	answer_fini(&a);
	a = club_get(club.ana, "/v1/accounts/me/entries?kind=stake");
	assert_int_equal(json_array_size(answer_at(&a, "entries")), 1);
	assert_int_equal(answer_int(&a, "entries[0].amount"), -50);
	assert_string_equal(answer_string(&a, "entries[0].reason"), "match");
	assert_string_equal(answer_string(&a, "entries[0].game"), club.game);
	answer_fini(&a);
}

static void a_buy_in_covers_the_unit(void **state)
{
	struct answer a = club_post(club.ana, "/v1/games",
				    "{\"ruleset\": \"backgammon\", \"match\": {\"length\": 2},"
				    " \"stake\": {\"unit\": 50, \"buy_in\": 49}}");

	(void)state;
	answer_expect_problem(&a, 422, "buy-in-too-small");
	assert_int_equal(answer_int(&a, "needed"), 50);
	answer_fini(&a);
}

static void nobody_leaves_a_match_by_aborting(void **state)
{
	(void)state;
	begin(", \"match\": {\"length\": 5}, \"stake\": {\"unit\": 50, \"buy_in\": 60}");
	loses(club.ana);
	answer_refused_at(club_post(club.ana, club_path("/abort"), "{}"), 409,
			  "too-late-to-abort", NULL);
	assert_int_equal(wallet(club.ana), 940);
}

/* ---- asking for one --------------------------------------------------------------------------- */

static void a_match_that_cannot_be_is_refused(void **state)
{
	static const struct {
		const char *terms;
		long status;
		const char *slug, *pointer;
	} cases[] = {
		{"\"ruleset\": \"el-mundo\", \"match\": {\"length\": 3}", 422,
		 "options-conflict", "/match"},
		{"\"ruleset\": \"backgammon\", \"match\": {\"length\": 0}", 400,
		 "invalid-value", "/match/length"},
		{"\"ruleset\": \"backgammon\", \"match\": {\"length\": 1001}", 400,
		 "invalid-value", "/match/length"},
		{"\"ruleset\": \"backgammon\", \"match\": {\"length\": \"3\"}", 400,
		 "invalid-value", "/match/length"},
		{"\"ruleset\": \"backgammon\", \"match\": {}", 400, "missing-member",
		 "/match/length"},
		{"\"ruleset\": \"backgammon\", \"match\": 5", 400, "invalid-value", "/match"},
		{"\"ruleset\": \"backgammon\", \"match\": {\"length\": 3, \"score\": [0, 0]}",
		 400, "unknown-member", "/match/score"},
		{"\"ruleset\": \"backgammon\", \"match\": {\"length\": 3}, \"options\": "
		 "{\"crawford_played\": true}",
		 422, "options-conflict", "/options/crawford_played"},
		{"\"ruleset\": \"backgammon\", \"match\": {\"length\": 3}, \"position\": "
		 "\"white 1:15 / black 24:15 / white to roll\"",
		 422, "options-conflict", "/match"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		answer_refused_at(club_post(club.ana, "/v1/games", "{%s}", cases[i].terms),
				  cases[i].status, cases[i].slug, cases[i].pointer);
}

static void null_is_no_match(void **state)
{
	struct answer a;

	(void)state;
	begin(", \"match\": null");
	a = game();
	assert_false(answer_has(&a, "match"));
	answer_fini(&a);
}

static void rulesets_say_whether_matches_are_played(void **state)
{
	struct answer a = club_get(club.ana, "/v1/rulesets/backgammon");

	(void)state;
	assert_true(answer_bool(&a, "matches"));
	answer_fini(&a);
	a = club_get(club.ana, "/v1/rulesets/el-mundo");
	assert_false(answer_bool(&a, "matches"));
	answer_fini(&a);
}

/* ---- finding its games -------------------------------------------------------------------------- */

static size_t listed(const char *token, const char *match, const char *filters)
{
	struct answer a = club_get(token, "/v1/games?match=%s%s", match, filters);
	size_t n;

	answer_expect(&a, 200);
	n = json_array_size(answer_at(&a, "games"));
	for (size_t i = 0; i < n; i++) {
		char path[64];

		snprintf(path, sizeof path, "games[%zu].match.id", i);
		assert_string_equal(answer_string(&a, path), match);
	}
	answer_fini(&a);
	return n;
}

static void the_games_of_a_match_are_listed(void **state)
{
	char match[16];

	(void)state;
	begin("");
	begin(", \"match\": {\"length\": 5}, \"visibility\": \"private\", "
	      "\"seats\": [\"open\", {\"account\": \"ben\"}]");
	strcpy(match, club.game);
	loses(club.ana);
	loses(club.ben);
	assert_int_equal(listed(club.ana, match, ""), 3);
	assert_int_equal(listed(club.ana, match, "&state=over&order=asc"), 2);
	assert_int_equal(listed(club.ana, match, "&player=ben"), 3);
	assert_int_equal(listed(club.ana, match, "&player=carla"), 0);
	assert_int_equal(listed(club.carla, match, ""), 0);
	assert_int_equal(listed(club.ana, "zzzzzzzzzz", ""), 0);
}

/* ---- its records --------------------------------------------------------------------------------- */

static void the_record_says_the_match(void **state)
{
	struct answer a;

	(void)state;
	begin(", \"match\": {\"length\": 2}, \"stake\": {\"unit\": 50, \"buy_in\": 60}");
	loses(club.ana);
	loses(club.ana);
	a = club_get(club.ana, "%s", club_path("/record"));
	answer_expect(&a, 200);
	assert_non_null(strstr(a.body, "stake 50 60\nmatch 2 game 2 score 0 1 crawford\n"));
	assert_non_null(strstr(a.body, "seat 0 ana\nbring 0 60\n"));
	assert_non_null(strstr(a.body, "pay 0 1 50 match\nsettle 0 10\nsettle 1 110\n"));
	answer_fini(&a);
}

#define MATCH_TEST(f) cmocka_unit_test_setup_teardown(f, setup, club_close)
#define CHANCE_TEST(f) cmocka_unit_test_setup_teardown(f, setup_by_chance, club_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CHANCE_TEST(the_end_of_a_game_leads_to_the_next),
		CHANCE_TEST(crawfords_game_is_marked_and_the_match_is_won),
		CHANCE_TEST(a_finished_game_is_told_of_its_next_before_and_after_a_restart),
		CHANCE_TEST(a_match_is_drawn_in_characters_too),
		CHANCE_TEST(the_stake_is_for_the_match),
		MATCH_TEST(a_buy_in_covers_the_unit),
		CHANCE_TEST(nobody_leaves_a_match_by_aborting),
		MATCH_TEST(a_match_that_cannot_be_is_refused),
		MATCH_TEST(null_is_no_match),
		MATCH_TEST(rulesets_say_whether_matches_are_played),
		CHANCE_TEST(the_games_of_a_match_are_listed),
		CHANCE_TEST(the_record_says_the_match),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
