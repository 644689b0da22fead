/*
 * deliveries.c - what is on its way to subscribers, and what became of it.
 *
 * A delivery is in the book before it is tried, under the number it keeps, and
 * what became of it is written afterwards: whoever is killed between the two
 * tries the same one again.
 */
#include "schema/private.h"

#include <stdlib.h>
#include <string.h>

static void read_delivery(sqlite3_stmt *st, struct delivery_row *row)
{
	const char *body = (const char *)sqlite3_column_text(st, 5);

	row->id = get(st, 0);
	row->subscription = get(st, 1);
	row->first = get(st, 2);
	row->last = get(st, 3);
	get_text(st, 4, row->kind, sizeof(row->kind));
	row->body = strdup(body ? body : "");
	if (!row->body)
		abort();
	row->created = get(st, 6);
	row->state = (int)get(st, 7);
	row->attempts = (unsigned)get(st, 8);
	row->next = get(st, 9);
	row->tried = get(st, 10);
	row->status = (int)get(st, 11);
	get_text(st, 12, row->why, sizeof(row->why));
}

int store_delivery_add(struct store *s, struct delivery_row *row)
{
	sqlite3_stmt *st = statement(&s->pen, DO_DELIVERY_ADD);

	put(st, 1, row->subscription);
	put(st, 2, row->first);
	put(st, 3, row->last);
	put_text(st, 4, row->kind);
	put_text(st, 5, row->body);
	put(st, 6, row->created);
	put(st, 7, row->next);
	if (tell(&s->pen, st) != STORE_DONE)
		return STORE_TROUBLE;
	row->id = sqlite3_last_insert_rowid(s->pen.db);
	row->state = DELIVERY_WAITS;
	return STORE_DONE;
}

int store_delivery_set(struct store *s, const struct delivery_row *row)
{
	sqlite3_stmt *st = statement(&s->pen, DO_DELIVERY_SET);

	put(st, 1, row->id);
	put(st, 2, row->state);
	put(st, 3, row->attempts);
	put_some(st, 4, row->next);
	put_some(st, 5, row->tried);
	put_some(st, 6, row->status);
	put_text(st, 7, row->why[0] ? row->why : NULL);
	return tell(&s->pen, st);
}

/* The first row of it, if there is one. */
static int read_one(struct store_view *view, sqlite3_stmt *st, struct delivery_row *row)
{
	int found = ask(view, st);

	if (found == STORE_FOUND) {
		read_delivery(st, row);
		drop(st);
	}
	return found;
}

int store_delivery(struct store_view *view, int64_t id, struct delivery_row *row)
{
	sqlite3_stmt *st = statement(view, DO_DELIVERY);

	put(st, 1, id);
	return read_one(view, st, row);
}

int store_delivery_next(struct store_view *view, int64_t subscription, struct delivery_row *row)
{
	sqlite3_stmt *st = statement(view, DO_DELIVERY_NEXT);

	put(st, 1, subscription);
	return read_one(view, st, row);
}

int store_delivery_arrived(struct store_view *view, int64_t subscription, int64_t n, int64_t *at)
{
	sqlite3_stmt *st = statement(view, DO_DELIVERY_ARRIVED);

	put(st, 1, subscription);
	put(st, 2, n);
	int found = ask(view, st);
	if (found == STORE_FOUND) {
		*at = get(st, 0);
		drop(st);
	}
	return found;
}

int store_deliveries(struct store_view *view, int64_t subscription, int64_t before, int state,
		     struct delivery_row *out, size_t *n)
{
	sqlite3_stmt *st = statement(view, DO_DELIVERIES);
	int found;

	put(st, 1, subscription);
	put(st, 2, before ? before : INT64_MAX);
	put(st, 3, state);
	put(st, 4, (int64_t)*n);
	for (*n = 0; (found = ask(view, st)) == STORE_FOUND; (*n)++)
		read_delivery(st, &out[*n]);
	return found == STORE_TROUBLE ? found : *n > 0 ? STORE_FOUND : STORE_NONE;
}

int store_deliveries_waiting(struct store_view *view, int64_t subscription, int64_t *n)
{
	sqlite3_stmt *st = statement(view, DO_DELIVERIES_WAITING);

	put(st, 1, subscription);
	return ask_one(view, st, n);
}

int store_deliveries_late(struct store_view *view, int64_t *n, int64_t *since)
{
	sqlite3_stmt *st = statement(view, DO_DELIVERIES_LATE);
	int found = ask(view, st);

	if (found == STORE_FOUND) {
		*n = get(st, 0);
		*since = get(st, 1);
		drop(st);
	}
	return found;
}

int store_deliveries_trim(struct store *s, int64_t subscription, int64_t keep)
{
	sqlite3_stmt *st = statement(&s->pen, DO_DELIVERIES_TRIM);

	put(st, 1, subscription);
	put(st, 2, keep);
	return tell(&s->pen, st);
}

int store_deliveries_sweep(struct store *s, int64_t until, int64_t most)
{
	sqlite3_stmt *st = statement(&s->pen, DO_DELIVERIES_SWEEP);

	put(st, 1, until);
	put(st, 2, most);
	return tell(&s->pen, st);
}

int store_deliveries_oldest(struct store *s, int64_t *created)
{
	sqlite3_stmt *st = statement(&s->pen, DO_DELIVERIES_OLDEST);

	return ask_one(&s->pen, st, created);
}

int store_deliveries_drop(struct store *s, int64_t subscription, int64_t after)
{
	sqlite3_stmt *st = statement(&s->pen, DO_DELIVERIES_DROP);

	put(st, 1, subscription);
	put(st, 2, after);
	return tell(&s->pen, st);
}
