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
/* What whoever sees it late is shown. */
enum past past_show_late(struct desk *, struct store_view *, struct game_row *);

/* Whether nothing of it is held back from that reader. */
bool past_is_all_told(struct request *, const struct game_row *, bool *trouble);

/*
 * Of a late game as it is: the last ply that is told, and in how many milliseconds
 * the next is; INT64_MAX where there is none yet, or plies hold it back.  False on
 * trouble.
 */
bool past_next(struct desk *, struct store_view *, const struct game_row *, uint64_t *ply,
	       int64_t *ms);

uint64_t past_replayed(void); /* facts, to show games as they were */
void past_forget(void);	      /* what is kept of that */

#endif
