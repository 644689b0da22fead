/*
 * post.h - the post room: brings news to those who want them brought.
 *
 * What is to be delivered is written into the book in one turn of the loop and
 * sent after its commit; what became of it is written in the turn in which it
 * comes back.  Nothing here waits, and while nobody subscribes nothing is done.
 * News that were in the book when the daemon ended are found when it begins.
 */
#ifndef API_POST_H
#define API_POST_H

#include "daemon/config.h"
#include "daemon/desk.h"

#include <stdbool.h>
#include <stdint.h>

struct post;

/* Both borrowed.  NULL with a sentence. */
struct post *post_open(struct desk *, const struct config *, char *why, size_t cap);
void post_close(struct post *); /* NULL is fine */

int post_descriptor(const struct post *); /* readable when something is back */
int64_t post_next(const struct post *);	  /* desk_now() of the next thing to do; INT64_MAX: none */

/* After a settle: that account has been told something, or its subscriptions have changed. */
void post_news(struct post *, int64_t account);

/* Outside desk_enter/leave, before a settle: writes what came back and what is to go out. */
void post_turn(struct post *);

/* What became of attempts since the daemon began, by what they were. */
struct post_counts {
	uint64_t arrived[2], failed[2], given_up[2]; /* of webhooks, of mails */
};
const struct post_counts *post_count(const struct post *);

/* After a settle, also where there was nothing to settle: sends what is due, if it may. */
void post_settled(struct post *, bool settled, bool may_send);

#endif
