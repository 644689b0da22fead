/*
 * dice.h - the cup: the only place that draws chance.
 *
 * A real cup draws from libsodium's generator without bias; a scripted one
 * hands out the faces it was given and says so when they run out, so that a
 * test can write its dice down.
 */
#ifndef DAEMON_DICE_H
#define DAEMON_DICE_H

#include <stddef.h>
#include <stdint.h>

struct cup {
	const uint8_t *script; /* NULL: real dice */
	size_t script_n, script_at;
	uint8_t *script_owned; /* of cup_script() */
};

void cup_init(struct cup *);

/*
 * From now on the faces in `text` ("3 1 6 ..."), then real dice.  0, or -1 when
 * the text is not faces.  cup_fini() frees.
 */
int cup_script(struct cup *, const char *text);
void cup_fini(struct cup *);

/* n faces of dice with that many sides (2 to 255). A scripted face too large for them is -1. */
int cup_shake(struct cup *, unsigned sides, uint8_t *faces, size_t n);

#endif
