/*
 * plays.c - whole plays at once.
 *
 * Stepping is fast enough for three dice, but not where men are placed among
 * them (reentry_time any): then there are thousands of ends and many more
 * positions on the way.  Here the dice are played out first, men being placed
 * only to go on at once (duty.c says why that loses nothing), and each way the
 * dice may end is kept once, in sixteen bytes.  The men left in hand are spread
 * over the starting quarter afterwards.  Ways that differ in that quarter alone
 * can become alike by it, so those are spread together, over one set of bits
 * for all the arrangements a quarter can have.
 */
#include "plugins/quinze-tablas/quinze.h"

#define ENDS  8192u /* ways the dice may end; more are stepped through */
#define SLOTS 16384u
#define SPOTS 2187u /* arrangements of a quarter: none, one or two men on seven points */

/* A step as eight bits: the way it begins on, the die, and whether a man is placed for it. */
#define NO_STEP		       0x60u /* die 3 is none */
#define STEP(way, die, placed) ((uint32_t)((way) | (die) << 5 | (placed) << 7))

struct end {
	uint32_t own, full; /* own men, as in a sight      */
	uint32_t hits;	    /* men of the other hit so far */
	uint32_t path;	    /* three steps, and the hand   */
};

struct plays {
	const struct quinze *q;
	unsigned seat;
	uint8_t dice[QUINZE_DICE]; /* the highest first */
	unsigned n;
	uint32_t blots; /* of the other, at the beginning */
	int most;	/* dice to be used; 0 under greedy */
	int strange;	/* too many, or something stepping knows better */
	struct tablas_plays *out;
	size_t found;
	unsigned ends_n;
	struct end ends[ENDS];
	uint16_t slot[SLOTS];
	uint16_t next[ENDS]; /* the next of those that are spread together */
	uint8_t spot[(SPOTS + 7) / 8];
};

/* ---- the dice -------------------------------------------------------------------- */

static uint32_t mixed(uint32_t a, uint32_t b, uint32_t c)
{
	uint32_t h = a * 0x9e3779b1u;

	h = (h ^ h >> 15 ^ b) * 0x85ebca77u;
	h = (h ^ h >> 13 ^ c) * 0xc2b2ae3du;
	return h ^ h >> 16;
}

static int same_end(const struct end *a, const struct end *b)
{
	return a->own == b->own && a->full == b->full && a->hits == b->hits &&
	       a->path >> 24 == b->path >> 24;
}

static void keep_end(struct plays *p, const struct quinze_sight *s, uint32_t path)
{
	struct end end = {s->own, s->full, p->blots & ~s->blots,
			  (path & 0xffffffu) | (uint32_t)s->hand << 24};
	uint32_t i = mixed(end.own, end.full, end.hits + end.path / 0x1000000u) % SLOTS;

	for (; p->slot[i]; i = (i + 1) % SLOTS)
		if (same_end(&p->ends[p->slot[i] - 1], &end))
			return;
	if (p->ends_n == ENDS) {
		p->strange = 1;
		return;
	}
	p->ends[p->ends_n++] = end;
	p->slot[i] = (uint16_t)p->ends_n;
}

/* The dice that are left, as bits; `dice` are their indexes into p->dice. */
static unsigned dice_in(uint32_t left, uint8_t dice[QUINZE_DICE])
{
	unsigned n = 0;

	for (unsigned i = 0; i < QUINZE_DICE; i++)
		if (left >> i & 1)
			dice[n++] = (uint8_t)i;
	return n;
}

static void play_dice(struct plays *p, const struct quinze_sight *s, uint32_t left,
		      unsigned used, uint32_t path);

/* Takes each of these steps by die i and plays on.  Returns whether there is any. */
static int play_steps(struct plays *p, const struct quinze_sight *s, uint32_t left,
		      unsigned used, uint32_t path, unsigned i, uint32_t steps, int placed)
{
	int any = steps != 0;

	for (; steps && !p->strange; steps &= steps - 1) {
		unsigned way = (unsigned)__builtin_ctz(steps);
		uint32_t on = (path & ~(0xffu << 8 * used)) | STEP(way, i, (unsigned)placed)
								      << 8 * used;
		struct quinze_sight then = *s;

		if (placed)
			quinze_steps_place(&then, way);
		if (!quinze_steps_won(p->q, &then,
				      quinze_steps_take(p->q, &then, way, p->dice[i]))) {
			play_dice(p, &then, left & ~(1u << i), used + 1, on);
			continue;
		}
		/* Won with men in hand: some may have been placed before, or none. */
		p->strange = p->strange || (quinze_places_any(p->q) && then.hand);
		keep_end(p, &then, on);
	}
	return any;
}

static void play_dice(struct plays *p, const struct quinze_sight *s, uint32_t left,
		      unsigned used, uint32_t path)
{
	uint8_t dice[QUINZE_DICE];
	unsigned n = dice_in(left, dice), choice = quinze_duty_choice(p->q, n);
	int any = 0;

	for (unsigned k = 0; k < choice; k++) {
		unsigned i = dice[k], die = p->dice[i];

		if (k > 0 && p->dice[dice[k - 1]] == die)
			continue;
		any |= play_steps(p, s, left, used, path, i, quinze_steps_with(p->q, s, die),
				  0);
		any |= play_steps(p, s, left, used, path, i, quinze_steps_placed(p->q, s, die),
				  1);
	}
	/* From the highest down: what cannot be played in its turn is lost. */
	if (!any && p->q->high_first && n > 1)
		play_dice(p, s, left & ~(1u << dice[0]), used, path);
	else if (!any && (int)used >= p->most &&
		 (!quinze_places_any(p->q) || s->hand <= quinze_steps_room(p->q, s)))
		keep_end(p, s, path);
}

/* ---- what comes of it ------------------------------------------------------------ */

static unsigned steps_in(uint32_t path)
{
	unsigned n = 0;

	while (n < QUINZE_DICE && (path >> 8 * n & 0x60u) != NO_STEP)
		n++;
	return n;
}

/* The moves of an end, and of men spread afterwards. */
static void write_moves(const struct plays *p, const struct end *e, uint32_t one, uint32_t two,
			tablas_move moves[TABLAS_STEPS_MAX])
{
	const struct quinze *q = p->q;
	unsigned n = 0;

	for (unsigned k = 0; k < steps_in(e->path); k++) {
		unsigned step = e->path >> 8 * k & 0xffu, way = step & 31, die;
		unsigned from = way ? quinze_way(q, p->seat, way) : QUINZE_HAND,
			 to = QUINZE_OFF;

		die = p->dice[step >> 5 & 3];
		if (way + die <= q->points)
			to = quinze_way(q, p->seat, way + die);
		if (step >> 7)
			moves[n++] = quinze_move(0, QUINZE_HAND, from);
		moves[n++] = quinze_move(die, from, to);
	}
	for (; one && n < TABLAS_STEPS_MAX; two &= ~(one & -one), one &= one - 1)
		for (int k = (one & -one & two) != 0; k >= 0 && n < TABLAS_STEPS_MAX; k--)
			moves[n++] = quinze_move(
				0, QUINZE_HAND,
				quinze_way(q, p->seat, (unsigned)__builtin_ctz(one)));
	if (n < TABLAS_STEPS_MAX)
		moves[n] = TABLAS_NO_MOVE;
}

/* The men of both sides as they stand in the end; what is not on the board nor hit is off. */
static void stand(const struct plays *p, const struct end *e, uint32_t one, uint32_t two,
		  struct quinze *q)
{
	unsigned men = 0, before = 0, hits = (unsigned)__builtin_popcount(e->hits);
	int8_t sign = p->seat ? -1 : 1;

	for (unsigned x = 1; x <= q->points; x++) {
		unsigned way = quinze_way(q, p->seat, x);
		unsigned n = (e->own >> way & 1) + (e->full >> way & 1) + (one >> way & 1) +
			     (two >> way & 1);

		before += quinze_count(q, p->seat, x);
		men += n;
		if (n || quinze_count(q, p->seat, x))
			q->men[x] = (int8_t)(sign * (int)n);
		else if (e->hits >> way & 1)
			q->men[x] = 0;
	}
	before += q->hand[p->seat] + q->off[p->seat];
	q->hand[p->seat] = (uint8_t)((e->path >> 24) - (unsigned)__builtin_popcount(one) -
				     (unsigned)__builtin_popcount(two));
	q->off[p->seat] = (uint8_t)(before - men - q->hand[p->seat]);
	if (q->reentry == QUINZE_REMOVED)
		q->gone[!p->seat] = (uint8_t)(q->gone[!p->seat] + hits);
	else
		q->hand[!p->seat] = (uint8_t)(q->hand[!p->seat] + hits);
}

/* One play is found: the end with men spread on these ways, one each and a second. */
static void found(struct plays *p, const struct end *e, uint32_t one, uint32_t two)
{
	size_t i = p->found++;
	struct quinze_sight s;
	struct quinze q;

	if (i >= p->out->cap)
		return;
	if (p->out->moves)
		write_moves(p, e, one, two, p->out->moves + i * TABLAS_STEPS_MAX);
	if (!p->out->positions)
		return;
	q = *p->q;
	stand(p, e, one, two, &q);
	if (steps_in(e->path) || (q.entry_counts && one))
		q.mover = (uint8_t)p->seat;
	if (q.reentry == QUINZE_REMOVED)
		quinze_steps_look(&q, p->seat, &s);
	/* Other ways to win are seen to at the end of the turn. */
	if (q.reentry == QUINZE_REMOVED && quinze_steps_won(&q, &s, e->hits != 0))
		quinze_ending_close(&q, p->seat, QUINZE_FINISH, NULL);
	else
		quinze_turn_next(&q, NULL);
	memcpy((uint8_t *)p->out->positions + i * sizeof q, &q, sizeof q);
}

/* ---- men left in hand ------------------------------------------------------------ */

/* Is this arrangement of the quarter new among those spread together? */
static int is_new(struct plays *p, unsigned spot)
{
	uint8_t bit = (uint8_t)(1u << spot % 8);

	if (p->spot[spot / 8] & bit)
		return 0;
	p->spot[spot / 8] |= bit;
	return 1;
}

/* Spreads `hand` men over the ways from `way` on; `spot` is the arrangement so far. */
static void spread(struct plays *p, const struct end *e, uint32_t open, unsigned hand,
		   unsigned way, unsigned spot, uint32_t one, uint32_t two)
{
	unsigned there = (e->own >> way & 1) + (e->full >> way & 1), room = 0;
	uint32_t bit = 1u << way;

	if (way > p->q->quarter) {
		if (hand == 0 && is_new(p, spot))
			found(p, e, one, two);
		return;
	}
	if (open & bit)
		room = 2 - there;
	for (unsigned k = 0; k <= room && k <= hand; k++)
		spread(p, e, open, hand - k, way + 1, 3 * spot + there + k,
		       one | (k > 0 ? bit : 0), two | (k > 1 ? bit : 0));
}

/* Points of the quarter that are open to men in hand once this end is reached. */
static uint32_t open_to(const struct plays *p, const struct end *e,
			const struct quinze_sight *begun)
{
	return quinze_ways(1, p->q->quarter) & ~(e->full | begun->held) &
	       ~(begun->blots & ~e->hits);
}

static int alike(const struct plays *p, const struct end *a, const struct end *b)
{
	uint32_t out = ~quinze_ways(1, p->q->quarter);

	/* Outside the quarter, and as many in it and in hand together: none is off here. */
	return ((a->own ^ b->own) & out) == 0 && ((a->full ^ b->full) & out) == 0 &&
	       a->hits == b->hits;
}

/* How many men an end has on the board and in hand: the others are off. */
static unsigned not_off(const struct end *e)
{
	return (unsigned)(__builtin_popcount(e->own) + __builtin_popcount(e->full)) +
	       (e->path >> 24);
}

/* Links each end to those it can become alike with; the first of them leads. */
static void link_ends(struct plays *p)
{
	uint32_t out = ~quinze_ways(1, p->q->quarter);

	memset(p->slot, 0, sizeof p->slot);
	for (unsigned k = 0; k < p->ends_n; k++) {
		const struct end *e = &p->ends[k];
		uint32_t i = mixed(e->own & out, e->full & out, e->hits + not_off(e)) % SLOTS;

		p->next[k] = 0;
		while (p->slot[i] && (!alike(p, &p->ends[p->slot[i] - 1], e) ||
				      not_off(&p->ends[p->slot[i] - 1]) != not_off(e)))
			i = (i + 1) % SLOTS;
		/* In front of the chain: its order is no matter. */
		p->next[k] = p->slot[i];
		p->slot[i] = (uint16_t)(k + 1);
	}
}

static void spread_all(struct plays *p, const struct quinze_sight *begun)
{
	link_ends(p);
	for (unsigned i = 0; i < SLOTS; i++) {
		if (!p->slot[i])
			continue;
		memset(p->spot, 0, sizeof p->spot);
		for (unsigned k = p->slot[i]; k; k = p->next[k - 1]) {
			const struct end *e = &p->ends[k - 1];

			spread(p, e, open_to(p, e, begun), e->path >> 24, 1, 0, 0, 0);
		}
	}
}

size_t quinze_plays(const void *pos, unsigned seat, struct tablas_plays *out)
{
	const struct quinze *q = pos;
	struct quinze_sight s;
	struct plays p;

	if (!(q->phase == QUINZE_PLAY && q->turn == seat))
		return q->phase == QUINZE_ENTER && q->turn == seat ? SIZE_MAX : 0;
	/* Points with many men do not fit into the bits above; those plays are few. */
	if (q->race)
		return SIZE_MAX;
	quinze_steps_look(q, seat, &s);
	p.q = q;
	p.seat = seat;
	p.n = quinze_steps_dice(q, p.dice);
	p.blots = s.blots;
	p.most = q->greedy ? 0 : quinze_duty_most(q, &s, p.dice, p.n);
	p.strange = 0;
	p.out = out;
	p.found = 0;
	p.ends_n = 0;
	memset(p.slot, 0, sizeof p.slot);
	play_dice(&p, &s, (1u << p.n) - 1, 0, NO_STEP | NO_STEP << 8 | NO_STEP << 16);
	if (p.strange)
		return SIZE_MAX;
	if (quinze_places_any(q) && s.hand) {
		spread_all(&p, &s);
	} else {
		for (unsigned i = 0; i < p.ends_n; i++)
			found(&p, &p.ends[i], 0, 0);
	}
	return p.found;
}
