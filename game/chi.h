/*
 * chi.h - whether counts look as they would if all cells were equally likely.
 *
 * Pearson's test: the sum of (seen - expected)^2 / expected, and how likely
 * even counts are to give as much or more.
 */
#ifndef GAME_CHI_H
#define GAME_CHI_H

#include <stddef.h>
#include <stdint.h>

/* Over `n` cells that are equally likely; 0 while nothing has been seen. */
double chi_square(const int64_t *seen, size_t n);

/* The probability that chi-square of so many degrees of freedom is x or more. */
double chi_tail(double x, unsigned degrees);

#endif
