/*
 * tar.h - files put one after another, as tar reads them (POSIX ustar).
 *
 * A file's length stands before it, so a file is whole before it is added; what
 * has no end of its own comes in several.
 */
#ifndef API_TAR_H
#define API_TAR_H

#include "api/out.h"

/* name: at most 99 characters, with its folders.  at: milliseconds since 1970. */
void tar_add(struct out *, const char *name, int64_t at, const char *text, size_t n);
void tar_end(struct out *);

#endif
