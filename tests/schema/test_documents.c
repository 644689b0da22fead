/*
 * test_documents.c - what is kept of a game is never older than the game.
 */
#include "tests/schema/temporary.h"

#include <stdio.h>
#include <string.h>

#define KEY "aaaaaaaaaa"

static void begin(struct temporary *t)
{
	assert_int_equal(store_begin(t->store), STORE_DONE);
}

static void commit(struct temporary *t)
{
	assert_int_equal(store_commit(t->store), STORE_DONE);
}

static struct game_row add_game(struct temporary *t)
{
	struct game_row row = temporary_game(KEY, "cinco", 2, temporary_account(t, "ana", 0));

	begin(t);
	assert_int_equal(store_game_add(t->store, &row), STORE_DONE);
	commit(t);
	return row;
}

static void add_fact(struct temporary *t, const struct game_row *row, uint64_t ply)
{
	struct fact fact = {.kind = FACT_DECIDED, .seat = 0, .ply = ply, .at = 1, .text = "1"};

	assert_int_equal(store_fact_add(t->store, row->id, &fact, ""), STORE_DONE);
}

static struct document_row document_of(const struct game_row *row, uint64_t ply,
				       const char *body)
{
	return (struct document_row){.id = row->id,
				     .ply = ply,
				     .audience = "all",
				     .audience_n = 3,
				     .body = body,
				     .body_n = strlen(body)};
}

static void keep(struct temporary *t, const struct game_row *row, uint64_t ply)
{
	struct document_row document = document_of(row, ply, "{}");

	assert_int_equal(store_document_keep(t->store, &document), STORE_DONE);
}

/* A game as it was shown at its first ply, in a group of its own. */
static struct game_row keep_the_first(struct temporary *t)
{
	struct game_row row = add_game(t);

	begin(t);
	keep(t, &row, 1);
	commit(t);
	return row;
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
	begin(t);
	add_fact(t, &row, 1);
	keep(t, &row, 1);
	commit(t);
	assert_int_equal(kept(t), 1);
}

static void a_fact_without_a_new_document_ends_the_old_one(void **state)
{
	struct temporary *t = *state;
	struct game_row row = keep_the_first(t);

	begin(t);
	add_fact(t, &row, 2);
	commit(t);
	assert_int_equal(kept(t), 0);
}

static void a_fact_after_the_document_ends_it_too(void **state)
{
	struct temporary *t = *state;
	struct game_row row = add_game(t);

	begin(t);
	add_fact(t, &row, 2);
	keep(t, &row, 2);
	add_fact(t, &row, 3);
	commit(t);
	assert_int_equal(kept(t), 0);
}

static void a_command_that_is_undone_leaves_what_was_kept_or_nothing(void **state)
{
	struct temporary *t = *state;
	struct game_row row = keep_the_first(t);

	begin(t);
	assert_int_equal(store_savepoint(t->store), STORE_DONE);
	add_fact(t, &row, 2);
	keep(t, &row, 2);
	store_rollback_to(t->store);
	commit(t);
	assert_int_equal(kept(t), 1);
}

static void a_group_that_is_lost_overtakes_nothing_of_the_next(void **state)
{
	struct temporary *t = *state;
	struct game_row row = keep_the_first(t);

	begin(t);
	add_fact(t, &row, 2);
	store_rollback(t->store);
	begin(t);
	assert_int_equal(store_server_set(t->store, "x", "y"), STORE_DONE);
	commit(t);
	assert_int_equal(kept(t), 1);
}

/* The book as the next process finds it. */
static uint64_t kept_after_the_end(struct temporary *t)
{
	temporary_close(t);
	assert_int_equal(temporary_open(t), 0);
	return kept(t);
}

static void write_all(struct temporary *t)
{
	begin(t);
	assert_int_equal(store_documents_write(t->store, SIZE_MAX), STORE_DONE);
	commit(t);
	assert_int_equal(store_documents_waiting(t->store), 0);
}

static void what_nobody_has_written_ends_with_the_process(void **state)
{
	struct temporary *t = *state;

	keep_the_first(t);
	assert_int_equal(store_documents_waiting(t->store), 1);
	assert_int_equal(kept_after_the_end(t), 0);
}

static void what_was_written_is_found_again(void **state)
{
	struct temporary *t = *state;

	keep_the_first(t);
	write_all(t);
	assert_int_equal(kept(t), 1);
	assert_int_equal(kept_after_the_end(t), 1);
}

/* ---- folded, and restored ----------------------------------------------------------------- */

static size_t fold_pairs(char *to, size_t cap, const char *text, size_t n)
{
	if (n % 2 || n / 2 > cap)
		return 0;
	for (size_t i = 0; i < n; i += 2)
		to[i / 2] = text[i];
	return n / 2;
}

static void assert_body(struct temporary *t, const char *body)
{
	struct document_row document;

	assert_int_equal(store_document(t->store, KEY, &document), STORE_FOUND);
	assert_int_equal(document.body_n, strlen(body));
	assert_memory_equal(document.body, body, document.body_n);
	store_document_done(t->store);
}

static void keep_body(struct temporary *t, const struct game_row *row, const char *body)
{
	struct document_row document = document_of(row, 1, body);

	begin(t);
	assert_int_equal(store_document_keep(t->store, &document), STORE_DONE);
	commit(t);
}

static void what_is_written_is_folded_if_that_makes_it_shorter(void **state)
{
	struct temporary *t = *state;
	struct store_config cfg = temporary_config(t);
	struct game_row row = add_game(t);

	cfg.fold = fold_pairs;
	store_close(t->store);
	assert_int_equal(store_open(&cfg, &t->store, t->why, sizeof t->why), 0);
	keep_body(t, &row, "aabbcc");
	assert_body(t, "aabbcc"); /* on the shelf */
	write_all(t);
	assert_body(t, "abc");
	keep_body(t, &row, "aabbccd");
	write_all(t);
	assert_body(t, "aabbccd");
}

static void restore(struct temporary *t, const struct game_row *row, uint64_t ply)
{
	struct document_row document = document_of(row, ply, "{}");

	store_document_restore(t->store, &document);
}

static void a_restored_document_takes_the_place_of_the_one_in_the_book(void **state)
{
	struct temporary *t = *state;
	struct game_row row = keep_the_first(t);

	write_all(t);
	restore(t, &row, 7);
	assert_int_equal(kept(t), 7);
	assert_int_equal(store_documents_waiting(t->store), 1);
	write_all(t);
	assert_int_equal(kept_after_the_end(t), 7);
}

static void a_change_ends_a_restored_document_and_the_one_it_replaced(void **state)
{
	struct temporary *t = *state;
	struct game_row row = keep_the_first(t);

	write_all(t);
	restore(t, &row, 7);
	begin(t);
	add_fact(t, &row, 8);
	commit(t);
	assert_int_equal(kept(t), 0);
	assert_int_equal(kept_after_the_end(t), 0);
}

static void a_document_restored_while_a_group_changes_its_game_ends_with_the_group(void **state)
{
	struct temporary *t = *state;
	struct game_row row = add_game(t);

	begin(t);
	add_fact(t, &row, 2);
	restore(t, &row, 1);
	assert_int_equal(kept(t), 1);
	commit(t);
	assert_int_equal(kept(t), 0);
}

static void one_that_waits_keeps_its_place(void **state)
{
	struct temporary *t = *state;
	struct game_row row = keep_the_first(t);

	restore(t, &row, 7);
	assert_int_equal(kept(t), 1);
}

static void a_game_that_changes_takes_its_document_out_of_the_book(void **state)
{
	struct temporary *t = *state;
	struct game_row row = keep_the_first(t);

	write_all(t);
	begin(t);
	add_fact(t, &row, 2);
	keep(t, &row, 2);
	commit(t);
	assert_int_equal(kept(t), 2);
	assert_int_equal(kept_after_the_end(t), 0);
}

static void what_is_written_and_changes_in_one_group_is_not_kept(void **state)
{
	struct temporary *t = *state;
	struct game_row row = keep_the_first(t);

	begin(t);
	assert_int_equal(store_documents_write(t->store, 1), STORE_DONE);
	add_fact(t, &row, 2);
	commit(t);
	assert_int_equal(kept(t), 0);
	assert_int_equal(kept_after_the_end(t), 0);
}

static void a_group_that_is_lost_leaves_what_waited(void **state)
{
	struct temporary *t = *state;
	struct game_row row = keep_the_first(t);

	begin(t);
	assert_int_equal(store_documents_write(t->store, 1), STORE_DONE);
	add_fact(t, &row, 2);
	keep(t, &row, 2);
	store_rollback(t->store);
	assert_int_equal(kept(t), 1);
	assert_int_equal(store_documents_waiting(t->store), 1);
	write_all(t);
	assert_int_equal(kept_after_the_end(t), 1);
}

/* More games than there is room for: those that are pushed out are in the book. */
static void of_many_games_none_is_without_its_document(void **state)
{
	enum { GAMES = 1300 };
	struct temporary *t = *state;
	int64_t ana = temporary_account(t, "ana", 0);
	char key[32];

	for (int group = 0; group < 2; group++) {
		begin(t);
		for (int i = 0; i < GAMES; i++) {
			snprintf(key, sizeof key, "g%d%08d", group, i);
			struct game_row row = temporary_game(key, "cinco", 2, ana);

			assert_int_equal(store_game_add(t->store, &row), STORE_DONE);
			keep(t, &row, (uint64_t)i + 1);
		}
		commit(t);
	}
	for (int i = 0; i < 2 * GAMES; i++) {
		struct document_row document;

		snprintf(key, sizeof key, "g%d%08d", i / GAMES, i % GAMES);
		assert_int_equal(store_document(t->store, key, &document), STORE_FOUND);
		assert_int_equal(document.ply, i % GAMES + 1);
		store_document_done(t->store);
	}
	assert_in_range(store_documents_waiting(t->store), 1, GAMES);
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
		T(what_nobody_has_written_ends_with_the_process),
		T(what_was_written_is_found_again),
		T(what_is_written_is_folded_if_that_makes_it_shorter),
		T(a_restored_document_takes_the_place_of_the_one_in_the_book),
		T(a_change_ends_a_restored_document_and_the_one_it_replaced),
		T(a_document_restored_while_a_group_changes_its_game_ends_with_the_group),
		T(one_that_waits_keeps_its_place),
		T(a_game_that_changes_takes_its_document_out_of_the_book),
		T(what_is_written_and_changes_in_one_group_is_not_kept),
		T(a_group_that_is_lost_leaves_what_waited),
		T(of_many_games_none_is_without_its_document),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
