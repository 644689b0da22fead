/*
 * nudge.h - which seats may be nudged, and when.
 */
#ifndef API_NUDGE_H
#define API_NUDGE_H

#include "api/games_inside.h"

/* The member "nudges": the seats the game waits for, but one's own, and when. False on trouble. */
bool nudges_write(struct request *, struct out *, const struct game_row *);

#endif
