/*
 * month.h - a month in the life of a house: who there is, what has been seen of each
 * table, and what the parts of the test share.
 */
#ifndef TESTS_MONTH_H
#define TESTS_MONTH_H

#include "tests/lib/daemon.h"
#include "tests/lib/http.h"

#include <stdbool.h>
#include <stdint.h>

#define SECOND INT64_C(1000)
#define HOUR (3600 * SECOND)
#define DAY (24 * HOUR)

/* Somebody who listens: each number once, and always the same under it. */
struct reader {
	bool reads;
	long long last;
	uint64_t *told; /* of each number, what it said */
	char (*what)[64]; /* ... and "game ply kind", or "" */
	size_t cap;
	struct ear *ear; /* a stream that goes on while others act, or NULL ... */
	int waits_on;	 /* ... and a connection that waits for what is new; 0: none ... */
	long long after; /* ... behind that number */
	unsigned life;	 /* the life of the house in which they began */
};

/* Somebody to whom news are brought. */
struct hook {
	bool has;
	struct arrival {
		char id[48];
		unsigned times;
		bool well; /* it was answered well at least once */
	} *came;
	size_t cap;
};

struct player {
	char name[16], token[128];
	struct reader reader;
	struct hook hook;
	struct {
		bool has;
		long long since; /* the last of his news before */
	} mail;
};

struct board {
	char key[16];
	unsigned seats;
	unsigned who[4];
	unsigned sits;	  /* bits: the seats that are taken */
	bool open;	  /* play has not begun */
	bool timed, over; /* over: or aborted */
	bool claimed_only; /* its time ends nothing by itself */
	bool paused;	   /* at some time */
	bool simple;	  /* its clock is an allowance and nothing else ... */
	int64_t per_move; /* ... of so much */
	long long ply;	  /* when it was last looked at ...  */
	int64_t deadline; /* ... and what it said of time; 0: nothing */
};

extern struct month {
	struct daemon daemon;
	struct http http;
	char config[320], clock_key[64];
	char operator[128];
	int64_t now, begun;
	int64_t moment; /* how long something takes, where much is done in a day: less */
	struct player *players;
	unsigned players_n;
	struct board *boards;
	unsigned boards_n, boards_max, live_n;
	unsigned *live; /* those that are not over */
	unsigned seed, life; /* life: how often it was started */
	long asked, refused, restarts, kills, hups, in_flight, lapses, brought, mailed, streamed, waited;
} month;

unsigned chance(unsigned n); /* 0 .. n - 1 */
int64_t instant(const char *rfc3339);
void instant_write(int64_t, char out[32]);

/* ---- house.c: the daemon and its clock ---------------------------------------------------- */

void month_open(unsigned players, unsigned boards);
void month_close(void); /* stops it and audits the book */

/* One request; never a mistake of the server.  `token` NULL: nobody. */
struct answer month_get(const char *token, const char *path, ...)
	__attribute__((format(printf, 2, 3)));
struct answer month_post(const char *token, const char *path, const char *body, ...)
	__attribute__((format(printf, 3, 4)));

/* Time goes on to that instant: while the house serves, or stands still, or is dead. */
void month_wind(int64_t to);

/* ---- acts.c: what people do --------------------------------------------------------------- */

void act_once(void);
void acts_catch_up(void); /* what chance has left out */
void acts_tell(void);	  /* how often each was done, of how many attempts */
void acts_all_done(void); /* fails the test if something was never done */

/* What the game says of itself now. */
void board_look(struct board *);

/* ---- readers.c: what people hear ---------------------------------------------------------- */

void reader_begin(struct player *);
void reader_read(struct player *);   /* some of what is new, or of what is old */
void reader_finish(struct player *); /* all that is new */
void reader_leave(struct player *);  /* and waits for nothing more */

/* ---- hooks.c: what is brought to people ---------------------------------------------------- */

void hooks_open(void);
void hook_begin(struct player *);
void hooks_open_parcels(void);
void hooks_fall(bool ill); /* the receiver is not well, or is again */
bool hooks_are_ill(void);
void hooks_finish(void); /* until all has come that the readers have heard of */
void hooks_close(void);

/* ---- mails.c: what is sent to people ------------------------------------------------------- */

const char *mails_open(void); /* the flag that names the mail server */
void mail_begin(struct player *);
void mails_open_letters(void);
void mails_finish(void);
void mails_close(void);

/* What happened in a game, from its facts; and that its readers were told just that. */
void board_finish(const struct board *);

#endif
