/*
 * register.c - a new account and its first token.
 *
 * Who may is the operator's policy: anybody, whoever has an invitation, or
 * nobody (an administrator always may).  The answer holds a secret, so unlike
 * others it is not kept for an Idempotency-Key; what is kept is that the key
 * made this account.  Asked again with the same key and body, the same account
 * is answered with a fresh token.  That makes the key a secret for a while, so
 * here it must be long enough not to be guessed.
 */
#include "api/people.h"
#include "daemon/config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEY_MIN 16

struct wish {
	const char *name, *password, *invitation;
	int64_t invitation_number;
	char key[256]; /* "" if none was sent */
};

static bool name_is_good(const char *name)
{
	static const char *const reserved[] = {"me",	"bank",	   "pots",     "pot",
					       "fees",	"house",   "admin",    "root",
					       "system", "server", "operator", "tablasd",
					       "nobody", "anonymous"};
	size_t n = strlen(name);

	if (n < 2 || n > STORE_NAME_MAX ||
	    strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") != n)
		return false;
	for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++) {
		if (strcasecmp(name, reserved[i]) == 0)
			return false;
	}
	return strncasecmp(name, "closed-", 7) != 0; /* pseudonyms */
}

bool password_member(struct request *r, const char *key, bool needed, const char **out,
		     struct reply *reply)
{
	size_t characters = 0;

	*out = NULL;
	if (!request_string(r, key, needed, PASSWORD_MAX * 4, out, reply))
		return false;
	for (const char *p = *out; p && *p; p++)
		characters += (*p & 0xc0) != 0x80;
	if (!*out || (characters >= PASSWORD_MIN && characters <= PASSWORD_MAX))
		return true;
	*reply = request_refuse(r, INVALID_VALUE, "", key, "has from 8 to 256 characters");
	return false;
}

/* ---- thinking about passwords ------------------------------------------------------ */

static void ponder_work(struct thought *thought)
{
	struct pondering *p = (struct pondering *)thought;
	const char *shown = p->old[0] ? p->old : p->text;

	if (p->against[0])
		p->matches = password_matches(shown, p->against);
	if (p->make)
		p->failed = password_hash(p->text, p->hash) != 0;
	explicit_bzero(p->text, sizeof p->text);
	explicit_bzero(p->old, sizeof p->old);
}

struct reply ponder(struct request *r, const char *password, const char *old, const char *against,
		    bool make)
{
	struct pondering *p = calloc(1, sizeof *p);

	if (!p)
		abort();
	p->thought.work = ponder_work;
	p->make = make;
	snprintf(p->text, sizeof p->text, "%s", password);
	snprintf(p->old, sizeof p->old, "%s", old);
	snprintf(p->against, sizeof p->against, "%s", against);
	free(r->scratch);
	r->scratch = p;
	r->thought = &p->thought;
	return (struct reply){.kind = REPLY_THINK};
}

/* ---- may they? --------------------------------------------------------------------- */

static bool policy_allows(struct request *r, struct wish *wish, struct reply *reply)
{
	enum registration policy = r->server->config->registration;
	int found = STORE_NONE;

	if (r->scopes & SCOPE_ADMIN)
		return true;
	if (policy == REGISTER_CLOSED) {
		*reply = reply_problem(r, REGISTRATION_CLOSED,
				       "Ask the operator of this server for an account.");
		return false;
	}
	if (wish->invitation) {
		found = invitation_find(r, wish->invitation, &wish->invitation_number);
		if (found == STORE_TROUBLE) {
			*reply = reply_trouble(r);
			return false;
		}
	}
	if (policy == REGISTER_OPEN || found == STORE_FOUND)
		return true;
	*reply = reply_problem(r, INVITATION_NEEDED,
			       wish->invitation ? "This invitation is used, revoked, expired or "
						  "none at all."
						: "Send one as \"invitation\".");
	return false;
}

static bool read_key(struct request *r, struct wish *wish, struct reply *reply)
{
	const char *header = ((struct exchange *)r->private)->key;

	wish->key[0] = '\0';
	if (!header)
		return true;
	if (!idempotency_key(header, wish->key) || strlen(wish->key) < KEY_MIN) {
		*reply = reply_problem(r, INVALID_VALUE,
				       "An Idempotency-Key for a new account is at random and has "
				       "from %d to 255 printable characters.",
				       KEY_MIN);
		return false;
	}
	return true;
}

static bool read_wish(struct request *r, struct wish *wish, struct reply *reply)
{
	static const char *const known[] = {"name", "password", "invitation", NULL};

	*wish = (struct wish){0};
	if (!request_members(r, r->json, "", known, reply) ||
	    !request_string(r, "name", true, 128, &wish->name, reply) ||
	    !password_member(r, "password", false, &wish->password, reply) ||
	    !request_string(r, "invitation", false, SECRET_TEXT_MAX, &wish->invitation, reply) ||
	    !read_key(r, wish, reply))
		return false;
	if (name_is_good(wish->name))
		return true;
	*reply = request_refuse(r, INVALID_VALUE, "", "name",
				"has from 2 to 32 of the characters A-Z a-z 0-9 _ - and is not "
				"reserved");
	return false;
}

/* ---- doing it ---------------------------------------------------------------------- */

static struct reply welcome(struct request *r, const struct account_row *account)
{
	struct token_row token = {.account = account->id, .scopes = SCOPE_PLAYER};
	char text[SECRET_TEXT_MAX];
	struct reply reply;
	struct out out;

	snprintf(token.label, sizeof token.label, "registration");
	if (token_mint(r, &token, text) != 0)
		return reply_trouble(r);
	out_init(&out);
	out_object(&out);
	out_key(&out, "account");
	account_out(&out, account, true);
	token_out_new(&out, &token, text);
	out_object_end(&out);
	reply = reply_json(201, &out);
	snprintf(reply.location, sizeof reply.location, "/v1/accounts/%s", account->name);
	return reply;
}

/* Whether this key made this account before; then *reply is the answer. */
static bool seen_before(struct request *r, const struct wish *wish, struct reply *reply)
{
	struct store_view *pen = store_pen(desk_store(r->desk));
	struct answer_row row = {0};
	struct account_row account;
	bool same;

	if (!wish->key[0])
		return false;
	int found = idempotency_find(r->private, 0, wish->key, &row, &same);

	if (found == STORE_NONE)
		return false;
	free(row.body);
	if (found == STORE_TROUBLE) {
		*reply = reply_trouble(r);
	} else if (!same) {
		*reply = reply_problem(r, IDEMPOTENCY_KEY_REUSED,
				       "It came with another body before.");
	} else if ((found = store_account_by_name(pen, wish->name, &account)) == STORE_TROUBLE) {
		*reply = reply_trouble(r);
	} else if (found == STORE_NONE || account.closed) {
		*reply = reply_problem(r, ACCOUNT_CLOSED,
				       "The account that was made with this key is closed.");
	} else {
		*reply = welcome(r, &account);
		reply->replayed = true;
	}
	return true;
}

static int grant_welcome(struct request *r, int64_t account)
{
	int64_t chips = r->server->config->welcome_chips, txn;
	struct book_line line = {.kind = TRANSFER_GRANT,
				 .from = {.account = ACCOUNT_BANK},
				 .to = {.account = account},
				 .amount = chips,
				 .reason = "welcome"};

	if (chips <= 0)
		return 0;
	return store_book(desk_store(r->desk), desk_now(r->desk), 0, 0, &line, 1, &txn) ==
			       STORE_DONE
		       ? 0
		       : -1;
}

static struct reply make_account(struct request *r, const struct wish *wish)
{
	struct store *store = desk_store(r->desk);
	const struct pondering *p = r->scratch;
	struct exchange *x = r->private;
	struct account_row account;
	struct reply reply, mark = {.status = 201};
	int64_t id;

	if (wish->password && p->failed)
		return reply_trouble(r);
	switch (store_account_add(store, wish->name, wish->password ? p->hash : "",
				  desk_now(r->desk), &id)) {
	case STORE_NONE:
		return reply_problem(r, NAME_TAKEN, "Somebody is called %s already.", wish->name);
	case STORE_TROUBLE:
		return reply_trouble(r);
	default:
		break;
	}
	if (grant_welcome(r, id) != 0 ||
	    (wish->invitation_number &&
	     store_invitation_use(store, wish->invitation_number, id) != STORE_DONE) ||
	    store_account_by_id(store_pen(store), id, &account) != STORE_FOUND)
		return reply_trouble(r);
	reply = welcome(r, &account);
	if (reply.status == 201 && wish->key[0] &&
	    idempotency_keep(x, 0, wish->key, &mark) != 0) {
		reply_drop(&reply);
		return reply_trouble(r);
	}
	return reply;
}

struct reply accounts_create(struct request *r)
{
	struct account_row taken;
	struct reply reply;
	struct wish wish;

	if (!r->thought_done && !allowance_take(r->private, LIMIT_REGISTER, NULL, &reply))
		return reply;
	if (!read_wish(r, &wish, &reply) || seen_before(r, &wish, &reply) ||
	    !policy_allows(r, &wish, &reply))
		return reply;
	switch (store_account_by_name(store_pen(desk_store(r->desk)), wish.name, &taken)) {
	case STORE_FOUND:
		return reply_problem(r, NAME_TAKEN, "Somebody is called %s already.", taken.name);
	case STORE_TROUBLE:
		return reply_trouble(r);
	default:
		break;
	}
	if (wish.password && !r->thought_done)
		return ponder(r, wish.password, "", "", true);
	return make_account(r, &wish);
}
