/*
 * backup.h - a copy of the book while it is served.
 *
 * One moment of it, read through glasses of one's own: no writer waits, but the
 * log of a daemon that writes meanwhile can be begun anew only afterwards.
 */
#ifndef SCHEMA_BACKUP_H
#define SCHEMA_BACKUP_H

#include "schema/store.h"

struct backup {
	const char *to;
	bool overwrite; /* ... what is there */
	void (*progress)(void *cls, int64_t pages, int64_t of); /* may be NULL */
	void *cls;
	int64_t bytes, transaction; /* out: its size, and the newest in it */
};

/*
 * Writes to a file beside it, makes that durable, and gives it the name: what
 * bears the name is whole.  0, or -1 with a sentence in why.
 */
int store_backup(struct store *, struct backup *, char *why, size_t cap);

#endif
