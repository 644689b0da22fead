/*
 * test_positions.c - games from any position over HTTP: set up, played out,
 * recorded, and refused where they cannot be.
 */
#include "tests/api/club.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define ENDING "white 1:1 off:14 / black 24:1 off:14 / white to roll"

static int setup(void **state)
{
	(void)state;
	club_open("2 1 5 3 4 2");
	return 0;
}

static struct answer lay(const char *position)
{
	return club_post(club.ana, "/v1/games", "{\"ruleset\": \"backgammon\", \"position\": %s}",
			 position);
}

static void sit_down_to(const char *position)
{
	struct answer a = lay(position);

	answer_expect(&a, 201);
	snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "id"));
	answer_fini(&a);
	a = club_post(club.ben, club_path("/seats"), "{}");
	answer_expect(&a, 201);
	answer_fini(&a);
}

static void refused(struct answer a, long status, const char *slug, const char *pointer,
		    const char *detail)
{
	answer_expect_problem(&a, status, slug);
	assert_string_equal(answer_string(&a, "pointer"), pointer);
	if (!strstr(answer_string(&a, "detail"), detail))
		fail_msg("%s", answer_string(&a, "detail"));
	answer_fini(&a);
}

static void a_position_is_played_out(void **state)
{
	struct answer a = lay("\"" ENDING "\"");

	(void)state;
	answer_expect(&a, 201);
	assert_string_equal(answer_string(&a, "state"), "open");
	assert_string_equal(answer_string(&a, "position.text"), ENDING);
	assert_string_equal(answer_string(&a, "waiting.for"), "players");
	answer_fini(&a);
	sit_down_to("{\"text\": \"" ENDING "\", \"notation\": null}");
	a = club_get(club.ana, "%s", club_path(""));
	assert_string_equal(answer_string(&a, "state"), "active");
	assert_int_equal(answer_int(&a, "counters[1].off"), 14);
	assert_int_equal(answer_int(&a, "dice[0].face"), 2);
	answer_fini(&a);
	a = club_post(club.ana, club_path("/turns"), "{\"ply\": 5, \"moves\": [\"1/off\"]}");
	answer_expect(&a, 201);
	assert_string_equal(answer_string(&a, "state"), "over");
	answer_fini(&a);
}

static void its_record_says_where_it_began(void **state)
{
	struct answer a;

	(void)state;
	sit_down_to("\"" ENDING "\"");
	a = club_get(club.ana, "%s", club_path("/record"));
	answer_expect(&a, 200);
	assert_non_null(strstr(a.body, "stake 0 0\nbegin " ENDING "\nseat 0 ana\n"));
	answer_fini(&a);
	a = club_get(club.ana, "%s", club_path("/events?limit=1"));
	assert_non_null(strstr(answer_string(&a, "events[0].text"), " position " ENDING));
	answer_fini(&a);
}

static void a_table_set_up_survives_a_restart(void **state)
{
	struct answer a = lay("\"" ENDING "\"");

	(void)state;
	answer_expect(&a, 201);
	snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "id"));
	answer_fini(&a);
	club_return();
	a = club_post(club.ben, club_path("/seats"), "{}");
	answer_expect(&a, 201);
	assert_string_equal(answer_string(&a, "state"), "active");
	assert_int_equal(answer_int(&a, "counters[0].off"), 14);
	answer_fini(&a);
}

static void a_position_is_not_played_for_chips(void **state)
{
	(void)state;
	refused(club_post(club.ana, "/v1/games",
			  "{\"ruleset\": \"backgammon\", \"position\": \"%s\", \"stake\": "
			  "{\"unit\": 1, \"buy_in\": 10}}",
			  ENDING),
		422, "options-conflict", "/stake", "for nothing");
}

static void a_position_that_cannot_be_is_refused_and_nothing_laid(void **state)
{
	struct answer a;

	(void)state;
	refused(lay("\"here\""), 422, "invalid-position", "/position",
		"Character 1: a position begins with \"white\"");
	refused(lay("\"white 1:1 off:13 / black 24:1 off:14 / white to roll\""), 422,
		"invalid-position", "/position", "White has 14 pieces");
	refused(lay("\"white 1:1 off:14 / black 24:1 off:14 / white won a single, resigned\""),
		422, "invalid-position", "/position", "over");
	refused(lay("7"), 400, "invalid-value", "/position", "is a string");
	refused(lay("{\"notation\": \"runes\", \"text\": \"x\"}"), 400, "invalid-value",
		"/position/notation", "reads its own notation");
	refused(lay("{\"notation\": null}"), 400, "missing-member", "/position/text", "string");
	refused(lay("{\"text\": 7}"), 400, "invalid-value", "/position/text", "string");
	refused(lay("{\"text\": \"x\", \"turn\": 0}"), 400, "unknown-member", "/position/turn",
		"turn");
	a = club_get(club.ana, "/v1/games");
	assert_int_equal(json_array_size(answer_at(&a, "games")), 0);
	answer_fini(&a);
}

/* A piece of the wrong kind strikes, or too late: the place alone was right. */
static void a_missed_strike_is_named_though_the_decision_goes_there(void **state)
{
	const char *const others[] = {club.ben, club.carla, club.dora};
	struct answer a = club_post(
		club.ana, "/v1/games",
		"{\"ruleset\": \"el-mundo\", \"options\": {\"reentry\": \"war\"}, \"seats\": 4, "
		"\"position\": \"Su1,Su6*10,hand/Su3,Wi3*11/Au3*12/Wi1*12 play:G 2,3,5 1 ....\"}");

	(void)state;
	answer_expect(&a, 201);
	snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "id"));
	answer_fini(&a);
	for (unsigned i = 0; i < 3; i++) {
		a = club_post(others[i], club_path("/seats"), "{}");
		answer_expect(&a, 201);
		answer_fini(&a);
	}
	a = club_post(club.ana, club_path("/turns"),
		      "{\"ply\": %lld, \"moves\": [\"2:Su6-Au2\", \"3:Su3-Su6\"]}", club_ply());
	answer_expect_problem(&a, 422, "must-strike");
	assert_string_equal(answer_string(&a, "missed[0]"), "Su3");
	assert_int_equal(json_array_size(answer_at(&a, "missed")), 1);
	answer_fini(&a);
}

#define POSITION_TEST(f) cmocka_unit_test_setup_teardown(f, setup, club_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		POSITION_TEST(a_position_is_played_out),
		POSITION_TEST(its_record_says_where_it_began),
		POSITION_TEST(a_table_set_up_survives_a_restart),
		POSITION_TEST(a_position_is_not_played_for_chips),
		POSITION_TEST(a_position_that_cannot_be_is_refused_and_nothing_laid),
		POSITION_TEST(a_missed_strike_is_named_though_the_decision_goes_there),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
