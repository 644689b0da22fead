/*
 * test_late.c - who comes when time is up: what is answered to each act, by the game's
 * terms, before and after the house has seen to it.
 */
#include "tests/api/hand.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#define DEADLINE "2026-12-01T09:00:00.000Z"
#define NOW	 "2026-12-01T10:00:00.000Z"
#define TURN	 "{\"ply\": 5, \"moves\": [\"13/7\", \"8/7\"]}"
#define FACES	 "6 1 6 1 6 1 6 1 6 1 6 1 6 1 6 1 6 1 6 1 6 1 6 1" /* ana begins each game */

/* The clock is wound while somebody is there. */
static const char *clock_at(const char *instant)
{
	static char text[64];

	snprintf(text, sizeof text, "[test]\nclock = %s\n", instant);
	return text;
}

static void wind(const char *instant)
{
	club_configure(clock_at(instant));
}

static int setup(void **state)
{
	/* A body may lie half sent for as long as a slow machine lays the other tables. */
	const char *const flags[] = {"--config", club_config(), "--dice", FACES,
				     "--limits.body_seconds=600", "--limits.idle_seconds=600",
				     NULL};

	(void)state;
	wind("2026-11-30T09:00:00Z");
	club_open_with(flags);
	return 0;
}

static int setup_on_a_disk(void **state)
{
	return club_setup_on_a_disk(setup, state);
}

static void lay(const char *on_timeout)
{
	bool missed = strcmp(on_timeout, "forfeit_move") == 0;
	struct answer a =
		club_post(club.ana, "/v1/games",
			  "{\"ruleset\": \"backgammon\", \"clock\": {\"per_move\": \"P1D\", "
			  "\"on_timeout\": \"%s\"%s}}",
			  on_timeout, missed ? ", \"misses_max\": 3" : "");

	answer_expect(&a, 201);
	snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "id"));
	answer_fini(&a);
	answer_done(club_post(club.ben, club_path("/seats"), "{}"), 201);
}

static const struct late {
	const char *on_timeout; /* of the game; ana is asked */
	bool by_ben;
	const char *path, *body;
	long status;
	const char *slug;     /* NULL: it is done */
	const char *deadline; /* that is told     */
} lates[] = {
	{"forfeit_game", false, "/turns", TURN, 409, "clock-expired", DEADLINE},
	{"forfeit_game", false, "/resignation", "{\"value\": 1}", 409, "clock-expired", DEADLINE},
	{"forfeit_game", false, "/draw", "{\"action\": \"offer\"}", 409, "clock-expired", DEADLINE},
	{"forfeit_game", false, "/abort", "{}", 409, "clock-expired", DEADLINE},
	{"forfeit_game", true, "/nudge", "{}", 409, "clock-expired", DEADLINE},
	{"forfeit_game", true, "/claim", "{}", 409, "game-over", NULL},
	{"forfeit_move", false, "/turns", TURN, 409, "clock-expired", DEADLINE},
	{"forfeit_move", true, "/nudge", "{}", 409, "clock-expired", DEADLINE},
	{"forfeit_move", true, "/claim", "{}", 409, "nothing-to-claim", NULL},
	{"claim", false, "/claim", "{}", 409, "nothing-to-claim", NULL},
	{"claim", false, "/turns", TURN, 201, NULL, NULL},
	{"claim", true, "/claim", "{}", 200, NULL, NULL},
};

#define LATES (sizeof lates / sizeof *lates)

static const char *who(const struct late *late)
{
	return late->by_ben ? club.ben : club.ana;
}

static void is_told(struct answer a, const struct late *late)
{
	if (!late->slug) {
		answer_done(a, late->status);
		return;
	}
	answer_expect_problem(&a, late->status, late->slug);
	if (strcmp(late->slug, "game-over") != 0)
		assert_string_equal(answer_string(&a, "server_time"), NOW);
	if (late->deadline)
		assert_string_equal(answer_string(&a, "deadline"), late->deadline);
	else
		assert_false(answer_has(&a, "deadline"));
	answer_fini(&a);
}

/* It has not stopped when the signal has been sent, but when the kernel says so. */
static void hold_the_house(void)
{
	int status = 0;

	assert_int_equal(kill(club.daemon.pid, SIGSTOP), 0);
	assert_int_equal(waitpid(club.daemon.pid, &status, WUNTRACED), club.daemon.pid);
	assert_true(WIFSTOPPED(status));
}

/*
 * What a house that is closing has begun to hear it answers, but sees to no deadline
 * any more.  So all of these are heard an hour after it, and before the house has
 * looked.
 */
static void who_comes_late_is_told_when_it_was_and_what_time_it_is(void **state)
{
	int fd[LATES];
	char key[16];

	(void)state;
	for (size_t i = 0; i < LATES; i++) {
		lay(lates[i].on_timeout);
		snprintf(key, sizeof key, "\"late-%zu\"", i);
		fd[i] = wire_open(club.daemon.port);
		assert_true(hand_begin_post(fd[i], who(&lates[i]), club_path(lates[i].path), key,
					    lates[i].body));
	}
	for (int i = 0; i < 2; i++) /* after one turn it has all of them, and after two for sure */
		answer_done(club_get(club.ana, "/v1"), 200);
	hold_the_house();
	club_write_config(clock_at(NOW));
	kill(club.daemon.pid, SIGHUP);
	kill(club.daemon.pid, SIGTERM);
	for (size_t i = 0; i < LATES; i++)
		assert_true(wire_say(fd[i], "}"));
	kill(club.daemon.pid, SIGCONT);
	for (size_t i = 0; i < LATES; i++) {
		is_told(wire_hear(fd[i], PATIENCE, false), &lates[i]);
		close(fd[i]);
	}
}

/* The same turn, when the house has been there already: what has become of the game. */
static void who_comes_after_the_house_finds_what_has_become_of_the_game(void **state)
{
	struct answer a;

	(void)state;
	lay("forfeit_game");
	wind(NOW);
	a = club_post(club.ana, club_path("/turns"), TURN);
	answer_expect_problem(&a, 412, "stale-ply");
	assert_string_equal(answer_string(&a, "game.outcome.reason"), "timeout");
	answer_fini(&a);
	answer_refused(club_post(club.ana, club_path("/resignation"), "{}"), 409, "game-over");
	wind("2026-11-30T09:00:00Z");
	lay("forfeit_move");
	wind(NOW);
	a = club_post(club.ana, club_path("/turns"), TURN);
	answer_expect_problem(&a, 412, "stale-ply");
	assert_int_equal(answer_int(&a, "game.clock.seats[0].missed"), 1);
	answer_fini(&a);
}

static void a_claim_too_early_is_told_when_it_can_be_made(void **state)
{
	struct answer a;

	(void)state;
	lay("claim");
	wind("2026-12-01T08:59:59.999Z");
	a = club_post(club.ben, club_path("/claim"), "{}");
	answer_expect_problem(&a, 409, "nothing-to-claim");
	assert_string_equal(answer_string(&a, "deadline"), DEADLINE);
	assert_string_equal(answer_string(&a, "server_time"), "2026-12-01T08:59:59.999Z");
	answer_fini(&a);
	/* Nobody waits for ben, and so ana has nothing to wait for. */
	a = club_post(club.ana, club_path("/claim"), "{}");
	answer_expect_problem(&a, 409, "nothing-to-claim");
	assert_false(answer_has(&a, "deadline"));
	answer_fini(&a);
	answer_refused(club_post(club.carla, club_path("/claim"), "{}"), 403, "not-seated");
	wind(DEADLINE);
	a = club_post(club.ben, club_path("/claim"), "{}");
	answer_expect(&a, 200);
	assert_string_equal(answer_string(&a, "outcome.reason"), "timeout");
	answer_fini(&a);
}

/* What has become of a game cannot be written; and whoever waits for it has said all. */
static void who_has_closed_his_side_is_shown_the_game_as_the_full_disk_has_it(void **state)
{
	struct answer a;
	char text[512];
	bool over;
	int fd;

	(void)state;
	lay("forfeit_game");
	club_fill_the_disk();
	wind(NOW);
	fd = wire_open(club.daemon.port);
	snprintf(text, sizeof text, "GET %s" HAND_HOST "Authorization: Bearer %s\r\n\r\n",
		 club_path(""), club.ben);
	assert_true(wire_say(fd, text));
	shutdown(fd, SHUT_WR);
	a = wire_hear(fd, PATIENCE, false);
	answer_expect(&a, 200);
	assert_string_equal(answer_header(&a, "Content-Type"), "application/json");
	assert_string_equal(answer_header(&a, "ETag"), "\"5\"");
	assert_string_equal(answer_string(&a, "id"), club.game);
	assert_string_equal(answer_string(&a, "state"), "active");
	answer_fini(&a);
	assert_true(wire_is_closed(fd, PATIENCE));
	close(fd);
	club_empty_the_disk();
	do { /* each asks for the game's time to be looked at, and waits for it a while */
		a = club_get(club.ben, "%s", club_path(""));
		over = strcmp(answer_string(&a, "state"), "over") == 0;
		answer_fini(&a);
	} while (!over);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, club_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(who_comes_late_is_told_when_it_was_and_what_time_it_is),
		TEST(who_comes_after_the_house_finds_what_has_become_of_the_game),
		TEST(a_claim_too_early_is_told_when_it_can_be_made),
		cmocka_unit_test_setup_teardown(
			who_has_closed_his_side_is_shown_the_game_as_the_full_disk_has_it,
			setup_on_a_disk, club_close),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
