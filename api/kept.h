/*
 * kept.h - games that were rendered lately, ready to be handed out again.
 *
 * A game is asked for far more often than it changes.  What is kept is true
 * until games_changed() names it, because nobody else writes the book; so an
 * unchanged game costs one look-up here and nothing of SQLite, the plugin or
 * the printer.  Bounded in number and in bytes; the longest unasked goes first.
 */
#ifndef API_KEPT_H
#define API_KEPT_H

#include "api/request.h"
#include "schema/store.h"

/* One JSON, and a text and a picture from each seat. */
enum { KEPT_JSON, KEPT_TEXT, KEPT_SVG = KEPT_TEXT + TABLAS_SEATS_MAX };
#define KEPT_FORMS (KEPT_SVG + TABLAS_SEATS_MAX)

struct kept_who { /* whom a private game concerns */
	uint8_t visibility;
	uint8_t seats;
	bool late; /* spectators see it as it was: past.h */
	int64_t game, deadline; /* the instant from which what is kept is out of date; 0: none */
	uint32_t waiting; /* the seats that are asked ... */
	uint64_t asked;	  /* ... since this ply           */
	int64_t creator;
	struct {
		int64_t account, invited;
	} seat[TABLAS_SEATS_MAX]; /* the last: so many as there are lie in the book */
};

struct kept;

/* NULL if nothing of this game is kept. */
struct kept *kept_find(const char *key);
const struct kept_who *kept_who(const struct kept *);
struct body *kept_body(const struct kept *, unsigned form); /* NULL if not this form */

/* Keeps one more form; holds the body. */
void kept_add(int64_t id, const char *key, const struct kept_who *, unsigned form,
	      struct body *);

#endif
