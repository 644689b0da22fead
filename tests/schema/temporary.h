/*
 * temporary.h - a book in a directory of its own, for as long as a test lasts.
 */
#ifndef TESTS_TEMPORARY_H
#define TESTS_TEMPORARY_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "schema/store.h"

struct temporary {
	char dir[64], path[96];
	struct store *store;
	struct store_view *pen, *glasses;
	char why[512];	   /* of the last refusal to open */
	char trouble[512]; /* the last one told           */
	int troubles, migrations;
};

/* cmocka's setup and teardown: *state is a struct temporary with an open book. */
int temporary_setup(void **state);
int temporary_teardown(void **state);

/* The same, but nothing lies in the directory yet. */
int temporary_setup_empty(void **state);

/* Opens (again) what lies at t->path; store_open()'s answer, t->why filled in. */
int temporary_open(struct temporary *);
void temporary_close(struct temporary *);

/* A store's config that tells its troubles to t. */
struct store_config temporary_config(struct temporary *);

/* SHA-256, as the daemon hands it to the store. */
store_digest temporary_digest;

/* Runs SQL on a connection of its own, without any of our guards. */
int temporary_sql(struct temporary *, const char *sql, char *error, size_t cap);
void temporary_must(struct temporary *, const char *sql);

int64_t temporary_number(struct temporary *, const char *sql);

/* A book that is closed becomes what it would be in that older schema. */
void temporary_age(struct temporary *, int schema);

/* Runs SQL as a stranger to whom the triggers mean nothing, and who puts them back. */
void temporary_tamper(struct temporary *, const char *sql);

/* An account with that many chips in its wallet. */
int64_t temporary_account(struct temporary *, const char *name, int64_t chips);

/* A game row with nothing in it but a key and a ruleset; not yet added. */
struct game_row temporary_game(const char *key, const char *ruleset, unsigned seats,
			       int64_t creator);

/* Whether what is committed adds up: wallets and purses to zero, balances to entries. */
void temporary_assert_balanced(struct temporary *);

#endif
