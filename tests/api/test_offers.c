/*
 * test_offers.c - finding a game over HTTP: challenges, the lobby, and tables that
 * nobody sits down at.
 */
#include "tests/api/club.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define TO_BEN "\"seats\": [{\"account\": \"me\"}, {\"account\": \"ben\"}]"

static void assert_state(const char *state)
{
	struct answer a = club_get(club.ana, "%s", club_path(""));

	assert_string_equal(answer_string(&a, "state"), state);
	answer_fini(&a);
}

/* What has happened last. */
static void assert_last(const char *kind, const char *text)
{
	struct answer a = club_get(club.ana, "%s?limit=100", club_path("/events"));
	size_t n = json_array_size(answer_at(&a, "events"));
	const json_t *last = json_array_get(answer_at(&a, "events"), n - 1);

	assert_string_equal(json_string_value(json_object_get(last, "kind")), kind);
	assert_string_equal(json_string_value(json_object_get(last, "text")), text);
	answer_fini(&a);
}

/* ---- expiry ------------------------------------------------------------------------------ */

static void every_table_says_when_it_expires(void **state)
{
	struct answer a;

	(void)state;
	club_offer("");
	a = club_get(club.ana, "%s", club_path(""));
	assert_string_equal(answer_string(&a, "table.expires"), "2026-12-14T09:00:00.000Z");
	assert_string_equal(answer_string(&a, "table.seating"), "chosen");
	assert_false(answer_has(&a, "table.rematch_of"));
	assert_string_equal(answer_string(&a, "waiting.deadline"), "2026-12-14T09:00:00.000Z");
	answer_fini(&a);
	club_offer("\"expires_in\": \"PT90S\", \"clock\": {\"per_move\": \"P3D\"}");
	a = club_get(club.ana, "/v1/games?player=ana&limit=1");
	assert_string_equal(answer_string(&a, "games[0].table.expires"),
			    "2026-11-30T09:01:30.000Z");
	assert_string_equal(answer_string(&a, "games[0].deadline"), "2026-11-30T09:01:30.000Z");
	answer_fini(&a);
	a = club_get(club.ana, "%s", club_path(""));
	assert_false(answer_has(&a, "clock.deadline"));
	answer_fini(&a);
	answer_done(club_post(club.ben, club_path("/seats"), "{}"), 201);
	a = club_get(club.ana, "%s", club_path(""));
	assert_false(answer_has(&a, "table"));
	assert_string_equal(answer_string(&a, "waiting.deadline"), "2026-12-03T09:00:00.000Z");
	answer_fini(&a);
}

/* user-voices B35, B9, E74: it does not hang for months, stays listed, and chips go back. */
static void a_table_nobody_sits_down_at_expires_at_its_instant_and_refunds(void **state)
{
	struct answer a;

	(void)state;
	club_offer("\"stake\": {\"buy_in\": 100}, \"expires_in\": \"P1D\"");
	assert_int_equal(club_wallet(club.ana), 900);
	club_wind("--clock=2026-12-01T08:59:59.999Z");
	assert_state("open");
	club_wind("--clock=2026-12-25T00:00:00Z");
	a = club_get(club.ana, "%s", club_path(""));
	assert_string_equal(answer_string(&a, "state"), "aborted");
	assert_string_equal(answer_string(&a, "ended"), "2026-12-01T09:00:00.000Z");
	answer_fini(&a);
	assert_last("expired", "");
	assert_int_equal(club_wallet(club.ana), 1000);
	a = club_get(club.ana, "/v1/games?player=ana&state=aborted");
	assert_string_equal(answer_string(&a, "games[0].id"), club.game);
	answer_fini(&a);
	a = club_get(club.ana, "%s", club_path("/record"));
	answer_expect(&a, 200);
	assert_non_null(strstr(a.body, "\nexpired\n"));
	answer_fini(&a);
	answer_refused(club_post(club.ben, club_path("/seats"), "{}"), 409, "table-closed");
}

static void the_last_seat_in_time_begins_the_game_and_nothing_expires(void **state)
{
	(void)state;
	club_offer("\"expires_in\": \"P1D\"");
	answer_done(club_post(club.ben, club_path("/seats"), "{}"), 201);
	club_wind("--clock=2027-12-01T08:59:59Z");
	assert_state("active");
}

static void a_frozen_table_does_not_expire_until_it_is_thawed(void **state)
{
	(void)state;
	club_offer("\"expires_in\": \"P1D\"");
	answer_done(club_post(club.operator, club_path("/freeze"), "{}"), 200);
	club_wind("--clock=2026-12-25T00:00:00Z");
	assert_state("frozen");
	answer_done(club_post(club.operator, club_path("/thaw"), "{}"), 200);
	club_return();
	assert_state("aborted");
	assert_last("expired", "");
}

static void offers_that_cannot_be_are_refused(void **state)
{
	static const struct {
		const char *terms, *pointer;
	} wrong[] = {
		{"\"expires_in\": \"PT0S\"", "/expires_in"},
		{"\"expires_in\": \"P91D\"", "/expires_in"},
		{"\"expires_in\": \"P1Y\"", "/expires_in"},
		{"\"expires_in\": 3", "/expires_in"},
		{"\"seating\": \"lottery\"", "/seating"},
		{"\"note\": \"\\u0007\"", "/note"},
		{"\"note\": 1", "/note"},
	};
	char note[2000];

	(void)state;
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
		answer_refused_at(club_post(club.ana, "/v1/games",
					    "{\"ruleset\": \"backgammon\", %s}", wrong[i].terms),
				  400, "invalid-value", wrong[i].pointer);
	memset(note, 'x', sizeof note);
	note[257] = '\0';
	answer_refused_at(club_post(club.ana, "/v1/games",
				    "{\"ruleset\": \"backgammon\", \"note\": \"%s\"}", note),
			  400, "invalid-value", "/note");
	note[257] = 'x';
	note[1999] = '\0';
	answer_refused_at(club_post(club.ana, "/v1/games",
				    "{\"ruleset\": \"backgammon\", \"note\": \"%s\"}", note),
			  400, "invalid-value", "/note");
	assert_int_equal(club_number("tablasd_games{state=\"open\"}"), 0);
}

/* ---- challenges ---------------------------------------------------------------------------- */

static void a_challenge_is_found_and_accepted(void **state)
{
	struct answer a;

	(void)state;
	club_offer(TO_BEN);
	a = club_get(club.ben, "/v1/games?invited=true");
	assert_string_equal(answer_string(&a, "games[0].id"), club.game);
	answer_fini(&a);
	answer_refused(club_post(club.carla, club_path("/seats"), "{\"seat\": 1}"), 403,
		       "invitation-needed");
	answer_done(club_post(club.ben, club_path("/seats"), "{}"), 201);
	assert_state("active");
	answer_refused(club_post(club.ben, club_path("/decline"), "{}"), 409, "already-seated");
}

static void a_challenge_is_declined_with_a_reason_and_chips_go_back(void **state)
{
	(void)state;
	club_offer(TO_BEN ", \"stake\": {\"buy_in\": 100}");
	answer_refused(club_post(club.carla, club_path("/decline"), "{}"), 403, "not-seated");
	answer_refused(club_post(club.ana, club_path("/decline"), "{}"), 409, "already-seated");
	answer_refused_at(club_post(club.ben, club_path("/decline"), "{\"reason\": \"you\"}"), 400,
			  "invalid-value", "/reason");
	assert_state("open");
	answer_done(club_post(club.ben, club_path("/decline"), "{\"reason\": \"stake\"}"), 200);
	assert_state("aborted");
	assert_last("aborted", "declined");
	assert_int_equal(club_wallet(club.ana), 1000);
	answer_refused(club_post(club.ben, club_path("/seats"), "{}"), 409, "table-closed");
	answer_refused(club_post(club.ben, club_path("/decline"), "{}"), 409, "table-closed");
}

static void a_challenge_is_withdrawn(void **state)
{
	(void)state;
	club_offer(TO_BEN);
	answer_done(club_post(club.ana, club_path("/abort"), "{}"), 200);
	answer_refused(club_post(club.ben, club_path("/seats"), "{}"), 409, "table-closed");
}

static void an_expired_challenge_is_not_accepted(void **state)
{
	(void)state;
	club_offer(TO_BEN ", \"expires_in\": \"P1D\"");
	club_wind("--clock=2026-12-01T09:00:00Z");
	answer_refused(club_post(club.ben, club_path("/seats"), "{}"), 409, "table-closed");
	assert_state("aborted");
}

static void one_does_not_challenge_oneself_or_nobody(void **state)
{
	(void)state;
	answer_refused_at(club_post(club.ana, "/v1/games",
				    "{\"ruleset\": \"backgammon\", \"seats\": "
				    "[{\"account\": \"me\"}, {\"account\": \"ana\"}]}"),
			  400, "invalid-value", "/seats/1/account");
	answer_refused_at(club_post(club.ana, "/v1/games",
				    "{\"ruleset\": \"backgammon\", \"seats\": "
				    "[{\"account\": \"me\"}, {\"account\": \"nobody-there\"}]}"),
			  400, "invalid-value", "/seats/1/account");
}

static void of_four_one_declines_and_another_is_invited(void **state)
{
	struct answer a = club_post(club.ana, "/v1/games",
				    "{\"ruleset\": \"el-mundo\", \"seats\": [\"open\", "
				    "{\"account\": \"ben\"}, {\"account\": \"carla\"}, \"open\"]}");
	char invitation[128];

	(void)state;
	answer_expect(&a, 201);
	snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "id"));
	answer_fini(&a);
	answer_done(club_post(club.ben, club_path("/decline"), "{\"reason\": \"later\"}"), 200);
	a = club_get(club.ana, "%s", club_path(""));
	assert_string_equal(answer_string(&a, "state"), "open");
	assert_false(answer_has(&a, "seats[1].invited"));
	assert_true(answer_bool(&a, "seats[1].locked"));
	assert_string_equal(answer_string(&a, "seats[2].invited"), "carla");
	answer_fini(&a);
	answer_refused(club_post(club.ben, club_path("/decline"), "{}"), 403, "not-seated");
	a = club_post(club.ana, club_path("/invitations"), "{\"seat\": 1}");
	answer_expect(&a, 201);
	snprintf(invitation, sizeof invitation, "%s", answer_string(&a, "invitation"));
	answer_fini(&a);
	answer_done(club_post(club.dora, club_path("/seats"), "{\"invitation\": \"%s\"}",
			      invitation), 201);
	answer_refused(club_post(club.ben, club_path("/seats"), "{\"invitation\": \"%s\"}",
				 invitation), 403, "invitation-needed");
}

/* ---- the lobby ------------------------------------------------------------------------------- */

static size_t in_lobby(const char *token, const char *query)
{
	struct answer a = club_get(token, "/v1/lobby?limit=200%s", query);
	size_t n;

	answer_expect(&a, 200);
	n = json_array_size(answer_at(&a, "games"));
	answer_fini(&a);
	return n;
}

static void the_lobby_has_what_anybody_may_sit_down_at(void **state)
{
	struct answer a;

	(void)state;
	club_offer("");
	assert_int_equal(in_lobby(club.ben, ""), 1);
	assert_int_equal(in_lobby(club.ana, ""), 0); /* who sits there has found it */
	club_offer(TO_BEN);
	club_offer("\"visibility\": \"unlisted\"");
	club_offer("\"seats\": [\"open\", {\"invitation\": true}]");
	assert_int_equal(in_lobby(club.ben, ""), 1);
	club_offer("\"stake\": {\"unit\": 5, \"buy_in\": 500}, \"clock\": {\"per_move\": \"P3D\"}, "
	      "\"options\": {\"jacoby\": false}, \"seating\": \"random\"");
	a = club_get(club.ben, "/v1/lobby");
	assert_string_equal(answer_string(&a, "games[0].id"), club.game);
	assert_string_equal(answer_string(&a, "games[0].clock.per_move"), "P3D");
	assert_false(answer_bool(&a, "games[0].options.jacoby"));
	assert_string_equal(answer_string(&a, "games[0].table.seating"), "random");
	assert_true(answer_bool(&a, "games[0].seats[1].open"));
	answer_fini(&a);
	answer_done(club_post(club.ben, club_path("/seats"), "{}"), 201);
	assert_int_equal(in_lobby(club.carla, ""), 1);
}

static void the_lobby_is_asked_for_by_terms(void **state)
{
	static const struct {
		const char *query;
		size_t n;
	} asked[] = {
		{"", 4},
		{"&ruleset=el-mundo", 1},
		{"&ruleset=backgammon", 3},
		{"&unit_max=0", 2},
		{"&unit_min=1", 2},
		{"&unit_min=2&unit_max=9", 1},
		{"&buy_in_max=100", 3},
		{"&clock=true", 1},
		{"&clock=false&match=false", 2},
		{"&match=true", 1},
		{"&rated=true", 0},
		{"&rated=false", 4},
		{"&class=untimed", 3},
		{"&free=2", 1},
		{"&free=4", 0},
	};

	(void)state;
	club_offer("\"match\": {\"length\": 3}");
	club_offer("\"stake\": {\"unit\": 1, \"buy_in\": 64}");
	club_offer("\"stake\": {\"unit\": 5, \"buy_in\": 500}, \"clock\": {\"per_move\": \"P3D\"}");
	answer_done(club_post(club.ana, "/v1/games", "{\"ruleset\": \"el-mundo\"}"), 201);
	for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++)
		if (in_lobby(club.ben, asked[i].query) != asked[i].n)
			fail_msg("%s: %zu", asked[i].query, in_lobby(club.ben, asked[i].query));
	answer_refused(club_get(club.ben, "/v1/lobby?unit_min=-1"), 400, "invalid-value");
	answer_refused(club_get(club.ben, "/v1/lobby?clock=fast"), 400, "invalid-value");
	answer_refused(club_get(club.ben, "/v1/lobby?free=0"), 400, "invalid-value");
}

static void the_lobby_is_read_page_by_page(void **state)
{
	char next[512] = "/v1/lobby?limit=2";
	size_t told = 0;

	(void)state;
	for (int i = 0; i < 5; i++) {
		club_offer("");
		club_offer(TO_BEN); /* to be passed over */
	}
	for (int pages = 0; next[0]; pages++) {
		struct answer a = club_get(club.carla, "%s", next);
		const char *link = answer_header(&a, "Link");

		answer_expect(&a, 200);
		assert_true(pages < 6);
		told += json_array_size(answer_at(&a, "games"));
		next[0] = '\0';
		if (*link)
			snprintf(next, sizeof next, "%.*s", (int)strcspn(link + 1, ">"), link + 1);
		answer_fini(&a);
	}
	assert_int_equal(told, 5);
}

/* ---- news of them ---------------------------------------------------------------------- */

/* What is told first of that type, of the game at hand; not there: null. */
static json_t *news_of(const struct answer *a, const char *type)
{
	size_t i;
	json_t *news;

	json_array_foreach(answer_at(a, "events"), i, news) {
		const char *game = json_string_value(json_object_get(news, "game"));

		if (strcmp(json_string_value(json_object_get(news, "type")), type) == 0 && game &&
		    strcmp(game, club.game) == 0)
			return news;
	}
	return NULL;
}

static const char *text_of(const json_t *news, const char *member)
{
	const char *text = json_string_value(json_object_get(news, member));

	return text ? text : "";
}

static void ask_for_news(void)
{
	answer_done(club_get(club.ana, "/v1/me/events"), 200);
	answer_done(club_get(club.ben, "/v1/me/events"), 200);
}

static void who_laid_a_table_hears_who_declined_which_seat_and_why(void **state)
{
	struct answer a;
	json_t *news;

	(void)state;
	ask_for_news();
	club_offer(TO_BEN);
	a = club_get(club.ben, "/v1/me/events");
	news = news_of(&a, "challenge.received");
	assert_string_equal(text_of(news, "by"), "ana");
	assert_string_equal(text_of(news, "expires"), "2026-12-14T09:00:00.000Z");
	assert_int_equal(json_integer_value(json_object_get(news, "seat")), 1);
	answer_fini(&a);
	answer_done(club_post(club.ben, club_path("/decline"), "{\"reason\": \"clock\"}"), 200);
	a = club_get(club.ana, "/v1/me/events");
	news = news_of(&a, "challenge.declined");
	assert_string_equal(text_of(news, "by"), "ben");
	assert_string_equal(text_of(news, "ruleset"), "backgammon");
	assert_int_equal(json_integer_value(json_object_get(news, "seat")), 1);
	assert_string_equal(text_of(json_object_get(news, "fact"), "text"), "clock");
	answer_fini(&a);
}

static void who_was_asked_hears_too_that_a_challenge_has_expired(void **state)
{
	const char *const who[] = {club.ana, club.ben};
	struct answer a;

	(void)state;
	ask_for_news();
	answer_done(club_get(club.carla, "/v1/me/events"), 200);
	club_offer(TO_BEN ", \"expires_in\": \"P1D\"");
	club_wind("--clock=2026-12-02T09:00:00Z");
	for (size_t i = 0; i < 2; i++) {
		json_t *news;

		a = club_get(who[i], "/v1/me/events?wait=10&after=1");
		news = news_of(&a, "challenge.expired");
		assert_string_equal(text_of(news, "at"), "2026-12-01T09:00:00.000Z");
		assert_string_equal(text_of(json_object_get(news, "fact"), "kind"), "expired");
		answer_fini(&a);
	}
	a = club_get(club.carla, "/v1/me/events");
	assert_int_equal(json_array_size(answer_at(&a, "events")), 0);
	answer_fini(&a);
}

static void who_was_asked_hears_that_a_challenge_is_withdrawn(void **state)
{
	struct answer a;

	(void)state;
	ask_for_news();
	club_offer(TO_BEN);
	answer_done(club_post(club.ana, club_path("/abort"), "{}"), 200);
	a = club_get(club.ben, "/v1/me/events");
	assert_string_equal(text_of(news_of(&a, "challenge.withdrawn"), "by"), "ana");
	answer_fini(&a);
	club_offer(TO_BEN);
	answer_done(http_ask(&club.http, "DELETE", "/v1/accounts/me?leave=true&withdraw=true",
			     club.ana, NULL),
		    204);
	a = club_get(club.ben, "/v1/me/events");
	assert_non_null(news_of(&a, "challenge.withdrawn"));
	answer_fini(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define CLUB(f) cmocka_unit_test_setup_teardown(f, club_setup_by_hand, club_close)
		CLUB(every_table_says_when_it_expires),
		CLUB(a_table_nobody_sits_down_at_expires_at_its_instant_and_refunds),
		CLUB(the_last_seat_in_time_begins_the_game_and_nothing_expires),
		CLUB(a_frozen_table_does_not_expire_until_it_is_thawed),
		CLUB(offers_that_cannot_be_are_refused),
		CLUB(a_challenge_is_found_and_accepted),
		CLUB(a_challenge_is_declined_with_a_reason_and_chips_go_back),
		CLUB(a_challenge_is_withdrawn),
		CLUB(an_expired_challenge_is_not_accepted),
		CLUB(one_does_not_challenge_oneself_or_nobody),
		CLUB(of_four_one_declines_and_another_is_invited),
		CLUB(the_lobby_has_what_anybody_may_sit_down_at),
		CLUB(the_lobby_is_asked_for_by_terms),
		CLUB(the_lobby_is_read_page_by_page),
		CLUB(who_laid_a_table_hears_who_declined_which_seat_and_why),
		CLUB(who_was_asked_hears_too_that_a_challenge_has_expired),
		CLUB(who_was_asked_hears_that_a_challenge_is_withdrawn),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
