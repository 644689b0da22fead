/*
 * guard.h - memory lent to a plugin, between two strips that must stay intact.
 */
#ifndef DAEMON_CONFORMANCE_GUARD_H
#define DAEMON_CONFORMANCE_GUARD_H

#include <stdbool.h>
#include <stddef.h>

struct guard {
	unsigned char *at; /* size bytes, aligned for anything */
	size_t size;
};

void guard_init(struct guard *, size_t size);
void guard_fini(struct guard *);

/* Makes the bytes from `used` on part of the strip until guard_whole() is asked. */
void guard_lend(struct guard *, size_t used);
bool guard_whole(const struct guard *, size_t used);

#endif
