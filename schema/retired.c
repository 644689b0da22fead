/*
 * retired.c - the end of an account: what is forgotten of it, and what stays.
 *
 * Entries and facts stay as they are.  The name, though, is a person's: it is
 * replaced wherever it may be, and where it may not, in the facts of games, it
 * is known by its hash when it is read and told as the pseudonym.
 */
#include "schema/private.h"

#include <stdio.h>
#include <string.h>

static void hash_name(struct store *s, const char *name, unsigned char hash[STORE_HASH_SIZE])
{
	char folded[STORE_NAME_MAX + 1], text[STORE_NAME_MAX + 16];

	accounts_fold(name, folded);
	int n = snprintf(text, sizeof(text), "tablas name %s", folded);
	s->digest(text, (size_t)n, hash);
}

int retired_present_name(struct store_view *view, char *name, size_t cap)
{
	sqlite3_stmt *st = statement(view, DO_RETIRED);
	unsigned char hash[STORE_HASH_SIZE];

	if (strlen(name) > STORE_NAME_MAX)
		return STORE_NONE;
	hash_name(view->store, name, hash);
	put_bytes(st, 1, hash, sizeof(hash));
	int found = ask(view, st);
	if (found == STORE_FOUND) {
		get_text(st, 0, name, cap);
		drop(st);
	}
	return found;
}

bool retired_any(struct store_view *view)
{
	sqlite3_stmt *st = statement(view, DO_RETIRED_ANY);
	bool found = ask(view, st) == STORE_FOUND;

	if (found)
		drop(st);
	return found;
}

/* "closed-1007"; an older book may have given that name to somebody. */
static int find_pseudonym(struct store *s, int64_t id, char name[STORE_NAME_MAX + 1])
{
	struct account_row there;
	int found = STORE_FOUND;

	snprintf(name, STORE_NAME_MAX + 1, "closed-%lld", (long long)id);
	for (int i = 2; (found = store_account_by_name(&s->pen, name, &there)) == STORE_FOUND; i++)
		snprintf(name, STORE_NAME_MAX + 1, "closed-%lld-%d", (long long)id, i);
	return found == STORE_NONE ? STORE_DONE : STORE_TROUBLE;
}

/* Runs a statement that needs the account and perhaps something more. */
static int with_account(struct store *s, sqlite3_stmt *st, int64_t id)
{
	put(st, 1, id);
	return tell(&s->pen, st);
}

static int retire(struct store *s, const char *name, int64_t id)
{
	sqlite3_stmt *st = statement(&s->pen, DO_RETIRE);
	unsigned char hash[STORE_HASH_SIZE];

	hash_name(s, name, hash);
	put_bytes(st, 1, hash, sizeof(hash));
	put(st, 2, id);
	s->retired = true;
	return tell(&s->pen, st);
}

static int forget(struct store *s, int64_t id, int64_t at, const char *pseudonym)
{
	sqlite3_stmt *st = statement(&s->pen, DO_TOKENS_REVOKE);

	put(st, 2, at);
	if (with_account(s, st, id) != STORE_DONE ||
	    with_account(s, statement(&s->pen, DO_ANSWERS_FORGET), id) != STORE_DONE ||
	    store_subscriptions_forget(s, id) != STORE_DONE ||
	    store_reminders_set(s, id, NULL, 0, at) != STORE_DONE ||
	    with_account(s, statement(&s->pen, DO_NEWS_FORGET), id) != STORE_DONE ||
	    with_account(s, statement(&s->pen, DO_READER_FORGET), id) != STORE_DONE ||
	    with_account(s, statement(&s->pen, DO_DOCUMENTS_FORGET), id) != STORE_DONE ||
	    store_talk_forget(s, id) != STORE_DONE)
		return STORE_TROUBLE;
	documents_forget_all(s->documents);
	st = statement(&s->pen, DO_SEATS_RENAME);
	put_text(st, 2, pseudonym);
	if (with_account(s, st, id) != STORE_DONE)
		return STORE_TROUBLE;
	st = statement(&s->pen, DO_ACCOUNT_CLOSE);
	put(st, 2, at);
	put_text(st, 3, pseudonym);
	return with_account(s, st, id);
}

int store_account_close(struct store *s, int64_t id, int64_t at)
{
	char pseudonym[STORE_NAME_MAX + 1];
	struct account_row row;
	int found = store_account_by_id(&s->pen, id, &row);

	if (found != STORE_FOUND)
		return found;
	if (row.closed != 0)
		return STORE_NONE;
	names_changed(s);
	if (find_pseudonym(s, id, pseudonym) != STORE_DONE || retire(s, row.name, id) != STORE_DONE)
		return STORE_TROUBLE;
	return forget(s, id, at, pseudonym);
}

int store_account_games(struct store_view *view, int64_t id, char (*keys)[STORE_KEY_SIZE], size_t *n)
{
	sqlite3_stmt *st = statement(view, DO_SEATS_LIVE);
	size_t cap = *n;
	int found;

	put(st, 1, id);
	put(st, 2, (int64_t)cap);
	for (*n = 0; (found = ask(view, st)) == STORE_FOUND; (*n)++)
		get_text(st, 0, keys[*n], STORE_KEY_SIZE);
	return found == STORE_TROUBLE ? found : *n > 0 ? STORE_FOUND : STORE_NONE;
}
