/*
 * post_inside.h - what the files of the post room share.
 *
 * post.c sees to subscriptions when they are due, post_take.c makes deliveries
 * of news, post_send.c makes parcels of deliveries and notes what became of them.
 */
#ifndef API_POST_INSIDE_H
#define API_POST_INSIDE_H

#include "api/out.h"
#include "api/post.h"
#include "daemon/courier.h"
#include "daemon/secrets.h"
#include "daemon/webhook.h"
#include "game/news.h"

#define POST_SECOND INT64_C(1000)
#define POST_DAY (86400 * POST_SECOND)
#define POST_WAITING_MAX 64 /* deliveries of one subscription */

struct flight { /* a delivery that is on its way: at most one of each subscription */
	int64_t subscription, account;
};

/* What else changed by a parcel that is back: parcel.became. */
enum became {
	BECAME_FAILING = 1,  /* its subscription, which did not before */
	BECAME_WELL = 2,     /* ... or which did                       */
	BECAME_GIVEN_UP = 4, /* the delivery                           */
	BECAME_DISABLED = 8, /* the subscription                       */
};

struct post {
	struct desk *desk;
	const struct config *config;
	struct courier_rules rules;
	char user[256], password[256]; /* for the mail server */
	struct courier *courier;

	int64_t *told; /* accounts to be looked at, each once ... */
	size_t told_n, told_cap;
	size_t told_done; /* ... of which the first have been, by the group that is open */
	struct parcel *back; /* what became of these is in the book when a group has said so ... */
	bool noted;	     /* ... as the one that is open does, of all of them               */
	bool look;	/* whatever is due is to be looked for ... */
	int64_t next;	/* ... which is not before this instant     */
	int64_t pause;	/* clock_ticks(): trouble with the book; not before */
	int64_t sweep_at; /* when what is done with and old is to be looked for */

	struct flight *flying; /* until it is in the book what became of it */
	size_t flying_n;

	struct post_counts counts;
	bool mail_fails; /* the house's own server, at the last mail */

	double mails_left; /* that may be sent now ... */
	int64_t mails_at;  /* ... as of clock_ticks()  */
};

/* Inside desk_enter/leave each; STORE_DONE or TROUBLE. */

/* post_take.c: news that it has not yet become deliveries; then when it is due. */
int post_attend(struct post *, struct subscription_row *);
/* post_take.c: forgets deliveries that are done with and too many. */
int post_trim(struct post *, int64_t subscription);
/* post_take.c: whether those events are wanted there. */
bool post_wants(const struct subscription_row *, const char *word);
/* post_take.c: a delivery that tells nothing but that it has arrived.  NONE: too many wait. */
int post_test(struct desk *, const struct subscription_row *, struct delivery_row *);

/* post_take.c: the question whether a mail's reader wants it. */
int post_confirm(struct desk *, const struct config *, const struct subscription_row *);

/* post_send.c: what became of one; says in it what else changed by that. */
int post_note(struct post *, struct parcel *);
bool post_has_arrived(const struct parcel *);
/* post_tell.c: what became of one is in the book: the operator is told, if it is of interest. */
void post_tell(struct post *, const struct parcel *);
/* post_send.c: the parcel of a delivery, or NULL (there is no such row any more). */
struct parcel *post_parcel(struct post *, const struct subscription_row *,
			   const struct delivery_row *);
/* post_send.c: what a message is called, at each attempt and whenever it is sent again. */
#define POST_ID_MAX 80
void post_message_id(const struct delivery_row *, char id[POST_ID_MAX]);

#endif
