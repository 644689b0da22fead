/*
 * conformance.c - the run: game after game, and what is done how often.
 */
#include "daemon/conformance/conformance.h"

#include "daemon/conformance/exam.h"

#include <stdlib.h>
#include <string.h>

static const char *const sentences[PROMISE_COUNT] = {
	[PROMISE_NONE] = "every promise was kept",
#define PROMISE(name, sentence) [PROMISE_##name] = sentence,
#include "daemon/conformance/promises.h"
#undef PROMISE
};

const char *promise_sentence(enum promise p)
{
	return sentences[p];
}

/* Between two plies: what is too slow or too violent for every ply. */
static int now_and_then(struct exam *e)
{
	if (chance_one_in(&e->chance, 24) && (hostile_position(e) || hostile_foreign(e)))
		return -1;
	if (e->wait.kind != TABLAS_WAIT_MOVE)
		return 0;
	if (chance_one_in(&e->chance, 24) && hostile_move(e))
		return -1;
	if (e->p->plays && chance_one_in(&e->chance, 12) && plays_agree(e))
		return -1;
	return 0;
}

/*
 * A seat leaves one game in six, and resigns one in six.  Between decisions:
 * the daemon takes a decision whole, so nobody can leave in the middle of one.
 */
static int disturbed(struct exam *e, uint32_t leave_at, uint32_t resign_at)
{
	if (e->steps)
		return 0;
	if (e->p->leave && e->plies >= leave_at && chance_one_in(&e->chance, 16) &&
	    step_leave(e))
		return -1;
	if (e->wait.kind != TABLAS_WAIT_OVER && e->p->resign && e->plies >= resign_at &&
	    chance_one_in(&e->chance, 16) && step_resign(e))
		return -1;
	return 0;
}

static int one_game(struct exam *e, uint32_t number)
{
	uint32_t leave_at, resign_at;

	if (exam_begin(e, number))
		return -1;
	leave_at = chance_one_in(&e->chance, 6) ? chance_below(&e->chance, 60) : UINT32_MAX;
	resign_at = chance_one_in(&e->chance, 6) ? chance_below(&e->chance, 60) : UINT32_MAX;
	while (e->wait.kind != TABLAS_WAIT_OVER) {
		if (now_and_then(e) || disturbed(e, leave_at, resign_at))
			return -1;
		if (e->wait.kind != TABLAS_WAIT_OVER && step_on(e))
			return -1;
	}
	e->r->games++;
	e->r->plies += e->plies;
	if (e->plies > e->r->longest)
		e->r->longest = e->plies;
	return number % 16 == 0 ? together_run(e, number) : 0;
}

int conformance_run(const struct conformance *c, struct conformance_report *r)
{
	struct exam *e = malloc(sizeof *e);
	int broke = 0;

	if (!e)
		abort();
	memset(r, 0, sizeof *r);
	exam_init(e, c, r);
	for (uint32_t i = 0; i < c->games && !broke; i++) {
		broke = one_game(e, c->first + i);
		if (c->progress)
			c->progress(c->ctx, r);
	}
	exam_fini(e);
	free(e);
	return broke;
}

void conformance_free(struct conformance_report *r)
{
	free(r->journal);
	r->journal = NULL;
}
