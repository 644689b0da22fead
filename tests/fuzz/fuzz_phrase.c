/*
 * fuzz_phrase.c - hostile turns: whatever is written, the answer is a legal
 * decision or a refusal.
 *
 * First byte the game, second how many plies are played before, the rest words.
 * An accepted phrase must be a run of legal moves, and its canonical text must
 * be read as the same decision.
 */
#include "tests/fuzz/fuzz.h"

#include "game/options.h"
#include "game/phrase.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Alignas(16) unsigned char pos[TABLAS_POSITION_MAX], copy[TABLAS_POSITION_MAX];
static struct tablas_event events[TABLAS_EVENTS_MAX];
static tablas_move list[4096];

/* Plays a fixed game for a while; returns the seat to decide, or NOBODY. */
static unsigned prepare(const struct tablas_plugin *plugin, unsigned plies)
{
	int32_t values[OPTIONS_MAX] = {0};
	struct tablas_setup setup = {.seats = plugin->seats_max, .options = values};

	options_default(plugin, values);
	memset(pos, 0, sizeof pos);
	plugin->init(&setup, pos);
	for (unsigned ply = 0;; ply++) {
		struct tablas_events out = {events, 0};
		struct tablas_wait wait = {0};
		unsigned seat = 0;

		plugin->wait(pos, &wait);
		if (wait.kind == TABLAS_WAIT_OVER)
			return TABLAS_NOBODY;
		if (wait.kind == TABLAS_WAIT_ROLL) {
			uint8_t faces[TABLAS_DICE_MAX];

			for (unsigned i = 0; i < wait.dice; i++)
				faces[i] = (uint8_t)(1 + (ply * 7 + i * 5 + ply / 3) % wait.sides);
			plugin->roll(pos, faces, wait.dice, &out);
			continue;
		}
		while (!(wait.seats >> seat & 1))
			seat++;
		if (ply >= plies)
			return seat;
		size_t n = plugin->legal(pos, seat, list, 4096);

		plugin->play(pos, seat, list[ply % n], &out);
	}
}

/* The moves, one by one, must be legal. */
static void play_all(const struct tablas_plugin *plugin, unsigned seat, const tablas_move *moves,
		     size_t n)
{
	memcpy(copy, pos, plugin->position_size);
	for (size_t i = 0; i < n; i++) {
		struct tablas_events out = {events, 0};
		size_t legal = plugin->legal(copy, seat, list, 4096), k = 0;

		while (k < legal && list[k] != moves[i])
			k++;
		MUST(k < legal);
		plugin->play(copy, seat, moves[i], &out);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	static char text[2048], canonical[2048];
	static unsigned char after[TABLAS_POSITION_MAX];
	const struct tablas_plugin *plugin;
	tablas_move moves[TABLAS_STEPS_MAX], again[TABLAS_STEPS_MAX];
	size_t moves_n = 0, again_n = 0;
	struct phrase_fault fault;
	const char *words[] = {text};
	enum refusal refusal;
	unsigned seat;

	if (n < 3 || n > sizeof text)
		return 0;
	plugin = fuzz_plugin(data[0]);
	seat = prepare(plugin, data[1]);
	if (seat == TABLAS_NOBODY)
		return 0;
	memcpy(text, data + 2, n - 2);
	text[n - 2] = '\0';
	refusal = phrase_read(plugin, pos, seat, words, 1, moves, &moves_n, &fault);
	if (refusal != ACCEPTED) {
		MUST(refusal < REFUSAL_COUNT);
		return 0;
	}
	MUST(moves_n && moves_n <= TABLAS_STEPS_MAX);
	play_all(plugin, seat, moves, moves_n);
	memcpy(after, copy, plugin->position_size);
	MUST(phrase_write(plugin, pos, seat, moves, moves_n, canonical, sizeof canonical) <
	     sizeof canonical);
	words[0] = canonical;
	MUST(phrase_read(plugin, pos, seat, words, 1, again, &again_n, &fault) == ACCEPTED);
	play_all(plugin, seat, again, again_n);
	MUST(memcmp(after, copy, plugin->position_size) == 0);
	return 0;
}
