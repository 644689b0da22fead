/*
 * desk_score.c - a game is over, and is counted: who met whom, and what that does
 * to their ratings.
 *
 * In the transaction of its end, and only there: a turn of a game that goes on
 * pays nothing for it.  Which games rate nobody is the book's to know
 * (schema/ratings.c), for the audit asks the same.
 */
#include "daemon/desk_inside.h"

#include <stdio.h>

enum step desk_inside_score(struct desk *d)
{
	struct rating_row rated[TABLAS_SEATS_MAX];
	size_t n = 0;

	d->finished = false;
	if (store_meet(d->parts.store, &d->row, d->table.outcome.points) != STORE_DONE)
		return STEP_TROUBLE;
	if (d->row.rated && store_rate(d->parts.store, &d->row, rated, &n) != STORE_DONE)
		return STEP_TROUBLE;
	for (size_t i = 0; i < n; i++) {
		struct news_row news = {.account = rated[i].account,
					.at = rated[i].at,
					.kind = NEWS_RATED,
					.game = d->row.id,
					.seat = (uint8_t)rated[i].seat,
					.value = rated[i].after};

		snprintf(news.text, sizeof(news.text), "%s", rating_class_word(rated[i].time));
		if (desk_tell(d, &news) != 0)
			return STEP_TROUBLE;
	}
	return STEP_DONE;
}
