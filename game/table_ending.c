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
	/* An offer was answered: of a draw, or of a resignation. */
	if (t->ending == ENDING_AGREEMENT && has_one_winner(t))
		t->ending = ENDING_RESIGNATION;
}

bool table_counts(unsigned state, uint64_t decisions)
{
	return state == TABLE_OVER && decisions >= TABLE_EARLY;
}

/* ---- as the book keeps it ---------------------------------------------------------------- */

#define ENDING_BITS 4
#define LEFT_BITS 3
#define LEFT_AT(seat) (ENDING_BITS + LEFT_BITS * (seat))

unsigned marks_ending(uint64_t marks)
{
	return marks & ((1u << ENDING_BITS) - 1);
}

unsigned marks_left_by(uint64_t marks, unsigned seat)
{
	return marks >> LEFT_AT(seat) & ((1u << LEFT_BITS) - 1);
}

uint64_t table_marks(const struct table *t)
{
	uint64_t marks = t->ending;

	for (unsigned i = 0; i < t->seats; i++)
		marks |= (uint64_t)t->left_by[i] << LEFT_AT(i);
	return marks;
}

void table_mark(struct table *t, uint64_t marks)
{
	t->ending = (uint8_t)marks_ending(marks);
	for (unsigned i = 0; i < t->seats; i++)
		t->left_by[i] = (uint8_t)marks_left_by(marks, i);
}
