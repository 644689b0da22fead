/*
 * secrets.c - what is shown once and what is kept.
 *
 * The secret half of a token has 256 random bits, so one plain hash is enough
 * to keep: there is nothing to guess.  Passwords are guessed, so theirs is
 * Argon2id at 19 MiB and two passes, the smallest setting that the OWASP list
 * calls fit for logins.
 */
#include "daemon/secrets.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#define PASSWORD_PASSES 2
#define PASSWORD_MEMORY (19u << 20)

#define BASE64_CHARACTERS 43 /* of SECRET_SIZE bytes, without padding */

_Static_assert(crypto_pwhash_STRBYTES <= 128, "the book has room for a password's hash");

int secrets_init(void)
{
	return sodium_init() < 0 ? -1 : 0;
}

void secret_random(void *out, size_t n)
{
	randombytes_buf(out, n);
}

void secret_make(const char *prefix, int64_t number, const unsigned char secret[SECRET_SIZE],
		 char text[SECRET_TEXT_MAX])
{
	char base64[BASE64_CHARACTERS + 1];

	sodium_bin2base64(base64, sizeof(base64), secret, SECRET_SIZE,
			  sodium_base64_VARIANT_URLSAFE_NO_PADDING);
	snprintf(text, SECRET_TEXT_MAX, "%s_%lld_%s", prefix, (long long)number, base64);
	sodium_memzero(base64, sizeof(base64));
}

void secret_hash(const unsigned char secret[SECRET_SIZE], unsigned char hash[32])
{
	secret_digest(secret, SECRET_SIZE, hash);
}

/* A positive number as secret_make() writes it; the rest of the text, or NULL. */
static const char *read_number(const char *text, int64_t *number)
{
	int64_t n = 0;

	if (*text < '1' || *text > '9')
		return NULL;
	for (; *text >= '0' && *text <= '9'; text++) {
		if (n > (INT64_MAX - 9) / 10)
			return NULL;
		n = n * 10 + (*text - '0');
	}
	*number = n;
	return text;
}

int64_t secret_number(const char *prefix, const char *text)
{
	size_t n = strlen(prefix);
	int64_t number;

	if (strncmp(text, prefix, n) != 0 || text[n] != '_' || !read_number(text + n + 1, &number))
		return 0;
	return number;
}

_Static_assert(crypto_shorthash_siphashx24_BYTES == SECRET_MARK_SIZE &&
		       crypto_shorthash_siphashx24_KEYBYTES == SECRET_MARK_SIZE,
	       "a mark is what SipHash makes");

void secret_mark(const unsigned char key[SECRET_MARK_SIZE], const char *text,
		 unsigned char mark[SECRET_MARK_SIZE])
{
	crypto_shorthash_siphashx24(mark, (const unsigned char *)text, strlen(text), key);
}

bool secret_is_marked(const unsigned char mark[SECRET_MARK_SIZE],
		      const unsigned char known[SECRET_MARK_SIZE])
{
	return sodium_memcmp(mark, known, SECRET_MARK_SIZE) == 0;
}

bool secret_read(const char *prefix, const char *text, int64_t *number,
		 unsigned char secret[SECRET_SIZE])
{
	size_t n = strlen(prefix), size;
	const char *end;

	if (strncmp(text, prefix, n) != 0 || text[n] != '_')
		return false;
	text = read_number(text + n + 1, number);
	if (!text || *text++ != '_' || strlen(text) != BASE64_CHARACTERS)
		return false;
	return sodium_base642bin(secret, SECRET_SIZE, text, BASE64_CHARACTERS, NULL, &size,
				 &end, sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
	       size == SECRET_SIZE && *end == '\0';
}

bool secret_matches(const unsigned char secret[SECRET_SIZE], const unsigned char hash[32])
{
	unsigned char its[32];

	secret_hash(secret, its);
	return sodium_memcmp(its, hash, sizeof(its)) == 0;
}

void secret_digest(const void *data, size_t n, unsigned char hash[32])
{
	crypto_generichash(hash, 32, data, n, NULL, 0);
}

void secret_hex(const void *data, size_t n, char *text)
{
	sodium_bin2hex(text, 2 * n + 1, data, n);
}

void secret_sha256(const void *data, size_t n, unsigned char hash[32])
{
	crypto_hash_sha256(hash, data, n);
}

_Static_assert(SECRET_SEAL_SIZE == crypto_secretbox_NONCEBYTES + crypto_secretbox_MACBYTES &&
		       crypto_secretbox_KEYBYTES == 32,
	       "the seal is a nonce and a code");

void secret_seal(const unsigned char key[32], const void *data, size_t n, unsigned char *out)
{
	randombytes_buf(out, crypto_secretbox_NONCEBYTES);
	crypto_secretbox_easy(out + crypto_secretbox_NONCEBYTES, data, n, out, key);
}

bool secret_unseal(const unsigned char key[32], const unsigned char *sealed, size_t sealed_n,
		   void *out)
{
	return sealed_n >= SECRET_SEAL_SIZE &&
	       crypto_secretbox_open_easy(out, sealed + crypto_secretbox_NONCEBYTES,
					  sealed_n - crypto_secretbox_NONCEBYTES, sealed,
					  key) == 0;
}

/* Without i, l, o and u: nothing that is misread when it is copied by hand. */
void secret_game_key(char key[11])
{
	static const char alphabet[] = "0123456789abcdefghjkmnpqrstvwxyz";
	unsigned char bytes[10];

	randombytes_buf(bytes, sizeof(bytes));
	for (size_t i = 0; i < sizeof(bytes); i++)
		key[i] = alphabet[bytes[i] & 31];
	key[sizeof(bytes)] = '\0';
}

int password_hash(const char *password, char hash[128])
{
	size_t n = strlen(password);

	if (n > PASSWORD_MAX)
		return -1;
	return crypto_pwhash_str(hash, password, n, PASSWORD_PASSES, PASSWORD_MEMORY);
}

bool password_matches(const char *password, const char *hash)
{
	size_t n = strlen(password);

	return n <= PASSWORD_MAX && crypto_pwhash_str_verify(hash, password, n) == 0;
}
