/*
 * view_svg.c - a picture of any game, from where its plugin says that things are.
 *
 * The plugin gives places with a shape, a ward and the way its stacks grow; the
 * rest is drawn here: triangles for points, sockets for slots, squares for
 * squares, trays for what waits or is off.  The board is turned by quarters so
 * that the reader's own side lies where the first seat's does.
 */
#include "api/svg.h"
#include "api/view.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PIECE	     4.6 /* radius; a piece is about 10 wide with its air */
#define TALL	     5	 /* pieces shown of a stack that does not overlap */
#define TALL_OVERLAP 12	 /* ... and of one that does                      */
#define MARGIN	     11	 /* around the field, for the names of points     */
#define LINE	     8	 /* of the words below the board                  */
#define PAPER	     "#f3e9d2"
#define FIELD	     "#ead9b5"
#define FRAME	     "#4a3524"
#define INK	     "#2b2118"
#define FAINT	     "#cbb78d"
#define MARK	     "#e0a100"

struct picture {
	struct svg svg;
	const struct game_row *row;
	const struct table *table;
	const struct tablas_plugin *plugin;
	const struct view_around *around;
	struct tablas_view view;
	uint16_t *stacked;		 /* pieces by place */
	unsigned most;			 /* pieces a seat has on this board */
	double left, top, right, bottom; /* of the field, turned */
};

/* ---- where things are ---------------------------------------------------------------- */

static double step_of(const struct tablas_place *place)
{
	return hypot(place->dx, place->dy);
}

/* How many pieces of a stack are drawn one by one; the last bears the number. */
static unsigned tallest(const struct tablas_place *place)
{
	double step = step_of(place);

	return step < 0.5 || place->shape == TABLAS_SHAPE_SQUARE ? 1
	       : step < 7					 ? TALL_OVERLAP
								 : TALL;
}

static struct svg_point piece_at(const struct picture *p, const struct tablas_place *place,
				 unsigned n)
{
	unsigned most = tallest(place) - 1, at = n < most ? n : most;

	return svg_turn(&p->svg, place->x + (double)at * place->dx,
			place->y + (double)at * place->dy);
}

/* How far a place reaches from its first piece along its stack. */
static double reach(const struct picture *p, const struct tablas_place *place)
{
	unsigned n = tallest(place);

	if (place->shape == TABLAS_SHAPE_POINT)
		return step_of(place) * 4.4;
	if (place->kind == TABLAS_PLACE_BOARD)
		return 0;
	return step_of(place) * (p->most && p->most < n ? p->most - 1 : n - 1);
}

static double half_width(const struct tablas_place *place)
{
	return place->shape == TABLAS_SHAPE_SQUARE ? step_of(place) / 2 : 5;
}

static void stretch(struct picture *p, struct svg_point at, double r)
{
	p->left = fmin(p->left, at.x - r);
	p->right = fmax(p->right, at.x + r);
	p->top = fmin(p->top, at.y - r);
	p->bottom = fmax(p->bottom, at.y + r);
}

static void measure(struct picture *p)
{
	p->left = p->top = 1e9;
	p->right = p->bottom = -1e9;
	for (const struct tablas_place *pl = p->plugin->places; pl->name; pl++) {
		double step = step_of(pl), far = reach(p, pl), r = half_width(pl);
		double ux = step > 0 ? pl->dx / step : 0, uy = step > 0 ? pl->dy / step : 0;

		stretch(p, svg_turn(&p->svg, pl->x, pl->y), r);
		stretch(p, svg_turn(&p->svg, pl->x + ux * far, pl->y + uy * far), r);
	}
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
 * Quarters that bring the seat's own side to where the first seat's is.  Two
 * players sit opposite each other, wherever their trays stand; more sit around
 * the table, and their hands and trays tell where.
 */
static unsigned quarters_for(const struct picture *p, unsigned seat)
{
	double x, y, own, first, turn;

	if (seat == 0 || seat >= p->row->seats)
		return 0;
	if (p->row->seats == 2)
		return 2;
	if (!home_of(p->plugin, 0, &x, &y))
		return 0;
	first = atan2(y - p->svg.cy, x - p->svg.cx);
	if (!home_of(p->plugin, seat, &x, &y))
		return 0;
	own = atan2(y - p->svg.cy, x - p->svg.cx);
	turn = (first - own) / (M_PI / 2);
	return (unsigned)((int)lround(turn) + 4) & 3;
}

/* ---- the board -------------------------------------------------------------------------- */

static const char *ward_colour(const struct picture *p, const struct tablas_place *place)
{
	const struct tablas_name *wards = p->plugin->wards;

	for (unsigned i = 0; wards && wards[i].name; i++)
		if (i == place->ward)
			return wards[i].colour;
	return FAINT;
}

static void draw_point(struct picture *p, const struct tablas_place *pl)
{
	double step = step_of(pl), far = reach(p, pl);
	double ux = step > 0 ? pl->dx / step : 0, uy = step > 0 ? pl->dy / step : 1;
	struct svg_point a, b, tip;

	a = svg_turn(&p->svg, pl->x - 5 * ux - 4.9 * uy, pl->y - 5 * uy + 4.9 * ux);
	b = svg_turn(&p->svg, pl->x - 5 * ux + 4.9 * uy, pl->y - 5 * uy - 4.9 * ux);
	tip = svg_turn(&p->svg, pl->x + ux * far, pl->y + uy * far);
	svg_triangle(&p->svg, a, b, tip, ward_colour(p, pl),
		     "stroke=\"" FRAME "\" stroke-width=\".3\"");
}

/* A hand, bar or tray: room for its stack. */
static void draw_tray(struct picture *p, const struct tablas_place *pl)
{
	double step = step_of(pl), far = reach(p, pl);
	double ux = step > 0 ? pl->dx / step : 0, uy = step > 0 ? pl->dy / step : 0;
	struct svg_point a = svg_turn(&p->svg, pl->x, pl->y);
	struct svg_point b = svg_turn(&p->svg, pl->x + ux * far, pl->y + uy * far);
	double x = (a.x + b.x) / 2, y = (a.y + b.y) / 2;

	svg_rect(&p->svg, fmin(a.x, b.x) - 5.2, fmin(a.y, b.y) - 5.2, fabs(a.x - b.x) + 10.4,
		 fabs(a.y - b.y) + 10.4, 5.2, ward_colour(p, pl),
		 "fill-opacity=\".35\" stroke=\"" FRAME "\" stroke-width=\".3\" "
		 "stroke-opacity=\".5\"");
	if (fabs(a.y - b.y) > fabs(a.x - b.x))
		svg_words_upwards(&p->svg, x, y, 3.2, FRAME, pl->name);
	else
		svg_words(&p->svg, x, y, 3.2, SVG_MIDDLE, FRAME, pl->name);
}

static void draw_place(struct picture *p, const struct tablas_place *pl)
{
	struct svg_point at = svg_turn(&p->svg, pl->x, pl->y);
	double side = step_of(pl);

	if (pl->kind != TABLAS_PLACE_BOARD)
		draw_tray(p, pl);
	else if (pl->shape == TABLAS_SHAPE_POINT)
		draw_point(p, pl);
	else if (pl->shape == TABLAS_SHAPE_SQUARE)
		svg_rect(&p->svg, at.x - side / 2, at.y - side / 2, side, side, 0,
			 ward_colour(p, pl), NULL);
	else
		svg_circle(&p->svg, at.x, at.y, 5.2, ward_colour(p, pl),
			   "stroke=\"" FRAME "\" stroke-width=\".5\" fill-opacity=\".55\"");
}

/* The name stands behind the foot of the stack, where no piece will hide it. */
static void draw_name(struct picture *p, const struct tablas_place *pl)
{
	double step = step_of(pl), back = pl->shape == TABLAS_SHAPE_POINT ? 8.3 : 7.8;
	struct svg_point at = svg_turn(&p->svg, pl->x, pl->y), way;
	bool outside;

	if (pl->shape == TABLAS_SHAPE_SQUARE) {
		svg_words(&p->svg, at.x - step / 2 + 0.5, at.y - step / 2 + 1.6, 2.2, SVG_START,
			  svg_ink(ward_colour(p, pl)), pl->name);
		return;
	}
	if (pl->kind != TABLAS_PLACE_BOARD)
		return;
	way = step > 0 ? svg_turn_way(&p->svg, -pl->dx / step, -pl->dy / step)
		       : (struct svg_point){0, 1};
	/* A long word beside a slot stands further off than one above it. */
	at.x += way.x * (back + 0.8 * ((double)strlen(pl->name) - 1));
	at.y += way.y * back;
	outside = at.x < p->left || at.x > p->right || at.y < p->top || at.y > p->bottom;
	svg_words(&p->svg, at.x, at.y, 3.6, SVG_MIDDLE, outside ? PAPER : INK, pl->name);
}

static void draw_board(struct picture *p)
{
	svg_rect(&p->svg, p->left - MARGIN, p->top - MARGIN, p->right - p->left + 2 * MARGIN,
		 p->bottom - p->top + 2 * MARGIN, 5, FRAME, NULL);
	svg_rect(&p->svg, p->left - 1, p->top - 1, p->right - p->left + 2,
		 p->bottom - p->top + 2, 1.5, FIELD, NULL);
	for (const struct tablas_place *pl = p->plugin->places; pl->name; pl++)
		draw_place(p, pl);
	for (const struct tablas_place *pl = p->plugin->places; pl->name; pl++)
		draw_name(p, pl);
}

/* ---- the pieces ----------------------------------------------------------------------------
 */

static void draw_piece(struct picture *p, const struct tablas_pieces *piece,
		       struct svg_point at, unsigned number)
{
	const char *colour = p->plugin->sides[piece->seat].colour, *ink = svg_ink(colour);
	char style[96], words[16] = "";

	snprintf(style, sizeof style, "stroke=\"%s\" stroke-width=\".45\"", INK);
	svg_circle(&p->svg, at.x, at.y, PIECE, colour, style);
	snprintf(style, sizeof style,
		 "stroke=\"%s\" stroke-width=\".35\" stroke-opacity=\".45\"", ink);
	svg_circle(&p->svg, at.x, at.y, PIECE - 1.3, "none", style);
	if (number)
		snprintf(words, sizeof words, "%u", number);
	else if (piece->kind && p->plugin->kinds)
		snprintf(words, sizeof words, "%.2s", p->plugin->kinds[piece->kind]);
	if (words[0])
		svg_words(&p->svg, at.x, at.y, 4.6, SVG_MIDDLE, ink, words);
}

static void draw_pieces(struct picture *p)
{
	for (size_t i = 0; i < p->view.pieces_n; i++) {
		const struct tablas_pieces *piece = &p->view.pieces[i];
		const struct tablas_place *pl = &p->plugin->places[piece->place];
		unsigned most = tallest(pl), from = p->stacked[piece->place];
		unsigned count = piece->count, shown = count;

		if (from + shown > most)
			shown = most > from ? most - from : 1;
		for (unsigned k = 0; k < shown; k++)
			draw_piece(p, piece, piece_at(p, pl, from + k),
				   k + 1 == shown && shown < count ? count : 0);
		p->stacked[piece->place] = (uint16_t)(from + count);
	}
}

static int place_named(const struct picture *p, const char *name)
{
	for (int i = 0; p->plugin->places[i].name; i++)
		if (strcmp(p->plugin->places[i].name, name) == 0)
			return i;
	return -1;
}

/* The last decision: a ghost where a piece left, a ring where it arrived. */
static void draw_last(struct picture *p)
{
	const char *events = p->around ? p->around->last.events : "";
	struct event_words w;

	while (facts_next_event(&events, &w) > 0) {
		int from = place_named(p, w.from), to = place_named(p, w.to);
		struct svg_point at;

		if (strcmp(w.kind, "moved") != 0 && strcmp(w.kind, "entered") != 0 &&
		    strcmp(w.kind, "borne_off") != 0)
			continue;
		if (from >= 0) {
			at = piece_at(p, &p->plugin->places[from], p->stacked[from]);
			svg_circle(&p->svg, at.x, at.y, PIECE - .5, "none",
				   "stroke=\"" MARK "\" stroke-width=\".7\" "
				   "stroke-dasharray=\"1.6 1.2\"");
		}
		if (to >= 0 && p->stacked[to]) {
			at = piece_at(p, &p->plugin->places[to], p->stacked[to] - 1u);
			svg_circle(&p->svg, at.x, at.y, PIECE, "none",
				   "stroke=\"" MARK "\" stroke-width=\".9\"");
		}
	}
}

/* ---- below the board
 * ------------------------------------------------------------------------- */

static void draw_pips(struct picture *p, const struct tablas_die *die, double x, double y,
		      const char *ink)
{
	/* By face: which of the nine spots, row by row, bear a pip. */
	static const uint16_t spots[7] = {0, 0020, 0104, 0124, 0505, 0525, 0555};
	char number[8];

	if (die->sides > 6 || die->face > 6) {
		snprintf(number, sizeof number, "%u", die->face);
		svg_words(&p->svg, x + 4.5, y + 4.5, 6, SVG_MIDDLE, ink, number);
		return;
	}
	for (unsigned i = 0; i < 9; i++)
		if (spots[die->face] >> i & 1)
			svg_circle(&p->svg, x + 2.1 + 2.4 * (i % 3), y + 2.1 + 2.4 * (i / 3),
				   0.95, ink, NULL);
}

static void draw_die(struct picture *p, const struct tablas_die *die, double x, double y)
{
	const char *colour =
		die->seat < p->row->seats ? p->plugin->sides[die->seat].colour : "#fffaf0";

	out_format(p->svg.o, "<g opacity=\"%s\">\n",
		   die->state == TABLAS_DIE_UNUSED ? "1" : ".4");
	svg_rect(&p->svg, x, y, 9, 9, 1.8, colour, "stroke=\"" INK "\" stroke-width=\".5\"");
	draw_pips(p, die, x, y, svg_ink(colour));
	out_text(p->svg.o, "</g>\n");
	if (die->state == TABLAS_DIE_LOST)
		svg_line(&p->svg, x, y + 9, x + 9, y,
			 "stroke=\"#b3261e\" stroke-width=\"1.1\" stroke-linecap=\"round\"");
}

static void draw_dice(struct picture *p, double right, double y)
{
	double x = right - 11.0 * (double)p->view.dice_n + 2;
	const char *colour = "#fffaf0";
	char words[16];

	for (size_t i = 0; i < p->view.dice_n; i++)
		draw_die(p, &p->view.dice[i], x + 11.0 * (double)i, y);
	if (p->view.cube == 0)
		return;
	/* The cube has the colour of who owns it. */
	if (p->view.cube_owner >= 0 && (unsigned)p->view.cube_owner < p->row->seats)
		colour = p->plugin->sides[p->view.cube_owner].colour;
	x -= 13;
	snprintf(words, sizeof words, "%d", p->view.cube);
	svg_rect(&p->svg, x, y, 9, 9, 1, colour, "stroke=\"" INK "\" stroke-width=\".8\"");
	svg_words(&p->svg, x + 4.5, y + 4.5, 5, SVG_MIDDLE, svg_ink(colour), words);
}

static void seat_words(const struct picture *p, unsigned seat, char *out, size_t cap)
{
	const struct seat_row *s = &p->row->seat[seat];
	const char *const *counters = p->plugin->counters;
	int n = snprintf(out, cap, "%s%s%s", p->plugin->sides[seat].name,
			 s->account ? ", " : "", s->account ? s->name : "");

	for (unsigned i = 0; counters && i < 8 && counters[i] && n >= 0 && (size_t)n < cap; i++)
		n += snprintf(out + n, cap - (size_t)n, ", %d %s", p->view.counters[seat][i],
			      counters[i]);
	if (p->row->unit && n >= 0 && (size_t)n < cap)
		snprintf(out + n, cap - (size_t)n, ", %lld chips", (long long)s->purse);
}

static void draw_seat(struct picture *p, unsigned seat, double x, double y)
{
	char words[160];
	bool asked = p->row->state == TABLE_ACTIVE && p->row->waiting >> seat & 1;

	if (asked)
		svg_triangle(&p->svg, (struct svg_point){x - 5.5, y - 2},
			     (struct svg_point){x - 5.5, y + 2}, (struct svg_point){x - 2.8, y},
			     MARK, NULL);
	svg_circle(&p->svg, x, y, 2, p->plugin->sides[seat].colour,
		   "stroke=\"" INK "\" stroke-width=\".4\"");
	seat_words(p, seat, words, sizeof words);
	svg_words(&p->svg, x + 4, y, 4.4, SVG_START, INK, words);
}

static void draw_words(struct picture *p)
{
	double x = p->left - MARGIN + 2, y = p->bottom + MARGIN + 7;
	double right = p->right + MARGIN - 2;
	char words[160];

	view_headline(p->row, p->table, words, sizeof words);
	svg_words(&p->svg, x, y, 5.4, SVG_START, INK, words);
	draw_dice(p, right, y - 4.5);
	for (unsigned seat = 0; seat < p->row->seats; seat++)
		draw_seat(p, seat, x + 6, y + LINE * (seat + 1.1));
}

/* ---- the sheet
 * ----------------------------------------------------------------------------------- */

static void open_sheet(struct picture *p)
{
	double x = p->left - MARGIN - 4, y = p->top - MARGIN - 4;
	double w = p->right - p->left + 2 * MARGIN + 8;
	double h = p->bottom - p->top + 2 * MARGIN + 12 + LINE * (p->row->seats + 1.0);
	double scale = 900 / fmax(w, h);
	char words[160];

	out_format(p->svg.o,
		   "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"%.0f\" "
		   "height=\"%.0f\" viewBox=\"%.1f %.1f %.1f %.1f\" "
		   "font-family=\"Georgia, 'DejaVu Serif', serif\">\n<title>",
		   w * scale, h * scale, x, y, w, h);
	svg_escape(p->svg.o, p->plugin->title);
	out_format(p->svg.o, " %s, ply %llu</title>\n<desc>", p->row->key,
		   (unsigned long long)p->row->ply);
	view_headline(p->row, p->table, words, sizeof words);
	svg_escape(p->svg.o, words);
	out_text(p->svg.o, ". ");
	svg_escape(p->svg.o, p->row->position);
	out_text(p->svg.o, "</desc>\n");
	svg_rect(&p->svg, x, y, w, h, 0, PAPER, NULL);
}

/* Pieces of the seat that has most: what a tray may have to hold. */
static unsigned count_most(const struct tablas_view *view)
{
	unsigned by_seat[TABLAS_SEATS_MAX] = {0}, most = 0;

	for (size_t i = 0; i < view->pieces_n; i++)
		if (view->pieces[i].seat < TABLAS_SEATS_MAX)
			by_seat[view->pieces[i].seat] += view->pieces[i].count;
	for (unsigned seat = 0; seat < TABLAS_SEATS_MAX; seat++)
		most = by_seat[seat] > most ? by_seat[seat] : most;
	return most;
}

/* A game whose ruleset is not loaded has no places: say so on a small sheet. */
static void draw_nothing(struct out *o, const struct game_row *row)
{
	struct svg s = {.o = o};
	char words[160];

	out_text(o, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"600\" height=\"120\" "
		    "viewBox=\"0 0 200 40\" font-family=\"Georgia, serif\">\n");
	svg_rect(&s, 0, 0, 200, 40, 0, PAPER, NULL);
	snprintf(words, sizeof words, "%s: the ruleset is not loaded", row->ruleset);
	svg_words(&s, 100, 14, 6, SVG_MIDDLE, INK, words);
	snprintf(words, sizeof words, "game %s, ply %llu", row->key,
		 (unsigned long long)row->ply);
	svg_words(&s, 100, 26, 5, SVG_MIDDLE, INK, words);
	out_text(o, "</svg>\n");
}

void view_svg(struct out *o, const struct game_row *row, const struct table *t,
	      const struct view_around *around, unsigned seat)
{
	struct picture p = {.svg = {.o = o}, .row = row, .table = t, .around = around};
	size_t places = 0;

	if (!t) {
		draw_nothing(o, row);
		return;
	}
	p.plugin = t->plugin;
	while (p.plugin->places[places].name)
		places++;
	p.stacked = calloc(places, sizeof *p.stacked);
	if (!p.stacked)
		abort();
	/* Before the start there is no position; the board is shown empty. */
	if (row->position[0] && !view_look(p.plugin, t->position, &p.view))
		abort();
	p.most = count_most(&p.view);
	measure(&p);
	p.svg.cx = (p.left + p.right) / 2;
	p.svg.cy = (p.top + p.bottom) / 2;
	p.svg.quarters = quarters_for(&p, seat);
	measure(&p);
	open_sheet(&p);
	draw_board(&p);
	draw_pieces(&p);
	draw_last(&p);
	draw_words(&p);
	out_text(o, "</svg>\n");
	free(p.view.pieces);
	free(p.stacked);
}
