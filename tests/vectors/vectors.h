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

/* Is `member` of this object just that text? */
int vector_says(json_t *object, const char *member, const char *text);

/* One adapter per file tests/vectors/<game>.c; the list is in run.c. */
extern const struct vector_game vectors_acedrex;
extern const struct vector_game vectors_backgammon;
extern const struct vector_game vectors_el_mundo;
extern const struct vector_game vectors_quinze;
extern const struct vector_game vectors_seven_point;

#endif
