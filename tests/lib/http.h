/*
 * http.h - asking a daemon over HTTP, by libcurl.
 *
 *	struct answer a = http_ask(&h, "POST", "/v1/games", token,
 *				   "{\"ruleset\": \"%s\"}", name);
 *	assert_int_equal(a.status, 201);
 *	assert_string_equal(answer_string(&a, "state"), "open");
 *	answer_fini(&a);
 *
 * Transport failures fail the running test, unless `tolerant` is set: then the
 * status is 0.
 */
#ifndef TESTS_LIB_HTTP_H
#define TESTS_LIB_HTTP_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct http {
	void *curl; /* one connection, kept alive */
	char url[64];
	bool tolerant;
	long timeout_ms;
	const char *headers[32]; /* further ones for the next request only; NULL-ended */
};

struct answer {
	long status; /* 0: no answer */
	char *body;
	size_t body_n;
	char *head;   /* status line and header fields */
	json_t *json; /* the body if it is JSON, else NULL */
};

void http_init(struct http *, const char *url);
void http_fini(struct http *);

/* A header field for the next request only: "If-Match: \"3\"". Borrowed. */
void http_header(struct http *, const char *field);

/* token NULL: none.  body NULL: none; else printf-like, sent as application/json. */
struct answer http_ask(struct http *, const char *method, const char *path, const char *token,
		       const char *body, ...) __attribute__((format(printf, 5, 6)));

/* Raw bytes of any type (NULL type: no Content-Type). */
struct answer http_send(struct http *, const char *method, const char *path, const char *token,
			const char *type, const void *body, size_t n);

void answer_fini(struct answer *);

/* The value of a header field, in a static buffer; "" if it is not there. */
const char *answer_header(const struct answer *, const char *name);

/*
 * A member by path: "waiting.seats[0]".  They fail the test, showing the whole
 * answer, when it is not there or of another type.
 */
json_t *answer_at(const struct answer *, const char *path);
const char *answer_string(const struct answer *, const char *path);
long long answer_int(const struct answer *, const char *path);
bool answer_bool(const struct answer *, const char *path);
bool answer_has(const struct answer *, const char *path); /* there and not null */

/* Fails the test, showing the answer, unless it has this status. */
void answer_expect(const struct answer *, long status);
/* ... unless it is this problem, with everything a problem must have. */
void answer_expect_problem(const struct answer *, long status, const char *slug);

/* The same of an answer that is of no use afterwards; NULL: wherever it points. */
void answer_done(struct answer, long status);
void answer_refused(struct answer, long status, const char *slug);
void answer_refused_at(struct answer, long status, const char *slug, const char *pointer);

#endif
