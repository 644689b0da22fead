/*
 * test_stakes.c - what chips are played by, over HTTP: credit and debts, cubes
 * that purses do not cover, chips that are added, the house's fee, and what it
 * costs to leave.
 */
#include "tests/api/club.h"
#include "tests/api/crowd.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COPIES 50

/* White throws 6 and black 1; then 3-1 for whoever is next, and so on. */
#define FACES "6 1 3 1 4 2 5 3 6 4 3 2 5 1 4 3"

static int setup(void **state)
{
	static const char *const flags[] = {"--dice", FACES, "--stakes.credit=50",
					    "--stakes.fee=100", NULL};

	(void)state;
	club_open_with(flags);
	return 0;
}

static int setup_plain(void **state)
{
	(void)state;
	club_open(FACES);
	return 0;
}

/* A table with this stake, everybody seated; options as JSON. */
static void lay(const char *ruleset, unsigned seats, const char *stake, const char *options)
{
	const char *const tokens[] = {club.ana, club.ben, club.carla, club.dora};
	struct answer a = club_post(club.ana, "/v1/games",
				    "{\"ruleset\": \"%s\", \"seats\": %u, \"stake\": %s, "
				    "\"options\": %s, \"sit\": 0}",
				    ruleset, seats, stake, options);

	answer_expect(&a, 201);
	snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "id"));
	answer_fini(&a);
	for (unsigned seat = 1; seat < seats; seat++)
		answer_done(
			club_post(tokens[seat], club_path("/seats"), "{\"seat\": %u}", seat),
			201);
}

static long long purse(unsigned seat)
{
	struct answer a = club_get(club.ana, "%s", club_path(""));
	char at[32];
	long long n;

	snprintf(at, sizeof at, "seats[%u].purse", seat);
	n = answer_int(&a, at);
	answer_fini(&a);
	return n;
}

static void resign(const char *token)
{
	answer_done(club_post(token, club_path("/resignation"), "{}"), 201);
}

static struct answer decide(const char *token, const char *move)
{
	return club_post(token, club_path("/turns"), "{\"ply\": %lld, \"moves\": \"%s\"}",
			 club_ply(), move);
}

/* ---- debts -------------------------------------------------------------------------------- */

static void who_owes_at_the_end_has_a_wallet_below_zero(void **state)
{
	struct answer a;

	(void)state;
	/* ben has nothing but what he brings */
	answer_done(club_post(club.ben, "/v1/transfers", "{\"to\": \"ana\", \"amount\": 998}"),
		    201);
	lay("el-mundo", 4, "{\"buy_in\": 2, \"insolvent\": \"debt\", \"credit\": 20}", "{}");
	a = club_get(club.ben, "%s", club_path(""));
	assert_string_equal(answer_string(&a, "stake.insolvent"), "debt");
	assert_int_equal(answer_int(&a, "stake.credit"), 20);
	answer_fini(&a);
	resign(club.ben);
	resign(club.carla);
	resign(club.dora);
	/* Each owes ana 12 for the pieces she would have borne off, and she a tenth of 36. */
	assert_int_equal(club_wallet(club.ben), -10);
	assert_int_equal(club_wallet(club.carla), 988);
	assert_int_equal(club_wallet(club.ana), 1998 + 36 - 3);
	a = club_get(club.ben, "/v1/accounts/me/entries?limit=2");
	assert_string_equal(answer_string(&a, "entries[0].kind"), "debt");
	assert_string_equal(answer_string(&a, "entries[1].kind"), "debt");
	assert_int_equal(answer_int(&a, "entries[1].wallet_after"), -10);
	assert_int_equal(answer_int(&a, "entries[0].balance_after"), -10);
	answer_fini(&a);
	a = club_get(club.dora, "/v1/accounts/me/entries?kind=forfeit");
	assert_int_equal(answer_int(&a, "entries[0].amount"), -12);
	assert_int_equal(answer_int(&a, "entries[0].multiplier"), 12);
	assert_string_equal(answer_string(&a, "entries[0].reason"), "bearoff");
	assert_string_equal(answer_string(&a, "entries[0].other"), "ana");
	answer_fini(&a);
}

static void who_owes_brings_and_gives_nothing_until_it_is_paid(void **state)
{
	(void)state;
	who_owes_at_the_end_has_a_wallet_below_zero(state);
	answer_refused(club_post(club.ben, "/v1/transfers", "{\"to\": \"ana\", \"amount\": 1}"),
		       422, "insufficient-chips");
	answer_refused(club_post(club.ben, "/v1/games",
				 "{\"ruleset\": \"backgammon\", \"stake\": {\"buy_in\": 3}}"),
		       422, "insufficient-chips");
	answer_refused(http_ask(&club.http, "DELETE", "/v1/accounts/me", club.ben, NULL), 409,
		       "account-in-use");
	answer_done(club_post(club.ana, "/v1/transfers", "{\"to\": \"ben\", \"amount\": 7}"),
		    201);
	assert_int_equal(club_wallet(club.ben), -3);
	answer_done(club_post(club.operator, "/v1/grants", "{\"to\": \"ben\", \"amount\": 6}"),
		    201);
	assert_int_equal(club_wallet(club.ben), 3);
	answer_done(club_post(club.ben, "/v1/games",
			      "{\"ruleset\": \"backgammon\", \"stake\": {\"buy_in\": 3}}"),
		    201);
}

static void credit_is_bound_while_one_sits_where_one_may_owe(void **state)
{
	static const char terms[] = "{\"ruleset\": \"el-mundo\", \"stake\": {\"buy_in\": 1, "
				    "\"insolvent\": \"debt\", \"credit\": %d}, \"sit\": 0}";
	char first[16], path[64];
	struct answer a = club_post(club.ana, "/v1/games", terms, 30);

	(void)state;
	answer_expect(&a, 201);
	snprintf(first, sizeof first, "%s", answer_string(&a, "id"));
	answer_fini(&a);
	answer_refused(club_post(club.ana, "/v1/games", terms, 21), 422, "credit-exhausted");
	answer_done(club_post(club.ana, "/v1/games", terms, 20), 201);
	answer_refused(club_post(club.ana, "/v1/games", terms, 1), 422, "credit-exhausted");
	snprintf(path, sizeof path, "/v1/games/%s/abort", first);
	answer_done(club_post(club.ana, path, "{}"), 200);
	answer_done(club_post(club.ana, "/v1/games", terms, 30), 201);
	/* ben, who owes nothing yet, may sit beside her */
	answer_done(club_post(club.ben, "/v1/games", terms, 50), 201);
}

static void terms_that_cannot_be_are_refused_by_name(void **state)
{
	static const struct {
		const char *stake;
		long status;
		const char *slug, *pointer;
	} rows[] = {
		{"{\"buy_in\": 9, \"insolvent\": \"beg\"}", 400, "invalid-value",
		 "/stake/insolvent"},
		{"{\"buy_in\": 9, \"insolvent\": 1}", 400, "invalid-value", "/stake/insolvent"},
		{"{\"buy_in\": 9, \"insolvent\": \"debt\", \"credit\": 51}", 400,
		 "invalid-value", "/stake/credit"},
		{"{\"buy_in\": 9, \"insolvent\": \"debt\", \"credit\": 0}", 400, "invalid-value",
		 "/stake/credit"},
		{"{\"buy_in\": 9, \"insolvent\": \"debt\", \"credit\": -5}", 400,
		 "invalid-value", "/stake/credit"},
		{"{\"buy_in\": 9, \"insolvent\": \"debt\", \"credit\": 1.5}", 400,
		 "invalid-value", "/stake/credit"},
		{"{\"buy_in\": 9, \"insolvent\": \"eliminate\", \"credit\": 5}", 422,
		 "options-conflict", "/stake/credit"},
		{"{\"buy_in\": 9, \"credit\": 5}", 422, "options-conflict", "/stake/credit"},
		{"{\"buy_in\": 9, \"top_ups\": 1}", 400, "invalid-value", "/stake/top_ups"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		answer_refused_at(club_post(club.ana, "/v1/games",
					    "{\"ruleset\": \"el-mundo\", \"stake\": %s}",
					    rows[i].stake),
				  rows[i].status, rows[i].slug, rows[i].pointer);
	answer_refused(club_post(club.ana, "/v1/games",
				 "{\"ruleset\": \"backgammon\", \"match\": {\"length\": 3}, "
				 "\"stake\": {\"buy_in\": 9, \"top_ups\": true}}"),
		       422, "options-conflict");
	answer_refused(club_post(club.ana, "/v1/games",
				 "{\"ruleset\": \"backgammon\", \"match\": {\"length\": 3}, "
				 "\"stake\": {\"buy_in\": 9, \"insolvent\": \"debt\"}}"),
		       422, "options-conflict");
	assert_int_equal(club_wallet(club.ana), 1000);
}

static void without_credit_nobody_owes(void **state)
{
	struct answer a = club_get(NULL, "/v1");

	(void)state;
	assert_int_equal(answer_int(&a, "stakes.credit"), 0);
	assert_int_equal(answer_int(&a, "stakes.fee"), 0);
	answer_fini(&a);
	answer_refused_at(club_post(club.ana, "/v1/games",
				    "{\"ruleset\": \"el-mundo\", \"stake\": {\"buy_in\": 9, "
				    "\"insolvent\": \"debt\"}}"),
			  422, "credit-exhausted", "/stake/insolvent");
}

/* ---- elimination ------------------------------------------------------------------------------ */

static void who_cannot_pay_is_told_to_have_left(void **state)
{
	struct answer a;

	(void)state;
	lay("el-mundo", 4, "{\"buy_in\": 2, \"unit\": 2, \"insolvent\": \"eliminate\"}",
	    "{\"ante\": 2}");
	/* Antes are two stakes, of which each has one: nobody can pay, and all but one go. */
	for (int i = 0; i < 30; i++) {
		a = club_get(club.ana, "%s", club_path(""));
		if (strcmp(answer_string(&a, "state"), "over") == 0)
			break;
		answer_fini(&a);
		club_decide();
	}
	assert_string_equal(answer_string(&a, "state"), "over");
	assert_string_equal(answer_string(&a, "seats[0].status"), "left");
	answer_fini(&a);
	a = club_get(club.ana, "%s", club_path("/events?limit=200"));
	assert_non_null(strstr(a.body, "\"insolvent\""));
	answer_fini(&a);
	assert_int_equal(club_wallet(club.ana) + club_wallet(club.ben) +
				 club_wallet(club.carla) + club_wallet(club.dora),
			 4000);
}

/* ---- the house ------------------------------------------------------------------------------------ */

static void the_fee_stands_in_the_game_and_is_taken_of_what_was_won(void **state)
{
	struct answer a;

	(void)state;
	lay("backgammon", 2, "{\"buy_in\": 60, \"unit\": 20}",
	    "{\"resign_value\": \"single\"}");
	a = club_get(club.dora, "%s", club_path(""));
	assert_int_equal(answer_int(&a, "stake.fee"), 100);
	answer_fini(&a);
	resign(club.ben);
	assert_int_equal(club_wallet(club.ana), 1018);
	assert_int_equal(club_wallet(club.ben), 980);
	a = club_get(club.ana, "/v1/accounts/me/entries?kind=fee");
	assert_int_equal(answer_int(&a, "entries[0].amount"), -2);
	assert_string_equal(answer_string(&a, "entries[0].other"), "house");
	answer_fini(&a);
	a = club_get(club.ana, "%s", club_path("/entries"));
	assert_non_null(strstr(a.body, "\"account\":\"house\""));
	answer_fini(&a);
}

/* ---- cubes ------------------------------------------------------------------------------------------ */

static void a_cube_is_raised_only_if_both_purses_cover_it(void **state)
{
	struct answer a;

	(void)state;
	lay("backgammon", 2, "{\"buy_in\": 10, \"unit\": 2, \"top_ups\": true}",
	    "{\"jacoby\": false, \"resign_value\": \"single\"}");
	club_decide();
	/* Black is asked whether to double: three times two stakes of two chips are 12. */
	a = decide(club.ben, "double");
	answer_expect_problem(&a, 422, "insufficient-chips");
	assert_int_equal(json_array_size(answer_at(&a, "lacking")), 2);
	assert_int_equal(answer_int(&a, "lacking[1].seat"), 1);
	assert_string_equal(answer_string(&a, "lacking[1].account"), "ben");
	assert_int_equal(answer_int(&a, "lacking[1].needed"), 12);
	assert_int_equal(answer_int(&a, "lacking[1].available"), 10);
	assert_int_equal(answer_int(&a, "missing"), 2);
	answer_fini(&a);
	a = club_get(club.ben, "%s", club_path("/plays"));
	assert_int_equal(answer_int(&a, "count"), 1);
	assert_string_equal(answer_string(&a, "plays[0].moves[0]"), "roll");
	answer_fini(&a);
	answer_done(club_post(club.ben, club_path("/top-ups"), "{\"amount\": 2}"), 201);
	a = decide(club.ben, "double");
	answer_expect_problem(&a, 422, "insufficient-chips");
	assert_int_equal(json_array_size(answer_at(&a, "lacking")), 1);
	assert_string_equal(answer_string(&a, "lacking[0].account"), "ana");
	answer_fini(&a);
	answer_done(club_post(club.ana, club_path("/top-ups"), "{\"amount\": 10}"), 201);
	a = club_get(club.ben, "%s", club_path("/plays"));
	assert_int_equal(answer_int(&a, "count"), 2);
	answer_fini(&a);
	answer_done(decide(club.ben, "double"), 201);
	answer_done(decide(club.ana, "take"), 201);
	resign(club.ana);
	assert_int_equal(club_wallet(club.ana), 996);
}

static void for_chips_the_options_are_those_of_money_tables(void **state)
{
	struct answer a;

	(void)state;
	lay("backgammon", 2, "{\"buy_in\": 9}", "{}");
	a = club_get(club.ana, "%s", club_path(""));
	assert_string_equal(answer_string(&a, "options.resign_value"), "offered");
	assert_true(answer_bool(&a, "options.cube"));
	assert_true(answer_bool(&a, "options.jacoby"));
	answer_fini(&a);
	a = club_post(club.ana, club_path("/resignation"), "{\"value\": 1}");
	answer_expect(&a, 201);
	assert_string_equal(answer_string(&a, "state"), "active");
	answer_fini(&a);
	/* For nothing, or where the players say so, it is as the page has it. */
	a = club_post(club.ana, "/v1/games", "{\"ruleset\": \"backgammon\"}");
	assert_string_equal(answer_string(&a, "options.resign_value"), "single");
	assert_false(answer_bool(&a, "options.cube"));
	answer_fini(&a);
	lay("backgammon", 2, "{\"buy_in\": 9}", "{\"resign_value\": \"single\", \"cube\": false}");
	a = club_get(club.ana, "%s", club_path(""));
	assert_string_equal(answer_string(&a, "options.resign_value"), "single");
	assert_false(answer_bool(&a, "options.cube"));
	assert_true(answer_bool(&a, "options.jacoby"));
	answer_fini(&a);
}

/* ---- adding chips -------------------------------------------------------------------------------------- */

static void what_is_added_is_a_whole_number_within_the_buy_in(void **state)
{
	static const char *const amounts[] = {"0",	    "-1",	"1.5",
					      "\"5\"",	    "true",	"null",
					      "101",	    "[1]",	"1000000000001",
					      "1e2",	    "9223372036854775807",
					      "9223372036854775808", "1e400"};

	(void)state;
	lay("backgammon", 2, "{\"buy_in\": 100, \"top_ups\": true}", "{}");
	for (size_t i = 0; i < sizeof amounts / sizeof *amounts; i++) {
		struct answer a = club_post(club.ana, club_path("/top-ups"),
					    "{\"amount\": %s}", amounts[i]);

		assert_int_equal(a.status, 400);
		answer_fini(&a);
	}
	answer_refused(club_post(club.ana, club_path("/top-ups"), "{}"), 400, "missing-member");
	answer_refused(club_post(club.carla, club_path("/top-ups"), "{\"amount\": 1}"), 403,
		       "not-seated");
	answer_refused(club_post(club.ana, "/v1/games/nosuchgame/top-ups", "{\"amount\": 1}"),
		       404, "not-found");
	assert_int_equal(purse(0), 100);
	assert_int_equal(club_wallet(club.ana), 900);
}

static void nobody_adds_what_is_not_in_the_wallet(void **state)
{
	struct answer a;

	(void)state;
	lay("backgammon", 2, "{\"buy_in\": 600, \"top_ups\": true}", "{}");
	a = club_post(club.ana, club_path("/top-ups"), "{\"amount\": 401}");
	answer_expect_problem(&a, 422, "insufficient-chips");
	assert_int_equal(answer_int(&a, "available"), 400);
	assert_int_equal(answer_int(&a, "missing"), 1);
	answer_fini(&a);
	answer_done(club_post(club.ana, club_path("/top-ups"), "{\"amount\": 400}"), 201);
	assert_int_equal(purse(0), 1000);
	assert_int_equal(club_wallet(club.ana), 0);
}

static void fifty_copies_at_once_add_once(void **state)
{
	static struct asker copies[COPIES];

	(void)state;
	lay("backgammon", 2, "{\"buy_in\": 100, \"top_ups\": true}", "{}");
	for (size_t i = 0; i < COPIES; i++)
		copies[i] = (struct asker){.method = "POST",
					   .path = club_path("/top-ups"),
					   .token = club.ben,
					   .body = "{\"amount\": 9}",
					   .field = "Idempotency-Key: \"crowd\""};
	crowd_ask(copies, COPIES, club.daemon.url);
	assert_int_equal(crowd_count(copies, COPIES, 201), COPIES);
	crowd_fini(copies, COPIES);
	assert_int_equal(purse(1), 109);
	assert_int_equal(club_wallet(club.ben), 891);
}

static void many_at_once_add_no_chip_twice(void **state)
{
	static struct asker askers[COPIES];
	static char keys[COPIES][48];

	(void)state;
	lay("backgammon", 2, "{\"buy_in\": 100, \"top_ups\": true}", "{}");
	for (size_t i = 0; i < COPIES; i++) {
		snprintf(keys[i], sizeof keys[i], "Idempotency-Key: \"key-of-%zu\"", i);
		askers[i] = (struct asker){.method = "POST",
					   .path = club_path("/top-ups"),
					   .token = club.ben,
					   .body = "{\"amount\": 70}",
					   .field = keys[i]};
	}
	crowd_ask(askers, COPIES, club.daemon.url);
	assert_int_equal(crowd_count(askers, COPIES, 201), 900 / 70);
	assert_int_equal(crowd_count(askers, COPIES, 422), COPIES - 900 / 70);
	crowd_fini(askers, COPIES);
	assert_int_equal(purse(1), 100 + 840);
	assert_int_equal(club_wallet(club.ben), 60);
}

static void what_was_added_comes_back_when_the_game_is_aborted(void **state)
{
	(void)state;
	lay("backgammon", 2, "{\"buy_in\": 100, \"top_ups\": true}", "{}");
	answer_done(club_post(club.ben, club_path("/top-ups"), "{\"amount\": 50}"), 201);
	answer_done(club_post(club.ana, club_path("/abort"), "{}"), 200);
	assert_int_equal(club_wallet(club.ana), 1000);
	assert_int_equal(club_wallet(club.ben), 1000);
}

static void all_of_it_can_be_replayed(void **state)
{
	struct answer a;

	(void)state;
	a_cube_is_raised_only_if_both_purses_cover_it(state);
	a = club_get(club.ana, "%s", club_path("/record"));
	answer_expect(&a, 200);
	assert_non_null(strstr(a.body, "\nstake 2 10 fee 100 top-ups\n"));
	assert_non_null(strstr(a.body, "\ntopped_up 1 2\ntop_up 1 2\n"));
	assert_non_null(strstr(a.body, "\nforfeit 0 1 4 single\n"));
	assert_null(strstr(a.body, "\nfee 1 1\n"));
	answer_fini(&a);
}

#define TEST(name)	 cmocka_unit_test_setup_teardown(name, setup, club_close)
#define TEST_PLAIN(name) cmocka_unit_test_setup_teardown(name, setup_plain, club_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(who_owes_at_the_end_has_a_wallet_below_zero),
		TEST(who_owes_brings_and_gives_nothing_until_it_is_paid),
		TEST(credit_is_bound_while_one_sits_where_one_may_owe),
		TEST(terms_that_cannot_be_are_refused_by_name),
		TEST_PLAIN(without_credit_nobody_owes),
		TEST_PLAIN(who_cannot_pay_is_told_to_have_left),
		TEST(the_fee_stands_in_the_game_and_is_taken_of_what_was_won),
		TEST_PLAIN(a_cube_is_raised_only_if_both_purses_cover_it),
		TEST_PLAIN(for_chips_the_options_are_those_of_money_tables),
		TEST_PLAIN(what_is_added_is_a_whole_number_within_the_buy_in),
		TEST_PLAIN(nobody_adds_what_is_not_in_the_wallet),
		TEST_PLAIN(fifty_copies_at_once_add_once),
		TEST_PLAIN(many_at_once_add_no_chip_twice),
		TEST_PLAIN(what_was_added_comes_back_when_the_game_is_aborted),
		TEST(all_of_it_can_be_replayed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
