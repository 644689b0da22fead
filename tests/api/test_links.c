/*
 * test_links.c - connections: very many, silent ones, the last ones; and the numbers.
 */
#include "tests/api/house.h"
#include "tests/api/wire.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

static void ten_thousand_silent_connections_hurt_nobody(void **state)
{
	enum { MANY = 10000 };
	static int fds[MANY];
	struct rlimit limit;
	int opened = 0;

	(void)state;
	daemon_init(&house, "--limits.connections=4096", "--limits.connections_per_address=0",
		    "--limits.idle_seconds=600", NULL);
	house_enter();
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
	while (opened < MANY && (fds[opened] = wire_open(house.port)) >= 0)
		opened++;
	if (limit.rlim_cur > MANY + 100)
		assert_int_equal(opened, MANY);
	for (int i = 0; i < 20; i++)
		house_still_serves();
	struct answer a = house_say("GET /v1/accounts/me" HEAD "\r\n"); /* a new one is let in */

	house_refused(a, 401, "unauthorized");
	assert_true(daemon_resident(&house) < 200 * 1024);
	/* the newest silent ones are still there, the oldest made room */
	wire_say(fds[opened - 1], "GET /healthz" HEAD "\r\n");
	a = wire_hear(fds[opened - 1], PATIENCE, false);
	answer_expect(&a, 200);
	answer_fini(&a);
	if (opened == MANY)
		assert_true(wire_is_closed(fds[0], PATIENCE));
	for (int i = 0; i < opened; i++)
		close(fds[i]);
}

static void one_address_has_only_so_many(void **state)
{
	int fds[12];

	(void)state;
	daemon_init(&house, "--limits.connections_per_address=8", NULL);
	house_enter();
	for (int i = 0; i < 12; i++)
		fds[i] = wire_open(house.port);
	assert_true(wire_is_closed(fds[0], PATIENCE));
	assert_true(wire_is_closed(fds[1], PATIENCE));
	wire_say(fds[11], "GET /healthz" HEAD "\r\n");
	struct answer a = wire_hear(fds[11], PATIENCE, false);

	answer_expect(&a, 200);
	answer_fini(&a);
	for (int i = 0; i < 12; i++)
		close(fds[i]);
}

static void a_silent_connection_is_closed_after_a_while(void **state)
{
	int fd = wire_open(house.port), kept = wire_open(house.port);

	(void)state;
	wire_say(kept, "GET /healthz" HEAD "\r\n");
	struct answer a = wire_hear(kept, PATIENCE, false);

	answer_expect(&a, 200);
	answer_fini(&a);
	assert_true(wire_is_closed(fd, PATIENCE));
	assert_true(wire_is_closed(kept, PATIENCE));
	close(fd);
	close(kept);
}

static void a_stopping_server_answers_what_it_has_begun(void **state)
{
	struct answer a = http_ask(&house_http, "GET", "/readyz", NULL, NULL);

	(void)state;
	answer_expect(&a, 200);
	answer_fini(&a);
	int fd = wire_open(house.port), silent = wire_open(house.port);

	wire_say(fd, "POST /v1/accounts" JSON_HEAD "Content-Length: 15\r\n\r\n");
	for (int turns = 0; turns < 8; turns++) { /* by then it has been seen */
		a = http_ask(&house_http, "GET", "/healthz", NULL, NULL);
		answer_fini(&a);
	}
	assert_int_equal(kill(house.pid, SIGTERM), 0);
	assert_true(wire_is_closed(silent, PATIENCE));
	wire_say(fd, "{\"name\": \"bea\"}");
	a = wire_hear(fd, PATIENCE, false);
	answer_expect(&a, 201);
	assert_string_equal(answer_header(&a, "Connection"), "close");
	answer_fini(&a);
	close(fd);
	close(silent);
}

/* ---- numbers ----------------------------------------------------------------------- */

static void the_numbers_count_what_was_answered(void **state)
{
	struct answer a = http_ask(&house_http, "GET", "/v1/problems/nix", NULL, NULL);

	(void)state;
	answer_fini(&a);
	a = house_say("GET /v1 HTTP/1.1\r\n\r\n"); /* lacks the host */
	answer_fini(&a);
	a = http_ask(&house_http, "GET", "/metrics", NULL, NULL);
	answer_expect(&a, 200);
	assert_non_null(strstr(a.body, "tablasd_http_requests_total{method=\"GET\",route=\"/v1/"
				       "problems/{type}\",status=\"404\"} 1\n"));
	assert_non_null(strstr(a.body, "route=\"none\",status=\"400\"} 1\n"));
	assert_non_null(strstr(a.body, "route=\"/v1/accounts\",status=\"201\"} 1\n"));
	assert_non_null(strstr(a.body, "\ntablasd_commits_total "));
	assert_non_null(strstr(a.body, "\nprocess_resident_memory_bytes "));
	answer_fini(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_ITS_OWN(ten_thousand_silent_connections_hurt_nobody),
		ON_ITS_OWN(one_address_has_only_so_many),
		IN_HASTE(a_silent_connection_is_closed_after_a_while),
		IN_THE_HOUSE(a_stopping_server_answers_what_it_has_begun),
		IN_THE_HOUSE(the_numbers_count_what_was_answered),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
