/*
 * test_match.c - kill -9 between two games of a match.
 *
 * Two people resign game after game, so that nearly every moment is one in which
 * a game ends and the next is laid.  However the daemon dies: each game of the
 * match has exactly one after it, numbers follow one another, each score is the
 * one before and the points of the game between, what was answered is there, and
 * the last game is waiting to be played.
 */
#include "tests/lib/daemon.h"
#include "tests/lib/http.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

static struct {
	struct daemon daemon;
	char token[2][128];
	char match[16], game[16]; /* the first and the present one */
	long long answered;	  /* games that are over, as far as was said */
	unsigned seed;
	unsigned before; /* answers before the clock of the kill starts */
	long us;	 /* ... and how long it runs */
} test;

static unsigned chance(unsigned n)
{
	return (unsigned)rand_r(&test.seed) % n;
}

/* A POST with a key of its own; none is sent twice. */
static struct answer post(struct http *h, const char *path, unsigned seat, const char *body)
{
	static unsigned n;
	char key[64];

	snprintf(key, sizeof key, "Idempotency-Key: \"k%u\"", ++n);
	http_header(h, key);
	return http_ask(h, "POST", path, test.token[seat], "%s", body);
}

static void begin_the_match(struct http *h)
{
	struct answer a = post(h, "/v1/games", 0,
			       "{\"ruleset\": \"backgammon\", \"sit\": 0, "
			       "\"options\": {\"variant\": \"hypergammon\"}, "
			       "\"stake\": {\"unit\": 5, \"buy_in\": 20}, "
			       "\"match\": {\"length\": 1000}}");
	char path[64];

	answer_expect(&a, 201);
	snprintf(test.match, sizeof test.match, "%s", answer_string(&a, "id"));
	strcpy(test.game, test.match);
	answer_fini(&a);
	snprintf(path, sizeof path, "/v1/games/%s/seats", test.match);
	a = post(h, path, 1, "{\"seat\": 1}");
	answer_expect(&a, 201);
	answer_fini(&a);
}

/* Finds the game that is played now; false when nobody answers. */
static bool go_on(struct http *h)
{
	char path[64];
	struct answer a;
	bool next;

	do {
		snprintf(path, sizeof path, "/v1/games/%s", test.game);
		a = http_ask(h, "GET", path, test.token[0], NULL);
		next = a.status == 200 && answer_has(&a, "match.next");
		if (next)
			snprintf(test.game, sizeof test.game, "%s",
				 answer_string(&a, "match.next"));
		if (a.status != 200 && a.status != 0)
			answer_expect(&a, 200);
		if (!a.status) {
			answer_fini(&a);
			return false;
		}
		answer_fini(&a);
	} while (next);
	return true;
}

static void *kill_it(void *arg)
{
	struct timespec t = {0, test.us * 1000};

	(void)arg;
	nanosleep(&t, NULL);
	daemon_kill(&test.daemon);
	return NULL;
}

/* However slow the machine is, every daemon lives to answer twice. */
static void resign_until_nobody_answers(struct http *h)
{
	pthread_t killer;
	char path[64];
	struct answer a;
	unsigned heard = 0;

	while (go_on(h)) {
		snprintf(path, sizeof path, "/v1/games/%s/resignation", test.game);
		a = post(h, path, chance(2), "{}");
		if (a.status == 201) {
			assert_string_equal(answer_string(&a, "state"), "over");
			test.answered++;
			if (++heard == test.before)
				assert_int_equal(pthread_create(&killer, NULL, kill_it, NULL), 0);
		} else if (a.status) {
			answer_expect(&a, 201);
		}
		answer_fini(&a);
	}
	assert_true(heard >= test.before);
	pthread_join(killer, NULL);
}

/* One game as it is listed, after those before it. */
static void follow(json_t *game, long long number, long long score[2])
{
	json_t *match = json_object_get(game, "match");
	json_t *now = json_object_get(match, "score");
	long long won = 0;
	bool over = strcmp(json_string_value(json_object_get(game, "state")), "over") == 0;

	assert_string_equal(json_string_value(json_object_get(match, "id")), test.match);
	assert_int_equal(json_integer_value(json_object_get(match, "game")), number);
	for (size_t i = 0; i < 2; i++) {
		long long points = json_integer_value(json_array_get(now, i));

		assert_true(points >= score[i]);
		won += points - score[i];
		score[i] = points;
	}
	/* A resignation is worth a single; a game that goes on is worth nothing yet. */
	assert_int_equal(won, over);
}

/* Every game of the match in its order, and that each names the next. */
static void look_at_the_match(struct http *h)
{
	long long number = 0, score[2] = {0, 0};
	char path[256], next[16] = "", key[16], state[16] = "";
	bool more = true;

	snprintf(path, sizeof path, "/v1/games?match=%s&order=asc&limit=20", test.match);
	while (more) {
		struct answer a = http_ask(h, "GET", path, test.token[0], NULL);
		json_t *games, *game;
		size_t i;

		answer_expect(&a, 200);
		games = answer_at(&a, "games");
		json_array_foreach(games, i, game)
		{
			json_t *after = json_object_get(json_object_get(game, "match"), "next");

			snprintf(key, sizeof key, "%s",
				 json_string_value(json_object_get(game, "id")));
			snprintf(state, sizeof state, "%s",
				 json_string_value(json_object_get(game, "state")));
			if (number)
				assert_string_equal(key, next);
			follow(game, ++number, score);
			snprintf(next, sizeof next, "%s",
				 json_is_string(after) ? json_string_value(after) : "");
		}
		more = sscanf(answer_header(&a, "Link"), "<%255[^>]>; rel=\"next\"", path) == 1;
		answer_fini(&a);
	}
	assert_string_equal(state, "active");
	assert_string_equal(next, "");
	assert_true(number - 1 >= test.answered);
	/* One kill loses one answer at most. */
	test.answered = number - 1;
}

static void the_next_game_is_there_once_whenever_the_daemon_dies(void **state)
{
	int kills = getenv("TABLAS_LONG") ? 300 : getenv("TABLAS_BRIEF") ? 4 : 12;
	struct http h;

	(void)state;
	test.seed = 1283;
	daemon_token(&test.daemon, "ana", NULL, test.token[0]);
	daemon_token(&test.daemon, "ben", NULL, test.token[1]);
	daemon_grant(&test.daemon, "ana", 100);
	daemon_grant(&test.daemon, "ben", 100);
	for (int i = 0; i < kills; i++) {
		daemon_start(&test.daemon);
		http_init(&h, test.daemon.url);
		if (i == 0)
			begin_the_match(&h);
		else
			look_at_the_match(&h);
		h.tolerant = true;
		test.before = 2 + chance(7);
		test.us = chance(5000);
		resign_until_nobody_answers(&h);
		http_fini(&h);
	}
	daemon_start(&test.daemon);
	http_init(&h, test.daemon.url);
	look_at_the_match(&h);
	http_fini(&h);
	print_message("# %d kills, %lld games\n", kills, test.answered);
	assert_true(test.answered > kills);
	daemon_stop_and_audit(&test.daemon);
}

static int set_up(void **state)
{
	(void)state;
	daemon_init(&test.daemon, "--log-level", "warning", NULL);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	daemon_fini(&test.daemon);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			the_next_game_is_there_once_whenever_the_daemon_dies, set_up,
			tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
