/*
 * post_send.c - parcels, and what became of them.
 *
 * Each attempt is signed anew, with the time of the attempt, and has the same
 * id: receivers refuse what is signed too long ago, and tell by the id what they
 * have had already (https://www.standardwebhooks.com).
 */
#define _GNU_SOURCE /* vasprintf */

#include "api/post_inside.h"

#include "daemon/secrets.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FAILING_MOST (5 * POST_DAY)

void post_message_id(const struct delivery_row *d, char id[POST_ID_MAX])
{
	if (d->first == 0)
		snprintf(id, POST_ID_MAX, "msg_%" PRId64 "_test_%" PRId64, d->subscription, d->id);
	else if (d->first == d->last)
		snprintf(id, POST_ID_MAX, "msg_%" PRId64 "_%" PRId64, d->subscription, d->first);
	else
		snprintf(id, POST_ID_MAX, "msg_%" PRId64 "_%" PRId64 "_%" PRId64, d->subscription,
			 d->first, d->last);
}

/* ---- there ------------------------------------------------------------------------- */

__attribute__((format(printf, 3, 4))) static void add_field(struct parcel *parcel, size_t *n,
							     const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	if (vasprintf(&parcel->fields[(*n)++], format, arguments) < 0)
		abort();
	va_end(arguments);
}

static char *copy(const char *text)
{
	char *other = strdup(text);

	if (!other)
		abort();
	return other;
}

/* With the secret before it too, as long as that is valid. */
static void add_signatures(struct post *p, struct parcel *parcel, size_t *n,
			   const struct subscription_row *row, const char *id,
			   const struct subscription_secrets *secrets)
{
	int64_t now = desk_now(p->desk), seconds = now / 1000;
	char one[WEBHOOK_SIGNATURE_MAX], two[WEBHOOK_SIGNATURE_MAX] = "";
	bool both = secrets->rotated && now < row->earlier_until;

	webhook_sign(secrets->secret, id, seconds, parcel->body, parcel->body_n, one);
	if (both)
		webhook_sign(secrets->earlier, id, seconds, parcel->body, parcel->body_n, two);
	add_field(parcel, n, "webhook-timestamp: %" PRId64, seconds);
	add_field(parcel, n, "webhook-signature: %s%s%s", one, both ? " " : "", two);
}

struct parcel *post_parcel(struct post *p, const struct subscription_row *row,
			   const struct delivery_row *delivery)
{
	struct subscription_secrets secrets;
	struct parcel *parcel;
	char id[POST_ID_MAX];
	size_t n = 0;

	if (store_subscription_secrets(desk_store(p->desk), row->id, &secrets) != STORE_FOUND)
		return NULL;
	parcel = calloc(1, sizeof *parcel);
	if (!parcel)
		abort();
	parcel->number = delivery->id;
	parcel->subscription = row->id;
	parcel->account = row->account;
	parcel->made = delivery->created;
	parcel->body = copy(delivery->body);
	parcel->body_n = strlen(parcel->body);
	if (row->kind == SUBSCRIPTION_MAIL) {
		parcel->kind = PARCEL_MAIL;
		parcel->to = copy(row->target);
		explicit_bzero(&secrets, sizeof secrets);
		return parcel;
	}
	parcel->kind = PARCEL_POST;
	parcel->url = copy(row->target);
	post_message_id(delivery, id);
	add_field(parcel, &n, "Content-Type: application/json");
	add_field(parcel, &n, "webhook-id: %s", id);
	add_signatures(p, parcel, &n, row, id, &secrets);
	explicit_bzero(&secrets, sizeof secrets);
	return parcel;
}

/* ---- and back ---------------------------------------------------------------------- */

bool post_has_arrived(const struct parcel *parcel)
{
	return parcel->status >= 200 && parcel->status < 300;
}

/* Nothing is brought there any more, and its owner is told why. */
static int disable(struct post *p, struct subscription_row *row, struct parcel *parcel,
		   const char *why)
{
	struct news_row news = {.account = row->account,
				.kind = NEWS_UNDELIVERED,
				.seat = TABLAS_NOBODY,
				.value = row->id};

	row->enabled = false;
	snprintf(row->why, sizeof row->why, "%s", why);
	snprintf(news.text, sizeof news.text, "%s", why);
	snprintf(parcel->why, sizeof parcel->why, "%s", why);
	parcel->became |= BECAME_DISABLED;
	return desk_tell(p->desk, &news) == 0 ? STORE_DONE : STORE_TROUBLE;
}

/* It went to where its subscription has meanwhile been turned away from. */
static bool is_of_before(const struct parcel *parcel, const struct subscription_row *row)
{
	return parcel->url && strcmp(parcel->url, row->target) != 0;
}

static int note_failure(struct post *p, struct subscription_row *row,
			struct delivery_row *delivery, struct parcel *parcel)
{
	int64_t now = desk_now(p->desk), wait;
	uint32_t chance;

	secret_random(&chance, sizeof chance);
	wait = webhook_wait(delivery->attempts, chance);
	if (row->kind == SUBSCRIPTION_MAIL && parcel->status >= 500 && !parcel->ours)
		wait = -1; /* the mail server says that it never will */
	delivery->next = wait < 0 ? 0 : now + wait;
	if (wait < 0) {
		delivery->state = DELIVERY_GIVEN_UP;
		parcel->became |= BECAME_GIVEN_UP;
	}
	if (parcel->why[0])
		snprintf(delivery->why, sizeof delivery->why, "%s", parcel->why);
	else
		snprintf(delivery->why, sizeof delivery->why, "answered %d", parcel->status);
	if (is_of_before(parcel, row)) { /* which says nothing of where it goes now */
		delivery->state = DELIVERY_WAITS;
		delivery->next = now;
		parcel->became = 0;
		return STORE_DONE;
	}
	if (parcel->ours)
		return STORE_DONE; /* which says nothing of who it is for */
	if (!row->failing) {
		row->failing = now;
		parcel->became |= BECAME_FAILING;
	}
	if (row->enabled && row->kind == SUBSCRIPTION_WEBHOOK && parcel->status == 410)
		return disable(p, row, parcel, "the receiver answered 410, that it is gone");
	if (row->enabled && now - row->failing >= FAILING_MOST)
		return disable(p, row, parcel, "nothing has arrived for five days");
	return STORE_DONE;
}

int post_note(struct post *p, struct parcel *parcel)
{
	struct store *store = desk_store(p->desk);
	struct subscription_row row;
	struct delivery_row delivery = {0};
	int done = store_delivery(store_pen(store), parcel->number, &delivery);

	parcel->became = 0;
	if (done == STORE_FOUND)
		done = store_subscription(store_pen(store), delivery.subscription, &row);
	free(delivery.body);
	delivery.body = NULL;
	if (done == STORE_TROUBLE)
		return done;
	if (done != STORE_FOUND || row.id != parcel->subscription ||
	    delivery.created != parcel->made)
		return STORE_DONE; /* it was taken away meanwhile */
	delivery.attempts++;
	parcel->attempts = delivery.attempts;
	delivery.tried = desk_now(p->desk);
	delivery.status = parcel->status;
	delivery.why[0] = '\0';
	if (post_has_arrived(parcel)) {
		delivery.state = DELIVERY_ARRIVED;
		delivery.next = 0;
		if (row.failing && !is_of_before(parcel, &row)) {
			row.failing = 0;
			parcel->became = BECAME_WELL;
		}
		done = STORE_DONE;
	} else {
		done = note_failure(p, &row, &delivery, parcel);
	}
	if (done == STORE_DONE)
		done = store_delivery_set(store, &delivery);
	if (done == STORE_DONE && delivery.state != DELIVERY_WAITS)
		done = post_trim(p, row.id);
	row.due = delivery.tried; /* it has had its turn: others come first now */
	return done == STORE_DONE ? post_attend(p, &row) : done;
}
