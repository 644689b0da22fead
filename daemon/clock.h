/*
 * clock.h - what time it is: the real clock, or one wound by hand.
 *
 * Nothing else in the daemon asks the system for the time of day.
 */
#ifndef DAEMON_CLOCK_H
#define DAEMON_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

struct clock {
	int64_t hand; /* milliseconds since 1970 if wound by hand; 0: the real clock */
};

int64_t clock_now(const struct clock *); /* milliseconds since 1970, UTC */
void clock_wind(struct clock *, int64_t to);

/* For measuring waits; never wound by hand. Milliseconds from some start. */
int64_t clock_ticks(void);

/* RFC 3339 with a zone, to milliseconds since 1970.  A leap second is the next second. */
bool clock_read(const char *text, int64_t *out);

#endif
