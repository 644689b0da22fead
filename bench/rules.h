/*
 * rules.h - what the two halves of bench/rules share.
 */
#ifndef BENCH_RULES_H
#define BENCH_RULES_H

#include <tablasd/plugin.h>

struct mode {
	const struct tablas_plugin *plugin;
	const char *options; /* as options_read() takes them */
};

extern const struct mode modes[]; /* ended by a NULL plugin */

void chance_from(uint64_t n); /* begins chance anew */
unsigned below(unsigned n);
double now(void); /* seconds of this process */

/* One roll or one move at random; 0 when the game is over. */
int ply(const struct tablas_plugin *, void *pos);

/* Prints the slowest decision of each mode; the program's exit status. */
int worst(const char *game, int games);

#endif
