/*
 * rules.c - how fast the rules are, asked as the daemon asks: by the vtable.
 *
 *	bench/rules [GAME]
 *	bench/rules worst [GAME [GAMES]]
 *
 * For each game and mode: positions from random play, every throw of each, all
 * ends of the turn; where the game hands out whole turns with and without the
 * steps that lead there, else by the house's walk.  A position-roll includes
 * copying the position and roll().  For a game that has no dice: all sequences
 * of so many moves from the opening.  For every game and mode: random games from
 * the first throw to the end, by legal() and play().
 *
 * Five repetitions, taken in turn so that a busy moment hits all alike; the
 * median is printed.  What `worst` measures is told in worst.c.
 */
#include "bench/rules.h"
#include "game/options.h"
#include "game/plays.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

extern const struct tablas_plugin tablas_plugin_acedrex;
extern const struct tablas_plugin tablas_plugin_backgammon;
extern const struct tablas_plugin tablas_plugin_el_mundo;
extern const struct tablas_plugin tablas_plugin_quinze_tablas;
extern const struct tablas_plugin tablas_plugin_seven_point;

/* Options that make another game of it. */
const struct mode modes[] = {
	{&tablas_plugin_acedrex, ""},
	{&tablas_plugin_acedrex, "capture=first_move_right"},
	{&tablas_plugin_acedrex, "capture=free"},
	{&tablas_plugin_acedrex, "mated_army=captor"},
	{&tablas_plugin_backgammon, ""},
	{&tablas_plugin_backgammon, "cube=on"},
	{&tablas_plugin_backgammon, "variant=nackgammon"},
	{&tablas_plugin_backgammon, "variant=hypergammon"},
	{&tablas_plugin_el_mundo, "reentry=anywhere"},
	{&tablas_plugin_el_mundo, "reentry=save"},
	{&tablas_plugin_el_mundo, "reentry=backgammon"},
	{&tablas_plugin_el_mundo, "reentry=war"},
	{&tablas_plugin_el_mundo, "finish=play_on"},
	{&tablas_plugin_el_mundo, "strike_duty=strict_step"},
	{&tablas_plugin_quinze_tablas, ""},
	{&tablas_plugin_quinze_tablas, "variant=race"},
	{&tablas_plugin_quinze_tablas, "reentry_time=any"},
	{&tablas_plugin_seven_point, ""},
	{&tablas_plugin_seven_point, "men=15"},
	{&tablas_plugin_seven_point, "reentry_time=any"},
	{NULL, NULL}};

#define REPETITIONS 5
#define POSITIONS   2000
#define PLAYS	    4096
#define MOVES	    1024
#define RUNS	    96
#define DEPTH	    6	/* of sequences of moves */
#define SECONDS	    0.2 /* the least time one repetition measures */

static _Alignas(64) uint8_t pool[POSITIONS][TABLAS_POSITION_MAX];
static uint64_t seed = 88172645463325252ull;

void chance_from(uint64_t n)
{
	seed = 88172645463325252ull ^ n * 0x9e3779b97f4a7c15ull;
}

unsigned below(unsigned n)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (unsigned)((seed >> 20) % n);
}

double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- what is measured ------------------------------------------------------------ */

struct run {
	char what[96];
	const char *unit;
	const struct tablas_plugin *plugin;
	int32_t options[OPTIONS_MAX];
	int with_moves, by_walking; /* of whole turns */
	double (*once)(struct run *);
	double per_second[REPETITIONS];
	double detail; /* results a position-roll, or plies a game */
};

static struct tablas_setup setup_of(const struct run *r)
{
	return (struct tablas_setup){.seats = r->plugin->seats_max, .options = r->options};
}

/* One roll or one move at random; 0 when the game is over. */
int ply(const struct tablas_plugin *plugin, void *pos)
{
	struct tablas_wait w;
	tablas_move legal[MOVES];
	uint8_t faces[TABLAS_DICE_MAX];
	size_t n;

	plugin->wait(pos, &w);
	if (w.kind == TABLAS_WAIT_OVER)
		return 0;
	if (w.kind == TABLAS_WAIT_ROLL) {
		for (unsigned i = 0; i < w.dice; i++)
			faces[i] = (uint8_t)(1 + below(w.sides));
		plugin->roll(pos, faces, w.dice, NULL);
		return 1;
	}
	unsigned seat = (unsigned)__builtin_ctz(w.seats);

	n = plugin->legal(pos, seat, legal, MOVES);
	plugin->play(pos, seat, legal[below((unsigned)(n < MOVES ? n : MOVES))], NULL);
	return 1;
}

/* Positions in which one seat is to throw, as they come in random games. */
static void fill_pool(const struct run *r)
{
	static _Alignas(64) uint8_t pos[TABLAS_POSITION_MAX];
	struct tablas_setup setup = setup_of(r);

	for (size_t n = 0; n < POSITIONS;) {
		memset(pos, 0, sizeof pos);
		r->plugin->init(&setup, pos);
		do {
			struct tablas_wait w;

			r->plugin->wait(pos, &w);
			if (w.kind == TABLAS_WAIT_ROLL && !(w.seats & (w.seats - 1)))
				memcpy(pool[n++], pos, r->plugin->position_size);
		} while (n < POSITIONS && ply(r->plugin, pos));
	}
}

/* The next throw in which no die shows more than the one before it; 0 after the last. */
static int next_throw(uint8_t *faces, const struct tablas_wait *w)
{
	for (unsigned i = w->dice; i-- > 0; faces[i] = 1)
		if (faces[i] < (i ? faces[i - 1] : w->sides)) {
			faces[i]++;
			return 1;
		}
	return 0;
}

/* Memory for whole turns as the house keeps them, of whichever game. */
static void *turns_memory(struct plays *plays, const struct tablas_plugin *plugin)
{
	static size_t had;
	static void *memory;
	size_t want = plays_memory(plugin, PLAYS);

	if (had < want) {
		free(memory);
		memory = malloc(want);
		had = want;
	}
	if (!memory)
		exit(1);
	plays_init(plays, plugin, PLAYS, memory);
	return memory;
}

static size_t turns_of(const struct run *r, struct plays *plays, const void *pos, unsigned seat)
{
	struct tablas_plays out = {plays->positions, r->with_moves ? plays->moves : NULL, PLAYS};

	if (r->plugin->plays && !r->by_walking)
		return r->plugin->plays(pos, seat, &out);
	plays_list(plays, pos, seat);
	return plays->n;
}

static double whole_turns(struct run *r)
{
	const struct tablas_plugin *plugin = r->plugin;
	_Alignas(64) uint8_t pos[TABLAS_POSITION_MAX];
	size_t rolls = 0, results = 0;
	double begun, spent = 0;
	struct plays plays;

	turns_memory(&plays, plugin);
	begun = now();
	for (size_t i = 0; spent < SECONDS; i = (i + 1) % POSITIONS, spent = now() - begun) {
		uint8_t faces[TABLAS_DICE_MAX];
		struct tablas_wait thrown, w;

		plugin->wait(pool[i], &thrown);
		memset(faces, 1, sizeof faces);
		do {
			memcpy(pos, pool[i], plugin->position_size);
			plugin->roll(pos, faces, thrown.dice, NULL);
			plugin->wait(pos, &w);
			rolls++;
			if (w.kind == TABLAS_WAIT_MOVE)
				results += turns_of(r, &plays, pos,
						    (unsigned)__builtin_ctz(w.seats));
		} while (next_throw(faces, &thrown));
	}
	r->detail = (double)results / (double)rolls;
	return (double)rolls / spent;
}

static double random_games(struct run *r)
{
	static _Alignas(64) uint8_t pos[TABLAS_POSITION_MAX];
	struct tablas_setup setup = setup_of(r);
	size_t games = 0, plies = 0;
	double begun = now(), spent;

	do {
		memset(pos, 0, sizeof pos);
		r->plugin->init(&setup, pos);
		while (ply(r->plugin, pos))
			plies++;
		games++;
	} while ((spent = now() - begun) < SECONDS);
	r->detail = (double)plies / (double)games;
	return (double)games / spent;
}

static size_t sequences(const struct tablas_plugin *plugin, const void *pos, unsigned depth)
{
	_Alignas(64) uint8_t next[TABLAS_POSITION_MAX];
	tablas_move legal[MOVES];
	struct tablas_wait w;
	size_t n, nodes = 0;

	plugin->wait(pos, &w);
	if (w.kind != TABLAS_WAIT_MOVE)
		return 0;
	n = plugin->legal(pos, (unsigned)__builtin_ctz(w.seats), legal, MOVES);
	for (size_t i = 0; depth > 1 && i < n; i++) {
		memcpy(next, pos, plugin->position_size);
		plugin->play(next, (unsigned)__builtin_ctz(w.seats), legal[i], NULL);
		nodes += sequences(plugin, next, depth - 1);
	}
	return depth > 1 ? nodes : n;
}

static double move_sequences(struct run *r)
{
	static _Alignas(64) uint8_t pos[TABLAS_POSITION_MAX];
	struct tablas_setup setup = setup_of(r);
	size_t nodes = 0;
	double begun = now(), spent;

	memset(pos, 0, sizeof pos);
	r->plugin->init(&setup, pos);
	do
		nodes += sequences(r->plugin, pos, DEPTH);
	while ((spent = now() - begun) < SECONDS);
	r->detail = DEPTH;
	return (double)nodes / spent;
}

/* The game begins with a move, and goes on with moves. */
static int has_no_dice(const struct run *r)
{
	static _Alignas(64) uint8_t pos[TABLAS_POSITION_MAX];
	struct tablas_setup setup = setup_of(r);
	struct tablas_wait w;

	memset(pos, 0, sizeof pos);
	r->plugin->init(&setup, pos);
	r->plugin->wait(pos, &w);
	return w.kind == TABLAS_WAIT_MOVE;
}

/* ---- which runs there are ------------------------------------------------------------ */

static struct run runs[RUNS];
static size_t runs_n;

static struct run *add_run(const struct mode *mode, double (*once)(struct run *),
			   const char *unit, const char *what)
{
	struct run *r = &runs[runs_n++];

	r->plugin = mode->plugin;
	r->once = once;
	r->unit = unit;
	snprintf(r->what, sizeof r->what, "%s%s%s: %s", mode->plugin->name,
		 *mode->options ? " " : "", mode->options, what);
	if (options_read(mode->plugin, mode->options, r->options) != ACCEPTED)
		exit(1);
	return r;
}

/* plays() knows something else here and leaves it to stepping. */
static int declines(const struct run *r)
{
	static _Alignas(64) uint8_t pos[TABLAS_POSITION_MAX];
	struct tablas_setup setup = setup_of(r);
	struct tablas_plays none = {NULL, NULL, 0};
	struct tablas_wait w;

	memset(pos, 0, sizeof pos);
	r->plugin->init(&setup, pos);
	do
		r->plugin->wait(pos, &w);
	while (w.kind == TABLAS_WAIT_ROLL && ply(r->plugin, pos));
	return r->plugin->plays(pos, (unsigned)__builtin_ctz(w.seats), &none) == SIZE_MAX;
}

static void add_runs(const struct mode *mode)
{
	struct run *games = add_run(mode, random_games, "games/s", "random games");
	struct run *turns;

	if (has_no_dice(games)) {
		add_run(mode, move_sequences, "nodes/s", "sequences of moves");
		return;
	}
	turns = add_run(mode, whole_turns, "position-rolls/s", "whole turns with steps");
	turns->with_moves = 1;
	turns->by_walking = !mode->plugin->plays || declines(turns);
	if (!turns->by_walking)
		add_run(mode, whole_turns, "position-rolls/s", "whole turns, ends only");
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

int main(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "worst"))
		return worst(argc > 2 ? argv[2] : NULL, argc > 3 ? atoi(argv[3]) : 200);
	for (const struct mode *m = modes; m->plugin; m++)
		if (argc < 2 || !strcmp(argv[1], m->plugin->name))
			add_runs(m);
	if (!runs_n) {
		fprintf(stderr, "usage: %s [GAME | worst [GAME [GAMES]]]\n", argv[0]);
		return 2;
	}
	for (size_t k = 0; k < REPETITIONS; k++)
		for (size_t i = 0; i < runs_n; i++) {
			struct run *r = &runs[i];

			chance_from(0);
			if (r->once == whole_turns)
				fill_pool(r);
			r->per_second[k] = r->once(r);
		}
	for (size_t i = 0; i < runs_n; i++) {
		struct run *r = &runs[i];

		qsort(r->per_second, REPETITIONS, sizeof *r->per_second, by_size);
		printf("%-64s %12.0f %-17s (%.1f %s)\n", r->what,
		       r->per_second[REPETITIONS / 2], r->unit, r->detail,
		       r->once == whole_turns	   ? "ends each"
		       : r->once == move_sequences ? "moves deep"
						   : "rolls and moves each");
	}
	return 0;
}
