/*
 * picture.h - what the files that draw a game share: where things are, and who draws what.
 *
 * A plugin gives places with a shape, a ward and the way its stacks grow.  From
 * their shapes follows what kind of board it is; each kind is one constant below.
 * Nothing here knows the name of a game.
 *
 * There are no ids in a picture, so that several may stand in one page.
 */
#ifndef API_PICTURE_H
#define API_PICTURE_H

#include "api/svg.h"
#include "api/view.h"

#define PICTURE_PIECE 4.6 /* radius; a piece is about 10 wide with its air */
#define PICTURE_DIE   9.0

#define PICTURE_PAPER  "#f3e9d2"
#define PICTURE_FIELD  "#ead9b5"
#define PICTURE_WOOD   "#7d5c3b"
#define PICTURE_HOLLOW "#bfa173" /* trays let into the wood */
#define PICTURE_GROVE  "#4a3120" /* edges */
#define PICTURE_INK    "#2b2118"
#define PICTURE_PALE   "#fbf3e0"
#define PICTURE_FAINT  "#cbb78d"
#define PICTURE_MARK   "#f5b400"

struct picture_box {
	double left, top, right, bottom;
};

struct picture {
	struct svg svg;
	const struct game_row *row;
	const struct table *table;
	const struct tablas_plugin *plugin;
	const struct view_around *around;
	const struct picture_kind *kind;
	unsigned seat; /* from whose side it is seen */
	struct tablas_view view;
	struct tablas_wait wait;
	uint16_t *stacked;	  /* pieces by place                                */
	unsigned most;		  /* pieces a seat has on this board                */
	int32_t offered;	  /* what the cube will show if it is taken, or 0   */
	struct picture_box board; /* the places, turned                       */
	struct picture_box wood;  /* what lies around them                    */
	struct { /* of slots in a circle, unturned; radius 0: they are in none */
		double x, y, radius;
	} ring;
};

/* A kind of board. */
struct picture_kind {
	bool (*fits)(struct picture *);
	double margin; /* of wood around the places */
	void (*draw)(struct picture *);
	/* The middle of the dice of this seat; NULL: they lie below the board. */
	struct svg_point (*dice)(const struct picture *, unsigned seat);
};

extern const struct picture_kind picture_table, picture_round, picture_grid, picture_slots;

/* ---- picture.c: where things are ---------------------------------------------------- */

/* Everything from row to view is filled in; finds the kind, turns the board, measures. */
void picture_lay(struct picture *);

double picture_step(const struct picture *, const struct tablas_place *);
/* The way a stack grows, turned, of length 1; {0, 0} if pieces lie one upon the other. */
struct svg_point picture_way(const struct picture *, const struct tablas_place *);
/* How far a place reaches from its first piece along its stack. */
double picture_reach(const struct picture *, const struct tablas_place *);
/* How many pieces of a stack are drawn one by one; the last bears the number. */
unsigned picture_tallest(const struct picture *, const struct tablas_place *);
/* The middle of the n-th piece, from 0. */
struct svg_point picture_at(const struct picture *, const struct tablas_place *, unsigned n);
/* Pieces lie here on their edge, like coins in a roll. */
bool picture_rolled(const struct picture *, const struct tablas_place *);
/* A second tray of a seat is there only when something lies in it. */
bool picture_hides(const struct picture *, const struct tablas_place *);
/* The picture is seen from above as the seat sees the table: false below, true above. */
bool picture_across(const struct picture *, unsigned seat);
/* The number by which the seat that looks calls this place, if it has one of its own. */
const char *picture_own_name(const struct picture *, const struct tablas_place *);

const char *picture_ward(const struct picture *, const struct tablas_place *);

/* ---- picture_parts.c: what several kinds of boards have ----------------------------- */

void picture_wood(struct picture *);
/* A hollow for the stack of a hand or tray. */
void picture_hollow(struct picture *, const struct tablas_place *);
/* "green off 3": without the number if nothing is there; without the seat if told so. */
void picture_tray_words(const struct picture *, const struct tablas_place *, bool seat,
			char out[48]);
/* A hollow with its words on the wood behind it, or beside it. */
void picture_tray(struct picture *, const struct tablas_place *);

/* ---- picture_pieces.c, picture_dice.c, picture_words.c ------------------------------ */

void picture_pieces(struct picture *);
/* The last decision: squares are framed before the pieces are drawn, the rest is ringed after.
 */
void picture_last(struct picture *, bool squares);
/* The sign of a seat, for eyes that do not tell the colours apart, on a small disc of its
 * colour. */
void picture_seal(struct picture *, unsigned seat, struct svg_point, double r);

void picture_dice(struct picture *);
void picture_cube(struct picture *);

/* What stands below the board, and how high it is. */
void picture_words(struct picture *);
double picture_words_height(const struct picture *);

#endif
