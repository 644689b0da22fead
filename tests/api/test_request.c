/*
 * test_request.c - what handlers are told of a request, without a connection.
 */
#include "api/exchange.h"
#include "daemon/config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct config config;
static struct server *server;
static struct exchange x;
static struct reply reply;

static int setup_all(void **state)
{
	(void)state;
	server = calloc(1, sizeof *server);
	assert_non_null(server);
	server->config = &config;
	memset(server->cursor_key, 3, sizeof server->cursor_key);
	return secrets_init();
}

static int teardown_all(void **state)
{
	(void)state;
	free(server);
	return 0;
}

static int setup(void **state)
{
	(void)state;
	memset(&x, 0, sizeof x);
	memset(&reply, 0, sizeof reply);
	x.server = server;
	x.request.server = server;
	x.request.private = &x;
	x.request.method = "POST";
	x.request.path = "/v1/games";
	strcpy(x.request.id, "test-1");
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	json_decref(x.request.json);
	reply_drop(&reply);
	return 0;
}

/* As if the query had been read. */
static void query(const char *text, ...)
{
	va_list pairs;
	const char *name;

	x.query = text;
	x.params_n = 0;
	va_start(pairs, text);
	while ((name = va_arg(pairs, const char *)))
		x.params[x.params_n++] = (struct param){name, va_arg(pairs, const char *)};
	va_end(pairs);
}

static void body(const char *text)
{
	json_decref(x.request.json);
	x.request.json = json_loads(text, 0, NULL);
	assert_non_null(x.request.json);
}

/* The reply is this problem, whose member `name` (if any) has this text. */
static void refused(enum refusal refusal, const char *name, const char *text)
{
	json_t *problem = json_loads(reply.body, 0, NULL);

	assert_int_equal(reply.status, refusal_status(refusal));
	assert_string_equal(reply.type, "application/problem+json");
	assert_non_null(strstr(json_string_value(json_object_get(problem, "type")),
			       refusal_slug(refusal)));
	if (name)
		assert_string_equal(json_string_value(json_object_get(problem, name)), text);
	json_decref(problem);
	reply_drop(&reply);
}

/* ---- routes ------------------------------------------------------------------------ */

static void every_route_finds_itself(void **state)
{
	(void)state;
	for (size_t i = 0; i < ROUTES_N; i++) {
		char path[256] = "", allow[64], args[REQUEST_ARGS_MAX][128];
		const struct route *route = NULL;
		size_t n = 0;

		for (const char *p = routes[i].path; *p; p++) { /* {name} becomes ab%20c */
			if (*p == '{') {
				memcpy(path + n, "ab%20c", 6);
				n += 6;
				p = strchr(p, '}');
			} else {
				path[n++] = *p;
			}
		}
		assert_int_equal(route_match(routes[i].method, path, &route, args, allow),
				 MATCH_FOUND);
		assert_ptr_equal(route, &routes[i]);
		if (strchr(routes[i].path, '{'))
			assert_string_equal(args[0], "ab c");
	}
}

static void paths_that_only_look_like_a_route_are_not_found(void **state)
{
	const char *paths[] = {"",	     "/",	       "/v1/",	     "//v1",
			       "/v2",	     "/v1/games/",     "/v1/games//plays",
			       "/V1",	     "/v1/games/a/b/c/d/e/f", "v1",
			       "/v1/problems/%zz", "/v1/problems/a%00b", "*"};
	char allow[64], args[REQUEST_ARGS_MAX][128];
	const struct route *route;

	(void)state;
	for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
		assert_int_equal(route_match("GET", paths[i], &route, args, allow), MATCH_NO_PATH);
}

static void a_wrong_method_is_told_the_right_ones(void **state)
{
	char allow[64], args[REQUEST_ARGS_MAX][128];
	const struct route *route;

	(void)state;
	assert_int_equal(route_match("PUT", "/v1/games", &route, args, allow), MATCH_NO_METHOD);
	assert_string_equal(allow, "POST, GET, HEAD, OPTIONS");
}

static void an_escaped_slash_makes_no_new_segment(void **state)
{
	char allow[64], args[REQUEST_ARGS_MAX][128];
	const struct route *route;

	(void)state;
	assert_int_equal(route_match("GET", "/v1/games/a%2Fplays", &route, args, allow),
			 MATCH_FOUND);
	assert_string_equal(route->path, "/v1/games/{id}");
	assert_string_equal(args[0], "a/plays");
}

static void an_argument_that_does_not_fit_is_not_found(void **state)
{
	char path[256] = "/v1/games/", allow[64], args[REQUEST_ARGS_MAX][128];
	const struct route *route;

	(void)state;
	memset(path + 10, 'a', 128);
	assert_int_equal(route_match("GET", path, &route, args, allow), MATCH_NO_PATH);
	path[10 + 127] = '\0';
	assert_int_equal(route_match("GET", path, &route, args, allow), MATCH_FOUND);
}

/* ---- accepting --------------------------------------------------------------------- */

static const char *chosen(const char *accept)
{
	static const char *const offered[] = {"application/json", "text/plain; charset=utf-8",
					      "image/svg+xml", NULL};
	const char *type;

	x.accept = accept;
	type = request_accepts(&x.request, offered);
	return type ? type : "none";
}

static void what_is_preferred_is_chosen(void **state)
{
	(void)state;
	assert_string_equal(chosen(NULL), "application/json");
	assert_string_equal(chosen("*/*"), "application/json");
	assert_string_equal(chosen("text/plain"), "text/plain; charset=utf-8");
	assert_string_equal(chosen("text/*;q=0.5, image/svg+xml;q=0.4"),
			    "text/plain; charset=utf-8");
	assert_string_equal(chosen("application/json;q=0.1,image/*"), "image/svg+xml");
	assert_string_equal(chosen("text/html, application/xhtml+xml, */*;q=0.8"),
			    "application/json");
	assert_string_equal(chosen("TEXT/PLAIN ; q=1"), "text/plain; charset=utf-8");
}

static void what_is_not_accepted_is_not_chosen(void **state)
{
	(void)state;
	assert_string_equal(chosen("text/html"), "none");
	assert_string_equal(chosen("application/json;q=0"), "none");
	assert_string_equal(chosen("*/*, application/json;q=0"), "text/plain; charset=utf-8");
	assert_string_equal(chosen(",;;=,q=/"), "none");
}

/* ---- members ----------------------------------------------------------------------- */

static void an_unknown_member_is_named_and_pointed_to(void **state)
{
	static const char *const known[] = {"ply", "moves", NULL};

	(void)state;
	body("{\"ply\": 1, \"mo~ves/x\": []}");
	assert_false(request_members(&x.request, x.request.json, "/seats/0", known, &reply));
	refused(UNKNOWN_MEMBER, "pointer", "/seats/0/mo~0ves~1x");
	body("{\"ply\": 1, \"moves\": []}");
	assert_true(request_members(&x.request, x.request.json, "", known, &reply));
	assert_true(request_members(&x.request, NULL, "", known, &reply));
}

static void members_of_another_type_or_size_are_refused(void **state)
{
	const char *text = "as it was";
	int64_t number = 5;
	bool flag = true;

	(void)state;
	body("{\"s\": \"abc\", \"n\": 7, \"r\": 7.0, \"b\": false, \"z\": null}");
	assert_true(request_string(&x.request, "s", true, 3, &text, &reply));
	assert_string_equal(text, "abc");
	assert_false(request_string(&x.request, "s", true, 2, &text, &reply));
	refused(INVALID_VALUE, "pointer", "/s");
	assert_false(request_string(&x.request, "n", false, 9, &text, &reply));
	refused(INVALID_VALUE, "member", "n");
	assert_true(request_int(&x.request, "n", true, 7, 7, &number, &reply));
	assert_int_equal(number, 7);
	assert_false(request_int(&x.request, "n", true, 8, 9, &number, &reply));
	refused(INVALID_VALUE, "member", "n");
	assert_false(request_int(&x.request, "r", true, 0, 9, &number, &reply));
	refused(INVALID_VALUE, "member", "r");
	assert_true(request_bool(&x.request, "b", true, &flag, &reply));
	assert_false(flag);
	assert_false(request_bool(&x.request, "s", true, &flag, &reply));
	refused(INVALID_VALUE, "member", "s");
}

static void an_absent_member_is_missed_only_where_it_is_needed(void **state)
{
	const char *text = "as it was";

	(void)state;
	body("{\"z\": null}");
	assert_true(request_string(&x.request, "z", false, 9, &text, &reply));
	assert_string_equal(text, "as it was");
	assert_false(request_string(&x.request, "z", true, 9, &text, &reply));
	refused(MISSING_MEMBER, "pointer", "/z");
}

/* ---- which ply --------------------------------------------------------------------- */

static void the_ply_comes_from_the_body_or_from_if_match(void **state)
{
	uint64_t ply = 0;

	(void)state;
	body("{\"ply\": 41}");
	assert_true(request_ply(&x.request, &ply, &reply));
	assert_int_equal(ply, 41);
	body("{}");
	x.if_match = "\"42\"";
	assert_true(request_ply(&x.request, &ply, &reply));
	assert_int_equal(ply, 42);
	x.if_match = " W/\"43\"";
	assert_true(request_ply(&x.request, &ply, &reply));
	assert_int_equal(ply, 43);
}

/* Whichever of the two were believed, a command could be done that the other forbids. */
static void two_plies_that_differ_are_no_ply(void **state)
{
	uint64_t ply = 0;

	(void)state;
	body("{\"ply\": 41}");
	x.if_match = "\"41\"";
	assert_true(request_ply(&x.request, &ply, &reply));
	assert_int_equal(ply, 41);
	x.if_match = "*";
	assert_true(request_ply(&x.request, &ply, &reply));
	assert_int_equal(ply, 41);
	x.if_match = "\"40\"";
	assert_false(request_ply(&x.request, &ply, &reply));
	refused(INVALID_VALUE, "member", "ply");
	x.if_match = "\"x\"";
	assert_false(request_ply(&x.request, &ply, &reply));
	refused(INVALID_VALUE, NULL, NULL);
}

static void without_a_ply_there_is_no_command(void **state)
{
	uint64_t ply;

	(void)state;
	body("{}");
	assert_false(request_ply(&x.request, &ply, &reply));
	refused(PRECONDITION_NEEDED, NULL, NULL);
	x.if_match = "*";
	assert_false(request_ply(&x.request, &ply, &reply));
	refused(INVALID_VALUE, NULL, NULL);
	body("{\"ply\": -1}");
	assert_false(request_ply(&x.request, &ply, &reply));
	refused(INVALID_VALUE, "member", "ply");
}

/* ---- pages ------------------------------------------------------------------------- */

/* The cursor of the link that follows after `last`. */
static const char *next_cursor(int64_t last)
{
	static char cursor[64];
	char *at;

	memset(&reply, 0, sizeof reply);
	reply_next(&x.request, &reply, last);
	at = strstr(reply.link, "cursor=");
	assert_non_null(at);
	assert_non_null(strstr(at, ">; rel=\"next\""));
	snprintf(cursor, sizeof cursor, "%.*s", (int)strcspn(at + 7, ">"), at + 7);
	return cursor;
}

static void a_cursor_leads_on_whatever_the_limit(void **state)
{
	int64_t after = 0;

	(void)state;
	query("state=open&limit=5", "state", "open", "limit", "5", NULL);
	const char *cursor = next_cursor(123456789012);

	query("", "limit", "7", "cursor", cursor, "state", "open", NULL);
	assert_true(request_cursor(&x.request, &after, &reply));
	assert_int_equal(after, 123456789012);
}

static void the_link_keeps_the_query_and_drops_the_old_cursor(void **state)
{
	(void)state;
	query("a=1&cursor=00&b=%20x&", NULL);
	next_cursor(7);
	assert_non_null(strstr(reply.link, "</v1/games?a=1&b=%20x&cursor="));
	assert_null(strstr(reply.link, "cursor=00&"));
}

static void a_cursor_of_another_list_is_refused(void **state)
{
	int64_t after;

	(void)state;
	query("state=open", "state", "open", NULL);
	const char *cursor = next_cursor(9);

	query("", "state", "over", "cursor", cursor, NULL);
	assert_false(request_cursor(&x.request, &after, &reply));
	refused(INVALID_CURSOR, NULL, NULL);
	query("", "state", "open", "cursor", cursor, NULL);
	x.request.path = "/v1/accounts";
	assert_false(request_cursor(&x.request, &after, &reply));
	refused(INVALID_CURSOR, NULL, NULL);
	x.request.path = "/v1/games";
	x.request.account = 1001;
	assert_false(request_cursor(&x.request, &after, &reply));
	refused(INVALID_CURSOR, NULL, NULL);
	x.request.account = 0;
	assert_true(request_cursor(&x.request, &after, &reply));
}

static void a_cursor_with_any_digit_changed_is_refused(void **state)
{
	char cursor[64];
	int64_t after;

	(void)state;
	snprintf(cursor, sizeof cursor, "%s", next_cursor(9));
	for (size_t i = 0; cursor[i]; i++) {
		char was = cursor[i];

		cursor[i] = was == '0' ? '1' : '0';
		query("", "cursor", cursor, NULL);
		assert_false(request_cursor(&x.request, &after, &reply));
		assert_int_equal(after, 0);
		refused(INVALID_CURSOR, NULL, NULL);
		cursor[i] = was;
	}
}

static void a_limit_is_a_whole_number_within_bounds(void **state)
{
	const char *bad[] = {"0", "201", "-1", "x", "", "1e2", "99999999999999999999"};
	size_t limit = 0;

	(void)state;
	assert_true(request_limit(&x.request, &limit, &reply));
	assert_int_equal(limit, 50);
	query("", "limit", "200", NULL);
	assert_true(request_limit(&x.request, &limit, &reply));
	assert_int_equal(limit, 200);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		query("", "limit", bad[i], NULL);
		assert_false(request_limit(&x.request, &limit, &reply));
		refused(INVALID_VALUE, NULL, NULL);
	}
}

/* ---- instants ---------------------------------------------------------------------- */

static void instants_are_read_in_any_offset(void **state)
{
	const struct {
		const char *text;
		int64_t ms;
	} known[] = {
		{"1970-01-01T00:00:00Z", 0},
		{"2023-06-30T23:59:59Z", 1688169599000},
		{"2026-11-30T09:00:00.123Z", 1796029200123},
		{"2026-11-30T10:00:00.1239+01:00", 1796029200123},
		{"2026-11-30T10:00:00 01:00", 1796029200000}, /* the plus was not escaped */
		{"2026-11-30t04:30:00.5-04:30", 1796029200500},
		{"2000-02-29T00:00:00Z", 951782400000},
		{"0001-01-01T00:00:00Z", -62135596800000},
	};

	(void)state;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		int64_t ms = 1;

		assert_true(time_read(known[i].text, &ms));
		assert_int_equal(ms, known[i].ms);
	}
}

static void what_is_no_instant_is_refused(void **state)
{
	const char *bad[] = {"",
			     "2026-11-30",
			     "2026-11-30T09:00Z",
			     "2026-11-30T09:00:00",
			     "2026-13-30T09:00:00Z",
			     "2026-02-29T09:00:00Z",
			     "1900-02-29T09:00:00Z",
			     "2026-11-31T09:00:00Z",
			     "2026-11-30T24:00:00Z",
			     "2026-11-30T09:60:00Z",
			     "2026-11-30T09:00:00.Z",
			     "2026-11-30T09:00:00Zx",
			     "2026-11-30T09:00:00+24:00",
			     "0000-01-01T00:00:00Z",
			     "+026-11-30T09:00:00Z"};
	int64_t ms;

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		assert_false(time_read(bad[i], &ms));
}

/* ---- keys -------------------------------------------------------------------------- */

static void a_key_is_the_same_with_quotes_and_without(void **state)
{
	char key[256], longer[300];

	(void)state;
	assert_true(idempotency_key("\"a b\"", key));
	assert_string_equal(key, "a b");
	assert_true(idempotency_key("a-b ", key));
	assert_string_equal(key, "a-b");
	assert_false(idempotency_key("", key));
	assert_false(idempotency_key("\"\"", key));
	assert_false(idempotency_key("a\x01", key));
	assert_false(idempotency_key("\xc3\xa9", key));
	memset(longer, 'k', sizeof longer);
	longer[255] = '\0';
	assert_true(idempotency_key(longer, key));
	longer[255] = 'k';
	longer[256] = '\0';
	assert_false(idempotency_key(longer, key));
}

static void the_fingerprint_covers_key_method_path_query_and_body(void **state)
{
	unsigned char first[32], other[32];
	char text[] = "{}", another[] = "{ }";

	(void)state;
	x.request.body = text;
	x.request.body_n = 2;
	idempotency_fingerprint(&x.request, "key", first);
	idempotency_fingerprint(&x.request, "key", other);
	assert_memory_equal(first, other, 32);
	idempotency_fingerprint(&x.request, "kez", other);
	assert_memory_not_equal(first, other, 32);
	x.request.method = "DELETE";
	idempotency_fingerprint(&x.request, "key", other);
	assert_memory_not_equal(first, other, 32);
	x.request.method = "POST";
	x.request.path = "/v1/gamez";
	idempotency_fingerprint(&x.request, "key", other);
	assert_memory_not_equal(first, other, 32);
	x.request.path = "/v1/games";
	x.query = "validate_only=true";
	idempotency_fingerprint(&x.request, "key", other);
	assert_memory_not_equal(first, other, 32);
	x.query = NULL;
	x.request.body = another;
	x.request.body_n = 3;
	idempotency_fingerprint(&x.request, "key", other);
	assert_memory_not_equal(first, other, 32);
}

#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		T(every_route_finds_itself),
		T(paths_that_only_look_like_a_route_are_not_found),
		T(a_wrong_method_is_told_the_right_ones),
		T(an_escaped_slash_makes_no_new_segment),
		T(an_argument_that_does_not_fit_is_not_found),
		T(what_is_preferred_is_chosen),
		T(what_is_not_accepted_is_not_chosen),
		T(an_unknown_member_is_named_and_pointed_to),
		T(members_of_another_type_or_size_are_refused),
		T(an_absent_member_is_missed_only_where_it_is_needed),
		T(the_ply_comes_from_the_body_or_from_if_match),
		T(two_plies_that_differ_are_no_ply),
		T(without_a_ply_there_is_no_command),
		T(a_cursor_leads_on_whatever_the_limit),
		T(the_link_keeps_the_query_and_drops_the_old_cursor),
		T(a_cursor_of_another_list_is_refused),
		T(a_cursor_with_any_digit_changed_is_refused),
		T(a_limit_is_a_whole_number_within_bounds),
		T(instants_are_read_in_any_offset),
		T(what_is_no_instant_is_refused),
		T(a_key_is_the_same_with_quotes_and_without),
		T(the_fingerprint_covers_key_method_path_query_and_body),
	};

	return cmocka_run_group_tests(tests, setup_all, teardown_all);
}
