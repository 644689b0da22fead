/*
 * toy_inside.h - what the two files of the toy share.
 */
#ifndef TESTS_GAME_TOY_INSIDE_H
#define TESTS_GAME_TOY_INSIDE_H

#include "toy.h"

#define STEP(face, from) ((tablas_move)((face)*32 + (from)))
#define BACKWARDS	 900
#define ANTE		 1000
#define ACCEPT		 1001
#define REFUSE		 1002

extern const struct tablas_place toy_places[];

void toy_init(const struct tablas_setup *, void *pos);
int16_t toy_place(unsigned seat, unsigned at);
unsigned toy_target(unsigned face, unsigned from);

/* Whose lone man stands there, or TABLAS_NOBODY. */
unsigned toy_struck(const struct toy *, unsigned seat, unsigned at);

void toy_view(const void *pos, unsigned seat, struct tablas_view *out);
size_t toy_write(const void *pos, char *out, size_t cap);
int toy_read(const struct tablas_setup *, const char *text, void *pos);
size_t toy_move_write(const void *pos, unsigned seat, tablas_move, char *out, size_t cap);
int toy_move_read(const void *pos, unsigned seat, const char *text, tablas_move *out);
size_t toy_place_read(unsigned seat, const char *text, int16_t *out, size_t cap);

#endif
