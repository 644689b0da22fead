/*
 * test_documents.c - what is kept of a game is never older than the game.
 */
#include "tests/schema/temporary.h"

#include <stdio.h>
#include <string.h>

#define KEY "aaaaaaaaaa"

static struct game_row add_game(struct temporary *t)
{
	struct game_row row = temporary_game(KEY, "cinco", 2, temporary_account(t, "ana", 0));

	assert_int_equal(store_begin(t->store), STORE_DONE);
	assert_int_equal(store_game_add(t->store, &row), STORE_DONE);
	assert_int_equal(store_commit(t->store), STORE_DONE);
	return row;
}

static void add_fact(struct temporary *t, const struct game_row *row, uint64_t ply)
{
	struct fact fact = {.kind = FACT_DECIDED, .seat = 0, .ply = ply, .at = 1, .text = "1"};

	assert_int_equal(store_fact_add(t->store, row->id, &fact, ""), STORE_DONE);
}

static void keep(struct temporary *t, const struct game_row *row, uint64_t ply)
{
	struct document_row document = {.id = row->id,
					.ply = ply,
					.audience = "all",
					.audience_n = 3,
					.body = "{}",
					.body_n = 2};

	assert_int_equal(store_document_keep(t->store, &document), STORE_DONE);
}

/* The game as it was shown at its first ply, in a group of its own. */
static void keep_the_first(struct temporary *t, const struct game_row *row)
{
	assert_int_equal(store_begin(t->store), STORE_DONE);
	keep(t, row, 1);
	assert_int_equal(store_commit(t->store), STORE_DONE);
}

/* Ply of what is kept, or 0. */
static uint64_t kept(struct temporary *t)
{
	struct document_row document;

	if (store_document(t->store, KEY, &document) != STORE_FOUND)
		return 0;
	assert_int_equal(document.body_n, 2);
	assert_memory_equal(document.body, "{}", 2);
	assert_int_equal(document.audience_n, 3);
	store_document_done(t->store);
	return document.ply;
}

static void what_is_kept_is_found_by_the_games_key(void **state)
{
	struct temporary *t = *state;
	struct game_row row = add_game(t);

	assert_int_equal(kept(t), 0);
	assert_int_equal(store_begin(t->store), STORE_DONE);
	add_fact(t, &row, 1);
	keep(t, &row, 1);
	assert_int_equal(store_commit(t->store), STORE_DONE);
	assert_int_equal(kept(t), 1);
}

static void a_fact_without_a_new_document_ends_the_old_one(void **state)
{
	struct temporary *t = *state;
	struct game_row row = add_game(t);

	keep_the_first(t, &row);
	assert_int_equal(store_begin(t->store), STORE_DONE);
	add_fact(t, &row, 2);
	assert_int_equal(store_commit(t->store), STORE_DONE);
	assert_int_equal(kept(t), 0);
}

static void a_fact_after_the_document_ends_it_too(void **state)
{
	struct temporary *t = *state;
	struct game_row row = add_game(t);

	assert_int_equal(store_begin(t->store), STORE_DONE);
	add_fact(t, &row, 2);
	keep(t, &row, 2);
	add_fact(t, &row, 3);
	assert_int_equal(store_commit(t->store), STORE_DONE);
	assert_int_equal(kept(t), 0);
}

static void a_command_that_is_undone_leaves_what_was_kept_or_nothing(void **state)
{
	struct temporary *t = *state;
	struct game_row row = add_game(t);

	keep_the_first(t, &row);
	assert_int_equal(store_begin(t->store), STORE_DONE);
	assert_int_equal(store_savepoint(t->store), STORE_DONE);
	add_fact(t, &row, 2);
	keep(t, &row, 2);
	store_rollback_to(t->store);
	assert_int_equal(store_commit(t->store), STORE_DONE);
	assert_int_equal(kept(t), 1);
}

static void a_group_that_is_lost_overtakes_nothing_of_the_next(void **state)
{
	struct temporary *t = *state;
	struct game_row row = add_game(t);

	keep_the_first(t, &row);
	assert_int_equal(store_begin(t->store), STORE_DONE);
	add_fact(t, &row, 2);
	store_rollback(t->store);
	assert_int_equal(store_begin(t->store), STORE_DONE);
	assert_int_equal(store_server_set(t->store, "x", "y"), STORE_DONE);
	assert_int_equal(store_commit(t->store), STORE_DONE);
	assert_int_equal(kept(t), 1);
}

#define T(name) cmocka_unit_test_setup_teardown(name, temporary_setup, temporary_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		T(what_is_kept_is_found_by_the_games_key),
		T(a_fact_without_a_new_document_ends_the_old_one),
		T(a_fact_after_the_document_ends_it_too),
		T(a_command_that_is_undone_leaves_what_was_kept_or_nothing),
		T(a_group_that_is_lost_overtakes_nothing_of_the_next),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
