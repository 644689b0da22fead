/*
 * errands.h - what tablasd does from the command line instead of serving.
 *
 * Each returns the exit status and has said on stderr what went wrong.  They
 * take the book for themselves: while a daemon serves it they are refused,
 * except the audit, which only reads.
 */
#ifndef DAEMON_ERRANDS_H
#define DAEMON_ERRANDS_H

#include "daemon/config.h"
#include "daemon/desk.h"

/* --audit: is the book true?  0 yes, 1 no, 2 it could not be read. */
int errand_audit(struct store *, const struct registry *);

/* --token NAME[=scope,scope]: the account (made if it is not there) and a token of it, printed. */
int errand_token(struct desk *, const struct config *);

/* --grant NAME=CHIPS: from the bank to the wallet; a negative number takes back. */
int errand_grant(struct desk *, const struct config *);

#endif
