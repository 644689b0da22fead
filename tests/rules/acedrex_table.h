/*
 * acedrex_table.h - a board of Four-Seasons Chess, moves, and what they cost, in a
 * line each.
 *
 * Boards are the first word of the plugin's notation: "Kh8Rd4/Ka8sd7/Ka1/Kh1".
 */
#ifndef TESTS_RULES_ACEDREX_TABLE_H
#define TESTS_RULES_ACEDREX_TABLE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tablasd/plugin.h"

extern const struct tablas_plugin tablas_plugin_acedrex;

#define ACEDREX (&tablas_plugin_acedrex)

enum { GREEN, RED, BLACK, WHITE, POT = (int)TABLAS_POT };

struct position {
	_Alignas(16) unsigned char bytes[2048];
};

/* Options as "capture=free ante=2"; NULL for none. */
const struct tablas_setup *setup_of(const char *options);

/* A new game; a whole line of notation; or NULL if that is refused. */
struct position fresh(const char *options);
const struct position *position_of(const char *options, const char *line);

/* This seat is to move; a seat whose army is "-" is out. */
struct position laid(const char *options, const char *board, int seat);

/* The same with the words behind the players: "quiet flags pot net won fees memory". */
#define NOTHING "0 - 0 0/0/0/0 0/0/0/0 0/0/0/0 -"
struct position laid_with(const char *options, const char *board, int seat, const char *rest);

/* A word of the position's notation, the board being 0. */
const char *word_of(const struct position *, unsigned n);

/* Events of the last move or departure below. */
extern struct tablas_events events;
void play(struct position *, const char *moves); /* legal ones, by whoever is to move */
void reply(struct position *, int seat, const char *word);
void leave(struct position *, int seat);
int resign(struct position *, int seat, int32_t value);
int paid(int from, int to, const char *note);
int told(enum tablas_event_kind, int seat, const char *note);

struct tablas_wait waits(const struct position *);
int in_check(const struct position *, int seat);
unsigned long count_nodes(const struct position *, unsigned depth);

/* Moves separated by blanks, compared as sets; or those from one square. */
void assert_moves(const struct position *, const char *moves);
void assert_moves_of(const struct position *, const char *from, const char *targets);
void assert_refused(const struct position *, const char *move, enum tablas_why);

#endif
