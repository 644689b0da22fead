/*
 * fuzz_notation.c - hostile positions: read() takes only what can be.
 *
 * First byte the game, the rest a position.  What is read must be sound, be
 * written back as it was read, and be playable for a while; what is refused has
 * a reason.
 */
#include "tests/fuzz/fuzz.h"

#include "game/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLIES 40

/* A few plies from here, by the first legal move and dice from the input. */
static void walk(const struct tablas_plugin *plugin, void *pos, const uint8_t *data, size_t n)
{
	static struct tablas_event events[TABLAS_EVENTS_MAX];
	static tablas_move moves[4096];
	uint8_t faces[TABLAS_DICE_MAX];

	for (size_t ply = 0; ply < PLIES; ply++) {
		struct tablas_events out = {events, 0};
		struct tablas_wait wait = {0};
		unsigned seat = 0;
		size_t legal;

		plugin->wait(pos, &wait);
		if (wait.kind == TABLAS_WAIT_OVER)
			return;
		if (wait.kind == TABLAS_WAIT_ROLL) {
			MUST(wait.dice && wait.dice <= TABLAS_DICE_MAX && wait.sides);
			for (unsigned i = 0; i < wait.dice; i++)
				faces[i] = (uint8_t)(1 + (n ? data[(ply * 3 + i) % n] : i) % wait.sides);
			plugin->roll(pos, faces, wait.dice, &out);
		} else {
			MUST(wait.kind == TABLAS_WAIT_MOVE && wait.seats);
			while (!(wait.seats >> seat & 1))
				seat++;
			legal = plugin->legal(pos, seat, moves, 4096);
			MUST(legal > 0 && legal <= plugin->moves_max);
			plugin->play(pos, seat, moves[n ? data[ply % n] % legal : 0], &out);
		}
		MUST(!plugin->audit || !plugin->audit(pos));
	}
}

static void reasons(const struct tablas_plugin *plugin, const struct tablas_setup *setup,
		    unsigned notation, const char *text, int taken)
{
	char out[TABLAS_FLAW_MAX];
	size_t said;

	if (!plugin->flaw)
		return;
	said = plugin->flaw(setup, notation, text, out, sizeof out);
	MUST(said < sizeof out && strlen(out) == said && taken == (said == 0));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	static _Alignas(16) unsigned char pos[TABLAS_POSITION_MAX], again[TABLAS_POSITION_MAX];
	static char text[TABLAS_TEXT_MAX + 1], back[TABLAS_TEXT_MAX + 1];
	int32_t values[OPTIONS_MAX] = {0};
	const struct tablas_plugin *plugin;
	struct tablas_setup setup = {.options = values};

	if (n < 2 || n > TABLAS_TEXT_MAX)
		return 0;
	plugin = fuzz_plugin(data[0]);
	options_default(plugin, values);
	setup.seats = plugin->seats_max;
	memcpy(text, data + 1, n - 1);
	text[n - 1] = '\0';
	for (unsigned i = 0; plugin->read_as && plugin->notations[i]; i++) {
		memset(again, 0, sizeof again);
		reasons(plugin, &setup, i, text, plugin->read_as(&setup, i, text, again) == 0);
	}
	memset(pos, 0, sizeof pos);
	if (plugin->read(&setup, text, pos) != 0) {
		reasons(plugin, &setup, TABLAS_OWN_NOTATION, text, 0);
		return 0;
	}
	reasons(plugin, &setup, TABLAS_OWN_NOTATION, text, 1);
	MUST(!plugin->audit || !plugin->audit(pos));
	MUST(plugin->write(pos, back, sizeof back) < sizeof back);
	memset(again, 0, sizeof again);
	MUST(plugin->read(&setup, back, again) == 0);
	MUST(memcmp(pos, again, plugin->position_size) == 0);
	walk(plugin, pos, data, n);
	return 0;
}
