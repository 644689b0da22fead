/*
 * vectors.h - how a game answers the test vectors.
 *
 * run.c reads the files; each game brings one adapter that puts a vector's
 * position into the plugin's own notation, asks the plugin through its vtable,
 * and compares.  README.md in this folder is the format.
 */
#ifndef TESTS_VECTORS_H
#define TESTS_VECTORS_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#include "tablasd/plugin.h"

enum vector_result { VECTOR_PASSED, VECTOR_FAILED, VECTOR_SKIPPED };

struct vector_game {
	const char *game; /* as in the vectors: "el_mundo" */

	/*
	 * One line of a vector file.  On failure or skip, `why` (cap characters)
	 * says what was expected and what came, or which option does not exist.
	 */
	enum vector_result (*vector)(json_t *request, json_t *expect, char *why, size_t cap);

	/* A complete game: an array of its events, replayed from the first to the last. */
	enum vector_result (*record)(json_t *events, char *why, size_t cap);
};

/*
 * The plugin's option values for an `options` object, defaults filled in.
 * VECTOR_SKIPPED with `why` if the plugin has no such option.
 */
#define VECTOR_OPTIONS_MAX 64
enum vector_result vector_options(const struct tablas_plugin *, json_t *options,
				  int32_t values[VECTOR_OPTIONS_MAX], char *why, size_t cap);

/* VECTOR_FAILED, with what was expected and what came in `why`. */
enum vector_result vector_failed(char *why, size_t cap, const char *what, json_t *expected,
				 json_t *came);

/* Event number `at` of a complete game could not happen: what came instead. */
enum vector_result vector_stopped(char *why, size_t cap, size_t at, json_t *event,
				  const char *came);

/* Is `member` of this object just that text? */
int vector_says(json_t *object, const char *member, const char *text);

/* This text, or "" of what is none. */
const char *vector_text(json_t *);

/* Faces of up to `cap` dice of so many sides; 0 if there are more, or other values. */
size_t vector_dice(json_t *dice, unsigned sides, uint8_t *faces, size_t cap);

/* A line that is put together word by word and cut off where its room ends. */
struct vector_line {
	char text[2 * TABLAS_TEXT_MAX];
	size_t n;
};
void vector_add(struct vector_line *, const char *word);

/* One adapter per file tests/vectors/<game>.c; the list is in run.c. */
extern const struct vector_game vectors_acedrex;
extern const struct vector_game vectors_backgammon;
extern const struct vector_game vectors_el_mundo;
extern const struct vector_game vectors_quinze;
extern const struct vector_game vectors_seven_point;

#endif
