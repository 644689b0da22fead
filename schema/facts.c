/*
 * facts.c - the facts of a game: added at the end, read in order, nothing else.
 */
#include "schema/private.h"

int store_fact_add(struct store *s, int64_t game, const struct fact *fact, const char *events)
{
	sqlite3_stmt *st = statement(&s->pen, DO_FACT_ADD);

	documents_overtake(s->documents, game);
	put(st, 1, game);
	put(st, 2, (int64_t)fact->ply);
	put(st, 3, fact->at);
	put(st, 4, fact->kind);
	if (fact->seat != TABLAS_NOBODY)
		put(st, 5, fact->seat);
	else
		put_some(st, 5, 0);
	put_text(st, 6, fact->text);
	put_text(st, 7, events != NULL ? events : "");
	put_some(st, 8, (int64_t)fact->thrown);
	put_some(st, 9, fact->sides);
	return tell(&s->pen, st);
}

/* Tells what the statement finds, until nobody wants more. */
static int tell_facts(struct store_view *view, sqlite3_stmt *st,
		      bool (*each)(void *cls, const struct fact *, const char *events), void *cls)
{
	struct fact fact;
	size_t told = 0;
	bool more = true;
	int found = STORE_NONE;

	while (more && (found = ask(view, st)) == STORE_FOUND) {
		fact.ply = (uint64_t)get(st, 0);
		fact.at = get(st, 1);
		fact.kind = (uint16_t)get(st, 2);
		fact.seat = sqlite3_column_type(st, 3) == SQLITE_NULL ? TABLAS_NOBODY
								      : (uint8_t)get(st, 3);
		get_text(st, 4, fact.text, sizeof(fact.text));
		fact.thrown = (uint64_t)get(st, 6);
		fact.sides = (uint8_t)get(st, 7);
		if (fact.kind == FACT_SEATED && view->store->retired &&
		    retired_present_name(view, fact.text, sizeof(fact.text)) == STORE_TROUBLE) {
			drop(st);
			return STORE_TROUBLE;
		}
		const char *events = (const char *)sqlite3_column_text(st, 5);
		more = each(cls, &fact, events != NULL ? events : "");
		told++;
	}
	if (found == STORE_FOUND)
		drop(st);
	if (found == STORE_TROUBLE)
		return STORE_TROUBLE;
	return told > 0 ? STORE_FOUND : STORE_NONE;
}

int store_facts(struct store_view *view, int64_t game, uint64_t after, size_t most,
		bool (*each)(void *cls, const struct fact *, const char *events), void *cls)
{
	sqlite3_stmt *st = statement(view, DO_FACTS);

	put(st, 1, game);
	put(st, 2, (int64_t)after);
	put(st, 3, (int64_t)most);
	return tell_facts(view, st, each, cls);
}

int store_facts_back(struct store_view *view, int64_t game, size_t most,
		     bool (*each)(void *cls, const struct fact *, const char *events), void *cls)
{
	sqlite3_stmt *st = statement(view, DO_FACTS_BACK);

	put(st, 1, game);
	put(st, 2, (int64_t)most);
	return tell_facts(view, st, each, cls);
}
