/*
 * audit.c - how many postings a second the audit reads, of what a club leaves.
 *
 * Games of backgammon for a chip a stake are laid at a real desk by many
 * players and left after the first throws: two buy-ins, a stake and what goes
 * home, ten postings and seven facts a game.  Then the whole book is
 * audited as `tablasd --audit` does it, and once more while somebody posts.
 */
#include "daemon/desk.h"
#include "daemon/secrets.h"
#include "schema/audit.h"
#include "schema/checkpoint.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

extern const struct tablas_plugin tablas_plugin_backgammon;

enum { GROUP = 64, PLAYERS_MAX = 20000, CHIPS = 1000000 };

static struct {
	long games;
	const char *book;
	bool keep;
	int64_t players[PLAYERS_MAX];
	size_t players_n;
	unsigned seed;
} bench = {.games = 20000, .book = "bench-audit", .seed = 1};

struct parlour {
	struct store *store;
	struct registry games;
	struct clock clock;
	struct cup cup;
	struct desk *desk;
	struct checkpointer *checkpointer;
};

static void die(const char *what)
{
	fprintf(stderr, "audit: %s\n", what);
	exit(1);
}

static void hear(void *cls, const char *what, const char *why)
{
	(void)cls;
	fprintf(stderr, "audit: %s: %s\n", what, why);
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static size_t any(size_t n)
{
	bench.seed = bench.seed * 1103515245u + 12345u;
	return (bench.seed >> 8) % n;
}

static struct store *open_book(bool read_only)
{
	struct store_config cfg = {.path = bench.book,
				   .cache_kib = 65536,
				   .read_only = read_only,
				   .digest = secret_sha256,
				   .trouble = hear};
	struct store *s;
	char why[512];

	if (store_open(&cfg, &s, why, sizeof why) != 0)
		die(why);
	return s;
}

static void remove_book(void)
{
	static const char *const tails[] = {"", "-wal", "-shm", ".lock"};
	char name[300];

	for (size_t i = 0; i < sizeof tails / sizeof *tails; i++) {
		snprintf(name, sizeof name, "%s%s", bench.book, tails[i]);
		unlink(name);
	}
}

/* ---- building the book ----------------------------------------------------------- */

static void parlour_open(struct parlour *h)
{
	struct desk_parts parts = {.games = &h->games, .clock = &h->clock, .cup = &h->cup};

	memset(h, 0, sizeof *h);
	h->store = open_book(false);
	registry_add(&h->games, &tablas_plugin_backgammon);
	cup_init(&h->cup);
	parts.store = h->store;
	h->desk = desk_open(&parts);
	if (checkpointer_start(h->store, bench.book, &h->checkpointer) != 0)
		die("no checkpointer");
}

static void parlour_close(struct parlour *h)
{
	checkpointer_stop(h->checkpointer);
	desk_close(h->desk);
	store_close(h->store);
}

static void enrol(struct parlour *h, size_t n)
{
	struct book_line grant = {
		.kind = TRANSFER_GRANT, .from = {ACCOUNT_BANK, 0}, .amount = CHIPS};

	if (store_begin(h->store) != STORE_DONE)
		die("no accounts");
	for (size_t i = 0; i < n; i++) {
		char name[STORE_NAME_MAX + 1];
		snprintf(name, sizeof name, "player-%zu", i);
		if (store_account_add(h->store, name, "", 1, &bench.players[i]) != STORE_DONE)
			die("no account");
		grant.to.account = bench.players[i];
		if (store_book(h->store, 1, 0, 0, &grant, 1, NULL) != STORE_DONE)
			die("no chips");
	}
	if (store_commit(h->store) != STORE_DONE)
		die("no accounts");
	bench.players_n = n;
}

static void submit(struct parlour *h, const char *key, const struct command *c, int64_t account)
{
	struct receipt receipt;

	if (desk_submit(h->desk, key, c, account, &receipt) != ACCEPTED)
		die("a command is refused");
}

static void one_game(struct parlour *h)
{
	struct desk_game terms = {
		.plugin = &tablas_plugin_backgammon, .seats = 2, .unit = 1, .buy_in = 100};
	struct command sit = {.kind = COMMAND_SIT}, leave = {.kind = COMMAND_LEAVE};
	size_t first = any(bench.players_n), second = any(bench.players_n - 1);
	int64_t who[2] = {bench.players[first],
			  bench.players[second + (second >= first)]};
	struct receipt receipt;
	char key[STORE_KEY_SIZE];

	terms.creator = who[0];
	options_default(terms.plugin, terms.options);
	if (desk_enter(h->desk) != 0 || desk_create(h->desk, &terms, &receipt) != ACCEPTED)
		die("no game");
	memcpy(key, receipt.row->key, sizeof key);
	for (sit.seat = 0; sit.seat < 2; sit.seat++)
		submit(h, key, &sit, who[sit.seat]);
	leave.seat = (uint8_t)any(2);
	leave.text = "gone";
	submit(h, key, &leave, 0);
	if (desk_leave(h->desk, true) != 0)
		die("no game");
}

static void build(void)
{
	struct parlour h;
	size_t players = (size_t)bench.games / 20 + 2;
	double begun = now();

	remove_book();
	parlour_open(&h);
	enrol(&h, players < PLAYERS_MAX ? players : PLAYERS_MAX);
	for (long i = 0; i < bench.games; i++) {
		one_game(&h);
		if ((i % GROUP == GROUP - 1 || i == bench.games - 1) && desk_settle(h.desk) != 0)
			die("no games");
		checkpointer_nudge(h.checkpointer);
	}
	parlour_close(&h);
	printf("%ld games laid and left in %.1f s\n", bench.games, now() - begun);
}

/* The players of a book that was kept, as many as are remembered here. */
static void find_players(void)
{
	struct store *s = open_book(true);
	struct store_counts counts;

	if (store_counts(store_glasses(s), &counts) == STORE_TROUBLE)
		die("the book cannot be read");
	while (bench.players_n < PLAYERS_MAX && (int64_t)bench.players_n < counts.accounts) {
		bench.players[bench.players_n] = ACCOUNT_FIRST + (int64_t)bench.players_n;
		bench.players_n++;
	}
	store_close(s);
	if (bench.players_n < 2)
		die("nobody plays in that book");
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
	struct store *s = open_book(true);
	struct rusage usage;
	double begun = now(), busy = processor(), took;

	registry_add(&games, &tablas_plugin_backgammon);
	if (audit_book(s, &games, &report, tell, NULL, NULL) != 0 || report.differences != 0)
		die("the book is not true");
	took = now() - begun;
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
	struct parlour h;
	char wal[300];
	struct stat st;

	parlour_open(&h);
	snprintf(wal, sizeof wal, "%s-wal", bench.book);
	while (!atomic_load(&enough)) {
		double begun = now();
		one_game(&h);
		if (desk_settle(h.desk) != 0)
			die("no game");
		checkpointer_nudge(h.checkpointer);
		double ms = 1e3 * (now() - begun);
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
		die("no thread");
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
			bench.games = atol(argv[++i]);
		else if (strcmp(argv[i], "--book") == 0 && i + 1 < argc)
			bench.book = argv[++i];
		else if (strcmp(argv[i], "--keep") == 0)
			bench.keep = true;
		else
			die("usage: audit [--games N] [--book FILE] [--keep]");
	}
	if (bench.games < 1 || secrets_init() != 0)
		die("a number of games is wanted");
	if (!bench.keep || access(bench.book, F_OK) != 0)
		build();
	else
		find_players();
	audit("alone");
	audit_beside_a_writer();
	if (!bench.keep)
		remove_book();
	return 0;
}
