/*
 * backgammon.h - what the two halves of the adapter of backgammon share.
 */
#ifndef TESTS_VECTORS_BACKGAMMON_H
#define TESTS_VECTORS_BACKGAMMON_H

#include "tests/vectors/vectors.h"

extern const struct tablas_plugin tablas_plugin_backgammon;

#define BACKGAMMON	 (&tablas_plugin_backgammon)
#define BACKGAMMON_ROOM	 TABLAS_POSITION_MAX
#define BACKGAMMON_MOVES 64

struct asked {
	int32_t options[VECTOR_OPTIONS_MAX];
	struct tablas_setup setup;
	char *why;
	size_t cap;
	int unread; /* the question was refused */
};

extern const char *const backgammon_sides[2];

/* Options read, or skipped; `a` keeps pointers into itself. */
enum vector_result backgammon_ask(struct asked *a, json_t *options, char *why, size_t cap);

enum vector_result backgammon_failed(struct asked *, const char *what, json_t *expected,
				     json_t *came);
enum vector_result backgammon_failed_text(struct asked *, const char *what, const char *text);

/* The question itself is refused, as a vector with an `error` demands. */
enum vector_result backgammon_refused(struct asked *, const char *what, const char *text);

/* Equal, or failed; takes `came`. */
enum vector_result backgammon_compare(struct asked *, const char *what, json_t *expected,
				      json_t *came);

/* The seat a member names, or 2. */
unsigned backgammon_seat(json_t *object, const char *member);
int backgammon_equal_sets(json_t *, json_t *);
int backgammon_dice(json_t *event, uint8_t faces[2]);
json_t *backgammon_men(const void *pos);
json_t *backgammon_cube(const void *pos);
int backgammon_over(const void *pos, unsigned *winner);
int backgammon_decides(const void *pos, unsigned seat);
json_t *backgammon_step_text(const void *pos, unsigned seat, tablas_move);

/* Plays a decision of one word; -1 if it is not legal now. */
int backgammon_say(void *pos, unsigned seat, const char *word, struct tablas_events *);

/* The payments among these events, in money, as the vectors write them. */
json_t *backgammon_payments(const struct tablas_events *, json_int_t stake);

/* The plugin's position with these men and this state of the turn; -1 if not read. */
int backgammon_place(struct asked *, json_t *position, const char *state, void *pos);

/* The winner's last man is borne off; `cube` is a part of the position's text. */
enum vector_result backgammon_bear_off(struct asked *, json_t *position, unsigned winner,
				       const char *cube, unsigned char *pos,
				       struct tablas_events *);

enum vector_result backgammon_vector_cube(struct asked *, json_t *request, json_t *expect);
enum vector_result backgammon_vector_answer(struct asked *, json_t *request, json_t *expect);
enum vector_result backgammon_vector_opening_cube(struct asked *, json_t *request,
						  json_t *expect);
enum vector_result backgammon_vector_ledger(struct asked *, json_t *request, json_t *expect);
enum vector_result backgammon_record(json_t *events, char *why, size_t cap);

#endif
