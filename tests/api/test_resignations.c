/*
 * test_resignations.c - what resigning costs is told before it is done, and is what is
 * paid then: in turn, out of turn, and as the last but one.
 */
#include "tests/api/club.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define FACES "6 1 3 1 4 2 5 3 6 4 3 2 5 1 4 3"

static int setup(void **state)
{
	(void)state;
	club_open(FACES);
	return 0;
}

static int setup_by_chance(void **state)
{
	(void)state;
	club_open(NULL);
	return 0;
}

static void lay_backgammon(const char *options, const char *more)
{
	struct answer a = club_post(club.ana, "/v1/games",
				    "{\"ruleset\": \"backgammon\", \"options\": %s, %s}", options,
				    more);

	answer_expect(&a, 201);
	snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "id"));
	answer_fini(&a);
	answer_done(club_post(club.ben, club_path("/seats"), "{}"), 201);
}

/* What the value 0 would cost in chips. */
static long long told(const char *token)
{
	struct answer a = club_get(token, "%s", club_path("/resignation"));
	long long chips;

	answer_expect(&a, 200);
	assert_true(answer_bool(&a, "values[0].allowed"));
	chips = answer_int(&a, "values[0].chips");
	answer_fini(&a);
	return chips;
}

/* user-voices 103: how many points a resignation costs, before it is final */
static void each_value_is_told_with_what_it_costs(void **state)
{
	struct answer a;

	(void)state;
	lay_backgammon("{\"resign_value\": \"offered\", \"cube\": false, \"jacoby\": false}",
		       "\"stake\": {\"unit\": 5, \"buy_in\": 50}");
	a = club_get(club.ana, "%s", club_path("/resignation"));
	answer_expect(&a, 200);
	assert_int_equal(answer_int(&a, "purse"), 50);
	assert_int_equal(answer_int(&a, "values[1].value"), 1);
	assert_int_equal(answer_int(&a, "values[1].chips"), 5);
	assert_true(answer_bool(&a, "values[1].answered"));
	assert_true(answer_bool(&a, "values[1].ends"));
	assert_int_equal(answer_int(&a, "values[1].rank"), 2);
	assert_int_equal(answer_int(&a, "values[2].chips"), 10);
	assert_int_equal(answer_int(&a, "values[2].points[1]"), 2);
	assert_int_equal(answer_int(&a, "values[3].chips"), 15);
	assert_int_equal(answer_int(&a, "values[3].pays[0].to"), 1);
	assert_int_equal(answer_int(&a, "values[3].pays[0].multiplier"), 3);
	answer_fini(&a);
	/* To try it changes nothing. */
	a = club_post(club.ana, club_path("/resignation?validate_only=true"), "{\"value\": 2}");
	answer_expect(&a, 200);
	assert_int_equal(answer_int(&a, "values[0].value"), 2);
	assert_int_equal(answer_int(&a, "values[0].chips"), 10);
	answer_fini(&a);
	answer_refused(club_post(club.ana, club_path("/resignation?validate_only=true"),
				 "{\"value\": 4}"),
		       409, "resignation-not-allowed");
	/* Done, it costs just that. */
	answer_done(club_post(club.ana, club_path("/resignation"), "{\"value\": 2}"), 201);
	a = club_post(club.ben, club_path("/turns"), "{\"ply\": %lld, \"moves\": [\"accept\"]}",
		      club_ply());
	answer_expect(&a, 201);
	answer_fini(&a);
	assert_int_equal(club_wallet(club.ana), 990);
	assert_int_equal(club_wallet(club.ben), 1010);
	a = club_get(club.ana, "%s", club_path(""));
	assert_string_equal(answer_string(&a, "outcome.reason"), "resignation");
	answer_fini(&a);
	answer_refused(club_get(club.carla, "%s", club_path("/resignation")), 403, "not-seated");
}

static void in_a_match_it_costs_points_and_chips_with_the_last_of_them(void **state)
{
	struct answer a;

	(void)state;
	lay_backgammon("{}", "\"stake\": {\"unit\": 5, \"buy_in\": 5}, \"match\": {\"length\": 2}");
	a = club_get(club.ben, "%s", club_path("/resignation"));
	answer_expect(&a, 200);
	assert_int_equal(answer_int(&a, "values[0].points[0]"), 1);
	assert_int_equal(answer_int(&a, "values[0].chips"), 0);
	answer_fini(&a);
	lay_backgammon("{}", "\"stake\": {\"unit\": 5, \"buy_in\": 5}, \"match\": {\"length\": 1}");
	assert_int_equal(told(club.ben), 5);
}

static const char *status_of(const struct answer *a, unsigned seat)
{
	char path[32];

	snprintf(path, sizeof path, "seats[%u].status", seat);
	return answer_string(a, path);
}

/* user-voices G95, G97: El Mundo, out of turn, in turn, as the last but one; never queued */
static void in_el_mundo_one_resigns_at_any_time_and_the_others_play_on(void **state)
{
	const char *const who[] = {club.ana, club.ben, club.carla, club.dora};
	struct answer a;
	unsigned turn, out, last;
	long long price;

	(void)state;
	club_lay("el-mundo", 4);
	for (unsigned i = 0; i < 6; i++)
		club_decide();
	a = club_get(club.ana, "%s", club_path(""));
	turn = (unsigned)answer_int(&a, "waiting.seats[0]");
	answer_fini(&a);
	out = (turn + 2) % 4;
	last = (turn + 1) % 4;
	/* Out of turn: it is done at once, and the question stands for who was asked. */
	told(who[out]);
	a = club_post(who[out], club_path("/resignation"), "{}");
	answer_expect(&a, 201);
	assert_string_equal(answer_string(&a, "facts[0].kind"), "resigned");
	answer_fini(&a);
	a = club_get(club.ana, "%s", club_path(""));
	assert_string_equal(answer_string(&a, "state"), "active");
	assert_string_equal(status_of(&a, out), "left");
	assert_int_equal(answer_int(&a, "waiting.seats[0]"), turn);
	answer_fini(&a);
	/* user-voices G96: who has left is asked nothing any more. */
	answer_refused(club_post(who[out], club_path("/draw"), "{\"action\": \"offer\"}"), 409,
		       "offer-not-allowed");
	answer_refused(club_post(who[out], club_path("/resignation"), "{}"), 409,
		       "resignation-not-allowed");
	/* In turn. */
	answer_done(club_post(who[turn], club_path("/resignation"), "{}"), 201);
	club_decide();
	/* As the last but one: that ends it, and costs what was told. */
	price = told(who[last]);
	a = club_get(who[last], "%s", club_path("/resignation"));
	assert_true(answer_bool(&a, "values[0].ends"));
	answer_fini(&a);
	a = club_post(who[last], club_path("/resignation"), "{}");
	answer_expect(&a, 201);
	assert_string_equal(answer_string(&a, "state"), "over");
	answer_fini(&a);
	a = club_get(club.ana, "%s", club_path(""));
	assert_string_equal(answer_string(&a, "outcome.reason"), "resignation");
	assert_int_equal(answer_int(&a, "outcome.winner"), (last + 2) % 4);
	answer_fini(&a);
	a = club_get(club.ana, "%s", club_path("/entries?limit=200"));
	for (size_t i = 0; price > 0 && i < json_array_size(answer_at(&a, "entries")); i++) {
		const json_t *e = json_array_get(answer_at(&a, "entries"), i);

		if (strcmp(json_string_value(json_object_get(e, "kind")), "forfeit") == 0 &&
		    json_integer_value(json_object_get(e, "amount")) < 0 &&
		    json_integer_value(json_object_get(e, "ply")) == club_ply() - 1)
			price += json_integer_value(json_object_get(e, "amount"));
	}
	answer_fini(&a);
	assert_int_equal(price, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, club_close)
		TEST(each_value_is_told_with_what_it_costs),
		TEST(in_a_match_it_costs_points_and_chips_with_the_last_of_them),
		cmocka_unit_test_setup_teardown(
			in_el_mundo_one_resigns_at_any_time_and_the_others_play_on, setup_by_chance,
			club_close),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
