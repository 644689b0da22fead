/*
 * picture_parts.c - the wood around a board, and the trays let into it.
 */
#include "api/picture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void picture_wood(struct picture *p)
{
	const struct picture_box *w = &p->wood;

	svg_rect(&p->svg, w->left, w->top, w->right - w->left, w->bottom - w->top, 5,
		 PICTURE_WOOD, "stroke=\"" PICTURE_GROVE "\" stroke-width=\"1\"");
}

void picture_hollow(struct picture *p, const struct tablas_place *pl)
{
	double far = picture_reach(p, pl), r = 5.2, end = picture_rolled(p, pl) ? 2.6 : 5.2;
	struct svg_point w = picture_way(p, pl), a = picture_at(p, pl, 0);
	struct svg_point b = {a.x + w.x * far, a.y + w.y * far};
	double rx = fabs(w.x) > fabs(w.y) ? end : r, ry = fabs(w.x) > fabs(w.y) ? r : end;

	svg_rect(&p->svg, fmin(a.x, b.x) - rx, fmin(a.y, b.y) - ry, fabs(a.x - b.x) + 2 * rx,
		 fabs(a.y - b.y) + 2 * ry, 1.8, PICTURE_HOLLOW,
		 "stroke=\"" PICTURE_INK "\" stroke-width=\".4\"");
}

void picture_tray_words(const struct picture *p, const struct tablas_place *pl, bool seat,
			char out[48])
{
	unsigned count = p->stacked[pl - p->plugin->places];
	const char *side = pl->seat < p->row->seats ? p->plugin->sides[pl->seat].name : "";
	size_t n = strlen(side), all = strlen(pl->name);
	char what[24];

	/* "green-off" and "bar-black" name their seat; what is left is the tray. */
	if (n && all > n + 1 && strncmp(pl->name, side, n) == 0 && pl->name[n] == '-')
		snprintf(what, sizeof what, "%s", pl->name + n + 1);
	else if (n && all > n + 1 && strcmp(pl->name + all - n, side) == 0)
		snprintf(what, sizeof what, "%.*s", (int)(all - n - 1), pl->name);
	else
		snprintf(what, sizeof what, "%s", pl->name);
	if (count)
		snprintf(out, 48, "%.16s%s%s %u", seat ? side : "", seat && n ? " " : "", what,
			 count);
	else
		snprintf(out, 48, "%.16s%s%s", seat ? side : "", seat && n ? " " : "", what);
}

void picture_tray(struct picture *p, const struct tablas_place *pl)
{
	double far = picture_reach(p, pl) / 2;
	struct svg_point w = picture_way(p, pl), a = picture_at(p, pl, 0);
	double x = a.x + w.x * far, y = a.y + w.y * far;
	char words[48];

	if (picture_hides(p, pl))
		return;
	picture_hollow(p, pl);
	picture_tray_words(p, pl, true, words);
	if (fabs(w.y) > fabs(w.x))
		svg_words_upwards(&p->svg, x + (x < p->svg.cx ? -8 : 8), y, 3.6, PICTURE_PALE,
				  words);
	else
		svg_words(&p->svg, x, y + (y < p->svg.cy ? -8 : 8), 3.6, SVG_MIDDLE,
			  PICTURE_PALE, words);
}
