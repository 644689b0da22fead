/*
 * characters.h - what of the bytes of strangers is a character.
 */
#ifndef DAEMON_CHARACTERS_H
#define DAEMON_CHARACTERS_H

#include <stddef.h>

/*
 * Bytes of the character at p, of which n are left; 0: no UTF-8 (RFC 3629), or a
 * control character other than those that part lines and columns.
 */
size_t character_length(const unsigned char *p, size_t n);

#endif
