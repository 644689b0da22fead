/*
 * test_vanishing.c - many requests on one connection, and clients that stop
 * talking, or are gone, in the middle of a word.
 */
#include "tests/api/hand.h"

#include <dirent.h>
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

#define MANY 300

static int fds[MANY];

static int open_with(const char *const *flags)
{
	club_open_with(flags);
	club_lay("backgammon", 2);
	return 0;
}

static int setup(void **state)
{
	static const char *const flags[] = {"--limits.connections_per_address=0", NULL};

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

/* Bodies that do not come are soon given up; connections that were just opened are not. */
static int setup_brisk(void **state)
{
	static const char *const flags[] = {"--limits.connections_per_address=0",
					    "--limits.body_seconds=1", NULL};

	(void)state;
	return open_with(flags);
}

static void open_many(size_t n)
{
	for (size_t i = 0; i < n; i++) {
		fds[i] = wire_open(club.daemon.port);
		assert_true(fds[i] >= 0);
	}
}

static size_t descriptors(void)
{
	char path[64];
	size_t n = 0;
	DIR *dir;

	snprintf(path, sizeof path, "/proc/%d/fd", (int)club.daemon.pid);
	dir = opendir(path);
	assert_non_null(dir);
	while (readdir(dir))
		n++;
	closedir(dir);
	return n;
}

/* ---- in a row
 * ---------------------------------------------------------------------------------------- */

static void reads_and_writes_in_a_row_are_answered_in_that_row(void **state)
{
	enum { ROW = 200 };
	int fd = wire_open(club.daemon.port);
	char *all = malloc(ROW * 512), *at = all;
	const char *body = "{\"to\": \"ben\", \"amount\": 2}";

	(void)state;
	assert_non_null(all);
	for (int i = 0; i < ROW; i++) {
		if (i % 2)
			at += sprintf(at,
				      "POST /v1/transfers" HAND_HOST
				      "Authorization: Bearer %s\r\n"
				      "Request-Id: row-%d\r\nIdempotency-Key: row-%d\r\n"
				      "Content-Type: application/json\r\n"
				      "Content-Length: %zu\r\n\r\n%s",
				      club.ana, i, i, strlen(body), body);
		else
			at += sprintf(at,
				      "GET /v1/accounts/me/balance" HAND_HOST
				      "Authorization: Bearer %s\r\nRequest-Id: row-%d\r\n\r\n",
				      club.ana, i);
	}
	assert_true(wire_send(fd, all, (size_t)(at - all)));
	free(all);
	for (int i = 0; i < ROW; i++) {
		struct answer a = wire_hear(fd, PATIENCE, false);
		char id[16];

		snprintf(id, sizeof id, "row-%d", i);
		answer_expect(&a, i % 2 ? 201 : 200);
		assert_string_equal(answer_header(&a, "Request-Id"), id);
		/* each sees what those before it have done */
		assert_int_equal(answer_int(&a, i % 2 ? "wallet_after" : "wallet"),
				 900 - 2 * ((i + 1) / 2));
		answer_fini(&a);
	}
	close(fd);
	assert_int_equal(club_wallet(club.ben), 900 + ROW);
}

static void a_request_that_comes_letter_by_letter_is_one_request(void **state)
{
	int fd = wire_open(club.daemon.port);
	char text[512];

	(void)state;
	snprintf(text, sizeof text,
		 "GET /v1/accounts/me/balance" HAND_HOST "Authorization: Bearer %s\r\n\r\n",
		 club.ana);
	for (int round = 0; round < 3; round++) {
		for (const char *p = text; *p; p++)
			assert_true(wire_send(fd, p, 1));
		struct answer a = wire_hear(fd, PATIENCE, false);

		answer_expect(&a, 200);
		assert_int_equal(answer_int(&a, "wallet"), 900);
		answer_fini(&a);
	}
	close(fd);
}

/* ---- half gone and all gone
 * ------------------------------------------------------------------------------ */

static void whoever_has_said_all_and_listens_is_answered(void **state)
{
	char text[512];
	int fd = wire_open(club.daemon.port);

	(void)state;
	snprintf(text, sizeof text,
		 "GET /v1/accounts/me" HAND_HOST "Authorization: Bearer %s\r\n\r\n", club.ana);
	assert_true(wire_say(fd, text));
	shutdown(fd, SHUT_WR);
	answer_done(wire_hear(fd, PATIENCE, false), 200);
	assert_true(wire_is_closed(fd, PATIENCE));
	close(fd);
	/* also who waits for the book */
	fd = wire_open(club.daemon.port);
	assert_true(hand_post(fd, club.ana, "/v1/transfers", "half",
			      "{\"to\": \"ben\", \"amount\": 5}"));
	shutdown(fd, SHUT_WR);
	answer_done(wire_hear(fd, PATIENCE, false), 201);
	assert_true(wire_is_closed(fd, PATIENCE));
	close(fd);
	assert_int_equal(club_wallet(club.ben), 905);
}

/* All of it is there before the server comes to read any of it. */
static void whoever_closes_its_side_before_it_is_heard_is_answered_too(void **state)
{
	long long before = club_ply();
	int paying, waiting, closing;
	struct answer a;

	(void)state;
	assert_int_equal(kill(club.daemon.pid, SIGSTOP), 0);
	paying = wire_open(club.daemon.port);
	waiting = wire_open(club.daemon.port);
	closing = wire_open(club.daemon.port);
	assert_true(hand_post(paying, club.ana, "/v1/transfers", "early",
			      "{\"to\": \"ben\", \"amount\": 5}"));
	shutdown(paying, SHUT_WR);
	hand_wait(waiting, before);
	shutdown(waiting, SHUT_WR);
	dprintf(closing, "DELETE /v1/accounts/me?withdraw=true" HAND_HOST "Authorization: Bearer %s\r\n\r\n",
		club.dora);
	shutdown(closing, SHUT_WR);
	assert_int_equal(kill(club.daemon.pid, SIGCONT), 0);
	a = wire_hear(paying, PATIENCE, false);
	answer_expect(&a, 201);
	assert_int_equal(answer_int(&a, "wallet_after"), 895);
	answer_fini(&a);
	answer_done(wire_hear(closing, PATIENCE, false), 204);
	club_until("tablasd_watchers", 1, 1);
	club_decide();
	a = wire_hear(waiting, PATIENCE, false);
	answer_expect(&a, 200);
	assert_int_equal(answer_int(&a, "events[0].ply"), before + 1);
	answer_fini(&a);
	close(paying);
	close(waiting);
	close(closing);
}

static void half_a_request_is_none(void **state)
{
	size_t n, listening = 0;
	char text[512];

	(void)state;
	n = (size_t)snprintf(text, sizeof text,
			     "POST /v1/transfers" HAND_HOST "Authorization: Bearer %s\r\n"
			     "Idempotency-Key: half\r\nContent-Type: application/json\r\n"
			     "Content-Length: 28\r\n\r\n{\"to\": \"ben\", \"amount\": 5}  ",
			     club.ana);
	assert_int_equal(strlen(strstr(text, "\r\n\r\n")) - 4, 28);
	for (size_t cut = 1; cut < n; cut++) {
		int fd = wire_open(club.daemon.port);

		assert_true(wire_send(fd, text, cut));
		if (cut % 2) {
			shutdown(fd, SHUT_WR);
			fds[listening++] = fd;
		} else {
			hand_slam(fd);
		}
	}
	for (size_t i = 0; i < listening; i++) {
		struct answer a = wire_hear(fds[i], PATIENCE, false);

		assert_true(a.status == 0 || a.status == 408);
		answer_fini(&a);
		assert_true(wire_is_closed(fds[i], PATIENCE));
		close(fds[i]);
	}
	club_still_serves();
	assert_int_equal(club_wallet(club.ben), 901);
}

/* Its chips are given or not, but never twice, and asking again tells. */
static void a_payer_who_vanishes_has_paid_once_when_it_asks_again(void **state)
{
	char key[32];

	(void)state;
	for (int i = 0; i < 200; i++) {
		int fd = wire_open(club.daemon.port);

		snprintf(key, sizeof key, "vanish-%d", i);
		assert_true(hand_post(fd, club.ana, "/v1/transfers", key,
				      "{\"to\": \"ben\", \"amount\": 1}"));
		if (i % 3 == 0)
			usleep((unsigned)(i * 7 % 400));
		if (i % 2)
			hand_slam(fd);
		else
			close(fd);
	}
	for (int i = 0; i < 200; i++) {
		int fd = wire_open(club.daemon.port);

		snprintf(key, sizeof key, "vanish-%d", i);
		assert_true(hand_post(fd, club.ana, "/v1/transfers", key,
				      "{\"to\": \"ben\", \"amount\": 1}"));
		answer_done(wire_hear(fd, PATIENCE, false), 201);
		close(fd);
	}
	assert_int_equal(club_wallet(club.ana), 700);
	assert_int_equal(club_wallet(club.ben), 1100);
}

static void a_player_who_vanishes_after_deciding_has_decided(void **state)
{
	(void)state;
	for (int i = 0; i < 20; i++) {
		char body[256], key[32], path[64];
		const char *token = club_any_turn(body);
		long long ply = club_ply();
		struct answer a;
		int fd = wire_open(club.daemon.port);

		snprintf(key, sizeof key, "decision-%d", i);
		snprintf(path, sizeof path, "%s", club_path("/turns"));
		assert_true(hand_post(fd, token, path, key, body));
		hand_slam(fd);
		/* lost on its way or not, sent again it is one decision */
		fd = wire_open(club.daemon.port);
		assert_true(hand_post(fd, token, path, key, body));
		a = wire_hear(fd, PATIENCE, false);
		answer_expect(&a, 201);
		assert_int_equal(answer_int(&a, "facts[0].ply"), ply + 1);
		answer_fini(&a);
		close(fd);
	}
}

static void whoever_vanishes_while_a_password_is_thought_about_hurts_nobody(void **state)
{
	char body[128], key[64];

	(void)state;
	for (int i = 0; i < 30; i++) {
		int fd = wire_open(club.daemon.port);

		snprintf(body, sizeof body,
			 "{\"name\": \"gone-%d\", \"password\": \"correct horse\"}", i);
		snprintf(key, sizeof key, "a-long-enough-key-%d", i);
		assert_true(hand_post(fd, "none", "/v1/accounts", key, body));
		hand_slam(fd);
		fd = wire_open(club.daemon.port);
		assert_true(
			hand_post(fd, "none", "/v1/tokens", key,
				  "{\"name\": \"gone-1\", \"password\": \"correct horse\"}"));
		close(fd);
	}
	club_still_serves();
	/* in the midst of it the daemon stops, as the teardown will have it */
}

static void no_descriptor_is_lost_on_those_who_vanish(void **state)
{
	size_t before;

	(void)state;
	club_still_serves();
	before = descriptors();
	for (int round = 0; round < 5; round++) {
		long long ply = club_ply();

		open_many(MANY);
		for (size_t i = 0; i < MANY; i++) {
			switch (i % 5) {
			case 0:
				hand_wait(fds[i], ply);
				break;
			case 1:
				wire_say(fds[i], "GET /v1/openapi.yaml" HAND_HOST "\r\n");
				break;
			case 2:
				wire_say(fds[i], "POST /v1/accounts" HAND_HOST
						 "Content-Type: application/json\r\n"
						 "Content-Length: 99\r\n\r\n{");
				break;
			case 3:
				wire_say(fds[i], "rubbish\r\n\r\n");
				break;
			default:
				break;
			}
		}
		for (size_t i = 0; i < MANY; i++) {
			if (i % 2)
				hand_slam(fds[i]);
			else
				close(fds[i]);
		}
		club_still_serves();
	}
	club_until("tablasd_watchers", 0, 0);
	club_until("tablasd_connections", 1, 4);
	assert_true(descriptors() <= before + 4);
}

#define TEST(name)	   cmocka_unit_test_setup_teardown(name, setup, club_close)
#define TEST_AS(how, name) cmocka_unit_test_setup_teardown(name, setup_##how, club_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(reads_and_writes_in_a_row_are_answered_in_that_row),
		TEST(a_request_that_comes_letter_by_letter_is_one_request),
		TEST_AS(hasty, whoever_has_said_all_and_listens_is_answered),
		TEST(whoever_closes_its_side_before_it_is_heard_is_answered_too),
		TEST_AS(hasty, half_a_request_is_none),
		TEST(a_payer_who_vanishes_has_paid_once_when_it_asks_again),
		TEST(a_player_who_vanishes_after_deciding_has_decided),
		TEST(whoever_vanishes_while_a_password_is_thought_about_hurts_nobody),
		TEST_AS(brisk, no_descriptor_is_lost_on_those_who_vanish),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
