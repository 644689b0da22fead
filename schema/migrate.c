/*
 * migrate.c - what kind of file this is, and how it becomes one of today's.
 *
 * A book bears our number in its header (application_id) and the number of its
 * newest migration (user_version).  Each migration is one transaction that also
 * moves user_version on, so a machine that stops in the middle finds either the
 * old schema or the new one.
 */
#include "schema/chain.h"
#include "schema/private.h"

#include <stdio.h>
#include <string.h>

#define BOOK_NUMBER 0x5461624c /* "TabL" */

static int ask_number(sqlite3 *db, const char *sql, int64_t *out)
{
	sqlite3_stmt *st = NULL;
	int rc = sqlite3_prepare_v2(db, sql, -1, &st, NULL);

	if (rc == SQLITE_OK) {
		rc = sqlite3_step(st);
		if (rc == SQLITE_ROW)
			*out = sqlite3_column_int64(st, 0);
	}
	sqlite3_finalize(st);
	return rc == SQLITE_ROW ? SQLITE_OK : rc == SQLITE_DONE ? SQLITE_EMPTY : rc;
}

int migrations_newest(void)
{
	int newest = 0;

	for (const struct migration *m = migrations; m->number != 0; m++)
		newest = m->number;
	return newest;
}

int migrate_complain(sqlite3 *db, int rc, const char *path, char *why, size_t cap)
{
	switch (rc & 0xff) {
	case SQLITE_NOTADB:
		snprintf(why, cap, "%s is not a database", path);
		break;
	case SQLITE_CORRUPT:
		snprintf(why, cap, "%s is damaged: %s", path, sqlite3_errmsg(db));
		break;
	case SQLITE_READONLY:
	case SQLITE_PERM:
		snprintf(why, cap, "%s is not writable", path);
		break;
	case SQLITE_CANTOPEN:
		snprintf(why, cap, "%s or a file beside it cannot be opened", path);
		break;
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
		snprintf(why, cap, "%s is locked by another program", path);
		break;
	case SQLITE_FULL:
		snprintf(why, cap, "no space is left for %s", path);
		break;
	default:
		snprintf(why, cap, "%s: %s", path, sqlite3_errmsg(db));
	}
	return -1;
}

int migrate_identify(sqlite3 *db, const char *path, int *schema, char *why, size_t cap)
{
	int64_t number, version, things;
	int rc;

	if ((rc = ask_number(db, "PRAGMA application_id", &number)) != SQLITE_OK ||
	    (rc = ask_number(db, "PRAGMA user_version", &version)) != SQLITE_OK ||
	    (rc = ask_number(db, "SELECT count(*) FROM sqlite_master", &things)) != SQLITE_OK)
		return migrate_complain(db, rc, path, why, cap);
	if (number != BOOK_NUMBER && (number != 0 || version != 0 || things != 0)) {
		snprintf(why, cap, "%s is a database, but not a book of tablasd", path);
		return -1;
	}
	if (version > migrations_newest()) {
		snprintf(why, cap,
			 "%s is of schema %lld, from a newer tablasd; this one knows up to %d", path,
			 (long long)version, migrations_newest());
		return -1;
	}
	*schema = (int)version;
	return 0;
}

/* What SQL cannot say, in the same transaction. */
static int run_rest(sqlite3 *db, const struct migration *m, const struct store_config *cfg)
{
	if (strcmp(m->name, "chain") == 0)
		return chain_catch_up(db, cfg->digest);
	return SQLITE_OK;
}

static int run_one(sqlite3 *db, const struct migration *m, const struct store_config *cfg)
{
	char mark[96];
	int rc;

	snprintf(mark, sizeof(mark), "PRAGMA application_id = %d; PRAGMA user_version = %d",
		 BOOK_NUMBER, m->number);
	if ((rc = sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL)) == SQLITE_OK &&
	    (rc = sqlite3_exec(db, m->sql, NULL, NULL, NULL)) == SQLITE_OK &&
	    (rc = run_rest(db, m, cfg)) == SQLITE_OK &&
	    (rc = sqlite3_exec(db, mark, NULL, NULL, NULL)) == SQLITE_OK)
		rc = sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
	return rc;
}

int migrate_run(sqlite3 *db, const char *path, int schema, const struct store_config *cfg, char *why,
		size_t cap)
{
	for (const struct migration *m = migrations; m->number != 0; m++) {
		if (m->number <= schema)
			continue;
		int rc = run_one(db, m, cfg);
		if (rc != SQLITE_OK) {
			migrate_complain(db, rc, path, why, cap);
			if (!sqlite3_get_autocommit(db))
				sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
			return -1;
		}
		if (cfg->migrated != NULL)
			cfg->migrated(cfg->cls, m->number, m->name);
	}
	return 0;
}
