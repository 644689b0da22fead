/*
 * shown.h - a real game of a real ruleset, to be looked at by tests of views.
 *
 * It is played by the game core alone, with dice from a fixed sequence, and its
 * row is filled in as the book would have it.
 */
#ifndef TESTS_API_SHOWN_H
#define TESTS_API_SHOWN_H

#include "api/view.h"

#include <jansson.h>

extern const struct tablas_plugin tablas_plugin_backgammon, tablas_plugin_el_mundo,
	tablas_plugin_quinze_tablas, tablas_plugin_seven_point, tablas_plugin_acedrex;

struct shown {
	struct table table;
	struct game_row row;
	struct view_around around;
	uint32_t chance; /* the state of the dice */
	struct happened happened;
};

/* An open table at 1 chip a stake and 100 to buy in. */
void shown_open(struct shown *, const struct tablas_plugin *);
void shown_sit(struct shown *, unsigned seat, const char *name);
/* Everybody sits and the house throws; then that many decisions, or to the end. */
void shown_begin(struct shown *);
void shown_play(struct shown *, unsigned decisions);
void shown_apply(struct shown *, const struct fact *);

/* The document, parsed; fails the test if it is not JSON. */
json_t *shown_document(struct shown *);
/* The text or the picture; free() it. */
char *shown_text(struct shown *, unsigned seat);
char *shown_svg(struct shown *, unsigned seat);

#endif
