/*
 * bare.c - a bare program that writes the same turns: what the desk is measured
 * against.
 *
 * It has no rules, no checks and no ledger; it reads the game and its seats,
 * adds the facts and updates the snapshot, in a savepoint for each turn, with
 * the same settings and the same bound on the log.
 */
#include "bench/bench.h"
#include "bench/script.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

enum { BEGIN, COMMIT, SAVEPOINT, RELEASE, GAME, SEATS, FACT, UPDATE, STATEMENTS };

static const char *const sql[STATEMENTS] = {
	[BEGIN] = "BEGIN IMMEDIATE",
	[COMMIT] = "COMMIT",
	[SAVEPOINT] = "SAVEPOINT turn",
	[RELEASE] = "RELEASE turn",
	[GAME] = "SELECT id, key, ruleset, rules, options, seats, creator, visibility, auto_forced,"
		 " unit, buy_in, insolvent, created, started, ended, state, thaws_to, ply, asked,"
		 " decisions, waiting, pot, changed, position, outcome FROM games WHERE key = ?1",
	[SEATS] = "SELECT seat, account, name, invited, locked, status, purse FROM seats"
		  " WHERE game = ?1 ORDER BY seat",
	[FACT] = "INSERT INTO facts (game, ply, at, kind, seat, text, events)"
		 " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
	[UPDATE] = "UPDATE games SET ply = ?2, asked = ?3, decisions = ?4, waiting = ?5,"
		   " changed = ?6, position = ?7 WHERE id = ?1 AND state = ?8",
};

static sqlite3 *db;
static sqlite3_stmt *st[STATEMENTS];
static int64_t seen; /* so that what is read is not read for nothing */

static void must(int rc, int want)
{
	if (rc == want)
		return;
	fprintf(stderr, "bare: %s\n", sqlite3_errmsg(db));
	exit(1);
}

static void step(int which)
{
	must(sqlite3_step(st[which]), SQLITE_DONE);
	sqlite3_reset(st[which]);
}

static void read_all(int which)
{
	int rc;

	while ((rc = sqlite3_step(st[which])) == SQLITE_ROW)
		for (int i = 0; i < sqlite3_column_count(st[which]); i++)
			seen += sqlite3_column_bytes(st[which], i);
	must(rc, SQLITE_DONE);
	sqlite3_reset(st[which]);
}

static void turn(const struct script_turn *t)
{
	step(SAVEPOINT);
	sqlite3_bind_text(st[GAME], 1, t->key, -1, SQLITE_STATIC);
	read_all(GAME);
	sqlite3_bind_int64(st[SEATS], 1, t->game);
	read_all(SEATS);
	for (size_t i = 0; i < t->facts_n; i++) {
		const struct script_fact *f = &t->facts[i];
		sqlite3_bind_int64(st[FACT], 1, t->game);
		sqlite3_bind_int64(st[FACT], 2, (int64_t)f->ply);
		sqlite3_bind_int64(st[FACT], 3, 1796029200000);
		sqlite3_bind_int64(st[FACT], 4, f->kind);
		if (f->seat != TABLAS_NOBODY)
			sqlite3_bind_int64(st[FACT], 5, f->seat);
		else
			sqlite3_bind_null(st[FACT], 5);
		sqlite3_bind_text(st[FACT], 6, f->text, -1, SQLITE_STATIC);
		sqlite3_bind_text(st[FACT], 7, f->events, -1, SQLITE_STATIC);
		step(FACT);
	}
	sqlite3_bind_int64(st[UPDATE], 1, t->game);
	sqlite3_bind_int64(st[UPDATE], 2, (int64_t)t->ply);
	sqlite3_bind_int64(st[UPDATE], 3, (int64_t)t->asked);
	sqlite3_bind_int64(st[UPDATE], 4, (int64_t)t->decisions);
	sqlite3_bind_int64(st[UPDATE], 5, t->waiting);
	sqlite3_bind_int64(st[UPDATE], 6, 1796029200000);
	sqlite3_bind_text(st[UPDATE], 7, t->position, -1, SQLITE_STATIC);
	sqlite3_bind_int64(st[UPDATE], 8, t->state);
	step(UPDATE);
	step(RELEASE);
}

double bare_run(const char *path, const struct script *script, size_t turns, size_t group)
{
	must(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL),
	     SQLITE_OK);
	must(sqlite3_exec(db,
			  "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
			  "PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY;"
			  "PRAGMA cache_size = -24576; PRAGMA wal_autocheckpoint = 32768",
			  NULL, NULL, NULL),
	     SQLITE_OK);
	for (int i = 0; i < STATEMENTS; i++)
		must(sqlite3_prepare_v3(db, sql[i], -1, SQLITE_PREPARE_PERSISTENT, &st[i], NULL),
		     SQLITE_OK);
	double start = bench_now();
	for (size_t i = 0; i < turns; i += group) {
		step(BEGIN);
		for (size_t k = i; k < i + group && k < turns; k++)
			turn(&script->turns[k]);
		step(COMMIT);
	}
	double took = bench_now() - start;
	for (int i = 0; i < STATEMENTS; i++)
		sqlite3_finalize(st[i]);
	sqlite3_close(db);
	if (seen == 0)
		fprintf(stderr, "bare: nothing was read\n");
	return took;
}
