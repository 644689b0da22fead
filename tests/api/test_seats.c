/*
 * test_seats.c - sitting down at a table over HTTP: kept seats, invitations, getting up.
 */
#include "tests/api/club.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static int setup(void **state)
{
	(void)state;
	club_open("3 1 6 5 4 2 5 5 3 1 2 2");
	return 0;
}

static void a_kept_seat_is_for_one_player_alone(void **state)
{
	struct answer a = club_post(club.ana, "/v1/games",
				    "{\"ruleset\": \"backgammon\", \"seats\": "
				    "[{\"account\": \"ben\"}, \"open\"]}");

	(void)state;
	answer_expect(&a, 201);
	assert_string_equal(answer_string(&a, "seats[0].invited"), "ben");
	assert_string_equal(answer_string(&a, "seats[1].account"), "ana");
	snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "id"));
	answer_fini(&a);
	assert_int_equal(club_listed(club.ben, "?invited=true"), 1);
	assert_int_equal(club_listed(club.carla, "?invited=true"), 0);
	answer_refused_at(club_post(club.carla, club_path("/seats"), "{\"seat\": 0}"), 403,
			  "invitation-needed", "/seat");
	answer_refused_at(club_post(club.carla, club_path("/seats"), "{}"), 403,
			  "invitation-needed", NULL);
	a = club_post(club.ben, club_path("/seats"), "{}");
	answer_expect(&a, 201);
	assert_string_equal(answer_string(&a, "state"), "active");
	answer_fini(&a);
	answer_refused_at(club_post(club.carla, club_path("/seats"), "{}"), 409, "game-started",
			  NULL);
}

static void a_locked_seat_opens_once_to_its_newest_invitation(void **state)
{
	struct answer a =
		club_post(club.ana, "/v1/games",
			  "{\"ruleset\": \"backgammon\", \"visibility\": \"private\", "
			  "\"seats\": [\"open\", {\"invitation\": true}]}");
	char first[128], second[128];

	(void)state;
	answer_expect(&a, 201);
	snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "id"));
	assert_int_equal(answer_int(&a, "invitations[0].seat"), 1);
	snprintf(first, sizeof first, "%s", answer_string(&a, "invitations[0].invitation"));
	answer_fini(&a);
	/* Shown once: nobody can read it again. */
	a = club_get(club.ana, "%s", club_path(""));
	assert_false(answer_has(&a, "invitations"));
	answer_fini(&a);

	answer_refused_at(club_post(club.ben, club_path("/invitations"), "{\"seat\": 1}"), 404,
			  "not-found", NULL);
	a = club_post(club.ana, club_path("/invitations"), "{\"seat\": 1}");
	answer_expect(&a, 201);
	snprintf(second, sizeof second, "%s", answer_string(&a, "invitation"));
	answer_fini(&a);

	/* To whom has no part in it a private game is not there, whatever they send. */
	answer_refused_at(club_get(club.ben, "%s", club_path("")), 404, "not-found", NULL);
	answer_refused_at(
		club_post(club.ben, club_path("/seats"), "{\"invitation\": \"%s\"}", first),
		404, "not-found", NULL);
	a = club_post(club.ben, club_path("/seats"), "{\"invitation\": \"%s\"}", second);
	answer_expect(&a, 201);
	assert_string_equal(answer_string(&a, "seats[1].account"), "ben");
	answer_fini(&a);
	answer_refused_at(
		club_post(club.carla, club_path("/seats"), "{\"invitation\": \"%s\"}", second),
		404, "not-found", NULL);
	a = club_get(club.ben, "%s", club_path(""));
	answer_expect(&a, 200);
	answer_fini(&a);
	assert_int_equal(club_listed(club.carla, ""), 0);
}

/* Used is used, also when whoever used it has stood up; taken back is taken back. */
static void an_invitation_is_used_once_or_taken_back(void **state)
{
	struct answer a = club_post(
		club.ana, "/v1/games",
		"{\"ruleset\": \"el-mundo\", \"seats\": "
		"[null, {\"invitation\": true}, null, null]}");
	char used[256], gone[256], path[64];

	(void)state;
	answer_expect(&a, 201);
	snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "id"));
	snprintf(used, sizeof used, "{\"invitation\": \"%s\"}",
		 answer_string(&a, "invitations[0].invitation"));
	answer_fini(&a);
	answer_done(club_post(club.ben, club_path("/seats"), "%s", used), 201);
	answer_done(http_ask(&club.http, "DELETE", club_path("/seats/1"), club.ben, NULL), 200);
	answer_refused_at(club_post(club.carla, club_path("/seats"), "%s", used), 403,
			  "invitation-needed", "/invitation");
	answer_refused_at(club_post(club.ben, club_path("/seats"), "%s", used), 403,
			  "invitation-needed", "/invitation");
	a = club_post(club.ana, club_path("/invitations"), "{\"seat\": 1}");
	answer_expect(&a, 201);
	snprintf(gone, sizeof gone, "{\"invitation\": \"%s\"}", answer_string(&a, "invitation"));
	snprintf(path, sizeof path, "/v1/invitations/%lld", answer_int(&a, "number"));
	answer_fini(&a);
	answer_refused(http_ask(&club.http, "DELETE", path, club.ben, NULL), 404, "not-found");
	answer_done(http_ask(&club.http, "DELETE", path, club.ana, NULL), 204);
	answer_refused(http_ask(&club.http, "DELETE", path, club.ana, NULL), 404, "not-found");
	a = club_post(club.ben, club_path("/seats"), "%s", gone);
	answer_expect_problem(&a, 403, "invitation-needed");
	assert_string_equal(answer_string(&a, "detail"), "The invitation has been taken back.");
	answer_fini(&a);
	/* To one that is used there is nothing to take back. */
	a = club_post(club.ana, club_path("/invitations"), "{\"seat\": 1}");
	snprintf(used, sizeof used, "{\"invitation\": \"%s\"}", answer_string(&a, "invitation"));
	snprintf(path, sizeof path, "/v1/invitations/%lld", answer_int(&a, "number"));
	answer_fini(&a);
	answer_done(club_post(club.carla, club_path("/seats"), "%s", used), 201);
	answer_refused(http_ask(&club.http, "DELETE", path, club.ana, NULL), 404, "not-found");
}

static void an_invitation_opens_no_other_table(void **state)
{
	struct answer a;
	char other[128];

	(void)state;
	a = club_post(
		club.ana, "/v1/games",
		"{\"ruleset\": \"backgammon\", \"seats\": [null, {\"invitation\": true}]}");
	snprintf(other, sizeof other, "%s", answer_string(&a, "invitations[0].invitation"));
	answer_fini(&a);
	a = club_post(
		club.ana, "/v1/games",
		"{\"ruleset\": \"backgammon\", \"seats\": [null, {\"invitation\": true}]}");
	snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "id"));
	answer_fini(&a);
	answer_refused_at(
		club_post(club.ben, club_path("/seats"), "{\"invitation\": \"%s\"}", other),
		403, "invitation-needed", "/invitation");
	answer_refused_at(club_post(club.ben, club_path("/seats"), "{\"seat\": 1}"), 403,
			  "invitation-needed", "/seat");
	answer_refused_at(
		club_post(club.ben, club_path("/seats"), "{\"invitation\": \"inv_1_x\"}"), 403,
		"invitation-needed", "/invitation");
}

static void a_seat_is_given_back_with_its_buy_in_before_the_start_only(void **state)
{
	struct answer a = club_post(club.ana, "/v1/games",
				    "{\"ruleset\": \"backgammon\", "
				    "\"stake\": {\"buy_in\": 100}}");

	(void)state;
	snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "id"));
	answer_fini(&a);
	answer_refused_at(club_post(club.ana, club_path("/seats"), "{\"seat\": 1}"), 409,
			  "already-seated", NULL);
	answer_refused_at(http_ask(&club.http, "DELETE", club_path("/seats/0"), club.ben, NULL),
			  403, "not-seated", NULL);
	answer_refused_at(http_ask(&club.http, "DELETE", club_path("/seats/7"), club.ana, NULL),
			  404, "not-found", NULL);
	a = http_ask(&club.http, "DELETE", club_path("/seats/0"), club.ana, NULL);
	answer_expect(&a, 200);
	assert_false(answer_has(&a, "seats[0].account"));
	answer_fini(&a);
	a = club_get(club.ana, "/v1/accounts/me/balance");
	assert_int_equal(answer_int(&a, "wallet"), 1000);
	answer_fini(&a);
	club_lay("backgammon", 2);
	answer_refused_at(http_ask(&club.http, "DELETE", club_path("/seats/0"), club.ana, NULL),
			  409, "game-started", NULL);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, club_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_kept_seat_is_for_one_player_alone),
		TEST(a_locked_seat_opens_once_to_its_newest_invitation),
		TEST(an_invitation_is_used_once_or_taken_back),
		TEST(an_invitation_opens_no_other_table),
		TEST(a_seat_is_given_back_with_its_buy_in_before_the_start_only),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
