/*
 * audit.c - what cannot be.
 *
 * Positions come from the game's own play and from anybody's text.  Few men are
 * fine (studies use few); what no course of the game could lead to is not.
 */
#include "plugins/quinze-tablas/quinze.h"

/* Options that say two things at once, or speak of what another has abolished. */
static const char *audit_options(const struct quinze *q)
{
	int placed = q->reentry == QUINZE_FREE;

	if (q->quarter == 7 ? q->all != 17 && q->all != 15 : q->all != 15)
		return "men: seventeen or fifteen on the board of seven points";
	if (q->race && (q->bearing_off || q->twelve))
		return "variant race has its own goal: leave bearing_off and finish alone";
	if (q->bearing_off && q->twelve)
		return "bearing_off and finish twelve are two goals: choose one";
	if (q->bearoff_over && !q->bearing_off)
		return "bearoff_over needs bearing_off";
	if (q->reentry_any && !placed)
		return "reentry_time any needs reentry free";
	if (q->reentry_any && (q->high_first || q->greedy))
		return "reentry_time any uses the most dice in any order: leave dice_order and "
		       "use_dice alone";
	if (!q->reentry_all && (!placed || q->reentry_any))
		return "reentry_all off needs reentry free before the throw";
	if (q->none_placed && (!placed || q->reentry_any))
		return "prime_test none_placed needs reentry free before the throw";
	return NULL;
}

static const char *audit_side(const struct quinze *q, unsigned seat)
{
	unsigned n = (unsigned)q->hand[seat] + q->off[seat] + q->gone[seat], at;

	for (unsigned x = 1; x <= q->points; x++) {
		at = quinze_count(q, seat, x);
		n += at;
		if (at > 2 && !q->race)
			return "no point ever holds more than two men";
		/* The array reaches to the last of its men, two by two. */
		if (at && q->race && quinze_way(q, seat, x) + (q->all + 1u) / 2 <= q->points)
			return "in the race nobody stands farther back than the array";
	}
	if (n > q->all)
		return "a side has more men than there are";
	if (q->hand[seat] && (q->race || q->reentry == QUINZE_REMOVED))
		return "nothing is ever in hand by these options";
	if (q->off[seat] && !quinze_bears_off(q))
		return "nothing is borne off by these options";
	if (q->gone[seat] && (q->race || q->reentry != QUINZE_REMOVED))
		return "no man is out of the game by these options";
	return NULL;
}

static const char *audit_bytes(const struct quinze *q)
{
	if (q->men[0])
		return "bytes beyond the board are not zero";
	for (unsigned i = q->points + 1u; i < sizeof q->men; i++)
		if (q->men[i])
			return "bytes beyond the board are not zero";
	if (q->mover > 1 && q->mover != TABLAS_NOBODY)
		return "no such side moved last";
	if (q->phase > QUINZE_OVER)
		return "the game is neither running nor over";
	if (q->phase != QUINZE_OVER && (q->winner != TABLAS_NOBODY || q->end != QUINZE_NOT_YET))
		return "a game that goes on has no result";
	if (q->phase == QUINZE_OPENING || q->phase == QUINZE_OVER ? q->turn != TABLAS_NOBODY
								  : q->turn > 1)
		return "it is nobody's turn";
	for (unsigned i = 0; i < QUINZE_DICE && q->phase != QUINZE_PLAY; i++)
		if (q->die[i] || q->die_state[i])
			return "dice lie on the board that nobody plays";
	return NULL;
}

static const char *audit_opening(const struct quinze *q)
{
	if (q->mover != TABLAS_NOBODY)
		return "somebody moved before the first throw";
	for (unsigned seat = 0; seat < 2; seat++) {
		unsigned left = q->all;

		if (q->hand[seat] || q->off[seat] || q->gone[seat])
			return "the opening has all men on the board";
		for (unsigned x = 1; x <= q->points; x++) {
			unsigned want = left > 2 ? 2 : left;

			left -= want;
			if (quinze_count(q, seat, seat ? q->points + 1u - x : x) != want)
				return "the opening has the men in their array";
		}
	}
	return NULL;
}

/*
 * Men in hand when dice are thrown or played.  Where they are placed first, the
 * turn has passed the test for a prime, and only some options leave any.
 */
static const char *audit_waiting(const struct quinze *q)
{
	unsigned hand = q->hand[q->turn];
	struct quinze_sight s;
	int enemy;

	if (!hand || q->reentry == QUINZE_BY_DICE)
		return NULL;
	if (quinze_places_any(q))
		return hand > QUINZE_HAND_MOST ? "more men are in hand than a turn can place"
					       : NULL;
	quinze_steps_look(q, q->turn, &s);
	enemy = ((s.held | s.blots) & quinze_ways(1, q->quarter)) != 0;
	if (q->phase == QUINZE_THROW && quinze_steps_room(q, &s) && q->reentry_all)
		return "men in hand are placed before the throw";
	/* Held back there is room for all; left over there was none for some. */
	if (q->none_placed) {
		if (q->phase == QUINZE_THROW && !quinze_steps_room(q, &s) &&
		    (enemy || q->prime_any) && !(s.own & quinze_ways(1, q->quarter)))
			return "the game is over by prime";
		return NULL;
	}
	if ((enemy || q->prime_any) &&
	    (q->reentry_all || (q->phase == QUINZE_THROW && hand > quinze_steps_room(q, &s))))
		return "the game is over by prime, or the men in hand would be placed";
	return NULL;
}

static const char *audit_throw(const struct quinze *q)
{
	int placing = quinze_places_any(q) && q->hand[q->turn];

	if (q->reentry == QUINZE_BY_DICE && quinze_ending_prime(q, q->turn))
		return "the game is over by prime";
	if (!placing && quinze_ending_deadlock(q))
		return "the game is over by deadlock";
	return NULL;
}

static const char *audit_enter(const struct quinze *q)
{
	struct quinze_sight s;

	quinze_steps_look(q, q->turn, &s);
	if (!quinze_places_first(q) || !s.hand || !quinze_steps_room(q, &s))
		return "no man can be placed";
	return quinze_ending_prime(q, q->turn) ? "the game is over by prime" : NULL;
}

static const char *audit_play(const struct quinze *q)
{
	unsigned low = QUINZE_POINTS, high = 0;

	for (unsigned i = 0; i < QUINZE_DICE; i++) {
		if (q->die[i] < 1 || q->die[i] > q->die_sides)
			return "a die has no such face";
		if (q->die_state[i] == TABLAS_DIE_LOST && !q->high_first)
			return "a die is lost only when the turn ends";
		if (q->die_state[i] == TABLAS_DIE_UNUSED) {
			high = q->die[i] > high ? q->die[i] : high;
			continue;
		}
		low = q->die[i] < low ? q->die[i] : low;
		if (q->die_state[i] == TABLAS_DIE_USED && q->mover != q->turn)
			return "the side that used a die moved last";
		/* Of equal dice the first thrown is used first. */
		for (unsigned k = 0; k < i; k++)
			if (q->die[k] == q->die[i] && q->die_state[k] == TABLAS_DIE_UNUSED)
				return "equal dice are used in the order of the throw";
	}
	if (q->high_first && high > low)
		return "dice are taken from the highest down";
	if (!quinze_duty_any(q, q->turn) || quinze_duty_skips(q, q->turn))
		return "the side that plays can use no die";
	return quinze_duty_lost(q, q->turn) ? "the game is over by prime" : NULL;
}

/*
 * Under reentry removed a side's last man outside may be hit away, which leaves
 * it in its goal though it did not move there.  It finishes when its own turn
 * ends (turn.c), so until then the game goes on.
 */
static int left_in_goal(const struct quinze *q, unsigned seat)
{
	return q->reentry == QUINZE_REMOVED && q->mover == (uint8_t)!seat && q->gone[seat] &&
	       q->gone[!seat] < q->all;
}

static int somebody_finished(const struct quinze *q)
{
	for (unsigned seat = 0; seat < 2; seat++)
		if (quinze_ending_finished(q, seat) && !left_in_goal(q, seat))
			return 1;
	return 0;
}

static const char *audit_over(const struct quinze *q)
{
	unsigned w = q->winner;
	int finished = somebody_finished(q);

	if (q->end < QUINZE_FINISH || q->end >= QUINZE_ENDS)
		return "the game ended in no known way";
	if (w > 1 && (w != TABLAS_NOBODY || q->end != QUINZE_DEADLOCK))
		return "somebody won";
	if (q->end == QUINZE_FINISH) {
		if (!quinze_ending_finished(q, w) ||
		    (q->mover == (uint8_t)!w && (quinze_bears_off(q) || !left_in_goal(q, w))))
			return "the winner does not stand in the goal";
		return NULL;
	}
	if (finished)
		return "the game was over before";
	if (q->end == QUINZE_PRIME) {
		if (quinze_places_any(q) && q->hand[!w])
			return NULL;
		return quinze_ending_prime(q, !w) ? NULL : "that is no prime";
	}
	if (q->end != QUINZE_DEADLOCK)
		return NULL;
	if (!quinze_ending_deadlock(q))
		return "somebody can still move";
	return w == (q->draw ? TABLAS_NOBODY : q->mover) ? NULL : "the last to have moved wins";
}

const char *quinze_audit(const void *pos)
{
	const struct quinze *q = pos;
	const char *broken = audit_options(q);

	for (unsigned seat = 0; seat < 2 && !broken; seat++)
		broken = audit_side(q, seat);
	if (!broken)
		broken = audit_bytes(q);
	if (broken)
		return broken;
	if (q->phase == QUINZE_OVER)
		return audit_over(q);
	if (q->phase == QUINZE_OPENING)
		return audit_opening(q);
	if (somebody_finished(q))
		return "the game is over: a side stands in its goal";
	if (q->phase == QUINZE_ENTER)
		return audit_enter(q);
	broken = audit_waiting(q);
	if (broken)
		return broken;
	return q->phase == QUINZE_THROW ? audit_throw(q) : audit_play(q);
}
