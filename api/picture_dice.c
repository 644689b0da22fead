/*
 * picture_dice.c - dice and the doubling cube.
 *
 * A used die is small and sunk into the board, a lost one is crossed out: their
 * shape says it, not their colour alone.
 */
#include "api/picture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define APART 12.0 /* between the middles of two dice */

static void draw_pips(struct picture *p, const struct tablas_die *die, struct svg_point at,
		      double size, const char *ink)
{
	/* By face: which of the nine spots, row by row, bear a pip. */
	static const uint16_t spots[8] = {0, 0020, 0104, 0124, 0505, 0525, 0555, 0575};
	char number[8];

	if (die->face > 7) {
		snprintf(number, sizeof number, "%u", die->face);
		svg_words(&p->svg, at.x, at.y, size * 0.66, SVG_MIDDLE, ink, number);
		return;
	}
	for (int i = 0; i < 9; i++)
		if (spots[die->face] >> i & 1)
			svg_circle(&p->svg, at.x + size * 0.27 * (i % 3 - 1),
				   at.y + size * 0.27 * (i / 3 - 1), size * 0.105, ink, NULL);
}

/* A square for six faces; else a shape with as many corners as the die has faces. */
static void draw_body(struct picture *p, unsigned sides, struct svg_point at, double size,
		      const char *fill, const char *style)
{
	double r = size * 0.59;
	char d[16 * 24 + 8];
	size_t n = 0;

	if (sides == 6 || sides < 3 || sides > 16) {
		svg_rect(&p->svg, at.x - size / 2, at.y - size / 2, size, size, size / 5, fill,
			 style);
		return;
	}
	for (unsigned i = 0; i < sides; i++) {
		double a = 2 * M_PI * i / sides;

		n += (size_t)snprintf(d + n, sizeof d - n, "%c%.2f %.2f", i ? 'L' : 'M',
				      at.x + r * sin(a), at.y - r * cos(a));
	}
	snprintf(d + n, sizeof d - n, "Z");
	svg_path(&p->svg, d, fill, style);
}

static void draw_die(struct picture *p, const struct tablas_die *die, struct svg_point at)
{
	static const char *const words[] = {"unused", "used", "lost"};
	bool theirs = die->seat < p->row->seats, fresh = die->state == TABLAS_DIE_UNUSED;
	const char *colour = theirs ? p->plugin->sides[die->seat].colour : PICTURE_PALE;
	double size = fresh ? PICTURE_DIE : PICTURE_DIE * 0.74;

	out_format(p->svg.o, "<g data-die=\"%u\" data-state=\"%s\"><title>%u", die->face,
		   words[die->state % 3], die->face);
	if (theirs) {
		out_text(p->svg.o, fresh ? " for " : " of ");
		svg_escape(p->svg.o, p->plugin->sides[die->seat].name);
	}
	out_format(p->svg.o, ", %s</title>\n", words[die->state % 3]);
	draw_body(p, die->sides, at, size, colour,
		  fresh ? "stroke=\"" PICTURE_INK "\" stroke-width=\".5\""
			: "fill-opacity=\".45\" stroke=\"" PICTURE_INK
			  "\" stroke-width=\".3\" stroke-opacity=\".6\"");
	draw_pips(p, die, at, size, fresh ? svg_ink(colour) : PICTURE_INK);
	if (die->state == TABLAS_DIE_LOST) {
		svg_line(&p->svg, at.x - 4.5, at.y + 4.5, at.x + 4.5, at.y - 4.5,
			 "stroke=\"" PICTURE_PALE "\" stroke-width=\"2\"");
		svg_line(&p->svg, at.x - 4.5, at.y + 4.5, at.x + 4.5, at.y - 4.5,
			 "stroke=\"#b3261e\" stroke-width=\"1.1\"");
	}
	/* Around a table of more than two it is not plain whose it is. */
	if (theirs && p->row->seats > 2)
		picture_seal(p, die->seat, (struct svg_point){at.x, at.y + 8.4}, 2.6);
	out_text(p->svg.o, "</g>\n");
}

/* Below the board at the right hand, where no board says better. */
static struct svg_point below(const struct picture *p)
{
	return (struct svg_point){p->wood.right - 6 - APART * (double)p->view.dice_n / 2,
				  p->wood.bottom + 8};
}

void picture_dice(struct picture *p)
{
	unsigned seat = p->view.dice_n ? p->view.dice[0].seat : 0;
	struct svg_point at = p->kind->dice ? p->kind->dice(p, seat) : below(p);

	if (p->row->seats > 2 && p->kind->dice)
		at.y -= 2; /* room for the signs */
	at.x -= APART * ((double)p->view.dice_n - 1) / 2;
	for (size_t i = 0; i < p->view.dice_n; i++, at.x += APART)
		draw_die(p, &p->view.dice[i], at);
}

/* ---- the cube ---------------------------------------------------------------------------- */

/*
 * At the left edge: in the middle while it is nobody's, else at its owner's end.
 * When it is offered it lies on the board, before whom it is offered to.
 */
void picture_cube(struct picture *p)
{
	bool owned = p->view.cube_owner >= 0 && (unsigned)p->view.cube_owner < p->row->seats;
	int32_t value = p->offered ? p->offered : p->view.cube;
	struct svg_point at = {p->wood.left + 8.5, (p->board.top + p->board.bottom) / 2};
	char words[16];

	if (!p->view.cube)
		return;
	if (p->offered && p->kind->dice)
		at = p->kind->dice(p, p->wait.seats >> p->seat & 1 ? p->seat : !p->seat);
	else if (!p->kind->dice)
		at = (struct svg_point){below(p).x - APART * (double)p->view.dice_n / 2 - 8,
					below(p).y};
	else if (owned)
		at.y = picture_across(p, (unsigned)p->view.cube_owner) ? p->board.top + 5.2
								       : p->board.bottom - 5.2;
	out_format(p->svg.o, "<g data-cube=\"%d\"><title>cube %d, ", p->view.cube, value);
	if (p->offered)
		out_text(p->svg.o, "offered");
	else if (owned)
		svg_escape(p->svg.o, p->plugin->sides[p->view.cube_owner].name);
	else
		out_text(p->svg.o, "nobody's");
	out_text(p->svg.o, "</title>\n");
	if (p->offered)
		svg_rect(&p->svg, at.x - 7, at.y - 7, 14, 14, 3, PICTURE_MARK,
			 "stroke=\"" PICTURE_INK "\" stroke-width=\".5\"");
	svg_rect(&p->svg, at.x - 5, at.y - 5, 10, 10, 1.6, PICTURE_PALE,
		 "stroke=\"" PICTURE_INK "\" stroke-width=\".6\"");
	snprintf(words, sizeof words, "%d", value);
	svg_words(&p->svg, at.x, at.y, fmin(5, 15 / (double)strlen(words)), SVG_MIDDLE,
		  PICTURE_INK, words);
	out_text(p->svg.o, "</g>\n");
}
