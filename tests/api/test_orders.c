/*
 * test_orders.c - standing orders over HTTP: given, seen by their owner and by
 * nobody else, and refused for what is wrong with them.
 */
#include "tests/api/club.h"
#include "tests/api/every_route.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A position nobody would come to think of. */
#define MARK "white 24:1 23:1 22:1 off:12 / black 1:1 off:14 / black to roll"

static int setup(void **state)
{
	(void)state;
	club_open("3 1 6 5 4 2 6 1 2 1 5 4 6 3 3 2 5 2 6 4 1 2");
	club_lay("backgammon", 2);
	return 0;
}

static struct answer give(const char *token, const char *body, ...)
	__attribute__((format(printf, 2, 3)));

static struct answer give(const char *token, const char *body, ...)
{
	char text[4096];
	va_list args;

	va_start(args, body);
	vsnprintf(text, sizeof text, body, args);
	va_end(args);
	return http_ask(&club.http, "PUT", club_path("/orders"), token, "%s", text);
}

static void plays(const char *token, const char *moves)
{
	answer_done(club_post(token, club_path("/turns"), "{\"ply\": %lld, \"moves\": %s}",
			      club_ply(), moves),
		    201);
}

static void an_order_is_obeyed_and_told_to_its_owner(void **state)
{
	struct answer a;

	(void)state;
	a = give(club.ben,
		 "{\"ply\": %lld, \"orders\": [{\"kind\": \"play\", \"throw\": [5, 6],"
		 " \"moves\": [\"24/13\"], \"after\": \"8/5 6/5\"}, {\"kind\": \"forced\"}]}",
		 club_ply());
	answer_expect(&a, 200);
	assert_int_equal(answer_int(&a, "seat"), 1);
	assert_string_equal(answer_string(&a, "orders[0].state"), "waiting");
	assert_string_equal(answer_string(&a, "orders[0].moves[0]"), "24/13");
	assert_string_equal(answer_string(&a, "orders[0].after[1]"), "6/5");
	assert_int_equal(answer_int(&a, "orders[0].throw[1]"), 6);
	assert_false(answer_bool(&a, "orders[0].keep"));
	assert_true(answer_bool(&a, "orders[1].keep"));
	answer_fini(&a);
	plays(club.ana, "[\"8/5\", \"6/5\"]");
	a = club_get(club.ben, "%s", club_path("/orders"));
	assert_string_equal(answer_string(&a, "orders[0].state"), "done");
	assert_int_equal(answer_int(&a, "orders[0].decided"), 1);
	assert_int_equal(answer_int(&a, "orders[0].ply"), 8);
	assert_string_equal(answer_string(&a, "orders[1].state"), "waiting");
	answer_fini(&a);
	a = club_get(club.ana, "%s", club_path("/events?after=7&limit=1"));
	assert_string_equal(answer_string(&a, "events[0].kind"), "decided");
	assert_int_equal(answer_int(&a, "events[0].seat"), 1);
	answer_fini(&a);
}

/* user-voices B33: giving orders moves nothing, unless that is asked for. */
static void the_present_question_is_answered_only_when_that_is_said(void **state)
{
	static const char orders[] = "{\"ply\": %lld, \"now\": %s, \"orders\": [{\"kind\": "
				     "\"play\", \"moves\": \"8/5 6/5\"}]}";
	long long ply = club_ply();
	struct answer a;

	(void)state;
	answer_done(give(club.ana, orders, ply, "false"), 200);
	assert_int_equal(club_ply(), ply);
	a = give(club.ana, orders, ply, "true");
	answer_expect(&a, 200);
	assert_string_equal(answer_string(&a, "orders[0].state"), "done");
	assert_int_equal(answer_int(&a, "ply"), ply + 2);
	answer_fini(&a);
	assert_int_equal(club_ply(), ply + 2);
}

static void an_order_that_fails_tells_its_owner_why(void **state)
{
	struct answer a;

	(void)state;
	answer_done(club_get(club.ben, "/v1/me/events"), 200); /* from here on there are some */
	answer_done(give(club.ben,
			 "{\"ply\": %lld, \"orders\": [{\"kind\": \"play\", \"moves\": \"24/1\"}]}",
			 club_ply()),
		    200);
	plays(club.ana, "[\"8/5\", \"6/5\"]");
	a = club_get(club.ben, "%s", club_path("/orders"));
	assert_string_equal(answer_string(&a, "orders[0].state"), "failed");
	assert_string_equal(answer_string(&a, "orders[0].problem"), "no-such-die");
	assert_int_equal(answer_int(&a, "orders[0].ply"), 7);
	answer_fini(&a);
	a = club_get(club.ben, "/v1/me/events?after=1&limit=1"); /* behind ana's decision */
	assert_string_equal(answer_string(&a, "events[0].type"), "order.failed");
	assert_string_equal(answer_string(&a, "events[0].text"), "no-such-die");
	assert_int_equal(answer_int(&a, "events[0].order"), 1);
	answer_fini(&a);
	a = http_ask(&club.http, "DELETE", club_path("/orders"), club.ben, NULL);
	answer_expect(&a, 200);
	assert_int_equal(json_array_size(answer_at(&a, "orders")), 0);
	answer_fini(&a);
}

/* Who lost the answer sends the decision again: the order's reply does not make it stale. */
static void a_decision_sent_twice_is_taken_once_though_an_order_has_answered_it(void **state)
{
	char body[256];
	struct answer a;

	(void)state;
	answer_done(give(club.ben,
			 "{\"ply\": %lld, \"orders\": [{\"kind\": \"play\", \"moves\": \"24/13\"}]}",
			 club_ply()),
		    200);
	snprintf(body, sizeof body, "{\"ply\": %lld, \"moves\": [\"8/5\", \"6/5\"]}", club_ply());
	answer_done(club_post(club.ana, club_path("/turns"), "%s", body), 201);
	assert_int_equal(club_ply(), 9);
	a = club_post(club.ana, club_path("/turns"), "%s", body);
	answer_expect(&a, 200);
	assert_string_equal(answer_string(&a, "moves[0]"), "8/5");
	answer_fini(&a);
	assert_int_equal(club_ply(), 9);
}

/* ---- nobody else's --------------------------------------------------------------------------- */

/* Whatever this token can read, and whether the mark is anywhere in it. */
static void read_everything(const char *token, bool owner)
{
	unsigned seen = 0, read = 0;

	for (size_t i = 0; i < every_route_n; i++) {
		const struct some_route *route = &every_route[i];
		char path[PATH_MAX_HERE];
		struct answer a;

		if (strcmp(route->method, "GET") != 0)
			continue;
		route_path(route, club.game, true, path);
		a = http_ask(&club.http, "GET", path, token, NULL);
		read += a.status == 200;
		if (a.body && strstr(a.body, MARK)) {
			if (!owner)
				fail_msg("%s tells of the order: %s", path, a.body);
			seen++;
		}
		answer_fini(&a);
	}
	assert_true(read > 15);
	assert_int_equal(seen, owner ? 1 : 0);
}

/* user-voices B32: conditional moves are seen by nobody but whose they are. */
static void no_route_tells_anybody_else_of_an_order(void **state)
{
	const char *const others[] = {club.ben, club.carla, club.operator};
	struct answer a;

	(void)state;
	answer_done(give(club.ana,
			 "{\"ply\": %lld, \"orders\": [{\"kind\": \"play\", \"moves\": \"13/8\","
			 " \"position\": \"" MARK "\"}]}",
			 club_ply()),
		    200);
	read_everything(club.ana, true);
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		read_everything(others[i], false);
	a = club_get(club.ben, "%s", club_path("/orders"));
	assert_int_equal(json_array_size(answer_at(&a, "orders")), 0);
	answer_fini(&a);
	answer_refused(club_get(club.ben, "%s", club_path("/orders?seat=0")), 403, "not-seated");
	answer_refused(club_get(club.carla, "%s", club_path("/orders")), 403, "not-seated");
	answer_refused(club_get(club.operator, "%s", club_path("/orders?seat=0")), 403,
		       "not-seated");
	a = http_ask(&club.http, "DELETE", club_path("/orders?seat=0"), club.ben, NULL);
	answer_refused(a, 403, "not-seated");
	plays(club.ana, "[\"8/5\", \"6/5\"]");
	read_everything(club.ben, false);
}

/* ---- what is refused ----------------------------------------------------------------------------- */

static void orders_that_cannot_be_are_refused_whole(void **state)
{
	static const struct {
		const char *order;
		long status;
		const char *slug, *pointer;
	} wrong[] = {
		{"7", 400, "invalid-value", "/orders/1"},
		{"{}", 400, "missing-member", "/orders/1/kind"},
		{"{\"kind\": \"win\"}", 400, "invalid-value", "/orders/1/kind"},
		{"{\"kind\": \"roll\"}", 400, "invalid-value", "/orders/1/kind"},
		{"{\"kind\": \"forced\", \"keep\": 1}", 400, "invalid-value", "/orders/1/keep"},
		{"{\"kind\": \"forced\", \"moves\": \"8/5\"}", 400, "unknown-member",
		 "/orders/1/moves"},
		{"{\"kind\": \"enter\"}", 400, "missing-member", "/orders/1/places"},
		{"{\"kind\": \"enter\", \"places\": [\"Sp1\"]}", 400, "invalid-value",
		 "/orders/1/places"},
		{"{\"kind\": \"double\"}", 400, "missing-member", "/orders/1/accept"},
		{"{\"kind\": \"double\", \"accept\": true, \"at_most\": 0}", 400, "invalid-value",
		 "/orders/1/at_most"},
		{"{\"kind\": \"answer\", \"accept\": true, \"at_least\": 3, \"at_most\": 2}", 400,
		 "invalid-value", "/orders/1/at_most"},
		{"{\"kind\": \"play\"}", 400, "missing-member", "/orders/1/moves"},
		{"{\"kind\": \"play\", \"moves\": []}", 400, "invalid-value", "/orders/1/moves"},
		{"{\"kind\": \"play\", \"moves\": \"castle\"}", 422, "unreadable-move",
		 "/orders/1/moves"},
		{"{\"kind\": \"play\", \"moves\": \"8/5\\n6/5\"}", 400, "invalid-value",
		 "/orders/1/moves"},
		{"{\"kind\": \"play\", \"moves\": \"8/5\", \"after\": \"whist\"}", 422,
		 "unreadable-move", "/orders/1/after"},
		{"{\"kind\": \"play\", \"moves\": \"8/5\", \"throw\": [7, 1]}", 400,
		 "invalid-value", "/orders/1/throw"},
		{"{\"kind\": \"play\", \"moves\": \"8/5\", \"throw\": \"6-5\"}", 400,
		 "invalid-value", "/orders/1/throw"},
		{"{\"kind\": \"play\", \"moves\": \"8/5\", \"on\": \"sunday\"}", 400,
		 "invalid-value", "/orders/1/on"},
		{"{\"kind\": \"play\", \"moves\": \"8/5\", \"position\": \"white\"}", 422,
		 "invalid-position", "/orders/1/position"},
	};
	long long ply = club_ply();
	struct answer a;

	(void)state;
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		answer_refused_at(give(club.ana,
				       "{\"ply\": %lld, \"orders\": [{\"kind\": \"roll\"}, %s]}",
				       ply, wrong[i].order),
				  wrong[i].status, wrong[i].slug, wrong[i].pointer);
	answer_refused(give(club.ana, "{\"orders\": []}"), 428, "precondition-needed");
	answer_refused(give(club.ana, "{\"ply\": 1, \"orders\": []}"), 412, "stale-ply");
	answer_refused(give(club.ana, "{\"ply\": 0, \"orders\": []}"), 412, "stale-ply");
	answer_refused(give(club.carla, "{\"ply\": %lld, \"orders\": []}", ply), 403, "not-seated");
	a = club_get(club.ana, "%s", club_path("/orders"));
	assert_int_equal(json_array_size(answer_at(&a, "orders")), 0);
	answer_fini(&a);
}

static void ten_thousand_orders_are_too_many(void **state)
{
	char *body = malloc(200000), *at = body;

	(void)state;
	assert_non_null(body);
	at += sprintf(at, "{\"ply\": %lld, \"orders\": [{}", club_ply());
	for (int i = 1; i < 10000; i++)
		at += sprintf(at, ",{}");
	sprintf(at, "]}");
	answer_refused_at(http_ask(&club.http, "PUT", club_path("/orders"), club.ana, "%s", body),
			  400, "invalid-value", "/orders");
	free(body);
}

static void where_there_is_nothing_to_decide_nothing_is_ordered(void **state)
{
	struct answer a;

	(void)state;
	answer_done(club_post(club.ben, club_path("/resignation"), "{}"), 201);
	answer_refused(give(club.ana, "{\"ply\": %lld, \"orders\": []}", club_ply()), 409,
		       "game-over");
	a = club_post(club.ana, "/v1/games", "{\"ruleset\": \"backgammon\"}");
	answer_expect(&a, 201);
	snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "id"));
	answer_fini(&a);
	answer_refused(give(club.ana, "{\"ply\": %lld, \"orders\": []}", club_ply()), 409,
		       "game-not-started");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define ORDER_TEST(f) cmocka_unit_test_setup_teardown(f, setup, club_close)
		ORDER_TEST(an_order_is_obeyed_and_told_to_its_owner),
		ORDER_TEST(the_present_question_is_answered_only_when_that_is_said),
		ORDER_TEST(an_order_that_fails_tells_its_owner_why),
		ORDER_TEST(a_decision_sent_twice_is_taken_once_though_an_order_has_answered_it),
		ORDER_TEST(no_route_tells_anybody_else_of_an_order),
		ORDER_TEST(orders_that_cannot_be_are_refused_whole),
		ORDER_TEST(ten_thousand_orders_are_too_many),
		ORDER_TEST(where_there_is_nothing_to_decide_nothing_is_ordered),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
