/*
 * bomb.c - a game that kills the process: Cinco, but with chips=9 the first
 * move is one too many.
 */
#define TABLAS_BUILT_IN
#include "examples/cinco/cinco.c"

static void bomb_play(void *pos, unsigned seat, tablas_move move, struct tablas_events *events)
{
	if (((struct pos *)pos)->chips == 9)
		__builtin_trap();
	cinco_play(pos, seat, move, events);
}

extern const struct tablas_plugin tablas_plugin;
__attribute__((visibility("default"))) const struct tablas_plugin tablas_plugin = {
	TABLAS_PLUGIN_ABI,
	.name = "bomb", .title = "Bomb", .source = "Invented for this test",
	.rules = 1, .rules_since = 1, .seats_min = 2, .seats_max = 2,
	.position_size = sizeof(struct pos),
	.moves_max = 12, .plies_max = 2000, .pieces_max = 12,
	.options = options, .places = places, .sides = sides, .counters = counters,
	.init = cinco_init, .wait = cinco_wait, .legal = cinco_legal, .roll = cinco_roll,
	.play = bomb_play, .outcome = cinco_outcome, .view = cinco_view,
	.write = cinco_write, .read = cinco_read,
	.move_write = cinco_move_write, .move_read = cinco_move_read,
};
