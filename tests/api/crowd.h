/*
 * crowd.h - many clients at once, each on a connection and a thread of its own.
 */
#ifndef TESTS_API_CROWD_H
#define TESTS_API_CROWD_H

#include "tests/lib/http.h"

#include <pthread.h>

struct asker {
	const char *method, *path, *token; /* borrowed */
	const char *body;		   /* JSON, or NULL */
	const char *field;		   /* a header field, or NULL */
	struct answer answer;		   /* status 0: none came */
	struct http http;
	pthread_t thread;
};

/* Everybody asks at the same moment, as far as a machine can. */
void crowd_begin(struct asker *, size_t n, const char *url);
/* Returns when everybody has an answer. */
void crowd_end(struct asker *, size_t n);
void crowd_ask(struct asker *, size_t n, const char *url);

/* How many have an answer of this status. */
size_t crowd_count(const struct asker *, size_t n, long status);
void crowd_fini(struct asker *, size_t n); /* frees the answers */

#endif
