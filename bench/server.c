/*
 * server.c - the whole daemon over HTTP, beside what it is made of.
 *
 *	bench/server [--games N] [--seconds S] [--repeat R] [--only reads|turns|starts]
 *
 * On a book of N open games (100,000): reading a game not asked before and one
 * asked again, beside a bare libmicrohttpd handler that returns the same bytes
 * in the same kind of loop; durable turns from 64 connections, beside the same
 * statements made directly with one transaction a turn; memory, and the time
 * from exec to the first answer, also after a kill -9.  Repetitions are
 * interleaved and medians are printed, for machines drift.  The server runs on
 * the last processor, the load on the first.
 */
#define _GNU_SOURCE
#include "bench/load.h"
#include "daemon/secrets.h"
#include "game/table.h"
#include "schema/checkpoint.h"
#include "schema/store.h"
#include "tests/lib/daemon.h"
#include "tests/lib/http.h"

#include <jansson.h>
#include <microhttpd.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define CONNECTIONS 64
#define REPEAT_MAX 15

extern const struct tablas_plugin tablas_plugin_backgammon;

static struct {
	unsigned games;
	double seconds;
	int repeat;
	const char *only; /* one part of it, or NULL */
	struct daemon daemon;
	char token[128];
	char (*key)[STORE_KEY_SIZE];
	unsigned made, asked; /* progress of a run */
	uint64_t cold_at;
} bench = {.games = 100000, .seconds = 2, .repeat = 5};

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void pin(pid_t pid, int last)
{
	cpu_set_t set;
	int cpus = (int)sysconf(_SC_NPROCESSORS_ONLN);

	CPU_ZERO(&set);
	CPU_SET((size_t)(last ? cpus - 1 : 0), &set);
	if (cpus > 1)
		sched_setaffinity(pid, sizeof set, &set);
}

static double median(double *v, int n)
{
	for (int i = 1; i < n; i++)
		for (int k = i; k > 0 && v[k] < v[k - 1]; k--) {
			double t = v[k];

			v[k] = v[k - 1];
			v[k - 1] = t;
		}
	return v[n / 2];
}

/* Seconds of processor that the daemon has used, in all its threads. */
static double daemon_busy(void)
{
	struct timespec t = {0};
	clockid_t clock;

	if (clock_getcpuclockid(bench.daemon.pid, &clock) == 0)
		clock_gettime(clock, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- the book ------------------------------------------------------------------ */

static size_t post(char *out, size_t cap, const char *path, const char *key, const char *body)
{
	return (size_t)snprintf(out, cap,
				"POST %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n"
				"Content-Type: application/json\r\nIdempotency-Key: %s\r\n"
				"Content-Length: %zu\r\n\r\n%s",
				path, bench.token, key, strlen(body), body);
}

struct maker {
	char key[STORE_KEY_SIZE]; /* the game whose second seat is to be taken */
};

static size_t make_next(void *cls, unsigned i, char *out, size_t cap)
{
	struct maker *m = &((struct maker *)cls)[i];
	char key[40], path[64];

	if (m->key[0]) {
		snprintf(path, sizeof path, "/v1/games/%s/seats", m->key);
		snprintf(key, sizeof key, "s-%s", m->key);
		return post(out, cap, path, key, "{\"seat\": 1}");
	}
	if (bench.asked >= bench.games)
		return 0;
	snprintf(key, sizeof key, "g-%u", bench.asked++);
	return post(out, cap, "/v1/games", key,
		    "{\"ruleset\": \"backgammon\", \"seats\": 2, \"sit\": 0}");
}

static void make_answer(void *cls, unsigned i, int status, char *body, size_t n)
{
	struct maker *m = &((struct maker *)cls)[i];
	char *id = strstr(body, "\"id\":\"");

	(void)n;
	if (status >= 400) {
		fprintf(stderr, "making a game: %d %s\n", status, body);
		exit(1);
	}
	if (m->key[0]) {
		memcpy(bench.key[bench.made++], m->key, STORE_KEY_SIZE);
		m->key[0] = '\0';
	} else if (id) {
		memcpy(m->key, id + 6, STORE_KEY_SIZE - 1);
	}
}

static void make_games(void)
{
	static struct maker makers[CONNECTIONS];
	struct load load = {.port = bench.daemon.port,
			    .connections = CONNECTIONS,
			    .seconds = 600,
			    .next = make_next,
			    .answer = make_answer,
			    .cls = makers};
	struct load_result result;

	bench.key = calloc(bench.games, sizeof *bench.key);
	load_run(&load, &result);
	printf("book: %u games laid and seated, %.0f requests/s\n", bench.made,
	       result.per_second);
	bench.games = bench.made;
}

/* ---- reading ---------------------------------------------------------------------- */

static size_t get(char *out, size_t cap, const char *key)
{
	return (size_t)snprintf(out, cap,
				"GET /v1/games/%s HTTP/1.1\r\nHost: x\r\n"
				"Authorization: Bearer %s\r\n\r\n",
				key, bench.token);
}

static size_t cold_next(void *cls, unsigned i, char *out, size_t cap)
{
	(void)cls, (void)i;
	return get(out, cap, bench.key[bench.cold_at++ % bench.games]);
}

static size_t warm_next(void *cls, unsigned i, char *out, size_t cap)
{
	(void)cls;
	return get(out, cap, bench.key[i]);
}

static double reads(int port, size_t (*next)(void *, unsigned, char *, size_t),
		    struct load_result *out)
{
	struct load load = {.port = port,
			    .connections = CONNECTIONS,
			    .seconds = bench.seconds,
			    .next = next};

	load_run(&load, out);
	if (out->errors)
		fprintf(stderr, "%llu answers were errors\n", (unsigned long long)out->errors);
	return out->per_second;
}

/* ---- a bare handler in the same kind of loop ------------------------------------------ */

static struct MHD_Response *bare_response;

static enum MHD_Result bare_answer(void *cls, struct MHD_Connection *c, const char *url,
				   const char *method, const char *version, const char *data,
				   size_t *n, void **con)
{
	static int seen;

	(void)cls, (void)url, (void)method, (void)version, (void)data, (void)n;
	if (!*con) {
		*con = &seen;
		return MHD_YES;
	}
	return MHD_queue_response(c, 200, bare_response);
}

static pid_t bare_start(const char *body, size_t n, int *port)
{
	int ready[2];
	pid_t pid;

	if (pipe(ready) != 0 || (pid = fork()) < 0) {
		perror("fork");
		exit(1);
	}
	if (pid == 0) {
		struct MHD_Daemon *d;
		const union MHD_DaemonInfo *info;
		struct pollfd fd = {.events = POLLIN};

		prctl(PR_SET_PDEATHSIG, SIGKILL);
		bare_response = MHD_create_response_from_buffer(n, (void *)(uintptr_t)body,
								MHD_RESPMEM_PERSISTENT);
		MHD_add_response_header(bare_response, "Content-Type", "application/json");
		d = MHD_start_daemon(MHD_USE_EPOLL, 0, NULL, NULL, bare_answer, NULL,
				     MHD_OPTION_CONNECTION_LIMIT, 1000u, MHD_OPTION_END);
		info = MHD_get_daemon_info(d, MHD_DAEMON_INFO_BIND_PORT);
		*port = info->port;
		fd.fd = MHD_get_daemon_info(d, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
		if (write(ready[1], port, sizeof *port) != sizeof *port)
			_exit(1);
		for (;;) {
			MHD_UNSIGNED_LONG_LONG wait;

			poll(&fd, 1, MHD_get_timeout(d, &wait) == MHD_YES ? (int)wait : 1000);
			MHD_run(d);
		}
	}
	if (read(ready[0], port, sizeof *port) != sizeof *port)
		exit(1);
	close(ready[0]);
	close(ready[1]);
	return pid;
}

static void bench_reads(void)
{
	double bare[REPEAT_MAX], cold[REPEAT_MAX], warm[REPEAT_MAX];
	struct load_result r = {0}, last_bare = {0}, last_cold = {0};
	struct http h;
	struct answer a;
	char path[64];
	int port;
	pid_t pid;

	http_init(&h, bench.daemon.url);
	snprintf(path, sizeof path, "/v1/games/%s", bench.key[0]);
	a = http_ask(&h, "GET", path, bench.token, NULL);
	pid = bare_start(a.body, a.body_n, &port);
	pin(pid, 1);
	for (int i = 0; i < bench.repeat; i++) {
		bare[i] = reads(port, warm_next, &last_bare);
		cold[i] = reads(bench.daemon.port, cold_next, &last_cold);
		warm[i] = reads(bench.daemon.port, warm_next, &r);
	}
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	printf("bare libmicrohttpd, %zu bytes: %.0f/s (p99 %.2f ms)\n", a.body_n,
	       median(bare, bench.repeat), last_bare.p99_ms);
	printf("a game not asked before:    %.0f/s, %.2f of bare (must 0.45; p99 %.2f ms)\n",
	       median(cold, bench.repeat),
	       median(cold, bench.repeat) / median(bare, bench.repeat), last_cold.p99_ms);
	printf("asked again:                %.0f/s, %.2f of bare (must 0.6; p99 %.2f ms)\n",
	       median(warm, bench.repeat),
	       median(warm, bench.repeat) / median(bare, bench.repeat), r.p99_ms);
	answer_fini(&a);
	http_fini(&h);
}

/* ---- turns ------------------------------------------------------------------------------ */

/* What a connection knows of its game, so that it always sends a legal turn. */
struct player {
	struct table table;
	unsigned game;
	uint32_t chance;
};

static struct player *players;
static unsigned next_game;

static unsigned chance(struct player *p, unsigned n)
{
	p->chance = p->chance * 1664525u + 1013904223u;
	return (p->chance >> 8) % n;
}

/* Asks for the position of the next game; the load has not begun. */
static void take_game(struct player *p)
{
	int32_t values[OPTIONS_MAX] = {0};
	struct http h;
	struct answer a;
	char path[64];

	http_init(&h, bench.daemon.url);
	do {
		p->game = next_game++ % bench.games;
		snprintf(path, sizeof path, "/v1/games/%s", bench.key[p->game]);
		a = http_ask(&h, "GET", path, bench.token, NULL);
		options_default(&tablas_plugin_backgammon, values);
		table_init(&p->table, &tablas_plugin_backgammon, 2, values, 0, 0);
		p->table.state = strcmp(answer_string(&a, "state"), "active") == 0 ? TABLE_ACTIVE
										   : TABLE_OVER;
		p->table.ply = p->table.asked = (uint64_t)answer_int(&a, "ply");
		p->table.status[0] = p->table.status[1] = SEAT_PLAYING;
		if (table_restore(&p->table, answer_string(&a, "position.text")) != 0)
			exit(1);
		answer_fini(&a);
	} while (p->table.state != TABLE_ACTIVE);
	http_fini(&h);
}

/* A random decision, as canonical text in JSON. */
static unsigned think_of_turn(struct player *p, char *text, size_t cap)
{
	const struct tablas_plugin *plugin = p->table.plugin;
	static _Alignas(16) unsigned char pos[TABLAS_POSITION_MAX];
	static struct tablas_event list[TABLAS_EVENTS_MAX];
	struct tablas_wait before, after;
	tablas_move moves[1024];
	unsigned seat = 0;
	size_t n = 0;

	memcpy(pos, p->table.position, plugin->position_size);
	plugin->wait(pos, &before);
	while (!(before.seats >> seat & 1))
		seat++;
	do {
		struct tablas_events events = {list, 0};
		unsigned legal = (unsigned)plugin->legal(pos, seat, moves, 1024);
		tablas_move move = moves[chance(p, legal)];

		n += (size_t)snprintf(text + n, cap - n, n ? ",\"" : "\"");
		n += plugin->move_write(pos, seat, move, text + n, cap - n);
		n += (size_t)snprintf(text + n, cap - n, "\"");
		plugin->play(pos, seat, move, &events);
		plugin->wait(pos, &after);
	} while (after.kind == before.kind && after.seats == before.seats);
	return seat;
}

static size_t turn_next(void *cls, unsigned i, char *out, size_t cap)
{
	struct player *p = &((struct player *)cls)[i];
	char moves[256], body[512], path[64];
	unsigned seat;

	if (p->table.state != TABLE_ACTIVE)
		take_game(p);
	seat = think_of_turn(p, moves, sizeof moves);
	snprintf(path, sizeof path, "/v1/games/%s/turns", bench.key[p->game]);
	snprintf(body, sizeof body, "{\"ply\":%llu,\"seat\":%u,\"moves\":[%s]}",
		 (unsigned long long)p->table.ply, seat, moves);
	return (size_t)snprintf(out, cap,
				"POST %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n"
				"Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
				path, bench.token, strlen(body), body);
}

/* Applies the facts of the answer to what the connection knows. */
static void turn_answer(void *cls, unsigned i, int status, char *body, size_t n)
{
	struct player *p = &((struct player *)cls)[i];
	static struct happened happened;
	json_t *answer, *fact;
	size_t k;

	if (status >= 400) {
		fprintf(stderr, "a turn: %d %s\n", status, body);
		exit(1);
	}
	answer = json_loadb(body, n, 0, NULL);
	json_array_foreach(json_object_get(answer, "facts"), k, fact) {
		json_t *seat = json_object_get(fact, "seat");
		struct fact f = {
			.kind = (uint16_t)fact_named(
				json_string_value(json_object_get(fact, "kind"))),
			.seat = json_is_integer(seat) ? (uint8_t)json_integer_value(seat)
						      : TABLAS_NOBODY,
			.ply = (uint64_t)json_integer_value(json_object_get(fact, "ply")),
		};
		const char *text = json_string_value(json_object_get(fact, "text"));

		snprintf(f.text, sizeof f.text, "%s", text ? text : "");
		if (table_apply(&p->table, &f, &happened) != 0) {
			fprintf(stderr, "a fact that cannot be: %s\n", body);
			exit(1);
		}
	}
	json_decref(answer);
}

/* ---- the same statements, directly, one transaction a turn ----------------------------- */

static double direct_turns(const char *copy)
{
	struct store_config config = {
		.path = copy, .cache_kib = 16384, .digest = secret_sha256};
	static struct game_row row;
	struct fact decided = {.kind = FACT_DECIDED, .text = "24/18 13/9"};
	struct fact rolled = {.kind = FACT_ROLLED, .seat = TABLAS_NOBODY, .text = "3 1"};
	struct checkpointer *checkpointer;
	struct store *store;
	char why[256];
	double begun;
	unsigned turns = 0;

	if (store_open(&config, &store, why, sizeof why) != 0) {
		fprintf(stderr, "%s\n", why);
		exit(1);
	}
	if (checkpointer_start(store, copy, &checkpointer) != 0)
		exit(1);
	begun = now();
	while (now() - begun < bench.seconds) {
		const char *key = bench.key[(turns * 7919u) % bench.games];

		if (store_begin(store) < 0 ||
		    store_game_by_key(store_pen(store), key, &row) != STORE_FOUND)
			exit(1);
		decided.ply = ++row.ply;
		rolled.ply = ++row.ply;
		row.asked = row.ply;
		row.decisions++;
		if (store_fact_add(store, row.id, &decided, "moved 0 - 24 18 0;moved 0 - 13 9 0") < 0 ||
		    store_fact_add(store, row.id, &rolled, "") < 0 ||
		    store_game_update(store, &row, 0) < 0 || store_commit(store) < 0)
			exit(1);
		checkpointer_nudge(checkpointer); /* a log that only grows costs less than it should */
		turns++;
	}
	begun = now() - begun;
	checkpointer_stop(checkpointer);
	store_close(store);
	return turns / begun;
}

static void bench_turns(void)
{
	double http[REPEAT_MAX], direct[REPEAT_MAX], p99[REPEAT_MAX], busy[REPEAT_MAX], worst = 0;
	char copy[400], command[1300];

	players = calloc(CONNECTIONS, sizeof *players);
	snprintf(copy, sizeof copy, "%s/direct.db", bench.daemon.dir);
	snprintf(command, sizeof command, "sqlite3 '%s' \"VACUUM INTO '%s'\" && sqlite3 '%s' 'DELETE FROM documents'",
		 bench.daemon.book, copy, copy);
	if (system(command) != 0)
		exit(1);
	for (unsigned i = 0; i < CONNECTIONS; i++) {
		players[i].chance = i + 1;
		take_game(&players[i]);
	}
	for (int i = 0; i < bench.repeat; i++) {
		struct load load = {.port = bench.daemon.port,
				    .connections = CONNECTIONS,
				    .seconds = bench.seconds,
				    .next = turn_next,
				    .answer = turn_answer,
				    .cls = players};
		struct load_result r;

		direct[i] = direct_turns(copy);
		/* Answers that were under way when the last run ended were not heard. */
		for (unsigned k = 0; k < CONNECTIONS; k++)
			take_game(&players[k]);
		busy[i] = daemon_busy();
		load_run(&load, &r);
		busy[i] = (daemon_busy() - busy[i]) / (r.per_second * bench.seconds);
		http[i] = r.per_second;
		p99[i] = r.p99_ms;
		worst = r.max_ms > worst ? r.max_ms : worst;
	}
	printf("direct, one transaction a turn: %.0f turns/s\n", median(direct, bench.repeat));
	printf("over HTTP from %d connections:  %.0f turns/s, %.1f of direct (must 3.5); "
	       "p99 %.1f ms (must 25), worst %.1f ms\n",
	       CONNECTIONS, median(http, bench.repeat),
	       median(http, bench.repeat) / median(direct, bench.repeat),
	       median(p99, bench.repeat), worst);
	printf("processor of the daemon:        %.1f us a turn\n", 1e6 * median(busy, bench.repeat));
	free(players);
}

/* ---- memory and starting ------------------------------------------------------------------ */

static double start_and_ask(void)
{
	double begun = now();
	struct http h;
	struct answer a;
	char path[64];

	daemon_start(&bench.daemon);
	http_init(&h, bench.daemon.url);
	snprintf(path, sizeof path, "/v1/games/%s", bench.key[bench.games / 2]);
	a = http_ask(&h, "GET", path, bench.token, NULL);
	if (a.status != 200)
		exit(1);
	answer_fini(&a);
	http_fini(&h);
	return (now() - begun) * 1e3;
}

static void bench_starts(void)
{
	double clean[REPEAT_MAX], killed[REPEAT_MAX];

	players = calloc(CONNECTIONS, sizeof *players);
	for (int i = 0; i < bench.repeat; i++) {
		struct load load = {.port = 0,
				    .connections = CONNECTIONS,
				    .seconds = bench.seconds,
				    .next = turn_next,
				    .answer = turn_answer,
				    .cls = players};
		struct load_result r;

		daemon_stop(&bench.daemon);
		clean[i] = start_and_ask();
		/* Turns until the moment it is killed, so that there is a log to recover. */
		for (unsigned k = 0; k < CONNECTIONS; k++)
			take_game(&players[k]);
		load.port = bench.daemon.port;
		load_run(&load, &r);
		daemon_kill(&bench.daemon);
		killed[i] = start_and_ask();
	}
	free(players);
	printf("from exec to the first 200: %.0f ms (must 100); after kill -9: %.0f ms (must 300)\n",
	       median(clean, bench.repeat), median(killed, bench.repeat));
}

static bool wanted(const char *part)
{
	return !bench.only || strcmp(bench.only, part) == 0;
}

int main(int argc, char **argv)
{
	for (int i = 1; i + 1 < argc; i += 2) {
		if (strcmp(argv[i], "--games") == 0)
			bench.games = (unsigned)atoi(argv[i + 1]);
		else if (strcmp(argv[i], "--seconds") == 0)
			bench.seconds = atof(argv[i + 1]);
		else if (strcmp(argv[i], "--repeat") == 0)
			bench.repeat = atoi(argv[i + 1]);
		else if (strcmp(argv[i], "--only") == 0)
			bench.only = argv[i + 1];
	}
	if (bench.repeat < 1 || bench.repeat > REPEAT_MAX || bench.games < CONNECTIONS) {
		fprintf(stderr, "usage: bench/server [--games N] [--seconds S] [--repeat R]\n"
				"                    [--only reads|turns|starts]\n");
		return 2;
	}
	setvbuf(stdout, NULL, _IOLBF, 0);
	daemon_init(&bench.daemon, "--log-level", "error", NULL);
	daemon_token(&bench.daemon, "bench", NULL, bench.token);
	daemon_start(&bench.daemon);
	pin(bench.daemon.pid, 1);
	pin(0, 0);
	make_games();
	printf("resident after laying them: %ld KiB (must 32 MiB and the cache)\n",
	       daemon_resident(&bench.daemon));
	if (wanted("reads"))
		bench_reads();
	if (wanted("turns"))
		bench_turns();
	printf("resident after the load: %ld KiB\n", daemon_resident(&bench.daemon));
	if (wanted("starts"))
		bench_starts();
	daemon_fini(&bench.daemon);
	free(bench.key);
	return 0;
}
