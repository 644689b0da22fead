/*
 * options.h - the options of a game: values against the plugin's schema.
 *
 * Canonical text is "key=value key=value", only what differs from the default,
 * in the plugin's order; a choice is spelled by its word, a bool on or off.
 */
#ifndef GAME_OPTIONS_H
#define GAME_OPTIONS_H

#include "game/errors.h"

#include <tablasd/plugin.h>

#define OPTIONS_MAX 48
#define OPTIONS_TEXT_MAX 1024

size_t options_count(const struct tablas_plugin *);

/* Every option at its default. */
void options_default(const struct tablas_plugin *, int32_t values[OPTIONS_MAX]);

/*
 * Sets one option from words as a client spells them ("war", "on", "true",
 * "7").  ACCEPTED, NO_SUCH_OPTION or INVALID_OPTION.
 */
enum refusal options_set(const struct tablas_plugin *, int32_t values[OPTIONS_MAX],
			 const char *key, const char *value);

/* The value's word: "war", "on", "7"; buf is used for numbers. */
const char *options_word(const struct tablas_option *, int32_t value, char buf[16]);

size_t options_write(const struct tablas_plugin *, const int32_t *values, char *out, size_t cap);

/* Takes what options_write() gave, over the defaults.  ACCEPTED or a refusal. */
enum refusal options_read(const struct tablas_plugin *, const char *text,
			  int32_t values[OPTIONS_MAX]);

#endif
