/*
 * test_post.c - the post room where the daemon ends, the disk fills, or receivers
 * and their owners mean no good.
 */
#include "tests/api/club.h"
#include "tests/lib/receiver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include <cmocka.h>
#include <sqlite3.h>

static struct receiver receiver, other;

static int setup_with(const char *flag, const char *more)
{
	/* Who holds a delivery here is not given up on meanwhile, however slow the machine is. */
	const char *const flags[] = {"--webhooks.http=yes", "--webhooks.allow=127.0.0.0/8",
				     "--webhooks.timeout=120", flag, more, NULL};

	receiver_open(&receiver);
	club_open_with(flags);
	return 0;
}

static int setup(void **state)
{
	(void)state;
	return setup_with(NULL, NULL);
}

static int setup_with_a_disk(void **state)
{
	return club_setup_on_a_disk(setup, state);
}

static int teardown(void **state)
{
	club_close(state);
	receiver_close(&receiver);
	receiver_close(&other);
	return 0;
}

/* A webhook of that player to the receiver; its number. */
static long long hook(const char *token, const char *more)
{
	struct answer a = club_post(token, "/v1/me/webhooks", "{\"url\": \"%s\"%s}", receiver.url, more);
	long long number;

	answer_expect(&a, 201);
	number = answer_int(&a, "number");
	answer_fini(&a);
	return number;
}

static const char *path_of(long long hook, const char *behind)
{
	static char path[96];

	snprintf(path, sizeof path, "/v1/me/webhooks/%lld%s", hook, behind);
	return path;
}

/* Waits until the newest delivery of ana's is in that state. */
static void wait_for(long long hook, const char *wanted)
{
	struct timespec nap = {.tv_nsec = 5000000};

	for (int i = 0; i < 4000; i++) {
		struct answer a = club_get(club.ana, "%s", path_of(hook, "/deliveries?limit=1"));
		json_t *list = answer_at(&a, "deliveries");
		bool there = json_array_size(list) == 1 &&
			     strcmp(answer_string(&a, "deliveries[0].state"), wanted) == 0;

		answer_fini(&a);
		if (there)
			return;
		nanosleep(&nap, NULL);
	}
	fail_msg("it is not %s", wanted);
}

/* In the book of a daemon that does not run. */
static void tamper(const char *sql)
{
	sqlite3 *db;
	char *error = NULL;

	assert_int_equal(sqlite3_open(club.daemon.book, &db), SQLITE_OK);
	if (sqlite3_exec(db, sql, NULL, NULL, &error) != SQLITE_OK)
		fail_msg("%s", error);
	sqlite3_close(db);
}

/* The i-th that is held by a receiver is answered at last. */
static void let_go(struct receiver *r, size_t i, const char *status)
{
	char answer[128];

	snprintf(answer, sizeof answer, "HTTP/1.1 %s\r\nConnection: close\r\n\r\n", status);
	assert_true(send(r->held[i], answer, strlen(answer), MSG_NOSIGNAL) > 0);
	shutdown(r->held[i], SHUT_WR);
}

static void test_it(const char *token, long long hook)
{
	answer_done(club_post(token, path_of(hook, "/test"), "{}"), 201);
}

static bool is_enabled(const char *token, long long hook)
{
	struct answer a = club_get(token, "%s", path_of(hook, ""));
	bool enabled = answer_bool(&a, "enabled");

	answer_fini(&a);
	return enabled;
}

/* What the book is like if the kill comes between their commit and the next. */
static void news_that_were_not_taken_up_before_a_kill_are_brought_after_it(void **state)
{
	long long number;

	(void)state;
	number = hook(club.ana, ", \"events\": [\"game.started\"]");
	club_lay("backgammon", 2);
	wait_for(number, "arrived");
	daemon_kill(&club.daemon);
	tamper("DELETE FROM deliveries; UPDATE subscriptions SET cursor = 0, due = NULL");
	club_return();
	receiver_wait(&receiver, 2);
	wait_for(number, "arrived");
	assert_string_equal(receiver.got[0].body, receiver.got[1].body);
	/* So is what was asked for by its owner. */
	daemon_kill(&club.daemon);
	tamper("UPDATE deliveries SET state = 1, attempts = 0, next = created");
	club_return();
	receiver_wait(&receiver, 3);
}

/* What became of it cannot be written, and it must not be sent again for that. */
static void a_delivery_is_not_sent_again_while_the_disk_is_full(void **state)
{
	struct answer a;
	long long number;

	(void)state;
	receiver_answer(&receiver, NULL);
	number = hook(club.ana, ", \"events\": [\"game.started\"]");
	club_lay("backgammon", 2);
	receiver_wait(&receiver, 1);
	club_fill_the_disk();
	receiver_answer(&receiver, "204 No Content"); /* to any that come after the first */
	let_go(&receiver, 0, "204 No Content");
	for (int i = 0; i < 60; i++) {
		struct timespec nap = {.tv_nsec = 5000000};

		answer_done(club_get(club.ana, "%s", club_path("")), 200);
		nanosleep(&nap, NULL);
	}
	a = club_get(club.ana, "%s", path_of(number, "/deliveries"));
	assert_string_equal(answer_string(&a, "deliveries[0].state"), "waiting");
	answer_fini(&a);
	club_empty_the_disk();
	wait_for(number, "arrived");
	assert_int_equal(receiver_count(&receiver), 1);
}

static bool is_late(void)
{
	struct answer a = club_get(NULL, "/metrics");
	const char *at = strstr(a.body, "\ntablasd_deadline_late_seconds ");
	bool late;

	assert_non_null(at);
	late = strtod(at + strlen("\ntablasd_deadline_late_seconds "), NULL) > 0;
	answer_fini(&a);
	return late;
}

/* Whoever watches the house sees it; and the loop does not go round for it. */
static void a_deadline_that_cannot_be_seen_to_is_told_as_late(void **state)
{
	struct timespec nap = {.tv_nsec = 20000000};
	time_t full_since, gone;
	struct answer a;

	(void)state;
	assert_false(is_late());
	full_since = time(NULL);
	for (bool active = false; !active;) { /* a slow machine fills the disk too late */
		club_empty_the_disk();
		a = club_post(club.ana, "/v1/games",
			      "{\"ruleset\": \"backgammon\", \"clock\": {\"per_move\": \"PT1S\"}}");
		answer_expect(&a, 201);
		snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "id"));
		answer_fini(&a);
		answer_done(club_post(club.ben, club_path("/seats"), "{}"), 201);
		club_fill_the_disk();
		a = club_get(club.ana, "%s", club_path(""));
		active = strcmp(answer_string(&a, "state"), "active") == 0;
		answer_fini(&a);
	}
	for (int i = 0; !is_late(); i++) {
		assert_true(i < 1000);
		nanosleep(&nap, NULL);
	}
	gone = time(NULL) - full_since;
	assert_in_range(club_number("tablasd_commits_failed_total"), 1, gone > 8 ? gone + 2 : 10);
	club_empty_the_disk();
	for (int i = 0; is_late(); i++) {
		assert_true(i < 1000);
		nanosleep(&nap, NULL);
	}
}

/* ---- numbers ----------------------------------------------------------------------- */

static void what_comes_back_late_is_of_no_delivery_made_since(void **state)
{
	long long anas, bens;
	struct answer a;

	(void)state;
	receiver_open(&other);
	receiver_answer(&receiver, NULL);
	receiver_answer(&other, NULL);
	anas = hook(club.ana, "");
	a = club_post(club.ben, "/v1/me/webhooks", "{\"url\": \"%s\"}", other.url);
	answer_expect(&a, 201);
	bens = answer_int(&a, "number");
	answer_fini(&a);
	test_it(club.ana, anas);
	receiver_wait(&receiver, 1);
	answer_done(http_ask(&club.http, "DELETE", path_of(anas, ""), club.ana, NULL), 204);
	test_it(club.ben, bens);
	receiver_wait(&other, 1);
	let_go(&receiver, 0, "410 Gone");
	let_go(&other, 0, "204 No Content");
	for (bool there = false; !there;) {
		a = club_get(club.ben, "%s", path_of(bens, "/deliveries"));
		there = strcmp(answer_string(&a, "deliveries[0].state"), "waiting") != 0;
		if (there)
			assert_int_equal(answer_int(&a, "deliveries[0].attempts"), 1);
		answer_fini(&a);
	}
	assert_true(is_enabled(club.ben, bens));
}

static void a_number_is_never_given_again(void **state)
{
	char first[96], second[96];
	long long was, is;

	(void)state;
	was = hook(club.ana, "");
	test_it(club.ana, was);
	receiver_wait(&receiver, 1);
	answer_done(http_ask(&club.http, "DELETE", path_of(was, ""), club.ana, NULL), 204);
	club_return();
	is = hook(club.ana, "");
	assert_true(is > was);
	test_it(club.ana, is);
	receiver_wait(&receiver, 2);
	snprintf(first, sizeof first, "%s", received_field(&receiver, 0, "webhook-id"));
	snprintf(second, sizeof second, "%s", received_field(&receiver, 1, "webhook-id"));
	assert_string_not_equal(strrchr(first, '_'), strrchr(second, '_'));
}

/* ---- rounds ------------------------------------------------------------------------ */

/* Its clock stands still: all is in one millisecond. */
static int setup_with_one_slot(void **state)
{
	(void)state;
	return setup_with("--webhooks.at_once=1", "--clock=" CLUB_TIME);
}

static void who_has_had_a_turn_goes_behind_those_who_wait(void **state)
{
	long long slow;

	(void)state;
	receiver_open(&other);
	receiver_answer(&receiver, NULL);
	slow = hook(club.ana, "");
	for (int i = 0; i < 5; i++)
		test_it(club.ana, slow);
	receiver_wait(&receiver, 1);
	struct answer a = club_post(club.ben, "/v1/me/webhooks", "{\"url\": \"%s\"}", other.url);

	answer_expect(&a, 201);
	test_it(club.ben, answer_int(&a, "number"));
	answer_fini(&a);
	let_go(&receiver, 0, "500 Internal Server Error");
	receiver_wait(&other, 1); /* long before the others are given up */
	assert_true(receiver_count(&receiver) <= 2);
}

static int setup_with_eight(void **state)
{
	(void)state;
	return setup_with("--webhooks.at_once=8", NULL);
}

static void an_account_holds_an_eighth_of_the_room(void **state)
{
	(void)state;
	receiver_open(&other);
	receiver_answer(&receiver, NULL);
	for (int i = 0; i < 10; i++) {
		struct answer a = club_post(club.ana, "/v1/me/webhooks", "{\"url\": \"%s%d\"}",
					    receiver.url, i);

		answer_expect(&a, 201);
		test_it(club.ana, answer_int(&a, "number"));
		answer_fini(&a);
	}
	struct answer a = club_post(club.ben, "/v1/me/webhooks", "{\"url\": \"%s\"}", other.url);

	answer_expect(&a, 201);
	test_it(club.ben, answer_int(&a, "number"));
	answer_fini(&a);
	receiver_wait(&other, 1);
	receiver_wait(&receiver, 1);
	assert_int_equal(receiver_count(&receiver), 1);
	let_go(&receiver, 0, "204 No Content");
	receiver_wait(&receiver, 2); /* another of hers */
}

static void many_news_that_nobody_wants_do_not_hide_one_behind_them(void **state)
{
	long long number;

	(void)state;
	number = hook(club.ana, ", \"events\": [\"game.finished\"]");
	for (int i = 0; i < 32; i++) { /* seated, started and perhaps asked in each */
		struct answer a = club_post(club.ana, "/v1/games", "{\"ruleset\": \"backgammon\"}");

		answer_expect(&a, 201);
		snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "id"));
		answer_fini(&a);
		answer_done(club_post(club.ben, club_path("/seats"), "{}"), 201);
	}
	struct answer a = club_get(club.ana, "%s", path_of(number, ""));

	assert_in_range(answer_int(&a, "after"), 65, 200);
	answer_fini(&a);
	answer_done(club_post(club.ana, club_path("/resignation"), "{}"), 201);
	receiver_wait(&receiver, 1);
	wait_for(number, "arrived");
	answer_done(club_post(club.ana, path_of(number, "/replay"), "{\"after\": 0}"), 200);
	receiver_wait(&receiver, 2);
	assert_string_equal(receiver.got[0].body, receiver.got[1].body);
}

/* ---- owners ------------------------------------------------------------------------ */

static void a_webhook_for_which_many_wait_is_not_tested_more(void **state)
{
	struct answer a;
	long long number;

	(void)state;
	receiver_answer(&receiver, "500 Internal Server Error");
	number = hook(club.ana, ", \"enabled\": false");
	for (int i = 0; i < 64; i++)
		test_it(club.ana, number);
	answer_refused(club_post(club.ana, path_of(number, "/test"), "{}"), 429,
		       "too-many-requests");
	a = club_get(club.ana, "%s", path_of(number, "/deliveries?limit=100"));
	assert_int_equal(json_array_size(answer_at(&a, "deliveries")), 64);
	answer_fini(&a);
}

static void what_an_url_of_before_answers_says_nothing_of_the_new_one(void **state)
{
	struct answer a;
	long long number;
	char body[128];

	(void)state;
	receiver_open(&other);
	receiver_answer(&receiver, NULL);
	number = hook(club.ana, "");
	test_it(club.ana, number);
	receiver_wait(&receiver, 1);
	snprintf(body, sizeof body, "{\"url\": \"%s\"}", other.url);
	answer_done(http_ask(&club.http, "PATCH", path_of(number, ""), club.ana, body), 200);
	let_go(&receiver, 0, "410 Gone");
	receiver_wait(&other, 1);
	wait_for(number, "arrived");
	a = club_get(club.ana, "%s", path_of(number, ""));
	assert_true(answer_bool(&a, "enabled"));
	assert_false(answer_has(&a, "failing_since"));
	answer_fini(&a);
}

static void a_new_url_has_not_failed_yet_and_a_disabled_one_has_nothing_to_come(void **state)
{
	struct answer a;
	long long number;
	char body[128];

	(void)state;
	receiver_answer(&receiver, "500 Internal Server Error");
	number = hook(club.ana, "");
	test_it(club.ana, number);
	for (bool failing = false; !failing;) {
		a = club_get(club.ana, "%s", path_of(number, ""));
		failing = answer_has(&a, "failing_since");
		answer_fini(&a);
	}
	snprintf(body, sizeof body, "{\"url\": \"%s/2\", \"enabled\": false}", receiver.url);
	a = http_ask(&club.http, "PATCH", path_of(number, ""), club.ana, body);
	answer_expect(&a, 200);
	assert_false(answer_has(&a, "failing_since"));
	assert_false(answer_has(&a, "next"));
	answer_fini(&a);
}

/* ---- what is forgotten --------------------------------------------------------------- */

#define NINE "1796029200000" /* on the 30th of November, as SQL has it */

static int setup_by_hand(void **state)
{
	(void)state;
	return setup_with("--clock=2026-11-30T09:00:00Z", NULL);
}

static size_t count_deliveries(long long hook)
{
	struct answer a = club_get(club.ana, "%s", path_of(hook, "/deliveries?limit=200"));
	size_t n = json_array_size(answer_at(&a, "deliveries"));

	answer_fini(&a);
	return n;
}

/* More than one turn sweeps, to a subscription to which nothing comes any more. */
static void deliveries_are_forgotten_after_thirty_days_though_nothing_came_since(void **state)
{
	struct timespec nap = {.tv_nsec = 5000000};
	long long number;
	size_t left = 150;

	(void)state;
	number = hook(club.ana, ", \"enabled\": false");
	daemon_kill(&club.daemon);
	tamper("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 152)"
	       " INSERT INTO deliveries (subscription, first, last, kind, body, created, state,"
	       " attempts, next) SELECT 1, 0, 0, 'test', '{}', " NINE " + (i = 151), 2 - (i = 152), 1,"
	       " iif(i = 152, " NINE ", NULL) FROM n");
	club.daemon.flags[3] = "--clock=2026-12-30T08:59:59Z";
	club_return();
	assert_int_equal(count_deliveries(number), 152);
	club.daemon.flags[3] = "--clock=2026-12-30T09:00:00Z";
	club_return();
	for (int i = 0; i < 1000 && (left = count_deliveries(number)) > 2; i++)
		nanosleep(&nap, NULL);
	assert_int_equal(left, 2); /* one is younger by a moment, and one still waits */
}

int main(void)
{
#define POST(test, setup) cmocka_unit_test_setup_teardown(test, setup, teardown)
	const struct CMUnitTest tests[] = {
		POST(news_that_were_not_taken_up_before_a_kill_are_brought_after_it, setup),
		POST(a_delivery_is_not_sent_again_while_the_disk_is_full, setup_with_a_disk),
		POST(a_deadline_that_cannot_be_seen_to_is_told_as_late, setup_with_a_disk),
		POST(what_comes_back_late_is_of_no_delivery_made_since, setup),
		POST(a_number_is_never_given_again, setup),
		POST(who_has_had_a_turn_goes_behind_those_who_wait, setup_with_one_slot),
		POST(an_account_holds_an_eighth_of_the_room, setup_with_eight),
		POST(many_news_that_nobody_wants_do_not_hide_one_behind_them, setup),
		POST(a_webhook_for_which_many_wait_is_not_tested_more, setup),
		POST(what_an_url_of_before_answers_says_nothing_of_the_new_one, setup),
		POST(deliveries_are_forgotten_after_thirty_days_though_nothing_came_since,
		     setup_by_hand),
		POST(a_new_url_has_not_failed_yet_and_a_disabled_one_has_nothing_to_come, setup),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
