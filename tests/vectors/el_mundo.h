/*
 * el_mundo.h - what the vectors and the complete games of El Mundo share.
 */
#ifndef TESTS_VECTORS_EL_MUNDO_H
#define TESTS_VECTORS_EL_MUNDO_H

#include "tests/vectors/vectors.h"

extern const struct tablas_plugin tablas_plugin_el_mundo;

#define MUNDO	      (&tablas_plugin_el_mundo)
#define MUNDO_BYTES   256 /* of a position; ask() looks */
#define MUNDO_CHOICES 64
#define MUNDO_SIDES   4u

extern const char *const mundo_side[MUNDO_SIDES]; /* "green" ... by seat   */
extern const char mundo_letter[MUNDO_SIDES + 1];  /* as in the notation       */

struct mundo_asked {
	int32_t options[VECTOR_OPTIONS_MAX];
	struct tablas_setup setup;
	char *why;
	size_t cap;
	int unread;	   /* the plugin refused the position */
	uint8_t insolvent; /* enum insolvent: the table's matter, not the plugin's */
};

/* Options into a setup; what else than VECTOR_PASSED comes is the answer. */
enum vector_result mundo_ask(struct mundo_asked *, json_t *options, char *why, size_t cap);

enum vector_result mundo_failed(struct mundo_asked *, const char *what, json_t *expected,
				json_t *came);
enum vector_result mundo_failed_text(struct mundo_asked *, const char *what, const char *text);

/* The position was refused. */
enum vector_result mundo_unread(struct mundo_asked *);

/* The seat of that colour, or MUNDO_SIDES. */
unsigned mundo_seat(json_t *colour);

/* All sides, as the vectors write them. */
json_t *mundo_position(const void *pos);

/*
 * The request's position with the middle words of the notation ("throw:G - 1"),
 * or with the turn of a seat before any dice.  False if it is refused.
 */
int mundo_read_as(struct mundo_asked *, json_t *request, const char *middle, void *pos);
int mundo_read_phase(struct mundo_asked *, json_t *request, const char *phase, unsigned seat,
		     unsigned turns, void *pos);

/* The ranks of a game that is over, best first; the winner or null. */
json_t *mundo_ranking(const void *pos, json_t **winner);

/* Up to three dice of this game; 0 if there are more, or other faces. */
unsigned mundo_sides(const struct mundo_asked *);
size_t mundo_dice(const struct mundo_asked *, json_t *dice, uint8_t faces[3]);

enum vector_result mundo_play(struct mundo_asked *, json_t *request, json_t *expect,
			      int whole_turn);
enum vector_result mundo_forfeit(struct mundo_asked *, json_t *request, json_t *expect);
enum vector_result mundo_entry(struct mundo_asked *, json_t *request, json_t *expect);
enum vector_result mundo_record(json_t *events, char *why, size_t cap);

#endif
