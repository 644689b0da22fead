/*
 * picture_round.c - slots in a ring, in quarters of their own colours: the world.
 *
 * The rim has the colour of each ward at its full strength and bears the names
 * of the slots; the field inside is tinted with it; around the middle, where the
 * dice lie, the wards are named.
 */
#include "api/picture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define RIM_IN	6.2 /* from the middle of a first piece outwards */
#define RIM_OUT 14.4
#define HUB	22.5 /* radius of the middle, where the dice lie  */
#define BELT	33.0 /* ... and of the belt of names around it    */

/* All slots as far from their common middle. */
static bool fits(struct picture *p)
{
	double x = 0, y = 0, r = 0;
	unsigned n = 0;

	for (const struct tablas_place *pl = p->plugin->places; pl->name; pl++) {
		if (pl->kind != TABLAS_PLACE_BOARD)
			continue;
		if (pl->shape != TABLAS_SHAPE_ROUND)
			return false;
		x += pl->x;
		y += pl->y;
		n++;
	}
	if (n < 8)
		return false;
	x /= n;
	y /= n;
	for (const struct tablas_place *pl = p->plugin->places; pl->name; pl++)
		if (pl->kind == TABLAS_PLACE_BOARD)
			r += hypot(pl->x - x, pl->y - y) / n;
	for (const struct tablas_place *pl = p->plugin->places; pl->name; pl++)
		if (pl->kind == TABLAS_PLACE_BOARD &&
		    fabs(hypot(pl->x - x, pl->y - y) - r) > 1.5)
			return false;
	if (r < BELT)
		return false;
	p->ring.x = x;
	p->ring.y = y;
	p->ring.radius = r;
	return true;
}

static struct svg_point middle(const struct picture *p)
{
	return svg_turn(&p->svg, p->ring.x, p->ring.y);
}

static double angle_of(const struct picture *p, const struct tablas_place *pl)
{
	struct svg_point at = svg_turn(&p->svg, pl->x, pl->y), c = middle(p);

	return atan2(at.y - c.y, at.x - c.x);
}

/* A piece of a ring, `half` radians to either side of an angle. */
static void sector(struct picture *p, double angle, double half, double in, double out,
		   const char *fill, const char *style)
{
	struct svg_point c = middle(p);
	double a = angle - half, b = angle + half;
	char d[200];

	snprintf(d, sizeof d,
		 "M%.2f %.2fA%.2f %.2f 0 0 1 %.2f %.2fL%.2f %.2fA%.2f %.2f 0 0 0 %.2f %.2fZ",
		 c.x + out * cos(a), c.y + out * sin(a), out, out, c.x + out * cos(b),
		 c.y + out * sin(b), c.x + in * cos(b), c.y + in * sin(b), in, in,
		 c.x + in * cos(a), c.y + in * sin(a));
	svg_path(&p->svg, d, fill, style);
}

/* Where a ward begins and how many slots it has; they follow each other in a circle. */
static double ward_middle(const struct picture *p, unsigned ward, unsigned *slots)
{
	double x = 0, y = 0;

	*slots = 0;
	for (const struct tablas_place *pl = p->plugin->places; pl->name; pl++) {
		if (pl->kind != TABLAS_PLACE_BOARD || pl->ward != ward)
			continue;
		x += cos(angle_of(p, pl));
		y += sin(angle_of(p, pl));
		++*slots;
	}
	return atan2(y, x);
}

static unsigned slots_of(const struct picture *p)
{
	unsigned n = 0;

	for (const struct tablas_place *pl = p->plugin->places; pl->name; pl++)
		n += pl->kind == TABLAS_PLACE_BOARD;
	return n;
}

static void draw_ward(struct picture *p, unsigned ward)
{
	const struct tablas_name *w = &p->plugin->wards[ward];
	double r = p->ring.radius, middle_, half;
	struct svg_point c = middle(p);
	bool upright;
	unsigned n;

	middle_ = ward_middle(p, ward, &n);
	if (n == 0)
		return;
	half = M_PI * n / slots_of(p);
	sector(p, middle_, half, BELT, r + RIM_IN, w->colour, "fill-opacity=\".3\"");
	sector(p, middle_, half, r + RIM_IN, r + RIM_OUT, w->colour,
	       "stroke=\"" PICTURE_INK "\" stroke-width=\".5\"");
	sector(p, middle_, half, HUB, BELT, w->colour,
	       "stroke=\"" PICTURE_INK "\" stroke-width=\".4\"");
	upright = fabs(sin(middle_)) > fabs(cos(middle_));
	c.x += (HUB + BELT) / 2 * cos(middle_);
	c.y += (HUB + BELT) / 2 * sin(middle_);
	if (upright)
		svg_words(&p->svg, c.x, c.y, 5, SVG_MIDDLE, svg_ink(w->colour), w->name);
	else
		svg_words_upwards(&p->svg, c.x, c.y, 5, svg_ink(w->colour), w->name);
}

static void draw_slot(struct picture *p, const struct tablas_place *pl)
{
	struct svg_point c = middle(p), at = picture_at(p, pl, 0);
	double a = angle_of(p, pl), r = p->ring.radius + (RIM_IN + RIM_OUT) / 2;

	svg_circle(&p->svg, at.x, at.y, 5.3, PICTURE_PALE,
		   "fill-opacity=\".75\" stroke=\"" PICTURE_GROVE "\" stroke-width=\".5\"");
	svg_words(&p->svg, c.x + r * cos(a), c.y + r * sin(a), 3.8, SVG_MIDDLE,
		  p->plugin->wards ? svg_ink(picture_ward(p, pl)) : PICTURE_INK, pl->name);
}

static void draw(struct picture *p)
{
	struct svg_point c = middle(p);

	picture_wood(p);
	svg_circle(&p->svg, c.x, c.y, p->ring.radius + RIM_OUT + 1, PICTURE_FIELD,
		   "stroke=\"" PICTURE_INK "\" stroke-width=\".8\"");
	for (unsigned i = 0; p->plugin->wards && p->plugin->wards[i].name; i++)
		draw_ward(p, i);
	for (const struct tablas_place *pl = p->plugin->places; pl->name; pl++)
		if (pl->kind == TABLAS_PLACE_BOARD)
			draw_slot(p, pl);
		else
			picture_tray(p, pl);
}

static struct svg_point dice(const struct picture *p, unsigned seat)
{
	(void)seat; /* everybody throws in the middle */
	return middle(p);
}

const struct picture_kind picture_round = {fits, 11, draw, dice};
