/*
 * duty.c - which plays are obedient.
 *
 * "A die that cannot be played is lost" [003, Gameplay 6].  That a play must
 * use as many dice as it can is ours (use_dice max): the first step is legal if
 * it begins one of the longest plays.  Nothing has to be remembered between
 * steps, since what is longest after it is the rest of that play.
 *
 * With reentry_time any, men in hand are placed before, between and after the
 * dice, and must all be placed in the end.  It never helps to place a man
 * early except to move him on at once, so the search knows only steps of men on
 * the board and of men placed for that step; whether the others find room is
 * counted at the end.
 */
#include "plugins/quinze-tablas/quinze.h"

/* What a play comes to: dice used, or NEVER if men are left in hand. */
#define NEVER QUINZE_NEVER

/* If the play ended here, would every man in hand find room? */
static int settled(const struct quinze *q, const struct quinze_sight *s)
{
	return !quinze_places_any(q) || s->hand <= quinze_steps_room(q, s);
}

static int best_of(const struct quinze *q, const struct quinze_sight *s, const uint8_t *dice,
		   unsigned n, int enough);

/* The best play beginning with this step by die i; `placed` for it, or standing there. */
static int best_with(const struct quinze *q, const struct quinze_sight *s, const uint8_t *dice,
		     unsigned n, unsigned i, unsigned bit, int placed)
{
	struct quinze_sight then = *s;
	uint8_t rest[QUINZE_DICE];
	unsigned k = 0;
	int struck, more;

	if (placed)
		quinze_steps_place(&then, bit);
	struck = quinze_steps_take(q, &then, bit, dice[i]);
	/* Winning counts as having used every die. [ours] */
	if (quinze_steps_won(q, &then, struck))
		return (int)n;
	for (unsigned j = 0; j < n; j++)
		if (j != i)
			rest[k++] = dice[j];
	more = best_of(q, &then, rest, k, (int)k);
	return more == NEVER ? NEVER : 1 + more;
}

/* The best of these first steps, or the first that is good enough. */
static int best_among(const struct quinze *q, const struct quinze_sight *s, const uint8_t *dice,
		      unsigned n, unsigned i, uint32_t steps, int placed, int enough)
{
	int best = NEVER;

	for (; steps && best < enough; steps &= steps - 1) {
		int one = best_with(q, s, dice, n, i, (unsigned)__builtin_ctz(steps), placed);

		if (one > best)
			best = one;
	}
	return best;
}

static int best_of(const struct quinze *q, const struct quinze_sight *s, const uint8_t *dice,
		   unsigned n, int enough)
{
	int best = settled(q, s) ? 0 : NEVER;

	/* From the highest down: what cannot be played in its turn is lost. [ours] */
	for (; q->high_first && n > 0 && !quinze_steps_with(q, s, dice[0]); n--)
		dice++;
	for (unsigned i = 0; i < quinze_duty_choice(q, n) && best < enough; i++) {
		uint32_t steps = quinze_steps_with(q, s, dice[i]), fresh;
		int one;

		if (i > 0 && dice[i] == dice[i - 1])
			continue;
		/* The last die: no need to take the step to know what it is worth. */
		if (n == 1 && !quinze_places_any(q))
			return steps != 0;
		one = best_among(q, s, dice, n, i, steps, 0, enough);
		if (one > best)
			best = one;
		fresh = quinze_steps_placed(q, s, dice[i]);
		one = best_among(q, s, dice, n, i, fresh, 1, enough);
		if (one > best)
			best = one;
	}
	return best;
}

/* ---- what is kept ---------------------------------------------------------------- */

/*
 * Steps that begin a best play; under use_dice greedy any that is possible.
 * dice_order high_first leaves the highest die alone to choose from.
 */
static void keep_steps(const struct quinze *q, const struct quinze_sight *s,
		       struct quinze_kept *kept)
{
	int best = q->greedy ? 0 : best_of(q, s, kept->dice, kept->n, (int)kept->n);

	for (unsigned i = 0; i < quinze_duty_choice(q, kept->n); i++) {
		uint32_t steps = quinze_steps_with(q, s, kept->dice[i]);

		if (i > 0 && kept->dice[i] == kept->dice[i - 1])
			continue;
		for (; steps; steps &= steps - 1) {
			unsigned bit = (unsigned)__builtin_ctz(steps);

			if (q->greedy ||
			    best_with(q, s, kept->dice, kept->n, i, bit, 0) == best)
				kept->steps[i] |= 1u << bit;
		}
	}
}

/* Points where a man may be placed without losing what the dice could do. */
static void keep_places(const struct quinze *q, const struct quinze_sight *s,
			struct quinze_kept *kept)
{
	int best = best_of(q, s, kept->dice, kept->n, (int)kept->n);

	for (uint32_t open = quinze_steps_free(q, s); open; open &= open - 1) {
		unsigned bit = (unsigned)__builtin_ctz(open);
		struct quinze_sight then = *s;

		quinze_steps_place(&then, bit);
		if (best_of(q, &then, kept->dice, kept->n, (int)kept->n) == best)
			kept->places |= 1u << bit;
	}
}

void quinze_duty_kept(const struct quinze *q, unsigned seat, struct quinze_kept *kept)
{
	struct quinze_sight s;

	memset(kept, 0, sizeof *kept);
	kept->n = quinze_steps_dice(q, kept->dice);
	quinze_steps_look(q, seat, &s);
	keep_steps(q, &s, kept);
	if (quinze_places_any(q) && s.hand)
		keep_places(q, &s, kept);
}

/* The most dice a play can use, or NEVER. */
int quinze_duty_most(const struct quinze *q, const struct quinze_sight *s, const uint8_t *dice,
		     unsigned n)
{
	return best_of(q, s, dice, n, (int)n);
}

/* Has the seat anything left to do with this throw? */
int quinze_duty_any(const struct quinze *q, unsigned seat)
{
	uint8_t dice[QUINZE_DICE];
	unsigned n = quinze_steps_dice(q, dice);
	struct quinze_sight s;

	quinze_steps_look(q, seat, &s);
	if (quinze_places_any(q) && s.hand)
		return 1;
	for (unsigned i = 0; i < n; i++)
		if (quinze_steps_with(q, &s, dice[i]))
			return 1;
	return 0;
}

/* dice_order high_first: can the highest die not be played now that its turn has come? */
int quinze_duty_skips(const struct quinze *q, unsigned seat)
{
	uint8_t dice[QUINZE_DICE];
	struct quinze_sight s;

	if (!q->high_first || quinze_steps_dice(q, dice) == 0)
		return 0;
	quinze_steps_look(q, seat, &s);
	return !quinze_steps_with(q, &s, dice[0]);
}

/* reentry_time any: does no play place every man in hand? Then it is a prime. [ours] */
int quinze_duty_lost(const struct quinze *q, unsigned seat)
{
	uint8_t dice[QUINZE_DICE];
	unsigned n = quinze_steps_dice(q, dice);
	struct quinze_sight s;

	if (!quinze_places_any(q) || !q->hand[seat])
		return 0;
	quinze_steps_look(q, seat, &s);
	return best_of(q, &s, dice, n, 0) == NEVER;
}
