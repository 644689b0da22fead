/*
 * line.h - a position that is written as one line, and read from it.
 *
 * Writing keeps the line, because whoever reads one compares it with how it
 * would be written.
 */
#ifndef PLUGINS_LINE_H
#define PLUGINS_LINE_H

#include <tablasd/plugin.h>

#include <stdio.h>
#include <string.h>

struct line {
	char text[2 * TABLAS_TEXT_MAX]; /* zero-ended; what does not fit is left out */
	size_t n;
};

static inline void line_char(struct line *l, char c)
{
	if (l->n + 1 < sizeof l->text) {
		l->text[l->n++] = c;
		l->text[l->n] = '\0';
	}
}

static inline void line_text(struct line *l, const char *text)
{
	for (; *text; text++)
		line_char(l, *text);
}

static inline void line_number(struct line *l, long number)
{
	char text[24];

	snprintf(text, sizeof text, "%ld", number);
	line_text(l, text);
}

/* As snprintf() gives it. */
static inline size_t line_out(const struct line *l, char *out, size_t cap)
{
	if (cap > 0) {
		size_t n = l->n < cap ? l->n : cap - 1;

		memcpy(out, l->text, n);
		out[n] = '\0';
	}
	return l->n;
}

/* What is at the front: 1 and past it, or 0. */
static inline int line_take(const char **at, const char *word)
{
	size_t n = strlen(word);

	if (strncmp(*at, word, n) != 0)
		return 0;
	*at += n;
	return 1;
}

static inline int line_take_char(const char **at, char c)
{
	if (**at != c)
		return 0;
	++*at;
	return 1;
}

#endif
