/*
 * store.c - durable turns through the desk, beside the bare SQL of the same turns.
 *
 *	bench/store [--games N] [--turns N] [--group N] [--repeat R] [--dir DIR]
 *
 * Turns of backgammon are first played at random at the desk and written down.
 * Then, on copies of the book as it was before, the same turns are made again:
 * by the desk with `group` commands to a commit, whole with rules and checks (the
 * secrets of the games are in the copies, so the dice fall as they did);
 * by a bare program that executes the same statements in groups of the same
 * size; and by that program with a transaction for each turn.  Repetitions are
 * interleaved and medians printed; ratios are taken within a repetition.
 * Latencies are of one group: from its first command until it is durable.
 */
#include "bench/bench.h"
#include "bench/parlour.h"
#include "bench/script.h"
#include "game/phrase.h"
#include "game/plays.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PLAYS_MAX = 4096, REPEAT_MAX = 15, CACHE_KIB = 32768 };

static struct {
	size_t games, turns, group;
	int repeat;
	const char *dir;
	char template[256], copy[256];
	struct script script;
	unsigned seed;
} bench = {.games = 10000, .turns = 20000, .group = 64, .repeat = 5, .dir = ".", .seed = 1};

/* ---- the games to be played ---------------------------------------------------------- */

static void copy_template(void)
{
	static char block[1 << 16];
	size_t n;

	bench_remove_book(bench.copy);
	FILE *from = fopen(bench.template, "rb"), *to = fopen(bench.copy, "wb");
	if (from == NULL || to == NULL)
		bench_die("the book cannot be copied");
	while ((n = fread(block, 1, sizeof(block), from)) > 0)
		if (fwrite(block, 1, n, to) != n)
			bench_die("the book cannot be copied");
	fclose(from);
	if (fflush(to) != 0 || fsync(fileno(to)) != 0)
		bench_die("the book cannot be copied");
	fclose(to);
}

static void lay_games(void)
{
	struct desk_game terms = {.unit = 0};
	struct parlour h = {.clock.hand = 0};
	struct receipt receipt;
	int64_t who[2];

	bench_remove_book(bench.template);
	parlour_open(&h, bench.template, CACHE_KIB, true);
	parlour_enter(&h);
	who[0] = parlour_enrol(&h, "ana", 0);
	who[1] = parlour_enrol(&h, "ben", 0);
	parlour_leave(&h);
	for (size_t i = 0; i < bench.games; i++) {
		parlour_enter(&h);
		parlour_begin(&h, &terms, who, &receipt);
		parlour_leave(&h);
		if (i % 200 == 199)
			parlour_settle(&h);
	}
	parlour_settle(&h);
	parlour_close(&h);
}

/* ---- writing the script ------------------------------------------------------------------ */

static bool keep_fact(void *cls, const struct fact *f, const char *events)
{
	struct script_turn *t = cls;
	struct script_fact *kept = &t->facts[t->facts_n++];

	if (t->facts_n == SCRIPT_FACTS_MAX)
		bench_die("too much follows from one turn");
	*kept = (struct script_fact){.kind = f->kind,
				     .seat = f->seat,
				     .ply = f->ply,
				     .text = bench_must_have(strdup(f->text)),
				     .events = bench_must_have(strdup(events))};
	return true;
}

/* A random decision of the seat that is asked, in words. */
static void choose(struct plays *plays, const struct table *t, struct script_turn *turn)
{
	char text[FACT_TEXT_MAX];
	size_t n = 0;

	plays_list(plays, t->position, turn->seat);
	if (plays->n == 0)
		bench_die("a seat is asked that cannot answer");
	const tablas_move *moves = plays->moves + bench_chance(&bench.seed, (unsigned)plays->n) * TABLAS_STEPS_MAX;
	while (n < TABLAS_STEPS_MAX && moves[n] != TABLAS_NO_MOVE)
		n++;
	phrase_write(t->plugin, t->position, turn->seat, moves, n, text, sizeof(text));
	turn->words = bench_must_have(strdup(text));
}

static void make(struct parlour *h, const struct script_turn *t, struct receipt *receipt)
{
	const char *word = t->words;
	struct command c = {.kind = COMMAND_DECIDE,
			    .seat = t->seat,
			    .ply = t->asked_ply,
			    .words = &word,
			    .words_n = 1};

	parlour_enter(h);
	parlour_submit(h, t->key, &c, t->account, receipt);
	parlour_leave(h);
}

static void write_turn(struct parlour *h, struct plays *plays, int64_t game, struct script_turn *t)
{
	static struct game_row row;
	static struct table table;
	struct receipt receipt;

	if (store_game_by_id(store_pen(h->store), game, &row) != STORE_FOUND ||
	    row.state != TABLE_ACTIVE || desk_table(h->desk, &row, &table) != 0)
		bench_die("a game ends too early; take more games or fewer turns");
	memcpy(t->key, row.key, sizeof(t->key));
	t->game = game;
	t->asked_ply = row.ply;
	while (!(row.waiting >> t->seat & 1))
		t->seat++;
	t->account = row.seat[t->seat].account;
	choose(plays, &table, t);
	make(h, t, &receipt);
	t->ply = receipt.row->ply;
	t->asked = receipt.row->asked;
	t->decisions = receipt.row->decisions;
	t->waiting = receipt.row->waiting;
	t->state = receipt.row->state;
	t->position = bench_must_have(strdup(receipt.row->position));
	if (store_facts(store_pen(h->store), game, row.ply, SCRIPT_FACTS_MAX, keep_fact, t) !=
	    STORE_FOUND)
		bench_die("nothing follows from a turn");
}

/* Games are visited in an order that has nothing to do with where they lie. */
static int64_t *shuffled(void)
{
	int64_t *order = bench_must_have(calloc(bench.games, sizeof(*order)));

	for (size_t i = 0; i < bench.games; i++)
		order[i] = (int64_t)i + 1;
	for (size_t i = bench.games - 1; i > 0; i--) {
		size_t k = bench_chance(&bench.seed, (unsigned)i + 1);
		int64_t id = order[i];
		order[i] = order[k];
		order[k] = id;
	}
	return order;
}

static void write_script(void)
{
	size_t room = plays_memory(&tablas_plugin_backgammon, PLAYS_MAX);
	void *memory = bench_must_have(malloc(room));
	int64_t *order = shuffled();
	struct parlour h = {.clock.hand = 0};
	struct plays plays;

	plays_init(&plays, &tablas_plugin_backgammon, PLAYS_MAX, memory);
	bench.script.turns = bench_must_have(calloc(bench.turns, sizeof(struct script_turn)));
	bench.script.n = bench.turns;
	copy_template();
	parlour_open(&h, bench.copy, CACHE_KIB, true);
	for (size_t i = 0; i < bench.turns; i++) {
		write_turn(&h, &plays, order[i % bench.games], &bench.script.turns[i]);
		if (i % 256 == 255)
			parlour_settle(&h);
	}
	parlour_settle(&h);
	parlour_close(&h);
	free(order);
	free(memory);
}

/* ---- the measured runs --------------------------------------------------------------------- */

struct times {
	double per_second, p50_ms, p99_ms, max_ms;
};

static struct times desk_run(bool with_checkpointer)
{
	size_t groups = (bench.turns + bench.group - 1) / bench.group, g = 0;
	double *took = bench_must_have(calloc(groups, sizeof(*took)));
	struct receipt receipt;
	struct parlour h = {.clock.hand = 0};
	struct times out;

	copy_template();
	parlour_open(&h, bench.copy, CACHE_KIB, with_checkpointer);
	double start = bench_now();
	for (size_t i = 0; i < bench.turns; i += bench.group, g++) {
		double begun = bench_now();
		for (size_t k = i; k < i + bench.group && k < bench.turns; k++)
			make(&h, &bench.script.turns[k], &receipt);
		parlour_settle(&h);
		took[g] = 1e3 * (bench_now() - begun);
	}
	out.per_second = (double)bench.turns / (bench_now() - start);
	parlour_close(&h);
	out.p50_ms = bench_median(took, (int)groups);
	out.p99_ms = took[groups * 99 / 100];
	out.max_ms = took[groups - 1];
	free(took);
	return out;
}

static double bare(size_t turns, size_t group)
{
	copy_template();
	return (double)turns / bare_run(bench.copy, &bench.script, turns, group);
}

static void measure(void)
{
	double desk[REPEAT_MAX], p50[REPEAT_MAX], p99[REPEAT_MAX], longest[REPEAT_MAX];
	double without[REPEAT_MAX], plain[REPEAT_MAX], direct[REPEAT_MAX];
	double ratio[REPEAT_MAX], times_direct[REPEAT_MAX];

	for (int i = 0; i < bench.repeat; i++) {
		struct times t = desk_run(true);
		plain[i] = bare(bench.turns, bench.group);
		direct[i] = bare(bench.turns / 4, 1);
		without[i] = desk_run(false).p99_ms;
		desk[i] = t.per_second;
		p50[i] = t.p50_ms;
		p99[i] = t.p99_ms;
		longest[i] = t.max_ms;
		ratio[i] = desk[i] / plain[i];
		times_direct[i] = desk[i] / direct[i];
		printf("%d: desk %.0f/s, bare %.0f/s, direct %.0f/s, desk/bare %.2f\n", i + 1,
		       desk[i], plain[i], direct[i], ratio[i]);
		fflush(stdout);
	}
	printf("\n%zu turns of backgammon in %zu games, %zu to a commit, medians of %d\n",
	       bench.turns, bench.games, bench.group, bench.repeat);
	printf("through the desk            %8.0f turns/s\n", bench_median(desk, bench.repeat));
	printf("  a group until durable     %8.2f ms p50, %.2f p99, %.2f longest\n", bench_median(p50, bench.repeat),
	       bench_median(p99, bench.repeat), bench_median(longest, bench.repeat));
	printf("  p99 without checkpoints   %8.2f ms\n", bench_median(without, bench.repeat));
	printf("bare, same statements       %8.0f turns/s\n", bench_median(plain, bench.repeat));
	printf("bare, one turn a commit     %8.0f turns/s\n", bench_median(direct, bench.repeat));
	printf("desk / bare                 %8.2f (wanted: 0.60)\n", bench_median(ratio, bench.repeat));
	printf("desk / one turn a commit    %8.2f\n", bench_median(times_direct, bench.repeat));
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i += 2) {
		if (strcmp(argv[i], "--games") == 0)
			bench.games = (size_t)bench_number(argv[i + 1]);
		else if (strcmp(argv[i], "--turns") == 0)
			bench.turns = (size_t)bench_number(argv[i + 1]);
		else if (strcmp(argv[i], "--group") == 0)
			bench.group = (size_t)bench_number(argv[i + 1]);
		else if (strcmp(argv[i], "--repeat") == 0)
			bench.repeat = (int)bench_number(argv[i + 1]) % (REPEAT_MAX + 1);
		else if (strcmp(argv[i], "--dir") == 0 && argv[i + 1] != NULL)
			bench.dir = argv[i + 1];
		else
			bench_die("usage: store [--games N] [--turns N] [--group N] [--repeat R] [--dir DIR]");
	}
	snprintf(bench.template, sizeof(bench.template), "%s/bench-book", bench.dir);
	snprintf(bench.copy, sizeof(bench.copy), "%s/bench-copy", bench.dir);
	lay_games();
	write_script();
	measure();
	bench_remove_book(bench.copy);
	bench_remove_book(bench.template);
	return 0;
}
