/*
 * documents.h - the JSON of games, kept in the book beside them.
 *
 * Whoever changes a game renders it once, with its change; whoever reads it then
 * looks it up.  A document of another ply, or of another version
 * of this program, is as good as none: the game is rendered again.
 */
#ifndef API_DOCUMENTS_H
#define API_DOCUMENTS_H

#include "api/kept.h"
#include "api/view.h"

/*
 * Inside desk_enter/leave: keeps the JSON of the game as the command left it.
 * False on trouble.
 */
bool documents_keep(struct request *, const struct game_row *, const char *json, size_t n);

/*
 * The same, rendered here: for answers that do not show the game.  `last` is the
 * last decision where the caller knows it, or NULL.
 */
bool documents_render(struct request *, const struct game_row *, const struct table *,
		      const struct view_last *last);

/*
 * For a game that was found without one, as after a new version of this program:
 * what a reader of the committed game was shown is kept too, if there is room.
 */
void documents_restore(struct request *, const struct game_row *, struct body *);

/*
 * The kept JSON of the game, ready to be answered with, and kept in memory too
 * when it is asked for again; NULL if there is none.  The caller has a hold.
 */
struct body *documents_find(struct request *, const char *key, struct kept_who *);

#endif
