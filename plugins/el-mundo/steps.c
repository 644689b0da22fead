/*
 * steps.c - what one die can do.
 *
 * A seat sees the board as a line of eighteen slots, its own start to its own
 * goal, so everything about blocking and striking is a set of eighteen bits and
 * a die is a shift.  The search in duty.c asks thousands of these per decision.
 */
#include "plugins/el-mundo/mundo.h"

/* Slots of the own quarter, of the goal, and all a piece may reach. */
#define BEFORE_GOAL 0x00fffu
#define BIT(r)	    (1u << (r))

/*
 * Movement, "Struck Pieces": in mode anywhere a seat without a free slot may
 * not move.  Dice of others it may still use with its board pieces unless
 * hand_blocks_foreign says no (ours: without it four seats could lock up).
 */
static uint8_t is_barred(const struct mundo *w, unsigned seat)
{
	if (w->reentry != MUNDO_ANYWHERE || w->hand[seat] == 0)
		return 0;
	if (w->offer == MUNDO_OFFERED)
		return w->hand_blocks_foreign;
	if (w->offer == MUNDO_RETURNED)
		return w->shut;
	return !mundo_steps_may_enter(w, seat);
}

void mundo_steps_reach(const struct mundo *w, unsigned seat, struct mundo_reach *p)
{
	memset(p, 0, sizeof *p);
	for (unsigned r = 0; r < MUNDO_REACH; r++) {
		unsigned s = mundo_slot(seat, r), n = mundo_count(w, s),
			 who = mundo_owner(w, s);

		if (n == 0)
			continue;
		if (who == seat) {
			p->n[r] = (uint8_t)n;
			p->own |= BIT(r);
			p->one |= n == 1 ? BIT(r) : 0;
		} else if (n > 1) {
			p->closed |= BIT(r);
		} else if (mundo_must_strike(seat, who)) {
			p->due |= BIT(r);
		} else {
			p->spare |= BIT(r);
		}
	}
	p->hand = w->hand[seat];
	p->off = w->off[seat];
	p->barred = is_barred(w, seat);
	p->struck = w->struck;
}

/* Bearing Off: only with every remaining piece in the opposite season. */
int mundo_steps_home(const struct mundo_reach *p)
{
	return p->hand == 0 && p->own != 0 && (p->own & BEFORE_GOAL) == 0;
}

/*
 * Bearing Off: the number thrown takes a piece from the slot of that number,
 * the first slot reached being 1 (bearoff_number slot); the backgammon way of
 * counting to the edge is the option.  MUNDO_REACH if there is no such slot.
 */
unsigned mundo_steps_bearing(const struct mundo *w, unsigned die)
{
	if (die < 1 || die > 6)
		return MUNDO_REACH;
	return w->bearoff_number == MUNDO_BY_SLOT ? MUNDO_GOAL + die - 1 : MUNDO_REACH - die;
}

/*
 * Every step this die allows by itself: Movement (closed slots, never past the
 * goal), Struck Pieces (who must enter) and Bearing Off.  Where a goal slot of
 * the die's number holds a piece, other pieces may move by it only to strike
 * ("if there is nothing there"), unless bearoff_choice is free.
 */
uint32_t mundo_steps_with(const struct mundo *w, const struct mundo_reach *p, unsigned die)
{
	uint32_t steps = 0, moves;

	if (p->barred)
		return 0;
	if (p->hand != 0 && w->reentry != MUNDO_ANYWHERE) {
		if (die <= 6 && !(p->closed & BIT(die - 1)))
			steps |= BIT(MUNDO_BIT_ENTER);
		if (w->reentry == MUNDO_BACKGAMMON)
			return steps;
	}
	moves = p->own & ~(p->closed >> die) & (BIT(MUNDO_REACH - die) - 1);
	if (mundo_steps_home(p)) {
		unsigned r = mundo_steps_bearing(w, die);

		if (r < MUNDO_REACH && p->own & BIT(r)) {
			steps |= BIT(MUNDO_BIT_OFF);
			if (w->bearoff_choice == MUNDO_BEAR_FIRST)
				moves &= (p->due | p->spare) >> die;
		}
	}
	return steps | moves;
}

static void leave_slot(struct mundo_reach *p, unsigned r)
{
	p->n[r]--;
	if (p->n[r] == 1)
		p->one |= BIT(r);
	if (p->n[r] == 0) {
		p->own &= ~BIT(r);
		p->one &= ~BIT(r);
	}
}

/* Takes the step; whether it was a compulsory strike. */
int mundo_steps_take(const struct mundo *w, struct mundo_reach *p, unsigned bit, unsigned die)
{
	unsigned to;
	int strike;

	if (bit == MUNDO_BIT_OFF) {
		leave_slot(p, mundo_steps_bearing(w, die));
		p->off++;
		return 0;
	}
	if (bit == MUNDO_BIT_ENTER) {
		p->hand--;
		to = die - 1;
	} else {
		leave_slot(p, bit);
		to = bit + die;
	}
	strike = (p->due & BIT(to)) != 0;
	p->due &= ~BIT(to);
	p->spare &= ~BIT(to);
	p->own |= BIT(to);
	if (++p->n[to] == 1)
		p->one |= BIT(to);
	else
		p->one &= ~BIT(to);
	return strike;
}

/* Put Them Anywhere: an available slot of the own quarter, never on others. */
int mundo_steps_slot_free(const struct mundo *w, unsigned seat, unsigned slot)
{
	return slot < MUNDO_SLOTS && slot / 6 == seat &&
	       (w->slot[slot] == 0 || mundo_owner(w, slot) == seat);
}

/* Whether a struck piece could be placed without dice. */
int mundo_steps_may_enter(const struct mundo *w, unsigned seat)
{
	if (w->reentry != MUNDO_ANYWHERE || w->hand[seat] == 0)
		return 0;
	for (unsigned slot = 6 * seat; slot < 6 * seat + 6; slot++)
		if (mundo_steps_slot_free(w, seat, slot))
			return 1;
	return 0;
}

/* The dice the seat that is asked may use, lowest first; one at a time in die_round. */
unsigned mundo_steps_dice(const struct mundo *w, uint8_t dice[MUNDO_DICE])
{
	unsigned n = 0;

	for (unsigned i = 0; i < MUNDO_DICE; i++) {
		unsigned j = n;

		if (w->die[i] == 0 || w->die_state[i] != TABLAS_DIE_UNUSED)
			continue;
		for (; j > 0 && dice[j - 1] > w->die[i]; j--)
			dice[j] = dice[j - 1];
		dice[j] = w->die[i];
		n++;
	}
	if (n > 1 && w->forfeit == MUNDO_DIE_ROUND && w->offer != MUNDO_OWN)
		n = 1;
	return n;
}

tablas_move mundo_steps_move(const struct mundo *w, unsigned seat, unsigned bit, unsigned die)
{
	if (bit == MUNDO_BIT_OFF)
		return mundo_move(die, mundo_slot(seat, mundo_steps_bearing(w, die)),
				  MUNDO_OFF);
	if (bit == MUNDO_BIT_ENTER)
		return mundo_move(die, MUNDO_HAND, mundo_slot(seat, die - 1));
	return mundo_move(die, mundo_slot(seat, bit), mundo_slot(seat, bit + die));
}

/* The other way; MUNDO_BIT_OFF + 1 for a move no die makes. */
unsigned mundo_steps_bit(const struct mundo *w, unsigned seat, tablas_move m)
{
	unsigned die = mundo_die(m), bit;

	if (die < 1 || die > 7)
		return MUNDO_BIT_OFF + 1;
	if (mundo_to(m) == MUNDO_OFF)
		bit = MUNDO_BIT_OFF;
	else if (mundo_from(m) == MUNDO_HAND)
		bit = MUNDO_BIT_ENTER;
	else
		bit = mundo_relative(seat, mundo_from(m));
	if (bit >= MUNDO_REACH && bit < MUNDO_BIT_ENTER)
		return MUNDO_BIT_OFF + 1;
	if (bit == MUNDO_BIT_OFF && mundo_steps_bearing(w, die) >= MUNDO_REACH)
		return MUNDO_BIT_OFF + 1;
	return mundo_steps_move(w, seat, bit, die) == m ? bit : MUNDO_BIT_OFF + 1;
}

/*
 * Pips still to travel, which rank the seats at the turn limit: to the edge
 * beyond the goal, and one more from the hand (ours: the article sets no limit).
 */
uint32_t mundo_steps_pips(const struct mundo *w, unsigned seat)
{
	uint32_t pips = 19u * w->hand[seat];

	for (unsigned r = 0; r < MUNDO_REACH; r++) {
		unsigned s = mundo_slot(seat, r);

		if (mundo_owner(w, s) == seat)
			pips += (MUNDO_REACH - r) * mundo_count(w, s);
	}
	return pips;
}
