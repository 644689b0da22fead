/*
 * together.c - two games alone, then move by move in turns, then in two threads.
 *
 * A game is reduced to one number, made of everything the plugin answers on the
 * way.  A plugin that keeps something outside the position gives another number
 * when a second game comes between.
 */
#include "daemon/conformance/exam.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define WALK_PLIES 400

struct walk {
	const struct tablas_plugin *p;
	struct chance chance;
	struct tablas_setup setup;
	int32_t options[OPTIONS_MAX];
	uint32_t plies;
	bool over;
	uint64_t sum;
	tablas_move *moves;
	struct tablas_pieces *pieces;
	_Alignas(16) unsigned char pos[TABLAS_POSITION_MAX];
	struct guard moves_room, pieces_room;
};

static void add(struct walk *w, const void *bytes, size_t n)
{
	const unsigned char *p = bytes;

	for (; n; n--)
		w->sum = (w->sum ^ *p++) * 0x100000001b3u;
}

static void walk_begin(struct walk *w, const struct conformance *c, uint64_t number)
{
	w->p = c->plugin;
	w->chance = chance_of(c->seed ^ 0x746f676574686572u, number);
	w->plies = 0;
	w->over = false;
	w->sum = 0xcbf29ce484222325u;
	exam_draw_setup(c, &w->chance, &w->setup, w->options);
	memset(w->pos, 0, sizeof w->pos);
	w->p->init(&w->setup, w->pos);
}

static void walk_look(struct walk *w)
{
	char text[4096];
	struct tablas_view view = {.pieces = w->pieces, .pieces_cap = w->p->pieces_max};
	size_t n = w->p->write(w->pos, text, sizeof text);

	add(w, w->pos, w->p->position_size);
	add(w, text, n < sizeof text ? n : 0);
	w->p->view(w->pos, 0, &view);
	add(w, w->pieces, view.pieces_n * sizeof *w->pieces);
	add(w, view.counters, sizeof view.counters);
	if (w->p->draw && w->plies % 8 == 0 &&
	    (n = w->p->draw(w->pos, 0, text, sizeof text)) < sizeof text)
		add(w, text, n);
}

static void walk_move(struct walk *w, const struct tablas_wait *wait,
		      struct tablas_events *events)
{
	char text[TABLAS_MOVE_TEXT_MAX] = "";
	unsigned seat = (unsigned)__builtin_ctz(wait->seats);
	size_t n = w->p->legal(w->pos, seat, w->moves, w->p->moves_max);
	tablas_move m;

	if (n == 0 || n > w->p->moves_max) { /* another check's business */
		w->over = true;
		return;
	}
	m = w->moves[chance_below(&w->chance, (uint32_t)n)];
	add(w, w->moves, n * sizeof *w->moves);
	w->p->move_write(w->pos, seat, m, text, sizeof text);
	add(w, text, strlen(text));
	w->p->play(w->pos, seat, m, events);
}

static void walk_on(struct walk *w)
{
	struct tablas_event v[TABLAS_EVENTS_MAX];
	struct tablas_events events = {v, 0};
	uint8_t faces[TABLAS_DICE_MAX];
	struct tablas_wait wait = {0};

	w->p->wait(w->pos, &wait);
	if (wait.kind == TABLAS_WAIT_OVER || w->plies == WALK_PLIES) {
		w->over = true;
		return;
	}
	w->plies++;
	if (wait.kind == TABLAS_WAIT_ROLL) {
		for (unsigned i = 0; i < wait.dice; i++)
			faces[i] = (uint8_t)(1 + chance_below(&w->chance, wait.sides));
		w->p->roll(w->pos, faces, wait.dice, &events);
	} else {
		walk_move(w, &wait, &events);
	}
	for (size_t i = 0; i < events.n; i++) {
		add(w, &v[i], offsetof(struct tablas_event, reserved));
		if (v[i].note)
			add(w, v[i].note, strlen(v[i].note));
	}
	walk_look(w);
}

static void walk_init(struct walk *w, const struct tablas_plugin *p)
{
	memset(w, 0, sizeof *w);
	guard_init(&w->moves_room, p->moves_max * sizeof *w->moves);
	guard_init(&w->pieces_room, p->pieces_max * sizeof *w->pieces);
	w->moves = (tablas_move *)(void *)w->moves_room.at;
	w->pieces = (struct tablas_pieces *)(void *)w->pieces_room.at;
}

static void walk_fini(struct walk *w)
{
	guard_fini(&w->moves_room);
	guard_fini(&w->pieces_room);
}

struct runner {
	struct walk *walk;
	pthread_barrier_t *start;
};

static void *run(void *arg)
{
	struct runner *r = arg;

	pthread_barrier_wait(r->start);
	while (!r->walk->over)
		walk_on(r->walk);
	return NULL;
}

static void run_both(struct walk *a, struct walk *b)
{
	pthread_barrier_t start;
	struct runner ra = {a, &start}, rb = {b, &start};
	pthread_t thread;

	pthread_barrier_init(&start, NULL, 2);
	if (pthread_create(&thread, NULL, run, &rb) != 0)
		abort();
	run(&ra);
	pthread_join(thread, NULL);
	pthread_barrier_destroy(&start);
}

static void alone(struct walk *w, const struct conformance *c, uint64_t number)
{
	walk_begin(w, c, number);
	while (!w->over)
		walk_on(w);
}

static int compare(struct exam *e, const struct conformance *c, struct walk w[2],
		   uint64_t number)
{
	uint64_t sum[2];

	alone(&w[0], c, number);
	alone(&w[1], c, number + 1);
	sum[0] = w[0].sum;
	sum[1] = w[1].sum;

	walk_begin(&w[0], c, number);
	walk_begin(&w[1], c, number + 1);
	while (!w[0].over || !w[1].over)
		for (int i = 0; i < 2; i++)
			if (!w[i].over)
				walk_on(&w[i]);
	if (w[0].sum != sum[0] || w[1].sum != sum[1])
		return exam_broke(e, PROMISE_INTERLEAVED,
				  "something is kept outside the position");

	walk_begin(&w[0], c, number);
	walk_begin(&w[1], c, number + 1);
	run_both(&w[0], &w[1]);
	if (w[0].sum != sum[0] || w[1].sum != sum[1])
		return exam_broke(e, PROMISE_THREADS, "something is shared between threads");
	return 0;
}

int together_run(struct exam *e, uint32_t number)
{
	struct walk *w = calloc(2, sizeof *w);
	int r;

	if (!w)
		abort();
	walk_init(&w[0], e->p);
	walk_init(&w[1], e->p);
	r = compare(e, e->c, w, 2ull * number);
	walk_fini(&w[0]);
	walk_fini(&w[1]);
	free(w);
	return r;
}
