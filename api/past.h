/*
 * past.h - the game as it was, for who may not see it as it is.
 *
 * A game may be laid with a delay: whoever has no seat sees it as it stood some
 * plies or some time ago, in every answer.  There is one door for that: a row
 * that is read for such a reader is made again as it was then, and everything
 * else that is told of the game is told up to that row's ply.
 */
#ifndef API_PAST_H
#define API_PAST_H

#include "api/kept.h"

enum past {
	PAST_NOW,     /* the row is as the game is                             */
	PAST_THEN,    /* it is as it was; row->past is set                     */
	PAST_NOT_YET, /* a game that nobody of these is to know of yet         */
	PAST_WITHOUT_RULES,
	PAST_TROUBLE
};

/* Whether the reader is among those who see it late. */
bool past_is_late(const struct request *, const struct kept_who *);
bool past_is_late_row(const struct request *, const struct game_row *);

/* What that reader is shown of the game, which is the one they are to see. */
enum past past_show(struct request *, struct game_row *);

/*
 * Of a late game: in how many milliseconds the next of it is told, as far as
 * that is known; INT64_MAX if it is not.  *by_time: a ply alone brings nothing.
 * False on trouble.
 */
bool past_next(struct request *, const struct game_row *, int64_t *ms, bool *by_time);

#endif
