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
#include "bench/bench.h"
#include "bench/load.h"
#include "bench/tables.h"
#include "daemon/secrets.h"
#include "schema/checkpoint.h"
#include "schema/store.h"
#include "tests/lib/daemon.h"
#include "tests/lib/http.h"

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

static struct {
	unsigned games;
	double seconds;
	int repeat;
	const char *only; /* one part of it, or NULL */
	struct daemon daemon;
	char token[128];
	struct tables tables;
	struct player players[CONNECTIONS];
	unsigned cold_at;
} bench = {.games = 100000, .seconds = 2, .repeat = 5};

static void pin(pid_t pid, int last)
{
	cpu_set_t set;
	int cpus = (int)sysconf(_SC_NPROCESSORS_ONLN);

	CPU_ZERO(&set);
	CPU_SET((size_t)(last ? cpus - 1 : 0), &set);
	if (cpus > 1)
		sched_setaffinity(pid, sizeof set, &set);
}

/* ---- reading ---------------------------------------------------------------------- */

static size_t cold_next(void *cls, unsigned i, char *out, size_t cap)
{
	(void)cls, (void)i;
	return tables_ask(&bench.tables, bench.cold_at++ % bench.games, out, cap);
}

static size_t warm_next(void *cls, unsigned i, char *out, size_t cap)
{
	(void)cls;
	return tables_ask(&bench.tables, i, out, cap);
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
	snprintf(path, sizeof path, "/v1/games/%s", bench.tables.key[0]);
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
	       bench_median(bare, bench.repeat), last_bare.p99_ms);
	printf("a game not asked before:    %.0f/s, %.2f of bare (must 0.45; p99 %.2f ms)\n",
	       bench_median(cold, bench.repeat),
	       bench_median(cold, bench.repeat) / bench_median(bare, bench.repeat), last_cold.p99_ms);
	printf("asked again:                %.0f/s, %.2f of bare (must 0.6; p99 %.2f ms)\n",
	       bench_median(warm, bench.repeat),
	       bench_median(warm, bench.repeat) / bench_median(bare, bench.repeat), r.p99_ms);
	answer_fini(&a);
	http_fini(&h);
}

/* ---- turns ------------------------------------------------------------------------------ */

static size_t turn_next(void *cls, unsigned i, char *out, size_t cap)
{
	(void)cls;
	return player_turn(&bench.players[i], &bench.tables, out, cap);
}

static void turn_answer(void *cls, unsigned i, int status, char *body, size_t n)
{
	(void)cls;
	player_hear(&bench.players[i], status, body, n);
}

static void take_games(void)
{
	for (unsigned i = 0; i < CONNECTIONS; i++)
		player_take(&bench.players[i], &bench.tables);
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
	begun = bench_now();
	while (bench_now() - begun < bench.seconds) {
		const char *key = bench.tables.key[(turns * 7919u) % bench.games];

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
	begun = bench_now() - begun;
	checkpointer_stop(checkpointer);
	store_close(store);
	return turns / begun;
}

static void bench_turns(void)
{
	double http[REPEAT_MAX], direct[REPEAT_MAX], p99[REPEAT_MAX], busy[REPEAT_MAX], worst = 0;
	char copy[400], command[1300];

	snprintf(copy, sizeof copy, "%s/direct.db", bench.daemon.dir);
	snprintf(command, sizeof command, "sqlite3 '%s' \"VACUUM INTO '%s'\" && sqlite3 '%s' 'DELETE FROM documents'",
		 bench.daemon.book, copy, copy);
	if (system(command) != 0)
		exit(1);
	for (unsigned i = 0; i < CONNECTIONS; i++)
		bench.players[i].chance = i + 1;
	for (int i = 0; i < bench.repeat; i++) {
		struct load load = {.port = bench.daemon.port,
				    .connections = CONNECTIONS,
				    .seconds = bench.seconds,
				    .next = turn_next,
				    .answer = turn_answer};
		struct load_result r;

		direct[i] = direct_turns(copy);
		/* Answers that were under way when the last run ended were not heard. */
		take_games();
		busy[i] = bench_busy(bench.daemon.pid);
		load_run(&load, &r);
		busy[i] = (bench_busy(bench.daemon.pid) - busy[i]) / (r.per_second * bench.seconds);
		http[i] = r.per_second;
		p99[i] = r.p99_ms;
		worst = r.max_ms > worst ? r.max_ms : worst;
	}
	printf("direct, one transaction a turn: %.0f turns/s\n", bench_median(direct, bench.repeat));
	printf("over HTTP from %d connections:  %.0f turns/s, %.1f of direct (must 3.5); "
	       "p99 %.1f ms (must 25), worst %.1f ms\n",
	       CONNECTIONS, bench_median(http, bench.repeat),
	       bench_median(http, bench.repeat) / bench_median(direct, bench.repeat),
	       bench_median(p99, bench.repeat), worst);
	printf("processor of the daemon:        %.1f us a turn\n", 1e6 * bench_median(busy, bench.repeat));
}

/* ---- memory and starting ------------------------------------------------------------------ */

static double start_and_ask(void)
{
	double begun = bench_now();
	struct http h;
	struct answer a;
	char path[64];

	daemon_start(&bench.daemon);
	http_init(&h, bench.daemon.url);
	snprintf(path, sizeof path, "/v1/games/%s", bench.tables.key[bench.games / 2]);
	a = http_ask(&h, "GET", path, bench.token, NULL);
	if (a.status != 200)
		exit(1);
	answer_fini(&a);
	http_fini(&h);
	return (bench_now() - begun) * 1e3;
}

static void bench_starts(void)
{
	double clean[REPEAT_MAX], killed[REPEAT_MAX];

	for (int i = 0; i < bench.repeat; i++) {
		struct load load = {.port = 0,
				    .connections = CONNECTIONS,
				    .seconds = bench.seconds,
				    .next = turn_next,
				    .answer = turn_answer};
		struct load_result r;

		daemon_stop(&bench.daemon);
		clean[i] = start_and_ask();
		/* Turns until the moment it is killed, so that there is a log to recover. */
		take_games();
		load.port = bench.daemon.port;
		load_run(&load, &r);
		daemon_kill(&bench.daemon);
		killed[i] = start_and_ask();
	}
	printf("from exec to the first 200: %.0f ms (must 100); after kill -9: %.0f ms (must 300)\n",
	       bench_median(clean, bench.repeat), bench_median(killed, bench.repeat));
}

static void lay_games(void)
{
	double per_second;

	bench.tables.url = bench.daemon.url;
	bench.tables.port = bench.daemon.port;
	bench.tables.token = bench.token;
	per_second = tables_lay(&bench.tables, bench.games);
	bench.games = bench.tables.n;
	printf("book: %u games laid and seated, %.0f requests/s\n", bench.games, per_second);
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
	lay_games();
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
	free(bench.tables.key);
	return 0;
}
