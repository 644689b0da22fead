/*
 * documents.c - games as they are shown, kept beside the games.
 *
 * A reader of a game that nobody has asked for lately would pay for loading,
 * parsing and printing it; here it pays for one look-up.  What the bytes mean
 * is for those who wrote them to know.
 *
 * What is kept is never older than its game, so that a reader need not look at
 * the game too: a group that adds a fact to a game and does not keep its document
 * anew forgets the old one when it commits.
 */
#include "schema/private.h"

#include <stdlib.h>

void documents_overtake(struct store *s, int64_t game)
{
	if (s->overtaken_n > 0 && s->overtaken[s->overtaken_n - 1] == game)
		return;
	if (s->overtaken_n == s->overtaken_cap) {
		s->overtaken_cap = s->overtaken_cap ? 2 * s->overtaken_cap : 64;
		s->overtaken = realloc(s->overtaken, s->overtaken_cap * sizeof(*s->overtaken));
		if (s->overtaken == NULL)
			abort();
	}
	s->overtaken[s->overtaken_n++] = game;
}

/* A savepoint that is undone afterwards takes the facts along with the document. */
static void kept_anew(struct store *s, int64_t game)
{
	size_t left = 0;

	for (size_t i = 0; i < s->overtaken_n; i++) {
		if (s->overtaken[i] != game)
			s->overtaken[left++] = s->overtaken[i];
	}
	s->overtaken_n = left;
}

int documents_forget(struct store *s)
{
	int done = STORE_DONE;

	for (size_t i = 0; i < s->overtaken_n && done == STORE_DONE; i++) {
		sqlite3_stmt *st = statement(&s->pen, DO_DOCUMENT_FORGET);
		put(st, 1, s->overtaken[i]);
		done = tell(&s->pen, st);
	}
	s->overtaken_n = 0;
	return done;
}

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

	kept_anew(s, row->id);
	put(st, 1, row->id);
	put(st, 2, (int64_t)row->ply);
	put_bytes(st, 3, row->audience, row->audience_n);
	put_bytes(st, 4, row->body, row->body_n);
	return tell(&s->pen, st);
}
