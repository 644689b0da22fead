/*
 * table_inside.h - what the three files of the table share, and nobody else.
 */
#ifndef GAME_TABLE_INSIDE_H
#define GAME_TABLE_INSIDE_H

#include "game/table.h"

/* Why a seat leaves that cannot pay, in the text of the fact. */
#define TABLE_INSOLVENT "insolvent"

/* The next fact at this table. `text` may be NULL. */
void table_inside_fact(const struct table *, enum fact_kind, uint8_t seat, const char *text,
		       struct fact *out);

/* How the game has ended; false if it has not.  The table is one with a position. */
bool table_inside_outcome(const struct table *, struct tablas_outcome *out);
void table_inside_keep_outcome(struct table *, const struct tablas_outcome *);

/* The fact that says so. */
void table_inside_finished(const struct table *, const struct tablas_outcome *,
			   struct fact *out);

#endif
