/*
 * blame.h - which step of a refused phrase breaks which rule.
 *
 * Private to phrase.c.
 */
#ifndef GAME_BLAME_H
#define GAME_BLAME_H

#include "game/reading.h"

/*
 * The steps have no reading.  Says why, and which step is the first to blame;
 * `begun` is the longest beginning that can be played (found is false if there
 * is none).
 */
enum refusal blame(struct reader *, const struct steps *, struct reading *begun,
		   struct phrase_fault *fault);

#endif
