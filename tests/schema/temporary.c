/*
 * temporary.c - see temporary.h.
 */
#include "schema/private.h"
#include "tests/schema/temporary.h"

#include <dirent.h>
#include <sodium.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void hear_trouble(void *cls, const char *what, const char *why)
{
	struct temporary *t = cls;

	t->troubles++;
	snprintf(t->trouble, sizeof(t->trouble), "%s: %s", what, why);
}

static void hear_migration(void *cls, int number, const char *name)
{
	struct temporary *t = cls;

	(void)number, (void)name;
	t->migrations++;
}

void temporary_digest(const void *data, size_t n, unsigned char hash[STORE_HASH_SIZE])
{
	crypto_hash_sha256(hash, data, n);
}

static void mac(const unsigned char key[FAIR_SIZE], const void *data, size_t n,
		unsigned char out[FAIR_SIZE])
{
	crypto_auth_hmacsha256(out, data, n, key);
}

static const struct fair_hash hash = {temporary_digest, mac};

struct store_config temporary_config(struct temporary *t)
{
	return (struct store_config){.path = t->path,
				     .cache_kib = 2048,
				     .digest = temporary_digest,
				     .dice = &hash,
				     .trouble = hear_trouble,
				     .migrated = hear_migration,
				     .cls = t};
}

int temporary_open(struct temporary *t)
{
	struct store_config cfg = temporary_config(t);
	int rc = store_open(&cfg, &t->store, t->why, sizeof(t->why));

	t->pen = rc == 0 ? store_pen(t->store) : NULL;
	t->glasses = rc == 0 ? store_glasses(t->store) : NULL;
	return rc;
}

void temporary_close(struct temporary *t)
{
	store_close(t->store);
	t->store = NULL;
}

int temporary_setup_empty(void **state)
{
	struct temporary *t = calloc(1, sizeof(*t));
	const char *tmp = getenv("TMPDIR");

	if (t == NULL)
		return -1;
	snprintf(t->dir, sizeof(t->dir), "%s/tablas-XXXXXX", tmp != NULL ? tmp : "/tmp");
	if (mkdtemp(t->dir) == NULL)
		return -1;
	snprintf(t->path, sizeof(t->path), "%s/book", t->dir);
	*state = t;
	return 0;
}

/*
 * A new book, made once in a program and copied for each test: migrating takes
 * longer than most tests do.
 */
static struct {
	void *bytes;
	size_t n;
} new_book;

static int keep_new_book(struct temporary *t)
{
	FILE *f;
	long n;

	if (temporary_open(t) != 0)
		return -1;
	temporary_close(t);
	f = fopen(t->path, "rb");
	if (f == NULL || fseek(f, 0, SEEK_END) != 0 || (n = ftell(f)) <= 0)
		return -1;
	rewind(f);
	new_book.n = (size_t)n;
	new_book.bytes = malloc(new_book.n);
	if (new_book.bytes == NULL || fread(new_book.bytes, 1, new_book.n, f) != new_book.n)
		return -1;
	return fclose(f);
}

static int copy_new_book(const struct temporary *t)
{
	FILE *f = fopen(t->path, "wb");

	if (f == NULL || fwrite(new_book.bytes, 1, new_book.n, f) != new_book.n)
		return -1;
	return fclose(f);
}

int temporary_setup(void **state)
{
	struct temporary *t;

	if (temporary_setup_empty(state) != 0)
		return -1;
	t = *state;
	if ((new_book.bytes != NULL ? copy_new_book(t) : keep_new_book(t)) != 0)
		return -1;
	return temporary_open(t);
}

int temporary_teardown(void **state)
{
	struct temporary *t = *state;
	DIR *dir = opendir(t->dir);
	struct dirent *entry;
	char path[sizeof(t->dir) + 256 + 1];

	temporary_close(t);
	while (dir != NULL && (entry = readdir(dir)) != NULL) {
		snprintf(path, sizeof(path), "%s/%s", t->dir, entry->d_name);
		unlink(path);
	}
	if (dir != NULL)
		closedir(dir);
	rmdir(t->dir);
	free(t);
	return 0;
}

int temporary_sql(struct temporary *t, const char *sql, char *error, size_t cap)
{
	sqlite3 *db;
	char *message = NULL;
	int rc = sqlite3_open(t->path, &db);

	if (rc == SQLITE_OK) {
		sqlite3_busy_timeout(db, 2000);
		rc = sqlite3_exec(db, sql, NULL, NULL, &message);
	}
	if (error != NULL)
		snprintf(error, cap, "%s", message != NULL ? message : "");
	sqlite3_free(message);
	sqlite3_close(db);
	return rc;
}

void temporary_must(struct temporary *t, const char *sql)
{
	char error[256];

	if (temporary_sql(t, sql, error, sizeof(error)) != SQLITE_OK)
		fail_msg("%s: %s", sql, error);
}

void temporary_tamper(struct temporary *t, const char *sql)
{
	static const char *const triggers[] = {"facts_are_kept",	"facts_stand",
					       "entries_are_kept",	"entries_stand",
					       "transactions_are_kept", "transactions_stand",
					       "secrets_are_kept",	"secrets_stand",
					       "commitments_stand",	"news_stand",
					       "rating_changes_are_kept", "rating_changes_stand"};
	char script[8192] = "PRAGMA writable_schema = ON; CREATE TEMP TABLE kept AS SELECT *"
			    " FROM sqlite_master WHERE type = 'trigger';";

	for (size_t i = 0; i < sizeof(triggers) / sizeof(triggers[0]); i++) {
		strcat(script, "DROP TRIGGER IF EXISTS ");
		strcat(script, triggers[i]);
		strcat(script, ";");
	}
	strcat(script, sql);
	strcat(script, "; INSERT INTO sqlite_master SELECT * FROM kept"
		       " WHERE name NOT IN (SELECT name FROM sqlite_master)");
	temporary_must(t, script);
}

/* "INSERT INTO main.x (a, b) SELECT a, b FROM old.x;" for every table there was. */
static const char copying[] =
	"SELECT group_concat('DELETE FROM main.' || t.name || '; INSERT INTO main.' || t.name || ' ('"
	" || c.names || ') SELECT ' || c.names || ' FROM present.' || t.name, ';')"
	" FROM main.sqlite_master t JOIN (SELECT m.name, group_concat('\"' || p.name || '\"') names"
	" FROM main.sqlite_master m JOIN pragma_table_info(m.name, 'main') p GROUP BY m.name) c"
	" ON c.name = t.name WHERE t.type = 'table'";

static void copy_rows(sqlite3 *db)
{
	sqlite3_stmt *st = NULL;
	char *error = NULL;

	assert_int_equal(sqlite3_prepare_v2(db, copying, -1, &st, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_step(st), SQLITE_ROW);
	if (sqlite3_exec(db, (const char *)sqlite3_column_text(st, 0), NULL, NULL, &error) !=
	    SQLITE_OK)
		fail_msg("%s", error);
	sqlite3_finalize(st);
}

void temporary_age(struct temporary *t, int schema)
{
	char older[128], sql[256];
	sqlite3 *db;

	assert_null(t->store);
	snprintf(older, sizeof(older), "%s/older", t->dir);
	assert_int_equal(sqlite3_open(older, &db), SQLITE_OK);
	for (const struct migration *m = migrations; m->number != 0 && m->number <= schema; m++)
		assert_int_equal(sqlite3_exec(db, m->sql, NULL, NULL, NULL), SQLITE_OK);
	snprintf(sql, sizeof(sql),
		 "ATTACH '%s' AS present; PRAGMA application_id = 0x5461624c;"
		 "PRAGMA user_version = %d",
		 t->path, schema);
	assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
	copy_rows(db);
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
	assert_int_equal(rename(older, t->path), 0);
}

int64_t temporary_number(struct temporary *t, const char *sql)
{
	sqlite3 *db;
	sqlite3_stmt *st = NULL;
	int64_t n;

	assert_int_equal(sqlite3_open(t->path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &st, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_step(st), SQLITE_ROW);
	n = sqlite3_column_int64(st, 0);
	sqlite3_finalize(st);
	sqlite3_close(db);
	return n;
}

int64_t temporary_account(struct temporary *t, const char *name, int64_t chips)
{
	struct book_line grant = {
		.kind = TRANSFER_GRANT, .from = {ACCOUNT_BANK, 0}, .amount = chips};
	bool alone = !store_in_transaction(t->store);
	int64_t id;

	if (alone)
		assert_int_equal(store_begin(t->store), STORE_DONE);
	assert_int_equal(store_account_add(t->store, name, "", 1, &id), STORE_DONE);
	grant.to.account = id;
	if (chips > 0)
		assert_int_equal(store_book(t->store, 1, 0, 0, &grant, 1, NULL), STORE_DONE);
	if (alone)
		assert_int_equal(store_commit(t->store), STORE_DONE);
	return id;
}

struct game_row temporary_game(const char *key, const char *ruleset, unsigned seats, int64_t creator)
{
	struct game_row row;

	memset(&row, 0, sizeof(row));
	snprintf(row.key, sizeof(row.key), "%s", key);
	snprintf(row.ruleset, sizeof(row.ruleset), "%s", ruleset);
	row.rules = 1;
	row.seats = seats;
	row.creator = creator;
	row.state = TABLE_OPEN;
	row.created = row.changed = 1;
	return row;
}

void temporary_assert_balanced(struct temporary *t)
{
	assert_int_equal(temporary_number(t, "SELECT sum(wallet - debt + held - debt_held)"
					     " FROM accounts"), 0);
	assert_int_equal(temporary_number(t, "SELECT coalesce(sum(amount), 0) FROM entries"), 0);
	assert_int_equal(
		temporary_number(t, "SELECT count(*) FROM accounts a WHERE wallet - debt <> (SELECT"
				    " coalesce(sum(amount), 0) FROM entries e"
				    " WHERE e.account = a.id AND e.purse = 0)"
				    " OR held - debt_held <> (SELECT coalesce(sum(amount), 0) FROM entries e"
				    " WHERE e.account = a.id AND e.purse <> 0)"
				    " OR entries <> (SELECT count(*) FROM entries e"
				    " WHERE e.account = a.id)"),
		0);
	assert_int_equal(
		temporary_number(t, "SELECT count(*) FROM games g WHERE pot <> (SELECT"
				    " coalesce(sum(amount), 0) FROM entries e"
				    " WHERE e.account = 2 AND e.purse = g.id)"),
		0);
	assert_int_equal(
		temporary_number(t, "SELECT count(*) FROM seats s WHERE purse <> (SELECT"
				    " coalesce(sum(amount), 0) FROM entries e"
				    " WHERE e.account = s.account AND e.purse = s.game)"),
		0);
}
