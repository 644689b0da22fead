/*
 * study.h - a game from any position: reading it, and whether it can be played.
 *
 * What a plugin reads is a position; that is not enough to play it out.  Here
 * is refused what is broken by the plugin's own audit, what is over already,
 * and what could never end because men are missing.
 */
#ifndef GAME_STUDY_H
#define GAME_STUDY_H

#include "game/table.h"

/* The number of that foreign notation if the plugin reads it, or -1. */
int study_notation(const struct tablas_plugin *, const char *name);

/* Why a text is not read: the plugin's sentence, or one where it has none. */
void study_flaw(const struct table *, int notation, const char *text, char *why, size_t cap);

/*
 * Reads the text into the position of an open table; notation -1 is the
 * plugin's own.  0, or -1 with a sentence in why.
 */
int study_read(struct table *, int notation, const char *text, char *why, size_t cap);

#endif
