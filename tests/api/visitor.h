/*
 * visitor.h - somebody with every scope and no seat, who asks in every wrong way.
 */
#ifndef TESTS_API_VISITOR_H
#define TESTS_API_VISITOR_H

#include "tests/api/club.h"
#include "tests/api/every_route.h"

#define COUNT(array)	 (sizeof(array) / sizeof *(array))

extern char visitor[128]; /* the token */

/* A club at which a game is played for 100 chips, and the visitor. */
void visitor_open(const char *const *flags);

/* A request with a fresh Idempotency-Key. */
struct answer visitor_send(const char *token, const char *method, const char *path,
			   const char *type, const void *body, size_t n);

/* Fails the test unless it is a problem document with all that one has; `what` was asked. */
void visitor_problem(const struct answer *, const char *what);

void visitor_refused(struct answer, long status, const char *slug);
void visitor_done(struct answer, long status);

/* Nothing has happened at the table, nor to ana's chips. */
void visitor_changed_nothing(void);

#endif
