/*
 * samples.h - games as they are shown, as part of the program: fold.h says what
 * for.  Made by the build from api/samples.jsonl.
 */
#ifndef API_SAMPLES_H
#define API_SAMPLES_H

#include <stddef.h>

extern const unsigned char samples[];
extern const size_t samples_n;

#endif
