/*
 * test_vacations.c - planning a vacation over HTTP: which days, how many, and what
 * becomes of deadlines.
 */
#include "tests/api/club.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <sqlite3.h>

#define PLACE "/v1/accounts/me/vacations"

static int setup(void **state)
{
	static const char *const flags[] = {"--dice", "6 1 3 1 4 2",
					    "--clock=2026-11-30T09:00:00Z", NULL};

	(void)state;
	club_open_with(flags);
	return 0;
}

static long long plan(const char *token, const char *from, const char *to)
{
	struct answer a = club_post(token, PLACE, "{\"from\": \"%s\", \"to\": \"%s\"}", from, to);
	long long number;

	answer_expect(&a, 201);
	number = answer_int(&a, "number");
	answer_fini(&a);
	return number;
}

static struct answer give_up(const char *token, long long number)
{
	char path[80];

	snprintf(path, sizeof path, PLACE "/%lld", number);
	return http_ask(&club.http, "DELETE", path, token, NULL);
}

static void refuse(const char *from, const char *to, int status, const char *slug)
{
	struct answer a = club_post(club.ana, PLACE, "{\"from\": \"%s\", \"to\": \"%s\"}", from, to);

	answer_expect_problem(&a, status, slug);
	answer_fini(&a);
}

static long long left_of(const char *year)
{
	struct answer a = club_get(club.ana, PLACE);
	long long left;

	answer_expect(&a, 200);
	left = answer_int(&a, year);
	answer_fini(&a);
	return left;
}

/* user-voices B26: days are of UTC, and said so by their instants. */
static void days_are_whole_days_of_utc(void **state)
{
	struct answer a;

	(void)state;
	a = club_post(club.ana, PLACE, "{\"from\": \"2026-12-24\", \"days\": %d}", 3);
	answer_expect(&a, 201);
	assert_string_equal(answer_string(&a, "from"), "2026-12-24");
	assert_string_equal(answer_string(&a, "to"), "2026-12-26");
	assert_string_equal(answer_string(&a, "begins"), "2026-12-24T00:00:00.000Z");
	assert_string_equal(answer_string(&a, "ends"), "2026-12-27T00:00:00.000Z");
	assert_string_equal(answer_string(&a, "state"), "planned");
	answer_fini(&a);
	assert_int_equal(left_of("years[0].left"), 18);
	assert_int_equal(left_of("years[1].left"), 21);
}

/* Whoever audits the book needs to know how many there were when it was planned. */
static void expect_all_say_how_many_there_were(void)
{
	sqlite3 *db;
	char *flaw = NULL;

	assert_int_equal(sqlite3_open_v2(club.daemon.book, &db, SQLITE_OPEN_READWRITE, NULL),
			 SQLITE_OK);
	if (sqlite3_exec(db, "CREATE TEMP TABLE c (n CHECK (n = 2)); INSERT INTO c"
			     " SELECT count(*) FROM vacations WHERE allowed = 21",
			 NULL, NULL, &flaw) != SQLITE_OK)
		fail_msg("%s", flaw);
	sqlite3_close(db);
}

static void days_count_against_the_year_they_lie_in(void **state)
{
	(void)state;
	plan(club.ana, "2026-12-30", "2027-01-04");
	assert_int_equal(left_of("years[0].left"), 19);
	assert_int_equal(left_of("years[1].left"), 17);
	refuse("2027-02-01", "2027-02-18", 409, "vacation-days-spent");
	plan(club.ana, "2027-02-01", "2027-02-17");
	assert_int_equal(left_of("years[1].left"), 0);
	expect_all_say_how_many_there_were();
}

/* user-voices B24: an hour of a day is a day, and no day is had twice. */
static void a_day_that_has_begun_is_spent(void **state)
{
	struct answer a;
	long long number;

	(void)state;
	number = plan(club.ana, "2026-11-30", "2026-12-02");
	a = club_get(club.ana, PLACE "/%lld", number);
	assert_string_equal(answer_string(&a, "begins"), "2026-11-30T09:00:00.000Z");
	assert_string_equal(answer_string(&a, "state"), "running");
	answer_fini(&a);
	a = give_up(club.ana, number);
	answer_expect(&a, 200);
	assert_string_equal(answer_string(&a, "ends"), "2026-12-01T00:00:00.000Z");
	assert_int_equal(answer_int(&a, "days"), 1);
	answer_fini(&a);
	assert_int_equal(left_of("years[0].left"), 20);
	refuse("2026-11-30", "2026-11-30", 409, "vacation-overlaps");
}

static void what_cannot_be_planned_is_refused_and_takes_nothing(void **state)
{
	static const char *const wrong[][2] = {
		{"2026-11-29", "2026-12-01"}, {"2028-01-01", "2028-01-02"}, {"2026-12-02", "2026-12-01"},
		{"2026-13-01", "2026-12-01"}, {"2026-12-1", "2026-12-02"},  {"tomorrow", "2026-12-02"},
		{"2026-12-01", "2999-12-31"}, {"1926-12-01", "1926-12-02"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
		refuse(wrong[i][0], wrong[i][1], 400, "invalid-value");
	plan(club.ana, "2026-12-01", "2026-12-03");
	refuse("2026-12-03", "2026-12-05", 409, "vacation-overlaps");
	plan(club.ana, "2026-12-04", "2026-12-04");
	plan(club.ana, "2026-12-06", "2026-12-06");
	refuse("2026-12-08", "2026-12-08", 409, "too-many-vacations");
	assert_int_equal(left_of("years[0].taken"), 5);
}

static void nobody_sees_or_ends_the_vacation_of_another(void **state)
{
	struct answer a;
	long long number;

	(void)state;
	number = plan(club.ana, "2026-12-01", "2026-12-03");
	a = club_get(club.ben, "/v1/accounts/ana/vacations");
	answer_expect_problem(&a, 403, "forbidden");
	answer_fini(&a);
	a = give_up(club.ben, number);
	answer_expect_problem(&a, 404, "not-found");
	answer_fini(&a);
}

/* ---- games ------------------------------------------------------------------------------- */

static void lay(const char *clock)
{
	struct answer a = club_post(club.ana, "/v1/games",
				    "{\"ruleset\": \"backgammon\", \"clock\": %s}", clock);

	answer_expect(&a, 201);
	snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "id"));
	answer_fini(&a);
	a = club_post(club.ben, club_path("/seats"), "{}");
	answer_expect(&a, 201);
	answer_fini(&a);
}

/* Reads the game until it has this deadline. */
static void await_deadline(const char *deadline)
{
	char seen[40] = "";

	for (int i = 0; i < 200 && strcmp(seen, deadline) != 0; i++) {
		struct answer a = club_get(club.ana, "%s", club_path(""));

		snprintf(seen, sizeof seen, "%s", answer_string(&a, "clock.deadline"));
		answer_fini(&a);
	}
	assert_string_equal(seen, deadline);
}

/* user-voices B4, B25: the game says whether it allows it, and what is planned. */
static void a_vacation_moves_the_deadlines_of_games_that_allow_it(void **state)
{
	struct answer a;
	char standing[16];

	(void)state;
	lay("{\"per_move\": \"P3D\", \"vacation\": \"none\"}");
	strcpy(standing, club.game);
	lay("{\"per_move\": \"P3D\"}");
	await_deadline("2026-12-03T09:00:00.000Z");
	plan(club.ana, "2026-12-01", "2026-12-05");
	await_deadline("2026-12-08T09:00:00.000Z");
	a = club_get(club.ben, "%s", club_path(""));
	assert_string_equal(answer_string(&a, "clock.vacation"), "allowed");
	assert_string_equal(answer_string(&a, "clock.seats[0].off"), "P5D");
	assert_string_equal(answer_string(&a, "clock.seats[0].away[0].from"), "2026-12-01T00:00:00.000Z");
	assert_string_equal(answer_string(&a, "clock.seats[0].away[0].to"), "2026-12-06T00:00:00.000Z");
	answer_fini(&a);
	strcpy(club.game, standing);
	a = club_get(club.ben, "%s", club_path(""));
	assert_string_equal(answer_string(&a, "clock.vacation"), "none");
	assert_string_equal(answer_string(&a, "clock.deadline"), "2026-12-03T09:00:00.000Z");
	answer_fini(&a);
}

/* user-voices B4: a game about to lapse does so; no vacation comes to its help. */
static void no_vacation_begins_by_itself(void **state)
{
	struct answer a;

	(void)state;
	lay("{\"per_move\": \"PT1S\", \"vacation\": \"allowed\"}");
	for (size_t i = 0; club.daemon.flags[i]; i++)
		if (strncmp(club.daemon.flags[i], "--clock=", 8) == 0)
			club.daemon.flags[i] = "--clock=2026-11-30T09:00:01Z";
	daemon_kill(&club.daemon);
	club_return();
	for (int i = 0; i < 200; i++) {
		a = club_get(club.ana, "%s", club_path(""));
		if (strcmp(answer_string(&a, "state"), "over") == 0)
			break;
		answer_fini(&a);
	}
	assert_string_equal(answer_string(&a, "state"), "over");
	answer_fini(&a);
	a = club_get(club.ana, PLACE);
	assert_int_equal(json_array_size(answer_at(&a, "vacations")), 0);
	assert_int_equal(answer_int(&a, "years[0].left"), 21);
	answer_fini(&a);
}

/* What is refused costs nothing; what changes nothing neither. */
static void vacations_change_only_so_often(void **state)
{
	struct answer a;

	(void)state;
	for (int i = 0; i < 6; i++) {
		long long number = plan(club.ana, "2026-12-24", "2026-12-26");

		refuse("2026-12-24", "2026-12-25", 409, "vacation-overlaps");
		answer_done(give_up(club.ana, number), 200);
	}
	a = club_post(club.ana, PLACE, "{\"from\": \"2026-12-24\", \"days\": %d}", 1);
	answer_expect_problem(&a, 429, "too-many-requests");
	assert_string_equal(json_string_value(json_array_get(answer_at(&a, "violated_policies"), 0)),
			    "vacations");
	assert_true(atoi(answer_header(&a, "Retry-After")) > 0);
	answer_fini(&a);
	plan(club.ben, "2026-12-24", "2026-12-26"); /* each account has its own */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(days_are_whole_days_of_utc, setup, club_close),
		cmocka_unit_test_setup_teardown(days_count_against_the_year_they_lie_in, setup,
						club_close),
		cmocka_unit_test_setup_teardown(a_day_that_has_begun_is_spent, setup, club_close),
		cmocka_unit_test_setup_teardown(what_cannot_be_planned_is_refused_and_takes_nothing,
						setup, club_close),
		cmocka_unit_test_setup_teardown(nobody_sees_or_ends_the_vacation_of_another, setup,
						club_close),
		cmocka_unit_test_setup_teardown(a_vacation_moves_the_deadlines_of_games_that_allow_it,
						setup, club_close),
		cmocka_unit_test_setup_teardown(no_vacation_begins_by_itself, setup, club_close),
		cmocka_unit_test_setup_teardown(vacations_change_only_so_often, setup, club_close),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
