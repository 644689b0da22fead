/*
 * mend.c - the library's own refusals, said in this server's words.
 *
 * Some requests never reach a handler: a request line that cannot be read, a
 * header larger than a connection's memory.  libmicrohttpd answers those itself,
 * with a page of HTML that nobody can change.  Every error here is a problem
 * document, so this stands in the door: the library calls its own public
 * MHD_queue_response() through the dynamic linker, which finds this one first.
 * Where it would not (a library linked statically) only the form of those few
 * answers is lost.
 */
#define _GNU_SOURCE /* RTLD_NEXT */
#include "api/exchange.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

typedef enum MHD_Result queue_function(struct MHD_Connection *, unsigned, struct MHD_Response *);

static enum refusal refusal_of(unsigned status)
{
	switch (status) {
	case 413:
		return BODY_TOO_LARGE;
	case 414:
		return URI_TOO_LONG;
	case 431:
		return HEADERS_TOO_LARGE;
	case 500:
		return INTERNAL_ERROR;
	case 503:
		return UNAVAILABLE;
	default:
		return ACCEPTED;
	}
}

/* Of a connection that has no exchange, or one that is no use any more. */
static struct MHD_Response *problem_of(struct server *s, unsigned status)
{
	enum refusal refusal = refusal_of(status);
	struct out out;
	char id[40];
	size_t n;

	exchange_make_id(s, id);
	out_init(&out);
	out_object(&out);
	if (refusal) {
		out_key(&out, "type");
		out_format(&out, "\"%s/v1/problems/%s\"", s->config->public_url,
			   refusal_slug(refusal));
		out.first = false;
	} else { /* no page of ours says more than the status does */
		out_kstring(&out, "type", "about:blank");
	}
	out_kstring(&out, "title",
		    refusal ? refusal_title(refusal) : MHD_get_reason_phrase_for(status));
	out_kint(&out, "status", status);
	if (!refusal)
		out_kstring(&out, "detail", "The request could not be read as HTTP/1.1.");
	out_kstring(&out, "request_id", id);
	out_object_end(&out);
	char *text = out_take(&out, &n);
	struct MHD_Response *response =
		MHD_create_response_from_buffer(n, text, MHD_RESPMEM_MUST_FREE);

	if (!response) {
		free(text);
		return NULL;
	}
	MHD_add_response_header(response, "Content-Type", "application/problem+json");
	MHD_add_response_header(response, "Cache-Control", "no-store");
	MHD_add_response_header(response, "Request-Id", id);
	MHD_add_response_header(response, "Connection", "close");
	return response;
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
	struct MHD_Response *problem = problem_of(link->server, status);

	if (!problem)
		return mend_queue(connection, status, response);
	metrics_unread(link->server, (int)status);
	enum MHD_Result result = mend_queue(connection, status, problem);

	MHD_destroy_response(problem);
	return result;
}
