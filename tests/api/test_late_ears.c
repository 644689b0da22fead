/*
 * test_late_ears.c - waiting and listening, for who sees a game late.
 */
#include "tests/api/delayed.h"
#include "tests/api/ear.h"
#include "tests/api/hand.h"

#include "daemon/clock.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

/* No heartbeat wakes a stream that ought to wake by itself. */
static int setup_unwound(void **state)
{
	static const char *const flags[] = {"--limits.heartbeat_seconds=600", NULL};

	(void)state;
	club_open_with(flags);
	return 0;
}

static void who_waits_for_what_is_held_back_waits_in_vain(void **state)
{
	struct answer a;
	long long ply;

	(void)state;
	delayed_lay("{\"time\": \"PT1H\"}", NULL);
	ply = delayed_ply(club.carla);
	club_decide();
	a = club_get(club.carla, "%s?after=%lld&wait=1", club_path("/events"), ply);
	answer_expect(&a, 200);
	assert_int_equal(json_array_size(answer_at(&a, "events")), 0);
	assert_int_equal(answer_int(&a, "ply"), ply);
	answer_fini(&a);
	answer_refused(club_get(club.carla, "%s?after=%lld", club_path("/events"), ply + 1), 400,
		       "invalid-value");
	club_wind("--clock=2026-11-30T10:00:00Z");
	a = club_get(club.carla, "%s?after=%lld&wait=1", club_path("/events"), ply);
	assert_true(json_array_size(answer_at(&a, "events")) > 0);
	answer_fini(&a);
}

static long long said_ms(const struct ear *ear, const char *member)
{
	int64_t ms;

	assert_true(clock_read(ear_string(ear, member), &ms));
	return ms;
}

/* Hears what is told up to that ply, each fact in its turn and none before its time. */
static void hear_late(struct ear *ear, long long to, long long delay)
{
	while (ear->id < to) {
		long long next = ear->id + 1;

		assert_true(ear_hear(ear));
		assert_int_equal(ear->id, next);
		if (next > 4) /* up to the start nothing is held back */
			assert_true(said_ms(ear, "server_time") - said_ms(ear, "at") >= delay);
	}
}

/* user-voices B32; nobody winds this clock: the daemon wakes by itself. */
static void a_stream_is_told_each_fact_when_its_delay_has_passed(void **state)
{
	char text[512];
	long long last;
	struct ear ear;
	struct answer a;
	int fd;

	(void)state;
	delayed_lay("{\"time\": \"PT0.3S\"}", "\"stake\": null, \"options\": "
					"{\"resign_value\": \"single\"}");
	ear_open(&ear, club.carla, club_path("/events?after=0"), NULL);
	assert_int_equal(ear.status, 200);
	club_decide();
	club_decide();
	last = delayed_ply(club.ana);
	hear_late(&ear, last, 300);
	fd = wire_open(club.daemon.port);
	snprintf(text, sizeof text,
		 "GET /v1/games/%s/events?after=%lld&wait=60" HAND_HOST
		 "Authorization: Bearer %s\r\n\r\n",
		 club.game, last, club.dora);
	assert_true(wire_say(fd, text));
	club_until("tablasd_watchers", 1, 1);
	delayed_resign();
	a = wire_hear(fd, PATIENCE, false); /* not the wait's end, nor that of its news */
	answer_expect(&a, 200);
	assert_int_equal(answer_int(&a, "events[0].ply"), last + 1);
	answer_fini(&a);
	close(fd);
	hear_late(&ear, delayed_ply(club.ana), 300);
	ear_expect(&ear, "end", ear.id);
	assert_string_equal(ear_string(&ear, "reason"), "over");
	ear_close(&ear);
	ear_again(&ear, club.carla, club_path("/events"));
	assert_int_equal(ear.status, 204);
	ear_close(&ear);
}

static bool is_silent(const struct ear *ear)
{
	char byte;

	return ear->n == 0 && recv(ear->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) < 0;
}

/* user-voices D59 */
static void a_stream_of_a_late_game_is_resumed_and_reset_like_any_other(void **state)
{
	struct ear ear, all;
	long long told, last;
	char field[64];

	(void)state;
	delayed_lay("{\"time\": \"PT1H\"}", "\"stake\": null, \"options\": {\"resign_value\": \"single\"}");
	told = delayed_ply(club.carla);
	ear_open(&ear, club.carla, club_path("/events?after=0"), NULL);
	hear_late(&ear, told, 0);
	ear_open(&all, club.operator, club_path("/events?after=4"), NULL);
	club_decide();
	club_decide();
	last = delayed_ply(club.ana);
	assert_true(told < last);
	for (all.id = 4; all.id < last;)
		assert_true(ear_hear(&all));
	assert_int_equal(delayed_ply(club.carla), told);
	assert_true(is_silent(&ear));
	ear_close(&all);
	ear_close(&ear);
	snprintf(field, sizeof field, "Last-Event-ID: %lld\r\n", last); /* is not told yet */
	ear_open(&all, club.carla, club_path("/events"), field);
	ear_expect(&all, "reset", told);
	assert_int_equal(json_integer_value(json_object_get(json_object_get(all.data, "game"),
							     "ply")),
			 told);
	ear_close(&all);
	delayed_resign();
	last = delayed_ply(club.ana);
	club_wind("--clock=2026-11-30T10:00:00Z");
	ear_again(&ear, club.carla, club_path("/events"));
	hear_late(&ear, last, 3600000);
	ear_expect(&ear, "end", last);
	ear_close(&ear);
}

/* Counted: facts that were replayed, not how long that took. */
static void whoever_looks_on_late_costs_no_replay_that_another_has_cost(void **state)
{
	static const char *const forms[] = {"", "?format=text", "?format=svg", "/position",
					    "/events?after=1", "/mine"};
	long before, told;

	(void)state;
	delayed_lay("{\"plies\": 3}", NULL);
	for (int i = 0; i < 6; i++)
		club_decide();
	before = club_number("tablasd_past_facts_total");
	told = (long)delayed_ply(club.carla);
	for (int i = 0; i < 20; i++)
		for (size_t f = 0; f < sizeof forms / sizeof *forms; f++)
			answer_done(club_get(i % 2 ? club.carla : club.dora, "%s",
					     club_path(forms[f])),
				    200);
	assert_int_equal(club_number("tablasd_past_facts_total") - before, told);
	club_decide(); /* and then what is new */
	told = (long)delayed_ply(club.dora);
	answer_done(club_get(club.carla, "/v1/games"), 200);
	assert_int_equal(club_number("tablasd_past_facts_total") - before, told);
}

/* ---- how many look on --------------------------------------------------------------------- */

static long long watchers(const char *token)
{
	struct answer a = club_get(token, "%s", club_path("/watchers"));
	long long n;

	answer_expect(&a, 200);
	assert_int_equal(json_object_size(a.json), 3); /* a number, and no names */
	n = answer_int(&a, "watchers");
	answer_fini(&a);
	return n;
}

static void whoever_looks_on_is_counted_once_and_the_games_document_stays(void **state)
{
	const char *const tokens[] = {club.carla, club.carla, club.ana, club.operator};
	char text[512], etag[64];
	struct ear ears[4];
	struct answer a;
	int fd;

	(void)state;
	delayed_lay("{\"plies\": 2}", NULL);
	a = club_get(club.ana, "%s", club_path(""));
	snprintf(etag, sizeof etag, "If-None-Match: %s", answer_header(&a, "ETag"));
	answer_fini(&a);
	assert_int_equal(watchers(club.carla), 0);
	for (int i = 0; i < 4; i++)
		ear_open(&ears[i], tokens[i], club_path("/events"), NULL);
	fd = wire_open(club.daemon.port);
	snprintf(text, sizeof text,
		 "GET /v1/games/%s/events?after=%lld&wait=60" HAND_HOST
		 "Authorization: Bearer %s\r\n\r\n",
		 club.game, delayed_ply(club.dora), club.dora);
	assert_true(wire_say(fd, text));
	club_until("tablasd_watchers", 1, 1);
	assert_int_equal(watchers(club.ana), 2); /* carla and dora */
	http_header(&club.http, etag);
	answer_done(club_get(club.ana, "%s", club_path("")), 304);
	for (int i = 0; i < 4; i++)
		ear_close(&ears[i]);
	club_until("tablasd_streams", 0, 0);
	assert_int_equal(watchers(club.ben), 1);
	close(fd);
	answer_refused(club_get(NULL, "%s", club_path("/watchers")), 401, "unauthorized");
	answer_refused(club_get(club.ana, "/v1/games/nosuchgame/watchers"), 404, "not-found");
}

int main(void)
{
#define AT_THE_CLUB(test) cmocka_unit_test_setup_teardown(test, club_setup_by_hand, club_close)
	const struct CMUnitTest tests[] = {
		AT_THE_CLUB(who_waits_for_what_is_held_back_waits_in_vain),
		cmocka_unit_test_setup_teardown(
			a_stream_is_told_each_fact_when_its_delay_has_passed, setup_unwound,
			club_close),
		AT_THE_CLUB(a_stream_of_a_late_game_is_resumed_and_reset_like_any_other),
		AT_THE_CLUB(whoever_looks_on_is_counted_once_and_the_games_document_stays),
		AT_THE_CLUB(whoever_looks_on_late_costs_no_replay_that_another_has_cost),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
