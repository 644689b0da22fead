/*
 * errands.h - what tablasd does from the command line instead of serving.
 *
 * Each returns the exit status: 0 done, 1 refused, 2 it could not be done.
 * Audit and backup only read, and have said on stderr what went wrong.  What
 * writes is an errand: it goes to the daemon that serves the book, through its
 * door (door.h), or is run here if none does.
 */
#ifndef DAEMON_ERRANDS_H
#define DAEMON_ERRANDS_H

#include "daemon/config.h"
#include "daemon/desk.h"

/* --audit: is the book true?  0 yes, 1 no, 2 it could not be read. */
int errand_audit(struct store *, const struct registry *);

/* --backup FILE [--overwrite] */
int errand_backup(struct store *, const struct config *);

#define ERRAND_SAID_MAX 256

struct errand {
	enum { ERRAND_TOKEN = 1, ERRAND_GRANT } what;
	char name[64];
	char scopes[128]; /* of a token: "scope,scope"; "" for a player's  */
	int64_t chips;	  /* of a grant; below zero: taken back             */
	char note[61];	  /* its reason; "" for "command line"             */
};

/*
 * Inside desk_enter/leave: does it.  `said` is what to print: a token, or why
 * not; "" for nothing.
 */
int errand_run(struct desk *, const struct errand *, char said[ERRAND_SAID_MAX]);

#endif
