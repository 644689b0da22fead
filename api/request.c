/*
 * request.c - what handlers ask of a request: header fields, query, members.
 *
 * Strict on purpose: a member that is not known is refused and named, so that a
 * misspelt one is noticed by whoever wrote it and not by whoever loses a game.
 */
#include "api/exchange.h"
#include "daemon/config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIMIT_DEFAULT 50
#define LIMIT_MOST 200

static struct exchange *exchange_of(const struct request *r)
{
	return (struct exchange *)r->private;
}

/* ---- header fields ----------------------------------------------------------------- */

static const char *skip_blanks(const char *p)
{
	return p + strspn(p, " \t");
}

/* A weight as thousandths: "0.8" is 800. */
static int read_weight(const char *p, const char *end)
{
	int weight = 0, scale = 1000;

	for (; p < end; p++) {
		if (*p >= '0' && *p <= '9') {
			weight += (*p - '0') * scale;
			scale /= 10;
		} else if (*p != '.') {
			break;
		}
	}
	return weight > 1000 ? 1000 : weight;
}

/* The weight among the parameters of a range; whole if there is none. */
static int range_weight(const char *p, const char *end)
{
	int weight = 1000;

	for (; p < end; p++) {
		if (*p != ';')
			continue;
		const char *name = skip_blanks(p + 1);

		if ((name[0] == 'q' || name[0] == 'Q') && name[1] == '=')
			weight = read_weight(name + 2, end);
	}
	return weight;
}

/* How exactly a range of n characters means the type: 3 by name, 2 its kind, 1 anything, 0 not. */
static int range_means(const char *range, size_t n, const char *type)
{
	size_t kind = strcspn(type, "/") + 1, whole = strcspn(type, ";");

	if (n == 3 && memcmp(range, "*/*", 3) == 0)
		return 1;
	if (n == kind + 1 && range[n - 1] == '*' && strncasecmp(range, type, kind) == 0)
		return 2;
	return n == whole && strncasecmp(range, type, n) == 0 ? 3 : 0;
}

/* What the Accept field says of a type, in thousandths (RFC 9110, 12.5.1). */
static int accept_weight(const char *accept, const char *type)
{
	int best = 0, weight = 0;

	for (const char *p = accept; *p;) {
		p = skip_blanks(p);
		const char *end = p + strcspn(p, ",");
		size_t n = strcspn(p, ",; \t");
		int means = range_means(p, n, type), w = range_weight(p + n, end);

		if (means > best) {
			best = means;
			weight = w;
		}
		p = *end ? end + 1 : end;
	}
	return weight;
}

const char *request_accepts(const struct request *r, const char *const *offered)
{
	const char *accept = exchange_of(r)->accept, *chosen = NULL;
	int most = 0;

	if (!accept || !*skip_blanks(accept))
		return offered[0];
	for (; *offered; offered++) {
		int weight = accept_weight(accept, *offered);

		if (weight > most) {
			most = weight;
			chosen = *offered;
		}
	}
	return chosen;
}

/*
 * How exactly a range means a language, or 0: it is the tag, a beginning of it
 * ("es" of "es-MX", RFC 4647, 3.3.1), a longer one that falls back to it ("es-MX"
 * of "es", 3.4), or "*".
 */
static int language_means(const char *range, size_t n, const char *tag)
{
	size_t whole = strlen(tag), common = n < whole ? n : whole;

	if (n == 1 && *range == '*')
		return 1;
	if (n == 0 || strncasecmp(range, tag, common) != 0)
		return 0;
	if (n == whole)
		return 4;
	if (n < whole)
		return tag[n] == '-' ? 3 : 0;
	return range[whole] == '-' ? 2 : 0;
}

/*
 * What the Accept-Language field says of a language, in thousandths (RFC 9110,
 * 12.5.4); *place is of the range that says it.  Of ranges that mean it equally
 * well the one that is liked best counts.
 */
static int language_weight(const char *accept, const char *tag, size_t *place)
{
	int best = 0, weight = 0;
	size_t i = 0;

	for (const char *p = accept; *p; i++) {
		p = skip_blanks(p);
		const char *end = p + strcspn(p, ",");
		size_t n = strcspn(p, ",; \t");
		int means = language_means(p, n, tag), w = range_weight(p + n, end);

		if (means > best || (means == best && means > 0 && w > weight)) {
			best = means;
			weight = w;
			*place = i;
		}
		p = *end ? end + 1 : end;
	}
	return weight;
}

size_t request_language(const struct request *r, const char *const *offered, size_t n)
{
	const char *accept = exchange_of(r)->accept_language;
	size_t chosen = 0, first = SIZE_MAX;
	int most = 0;

	for (size_t i = 0; accept && i < n; i++) {
		size_t place = SIZE_MAX;
		int weight = language_weight(accept, offered[i], &place);

		/* Liked equally, the one that is named first. */
		if (weight > most || (weight == most && weight > 0 && place < first)) {
			most = weight;
			first = place;
			chosen = i;
		}
	}
	return chosen;
}

/* ---- the query --------------------------------------------------------------------- */

const char *request_query(const struct request *r, const char *name)
{
	const struct exchange *x = exchange_of(r);

	for (size_t i = 0; i < x->params_n; i++) {
		if (strcmp(x->params[i].name, name) == 0)
			return x->params[i].value;
	}
	return NULL;
}

static bool read_whole(const char *text, int64_t *out)
{
	const char *digits = text + (*text == '-');
	size_t n = strspn(digits, "0123456789");

	if (n == 0 || digits[n])
		return false;
	errno = 0;
	*out = strtoll(text, NULL, 10);
	return errno == 0;
}

int64_t request_number(const struct request *r)
{
	int64_t number;

	return read_whole(r->args[0], &number) && number > 0 ? number : 0;
}

bool request_query_int(struct request *r, const char *name, int64_t min, int64_t max, int64_t *out,
		       struct reply *reply)
{
	const char *text = request_query(r, name);
	int64_t value;

	if (!text)
		return true;
	if (!read_whole(text, &value) || value < min || value > max) {
		*reply = reply_problem(r, INVALID_VALUE,
				       "The query parameter \"%s\" is a whole number from %lld "
				       "to %lld.",
				       name, (long long)min, (long long)max);
		return false;
	}
	*out = value;
	return true;
}

bool request_query_bool(struct request *r, const char *name, bool *out, struct reply *reply)
{
	const char *text = request_query(r, name);

	if (!text)
		return true;
	*out = strcmp(text, "true") == 0;
	if (*out || strcmp(text, "false") == 0)
		return true;
	*reply = reply_problem(r, INVALID_VALUE, "The query parameter \"%s\" is true or false.",
			       name);
	return false;
}

bool request_query_time(struct request *r, const char *name, int64_t *out, struct reply *reply)
{
	const char *text = request_query(r, name);

	if (!text)
		return true;
	if (!time_read(text, out)) {
		*reply = reply_problem(r, INVALID_VALUE,
				       "The query parameter \"%s\" is an instant such as "
				       "2026-11-30T09:00:00Z.",
				       name);
		return false;
	}
	return true;
}

bool request_query_bound(struct request *r, const char *name, int64_t *out, struct reply *reply)
{
	if (!request_query_time(r, name, out, reply))
		return false;
	/* 0 is no bound; nothing happened in the millisecond before it */
	if (*out == 0 && request_query(r, name))
		*out = -1;
	return true;
}

/* Digits that are a number; -1 if they are none. */
static int64_t read_event_number(const char *text)
{
	int64_t n = 0;

	for (const char *p = text; *p; p++)
		if (*p < '0' || *p > '9' || __builtin_mul_overflow(n, 10, &n) ||
		    __builtin_add_overflow(n, *p - '0', &n))
			return -1;
	return n;
}

struct reply request_feed(struct request *r, int64_t oldest, int64_t newest)
{
	const char *id = exchange_of(r)->last_event;

	if (id && *id)
		r->feed.after = read_event_number(id);
	r->feed.snapshot = r->feed.after < oldest || r->feed.after > newest;
	return (struct reply){.kind = REPLY_FEED};
}

uint32_t request_wait_max(const struct request *r)
{
	return r->server->config->wait_max;
}

bool request_limit(struct request *r, size_t *limit, struct reply *reply)
{
	int64_t value = LIMIT_DEFAULT;

	if (!request_query_int(r, "limit", 1, LIMIT_MOST, &value, reply))
		return false;
	*limit = (size_t)value;
	return true;
}

/* ---- members of the body ----------------------------------------------------------- */

struct reply request_refuse(struct request *r, enum refusal refusal, const char *pointer,
			    const char *key, const char *what)
{
	struct out out;
	char path[512];
	size_t n = (size_t)snprintf(path, sizeof path, "%.256s/", pointer);

	for (const char *p = key; *p && n + 3 < sizeof path; p++) { /* RFC 6901 */
		if (*p == '~' || *p == '/') {
			path[n++] = '~';
			path[n++] = *p == '~' ? '0' : '1';
		} else {
			path[n++] = *p;
		}
	}
	path[n] = '\0';
	reply_problem_begin(r, &out, refusal, "\"%.100s\" %s.", key, what);
	out_kstring(&out, "member", key);
	out_kstring(&out, "pointer", path);
	return reply_problem_end(r, &out, refusal);
}

/* The member, or NULL; *absent is set if it may be missing and is. */
static const json_t *member(struct request *r, const char *key, bool needed, struct reply *reply,
			    bool *absent)
{
	const json_t *value = r->json ? json_object_get(r->json, key) : NULL;

	*absent = false;
	if (value && !json_is_null(value))
		return value;
	if (needed)
		*reply = request_refuse(r, MISSING_MEMBER, "", key, "is missing");
	else
		*absent = true;
	return NULL;
}

bool request_string(struct request *r, const char *key, bool needed, size_t max, const char **out,
		    struct reply *reply)
{
	bool absent;
	const json_t *value = member(r, key, needed, reply, &absent);
	char what[64];

	if (!value)
		return absent;
	if (json_is_string(value) && json_string_length(value) <= max) {
		*out = json_string_value(value);
		return true;
	}
	snprintf(what, sizeof what, "is a string of at most %zu bytes", max);
	*reply = request_refuse(r, INVALID_VALUE, "", key, what);
	return false;
}

/*
 * What no text has: a control character of ASCII or of Unicode's second row, a
 * separator of lines, a change of direction.  The text is UTF-8: jansson has seen
 * to that.
 */
static bool is_control(const unsigned char *p, bool lines)
{
	if (p[0] < 0x20)
		return !(lines && (p[0] == '\n' || p[0] == '\t'));
	if (p[0] == 0xc2)
		return p[1] < 0xa0; /* U+0080 to U+009F */
	if (p[0] != 0xe2)
		return p[0] == 0x7f;
	return (p[1] == 0x80 && p[2] >= 0xa8 && p[2] <= 0xae) || /* U+2028 to U+202E */
	       (p[1] == 0x81 && p[2] >= 0xa6 && p[2] <= 0xa9);	 /* U+2066 to U+2069 */
}

static bool refuse_controls(struct request *r, const char *key, const char *text, bool lines,
			    struct reply *reply)
{
	const unsigned char *p = (const unsigned char *)text;

	while (*p && !is_control(p, lines))
		p++;
	if (!*p)
		return true;
	*reply = request_refuse(r, INVALID_VALUE, "", key,
				lines ? "has a control character other than line ends and tabs"
				      : "has a control character");
	return false;
}

bool request_text(struct request *r, const char *key, size_t max, bool lines, const char **out,
		  struct reply *reply)
{
	if (!request_string(r, key, true, max, out, reply))
		return false;
	if ((*out)[strspn(*out, " \n\t")] != '\0')
		return refuse_controls(r, key, *out, lines, reply);
	*reply = request_refuse(r, INVALID_VALUE, "", key, "says nothing");
	return false;
}

bool request_remark(struct request *r, const char *key, bool needed, size_t max, bool lines,
		    const char **out, struct reply *reply)
{
	return request_string(r, key, needed, max, out, reply) &&
	       (!*out || refuse_controls(r, key, *out, lines, reply));
}

bool request_int(struct request *r, const char *key, bool needed, int64_t min, int64_t max,
		 int64_t *out, struct reply *reply)
{
	bool absent;
	const json_t *value = member(r, key, needed, reply, &absent);
	char what[96];

	if (!value)
		return absent;
	if (json_is_integer(value) && json_integer_value(value) >= min &&
	    json_integer_value(value) <= max) {
		*out = json_integer_value(value);
		return true;
	}
	snprintf(what, sizeof what, "is a whole number from %lld to %lld", (long long)min,
		 (long long)max);
	*reply = request_refuse(r, INVALID_VALUE, "", key, what);
	return false;
}

bool request_bool(struct request *r, const char *key, bool needed, bool *out, struct reply *reply)
{
	bool absent;
	const json_t *value = member(r, key, needed, reply, &absent);

	if (!value)
		return absent;
	if (json_is_boolean(value)) {
		*out = json_is_true(value);
		return true;
	}
	*reply = request_refuse(r, INVALID_VALUE, "", key, "is true or false");
	return false;
}

bool request_members(struct request *r, const json_t *object, const char *pointer,
		     const char *const *known, struct reply *reply)
{
	/* jansson iterates over what it does not change, but wants it writable */
	void *at = object ? json_object_iter((json_t *)(uintptr_t)object) : NULL;

	for (; at; at = json_object_iter_next((json_t *)(uintptr_t)object, at)) {
		const char *key = json_object_iter_key(at);
		const char *const *k = known;

		while (*k && strcmp(*k, key) != 0)
			k++;
		if (!*k) {
			*reply = request_refuse(r, UNKNOWN_MEMBER, pointer, key,
						"is not known here");
			return false;
		}
	}
	return true;
}

/* ---- which ply or version is meant --------------------------------------------------- */

/* An ETag that is a number. */
static bool read_version(const char *match, int64_t *version)
{
	const char *p = skip_blanks(match);
	size_t n;

	p += strncmp(p, "W/", 2) == 0 ? 2 : 0;
	p += *p == '"';
	n = strspn(p, "0123456789");
	if (n == 0 || n > 18)
		return false;
	*version = strtoll(p, NULL, 10);
	return true;
}

bool request_version(struct request *r, int64_t *version, struct reply *reply)
{
	const char *match = exchange_of(r)->if_match;

	*version = match ? VERSION_ANY : VERSION_NONE;
	if (!match || strcmp(skip_blanks(match), "*") == 0 || read_version(match, version))
		return true;
	*reply = reply_problem(r, INVALID_VALUE, "If-Match is the ETag that was given, or *.");
	return false;
}

bool request_ply(struct request *r, uint64_t *ply, struct reply *reply)
{
	const char *match = exchange_of(r)->if_match;
	int64_t value = -1, matched = -1;

	if (!request_int(r, "ply", false, 0, INT64_MAX, &value, reply))
		return false;
	if (match && !read_version(match, &matched) &&
	    (value < 0 || strcmp(skip_blanks(match), "*") != 0)) {
		*reply = reply_problem(r, INVALID_VALUE,
				       "If-Match is the ETag of the game: its ply, quoted.");
		return false;
	}
	if (value >= 0 && matched >= 0 && value != matched) {
		*reply = request_refuse(r, INVALID_VALUE, "", "ply",
					"is another than the ply in If-Match");
		return false;
	}
	if (value < 0)
		value = matched;
	if (value < 0) {
		*reply = reply_problem(r, PRECONDITION_NEEDED,
				       "Send the ply you answer, as \"ply\" in the body or as "
				       "If-Match.");
		return false;
	}
	*ply = (uint64_t)value;
	return true;
}
