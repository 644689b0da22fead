/*
 * loader.h - games from files: dlopen(), and everything that comes before it.
 *
 * To load is to trust: a shared object may run code the moment it is mapped.
 * So a file is looked at first (whose is it, is it whole), then tried in a child
 * process, and only then loaded here.  Each refusal is one sentence that names
 * the file.  What is loaded stays loaded: names and notes point into it.
 */
#ifndef DAEMON_LOADER_H
#define DAEMON_LOADER_H

#include "game/registry.h"

#include <stddef.h>

/* 0 and the plugin registered, or -1 and the sentence. */
int loader_open(const char *path, struct registry *, char *why, size_t cap);

/*
 * Every *.so of the folder, by name, but those this registry has already: a
 * second call brings in what is new.  `report` hears of each file: why is NULL
 * for one that was loaded.  Returns how many were, or -1 when the folder cannot
 * be read (reported with the folder's path).
 */
int loader_open_dir(const char *dir, struct registry *,
		    void (*report)(void *ctx, const char *path, const char *why), void *ctx);

/* The file a loaded game came from, without links on the way; NULL for any other. */
const char *loader_path(const struct tablas_plugin *);

#endif
