/*
 * allowance.c - how often something may be tried, and telling it before it is
 * used up.
 *
 * Whoever is counted is told what is left (RateLimit) and of how much
 * (RateLimit-Policy), as draft-ietf-httpapi-ratelimit-headers-11 has them: the
 * quota q comes back within w seconds, r are left, and there is one more after t.
 */
#include "api/exchange.h"

#include <stdio.h>
#include <string.h>

enum by { BY_ADDRESS, BY_NAME, BY_ACCOUNT };

static const struct {
	const char *word, *what;
	unsigned quota;
	int64_t every_ms;
	enum by by;
} limits[LIMITS_N] = {
#define X(name, word, quota, every_ms, by, what) {word, what, quota, every_ms, by},
	LIMITS(X)
#undef X
};

#define NEARLY 1e-6 /* whoever waits as long as he was told is not refused for a rounding */

static int64_t window_of(enum limit limit)
{
	return limits[limit].quota * limits[limit].every_ms / 1000;
}

/* ---- counting ---------------------------------------------------------------------- */

/* Addresses are counted by what one customer is usually given: one IPv4, or a /64. */
static uint64_t allowance_who(const struct exchange *x, enum limit limit, const char *name)
{
	static const unsigned char mapped[12] = {[10] = 0xff, [11] = 0xff};
	const unsigned char *address = x->link->address;
	const char *kind = limits[limit].word;
	struct out out;
	unsigned char hash[32];
	uint64_t who;

	out_init(&out);
	out_text_n(&out, (const char *)x->server->cursor_key, sizeof x->server->cursor_key);
	if (limits[limit].by != BY_ACCOUNT)
		out_text_n(&out, (const char *)address, memcmp(address, mapped, 12) == 0 ? 16 : 8);
	out_text_n(&out, kind, strlen(kind) + 1);
	for (const char *p = name ? name : ""; *p; p++) {
		char folded = *p >= 'A' && *p <= 'Z' ? (char)(*p | 32) : *p;

		out_text_n(&out, &folded, 1);
	}
	secret_digest(out.p, out.n, hash);
	out_free(&out);
	memcpy(&who, hash, sizeof who);
	return who;
}

static struct allowance *allowance_of(struct exchange *x, enum limit limit, const char *name)
{
	struct server *s = x->server;
	uint64_t who = allowance_who(x, limit, name);
	double quota = limits[limit].quota;
	struct allowance *oldest = NULL;

	for (uint64_t i = 0; i < 4; i++) {
		struct allowance *a = &s->allowances[(who + i) % ALLOWANCE_SLOTS];

		if (a->who == who) {
			a->left += (double)(s->ticks - a->at) / (double)limits[limit].every_ms;
			a->left = a->left > quota ? quota : a->left;
			a->at = s->ticks;
			return a;
		}
		if (!oldest || a->at < oldest->at)
			oldest = a;
	}
	*oldest = (struct allowance){.who = who, .left = quota, .at = s->ticks};
	return oldest;
}

/* Notes what the answer tells; a second time it replaces the first. */
static void note(struct exchange *x, enum limit limit, const struct allowance *a)
{
	unsigned left = (unsigned)(a->left + NEARLY);
	double missing = left + 1 - a->left;
	struct counted counted = {.limit = limit, .left = left};
	size_t i = 0;

	if (left < limits[limit].quota)
		counted.more = (int)(((int64_t)(missing * (double)limits[limit].every_ms) + 999) /
				     1000);
	while (i < x->counted_n && x->counted[i].limit != limit)
		i++;
	if (i == sizeof x->counted / sizeof *x->counted)
		return;
	x->counted[i] = counted;
	x->counted_n += i == x->counted_n;
}

static struct reply refuse(struct exchange *x, enum limit limit, int wait)
{
	struct request *r = &x->request;
	struct reply reply;
	struct out out;

	reply_problem_begin(r, &out, TOO_MANY_REQUESTS,
			    "Too many attempts; try again in %d seconds.", wait);
	out_key(&out, "violated_policies");
	out_array(&out);
	out_string(&out, limits[limit].word);
	out_array_end(&out);
	reply = reply_problem_end(r, &out, TOO_MANY_REQUESTS);
	reply.retry_after = wait;
	return reply;
}

bool allowance_take(struct exchange *x, enum limit limit, const char *name, struct reply *reply)
{
	struct allowance *a = allowance_of(x, limit, limits[limit].by == BY_ADDRESS ? NULL : name);
	bool taken = a->left >= 1 - NEARLY;

	a->left -= taken;
	note(x, limit, a);
	if (!taken)
		*reply = refuse(x, limit, x->counted[x->counted_n - 1].more);
	return taken;
}

void allowance_give(struct exchange *x, enum limit limit, const char *name)
{
	struct allowance *a = allowance_of(x, limit, limits[limit].by == BY_ADDRESS ? NULL : name);
	double quota = limits[limit].quota;

	a->left = a->left + 1 > quota ? quota : a->left + 1;
	note(x, limit, a);
}

/* ---- telling ----------------------------------------------------------------------- */

void allowance_fields(const struct exchange *x, char limit[160], char policy[160])
{
	size_t l = 0, p = 0;

	limit[0] = policy[0] = '\0';
	for (size_t i = 0; i < x->counted_n; i++) {
		const struct counted *c = &x->counted[i];
		const char *comma = i ? ", " : "";

		l += (size_t)snprintf(limit + l, 160 - l, "%s\"%s\";r=%u", comma,
				      limits[c->limit].word, c->left);
		if (c->more)
			l += (size_t)snprintf(limit + l, 160 - l, ";t=%d", c->more);
		p += (size_t)snprintf(policy + p, 160 - p, "%s\"%s\";q=%u;w=%lld", comma,
				      limits[c->limit].word, limits[c->limit].quota,
				      (long long)window_of(c->limit));
	}
}

void limits_write(struct out *out)
{
	out_array(out);
	for (size_t i = 0; i < LIMITS_N; i++) {
		out_object(out);
		out_kstring(out, "name", limits[i].word);
		out_kint(out, "quota", limits[i].quota);
		out_kint(out, "window_seconds", window_of((enum limit)i));
		out_kstring(out, "counts", limits[i].what);
		out_object_end(out);
	}
	out_array_end(out);
}
