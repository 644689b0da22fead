/*
 * test_accounts.c - registering, logging in, tokens and invitations over HTTP.
 */
#include "tests/api/club.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct daemon house;
static struct http http;

/* What POST answers as "token". */
static void token_of(struct answer a, char token[128])
{
	answer_expect(&a, 201);
	snprintf(token, 128, "%s", answer_string(&a, "token"));
	answer_fini(&a);
}

static struct answer me(const char *token)
{
	return http_ask(&http, "GET", "/v1/accounts/me", token, NULL);
}

static struct answer register_as(const char *name)
{
	return http_ask(&http, "POST", "/v1/accounts", NULL, "{\"name\": \"%s\"}", name);
}

static struct answer log_in(const char *name, const char *password)
{
	return http_ask(&http, "POST", "/v1/tokens", NULL,
			"{\"name\": \"%s\", \"password\": \"%s\"}", name, password);
}

static void open_house(const char *registration)
{
	daemon_init(&house, registration, NULL);
}

static void start(void)
{
	daemon_start(&house);
	http_init(&http, house.url);
}

static int setup(void **state)
{
	(void)state;
	open_house("--accounts.registration=open");
	start();
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	http_fini(&http);
	daemon_stop_and_audit(&house);
	daemon_fini(&house);
	return 0;
}

/* ---- registering ------------------------------------------------------------------- */

static void whoever_registers_gets_chips_and_a_token_that_works(void **state)
{
	struct answer a = register_as("Ana");
	char token[128];

	(void)state;
	assert_string_equal(answer_header(&a, "Location"), "/v1/accounts/Ana");
	assert_string_equal(answer_header(&a, "Cache-Control"), "no-store");
	assert_int_equal(answer_int(&a, "account.wallet"), 1000);
	token_of(a, token);
	a = me(token);
	assert_string_equal(answer_string(&a, "name"), "Ana");
	assert_int_equal(answer_int(&a, "wallet"), 1000);
	answer_done(a, 200);
}

static void a_name_is_taken_in_any_case(void **state)
{
	(void)state;
	answer_done(register_as("Ana"), 201);
	answer_refused(register_as("aNA"), 409, "name-taken");
}

static void names_are_short_plain_and_not_reserved(void **state)
{
	const char *bad[] = {"",  "a",	   "a b",    "an.a", "\\u00e1na", "me",
			     "ME", "bank", "aaaaaaaaaabbbbbbbbbbccccccccccddd"};

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		answer_refused(register_as(bad[i]), 400, "invalid-value");
	answer_done(register_as("aaaaaaaaaabbbbbbbbbbccccccccccdd"), 201);
}

static void others_see_no_wallet(void **state)
{
	char ben[128];
	struct answer a;

	(void)state;
	answer_done(register_as("ana"), 201);
	token_of(register_as("ben"), ben);
	a = http_ask(&http, "GET", "/v1/accounts/ana", ben, NULL);
	answer_expect(&a, 200);
	assert_string_equal(answer_string(&a, "name"), "ana");
	assert_false(answer_has(&a, "wallet"));
	assert_false(answer_has(&a, "has_password"));
	answer_fini(&a);
}

static void the_house_s_own_accounts_are_nobody_s_business(void **state)
{
	char ana[128];

	(void)state;
	token_of(register_as("ana"), ana);
	answer_refused(http_ask(&http, "GET", "/v1/accounts/(bank)", ana, NULL), 404,
		       "not-found");
	answer_refused(http_ask(&http, "GET", "/v1/accounts/nobody-here", ana, NULL), 404,
		       "not-found");
}

static void players_are_found_by_the_beginning_of_their_names_page_by_page(void **state)
{
	const char *names[] = {"Bea", "bela", "ana", "bERTA"};
	char token[128], path[600] = "/v1/accounts?prefix=BE&limit=1", seen[64] = "";

	(void)state;
	for (size_t i = 0; i < 4; i++)
		token_of(register_as(names[i]), token);
	for (int page = 0; page < 3; page++) {
		struct answer a = http_ask(&http, "GET", path, token, NULL);
		const char *link = answer_header(&a, "Link");

		answer_expect(&a, 200);
		assert_int_equal(json_array_size(answer_at(&a, "accounts")), 1);
		strcat(seen, answer_string(&a, "accounts[0].name"));
		strcat(seen, " ");
		assert_int_equal(link[0] == '\0', page == 2);
		snprintf(path, sizeof path, "%.*s", (int)strcspn(link + (link[0] != '\0'), ">"),
			 link + (link[0] != '\0'));
		answer_fini(&a);
	}
	assert_string_equal(seen, "Bea bela bERTA ");
}

static void a_lost_answer_to_a_registration_can_be_asked_for_again(void **state)
{
	const char *key = "Idempotency-Key: \"8e03978e-40d5-43dd-bc93\"";
	char first[128], second[128];
	struct answer a;

	(void)state;
	http_header(&http, key);
	token_of(register_as("ana"), first);
	http_header(&http, key);
	a = register_as("ana");
	assert_string_equal(answer_header(&a, "Idempotency-Replayed"), "true");
	assert_string_equal(answer_string(&a, "account.name"), "ana");
	token_of(a, second);
	assert_string_not_equal(first, second);
	a = me(second);
	assert_int_equal(answer_int(&a, "wallet"), 1000); /* welcomed once */
	answer_done(a, 200);
	http_header(&http, key);
	answer_refused(register_as("anna"), 422, "idempotency-key-reused");
	http_header(&http, "Idempotency-Key: guessable");
	answer_refused(register_as("carla"), 400, "invalid-value");
	answer_refused(register_as("ana"), 409, "name-taken");
}

/* ---- who may ----------------------------------------------------------------------- */

static int setup_nothing(void **state)
{
	(void)state;
	return 0;
}

static void a_closed_house_registers_only_for_the_administrator(void **state)
{
	char admin[128];

	(void)state;
	open_house("--accounts.registration=closed");
	daemon_token(&house, "operator", "admin", admin);
	start();
	answer_refused(register_as("ana"), 403, "registration-closed");
	answer_done(http_ask(&http, "POST", "/v1/accounts", admin, "{\"name\": \"ana\"}"), 201);
}

static void an_invitation_opens_the_door_once(void **state)
{
	char admin[128], invitation[128];
	struct answer a;

	(void)state;
	open_house("--accounts.registration=invite");
	daemon_token(&house, "operator", "admin", admin);
	start();
	answer_refused(register_as("ana"), 403, "invitation-needed");
	a = http_ask(&http, "POST", "/v1/invitations", admin, NULL);
	answer_expect(&a, 201);
	snprintf(invitation, sizeof invitation, "%s", answer_string(&a, "invitation"));
	answer_fini(&a);
	answer_done(http_ask(&http, "POST", "/v1/accounts", NULL,
			     "{\"name\": \"ana\", \"invitation\": \"%s\"}", invitation),
		    201);
	answer_refused(http_ask(&http, "POST", "/v1/accounts", NULL,
				"{\"name\": \"ben\", \"invitation\": \"%s\"}", invitation),
		       403, "invitation-needed");
	invitation[strlen(invitation) - 1] ^= 1;
	answer_refused(http_ask(&http, "POST", "/v1/accounts", NULL,
				"{\"name\": \"ben\", \"invitation\": \"%s\"}", invitation),
		       403, "invitation-needed");
}

static void a_revoked_invitation_opens_nothing(void **state)
{
	char admin[128], invitation[128], path[64];
	struct answer a;

	(void)state;
	open_house("--accounts.registration=invite");
	daemon_token(&house, "operator", "all", admin);
	start();
	a = http_ask(&http, "POST", "/v1/invitations", admin, "{}");
	answer_expect(&a, 201);
	snprintf(invitation, sizeof invitation, "%s", answer_string(&a, "invitation"));
	snprintf(path, sizeof path, "/v1/invitations/%lld", answer_int(&a, "number"));
	answer_fini(&a);
	answer_done(http_ask(&http, "DELETE", path, admin, NULL), 204);
	answer_refused(http_ask(&http, "POST", "/v1/accounts", NULL,
				"{\"name\": \"ana\", \"invitation\": \"%s\"}", invitation),
		       403, "invitation-needed");
	answer_refused(http_ask(&http, "DELETE", path, admin, NULL), 404, "not-found");
}

static void nobody_but_the_administrator_invites(void **state)
{
	char ana[128];

	(void)state;
	token_of(register_as("ana"), ana);
	answer_refused(http_ask(&http, "POST", "/v1/invitations", ana, "{}"), 403,
		       "insufficient-scope");
}

/* ---- passwords --------------------------------------------------------------------- */

static void register_with_password(const char *name, const char *password)
{
	answer_done(http_ask(&http, "POST", "/v1/accounts", NULL,
			     "{\"name\": \"%s\", \"password\": \"%s\"}", name, password),
		    201);
}

static void a_password_logs_in_and_a_wrong_one_does_not(void **state)
{
	char token[128];

	(void)state;
	register_with_password("ana", "correct horse");
	token_of(log_in("ANA", "correct horse"), token);
	answer_done(me(token), 200);
	answer_refused(log_in("ana", "correct horsf"), 401, "bad-credentials");
	answer_refused(log_in("nobody", "correct horse"), 401, "bad-credentials");
}

static void an_account_without_password_cannot_be_logged_in_to(void **state)
{
	(void)state;
	answer_done(register_as("ana"), 201);
	answer_refused(log_in("ana", ""), 401, "bad-credentials");
	answer_refused(log_in("ana", "anything at all"), 401, "bad-credentials");
}

static void guessing_passwords_is_soon_refused_for_that_name(void **state)
{
	struct answer a;

	(void)state;
	register_with_password("ana", "correct horse");
	register_with_password("ben", "battery staple");
	a = log_in("ana", "wrong wrong");
	for (int tries = 0; a.status == 401 && tries < 30; tries++) {
		answer_fini(&a);
		a = log_in("ana", "wrong wrong");
	}
	answer_expect_problem(&a, 429, "too-many-requests");
	assert_true(atoi(answer_header(&a, "Retry-After")) > 0);
	assert_string_equal(answer_string(&a, "violated_policies[0]"), "login");
	answer_fini(&a);
	answer_done(log_in("ben", "battery staple"), 201);
}

static void a_password_is_long_enough_and_not_too_long(void **state)
{
	(void)state;
	answer_refused(http_ask(&http, "POST", "/v1/accounts", NULL,
				"{\"name\": \"ana\", \"password\": \"1234567\"}"),
		       400, "invalid-value");
	answer_refused(http_ask(&http, "POST", "/v1/accounts", NULL,
				"{\"name\": \"ana\", \"password\": \"%0300d\"}", 0),
		       400, "invalid-value");
}

static void the_old_password_is_needed_for_a_new_one(void **state)
{
	char token[128];

	(void)state;
	register_with_password("ana", "correct horse");
	token_of(log_in("ana", "correct horse"), token);
	answer_refused(http_ask(&http, "PATCH", "/v1/accounts/me", token,
				"{\"password\": \"battery staple\"}"),
		       400, "missing-member");
	answer_refused(
		http_ask(&http, "PATCH", "/v1/accounts/me", token,
			 "{\"password\": \"battery staple\", \"current_password\": \"no\"}"),
		401, "bad-credentials");
	answer_done(http_ask(&http, "PATCH", "/v1/accounts/ana", token,
			     "{\"password\": \"battery staple\", \"current_password\": "
			     "\"correct horse\"}"),
		    200);
	answer_done(log_in("ana", "battery staple"), 201);
	answer_refused(log_in("ana", "correct horse"), 401, "bad-credentials");
}

static void nobody_changes_the_password_of_another(void **state)
{
	char ben[128];

	(void)state;
	answer_done(register_as("ana"), 201);
	token_of(register_as("ben"), ben);
	answer_refused(http_ask(&http, "PATCH", "/v1/accounts/ana", ben,
				"{\"password\": \"12345678\"}"),
		       403, "forbidden");
	answer_refused(http_ask(&http, "DELETE", "/v1/accounts/ana", ben, NULL), 403,
		       "forbidden");
}

/* ---- tokens ------------------------------------------------------------------------ */

static void a_token_that_is_none_is_refused_and_told_why(void **state)
{
	const char *bad[] = {"x",     "tbl_",	     "tbl_1_", "tbl_1_AAAA", "inv_1_AAAA",
			     "tbl_0_", "tbl_-1_AAAA", "tbl_99999999999999999999_AAAA",
			     "tbl_1_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"};
	struct answer a;

	(void)state;
	answer_done(register_as("ana"), 201);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		a = me(bad[i]);
		answer_expect_problem(&a, 401, "unauthorized");
		assert_non_null(strstr(answer_header(&a, "WWW-Authenticate"), "invalid_token"));
		answer_fini(&a);
	}
	a = me(NULL);
	answer_expect_problem(&a, 401, "unauthorized");
	assert_string_equal(answer_header(&a, "WWW-Authenticate"), "Bearer realm=\"tablasd\"");
	answer_fini(&a);
}

static void a_token_with_one_letter_changed_is_refused_before_and_after_it_was_used(void **state)
{
	char token[128];

	(void)state;
	token_of(register_as("ana"), token);
	for (int used = 0; used < 2; used++) {
		/* The secret may hold an underscore of its own: count from the front. */
		char *letter = strchr(strchr(token, '_') + 1, '_') + 5, was = *letter;

		*letter = was == 'A' ? 'B' : 'A';
		answer_refused(me(token), 401, "unauthorized");
		*letter = was;
		answer_done(me(token), 200);
	}
}

static void a_minted_token_has_no_more_than_its_maker(void **state)
{
	char ana[128], small[128], reader[128];

	(void)state;
	token_of(register_as("ana"), ana);
	token_of(http_ask(&http, "POST", "/v1/tokens", ana,
			  "{\"scopes\": [\"account\", \"games:read\"], \"label\": \"bot\"}"),
		 small);
	answer_refused(
		http_ask(&http, "POST", "/v1/tokens", small, "{\"scopes\": [\"games:play\"]}"),
		403, "insufficient-scope");
	answer_refused(http_ask(&http, "POST", "/v1/tokens", ana, "{\"scopes\": [\"admin\"]}"),
		       403, "insufficient-scope");
	answer_refused(http_ask(&http, "POST", "/v1/tokens", ana, "{\"scopes\": [\"fly\"]}"),
		       400, "invalid-value");
	token_of(http_ask(&http, "POST", "/v1/tokens", small, "{\"scopes\": [\"games:read\"]}"),
		 reader);
	answer_refused(http_ask(&http, "POST", "/v1/tokens", reader, "{}"), 403,
		       "insufficient-scope");
	struct answer a = http_ask(&http, "GET", "/v1/tokens", reader, NULL);

	answer_expect_problem(&a, 403, "insufficient-scope");
	assert_string_equal(answer_string(&a, "scope"), "account");
	assert_non_null(strstr(answer_header(&a, "WWW-Authenticate"), "scope=\"account\""));
	answer_fini(&a);
}

static void a_password_never_gives_the_administrator_s_scope(void **state)
{
	(void)state;
	register_with_password("ana", "correct horse");
	answer_refused(http_ask(&http, "POST", "/v1/tokens", NULL,
				"{\"name\": \"ana\", \"password\": \"correct horse\", "
				"\"scopes\": [\"admin\"]}"),
		       403, "insufficient-scope");
}

static void a_revoked_token_is_refused_at_once(void **state)
{
	char ana[128], bot[128], ben[128], path[64];
	struct answer a;

	(void)state;
	token_of(register_as("ana"), ana);
	token_of(register_as("ben"), ben);
	a = http_ask(&http, "POST", "/v1/tokens", ana, "{\"label\": \"bot\"}");
	snprintf(path, sizeof path, "/v1/tokens/%lld", answer_int(&a, "number"));
	token_of(a, bot);
	answer_done(me(bot), 200);
	answer_refused(http_ask(&http, "DELETE", path, ben, NULL), 404, "not-found");
	answer_done(http_ask(&http, "DELETE", path, ana, NULL), 204);
	answer_refused(me(bot), 401, "unauthorized");
	answer_refused(http_ask(&http, "DELETE", path, ana, NULL), 404, "not-found");
	answer_done(http_ask(&http, "DELETE", "/v1/tokens/current", ana, NULL), 204);
	answer_refused(me(ana), 401, "unauthorized");
}

static void an_expired_token_is_refused(void **state)
{
	char ana[128], bot[128];

	(void)state;
	daemon_init(&house, "--clock", "2026-11-30T12:00:00Z", NULL);
	start();
	token_of(register_as("ana"), ana);
	answer_refused(http_ask(&http, "POST", "/v1/tokens", ana,
				"{\"expires\": \"2026-11-30T12:00:00Z\"}"),
		       400, "invalid-value");
	token_of(http_ask(&http, "POST", "/v1/tokens", ana,
			  "{\"expires\": \"2026-11-30T12:00:01Z\"}"),
		 bot);
	answer_done(me(bot), 200);
	http_fini(&http);
	assert_int_equal(daemon_stop(&house), 0);
	house.flags[1] = "2026-11-30T12:00:01Z";
	start();
	answer_done(me(ana), 200);
	answer_refused(me(bot), 401, "unauthorized");
}

static void one_s_tokens_are_listed_without_their_secrets(void **state)
{
	char ana[128];
	struct answer a;

	(void)state;
	token_of(register_as("ana"), ana);
	answer_done(http_ask(&http, "POST", "/v1/tokens", ana,
			     "{\"scopes\": [\"games:read\"], \"label\": \"reader\"}"),
		    201);
	a = http_ask(&http, "GET", "/v1/tokens", ana, NULL);
	answer_expect(&a, 200);
	assert_int_equal(json_array_size(answer_at(&a, "tokens")), 2);
	assert_true(answer_bool(&a, "tokens[0].current"));
	assert_string_equal(answer_string(&a, "tokens[1].label"), "reader");
	assert_string_equal(answer_string(&a, "tokens[1].scopes[0]"), "games:read");
	assert_null(strstr(a.body, "tbl_"));
	answer_fini(&a);
}

static void a_closed_account_is_shut_out(void **state)
{
	char ana[128], ben[128];
	struct answer a;

	(void)state;
	register_with_password("ana", "correct horse");
	token_of(log_in("ana", "correct horse"), ana);
	token_of(register_as("ben"), ben);
	answer_done(me(ana), 200);
	answer_done(http_ask(&http, "DELETE", "/v1/accounts/me?withdraw=true", ana, NULL), 204);
	answer_refused(me(ana), 401, "unauthorized");
	answer_refused(log_in("ana", "correct horse"), 401, "bad-credentials");
	a = http_ask(&http, "GET", "/v1/accounts/ana", ben, NULL);
	answer_expect_problem(&a, 404, "not-found");
	answer_fini(&a);
}

#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
#define T_OWN(name) cmocka_unit_test_setup_teardown(name, setup_nothing, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		T(whoever_registers_gets_chips_and_a_token_that_works),
		T(a_name_is_taken_in_any_case),
		T(names_are_short_plain_and_not_reserved),
		T(others_see_no_wallet),
		T(the_house_s_own_accounts_are_nobody_s_business),
		T(players_are_found_by_the_beginning_of_their_names_page_by_page),
		T(a_lost_answer_to_a_registration_can_be_asked_for_again),
		T_OWN(a_closed_house_registers_only_for_the_administrator),
		T_OWN(an_invitation_opens_the_door_once),
		T_OWN(a_revoked_invitation_opens_nothing),
		T(nobody_but_the_administrator_invites),
		T(a_password_logs_in_and_a_wrong_one_does_not),
		T(an_account_without_password_cannot_be_logged_in_to),
		T(guessing_passwords_is_soon_refused_for_that_name),
		T(a_password_is_long_enough_and_not_too_long),
		T(the_old_password_is_needed_for_a_new_one),
		T(nobody_changes_the_password_of_another),
		T(a_token_that_is_none_is_refused_and_told_why),
		T(a_token_with_one_letter_changed_is_refused_before_and_after_it_was_used),
		T(a_minted_token_has_no_more_than_its_maker),
		T(a_password_never_gives_the_administrator_s_scope),
		T(a_revoked_token_is_refused_at_once),
		T_OWN(an_expired_token_is_refused),
		T(one_s_tokens_are_listed_without_their_secrets),
		T(a_closed_account_is_shut_out),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
