/*
 * rules.c - how fast the rules are, asked as the daemon asks: by the vtable.
 *
 *	bench/rules [GAME]
 *
 * For each game that hands out whole turns: positions from random play, every
 * throw of each, all ends of the turn; with and without the steps that lead
 * there.  A position-roll includes copying the position and roll().  For a game
 * that has no dice: all sequences of so many moves from the opening.  For every
 * game, and every value of its option `reentry` or `capture`: random games
 * from the first throw to the end, by legal() and play().
 *
 * Five repetitions, taken in turn so that a busy moment hits all alike; the
 * median is printed.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tablasd/plugin.h"

extern const struct tablas_plugin tablas_plugin_acedrex;
extern const struct tablas_plugin tablas_plugin_backgammon;
extern const struct tablas_plugin tablas_plugin_el_mundo;
extern const struct tablas_plugin tablas_plugin_quinze_tablas;
extern const struct tablas_plugin tablas_plugin_seven_point;

static const struct tablas_plugin *const built_in[] = {
	&tablas_plugin_acedrex, &tablas_plugin_backgammon, &tablas_plugin_el_mundo,
	&tablas_plugin_quinze_tablas, &tablas_plugin_seven_point};

#define REPETITIONS 5
#define POSITIONS   2000
#define PLAYS	    4096
#define MOVES	    1024
#define OPTIONS	    64
#define RUNS	    32
#define DEPTH	    6	/* of sequences of moves */
#define SECONDS	    0.2 /* the least time one repetition measures */

static _Alignas(64) uint8_t pool[POSITIONS][TABLAS_POSITION_MAX];
static uint64_t seed = 88172645463325252ull;

static unsigned below(unsigned n)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (unsigned)((seed >> 20) % n);
}

static double now(void)
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
	int32_t options[OPTIONS];
	int with_moves; /* of whole turns */
	double (*once)(struct run *);
	double per_second[REPETITIONS];
	double detail; /* results a position-roll, or plies a game */
};

static struct tablas_setup setup_of(const struct run *r)
{
	return (struct tablas_setup){.seats = r->plugin->seats_max, .options = r->options};
}

/* One roll or one move at random; 0 when the game is over. */
static int ply(const struct tablas_plugin *plugin, void *pos)
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

static double whole_turns(struct run *r)
{
	static _Alignas(64) uint8_t ends[PLAYS * 64];
	static tablas_move moves[PLAYS * TABLAS_STEPS_MAX];
	const struct tablas_plugin *plugin = r->plugin;
	struct tablas_plays out = {ends, r->with_moves ? moves : NULL,
				   sizeof ends / plugin->position_size};
	_Alignas(64) uint8_t pos[TABLAS_POSITION_MAX];
	size_t rolls = 0, results = 0;
	double begun = now(), spent;

	if (out.cap > PLAYS)
		out.cap = PLAYS;
	for (size_t i = 0; (spent = now() - begun) < SECONDS; i = (i + 1) % POSITIONS) {
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
				results += plugin->plays(pos, (unsigned)__builtin_ctz(w.seats),
							 &out);
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

static struct run *add_run(const struct tablas_plugin *plugin, double (*once)(struct run *),
			   const char *unit, const char *what)
{
	struct run *r = &runs[runs_n++];

	r->plugin = plugin;
	r->once = once;
	r->unit = unit;
	snprintf(r->what, sizeof r->what, "%s: %s", plugin->name, what);
	for (size_t i = 0; plugin->options && plugin->options[i].key; i++)
		r->options[i] = plugin->options[i].dflt;
	return r;
}

/* The option that makes the most different games of a game, or NULL. */
static const struct tablas_option *mode_of(const struct tablas_plugin *plugin)
{
	const struct tablas_option *o;

	for (o = plugin->options; o && o->key; o++)
		if (o->kind == TABLAS_OPT_CHOICE &&
		    (!strcmp(o->key, "reentry") || !strcmp(o->key, "capture")))
			return o;
	return NULL;
}

static void add_games(const struct tablas_plugin *plugin, const struct tablas_option *mode,
		      int32_t value)
{
	char what[96], with[64] = "";
	struct run *r;

	if (mode)
		snprintf(with, sizeof with, ", %s = %s", mode->key, mode->choices[value]);
	snprintf(what, sizeof what, "random games%s", with);
	r = add_run(plugin, random_games, "games/s", what);
	if (mode)
		r->options[mode - plugin->options] = value;
	if (!has_no_dice(r))
		return;
	snprintf(what, sizeof what, "sequences of moves%s", with);
	r = add_run(plugin, move_sequences, "nodes/s", what);
	if (mode)
		r->options[mode - plugin->options] = value;
}

static void add_runs(const struct tablas_plugin *plugin)
{
	const struct tablas_option *mode = mode_of(plugin);

	if (plugin->plays) {
		add_run(plugin, whole_turns, "position-rolls/s", "whole turns, ends only");
		add_run(plugin, whole_turns, "position-rolls/s", "whole turns with steps")
			->with_moves = 1;
	}
	for (int32_t v = mode ? mode->min : 0; v <= (mode ? mode->max : 0); v++)
		add_games(plugin, mode, v);
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

int main(int argc, char **argv)
{
	for (size_t i = 0; i < sizeof built_in / sizeof *built_in; i++)
		if (argc < 2 || !strcmp(argv[1], built_in[i]->name))
			add_runs(built_in[i]);
	if (!runs_n) {
		fprintf(stderr, "usage: %s [GAME]\n", argv[0]);
		return 2;
	}
	for (size_t k = 0; k < REPETITIONS; k++)
		for (size_t i = 0; i < runs_n; i++) {
			struct run *r = &runs[i];

			seed = 88172645463325252ull;
			if (r->once == whole_turns)
				fill_pool(r);
			r->per_second[k] = r->once(r);
		}
	for (size_t i = 0; i < runs_n; i++) {
		struct run *r = &runs[i];

		qsort(r->per_second, REPETITIONS, sizeof *r->per_second, by_size);
		printf("%-52s %12.0f %-17s (%.1f %s)\n", r->what,
		       r->per_second[REPETITIONS / 2], r->unit, r->detail,
		       r->once == whole_turns	   ? "ends each"
		       : r->once == move_sequences ? "moves deep"
						   : "rolls and moves each");
	}
	return 0;
}
