/*
 * bench.c - what the programs that measure have in common.
 */
#define _GNU_SOURCE
#include "bench/bench.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

double bench_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double bench_busy(pid_t pid)
{
	struct timespec t = {0};
	clockid_t clock;

	if (clock_getcpuclockid(pid, &clock) == 0)
		clock_gettime(clock, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void bench_die(const char *why)
{
	fprintf(stderr, "%s: %s\n", program_invocation_short_name, why);
	exit(1);
}

void bench_hear(void *cls, const char *what, const char *why)
{
	(void)cls;
	fprintf(stderr, "%s: %s: %s\n", program_invocation_short_name, what, why);
}

void *bench_must_have(void *memory)
{
	if (!memory)
		bench_die("no memory");
	return memory;
}

unsigned bench_chance(unsigned *seed, unsigned n)
{
	*seed = *seed * 1103515245u + 12345u;
	return (*seed >> 8) % n;
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

double bench_median(double *v, int n)
{
	qsort(v, (size_t)n, sizeof *v, by_size);
	return v[n / 2];
}

long bench_number(const char *text)
{
	char *end;
	long n = text ? strtol(text, &end, 10) : 0;

	if (n <= 0 || *end)
		bench_die("a number is wanted");
	return n;
}

void bench_remove_book(const char *path)
{
	static const char *const tails[] = {"", "-wal", "-shm", ".lock"};
	char name[600];

	for (size_t i = 0; i < sizeof tails / sizeof *tails; i++) {
		snprintf(name, sizeof name, "%s%s", path, tails[i]);
		unlink(name);
	}
}
