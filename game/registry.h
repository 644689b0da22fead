/*
 * registry.h - which games there are: name -> plugin.
 *
 * Filled once at the start, then only read.  Plugins are never taken out.
 */
#ifndef GAME_REGISTRY_H
#define GAME_REGISTRY_H

#include <tablasd/plugin.h>

#include <stdbool.h>
#include <stddef.h>

#define REGISTRY_MAX 64

struct registry {
	const struct tablas_plugin *v[REGISTRY_MAX]; /* sorted by name; not owned */
	size_t n;
};

/* False if the name is taken or the registry full. */
bool registry_add(struct registry *, const struct tablas_plugin *);

const struct tablas_plugin *registry_find(const struct registry *, const char *name);

#endif
