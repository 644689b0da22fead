/*
 * test_clocks.c - clocks over HTTP: what is shown, what is refused, and that time
 * comes to an end with nobody asking.
 */
#include "tests/api/club.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define FACES "6 1 3 1 4 2 5 3 6 4 3 2 5 1 4 3"

static int setup_by_hand(void **state)
{
	static const char *const flags[] = {"--dice", FACES, "--clock=2026-11-30T09:00:00Z", NULL};

	(void)state;
	club_open_with(flags);
	return 0;
}

static int setup(void **state)
{
	(void)state;
	club_open(FACES);
	return 0;
}

/* A game of backgammon between ana and ben by this clock; resignations are answered. */
static void lay(const char *clock, const char *stake)
{
	struct answer a = club_post(club.ana, "/v1/games",
				    "{\"ruleset\": \"backgammon\", \"clock\": %s, \"stake\": %s, "
				    "\"options\": {\"resign_value\": \"offered\"}}",
				    clock, stake);

	answer_expect(&a, 201);
	snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "id"));
	answer_fini(&a);
	answer_done(club_post(club.ben, club_path("/seats"), "{}"), 201);
}

/* user-voices B6, B12, B26: instants and what they are made of, the same everywhere. */
static void a_clock_is_shown_by_its_terms_and_instants(void **state)
{
	struct answer a;

	(void)state;
	lay("{\"per_move\": \"P3D\", \"bank\": \"P2D\", \"increment\": \"PT1H\", \"bank_max\": \"P5D\"}",
	    "null");
	a = club_get(club.ana, "%s", club_path(""));
	answer_expect(&a, 200);
	assert_string_equal(answer_string(&a, "clock.per_move"), "P3D");
	assert_string_equal(answer_string(&a, "clock.increment"), "PT1H");
	assert_string_equal(answer_string(&a, "clock.bank_max"), "P5D");
	assert_string_equal(answer_string(&a, "clock.on_timeout"), "forfeit_game");
	assert_string_equal(answer_string(&a, "clock.seats[1].bank"), "P2D");
	assert_string_equal(answer_string(&a, "clock.asked"), "2026-11-30T09:00:00.000Z");
	assert_string_equal(answer_string(&a, "clock.deadline"), "2026-12-05T09:00:00.000Z");
	assert_string_equal(answer_string(&a, "waiting.deadline"), "2026-12-05T09:00:00.000Z");
	assert_string_equal(answer_string(&a, "clock.seats[0].deadline"),
			    "2026-12-05T09:00:00.000Z");
	assert_false(answer_has(&a, "clock.seats[1].deadline"));
	answer_fini(&a);
	a = club_get(club.ana, "/v1/games?player=ana");
	assert_string_equal(answer_string(&a, "games[0].deadline"), "2026-12-05T09:00:00.000Z");
	answer_fini(&a);
	club_decide(); /* at once: the bank has an hour more */
	a = club_get(club.ana, "%s", club_path(""));
	assert_string_equal(answer_string(&a, "clock.seats[0].bank"), "P2DT1H");
	answer_fini(&a);
}

/* user-voices B17: no clock of no time, and none of a century. */
static void clocks_that_cannot_be_are_refused(void **state)
{
	static const struct {
		const char *clock, *pointer;
	} wrong[] = {
		{"{}", "/clock"},
		{"{\"per_move\": \"PT0S\"}", "/clock"},
		{"{\"per_move\": \"P36525D\"}", "/clock"},
		{"{\"per_move\": \"P366D\", \"bank\": \"PT1S\"}", "/clock"},
		{"{\"per_move\": \"P1Y\"}", "/clock/per_move"},
		{"{\"per_move\": \"P-1D\"}", "/clock/per_move"},
		{"{\"per_move\": 3}", "/clock/per_move"},
		{"{\"per_move\": \"P1D\", \"bank\": \"P2D\", \"bank_max\": \"P1D\"}", "/clock"},
		{"{\"per_move\": \"P1D\", \"on_timeout\": \"abort\"}", "/clock/on_timeout"},
		{"{\"per_move\": \"P1D\", \"misses_max\": 2}", "/clock/misses_max"},
		{"{\"per_move\": \"P1D\", \"on_timeout\": \"forfeit_move\", \"misses_max\": 0}",
		 "/clock/misses_max"},
		{"\"P3D\"", "/clock"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		answer_refused_at(club_post(club.ana, "/v1/games",
					    "{\"ruleset\": \"backgammon\", \"clock\": %s}",
					    wrong[i].clock),
				  400, "invalid-value", wrong[i].pointer);
	}
}

/* Reads what happens until the game is over. */
static void wait_for_the_end(void)
{
	for (int i = 0; i < 60; i++) {
		struct answer a = club_get(club.ana, "%s", club_path(""));
		bool over = strcmp(answer_string(&a, "state"), "over") == 0;
		long long ply = answer_int(&a, "ply");

		answer_fini(&a);
		if (over)
			return;
		a = club_get(club.ana, "%s?after=%lld&wait=5", club_path("/events"), ply);
		answer_expect(&a, 200);
		answer_fini(&a);
	}
	fail_msg("the game does not end");
}

static void time_comes_to_an_end_though_nobody_asks(void **state)
{
	struct answer a;

	(void)state;
	lay("{\"per_move\": \"PT1S\"}", "{\"buy_in\": 10}");
	wait_for_the_end();
	a = club_get(club.ana, "%s", club_path(""));
	assert_string_equal(answer_string(&a, "outcome.reason"), "timeout");
	assert_false(answer_bool(&a, "outcome.counts"));
	assert_int_equal(answer_int(&a, "outcome.winner"), 1);
	assert_false(answer_has(&a, "clock.deadline"));
	answer_fini(&a);
	a = club_get(club.ana, "%s", club_path("/record"));
	answer_expect(&a, 200);
	assert_non_null(strstr(a.body, "\nclock per_move PT1S bank PT0S"));
	assert_non_null(strstr(a.body, "\nlapsed 0\n"));
	assert_non_null(strstr(a.body, "\nleft 0 timeout\n"));
	answer_fini(&a);
	answer_refused(club_post(club.ana, club_path("/turns"),
				 "{\"ply\": %lld, \"moves\": [\"8/5\", \"6/5\"]}", club_ply()),
		       409, "game-over");
}

static void without_a_clock_there_is_nothing_to_claim(void **state)
{
	(void)state;
	lay("null", "null");
	answer_refused(club_post(club.ben, club_path("/claim"), "{}"), 409, "nothing-to-claim");
}

/* user-voices B8 */
static void a_deadline_that_came_while_the_house_was_dead_is_at_its_instant(void **state)
{
	struct answer a;
	size_t lapsed = 0;

	(void)state;
	lay("{\"per_move\": \"P3D\"}", "{\"buy_in\": 10}");
	club_wind("--clock=2026-12-03T08:59:59.999Z");
	a = club_get(club.ana, "%s", club_path(""));
	assert_string_equal(answer_string(&a, "state"), "active");
	answer_fini(&a);
	club_wind("--clock=2027-01-31T12:00:00Z");
	wait_for_the_end();
	club_wind("--clock=2027-02-01T12:00:00Z");
	a = club_get(club.ana, "%s?limit=100", club_path("/events"));
	for (size_t i = 0; i < json_array_size(answer_at(&a, "events")); i++) {
		const json_t *fact = json_array_get(answer_at(&a, "events"), i);

		if (strcmp(json_string_value(json_object_get(fact, "kind")), "lapsed") != 0)
			continue;
		assert_string_equal(json_string_value(json_object_get(fact, "at")),
				    "2026-12-03T09:00:00.000Z");
		lapsed++;
	}
	answer_fini(&a);
	assert_int_equal(lapsed, 1);
}

/* user-voices B6, B12, B21: one instant, whoever shows it, and the parts that make it. */
static void every_view_shows_the_same_instant(void **state)
{
	struct answer a;

	(void)state;
	lay("{\"per_move\": \"P3D\", \"bank\": \"P1D\", \"weekends\": \"off\", \"quiet\": "
	    "\"23:00/07:00\", \"offset\": \"+01:00\"}",
	    "null");
	a = club_get(club.ana, "%s", club_path(""));
	/* 96 hours of 16 a day from Monday at ten: six working days, to Tuesday at ten */
	assert_string_equal(answer_string(&a, "clock.deadline"), "2026-12-08T09:00:00.000Z");
	assert_string_equal(answer_string(&a, "waiting.deadline"), "2026-12-08T09:00:00.000Z");
	assert_string_equal(answer_string(&a, "clock.seats[0].deadline"), "2026-12-08T09:00:00.000Z");
	assert_string_equal(answer_string(&a, "clock.seats[0].allowance"), "P3D");
	assert_string_equal(answer_string(&a, "clock.seats[0].bank"), "P1D");
	assert_string_equal(answer_string(&a, "clock.seats[0].off"), "P4D");
	assert_string_equal(answer_string(&a, "clock.quiet"), "23:00/07:00");
	assert_string_equal(answer_header(&a, "Server-Time"), "2026-11-30T09:00:00.000Z");
	answer_fini(&a);
	for (int i = 0; i < 3; i++) { /* found in the book, then in memory */
		a = club_get(club.ben, "%s", club_path(""));
		assert_string_equal(answer_header(&a, "Server-Time"), "2026-11-30T09:00:00.000Z");
		answer_fini(&a);
	}
	a = club_get(club.ana, "/v1/games?player=ana");
	assert_string_equal(answer_string(&a, "server_time"), "2026-11-30T09:00:00.000Z");
	assert_string_equal(answer_string(&a, "games[0].deadline"), "2026-12-08T09:00:00.000Z");
	assert_string_equal(answer_string(&a, "games[0].clock.seats[0].off"), "P4D");
	assert_string_equal(answer_string(&a, "games[0].clock.weekends"), "off");
	answer_fini(&a);
	a = club_get(club.carla, "%s?after=2&limit=1", club_path("/events"));
	assert_string_equal(answer_string(&a, "server_time"), "2026-11-30T09:00:00.000Z");
	assert_string_equal(answer_string(&a, "deadline"), "2026-12-08T09:00:00.000Z");
	assert_string_equal(answer_string(&a, "clock.seats[0].deadline"), "2026-12-08T09:00:00.000Z");
	assert_string_equal(answer_string(&a, "clock.seats[0].allowance"), "P3D");
	assert_string_equal(answer_string(&a, "clock.seats[0].off"), "P4D");
	answer_fini(&a);
	a = club_get(club.ana, "%s?format=text", club_path(""));
	assert_non_null(strstr(a.body, "clock: P3D a move, bank P1D"));
	assert_non_null(strstr(a.body, "until 2026-12-08 09:00:00.000 UTC: P4D from 2026-11-30"));
	answer_fini(&a);
	a = club_get(club.ana, "%s?format=svg", club_path(""));
	assert_non_null(strstr(a.body, "until 2026-12-08 09:00:00.000 UTC: P4D from 2026-11-30"));
	assert_non_null(strstr(a.body, "until 2026-12-08 09:00:00 UTC"));
	answer_fini(&a);
}

/* user-voices B2: while it stands there is no deadline, and what is left is told. */
static void a_clock_that_stands_says_so_and_what_is_left(void **state)
{
	struct answer a;

	(void)state;
	lay("{\"per_move\": \"P3D\", \"bank\": \"P1D\"}", "null");
	club_wind("--clock=2026-12-03T21:00:00Z");
	answer_done(club_post(club.operator, club_path("/freeze"), "{}"), 200);
	club_wind("--clock=2026-12-25T00:00:00Z");
	a = club_get(club.ana, "%s", club_path(""));
	assert_string_equal(answer_string(&a, "clock.standing"), "frozen");
	assert_false(answer_has(&a, "clock.deadline"));
	assert_string_equal(answer_string(&a, "clock.seats[0].allowance"), "PT0S");
	assert_string_equal(answer_string(&a, "clock.seats[0].bank"), "PT12H");
	answer_fini(&a);
	a = club_get(club.ana, "%s", club_path("/events"));
	assert_false(answer_has(&a, "deadline"));
	assert_string_equal(answer_string(&a, "clock.standing"), "frozen");
	answer_fini(&a);
	a = club_get(club.ana, "%s?format=text", club_path(""));
	assert_non_null(strstr(a.body, "frozen, with PT12H left"));
	answer_fini(&a);
	a = club_post(club.operator, club_path("/thaw"), "{}");
	answer_expect(&a, 200);
	assert_false(answer_has(&a, "clock.standing"));
	assert_string_equal(answer_string(&a, "clock.deadline"), "2026-12-25T12:00:00.000Z");
	answer_fini(&a);
}

static void games_come_in_the_order_of_their_deadlines(void **state)
{
	static const char *const clocks[] = {"{\"per_move\": \"P5D\"}", "{\"per_move\": \"P1D\"}",
					     "null", "{\"per_move\": \"P3D\"}",
					     "{\"per_move\": \"P3D\"}"};
	const char *const due[] = {"2026-12-01", "2026-12-03", "2026-12-03", "2026-12-05"};
	char path[1200] = "/v1/games?player=ana&order=deadline&limit=1", last[16] = "";
	struct answer a;

	(void)state;
	for (size_t i = 0; i < 5; i++)
		lay(clocks[i], "null");
	for (size_t i = 0; i < 4; i++) {
		const char *link;

		a = club_get(club.ana, "%s", path);
		answer_expect(&a, 200);
		assert_int_equal(json_array_size(answer_at(&a, "games")), 1);
		assert_memory_equal(answer_string(&a, "games[0].deadline"), due[i], 10);
		assert_string_not_equal(answer_string(&a, "games[0].id"), last);
		snprintf(last, sizeof last, "%s", answer_string(&a, "games[0].id"));
		link = answer_header(&a, "Link");
		if (i < 3) {
			assert_int_equal(link[0], '<');
			snprintf(path, sizeof path, "%.*s", (int)strcspn(link + 1, ">"), link + 1);
		} else {
			assert_string_equal(link, "");
		}
		answer_fini(&a);
	}
	a = club_get(club.ben, "/v1/games?due_before=2026-12-03T09:00:00Z");
	assert_int_equal(json_array_size(answer_at(&a, "games")), 1);
	answer_fini(&a);
	a = club_get(club.ben, "/v1/games?due_before=2026-12-04T00:00:00Z&to_move=true&player=ana");
	assert_int_equal(json_array_size(answer_at(&a, "games")), 3);
	answer_fini(&a);
	answer_refused(club_get(club.ana, "/v1/games?order=deadline&invited=true"), 400, "invalid-value");
}

/* Ana has had a day when she offers, and then ben a day to say no. */
static void a_refused_resignation_is_no_new_allowance(void **state)
{
	struct answer a;

	(void)state;
	lay("{\"per_move\": \"P3D\", \"bank\": \"P1D\", \"increment\": \"PT1H\", \"bank_max\": \"P2D\"}",
	    "null");
	club_wind("--clock=2026-12-01T09:00:00Z");
	a = club_post(club.ana, club_path("/resignation"), "{\"value\": 1}");
	answer_expect(&a, 201);
	assert_string_equal(answer_string(&a, "waiting.deadline"), "2026-12-05T09:00:00.000Z");
	answer_fini(&a);
	club_wind("--clock=2026-12-02T09:00:00Z");
	answer_done(club_post(club.ben, club_path("/turns"),
			      "{\"ply\": %lld, \"moves\": [\"refuse\"]}", club_ply()),
		    201);
	a = club_get(club.ana, "%s", club_path(""));
	assert_string_equal(answer_string(&a, "clock.deadline"), "2026-12-05T09:00:00.000Z");
	assert_string_equal(answer_string(&a, "clock.seats[0].allowance"), "P2D");
	assert_string_equal(answer_string(&a, "clock.seats[0].bank"), "P1D");
	assert_string_equal(answer_string(&a, "clock.seats[1].bank"), "P1D");
	answer_fini(&a);
	/* Out of turn, it is ana who answers: at the cost of her own time, and of no more. */
	answer_done(club_post(club.ben, club_path("/resignation"), "{\"value\": 1}"), 201);
	club_wind("--clock=2026-12-03T09:00:00Z");
	answer_done(club_post(club.ana, club_path("/turns"),
			      "{\"ply\": %lld, \"moves\": [\"refuse\"]}", club_ply()),
		    201);
	a = club_get(club.ben, "%s", club_path(""));
	assert_string_equal(answer_string(&a, "clock.deadline"), "2026-12-05T09:00:00.000Z");
	assert_string_equal(answer_string(&a, "clock.seats[0].allowance"), "P1D");
	answer_fini(&a);
}

/* user-voices B11: years later it waits still. */
static void a_game_without_a_clock_never_ends_by_time(void **state)
{
	struct answer a;

	(void)state;
	lay("null", "{\"buy_in\": 10}");
	club_wind("--clock=2046-11-30T09:00:00Z");
	a = club_get(club.ana, "%s", club_path(""));
	assert_string_equal(answer_string(&a, "state"), "active");
	assert_false(answer_has(&a, "waiting.deadline"));
	assert_false(answer_has(&a, "clock"));
	answer_fini(&a);
	club_decide();
}

/* A game of a match is lost by time; the next has the same clock, and a whole bank. */
static void each_game_of_a_match_begins_with_a_whole_bank(void **state)
{
	struct answer a;

	(void)state;
	a = club_post(club.ana, "/v1/games",
		      "{\"ruleset\": \"backgammon\", \"match\": {\"length\": %d}, \"clock\": "
		      "{\"per_move\": \"P1D\", \"bank\": \"P2D\"}}",
		      5);
	answer_expect(&a, 201);
	snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "id"));
	answer_fini(&a);
	answer_done(club_post(club.ben, club_path("/seats"), "{}"), 201);
	club_wind("--clock=2026-12-03T09:00:00Z");
	wait_for_the_end();
	a = club_get(club.ana, "/v1/games?match=%s", club.game);
	assert_int_equal(json_array_size(answer_at(&a, "games")), 2);
	assert_string_equal(answer_string(&a, "games[0].state"), "active");
	assert_string_equal(answer_string(&a, "games[0].deadline"), "2026-12-06T09:00:00.000Z");
	assert_string_equal(answer_string(&a, "games[0].clock.seats[0].bank"), "P2D");
	assert_string_equal(answer_string(&a, "games[0].clock.seats[1].bank"), "P2D");
	answer_fini(&a);
}

/* user-voices B28: a dropper keeps no match open, and no chips. */
static void who_leaves_a_match_lying_loses_it_by_its_clock(void **state)
{
	static const char *const later[] = {"--clock=2026-12-02T09:00:00Z",
					    "--clock=2026-12-04T09:00:00Z",
					    "--clock=2026-12-06T09:00:00Z"};
	char first[16];
	struct answer a;
	bool over = false;

	(void)state;
	a = club_post(club.ana, "/v1/games",
		      "{\"ruleset\": \"backgammon\", \"match\": {\"length\": 2}, \"stake\": "
		      "{\"unit\": 40, \"buy_in\": 40}, \"clock\": {\"per_move\": \"P1D\"}}");
	answer_expect(&a, 201);
	snprintf(first, sizeof first, "%s", answer_string(&a, "id"));
	snprintf(club.game, sizeof club.game, "%s", first);
	answer_fini(&a);
	answer_done(club_post(club.ben, club_path("/seats"), "{}"), 201);
	for (size_t i = 0; !over; i++) {
		assert_true(i < sizeof later / sizeof *later);
		club_wind(later[i]);
		wait_for_the_end();
		a = club_get(club.ben, "/v1/games?match=%s&limit=1", first);
		over = strcmp(answer_string(&a, "games[0].state"), "over") == 0;
		snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "games[0].id"));
		answer_fini(&a);
	}
	assert_int_equal(club_wallet(club.ana) + club_wallet(club.ben), 2000);
	assert_int_equal(club_wallet(club.ana) < club_wallet(club.ben)
				 ? club_wallet(club.ana)
				 : club_wallet(club.ben),
			 960);
}

/* user-voices B50: as the clock has it, and so without the weekend. */
static void a_record_tells_how_long_each_decision_took(void **state)
{
	struct answer a;

	(void)state;
	lay("{\"per_move\": \"P3D\", \"bank\": \"P1D\", \"weekends\": \"off\"}", "null");
	club_wind("--clock=2026-12-01T11:30:00Z");
	club_decide();
	club_wind("--clock=2026-12-05T12:00:00Z");
	club_decide();
	a = club_get(club.ana, "%s", club_path("/record"));
	answer_expect(&a, 200);
	assert_non_null(strstr(a.body, "\nat 1796124600000\ndecide 0 "));
	assert_non_null(strstr(a.body, " # took P1DT2H30M\n"));
	assert_non_null(strstr(a.body, " # took P3DT12H30M\n"));
	answer_fini(&a);
	lay("null", "null");
	club_decide();
	a = club_get(club.ana, "%s", club_path("/record"));
	assert_null(strstr(a.body, "took"));
	answer_fini(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			every_view_shows_the_same_instant, setup_by_hand,
			club_close),
		cmocka_unit_test_setup_teardown(
			a_clock_that_stands_says_so_and_what_is_left, setup_by_hand,
			club_close),
		cmocka_unit_test_setup_teardown(
			games_come_in_the_order_of_their_deadlines, setup_by_hand,
			club_close),
		cmocka_unit_test_setup_teardown(who_leaves_a_match_lying_loses_it_by_its_clock,
						setup_by_hand, club_close),
		cmocka_unit_test_setup_teardown(a_record_tells_how_long_each_decision_took,
						setup_by_hand, club_close),
		cmocka_unit_test_setup_teardown(a_refused_resignation_is_no_new_allowance,
						setup_by_hand, club_close),
		cmocka_unit_test_setup_teardown(
			a_game_without_a_clock_never_ends_by_time, setup_by_hand,
			club_close),
		cmocka_unit_test_setup_teardown(
			each_game_of_a_match_begins_with_a_whole_bank, setup_by_hand,
			club_close),
		cmocka_unit_test_setup_teardown(a_clock_is_shown_by_its_terms_and_instants,
						setup_by_hand, club_close),
		cmocka_unit_test_setup_teardown(clocks_that_cannot_be_are_refused, setup_by_hand,
						club_close),
		cmocka_unit_test_setup_teardown(
			a_deadline_that_came_while_the_house_was_dead_is_at_its_instant,
			setup_by_hand, club_close),
		cmocka_unit_test_setup_teardown(without_a_clock_there_is_nothing_to_claim,
						setup_by_hand, club_close),
		cmocka_unit_test_setup_teardown(time_comes_to_an_end_though_nobody_asks, setup,
						club_close),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
