/*
 * webhooks.c - URLs to which an account has its news brought.
 *
 * The secret is shown when it is made and never again.  What is signed, and how
 * it is tried again, is said in docs/api.md.
 */
#include "api/subscriptions.h"

#include "api/post_inside.h"
#include "daemon/secrets.h"

#include <stdlib.h>
#include <string.h>

#define WEBHOOKS_MAX 10
#define OVERLAP_DEFAULT POST_DAY
#define OVERLAP_MOST (30 * POST_DAY)

static void webhook_members(struct out *out, const struct subscription_row *row)
{
	out_kint(out, "number", row->id);
	out_kstring(out, "url", row->target);
	subscription_out(out, row);
}

static void webhook_out(struct out *out, const struct subscription_row *row)
{
	out_object(out);
	webhook_members(out, row);
	out_object_end(out);
}

static struct reply show(int status, const struct subscription_row *row)
{
	struct out out;

	out_init(&out);
	webhook_out(&out, row);
	return reply_json(status, &out);
}

/* With the secret, which is wiped. */
static struct reply show_secret(int status, const struct subscription_row *row,
				unsigned char secret[WEBHOOK_SECRET_SIZE])
{
	char text[WEBHOOK_SECRET_TEXT_MAX];
	struct reply reply;
	struct out out;

	webhook_secret_write(secret, text);
	explicit_bzero(secret, WEBHOOK_SECRET_SIZE);
	out_init(&out);
	out_object(&out);
	webhook_members(&out, row);
	out_kstring(&out, "secret", text);
	out_ktime(&out, "earlier_until", row->earlier_until);
	out_object_end(&out);
	explicit_bzero(text, sizeof text);
	reply = reply_json(status, &out);
	if (status == 201)
		snprintf(reply.location, sizeof reply.location, "/v1/me/webhooks/%lld",
			 (long long)row->id);
	return reply;
}

static bool url_member(struct request *r, bool needed, struct subscription_row *row,
		       struct reply *reply)
{
	const char *url = NULL, *flaw;

	if (!request_string(r, "url", needed, STORE_TARGET_MAX, &url, reply))
		return false;
	if (!url)
		return true;
	flaw = webhook_url_flaw(url, r->server->config->webhooks_http);
	if (flaw) {
		*reply = request_refuse(r, INVALID_VALUE, "", "url", flaw);
		return false;
	}
	if (strcmp(row->target, url) != 0)
		row->failing = 0; /* nothing is known of the new one */
	snprintf(row->target, sizeof row->target, "%s", url);
	return true;
}

static struct reply same_url(struct request *r)
{
	return reply_problem(r, ALREADY_SUBSCRIBED, "Another of your webhooks has this URL.");
}

/* Whether there is room for one more. */
static bool count_webhooks(struct request *r, struct reply *reply)
{
	struct subscription_row *rows = calloc(WEBHOOKS_MAX, sizeof *rows);
	size_t n = WEBHOOKS_MAX;

	if (!rows)
		abort();
	int found = store_subscriptions(request_view(r), r->account, SUBSCRIPTION_WEBHOOK, 0, rows, &n);

	free(rows);
	if (found == STORE_TROUBLE)
		*reply = reply_trouble(r);
	else if (n == WEBHOOKS_MAX)
		*reply = reply_problem(r, TOO_MANY_SUBSCRIPTIONS, "You have %d webhooks.",
				       WEBHOOKS_MAX);
	return found != STORE_TROUBLE && n < WEBHOOKS_MAX;
}

struct reply webhooks_create(struct request *r)
{
	static const char *const known[] = {"url", "events", "digest", "enabled", NULL};
	struct subscription_row row = {.kind = SUBSCRIPTION_WEBHOOK};
	unsigned char secret[WEBHOOK_SECRET_SIZE];
	struct reply reply;
	int done;

	if (!request_members(r, r->json, "", known, &reply) || !count_webhooks(r, &reply))
		return reply;
	if (subscription_begin(r, &row) != 0)
		return reply_trouble(r);
	row.confirmed = row.created; /* who holds the secret has asked for it */
	if (!url_member(r, true, &row, &reply) || !subscription_members(r, &row, &reply))
		return reply;
	secret_random(secret, sizeof secret);
	done = store_subscription_add(desk_store(r->desk), &row, secret);
	if (done != STORE_DONE)
		return done == STORE_NONE ? same_url(r) : reply_trouble(r);
	return show_secret(201, &row, secret);
}

struct reply webhooks_list(struct request *r)
{
	struct subscription_row *rows = calloc(WEBHOOKS_MAX, sizeof *rows);
	size_t n = WEBHOOKS_MAX;
	struct out out;

	if (!rows)
		abort();
	if (store_subscriptions(request_view(r), r->account, SUBSCRIPTION_WEBHOOK, 0, rows, &n) ==
	    STORE_TROUBLE) {
		free(rows);
		return reply_trouble(r);
	}
	out_init(&out);
	page_begin(&out, "webhooks");
	for (size_t i = 0; i < n; i++)
		webhook_out(&out, &rows[i]);
	free(rows);
	return page_end(r, &out, 0);
}

struct reply webhooks_show(struct request *r)
{
	struct subscription_row row;
	struct reply reply;

	if (!subscription_find(r, SUBSCRIPTION_WEBHOOK, &row, &reply))
		return reply;
	return show(200, &row);
}

struct reply webhooks_change(struct request *r)
{
	static const char *const known[] = {"url", "events", "digest", "enabled", NULL};
	struct subscription_row row;
	struct reply reply;
	int done;

	if (!request_members(r, r->json, "", known, &reply) ||
	    !subscription_find(r, SUBSCRIPTION_WEBHOOK, &row, &reply) ||
	    !url_member(r, false, &row, &reply) || !subscription_members(r, &row, &reply))
		return reply;
	done = subscription_keep(r, &row);
	if (done != STORE_DONE)
		return done == STORE_NONE ? same_url(r) : reply_trouble(r);
	return show(200, &row);
}

struct reply webhooks_delete(struct request *r)
{
	struct subscription_row row;
	struct reply reply;

	if (!subscription_find(r, SUBSCRIPTION_WEBHOOK, &row, &reply))
		return reply;
	if (store_subscription_drop(desk_store(r->desk), row.id) != STORE_DONE)
		return reply_trouble(r);
	return reply_empty(204);
}

/* The secret before goes on being signed with for a while, so that nothing is lost between. */
struct reply webhooks_rotate(struct request *r)
{
	static const char *const known[] = {"overlap", NULL};
	struct subscription_row row;
	unsigned char secret[WEBHOOK_SECRET_SIZE];
	int64_t overlap = OVERLAP_DEFAULT;
	struct reply reply;

	if (!request_members(r, r->json, "", known, &reply) ||
	    !subscription_find(r, SUBSCRIPTION_WEBHOOK, &row, &reply) ||
	    !subscription_duration(r, r->json, "", "overlap", 0, OVERLAP_MOST, &overlap, &reply))
		return reply;
	secret_random(secret, sizeof secret);
	row.earlier_until = desk_now(r->desk) + overlap;
	if (store_subscription_rotate(desk_store(r->desk), row.id, secret, row.earlier_until) !=
	    STORE_DONE)
		return reply_trouble(r);
	return show_secret(200, &row, secret);
}

/* ---- deliveries -------------------------------------------------------------------- */

struct reply webhooks_deliveries(struct request *r)
{
	struct subscription_row row;
	struct reply reply;

	if (!subscription_find(r, SUBSCRIPTION_WEBHOOK, &row, &reply))
		return reply;
	return subscription_deliveries(r, &row);
}

static struct reply show_delivery(struct request *r, int status, int64_t id)
{
	struct delivery_row row;
	struct out out;

	if (store_delivery(request_view(r), id, &row) != STORE_FOUND)
		return reply_trouble(r);
	out_init(&out);
	delivery_out(&out, &row, true);
	free(row.body);
	return reply_json(status, &out);
}

/* One delivery that the path names, of that subscription. */
static bool find_delivery(struct request *r, const struct subscription_row *row,
			  struct delivery_row *out, struct reply *reply)
{
	int64_t id = strtoll(r->args[1], NULL, 10);
	int found = store_delivery(request_view(r), id, out);

	if (found == STORE_FOUND)
		free(out->body);
	if (found == STORE_FOUND && out->subscription == row->id)
		return true;
	*reply = found == STORE_TROUBLE ? reply_trouble(r)
					: reply_problem(r, NOT_FOUND, "It has no such delivery.");
	return false;
}

struct reply webhooks_delivery(struct request *r)
{
	struct subscription_row row;
	struct delivery_row delivery;
	struct reply reply;

	if (!subscription_find(r, SUBSCRIPTION_WEBHOOK, &row, &reply) ||
	    !find_delivery(r, &row, &delivery, &reply))
		return reply;
	return show_delivery(r, 200, delivery.id);
}

/* Once more, from the first attempt, under the same id. */
struct reply webhooks_again(struct request *r)
{
	struct subscription_row row;
	struct delivery_row delivery;
	struct reply reply;

	if (!request_members(r, r->json, "", (const char *const[]){NULL}, &reply) ||
	    !subscription_find(r, SUBSCRIPTION_WEBHOOK, &row, &reply) ||
	    !find_delivery(r, &row, &delivery, &reply))
		return reply;
	delivery.state = DELIVERY_WAITS;
	delivery.attempts = 0;
	delivery.next = desk_now(r->desk);
	if (store_delivery_set(desk_store(r->desk), &delivery) != STORE_DONE ||
	    subscription_keep(r, &row) != STORE_DONE)
		return reply_trouble(r);
	return show_delivery(r, 201, delivery.id);
}

struct reply webhooks_test(struct request *r)
{
	struct subscription_row row;
	struct delivery_row delivery;
	struct reply reply;
	int done;

	if (!request_members(r, r->json, "", (const char *const[]){NULL}, &reply) ||
	    !subscription_find(r, SUBSCRIPTION_WEBHOOK, &row, &reply))
		return reply;
	done = post_test(r->desk, &row, &delivery);
	if (done == STORE_NONE)
		return reply_problem(r, TOO_MANY_REQUESTS, "%d deliveries wait for it already.",
				     POST_WAITING_MAX);
	if (done != STORE_DONE || subscription_keep(r, &row) != STORE_DONE)
		return reply_trouble(r);
	return show_delivery(r, 201, delivery.id);
}

/* All news behind a number once more, as far as they are kept. */
struct reply webhooks_replay(struct request *r)
{
	static const char *const known[] = {"after", NULL};
	struct subscription_row row;
	struct reply reply;
	int64_t after = 0, first, last;

	if (!request_members(r, r->json, "", known, &reply) ||
	    !subscription_find(r, SUBSCRIPTION_WEBHOOK, &row, &reply))
		return reply;
	if (store_news_bounds(request_view(r), r->account, &first, &last) != STORE_FOUND)
		return reply_trouble(r);
	if (!request_int(r, "after", true, 0, last, &after, &reply))
		return reply;
	row.cursor = after;
	if (store_deliveries_drop(desk_store(r->desk), row.id, after) != STORE_DONE ||
	    subscription_keep(r, &row) != STORE_DONE)
		return reply_trouble(r);
	return show(200, &row);
}
