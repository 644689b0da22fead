/*
 * purity.h - what a plugin's file wants and owns, without loading it.
 *
 * A game that imports nothing but memcpy() and snprintf() cannot read a clock,
 * and one without writable data cannot remember.  This is seen in the file.
 */
#ifndef DAEMON_CONFORMANCE_PURITY_H
#define DAEMON_CONFORMANCE_PURITY_H

#include "daemon/conformance/conformance.h"

/*
 * Calls `broke` for each of IMPORTS, WRITABLE and QUIET that the file breaks,
 * with every offence in one line.  Returns how many, or -1 with a sentence in
 * `why` if the file cannot be read.
 */
int purity_check(const char *path, void (*broke)(void *ctx, enum promise, const char *detail),
		 void *ctx, char *why, size_t cap);

#endif
