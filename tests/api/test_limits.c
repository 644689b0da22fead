/*
 * test_limits.c - what may only be tried so often says so before it is used up.
 */
#include "tests/api/house.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

static struct answer register_as(const char *name)
{
	return http_ask(&house_http, "POST", "/v1/accounts", NULL,
			"{\"name\": \"%s\", \"password\": \"correct horse\"}", name);
}

static void register_with_password(const char *name)
{
	struct answer a = register_as(name);

	answer_expect(&a, 201);
	answer_fini(&a);
}

static struct answer log_in(const char *name, const char *password)
{
	return http_ask(&house_http, "POST", "/v1/tokens", NULL,
			"{\"name\": \"%s\", \"password\": \"%s\"}", name, password);
}

/* What `field` of the head says of `parameter` ("r") of the limit, or -1. */
static int limit_of(const struct answer *a, const char *field, const char *name,
		    const char *parameter)
{
	char quoted[32];
	const char *at, *end;

	snprintf(quoted, sizeof quoted, "\"%s\";", name);
	at = strstr(answer_header(a, field), quoted);
	if (!at)
		return -1;
	end = at + strcspn(at, ",");
	snprintf(quoted, sizeof quoted, ";%s=", parameter);
	at = strstr(at, quoted);
	return at && at < end ? atoi(at + strlen(quoted)) : -1;
}

static void whoever_is_counted_is_told_what_is_left(void **state)
{
	struct answer a;

	(void)state;
	register_with_password("ben");
	a = log_in("ben", "wrong wrong");
	answer_expect(&a, 401);
	assert_int_equal(limit_of(&a, "RateLimit-Policy", "login", "q"), 10);
	assert_int_equal(limit_of(&a, "RateLimit-Policy", "login", "w"), 60);
	assert_int_equal(limit_of(&a, "RateLimit-Policy", "logins", "q"), 60);
	assert_int_equal(limit_of(&a, "RateLimit", "login", "r"), 9);
	assert_int_equal(limit_of(&a, "RateLimit", "login", "t"), 6);
	assert_int_equal(limit_of(&a, "RateLimit", "logins", "r"), 59);
	answer_fini(&a);

	/* a right password costs nothing; one more may have come back meanwhile */
	a = log_in("ben", "correct horse");
	answer_expect(&a, 201);
	assert_in_range(limit_of(&a, "RateLimit", "login", "r"), 9, 10);
	answer_fini(&a);

	/* what is not counted is told of no limit */
	a = http_ask(&house_http, "GET", "/v1", NULL, NULL);
	answer_expect(&a, 200);
	assert_string_equal(answer_header(&a, "RateLimit"), "");
	assert_string_equal(answer_header(&a, "RateLimit-Policy"), "");
	assert_string_equal(answer_string(&a, "limits.rates[0].name"), "register");
	answer_fini(&a);
	a = http_ask(&house_http, "POST", "/v1/tokens", NULL, "{\"name\": 3}");
	answer_expect(&a, 400);
	assert_string_equal(answer_header(&a, "RateLimit"), "");
	answer_fini(&a);
}

static void who_is_refused_for_a_while_is_told_by_which_limit(void **state)
{
	struct answer a;

	(void)state;
	register_with_password("ben");
	a = log_in("ben", "wrong wrong");
	for (int left = 8; a.status == 401; left--) {
		answer_fini(&a);
		a = log_in("ben", "wrong wrong");
		/* one may have come back meanwhile */
		assert_true(limit_of(&a, "RateLimit", "login", "r") >= left);
		assert_true(left > -30);
	}
	answer_expect_problem(&a, 429, "too-many-requests");
	assert_int_equal(limit_of(&a, "RateLimit", "login", "r"), 0);
	assert_int_equal(limit_of(&a, "RateLimit", "login", "t"),
			 atoi(answer_header(&a, "Retry-After")));
	answer_fini(&a);
}

static long long milliseconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000LL + t.tv_nsec / 1000000;
}

static void registering_is_counted_by_address(void **state)
{
	const long long since = milliseconds();
	struct answer a;
	int left;

	(void)state;
	a = register_as("ben");
	answer_expect(&a, 201);
	left = limit_of(&a, "RateLimit", "register", "r");
	assert_int_equal(limit_of(&a, "RateLimit-Policy", "register", "q"), 300);
	assert_true(left < 300 && left >= 298);
	answer_fini(&a);
	a = register_as("ben");
	answer_expect(&a, 409);
	/* one comes back with each second that has gone by */
	assert_in_range(limit_of(&a, "RateLimit", "register", "r"), left - 1,
			left + (milliseconds() - since) / 1000);
	answer_fini(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_THE_HOUSE(whoever_is_counted_is_told_what_is_left),
		IN_THE_HOUSE(who_is_refused_for_a_while_is_told_by_which_limit),
		IN_THE_HOUSE(registering_is_counted_by_address),
	};

	return cmocka_run_group_tests_name("limits", tests, NULL, NULL);
}
