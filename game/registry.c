/*
 * registry.c - a sorted array; there are as many games as one can count.
 */
#include "game/registry.h"

#include <string.h>

/* Where the name stands, or would. */
static size_t place_of(const struct registry *r, const char *name)
{
	size_t lo = 0, hi = r->n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (strcmp(r->v[mid]->name, name) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

const struct tablas_plugin *registry_find(const struct registry *r, const char *name)
{
	size_t i = place_of(r, name);

	return i < r->n && strcmp(r->v[i]->name, name) == 0 ? r->v[i] : NULL;
}

bool registry_add(struct registry *r, const struct tablas_plugin *plugin)
{
	size_t i = place_of(r, plugin->name);

	if (r->n == REGISTRY_MAX || (i < r->n && strcmp(r->v[i]->name, plugin->name) == 0))
		return false;
	memmove(&r->v[i + 1], &r->v[i], (r->n - i) * sizeof r->v[0]);
	r->v[i] = plugin;
	r->n++;
	return true;
}
