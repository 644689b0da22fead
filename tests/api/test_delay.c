/*
 * test_delay.c - games that spectators see as they were: user-voices B32.
 *
 * The point is what is not told.  A spectator asks everything there is to ask;
 * the game goes on; the same questions must get the same bytes.
 */
#include "tests/api/delayed.h"
#include "tests/api/every_route.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void say_among_spectators(const char *token, long status)
{
	answer_done(club_post(token, club_path("/chat"),
			      "{\"room\": \"spectators\", \"text\": \"well\"}"),
		    status);
}

static const char *const staked = "\"stake\": {\"unit\": 1, \"buy_in\": 100}, \"options\": "
				  "{\"resign_value\": \"single\", \"cube\": false}";

/* ---- everything a spectator can ask ----------------------------------------------------- */

#define ASKED_MOST 400

struct asked {
	char what[200];
	char *said;
	size_t n;
};

static struct asked before[ASKED_MOST], after[ASKED_MOST];

static void ask(struct asked *list, size_t *n, const char *method, const char *path,
		const char *body)
{
	struct answer a;
	char tag[640];
	int n_tag;
	struct asked *it = &list[*n];

	assert_true(++*n <= ASKED_MOST);
	snprintf(it->what, sizeof it->what, "%s %s", method, path);
	http_header(&club.http, "Request-Id: same");
	a = http_ask(&club.http, method, path, club.carla, body ? "%s" : NULL, body);
	n_tag = snprintf(tag, sizeof tag, "%ld %s ", a.status, answer_header(&a, "ETag"));
	snprintf(tag + n_tag, sizeof tag - (size_t)n_tag, "%s ", answer_header(&a, "Link"));
	it->n = strlen(tag) + a.body_n;
	it->said = malloc(it->n + 1);
	assert_non_null(it->said);
	strcpy(it->said, tag);
	memcpy(it->said + strlen(tag), a.body, a.body_n);
	answer_fini(&a);
}

/* Sums over the whole house are of no one game. */
static bool is_of_all(const char *pattern)
{
	return strcmp(pattern, "/metrics") == 0 || strstr(pattern, "/statistics") ||
	       strstr(pattern, "/proof");
}

/* What changes by being asked. */
static bool is_said(const struct some_route *route)
{
	return strcmp(route->method, "GET") != 0 &&
	       (!strstr(route->pattern, "{id}") || strstr(route->pattern, "/chat") ||
		strstr(route->pattern, "/notes"));
}

static size_t ask_everything(struct asked *list)
{
	static const char *const more[] = {
		"?format=text", "?format=svg", "?format=text&seat=1", "?format=svg&seat=1",
		"/record?positions=true", "/dice?format=text", "/events?after=2&limit=200",
		"/events?limit=200", "/plays?seat=0", "/plays?seat=1", "/chat?room=seats",
		"/chat?room=spectators", "/entries?limit=200", "/entries?limit=1",
	};
	static const char *const lists[] = {
		"",		 "?state=active", "?state=over",	 "?state=aborted",
		"?state=frozen", "?player=ana",	  "?ruleset=backgammon", "?player=ben&to_move=true",
		"?order=asc",	 "?player=ana&to_move=true",
		"?player=ana&state=over", "?player=ana&state=active",
		/* what is passed over must not show in where a page ends */
		"?limit=1",	 "?limit=2",	  "?player=ben&limit=1",
		"?state=active&limit=1", "?state=over&limit=1", "?state=aborted&limit=1",
		"?player=ben&to_move=true&limit=1", "?player=ana&state=active&limit=1",
		"?player=ana&to_move=true&limit=1", "?player=ana&state=over&limit=1",
		"?player=ana&order=asc&limit=1", "?ruleset=backgammon&state=over&limit=1",
		"?order=deadline", "?order=deadline&limit=1", "?player=ana&order=deadline&limit=1",
		"?player=ana&due_before=2026-12-05T00:00:00Z&limit=1",
		"?player=ben&invited=true", "?since=2026-11-30T10:00:00Z",
		"?until=2026-11-30T10:00:00Z&state=over&limit=1",
	};
	static const char *const others[] = {
		"/v1/accounts", "/v1/accounts/ana", "/v1/accounts/ana/ratings",
		"/v1/accounts/ana/ratings/backgammon/history", "/v1/accounts/ana/against/ben",
		"/v1/accounts/ana/against/me", "/v1/accounts/ana/entries",
		"/v1/accounts/ben/balance", "/v1/accounts/ben/summary",
		"/v1/ratings/backgammon?class=untimed", "/v1/lobby?limit=1", "/v1/me/events?after=0",
	};
	char path[PATH_MAX_HERE * 2];
	size_t n = 0;

	for (size_t i = 0; i < every_route_n; i++) {
		const struct some_route *route = &every_route[i];

		if (is_of_all(route->pattern) || is_said(route))
			continue;
		route_path(route, club.game, true, path);
		ask(list, &n, route->method, path,
		    !route_reads(route)				      ? NULL
		    : strstr(path, "/turns")			      ? "{\"ply\": 1, \"moves\": []}"
		    : strstr(path, "/seats") || strstr(path, "/nudge") ? "{\"seat\": 0}"
								      : "{}");
	}
	for (size_t i = 0; i < sizeof more / sizeof *more; i++)
		ask(list, &n, "GET", club_path(more[i]), NULL);
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
		snprintf(path, sizeof path, "/v1/games%s", lists[i]);
		ask(list, &n, "GET", path, NULL);
	}
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		ask(list, &n, "GET", others[i], NULL);
	return n;
}

static void forget(struct asked *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(list[i].said);
}

static void assert_same(size_t n)
{
	assert_int_equal(ask_everything(after), n);
	for (size_t i = 0; i < n; i++)
		if (before[i].n != after[i].n ||
		    memcmp(before[i].said, after[i].said, after[i].n) != 0)
			fail_msg("%s tells what is held back:\n%s\nand before\n%s", after[i].what,
				 after[i].said, before[i].said);
	forget(after, n);
}

static void no_answer_tells_a_spectator_what_is_held_back(void **state)
{
	struct answer a;
	char rematch[16];
	long long ply;
	size_t n;

	(void)state;
	delayed_lay("null", "\"clock\": {\"per_move\": \"P3D\"}");
	delayed_lay("null", staked);
	delayed_resign();
	delayed_lay("{\"time\": \"PT1H\"}",
	    "\"clock\": {\"per_move\": \"P2D\"}, \"stake\": {\"unit\": 1, \"buy_in\": 100}, "
	    "\"options\": {\"resign_value\": \"single\", \"cube\": false}");
	for (int i = 0; i < 4; i++)
		club_decide();
	say_among_spectators(club.carla, 201);
	club_wind("--clock=2026-11-30T10:30:00Z");
	ply = delayed_ply(club.ana);
	assert_int_equal(delayed_ply(club.carla), ply);
	/* When a token was last used is written with whatever is written next. */
	answer_done(club_post(club.dora, "/v1/games", "{\"ruleset\": \"backgammon\"}"), 201);
	n = ask_everything(before);
	assert_true(n > 60);
	club_decide();
	assert_same(n);
	for (int i = 0; i < 3; i++)
		club_decide();
	assert_same(n);
	assert_true(delayed_ply(club.ana) > ply);
	assert_true(delayed_ply(club.operator) > ply);
	delayed_resign();
	assert_same(n);
	/* That a seat speaks here, or offers the game once more, would tell that it has ended. */
	say_among_spectators(club.ana, 403);
	answer_done(club_get(club.ana, "%s?room=spectators", club_path("/chat")), 200);
	assert_same(n);
	a = club_post(club.ben, club_path("/rematch"), "{}");
	answer_expect(&a, 201);
	snprintf(rematch, sizeof rematch, "%s", answer_string(&a, "id"));
	answer_fini(&a);
	assert_same(n);
	answer_refused(club_get(club.carla, "/v1/games/%s", rematch), 404, "not-found");
	answer_done(club_get(club.ana, "/v1/games/%s", rematch), 200);
	answer_done(club_post(club.ana, club_path("/rematch"), "{}"), 201);
	assert_same(n);
	answer_refused(club_get(club.carla, "/v1/games/%s", rematch), 404, "not-found");
	club_wind("--clock=2026-11-30T10:30:00Z");
	assert_same(n);
	club_wind("--clock=2026-11-30T11:29:59.999Z");
	assert_int_equal(delayed_ply(club.carla), ply);
	say_among_spectators(club.ana, 403);
	club_wind("--clock=2026-11-30T11:30:00Z");
	a = club_get(club.carla, "%s", club_path(""));
	assert_string_equal(answer_string(&a, "state"), "over");
	assert_true(answer_has(&a, "outcome"));
	answer_fini(&a);
	a = club_get(club.carla, "%s", club_path("/dice"));
	assert_true(answer_has(&a, "secret"));
	answer_fini(&a);
	a = club_get(club.carla, "/v1/games?state=over");
	assert_string_equal(answer_string(&a, "games[0].id"), club.game);
	answer_fini(&a);
	answer_done(club_get(club.carla, "%s?room=seats", club_path("/chat")), 200);
	answer_done(club_get(club.carla, "/v1/games/%s", rematch), 200);
	say_among_spectators(club.ana, 201);
	a = club_get(club.carla, "%s", club_path("/chat"));
	assert_string_equal(answer_string(&a, "lines[1].account"), "ana");
	answer_fini(&a);
	forget(before, n);
}

/* ---- terms ------------------------------------------------------------------------------ */

static void delays_that_cannot_be_are_refused(void **state)
{
	static const char *const wrong[] = {
		"{}",
		"{\"plies\": 0}",
		"{\"plies\": -1, \"time\": \"PT1H\"}",
		"{\"plies\": 1001}",
		"{\"plies\": \"4\"}",
		"{\"time\": \"P31D\"}",
		"{\"time\": \"soon\"}",
		"{\"time\": 60}",
		"4",
		"[]",
	};

	(void)state;
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		answer_refused_at(club_post(club.ana, "/v1/games",
					    "{\"ruleset\": \"backgammon\", \"spectator_delay\": %s}",
					    wrong[i]),
				  400, "invalid-value", "/spectator_delay");
	answer_refused_at(club_post(club.ana, "/v1/games",
				    "{\"ruleset\": \"backgammon\", \"spectator_delay\": "
				    "{\"moves\": 3}}"),
			  400, "unknown-member", "/spectator_delay/moves");
}

static void a_delay_is_told_from_the_first_and_a_game_without_one_has_none(void **state)
{
	struct answer a;

	(void)state;
	delayed_lay("{\"plies\": 4, \"time\": \"PT90M\"}", NULL);
	for (int i = 0; i < 2; i++) {
		a = club_get(i ? club.carla : club.ana, "%s", club_path(""));
		assert_int_equal(answer_int(&a, "spectator_delay.plies"), 4);
		assert_string_equal(answer_string(&a, "spectator_delay.time"), "PT1H30M");
		answer_fini(&a);
	}
	delayed_lay("null", NULL);
	a = club_get(club.carla, "%s", club_path(""));
	assert_false(answer_has(&a, "spectator_delay"));
	assert_int_equal(answer_int(&a, "ply"), delayed_ply(club.ana));
	answer_fini(&a);
}

static void a_rated_game_has_no_delay_of_time(void **state)
{
	(void)state;
	answer_refused_at(club_post(club.ana, "/v1/games",
				    "{\"ruleset\": \"backgammon\", \"rated\": true, "
				    "\"spectator_delay\": {\"time\": \"PT1H\"}}"),
			  422, "options-conflict", "/spectator_delay/time");
	delayed_lay("{\"plies\": 2}", "\"rated\": true");
}

/* ---- plies ------------------------------------------------------------------------------- */

static void by_plies_a_spectator_is_so_many_behind_until_the_end(void **state)
{
	struct answer a;
	long long ply;

	(void)state;
	delayed_lay("{\"plies\": 3}", NULL);
	ply = delayed_ply(club.carla); /* the start is told: it is no secret that it has begun */
	assert_true(ply < delayed_ply(club.ana));
	for (int i = 0; i < 6; i++) {
		club_decide();
		assert_int_equal(delayed_ply(club.carla), delayed_ply(club.ana) - 3);
		a = club_get(club.carla, "%s?limit=200", club_path("/events"));
		assert_int_equal((long long)json_array_size(answer_at(&a, "events")),
				 delayed_ply(club.carla));
		answer_fini(&a);
	}
	delayed_resign();
	if (delayed_ply(club.carla) != delayed_ply(club.ana)) { /* an offer is to be answered */
		char body[256];
		const char *token = club_any_turn(body);

		answer_done(club_post(token, club_path("/turns"), "%s", body), 201);
	}
	a = club_get(club.carla, "%s", club_path(""));
	if (strcmp(answer_string(&a, "state"), "over") == 0)
		assert_int_equal(answer_int(&a, "ply"), delayed_ply(club.ana));
	answer_fini(&a);
}

/* Every form of every ply of a game, also of those between two questions. */
static void each_ply_can_be_shown_as_the_past(void **state)
{
	static const char *const forms[] = {"", "?format=text", "?format=svg", "/position", "/mine",
					    "/record"};
	const char *const rulesets[] = {"backgammon", "quinze-tablas"};

	(void)state;
	for (size_t k = 0; k < 2; k++) {
		struct answer a = club_post(club.ana, "/v1/games",
					    "{\"ruleset\": \"%s\", \"sit\": 0, \"seats\": 2, "
					    "\"spectator_delay\": {\"plies\": 1}}",
					    rulesets[k]);

		answer_expect(&a, 201);
		snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "id"));
		answer_fini(&a);
		answer_done(club_post(club.ben, club_path("/seats"), "{}"), 201);
		for (int i = 0; i < 8; i++) {
			club_decide();
			for (size_t f = 0; f < sizeof forms / sizeof *forms; f++)
				answer_done(club_get(club.carla, "%s", club_path(forms[f])), 200);
		}
	}
}

/* ---- matches -------------------------------------------------------------------------------- */

static void the_next_game_of_a_match_is_not_there_before_the_end_of_the_last(void **state)
{
	struct answer a;
	char first[16], next[16];

	(void)state;
	delayed_lay("{\"time\": \"PT1H\"}", "\"match\": {\"length\": 5}, \"stake\": null, \"options\": "
				    "{\"resign_value\": \"single\"}");
	snprintf(first, sizeof first, "%s", club.game);
	club_decide();
	delayed_resign();
	a = club_get(club.ana, "%s", club_path(""));
	assert_string_equal(answer_string(&a, "state"), "over");
	snprintf(next, sizeof next, "%s", answer_string(&a, "match.next"));
	answer_fini(&a);
	a = club_get(club.carla, "%s", club_path(""));
	assert_string_equal(answer_string(&a, "state"), "active");
	assert_false(answer_has(&a, "match.next"));
	assert_int_equal(answer_int(&a, "match.score[0]"), 0);
	answer_fini(&a);
	answer_refused(club_get(club.carla, "/v1/games/%s", next), 404, "not-found");
	answer_refused(club_get(club.carla, "/v1/games/%s/chat", next), 404, "not-found");
	a = club_get(club.carla, "/v1/games?match=%s", first);
	assert_int_equal(json_array_size(answer_at(&a, "games")), 1);
	answer_fini(&a);
	club_wind("--clock=2026-11-30T10:00:00Z");
	a = club_get(club.carla, "%s", club_path(""));
	assert_string_equal(answer_string(&a, "match.next"), next);
	answer_fini(&a);
	a = club_get(club.carla, "/v1/games/%s", next);
	answer_expect(&a, 200);
	assert_string_equal(answer_string(&a, "spectator_delay.time"), "PT1H");
	answer_fini(&a);
}

/* That a silenced room speaks again would tell that the game has ended. */
static void a_silenced_room_stays_so_until_the_end_is_told(void **state)
{
	(void)state;
	delayed_lay("{\"time\": \"PT1H\"}", "\"stake\": null, \"options\": {\"resign_value\": \"single\"}");
	answer_done(http_ask(&club.http, "PUT", club_path("/chat/silence"), club.ana, NULL), 204);
	club_decide();
	delayed_resign();
	answer_refused(club_post(club.carla, club_path("/chat"), "{\"text\": \"well\"}"), 409,
		       "room-silenced");
	club_wind("--clock=2026-11-30T10:00:00Z");
	answer_done(club_post(club.carla, club_path("/chat"), "{\"text\": \"well\"}"), 201);
}

int main(void)
{
#define AT_THE_CLUB(test) cmocka_unit_test_setup_teardown(test, club_setup_by_hand, club_close)
	const struct CMUnitTest tests[] = {
		AT_THE_CLUB(no_answer_tells_a_spectator_what_is_held_back),
		AT_THE_CLUB(delays_that_cannot_be_are_refused),
		AT_THE_CLUB(a_delay_is_told_from_the_first_and_a_game_without_one_has_none),
		AT_THE_CLUB(a_rated_game_has_no_delay_of_time),
		AT_THE_CLUB(by_plies_a_spectator_is_so_many_behind_until_the_end),
		AT_THE_CLUB(each_ply_can_be_shown_as_the_past),
		AT_THE_CLUB(the_next_game_of_a_match_is_not_there_before_the_end_of_the_last),
		AT_THE_CLUB(a_silenced_room_stays_so_until_the_end_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
