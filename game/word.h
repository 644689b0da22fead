/*
 * word.h - reading a line word by word.
 *
 * The counterpart of text.h: a line is copied once, tidied, and cut up where it
 * stands, so that every word is a string of its own without being copied again.
 */
#ifndef GAME_WORD_H
#define GAME_WORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Copies the line without its comment and the blanks around it; -1: it is too long. */
static inline int word_line(const char *line, char *out, size_t cap)
{
	size_t n;

	line += strspn(line, " \t");
	n = strcspn(line, "\r\n");
	for (size_t i = 0; i < n; i++)
		if (line[i] == '#' && (i == 0 || line[i - 1] == ' ' || line[i - 1] == '\t'))
			n = i;
	while (n && (line[n - 1] == ' ' || line[n - 1] == '\t'))
		n--;
	if (n >= cap)
		return -1;
	memcpy(out, line, n);
	out[n] = '\0';
	return 0;
}

/* Cuts the next word off the rest; "" when there is none. */
static inline char *word_take(char **rest)
{
	char *word = *rest + strspn(*rest, " \t");
	size_t n = strcspn(word, " \t");

	*rest = word + n;
	if (**rest)
		*(*rest)++ = '\0';
	*rest += strspn(*rest, " \t");
	return word;
}

/* The whole word is a number within these bounds. */
static inline bool word_number(const char *word, int64_t min, int64_t max, int64_t *out)
{
	char *end;
	long long n = strtoll(word, &end, 10);

	if (*end || end == word || n < min || n > max)
		return false;
	*out = n;
	return true;
}

#endif
