/*
 * delayed.h - a table that spectators see late.
 */
#ifndef TESTS_API_DELAYED_H
#define TESTS_API_DELAYED_H

#include "tests/api/club.h"

/* A game of ana and ben with that delay and whatever else is said of it. */
void delayed_lay(const char *delay, const char *more);
void delayed_resign(void); /* ben does */

/* How far that player sees it. */
long long delayed_ply(const char *token);

#endif
