/*
 * idempotency.c - the same request again is the same answer again.
 *
 * A key belongs to an account.  The answer is written in the transaction of its
 * effect, so there is never one without the other, and a copy that arrives in
 * the same turn of the loop finds it there: with one thread no request is ever
 * "in flight".  Only answers that did something are kept; a refusal is judged
 * afresh.
 *
 * An answer may hold a secret, such as an invitation, and a request a password.
 * So the book has a hash of the key in the key's stead, the answer is sealed
 * with the key, and the fingerprint has it mixed in: from the book alone nothing
 * can be read and no password be tried, if the key cannot be guessed.
 */
#include "api/body.h"
#include "api/exchange.h"
#include "daemon/config.h"

#include <stdio.h>
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

/* A hash of the key for one purpose and account. */
static void key_hash(const char *purpose, int64_t account, const char *key, unsigned char hash[32])
{
	struct out out;

	out_init(&out);
	out_text_n(&out, purpose, strlen(purpose) + 1);
	out_text_n(&out, (const char *)&account, sizeof account);
	out_text_n(&out, key, strlen(key));
	secret_digest(out.p, out.n, hash);
	out_free(&out);
}

/* What the key is called in the book. */
static void key_name(int64_t account, const char *key, char name[65])
{
	unsigned char hash[32];

	key_hash("name", account, key, hash);
	secret_hex(hash, sizeof hash, name);
}

void idempotency_fingerprint(const struct request *r, const char *key, unsigned char hash[32])
{
	const struct exchange *x = r->private;
	struct out out;

	out_init(&out);
	out_text_n(&out, key, strlen(key) + 1);
	out_text_n(&out, r->method, strlen(r->method) + 1);
	out_text_n(&out, r->path, strlen(r->path) + 1);
	out_text_n(&out, x->query ? x->query : "", x->query ? strlen(x->query) + 1 : 1);
	out_text_n(&out, r->body ? r->body : "", r->body_n);
	secret_digest(out.p, out.n, hash);
	out_free(&out);
}

/* Opens the body; an answer without one has nothing to seal. */
static bool unseal(int64_t account, const char *key, struct answer_row *row)
{
	unsigned char seal[32], *sealed = (unsigned char *)row->body;
	size_t n = row->body_n;

	if (n == 0)
		return true;
	if (n < SECRET_SEAL_SIZE)
		return false;
	row->body_n = n - SECRET_SEAL_SIZE;
	row->body = malloc(row->body_n + 1);
	if (!row->body)
		abort();
	key_hash("seal", account, key, seal);
	bool opened = secret_unseal(seal, sealed, n, row->body);

	row->body[row->body_n] = '\0';
	free(sealed);
	return opened;
}

int idempotency_find(struct exchange *x, int64_t account, const char *key,
		     struct answer_row *row, bool *same)
{
	unsigned char fingerprint[32];
	char name[65];

	key_name(account, key, name);
	int found = store_answer(store_pen(desk_store(x->server->desk)), account, name, row);

	*same = false;
	if (found != STORE_FOUND)
		return found;
	idempotency_fingerprint(&x->request, key, fingerprint);
	*same = memcmp(fingerprint, row->fingerprint, sizeof fingerprint) == 0;
	if (*same && unseal(account, key, row))
		return STORE_FOUND;
	free(row->body);
	row->body = NULL;
	row->body_n = 0;
	return *same ? STORE_TROUBLE : STORE_FOUND;
}

bool idempotency_before(struct exchange *x, struct reply *reply)
{
	struct request *r = &x->request;
	struct answer_row row = {0};
	char key[256];
	bool same;

	if (!idempotency_key(x->key, key)) {
		*reply = reply_problem(r, INVALID_VALUE,
				       "An Idempotency-Key is 1 to 255 printable characters.");
		return true;
	}
	switch (idempotency_find(x, r->account, key, &row, &same)) {
	case STORE_NONE:
		return false;
	case STORE_TROUBLE:
		*reply = reply_trouble(r);
		return true;
	default:
		break;
	}
	if (!same) {
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
	memcpy(reply->etag, row.etag, sizeof reply->etag);
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
	struct answer_row row = {.status = reply->status, .at = desk_now(x->server->desk)};
	const char *text = reply->shared ? reply->shared->text : reply->body;
	size_t n = reply->shared ? body_size(reply->shared) : reply->body_n;
	unsigned char seal[32];
	char name[65];

	if (n) {
		row.body_n = n + SECRET_SEAL_SIZE;
		row.body = malloc(row.body_n);
		if (!row.body)
			abort();
		key_hash("seal", account, key, seal);
		secret_seal(seal, text, n, (unsigned char *)row.body);
	}
	key_name(account, key, name);
	idempotency_fingerprint(&x->request, key, row.fingerprint);
	memcpy(row.location, reply->location, sizeof row.location);
	snprintf(row.etag, sizeof row.etag, "%s",
		 reply->shared ? reply->shared->etag : reply->etag);
	int added = store_answer_add(desk_store(x->server->desk), account, name, &row);

	free(row.body);
	return added == STORE_DONE ? sweep(x, row.at) : -1;
}

int idempotency_after(struct exchange *x, const struct reply *reply)
{
	char key[256];

	if (!idempotency_key(x->key, key))
		return -1;
	return idempotency_keep(x, x->request.account, key, reply);
}
