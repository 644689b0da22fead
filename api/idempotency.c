/*
 * idempotency.c - the same request again is the same answer again.
 *
 * A key belongs to an account.  The answer is written in the transaction of its
 * effect, so there is never one without the other, and a copy that arrives in
 * the same turn of the loop finds it there: with one thread no request is ever
 * "in flight".  Only answers that did something are kept; a refusal is judged
 * afresh.
 */
#include "api/exchange.h"
#include "daemon/config.h"

#include <stdlib.h>
#include <string.h>

#define DAY_MS 86400000
#define SWEEP_EVERY_MS 60000
#define SWEEP_MOST 500

/* Quoted, as the draft has it, or bare, as most clients send it. */
bool idempotency_key(const char *header, char key[256])
{
	size_t n = strlen(header);

	while (n && (header[n - 1] == ' ' || header[n - 1] == '\t'))
		n--;
	if (n >= 2 && header[0] == '"' && header[n - 1] == '"') {
		header++;
		n -= 2;
	}
	if (n == 0 || n > 255)
		return false;
	for (size_t i = 0; i < n; i++) {
		if (header[i] < 0x20 || header[i] > 0x7e)
			return false;
	}
	memcpy(key, header, n);
	key[n] = '\0';
	return true;
}

void idempotency_fingerprint(const struct request *r, unsigned char hash[32])
{
	const struct exchange *x = r->private;
	struct out out;

	out_init(&out);
	out_text_n(&out, r->method, strlen(r->method) + 1);
	out_text_n(&out, r->path, strlen(r->path) + 1);
	out_text_n(&out, x->query ? x->query : "", x->query ? strlen(x->query) + 1 : 1);
	out_text_n(&out, r->body ? r->body : "", r->body_n);
	secret_digest(out.p, out.n, hash);
	out_free(&out);
}

bool idempotency_before(struct exchange *x, struct reply *reply)
{
	struct request *r = &x->request;
	struct answer_row row = {0};
	unsigned char fingerprint[32];
	char key[256];

	if (!idempotency_key(x->key, key)) {
		*reply = reply_problem(r, INVALID_VALUE,
				       "An Idempotency-Key is 1 to 255 printable characters.");
		return true;
	}
	switch (store_answer(store_pen(desk_store(r->desk)), r->account, key, &row)) {
	case STORE_NONE:
		return false;
	case STORE_TROUBLE:
		*reply = reply_trouble(r);
		return true;
	default:
		break;
	}
	idempotency_fingerprint(r, fingerprint);
	if (memcmp(fingerprint, row.fingerprint, sizeof fingerprint) != 0) {
		free(row.body);
		*reply = reply_problem(r, IDEMPOTENCY_KEY_REUSED,
				       "It came with another method, path or body before.");
		return true;
	}
	*reply = (struct reply){.status = row.status,
				.type = row.body_n ? "application/json" : NULL,
				.body = row.body,
				.body_n = row.body_n,
				.replayed = true};
	memcpy(reply->location, row.location, sizeof reply->location);
	return true;
}

/* Old answers go a few at a time, and only when something is written anyway. */
static int sweep(struct exchange *x, int64_t now)
{
	struct server *s = x->server;

	if (s->answers_swept && now - s->answers_swept < SWEEP_EVERY_MS)
		return 0;
	s->answers_swept = now;
	return store_answers_expire(desk_store(s->desk),
				    now - (int64_t)s->config->idempotency_days * DAY_MS,
				    SWEEP_MOST) == STORE_TROUBLE
		       ? -1
		       : 0;
}

int idempotency_keep(struct exchange *x, int64_t account, const char *key,
		     const struct reply *reply)
{
	struct answer_row row = {.status = reply->status,
				 .body = reply->body,
				 .body_n = reply->body_n,
				 .at = desk_now(x->server->desk)};

	if (reply->shared) {
		row.body = (char *)(uintptr_t)body_text(reply->shared);
		row.body_n = body_size(reply->shared);
	}
	idempotency_fingerprint(&x->request, row.fingerprint);
	memcpy(row.location, reply->location, sizeof row.location);
	if (store_answer_add(desk_store(x->server->desk), account, key, &row) != STORE_DONE)
		return -1;
	return sweep(x, row.at);
}

int idempotency_after(struct exchange *x, const struct reply *reply)
{
	char key[256];

	if (!idempotency_key(x->key, key))
		return -1;
	return idempotency_keep(x, x->request.account, key, reply);
}
