/*
 * dice.h - what a game's dice are made of, as its record and its dice tell it.
 */
#ifndef API_DICE_H
#define API_DICE_H

#include "api/out.h"
#include "game/record.h"
#include "schema/store.h"

/* Of a game with a commitment: how its record begins. */
void dice_of(const struct game_row *, struct record_dice *);

/* The line "secret ...", once it is told; false on trouble. */
bool dice_secret_line(struct out *, struct store_view *, const struct game_row *);

#endif
