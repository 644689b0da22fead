/*
 * accounts.c - people, their tokens, and invitations.
 *
 * Names are compared in lower case.  They are letters, digits and a few signs
 * of ASCII (the API sees to that), so folding needs no tables.
 */
#include "schema/private.h"

#include <stdio.h>
#include <string.h>

void accounts_fold(const char *name, char out[STORE_NAME_MAX + 1])
{
	size_t n = 0;

	for (; name[n] != '\0' && n < STORE_NAME_MAX; n++) {
		char c = name[n];
		out[n] = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
	}
	out[n] = '\0';
}

/* ---- accounts ---------------------------------------------------------------- */

static void read_account(sqlite3_stmt *st, struct account_row *row)
{
	row->id = get(st, 0);
	get_text(st, 1, row->name, sizeof(row->name));
	get_text(st, 2, row->password, sizeof(row->password));
	row->created = get(st, 3);
	row->closed = get(st, 4);
	row->wallet = get(st, 5);
	row->held = get(st, 6);
	row->entries = get(st, 7);
}

static int one_account(struct store_view *view, sqlite3_stmt *st, struct account_row *row)
{
	int found = ask(view, st);

	if (found == STORE_FOUND) {
		read_account(st, row);
		drop(st);
	}
	return found;
}

int store_account_add(struct store *s, const char *name, const char *password, int64_t at,
		      int64_t *id)
{
	char folded[STORE_NAME_MAX + 1], was[STORE_NAME_MAX + 1];
	int found = STORE_NONE;

	snprintf(was, sizeof(was), "%s", name);
	if (s->retired)
		found = retired_present_name(&s->pen, was, sizeof(was));
	if (found != STORE_NONE)
		return found == STORE_FOUND ? STORE_NONE : STORE_TROUBLE;
	sqlite3_stmt *st = statement(&s->pen, DO_ACCOUNT_ADD);
	accounts_fold(name, folded);
	put_text(st, 1, name);
	put_text(st, 2, folded);
	put_text(st, 3, password != NULL && password[0] != '\0' ? password : NULL);
	put(st, 4, at);
	if (tell(&s->pen, st) != STORE_DONE)
		return STORE_TROUBLE;
	if (sqlite3_changes(s->pen.db) == 0)
		return STORE_NONE;
	*id = sqlite3_last_insert_rowid(s->pen.db);
	return STORE_DONE;
}

int store_account_by_name(struct store_view *view, const char *name, struct account_row *row)
{
	sqlite3_stmt *st = statement(view, DO_ACCOUNT_BY_FOLD);
	char folded[STORE_NAME_MAX + 1];

	if (strlen(name) > STORE_NAME_MAX)
		return STORE_NONE;
	accounts_fold(name, folded);
	put_text(st, 1, folded);
	return one_account(view, st, row);
}

int store_account_by_id(struct store_view *view, int64_t id, struct account_row *row)
{
	sqlite3_stmt *st = statement(view, DO_ACCOUNT_BY_ID);

	put(st, 1, id);
	return one_account(view, st, row);
}

/* An UPDATE of one row by its id: NONE if it was not there (or not to be changed). */
static int change(struct store *s, sqlite3_stmt *st)
{
	if (tell(&s->pen, st) != STORE_DONE)
		return STORE_TROUBLE;
	return sqlite3_changes(s->pen.db) > 0 ? STORE_DONE : STORE_NONE;
}

static int set_number(struct store *s, enum statement which, int64_t id, int64_t value)
{
	sqlite3_stmt *st = statement(&s->pen, which);

	put(st, 1, id);
	put(st, 2, value);
	return change(s, st);
}

int store_account_set_password(struct store *s, int64_t id, const char *password)
{
	sqlite3_stmt *st = statement(&s->pen, DO_ACCOUNT_PASSWORD);

	put(st, 1, id);
	put_text(st, 2, password != NULL && password[0] != '\0' ? password : NULL);
	return change(s, st);
}

int store_account_find(struct store_view *view, const char *prefix, const char *after,
		       struct account_row *out, size_t *n)
{
	sqlite3_stmt *st = statement(view, DO_ACCOUNT_FIND);
	char from[STORE_NAME_MAX + 1], behind[STORE_NAME_MAX + 1], end[STORE_NAME_MAX + 2];
	size_t cap = *n, length;
	int found = STORE_NONE;

	*n = 0;
	accounts_fold(prefix, from);
	accounts_fold(after != NULL ? after : "", behind);
	length = strlen(from);
	memcpy(end, from, length);
	end[length] = '\x7f'; /* behind every sign a name may have */
	end[length + 1] = '\0';
	put_text(st, 1, from);
	put_text(st, 2, end);
	put_text(st, 3, behind);
	put(st, 4, (int64_t)cap);
	while (*n < cap && (found = ask(view, st)) == STORE_FOUND)
		read_account(st, &out[(*n)++]);
	if (found == STORE_FOUND)
		drop(st);
	if (found == STORE_TROUBLE)
		return STORE_TROUBLE;
	return *n > 0 ? STORE_FOUND : STORE_NONE;
}

/* ---- tokens -------------------------------------------------------------------- */

static void read_token(sqlite3_stmt *st, struct token_row *row)
{
	row->id = get(st, 0);
	row->account = get(st, 1);
	get_bytes(st, 2, row->hash, sizeof(row->hash));
	row->scopes = (uint32_t)get(st, 3);
	get_text(st, 4, row->label, sizeof(row->label));
	row->created = get(st, 5);
	row->expires = get(st, 6);
	row->used = get(st, 7);
	row->revoked = get(st, 8);
}

int store_token_add(struct store *s, const struct token_row *row, int64_t *id)
{
	sqlite3_stmt *st = statement(&s->pen, DO_TOKEN_ADD);

	put(st, 1, row->account);
	put_bytes(st, 2, row->hash, sizeof(row->hash));
	put(st, 3, row->scopes);
	put_text(st, 4, row->label);
	put(st, 5, row->created);
	put_some(st, 6, row->expires);
	if (tell(&s->pen, st) != STORE_DONE)
		return STORE_TROUBLE;
	*id = sqlite3_last_insert_rowid(s->pen.db);
	return STORE_DONE;
}

int store_token(struct store_view *view, int64_t id, struct token_row *row)
{
	sqlite3_stmt *st = statement(view, DO_TOKEN);

	put(st, 1, id);
	int found = ask(view, st);
	if (found == STORE_FOUND) {
		read_token(st, row);
		drop(st);
	}
	return found;
}

int store_token_used(struct store *s, int64_t id, int64_t at)
{
	return set_number(s, DO_TOKEN_USED, id, at);
}

int store_token_revoke(struct store *s, int64_t id, int64_t at)
{
	return set_number(s, DO_TOKEN_REVOKE, id, at);
}

int store_tokens(struct store_view *view, int64_t account, int64_t after_id, struct token_row *out,
		 size_t *n)
{
	sqlite3_stmt *st = statement(view, DO_TOKENS);
	size_t cap = *n;
	int found = STORE_NONE;

	*n = 0;
	put(st, 1, account);
	put(st, 2, after_id);
	put(st, 3, (int64_t)cap);
	while (*n < cap && (found = ask(view, st)) == STORE_FOUND)
		read_token(st, &out[(*n)++]);
	if (found == STORE_FOUND)
		drop(st);
	if (found == STORE_TROUBLE)
		return STORE_TROUBLE;
	return *n > 0 ? STORE_FOUND : STORE_NONE;
}

/* ---- invitations ------------------------------------------------------------------ */

static void read_invitation(sqlite3_stmt *st, struct invitation_row *row)
{
	row->id = get(st, 0);
	get_bytes(st, 1, row->hash, sizeof(row->hash));
	row->creator = get(st, 2);
	row->game = get(st, 3);
	row->seat = (int)get(st, 4);
	row->created = get(st, 5);
	row->expires = get(st, 6);
	row->used_by = get(st, 7);
	row->revoked = get(st, 8);
}

int store_invitation_add(struct store *s, const struct invitation_row *row, int64_t *id)
{
	sqlite3_stmt *st = statement(&s->pen, DO_INVITATION_ADD);

	put_bytes(st, 1, row->hash, sizeof(row->hash));
	put(st, 2, row->creator);
	put_some(st, 3, row->game);
	put(st, 4, row->seat);
	put(st, 5, row->created);
	put_some(st, 6, row->expires);
	if (tell(&s->pen, st) != STORE_DONE)
		return STORE_TROUBLE;
	*id = sqlite3_last_insert_rowid(s->pen.db);
	return STORE_DONE;
}

int store_invitation(struct store_view *view, int64_t id, struct invitation_row *row)
{
	sqlite3_stmt *st = statement(view, DO_INVITATION);

	put(st, 1, id);
	int found = ask(view, st);
	if (found == STORE_FOUND) {
		read_invitation(st, row);
		drop(st);
	}
	return found;
}

int store_invitation_use(struct store *s, int64_t id, int64_t account)
{
	return set_number(s, DO_INVITATION_USE, id, account);
}

int store_invitation_revoke(struct store *s, int64_t id, int64_t at)
{
	return set_number(s, DO_INVITATION_REVOKE, id, at);
}

int store_invitations(struct store_view *view, int64_t game, struct invitation_row *out, size_t *n)
{
	sqlite3_stmt *st = statement(view, DO_INVITATIONS);
	size_t cap = *n;
	int found = STORE_NONE;

	*n = 0;
	put(st, 1, game);
	put(st, 2, (int64_t)cap);
	while (*n < cap && (found = ask(view, st)) == STORE_FOUND)
		read_invitation(st, &out[(*n)++]);
	if (found == STORE_FOUND)
		drop(st);
	if (found == STORE_TROUBLE)
		return STORE_TROUBLE;
	return *n > 0 ? STORE_FOUND : STORE_NONE;
}
