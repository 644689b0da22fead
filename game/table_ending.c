/*
 * table_ending.c - why a game is over, and why a seat has left it.
 *
 * How a game ended (the ranks, the note) is the ruleset's to say; why it did is
 * seen here, where the facts pass: nobody's game is called lost on time because
 * another seat's time ran out long before, and whether a game counts is told
 * apart from both.
 */
#include "game/table_inside.h"

#include <string.h>

static const char *const words[ENDING_COUNT] = {
#define X(name, word, what) [ENDING_##name] = word,
	ENDINGS(X)
#undef X
};

const char *table_ending_word(unsigned ending)
{
	return ending < ENDING_COUNT ? words[ending] : NULL;
}

static bool has_one_winner(const struct table *t)
{
	unsigned firsts = 0;

	for (unsigned i = 0; i < t->seats; i++)
		firsts += t->outcome.rank[i] == 1;
	return firsts == 1;
}

static enum ending why_left(const struct fact *f)
{
	if (f->kind == FACT_RESIGNED)
		return ENDING_RESIGNATION;
	if (strcmp(f->text, TABLE_TIMEOUT) == 0)
		return ENDING_TIMEOUT;
	return strcmp(f->text, TABLE_INSOLVENT) == 0 ? ENDING_INSOLVENCY : ENDING_REMOVAL;
}

/* Of a decision the cause is known already: apply_decided() saw the question. */
void table_inside_note_cause(struct table *t, const struct fact *f)
{
	if (f->kind != FACT_RESIGNED && f->kind != FACT_LEFT) {
		if (f->kind == FACT_ROLLED)
			t->cause = ENDING_NORMAL;
		return;
	}
	t->cause = (uint8_t)why_left(f);
	for (unsigned i = 0; i < t->seats; i++)
		if (t->status[i] == SEAT_LEFT && !t->left_by[i])
			t->left_by[i] = t->cause;
}

void table_inside_note_end(struct table *t)
{
	t->ending = t->cause ? t->cause : ENDING_NORMAL;
	if (table_inside_is_drawn(t)) {
		t->ending = ENDING_AGREEMENT;
		return;
	}
	/* An offer was answered: of a draw, or of a resignation. */
	if (t->ending == ENDING_AGREEMENT && has_one_winner(t))
		t->ending = ENDING_RESIGNATION;
}

bool table_counts(unsigned state, uint64_t decisions)
{
	return state == TABLE_OVER && decisions >= TABLE_EARLY;
}

/* ---- as the book keeps it ---------------------------------------------------------------- */

/*
 * From the lowest bit: why it ended; of each seat why it left, or its rank if it has
 * finished; what may be taken back; what is decided again; whether there is more; whether it is paused.
 */
#define FIELD_BITS 4
#define FIELD(at) (FIELD_BITS * (at))
#define TAKEABLE_AT FIELD(1 + TABLAS_SEATS_MAX)
#define AGAIN_AT (TAKEABLE_AT + TABLAS_SEATS_MAX)
#define CONSENT_AT (AGAIN_AT + TABLAS_SEATS_MAX)
#define PAUSED_AT (CONSENT_AT + 1)

static unsigned field(uint64_t marks, unsigned at)
{
	return marks >> FIELD(at) & ((1u << FIELD_BITS) - 1);
}

unsigned marks_ending(uint64_t marks)
{
	return field(marks, 0);
}

unsigned marks_left_by(uint64_t marks, unsigned seat)
{
	return field(marks, 1 + seat);
}

bool marks_has_consent(uint64_t marks)
{
	return marks >> CONSENT_AT & 1;
}

bool marks_is_paused(uint64_t marks)
{
	return marks >> PAUSED_AT & 1;
}

uint64_t table_marks(const struct table *t)
{
	uint64_t marks = t->ending;

	for (unsigned i = 0; i < t->seats; i++) {
		uint64_t seat = t->status[i] == SEAT_LEFT ? t->left_by[i] : t->rank_of[i];

		marks |= seat << FIELD(1 + i);
	}
	marks |= (uint64_t)t->takeable << TAKEABLE_AT | (uint64_t)t->again << AGAIN_AT;
	marks |= (uint64_t)(t->consent.until != 0) << PAUSED_AT;
	return marks | (uint64_t)!consent_is_empty(&t->consent) << CONSENT_AT;
}

void table_mark(struct table *t, uint64_t marks)
{
	t->ending = (uint8_t)marks_ending(marks);
	for (unsigned i = 0; i < t->seats; i++) {
		uint8_t *seat = t->status[i] == SEAT_LEFT ? &t->left_by[i] : &t->rank_of[i];

		*seat = (uint8_t)field(marks, 1 + i);
	}
	t->takeable = (uint8_t)(marks >> TAKEABLE_AT);
	t->again = (uint8_t)(marks >> AGAIN_AT);
}

/* A game of an older book may not say the one or the other, but says nothing else. */
bool marks_agree(uint64_t here, uint64_t there)
{
	for (unsigned at = 0; at <= TABLAS_SEATS_MAX; at++)
		if (field(here, at) && field(here, at) != field(there, at))
			return false;
	return (here >> TAKEABLE_AT & ~(there >> TAKEABLE_AT)) == 0;
}
