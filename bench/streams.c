/*
 * streams.c - thousands who listen to one daemon, and are told everything in order.
 *
 *	bench/streams [--streams N] [--accounts A] [--turns T] [--rate R]
 *
 * A accounts (100) play in pairs; N streams (5,000) are open, half of them on
 * the games and half on the accounts' own news, while T turns (1,000) are made,
 * R of them a second (50; 0: as fast as they go).  Every number is checked on
 * every stream.  Printed: memory for a stream, how long it took to open them,
 * and the time from a fact's own instant to its arrival, in milliseconds.
 */
#include "bench/bench.h"
#include "daemon/clock.h"
#include "tests/lib/daemon.h"
#include "tests/lib/http.h"

#include <arpa/inet.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { ACCOUNTS_MAX = 1000, LINE_MAX_KEPT = 600, LATENCY_MAX = 20000, SPARE_FILES = 100 };

struct listener {
	int fd;
	unsigned of; /* game, or account */
	bool account;
	long long last; /* number heard last; -1: none yet */
	size_t n;	/* of the line at hand, as far as it is kept */
	char line[LINE_MAX_KEPT];
};

static struct {
	unsigned streams, accounts, turns, rate;
	struct daemon daemon;
	struct http http;
	char (*token)[128];
	char (*game)[16];
	struct listener *listener;
	int epoll_fd;
	uint64_t events, wrong, at[LATENCY_MAX + 1];
	atomic_bool done;
} bench = {.streams = 5000, .accounts = 100, .turns = 1000, .rate = 50};

static int64_t wall_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* As many as this system lets one process have. */
static void find_files(void)
{
	struct rlimit limit;

	getrlimit(RLIMIT_NOFILE, &limit);
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
	getrlimit(RLIMIT_NOFILE, &limit);
	if (limit.rlim_cur >= bench.streams + SPARE_FILES)
		return;
	bench.streams = (unsigned)limit.rlim_cur - SPARE_FILES;
	printf("the limit on open files (ulimit -Hn) is %llu: only %u streams\n",
	       (unsigned long long)limit.rlim_cur, bench.streams);
}

/* ---- the games ------------------------------------------------------------------- */

static struct answer ask(struct http *http, const char *method, const char *token,
			 const char *path, const char *body)
{
	static unsigned keys;
	char key[48];

	snprintf(key, sizeof key, "Idempotency-Key: streams-%016u", ++keys);
	http_header(http, key);
	return body ? http_ask(http, method, path, token, "%s", body)
		    : http_ask(http, method, path, token, NULL);
}

static void make_account(unsigned i)
{
	char body[64];
	struct answer a;

	snprintf(body, sizeof body, "{\"name\": \"player%u\"}", i);
	a = ask(&bench.http, "POST", NULL, "/v1/accounts", body);
	answer_expect(&a, 201);
	snprintf(bench.token[i], sizeof bench.token[i], "%s", answer_string(&a, "token"));
	answer_fini(&a);
	answer_done(ask(&bench.http, "GET", bench.token[i], "/v1/me/events", NULL), 200);
}

static void lay_game(unsigned i)
{
	char path[64];
	struct answer a = ask(&bench.http, "POST", bench.token[2 * i], "/v1/games",
			      "{\"ruleset\": \"backgammon\", \"options\": {\"cube\": false}}");

	answer_expect(&a, 201);
	snprintf(bench.game[i], sizeof bench.game[i], "%s", answer_string(&a, "id"));
	answer_fini(&a);
	snprintf(path, sizeof path, "/v1/games/%s/seats", bench.game[i]);
	answer_done(ask(&bench.http, "POST", bench.token[2 * i + 1], path, "{\"seat\": 1}"), 201);
}

/* One turn at that table; false when the game is over. */
static bool play(struct http *http, unsigned i)
{
	char path[64], body[256], *moves;
	const char *token;
	struct answer a;
	bool on;

	snprintf(path, sizeof path, "/v1/games/%s/plays?limit=1", bench.game[i]);
	a = ask(http, "GET", bench.token[2 * i], path, NULL);
	on = a.status == 200;
	if (on) {
		token = bench.token[2 * i + (unsigned)answer_int(&a, "seat")];
		moves = json_dumps(answer_at(&a, "plays[0].moves"), JSON_COMPACT);
		snprintf(body, sizeof body, "{\"ply\": %lld, \"moves\": %s}",
			 answer_int(&a, "ply"), moves);
		free(moves);
		snprintf(path, sizeof path, "/v1/games/%s/turns", bench.game[i]);
		answer_done(ask(http, "POST", token, path, body), 201);
	}
	answer_fini(&a);
	return on;
}

static void *play_all(void *cls)
{
	struct http http;
	double begin = bench_now();

	(void)cls;
	http_init(&http, bench.daemon.url);
	for (unsigned i = 0; i < bench.turns; i++) {
		double wait = bench.rate ? begin + (double)i / bench.rate - bench_now() : 0;

		if (wait > 0)
			usleep((useconds_t)(wait * 1e6));
		play(&http, i % (bench.accounts / 2));
	}
	http_fini(&http);
	atomic_store(&bench.done, true);
	return NULL;
}

/* ---- those who listen ----------------------------------------------------------------- */

static void listen_to(struct listener *l)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)bench.daemon.port)};
	struct epoll_event event = {.events = EPOLLIN, .data.ptr = l};
	char path[64], text[512];
	int n;

	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	l->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (l->fd < 0 || connect(l->fd, (struct sockaddr *)&at, sizeof at) != 0)
		bench_die(strerror(errno));
	snprintf(path, sizeof path, l->account ? "/v1/me/events" : "/v1/games/%s/events",
		 l->account ? "" : bench.game[l->of]);
	n = snprintf(text, sizeof text,
		     "GET %s HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n"
		     "Authorization: Bearer %s\r\n\r\n",
		     path, bench.token[l->account ? l->of : 2 * l->of]);
	if (send(l->fd, text, (size_t)n, 0) != n)
		bench_die("a request is not sent");
	l->last = -1;
	epoll_ctl(bench.epoll_fd, EPOLL_CTL_ADD, l->fd, &event);
}

static void note_time(const char *line)
{
	const char *at = strstr(line, "\"at\":\"");
	char text[32];
	int64_t then, ms;

	if (!at) /* a view of how things stand */
		return;
	snprintf(text, sizeof text, "%.24s", at + 6);
	if (!clock_read(text, &then))
		bench_die("an instant cannot be read");
	ms = wall_ms() - then;
	ms = ms < 0 ? 0 : ms > LATENCY_MAX ? LATENCY_MAX : ms;
	bench.at[ms]++;
	bench.events++;
}

static void hear_line(struct listener *l)
{
	l->line[l->n] = '\0';
	if (strncmp(l->line, "id: ", 4) == 0) {
		long long id = strtoll(l->line + 4, NULL, 10);

		bench.wrong += l->last >= 0 && id != l->last + 1;
		l->last = id;
	} else if (strncmp(l->line, "data: ", 6) == 0) {
		note_time(l->line);
	} else if (strncmp(l->line, "HTTP/1.1 ", 9) == 0 && strncmp(l->line + 9, "200", 3) != 0) {
		bench_die(l->line);
	}
	l->n = 0;
}

static void hear(struct listener *l)
{
	char text[16384];
	ssize_t n = recv(l->fd, text, sizeof text, MSG_DONTWAIT);

	if (n == 0)
		bench_die("a stream has ended");
	for (ssize_t i = 0; i < n; i++) {
		if (text[i] == '\n')
			hear_line(l);
		else if (l->n + 1 < sizeof l->line)
			l->line[l->n++] = text[i];
	}
}

/* Hears what comes until nothing has for so long; how many streams had something. */
static void hear_for(int ms)
{
	struct epoll_event events[256];
	int n;

	while ((n = epoll_wait(bench.epoll_fd, events, 256, ms)) > 0)
		for (int i = 0; i < n; i++)
			hear(events[i].data.ptr);
}

static void open_streams(void)
{
	bench.epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	for (unsigned i = 0; i < bench.streams; i++) {
		struct listener *l = &bench.listener[i];

		l->account = i % 2;
		l->of = i / 2 % (l->account ? bench.accounts : bench.accounts / 2);
		listen_to(l);
		hear_for(0);
	}
	hear_for(1000);
}

/* ---- what came of it --------------------------------------------------------------------- */

static long long newest(const struct listener *l)
{
	char path[64];
	struct answer a;
	long long n;

	snprintf(path, sizeof path, l->account ? "/v1/me/events?limit=1" : "/v1/games/%s",
		 l->account ? "" : bench.game[l->of]);
	a = ask(&bench.http, "GET", bench.token[l->account ? l->of : 2 * l->of], path, NULL);
	n = answer_int(&a, l->account ? "last" : "ply");
	answer_fini(&a);
	return n;
}

/* Streams that have not heard the last of it. */
static unsigned count_short(void)
{
	unsigned missing = 0, kinds = 3 * bench.accounts / 2;
	long long *of = calloc(kinds, sizeof *of);

	for (unsigned i = 0; of && i < bench.streams; i++) {
		const struct listener *l = &bench.listener[i];
		long long *n = &of[l->account ? l->of : bench.accounts + l->of];

		*n = *n ? *n : newest(l);
		missing += l->last != *n;
	}
	free(of);
	return missing;
}

static int percentile(double part)
{
	uint64_t sum = 0;

	for (int ms = 0; ms <= LATENCY_MAX; ms++) {
		sum += bench.at[ms];
		if ((double)sum >= part * (double)bench.events)
			return ms;
	}
	return LATENCY_MAX;
}

static void read_flags(int argc, char **argv)
{
	const struct {
		const char *name;
		unsigned *at;
	} flags[] = {{"--streams", &bench.streams},
		     {"--accounts", &bench.accounts},
		     {"--turns", &bench.turns},
		     {"--rate", &bench.rate}};

	for (int i = 1; i + 1 < argc; i += 2)
		for (size_t k = 0; k < sizeof flags / sizeof *flags; k++)
			if (strcmp(argv[i], flags[k].name) == 0)
				*flags[k].at = (unsigned)strtoul(argv[i + 1], NULL, 10);
	if (argc % 2 == 0 || bench.accounts < 2 || bench.accounts > ACCOUNTS_MAX)
		bench_die("[--streams N] [--accounts A] [--turns T] [--rate R]");
	bench.accounts &= ~1u;
}

int main(int argc, char **argv)
{
	pthread_t player;
	long before, after;
	double begin;
	char streams[48];

	read_flags(argc, argv);
	find_files();
	snprintf(streams, sizeof streams, "--limits.streams=%u", bench.streams);
	bench.token = calloc(bench.accounts, sizeof *bench.token);
	bench.game = calloc(bench.accounts, sizeof *bench.game);
	bench.listener = calloc(bench.streams + 1, sizeof *bench.listener);
	daemon_init(&bench.daemon, "--limits.connections_per_address=0", streams,
		    "--limits.streams_per_account=0", NULL);
	daemon_start(&bench.daemon);
	http_init(&bench.http, bench.daemon.url);
	for (unsigned i = 0; i < bench.accounts; i++)
		make_account(i);
	for (unsigned i = 0; i < bench.accounts / 2; i++)
		lay_game(i);
	before = daemon_resident(&bench.daemon);
	begin = bench_now();
	open_streams();
	after = daemon_resident(&bench.daemon);
	printf("%u streams open in %.1f s; %.2f KiB each in the daemon (%ld to %ld KiB)\n",
	       bench.streams, bench_now() - begin - 1, (double)(after - before) / bench.streams, before,
	       after);
	begin = bench_now();
	pthread_create(&player, NULL, play_all, NULL);
	while (!atomic_load(&bench.done))
		hear_for(20);
	pthread_join(player, NULL);
	printf("%u turns in %.1f s\n", bench.turns, bench_now() - begin);
	hear_for(2000);
	printf("%llu events; out of order %llu; streams that miss something %u\n",
	       (unsigned long long)bench.events, (unsigned long long)bench.wrong, count_short());
	printf("from fact to arrival: median %d ms, 99%% %d ms, longest %d ms\n", percentile(0.5),
	       percentile(0.99), percentile(1));
	printf("%ld KiB in the daemon at the end\n", daemon_resident(&bench.daemon));
	daemon_stop_and_audit(&bench.daemon);
	daemon_fini(&bench.daemon);
	return bench.wrong != 0;
}
