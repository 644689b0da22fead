/*
 * test_http.c - HTTP itself: what is house_refused, how, and what it does to others.
 */
#include "tests/api/house.h"
#include "tests/api/wire.h"

#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* The same where the address itself could not be read, so that there is no "instance". */
static void refused_unread(struct answer a, long status, const char *slug)
{
	answer_expect(&a, status);
	assert_string_equal(answer_header(&a, "Content-Type"), "application/problem+json");
	assert_non_null(strstr(answer_string(&a, "type"), slug));
	answer_fini(&a);
}

/* A POST to register with that body. */
static struct answer post(const char *body, size_t n)
{
	char *text = malloc(n + 512);
	int head;

	assert_non_null(text);
	head = snprintf(text, 512,
			"POST /v1/accounts" JSON_HEAD "Content-Length: %zu\r\n\r\n", n);
	memcpy(text + head, body, n);
	struct answer a = wire_ask(house.port, text, (size_t)head + n);

	free(text);
	return a;
}

/* ---- bodies ------------------------------------------------------------------------ */

static void what_is_no_object_in_json_is_refused(void **state)
{
	static const struct {
		const char *body;
		size_t n;
		const char *slug;
	} bad[] = {
		{"", 0, "malformed-json"},
		{"{", 1, "malformed-json"},
		{"[]", 2, "malformed-json"},
		{"\"name\"", 6, "malformed-json"},
		{"{\"name\":\"ab\"} x", 15, "malformed-json"},
		{"{\"name\":\"ab\",\"name\":\"cd\"}", 25, "malformed-json"},
		{"{\"name\":\"a\xff\"}", 13, "malformed-json"},
		{"{\"name\":\"a\xed\xa0\x80\"}", 15, "malformed-json"},
		{"{\"name\":\"a\\u0000b\"}", 19, "malformed-json"},
		{"{\"name\":\"a\0b\"}", 14, "malformed-json"},
		{"{\"name\":'ab'}", 13, "malformed-json"},
		{"{\"name\":99999999999999999999}", 29, "invalid-value"},
		{"{\"name\":1e999}", 14, "invalid-value"},
		{"{\"name\":7}", 10, "invalid-value"},
		{"{\"name\":null}", 13, "missing-member"},
		{"{\"name\":\"ab\",\"nmae\":1}", 22, "unknown-member"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		house_refused(post(bad[i].body, bad[i].n), 400, bad[i].slug);
	house_still_serves();
}

static void deep_nesting_is_refused(void **state)
{
	char deep[60000];

	(void)state;
	memset(deep, '[', sizeof deep);
	memcpy(deep, "{\"name\":", 8);
	house_refused(post(deep, sizeof deep), 400, "malformed-json");
	house_still_serves();
}

static void a_body_of_another_kind_is_refused(void **state)
{
	(void)state;
	house_refused(http_send(&house_http, "POST", "/v1/accounts", NULL, "text/plain", "{}", 2), 415,
		"unsupported-media-type");
	house_refused(http_send(&house_http, "POST", "/v1/accounts", NULL,
			  "application/x-www-form-urlencoded", "{}", 2),
		415, "unsupported-media-type");
	struct answer a = http_send(&house_http, "POST", "/v1/accounts", NULL,
				    "application/json; charset=utf-8", "{\"name\":\"bea\"}", 14);

	answer_expect(&a, 201);
	answer_fini(&a);
}

static void ten_mebibytes_are_refused_and_the_answer_arrives(void **state)
{
	size_t n = 10 << 20;
	char *body = malloc(n);
	struct answer a;

	(void)state;
	assert_non_null(body);
	memset(body, ' ', n);
	a = post(body, n);
	assert_string_equal(answer_header(&a, "Connection"), "close");
	house_refused(a, 413, "body-too-large");
	free(body);
	house_still_serves();
}

static void a_body_in_pieces_is_bounded_too(void **state)
{
	static char piece[0x8000 + 8];
	int fd = wire_open(house.port);

	(void)state;
	memcpy(piece, "8000\r\n", 6);
	memset(piece + 6, ' ', 0x8000);
	memcpy(piece + 6 + 0x8000, "\r\n", 2);
	wire_say(fd, "POST /v1/accounts" JSON_HEAD "Transfer-Encoding: chunked\r\n\r\n");
	for (int i = 0; i < 20; i++)
		assert_true(wire_send(fd, piece, sizeof piece));
	wire_say(fd, "0\r\n\r\n");
	house_refused(wire_hear(fd, PATIENCE, false), 413, "body-too-large");
	close(fd);
}

static void a_body_without_end_is_cut_off(void **state)
{
	static char piece[0x8000 + 8];
	int fd = wire_open(house.port), i = 0;

	(void)state;
	memcpy(piece, "8000\r\n", 6);
	memset(piece + 6, ' ', 0x8000);
	memcpy(piece + 6 + 0x8000, "\r\n", 2);
	wire_say(fd, "POST /v1/accounts" JSON_HEAD "Transfer-Encoding: chunked\r\n\r\n");
	while (i < 4096 && wire_send(fd, piece, sizeof piece))
		i++;
	assert_true(i < 4096);
	close(fd);
	house_still_serves();
}

static void whoever_asks_before_sending_is_told_at_once(void **state)
{
	int fd = wire_open(house.port);

	(void)state;
	wire_say(fd, "POST /v1/accounts" JSON_HEAD
		     "Expect: 100-continue\r\nContent-Length: 999999\r\n\r\n");
	house_refused(wire_hear(fd, PATIENCE, false), 413, "body-too-large");
	close(fd);
}

/* Long before silence would be, which ends the connection without a word. */
static void a_slow_body_is_given_up(void **state)
{
	struct answer a = {0};
	int fd;

	(void)state;
	daemon_init(&house, "--limits.body_seconds=1", NULL);
	house_enter();
	fd = wire_open(house.port);
	wire_say(fd, "POST /v1/accounts" JSON_HEAD "Content-Length: 100\r\n\r\n{");
	for (int i = 0; i < 100 && a.status == 0; i++) { /* a letter now and then does not help */
		wire_say(fd, " ");
		a = wire_hear(fd, 200, false);
		if (a.status == 0)
			answer_fini(&a);
	}
	house_refused(a, 408, "body-too-slow");
	assert_true(wire_is_closed(fd, PATIENCE));
	close(fd);
	house_still_serves();
}

/* ---- heads ------------------------------------------------------------------------- */

static void whatever_cannot_be_read_is_answered_by_a_problem(void **state)
{
	static const struct {
		const char *text;
		long status;
	} bad[] = {
		{"GET /v1 HTTP/1.1\r\n\r\n", 400},
		{"GET /v1" HEAD "no colon here\r\n\r\n", 400},
		{"POST /v1/accounts" HEAD "Content-Length: -5\r\n\r\n", 400},
		{"POST /v1/accounts" HEAD "Content-Length: 5x\r\n\r\n", 400},
		{"POST /v1/accounts" HEAD "Content-Length: 99999999999999999999999\r\n\r\n", 413},
		{"POST /v1/accounts" JSON_HEAD "Transfer-Encoding: chunked\r\n\r\nzz\r\n", 400},
		{"GET /v1 HTTP/3.7\r\nHost: x\r\n\r\n", 505},
	};

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct answer a = house_say(bad[i].text);

		answer_expect(&a, bad[i].status);
		assert_string_equal(answer_header(&a, "Content-Type"), "application/problem+json");
		assert_int_equal(answer_int(&a, "status"), bad[i].status);
		assert_true(strlen(answer_string(&a, "type")) > 0);
		assert_true(strlen(answer_string(&a, "detail")) > 0);
		assert_string_equal(answer_header(&a, "Request-Id"),
				    answer_string(&a, "request_id"));
		answer_fini(&a);
	}
	house_still_serves();
}

static void a_long_address_is_refused_however_long(void **state)
{
	const size_t lengths[] = {2049, 10000, 30000, 300000};

	(void)state;
	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
		char *text = malloc(lengths[i] + 64);

		assert_non_null(text);
		memcpy(text, "GET /", 5);
		memset(text + 5, 'a', lengths[i] - 1);
		strcpy(text + 4 + lengths[i], HEAD "\r\n");
		if (lengths[i] < 30000)
			house_refused(house_say(text), 414, "uri-too-long");
		else
			refused_unread(house_say(text), 414, "uri-too-long");
		free(text);
	}
	house_still_serves();
}

static void large_header_fields_are_refused_however_large(void **state)
{
	const size_t sizes[] = {8200, 14000, 20000, 300000};

	(void)state;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		char *text = malloc(sizes[i] + 64);
		size_t n;

		assert_non_null(text);
		strcpy(text, "GET /v1" HEAD "X: ");
		n = strlen(text);
		memset(text + n, 'a', sizes[i]);
		strcpy(text + n + sizes[i], "\r\n\r\n");
		house_refused(house_say(text), 431, "headers-too-large");
		free(text);
	}
	house_still_serves();
}

static void garbage_closes_its_own_connection_only(void **state)
{
	unsigned seed = 3;

	(void)state;
	for (int i = 0; i < 200; i++) {
		char bytes[300];
		int fd = wire_open(house.port);

		assert_true(fd >= 0);
		for (size_t j = 0; j < sizeof bytes; j++) {
			seed = seed * 1103515245u + 12345u;
			bytes[j] = (char)(seed >> 16);
		}
		wire_send(fd, bytes, sizeof bytes);
		wire_say(fd, "\r\n\r\n");
		close(fd);
	}
	house_still_serves();
}

static void a_head_that_dribbles_is_given_up(void **state)
{
	int fd = wire_open(house.port), i = 0;

	(void)state;
	wire_say(fd, "GET /v1");
	while (i < 100 && !wire_is_closed(fd, 200)) {
		wire_say(fd, "x");
		i++;
	}
	assert_true(i < 100);
	close(fd);
}

/* ---- methods ----------------------------------------------------------------------- */

static void a_resource_names_the_methods_it_has(void **state)
{
	const char *methods[] = {"PUT", "TRACE", "FOO", "QUERY"};

	(void)state;
	for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
		char text[128];

		snprintf(text, sizeof text, "%s /v1/tokens" HEAD "\r\n", methods[i]);
		struct answer a = house_say(text);

		assert_string_equal(answer_header(&a, "Allow"), "POST, GET, HEAD, OPTIONS");
		house_refused(a, 405, "method-not-allowed");
	}
	struct answer a = house_say("OPTIONS /v1/tokens" HEAD "\r\n");

	answer_expect(&a, 204);
	assert_string_equal(answer_header(&a, "Allow"), "POST, GET, HEAD, OPTIONS");
	answer_fini(&a);
}

static void head_is_get_without_the_body(void **state)
{
	int fd = wire_open(house.port);

	(void)state;
	wire_say(fd, "HEAD /v1/problems/not-found" HEAD "\r\n");
	struct answer head = wire_hear(fd, PATIENCE, true);

	wire_say(fd, "GET /v1/problems/not-found" HEAD "\r\n");
	struct answer get = wire_hear(fd, PATIENCE, false);

	answer_expect(&head, 200);
	assert_int_equal(head.body_n, 0);
	assert_int_equal(strtoul(answer_header(&head, "Content-Length"), NULL, 10), get.body_n);
	answer_fini(&head);
	answer_fini(&get);
	close(fd);
}

static void unknown_paths_are_problems_too(void **state)
{
	const char *paths[] = {"/", "/v2", "/v1/", "//v1", "/v1/games/a/b/c/d/e", "/v1/%00",
			       "/v1/problems/%zz", "/../etc/passwd"};

	(void)state;
	for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
		char text[128];

		snprintf(text, sizeof text, "GET %s" HEAD "\r\n", paths[i]);
		house_refused(house_say(text), 404, "not-found");
	}
}

static void the_problem_a_type_points_to_is_there(void **state)
{
	struct answer list = http_ask(&house_http, "GET", "/v1/problems", NULL, NULL);
	json_t *problem;
	size_t i;

	(void)state;
	answer_expect(&list, 200);
	assert_true(json_array_size(answer_at(&list, "problems")) > 40);
	json_array_foreach(answer_at(&list, "problems"), i, problem)
	{
		struct answer a = http_ask(&house_http, "GET",
					   json_string_value(json_object_get(problem, "type")), NULL,
					   NULL);

		answer_expect(&a, 200);
		assert_int_equal(answer_int(&a, "order"), i + 1);
		answer_fini(&a);
	}
	answer_fini(&list);
}

/* ---- identities -------------------------------------------------------------------- */

static void a_sane_request_id_is_echoed_and_another_is_not(void **state)
{
	struct answer a;

	(void)state;
	http_header(&house_http, "Request-Id: my-own.1");
	a = http_ask(&house_http, "GET", "/v1/nothing", NULL, NULL);
	assert_string_equal(answer_header(&a, "Request-Id"), "my-own.1");
	house_refused(a, 404, "not-found");
	http_header(&house_http, "Request-Id: <script>");
	a = http_ask(&house_http, "GET", "/v1/nothing", NULL, NULL);
	assert_null(strchr(answer_header(&a, "Request-Id"), '<'));
	house_refused(a, 404, "not-found");
}

static void of_many_at_once_on_one_document_each_hears_its_own_id(void **state)
{
	enum { MANY = 200 };
	int fds[MANY];

	(void)state;
	for (int i = 0; i < MANY; i++) {
		fds[i] = wire_open(house.port);
		assert_true(fds[i] >= 0);
	}
	for (int round = 0; round < 3; round++) {
		for (int i = 0; i < MANY; i++) {
			char text[160];

			snprintf(text, sizeof text,
				 "GET /v1/openapi.yaml" HEAD "Request-Id: r%d-%d\r\n\r\n", round,
				 i);
			assert_true(wire_say(fds[i], text));
		}
		for (int i = 0; i < MANY; i++) {
			struct answer a = wire_hear(fds[i], PATIENCE, false);
			char id[32];

			snprintf(id, sizeof id, "r%d-%d", round, i);
			answer_expect(&a, 200);
			assert_string_equal(answer_header(&a, "Request-Id"), id);
			answer_fini(&a);
		}
	}
	for (int i = 0; i < MANY; i++)
		close(fds[i]);
}

static void requests_sent_in_a_row_are_answered_in_that_row(void **state)
{
	int fd = wire_open(house.port);
	const char *ids[] = {"one", "two", "three"};

	(void)state;
	wire_say(fd, "GET /v1" HEAD "Request-Id: one\r\n\r\n"
		     "GET /v1/openapi.yaml" HEAD "Request-Id: two\r\nIf-None-Match: *\r\n\r\n"
		     "HEAD /v1" HEAD "Request-Id: three\r\n\r\n");
	char all[8192] = "";
	size_t n = 0;
	struct pollfd poller = {.fd = fd, .events = POLLIN};

	while (n + 1 < sizeof all && !strstr(all, "three") && poll(&poller, 1, PATIENCE) > 0) {
		ssize_t got = read(fd, all + n, sizeof all - 1 - n);

		assert_true(got > 0);
		n += (size_t)got;
		all[n] = '\0';
	}
	const char *at = all;

	for (size_t i = 0; i < 3; i++) {
		at = strstr(at, "Request-Id: ");
		assert_non_null(at);
		at += 12;
		assert_memory_equal(at, ids[i], strlen(ids[i]));
	}
	close(fd);
}

/* ---- caches ------------------------------------------------------------------------ */

static void an_unchanged_document_is_not_sent_again(void **state)
{
	struct answer a = http_ask(&house_http, "GET", "/v1/openapi.yaml", NULL, NULL), again;
	static const char *const others[] = {"\"x\"", "%sx", "x%s", "\"x\" , x%sx", "\"%s"};
	char match[128];

	(void)state;
	answer_expect(&a, 200);
	snprintf(match, sizeof match, "If-None-Match: \"x\", W/%s", answer_header(&a, "ETag"));
	http_header(&house_http, match);
	again = http_ask(&house_http, "GET", "/v1/openapi.yaml", NULL, NULL);
	answer_expect(&again, 304);
	assert_int_equal(again.body_n, 0);
	answer_fini(&again);
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		snprintf(match, sizeof match, "If-None-Match: ");
		snprintf(match + 15, sizeof match - 15, others[i], answer_header(&a, "ETag"));
		http_header(&house_http, match);
		again = http_ask(&house_http, "GET", "/v1/openapi.yaml", NULL, NULL);
		answer_expect(&again, 200);
		assert_int_equal(again.body_n, a.body_n);
		answer_fini(&again);
	}
	answer_fini(&a);
}

static void pages_of_other_sites_may_call_only_where_it_is_configured(void **state)
{
	struct answer a;

	(void)state;
	daemon_init(&house, "--server.cors_origins=https://a.example https://b.example", NULL);
	house_enter();
	http_header(&house_http, "Origin: https://b.example");
	a = http_ask(&house_http, "GET", "/v1/openapi.yaml", NULL, NULL);
	assert_string_equal(answer_header(&a, "Access-Control-Allow-Origin"), "https://b.example");
	assert_non_null(strstr(answer_header(&a, "Vary"), "Origin"));
	answer_fini(&a);
	http_header(&house_http, "Origin: https://evil.example");
	a = http_ask(&house_http, "GET", "/v1/openapi.yaml", NULL, NULL);
	assert_string_equal(answer_header(&a, "Access-Control-Allow-Origin"), "");
	answer_fini(&a);
	http_header(&house_http, "Origin: https://a.example");
	a = http_ask(&house_http, "OPTIONS", "/v1/games", NULL, NULL);
	answer_expect(&a, 204);
	assert_non_null(strstr(answer_header(&a, "Access-Control-Allow-Methods"), "POST"));
	assert_non_null(
		strstr(answer_header(&a, "Access-Control-Allow-Headers"), "Idempotency-Key"));
	answer_fini(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_THE_HOUSE(what_is_no_object_in_json_is_refused),
		IN_THE_HOUSE(deep_nesting_is_refused),
		IN_THE_HOUSE(a_body_of_another_kind_is_refused),
		IN_THE_HOUSE(ten_mebibytes_are_refused_and_the_answer_arrives),
		IN_THE_HOUSE(a_body_in_pieces_is_bounded_too),
		IN_THE_HOUSE(a_body_without_end_is_cut_off),
		IN_THE_HOUSE(whoever_asks_before_sending_is_told_at_once),
		ON_ITS_OWN(a_slow_body_is_given_up),
		IN_THE_HOUSE(whatever_cannot_be_read_is_answered_by_a_problem),
		IN_THE_HOUSE(a_long_address_is_refused_however_long),
		IN_THE_HOUSE(large_header_fields_are_refused_however_large),
		IN_THE_HOUSE(garbage_closes_its_own_connection_only),
		IN_HASTE(a_head_that_dribbles_is_given_up),
		IN_THE_HOUSE(a_resource_names_the_methods_it_has),
		IN_THE_HOUSE(head_is_get_without_the_body),
		IN_THE_HOUSE(unknown_paths_are_problems_too),
		IN_THE_HOUSE(the_problem_a_type_points_to_is_there),
		IN_THE_HOUSE(a_sane_request_id_is_echoed_and_another_is_not),
		IN_THE_HOUSE(of_many_at_once_on_one_document_each_hears_its_own_id),
		IN_THE_HOUSE(requests_sent_in_a_row_are_answered_in_that_row),
		IN_THE_HOUSE(an_unchanged_document_is_not_sent_again),
		ON_ITS_OWN(pages_of_other_sites_may_call_only_where_it_is_configured),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
