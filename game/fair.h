/*
 * fair.h - dice that whoever plays can compute again.
 *
 * Before anybody sits the house draws a secret of 32 bytes and shows its
 * SHA-256, the *commitment*.  Who sits down may add a text of his own.  Every
 * face then follows from the secret, those texts and the number of the throw,
 * and once the game is over the secret is told: what was thrown is what had to
 * be thrown, and the house could not choose it after it had heard the players.
 *
 * Block b of throw i is HMAC-SHA-256, keyed by the secret, of these lines, each
 * ended by a newline:
 *
 *	tablas dice 1
 *	game 7k3m9qzd2x 1          # key of the game and 1; in a match, key of its
 *	                           # first game and which game of the match it is
 *	seat 1 lucky seven         # every contribution, in the order they came
 *	seat 0 ...
 *	throw 17                   # from 1 in every game
 *	block 0                    # from 0
 *
 * The bytes of block 0, 1, 2 ... are taken one by one.  For dice of n sides a
 * byte of at least 256 - 256 mod n is passed over, so that no face is likelier
 * than another; of any other the face is 1 + byte mod n.
 *
 * The games of a match are bound together: before the first the house draws one
 * root for `links` games and hashes it as often as there are games after it.
 * So the secret of each game is the SHA-256 of the secret of the next, and the
 * secret that is told when a game ends is the commitment of the game after it.
 * The house chooses once, before anybody has contributed.
 *
 * Hashing itself is not known here: whoever uses this brings it.
 */
#ifndef GAME_FAIR_H
#define GAME_FAIR_H

#include <tablasd/plugin.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FAIR_NAME "tablas-dice-1"
#define FAIR_SIZE 32	 /* bytes of a secret and of a commitment       */
#define FAIR_HEX_SIZE 65 /* the same in hexadecimal, and the zero       */
#define FAIR_CONTRIBUTION_MAX 200 /* bytes of UTF-8, no control character among them */

/* Room for all lines of a message but the last two. */
#define FAIR_HEAD_MAX (64 + TABLAS_SEATS_MAX * (FAIR_CONTRIBUTION_MAX + 16))

struct fair_hash {
	void (*digest)(const void *data, size_t n, unsigned char out[FAIR_SIZE]); /* SHA-256 */
	void (*mac)(const unsigned char key[FAIR_SIZE], const void *data, size_t n,
		    unsigned char out[FAIR_SIZE]); /* HMAC-SHA-256 */
};

/* ---- what a game's throws are made of ------------------------------------------ */

struct fair {
	unsigned char secret[FAIR_SIZE];
	unsigned char root[FAIR_SIZE]; /* of the chain; of a lone game the secret itself */
	uint32_t links;		       /* games the chain is long enough for             */
	char head[FAIR_HEAD_MAX];      /* of every message: up to the last contribution  */
};

/* The head of the game of that number, with no contribution; `id` is the key of the first. */
void fair_head(struct fair *, const char *id, uint32_t game);

/* The same, and its secret from the root of the chain. */
void fair_begin(struct fair *, const struct fair_hash *, const char *id, uint32_t game);

/* Which link of its chain a game is, from 1: chains of `links` follow one another. */
uint32_t fair_link(uint32_t game, uint32_t links);

/* How many games a chain is made for: a lone game's is 1. */
uint32_t fair_links(uint32_t match_length);

/* The commitment of the chain's first game, from that of its n-th. */
void fair_first(const struct fair_hash *, const unsigned char commitment[FAIR_SIZE],
		uint32_t link, unsigned char first[FAIR_SIZE]);

/* Whether the text may be contributed: 1 to FAIR_CONTRIBUTION_MAX bytes, no control character. */
bool fair_is_contribution(const char *text);

/* A seat contributes; once.  False if there is no room, which there is for every seat. */
bool fair_contribute(struct fair *, unsigned seat, const char *text);

/* A seat is given back, and its contribution with it.  False if it had none. */
bool fair_withdraw(struct fair *, unsigned seat);

/* The contributions in their order: *at begins at NULL; false after the last. */
bool fair_next(const struct fair *, const char **at, unsigned *seat,
	       char text[FAIR_CONTRIBUTION_MAX + 1]);

/* ---- the throw -------------------------------------------------------------------- */

/* n faces of dice with 2 to 255 sides. */
void fair_throw(const struct fair *, const struct fair_hash *, uint64_t number, unsigned sides,
		uint8_t *faces, size_t n);

/* ---- hexadecimal ---------------------------------------------------------------------- */

void fair_hex(const unsigned char bytes[FAIR_SIZE], char out[FAIR_HEX_SIZE]);

/* Exactly 64 digits, lower case; false if it is anything else. */
bool fair_unhex(const char *text, unsigned char out[FAIR_SIZE]);

#endif
