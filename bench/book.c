/*
 * book.c - whether a history is read as fast in a large book as in a small one.
 *
 *	bench/book [--games N] [--busy N] [--mill N] [--dir DIR] [--keep]
 *
 * Two books are built by the ledger's own writer, one with a hundredth of the
 * other's games.  In both one busy player has the same history, scattered over
 * the whole book.  Then each kind of page is read from both, near its beginning
 * and deep in it: how much SQLite had to do (steps of its machine, which are
 * rows times a constant) and how long it took, the median of many.  A stake is
 * posted in both.  At last the histories of the large one are told by a real
 * daemon, a million lines of JSON, and its memory is looked at.
 *
 * Each game is ten postings: two buy-ins, a stake, two purses home.
 */
#include "bench/bench.h"
#include "daemon/secrets.h"
#include "schema/checkpoint.h"
#include "schema/store.h"
#include "tests/lib/daemon.h"

#include <inttypes.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 50, ROUNDS = 400, RIVALS = 200, GROUP = 500, RULESETS = 5, LINES = 50 };

static struct {
	long games, busy, mill;
	const char *dir;
	bool keep;
	unsigned seed;
} bench = {.games = 1000000, .busy = 20000, .mill = 1000000, .dir = ".", .seed = 1};

/* A book, and what is asked for in it. */
struct hall {
	char path[300];
	struct store *store;
	struct checkpointer *checkpointer;
	int64_t busy, rival[RIVALS], mill, *players;
	size_t players_n;
	int64_t at, game, match; /* of the busy player, in the middle */
	long laid;
};

static double now(void) /* in microseconds */
{
	return 1e6 * bench_now();
}

/* ---- building ------------------------------------------------------------------------ */

static void open_book(struct hall *h)
{
	struct store_config cfg = {
		.path = h->path, .cache_kib = 512 << 10, .digest = secret_digest, .trouble = bench_hear};
	char why[512];

	if (store_open(&cfg, &h->store, why, sizeof why) != 0)
		bench_die(why);
	if (checkpointer_start(h->store, h->path, &h->checkpointer) != 0)
		bench_die("no checkpointer");
}

static void close_book(struct hall *h)
{
	checkpointer_stop(h->checkpointer);
	store_close(h->store);
	h->store = NULL;
}

static void book(struct hall *h, int64_t game, const struct book_line *lines, size_t n)
{
	if (store_book(h->store, h->at, game, 9, lines, n, NULL) != STORE_DONE)
		bench_die("a transaction is not booked");
}

static int64_t enrol(struct hall *h, const char *name)
{
	struct book_line grant = {.kind = TRANSFER_GRANT, .from = {ACCOUNT_BANK, 0}, .amount = 1000000000};

	if (store_account_add(h->store, name, NULL, 1, &grant.to.account) != STORE_DONE)
		bench_die("an account is not opened");
	book(h, 0, &grant, 1);
	return grant.to.account;
}

static void begin(struct hall *h)
{
	if (store_begin(h->store) != STORE_DONE)
		bench_die("no group");
}

static void commit(struct hall *h)
{
	if (store_commit(h->store) != STORE_DONE)
		bench_die("a group is lost");
	checkpointer_nudge(h->checkpointer);
}

static void enrol_all(struct hall *h, long games)
{
	char name[32];

	h->players_n = (size_t)games / 10 + RIVALS;
	h->players = calloc(h->players_n, sizeof *h->players);
	if (!h->players)
		bench_die("no memory");
	begin(h);
	h->busy = enrol(h, "busy");
	h->mill = enrol(h, "mill");
	for (size_t i = 0; i < h->players_n; i++) {
		snprintf(name, sizeof name, "player%zu", i);
		h->players[i] = enrol(h, name);
		if (i < RIVALS)
			h->rival[i] = h->players[i];
		if (i % GROUP == GROUP - 1) {
			commit(h);
			begin(h);
		}
	}
	commit(h);
}

static struct game_row some_game(struct hall *h, int64_t one, int64_t two)
{
	static const char *const rulesets[RULESETS] = {"backgammon", "el-mundo", "acedrex",
						       "quinze-tablas", "seven-point"};
	struct game_row row = {.rules = 1, .seats = 2, .creator = one, .unit = 1, .buy_in = 10};

	snprintf(row.key, sizeof row.key, "g%09ld", h->laid);
	snprintf(row.ruleset, sizeof row.ruleset, "%s", rulesets[h->laid % RULESETS]);
	row.state = TABLE_ACTIVE;
	row.created = row.started = row.changed = h->at;
	row.seat[0].account = one;
	row.seat[1].account = two;
	if (h->laid % 7 == 0) { /* matches of one game are short, but they are matches */
		memcpy(row.match, row.key, sizeof row.match);
		row.match_game = row.match_length = 1;
	}
	return row;
}

static struct book_line between(uint8_t kind, int64_t from, int64_t to, int64_t game)
{
	return (struct book_line){.kind = kind,
				  .from = {from, kind == TRANSFER_BUY_IN ? 0 : game},
				  .to = {to, kind == TRANSFER_SETTLE ? 0 : game},
				  .amount = kind == TRANSFER_STAKE ? 1 : 10};
}

/* A whole game as the desk would book it; the purses are as they were brought again. */
static void play(struct hall *h, int64_t one, int64_t two)
{
	struct game_row row = some_game(h, one, two);

	h->laid++;
	h->at += 30000;
	if (store_game_add(h->store, &row) != STORE_DONE)
		bench_die("a game is not laid");
	struct book_line in[] = {between(TRANSFER_BUY_IN, one, one, row.id),
				 between(TRANSFER_BUY_IN, two, two, row.id)};
	struct book_line out[] = {between(TRANSFER_STAKE, one, two, row.id),
				  between(TRANSFER_SETTLE, one, one, row.id),
				  between(TRANSFER_SETTLE, two, two, row.id)};
	out[0].reason = "single";
	out[0].stakes = 1;
	out[1].amount = 9;
	out[2].amount = 11;
	book(h, row.id, in, 2);
	book(h, row.id, out, 3);
	if (store_game_by_id(store_pen(h->store), row.id, &row) != STORE_FOUND)
		bench_die("a game is gone");
	row.state = TABLE_OVER;
	row.ended = h->at;
	row.ply = 9;
	if (store_game_update(h->store, &row, 0) != STORE_DONE)
		bench_die("a game does not end");
	if (one == h->busy && row.match[0]) {
		h->match = row.id;
		h->game = row.id;
	}
}

static void play_all(struct hall *h, long games, long busy)
{
	long all = games + busy, done = 0;

	begin(h);
	for (long i = 0; i < all; i++) {
		/* the busy player's games lie evenly among the others */
		if (i * busy / all != (i + 1) * busy / all) {
			play(h, h->busy, h->rival[bench_chance(&bench.seed, RIVALS)]);
		} else {
			size_t k = bench_chance(&bench.seed, (unsigned)h->players_n);
			play(h, h->players[k], h->players[(k + 1) % h->players_n]);
		}
		if (++done % GROUP == 0) {
			commit(h);
			begin(h);
		}
	}
	commit(h);
}

/* A player with so many transfers to and fro, for the export. */
static void grind(struct hall *h, long rows)
{
	struct book_line lines[LINES];

	for (int i = 0; i < LINES; i++)
		lines[i] = (struct book_line){.kind = TRANSFER_PLAYER,
					      .from = {i % 2 ? h->rival[0] : h->mill, 0},
					      .to = {i % 2 ? h->mill : h->rival[0], 0},
					      .amount = 1};
	for (long i = 0; i < rows / LINES; i++) {
		if (i % 100 == 0)
			begin(h);
		book(h, 0, lines, LINES);
		if (i % 100 == 99 || i + 1 == rows / LINES)
			commit(h);
	}
}

static void build(struct hall *h, const char *name, long games, long mill)
{
	double start = now();

	memset(h, 0, sizeof *h);
	snprintf(h->path, sizeof h->path, "%s/%s", bench.dir, name);
	bench_remove_book(h->path);
	h->at = 1704067200000; /* 2024 begins */
	open_book(h);
	enrol_all(h, games);
	play_all(h, games, bench.busy);
	grind(h, mill);
	printf("%s: %ld games, %zu accounts, built in %.0f s\n", name, h->laid, h->players_n + 2,
	       (now() - start) / 1e6);
	fflush(stdout);
	close_book(h);
	open_book(h);
}

/* ---- reading ------------------------------------------------------------------------------ */

struct cost {
	double median, best; /* µs */
	int64_t steps;	     /* of SQLite's machine, for one */
};

static struct cost cost_of(struct hall *h, double *took, size_t n)
{
	struct cost c = {.steps = store_steps(store_glasses(h->store)) / (int64_t)n};

	c.median = bench_median(took, (int)n);
	c.best = took[0];
	return c;
}

static struct cost read_pages(struct hall *h, const struct entry_filter *filter, size_t *rows)
{
	static struct entry_row page[PAGE];
	static double took[ROUNDS];
	int64_t reached;

	store_look(h->store);
	for (int i = -ROUNDS / 4; i < ROUNDS; i++) { /* warm first */
		struct entry_filter f = *filter;
		size_t n = PAGE;

		f.account = h->busy;
		f.after += f.after ? i : 0; /* not always the very same page */
		double start = now();

		if (i == 0)
			store_steps(store_glasses(h->store));
		if (store_entries(store_glasses(h->store), &f, page, &n, &reached) == STORE_TROUBLE)
			bench_die("a page is not read");
		if (i >= 0)
			took[i] = now() - start;
		*rows = n;
	}
	store_looked(h->store);
	return cost_of(h, took, ROUNDS);
}

static struct cost read_balances(struct hall *h, bool then)
{
	static double took[ROUNDS];
	struct balance_row balance;
	struct account_row account;

	store_look(h->store);
	for (int i = -ROUNDS / 4; i < ROUNDS; i++) {
		double start = now();
		int64_t at = 1704067200000 + (h->at - 1704067200000) / 1000 * bench_chance(&bench.seed, 1000);
		int found;

		if (i == 0)
			store_steps(store_glasses(h->store));
		found = then ? store_balance_at(store_glasses(h->store), h->busy, at, &balance)
			     : store_account_by_id(store_glasses(h->store), h->busy, &account);
		if (found != STORE_FOUND)
			bench_die("a balance is not read");
		if (i >= 0)
			took[i] = now() - start;
	}
	store_looked(h->store);
	return cost_of(h, took, ROUNDS);
}

static int worst; /* what was not reached */

static void judge(const char *what, struct cost small, struct cost large, size_t rows, double most)
{
	bool same = large.steps <= small.steps + small.steps / 20 + 20;
	bool near = large.median <= 2 * small.median, fast = large.median < most;

	worst += !same + !near + !fast;
	printf("%-34s %3zu %7" PRId64 " %7" PRId64 "  %7.1f %7.1f  %7.1f %7.1f%s%s%s\n", what, rows,
	       small.steps, large.steps, small.median, large.median, small.best, large.best,
	       same ? "" : "  MORE WORK", near ? "" : "  SLOWER", fast ? "" : "  SLOW");
}

static void page(struct hall *small, struct hall *large, const char *what,
		 struct entry_filter a, struct entry_filter b)
{
	size_t rows;
	struct cost one = read_pages(small, &a, &rows), two = read_pages(large, &b, &rows);

	judge(what, one, two, rows, 40);
}

/* The newest page and one behind nine tenths of the history. */
static void pages(struct hall *small, struct hall *large, const char *what,
		  struct entry_filter a, struct entry_filter b)
{
	char name[64];

	snprintf(name, sizeof name, "%s, newest", what);
	page(small, large, name, a, b);
	a.after = b.after = bench.busy * 5 / 10;
	snprintf(name, sizeof name, "%s, deep", what);
	page(small, large, name, a, b);
}

static void read_all(struct hall *small, struct hall *large)
{
	struct entry_filter any = {.account = 0}, a, b;

	printf("\n%-34s rows   steps: small, large  median µs: small, large  best µs\n", "");
	pages(small, large, "any", any, any);
	pages(small, large, "kind", (struct entry_filter){.kind = TRANSFER_STAKE},
	      (struct entry_filter){.kind = TRANSFER_STAKE});
	pages(small, large, "kind (one in all)", (struct entry_filter){.kind = TRANSFER_GRANT},
	      (struct entry_filter){.kind = TRANSFER_GRANT});
	pages(small, large, "ruleset", (struct entry_filter){.ruleset = "acedrex"},
	      (struct entry_filter){.ruleset = "acedrex"});
	pages(small, large, "opponent", (struct entry_filter){.opponent = small->rival[7]},
	      (struct entry_filter){.opponent = large->rival[7]});
	page(small, large, "game", (struct entry_filter){.game = small->game},
	     (struct entry_filter){.game = large->game});
	page(small, large, "match", (struct entry_filter){.match = small->match},
	     (struct entry_filter){.match = large->match});
	a = b = any;
	a.from = 1704067200000 + (small->at - 1704067200000) / 3;
	a.to = 1704067200000 + (small->at - 1704067200000) / 2;
	b.from = 1704067200000 + (large->at - 1704067200000) / 3;
	b.to = 1704067200000 + (large->at - 1704067200000) / 2;
	page(small, large, "from and to", a, b);
	judge("balance at an instant", read_balances(small, true), read_balances(large, true), 1, 40);
}

/* ---- the rest ---------------------------------------------------------------------------------- */

static double sum_up(struct hall *h)
{
	sqlite3_stmt *st;
	sqlite3 *db;
	double best = 1e12;

	if (sqlite3_open_v2(h->path, &db, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK ||
	    sqlite3_prepare_v2(db, "SELECT sum(amount) FROM entries WHERE place > ?1 << 36"
			       " AND place < (?1 + 1) << 36",
			       -1, &st, NULL) != SQLITE_OK)
		bench_die("the book cannot be read");
	for (int i = 0; i < 5; i++) {
		double start = now();

		sqlite3_bind_int64(st, 1, h->busy);
		sqlite3_step(st);
		sqlite3_reset(st);
		if (now() - start < best)
			best = now() - start;
	}
	sqlite3_finalize(st);
	sqlite3_close(db);
	return best;
}

/* Stakes in a game that goes on, many to a commit; the median of one. */
static double post_stakes(struct hall *h)
{
	enum { STAKES = 4000 };
	static double took[STAKES];
	struct game_row row = some_game(h, h->busy, h->rival[3]);

	row.key[0] = 's';
	row.match[0] = '\0';
	begin(h);
	if (store_game_add(h->store, &row) != STORE_DONE)
		bench_die("a game is not laid");
	struct book_line in[] = {between(TRANSFER_BUY_IN, h->busy, h->busy, row.id),
				 between(TRANSFER_BUY_IN, h->rival[3], h->rival[3], row.id)};
	book(h, row.id, in, 2);
	for (int i = 0; i < STAKES; i++) {
		struct book_line stake = between(TRANSFER_STAKE, i % 2 ? h->rival[3] : h->busy,
						 i % 2 ? h->busy : h->rival[3], row.id);
		double start = now();

		stake.reason = "strike";
		book(h, row.id, &stake, 1);
		took[i] = now() - start;
		if (i % 64 == 63) {
			commit(h);
			begin(h);
		}
	}
	commit(h);
	return bench_median(took, STAKES);
}

/* The daemon's memory in KiB: the most it ever had. */
static long peak(const struct daemon *d)
{
	char path[64], line[128];
	long most = 0;
	FILE *f;

	snprintf(path, sizeof path, "/proc/%d/status", (int)d->pid);
	f = fopen(path, "r");
	while (f && fgets(line, sizeof line, f))
		sscanf(line, "VmHWM: %ld", &most);
	if (f)
		fclose(f);
	return most;
}

static void export(struct hall *h)
{
	char token[128], command[600];
	struct daemon d;
	double start;
	long before;

	daemon_init(&d, "--log-level", "error", NULL);
	snprintf(d.book, sizeof d.book, "%s", h->path);
	daemon_token(&d, "mill", "ledger:read", token);
	daemon_start(&d);
	snprintf(command, sizeof command,
		 "curl -sS -o /dev/null -H 'Authorization: Bearer %s' '%s/v1/accounts/me/entries'", token,
		 d.url);
	if (system(command) != 0)
		bench_die("no page is told");
	before = peak(&d);
	snprintf(command, sizeof command,
		 "curl -sS -H 'Authorization: Bearer %s' -H 'Accept: application/x-ndjson'"
		 " '%s/v1/accounts/me/entries' | wc -lc",
		 token, d.url);
	printf("\nlines and bytes of an export: ");
	fflush(stdout);
	start = now();
	if (system(command) != 0)
		bench_die("nothing is exported");
	printf("in %.1f s; the daemon's memory had a peak of %ld KiB before and %ld after\n",
	       (now() - start) / 1e6, before, peak(&d));
	worst += peak(&d) - before > 6144; /* caches that fill, however long the export */
	daemon_fini(&d);
}

static void compare(struct hall *small, struct hall *large)
{
	double one, two;

	read_all(small, large);
	one = sum_up(large);
	two = read_balances(large, false).median;
	printf("\nadding up %ld entries: %.0f µs; the balance: %.2f µs; %.0f times\n",
	       bench.busy * 5 + 1, one, two, one / two);
	worst += one < 1000 * two;
	one = post_stakes(small);
	two = post_stakes(large);
	printf("posting a stake: %.1f µs in the small book, %.1f in the large one; %.2f times\n", one,
	       two, two / one);
	worst += two > 1.2 * one;
}

int main(int argc, char **argv)
{
	struct hall small, large;

	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--keep") == 0)
			bench.keep = true;
		else if (i + 1 == argc)
			bench_die("usage: book [--games N] [--busy N] [--mill N] [--dir DIR] [--keep]");
		else if (strcmp(argv[i], "--games") == 0)
			bench.games = bench_number(argv[++i]);
		else if (strcmp(argv[i], "--busy") == 0)
			bench.busy = bench_number(argv[++i]);
		else if (strcmp(argv[i], "--mill") == 0)
			bench.mill = bench_number(argv[++i]);
		else if (strcmp(argv[i], "--dir") == 0)
			bench.dir = argv[++i];
		else
			bench_die("usage: book [--games N] [--busy N] [--mill N] [--dir DIR] [--keep]");
	}
	build(&small, "bench-small", bench.games / 100, LINES);
	build(&large, "bench-large", bench.games, bench.mill);
	compare(&small, &large);
	close_book(&small);
	close_book(&large);
	export(&large);
	if (!bench.keep) {
		bench_remove_book(small.path);
		bench_remove_book(large.path);
	}
	if (worst)
		printf("\n%d of what is wanted was not reached\n", worst);
	return worst != 0;
}
