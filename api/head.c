/*
 * head.c - what a request says before its body: which route, who, and whether
 * it can be refused already.
 *
 * The header fields anybody here asks for are found in one pass over all of
 * them.  Where several refusals apply, the first in the order of game/errors.h
 * is given.
 */
#include "api/exchange.h"
#include "daemon/config.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Where the body ends, and whose the request is.  The library takes the first
 * of two lengths and prefers pieces to a length; a proxy before it may do
 * otherwise, and what is a body to one is a request to the other.  So what can
 * be read in two ways is not read at all (RFC 9112, 6.3 and 3.2).
 */
static void take_bounds(struct exchange *x, const char *key, const char *value)
{
	if (strcasecmp(key, "content-length") == 0) {
		if (x->sized)
			x->unclear = "Content-Length came twice.";
		x->sized = true;
		x->declared = strtoull(value, NULL, 10);
	} else if (strcasecmp(key, "transfer-encoding") == 0) {
		if (x->chunked || strcasecmp(value, "chunked") != 0)
			x->unclear = "The only Transfer-Encoding that is read is chunked.";
		x->chunked = true;
	} else if (strcasecmp(key, "host") == 0) {
		if (x->hosted)
			x->unclear = "Host came twice.";
		x->hosted = true;
	}
	if (x->sized && x->chunked)
		x->unclear = "Content-Length and Transfer-Encoding contradict each other.";
}

/*
 * A list may be sent as several lines, which mean what one line of all of them
 * would (RFC 9110, 5.3).  The library hands them out one by one.
 */
static const char *join(struct exchange *x, const char *list, const char *more)
{
	size_t n = strlen(list) + strlen(more) + sizeof ", ";
	char *joined;

	if (x->joined_n == JOINED_MAX) {
		x->unclear = "A field of the head came too often.";
		return list;
	}
	joined = malloc(n);
	if (!joined)
		abort();
	snprintf(joined, n, "%s, %s", list, more);
	return x->joined[x->joined_n++] = joined;
}

static enum MHD_Result take_field(void *cls, enum MHD_ValueKind kind, const char *key,
				  const char *value)
{
	struct exchange *x = cls;
	const struct {
		const char *name;
		const char **at;
		const char *twice; /* two of them would contradict each other; NULL: a list */
	} wanted[] = {
		{"authorization", &x->authorization, "Authorization came twice."},
		{"content-type", &x->content_type, "Content-Type came twice."},
		{"if-none-match", &x->if_none_match, NULL},
		{"idempotency-key", &x->key, "Idempotency-Key came twice."},
		{"request-id", &x->request_id, NULL},
		{"if-match", &x->if_match, "If-Match came twice."},
		{"accept", &x->accept, NULL},
		{"accept-language", &x->accept_language, NULL},
		{"expect", &x->expect, NULL},
		{"last-event-id", &x->last_event, "Last-Event-ID came twice."},
		{"origin", &x->origin, "Origin came twice."},
	};

	(void)kind;
	size_t n = strlen(key);

	/* "Content-Length : 5" is one to some readers, and none to others (RFC 9112, 5.1) */
	if (n == 0 || (unsigned char)key[n - 1] <= ' ')
		x->unclear = "A blank stands before a colon in the head.";
	if (!value)
		return MHD_YES;
	x->headers_n += n + strlen(value) + 4;
	int first = key[0] | 32;

	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
		if (wanted[i].name[0] == first && strcasecmp(wanted[i].name, key) == 0) {
			const char *before = *wanted[i].at;

			if (before && wanted[i].twice)
				x->unclear = wanted[i].twice;
			*wanted[i].at = before && !wanted[i].twice ? join(x, before, value) : value;
			return MHD_YES;
		}
	}
	if (first == 'c' || first == 't' || first == 'h')
		take_bounds(x, key, value);
	return MHD_YES;
}

/* Ten digits that tell two runs apart, and a number; printf would take as long as the route. */
void exchange_make_id(struct server *s, char id[40])
{
	static const char digits[] = "0123456789abcdef";
	uint64_t count = ++s->id_count;
	char number[16];
	size_t n = sizeof number;

	do {
		number[--n] = digits[count & 15];
		count >>= 4;
	} while (count);
	memcpy(id, s->id_prefix, sizeof s->id_prefix);
	memcpy(id + sizeof s->id_prefix, number + n, sizeof number - n);
	id[sizeof s->id_prefix + sizeof number - n] = '\0';
}

/* The client's own, if it will do no harm in a log. */
static void take_id(struct exchange *x)
{
	const char *id = x->request_id;
	size_t n = 0;

	while (id && (isalnum((unsigned char)id[n]) || (id[n] && strchr("-_.:+/=", id[n]))))
		n++;
	if (n > 0 && n < sizeof x->request.id && id[n] == '\0')
		memcpy(x->request.id, id, n + 1);
	else
		exchange_make_id(x->server, x->request.id);
}

/* Cuts the address in two; the proxies' form, http://host/path, is a path too. */
static void take_uri(struct exchange *x)
{
	char *path = x->uri, *mark;

	if (strncasecmp(path, "http://", 7) == 0 && strchr(path + 7, '/'))
		path = strchr(path + 7, '/');
	x->request.path = path;
	mark = strchr(path, '?');
	if (mark) {
		*mark = '\0';
		x->query = mark + 1;
	}
}

static bool take_params(struct exchange *x)
{
	char *at = x->decoded, *end = x->decoded + sizeof x->decoded;

	for (const char *p = x->query; *p;) {
		size_t n = strcspn(p, "&"), name = strcspn(p, "&=");

		if (n > 0) {
			if (x->params_n == PARAMS_MAX)
				return false;
			struct param *param = &x->params[x->params_n++];

			if (!uri_decode(p, name, true, at, (size_t)(end - at)))
				return false;
			param->name = at;
			at += strlen(at) + 1;
			size_t from = name + (name < n);

			if (!uri_decode(p + from, n - from, true, at, (size_t)(end - at)))
				return false;
			param->value = at;
			at += strlen(at) + 1;
		}
		p += n + (p[n] == '&');
	}
	return true;
}

static bool came_before(const struct exchange *x, size_t i)
{
	size_t k = 0;

	while (strcmp(x->params[k].name, x->params[i].name) != 0)
		k++;
	return k < i;
}

/*
 * A misspelt `validate_only` would have the turn played.  Where nothing is changed,
 * what is not known is passed over: programs put marks of their own there.
 */
static bool params_known(struct exchange *x, struct reply *reply)
{
	static const struct {
		struct reply (*handler)(struct request *);
		const char *name;
	} known[] = {{turns_create, "validate_only"}, {turns_resign, "validate_only"},
		     {accounts_close, "withdraw"}, {accounts_close, "leave"},
		     {orders_withdraw, "seat"}};
	const struct route *route = x->request.route;

	for (size_t i = 0; route->flags & ROUTE_WRITES && i < x->params_n; i++) {
		size_t k = 0, n = sizeof known / sizeof *known;

		while (k < n && (known[k].handler != route->handler ||
				 strcmp(known[k].name, x->params[i].name) != 0))
			k++;
		if (k < n && !came_before(x, i))
			continue;
		*reply = reply_problem(&x->request, INVALID_VALUE,
				       k < n ? "The query parameter \"%s\" came twice."
					     : "The query parameter \"%s\" is not known here.",
				       x->params[i].name);
		return false;
	}
	return true;
}

static bool has_body(const struct exchange *x)
{
	return x->chunked || x->declared > 0;
}

bool head_reads_body(const struct exchange *x)
{
	return x->request.route && (x->request.route->flags & (ROUTE_BODY | ROUTE_BODY_OPTIONAL));
}

static bool is_json(const char *type)
{
	size_t n = type ? strcspn(type, "; \t") : 0;

	if (n == 16 && strncasecmp(type, "application/json", n) == 0)
		return true;
	return n > 17 && strncasecmp(type, "application/", 12) == 0 &&
	       strncasecmp(type + n - 5, "+json", 5) == 0;
}

/* The route; false: there is none, or none with this method. */
static bool find_route(struct exchange *x, struct reply *reply)
{
	struct request *r = &x->request;
	char allow[64];

	switch (route_match(r->method, r->path, &r->route, r->args, allow)) {
	case MATCH_FOUND:
		return true;
	case MATCH_NO_PATH:
		*reply = reply_problem(r, NOT_FOUND, "No resource has this address.");
		return false;
	case MATCH_NO_METHOD:
		break;
	}
	if (strcmp(r->method, "OPTIONS") == 0)
		*reply = reply_empty(204);
	else
		*reply = reply_problem(r, METHOD_NOT_ALLOWED, "It has these: %s.", allow);
	memcpy(reply->allow, allow, sizeof reply->allow);
	return false;
}

/* Whether the body, if there is one, may be read. */
static bool body_allowed(struct exchange *x, struct reply *reply)
{
	unsigned most = x->server->config->body_max;

	if (x->declared > most) {
		*reply = reply_problem(&x->request, BODY_TOO_LARGE, "At most %u bytes are read.",
				       most);
		reply->close = true;
		return false;
	}
	if (!head_reads_body(x) || !has_body(x) || is_json(x->content_type))
		return true;
	*reply = reply_problem(&x->request, UNSUPPORTED_MEDIA_TYPE,
			       "Send JSON, with Content-Type: application/json.");
	return false;
}

bool head_judge(struct exchange *x, const char *method, struct reply *reply)
{
	struct request *r = &x->request;

	MHD_get_connection_values(x->connection, MHD_HEADER_KIND, take_field, x);
	take_id(x);
	take_uri(x);
	x->head = strcmp(method, "HEAD") == 0;
	r->method = x->head ? "GET" : method;
	if (x->unclear) {
		*reply = reply_problem(r, INVALID_VALUE, "%s", x->unclear);
		reply->close = true;
		return false;
	}
	if (x->too_long) {
		*reply = reply_problem(r, URI_TOO_LONG, "At most %d characters are read.", URI_MAX);
		return false;
	}
	if (x->headers_n > HEADERS_MAX) {
		*reply = reply_problem(r, HEADERS_TOO_LARGE, "At most %d bytes are read.",
				       HEADERS_MAX);
		return false;
	}
	bool readable = !x->query || take_params(x);

	if (!find_route(x, reply) || !body_allowed(x, reply) || !auth_check(x, reply))
		return false;
	if (readable)
		return params_known(x, reply);
	*reply = reply_problem(r, INVALID_VALUE,
			       "The query cannot be decoded, or has more than %d parameters.",
			       PARAMS_MAX);
	return false;
}
