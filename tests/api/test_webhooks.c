/*
 * test_webhooks.c - news that are brought to a real receiver on loopback.
 */
#include "tests/api/club.h"
#include "tests/lib/receiver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>
#include <sodium.h>

#define FACES "6 1 3 1 4 2 5 3 6 4 3 2 5 1 4 3"
#define ALLOWED "--webhooks.http=yes", "--webhooks.allow=127.0.0.0/8"

static struct receiver receiver, other;
static char hook_path[96], hook_secret[128];

static int setup_with(const char *clock)
{
	const char *const flags[] = {"--dice", FACES, ALLOWED, clock, NULL};

	receiver_open(&receiver);
	club_open_with(flags);
	return 0;
}

static int setup(void **state)
{
	(void)state;
	return setup_with(NULL);
}

/* For what is given up: of the others nothing may be, however slow the machine is. */
static int setup_impatient(void **state)
{
	(void)state;
	return setup_with("--webhooks.timeout=1");
}

static int setup_by_hand(void **state)
{
	(void)state;
	return setup_with("--clock=2026-11-30T09:00:00Z");
}

static int teardown(void **state)
{
	club_close(state);
	receiver_close(&receiver);
	receiver_close(&other);
	return 0;
}

/* The daemon begins anew, at another instant. */
static void at(const char *clock_flag)
{
	club.daemon.flags[4] = clock_flag;
	club_return();
}

/* A webhook of that player to the receiver, with these members more. */
static void hook(const char *token, const char *more)
{
	struct answer a = club_post(token, "/v1/me/webhooks", "{\"url\": \"%s\"%s}", receiver.url, more);

	answer_expect(&a, 201);
	snprintf(hook_path, sizeof hook_path, "/v1/me/webhooks/%lld", answer_int(&a, "number"));
	snprintf(hook_secret, sizeof hook_secret, "%s", answer_string(&a, "secret"));
	assert_string_equal(answer_header(&a, "Location"), hook_path);
	answer_fini(&a);
}

static struct answer of_hook(const char *behind)
{
	return club_get(club.ana, "%s%s", hook_path, behind);
}

/* Waits until the newest delivery has been tried so often, and tells its state. */
static void wait_for_attempts(long long n, const char *state)
{
	struct answer a;
	struct timespec nap = {.tv_nsec = 5000000};

	for (int i = 0; i < 4000; i++) {
		a = of_hook("/deliveries?limit=1");
		bool there = answer_int(&a, "deliveries[0].attempts") >= n;

		if (there && strcmp(answer_string(&a, "deliveries[0].state"), state) == 0) {
			answer_fini(&a);
			return;
		}
		answer_fini(&a);
		nanosleep(&nap, NULL);
	}
	a = of_hook("/deliveries?limit=1");
	fail_msg("not %lld attempts, %s: %s", n, state, a.body);
}

/* Whether one of the signatures of the i-th is by that secret, computed by hand. */
static bool is_signed(size_t i, const char *secret)
{
	unsigned char key[64], mac[32];
	char text[4096], wanted[64] = "v1,", id[128], stamp[32];
	size_t n;

	assert_memory_equal(secret, "whsec_", 6);
	assert_int_equal(sodium_base642bin(key, sizeof key, secret + 6, strlen(secret + 6), NULL, &n,
					   NULL, sodium_base64_VARIANT_ORIGINAL),
			 0);
	assert_in_range(n, 24, 64);
	snprintf(id, sizeof id, "%s", received_field(&receiver, i, "webhook-id"));
	snprintf(stamp, sizeof stamp, "%s", received_field(&receiver, i, "webhook-timestamp"));
	snprintf(text, sizeof text, "%s.%s.%s", id, stamp, receiver.got[i].body);
	crypto_auth_hmacsha256_state s;
	crypto_auth_hmacsha256_init(&s, key, n);
	crypto_auth_hmacsha256_update(&s, (unsigned char *)text, strlen(text));
	crypto_auth_hmacsha256_final(&s, mac);
	sodium_bin2base64(wanted + 3, sizeof wanted - 3, mac, sizeof mac,
			  sodium_base64_VARIANT_ORIGINAL);
	return strstr(received_field(&receiver, i, "webhook-signature"), wanted) != NULL;
}

static void tells(size_t i, const char *type)
{
	json_t *body = json_loads(receiver.got[i].body, 0, NULL);
	const char *is = json_string_value(json_object_get(body, "type"));

	if (!is || strcmp(is, type) != 0)
		fail_msg("the %zu-th is no %s: %s", i, type, receiver.got[i].body);
	json_decref(body);
}

/* ---- what arrives ------------------------------------------------------------------ */

/* user-voices B14, D61 */
static void what_happens_is_posted_and_signed(void **state)
{
	(void)state;
	hook(club.ana, ", \"events\": [\"game.started\", \"game.turn\"]");
	club_lay("backgammon", 2);
	receiver_wait(&receiver, 2);
	tells(0, "game.started");
	tells(1, "game.turn");
	for (size_t i = 0; i < 2; i++) {
		assert_true(is_signed(i, hook_secret));
		assert_string_equal(received_field(&receiver, i, "content-type"), "application/json");
		assert_non_null(strstr(receiver.got[i].body, "\"account\":\"ana\""));
		assert_non_null(strstr(receiver.got[i].body, club.game));
	}
	wait_for_attempts(1, "arrived");
	struct answer a = of_hook("/deliveries");

	assert_int_equal(json_array_size(answer_at(&a, "deliveries")), 2);
	assert_int_equal(answer_int(&a, "deliveries[1].status"), 204);
	assert_string_equal(answer_string(&a, "deliveries[1].kind"), "game.started");
	assert_string_equal(answer_string(&a, "deliveries[1].message"),
			    received_field(&receiver, 0, "webhook-id"));
	answer_fini(&a);
}

static void a_filter_lets_only_its_kinds_through(void **state)
{
	struct answer a;

	(void)state;
	hook(club.ana, ", \"events\": [\"game.finished\", \"game.finished\"]");
	a = of_hook("");
	assert_int_equal(json_array_size(answer_at(&a, "events")), 1);
	answer_fini(&a);
	club_lay("backgammon", 2);
	answer_done(club_post(club.ana, club_path("/resignation"), "{}"), 201);
	receiver_wait(&receiver, 1);
	tells(0, "game.finished");
	answer_done(club_post(club.ana, hook_path, "{}"), 405);
	answer_refused_at(http_ask(&club.http, "PATCH", hook_path, club.ana,
				   "{\"events\": [\"game.turn\", \"game.no\"]}"),
			  400, "invalid-value", "/events/1");
}

/* user-voices B14 */
static void a_digest_tells_many_news_at_once(void **state)
{
	struct answer a;

	(void)state;
	hook(club.ana, ", \"digest\": {\"every\": \"P1D\", \"at\": \"PT18H\"}");
	club_lay("backgammon", 2);
	a = of_hook("");
	assert_string_equal(answer_string(&a, "digest.next"), "2026-11-30T18:00:00.000Z");
	answer_fini(&a);
	at("--clock=2026-11-30T17:59:59Z");
	club_until("tablasd_connections", 1, 1);
	assert_int_equal(receiver_count(&receiver), 0);
	at("--clock=2026-11-30T18:00:00Z");
	receiver_wait(&receiver, 1);
	tells(0, "digest");
	assert_non_null(strstr(receiver.got[0].body, "game.started"));
	assert_non_null(strstr(receiver.got[0].body, "game.turn"));
	wait_for_attempts(1, "arrived");
	a = of_hook("");
	assert_false(answer_has(&a, "digest.next"));
	answer_fini(&a);
	at("--clock=2026-12-03T18:00:00Z");
	a = of_hook("/deliveries");
	assert_int_equal(json_array_size(answer_at(&a, "deliveries")), 1);
	answer_fini(&a);
}

/* user-voices D60 */
static void players_who_share_a_url_are_told_each_and_once(void **state)
{
	(void)state;
	hook(club.ana, ", \"events\": [\"game.started\"]");
	hook(club.ben, ", \"events\": [\"game.started\"]");
	answer_refused(club_post(club.ben, "/v1/me/webhooks", "{\"url\": \"%s\"}", receiver.url), 409,
		       "already-subscribed");
	club_lay("backgammon", 2);
	receiver_wait(&receiver, 2);
	assert_true(strstr(receiver.got[0].body, "\"account\":\"ana\"") ||
		    strstr(receiver.got[1].body, "\"account\":\"ana\""));
	assert_true(strstr(receiver.got[0].body, "\"account\":\"ben\"") ||
		    strstr(receiver.got[1].body, "\"account\":\"ben\""));
	char id[96];

	snprintf(id, sizeof id, "%s", received_field(&receiver, 0, "webhook-id"));
	assert_string_not_equal(id, received_field(&receiver, 1, "webhook-id"));
}

/* user-voices D61 */
static void a_secret_that_was_followed_by_another_goes_on_for_a_while(void **state)
{
	char first[128], second[128];
	struct answer a;

	(void)state;
	hook(club.ana, "");
	snprintf(first, sizeof first, "%s", hook_secret);
	char path[128];

	snprintf(path, sizeof path, "%s/secret", hook_path);
	a = club_post(club.ana, path, "{\"overlap\": \"PT1H\"}");
	answer_expect(&a, 200);
	snprintf(second, sizeof second, "%s", answer_string(&a, "secret"));
	assert_string_equal(answer_string(&a, "earlier_until"), "2026-11-30T10:00:00.000Z");
	answer_fini(&a);
	snprintf(path, sizeof path, "%s/test", hook_path);
	answer_done(club_post(club.ana, path, "{}"), 201);
	receiver_wait(&receiver, 1);
	tells(0, "test");
	assert_true(is_signed(0, first) && is_signed(0, second));
	at("--clock=2026-11-30T10:00:00Z");
	answer_done(club_post(club.ana, path, "{}"), 201);
	receiver_wait(&receiver, 2);
	assert_true(!is_signed(1, first) && is_signed(1, second));
}

/* user-voices D60 */
static void what_was_delivered_can_be_brought_again_under_its_id(void **state)
{
	char path[128], id[96];
	struct answer a;

	(void)state;
	hook(club.ana, ", \"events\": [\"game.started\", \"game.turn\"]");
	club_lay("backgammon", 2);
	receiver_wait(&receiver, 2);
	wait_for_attempts(1, "arrived");
	a = of_hook("/deliveries");
	snprintf(path, sizeof path, "%s/deliveries/%lld", hook_path,
		 answer_int(&a, "deliveries[1].number"));
	answer_fini(&a);
	snprintf(id, sizeof id, "%s", received_field(&receiver, 0, "webhook-id"));
	a = club_post(club.ana, path, "{}");
	answer_expect(&a, 201);
	assert_string_equal(answer_string(&a, "body.type"), "game.started");
	answer_fini(&a);
	receiver_wait(&receiver, 3);
	assert_string_equal(received_field(&receiver, 2, "webhook-id"), id);
	assert_string_equal(receiver.got[2].body, receiver.got[0].body);
	/* And all of them, from a number. */
	snprintf(path, sizeof path, "%s/replay", hook_path);
	answer_refused_at(club_post(club.ana, path, "{\"after\": 99}"), 400, "invalid-value", "/after");
	answer_done(club_post(club.ana, path, "{\"after\": 0}"), 200);
	receiver_wait(&receiver, 5);
	assert_string_equal(received_field(&receiver, 3, "webhook-id"), id);
	assert_string_equal(receiver.got[3].body, receiver.got[0].body);
	tells(4, "game.turn");
}

#define ATTEMPTS "tablasd_delivery_attempts_total{kind=\"webhook\",outcome="

/* ---- what does not ----------------------------------------------------------------- */

/* user-voices D62; it answers 500 for a week. */
static void a_receiver_that_fails_for_a_week_is_tried_then_left_alone(void **state)
{
	static const char *const instants[] = {
		"--clock=2026-11-30T09:00:10Z", "--clock=2026-11-30T09:02:00Z",
		"--clock=2026-11-30T09:10:00Z", "--clock=2026-11-30T10:00:00Z",
		"--clock=2026-12-01T10:00:00Z", "--clock=2026-12-03T10:00:00Z",
		"--clock=2026-12-05T10:00:00Z"};
	char id[96], stamp[64];
	size_t n = 1;
	struct answer a;

	(void)state;
	receiver_answer(&receiver, "500 Internal Server Error");
	hook(club.ana, ", \"events\": [\"game.started\", \"subscription.disabled\"]");
	club_lay("backgammon", 2);
	receiver_wait(&receiver, n);
	wait_for_attempts(1, "waiting");
	snprintf(id, sizeof id, "%s", received_field(&receiver, 0, "webhook-id"));
	a = of_hook("");
	assert_string_equal(answer_string(&a, "failing_since"), "2026-11-30T09:00:00.000Z");
	answer_fini(&a);
	for (size_t i = 0; i < sizeof instants / sizeof *instants; i++) {
		at(instants[i]);
		receiver_wait(&receiver, ++n);
		wait_for_attempts((long long)n, "waiting");
		assert_string_equal(received_field(&receiver, n - 1, "webhook-id"), id);
		assert_true(is_signed(n - 1, hook_secret));
		snprintf(stamp, sizeof stamp, "%s", received_field(&receiver, n - 2, "webhook-timestamp"));
		assert_string_not_equal(received_field(&receiver, n - 1, "webhook-timestamp"), stamp);
	}
	a = of_hook("");
	assert_false(answer_bool(&a, "enabled"));
	assert_string_equal(answer_string(&a, "why"), "nothing has arrived for five days");
	answer_fini(&a);
	assert_int_equal(daemon_logged(&club.daemon, "subscription-fails"), 1);
	assert_int_equal(daemon_logged(&club.daemon,
				       "info subscription-disabled kind=webhook subscription=1"
				       " account=ana attempts=8 status=500"
				       " why=\"nothing has arrived for five days\""),
			 1);
	at("--clock=2026-12-07T10:00:00Z");
	a = of_hook("/deliveries");
	assert_int_equal(answer_int(&a, "deliveries[0].attempts"), (long long)n);
	answer_fini(&a);
	assert_int_equal(club_number("tablasd_deliveries_waiting"), 0); /* to nobody */
	/* Whoever sees to it is told what was missed, and why nothing came. */
	receiver_answer(&receiver, "204 No Content");
	answer_done(http_ask(&club.http, "PATCH", hook_path, club.ana, "{\"enabled\": true}"), 200);
	receiver_wait(&receiver, n + 2);
	assert_string_equal(received_field(&receiver, n, "webhook-id"), id);
	tells(n + 1, "subscription.disabled");
	wait_for_attempts(1, "arrived");
	assert_int_equal(daemon_logged(&club.daemon, "subscription-"), 2);
	assert_int_equal(daemon_logged(&club.daemon, "/hook"), 0); /* that is its owner's secret */
}

/* What whoever runs the house sees of it. */
static void deliveries_are_counted_and_the_oldest_that_waits_is_told(void **state)
{
	(void)state;
	hook(club.ana, ", \"events\": [\"game.started\", \"game.turn\"]");
	club_lay("backgammon", 2);
	wait_for_attempts(1, "arrived");
	assert_int_equal(club_number(ATTEMPTS "\"arrived\"}"), 2);
	assert_int_equal(club_number(ATTEMPTS "\"failed\"}"), 0);
	assert_int_equal(club_number("tablasd_deliveries_waiting"), 0);
	assert_int_equal(club_number("tablasd_deliveries_oldest_seconds"), 0);
	receiver_answer(&receiver, "500 Internal Server Error");
	club_lay("backgammon", 2);
	wait_for_attempts(1, "waiting");
	at("--clock=2026-11-30T09:00:03Z"); /* before it is tried again */
	assert_int_equal(club_number("tablasd_deliveries_waiting"), 2);
	assert_int_equal(club_number("tablasd_deliveries_oldest_seconds"), 3);
	assert_int_equal(club_number(ATTEMPTS "\"failed\"}"), 0);
	at("--clock=2026-12-04T09:00:00Z");
	club_until(ATTEMPTS "\"failed\"}", 2, 2);
	assert_int_equal(club_number("tablasd_deliveries_oldest_seconds"), 4 * 86400);
	assert_int_equal(club_number("tablasd_deliveries_given_up_total{kind=\"webhook\"}"), 0);
	receiver_answer(&receiver, "204 No Content");
	at("--clock=2026-12-04T10:00:00Z");
	club_until(ATTEMPTS "\"arrived\"}", 2, 2);
	assert_int_equal(daemon_logged(&club.daemon, "subscription-fails"), 1);
	assert_int_equal(daemon_logged(&club.daemon, "info subscription-recovered kind=webhook"
						     " subscription=1 account=ana attempts=3"
						     " status=204"),
			 1);
}

/* 410 disables. */
static void a_receiver_that_is_gone_is_left_alone_at_once(void **state)
{
	(void)state;
	receiver_answer(&receiver, "410 Gone");
	hook(club.ana, ", \"events\": [\"game.started\"]");
	club_lay("backgammon", 2);
	receiver_wait(&receiver, 1);
	wait_for_attempts(1, "waiting");
	struct answer a = of_hook("");

	assert_false(answer_bool(&a, "enabled"));
	assert_false(answer_has(&a, "next"));
	answer_fini(&a);
}

/* A receiver that holds its connection holds nobody else's. */
static void a_receiver_that_never_answers_holds_up_nobody(void **state)
{
	struct answer a;

	(void)state;
	receiver_open(&other);
	receiver_answer(&receiver, NULL);
	hook(club.ana, "");
	answer_done(club_post(club.ana, "/v1/me/webhooks", "{\"url\": \"%s\"}", other.url), 201);
	club_lay("backgammon", 2);
	receiver_wait(&receiver, 1);
	receiver_wait(&other, 3); /* seated, started, turn */
	wait_for_attempts(0, "waiting");
	for (;;) { /* until its time is up */
		a = club_get(club.ana, "%s/deliveries?state=waiting", hook_path);
		json_t *list = answer_at(&a, "deliveries");
		json_t *first = json_array_get(list, json_array_size(list) - 1);
		bool tried = json_integer_value(json_object_get(first, "attempts")) > 0;

		if (tried)
			assert_true(json_is_null(json_object_get(first, "status")));
		answer_fini(&a);
		if (tried)
			break;
	}
}

static void an_answer_without_end_is_cut_off(void **state)
{
	(void)state;
	receiver.endless = true;
	receiver_answer(&receiver, "200 OK");
	hook(club.ana, ", \"events\": [\"game.started\"]");
	club_lay("backgammon", 2);
	wait_for_attempts(1, "arrived");
	assert_true(daemon_resident(&club.daemon) < 400000);
}

static void what_was_on_its_way_when_the_daemon_was_killed_comes_again(void **state)
{
	char id[96];

	(void)state;
	receiver_answer(&receiver, NULL); /* it has been sent, and nobody knows whether it came */
	hook(club.ana, ", \"events\": [\"game.started\"]");
	club_lay("backgammon", 2);
	receiver_wait(&receiver, 1);
	daemon_kill(&club.daemon);
	receiver_answer(&receiver, "204 No Content");
	club_return();
	receiver_wait(&receiver, 2);
	snprintf(id, sizeof id, "%s", received_field(&receiver, 0, "webhook-id"));
	assert_string_equal(received_field(&receiver, 1, "webhook-id"), id);
	assert_string_equal(receiver.got[0].body, receiver.got[1].body);
	wait_for_attempts(1, "arrived");
	club_return();
	assert_int_equal(receiver_count(&receiver), 2);
}

/* ---- what is refused --------------------------------------------------------------- */

static void urls_and_wishes_that_cannot_be_are_refused(void **state)
{
	static const struct {
		const char *body, *slug, *pointer;
	} wrong[] = {
		{"{}", "missing-member", "/url"},
		{"{\"url\": \"ftp://example.org/\"}", "invalid-value", "/url"},
		{"{\"url\": \"http://ana:x@example.org/\"}", "invalid-value", "/url"},
		{"{\"url\": \"http://example.org/\\r\\nX: y\"}", "invalid-value", "/url"},
		{"{\"url\": \"http://example.org/\", \"events\": \"all\"}", "invalid-value", "/events"},
		{"{\"url\": \"http://example.org/\", \"digest\": \"P1D\"}", "invalid-value", "/digest"},
		{"{\"url\": \"http://example.org/\", \"digest\": {}}", "missing-member",
		 "/digest/every"},
		{"{\"url\": \"http://example.org/\", \"digest\": {\"every\": \"PT1S\"}}",
		 "invalid-value", "/digest/every"},
		{"{\"url\": \"http://example.org/\", \"secret\": \"x\"}", "unknown-member", "/secret"},
	};
	char path[64];

	(void)state;
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		answer_refused_at(club_post(club.ana, "/v1/me/webhooks", "%s", wrong[i].body), 400,
				  wrong[i].slug, wrong[i].pointer);
	for (int i = 0; i < 10; i++)
		answer_done(club_post(club.ana, "/v1/me/webhooks", "{\"url\": \"%s%d\"}",
				      receiver.url, i),
			    201);
	answer_refused(club_post(club.ana, "/v1/me/webhooks", "{\"url\": \"%s\"}", receiver.url), 409,
		       "too-many-subscriptions");
	/* One sees one's own alone, and no secret twice. */
	answer_refused(club_get(club.ben, "/v1/me/webhooks/1"), 404, "not-found");
	struct answer a = club_get(club.ana, "/v1/me/webhooks");

	assert_int_equal(json_array_size(answer_at(&a, "webhooks")), 10);
	assert_null(strstr(a.body, "whsec_"));
	answer_fini(&a);
	snprintf(path, sizeof path, "/v1/me/webhooks/1");
	answer_done(http_ask(&club.http, "DELETE", path, club.ana, NULL), 204);
	answer_refused(club_get(club.ana, "%s", path), 404, "not-found");
}

int main(void)
{
#define BROUGHT(test, setup) cmocka_unit_test_setup_teardown(test, setup, teardown)
	const struct CMUnitTest tests[] = {
		BROUGHT(what_happens_is_posted_and_signed, setup),
		BROUGHT(a_filter_lets_only_its_kinds_through, setup),
		BROUGHT(a_digest_tells_many_news_at_once, setup_by_hand),
		BROUGHT(players_who_share_a_url_are_told_each_and_once, setup),
		BROUGHT(a_secret_that_was_followed_by_another_goes_on_for_a_while, setup_by_hand),
		BROUGHT(what_was_delivered_can_be_brought_again_under_its_id, setup),
		BROUGHT(a_receiver_that_fails_for_a_week_is_tried_then_left_alone, setup_by_hand),
		BROUGHT(deliveries_are_counted_and_the_oldest_that_waits_is_told, setup_by_hand),
		BROUGHT(a_receiver_that_is_gone_is_left_alone_at_once, setup),
		BROUGHT(a_receiver_that_never_answers_holds_up_nobody, setup_impatient),
		BROUGHT(an_answer_without_end_is_cut_off, setup),
		BROUGHT(what_was_on_its_way_when_the_daemon_was_killed_comes_again, setup),
		BROUGHT(urls_and_wishes_that_cannot_be_are_refused, setup),
	};

	return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
