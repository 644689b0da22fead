/*
 * test_guards.c - receivers that would have the daemon call somebody else: an address
 * within, by whatever name, or one they redirect to.
 */
#include "tests/api/club.h"
#include "tests/lib/receiver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

static struct receiver receiver, other;
static char hook_path[96];

static int setup_allowed(void **state)
{
	const char *const flags[] = {"--webhooks.http=yes", "--webhooks.allow=127.0.0.0/8",
				     NULL};

	(void)state;
	receiver_open(&receiver);
	club_open_with(flags);
	return 0;
}

static int teardown(void **state)
{
	club_close(state);
	receiver_close(&receiver);
	receiver_close(&other);
	return 0;
}

/* A webhook of ana's, to which a delivery is sent. */
static void hook(const char *url)
{
	struct answer a = club_post(club.ana, "/v1/me/webhooks", "{\"url\": \"%s\"}", url);
	char path[128];

	answer_expect(&a, 201);
	snprintf(hook_path, sizeof hook_path, "/v1/me/webhooks/%lld", answer_int(&a, "number"));
	answer_fini(&a);
	snprintf(path, sizeof path, "%s/test", hook_path);
	answer_done(club_post(club.ana, path, "{}"), 201);
}

static struct answer of_hook(const char *behind)
{
	return club_get(club.ana, "%s%s", hook_path, behind);
}

/* And has not arrived. */
static void wait_until_tried(void)
{
	const struct timespec nap = {.tv_nsec = 2000000};
	bool tried = false;

	for (int i = 0; !tried; i++) {
		struct answer a = of_hook("/deliveries?limit=1");

		tried = answer_int(&a, "deliveries[0].attempts") > 0;
		if (tried)
			assert_string_equal(answer_string(&a, "deliveries[0].state"),
					    "waiting");
		answer_fini(&a);
		assert_true(i < 10000);
		nanosleep(&nap, NULL);
	}
}

/* Neither to another receiver nor to the address at which a cloud tells its secrets. */
static void a_redirect_to_the_metadata_address_or_elsewhere_is_not_followed(void **state)
{
	char answer[256];

	(void)state;
	receiver_open(&other);
	for (size_t i = 0; i < 2; i++) {
		snprintf(answer, sizeof answer, "307 Temporary Redirect\r\nLocation: %s",
			 i ? "http://169.254.169.254/latest/meta-data/" : other.url);
		receiver_answer(&receiver, answer);
		hook(receiver.url);
		receiver_wait(&receiver, i + 1);
		wait_until_tried();
		struct answer a = of_hook("/deliveries?limit=1");

		/* 307 and no failure of another call: that was all that was done. */
		assert_int_equal(answer_int(&a, "deliveries[0].status"), 307);
		assert_string_equal(answer_string(&a, "deliveries[0].why"), "answered 307");
		answer_fini(&a);
		answer_done(http_ask(&club.http, "DELETE", hook_path, club.ana, NULL), 204);
	}
	assert_int_equal(receiver_count(&other), 0);
}

static int setup_guarded(void **state)
{
	const char *const flags[] = {"--webhooks.http=yes", NULL};

	(void)state;
	receiver_open(&receiver);
	club_open_with(flags);
	return 0;
}

static void refuses_to_call(const char *url)
{
	struct answer a;

	hook(url);
	wait_until_tried();
	a = of_hook("/deliveries");
	if (strcmp(answer_string(&a, "deliveries[0].why"),
		   "its name has no address that may be called") != 0)
		fail_msg("%s: %s", url, answer_string(&a, "deliveries[0].why"));
	answer_fini(&a);
	answer_done(http_ask(&club.http, "DELETE", hook_path, club.ana, NULL), 204);
}

/*
 * The address guard against private ranges.  A name is taken as it is, and what it means
 * is looked at when it is called, for by then it may mean something else (rebinding).
 */
static void an_address_within_is_not_called_however_it_is_written(void **state)
{
	static const char *const within[] = {"169.254.169.254/latest/meta-data",
					     "0xa9fea9fe/",
					     "0251.0376.0251.0376/",
					     "2852039166/",
					     "10.0.0.1/",
					     "172.16.0.1/",
					     "192.168.0.1/",
					     "100.64.0.1/",
					     "[::ffff:10.0.0.1]/",
					     "[64:ff9b::7f00:1]/",
					     "[fe80::1]/",
					     "[fc00::1]/",
					     "[fd00:ec2::254]/"};
	/* At each of these the receiver would be. */
	static const char *const here[] = {
		"127.0.0.1",	   "localhost",	 "127.1",   "2130706433", "0x7f000001",
		"0x7f.1",	   "0177.0.0.1", "0.0.0.0", "0",	  "[::ffff:127.0.0.1]",
		"[::ffff:7f00:1]", "[::]",	 "[::1]"};
	char url[128];

	(void)state;
	for (size_t i = 0; i < sizeof within / sizeof *within; i++) {
		snprintf(url, sizeof url, "http://%s", within[i]);
		refuses_to_call(url);
	}
	for (size_t i = 0; i < sizeof here / sizeof *here; i++) {
		snprintf(url, sizeof url, "http://%s:%d/", here[i], receiver.port);
		refuses_to_call(url);
	}
	assert_int_equal(receiver_count(&receiver), 0);
}

static int setup_strict(void **state)
{
	const char *const flags[] = {NULL};

	(void)state;
	receiver_open(&receiver);
	club_open_with(flags);
	return 0;
}

static void plain_http_and_the_machine_itself_need_the_operators_word(void **state)
{
	(void)state;
	answer_refused_at(
		club_post(club.ana, "/v1/me/webhooks", "{\"url\": \"%s\"}", receiver.url), 400,
		"invalid-value", "/url");
	struct answer a = club_post(club.ana, "/v1/me/webhooks",
				    "{\"url\": \"https://127.0.0.1:%d/\"}", receiver.port);

	answer_expect(&a, 201);
	snprintf(hook_path, sizeof hook_path, "/v1/me/webhooks/%lld", answer_int(&a, "number"));
	answer_fini(&a);
	answer_done(club_post(club.ana, "/v1/me/webhooks/1/test", "{}"), 201);
	wait_until_tried();
	assert_int_equal(receiver_count(&receiver), 0);
}

int main(void)
{
#define GUARDED(test, setup) cmocka_unit_test_setup_teardown(test, setup, teardown)
	const struct CMUnitTest tests[] = {
		GUARDED(a_redirect_to_the_metadata_address_or_elsewhere_is_not_followed,
			setup_allowed),
		GUARDED(an_address_within_is_not_called_however_it_is_written, setup_guarded),
		GUARDED(plain_http_and_the_machine_itself_need_the_operators_word,
			setup_strict),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
