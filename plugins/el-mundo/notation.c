/*
 * notation.c - a position in one line.
 *
 *   Sp4*2,Sp6/Su5,hand/-/Wi1,off*3 offer:G:R 2+G,4,6 17 ....
 *
 * Five words: the pieces of the four seats; whose turn it is and what is
 * awaited; the dice, with who has used one ("+G") or "x" for a lost one; the
 * throws so far; and how each seat stands: "." plays on, "1" finished first,
 * "a" left first.  Pieces that are named nowhere do not exist, so a study may
 * use a few.
 *
 * Reading is lenient inside and strict at the end: a line is taken only if the
 * position passes the audit and is written the same way again.
 */
#include "plugins/el-mundo/mundo.h"

#include <stdio.h>

const char mundo_notation_initial[MUNDO_SEATS + 1] = "GRBW";

static const char *const phase_word[] = {
	[MUNDO_OPENING] = "opening", [MUNDO_AGAIN] = "again", [MUNDO_PLACE] = "place",
	[MUNDO_ENTER] = "enter",     [MUNDO_THROW] = "throw", [MUNDO_PLAY] = "play",
	[MUNDO_OVER] = "over"};

static const char season[MUNDO_SEATS][3] = {"Sp", "Su", "Au", "Wi"};

/* ---- writing ---------------------------------------------------------------------- */

struct line {
	char text[TABLAS_TEXT_MAX];
	size_t n;
};

static void put_text(struct line *l, const char *text)
{
	size_t n = strlen(text);

	if (l->n + n < sizeof l->text) {
		memcpy(l->text + l->n, text, n + 1);
		l->n += n;
	}
}

static void put_char(struct line *l, char c)
{
	char text[2] = {c, '\0'};

	put_text(l, text);
}

static void put_number(struct line *l, uint32_t number)
{
	char text[12];

	snprintf(text, sizeof text, "%lu", (unsigned long)number);
	put_text(l, text);
}

static void put_pieces(struct line *l, const char *place, unsigned count, int *any)
{
	if (count == 0)
		return;
	if (*any)
		put_char(l, ',');
	*any = 1;
	put_text(l, place);
	if (count > 1) {
		put_char(l, '*');
		put_number(l, count);
	}
}

static void put_seat(struct line *l, const struct mundo *w, unsigned seat)
{
	int any = 0;

	for (unsigned s = 0; s < MUNDO_SLOTS; s++) {
		char name[4] = {season[s / 6][0], season[s / 6][1], (char)('1' + s % 6), '\0'};

		if (mundo_owner(w, s) == seat)
			put_pieces(l, name, mundo_count(w, s), &any);
	}
	put_pieces(l, "hand", w->hand[seat], &any);
	put_pieces(l, "off", w->off[seat], &any);
	put_pieces(l, "gone", w->gone[seat], &any);
	if (!any)
		put_char(l, '-');
}

static void put_seat_initial(struct line *l, unsigned seat)
{
	put_char(l, ':');
	put_char(l, seat < MUNDO_SEATS ? mundo_notation_initial[seat] : '?');
}

static void put_phase(struct line *l, const struct mundo *w)
{
	if (w->phase == MUNDO_PLAY && w->offer != MUNDO_OWN)
		put_text(l, w->offer == MUNDO_OFFERED ? "offer" : "return");
	else
		put_text(l, phase_word[w->phase]);
	if (w->phase == MUNDO_OPENING || w->phase == MUNDO_AGAIN) {
		put_char(l, ':');
		for (unsigned seat = 0; seat < MUNDO_SEATS; seat++)
			if (w->rolling >> seat & 1)
				put_char(l, mundo_notation_initial[seat]);
	}
	if (w->turn != TABLAS_NOBODY)
		put_seat_initial(l, w->turn);
	if (w->phase == MUNDO_PLACE)
		put_seat_initial(l, w->first);
	if (w->phase == MUNDO_PLAY && w->offer == MUNDO_OFFERED)
		put_seat_initial(l, w->asked);
	if (w->struck)
		put_char(l, '!');
	if (w->shut)
		put_char(l, '#');
}

static void put_dice(struct line *l, const struct mundo *w)
{
	if (w->die[0] == 0)
		put_char(l, '-');
	for (unsigned i = 0; i < MUNDO_DICE && w->die[i] != 0; i++) {
		if (i > 0)
			put_char(l, ',');
		put_number(l, w->die[i]);
		if (w->die_state[i] == TABLAS_DIE_LOST)
			put_char(l, 'x');
		if (w->die_state[i] == TABLAS_DIE_USED) {
			put_char(l, '+');
			put_char(l, mundo_notation_initial[w->die_seat[i]]);
		}
	}
}

static char standing_char(uint8_t standing)
{
	if (standing == 0)
		return '.';
	return (standing >= MUNDO_LEFT ? "?abcd" : "?1234")[standing & 15u];
}

static void write_line(const struct mundo *w, struct line *l)
{
	l->n = 0;
	for (unsigned seat = 0; seat < MUNDO_SEATS; seat++) {
		if (seat > 0)
			put_char(l, '/');
		put_seat(l, w, seat);
	}
	put_char(l, ' ');
	put_phase(l, w);
	put_char(l, ' ');
	put_dice(l, w);
	put_char(l, ' ');
	put_number(l, mundo_get(w->turns));
	put_char(l, ' ');
	for (unsigned seat = 0; seat < MUNDO_SEATS; seat++)
		put_char(l, standing_char(w->standing[seat]));
}

size_t mundo_notation_write(const void *pos, char *out, size_t cap)
{
	struct line l;

	write_line(pos, &l);
	if (cap > 0) {
		size_t n = l.n < cap ? l.n : cap - 1;

		memcpy(out, l.text, n);
		out[n] = '\0';
	}
	return l.n;
}

/* ---- reading ---------------------------------------------------------------------- */

static int take_char(const char **text, char c)
{
	if (**text != c)
		return 0;
	(*text)++;
	return 1;
}

static int take_word(const char **text, const char *word)
{
	size_t n = strlen(word);

	if (strncmp(*text, word, n) != 0)
		return 0;
	*text += n;
	return 1;
}

static int take_number(const char **text, uint32_t *number)
{
	uint32_t v = 0;
	unsigned digits = 0;

	for (; **text >= '0' && **text <= '9'; (*text)++) {
		if (++digits > 9)
			return 0;
		v = 10 * v + (uint32_t)(**text - '0');
	}
	*number = v;
	return digits > 0;
}

static int take_initial(const char **text, uint8_t *seat)
{
	for (unsigned i = 0; i < MUNDO_SEATS; i++) {
		if (take_char(text, mundo_notation_initial[i])) {
			*seat = (uint8_t)i;
			return 1;
		}
	}
	return 0;
}

static int take_slot(const char **text, unsigned *slot)
{
	for (unsigned q = 0; q < MUNDO_SEATS; q++) {
		if (!take_word(text, season[q]))
			continue;
		if (**text < '1' || **text > '6')
			return 0;
		*slot = 6 * q + (unsigned)(*(*text)++ - '1');
		return 1;
	}
	return 0;
}

static int take_pieces(const char **text, struct mundo *w, unsigned seat)
{
	uint8_t *tray = NULL;
	unsigned slot = 0;
	uint32_t count = 1;

	if (take_word(text, "hand"))
		tray = &w->hand[seat];
	else if (take_word(text, "off"))
		tray = &w->off[seat];
	else if (take_word(text, "gone"))
		tray = &w->gone[seat];
	else if (!take_slot(text, &slot))
		return 0;
	if (take_char(text, '*') && !take_number(text, &count))
		return 0;
	if (count < 1 || count > MUNDO_PIECES)
		return 0;
	if (tray ? *tray != 0 : w->slot[slot] != 0)
		return 0;
	if (tray)
		*tray = (uint8_t)count;
	else
		w->slot[slot] = (uint8_t)((seat + 1) << 4 | count);
	return 1;
}

static int take_board(const char **text, struct mundo *w)
{
	for (unsigned seat = 0; seat < MUNDO_SEATS; seat++) {
		if (seat > 0 && !take_char(text, '/'))
			return 0;
		if (take_char(text, '-'))
			continue;
		do
			if (!take_pieces(text, w, seat))
				return 0;
		while (take_char(text, ','));
	}
	return 1;
}

static int take_rolling(const char **text, struct mundo *w)
{
	uint8_t seat;

	if (!take_char(text, ':'))
		return 0;
	while (take_initial(text, &seat))
		w->rolling |= (uint8_t)(1u << seat);
	w->turn = w->asked = TABLAS_NOBODY;
	return 1;
}

static int take_phase_word(const char **text, struct mundo *w)
{
	w->phase = MUNDO_PLAY;
	w->offer = MUNDO_OFFERED;
	if (take_word(text, "offer"))
		return 1;
	w->offer = MUNDO_RETURNED;
	if (take_word(text, "return"))
		return 1;
	w->offer = MUNDO_OWN;
	for (w->phase = 0; w->phase <= MUNDO_OVER; w->phase++)
		if (take_word(text, phase_word[w->phase]))
			return 1;
	return 0;
}

static int take_phase(const char **text, struct mundo *w)
{
	if (!take_phase_word(text, w))
		return 0;
	w->turn = w->asked = TABLAS_NOBODY;
	if (w->phase == MUNDO_OVER)
		return 1;
	if (w->phase == MUNDO_OPENING || w->phase == MUNDO_AGAIN)
		return take_rolling(text, w);
	if (!take_char(text, ':') || !take_initial(text, &w->turn))
		return 0;
	w->asked = w->turn;
	if (w->phase == MUNDO_PLACE && !(take_char(text, ':') && take_initial(text, &w->first)))
		return 0;
	if (w->phase == MUNDO_PLAY && w->offer == MUNDO_OFFERED &&
	    !(take_char(text, ':') && take_initial(text, &w->asked)))
		return 0;
	w->struck = (uint8_t)take_char(text, '!');
	w->shut = (uint8_t)take_char(text, '#');
	return 1;
}

static int take_dice(const char **text, struct mundo *w)
{
	unsigned i = 0;

	if (take_char(text, '-'))
		return 1;
	do {
		uint32_t face;

		if (i == MUNDO_DICE || !take_number(text, &face) || face < 1 || face > 7)
			return 0;
		w->die[i] = (uint8_t)face;
		w->die_seat[i] = w->asked;
		if (take_char(text, 'x')) {
			w->die_state[i] = TABLAS_DIE_LOST;
			w->die_seat[i] = w->turn;
		} else if (take_char(text, '+')) {
			w->die_state[i] = TABLAS_DIE_USED;
			if (!take_initial(text, &w->die_seat[i]))
				return 0;
		}
		i++;
	} while (take_char(text, ','));
	return 1;
}

static int take_standings(const char **text, struct mundo *w)
{
	for (unsigned seat = 0; seat < MUNDO_SEATS; seat++, (*text)++) {
		char c = **text;

		if (c >= '1' && c <= '4')
			w->standing[seat] = (uint8_t)(c - '0');
		else if (c >= 'a' && c <= 'd')
			w->standing[seat] = (uint8_t)(MUNDO_LEFT + 1 + (unsigned)(c - 'a'));
		else if (c != '.')
			return 0;
	}
	return 1;
}

static int take_line(const char *text, struct mundo *w)
{
	uint32_t turns;

	if (!take_board(&text, w) || !take_char(&text, ' ') || !take_phase(&text, w) ||
	    !take_char(&text, ' ') || !take_dice(&text, w) || !take_char(&text, ' ') ||
	    !take_number(&text, &turns) || !take_char(&text, ' ') || !take_standings(&text, w))
		return 0;
	mundo_put(w->turns, turns);
	return *text == '\0';
}

int mundo_notation_read(const struct tablas_setup *setup, const char *text, void *pos)
{
	struct mundo w, fresh;
	struct line l;

	memset(&w, 0, sizeof w);
	mundo_init(setup, &fresh);
	memcpy(w.turn_limit, fresh.turn_limit, sizeof w - offsetof(struct mundo, turn_limit));
	if (!take_line(text, &w) || mundo_audit(&w) != NULL)
		return -1;
	write_line(&w, &l);
	if (strcmp(l.text, text) != 0)
		return -1;
	memcpy(pos, &w, sizeof w);
	return 0;
}
