/*
 * store.h - the book: the only door to SQLite.
 *
 * It speaks in things of the domain (accounts, games, facts, transfers), never
 * in SQLite's types.  There are two ways to look: the *pen* is the one
 * read-write connection, and sees what the open transaction has written; the
 * *glasses* are read-only and see what is committed.  Both belong to the loop's
 * thread.  store_checkpointer (checkpoint.h) copies the log back on its own.
 *
 * Unless said otherwise functions return FOUND or DONE (1), NONE (0) or TROUBLE
 * (-1: the disk is full, the file damaged; logged here once through the
 * configured sink, and the caller answers 503).
 */
#ifndef SCHEMA_STORE_H
#define SCHEMA_STORE_H

#include "game/fair.h"
#include "game/orders.h"
#include "game/registry.h"
#include "game/table.h"
#include "schema/ledger.h"
#include "schema/ratings.h"
#include "schema/sizes.h"
#include "schema/talk.h"
#include "schema/vacations.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define STORE_FOUND 1
#define STORE_DONE 1
#define STORE_NONE 0
#define STORE_TROUBLE (-1)

enum { ACCOUNT_BANK = 1, ACCOUNT_POTS = 2, ACCOUNT_FEES = 3, ACCOUNT_FIRST = 1001 };

/* ---- the file -------------------------------------------------------------- */

struct store;
struct store_view; /* the pen or the glasses */

/* SHA-256, by a library that this folder does not know. */
typedef void store_digest(const void *data, size_t n, unsigned char hash[STORE_HASH_SIZE]);

/* A text made smaller, to `to`: its length, or 0 if it would be longer than cap. */
typedef size_t store_fold(char *to, size_t cap, const char *text, size_t n);

struct store_config {
	const char *path;
	int cache_kib;	 /* page cache of both connections together */
	bool read_only;	 /* for audits and exports: no pen, no migration, no lock */
	store_digest *digest; /* for the chain of transactions: needed */
	store_fold *fold;     /* for documents in the book; NULL: they lie there as they are */
	const struct fair_hash *dice; /* for the audit; NULL: it makes no throw again */
	void (*trouble)(void *cls, const char *what, const char *why);
	void (*migrated)(void *cls, int number, const char *name); /* may be NULL */
	void *cls;
};

/*
 * Opens, locks against a second daemon, migrates.  0, or -1 with a sentence in
 * why: another daemon has it, a newer schema, not a book of ours, not writable,
 * damaged.
 */
int store_open(const struct store_config *, struct store **out, char *why, size_t cap);
void store_close(struct store *); /* NULL is fine */

struct store_view *store_pen(struct store *);
struct store_view *store_glasses(struct store *);

/*
 * Between these the glasses see one state of the book: whoever reads much at
 * once pays for locking it once.  To be kept short, for what is looked at
 * cannot be written back from the log.
 */
void store_look(struct store *);
void store_looked(struct store *);

/* Writes happen between these; a commit outside store_commit() aborts itself. */
int store_begin(struct store *);
int store_commit(struct store *);   /* on TROUBLE everything since begin is undone */
void store_rollback(struct store *);
bool store_in_transaction(const struct store *);
int store_savepoint(struct store *);
int store_release(struct store *);
void store_rollback_to(struct store *);

/* True while the disk takes writes: tries one, outside the group. For /readyz. */
bool store_is_writable(struct store *);

int store_schema(const struct store *); /* number of the newest migration */

/* A value the book keeps for the server itself (cap characters at most). */
int store_server_get(struct store_view *, const char *key, char *out, size_t cap);
int store_server_set(struct store *, const char *key, const char *value);

/* ---- accounts and tokens ----------------------------------------------------- */

struct account_row {
	int64_t id;
	char name[STORE_NAME_MAX + 1];
	char password[STORE_PASSWORD_SIZE]; /* "" if none */
	int64_t created, closed; /* closed 0: open */
	int64_t wallet, held;
	int64_t entries;
};

int store_account_add(struct store *, const char *name, const char *password, int64_t at,
		      int64_t *id); /* NONE: the name is taken, or was */
int store_account_by_name(struct store_view *, const char *name, struct account_row *);
int store_account_by_id(struct store_view *, int64_t id, struct account_row *);
int store_account_set_password(struct store *, int64_t id, const char *password);

/*
 * The end of an account: its name becomes a pseudonym wherever it is told, and
 * is given to nobody else; its password, tokens and answers are gone.  What it
 * has done stays.  NONE: there is none, or it is closed.
 */
int store_account_close(struct store *, int64_t id, int64_t at);

/* Keys of the games that go on where it plays or has chips; n: cap in, found out. */
int store_account_games(struct store_view *, int64_t id, char (*keys)[STORE_KEY_SIZE], size_t *n);

/* Names that begin with `prefix` (any case), in order, after `after`; n in: cap, out: found. */
int store_account_find(struct store_view *, const char *prefix, const char *after,
		       struct account_row *out, size_t *n);

struct token_row {
	int64_t id, account;
	unsigned char hash[STORE_HASH_SIZE];
	uint32_t scopes;
	char label[64];
	int64_t created, expires, used, revoked; /* 0: never */
};

int store_token_add(struct store *, const struct token_row *, int64_t *id);
int store_token(struct store_view *, int64_t id, struct token_row *);
int store_token_used(struct store *, int64_t id, int64_t at);
int store_token_revoke(struct store *, int64_t id, int64_t at);
int store_tokens(struct store_view *, int64_t account, int64_t after_id, struct token_row *out,
		 size_t *n);

struct invitation_row {
	int64_t id;
	unsigned char hash[STORE_HASH_SIZE];
	int64_t creator, game; /* game 0: to make an account */
	int seat;
	int64_t created, expires, used_by, revoked; /* 0: none */
};

int store_invitation_add(struct store *, const struct invitation_row *, int64_t *id);
int store_invitation(struct store_view *, int64_t id, struct invitation_row *);
int store_invitation_use(struct store *, int64_t id, int64_t account);
int store_invitation_revoke(struct store *, int64_t id, int64_t at);
int store_invitations(struct store_view *, int64_t game, struct invitation_row *out, size_t *n);

/* ---- games ---------------------------------------------------------------------- */

enum visibility { VISIBLE_TO_ALL = 0, VISIBLE_BY_LINK = 1, VISIBLE_TO_SEATS = 2 };

struct seat_row {
	int64_t account; /* 0: empty */
	char name[STORE_NAME_MAX + 1];
	int64_t invited; /* 0: anybody */
	bool locked;	 /* an invitation is needed */
	uint8_t status;	 /* enum seat_status */
	int64_t purse;
	int64_t topped; /* chips brought beside the buy-in */
};

/* How a table is offered: of one that play has not begun at. */
struct opening {
	int64_t expires; /* 0: never */
	bool draws;	 /* seats are drawn before play begins */
	char rematch[STORE_KEY_SIZE]; /* the game it is the rematch of; "": of none */
};

struct game_row {
	int64_t id;
	char key[STORE_KEY_SIZE];
	char ruleset[64];
	int rules;
	char options[OPTIONS_TEXT_MAX];
	unsigned seats;
	int64_t creator;
	uint8_t visibility;
	bool auto_forced, late, past; /* late, as it was: to spectators, api/past.h */
	bool rated; /* its result changes ratings */
	int64_t unit, buy_in;
	uint8_t insolvent;
	int64_t credit;
	int32_t fee; /* thousandths */
	bool top_ups;
	int64_t created, started, ended; /* 0: not yet */
	uint8_t state, thaws_to;
	uint64_t marks; /* what else is kept of the table: table_marks() */
	char consent[CONSENT_TEXT_MAX]; /* what is offered; not told in lists */
	uint64_t ply, asked, decisions;
	uint32_t waiting;
	int64_t pot;
	int64_t changed;
	char position[TABLAS_TEXT_MAX + 1];
	char outcome[128];
	char match[STORE_KEY_SIZE]; /* key of the first game of its match; "": of none */
	uint32_t match_game, match_length;
	int32_t match_score[TABLAS_SEATS_MAX];	/* before the game                    */
	int32_t match_result[TABLAS_SEATS_MAX]; /* after it; the same until it is over */
	char next[STORE_KEY_SIZE];		/* the game that followed; "": none    */
	bool committed;				/* its throws are by game/fair.h ...   */
	unsigned char commitment[FAIR_SIZE];	/* ... and by the secret of this hash  */
	uint64_t throws;			/* so made; not told of a new game     */
	char clock[PACE_TEXT_MAX];  /* its terms as pace_write() spells them; "": none */
	char spent[PACE_SPENT_MAX]; /* as pace_spent_write() does; "": nothing yet     */
	int64_t deadline;	    /* of the seat that lapses next, or of an open table's
				       offer; 0: none does */
	struct opening opening;	    /* zeroed once play has begun */
	struct seat_row seat[TABLAS_SEATS_MAX];
};

/*
 * Adds the game and its seats, purses and pot empty; fills in id.  `created` is
 * moved on to that of the game before if the clock has gone back.  NONE: the
 * key is taken.
 */
int store_game_add(struct store *, struct game_row *);
int store_game_by_key(struct store_view *, const char *key, struct game_row *);
int store_game_by_id(struct store_view *, int64_t id, struct game_row *);

/*
 * Writes what facts change: state, thaws_to, marks, ply, asked, decisions, waiting,
 * throws, spent, deadline, changed, position, outcome, match_result, started, ended; of the seats in the
 * mask account, name, invited, locked, status and topped.  Purses and the pot are the ledger's alone:
 * store_book() keeps them.  So a seat is written before its buy-in is booked,
 * and emptied after its refund is.
 */
int store_game_update(struct store *, const struct game_row *, uint32_t seats_changed);

/* The game's table before its first fact.  0, or -1: the plugin has no such terms. */
int store_lay(const struct game_row *, const struct tablas_plugin *, struct table *);

/* Chips the account may yet come to owe at the tables where it sits and may owe. */
int store_credit_bound(struct store *, int64_t account, int64_t *chips);

/* A game whose deadline has come. */
struct due_row {
	int64_t deadline, id;
	char key[STORE_KEY_SIZE];
};

/*
 * Games due by now, first those due first, behind `after` (zeroed: from the
 * start).  n: cap in, found out.  And the next deadline behind it, due or not.
 */
int store_games_due(struct store *, int64_t now, const struct due_row *after, struct due_row *out,
		    size_t *n);
int store_deadline_next(struct store_view *, const struct due_row *after, int64_t *deadline);

/* The last rematch of a game that was offered.  NONE: none. */
int store_rematch(struct store_view *, int64_t game, char key[STORE_KEY_SIZE]);
/* The game that this one is the rematch of, also once it has begun.  NONE: of none. */
int store_rematch_of(struct store_view *, int64_t game, char key[STORE_KEY_SIZE]);

/* The game of a match is followed by another, which is in the book already. */
int store_game_follow(struct store *, int64_t game, const char *next);

/*
 * Lists hold what is public, and what else the viewer may see: games where they
 * sit, are invited or are the creator.
 */
struct game_filter {
	int64_t player;	      /* seated here; 0: any                    */
	int64_t viewer;	      /* whose list it is; 0: anybody's         */
	int state;	      /* 0: any                                 */
	const char *ruleset;  /* NULL: any                              */
	const char *match;    /* only its games; who knows a match may see what is unlisted */
	bool to_move;	      /* only where `player` is asked           */
	bool invited;	      /* instead: where a seat is kept for `player` and free */
	int64_t since, until; /* created; 0: any                        */
	bool ascending;
	int64_t after; /* id of the last one seen; 0: from the start */
	bool by_deadline; /* those that have one, first those due first; of no match, not invited */
	int64_t due_before; /* 0: any                                                 */
	int64_t due_from;   /* instead of `after`: no earlier than this, and ...        */
	size_t due_skip;    /* ... so many of those due right then have been seen      */
	bool sees_all;	    /* by deadline: also those the viewer sees late (api/past.h) */
};
/* n: cap in (no more than 256 are told at once), found out. */
int store_games(struct store_view *, const struct game_filter *, struct game_row *out, size_t *n);

/* ---- facts ------------------------------------------------------------------------ */

int store_fact_add(struct store *, int64_t game, const struct fact *, const char *events);

/*
 * Calls `each` for the facts of a game with ply > after, in order, until it
 * returns false or `most` are told.  NONE if there was none.
 */
int store_facts(struct store_view *, int64_t game, uint64_t after, size_t most,
		bool (*each)(void *cls, const struct fact *, const char *events), void *cls);

/* The same from the newest backwards. */
int store_facts_back(struct store_view *, int64_t game, size_t most,
		     bool (*each)(void *cls, const struct fact *, const char *events), void *cls);

/* ---- news: what accounts are told --------------------------------------------------- */

#define STORE_NEWS_TEXT_MAX 200

struct news_row {
	int64_t account, number, at;
	uint16_t kind; /* enum news_kind */
	uint8_t seat;  /* or TABLAS_NOBODY */
	int64_t game;  /* 0: of none */
	uint64_t ply;
	int64_t other; /* account; 0: nobody */
	int64_t value;
	char text[STORE_NEWS_TEXT_MAX + 1];
	/* read, never written */
	char game_key[STORE_KEY_SIZE], ruleset[64];
	char other_name[STORE_NAME_MAX + 1];
};

/* An account that is told from now on; once is enough. */
int store_reader_add(struct store *, int64_t account, int64_t at);
int store_readers(struct store_view *, void (*each)(void *cls, int64_t account), void *cls);

/* Under the account's next number, which is filled in. */
int store_news_add(struct store *, struct news_row *);

/* Drops those up to that number; the newest is to stay, or numbers would come again. */
int store_news_drop(struct store *, int64_t account, int64_t until);

/*
 * The oldest that is kept and the newest; first is last + 1 where there are
 * none.  NONE: the account has not asked.
 */
int store_news_bounds(struct store_view *, int64_t account, int64_t *first, int64_t *last);

/* Those behind `after`, in order; n: cap in, found out. */
int store_news(struct store_view *, int64_t account, int64_t after, struct news_row *out,
	       size_t *n);
/* ---- dice ---------------------------------------------------------------------------- */

/* What a game's throws are made from: the pen's alone. */
int store_secret_add(struct store *, int64_t game, const struct fair *);
int store_secret(struct store *, int64_t game, struct fair *);
int store_secret_head(struct store *, int64_t game, const char *head);

/* The secret of a game that has ended; NONE while it has not, or if it has none. */
int store_secret_revealed(struct store_view *, int64_t game, unsigned char secret[FAIR_SIZE]);

/* How often a face was thrown, of all games made with a commitment. */
struct face_row {
	char ruleset[64];
	unsigned sides, face;
	int64_t thrown;
};
int store_faces_add(struct store *, const char *ruleset, unsigned sides, unsigned face,
		    int64_t thrown);

/* All of them by ruleset, sides and face.  NONE if there were none. */
int store_faces(struct store_view *, void (*each)(void *cls, const struct face_row *), void *cls);

/* ---- standing orders -------------------------------------------------------------------- */

/* Numbers are in the book: append at the end only. */
enum order_state {
	ORDER_WAITS = 1,
	ORDER_DONE,   /* has decided, and was for once                     */
	ORDER_FAILED, /* could not: `why` is the problem's slug            */
	ORDER_EXPIRED /* its question was answered without it              */
};

#define STORE_WHY_MAX 48

struct order_row {
	uint8_t seat, state; /* enum order_state */
	uint32_t number;     /* from 1 */
	bool holds;	     /* what it wants to have been decided before it was */
	uint32_t times;	     /* how often it has decided */
	uint64_t since;	     /* it answers questions put behind this ply */
	uint64_t ply;	     /* of its last decision, or of its end; 0: none yet */
	int64_t made;
	char why[STORE_WHY_MAX];
	char terms[ORDER_TEXT_MAX]; /* as order_write() spells them */
};

/* Orders of a seat (-1: of all) in their order.  NONE if there are none. */
int store_orders(struct store_view *, int64_t game, int seat,
		 void (*each)(void *cls, const struct order_row *), void *cls);
int store_order_put(struct store *, int64_t game, const struct order_row *); /* new, or changed */
int store_orders_drop(struct store *, int64_t game, int seat);

/* The next game, by its id, that has any. */
int store_ordered_next(struct store_view *, int64_t after, int64_t *game);

/* Games in which orders have more to decide than one transaction holds. */
int store_obeying_set(struct store *, int64_t game, bool obeying);
int store_obeying_next(struct store *, int64_t after, struct due_row *); /* id and key */

/* ---- documents: games as they are shown --------------------------------------------- */

struct document_row {
	int64_t id;
	uint64_t ply;
	const void *audience, *body; /* good until store_document_done() */
	size_t audience_n, body_n;
};

/* Committed ones only.  A body that is shorter than it was comes folded. */
int store_document(struct store *, const char *key, struct document_row *);
void store_document_done(struct store *); /* after FOUND */

/*
 * Inside a group: the game's is this one from its commit on.  It is in memory at
 * first; those that wait there are written by store_documents_write(), inside a
 * group too, and are lost without it: their games are rendered when asked for.
 */
int store_document_keep(struct store *, const struct document_row *);
/* The same of a game that nobody changes, as the glasses see it, if there is room for it. */
void store_document_restore(struct store *, const struct document_row *);
size_t store_documents_waiting(const struct store *);
int store_documents_write(struct store *, size_t most);

/* ---- answers given --------------------------------------------------------------------- */

struct answer_row {
	unsigned char fingerprint[STORE_HASH_SIZE];
	int64_t at;
	int status;
	char location[256]; /* "" if none */
	char etag[40];	    /* with its quotes; "" if none */
	char *body;	    /* answer_fetch(): malloc()ed, the caller frees */
	size_t body_n;
};
int store_answer(struct store_view *, int64_t account, const char *key, struct answer_row *);
int store_answer_add(struct store *, int64_t account, const char *key, const struct answer_row *);
int store_answers_expire(struct store *, int64_t before, size_t most);

/* ---- numbers for /metrics --------------------------------------------------------------- */

struct store_counts {
	int64_t accounts, games, open, active, over, wal_pages;
};
int store_counts(struct store_view *, struct store_counts *);

/* Steps SQLite's machine has made for this view since it was last asked: for tests. */
int64_t store_steps(struct store_view *);

#include "schema/offers.h"
#include "schema/subscriptions.h"

#endif
