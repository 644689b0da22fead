/*
 * mend.c - the library's own refusals, said in this server's words.
 *
 * Some requests never reach a handler: a request line that cannot be read, a
 * header larger than a connection's memory.  libmicrohttpd answers those itself,
 * with a page of HTML that nobody can change.  Every error here is a problem
 * document, so this stands in the door: the library calls its own public
 * MHD_queue_response() through the dynamic linker, which finds this one first.
 * The answer is written past the library, because 0.9.75 sends the head of some
 * of its refusals twice.  Where the linker would not find this one (a library
 * linked statically) only the form of those few answers is lost.
 */
#define _GNU_SOURCE /* RTLD_NEXT */
#include "api/exchange.h"
#include "daemon/config.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

typedef enum MHD_Result queue_function(struct MHD_Connection *, unsigned, struct MHD_Response *);

struct unread {
	unsigned status;
	enum refusal refusal;
	const char *detail;
};

/* No page of ours says more of another than its status does. */
static const struct unread *unread_of(unsigned status)
{
	static const struct unread known[] = {
		{413, BODY_TOO_LARGE, "The body is said to be longer than any that is read."},
		{414, URI_TOO_LONG, "The address is longer than any that is read."},
		{431, HEADERS_TOO_LARGE, "The header is larger than any that is read."},
		{500, INTERNAL_ERROR, "The request could not be answered."},
		{503, UNAVAILABLE, "There is no room for another request."},
		{0, ACCEPTED, "The request could not be read as HTTP/1.1."},
	};
	const struct unread *u = known;

	while (u->status && u->status != status)
		u++;
	return u;
}

static void problem_write(struct link *link, unsigned status)
{
	const struct server *s = link->server;
	const struct unread *unread = unread_of(status);
	struct reply reply;
	struct out out;
	char id[40];

	exchange_make_id(link->server, id);
	out_init(&out);
	out_object(&out);
	if (unread->status) {
		out_key(&out, "type");
		out_format(&out, "\"%s/v1/problems/%s\"", s->config->public_url,
			   refusal_slug(unread->refusal));
		out.first = false;
		out_kstring(&out, "title", refusal_title(unread->refusal));
	} else {
		out_kstring(&out, "type", "about:blank");
		out_kstring(&out, "title", MHD_get_reason_phrase_for(status));
	}
	out_kint(&out, "status", status);
	out_kstring(&out, "detail", unread->detail);
	if (link->exchange) { /* its address had been read */
		const char *uri = link->exchange->uri;

		out_key(&out, "instance");
		out_string_n(&out, uri, strcspn(uri, "?"));
	}
	out_kstring(&out, "request_id", id);
	out_object_end(&out);
	reply = reply_text((int)status, "application/problem+json", &out);
	if (response_write(link, id, &reply))
		metrics_unread(link->server, (int)status);
	reply_drop(&reply);
}

enum MHD_Result mend_queue(struct MHD_Connection *connection, unsigned status,
			   struct MHD_Response *response)
{
	static queue_function *library;

	if (!library) {
		void *found = dlsym(RTLD_NEXT, "MHD_queue_response");

		memcpy(&library, &found, sizeof library);
		if (!library)
			abort();
	}
	return library(connection, status, response);
}

__attribute__((visibility("default"))) enum MHD_Result
MHD_queue_response(struct MHD_Connection *connection, unsigned status,
		   struct MHD_Response *response)
{
	const union MHD_ConnectionInfo *info =
		MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
	struct link *link = info ? info->socket_context : NULL;

	if (!link || link->magic != LINK_MAGIC)
		return mend_queue(connection, status, response);
	problem_write(link, status);
	return MHD_NO; /* the library has no more to do than to close */
}
