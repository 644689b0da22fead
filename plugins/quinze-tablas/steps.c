/*
 * steps.c - what one die can do, as seen by one seat.
 *
 * Points are bits in the seat's own direction, so a step is a shift, whoever
 * moves and however large the board is.  Rules about a whole throw are in
 * duty.c.
 */
#include "plugins/quinze-tablas/quinze.h"

void quinze_steps_look(const struct quinze *q, unsigned seat, struct quinze_sight *s)
{
	memset(s, 0, sizeof *s);
	s->hand = q->hand[seat];
	s->off = q->off[seat];
	s->gone = q->gone[seat];
	for (unsigned x = 1; x <= q->points; x++) {
		unsigned mine = quinze_count(q, seat, x), other = quinze_count(q, !seat, x);
		uint32_t bit = 1u << quinze_way(q, seat, x);

		s->n[quinze_way(q, seat, x)] = (uint8_t)mine;
		s->foes = (uint8_t)(s->foes + other);
		if (mine)
			s->own |= bit;
		/* In the race the three extra men have to come in: no cap. [Musser; ours] */
		if (mine > 1 && !q->race)
			s->full |= bit;
		if (other)
			*(other > 1 ? &s->held : &s->blots) |= bit;
	}
}

/* Where a man may not land: two men of either colour. [003, Gameplay 3] */
static uint32_t closed(const struct quinze_sight *s)
{
	return s->full | s->held;
}

static unsigned rearmost(const struct quinze_sight *s)
{
	return s->own ? (unsigned)__builtin_ctz(s->own) : 32;
}

/*
 * The man this die bears off.  In the race all must be in the last quarter; by
 * the option a man may go as soon as he is there himself, because fifteen do
 * not fit. [003, Optional 1 and 2; ours]
 */
static uint32_t bearing(const struct quinze *q, const struct quinze_sight *s, unsigned die)
{
	unsigned first = q->points - q->quarter + 1u, exact = q->points + 1u - die;
	unsigned back = rearmost(s);

	if (q->race && back < first)
		return 0;
	if (exact >= first && s->own >> exact & 1)
		return 1u << exact;
	/* A larger number takes the rearmost man, if he is home. [ours; tables] */
	if ((q->race || q->bearoff_over) && back >= first && back > exact && back <= q->points)
		return 1u << back;
	return 0;
}

uint32_t quinze_steps_with(const struct quinze *q, const struct quinze_sight *s, unsigned die)
{
	uint32_t from;

	/* A family habit: while men are in hand every die must enter one. [ours, reentry dice]
	 */
	if (q->reentry == QUINZE_BY_DICE && s->hand)
		return die <= q->quarter && !(closed(s) >> die & 1);
	from = s->own & ~(closed(s) >> die) & quinze_ways(1, q->points - die);
	return quinze_bears_off(q) ? from | bearing(q, s, die) : from;
}

/*
 * Points from which a man could go with this die if he were placed there first.
 * Where an own man stands already, he goes as well, so those are left out.
 */
uint32_t quinze_steps_placed(const struct quinze *q, const struct quinze_sight *s, unsigned die)
{
	if (!quinze_places_any(q) || !s->hand)
		return 0;
	return quinze_ways(1, q->quarter) & ~(s->own | s->held | s->blots) &
	       ~(closed(s) >> die);
}

/* Takes a possible step; says whether it strikes. */
int quinze_steps_take(const struct quinze *q, struct quinze_sight *s, unsigned bit,
		      unsigned die)
{
	unsigned to = bit + die;

	if (bit == 0) {
		s->hand--;
	} else {
		s->n[bit]--;
		if (!s->n[bit])
			s->own &= ~(1u << bit);
		if (s->n[bit] < 2)
			s->full &= ~(1u << bit);
	}
	if (to > q->points) {
		s->off++;
		return 0;
	}
	s->n[to]++;
	s->own |= 1u << to;
	if (s->n[to] > 1 && !q->race)
		s->full |= 1u << to;
	if (!(s->blots >> to & 1))
		return 0;
	s->blots &= ~(1u << to);
	s->foes--;
	return 1;
}

/* Places a man from the hand. */
void quinze_steps_place(struct quinze_sight *s, unsigned bit)
{
	s->hand--;
	s->n[bit]++;
	s->own |= 1u << bit;
	if (s->n[bit] > 1)
		s->full |= 1u << bit;
}

/*
 * Points of the start quarter where a man may be placed: empty or holding one
 * own man.  Even a lone enemy takes the point, since only empty and own ones
 * are named. [003, Gameplay 5]
 */
uint32_t quinze_steps_free(const struct quinze *q, const struct quinze_sight *s)
{
	return quinze_ways(1, q->quarter) & ~(s->full | s->held | s->blots);
}

unsigned quinze_steps_room(const struct quinze *q, const struct quinze_sight *s)
{
	uint32_t open = quinze_steps_free(q, s);

	return 2 * (unsigned)__builtin_popcount(open) -
	       (unsigned)__builtin_popcount(open & s->own);
}

/* The last points filled two by two from the end, by so many men. */
static int mirrored(const struct quinze *q, const struct quinze_sight *s, unsigned men)
{
	unsigned twos = men / 2, points = (men + 1) / 2;

	return men && s->full == quinze_ways(q->points + 1u - twos, q->points) &&
	       s->own == quinze_ways(q->points + 1u - points, q->points);
}

/* Has the seat won, just after a step of its own? */
int quinze_steps_won(const struct quinze *q, const struct quinze_sight *s, int struck)
{
	uint32_t last = quinze_ways(q->points - q->quarter + 1u, q->points);

	/* Whose last man is hit and does not come back has lost. [ours, reentry removed] */
	if (struck && q->reentry == QUINZE_REMOVED && !s->foes)
		return 1;
	if (quinze_bears_off(q))
		return s->off && s->off + s->gone == q->all;
	if (q->twelve)
		return (s->full & last) == last;
	/* The mirror of the start, three extra men and all. [003, Objective] */
	return mirrored(q, s, (unsigned)q->all - s->gone);
}

/* Can any number move a man of either side? */
int quinze_steps_moves(const struct quinze *q)
{
	for (unsigned seat = 0; seat < 2; seat++) {
		struct quinze_sight s;

		quinze_steps_look(q, seat, &s);
		for (unsigned die = 1; die <= q->die_sides; die++)
			if (quinze_steps_with(q, &s, die))
				return 1;
	}
	return 0;
}

/* The dice not used yet, the highest first. */
unsigned quinze_steps_dice(const struct quinze *q, uint8_t dice[QUINZE_DICE])
{
	unsigned n = 0;

	for (unsigned i = 0; i < QUINZE_DICE; i++) {
		unsigned k = n;

		if (!q->die[i] || q->die_state[i] != TABLAS_DIE_UNUSED)
			continue;
		for (; k > 0 && dice[k - 1] < q->die[i]; k--)
			dice[k] = dice[k - 1];
		dice[k] = q->die[i];
		n++;
	}
	return n;
}

/* Points the men have still to travel to the goal; those in hand from before the first. */
unsigned quinze_steps_pips(const struct quinze *q, unsigned seat)
{
	unsigned way = 0, goal = 0, men = q->hand[seat];

	for (unsigned x = 1; x <= q->points; x++) {
		way += quinze_way(q, seat, x) * quinze_count(q, seat, x);
		men += quinze_count(q, seat, x);
	}
	if (quinze_bears_off(q))
		goal = men * (q->points + 1u);
	else
		for (unsigned i = 0; i < men; i++)
			goal += q->points - i / 2;
	return goal > way ? goal - way : 0;
}
