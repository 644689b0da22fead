/*
 * nudge.h - when a seat may be nudged.
 */
#ifndef API_NUDGE_H
#define API_NUDGE_H

#include "api/games_inside.h"

/*
 * From when on a seat that is asked may be nudged; 0: not before its time is up.
 * False on trouble.
 */
bool nudge_possible(struct request *, const struct game_row *, unsigned seat, int64_t *at);

/* The member "nudges": the seats the game waits for, but one's own, and when. False on trouble. */
bool nudges_write(struct request *, struct out *, const struct game_row *);

#endif
