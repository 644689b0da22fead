/*
 * turns.h - what the files of a turn share.
 */
#ifndef API_TURNS_H
#define API_TURNS_H

#include "api/games_inside.h"

#define TURN_WORDS_MAX PHRASE_TOKENS_MAX

struct turn {
	uint64_t ply;
	unsigned seat;
	const char *words[TURN_WORDS_MAX];
	size_t words_n;
};

/* resignation.c: what it would cost; nothing is done. */
struct reply resignation_try(struct request *, const struct command *);

/* Which seat decides: the caller's own.  One that is named must be that one. */
bool turns_seat(struct request *, const struct game_row *, unsigned *seat, struct reply *);

/* The answer to a decision that was refused: the rule, and what would be legal. */
struct reply turns_refused(struct request *, const struct turn *, enum refusal,
			   const struct receipt *);

/*
 * A decision that is in the book already, word for word the same: the answer it
 * was given then.  False when this is none, and a stale one stays stale.
 */
bool turns_again(struct request *, const struct game_row *, const struct turn *,
		 struct reply *);

#endif
