/*
 * documents.c - games as they are shown, kept beside the games.
 *
 * A reader of a game that nobody has asked for lately would pay for loading,
 * parsing and printing it; here it pays for one look-up.  What the bytes mean
 * is for those who wrote them to know.
 */
#include "schema/private.h"

int store_document(struct store *s, const char *key, struct document_row *row)
{
	sqlite3_stmt *st = statement(&s->glasses, DO_DOCUMENT);
	int found;

	put_text(st, 1, key);
	found = ask(&s->glasses, st);
	if (found != STORE_FOUND)
		return found;
	row->id = get(st, 0);
	row->ply = (uint64_t)get(st, 1);
	row->audience = sqlite3_column_blob(st, 2);
	row->audience_n = (size_t)sqlite3_column_bytes(st, 2);
	row->body = sqlite3_column_blob(st, 3);
	row->body_n = (size_t)sqlite3_column_bytes(st, 3);
	return STORE_FOUND;
}

void store_document_done(struct store *s)
{
	drop(s->glasses.statements[DO_DOCUMENT]);
}

int store_document_keep(struct store *s, const struct document_row *row)
{
	sqlite3_stmt *st = statement(&s->pen, DO_DOCUMENT_KEEP);

	put(st, 1, row->id);
	put(st, 2, (int64_t)row->ply);
	put_bytes(st, 3, row->audience, row->audience_n);
	put_bytes(st, 4, row->body, row->body_n);
	return tell(&s->pen, st);
}
