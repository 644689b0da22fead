/*
 * chains.c - one piece with several dice.
 *
 * "Forced strikes include those where several dice are needed, so long as each
 * individual move is legal" (article, Movement).  Two readings of the rules ask
 * for the first step of such a chain, not for whole plays: strike_duty
 * strict_step, and the Priorities of War.
 *
 * Within a chain nothing changes but the moving piece, and that moves forward
 * only, so chains of all pieces are found at once by shifting sets of slots.
 * Near bearing off that is not so, and the chains are walked.
 */
#include "plugins/el-mundo/mundo.h"

#define BEFORE_GOAL 0x00fffu
#define BIT(r)	    (1u << (r))
#define ENTER	    BIT(MUNDO_BIT_ENTER)
#define BOARD	    (BIT(MUNDO_REACH) - 1)

/* Slots where a chain may land by its first die, with these dice to follow. */
static uint32_t landings(uint32_t target, uint32_t closed, const uint8_t *rest, unsigned n);

/* Slots from which a piece reaches the target with at least one of the dice. */
static uint32_t origins(uint32_t target, uint32_t closed, const uint8_t *dice, unsigned n)
{
	uint32_t from = 0;

	for (unsigned i = 0; i < n; i++) {
		uint8_t rest[MUNDO_DICE];
		unsigned k = 0;

		for (unsigned j = 0; j < n; j++)
			if (j != i)
				rest[k++] = dice[j];
		from |= landings(target, closed, rest, k) >> dice[i];
	}
	return from;
}

static uint32_t landings(uint32_t target, uint32_t closed, const uint8_t *rest, unsigned n)
{
	return n == 0 ? target : target | (origins(target, closed, rest, n) & ~closed);
}

/* The dice without the i-th. */
static unsigned others(const uint8_t *dice, unsigned n, unsigned i, uint8_t rest[MUNDO_DICE])
{
	unsigned k = 0;

	for (unsigned j = 0; j < n; j++)
		if (j != i)
			rest[k++] = dice[j];
	return k;
}

/*
 * First steps, by die, of chains that bring a piece onto `target`: one of the
 * pieces `movers`, or one from the hand if `enters`.  A piece that has entered
 * goes on only if `on`.
 */
static uint32_t first_steps(const struct mundo_reach *p, const uint8_t *dice, unsigned n,
			    uint32_t target, uint32_t movers, int enters, int on,
			    uint32_t steps[MUNDO_DICE])
{
	uint32_t any = 0;

	for (unsigned i = 0; i < n; i++) {
		uint8_t rest[MUNDO_DICE];
		unsigned k = others(dice, n, i, rest);
		uint32_t land = landings(target, p->closed, rest, k);

		if (i > 0 && dice[i] == dice[i - 1])
			continue;
		steps[i] |= movers & land >> dice[i];
		if (enters && dice[i] <= 6 && (on ? land : target) & BIT(dice[i] - 1))
			steps[i] |= ENTER;
		any |= steps[i];
	}
	return any;
}

static uint32_t base_steps(const struct mundo *w, const struct mundo_reach *p,
			   const uint8_t *dice, unsigned n, uint32_t mask,
			   uint32_t steps[MUNDO_DICE])
{
	uint32_t any = 0;

	for (unsigned i = 0; i < n; i++) {
		steps[i] = i > 0 && dice[i] == dice[i - 1]
				   ? 0
				   : mundo_steps_with(w, p, dice[i]) & mask;
		any |= steps[i];
	}
	return any;
}

/*
 * Priorities of War: attack with a returning piece, else with another, else
 * defend a blot (cover it, or move it onto one's own), else return a piece;
 * else the dice are forfeited.  Optional blots oblige to nothing.  Whether an
 * entering piece may be the cover is ours to say: war_entry_covers.
 */
enum mundo_priority mundo_chains_war(const struct mundo *w, const struct mundo_reach *p,
				     const uint8_t *dice, unsigned n,
				     uint32_t steps[MUNDO_DICE])
{
	uint32_t none[MUNDO_DICE] = {0}, any;

	memcpy(steps, none, sizeof none);
	if (p->due != 0) {
		if (first_steps(p, dice, n, p->due, 0, 1, 1, steps))
			return MUNDO_ENTERING_STRIKES;
		if (first_steps(p, dice, n, p->due, p->own, 0, 0, steps))
			return MUNDO_BOARD_STRIKES;
	}
	if (p->one != 0) {
		any = first_steps(p, dice, n, p->own, p->one, 0, 0, steps);
		any |= first_steps(p, dice, n, p->one, p->own & ~p->one, w->war_entry_covers, 1,
				   steps);
		if (any)
			return MUNDO_DEFENCE;
	}
	return base_steps(w, p, dice, n, ENTER, steps) ? MUNDO_RETURN : MUNDO_STUCK;
}

/* Whether the piece on relative slot `at` can go on to a compulsory strike. */
static int goes_on(const struct mundo *w, const struct mundo_reach *p, unsigned at,
		   const uint8_t *dice, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		struct mundo_reach q = *p;
		uint8_t rest[MUNDO_DICE];
		unsigned k = others(dice, n, i, rest);

		if (!(mundo_steps_with(w, p, dice[i]) & BIT(at)))
			continue;
		if (mundo_steps_take(w, &q, at, dice[i]))
			return 1;
		if (k > 0 && goes_on(w, &q, at + dice[i], rest, k))
			return 1;
	}
	return 0;
}

/* The same, walked: a step in the goal may depend on where the piece came from. */
static uint32_t walked(const struct mundo *w, const struct mundo_reach *p, const uint8_t *dice,
		       unsigned n, uint32_t steps[MUNDO_DICE])
{
	uint32_t any = 0;

	for (unsigned i = 0; i < n; i++) {
		uint8_t rest[MUNDO_DICE];
		unsigned k = others(dice, n, i, rest);
		uint32_t m;

		if (i > 0 && dice[i] == dice[i - 1])
			continue;
		m = mundo_steps_with(w, p, dice[i]) & BOARD;
		for (; m; m &= m - 1) {
			unsigned at = (unsigned)__builtin_ctz(m);
			struct mundo_reach q = *p;

			if (mundo_steps_take(w, &q, at, dice[i]) ||
			    goes_on(w, &q, at + dice[i], rest, k))
				steps[i] |= BIT(at);
		}
		any |= steps[i];
	}
	return any;
}

/*
 * strict_step: the steps that strike, or begin a chain of one piece that will.
 * Returns their union; steps by die are zero where there are none.
 */
uint32_t mundo_chains_strikes(const struct mundo *w, const struct mundo_reach *p,
			      const uint8_t *dice, unsigned n, uint32_t steps[MUNDO_DICE])
{
	uint32_t none[MUNDO_DICE] = {0};
	int returning = p->hand != 0 && w->reentry != MUNDO_ANYWHERE;

	memcpy(steps, none, sizeof none);
	if (p->due == 0 || p->barred)
		return 0;
	if (returning && w->reentry == MUNDO_BACKGAMMON)
		return first_steps(p, dice, n, p->due, 0, 1, p->hand == 1, steps);
	if (p->hand == 0 && __builtin_popcount(p->own & BEFORE_GOAL) <= 1)
		return walked(w, p, dice, n, steps);
	return first_steps(p, dice, n, p->due, p->own, returning, 1, steps);
}
