/*
 * statements.c - prepares the list of statements and runs them one at a time.
 *
 * Binding errors cannot happen (positions are fixed, texts are bounded) except
 * for want of memory, which then shows when the statement is stepped.
 */
#include "schema/private.h"

#include <assert.h>
#include <string.h>

static const struct {
	const char *name, *sql;
	unsigned where;
} list[STATEMENT_COUNT] = {
#define X(name, where, sql) {#name, sql, where},
	STATEMENTS(X)
#undef X
};

int statements_prepare_one(struct store_view *view, enum statement which)
{
	return sqlite3_prepare_v3(view->db, list[which].sql, -1, SQLITE_PREPARE_PERSISTENT,
				  &view->statements[which], NULL);
}

int statements_prepare(struct store_view *view, unsigned where)
{
	for (int i = 0; i < STATEMENT_COUNT; i++) {
		if (!(list[i].where & where))
			continue;
		int rc = statements_prepare_one(view, (enum statement)i);
		if (rc != SQLITE_OK)
			return rc;
	}
	return SQLITE_OK;
}

void statements_finish(struct store_view *view, unsigned where)
{
	for (int i = 0; i < STATEMENT_COUNT; i++) {
		if (!(list[i].where & where))
			continue;
		sqlite3_finalize(view->statements[i]);
		view->statements[i] = NULL;
	}
}

sqlite3_stmt *statement(struct store_view *view, enum statement which)
{
	sqlite3_stmt *st = view->statements[which];
	struct store *s = view->store;

	assert(st != NULL && !sqlite3_stmt_busy(st));
	if (view == &s->pen && s->group && sqlite3_get_autocommit(view->db) &&
	    which != DO_BEGIN) {
		trouble_because(s, list[which].name, "the database has undone the group");
		return NULL;
	}
	return st;
}

void put(sqlite3_stmt *st, int at, int64_t value)
{
	sqlite3_bind_int64(st, at, value);
}

void put_some(sqlite3_stmt *st, int at, int64_t value)
{
	if (value != 0)
		sqlite3_bind_int64(st, at, value);
	else
		sqlite3_bind_null(st, at);
}

void put_text(sqlite3_stmt *st, int at, const char *text)
{
	sqlite3_bind_text(st, at, text, -1, SQLITE_STATIC);
}

void put_bytes(sqlite3_stmt *st, int at, const void *bytes, size_t n)
{
	sqlite3_bind_blob64(st, at, n > 0 ? bytes : "", n, SQLITE_STATIC);
}

int64_t get(sqlite3_stmt *st, int at)
{
	return sqlite3_column_int64(st, at);
}

void get_text(sqlite3_stmt *st, int at, char *out, size_t cap)
{
	const unsigned char *text = sqlite3_column_text(st, at);
	size_t n = text != NULL ? (size_t)sqlite3_column_bytes(st, at) : 0;

	if (n >= cap)
		n = cap - 1;
	if (n > 0)
		memcpy(out, text, n);
	out[n] = '\0';
}

void get_bytes(sqlite3_stmt *st, int at, void *out, size_t n)
{
	const void *bytes = sqlite3_column_blob(st, at);
	size_t have = bytes != NULL ? (size_t)sqlite3_column_bytes(st, at) : 0;

	memset(out, 0, n);
	if (have > 0)
		memcpy(out, bytes, have < n ? have : n);
}

static const char *name_of(struct store_view *view, sqlite3_stmt *st)
{
	for (int i = 0; i < STATEMENT_COUNT; i++)
		if (view->statements[i] == st)
			return list[i].name;
	return "statement";
}

int ask(struct store_view *view, sqlite3_stmt *st)
{
	if (st == NULL)
		return STORE_TROUBLE;
	int rc = sqlite3_step(st);
	if (rc == SQLITE_ROW)
		return STORE_FOUND;
	if (rc == SQLITE_DONE) {
		sqlite3_reset(st);
		return STORE_NONE;
	}
	trouble(view, name_of(view, st));
	sqlite3_reset(st);
	return STORE_TROUBLE;
}

int ask_one(struct store_view *view, sqlite3_stmt *st, int64_t *out)
{
	int found = ask(view, st);

	if (found == STORE_FOUND) {
		*out = get(st, 0);
		drop(st);
	}
	return found;
}

int ask_one_text(struct store_view *view, sqlite3_stmt *st, char *out, size_t cap)
{
	int found = ask(view, st);

	if (found == STORE_FOUND) {
		get_text(st, 0, out, cap);
		drop(st);
	}
	return found;
}

int tell(struct store_view *view, sqlite3_stmt *st)
{
	int found = ask(view, st);

	if (found == STORE_FOUND)
		sqlite3_reset(st);
	return found == STORE_TROUBLE ? STORE_TROUBLE : STORE_DONE;
}

void drop(sqlite3_stmt *st)
{
	sqlite3_reset(st);
}

int trouble_because(struct store *s, const char *what, const char *why)
{
	if (s->trouble != NULL)
		s->trouble(s->cls, what, why);
	return STORE_TROUBLE;
}

int trouble(struct store_view *view, const char *what)
{
	return trouble_because(view->store, what, sqlite3_errmsg(view->db));
}

int first_since(struct store_view *view, enum statement of, int64_t whose, int64_t newest,
		int64_t when, int64_t *number)
{
	int64_t low = 1, high = newest + 1; /* the answer lies in low..high */

	while (low < high) {
		int64_t middle = low + (high - low) / 2;
		sqlite3_stmt *st = statement(view, of);
		put(st, 1, middle);
		if (whose != 0)
			put(st, 2, whose);
		int found = ask(view, st);
		if (found == STORE_TROUBLE)
			return STORE_TROUBLE;
		bool late = found == STORE_NONE || get(st, 0) >= when;
		if (found == STORE_FOUND)
			drop(st);
		if (late)
			high = middle;
		else
			low = middle + 1;
	}
	*number = low;
	return STORE_DONE;
}

int64_t store_steps(struct store_view *view)
{
	int64_t steps = 0;

	for (int i = 0; i < STATEMENT_COUNT; i++)
		if (view->statements[i] != NULL)
			steps += sqlite3_stmt_status(view->statements[i],
						     SQLITE_STMTSTATUS_VM_STEP, 1);
	return steps;
}
