/*
 * test_talk.c - what is noted and said beside a game, and who gets to read it.
 */
#include "tests/api/hand.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <unistd.h>

static struct answer put(const char *token, const char *path, const char *tag, const char *body)
{
	char field[64];

	snprintf(field, sizeof field, "If-Match: %s", tag ? tag : "");
	if (tag)
		http_header(&club.http, field);
	return http_ask(&club.http, "PUT", path, token, body ? "%s" : NULL, body);
}

static struct answer drop(const char *token, const char *path)
{
	return http_ask(&club.http, "DELETE", path, token, NULL);
}

static long long say(const char *token, const char *room, const char *text)
{
	struct answer a = club_post(token, club_path("/chat"), "{\"room\": \"%s\", \"text\": \"%s\"}",
				    room, text);
	long long number;

	answer_expect(&a, 201);
	number = answer_int(&a, "number");
	answer_fini(&a);
	return number;
}

static struct answer hear(const char *token, const char *room)
{
	return club_get(token, "%s?room=%s", club_path("/chat"), room);
}

/* The first backgammon player to move resigns and the other has won. */
static void end_it(void)
{
	answer_done(club_post(club.ben, club_path("/resignation"), "{}"), 201);
}

/* ---- notes ----------------------------------------------------------------------------- */

static void a_note_is_its_writers_alone(void **state)
{
	const char *const others[] = {club.ben, club.carla, club.operator};
	struct answer a;

	(void)state;
	club_lay("backgammon", 2);
	a = club_get(club.ana, "%s", club_path("/notes"));
	assert_string_equal(answer_string(&a, "text"), "");
	assert_string_equal(answer_header(&a, "ETag"), "\"0\"");
	answer_fini(&a);
	answer_done(put(club.ana, club_path("/notes"), NULL, "{\"text\": \"zwölf\\n\\tSteine\"}"), 200);
	for (size_t i = 0; i < 3; i++) {
		a = club_get(others[i], "%s", club_path("/notes"));
		assert_string_equal(answer_string(&a, "text"), "");
		answer_fini(&a);
	}
	club_return();
	a = club_get(club.ana, "%s", club_path("/notes"));
	assert_string_equal(answer_string(&a, "text"), "zwölf\n\tSteine");
	answer_fini(&a);
}

static void two_devices_do_not_lose_each_others_note(void **state)
{
	struct answer a;

	(void)state;
	club_lay("backgammon", 2);
	answer_done(put(club.ana, club_path("/notes"), "\"0\"", "{\"text\": \"one\"}"), 200);
	answer_refused(put(club.ana, club_path("/notes"), NULL, "{\"text\": \"two\"}"), 428,
		       "precondition-needed");
	answer_done(put(club.ana, club_path("/notes"), "\"1\"", "{\"text\": \"two\"}"), 200);
	a = put(club.ana, club_path("/notes"), "\"1\"", "{\"text\": \"three\"}");
	answer_expect_problem(&a, 412, "note-changed");
	assert_string_equal(answer_string(&a, "note.text"), "two");
	assert_string_equal(answer_header(&a, "ETag"), "\"2\"");
	answer_fini(&a);
	http_header(&club.http, "If-Match: \"2\"");
	answer_done(drop(club.ana, club_path("/notes")), 204);
	/* Who was away while it went does not write over what came since. */
	answer_done(put(club.ana, club_path("/notes"), "*", "{\"text\": \"four\"}"), 200);
	answer_refused(put(club.ana, club_path("/notes"), "\"1\"", "{\"text\": \"five\"}"), 412,
		       "note-changed");
	answer_done(put(club.ben, club_path("/notes"), "\"0\"", "{\"text\": \"mine\"}"), 200);
}

/* Body of so many letters; malloc()ed. */
static char *long_text(size_t n)
{
	char *body = malloc(n + 16);

	assert_non_null(body);
	strcpy(body, "{\"text\": \"");
	memset(body + 10, 'x', n);
	strcpy(body + 10 + n, "\"}");
	return body;
}

static void texts_are_bounded_and_without_control_characters(void **state)
{
	static const char *const wrong[] = {
		"a\\u0007b",  "a\\u0085b", "a\\u2028b", "a\\u202eb", "a\\u2066b",
		"a\\u007fb", "a\\u0000b", "",		"  ",
	};
	const size_t lengths[] = {1001, 9000, 60000};
	char body[64], *text;

	(void)state;
	club_lay("backgammon", 2);
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		snprintf(body, sizeof body, "{\"text\": \"%s\"}", wrong[i]);
		answer_refused(put(club.ana, club_path("/notes"), "*", body), 400,
			       strstr(wrong[i], "0000") ? "malformed-json" : "invalid-value");
		answer_refused(club_post(club.ana, club_path("/chat"), "%s", body), 400,
			       strstr(wrong[i], "0000") ? "malformed-json" : "invalid-value");
	}
	answer_refused_at(club_post(club.ana, club_path("/chat"), "{\"text\": \"a\\nb\"}"), 400,
			  "invalid-value", "/text");
	answer_refused_at(club_post(club.ana, club_path("/chat"),
				    "{\"room\": \"hall\", \"text\": \"a\"}"),
			  400, "invalid-value", "/room");
	answer_refused(club_get(club.ana, "%s", club_path("/chat?room=hall")), 400,
		       "invalid-value");
	answer_refused(club_post(club.ana, club_path("/chat"), "{\"text\": \"\xc3\x28\"}"), 400,
		       "malformed-json");
	for (size_t i = 0; i < 3; i++) {
		text = long_text(lengths[i]);
		answer_refused(http_ask(&club.http, "POST", club_path("/chat"), club.ana, "%s", text),
			       400, "invalid-value");
		if (i > 0)
			answer_refused(put(club.ana, club_path("/notes"), "*", text), 400,
				       "invalid-value");
		free(text);
	}
	text = long_text(1 << 20); /* a megabyte */
	answer_refused(http_ask(&club.http, "POST", club_path("/chat"), club.ana, "%s", text), 413,
		       "body-too-large");
	answer_refused(put(club.ana, club_path("/notes"), "*", text), 413, "body-too-large");
	free(text);
	text = long_text(1000);
	answer_done(http_ask(&club.http, "POST", club_path("/chat"), club.ana, "%s", text), 201);
	free(text);
}

/* ---- two rooms ------------------------------------------------------------------------- */

static void seats_and_spectators_do_not_hear_each_other_while_the_game_runs(void **state)
{
	struct answer a;

	(void)state;
	club_lay("backgammon", 2);
	assert_int_equal(say(club.ana, "seats", "good luck"), 1);
	assert_int_equal(say(club.carla, "spectators", "run!"), 1);
	assert_int_equal(say(club.ben, "seats", "you too"), 2);
	answer_refused(hear(club.ana, "spectators"), 403, "room-closed");
	answer_refused(hear(club.carla, "seats"), 403, "room-closed");
	answer_refused(club_post(club.carla, club_path("/chat"),
				 "{\"room\": \"seats\", \"text\": \"run\"}"),
		       403, "room-closed");
	answer_refused(club_post(club.ana, club_path("/chat"),
				 "{\"room\": \"spectators\", \"text\": \"what?\"}"),
		       403, "room-closed");
	a = hear(club.operator, "seats");
	assert_int_equal(answer_int(&a, "last"), 2);
	answer_fini(&a);
	end_it();
	a = hear(club.carla, "seats");
	assert_string_equal(answer_string(&a, "lines[1].text"), "you too");
	assert_string_equal(answer_string(&a, "lines[1].account"), "ben");
	assert_int_equal(answer_int(&a, "lines[1].seat"), 1);
	answer_fini(&a);
	assert_int_equal(say(club.ana, "spectators", "I should have"), 2);
	answer_refused(club_post(club.carla, club_path("/chat"),
				 "{\"room\": \"seats\", \"text\": \"run\"}"),
		       403, "room-closed");
	a = hear(club.dora, "spectators");
	assert_int_equal(json_array_size(answer_at(&a, "lines")), 2);
	assert_false(answer_has(&a, "lines[0].seat"));
	answer_fini(&a);
}

static void the_rooms_of_a_match_stay_apart_until_it_is_decided(void **state)
{
	struct answer a = club_post(club.ana, "/v1/games",
				    "{\"ruleset\": \"backgammon\", \"match\": {\"length\": 3}, "
				    "\"stake\": null, \"sit\": 0}");

	(void)state;
	answer_expect(&a, 201);
	snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "id"));
	answer_fini(&a);
	answer_done(club_post(club.ben, club_path("/seats"), "{}"), 201);
	say(club.carla, "spectators", "double!");
	answer_done(club_post(club.ben, club_path("/resignation"), "{\"value\": 1}"), 201);
	a = club_get(club.ana, "%s", club_path(""));
	if (strcmp(answer_string(&a, "state"), "over") != 0)
		answer_done(club_post(club.ana, club_path("/turns"),
				      "{\"ply\": %lld, \"moves\": [\"take\"]}", answer_int(&a, "ply")),
			    201);
	answer_fini(&a);
	a = club_get(club.ana, "%s", club_path(""));
	assert_string_equal(answer_string(&a, "state"), "over");
	answer_fini(&a);
	answer_refused(hear(club.ana, "spectators"), 403, "room-closed");
}

/* A game of a match; the one behind it is left in club.game, or "". */
static void lose_the_game(void)
{
	struct answer a;

	end_it();
	a = club_get(club.ana, "%s", club_path(""));
	assert_string_equal(answer_string(&a, "state"), "over");
	snprintf(club.game, sizeof club.game, "%s",
		 answer_has(&a, "match.next") ? answer_string(&a, "match.next") : "");
	answer_fini(&a);
}

static void every_room_of_a_match_opens_when_it_is_decided(void **state)
{
	struct answer a = club_post(club.ana, "/v1/games",
				    "{\"ruleset\": \"backgammon\", \"match\": {\"length\": 2}, "
				    "\"stake\": null, \"sit\": 0, "
				    "\"options\": {\"resign_value\": \"single\"}}");
	char first[16];

	(void)state;
	answer_expect(&a, 201);
	snprintf(first, sizeof first, "%s", answer_string(&a, "id"));
	strcpy(club.game, first);
	answer_fini(&a);
	answer_done(club_post(club.ben, club_path("/seats"), "{}"), 201);
	say(club.carla, "spectators", "double!");
	lose_the_game();
	assert_true(club.game[0]);
	answer_refused(club_get(club.ana, "/v1/games/%s/chat?room=spectators", first), 403,
		       "room-closed");
	lose_the_game();
	assert_string_equal(club.game, "");
	strcpy(club.game, first);
	answer_done(hear(club.ana, "spectators"), 200);
	answer_done(hear(club.carla, "seats"), 200);
	assert_int_equal(say(club.ana, "spectators", "why?"), 2);
}

static void who_may_not_see_the_game_hears_nothing_of_it(void **state)
{
	struct answer a = club_post(club.ana, "/v1/games",
				    "{\"ruleset\": \"backgammon\", \"visibility\": \"private\"}");

	(void)state;
	answer_expect(&a, 201);
	snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "id"));
	answer_fini(&a);
	answer_refused(club_get(club.carla, "%s", club_path("/chat")), 404, "not-found");
	answer_refused(club_post(club.carla, club_path("/chat"), "{\"text\": \"hello\"}"), 404,
		       "not-found");
	answer_refused(club_get(club.carla, "%s", club_path("/notes")), 404, "not-found");
	answer_refused(put(club.carla, club_path("/notes"), "*", "{\"text\": \"hello\"}"), 404,
		       "not-found");
}

/* ---- numbers, pages, waiting ------------------------------------------------------------- */

static void lines_are_read_in_pages_without_gaps(void **state)
{
	struct answer a;
	long long ply;

	(void)state;
	club_lay("backgammon", 2);
	ply = club_ply();
	for (int i = 1; i <= 7; i++)
		assert_int_equal(say(i % 2 ? club.ana : club.ben, "seats", "so"), i);
	club_return();
	for (int after = 0; after < 7;) {
		a = club_get(club.ana, "%s?after=%d&limit=3", club_path("/chat"), after);
		for (size_t i = 0; i < json_array_size(answer_at(&a, "lines")); i++)
			assert_int_equal(json_integer_value(json_object_get(
						 json_array_get(answer_at(&a, "lines"), i),
						 "number")),
					 ++after);
		answer_fini(&a);
	}
	assert_int_equal(say(club.ana, "seats", "on"), 8);
	assert_int_equal(club_ply(), ply); /* nothing of it is a fact */
	a = club_get(club.ana, "%s?after=8&wait=1", club_path("/chat"));
	assert_int_equal(json_array_size(answer_at(&a, "lines")), 0);
	answer_fini(&a);
	answer_refused(club_get(club.ana, "%s?after=9", club_path("/chat")), 400, "invalid-value");
}

static void wait_for(int fd, const char *token, const char *what)
{
	char text[600];

	snprintf(text, sizeof text, "GET %s" HAND_HOST "Authorization: Bearer %s\r\n\r\n",
		 club_path(what), token);
	assert_true(wire_say(fd, text));
}

static void a_line_wakes_who_waits_for_it_and_no_ply_does(void **state)
{
	int lines = wire_open(club.daemon.port), facts = wire_open(club.daemon.port);
	char events[64];
	struct answer a;

	(void)state;
	club_lay("backgammon", 2);
	snprintf(events, sizeof events, "/events?after=%lld&wait=50", club_ply());
	wait_for(lines, club.ana, "/chat?wait=50");
	wait_for(facts, club.ana, events);
	club_until("tablasd_watchers", 2, 2);
	say(club.carla, "spectators", "in the other room");
	say(club.ben, "seats", "your turn");
	a = wire_hear(lines, PATIENCE, false);
	answer_expect(&a, 200);
	assert_string_equal(answer_string(&a, "lines[0].text"), "your turn");
	answer_fini(&a);
	assert_int_equal(club_number("tablasd_watchers"), 1); /* who waits for a fact waits on */
	wait_for(lines, club.ana, "/chat?after=1&wait=50");
	club_until("tablasd_watchers", 2, 2);
	club_decide();
	a = wire_hear(facts, PATIENCE, false);
	assert_true(json_array_size(answer_at(&a, "events")) > 0);
	answer_fini(&a);
	assert_int_equal(club_number("tablasd_watchers"), 1); /* ... and for a line too */
	close(lines);
	close(facts);
}

/* ---- mutes, silence, hiding -------------------------------------------------------------- */

static void a_muted_player_keeps_the_numbers_and_loses_the_words(void **state)
{
	struct answer a;

	(void)state;
	club_lay("backgammon", 2);
	say(club.ben, "seats", "ha");
	say(club.ana, "seats", "please");
	answer_done(put(club.ana, "/v1/mutes/BEN", NULL, NULL), 204);
	answer_done(put(club.ana, "/v1/mutes/ben", NULL, NULL), 204);
	a = hear(club.ana, "seats");
	assert_string_equal(answer_string(&a, "lines[0].state"), "muted");
	assert_false(answer_has(&a, "lines[0].text"));
	assert_string_equal(answer_string(&a, "lines[1].text"), "please");
	answer_fini(&a);
	a = hear(club.ben, "seats");
	assert_string_equal(answer_string(&a, "lines[0].text"), "ha");
	answer_fini(&a);
	a = club_get(club.ana, "/v1/mutes");
	assert_int_equal(json_array_size(answer_at(&a, "mutes")), 1);
	assert_string_equal(answer_string(&a, "mutes[0].account"), "ben");
	answer_fini(&a);
	a = club_get(club.ben, "/v1/mutes");
	assert_int_equal(json_array_size(answer_at(&a, "mutes")), 0);
	answer_fini(&a);
	answer_done(drop(club.ana, "/v1/mutes/ben"), 204);
	a = hear(club.ana, "seats");
	assert_string_equal(answer_string(&a, "lines[0].text"), "ha");
	answer_fini(&a);
}

static void any_seat_may_silence_the_spectators(void **state)
{
	(void)state;
	club_lay("backgammon", 2);
	answer_refused(put(club.carla, club_path("/chat/silence"), NULL, NULL), 403, "not-seated");
	answer_done(put(club.ana, club_path("/chat/silence"), NULL, NULL), 204);
	answer_done(put(club.ben, club_path("/chat/silence"), NULL, NULL), 204);
	answer_refused(club_post(club.carla, club_path("/chat"), "{\"text\": \"run\"}"), 409,
		       "room-silenced");
	answer_done(drop(club.ana, club_path("/chat/silence")), 204);
	answer_refused(club_post(club.carla, club_path("/chat"), "{\"text\": \"run\"}"), 409,
		       "room-silenced");
	say(club.ana, "seats", "at last");
	end_it();
	say(club.carla, "spectators", "well played");
}

static void a_hidden_line_is_the_operators(void **state)
{
	struct answer a;

	(void)state;
	club_lay("backgammon", 2);
	say(club.ben, "seats", "a bad word");
	answer_refused(drop(club.ana, club_path("/chat/seats/1")), 403, "insufficient-scope");
	answer_refused(drop(club.operator, club_path("/chat/seats/2")), 404, "not-found");
	answer_refused(drop(club.operator, club_path("/chat/attic/1")), 404, "not-found");
	answer_done(drop(club.operator, club_path("/chat/seats/1")), 204);
	a = hear(club.ben, "seats");
	assert_string_equal(answer_string(&a, "lines[0].state"), "hidden");
	assert_false(answer_has(&a, "lines[0].text"));
	answer_fini(&a);
	a = hear(club.operator, "seats");
	assert_string_equal(answer_string(&a, "lines[0].state"), "hidden");
	assert_string_equal(answer_string(&a, "lines[0].text"), "a bad word");
	answer_fini(&a);
	answer_done(put(club.operator, club_path("/chat/seats/1"), NULL, NULL), 204);
	a = hear(club.ana, "seats");
	assert_string_equal(answer_string(&a, "lines[0].text"), "a bad word");
	answer_fini(&a);
}

static void nobody_floods_a_room(void **state)
{
	struct answer a;

	(void)state;
	club_lay("backgammon", 2);
	a = club_post(club.ana, club_path("/chat"), "{\"text\": \"!\"}");
	for (int i = 0; i < 60 && a.status == 201; i++) {
		answer_fini(&a);
		a = club_post(club.ana, club_path("/chat"), "{\"text\": \"!\"}");
	}
	answer_expect_problem(&a, 429, "too-many-requests");
	assert_string_equal(json_string_value(json_array_get(answer_at(&a, "violated_policies"), 0)),
			    "chat");
	assert_true(atoi(answer_header(&a, "Retry-After")) > 0);
	answer_fini(&a);
	say(club.ben, "seats", "done?"); /* each account has its own */
}

/* ---- the end of an account: user-voices 104 ------------------------------------------------ */

static void a_closed_account_takes_its_words_along(void **state)
{
	struct answer a;

	(void)state;
	club_lay("backgammon", 2);
	say(club.carla, "spectators", "a secret");
	say(club.dora, "spectators", "oh");
	answer_done(put(club.carla, club_path("/notes"), NULL, "{\"text\": \"mine\"}"), 200);
	answer_done(drop(club.carla, "/v1/accounts/me?withdraw=true"), 204);
	a = hear(club.dora, "spectators");
	assert_string_equal(answer_string(&a, "lines[0].state"), "removed");
	assert_false(answer_has(&a, "lines[0].text"));
	assert_memory_equal(answer_string(&a, "lines[0].account"), "closed-", 7);
	assert_string_equal(answer_string(&a, "lines[1].text"), "oh");
	answer_fini(&a);
	a = hear(club.operator, "spectators");
	assert_false(answer_has(&a, "lines[0].text"));
	answer_fini(&a);
	answer_refused(put(club.operator, club_path("/chat/spectators/1"), NULL, NULL), 404,
		       "not-found");
}

/* user-voices B22: closing says what becomes of each game, and nobody is left waiting. */
static void closing_lists_the_open_games_and_leaves_them_if_asked_to(void **state)
{
	struct answer a;
	char waits[16], own[16];

	(void)state;
	a = club_post(club.ana, "/v1/games", "{\"ruleset\": \"backgammon\"}");
	snprintf(own, sizeof own, "%s", answer_string(&a, "id"));
	answer_fini(&a);
	a = club_post(club.ben, "/v1/games", "{\"ruleset\": \"el-mundo\", \"seats\": 4, "
					     "\"stake\": {\"unit\": 1, \"buy_in\": 100}}");
	snprintf(waits, sizeof waits, "%s", answer_string(&a, "id"));
	answer_fini(&a);
	snprintf(club.game, sizeof club.game, "%s", waits);
	answer_done(club_post(club.ana, club_path("/seats"), "{}"), 201);
	club_lay("backgammon", 2);
	a = drop(club.ana, "/v1/accounts/me?withdraw=true");
	answer_expect_problem(&a, 409, "account-in-use");
	assert_int_equal(json_array_size(answer_at(&a, "games")), 3);
	assert_string_equal(answer_string(&a, "seats[0].id"), own);
	assert_string_equal(answer_string(&a, "seats[0].leaving"), "aborted");
	assert_string_equal(answer_string(&a, "seats[1].id"), waits);
	assert_string_equal(answer_string(&a, "seats[1].leaving"), "unseated");
	assert_int_equal(answer_int(&a, "seats[1].purse"), 100);
	assert_string_equal(answer_string(&a, "seats[2].leaving"), "left");
	answer_fini(&a);
	answer_refused(drop(club.ana, "/v1/accounts/me?leave=maybe"), 400, "invalid-value");
	answer_refused(drop(club.ana, "/v1/accounts/me?leave=true"), 409, "account-in-use");
	a = club_get(club.ben, "%s", club_path(""));
	assert_string_equal(answer_string(&a, "state"), "active"); /* refused: nothing is done */
	answer_fini(&a);
	answer_done(drop(club.ana, "/v1/accounts/me?leave=true&withdraw=true"), 204);
	a = club_get(club.ben, "%s", club_path(""));
	assert_string_equal(answer_string(&a, "state"), "over");
	assert_int_equal(answer_int(&a, "outcome.winner"), 1);
	assert_memory_equal(answer_string(&a, "seats[0].account"), "closed-", 7);
	answer_fini(&a);
	a = club_get(club.ben, "/v1/games/%s", waits);
	assert_string_equal(answer_string(&a, "state"), "open");
	assert_false(answer_has(&a, "seats[1].account"));
	answer_fini(&a);
	a = club_get(club.ben, "/v1/games/%s", own);
	assert_string_equal(answer_string(&a, "state"), "aborted");
	answer_fini(&a);
}

/* Of a game it laid for others, and of one where a seat was kept for it. */
static void a_closed_accounts_name_stands_in_no_game(void **state)
{
	struct answer a = club_post(club.carla, "/v1/games",
				    "{\"ruleset\": \"backgammon\", \"sit\": false}");
	char laid[16];

	(void)state;
	answer_expect(&a, 201);
	snprintf(laid, sizeof laid, "%s", answer_string(&a, "id"));
	answer_fini(&a);
	strcpy(club.game, laid);
	answer_done(club_post(club.ana, club_path("/seats"), "{}"), 201);
	answer_done(club_post(club.ben, club_path("/seats"), "{}"), 201);
	a = club_post(club.dora, "/v1/games",
		      "{\"ruleset\": \"backgammon\", \"seats\": [\"open\", {\"account\": \"carla\"}]}");
	answer_expect(&a, 201);
	snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "id"));
	answer_fini(&a);
	a = club_get(club.dora, "%s", club_path(""));
	assert_string_equal(answer_string(&a, "seats[1].invited"), "carla");
	answer_fini(&a);
	a = club_get(club.dora, "/v1/games/%s", laid);
	assert_string_equal(answer_string(&a, "creator"), "carla");
	answer_fini(&a);
	club_return(); /* which leaves the kept JSON in the book */
	answer_done(drop(club.carla, "/v1/accounts/me?withdraw=true"), 204);
	a = club_get(club.dora, "/v1/games/%s", laid);
	assert_memory_equal(answer_string(&a, "creator"), "closed-", 7);
	answer_fini(&a);
	a = club_get(club.dora, "%s", club_path(""));
	assert_null(strstr(a.body, "carla"));
	answer_fini(&a);
}

int main(void)
{
#define AT_THE_CLUB(test) cmocka_unit_test_setup_teardown(test, club_setup_by_hand, club_close)
	const struct CMUnitTest tests[] = {
		AT_THE_CLUB(a_note_is_its_writers_alone),
		AT_THE_CLUB(two_devices_do_not_lose_each_others_note),
		AT_THE_CLUB(texts_are_bounded_and_without_control_characters),
		AT_THE_CLUB(seats_and_spectators_do_not_hear_each_other_while_the_game_runs),
		AT_THE_CLUB(the_rooms_of_a_match_stay_apart_until_it_is_decided),
		AT_THE_CLUB(every_room_of_a_match_opens_when_it_is_decided),
		AT_THE_CLUB(who_may_not_see_the_game_hears_nothing_of_it),
		AT_THE_CLUB(lines_are_read_in_pages_without_gaps),
		AT_THE_CLUB(a_line_wakes_who_waits_for_it_and_no_ply_does),
		AT_THE_CLUB(a_muted_player_keeps_the_numbers_and_loses_the_words),
		AT_THE_CLUB(any_seat_may_silence_the_spectators),
		AT_THE_CLUB(a_hidden_line_is_the_operators),
		AT_THE_CLUB(nobody_floods_a_room),
		AT_THE_CLUB(closing_lists_the_open_games_and_leaves_them_if_asked_to),
		AT_THE_CLUB(a_closed_account_takes_its_words_along),
		AT_THE_CLUB(a_closed_accounts_name_stands_in_no_game),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
