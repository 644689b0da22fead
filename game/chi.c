/*
 * chi.c - Pearson's chi-square test of even counts.
 *
 * The tail has a closed form for every whole number of degrees, by repeated
 * partial integration of the density: with h = x / 2 it is
 *
 *	even degrees: exp(-h) * sum of h^k / k!            for k from 0 to d/2 - 1
 *	odd degrees:  erfc(sqrt(h)) + exp(-h) * sum of
 *		      h^(k - 1/2) / gamma(k + 1/2)         for k from 1 to (d-1)/2
 *
 * Each term comes from the one before it by one multiplication.
 */
#include "game/chi.h"

#include <math.h>

double chi_square(const int64_t *seen, size_t n)
{
	double total = 0, sum = 0, expected;

	for (size_t i = 0; i < n; i++)
		total += (double)seen[i];
	if (total <= 0)
		return 0;
	expected = total / (double)n;
	for (size_t i = 0; i < n; i++) {
		double off = (double)seen[i] - expected;

		sum += off * off / expected;
	}
	return sum;
}

double chi_tail(double x, unsigned degrees)
{
	double h = x / 2, term, sum;
	double k; /* what the next term is divided by */

	if (x <= 0 || degrees == 0)
		return 1;
	if (degrees % 2 == 0) {
		sum = term = exp(-h);
		k = 1;
	} else {
		sum = erfc(sqrt(h));
		term = exp(-h) * sqrt(h) / 0.88622692545275801365; /* gamma(3/2) */
		if (degrees > 1)
			sum += term;
		k = 1.5;
	}
	for (unsigned i = 0; i + 1 < (degrees - degrees % 2) / 2; i++) {
		term *= h / k;
		sum += term;
		k++;
	}
	return sum;
}
