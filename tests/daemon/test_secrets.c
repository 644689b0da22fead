/* test_secrets.c - tokens, digests, passwords and keys. */
#include "daemon/secrets.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

static void a_token_is_read_back_as_it_was_made(void **state)
{
	static const int64_t numbers[] = {1, 42, 1000000007, INT64_MAX / 100};
	unsigned char secret[SECRET_SIZE], read[SECRET_SIZE];
	char text[SECRET_TEXT_MAX];
	int64_t number;

	(void)state;
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		secret_random(secret, sizeof(secret));
		secret_make("tbl", numbers[i], secret, text);
		assert_true(secret_read("tbl", text, &number, read));
		assert_int_equal(number, numbers[i]);
		assert_memory_equal(read, secret, SECRET_SIZE);
	}
}

static void a_token_is_prefix_number_and_base64url(void **state)
{
	unsigned char secret[SECRET_SIZE];
	char text[SECRET_TEXT_MAX];

	(void)state;
	memset(secret, 0xff, sizeof(secret));
	secret_make("inv", 7, secret, text);
	assert_string_equal(text, "inv_7___________________________________________8");
}

static void what_was_not_made_here_is_no_token(void **state)
{
	static const char *const texts[] = {
		"",
		"tbl",
		"tbl_",
		"tbl_7",
		"tbl_7_",
		"tbl_7_AAAA",
		"inv_7_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
		"tbl_0_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
		"tbl_07_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
		"tbl_-7_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
		"tbl_99999999999999999999_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
		"tbl_7_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
		"tbl_7_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
		"tbl_7_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA ",
		"tbl_7_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
		"tbl_7_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA+/",
		/* two bits too many: another spelling of the same secret */
		"tbl_7_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAB",
		"TBL_7_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
	};
	unsigned char secret[SECRET_SIZE];
	int64_t number;

	(void)state;
	assert_true(secret_read("tbl", "tbl_7_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
				&number, secret));
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		if (secret_read("tbl", texts[i], &number, secret))
			fail_msg("\"%s\" was taken for a token", texts[i]);
	}
}

static void only_the_secret_itself_matches_its_hash(void **state)
{
	unsigned char secret[SECRET_SIZE], hash[32];

	(void)state;
	secret_random(secret, sizeof(secret));
	secret_hash(secret, hash);
	assert_true(secret_matches(secret, hash));
	for (size_t i = 0; i < SECRET_SIZE; i++) {
		secret[i] ^= 1;
		assert_false(secret_matches(secret, hash));
		secret[i] ^= 1;
	}
}

/* BLAKE2b-256 of the empty string and of "abc", as the reference tools give it. */
static void a_digest_is_blake2b(void **state)
{
	static const unsigned char of_nothing[32] = {
		0x0e, 0x57, 0x51, 0xc0, 0x26, 0xe5, 0x43, 0xb2, 0xe8, 0xab, 0x2e,
		0xb0, 0x60, 0x99, 0xda, 0xa1, 0xd1, 0xe5, 0xdf, 0x47, 0x77, 0x8f,
		0x77, 0x87, 0xfa, 0xab, 0x45, 0xcd, 0xf1, 0x2f, 0xe3, 0xa8};
	static const unsigned char of_abc[32] = {
		0xbd, 0xdd, 0x81, 0x3c, 0x63, 0x42, 0x39, 0x72, 0x31, 0x71, 0xef,
		0x3f, 0xee, 0x98, 0x57, 0x9b, 0x94, 0x96, 0x4e, 0x3b, 0xb1, 0xcb,
		0x3e, 0x42, 0x72, 0x62, 0xc8, 0xc0, 0x68, 0xd5, 0x23, 0x19};
	unsigned char hash[32];

	(void)state;
	secret_digest("", 0, hash);
	assert_memory_equal(hash, of_nothing, 32);
	secret_digest("abc", 3, hash);
	assert_memory_equal(hash, of_abc, 32);
}

static void bytes_are_told_by_two_small_digits_each(void **state)
{
	const unsigned char bytes[] = {0x00, 0x0f, 0x9a, 0xff};
	char text[2 * sizeof bytes + 1];

	(void)state;
	secret_hex(bytes, sizeof bytes, text);
	assert_string_equal(text, "000f9aff");
}

static void what_is_sealed_opens_to_its_own_key_only(void **state)
{
	unsigned char key[32] = {1}, other[32] = {2}, sealed[11 + SECRET_SEAL_SIZE],
		      again[sizeof(sealed)];
	char text[11] = "";

	(void)state;
	secret_seal(key, "el secreto", 11, sealed);
	secret_seal(key, "el secreto", 11, again);
	assert_memory_not_equal(sealed, again, sizeof(sealed));
	assert_true(secret_unseal(key, sealed, sizeof(sealed), text));
	assert_string_equal(text, "el secreto");
	assert_false(secret_unseal(other, sealed, sizeof(sealed), text));
	assert_false(secret_unseal(key, sealed, SECRET_SEAL_SIZE - 1, text));
	for (size_t i = 0; i < sizeof(sealed); i++) {
		sealed[i] ^= 1;
		assert_false(secret_unseal(key, sealed, sizeof(sealed), text));
		sealed[i] ^= 1;
	}
	secret_seal(key, "", 0, sealed);
	assert_true(secret_unseal(key, sealed, SECRET_SEAL_SIZE, text));
}

static void a_password_matches_its_hash_and_no_other_does(void **state)
{
	char hash[128], again[128];

	(void)state;
	assert_int_equal(password_hash("dos y as", hash), 0);
	assert_true(password_matches("dos y as", hash));
	assert_false(password_matches("dos y ás", hash));
	assert_false(password_matches("", hash));
	assert_int_equal(password_hash("dos y as", again), 0);
	assert_string_not_equal(hash, again);
}

static void a_password_is_kept_as_argon2id(void **state)
{
	static const char how[] = "$argon2id$v=19$m=19456,t=2,p=1$";
	char hash[128];

	(void)state;
	assert_int_equal(password_hash("x", hash), 0);
	assert_memory_equal(hash, how, sizeof(how) - 1);
}

static void a_password_that_is_too_long_is_refused(void **state)
{
	char password[PASSWORD_MAX + 2], hash[128];

	(void)state;
	memset(password, 'x', sizeof(password));
	password[PASSWORD_MAX + 1] = '\0';
	assert_int_equal(password_hash(password, hash), -1);
	password[PASSWORD_MAX] = '\0';
	assert_int_equal(password_hash(password, hash), 0);
	assert_true(password_matches(password, hash));
}

static void nothing_matches_what_is_no_hash(void **state)
{
	(void)state;
	assert_false(password_matches("", ""));
	assert_false(password_matches("x", "x"));
	assert_false(password_matches("x", "$argon2id$v=19$m=19456,t=2,p=1$AAAA"));
}

static void a_mark_is_of_the_key_and_of_every_character(void **state)
{
	unsigned char key[SECRET_MARK_SIZE] = {1}, other_key[SECRET_MARK_SIZE] = {2};
	unsigned char mark[SECRET_MARK_SIZE], again[SECRET_MARK_SIZE], other[SECRET_MARK_SIZE];

	(void)state;
	secret_mark(key, "tbl_7_abc", mark);
	secret_mark(key, "tbl_7_abc", again);
	assert_true(secret_is_marked(mark, again));
	secret_mark(key, "tbl_7_abd", other);
	assert_false(secret_is_marked(mark, other));
	secret_mark(other_key, "tbl_7_abc", other);
	assert_false(secret_is_marked(mark, other));
}

static void the_number_of_a_text_is_read_whatever_its_secret(void **state)
{
	(void)state;
	assert_int_equal(secret_number("tbl", "tbl_17_whatever"), 17);
	assert_int_equal(secret_number("tbl", "inv_17_whatever"), 0);
	assert_int_equal(secret_number("tbl", "tbl_017_x"), 0);
	assert_int_equal(secret_number("tbl", "tbl_99999999999999999999_x"), 0);
	assert_int_equal(secret_number("tbl", "tb"), 0);
}

static void a_game_key_is_ten_readable_characters(void **state)
{
	char key[11], last[11] = "";

	(void)state;
	for (int i = 0; i < 1000; i++) {
		secret_game_key(key);
		assert_int_equal(strlen(key), 10);
		assert_int_equal(strspn(key, "0123456789abcdefghjkmnpqrstvwxyz"), 10);
		assert_string_not_equal(key, last);
		memcpy(last, key, sizeof(last));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_token_is_read_back_as_it_was_made),
		cmocka_unit_test(a_token_is_prefix_number_and_base64url),
		cmocka_unit_test(what_was_not_made_here_is_no_token),
		cmocka_unit_test(only_the_secret_itself_matches_its_hash),
		cmocka_unit_test(a_digest_is_blake2b),
		cmocka_unit_test(bytes_are_told_by_two_small_digits_each),
		cmocka_unit_test(what_is_sealed_opens_to_its_own_key_only),
		cmocka_unit_test(a_mark_is_of_the_key_and_of_every_character),
		cmocka_unit_test(the_number_of_a_text_is_read_whatever_its_secret),
		cmocka_unit_test(a_password_matches_its_hash_and_no_other_does),
		cmocka_unit_test(a_password_is_kept_as_argon2id),
		cmocka_unit_test(a_password_that_is_too_long_is_refused),
		cmocka_unit_test(nothing_matches_what_is_no_hash),
		cmocka_unit_test(a_game_key_is_ten_readable_characters),
	};

	if (secrets_init() != 0)
		return 1;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
