/*
 * audit.c - how many postings a second the audit reads, of what a club leaves.
 *
 * Games of backgammon for a chip a stake are laid at a real desk by many
 * players and left after the first throws: two buy-ins, a stake and what goes
 * home, ten postings and seven facts a game.  Then the whole book is
 * audited as `tablasd --audit` does it, and once more while somebody posts.
 */
#include "bench/bench.h"
#include "bench/parlour.h"
#include "daemon/secrets.h"
#include "schema/audit.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { GROUP = 64, PLAYERS_MAX = 20000, CHIPS = 1000000, CACHE_KIB = 65536 };

static struct {
	long games;
	const char *book;
	bool keep;
	int64_t players[PLAYERS_MAX];
	size_t players_n;
	unsigned seed;
} bench = {.games = 20000, .book = "bench-audit", .seed = 1};

static size_t any(size_t n)
{
	return bench_chance(&bench.seed, (unsigned)n);
}

/* As an audit does: only to read it. */
static struct store *open_book(void)
{
	struct store_config cfg = {.path = bench.book,
				   .cache_kib = CACHE_KIB,
				   .read_only = true,
				   .digest = secret_sha256,
				   .trouble = bench_hear};
	struct store *s;
	char why[512];

	if (store_open(&cfg, &s, why, sizeof why) != 0)
		bench_die(why);
	return s;
}

/* ---- building the book ----------------------------------------------------------- */

static void enrol(struct parlour *h, size_t n)
{
	char name[STORE_NAME_MAX + 1];

	parlour_enter(h);
	for (size_t i = 0; i < n; i++) {
		snprintf(name, sizeof name, "player-%zu", i);
		bench.players[i] = parlour_enrol(h, name, CHIPS);
	}
	parlour_leave(h);
	parlour_settle(h);
	bench.players_n = n;
}

static void one_game(struct parlour *h)
{
	struct desk_game terms = {.unit = 1, .buy_in = 100};
	struct command leave = {.kind = COMMAND_LEAVE, .text = "gone"};
	size_t first = any(bench.players_n), second = any(bench.players_n - 1);
	int64_t who[2] = {bench.players[first],
			  bench.players[second + (second >= first)]};
	struct receipt receipt;
	char key[STORE_KEY_SIZE];

	parlour_enter(h);
	parlour_begin(h, &terms, who, &receipt);
	memcpy(key, receipt.row->key, sizeof key);
	leave.seat = (uint8_t)any(2);
	parlour_submit(h, key, &leave, 0, &receipt);
	parlour_leave(h);
}

static void build(void)
{
	struct parlour h = {.clock.hand = 0};
	size_t players = (size_t)bench.games / 20 + 2;
	double begun = bench_now();

	bench_remove_book(bench.book);
	parlour_open(&h, bench.book, CACHE_KIB, true);
	enrol(&h, players < PLAYERS_MAX ? players : PLAYERS_MAX);
	for (long i = 0; i < bench.games; i++) {
		one_game(&h);
		if (i % GROUP == GROUP - 1 || i == bench.games - 1)
			parlour_settle(&h);
	}
	parlour_close(&h);
	printf("%ld games laid and left in %.1f s\n", bench.games, bench_now() - begun);
}

/* The players of a book that was kept, as many as are remembered here. */
static void find_players(void)
{
	struct store *s = open_book();
	struct store_counts counts;

	if (store_counts(store_glasses(s), &counts) == STORE_TROUBLE)
		bench_die("the book cannot be read");
	while (bench.players_n < PLAYERS_MAX && (int64_t)bench.players_n < counts.accounts) {
		bench.players[bench.players_n] = ACCOUNT_FIRST + (int64_t)bench.players_n;
		bench.players_n++;
	}
	store_close(s);
	if (bench.players_n < 2)
		bench_die("nobody plays in that book");
}

/* ---- auditing it ------------------------------------------------------------------- */

static void tell(void *cls, const char *sentence)
{
	(void)cls;
	fprintf(stderr, "audit: %s\n", sentence);
}

static double processor(void)
{
	struct rusage u;

	getrusage(RUSAGE_SELF, &u);
	return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
	       1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}

static void audit(const char *how)
{
	struct registry games = {.n = 0};
	struct audit_report report;
	struct store *s = open_book();
	struct rusage usage;
	double begun = bench_now(), busy = processor(), took;

	registry_add(&games, &tablas_plugin_backgammon);
	if (audit_book(s, &games, &report, tell, NULL, NULL) != 0 || report.differences != 0)
		bench_die("the book is not true");
	took = bench_now() - begun;
	busy = processor() - busy;
	store_close(s);
	getrusage(RUSAGE_SELF, &usage);
	printf("%s: %lld postings, %lld facts, %lld games in %.2f s: %.0f postings/s"
	       " (wanted: 200000), %.2f s of processors, %ld MiB at most\n",
	       how, (long long)report.entries, (long long)report.facts, (long long)report.games,
	       took, (double)report.entries / took, busy, usage.ru_maxrss / 1024);
	fflush(stdout);
}

/* ---- somebody who posts meanwhile ----------------------------------------------------- */

static atomic_bool enough;

struct poster {
	long groups;
	double longest_ms;
	long wal_mib;
};

static void *post(void *cls)
{
	struct poster *p = cls;
	struct parlour h = {.clock.hand = 0};
	char wal[300];
	struct stat st;

	parlour_open(&h, bench.book, CACHE_KIB, true);
	snprintf(wal, sizeof wal, "%s-wal", bench.book);
	while (!atomic_load(&enough)) {
		double begun = bench_now();
		one_game(&h);
		parlour_settle(&h);
		double ms = 1e3 * (bench_now() - begun);
		p->longest_ms = ms > p->longest_ms ? ms : p->longest_ms;
		p->groups++;
		if (stat(wal, &st) == 0 && st.st_size >> 20 > p->wal_mib)
			p->wal_mib = (long)(st.st_size >> 20);
	}
	parlour_close(&h);
	return NULL;
}

static void audit_beside_a_writer(void)
{
	struct poster p = {.groups = 0};
	pthread_t thread;

	if (pthread_create(&thread, NULL, post, &p) != 0)
		bench_die("no thread");
	audit("beside a writer");
	atomic_store(&enough, true);
	pthread_join(thread, NULL);
	printf("meanwhile: %ld games, one each commit; the longest took %.1f ms, the log grew to"
	       " %ld MiB\n",
	       p.groups, p.longest_ms, p.wal_mib);
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--games") == 0 && i + 1 < argc)
			bench.games = bench_number(argv[++i]);
		else if (strcmp(argv[i], "--book") == 0 && i + 1 < argc)
			bench.book = argv[++i];
		else if (strcmp(argv[i], "--keep") == 0)
			bench.keep = true;
		else
			bench_die("usage: audit [--games N] [--book FILE] [--keep]");
	}
	if (secrets_init() != 0)
		bench_die("the system has no randomness to give");
	if (!bench.keep || access(bench.book, F_OK) != 0)
		build();
	else
		find_players();
	audit("alone");
	audit_beside_a_writer();
	if (!bench.keep)
		bench_remove_book(bench.book);
	return 0;
}
