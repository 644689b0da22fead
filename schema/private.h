/*
 * private.h - what the files of this folder share, and nobody else sees.
 *
 * A statement is asked for by name, bound by position, stepped, and reset at
 * once: a statement left standing would hold a read transaction open and keep
 * the write-ahead log from being reused.
 */
#ifndef SCHEMA_PRIVATE_H
#define SCHEMA_PRIVATE_H

#include "schema/statements.h"
#include "schema/store.h"

#include <sqlite3.h>

enum statement {
#define X(name, where, sql) DO_##name,
	STATEMENTS(X)
#undef X
	STATEMENT_COUNT
};

enum where { PEN = 1, GLASSES = 2, BOTH = PEN | GLASSES, AUDIT = 4, MIGRATION = 8 };

/* The text of a transaction, of which its hash is made: chain.h. */
struct chain_text {
	char *p;
	size_t n, cap;
	bool failed; /* for want of memory */
};

#define SEQ_MOST ((INT64_C(1) << 36) - 1) /* entries of an account: 0022-places.sql */

struct names;
struct documents;

struct store_view {
	struct store *store;
	sqlite3 *db; /* NULL: a read-only store has no pen */
	struct names *names; /* of the glasses; NULL until one is asked for */
	sqlite3_stmt *statements[STATEMENT_COUNT];
};

struct store {
	struct store_view pen, glasses;
	char *path;
	int lock_fd, book_fd; /* -1: none held */
	int schema;
	bool group;	 /* store_begin() was, commit or rollback not yet */
	bool committing; /* inside store_commit(): the hook lets it pass */
	bool renamed;	 /* an account, in the group at hand: names.c */
	int wal_pages;	 /* in the log after the last commit of the pen  */
	struct documents *documents; /* not yet in the book */
	bool retired; /* some account is closed and goes by another name */
	store_digest *digest;
	store_fold *fold;
	const struct fair_hash *dice;
	struct chain_text text; /* of the transaction at hand */
	void (*trouble)(void *cls, const char *what, const char *why);
	void *cls;
};

/* ---- statements.c ----------------------------------------------------------- */

/* Prepares what this connection may ask.  SQLITE_OK or the error. */
int statements_prepare(struct store_view *, unsigned where);
int statements_prepare_one(struct store_view *, enum statement);
void statements_finish(struct store_view *, unsigned where);

/*
 * The statement, ready to be bound.  NULL if it may not be used now: a write
 * outside a group, or in one that the database has already undone (reported).
 */
sqlite3_stmt *statement(struct store_view *, enum statement);

void put(sqlite3_stmt *, int at, int64_t value);
void put_some(sqlite3_stmt *, int at, int64_t value); /* 0 is NULL */
void put_text(sqlite3_stmt *, int at, const char *text); /* NULL is NULL; borrowed */
void put_bytes(sqlite3_stmt *, int at, const void *bytes, size_t n);

int64_t get(sqlite3_stmt *, int at);
void get_text(sqlite3_stmt *, int at, char *out, size_t cap); /* NULL is "" */
void get_bytes(sqlite3_stmt *, int at, void *out, size_t n);

/* FOUND with a row to read, after which drop() it; NONE and TROUBLE are dropped. */
int ask(struct store_view *, sqlite3_stmt *);
/* The one thing that is in the one row; NONE leaves `out` as it is. */
int ask_one(struct store_view *, sqlite3_stmt *, int64_t *out);
int ask_one_text(struct store_view *, sqlite3_stmt *, char *out, size_t cap);
/* Runs it to its end: DONE or TROUBLE. */
int tell(struct store_view *, sqlite3_stmt *);
void drop(sqlite3_stmt *);

/*
 * The first of the numbers 1 to newest whose time is `when` or later, or one past
 * the newest: a search by halves, since the later of two numbers is of a later time.
 * The statement is given a number and whose it is (0: nobody's) and selects its time;
 * a row that is not there is late.
 */
int first_since(struct store_view *, enum statement, int64_t whose, int64_t newest, int64_t when,
		int64_t *number);

/* Reports the connection's last error to the sink. Returns STORE_TROUBLE. */
int trouble(struct store_view *, const char *what);
int trouble_because(struct store *, const char *what, const char *why);

/* ---- documents.c ------------------------------------------------------------- */

struct documents *documents_new(void);
void documents_free(struct documents *);

/* The game has changed: what is kept of it is of no use unless it is kept anew. */
void documents_overtake(struct documents *, int64_t game);
/* Names have: nothing that is kept is of any use; the caller sees to those in the book. */
void documents_forget_all(struct documents *);

void documents_savepoint(struct documents *);
void documents_undo(struct documents *);

/* Before a commit: the book forgets what has changed.  DONE or TROUBLE. */
int documents_settle(struct store *);
/* After it, or after the group was undone. */
void documents_settled(struct documents *, bool settled);

/* ---- migrate.c ---------------------------------------------------------------- */

struct migration {
	int number;
	const char *name;
	const char *sql;
};
extern const struct migration migrations[]; /* made from the .sql files; ends with 0 */

int migrations_newest(void);

/* Whether the file is a book of ours, and of which schema (0: still empty).  0 or -1. */
int migrate_identify(sqlite3 *, const char *path, int *schema, char *why, size_t cap);

/* Brings the file from that schema to the newest.  0 or -1. */
int migrate_run(sqlite3 *, const char *path, int schema, const struct store_config *, char *why,
		size_t cap);

/* A sentence about what SQLite says of this file. Returns -1. */
int migrate_complain(sqlite3 *, int rc, const char *path, char *why, size_t cap);

/* ---- games.c -------------------------------------------------------------------- */

/*
 * The column thaws_to has the state before the frost in its lowest byte, and above
 * it the marks: they change with every turn, and cost none of them a column.
 */
#define THAWS_TO_BITS 8

/* Which of a player's shelves a game in that state lies on: seats.shelf. */
enum { SHELF_LIVE = 1, SHELF_OVER, SHELF_ABORTED };
int games_shelf(int state);

/* What games.auto_forced holds, since 0014. */
enum { AUTO_FORCED = 1, RATED = 2, LATE = 4 };

/* ---- ratings.c ------------------------------------------------------------------ */

/* Whether the game changes ratings, which it does once; its ranks. */
bool ratings_counts(const struct game_row *, uint8_t rank[TABLAS_SEATS_MAX]);
enum rating_class ratings_class(const struct game_row *);

/* A row of RATING_CHANGE_COLUMNS. */
void ratings_read_change(sqlite3_stmt *, struct rating_row *);
/* ---- offers.c ---------------------------------------------------------------------- */

int offers_add(struct store *, const struct game_row *);
int offers_read(struct store_view *, struct game_row *); /* into row->opening; NONE: none */
int offers_end(struct store *, int64_t game);	 /* it is offered no more */

/* ---- accounts.c ------------------------------------------------------------------- */

void accounts_fold(const char *name, char out[STORE_NAME_MAX + 1]); /* in lower case */

/* ---- retired.c --------------------------------------------------------------------- */

/* FOUND: that was the name of an account that is closed, and `name` is now its pseudonym. */
int retired_present_name(struct store_view *, char *name, size_t cap);
bool retired_any(struct store_view *);

/* ---- store.c -------------------------------------------------------------------- */

/* Whether the glasses are kept from the secrets of games that go on. */
void store_guard_secrets(struct store *, bool guarded);

/* ---- names.c -------------------------------------------------------------------- */

struct game_names {
	int64_t id;
	char key[STORE_KEY_SIZE], match[STORE_KEY_SIZE]; /* match "": of none */
	char ruleset[64];
};

/*
 * What a game or an account is called.  They do not fail: what is not there has
 * the empty name.  Good until the next call.
 */
const struct game_names *names_game(struct store_view *, int64_t id);
const char *names_account(struct store_view *, int64_t id);

void names_changed(struct store *); /* an account gets another name in this group */
void names_begin(struct store *);   /* the next group begins                      */
void names_free(struct store_view *);

/* ---- explain.c ------------------------------------------------------------------ */

/* What the entries of one transaction are of. */
struct explained {
	int64_t game, ruleset, match; /* 0: none                          */
	unsigned seats;
	bool over; /* the game has been counted in the sums ... */
	int64_t ended; /* ... of that month */
};

int explain_open(struct store *, int64_t game, struct explained *);
/* With whom this side's chips changed hands; 0: with nobody.  FOUND or TROUBLE. */
int explain_opponent(struct store *, const struct explained *, const struct book_side *side,
		     const struct book_side *other, int64_t *opponent);
int ruleset_number(struct store_view *, const char *name, int64_t *number);

/* ---- sums.c --------------------------------------------------------------------- */

/* A game for chips is over: what everybody won and lost is added to the sums. */
int sums_add_game(struct store *, const struct game_row *);
/* Chips moved in a game that had been over already: a correction. */
int sums_add_entry(struct store *, const struct explained *, int64_t account, int64_t opponent,
		   int64_t amount);

/* ---- checkpoint.c ------------------------------------------------------------------ */

/* Sets the pragmas that every connection to the book has in common. */
int connection_prepare(sqlite3 *, int cache_kib);
void pages_configure(void); /* pages.c; before SQLite is at work */

#endif
