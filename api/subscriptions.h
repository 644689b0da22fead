/*
 * subscriptions.h - what the routes of webhooks and of mail share.
 */
#ifndef API_SUBSCRIPTIONS_H
#define API_SUBSCRIPTIONS_H

#include "api/games_inside.h"
#include "api/people.h"

/*
 * Members "events", "digest" and "enabled" of the body, where they are there,
 * into the row; false and a problem otherwise.
 */
bool subscription_members(struct request *, struct subscription_row *, struct reply *);

/* The same as members of an object, and how it fares. */
void subscription_out(struct out *, const struct subscription_row *);

/* How long before a deadline an account is reminded (reminders.c). */
void reminders_out(struct out *, const int64_t *before, size_t n);

/*
 * The one that the path names, if it is of that kind and the caller's; false and
 * a problem otherwise.
 */
bool subscription_find(struct request *, int kind, struct subscription_row *, struct reply *);

/* Of a new one: from now on, whatever happens is told.  0, or -1 on trouble. */
int subscription_begin(struct request *, struct subscription_row *);

/* Writes it; the post room looks at it after the commit.  STORE_DONE, NONE or TROUBLE. */
int subscription_keep(struct request *, const struct subscription_row *);

/* A duration in the body, between two bounds. */
bool subscription_duration(struct request *, const json_t *object, const char *pointer,
			   const char *key, int64_t least, int64_t most, int64_t *out,
			   struct reply *);

/* A page of the deliveries of it. */
struct reply subscription_deliveries(struct request *, const struct subscription_row *);
void delivery_out(struct out *, const struct delivery_row *, bool body);

#endif
