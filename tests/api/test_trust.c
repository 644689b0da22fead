/*
 * test_trust.c - the book shown to those who do not trust it: its chain, its
 * head, and corrections that leave every row as it was.
 */
#include "tests/api/club.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <sodium.h>

static int setup(void **state)
{
	(void)state;
	club_open(NULL);
	return 0;
}

static long long give(const char *token, const char *to, int amount)
{
	struct answer a = club_post(token, "/v1/transfers",
				    "{\"to\": \"%s\", \"amount\": %d, \"note\": \"a \\\\ b\"}", to,
				    amount);
	long long txn;

	answer_expect(&a, 201);
	txn = answer_int(&a, "transaction");
	answer_fini(&a);
	return txn;
}

static void assert_hash_of_text(const json_t *transaction)
{
	const char *text = json_string_value(json_object_get(transaction, "text"));
	unsigned char hash[crypto_hash_sha256_BYTES];
	char hex[65];

	crypto_hash_sha256(hash, (const unsigned char *)text, strlen(text));
	sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
	assert_string_equal(hex, json_string_value(json_object_get(transaction, "hash")));
	assert_non_null(strstr(text, json_string_value(json_object_get(transaction, "before"))));
}

/* The script of docs/ on the running book; its exit status. */
static int script(char *out, size_t cap, const char *noted)
{
	char command[1024];
	size_t n;
	FILE *f;

	snprintf(command, sizeof command, "python3 '%s/docs/ledger.py' %s %s %s 2>&1",
		 getenv("TABLAS_SRCDIR"), club.daemon.url, club.operator, noted);
	f = popen(command, "r");
	assert_non_null(f);
	n = fread(out, 1, cap - 1, f);
	out[n] = '\0';
	return pclose(f);
}

static void the_head_moves_with_every_commit_and_stays_between(void **state)
{
	struct answer a = club_get(club.ana, "/v1/ledger/proof"), b, c;
	long long txn;

	(void)state;
	b = club_get(club.ben, "/v1/ledger/proof");
	assert_string_equal(a.body, b.body);
	assert_int_equal(answer_int(&a, "issued"), 4000);
	txn = give(club.ana, "ben", 7);
	c = club_get(club.ana, "/v1/ledger/proof");
	assert_int_equal(answer_int(&c, "transaction"), txn);
	assert_int_equal(answer_int(&c, "postings"), answer_int(&a, "postings") + 2);
	assert_string_not_equal(answer_string(&a, "hash"), answer_string(&c, "hash"));
	answer_fini(&b);
	b = club_get(club.dora, "/v1/ledger/proof?transaction=%lld", answer_int(&a, "transaction"));
	assert_string_equal(a.body, b.body);
	answer_fini(&a);
	answer_fini(&b);
	answer_fini(&c);
}

static void chips_in_play_are_counted_apart(void **state)
{
	struct answer a;

	(void)state;
	club_lay("backgammon", 2);
	a = club_get(club.ana, "/v1/ledger/proof");
	assert_true(answer_int(&a, "in_play") > 0);
	assert_int_equal(answer_int(&a, "in_play") + answer_int(&a, "at_hand"),
			 answer_int(&a, "issued"));
	answer_fini(&a);
}

static void who_stands_in_a_transaction_can_hash_it_and_nobody_else_sees_it(void **state)
{
	long long txn = give(club.ana, "ben", 7);
	struct answer a;

	(void)state;
	a = club_get(club.ben, "/v1/ledger/transactions/%lld", txn);
	answer_expect(&a, 200);
	assert_hash_of_text(a.json);
	answer_fini(&a);
	a = club_get(club.carla, "/v1/ledger/transactions/%lld", txn);
	answer_expect_problem(&a, 404, "not-found");
	answer_fini(&a);
}

static void a_script_of_forty_lines_checks_the_whole_book(void **state)
{
	struct answer a = club_get(club.ana, "/v1/ledger/proof");
	char out[1024], noted[128], *last;

	(void)state;
	snprintf(noted, sizeof noted, "%lld %s", answer_int(&a, "transaction"),
		 answer_string(&a, "hash"));
	answer_fini(&a);
	club_lay("backgammon", 2);
	for (int i = 0; i < 110; i++) {
		give(club.ana, "ben", 1);
		give(club.ben, "ana", 1);
	}
	if (script(out, sizeof out, noted) != 0)
		fail_msg("%s", out);
	a = club_get(club.ana, "/v1/ledger/proof");
	assert_non_null(strstr(out, answer_string(&a, "hash")));
	answer_fini(&a);
	/* The last digit is another one: a shell reads it, so it stays a digit. */
	last = &noted[strlen(noted) - 1];
	*last = *last == '0' ? '1' : '0';
	assert_int_not_equal(script(out, sizeof out, noted), 0);
	assert_non_null(strstr(out, "not the hash that was noted"));
}

static void a_correction_is_seen_in_both_histories_and_the_old_entry_stays(void **state)
{
	long long txn = give(club.ana, "ben", 7), correction;
	struct answer before = club_get(club.ben, "/v1/accounts/me/entries?order=asc"), a;

	(void)state;
	a = club_post(club.operator, "/v1/corrections",
		      "{\"transaction\": %lld, \"from\": \"ben\", \"to\": \"ana\","
		      " \"amount\": 7, \"note\": \"to the wrong ben\"}",
		      txn);
	answer_expect(&a, 201);
	correction = answer_int(&a, "transaction");
	answer_fini(&a);
	assert_int_equal(club_wallet(club.ana), 1000);
	a = club_get(club.ana, "/v1/accounts/me/entries?limit=1");
	assert_string_equal(answer_string(&a, "entries[0].kind"), "correction");
	assert_string_equal(answer_string(&a, "entries[0].reason"), "to the wrong ben");
	assert_int_equal(answer_int(&a, "entries[0].corrects"), txn);
	assert_int_equal(answer_int(&a, "entries[0].amount"), 7);
	answer_fini(&a);
	a = club_get(club.ben, "/v1/accounts/me/entries?order=asc&limit=2");
	assert_true(json_equal(answer_at(&a, "entries[1]"), answer_at(&before, "entries[1]")));
	answer_fini(&a);
	a = club_get(club.ben, "/v1/ledger/transactions/%lld", txn);
	assert_int_equal(answer_int(&a, "corrected_by[0]"), correction);
	answer_fini(&a);
	answer_fini(&before);
}

static void chips_at_a_table_are_not_corrected(void **state)
{
	struct answer a;
	long long txn;

	(void)state;
	club_lay("backgammon", 2);
	a = club_get(club.ana, "/v1/accounts/me/entries?kind=buy_in&limit=1");
	txn = answer_int(&a, "entries[0].transaction");
	answer_fini(&a);
	a = club_post(club.operator, "/v1/corrections",
		      "{\"transaction\": %lld, \"from\": \"ana\", \"to\": \"bank\","
		      " \"amount\": 1000, \"note\": \"all of it\"}",
		      txn);
	answer_expect_problem(&a, 422, "insufficient-chips");
	answer_fini(&a);
	a = club_post(club.operator, "/v1/corrections",
		      "{\"transaction\": %lld, \"from\": \"(pots)\", \"to\": \"ana\","
		      " \"amount\": 1, \"note\": \"from the pot\"}",
		      txn);
	answer_expect_problem(&a, 404, "not-found");
	answer_fini(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define CLUB(f) cmocka_unit_test_setup_teardown(f, setup, club_close)
		CLUB(the_head_moves_with_every_commit_and_stays_between),
		CLUB(chips_in_play_are_counted_apart),
		CLUB(who_stands_in_a_transaction_can_hash_it_and_nobody_else_sees_it),
		CLUB(a_script_of_forty_lines_checks_the_whole_book),
		CLUB(a_correction_is_seen_in_both_histories_and_the_old_entry_stays),
		CLUB(chips_at_a_table_are_not_corrected),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
