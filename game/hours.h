/*
 * hours.h - the hours in which a clock runs, and those in which it stands.
 *
 * A game may leave out weekends and a stretch of every day.  Which hours those
 * are says the wall clock of a place at a fixed distance from UTC: so they are
 * the same for every seat, follow from the terms alone, and no change of a law
 * about summer time moves a deadline of a game that is being played.
 *
 * The off-hours repeat every week, so both functions reckon with whole weeks,
 * whole days and the rest of one day: they take as long for a year as for an
 * hour.  No off-hour counts twice, since each instant either runs or does not:
 * the night before Sunday is weekend, and not quiet besides.
 */
#ifndef GAME_HOURS_H
#define GAME_HOURS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HOURS_SECOND INT64_C(1000)
#define HOURS_MINUTE (60 * HOURS_SECOND)
#define HOURS_DAY    (1440 * HOURS_MINUTE)
#define HOURS_WEEK   (7 * HOURS_DAY)

#define HOURS_QUIET_MOST 960  /* minutes of a day: eight hours are left to play in */
#define HOURS_EAST_MOST	 840  /* minutes before UTC ...                            */
#define HOURS_WEST_MOST	 720  /* ... and behind                                    */
#define HOURS_TEXT_MAX	 64

struct hours {
	bool weekends_off;		/* from Saturday 00:00 to Monday 00:00           */
	uint16_t quiet_from, quiet_to;	/* minutes of the day; equal: there are none     */
	int16_t offset;			/* minutes by which the place is before UTC      */
};

/* NULL, or what is wrong with them: a sentence without its stop. */
const char *hours_flaw(const struct hours *);

/* How much of the time between two instants runs; 0 if the second is not later. */
int64_t hours_between(const struct hours *, int64_t from, int64_t to);

/* The first instant by which so much has run since `from`: the inverse. */
int64_t hours_after(const struct hours *, int64_t from, int64_t run);

/* "weekends off quiet 23:00/07:00 offset +01:00"; "" where the clock always runs. */
size_t hours_write(const struct hours *, char *out, size_t cap);

/* "23:00/07:00" and "+01:00", for they are also members of their own. */
bool hours_read_quiet(const char *text, struct hours *);
bool hours_read_offset(const char *text, struct hours *);
size_t hours_write_quiet(const struct hours *, char *out, size_t cap);
size_t hours_write_offset(const struct hours *, char *out, size_t cap);

#endif
