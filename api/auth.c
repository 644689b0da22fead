/*
 * auth.c - who asks: bearer tokens, their scopes, and how often one may try.
 *
 * A token that was seen before costs one short hash: what the book says of it is
 * kept in a table of fixed size, one slot for each remainder of its number, so that
 * no stream of invented tokens makes it grow.  A revocation empties the slot at
 * once and the whole table again when it has been committed, because between
 * the two a reader could have filled it from the state before.
 */
#include "api/exchange.h"
#include "api/feeds.h"

#include <stdio.h>
#include <string.h>

#define HOUR_MS 3600000

static const struct {
	uint32_t bit;
	const char *word;
} scopes[] = {
#define X(name, bit, word, what) {1u << bit, word},
	SCOPES(X)
#undef X
};

/* ---- tokens ------------------------------------------------------------------------ */

/* 1 found, 0 no such token (any more), -1 trouble. */
static int token_load(struct server *s, int64_t id, struct known_token *out)
{
	struct store_view *glasses = store_glasses(desk_store(s->desk));
	struct token_row row;
	struct account_row account;
	int found = store_token(glasses, id, &row);

	if (found != STORE_FOUND)
		return found;
	if (row.revoked)
		return STORE_NONE;
	found = store_account_by_id(glasses, row.account, &account);
	if (found != STORE_FOUND || account.closed)
		return found == STORE_TROUBLE ? STORE_TROUBLE : STORE_NONE;
	*out = (struct known_token){.id = id,
				    .account = row.account,
				    .expires = row.expires,
				    .used = row.used,
				    .scopes = row.scopes};
	memcpy(out->hash, row.hash, sizeof out->hash);
	memcpy(out->name, account.name, sizeof out->name);
	return STORE_FOUND;
}

/* A text that is not known by its mark: as it is in its slot, or in the book. */
static int token_learn(struct server *s, const char *text, struct known_token *slot)
{
	unsigned char secret[SECRET_SIZE];
	struct known_token loaded;
	int64_t id;

	if (!secret_read("tbl", text, &id, secret) || id <= 0)
		return STORE_NONE;
	if (slot->id == id)
		return secret_matches(secret, slot->hash) ? STORE_FOUND : STORE_NONE;
	int found = token_load(s, id, &loaded);

	if (found != STORE_FOUND)
		return found;
	if (!secret_matches(secret, loaded.hash))
		return STORE_NONE;
	*slot = loaded;
	return STORE_FOUND;
}

static int token_find(struct server *s, const char *text, struct known_token **out)
{
	int64_t id = secret_number("tbl", text), now = desk_now(s->desk);
	struct known_token *slot = &s->tokens[(uint64_t)id % AUTH_SLOTS];
	unsigned char mark[SECRET_MARK_SIZE];

	secret_mark(s->mark_key, text, mark);
	if (id == 0 || slot->id != id || !secret_is_marked(mark, slot->mark)) {
		int found = token_learn(s, text, slot);

		if (found != STORE_FOUND)
			return found;
		memcpy(slot->mark, mark, sizeof mark);
	}
	if (slot->expires && slot->expires <= now)
		return STORE_NONE;
	if (slot->used / HOUR_MS != now / HOUR_MS &&
	    s->token_uses_n < sizeof s->token_uses / sizeof *s->token_uses) {
		slot->used = now;
		s->token_uses[s->token_uses_n++] = id;
	}
	*out = slot;
	return STORE_FOUND;
}

void auth_forget(struct server *s, int64_t token)
{
	struct known_token *slot = &s->tokens[(uint64_t)token % AUTH_SLOTS];

	if (slot->id == token)
		slot->id = 0;
	s->tokens_stale = true;
	feeds_doubt(s->feeds, token, 0);
}

void auth_forget_account(struct server *s, int64_t account)
{
	for (size_t i = 0; i < AUTH_SLOTS; i++) {
		if (s->tokens[i].account == account)
			s->tokens[i].id = 0;
	}
	s->tokens_stale = true;
	feeds_doubt(s->feeds, 0, account);
}

bool auth_holds(struct server *s, int64_t token)
{
	struct known_token loaded;

	return token_load(s, token, &loaded) == STORE_FOUND;
}

void auth_settled(struct server *s)
{
	if (s->tokens_stale) {
		memset(s->tokens, 0, sizeof s->tokens);
		feeds_settled(s->feeds);
	}
	s->tokens_stale = false;
}

void auth_note_uses(struct server *s)
{
	if (s->token_uses_n == 0 || !desk_is_open(s->desk) || desk_enter(s->desk) != 0)
		return;
	bool kept = true;

	for (size_t i = 0; i < s->token_uses_n && kept; i++)
		kept = store_token_used(desk_store(s->desk), s->token_uses[i],
					desk_now(s->desk)) != STORE_TROUBLE;
	desk_leave(s->desk, kept);
	s->token_uses_n = 0;
}

/* ---- the check --------------------------------------------------------------------- */

static struct reply refuse_token(struct exchange *x, const char *detail)
{
	snprintf(x->authenticate, sizeof x->authenticate,
		 "Bearer realm=\"tablasd\", error=\"invalid_token\"");
	return reply_problem(&x->request, UNAUTHORIZED, "%s", detail);
}

void auth_name_scope(struct exchange *x, const char *word)
{
	snprintf(x->authenticate, sizeof x->authenticate,
		 "Bearer realm=\"tablasd\", error=\"insufficient_scope\", scope=\"%s\"", word);
}

struct reply auth_refuse_scope(struct exchange *x, uint32_t needed)
{
	const char *word = "";
	struct out out;

	for (size_t i = 0; i < sizeof scopes / sizeof *scopes; i++) {
		if (scopes[i].bit & needed & ~x->request.scopes)
			word = scopes[i].word;
	}
	auth_name_scope(x, word);
	reply_problem_begin(&x->request, &out, INSUFFICIENT_SCOPE, "This needs the scope %s.", word);
	out_kstring(&out, "scope", word);
	return reply_problem_end(&x->request, &out, INSUFFICIENT_SCOPE);
}

/* 1 and *out, 0 it is of no use, -1 trouble.  A ticket is worth what its token is, to read. */
static int ticket_find(struct exchange *x, const char *text, struct known_token *out)
{
	int64_t token = ticket_take(x->server, text);
	int found = token ? token_load(x->server, token, out) : STORE_NONE;

	if (found != STORE_FOUND)
		return found;
	out->scopes &= SCOPE_GAMES_READ;
	return out->expires && out->expires <= desk_now(x->server->desk) ? STORE_NONE : STORE_FOUND;
}

/* By the token, or else by a ticket where one will do.  False: *reply says why not. */
static bool find_asker(struct exchange *x, const char *ticket, struct reply *reply)
{
	const char *text = x->authorization;
	struct known_token loaded, *token = &loaded;
	int found;

	if (text && strncasecmp(text, "Bearer ", 7) != 0) {
		*reply = refuse_token(x, "Only the scheme Bearer is known here.");
		return false;
	}
	found = text ? token_find(x->server, text + 7 + strspn(text + 7, " "), &token)
		     : ticket_find(x, ticket, &loaded);
	if (found != STORE_FOUND) {
		*reply = found == STORE_TROUBLE ? reply_trouble(&x->request)
			 : text ? refuse_token(x, "The token is not valid, or not any more.")
				: refuse_token(x, "The ticket is not valid, or not any more.");
		return false;
	}
	x->request.account = token->account;
	x->request.scopes = token->scopes;
	x->request.token = token->id;
	x->request.token_expires = token->expires;
	memcpy(x->request.account_name, token->name, sizeof x->request.account_name);
	return true;
}

bool auth_check(struct exchange *x, struct reply *reply)
{
	struct request *r = &x->request;
	uint32_t needed = r->route->scope;
	bool maybe = r->route->flags & ROUTE_MAYBE_TOKEN;
	const char *ticket =
		r->route->flags & ROUTE_TICKET ? request_query(r, "ticket") : NULL;

	if (!needed && !maybe)
		return true;
	if (!x->authorization && !ticket) {
		if (maybe)
			return true;
		*reply = reply_problem(r, UNAUTHORIZED, "Send Authorization: Bearer and a token.");
		return false;
	}
	if (!find_asker(x, ticket, reply))
		return false;
	if ((r->scopes & needed) == needed)
		return true;
	*reply = auth_refuse_scope(x, needed);
	return false;
}

/* ---- scopes in words --------------------------------------------------------------- */

void scopes_out(struct out *out, uint32_t bits)
{
	out_array(out);
	for (size_t i = 0; i < sizeof scopes / sizeof *scopes; i++) {
		if (bits & scopes[i].bit)
			out_string(out, scopes[i].word);
	}
	out_array_end(out);
}

uint32_t scope_named(const char *word)
{
	for (size_t i = 0; i < sizeof scopes / sizeof *scopes; i++) {
		if (strcmp(scopes[i].word, word) == 0)
			return scopes[i].bit;
	}
	return 0;
}
