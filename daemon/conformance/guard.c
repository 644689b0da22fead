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
	*g = (struct guard){ p + STRIP, size };
}

void guard_fini(struct guard *g)
{
	if (g->at)
		free(g->at - STRIP);
	*g = (struct guard){ NULL, 0 };
}

void guard_lend(struct guard *g, size_t used)
{
	memset(g->at + used, PAINT, g->size - used);
}

bool guard_whole(const struct guard *g, size_t used)
{
	static const unsigned char strip[STRIP] = { [0 ... STRIP - 1] = PAINT };

	if (memcmp(g->at - STRIP, strip, STRIP) != 0 ||
	    memcmp(g->at + g->size, strip, STRIP) != 0)
		return false;
	for (size_t i = used; i < g->size; i++)
		if (g->at[i] != PAINT)
			return false;
	return true;
}
