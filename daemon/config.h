/*
 * config.h - how this daemon is to run: defaults, the file, the flags, in that order.
 *
 * The file is INI (docs/tablasd.conf.5); every key is one line of the table in
 * config.c, which also prints the manual's list and checks ranges.
 */
#ifndef DAEMON_CONFIG_H
#define DAEMON_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum registration { REGISTER_OPEN, REGISTER_INVITE, REGISTER_CLOSED };

struct config {
	char file[512];		/* where it was read from, "" if nowhere        */
	char listen[64];	/* address, v4 or v6                            */
	uint16_t port;		/* 0: any free one                              */
	char database[512];
	int cache_kib;
	char plugins[512];	/* directory of the games                       */
	enum registration registration;
	int64_t welcome_chips;	/* granted to a new account                     */
	int32_t vacation_days;	/* of each year, for each account               */
	int64_t credit;		/* chips an account may owe in all              */
	int32_t fee;		/* thousandths of what is won at a table        */
	char public_url[256];	/* how clients reach us; for links; may be ""   */
	char cors_origins[512]; /* blank-separated, or "*", or ""               */
	int log_level;
	uint32_t connections;	/* at most                                      */
	uint32_t connections_per_address;
	uint32_t idle_seconds;	/* a connection that does nothing is closed     */
	uint32_t body_seconds;	/* a body must arrive within                    */
	uint32_t body_max;	/* bytes                                        */
	uint32_t wait_max;	/* seconds a long-poll may wait                 */
	uint32_t watchers_max;
	uint32_t streams;	/* of events, at most                           */
	uint32_t streams_per_account;
	uint32_t heartbeat_seconds;
	int64_t news_kept;	/* of each account                              */
	uint32_t idempotency_days;
	uint32_t nudge_hours;
	int64_t games;		/* not over, at which one account sits; 0: any  */
	int64_t open_tables;	/* of one account                               */
	int64_t challenges;	/* kept for one account and not answered        */
	uint32_t table_days;	/* a table is offered for so long, unless told  */
	uint32_t table_days_max;
	bool webhooks_http;	/* a webhook's URL may begin with http://       */
	char webhooks_allow[512]; /* addresses beyond the open internet         */
	uint32_t webhooks_seconds; /* an answer must have come within           */
	uint32_t webhooks_at_once;
	char smtp[256];		/* smtp://HOST:PORT; "": no mail is sent        */
	char mail_from[256];
	char mail_credentials[512]; /* a file: name, line end, password         */
	bool mail_starttls;	/* none is sent without                         */
	char mail_authorities[512]; /* a file of certificates; "": the system's */
	uint32_t mails_per_minute, mails_per_hour; /* in all; to one address    */
	char dice_script[4096]; /* for tests: the faces to be thrown first      */
	int64_t clock_hand;	/* for tests: the clock stands at this instant  */
	/* what to do instead of serving */
	bool audit, help, version, check_config;
	char port_file[512];	/* the port is written here once it listens     */
	char grant_name[64];
	int64_t grant_chips;	/* --grant or, below zero, --withdraw NAME=CHIPS */
	char note[61];		/* why; "": the command line                    */
	char backup[512];	/* --backup FILE: copy the book there           */
	bool overwrite;		/* ... even if it is there                      */
	char token_name[64];	/* --token NAME: mint a token and print it      */
	char token_scopes[128];
};

void config_default(struct config *);

/* 0, or -1 with a sentence (file, line, key). */
int config_read_file(struct config *, const char *path, char *why, size_t cap);
int config_read_flags(struct config *, int argc, char **argv, char *why, size_t cap);

/* The i-th key of the file and its section; NULL after the last. */
const char *config_key(size_t i, const char **section);

void config_usage(void); /* to stdout */

/* What SIGHUP may change: takes those members from `fresh`. Lists the others that differ in why. */
void config_reload(struct config *, const struct config *fresh, char *why, size_t cap);

#endif
