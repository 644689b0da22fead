/*
 * test_desk_offers.c - tables that are offered: they expire at their instant, and
 * who plays where may be drawn.
 */
#include "tests/daemon/tavern.h"
#include "tests/game/toy.h"

#include <stdio.h>
#include <string.h>

static struct desk_game offered(struct tavern *h, unsigned seats, int64_t buy_in)
{
	struct desk_game g = tavern_terms(h, &tablas_plugin_toy, seats, buy_in > 0, buy_in);

	g.opening.expires = TAVERN_TIME + PACE_DAY;
	return g;
}

static void wind(struct tavern *h, int64_t to)
{
	clock_wind(&h->clock, to);
}

/* user-voices B35, E74 */
static void what_nobody_takes_expires_once_and_at_its_instant(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = offered(h, 3, 10);
	const char *key = tavern_lay(h, &g);

	assert_int_equal(tavern_sit(h, key, 0, h->people[0]), ACCEPTED);
	assert_int_equal(tavern_sit(h, key, 2, h->people[1]), ACCEPTED);
	tavern_settle(h);
	assert_int_equal(tavern_wallet(h, h->people[1]), 90);
	assert_int_equal(desk_deadline(h->desk), TAVERN_TIME + PACE_DAY);
	wind(h, TAVERN_TIME + PACE_DAY - 1);
	assert_int_equal(desk_lapse(h->desk, 64), 0);
	tavern_close(h);
	wind(h, TAVERN_TIME + 9 * PACE_DAY);
	tavern_open(h);
	assert_int_equal(desk_lapse(h->desk, 64), 1);
	assert_int_equal(desk_lapse(h->desk, 64), 0);
	tavern_settle(h);
	assert_int_equal(tavern_row_seen(h, key).state, TABLE_ABORTED);
	assert_int_equal(tavern_row_seen(h, key).ended, TAVERN_TIME + PACE_DAY);
	assert_int_equal(tavern_row_seen(h, key).deadline, 0);
	assert_int_equal(tavern_wallet(h, h->people[0]), 100);
	assert_int_equal(tavern_wallet(h, h->people[1]), 100);
	assert_int_equal(tavern_sit(h, key, 1, h->people[2]), TABLE_CLOSED);
	tavern_assert_true(h);
}

static void who_comes_at_the_instant_comes_too_late(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = offered(h, 2, 10);
	const char *key = tavern_lay(h, &g);
	uint64_t ply = tavern_row(h, key).ply;

	wind(h, TAVERN_TIME + PACE_DAY);
	assert_int_equal(tavern_sit(h, key, 0, h->people[0]), TABLE_CLOSED);
	assert_int_equal(tavern_row(h, key).ply, ply);
	assert_int_equal(tavern_row(h, key).state, TABLE_OPEN);
	assert_int_equal(desk_lapse(h->desk, 64), 1);
	tavern_settle(h);
	tavern_assert_true(h);
}

static void a_game_that_has_begun_expires_never(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = offered(h, 2, 0);
	const char *key = tavern_begin(h, &g, NULL);

	assert_int_equal(tavern_row(h, key).deadline, 0);
	wind(h, TAVERN_TIME + 9 * PACE_DAY);
	assert_int_equal(desk_lapse(h->desk, 64), 0);
	assert_int_equal(tavern_row(h, key).state, TABLE_ACTIVE);
	tavern_assert_true(h);
}

static void the_frost_keeps_a_table_from_expiring(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = offered(h, 2, 0);
	const char *key = tavern_lay(h, &g);
	const struct command freeze = {.kind = COMMAND_FREEZE, .seat = TABLAS_NOBODY, .text = "x"};
	const struct command thaw = {.kind = COMMAND_THAW, .seat = TABLAS_NOBODY, .text = ""};

	assert_int_equal(tavern_submit(h, key, &freeze, 0), ACCEPTED);
	tavern_settle(h);
	assert_int_equal(desk_deadline(h->desk), INT64_MAX);
	wind(h, TAVERN_TIME + 2 * PACE_DAY);
	assert_int_equal(desk_lapse(h->desk, 64), 0);
	tavern_assert_true(h);
	assert_int_equal(tavern_submit(h, key, &thaw, 0), ACCEPTED);
	tavern_settle(h);
	assert_int_equal(tavern_row(h, key).deadline, TAVERN_TIME + PACE_DAY);
	assert_int_equal(desk_lapse(h->desk, 64), 1);
	tavern_settle(h);
	assert_int_equal(tavern_row(h, key).state, TABLE_ABORTED);
	tavern_assert_true(h);
}

static void a_declined_table_for_two_is_cleared_and_a_larger_one_is_not(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = offered(h, 2, 10);
	const struct command decline = {.kind = COMMAND_TURN_DOWN, .seat = 1, .text = "later"};
	const char *key;

	g.seat[1].invited = h->people[1];
	key = tavern_lay(h, &g);
	assert_int_equal(tavern_sit(h, key, 0, h->people[0]), ACCEPTED);
	assert_int_equal(tavern_submit(h, key, &decline, h->people[1]), ACCEPTED);
	tavern_settle(h);
	assert_int_equal(tavern_row(h, key).state, TABLE_ABORTED);
	assert_int_equal(tavern_wallet(h, h->people[0]), 100);
	g.seats = 3;
	key = tavern_lay(h, &g);
	assert_int_equal(tavern_submit(h, key, &decline, h->people[1]), ACCEPTED);
	tavern_settle(h);
	assert_int_equal(tavern_row(h, key).state, TABLE_OPEN);
	assert_int_equal(tavern_row(h, key).seat[1].invited, 0);
	assert_true(tavern_row(h, key).seat[1].locked);
	tavern_assert_true(h);
}

/* ---- who plays where ---------------------------------------------------------------------- */

/* As the fact says it: whose seat each one's player had.  How many have moved. */
static unsigned assert_drawn(struct tavern *h, const char *key)
{
	const char *facts = tavern_facts(h, key), *drawn = strstr(facts, ",drawn:-:");
	struct fact f = {.kind = FACT_DRAWN};
	uint8_t from[TABLAS_SEATS_MAX];
	struct game_row row;
	unsigned moved = 0;

	assert_non_null(drawn);
	drawn += strlen(",drawn:-:");
	snprintf(f.text, sizeof(f.text), "%.*s", (int)strcspn(drawn, ","), drawn);
	assert_non_null(strstr(drawn, ",started:"));
	row = tavern_row(h, key);
	assert_true(table_drawn(&f, row.seats, from));
	for (unsigned seat = 0; seat < row.seats; seat++) {
		assert_int_equal(row.seat[seat].account, h->people[from[seat]]);
		moved += from[seat] != seat;
	}
	return moved;
}

static void drawn_seats_go_with_their_owners_names_and_purses(void **state)
{
	struct tavern *h = *state;

	for (uint32_t seed = 1; seed < 5; seed++) {
		struct desk_game g = offered(h, 3, 10);
		uint32_t chance = seed;
		const char *key;

		g.opening.draws = true;
		key = tavern_begin(h, &g, NULL);
		assert_drawn(h, key);
		tavern_assert_true(h);
		while (tavern_play_on(h, key, &chance))
			;
		tavern_settle(h);
		tavern_assert_true(h);
	}
}

#define DRAWS 40 /* all alike once in 500 thousand million times */

static void every_order_of_seats_is_drawn(void **state)
{
	struct tavern *h = *state;
	unsigned changed = 0;

	for (unsigned i = 0; i < DRAWS; i++) {
		struct desk_game g = offered(h, 2, 0);

		g.opening.draws = true;
		changed += assert_drawn(h, tavern_begin(h, &g, NULL)) != 0;
		h->games_n = 0;
	}
	assert_in_range(changed, 1, DRAWS - 1);
	tavern_assert_true(h);
}

#define SWAP                                                                                   \
	"UPDATE facts SET text = iif(text = '0 1', '1 0', '0 1') WHERE text IN ('0 1', '1 0')"

static void a_hand_that_swaps_seats_is_noticed(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = offered(h, 2, 0);
	uint8_t faces[] = {1, 2}, from[TABLAS_SEATS_MAX];
	struct fact f = {.kind = FACT_DRAWN};

	for (size_t i = 0; i < 2; i++) {
		table_draw_text(2, &faces[i], f.text, sizeof(f.text));
		assert_string_equal(f.text, i ? "1 0" : "0 1");
		assert_true(table_drawn(&f, 2, from));
		assert_false(table_drawn(&f, 3, from));
	}
	strcpy(f.text, "0 0");
	assert_false(table_drawn(&f, 2, from));
	g.opening.draws = true;
	tavern_begin(h, &g, NULL);
	tavern_assert_noticed(h, SWAP, SWAP, "the seats are drawn as");
	tavern_assert_true(h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TAVERN_TEST(what_nobody_takes_expires_once_and_at_its_instant),
		TAVERN_TEST(who_comes_at_the_instant_comes_too_late),
		TAVERN_TEST(a_game_that_has_begun_expires_never),
		TAVERN_TEST(the_frost_keeps_a_table_from_expiring),
		TAVERN_TEST(a_declined_table_for_two_is_cleared_and_a_larger_one_is_not),
		TAVERN_TEST(drawn_seats_go_with_their_owners_names_and_purses),
		TAVERN_TEST(every_order_of_seats_is_drawn),
		TAVERN_TEST(a_hand_that_swaps_seats_is_noticed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
