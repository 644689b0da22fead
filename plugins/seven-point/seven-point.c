/*
 * seven-point.c - tables on the board of seven points, with seven-sided dice.
 *
 * Source: Alfonso X, Libro de los juegos (1283), folio 85, and 003, "Quinze
 * Tablas", which calls it the same game.  So are the rules: they are the files
 * of ../quinze-tablas, and here is what this board has of its own.
 */
#include "plugins/quinze-tablas/options.h"

static const char *const setups[] = {"quinze_pattern", NULL};
static const char *const models[] = {"uniform", NULL};

static const struct tablas_option options[] = {
	QUINZE_COMMON_OPTIONS,
	[QUINZE_OPT_POINTS] =
		QUINZE_NUMBER("points_per_quarter", 7, 7, 7, "Points a quarter",
			      "Seven here; six is the ruleset quinze-tablas (source 003)."),
	[QUINZE_OPT_DIE_SIDES] = QUINZE_NUMBER("die_sides", 7, 6, 7, "Faces of a die",
					       "Seven (folio 85); dice of six slow the game "
					       "and never clear a block of seven."),
	[QUINZE_OPT_MEN] =
		QUINZE_NUMBER("men", 17, 15, 17, "Men of a side",
			      "17: thirty-four in all (folio 85); 15: the name kept. Sixteen "
			      "is neither and is refused."),
	[QUINZE_OPT_SETUP] = QUINZE_CHOICE("setup", setups, "Array",
					   "quinze_pattern: two by two from the beginning of "
					   "one's way (ours; the lines were not to be had)."),
	[QUINZE_OPT_DIE_MODEL] =
		QUINZE_CHOICE("die_model", models, "The die",
			      "uniform: all faces alike (ours; the real die rests on an edge, "
			      "folio 84)."),
	[QUINZE_OPT_DIE_MODEL + 1] = {.key = NULL}};

/* As on the smaller board: White below at the left hand, both round by the right. */
static const struct tablas_place places[] = {
	QUINZE_TRAY("white-hand", 85, 75, 0, 10, HAND, 2, 0),
	QUINZE_PLACE("1", 10, 125, -10, 1),
	QUINZE_PLACE("2", 20, 125, -10, 0),
	QUINZE_PLACE("3", 30, 125, -10, 1),
	QUINZE_PLACE("4", 40, 125, -10, 0),
	QUINZE_PLACE("5", 50, 125, -10, 1),
	QUINZE_PLACE("6", 60, 125, -10, 0),
	QUINZE_PLACE("7", 70, 125, -10, 1),
	QUINZE_PLACE("8", 100, 125, -10, 0),
	QUINZE_PLACE("9", 110, 125, -10, 1),
	QUINZE_PLACE("10", 120, 125, -10, 0),
	QUINZE_PLACE("11", 130, 125, -10, 1),
	QUINZE_PLACE("12", 140, 125, -10, 0),
	QUINZE_PLACE("13", 150, 125, -10, 1),
	QUINZE_PLACE("14", 160, 125, -10, 0),
	QUINZE_PLACE("15", 160, 5, 10, 1),
	QUINZE_PLACE("16", 150, 5, 10, 0),
	QUINZE_PLACE("17", 140, 5, 10, 1),
	QUINZE_PLACE("18", 130, 5, 10, 0),
	QUINZE_PLACE("19", 120, 5, 10, 1),
	QUINZE_PLACE("20", 110, 5, 10, 0),
	QUINZE_PLACE("21", 100, 5, 10, 1),
	QUINZE_PLACE("22", 70, 5, 10, 0),
	QUINZE_PLACE("23", 60, 5, 10, 1),
	QUINZE_PLACE("24", 50, 5, 10, 0),
	QUINZE_PLACE("25", 40, 5, 10, 1),
	QUINZE_PLACE("26", 30, 5, 10, 0),
	QUINZE_PLACE("27", 20, 5, 10, 1),
	QUINZE_PLACE("28", 10, 5, 10, 0),
	QUINZE_TRAY("black-hand", 85, 55, 0, -10, HAND, 2, 1),
	QUINZE_TRAY("white-off", 180, 125, 0, -3, OFF, 3, 0),
	QUINZE_TRAY("black-off", 180, 5, 0, 3, OFF, 3, 1),
	QUINZE_TRAY("white-gone", 195, 125, 0, -3, OFF, 3, 0),
	QUINZE_TRAY("black-gone", 195, 5, 0, 3, OFF, 3, 1),
	{.name = NULL}};

QUINZE_BOARD(7);

TABLAS_PLUGIN(seven_point) = {
	QUINZE_COMMON_TABLE,
	.name = "seven-point",
	.title = "Seven-point tables",
	.source = "Alfonso X, Libro de los juegos (1283), folio 85; 003, Quinze Tablas",
};
