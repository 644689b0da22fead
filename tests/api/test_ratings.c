/*
 * test_ratings.c - rated games over HTTP: what is shown before one sits down, what
 * is told afterwards, and to whom.
 */
#include "tests/api/club.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static int setup(void **state)
{
	(void)state;
	club_open(NULL);
	return 0;
}

static void lay(const char *terms)
{
	struct answer a = club_post(club.ana, "/v1/games",
				    "{\"ruleset\": \"backgammon\", \"rated\": true, \"sit\": 0%s}", terms);

	answer_expect(&a, 201);
	snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "id"));
	answer_fini(&a);
}

/* Ben takes the other seat, both decide, and ana resigns. */
static void lose(void)
{
	answer_done(club_post(club.ben, club_path("/seats"), "{\"seat\": 1}"), 201);
	for (int i = 0; i < 4; i++)
		club_decide();
	answer_done(club_post(club.ana, club_path("/resignation"), "{}"), 201);
}

static void assert_points(const struct answer *a, const char *path, double points)
{
	double told = json_number_value(answer_at(a, path));

	if (told - points > 1e-9 || points - told > 1e-9)
		fail_msg("%s is %f and should be %f", path, told, points);
}

/* user-voices B6, B18: before anybody sits it says which clock class, and what counts. */
static void what_counts_is_shown_before_one_sits_down(void **state)
{
	struct answer a;

	(void)state;
	lay(", \"clock\": {\"per_move\": \"P3D\"}, \"match\": {\"length\": 3}");
	a = club_get(club.ben, "%s", club_path(""));
	assert_string_equal(answer_string(&a, "state"), "open");
	assert_string_equal(answer_string(&a, "rating.class"), "letter");
	assert_string_equal(answer_string(&a, "rating.formula"), "fibs");
	assert_int_equal(answer_int(&a, "rating.length"), 3);
	assert_int_equal(answer_int(&a, "rating.decisions_min"), 2);
	assert_true(answer_bool(&a, "rating.counts.resignation"));
	assert_true(answer_bool(&a, "rating.counts.timeout"));
	assert_false(answer_bool(&a, "rating.counts.abort"));
	answer_fini(&a);
	a = club_get(club.ben, "%s?format=text", club_path(""));
	assert_non_null(strstr(a.body, "rated, class letter"));
	answer_fini(&a);
	a = club_get(club.ben, "/v1/games?state=open");
	assert_string_equal(answer_string(&a, "games[0].rating.class"), "letter");
	answer_fini(&a);
	a = club_get(club.ben, "/v1/rulesets/el-mundo");
	assert_string_equal(answer_string(&a, "rating.formula"), "fibs-pairs");
	assert_string_equal(answer_string(&a, "rating.classes[1].decision_min"), "PT12H");
	answer_fini(&a);
}

static void a_result_is_told_with_how_it_came_about(void **state)
{
	struct answer a;
	char first[16];

	(void)state;
	lay("");
	snprintf(first, sizeof first, "%s", club.game);
	lose();
	lay("");
	lose();
	a = club_get(club.carla, "/v1/accounts/ben/ratings");
	assert_string_equal(answer_string(&a, "ratings[0].ruleset"), "backgammon");
	assert_string_equal(answer_string(&a, "ratings[0].class"), "untimed");
	assert_int_equal(answer_int(&a, "ratings[0].games"), 2);
	assert_true(answer_bool(&a, "ratings[0].provisional"));
	answer_fini(&a);
	a = club_get(club.carla, "/v1/accounts/ben/ratings/backgammon/history?order=asc");
	assert_string_equal(answer_string(&a, "changes[0].game"), first);
	assert_points(&a, "changes[0].before", 1500);
	assert_points(&a, "changes[0].after", 1509.98);
	assert_points(&a, "changes[1].before", 1509.98);
	assert_string_equal(answer_string(&a, "changes[0].opponents[0].account"), "ana");
	assert_points(&a, "changes[1].opponents[0].rating", 1490.02);
	assert_int_equal(json_array_size(answer_at(&a, "changes")), 2);
	answer_fini(&a);
	a = club_get(club.carla, "/v1/ratings/backgammon?class=untimed");
	assert_string_equal(answer_string(&a, "players[0].account"), "ben");
	assert_string_equal(answer_string(&a, "players[1].account"), "ana");
	answer_fini(&a);
	a = club_get(club.carla, "/v1/ratings/backgammon"); /* letter */
	assert_int_equal(json_array_size(answer_at(&a, "players")), 0);
	answer_fini(&a);
}

static void which_private_game_it_was_is_told_to_its_players_alone(void **state)
{
	struct answer a;

	(void)state;
	lay(", \"visibility\": \"unlisted\"");
	lose();
	a = club_get(club.carla, "/v1/accounts/ben/ratings/backgammon/history");
	assert_points(&a, "changes[0].after", 1509.98);
	assert_false(answer_has(&a, "changes[0].game"));
	answer_fini(&a);
	a = club_get(club.ana, "/v1/accounts/ben/ratings/backgammon/history");
	assert_string_equal(answer_string(&a, "changes[0].game"), club.game);
	answer_fini(&a);
}

static void what_two_did_with_each_other_is_told_to_those_two(void **state)
{
	struct answer a;

	(void)state;
	lay("");
	lose();
	a = club_get(club.ana, "/v1/accounts/me/against/ben");
	assert_int_equal(answer_int(&a, "games"), 1);
	assert_int_equal(answer_int(&a, "lost"), 1);
	assert_string_equal(answer_string(&a, "by_ruleset[0].ruleset"), "backgammon");
	answer_fini(&a);
	a = club_get(club.ana, "/v1/accounts/ben/against/me");
	assert_int_equal(answer_int(&a, "won"), 1);
	answer_fini(&a);
	a = club_get(club.ana, "/v1/accounts/me/against/carla");
	assert_int_equal(answer_int(&a, "games"), 0);
	answer_fini(&a);
	answer_refused(club_get(club.carla, "/v1/accounts/ana/against/ben"), 403, "forbidden");
	answer_refused(club_get(club.carla, "/v1/accounts/me/against/nobody"), 404, "not-found");
}

/* user-voices B104: the name goes, what was played stays; the list of the best is of players. */
static void a_closed_account_is_not_among_the_best(void **state)
{
	struct answer a;

	(void)state;
	lay("");
	lose();
	answer_done(http_ask(&club.http, "DELETE", "/v1/accounts/me?withdraw=true", club.ben, NULL), 204);
	a = club_get(club.carla, "/v1/ratings/backgammon?class=untimed");
	assert_int_equal(json_array_size(answer_at(&a, "players")), 1);
	assert_string_equal(answer_string(&a, "players[0].account"), "ana");
	answer_fini(&a);
	a = club_get(club.ana, "/v1/accounts/me/ratings/backgammon/history");
	assert_string_not_equal(answer_string(&a, "changes[0].opponents[0].account"), "ben");
	answer_fini(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(what_counts_is_shown_before_one_sits_down, setup,
						club_close),
		cmocka_unit_test_setup_teardown(a_result_is_told_with_how_it_came_about, setup,
						club_close),
		cmocka_unit_test_setup_teardown(
			which_private_game_it_was_is_told_to_its_players_alone, setup, club_close),
		cmocka_unit_test_setup_teardown(what_two_did_with_each_other_is_told_to_those_two,
						setup, club_close),
		cmocka_unit_test_setup_teardown(a_closed_account_is_not_among_the_best, setup,
						club_close),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
