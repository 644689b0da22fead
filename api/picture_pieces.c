/*
 * picture_pieces.c - pieces, what they are told apart by, and what moved last.
 *
 * Colour is never the only sign: with more than two sides each piece bears the
 * sign of its seat, and a piece of a kind bears its figure.
 */
#include "api/picture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- signs and figures ---------------------------------------------------------------- */

/* By seat, within a circle of radius 1: blossom, sun, leaf, snow; plain shapes beyond. */
static const char *const signs[TABLAS_SEATS_MAX] = {
	"M-.38-.6a.38.38 0 1 0 .76 0a.38.38 0 1 0-.76 0ZM.21-.19a.38.38 0 1 0 .76 0a.38.38 0 1 "
	"0-.76 0ZM-.02.49a.38.38 0 1 0 .76 0a.38.38 0 1 0-.76 0ZM-.74.49a.38.38 0 1 0 .76 0a.38"
	".38 0 1 0-.76 0ZM-.97-.19a.38.38 0 1 0 .76 0a.38.38 0 1 0-.76 0Z",
	"M0-1.05L.2-.48L.74-.74L.48-.2L1.05 0L.48.2L.74.74L.2.48L0 1.05L-.2.48L-.74.74L-.48.2"
	"L-1.05 0L-.48-.2L-.74-.74L-.2-.48Z",
	"M0-1.1C.95-.5.95.4.12.72V1.1H-.12V.72C-.95.4-.95-.5 0-1.1Z",
	"M-.15-1.05H.15V1.05H-.15ZM.83-.65L.98-.39L-.83.65L-.98.39ZM.98.39L.83.65L-.98-.39L-.83"
	"-.65Z",
	"M0-1L1 0L0 1L-1 0Z",
	"M-.3-1H.3V-.3H1V.3H.3V1H-.3V.3H-1V-.3H-.3Z",
	"M0-1L.95.7H-.95Z",
	"M-.8-.8H.8V.8H-.8Z"};

/* Figures of kinds of pieces, about 6.5 high; the last two numbers: the way it points. */
static const struct figure {
	const char *kind, *path;
	signed char dx, dy;
} figures[] = {
#define CROWN	   "M-2.4 3.2V2.2H2.4V3.2ZM-2.1 1.7L-2.9-1.5L-1.1.2L0-1.9L1.1.2L2.9-1.5L2.1 1.7Z"
#define BALL(x, y) "M" x " " y "m-.55 0a.55.55 0 1 0 1.1 0a.55.55 0 1 0-1.1 0Z"
#define ARROW	   "M0-3.4L2.7-.3H1.15V2H2.2V3.2H-2.2V2H-1.15V-.3H-2.7Z"
	{"king",
	 "M-2.4 3.2V2.2H2.4V3.2ZM-2 1.7C-4.4-.6-2.4-2.7-.4-1.1H.4C2.4-2.7 4.4-.6 2 1.7Z"
	 "M-.4-1.4V-2.1H-1.2V-2.9H-.4V-3.6H.4V-2.9H1.2V-2.1H.4V-1.4Z",
	 0, 0},
	{"rook",
	 "M-2.4 3.2V2.2H-1.7V-.8H-2.5V-3.1H-1.3V-2.1H-.6V-3.1H.6V-2.1H1.3V-3.1H2.5V-.8H1.7V2.2"
	 "H2.4V3.2Z",
	 0, 0},
	{"knight",
	 "M-2 3.2H2.5C2.7.4 2.6-2 .6-2.9L.4-3.7L-.6-2.9C-1.7-2.4-2.2-1.2-3 0C-3.2.8-2.4 "
	 "1.3-1.8 1"
	 "C-1.2.7-.8.5-.2.5C-.2 1.5-1.8 1.9-2 3.2ZM-.9-1.5m-.35 0a.35.35 0 1 1 .7 0a.35.35 0 1 "
	 "1"
	 "-.7 0Z",
	 0, 0},
	/* Fil is the elephant. */
	{"fil",
	 "M-3.3 3V.2C-3.3-1.6-2.2-2.6-.7-2.6H1C2.5-2.6 3.3-1.6 3.3-.2V2C3.3 2.8 2.7 3.1 2.1 3.1"
	 "V2.3C2.4 2.3 2.5 2.1 2.5 1.8V.9H1.3V3H-.1V1.3H-1.8V3ZM1.9-1m-.35 0a.35.35 0 1 1 .7 0"
	 "a.35.35 0 1 1-.7 0Z",
	 0, 0},
	{"fers", CROWN BALL("-2.9", "-2.1") BALL("0", "-2.6") BALL("2.9", "-2.1"), 0, 0},
	{"fresh-fers", CROWN BALL("-2.9", "-2.1") BALL("0", "-2.6") BALL("2.9", "-2.1"), 0, 0},
	{"east-pawn", ARROW, 1, 0},
	{"west-pawn", ARROW, -1, 0},
	{"north-pawn", ARROW, 0, -1},
	{"south-pawn", ARROW, 0, 1}};

/* For eyes that do not tell the colours apart; two sides need none. */
static void sign(struct picture *p, unsigned seat, struct svg_point at, double r)
{
	if (p->row->seats > 2)
		svg_shape(&p->svg, signs[seat % TABLAS_SEATS_MAX], at, r, 0,
			  svg_ink(p->plugin->sides[seat].colour));
}

void picture_seal(struct picture *p, unsigned seat, struct svg_point at, double r)
{
	svg_circle(&p->svg, at.x, at.y, r, p->plugin->sides[seat].colour,
		   "stroke=\"" PICTURE_INK "\" stroke-width=\".4\"");
	sign(p, seat, at, r * 0.7);
}

static const struct figure *figure_of(const char *kind)
{
	for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
		if (strcmp(figures[i].kind, kind) == 0)
			return &figures[i];
	return NULL;
}

static const char *kind_of(const struct picture *p, const struct tablas_pieces *piece)
{
	return piece->kind && p->plugin->kinds ? p->plugin->kinds[piece->kind] : NULL;
}

/* ---- pieces ---------------------------------------------------------------------------- */

static void draw_disc(struct picture *p, const char *colour, struct svg_point at, bool ring)
{
	char style[96];

	svg_circle(&p->svg, at.x, at.y, PICTURE_PIECE, colour,
		   "stroke=\"" PICTURE_INK "\" stroke-width=\".5\"");
	if (!ring)
		return;
	snprintf(style, sizeof style,
		 "stroke=\"%s\" stroke-width=\".35\" stroke-opacity=\".55\"", svg_ink(colour));
	svg_circle(&p->svg, at.x, at.y, PICTURE_PIECE - 1.2, "none", style);
}

/* A figure on a disc; the seat's sign small beside it. */
static void draw_figure(struct picture *p, const struct tablas_pieces *piece,
			struct svg_point at)
{
	const char *kind = kind_of(p, piece), *colour = p->plugin->sides[piece->seat].colour;
	const struct figure *figure = figure_of(kind);
	char words[8];

	draw_disc(p, colour, at, false);
	if (figure) {
		struct svg_point w = svg_turn_way(&p->svg, figure->dx, figure->dy);
		double turn = figure->dx || figure->dy ? atan2(w.x, -w.y) * 180 / M_PI : 0;

		svg_shape(&p->svg, figure->path, at, 0.92, turn, svg_ink(colour));
	} else {
		snprintf(words, sizeof words, "%.2s", kind);
		svg_words(&p->svg, at.x, at.y, 4.6, SVG_MIDDLE, svg_ink(colour), words);
	}
	if (p->row->seats > 2)
		picture_seal(p, piece->seat, (struct svg_point){at.x + 3.7, at.y + 3.7}, 1.9);
}

/* On its edge, across the way of the roll. */
static void draw_edge(struct picture *p, const struct tablas_place *pl, const char *colour,
		      struct svg_point at)
{
	struct svg_point w = picture_way(p, pl);
	double thick = fmin(3.7, picture_step(p, pl) * 0.93);
	bool lies = fabs(w.x) > fabs(w.y);
	double wide = lies ? thick : 9.2, high = lies ? 9.2 : thick;
	char style[64];

	snprintf(style, sizeof style, "stroke=\"%s\" stroke-width=\".35\"", svg_ink(colour));
	svg_rect(&p->svg, at.x - wide / 2, at.y - high / 2, wide, high, 0.9, colour, style);
}

static void draw_number(struct picture *p, const char *colour, struct svg_point at, unsigned n)
{
	char words[16];

	snprintf(words, sizeof words, "%u", n);
	svg_circle(&p->svg, at.x, at.y, 3.3, colour, NULL);
	svg_words(&p->svg, at.x, at.y, 5.2, SVG_MIDDLE, svg_ink(colour), words);
}

static void draw_piece(struct picture *p, const struct tablas_pieces *piece,
		       struct svg_point at, unsigned number)
{
	const struct tablas_place *pl = &p->plugin->places[piece->place];
	const char *colour = p->plugin->sides[piece->seat].colour;

	if (kind_of(p, piece)) {
		draw_figure(p, piece, at);
	} else if (picture_rolled(p, pl)) {
		draw_edge(p, pl, colour, at);
	} else {
		draw_disc(p, colour, at, true);
		if (!number)
			sign(p, piece->seat, at, 2.2);
	}
	if (number)
		draw_number(p, colour, at, number);
}

/* "3 green on Sp4", for who points at it and for programs that read the picture. */
static void open_stack(struct picture *p, const struct tablas_pieces *piece)
{
	const char *kind = kind_of(p, piece);

	out_format(p->svg.o, "<g data-place=\"%s\" data-seat=\"%u\" data-count=\"%u\"><title>",
		   p->plugin->places[piece->place].name, piece->seat, piece->count);
	if (piece->count > 1 || !kind)
		out_format(p->svg.o, "%u ", piece->count);
	svg_escape(p->svg.o, p->plugin->sides[piece->seat].name);
	if (kind) {
		out_text(p->svg.o, " ");
		svg_escape(p->svg.o, kind);
	}
	out_format(p->svg.o, " on %s</title>\n", p->plugin->places[piece->place].name);
}

void picture_pieces(struct picture *p)
{
	uint16_t below[1024] = {0}; /* by place: what was drawn already */

	for (size_t i = 0; i < p->view.pieces_n; i++) {
		const struct tablas_pieces *piece = &p->view.pieces[i];
		const struct tablas_place *pl = &p->plugin->places[piece->place];
		unsigned most = picture_tallest(p, pl), count = piece->count, shown = count;
		unsigned from = piece->place < 1024 ? below[piece->place] : 0;

		if (from + shown > most)
			shown = most > from ? most - from : 1;
		open_stack(p, piece);
		for (unsigned k = 0; k < shown; k++)
			draw_piece(p, piece, picture_at(p, pl, from + k),
				   k + 1 == shown && shown < count ? count : 0);
		out_text(p->svg.o, "</g>\n");
		if (piece->place < 1024)
			below[piece->place] = (uint16_t)(from + count);
	}
}

/* ---- the last decision ------------------------------------------------------------------ */

static int place_named(const struct picture *p, const char *name)
{
	for (int i = 0; p->plugin->places[i].name; i++)
		if (strcmp(p->plugin->places[i].name, name) == 0)
			return i;
	return -1;
}

#define EDGE  "stroke=\"" PICTURE_INK "\" stroke-width=\"1.7\""
#define AMBER "stroke=\"" PICTURE_MARK "\" stroke-width=\"1\""
#define DASH  " stroke-dasharray=\"1.7 1.3\""

/* Amber between two dark edges, so that it shows on any ground. */
static void draw_ring(struct picture *p, struct svg_point at, double r, bool dashed)
{
	svg_circle(&p->svg, at.x, at.y, r, "none", EDGE);
	svg_circle(&p->svg, at.x, at.y, r, "none", dashed ? AMBER DASH : AMBER);
}

static void draw_frame(struct picture *p, struct svg_point at, double side, bool dashed)
{
	double x = at.x - side / 2, y = at.y - side / 2;

	svg_rect(&p->svg, x, y, side, side, 0, dashed ? "none" : PICTURE_MARK,
		 dashed ? EDGE : "fill-opacity=\".45\" " EDGE);
	svg_rect(&p->svg, x, y, side, side, 0, "none", dashed ? AMBER DASH : AMBER);
}

/* Where one stood, or where one arrived. */
static void mark(struct picture *p, int place, bool left, bool squares)
{
	const struct tablas_place *pl;
	struct svg_point at;
	unsigned n;

	if (place < 0)
		return;
	pl = &p->plugin->places[place];
	n = p->stacked[place];
	if (squares != (pl->shape == TABLAS_SHAPE_SQUARE) || picture_rolled(p, pl) ||
	    (!left && n == 0))
		return;
	at = picture_at(p, pl, left ? n : n - 1);
	if (squares)
		draw_frame(p, at, picture_step(p, pl) - 1.2, left);
	else
		draw_ring(p, at, left ? PICTURE_PIECE - 1 : PICTURE_PIECE + 0.2, left);
}

/* Dashed where a piece left, whole where it arrived. */
void picture_last(struct picture *p, bool squares)
{
	const char *events = p->around ? p->around->last.events : "";
	struct event_words w;

	while (facts_next_event(&events, &w) > 0) {
		if (strcmp(w.kind, "moved") != 0 && strcmp(w.kind, "entered") != 0 &&
		    strcmp(w.kind, "borne_off") != 0)
			continue;
		mark(p, place_named(p, w.from), true, squares);
		mark(p, place_named(p, w.to), false, squares);
	}
}
