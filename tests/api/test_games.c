/*
 * test_games.c - laying tables, seeing games and ending them, over HTTP.
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
	club_open("3 1 6 5 4 2 5 5 3 1 2 2");
	return 0;
}

/* ---- laying ------------------------------------------------------------------------ */

static void a_new_table_seats_its_maker_and_takes_the_buy_in(void **state)
{
	struct answer a = club_post(club.ana, "/v1/games",
				    "{\"ruleset\": \"backgammon\", \"options\": "
				    "{\"resign_value\": \"offered\"}, "
				    "\"stake\": {\"unit\": 2, \"buy_in\": 50}}");
	char where[64];

	(void)state;
	answer_expect(&a, 201);
	assert_string_equal(answer_string(&a, "state"), "open");
	assert_string_equal(answer_string(&a, "seats[0].account"), "ana");
	assert_int_equal(answer_int(&a, "seats[0].purse"), 50);
	assert_string_equal(answer_string(&a, "options.resign_value"), "offered");
	snprintf(where, sizeof where, "/v1/games/%s", answer_string(&a, "id"));
	assert_string_equal(answer_header(&a, "Location"), where);
	assert_string_equal(answer_header(&a, "ETag"), "\"2\"");
	answer_fini(&a);
	a = club_get(club.ana, "/v1/accounts/me/balance");
	assert_int_equal(answer_int(&a, "wallet"), 950);
	assert_int_equal(answer_int(&a, "in_play"), 50);
	answer_fini(&a);
}

static void every_mistake_in_a_new_table_is_named(void **state)
{
	static const struct {
		const char *body;
		long status;
		const char *slug, *pointer;
	} wrong[] = {
		{"{}", 400, "missing-member", "/ruleset"},
		{"{\"ruleset\": 3}", 400, "invalid-value", "/ruleset"},
		{"{\"ruleset\": \"go\"}", 422, "no-such-ruleset", "/ruleset"},
		{"{\"ruleset\": \"backgammon\", \"colour\": 1}", 400, "unknown-member",
		 "/colour"},
		{"{\"ruleset\": \"backgammon\", \"options\": []}", 400, "invalid-value",
		 "/options"},
		{"{\"ruleset\": \"backgammon\", \"options\": {\"speed\": 1}}", 422,
		 "no-such-option", "/options/speed"},
		{"{\"ruleset\": \"backgammon\", \"options\": {\"resign_value\": 1}}", 422,
		 "invalid-option", "/options/resign_value"},
		{"{\"ruleset\": \"el-mundo\", \"options\": {\"die_sides\": 9}}", 422,
		 "invalid-option", "/options/die_sides"},
		{"{\"ruleset\": \"el-mundo\", \"options\": {\"setup\": \"free_entry\"}}", 422,
		 "options-conflict", "/options"},
		{"{\"ruleset\": \"backgammon\", \"seats\": 3}", 400, "invalid-value", "/seats"},
		{"{\"ruleset\": \"backgammon\", \"seats\": [\"open\"]}", 400, "invalid-value",
		 "/seats"},
		{"{\"ruleset\": \"backgammon\", \"seats\": [1, 2]}", 400, "invalid-value",
		 "/seats/0"},
		{"{\"ruleset\": \"backgammon\", \"seats\": [{\"name\": \"x\"}, null]}", 400,
		 "unknown-member", "/seats/0/name"},
		{"{\"ruleset\": \"backgammon\", \"seats\": [null, {\"account\": \"zed\"}]}",
		 400, "invalid-value", "/seats/1/account"},
		{"{\"ruleset\": \"backgammon\", \"seats\": [{\"account\": \"ben\"}, "
		 "{\"account\": \"ben\"}]}",
		 400, "invalid-value", "/seats/1/account"},
		{"{\"ruleset\": \"backgammon\", \"stake\": 5}", 400, "invalid-value", "/stake"},
		{"{\"ruleset\": \"backgammon\", \"stake\": {\"unit\": 0, \"buy_in\": 5}}", 400,
		 "invalid-value", "/stake/unit"},
		{"{\"ruleset\": \"backgammon\", \"stake\": {\"unit\": 1.5, \"buy_in\": 5}}",
		 400, "invalid-value", "/stake/unit"},
		{"{\"ruleset\": \"backgammon\", \"stake\": {\"unit\": 1}}", 400,
		 "missing-member", "/stake/buy_in"},
		{"{\"ruleset\": \"backgammon\", \"stake\": {\"unit\": 10, \"buy_in\": 9}}",
		 422, "buy-in-too-small", "/stake/buy_in"},
		{"{\"ruleset\": \"backgammon\", \"stake\": {\"buy_in\": 2000}}", 422,
		 "insufficient-chips", NULL},
		{"{\"ruleset\": \"backgammon\", \"visibility\": \"secret\"}", 400,
		 "invalid-value", "/visibility"},
		{"{\"ruleset\": \"backgammon\", \"auto_forced\": 1}", 400, "invalid-value",
		 "/auto_forced"},
		{"{\"ruleset\": \"backgammon\", \"sit\": 2}", 400, "invalid-value", "/sit"},
		{"{\"ruleset\": \"backgammon\", \"sit\": 1, \"seats\": [null, "
		 "{\"account\": \"ben\"}]}",
		 400, "invalid-value", "/sit"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		answer_refused_at(club_post(club.ana, "/v1/games", "%s", wrong[i].body),
				  wrong[i].status, wrong[i].slug, wrong[i].pointer);
	assert_int_equal(club_listed(club.ana, ""), 0);
}

static void who_lays_a_table_may_leave_the_sitting_to_others(void **state)
{
	struct answer a = club_post(club.ana, "/v1/games",
				    "{\"ruleset\": \"backgammon\", \"sit\": false}");

	(void)state;
	answer_expect(&a, 201);
	assert_false(answer_has(&a, "seats[0].account"));
	assert_false(answer_has(&a, "stake"));
	answer_fini(&a);
}

/* ---- seeing ---------------------------------------------------------------------------------
 */

static void a_game_is_json_text_or_a_picture(void **state)
{
	struct answer a;

	(void)state;
	club_lay("backgammon", 2);
	a = club_get(club.carla, "%s", club_path(""));
	answer_expect(&a, 200);
	assert_string_equal(answer_header(&a, "Content-Type"), "application/json");
	answer_fini(&a);
	http_header(&club.http, "Accept: text/plain");
	a = club_get(club.ana, "%s", club_path(""));
	answer_expect(&a, 200);
	assert_non_null(strstr(a.body, "white (ana) to move"));
	answer_fini(&a);
	a = club_get(club.ana, "%s", club_path("?format=svg&seat=1"));
	answer_expect(&a, 200);
	assert_string_equal(answer_header(&a, "Content-Type"), "image/svg+xml");
	assert_non_null(strstr(a.body, "</svg>"));
	answer_fini(&a);
	answer_refused_at(club_get(club.ana, "%s", club_path("?format=pdf")), 400,
			  "invalid-value", NULL);
	answer_refused_at(club_get(club.ana, "%s", club_path("?format=svg&seat=2")), 400,
			  "invalid-value", NULL);
	http_header(&club.http, "Accept: application/pdf");
	answer_refused_at(club_get(club.ana, "%s", club_path("")), 406, "not-acceptable", NULL);
}

static void an_unchanged_game_is_not_sent_again_and_a_changed_one_is(void **state)
{
	char etag[64], field[96];
	struct answer a;

	(void)state;
	club_lay("backgammon", 2);
	for (int twice = 0; twice < 2; twice++) {
		a = club_get(club.ana, "%s", club_path(""));
		snprintf(etag, sizeof etag, "%s", answer_header(&a, "ETag"));
		answer_fini(&a);
		snprintf(field, sizeof field, "If-None-Match: %s", etag);
		http_header(&club.http, field);
		a = club_get(club.ana, "%s", club_path(""));
		assert_int_equal(a.status, 304);
		assert_int_equal(a.body_n, 0);
		answer_fini(&a);
		/* Each form has a tag of its own. */
		http_header(&club.http, field);
		a = club_get(club.ana, "%s", club_path("?format=text"));
		answer_expect(&a, 200);
		assert_string_not_equal(answer_header(&a, "ETag"), etag);
		answer_fini(&a);
	}
	a = club_post(club.ana, club_path("/turns"),
		      "{\"ply\": 5, \"moves\": [\"8/5\", \"6/5\"]}");
	answer_expect(&a, 201);
	answer_fini(&a);
	http_header(&club.http, field);
	a = club_get(club.ana, "%s", club_path(""));
	answer_expect(&a, 200);
	assert_string_equal(answer_string(&a, "last.moves[0]"), "8/5");
	answer_fini(&a);
}

static void a_private_game_that_was_looked_at_stays_hidden_from_others(void **state)
{
	struct answer a =
		club_post(club.ana, "/v1/games",
			  "{\"ruleset\": \"backgammon\", \"visibility\": \"private\"}");

	(void)state;
	snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "id"));
	answer_fini(&a);
	for (int i = 0; i < 2; i++) {
		a = club_get(club.ana, "%s", club_path(""));
		answer_expect(&a, 200);
		answer_fini(&a);
		answer_refused_at(club_get(club.ben, "%s", club_path("")), 404, "not-found",
				  NULL);
		answer_refused_at(club_get(club.ben, "%s", club_path("/events")), 404,
				  "not-found", NULL);
		answer_refused_at(club_get(club.ben, "%s", club_path("/record")), 404,
				  "not-found", NULL);
		answer_refused_at(club_get(club.ben, "%s", club_path("/entries")), 404,
				  "not-found", NULL);
		answer_refused_at(club_get(club.ben, "%s", club_path("/plays")), 404,
				  "not-found", NULL);
		answer_refused_at(club_get(club.ben, "%s", club_path("/mine")), 404,
				  "not-found", NULL);
	}
	a = club_get(club.operator, "%s", club_path(""));
	answer_expect(&a, 200);
	answer_fini(&a);
}

static void games_are_listed_by_player_state_and_whose_move_it_is(void **state)
{
	struct answer a;
	const char *link;

	(void)state;
	club_lay("backgammon", 2);
	a = club_post(club.carla, "/v1/games", "{\"ruleset\": \"el-mundo\"}");
	answer_fini(&a);
	assert_int_equal(club_listed(club.ana, ""), 2);
	assert_int_equal(club_listed(club.ana, "?player=me"), 1);
	assert_int_equal(club_listed(club.ana, "?player=carla&state=open"), 1);
	assert_int_equal(club_listed(club.ana, "?ruleset=backgammon"), 1);
	assert_int_equal(club_listed(club.ana, "?to_move=true"), 1);
	assert_int_equal(club_listed(club.ben, "?to_move=true"), 0);
	assert_int_equal(club_listed(club.ana, "?since=2100-01-01T00:00:00Z"), 0);
	answer_refused_at(club_get(club.ana, "/v1/games?state=won"), 400, "invalid-value",
			  NULL);
	answer_refused_at(club_get(club.ana, "/v1/games?player=zed"), 404, "not-found", NULL);
	answer_refused_at(club_get(club.ana, "/v1/games?order=up"), 400, "invalid-value", NULL);
	answer_refused_at(club_get(club.ana, "/v1/games?cursor=0"), 400, "invalid-cursor",
			  NULL);
	a = club_get(club.ana, "/v1/games?limit=1&order=asc");
	assert_string_equal(answer_string(&a, "games[0].ruleset"), "backgammon");
	link = answer_header(&a, "Link");
	assert_non_null(strstr(link, "rel=\"next\""));
	{
		char next[512];

		snprintf(next, sizeof next, "%.*s", (int)strcspn(link + 1, ">"), link + 1);
		answer_fini(&a);
		a = club_get(club.ana, "%s", next);
		answer_expect(&a, 200);
		assert_string_equal(answer_string(&a, "games[0].ruleset"), "el-mundo");
		assert_string_equal(answer_header(&a, "Link"), "");
		answer_fini(&a);
	}
}

static void what_concerns_a_player_alone_is_told_to_that_player(void **state)
{
	struct answer a;

	(void)state;
	club_lay("backgammon", 2);
	a = club_get(club.ana, "%s", club_path("/mine"));
	assert_int_equal(answer_int(&a, "seat"), 0);
	assert_true(answer_bool(&a, "asked"));
	assert_int_equal(answer_int(&a, "wallet"), 900);
	answer_fini(&a);
	a = club_get(club.ben, "%s", club_path("/mine"));
	assert_false(answer_bool(&a, "asked"));
	assert_false(answer_has(&a, "invitations"));
	answer_fini(&a);
	a = club_get(club.carla, "%s", club_path("/mine"));
	assert_false(answer_has(&a, "seat"));
	answer_fini(&a);
}

static void rulesets_tell_their_options_as_json_schema(void **state)
{
	struct answer a = club_get(NULL, "/v1/rulesets/el-mundo");

	(void)state;
	answer_expect(&a, 200);
	assert_string_equal(answer_string(&a, "options.properties.reentry.default"),
			    "anywhere");
	assert_int_equal(json_array_size(answer_at(&a, "options.properties.reentry.enum")), 4);
	assert_string_equal(answer_string(&a, "options.properties.die_sides.type"), "integer");
	assert_false(answer_bool(&a, "options.additionalProperties"));
	assert_int_equal(answer_int(&a, "seats.min"), 4);
	assert_int_equal(answer_int(&a, "abi"), 1);
	assert_true(json_array_size(answer_at(&a, "places")) >= 24);
	assert_false(answer_has(&a, "exposure"));
	answer_fini(&a);
	a = club_get(NULL, "/v1/rulesets/backgammon");
	assert_int_equal(answer_int(&a, "exposure"), 3);
	answer_fini(&a);
	answer_refused_at(club_get(NULL, "/v1/rulesets/go"), 404, "not-found", NULL);
}

/* ---- ending from outside
 * ------------------------------------------------------------------------ */

/* A seat of an open table need not be the first, nor its owner who laid the table. */
static void who_holds_any_seat_of_an_open_table_may_abort_it(void **state)
{
	struct answer a = club_post(club.ana, "/v1/games",
				    "{\"ruleset\": \"el-mundo\", \"seats\": [null, null, null, null]}");

	(void)state;
	answer_expect(&a, 201);
	snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "id"));
	assert_true(answer_bool(&a, "actions.abort"));
	answer_fini(&a);
	answer_done(club_post(club.ben, club_path("/seats"), "{\"seat\": 2}"), 201);
	a = club_get(club.ben, "%s", club_path(""));
	assert_true(answer_bool(&a, "actions.abort"));
	answer_fini(&a);
	a = club_get(club.ben, "%s", club_path("/mine"));
	assert_true(answer_bool(&a, "actions.abort"));
	answer_fini(&a);
	answer_refused(club_post(club.carla, club_path("/abort"), "{}"), 403, "not-seated");
	answer_done(club_post(club.ben, club_path("/abort"), "{}"), 200);
}

static void an_aborted_game_gives_every_buy_in_back(void **state)
{
	struct answer a;

	(void)state;
	club_lay("backgammon", 2);
	answer_refused_at(club_post(club.carla, club_path("/abort"), "{}"), 403, "not-seated",
			  NULL);
	a = http_ask(&club.http, "DELETE", club_path(""), club.ben, NULL);
	answer_expect(&a, 200);
	assert_string_equal(answer_string(&a, "state"), "aborted");
	assert_string_equal(answer_string(&a, "outcome.reason"), "abort");
	assert_false(answer_bool(&a, "outcome.counts"));
	answer_fini(&a);
	a = club_get(club.ana, "/v1/accounts/me/balance");
	assert_int_equal(answer_int(&a, "wallet"), 1000);
	answer_fini(&a);
	answer_refused_at(club_post(club.ben, club_path("/abort"), "{}"), 409, "game-over",
			  NULL);
}

static void a_frozen_game_stands_still_until_it_is_thawed(void **state)
{
	struct answer a;

	(void)state;
	club_lay("backgammon", 2);
	answer_refused_at(club_post(club.ana, club_path("/freeze"), "{}"), 403,
			  "insufficient-scope", NULL);
	a = club_post(club.operator, club_path("/freeze"), "{\"reason\": \"a look at it\"}");
	answer_expect(&a, 200);
	assert_string_equal(answer_string(&a, "state"), "frozen");
	answer_fini(&a);
	answer_refused_at(club_post(club.ana, club_path("/turns"),
				    "{\"ply\": 6, \"moves\": \"8/5 6/5\"}"),
			  409, "game-frozen", NULL);
	a = club_get(club.ana, "%s", club_path(""));
	answer_expect(&a, 200);
	assert_string_equal(answer_string(&a, "state"), "frozen");
	answer_fini(&a);
	a = club_post(club.operator, club_path("/thaw"), "{}");
	answer_expect(&a, 200);
	answer_fini(&a);
	/* The question was put before the frost and is still the same. */
	a = club_post(club.ana, club_path("/turns"), "{\"ply\": 5, \"moves\": \"8/5 6/5\"}");
	answer_expect(&a, 201);
	answer_fini(&a);
}

/* What one was answered with is used again for the next of its length. */
static void games_of_one_length_are_not_taken_for_each_other(void **state)
{
	char keys[6][16], etag[24];

	(void)state;
	for (int i = 0; i < 6; i++) {
		club_lay("backgammon", 2);
		strcpy(keys[i], club.game);
		if (i % 2)
			club_decide();
	}
	for (int i = 0; i < 6; i++) {
		struct answer a = club_get(club.ana, "/v1/games/%s", keys[i]);
		answer_expect(&a, 200);
		assert_string_equal(answer_string(&a, "id"), keys[i]);
		snprintf(etag, sizeof etag, "\"%lld\"", answer_int(&a, "ply"));
		assert_string_equal(answer_header(&a, "ETag"), etag);
		assert_int_equal(a.body_n % 64, 0);
		answer_fini(&a);
	}
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, club_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_new_table_seats_its_maker_and_takes_the_buy_in),
		TEST(every_mistake_in_a_new_table_is_named),
		TEST(who_lays_a_table_may_leave_the_sitting_to_others),
		TEST(a_game_is_json_text_or_a_picture),
		TEST(an_unchanged_game_is_not_sent_again_and_a_changed_one_is),
		TEST(a_private_game_that_was_looked_at_stays_hidden_from_others),
		TEST(games_are_listed_by_player_state_and_whose_move_it_is),
		TEST(what_concerns_a_player_alone_is_told_to_that_player),
		TEST(rulesets_tell_their_options_as_json_schema),
		TEST(who_holds_any_seat_of_an_open_table_may_abort_it),
		TEST(an_aborted_game_gives_every_buy_in_back),
		TEST(a_frozen_game_stands_still_until_it_is_thawed),
		TEST(games_of_one_length_are_not_taken_for_each_other),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
