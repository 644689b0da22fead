/*
 * test_feeds.c - being told what happens at a table and to oneself, as it happens.
 */
#include "tests/api/ear.h"
#include "tests/api/hand.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#define NEWS "/v1/me/events"

static int setup(void **state)
{
	static const char *const flags[] = {"--limits.heartbeat_seconds=1",
					    "--limits.idle_seconds=2", NULL};

	(void)state;
	club_open_with(flags);
	club_lay("backgammon", 2);
	return 0;
}

static int setup_few(void **state)
{
	static const char *const flags[] = {"--limits.streams=3", "--limits.streams_per_account=2",
					    "--limits.news_kept=64", NULL};

	(void)state;
	club_open_with(flags);
	club_lay("backgammon", 2);
	return 0;
}

/* Makes that account one that is told. */
static void ask_for_news(const char *token)
{
	answer_done(club_get(token, NEWS), 200);
}

/* So many decisions, at as many tables as it takes. */
static void decide(int times)
{
	while (times-- > 0) {
		struct answer a = club_get(club.ana, "%s", club_path(""));
		bool over = strcmp(answer_string(&a, "state"), "over") == 0;

		answer_fini(&a);
		if (over)
			club_lay("backgammon", 2);
		club_decide();
	}
}

static long long last_news(const char *token)
{
	struct answer a = club_get(token, NEWS "?limit=1");
	long long last = answer_int(&a, "last");

	answer_fini(&a);
	return last;
}

/* ---- a game ------------------------------------------------------------------------- */

/* user-voices D49 */
static void facts_are_told_in_order_with_their_plies_and_the_servers_time(void **state)
{
	struct ear ear;
	long long told = 0, last;

	(void)state;
	ear_open(&ear, club.ana, club_path("/events?after=0"), NULL);
	assert_int_equal(ear.status, 200);
	for (int i = 0; i < 4; i++)
		club_decide();
	last = club_ply();
	while (told < last && ear_hear(&ear)) {
		assert_int_equal(ear.id, ++told);
		assert_int_equal(ear_int(&ear, "ply"), told);
		assert_string_equal(ear_string(&ear, "kind"), ear.type);
		ear_string(&ear, "server_time");
	}
	assert_int_equal(told, last);
	ear_close(&ear);
}

/* The list, the game, its stream and one's news name the same instant. */
static void the_deadline_of_the_open_question_is_told_with_it(void **state)
{
	struct answer a = club_post(club.ana, "/v1/games",
				    "{\"ruleset\": \"backgammon\", \"clock\": {\"per_move\": "
				    "\"P3D\"}, \"visibility\": \"public\"}");
	char deadline[32];
	struct ear game, news;
	bool told = false;

	(void)state;
	answer_expect(&a, 201);
	snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "id"));
	answer_fini(&a);
	ask_for_news(club.ana);
	ask_for_news(club.ben);
	answer_done(club_post(club.ben, club_path("/seats"), "{\"seat\": 1}"), 201);
	a = club_get(club.ana, "%s", club_path(""));
	snprintf(deadline, sizeof deadline, "%s", answer_string(&a, "clock.deadline"));
	ear_open(&news, answer_int(&a, "waiting.seats[0]") ? club.ben : club.ana,
		 NEWS "?after=0", NULL);
	answer_fini(&a);
	ear_open(&game, club.ana, club_path("/events?after=4"), NULL);
	do /* whoever throws alike throws again */
		ear_expect(&game, "rolled", game.id ? game.id + 1 : 5);
	while (game.id < club_ply());
	assert_string_equal(ear_string(&game, "deadline"), deadline);
	while (!told && ear_hear(&news))
		told = strcmp(news.type, "game.turn") == 0;
	assert_true(told);
	assert_string_equal(ear_string(&news, "deadline"), deadline);
	ear_close(&game);
	ear_close(&news);
}

/* user-voices D48 */
static void several_streams_of_one_token_hear_the_same(void **state)
{
	struct ear ears[5];
	long long last;

	(void)state;
	last = club_ply();
	for (int i = 0; i < 5; i++) {
		ear_open(&ears[i], club.ana, club_path("/events"), NULL);
		ear_expect(&ears[i], "reset", last);
	}
	club_decide();
	for (int i = 0; i < 5; i++) {
		ear_expect(&ears[i], "decided", last + 1);
		ear_close(&ears[i]);
	}
	club_until("tablasd_streams", 0, 0);
}

/* user-voices D59 */
static void an_id_that_is_none_of_this_game_brings_the_game_as_it_is(void **state)
{
	static const char *const bad[] = {
		"abc", "-1", "1e3", "0x1", " ", "7 7", "99999999999999999999999999",
		"9223372036854775807", "9223372036854775808", "1;DROP", "%31", "1.0", "+1",
	};
	long long ply = club_ply();
	struct ear ear;

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		char field[128];

		snprintf(field, sizeof field, "Last-Event-ID: %s\r\n", bad[i]);
		ear_open(&ear, club.ana, club_path("/events"), field);
		ear_expect(&ear, "reset", ply);
		assert_int_equal(ear_int(&ear, "ply"), ply);
		assert_string_equal(json_string_value(json_object_get(
					    json_object_get(ear.data, "game"), "id")),
				    club.game);
		ear_close(&ear);
	}
	ear_open(&ear, club.ana, club_path("/events"), "Last-Event-ID: 1\r\nLast-Event-ID: 2\r\n");
	assert_int_equal(ear.status, 400);
	ear_close(&ear);
	ear_open(&ear, club.ana, club_path("/events?after=-1"), NULL);
	assert_int_equal(ear.status, 400);
	ear_close(&ear);
}

static void the_id_beats_what_stands_in_the_address(void **state)
{
	struct ear ear;

	(void)state;
	ear_open(&ear, club.ana, club_path("/events?after=1"), "Last-Event-ID: 3\r\n");
	ear_expect(&ear, "started", 4);
	ear_close(&ear);
	ear_open(&ear, club.ana, club_path("/events?after=2"), NULL);
	ear_expect(&ear, "seated", 3);
	ear_close(&ear);
}

/* Also one who could when the stream was opened. */
static void whoever_may_not_see_the_game_hears_nothing_of_it(void **state)
{
	struct answer a = club_post(club.ana, "/v1/games",
				    "{\"ruleset\": \"backgammon\", \"visibility\": \"private\","
				    " \"seats\": [null, {\"invitation\": true}]}");
	struct ear ear;

	(void)state;
	answer_expect(&a, 201);
	snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "id"));
	ear_open(&ear, club.carla, club_path("/events"), NULL);
	assert_int_equal(ear.status, 404);
	ear_close(&ear);
	ear_open(&ear, NULL, club_path("/events"), NULL);
	assert_int_equal(ear.status, 401);
	ear_close(&ear);
	answer_done(http_ask(&club.http, "DELETE", club_path("/seats/0"), club.ana, NULL), 200);
	answer_done(club_post(club.carla, club_path("/seats"),
			      "{\"seat\": 1, \"invitation\": \"%s\"}",
			      answer_string(&a, "invitations[0].invitation")),
		    201);
	answer_fini(&a);
	ear_open(&ear, club.carla, club_path("/events"), NULL);
	ear_expect(&ear, "reset", club_ply());
	answer_done(http_ask(&club.http, "DELETE", club_path("/seats/1"), club.carla, NULL), 200);
	ear_expect(&ear, "end", club_ply() - 1);
	assert_string_equal(ear_string(&ear, "reason"), "not-visible");
	ear_close(&ear);
}

static void a_game_that_has_ended_ends_its_streams_and_sends_clients_away(void **state)
{
	struct ear ear;
	long long ply = club_ply();

	(void)state;
	ear_open(&ear, club.ben, club_path("/events"), NULL);
	ear_expect(&ear, "reset", ply);
	answer_done(club_post(club.ana, club_path("/resignation"), "{\"ply\": %lld}", ply), 201);
	do
		assert_true(ear_hear(&ear));
	while (strcmp(ear.type, "end") != 0);
	assert_string_equal(ear_string(&ear, "reason"), "over");
	assert_int_equal(ear.id, club_ply());
	assert_false(ear_hear(&ear));
	ear_close(&ear);
	ear_again(&ear, club.ben, club_path("/events"));
	assert_int_equal(ear.status, 204);
	ear_close(&ear);
	ear_open(&ear, club.ben, club_path("/events"), NULL);
	ear_expect(&ear, "reset", club_ply());
	ear_expect(&ear, "end", club_ply());
	ear_close(&ear);
}

/* ---- an account ----------------------------------------------------------------------- */

static void an_account_is_told_under_numbers_without_a_gap(void **state)
{
	struct ear ear;
	long long told = 0, decided = 0;

	(void)state;
	ear_open(&ear, club.ana, NEWS, NULL);
	ear_expect(&ear, "reset", 0);
	for (int i = 0; i < 6; i++)
		club_decide();
	while (decided < 6 && ear_hear(&ear)) {
		assert_int_equal(ear.id, ++told);
		assert_int_equal(ear_int(&ear, "number"), told);
		assert_string_equal(ear_string(&ear, "type"), ear.type);
		assert_string_equal(ear_string(&ear, "game"), club.game);
		decided += strcmp(ear.type, "game.decided") == 0;
	}
	struct answer a = club_get(club.ana, NEWS "?limit=200");

	answer_expect(&a, 200);
	assert_true(answer_int(&a, "last") >= told);
	assert_int_equal(answer_int(&a, "events[0].number"), 1);
	assert_int_equal(json_array_size(answer_at(&a, "events")), answer_int(&a, "last"));
	answer_fini(&a);
	ear_close(&ear);
}

static void numbers_of_news_that_are_not_there_yet_are_refused_or_reset(void **state)
{
	struct ear ear;

	(void)state;
	ask_for_news(club.ana);
	answer_refused(club_get(club.ana, NEWS "?after=1"), 400, "invalid-value");
	answer_refused(club_get(club.ana, NEWS "?after=-1"), 400, "invalid-value");
	answer_refused(club_get(club.ana, NEWS "?wait=x"), 400, "invalid-value");
	http_header(&club.http, "Accept: image/png");
	answer_refused(club_get(club.ana, NEWS), 406, "not-acceptable");
	answer_refused(club_get(NULL, NEWS), 401, "unauthorized");
	ear_open(&ear, club.ana, NEWS "?after=77", NULL);
	ear_expect(&ear, "reset", 0);
	ear_close(&ear);
}

static void whoever_waits_for_news_hears_of_the_first(void **state)
{
	char text[256];
	int fd = wire_open(club.daemon.port);
	struct answer a;

	(void)state;
	ask_for_news(club.ben);
	snprintf(text, sizeof text,
		 "GET " NEWS "?after=0&wait=60" HAND_HOST "Authorization: Bearer %s\r\n\r\n",
		 club.ben);
	assert_true(wire_say(fd, text));
	club_until("tablasd_watchers", 1, 1);
	club_decide();
	a = wire_hear(fd, PATIENCE, false);
	answer_expect(&a, 200);
	assert_int_equal(answer_int(&a, "events[0].number"), 1);
	answer_fini(&a);
	close(fd);
}

/* user-voices D59 */
static void news_that_are_too_old_bring_how_things_stand(void **state)
{
	struct ear ear;
	long long last;

	(void)state;
	ask_for_news(club.ana);
	decide(90);
	struct answer a = club_get(club.ana, NEWS "?after=3");

	answer_expect(&a, 200);
	last = answer_int(&a, "last");
	assert_true(answer_int(&a, "first") > 4);
	assert_int_equal(answer_int(&a, "reset.last"), last);
	assert_int_equal(json_array_size(answer_at(&a, "events")), 0);
	answer_fini(&a);
	ear_open(&ear, club.ana, NEWS, "Last-Event-ID: 3\r\n");
	ear_expect(&ear, "reset", last);
	assert_int_equal(ear_int(&ear, "last"), last);
	ear_close(&ear);
	a = club_get(club.ana, NEWS "?limit=1");
	assert_int_equal(answer_int(&a, "events[0].number"), answer_int(&a, "first"));
	answer_fini(&a);
}

/* ---- clients of every kind ---------------------------------------------------------------- */

static void one_who_does_not_read_is_let_go_and_hurts_nobody(void **state)
{
	struct ear slow, quick;
	long long told = 0, last;

	(void)state;
	ask_for_news(club.ana);
	ear_open_small(&slow, club.ana, NEWS "?after=0", NULL);
	assert_int_equal(slow.status, 200);
	ear_open(&quick, club.ana, NEWS "?after=0", NULL);
	decide(70);
	last = last_news(club.ana);
	while (told < last && ear_hear(&quick))
		assert_int_equal(quick.id, ++told);
	assert_int_equal(told, last);
	club_until("tablasd_streams_dropped_total", 1, 1);
	while (ear_hear(&slow))
		;
	told = slow.id;
	assert_true(told < last);
	ear_slam(&slow);
	ear_again(&slow, club.ana, NEWS);
	while (told < last && ear_hear(&slow))
		assert_int_equal(slow.id, ++told);
	assert_int_equal(told, last);
	ear_close(&slow);
	ear_close(&quick);
}

static void silence_is_filled_with_comments(void **state)
{
	struct ear ear;

	(void)state;
	ear_open(&ear, club.ana, club_path("/events"), NULL);
	ear_expect(&ear, "reset", club_ply());
	ear.patience = 3000;
	club_until("tablasd_streams", 1, 1);
	sleep(2);
	club_decide();
	assert_true(ear_hear(&ear));
	assert_true(ear.beats >= 1);
	ear_close(&ear);
}

static void clients_of_old_and_those_who_ask_for_the_head_are_served(void **state)
{
	char text[512];
	struct answer a;
	int fd = wire_open(club.daemon.port);

	(void)state;
	snprintf(text, sizeof text,
		 "HEAD %s" HAND_HOST "Accept: text/event-stream\r\nAuthorization: Bearer %s\r\n\r\n",
		 club_path("/events"), club.ana);
	wire_say(fd, text);
	a = wire_hear(fd, PATIENCE, true);
	answer_expect(&a, 200);
	assert_string_equal(answer_header(&a, "Content-Type"), "text/event-stream");
	answer_fini(&a);
	close(fd);
	fd = wire_open(club.daemon.port);
	snprintf(text, sizeof text,
		 "GET %s HTTP/1.0\r\nAccept: text/event-stream\r\nAuthorization: Bearer %s\r\n\r\n",
		 club_path("/events"), club.ana);
	wire_say(fd, text);
	shutdown(fd, SHUT_WR); /* it has said all it has to say */
	a = wire_hear(fd, PATIENCE, false);
	answer_expect(&a, 200);
	assert_string_equal(answer_header(&a, "Connection"), "close");
	assert_string_equal(answer_header(&a, "Transfer-Encoding"), "");
	answer_fini(&a);
	close(fd);
	club_until("tablasd_streams", 0, 0);
}

static void more_streams_than_there_may_be_are_refused(void **state)
{
	struct ear ears[4];

	(void)state;
	for (int i = 0; i < 2; i++) {
		ear_open(&ears[i], club.ana, club_path("/events"), NULL);
		assert_int_equal(ears[i].status, 200);
	}
	ear_open(&ears[2], club.ana, NEWS, NULL);
	assert_int_equal(ears[2].status, 429);
	ear_close(&ears[2]);
	ear_open(&ears[2], club.ben, club_path("/events"), NULL);
	assert_int_equal(ears[2].status, 200);
	ear_open(&ears[3], club.carla, club_path("/events"), NULL);
	assert_int_equal(ears[3].status, 429);
	for (int i = 0; i < 4; i++)
		ear_slam(&ears[i]);
	club_until("tablasd_streams", 0, 0);
	ear_open(&ears[0], club.ana, NEWS, NULL);
	assert_int_equal(ears[0].status, 200);
	ear_close(&ears[0]);
}

/* ---- the end ------------------------------------------------------------------------------- */

static void a_token_that_is_revoked_ends_its_streams_and_no_others(void **state)
{
	struct answer a = club_post(club.ana, "/v1/tokens", "{\"scopes\": [\"games:read\"]}");
	char token[128], path[64];
	struct ear own, other;
	long long ply = club_ply();

	(void)state;
	answer_expect(&a, 201);
	snprintf(token, sizeof token, "%s", answer_string(&a, "token"));
	snprintf(path, sizeof path, "/v1/tokens/%lld", answer_int(&a, "number"));
	answer_fini(&a);
	ear_open(&own, token, club_path("/events"), NULL);
	ear_expect(&own, "reset", ply);
	ear_open(&other, club.ana, club_path("/events"), NULL);
	ear_expect(&other, "reset", ply);
	answer_done(http_ask(&club.http, "DELETE", path, club.ana, NULL), 204);
	ear_expect(&own, "end", ply);
	assert_string_equal(ear_string(&own, "reason"), "token");
	assert_false(ear_hear(&own));
	club_decide();
	ear_expect(&other, "decided", ply + 1);
	ear_close(&own);
	ear_close(&other);
}

static void a_server_that_stops_says_so_to_all_who_listen(void **state)
{
	struct ear ears[3];

	(void)state;
	ask_for_news(club.ben);
	ear_open(&ears[0], club.ana, club_path("/events"), NULL);
	ear_open(&ears[1], club.ben, NEWS, NULL);
	ear_open(&ears[2], club.carla, club_path("/events"), NULL);
	for (int i = 0; i < 3; i++)
		assert_true(ear_hear(&ears[i]));
	assert_int_equal(daemon_stop(&club.daemon), 0);
	for (int i = 0; i < 3; i++) {
		assert_true(ear_hear(&ears[i]));
		assert_string_equal(ear_string(&ears[i], "reason"), "closing");
		assert_false(ear_hear(&ears[i]));
		ear_close(&ears[i]);
	}
	daemon_start(&club.daemon);
}

/* ---- coming again ---------------------------------------------------------------------------- */

static void restart(bool kill_it)
{
	http_fini(&club.http);
	if (kill_it)
		daemon_kill(&club.daemon);
	else
		assert_int_equal(daemon_stop(&club.daemon), 0);
	daemon_start(&club.daemon);
	http_init(&club.http, club.daemon.url);
}

/* Hears some of what there is, each number behind the one before, and is cut off. */
static void hear_some(struct ear *e, const char *token, const char *path, int most)
{
	e->patience = 100; /* there may be nothing */
	while (most-- > 0) {
		long long before = e->id;

		if (!ear_hear(e))
			break;
		if (strcmp(e->type, "end") == 0)
			break;
		assert_string_not_equal(e->type, "reset");
		assert_int_equal(e->id, before + 1);
	}
	if (rand() % 2)
		ear_slam(e);
	else
		ear_close(e);
	ear_again(e, token, path);
}

static void hear_all(struct ear *e, long long last)
{
	e->patience = 0;
	while (e->id < last) {
		long long before = e->id;

		assert_true(ear_hear(e));
		assert_string_not_equal(e->type, "reset");
		assert_int_equal(e->id, before + 1);
	}
	assert_int_equal(e->id, last);
	ear_close(e);
}

/* user-voices D51, D59 */
static void nothing_is_lost_or_told_twice_whoever_is_cut_off_or_killed(void **state)
{
	struct ear game, news;
	char path[64];

	(void)state;
	srand(51);
	snprintf(path, sizeof path, "%s", club_path("/events"));
	ask_for_news(club.ana);
	ear_open(&game, club.ana, path, "Last-Event-ID: 0\r\n");
	ear_open(&news, club.ana, NEWS, "Last-Event-ID: 0\r\n");
	for (int round = 0; round < 24; round++) {
		decide(rand() % 3);
		if (round % 6 == 5) {
			restart(round % 4 != 1);
			ear_slam(&game);
			ear_slam(&news);
			ear_again(&game, club.ana, path);
			ear_again(&news, club.ana, NEWS);
		}
		hear_some(&game, club.ana, path, rand() % 6);
		hear_some(&news, club.ana, NEWS, rand() % 6);
	}
	long long last = last_news(club.ana);

	assert_true(last > 24);
	hear_all(&game, club_ply());
	hear_all(&news, last);
}

int main(void)
{
#define FEED_TEST(f) cmocka_unit_test_setup_teardown(f, setup, club_close)
#define FEW(f) cmocka_unit_test_setup_teardown(f, setup_few, club_close)
	const struct CMUnitTest tests[] = {
		FEED_TEST(facts_are_told_in_order_with_their_plies_and_the_servers_time),
		FEED_TEST(the_deadline_of_the_open_question_is_told_with_it),
		FEED_TEST(several_streams_of_one_token_hear_the_same),
		FEED_TEST(an_id_that_is_none_of_this_game_brings_the_game_as_it_is),
		FEED_TEST(the_id_beats_what_stands_in_the_address),
		FEED_TEST(whoever_may_not_see_the_game_hears_nothing_of_it),
		FEED_TEST(a_game_that_has_ended_ends_its_streams_and_sends_clients_away),
		FEED_TEST(an_account_is_told_under_numbers_without_a_gap),
		FEED_TEST(numbers_of_news_that_are_not_there_yet_are_refused_or_reset),
		FEED_TEST(whoever_waits_for_news_hears_of_the_first),
		FEW(news_that_are_too_old_bring_how_things_stand),
		FEED_TEST(one_who_does_not_read_is_let_go_and_hurts_nobody),
		FEED_TEST(silence_is_filled_with_comments),
		FEED_TEST(clients_of_old_and_those_who_ask_for_the_head_are_served),
		FEW(more_streams_than_there_may_be_are_refused),
		FEED_TEST(a_token_that_is_revoked_ends_its_streams_and_no_others),
		FEED_TEST(a_server_that_stops_says_so_to_all_who_listen),
		FEED_TEST(nothing_is_lost_or_told_twice_whoever_is_cut_off_or_killed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
