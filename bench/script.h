/*
 * script.h - turns of backgammon as they were played, to be played again.
 */
#ifndef BENCH_SCRIPT_H
#define BENCH_SCRIPT_H

#include "game/facts.h"
#include "schema/store.h"

#include <stddef.h>
#include <stdint.h>

#define SCRIPT_FACTS_MAX 8

struct script_fact {
	uint16_t kind;
	uint8_t seat;
	uint64_t ply;
	char *text, *events;
};

struct script_turn {
	char key[STORE_KEY_SIZE];
	char *words; /* what the player sends */
	uint64_t asked_ply;
	uint8_t seat;
	int64_t account;
	struct script_fact facts[SCRIPT_FACTS_MAX]; /* what came of it ... */
	size_t facts_n;
	int64_t game; /* ... and the snapshot after it */
	uint64_t ply, asked, decisions;
	uint32_t waiting;
	int state;
	char *position;
};

struct script {
	struct script_turn *turns;
	size_t n;
};

/*
 * bare.c: the statements of those turns by SQLite's own functions and nothing
 * around them, `group` turns to a transaction.  Seconds it took.
 */
double bare_run(const char *path, const struct script *, size_t turns, size_t group);

#endif
