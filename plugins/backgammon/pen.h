/*
 * pen.h - writing and reading character by character.
 *
 * What positions (notation.c) and moves (text.c) have in common.
 */
#ifndef PLUGINS_BACKGAMMON_PEN_H
#define PLUGINS_BACKGAMMON_PEN_H

#include <stddef.h>

struct pen {
	char *out;
	size_t cap, n;
};

static inline void put_char(struct pen *pen, char c)
{
	if (pen->n + 1 < pen->cap)
		pen->out[pen->n] = c;
	pen->n++;
}

static inline void put(struct pen *pen, const char *text)
{
	while (*text)
		put_char(pen, *text++);
}

static inline void put_number(struct pen *pen, unsigned n)
{
	char digits[12], *at = digits + sizeof digits - 1;

	*at = '\0';
	do
		*--at = (char)('0' + n % 10);
	while (n /= 10);
	put(pen, at);
}

static inline size_t finished(struct pen *pen)
{
	if (pen->cap)
		pen->out[pen->n < pen->cap ? pen->n : pen->cap - 1] = '\0';
	return pen->n;
}

/* The word at the front, in any case of letters: 1 and past it, or 0. */
static inline int take(const char **text, const char *word)
{
	const char *t = *text;

	for (; *word; word++, t++) {
		char c = *t >= 'A' && *t <= 'Z' ? (char)(*t - 'A' + 'a') : *t;

		if (c != *word)
			return 0;
	}
	*text = t;
	return 1;
}

/* A number of at most eight digits, nothing above `max`. */
static inline int take_number(const char **text, unsigned max, unsigned *out)
{
	const char *t = *text;
	unsigned n = 0, digits = 0;

	for (; *t >= '0' && *t <= '9' && digits < 9; t++, digits++)
		n = n * 10 + (unsigned)(*t - '0');
	if (!digits || digits > 8 || n > max)
		return 0;
	*text = t;
	*out = n;
	return 1;
}

#endif
