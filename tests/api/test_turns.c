/*
 * test_turns.c - deciding over HTTP: what is taken, what is refused and how it is told.
 */
#include "tests/api/club.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* White opens with 3 1; the throws after it. */
#define THROWS "3 1 6 5 4 2 5 5 3 1 2 2"

/*
 * El Mundo: green begins.  Everybody's pieces stand on slots 1 to 3, but green
 * and red have a single one on slot 4.  Green throws 6 1 1: the red one is six
 * slots from the green one.
 */
#define PLACED	"1 2 3 1 2 3 1 2 3 1 2 3 "
#define SEASONS "6 1 1 1 " PLACED PLACED PLACED "1 2 4 1 2 4 1 2 3 1 2 3 6 1 1"

static int setup(void **state)
{
	(void)state;
	club_open(THROWS);
	club_lay("backgammon", 2);
	return 0;
}

static int setup_seasons(void **state)
{
	(void)state;
	club_open(SEASONS);
	club_lay("el-mundo", 4);
	return 0;
}

static struct answer turn(const char *token, const char *body)
{
	return club_post(token, club_path("/turns"), "%s", body);
}

static long long ply(void)
{
	struct answer a = club_get(club.ana, "%s", club_path(""));
	long long n = answer_int(&a, "ply");

	answer_fini(&a);
	return n;
}

/* ---- what is taken ------------------------------------------------------------------ */

static void a_turn_answers_with_its_facts_and_the_next_question(void **state)
{
	struct answer a = turn(club.ana, "{\"ply\": 5, \"moves\": [\"8/5\", \"6/5\"]}");

	(void)state;
	answer_expect(&a, 201);
	assert_int_equal(answer_int(&a, "ply"), 7);
	assert_string_equal(answer_header(&a, "ETag"), "\"7\"");
	assert_string_equal(answer_string(&a, "facts[0].kind"), "decided");
	assert_string_equal(answer_string(&a, "facts[0].text"), "8/5 6/5");
	assert_string_equal(answer_string(&a, "facts[0].events[0].kind"), "moved");
	assert_string_equal(answer_string(&a, "facts[1].kind"), "rolled");
	assert_int_equal(answer_int(&a, "facts[1].dice[0]"), 6);
	assert_string_equal(answer_string(&a, "moves[1]"), "6/5");
	assert_int_equal(answer_int(&a, "turn"), 1);
	assert_int_equal(answer_int(&a, "waiting.seats[0]"), 1);
	assert_int_equal(answer_int(&a, "dice[1].face"), 5);
	assert_string_equal(answer_string(&a, "state"), "active");
	answer_fini(&a);
}

/* user-voices D46: what is written is forgiven, what is answered is canonical. */
static void a_turn_may_be_written_in_any_usual_way(void **state)
{
	static const char *const ways[] = {
		"[\"8/5\", \"6/5\"]", "[\"6/5\", \"8/5\"]", "\"8/5 6/5\"",
		"\"8/5,6/5\"",	      "[\"8/5 6/5\"]",	    "\"8/5* 6/5*\"",
	};

	(void)state;
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		struct answer a = club_post(club.ana, club_path("/turns?validate_only=true"),
					    "{\"ply\": 5, \"moves\": %s}", ways[i]);

		answer_expect(&a, 200);
		assert_int_equal(json_array_size(answer_at(&a, "moves")), 2);
		assert_non_null(strstr(answer_string(&a, "position.text"), "5:2"));
		answer_fini(&a);
	}
}

static void trying_a_turn_changes_nothing(void **state)
{
	struct answer a = club_post(club.ana, club_path("/turns?validate_only=true"),
				    "{\"ply\": 5, \"moves\": \"24/20\"}");

	(void)state;
	answer_expect(&a, 200);
	assert_true(answer_bool(&a, "valid"));
	assert_string_equal(answer_string(&a, "events[0].kind"), "moved");
	assert_false(answer_has(&a, "dice"));
	answer_fini(&a);
	assert_int_equal(ply(), 5);
	answer_refused(club_post(club.ana, club_path("/turns?validate_only=true"),
				 "{\"ply\": 5, \"moves\": \"24/19\"}"),
		       422, "no-such-die");
	/* ... not even the dice. */
	a = turn(club.ana, "{\"ply\": 5, \"moves\": \"8/5 6/5\"}");
	assert_int_equal(answer_int(&a, "facts[1].dice[0]"), 6);
	answer_fini(&a);
}

static void the_same_turn_sent_twice_is_one_turn_with_one_answer(void **state)
{
	struct answer first = turn(club.ana, "{\"ply\": 5, \"moves\": \"8/5 6/5\"}"), again;

	(void)state;
	answer_expect(&first, 201);
	again = turn(club.ana, "{\"ply\": 5, \"moves\": \"6/5 8/5\"}");
	answer_expect(&again, 200);
	assert_true(json_equal(first.json, again.json));
	assert_string_equal(answer_header(&again, "ETag"), "\"7\"");
	answer_fini(&again);
	answer_refused(turn(club.ana, "{\"ply\": 5, \"moves\": \"24/20\"}"), 412, "stale-ply");
	/* Much later it is still the same answer. */
	again = turn(club.ben, "{\"ply\": 7, \"moves\": \"1/12\"}");
	answer_expect(&again, 201);
	answer_fini(&again);
	again = turn(club.ana, "{\"ply\": 5, \"moves\": \"8/5 6/5\"}");
	answer_expect(&again, 200);
	assert_true(json_equal(first.json, again.json));
	answer_fini(&again);
	answer_fini(&first);
	/* What one seat decided is not what the other asks about. */
	answer_refused(turn(club.ben, "{\"ply\": 5, \"moves\": \"8/5 6/5\"}"), 412,
		       "stale-ply");
}

static void the_ply_may_stand_in_if_match(void **state)
{
	struct answer a;

	(void)state;
	answer_refused(turn(club.ana, "{\"moves\": \"8/5 6/5\"}"), 428, "precondition-needed");
	http_header(&club.http, "If-Match: \"4\"");
	answer_refused(turn(club.ana, "{\"moves\": \"8/5 6/5\"}"), 412, "stale-ply");
	http_header(&club.http, "If-Match: \"5\"");
	a = turn(club.ana, "{\"moves\": \"8/5 6/5\"}");
	answer_expect(&a, 201);
	answer_fini(&a);
}

/* ---- what is refused ------------------------------------------------------------------- */

/* user-voices D53: with the version that there is. */
static void a_stale_turn_is_answered_with_the_game_as_it_is(void **state)
{
	static const char *const plies[] = {"0", "1", "4", "6", "9223372036854775807"};

	(void)state;
	for (size_t i = 0; i < sizeof plies / sizeof *plies; i++) {
		struct answer a = club_post(club.ana, club_path("/turns"),
					    "{\"ply\": %s, \"moves\": \"8/5 6/5\"}", plies[i]);

		answer_expect_problem(&a, 412, "stale-ply");
		assert_int_equal(answer_int(&a, "ply"), 5);
		assert_int_equal(answer_int(&a, "game.ply"), 5);
		assert_int_equal(answer_int(&a, "game.waiting.seats[0]"), 0);
		answer_fini(&a);
	}
}

static void a_refused_move_names_the_rule_and_what_would_be_legal(void **state)
{
	static const struct {
		const char *moves, *slug;
	} wrong[] = {
		{"[\"8/5\", \"6/2\"]", "no-such-die"},
		{"[\"9/6\", \"6/5\"]", "no-piece-there"},
		{"[\"5/8\"]", "wrong-way"},
		{"[\"13/12\", \"13/10\", \"8/7\"]", "too-many-moves"},
		{"[\"8/5\"]", "turn-incomplete"},
		{"[]", "turn-incomplete"},
		{"[\"what\"]", "unreadable-move"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		struct answer a = club_post(club.ana, club_path("/turns"),
					    "{\"ply\": 5, \"moves\": %s}", wrong[i].moves);

		if (strcmp(wrong[i].slug, "wrong-way") != 0 &&
		    strcmp(wrong[i].slug, "too-many-moves") != 0)
			answer_expect_problem(&a, 422, wrong[i].slug);
		else
			assert_int_equal(a.status, 422);
		assert_int_equal(answer_int(&a, "ply"), 5);
		assert_int_equal(answer_int(&a, "legal_count"), 16);
		assert_int_equal(json_array_size(answer_at(&a, "legal")), 16);
		assert_int_equal(json_array_size(answer_at(&a, "dice")), 2);
		answer_fini(&a);
	}
	assert_int_equal(ply(), 5);
}

static void what_is_named_legal_is_taken(void **state)
{
	struct answer a = turn(club.ana, "{\"ply\": 5, \"moves\": []}");
	char moves[128];

	(void)state;
	snprintf(moves, sizeof moves, "%s", answer_string(&a, "legal[7]"));
	answer_fini(&a);
	a = club_post(club.ana, club_path("/turns"), "{\"ply\": 5, \"moves\": \"%s\"}", moves);
	answer_expect(&a, 201);
	assert_string_equal(answer_string(&a, "facts[0].text"), moves);
	answer_fini(&a);
}

/* user-voices D54 */
static void a_missed_strike_is_named(void **state)
{
	struct answer a = turn(club.ana, "{\"ply\": 24, \"moves\": "
					 "[\"1:Sp4-Sp5\", \"1:Sp1-Sp2\", \"6:Sp5-Su5\"]}");

	(void)state;
	answer_expect_problem(&a, 422, "must-strike");
	assert_int_equal(json_array_size(answer_at(&a, "missed")), 1);
	assert_string_equal(answer_string(&a, "missed[0]"), "Su4");
	assert_true(answer_int(&a, "legal_count") > 0);
	answer_fini(&a);
	a = turn(club.ana,
		 "{\"ply\": 24, \"moves\": [\"6:Sp4-Su4\", \"1:Sp1-Sp2\", \"1:Sp1-Sp2\"]}");
	answer_expect(&a, 201);
	answer_fini(&a);
	/* The strike is paid at once. */
	a = club_get(club.ben, "%s", club_path(""));
	assert_int_equal(answer_int(&a, "seats[0].purse"), 101);
	assert_int_equal(answer_int(&a, "seats[1].purse"), 99);
	answer_fini(&a);
}

/* user-voices D56: nobody acts for another. */
static void only_the_seat_that_is_asked_decides(void **state)
{
	struct answer a = turn(club.ben, "{\"ply\": 5, \"moves\": \"8/5 6/5\"}");

	(void)state;
	answer_expect_problem(&a, 409, "not-your-decision");
	assert_int_equal(answer_int(&a, "waiting.seats[0]"), 0);
	answer_fini(&a);
	answer_refused(turn(club.carla, "{\"ply\": 5, \"moves\": \"8/5 6/5\"}"), 403,
		       "not-seated");
	answer_refused(turn(club.ben, "{\"ply\": 5, \"moves\": \"8/5 6/5\", \"seat\": 0}"), 409,
		       "not-your-decision");
	answer_refused(turn(NULL, "{\"ply\": 5, \"moves\": \"8/5 6/5\"}"), 401, "unauthorized");
	assert_int_equal(ply(), 5);
}

static void a_turn_of_the_wrong_shape_is_refused_by_the_member(void **state)
{
	static const struct {
		const char *body, *slug, *pointer;
	} wrong[] = {
		{"{\"ply\": 5}", "missing-member", "/moves"},
		{"{\"ply\": 5, \"moves\": 3}", "invalid-value", "/moves"},
		{"{\"ply\": 5, \"moves\": [3]}", "invalid-value", "/moves/0"},
		{"{\"ply\": \"5\", \"moves\": []}", "invalid-value", "/ply"},
		{"{\"ply\": -1, \"moves\": []}", "invalid-value", "/ply"},
		{"{\"ply\": 5.0, \"moves\": []}", "invalid-value", "/ply"},
		{"{\"ply\": 5, \"moves\": [], \"dice\": [6, 6]}", "unknown-member", "/dice"},
		{"{\"ply\": 5, \"moves\": [], \"seat\": 9}", "invalid-value", "/seat"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		struct answer a = turn(club.ana, wrong[i].body);

		answer_expect_problem(&a, 400, wrong[i].slug);
		assert_string_equal(answer_string(&a, "pointer"), wrong[i].pointer);
		answer_fini(&a);
	}
}

/* ---- plays --------------------------------------------------------------------------------
 */

/* All plays of all pages. */
static json_t *all_plays(int limit, size_t *pages)
{
	json_t *plays = json_array();
	char path[512];

	snprintf(path, sizeof path, "%s?limit=%d", club_path("/plays"), limit);
	for (*pages = 0; path[0]; ++*pages) {
		struct answer a = club_get(club.ben, "%s", path);
		const char *link;

		answer_expect(&a, 200);
		json_array_extend(plays, answer_at(&a, "plays"));
		link = answer_header(&a, "Link");
		snprintf(path, sizeof path, "%.*s", link[0] ? (int)strcspn(link + 1, ">") : 0,
			 link[0] ? link + 1 : "");
		answer_fini(&a);
	}
	return plays;
}

/* user-voices B31, G100: every play, and where it leads, in one answer. */
static void every_play_is_listed_once_over_all_pages(void **state)
{
	size_t pages, one;
	json_t *by_five = all_plays(5, &pages), *at_once = all_plays(200, &one);

	(void)state;
	assert_int_equal(json_array_size(at_once), 16);
	assert_int_equal(pages, 4);
	assert_int_equal(one, 1);
	assert_true(json_equal(by_five, at_once));
	json_decref(by_five);
	json_decref(at_once);
}

static void plays_that_begin_so_are_whole_decisions_that_can_be_sent(void **state)
{
	struct answer a = club_get(club.ben, "%s", club_path("/plays?after=8/5"));

	(void)state;
	answer_expect(&a, 200);
	assert_string_equal(answer_string(&a, "after[0]"), "8/5");
	for (size_t i = 0; i < json_array_size(answer_at(&a, "plays")); i++) {
		json_t *moves =
			json_object_get(json_array_get(answer_at(&a, "plays"), i), "moves");

		assert_string_equal(json_string_value(json_array_get(moves, 0)), "8/5");
		assert_int_equal(json_array_size(moves), 2);
	}
	answer_fini(&a);
	a = club_get(club.ben, "%s", club_path("/plays?after=8/5,6/5"));
	assert_int_equal(json_array_size(answer_at(&a, "plays")), 1);
	assert_int_equal(answer_int(&a, "count"), 1);
	answer_fini(&a);
	answer_refused(club_get(club.ben, "%s", club_path("/plays?after=8/2")), 422,
		       "no-such-die");
}

static void a_page_of_plays_does_not_run_on_into_the_next_question(void **state)
{
	struct answer a = club_get(club.ana, "%s", club_path("/plays?limit=5"));
	const char *link = answer_header(&a, "Link");
	char next[512];

	(void)state;
	snprintf(next, sizeof next, "%.*s", (int)strcspn(link + 1, ">"), link + 1);
	answer_fini(&a);
	a = turn(club.ana, "{\"ply\": 5, \"moves\": \"8/5 6/5\"}");
	answer_expect(&a, 201);
	answer_fini(&a);
	answer_refused(club_get(club.ana, "%s", next), 400, "invalid-cursor");
}

/* ---- what is told afterwards
 * ------------------------------------------------------------------ */

static void events_after_a_ply_are_all_of_them_in_order(void **state)
{
	struct answer a;

	(void)state;
	a = turn(club.ana, "{\"ply\": 5, \"moves\": \"8/5 6/5\"}");
	answer_fini(&a);
	a = club_get(club.carla, "%s", club_path("/events?after=0&limit=3"));
	assert_int_equal(json_array_size(answer_at(&a, "events")), 3);
	assert_string_equal(answer_string(&a, "events[0].kind"), "created");
	assert_true(answer_has(&a, "server_time"));
	answer_fini(&a);
	a = club_get(club.carla, "%s", club_path("/events?after=5"));
	assert_int_equal(json_array_size(answer_at(&a, "events")), 2);
	assert_int_equal(answer_int(&a, "events[0].ply"), 6);
	assert_int_equal(answer_int(&a, "ply"), 7);
	answer_fini(&a);
	a = club_get(club.carla, "%s", club_path("/events?after=7"));
	assert_int_equal(json_array_size(answer_at(&a, "events")), 0);
	answer_fini(&a);
	/* One who waits in vain is told so in the end. */
	a = club_get(club.carla, "%s", club_path("/events?after=7&wait=1"));
	answer_expect(&a, 200);
	assert_int_equal(json_array_size(answer_at(&a, "events")), 0);
	answer_fini(&a);
	answer_refused(club_get(club.carla, "%s", club_path("/events?after=8")), 400,
		       "invalid-value");
	answer_refused(club_get(club.carla, "%s", club_path("/events?after=x")), 400,
		       "invalid-value");
}

static void a_record_tells_the_game_from_its_head_to_its_end(void **state)
{
	struct answer a;

	(void)state;
	a = turn(club.ana, "{\"ply\": 5, \"moves\": \"8/5 6/5\"}");
	answer_fini(&a);
	a = club_post(club.ben, club_path("/resignation"), "{}");
	answer_expect(&a, 201);
	assert_string_equal(answer_string(&a, "state"), "over");
	answer_fini(&a);
	a = club_get(club.carla, "%s", club_path("/record"));
	answer_expect(&a, 200);
	assert_string_equal(answer_header(&a, "Content-Type"), "text/plain; charset=utf-8");
	assert_int_equal(strncmp(a.body, "tablas record 2\n", 16), 0);
	assert_non_null(strstr(a.body, "\nseat 0 ana\n"));
	assert_non_null(strstr(a.body, "\nroll 3 1\n"));
	assert_non_null(strstr(a.body, "\ndecide 0 8/5 6/5\n"));
	assert_non_null(strstr(a.body, "\nforfeit 1 0 1 single\n"));
	assert_null(strstr(a.body, "\nposition "));
	answer_fini(&a);
	a = club_get(club.carla, "%s", club_path("/record?positions=true"));
	assert_non_null(strstr(a.body, "\nposition white "));
	answer_fini(&a);
}

static void a_game_that_is_over_has_paid_and_takes_nothing_more(void **state)
{
	struct answer a = club_post(club.ben, club_path("/resignation"), "{\"value\": 1}");

	(void)state;
	answer_expect(&a, 201);
	answer_fini(&a);
	a = club_get(club.ana, "%s", club_path(""));
	assert_int_equal(answer_int(&a, "outcome.winner"), 0);
	assert_int_equal(answer_int(&a, "seats[0].rank"), 1);
	answer_fini(&a);
	answer_refused(turn(club.ana, "{\"ply\": 7, \"moves\": \"8/5 6/5\"}"), 409,
		       "game-over");
	answer_refused(club_post(club.ana, club_path("/resignation"), "{}"), 409, "game-over");
	a = club_get(club.ana, "/v1/accounts/me/balance");
	assert_int_equal(answer_int(&a, "wallet"), 1001);
	assert_int_equal(answer_int(&a, "in_play"), 0);
	answer_fini(&a);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, club_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_turn_answers_with_its_facts_and_the_next_question),
		TEST(a_turn_may_be_written_in_any_usual_way),
		TEST(trying_a_turn_changes_nothing),
		TEST(the_same_turn_sent_twice_is_one_turn_with_one_answer),
		TEST(the_ply_may_stand_in_if_match),
		TEST(a_stale_turn_is_answered_with_the_game_as_it_is),
		TEST(a_refused_move_names_the_rule_and_what_would_be_legal),
		TEST(what_is_named_legal_is_taken),
		cmocka_unit_test_setup_teardown(a_missed_strike_is_named, setup_seasons,
						club_close),
		TEST(only_the_seat_that_is_asked_decides),
		TEST(a_turn_of_the_wrong_shape_is_refused_by_the_member),
		TEST(every_play_is_listed_once_over_all_pages),
		TEST(plays_that_begin_so_are_whole_decisions_that_can_be_sent),
		TEST(a_page_of_plays_does_not_run_on_into_the_next_question),
		TEST(events_after_a_ply_are_all_of_them_in_order),
		TEST(a_record_tells_the_game_from_its_head_to_its_end),
		TEST(a_game_that_is_over_has_paid_and_takes_nothing_more),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
