/*
 * at_table.h - speaking to one table as the desk does.
 *
 * A command is decided and its facts are applied; what the house must do is said
 * by the test, so that it reads like the game.
 */
#ifndef TESTS_GAME_AT_TABLE_H
#define TESTS_GAME_AT_TABLE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "game/plays.h"
#include "game/table.h"
#include "toy.h"

extern struct table t;
extern struct decision decision; /* of the last command */
extern struct happened happened; /* of the last fact    */

void lay(const struct tablas_plugin *plugin, unsigned seats, const char *options);

void apply(const struct fact *f);

enum refusal want(struct command c);

/* The same; what has no instant of its own happens at this one, as at the desk. */
enum refusal want_at(struct command c, int64_t at);

enum refusal wants(unsigned kind, unsigned seat);

enum refusal decides(unsigned seat, const char *words);

enum refusal resigns(unsigned seat, int32_t value);

/* An offer, and the answers to one: COMMAND_OFFER and so on, of an enum consent_kind. */
enum refusal says(unsigned command, unsigned kind, unsigned seat);
enum refusal offers(unsigned kind, unsigned seat);
enum refusal agrees(unsigned kind, unsigned seat);

/* The house does one thing that needs no dice, and it is this. */
void house_says(enum fact_kind kind, const char *text);
void house_says_at(enum fact_kind kind, const char *text, int64_t at);

void house_throws(uint8_t one, uint8_t other);

enum house house_next(void);

/* A game of two, begun; seat 0 is to throw. */
void begin_two(const struct tablas_plugin *plugin, const char *options);

/* A game of three or four, begun; seat 0 is to throw. */
void begin_many(const struct tablas_plugin *plugin, unsigned seats, const char *options);

/* A game that remembers: each is to pay an ante, in any order, before anything is thrown. */
void begin_antes(struct table_past *, unsigned seats);

struct toy *toy(void);

/* Some decision of this seat, which is asked, found by asking the plugin. */
void words_by_chance(unsigned seat, uint32_t *seed, char text[FACT_TEXT_MAX]);

#define GAME_FACTS_MAX 8000

extern struct fact facts[GAME_FACTS_MAX]; /* of the game played by chance */
extern size_t facts_n;

/*
 * Plays the table's game from the first seat taken to the end, whatever the
 * plugin; one time in `patience` somebody tries to resign.
 */
void play_by_chance(uint32_t *seed, unsigned patience);

#endif
