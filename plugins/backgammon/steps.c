/*
 * steps.c - what one man may do, and which steps begin an obedient play.
 *
 * Steps are looked for with bit masks, one bit a point, from the side of the
 * seat that moves.  backgammon_first() is the only place that knows the rules
 * about a whole throw: use as many numbers as can be used, and the larger if
 * only one can.
 */
#include "plugins/backgammon/backgammon.h"

typedef int8_t lanes __attribute__((vector_size(16)));

/* One bit for each of 32 bytes that is not zero in `row` (bytes are 0 or -1). */
static uint32_t bits_of(const lanes row[2])
{
#ifdef __SSE2__
	typedef char bytes __attribute__((vector_size(16)));

	return (uint32_t)__builtin_ia32_pmovmskb128((bytes)row[0]) |
	       (uint32_t)__builtin_ia32_pmovmskb128((bytes)row[1]) << 16;
#else
	uint32_t bits = 0;

	for (unsigned i = 0; i < 32; i++)
		bits |= (uint32_t)(row[i / 16][i % 16] & 1) << i;
	return bits;
#endif
}

/* Bit i becomes bit 25 - i: from White's numbers to Black's own. */
static uint32_t turned(uint32_t x)
{
	x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
	x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
	x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
	return __builtin_bswap32(x) >> 6;
}

struct backgammon_sight backgammon_look(const struct backgammon *p, unsigned seat)
{
	lanes men[2], row[2];
	uint32_t own, held, blots;

	memcpy(men, p->men, sizeof men);
	if (seat) {
		men[0] = -men[0];
		men[1] = -men[1];
	}
	row[0] = (lanes)(men[0] > 0), row[1] = (lanes)(men[1] > 0);
	own = bits_of(row);
	row[0] = (lanes)(men[0] < -1), row[1] = (lanes)(men[1] < -1);
	held = bits_of(row);
	row[0] = (lanes)(men[0] == -1), row[1] = (lanes)(men[1] == -1);
	blots = bits_of(row);
	if (seat)
		own = turned(own), held = turned(held), blots = turned(blots);
	return (struct backgammon_sight){own & 0x3fffffeu, held & 0x1fffffeu,
					 blots & 0x1fffffeu};
}

unsigned backgammon_step(struct backgammon *p, unsigned seat, unsigned own, unsigned die,
			 int *struck)
{
	int8_t one = seat ? -1 : 1;
	int8_t *from = &p->men[backgammon_index(seat, own)];
	unsigned index = own > die ? backgammon_index(seat, own - die) : BACKGAMMON_TRAY + seat;
	int8_t *to = &p->men[index];

	*struck = *to == -one;
	if (*struck) {
		/* A man alone is struck and goes to the bar. [002, Reglas: golpear] */
		int8_t *bar = &p->men[backgammon_index(!seat, BACKGAMMON_BAR)];

		*bar = (int8_t)(*bar - one);
		*to = 0;
	}
	*from = (int8_t)(*from - one);
	*to = (int8_t)(*to + one);
	return index;
}

/* The most steps of `die`, up to `most`, that can be made one after another. */
static unsigned longest(const struct backgammon *p, unsigned seat, unsigned die, unsigned most)
{
	struct backgammon_sight s = backgammon_look(p, seat);
	uint32_t from = backgammon_sources(s.own, s.held, die);
	unsigned best = 0;

	while (from && best < most) {
		unsigned own = 31 - (unsigned)__builtin_clz(from);
		struct backgammon next = *p;
		int struck;

		from &= ~(1u << own);
		backgammon_step(&next, seat, own, die, &struck);
		unsigned n = most > 1 ? 1 + longest(&next, seat, die, most - 1) : 1;
		if (n > best)
			best = n;
	}
	return best;
}

/* Of the sources of `die`, those after which `other` can be used `uses` times. */
static uint32_t leading_to(const struct backgammon *p, uint32_t from, unsigned die,
			   unsigned other, unsigned uses)
{
	uint32_t good = 0;

	while (from) {
		unsigned own = (unsigned)__builtin_ctz(from);
		struct backgammon next = *p;
		int struck;

		from &= from - 1;
		backgammon_step(&next, p->turn, own, die, &struck);
		if (longest(&next, p->turn, other, uses) == uses)
			good |= 1u << own;
	}
	return good;
}

/*
 * All numbers that can be used must be used; if either could be but not both,
 * the larger, and the smaller only if the larger cannot.  Of a double, as many
 * of the four as can be. [002, Reglas: usar todos los números; FAQ: solo uno]
 */
void backgammon_first(const struct backgammon *p, uint32_t first[2])
{
	struct backgammon_sight s = backgammon_look(p, p->turn);
	unsigned a = p->dice[0], b = p->dice[1];

	first[0] = p->left[0] ? backgammon_sources(s.own, s.held, a) : 0;
	first[1] = p->left[1] ? backgammon_sources(s.own, s.held, b) : 0;
	if (p->left[0] > 1) {
		unsigned most = longest(p, p->turn, a, p->left[0]);

		if (most > 1)
			first[0] = leading_to(p, first[0], a, a, most - 1);
	} else if (p->left[0] && p->left[1]) {
		uint32_t then_b = leading_to(p, first[0], a, b, 1);
		uint32_t then_a = leading_to(p, first[1], b, a, 1);
		unsigned larger = a > b ? 0 : 1;

		if (then_a | then_b)
			first[0] = then_b, first[1] = then_a;
		else if (first[larger])
			first[!larger] = 0;
	}
}

int backgammon_stuck(const struct backgammon *p)
{
	struct backgammon_sight s;

	if (!p->left[0] && !p->left[1])
		return 1;
	s = backgammon_look(p, p->turn);
	return !((p->left[0] && backgammon_sources(s.own, s.held, p->dice[0])) ||
		 (p->left[1] && backgammon_sources(s.own, s.held, p->dice[1])));
}
