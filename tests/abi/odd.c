/*
 * odd.c - Cinco with its table of facts spoilt by the command line:
 *
 *	cc -DODD='.abi = 7' ...
 *
 * What ODD names comes last and therefore counts.
 */
#define TABLAS_BUILT_IN
#include "examples/cinco/cinco.c"

#ifndef ODD
#define ODD .needs = 0
#endif
#ifndef ODD_BEFORE
#define ODD_BEFORE
#endif

ODD_BEFORE

#ifndef ODD_NAME
#define ODD_NAME tablas_plugin
#endif

extern const struct tablas_plugin ODD_NAME;
__attribute__((visibility("default")))
const struct tablas_plugin ODD_NAME = {TABLAS_PLUGIN_ABI,
				       .name = "cinco",
				       .title = "Cinco",
				       .source = "Invented for the plugin manual",
				       .rules = 1,
				       .rules_since = 1,
				       .seats_min = 2,
				       .seats_max = 2,
				       .position_size = sizeof(struct pos),
				       .moves_max = 12,
				       .plies_max = 2000,
				       .pieces_max = 12,
				       .options = options,
				       .places = places,
				       .sides = sides,
				       .counters = counters,
				       .init = cinco_init,
				       .wait = cinco_wait,
				       .legal = cinco_legal,
				       .roll = cinco_roll,
				       .play = cinco_play,
				       .outcome = cinco_outcome,
				       .view = cinco_view,
				       .write = cinco_write,
				       .read = cinco_read,
				       .move_write = cinco_move_write,
				       .move_read = cinco_move_read,
				       .audit = cinco_audit,
				       ODD};
