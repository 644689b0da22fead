/*
 * audit.c - is the book true?  Asks the file, the schema, the ledger, the games.
 *
 * Everything is read once, in the order in which it lies; what must be
 * remembered on the way is a game, or an account's purses.  What is only ever
 * added to can be read in pieces, each at a moment of its own: a daemon that
 * writes meanwhile is neither stopped nor left with a log that only grows.
 */
#include "schema/audit_inside.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define PROGRESS_EVERY 4096
#define LOOK_ROWS 200000 /* a second's work, or less */

void audit_tell(struct auditor *a, const char *format, ...)
{
	char sentence[1024];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(sentence, sizeof(sentence), format, arguments);
	va_end(arguments);
	a->report->differences++;
	if (a->tell != NULL)
		a->tell(a->cls, sentence);
}

void audit_count(struct auditor *a, int64_t *what)
{
	a->rows++;
	if (++*what % PROGRESS_EVERY == 0 && a->progress != NULL)
		a->progress(a->cls, a->report);
}

bool audit_is_long(struct auditor *a)
{
	return a->rows >= LOOK_ROWS;
}

int audit_look_again(struct auditor *a)
{
	a->rows = 0;
	if (tell(a->view, statement(a->view, DO_AUDIT_END)) != STORE_DONE)
		return STORE_TROUBLE;
	return tell(a->view, statement(a->view, DO_AUDIT_BEGIN));
}

/* ---- the file ---------------------------------------------------------------------- */

static int audit_file(struct auditor *a)
{
	sqlite3_stmt *st = statement(a->view, DO_AUDIT_FILE);
	int found;

	while ((found = ask(a->view, st)) == STORE_FOUND) {
		const char *said = (const char *)sqlite3_column_text(st, 0);
		if (said != NULL && strcmp(said, "ok") != 0)
			audit_tell(a, "the file is damaged: %s", said);
	}
	return found == STORE_NONE ? STORE_DONE : STORE_TROUBLE;
}

/* ---- the schema: what the migrations made is still there ------------------------------ */

/* One step through tables, indexes and triggers by name; false at the end. */
static bool next_thing(sqlite3_stmt *st, char *name, size_t cap)
{
	if (sqlite3_step(st) != SQLITE_ROW) {
		name[0] = '\0';
		return false;
	}
	get_text(st, 0, name, cap);
	return true;
}

static bool same_sql(sqlite3_stmt *a, sqlite3_stmt *b)
{
	const char *x = (const char *)sqlite3_column_text(a, 1);
	const char *y = (const char *)sqlite3_column_text(b, 1);

	return x != NULL && y != NULL && strcmp(x, y) == 0;
}

static void compare_schemas(struct auditor *a, sqlite3_stmt *here, sqlite3_stmt *made)
{
	char have[128], want[128];
	bool more_have = next_thing(here, have, sizeof(have));
	bool more_want = next_thing(made, want, sizeof(want));

	while (more_have || more_want) {
		int order = !more_have ? 1 : !more_want ? -1 : strcmp(have, want);
		if (order > 0)
			audit_tell(a, "the schema lacks %s", want);
		else if (order < 0)
			audit_tell(a, "the schema has %s, which no migration made", have);
		else if (!same_sql(here, made))
			audit_tell(a, "the schema has another %s than the migrations made", have);
		if (order <= 0)
			more_have = next_thing(here, have, sizeof(have));
		if (order >= 0)
			more_want = next_thing(made, want, sizeof(want));
	}
}

static int audit_schema(struct auditor *a)
{
	sqlite3_stmt *here = statement(a->view, DO_AUDIT_SCHEMA), *made = NULL;
	struct store_config quiet = {.digest = a->view->store->digest};
	sqlite3 *db = NULL;
	char why[256];
	int done = STORE_TROUBLE;

	if (sqlite3_open(":memory:", &db) != SQLITE_OK ||
	    migrate_run(db, "memory", 0, &quiet, why, sizeof(why)) != 0 ||
	    sqlite3_prepare_v2(db, sqlite3_sql(here), -1, &made, NULL) != SQLITE_OK) {
		trouble_because(a->view->store, "audit", sqlite3_errmsg(db));
	} else {
		compare_schemas(a, here, made);
		done = STORE_DONE;
	}
	drop(here);
	sqlite3_finalize(made);
	sqlite3_close(db);
	return done;
}

/* ---- all of it -------------------------------------------------------------------------- */

static int audit_everything(struct auditor *a)
{
	int done;

	if ((done = audit_file(a)) != STORE_DONE || (done = audit_schema(a)) != STORE_DONE ||
	    (done = audit_accounts(a)) != STORE_DONE ||
	    (done = audit_transactions(a)) != STORE_DONE)
		return done;
	return audit_games(a);
}

int audit_book(struct store *s, const struct registry *games, struct audit_report *report,
	       void (*tell_one)(void *cls, const char *sentence),
	       void (*progress)(void *cls, const struct audit_report *), void *cls)
{
	struct auditor a = {.view = &s->glasses,
			    .games = games,
			    .report = report,
			    .tell = tell_one,
			    .progress = progress,
			    .cls = cls};
	int done = STORE_TROUBLE;

	memset(report, 0, sizeof(*report));
	if (statements_prepare(a.view, AUDIT) != SQLITE_OK)
		trouble(a.view, "audit");
	else if (tell(a.view, statement(a.view, DO_AUDIT_BEGIN)) == STORE_DONE) {
		done = audit_everything(&a);
		if (tell(a.view, statement(a.view, DO_AUDIT_END)) != STORE_DONE)
			done = STORE_TROUBLE;
	}
	statements_finish(a.view, AUDIT);
	return done == STORE_DONE ? 0 : -1;
}
