/*
 * quinze.h - what the two halves of the adapter of Quinze Tablas share.
 *
 * Both boards are one adapter: the plugin is all that differs.
 */
#ifndef TESTS_VECTORS_QUINZE_H
#define TESTS_VECTORS_QUINZE_H

#include "tests/vectors/vectors.h"

#define QUINZE_ROOM  256 /* bytes a position may take  */
#define QUINZE_MOVES 64

struct quinze_asked {
	const struct tablas_plugin *plugin;
	int32_t options[VECTOR_OPTIONS_MAX];
	struct tablas_setup setup;
	char *why;
	size_t cap;
	int unread; /* the position was refused */
};

extern const char *const quinze_side[2];

/* Options read, or skipped; `a` keeps pointers into itself. */
enum vector_result quinze_ask(struct quinze_asked *a, const struct tablas_plugin *,
			      json_t *options, char *why, size_t cap);

enum vector_result quinze_failed(struct quinze_asked *, const char *what, json_t *expected,
				 json_t *came);
enum vector_result quinze_failed_text(struct quinze_asked *, const char *what,
				      const char *text);

/* The seat a member names, or 2. */
unsigned quinze_seat(json_t *object, const char *member);
size_t quinze_dice(const struct quinze_asked *, json_t *event, uint8_t faces[3]);

/* Both sides' men, as the vectors write them. */
json_t *quinze_men(const struct quinze_asked *, const void *pos);

/* The plugin's position with these men and this state ("white to throw"); 0 if not read. */
int quinze_read(struct quinze_asked *, json_t *position, const char *state, void *pos);

enum vector_result quinze_record(const struct tablas_plugin *, json_t *events, char *why,
				 size_t cap);

#endif
