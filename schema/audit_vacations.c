/*
 * audit_vacations.c - are days of vacation whole, taken once, and no more than there
 * are?
 *
 * How many there are a year is the operator's word, and it may change: each vacation
 * says how many there were when it was planned.  Together with those planned before
 * it, less what was given up since, it never had more.
 */
#include "schema/audit_inside.h"

#include <inttypes.h>
#include <time.h>

#define DAY	(INT64_C(86400) * 1000)
#define LONGEST (367 * DAY)
#define LATEST	(INT64_C(1) << 50) /* or there is no such year */

static int year_of(int64_t at)
{
	const time_t seconds = (time_t)(at / 1000);
	struct tm tm;

	gmtime_r(&seconds, &tm);
	return tm.tm_year;
}

static int64_t new_year(int year)
{
	struct tm tm = {.tm_year = year, .tm_mday = 1};

	return (int64_t)timegm(&tm) * 1000;
}

static int compare_year(struct auditor *a, int64_t account, int64_t id, int year,
			int64_t allowed)
{
	sqlite3_stmt *st = statement(a->view, DO_AUDIT_VACATION_DAYS);
	int64_t days;

	put(st, 1, account);
	put(st, 2, id);
	put(st, 3, new_year(year));
	put(st, 4, new_year(year + 1));
	int found = ask(a->view, st);
	if (found != STORE_FOUND)
		return STORE_TROUBLE;
	days = get(st, 0);
	drop(st);
	if (days > allowed)
		audit_tell(a,
			   "account %" PRId64 ": with vacation %" PRId64 " it takes %" PRId64
			   " days of %d, and there were %" PRId64,
			   account, id, days, 1900 + year, allowed);
	return STORE_DONE;
}

static int check_one(struct auditor *a, sqlite3_stmt *st, struct audit_place *at)
{
	int64_t account = get(st, 0), id = get(st, 1), begins = get(st, 2), ends = get(st, 3);
	int done = STORE_DONE;

	at->first = id;
	if (get(st, 5) != 0)
		audit_tell(a, "account %" PRId64 ": vacation %" PRId64 " is not of whole days",
			   account, id);
	if (get(st, 6) != 0)
		audit_tell(a,
			   "account %" PRId64 ": vacation %" PRId64
			   " has days of vacation %" PRId64,
			   account, id, get(st, 6));
	if (begins < 0 || begins > LATEST || ends - begins > LONGEST) {
		audit_tell(a, "account %" PRId64 ": vacation %" PRId64 " is longer than any",
			   account, id);
		return STORE_DONE;
	}
	if (sqlite3_column_type(st, 4) == SQLITE_NULL)
		return STORE_DONE;
	for (int y = year_of(begins); y <= year_of(ends - DAY) && done == STORE_DONE; y++)
		done = compare_year(a, account, id, y, get(st, 4));
	return done;
}

int audit_vacations(struct auditor *a)
{
	struct audit_place at = {0, 0};

	return audit_rows(a, DO_AUDIT_VACATIONS, 1, &at, check_one);
}
