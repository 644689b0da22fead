/*
 * Whole decisions: what stepping finds, with nothing twice and nothing missing.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "game/plays.h"
#include "toy.h"

#define CAP 600

static const struct tablas_plugin *game = &tablas_plugin_toy;
static _Alignas(16) unsigned char memory[1 << 20];
static struct plays plays;

static void room_for(const struct tablas_plugin *plugin, size_t cap)
{
	assert_true(plays_memory(plugin, cap) <= sizeof(memory) - 1);
	plays_init(&plays, plugin, cap, memory + 1); /* from wherever it may be */
}

/* Every end by every order, each once: the slow way. */
static struct toy ends[CAP];
static size_t ends_n;

static void step_through(const struct toy *t, const struct tablas_wait *asked, unsigned seat)
{
	tablas_move legal[64];
	size_t n = game->legal(t, seat, legal, 64);

	for (size_t i = 0; i < n; i++) {
		struct tablas_event v[TABLAS_EVENTS_MAX];
		struct tablas_events events = {v, 0};
		struct tablas_wait after;
		struct toy next = *t;
		size_t k = 0;

		game->play(&next, seat, legal[i], &events);
		game->wait(&next, &after);
		if (plays_go_on(asked, &after, v, events.n)) {
			step_through(&next, asked, seat);
			continue;
		}
		while (k < ends_n && memcmp(&ends[k], &next, sizeof(next)) != 0)
			k++;
		assert_true(k < CAP);
		ends[k] = next;
		ends_n += k == ends_n;
	}
}

static struct toy random_turn(uint32_t *seed)
{
	struct toy t = toy_turn(2 + toy_chance(seed, 3), 1 + toy_chance(seed, 4),
				1 + toy_chance(seed, 4));

	t.option[TOY_DUTY] = (uint8_t)toy_chance(seed, 2);
	for (unsigned seat = 0; seat < t.seats; seat++)
		for (unsigned i = 0; i < 4; i++) {
			unsigned at = toy_chance(seed, 13);

			for (unsigned other = 0; other < t.seats; other++)
				if (other != seat && t.men[other][at])
					at = TOY_HAND;
			t.men[seat][at]++;
		}
	return t;
}

static bool is_listed(const struct toy *end)
{
	for (size_t i = 0; i < plays.n; i++)
		if (memcmp(plays.positions + i * sizeof(*end), end, sizeof(*end)) == 0)
			return true;
	return false;
}

static void stepping_and_listing_agree(void **state)
{
	uint32_t seed = 11;
	size_t most = 0;

	(void)state;
	room_for(game, CAP);
	for (int round = 0; round < 400; round++) {
		struct toy t = random_turn(&seed);
		struct tablas_wait asked;

		ends_n = 0;
		game->wait(&t, &asked);
		step_through(&t, &asked, 0);
		plays_list(&plays, &t, 0);
		assert_false(plays.truncated);
		assert_int_equal(plays.n, ends_n);
		for (size_t i = 0; i < ends_n; i++)
			assert_true(is_listed(&ends[i]));
		most = plays.n > most ? plays.n : most;
	}
	assert_true(most > 15);
}

static void the_moves_of_a_play_lead_to_its_position(void **state)
{
	uint32_t seed = 12;

	(void)state;
	room_for(game, CAP);
	for (int round = 0; round < 100; round++) {
		struct toy t = random_turn(&seed);

		plays_list(&plays, &t, 0);
		for (size_t i = 0; i < plays.n; i++) {
			const tablas_move *m = plays.moves + i * TABLAS_STEPS_MAX;
			struct tablas_event v[TABLAS_EVENTS_MAX];
			struct toy end = t;

			for (size_t k = 0; k < TABLAS_STEPS_MAX && m[k] != TABLAS_NO_MOVE;
			     k++) {
				struct tablas_events events = {v, 0};

				assert_true(plays_allow(game, &end, 0, m[k]));
				game->play(&end, 0, m[k], &events);
			}
			assert_memory_equal(&end, plays.positions + i * sizeof(end),
					    sizeof(end));
		}
	}
}

static void a_list_that_is_too_long_says_so(void **state)
{
	uint32_t seed = 13;
	unsigned cut = 0;

	(void)state;
	for (int round = 0; round < 50; round++) {
		struct toy t = random_turn(&seed);
		size_t all;

		room_for(game, CAP);
		plays_list(&plays, &t, 0);
		all = plays.n;
		room_for(game, 4);
		plays_list(&plays, &t, 0);
		assert_int_equal(plays.n, all < 4 ? all : 4);
		assert_int_equal(plays.truncated, all > 4);
		cut += plays.truncated;
	}
	assert_true(cut > 10);
}

static void a_seat_that_is_not_asked_has_no_plays(void **state)
{
	struct toy t = toy_turn(2, 3, 1);

	(void)state;
	t.men[0][TOY_HAND] = 1;
	room_for(game, CAP);
	plays_list(&plays, &t, 1);
	assert_int_equal(plays.n, 0);
	t.phase = TOY_ROLL;
	plays_list(&plays, &t, 0);
	assert_int_equal(plays.n, 0);
}

/* ---- plugins that list plays themselves ------------------------------------------- */

static size_t three_plays(const void *pos, unsigned seat, struct tablas_plays *out)
{
	(void)seat;
	for (size_t i = 0; i < 3 && i < out->cap; i++) {
		if (out->positions) {
			memcpy((char *)out->positions + i * sizeof(struct toy), pos,
			       sizeof(struct toy));
			((struct toy *)out->positions)[i].note = (uint8_t)i;
		}
		if (out->moves) {
			out->moves[i * TABLAS_STEPS_MAX] = 100 + i;
			out->moves[i * TABLAS_STEPS_MAX + 1] = TABLAS_NO_MOVE;
		}
	}
	return 3;
}

static size_t one_play(const void *pos, unsigned seat, struct tablas_plays *out)
{
	three_plays(pos, seat, out);
	return 1;
}

static size_t cannot_say(const void *pos, unsigned seat, struct tablas_plays *out)
{
	(void)pos;
	(void)seat;
	(void)out;
	return SIZE_MAX;
}

static void a_plugin_that_lists_plays_is_asked(void **state)
{
	struct tablas_plugin quick = *game;
	struct toy t = toy_turn(2, 3, 1);
	tablas_move moves[TABLAS_STEPS_MAX];

	(void)state;
	quick.plays = three_plays;
	room_for(&quick, CAP);
	plays_list(&plays, &t, 0);
	assert_int_equal(plays.n, 3);
	assert_int_equal(plays.moves[2 * TABLAS_STEPS_MAX], 102);
	assert_false(plays.truncated);
	room_for(&quick, 2);
	plays_list(&plays, &t, 0);
	assert_int_equal(plays.n, 2);
	assert_true(plays.truncated);
	assert_int_equal(plays_only(&quick, &t, 0, moves), 0);
	quick.plays = one_play;
	assert_int_equal(plays_only(&quick, &t, 0, moves), 1);
	assert_int_equal(moves[0], 100);
}

static void a_plugin_that_cannot_say_is_stepped_through(void **state)
{
	struct tablas_plugin shy = *game;
	struct toy t = toy_turn(2, 3, 1);
	tablas_move moves[TABLAS_STEPS_MAX];

	(void)state;
	t.men[0][TOY_HAND] = 1;
	shy.plays = cannot_say;
	room_for(&shy, CAP);
	plays_list(&plays, &t, 0);
	assert_int_equal(plays.n, 1);
	assert_int_equal(plays_only(&shy, &t, 0, moves), 2);
}

/* ---- the only play ------------------------------------------------------------------ */

static void one_result_by_several_orders_is_one_play(void **state)
{
	struct toy t = toy_turn(2, 3, 1);
	tablas_move moves[TABLAS_STEPS_MAX];
	struct tablas_event v[TABLAS_EVENTS_MAX];

	(void)state;
	t.men[0][TOY_HAND] = 1;
	assert_int_equal(plays_only(game, &t, 0, moves), 2);
	for (size_t i = 0; i < 2; i++) {
		struct tablas_events events = {v, 0};

		game->play(&t, 0, moves[i], &events);
	}
	assert_int_equal(t.men[0][4], 1);
}

static void two_results_are_not_one(void **state)
{
	struct toy t = toy_turn(2, 3, 1);
	tablas_move moves[TABLAS_STEPS_MAX];

	(void)state;
	t.men[0][TOY_HAND] = 2;
	assert_int_equal(plays_only(game, &t, 0, moves), 0);
	t.men[0][TOY_HAND] = 1;
	t.men[1][3] = 1; /* by 3 it is struck, by 1 not */
	assert_int_equal(plays_only(game, &t, 0, moves), 0);
	assert_int_equal(plays_only(game, &t, 1, moves), 0);
}

static void the_only_play_is_found_if_and_only_if_one_is_listed(void **state)
{
	uint32_t seed = 14;
	unsigned ones = 0;

	(void)state;
	room_for(game, CAP);
	for (int round = 0; round < 300; round++) {
		struct toy t = random_turn(&seed);
		tablas_move moves[TABLAS_STEPS_MAX];
		size_t n;

		memset(t.men[0], 0, sizeof(t.men[0]));
		t.men[0][toy_chance(&seed, 13)] = 1;
		t.left[1 + toy_chance(&seed, 4)] = 0;
		plays_list(&plays, &t, 0);
		n = plays_only(game, &t, 0, moves);
		assert_int_equal(n > 0, plays.n == 1);
		ones += n > 0;
	}
	assert_true(ones > 50);
}

/* ---- decisions without end ------------------------------------------------------------ */

static size_t count_up(const void *pos, unsigned seat, tablas_move *out, size_t cap)
{
	(void)pos;
	(void)seat;
	for (size_t i = 0; i < 2 && i < cap; i++)
		out[i] = i + 1;
	return 2;
}

static void counted(void *pos, unsigned seat, tablas_move move, struct tablas_events *events)
{
	struct toy *t = pos;

	(void)seat;
	(void)events;
	t->men[0][0] = (uint8_t)(2 * t->men[0][0] + move);
}

static void a_decision_without_end_is_given_up(void **state)
{
	struct tablas_plugin endless = *game;
	struct toy t = toy_turn(2, 3, 1);
	tablas_move moves[TABLAS_STEPS_MAX];

	(void)state;
	endless.legal = count_up;
	endless.play = counted;
	room_for(&endless, 1000);
	plays_list(&plays, &t, 0);
	assert_int_equal(plays.n, 0);
	assert_true(plays.truncated);
	assert_int_equal(plays_only(&endless, &t, 0, moves), 0);
}

static void a_decision_goes_on_while_the_question_is_the_same(void **state)
{
	const struct tablas_wait asked = {
		.kind = TABLAS_WAIT_MOVE, .turn = 1, .seats = 2, .flags = 0};
	struct tablas_wait after = asked;
	struct tablas_event turn[] = {{.kind = TABLAS_EV_MOVED}, {.kind = TABLAS_EV_TURN}};

	(void)state;
	after.why = "still";
	assert_true(plays_go_on(&asked, &after, turn, 1));
	assert_false(plays_go_on(&asked, &after, turn, 2));
	after.flags = TABLAS_WAIT_FORCED;
	assert_false(plays_go_on(&asked, &after, turn, 1));
	after = asked;
	after.turn = 0;
	assert_false(plays_go_on(&asked, &after, turn, 1));
	after = asked;
	after.seats = 3;
	assert_false(plays_go_on(&asked, &after, turn, 1));
	after = asked;
	after.kind = TABLAS_WAIT_ROLL;
	assert_false(plays_go_on(&asked, &after, turn, 1));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(stepping_and_listing_agree),
		cmocka_unit_test(the_moves_of_a_play_lead_to_its_position),
		cmocka_unit_test(a_list_that_is_too_long_says_so),
		cmocka_unit_test(a_seat_that_is_not_asked_has_no_plays),
		cmocka_unit_test(a_plugin_that_lists_plays_is_asked),
		cmocka_unit_test(a_plugin_that_cannot_say_is_stepped_through),
		cmocka_unit_test(one_result_by_several_orders_is_one_play),
		cmocka_unit_test(two_results_are_not_one),
		cmocka_unit_test(the_only_play_is_found_if_and_only_if_one_is_listed),
		cmocka_unit_test(a_decision_without_end_is_given_up),
		cmocka_unit_test(a_decision_goes_on_while_the_question_is_the_same),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
