/*
 * ids.c - open addressing, never more than half full; nothing is ever taken out.
 */
#include "daemon/ids.h"

#include <stdlib.h>

static size_t place_of(const struct ids *s, int64_t id)
{
	size_t at = (size_t)((uint64_t)id * 0x9e3779b97f4a7c15u >> 20) & (s->size - 1);

	while (s->v[at] != 0 && s->v[at] != id)
		at = (at + 1) & (s->size - 1);
	return at;
}

static void widen(struct ids *s)
{
	struct ids wider = {.n = s->n, .size = s->size ? 2 * s->size : 64};

	wider.v = calloc(wider.size, sizeof(*wider.v));
	if (!wider.v)
		abort();
	for (size_t i = 0; i < s->size; i++)
		if (s->v[i] != 0)
			wider.v[place_of(&wider, s->v[i])] = s->v[i];
	free(s->v);
	*s = wider;
}

void ids_add(struct ids *s, int64_t id)
{
	size_t at;

	if (2 * (s->n + 1) > s->size)
		widen(s);
	at = place_of(s, id);
	s->n += s->v[at] == 0;
	s->v[at] = id;
}

bool ids_have(const struct ids *s, int64_t id)
{
	return s->n > 0 && s->v[place_of(s, id)] == id;
}

void ids_fini(struct ids *s)
{
	free(s->v);
	*s = (struct ids){.v = NULL};
}
