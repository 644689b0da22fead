/*
 * svg.h - shapes and words on a sheet, turned to the side of the table one sits at.
 *
 * Points are turned here and not by a transform attribute, so that words stay
 * upright on a board that is seen from the other side.
 */
#ifndef API_SVG_H
#define API_SVG_H

#include "api/out.h"

struct svg {
	struct out *o;
	unsigned quarters; /* clockwise, about (cx, cy) ... */
	bool over;	   /* ... and then what was above is below */
	double cx, cy;
};

struct svg_point {
	double x, y;
};

enum svg_anchor { SVG_START, SVG_MIDDLE, SVG_END };

struct svg_point svg_turn(const struct svg *, double x, double y);	 /* a place */
struct svg_point svg_turn_way(const struct svg *, double dx, double dy); /* a direction */

/* These take what has been turned already.  style: more attributes, written as they are. */
void svg_rect(struct svg *, double x, double y, double w, double h, double round,
	      const char *fill, const char *style);
void svg_circle(struct svg *, double x, double y, double r, const char *fill,
		const char *style);
void svg_triangle(struct svg *, struct svg_point, struct svg_point, struct svg_point,
		  const char *fill, const char *style);
void svg_path(struct svg *, const char *d, const char *fill, const char *style);
/* A path drawn about (0, 0), moved, made larger, turned clockwise by degrees; even-odd. */
void svg_shape(struct svg *, const char *d, struct svg_point, double scale, double degrees,
	       const char *fill);
void svg_line(struct svg *, double x1, double y1, double x2, double y2, const char *style);

/* The middle of the letters is at y. */
void svg_words(struct svg *, double x, double y, double size, enum svg_anchor, const char *fill,
	       const char *words);

/* The same from below to above, its middle at (x, y). */
void svg_words_upwards(struct svg *, double x, double y, double size, const char *fill,
		       const char *words);

/* Text with <, & and quotes made harmless. */
void svg_escape(struct out *, const char *);

/* Ink that can be read on this CSS colour. */
const char *svg_ink(const char *colour);

#endif
