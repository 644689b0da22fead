/*
 * hooks.c - news that are brought: each at least once, and always under one id.
 *
 * The receiver is real and not always well: on some days it answers 500, and what
 * came then must come again.
 */
#include "tests/lib/receiver.h"
#include "tests/month/month.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#define WINDS_MOST 100 /* hours until what was tried in vain is tried again */

static struct receiver receiver;
static bool ill;

void hooks_open(void)
{
	receiver_open(&receiver);
}

void hook_begin(struct player *p)
{
	struct answer a = http_ask(&month.http, "POST", "/v1/me/webhooks", p->token,
				   "{\"url\": \"%s\"}", receiver.url);

	answer_expect(&a, 201);
	answer_fini(&a);
	p->hook.has = true;
}

static void come(struct hook *h, long long number, const char *id, bool well)
{
	assert_true(number > 0);
	while ((size_t)number >= h->cap) {
		size_t cap = h->cap ? 2 * h->cap : 256;

		h->came = realloc(h->came, cap * sizeof *h->came);
		assert_non_null(h->came);
		memset(h->came + h->cap, 0, (cap - h->cap) * sizeof *h->came);
		h->cap = cap;
	}
	if (h->came[number].id[0] && strcmp(h->came[number].id, id) != 0)
		fail_msg("news %lld has come as %s and as %s", number, h->came[number].id, id);
	snprintf(h->came[number].id, sizeof h->came[number].id, "%s", id);
	h->came[number].times++;
	h->came[number].well |= well;
	month.brought++;
}

static void open_parcel(size_t i)
{
	json_t *body = json_loads(receiver.got[i].body, 0, NULL);
	const char *account = json_string_value(json_object_get(body, "account"));
	json_t *number = json_object_get(json_object_get(body, "data"), "number");
	unsigned who = month.players_n;

	assert_true(account && sscanf(account, "p%u", &who) == 1 && who < month.players_n);
	come(&month.players[who].hook, json_integer_value(number),
	     received_field(&receiver, i, "webhook-id"), receiver.got[i].status == 204);
	json_decref(body);
	free(receiver.got[i].head);
	free(receiver.got[i].body);
}

void hooks_open_parcels(void)
{
	pthread_mutex_lock(&receiver.lock);
	for (size_t i = 0; i < receiver.n; i++)
		open_parcel(i);
	receiver.n = 0;
	pthread_mutex_unlock(&receiver.lock);
}

void hooks_fall(bool to_be_ill)
{
	receiver_answer(&receiver, to_be_ill ? "500 Internal Server Error" : "204 No Content");
	ill = to_be_ill;
}

bool hooks_are_ill(void)
{
	return ill;
}

/* The first of his news that has not come and been taken; 0: all have. */
static long long missing(const struct player *p)
{
	for (long long n = 1; p->hook.has && n <= p->reader.last; n++)
		if ((size_t)n >= p->hook.cap || !p->hook.came[n].well)
			return n;
	return 0;
}

/* Something more of his news comes, in a while; 0: all have. */
static long long wait_for_more(const struct player *p)
{
	const struct timespec nap = {.tv_nsec = 20000000};
	long long before = missing(p), now = before;

	for (int naps = 0; now && now == before && naps < 15; naps++) {
		nanosleep(&nap, NULL);
		hooks_open_parcels();
		now = missing(p);
	}
	return now;
}

void hooks_finish(void)
{
	hooks_fall(false);
	for (unsigned i = 0; i < month.players_n; i++) {
		struct player *p = &month.players[i];
		long long before = missing(p), now;
		int winds = 0;

		while (before && (now = wait_for_more(p)) != 0) {
			winds = now == before ? winds + 1 : 0;
			if (winds > WINDS_MOST)
				fail_msg("%s was never brought news %lld of %lld", p->name, now,
					 p->reader.last);
			if (winds) { /* what was tried in vain is tried again in time */
				month_wind(month.now + HOUR);
				reader_finish(p);
			}
			before = now;
		}
	}
}

void hooks_close(void)
{
	receiver_close(&receiver);
	for (unsigned i = 0; i < month.players_n; i++)
		free(month.players[i].hook.came);
	free(month.players);
}
