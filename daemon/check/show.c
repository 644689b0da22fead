/*
 * show.c - tablas-check show: what a plugin says of itself.
 */
#include "daemon/check/check.h"

#include <stdio.h>
#include <string.h>

bool show_is_plain(const char *line)
{
	for (const char *p = line; *p; p++)
		if (((unsigned char)*p < ' ' && !strchr("\t\r\n", *p)) || *p == 0x7f)
			return false;
	return true;
}

const char *show_side(const struct tablas_plugin *p, unsigned seat)
{
	return seat == TABLAS_POT    ? "the pot"
	       : seat < p->seats_max ? p->sides[seat].name
				     : "nobody";
}

/* Any game's board in lines: who stands where, how many. */
static void list_board(const struct tablas_plugin *p, const void *pos, unsigned seat)
{
	static struct tablas_pieces pieces[4096];
	struct tablas_view v = {.pieces = pieces, .pieces_cap = p->pieces_max};

	p->view(pos, seat, &v);
	for (size_t i = 0; i < v.pieces_n; i++)
		printf("  %-12s %s %s %u\n", p->places[pieces[i].place].name,
		       show_side(p, pieces[i].seat),
		       p->kinds ? p->kinds[pieces[i].kind] : "pieces", pieces[i].count);
	if (v.dice_n)
		printf("  dice");
	for (size_t i = 0; i < v.dice_n; i++)
		printf(" %u%s", v.dice[i].face,
		       v.dice[i].state == TABLAS_DIE_USED   ? " (used)"
		       : v.dice[i].state == TABLAS_DIE_LOST ? " (lost)"
							    : "");
	if (v.dice_n)
		printf("\n");
}

void show_board(const struct tablas_plugin *p, const void *pos, unsigned seat, unsigned seats)
{
	char text[16384];

	(void)seats;
	if (p->draw && p->draw(pos, seat, text, sizeof text) < sizeof text)
		fputs(text, stdout);
	else
		list_board(p, pos, seat);
}

static void show_options(const struct check *c)
{
	const struct tablas_option *o = c->plugin->options;
	char buf[16];

	for (size_t i = 0; o && o[i].key; i++) {
		printf("option %s = %s", o[i].key, options_word(&o[i], c->options[i], buf));
		if (o[i].kind == TABLAS_OPT_INT)
			printf("  (%d to %d)", o[i].min, o[i].max);
		if (o[i].kind == TABLAS_OPT_BOOL)
			printf("  (off, on)");
		for (int32_t k = o[i].min; o[i].kind == TABLAS_OPT_CHOICE && k <= o[i].max; k++)
			printf("%s%s", k == o[i].min ? "  (" : ", ", o[i].choices[k]);
		printf("%s\n  %s: %s\n", o[i].kind == TABLAS_OPT_CHOICE ? ")" : "", o[i].title,
		       o[i].help);
	}
}

static void show_offers(const struct tablas_plugin *p)
{
	const struct {
		const char *name;
		bool there;
	} optional[] = {
		{"audit", p->audit},
		{"why_not", p->why_not},
		{"leave", p->leave},
		{"resign", p->resign},
		{"draw", p->draw},
		{"value", p->value},
		{"write_as", p->write_as},
		{"read_as", p->read_as},
		{"exposure", p->exposure},
		{"plays", p->plays},
		{"place_read", p->place_read},
		{"flaw", p->flaw},
	};

	printf("offers");
	for (size_t i = 0; i < sizeof optional / sizeof *optional; i++)
		if (optional[i].there)
			printf(" %s", optional[i].name);
	printf("\n");
}

static void show_places(const struct tablas_plugin *p)
{
	static const char *const kinds[] = {"board", "hand", "off"};

	for (size_t i = 0; p->places[i].name; i++) {
		const struct tablas_place *pl = &p->places[i];

		printf("place %s %s at %d,%d", pl->name, kinds[pl->kind], pl->x, pl->y);
		if (p->wards)
			printf(" in %s", p->wards[pl->ward].name);
		if (pl->seat != TABLAS_NOBODY)
			printf(" of %s", p->sides[pl->seat].name);
		printf("\n");
	}
}

static void show_opening(const struct check *c)
{
	static _Alignas(16) unsigned char pos[TABLAS_POSITION_MAX];
	struct tablas_setup setup = {.seats = c->seats ? c->seats : c->plugin->seats_max,
				     .options = c->options};
	char text[TABLAS_TEXT_MAX];

	c->plugin->init(&setup, pos);
	show_board(c->plugin, pos, 0, setup.seats);
	c->plugin->write(pos, text, sizeof text);
	printf("position %s\n", text);
}

int show_command(struct check *c)
{
	const struct tablas_plugin *p = c->plugin;

	printf("%s: %s\n  from %s\n  rules %u, continues games since %u\n", p->name, p->title,
	       p->source, p->rules, p->rules_since);
	printf("seats %u to %u:", p->seats_min, p->seats_max);
	for (unsigned s = 0; s < p->seats_max; s++)
		printf(" %s", p->sides[s].name);
	printf("\nposition of %u bytes, at most %u moves, %u plies, %u entries in a view\n",
	       p->position_size, p->moves_max, p->plies_max, p->pieces_max);
	show_offers(p);
	show_options(c);
	show_places(p);
	show_opening(c);
	return CHECK_GOOD;
}
