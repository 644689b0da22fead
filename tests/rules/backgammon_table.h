/*
 * backgammon_table.h - what the tests of backgammon share: positions and throws
 * in words, and whole turns by stepping beside those of plays().
 */
#ifndef TESTS_RULES_BACKGAMMON_TABLE_H
#define TESTS_RULES_BACKGAMMON_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "tablasd/plugin.h"

extern const struct tablas_plugin tablas_plugin_backgammon;

#define GAME  (&tablas_plugin_backgammon)
#define BYTES 64 /* of a position; the first test looks */
#define MANY  4096

#define START "white 24:2 13:5 8:3 6:5 / black 1:2 12:5 17:3 19:5"

struct bytes {
	uint8_t b[BYTES];
};

/* What the last roll, play, resign or leave told; set n to 0 before the others. */
extern struct tablas_events events;

/* The options "key=value key=value ...", all others at their defaults; a lone game. */
const struct tablas_setup *table_setup(const char *options);

/* The same for a game of a match to `length` at this score. */
const struct tablas_setup *table_match(const char *options, uint32_t length, int32_t white,
				       int32_t black);

struct bytes table_fresh(const char *options);

/* A position in the plugin's words; the test fails if it is not read. */
struct bytes table_read(const struct tablas_setup *, const char *text);

/* Men only, and the throw of the seat to move; no options. */
struct bytes table_thrown(const char *men, const char *who, uint8_t a, uint8_t b);

void table_throw(struct bytes *, uint8_t a, uint8_t b);

/* Plays a move in words, which must be legal. */
void table_play(struct bytes *, unsigned seat, const char *text);

const char *table_written(const struct bytes *);

/* In one of the notations of other programs; what is read must be a sound position. */
const char *table_as(const struct bytes *, unsigned notation);
struct bytes table_from(const struct tablas_setup *, unsigned notation, const char *text);

struct tablas_wait table_waits(const struct bytes *);
enum tablas_why table_why_not(const struct bytes *, unsigned seat, const char *text);

/*
 * plays() must give the same ends as stepping, each once, by moves that lead
 * there.  Returns how many there are.
 */
size_t table_compare_plays(const struct bytes *, unsigned seat);

#endif
