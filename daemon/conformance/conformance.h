/*
 * conformance.h - random games in which every promise of a plugin is tested.
 *
 * Works on any plugin, loaded or built in.  A run is made of numbered games;
 * the seed and the number determine everything in a game, so a broken promise
 * is seen again by running that one game.
 */
#ifndef DAEMON_CONFORMANCE_CONFORMANCE_H
#define DAEMON_CONFORMANCE_CONFORMANCE_H

#include "game/options.h"

#include <tablasd/plugin.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum promise {
	PROMISE_NONE = 0,
#define PROMISE(name, sentence) PROMISE_##name,
#include "daemon/conformance/promises.h"
#undef PROMISE
	PROMISE_COUNT
};

const char *promise_sentence(enum promise);

struct conformance_report {
	enum promise broken; /* PROMISE_NONE: all were kept */
	uint32_t game, ply;  /* where it broke              */
	char detail[512];
	char *journal; /* the game so far, one line each; freed by conformance_free() */

	/* What was seen. */
	uint32_t games, longest, moves_most, pieces_most, events_most, left, resigned;
	uint64_t plies, rolls, moves, payments, mutations, accepted, plays;
};

struct conformance {
	const struct tablas_plugin *plugin;
	uint64_t seed;
	uint32_t first, games;	      /* game numbers first, first + 1, ... */
	unsigned seats;		      /* 0: any number the game allows      */
	int32_t options[OPTIONS_MAX]; /* used where fixed ...               */
	bool fixed[OPTIONS_MAX];      /* ... the rest is varied, or default */
	bool defaults;
	void (*progress)(void *ctx, const struct conformance_report *); /* may be NULL */
	void *ctx;
};

/* 0 if every promise was kept, else -1; *report is filled in either way. */
int conformance_run(const struct conformance *, struct conformance_report *);
void conformance_free(struct conformance_report *);

#endif
