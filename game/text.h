/*
 * text.h - writing into a buffer that may be too small.
 *
 * Every writer of the house returns the length its text has or would have, as
 * snprintf() does; this keeps that promise while a line grows piece by piece.
 */
#ifndef GAME_TEXT_H
#define GAME_TEXT_H

#include <stddef.h>
#include <stdint.h>

struct text {
	char *out;
	size_t cap;
	size_t n; /* the length so far, written or not */
};

static inline void text_char(struct text *t, char c)
{
	if (t->n + 1 < t->cap)
		t->out[t->n] = c;
	t->n++;
}

static inline void text_add(struct text *t, const char *s)
{
	while (*s)
		text_char(t, *s++);
}

static inline void text_int(struct text *t, int64_t value)
{
	char digits[24];
	size_t n = 0;
	uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;

	do
		digits[n++] = (char)('0' + rest % 10);
	while (rest /= 10);
	if (value < 0)
		text_char(t, '-');
	while (n)
		text_char(t, digits[--n]);
}

/* Where the next piece may be written by somebody else, and what room there is. */
static inline char *text_room(const struct text *t, size_t *cap)
{
	*cap = t->n < t->cap ? t->cap - t->n : 0;
	return *cap ? t->out + t->n : NULL;
}

static inline size_t text_end(struct text *t)
{
	if (t->cap)
		t->out[t->n < t->cap ? t->n : t->cap - 1] = '\0';
	return t->n;
}

#endif
