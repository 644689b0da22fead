/*
 * test_documents.c - games as they lie rendered in the book: readers are shown the
 * same whatever has become of them there.
 */
#include "tests/api/club.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <sqlite3.h>

/* What is done to the document of each game while nobody serves. */
static const char *const harm[] = {
	"UPDATE documents SET body = substr(body, 1, length(body) - 3) WHERE game = ?1",
	"UPDATE documents SET body = CAST(body || X'00' AS BLOB) WHERE game = ?1",
	"UPDATE documents SET body = zeroblob(length(body)) WHERE game = ?1",
	"UPDATE documents SET body = X'' WHERE game = ?1",
	"UPDATE documents SET audience = zeroblob(length(audience)) WHERE game = ?1",
	"UPDATE documents SET audience = CAST(audience || audience AS BLOB) WHERE game = ?1",
	"UPDATE documents SET audience = substr(audience, 1, 20) WHERE game = ?1",
	"UPDATE documents SET audience = X'' WHERE game = ?1",
	"DELETE FROM documents WHERE game = ?1",
};
#define GAMES (sizeof harm / sizeof *harm)

static struct laid {
	char key[16], *shown;
	int body_n; /* in the book */
} laid[GAMES];

static char *show(const char *key)
{
	struct answer a = club_get(club.ana, "/v1/games/%s", key);
	char *text;

	assert_int_equal(a.status, 200);
	text = strdup(a.body);
	assert_non_null(text);
	answer_fini(&a);
	return text;
}

static int setup(void **state)
{
	(void)state;
	club_open(NULL);
	for (size_t i = 0; i < GAMES; i++) {
		club_lay("backgammon", 2);
		snprintf(laid[i].key, sizeof laid[i].key, "%s", club.game);
		laid[i].shown = show(club.game);
	}
	return 0;
}

static int teardown(void **state)
{
	for (size_t i = 0; i < GAMES; i++)
		free(laid[i].shown);
	return club_close(state);
}

/* ---- the book, while nobody serves ------------------------------------------------------ */

static sqlite3 *book;

static void stop(void)
{
	daemon_stop(&club.daemon);
	assert_int_equal(sqlite3_open(club.daemon.book, &book), SQLITE_OK);
}

static void go_on(void)
{
	assert_int_equal(sqlite3_close(book), SQLITE_OK);
	club_return();
}

/* A number of the game; 0 where there is no row. */
static int ask(const char *sql, const char *key)
{
	sqlite3_stmt *st;
	int number = 0;

	assert_int_equal(sqlite3_prepare_v2(book, sql, -1, &st, NULL), SQLITE_OK);
	sqlite3_bind_text(st, 1, key, -1, SQLITE_STATIC);
	if (sqlite3_step(st) == SQLITE_ROW)
		number = sqlite3_column_int(st, 0);
	assert_int_equal(sqlite3_finalize(st), SQLITE_OK);
	return number;
}

static int body_size(const char *key)
{
	return ask("SELECT length(body) FROM documents JOIN games ON games.id = game"
		   " WHERE key = ?1",
		   key);
}

static void do_harm(const char *sql, const char *key)
{
	int game = ask("SELECT id FROM games WHERE key = ?1", key);
	sqlite3_stmt *st;

	assert_int_equal(sqlite3_prepare_v2(book, sql, -1, &st, NULL), SQLITE_OK);
	sqlite3_bind_int(st, 1, game);
	assert_int_equal(sqlite3_step(st), SQLITE_DONE);
	assert_int_equal(sqlite3_changes(book), 1);
	sqlite3_finalize(st);
}

static void assert_all_are_shown_as_before(void)
{
	for (size_t i = 0; i < GAMES; i++) {
		char *now = show(laid[i].key);

		assert_string_equal(now, laid[i].shown);
		free(now);
	}
}

/* ---- tests ------------------------------------------------------------------------------- */

static void a_game_lies_folded_in_the_book_and_is_shown_whole(void **state)
{
	(void)state;
	stop();
	for (size_t i = 0; i < GAMES; i++) {
		laid[i].body_n = body_size(laid[i].key);
		assert_in_range(laid[i].body_n, 1, strlen(laid[i].shown) / 4);
	}
	go_on();
	assert_all_are_shown_as_before();
}

static void a_document_that_is_harmed_is_as_good_as_none(void **state)
{
	(void)state;
	stop();
	for (size_t i = 0; i < GAMES; i++)
		do_harm(harm[i], laid[i].key);
	go_on();
	assert_all_are_shown_as_before();
}

static void what_a_reader_was_shown_instead_lies_in_the_book_from_then_on(void **state)
{
	(void)state;
	stop();
	for (size_t i = 0; i < GAMES; i++)
		assert_int_equal(body_size(laid[i].key), laid[i].body_n);
	go_on();
	assert_all_are_shown_as_before();
}

/* Of what may be done in a game that nobody here can play its document would tell. */
static void a_game_whose_ruleset_is_gone_is_not_shown_by_its_document(void **state)
{
	static char flag[300];
	struct answer a;

	(void)state;
	stop();
	snprintf(flag, sizeof flag, "--plugins=%s", club.daemon.dir);
	club.daemon.flags[0] = flag;
	go_on();
	a = club_get(club.ana, "/v1/games/%s", laid[1].key);
	assert_int_equal(a.status, 200);
	assert_string_not_equal(a.body, laid[1].shown);
	answer_fini(&a);
	stop();
	club.daemon.flags[0] = NULL;
	go_on();
	assert_all_are_shown_as_before();
}

/* A decision after the restart: neither the harmed one nor its replacement comes back. */
static void a_game_that_goes_on_leaves_its_replacement_behind(void **state)
{
	char *before, *after, *again;

	(void)state;
	stop();
	do_harm(harm[0], laid[0].key);
	go_on();
	snprintf(club.game, sizeof club.game, "%s", laid[0].key);
	before = show(club.game);
	club_decide();
	after = show(club.game);
	assert_string_not_equal(before, after);
	daemon_kill(&club.daemon);
	club_return();
	again = show(club.game);
	assert_string_equal(after, again);
	free(before);
	free(after);
	free(again);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_game_lies_folded_in_the_book_and_is_shown_whole),
		cmocka_unit_test(a_document_that_is_harmed_is_as_good_as_none),
		cmocka_unit_test(what_a_reader_was_shown_instead_lies_in_the_book_from_then_on),
		cmocka_unit_test(a_game_whose_ruleset_is_gone_is_not_shown_by_its_document),
		cmocka_unit_test(a_game_that_goes_on_leaves_its_replacement_behind),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
