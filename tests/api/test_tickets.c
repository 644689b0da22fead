/*
 * test_tickets.c - a page of a browser listens without showing its token.
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
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#define NEWS "/v1/me/events"

static int setup(void **state)
{
	static const char *const flags[] = {"--log-level=debug", "--clock=2026-11-30T09:00:00Z",
					    "--server.cors_origins=https://page.example", NULL};

	(void)state;
	club_open_with(flags);
	club_lay("backgammon", 2);
	return 0;
}

/* The path with a new ticket of that token; good until the next call. */
static const char *with_ticket(const char *token, const char *path)
{
	static char out[512];
	struct answer a = http_ask(&club.http, "POST", "/v1/tickets", token, NULL);

	answer_expect(&a, 201);
	assert_string_equal(answer_string(&a, "expires"), "2026-11-30T09:01:00.000Z");
	snprintf(out, sizeof out, "%s%sticket=%s", path, strchr(path, '?') ? "&" : "?",
		 answer_string(&a, "ticket"));
	answer_fini(&a);
	return out;
}

static long status_of(const char *path)
{
	struct ear ear;

	ear_open(&ear, NULL, path, NULL);
	ear_close(&ear);
	return ear.status;
}

static void a_ticket_opens_one_stream_once(void **state)
{
	char path[512];
	struct ear ear;

	(void)state;
	snprintf(path, sizeof path, "%s", with_ticket(club.ana, club_path("/events?after=1")));
	ear_open(&ear, NULL, path, "Origin: https://page.example\r\n");
	assert_int_equal(ear.status, 200);
	assert_non_null(
		strstr(ear.head, "Access-Control-Allow-Origin: https://page.example\r\n"));
	ear_expect(&ear, "seated", 2);
	assert_int_equal(status_of(path), 401);
	assert_int_equal(status_of(with_ticket(club.ana, NEWS)), 200);
	ear_close(&ear);
}

static void a_ticket_is_good_for_events_and_nothing_else(void **state)
{
	(void)state;
	answer_refused(club_get(NULL, "%s", with_ticket(club.ana, club_path(""))), 401,
		       "unauthorized");
	answer_refused(club_get(NULL, "%s", with_ticket(club.ana, "/v1/accounts/me")), 401,
		       "unauthorized");
	answer_refused(http_ask(&club.http, "POST", with_ticket(club.ana, "/v1/tickets"), NULL,
				NULL),
		       401, "unauthorized");
	answer_refused(http_ask(&club.http, "POST", "/v1/tickets", NULL, NULL), 401,
		       "unauthorized");
}

static void tickets_that_are_none_are_refused(void **state)
{
	static const char *const bad[] = {
		"", "x", "tkt_", "tkt_1_", "tkt_0", "tkt_-1_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
		"tkt_9223372036854775807_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
		"tkt_4096_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "%00", "%ff%fe", "tkt_%31",
	};
	char path[512], token[160];

	(void)state;
	with_ticket(club.ana, NEWS); /* which is number 4096 */
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		snprintf(path, sizeof path, NEWS "?ticket=%s", bad[i]);
		assert_int_equal(status_of(path), 401);
	}
	snprintf(path, sizeof path, NEWS "?ticket=%s", club.ana);
	assert_int_equal(status_of(path), 401);
	snprintf(token, sizeof token, "%s", strstr(with_ticket(club.ana, NEWS), "tkt_"));
	answer_refused(club_get(token, NEWS), 401, "unauthorized");
}

/* ---- a minute goes by ----------------------------------------------------------------- */

static char config[96];

static void write_clock(const char *at)
{
	FILE *f = fopen(config, "w");

	assert_non_null(f);
	fprintf(f, "[test]\nclock = %s\n", at);
	fclose(f);
}

static int setup_wound(void **state)
{
	static char flag[128];
	const char *const flags[] = {flag, NULL};

	(void)state;
	snprintf(config, sizeof config, "/tmp/tablas-tickets-%ld.conf", (long)getpid());
	snprintf(flag, sizeof flag, "--config=%s", config);
	write_clock("2026-11-30T09:00:00Z");
	club_open_with(flags);
	return 0;
}

static int teardown_wound(void **state)
{
	int done = club_close(state);

	unlink(config);
	return done;
}

/* The daemon goes on, and with it what it has in memory. */
static void wind(const char *at, const char *says)
{
	const struct timespec nap = {.tv_nsec = 5000000};

	write_clock(at);
	kill(club.daemon.pid, SIGHUP);
	for (int i = 0;; i++) {
		struct answer a = club_get(club.ana, NEWS "?wait=0&limit=1");
		bool there = strcmp(answer_string(&a, "server_time"), says) == 0;

		answer_fini(&a);
		if (there)
			return;
		assert_true(i < 4000);
		nanosleep(&nap, NULL);
	}
}

static void a_ticket_that_nobody_used_expires_after_a_minute(void **state)
{
	char early[512], late[512];

	(void)state;
	snprintf(early, sizeof early, "%s", with_ticket(club.ana, NEWS));
	snprintf(late, sizeof late, "%s", with_ticket(club.ana, NEWS));
	wind("2026-11-30T09:00:59Z", "2026-11-30T09:00:59.000Z");
	assert_int_equal(status_of(early), 200);
	wind("2026-11-30T09:01:00Z", "2026-11-30T09:01:00.000Z");
	assert_int_equal(status_of(late), 401);
}

static void the_oldest_of_too_many_ends(void **state)
{
	char first[512];

	(void)state;
	snprintf(first, sizeof first, "%s", with_ticket(club.ana, NEWS));
	for (int i = 0; i < 15; i++)
		with_ticket(club.ana, NEWS);
	with_ticket(club.ana, NEWS);
	assert_int_equal(status_of(first), 401);
	assert_int_equal(status_of(with_ticket(club.ben, NEWS)), 200);
}

static void a_ticket_and_its_stream_end_with_the_token(void **state)
{
	struct answer a = club_post(club.ana, "/v1/tokens", "{\"scopes\": [\"games:read\"]}");
	char token[128], path[64], unused[512];
	struct ear ear;

	(void)state;
	answer_expect(&a, 201);
	snprintf(token, sizeof token, "%s", answer_string(&a, "token"));
	snprintf(path, sizeof path, "/v1/tokens/%lld", answer_int(&a, "number"));
	answer_fini(&a);
	snprintf(unused, sizeof unused, "%s", with_ticket(token, NEWS));
	ear_open(&ear, NULL, with_ticket(token, club_path("/events")), NULL);
	ear_expect(&ear, "reset", club_ply());
	answer_done(http_ask(&club.http, "DELETE", path, club.ana, NULL), 204);
	ear_expect(&ear, "end", club_ply());
	assert_string_equal(ear_string(&ear, "reason"), "token");
	ear_close(&ear);
	assert_int_equal(status_of(unused), 401);
}

static void no_ticket_stands_in_the_log(void **state)
{
	char path[400], line[1024];
	bool asked = false;
	FILE *log;

	(void)state;
	assert_int_equal(status_of(with_ticket(club.ana, NEWS)), 200);
	assert_int_equal(status_of(NEWS "?ticket=tkt_wrong"), 401);
	snprintf(path, sizeof path, "%s/log", club.daemon.dir);
	log = fopen(path, "r");
	assert_non_null(log);
	while (fgets(line, sizeof line, log)) {
		asked |= strstr(line, NEWS) != NULL;
		assert_null(strstr(line, "tkt_"));
	}
	fclose(log);
	assert_true(asked);
}

/* Not only for the moment until it is seen to. */
static bool stays_late(void)
{
	for (int i = 0; i < 4; i++)
		if (club_number("tablasd_streams_late") == 0)
			return false;
	return true;
}

/* For whoever watches the house: its socket takes no more. */
static void a_page_that_does_not_read_is_counted_as_late(void **state)
{
	struct ear ear;
	char path[512];

	(void)state;
	answer_done(club_get(club.ana, NEWS), 200);
	snprintf(path, sizeof path, "%s", with_ticket(club.ana, NEWS "?after=0"));
	ear_open_small(&ear, NULL, path, NULL);
	assert_int_equal(ear.status, 200);
	club_until("tablasd_streams_late", 0, 0);
	for (int i = 0; !stays_late(); i++) {
		struct answer a = club_post(club.ana, "/v1/games", "{\"ruleset\": \"backgammon\"}");

		assert_true(i < 500);
		answer_expect(&a, 201);
		snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "id"));
		answer_fini(&a);
		answer_done(club_post(club.ben, club_path("/seats"), "{}"), 201);
	}
	ear_slam(&ear);
	club_until("tablasd_streams", 0, 0);
	assert_int_equal(club_number("tablasd_streams_late"), 0);
}

int main(void)
{
#define TICKET_TEST(f) cmocka_unit_test_setup_teardown(f, setup, club_close)
	const struct CMUnitTest tests[] = {
		TICKET_TEST(a_ticket_opens_one_stream_once),
		TICKET_TEST(a_ticket_is_good_for_events_and_nothing_else),
		TICKET_TEST(tickets_that_are_none_are_refused),
		cmocka_unit_test_setup_teardown(a_ticket_that_nobody_used_expires_after_a_minute,
						setup_wound, teardown_wound),
		TICKET_TEST(the_oldest_of_too_many_ends),
		TICKET_TEST(a_ticket_and_its_stream_end_with_the_token),
		TICKET_TEST(no_ticket_stands_in_the_log),
		TICKET_TEST(a_page_that_does_not_read_is_counted_as_late),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
