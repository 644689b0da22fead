/*
 * subscriptions.h - the part of the store that is about bringing news.
 *
 * Included by store.h, which is the door; here for want of room there.
 */
#ifndef SCHEMA_SUBSCRIPTIONS_H
#define SCHEMA_SUBSCRIPTIONS_H

#include "schema/store.h"

/* ---- subscriptions: where news are brought to ------------------------------------------ */

#define STORE_TARGET_MAX 1024
#define STORE_EVENTS_MAX 1023
#define STORE_FAILURE_MAX 127

enum subscription_kind { SUBSCRIPTION_WEBHOOK = 1, SUBSCRIPTION_MAIL };

struct subscription_row {
	int64_t id, account;
	uint8_t kind;
	char target[STORE_TARGET_MAX + 1];
	char events[STORE_EVENTS_MAX + 1]; /* words, blanks between; "": all      */
	int64_t every, past;		   /* between digests; 0: each news alone */
	bool enabled;
	char why[STORE_FAILURE_MAX + 1]; /* it is not */
	int64_t created, confirmed;  /* 0: not yet */
	int64_t cursor;		     /* the last news it has taken up */
	int64_t digest_at, due;	     /* 0: never */
	int64_t failing;	     /* since; 0: it does not */
	int64_t earlier_until;	     /* the secret before is valid so long */
};

struct subscription_secrets {
	unsigned char secret[32], earlier[32];
	bool rotated; /* there is an earlier one */
};

/* Fills in id.  NONE: the account has such a one for that target. */
int store_subscription_add(struct store *, struct subscription_row *,
			   const unsigned char secret[32]);
/* Writes what may change: all but account, kind, created and secrets.  NONE as above. */
int store_subscription_set(struct store *, const struct subscription_row *);
int store_subscription_rotate(struct store *, int64_t id, const unsigned char secret[32],
			      int64_t earlier_until);
int store_subscription_secrets(struct store *, int64_t id, struct subscription_secrets *);
int store_subscription_drop(struct store *, int64_t id); /* with its deliveries */
int store_subscriptions_forget(struct store *, int64_t account); /* all of that account */
int store_subscription(struct store_view *, int64_t id, struct subscription_row *);
/* By id, behind `after`; kind 0: any.  n: cap in, found out. */
int store_subscriptions(struct store_view *, int64_t account, int kind, int64_t after,
			struct subscription_row *out, size_t *n);
/* The next of that kind by due and id, behind those of `row`, into it; due or not yet. */
int store_subscription_due(struct store_view *, int kind, struct subscription_row *row);
/* The first of those that have a digest to come, by when; come or not yet. */
int store_subscription_digest(struct store_view *, struct subscription_row *row);

/*
 * The next account behind `after` of which one has not taken up the newest news, or
 * is not due though something waits: it was to be looked at when the daemon ended.
 */
int store_subscription_behind(struct store_view *, int64_t after, int64_t *account);

enum delivery_state { DELIVERY_WAITS = 1, DELIVERY_ARRIVED, DELIVERY_GIVEN_UP };

struct delivery_row {
	int64_t id, subscription;
	int64_t first, last; /* news by number; 0: a test */
	char kind[32];
	char *body; /* malloc()ed where it was read; the caller frees */
	int64_t created;
	int state;
	unsigned attempts;
	int64_t next, tried; /* 0: never */
	int status;	     /* 0: none was given */
	char why[STORE_FAILURE_MAX + 1];
};

int store_delivery_add(struct store *, struct delivery_row *); /* fills in id */
int store_delivery_set(struct store *, const struct delivery_row *); /* from state on */
int store_delivery(struct store_view *, int64_t id, struct delivery_row *);
/* The one that is tried next, due or not yet. */
int store_delivery_next(struct store_view *, int64_t subscription, struct delivery_row *);
/* When the last but `n` - 1 of those that have arrived did. */
int store_delivery_arrived(struct store_view *, int64_t subscription, int64_t n, int64_t *at);
/* Newest first, before `before` (0: from the newest); state 0: any. */
int store_deliveries(struct store_view *, int64_t subscription, int64_t before, int state,
		     struct delivery_row *out, size_t *n);
int store_deliveries_waiting(struct store_view *, int64_t subscription, int64_t *n);
/* Those that wait for subscriptions that are enabled; and when the first of them was made. */
int store_deliveries_late(struct store_view *, int64_t *n, int64_t *since);
/* Forgets those that are done with, but for the newest `keep`. */
int store_deliveries_trim(struct store *, int64_t subscription, int64_t keep);
/* Of all subscriptions: those that are done with and were made until then, `most` at once. */
int store_deliveries_sweep(struct store *, int64_t until, int64_t most);
int store_deliveries_oldest(struct store *, int64_t *created); /* of those done with */
/* Those that tell of news behind that number. */
int store_deliveries_drop(struct store *, int64_t subscription, int64_t after);

/* ---- reminders: how long before a deadline somebody wants to hear of it ------------------ */

#define STORE_REMINDERS_MAX 8	 /* of one account      */
#define STORE_DISTANCES_MAX 128 /* different ones of all */

/* The account's distances, longest first.  n: cap in, found out. */
int store_reminders(struct store_view *, int64_t account, int64_t *out, size_t *n);
/* These instead; those that it had stay as they are.  `now`: nothing before is reminded of. */
int store_reminders_set(struct store *, int64_t account, const int64_t *before, size_t n,
			int64_t now);

/* Deadlines up to this one, of these games, have been seen to at that distance. */
struct reminded_row {
	int64_t before;
	struct due_row until; /* without its key */
};
int store_reminded(struct store_view *, struct reminded_row *out, size_t *n); /* n: cap in */
int store_reminded_set(struct store *, const struct reminded_row *);

/* A seat that is asked, and whose account wishes to be reminded at that distance. */
struct reminder_seat {
	unsigned seat;
	int64_t account;
	uint64_t asked;
	int64_t since;	  /* when its time began to run as it does now; when it was wished */
	int64_t deadline; /* the seat's ...                           */
	int64_t first;	  /* ... and the first of the game            */
};
int store_reminder_seats(struct store *, int64_t game, int64_t before,
			 struct reminder_seat out[TABLAS_SEATS_MAX], size_t *n);

/* Seats whose turn to be reminded comes later than that of the first at their table. */
struct reminder_later {
	int64_t before, game, seat;
};
int store_reminder_later(struct store *, const struct reminder_later *, int64_t at);
int store_reminder_later_drop(struct store *, const struct reminder_later *);
/* Those that have come, first those due first.  n: cap in, found out. */
int store_reminders_later(struct store *, int64_t now, struct reminder_later *out, size_t *n);

#endif
