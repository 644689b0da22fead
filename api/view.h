/*
 * view.h - a game as people and programs see it: JSON, characters, a picture.
 *
 * Rendered from the row and the table alone, so the same for everybody who may
 * see the game, and kept by ply (cache in games.c).
 */
#ifndef API_VIEW_H
#define API_VIEW_H

#include "api/out.h"
#include "game/table.h"
#include "schema/store.h"

/* The game document of the API page. table NULL: its ruleset is not loaded. */
void view_game(struct out *, const struct game_row *, const struct table *);

/* Members shared with the answer to a turn: "turn", "waiting", "dice". */
void view_waiting(struct out *, const struct table *);

/* {"text": …, "pieces": […]} of any position of this plugin. */
void view_position(struct out *, const struct tablas_plugin *, const void *pos);

/* One fact with its events as an object; named by plugin's sides. */
void view_fact(struct out *, const struct game_row *, const struct tablas_plugin *,
	       const struct fact *, const char *events);

/* The short form in lists. */
void view_game_line(struct out *, const struct game_row *);

/* text/plain, at most 80 columns, seen from `seat`. */
void view_text(struct out *, const struct game_row *, const struct table *, unsigned seat);

/* image/svg+xml, from the plugin's places. */
void view_svg(struct out *, const struct game_row *, const struct table *, unsigned seat);

#endif
