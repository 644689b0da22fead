/*
 * out.c - the writer behind out.h.
 *
 * One buffer that doubles.  Runs of plain characters are copied as a block; a
 * table says which bytes are not plain.  Memory that cannot be had ends the
 * process: half a document is worse than none.
 */
#include "api/out.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_SIZE 2048

static void out_grow(struct out *o, size_t more)
{
	size_t cap = o->cap ? o->cap : FIRST_SIZE;

	while (cap - o->n < more)
		cap *= 2;
	char *p = realloc(o->p, cap);

	if (!p)
		abort();
	o->p = p;
	o->cap = cap;
}

/* Room for n more and the zero at the end. */
static inline char *out_room(struct out *o, size_t n)
{
	if (o->cap - o->n <= n)
		out_grow(o, n + 1);
	return o->p + o->n;
}

static inline void out_char(struct out *o, char c)
{
	*out_room(o, 1) = c;
	o->n++;
}

static inline void out_comma(struct out *o)
{
	if (!o->first)
		out_char(o, ',');
	o->first = false;
}

void out_init(struct out *o)
{
	*o = (struct out){.first = true};
}

void out_free(struct out *o)
{
	free(o->p);
	out_init(o);
}

char *out_take(struct out *o, size_t *n)
{
	char *p = out_room(o, 0);

	*p = '\0';
	if (n)
		*n = o->n;
	p = o->p;
	out_init(o);
	return p;
}

void out_object(struct out *o)
{
	out_comma(o);
	out_char(o, '{');
	o->first = true;
}

void out_object_end(struct out *o)
{
	out_char(o, '}');
	o->first = false;
}

void out_array(struct out *o)
{
	out_comma(o);
	out_char(o, '[');
	o->first = true;
}

void out_array_end(struct out *o)
{
	out_char(o, ']');
	o->first = false;
}

/* ---- strings ----------------------------------------------------------------------- */

/* 0: as it is; 1: escaped; 2: the start of a longer character, or no UTF-8 at all. */
static const unsigned char classes[256] = {
	1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
	1, 1, ['"'] = 1, ['\\'] = 1, [0x80 ... 0xff] = 2,
};

/* Bytes of the well-formed character at p (RFC 3629: no surrogates, shortest form), or 0. */
static size_t utf8_length(const unsigned char *p, size_t n)
{
	unsigned char low = 0x80, high = 0xbf;
	size_t length;

	if (p[0] >= 0xc2 && p[0] <= 0xdf)
		length = 2;
	else if (p[0] >= 0xe0 && p[0] <= 0xef)
		length = 3;
	else if (p[0] >= 0xf0 && p[0] <= 0xf4)
		length = 4;
	else
		return 0;
	if (n < length)
		return 0;
	if (p[0] == 0xe0)
		low = 0xa0;
	else if (p[0] == 0xed)
		high = 0x9f;
	else if (p[0] == 0xf0)
		low = 0x90;
	else if (p[0] == 0xf4)
		high = 0x8f;
	if (p[1] < low || p[1] > high)
		return 0;
	for (size_t i = 2; i < length; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return 0;
	}
	return length;
}

static void out_escape(struct out *o, unsigned char c)
{
	static const char hex[] = "0123456789abcdef";
	static const char shorts[32] = {
		['\b'] = 'b', ['\t'] = 't', ['\n'] = 'n', ['\f'] = 'f', ['\r'] = 'r'};
	char *p = out_room(o, 6);

	p[0] = '\\';
	if (c >= 32 || shorts[c]) {
		p[1] = c >= 32 ? (char)c : shorts[c];
		o->n += 2;
		return;
	}
	memcpy(p + 1, "u00", 3);
	p[4] = hex[c >> 4];
	p[5] = hex[c & 15];
	o->n += 6;
}

/* How many bytes from p are copied as they are: eight at a time, where there are so many. */
static size_t plain_run(const unsigned char *p, size_t n)
{
	const uint64_t ones = 0x0101010101010101u, highs = 0x8080808080808080u;
	size_t i = 0;

	for (; i + 8 <= n; i += 8) {
		uint64_t word;

		memcpy(&word, p + i, 8);
		uint64_t quote = word ^ ones * '"', slash = word ^ ones * '\\';

		/* a high bit is borrowed from by whatever is less than the number taken away */
		if ((word | (word - ones * 0x20) | (quote - ones) | (slash - ones)) & highs)
			break;
	}
	while (i < n && classes[p[i]] == 0)
		i++;
	return i;
}

static void out_quoted(struct out *o, const char *key, size_t n)
{
	const unsigned char *p = (const unsigned char *)key;
	size_t from = 0, i = plain_run(p, n);
	char *to = out_room(o, n + 2);

	*to = '"';
	if (i == n) {
		memcpy(to + 1, key, n);
		to[n + 1] = '"';
		o->n += n + 2;
		return;
	}
	o->n++;
	for (; i < n; i += plain_run(p + i, n - i)) {
		size_t length = classes[p[i]] == 2 ? utf8_length(p + i, n - i) : 0;

		if (length) {
			i += length;
			continue;
		}
		out_text_n(o, key + from, i - from);
		if (classes[p[i]] == 1)
			out_escape(o, p[i]);
		else
			out_text_n(o, "\xef\xbf\xbd", 3);
		from = ++i;
	}
	out_text_n(o, key + from, n - from);
	out_char(o, '"');
}

void out_string_n(struct out *o, const char *s, size_t n)
{
	out_comma(o);
	out_quoted(o, s, n);
}

void out_string(struct out *o, const char *s)
{
	if (s)
		out_string_n(o, s, strlen(s));
	else
		out_null(o);
}

void out_any_key(struct out *o, const char *key)
{
	out_comma(o);
	out_quoted(o, key, strlen(key));
	out_char(o, ':');
	o->first = true;
}

void out_plain_key(struct out *o, const char *key, size_t n)
{
	char *p = out_room(o, n + 4);

	if (!o->first)
		*p++ = ',';
	*p++ = '"';
	memcpy(p, key, n);
	p[n] = '"';
	p[n + 1] = ':';
	o->n = (size_t)(p + n + 2 - o->p);
	o->first = true;
}

/* ---- the other values -------------------------------------------------------------- */

void out_int(struct out *o, int64_t value)
{
	char digits[20];
	size_t n = sizeof digits;
	uint64_t v = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;

	out_comma(o);
	do {
		digits[--n] = (char)('0' + v % 10);
		v /= 10;
	} while (v);
	if (value < 0)
		out_char(o, '-');
	out_text_n(o, digits + n, sizeof digits - n);
}

void out_bool(struct out *o, bool value)
{
	out_comma(o);
	out_text(o, value ? "true" : "false");
}

void out_null(struct out *o)
{
	out_comma(o);
	out_text_n(o, "null", 4);
}

void out_raw(struct out *o, const char *json, size_t n)
{
	out_comma(o);
	out_text_n(o, json, n);
}

static char *put_number(char *p, unsigned value, unsigned digits)
{
	for (unsigned i = digits; i-- > 0; value /= 10)
		p[i] = (char)('0' + value % 10);
	return p + digits;
}

/*
 * Days since 1970 to a date of the Gregorian calendar, by counting in eras of
 * 400 years that begin on the first of March.
 */
static void put_date(char *p, int64_t days)
{
	int64_t z = days + 719468;
	int64_t era = (z >= 0 ? z : z - 146096) / 146097;
	unsigned of_era = (unsigned)(z - era * 146097);
	unsigned year_of_era =
		(of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
	unsigned of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
	unsigned month_from_march = (5 * of_year + 2) / 153;
	unsigned day = of_year - (153 * month_from_march + 2) / 5 + 1;
	unsigned month = month_from_march < 10 ? month_from_march + 3 : month_from_march - 9;
	int64_t year = (int64_t)year_of_era + era * 400 + (month <= 2);

	p = put_number(p, (unsigned)(year < 0 ? 0 : year > 9999 ? 9999 : year), 4);
	*p++ = '-';
	p = put_number(p, month, 2);
	*p++ = '-';
	put_number(p, day, 2);
}

void out_time(struct out *o, int64_t ms)
{
	if (ms == 0) {
		out_null(o);
		return;
	}
	int64_t days = ms / 86400000, rest = ms % 86400000;

	if (rest < 0) {
		rest += 86400000;
		days--;
	}
	char text[] = "\"0000-00-00T00:00:00.000Z\"";
	unsigned of_day = (unsigned)rest;

	put_date(text + 1, days);
	put_number(text + 12, of_day / 3600000, 2);
	put_number(text + 15, of_day / 60000 % 60, 2);
	put_number(text + 18, of_day / 1000 % 60, 2);
	put_number(text + 21, of_day % 1000, 3);
	out_raw(o, text, sizeof text - 1);
}

/* ---- plain text -------------------------------------------------------------------- */

void out_text_n(struct out *o, const char *s, size_t n)
{
	if (n == 0)
		return;
	memcpy(out_room(o, n), s, n);
	o->n += n;
}

void out_pad(struct out *o, size_t of)
{
	size_t n = (of - o->n % of) % of;

	memset(out_room(o, n), ' ', n);
	o->n += n;
}

void out_text(struct out *o, const char *s)
{
	out_text_n(o, s, strlen(s));
}

void out_format(struct out *o, const char *format, ...)
{
	va_list args, again;

	va_start(args, format);
	va_copy(again, args);
	int n = vsnprintf(out_room(o, 160), 160, format, args);

	if (n >= 160)
		n = vsnprintf(out_room(o, (size_t)n), (size_t)n + 1, format, again);
	va_end(again);
	va_end(args);
	if (n > 0)
		o->n += (size_t)n;
}
