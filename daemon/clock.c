/*
 * clock.c - what time it is.
 *
 * Two clocks: the calendar, which a test may wind by hand so that it can say
 * what will be written down, and the ticks, which only measure how long
 * somebody has waited and which nobody winds.
 */
#include "daemon/clock.h"

#include <string.h>
#include <time.h>

static int64_t milliseconds(clockid_t id)
{
	struct timespec t;

	clock_gettime(id, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int64_t clock_now(const struct clock *c)
{
	return c->hand ? c->hand : milliseconds(CLOCK_REALTIME);
}

void clock_wind(struct clock *c, int64_t to)
{
	c->hand = to;
}

int64_t clock_ticks(void)
{
	return milliseconds(CLOCK_MONOTONIC);
}

/* The number of exactly n digits, or -1. */
static int digits(const char *text, int n)
{
	int number = 0;

	for (; n > 0; n--, text++) {
		if (*text < '0' || *text > '9')
			return -1;
		number = number * 10 + (*text - '0');
	}
	return number;
}

/* "+01:30" or "Z" to the end, in minutes. */
static bool read_zone(const char *text, int *minutes)
{
	int h, m;

	*minutes = 0;
	if ((*text == 'Z' || *text == 'z') && text[1] == '\0')
		return true;
	if ((*text != '+' && *text != '-') || strlen(text) != 6 || text[3] != ':')
		return false;
	h = digits(text + 1, 2);
	m = digits(text + 4, 2);
	*minutes = (*text == '-' ? -1 : 1) * (h * 60 + m);
	return h >= 0 && h < 24 && m >= 0 && m < 60;
}

bool clock_read(const char *text, int64_t *out)
{
	struct tm tm = {0};
	int64_t fraction = 0, scale = 100;
	int day, zone, seconds;

	if (strlen(text) < 20 || text[4] != '-' || text[7] != '-' || !strchr("Tt ", text[10]) ||
	    text[13] != ':' || text[16] != ':')
		return false;
	tm.tm_year = digits(text, 4) - 1900;
	tm.tm_mon = digits(text + 5, 2) - 1;
	tm.tm_mday = day = digits(text + 8, 2);
	tm.tm_hour = digits(text + 11, 2);
	tm.tm_min = digits(text + 14, 2);
	tm.tm_sec = digits(text + 17, 2);
	if (tm.tm_year < 70 || tm.tm_mon < 0 || tm.tm_mon > 11 || day < 1 || tm.tm_hour < 0 ||
	    tm.tm_hour > 23 || tm.tm_min < 0 || tm.tm_min > 59 || tm.tm_sec < 0 ||
	    tm.tm_sec > 60)
		return false;
	text += 19;
	if (*text == '.' && digits(text + 1, 1) >= 0) {
		for (text++; digits(text, 1) >= 0; text++, scale /= 10)
			fraction += scale * (*text - '0');
	}
	if (!read_zone(text, &zone))
		return false;
	seconds = (tm.tm_hour * 60 + tm.tm_min) * 60 + tm.tm_sec;
	tm.tm_hour = tm.tm_min = tm.tm_sec = 0;
	*out = ((int64_t)timegm(&tm) + seconds) * 1000 + fraction - (int64_t)zone * 60000;
	/* timegm() has made the 31st of November the 1st of December. */
	return tm.tm_mday == day;
}
