/*
 * options.h - the options of both boards, row by row.
 *
 * The two games differ in the numbers of three rows; all other rows are this
 * list, included by each plugin's table.  Keys that have one value stand here
 * because the rules name them as a doubt: they say which reading is played.
 */
#ifndef PLUGINS_QUINZE_TABLAS_OPTIONS_H
#define PLUGINS_QUINZE_TABLAS_OPTIONS_H

#include "plugins/options.h"
#include "plugins/quinze-tablas/quinze.h"

enum quinze_option {
	QUINZE_OPT_VARIANT,
	QUINZE_OPT_REENTRY,
	QUINZE_OPT_REENTRY_TIME,
	QUINZE_OPT_REENTRY_ALL,
	QUINZE_OPT_PRIME_TEST,
	QUINZE_OPT_PRIME_BLOCK,
	QUINZE_OPT_PRIME_VALUE,
	QUINZE_OPT_DEADLOCK,
	QUINZE_OPT_ENTRY_COUNTS,
	QUINZE_OPT_FINISH,
	QUINZE_OPT_DICE_ORDER,
	QUINZE_OPT_USE_DICE,
	QUINZE_OPT_BEARING_OFF,
	QUINZE_OPT_BEAROFF_GATE,
	QUINZE_OPT_BEAROFF_OVER,
	QUINZE_OPT_OPENING,
	QUINZE_OPT_POINTS,
	QUINZE_OPT_DIE_SIDES,
	QUINZE_OPT_MEN,
	QUINZE_OPT_SETUP,
	QUINZE_OPT_DIE_MODEL
};

static const char *const quinze_variants[] = {"contrary", "race", NULL};
static const char *const quinze_reentries[] = {"free", "removed", "dice", NULL};
static const char *const quinze_times[] = {"before_roll", "any", NULL};
static const char *const quinze_tests[] = {"any_left", "none_placed", NULL};
static const char *const quinze_blocks[] = {"enemy", "any", NULL};
static const char *const quinze_deadlocks[] = {"last_mover", "draw", NULL};
static const char *const quinze_finishes[] = {"mirror", "twelve", NULL};
static const char *const quinze_orders[] = {"free", "high_first", NULL};
static const char *const quinze_uses[] = {"max", "greedy", NULL};
static const char *const quinze_gates[] = {"each", NULL};
static const char *const quinze_openings[] = {"rolloff", NULL};

#define QUINZE_SWITCH(k, d, t, h) OPTION_BOOL(k, t, h, d)
#define QUINZE_CHOICE(k, c, t, h) OPTION_CHOICE(k, t, h, c)
#define QUINZE_NUMBER(k, d, low, high, t, h) OPTION_NUMBER(k, t, h, d, low, high)

/* clang-format off */
#define QUINZE_COMMON_OPTIONS                                                                  \
	[QUINZE_OPT_VARIANT] = QUINZE_CHOICE("variant", quinze_variants, "Direction",          \
		"contrary: the sides pass through each other (Murray, Parlett); race: each "   \
		"goes home to its own inner table and bears off (Musser)."),                   \
	[QUINZE_OPT_REENTRY] = QUINZE_CHOICE("reentry", quinze_reentries, "Men that are hit",  \
		"free: placed without dice (source 003); removed: gone for good (Ludii); dice: " \
		"entered by dice, on the point of the number (a family habit)."),              \
	[QUINZE_OPT_REENTRY_TIME] = QUINZE_CHOICE("reentry_time", quinze_times,                \
		"When men are placed",                                                         \
		"before_roll: all before the throw; any: before, between and after the dice "  \
		"(both ours; source 003 does not say)."),                                        \
	[QUINZE_OPT_REENTRY_ALL] = QUINZE_SWITCH("reentry_all", 1, "All must be placed",       \
		"Off: men may be held back in hand, unless nobody could move otherwise "       \
		"(ours)."),                                                                    \
	[QUINZE_OPT_PRIME_TEST] = QUINZE_CHOICE("prime_test", quinze_tests, "Prime",           \
		"any_left: lost if a man finds no room (ours, after \"every point is full\"); " \
		"none_placed: lost only if none does, the rest wait."),                        \
	[QUINZE_OPT_PRIME_BLOCK] = QUINZE_CHOICE("prime_block", quinze_blocks,                 \
		"Who makes a prime",                                                           \
		"enemy: no prime while one's own men alone fill the quarter (ours); any: "     \
		"source 003 to the letter, by which most games end at the first hit."),          \
	[QUINZE_OPT_PRIME_VALUE] = QUINZE_NUMBER("prime_value", 1, 1, 2, "Value of a prime",   \
		"Stakes a prime is worth; two is a house rule, no source names one."),         \
	[QUINZE_OPT_DEADLOCK] = QUINZE_CHOICE("deadlock", quinze_deadlocks,                    \
		"When nobody can move",                                                        \
		"last_mover: the last to have moved wins (source 003); draw: the Libro's "       \
		"\"tie\"."),                                                                   \
	[QUINZE_OPT_ENTRY_COUNTS] = QUINZE_SWITCH("deadlock_entry_counts", 0,                  \
		"Placing counts as moving",                                                    \
		"On: placing a man without a die makes one the last to have moved (ours)."),   \
	[QUINZE_OPT_FINISH] = QUINZE_CHOICE("finish", quinze_finishes, "Goal",                 \
		"mirror: the exact mirror of one's start (source 003); twelve: two men on "      \
		"every point of the other's starting quarter will do."),                       \
	[QUINZE_OPT_DICE_ORDER] = QUINZE_CHOICE("dice_order", quinze_orders, "Order of dice",  \
		"free (source 003 names none); high_first: from the highest down, and one that " \
		"cannot be played in its turn is lost (ours)."),                               \
	[QUINZE_OPT_USE_DICE] = QUINZE_CHOICE("use_dice", quinze_uses, "Use of dice",          \
		"max: as many dice as can be; greedy: any that can be played now, without "    \
		"looking ahead (both ours)."),                                                 \
	[QUINZE_OPT_BEARING_OFF] = QUINZE_SWITCH("bearing_off", 0, "Bearing off",              \
		"Men leave the board from the other's starting quarter instead of standing "   \
		"in the mirror (source 003, Optional Rules)."),                                  \
	[QUINZE_OPT_BEAROFF_GATE] = QUINZE_CHOICE("bearoff_gate", quinze_gates,                \
		"When bearing off begins",                                                     \
		"each: a man may go as soon as he is there himself, for all do not fit "       \
		"(ours)."),                                                                    \
	[QUINZE_OPT_BEAROFF_OVER] = QUINZE_SWITCH("bearoff_over", 0, "Larger dice bear off",   \
		"On: a larger number takes the rearmost man if he is home; off: exact "        \
		"numbers only (Ludii)."),                                                      \
	[QUINZE_OPT_OPENING] = QUINZE_CHOICE("opening", quinze_openings, "First player",       \
		"rolloff: one die each, the higher begins with a new throw (the Libro's "      \
		"\"battle\").")
/* clang-format on */

/*
 * The rest of a plugin's table that does not depend on the board.  moves_max:
 * three dice by the men of the larger game, the points of a quarter, a stop.
 */
#define QUINZE_COMMON_TABLE                                                                    \
	TABLAS_PLUGIN_ABI,                                                                     \
		.rules = 1, .rules_since = 1, .seats_min = 2, .seats_max = 2,                  \
		.position_size = sizeof(struct quinze), .moves_max = 3 * 17 + 7 + 1,           \
		.plies_max = 20000, .pieces_max = QUINZE_POINTS + 6, .options = options,       \
		.places = places, .sides = sides, .wards = wards, .counters = counters,        \
		.init = init, .wait = quinze_turn_wait, .legal = quinze_moves_legal,           \
		.roll = quinze_turn_roll, .play = quinze_turn_play,                            \
		.outcome = quinze_ending_outcome, .view = quinze_board_view,                   \
		.write = quinze_notation_write, .read = read,                                  \
		.move_write = quinze_words_write, .move_read = quinze_words_read,              \
		.audit = quinze_audit, .why_not = quinze_moves_why,                            \
		.leave = quinze_turn_leave, .resign = quinze_turn_resign,                      \
		.draw = quinze_board_draw, .value = quinze_ending_value,                       \
		.exposure = quinze_ending_exposure, .plays = quinze_plays,                     \
		.place_read = place_read, .flaw = flaw

/* The functions and facts that table names, for a board of so many points a quarter. */
#define QUINZE_BOARD(quarter)                                                                  \
	static void init(const struct tablas_setup *setup, void *pos)                          \
	{                                                                                      \
		quinze_options_init(setup, quarter, pos);                                      \
	}                                                                                      \
	static int read(const struct tablas_setup *setup, const char *text, void *pos)         \
	{                                                                                      \
		return quinze_notation_read(setup, quarter, text, pos);                        \
	}                                                                                      \
	static size_t flaw(const struct tablas_setup *setup, unsigned notation,                \
			   const char *text, char *out, size_t cap)                            \
	{                                                                                      \
		return quinze_notation_flaw(setup, quarter, notation, text, out, cap);         \
	}                                                                                      \
	static size_t place_read(unsigned seat, const char *text, int16_t *at, size_t cap)     \
	{                                                                                      \
		return quinze_words_place(4 * (quarter), seat, text, at, cap);                 \
	}                                                                                      \
	static const struct tablas_name sides[] = {{"white", "#f4efe4"},                       \
						   {"black", "#26221f"}};                      \
	static const struct tablas_name wards[] = {{"dark", "#7a4a2b"},                        \
						   {"light", "#d8b98a"},                       \
						   {"bar", "#5b3a24"},                         \
						   {"tray", "#46301f"},                        \
						   {NULL, NULL}};                              \
	static const char *const counters[] = {"pips", "hand", "room", "off", NULL}

#define QUINZE_PLACE(n, px, py, sy, w)                                                         \
	{                                                                                      \
		.name = n, .x = px, .y = py, .dy = sy, .kind = TABLAS_PLACE_BOARD,             \
		.shape = TABLAS_SHAPE_POINT, .ward = w, .seat = TABLAS_NOBODY                  \
	}
#define QUINZE_TRAY(n, px, py, sx, sy, k, w, s)                                                \
	{                                                                                      \
		.name = n, .x = px, .y = py, .dx = sx, .dy = sy, .kind = TABLAS_PLACE_##k,     \
		.shape = TABLAS_SHAPE_ROUND, .ward = w, .seat = s                              \
	}

#endif
