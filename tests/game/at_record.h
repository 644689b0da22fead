/*
 * at_record.h - games played by chance as text, and text read back.
 */
#ifndef TESTS_GAME_AT_RECORD_H
#define TESTS_GAME_AT_RECORD_H

#include "at_table.h"
#include "game/record.h"

#define RECORD_MAX (4 << 20)

extern struct registry games; /* what the reader knows */
extern struct record_reader reader;
extern char record[RECORD_MAX];
extern size_t record_n;

void add(const char *text); /* to the record */

/* Reads line after line, and the end if it comes to that. */
int read_lines(const char *text);
void assert_reads(const char *text);

/* The facts of play_by_chance() as a record; every `often` facts the position. */
void write_record(size_t often);

#endif
