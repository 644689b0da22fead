/*
 * test_connections.c - ten thousand of them, more than there is room for, slow
 * ones and silent ones.
 */
#define _GNU_SOURCE
#include "tests/api/hand.h"

#include <errno.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#define VERY_MANY 10000
#define MANY	  300

static int fds[VERY_MANY];

static int open_with(const char *const *flags)
{
	club_open_with(flags);
	club_lay("backgammon", 2);
	return 0;
}

static int setup_roomy(void **state)
{
	static const char *const flags[] = {"--limits.connections=12000",
					    "--limits.connections_per_address=0",
					    "--limits.idle_seconds=3600", NULL};

	(void)state;
	return open_with(flags);
}

static int setup_hasty(void **state)
{
	static const char *const flags[] = {
		"--limits.connections=12000", "--limits.connections_per_address=0",
		"--limits.idle_seconds=2", "--limits.body_seconds=2", NULL};

	(void)state;
	return open_with(flags);
}

static int setup_strict(void **state)
{
	static const char *const flags[] = {"--limits.connections_per_address=0",
					    "--limits.body_seconds=1", NULL};

	(void)state;
	return open_with(flags);
}

static int setup_narrow(void **state)
{
	static const char *const flags[] = {"--limits.connections=64",
					    "--limits.connections_per_address=0", NULL};

	(void)state;
	return open_with(flags);
}

/* ---- connections by hand ----------------------------------------------------------------- */

/* Whether this machine lets one process have so many; says so if not. */
static bool may_open(size_t n)
{
	struct rlimit limit;

	assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
	limit.rlim_cur = limit.rlim_max;
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
	if (limit.rlim_max == RLIM_INFINITY || limit.rlim_max >= n + 500)
		return true;
	print_message("# a process may have %lu descriptors here, too few for %zu\n",
		      (unsigned long)limit.rlim_max, n);
	return false;
}

static void open_many(size_t n)
{
	for (size_t i = 0; i < n; i++) {
		fds[i] = wire_open(club.daemon.port);
		assert_true(fds[i] >= 0);
	}
}

static void close_many(size_t n)
{
	for (size_t i = 0; i < n; i++)
		close(fds[i]);
}

/* ---- many ----------------------------------------------------------------------------------
 */

static void ten_thousand_connections_at_once_are_kept_while_others_are_served(void **state)
{
	(void)state;
	if (!may_open(VERY_MANY))
		skip();
	open_many(VERY_MANY);
	club_until("tablasd_connections", VERY_MANY, 12000);
	for (int i = 0; i < 20; i++)
		club_still_serves();
	/* every hundredth speaks after all, and is heard */
	for (size_t i = 0; i < VERY_MANY; i += 100)
		assert_true(wire_say(fds[i], "GET /healthz" HAND_HOST "\r\n"));
	for (size_t i = 0; i < VERY_MANY; i += 100)
		answer_done(wire_hear(fds[i], PATIENCE, false), 200);
	assert_int_equal(club_number("tablasd_connections_evicted_total"), 0);
	assert_int_equal(club_number("tablasd_connections_refused_total"), 0);
	close_many(VERY_MANY);
	club_until("tablasd_connections", 1, 4);
}

static void ten_thousand_silent_connections_are_closed_when_their_time_is_up(void **state)
{
	static const char *const words[] = {"",
					    "G",
					    "GET /v1/games HTT",
					    "GET /v1" HAND_HOST "X: ",
					    "GET /healthz" HAND_HOST "\r\n",
					    "\r\n"};

	(void)state;
	if (!may_open(VERY_MANY))
		skip();
	for (size_t i = 0; i < VERY_MANY; i++) {
		fds[i] = wire_open(club.daemon.port);
		assert_true(fds[i] >= 0);
		wire_say(fds[i], words[i % (sizeof words / sizeof *words)]);
	}
	for (int i = 0; i < 5; i++)
		club_still_serves();
	for (size_t i = 0; i < VERY_MANY; i++) {
		char bytes[512];
		struct pollfd poller = {.fd = fds[i], .events = POLLIN};

		/* what was answered may stand before the end */
		do {
			if (poll(&poller, 1, PATIENCE) <= 0)
				fail_msg("connection %zu is still there", i);
		} while (recv(fds[i], bytes, sizeof bytes, 0) > 0);
	}
	close_many(VERY_MANY);
	club_still_serves();
	club_until("tablasd_connections", 1, 4);
}

static void whoever_is_being_served_does_not_make_room_for_newcomers(void **state)
{
	long long before = club_ply();

	(void)state;
	open_many(MANY);
	/* thirty are at work, and then come many more than there is room for */
	for (size_t i = 0; i < 30; i++) {
		close(fds[i]);
		fds[i] = wire_open(club.daemon.port);
		hand_wait(fds[i], before);
	}
	club_until("tablasd_watchers", 30, 30);
	for (size_t i = 30; i < MANY; i++) {
		close(fds[i]);
		fds[i] = wire_open(club.daemon.port);
		wire_say(fds[i], i % 2 ? "GET /v1" : "");
	}
	assert_true(club_number("tablasd_connections_evicted_total") > 0);
	assert_int_equal(club_number("tablasd_watchers"), 30);
	club_still_serves();
	for (size_t i = 0; i < 30; i++) {
		struct answer a = wire_hear(fds[i], PATIENCE, false);

		answer_expect(&a, 200);
		assert_int_equal(answer_int(&a, "events[0].ply"), before + 1);
		answer_fini(&a);
	}
	close_many(MANY);
}

static void where_everybody_is_at_work_the_newcomer_is_turned_away(void **state)
{
	long long before = club_ply();

	(void)state;
	/* one place is that of the test's own connection */
	open_many(63);
	for (size_t i = 0; i < 63; i++)
		hand_wait(fds[i], before);
	club_until("tablasd_watchers", 63, 63);
	for (int i = 0; i < 20; i++) {
		/* the silent one of the test makes room for the first of these; it comes back
		 */
		int fd = wire_open(club.daemon.port);

		wire_say(fd, "GET /healthz" HAND_HOST "\r\n");
		struct answer a = wire_hear(fd, PATIENCE, false);

		assert_true(a.status == 0 || a.status == 200);
		answer_fini(&a);
		close(fd);
	}
	club_still_serves();
	for (size_t i = 0; i < 63; i++)
		answer_done(wire_hear(fds[i], PATIENCE, false), 200);
	close_many(63);
	club_still_serves();
}

static void when_descriptors_run_out_those_inside_are_served_and_others_come_later(void **state)
{
	struct rlimit few = {.rlim_cur = 100, .rlim_max = 100};
	int inside = wire_open(club.daemon.port);

	(void)state;
	assert_true(wire_say(inside, "GET /healthz" HAND_HOST "\r\n"));
	answer_done(wire_hear(inside, PATIENCE, false), 200);
	club_still_serves();
	assert_int_equal(prlimit(club.daemon.pid, RLIMIT_NOFILE, &few, NULL), 0);
	open_many(MANY);
	for (int i = 0; i < 10; i++) {
		assert_true(wire_say(inside, "GET /healthz" HAND_HOST "\r\n"));
		answer_done(wire_hear(inside, PATIENCE, false), 200);
		club_still_serves();
	}
	close_many(MANY);
	close(inside);
	for (int i = 0; i < 20; i++) {
		int fd = wire_open(club.daemon.port);

		assert_true(wire_say(fd, "GET /healthz" HAND_HOST "\r\n"));
		answer_done(wire_hear(fd, PATIENCE, false), 200);
		close(fd);
	}
	club_still_serves();
}

/* ---- slow
 * ---------------------------------------------------------------------------------------- */

static void many_heads_that_never_end_are_given_up_while_others_are_served(void **state)
{
	static const char head[] = "GET /v1/games" HAND_HOST "X-A: b\r\nX-B: ";
	size_t left = MANY;

	(void)state;
	open_many(MANY);
	for (size_t n = 0; left; n++) {
		if (n == 3000)
			fail_msg("%zu heads are still being read", left);
		for (size_t i = 0; i < MANY; i++) {
			if (fds[i] < 0)
				continue;
			/* a letter now and then */
			char letter = n < sizeof head - 1 ? head[n] : 'x';

			if (wire_send(fds[i], &letter, 1) && !wire_is_closed(fds[i], 0))
				continue;
			close(fds[i]);
			fds[i] = -1;
			left--;
		}
		if (n % 5 == 0 && n < 50)
			club_still_serves();
		usleep(50000);
	}
	club_still_serves();
}

static void many_bodies_that_never_end_are_answered_and_given_up(void **state)
{
	char text[512];

	(void)state;
	snprintf(text, sizeof text,
		 "POST /v1/transfers" HAND_HOST
		 "Authorization: Bearer %s\r\nIdempotency-Key: slow\r\n"
		 "Content-Type: application/json\r\nContent-Length: 40\r\n\r\n"
		 "{\"to\": \"ben\", \"amo",
		 club.ana);
	open_many(MANY);
	for (size_t i = 0; i < MANY; i++)
		assert_true(wire_say(fds[i], text));
	for (int i = 0; i < 5; i++)
		club_still_serves();
	for (size_t i = 0; i < MANY; i++) {
		struct answer a = wire_hear(fds[i], PATIENCE, false);

		answer_expect_problem(&a, 408, "body-too-slow");
		answer_fini(&a);
		assert_true(wire_is_closed(fds[i], PATIENCE));
	}
	close_many(MANY);
	assert_int_equal(club_wallet(club.ben), 900 + 5);
}

/* It asks for more and more and never reads: it is not waited for, nor kept for ever. */
static void whoever_asks_without_reading_holds_nobody_up(void **state)
{
	static const char ask[] = "GET /v1/openapi.yaml" HAND_HOST "\r\n";
	static char asks[1024 * (sizeof ask - 1)];
	long before;
	size_t stuck = 0;

	(void)state;
	for (size_t i = 0; i < 1024; i++)
		memcpy(asks + i * (sizeof ask - 1), ask, sizeof ask - 1);
	club_still_serves();
	before = daemon_resident(&club.daemon);
	open_many(5);
	for (size_t i = 0; i < 5; i++) {
		for (int n = 0; n < 2000; n++) { /* more than systems keep for anybody */
			struct pollfd poller = {.fd = fds[i], .events = POLLOUT};

			if (poll(&poller, 1, 300) <= 0 ||
			    (send(fds[i], asks, sizeof asks, MSG_DONTWAIT | MSG_NOSIGNAL) < 0 &&
			     errno != EAGAIN)) {
				stuck++;
				break;
			}
		}
	}
	assert_int_equal(stuck, 5); /* the server has stopped reading, too */
	for (int i = 0; i < 5; i++)
		club_still_serves();
	/* a few kilobytes each, not everything that was asked for */
	assert_true(daemon_resident(&club.daemon) - before < 32 * 1024);
	club_until("tablasd_connections", 1, 4);
	close_many(5);
}

#define TEST_AS(how, name) cmocka_unit_test_setup_teardown(name, setup_##how, club_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST_AS(roomy,
			ten_thousand_connections_at_once_are_kept_while_others_are_served),
		TEST_AS(hasty,
			ten_thousand_silent_connections_are_closed_when_their_time_is_up),
		TEST_AS(narrow, whoever_is_being_served_does_not_make_room_for_newcomers),
		TEST_AS(narrow, where_everybody_is_at_work_the_newcomer_is_turned_away),
		TEST_AS(roomy,
			when_descriptors_run_out_those_inside_are_served_and_others_come_later),
		TEST_AS(hasty, many_heads_that_never_end_are_given_up_while_others_are_served),
		TEST_AS(strict, many_bodies_that_never_end_are_answered_and_given_up),
		TEST_AS(hasty, whoever_asks_without_reading_holds_nobody_up),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
