/*
 * Purses that do not cover what is claimed, purses that are added to, and what it
 * costs to leave: a whole table, in a game that nobody plays.
 */
#include "at_table.h"

static void lay_stakes(unsigned seats, const char *options, int64_t unit, int64_t buy_in,
		       struct stakes terms)
{
	int32_t values[OPTIONS_MAX];

	assert_int_equal(options_read(&tablas_plugin_toy, options, values), ACCEPTED);
	table_init(&t, &tablas_plugin_toy, seats, values, unit, buy_in);
	table_stakes(&t, &terms);
	for (unsigned i = 0; i < seats; i++)
		assert_int_equal(wants(COMMAND_SIT, i), ACCEPTED);
	house_says(FACT_STARTED, "");
}

/* Seat 0 is to throw. */
static void open_with(unsigned seats)
{
	const uint8_t faces[] = {4, 1, 1, 1};
	struct fact f;

	table_roll(&t, faces, seats, &f);
	apply(&f);
}

/* Seat 0 leaves two lone men, and seat 1 strikes one of them. */
static void strike(void)
{
	house_throws(3, 1);
	assert_int_equal(decides(0, "hand-3 hand-1"), ACCEPTED);
	house_throws(3, 2);
	assert_int_equal(decides(1, "hand-3* hand-2"), ACCEPTED);
}

static int64_t paid(enum transfer_kind kind, unsigned seat)
{
	int64_t sum = 0;

	for (size_t i = 0; i < happened.transfers_n; i++)
		if (happened.transfers[i].kind == kind && happened.transfers[i].from == seat)
			sum += happened.transfers[i].amount;
	return sum;
}

/* ---- debt ------------------------------------------------------------------------------ */

static void a_purse_goes_below_zero_as_far_as_its_credit(void **state)
{
	(void)state;
	lay_stakes(2, "", 10, 4, (struct stakes){.insolvent = INSOLVENT_DEBT, .credit = 5});
	open_with(2);
	strike();
	assert_int_equal(paid(TRANSFER_STAKE, 0), 9);
	assert_int_equal(happened.transfers[0].stakes, 1);
	assert_int_equal(t.stakes.purse[0], -5);
	assert_int_equal(t.stakes.purse[1], 13);
	assert_int_equal(t.status[0], SEAT_PLAYING);
	assert_int_equal(house_next(), HOUSE_ROLLS);
}

static void what_is_owed_is_paid_out_of_the_wallet_at_the_end(void **state)
{
	(void)state;
	lay_stakes(2, "", 10, 4, (struct stakes){.insolvent = INSOLVENT_DEBT, .credit = 50});
	open_with(2);
	strike();
	assert_int_equal(t.stakes.purse[0], -6);
	house_throws(1, 1);
	assert_int_equal(resigns(0, 1), ACCEPTED);
	assert_int_equal(decides(1, "accept"), ACCEPTED);
	assert_int_equal(t.stakes.purse[0], -16);
	house_says(FACT_FINISHED, "2 1 resigned");
	assert_int_equal(happened.transfers_n, 2);
	assert_int_equal(happened.transfers[0].kind, TRANSFER_DEBT);
	assert_int_equal(happened.transfers[0].from, 0);
	assert_int_equal(happened.transfers[0].amount, 16);
	assert_int_equal(happened.transfers[1].kind, TRANSFER_SETTLE);
	assert_int_equal(happened.transfers[1].amount, 24);
	assert_int_equal(table_chips(&t), 0);
}

static void a_game_that_never_was_leaves_no_debt(void **state)
{
	(void)state;
	lay_stakes(2, "", 10, 4, (struct stakes){.insolvent = INSOLVENT_DEBT, .credit = 50});
	open_with(2);
	strike();
	assert_int_equal(wants(COMMAND_ABORT, TABLAS_NOBODY), ACCEPTED);
	assert_int_equal(paid(TRANSFER_CORRECTION, 1), 10);
	assert_int_equal(paid(TRANSFER_REFUND, 0), 4);
	assert_int_equal(paid(TRANSFER_REFUND, 1), 4);
}

static void credit_is_for_games_of_debt_alone(void **state)
{
	(void)state;
	lay_stakes(2, "", 10, 4, (struct stakes){.credit = 50});
	assert_int_equal(t.stakes.credit, 0);
	open_with(2);
	strike();
	assert_int_equal(t.stakes.purse[0], 0);
}

/* ---- elimination ------------------------------------------------------------------------- */

static void who_cannot_pay_leaves_and_the_others_play_on(void **state)
{
	(void)state;
	lay_stakes(3, "", 10, 4, (struct stakes){.insolvent = INSOLVENT_ELIMINATE});
	open_with(3);
	strike();
	assert_int_equal(t.stakes.purse[0], 0);
	assert_int_equal(t.stakes.purse[1], 8);
	assert_int_equal(t.broke_n, 1);
	house_says(FACT_LEFT, "insolvent");
	assert_int_equal(t.status[0], SEAT_LEFT);
	assert_int_equal(t.broke_n, 0);
	assert_int_equal(t.state, TABLE_ACTIVE);
	assert_int_equal(house_next(), HOUSE_ROLLS);
	assert_int_equal(resigns(0, 0), RESIGNATION_NOT_ALLOWED);
}

static void of_two_who_cannot_pay_the_other_wins(void **state)
{
	(void)state;
	lay_stakes(2, "", 10, 4, (struct stakes){.insolvent = INSOLVENT_ELIMINATE});
	open_with(2);
	strike();
	house_says(FACT_LEFT, "insolvent");
	house_says(FACT_FINISHED, "2 1 left");
	assert_int_equal(paid(TRANSFER_SETTLE, 1), 8);
}

static void who_can_just_pay_stays(void **state)
{
	(void)state;
	lay_stakes(2, "", 4, 4, (struct stakes){.insolvent = INSOLVENT_ELIMINATE});
	open_with(2);
	strike();
	assert_int_equal(t.stakes.purse[0], 0);
	assert_int_equal(t.broke_n, 0);
	assert_int_equal(house_next(), HOUSE_ROLLS);
}

static void nothing_else_can_be_before_who_is_insolvent_has_left(void **state)
{
	struct fact f = {.kind = FACT_RESIGNED, .seat = 1, .text = "0"};

	(void)state;
	lay_stakes(3, "", 10, 4, (struct stakes){.insolvent = INSOLVENT_ELIMINATE});
	open_with(3);
	f.ply = t.ply + 1;
	f.kind = FACT_LEFT;
	strcpy(f.text, "insolvent");
	assert_int_equal(table_apply(&t, &f, &happened), -1); /* nobody is */
	strike();
	f.ply = t.ply + 1;
	assert_int_equal(table_apply(&t, &f, &happened), -1); /* another seat */
	f.seat = 0;
	strcpy(f.text, "timeout");
	assert_int_equal(table_apply(&t, &f, &happened), -1); /* another reason */
	f.kind = FACT_RESIGNED;
	strcpy(f.text, "0");
	assert_int_equal(table_apply(&t, &f, &happened), -1);
	house_says(FACT_LEFT, "insolvent");
}

static void who_has_finished_is_not_eliminated(void **state)
{
	struct transfer out[1];
	const struct tablas_event e = {
		.kind = TABLAS_EV_STAKE, .seat = 2, .other = 1, .amount = 9};

	(void)state;
	lay_stakes(3, "", 10, 4, (struct stakes){.insolvent = INSOLVENT_ELIMINATE});
	open_with(3);
	t.status[2] = SEAT_FINISHED;
	assert_int_equal(stakes_pay(&t.stakes, &e, 1, TABLAS_NOBODY, out), 1);
	assert_int_equal(t.stakes.short_n, 1);
	strike();
	assert_int_equal(t.broke_n, 1);
	assert_int_equal(t.broke[0], 0);
}

/* ---- adding to a purse ---------------------------------------------------------------------- */

static enum refusal adds(unsigned seat, int64_t chips)
{
	return want((struct command){
		.kind = COMMAND_TOP_UP, .seat = (uint8_t)seat, .chips = chips});
}

static void chips_may_be_added_where_the_game_allows_it(void **state)
{
	uint64_t asked;

	(void)state;
	lay_stakes(2, "", 2, 40, (struct stakes){.top_ups = true});
	open_with(2);
	house_throws(3, 1);
	asked = t.asked;
	assert_int_equal(adds(1, 40), ACCEPTED);
	assert_int_equal(decision.facts[0].kind, FACT_TOPPED_UP);
	assert_string_equal(decision.facts[0].text, "40");
	assert_int_equal(happened.transfers_n, 1);
	assert_int_equal(paid(TRANSFER_TOP_UP, 1), 40);
	assert_int_equal(t.stakes.purse[1], 80);
	/* Who is asked something answers it all the same. */
	assert_int_equal(t.asked, asked);
	assert_int_equal(decides(0, "hand-3 hand-1"), ACCEPTED);
}

static void what_is_added_is_bounded_and_by_who_plays(void **state)
{
	(void)state;
	lay_stakes(3, "", 2, 40, (struct stakes){.top_ups = true});
	open_with(3);
	assert_int_equal(adds(1, 41), INVALID_VALUE);
	assert_int_equal(adds(1, 0), INVALID_VALUE);
	assert_int_equal(adds(1, -1), INVALID_VALUE);
	assert_int_equal(adds(1, INT64_MAX), INVALID_VALUE);
	assert_int_equal(adds(5, 1), NOT_SEATED);
	assert_int_equal(wants(COMMAND_LEAVE, 1), ACCEPTED);
	assert_int_equal(adds(1, 1), TOP_UP_NOT_ALLOWED);
	assert_int_equal(adds(2, 1), ACCEPTED);
	lay_stakes(2, "", 2, 40, (struct stakes){0});
	assert_int_equal(adds(1, 1), TOP_UP_NOT_ALLOWED);
}

static void what_was_added_goes_back_when_the_game_never_was(void **state)
{
	(void)state;
	lay_stakes(2, "", 2, 40, (struct stakes){.top_ups = true});
	open_with(2);
	assert_int_equal(adds(0, 7), ACCEPTED);
	strike();
	assert_int_equal(wants(COMMAND_ABORT, TABLAS_NOBODY), ACCEPTED);
	assert_int_equal(paid(TRANSFER_REFUND, 0), 47);
	assert_int_equal(paid(TRANSFER_REFUND, 1), 40);
}

/* ---- the house's fee ------------------------------------------------------------------------- */

static void the_house_takes_its_part_of_what_was_won_and_not_of_what_was_brought(void **state)
{
	(void)state;
	lay_stakes(2, "men=1", 7, 100, (struct stakes){.fee = 300, .top_ups = true});
	open_with(2);
	assert_int_equal(adds(0, 50), ACCEPTED);
	house_throws(4, 4);
	assert_int_equal(decides(0, "hand-off"), ACCEPTED);
	house_says(FACT_FINISHED, "1 2 finished");
	/* 7 chips were won, of which three tenths are two and a bit */
	assert_int_equal(paid(TRANSFER_FEE, 0), 2);
	assert_int_equal(paid(TRANSFER_FEE, 1), 0);
	assert_int_equal(paid(TRANSFER_SETTLE, 0), 155);
	assert_int_equal(paid(TRANSFER_SETTLE, 1), 93);
}

/* ---- what leaving costs ------------------------------------------------------------------------ */

static void what_a_leaver_pays_is_forfeit(void **state)
{
	const struct tablas_event e[] = {
		{.kind = TABLAS_EV_STAKE, .seat = 1, .other = 0, .amount = 2, .note = "gammon"},
		{.kind = TABLAS_EV_STAKE, .seat = 0, .other = TABLAS_POT, .amount = 1}};
	struct stakes s = {.unit = 5, .purse = {9, 9}};
	struct transfer out[2];

	(void)state;
	assert_int_equal(stakes_pay(&s, e, 2, 1, out), 2);
	assert_int_equal(out[0].kind, TRANSFER_FORFEIT);
	assert_int_equal(out[0].amount, 9);
	assert_int_equal(out[0].stakes, 2);
	assert_int_equal(out[1].kind, TRANSFER_STAKE);
}

/* ---- shares --------------------------------------------------------------------------------------- */

static void a_pot_that_does_not_cover_its_winners_is_shared_by_the_largest_remainder(void **state)
{
	static const struct {
		int64_t pot;
		int32_t due[4];
		int64_t share[4];
	} rows[] = {
		{9, {4, 3, 3, 0}, {3, 3, 3, 0}},  {7, {4, 3, 3, 0}, {3, 2, 2, 0}},
		{1, {1, 1, 1, 1}, {1, 0, 0, 0}},  {3, {1, 1, 1, 1}, {1, 1, 1, 0}},
		{5, {1, 1, 3, 5}, {1, 1, 1, 2}},  {10, {5, 5, 0, 0}, {5, 5, 0, 0}},
		{11, {5, 5, 0, 0}, {5, 5, 0, 0}}, {0, {1, 2, 3, 4}, {0, 0, 0, 0}},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct stakes s = {.unit = 1, .pot = rows[i].pot};
		struct tablas_event e[8];
		struct transfer out[8];
		size_t n = 0;

		for (uint8_t seat = 0; seat < 4; seat++) {
			e[n++] = (struct tablas_event){.kind = TABLAS_EV_STAKE,
						       .seat = TABLAS_POT,
						       .other = seat,
						       .amount = rows[i].due[seat]};
			e[n++] = (struct tablas_event){.kind = TABLAS_EV_FINISHED, .seat = seat};
		}
		stakes_pay(&s, e, n, TABLAS_NOBODY, out);
		for (unsigned seat = 0; seat < 4; seat++)
			if (s.purse[seat] != rows[i].share[seat])
				fail_msg("row %zu: seat %u gets %lld", i, seat,
					 (long long)s.purse[seat]);
	}
}

static void a_pot_left_to_three_or_four_goes_out_to_the_last_chip(void **state)
{
	(void)state;
	for (int64_t pot = 0; pot <= 13; pot++)
		for (unsigned seats = 3; seats <= 4; seats++) {
			struct stakes s = {.unit = 1, .pot = pot};
			const uint8_t rank[] = {1, 1, 1, 1};
			struct transfer out[12];
			int64_t sum = 0;
			size_t n = stakes_settle(&s, seats, rank, out);

			for (size_t i = 0; i < n; i++) {
				if (out[i].kind != TRANSFER_POT)
					continue;
				sum += out[i].amount;
				assert_int_equal(out[i].amount,
						 pot / seats + (out[i].to < pot % seats));
			}
			assert_int_equal(sum, pot);
		}
}

/* ---- all of it in a record -------------------------------------------------------------------------- */

static void the_terms_stand_in_the_first_fact(void **state)
{
	struct fact f;

	(void)state;
	lay_stakes(2, "", 10, 4,
		   (struct stakes){.insolvent = INSOLVENT_DEBT, .credit = 5, .fee = 20,
				   .top_ups = true});
	table_created(&t, &f);
	assert_non_null(
		strstr(f.text, " stake 10 4 insolvent debt credit 5 fee 20 top-ups"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_purse_goes_below_zero_as_far_as_its_credit),
		cmocka_unit_test(what_is_owed_is_paid_out_of_the_wallet_at_the_end),
		cmocka_unit_test(a_game_that_never_was_leaves_no_debt),
		cmocka_unit_test(credit_is_for_games_of_debt_alone),
		cmocka_unit_test(who_cannot_pay_leaves_and_the_others_play_on),
		cmocka_unit_test(of_two_who_cannot_pay_the_other_wins),
		cmocka_unit_test(who_can_just_pay_stays),
		cmocka_unit_test(nothing_else_can_be_before_who_is_insolvent_has_left),
		cmocka_unit_test(who_has_finished_is_not_eliminated),
		cmocka_unit_test(chips_may_be_added_where_the_game_allows_it),
		cmocka_unit_test(what_is_added_is_bounded_and_by_who_plays),
		cmocka_unit_test(what_was_added_goes_back_when_the_game_never_was),
		cmocka_unit_test(
			the_house_takes_its_part_of_what_was_won_and_not_of_what_was_brought),
		cmocka_unit_test(what_a_leaver_pays_is_forfeit),
		cmocka_unit_test(
			a_pot_that_does_not_cover_its_winners_is_shared_by_the_largest_remainder),
		cmocka_unit_test(a_pot_left_to_three_or_four_goes_out_to_the_last_chip),
		cmocka_unit_test(the_terms_stand_in_the_first_fact),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
