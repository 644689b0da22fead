/*
 * exchange.c - one request and its answer, through all their stages.
 *
 * libmicrohttpd calls exchange_handle() when the header fields are there, for
 * each piece of the body, when all has arrived, and again after each resume.
 * Two of its habits shape this file.  An answer given in the first of those
 * calls ends the connection, so a refusal that is known early is kept and given
 * when the body has been thrown away.  And nothing can be answered between two
 * pieces of a body, so a body that is too slow is answered past the library
 * (response_raw).
 */
#include "api/exchange.h"
#include "daemon/clock.h"
#include "daemon/config.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SPARES_MOST 256

/* ---- lists --------------------------------------------------------------------- */

void exchanges_add(struct exchanges *list, struct exchange *x)
{
	x->next = NULL;
	x->prev = list->tail;
	*(list->tail ? &list->tail->next : &list->head) = x;
	list->tail = x;
	list->n++;
}

void exchanges_remove(struct exchanges *list, struct exchange *x)
{
	*(x->prev ? &x->prev->next : &list->head) = x->next;
	*(x->next ? &x->next->prev : &list->tail) = x->prev;
	x->prev = x->next = NULL;
	list->n--;
}

/* ---- beginning and end ------------------------------------------------------------ */

/* An exchange is some kilobytes, most of them text that is set when it is used. */
static struct exchange *exchange_new(struct server *s)
{
	struct exchange *x = s->spare;

	if (x) {
		s->spare = x->next;
		s->spares--;
	} else {
		x = malloc(sizeof *x);
		if (!x)
			abort();
	}
	memset(x, 0, offsetof(struct exchange, uri));
	x->request.magic = REQUEST_MAGIC;
	x->request.server = s;
	x->request.desk = s->desk;
	x->request.private = x;
	x->server = s;
	return x;
}

static void exchange_free(struct exchange *x)
{
	struct server *s = x->server;

	json_decref(x->request.json);
	free(x->request.body);
	free(x->request.scratch);
	reply_drop(&x->reply);
	x->request.magic = 0;
	if (s->spares >= SPARES_MOST) {
		free(x);
		return;
	}
	x->next = s->spare;
	s->spare = x;
	s->spares++;
}

/* The first the library tells of a request: its address, as it came. */
void *exchange_uri(void *cls, const char *uri, struct MHD_Connection *connection)
{
	struct exchange *x = exchange_new(cls);
	size_t n = strlen(uri);

	clock_gettime(CLOCK_MONOTONIC, &x->began);
	x->connection = connection;
	x->link = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)
			  ->socket_context;
	x->link->exchange = x;
	x->too_long = n > URI_MAX;
	n = x->too_long ? URI_MAX : n;
	memcpy(x->uri, uri, n);
	x->uri[n] = '\0';
	return x;
}

void exchange_completed(void *cls, struct MHD_Connection *connection, void **con_cls,
			enum MHD_RequestTerminationCode code)
{
	struct exchange *x = *con_cls;

	(void)cls;
	(void)connection;
	(void)code;
	if (!x)
		return;
	assert(x->request.magic == REQUEST_MAGIC);
	*con_cls = NULL;
	switch (x->stage) { /* suspended ones are resumed and called before they end */
	case STAGE_BODY:
		exchanges_remove(&x->server->bodies, x);
		break;
	case STAGE_AGAIN:
	case STAGE_READY:
		x->server->ready--;
		break;
	default:
		break;
	}
	x->link->exchange = NULL;
	link_idle(x->link);
	exchange_free(x);
}

/* ---- reading the head ----------------------------------------------------------------- */

static enum MHD_Result take_field(void *cls, enum MHD_ValueKind kind, const char *key,
				  const char *value)
{
	struct exchange *x = cls;
	const struct {
		const char *name;
		const char **at;
	} wanted[] = {
		{"authorization", &x->authorization}, {"content-type", &x->content_type},
		{"if-none-match", &x->if_none_match}, {"idempotency-key", &x->key},
		{"request-id", &x->request_id},	      {"if-match", &x->if_match},
		{"accept", &x->accept},		      {"expect", &x->expect},
		{"origin", &x->origin},
	};

	(void)kind;
	if (!value)
		return MHD_YES;
	x->headers_n += strlen(key) + strlen(value) + 4;
	int first = key[0] | 32;

	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
		if (wanted[i].name[0] == first && strcasecmp(wanted[i].name, key) == 0) {
			*wanted[i].at = value;
			return MHD_YES;
		}
	}
	if (first == 'c' && strcasecmp(key, "content-length") == 0)
		x->declared = strtoull(value, NULL, 10);
	else if (first == 't' && strcasecmp(key, "transfer-encoding") == 0)
		x->chunked = true;
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

static bool has_body(const struct exchange *x)
{
	return x->chunked || x->declared > 0;
}

static bool reads_body(const struct exchange *x)
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

static struct reply options_reply(struct exchange *x, const char *allow)
{
	struct reply reply = reply_empty(204);

	(void)x;
	snprintf(reply.allow, sizeof reply.allow, "%s", allow);
	return reply;
}

/* What can be said before the body; false: *reply is the answer. */
static bool judge_head(struct exchange *x, const char *method, struct reply *reply)
{
	struct request *r = &x->request;
	char allow[64];

	x->head = strcmp(method, "HEAD") == 0;
	r->method = x->head ? "GET" : method;
	take_uri(x);
	if (x->too_long) {
		*reply = reply_problem(r, URI_TOO_LONG, "At most %d characters are read.", URI_MAX);
		return false;
	}
	if (x->headers_n > HEADERS_MAX) {
		*reply = reply_problem(r, HEADERS_TOO_LARGE, "At most %d bytes are read.",
				       HEADERS_MAX);
		return false;
	}
	switch (route_match(r->method, r->path, &r->route, r->args, allow)) {
	case MATCH_NO_PATH:
		*reply = reply_problem(r, NOT_FOUND, NULL);
		return false;
	case MATCH_NO_METHOD:
		if (strcmp(method, "OPTIONS") == 0) {
			*reply = options_reply(x, allow);
			return false;
		}
		*reply = reply_problem(r, METHOD_NOT_ALLOWED, "It has these: %s.", allow);
		snprintf(reply->allow, sizeof reply->allow, "%s", allow);
		return false;
	case MATCH_FOUND:
		break;
	}
	if (x->declared > x->server->config->body_max) {
		*reply = reply_problem(r, BODY_TOO_LARGE, "At most %u bytes are read.",
				       (unsigned)x->server->config->body_max);
		reply->close = true;
		return false;
	}
	if (reads_body(x) && has_body(x) && !is_json(x->content_type)) {
		*reply = reply_problem(r, UNSUPPORTED_MEDIA_TYPE,
				       "Send JSON, with Content-Type: application/json.");
		return false;
	}
	if (!auth_check(x, reply))
		return false;
	if (x->query && !take_params(x)) {
		*reply = reply_problem(r, INVALID_VALUE,
				       "The query cannot be decoded, or has more than %d "
				       "parameters.",
				       PARAMS_MAX);
		return false;
	}
	return true;
}

/* ---- the body ---------------------------------------------------------------------------- */

static void refuse_early(struct exchange *x, struct reply reply)
{
	reply_drop(&x->reply);
	x->reply = reply;
	x->replied = true;
	free(x->request.body);
	x->request.body = NULL;
	x->request.body_n = 0;
}

static enum MHD_Result take_piece(struct exchange *x, const char *data, size_t n)
{
	struct request *r = &x->request;
	size_t most = x->server->config->body_max;

	if (!x->replied && r->body_n + n > most) {
		struct reply reply = reply_problem(r, BODY_TOO_LARGE, "At most %zu bytes are read.",
						   most);

		reply.close = true;
		refuse_early(x, reply);
	}
	if (x->replied || !reads_body(x)) {
		x->swallowed += n;
		if (x->swallowed <= SWALLOW_MAX)
			return MHD_YES;
		response_raw(x, BODY_TOO_LARGE, NULL);
		return MHD_NO;
	}
	if (r->body_n + n + 1 > x->body_cap) {
		size_t cap = x->declared ? (size_t)x->declared + 1 : x->body_cap * 2 + n + 1;

		if (cap < r->body_n + n + 1)
			cap = r->body_n + n + 1;
		r->body = realloc(r->body, cap);
		if (!r->body)
			abort();
		x->body_cap = cap;
	}
	memcpy(r->body + r->body_n, data, n);
	r->body_n += n;
	r->body[r->body_n] = '\0';
	return MHD_YES;
}

void exchanges_expire(struct server *s)
{
	while (s->bodies.head && s->bodies.head->deadline <= s->ticks) {
		struct exchange *x = s->bodies.head;

		exchanges_remove(&s->bodies, x);
		x->stage = STAGE_DONE;
		response_raw(x, BODY_TOO_SLOW, "The body must arrive sooner.");
	}
}

static bool parse_body(struct exchange *x, struct reply *reply)
{
	struct request *r = &x->request;
	json_error_t error;

	if (r->body_n == 0 && (r->route->flags & ROUTE_BODY_OPTIONAL))
		return true;
	if (r->body_n == 0) {
		*reply = reply_problem(r, MALFORMED_JSON, "The body is empty; it is to be an object.");
		return false;
	}
	r->json = json_loadb(r->body, r->body_n, JSON_REJECT_DUPLICATES, &error);
	if (r->json && json_is_object(r->json))
		return true;
	if (r->json)
		*reply = reply_problem(r, MALFORMED_JSON, "The body is JSON, but not an object.");
	else if (json_error_code(&error) == json_error_numeric_overflow)
		*reply = reply_problem(r, INVALID_VALUE, "A number is out of range: %s, line %d.",
				       error.text, error.line);
	else
		*reply = reply_problem(r, MALFORMED_JSON, "%s, at line %d, column %d.", error.text,
				       error.line, error.column);
	return false;
}

/* ---- the handler ---------------------------------------------------------------------------- */

static struct reply run_handler(struct exchange *x)
{
	struct request *r = &x->request;
	struct reply reply;
	bool keyed = x->key && r->account && (r->route->flags & ROUTE_KEY);

	if (!(r->route->flags & ROUTE_WRITES))
		return r->route->handler(r);
	if (desk_enter(x->server->desk) != 0)
		return reply_trouble(r);
	bool given = keyed && idempotency_before(x, &reply);

	if (!given) {
		reply = r->route->handler(r);
		if (keyed && reply.kind == REPLY_NOW && reply.status < 300 && !reply.undo &&
		    idempotency_after(x, &reply) != 0) {
			reply_drop(&reply);
			reply = reply_trouble(r);
		}
	}
	bool keep = reply.kind == REPLY_NOW && reply.status < 400 && !reply.undo && !given;

	if (desk_leave(x->server->desk, keep) != 0 && reply.kind == REPLY_NOW) {
		reply_drop(&reply);
		reply = reply_trouble(r);
	}
	return reply;
}

static void suspend(struct exchange *x, enum stage stage, struct exchanges *list)
{
	x->stage = stage;
	exchanges_add(list, x);
	MHD_suspend_connection(x->connection);
}

static void unsuspend(struct exchange *x, struct exchanges *list, enum stage next)
{
	exchanges_remove(list, x);
	x->stage = next;
	x->server->ready++;
	MHD_resume_connection(x->connection);
}

void exchange_settled(struct exchange *x, bool settled)
{
	if (!settled && x->reply.status < 500) {
		reply_drop(&x->reply);
		x->reply = reply_trouble(&x->request);
	}
	unsuspend(x, &x->server->owing, STAGE_READY);
}

static void watcher_woken(struct watcher *watcher, enum watch_reason reason)
{
	struct exchange *x =
		(struct exchange *)(void *)((char *)watcher - offsetof(struct request, watcher));

	assert(x->request.magic == REQUEST_MAGIC && x->stage == STAGE_WAIT);
	x->request.woken = true;
	x->request.woken_by = reason;
	unsuspend(x, &x->server->waiting, STAGE_AGAIN);
}

static struct server *thinking_server; /* a thought carries no more than itself */

static void thought_done(struct thought *thought)
{
	struct exchange *x = thinking_server->thinking.head;

	while (x && x->request.thought != thought)
		x = x->next;
	assert(x);
	x->request.thought_done = true;
	unsuspend(x, &x->server->thinking, STAGE_AGAIN);
}

/* Whether it is suspended now; false: x->reply is to be given. */
static bool wait_for_news(struct exchange *x)
{
	struct request *r = &x->request;

	x->waited = true;
	r->watcher.wake = watcher_woken;
	if (!x->server->closing && watch_add(x->server->watch, &r->watcher)) {
		suspend(x, STAGE_WAIT, &x->server->waiting);
		return true;
	}
	/* too many wait already: it gets at once what it would get at its deadline */
	r->woken = true;
	r->woken_by = x->server->closing ? WATCH_CLOSING : WATCH_DEADLINE;
	x->reply = run_handler(x);
	assert(x->reply.kind == REPLY_NOW);
	return false;
}

static bool wait_for_thought(struct exchange *x)
{
	struct request *r = &x->request;

	x->waited = true;
	r->thought->done = thought_done;
	thinking_server = x->server;
	if (think(x->server->thinker, r->thought)) {
		suspend(x, STAGE_THINK, &x->server->thinking);
		return true;
	}
	x->reply = reply_problem(r, TOO_MANY_REQUESTS, "Too many passwords are being looked at.");
	x->reply.retry_after = 2;
	return false;
}

/* Everything is there: let the route answer. */
static enum MHD_Result exchange_run(struct exchange *x)
{
	bool writes = x->request.route->flags & ROUTE_WRITES;

	x->reply = run_handler(x);
	switch (x->reply.kind) {
	case REPLY_WAIT:
		assert(!writes);
		if (wait_for_news(x))
			return MHD_YES;
		break;
	case REPLY_THINK:
		if (wait_for_thought(x))
			return MHD_YES;
		break;
	case REPLY_NOW:
		/* even a refusal may rest on what is not yet durable */
		if (writes && desk_is_open(x->server->desk)) {
			suspend(x, STAGE_SETTLE, &x->server->owing);
			return MHD_YES;
		}
		break;
	}
	return response_give(x);
}

/* ---- the library's calls ------------------------------------------------------------------------ */

static enum MHD_Result begin(struct exchange *x, const char *method)
{
	struct server *s = x->server;
	struct reply reply;

	link_busy(x->link);
	MHD_get_connection_values(x->connection, MHD_HEADER_KIND, take_field, x);
	take_id(x);
	if (!judge_head(x, method, &reply)) {
		refuse_early(x, reply);
		/* one who asks before sending, or would send very much, is told at once */
		if (x->expect || x->declared > SWALLOW_MAX) {
			x->reply.close = true;
			return response_give(x);
		}
	}
	x->stage = STAGE_BODY;
	x->deadline = s->ticks + (int64_t)s->config->body_seconds * 1000;
	exchanges_add(&s->bodies, x);
	return MHD_YES;
}

static enum MHD_Result all_there(struct exchange *x)
{
	struct reply reply;

	exchanges_remove(&x->server->bodies, x);
	x->stage = STAGE_DONE;
	if (x->replied)
		return response_give(x);
	if (reads_body(x) && !parse_body(x, &reply)) {
		x->reply = reply;
		return response_give(x);
	}
	if ((x->request.route->flags & ROUTE_KEY_NEEDED) && !x->key) {
		x->reply = reply_problem(&x->request, IDEMPOTENCY_KEY_NEEDED,
					 "Make up a new one for each thing you want done, and send "
					 "it again with every retry.");
		return response_give(x);
	}
	return exchange_run(x);
}

enum MHD_Result exchange_handle(void *cls, struct MHD_Connection *connection, const char *url,
				const char *method, const char *version, const char *data,
				size_t *data_n, void **con_cls)
{
	struct exchange *x = *con_cls;

	(void)cls;
	(void)connection;
	(void)url;
	(void)version;
	assert(x && x->request.magic == REQUEST_MAGIC);
	switch (x->stage) {
	case STAGE_NEW:
		return begin(x, method);
	case STAGE_BODY:
		if (*data_n == 0)
			return all_there(x);
		size_t n = *data_n;

		*data_n = 0;
		return take_piece(x, data, n);
	case STAGE_AGAIN:
		x->server->ready--;
		x->stage = STAGE_DONE;
		return exchange_run(x);
	case STAGE_READY:
		x->server->ready--;
		x->stage = STAGE_DONE;
		return response_give(x);
	case STAGE_SETTLE: /* the library may look before we let it go on */
	case STAGE_WAIT:
	case STAGE_THINK:
		return MHD_YES;
	case STAGE_DONE:
		break;
	}
	return MHD_NO;
}
