/*
 * house.c - a daemon for tests that speak HTTP by hand.
 */
#include "tests/api/house.h"

#include "tests/api/wire.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

struct daemon house;
struct http house_http;
char house_token[128];

void house_refused(struct answer a, long status, const char *slug)
{
	answer_expect_problem(&a, status, slug);
	answer_fini(&a);
}

int house_enter(void)
{
	struct answer a;

	daemon_start(&house);
	http_init(&house_http, house.url);
	a = http_ask(&house_http, "POST", "/v1/accounts", NULL, "{\"name\": \"ana\"}");
	answer_expect(&a, 201);
	snprintf(house_token, sizeof house_token, "%s", answer_string(&a, "token"));
	answer_fini(&a);
	return 0;
}

int house_setup(void **state)
{
	(void)state;
	daemon_init(&house, "--limits.connections_per_address=0", NULL);
	return house_enter();
}

int house_setup_impatient(void **state)
{
	(void)state;
	daemon_init(&house, "--limits.body_seconds=1", "--limits.idle_seconds=2",
		    "--limits.connections_per_address=0", NULL);
	return house_enter();
}

int house_setup_nothing(void **state)
{
	(void)state;
	return 0;
}

int house_teardown(void **state)
{
	(void)state;
	http_fini(&house_http);
	daemon_stop_and_audit(&house);
	daemon_fini(&house);
	return 0;
}

struct answer house_say(const char *text)
{
	return wire_ask(house.port, text, strlen(text));
}

void house_still_serves(void)
{
	struct answer a = http_ask(&house_http, "GET", "/v1/accounts/me", house_token, NULL);

	answer_expect(&a, 200);
	answer_fini(&a);
}
