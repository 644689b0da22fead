/*
 * deadlines.c - a million open games with deadlines, and ten thousand at once.
 *
 * Games of backgammon for a chip a stake are laid and begun at a real desk, all
 * in one second of a clock that is wound by hand; among them stand as many
 * games more as are asked for, whose deadlines are spread over a year.  Then: how
 * long it takes to open the book and know the next deadline, and how long the
 * loop needs for those that fall due in one second, and for the longest of its
 * turns, since between two turns it serves its clients.
 */
#include "daemon/desk.h"
#include "daemon/secrets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

extern const struct tablas_plugin tablas_plugin_backgammon;

#define BEGIN 1796029200000 /* 2026-11-30, nine o'clock */

enum { GROUP = 256, A_TURN = 64, CHIPS = 10000000 };

static struct {
	long games, due;
	const char *book;
	struct store *store;
	struct registry registry;
	struct clock clock;
	struct cup cup;
	struct desk *desk;
	int64_t players[2];
} bench = {.games = 1000000, .due = 10000, .book = "bench-deadlines"};

static void die(const char *what)
{
	fprintf(stderr, "deadlines: %s\n", what);
	exit(1);
}

static void hear(void *cls, const char *what, const char *why)
{
	(void)cls;
	fprintf(stderr, "deadlines: %s: %s\n", what, why);
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void open_desk(void)
{
	struct store_config config = {.path = bench.book,
				      .cache_kib = 65536,
				      .digest = secret_sha256,
				      .dice = &dice_hash,
				      .trouble = hear};
	struct desk_parts parts = {
		.games = &bench.registry, .clock = &bench.clock, .cup = &bench.cup};
	char why[512];

	if (store_open(&config, &bench.store, why, sizeof why) != 0)
		die(why);
	parts.store = bench.store;
	bench.desk = desk_open(&parts);
}

static void close_desk(void)
{
	desk_close(bench.desk);
	store_close(bench.store);
}

static void remove_book(void)
{
	static const char *const ends[] = {"", "-wal", "-shm", ".lock"};
	char path[600];

	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		snprintf(path, sizeof path, "%s%s", bench.book, ends[i]);
		unlink(path);
	}
}

static void settle(void)
{
	if (desk_settle(bench.desk) != 0)
		die("the book was not written");
}

static void leave(void)
{
	if (desk_leave(bench.desk, true) != 0)
		die("the book was not written");
}

static void enter(void)
{
	if (desk_enter(bench.desk) != 0)
		die("the book is not to be written");
}

static void invite_players(void)
{
	static const char *const names[] = {"ana", "ben"};

	enter();
	for (int i = 0; i < 2; i++) {
		struct book_line grant = {.kind = TRANSFER_GRANT, .from = {.account = ACCOUNT_BANK},
					  .amount = CHIPS};

		if (store_account_add(bench.store, names[i], "", BEGIN, &bench.players[i]) !=
		    STORE_DONE)
			die("an account is not made");
		grant.to.account = bench.players[i];
		if (store_book(bench.store, BEGIN, 0, 0, &grant, 1, NULL) != STORE_DONE)
			die("chips are not granted");
	}
	leave();
	settle();
}

/* Lays a game, and both sit down: it begins. */
static void begin(struct game_row *row)
{
	struct desk_game g = {.plugin = &tablas_plugin_backgammon,
			      .seats = 2,
			      .unit = 1,
			      .buy_in = 10,
			      .auto_forced = true,
			      .creator = bench.players[0]};
	struct receipt receipt;
	char key[STORE_KEY_SIZE];

	g.pace = (struct pace){.timed = true, .per_move = 3 * PACE_DAY};
	options_default(g.plugin, g.options);
	enter();
	if (desk_create(bench.desk, &g, &receipt) != ACCEPTED)
		die("a game is not laid");
	strcpy(key, receipt.row->key);
	for (uint8_t i = 0; i < 2; i++) {
		const struct command sit = {.kind = COMMAND_SIT, .seat = i};

		if (desk_submit(bench.desk, key, &sit, bench.players[i], &receipt) != ACCEPTED)
			die("a seat is not taken");
	}
	*row = *receipt.row;
	leave();
}

/* One like it, that nobody will look at: what counts is that it stands in the book. */
static void add_like(const struct game_row *like, long i)
{
	struct game_row row = *like;

	secret_game_key(row.key);
	row.deadline = BEGIN + 4 * PACE_DAY + i % 365 * PACE_DAY + i;
	enter();
	if (store_game_add(bench.store, &row) != STORE_DONE ||
	    store_game_update(bench.store, &row, 0) != STORE_DONE)
		die("a game is not added");
	leave();
}

static void build(void)
{
	struct game_row row;
	double start = now();

	remove_book();
	open_desk();
	invite_players();
	for (long i = 0; i < bench.due; i++) {
		clock_wind(&bench.clock, BEGIN + i % 1000);
		begin(&row);
		if (i % GROUP == 0)
			settle();
	}
	for (long i = bench.due; i < bench.games; i++) {
		add_like(&row, i);
		if (i % GROUP == 0)
			settle();
	}
	settle();
	close_desk();
	printf("built       %ld games, %ld of them due in one second: %.1f s\n", bench.games,
	       bench.due, now() - start);
}

static void look(void)
{
	double start = now();

	open_desk();
	if (desk_deadline(bench.desk) != BEGIN + 3 * PACE_DAY)
		die("the next deadline is another");
	printf("start       the book is open and the next deadline known: %.1f ms\n",
	       1e3 * (now() - start));
	start = now();
	for (int i = 0; i < 100000; i++) {
		desk_recall(bench.desk);
		desk_deadline(bench.desk);
	}
	printf("next        %.2f us for the next deadline\n", 1e6 * (now() - start) / 100000);
}

static void sweep(void)
{
	double start = now(), longest = 0;
	long lapsed = 0, turns = 0;

	clock_wind(&bench.clock, BEGIN + 3 * PACE_DAY + 1000);
	while (desk_deadline(bench.desk) <= desk_now(bench.desk)) {
		double turn = now();
		int n = desk_lapse(bench.desk, A_TURN);

		if (n <= 0)
			die("a deadline is not seen to");
		settle();
		lapsed += n;
		turns++;
		turn = now() - turn;
		longest = turn > longest ? turn : longest;
	}
	start = now() - start;
	if (lapsed != bench.due)
		die("it was not once for each");
	printf("sweep       %ld games ended and settled: %.2f s, %.0f a second\n", lapsed, start,
	       (double)lapsed / start);
	printf("turns       %ld, the longest %.1f ms: so long a client waits at most\n", turns,
	       1e3 * longest);
	close_desk();
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--games") == 0 && i + 1 < argc)
			bench.games = atol(argv[++i]);
		else if (strcmp(argv[i], "--due") == 0 && i + 1 < argc)
			bench.due = atol(argv[++i]);
		else if (strcmp(argv[i], "--book") == 0 && i + 1 < argc)
			bench.book = argv[++i];
		else
			die("usage: deadlines [--games N] [--due N] [--book FILE]");
	}
	if (bench.due < 1 || bench.games < bench.due || secrets_init() != 0)
		die("numbers of games are wanted");
	registry_add(&bench.registry, &tablas_plugin_backgammon);
	cup_init(&bench.cup);
	build();
	look();
	sweep();
	cup_fini(&bench.cup);
	remove_book();
	return 0;
}
