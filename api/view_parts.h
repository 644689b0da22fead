/*
 * view_parts.h - what the files of the game document share among themselves.
 */
#ifndef API_VIEW_PARTS_H
#define API_VIEW_PARTS_H

#include "api/view.h"

/* A seat, "pot" or null. */
void view_key_seat(struct out *, const char *key, unsigned seat);

/* [0, 2] from a mask. */
void view_seat_bits(struct out *, uint32_t bits);

/* The member "waiting". */
void view_waiting_as(struct out *, const char *what, uint32_t seats, bool forced,
		     const char *why, int64_t deadline);

/*
 * "turn", "waiting", "dice", "position", "counters", "cube".  text: the position
 * as the row has it; "" for an open table, or one aborted before its start.
 */
void view_board(struct out *, const struct table *, const char *text);

/* "clock": its terms, what is left to each seat, and the instants that follow. */
void view_clock(struct out *, const struct game_row *, const struct table *);

/* "offers": what is offered, by whom, and who has not answered. */
void view_offers(struct out *, const struct table *);

/* The members of "actions" that are offers; still: why nothing is done now, or NULL. */
void view_offer_actions(struct out *, const char *still, const struct table *);

/* When the time of a seat is up; the end of a pause is none. */
int64_t view_deadline(const struct game_row *);

/* "spectator_delay": null without one. */
void view_delay(struct out *, const struct delay_row *);

/* "reason" and "counts" of an outcome. */
void view_reason(struct out *, const struct game_row *);

#endif
