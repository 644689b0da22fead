/*
 * test_requests.c - every route, sent every wrong body and number.
 */
#include "tests/api/visitor.h"
#include "tests/api/wire.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

static int setup(void **state)
{
	static const char *const flags[] = {NULL};

	(void)state;
	visitor_open(flags);
	return 0;
}

/* ---- bodies ----------------------------------------------------------------------------- */

static void no_route_reads_what_is_no_object(void **state)
{
	static const struct {
		const char *text;
		size_t n;
	} bad[] = {
		{" ", 1},
		{"[]", 2},
		{"3", 1},
		{"null", 4},
		{"nul", 3},
		{"\"{}\"", 4},
		{"{", 1},
		{"}", 1},
		{"{]", 2},
		{"{}{}", 4},
		{"{} x", 4},
		{"{\"a\"}", 5},
		{"{\"a\":}", 6},
		{"{\"a\":1,}", 8},
		{"{a:1}", 5},
		{"{'a':1}", 7},
		{"{\"a\":01}", 8},
		{"{\"a\":+1}", 8},
		{"{\"a\":.5}", 8},
		{"{\"a\":NaN}", 9},
		{"{\"a\":1 \"b\":2}", 13},
		{"{\"a\":1}\0", 8},
		{"\0{\"a\":1}", 8},
		{"{\"a\0b\":1}", 9},
		{"{\"\\u0000\":1}", 12},
		{"{\"a\":\"\xff\"}", 9},
		{"{\"\xc3(\":1}", 8},
		{"{\"a\":\"\xc0\xaf\"}", 10},
		{"{\"a\":\"\xed\xa0\x80\"}", 11},
		{"{\"a\":\"\\ud800\"}", 14},
		{"{\"a\":\"\n\"}", 9},
		{"\xef\xbb\xbf{}", 5},
		{"/* */{}", 7},
		{"{\"a\":1,\"a\":1}", 13},
		{"{\"a\":{\"b\":1,\"b\":2}}", 19},
	};

	(void)state;
	for (size_t i = 0; i < every_route_n; i++) {
		const struct some_route *route = &every_route[i];
		char path[PATH_MAX_HERE];

		if (!route_reads(route))
			continue;
		route_path(route, club.game, true, path);
		for (size_t j = 0; j < COUNT(bad); j++)
			visitor_refused(visitor_send(visitor, route->method, path,
						     "application/json", bad[j].text, bad[j].n),
					400, "malformed-json");
		if (!(route->flags & ROUTE_BODY_OPTIONAL))
			visitor_refused(visitor_send(visitor, route->method, path,
						     "application/json", "", 0),
					400, "malformed-json");
	}
	visitor_changed_nothing();
}

static void every_route_names_the_member_it_does_not_know(void **state)
{
	static const struct {
		const char *text, *member, *pointer;
	} bad[] = {
		{"{\"nonsense\": 1}", "nonsense", "/nonsense"},
		{"{\"\": 1}", "", "/"},
		{"{\"a/b~c\": null}", "a/b~c", "/a~1b~0c"},
		{"{\"</svg>\\u00e9\\n\": {}}", "</svg>\xc3\xa9\n", "/<~1svg>\xc3\xa9\n"},
		{"{\"__proto__\": {}}", "__proto__", "/__proto__"},
	};

	(void)state;
	for (size_t i = 0; i < every_route_n; i++) {
		const struct some_route *route = &every_route[i];
		char path[PATH_MAX_HERE];

		if (!route_reads(route))
			continue;
		route_path(route, club.game, true, path);
		for (size_t j = 0; j < COUNT(bad); j++) {
			struct answer a =
				visitor_send(visitor, route->method, path, "application/json",
					     bad[j].text, strlen(bad[j].text));

			answer_expect_problem(&a, 400, "unknown-member");
			assert_string_equal(answer_string(&a, "member"), bad[j].member);
			assert_string_equal(answer_string(&a, "pointer"), bad[j].pointer);
			answer_fini(&a);
		}
	}
	visitor_changed_nothing();
}

static void no_route_reads_another_kind_of_body(void **state)
{
	static const char *const bad[] = {"text/plain",
					  "application/x-www-form-urlencoded",
					  "multipart/form-data; boundary=x",
					  "application/jsonp",
					  "application/xml",
					  "text/json",
					  "json",
					  "application/",
					  "application/json-seq",
					  "*/*",
					  NULL};
	static const char *const good[] = {
		"application/json", "APPLICATION/JSON", "application/json;charset=utf-8",
		"application/json ; charset=\"UTF-8\"", "application/vnd.tablas+json"};

	(void)state;
	for (size_t i = 0; i < every_route_n; i++) {
		const struct some_route *route = &every_route[i];
		char path[PATH_MAX_HERE];

		if (!route_reads(route))
			continue;
		route_path(route, club.game, true, path);
		for (size_t j = 0; j < COUNT(bad); j++)
			visitor_refused(visitor_send(visitor, route->method, path, bad[j],
						     "{\"x\": 1}", 8),
					415, "unsupported-media-type");
		for (size_t j = 0; j < COUNT(good); j++)
			visitor_refused(visitor_send(visitor, route->method, path, good[j],
						     "{\"x\": 1}", 8),
					400, "unknown-member");
	}
}

/* Where nobody reads a body it is thrown away, and is never taken for the next request. */
static void a_body_nobody_asked_for_is_thrown_away_whole(void **state)
{
	static const char inner[] = "GET /v1/smuggled HTTP/1.1\r\nHost: x\r\n\r\n";
	static const char next[] = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";

	(void)state;
	for (size_t i = 0; i < every_route_n; i++) {
		const struct some_route *route = &every_route[i];
		char path[PATH_MAX_HERE], text[2048];
		struct answer bare;

		if (route_reads(route))
			continue;
		route_path(route, "0000000000", strcmp(route->method, "GET") == 0, path);
		bare = http_ask(&club.http, route->method, path, visitor, NULL);
		for (int chunked = 0; chunked < 2; chunked++) {
			int fd = wire_open(club.daemon.port);
			int n = snprintf(
				text, sizeof text,
				"%s %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n",
				route->method, path, visitor);

			if (chunked)
				snprintf(text + n, sizeof text - (size_t)n,
					 "Transfer-Encoding: "
					 "chunked\r\n\r\n%zx\r\n%s\r\n0\r\n\r\n%s",
					 sizeof inner - 1, inner, next);
			else
				snprintf(text + n, sizeof text - (size_t)n,
					 "Content-Length: %zu\r\n\r\n%s%s", sizeof inner - 1,
					 inner, next);
			assert_true(wire_say(fd, text));
			struct answer a = wire_hear(fd, PATIENCE, false);

			if (a.status != bare.status)
				fail_msg("%s %s: %ld, with a body %ld", route->method, path,
					 bare.status, a.status);
			answer_fini(&a);
			a = wire_hear(fd, PATIENCE, false);
			answer_expect(&a, 200);
			assert_string_equal(a.body, "ok\n");
			answer_fini(&a);
			shutdown(fd, SHUT_WR);
			assert_true(
				wire_is_closed(fd, PATIENCE)); /* and no third answer */
			close(fd);
		}
		answer_fini(&bare);
	}
}

/* One POST of so many blanks, as a whole or in pieces; whether it was refused and closed. */
static void pour(bool in_pieces, size_t n)
{
	static char piece[0x10000];
	char head[256];
	int fd = wire_open(club.daemon.port);
	struct answer a;

	assert_true(fd >= 0);
	memset(piece, ' ', sizeof piece);
	if (in_pieces)
		snprintf(head, sizeof head, "Transfer-Encoding: chunked");
	else
		snprintf(head, sizeof head, "Content-Length: %zu", n);
	wire_say(fd, "POST /v1/accounts HTTP/1.1\r\nHost: x\r\n"
		     "Content-Type: application/json\r\n");
	wire_say(fd, head);
	wire_say(fd, "\r\n\r\n");
	for (size_t sent = 0; sent < n; sent += sizeof piece) {
		if (in_pieces && !wire_say(fd, "10000\r\n"))
			break;
		if (!wire_send(fd, piece, sizeof piece))
			break;
		if (in_pieces && !wire_say(fd, "\r\n"))
			break;
	}
	if (in_pieces)
		wire_say(fd, "0\r\n\r\n");
	a = wire_hear(fd, PATIENCE, false);
	assert_string_equal(answer_header(&a, "Connection"), "close");
	visitor_refused(a, 413, "body-too-large");
	assert_true(wire_is_closed(fd, PATIENCE));
	close(fd);
}

static void large_bodies_are_refused_close_the_connection_and_take_no_memory(void **state)
{
	long before, after;

	(void)state;
	pour(false, 10 << 20);
	pour(true, 10 << 20);
	before = daemon_resident(&club.daemon);
	for (int i = 0; i < 10; i++) {
		pour(false, 10 << 20);
		pour(true, 10 << 20);
	}
	after = daemon_resident(&club.daemon);
	if (after - before > 8 * 1024) /* KiB: less than one of the twenty */
		fail_msg("%ld KiB before, %ld KiB after", before, after);
}

static void a_body_of_the_largest_size_is_read_and_of_one_byte_more_is_not(void **state)
{
	size_t most = 64 * 1024;
	char *text = malloc(most + 1);

	(void)state;
	assert_non_null(text);
	memset(text, ' ', most + 1);
	memcpy(text, "{\"nonsense\": 1}", 15);
	visitor_refused(
		visitor_send(visitor, "POST", "/v1/games", "application/json", text, most), 400,
		"unknown-member");
	visitor_refused(
		visitor_send(visitor, "POST", "/v1/games", "application/json", text, most + 1),
		413, "body-too-large");
	free(text);
}

static void lists_and_strings_have_bounds(void **state)
{
	static char text[60000], path[128];
	size_t n;

	(void)state;
	snprintf(path, sizeof path, "%s", club_path("/turns"));
	n = (size_t)snprintf(text, sizeof text, "{\"ply\": 1, \"moves\": [\"8/5\"");
	while (n < 50000)
		n += (size_t)snprintf(text + n, sizeof text - n, ",\"8/5\"");
	snprintf(text + n, sizeof text - n, "]}");
	visitor_refused(
		visitor_send(club.ana, "POST", path, "application/json", text, strlen(text)),
		400, "invalid-value");
	n = (size_t)snprintf(text, sizeof text, "{\"ply\": 1, \"moves\": [\"");
	memset(text + n, '8', 50000);
	snprintf(text + n + 50000, sizeof text - n - 50000, "\"]}");
	struct answer a =
		visitor_send(club.ana, "POST", path, "application/json", text, strlen(text));

	visitor_problem(&a, "a long move");
	assert_true(a.body_n < 8192); /* what is wrong is not all said again */
	answer_fini(&a);
	n = (size_t)snprintf(text, sizeof text, "{\"");
	memset(text + n, 'm', 50000);
	snprintf(text + n + 50000, sizeof text - n - 50000, "\": 1}");
	visitor_refused(visitor_send(club.ana, "POST", "/v1/games", "application/json", text,
				     strlen(text)),
			400, "unknown-member");
	visitor_changed_nothing();
}

/* ---- numbers -------------------------------------------------------------------------------
 */

static void a_number_that_is_none_or_out_of_range_is_refused_by_its_name(void **state)
{
	static const char *const bad[] = {
		"-1",	 "1.5",	 "1.0", "1e99",	   "-0.0",
		"\"1\"", "true", "{}",	"[1,2,3]", "9223372036854775807"};
	static const char *const beyond[] = {"9223372036854775808", "-9223372036854775809",
					     "1e999",
					     "100000000000000000000000000000000000000000"};
	static const struct {
		const char *behind, *before, *after, *pointer;
	} numbers[] = {
		{NULL, "{\"ruleset\": \"backgammon\", \"seats\": ", "}", "/seats"},
		{NULL, "{\"ruleset\": \"backgammon\", \"stake\": {\"buy_in\": 9, \"unit\": ",
		 "}}", "/stake/unit"},
		{NULL, "{\"ruleset\": \"backgammon\", \"stake\": {\"buy_in\": ", "}}",
		 "/stake/buy_in"},
		{NULL, "{\"ruleset\": \"backgammon\", \"auto_forced\": ", "}", "/auto_forced"},
		{"/seats", "{\"seat\": ", "}", "/seat"},
		{"/invitations", "{\"seat\": ", "}", "/seat"},
		{"/turns", "{\"moves\": [\"8/5\"], \"ply\": ", "}", "/ply"},
		{"/turns", "{\"moves\": [\"8/5\"], \"ply\": 2, \"seat\": ", "}", "/seat"},
		{"/turns", "{\"ply\": 2, \"moves\": ", "}", "/moves"},
		{"/turns", "{\"ply\": 2, \"moves\": [\"8/5\", ", "]}", "/moves/1"},
		{"/resignation", "{\"ply\": ", "}", "/ply"},
		{"/resignation", "{\"value\": ", "}", "/value"},
		{"/resignation", "{\"seat\": ", "}", "/seat"},
		{"/abort", "{\"ply\": ", "}", "/ply"},
	};
	char path[128];

	(void)state;
	for (size_t i = 0; i < COUNT(numbers); i++) {
		snprintf(path, sizeof path, "%s",
			 numbers[i].behind ? club_path(numbers[i].behind) : "/v1/games");
		for (size_t j = 0; j < COUNT(bad); j++) {
			struct answer a;

			/* what is right here, or a number as good as any other */
			if ((strcmp(bad[j], "true") == 0 &&
			     strstr(numbers[i].pointer, "forced")) ||
			    (strcmp(bad[j], "\"1\"") == 0 &&
			     strstr(numbers[i].pointer, "moves")) ||
			    (strcmp(bad[j], "[1,2,3]") == 0 &&
			     strcmp(numbers[i].pointer, "/moves") == 0) ||
			    (strlen(bad[j]) == 19 && strcmp(numbers[i].pointer, "/ply") == 0))
				continue;
			a = club_post(club.ana, path, "%s%s%s", numbers[i].before, bad[j],
				      numbers[i].after);
			if (a.status != 400 || !answer_has(&a, "pointer"))
				fail_msg("%s %s: %s", path, bad[j], a.body);
			answer_expect_problem(&a, 400, "invalid-value");
			if (strcmp(answer_string(&a, "pointer"), numbers[i].pointer) != 0)
				fail_msg("%s %s: %s", path, bad[j], a.body);
			answer_fini(&a);
		}
		for (size_t j = 0; j < COUNT(beyond); j++)
			visitor_refused(club_post(club.ana, path, "%s%s%s", numbers[i].before,
						  beyond[j], numbers[i].after),
					400, "invalid-value");
	}
	visitor_changed_nothing();
}

static void a_number_in_a_query_is_whole_and_within_its_range(void **state)
{
	static const char *const bad[] = {
		"-1",
		"201",
		"1.5",
		"1e1",
		"x",
		"",
		"%20",
		"+1",
		"1%20",
		"0x10",
		"%D9%A1",
		"1,2",
		"--1",
		"9223372036854775807",
		"9223372036854775808",
		"18446744073709551617",
		"999999999999999999999999999999999999999999999999999999999999999999999999"};
	char paths[9][160];
	size_t n = 0;

	(void)state;
	snprintf(paths[n++], sizeof *paths, "/v1/accounts?limit=");
	snprintf(paths[n++], sizeof *paths, "/v1/tokens?limit=");
	snprintf(paths[n++], sizeof *paths, "/v1/games?limit=");
	snprintf(paths[n++], sizeof *paths, "/v1/accounts/me/entries?limit=");
	snprintf(paths[n++], sizeof *paths, "%s", club_path("/plays?limit="));
	snprintf(paths[n++], sizeof *paths, "%s", club_path("/events?limit="));
	snprintf(paths[n++], sizeof *paths, "%s", club_path("/entries?limit="));
	snprintf(paths[n++], sizeof *paths, "%s", club_path("?format=text&seat="));
	snprintf(paths[n++], sizeof *paths, "%s", club_path("/plays?seat="));
	for (size_t i = 0; i < n; i++) {
		for (size_t j = 0; j < COUNT(bad); j++)
			visitor_refused(club_get(club.ana, "%s%s", paths[i], bad[j]), 400,
					"invalid-value");
	}
	for (size_t i = 0; i < 7; i++)
		visitor_refused(club_get(club.ana, "%s0", paths[i]), 400, "invalid-value");
}

static void the_largest_number_there_is_can_be_asked_for(void **state)
{
	struct answer a = club_get(club.ana, "/v1/ledger/proof?transaction=9223372036854775807");

	(void)state;
	answer_expect_problem(&a, 404, "not-found");
	answer_fini(&a);
}

/* The operator, who sees them all, is not told of transactions in which one stands. */
static void a_transaction_that_is_not_there_is_told_by_who_asks(void **state)
{
	static const char *const numbers[] = {"0", "abc", "-1", "1x", "999999999999999999999",
					      "9223372036854775807"};
	char operator[128];

	(void)state;
	daemon_token(&club.daemon, "operator", "ledger:read,admin", operator);
	for (size_t i = 0; i < COUNT(numbers); i++) {
		struct answer player = club_get(club.ana, "/v1/ledger/transactions/%s", numbers[i]);
		struct answer all = club_get(operator, "/v1/ledger/transactions/%s", numbers[i]);

		answer_expect_problem(&player, 404, "not-found");
		assert_string_equal(answer_string(&player, "detail"),
				    "You stand in no such transaction.");
		answer_fini(&player);
		answer_expect_problem(&all, 404, "not-found");
		assert_string_equal(answer_string(&all, "detail"),
				    "There is no such transaction.");
		answer_fini(&all);
	}
}

/* A misspelt `validate_only` must not have the turn played. */
static void no_route_changes_anything_by_a_query_it_does_not_know(void **state)
{
	static const char *const queries[] = {"nonsense=1", "validate-only=true",
					      "validate_only=true&x", "Withdraw=true", "limit=1"};
	size_t asked = 0;

	(void)state;
	for (size_t i = 0; i < every_route_n; i++) {
		const struct some_route *route = &every_route[i];
		char path[PATH_MAX_HERE], whole[PATH_MAX_HERE + 64];

		if (!(route->flags & ROUTE_WRITES))
			continue;
		route_path(route, club.game, true, path);
		for (size_t j = 0; j < COUNT(queries); j++) {
			struct answer a;

			snprintf(whole, sizeof whole, "%s?%s", path, queries[j]);
			a = visitor_send(route->scope == SCOPE_ADMIN ? club.operator : club.ana,
					 route->method, whole, "application/json", "{}", 2);
			answer_expect_problem(&a, 400, "invalid-value");
			if (!strstr(answer_string(&a, "detail"), "is not known here"))
				fail_msg("%s %s: %s", route->method, whole, a.body);
			answer_fini(&a);
			asked++;
		}
	}
	assert_true(asked > 50);
	visitor_changed_nothing();
}

/* The first of two would be believed here, and the last elsewhere. */
static void what_is_asked_of_a_command_is_asked_once(void **state)
{
	struct answer a;

	(void)state;
	a = http_ask(&club.http, "POST",
		     club_path("/turns?validate_only=false&validate_only=true"), club.ana, "{}");
	answer_expect_problem(&a, 400, "invalid-value");
	assert_non_null(strstr(answer_string(&a, "detail"), "\"validate_only\" came twice"));
	answer_fini(&a);
	visitor_changed_nothing();
}

/* 0 milliseconds since 1970 is an instant, and not the want of one. */
static void before_the_first_second_there_is_nothing(void **state)
{
	static const struct {
		const char *path, *list;
		bool empty;
	} asked[] = {{"/v1/accounts/me/entries?to=1970-01-01T00:00:00Z", "entries", true},
		     {"/v1/accounts/me/entries?to=1969-12-31T23:59:59Z", "entries", true},
		     {"/v1/accounts/me/entries?from=1970-01-01T00:00:00Z", "entries", false},
		     {"/v1/games?until=1970-01-01T00:00:00Z", "games", true},
		     {"/v1/games?since=1970-01-01T00:00:00Z", "games", false}};

	(void)state;
	for (size_t i = 0; i < COUNT(asked); i++) {
		struct answer a = club_get(club.ana, "%s", asked[i].path);

		answer_expect(&a, 200);
		if ((json_array_size(answer_at(&a, asked[i].list)) == 0) != asked[i].empty)
			fail_msg("%s: %s", asked[i].path, a.body);
		answer_fini(&a);
	}
}

static void an_instant_in_a_query_is_one(void **state)
{
	static const char *const bad[] = {"yesterday",
					  "0",
					  "1764489600",
					  "2026-11-30",
					  "2026-02-30T00:00:00Z",
					  "2026-11-30T25:00:00Z",
					  "2026-11-30T09:00:00",
					  "",
					  "%00",
					  "99999-01-01T00:00:00Z"};
	static const char *const where[] = {
		"/v1/games?since=", "/v1/games?until=", "/v1/accounts/me/entries?from=",
		"/v1/accounts/me/entries?to="};

	(void)state;
	for (size_t i = 0; i < COUNT(where); i++) {
		for (size_t j = 0; j < COUNT(bad); j++)
			visitor_refused(club_get(club.ana, "%s%s", where[i], bad[j]), 400,
					"invalid-value");
	}
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, club_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(no_route_reads_what_is_no_object),
		TEST(every_route_names_the_member_it_does_not_know),
		TEST(no_route_reads_another_kind_of_body),
		TEST(a_body_nobody_asked_for_is_thrown_away_whole),
		TEST(large_bodies_are_refused_close_the_connection_and_take_no_memory),
		TEST(a_body_of_the_largest_size_is_read_and_of_one_byte_more_is_not),
		TEST(lists_and_strings_have_bounds),
		TEST(a_number_that_is_none_or_out_of_range_is_refused_by_its_name),
		TEST(a_number_in_a_query_is_whole_and_within_its_range),
		TEST(a_transaction_that_is_not_there_is_told_by_who_asks),
		TEST(the_largest_number_there_is_can_be_asked_for),
		TEST(no_route_changes_anything_by_a_query_it_does_not_know),
		TEST(what_is_asked_of_a_command_is_asked_once),
		TEST(an_instant_in_a_query_is_one),
		TEST(before_the_first_second_there_is_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
