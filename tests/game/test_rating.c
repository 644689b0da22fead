/*
 * test_rating.c - ratings by numbers that were worked out by hand, or printed by
 * others, and by what must hold for any.
 */
#include "game/rating.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const uint8_t first_wins[] = {1, 2}, second_wins[] = {2, 1}, nobody_wins[] = {1, 1};

static struct rating after[TABLAS_SEATS_MAX];

static void rate(int64_t a, int64_t of_a, int64_t b, int64_t of_b, const uint8_t *rank,
		 uint32_t length)
{
	const struct rating before[2] = {{a * RATING_POINT, of_a}, {b * RATING_POINT, of_b}};

	rating_change(before, rank, 2, length, after);
}

static void assert_points(int64_t first, int64_t second)
{
	assert_int_equal(after[0].points, first);
	assert_int_equal(after[1].points, second);
}

/* ---- the formula of FIBS ------------------------------------------------------------- */

/* K = 5 - 1/100; 4 * 4.99 * 1 * 1/2 = 9.98 */
static void of_two_newcomers_the_winner_of_one_point_gains_nine_point_ninety_eight(void **state)
{
	(void)state;
	rate(1500, 0, 1500, 0, first_wins, 1);
	assert_points(1509980, 1490020);
	assert_int_equal(after[0].experience, 1);
	rate(1500, 0, 1500, 0, second_wins, 1);
	assert_points(1490020, 1509980);
}

/*
 * D = 100, n = 5: 10^(100 * 2.2360680 / 2000) = 10^0.1118034 = 1.2936099, so the
 * underdog wins 1 / 2.2936099 = 0.4359940 of such matches.  K = 1: he gains
 * 4 * 2.2360680 * 0.5640060 = 5.0446240, or loses 4 * 2.2360680 * 0.4359940 = 3.8996480.
 */
static void an_upset_moves_more_than_what_was_expected(void **state)
{
	(void)state;
	rate(1500, 400, 1600, 1000, first_wins, 5);
	assert_points(1505045, 1594955);
	rate(1500, 400, 1600, 1000, second_wins, 5);
	assert_points(1496100, 1603900);
	assert_int_equal(after[0].experience, 405);
}

/* K of 393 + 7 is 1, of 93 + 7 it is 4; both expected half: 4 * K * 2.6457513 / 2. */
static void each_has_the_k_of_his_own_experience(void **state)
{
	(void)state;
	rate(1500, 393, 1500, 93, first_wins, 7);
	assert_points(1505292, 1478834);
	rate(1500, 100000, 1500, 399, first_wins, 1);
	assert_points(1502000, 1498000);
}

/* Half a result each: nothing between equals; else what is missing to, or beyond, the half. */
static void a_draw_is_half_of_each_result(void **state)
{
	(void)state;
	rate(1700, 50, 1700, 50, nobody_wins, 1);
	assert_points(1700000, 1700000);
	rate(1500, 400, 1600, 400, nobody_wins, 5);
	assert_points(1500572, 1599428); /* 4 * 2.2360680 * (0.5 - 0.4359940) */
}

/* "Batting average for favorite to maintain his rating": rec.games.backgammon, bkgm.com/rgb/45. */
static void what_is_expected_is_what_was_printed(void **state)
{
	static const uint32_t lengths[] = {1, 3, 5, 7, 9, 11};
	static const struct {
		int apart, thousandths[6];
	} printed[] = {
		{0, {500, 500, 500, 500, 500, 500}},   {100, {529, 550, 564, 576, 585, 594}},
		{200, {557, 598, 626, 648, 666, 682}}, {300, {585, 645, 684, 714, 738, 759}},
		{400, {613, 689, 737, 772, 799, 822}}, {500, {640, 730, 784, 821, 849, 871}},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(printed) / sizeof(printed[0]); i++)
		for (size_t j = 0; j < 6; j++) {
			int64_t p = rating_expected((1500 + printed[i].apart) * RATING_POINT,
						    1500 * RATING_POINT, lengths[j]);
			/* the table was cut off here and rounded there */
			assert_in_range((p * 10000 / RATING_CERTAIN) + 10,
					10 * printed[i].thousandths[j],
					10 * printed[i].thousandths[j] + 20);
		}
}

/* ---- four -------------------------------------------------------------------------------- */

/* Each of three pairs is a third of 9.98: 3.327. */
static void four_newcomers_are_rated_by_their_six_pairs(void **state)
{
	struct rating before[4];
	const uint8_t rank[4] = {3, 1, 4, 2};

	(void)state;
	for (int i = 0; i < 4; i++)
		before[i] = (struct rating){RATING_START, 0};
	rating_change(before, rank, 4, 1, after);
	assert_int_equal(after[1].points, 1509981);
	assert_int_equal(after[3].points, 1503327);
	assert_int_equal(after[0].points, 1496673);
	assert_int_equal(after[2].points, 1490019);
}

/* Who wins alone and leaves three equal has three pairs; they have one each. */
static void equal_ranks_have_drawn(void **state)
{
	struct rating before[4];
	const uint8_t rank[4] = {2, 2, 1, 2};

	(void)state;
	for (int i = 0; i < 4; i++)
		before[i] = (struct rating){RATING_START, 0};
	rating_change(before, rank, 4, 1, after);
	assert_int_equal(after[2].points, 1509981);
	assert_int_equal(after[0].points, 1496673);
	assert_int_equal(after[1].points, 1496673);
	assert_int_equal(after[3].points, 1496673);
}

/* ---- whatever the numbers ------------------------------------------------------------------ */

static uint32_t seed;

static uint32_t chance(uint32_t n)
{
	seed = seed * 1664525 + 1013904223;
	return (uint32_t)((uint64_t)seed * n >> 32);
}

static unsigned any_game(struct rating before[4], uint8_t rank[4], uint32_t *length, bool alike)
{
	const unsigned seats = chance(2) ? 2 : 4;
	const int64_t experience = chance(600);

	*length = seats == 2 ? 1 + chance(chance(2) ? 1000 : 25) : 1;
	for (unsigned i = 0; i < seats; i++) {
		before[i].points = (int64_t)chance(3000 * RATING_POINT) - 100 * RATING_POINT;
		before[i].experience = alike ? experience : (int64_t)chance(600);
		rank[i] = (uint8_t)(1 + chance(seats));
	}
	return seats;
}

static void who_is_equally_experienced_wins_what_others_lose(void **state)
{
	struct rating before[4];
	uint8_t rank[4];
	uint32_t length;

	(void)state;
	seed = 1;
	for (int n = 0; n < 20000; n++) {
		unsigned seats = any_game(before, rank, &length, true);
		int64_t sum = 0;

		rating_change(before, rank, seats, length, after);
		for (unsigned i = 0; i < seats; i++)
			sum += after[i].points - before[i].points;
		assert_int_equal(sum, 0);
	}
}

static void it_makes_no_difference_who_sits_where(void **state)
{
	struct rating before[4], turned[4], then[4];
	uint8_t rank[4], turned_rank[4];
	uint32_t length;

	(void)state;
	seed = 2;
	for (int n = 0; n < 5000; n++) {
		unsigned seats = any_game(before, rank, &length, false);

		for (unsigned i = 0; i < seats; i++) {
			turned[(i + 1) % seats] = before[i];
			turned_rank[(i + 1) % seats] = rank[i];
		}
		rating_change(before, rank, seats, length, after);
		rating_change(turned, turned_rank, seats, length, then);
		for (unsigned i = 0; i < seats; i++) {
			assert_int_equal(then[(i + 1) % seats].points, after[i].points);
			assert_int_equal(then[(i + 1) % seats].experience, after[i].experience);
		}
	}
}

static void the_better_rank_never_costs_and_the_worse_never_pays(void **state)
{
	struct rating before[4];
	uint8_t rank[4];
	uint32_t length;

	(void)state;
	seed = 3;
	for (int n = 0; n < 20000; n++) {
		if (any_game(before, rank, &length, false) != 2 || rank[0] == rank[1])
			continue;
		rating_change(before, rank, 2, length, after);
		for (int i = 0; i < 2; i++) {
			int64_t change = after[i].points - before[i].points;

			assert_true(rank[i] == 1 ? change >= 0 : change <= 0);
			assert_true(change <= 20 * 32 * RATING_POINT);
		}
	}
}

/* A sum over many games, so that another machine or compiler that differs is seen. */
static void every_machine_finds_the_same(void **state)
{
	struct rating before[4];
	uint64_t digest = 14695981039346656037u;
	uint8_t rank[4];
	uint32_t length;

	(void)state;
	seed = 4;
	for (int n = 0; n < 50000; n++) {
		unsigned seats = any_game(before, rank, &length, false);

		rating_change(before, rank, seats, length, after);
		for (unsigned i = 0; i < seats; i++)
			digest = (digest ^ (uint64_t)after[i].points) * 1099511628211u;
	}
	assert_int_equal(digest, UINT64_C(0xd818194383980c88));
}

/* ---- time classes and ranks ------------------------------------------------------------------ */

static void a_time_class_is_that_of_the_time_for_a_decision(void **state)
{
	static const struct {
		const char *clock;
		enum rating_class class;
	} of[] = {
		{"", RATING_UNTIMED},
		{"per_move P3D", RATING_LETTER},
		{"per_move PT12H", RATING_LETTER},
		{"per_move PT11H59M59S", RATING_DAY},
		{"per_move PT6H bank P10D", RATING_LETTER}, /* P10D / 40 is six hours */
		{"per_move PT6H increment PT6H", RATING_LETTER},
		{"per_move PT10M", RATING_DAY},
		{"per_move PT9M59S", RATING_LIVE},
		{"per_move PT5S bank PT5M", RATING_FAST}, /* 12.5 seconds */
		{"per_move PT5S bank PT5M increment PT3S", RATING_LIVE},
		{"per_move PT15S", RATING_LIVE},
		{"per_move PT14S", RATING_FAST},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
		struct pace pace = {.timed = of[i].clock[0] != '\0'};
		char word[16], value[40];
		const char *p = of[i].clock;
		int n;

		for (; sscanf(p, "%15s %39s%n", word, value, &n) == 2; p += n)
			assert_true(pace_read_duration(value, word[0] == 'p'   ? &pace.per_move
							      : word[0] == 'b' ? &pace.bank
									       : &pace.increment));
		assert_int_equal(rating_class(&pace), of[i].class);
	}
}

static void a_class_is_read_as_it_is_written(void **state)
{
	enum rating_class class;

	(void)state;
	for (int c = RATING_UNTIMED; c < RATING_CLASS_END; c++) {
		assert_true(rating_class_read(rating_class_word((enum rating_class)c), &class));
		assert_int_equal(class, c);
	}
	assert_false(rating_class_read("slow", &class));
	assert_null(rating_class_word(RATING_CLASS_END));
}

static void ranks_are_read_from_an_outcome(void **state)
{
	uint8_t rank[TABLAS_SEATS_MAX];

	(void)state;
	assert_int_equal(rating_ranks("2 1 gammon", 2, rank), 0);
	assert_int_equal(rank[0], 2);
	assert_int_equal(rank[1], 1);
	assert_int_equal(rating_ranks("4 1 2 2 -", 4, rank), 0);
	assert_int_equal(rank[3], 2);
	assert_int_equal(rating_ranks("", 2, rank), -1);
	assert_int_equal(rating_ranks("1 gammon", 2, rank), -1);
	assert_int_equal(rating_ranks("1 0", 2, rank), -1);
	assert_int_equal(rating_ranks("1 9", 2, rank), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			of_two_newcomers_the_winner_of_one_point_gains_nine_point_ninety_eight),
		cmocka_unit_test(an_upset_moves_more_than_what_was_expected),
		cmocka_unit_test(each_has_the_k_of_his_own_experience),
		cmocka_unit_test(a_draw_is_half_of_each_result),
		cmocka_unit_test(what_is_expected_is_what_was_printed),
		cmocka_unit_test(four_newcomers_are_rated_by_their_six_pairs),
		cmocka_unit_test(equal_ranks_have_drawn),
		cmocka_unit_test(who_is_equally_experienced_wins_what_others_lose),
		cmocka_unit_test(it_makes_no_difference_who_sits_where),
		cmocka_unit_test(the_better_rank_never_costs_and_the_worse_never_pays),
		cmocka_unit_test(every_machine_finds_the_same),
		cmocka_unit_test(a_time_class_is_that_of_the_time_for_a_decision),
		cmocka_unit_test(a_class_is_read_as_it_is_written),
		cmocka_unit_test(ranks_are_read_from_an_outcome),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
