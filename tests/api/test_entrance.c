/*
 * test_entrance.c - who comes in: passwords, names and invitations, many at once,
 * and accounts that are closed.
 */
#include "tests/api/club.h"
#include "tests/api/crowd.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int setup(void **state)
{
	(void)state;
	club_open(NULL);
	return 0;
}

static struct answer me(const char *token)
{
	return http_ask(&club.http, "GET", "/v1/accounts/me", token, NULL);
}

/* ---- passwords
 * ------------------------------------------------------------------------------------ */

static struct answer log_in(const char *name, const char *password)
{
	return http_ask(&club.http, "POST", "/v1/tokens", NULL,
			"{\"name\": \"%s\", \"password\": \"%s\"}", name, password);
}

/* Nothing in the answer tells whether there is such an account, or whether it has a password.
 */
static void who_does_not_know_the_password_learns_nothing_of_the_account(void **state)
{
	static const char *const members[] = {"type", "title", "status", "detail", "instance"};
	struct answer wrong, other;

	(void)state;
	answer_done(http_ask(&club.http, "POST", "/v1/accounts", NULL,
			     "{\"name\": \"elena\", \"password\": \"correct horse\"}"),
		    201);
	wrong = log_in("elena", "wrong horse!");
	answer_expect_problem(&wrong, 401, "bad-credentials");
	for (const char *const *name = (const char *const[]){"nobody-here", "ana", "(bank)", "",
							     "x' OR 1=1 --", NULL};
	     *name; name++) {
		other = log_in(*name, "wrong horse!");
		answer_expect_problem(&other, 401, "bad-credentials");
		assert_int_equal(json_object_size(other.json), json_object_size(wrong.json));
		for (size_t i = 0; i < sizeof members / sizeof *members; i++)
			assert_true(json_equal(answer_at(&other, members[i]),
					       answer_at(&wrong, members[i])));
		answer_fini(&other);
	}
	answer_fini(&wrong);
}

static void a_password_is_compared_to_its_last_letter(void **state)
{
	static const char *const near[] = {
		"correct hors",	    "correct horse ",	   "Correct horse",
		" correct horse",   "correct  horse",	   "correct horse\\u0000",
		"correct horse\\n", "correct h\\u00f8rse", ""};

	(void)state;
	answer_done(http_ask(&club.http, "POST", "/v1/accounts", NULL,
			     "{\"name\": \"elena\", \"password\": \"correct horse\"}"),
		    201);
	for (size_t i = 0; i < sizeof near / sizeof *near; i++) {
		struct answer a = log_in("elena", near[i]);

		assert_true(a.status == 401 || a.status == 400);
		answer_fini(&a);
	}
	answer_done(log_in("elena", "correct horse"), 201);
	answer_done(log_in("ELENA", "correct horse"), 201);
}

static void whoever_guesses_is_slowed_down_but_no_other_name_is(void **state)
{
	struct answer a = {0};
	int tries = 0;

	(void)state;
	for (const char *const *name = (const char *const[]){"elena", "fabio", NULL}; *name;
	     name++)
		answer_done(http_ask(&club.http, "POST", "/v1/accounts", NULL,
				     "{\"name\": \"%s\", \"password\": \"correct horse\"}",
				     *name),
			    201);
	do {
		answer_fini(&a);
		a = log_in("elena", "wrong horse!");
	} while (a.status == 401 && ++tries < 100);
	answer_expect_problem(&a, 429, "too-many-requests");
	assert_true(atoi(answer_header(&a, "Retry-After")) >= 1);
	answer_fini(&a);
	/* the right one does not help now, nor does another spelling of the name */
	answer_refused(log_in("elena", "correct horse"), 429, "too-many-requests");
	answer_refused(log_in("eLENA", "correct horse"), 429, "too-many-requests");
	answer_done(log_in("fabio", "correct horse"), 201);
	answer_done(me(club.ana), 200);
}

/* ---- registering at the same moment
 * ------------------------------------------------------------------ */

#define CROWD 24

static void one_name_at_once_becomes_one_account(void **state)
{
	static struct asker askers[CROWD];

	(void)state;
	for (size_t i = 0; i < CROWD; i++)
		askers[i] = (struct asker){.method = "POST",
					   .path = "/v1/accounts",
					   .body = i % 2 ? "{\"name\": \"elena\"}"
							 : "{\"name\": \"ELENA\"}"};
	crowd_ask(askers, CROWD, club.daemon.url);
	assert_int_equal(crowd_count(askers, CROWD, 201), 1);
	assert_int_equal(crowd_count(askers, CROWD, 409), CROWD - 1);
	crowd_fini(askers, CROWD);
}

/* A password takes a while to be thought about, and in the meantime ... */
static void one_name_with_passwords_at_once_becomes_one_account(void **state)
{
	static struct asker askers[6];
	static char bodies[6][96];
	size_t in = 0;

	(void)state;
	for (size_t i = 0; i < 6; i++) {
		snprintf(bodies[i], sizeof bodies[i],
			 "{\"name\": \"elena\", \"password\": \"horse number %zu\"}", i);
		askers[i] = (struct asker){
			.method = "POST", .path = "/v1/accounts", .body = bodies[i]};
	}
	crowd_ask(askers, 6, club.daemon.url);
	assert_int_equal(crowd_count(askers, 6, 201), 1);
	assert_int_equal(crowd_count(askers, 6, 409), 5);
	for (size_t i = 0; i < 6; i++) {
		char password[32];

		snprintf(password, sizeof password, "horse number %zu", i);
		struct answer a = log_in("elena", password);

		assert_int_equal(a.status, askers[i].answer.status == 201 ? 201 : 401);
		in += a.status == 201;
		answer_fini(&a);
	}
	assert_int_equal(in, 1);
	crowd_fini(askers, 6);
}

static int setup_by_invitation(void **state)
{
	(void)state;
	memset(&club, 0, sizeof club);
	daemon_init(&club.daemon, "--accounts.registration=invite", "--clock",
		    "2026-11-30T12:00:00Z", NULL);
	daemon_token(&club.daemon, "operator", "admin", club.operator);
	club_return();
	return 0;
}

static void an_invitation_at_once_lets_one_in(void **state)
{
	static struct asker askers[CROWD];
	static char bodies[CROWD][256];
	struct answer a = http_ask(&club.http, "POST", "/v1/invitations", club.operator, "{}");

	(void)state;
	answer_expect(&a, 201);
	for (size_t i = 0; i < CROWD; i++) {
		snprintf(bodies[i], sizeof bodies[i],
			 "{\"name\": \"guest-%zu\", \"invitation\": \"%s\"%s}", i,
			 answer_string(&a, "invitation"),
			 i % 4 ? "" : ", \"password\": \"correct horse\"");
		askers[i] = (struct asker){
			.method = "POST", .path = "/v1/accounts", .body = bodies[i]};
	}
	answer_fini(&a);
	crowd_ask(askers, CROWD, club.daemon.url);
	assert_int_equal(crowd_count(askers, CROWD, 201), 1);
	assert_int_equal(crowd_count(askers, CROWD, 403), CROWD - 1);
	crowd_fini(askers, CROWD);
}

static void an_invitation_expires(void **state)
{
	char invitation[128];
	struct answer a = http_ask(&club.http, "POST", "/v1/invitations", club.operator,
				   "{\"expires\": \"2026-12-01T12:00:00Z\"}");

	(void)state;
	answer_expect(&a, 201);
	snprintf(invitation, sizeof invitation, "%s", answer_string(&a, "invitation"));
	answer_fini(&a);
	club.daemon.flags[2] = "2026-12-01T12:00:00Z";
	club_return();
	answer_refused(http_ask(&club.http, "POST", "/v1/accounts", NULL,
				"{\"name\": \"elena\", \"invitation\": \"%s\"}", invitation),
		       403, "invitation-needed");
	club.daemon.flags[2] = "2026-12-01T11:59:59Z";
	club_return();
	answer_done(http_ask(&club.http, "POST", "/v1/accounts", NULL,
			     "{\"name\": \"elena\", \"invitation\": \"%s\"}", invitation),
		    201);
}

static void an_invitation_to_a_seat_makes_no_account_and_a_token_no_invitation(void **state)
{
	struct answer a = club_post(club.ana, "/v1/games",
				    "{\"ruleset\": \"backgammon\", \"seats\": "
				    "[\"open\", {\"invitation\": true}]}");
	char invitation[128];

	(void)state;
	answer_expect(&a, 201);
	snprintf(invitation, sizeof invitation, "%s",
		 answer_string(&a, "invitations[0].invitation"));
	answer_fini(&a);
	http_fini(&club.http);
	assert_int_equal(daemon_stop(&club.daemon), 0);
	club.daemon.flags[0] = "--accounts.registration=invite";
	club_return();
	const char *const wrong[] = {invitation, club.ana, club.operator, "", "inv_1_"};

	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		answer_refused(http_ask(&club.http, "POST", "/v1/accounts", NULL,
					"{\"name\": \"elena\", \"invitation\": \"%s\"}",
					wrong[i]),
			       403, "invitation-needed");
}

/* ---- closing
 * ----------------------------------------------------------------------------------------------
 */

/* user-voices B22: who closes hears which games are waiting for it. */
static void an_account_with_chips_at_a_table_is_not_closed(void **state)
{
	(void)state;
	struct answer a;

	club_lay("backgammon", 2);
	a = http_ask(&club.http, "DELETE", "/v1/accounts/me?withdraw=true", club.ana, NULL);
	answer_expect_problem(&a, 409, "account-in-use");
	assert_string_equal(answer_string(&a, "games[0]"), club.game);
	answer_fini(&a);
	answer_done(me(club.ana), 200);
	answer_done(club_post(club.ana, club_path("/abort"), "{}"), 200);
	a = http_ask(&club.http, "DELETE", "/v1/accounts/me", club.ana, NULL);
	answer_expect_problem(&a, 409, "account-in-use");
	assert_int_equal(answer_int(&a, "wallet"), 1000);
	answer_fini(&a);
	answer_done(
		http_ask(&club.http, "DELETE", "/v1/accounts/me?withdraw=true", club.ana, NULL),
		204);
}

/* The pseudonym of whoever sat in that seat of the game that was laid. */
static void seated_as(int seat, char name[40])
{
	struct answer a = club_get(club.ben, "%s", club_path(""));
	char path[32];

	snprintf(path, sizeof path, "seats[%d].account", seat);
	snprintf(name, 40, "%s", answer_string(&a, path));
	answer_fini(&a);
}

/* user-voices D52, G104: the seat has another name, the game is there as before. */
static void a_closed_account_is_nowhere_called_by_its_name(void **state)
{
	static const char *const places[] = {"", "/events", "/record", "/entries"};
	char name[40];
	struct answer a;

	(void)state;
	club_lay("backgammon", 2);
	seated_as(0, name);
	assert_string_equal(name, "ana");
	answer_done(club_post(club.ana, club_path("/abort"), "{}"), 200);
	seated_as(0, name); /* kept in memory by now */
	answer_done(
		http_ask(&club.http, "DELETE", "/v1/accounts/me?withdraw=true", club.ana, NULL),
		204);
	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		a = club_get(club.ben, "%s", club_path(places[i]));
		answer_expect(&a, 200);
		assert_null(strstr(a.body, "\"ana\""));
		assert_null(strstr(a.body, " ana\n"));
		answer_fini(&a);
	}
	seated_as(0, name);
	assert_int_equal(strncmp(name, "closed-", 7), 0);
	a = club_get(club.ben, "/v1/accounts/%s", name);
	assert_true(answer_bool(&a, "closed"));
	answer_fini(&a);
	answer_refused(
		club_post(club.ben, "/v1/transfers", "{\"to\": \"%s\", \"amount\": 1}", name),
		403, "account-closed");
	answer_refused(
		http_ask(&club.http, "POST", "/v1/accounts", NULL, "{\"name\": \"Closed-77\"}"),
		400, "invalid-value");
}

static void the_operator_closes_any_account_and_players_only_theirs(void **state)
{
	char all[128];

	(void)state;
	daemon_token(&club.daemon, "warden", "all", all);
	answer_refused(http_ask(&club.http, "DELETE", "/v1/accounts/ana?withdraw=true",
				club.ben, NULL),
		       403, "forbidden");
	answer_done(http_ask(&club.http, "DELETE", "/v1/accounts/ana?withdraw=true", all, NULL),
		    204);
	answer_refused(me(club.ana), 401, "unauthorized");
}

static void every_token_of_a_closed_account_is_dead_and_its_name_is_not_free(void **state)
{
	char bot[128];
	struct answer a = http_ask(&club.http, "POST", "/v1/tokens", club.dora, "{}");

	(void)state;
	snprintf(bot, sizeof bot, "%s", answer_string(&a, "token"));
	answer_done(a, 201);
	answer_done(me(bot), 200);
	answer_done(me(club.dora), 200);
	answer_done(http_ask(&club.http, "DELETE", "/v1/accounts/me?withdraw=true", bot, NULL),
		    204);
	answer_refused(me(bot), 401, "unauthorized");
	answer_refused(me(club.dora), 401, "unauthorized");
	answer_refused(
		http_ask(&club.http, "POST", "/v1/accounts", NULL, "{\"name\": \"DORA\"}"), 409,
		"name-taken");
	a = club_post(club.ana, "/v1/games",
		      "{\"ruleset\": \"backgammon\", \"seats\": "
		      "[\"open\", {\"account\": \"dora\"}]}");
	answer_expect_problem(&a, 400, "invalid-value");
	assert_string_equal(answer_string(&a, "pointer"), "/seats/1/account");
	answer_fini(&a);
	club_return();
	answer_refused(me(bot), 401, "unauthorized");
}

#define TEST(name)	  cmocka_unit_test_setup_teardown(name, setup, club_close)
#define TEST_INVITE(name) cmocka_unit_test_setup_teardown(name, setup_by_invitation, club_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(who_does_not_know_the_password_learns_nothing_of_the_account),
		TEST(a_password_is_compared_to_its_last_letter),
		TEST(whoever_guesses_is_slowed_down_but_no_other_name_is),
		TEST(one_name_at_once_becomes_one_account),
		TEST(one_name_with_passwords_at_once_becomes_one_account),
		TEST_INVITE(an_invitation_at_once_lets_one_in),
		TEST_INVITE(an_invitation_expires),
		TEST(an_invitation_to_a_seat_makes_no_account_and_a_token_no_invitation),
		TEST(an_account_with_chips_at_a_table_is_not_closed),
		TEST(a_closed_account_is_nowhere_called_by_its_name),
		TEST(the_operator_closes_any_account_and_players_only_theirs),
		TEST(every_token_of_a_closed_account_is_dead_and_its_name_is_not_free),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
