/*
 * hours.c - see hours.h.
 *
 * Everything follows from one function that never falls: how much has run since
 * the beginning of time.  What runs between two instants is a difference of two
 * of its values, so times that meet add up to the whole, to the millisecond.
 */
#include "game/hours.h"

#include "game/text.h"

#define WEEKDAYS 5

/* 1970 began on a Thursday; the weeks here begin on Mondays. */
#define TO_MONDAY (3 * HOURS_DAY)

static bool always(const struct hours *h)
{
	return !h->weekends_off && h->quiet_from == h->quiet_to;
}

static unsigned quiet_minutes(const struct hours *h)
{
	return (1440u + h->quiet_to - h->quiet_from) % 1440u;
}

static int64_t of_a_day(const struct hours *h)
{
	return HOURS_DAY - quiet_minutes(h) * HOURS_MINUTE;
}

static int64_t of_a_week(const struct hours *h)
{
	return of_a_day(h) * (h->weekends_off ? WEEKDAYS : 7);
}

const char *hours_flaw(const struct hours *h)
{
	if (h->quiet_from >= 1440 || h->quiet_to >= 1440)
		return "a time of the day is from 00:00 to 23:59";
	if (quiet_minutes(h) > HOURS_QUIET_MOST)
		return "quiet hours are at most sixteen of a day";
	if (h->offset > HOURS_EAST_MOST || h->offset < -HOURS_WEST_MOST)
		return "a place is from 12 hours behind to 14 hours before UTC";
	if (h->offset && always(h))
		return "an offset is told where weekends or quiet hours are off";
	return NULL;
}

/* Of the first so many milliseconds of a day, those that run. */
static int64_t run_in_day(const struct hours *h, int64_t ms)
{
	int64_t from = h->quiet_from * HOURS_MINUTE, to = h->quiet_to * HOURS_MINUTE;

	if (from <= to) /* within the day */
		return ms <= from ? ms : ms <= to ? from : ms - (to - from);
	return ms <= to ? 0 : ms <= from ? ms - to : from - to;
}

/* When so many have run, of those that run at all: at least one. */
static int64_t day_of_run(const struct hours *h, int64_t run)
{
	int64_t from = h->quiet_from * HOURS_MINUTE, to = h->quiet_to * HOURS_MINUTE;

	if (from <= to)
		return run <= from ? run : run + (to - from);
	return run + to;
}

static int64_t run_until(const struct hours *h, int64_t at)
{
	int64_t local = at + h->offset * HOURS_MINUTE + TO_MONDAY;
	int64_t week = local / HOURS_WEEK, day = local % HOURS_WEEK / HOURS_DAY;

	if (h->weekends_off && day >= WEEKDAYS)
		return (week + 1) * of_a_week(h);
	return week * of_a_week(h) + day * of_a_day(h) + run_in_day(h, local % HOURS_DAY);
}

int64_t hours_between(const struct hours *h, int64_t from, int64_t to)
{
	if (to <= from)
		return 0;
	return always(h) ? to - from : run_until(h, to) - run_until(h, from);
}

int64_t hours_after(const struct hours *h, int64_t from, int64_t run)
{
	int64_t week, day;

	if (run <= 0)
		return from;
	if (always(h))
		return from + run;
	run += run_until(h, from);
	week = (run - 1) / of_a_week(h);
	run -= week * of_a_week(h);
	day = (run - 1) / of_a_day(h);
	run -= day * of_a_day(h);
	return week * HOURS_WEEK + day * HOURS_DAY + day_of_run(h, run) - TO_MONDAY -
	       h->offset * HOURS_MINUTE;
}

/* ---- as text ------------------------------------------------------------------------ */

static void add_time(struct text *t, unsigned minutes)
{
	text_char(t, (char)('0' + minutes / 600));
	text_char(t, (char)('0' + minutes / 60 % 10));
	text_char(t, ':');
	text_char(t, (char)('0' + minutes % 60 / 10));
	text_char(t, (char)('0' + minutes % 10));
}

/* "07:30"; only hours and minutes are looked at, not whether there are so many. */
static bool read_time(const char *p, unsigned *minutes)
{
	static const char digits[] = "dd:dd";

	for (size_t i = 0; digits[i]; i++)
		if (digits[i] == 'd' ? p[i] < '0' || p[i] > '9' : p[i] != digits[i])
			return false;
	*minutes = (unsigned)(p[0] - '0') * 600 + (unsigned)(p[1] - '0') * 60 +
		   (unsigned)(p[3] - '0') * 10 + (unsigned)(p[4] - '0');
	return p[3] < '6';
}

bool hours_read_quiet(const char *text, struct hours *h)
{
	unsigned from, to;

	if (!read_time(text, &from) || text[5] != '/' || !read_time(text + 6, &to) || text[11] ||
	    from >= 1440 || to >= 1440 || from == to)
		return false;
	h->quiet_from = (uint16_t)from;
	h->quiet_to = (uint16_t)to;
	return true;
}

bool hours_read_offset(const char *text, struct hours *h)
{
	unsigned minutes;

	if ((text[0] != '+' && text[0] != '-') || !read_time(text + 1, &minutes) || text[6] ||
	    minutes > (text[0] == '+' ? HOURS_EAST_MOST : HOURS_WEST_MOST))
		return false;
	h->offset = (int16_t)(text[0] == '+' ? (int)minutes : -(int)minutes);
	return true;
}

size_t hours_write_quiet(const struct hours *h, char *out, size_t cap)
{
	struct text t = {out, cap, 0};

	if (h->quiet_from != h->quiet_to) {
		add_time(&t, h->quiet_from);
		text_char(&t, '/');
		add_time(&t, h->quiet_to);
	}
	return text_end(&t);
}

size_t hours_write_offset(const struct hours *h, char *out, size_t cap)
{
	struct text t = {out, cap, 0};

	text_char(&t, h->offset < 0 ? '-' : '+');
	add_time(&t, (unsigned)(h->offset < 0 ? -h->offset : h->offset));
	return text_end(&t);
}

size_t hours_write(const struct hours *h, char *out, size_t cap)
{
	struct text t = {out, cap, 0};
	char word[16];

	if (h->weekends_off)
		text_add(&t, "weekends off ");
	if (hours_write_quiet(h, word, sizeof(word))) {
		text_add(&t, "quiet ");
		text_add(&t, word);
		text_char(&t, ' ');
	}
	if (t.n) {
		hours_write_offset(h, word, sizeof(word));
		text_add(&t, "offset ");
		text_add(&t, word);
	}
	return text_end(&t);
}
