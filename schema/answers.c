/*
 * answers.c - answers already given, so that a repeated request does nothing
 * again.  They are written in the same group as what they answer for.
 */
#include "schema/private.h"

#include <stdlib.h>
#include <string.h>

int store_answer(struct store_view *view, int64_t account, const char *key, struct answer_row *row)
{
	sqlite3_stmt *st = statement(view, DO_ANSWER);

	put(st, 1, account);
	put_text(st, 2, key);
	int found = ask(view, st);
	if (found != STORE_FOUND)
		return found;
	get_bytes(st, 0, row->fingerprint, sizeof(row->fingerprint));
	row->at = get(st, 1);
	row->status = (int)get(st, 2);
	get_text(st, 3, row->location, sizeof(row->location));
	get_text(st, 5, row->etag, sizeof(row->etag));
	const void *body = sqlite3_column_blob(st, 4);
	row->body_n = (size_t)sqlite3_column_bytes(st, 4);
	row->body = malloc(row->body_n + 1);
	if (row->body != NULL) {
		if (row->body_n > 0)
			memcpy(row->body, body, row->body_n);
		row->body[row->body_n] = '\0';
	}
	drop(st);
	if (row->body == NULL)
		return trouble_because(view->store, "ANSWER", "no memory");
	return STORE_FOUND;
}

int store_answer_add(struct store *s, int64_t account, const char *key,
		     const struct answer_row *row)
{
	sqlite3_stmt *st = statement(&s->pen, DO_ANSWER_ADD);

	put(st, 1, account);
	put_text(st, 2, key);
	put_bytes(st, 3, row->fingerprint, sizeof(row->fingerprint));
	put(st, 4, row->at);
	put(st, 5, row->status);
	put_text(st, 6, row->location[0] != '\0' ? row->location : NULL);
	put_bytes(st, 7, row->body, row->body_n);
	put_text(st, 8, row->etag[0] != '\0' ? row->etag : NULL);
	return tell(&s->pen, st);
}

int store_answers_expire(struct store *s, int64_t before, size_t most)
{
	sqlite3_stmt *st = statement(&s->pen, DO_ANSWERS_EXPIRE);

	put(st, 1, before);
	put(st, 2, (int64_t)most);
	if (tell(&s->pen, st) != STORE_DONE)
		return STORE_TROUBLE;
	return sqlite3_changes(s->pen.db) > 0 ? STORE_DONE : STORE_NONE;
}
