/*
 * test_rematch.c - the same game again: by which terms, with whom, and what stands in
 * its way.
 */
#include "tests/api/club.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void assert_state(const char *state)
{
	struct answer a = club_get(club.ana, "%s", club_path(""));

	assert_string_equal(answer_string(&a, "state"), state);
	answer_fini(&a);
}

/* ana and ben have played: ana has lost. */
static void play(const char *terms)
{
	club_offer(terms);
	answer_done(club_post(club.ben, club_path("/seats"), "{}"), 201);
	answer_done(club_post(club.ana, club_path("/resignation"), "{}"), 201);
	assert_state("over");
}

#define PLAIN "\"options\": {\"resign_value\": \"single\", \"crawford\": false}"

static void rematch(const char *token, long status, char id[16])
{
	struct answer a = club_post(token, club_path("/rematch"), "{\"note\": \"Again?\"}");

	answer_expect(&a, status);
	snprintf(id, 16, "%s", answer_string(&a, "id"));
	answer_fini(&a);
}

/* user-voices G98: settings are kept, seats change, and two offers are one game. */
static void two_offers_of_a_rematch_are_one_game_with_seats_swapped(void **state)
{
	char first[16], second[16];
	struct answer a;

	(void)state;
	play(PLAIN ", \"stake\": {\"unit\": 2, \"buy_in\": 200}, \"clock\": {\"per_move\": \"P2D\"}, "
	     "\"visibility\": \"unlisted\", \"auto_forced\": false,"
	     " \"spectator_delay\": {\"plies\": 3}");
	rematch(club.ana, 201, first);
	rematch(club.ana, 200, second);
	assert_string_equal(first, second);
	rematch(club.ben, 201, second);
	assert_string_equal(first, second);
	answer_refused(club_post(club.ben, club_path("/rematch"), "{}"), 409, "rematch-not-allowed");
	a = club_get(club.ana, "/v1/games/%s", first);
	assert_string_equal(answer_string(&a, "state"), "active");
	assert_string_equal(answer_string(&a, "seats[0].account"), "ben");
	assert_string_equal(answer_string(&a, "seats[1].account"), "ana");
	assert_int_equal(answer_int(&a, "stake.unit"), 2);
	assert_int_equal(answer_int(&a, "stake.buy_in"), 200);
	assert_string_equal(answer_string(&a, "clock.per_move"), "P2D");
	assert_int_equal(answer_int(&a, "spectator_delay.plies"), 3);
	assert_string_equal(answer_string(&a, "visibility"), "unlisted");
	assert_string_equal(answer_string(&a, "options.resign_value"), "single");
	assert_false(answer_bool(&a, "options.crawford"));
	assert_false(answer_bool(&a, "auto_forced"));
	answer_fini(&a);
	a = club_get(club.ben, "%s", club_path("/mine"));
	assert_string_equal(answer_string(&a, "rematch"), first);
	answer_fini(&a);
}

/* user-voices G99: who is away finds it as a challenge. */
static void a_rematch_waits_as_a_challenge_for_who_is_away(void **state)
{
	char id[16];
	struct answer a;

	(void)state;
	play(PLAIN ", \"match\": {\"length\": 1}, \"stake\": {\"buy_in\": 10}");
	rematch(club.ben, 201, id);
	club_wind("--clock=2026-12-05T09:00:00Z");
	a = club_get(club.ana, "/v1/games?invited=true");
	assert_string_equal(answer_string(&a, "games[0].id"), id);
	assert_string_equal(answer_string(&a, "games[0].table.rematch_of"), club.game);
	assert_int_equal(answer_int(&a, "games[0].match.length"), 1);
	answer_fini(&a);
	snprintf(club.game, sizeof club.game, "%s", id);
	a = club_get(club.ana, "%s", club_path("/mine"));
	assert_int_equal(answer_int(&a, "kept"), 1);
	assert_string_equal(answer_string(&a, "note"), "Again?");
	answer_fini(&a);
	a = club_get(club.carla, "%s", club_path("/mine"));
	assert_false(answer_has(&a, "note"));
	answer_fini(&a);
	answer_done(club_post(club.ana, club_path("/seats"), "{}"), 201);
	assert_state("active");
}

static void a_rematch_is_of_a_game_that_is_over_by_who_played_it(void **state)
{
	char id[16], second[16];

	(void)state;
	club_offer(PLAIN);
	answer_refused(club_post(club.ana, club_path("/rematch"), "{}"), 409, "rematch-not-allowed");
	answer_done(club_post(club.ben, club_path("/seats"), "{}"), 201);
	answer_refused(club_post(club.ana, club_path("/rematch"), "{}"), 409, "rematch-not-allowed");
	answer_done(club_post(club.ana, club_path("/resignation"), "{}"), 201);
	answer_refused(club_post(club.carla, club_path("/rematch"), "{}"), 403, "not-seated");
	answer_refused(club_post(club.ana, club_path("/rematch"), "{\"seating\": \"random\"}"), 400,
		       "unknown-member");
	rematch(club.ana, 201, id);
	club_wind("--clock=2027-01-05T09:00:00Z"); /* it has expired: another may be offered */
	rematch(club.ben, 201, second);
	assert_string_not_equal(id, second);
}

static void a_rematch_of_a_rated_game_is_rated(void **state)
{
	char id[16], second[16];
	struct answer a;

	(void)state;
	play(PLAIN ", \"rated\": true, \"clock\": {\"per_move\": \"P3D\"}");
	rematch(club.ben, 201, id);
	rematch(club.ana, 201, second);
	assert_string_equal(id, second);
	a = club_get(club.ana, "/v1/games/%s", id);
	assert_string_equal(answer_string(&a, "state"), "active");
	assert_string_equal(answer_string(&a, "rating.class"), "letter");
	answer_fini(&a);
}

#define LAID "white 1:1 off:14 / black 24:1 off:14 / white to roll"

/* The players change seats, and so sides; the position stays as it was laid. */
static void a_rematch_of_a_position_begins_from_it(void **state)
{
	char id[16], again[16];
	struct answer a;

	(void)state;
	play(PLAIN ", \"position\": \"" LAID "\"");
	rematch(club.ana, 201, id);
	a = club_get(club.ben, "/v1/games/%s", id);
	assert_string_equal(answer_string(&a, "state"), "open");
	assert_string_equal(answer_string(&a, "position.text"), LAID);
	answer_fini(&a);
	rematch(club.ben, 201, again);
	a = club_get(club.ben, "/v1/games/%s/events?limit=1", id);
	assert_non_null(strstr(answer_string(&a, "events[0].text"), " position " LAID));
	answer_fini(&a);
	/* And so on: the rematch of a rematch. */
	strcpy(club.game, id);
	a = club_get(club.ana, "%s", club_path(""));
	if (strcmp(answer_string(&a, "state"), "over") != 0)
		answer_done(club_post(club.ben, club_path("/resignation"), "{}"), 201);
	answer_fini(&a);
	rematch(club.ben, 201, again);
	a = club_get(club.ben, "/v1/games/%s", again);
	assert_string_equal(answer_string(&a, "position.text"), LAID);
	assert_string_equal(answer_string(&a, "seats[1].account"), "ben");
	answer_fini(&a);
}

static const char *of_seat(const struct answer *a, unsigned seat)
{
	char path[32];

	snprintf(path, sizeof path, "seats[%u].account", seat);
	return answer_string(a, path);
}

static void of_four_everybody_plays_at_the_next_seat_and_all_offers_are_one(void **state)
{
	static const char *const now_at[] = {"dora", "ana", "ben", "carla"};
	const char *const who[] = {club.carla, club.ana, club.dora, club.ben};
	char id[16], again[16];
	struct answer a;

	(void)state;
	club_lay("el-mundo", 4);
	for (unsigned i = 0; i < 3; i++)
		answer_done(club_post(who[i], club_path("/resignation"), "{}"), 201);
	assert_state("over");
	rematch(who[0], 201, id);
	for (unsigned i = 1; i < 4; i++) {
		rematch(who[i], 201, again);
		assert_string_equal(again, id);
	}
	a = club_get(club.ana, "/v1/games/%s", id);
	assert_string_equal(answer_string(&a, "state"), "active");
	assert_int_equal(answer_int(&a, "stake.buy_in"), 100);
	for (unsigned seat = 0; seat < 4; seat++)
		assert_string_equal(of_seat(&a, seat), now_at[seat]);
	answer_fini(&a);
}

static void of_four_who_declines_a_rematch_leaves_it_to_the_others(void **state)
{
	const char *const who[] = {club.carla, club.ana, club.dora};
	char id[16], old[16];
	struct answer a;

	(void)state;
	club_lay("el-mundo", 4);
	strcpy(old, club.game);
	for (unsigned i = 0; i < 3; i++)
		answer_done(club_post(who[i], club_path("/resignation"), "{}"), 201);
	rematch(club.ana, 201, id);
	snprintf(club.game, sizeof club.game, "%s", id);
	answer_done(club_post(club.ben, club_path("/decline"), "{\"reason\": \"later\"}"), 200);
	a = club_get(club.ana, "%s", club_path(""));
	assert_string_equal(answer_string(&a, "state"), "open");
	assert_true(answer_bool(&a, "seats[2].locked"));
	answer_fini(&a);
	strcpy(club.game, old);
	answer_refused(club_post(club.ben, club_path("/rematch"), "{}"), 409, "rematch-not-allowed");
	rematch(club.dora, 201, id);
}

static void there_is_no_rematch_with_a_closed_account(void **state)
{
	char id[16], old[16];
	struct answer a;

	(void)state;
	play(PLAIN);
	strcpy(old, club.game);
	rematch(club.ana, 201, id);
	answer_done(http_ask(&club.http, "DELETE", "/v1/accounts/me?withdraw=true", club.ben, NULL),
		    204);
	/* Whoever has gone has declined what was kept for them. */
	snprintf(club.game, sizeof club.game, "%s", id);
	a = club_get(club.ana, "%s", club_path(""));
	assert_string_equal(answer_string(&a, "state"), "aborted");
	answer_fini(&a);
	strcpy(club.game, old);
	a = club_post(club.ana, club_path("/rematch"), "{}");
	answer_expect_problem(&a, 403, "account-closed");
	assert_non_null(strstr(answer_string(&a, "detail"), "seat 1"));
	answer_fini(&a);
	a = club_get(club.ana, "/v1/games?player=ana&state=open");
	assert_int_equal(json_array_size(answer_at(&a, "games")), 0);
	answer_fini(&a);
}

static void who_has_too_few_chips_hears_how_many_are_missing_and_nothing_is_laid(void **state)
{
	char id[16];
	struct answer a;

	(void)state;
	play(PLAIN ", \"stake\": {\"unit\": 1, \"buy_in\": 64}");
	answer_done(club_post(club.ana, "/v1/transfers", "{\"to\": \"dora\", \"amount\": %lld}",
			      club_wallet(club.ana) - 60),
		    201);
	a = club_post(club.ana, club_path("/rematch"), "{}");
	answer_expect_problem(&a, 422, "insufficient-chips");
	assert_int_equal(answer_int(&a, "needed"), 64);
	assert_int_equal(answer_int(&a, "missing"), 4);
	answer_fini(&a);
	a = club_get(club.ben, "/v1/games?player=ana&state=open");
	assert_int_equal(json_array_size(answer_at(&a, "games")), 0);
	answer_fini(&a);
	rematch(club.ben, 201, id);
	answer_refused(club_post(club.ana, club_path("/rematch"), "{}"), 422, "insufficient-chips");
	answer_done(club_post(club.dora, "/v1/transfers", "{\"to\": \"ana\", \"amount\": 4}"), 201);
	rematch(club.ana, 201, id);
	snprintf(club.game, sizeof club.game, "%s", id);
	assert_state("active");
}

#define CLUB(f) cmocka_unit_test_setup_teardown(f, club_setup_by_hand, club_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CLUB(two_offers_of_a_rematch_are_one_game_with_seats_swapped),
		CLUB(a_rematch_waits_as_a_challenge_for_who_is_away),
		CLUB(a_rematch_is_of_a_game_that_is_over_by_who_played_it),
		CLUB(a_rematch_of_a_rated_game_is_rated),
		CLUB(a_rematch_of_a_position_begins_from_it),
		CLUB(of_four_everybody_plays_at_the_next_seat_and_all_offers_are_one),
		CLUB(of_four_who_declines_a_rematch_leaves_it_to_the_others),
		CLUB(there_is_no_rematch_with_a_closed_account),
		CLUB(who_has_too_few_chips_hears_how_many_are_missing_and_nothing_is_laid),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
