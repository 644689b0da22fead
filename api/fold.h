/*
 * fold.h - the JSON of games, made small to lie in the book.
 *
 * Games say the same things in nearly the same words, so each is compressed by
 * LZ4 against samples of what they say: a sixth is left, which fits on the page
 * of its row, and unfolding takes less than reading another page.  Any text can
 * be folded; what the samples do not know only stays longer.
 */
#ifndef API_FOLD_H
#define API_FOLD_H

#include <stdbool.h>
#include <stddef.h>

/* To `to`; the length, or 0 if `cap` bytes are too few for it. */
size_t fold(char *to, size_t cap, const char *text, size_t n);

/* To `to`, which is n bytes; false unless just so many come of it. */
bool unfold(char *to, size_t n, const void *folded, size_t folded_n);

#endif
