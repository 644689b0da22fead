/*
 * test_events.c - what has happened since, and waiting for the next of it.
 */
#include "tests/api/crowd.h"
#include "tests/api/hand.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#define WAITERS 40

static int setup(void **state)
{
	(void)state;
	club_open(NULL);
	club_lay("backgammon", 2);
	return 0;
}

static int setup_few(void **state)
{
	static const char *const flags[] = {"--limits.watchers_max=3", "--limits.wait_max=30",
					    NULL};

	(void)state;
	club_open_with(flags);
	club_lay("backgammon", 2);
	return 0;
}

static int setup_hasty(void **state)
{
	static const char *const flags[] = {"--limits.wait_max=1", "--limits.idle_seconds=1",
					    NULL};

	(void)state;
	club_open_with(flags);
	club_lay("backgammon", 2);
	return 0;
}

static struct answer events(const char *query)
{
	return club_get(club.ana, "%s%s", club_path("/events"), query);
}

static size_t events_n(const struct answer *a)
{
	return json_array_size(answer_at(a, "events"));
}

static void waiting_asker(struct asker *a, const char *path)
{
	*a = (struct asker){.method = "GET", .path = path, .token = club.ana};
}

/* ---- reading ---------------------------------------------------------------------------- */

static void facts_come_in_the_order_they_happened_and_only_those_after(void **state)
{
	long long last;

	(void)state;
	for (int i = 0; i < 5; i++)
		club_decide();
	last = club_ply();
	assert_true(last > 10);
	for (long long after = 0; after <= last; after++) {
		char query[64];

		snprintf(query, sizeof query, "?after=%lld&limit=200", after);
		struct answer a = events(query);

		answer_expect(&a, 200);
		assert_int_equal(events_n(&a), last - after);
		for (size_t i = 0; i < events_n(&a); i++) {
			char path[48];

			snprintf(path, sizeof path, "events[%zu].ply", i);
			assert_int_equal(answer_int(&a, path), after + 1 + (long long)i);
		}
		answer_fini(&a);
	}
}

static void a_limit_cuts_the_list_and_the_next_page_goes_on(void **state)
{
	long long seen = 0, last;

	(void)state;
	club_decide();
	last = club_ply();
	while (seen < last) {
		char query[64];

		snprintf(query, sizeof query, "?after=%lld&limit=2", seen);
		struct answer a = events(query);

		answer_expect(&a, 200);
		assert_true(events_n(&a) == 2 || seen + 1 == last);
		assert_int_equal(answer_int(&a, "events[0].ply"), seen + 1);
		seen += (long long)events_n(&a);
		answer_fini(&a);
	}
	assert_int_equal(seen, last);
}

static void numbers_that_are_none_are_refused(void **state)
{
	static const char *const bad[] = {
		"after=-1",
		"after=",
		"after=x",
		"after=1.5",
		"after=1e3",
		"after=+1",
		"after=9223372036854775807",
		"after=9223372036854775808",
		"after=99999999999999999999999",
		"after=0x1",
		"after=%20",
		"after=1%00",
		"wait=-1",
		"wait=x",
		"wait=0.5",
		"wait=3601",
		"wait=9223372036854775808",
		"limit=0",
		"limit=-1",
		"limit=201",
		"limit=x",
		"limit=1000000000",
	};

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		char query[128];

		snprintf(query, sizeof query, "?%s", bad[i]);
		answer_refused(events(query), 400, "invalid-value");
	}
}

static void nothing_comes_after_what_has_not_been(void **state)
{
	char query[64];

	(void)state;
	snprintf(query, sizeof query, "?after=%lld&wait=30", club_ply() + 1);
	struct answer a = events(query);

	answer_expect_problem(&a, 400, "invalid-value");
	assert_int_equal(answer_int(&a, "ply"), club_ply());
	answer_fini(&a);
}

static void only_who_may_see_the_game_hears_of_it(void **state)
{
	(void)state;
	answer_refused(club_get(NULL, "%s", club_path("/events")), 401, "unauthorized");
	answer_refused(club_get(club.ana, "/v1/games/0000000000/events?wait=30"), 404,
		       "not-found");
	struct answer a =
		club_post(club.ana, "/v1/games",
			  "{\"ruleset\": \"backgammon\", \"visibility\": \"private\"}");
	char id[16];

	answer_expect(&a, 201);
	snprintf(id, sizeof id, "%s", answer_string(&a, "id"));
	answer_fini(&a);
	answer_refused(club_get(club.ben, "/v1/games/%s/events?wait=30", id), 404, "not-found");
}

/* ---- waiting -------------------------------------------------------------------------------
 */

static void whoever_waits_for_what_is_there_already_does_not_wait(void **state)
{
	struct answer a = events("?after=0&wait=3600");

	(void)state;
	answer_expect(&a, 200);
	assert_true(events_n(&a) > 0);
	answer_fini(&a);
	assert_int_equal(club_number("tablasd_watchers"), 0);
}

static void a_waiter_hears_of_a_move_made_elsewhere(void **state)
{
	struct asker waiter;
	char path[128];
	long long before = club_ply();

	(void)state;
	snprintf(path, sizeof path, "%s?after=%lld&wait=60", club_path("/events"), before);
	waiting_asker(&waiter, path);
	crowd_begin(&waiter, 1, club.daemon.url);
	club_until("tablasd_watchers", 1, 1);
	club_decide();
	crowd_end(&waiter, 1);
	answer_expect(&waiter.answer, 200);
	assert_int_equal(answer_int(&waiter.answer, "events[0].ply"), before + 1);
	assert_string_equal(answer_string(&waiter.answer, "events[0].kind"), "decided");
	assert_int_equal(events_n(&waiter.answer), answer_int(&waiter.answer, "ply") - before);
	crowd_fini(&waiter, 1);
	assert_int_equal(club_number("tablasd_watchers"), 0);
}

static void everybody_who_waits_for_a_game_is_woken_and_nobody_else(void **state)
{
	static struct asker waiters[WAITERS + 1];
	char path[128], other[128], game[16];
	long long before;

	(void)state;
	snprintf(game, sizeof game, "%s", club.game);
	snprintf(other, sizeof other, "%s?after=%lld&wait=60", club_path("/events"),
		 club_ply());
	club_lay("backgammon", 2); /* another table */
	before = club_ply();
	snprintf(path, sizeof path, "%s?after=%lld&wait=60", club_path("/events"), before);
	for (size_t i = 0; i < WAITERS; i++)
		waiting_asker(&waiters[i], path);
	waiting_asker(&waiters[WAITERS], other);
	crowd_begin(waiters, WAITERS + 1, club.daemon.url);
	club_until("tablasd_watchers", WAITERS + 1, WAITERS + 1);
	club_decide();
	club_until("tablasd_watchers", 1, 1);
	snprintf(club.game, sizeof club.game, "%s", game);
	club_decide();
	crowd_end(waiters, WAITERS + 1);
	assert_int_equal(crowd_count(waiters, WAITERS + 1, 200), WAITERS + 1);
	for (size_t i = 0; i < WAITERS; i++)
		assert_int_equal(answer_int(&waiters[i].answer, "events[0].ply"), before + 1);
	assert_string_equal(answer_string(&waiters[WAITERS].answer, "id"), game);
	crowd_fini(waiters, WAITERS + 1);
}

static void every_end_of_a_game_wakes_those_who_wait_for_it(void **state)
{
	static const struct {
		const char *behind, *body, *state;
		bool by_operator;
	} ends[] = {
		{"/resignation", "{}", "over", false},
		{"/abort", "{}", "aborted", false},
		{"/freeze", "{}", "frozen", true},
	};

	(void)state;
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		struct asker waiter;
		char path[128];

		club_lay("backgammon", 2);
		snprintf(path, sizeof path, "%s?after=%lld&wait=60", club_path("/events"),
			 club_ply());
		waiting_asker(&waiter, path);
		crowd_begin(&waiter, 1, club.daemon.url);
		club_until("tablasd_watchers", 1, 1);
		struct answer a = club_post(ends[i].by_operator ? club.operator: club.ana,
					    club_path(ends[i].behind), "%s", ends[i].body);

		assert_true(a.status == 200 || a.status == 201);
		answer_fini(&a);
		crowd_end(&waiter, 1);
		answer_expect(&waiter.answer, 200);
		assert_true(events_n(&waiter.answer) > 0);
		assert_string_equal(answer_string(&waiter.answer, "state"), ends[i].state);
		crowd_fini(&waiter, 1);
	}
}

static void who_waits_at_an_open_table_hears_of_whoever_sits_down(void **state)
{
	struct answer a = club_post(club.ana, "/v1/games", "{\"ruleset\": \"backgammon\"}");
	struct asker waiter;
	char path[128];

	(void)state;
	answer_expect(&a, 201);
	snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "id"));
	snprintf(path, sizeof path, "%s?after=%lld&wait=60", club_path("/events"),
		 answer_int(&a, "ply"));
	answer_fini(&a);
	waiting_asker(&waiter, path);
	crowd_begin(&waiter, 1, club.daemon.url);
	club_until("tablasd_watchers", 1, 1);
	a = club_post(club.ben, club_path("/seats"), "{}");
	answer_expect(&a, 201);
	answer_fini(&a);
	crowd_end(&waiter, 1);
	answer_expect(&waiter.answer, 200);
	assert_true(events_n(&waiter.answer) > 0);
	crowd_fini(&waiter, 1);
}

static void a_refused_turn_wakes_nobody(void **state)
{
	struct asker waiter;
	char path[128];
	long long before = club_ply();

	(void)state;
	snprintf(path, sizeof path, "%s?after=%lld&wait=60", club_path("/events"), before);
	waiting_asker(&waiter, path);
	crowd_begin(&waiter, 1, club.daemon.url);
	club_until("tablasd_watchers", 1, 1);
	for (int i = 0; i < 10; i++) {
		struct answer a = club_post(i % 2 ? club.ana : club.ben, club_path("/turns"),
					    "{\"ply\": %lld, \"moves\": [\"1/24\"]}", before);

		assert_true(a.status >= 400 && a.status < 500);
		answer_fini(&a);
	}
	assert_int_equal(club_number("tablasd_watchers"), 1);
	club_decide();
	crowd_end(&waiter, 1);
	assert_int_equal(answer_int(&waiter.answer, "events[0].ply"), before + 1);
	crowd_fini(&waiter, 1);
}

static void at_the_deadline_comes_an_empty_list(void **state)
{
	char query[64];

	(void)state;
	/* more than the server allows, and longer than a silent connection may be */
	snprintf(query, sizeof query, "?after=%lld&wait=3600", club_ply());
	for (int i = 0; i < 2; i++) {
		struct answer a = events(query);

		answer_expect(&a, 200);
		assert_int_equal(events_n(&a), 0);
		assert_int_equal(answer_int(&a, "ply"), club_ply());
		answer_fini(&a);
	}
	assert_int_equal(club_number("tablasd_watchers"), 0);
}

static void nobody_waits_at_a_table_that_is_cleared(void **state)
{
	struct answer a = club_post(club.ben, club_path("/resignation"), "{}");
	char query[64];

	(void)state;
	answer_expect(&a, 201);
	answer_fini(&a);
	snprintf(query, sizeof query, "?after=%lld&wait=3600", club_ply());
	a = events(query);
	answer_expect(&a, 200);
	assert_int_equal(events_n(&a), 0);
	assert_string_equal(answer_string(&a, "state"), "over");
	answer_fini(&a);
}

/* One too many gets at once what it would get at its deadline: no error, nothing lost. */
static void of_too_many_waiters_the_last_hears_at_once_that_there_is_nothing(void **state)
{
	static struct asker waiters[3];
	char path[128], query[64];
	long long before = club_ply();

	(void)state;
	snprintf(path, sizeof path, "%s?after=%lld&wait=30", club_path("/events"), before);
	for (size_t i = 0; i < 3; i++)
		waiting_asker(&waiters[i], path);
	crowd_begin(waiters, 3, club.daemon.url);
	club_until("tablasd_watchers", 3, 3);
	snprintf(query, sizeof query, "?after=%lld&wait=30", before);
	for (int i = 0; i < 5; i++) {
		struct answer a = events(query);

		answer_expect(&a, 200);
		assert_int_equal(events_n(&a), 0);
		answer_fini(&a);
		assert_int_equal(club_number("tablasd_watchers"), 3);
	}
	club_decide();
	crowd_end(waiters, 3);
	for (size_t i = 0; i < 3; i++)
		assert_int_equal(answer_int(&waiters[i].answer, "events[0].ply"), before + 1);
	crowd_fini(waiters, 3);
	assert_int_equal(club_number("tablasd_watchers"), 0); /* and there is room again */
}

static void a_stopping_server_answers_whoever_waits(void **state)
{
	static struct asker waiters[WAITERS];
	char path[128];

	(void)state;
	snprintf(path, sizeof path, "%s?after=%lld&wait=60", club_path("/events"), club_ply());
	for (size_t i = 0; i < WAITERS; i++)
		waiting_asker(&waiters[i], path);
	crowd_begin(waiters, WAITERS, club.daemon.url);
	club_until("tablasd_watchers", WAITERS, WAITERS);
	assert_int_equal(daemon_stop(&club.daemon), 0);
	crowd_end(waiters, WAITERS);
	assert_int_equal(crowd_count(waiters, WAITERS, 200), WAITERS);
	for (size_t i = 0; i < WAITERS; i++) {
		assert_int_equal(events_n(&waiters[i].answer), 0);
		assert_string_equal(answer_header(&waiters[i].answer, "Connection"), "close");
	}
	crowd_fini(waiters, WAITERS);
}

/* ---- waiters that go away
 * --------------------------------------------------------------------- */

/* A connection on which a request waits for news. */
static int waits(long long after)
{
	int fd = wire_open(club.daemon.port);

	assert_true(fd >= 0);
	hand_wait(fd, after);
	return fd;
}

static void waiters_that_vanish_hurt_nobody_when_news_come(void **state)
{
	int fds[WAITERS];
	long long before = club_ply();

	(void)state;
	for (int round = 0; round < 3; round++) {
		for (int i = 0; i < WAITERS; i++)
			fds[i] = waits(before);
		club_until("tablasd_watchers", WAITERS, WAITERS);
		for (int i = 0; i < WAITERS; i++) {
			if (i % 2)
				hand_slam(fds[i]);
			else
				close(fds[i]);
		}
		club_decide();
		club_until("tablasd_watchers", 0, 0);
		before = club_ply();
	}
	club_decide();
}

static void a_waiter_that_has_said_all_it_has_to_say_is_still_answered(void **state)
{
	long long before = club_ply();
	int fd = waits(before);
	struct answer a;

	(void)state;
	shutdown(fd, SHUT_WR);
	club_until("tablasd_watchers", 1, 1);
	club_decide();
	a = wire_hear(fd, PATIENCE, false);
	answer_expect(&a, 200);
	assert_int_equal(answer_int(&a, "events[0].ply"), before + 1);
	answer_fini(&a);
	close(fd);
}

static void what_was_asked_after_a_wait_is_answered_after_it(void **state)
{
	long long before = club_ply();
	int fd = waits(before);

	(void)state;
	club_until("tablasd_watchers", 1, 1);
	assert_true(wire_say(fd, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"));
	club_decide();
	struct answer a = wire_hear(fd, PATIENCE, false);

	assert_int_equal(answer_int(&a, "events[0].ply"), before + 1);
	answer_fini(&a);
	a = wire_hear(fd, PATIENCE, false);
	answer_expect(&a, 200);
	assert_string_equal(a.body, "ok\n");
	answer_fini(&a);
	close(fd);
}

#define TEST(name)	     cmocka_unit_test_setup_teardown(name, setup, club_close)
#define TEST_WITH(how, name) cmocka_unit_test_setup_teardown(name, setup_##how, club_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(facts_come_in_the_order_they_happened_and_only_those_after),
		TEST(a_limit_cuts_the_list_and_the_next_page_goes_on),
		TEST(numbers_that_are_none_are_refused),
		TEST(nothing_comes_after_what_has_not_been),
		TEST(only_who_may_see_the_game_hears_of_it),
		TEST(whoever_waits_for_what_is_there_already_does_not_wait),
		TEST(a_waiter_hears_of_a_move_made_elsewhere),
		TEST(everybody_who_waits_for_a_game_is_woken_and_nobody_else),
		TEST(every_end_of_a_game_wakes_those_who_wait_for_it),
		TEST(who_waits_at_an_open_table_hears_of_whoever_sits_down),
		TEST(a_refused_turn_wakes_nobody),
		TEST_WITH(hasty, at_the_deadline_comes_an_empty_list),
		TEST(nobody_waits_at_a_table_that_is_cleared),
		TEST_WITH(few,
			  of_too_many_waiters_the_last_hears_at_once_that_there_is_nothing),
		TEST(a_stopping_server_answers_whoever_waits),
		TEST(waiters_that_vanish_hurt_nobody_when_news_come),
		TEST(a_waiter_that_has_said_all_it_has_to_say_is_still_answered),
		TEST(what_was_asked_after_a_wait_is_answered_after_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
