/*
 * bench.h - what the programs that measure have in common.
 */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <sys/types.h>

double bench_now(void); /* seconds */
double bench_busy(pid_t); /* seconds of processor that it has used, in all its threads */

/* Says why, under the program's name, and ends it. */
void bench_die(const char *why) __attribute__((noreturn));
void bench_hear(void *cls, const char *what, const char *why); /* for struct store_config */
void *bench_must_have(void *memory);

/* Chance that is the same in each run; 0 .. n - 1. */
unsigned bench_chance(unsigned *seed, unsigned n);

double bench_median(double *, int n); /* sorts them */
long bench_number(const char *text);  /* above 0, or it ends the program */
void bench_remove_book(const char *path);

#endif
