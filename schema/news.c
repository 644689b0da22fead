/*
 * news.c - what accounts are told: added at the end, read in order, dropped when old.
 */
#include "schema/private.h"

#include <string.h>

int store_reader_add(struct store *s, int64_t account, int64_t at)
{
	sqlite3_stmt *st = statement(&s->pen, DO_READER_ADD);

	put(st, 1, account);
	put(st, 2, at);
	return tell(&s->pen, st);
}

int store_readers(struct store_view *view, void (*each)(void *cls, int64_t account), void *cls)
{
	sqlite3_stmt *st = statement(view, DO_READERS);
	int found;
	bool any = false;

	while ((found = ask(view, st)) == STORE_FOUND) {
		each(cls, get(st, 0));
		any = true;
	}
	return found == STORE_TROUBLE ? found : any ? STORE_FOUND : STORE_NONE;
}

int store_news_add(struct store *s, struct news_row *row)
{
	sqlite3_stmt *st = statement(&s->pen, DO_NEWS_ADD);

	put(st, 1, row->account);
	put(st, 2, row->at);
	put(st, 3, row->kind);
	put_some(st, 4, row->game);
	put_some(st, 5, (int64_t)row->ply);
	if (row->seat != TABLAS_NOBODY)
		put(st, 6, row->seat);
	else
		put_some(st, 6, 0);
	put_some(st, 7, row->other);
	put_some(st, 8, row->value);
	put_text(st, 9, row->text[0] ? row->text : NULL);
	int found = ask(&s->pen, st);
	if (found != STORE_FOUND)
		return STORE_TROUBLE;
	row->number = get(st, 0);
	drop(st);
	return STORE_DONE;
}

int store_news_drop(struct store *s, int64_t account, int64_t until)
{
	sqlite3_stmt *st = statement(&s->pen, DO_NEWS_DROP);

	put(st, 1, account);
	put(st, 2, until);
	return tell(&s->pen, st);
}

int store_news_bounds(struct store_view *view, int64_t account, int64_t *first, int64_t *last)
{
	sqlite3_stmt *st = statement(view, DO_NEWS_BOUNDS);

	put(st, 1, account);
	int found = ask(view, st);
	if (found != STORE_FOUND)
		return found;
	*first = get(st, 0);
	*last = get(st, 1);
	drop(st);
	return STORE_FOUND;
}

static void read_row(struct store_view *view, sqlite3_stmt *st, struct news_row *row)
{
	const struct game_names *names;

	row->number = get(st, 0);
	row->at = get(st, 1);
	row->kind = (uint16_t)get(st, 2);
	row->game = get(st, 3);
	row->ply = (uint64_t)get(st, 4);
	row->seat = sqlite3_column_type(st, 5) == SQLITE_NULL ? TABLAS_NOBODY
							      : (uint8_t)get(st, 5);
	row->other = get(st, 6);
	row->value = get(st, 7);
	get_text(st, 8, row->text, sizeof(row->text));
	row->game_key[0] = row->ruleset[0] = row->other_name[0] = '\0';
	if (row->game != 0) {
		names = names_game(view, row->game);
		strcpy(row->game_key, names->key);
		strcpy(row->ruleset, names->ruleset);
	}
	if (row->other != 0)
		strcpy(row->other_name, names_account(view, row->other));
}

int store_news(struct store_view *view, int64_t account, int64_t after, struct news_row *out,
	       size_t *n)
{
	sqlite3_stmt *st = statement(view, DO_NEWS);
	size_t cap = *n;
	int found;

	put(st, 1, account);
	put(st, 2, after);
	put(st, 3, (int64_t)cap);
	for (*n = 0; (found = ask(view, st)) == STORE_FOUND; (*n)++) {
		out[*n].account = account;
		read_row(view, st, &out[*n]);
	}
	return found == STORE_TROUBLE ? found : *n > 0 ? STORE_FOUND : STORE_NONE;
}
