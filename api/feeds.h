/*
 * feeds.h - connections that are told what happens, as it happens.
 *
 * A feed is an answer without an end in the form of server-sent events.  When a
 * handler has said what is to be told (REPLY_FEED), its connection is taken out
 * of the library's hands: what is left of it is a socket and some two hundred
 * bytes here, so that thousands of them are cheap.
 *
 * Nothing waits in memory for a client that does not read.  The book is the
 * queue: a feed knows the number it has told, and reads on from there when the
 * socket takes more.  So no event is lost or told twice, also by a daemon that
 * has been started anew, for the client brings that number with it.
 */
#ifndef API_FEEDS_H
#define API_FEEDS_H

#include "api/exchange.h"
#include "api/kept.h"
#include "daemon/watch.h"

/* Who listens, to what, and how far. */
struct feed {
	struct watcher watcher; /* .game: that game, or below zero an account */
	struct feed *prev, *next; /* of accounts with the same remainder */
	struct feed *next_due; /* among those to be seen to */
	int fd;
	bool is_due;   /* it is among those                                */
	bool snapshot; /* begins with all there is to see, not with events */
	bool late;     /* sees the game late: past.h                       */
	bool doubt;    /* its token is revoked, if the group is committed  */
	bool to_check; /* its token may have been revoked                  */
	bool ending;   /* nothing comes behind what is on its way          */
	bool blocked;  /* the socket takes no more at present              */
	uint32_t scopes;
	int64_t after; /* the number told last */
	int64_t told_next; /* ticks: when the next of a game that is seen late is */
	int64_t silence_ends; /* ticks: when it has been silent for long enough */
	int64_t account, token, token_expires;
	char *rest; /* on its way to the socket, malloc()ed */
	size_t rest_n, rest_sent;
	unsigned char address[16];
};

/*
 * What comes next in a feed, as text: the same for all who have come equally
 * far and see it equally late, so it is written once.
 */
struct slice {
	int64_t whose; /* as in struct feed: a game, or an account below zero */
	int64_t after, until;
	bool snapshot, late;
	int64_t told_next; /* as in struct feed; INT64_MAX: not by time alone */
	bool more;	 /* there is more behind it                         */
	const char *end; /* why nothing will come any more, or NULL         */
	struct kept_who who; /* of a game: whom it concerns                 */
	struct out text;
};

/* Each fills in until, more, end, who and text (empty). False on trouble. */
bool feed_news(struct server *, const struct feed *, struct slice *);  /* news.c */
bool feed_events(struct server *, const struct feed *, struct slice *); /* events.c */

/* One event as it goes over the wire: begun, a JSON object written, ended. */
void feed_event(struct out *, int64_t number, const char *type); /* number below 0: it has none */
void feed_event_end(struct out *);

struct feeds;
struct feeds *feeds_open(struct server *);
void feeds_end(struct feeds *);	  /* tells everybody good-bye */
void feeds_close(struct feeds *); /* NULL is fine */

/* Whether the exchange may become one; false and the problem. */
bool feeds_have_room(struct exchange *, struct reply *);
/* Takes the suspended exchange's connection; false: it has not. */
bool feeds_take(struct exchange *);

void feeds_news(struct feeds *, const int64_t *ids, size_t n);

/* That token, or all of that account's (0: any), is revoked in the open group; that is settled. */
void feeds_doubt(struct feeds *, int64_t token, int64_t account);
void feeds_settled(struct feeds *);
void feeds_turn(struct feeds *); /* tells what is to be told, some of them at once */
int feeds_descriptor(const struct feeds *);
int64_t feeds_next(const struct feeds *); /* ticks; 0: there is something to do */
/* Those of one game. */
void feeds_of(const struct feeds *, int64_t game, void (*each)(void *cls, const struct feed *),
	      void *cls);
size_t feeds_count(const struct feeds *);
size_t feeds_late(const struct feeds *); /* of those: that have not been told all there is */
uint64_t feeds_dropped(const struct feeds *); /* for not reading */

#endif
