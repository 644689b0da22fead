/*
 * notation.c - a position in one line.
 *
 *   white 1:2 5:1 hand:2 / black 2:2 3:2 / white to move 3+41 / last black
 *
 * The men of both sides by White's numbers; what is awaited, with the dice as
 * thrown ("+" behind a used one, "x" behind one that is lost); and who last
 * moved a man with a die, which decides a deadlock.  Men that are named nowhere
 * do not exist, so a study may use a few.
 *
 * Reading is lenient inside and strict at the end: a line is taken only if the
 * position passes the audit and is written the same way again.
 */
#include "plugins/quinze-tablas/quinze.h"

#include <stdio.h>

static const char *const side[] = {"white", "black"};

static const char *const asks[] = {[QUINZE_ENTER] = " to enter",
				   [QUINZE_THROW] = " to throw",
				   [QUINZE_PLAY] = " to move "};

/* ---- writing --------------------------------------------------------------------- */

struct line {
	char *out;
	size_t cap, n;
};

static void put_char(struct line *l, char c)
{
	if (l->n + 1 < l->cap)
		l->out[l->n] = c;
	l->n++;
}

static void put(struct line *l, const char *text)
{
	while (*text)
		put_char(l, *text++);
}

static void put_men(struct line *l, const char *place, unsigned count)
{
	char text[32];

	if (count == 0)
		return;
	snprintf(text, sizeof text, " %s:%u", place, count);
	put(l, text);
}

static void put_side(struct line *l, const struct quinze *q, unsigned seat)
{
	char number[12];

	put(l, side[seat]);
	for (unsigned x = 1; x <= q->points; x++) {
		snprintf(number, sizeof number, "%u", x);
		put_men(l, number, quinze_count(q, seat, x));
	}
	put_men(l, "hand", q->hand[seat]);
	put_men(l, "off", q->off[seat]);
	put_men(l, "gone", q->gone[seat]);
	put(l, " / ");
}

static void put_state(struct line *l, const struct quinze *q)
{
	if (q->phase == QUINZE_OPENING) {
		put(l, "opening");
	} else if (q->phase == QUINZE_OVER) {
		put(l, q->winner < 2 ? side[q->winner] : "nobody");
		put(l, " won by ");
		put(l, quinze_ending_word[q->end]);
	} else {
		put(l, side[q->turn]);
		put(l, asks[q->phase]);
	}
	for (unsigned i = 0; i < QUINZE_DICE && q->die[i]; i++) {
		put_char(l, (char)('0' + q->die[i]));
		if (q->die_state[i] != TABLAS_DIE_UNUSED)
			put_char(l, q->die_state[i] == TABLAS_DIE_USED ? '+' : 'x');
	}
}

size_t quinze_notation_write(const void *pos, char *out, size_t cap)
{
	const struct quinze *q = pos;
	struct line l = {out, cap, 0};

	put_side(&l, q, 0);
	put_side(&l, q, 1);
	put_state(&l, q);
	if (q->mover < 2) {
		put(&l, " / last ");
		put(&l, side[q->mover]);
	}
	if (cap > 0)
		out[l.n < cap ? l.n : cap - 1] = '\0';
	return l.n;
}

/* ---- reading --------------------------------------------------------------------- */

static int take(const char **text, const char *word)
{
	size_t n = strlen(word);

	if (strncmp(*text, word, n) != 0)
		return 0;
	*text += n;
	return 1;
}

/* A number of at most two digits. */
static int take_number(const char **text, unsigned *out)
{
	unsigned n = 0, digits = 0;

	for (; **text >= '0' && **text <= '9' && digits < 2; (*text)++, digits++)
		n = n * 10 + (unsigned)(**text - '0');
	*out = n;
	return digits > 0;
}

static int take_side(const char **text, uint8_t *seat)
{
	*seat = 0;
	if (take(text, side[0]))
		return 1;
	*seat = 1;
	return take(text, side[1]);
}

static int take_men(const char **text, struct quinze *q, unsigned seat)
{
	unsigned x = 0, n;

	if (!take(text, side[seat]))
		return 0;
	while (!take(text, " / ")) {
		uint8_t *tray = NULL;

		if (!take(text, " "))
			return 0;
		if (take(text, "hand"))
			tray = &q->hand[seat];
		else if (take(text, "off"))
			tray = &q->off[seat];
		else if (take(text, "gone"))
			tray = &q->gone[seat];
		else if (!take_number(text, &x) || x < 1 || x > q->points || q->men[x])
			return 0;
		if (!take(text, ":") || !take_number(text, &n) || n < 1 || n > q->all)
			return 0;
		if (tray)
			*tray = (uint8_t)n;
		else
			q->men[x] = (int8_t)(seat ? -(int)n : (int)n);
	}
	return 1;
}

static int take_dice(const char **text, struct quinze *q)
{
	for (unsigned i = 0; i < QUINZE_DICE; i++) {
		if (**text < '1' || **text > '9')
			return 0;
		q->die[i] = (uint8_t)(*(*text)++ - '0');
		if (take(text, "+"))
			q->die_state[i] = TABLAS_DIE_USED;
		else if (take(text, "x"))
			q->die_state[i] = TABLAS_DIE_LOST;
	}
	return 1;
}

static int take_result(const char **text, struct quinze *q)
{
	q->phase = QUINZE_OVER;
	for (uint8_t end = QUINZE_FINISH; end < QUINZE_ENDS; end++)
		if (take(text, quinze_ending_word[end])) {
			q->end = end;
			return 1;
		}
	return 0;
}

static int take_state(const char **text, struct quinze *q)
{
	uint8_t seat;

	if (take(text, "opening"))
		return 1;
	if (take(text, "nobody won by "))
		return take_result(text, q);
	if (!take_side(text, &seat))
		return 0;
	if (take(text, " won by ")) {
		q->winner = seat;
		return take_result(text, q);
	}
	q->turn = seat;
	for (uint8_t phase = QUINZE_ENTER; phase <= QUINZE_PLAY; phase++)
		if (take(text, asks[phase])) {
			q->phase = phase;
			return phase != QUINZE_PLAY || take_dice(text, q);
		}
	return 0;
}

int quinze_notation_read(const struct tablas_setup *setup, unsigned quarter, const char *text,
			 void *pos)
{
	struct quinze q;
	char again[TABLAS_TEXT_MAX];
	const char *t = text;

	quinze_options_init(setup, quarter, &q);
	memset(q.men, 0, sizeof q.men);
	if (!take_men(&t, &q, 0) || !take_men(&t, &q, 1) || !take_state(&t, &q))
		return -1;
	if (take(&t, " / last ") && !take_side(&t, &q.mover))
		return -1;
	if (*t || quinze_audit(&q))
		return -1;
	if (quinze_notation_write(&q, again, sizeof again) >= sizeof again ||
	    strcmp(again, text) != 0)
		return -1;
	memcpy(pos, &q, sizeof q);
	return 0;
}
