/*
 * picture_table.c - a board of points: two or more tables let into the wood, with a bar.
 */
#include "api/picture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define TABLES_MAX 4
#define EDGE	   5.6 /* from the middle of a point's foot to the edge of its table */
#define APART	   14  /* points further apart stand on different tables              */

struct tables {
	struct picture_box box[TABLES_MAX];
	unsigned n;
};

static bool fits(struct picture *p)
{
	unsigned points = 0;

	for (const struct tablas_place *pl = p->plugin->places; pl->name; pl++) {
		if (pl->kind == TABLAS_PLACE_BOARD && pl->shape != TABLAS_SHAPE_POINT)
			return false;
		points += pl->shape == TABLAS_SHAPE_POINT;
	}
	return points > 0;
}

static struct picture_box *table_of(struct tables *t, double x)
{
	for (unsigned i = 0; i < t->n; i++)
		if (x > t->box[i].left - APART && x < t->box[i].right + APART)
			return &t->box[i];
	if (t->n == TABLES_MAX)
		return &t->box[t->n - 1];
	t->box[t->n] = (struct picture_box){x, 1e9, x, -1e9};
	return &t->box[t->n++];
}

/* The middles of the points at the corners of each table. */
static struct tables find_tables(const struct picture *p)
{
	struct tables t = {.n = 0};

	for (const struct tablas_place *pl = p->plugin->places; pl->name; pl++) {
		struct svg_point at = svg_turn(&p->svg, pl->x, pl->y);
		struct picture_box *box;

		if (pl->kind != TABLAS_PLACE_BOARD)
			continue;
		box = table_of(&t, at.x);
		box->left = fmin(box->left, at.x);
		box->right = fmax(box->right, at.x);
		box->top = fmin(box->top, at.y);
		box->bottom = fmax(box->bottom, at.y);
	}
	return t;
}

static void draw_tables(struct picture *p)
{
	struct tables t = find_tables(p);

	for (unsigned i = 0; i < t.n; i++)
		svg_rect(&p->svg, t.box[i].left - EDGE, t.box[i].top - EDGE,
			 t.box[i].right - t.box[i].left + 2 * EDGE,
			 t.box[i].bottom - t.box[i].top + 2 * EDGE, 0.8, PICTURE_FIELD,
			 "stroke=\"" PICTURE_INK "\" stroke-width=\".6\"");
}

static void draw_point(struct picture *p, const struct tablas_place *pl)
{
	double far = picture_reach(p, pl);
	struct svg_point w = picture_way(p, pl), foot = picture_at(p, pl, 0);
	struct svg_point across = {-w.y, w.x};
	struct svg_point a = {foot.x - 5.3 * w.x + 4.9 * across.x,
			      foot.y - 5.3 * w.y + 4.9 * across.y};
	struct svg_point b = {foot.x - 5.3 * w.x - 4.9 * across.x,
			      foot.y - 5.3 * w.y - 4.9 * across.y};

	svg_triangle(&p->svg, a, b, (struct svg_point){foot.x + far * w.x, foot.y + far * w.y},
		     picture_ward(p, pl), "stroke=\"" PICTURE_GROVE "\" stroke-width=\".3\"");
}

/* The number by which moves are told; smaller behind it the own one of who looks. */
static void draw_number(struct picture *p, const struct tablas_place *pl)
{
	struct svg_point w = picture_way(p, pl), foot = picture_at(p, pl, 0);
	const char *own = picture_own_name(p, pl);

	svg_words(&p->svg, foot.x - 8.6 * w.x, foot.y - 8.6 * w.y, 4.2, SVG_MIDDLE,
		  PICTURE_PALE, pl->name);
	if (own)
		svg_words(&p->svg, foot.x - 12.4 * w.x, foot.y - 12.4 * w.y, 3.2, SVG_MIDDLE,
			  "#ecd7b4", own);
}

/* On the bar men lie on the bare wood; it is named once, in its middle. */
static void draw_bar(struct picture *p, const struct tablas_place *pl, bool first)
{
	char words[48];

	if (first) {
		picture_tray_words(p, pl, false, words);
		words[strcspn(words, " ")] = '\0';
		svg_words(&p->svg, picture_at(p, pl, 0).x, p->svg.cy, 3.2, SVG_MIDDLE,
			  PICTURE_PALE, words);
	}
}

static void draw_tray(struct picture *p, const struct tablas_place *pl)
{
	struct svg_point w = picture_way(p, pl), foot = picture_at(p, pl, 0);
	char words[48];

	if (picture_hides(p, pl))
		return;
	picture_hollow(p, pl);
	picture_tray_words(p, pl, false, words);
	svg_words(&p->svg, foot.x - 8.6 * w.x, foot.y - 8.6 * w.y, 3.6, SVG_MIDDLE,
		  PICTURE_PALE, words);
}

static void draw(struct picture *p)
{
	bool bar = true;

	picture_wood(p);
	draw_tables(p);
	for (const struct tablas_place *pl = p->plugin->places; pl->name; pl++) {
		if (pl->kind == TABLAS_PLACE_OFF) {
			draw_tray(p, pl);
		} else if (pl->kind == TABLAS_PLACE_HAND) {
			draw_bar(p, pl, bar);
			bar = false;
		} else {
			draw_point(p, pl);
			draw_number(p, pl);
		}
	}
}

/* One throws on the table at one's right hand. */
static struct svg_point dice(const struct picture *p, unsigned seat)
{
	struct tables t = find_tables(p);
	double x = (t.box[0].left + t.box[0].right) / 2;

	for (unsigned i = 1; i < t.n; i++) {
		double other = (t.box[i].left + t.box[i].right) / 2;

		x = picture_across(p, seat) ? fmin(x, other) : fmax(x, other);
	}
	return (struct svg_point){x, (t.box[0].top + t.box[0].bottom) / 2};
}

const struct picture_kind picture_table = {fits, 14, draw, dice};
