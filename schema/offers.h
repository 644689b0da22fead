/*
 * offers.h - tables that are offered: a part of store.h.
 */
#ifndef SCHEMA_OFFERS_H
#define SCHEMA_OFFERS_H

#include <stdint.h>

struct store;
struct store_view;

/*
 * What whoever laid an open table says to those invited.  At most so many bytes;
 * NONE: nothing.  It is forgotten when the table is offered no more.
 */
#define STORE_NOTE_SIZE 1025
int store_offer_note_set(struct store *, int64_t game, const char *note);
int store_offer_note(struct store_view *, int64_t game, char note[STORE_NOTE_SIZE]);

/* Tables an account has laid that are open, and seats of such kept for it; no more than `most`. */
int store_offers_made(struct store *, int64_t account, int64_t most, int64_t *n);
int store_offers_got(struct store *, int64_t account, int64_t most, int64_t *n);

/* Its seats at games that are not over; likewise. */
int store_seats_held(struct store *, int64_t account, int64_t most, int64_t *n);

#endif
