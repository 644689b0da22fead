/*
 * blame.h - which step of a refused phrase breaks which rule.
 *
 * Private to phrase.c.
 */
#ifndef GAME_BLAME_H
#define GAME_BLAME_H

#include "game/reading.h"

/*
 * The steps have no reading.  Says why, and which step is the first to blame.
 * `begun` is a beginning already read, one move for each of its steps, and
 * becomes the longest that can be played.
 */
enum refusal blame(struct reader *, const struct steps *, struct reading *begun,
		   struct phrase_fault *fault);

#endif
