/*
 * guard.c - strips around lent memory.
 */
#include "daemon/conformance/guard.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STRIP 64
#define PAINT 0xa7

void guard_init(struct guard *g, size_t size)
{
	unsigned char *p = malloc(size + 2 * STRIP);

	if (!p) {
		fputs("out of memory\n", stderr);
		abort();
	}
	memset(p, PAINT, size + 2 * STRIP);
	*g = (struct guard){p + STRIP, size};
}

void guard_fini(struct guard *g)
{
	if (g->at)
		free(g->at - STRIP);
	*g = (struct guard){NULL, 0};
}

void guard_lend(struct guard *g, size_t used)
{
	memset(g->at + used, PAINT, g->size - used);
}

bool guard_whole(const struct guard *g, size_t used)
{
	const unsigned char *rest = g->at + used;
	size_t n = g->size - used + STRIP;

	/* All equal to their neighbours, and the first of them still paint. */
	return rest[0] == PAINT && memcmp(rest, rest + 1, n - 1) == 0 &&
	       g->at[-STRIP] == PAINT &&
	       memcmp(g->at - STRIP, g->at - STRIP + 1, STRIP - 1) == 0;
}
