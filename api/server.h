/*
 * server.h - HTTP: bodies in, replies out, and who waits for what.
 *
 * One loop, one thread.  server_turn() takes what has arrived and lets handlers
 * decide and append; then the caller settles the desk; then server_wake() lets
 * the answers out, which are true now.
 */
#ifndef API_SERVER_H
#define API_SERVER_H

#include "daemon/config.h"
#include "daemon/desk.h"
#include "daemon/texts.h"
#include "daemon/think.h"
#include "daemon/watch.h"

struct post;
struct server;

struct server_parts { /* borrowed for the server's life */
	struct desk *desk;
	const struct texts *texts;
	struct watch *watch;
	struct thinker *thinker;
	const struct config *config;
	const struct post *post;
};

/* Listens. 0, or -1 with a sentence. */
int server_start(const struct server_parts *, struct server **out, char *why, size_t cap);

uint16_t server_port(const struct server *);
int server_descriptor(const struct server *);	   /* readable when there is work */
int server_feeds_descriptor(const struct server *); /* the same, of those who are told things */
int64_t server_timeout(const struct server *);	   /* ms until there is work anyway, or -1 */

void server_turn(struct server *); /* takes what is there; does not wait */

/* After a commit: these games have changed, and below zero these accounts were told something. */
void server_news(struct server *, const int64_t *changed, size_t n);

/*
 * After desk_settle(): lets out the answers of this group.  settled false: the
 * commit failed, and each of them becomes a 503.
 */
void server_wake(struct server *, bool settled);

/* Whether any answer still waits for a settle, a thought or a run; how many for a settle. */
bool server_owes(const struct server *);
size_t server_owed(const struct server *);

void server_quiesce(struct server *); /* no new connections; wakes long-polls with what there is */
size_t server_connections(const struct server *);
void server_stop(struct server *); /* everything has been resumed by now. NULL is fine */

void server_reconfigure(struct server *); /* the config has changed under us */

#endif
