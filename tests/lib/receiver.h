/*
 * receiver.h - a web server of a test's own, to which webhooks are delivered.
 *
 * It listens on 127.0.0.1, in a thread, and keeps every request.  What it answers
 * is set beforehand, and may be nothing at all.
 */
#ifndef TESTS_LIB_RECEIVER_H
#define TESTS_LIB_RECEIVER_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#define HELD_MAX 512

struct received {
	char *head, *body; /* zero-ended */
	size_t body_n;
	int status; /* of what it was answered; 0: nothing */
};

struct receiver {
	char url[64]; /* "http://127.0.0.1:PORT/hook" */
	int fd, port;
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t came;
	char answer[512]; /* a whole answer; "": none, and the connection is kept open */
	bool endless;	  /* ... and then goes on with noise */
	bool open, stopping;
	struct received *got; /* all that have come */
	size_t n, cap;
	int held[HELD_MAX]; /* connections that get no answer */
	size_t held_n;
};

/* Not on a test's own stack: a test that fails leaves it open for its teardown to close. */
void receiver_open(struct receiver *);
void receiver_close(struct receiver *); /* of one that is not open: nothing */

/* What is answered from now on: "HTTP/1.1 204 No Content\r\n…"; status alone is filled up. */
void receiver_answer(struct receiver *, const char *status_and_fields);

/* Waits until so many have come in all; fails the test after a while. */
void receiver_wait(struct receiver *, size_t n);
size_t receiver_count(struct receiver *);

/* A header field of the i-th, in a static buffer; "" if it is not there. */
const char *received_field(struct receiver *, size_t i, const char *name);

#endif
