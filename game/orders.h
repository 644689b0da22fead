/*
 * orders.h - standing orders: what a seat has said beforehand it will decide.
 *
 * An order is looked at when its seat is asked something.  It is silent where the
 * question is none it speaks of; else it decides, by the same rules as a decision
 * that is sent, or it fails: what has become illegal or ambiguous is not guessed
 * at.  Nothing here knows a game.  What a move means is told by what follows from
 * it: after "roll" the house throws, after "take" it does so at a higher cube.
 *
 * No order is of a throw that has been made: dice fall when they are asked for,
 * and an order is looked at after that.
 */
#ifndef GAME_ORDERS_H
#define GAME_ORDERS_H

#include "game/table.h"

#define ORDERS_MAX 64	       /* of one seat: more than there are throws of two dice */
#define ORDER_PLACES_MAX 32    /* of one preference                                   */
#define ORDER_WORDS_MAX 256    /* characters of a decision as its player writes it    */
#define ORDER_TEXT_MAX (TABLAS_TEXT_MAX + 3 * ORDER_WORDS_MAX)

/*
 *	X(NAME, "word", "what it decides")
 *
 * Numbers are in no book: orders are kept by their words.
 */
#define ORDER_KINDS(X)                                                                  \
	X(FORCED, "forced", "the only decision there is")                               \
	X(PASS, "pass", "the only decision there is, if nothing moves by it")           \
	X(ROLL, "roll", "to throw, where one might do something else first")            \
	X(ENTER, "enter", "to enter at the first of these places that is open")         \
	X(DOUBLE, "double", "to take or drop a double that is offered")                 \
	X(ANSWER, "answer", "to accept or refuse a resignation that is offered")        \
	X(PLAY, "play", "these moves, under these conditions")

enum order_kind {
	ORDER_NONE = 0,
#define X(name, word, what) ORDER_##name,
	ORDER_KINDS(X)
#undef X
	ORDER_KINDS_N
};

/* What a question is about: the flags of struct tablas_wait, one at a time. */
#define ORDER_QUESTIONS(X)                                                              \
	X(MOVE, "move", 0)                                                              \
	X(OUT_OF_TURN, "out_of_turn", TABLAS_WAIT_FORCED)                               \
	X(ENTRY, "entry", TABLAS_WAIT_ENTER)                                            \
	X(CUBE, "cube", TABLAS_WAIT_CUBE)                                               \
	X(OFFER, "offer", TABLAS_WAIT_ANSWER)

enum order_question {
#define X(name, word, flag) QUESTION_##name,
	ORDER_QUESTIONS(X)
#undef X
	QUESTIONS_N
};

struct order {
	uint8_t kind;	/* enum order_kind                                         */
	uint8_t on;	/* of PLAY: enum order_question                            */
	bool keep;	/* holds until it is withdrawn, not until it has been used */
	bool accept;	/* of DOUBLE and ANSWER                                    */
	int32_t at_least, at_most; /* ... for so much; 0: no bound                   */
	uint8_t dice_n; /* of PLAY: only if these are to be used; 0: any           */
	uint8_t dice[TABLAS_DICE_MAX];
	uint8_t places_n; /* of ENTER: the best first */
	int16_t places[ORDER_PLACES_MAX];
	char moves[ORDER_WORDS_MAX];	/* of PLAY                                     */
	char after[ORDER_WORDS_MAX];	/* of PLAY: only if this was decided before it */
	char position[TABLAS_TEXT_MAX + 1]; /* of PLAY: only if the pieces stand so  */
};

const char *order_word(enum order_kind);
enum order_kind order_named(const char *word); /* ORDER_NONE if there is none */
const char *order_question_word(enum order_question);
enum order_question order_question_named(const char *word); /* QUESTIONS_N: none */

/* What is asked by this wait. */
enum order_question order_question_of(const struct tablas_wait *);

/* As the book keeps it; the length it has or would have. */
size_t order_write(const struct tablas_plugin *, const struct order *, char *out, size_t cap);
int order_read(const struct tablas_plugin *, const char *text, struct order *out); /* 0 or -1 */

/* A place as this seat writes it; -1: there is none. */
int16_t order_place(const struct tablas_plugin *, unsigned seat, const char *text);

/*
 * What is wrong with an order of this seat that can be told before its time:
 * ACCEPTED, UNREADABLE_MOVE, INVALID_POSITION or INVALID_VALUE, with *member the
 * part of it that is wrong and *sentence why.
 */
enum refusal order_flaw(const struct table *, unsigned seat, const struct order *,
			const char **member, const char **sentence);

/*
 * What it says to the question put to the seat.  `after_holds`: what it wants to
 * have been decided before it was.  On ORDER_DECIDES out->facts[0]
 * is the decision; on ORDER_FAILS *why is what speaks against it.
 */
enum order_says { ORDER_SILENT, ORDER_DECIDES, ORDER_FAILS };
enum order_says order_says(const struct table *, unsigned seat, const struct order *,
			   bool after_holds, struct decision *out, enum refusal *why);

#endif
