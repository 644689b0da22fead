/*
 * body.h - bodies that answers share, as response.c hands them to the library; what
 * handlers do with them is in request.h.
 */
#ifndef API_BODY_H
#define API_BODY_H

#include "api/request.h"

#include <microhttpd.h>

#define BODY_TIME_SIZE 32 /* of an instant to the millisecond, and more */

struct body {
	unsigned holds;
	bool spare; /* among the spares again when nobody holds it: the text is behind it */
	char *text;
	size_t n;
	const char *type, *cache;
	char etag[40];
	bool vary_accept;
	struct MHD_Response *response;
	char told[40], id[40], time[BODY_TIME_SIZE]; /* etag, id and time in the response now */
};

void bodies_free(void); /* those that wait to be used again */

/* The fields that depend on what is answered alone; "" and NULL are left out. */
void body_fields(struct MHD_Response *, const char *type, const char *cache, const char *etag);
void response_field(struct MHD_Response *, const char *name, const char *value);

/*
 * The library's object of a body, with all its fields; it is the body's own.  time may
 * be NULL.  NULL: out of memory.
 */
struct MHD_Response *body_response(struct body *, const char *id, const char *time);
/* Another without any field, which holds the body: the caller destroys it. */
struct MHD_Response *body_lend(struct body *);

#endif
