/*
 * door.h - where the command line reaches the daemon that serves a book.
 *
 * The book is written by one hand.  While a daemon has it, an errand is sent to
 * a socket beside the book (book.door), which only the daemon's user and root
 * can write to; the daemon runs it like a request, and answers when its group
 * is durable.  One datagram is one errand, another its answer.
 */
#ifndef DAEMON_DOOR_H
#define DAEMON_DOOR_H

#include "daemon/errands.h"

struct door;

/* By whoever has locked the book.  NULL when it cannot be had: errno says why. */
struct door *door_open(const char *book);
void door_close(struct door *); /* NULL is fine */

int door_descriptor(const struct door *); /* to be polled for reading; -1 of NULL */

/* Runs the errands that have come; door_settled() sends their answers. */
void door_hear(struct door *, struct desk *);
void door_settled(struct door *, bool settled);

/*
 * Sends an errand to whoever serves the book.  Its exit status and what to
 * print; -1: nobody has the door.
 */
int door_ask(const char *book, const struct errand *, char said[ERRAND_SAID_MAX]);

#endif
