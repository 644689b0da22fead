/*
 * test_histories.c - histories by every filter, balances at instants, sums.
 *
 * What the indexes tell is held against SQL that knows no index: random
 * evenings, random questions.
 */
#include "tests/schema/temporary.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAYERS = 4, GAMES = 9, ROWS_MAX = 4000 };

static const char *const rulesets[] = {"cinco", "senet", "tabula"};

struct hall {
	struct temporary *t;
	int64_t player[PLAYERS];
	struct game_row game[GAMES]; /* 0-3 for four, 4-8 for two; 6-8 are a match */
	int64_t at;
	unsigned seed;
};

static unsigned dice(struct hall *h, unsigned sides)
{
	h->seed = h->seed * 1103515245u + 12345u;
	return (h->seed >> 16) % sides;
}

static void begin(struct hall *h)
{
	assert_int_equal(store_begin(h->t->store), STORE_DONE);
}

static void commit(struct hall *h)
{
	assert_int_equal(store_commit(h->t->store), STORE_DONE);
	assert_int_equal(h->t->troubles, 0);
}

static void lay_game(struct hall *h, int i)
{
	char key[STORE_KEY_SIZE] = "game000000";

	key[9] = (char)('0' + i % 10);
	h->game[i] = temporary_game(key, rulesets[i % 3], i < 4 ? 4 : 2, h->player[0]);
	h->game[i].unit = 1;
	h->game[i].buy_in = 50;
	h->game[i].state = TABLE_ACTIVE;
	for (unsigned k = 0; k < h->game[i].seats; k++)
		h->game[i].seat[k].account = h->player[(k + (unsigned)i) % PLAYERS];
	if (i >= 6) {
		strcpy(h->game[i].match, "game000006");
		h->game[i].match_game = (uint32_t)i - 5;
		h->game[i].match_length = 5;
	}
	assert_int_equal(store_game_add(h->t->store, &h->game[i]), STORE_DONE);
	for (unsigned k = 0; k < h->game[i].seats; k++) {
		int64_t who = h->game[i].seat[k].account;
		struct book_line in = {.kind = TRANSFER_BUY_IN,
				       .from = {who, 0},
				       .to = {who, h->game[i].id},
				       .amount = 50};
		assert_int_equal(store_book(h->t->store, h->at, h->game[i].id, 2, &in, 1, NULL),
				 STORE_DONE);
	}
}

static struct hall open_hall(void **state, unsigned seed)
{
	static const char *const names[PLAYERS] = {"ana", "ben", "cai", "dia"};
	struct hall h = {.t = *state, .at = 1767225600000, .seed = seed}; /* 2026 begins */

	begin(&h);
	for (int i = 0; i < PLAYERS; i++)
		h.player[i] = temporary_account(h.t, names[i], 5000);
	for (int i = 0; i < GAMES; i++)
		lay_game(&h, i);
	commit(&h);
	return h;
}

static struct book_side purse(const struct hall *h, const struct game_row *g, unsigned seat)
{
	(void)h;
	return (struct book_side){seat == g->seats ? ACCOUNT_POTS : g->seat[seat].account, g->id};
}

/* Whatever may happen to chips, some of it at once and some days later. */
static void happen(struct hall *h)
{
	struct game_row *g = &h->game[dice(h, GAMES)];
	unsigned from = dice(h, g->seats + 1), to = dice(h, g->seats + 1);
	struct book_line line = {.kind = TRANSFER_STAKE,
				 .amount = 1 + dice(h, 4),
				 .reason = "strike",
				 .stakes = 1 + (int32_t)dice(h, 3)};

	h->at += dice(h, 3) * dice(h, 40000000);
	if (dice(h, 8) == 0) {
		line = (struct book_line){.kind = TRANSFER_PLAYER,
					  .from = {h->player[from % PLAYERS], 0},
					  .to = {h->player[(from + 1) % PLAYERS], 0},
					  .amount = 1 + dice(h, 9)};
		store_book(h->t->store, h->at, 0, 0, &line, 1, NULL);
		return;
	}
	if (from == to)
		return;
	line.from = purse(h, g, from);
	line.to = purse(h, g, to);
	store_book(h->t->store, h->at, g->id, 9, &line, 1, NULL);
}

static void let_happen(struct hall *h, int n)
{
	begin(h);
	while (n-- > 0)
		happen(h);
	commit(h);
}

/* ---- filters ------------------------------------------------------------------------------ */

static bool fits(const struct entry_filter *f, const struct entry_row *e)
{
	return (!f->game || e->game == f->game) && (!f->kind || e->kind == f->kind) &&
	       (!f->match || strcmp(e->match, "game000006") == 0) &&
	       (!f->ruleset || strcmp(e->ruleset, f->ruleset) == 0) &&
	       (!f->opponent || e->opponent == f->opponent) && (!f->from || e->at >= f->from) &&
	       (!f->to || e->at < f->to);
}

/* Reads a history in small pages and holds it against the whole in one. */
static size_t check(struct hall *h, const struct entry_filter *filter)
{
	static struct entry_row all[ROWS_MAX], page[5];
	struct entry_filter f = {.account = filter->account, .ascending = filter->ascending};
	size_t all_n = ROWS_MAX, n = 5, next = 0, told = 0;
	int64_t reached;

	assert_int_equal(store_entries(h->t->glasses, &f, all, &all_n, &reached), STORE_FOUND);
	assert_true(all_n < ROWS_MAX);
	for (f = *filter; store_entries(h->t->glasses, &f, page, &n, &reached) == STORE_FOUND;
	     n = 5) {
		for (size_t i = 0; i < n; i++, next++, told++) {
			while (next < all_n && !fits(filter, &all[next]))
				next++;
			assert_true(next < all_n);
			assert_memory_equal(&page[i].seq, &all[next].seq, sizeof(page[i].seq));
			assert_string_equal(page[i].opponent_name, all[next].opponent_name);
		}
		f.after = reached ? reached : page[n - 1].seq;
	}
	for (; next < all_n; next++)
		assert_false(fits(filter, &all[next]));
	return told;
}

static struct entry_filter some_filter(struct hall *h, unsigned which)
{
	struct entry_filter f = {.account = h->player[dice(h, PLAYERS)],
				 .ascending = dice(h, 2) != 0};
	int64_t span = h->at - 1767225600000;

	if (which & 1)
		f.game = h->game[dice(h, GAMES)].id;
	if (which & 2)
		f.match = h->game[6].id;
	if (which & 4)
		f.kind = dice(h, 2) ? TRANSFER_STAKE : TRANSFER_PLAYER + (int)dice(h, 2);
	if (which & 8)
		f.opponent = h->player[dice(h, PLAYERS)];
	if (which & 16)
		f.ruleset = rulesets[dice(h, 3)];
	if (which & 32)
		f.from = 1767225600000 + span / 16 * dice(h, 16);
	if (which & 64)
		f.to = 1767225600000 + span / 16 * dice(h, 16);
	return f;
}

static void every_filter_tells_what_it_says_alone_and_with_every_other(void **state)
{
	struct hall h = open_hall(state, 7);
	size_t told = 0;

	let_happen(&h, 700);
	for (unsigned which = 0; which < 128; which++)
		for (int i = 0; i < 6; i++) {
			struct entry_filter f = some_filter(&h, which);
			told += check(&h, &f);
		}
	assert_true(told > 2000);
}

static void pages_lose_and_repeat_nothing_while_rows_are_added(void **state)
{
	struct hall h = open_hall(state, 8);
	struct entry_row page[4];
	int64_t reached;

	let_happen(&h, 200);
	for (unsigned which = 0; which < 32; which++) {
		struct entry_filter f = some_filter(&h, which), before;
		static struct entry_row all[ROWS_MAX];
		size_t all_n = ROWS_MAX, next = 0, n = 4;

		f.ascending = false;
		before = f;
		store_entries(h.t->glasses, &before, all, &all_n, &reached);
		while (store_entries(h.t->glasses, &f, page, &n, &reached) == STORE_FOUND) {
			for (size_t i = 0; i < n; i++)
				assert_int_equal(page[i].seq, all[next++].seq);
			f.after = reached ? reached : page[n - 1].seq;
			let_happen(&h, 3);
			n = 4;
		}
		assert_int_equal(next, all_n);
	}
}

/* Two filters that never meet in a history that is long: the page says how far it looked. */
static void a_page_that_looked_long_enough_says_how_far(void **state)
{
	struct hall h = open_hall(state, 9);
	struct entry_filter f = {.account = h.player[0],
				 .kind = TRANSFER_PLAYER,
				 .ruleset = "cinco",
				 .ascending = true};
	struct entry_row page[4];
	int64_t reached = -1;
	int pages = 0;
	size_t n;

	begin(&h);
	for (int i = 0; i < 3000; i++) {
		struct book_line line = {.kind = TRANSFER_PLAYER,
					 .from = {h.player[i % 4 < 2], 0},
					 .to = {h.player[i % 4 >= 2], 0},
					 .amount = 1};
		struct book_line stake = {.kind = TRANSFER_STAKE,
					  .from = purse(&h, &h.game[0], (unsigned)i % 2),
					  .to = purse(&h, &h.game[0], (unsigned)(i + 1) % 2),
					  .amount = 1};
		if (line.from.account == line.to.account)
			line.to.account = h.player[2];
		store_book(h.t->store, h.at, 0, 0, &line, 1, NULL);
		store_book(h.t->store, h.at, h.game[0].id, 5, &stake, 1, NULL);
	}
	commit(&h);
	while (reached != 0) {
		n = 4;
		assert_int_equal(store_entries(h.t->glasses, &f, page, &n, &reached), STORE_NONE);
		assert_true(reached == 0 || reached > f.after);
		f.after = reached;
		pages++;
	}
	assert_true(pages > 1);
}

static int64_t steps_of_page(struct hall *h, struct entry_filter f, int64_t after)
{
	struct entry_row page[5];
	int64_t reached;
	size_t n = 5;

	f.after = after;
	store_steps(h->t->glasses);
	assert_int_equal(store_entries(h->t->glasses, &f, page, &n, &reached), STORE_FOUND);
	assert_int_equal(n, 5);
	return store_steps(h->t->glasses);
}

static void a_page_deep_in_a_history_is_no_more_work_than_the_first(void **state)
{
	struct hall h = open_hall(state, 14);

	let_happen(&h, 1500);
	for (unsigned which = 0; which < 8; which = which ? 2 * which : 1) {
		struct entry_filter f = {.account = h.player[0]};

		f.kind = which & 1 ? TRANSFER_STAKE : 0;
		f.opponent = which & 2 ? h.player[1] : 0;
		f.ruleset = which & 4 ? "cinco" : NULL;
		int64_t first = steps_of_page(&h, f, 0), deep = steps_of_page(&h, f, 150);
		if (deep > first + first / 4)
			fail_msg("%d: %d steps and not %d", (int)which, (int)deep, (int)first);
	}
}

static void a_row_says_what_it_is_of(void **state)
{
	struct hall h = open_hall(state, 10);
	struct game_row *g = &h.game[7];
	struct book_line line = {.kind = TRANSFER_STAKE,
				 .from = purse(&h, g, 0),
				 .to = purse(&h, g, 2),
				 .amount = 6,
				 .reason = "ante",
				 .stakes = 3};
	struct entry_filter f = {.account = g->seat[0].account};
	struct entry_row e;
	int64_t reached;
	size_t n = 1;

	begin(&h);
	assert_int_equal(store_book(h.t->store, h.at, g->id, 4, &line, 1, NULL), STORE_DONE);
	commit(&h);
	assert_int_equal(store_entries(h.t->glasses, &f, &e, &n, &reached), STORE_FOUND);
	assert_string_equal(e.game_key, "game000007");
	assert_string_equal(e.match, "game000006");
	assert_string_equal(e.ruleset, "senet");
	assert_int_equal(e.stakes, 3);
	assert_int_equal(e.ply, 4);
	/* what is put into the pot of a game for two is put there against the other */
	assert_int_equal(e.other, ACCOUNT_POTS);
	assert_int_equal(e.opponent, g->seat[1].account);
	assert_int_equal(e.amount, -6);
}

/* ---- balances ------------------------------------------------------------------------------ */

static int64_t sum_until(struct hall *h, int64_t account, int64_t at, const char *where)
{
	char sql[200];

	snprintf(sql, sizeof(sql),
		 "SELECT coalesce(sum(amount), 0) FROM entries WHERE account = %" PRId64
		 " AND at <= %" PRId64 " AND purse %s 0",
		 account, at, where);
	return temporary_number(h->t, sql);
}

static void a_balance_at_any_instant_is_what_the_entries_until_then_add_up_to(void **state)
{
	struct hall h = open_hall(state, 11);
	struct balance_row b;

	let_happen(&h, 400);
	for (int i = 0; i < 120; i++) {
		int64_t who = h.player[dice(&h, PLAYERS)];
		int64_t at = 1767225500000 + (h.at - 1767225000000) / 100 * dice(&h, 101);
		if (i % 4 == 0) { /* the very instant of an entry */
			char sql[120];
			snprintf(sql, sizeof(sql),
				 "SELECT at FROM entries WHERE account = %" PRId64
				 " ORDER BY seq LIMIT 1 OFFSET %u",
				 who, dice(&h, 60));
			at = temporary_number(h.t, sql);
		}
		assert_int_equal(store_balance_at(h.t->glasses, who, at, &b), STORE_FOUND);
		assert_int_equal(b.wallet, sum_until(&h, who, at, "="));
		assert_int_equal(b.held, sum_until(&h, who, at, "<>"));
	}
	assert_int_equal(store_balance_at(h.t->glasses, h.player[0], INT64_MAX, &b), STORE_FOUND);
	assert_int_equal(store_balance_at(h.t->glasses, h.player[0], -1, &b), STORE_FOUND);
	assert_int_equal(b.wallet + b.held + b.entries, 0);
}

/* ---- sums ---------------------------------------------------------------------------------- */

/* Ends a game as it stands: what is in the purses goes home. */
static void end_game(struct hall *h, int i)
{
	struct game_row *g = &h->game[i];
	struct game_row now;

	assert_int_equal(store_game_by_id(store_pen(h->t->store), g->id, &now), STORE_FOUND);
	for (unsigned k = 0; k < g->seats; k++) {
		struct book_line home = {.kind = TRANSFER_SETTLE,
					 .from = purse(h, g, k),
					 .to = {g->seat[k].account, 0},
					 .amount = now.seat[k].purse};
		if (home.amount > 0)
			store_book(h->t->store, h->at, g->id, 12, &home, 1, NULL);
	}
	assert_int_equal(store_game_by_id(store_pen(h->t->store), g->id, &now), STORE_FOUND);
	now.state = i == 3 ? TABLE_ABORTED : TABLE_OVER;
	now.ended = now.changed = h->at;
	now.ply = 12;
	assert_int_equal(store_game_update(h->t->store, &now, 0), STORE_DONE);
}

#define MOVED                                                                             \
	"FROM entries e JOIN games g ON g.id = e.game WHERE g.state = 3"                   \
	" AND e.other <> e.account AND e.account = %" PRId64
#define PLAYED                                                                            \
	"FROM games g WHERE g.state = 3 AND EXISTS (SELECT 1 FROM seats s WHERE"           \
	" s.game = g.id AND s.account = %" PRId64 ")"

static void expect(struct hall *h, int64_t account, const struct sum_row *row, const char *by,
		   const char *playing)
{
	char sql[600];

	snprintf(sql, sizeof(sql), "SELECT coalesce(sum(max(e.amount, 0)), 0) " MOVED "%s", account,
		 by);
	assert_int_equal(row->won, temporary_number(h->t, sql));
	snprintf(sql, sizeof(sql), "SELECT coalesce(sum(max(-e.amount, 0)), 0) " MOVED "%s",
		 account, by);
	assert_int_equal(row->lost, temporary_number(h->t, sql));
	snprintf(sql, sizeof(sql), "SELECT count(*) " PLAYED "%s", account, playing);
	assert_int_equal(row->games, temporary_number(h->t, sql));
}

static void check_sums(struct hall *h, int64_t account)
{
	char by[160], playing[160];
	struct sum_row rows[40];
	size_t n = 40;

	assert_int_equal(store_sums(h->t->glasses, account, SUMS_ALL, 0, rows, &n), STORE_FOUND);
	expect(h, account, rows, "", "");
	n = 40;
	store_sums(h->t->glasses, account, SUMS_BY_RULESET, 0, rows, &n);
	for (size_t i = 0; i < n; i++) {
		snprintf(by, sizeof(by), " AND g.ruleset = '%s'", rows[i].name);
		expect(h, account, &rows[i], by, by);
	}
	n = 40;
	store_sums(h->t->glasses, account, SUMS_BY_OPPONENT, 0, rows, &n);
	assert_int_equal(n, PLAYERS - 1);
	for (size_t i = 0; i < n; i++) {
		snprintf(by, sizeof(by), " AND e.opponent = %" PRId64, rows[i].which);
		snprintf(playing, sizeof(playing),
			 " AND EXISTS (SELECT 1 FROM seats o WHERE o.game = g.id AND o.account = %" PRId64
			 ")",
			 rows[i].which);
		expect(h, account, &rows[i], by, playing);
	}
	n = 40;
	store_sums(h->t->glasses, account, SUMS_BY_MONTH, 0, rows, &n);
	assert_true(n > 1);
	for (size_t i = 0; i < n; i++) {
		assert_true(i == 0 || rows[i].which < rows[i - 1].which);
		snprintf(by, sizeof(by),
			 " AND strftime('%%Y%%m', g.ended / 1000, 'unixepoch') = '%" PRId64 "'",
			 rows[i].which);
		expect(h, account, &rows[i], by, by);
	}
}

static void play_on(struct hall *h)
{
	let_happen(h, 300);
	for (int i = 0; i < GAMES - 1; i++) {
		h->at += 1000000000;
		begin(h);
		end_game(h, i);
		commit(h);
	}
}

static void what_was_won_and_lost_is_summed_when_a_game_is_over(void **state)
{
	struct hall h = open_hall(state, 12);
	struct book_line late = {.kind = TRANSFER_CORRECTION, .amount = 7};

	play_on(&h);
	for (int i = 0; i < PLAYERS; i++)
		check_sums(&h, h.player[i]);
	/* a correction of a game that is over is added too */
	late.from = (struct book_side){h.game[4].seat[0].account, 0};
	late.to = (struct book_side){h.game[4].seat[1].account, 0};
	begin(&h);
	assert_int_equal(store_book(h.t->store, h.at, h.game[4].id, 12, &late, 1, NULL), STORE_DONE);
	commit(&h);
	for (int i = 0; i < PLAYERS; i++)
		check_sums(&h, h.player[i]);
}

/* ---- older books --------------------------------------------------------------------------- */

static void an_older_book_learns_what_its_entries_are_of(void **state)
{
	struct hall h = open_hall(state, 13);
	const char *digest =
		"SELECT (SELECT coalesce(sum(seq * 31 + coalesce(ruleset, 0) * 7 + coalesce(match, 0)"
		" * 5 + coalesce(opponent, 0) * 3 + account), 0) FROM entries) +"
		" (SELECT sum(account * by * 3 + which * 5 + games * 7 + won * 11 + lost * 13)"
		" FROM sums)";
	const int older[] = {21, 7}; /* before entries had places; before they said what they are of */
	int64_t before;

	play_on(&h);
	before = temporary_number(h.t, digest);
	for (size_t i = 0; i < sizeof(older) / sizeof(*older); i++) {
		temporary_close(h.t);
		temporary_age(h.t, older[i]);
		assert_int_equal(temporary_open(h.t), 0);
		assert_int_equal(temporary_number(h.t, digest), before);
		for (int k = 0; k < PLAYERS; k++)
			check_sums(&h, h.player[k]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define OPEN(f) cmocka_unit_test_setup_teardown(f, temporary_setup, temporary_teardown)
		OPEN(every_filter_tells_what_it_says_alone_and_with_every_other),
		OPEN(pages_lose_and_repeat_nothing_while_rows_are_added),
		OPEN(a_page_that_looked_long_enough_says_how_far),
		OPEN(a_page_deep_in_a_history_is_no_more_work_than_the_first),
		OPEN(a_row_says_what_it_is_of),
		OPEN(a_balance_at_any_instant_is_what_the_entries_until_then_add_up_to),
		OPEN(what_was_won_and_lost_is_summed_when_a_game_is_over),
		OPEN(an_older_book_learns_what_its_entries_are_of),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
