/*
 * svg.c - writes the few shapes a board needs.
 */
#include "api/svg.h"

#include <stdlib.h>
#include <string.h>

static struct svg_point turn_quarters(const struct svg *s, double dx, double dy)
{
	switch (s->quarters & 3) {
	case 1:
		return (struct svg_point){-dy, dx};
	case 2:
		return (struct svg_point){-dx, -dy};
	case 3:
		return (struct svg_point){dy, -dx};
	default:
		return (struct svg_point){dx, dy};
	}
}

struct svg_point svg_turn_way(const struct svg *s, double dx, double dy)
{
	struct svg_point w = turn_quarters(s, dx, dy);

	if (s->over)
		w.y = -w.y;
	return w;
}

struct svg_point svg_turn(const struct svg *s, double x, double y)
{
	struct svg_point p = svg_turn_way(s, x - s->cx, y - s->cy);

	return (struct svg_point){p.x + s->cx, p.y + s->cy};
}

void svg_escape(struct out *o, const char *text)
{
	for (; *text; text++) {
		switch (*text) {
		case '<':
			out_text(o, "&lt;");
			break;
		case '>':
			out_text(o, "&gt;");
			break;
		case '&':
			out_text(o, "&amp;");
			break;
		case '"':
			out_text(o, "&quot;");
			break;
		default:
			out_text_n(o, text, 1);
		}
	}
}

static void paint(struct svg *s, const char *fill, const char *style)
{
	out_text(s->o, " fill=\"");
	svg_escape(s->o, fill);
	out_text(s->o, "\"");
	if (style) {
		out_text(s->o, " ");
		out_text(s->o, style);
	}
}

void svg_rect(struct svg *s, double x, double y, double w, double h, double round,
	      const char *fill, const char *style)
{
	out_format(s->o, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"", x, y, w,
		   h);
	if (round > 0)
		out_format(s->o, " rx=\"%.1f\"", round);
	paint(s, fill, style);
	out_text(s->o, "/>\n");
}

void svg_circle(struct svg *s, double x, double y, double r, const char *fill,
		const char *style)
{
	out_format(s->o, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.2f\"", x, y, r);
	paint(s, fill, style);
	out_text(s->o, "/>\n");
}

void svg_triangle(struct svg *s, struct svg_point a, struct svg_point b, struct svg_point c,
		  const char *fill, const char *style)
{
	out_format(s->o, "<path d=\"M%.1f %.1fL%.1f %.1fL%.1f %.1fZ\"", a.x, a.y, b.x, b.y, c.x,
		   c.y);
	paint(s, fill, style);
	out_text(s->o, "/>\n");
}

void svg_path(struct svg *s, const char *d, const char *fill, const char *style)
{
	out_format(s->o, "<path d=\"%s\"", d);
	paint(s, fill, style);
	out_text(s->o, "/>\n");
}

void svg_shape(struct svg *s, const char *d, struct svg_point at, double scale, double degrees,
	       const char *fill)
{
	out_format(s->o, "<path transform=\"translate(%.2f %.2f) scale(%.2f)", at.x, at.y,
		   scale);
	if (degrees != 0)
		out_format(s->o, " rotate(%.0f)", degrees);
	out_format(s->o, "\" fill-rule=\"evenodd\" d=\"%s\"", d);
	paint(s, fill, NULL);
	out_text(s->o, "/>\n");
}

void svg_line(struct svg *s, double x1, double y1, double x2, double y2, const char *style)
{
	out_format(s->o, "<path d=\"M%.1f %.1fL%.1f %.1f\" fill=\"none\" %s/>\n", x1, y1, x2,
		   y2, style);
}

static void write_words(struct svg *s, double size, enum svg_anchor anchor, const char *fill,
			const char *words)
{
	static const char *const anchors[] = {"start", "middle", "end"};

	out_format(s->o, " font-size=\"%.1f\"", size);
	if (anchor != SVG_START)
		out_format(s->o, " text-anchor=\"%s\"", anchors[anchor]);
	paint(s, fill, NULL);
	out_text(s->o, ">");
	svg_escape(s->o, words);
	out_text(s->o, "</text>\n");
}

/* Moved down by hand: not every viewer knows dominant-baseline. */
void svg_words(struct svg *s, double x, double y, double size, enum svg_anchor anchor,
	       const char *fill, const char *words)
{
	out_format(s->o, "<text x=\"%.1f\" y=\"%.1f\"", x, y + size * 0.36);
	write_words(s, size, anchor, fill, words);
}

void svg_words_upwards(struct svg *s, double x, double y, double size, const char *fill,
		       const char *words)
{
	out_format(s->o, "<text transform=\"translate(%.1f %.1f) rotate(-90)\"",
		   x + size * 0.36, y);
	write_words(s, size, SVG_MIDDLE, fill, words);
}

/* Names of light colours; all the others are dark enough for light ink. */
static bool is_light_name(const char *colour)
{
	static const char *const light[] = {"white",  "yellow", "ivory", "beige",
					    "silver", "gold",	"light", "pink",
					    "cream",  "wheat",	"linen", "snow"};

	for (size_t i = 0; i < sizeof light / sizeof *light; i++)
		if (strstr(colour, light[i]))
			return true;
	return false;
}

const char *svg_ink(const char *colour)
{
	static const char dark[] = "#221c15", pale[] = "#fbf6e9";
	size_t digits = strlen(colour) - 1;
	unsigned long rgb, r, g, b;

	if (colour[0] != '#' || (digits != 3 && digits != 6))
		return is_light_name(colour) ? dark : pale;
	rgb = strtoul(colour + 1, NULL, 16);
	if (digits == 3) {
		r = (rgb >> 8 & 15) * 17;
		g = (rgb >> 4 & 15) * 17;
		b = (rgb & 15) * 17;
	} else {
		r = rgb >> 16 & 255;
		g = rgb >> 8 & 255;
		b = rgb & 255;
	}
	return 299 * r + 587 * g + 114 * b > 140000 ? dark : pale;
}
