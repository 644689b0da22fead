/*
 * test_book.c - the ledger: what must hold after any transfers whatever.
 */
#include "tests/schema/temporary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAYERS = 5, GAMES = 3 };

struct table_of {
	int64_t player[PLAYERS];
	int64_t game[GAMES];
	unsigned seed;
};

static unsigned dice(struct table_of *s, unsigned sides)
{
	s->seed = s->seed * 1103515245u + 12345u;
	return (s->seed >> 16) % sides;
}

static void begin(struct temporary *t)
{
	assert_int_equal(store_begin(t->store), STORE_DONE);
}

static void commit(struct temporary *t)
{
	assert_int_equal(store_commit(t->store), STORE_DONE);
	assert_int_equal(t->troubles, 0);
}

/* Five players with chips, three games at which all of them sit. */
static struct table_of lay(struct temporary *t, int64_t chips)
{
	static const char *const names[PLAYERS] = {"ana", "ben", "cai", "dia", "eli"};
	struct table_of s = {.seed = 5};

	begin(t);
	for (int i = 0; i < PLAYERS; i++)
		s.player[i] = temporary_account(t, names[i], chips);
	for (int g = 0; g < GAMES; g++) {
		char key[16];
		snprintf(key, sizeof(key), "game00000%u", (unsigned)g % 10);
		struct game_row row = temporary_game(key, "cinco", PLAYERS, s.player[0]);
		for (int i = 0; i < PLAYERS; i++)
			row.seat[i].account = s.player[i];
		assert_int_equal(store_game_add(t->store, &row), STORE_DONE);
		s.game[g] = row.id;
	}
	commit(t);
	return s;
}

static struct book_side some_side(struct table_of *s)
{
	struct book_side side = {0, 0};

	switch (dice(s, 6)) {
	case 0:
		side.account = ACCOUNT_BANK;
		break;
	case 1:
		side.account = ACCOUNT_POTS;
		side.game = s->game[dice(s, GAMES)];
		break;
	case 2:
		side.account = s->player[dice(s, PLAYERS)];
		break;
	default:
		side.account = s->player[dice(s, PLAYERS)];
		side.game = s->game[dice(s, GAMES)];
	}
	return side;
}

static struct book_line some_line(struct table_of *s)
{
	struct book_line line;

	do {
		line = (struct book_line){.kind = TRANSFER_STAKE,
					  .from = some_side(s),
					  .to = some_side(s),
					  .amount = 1 + dice(s, 40),
					  .reason = dice(s, 2) ? "strike" : NULL};
	} while (line.from.account == line.to.account && line.from.game == line.to.game);
	return line;
}

static void random_transfers_keep_every_sum(void **state)
{
	struct temporary *t = *state;
	struct table_of s = lay(t, 100);
	struct book_line lines[6];
	int done = 0, refused = 0;

	for (int round = 0; round < 60; round++) {
		begin(t);
		for (int i = 0; i < 20; i++) {
			size_t n = 1 + dice(&s, 6);
			for (size_t k = 0; k < n; k++)
				lines[k] = some_line(&s);
			assert_int_equal(store_savepoint(t->store), STORE_DONE);
			int rc = store_book(t->store, 10 + round, s.game[0], 7, lines, n, NULL);
			assert_int_not_equal(rc, STORE_TROUBLE);
			if (rc == STORE_DONE) {
				assert_int_equal(store_release(t->store), STORE_DONE);
				done++;
			} else {
				store_rollback_to(t->store);
				refused++;
			}
		}
		if (round % 7 == 6)
			store_rollback(t->store);
		else
			commit(t);
	}
	temporary_assert_balanced(t);
	assert_true(done > 300 && refused > 100);
	assert_int_equal(temporary_number(t, "SELECT min(wallet) >= 0 AND min(held) >= 0"
					     " FROM accounts WHERE id <> 1"),
			 1);
	assert_int_equal(temporary_number(t, "SELECT min(purse) >= 0 FROM seats"), 1);
	assert_int_equal(temporary_number(t, "SELECT min(pot) >= 0 FROM games"), 1);
}

/* ---- what is refused ------------------------------------------------------------------ */

static void nothing_is_written_of_what_would_overdraw(void **state)
{
	struct temporary *t = *state;
	struct table_of s = lay(t, 100);
	struct book_line lines[] = {
		{TRANSFER_BUY_IN, {s.player[0], 0}, {s.player[0], s.game[0]}, 60, NULL, 0, 0},
		{TRANSFER_STAKE, {s.player[0], s.game[0]}, {s.player[1], s.game[0]}, 60, NULL, 0, 0},
		{TRANSFER_STAKE, {s.player[0], s.game[0]}, {s.player[1], s.game[0]}, 1, NULL, 0, 0},
	};
	int64_t before = temporary_number(t, "SELECT count(*) FROM entries");

	begin(t);
	assert_int_equal(store_book(t->store, 1, s.game[0], 1, lines, 3, NULL), STORE_NONE);
	commit(t);
	assert_int_equal(temporary_number(t, "SELECT count(*) FROM entries"), before);
	begin(t);
	assert_int_equal(store_book(t->store, 1, s.game[0], 1, lines, 2, NULL), STORE_DONE);
	lines[0].amount = 41;
	assert_int_equal(store_book(t->store, 1, s.game[0], 1, lines, 1, NULL), STORE_NONE);
	lines[0].amount = 40;
	assert_int_equal(store_book(t->store, 1, s.game[0], 1, lines, 1, NULL), STORE_DONE);
	commit(t);
	temporary_assert_balanced(t);
}

static void a_pot_pays_only_what_lies_in_it(void **state)
{
	struct temporary *t = *state;
	struct table_of s = lay(t, 100);
	struct book_line in = {TRANSFER_BUY_IN, {s.player[0], 0}, {ACCOUNT_POTS, s.game[0]}, 5, NULL, 0, 0};
	struct book_line out = {
		TRANSFER_POT, {ACCOUNT_POTS, s.game[1]}, {s.player[1], s.game[1]}, 5, NULL, 0, 0};

	begin(t);
	assert_int_equal(store_book(t->store, 1, s.game[0], 1, &in, 1, NULL), STORE_DONE);
	/* the chips lie in the pot of another game */
	assert_int_equal(store_book(t->store, 1, s.game[1], 1, &out, 1, NULL), STORE_NONE);
	commit(t);
	temporary_assert_balanced(t);
}

static void the_bank_may_owe_as_much_as_a_number_holds(void **state)
{
	struct temporary *t = *state;
	struct table_of s = lay(t, 0);
	struct book_line grant = {
		TRANSFER_GRANT, {ACCOUNT_BANK, 0}, {s.player[0], 0}, INT64_MAX, NULL, 0, 0};
	struct book_line more = {TRANSFER_GRANT, {ACCOUNT_BANK, 0}, {s.player[1], 0}, 2, NULL, 0, 0};
	struct book_line too_full = {TRANSFER_GRANT, {ACCOUNT_BANK, 0}, {s.player[0], 0}, 1, NULL, 0, 0};

	begin(t);
	assert_int_equal(store_book(t->store, 1, 0, 0, &grant, 1, NULL), STORE_DONE);
	assert_int_equal(store_book(t->store, 1, 0, 0, &too_full, 1, NULL), STORE_NONE);
	assert_int_equal(store_book(t->store, 1, 0, 0, &more, 1, NULL), STORE_NONE);
	commit(t);
	temporary_assert_balanced(t);
}

static void wallet_and_purses_together_fit_a_number(void **state)
{
	struct temporary *t = *state;
	struct table_of s = lay(t, 0);
	struct book_line fill[] = {
		{TRANSFER_GRANT, {ACCOUNT_BANK, 0}, {s.player[0], 0}, INT64_MAX, NULL, 0, 0},
		{TRANSFER_BUY_IN, {s.player[0], 0}, {s.player[0], s.game[0]}, INT64_MAX, NULL, 0, 0},
	};
	struct book_line more = {TRANSFER_GRANT, {ACCOUNT_BANK, 0}, {s.player[0], 0}, 1, NULL, 0, 0};

	begin(t);
	assert_int_equal(store_book(t->store, 1, 0, 0, fill, 2, NULL), STORE_DONE);
	assert_int_equal(store_book(t->store, 1, 0, 0, &more, 1, NULL), STORE_NONE);
	commit(t);
	temporary_assert_balanced(t);
}

static void who_is_not_there_cannot_be_paid(void **state)
{
	struct temporary *t = *state;
	struct table_of s = lay(t, 100);
	int64_t stranger = temporary_account(t, "stranger", 10);
	struct book_line nobody = {TRANSFER_PLAYER, {s.player[0], 0}, {999999, 0}, 1, NULL, 0, 0};
	struct book_line no_seat = {
		TRANSFER_BUY_IN, {stranger, 0}, {stranger, s.game[0]}, 1, NULL, 0, 0};

	begin(t);
	assert_int_equal(store_book(t->store, 1, 0, 0, &nobody, 1, NULL), STORE_TROUBLE);
	store_rollback(t->store);
	begin(t);
	assert_int_equal(store_book(t->store, 1, 0, 0, &no_seat, 1, NULL), STORE_TROUBLE);
	store_rollback(t->store);
	assert_int_equal(t->troubles, 2);
	temporary_assert_balanced(t);
}

/* ---- histories --------------------------------------------------------------------------- */

static void a_line_is_told_on_both_sides(void **state)
{
	struct temporary *t = *state;
	struct table_of s = lay(t, 100);
	struct book_line line = {
		TRANSFER_BUY_IN, {s.player[2], 0}, {s.player[2], s.game[1]}, 30, "a chair", 0, 0};
	struct entry_filter f = {.account = s.player[2], .ascending = true};
	struct entry_row e[8];
	int64_t txn, reached;
	size_t n = 8;

	begin(t);
	assert_int_equal(store_book(t->store, 55, s.game[1], 3, &line, 1, &txn), STORE_DONE);
	commit(t);
	assert_int_equal(store_entries(t->glasses, &f, e, &n, &reached), STORE_FOUND);
	assert_int_equal(n, 3); /* the grant, and both sides of this line */
	assert_int_equal(e[0].other, ACCOUNT_BANK);
	assert_string_equal(e[0].other_name, "(bank)");
	assert_string_equal(e[0].game_key, "");
	assert_int_equal(e[1].amount, -30);
	assert_int_equal(e[1].purse, 0);
	assert_int_equal(e[1].purse_after, 70);
	assert_int_equal(e[1].total_after, 70);
	assert_int_equal(e[2].amount, 30);
	assert_int_equal(e[2].purse, s.game[1]);
	assert_int_equal(e[2].purse_after, 30);
	assert_int_equal(e[2].total_after, 100);
	for (int i = 1; i < 3; i++) {
		assert_int_equal(e[i].seq, i + 1);
		assert_int_equal(e[i].txn, txn);
		assert_int_equal(e[i].at, 55);
		assert_int_equal(e[i].kind, TRANSFER_BUY_IN);
		assert_int_equal(e[i].game, s.game[1]);
		assert_string_equal(e[i].game_key, "game000001");
		assert_int_equal(e[i].ply, 3);
		assert_string_equal(e[i].reason, "a chair");
	}
}

static void fill(struct temporary *t, struct table_of *s, int64_t at)
{
	begin(t);
	for (int i = 0; i < 12; i++) {
		struct book_line line = some_line(s);
		size_t g = dice(s, GAMES);
		line.kind = (uint8_t)(TRANSFER_STAKE + dice(s, 2));
		store_book(t->store, at, s->game[g], (uint64_t)at, &line, 1, NULL);
	}
	commit(t);
}

static void a_games_entries_are_told_by_transaction_page_by_page(void **state)
{
	struct temporary *t = *state;
	struct table_of s = lay(t, 500);
	static struct entry_row page[3], last;
	const struct entry_row *after = NULL;
	int64_t told = 0, sum = 0, in_game;
	char sql[96];
	size_t n;

	for (int64_t at = 10; at < 30; at++)
		fill(t, &s, at);
	for (n = 3; store_game_entries(t->glasses, s.game[1], after, page, &n) == STORE_FOUND;
	     n = 3) {
		for (size_t i = 0; i < n; i++, told++) {
			assert_int_equal(page[i].game, s.game[1]);
			assert_true(page[i].txn > last.txn ||
				    (page[i].txn == last.txn && page[i].line >= last.line));
			sum += page[i].amount;
			last = page[i];
		}
		after = &last;
	}
	snprintf(sql, sizeof(sql), "SELECT count(*) FROM entries WHERE game = %d", (int)s.game[1]);
	in_game = temporary_number(t, sql);
	assert_int_equal(told, in_game);
	assert_true(told > 20);
	assert_int_equal(sum, 0);
}

static void no_transaction_is_earlier_than_the_one_before(void **state)
{
	struct temporary *t = *state;
	struct table_of s = lay(t, 100);
	struct book_line line = {TRANSFER_PLAYER, {s.player[0], 0}, {s.player[1], 0}, 1, NULL, 0, 0};

	begin(t);
	assert_int_equal(store_book(t->store, 900, 0, 0, &line, 1, NULL), STORE_DONE);
	assert_int_equal(store_book(t->store, 300, 0, 0, &line, 1, NULL), STORE_DONE);
	commit(t);
	assert_int_equal(temporary_number(t, "SELECT count(*) FROM transactions WHERE at = 900"), 2);
	assert_int_equal(temporary_number(t, "SELECT count(*) FROM entries WHERE at = 900"), 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define OPEN(f) cmocka_unit_test_setup_teardown(f, temporary_setup, temporary_teardown)
		OPEN(random_transfers_keep_every_sum),
		OPEN(nothing_is_written_of_what_would_overdraw),
		OPEN(a_pot_pays_only_what_lies_in_it),
		OPEN(the_bank_may_owe_as_much_as_a_number_holds),
		OPEN(wallet_and_purses_together_fit_a_number),
		OPEN(who_is_not_there_cannot_be_paid),
		OPEN(a_line_is_told_on_both_sides),
		OPEN(a_games_entries_are_told_by_transaction_page_by_page),
		OPEN(no_transaction_is_earlier_than_the_one_before),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
