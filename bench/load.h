/*
 * load.h - many kept-alive connections from one thread, as fast as they answer.
 *
 * Bounded in time; only ever to the loopback address.
 */
#ifndef BENCH_LOAD_H
#define BENCH_LOAD_H

#include <stddef.h>
#include <stdint.h>

struct load {
	int port;
	unsigned connections;
	double seconds;	  /* stop after this long ...                        */
	uint64_t most;	  /* ... or after so many answers; 0: no such bound  */
	/* Writes the next request of a connection; returns its length, 0 to end it. */
	size_t (*next)(void *cls, unsigned connection, char *out, size_t cap);
	/* Hears an answer; the body is zero-ended. NULL: nobody wants to know. */
	void (*answer)(void *cls, unsigned connection, int status, char *body, size_t n);
	void *cls;
};

struct load_result {
	uint64_t answers, errors; /* errors: status >= 400, or a connection lost */
	double seconds, per_second;
	double p50_ms, p99_ms, max_ms;
};

void load_run(const struct load *, struct load_result *);

#endif
