/*
 * plays.c - whole turns at once, each final position exactly once.
 *
 * Why it is fast: nothing is compared.  For two different dice the end of a
 * turn is told by the two men that move, or by the one man that moves twice;
 * a bit for each says whether it has been seen, so no duplicate is ever made.
 * For a double, men are taken from the back to the front only, and every
 * choice of men has exactly one such order.  And a step is a vector addition:
 * one unit vector off, one on, two more when a man is struck.
 *
 * The plain vectors of GCC and clang are used, which exist on any processor.
 */
#include "plugins/backgammon/backgammon.h"

typedef int8_t lanes __attribute__((vector_size(16)));

struct row {
	lanes half[2];
};

struct turn {
	struct backgammon_sight sight;
	struct row men; /* the mover's are positive */
	unsigned seat;
	size_t n;
	struct tablas_plays *out;
	uint8_t after[sizeof(struct backgammon) - BACKGAMMON_STATE];
};

/* A window onto this row, 32 bytes wide, has its 1 wherever one likes. */
static const int8_t unit[64] = {[32] = 1};

static inline struct row row_at(const int8_t *bytes)
{
	struct row r;

	memcpy(&r, bytes, sizeof r);
	return r;
}

static inline struct row row_unit(unsigned index)
{
	return row_at(unit + 32 - index);
}

static inline struct row row_add(struct row a, struct row b)
{
	a.half[0] += b.half[0];
	a.half[1] += b.half[1];
	return a;
}

static inline struct row row_take(struct row a, struct row b)
{
	a.half[0] -= b.half[0];
	a.half[1] -= b.half[1];
	return a;
}

static inline struct row stepped(const struct turn *t, struct row men, uint32_t blots,
				 unsigned own, unsigned die)
{
	men = row_take(men, row_unit(backgammon_index(t->seat, own)));
	if (own <= die)
		return row_add(men, row_unit(BACKGAMMON_TRAY + t->seat));
	struct row to = row_unit(backgammon_index(t->seat, own - die));
	men = row_add(men, to);
	if (blots >> (own - die) & 1) {
		/* From -1 over 0 to 1, and the struck man to his bar. */
		men = row_add(men, to);
		men = row_take(men, row_unit(t->seat ? 25 : 0));
	}
	return men;
}

static inline void emit(struct turn *t, struct row men, const tablas_move *moves,
			unsigned steps)
{
	size_t i = t->n++;

	if (i >= t->out->cap)
		return;
	if (t->out->positions) {
		uint8_t *p = (uint8_t *)t->out->positions + i * sizeof(struct backgammon);

		if (t->seat) {
			men.half[0] = -men.half[0];
			men.half[1] = -men.half[1];
		}
		memcpy(p, &men, sizeof men);
		memcpy(p + BACKGAMMON_STATE, t->after, sizeof t->after);
	}
	if (t->out->moves) {
		tablas_move *m = t->out->moves + i * TABLAS_STEPS_MAX;

		for (unsigned k = 0; k < steps; k++)
			m[k] = moves[k];
		m[steps] = TABLAS_NO_MOVE;
	}
}

static inline tablas_move move_of(const struct turn *t, unsigned own, unsigned die)
{
	return backgammon_move(backgammon_index(t->seat, own), die);
}

static void emit_singles(struct turn *t, uint32_t from, unsigned die)
{
	while (from) {
		unsigned own = (unsigned)__builtin_ctz(from);
		tablas_move m = move_of(t, own, die);

		from &= from - 1;
		emit(t, stepped(t, t->men, t->sight.blots, own, die), &m, 1);
	}
}

/* Which ends of a turn with two different dice have been handed out. */
struct seen {
	uint32_t pair[26]; /* [i] bit j: i by the larger die and j by the smaller */
	uint32_t both;	   /* bit i: i by both dice, striking nobody on the way   */
};

/* Marks the end of s1 by die x and then s2 by die y; says whether it is new. */
static inline int is_new(struct seen *seen, unsigned s1, unsigned x, unsigned s2, unsigned y,
			 int struck)
{
	uint32_t *word, bit;

	if (s1 > x && s2 == s1 - x) {
		if (struck)
			return 1;
		word = &seen->both, bit = 1u << s1;
	} else if (s2 > y && s1 == s2 - y) {
		/* A man arrives where another leaves: as if one had gone on. */
		word = &seen->both, bit = 1u << s2;
	} else {
		unsigned i = x < y ? s2 : s1, j = x < y ? s1 : s2;

		if (s1 <= x && s2 <= y && i < j) {
			/*
			 * Both leave the board, and it does not show by which
			 * die.  The back man by the larger stands for both
			 * ways: he leaves by it if he does by the smaller.
			 */
			unsigned swap = i;

			i = j, j = swap;
		}
		word = &seen->pair[i], bit = 1u << j;
	}
	if (*word & bit)
		return 0;
	*word |= bit;
	return 1;
}

static void emit_pairs(struct turn *t, struct seen *seen, uint32_t from, unsigned x, unsigned y,
		       const struct backgammon *p)
{
	while (from) {
		unsigned s1 = (unsigned)__builtin_ctz(from);
		uint32_t own = t->sight.own, blots = t->sight.blots;
		int struck = 0;

		from &= from - 1;
		if (backgammon_count(p, t->seat, s1) == 1)
			own &= ~(1u << s1);
		if (s1 > x) {
			own |= 1u << (s1 - x);
			struck = (int)(blots >> (s1 - x) & 1);
			blots &= ~(1u << (s1 - x));
		}
		uint32_t then = backgammon_sources(own, t->sight.held, y);
		if (!then)
			continue;
		struct row men = stepped(t, t->men, t->sight.blots, s1, x);
		tablas_move moves[2] = {move_of(t, s1, x)};
		do {
			unsigned s2 = (unsigned)__builtin_ctz(then);

			then &= then - 1;
			if (!is_new(seen, s1, x, s2, y, struck))
				continue;
			moves[1] = move_of(t, s2, y);
			emit(t, stepped(t, men, blots, s2, y), moves, 2);
		} while (then);
	}
}

static void play_two(struct turn *t, const struct backgammon *p)
{
	unsigned a = p->dice[0], b = p->dice[1];
	uint32_t by_a = backgammon_sources(t->sight.own, t->sight.held, a);
	uint32_t by_b = backgammon_sources(t->sight.own, t->sight.held, b);
	struct seen seen;

	memset(&seen, 0, sizeof seen);
	emit_pairs(t, &seen, by_a, a, b, p);
	emit_pairs(t, &seen, by_b, b, a, p);
	if (t->n)
		return;
	/* Not both: then the larger, if it can be used. [002, FAQ: solo uno] */
	if (by_a && (a > b || !by_b))
		emit_singles(t, by_a, a);
	else
		emit_singles(t, by_b, b);
}

struct run {
	struct turn *turn;
	unsigned die, left, longest;
	tablas_move moves[4];
};

/* A run that cannot go on: an end, if none is longer. */
static inline void run_ends(struct run *r, struct row men, unsigned depth)
{
	if (depth < r->longest || !depth)
		return;
	if (depth > r->longest) {
		r->longest = depth;
		r->turn->n = 0;
	}
	emit(r->turn, men, r->moves, depth);
}

/* Of a double: steps from `own` numbers not above `prev`, the back men first. */
static void play_run(struct run *r, struct row men, uint32_t own, uint32_t blots, unsigned prev,
		     unsigned depth)
{
	struct turn *t = r->turn;
	unsigned die = r->die;
	uint32_t from = backgammon_sources(own, t->sight.held, die) & ((2u << prev) - 1);

	if (!from) {
		run_ends(r, men, depth);
		return;
	}
	int8_t count[32];
	memcpy(count, &men, sizeof count);
	do {
		unsigned s = 31 - (unsigned)__builtin_clz(from);
		uint32_t own_then = own, blots_then = blots;

		from &= ~(1u << s);
		if (count[backgammon_index(t->seat, s)] == 1)
			own_then &= ~(1u << s);
		if (s > die) {
			own_then |= 1u << (s - die);
			blots_then &= ~(1u << (s - die));
		}
		r->moves[depth] = move_of(t, s, die);
		struct row then = stepped(t, men, blots, s, die);
		if (depth + 1 < r->left)
			play_run(r, then, own_then, blots_then, s, depth + 1);
		else
			run_ends(r, then, depth + 1);
	} while (from);
}

/* The men of the seat that are not off, or just more than four. */
static unsigned men_inside(const struct backgammon *p, unsigned seat, uint32_t own)
{
	unsigned n = 0;

	if (__builtin_popcount(own) > 4)
		return 5;
	for (; own; own &= own - 1)
		n += backgammon_count(p, seat, (unsigned)__builtin_ctz(own));
	return n;
}

/* Near the end a play may have ended the game: those are settled one by one. */
static void settle(struct turn *t, const struct backgammon *p)
{
	size_t n = t->n < t->out->cap ? t->n : t->out->cap;

	for (size_t i = 0; i < n; i++) {
		uint8_t *at = (uint8_t *)t->out->positions + i * sizeof(struct backgammon);
		struct backgammon q;

		memcpy(&q, at, BACKGAMMON_STATE);
		memcpy(&q.phase, &p->phase, sizeof q - BACKGAMMON_STATE);
		q.left[0] = q.left[1] = 0;
		backgammon_go_on(&q, NULL);
		memcpy(at, &q, sizeof q);
	}
}

size_t backgammon_plays(const void *pos, unsigned seat, struct tablas_plays *out)
{
	struct backgammon p, next;
	struct turn t;

	memcpy(&p, pos, sizeof p);
	if (p.offer || backgammon_cube_asks(&p) == seat)
		return SIZE_MAX;
	if (p.phase != BACKGAMMON_MOVE || seat != p.turn)
		return 0;

	t.sight = backgammon_look(&p, seat);
	t.men = row_at(p.men);
	if (seat) {
		t.men.half[0] = -t.men.half[0];
		t.men.half[1] = -t.men.half[1];
	}
	t.seat = seat;
	t.n = 0;
	t.out = out;
	next = p;
	next.left[0] = next.left[1] = 0;
	backgammon_go_on(&next, NULL);
	memcpy(t.after, &next.phase, sizeof t.after);

	if (p.left[0] && p.left[1]) {
		play_two(&t, &p);
	} else if (p.left[0] > 1) {
		struct run r = {.turn = &t, .die = p.dice[0], .left = p.left[0]};

		play_run(&r, t.men, t.sight.own, t.sight.blots, BACKGAMMON_BAR, 0);
	} else {
		unsigned die = p.left[0] ? p.dice[0] : p.dice[1];

		emit_singles(&t, backgammon_sources(t.sight.own, t.sight.held, die), die);
	}
	if (out->positions && men_inside(&p, seat, t.sight.own) <= 4)
		settle(&t, &p);
	return t.n;
}
