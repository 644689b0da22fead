/*
 * think.h - one thread that thinks while the loop goes on.
 *
 * Threads may think, only the loop may write.  A thought is a function and its
 * argument; when it is done its number is ready to be collected by the loop,
 * which the descriptor tells.
 */
#ifndef DAEMON_THINK_H
#define DAEMON_THINK_H

#include <stdbool.h>
#include <stddef.h>

struct thinker;

struct thought {
	void (*work)(struct thought *);	 /* in the thread; touches nothing but *this */
	void (*done)(struct thought *);	 /* in the loop, by think_collect()          */
	struct thought *next;		 /* the thinker's */
};

int think_start(struct thinker **out, size_t most_waiting);
void think_stop(struct thinker *); /* waits; collects nothing more. NULL is fine */
bool think(struct thinker *, struct thought *); /* false: too many are waiting already */
int think_descriptor(const struct thinker *);	/* readable when something is done */
void think_collect(struct thinker *);		/* calls done() for what is */

#endif
