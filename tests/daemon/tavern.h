/*
 * tavern.h - a desk in a test: a temporary book, a scripted cup, a hand-wound
 * clock, chance that is the same in every run, and short words for what players
 * do at it.
 */
#ifndef TESTS_DAEMON_TAVERN_H
#define TESTS_DAEMON_TAVERN_H

#include "tests/schema/temporary.h"

#include "daemon/desk.h"

#include <stdbool.h>

#define TAVERN_TIME	 1796029200000 /* 2026-11-30, nine o'clock */
#define TAVERN_GAMES_MAX 8

struct tavern {
	struct temporary *book;
	struct registry games;
	struct clock clock;
	struct cup cup;
	struct blackbox *blackbox; /* NULL unless a test opens one */
	struct desk *desk;
	int64_t people[TABLAS_SEATS_MAX]; /* ana, bela, caro, dona, ... */
	struct receipt receipt;		  /* of the last command          */
	char keys[TAVERN_GAMES_MAX][STORE_KEY_SIZE];
	int64_t ids[TAVERN_GAMES_MAX];
	size_t games_n;
};

/*
 * cmocka's: *state is a struct tavern with the toy loaded and 100 chips for
 * everybody; at the end the book must be true.
 */
int tavern_setup(void **state);
int tavern_setup_with(void **state, const struct tablas_plugin *); /* ... and this game */
int tavern_teardown(void **state);

#define TAVERN_TEST(f) cmocka_unit_test_setup_teardown(f, tavern_setup, tavern_teardown)

/* Closes desk and book, or opens them again. */
void tavern_close(struct tavern *);
void tavern_open(struct tavern *);

/* Terms of a game of the toy, or of another plugin. */
struct desk_game tavern_terms(struct tavern *, const struct tablas_plugin *, unsigned seats,
			      int64_t unit, int64_t buy_in);

/* One command in a savepoint of its own, kept if it is accepted; not settled. */
enum refusal tavern_submit(struct tavern *, const char *key, const struct command *,
			   int64_t account);
void tavern_settle(struct tavern *);

/* Lays a table and settles; the key stays good. */
const char *tavern_lay(struct tavern *, const struct desk_game *);

enum refusal tavern_sit(struct tavern *, const char *key, unsigned seat, int64_t account);

/* `words` are separated by blanks. */
enum refusal tavern_decide(struct tavern *, const char *key, unsigned seat, const char *words);

/* Whoever is asked decides at random, from a fixed sequence; false when the game is over. */
bool tavern_play_on(struct tavern *, const char *key, uint32_t *seed);

/* A table with everybody seated, settled. */
const char *tavern_begin(struct tavern *, const struct desk_game *, const char *dice);

/* The game as the pen sees it, and as everybody does. */
struct game_row tavern_row(struct tavern *, const char *key);
struct game_row tavern_row_seen(struct tavern *, const char *key);
int64_t tavern_wallet(struct tavern *, int64_t account);

/* Replays every game and adds up every entry of what is committed. */
void tavern_assert_true(struct tavern *);

/* All that the audit says, each difference a line; good until the next. */
const char *tavern_audit(struct tavern *);

/* After that damage, which no trigger hinders, the audit says so; then it is mended. */
void tavern_assert_noticed(struct tavern *, const char *damage, const char *mend,
			   const char *said);

/* The facts of a game as the pen sees them: "created seated:0:ana ... rolled:-:3 1". */
const char *tavern_facts(struct tavern *, const char *key);

#endif
