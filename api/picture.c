/*
 * picture.c - where things are on a board, seen from the side of a seat.
 *
 * Boards of squares and rings are turned by quarters, until the seat's own side
 * lies below.  A board of two rows of points is turned over instead: both
 * players then see the same board, each with his own men coming home on the
 * same side, as it is printed in books.
 */
#include "api/picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TALL	     5	/* pieces shown of a stack that does not overlap */
#define TALL_OVERLAP 12 /* ... and of one that does                      */
#define TALL_ROLLED  24 /* ... and of one that is rolled up              */
#define TALL_RING    6	/* ... and towards the middle of a ring          */
#define RING_STEP    8.4

double picture_step(const struct picture *p, const struct tablas_place *place)
{
	if (p->ring.radius > 0 && place->kind == TABLAS_PLACE_BOARD)
		return RING_STEP;
	return hypot(place->dx, place->dy);
}

/* Unturned. */
static struct svg_point way(const struct picture *p, const struct tablas_place *place)
{
	double x = place->dx, y = place->dy, long_;

	if (p->ring.radius > 0 && place->kind == TABLAS_PLACE_BOARD) {
		x = p->ring.x - place->x;
		y = p->ring.y - place->y;
	}
	long_ = hypot(x, y);
	return long_ > 0 ? (struct svg_point){x / long_, y / long_} : (struct svg_point){0, 0};
}

struct svg_point picture_way(const struct picture *p, const struct tablas_place *place)
{
	struct svg_point w = way(p, place);

	return svg_turn_way(&p->svg, w.x, w.y);
}

bool picture_rolled(const struct picture *p, const struct tablas_place *place)
{
	double step = picture_step(p, place);

	return place->kind != TABLAS_PLACE_BOARD && step >= 1 && step < 5;
}

unsigned picture_tallest(const struct picture *p, const struct tablas_place *place)
{
	double step = picture_step(p, place);

	if (step < 0.5 || place->shape == TABLAS_SHAPE_SQUARE)
		return 1;
	if (picture_rolled(p, place))
		return TALL_ROLLED;
	if (p->ring.radius > 0 && place->kind == TABLAS_PLACE_BOARD)
		return TALL_RING;
	if (p->plugin->kinds && place->kind != TABLAS_PLACE_BOARD)
		return TALL_OVERLAP; /* each may be of another kind */
	return step < 7 ? TALL_OVERLAP : TALL;
}

struct svg_point picture_at(const struct picture *p, const struct tablas_place *place,
			    unsigned n)
{
	unsigned most = picture_tallest(p, place) - 1, at = n < most ? n : most;
	double far = picture_step(p, place) * at;
	struct svg_point w = way(p, place);

	return svg_turn(&p->svg, place->x + w.x * far, place->y + w.y * far);
}

double picture_reach(const struct picture *p, const struct tablas_place *place)
{
	unsigned n = picture_tallest(p, place);

	if (place->shape == TABLAS_SHAPE_POINT)
		return picture_step(p, place) * 4.4;
	if (place->kind == TABLAS_PLACE_BOARD)
		return 0;
	return picture_step(p, place) * (p->most && p->most < n ? p->most - 1 : n - 1);
}

const char *picture_ward(const struct picture *p, const struct tablas_place *place)
{
	const struct tablas_name *wards = p->plugin->wards;

	for (unsigned i = 0; wards && wards[i].name; i++)
		if (i == place->ward)
			return wards[i].colour;
	return PICTURE_FAINT;
}

bool picture_hides(const struct picture *p, const struct tablas_place *place)
{
	if (place->kind != TABLAS_PLACE_OFF || p->stacked[place - p->plugin->places])
		return false;
	for (const struct tablas_place *pl = p->plugin->places; pl < place; pl++)
		if (pl->kind == TABLAS_PLACE_OFF && pl->seat == place->seat)
			return true;
	return false;
}

/* ---- sides --------------------------------------------------------------------------- */

static bool has_points(const struct tablas_plugin *plugin)
{
	for (const struct tablas_place *pl = plugin->places; pl->name; pl++)
		if (pl->shape == TABLAS_SHAPE_POINT)
			return true;
	return false;
}

/* The middle of what belongs to a seat: its hand and its tray. */
static bool home_of(const struct tablas_plugin *plugin, unsigned seat, double *x, double *y)
{
	double n = 0;

	*x = *y = 0;
	for (const struct tablas_place *pl = plugin->places; pl->name; pl++) {
		if (pl->seat != seat)
			continue;
		*x += pl->x;
		*y += pl->y;
		n++;
	}
	if (n > 0) {
		*x /= n;
		*y /= n;
	}
	return n > 0;
}

/*
 * Two players sit opposite each other, wherever their trays stand; more sit
 * around the table, and their hands and trays tell where.
 */
static void turn_to(struct picture *p)
{
	double x, y;

	if (p->row->seats == 2) {
		p->svg.over = p->seat == 1 && has_points(p->plugin);
		p->svg.quarters = p->seat == 1 && !p->svg.over ? 2 : 0;
	} else if (home_of(p->plugin, p->seat, &x, &y)) {
		double lies = atan2(y - p->svg.cy, x - p->svg.cx);

		p->svg.quarters = (unsigned)(lround(1 - lies / (M_PI / 2)) + 4) & 3;
	}
}

bool picture_across(const struct picture *p, unsigned seat)
{
	return p->row->seats == 2 && seat != p->seat;
}

const char *picture_own_name(const struct picture *p, const struct tablas_place *place)
{
	int16_t at[4];

	if (!p->plugin->place_read || place->kind != TABLAS_PLACE_BOARD)
		return NULL;
	for (const struct tablas_place *pl = p->plugin->places; pl->name; pl++) {
		size_t n = p->plugin->place_read(p->seat, pl->name, at, 4);

		if (n > 1 && n <= 4 && at[n - 1] == place - p->plugin->places)
			return pl->name;
	}
	return NULL;
}

/* ---- measures ------------------------------------------------------------------------ */

static void stretch(struct picture_box *b, struct svg_point at, double rx, double ry)
{
	b->left = fmin(b->left, at.x - rx);
	b->right = fmax(b->right, at.x + rx);
	b->top = fmin(b->top, at.y - ry);
	b->bottom = fmax(b->bottom, at.y + ry);
}

static void measure(struct picture *p)
{
	p->board = (struct picture_box){1e9, 1e9, -1e9, -1e9};
	for (const struct tablas_place *pl = p->plugin->places; pl->name; pl++) {
		double far = picture_reach(p, pl), r = 5.2;
		struct svg_point w = way(p, pl);

		if (picture_hides(p, pl))
			continue;
		if (pl->shape == TABLAS_SHAPE_SQUARE)
			r = picture_step(p, pl) / 2;
		stretch(&p->board, svg_turn(&p->svg, pl->x, pl->y), r, r);
		stretch(&p->board, svg_turn(&p->svg, pl->x + w.x * far, pl->y + w.y * far), r,
			r);
	}
}

void picture_lay(struct picture *p)
{
	static const struct picture_kind *const kinds[] = {&picture_table, &picture_round,
							   &picture_grid, &picture_slots};
	double m;

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds && !p->kind; i++)
		if (kinds[i]->fits(p))
			p->kind = kinds[i];
	m = p->kind->margin;
	measure(p);
	p->svg.cx = (p->board.left + p->board.right) / 2;
	p->svg.cy = (p->board.top + p->board.bottom) / 2;
	turn_to(p);
	measure(p);
	p->wood = (struct picture_box){p->board.left - m, p->board.top - m, p->board.right + m,
				       p->board.bottom + m};
	if (p->view.cube && p->kind->dice)
		p->wood.left -= 8; /* room for the cube at the left hand */
}
