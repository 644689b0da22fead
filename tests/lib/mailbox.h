/*
 * mailbox.h - a mail server of a test's own, which keeps what it is given.
 *
 * It listens on 127.0.0.1, in a thread, and speaks as much SMTP as a client needs.
 */
#ifndef TESTS_LIB_MAILBOX_H
#define TESTS_LIB_MAILBOX_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

struct mail {
	char from[300], to[300]; /* of the envelope */
	char *text;		 /* as it came, unquoted */
};

struct mailbox {
	int fd, port;
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t came;
	bool stopping;
	struct mail *got; /* all that have come */
	size_t n, cap;
};

void mailbox_open(struct mailbox *);
void mailbox_close(struct mailbox *);
void mailbox_wait(struct mailbox *, size_t n); /* until so many have come in all */
size_t mailbox_count(struct mailbox *);

#endif
