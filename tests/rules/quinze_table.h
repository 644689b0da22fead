/*
 * quinze_table.h - a board, a throw, and what may follow, in a line each; for
 * Quinze Tablas on both boards.
 *
 * Boards are written as the men of White, " / ", the men of Black; "-" is none.
 */
#ifndef TESTS_RULES_QUINZE_TABLE_H
#define TESTS_RULES_QUINZE_TABLE_H

#include "tablasd/plugin.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>

enum { WHITE, BLACK };

extern const struct tablas_plugin *const game; /* each test brings its own */

struct position {
	_Alignas(16) unsigned char bytes[256];
};

/* What the last roll, play, resign or leave told. */
extern struct tablas_events events;

/* Options are "key=value key=value", or NULL. */
const struct tablas_setup *setup_of(const char *options);
struct position fresh(const char *options);

/* The position of that board and state; *read says whether it is one. */
struct position look(const char *options, const char *board, const char *state, int *read);

/* The same, and it must be one. */
struct position stands(const char *options, const char *board, const char *state);
void assert_no_position(const char *options, const char *board, const char *state);

/* The seat stands before its throw on this board, and throws; or is to use only these. */
struct position thrown(const char *options, const char *board, unsigned seat, int a, int b,
		       int c);
struct position left(const char *options, const char *board, unsigned seat, const char *dice);

const char *board_of(const struct position *);
const char *state_of(const struct position *);
void assert_stands(const struct position *, const char *board, const char *state);

void roll(struct position *, int a, int b, int c);
void play(struct position *, const char *moves); /* legal ones, by whoever is asked */
int told(enum tablas_event_kind, unsigned seat, int32_t amount);
int paid(unsigned from, unsigned to, const char *note);

struct tablas_wait waits(const struct position *);

/* Texts separated by blanks, or boards by "; ", compared as sets. */
void assert_steps(const struct position *, const char *texts);
void assert_ends(const struct position *, const char *boards);
size_t ends(const struct position *);

/* Can the seat that is asked reach a position where the other cannot go on? */
int wins(const struct position *);
void assert_refused(const struct position *, const char *move, enum tablas_why);

/* plays() lists what stepping finds, by legal moves; compared where there are not too many. */
void assert_plays_agree(const struct position *);

/* Random games keep every man and end; now and then whole plays are compared. */
void random_games(const char *options, uint32_t games);

#endif
