/*
 * test_mail.c - news that are sent to a real mail server on loopback, and reminders.
 */
#include "tests/api/club.h"
#include "tests/lib/mailbox.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#define FACES "6 1 3 1 4 2 5 3 6 4 3 2 5 1 4 3"

static struct mailbox box;
static char smtp_flag[64];

static int setup_with(const char *flag)
{
	const char *const flags[] = {"--dice", FACES, "--clock=2026-11-30T09:00:00Z", smtp_flag,
				     "--mail.from=tablas@example.org", "--mail.starttls=no",
				     "--server.public_url=http://tablas.example",
				     "--log-level=debug", flag, NULL};

	mailbox_open(&box);
	snprintf(smtp_flag, sizeof smtp_flag, "--mail.smtp=smtp://127.0.0.1:%d", box.port);
	club_open_with(flags);
	return 0;
}

static int setup(void **state)
{
	(void)state;
	return setup_with(NULL);
}

static int setup_sparing(void **state)
{
	(void)state;
	return setup_with("--mail.mails_per_hour=2");
}

static int teardown(void **state)
{
	club_close(state);
	mailbox_close(&box);
	return 0;
}

static void at(const char *clock_flag)
{
	club.daemon.flags[2] = clock_flag;
	club_return();
}

/* The path of the first link in the i-th mail. */
static const char *link_in(size_t i)
{
	static char path[160];
	const char *link = strstr(box.got[i].text, "\r\n\r\n");

	link = link ? strstr(link, "http://tablas.example/v1/mail/") : NULL;
	if (!link)
		fail_msg("no link in %s", box.got[i].text);
	snprintf(path, sizeof path, "%.*s", (int)strcspn(link + 21, "\r\n"), link + 21);
	return path;
}

static void says(size_t i, const char *what)
{
	if (!strstr(box.got[i].text, what))
		fail_msg("not a word of \"%s\" in %s", what, box.got[i].text);
}

static struct answer follow(const char *path)
{
	return http_send(&club.http, "POST", path, NULL, "application/x-www-form-urlencoded",
			 "List-Unsubscribe=One-Click", 26);
}

/* The address of ana, confirmed; one mail has come. */
static void confirm(const char *more)
{
	char path[160];

	answer_done(club_post(club.ana, "/v1/me/mail", "{\"address\": \"ana@example.net\"%s}", more),
		    201);
	mailbox_wait(&box, 1);
	snprintf(path, sizeof path, "%s", link_in(0));
	answer_done(http_ask(&club.http, "GET", path, NULL, NULL), 200);
	struct answer a = club_get(club.ana, "/v1/me/mail");

	assert_false(answer_has(&a, "confirmed")); /* who only looks has said nothing */
	answer_fini(&a);
	answer_done(follow(path), 200);
	a = club_get(club.ana, "/v1/me/mail");
	assert_true(answer_has(&a, "confirmed"));
	answer_fini(&a);
}

/* user-voices B14 */
static void a_mail_tells_a_turn_with_the_board_and_ends_with_one_click(void **state)
{
	char path[160];
	struct answer a;

	(void)state;
	confirm("");
	club_lay("backgammon", 2);
	mailbox_wait(&box, 2);
	assert_string_equal(box.got[1].to, "ana@example.net");
	assert_string_equal(box.got[1].from, "tablas@example.org");
	says(1, "Subject: backgammon ");
	says(1, "it is your decision");
	says(1, "Date: Mon, 30 Nov 2026 09:00:00 +0000\r\n");
	says(1, "+-13--14--15--"); /* the board */
	says(1, "List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n");
	snprintf(path, sizeof path, "%s", link_in(1));
	path[strlen(path) - 1] ^= 1;
	answer_refused(follow(path), 404, "not-found");
	path[strlen(path) - 1] ^= 1;
	answer_done(follow(path), 200);
	answer_done(http_ask(&club.http, "PUT", path, NULL, "{}"), 405);
	assert_int_equal(daemon_logged(&club.daemon, path), 0); /* whoever reads it could follow it */
	assert_true(daemon_logged(&club.daemon, "path=/v1/mail/{token}") > 0);
	a = club_get(club.ana, "/v1/me/mail");
	assert_false(answer_bool(&a, "enabled"));
	answer_fini(&a);
	club_decide();
	answer_done(club_post(club.ben, club_path("/resignation"), "{}"), 201);
	club_return();
	assert_int_equal(mailbox_count(&box), 2);
}

/* The question was the first; also after a restart. */
static void an_address_has_only_so_many_mails_an_hour(void **state)
{
	(void)state;
	confirm("");
	club_lay("backgammon", 2);
	mailbox_wait(&box, 2);
	answer_done(club_post(club.ben, club_path("/resignation"), "{}"), 201);
	club_until("tablasd_deliveries_waiting", 1, 1);
	at("--clock=2026-11-30T09:59:59Z");
	assert_int_equal(club_number("tablasd_deliveries_waiting"), 1);
	assert_int_equal(mailbox_count(&box), 2);
	at("--clock=2026-11-30T10:00:00Z");
	mailbox_wait(&box, 3);
	says(2, "Subject: ");
}

static void a_mail_tells_who_has_declined_a_challenge(void **state)
{
	struct answer a;

	(void)state;
	confirm(", \"events\": [\"challenge.declined\"]");
	a = club_post(club.ana, "/v1/games",
		      "{\"ruleset\": \"backgammon\", \"seats\": [null, {\"account\": \"ben\"}]}");
	answer_expect(&a, 201);
	snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "id"));
	answer_fini(&a);
	answer_done(club_post(club.ben, club_path("/decline"), "{}"), 200);
	mailbox_wait(&box, 2);
	says(1, ": a challenge is declined");
	says(1, "a challenge is declined (ben)");
}

static void nothing_is_sent_before_the_address_is_confirmed(void **state)
{
	char path[160];

	(void)state;
	answer_done(club_post(club.ana, "/v1/me/mail", "{\"address\": \"ana@example.net\"}"), 201);
	mailbox_wait(&box, 1);
	club_lay("backgammon", 2);
	club_return();
	assert_int_equal(mailbox_count(&box), 1);
	/* After a week the question is no more answered. */
	snprintf(path, sizeof path, "%s", link_in(0));
	at("--clock=2026-12-08T09:00:00Z");
	answer_refused(follow(path), 404, "not-found");
}

static void a_digest_is_sent_at_its_hour(void **state)
{
	(void)state;
	confirm(", \"digest\": {\"every\": \"P1D\", \"at\": \"PT18H\"}, \"events\": []");
	club_lay("el-mundo", 4);
	at("--clock=2026-11-30T17:59:00Z");
	assert_int_equal(mailbox_count(&box), 1);
	at("--clock=2026-11-30T18:00:00Z");
	mailbox_wait(&box, 2);
	says(1, "news of your games");
	says(1, "play begins");
}

static void an_address_cannot_add_a_header_field(void **state)
{
	static const char *const wrong[] = {
		"ana", "@example.org", "ana@", "ana@example.org\\r\\nBcc: eva@example.org",
		"ana@example.org,eva@example.org", "ana <ana@example.org>", "a\\u00f1a@example.org",
		"ana@exam ple.org", "-f@example.org", "ana@-example.org", "ana@@example.org"};

	(void)state;
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		answer_refused_at(club_post(club.ana, "/v1/me/mail", "{\"address\": \"%s\"}", wrong[i]),
				  400, "invalid-value", "/address");
}

/* ---- reminders --------------------------------------------------------------------- */

static long long news_of_kind(const char *token, const char *type)
{
	struct answer a = club_get(token, "/v1/me/events?after=0");
	json_t *events = answer_at(&a, "events"), *one;
	long long n = 0;
	size_t i;

	json_array_foreach(events, i, one)
	{
		if (strcmp(json_string_value(json_object_get(one, "type")), type) != 0)
			continue;
		n++;
	}
	answer_fini(&a);
	return n;
}

static void remind(const char *token, const char *before)
{
	answer_done(http_ask(&club.http, "PATCH", "/v1/me/reminders", token, "{\"before\": [%s]}",
			     before),
		    200);
}

/* Waits until that many reminders are there: the loop looks once a second. */
static void wait_for_reminders(const char *token, long long n)
{
	struct timespec nap = {.tv_nsec = 10000000};

	for (int i = 0; news_of_kind(token, "game.reminder") < n; i++) {
		if (i == 2000)
			fail_msg("there are not %lld reminders", n);
		nanosleep(&nap, NULL);
	}
	assert_int_equal(news_of_kind(token, "game.reminder"), n);
}

/* A game of three days a move with ben. */
static void lay_slowly(void)
{
	struct answer a = club_post(club.ana, "/v1/games",
				    "{\"ruleset\": \"backgammon\", \"clock\": {\"per_move\": \"P3D\"}}");

	answer_expect(&a, 201);
	snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "id"));
	answer_fini(&a);
	answer_done(club_post(club.ben, club_path("/seats"), "{}"), 201);
}

/* user-voices B13, B21 */
static void reminders_come_at_their_instants_and_once(void **state)
{
	struct answer a;

	(void)state;
	remind(club.ana, "\"P1D\", \"PT2H\", \"P7D\"");
	remind(club.ben, "\"P1D\"");
	lay_slowly();
	at("--clock=2026-12-02T08:59:59Z");
	assert_int_equal(news_of_kind(club.ana, "game.reminder"), 0);
	at("--clock=2026-12-02T10:00:00Z");
	wait_for_reminders(club.ana, 1);
	assert_int_equal(club_number("tablasd_reminders_total"), 1);
	a = club_get(club.ana, "/v1/me/events?after=0");
	json_t *events = answer_at(&a, "events");
	json_t *last = json_array_get(events, json_array_size(events) - 1);

	assert_string_equal(json_string_value(json_object_get(last, "at")),
			    "2026-12-02T09:00:00.000Z");
	assert_string_equal(json_string_value(json_object_get(last, "deadline")),
			    "2026-12-03T09:00:00.000Z");
	answer_fini(&a);
	at("--clock=2026-12-03T07:00:00Z");
	wait_for_reminders(club.ana, 2);
	daemon_kill(&club.daemon);
	club_return();
	wait_for_reminders(club.ana, 2);
	/* Who has answered is reminded no more, and the other in time. */
	club_decide();
	at("--clock=2026-12-05T07:00:00Z");
	wait_for_reminders(club.ben, 1);
	assert_int_equal(news_of_kind(club.ana, "game.reminder"), 2);
}

static void the_end_of_a_pause_is_nobodys_deadline(void **state)
{
	struct answer a;

	(void)state;
	remind(club.ana, "\"P1D\"");
	lay_slowly();
	answer_done(club_post(club.ana, club_path("/pause"),
			      "{\"action\": \"offer\", \"for\": \"PT51H\"}"),
		    200);
	answer_done(club_post(club.ben, club_path("/pause"), "{\"action\": \"accept\", \"ply\": %lld}",
			      club_ply()),
		    200);
	lay_slowly(); /* whose deadline comes later */
	at("--clock=2026-12-02T10:00:00Z");
	wait_for_reminders(club.ana, 1);
	a = club_get(club.ana, "/v1/me/events?after=0");
	json_t *events = answer_at(&a, "events");
	json_t *last = json_array_get(events, json_array_size(events) - 1);

	assert_string_equal(json_string_value(json_object_get(last, "deadline")),
			    "2026-12-03T09:00:00.000Z");
	answer_fini(&a);
}

static void reminders_at_odd_distances_are_refused(void **state)
{
	static const char *const wrong[] = {"\"PT7M\"", "\"P31D\"", "\"PT49H\"", "\"PT0S\"", "3",
					    "\"P1D\", \"P1X\"",
					    "\"PT1H\", \"PT2H\", \"PT3H\", \"PT4H\", \"PT5H\", "
					    "\"PT6H\", \"PT7H\", \"PT8H\", \"PT9H\""};

	(void)state;
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		answer_refused_at(http_ask(&club.http, "PATCH", "/v1/me/reminders", club.ana,
					   "{\"before\": [%s]}", wrong[i]),
				  400, "invalid-value", "/before");
}

int main(void)
{
#define SENT(test) cmocka_unit_test_setup_teardown(test, setup, teardown)
	const struct CMUnitTest tests[] = {
		SENT(a_mail_tells_a_turn_with_the_board_and_ends_with_one_click),
		cmocka_unit_test_setup_teardown(an_address_has_only_so_many_mails_an_hour,
						setup_sparing, teardown),
		SENT(a_mail_tells_who_has_declined_a_challenge),
		SENT(nothing_is_sent_before_the_address_is_confirmed),
		SENT(a_digest_is_sent_at_its_hour),
		SENT(an_address_cannot_add_a_header_field),
		SENT(reminders_come_at_their_instants_and_once),
		SENT(the_end_of_a_pause_is_nobodys_deadline),
		SENT(reminders_at_odd_distances_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
