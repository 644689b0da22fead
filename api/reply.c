/*
 * reply.c - answers as values, and problem documents (RFC 9457).
 *
 * Every refusal has one `type`, which is the address of a page this server
 * serves itself; whoever branches on errors branches on that.
 */
#include "api/exchange.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RETRY_AFTER_TROUBLE 1 /* seconds: a full disk is looked at again soon */

struct reply reply_json(int status, struct out *take)
{
	return reply_text(status, "application/json", take);
}

struct reply reply_text(int status, const char *type, struct out *take)
{
	struct reply reply = {.status = status, .type = type};

	reply.body = out_take(take, &reply.body_n);
	return reply;
}

/* printf would take as long as to find what it is about. */
void reply_etag(char etag[40], uint64_t ply)
{
	char digits[24];
	size_t n = sizeof digits;

	digits[--n] = '\0';
	digits[--n] = '"';
	do {
		digits[--n] = (char)('0' + ply % 10);
		ply /= 10;
	} while (ply);
	digits[--n] = '"';
	memcpy(etag, digits + n, sizeof digits - n);
}

struct reply reply_empty(int status)
{
	return (struct reply){.status = status};
}

struct reply reply_body(struct body *body)
{
	return (struct reply){.status = 200, .shared = body_hold(body)};
}

struct reply reply_stream(const char *type, struct stream *take)
{
	return (struct reply){.status = 200, .type = type, .stream = take};
}

static void problem_begin(struct request *r, struct out *out, enum refusal refusal,
			  const char *detail, va_list args)
{
	const struct exchange *x = (const struct exchange *)r;
	char type[384], text[1024];

	out_init(out);
	out_object(out);
	snprintf(type, sizeof type, "%s/v1/problems/%s", x->server->config->public_url,
		 refusal_slug(refusal));
	out_kstring(out, "type", type);
	out_kstring(out, "title", refusal_title(refusal));
	out_kint(out, "status", refusal_status(refusal));
	if (detail) {
		vsnprintf(text, sizeof text, detail, args);
		out_kstring(out, "detail", text);
	}
	if (r->path)
		out_kstring(out, "instance", r->path);
	out_kstring(out, "request_id", r->id);
}

void reply_problem_begin(struct request *r, struct out *out, enum refusal refusal,
			 const char *detail, ...)
{
	va_list args;

	va_start(args, detail);
	problem_begin(r, out, refusal, detail, args);
	va_end(args);
}

struct reply reply_problem_end(struct request *r, struct out *out, enum refusal refusal)
{
	(void)r;
	out_object_end(out);
	struct reply reply = reply_text(refusal_status(refusal), "application/problem+json", out);

	if (reply.status == 503)
		reply.retry_after = RETRY_AFTER_TROUBLE;
	return reply;
}

struct reply reply_problem(struct request *r, enum refusal refusal, const char *detail, ...)
{
	struct out out;
	va_list args;

	va_start(args, detail);
	problem_begin(r, &out, refusal, detail, args);
	va_end(args);
	return reply_problem_end(r, &out, refusal);
}

struct reply reply_trouble(struct request *r)
{
	return reply_problem(r, UNAVAILABLE,
			     "The book could not be read or written. Nothing has been done; "
			     "try again.");
}

void reply_drop(struct reply *reply)
{
	free(reply->body);
	reply->body = NULL;
	body_release(reply->shared);
	reply->shared = NULL;
	if (reply->stream)
		reply->stream->end(reply->stream);
	reply->stream = NULL;
}
