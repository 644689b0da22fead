/*
 * dice.c - the cup.
 *
 * randombytes_uniform() draws again rather than take a remainder, so every face
 * is as likely as every other.  Nothing else in the daemon draws dice.
 */
#include "daemon/dice.h"

#include "daemon/log.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#define SIDES_MIN 2
#define SIDES_MAX 255

void cup_init(struct cup *cup)
{
	/* A server of games without chance must not start. */
	if (sodium_init() < 0)
		abort();
	memset(cup, 0, sizeof(*cup));
}

/* One face at *text, stepped over; 0 when there is none, -1 when it is no face. */
static int next_face(const char **text)
{
	unsigned face = 0;

	*text += strspn(*text, " ,\t");
	if (**text == '\0')
		return 0;
	if (**text < '1' || **text > '9')
		return -1;
	while (**text >= '0' && **text <= '9') {
		face = face * 10 + (unsigned)(*(*text)++ - '0');
		if (face > SIDES_MAX)
			return -1;
	}
	if (**text && !strchr(" ,\t", **text))
		return -1;
	return (int)face;
}

int cup_script(struct cup *cup, const char *text)
{
	uint8_t *faces = malloc(strlen(text) / 2 + 1);
	size_t n = 0;
	int face;

	if (!faces)
		abort();
	while ((face = next_face(&text)) > 0)
		faces[n++] = (uint8_t)face;
	if (face < 0) {
		free(faces);
		return -1;
	}
	free(cup->script_owned);
	cup->script = cup->script_owned = faces;
	cup->script_n = n;
	cup->script_at = 0;
	return 0;
}

void cup_fini(struct cup *cup)
{
	free(cup->script_owned);
	memset(cup, 0, sizeof(*cup));
}

int cup_shake(struct cup *cup, unsigned sides, uint8_t *faces, size_t n)
{
	size_t scripted = cup->script_n - cup->script_at;

	if (sides < SIDES_MIN || sides > SIDES_MAX)
		return -1;
	if (scripted > n)
		scripted = n;
	for (size_t i = 0; i < scripted; i++) {
		if (cup->script[cup->script_at + i] > sides)
			return -1;
	}
	if (scripted > 0) {
		memcpy(faces, cup->script + cup->script_at, scripted);
		cup->script_at += scripted;
		if (cup->script_at == cup->script_n)
			log_event(LOG_INFO_LEVEL, "dice-script-ended", NULL);
	}
	for (size_t i = scripted; i < n; i++)
		faces[i] = (uint8_t)(1 + randombytes_uniform(sides));
	return 0;
}
