/*
 * tickets.c - a way in for browsers, whose EventSource sends no Authorization.
 *
 * A ticket stands in an address, and addresses end up in logs: so it opens one
 * stream, once, within a minute, and nothing else.  It is of the token that took
 * it and is worth no more than that.  Only hashes are kept, and only in memory:
 * a ticket that a restart has forgotten costs its page a second request.
 */
#include "api/exchange.h"

#include <stdlib.h>
#include <string.h>

#define TICKETS_MOST 4096 /* at once, of everybody; more, and the oldest of all ends */
#define TICKETS_EACH 16	  /* of one account; more, and its oldest ends */
#define TICKET_MS    60000

struct ticket {
	int64_t number; /* 0: none.  The remainder by TICKETS_MOST is its place */
	int64_t account, token, expires;
	unsigned char hash[STORE_HASH_SIZE];
};

struct tickets {
	struct ticket v[TICKETS_MOST];
};

struct tickets *tickets_open(void)
{
	struct tickets *tickets = calloc(1, sizeof *tickets);

	if (!tickets)
		abort();
	return tickets;
}

/*
 * A free place, or that of the account's oldest where it has enough, or that of the
 * oldest of all: who takes many shortens their own and others', and locks nobody out.
 */
static struct ticket *find_place(struct tickets *tickets, int64_t account, int64_t now)
{
	struct ticket *place = NULL, *oldest = NULL, *first = tickets->v;
	size_t own = 0;

	for (size_t i = 0; i < TICKETS_MOST; i++) {
		struct ticket *t = &tickets->v[i];

		if (!t->token || t->expires <= now) {
			place = place ? place : t;
			continue;
		}
		first = t->expires < first->expires ? t : first;
		if (t->account == account) {
			own++;
			oldest = !oldest || t->expires < oldest->expires ? t : oldest;
		}
	}
	return own >= TICKETS_EACH ? oldest : place ? place : first;
}

struct reply tickets_create(struct request *r)
{
	struct tickets *tickets = r->server->tickets;
	int64_t now = desk_now(r->desk);
	struct ticket *t = find_place(tickets, r->account, now);
	unsigned char secret[SECRET_SIZE];
	char text[SECRET_TEXT_MAX];
	struct out out;

	t->number = t->number ? t->number + TICKETS_MOST : t - tickets->v + TICKETS_MOST;
	t->account = r->account;
	t->token = r->token;
	t->expires = now + TICKET_MS;
	secret_random(secret, sizeof secret);
	secret_hash(secret, t->hash);
	secret_make("tkt", t->number, secret, text);
	out_init(&out);
	out_object(&out);
	out_kstring(&out, "ticket", text);
	out_ktime(&out, "expires", t->expires);
	out_object_end(&out);
	return reply_json(201, &out);
}

int64_t ticket_take(struct server *s, const char *text)
{
	unsigned char secret[SECRET_SIZE];
	int64_t number, token;
	struct ticket *t;

	if (!secret_read("tkt", text, &number, secret) || number <= 0)
		return 0;
	t = &s->tickets->v[number % TICKETS_MOST];
	if (t->number != number || !t->token || t->expires <= desk_now(s->desk) ||
	    !secret_matches(secret, t->hash))
		return 0;
	token = t->token;
	t->token = 0;
	return token;
}
