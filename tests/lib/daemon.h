/*
 * daemon.h - a real tablasd for a test: its own folder, its own book, any port.
 *
 * Every function fails the running test when something goes wrong, so callers
 * need not look.
 */
#ifndef TESTS_LIB_DAEMON_H
#define TESTS_LIB_DAEMON_H

#include <stddef.h>
#include <sys/types.h>

struct daemon {
	pid_t pid;	   /* 0: not running */
	char dir[256];	   /* the folder; removed by daemon_fini() */
	char book[300];	   /* the database in it */
	char url[64];	   /* "http://127.0.0.1:12345" */
	int port;
	const char *flags[24]; /* more flags, ended by NULL; borrowed */
};

/* A folder and an empty book; not started. Flags: further arguments, ended by NULL. */
void daemon_init(struct daemon *, const char *flag, ...) __attribute__((sentinel));

void daemon_start(struct daemon *); /* returns when it serves */
int daemon_stop(struct daemon *);   /* SIGTERM; its exit status */
void daemon_kill(struct daemon *);  /* SIGKILL */
void daemon_fini(struct daemon *);  /* stops it if it runs, removes the folder */

/*
 * Runs tablasd with the book and these flags to its end and returns its exit
 * status; what it printed (both streams) is put into out.  For --audit, --token
 * and for starts that must fail.
 */
int daemon_run(const struct daemon *, char *out, size_t cap, const char *flag, ...)
	__attribute__((sentinel));

/* A token for an account, made if it is not there. The daemon must not be running. */
void daemon_token(const struct daemon *, const char *name, const char *scopes, char token[128]);
void daemon_grant(const struct daemon *, const char *name, long chips);

/* Stops it and audits the book: fails the test unless it is true. */
void daemon_stop_and_audit(struct daemon *);

/* How many lines of its log have these words. */
size_t daemon_logged(const struct daemon *, const char *words);

/* Resident memory in KiB. */
long daemon_resident(const struct daemon *);

#endif
