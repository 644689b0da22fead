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
#include "api/feeds.h"
#include "daemon/clock.h"
#include "daemon/config.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#define SPARES_MOST 256

/* ---- lists ------------------------------------------------------------------------- */

static void exchanges_add(struct exchanges *list, struct exchange *x)
{
	x->next = NULL;
	x->prev = list->tail;
	*(list->tail ? &list->tail->next : &list->head) = x;
	list->tail = x;
	list->n++;
}

static void exchanges_remove(struct exchanges *list, struct exchange *x)
{
	*(x->prev ? &x->prev->next : &list->head) = x->next;
	*(x->next ? &x->next->prev : &list->tail) = x->prev;
	x->prev = x->next = NULL;
	list->n--;
}

/* ---- beginning and end ------------------------------------------------------------- */

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
	while (x->joined_n)
		free(x->joined[--x->joined_n]);
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

/* ---- the body ---------------------------------------------------------------------- */

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
	if (x->replied || !head_reads_body(x)) {
		x->swallowed += n;
		if (x->swallowed <= SWALLOW_MAX)
			return MHD_YES;
		response_raw(x, BODY_TOO_LARGE, "So much is not even thrown away.");
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
		*reply = reply_problem(r, MALFORMED_JSON,
				       "The body is empty; it is to be an object.");
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

/* ---- the handler ------------------------------------------------------------------- */

static struct reply ask_handler(struct exchange *x)
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

static struct reply run_handler(struct exchange *x)
{
	struct reply reply = ask_handler(x);

	desk_asked(x->server->desk); /* no plugin is at work on its behalf any more */
	return reply;
}

static void suspend(struct exchange *x, enum stage stage, struct exchanges *list)
{
	x->stage = stage;
	exchanges_add(list, x);
	MHD_suspend_connection(x->connection);
}

/*
 * A client that has said all it has to say may close its side and listen.  The
 * library looks before it lets a resumed connection go on, takes that for the
 * end of both sides, and gives no answer; so such a one is answered past it.
 */
static void answer_last_words(struct exchange *x)
{
	char byte;

	if (x->head || recv(x->link->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) != 0)
		return;
	if (x->stage == STAGE_WAIT) {
		x->reply = run_handler(x);
		if (x->reply.kind == REPLY_FEED && feeds_have_room(x, &x->reply)) {
			x->written = feeds_take(x);
			return;
		}
		assert(x->reply.kind == REPLY_NOW);
	}
	x->written = true;
	if (response_write(x->link, x->request.id, &x->reply))
		metrics_answered(x, x->reply.status);
}

static void unsuspend(struct exchange *x, struct exchanges *list, enum stage next)
{
	if (x->stage != STAGE_THINK && !x->written)
		answer_last_words(x);
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
	if (reason != WATCH_CLOSING && x->request.waits_on &&
	    x->request.waits_on(&x->request) && watch_add(x->server->watch, watcher))
		return;
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

static enum stream_state end_at_once(struct stream *stream, struct out *out)
{
	(void)stream, (void)out;
	return STREAM_ENDS;
}

static void forget_nothing(struct stream *stream)
{
	(void)stream;
}

/*
 * Whether it is suspended, to have its connection taken; false: x->reply is to be
 * given.  One who asks for the head alone is told no more.
 */
static bool wait_for_taking(struct exchange *x)
{
	static struct stream nothing = {.more = end_at_once, .end = forget_nothing};

	if (!feeds_have_room(x, &x->reply))
		return false;
	if (x->head) {
		x->reply = reply_stream("text/event-stream", &nothing);
		return false;
	}
	suspend(x, STAGE_FEED, &x->server->feeding);
	return true;
}

void exchanges_feed(struct server *s)
{
	while (s->feeding.head) {
		struct exchange *x = s->feeding.head;

		x->written = feeds_take(x);
		if (!x->written)
			x->reply = reply_trouble(&x->request);
		unsuspend(x, &s->feeding, STAGE_READY);
	}
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
	if (x->reply.kind == REPLY_FEED)
		return wait_for_taking(x);
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
	case REPLY_FEED:
		if (wait_for_taking(x))
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

/* ---- the library's calls ----------------------------------------------------------- */

static enum MHD_Result begin(struct exchange *x, const char *method)
{
	struct server *s = x->server;
	struct reply reply;

	link_busy(x->link);
	if (!head_judge(x, method, &reply)) {
		refuse_early(x, reply);
		/* one who asks before sending, or would send very much, is told at once;
		   and where nobody knows what is a body, nothing more is read */
		if (x->expect || x->declared > SWALLOW_MAX || x->unclear) {
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
	if (head_reads_body(x) && !parse_body(x, &reply)) {
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
		return x->written ? MHD_NO : exchange_run(x);
	case STAGE_READY:
		x->server->ready--;
		x->stage = STAGE_DONE;
		return x->written ? MHD_NO : response_give(x);
	case STAGE_SETTLE: /* the library may look before we let it go on */
	case STAGE_WAIT:
	case STAGE_THINK:
	case STAGE_FEED:
		return MHD_YES;
	case STAGE_DONE:
		break;
	}
	return MHD_NO;
}
