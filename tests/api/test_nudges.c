/*
 * test_nudges.c - asking somebody to go on, and when a question was first seen.
 */
#include "tests/api/ear.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

/* The house closes before: what has been looked at is written then. */
static void wind(const char *flag)
{
	if (club.daemon.pid)
		assert_int_equal(daemon_stop(&club.daemon), 0);
	club_wind(flag);
}

static int asked_seat(void)
{
	struct answer a = club_get(club.ana, "%s", club_path(""));
	int seat = (int)answer_int(&a, "waiting.seats[0]");

	answer_fini(&a);
	return seat;
}

/* A game of ana and ben by this clock ("null": none). */
static void lay_by(const char *clock)
{
	struct answer a = club_post(club.ana, "/v1/games",
				    "{\"ruleset\": \"backgammon\", \"sit\": 0, \"clock\": %s}", clock);

	answer_expect(&a, 201);
	snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "id"));
	answer_fini(&a);
	answer_done(club_post(club.ben, club_path("/seats"), "{}"), 201);
}

/* user-voices D47: what is refused for its haste says when it is possible. */
static void a_nudge_that_comes_too_soon_is_told_when_it_may_come(void **state)
{
	const char *who, *other;
	struct answer a;
	int seat;

	(void)state;
	lay_by("null");
	seat = asked_seat();
	who = seat ? club.ben : club.ana;
	other = seat ? club.ana : club.ben;
	answer_refused(club_post(club.carla, club_path("/nudge"), "{}"), 403, "not-seated");
	answer_refused(club_post(who, club_path("/nudge"), "{}"), 409, "nothing-to-nudge");
	answer_refused(club_post(other, club_path("/nudge"), "{\"seat\": %d}", 1 - seat), 409,
		       "nothing-to-nudge");
	a = club_post(other, club_path("/nudge"), "{}");
	answer_expect_problem(&a, 409, "too-soon-to-nudge");
	assert_string_equal(answer_string(&a, "possible_at"), "2026-12-01T09:00:00.000Z");
	assert_string_equal(answer_header(&a, "Retry-After"), "86400");
	answer_fini(&a);
	wind("--clock=2026-12-01T09:00:00Z");
	a = club_get(other, "%s", club_path("/mine"));
	assert_int_equal(answer_int(&a, "nudges[0].seat"), seat);
	assert_string_equal(answer_string(&a, "nudges[0].possible_at"), "2026-12-01T09:00:00.000Z");
	answer_fini(&a);
	a = club_post(other, club_path("/nudge"), "{}");
	answer_expect(&a, 201);
	assert_int_equal(answer_int(&a, "seat"), seat);
	assert_string_equal(answer_string(&a, "possible_at"), "2026-12-02T09:00:00.000Z");
	answer_fini(&a);
	wind("--clock=2026-12-02T08:59:59Z"); /* it is remembered */
	answer_refused(club_post(other, club_path("/nudge"), "{}"), 409, "too-soon-to-nudge");
	wind("--clock=2026-12-02T09:00:00Z");
	answer_done(club_post(other, club_path("/nudge"), "{}"), 201);
}

/* user-voices B21: every timer reads the same deadline, the bank included. */
static void a_nudge_counts_against_the_deadline_and_the_bank_in_it(void **state)
{
	struct answer a;
	const char *other;

	(void)state;
	lay_by("{\"per_move\": \"PT12H\", \"bank\": \"PT6H\"}");
	other = asked_seat() ? club.ana : club.ben;
	a = club_post(other, club_path("/nudge"), "{}");
	answer_expect_problem(&a, 409, "too-soon-to-nudge");
	assert_false(answer_has(&a, "possible_at")); /* its time is up before the 24 hours are */
	assert_string_equal(answer_string(&a, "deadline"), "2026-12-01T03:00:00.000Z");
	answer_fini(&a);
	lay_by("{\"per_move\": \"PT20H\", \"bank\": \"PT6H\"}");
	other = asked_seat() ? club.ana : club.ben;
	wind("--clock=2026-12-01T10:00:00Z"); /* in the bank since 05:00 */
	a = club_post(other, club_path("/nudge"), "{}");
	answer_expect(&a, 201);
	assert_string_equal(answer_string(&a, "deadline"), "2026-12-01T11:00:00.000Z");
	assert_false(answer_has(&a, "possible_at"));
	answer_fini(&a);
}

/* user-voices B16: when the question was first seen, which is not when it was put. */
static void the_first_look_at_a_question_is_kept_for_its_seat_alone(void **state)
{
	const char *who, *other;
	struct answer a;
	struct ear ear;
	long long ply;
	int seat;

	(void)state;
	lay_by("null");
	a = club_get(club.carla, "%s", club_path(""));
	ply = answer_int(&a, "ply");
	seat = (int)answer_int(&a, "waiting.seats[0]");
	answer_fini(&a);
	who = seat ? club.ben : club.ana;
	other = seat ? club.ana : club.ben;
	wind("--clock=2026-12-01T07:00:00Z");
	answer_done(club_get(other, "%s", club_path("")), 200);
	/* A device that is told of it is not somebody who looks. */
	answer_done(club_get(who, "%s", club_path("/events")), 200);
	answer_done(club_get(who, "/v1/me/events"), 200);
	ear_open(&ear, who, club_path("/events?after=0"), NULL);
	while (ear.id < ply)
		assert_true(ear_hear(&ear));
	ear_close(&ear);
	ear_open(&ear, who, club_path("/events"), NULL);
	ear_expect(&ear, "reset", ply);
	ear_close(&ear);
	wind("--clock=2026-12-01T08:00:00Z");
	for (int i = 0; i < 3; i++)
		answer_done(club_get(who, "%s?format=text", club_path("")), 200);
	wind("--clock=2026-12-02T08:00:00Z");
	a = club_get(who, "%s", club_path("/mine"));
	assert_string_equal(answer_string(&a, "seen"), "2026-12-01T08:00:00.000Z");
	answer_fini(&a);
	a = club_get(other, "%s", club_path("/mine"));
	assert_false(answer_has(&a, "seen"));
	answer_fini(&a);
	club_decide();
	a = club_get(who, "%s", club_path("/mine"));
	assert_false(answer_has(&a, "seen"));
	answer_fini(&a);
}

int main(void)
{
#define AT_THE_CLUB(test) cmocka_unit_test_setup_teardown(test, club_setup_by_hand, club_close)
	const struct CMUnitTest tests[] = {
		AT_THE_CLUB(a_nudge_that_comes_too_soon_is_told_when_it_may_come),
		AT_THE_CLUB(a_nudge_counts_against_the_deadline_and_the_bank_in_it),
		AT_THE_CLUB(the_first_look_at_a_question_is_kept_for_its_seat_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
