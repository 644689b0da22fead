/*
 * test_fair.c - dice that can be computed again: what another program computed,
 * the chain of a match, and whether the faces are even.
 */
#include "daemon/dice.h"
#include "game/chi.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

static struct fair game_of(const char *id, uint32_t game, uint32_t links)
{
	struct fair f = {.links = links};

	for (unsigned i = 0; i < FAIR_SIZE; i++)
		f.root[i] = (unsigned char)i;
	fair_begin(&f, &dice_hash, id, game);
	return f;
}

/* ---- what docs/verify_dice.py gives ------------------------------------------------- */

struct vector {
	uint64_t number;
	unsigned sides;
	const char *faces;
};

static void assert_throws(const struct fair *f, const struct vector *v, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		uint8_t faces[64];
		char text[256] = "";
		size_t dice = 1, at = 0;

		for (const char *p = v[i].faces; *p; p++)
			dice += *p == ' ';
		fair_throw(f, &dice_hash, v[i].number, v[i].sides, faces, dice);
		for (size_t d = 0; d < dice; d++)
			at += (size_t)snprintf(text + at, sizeof(text) - at, "%s%u",
					       d ? " " : "", faces[d]);
		assert_string_equal(text, v[i].faces);
	}
}

static void throws_are_those_that_another_program_makes(void **state)
{
	static const struct vector bare[] = {
		{1, 6, "6 5"},
		{2, 6, "6 3"},
		{17, 6, "2 4 1"},
		{3, 2, "2 1 1 2 2 1 1 2"},
		{4, 20, "13 6 18 4 13 16 17 16"},
		{5, 100, "11 64 53 97 55 75 7 86"},
		{6, 129, "74 80 13 70 129 77 121 96 127 10 6 53 35 83 110 63 70 26 62 25 14 76 1 57 "
			 "15 44 13 118 80 65 59 27 89 50 58 37 75 113 46 84"},
		{7, 255, "103 177 21 9 185 185 2 194"},
		{4294967297, 6, "4 6"},
	};
	static const struct vector given[] = {
		{1, 6, "1 1"},
		{2, 6, "1 4"},
		{17, 6, "3 5 6"},
		{5, 100, "2 22 42 89 24 48 7 79"},
		{7, 255, "250 5 255 210 78 171 78 175"},
	};
	struct fair f = game_of("7k3m9qzd2x", 1, 1);

	(void)state;
	assert_throws(&f, bare, sizeof(bare) / sizeof(*bare));
	assert_true(fair_contribute(&f, 1, "whatever comes to mind"));
	assert_true(fair_contribute(&f, 0, "\xe2\x9a\x85 # 7"));
	assert_throws(&f, given, sizeof(given) / sizeof(*given));
}

static void a_commitment_is_the_sha256_of_the_secret(void **state)
{
	struct fair f = game_of("7k3m9qzd2x", 1, 1);
	unsigned char commitment[FAIR_SIZE];
	char hex[FAIR_HEX_SIZE];

	(void)state;
	cup_commitment(&f, commitment);
	fair_hex(commitment, hex);
	assert_string_equal(hex,
			    "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd");
}

/* ---- contributions --------------------------------------------------------------------- */

static void contributions_stand_in_the_order_they_came(void **state)
{
	struct fair f = game_of("7k3m9qzd2x", 1, 1);
	char text[FAIR_CONTRIBUTION_MAX + 1];
	const char *at = NULL;
	unsigned seat;

	(void)state;
	assert_false(fair_next(&f, &at, &seat, text));
	assert_true(fair_contribute(&f, 2, "two words"));
	assert_true(fair_contribute(&f, 0, "x"));
	assert_true(fair_contribute(&f, 1, "seat 0 y"));
	assert_true(fair_withdraw(&f, 0));
	assert_false(fair_withdraw(&f, 0));
	assert_true(fair_contribute(&f, 0, "last"));
	assert_string_equal(f.head, "tablas dice 1\ngame 7k3m9qzd2x 1\nseat 2 two words\n"
				    "seat 1 seat 0 y\nseat 0 last\n");
	assert_true(fair_next(&f, &at, &seat, text));
	assert_int_equal(seat, 2);
	assert_string_equal(text, "two words");
	assert_true(fair_next(&f, &at, &seat, text));
	assert_int_equal(seat, 1);
	assert_string_equal(text, "seat 0 y");
	assert_true(fair_next(&f, &at, &seat, text));
	assert_string_equal(text, "last");
	assert_false(fair_next(&f, &at, &seat, text));
}

static void every_seat_has_room_to_contribute(void **state)
{
	struct fair f = game_of("7k3m9qzd2x", 4000000000u, 1), before;
	char most[FAIR_CONTRIBUTION_MAX + 1];
	uint8_t face;

	(void)state;
	memset(most, 'm', FAIR_CONTRIBUTION_MAX);
	most[FAIR_CONTRIBUTION_MAX] = '\0';
	for (unsigned seat = 0; seat < TABLAS_SEATS_MAX; seat++)
		assert_true(fair_contribute(&f, seat, most));
	fair_throw(&f, &dice_hash, UINT64_MAX / 2, 6, &face, 1);
	before = f;
	assert_false(fair_contribute(&f, 0, most));
	assert_string_equal(f.head, before.head);
}

static void a_contribution_is_one_line_of_some_length(void **state)
{
	char text[FAIR_CONTRIBUTION_MAX + 2];

	(void)state;
	assert_true(fair_is_contribution("x"));
	assert_true(fair_is_contribution("\xc3\xb1 # 7"));
	assert_false(fair_is_contribution(""));
	assert_false(fair_is_contribution("a\nseat 1 b"));
	assert_false(fair_is_contribution("a\x7f"));
	assert_false(fair_is_contribution("\ta"));
	memset(text, 'm', sizeof(text));
	text[FAIR_CONTRIBUTION_MAX + 1] = '\0';
	assert_false(fair_is_contribution(text));
	text[FAIR_CONTRIBUTION_MAX] = '\0';
	assert_true(fair_is_contribution(text));
}

/* ---- the chain of a match ----------------------------------------------------------------- */

static void the_secret_of_a_game_commits_to_the_next(void **state)
{
	unsigned char commitment[FAIR_SIZE], of_first[FAIR_SIZE], first[FAIR_SIZE];
	uint32_t links = fair_links(5);
	struct fair f = game_of("7k3m9qzd2x", 1, links), next;

	(void)state;
	assert_int_equal(links, 10);
	cup_commitment(&f, of_first);
	for (uint32_t game = 2; game <= links; game++) {
		next = game_of("7k3m9qzd2x", game, links);
		cup_commitment(&next, commitment);
		assert_memory_equal(commitment, f.secret, FAIR_SIZE);
		fair_first(&dice_hash, commitment, fair_link(game, links), first);
		assert_memory_equal(first, of_first, FAIR_SIZE);
		f = next;
	}
	assert_memory_equal(f.secret, f.root, FAIR_SIZE);
	assert_int_equal(fair_link(10, links), 10);
	assert_int_equal(fair_link(11, links), 1);
	assert_int_equal(fair_links(0), 1);
	assert_int_equal(fair_link(1, 1), 1);
}

static void games_of_a_chain_throw_other_dice(void **state)
{
	struct fair one = game_of("7k3m9qzd2x", 1, 1), other = one;
	uint8_t a[8], b[8];

	(void)state;
	fair_head(&other, "7k3m9qzd2x", 2);
	fair_throw(&one, &dice_hash, 1, 255, a, 8);
	fair_throw(&other, &dice_hash, 1, 255, b, 8);
	assert_memory_not_equal(a, b, 8);
	fair_head(&other, "7k3m9qzd2y", 1);
	fair_throw(&other, &dice_hash, 1, 255, b, 8);
	assert_memory_not_equal(a, b, 8);
}

static void secrets_are_drawn_anew_and_repeat_with_their_seed_only(void **state)
{
	static const unsigned char seed[FAIR_SIZE] = "a seed of thirty-two bytes";
	struct cup real, seeded;
	struct fair a, b, c;

	(void)state;
	cup_init(&real);
	cup_begin(&real, &a, 1, "aaaaaaaaaa", 1);
	cup_begin(&real, &b, 1, "aaaaaaaaaa", 1);
	assert_memory_not_equal(a.secret, b.secret, FAIR_SIZE);
	cup_init(&seeded);
	seeded.seed = seed;
	cup_begin(&seeded, &a, 1, "aaaaaaaaaa", 1);
	cup_begin(&seeded, &b, 1, "aaaaaaaaaa", 1);
	assert_memory_not_equal(a.secret, b.secret, FAIR_SIZE);
	seeded.secrets = 0;
	cup_begin(&seeded, &c, 1, "aaaaaaaaaa", 1);
	assert_memory_equal(a.secret, c.secret, FAIR_SIZE);
}

/* ---- even faces: always the same throws, so a bound once kept is kept -------------------------- */

#define GAMES 200
#define THROWS 60

/* One game's faces must be no odder than once in 100,000; 200 of them are looked at. */
#define ONE_GAME 1e-5
#define ALL_GAMES 1e-3

static void every_face_is_as_likely_of_all_dice_there_are(void **state)
{
	static const unsigned sides[] = {2, 3, 4, 6, 7, 8, 10, 12, 20, 100, 129, 200, 255};

	(void)state;
	for (size_t s = 0; s < sizeof(sides) / sizeof(*sides); s++) {
		struct fair f = game_of("7k3m9qzd2x", (uint32_t)s + 1, 100);
		int64_t seen[256] = {0};
		uint8_t faces[200];

		for (uint64_t i = 1; i <= 200; i++) {
			fair_throw(&f, &dice_hash, i, sides[s], faces, sizeof(faces));
			for (size_t d = 0; d < sizeof(faces); d++) {
				assert_in_range(faces[d], 1, sides[s]);
				seen[faces[d]]++;
			}
		}
		assert_true(chi_tail(chi_square(seen + 1, sides[s]), sides[s] - 1) > ALL_GAMES);
	}
}

static void the_dice_of_each_game_are_even_and_of_all_together(void **state)
{
	static const unsigned char seed[FAIR_SIZE] = "the evening of the long table";
	int64_t all[6] = {0}, pairs[36] = {0}, order[36] = {0};
	uint8_t before = 0;
	struct cup cup;

	(void)state;
	cup_init(&cup);
	cup.seed = seed;
	for (unsigned g = 0; g < GAMES; g++) {
		struct fair f;
		int64_t one[6] = {0};
		char key[11];

		snprintf(key, sizeof(key), "game%06u", g);
		cup_begin(&cup, &f, 1, key, 1);
		for (uint64_t i = 1; i <= THROWS; i++) {
			uint8_t faces[2];

			fair_throw(&f, &dice_hash, i, 6, faces, 2);
			for (unsigned d = 0; d < 2; d++) {
				one[faces[d] - 1]++;
				all[faces[d] - 1]++;
			}
			pairs[6 * (faces[0] - 1) + faces[1] - 1]++;
			if (before)
				order[6 * (before - 1) + faces[0] - 1]++;
			before = faces[0];
		}
		assert_true(chi_tail(chi_square(one, 6), 5) > ONE_GAME);
	}
	assert_true(chi_tail(chi_square(all, 6), 5) > ALL_GAMES);
	assert_true(chi_tail(chi_square(pairs, 36), 35) > ALL_GAMES);
	assert_true(chi_tail(chi_square(order, 36), 35) > ALL_GAMES);
}

static void a_loaded_die_is_noticed(void **state)
{
	int64_t seen[6] = {1000, 1000, 1000, 1000, 1000, 1200};

	(void)state;
	assert_true(chi_tail(chi_square(seen, 6), 5) < 1e-4);
	seen[5] = 1040;
	assert_true(chi_tail(chi_square(seen, 6), 5) > 0.1);
}

static void assert_near(double a, double b)
{
	if (fabs(a - b) > 1e-4 * b)
		fail_msg("%g is not %g", a, b);
}

/* Quantiles as tables of the distribution print them. */
static void the_tail_of_chi_square_is_what_tables_print(void **state)
{
	(void)state;
	assert_near(chi_tail(3.8414588, 1), 0.05);
	assert_near(chi_tail(5.9914645, 2), 0.05);
	assert_near(chi_tail(7.8147279, 3), 0.05);
	assert_near(chi_tail(11.0704977, 5), 0.05);
	assert_near(chi_tail(15.0862725, 5), 0.01);
	assert_near(chi_tail(20.5150057, 5), 0.001);
	assert_near(chi_tail(30.1435272, 19), 0.05);
	assert_near(chi_tail(123.2252215, 99), 0.05);
	assert_true(chi_tail(0, 5) == 1);
	assert_true(chi_tail(1e6, 5) < 1e-300);
	assert_true(chi_square((int64_t[]){0, 0}, 2) == 0);
	assert_near(chi_square((int64_t[]){8, 12}, 2), 0.8);
}

/* ---- hexadecimal ----------------------------------------------------------------------------------- */

static void hexadecimal_is_read_as_it_is_written_and_no_other(void **state)
{
	char hex[FAIR_HEX_SIZE];
	unsigned char bytes[FAIR_SIZE];
	struct fair f = game_of("7k3m9qzd2x", 1, 3);

	(void)state;
	fair_hex(f.secret, hex);
	assert_true(fair_unhex(hex, bytes));
	assert_memory_equal(bytes, f.secret, FAIR_SIZE);
	hex[63] = '\0';
	assert_false(fair_unhex(hex, bytes));
	assert_false(fair_unhex("", bytes));
	fair_hex(f.secret, hex);
	hex[5] = 'G';
	assert_false(fair_unhex(hex, bytes));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(throws_are_those_that_another_program_makes),
		cmocka_unit_test(a_commitment_is_the_sha256_of_the_secret),
		cmocka_unit_test(contributions_stand_in_the_order_they_came),
		cmocka_unit_test(every_seat_has_room_to_contribute),
		cmocka_unit_test(a_contribution_is_one_line_of_some_length),
		cmocka_unit_test(the_secret_of_a_game_commits_to_the_next),
		cmocka_unit_test(games_of_a_chain_throw_other_dice),
		cmocka_unit_test(secrets_are_drawn_anew_and_repeat_with_their_seed_only),
		cmocka_unit_test(every_face_is_as_likely_of_all_dice_there_are),
		cmocka_unit_test(the_dice_of_each_game_are_even_and_of_all_together),
		cmocka_unit_test(a_loaded_die_is_noticed),
		cmocka_unit_test(the_tail_of_chi_square_is_what_tables_print),
		cmocka_unit_test(hexadecimal_is_read_as_it_is_written_and_no_other),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
