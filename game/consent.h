/*
 * consent.h - what players do by agreement: who has offered what, who agrees.
 *
 * A draw, a game that never was, a decision taken back: each is offered by a seat,
 * and is so once every seat that still plays agrees.  Seats that have left or
 * finished are not asked.  One offer of a kind is open at a time, and a seat makes
 * each kind of offer once for a question, so that nobody is flooded with them.
 * What the kinds do is in table_consent.c; here is what is open, as a value.
 */
#ifndef GAME_CONSENT_H
#define GAME_CONSENT_H

#include <tablasd/plugin.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* X(NAME, "word", "what is so when all agree").  The words are in the book. */
#define CONSENTS(X)                                                                         \
	X(DRAW, "draw", "the game is over, and those who still play share their rank")      \
	X(ABORT, "abort", "the game never was, and every chip goes back")                   \
	X(TAKEBACK, "takeback", "the offerer's last decision is taken back")                \
	X(PAUSE, "pause", "the clock stands for the time that is offered, or until resumed") \
	X(RESUME, "resume", "a clock that was paused runs before its time")

enum consent_kind {
#define X(name, word, what) CONSENT_##name,
	CONSENTS(X)
#undef X
	CONSENT_COUNT
};

struct offer {
	uint64_t ply;	/* of the fact that made it; 0: there is none    */
	uint8_t by;	/* a seat                                        */
	uint8_t agreed; /* bits of the seats that are for it, `by` as well */
	int64_t length; /* of a pause, in milliseconds                     */
};

struct consent {
	struct offer offer[CONSENT_COUNT];
	uint8_t tried[CONSENT_COUNT]; /* bits of the seats that have offered since the question */
	uint8_t open, tries;	      /* bits of the kinds where there is such a thing above    */
	int64_t until; /* the game is paused, and goes on of itself at this instant; 0: it is not */
};

#define CONSENT_TEXT_MAX 512

const char *consent_word(unsigned kind); /* "draw" */
bool consent_named(const char *word, uint8_t *kind);

/* Whether nothing stands in it: the usual case, and nothing is kept then. */
bool consent_is_empty(const struct consent *);

void consent_open(struct consent *, unsigned kind, unsigned seat, uint64_t ply);
void consent_close(struct consent *, unsigned kind);
void consent_ask_anew(struct consent *); /* another question: everybody may offer again */

/* Whether it is offered and all these seats are for it. */
bool consent_is_agreed(const struct consent *, unsigned kind, uint8_t seats);

/* As a line of words; "" when empty.  0, or -1 for what is none. */
size_t consent_write(const struct consent *, char *out, size_t cap);
int consent_read(const char *text, struct consent *);

#endif
