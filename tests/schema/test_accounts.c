/*
 * test_accounts.c - accounts, tokens, invitations, and answers given.
 */
#include "tests/schema/temporary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void begin(struct temporary *t)
{
	assert_int_equal(store_begin(t->store), STORE_DONE);
}

static void commit(struct temporary *t)
{
	assert_int_equal(store_commit(t->store), STORE_DONE);
	assert_int_equal(t->troubles, 0);
}

static void an_account_comes_back_as_it_was_written(void **state)
{
	struct temporary *t = *state;
	struct account_row row;
	int64_t id;

	begin(t);
	assert_int_equal(store_account_add(t->store, "Ana", "$argon2id$x", 77, &id), STORE_DONE);
	commit(t);
	assert_int_equal(id, ACCOUNT_FIRST);
	assert_int_equal(store_account_by_id(t->glasses, id, &row), STORE_FOUND);
	assert_string_equal(row.name, "Ana");
	assert_string_equal(row.password, "$argon2id$x");
	assert_int_equal(row.created, 77);
	assert_int_equal(row.closed, 0);
	assert_int_equal(row.wallet, 0);
	assert_int_equal(store_account_by_id(t->glasses, id + 1, &row), STORE_NONE);
}

static void a_name_is_taken_in_any_spelling(void **state)
{
	struct temporary *t = *state;
	struct account_row row;
	int64_t id, other;

	begin(t);
	assert_int_equal(store_account_add(t->store, "Ana", "", 1, &id), STORE_DONE);
	assert_int_equal(store_account_add(t->store, "aNA", "", 1, &other), STORE_NONE);
	commit(t);
	assert_int_equal(store_account_by_name(t->glasses, "ANA", &row), STORE_FOUND);
	assert_int_equal(row.id, id);
	assert_string_equal(row.password, "");
	assert_int_equal(store_account_by_name(t->glasses,
					       "a-name-that-is-longer-than-any-account-has-one",
					       &row),
			 STORE_NONE);
}

static void a_password_is_changed_and_an_account_closed_once(void **state)
{
	struct temporary *t = *state;
	struct account_row row;
	int64_t id = temporary_account(t, "ana", 0);

	begin(t);
	assert_int_equal(store_account_set_password(t->store, id, "new"), STORE_DONE);
	assert_int_equal(store_account_close(t->store, id, 5), STORE_DONE);
	assert_int_equal(store_account_close(t->store, id, 6), STORE_NONE);
	assert_int_equal(store_account_set_password(t->store, 999999, "x"), STORE_NONE);
	commit(t);
	assert_int_equal(store_account_by_id(t->glasses, id, &row), STORE_FOUND);
	assert_string_equal(row.password, "");
	assert_int_equal(row.closed, 5);
}

static void a_closed_account_goes_by_a_pseudonym_and_nobody_gets_its_name(void **state)
{
	struct temporary *t = *state;
	struct account_row row;
	char pseudonym[STORE_NAME_MAX + 1];
	int64_t id = temporary_account(t, "Ana", 7), other;

	snprintf(pseudonym, sizeof(pseudonym), "closed-%lld", (long long)id);
	begin(t);
	assert_int_equal(store_account_close(t->store, id, 5), STORE_DONE);
	commit(t);
	for (int again = 0; again < 2; again++) {
		assert_int_equal(store_account_by_name(t->glasses, "ana", &row), STORE_NONE);
		assert_int_equal(store_account_by_name(t->glasses, pseudonym, &row), STORE_FOUND);
		assert_string_equal(row.name, pseudonym);
		assert_int_equal(row.entries, 1);
		begin(t);
		assert_int_equal(store_account_add(t->store, "aNA", NULL, 6, &other), STORE_NONE);
		commit(t);
		temporary_close(t);
		assert_int_equal(temporary_open(t), 0);
	}
	assert_int_equal(temporary_number(t, "SELECT count(*) FROM accounts WHERE name LIKE 'ana'"),
			 0);
}

static void a_pseudonym_that_somebody_has_already_is_not_taken_from_him(void **state)
{
	struct temporary *t = *state;
	struct account_row row;
	char taken[STORE_NAME_MAX + 1], free_one[STORE_NAME_MAX + 3];
	int64_t id = temporary_account(t, "ana", 0);

	snprintf(taken, sizeof(taken), "closed-%lld", (long long)id);
	snprintf(free_one, sizeof(free_one), "%s-2", taken);
	temporary_account(t, taken, 0);
	begin(t);
	assert_int_equal(store_account_close(t->store, id, 5), STORE_DONE);
	commit(t);
	assert_int_equal(store_account_by_id(t->glasses, id, &row), STORE_FOUND);
	assert_string_equal(row.name, free_one);
}

static bool keep_text(void *cls, const struct fact *f, const char *events)
{
	(void)events;
	strcpy(cls, f->text);
	return true;
}

/* Facts are never changed: the name stands there still, and is told as another. */
static void a_fact_tells_a_closed_account_by_its_pseudonym(void **state)
{
	struct temporary *t = *state;
	struct fact seated = {.kind = FACT_SEATED, .seat = 0, .ply = 1, .text = "Ana"};
	struct fact said = {.kind = FACT_ABORTED, .seat = 0, .ply = 2, .text = "Ana"};
	int64_t id = temporary_account(t, "Ana", 0);
	struct game_row game = temporary_game("aaaaaaaaaa", "cinco", 2, id), found;
	char text[FACT_TEXT_MAX], pseudonym[STORE_NAME_MAX + 1];

	snprintf(pseudonym, sizeof(pseudonym), "closed-%lld", (long long)id);
	game.seat[0].account = id;
	strcpy(game.seat[0].name, "Ana");
	begin(t);
	assert_int_equal(store_game_add(t->store, &game), STORE_DONE);
	assert_int_equal(store_fact_add(t->store, game.id, &seated, ""), STORE_DONE);
	assert_int_equal(store_fact_add(t->store, game.id, &said, ""), STORE_DONE);
	assert_int_equal(store_account_close(t->store, id, 5), STORE_DONE);
	commit(t);
	assert_int_equal(store_facts(t->glasses, game.id, 0, 1, keep_text, text), STORE_FOUND);
	assert_string_equal(text, pseudonym);
	assert_int_equal(store_facts(t->glasses, game.id, 1, 1, keep_text, text), STORE_FOUND);
	assert_string_equal(text, "Ana");
	assert_int_equal(store_game_by_id(t->glasses, game.id, &found), STORE_FOUND);
	assert_string_equal(found.seat[0].name, pseudonym);
}

static void names_are_found_by_their_beginning_page_by_page(void **state)
{
	struct temporary *t = *state;
	static const char *const names[] = {"anton", "Ana", "ben", "ANDREA", "an", "anz", "aoi"};
	static const char *const found[] = {"an", "Ana", "ANDREA", "anton", "anz"};
	struct account_row rows[2];
	char after[STORE_NAME_MAX + 1] = "";
	size_t seen = 0, n;

	begin(t);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		temporary_account(t, names[i], 0);
	commit(t);
	for (;;) {
		n = 2;
		if (store_account_find(t->glasses, "AN", after, rows, &n) != STORE_FOUND)
			break;
		for (size_t i = 0; i < n; i++)
			assert_string_equal(rows[i].name, found[seen++]);
		snprintf(after, sizeof(after), "%s", rows[n - 1].name);
	}
	assert_int_equal(seen, 5);
	n = 2;
	assert_int_equal(store_account_find(t->glasses, "(", NULL, rows, &n), STORE_NONE);
}

static void a_token_lives_is_used_and_is_revoked_once(void **state)
{
	struct temporary *t = *state;
	struct token_row token = {.scopes = 0x8000000f, .label = "phone", .created = 3, .expires = 9};
	struct token_row got, list[4];
	size_t n = 4;
	int64_t first, second;

	token.account = temporary_account(t, "ana", 0);
	memset(token.hash, 0xa5, sizeof(token.hash));
	begin(t);
	assert_int_equal(store_token_add(t->store, &token, &first), STORE_DONE);
	token.expires = 0;
	assert_int_equal(store_token_add(t->store, &token, &second), STORE_DONE);
	assert_int_equal(store_token_used(t->store, first, 4), STORE_DONE);
	assert_int_equal(store_token_revoke(t->store, first, 5), STORE_DONE);
	assert_int_equal(store_token_revoke(t->store, first, 6), STORE_NONE);
	commit(t);
	assert_int_equal(store_token(t->glasses, first, &got), STORE_FOUND);
	assert_memory_equal(got.hash, token.hash, sizeof(got.hash));
	assert_int_equal(got.scopes, 0x8000000f);
	assert_string_equal(got.label, "phone");
	assert_int_equal(got.used, 4);
	assert_int_equal(got.revoked, 5);
	assert_int_equal(got.expires, 9);
	assert_int_equal(store_token(t->glasses, second, &got), STORE_FOUND);
	assert_int_equal(got.expires, 0);
	assert_int_equal(got.revoked, 0);
	assert_int_equal(store_tokens(t->glasses, token.account, first, list, &n), STORE_FOUND);
	assert_int_equal(n, 1);
	assert_int_equal(list[0].id, second);
	assert_int_equal(store_token(t->glasses, 4711, &got), STORE_NONE);
}

static void an_invitation_is_used_once(void **state)
{
	struct temporary *t = *state;
	int64_t ana = temporary_account(t, "ana", 0), id, other;
	struct game_row game = temporary_game("aaaaaaaaaa", "cinco", 2, ana);
	struct invitation_row in = {.creator = ana, .seat = 1, .created = 2}, got, list[4];
	size_t n = 4;

	begin(t);
	assert_int_equal(store_game_add(t->store, &game), STORE_DONE);
	in.game = game.id;
	assert_int_equal(store_invitation_add(t->store, &in, &id), STORE_DONE);
	in.seat = 0;
	assert_int_equal(store_invitation_add(t->store, &in, &other), STORE_DONE);
	assert_int_equal(store_invitation_use(t->store, id, ana), STORE_DONE);
	assert_int_equal(store_invitation_use(t->store, id, ana), STORE_NONE);
	assert_int_equal(store_invitation_revoke(t->store, other, 8), STORE_DONE);
	commit(t);
	assert_int_equal(store_invitation(t->glasses, id, &got), STORE_FOUND);
	assert_int_equal(got.used_by, ana);
	assert_int_equal(got.game, game.id);
	assert_int_equal(store_invitations(t->glasses, game.id, list, &n), STORE_FOUND);
	assert_int_equal(n, 2);
	assert_int_equal(list[0].id, other);
	assert_int_equal(list[0].revoked, 8);
	assert_int_equal(list[1].id, id);
}

static void an_answer_is_given_again_until_it_is_old(void **state)
{
	struct temporary *t = *state;
	struct answer_row answer = {.at = 10, .status = 201, .location = "/v1/games/x", .etag = "\"7\""},
			  got;
	char body[] = "{\"zero\":\"\0\"}";

	memset(answer.fingerprint, 7, sizeof(answer.fingerprint));
	answer.body = body;
	answer.body_n = sizeof(body) - 1;
	begin(t);
	assert_int_equal(store_answer_add(t->store, 5, "key", &answer), STORE_DONE);
	answer.at = 20;
	answer.body_n = 0;
	answer.location[0] = answer.etag[0] = '\0';
	assert_int_equal(store_answer_add(t->store, 5, "later", &answer), STORE_DONE);
	commit(t);
	assert_int_equal(store_answer(t->glasses, 5, "key", &got), STORE_FOUND);
	assert_int_equal(got.status, 201);
	assert_string_equal(got.location, "/v1/games/x");
	assert_string_equal(got.etag, "\"7\"");
	assert_int_equal(got.body_n, sizeof(body) - 1);
	assert_memory_equal(got.body, body, got.body_n);
	assert_memory_equal(got.fingerprint, answer.fingerprint, sizeof(got.fingerprint));
	free(got.body);
	assert_int_equal(store_answer(t->glasses, 6, "key", &got), STORE_NONE);
	begin(t);
	assert_int_equal(store_answers_expire(t->store, 20, 100), STORE_DONE);
	assert_int_equal(store_answers_expire(t->store, 20, 100), STORE_NONE);
	commit(t);
	assert_int_equal(store_answer(t->glasses, 5, "key", &got), STORE_NONE);
	assert_int_equal(store_answer(t->glasses, 5, "later", &got), STORE_FOUND);
	assert_int_equal(got.body_n, 0);
	assert_string_equal(got.etag, "");
	free(got.body);
}

static void an_answer_of_an_older_book_is_given_again_without_etag(void **state)
{
	struct temporary *t = *state;
	struct answer_row answer = {.at = 10, .status = 201, .location = "/v1/games/x"}, got;

	begin(t);
	assert_int_equal(store_answer_add(t->store, 5, "key", &answer), STORE_DONE);
	commit(t);
	temporary_close(t);
	temporary_age(t, 4);
	assert_int_equal(temporary_open(t), 0);
	assert_int_equal(store_answer(t->glasses, 5, "key", &got), STORE_FOUND);
	assert_string_equal(got.location, "/v1/games/x");
	assert_string_equal(got.etag, "");
	free(got.body);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define OPEN(f) cmocka_unit_test_setup_teardown(f, temporary_setup, temporary_teardown)
		OPEN(an_account_comes_back_as_it_was_written),
		OPEN(a_name_is_taken_in_any_spelling),
		OPEN(a_password_is_changed_and_an_account_closed_once),
		OPEN(a_closed_account_goes_by_a_pseudonym_and_nobody_gets_its_name),
		OPEN(a_pseudonym_that_somebody_has_already_is_not_taken_from_him),
		OPEN(a_fact_tells_a_closed_account_by_its_pseudonym),
		OPEN(names_are_found_by_their_beginning_page_by_page),
		OPEN(a_token_lives_is_used_and_is_revoked_once),
		OPEN(an_invitation_is_used_once),
		OPEN(an_answer_is_given_again_until_it_is_old),
		OPEN(an_answer_of_an_older_book_is_given_again_without_etag),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
