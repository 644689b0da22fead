/*
 * invitations.c - making an account where the door is not open to all.
 *
 * Single use, shown once, kept as a hash.  Those to a seat are made with the
 * game (seats.c); any unused one can be taken back here by whoever made it.
 */
#include "api/people.h"

#include <stdlib.h>
#include <string.h>

int invitation_find(struct request *r, const char *text, int64_t *number)
{
	unsigned char secret[SECRET_SIZE];
	struct invitation_row row;
	int64_t id;

	*number = 0;
	if (!secret_read("inv", text, &id, secret))
		return STORE_NONE;
	int found = store_invitation(store_pen(desk_store(r->desk)), id, &row);

	if (found != STORE_FOUND)
		return found;
	if (!secret_matches(secret, row.hash) || row.game || row.used_by || row.revoked ||
	    (row.expires && row.expires <= desk_now(r->desk)))
		return STORE_NONE;
	*number = id;
	return STORE_FOUND;
}

struct reply invitations_create(struct request *r)
{
	static const char *const known[] = {"expires", NULL};
	unsigned char secret[SECRET_SIZE];
	char text[SECRET_TEXT_MAX];
	struct invitation_row row = {.creator = r->account, .created = desk_now(r->desk)};
	struct reply reply;
	struct out out;

	if (!request_members(r, r->json, "", known, &reply) ||
	    !expires_member(r, &row.expires, &reply))
		return reply;
	secret_random(secret, sizeof secret);
	secret_hash(secret, row.hash);
	if (store_invitation_add(desk_store(r->desk), &row, &row.id) != STORE_DONE)
		return reply_trouble(r);
	secret_make("inv", row.id, secret, text);
	out_init(&out);
	out_object(&out);
	out_kstring(&out, "invitation", text);
	out_kint(&out, "number", row.id);
	out_ktime(&out, "created", row.created);
	out_ktime(&out, "expires", row.expires);
	out_object_end(&out);
	return reply_json(201, &out);
}

struct reply invitations_revoke(struct request *r)
{
	struct store *store = desk_store(r->desk);
	int64_t id = request_number(r);
	struct invitation_row row;
	int found = store_invitation(store_pen(store), id, &row);

	if (found == STORE_TROUBLE)
		return reply_trouble(r);
	if (found == STORE_NONE || row.revoked || row.used_by ||
	    (row.creator != r->account && !(r->scopes & SCOPE_ADMIN)))
		return reply_problem(r, NOT_FOUND, "You have made no such invitation that is unused.");
	if (store_invitation_revoke(store, id, desk_now(r->desk)) != STORE_DONE)
		return reply_trouble(r);
	return reply_empty(204);
}
