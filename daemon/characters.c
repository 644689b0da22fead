/*
 * characters.c - UTF-8 as it has to be, and without control characters.
 *
 * A control of ISO 6429 makes a terminal do things as an escape does; and a journal
 * that meets what is no UTF-8 shows nothing of the line.
 */
#include "daemon/characters.h"

size_t character_length(const unsigned char *p, size_t n)
{
	size_t length = p[0] < 0x80 ? 1 : p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : 4;

	if (length == 1)
		return (p[0] >= 0x20 && p[0] != 0x7f) || p[0] == '\n' || p[0] == '\t' ||
		       p[0] == '\r';
	if (p[0] < 0xc2 || p[0] > 0xf4 || length > n)
		return 0;
	for (size_t i = 1; i < length; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return 0;
	}
	/* Longer than needed, a surrogate, beyond the last character, a control of ISO 6429. */
	if ((p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] > 0x9f) ||
	    (p[0] == 0xf0 && p[1] < 0x90) || (p[0] == 0xf4 && p[1] > 0x8f) ||
	    (p[0] == 0xc2 && p[1] < 0xa0))
		return 0;
	return length;
}
