/*
 * phrase.h - what a player wrote, read as a decision.
 *
 * Players write a turn as they please: steps in any order that has a legal
 * order, merged steps ("13/7" for 13/8/7), repeated ones ("13/7(2)"), with or
 * without marks for strikes, with the bar as "bar" or "25".  A phrase is read
 * against the legal plays: it means the play whose pieces go where it says.
 * Where several do, the one whose strikes are those that are marked is meant,
 * then the one with the fewest strikes.  A mark where nothing is struck, or none
 * where something is, is forgiven.  What the server answers is always the one
 * canonical form.
 */
#ifndef GAME_PHRASE_H
#define GAME_PHRASE_H

#include "game/errors.h"

#include <tablasd/plugin.h>

#include <stdbool.h>
#include <stddef.h>

#define PHRASE_TOKENS_MAX 32

struct phrase_fault {
	enum tablas_why why;  /* the rule broken, or TABLAS_WHY_LEGAL            */
	size_t token;	      /* the step that breaks it, counted as written, from 0 */
	size_t word;	      /* the caller's word it stands in, from 0          */
	const char *sentence; /* static; may be NULL                             */
};

/*
 * Reads the words (each one or more steps as a player writes them; separated
 * by blanks, commas or semicolons inside a word too) as a whole decision of
 * `seat`.  ACCEPTED and the moves in an order that is legal, or the refusal of
 * the first rule broken with *fault filled in: UNREADABLE_MOVE, AMBIGUOUS_MOVE,
 * TURN_INCOMPLETE, TOO_MANY_MOVES, or what the plugin's why_not() says.
 * On TURN_INCOMPLETE `moves` holds the legal beginning.
 */
enum refusal phrase_read(const struct tablas_plugin *, const void *pos, unsigned seat,
			 const char *const *words, size_t n,
			 tablas_move moves[TABLAS_STEPS_MAX], size_t *moves_n,
			 struct phrase_fault *fault);

/*
 * As phrase_read(), but a beginning of a decision will do; *pos_after (room for
 * position_size) is where it leads.  For `plays?after=8/5`.
 */
enum refusal phrase_read_beginning(const struct tablas_plugin *, const void *pos, unsigned seat,
				   const char *const *words, size_t n,
				   tablas_move moves[TABLAS_STEPS_MAX], size_t *moves_n,
				   void *pos_after, struct phrase_fault *fault);

/*
 * Whether the words are a way to write the decision that leads from the one position
 * to the other.  For whoever compares many: it looks at few positions, and words that
 * need more are none.
 */
bool phrase_leads_to(const struct tablas_plugin *, const void *pos, unsigned seat,
		     const char *const *words, size_t n, const void *end);

/* Canonical text of a decision: its moves in order, separated by one blank. */
size_t phrase_write(const struct tablas_plugin *, const void *pos, unsigned seat,
		    const tablas_move *moves, size_t n, char *out, size_t cap);

/* The refusal a rule is told as. */
enum refusal phrase_refusal(enum tablas_why);

#endif
