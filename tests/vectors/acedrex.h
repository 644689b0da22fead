/*
 * acedrex.h - what the vectors and the complete games of Four-Seasons Chess share.
 */
#ifndef TESTS_VECTORS_ACEDREX_H
#define TESTS_VECTORS_ACEDREX_H

#include "tests/vectors/vectors.h"

extern const struct tablas_plugin tablas_plugin_acedrex;

#define ACEDREX	      (&tablas_plugin_acedrex)
#define ACEDREX_BYTES 2048 /* of a position; acedrex_ask() looks */
#define ACEDREX_MOVES 256
#define ACEDREX_SIDES 4u
#define ACEDREX_TRAYS 64 /* places before this one are squares */

extern const char *const acedrex_side[ACEDREX_SIDES]; /* "green" ... by seat */

struct acedrex_asked {
	int32_t options[VECTOR_OPTIONS_MAX];
	struct tablas_setup setup;
	json_t *said; /* the options, as far as they are the plugin's */
	json_int_t unit;
	char *why;
	size_t cap;
	int unread; /* the plugin refused the position */
};

/* A position, and what happened on the way to it. */
struct acedrex_table {
	_Alignas(16) unsigned char pos[ACEDREX_BYTES];
	struct tablas_event room[TABLAS_EVENTS_MAX];
	struct tablas_events ev;
};

/* Options into a setup; what else than VECTOR_PASSED comes is the answer. */
enum vector_result acedrex_ask(struct acedrex_asked *, json_t *options, char *why, size_t cap);
void acedrex_done(struct acedrex_asked *);
int acedrex_option(struct acedrex_asked *, const char *key, const char *value);

enum vector_result acedrex_failed(struct acedrex_asked *, const char *what, json_t *expected,
				  json_t *came);
enum vector_result acedrex_wrong(struct acedrex_asked *, const char *what, const char *text);
enum vector_result acedrex_unread(struct acedrex_asked *);

/* Equal but for what the vectors may leave out, and for the order of sets. */
int acedrex_same(json_t *expected, json_t *came);

unsigned acedrex_seat(json_t *colour); /* or ACEDREX_SIDES */

/* The vectors' position and purse (or NULL) into the plugin's notation. */
int acedrex_read(struct acedrex_asked *, json_t *position, json_t *purse, void *pos);

/* The plugin's position as the vectors write it. */
json_t *acedrex_position(struct acedrex_asked *, const void *pos);
json_t *acedrex_purse(struct acedrex_asked *, const void *pos, json_int_t mated);
json_t *acedrex_status(struct acedrex_asked *, const void *pos);

/* What happened: payments (not those of a draw, if so asked), and the rest. */
enum { ACEDREX_ALL, ACEDREX_BUT_DRAW, ACEDREX_DRAW };
json_t *acedrex_payments(struct acedrex_asked *, const struct acedrex_table *, int which);
json_t *acedrex_events(struct acedrex_asked *, const struct acedrex_table *);

/* Plays a move if it is legal; tells whether it was. */
int acedrex_play(struct acedrex_table *, const char *move);

enum vector_result acedrex_ledger(struct acedrex_asked *, json_t *request, json_t *expect);
enum vector_result acedrex_record(json_t *events, char *why, size_t cap);

#endif
