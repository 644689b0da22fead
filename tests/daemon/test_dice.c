/* test_dice.c - the cup: fair when it is real, faithful when it is scripted. */
#include "daemon/dice.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <string.h>

#define THROWS 60000

/*
 * Bounds that fair dice pass but once in more than a thousand million runs:
 * the chi-square distribution exceeds them with p < 1e-9.
 */
#define FAIR_5	51.0  /* of 5 degrees of freedom: p = 8.7e-10 */
#define FAIR_35 112.0 /* of 35 degrees of freedom: p = 4.6e-10 */

static double chi_square(const unsigned *seen, size_t cells, double expected)
{
	double sum = 0;

	for (size_t i = 0; i < cells; i++) {
		double d = (double)seen[i] - expected;

		sum += d * d / expected;
	}
	return sum;
}

static void every_face_is_as_likely_as_every_other(void **state)
{
	struct cup cup;
	unsigned seen[6] = {0};
	uint8_t faces[4];

	(void)state;
	cup_init(&cup);
	for (size_t i = 0; i < THROWS / 4; i++) {
		assert_int_equal(cup_shake(&cup, 6, faces, 4), 0);
		for (size_t d = 0; d < 4; d++) {
			assert_in_range(faces[d], 1, 6);
			seen[faces[d] - 1]++;
		}
	}
	assert_true(chi_square(seen, 6, THROWS / 6.0) < FAIR_5);
	cup_fini(&cup);
}

static void a_die_does_not_know_the_one_before(void **state)
{
	struct cup cup;
	unsigned seen[36] = {0};
	uint8_t faces[2];

	(void)state;
	cup_init(&cup);
	for (size_t i = 0; i < THROWS; i++) {
		assert_int_equal(cup_shake(&cup, 6, faces, 2), 0);
		seen[(faces[0] - 1) * 6 + faces[1] - 1]++;
	}
	assert_true(chi_square(seen, 36, THROWS / 36.0) < FAIR_35);
	cup_fini(&cup);
}

static void dice_may_have_any_number_of_sides(void **state)
{
	struct cup cup;
	uint8_t faces[200];
	static const unsigned sides[] = {2, 3, 7, 8, 20, 255};

	(void)state;
	cup_init(&cup);
	for (size_t s = 0; s < sizeof(sides) / sizeof(sides[0]); s++) {
		assert_int_equal(cup_shake(&cup, sides[s], faces, sizeof(faces)), 0);
		for (size_t i = 0; i < sizeof(faces); i++)
			assert_in_range(faces[i], 1, sides[s]);
	}
	assert_int_equal(cup_shake(&cup, 1, faces, 1), -1);
	assert_int_equal(cup_shake(&cup, 256, faces, 1), -1);
	cup_fini(&cup);
}

static void a_scripted_cup_throws_what_was_written(void **state)
{
	struct cup cup;
	uint8_t faces[3];

	(void)state;
	cup_init(&cup);
	assert_int_equal(cup_script(&cup, "3 1,6  2 5 4"), 0);
	assert_int_equal(cup_shake(&cup, 6, faces, 3), 0);
	assert_memory_equal(faces, "\3\1\6", 3);
	assert_int_equal(cup_shake(&cup, 6, faces, 2), 0);
	assert_memory_equal(faces, "\2\5", 2);
	assert_int_equal(cup_shake(&cup, 6, faces, 1), 0);
	assert_int_equal(faces[0], 4);
	cup_fini(&cup);
}

static void after_the_script_the_dice_are_real(void **state)
{
	struct cup cup;
	uint8_t faces[2000];
	unsigned sixes = 0;

	(void)state;
	cup_init(&cup);
	assert_int_equal(cup_script(&cup, "6 6"), 0);
	assert_int_equal(cup_shake(&cup, 6, faces, sizeof(faces)), 0);
	assert_memory_equal(faces, "\6\6", 2);
	for (size_t i = 0; i < sizeof(faces); i++)
		sixes += faces[i] == 6;
	assert_in_range(sixes, 150, 550);
	cup_fini(&cup);
}

static void a_face_the_die_does_not_have_is_refused_and_kept(void **state)
{
	struct cup cup;
	uint8_t faces[2];

	(void)state;
	cup_init(&cup);
	assert_int_equal(cup_script(&cup, "2 8"), 0);
	assert_int_equal(cup_shake(&cup, 6, faces, 2), -1);
	assert_int_equal(cup_shake(&cup, 8, faces, 2), 0);
	assert_memory_equal(faces, "\2\10", 2);
	cup_fini(&cup);
}

static void what_is_no_script_changes_nothing(void **state)
{
	static const char *const texts[] = {"0", "3 x", "-1", "256", "1.5", "3;4", "6 0"};
	struct cup cup;
	uint8_t face;

	(void)state;
	cup_init(&cup);
	assert_int_equal(cup_script(&cup, "5"), 0);
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		assert_int_equal(cup_script(&cup, texts[i]), -1);
	assert_int_equal(cup_shake(&cup, 6, &face, 1), 0);
	assert_int_equal(face, 5);
	cup_fini(&cup);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_face_is_as_likely_as_every_other),
		cmocka_unit_test(a_die_does_not_know_the_one_before),
		cmocka_unit_test(dice_may_have_any_number_of_sides),
		cmocka_unit_test(a_scripted_cup_throws_what_was_written),
		cmocka_unit_test(after_the_script_the_dice_are_real),
		cmocka_unit_test(a_face_the_die_does_not_have_is_refused_and_kept),
		cmocka_unit_test(what_is_no_script_changes_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
