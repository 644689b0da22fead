/*
 * el_mundo_table.h - a board, a throw, and what may follow, in a line each.
 *
 * Boards are the first word of the plugin's notation: "Sp4*2/Su5/-/Sp6".
 */
#ifndef TESTS_RULES_EL_MUNDO_TABLE_H
#define TESTS_RULES_EL_MUNDO_TABLE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tablasd/plugin.h"

extern const struct tablas_plugin tablas_plugin_el_mundo;

#define MUNDO (&tablas_plugin_el_mundo)

enum { GREEN, RED, BLACK, WHITE };

struct position {
	unsigned char bytes[256];
};

/* Options as "reentry=war finish=play_on"; NULL for none. */
const struct tablas_setup *setup_of(const char *options);

/* A new game; a whole line of notation; or NULL if that is refused. */
const struct position *fresh(const char *options);
const struct position *position_of(const char *options, const char *line);

/* `seat` stands before its throw on this board, and throws. */
struct position thrown(const char *options, const char *board, int seat, int a, int b, int c);

/* The board of that position, and the rest of its line. */
const char *board_of(const struct position *);
const char *state_of(const struct position *);

/* Events of the last roll, play or departure below. */
extern struct tablas_events events;
void roll(struct position *, const char *faces); /* "3 1 6"                 */
void play(struct position *, const char *moves); /* legal ones, by whoever is asked */
void leave(struct position *, int seat);
int paid(int from, int to, const char *note);		    /* by the last event source   */
int told(enum tablas_event_kind, int seat, int32_t amount); /* how often that was told  */

struct tablas_wait waits(const struct position *);
int asked(
	const struct position *); /* the seat that decides or throws, -1 for none or several */

/* Texts separated by blanks, compared as sets. */
void assert_steps(const struct position *, const char *texts);
void assert_ends(const struct position *, const char *boards);
void assert_refused(const struct position *, const char *move, enum tablas_why);

#endif
