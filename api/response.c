/*
 * response.c - replies on the wire: their header fields, and what is answered past
 * the library.
 */
#include "api/body.h"
#include "api/exchange.h"
#include "daemon/config.h"
#include "daemon/log.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

/* ---- header fields ----------------------------------------------------------------- */

/* NULL: not allowed. */
static const char *allowed_origin(const struct server *s, const char *origin)
{
	const char *p = s->config->cors_origins;
	size_t n = strlen(origin);

	if (strcmp(p, "*") == 0)
		return "*";
	while (*p) {
		size_t length = strcspn(p, " ");

		if (length == n && strncasecmp(p, origin, n) == 0)
			return origin;
		p += length + (p[length] == ' ');
	}
	return NULL;
}

static void cors_fields(struct exchange *x, struct MHD_Response *response)
{
	const char *allowed = x->origin ? allowed_origin(x->server, x->origin) : NULL;

	if (!allowed)
		return;
	response_field(response, "Access-Control-Allow-Origin", allowed);
	response_field(response, "Access-Control-Expose-Headers",
		       "ETag, Link, Location, RateLimit, RateLimit-Policy, Retry-After, "
		       "Request-Id, Idempotency-Replayed, Server-Time");
	if (strcmp(x->request.method, "OPTIONS") != 0)
		return;
	response_field(response, "Access-Control-Allow-Methods", x->reply.allow);
	response_field(response, "Access-Control-Allow-Headers",
		       "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, "
		       "Last-Event-ID, Request-Id");
	response_field(response, "Access-Control-Max-Age", "600");
}

/* `by`: what the answer was chosen by, or NULL. */
static void vary_field(struct exchange *x, struct MHD_Response *response, const char *by)
{
	bool origin = x->server->config->cors_origins[0] &&
		      strcmp(x->server->config->cors_origins, "*") != 0;
	char both[32];

	if (by && origin) {
		snprintf(both, sizeof both, "%s, Origin", by);
		response_field(response, "Vary", both);
	} else {
		response_field(response, "Vary", by ? by : origin ? "Origin" : NULL);
	}
}

/*
 * Of a game that is shown, to the millisecond: what it says stays the same while
 * time goes by.  NULL of anything else.  Dozens are answered in one millisecond.
 */
static const char *server_time(const struct exchange *x)
{
	static char text[BODY_TIME_SIZE];
	static int64_t of = -1;
	const struct route *route = x->request.route;
	struct out out;
	int64_t now;

	if (!route || route->handler != games_show || x->reply.status != 200)
		return NULL;
	now = desk_now(x->request.desk);
	if (now == of)
		return text;
	out_init(&out);
	out_time(&out, now);
	snprintf(text, sizeof text, "%.*s", (int)out.n - 2, out.p + 1); /* without the quotes */
	out_free(&out);
	of = now;
	return text;
}

static void reply_fields(struct exchange *x, struct MHD_Response *response)
{
	const struct reply *reply = &x->reply;
	char seconds[12], limit[160], policy[160];

	response_field(response, "Request-Id", x->request.id);
	response_field(response, "Server-Time", server_time(x));
	response_field(response, "Location", reply->location);
	response_field(response, "Link", reply->link);
	response_field(response, "Allow", reply->allow);
	if (reply->status == 401 || x->authenticate[0])
		response_field(response, "WWW-Authenticate",
			       x->authenticate[0] ? x->authenticate : "Bearer realm=\"tablasd\"");
	if (reply->replayed)
		response_field(response, "Idempotency-Replayed", "true");
	if (reply->retry_after > 0) {
		snprintf(seconds, sizeof seconds, "%d", reply->retry_after);
		response_field(response, "Retry-After", seconds);
	}
	if (x->counted_n) {
		allowance_fields(x, limit, policy);
		response_field(response, "RateLimit", limit);
		response_field(response, "RateLimit-Policy", policy);
	}
	if (reply->close || x->server->closing)
		response_field(response, "Connection", "close");
	cors_fields(x, response);
}

/* ---- putting it together ----------------------------------------------------------- */

static bool etag_among(const char *list, const char *etag)
{
	size_t n = strlen(etag);

	if (strncmp(etag, "W/", 2) == 0) {
		etag += 2;
		n -= 2;
	}
	for (const char *p = list; *p;) {
		p += strspn(p, " \t,");
		if (*p == '*')
			return true;
		p += strncmp(p, "W/", 2) == 0 ? 2 : 0;
		size_t length = *p == '"' ? strcspn(p + 1, "\"") + 2 : 0;

		length = strnlen(p, length);
		length += strcspn(p + length, " \t,"); /* what stands behind it makes it another */
		if (length == n && strncmp(p, etag, n) == 0)
			return true;
		p += length;
	}
	return false;
}

static bool is_unchanged(const struct exchange *x)
{
	const struct reply *reply = &x->reply;
	const char *etag = reply->shared ? reply->shared->etag : reply->etag;

	return x->if_none_match && *etag && reply->status == 200 &&
	       strcmp(x->request.method, "GET") == 0 && etag_among(x->if_none_match, etag);
}

static struct MHD_Response *empty_response(void)
{
	return MHD_create_response_from_buffer(0, (char[]){""}, MHD_RESPMEM_PERSISTENT);
}

static struct MHD_Response *own_response(struct exchange *x)
{
	struct reply *reply = &x->reply;
	bool head_of_stream = reply->stream && x->head;
	struct MHD_Response *response;

	response = reply->stream ? stream_response(reply->stream)
		   : reply->body ? MHD_create_response_from_buffer(reply->body_n, reply->body,
								   MHD_RESPMEM_MUST_FREE)
				 : empty_response();
	reply->stream = NULL;
	if (!response)
		return NULL;
	reply->body = NULL;
	/* else the library ends chunks that were never begun, and the next answer is not read */
	if (head_of_stream)
		MHD_set_response_options(response, MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
	body_fields(response, reply->type, reply->cache, reply->etag);
	response_field(response, "Content-Language", reply->language);
	vary_field(x, response,
		   reply->language[0]	? "Accept-Language"
		   : reply->vary_accept ? "Accept"
					: NULL);
	reply_fields(x, response);
	return response;
}

/* The shared text with header fields of its own, where those are not the usual ones. */
static struct MHD_Response *dressed_response(struct exchange *x)
{
	struct body *body = x->reply.shared;
	struct MHD_Response *response = body_lend(body);

	if (!response)
		return NULL;
	body_fields(response, body->type, body->cache, body->etag);
	vary_field(x, response, body->vary_accept ? "Accept" : NULL);
	reply_fields(x, response);
	return response;
}

static struct MHD_Response *shared_response(struct exchange *x)
{
	if (x->origin || x->reply.close || x->server->closing || x->server->config->cors_origins[0])
		return dressed_response(x);
	return body_response(x->reply.shared, x->request.id, server_time(x));
}

/* Whoever has the path of a mail's link may follow it, also who reads it in the log. */
static const char *path_to_log(const char *path)
{
	static const char links[] = "/v1/mail/";

	return strncmp(path, links, sizeof links - 1) == 0 ? "/v1/mail/{token}" : path;
}

static void log_answer(const struct exchange *x, int status)
{
	char number[12];

	if (log_level() > LOG_DEBUG_LEVEL ||
	    (x->request.route && (x->request.route->flags & ROUTE_QUIET)))
		return;
	snprintf(number, sizeof number, "%d", status);
	log_event(LOG_DEBUG_LEVEL, "request", "id", x->request.id, "method", x->request.method,
		  "path", path_to_log(x->request.path), "account",
		  x->request.account_name[0] ? x->request.account_name : NULL, "status", number,
		  NULL);
}

enum MHD_Result response_give(struct exchange *x)
{
	struct reply *reply = &x->reply;
	int status = reply->status;
	struct MHD_Response *response;

	assert(reply->kind == REPLY_NOW && status >= 200);
	x->stage = STAGE_DONE;
	response = reply->shared ? shared_response(x) : own_response(x);
	if (!response)
		return MHD_NO;
	if (is_unchanged(x)) /* the same without its body, which the library leaves out */
		status = 304;
	metrics_answered(x, status);
	log_answer(x, status);
	enum MHD_Result result = mend_queue(x->connection, (unsigned)status, response);

	if (!reply->shared || response != reply->shared->response)
		MHD_destroy_response(response);
	return result;
}

void response_feed_head(struct exchange *x, struct out *out)
{
	const char *allowed = x->origin ? allowed_origin(x->server, x->origin) : NULL;

	out_text(out, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
		      "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n"
		      "X-Accel-Buffering: no\r\nVary: Accept");
	out_format(out, "%s\r\nRequest-Id: %s\r\n",
		   x->server->config->cors_origins[0] ? ", Origin" : "", x->request.id);
	if (allowed)
		out_format(out, "Access-Control-Allow-Origin: %s\r\n", allowed);
	out_text(out, "Connection: close\r\n\r\n");
	metrics_answered(x, 200);
	log_answer(x, 200);
}

/*
 * Writes an answer past the library, after which the connection is of no use.
 * A client whose window is full does not get it, and is gone anyway.  What has
 * arrived is taken out of the socket first: closing one that was not read to
 * its end resets it, and the client may lose the answer.
 */
bool response_write(struct link *link, const char *id, const struct reply *reply)
{
	static char away[65536];
	const struct body *shared = reply->shared;
	const char *type = shared ? shared->type : reply->type;
	const char *etag = shared ? shared->etag : reply->etag;
	size_t n = shared ? shared->n : reply->body_n;
	struct out out;
	bool written;

	for (int i = 0; i < 32 && recv(link->fd, away, sizeof away, MSG_DONTWAIT) > 0; i++)
		;
	out_init(&out);
	out_format(&out, "HTTP/1.1 %d %s\r\n", reply->status,
		   MHD_get_reason_phrase_for((unsigned)reply->status));
	if (type)
		out_format(&out, "Content-Type: %s\r\nContent-Length: %zu\r\n", type, n);
	out_format(&out, "Request-Id: %s\r\nCache-Control: no-store\r\n", id);
	if (reply->location[0])
		out_format(&out, "Location: %s\r\n", reply->location);
	if (etag[0])
		out_format(&out, "ETag: %s\r\n", etag);
	if (reply->replayed)
		out_text(&out, "Idempotency-Replayed: true\r\n");
	if (reply->status == 401)
		out_text(&out, "WWW-Authenticate: Bearer realm=\"tablasd\"\r\n");
	if (reply->retry_after > 0)
		out_format(&out, "Retry-After: %d\r\n", reply->retry_after);
	out_text(&out, "Connection: close\r\n\r\n");
	out_text_n(&out, shared ? shared->text : reply->body, n);
	written = send(link->fd, out.p, out.n, MSG_DONTWAIT | MSG_NOSIGNAL) > 0;
	out_free(&out);
	link_shut(link);
	return written;
}

/* The library takes no answer while a body is on its way; nothing of one has been sent then. */
void response_raw(struct exchange *x, enum refusal refusal, const char *detail)
{
	struct reply reply = reply_problem(&x->request, refusal, "%s", detail);

	if (response_write(x->link, x->request.id, &reply))
		metrics_answered(x, reply.status);
	reply_drop(&reply);
}
