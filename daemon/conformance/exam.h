/*
 * exam.h - one random game under examination; private to conformance/.
 *
 * Functions here return 0, or -1 once a promise was broken: exam_broke() has
 * then written down which, and every caller just hands the -1 up.
 */
#ifndef DAEMON_CONFORMANCE_EXAM_H
#define DAEMON_CONFORMANCE_EXAM_H

#include "daemon/conformance/chance.h"
#include "daemon/conformance/conformance.h"
#include "daemon/conformance/guard.h"

#include <stdio.h>

/* How many pieces of each seat stand on each place. */
struct sight {
	int32_t *count; /* [place * seats + seat] */
	int64_t sum[TABLAS_SEATS_MAX];
};

struct exam {
	const struct conformance *c;
	const struct tablas_plugin *p;
	struct conformance_report *r;
	struct chance chance;
	bool astray; /* begun from a mutated text: what went before is unknown */

	struct tablas_setup setup;
	int32_t options[OPTIONS_MAX];
	unsigned seats;
	size_t places;

	/* The position, and another of its size for every way of comparing. */
	struct guard pos, twin, shadow, back;
	struct guard moves[TABLAS_SEATS_MAX], some; /* legal(), by seat; and with less room */
	struct guard pieces, text, drawing, events[2];

	/* What examine_position() last found. */
	struct tablas_wait wait;
	size_t legal[TABLAS_SEATS_MAX];
	struct sight sight, past;
	char notation[TABLAS_TEXT_MAX], old_notation[TABLAS_TEXT_MAX];

	/* The course of the game. */
	uint32_t plies;
	unsigned steps; /* moves in the present decision, so far */
	uint16_t left, finished;
	uint8_t rank[TABLAS_SEATS_MAX];
	int64_t pot, paid[TABLAS_SEATS_MAX], bound[TABLAS_SEATS_MAX];
	FILE *journal;
	char *journal_text;
	size_t journal_size;

	struct exam *stray; /* for what mutated texts lead to; NULL in a stray */
};

void exam_init(struct exam *, const struct conformance *, struct conformance_report *);
void exam_fini(struct exam *);

/* A new game: seats, options and match drawn, position laid and examined. */
int exam_begin(struct exam *, uint32_t number);
/* A game that goes on from a position of `from`, which nobody vouches for. */
int exam_stray(struct exam *, const struct exam *from, const void *pos, const char *text);

/* Draws the setup of a numbered game. */
void exam_draw_setup(const struct conformance *, struct chance *, struct tablas_setup *,
		     int32_t options[OPTIONS_MAX]);

__attribute__((format(printf, 3, 4))) int exam_broke(struct exam *, enum promise,
						     const char *fmt, ...);
__attribute__((format(printf, 2, 3))) void exam_note(struct exam *, const char *fmt, ...);

static inline const tablas_move *exam_moves(const struct exam *e, unsigned seat)
{
	return (const tablas_move *)(const void *)e->moves[seat].at;
}

static inline bool exam_lists(const struct exam *e, unsigned seat, tablas_move m)
{
	for (size_t i = 0; i < e->legal[seat]; i++)
		if (exam_moves(e, seat)[i] == m)
			return true;
	return false;
}

/* -1 and CONST broken if `function` changed the position. */
int exam_untouched(struct exam *, const char *function);

/* examine.c: everything that can be asked of a position as it is. */
int examine_position(struct exam *);
/* looks.c: what is for people: the view, drawings, other notations. */
int looks_view(struct exam *);
int looks_rest(struct exam *);
bool looks_printable(const char *, size_t n);
/* events.c: what one roll or move told, against what it did. */
int events_judge(struct exam *, const struct tablas_wait *before, const struct tablas_event *,
		 size_t n, bool pieces_stay);
int events_equal(const struct tablas_event *, const struct tablas_event *, size_t n);
int events_whole(struct exam *, const struct tablas_event *, size_t n, bool leaving);
/* step.c: one roll, move, leave or resignation. */
int step_on(struct exam *);
int step_leave(struct exam *);
int step_resign(struct exam *);
bool step_goes_on(const struct tablas_wait *before, const struct tablas_wait *after,
		  const struct tablas_event *, size_t n);
/* hostile.c: texts nobody should accept. */
int hostile_position(struct exam *);
int hostile_foreign(struct exam *);
int hostile_move(struct exam *);
/* plays.c: plays() against stepping. */
int plays_agree(struct exam *);
/* together.c: games side by side. */
int together_run(struct exam *, uint32_t number);

#endif
