/*
 * test_consents.c - what is done by agreement, over HTTP: offered, answered, seen in
 * the game's document, and kept when the daemon is started again.
 */
#include "tests/api/club.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define FACES "6 1 3 1 4 2 5 3 6 4 3 2 5 1 4 3"

static int setup(void **state)
{
	(void)state;
	club_open(FACES);
	return 0;
}

static void lay(const char *stake)
{
	struct answer a = club_post(club.ana, "/v1/games",
				    "{\"ruleset\": \"backgammon\", \"stake\": %s}", stake);

	answer_expect(&a, 201);
	snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "id"));
	answer_fini(&a);
	a = club_post(club.ben, club_path("/seats"), "{}");
	answer_expect(&a, 201);
	answer_fini(&a);
}

static struct answer act(const char *token, const char *what, const char *action)
{
	return club_post(token, club_path(what), "{\"action\": \"%s\", \"ply\": %lld}", action,
			 club_ply());
}

/* "true", or why not. */
static void action_is(const char *name, const char *expected)
{
	struct answer a = club_get(club.ana, "%s", club_path(""));
	char path[64];

	snprintf(path, sizeof path, "actions.%s", name);
	if (expected)
		assert_non_null(strstr(answer_string(&a, path), expected));
	else
		assert_true(answer_bool(&a, path));
	answer_fini(&a);
}

static void a_draw_is_offered_seen_and_agreed_on(void **state)
{
	struct answer a;

	(void)state;
	lay("{\"buy_in\": 10}");
	club_decide();
	club_decide();
	action_is("draw", NULL);
	a = act(club.ana, "/draw", "offer");
	answer_expect(&a, 200);
	assert_string_equal(answer_string(&a, "offers[0].what"), "draw");
	assert_int_equal(answer_int(&a, "offers[0].seat"), 0);
	assert_int_equal(answer_int(&a, "offers[0].agreed[0]"), 0);
	assert_int_equal(answer_int(&a, "offers[0].asked[0]"), 1);
	answer_fini(&a);
	action_is("draw", "It is offered already");
	answer_refused(act(club.ana, "/draw", "accept"), 409, "own-offer");
	answer_refused(act(club.ana, "/draw", "offer"), 409, "offer-not-allowed");
	answer_refused(act(club.carla, "/draw", "accept"), 403, "not-seated");
	club_return(); /* an offer is kept */
	answer_refused(club_post(club.ben, club_path("/draw"), "{\"action\": \"accept\"}"), 428,
		       "precondition-needed");
	answer_refused(club_post(club.ben, club_path("/draw"),
				 "{\"action\": \"accept\", \"ply\": 0}"),
		       412, "stale-ply"); /* when there was none to be seen */
	a = act(club.ben, "/draw", "accept");
	answer_expect(&a, 200);
	assert_string_equal(answer_string(&a, "state"), "over");
	assert_string_equal(answer_string(&a, "outcome.reason"), "agreement");
	assert_true(answer_bool(&a, "outcome.counts"));
	assert_false(answer_has(&a, "outcome.winner"));
	answer_fini(&a);
	assert_int_equal(club_wallet(club.ana), 1000);
	assert_int_equal(club_wallet(club.ben), 1000);
	answer_refused(act(club.ben, "/draw", "offer"), 409, "game-over");
	/* Read again from the book it is the same. */
	club_return();
	a = club_get(club.ana, "%s", club_path(""));
	assert_string_equal(answer_string(&a, "outcome.note"), "agreement");
	answer_fini(&a);
}

static void an_offer_is_declined_or_withdrawn_and_made_once(void **state)
{
	struct answer a;

	(void)state;
	lay("null");
	answer_refused(act(club.ben, "/draw", "decline"), 409, "nothing-offered");
	answer_done(act(club.ana, "/draw", "offer"), 200);
	a = act(club.ben, "/draw", "decline");
	answer_expect(&a, 200);
	assert_false(answer_has(&a, "offers[0]"));
	answer_fini(&a);
	answer_refused(act(club.ana, "/draw", "offer"), 409, "offer-not-allowed");
	answer_done(act(club.ben, "/draw", "offer"), 200);
	answer_done(act(club.ben, "/draw", "withdraw"), 200);
	answer_refused(act(club.ana, "/draw", "accept"), 409, "nothing-offered");
}

/* user-voices D74 */
static void all_may_agree_that_the_game_never_was(void **state)
{
	struct answer a;

	(void)state;
	lay("{\"buy_in\": 10}");
	club_decide();
	club_decide();
	answer_refused(club_post(club.ana, club_path("/abort"), "{}"), 409, "too-late-to-abort");
	action_is("abort_offer", NULL);
	answer_done(act(club.ana, "/abort", "offer"), 200);
	a = act(club.ben, "/abort", "accept");
	answer_expect(&a, 200);
	assert_string_equal(answer_string(&a, "state"), "aborted");
	assert_string_equal(answer_string(&a, "outcome.reason"), "abort");
	assert_false(answer_bool(&a, "outcome.counts"));
	answer_fini(&a);
	assert_int_equal(club_wallet(club.ana), 1000);
}

static void what_cannot_be_read_is_refused(void **state)
{
	static const struct {
		const char *body, *slug, *pointer;
	} wrong[] = {
		{"{\"action\": \"dance\"}", "invalid-value", "/action"},
		{"{\"action\": 1}", "invalid-value", "/action"},
		{"{}", "missing-member", "/action"},
		{"{\"action\": \"offer\", \"ply\": -1}", "invalid-value", "/ply"},
		{"{\"action\": \"offer\", \"reason\": \"tired\"}", "unknown-member", "/reason"},
		{"{\"action\": \"offer\", \"seat\": 1}", "not-your-decision", "/seat"},
	};

	(void)state;
	lay("null");
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		answer_refused_at(club_post(club.ana, club_path("/takeback"), "%s", wrong[i].body),
				  wrong[i].slug[0] == 'n' ? 409 : 400, wrong[i].slug,
				  wrong[i].pointer);
}

/* user-voices B34, B45 */
static void a_decision_is_taken_back_as_long_as_no_die_has_fallen_since(void **state)
{
	struct answer a;
	char before[2048], body[256];

	(void)state;
	lay("{\"buy_in\": 10}");
	action_is("takeback", "Nothing can be taken back");
	a = club_get(club.ana, "%s", club_path(""));
	snprintf(before, sizeof before, "%s", answer_string(&a, "position.text"));
	answer_fini(&a);
	club_decide(); /* ben may double before his throw */
	action_is("takeback", NULL);
	answer_refused(act(club.ben, "/takeback", "offer"), 409, "offer-not-allowed");
	answer_done(act(club.ana, "/takeback", "offer"), 200);
	a = act(club.ben, "/takeback", "accept");
	answer_expect(&a, 200);
	assert_string_equal(answer_string(&a, "position.text"), before);
	assert_int_equal(answer_int(&a, "waiting.seats[0]"), 0);
	assert_false(answer_has(&a, "last"));
	answer_fini(&a);
	answer_refused(act(club.ben, "/takeback", "accept"), 409, "nothing-offered");
	answer_refused(act(club.ana, "/takeback", "offer"), 409, "offer-not-allowed");
	a = club_get(club.ana, "%s", club_path("/record"));
	answer_expect(&a, 200);
	assert_non_null(strstr(a.body, "\nagreed 1 takeback\n"));
	assert_non_null(strstr(a.body, "\ntaken_back 0 "));
	answer_fini(&a);
	club_return();
	club_any_turn(body);
	a = club_post(club.ana, club_path("/turns"), "%s", body);
	answer_expect(&a, 201);
	answer_fini(&a);
	action_is("takeback", "taken back once already");
}

static struct answer act_for(int seat, const char *action)
{
	return club_post(club.ana, club_path("/takeback"),
			 "{\"action\": \"%s\", \"seat\": %d, \"ply\": %lld}", action, seat,
			 club_ply());
}

/* user-voices G102: with nobody to ask, and the game is not begun anew by it. */
static void who_plays_both_sides_takes_a_decision_back_that_was_confirmed(void **state)
{
	struct answer a = club_post(club.ana, "/v1/games",
				    "{\"ruleset\": \"backgammon\", \"sit\": 0, "
				    "\"options\": {\"cube\": true}}");
	char before[2048];
	long long ply;

	(void)state;
	answer_expect(&a, 201);
	snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "id"));
	answer_fini(&a);
	answer_done(club_post(club.ana, club_path("/seats"), "{\"seat\": 1}"), 201);
	a = club_get(club.ana, "%s", club_path(""));
	snprintf(before, sizeof before, "%s", answer_string(&a, "position.text"));
	ply = answer_int(&a, "ply");
	answer_fini(&a);
	club_decide();
	answer_done(act_for(0, "offer"), 200);
	a = act_for(1, "accept");
	answer_expect(&a, 200);
	assert_string_equal(answer_string(&a, "position.text"), before);
	assert_int_equal(answer_int(&a, "dice[0].face"), 6);
	assert_int_equal(answer_int(&a, "dice[1].face"), 1);
	assert_true(answer_int(&a, "ply") > ply);
	answer_fini(&a);
	club_decide();
}

static int setup_by_hand(void **state)
{
	static const char *const flags[] = {"--dice", FACES, "--clock=2026-11-30T09:00:00Z", NULL};

	(void)state;
	club_open_with(flags);
	return 0;
}

/* user-voices B5 */
static void a_game_may_be_laid_so_that_it_is_never_paused(void **state)
{
	struct answer a;

	(void)state;
	a = club_post(club.ana, "/v1/games",
		      "{\"ruleset\": \"backgammon\", \"clock\": {\"per_move\": \"P3D\","
		      " \"pause\": \"none\"}}");
	answer_expect(&a, 201);
	assert_string_equal(answer_string(&a, "clock.pause"), "none");
	snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "id"));
	answer_fini(&a);
	answer_done(club_post(club.ben, club_path("/seats"), "{}"), 201);
	action_is("pause", "By the terms of this game");
	answer_refused(act(club.ana, "/pause", "offer"), 409, "offer-not-allowed");
}

/* user-voices B1, B2, B3 */
static void a_pause_stops_the_clock_and_says_until_when(void **state)
{
	struct answer a;

	(void)state;
	a = club_post(club.ana, "/v1/games",
		      "{\"ruleset\": \"backgammon\", \"clock\": {\"per_move\": \"P3D\"}}");
	answer_expect(&a, 201);
	snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "id"));
	answer_fini(&a);
	answer_done(club_post(club.ben, club_path("/seats"), "{}"), 201);
	answer_refused_at(club_post(club.ana, club_path("/pause"),
				    "{\"action\": \"offer\", \"for\": \"PT5S\"}"),
			  400, "invalid-value", "/for");
	answer_done(club_post(club.ana, club_path("/pause"),
			      "{\"action\": \"offer\", \"for\": \"P14D\"}"),
		    200);
	a = act(club.ben, "/pause", "accept");
	answer_expect(&a, 200);
	assert_string_equal(answer_string(&a, "clock.standing"), "paused");
	assert_string_equal(answer_string(&a, "clock.paused_until"), "2026-12-14T09:00:00.000Z");
	assert_string_equal(answer_string(&a, "clock.seats[0].allowance"), "P3D");
	assert_false(answer_has(&a, "clock.deadline"));
	assert_false(answer_has(&a, "waiting.deadline"));
	assert_string_equal(answer_string(&a, "actions.turns"), "The game is paused");
	answer_fini(&a);
	a = club_get(club.ana, "/v1/games?player=ana");
	assert_false(answer_has(&a, "games[0].deadline"));
	answer_fini(&a);
	a = club_get(club.ana, "%s", club_path("/mine"));
	assert_string_equal(answer_string(&a, "actions.turns"), "The game is paused");
	assert_string_equal(answer_string(&a, "actions.claim"), "The game is paused");
	answer_fini(&a);
	club_return(); /* at the same instant: it is paused still */
	a = club_post(club.ana, club_path("/turns"), "{\"ply\": %lld, \"moves\": []}", club_ply());
	answer_refused(a, 409, "game-paused");
	answer_done(act(club.ben, "/resume", "offer"), 200);
	a = act(club.ana, "/resume", "accept");
	answer_expect(&a, 200);
	assert_false(answer_has(&a, "clock.standing"));
	assert_string_equal(answer_string(&a, "clock.deadline"), "2026-12-03T09:00:00.000Z");
	answer_fini(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, club_close)
		TEST(a_draw_is_offered_seen_and_agreed_on),
		TEST(an_offer_is_declined_or_withdrawn_and_made_once),
		TEST(all_may_agree_that_the_game_never_was),
		TEST(what_cannot_be_read_is_refused),
		cmocka_unit_test_setup_teardown(a_pause_stops_the_clock_and_says_until_when,
						setup_by_hand, club_close),
		TEST(a_game_may_be_laid_so_that_it_is_never_paused),
		TEST(a_decision_is_taken_back_as_long_as_no_die_has_fallen_since),
		TEST(who_plays_both_sides_takes_a_decision_back_that_was_confirmed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
