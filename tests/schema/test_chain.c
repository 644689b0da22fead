/*
 * test_chain.c - every transaction vouches for the one before.
 *
 * The book is edited by hand in every way one can think of; each time the audit
 * names the row.  Who edits is thorough where it says so: balances are set
 * right again, so that nothing but the chain is left to notice.
 */
#include "schema/audit.h"
#include "tests/schema/temporary.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct hall {
	struct temporary *t;
	int64_t ana, ben;
	char said[4096];
	int sentences;
};

static void hear(void *cls, const char *sentence)
{
	struct hall *h = cls;
	size_t n = strlen(h->said);

	h->sentences++;
	snprintf(h->said + n, sizeof(h->said) - n, "%s\n", sentence);
}

/* In one look, and in looks of two rows: the same is said. */
static void audit(struct hall *h)
{
	struct registry none = {.n = 0};
	struct audit_report report;
	const int64_t usual = audit_look_rows;
	char at_once[sizeof(h->said)] = "";

	for (int64_t rows = usual; rows >= 2; rows = rows > 2 ? 2 : 0) {
		h->said[0] = '\0';
		h->sentences = 0;
		audit_look_rows = rows;
		assert_int_equal(audit_book(h->t->store, &none, &report, hear, NULL, h), 0);
		if (rows == usual)
			strcpy(at_once, h->said);
		assert_string_equal(h->said, at_once);
	}
	audit_look_rows = usual;
}

static void assert_first(struct hall *h, const char *what)
{
	if (strncmp(h->said, what, strlen(what)) != 0)
		fail_msg("the first to be named is not \"%s\":\n%s", what, h->said);
}

static int64_t give(struct hall *h, int64_t from, int64_t to, int64_t amount, const char *note)
{
	struct book_line line = {TRANSFER_PLAYER, {from, 0}, {to, 0}, amount, note, 0, 0};
	int64_t txn;

	assert_int_equal(store_begin(h->t->store), STORE_DONE);
	assert_int_equal(store_book(h->t->store, 1000, 0, 0, &line, 1, &txn), STORE_DONE);
	assert_int_equal(store_commit(h->t->store), STORE_DONE);
	return txn;
}

/* Two grants (1, 2), six gifts to and fro (3 to 8). */
static int setup(void **state)
{
	struct hall *h = calloc(1, sizeof(*h));

	if (h == NULL || temporary_setup((void **)&h->t) != 0)
		return -1;
	*state = h;
	h->ana = temporary_account(h->t, "ana", 1000);
	h->ben = temporary_account(h->t, "ben", 1000);
	for (int i = 0; i < 3; i++) {
		give(h, h->ana, h->ben, 10 + i, "for the \\ wine\nline 2");
		give(h, h->ben, h->ana, 10 + i, NULL);
	}
	return 0;
}

static int teardown(void **state)
{
	struct hall *h = *state;

	temporary_teardown((void **)&h->t);
	free(h);
	return 0;
}

/* ---- what a hash is made of --------------------------------------------------------- */

static void hex_of(const unsigned char hash[STORE_HASH_SIZE], char out[65])
{
	sodium_bin2hex(out, 65, hash, STORE_HASH_SIZE);
}

static void the_text_is_what_is_promised(void **state)
{
	struct hall *h = *state;
	struct transaction_row row;
	char want[1024], before[65];
	const char *text;
	size_t n;

	assert_int_equal(store_transaction(h->t->glasses, 3, &row), STORE_FOUND);
	assert_int_equal(store_transaction_text(h->t->glasses, &row, &text, &n), STORE_DONE);
	hex_of(row.before, before);
	snprintf(want, sizeof(want),
		 "tablas ledger 1\nbefore %s\ntransaction 3 1000 - - -\nbook 6 2000 0\n"
		 "line 1 3 10 %" PRId64 " 0 %" PRId64 " 0 for the \\x5c wine\\x0aline 2\n",
		 before, h->ana, h->ben);
	assert_int_equal(n, strlen(want));
	assert_memory_equal(text, want, n);
}

static void a_hash_is_of_the_text_and_the_next_text_begins_with_it(void **state)
{
	struct hall *h = *state;
	struct transaction_row row, next;
	unsigned char hash[STORE_HASH_SIZE];
	const char *text;
	size_t n;

	assert_int_equal(store_transaction(h->t->glasses, 1, &row), STORE_FOUND);
	assert_true(sodium_is_zero(row.before, sizeof(row.before)));
	for (int64_t id = 1; id <= 8; id++, row = next) {
		assert_int_equal(store_transaction_text(h->t->glasses, &row, &text, &n),
				 STORE_DONE);
		crypto_hash_sha256(hash, (const unsigned char *)text, n);
		assert_memory_equal(row.hash, hash, sizeof(hash));
		if (id < 8)
			assert_int_equal(store_transaction(h->t->glasses, id + 1, &next),
					 STORE_FOUND);
		else
			assert_int_equal(store_transaction_last(h->t->glasses, &next),
					 STORE_FOUND);
		if (id < 8)
			assert_memory_equal(next.before, hash, sizeof(hash));
	}
	assert_int_equal(next.id, 8);
	assert_int_equal(next.postings, 16);
	assert_int_equal(next.issued, 2000);
	assert_int_equal(store_transaction(h->t->glasses, 9, &row), STORE_NONE);
}

static void what_is_undone_leaves_no_link(void **state)
{
	struct hall *h = *state;
	struct book_line line = {TRANSFER_PLAYER, {h->ana, 0}, {h->ben, 0}, 1, NULL, 0, 0};

	assert_int_equal(store_begin(h->t->store), STORE_DONE);
	assert_int_equal(store_book(h->t->store, 1000, 0, 0, &line, 1, NULL), STORE_DONE);
	store_rollback(h->t->store);
	give(h, h->ana, h->ben, 5, NULL);
	audit(h);
	assert_string_equal(h->said, "");
}

/* ---- corrections ----------------------------------------------------------------------- */

static void a_correction_names_what_it_corrects_and_changes_no_row(void **state)
{
	struct hall *h = *state;
	struct book_line line = {TRANSFER_CORRECTION, {h->ben, 0}, {h->ana, 0}, 10, "wrong ben", 0, 0};
	struct transaction_row before, after, row;
	int64_t txn;

	assert_int_equal(store_transaction(h->t->glasses, 3, &before), STORE_FOUND);
	assert_int_equal(store_begin(h->t->store), STORE_DONE);
	assert_int_equal(store_correct(h->t->store, 2000, 3, &line, &txn), STORE_DONE);
	assert_int_equal(store_commit(h->t->store), STORE_DONE);
	assert_int_equal(store_transaction(h->t->glasses, txn, &row), STORE_FOUND);
	assert_int_equal(row.corrects, 3);
	assert_int_equal(store_transaction(h->t->glasses, 3, &after), STORE_FOUND);
	assert_memory_equal(&before, &after, sizeof(before));
	audit(h);
	assert_string_equal(h->said, "");
	temporary_assert_balanced(h->t);
}

static void a_correction_cannot_take_what_is_not_there(void **state)
{
	struct hall *h = *state;
	struct book_line line = {TRANSFER_CORRECTION, {h->ben, 0}, {h->ana, 0}, 1001, NULL, 0, 0};

	assert_int_equal(store_begin(h->t->store), STORE_DONE);
	assert_int_equal(store_correct(h->t->store, 2000, 3, &line, NULL), STORE_NONE);
	assert_int_equal(store_commit(h->t->store), STORE_DONE);
	assert_int_equal(temporary_number(h->t, "SELECT max(id) FROM transactions"), 8);
}

/* ---- a book edited by hand ---------------------------------------------------------------- */

/* Takes one chip out of the gift of transaction 5 wherever it is counted. */
static const char thorough[] =
	"UPDATE entries SET amount = amount - sign(amount) WHERE txn = 5;"
	"UPDATE entries SET purse_after = purse_after + 1, total_after = total_after + 1"
	" WHERE account = 1001 AND txn >= 5;"
	"UPDATE entries SET purse_after = purse_after - 1, total_after = total_after - 1"
	" WHERE account = 1002 AND txn >= 5;"
	"UPDATE accounts SET wallet = wallet + 1 WHERE id = 1001;"
	"UPDATE accounts SET wallet = wallet - 1 WHERE id = 1002";

static void an_amount_changed_with_all_its_balances_is_named_by_its_transaction(void **state)
{
	struct hall *h = *state;

	temporary_tamper(h->t, thorough);
	temporary_assert_balanced(h->t);
	audit(h);
	assert_int_equal(h->sentences, 1);
	assert_first(h, "transaction 5: its hash is not that of what it says");
}

/* What was edited, the first thing that is said, and whether it is the only one. */
static const struct {
	const char *edit, *first;
	bool only;
} edits[] = {
	{"UPDATE entries SET amount = amount + 1 WHERE account = 1002 AND seq = 2",
	 "account 1002 entry 2: the wallet does not hold", false},
	{"UPDATE entries SET total_after = 7 WHERE account = 1001 AND seq = 3",
	 "account 1001 entry 3: the account does not hold 7 after it", true},
	{"DELETE FROM entries WHERE account = 1001 AND seq = 4",
	 "account 1001 entry 5: an entry before it is missing", false},
	{"DELETE FROM entries WHERE txn = 4; DELETE FROM transactions WHERE id = 4",
	 "account 1001 entry 4: an entry before it is missing", false},
	{"DELETE FROM entries WHERE txn = 8; DELETE FROM transactions WHERE id = 8",
	 "account 1001: it counts 7 entries, the last there is is 6", false},
	{"UPDATE entries SET place = -place WHERE account = 1001 AND seq IN (3, 5);"
	 "UPDATE entries SET place = 2 * (1001 << 36) + 8 + place WHERE place < 0",
	 "account 1001 entry 3: the wallet does not hold 1000 after it", false},
	{"UPDATE entries SET txn = 11 - txn WHERE txn IN (5, 6)",
	 "account 1001 entry 5: it is of an earlier transaction than the one before", false},
	{"UPDATE transactions SET at = 1001 WHERE id = 8",
	 "account 1001 entry 7: time, game or ply are not those of transaction 8", false},
	{"UPDATE transactions SET at = 1001 WHERE id = 8;"
	 "UPDATE entries SET at = 1001 WHERE txn = 8",
	 "transaction 8: its hash is not that of what it says", true},
	{"UPDATE transactions SET hash = zeroblob(32) WHERE id = 6",
	 "transaction 6: its hash is not that of what it says", true},
	{"UPDATE entries SET reason = 'for nothing' WHERE txn = 7",
	 "transaction 7: its hash is not that of what it says", true},
	{"UPDATE entries SET reason = 'for nothing' WHERE txn = 7 AND account = 1001",
	 "transaction 7 line 1: the sides give different reasons", false},
	{"UPDATE entries SET other = 1 WHERE txn = 4 AND account = 1001",
	 "transaction 4 line 1: one side names another account", false},
	{"UPDATE entries SET opponent = NULL WHERE txn = 4 AND account = 1001",
	 "account 1001 entry 3: ruleset, match or opponent are not those of its game", true},
	{"UPDATE entries SET ruleset = 1 WHERE txn = 4 AND account = 1001",
	 "account 1001 entry 3: ruleset, match or opponent are not those of its game", true},
	{"INSERT INTO sums (account, by, which, won) VALUES (1001, 3, 202611, 5)",
	 "account 1001: the sums by month 202611 are not those of its games", true},
	{"UPDATE entries SET kind = 1 WHERE txn = 4",
	 "transaction 4 line 1: nothing of the kind stands outside a game", false},
	{"UPDATE transactions SET corrects = 8 WHERE id = 2",
	 "transaction 2 line 1: nothing of the kind stands outside a game", false},
	{"UPDATE transactions SET issued = 2001 WHERE id = 3",
	 "transaction 3: its hash is not that of what it says", false},
	/* a pair slipped in at the end, with its balances but with a hash made up */
	{"INSERT INTO transactions (id, at, postings, issued, in_play, hash)"
	 " VALUES (9, 1000, 18, 2000, 0, randomblob(32));"
	 "INSERT INTO entries VALUES ((1001 << 36) + 8, 9, 1, 1000, 3, 50, 0, 1050, 1050, 1002, NULL, NULL, NULL,"
	 " NULL, NULL, NULL, 1002);"
	 "INSERT INTO entries VALUES ((1002 << 36) + 8, 9, 1, 1000, 3, -50, 0, 950, 950, 1001, NULL, NULL, NULL,"
	 " NULL, NULL, NULL, 1001);"
	 "UPDATE accounts SET entries = 8, wallet = 2050 - 1000 * (id - 1000) + 900 * (id - 1001)"
	 " WHERE id IN (1001, 1002)",
	 "transaction 9: its hash is not that of what it says", true},
	/* a pair slipped into a transaction that is there */
	{"INSERT INTO entries VALUES ((1001 << 36) + 8, 8, 2, 1000, 3, 50, 0, 1050, 1050, 1002, NULL, NULL, NULL,"
	 " NULL, NULL, NULL, 1002);"
	 "INSERT INTO entries VALUES ((1002 << 36) + 8, 8, 2, 1000, 3, -50, 0, 950, 950, 1001, NULL, NULL, NULL,"
	 " NULL, NULL, NULL, 1001);"
	 "UPDATE accounts SET entries = 8, wallet = 2050 - 1000 * (id - 1000) + 900 * (id - 1001)"
	 " WHERE id IN (1001, 1002)",
	 "transaction 8: its hash is not that of what it says", true},
};

static void every_edit_by_hand_is_named_where_it_is(void **state)
{
	void *own;

	(void)state;
	for (size_t i = 0; i < sizeof(edits) / sizeof(edits[0]); i++) {
		struct hall *h;
		assert_int_equal(setup(&own), 0);
		h = own;
		temporary_tamper(h->t, edits[i].edit);
		audit(h);
		assert_first(h, edits[i].first);
		if (edits[i].only)
			assert_int_equal(h->sentences, 1);
		teardown(&own);
	}
}

/* Whoever edits a row may also make a hash for it; the next one gives it away. */
static void a_hash_made_to_fit_is_given_away_by_the_next(void **state)
{
	struct hall *h = *state;
	struct transaction_row row;
	unsigned char hash[STORE_HASH_SIZE];
	char hex[65], sql[256];
	const char *text;
	size_t n;

	temporary_tamper(h->t, thorough);
	assert_int_equal(store_transaction(h->t->glasses, 5, &row), STORE_FOUND);
	assert_int_equal(store_transaction_text(h->t->glasses, &row, &text, &n), STORE_DONE);
	crypto_hash_sha256(hash, (const unsigned char *)text, n);
	hex_of(hash, hex);
	snprintf(sql, sizeof(sql), "UPDATE transactions SET hash = x'%s' WHERE id = 5", hex);
	temporary_tamper(h->t, sql);
	audit(h);
	assert_int_equal(h->sentences, 1);
	assert_first(h, "transaction 6: its hash is not that of what it says and of the one before");
}

/* ---- a book older than the chain -------------------------------------------------------------- */

static void a_book_older_than_the_chain_gets_the_same_one(void **state)
{
	struct hall *h = *state;
	struct transaction_row before, after;

	assert_int_equal(store_transaction_last(h->t->glasses, &before), STORE_FOUND);
	temporary_close(h->t);
	temporary_age(h->t, 2);
	assert_int_equal(temporary_open(h->t), 0);
	assert_int_equal(store_transaction_last(h->t->glasses, &after), STORE_FOUND);
	assert_memory_equal(&before, &after, sizeof(before));
	audit(h);
	assert_string_equal(h->said, "");
	give(h, h->ana, h->ben, 5, NULL);
	audit(h);
	assert_string_equal(h->said, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define OPEN(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
		OPEN(the_text_is_what_is_promised),
		OPEN(a_hash_is_of_the_text_and_the_next_text_begins_with_it),
		OPEN(what_is_undone_leaves_no_link),
		OPEN(a_correction_names_what_it_corrects_and_changes_no_row),
		OPEN(a_correction_cannot_take_what_is_not_there),
		OPEN(an_amount_changed_with_all_its_balances_is_named_by_its_transaction),
		cmocka_unit_test(every_edit_by_hand_is_named_where_it_is),
		OPEN(a_hash_made_to_fit_is_given_away_by_the_next),
		OPEN(a_book_older_than_the_chain_gets_the_same_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
