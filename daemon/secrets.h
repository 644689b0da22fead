/*
 * secrets.h - tokens, invitations and passwords: what is shown once and what is kept.
 *
 * A token is "tbl_" or "inv_", its number, "_" and 32 random bytes in
 * base64url.  The book keeps the number and a BLAKE2b hash of the secret; they
 * are compared in constant time.  Passwords are Argon2id by libsodium; that
 * takes tens of milliseconds, so it is done in a thread of its own (think.h).
 */
#ifndef DAEMON_SECRETS_H
#define DAEMON_SECRETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SECRET_SIZE 32
#define SECRET_TEXT_MAX 96
#define PASSWORD_MAX 256 /* characters; longer ones are refused */

/*
 * Scopes, one list:	X(NAME, bit, "word", "what it allows")
 */
#define SCOPES(X)                                                                     \
	X(GAMES_READ, 0, "games:read", "see one's own and other games")               \
	X(GAMES_PLAY, 1, "games:play", "create, join and play games")                 \
	X(LEDGER_READ, 2, "ledger:read", "read one's own entries and balance")        \
	X(LEDGER_PAY, 3, "ledger:pay", "transfer chips to others")                    \
	X(ACCOUNT, 4, "account", "change one's account and mint and revoke tokens")   \
	X(ADMIN, 5, "admin", "operate the server: grants, invitations, frozen games")

enum scope {
#define X(name, bit, word, what) SCOPE_##name = 1 << bit,
	SCOPES(X)
#undef X
	SCOPE_PLAYER = (1 << 5) - 1, /* everything but admin */
	SCOPE_ALL = (1 << 6) - 1
};

/* Must be called once before anything else here. 0 or -1. */
int secrets_init(void);

void secret_random(void *out, size_t n);

/* The secret's text, and the hash to keep. prefix: "tbl" or "inv". */
void secret_make(const char *prefix, int64_t number, const unsigned char secret[SECRET_SIZE],
		 char text[SECRET_TEXT_MAX]);
void secret_hash(const unsigned char secret[SECRET_SIZE], unsigned char hash[32]);

/* Takes a text apart. False if it is none of this prefix. */
bool secret_read(const char *prefix, const char *text, int64_t *number,
		 unsigned char secret[SECRET_SIZE]);
bool secret_matches(const unsigned char secret[SECRET_SIZE], const unsigned char hash[32]);

/*
 * A mark by which a text that was taken apart before is known again without doing
 * so: keyed, so that nobody without the key can make two texts of one mark.  The
 * key is drawn anew by each process and the marks are kept nowhere else.
 */
#define SECRET_MARK_SIZE 16
void secret_mark(const unsigned char key[SECRET_MARK_SIZE], const char *text,
		 unsigned char mark[SECRET_MARK_SIZE]);
bool secret_is_marked(const unsigned char mark[SECRET_MARK_SIZE],
		      const unsigned char known[SECRET_MARK_SIZE]);

/* The number in a text of this prefix, whatever its secret; 0 if it has none. */
int64_t secret_number(const char *prefix, const char *text);

/* A hash of anything, for fingerprints (BLAKE2b-256). */
void secret_digest(const void *data, size_t n, unsigned char hash[32]);

/* Lower-case hexadecimal digits, two a byte, and a zero. */
void secret_hex(const void *data, size_t n, char *text);

/* SHA-256, for what others are to compute again: every language has it. */
void secret_sha256(const void *data, size_t n, unsigned char hash[32]);

/*
 * Seals what is to be read again only by whoever brings the key; n bytes become
 * n + SECRET_SEAL_SIZE.  secret_unseal() is false if another key sealed it.
 */
#define SECRET_SEAL_SIZE 40
void secret_seal(const unsigned char key[32], const void *data, size_t n, unsigned char *out);
bool secret_unseal(const unsigned char key[32], const unsigned char *sealed, size_t sealed_n,
		   void *out);

/* Ten characters of Crockford's base32, lower case, at random: a game's key. */
void secret_game_key(char key[11]);

/* Argon2id. Slow on purpose: only from a thinking thread. hash: 128 characters. 0 or -1. */
int password_hash(const char *password, char hash[128]);
bool password_matches(const char *password, const char *hash);

#endif
