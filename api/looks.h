/*
 * looks.h - when whoever is asked first looked at the question.
 *
 * To look is to ask for the game, for one's part of it or for the legal plays.  To be
 * told events, waiting or by a stream, is not: whoever listens may not be there.
 *
 * A look is remembered in memory at once and written down when it has stood for
 * a while and the question still does: who answers within a minute causes no
 * write, and who looks a hundred times causes one.
 */
#ifndef API_LOOKS_H
#define API_LOOKS_H

#include "api/kept.h"

/* Whoever asks has seen the game: notes it if it is their question. */
void looks_note(const struct request *, const struct kept_who *);
void looks_note_row(const struct request *, const struct game_row *);

/* When that seat's present question was first seen; 0: it has not been. False on trouble. */
bool looks_find(struct request *, const struct game_row *, unsigned seat, int64_t *at);

/* In the loop, outside of everything: writes down what is due; all of it if `last`. */
void looks_write(struct desk *, bool last);

#endif
