/*
 * view_svg.c - a picture of any game, from where its plugin says that things are.
 *
 * The sheet is one drawing without ids, scripts, styles or anything fetched from
 * elsewhere; it has a ground of its own and so does not care on what page it
 * stands.  The same game seen from the same seat is the same bytes.
 */
#include "api/picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AIR 3.0 /* around the wood */

static void open_sheet(struct picture *p)
{
	double x = p->wood.left - AIR, y = p->wood.top - AIR;
	double w = p->wood.right - p->wood.left + 2 * AIR;
	double h = p->wood.bottom - p->wood.top + AIR + picture_words_height(p);
	double scale = 900 / fmax(w, h);
	char words[256];

	out_format(p->svg.o,
		   "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"%.0f\" "
		   "height=\"%.0f\" viewBox=\"%.1f %.1f %.1f %.1f\" "
		   "font-family=\"Georgia, 'DejaVu Serif', serif\">\n<title>",
		   w * scale, h * scale, x, y, w, h);
	svg_escape(p->svg.o, p->plugin->title);
	out_format(p->svg.o, " %s, ply %llu, seen by ", p->row->key,
		   (unsigned long long)p->row->ply);
	svg_escape(p->svg.o, p->plugin->sides[p->seat].name);
	out_text(p->svg.o, "</title>\n<desc>");
	view_headline(p->row, p->table, words, sizeof words);
	svg_escape(p->svg.o, words);
	out_text(p->svg.o, ". ");
	view_deadline_words(p->row, p->table, words, sizeof words);
	svg_escape(p->svg.o, words);
	out_text(p->svg.o, words[0] ? ". " : "");
	svg_escape(p->svg.o, p->row->position);
	out_text(p->svg.o, "</desc>\n");
	svg_rect(&p->svg, x, y, w, h, 0, PICTURE_PAPER, NULL);
}

/* Of the seat that has most: what a tray may have to hold. */
static unsigned most_pieces(const struct tablas_view *view)
{
	unsigned by_seat[TABLAS_SEATS_MAX] = {0}, most = 0;

	for (size_t i = 0; i < view->pieces_n; i++)
		if (view->pieces[i].seat < TABLAS_SEATS_MAX)
			by_seat[view->pieces[i].seat] += view->pieces[i].count;
	for (unsigned seat = 0; seat < TABLAS_SEATS_MAX; seat++)
		most = by_seat[seat] > most ? by_seat[seat] : most;
	return most;
}

/* Before the start there is no position: the board is empty, but as large as for play. */
static unsigned most_to_come(const struct table *t)
{
	_Alignas(16) unsigned char start[TABLAS_POSITION_MAX] = {0};
	struct tablas_view view;
	unsigned most;

	t->plugin->init(&t->setup, start);
	if (!view_look(t->plugin, start, &view))
		abort();
	most = most_pieces(&view);
	free(view.pieces);
	return most;
}

static void count_pieces(struct picture *p)
{
	for (size_t i = 0; i < p->view.pieces_n; i++) {
		const struct tablas_pieces *piece = &p->view.pieces[i];

		p->stacked[piece->place] = (uint16_t)(p->stacked[piece->place] + piece->count);
	}
	p->most = p->view.pieces ? most_pieces(&p->view) : most_to_come(p->table);
}

/* A double is offered if the last decision was another's, about the cube. */
static int32_t find_offer(const struct picture *p)
{
	const char *events = p->around ? p->around->last.events : "";
	struct event_words w;
	int32_t offered = 0;

	if (p->row->state != TABLE_ACTIVE || !(p->wait.flags & TABLAS_WAIT_CUBE))
		return 0;
	while (facts_next_event(&events, &w) > 0)
		if (strcmp(w.kind, "cube") == 0 && !(p->wait.seats >> p->around->last.seat & 1))
			offered = w.amount;
	return offered;
}

/* A game whose ruleset is not loaded has no places: say so on a small sheet. */
static void draw_nothing(struct out *o, const struct game_row *row)
{
	struct svg s = {.o = o};
	char words[160];

	out_text(o, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"600\" height=\"120\" "
		    "viewBox=\"0 0 200 40\" font-family=\"Georgia, serif\">\n");
	svg_rect(&s, 0, 0, 200, 40, 0, PICTURE_PAPER, NULL);
	snprintf(words, sizeof words, "%s: the ruleset is not loaded", row->ruleset);
	svg_words(&s, 100, 14, 6, SVG_MIDDLE, PICTURE_INK, words);
	snprintf(words, sizeof words, "game %s, ply %llu", row->key,
		 (unsigned long long)row->ply);
	svg_words(&s, 100, 26, 5, SVG_MIDDLE, PICTURE_INK, words);
	out_text(o, "</svg>\n");
}

static void draw(struct picture *p)
{
	count_pieces(p);
	p->offered = find_offer(p);
	picture_lay(p);
	open_sheet(p);
	p->kind->draw(p);
	picture_last(p, true);
	picture_pieces(p);
	picture_last(p, false);
	picture_dice(p);
	picture_cube(p);
	picture_words(p);
	out_text(p->svg.o, "</svg>\n");
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
	p.seat = seat < row->seats ? seat : 0;
	while (p.plugin->places[places].name)
		places++;
	p.stacked = calloc(places + 1, sizeof *p.stacked);
	if (!p.stacked)
		abort();
	if (row->position[0]) {
		if (!view_look(p.plugin, t->position, &p.view))
			abort();
		p.plugin->wait(t->position, &p.wait);
	}
	draw(&p);
	free(p.view.pieces);
	free(p.stacked);
}
