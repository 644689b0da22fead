/*
 * shuns.h - with whom somebody wants nothing to do.
 *
 * Each refuses with BLOCKED, or on trouble: true and the problem.
 */
#ifndef API_SHUNS_H
#define API_SHUNS_H

#include "api/games_inside.h"

/* If `other` (0: nobody) has blocked whoever asks. */
bool shuns_refuse(struct request *, int64_t other, struct reply *);

/* If one for whom a seat is kept at the new table has, or the other way round. */
bool shuns_refuse_challenge(struct request *, const struct desk_game *, struct reply *);

/* If one who laid the open table or sits at it has. */
bool shuns_refuse_seat(struct request *, const struct game_row *, struct reply *);

/*
 * Whether the table is open and not offered to whoever asks: its owner has blocked
 * him, or he the owner, and neither would sit down.  Whoever has a seat there sees it
 * all the same.
 */
bool shuns_keep_away(struct request *, const struct game_row *, bool *trouble);

/* One line of such a list. */
void shun_out(struct out *, const char *name, int64_t since);

#endif
