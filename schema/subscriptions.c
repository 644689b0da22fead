/*
 * subscriptions.c - where an account wants its news, and how far it has got.
 *
 * The row holds all that is needed to go on after a restart: the last news
 * taken up, and the instant at which there is next something to do.
 */
#include "schema/private.h"

#include <string.h>

static void read_subscription(sqlite3_stmt *st, struct subscription_row *row)
{
	row->id = get(st, 0);
	row->account = get(st, 1);
	row->kind = (uint8_t)get(st, 2);
	get_text(st, 3, row->target, sizeof(row->target));
	get_text(st, 4, row->events, sizeof(row->events));
	row->every = get(st, 5);
	row->past = get(st, 6);
	row->enabled = get(st, 7) != 0;
	get_text(st, 8, row->why, sizeof(row->why));
	row->created = get(st, 9);
	row->confirmed = get(st, 10);
	row->cursor = get(st, 11);
	row->digest_at = get(st, 12);
	row->due = get(st, 13);
	row->failing = get(st, 14);
	row->earlier_until = get(st, 15);
}

static const char *some(const char *text)
{
	return text[0] ? text : NULL;
}

/* What may change of it, as parameters 2 to 12 of both statements. */
static void put_what_changes(sqlite3_stmt *st, const struct subscription_row *row)
{
	put_text(st, 2, row->target);
	put_text(st, 3, row->events);
	put(st, 4, row->every);
	put(st, 5, row->past);
	put(st, 6, row->enabled);
	put_text(st, 7, some(row->why));
	put_some(st, 8, row->confirmed);
	put(st, 9, row->cursor);
	put_some(st, 10, row->digest_at);
	put_some(st, 11, row->due);
	put_some(st, 12, row->failing);
}

int store_subscription_add(struct store *s, struct subscription_row *row,
			   const unsigned char secret[32])
{
	sqlite3_stmt *st = statement(&s->pen, DO_SUBSCRIPTION_ADD);

	put(st, 1, row->account);
	put_what_changes(st, row);
	put(st, 13, row->kind);
	put(st, 14, row->created);
	put_bytes(st, 15, secret, 32);
	if (tell(&s->pen, st) != STORE_DONE)
		return STORE_TROUBLE;
	if (sqlite3_changes(s->pen.db) == 0)
		return STORE_NONE;
	row->id = sqlite3_last_insert_rowid(s->pen.db);
	return STORE_DONE;
}

int store_subscription_set(struct store *s, const struct subscription_row *row)
{
	sqlite3_stmt *st = statement(&s->pen, DO_SUBSCRIPTION_SET);

	put(st, 1, row->id);
	put_what_changes(st, row);
	if (tell(&s->pen, st) != STORE_DONE)
		return STORE_TROUBLE;
	return sqlite3_changes(s->pen.db) ? STORE_DONE : STORE_NONE;
}

int store_subscription_rotate(struct store *s, int64_t id, const unsigned char secret[32],
			      int64_t earlier_until)
{
	sqlite3_stmt *st = statement(&s->pen, DO_SUBSCRIPTION_ROTATE);

	put(st, 1, id);
	put_bytes(st, 2, secret, 32);
	put(st, 3, earlier_until);
	return tell(&s->pen, st);
}

int store_subscription_secrets(struct store *s, int64_t id, struct subscription_secrets *out)
{
	sqlite3_stmt *st = statement(&s->pen, DO_SUBSCRIPTION_SECRETS);

	put(st, 1, id);
	int found = ask(&s->pen, st);
	if (found != STORE_FOUND)
		return found;
	get_bytes(st, 0, out->secret, sizeof(out->secret));
	out->rotated = sqlite3_column_type(st, 1) != SQLITE_NULL;
	if (out->rotated)
		get_bytes(st, 1, out->earlier, sizeof(out->earlier));
	drop(st);
	return STORE_FOUND;
}

int store_subscription_drop(struct store *s, int64_t id)
{
	sqlite3_stmt *st;

	if (store_deliveries_drop(s, id, -1) != STORE_DONE)
		return STORE_TROUBLE;
	st = statement(&s->pen, DO_SUBSCRIPTION_DROP);
	put(st, 1, id);
	return tell(&s->pen, st);
}

int store_subscriptions_forget(struct store *s, int64_t account)
{
	struct subscription_row row;
	size_t n = 1;
	int found;

	while ((found = store_subscriptions(&s->pen, account, 0, 0, &row, &n)) == STORE_FOUND)
		if (store_subscription_drop(s, row.id) != STORE_DONE)
			return STORE_TROUBLE;
	return found == STORE_TROUBLE ? found : STORE_DONE;
}

static int read_one(struct store_view *view, sqlite3_stmt *st, struct subscription_row *row)
{
	int found = ask(view, st);

	if (found == STORE_FOUND) {
		read_subscription(st, row);
		drop(st);
	}
	return found;
}

int store_subscription(struct store_view *view, int64_t id, struct subscription_row *row)
{
	sqlite3_stmt *st = statement(view, DO_SUBSCRIPTION);

	put(st, 1, id);
	return read_one(view, st, row);
}

int store_subscriptions(struct store_view *view, int64_t account, int kind, int64_t after,
			struct subscription_row *out, size_t *n)
{
	sqlite3_stmt *st = statement(view, DO_SUBSCRIPTIONS);
	int found;

	put(st, 1, account);
	put(st, 2, kind);
	put(st, 3, after);
	put(st, 4, (int64_t)*n);
	for (*n = 0; (found = ask(view, st)) == STORE_FOUND; (*n)++)
		read_subscription(st, &out[*n]);
	return found == STORE_TROUBLE ? found : *n > 0 ? STORE_FOUND : STORE_NONE;
}

int store_subscription_due(struct store_view *view, int kind, struct subscription_row *row)
{
	sqlite3_stmt *st = statement(view, DO_SUBSCRIPTIONS_DUE);

	put(st, 1, row->due);
	put(st, 2, row->id);
	put(st, 3, kind);
	return read_one(view, st, row);
}

int store_subscription_digest(struct store_view *view, struct subscription_row *row)
{
	return read_one(view, statement(view, DO_SUBSCRIPTIONS_DIGEST), row);
}

int store_subscription_behind(struct store_view *view, int64_t after, int64_t *account)
{
	sqlite3_stmt *st = statement(view, DO_SUBSCRIPTIONS_BEHIND);

	put(st, 1, after);
	return ask_one(view, st, account);
}
