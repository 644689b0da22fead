/*
 * plays.c - a plugin that lists whole decisions, against one that is stepped.
 */
#include "daemon/conformance/exam.h"

#include <stdlib.h>
#include <string.h>

#define RESULTS_MAX 4096 /* decisions with more results are not compared */
#define VISITS_MAX  40000

/* Positions, each once: open addressing over a flat array. */
struct set {
	size_t size, n, cap;
	unsigned char *bytes;
	uint32_t slot[4 * 16384];
};

struct walk {
	struct exam *e;
	struct set *met, *ends; /* positions on the way; results */
	size_t visits;
	bool gave_up;
};

static uint32_t hash(const unsigned char *p, size_t n)
{
	uint64_t h = 0xcbf29ce484222325u;

	for (; n; n--)
		h = (h ^ *p++) * 0x100000001b3u;
	return (uint32_t)(h ^ h >> 29);
}

static struct set *set_open(size_t size, size_t cap)
{
	struct set *s = calloc(1, sizeof *s);

	if (!s || !(s->bytes = malloc(size * cap)))
		abort();
	s->size = size;
	s->cap = cap;
	return s;
}

static void set_close(struct set *s)
{
	free(s->bytes);
	free(s);
}

/* 1 if it was not there, 0 if it was, -1 if there is no room. */
static int set_add(struct set *s, const void *pos)
{
	uint32_t mask = sizeof s->slot / sizeof *s->slot - 1, i = hash(pos, s->size) & mask;

	for (; s->slot[i]; i = (i + 1) & mask)
		if (memcmp(s->bytes + (s->slot[i] - 1) * s->size, pos, s->size) == 0)
			return 0;
	if (s->n == s->cap)
		return -1;
	memcpy(s->bytes + s->n * s->size, pos, s->size);
	s->slot[i] = (uint32_t)++s->n;
	return 1;
}

/* Every end of the decision that `before` asks of the seat; positions met twice are one. */
static void walk(struct walk *w, const void *pos, unsigned seat,
		 const struct tablas_wait *before, unsigned depth)
{
	const struct tablas_plugin *p = w->e->p;
	struct tablas_event v[TABLAS_EVENTS_MAX];
	_Alignas(16) unsigned char next[TABLAS_POSITION_MAX];
	tablas_move moves[512];
	size_t n = p->legal(pos, seat, moves, 512);

	if (n > 512 || depth == TABLAS_STEPS_MAX || w->visits++ > VISITS_MAX) {
		w->gave_up = true;
		return;
	}
	for (size_t i = 0; i < n && !w->gave_up; i++) {
		struct tablas_wait after = {0};
		struct tablas_events events = {v, 0};
		bool on;
		int added;

		memcpy(next, pos, p->position_size);
		p->play(next, seat, moves[i], &events);
		p->wait(next, &after);
		on = step_goes_on(before, &after, v, events.n);
		added = set_add(on ? w->met : w->ends, next);
		if (added < 0)
			w->gave_up = true;
		else if (on && added)
			walk(w, next, seat, before, depth + 1);
	}
}

/* The moves of play i, one after the other, are legal and end where it says. */
static int follow_moves(struct exam *e, unsigned seat, const tablas_move *moves,
			const unsigned char *end, size_t i)
{
	_Alignas(16) unsigned char pos[TABLAS_POSITION_MAX];
	struct tablas_event v[TABLAS_EVENTS_MAX];
	tablas_move legal[512];
	struct tablas_wait wait;

	memcpy(pos, e->pos.at, e->pos.size);
	for (unsigned k = 0; k < TABLAS_STEPS_MAX && moves[k] != TABLAS_NO_MOVE; k++) {
		struct tablas_events events = {v, 0};
		size_t n = e->p->legal(pos, seat, legal, 512), at = 0;

		while (at < n && legal[at] != moves[k])
			at++;
		if (at == n)
			return exam_broke(e, PROMISE_PLAYS, "move %u of play %zu is not legal",
					  k, i);
		memset(&wait, 0, sizeof wait);
		e->p->play(pos, seat, moves[k], &events);
		e->p->wait(pos, &wait);
		if (!step_goes_on(&e->wait, &wait, v, events.n) && k + 1 < TABLAS_STEPS_MAX &&
		    moves[k + 1] != TABLAS_NO_MOVE)
			return exam_broke(e, PROMISE_PLAYS, "play %zu goes on after its end",
					  i);
	}
	if (memcmp(pos, end, e->pos.size) != 0)
		return exam_broke(e, PROMISE_PLAYS,
				  "the moves of play %zu end in another position", i);
	return 0;
}

static int compare(struct exam *e, unsigned seat, struct set *ends, size_t n)
{
	size_t size = e->pos.size, room = n ? chance_below(&e->chance, (uint32_t)n) : 0;
	struct guard positions, moves;
	struct tablas_plays out;
	int r = 0;

	guard_init(&positions, n * size);
	guard_init(&moves, n * TABLAS_STEPS_MAX * sizeof(tablas_move));
	out = (struct tablas_plays){positions.at, (tablas_move *)(void *)moves.at, room};
	if (e->p->plays(e->pos.at, seat, &out) != n)
		r = exam_broke(e, PROMISE_SAME_AGAIN,
			       "plays() with less room counts differently");
	else if (!guard_whole(&positions, room * size) ||
		 !guard_whole(&moves, room * TABLAS_STEPS_MAX * sizeof(tablas_move)))
		r = exam_broke(e, PROMISE_ROOM, "plays() writes more than the %zu asked for",
			       room);
	out.cap = n;
	if (r == 0 && (e->p->plays(e->pos.at, seat, &out) != n ||
		       !guard_whole(&positions, n * size) || !guard_whole(&moves, moves.size)))
		r = exam_broke(e, PROMISE_ROOM, "plays() writes outside its room");
	for (size_t i = 0; r == 0 && i < n; i++) {
		const unsigned char *end = positions.at + i * size;

		/* As many as stepping found, each found by stepping, none twice: equal sets. */
		if (set_add(ends, end) != 0)
			r = exam_broke(e, PROMISE_PLAYS,
				       "play %zu ends where stepping never does", i);
		for (size_t k = 0; r == 0 && k < i; k++)
			if (memcmp(end, positions.at + k * size, size) == 0)
				r = exam_broke(e, PROMISE_PLAYS,
					       "plays %zu and %zu are the same", k, i);
		if (r == 0)
			r = follow_moves(e, seat, out.moves + i * TABLAS_STEPS_MAX, end, i);
	}
	guard_fini(&positions);
	guard_fini(&moves);
	return r;
}

static int agree(struct exam *e, unsigned seat)
{
	struct tablas_plays none = {NULL, NULL, 0};
	size_t n = e->p->plays(e->pos.at, seat, &none);
	struct walk w = {.e = e};
	int r = 0;

	if (n == SIZE_MAX || n > RESULTS_MAX)
		return 0;
	w.met = set_open(e->pos.size, 16384);
	w.ends = set_open(e->pos.size, RESULTS_MAX + 1);
	walk(&w, e->pos.at, seat, &e->wait, 0);
	if (!w.gave_up) {
		e->r->plays += n;
		if (n != w.ends->n)
			r = exam_broke(e, PROMISE_PLAYS,
				       "plays() lists %zu and stepping finds %zu", n,
				       w.ends->n);
		else
			r = compare(e, seat, w.ends, n);
	}
	set_close(w.met);
	set_close(w.ends);
	return r ? r : exam_untouched(e, "plays");
}

int plays_agree(struct exam *e)
{
	for (unsigned s = 0; s < e->seats; s++)
		if ((e->wait.seats >> s & 1) && agree(e, s))
			return -1;
	return 0;
}
