/*
 * test_blocks.c - with whom somebody wants nothing to do.
 */
#include "tests/api/club.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <sqlite3.h>

static int setup(void **state)
{
	static const char *const flags[] = {"--clock=2026-11-30T09:00:00Z", NULL};

	(void)state;
	club_open_with(flags);
	return 0;
}

static void set_block(const char *token, const char *method, const char *name)
{
	char path[64];

	snprintf(path, sizeof path, "/v1/blocks/%s", name);
	answer_done(http_ask(&club.http, method, path, token, NULL), 204);
}

/* It is refused, and says by whom or for whom. */
static void refused(struct answer a, const char *account, const char *why)
{
	answer_expect_problem(&a, 403, "blocked");
	assert_string_equal(answer_string(&a, "account"), account);
	assert_non_null(strstr(answer_string(&a, "detail"), why));
	answer_fini(&a);
}

static struct answer lay(const char *token, const char *seats)
{
	struct answer a = club_post(token, "/v1/games",
				    "{\"ruleset\": \"backgammon\", \"sit\": 0, \"seats\": %s}", seats);

	if (a.status == 201)
		snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "id"));
	return a;
}

static void a_blocked_player_neither_challenges_nor_sits_down(void **state)
{
	struct answer a;

	(void)state;
	set_block(club.ana, "PUT", "carla");
	refused(lay(club.carla, "[null, {\"account\": \"ana\"}]"), "ana", "has blocked you");
	refused(lay(club.ana, "[null, {\"account\": \"carla\"}]"), "carla", "yourself");
	answer_done(lay(club.ana, "2"), 201);
	refused(club_post(club.carla, club_path("/seats"), "{}"), "ana", "has blocked you");
	a = club_get(club.ana, "%s", club_path(""));
	assert_string_equal(answer_string(&a, "state"), "open");
	answer_fini(&a);
	answer_done(club_post(club.ben, club_path("/seats"), "{}"), 201);
	/* nor beside one who sits at another's table, or where a seat was kept before */
	answer_done(lay(club.dora, "[null, {\"account\": \"carla\"}]"), 201);
	set_block(club.dora, "PUT", "carla");
	refused(club_post(club.carla, club_path("/seats"), "{}"), "dora", "has blocked you");
	set_block(club.dora, "DELETE", "carla");
	answer_done(club_post(club.carla, club_path("/seats"), "{}"), 201);
	set_block(club.ana, "DELETE", "carla");
	answer_done(lay(club.carla, "[null, {\"account\": \"ana\"}]"), 201);
}

static void a_game_of_the_two_goes_on_without_being_nudged(void **state)
{
	const char *tokens[2] = {club.ana, club.carla}, *asked;
	struct answer a;
	int seat;

	(void)state;
	answer_done(lay(club.ana, "2"), 201);
	answer_done(club_post(club.carla, club_path("/seats"), "{}"), 201);
	a = club_get(club.ana, "%s", club_path(""));
	seat = (int)answer_int(&a, "waiting.seats[0]");
	answer_fini(&a);
	asked = tokens[seat];
	set_block(asked, "PUT", seat ? "ana" : "carla");
	answer_done(club_post(club.ana, club_path("/chat"), "{\"text\": \"well\"}"), 201);
	answer_done(club_post(club.carla, club_path("/chat"), "{\"text\": \"well\"}"), 201);
	club.daemon.flags[0] = "--clock=2026-12-03T09:00:00Z";
	club_return();
	refused(club_post(tokens[!seat], club_path("/nudge"), "{}"), seat ? "carla" : "ana",
		"has blocked you");
	a = club_get(tokens[!seat], "%s", club_path("/mine"));
	assert_int_equal(json_array_size(answer_at(&a, "nudges")), 0);
	answer_fini(&a);
	a = club_post(asked, club_path("/turns?validate_only=true"), "{\"ply\": 1, \"moves\": []}");
	assert_int_not_equal(a.status, 403);
	answer_fini(&a);
	answer_done(club_post(club.carla, club_path("/resignation"), "{}"), 201);
	refused(club_post(tokens[!seat], club_path("/rematch"), "{}"), seat ? "carla" : "ana",
		"has blocked you");
	refused(club_post(asked, club_path("/rematch"), "{}"), seat ? "ana" : "carla", "yourself");
}

static void a_blocked_player_says_nothing_where_the_other_plays(void **state)
{
	static const char *const said = "{\"text\": \"what dice\"}";
	struct answer a;

	(void)state;
	answer_done(lay(club.ana, "2"), 201);
	answer_done(club_post(club.ben, club_path("/seats"), "{}"), 201);
	set_block(club.ben, "PUT", "carla");
	refused(club_post(club.carla, club_path("/chat"), "%s", said), "ben", "has blocked you");
	answer_done(club_post(club.dora, club_path("/chat"), "%s", said), 201);
	a = club_get(club.carla, "%s", club_path("/chat")); /* to read is not to speak */
	assert_int_equal(answer_int(&a, "last"), 1);
	answer_fini(&a);
	set_block(club.ben, "DELETE", "carla");
	answer_done(club_post(club.carla, club_path("/chat"), "%s", said), 201);
}

static void blocks_are_kept_and_go_with_either_account(void **state)
{
	struct answer a;

	(void)state;
	set_block(club.ana, "PUT", "carla");
	set_block(club.ana, "PUT", "carla"); /* once more is fine */
	set_block(club.ana, "PUT", "ben");
	set_block(club.carla, "PUT", "dora");
	answer_refused(http_ask(&club.http, "PUT", "/v1/blocks/me", club.ana, NULL), 403, "forbidden");
	answer_refused(http_ask(&club.http, "PUT", "/v1/blocks/nobody", club.ana, NULL), 404,
		       "not-found");
	answer_refused(club_get(NULL, "/v1/blocks"), 401, "unauthorized");
	club.daemon.flags[0] = "--clock=2026-12-03T09:00:00Z";
	club_return();
	a = club_get(club.ana, "/v1/blocks");
	assert_int_equal(json_array_size(answer_at(&a, "blocks")), 2);
	assert_string_equal(answer_string(&a, "blocks[0].account"), "ben");
	assert_string_equal(answer_string(&a, "blocks[0].since"), "2026-11-30T09:00:00.000Z");
	answer_fini(&a);
	a = club_get(club.ben, "/v1/blocks"); /* nobody sees another's */
	assert_int_equal(json_array_size(answer_at(&a, "blocks")), 0);
	answer_fini(&a);
	answer_done(http_ask(&club.http, "DELETE", "/v1/accounts/me?withdraw=true", club.carla, NULL),
		    204);
	a = club_get(club.ana, "/v1/blocks");
	assert_int_equal(json_array_size(answer_at(&a, "blocks")), 1);
	answer_fini(&a);
}

/* Who laid the tables of this list: they sit on the first seat. */
static void lists(const char *token, const char *path, const char *creators)
{
	struct answer a = club_get(token, "%s", path);
	char found[64] = "", where[48];
	size_t n = json_array_size(answer_at(&a, "games"));

	for (size_t i = 0; i < n; i++) {
		snprintf(where, sizeof where, "games[%zu].seats[0].account", i);
		snprintf(found + strlen(found), sizeof found - strlen(found), "%s ",
			 answer_string(&a, where));
	}
	assert_string_equal(found, creators);
	answer_fini(&a);
}

static void neither_finds_the_others_open_tables_but_where_a_seat_is_kept(void **state)
{
	static const char *const orders[] = {"/v1/games?state=open&order=asc",
					     "/v1/games?state=open&order=deadline"};
	static const char lobby[] = "/v1/lobby?order=asc"; /* which has none where one sits */

	(void)state;
	answer_done(lay(club.ana, "2, \"expires_in\": \"PT1H\""), 201);
	answer_done(lay(club.ben, "2, \"expires_in\": \"PT2H\""), 201);
	answer_done(lay(club.carla, "2, \"expires_in\": \"PT3H\""), 201);
	set_block(club.ana, "PUT", "carla");
	for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
		lists(club.ana, orders[i], "ana ben ");
		lists(club.carla, orders[i], "ben carla ");
		lists(club.dora, orders[i], "ana ben carla ");
	}
	lists(club.ana, lobby, "ben ");
	lists(club.carla, lobby, "ben ");
	lists(club.dora, lobby, "ana ben carla ");
	set_block(club.ana, "DELETE", "carla");
	lists(club.carla, lobby, "ana ben ");
	answer_done(lay(club.carla, "[null, {\"account\": \"ana\"}], \"expires_in\": \"PT4H\""),
		    201);
	set_block(club.ana, "PUT", "carla");
	for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
		lists(club.ana, orders[i], "ana ben carla ");
}

static void in_the_book(const char *sql)
{
	sqlite3 *db;
	char *error = NULL;

	assert_int_equal(sqlite3_open_v2(club.daemon.book, &db, SQLITE_OPEN_READWRITE, NULL),
			 SQLITE_OK);
	if (sqlite3_exec(db, sql, NULL, NULL, &error) != SQLITE_OK)
		fail_msg("%s", error);
	sqlite3_close(db);
}

/* Five hundred names are as many as anybody has a quarrel with. */
static void a_list_of_blocks_or_mutes_has_an_end(void **state)
{
	static const char *const lists[] = {"/v1/blocks", "/v1/mutes"};
	char ben[32], carla[32];

	(void)state;
	assert_int_equal(daemon_stop(&club.daemon), 0);
	in_the_book("CREATE TEMP TABLE n (i); WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL"
		    " SELECT i + 1 FROM c WHERE i < 499) INSERT INTO n SELECT i FROM c;"
		    "INSERT INTO accounts (id, name, fold, created)"
		    " SELECT 5000 + i, 'p' || i, 'p' || i, 0 FROM n;"
		    "INSERT INTO blocks SELECT a.id, 5000 + i, 0 FROM n, accounts a"
		    " WHERE a.name = 'ana';"
		    "INSERT INTO mutes SELECT a.id, 5000 + i, 0 FROM n, accounts a"
		    " WHERE a.name = 'ana'");
	club_return();
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
		snprintf(ben, sizeof ben, "%s/ben", lists[i]);
		snprintf(carla, sizeof carla, "%s/carla", lists[i]);
		answer_done(http_ask(&club.http, "PUT", ben, club.ana, NULL), 204);
		answer_refused(http_ask(&club.http, "PUT", carla, club.ana, NULL), 409,
			       "list-full");
		answer_done(http_ask(&club.http, "PUT", ben, club.ana, NULL), 204);
		answer_done(http_ask(&club.http, "DELETE", ben, club.ana, NULL), 204);
		answer_done(http_ask(&club.http, "PUT", carla, club.ana, NULL), 204);
	}
}

int main(void)
{
#define AT_THE_CLUB(test) cmocka_unit_test_setup_teardown(test, setup, club_close)
	const struct CMUnitTest tests[] = {
		AT_THE_CLUB(a_blocked_player_neither_challenges_nor_sits_down),
		AT_THE_CLUB(a_game_of_the_two_goes_on_without_being_nudged),
		AT_THE_CLUB(a_blocked_player_says_nothing_where_the_other_plays),
		AT_THE_CLUB(neither_finds_the_others_open_tables_but_where_a_seat_is_kept),
		AT_THE_CLUB(a_list_of_blocks_or_mutes_has_an_end),
		AT_THE_CLUB(blocks_are_kept_and_go_with_either_account),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
