/*
 * dice.c - the cup.
 *
 * The hashes a throw is made of, and the secrets they begin with.  Where there
 * is no secret randombytes_uniform() draws again rather than take a remainder,
 * so every face is as likely as every other.  Nothing else in the daemon draws
 * dice.
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

bool cup_is_scripted(const struct cup *cup)
{
	return cup->script_at < cup->script_n;
}

/* ---- secrets --------------------------------------------------------------------- */

static void digest(const void *data, size_t n, unsigned char out[FAIR_SIZE])
{
	crypto_hash_sha256(out, data, n);
}

static void mac(const unsigned char key[FAIR_SIZE], const void *data, size_t n,
		unsigned char out[FAIR_SIZE])
{
	crypto_auth_hmacsha256(out, data, n, key);
}

_Static_assert(crypto_hash_sha256_BYTES == FAIR_SIZE && crypto_auth_hmacsha256_BYTES == FAIR_SIZE &&
		       crypto_auth_hmacsha256_KEYBYTES == FAIR_SIZE,
	       "secrets are as long as their hashes");

const struct fair_hash dice_hash = {digest, mac};

static void draw_root(struct cup *cup, unsigned char root[FAIR_SIZE])
{
	unsigned char number[8];

	if (!cup->seed) {
		randombytes_buf(root, FAIR_SIZE);
		return;
	}
	cup->secrets++;
	for (size_t i = 0; i < sizeof(number); i++)
		number[i] = (unsigned char)(cup->secrets >> 8 * i);
	mac(cup->seed, number, sizeof(number), root);
}

void cup_begin(struct cup *cup, struct fair *fair, uint32_t links, const char *key,
	       uint32_t game)
{
	draw_root(cup, fair->root);
	fair->links = links;
	fair_begin(fair, &dice_hash, key, game);
}

void cup_commitment(const struct fair *fair, unsigned char commitment[FAIR_SIZE])
{
	digest(fair->secret, FAIR_SIZE, commitment);
}
