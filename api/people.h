/*
 * people.h - what the handlers of accounts, tokens and invitations share.
 */
#ifndef API_PEOPLE_H
#define API_PEOPLE_H

#include "api/exchange.h"

#define PASSWORD_MIN 8

/*
 * A password to be looked at by the thinking thread, kept in request->scratch
 * between the two calls of a handler.
 */
struct pondering {
	struct thought thought;
	char old[PASSWORD_MAX * 4 + 1]; /* the present one, where it must be shown */
	char against[STORE_PASSWORD_SIZE];
	char hash[STORE_PASSWORD_SIZE];
	bool make;    /* make a hash of `password`                              */
	bool matches; /* whether the old one (or `password`) is that of `against` */
	bool failed;
	char text[PASSWORD_MAX * 4 + 1]; /* what was sent; wiped afterwards */
};

/* Begins to think: sets request->thought. */
struct reply ponder(struct request *, const char *password, const char *old, const char *against,
		    bool make);

/* "password" of the body, by the rules for new ones; NULL if there is none and it is not needed. */
bool password_member(struct request *, const char *key, bool needed, const char **out,
		     struct reply *);

/* A new token of that account: into the book, its text into `text`. 0 or -1 on trouble. */
int token_mint(struct request *, struct token_row *, char text[SECRET_TEXT_MAX]);
/* Members "token", "number", "scopes", "expires" of one just minted. */
void token_out_new(struct out *, const struct token_row *, const char *text);

/* One token, without what it is: its secret is kept nowhere. */
void token_out(struct out *, const struct token_row *, bool current);

/* An instant in the future, "expires"; 0 if there is none. */
bool expires_member(struct request *, int64_t *out, struct reply *);

/* The account of the path; `me` is whoever asks.  And what is answered if it is not FOUND. */
int account_find(struct request *, struct store_view *, struct account_row *);
struct reply account_not_there(struct request *, int found);

/* {"name": ..., ...}; `own` adds what is one's own business. */
void account_out(struct out *, const struct account_row *, bool own);

/* Whether that invitation makes an account; FOUND and its number, NONE or TROUBLE. */
int invitation_find(struct request *, const char *text, int64_t *number);

#endif
