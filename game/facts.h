/*
 * facts.h - everything that can happen at a table, in one list.
 *
 * A table is the fold of its facts: apply them in order and the table is as it
 * was.  A fact holds only what could not be computed: who sat down, which faces
 * fell, what was decided.  What follows from it (pieces moved, chips paid) is
 * its *consequences*, computed again by whoever replays.
 *
 *	X(NAME, "word", "what it is; what its text holds")
 *
 * Numbers are in the book: append at the end only.
 */
#ifndef GAME_FACTS_H
#define GAME_FACTS_H

#include <tablasd/plugin.h>

#include <stddef.h>
#include <stdint.h>

#define FACTS(X)                                                                       \
	X(CREATED, "created", "the table is laid; text: its terms")                    \
	X(SEATED, "seated", "an account takes the seat; text: its name")               \
	X(UNSEATED, "unseated", "the seat is given back before the start")             \
	X(STARTED, "started", "every seat is taken and play begins")                   \
	X(ROLLED, "rolled", "the house throws; text: the faces, \"3 1 6\"")            \
	X(DECIDED, "decided", "a seat decides; text: its moves, \"8/5 6/5\"")          \
	X(FORCED, "forced", "the house plays the only decision; text: its moves")      \
	X(RESIGNED, "resigned", "a seat resigns or offers to; text: the value")        \
	X(LEFT, "left", "a seat leaves for good; text: why")                           \
	X(FINISHED, "finished", "the game is over; text: \"rank rank ... note\"")      \
	X(ABORTED, "aborted", "the game never was; text: why")                         \
	X(FROZEN, "frozen", "the game stands still until an operator looks; text: why") \
	X(THAWED, "thawed", "an operator lets the game go on")                         \
	X(TOPPED_UP, "topped_up", "a seat adds to its purse; text: the chips")          \
	X(CONTRIBUTED, "contributed", "a seat adds to what the dice are made of; text: that") \
	X(LAPSED, "lapsed", "the time of a seat is up; at: the instant it was")          \
	X(PLAYED, "played", "the house decides for a seat that lapsed; text: its moves") \
	X(CLAIMED, "claimed", "a seat claims that the time of another is up")           \
	X(AWAY, "away", "the player of a seat goes on vacation; text: \"from/to ...\" in" \
			" milliseconds, or \"-\"")                                    \
	X(OFFERED, "offered", "a seat offers what all must agree to; text: which")       \
	X(AGREED, "agreed", "a seat agrees to what is offered; text: which")             \
	X(DECLINED, "declined", "a seat declines it, and it is gone; text: which")       \
	X(WITHDRAWN, "withdrawn", "who offered it does not any more; text: which")       \
	X(TAKEN_BACK, "taken_back", "all agreed: the decision of the seat was not; text: its ply") \
	X(PAUSED, "paused", "all agreed: the clock stands; text: for how long at most, \"P7D\"") \
	X(RESUMED, "resumed", "it runs again; text: \"agreement\", or \"time\", and then at: when") \
	X(EXPIRED, "expired", "not every seat was taken in time; at: the instant it was") \
	X(TURNED_DOWN, "turned_down", "a kept seat is not wanted by whom it was kept for; text: why") \
	X(DRAWN, "drawn", "seats are drawn; text: which seat each one's player had, \"1 0\"")

enum fact_kind {
	FACT_NONE = 0,
#define X(name, word, what) FACT_##name,
	FACTS(X)
#undef X
	FACT_COUNT
};

#define FACT_TEXT_MAX 1024 /* TABLAS_STEPS_MAX moves and the spaces between */

struct fact {
	uint16_t kind;	    /* enum fact_kind                      */
	uint8_t seat;	    /* whose, or TABLAS_NOBODY             */
	uint64_t ply;	    /* its number in the game, from 1      */
	int64_t at;	    /* milliseconds since 1970; 0 in tests */
	uint64_t thrown;    /* of a throw: its number among those that can be checked
			       (game/fair.h), from 1; 0: not one of them */
	uint8_t sides;	    /* of its dice; 0: not known */
	char text[FACT_TEXT_MAX];
};

const char *fact_word(enum fact_kind);
enum fact_kind fact_named(const char *word); /* FACT_NONE if there is none */

/*
 * Events as one line of text, to be kept beside a fact and shown to clients
 * without replaying: "moved 0 - 8 5 0;struck 0 1 - 5 0;stake 1 0 - - 1 strike".
 * Fields are kind, seat, other, from, to, amount and, if there is one, the note;
 * places by name, a seat or place that is none is "-", the pot is "pot"; a kind
 * without a word is its number.  Returns the length it has or would have.
 */
size_t facts_write_events(const struct tablas_plugin *, const struct tablas_event *, size_t n,
			  char *out, size_t cap);

/* A blank and a seat, as facts and records write it. */
struct text;
void facts_add_seat(struct text *, uint8_t seat);

/* One event of such a line as words; the strings point into a copy the caller keeps. */
struct event_words {
	char kind[16], seat[8], other[8], from[24], to[24];
	int32_t amount;
	char note[64];
};

/* Reads the next event at *line and steps over it; 0 at the end, -1 if it is none. */
int facts_next_event(const char **line, struct event_words *out);

#endif
