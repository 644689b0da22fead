/*
 * courier.h - a thread that carries what goes out, by libcurl.
 *
 * The loop hands over parcels and gets them back with what became of them; it
 * never waits for a name, a handshake or a receiver.  Many are on their way at
 * once, each with a time by which it is given up.  The thread begins with the
 * first parcel: where nobody is told anything there is none.
 */
#ifndef DAEMON_COURIER_H
#define DAEMON_COURIER_H

#include "daemon/address.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PARCEL_FIELDS_MAX 8
#define PARCEL_WHY_MAX 128

enum parcel_kind { PARCEL_POST, PARCEL_MAIL };

/* Belongs to whoever sends it; the courier borrows it until it is collected. */
struct parcel {
	enum parcel_kind kind;
	int64_t number, subscription, account, made; /* the sender's own ... */
	unsigned attempts, became;
	char *url;	/* POST: where to */
	char *to;	/* MAIL: one address */
	char *fields[PARCEL_FIELDS_MAX]; /* POST: header fields */
	char *body;			 /* MAIL: with its header fields, lines ended by CR LF */
	size_t body_n;

	int status; /* what came back: HTTP's or SMTP's; 0: nothing did */
	char why[PARCEL_WHY_MAX]; /* ... and why, or "" */
	bool ours; /* MAIL: it is our server that does not take any, and not this one */

	struct parcel *next; /* the courier's from here on, until it is collected */
	void *easy, *list;
	size_t at, got;
	struct courier *courier;
	bool forbidden;
};

void parcel_free(struct parcel *); /* with all its texts, each malloc()ed; NULL is fine */

struct courier_rules { /* borrowed; texts may be "" */
	struct address_ranges allowed; /* beyond the open internet, for posts */
	unsigned timeout_seconds;
	const char *agent;
	const char *smtp, *mail_from, *user, *password;
	const char *authorities; /* a file; "": the system's */
	bool starttls; /* a mail is not sent without */
};

struct courier;

int courier_open(const struct courier_rules *, struct courier **out); /* 0 or -1 */
/* Gives up what is on its way, and frees what is not collected. NULL is fine. */
void courier_close(struct courier *);

/* -1: there is no thread for it. */
int courier_send(struct courier *, struct parcel *);

int courier_descriptor(const struct courier *); /* readable when one is back */
/* One that is back, or NULL. */
struct parcel *courier_collect(struct courier *);

#endif
