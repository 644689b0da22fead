/*
 * test_heads.c - every route by every wrong address, method and header field.
 */
#define _GNU_SOURCE
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

static int setup_for_all_sites(void **state)
{
	static const char *const flags[] = {"--server.cors_origins=*", NULL};

	(void)state;
	visitor_open(flags);
	return 0;
}

static int setup_talkative(void **state)
{
	static const char *const flags[] = {"--log-level", "debug", NULL};

	(void)state;
	visitor_open(flags);
	return 0;
}

/* ---- addresses
 * ------------------------------------------------------------------------------- */

static void whatever_stands_in_an_address_is_a_name_and_nothing_else(void **state)
{
	static const char *const names[] = {
		"..",
		"%2e%2e",
		"..%2f..%2f..%2fetc%2fpasswd",
		"%2fetc%2fpasswd",
		"a%2fb",
		"%5c..%5c",
		"'%20OR%20'1'='1",
		"%22;DROP%20TABLE%20games;--",
		"%3Cscript%3E",
		"%c3%28",
		"%ff%fe",
		"%ed%a0%80",
		"%0d%0aX:%20y",
		"%25s%25n",
		"-1",
		"9223372036854775808",
		"0",
		"*",
		"%00",
		"a%00b",
		"%",
		"%4",
		"%zz",
		"%u0041",
		"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
		"aaaaaaa"
		"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"};

	(void)state;
	for (size_t i = 0; i < every_route_n; i++) {
		const struct some_route *route = &every_route[i];
		const char *at = strchr(route->pattern, '{');

		for (size_t j = 0; at && j < COUNT(names); j++) {
			char path[512];
			struct answer a;

			/* the rest of the pattern is as good as any other text */
			snprintf(path, sizeof path, "%.*s%s%s", (int)(at - route->pattern),
				 route->pattern, names[j], at + strcspn(at, "}") + 1);
			a = visitor_send(visitor, route->method, path, "application/json",
					 route_reads(route) ? "{}" : NULL,
					 route_reads(route) ? 2 : 0);
			visitor_problem(&a, path);
			answer_fini(&a);
		}
	}
	visitor_changed_nothing();
}

static void no_way_leads_out_of_the_tree(void **state)
{
	static const char *const paths[] = {"/../../etc/passwd",
					    "/v1/../healthz",
					    "/v1/./games",
					    "/v1//games",
					    "//etc/passwd",
					    "/v1/games/../accounts/me",
					    "/v1/openapi.yaml/../../../../etc/passwd",
					    "/%2e%2e/%2e%2e/etc/passwd",
					    "/..%5c..%5cetc%5cpasswd",
					    "/v1/openapi.yaml%00.json",
					    "/v1;/games",
					    "/v1/games;x=1",
					    "/V1/games",
					    "/v1/Games",
					    "/v1/games/",
					    "/v1/games/%20",
					    "/.git/config",
					    "/v1/accounts/me/",
					    "/v1/accounts/me/entries/1",
					    "/%76%31",
					    "/v1%2fgames"};

	(void)state;
	for (size_t i = 0; i < COUNT(paths); i++)
		visitor_refused(club_get(club.ana, "%s", paths[i]), 404, "not-found");
}

static void the_form_of_an_address_that_proxies_use_means_the_same(void **state)
{
	static const char *const texts[] = {
		"GET http://x/v1 HTTP/1.1\r\nHost: x\r\n\r\n",
		"GET HTTP://elsewhere.example:80/v1?x=1 HTTP/1.1\r\nHost: x\r\n\r\n"};

	(void)state;
	for (size_t i = 0; i < COUNT(texts); i++)
		visitor_done(wire_ask(club.daemon.port, texts[i], strlen(texts[i])), 200);
}

static void a_query_that_cannot_be_read_is_refused_and_an_empty_one_is_none(void **state)
{
	static const char *const bad[] = {"?x=%zz", "?%",	"?x=%",	    "?x=%4", "?%00=1",
					  "?x=%00", "?limit=%", "?a=b&%zz", "?%80%"};
	static const char *const good[] = {"?",	     "?&",	 "?&&&&",   "?=",
					   "?x",     "?x=",	 "?=x",	    "?x=y=z",
					   "?x=%ff", "?%20=%20", "?x=1&x=2"};
	char many[256] = "?";

	(void)state;
	for (int i = 0; i < 25; i++)
		strcat(many, "a=1&");
	for (size_t i = 0; i < every_route_n; i++) {
		const struct some_route *route = &every_route[i];
		char path[PATH_MAX_HERE];
		struct answer bare;

		if (strcmp(route->method, "GET") != 0)
			continue;
		route_path(route, club.game, true, path);
		bare = club_get(visitor, "%s", path);
		for (size_t j = 0; j < COUNT(bad); j++)
			visitor_refused(club_get(visitor, "%s%s", path, bad[j]), 400,
					"invalid-value");
		visitor_refused(club_get(visitor, "%s%s", path, many), 400, "invalid-value");
		for (size_t j = 0; j < COUNT(good); j++)
			visitor_done(club_get(visitor, "%s%s", path, good[j]), bare.status);
		answer_fini(&bare);
	}
}

/* ---- methods
 * ----------------------------------------------------------------------------------- */

static bool is_among(const char *list, const char *word)
{
	size_t n = strlen(word);

	for (const char *p = list; (p = strstr(p, word)); p += n) {
		if ((p == list || p[-1] == ' ') && (p[n] == '\0' || p[n] == ','))
			return true;
	}
	return false;
}

static void every_address_tells_the_methods_it_has_and_refuses_others(void **state)
{
	static const char *const methods[] = {"GET",	"POST",	 "PUT",	     "PATCH",
					      "DELETE", "TRACE", "CONNECT",  "QUERY",
					      "get",	"POSTS", "M-SEARCH", "PROPFIND"};

	(void)state;
	for (size_t i = 0; i < every_route_n; i++) {
		char path[PATH_MAX_HERE], allow[128];
		struct answer a;
		size_t told = 1;

		route_path(&every_route[i], club.game, true, path);
		a = http_ask(&club.http, "OPTIONS", path, NULL, NULL);
		answer_expect(&a, 204);
		assert_int_equal(a.body_n, 0);
		snprintf(allow, sizeof allow, "%s", answer_header(&a, "Allow"));
		answer_fini(&a);
		assert_true(is_among(allow, "OPTIONS"));
		assert_int_equal(is_among(allow, "HEAD"), is_among(allow, "GET"));
		for (const char *p = allow; (p = strchr(p, ',')); p++)
			told++;
		size_t has = 1 + is_among(allow, "HEAD");

		for (size_t j = 0; j < every_route_n; j++) {
			if (strcmp(every_route[j].pattern, every_route[i].pattern) != 0)
				continue;
			assert_true(is_among(allow, every_route[j].method));
			has++;
		}
		assert_int_equal(told, has);
		for (size_t j = 0; j < COUNT(methods); j++) {
			if (is_among(allow, methods[j]))
				continue;
			a = http_ask(&club.http, methods[j], path, visitor, NULL);
			answer_expect_problem(&a, 405, "method-not-allowed");
			visitor_problem(&a, path);
			assert_string_equal(answer_header(&a, "Allow"), allow);
			answer_fini(&a);
		}
	}
	visitor_changed_nothing();
}

static void head_is_get_without_its_body_everywhere(void **state)
{
	static const char *const fields[] = {"Content-Type",  "Content-Length", "ETag",
					     "Cache-Control", "Vary",		"Link"};

	(void)state;
	for (size_t i = 0; i < every_route_n; i++) {
		const struct some_route *route = &every_route[i];
		char path[PATH_MAX_HERE], value[512];
		struct answer get, head;

		/* the numbers change with every request */
		if (strcmp(route->method, "GET") != 0 ||
		    strcmp(route->pattern, "/metrics") == 0)
			continue;
		route_path(route, club.game, true, path);
		get = club_get(visitor, "%s", path);
		head = http_ask(&club.http, "HEAD", path, visitor, NULL);
		answer_expect(&head, get.status);
		assert_int_equal(head.body_n, 0);
		for (size_t j = 0; j < COUNT(fields); j++) {
			snprintf(value, sizeof value, "%s", answer_header(&get, fields[j]));
			assert_string_equal(answer_header(&head, fields[j]), value);
		}
		answer_fini(&get);
		answer_fini(&head);
	}
}

/* ---- what is offered
 * ------------------------------------------------------------------------------ */

static void a_game_comes_in_the_kind_that_is_asked_for_or_not_at_all(void **state)
{
	static const struct {
		const char *accept, *type; /* NULL: 406 */
	} asked[] = {
		{"", "application/json"},
		{"*/*", "application/json"},
		{"text/plain", "text/plain; charset=utf-8"},
		{"image/svg+xml", "image/svg+xml"},
		{"image/*", "image/svg+xml"},
		{"text/*;q=0.5, application/json;q=0.4", "text/plain; charset=utf-8"},
		{"application/json;q=0, */*", "text/plain; charset=utf-8"},
		{"application/json;q=0.001", "application/json"},
		{"text/html, */*;q=0.1", "application/json"},
		{"IMAGE/SVG+XML", "image/svg+xml"},
		{"image/png", NULL},
		{"text/html", NULL},
		{"*/*;q=0", NULL},
		{"application/json;q=0", NULL},
		{",,;;q=,=", NULL},
		{"nonsense", NULL},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(asked); i++) {
		char field[128];
		struct answer a;

		snprintf(field, sizeof field, "Accept:%s%s", asked[i].accept[0] ? " " : "",
			 asked[i].accept);
		http_header(&club.http, field);
		a = club_get(club.ana, "%s", club_path(""));
		if (asked[i].type) {
			answer_expect(&a, 200);
			assert_string_equal(answer_header(&a, "Content-Type"), asked[i].type);
			assert_true(is_among(answer_header(&a, "Vary"), "Accept"));
		} else {
			answer_expect_problem(&a, 406, "not-acceptable");
			visitor_problem(&a, asked[i].accept);
		}
		answer_fini(&a);
	}
}

/* ---- who is who
 * -------------------------------------------------------------------------------------- */

static void only_a_harmless_request_id_is_said_again(void **state)
{
	static const char *const good[] = {
		"a", "01HZX3-4.5_6:7+8/9=", "abcdefghijklmnopqrstuvwxyz0123456789ABC"};
	static const char *const bad[] = {"",
					  " ",
					  "a b",
					  "a\"b",
					  "a\\b",
					  "<script>",
					  "a\tb",
					  "a;b",
					  "a,b",
					  "a'b",
					  "{}",
					  "a%0ab",
					  "\xc3\xa9",
					  "\xff",
					  "a status=200",
					  "abcdefghijklmnopqrstuvwxyz0123456789ABCD"};
	char field[256], last[64] = "";

	(void)state;
	for (size_t i = 0; i < COUNT(good); i++) {
		snprintf(field, sizeof field, "Request-Id: %s", good[i]);
		http_header(&club.http, field);
		struct answer a = club_get(NULL, "/v1/nothing");

		assert_string_equal(answer_header(&a, "Request-Id"), good[i]);
		visitor_refused(a, 404, "not-found");
	}
	for (size_t i = 0; i < COUNT(bad); i++) {
		snprintf(field, sizeof field, "Request-Id: %s", bad[i]);
		http_header(&club.http, field);
		struct answer a = club_get(NULL, "/v1/nothing");
		const char *id = answer_header(&a, "Request-Id");

		assert_true(strlen(id) > 0 && strspn(id, "0123456789abcdef-") == strlen(id));
		assert_string_not_equal(id, last);
		snprintf(last, sizeof last, "%s", id);
		visitor_refused(a, 404, "not-found");
	}
}

static void nothing_a_client_sends_makes_a_line_of_the_log(void **state)
{
	char path[300], line[4096];
	size_t lines = 0;
	FILE *f;

	(void)state;
	static const char *const texts[] = {
		"GET /v1/x%0alevel=error%20forged=1 HTTP/1.1\r\nHost: x\r\n\r\n",
		"GET /v1/\x1b[31mlevel=error\"forged=1 HTTP/1.1\r\nHost: x\r\n\r\n",
		"GET /v1 HTTP/1.1\r\nHost: x\r\nRequest-Id: a\" forged=1 b=\"\r\n\r\n",
		"forged=1\nforged=1\n\n\r\n\r\n"};

	for (size_t i = 0; i < COUNT(texts); i++) {
		struct answer a = wire_ask(club.daemon.port, texts[i], strlen(texts[i]));

		answer_fini(&a);
	}
	club_return();
	snprintf(path, sizeof path, "%s/log", club.daemon.dir);
	f = fopen(path, "r");
	assert_non_null(f);
	while (fgets(line, sizeof line, f)) {
		bool quoted = false;

		lines++;
		for (const char *p = line; *p && *p != '\n'; p++) {
			assert_true((unsigned char)*p >= 0x20 && *p != 0x7f);
			if (*p == '"' && (p == line || p[-1] != '\\'))
				quoted = !quoted;
			if (!quoted && strncmp(p, " forged=1", 9) == 0)
				fail_msg("in the log: %s", line);
		}
	}
	fclose(f);
	assert_true(lines > 3);
}

/* ---- other sites
 * ------------------------------------------------------------------------------------- */

static void by_default_no_page_of_another_site_may_call(void **state)
{
	const char *const asked[] = {"GET", "OPTIONS"};

	(void)state;
	for (size_t i = 0; i < every_route_n; i++) {
		char path[PATH_MAX_HERE];

		route_path(&every_route[i], "0000000000", false, path);
		for (size_t j = 0; j < 2; j++) {
			http_header(&club.http, "Origin: https://a.example");
			http_header(&club.http, "Access-Control-Request-Method: POST");
			struct answer a = http_ask(&club.http, asked[j], path, visitor, NULL);

			assert_null(strcasestr(a.head, "Access-Control-"));
			answer_fini(&a);
		}
	}
}

static void a_server_for_all_sites_tells_every_page_so_even_when_it_refuses(void **state)
{
	(void)state;
	for (size_t i = 0; i < every_route_n; i++) {
		const struct some_route *route = &every_route[i];
		char path[PATH_MAX_HERE];
		struct answer a;

		route_path(route, "0000000000", false, path);
		http_header(&club.http, "Origin: https://a.example");
		http_header(&club.http, "Access-Control-Request-Method: POST");
		a = http_ask(&club.http, "OPTIONS", path, NULL, NULL);
		answer_expect(&a, 204);
		assert_string_equal(answer_header(&a, "Access-Control-Allow-Origin"), "*");
		assert_true(is_among(answer_header(&a, "Access-Control-Allow-Methods"),
				     route->method));
		assert_true(is_among(answer_header(&a, "Access-Control-Allow-Headers"),
				     "Authorization"));
		answer_fini(&a);
		http_header(&club.http, "Origin: https://a.example");
		a = http_ask(&club.http, route->method, path, NULL,
			     route_reads(route) ? "{" : NULL);
		assert_string_equal(answer_header(&a, "Access-Control-Allow-Origin"), "*");
		assert_true(is_among(answer_header(&a, "Access-Control-Expose-Headers"),
				     "Request-Id"));
		/* nobody's cookies: a page sends tokens by itself */
		assert_string_equal(answer_header(&a, "Access-Control-Allow-Credentials"), "");
		answer_fini(&a);
	}
}

/* ---- two readings of one request
 * ------------------------------------------------------------------------ */

/* None of these may be answered twice, or once and then be waited for. */
static void a_request_that_can_be_read_in_two_ways_is_read_in_none(void **state)
{
#define HEAD  "POST /v1/tokens HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
#define INNER "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
	static const char *const texts[] = {
		HEAD "Content-Length: 5\r\nContent-Length: 6\r\n\r\n{}   " INNER,
		HEAD "Content-Length: 5, 5\r\n\r\n{}   " INNER,
		HEAD "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" INNER,
		HEAD "Transfer-Encoding: chunked\r\nContent-Length: 40\r\n\r\n0\r\n\r\n" INNER,
		HEAD "Transfer-Encoding: identity, chunked\r\n\r\n0\r\n\r\n" INNER,
		HEAD "Transfer-Encoding: xchunked\r\nContent-Length: 0\r\n\r\n" INNER,
		HEAD "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n" INNER,
		HEAD " Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" INNER,
		HEAD "Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n" INNER,
		HEAD "Content-Length: +5\r\n\r\n{}   " INNER,
		HEAD "Content-Length: 0x5\r\n\r\n{}   " INNER,
		HEAD "Content-Length : 5\r\n\r\n{}   " INNER,
		/* to whom it is no length, the body is a request */
		HEAD "Content-Length : 36\r\n\r\n" INNER,
		HEAD "Content-Length\t: 36\r\n\r\n" INNER,
		HEAD "Content-Length\v: 36\r\n\r\n" INNER,
		HEAD "Transfer-Encoding : chunked\r\n\r\n" INNER,
		HEAD "Content-Length: 5 5\r\n\r\n{}   " INNER,
		HEAD "Content-Length: \r\n\r\n{}   " INNER,
		HEAD "Host: y\r\nContent-Length: 2\r\n\r\n{}" INNER,
		HEAD "Content-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}" INNER,
		HEAD "Authorization: Bearer a\r\nAuthorization: Bearer b\r\n"
		     "Content-Length: 2\r\n\r\n{}" INNER,
		HEAD
		"Idempotency-Key: a\r\nidempotency-key: b\r\nContent-Length: 2\r\n\r\n{}" INNER,
	};

	(void)state;
	for (size_t i = 0; i < COUNT(texts); i++) {
		int fd = wire_open(club.daemon.port);
		struct answer a;

		assert_true(wire_say(fd, texts[i]));
		a = wire_hear(fd, PATIENCE, false);
		if (a.status < 400 || a.status > 499)
			fail_msg("%s: %ld", texts[i], a.status);
		answer_fini(&a);
		a = wire_hear(fd, PATIENCE, false);
		if (a.status == 200)
			fail_msg("what was hidden in this was answered: %s", texts[i]);
		answer_fini(&a);
		close(fd);
	}
#undef INNER
#undef HEAD
	visitor_changed_nothing();
}

static void many_small_header_fields_are_read_or_refused_and_never_break_it(void **state)
{
	static char text[70000];

	(void)state;
	for (size_t fields = 25; fields <= 6400; fields *= 2) {
		size_t n =
			(size_t)snprintf(text, sizeof text, "GET /v1 HTTP/1.1\r\nHost: x\r\n");
		struct answer a;

		for (size_t i = 0; i < fields; i++)
			n += (size_t)snprintf(text + n, sizeof text - n, "X%zu: y\r\n", i);
		snprintf(text + n, sizeof text - n, "\r\n");
		a = wire_ask(club.daemon.port, text, strlen(text));
		if (a.status != 200 && a.status != 431)
			fail_msg("%zu fields: %ld", fields, a.status);
		if (n < 2000)
			answer_expect(&a, 200);
		if (n > 8300)
			answer_expect_problem(&a, 431, "headers-too-large");
		answer_fini(&a);
	}
	visitor_changed_nothing();
}

/* It ends the word it stands in; what matters is that nothing behind it is read as more. */
static void a_zero_byte_in_a_head_breaks_nothing(void **state)
{
	static const struct {
		const char *text;
		size_t n;
	} bad[] = {
		{"GET /v1\0/x HTTP/1.1\r\nHost: x\r\n\r\n", 32},
		{"G\0T /v1 HTTP/1.1\r\nHost: x\r\n\r\n", 29},
		{"GET /v1/x HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n", 40},
		{"GET /v1/x HTTP/1.1\r\nHost: x\r\nX\0Y: a\r\n\r\n", 40},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(bad); i++) {
		struct answer a = wire_ask(club.daemon.port, bad[i].text, bad[i].n);

		if (a.status != 200 && (a.status < 400 || a.status > 499))
			fail_msg("%zu: %ld %s", i, a.status, a.body);
		answer_fini(&a);
	}
	visitor_changed_nothing();
}

#define TEST(name)	   cmocka_unit_test_setup_teardown(name, setup, club_close)
#define TEST_AS(how, name) cmocka_unit_test_setup_teardown(name, setup_##how, club_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(whatever_stands_in_an_address_is_a_name_and_nothing_else),
		TEST(no_way_leads_out_of_the_tree),
		TEST(the_form_of_an_address_that_proxies_use_means_the_same),
		TEST(a_query_that_cannot_be_read_is_refused_and_an_empty_one_is_none),
		TEST(every_address_tells_the_methods_it_has_and_refuses_others),
		TEST(head_is_get_without_its_body_everywhere),
		TEST(a_game_comes_in_the_kind_that_is_asked_for_or_not_at_all),
		TEST(only_a_harmless_request_id_is_said_again),
		TEST_AS(talkative, nothing_a_client_sends_makes_a_line_of_the_log),
		TEST(by_default_no_page_of_another_site_may_call),
		TEST_AS(for_all_sites,
			a_server_for_all_sites_tells_every_page_so_even_when_it_refuses),
		TEST(a_request_that_can_be_read_in_two_ways_is_read_in_none),
		TEST(many_small_header_fields_are_read_or_refused_and_never_break_it),
		TEST(a_zero_byte_in_a_head_breaks_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
