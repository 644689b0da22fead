/*
 * delayed.h - a table that spectators see late.
 */
#ifndef TESTS_API_DELAYED_H
#define TESTS_API_DELAYED_H

#include "tests/api/club.h"

int delayed_setup(void **state); /* a club whose clock says 09:00 */
void delayed_wind(const char *flag); /* it is killed, and comes back at "--clock=..." */

/* A game of ana and ben with that delay and whatever else is said of it. */
void delayed_lay(const char *delay, const char *more);
void delayed_resign(void); /* ben does */

/* How far that player sees it. */
long long delayed_ply(const char *token);

#endif
