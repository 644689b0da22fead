/*
 * crash.c - kill -9 under load, again and again, and nothing that was said is untrue.
 *
 * Sixteen clients play staked games of both rulesets, every seat of them, while
 * the daemon is killed at any moment and started again.  Each client writes
 * down every fact it was told; a fact once told must be there for ever, word
 * for word: so no turn is lost, none is made twice, and no die changes.  A turn
 * whose answer never came is sent again with its key.  In every third game a seat
 * has standing orders, which answer in the same commit.  At the end the whole log of
 * every game is compared and the book is audited.
 */
#define _GNU_SOURCE
#include "tests/lib/daemon.h"
#include "tests/lib/http.h"

#include <inttypes.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#define CLIENTS 16
#define PLAYERS 4
#define FACTS_MAX 20000

static const char *const people[PLAYERS] = {"ana", "ben", "carla", "dario"};

/* One game as its client remembers it. */
struct memory {
	char key[16];
	const char *ruleset;
	size_t told; /* plies it was told of, from 1 */
	char *fact[FACTS_MAX];
	bool over;
};

struct client {
	pthread_t thread;
	unsigned number, seed;
	struct memory *game; /* the newest of its games */
	struct memory *games[256];
	size_t games_n;
	long turns, retries;
	/* the turn whose answer has not come */
	char body[2048], idempotency[64], path[64];
	int token;
	char failure[512]; /* what was untrue */
};

static struct {
	struct daemon daemon;
	char token[PLAYERS][128];
	struct client client[CLIENTS];
	atomic_bool stop;  /* clients: finish what you are doing */
	atomic_long turns; /* that were answered */
} test;

static unsigned chance(struct client *c, unsigned n)
{
	return (unsigned)rand_r(&c->seed) % n;
}

static void untrue(struct client *c, const char *format, ...)
{
	va_list ap;

	if (c->failure[0])
		return;
	va_start(ap, format);
	vsnprintf(c->failure, sizeof c->failure, format, ap);
	va_end(ap);
}

/* A fact the server has told: it must be what it was the last time. */
static void hear(struct client *c, struct memory *m, json_t *fact)
{
	size_t ply = (size_t)json_integer_value(json_object_get(fact, "ply"));
	json_t *seat = json_object_get(fact, "seat");
	const char *kind = json_string_value(json_object_get(fact, "kind"));
	const char *text = json_string_value(json_object_get(fact, "text"));
	char words[1400];

	if (!ply || ply >= FACTS_MAX || !kind) {
		untrue(c, "game %s: a fact without ply or kind", m->key);
		return;
	}
	snprintf(words, sizeof words, "%s %lld %s", kind,
		 seat && json_is_integer(seat) ? (long long)json_integer_value(seat) : -1,
		 text ? text : "");
	if (m->fact[ply] && strcmp(m->fact[ply], words) != 0)
		untrue(c, "game %s ply %zu: was told \"%s\", now \"%s\"", m->key, ply,
		       m->fact[ply], words);
	if (!m->fact[ply])
		m->fact[ply] = strdup(words);
	if (ply > m->told)
		m->told = ply;
	if (strcmp(kind, "finished") == 0)
		m->over = true;
}

static void hear_all(struct client *c, struct memory *m, json_t *facts)
{
	size_t i;
	json_t *fact;

	json_array_foreach(facts, i, fact)
		hear(c, m, fact);
}

/* Sends the turn that waits for its answer; true once it has one. */
static bool send_turn(struct client *c, struct http *h)
{
	char key[96];
	struct answer a;
	json_t *facts;

	snprintf(key, sizeof key, "Idempotency-Key: \"%s\"", c->idempotency);
	http_header(h, key);
	a = http_ask(h, "POST", c->path, test.token[c->token], "%s", c->body);
	if (a.status == 0 || a.status == 503) {
		answer_fini(&a);
		return false;
	}
	facts = json_object_get(a.json, "facts");
	if ((a.status != 201 && a.status != 200) || json_array_size(facts) == 0)
		untrue(c, "%s %s: %ld %s", c->path, c->body, a.status, a.body);
	else
		hear_all(c, c->game, facts);
	c->body[0] = '\0';
	c->turns++;
	atomic_fetch_add(&test.turns, 1);
	answer_fini(&a);
	return true;
}

static json_t *any_play(struct client *c, struct http *h, int token)
{
	char path[96];
	struct answer a;
	json_t *plays, *moves = NULL;

	snprintf(path, sizeof path, "/v1/games/%s/plays?limit=20", c->game->key);
	a = http_ask(h, "GET", path, test.token[token], NULL);
	plays = json_object_get(a.json, "plays");
	if (a.status == 200 && json_array_size(plays))
		moves = json_incref(json_object_get(
			json_array_get(plays, chance(c, (unsigned)json_array_size(plays))),
			"moves"));
	answer_fini(&a);
	return moves;
}

/* Looks at the game, thinks of a turn and sends it.  False when nobody answers. */
static bool take_turn(struct client *c, struct http *h)
{
	char path[64], *text;
	struct answer a;
	json_t *moves, *seat;
	long long ply;
	int token;

	snprintf(path, sizeof path, "/v1/games/%s", c->game->key);
	a = http_ask(h, "GET", path, test.token[0], NULL);
	if (a.status == 0 || a.status == 503) {
		answer_fini(&a);
		return false;
	}
	if (a.status != 200) {
		untrue(c, "%s: %ld %s", path, a.status, a.body);
		answer_fini(&a);
		return false;
	}
	ply = answer_int(&a, "ply");
	if ((size_t)ply < c->game->told)
		untrue(c, "game %s is at ply %lld, but ply %zu was told", c->game->key, ply,
		       c->game->told);
	if (strcmp(answer_string(&a, "state"), "over") == 0) {
		c->game->over = true;
		answer_fini(&a);
		return true;
	}
	seat = json_array_get(json_object_get(json_object_get(a.json, "waiting"), "seats"), 0);
	token = (int)json_integer_value(seat);
	answer_fini(&a);
	moves = any_play(c, h, token);
	if (!moves)
		return false;
	text = json_dumps(moves, JSON_COMPACT);
	snprintf(c->body, sizeof c->body, "{\"ply\": %lld, \"seat\": %d, \"moves\": %s}", ply,
		 token, text);
	snprintf(c->path, sizeof c->path, "/v1/games/%s/turns", c->game->key);
	snprintf(c->idempotency, sizeof c->idempotency, "c%u-%zu-%lld-%ld", c->number, c->games_n,
		 ply, c->turns);
	c->token = token;
	json_decref(moves);
	free(text);
	return send_turn(c, h);
}

/* What seat 1 decides from here on without being asked. */
static bool give_orders(struct client *c, struct http *h)
{
	char path[64];
	struct answer a;
	bool given;

	snprintf(path, sizeof path, "/v1/games/%s", c->game->key);
	a = http_ask(h, "GET", path, test.token[1], NULL);
	if (a.status != 200) {
		answer_fini(&a);
		return false;
	}
	long long ply = answer_int(&a, "ply");

	answer_fini(&a);
	snprintf(path, sizeof path, "/v1/games/%s/orders", c->game->key);
	a = http_ask(h, "PUT", path, test.token[1],
		     "{\"ply\": %lld, \"seat\": 1, \"orders\": [{\"kind\": \"forced\"},"
		     " {\"kind\": \"enter\", \"places\": [\"%s\", \"%s\"]}]}",
		     ply, strcmp(c->game->ruleset, "el-mundo") == 0 ? "Su3" : "3",
		     strcmp(c->game->ruleset, "el-mundo") == 0 ? "Su5" : "5");
	given = a.status == 200;
	if (a.status && a.status != 200 && a.status != 503)
		untrue(c, "%s: %ld %s", path, a.status, a.body);
	answer_fini(&a);
	return given;
}

/* A new staked game with everybody seated; made with keys, so that retries are harmless. */
static bool begin_game(struct client *c, struct http *h)
{
	struct memory *m = c->game;
	bool four = (c->number + c->games_n) % 2;
	char key[96], path[64];
	struct answer a;

	if (!m || m->over) {
		if (c->games_n == sizeof c->games / sizeof *c->games)
			return false;
		m = calloc(1, sizeof *m);
		m->ruleset = four ? "el-mundo" : "backgammon";
		c->games[c->games_n++] = c->game = m;
	}
	snprintf(key, sizeof key, "Idempotency-Key: \"g%u-%zu\"", c->number, c->games_n);
	http_header(h, key);
	a = http_ask(h, "POST", "/v1/games", test.token[0],
		     "{\"ruleset\": \"%s\", \"stake\": {\"unit\": 1, \"buy_in\": 30}, \"sit\": 0}",
		     m->ruleset);
	if (a.status == 201)
		snprintf(m->key, sizeof m->key, "%s", answer_string(&a, "id"));
	else if (a.status && a.status != 503)
		untrue(c, "POST /v1/games: %ld %s", a.status, a.body);
	answer_fini(&a);
	if (!m->key[0])
		return false;
	for (int seat = 1; seat < (strcmp(m->ruleset, "el-mundo") == 0 ? 4 : 2); seat++) {
		snprintf(path, sizeof path, "/v1/games/%s/seats", m->key);
		snprintf(key, sizeof key, "Idempotency-Key: \"s%u-%zu-%d\"", c->number, c->games_n,
			 seat);
		http_header(h, key);
		a = http_ask(h, "POST", path, test.token[seat], "{\"seat\": %d}", seat);
		if (a.status >= 400 && a.status != 503)
			untrue(c, "%s: %ld %s", path, a.status, a.body);
		if (a.status == 0 || a.status >= 400) {
			m->key[0] = '\0';
			answer_fini(&a);
			return false;
		}
		answer_fini(&a);
	}
	if (c->games_n % 3 == 1 && !give_orders(c, h)) {
		m->key[0] = '\0';
		return false;
	}
	return true;
}

static void *play(void *arg)
{
	struct client *c = arg;
	struct http h;

	http_init(&h, test.daemon.url);
	h.tolerant = true;
	while (!atomic_load(&test.stop) && !c->failure[0]) {
		bool answered;

		if (c->body[0]) {
			c->retries++;
			answered = send_turn(c, &h);
		} else if (!c->game || c->game->over || !c->game->key[0]) {
			answered = begin_game(c, &h);
		} else {
			answered = take_turn(c, &h);
		}
		if (!answered)
			usleep(500);
	}
	http_fini(&h);
	return NULL;
}

static void compare_log(struct client *c, struct http *h, struct memory *m)
{
	size_t after = 0, told = 0;
	bool more = true;

	while (more && !c->failure[0]) {
		char path[96];
		struct answer a;
		json_t *events, *event;
		size_t i;

		snprintf(path, sizeof path, "/v1/games/%s/events?after=%zu&limit=200", m->key,
			 after);
		a = http_ask(h, "GET", path, test.token[0], NULL);
		answer_expect(&a, 200);
		events = answer_at(&a, "events");
		more = json_array_size(events) > 0;
		json_array_foreach(events, i, event) {
			size_t ply = (size_t)json_integer_value(json_object_get(event, "ply"));

			if (ply != after + 1)
				untrue(c, "game %s: ply %zu follows %zu", m->key, ply, after);
			after = ply;
			told += m->fact[ply] != NULL;
			hear(c, m, event);
		}
		answer_fini(&a);
	}
	for (size_t ply = 1; ply <= m->told; ply++)
		if (m->fact[ply] && ply > after)
			untrue(c, "game %s: ply %zu was told and is lost: %s", m->key, ply,
			       m->fact[ply]);
	assert_true(told > 0);
}

/* At least so long; and a slow machine gets the time for some turns before the kill. */
static void run_for(long ms)
{
	struct timespec t = {ms / 1000, ms % 1000 * 1000000};
	long before = atomic_load(&test.turns);

	atomic_store(&test.stop, false);
	for (int i = 0; i < CLIENTS; i++)
		pthread_create(&test.client[i].thread, NULL, play, &test.client[i]);
	nanosleep(&t, NULL);
	for (int i = 0; i < 20000 && atomic_load(&test.turns) < before + 2; i++)
		usleep(1000);
	daemon_kill(&test.daemon);
	atomic_store(&test.stop, true);
	for (int i = 0; i < CLIENTS; i++)
		pthread_join(test.client[i].thread, NULL);
}

static int kills(void)
{
	const char *wanted = getenv("TABLAS_KILLS");

	if (wanted)
		return atoi(wanted);
	if (getenv("TABLAS_BRIEF"))
		return 10;
#ifdef __SANITIZE_ADDRESS__
	return 60;
#else
	return 200;
#endif
}

static void what_was_told_survives_any_kill(void **state)
{
	long turns = 0, retries = 0, games = 0;
	struct http h;
	int rounds = kills();

	(void)state;
	for (int i = 0; i < PLAYERS; i++) {
		daemon_token(&test.daemon, people[i], NULL, test.token[i]);
		daemon_grant(&test.daemon, people[i], 1000000);
	}
	for (unsigned i = 0; i < CLIENTS; i++) {
		test.client[i].number = i;
		test.client[i].seed = i + 1;
	}
	for (int round = 0; round < rounds; round++) {
		daemon_start(&test.daemon);
		run_for(20 + rand() % 130);
		for (int i = 0; i < CLIENTS; i++)
			if (test.client[i].failure[0])
				fail_msg("after kill %d: %s", round + 1, test.client[i].failure);
	}
	daemon_start(&test.daemon);
	http_init(&h, test.daemon.url);
	for (int i = 0; i < CLIENTS; i++) {
		struct client *c = &test.client[i];

		for (size_t g = 0; g < c->games_n; g++)
			if (c->games[g]->key[0] && c->games[g]->told)
				compare_log(c, &h, c->games[g]);
		if (c->failure[0])
			fail_msg("%s", c->failure);
		turns += c->turns;
		retries += c->retries;
		games += (long)c->games_n;
	}
	http_fini(&h);
	assert_true(turns > rounds);
	assert_true(retries > 0); /* somebody was cut off in the middle */
	print_message("# %d kills, %ld turns answered, %ld sent again, %ld games\n", rounds, turns,
		      retries, games);
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
	for (int i = 0; i < CLIENTS; i++)
		for (size_t g = 0; g < test.client[i].games_n; g++) {
			for (size_t ply = 0; ply < FACTS_MAX; ply++)
				free(test.client[i].games[g]->fact[ply]);
			free(test.client[i].games[g]);
		}
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(what_was_told_survives_any_kill, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
