/*
 * test_tokens.c - every door, tried with every key but its own.
 */
#include "tests/api/club.h"
#include "tests/api/every_route.h"
#include "tests/api/wire.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#define NO_GAME "0000000000"

static const char *const scope_words[] = {
#define X(name, bit, word, what) word,
	SCOPES(X)
#undef X
};
#define SCOPES_N (sizeof scope_words / sizeof *scope_words)

static char only[SCOPES_N][128]; /* tokens with one scope alone        */
static char but[SCOPES_N][128];	 /* ... and with every other           */

static void token_with(uint32_t bits, char token[128])
{
	char scopes[128] = "";

	for (size_t i = 0; i < SCOPES_N; i++) {
		if (!(bits >> i & 1))
			continue;
		strcat(scopes, scopes[0] ? "," : "");
		strcat(scopes, scope_words[i]);
	}
	daemon_token(&club.daemon, "keeper", scopes, token);
}

static int setup(void **state)
{
	(void)state;
	club_open(NULL);
	return 0;
}

/* The same, and an account with many keys. */
static int setup_keys(void **state)
{
	setup(state);
	http_fini(&club.http);
	assert_int_equal(daemon_stop(&club.daemon), 0);
	for (size_t i = 0; i < SCOPES_N; i++) {
		token_with(1u << i, only[i]);
		token_with(SCOPE_ALL & ~(1u << i), but[i]);
	}
	club_return();
	return 0;
}

static struct answer me(const char *token)
{
	return http_ask(&club.http, "GET", "/v1/accounts/me", token, NULL);
}

/* With the header field as it stands. */
static struct answer me_by(const char *field)
{
	http_header(&club.http, field);
	return http_ask(&club.http, "GET", "/v1/accounts/me", NULL, NULL);
}

static struct answer ask_route(const struct some_route *route, const char *token)
{
	static unsigned keys;
	char path[PATH_MAX_HERE], key[48];

	route_path(route, NO_GAME, false, path);
	snprintf(key, sizeof key, "Idempotency-Key: \"a-key-of-a-route-%u\"", ++keys);
	http_header(&club.http, key);
	return http_ask(&club.http, route->method, path, token,
			route_reads(route) ? "{\"nonsense\": 1}" : NULL);
}

/* ---- every route ------------------------------------------------------------------------- */

static void no_route_that_asks_for_a_scope_opens_without_a_token(void **state)
{
	(void)state;
	for (size_t i = 0; i < every_route_n; i++) {
		const struct some_route *route = &every_route[i];

		if (!route->scope)
			continue;
		struct answer a = ask_route(route, NULL);

		answer_expect_problem(&a, 401, "unauthorized");
		assert_string_equal(answer_header(&a, "WWW-Authenticate"),
				    "Bearer realm=\"tablasd\"");
		answer_fini(&a);
		a = ask_route(route, "tbl_1_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
		answer_expect_problem(&a, 401, "unauthorized");
		assert_non_null(strstr(answer_header(&a, "WWW-Authenticate"),
				       "error=\"invalid_token\""));
		answer_fini(&a);
	}
}

static void names_the_scope(const struct answer *a, const char *word)
{
	char part[64];

	answer_expect_problem(a, 403, "insufficient-scope");
	assert_string_equal(answer_string(a, "scope"), word);
	snprintf(part, sizeof part, "error=\"insufficient_scope\", scope=\"%s\"", word);
	assert_non_null(strstr(answer_header(a, "WWW-Authenticate"), part));
}

static void every_scope_opens_its_own_routes_and_no_other(void **state)
{
	(void)state;
	for (size_t i = 0; i < every_route_n; i++) {
		const struct some_route *route = &every_route[i];

		for (size_t s = 0; s < SCOPES_N && route->scope; s++) {
			struct answer a;

			if (!(route->scope >> s & 1))
				continue;
			a = ask_route(route, but[s]);
			names_the_scope(&a, scope_words[s]);
			answer_fini(&a);
			a = ask_route(route, only[s]);
			if (a.status == 401 || strstr(a.body, "insufficient-scope"))
				fail_msg("%s %s with %s: %s", route->method, route->pattern,
					 scope_words[s], a.body);
			answer_fini(&a);
		}
	}
}

static void to_make_a_token_with_another_takes_the_scope_account(void **state)
{
	struct answer a;

	(void)state;
	answer_refused(http_ask(&club.http, "POST", "/v1/tokens", NULL, "{}"), 401,
		       "unauthorized");
	answer_refused(http_ask(&club.http, "POST", "/v1/tokens", NULL,
				"{\"scopes\": [\"games:read\"]}"),
		       401, "unauthorized");
	for (size_t s = 0; s < SCOPES_N; s++) {
		if (strcmp(scope_words[s], "account") != 0)
			continue;
		a = http_ask(&club.http, "POST", "/v1/tokens", but[s], "{}");
		names_the_scope(&a, "account");
		answer_fini(&a);
		/* whatever it asks for */
		a = http_ask(&club.http, "POST", "/v1/tokens", but[s],
			     "{\"scopes\": [\"account\"]}");
		names_the_scope(&a, "account");
		answer_fini(&a);
		a = http_ask(&club.http, "POST", "/v1/tokens", only[s],
			     "{\"scopes\": [\"account\", \"admin\"]}");
		names_the_scope(&a, "admin");
		assert_string_equal(answer_string(&a, "pointer"), "/scopes/1");
		answer_fini(&a);
		a = http_ask(&club.http, "POST", "/v1/tokens", only[s], "{}");
		answer_expect(&a, 201);
		assert_int_equal(json_array_size(answer_at(&a, "scopes")), 1);
		answer_fini(&a);
	}
}

/* ---- tokens that are none
 * --------------------------------------------------------------------- */

static void a_token_of_any_other_length_is_none(void **state)
{
	char token[200];
	size_t n = strlen(club.ana);

	(void)state;
	answer_done(me(club.ana), 200); /* it is remembered now, and must not help the others */
	for (size_t length = 0; length < n; length++) {
		snprintf(token, sizeof token, "%.*s", (int)length, club.ana);
		answer_refused(me(token), 401, "unauthorized");
	}
	for (const char *c = "A_=.-0"; *c; c++) {
		snprintf(token, sizeof token, "%s%c", club.ana, *c);
		answer_refused(me(token), 401, "unauthorized");
		snprintf(token, sizeof token, "%c%s", *c, club.ana);
		answer_refused(me(token), 401, "unauthorized");
	}
	answer_done(me(club.ana), 200);
}

static void no_letter_of_a_token_can_be_another(void **state)
{
	char token[128];

	(void)state;
	answer_done(me(club.ana), 200);
	for (size_t i = 0; club.ana[i]; i++) {
		snprintf(token, sizeof token, "%s", club.ana);
		token[i] = token[i] == 'x' ? 'y' : 'x';
		answer_refused(me(token), 401, "unauthorized");
	}
	/* the last letter has bits to spare: those must be zero */
	for (const char *c = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
	     *c; c++) {
		snprintf(token, sizeof token, "%s", club.ana);
		if (token[strlen(token) - 1] == *c)
			continue;
		token[strlen(token) - 1] = *c;
		answer_refused(me(token), 401, "unauthorized");
	}
}

static void the_number_of_one_with_the_secret_of_another_opens_nothing(void **state)
{
	char forged[160];

	(void)state;
	for (int remembered = 0; remembered < 2; remembered++) {
		const char *a = strchr(club.ana + 4, '_'), *b = strchr(club.ben + 4, '_');

		snprintf(forged, sizeof forged, "%.*s%s", (int)(b - club.ben), club.ben, a);
		answer_refused(me(forged), 401, "unauthorized");
		snprintf(forged, sizeof forged, "%.*s%s", (int)(a - club.ana), club.ana, b);
		answer_refused(me(forged), 401, "unauthorized");
		answer_done(me(club.ana), 200);
		answer_done(me(club.ben), 200);
	}
}

static void the_same_number_in_other_words_is_none(void **state)
{
	const char *rest = strchr(club.ana + 4, '_');
	int number = atoi(club.ana + 4);
	static const char *const before[] = {"tbl_0", "tbl_00", "tbl_+", "tbl_ ", "tbl_-",
					     "TBL_",  "inv_",	"tbl",	 "tbl__"};
	char token[160];

	(void)state;
	for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
		snprintf(token, sizeof token, "%s%d%s", before[i], number, rest);
		answer_refused(me(token), 401, "unauthorized");
	}
	snprintf(token, sizeof token, "tbl_%d.0%s", number, rest);
	answer_refused(me(token), 401, "unauthorized");
	assert_true(number <= 3); /* so that this is 2^64 more */
	snprintf(token, sizeof token, "tbl_1844674407370955161%d%s", 6 + number, rest);
	answer_refused(me(token), 401, "unauthorized");
}

static void only_the_scheme_bearer_is_a_key(void **state)
{
	static const char *const good[] = {"Authorization: Bearer ", "authorization: bearer ",
					   "Authorization: BEARER   "};
	static const char *const bad[] = {
		"Authorization: Basic ",    "Authorization: ",
		"Authorization: Bearer",    "Authorization: Token ",
		"Authorization: Bearer \"", "Authorization: Bearer x, Bearer ",
		"X-Authorization: Bearer ", "Cookie: token="};
	char field[256];

	(void)state;
	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		snprintf(field, sizeof field, "%s%s", good[i], club.ana);
		answer_done(me_by(field), 200);
	}
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		snprintf(field, sizeof field, "%s%s", bad[i], club.ana);
		answer_refused(me_by(field), 401, "unauthorized");
	}
	answer_refused(me_by("Authorization: Bearer "), 401, "unauthorized");
	answer_refused(me_by("Authorization: Bearer"), 401, "unauthorized");
}

static void an_address_is_no_place_for_a_token(void **state)
{
	static const char *const names[] = {"access_token", "token", "authorization", "bearer"};

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		char path[256];

		snprintf(path, sizeof path, "/v1/accounts/me?%s=%s", names[i], club.ana);
		answer_refused(http_ask(&club.http, "GET", path, NULL, NULL), 401,
			       "unauthorized");
	}
}

/* ---- tokens that are no more
 * ------------------------------------------------------------------- */

static void mint(const char *maker, const char *body, char token[128], long long *number)
{
	struct answer a = http_ask(&club.http, "POST", "/v1/tokens", maker, "%s", body);

	answer_expect(&a, 201);
	snprintf(token, 128, "%s", answer_string(&a, "token"));
	*number = answer_int(&a, "number");
	answer_fini(&a);
}

static void say(int fd, const char *method, const char *path, const char *token)
{
	char text[512];

	snprintf(text, sizeof text,
		 "%s %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n\r\n", method, path,
		 token);
	assert_true(wire_say(fd, text));
}

static long hear(int fd)
{
	struct answer a = wire_hear(fd, PATIENCE, false);
	long status = a.status;

	answer_fini(&a);
	return status;
}

/* Readers that are at work while it is revoked bring it back into no cache. */
static void whoever_was_told_that_a_token_is_revoked_never_sees_it_work_again(void **state)
{
	int writer = wire_open(club.daemon.port), reader = wire_open(club.daemon.port);

	(void)state;
	for (int round = 0; round < 60; round++) {
		char token[128], path[64];
		long long number;

		mint(club.ana, "{}", token, &number);
		snprintf(path, sizeof path, "/v1/tokens/%lld", number);
		for (int i = 0; i < 5; i++)
			say(reader, "GET", "/v1/accounts/me", token);
		say(writer, "DELETE", path, club.ana);
		for (int i = 0; i < 5; i++)
			say(reader, "GET", "/v1/accounts/me", token);
		assert_int_equal(hear(writer), 204);
		say(reader, "GET", "/v1/accounts/me", token);
		for (int i = 0; i < 10; i++) {
			long status = hear(reader);

			assert_true(status == 200 || status == 401);
		}
		assert_int_equal(hear(reader), 401);
	}
	close(writer);
	close(reader);
}

static void a_token_revoked_in_one_breath_does_not_serve_the_next(void **state)
{
	int fd = wire_open(club.daemon.port);

	(void)state;
	for (int round = 0; round < 20; round++) {
		char token[128], all[1600];
		long long number;

		mint(club.ana, "{}", token, &number);
		snprintf(all, sizeof all,
			 "GET /v1/accounts/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer "
			 "%s\r\n\r\n"
			 "DELETE /v1/tokens/current HTTP/1.1\r\nHost: x\r\nAuthorization: "
			 "Bearer "
			 "%s\r\n\r\n"
			 "GET /v1/accounts/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer "
			 "%s\r\n\r\n",
			 token, token, token);
		assert_true(wire_say(fd, all));
		assert_int_equal(hear(fd), 200);
		assert_int_equal(hear(fd), 204);
		assert_int_equal(hear(fd), 401);
	}
	close(fd);
}

static void in_an_instant(long seconds, char text[32])
{
	time_t at = time(NULL) + seconds;
	struct tm tm;

	strftime(text, 32, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&at, &tm));
}

static void a_token_expires_while_it_is_being_used(void **state)
{
	char token[128], body[64], at[32];
	struct answer a;

	(void)state;
	/* Soon; and later where the machine is so slow that it is over before it is heard. */
	for (long seconds = 2;; seconds *= 2) {
		in_an_instant(seconds, at);
		snprintf(body, sizeof body, "{\"expires\": \"%s\"}", at);
		a = http_ask(&club.http, "POST", "/v1/tokens", club.ana, "%s", body);
		if (a.status == 201)
			break;
		answer_refused(a, 400, "invalid-value");
		assert_true(seconds < 16);
	}
	snprintf(token, sizeof token, "%s", answer_string(&a, "token"));
	answer_fini(&a);
	for (int i = 0;; i++) {
		a = me(token);
		if (a.status != 200)
			break;
		answer_fini(&a);
		assert_true(i < 3000);
		usleep(10000);
	}
	answer_expect_problem(&a, 401, "unauthorized");
	answer_fini(&a);
}

static void a_token_cannot_make_one_that_outlives_it(void **state)
{
	char small[128], child[128], soon[32], later[32], body[96];
	long long number;
	struct answer a;

	(void)state;
	in_an_instant(3600, soon);
	in_an_instant(7200, later);
	snprintf(body, sizeof body, "{\"expires\": \"%s\"}", soon);
	mint(club.ana, body, small, &number);
	a = http_ask(&club.http, "POST", "/v1/tokens", small, "{\"expires\": \"%s\"}", later);
	answer_expect_problem(&a, 400, "invalid-value");
	assert_string_equal(answer_string(&a, "pointer"), "/expires");
	answer_fini(&a);
	/* without a word about it, it ends with its maker */
	a = http_ask(&club.http, "POST", "/v1/tokens", small, "{}");
	answer_expect(&a, 201);
	assert_memory_equal(answer_string(&a, "expires"), soon, 19);
	snprintf(child, sizeof child, "%s", answer_string(&a, "token"));
	answer_fini(&a);
	a = http_ask(&club.http, "POST", "/v1/tokens", child, "{\"expires\": null}");
	answer_expect(&a, 201);
	assert_memory_equal(answer_string(&a, "expires"), soon, 19);
	answer_fini(&a);
	in_an_instant(60, soon);
	answer_done(http_ask(&club.http, "POST", "/v1/tokens", small, "{\"expires\": \"%s\"}",
			     soon),
		    201);
}

static void what_is_no_instant_to_come_is_no_expiry(void **state)
{
	static const char *const bad[] = {"\"2000-01-01T00:00:00Z\"",
					  "\"soon\"",
					  "\"\"",
					  "0",
					  "4102444800",
					  "true",
					  "\"2026-13-01T00:00:00Z\"",
					  "\"P3D\"",
					  "[]",
					  "{}",
					  "\"9999-12-31T23:59:61Z\"",
					  "\"2100-01-01\""};

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct answer a = http_ask(&club.http, "POST", "/v1/tokens", club.ana,
					   "{\"expires\": %s}", bad[i]);

		answer_expect_problem(&a, 400, "invalid-value");
		assert_string_equal(answer_string(&a, "pointer"), "/expires");
		answer_fini(&a);
	}
}

#define TEST(name)	cmocka_unit_test_setup_teardown(name, setup, club_close)
#define TEST_KEYS(name) cmocka_unit_test_setup_teardown(name, setup_keys, club_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(no_route_that_asks_for_a_scope_opens_without_a_token),
		TEST_KEYS(every_scope_opens_its_own_routes_and_no_other),
		TEST_KEYS(to_make_a_token_with_another_takes_the_scope_account),
		TEST(a_token_of_any_other_length_is_none),
		TEST(no_letter_of_a_token_can_be_another),
		TEST(the_number_of_one_with_the_secret_of_another_opens_nothing),
		TEST(the_same_number_in_other_words_is_none),
		TEST(only_the_scheme_bearer_is_a_key),
		TEST(an_address_is_no_place_for_a_token),
		TEST(whoever_was_told_that_a_token_is_revoked_never_sees_it_work_again),
		TEST(a_token_revoked_in_one_breath_does_not_serve_the_next),
		TEST(a_token_expires_while_it_is_being_used),
		TEST(a_token_cannot_make_one_that_outlives_it),
		TEST(what_is_no_instant_to_come_is_no_expiry),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
