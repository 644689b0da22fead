/*
 * chance.h - repeatable chance for the checker: SplitMix64.
 *
 * Not for dice anybody plays for; those come from daemon/dice.h.
 */
#ifndef DAEMON_CONFORMANCE_CHANCE_H
#define DAEMON_CONFORMANCE_CHANCE_H

#include <stdbool.h>
#include <stdint.h>

struct chance {
	uint64_t state;
};

static inline uint64_t chance_next(struct chance *c)
{
	uint64_t z = (c->state += 0x9e3779b97f4a7c15u);

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

/* 0 ... n-1; the bias of the multiplication does not matter here. */
static inline uint32_t chance_below(struct chance *c, uint32_t n)
{
	return (uint32_t)(((chance_next(c) >> 32) * n) >> 32);
}

static inline bool chance_one_in(struct chance *c, uint32_t n)
{
	return chance_below(c, n) == 0;
}

/* Chance of its own for one of many numbered things. */
static inline struct chance chance_of(uint64_t seed, uint64_t number)
{
	struct chance c = {seed};

	c.state = chance_next(&c) + number * 0xd1342543de82ef95u;
	c.state = chance_next(&c);
	return c;
}

#endif
