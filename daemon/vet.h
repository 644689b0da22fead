/*
 * vet.h - whether what a plugin says of itself can be believed.
 *
 * The daemon sizes buffers by these facts and serves these names over HTTP, so
 * they are looked at once, before the plugin is registered, and then relied on.
 * No function of the plugin is called; the checker does that.
 */
#ifndef DAEMON_VET_H
#define DAEMON_VET_H

#include <tablasd/plugin.h>

#include <stddef.h>

#define VET_NAME_MAX   32    /* characters in the name of a game */
#define VET_PLACES_MAX 1024  /* places on a board                */
#define VET_MOVES_MAX  65536 /* moves listed at once             */
#define VET_PLIES_MAX  1000000
#define VET_PIECES_MAX 4096

/* 0, or -1 and the first fact that is wrong, as a half sentence: "it has no title". */
int vet_plugin(const struct tablas_plugin *, char *why, size_t cap);

#endif
