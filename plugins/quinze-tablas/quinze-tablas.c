/*
 * quinze-tablas.c - Quinze Tablas, fifteen men on a board of 24 points.
 *
 * Source: 003, "Quinze Tablas", after Alfonso X, Libro de los juegos (1283),
 * folio 73.  The rules are in the other files of this folder and know no size of
 * board; here is what this board has of its own.
 */
#include "plugins/quinze-tablas/options.h"

static const struct tablas_option options[] = {
	QUINZE_COMMON_OPTIONS,
	[QUINZE_OPT_POINTS] =
		QUINZE_NUMBER("points_per_quarter", 6, 6, 6, "Points a quarter",
			      "Six here; seven is the ruleset seven-point (source 003)."),
	[QUINZE_OPT_DIE_SIDES] =
		QUINZE_NUMBER("die_sides", 6, 6, 7, "Faces of a die",
			      "Six; dice of seven faces belong to the board of "
			      "seven points, but may be tried (folio 85)."),
	[QUINZE_OPT_DIE_SIDES + 1] = {.key = NULL}};

/*
 * White's start lies below at the left hand, Black's above it; both go round by
 * the right [Ludii, after Murray 1951].  In the order of the indexes in quinze.h.
 */
static const struct tablas_place places[] = {
	QUINZE_TRAY("white-hand", 75, 75, 0, 10, HAND, 2, 0),
	QUINZE_PLACE("1", 10, 125, -10, 1),
	QUINZE_PLACE("2", 20, 125, -10, 0),
	QUINZE_PLACE("3", 30, 125, -10, 1),
	QUINZE_PLACE("4", 40, 125, -10, 0),
	QUINZE_PLACE("5", 50, 125, -10, 1),
	QUINZE_PLACE("6", 60, 125, -10, 0),
	QUINZE_PLACE("7", 90, 125, -10, 1),
	QUINZE_PLACE("8", 100, 125, -10, 0),
	QUINZE_PLACE("9", 110, 125, -10, 1),
	QUINZE_PLACE("10", 120, 125, -10, 0),
	QUINZE_PLACE("11", 130, 125, -10, 1),
	QUINZE_PLACE("12", 140, 125, -10, 0),
	QUINZE_PLACE("13", 140, 5, 10, 1),
	QUINZE_PLACE("14", 130, 5, 10, 0),
	QUINZE_PLACE("15", 120, 5, 10, 1),
	QUINZE_PLACE("16", 110, 5, 10, 0),
	QUINZE_PLACE("17", 100, 5, 10, 1),
	QUINZE_PLACE("18", 90, 5, 10, 0),
	QUINZE_PLACE("19", 60, 5, 10, 1),
	QUINZE_PLACE("20", 50, 5, 10, 0),
	QUINZE_PLACE("21", 40, 5, 10, 1),
	QUINZE_PLACE("22", 30, 5, 10, 0),
	QUINZE_PLACE("23", 20, 5, 10, 1),
	QUINZE_PLACE("24", 10, 5, 10, 0),
	QUINZE_TRAY("black-hand", 75, 55, 0, -10, HAND, 2, 1),
	QUINZE_TRAY("white-off", 160, 125, 0, -4, OFF, 3, 0),
	QUINZE_TRAY("black-off", 160, 5, 0, 4, OFF, 3, 1),
	QUINZE_TRAY("white-gone", 175, 125, 0, -4, OFF, 3, 0),
	QUINZE_TRAY("black-gone", 175, 5, 0, 4, OFF, 3, 1),
	{.name = NULL}};

QUINZE_BOARD(6);

TABLAS_PLUGIN(quinze_tablas) = {
	QUINZE_COMMON_TABLE,
	.name = "quinze-tablas",
	.title = "Quinze Tablas",
	.source = "Alfonso X, Libro de los juegos (1283), folio 73; 003, Quinze Tablas",
};
