/*
 * club.h - a daemon with a few players and the operator, for tests over HTTP.
 */
#ifndef TESTS_API_CLUB_H
#define TESTS_API_CLUB_H

#include "tests/lib/daemon.h"
#include "tests/lib/http.h"

struct club {
	struct daemon daemon;
	struct http http;
	char ana[128], ben[128], carla[128], dora[128]; /* their tokens; 1000 chips each */
	char operator[128];
	char game[16]; /* of club_lay() */
};

extern struct club club;

#define CLUB_TIME "2026-11-30T09:00:00Z"

/* A running daemon whose cup holds these faces; NULL: real dice. */
void club_open(const char *dice);
void club_open_with(const char *const *flags); /* ended by NULL, borrowed */
int club_setup_by_hand(void **state); /* cmocka's: its clock stands at CLUB_TIME */
void club_wind(const char *flag);     /* to "--clock=...", while nobody is there */
void club_return(void); /* stops the daemon, if it runs, and starts it on the same book */
/* That setup, of a daemon whose disk can be filled, until it is started again. */
int club_setup_on_a_disk(int (*setup)(void **), void **state);
void club_fill_the_disk(void);
void club_empty_the_disk(void);
int club_close(void **state); /* teardown: stops it and audits the book */

/*
 * What stands in the file club_config(), for --config: before the daemon starts; one
 * that runs has read it again when this returns.
 */
const char *club_config(void);
void club_configure(const char *text);
void club_write_config(const char *text); /* and no more than that */

/* POST with a fresh Idempotency-Key. */
struct answer club_post(const char *token, const char *path, const char *body, ...)
	__attribute__((format(printf, 3, 4)));
struct answer club_get(const char *token, const char *path, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * A table at 1 chip a stake with everybody seated: ana, ben, carla, dora.  In
 * backgammon who resigns is not asked for what.
 */
void club_lay(const char *ruleset, unsigned seats);

/* ana lays a table of backgammon with these further terms, at which nobody sits. */
void club_offer(const char *terms);

/* The path of the game that was laid, and what stands behind: "/turns". */
size_t club_listed(const char *token, const char *query); /* how many games GET /v1/games has */
const char *club_path(const char *behind);

/* Of the game that was laid; of a player. */
long long club_ply(void);
long long club_wallet(const char *token);

/* Any decision that would be taken now: the body of a turn, and whose token it needs. */
const char *club_any_turn(char body[256]);
void club_decide(void); /* makes it */
void club_still_serves(void); /* a read, a write that is paid for, and a decision */

/* A number of /metrics, and waiting until it is within these bounds. */
long club_number(const char *name);
void club_until(const char *name, long least, long most);

#endif
