/*
 * test_guards.c - facts, entries and transactions are only ever added.
 *
 * Each is tried on our own connection, whose authorizer does not let such a
 * statement be prepared, and on a stranger's, where the triggers stop it.
 */
#include "schema/private.h"
#include "tests/schema/temporary.h"

#include <string.h>

static const char *const forbidden[] = {
	"UPDATE facts SET text = '6 6'",
	"DELETE FROM facts",
	"UPDATE entries SET amount = amount + 1",
	"DELETE FROM entries",
	"UPDATE transactions SET at = 0",
	"DELETE FROM transactions",
};
#define FORBIDDEN (sizeof(forbidden) / sizeof(forbidden[0]))

/* A book with at least one row in each of the guarded tables. */
static void fill(struct temporary *t)
{
	struct fact fact = {.kind = FACT_CREATED, .seat = TABLAS_NOBODY, .ply = 1, .text = ""};
	struct game_row game;
	int64_t ana = temporary_account(t, "ana", 10);

	game = temporary_game("aaaaaaaaaa", "cinco", 2, ana);
	assert_int_equal(store_begin(t->store), STORE_DONE);
	assert_int_equal(store_game_add(t->store, &game), STORE_DONE);
	assert_int_equal(store_fact_add(t->store, game.id, &fact, ""), STORE_DONE);
	assert_int_equal(store_commit(t->store), STORE_DONE);
}

static void the_daemon_may_not_even_ask_to_change_them(void **state)
{
	struct temporary *t = *state;
	static const char *const others[] = {
		"DROP TRIGGER facts_stand",
		"DROP TABLE facts",
		"DROP INDEX entries_by_transaction",
		"DROP VIEW v",
		"ALTER TABLE facts ADD COLUMN x",
		"ALTER TABLE entries RENAME TO others",
		"ALTER TABLE entries DROP COLUMN reason",
		"CREATE TABLE x (y)",
		"CREATE TEMP TABLE x (y)",
		"CREATE TEMP VIEW v AS SELECT 1",
		"CREATE TEMP TRIGGER x AFTER INSERT ON facts BEGIN DELETE FROM facts; END",
		"CREATE TRIGGER x AFTER INSERT ON facts BEGIN DELETE FROM facts; END",
		"CREATE INDEX x ON facts (at)",
		"ATTACH 'elsewhere' AS other",
		"VACUUM",
		"VACUUM INTO 'elsewhere'",
		"REINDEX facts",
		"ANALYZE",
		"PRAGMA writable_schema = ON",
		"PRAGMA foreign_keys = OFF",
		"PRAGMA recursive_triggers = OFF",
		"PRAGMA ignore_check_constraints = ON",
		"PRAGMA journal_mode = OFF",
		"PRAGMA user_version = 1",
		"UPDATE sqlite_master SET sql = '' WHERE type = 'trigger'",
		"DELETE FROM sqlite_master",
		"INSERT INTO sqlite_master VALUES ('table', 'x', 'x', 0, 'CREATE TABLE x (y)')",
		"UPDATE entries SET amount = 1 FROM accounts WHERE accounts.id = entries.account",
		"WITH x AS (SELECT 1) DELETE FROM entries",
		"DELETE FROM entries RETURNING *",
		"UPDATE OR REPLACE transactions SET id = 1",
		"INSERT INTO transactions (id, at) VALUES (1, 5) ON CONFLICT DO UPDATE SET at = 5",
		"INSERT INTO facts (game, ply, at, kind, text, events) VALUES (1, 1, 1, 1, '', '')"
		" ON CONFLICT (game, ply) DO UPDATE SET text = '6 6'",
	};

	fill(t);
	for (size_t i = 0; i < FORBIDDEN; i++)
		assert_int_equal(sqlite3_exec(t->pen->db, forbidden[i], NULL, NULL, NULL),
				 SQLITE_AUTH);
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (sqlite3_exec(t->pen->db, others[i], NULL, NULL, NULL) == SQLITE_OK)
			fail_msg("nobody minds \"%s\"", others[i]);
	assert_int_equal(temporary_number(t, "SELECT count(*) FROM sqlite_master WHERE name = 'x'"),
			 0);
}

/* What may be added may not be put over what is there. */
static const char *const over[] = {
	"REPLACE INTO facts (game, ply, at, kind, text, events) VALUES (1, 1, 1, 1, 'other', '')",
	"REPLACE INTO transactions (id, at) VALUES (1, 5)",
	"INSERT OR REPLACE INTO entries (place, txn, line, at, kind, amount, purse,"
	" purse_after, total_after, other, game, ply, reason) SELECT place, txn, line, at, kind, 77, purse,"
	" purse_after, total_after, other, game, ply, reason FROM entries",
};

static void nothing_is_put_over_what_is_there(void **state)
{
	struct temporary *t = *state;

	fill(t);
	for (size_t i = 0; i < sizeof(over) / sizeof(over[0]); i++) {
		assert_int_equal(store_begin(t->store), STORE_DONE);
		assert_int_not_equal(sqlite3_exec(t->pen->db, over[i], NULL, NULL, NULL), SQLITE_OK);
		assert_int_equal(sqlite3_extended_errcode(t->pen->db), SQLITE_CONSTRAINT_TRIGGER);
		store_rollback(t->store);
	}
	/* One that is told to go on past what it may not do has done nothing. */
	assert_int_equal(store_begin(t->store), STORE_DONE);
	sqlite3_exec(t->pen->db, "INSERT OR IGNORE INTO transactions (id, at) VALUES (1, 5)", NULL,
		     NULL, NULL);
	assert_int_equal(store_commit(t->store), STORE_DONE);
	temporary_assert_balanced(t);
	assert_int_equal(temporary_number(t, "SELECT at FROM transactions WHERE id = 1"), 1);
}

static void a_stranger_is_stopped_by_the_triggers(void **state)
{
	struct temporary *t = *state;
	char error[256];

	fill(t);
	for (size_t i = 0; i < FORBIDDEN; i++) {
		assert_int_equal(temporary_sql(t, forbidden[i], error, sizeof(error)),
				 SQLITE_CONSTRAINT);
		assert_non_null(strstr(error, "are never"));
	}
	temporary_assert_balanced(t);
}

static void the_glasses_write_nothing(void **state)
{
	struct temporary *t = *state;

	assert_int_equal(sqlite3_exec(t->glasses->db, "DELETE FROM server", NULL, NULL, NULL),
			 SQLITE_READONLY);
}

static void a_commit_that_nobody_asked_for_aborts_itself(void **state)
{
	struct temporary *t = *state;

	assert_int_equal(sqlite3_exec(t->pen->db, "BEGIN; REPLACE INTO server VALUES ('a', 'b')",
				      NULL, NULL, NULL),
			 SQLITE_OK);
	assert_int_equal(sqlite3_exec(t->pen->db, "COMMIT", NULL, NULL, NULL),
			 SQLITE_CONSTRAINT_COMMITHOOK);
	assert_true(sqlite3_get_autocommit(t->pen->db));
	assert_int_equal(temporary_number(t, "SELECT count(*) FROM server"), 0);
}

/* ---- what statements cost ---------------------------------------------------------- */

/*
 * A statement of the daemon finds what it wants by a key or an index, in the
 * order it wants it: the plan neither scans a table nor sorts.
 */
static bool is_costly(const char *step)
{
	if (strcmp(step, "SCAN CONSTANT ROW") == 0 || strcmp(step, "SCAN counts") == 0)
		return false; /* five rows */
	if (strcmp(step, "SCAN faces") == 0)
		return false; /* as many as there are faces of dice, and all are told */
	if (strcmp(step, "SCAN readers") == 0)
		return false; /* once, when the daemon begins */
	if (strcmp(step, "SCAN reminded") == 0)
		return false; /* as many as there are distances, which are few */
	return strncmp(step, "SCAN", 4) == 0 || strstr(step, "TEMP B-TREE") != NULL ||
	       strstr(step, "AUTOMATIC") != NULL;
}

/* These read the last row of a table by its key: one step of a scan, by LIMIT 1. */
static bool reads_only_the_last(const char *name)
{
	return strcmp(name, "GAME_LAST") == 0 || strcmp(name, "TRANSACTION_LAST") == 0;
}

/* Of one account those games are sorted that it plays at the moment. */
static bool sorts_only_what_is_played(const char *name)
{
	return strcmp(name, "LIST_DUE_SEATED") == 0;
}

static void no_statement_scans_or_sorts(void **state)
{
	struct temporary *t = *state;
	static const struct {
		const char *name, *sql;
		unsigned where;
	} list[] = {
#define X(name, where, sql) {#name, "EXPLAIN QUERY PLAN " sql, where},
		STATEMENTS(X)
#undef X
	};
	int looked_at = 0;

	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
		sqlite3_stmt *st = NULL;
		if (list[i].where == AUDIT || list[i].where == MIGRATION ||
		    reads_only_the_last(list[i].name) ||
		    sorts_only_what_is_played(list[i].name))
			continue;
		assert_int_equal(sqlite3_prepare_v2(t->pen->db, list[i].sql, -1, &st, NULL),
				 SQLITE_OK);
		while (sqlite3_step(st) == SQLITE_ROW) {
			const char *step = (const char *)sqlite3_column_text(st, 3);
			if (is_costly(step))
				fail_msg("%s: %s", list[i].name, step);
			looked_at++;
		}
		sqlite3_finalize(st);
	}
	assert_true(looked_at > 40);
}

/* The purse is found by the game, of which there are few seats, not by the player. */
static void a_purse_is_found_by_its_game(void **state)
{
	struct temporary *t = *state;
	sqlite3_stmt *st = NULL;

	assert_int_equal(sqlite3_prepare_v2(t->pen->db,
					    "EXPLAIN QUERY PLAN SELECT seat, purse FROM seats"
					    " WHERE game = ?1 AND account = ?2",
					    -1, &st, NULL),
			 SQLITE_OK);
	assert_int_equal(sqlite3_step(st), SQLITE_ROW);
	assert_non_null(strstr((const char *)sqlite3_column_text(st, 3), "(game=?)"));
	sqlite3_finalize(st);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define OPEN(f) cmocka_unit_test_setup_teardown(f, temporary_setup, temporary_teardown)
		OPEN(the_daemon_may_not_even_ask_to_change_them),
		OPEN(nothing_is_put_over_what_is_there),
		OPEN(a_stranger_is_stopped_by_the_triggers),
		OPEN(the_glasses_write_nothing),
		OPEN(a_commit_that_nobody_asked_for_aborts_itself),
		OPEN(no_statement_scans_or_sorts),
		OPEN(a_purse_is_found_by_its_game),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
