/*
 * picture_grid.c - boards of squares, and boards of any slots that are none of the others.
 */
#include "api/picture.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static bool is_square(const struct tablas_place *pl)
{
	return pl->kind == TABLAS_PLACE_BOARD && pl->shape == TABLAS_SHAPE_SQUARE;
}

static bool grid_fits(struct picture *p)
{
	for (const struct tablas_place *pl = p->plugin->places; pl->name; pl++)
		if (pl->kind == TABLAS_PLACE_BOARD && !is_square(pl))
			return false;
	return true;
}

static struct picture_box squares_box(const struct picture *p)
{
	struct picture_box b = {1e9, 1e9, -1e9, -1e9};

	for (const struct tablas_place *pl = p->plugin->places; pl->name; pl++) {
		struct svg_point at = svg_turn(&p->svg, pl->x, pl->y);
		double half = picture_step(p, pl) / 2;

		if (!is_square(pl))
			continue;
		b.left = fmin(b.left, at.x - half);
		b.right = fmax(b.right, at.x + half);
		b.top = fmin(b.top, at.y - half);
		b.bottom = fmax(b.bottom, at.y + half);
	}
	return b;
}

/* A letter and a number, as on a chessboard. */
static bool is_coordinate(const char *name)
{
	return islower((unsigned char)name[0]) && isdigit((unsigned char)name[1]) &&
	       strspn(name + 1, "0123456789") == strlen(name + 1);
}

static bool all_coordinates(const struct picture *p)
{
	for (const struct tablas_place *pl = p->plugin->places; pl->name; pl++)
		if (is_square(pl) && !is_coordinate(pl->name))
			return false;
	return true;
}

/*
 * At the edge stands what differs along it: letters, unless the board is turned
 * by a quarter.
 */
static void draw_edges(struct picture *p, const struct picture_box *b)
{
	bool letters_below = p->svg.quarters % 2 == 0;

	for (const struct tablas_place *pl = p->plugin->places; pl->name; pl++) {
		struct svg_point at = svg_turn(&p->svg, pl->x, pl->y);
		double side = picture_step(p, pl);
		char letter[2] = {pl->name[0], '\0'};

		if (!is_square(pl))
			continue;
		if (at.y + side > b->bottom) {
			const char *words = letters_below ? letter : pl->name + 1;

			svg_words(&p->svg, at.x, b->bottom + 3.1, 3.8, SVG_MIDDLE, PICTURE_PALE,
				  words);
			svg_words(&p->svg, at.x, b->top - 3.1, 3.8, SVG_MIDDLE, PICTURE_PALE,
				  words);
		}
		if (at.x - side < b->left) {
			const char *words = letters_below ? pl->name + 1 : letter;

			svg_words(&p->svg, b->left - 3.1, at.y, 3.8, SVG_MIDDLE, PICTURE_PALE,
				  words);
			svg_words(&p->svg, b->right + 3.1, at.y, 3.8, SVG_MIDDLE, PICTURE_PALE,
				  words);
		}
	}
}

static void draw_names(struct picture *p)
{
	for (const struct tablas_place *pl = p->plugin->places; pl->name; pl++) {
		struct svg_point at = svg_turn(&p->svg, pl->x, pl->y);
		double half = picture_step(p, pl) / 2;

		if (is_square(pl))
			svg_words(&p->svg, at.x - half + 0.5, at.y - half + 1.6, 2.2, SVG_START,
				  svg_ink(picture_ward(p, pl)), pl->name);
	}
}

static void draw_squares(struct picture *p)
{
	for (const struct tablas_place *pl = p->plugin->places; pl->name; pl++) {
		struct svg_point at = svg_turn(&p->svg, pl->x, pl->y);
		double side = picture_step(p, pl);

		if (is_square(pl))
			svg_rect(&p->svg, at.x - side / 2, at.y - side / 2, side, side, 0,
				 picture_ward(p, pl), NULL);
	}
}

/* Lines across the squares, with a thin edge so that they show on any of them. */
static void draw_lines(struct picture *p)
{
	for (const struct tablas_line *l = p->plugin->lines; l && l->colour; l++) {
		struct svg_point a = svg_turn(&p->svg, l->x1, l->y1);
		struct svg_point b = svg_turn(&p->svg, l->x2, l->y2);
		char style[128];

		snprintf(style, sizeof style,
			 "stroke=\"%s\" stroke-width=\"1.7\" stroke-opacity=\".6\" "
			 "stroke-linecap=\"round\"",
			 svg_ink(l->colour));
		svg_line(&p->svg, a.x, a.y, b.x, b.y, style);
		snprintf(style, sizeof style,
			 "stroke=\"%.32s\" stroke-width=\"1.1\" stroke-linecap=\"round\"",
			 l->colour);
		svg_line(&p->svg, a.x, a.y, b.x, b.y, style);
	}
}

static void draw_grid(struct picture *p)
{
	struct picture_box b = squares_box(p);

	picture_wood(p);
	draw_squares(p);
	draw_lines(p);
	svg_rect(&p->svg, b.left, b.top, b.right - b.left, b.bottom - b.top, 0, "none",
		 "stroke=\"" PICTURE_INK "\" stroke-width=\".7\"");
	if (all_coordinates(p))
		draw_edges(p, &b);
	else
		draw_names(p);
	for (const struct tablas_place *pl = p->plugin->places; pl->name; pl++)
		if (pl->kind != TABLAS_PLACE_BOARD)
			picture_tray(p, pl);
}

const struct picture_kind picture_grid = {grid_fits, 11, draw_grid, NULL};

/* ---- whatever else ------------------------------------------------------------------- */

static bool slots_fit(struct picture *p)
{
	(void)p;
	return true;
}

static void draw_slot(struct picture *p, const struct tablas_place *pl)
{
	struct svg_point w = picture_way(p, pl), at = picture_at(p, pl, 0);
	double side = picture_step(p, pl);

	if (is_square(pl))
		svg_rect(&p->svg, at.x - side / 2, at.y - side / 2, side, side, 0,
			 picture_ward(p, pl), NULL);
	else
		svg_circle(&p->svg, at.x, at.y, 5.2, picture_ward(p, pl),
			   "stroke=\"" PICTURE_GROVE "\" stroke-width=\".5\"");
	/* The name stands behind the foot of the stack, where no piece will hide it. */
	if (w.x == 0 && w.y == 0)
		w.y = -1;
	svg_words(&p->svg, at.x - w.x * (7.8 + 0.8 * ((double)strlen(pl->name) - 1)),
		  at.y - w.y * 7.8, 3.6, SVG_MIDDLE, PICTURE_PALE, pl->name);
}

static void draw_slots(struct picture *p)
{
	picture_wood(p);
	for (const struct tablas_place *pl = p->plugin->places; pl->name; pl++)
		if (pl->kind == TABLAS_PLACE_BOARD)
			draw_slot(p, pl);
		else
			picture_tray(p, pl);
}

const struct picture_kind picture_slots = {slots_fit, 13, draw_slots, NULL};
