/*
 * picture_words.c - what stands below the board: whose decision, the last one, who plays.
 */
#include "api/picture.h"
#include "game/match.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define HEAD   8.0 /* of the first line  */
#define LINE   6.6 /* of those under it  */
#define SEAT   7.6 /* of those for seats */
#define INDENT 14

/* Shrunk until they fit; a letter is about half as wide as it is high. */
static void fitted(struct picture *p, double x, double y, double size, double wide,
		   enum svg_anchor anchor, const char *words)
{
	double n = 0;

	for (const char *c = words; *c; c++)
		n += ((unsigned char)*c & 0xc0) != 0x80;
	if (n > 0 && size * 0.56 * n > wide)
		size = wide / (0.56 * n);
	svg_words(&p->svg, x, y, size, anchor, PICTURE_INK, words);
}

static void add(char *out, size_t cap, const char *words)
{
	size_t n = strlen(out);

	if (words[0] && n + 4 < cap)
		snprintf(out + n, cap - n, "%s%s", n ? " \xc2\xb7 " : "", words);
}

static void last_words(const struct picture *p, char *out, size_t cap)
{
	out[0] = '\0';
	if (p->around && p->around->last.ply && p->around->last.seat < p->row->seats)
		snprintf(out, cap, "%s %s %.96s", p->plugin->sides[p->around->last.seat].name,
			 p->around->last.forced ? "had to play" : "played",
			 p->around->last.moves);
}

static void cube_words(const struct picture *p, char *out, size_t cap)
{
	int owner = p->view.cube_owner;

	out[0] = '\0';
	if (!p->view.cube)
		return;
	if (p->offered)
		snprintf(out, cap, "cube offered at %d", p->offered);
	else if (owner >= 0 && (unsigned)owner < p->row->seats)
		snprintf(out, cap, "cube %d, %s's", p->view.cube, p->plugin->sides[owner].name);
	else
		snprintf(out, cap, "cube %d, nobody's", p->view.cube);
}

/* The cube, the match, what is played for. */
static void state_words(const struct picture *p, char *out, size_t cap)
{
	char words[96], deadline[256], *dot;

	out[0] = '\0';
	cube_words(p, words, sizeof words);
	add(out, cap, words);
	if (p->row->match[0]) {
		snprintf(words, sizeof words, "match to %u, game %u, %d-%d%s",
			 p->row->match_length, p->row->match_game, p->row->match_result[0],
			 p->row->match_result[1],
			 match_is_crawford(p->table) ? ", Crawford game" : "");
		add(out, cap, words);
	}
	view_deadline_words(p->row, p->table, deadline, sizeof deadline);
	dot = strchr(deadline, '.');
	if (dot) /* the instant alone, for there is not much room; the description has the parts */
		snprintf(dot, 5, " UTC");
	add(out, cap, deadline);
	if (p->row->unit) {
		snprintf(words, sizeof words, "stake %lld", (long long)p->row->unit);
		add(out, cap, words);
		if (p->row->pot) {
			snprintf(words, sizeof words, "pot %lld", (long long)p->row->pot);
			add(out, cap, words);
		}
	}
	if (picture_own_name(p, p->plugin->places) ||
	    picture_own_name(p, p->plugin->places + 1)) {
		snprintf(words, sizeof words, "small numbers are %.40s's own",
			 p->plugin->sides[p->seat].name);
		add(out, cap, words);
	}
}

/* What the game counts, as far as there is any of it. */
static void seat_words(const struct picture *p, unsigned seat, char *out, size_t cap)
{
	const struct seat_row *s = &p->row->seat[seat];
	const char *const *counters = p->plugin->counters;
	char words[64];

	out[0] = '\0';
	for (unsigned i = 0; counters && i < 8 && counters[i]; i++) {
		int32_t n = p->view.counters[seat][i];

		snprintf(words, sizeof words, "%.24s %d", counters[i], n);
		add(out, cap, n ? words : "");
	}
	if (p->row->unit && s->account) {
		snprintf(words, sizeof words, "purse %lld", (long long)s->purse);
		add(out, cap, words);
	}
	if (s->status == SEAT_LEFT)
		add(out, cap, "left");
	else if (s->status == SEAT_FINISHED && p->row->state == TABLE_ACTIVE)
		add(out, cap, "finished");
}

static void draw_seat(struct picture *p, unsigned seat, double y)
{
	const struct seat_row *s = &p->row->seat[seat];
	double x = p->wood.left + 8, wide = p->wood.right - p->wood.left - INDENT;
	bool asked = p->row->state == TABLE_ACTIVE && p->row->waiting >> seat & 1;
	char words[192];

	if (asked)
		svg_triangle(&p->svg, (struct svg_point){x - 7, y - 2.4},
			     (struct svg_point){x - 7, y + 2.4}, (struct svg_point){x - 3.6, y},
			     PICTURE_MARK, "stroke=\"" PICTURE_INK "\" stroke-width=\".4\"");
	picture_seal(p, seat, (struct svg_point){x, y}, 2.8);
	snprintf(words, sizeof words, "%s%s%s", p->plugin->sides[seat].name,
		 s->account ? ", " : "", s->account ? s->name : "");
	fitted(p, p->wood.left + INDENT, y, 4.6, wide * 0.45, SVG_START, words);
	seat_words(p, seat, words, sizeof words);
	fitted(p, p->wood.right - 2, y, 4.2, wide * 0.53, SVG_END, words);
}

double picture_words_height(const struct picture *p)
{
	char last[128], state[256];

	last_words(p, last, sizeof last);
	state_words(p, state, sizeof state);
	return HEAD + LINE * (!!last[0] + !!state[0]) + SEAT * p->row->seats + 6;
}

void picture_words(struct picture *p)
{
	double x = p->wood.left + 2, y = p->wood.bottom + HEAD;
	double wide = p->wood.right - p->wood.left - 4;
	char words[256];

	/* Dice that found no place on the board stand at the right of this line. */
	view_headline(p->row, p->table, words, 160);
	fitted(p, x, y, 5.8, p->kind->dice ? wide : wide * 0.66, SVG_START, words);
	last_words(p, words, sizeof words);
	if (words[0])
		fitted(p, x, y += LINE, 4.2, wide, SVG_START, words);
	state_words(p, words, sizeof words);
	if (words[0])
		fitted(p, x, y += LINE, 4.2, wide, SVG_START, words);
	y += 0.5;
	for (unsigned seat = 0; seat < p->row->seats; seat++)
		draw_seat(p, seat, y += SEAT);
}
