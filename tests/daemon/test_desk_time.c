/*
 * test_desk_time.c - deadlines at the desk, by a clock that is wound by hand.
 */
#include "tests/daemon/tavern.h"
#include "tests/game/toy.h"

#include "game/record.h"

#include <stdio.h>
#include <string.h>

#define MINUTE (60 * PACE_SECOND)

static struct desk_game timed(struct tavern *h, unsigned seats, enum on_timeout what, int64_t buy_in)
{
	struct desk_game g = tavern_terms(h, &tablas_plugin_toy, seats, buy_in > 0, buy_in);

	g.pace = (struct pace){.timed = true,
			       .per_move = 10 * MINUTE,
			       .bank = 5 * MINUTE,
			       .increment = MINUTE,
			       .bank_most = 6 * MINUTE,
			       .on_timeout = (uint8_t)what,
			       .misses = what == FORFEIT_MOVE ? 2 : 0};
	return g;
}

static unsigned asked(struct tavern *h, const char *key)
{
	uint32_t seats = tavern_row(h, key).waiting;
	unsigned seat = 0;

	assert_true(seats != 0);
	while (!(seats >> seat & 1))
		seat++;
	return seat;
}

static int64_t bank(struct tavern *h, const char *key, unsigned seat)
{
	struct game_row row = tavern_row(h, key);
	struct pace_spent time;

	assert_int_equal(pace_spent_read(row.spent, row.seats, &time), 0);
	return time.bank[seat];
}

static struct fact last_lapse;
static int lapses;

static bool note_lapse(void *cls, const struct fact *f, const char *events)
{
	(void)cls;
	(void)events;
	if (f->kind == FACT_LAPSED) {
		last_lapse = *f;
		lapses++;
	}
	return true;
}

static int lapses_of(struct tavern *h, const char *key)
{
	lapses = 0;
	store_facts(h->book->pen, tavern_row(h, key).id, 0, 10000, note_lapse, NULL);
	return lapses;
}

static void wind(struct tavern *h, int64_t to)
{
	clock_wind(&h->clock, to);
}

/* user-voices B8: the house looks by itself, and at the instant. */
static void a_deadline_comes_once_and_at_its_instant(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = timed(h, 2, FORFEIT_GAME, 10);
	const char *key = tavern_begin(h, &g, NULL);
	int64_t deadline = TAVERN_TIME + 15 * MINUTE;

	assert_int_equal(tavern_row(h, key).deadline, deadline);
	assert_int_equal(desk_deadline(h->desk), deadline);
	wind(h, deadline - 1);
	assert_int_equal(desk_lapse(h->desk, 64), 0);
	wind(h, deadline + 777);
	assert_int_equal(desk_lapse(h->desk, 64), 1);
	assert_int_equal(desk_lapse(h->desk, 64), 0);
	tavern_settle(h);
	assert_int_equal(lapses_of(h, key), 1);
	assert_int_equal(last_lapse.at, deadline);
	assert_int_equal(tavern_row_seen(h, key).state, TABLE_OVER);
	assert_int_equal(tavern_row_seen(h, key).deadline, 0);
	assert_int_equal(desk_deadline(h->desk), INT64_MAX);
	tavern_assert_true(h);
}

static void after_a_restart_it_comes_at_the_same_instant(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = timed(h, 2, FORFEIT_GAME, 0);
	const char *key = tavern_begin(h, &g, NULL);

	tavern_close(h);
	wind(h, TAVERN_TIME + 10 * PACE_DAY);
	tavern_open(h);
	assert_int_equal(desk_deadline(h->desk), TAVERN_TIME + 15 * MINUTE);
	assert_int_equal(desk_lapse(h->desk, 64), 1);
	/* What was not committed never was: it comes again, and once. */
	tavern_close(h);
	tavern_open(h);
	assert_int_equal(lapses_of(h, key), 0);
	assert_int_equal(desk_lapse(h->desk, 64), 1);
	tavern_settle(h);
	assert_int_equal(lapses_of(h, key), 1);
	assert_int_equal(last_lapse.at, TAVERN_TIME + 15 * MINUTE);
}

static void who_decides_late_has_lost_the_question(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = timed(h, 2, FORFEIT_GAME, 0);
	const char *key = tavern_begin(h, &g, NULL);
	const struct command late = {.kind = COMMAND_RESIGN, .seat = (uint8_t)asked(h, key)};
	uint64_t ply = tavern_row(h, key).ply;

	wind(h, TAVERN_TIME + 15 * MINUTE);
	assert_int_equal(tavern_submit(h, key, &late, 0), CLOCK_EXPIRED);
	assert_int_equal(tavern_decide(h, key, late.seat, "1/2"), CLOCK_EXPIRED);
	assert_int_equal(tavern_row(h, key).ply, ply);
	assert_int_equal(desk_lapse(h->desk, 64), 1);
	assert_int_equal(tavern_submit(h, key, &late, 0), GAME_OVER);
	tavern_settle(h);
}

static void another_seats_command_comes_after_the_lapse(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = timed(h, 3, FORFEIT_GAME, 0);
	const char *key = tavern_begin(h, &g, NULL);
	unsigned late = asked(h, key);
	const struct command freeze = {
		.kind = COMMAND_FREEZE, .seat = TABLAS_NOBODY, .text = "to look"};

	wind(h, TAVERN_TIME + 20 * MINUTE);
	assert_int_equal(tavern_submit(h, key, &freeze, 0), ACCEPTED);
	tavern_settle(h);
	assert_int_equal(lapses_of(h, key), 1);
	assert_int_equal(tavern_row(h, key).seat[late].status, SEAT_LEFT);
	assert_int_equal(tavern_row(h, key).state, TABLE_FROZEN);
	assert_int_equal(tavern_row(h, key).deadline, 0);
}

static void the_others_play_on_and_the_book_balances(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = timed(h, 4, FORFEIT_GAME, 40);
	const char *key = tavern_begin(h, &g, NULL);
	uint32_t seed = 7;
	unsigned late = asked(h, key);

	wind(h, TAVERN_TIME + 15 * MINUTE);
	assert_int_equal(desk_lapse(h->desk, 64), 1);
	tavern_settle(h);
	assert_int_equal(tavern_row(h, key).state, TABLE_ACTIVE);
	assert_int_equal(tavern_row(h, key).seat[late].status, SEAT_LEFT);
	while (tavern_play_on(h, key, &seed))
		tavern_settle(h);
	assert_int_equal(tavern_row_seen(h, key).state, TABLE_OVER);
	tavern_assert_true(h);
}

/* Nobody ever decides: how many questions it takes until the game is lost by time. */
static int missed(struct tavern *h, const char *dice)
{
	struct desk_game g = timed(h, 2, FORFEIT_MOVE, 10);
	const char *key = tavern_begin(h, &g, dice);

	for (int i = 0; i < 8 && tavern_row(h, key).state == TABLE_ACTIVE; i++) {
		wind(h, tavern_row(h, key).deadline);
		assert_int_equal(desk_lapse(h->desk, 64), 1);
		tavern_settle(h);
		tavern_assert_true(h);
	}
	assert_int_equal(tavern_row(h, key).state, TABLE_OVER);
	assert_non_null(strstr(tavern_facts(h, key), "played:"));
	assert_non_null(strstr(tavern_facts(h, key), "timeout"));
	return lapses_of(h, key);
}

/* user-voices B20, B27: time may cost the move and not the game. */
static void the_house_decides_until_too_many_are_missed(void **state)
{
	/* two of one seat, and one of the other between */
	assert_int_equal(missed(*state, "4 1 3 1 2 4 3 2 1 4"), 3);
	/* the other is shut out by two men on its only point, and is not asked */
	assert_int_equal(missed(*state, "4 1 2 2 4 4 3 2 1 4"), 2);
}

/* user-voices B7: the other side claims, if both wanted it so. */
static void a_claim_comes_neither_early_nor_from_who_is_late(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = timed(h, 2, CLAIM, 10);
	const char *key = tavern_begin(h, &g, NULL);
	unsigned late = asked(h, key);
	struct command claim = {.kind = COMMAND_CLAIM, .seat = (uint8_t)!late};

	wind(h, TAVERN_TIME + 15 * MINUTE - 1);
	assert_int_equal(tavern_submit(h, key, &claim, 0), NOTHING_TO_CLAIM);
	wind(h, TAVERN_TIME + 15 * MINUTE);
	assert_int_equal(desk_lapse(h->desk, 64), 1);
	assert_int_equal(tavern_row(h, key).state, TABLE_ACTIVE);
	assert_int_equal(tavern_row(h, key).deadline, 0);
	claim.seat = (uint8_t)late;
	assert_int_equal(tavern_submit(h, key, &claim, 0), NOTHING_TO_CLAIM);
	claim.seat = (uint8_t)!late;
	assert_int_equal(tavern_submit(h, key, &claim, 0), ACCEPTED);
	assert_int_equal(tavern_submit(h, key, &claim, 0), GAME_OVER);
	tavern_settle(h);
	assert_int_equal(tavern_row(h, key).state, TABLE_OVER);
}

static void until_it_is_claimed_who_is_late_may_decide(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = timed(h, 2, CLAIM, 0);
	const char *key = tavern_begin(h, &g, NULL);
	unsigned late = asked(h, key);
	uint32_t seed = 1;

	wind(h, TAVERN_TIME + 40 * MINUTE);
	assert_true(tavern_play_on(h, key, &seed));
	tavern_settle(h);
	assert_int_equal(lapses_of(h, key), 1);
	assert_int_equal(bank(h, key, late), MINUTE); /* what it had is gone; the increment is not */
	assert_true(tavern_row(h, key).deadline > TAVERN_TIME + 40 * MINUTE);
}

/* user-voices B10: so many days, and so much for each move. */
static void a_decision_pays_from_the_bank_and_adds_to_it(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = timed(h, 2, FORFEIT_GAME, 0);
	const char *key = tavern_begin(h, &g, NULL);
	unsigned seat = asked(h, key);
	uint32_t seed = 1;

	wind(h, TAVERN_TIME + 13 * MINUTE);
	assert_true(tavern_play_on(h, key, &seed));
	tavern_settle(h);
	assert_int_equal(bank(h, key, seat), 3 * MINUTE);
}

static void while_it_is_frozen_no_time_goes_by(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = timed(h, 2, FORFEIT_GAME, 0);
	const char *key = tavern_begin(h, &g, NULL);
	const struct command freeze = {
		.kind = COMMAND_FREEZE, .seat = TABLAS_NOBODY, .text = "to look"};
	const struct command thaw = {.kind = COMMAND_THAW, .seat = TABLAS_NOBODY, .text = ""};
	int64_t now = TAVERN_TIME;

	for (int i = 0; i < 3; i++) {
		wind(h, now += 4 * MINUTE);
		assert_int_equal(tavern_submit(h, key, &freeze, 0), ACCEPTED);
		assert_int_equal(tavern_row(h, key).deadline, 0);
		wind(h, now += 100 * PACE_DAY);
		assert_int_equal(desk_lapse(h->desk, 64), 0);
		assert_int_equal(tavern_submit(h, key, &thaw, 0), ACCEPTED);
	}
	tavern_settle(h);
	assert_int_equal(tavern_row(h, key).deadline, now + 3 * MINUTE);
}

static void a_game_without_a_clock_never_ends_by_time(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = tavern_terms(h, &tablas_plugin_toy, 2, 0, 0);
	const char *key = tavern_begin(h, &g, NULL);

	wind(h, TAVERN_TIME + 36525 * PACE_DAY);
	assert_int_equal(desk_lapse(h->desk, 64), 0);
	assert_int_equal(desk_deadline(h->desk), INT64_MAX);
	assert_int_equal(tavern_row(h, key).state, TABLE_ACTIVE);
}

static void a_turn_sees_to_so_many_and_a_ruleset_that_is_gone_holds_up_nobody(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = timed(h, 2, FORFEIT_GAME, 0);
	struct registry games = h->games;

	for (int i = 0; i < 5; i++)
		tavern_begin(h, &g, NULL);
	wind(h, TAVERN_TIME + PACE_DAY);
	assert_int_equal(desk_lapse(h->desk, 2), 2);
	assert_int_equal(desk_lapse(h->desk, 2), 2);
	h->games.n = 0;
	assert_int_equal(desk_lapse(h->desk, 2), 0);
	assert_int_equal(desk_deadline(h->desk), INT64_MAX);
	h->games = games;
	desk_recall(h->desk);
	assert_int_equal(desk_lapse(h->desk, 2), 1);
	tavern_settle(h);
}

/* user-voices B8: and whoever looks finds it done. */
static void a_game_that_is_looked_at_comes_first(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = timed(h, 2, FORFEIT_GAME, 0);

	for (int i = 0; i < 3; i++)
		tavern_begin(h, &g, NULL);
	desk_hasten(h->desk, h->keys[2]);
	assert_int_equal(desk_lapse(h->desk, 1), 0); /* it is not due */
	wind(h, TAVERN_TIME + PACE_DAY);
	desk_hasten(h->desk, h->keys[2]);
	desk_hasten(h->desk, h->keys[2]);
	assert_int_equal(desk_lapse(h->desk, 0), 1);
	assert_int_equal(tavern_row(h, h->keys[2]).state, TABLE_OVER);
	assert_int_equal(tavern_row(h, h->keys[0]).state, TABLE_ACTIVE);
	assert_int_equal(desk_lapse(h->desk, 64), 2);
	assert_int_equal(lapses_of(h, h->keys[2]), 1);
	tavern_settle(h);
}

static struct {
	struct table table;
	struct happened happened;
	char text[65536];
	size_t n;
} written;

static bool write_fact(void *cls, const struct fact *f, const char *events)
{
	(void)cls;
	(void)events;
	assert_int_equal(table_apply(&written.table, f, &written.happened), 0);
	written.n += record_write_fact(&written.table, f, &written.happened, true,
				       written.text + written.n, sizeof(written.text) - written.n);
	return true;
}

/* Reads what was written, line by line: 0, or -1 at the first that does not fit. */
static int read_back(struct tavern *h, char *text)
{
	static struct record_reader reader;
	char *rest = text, *line;

	record_reader_init(&reader, &h->games);
	while ((line = strsep(&rest, "\n")) != NULL)
		if (record_read_line(&reader, line) != 0)
			return -1;
	return record_read_end(&reader);
}

static void a_record_has_the_clock_and_a_lapse_only_at_its_instant(void **state)
{
	static char copy[sizeof(written.text)];
	struct tavern *h = *state;
	struct desk_game g = timed(h, 2, FORFEIT_MOVE, 10);
	const char *key = tavern_begin(h, &g, "3 1 2 4 1 3 4 2 3 1 2 3 4 1 2 4 1 3 2 4 1 2 3 4");
	char *lapsed;

	for (int i = 0; i < 3; i++) {
		wind(h, tavern_row(h, key).deadline + 5);
		assert_int_equal(desk_lapse(h->desk, 64), 1);
	}
	tavern_settle(h);
	table_init(&written.table, g.plugin, 2, g.options, 1, 10);
	table_pace(&written.table, &g.pace);
	written.n = record_write_head(&written.table, NULL, written.text, sizeof(written.text));
	store_facts(h->book->pen, tavern_row(h, key).id, 0, 1000, write_fact, NULL);
	strcpy(copy, written.text);
	assert_int_equal(read_back(h, copy), 0);
	strcpy(copy, written.text);
	lapsed = strstr(copy, "\nlapsed ");
	assert_non_null(lapsed);
	lapsed[-1] = lapsed[-1] == '9' ? '8' : '9'; /* the last digit of its instant */
	assert_int_equal(read_back(h, copy), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TAVERN_TEST(a_deadline_comes_once_and_at_its_instant),
		TAVERN_TEST(after_a_restart_it_comes_at_the_same_instant),
		TAVERN_TEST(who_decides_late_has_lost_the_question),
		TAVERN_TEST(another_seats_command_comes_after_the_lapse),
		TAVERN_TEST(the_others_play_on_and_the_book_balances),
		TAVERN_TEST(the_house_decides_until_too_many_are_missed),
		TAVERN_TEST(a_claim_comes_neither_early_nor_from_who_is_late),
		TAVERN_TEST(until_it_is_claimed_who_is_late_may_decide),
		TAVERN_TEST(a_decision_pays_from_the_bank_and_adds_to_it),
		TAVERN_TEST(while_it_is_frozen_no_time_goes_by),
		TAVERN_TEST(a_game_that_is_looked_at_comes_first),
		TAVERN_TEST(a_record_has_the_clock_and_a_lapse_only_at_its_instant),
		TAVERN_TEST(a_game_without_a_clock_never_ends_by_time),
		TAVERN_TEST(a_turn_sees_to_so_many_and_a_ruleset_that_is_gone_holds_up_nobody),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
