/*
 * ids.h - a set of numbers of games or accounts, kept in memory.
 *
 * For what concerns few of very many: to ask it costs one comparison while it is
 * empty, and one look otherwise.
 */
#ifndef DAEMON_IDS_H
#define DAEMON_IDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ids { /* zeroed: empty */
	int64_t *v; /* a power of two of them, half empty; 0 is no id */
	size_t n, size;
};

void ids_add(struct ids *, int64_t id);
bool ids_have(const struct ids *, int64_t id);
void ids_fini(struct ids *);

#endif
