/*
 * test_games.c - games and seats as they were written, facts, and lists.
 */
#include "tests/schema/temporary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void begin(struct temporary *t)
{
	assert_int_equal(store_begin(t->store), STORE_DONE);
}

static void commit(struct temporary *t)
{
	assert_int_equal(store_commit(t->store), STORE_DONE);
	assert_int_equal(t->troubles, 0);
}

/* ---- one game --------------------------------------------------------------------- */

static struct game_row a_full_row(int64_t ana, int64_t ben)
{
	struct game_row row = temporary_game("k3y4567890", "el-mundo", 2, ana);

	snprintf(row.options, sizeof(row.options), "reentry=war");
	row.rules = 3;
	row.visibility = VISIBLE_BY_LINK;
	row.auto_forced = true;
	row.unit = 5;
	row.buy_in = 100;
	row.created = 11;
	row.ply = 2;
	row.asked = 1;
	row.waiting = 3;
	row.changed = 12;
	row.seat[0].account = ana;
	snprintf(row.seat[0].name, sizeof(row.seat[0].name), "ana");
	row.seat[0].status = SEAT_PLAYING;
	row.seat[1].invited = ben;
	row.seat[1].locked = true;
	return row;
}

static void assert_same_game(const struct game_row *a, const struct game_row *b)
{
	assert_int_equal(a->id, b->id);
	assert_string_equal(a->key, b->key);
	assert_string_equal(a->ruleset, b->ruleset);
	assert_int_equal(a->rules, b->rules);
	assert_string_equal(a->options, b->options);
	assert_int_equal(a->seats, b->seats);
	assert_int_equal(a->creator, b->creator);
	assert_int_equal(a->visibility, b->visibility);
	assert_int_equal(a->auto_forced, b->auto_forced);
	assert_int_equal(a->unit, b->unit);
	assert_int_equal(a->buy_in, b->buy_in);
	assert_int_equal(a->insolvent, b->insolvent);
	assert_int_equal(a->created, b->created);
	assert_int_equal(a->started, b->started);
	assert_int_equal(a->ended, b->ended);
	assert_int_equal(a->state, b->state);
	assert_int_equal(a->thaws_to, b->thaws_to);
	assert_int_equal(a->ply, b->ply);
	assert_int_equal(a->asked, b->asked);
	assert_int_equal(a->decisions, b->decisions);
	assert_int_equal(a->waiting, b->waiting);
	assert_int_equal(a->pot, b->pot);
	assert_int_equal(a->changed, b->changed);
	assert_string_equal(a->position, b->position);
	assert_string_equal(a->outcome, b->outcome);
	for (unsigned i = 0; i < TABLAS_SEATS_MAX; i++) {
		assert_int_equal(a->seat[i].account, b->seat[i].account);
		assert_string_equal(a->seat[i].name, b->seat[i].name);
		assert_int_equal(a->seat[i].invited, b->seat[i].invited);
		assert_int_equal(a->seat[i].locked, b->seat[i].locked);
		assert_int_equal(a->seat[i].status, b->seat[i].status);
		assert_int_equal(a->seat[i].purse, b->seat[i].purse);
	}
}

static void a_game_comes_back_as_it_was_written(void **state)
{
	struct temporary *t = *state;
	int64_t ana = temporary_account(t, "ana", 0), ben = temporary_account(t, "ben", 0);
	struct game_row row = a_full_row(ana, ben), got;

	begin(t);
	assert_int_equal(store_game_add(t->store, &row), STORE_DONE);
	commit(t);
	assert_int_equal(store_game_by_key(t->glasses, "k3y4567890", &got), STORE_FOUND);
	assert_same_game(&row, &got);
	assert_int_equal(store_game_by_id(t->glasses, row.id, &got), STORE_FOUND);
	assert_same_game(&row, &got);
	assert_int_equal(got.ply, 2);
	assert_int_equal(store_game_by_key(t->glasses, "nosuchgame", &got), STORE_NONE);
}

static void a_key_is_given_once(void **state)
{
	struct temporary *t = *state;
	struct game_row row = temporary_game("aaaaaaaaaa", "cinco", 2,
					     temporary_account(t, "ana", 0));

	begin(t);
	assert_int_equal(store_game_add(t->store, &row), STORE_DONE);
	assert_int_equal(store_game_add(t->store, &row), STORE_NONE);
	commit(t);
}

static void a_turn_changes_the_snapshot_and_nothing_else(void **state)
{
	struct temporary *t = *state;
	int64_t ana = temporary_account(t, "ana", 0), ben = temporary_account(t, "ben", 0);
	struct game_row row = a_full_row(ana, ben), got;

	row.state = TABLE_ACTIVE;
	begin(t);
	assert_int_equal(store_game_add(t->store, &row), STORE_DONE);
	row.ply = 9;
	row.asked = 8;
	row.decisions = 4;
	row.waiting = 2;
	row.changed = 99;
	snprintf(row.position, sizeof(row.position), "a position");
	assert_int_equal(store_game_update(t->store, &row, 0), STORE_DONE);
	commit(t);
	assert_int_equal(store_game_by_id(t->glasses, row.id, &got), STORE_FOUND);
	assert_same_game(&row, &got);
}

static void what_changes_with_the_state_is_written_too(void **state)
{
	struct temporary *t = *state;
	int64_t ana = temporary_account(t, "ana", 0), ben = temporary_account(t, "ben", 0);
	struct game_row row = a_full_row(ana, ben), got;

	begin(t);
	assert_int_equal(store_game_add(t->store, &row), STORE_DONE);
	row.state = TABLE_ACTIVE;
	row.started = 20;
	row.seat[1].account = ben;
	row.seat[1].status = SEAT_PLAYING;
	row.seat[1].locked = false;
	row.seat[1].invited = 0;
	snprintf(row.seat[1].name, sizeof(row.seat[1].name), "ben");
	assert_int_equal(store_game_update(t->store, &row, 1u << 1), STORE_DONE);
	assert_int_equal(store_game_by_id(t->pen, row.id, &got), STORE_FOUND);
	assert_same_game(&row, &got);
	row.state = TABLE_OVER;
	row.ended = 30;
	row.waiting = 0;
	snprintf(row.outcome, sizeof(row.outcome), "1 2 gammon");
	assert_int_equal(store_game_update(t->store, &row, 0), STORE_DONE);
	commit(t);
	assert_int_equal(store_game_by_id(t->glasses, row.id, &got), STORE_FOUND);
	assert_same_game(&row, &got);
	row.id = 4711;
	begin(t);
	assert_int_equal(store_game_update(t->store, &row, 0), STORE_NONE);
	commit(t);
}

static void games_are_counted_by_state(void **state)
{
	struct temporary *t = *state;
	int64_t ana = temporary_account(t, "ana", 0);
	struct store_counts counts;
	struct game_row row;

	begin(t);
	for (int i = 0; i < 7; i++) {
		char key[16];
		snprintf(key, sizeof(key), "game00000%u", (unsigned)i % 10);
		row = temporary_game(key, "cinco", 2, ana);
		assert_int_equal(store_game_add(t->store, &row), STORE_DONE);
		if (i >= 3) {
			row.state = TABLE_ACTIVE;
			assert_int_equal(store_game_update(t->store, &row, 0), STORE_DONE);
		}
		if (i >= 5) {
			row.state = i == 5 ? TABLE_OVER : TABLE_ABORTED;
			assert_int_equal(store_game_update(t->store, &row, 0), STORE_DONE);
		}
	}
	commit(t);
	assert_int_equal(store_counts(t->glasses, &counts), STORE_FOUND);
	assert_int_equal(counts.accounts, 1);
	assert_int_equal(counts.games, 7);
	assert_int_equal(counts.open, 3);
	assert_int_equal(counts.active, 2);
	assert_int_equal(counts.over, 1);
	assert_true(counts.wal_pages > 0);
}

/* ---- facts -------------------------------------------------------------------------- */

struct told {
	uint64_t plies[64];
	size_t n, stop_at;
	char last[FACT_TEXT_MAX];
	char events[64];
	uint8_t seat;
};

static bool hear(void *cls, const struct fact *fact, const char *events)
{
	struct told *told = cls;

	told->plies[told->n++] = fact->ply;
	snprintf(told->last, sizeof(told->last), "%s", fact->text);
	snprintf(told->events, sizeof(told->events), "%s", events);
	told->seat = fact->seat;
	return told->n != told->stop_at;
}

static void facts_are_told_in_order_page_by_page(void **state)
{
	struct temporary *t = *state;
	struct game_row row = temporary_game("aaaaaaaaaa", "cinco", 2,
					     temporary_account(t, "ana", 0));
	struct fact fact = {.kind = FACT_DECIDED, .at = 5};
	struct told told = {.n = 0};

	begin(t);
	assert_int_equal(store_game_add(t->store, &row), STORE_DONE);
	for (uint64_t ply = 1; ply <= 20; ply++) {
		fact.ply = ply;
		fact.seat = ply % 2 ? 1 : TABLAS_NOBODY;
		snprintf(fact.text, sizeof(fact.text), "move %d", (int)ply);
		assert_int_equal(store_fact_add(t->store, row.id, &fact, ply == 20 ? "struck" : NULL),
				 STORE_DONE);
	}
	commit(t);
	for (uint64_t after = 0; after < 20; after = told.plies[told.n - 1])
		assert_int_equal(store_facts(t->glasses, row.id, after, 7, hear, &told), STORE_FOUND);
	assert_int_equal(told.n, 20);
	for (uint64_t ply = 1; ply <= 20; ply++)
		assert_int_equal(told.plies[ply - 1], ply);
	assert_string_equal(told.last, "move 20");
	assert_string_equal(told.events, "struck");
	assert_int_equal(told.seat, TABLAS_NOBODY);
	assert_int_equal(store_facts(t->glasses, row.id, 20, 7, hear, &told), STORE_NONE);
	told = (struct told){.stop_at = 3};
	assert_int_equal(store_facts(t->glasses, row.id, 0, 20, hear, &told), STORE_FOUND);
	assert_int_equal(told.n, 3);
	assert_int_equal(told.seat, 1);
}

static void a_ply_happens_once(void **state)
{
	struct temporary *t = *state;
	struct game_row row = temporary_game("aaaaaaaaaa", "cinco", 2,
					     temporary_account(t, "ana", 0));
	struct fact fact = {.kind = FACT_CREATED, .ply = 1, .seat = TABLAS_NOBODY};

	begin(t);
	assert_int_equal(store_game_add(t->store, &row), STORE_DONE);
	assert_int_equal(store_fact_add(t->store, row.id, &fact, ""), STORE_DONE);
	assert_int_equal(store_fact_add(t->store, row.id, &fact, ""), STORE_TROUBLE);
	store_rollback(t->store);
}

/* ---- lists --------------------------------------------------------------------------- */

#define GAMES 240
enum { PLAYERS = 4 };

struct shelf {
	int64_t player[PLAYERS];
	struct game_row game[GAMES];
	int n;
};

static unsigned dice(unsigned *seed, unsigned sides)
{
	*seed = *seed * 1103515245u + 12345u;
	return (*seed >> 16) % sides;
}

static void add_some_game(struct temporary *t, struct shelf *s, unsigned *seed)
{
	static const char *const rulesets[] = {"backgammon", "el-mundo", "cinco"};
	char key[16];
	struct game_row *row = &s->game[s->n];

	snprintf(key, sizeof(key), "game%06u", (unsigned)s->n % 1000000);
	*row = temporary_game(key, rulesets[dice(seed, 3)], 2, s->player[dice(seed, PLAYERS)]);
	row->visibility = (uint8_t)dice(seed, 3);
	row->created = 1000 + 10 * (s->n / 3);
	row->waiting = dice(seed, 4);
	for (unsigned i = 0; i < 2; i++) {
		unsigned who = dice(seed, PLAYERS + 2);
		if (who < PLAYERS)
			row->seat[i].account = s->player[who];
		else if (who == PLAYERS)
			row->seat[i].invited = s->player[dice(seed, PLAYERS)];
	}
	assert_int_equal(store_game_add(t->store, row), STORE_DONE);
	row->state = (uint8_t)(TABLE_OPEN + dice(seed, 5));
	assert_int_equal(store_game_update(t->store, row, 0), STORE_DONE);
	s->n++;
}

static struct shelf *a_shelf(struct temporary *t, int games, unsigned *seed)
{
	static const char *const names[PLAYERS] = {"ana", "ben", "cai", "dia"};
	struct shelf *s = calloc(1, sizeof(*s));

	assert_non_null(s);
	for (int i = 0; i < PLAYERS; i++)
		s->player[i] = temporary_account(t, names[i], 0);
	begin(t);
	while (s->n < games)
		add_some_game(t, s, seed);
	commit(t);
	return s;
}

static bool belongs(const struct game_row *row, const struct game_filter *f)
{
	bool seated = false, kept = false, mine = row->creator == f->viewer, asked = false;

	for (unsigned i = 0; i < row->seats; i++) {
		const struct seat_row *seat = &row->seat[i];
		if (seat->account == f->player) {
			seated = true;
			asked = asked || (row->state == TABLE_ACTIVE && (row->waiting >> i & 1));
		}
		kept = kept || (seat->account == 0 && seat->invited == f->player);
		mine = mine || (f->viewer != 0 &&
				(seat->account == f->viewer || seat->invited == f->viewer));
	}
	if (f->viewer == 0)
		mine = false;
	return (f->player == 0 || (f->invited ? kept : seated)) &&
	       (!f->to_move || asked) && (row->visibility == VISIBLE_TO_ALL || mine) &&
	       (f->state == 0 || row->state == f->state) &&
	       (f->ruleset == NULL || strcmp(row->ruleset, f->ruleset) == 0) &&
	       (f->since == 0 || row->created >= f->since) &&
	       (f->until == 0 || row->created < f->until);
}

/* Reads the whole list in pages and compares it with what one would pick by hand. */
static void check_list(struct temporary *t, const struct shelf *s, struct game_filter f)
{
	static struct game_row page[7];
	int next = f.ascending ? 0 : s->n - 1, step = f.ascending ? 1 : -1;
	size_t n;

	for (;;) {
		n = 7;
		int found = store_games(t->glasses, &f, page, &n);
		assert_int_not_equal(found, STORE_TROUBLE);
		for (size_t i = 0; i < n; i++) {
			while (next >= 0 && next < s->n && !belongs(&s->game[next], &f))
				next += step;
			assert_true(next >= 0 && next < s->n);
			assert_string_equal(page[i].key, s->game[next].key);
			next += step;
		}
		if (found == STORE_NONE)
			break;
		f.after = page[n - 1].id;
	}
	for (; next >= 0 && next < s->n; next += step)
		assert_false(belongs(&s->game[next], &f));
}

static void every_filter_lists_what_it_says(void **state)
{
	struct temporary *t = *state;
	unsigned seed = 7;
	struct shelf *s = a_shelf(t, GAMES, &seed);

	for (int i = 0; i < 400; i++) {
		struct game_filter f = {.ascending = dice(&seed, 2) != 0};
		if (dice(&seed, 2))
			f.viewer = s->player[dice(&seed, PLAYERS)];
		if (dice(&seed, 2)) {
			f.player = s->player[dice(&seed, PLAYERS)];
			f.invited = dice(&seed, 4) == 0;
			f.to_move = !f.invited && dice(&seed, 3) == 0;
		}
		if (dice(&seed, 2))
			f.state = (int)(TABLE_OPEN + dice(&seed, 5));
		if (dice(&seed, 3) == 0)
			f.ruleset = dice(&seed, 2) ? "backgammon" : "el-mundo";
		if (dice(&seed, 3) == 0)
			f.since = 1000 + dice(&seed, 850);
		if (dice(&seed, 3) == 0)
			f.until = 1000 + dice(&seed, 850);
		check_list(t, s, f);
	}
	free(s);
}

static void a_list_loses_and_repeats_nothing_while_games_are_added(void **state)
{
	struct temporary *t = *state;
	unsigned seed = 3;
	struct shelf *s = a_shelf(t, 60, &seed);
	struct game_filter f = {.viewer = s->player[0]};
	static struct game_row page[5];
	int64_t last = INT64_MAX;
	int seen = 0, expected = 0;
	size_t n;

	for (int i = 0; i < 60; i++)
		expected += belongs(&s->game[i], &f);
	for (n = 5; store_games(t->glasses, &f, page, &n) == STORE_FOUND; n = 5) {
		for (size_t i = 0; i < n; i++, seen++) {
			assert_true(page[i].id < last);
			last = page[i].id;
		}
		f.after = last;
		begin(t);
		for (int i = 0; i < 3; i++)
			add_some_game(t, s, &seed);
		commit(t);
	}
	assert_int_equal(seen, expected);
	free(s);
}

static void a_clock_set_back_does_not_disorder_the_games(void **state)
{
	struct temporary *t = *state;
	int64_t ana = temporary_account(t, "ana", 0);
	struct game_row first = temporary_game("aaaaaaaaaa", "cinco", 2, ana);
	struct game_row second = temporary_game("bbbbbbbbbb", "cinco", 2, ana);

	first.created = 500;
	second.created = 400;
	begin(t);
	assert_int_equal(store_game_add(t->store, &first), STORE_DONE);
	assert_int_equal(store_game_add(t->store, &second), STORE_DONE);
	commit(t);
	assert_int_equal(second.created, 500);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define OPEN(f) cmocka_unit_test_setup_teardown(f, temporary_setup, temporary_teardown)
		OPEN(a_game_comes_back_as_it_was_written),
		OPEN(a_key_is_given_once),
		OPEN(a_turn_changes_the_snapshot_and_nothing_else),
		OPEN(what_changes_with_the_state_is_written_too),
		OPEN(games_are_counted_by_state),
		OPEN(facts_are_told_in_order_page_by_page),
		OPEN(a_ply_happens_once),
		OPEN(every_filter_lists_what_it_says),
		OPEN(a_list_loses_and_repeats_nothing_while_games_are_added),
		OPEN(a_clock_set_back_does_not_disorder_the_games),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
