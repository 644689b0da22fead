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
#include "bench/script.h"

#include "daemon/desk.h"
#include "daemon/secrets.h"
#include "game/phrase.h"
#include "game/plays.h"
#include "schema/checkpoint.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern const struct tablas_plugin tablas_plugin_backgammon;

enum { PLAYS_MAX = 4096, REPEAT_MAX = 15, CACHE_KIB = 32768 };

static struct {
	size_t games, turns, group;
	int repeat;
	const char *dir;
	char template[256], copy[256];
	struct script script;
	unsigned seed;
} bench = {.games = 10000, .turns = 20000, .group = 64, .repeat = 5, .dir = ".", .seed = 1};

/* A book that is being written, and its desk. */
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
	fprintf(stderr, "store: %s\n", what);
	exit(1);
}

static void hear(void *cls, const char *what, const char *why)
{
	(void)cls;
	fprintf(stderr, "store: %s: %s\n", what, why);
}

static void *must_have(void *p)
{
	if (p == NULL)
		die("no memory");
	return p;
}

static unsigned dice(unsigned sides)
{
	bench.seed = bench.seed * 1103515245u + 12345u;
	return (bench.seed >> 8) % sides;
}

/* ---- opening and copying books --------------------------------------------------- */

static void parlour_open(struct parlour *h, const char *path, bool with_checkpointer)
{
	struct store_config cfg = {.path = path,
				   .cache_kib = CACHE_KIB,
				   .digest = secret_sha256,
				   .trouble = hear};
	char why[512];

	memset(h, 0, sizeof(*h));
	if (store_open(&cfg, &h->store, why, sizeof(why)) != 0)
		die(why);
	registry_add(&h->games, &tablas_plugin_backgammon);
	cup_init(&h->cup);
	struct desk_parts parts = {
		.store = h->store, .games = &h->games, .clock = &h->clock, .cup = &h->cup};
	h->desk = desk_open(&parts);
	if (with_checkpointer && checkpointer_start(h->store, path, &h->checkpointer) != 0)
		die("no checkpointer");
}

static void parlour_close(struct parlour *h)
{
	checkpointer_stop(h->checkpointer);
	desk_close(h->desk);
	store_close(h->store);
}

static void remove_book(const char *path)
{
	static const char *const tails[] = {"", "-wal", "-shm", ".lock"};
	char name[300];

	for (size_t i = 0; i < sizeof(tails) / sizeof(tails[0]); i++) {
		snprintf(name, sizeof(name), "%s%s", path, tails[i]);
		unlink(name);
	}
}

static void copy_template(void)
{
	static char block[1 << 16];
	size_t n;

	remove_book(bench.copy);
	FILE *from = fopen(bench.template, "rb"), *to = fopen(bench.copy, "wb");
	if (from == NULL || to == NULL)
		die("the book cannot be copied");
	while ((n = fread(block, 1, sizeof(block), from)) > 0)
		if (fwrite(block, 1, n, to) != n)
			die("the book cannot be copied");
	fclose(from);
	if (fflush(to) != 0 || fsync(fileno(to)) != 0)
		die("the book cannot be copied");
	fclose(to);
}

/* ---- the games to be played ---------------------------------------------------------- */

static void submit(struct parlour *h, const char *key, const struct command *c, int64_t account,
		   struct receipt *receipt)
{
	if (desk_submit(h->desk, key, c, account, receipt) != ACCEPTED)
		die("a command is refused");
}

static void lay_games(void)
{
	struct desk_game terms = {.plugin = &tablas_plugin_backgammon, .seats = 2};
	struct command sit = {.kind = COMMAND_SIT};
	struct receipt receipt;
	struct parlour h;
	int64_t who[2];

	remove_book(bench.template);
	parlour_open(&h, bench.template, true);
	options_default(terms.plugin, terms.options);
	if (store_begin(h.store) != STORE_DONE ||
	    store_account_add(h.store, "ana", "", 1, &who[0]) != STORE_DONE ||
	    store_account_add(h.store, "ben", "", 1, &who[1]) != STORE_DONE ||
	    store_commit(h.store) != STORE_DONE)
		die("no accounts");
	terms.creator = who[0];
	for (size_t i = 0; i < bench.games; i++) {
		if (desk_enter(h.desk) != 0 || desk_create(h.desk, &terms, &receipt) != ACCEPTED)
			die("no game");
		for (sit.seat = 0; sit.seat < 2; sit.seat++) {
			char key[STORE_KEY_SIZE];
			memcpy(key, receipt.row->key, sizeof(key));
			submit(&h, key, &sit, who[sit.seat], &receipt);
		}
		if (desk_leave(h.desk, true) != 0 ||
		    (i % 200 == 199 && desk_settle(h.desk) != 0))
			die("no game");
		checkpointer_nudge(h.checkpointer);
	}
	if (desk_settle(h.desk) != 0)
		die("no games");
	parlour_close(&h);
}

/* ---- writing the script ------------------------------------------------------------------ */

static bool keep_fact(void *cls, const struct fact *f, const char *events)
{
	struct script_turn *t = cls;
	struct script_fact *kept = &t->facts[t->facts_n++];

	if (t->facts_n == SCRIPT_FACTS_MAX)
		die("too much follows from one turn");
	*kept = (struct script_fact){.kind = f->kind,
				     .seat = f->seat,
				     .ply = f->ply,
				     .text = must_have(strdup(f->text)),
				     .events = must_have(strdup(events))};
	return true;
}

/* A random decision of the seat that is asked, in words. */
static void choose(struct plays *plays, const struct table *t, struct script_turn *turn)
{
	char text[FACT_TEXT_MAX];
	size_t n = 0;

	plays_list(plays, t->position, turn->seat);
	if (plays->n == 0)
		die("a seat is asked that cannot answer");
	const tablas_move *moves = plays->moves + dice((unsigned)plays->n) * TABLAS_STEPS_MAX;
	while (n < TABLAS_STEPS_MAX && moves[n] != TABLAS_NO_MOVE)
		n++;
	phrase_write(t->plugin, t->position, turn->seat, moves, n, text, sizeof(text));
	turn->words = must_have(strdup(text));
}

static void make(struct parlour *h, const struct script_turn *t, struct receipt *receipt)
{
	const char *word = t->words;
	struct command c = {.kind = COMMAND_DECIDE,
			    .seat = t->seat,
			    .ply = t->asked_ply,
			    .words = &word,
			    .words_n = 1};

	if (desk_enter(h->desk) != 0)
		die("the desk is closed");
	submit(h, t->key, &c, t->account, receipt);
	if (desk_leave(h->desk, true) != 0)
		die("a turn is not kept");
}

static void write_turn(struct parlour *h, struct plays *plays, int64_t game, struct script_turn *t)
{
	static struct game_row row;
	static struct table table;
	struct receipt receipt;

	if (store_game_by_id(store_pen(h->store), game, &row) != STORE_FOUND ||
	    row.state != TABLE_ACTIVE || desk_table(h->desk, &row, &table) != 0)
		die("a game ends too early; take more games or fewer turns");
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
	t->position = must_have(strdup(receipt.row->position));
	if (store_facts(store_pen(h->store), game, row.ply, SCRIPT_FACTS_MAX, keep_fact, t) !=
	    STORE_FOUND)
		die("nothing follows from a turn");
}

/* Games are visited in an order that has nothing to do with where they lie. */
static int64_t *shuffled(void)
{
	int64_t *order = must_have(calloc(bench.games, sizeof(*order)));

	for (size_t i = 0; i < bench.games; i++)
		order[i] = (int64_t)i + 1;
	for (size_t i = bench.games - 1; i > 0; i--) {
		size_t k = dice((unsigned)i + 1);
		int64_t id = order[i];
		order[i] = order[k];
		order[k] = id;
	}
	return order;
}

static void write_script(void)
{
	size_t room = plays_memory(&tablas_plugin_backgammon, PLAYS_MAX);
	void *memory = must_have(malloc(room));
	int64_t *order = shuffled();
	struct plays plays;
	struct parlour h;

	plays_init(&plays, &tablas_plugin_backgammon, PLAYS_MAX, memory);
	bench.script.turns = must_have(calloc(bench.turns, sizeof(struct script_turn)));
	bench.script.n = bench.turns;
	copy_template();
	parlour_open(&h, bench.copy, true);
	for (size_t i = 0; i < bench.turns; i++) {
		write_turn(&h, &plays, order[i % bench.games], &bench.script.turns[i]);
		if (i % 256 == 255 && desk_settle(h.desk) != 0)
			die("a group is lost");
	}
	if (desk_settle(h.desk) != 0)
		die("a group is lost");
	parlour_close(&h);
	free(order);
	free(memory);
}

/* ---- the measured runs --------------------------------------------------------------------- */

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

struct times {
	double per_second, p50_ms, p99_ms, max_ms;
};

static struct times desk_run(bool with_checkpointer)
{
	size_t groups = (bench.turns + bench.group - 1) / bench.group, g = 0;
	double *took = must_have(calloc(groups, sizeof(*took)));
	struct receipt receipt;
	struct times out;
	struct parlour h;

	copy_template();
	parlour_open(&h, bench.copy, with_checkpointer);
	double start = bench_now();
	for (size_t i = 0; i < bench.turns; i += bench.group, g++) {
		double begun = bench_now();
		for (size_t k = i; k < i + bench.group && k < bench.turns; k++)
			make(&h, &bench.script.turns[k], &receipt);
		if (desk_settle(h.desk) != 0)
			die("a group is lost");
		checkpointer_nudge(h.checkpointer);
		took[g] = 1e3 * (bench_now() - begun);
	}
	out.per_second = (double)bench.turns / (bench_now() - start);
	parlour_close(&h);
	qsort(took, groups, sizeof(*took), by_size);
	out.p50_ms = took[groups / 2];
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

static double median(double *v)
{
	qsort(v, (size_t)bench.repeat, sizeof(*v), by_size);
	return v[bench.repeat / 2];
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
	printf("through the desk            %8.0f turns/s\n", median(desk));
	printf("  a group until durable     %8.2f ms p50, %.2f p99, %.2f longest\n", median(p50),
	       median(p99), median(longest));
	printf("  p99 without checkpoints   %8.2f ms\n", median(without));
	printf("bare, same statements       %8.0f turns/s\n", median(plain));
	printf("bare, one turn a commit     %8.0f turns/s\n", median(direct));
	printf("desk / bare                 %8.2f (wanted: 0.60)\n", median(ratio));
	printf("desk / one turn a commit    %8.2f\n", median(times_direct));
}

static size_t number(const char *text)
{
	char *end;
	unsigned long n = text != NULL ? strtoul(text, &end, 10) : 0;

	if (n == 0 || *end != '\0')
		die("a number is wanted");
	return n;
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i += 2) {
		if (strcmp(argv[i], "--games") == 0)
			bench.games = number(argv[i + 1]);
		else if (strcmp(argv[i], "--turns") == 0)
			bench.turns = number(argv[i + 1]);
		else if (strcmp(argv[i], "--group") == 0)
			bench.group = number(argv[i + 1]);
		else if (strcmp(argv[i], "--repeat") == 0)
			bench.repeat = (int)number(argv[i + 1]) % (REPEAT_MAX + 1);
		else if (strcmp(argv[i], "--dir") == 0 && argv[i + 1] != NULL)
			bench.dir = argv[i + 1];
		else
			die("usage: store [--games N] [--turns N] [--group N] [--repeat R] [--dir DIR]");
	}
	snprintf(bench.template, sizeof(bench.template), "%s/bench-book", bench.dir);
	snprintf(bench.copy, sizeof(bench.copy), "%s/bench-copy", bench.dir);
	lay_games();
	write_script();
	measure();
	remove_book(bench.copy);
	remove_book(bench.template);
	return 0;
}
