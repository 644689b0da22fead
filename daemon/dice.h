/*
 * dice.h - the cup: the only place that draws chance.
 *
 * A game's faces follow from the secret it was begun with (game/fair.h); what
 * is drawn from libsodium's generator is the secret.  A scripted cup hands out
 * the faces it was given and says so when they run out, so that a test can
 * write its dice down: such throws have no number, and nobody can take them for
 * others.  So it is with games from before there were secrets, whose faces come
 * from libsodium's generator without bias.
 */
#ifndef DAEMON_DICE_H
#define DAEMON_DICE_H

#include "game/fair.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cup {
	const uint8_t *script; /* NULL: real dice */
	size_t script_n, script_at;
	uint8_t *script_owned; /* of cup_script() */
	const unsigned char *seed; /* of tests: where secrets come from; NULL: nowhere known */
	uint64_t secrets;	   /* drawn so far, with a seed */
};

/* SHA-256 and HMAC-SHA-256 by libsodium. */
extern const struct fair_hash dice_hash;

void cup_init(struct cup *);

/*
 * From now on the faces in `text` ("3 1 6 ..."), then real dice.  0, or -1 when
 * the text is not faces.  cup_fini() frees.
 */
int cup_script(struct cup *, const char *text);
void cup_fini(struct cup *);

/* n faces of dice with that many sides (2 to 255). A scripted face too large for them is -1. */
int cup_shake(struct cup *, unsigned sides, uint8_t *faces, size_t n);

/* Whether the next faces are written down. */
bool cup_is_scripted(const struct cup *);

/*
 * A new game, or the first of a chain of so many: draws its root.  The key is of
 * the first game of the chain, the game is numbered from 1.
 */
void cup_begin(struct cup *, struct fair *, uint32_t links, const char *key, uint32_t game);

/* The SHA-256 of its secret. */
void cup_commitment(const struct fair *, unsigned char commitment[FAIR_SIZE]);

#endif
