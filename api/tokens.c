/*
 * tokens.c - logging in, and keys for programs.
 *
 * A token is shown once.  One made with another never has more scopes than
 * that one; one made with a password has what a player has, never the
 * administrator's scope, which only the command line gives.
 */
#include "api/people.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>


int token_mint(struct request *r, struct token_row *row, char text[SECRET_TEXT_MAX])
{
	unsigned char secret[SECRET_SIZE];

	secret_random(secret, sizeof secret);
	secret_hash(secret, row->hash);
	row->created = desk_now(r->desk);
	if (store_token_add(desk_store(r->desk), row, &row->id) != STORE_DONE)
		return -1;
	secret_make("tbl", row->id, secret, text);
	explicit_bzero(secret, sizeof secret);
	return 0;
}

void token_out_new(struct out *out, const struct token_row *row, const char *text)
{
	out_kstring(out, "token", text);
	out_kint(out, "number", row->id);
	out_key(out, "scopes");
	scopes_out(out, row->scopes);
	out_ktime(out, "expires", row->expires);
}

bool expires_member(struct request *r, int64_t *out, struct reply *reply)
{
	const char *text = NULL;

	*out = 0;
	if (!request_string(r, "expires", false, 40, &text, reply))
		return false;
	if (!text || (time_read(text, out) && *out > desk_now(r->desk)))
		return true;
	*reply = request_refuse(r, INVALID_VALUE, "", "expires",
				"is an instant in the future, such as 2026-11-30T09:00:00Z");
	return false;
}

static struct reply refuse_scope(struct request *r, enum refusal refusal, size_t at,
				 const char *word)
{
	struct out out;
	char pointer[32];

	reply_problem_begin(r, &out, refusal,
			    refusal == INVALID_VALUE ? "There is no scope \"%.40s\"."
						     : "\"%.40s\" is more than may be given.",
			    word);
	snprintf(pointer, sizeof pointer, "/scopes/%zu", at);
	out_kstring(&out, "pointer", pointer);
	if (refusal == INSUFFICIENT_SCOPE) {
		out_kstring(&out, "scope", word);
		auth_name_scope(r->private, word);
	}
	return reply_problem_end(r, &out, refusal);
}

static bool scopes_member(struct request *r, uint32_t allowed, uint32_t *out, struct reply *reply)
{
	const json_t *array = json_object_get(r->json, "scopes");

	*out = allowed;
	if (!array || json_is_null(array))
		return true;
	*out = 0;
	for (size_t i = 0; i < json_array_size(array); i++) {
		const char *word = json_string_value(json_array_get(array, i));
		uint32_t bit = word ? scope_named(word) : 0;

		if (!(bit & allowed)) {
			*reply = refuse_scope(r, bit ? INSUFFICIENT_SCOPE : INVALID_VALUE, i,
					      word ? word : "?");
			return false;
		}
		*out |= bit;
	}
	if (*out)
		return true;
	*reply = request_refuse(r, INVALID_VALUE, "", "scopes", "is a list of scopes");
	return false;
}

/* A token made with one that ends does not outlive it: else it would never end. */
static bool bound_expiry(struct request *r, struct token_row *row, struct reply *reply)
{
	if (!r->token_expires || (row->expires && row->expires <= r->token_expires))
		return true;
	if (!row->expires) {
		row->expires = r->token_expires;
		return true;
	}
	*reply = request_refuse(r, INVALID_VALUE, "", "expires",
				"is no later than the end of the token it is made with");
	return false;
}

static struct reply give_token(struct request *r, struct token_row *row)
{
	char text[SECRET_TEXT_MAX];
	struct reply reply;
	struct out out;

	if (token_mint(r, row, text) != 0)
		return reply_trouble(r);
	out_init(&out);
	out_object(&out);
	token_out_new(&out, row, text);
	out_kstring(&out, "label", row->label);
	out_object_end(&out);
	reply = reply_json(201, &out);
	snprintf(reply.location, sizeof reply.location, "/v1/tokens/%lld", (long long)row->id);
	return reply;
}

/* ---- by password ------------------------------------------------------------------- */

static struct reply wrong(struct request *r)
{
	return reply_problem(r, BAD_CREDENTIALS, "No account has this name and password.");
}

/* Whether the name may be tried now; each wrong password costs, a right one does not. */
static bool may_try(struct request *r, const char *name, struct reply *reply)
{
	return allowance_take(r->private, LIMIT_LOGINS, NULL, reply) &&
	       allowance_take(r->private, LIMIT_LOGIN, name, reply);
}

static struct reply log_in(struct request *r, struct token_row *row, const char *name,
			   const char *password)
{
	struct account_row account = {0};
	struct reply reply;
	int found = STORE_NONE;

	if (strlen(name) <= STORE_NAME_MAX)
		found = store_account_by_name(store_pen(desk_store(r->desk)), name, &account);
	if (found == STORE_TROUBLE)
		return reply_trouble(r);
	if (!r->thought_done) {
		if (!may_try(r, name, &reply))
			return reply;
		/* a name that does not exist takes as long as one that does */
		bool known = found == STORE_FOUND && account.password[0];

		return ponder(r, password, "", known ? account.password : "", !known);
	}
	const struct pondering *p = r->scratch;

	if (found != STORE_FOUND || !p->matches)
		return wrong(r);
	allowance_give(r->private, LIMIT_LOGINS, NULL);
	allowance_give(r->private, LIMIT_LOGIN, name);
	if (account.closed)
		return reply_problem(r, ACCOUNT_CLOSED, "Nobody logs in to it any more.");
	row->account = account.id;
	return give_token(r, row);
}

static bool may_mint(struct request *r, struct reply *reply)
{
	if (r->account && (r->scopes & SCOPE_ACCOUNT))
		return true;
	*reply = r->account ? auth_refuse_scope(r->private, SCOPE_ACCOUNT)
			    : reply_problem(r, UNAUTHORIZED,
					    "Send \"name\" and \"password\", or a token to make "
					    "another with.");
	return false;
}

struct reply tokens_create(struct request *r)
{
	static const char *const known[] = {"name", "password", "scopes", "label", "expires", NULL};
	const char *name = NULL, *password = NULL, *label = "";
	struct token_row row = {0};
	struct reply reply;

	if (!request_members(r, r->json, "", known, &reply) ||
	    !request_string(r, "name", false, 128, &name, &reply) ||
	    !request_string(r, "password", name != NULL, PASSWORD_MAX * 4, &password, &reply) ||
	    !request_remark(r, "label", false, sizeof row.label - 1, false, &label, &reply) ||
	    (!name && !may_mint(r, &reply)) ||
	    !scopes_member(r, name ? (uint32_t)SCOPE_PLAYER : r->scopes, &row.scopes, &reply) ||
	    !expires_member(r, &row.expires, &reply))
		return reply;
	memcpy(row.label, label, strlen(label) + 1);
	if (name)
		return log_in(r, &row, name, password);
	if (!bound_expiry(r, &row, &reply))
		return reply;
	row.account = r->account;
	return give_token(r, &row);
}

/* ---- looking after them ------------------------------------------------------------ */

void token_out(struct out *out, const struct token_row *row, bool current)
{
	out_object(out);
	out_kint(out, "number", row->id);
	out_kstring(out, "label", row->label);
	out_key(out, "scopes");
	scopes_out(out, row->scopes);
	out_ktime(out, "created", row->created);
	out_ktime(out, "expires", row->expires);
	out_ktime(out, "used", row->used); /* to the hour */
	out_ktime(out, "revoked", row->revoked);
	out_kbool(out, "current", current);
	out_object_end(out);
}

struct reply tokens_list(struct request *r)
{
	struct token_row *rows;
	struct reply reply;
	struct out out;
	int64_t after;
	size_t limit, n;

	if (!request_limit(r, &limit, &reply) || !request_cursor(r, &after, &reply))
		return reply;
	n = limit + 1;
	rows = calloc(n, sizeof *rows);
	if (!rows)
		abort();
	if (store_tokens(store_glasses(desk_store(r->desk)), r->account, after, rows, &n) ==
	    STORE_TROUBLE) {
		free(rows);
		return reply_trouble(r);
	}
	out_init(&out);
	page_begin(&out, "tokens");
	for (size_t i = 0; i < n && i < limit; i++)
		token_out(&out, &rows[i], rows[i].id == r->token);
	reply = page_end(r, &out, n > limit ? rows[limit - 1].id : 0);
	free(rows);
	return reply;
}

struct reply tokens_revoke(struct request *r)
{
	struct store *store = desk_store(r->desk);
	bool current = strcmp(r->args[0], "current") == 0;
	int64_t id = current ? r->token : request_number(r);
	struct token_row row;
	int found = store_token(store_pen(store), id, &row);

	if (found == STORE_TROUBLE)
		return reply_trouble(r);
	if (found == STORE_NONE || row.revoked ||
	    (row.account != r->account && !(r->scopes & SCOPE_ADMIN)))
		return reply_problem(r, NOT_FOUND, "You have no such token.");
	if (store_token_revoke(store, id, desk_now(r->desk)) != STORE_DONE)
		return reply_trouble(r);
	auth_forget(r->server, id);
	return reply_empty(204);
}
