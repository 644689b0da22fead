/*
 * step.c - one thing happens: dice, a move, a seat leaves or resigns.
 *
 * It happens twice, on copies at different addresses, the second time behind
 * events that are already there.  Both must come to the same.
 */
#include "daemon/conformance/exam.h"

#include <string.h>

enum deed_kind { ROLL, MOVE, LEAVE, RESIGN };

struct deed {
	enum deed_kind kind;
	unsigned seat;
	tablas_move move;
	int32_t value;
	uint8_t faces[TABLAS_DICE_MAX];
	size_t faces_n;
};

static const char *const deed_names[] = {"roll", "play", "leave", "resign"};

static int perform(const struct exam *e, const struct deed *d, void *pos,
		   struct tablas_events *events, const char **sentence)
{
	switch (d->kind) {
	case ROLL:
		e->p->roll(pos, d->faces, d->faces_n, events);
		return 0;
	case MOVE:
		e->p->play(pos, d->seat, d->move, events);
		return 0;
	case LEAVE:
		e->p->leave(pos, d->seat, events);
		return 0;
	default:
		return e->p->resign(pos, d->seat, d->value, events, sentence);
	}
}

bool step_goes_on(const struct tablas_wait *before, const struct tablas_wait *after,
		  const struct tablas_event *events, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (events[i].kind == TABLAS_EV_TURN)
			return false;
	return after->kind == TABLAS_WAIT_MOVE && before->kind == after->kind &&
	       before->turn == after->turn && before->seats == after->seats &&
	       before->flags == after->flags;
}

/* The deed on pos and, behind `had` events, on twin.  n becomes the number of new events. */
static int perform_twice(struct exam *e, const struct deed *d, size_t *n, int *result)
{
	const struct tablas_event mark = {.kind = 9999, .amount = 7, .from = -1, .to = -1};
	struct tablas_event *a = (struct tablas_event *)(void *)e->events[0].at;
	struct tablas_event *b = (struct tablas_event *)(void *)e->events[1].at;
	struct tablas_events ea = {a, 0}, eb = {b, chance_below(&e->chance, 4)};
	const char *why[2] = {NULL, NULL}, *name = deed_names[d->kind];
	size_t had = eb.n;
	int again;

	memcpy(e->twin.at, e->pos.at, e->pos.size);
	guard_lend(&e->events[0], 0);
	guard_lend(&e->events[1], 0);
	for (size_t i = 0; i < had; i++)
		b[i] = mark;
	*result = perform(e, d, e->pos.at, &ea, &why[0]);
	again = perform(e, d, e->twin.at, &eb, &why[1]);
	if (ea.n > TABLAS_EVENTS_MAX || eb.n > TABLAS_EVENTS_MAX ||
	    !guard_whole(&e->events[0], ea.n * sizeof *a) ||
	    !guard_whole(&e->events[1], eb.n * sizeof *b) ||
	    !guard_whole(&e->pos, e->pos.size) || !guard_whole(&e->twin, e->twin.size))
		return exam_broke(e, PROMISE_ROOM, "%s() writes outside its room", name);
	if (ea.v != a || eb.v != b || eb.n < had)
		return exam_broke(e, PROMISE_EVENTS,
				  "%s() loses events that were already there", name);
	for (size_t i = 0; i < had; i++)
		if (!events_equal(&b[i], &mark, 1))
			return exam_broke(e, PROMISE_EVENTS, "%s() overwrites events", name);
	if (memcmp(e->pos.at, e->twin.at, e->pos.size) != 0 || ea.n != eb.n - had ||
	    !events_equal(a, b + had, ea.n) || *result != again)
		return exam_broke(e, PROMISE_SAME_AGAIN, "%s() on two copies differs", name);
	if (*result && (*result != -1 || !why[0] || !looks_printable(why[0], strlen(why[0])) ||
			ea.n || memcmp(e->pos.at, e->shadow.at, e->pos.size) != 0))
		return exam_broke(
			e, PROMISE_RESIGN,
			"resign() returns %d and tells no sentence, or changes something",
			*result);
	*n = ea.n;
	return 0;
}

static void remember(struct exam *e)
{
	struct sight s = e->past;

	e->past = e->sight;
	e->sight = s;
}

static int end(struct exam *e)
{
	if (e->pot != 0 && !e->astray)
		return exam_broke(e, PROMISE_POT,
				  "the game is over and %lld stakes are in the pot",
				  (long long)e->pot);
	return 0;
}

static int happen(struct exam *e, const struct deed *d)
{
	const struct tablas_event *v =
		(const struct tablas_event *)(const void *)e->events[0].at;
	struct tablas_wait before = e->wait;
	size_t n = 0;
	int result;

	if (perform_twice(e, d, &n, &result))
		return -1;
	if (result) {
		exam_note(e, "# refused\n");
		return 0;
	}
	e->plies++;
	if (e->plies > e->p->plies_max && !e->astray)
		return exam_broke(e, PROMISE_MOVES_MAX,
				  "the game has %u plies and plies_max is %u", e->plies,
				  e->p->plies_max);
	if (d->kind == LEAVE)
		e->left |= (uint16_t)(1u << d->seat);
	if (events_whole(e, v, n, d->kind == LEAVE))
		return -1;
	remember(e);
	if (examine_position(e))
		return -1;
	/* Who leaves may take his pieces with him. */
	if (events_judge(e, &before, v, n, d->kind == ROLL || d->kind == MOVE))
		return -1;
	if (d->kind == MOVE && step_goes_on(&before, &e->wait, v, n)) {
		if (++e->steps >= TABLAS_STEPS_MAX)
			return exam_broke(e, PROMISE_DECISION,
					  "a decision goes on after %u moves", e->steps);
	} else {
		e->steps = 0;
	}
	return e->wait.kind == TABLAS_WAIT_OVER ? end(e) : 0;
}

/* The n-th set bit. */
static unsigned nth_seat(uint16_t mask, uint32_t n)
{
	unsigned s = 0;

	for (;; s++)
		if ((mask >> s & 1) && n-- == 0)
			return s;
}

static uint32_t how_many(uint16_t mask)
{
	return (uint32_t)__builtin_popcount(mask);
}

static int throw_dice(struct exam *e)
{
	struct deed d = {.kind = ROLL, .faces_n = e->wait.dice};

	exam_note(e, "roll");
	for (size_t i = 0; i < d.faces_n; i++) {
		d.faces[i] = (uint8_t)(1 + chance_below(&e->chance, e->wait.sides));
		exam_note(e, " %u", d.faces[i]);
	}
	exam_note(e, "\n");
	e->r->rolls++;
	return happen(e, &d);
}

static int play(struct exam *e)
{
	struct deed d = {.kind = MOVE};
	char text[TABLAS_MOVE_TEXT_MAX];

	d.seat = nth_seat(e->wait.seats, chance_below(&e->chance, how_many(e->wait.seats)));
	d.move = exam_moves(e, d.seat)[chance_below(&e->chance, (uint32_t)e->legal[d.seat])];
	e->p->move_write(e->pos.at, d.seat, d.move, text, sizeof text);
	exam_note(e, "move %u %s\n", d.seat, text);
	/* A cube raises what exposure() said; the house asks anew before it lets it. */
	if (e->wait.flags & TABLAS_WAIT_CUBE)
		for (unsigned s = 0; s < e->seats; s++)
			e->bound[s] = INT64_MAX;
	e->r->moves++;
	return happen(e, &d);
}

int step_on(struct exam *e)
{
	return e->wait.kind == TABLAS_WAIT_ROLL ? throw_dice(e) : play(e);
}

static uint16_t still_here(const struct exam *e)
{
	return (uint16_t)(((1u << e->seats) - 1) & ~(unsigned)(e->left | e->finished));
}

int step_leave(struct exam *e)
{
	uint16_t here = still_here(e);
	struct deed d = {.kind = LEAVE};

	if (how_many(here) < 2)
		return 0;
	d.seat = nth_seat(here, chance_below(&e->chance, how_many(here)));
	exam_note(e, "leave %u\n", d.seat);
	e->r->left++;
	return happen(e, &d);
}

int step_resign(struct exam *e)
{
	uint16_t here = still_here(e);
	struct deed d = {.kind = RESIGN};

	if (how_many(here) < 2 || (e->wait.flags & TABLAS_WAIT_ANSWER))
		return 0;
	d.seat = nth_seat(here, chance_below(&e->chance, how_many(here)));
	d.value = (int32_t)chance_below(&e->chance, 5);
	exam_note(e, "resign %u %d\n", d.seat, d.value);
	e->r->resigned++;
	return happen(e, &d);
}
