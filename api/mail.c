/*
 * mail.c - an address to which an account has its news sent.
 *
 * Nothing is sent there but one question until its reader has answered it; and
 * whoever reads the mail ends it with one click, without a login.
 */
#include "api/subscriptions.h"

#include "api/letters.h"

#include <stdlib.h>
#include <string.h>

#define CONFIRM_WITHIN (7 * POST_DAY)

static const char events_usual[] =
	"game.turn game.finished game.aborted game.offered game.reminder game.nudged "
	"challenge.received rematch.offered";

static struct reply show(int status, const struct subscription_row *row)
{
	struct out out;

	out_init(&out);
	out_object(&out);
	out_kstring(&out, "address", row->target);
	out_ktime(&out, "confirmed", row->confirmed);
	subscription_out(&out, row);
	out_object_end(&out);
	return reply_json(status, &out);
}

/* The one an account has: FOUND, NONE or TROUBLE. */
static int own(struct request *r, struct subscription_row *row)
{
	size_t n = 1;

	return store_subscriptions(request_view(r), r->account, SUBSCRIPTION_MAIL, 0, row, &n);
}

static bool find(struct request *r, struct subscription_row *row, struct reply *reply)
{
	int found = own(r, row);

	if (found == STORE_FOUND)
		return true;
	*reply = found == STORE_TROUBLE ? reply_trouble(r)
					: reply_problem(r, NOT_FOUND, "No news are sent to you.");
	return false;
}

struct reply mail_show(struct request *r)
{
	struct subscription_row row;
	struct reply reply;

	return find(r, &row, &reply) ? show(200, &row) : reply;
}

static bool address_member(struct request *r, struct subscription_row *row, struct reply *reply)
{
	const char *address = NULL, *flaw;

	if (!request_string(r, "address", true, LETTER_ADDRESS_MAX, &address, reply))
		return false;
	flaw = letter_address_flaw(address);
	if (flaw) {
		*reply = request_refuse(r, INVALID_VALUE, "", "address", flaw);
		return false;
	}
	snprintf(row->target, sizeof row->target, "%s", address);
	return true;
}

/* Another address is another subscription: what was confirmed is not, and old links end. */
static int begin_anew(struct request *r, struct subscription_row *row)
{
	unsigned char secret[32];
	int done;

	secret_random(secret, sizeof secret);
	done = store_subscription_add(desk_store(r->desk), row, secret);
	explicit_bzero(secret, sizeof secret);
	if (done == STORE_DONE)
		done = post_confirm(r->desk, r->server->config, row);
	return done == STORE_DONE ? subscription_keep(r, row) : done;
}

struct reply mail_set(struct request *r)
{
	static const char *const known[] = {"address", "events", "digest", "enabled", NULL};
	struct subscription_row row = {.kind = SUBSCRIPTION_MAIL}, before;
	struct reply reply;
	int found;

	if (!request_members(r, r->json, "", known, &reply) || !address_member(r, &row, &reply))
		return reply;
	if (!r->server->config->smtp[0])
		return reply_problem(r, MAIL_NOT_SENT, "The operator has named no mail server.");
	if (!allowance_take(r->private, LIMIT_MAIL, r->account_name, &reply) ||
	    !allowance_take(r->private, LIMIT_ADDRESS, row.target, &reply))
		return reply;
	found = own(r, &before);
	if (found == STORE_TROUBLE || subscription_begin(r, &row) != 0 ||
	    (found == STORE_FOUND &&
	     store_subscription_drop(desk_store(r->desk), before.id) != STORE_DONE))
		return reply_trouble(r);
	strcpy(row.events, events_usual);
	if (!subscription_members(r, &row, &reply))
		return reply;
	return begin_anew(r, &row) == STORE_DONE ? show(201, &row) : reply_trouble(r);
}

struct reply mail_change(struct request *r)
{
	static const char *const known[] = {"events", "digest", "enabled", NULL};
	struct subscription_row row;
	struct reply reply;

	if (!request_members(r, r->json, "", known, &reply) || !find(r, &row, &reply) ||
	    !subscription_members(r, &row, &reply))
		return reply;
	return subscription_keep(r, &row) == STORE_DONE ? show(200, &row) : reply_trouble(r);
}

struct reply mail_delete(struct request *r)
{
	struct subscription_row row;
	struct reply reply;

	if (!find(r, &row, &reply))
		return reply;
	if (store_subscription_drop(desk_store(r->desk), row.id) != STORE_DONE)
		return reply_trouble(r);
	return reply_empty(204);
}

/* ---- links in mails ---------------------------------------------------------------- */

enum link_does { LINK_NOTHING, LINK_CONFIRMS, LINK_STOPS };

/* What the token in the path is good for; the pen sees the secrets. */
static enum link_does read_link(struct request *r, struct subscription_row *row)
{
	static const char *const prefixes[] = {"", LETTER_CONFIRM, LETTER_STOP};
	struct store *store = desk_store(r->desk);
	struct subscription_secrets secrets;

	for (int does = LINK_CONFIRMS; does <= LINK_STOPS; does++) {
		int64_t id = secret_number(prefixes[does], r->args[0]);

		if (!id || store_subscription(store_pen(store), id, row) != STORE_FOUND ||
		    row->kind != SUBSCRIPTION_MAIL ||
		    store_subscription_secrets(store, id, &secrets) != STORE_FOUND ||
		    !letter_token_fits(prefixes[does], r->args[0], id, secrets.secret))
			continue;
		if (does == LINK_STOPS || row->confirmed ||
		    desk_now(r->desk) - row->created <= CONFIRM_WITHIN)
			return (enum link_does)does;
	}
	return LINK_NOTHING;
}

static struct reply page(const char *text, const char *button)
{
	struct out out;

	out_init(&out);
	out_format(&out,
		   "<!DOCTYPE html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>tablasd</title>\n"
		   "<p>%s</p>\n",
		   text);
	if (button)
		out_format(&out, "<form method=\"post\"><button>%s</button></form>\n", button);
	out_text(&out, "</html>\n");
	return reply_text(200, "text/html; charset=utf-8", &out);
}

static struct reply no_link(struct request *r)
{
	return reply_problem(r, NOT_FOUND, "The link is not, or no longer, good for anything.");
}

/* Programs that read mail follow links: to look changes nothing. */
struct reply mail_link(struct request *r)
{
	struct subscription_row row;

	switch (read_link(r, &row)) {
	case LINK_CONFIRMS:
		return page("Shall news of your games be sent to this address?", "Yes");
	case LINK_STOPS:
		return page("Shall no more news of your games be sent to this address?",
			    "No more mail");
	case LINK_NOTHING:
		break;
	}
	return no_link(r);
}

struct reply mail_follow(struct request *r)
{
	struct subscription_row row;
	enum link_does does = read_link(r, &row);

	if (does == LINK_NOTHING)
		return no_link(r);
	if (does == LINK_CONFIRMS && !row.confirmed)
		row.confirmed = desk_now(r->desk);
	if (does == LINK_STOPS) {
		row.enabled = false;
		row.due = row.digest_at = 0;
		snprintf(row.why, sizeof row.why, "whoever reads it said so");
	}
	if (store_subscription_set(desk_store(r->desk), &row) != STORE_DONE ||
	    desk_add_reader(r->desk, row.account) != 0)
		return reply_trouble(r);
	return page(does == LINK_CONFIRMS ? "News of your games will be sent here."
					  : "No more news of your games will be sent here.",
		    NULL);
}
