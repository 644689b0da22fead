/*
 * deadlines.c - a million open games with deadlines, and ten thousand at once.
 *
 *	bench/deadlines [--games N] [--due N] [--clients N] [--seconds S]
 *
 * Games of backgammon for a chip a stake are laid and begun at a real desk, DUE of
 * them (10,000) in one second of a clock that is wound by hand; among them stand as
 * many others as make N (1,000,000), whose deadlines are spread over a year.  Then
 * a real daemon is started on that book, and CLIENTS (32) play at games of their
 * own and read others, as fast as they are answered: first for S seconds (3) before
 * the wave, then while it is settled, from the signal that tells the daemon the
 * time until somebody who waits for the last of those games hears of its end.
 */
#include "bench/bench.h"
#include "bench/load.h"
#include "bench/parlour.h"
#include "bench/tables.h"
#include "daemon/secrets.h"
#include "tests/lib/daemon.h"
#include "tests/lib/http.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BEGIN 1796029200000 /* 2026-11-30, nine o'clock */
#define WAVE (BEGIN + 3 * PACE_DAY)
#define BEFORE "2026-12-03T08:59:00Z"
#define BEHIND "2026-12-03T09:00:01Z"

enum { GROUP = 256, CHIPS = 10000000, CACHE_KIB = 65536, CLIENTS_MAX = 500, TABLES = 64 };

static struct {
	long games, due, clients, seconds;
	struct parlour parlour;
	struct daemon daemon;
	char config[320], config_flag[340], token[128];
	char last[STORE_KEY_SIZE]; /* the game that is due last ... */
	uint64_t last_ply;	   /* ... and how far it is         */
	int64_t last_due;
	struct tables tables;
	struct player players[CLIENTS_MAX];
	atomic_bool over;
	double begun, took, busy; /* of the wave; busy: the daemon's processor */
	unsigned turn; /* of those who read, so that they read all */
} bench = {.games = 1000000, .due = 10000, .clients = 32, .seconds = 3};

/* ---- the book ------------------------------------------------------------------------ */

/* Laid and begun at the desk; remembers which is due last. */
static void begin(const int64_t players[2], struct game_row *row)
{
	struct desk_game terms = {.unit = 1, .buy_in = 10, .auto_forced = true};
	struct receipt receipt;

	terms.pace = (struct pace){.timed = true, .per_move = WAVE - BEGIN};
	parlour_enter(&bench.parlour);
	parlour_begin(&bench.parlour, &terms, players, &receipt);
	parlour_leave(&bench.parlour);
	*row = *receipt.row;
	if (row->deadline >= bench.last_due) {
		strcpy(bench.last, row->key);
		bench.last_ply = row->ply;
		bench.last_due = row->deadline;
	}
}

/* One like it, that nobody will look at: what counts is that it stands in the book. */
static void add_like(const struct game_row *like, long i)
{
	struct game_row row = *like;

	secret_game_key(row.key);
	row.deadline = BEGIN + 4 * PACE_DAY + i % 365 * PACE_DAY + i;
	parlour_enter(&bench.parlour);
	if (store_game_add(bench.parlour.store, &row) != STORE_DONE ||
	    store_game_update(bench.parlour.store, &row, 0) != STORE_DONE)
		bench_die("a game is not added");
	parlour_leave(&bench.parlour);
}

static void build(void)
{
	struct parlour *p = &bench.parlour;
	int64_t players[2];
	struct game_row row;
	double start = bench_now();

	clock_wind(&p->clock, BEGIN);
	parlour_open(p, bench.daemon.book, CACHE_KIB, true);
	parlour_enter(p);
	players[0] = parlour_enrol(p, "ana", CHIPS);
	players[1] = parlour_enrol(p, "ben", CHIPS);
	parlour_leave(p);
	for (long i = 0; i < bench.games; i++) {
		clock_wind(&p->clock, BEGIN + i % 1000);
		if (i < bench.due)
			begin(players, &row);
		else
			add_like(&row, i);
		if (i % GROUP == 0)
			parlour_settle(p);
	}
	parlour_settle(p);
	parlour_close(p);
	printf("built       %ld games, %ld of them due in one second: %.1f s\n", bench.games,
	       bench.due, bench_now() - start);
}

/* By the desk alone: how it finds what is next. */
static void look(void)
{
	struct parlour *p = &bench.parlour;
	double start = bench_now();

	parlour_open(p, bench.daemon.book, CACHE_KIB, false);
	if (desk_deadline(p->desk) != WAVE)
		bench_die("the next deadline is another");
	printf("open        the book is open and the next deadline known: %.1f ms\n",
	       1e3 * (bench_now() - start));
	start = bench_now();
	for (int i = 0; i < 100000; i++) {
		desk_recall(p->desk);
		desk_deadline(p->desk);
	}
	printf("next        %.2f us for the next deadline\n", 1e6 * (bench_now() - start) / 100000);
	parlour_close(p);
}

/* None is left that should have been settled, and none was that should not. */
static void look_after(void)
{
	struct parlour *p = &bench.parlour;
	struct store_counts counts;

	parlour_open(p, bench.daemon.book, CACHE_KIB, false);
	if (desk_deadline(p->desk) <= WAVE + 1000)
		bench_die("a game is due and not settled");
	if (store_counts(store_glasses(p->store), &counts) != STORE_FOUND ||
	    counts.over < bench.due || counts.over > bench.due + bench.tables.n)
		bench_die("other games have ended than were due");
	parlour_close(p);
}

/* ---- the daemon ------------------------------------------------------------------------ */

static void tell_time(const char *at)
{
	FILE *f = fopen(bench.config, "w");

	if (!f || fprintf(f, "[test]\nclock = %s\n", at) < 0 || fclose(f) != 0)
		bench_die("the time cannot be told");
}

static void start(const char *when)
{
	char path[64];
	double begun = bench_now();
	struct http http;

	daemon_start(&bench.daemon);
	http_init(&http, bench.daemon.url);
	snprintf(path, sizeof path, "/v1/games/%s", bench.last);
	answer_done(http_ask(&http, "GET", path, bench.token, NULL), 200);
	http_fini(&http);
	printf("start       from exec to the first 200, %s: %.0f ms (must 1000)\n", when,
	       1e3 * (bench_now() - begun));
}

/* Hears of the end of the last game. */
static void *wait_for_last(void *cls)
{
	struct http *http = cls;
	char path[128];
	struct answer a;
	bool ended;

	snprintf(path, sizeof path, "/v1/games/%s/events?after=%llu&wait=55", bench.last,
		 (unsigned long long)bench.last_ply);
	do {
		a = http_ask(http, "GET", path, bench.token, NULL);
		answer_expect(&a, 200);
		ended = json_array_size(answer_at(&a, "events")) > 0;
		answer_fini(&a);
	} while (!ended);
	bench.took = bench_now() - bench.begun;
	bench.busy = bench_busy(bench.daemon.pid) - bench.busy;
	atomic_store(&bench.over, true);
	return NULL;
}

/* ---- those who are served meanwhile ------------------------------------------------------ */

static bool plays(unsigned client)
{
	return client % 2 == 0;
}

static size_t next(void *cls, unsigned i, char *out, size_t cap)
{
	(void)cls;
	if (atomic_load(&bench.over))
		return 0;
	if (plays(i))
		return player_turn(&bench.players[i], &bench.tables, out, cap);
	return tables_ask(&bench.tables, bench.turn++ % bench.tables.n, out, cap);
}

static void answer(void *cls, unsigned i, int status, char *body, size_t n)
{
	(void)cls;
	if (plays(i))
		player_hear(&bench.players[i], status, body, n);
}

/* Answers that were under way when a load ended were not heard. */
static void take_games(void)
{
	for (unsigned i = 0; i < bench.clients; i++)
		if (plays(i))
			player_take(&bench.players[i], &bench.tables);
}

static struct load_result serve(double seconds)
{
	struct load load = {.port = bench.daemon.port,
			    .connections = (unsigned)bench.clients,
			    .seconds = seconds,
			    .next = next,
			    .answer = answer};
	struct load_result result;

	load_run(&load, &result);
	if (result.errors)
		bench_die("clients were refused");
	return result;
}

static void lay_tables(void)
{
	bench.tables = (struct tables){.url = bench.daemon.url,
				       .port = bench.daemon.port,
				       .token = bench.token,
				       .clock = "{\"per_move\": \"P3D\"}"};
	tables_lay(&bench.tables, TABLES * (unsigned)bench.clients);
	for (unsigned i = 0; i < bench.clients; i++)
		bench.players[i].chance = i + 1;
}

static void print_served(const char *when, const struct load_result *r)
{
	printf("%-11s %llu requests answered, %.0f a second: median %.1f ms, 99%% %.1f ms,"
	       " longest %.1f ms\n",
	       when, (unsigned long long)r->answers, r->per_second, r->p50_ms, r->p99_ms, r->max_ms);
}

static void wave(void)
{
	const struct timespec nap = {.tv_nsec = 500000000};
	struct load_result before, during;
	pthread_t thread;
	struct http http;

	take_games();
	before = serve((double)bench.seconds);
	print_served("before", &before);
	http_init(&http, bench.daemon.url);
	http.timeout_ms = 60000;
	take_games();
	tell_time(BEHIND);
	if (pthread_create(&thread, NULL, wait_for_last, &http) != 0)
		bench_die("no thread");
	nanosleep(&nap, NULL); /* for whoever asks when it is due hastens it */
	bench.busy = bench_busy(bench.daemon.pid);
	bench.begun = bench_now();
	kill(bench.daemon.pid, SIGHUP);
	during = serve(600);
	pthread_join(thread, NULL);
	http_fini(&http);
	print_served("during", &during);
	printf("compared    median %.1f times, 99%% %.1f times what they were before\n",
	       during.p50_ms / before.p50_ms, during.p99_ms / before.p99_ms);
	printf("wave        %ld games ended and settled in %.2f s, %.0f a second;"
	       " %.2f s of the daemon's processor\n",
	       bench.due, bench.took, (double)bench.due / bench.took, bench.busy);
}

static void read_flags(int argc, char **argv)
{
	const struct {
		const char *name;
		long *at;
	} flags[] = {{"--games", &bench.games},
		     {"--due", &bench.due},
		     {"--clients", &bench.clients},
		     {"--seconds", &bench.seconds}};

	for (int i = 1; i < argc; i += 2) {
		size_t k = 0;

		while (k < sizeof flags / sizeof *flags && strcmp(argv[i], flags[k].name) != 0)
			k++;
		if (k == sizeof flags / sizeof *flags)
			bench_die("[--games N] [--due N] [--clients N] [--seconds S]");
		*flags[k].at = bench_number(argv[i + 1]);
	}
	if (bench.games < bench.due || bench.clients > CLIENTS_MAX)
		bench_die("fewer games than are due, or too many clients");
}

int main(int argc, char **argv)
{
	read_flags(argc, argv);
	if (secrets_init() != 0)
		bench_die("the system has no randomness to give");
	setvbuf(stdout, NULL, _IOLBF, 0);
	daemon_init(&bench.daemon, "--log-level", "error", "--limits.connections_per_address=0",
		    bench.config_flag, NULL);
	snprintf(bench.config, sizeof bench.config, "%s/bench.conf", bench.daemon.dir);
	snprintf(bench.config_flag, sizeof bench.config_flag, "--config=%s", bench.config);
	build();
	look();
	tell_time(BEFORE);
	daemon_token(&bench.daemon, "bench", NULL, bench.token);
	start("stopped before");
	lay_tables();
	wave();
	daemon_kill(&bench.daemon);
	start("killed before");
	if (daemon_stop(&bench.daemon) != 0)
		bench_die("the daemon does not stop");
	look_after();
	free(bench.tables.key);
	daemon_fini(&bench.daemon);
	return 0;
}
