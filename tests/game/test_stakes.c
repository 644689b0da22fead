/*
 * Payments between seats: chips go round, none come or go.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "game/stakes.h"
#include "toy.h"

static struct stakes table_of(unsigned seats, int64_t unit, int64_t buy_in)
{
	struct stakes s = {.unit = unit, .buy_in = buy_in};

	for (unsigned i = 0; i < seats; i++)
		stakes_bring(&s, i, buy_in);
	return s;
}

static int64_t chips(const struct stakes *s)
{
	int64_t sum = s->pot;

	for (unsigned i = 0; i < TABLAS_SEATS_MAX; i++)
		sum += s->purse[i];
	return sum;
}

static struct tablas_event stake(unsigned from, unsigned to, int32_t amount)
{
	return (struct tablas_event){.kind = TABLAS_EV_STAKE,
				     .seat = (uint8_t)from,
				     .other = (uint8_t)to,
				     .from = -1,
				     .to = -1,
				     .amount = amount,
				     .note = "strike"};
}

static void a_stake_is_worth_its_unit(void **state)
{
	struct stakes s = table_of(2, 5, 100);
	struct tablas_event e = stake(0, 1, 3);
	struct transfer out[1];

	(void)state;
	assert_int_equal(stakes_pay(&s, &e, 1, TABLAS_NOBODY, out), 1);
	assert_int_equal(out[0].kind, TRANSFER_STAKE);
	assert_int_equal(out[0].from, 0);
	assert_int_equal(out[0].to, 1);
	assert_int_equal(out[0].amount, 15);
	assert_string_equal(out[0].reason, "strike");
	assert_int_equal(s.purse[0], 85);
	assert_int_equal(s.purse[1], 115);
}

static void who_has_less_pays_what_he_has(void **state)
{
	struct stakes s = table_of(3, 1, 2);
	struct tablas_event e[] = {stake(0, 1, 3), stake(0, 2, 1), stake(1, 0, 1),
				   stake(0, 2, 1)};
	struct transfer out[4];

	(void)state;
	/* The second payment moves nothing; the fourth what the third has brought. */
	assert_int_equal(stakes_pay(&s, e, 4, TABLAS_NOBODY, out), 3);
	assert_int_equal(out[0].amount, 2);
	assert_int_equal(out[1].from, 1);
	assert_int_equal(out[2].to, 2);
	assert_int_equal(s.purse[0], 0);
	assert_int_equal(s.purse[1], 3);
	assert_int_equal(s.purse[2], 3);
}

static void the_pot_takes_and_gives_what_it_has(void **state)
{
	struct stakes s = table_of(2, 10, 100);
	struct tablas_event e[] = {stake(0, TABLAS_POT, 2), stake(TABLAS_POT, 1, 5)};
	struct transfer out[2];

	(void)state;
	assert_int_equal(stakes_pay(&s, e, 2, TABLAS_NOBODY, out), 2);
	assert_int_equal(out[1].amount, 20);
	assert_int_equal(s.pot, 0);
	assert_int_equal(s.purse[1], 120);
}

static void a_game_for_nothing_moves_nothing(void **state)
{
	struct stakes s = table_of(2, 0, 0);
	struct tablas_event e = stake(0, 1, 3);
	struct transfer out[1];

	(void)state;
	assert_int_equal(stakes_pay(&s, &e, 1, TABLAS_NOBODY, out), 0);
}

static void only_payments_between_two_piles_count(void **state)
{
	struct stakes s = table_of(2, 1, 100);
	struct tablas_event e[] = {stake(0, 0, 1), stake(0, 1, 0), stake(0, 1, -5),
				   stake(0, TABLAS_NOBODY, 1), stake(200, 1, 1)};
	struct transfer out[5];

	(void)state;
	assert_int_equal(stakes_pay(&s, e, 5, TABLAS_NOBODY, out), 0);
	e[0] = stake(0, 1, 1);
	e[0].kind = TABLAS_EV_MOVED;
	assert_int_equal(stakes_pay(&s, e, 1, TABLAS_NOBODY, out), 0);
	assert_int_equal(chips(&s), 200);
}

static void the_largest_amount_does_not_overflow(void **state)
{
	struct stakes s = table_of(2, STAKES_UNIT_MAX, INT64_MAX / 2);
	struct tablas_event e = stake(0, 1, INT32_MAX);
	struct transfer out[1];

	(void)state;
	assert_int_equal(stakes_pay(&s, &e, 1, TABLAS_NOBODY, out), 1);
	assert_int_equal(out[0].amount, (int64_t)STAKES_UNIT_MAX * INT32_MAX);
}

static void a_pot_that_is_left_goes_to_the_best_and_the_odd_chips_to_lower_seats(void **state)
{
	struct stakes s = table_of(4, 1, 10);
	const uint8_t rank[] = {4, 1, 1, 1};
	struct transfer out[8];

	(void)state;
	s.pot = 11;
	assert_int_equal(stakes_settle(&s, 4, rank, out), 7);
	assert_int_equal(out[0].kind, TRANSFER_POT);
	assert_int_equal(out[0].from, TABLAS_POT);
	assert_int_equal(out[0].amount, 4);
	assert_int_equal(out[1].amount, 4);
	assert_int_equal(out[2].to, 3);
	assert_int_equal(out[2].amount, 3);
	assert_int_equal(out[3].kind, TRANSFER_SETTLE);
	assert_int_equal(out[3].amount, 10);
	assert_int_equal(out[4].amount, 14);
	assert_int_equal(out[6].amount, 13);
	assert_int_equal(chips(&s), 0);
}

static void an_empty_purse_has_nothing_to_take_home(void **state)
{
	struct stakes s = table_of(2, 1, 10);
	const uint8_t rank[] = {2, 1};
	struct transfer out[4];

	(void)state;
	s.purse[1] += s.purse[0];
	s.purse[0] = 0;
	assert_int_equal(stakes_settle(&s, 2, rank, out), 1);
	assert_int_equal(out[0].to, 1);
	assert_int_equal(out[0].amount, 20);
}

static void a_game_that_never_was_gives_everybody_the_buy_in_back(void **state)
{
	struct stakes s = table_of(4, 1, 10);
	struct transfer out[8];
	size_t n;

	(void)state;
	s.purse[0] = 4;
	s.purse[1] = 15;
	s.purse[2] = 8;
	s.pot = 3;
	n = stakes_void(&s, 4, out);
	assert_int_equal(n, 3 + 4);
	assert_int_equal(out[0].kind, TRANSFER_CORRECTION);
	assert_int_equal(out[0].from, 1);
	assert_int_equal(out[0].to, 0);
	assert_int_equal(out[0].amount, 5);
	assert_int_equal(out[1].from, TABLAS_POT);
	assert_int_equal(out[1].to, 0);
	assert_int_equal(out[1].amount, 1);
	assert_int_equal(out[2].to, 2);
	for (size_t i = 3; i < n; i++) {
		assert_int_equal(out[i].kind, TRANSFER_REFUND);
		assert_int_equal(out[i].amount, 10);
	}
	assert_int_equal(chips(&s), 0);
}

static void before_all_have_bought_in_each_gets_his_own_back(void **state)
{
	struct stakes s = {.unit = 1, .buy_in = 10, .purse = {0, 10, 0, 10}, .brought = {0, 10, 0, 10}};
	struct transfer out[8];

	(void)state;
	assert_int_equal(stakes_void(&s, 4, out), 2);
	assert_int_equal(out[0].to, 1);
	assert_int_equal(out[1].to, 3);
	assert_int_equal(chips(&s), 0);
}

static void whatever_is_paid_no_chip_comes_or_goes(void **state)
{
	uint32_t seed = 3;

	(void)state;
	for (int round = 0; round < 2000; round++) {
		unsigned seats = 1 + toy_chance(&seed, TABLAS_SEATS_MAX);
		struct stakes s =
			table_of(seats, 1 + toy_chance(&seed, 9), toy_chance(&seed, 50));
		struct tablas_event e[40];
		struct transfer out[40];
		uint8_t rank[TABLAS_SEATS_MAX];
		int64_t before = chips(&s), home = 0;
		size_t n;

		for (size_t i = 0; i < 40; i++) {
			unsigned from = toy_chance(&seed, seats + 1);
			unsigned to = toy_chance(&seed, seats + 1);

			e[i] = stake(from == seats ? TABLAS_POT : from,
				     to == seats ? TABLAS_POT : to,
				     (int32_t)toy_chance(&seed, 6));
		}
		n = stakes_pay(&s, e, 40, TABLAS_NOBODY, out);
		assert_true(n <= 40);
		assert_int_equal(chips(&s), before);
		assert_true(s.pot >= 0);
		for (unsigned i = 0; i < seats; i++) {
			assert_true(s.purse[i] >= 0);
			rank[i] = (uint8_t)(1 + toy_chance(&seed, seats));
		}
		n = round % 2 ? stakes_settle(&s, seats, rank, out)
			      : stakes_void(&s, seats, out);
		assert_true(n <= 2 * seats);
		for (size_t i = 0; i < n; i++) {
			assert_true(out[i].amount > 0);
			if (out[i].kind == TRANSFER_SETTLE || out[i].kind == TRANSFER_REFUND)
				home += out[i].amount;
			if (out[i].kind == TRANSFER_REFUND)
				assert_int_equal(out[i].amount, s.buy_in);
		}
		assert_int_equal(home, before);
		assert_int_equal(chips(&s), 0);
	}
}

static void every_kind_of_transfer_has_a_word(void **state)
{
	(void)state;
	for (int i = 1; i < TRANSFER_KINDS; i++)
		assert_string_not_equal(transfer_word((enum transfer_kind)i), "none");
	assert_string_equal(transfer_word(TRANSFER_BUY_IN), "buy_in");
	assert_string_equal(transfer_word(TRANSFER_KINDS), "none");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_stake_is_worth_its_unit),
		cmocka_unit_test(who_has_less_pays_what_he_has),
		cmocka_unit_test(the_pot_takes_and_gives_what_it_has),
		cmocka_unit_test(a_game_for_nothing_moves_nothing),
		cmocka_unit_test(only_payments_between_two_piles_count),
		cmocka_unit_test(the_largest_amount_does_not_overflow),
		cmocka_unit_test(
			a_pot_that_is_left_goes_to_the_best_and_the_odd_chips_to_lower_seats),
		cmocka_unit_test(an_empty_purse_has_nothing_to_take_home),
		cmocka_unit_test(a_game_that_never_was_gives_everybody_the_buy_in_back),
		cmocka_unit_test(before_all_have_bought_in_each_gets_his_own_back),
		cmocka_unit_test(whatever_is_paid_no_chip_comes_or_goes),
		cmocka_unit_test(every_kind_of_transfer_has_a_word),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
