/*
 * notation.c - a position in one line, and why a line is none.
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
#include "plugins/flaw.h"
#include "plugins/line.h"

const char mundo_notation_initial[MUNDO_SEATS + 1] = "GRBW";

static const char *const phase_word[] = {
	[MUNDO_OPENING] = "opening", [MUNDO_AGAIN] = "again", [MUNDO_PLACE] = "place",
	[MUNDO_ENTER] = "enter",     [MUNDO_THROW] = "throw", [MUNDO_PLAY] = "play",
	[MUNDO_OVER] = "over"};

static const char season[MUNDO_SEATS][3] = {"Sp", "Su", "Au", "Wi"};

/* ---- writing ---------------------------------------------------------------------- */

static void put_pieces(struct line *l, const char *place, unsigned count, int *any)
{
	if (count == 0)
		return;
	if (*any)
		line_char(l, ',');
	*any = 1;
	line_text(l, place);
	if (count > 1) {
		line_char(l, '*');
		line_number(l, count);
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
		line_char(l, '-');
}

static void put_seat_initial(struct line *l, unsigned seat)
{
	line_char(l, ':');
	line_char(l, seat < MUNDO_SEATS ? mundo_notation_initial[seat] : '?');
}

static void put_phase(struct line *l, const struct mundo *w)
{
	if (w->phase == MUNDO_PLAY && w->offer != MUNDO_OWN)
		line_text(l, w->offer == MUNDO_OFFERED ? "offer" : "return");
	else
		line_text(l, phase_word[w->phase]);
	if (w->phase == MUNDO_OPENING || w->phase == MUNDO_AGAIN) {
		line_char(l, ':');
		for (unsigned seat = 0; seat < MUNDO_SEATS; seat++)
			if (w->rolling >> seat & 1)
				line_char(l, mundo_notation_initial[seat]);
	}
	if (w->turn != TABLAS_NOBODY)
		put_seat_initial(l, w->turn);
	if (w->phase == MUNDO_PLACE)
		put_seat_initial(l, w->first);
	if (w->phase == MUNDO_PLAY && w->offer == MUNDO_OFFERED)
		put_seat_initial(l, w->asked);
	if (w->struck)
		line_char(l, '!');
	if (w->shut)
		line_char(l, '#');
}

static void put_dice(struct line *l, const struct mundo *w)
{
	if (w->die[0] == 0)
		line_char(l, '-');
	for (unsigned i = 0; i < MUNDO_DICE && w->die[i] != 0; i++) {
		if (i > 0)
			line_char(l, ',');
		line_number(l, w->die[i]);
		if (w->die_state[i] == TABLAS_DIE_LOST)
			line_char(l, 'x');
		if (w->die_state[i] == TABLAS_DIE_USED) {
			line_char(l, '+');
			line_char(l, mundo_notation_initial[w->die_seat[i]]);
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
			line_char(l, '/');
		put_seat(l, w, seat);
	}
	line_char(l, ' ');
	put_phase(l, w);
	line_char(l, ' ');
	put_dice(l, w);
	line_char(l, ' ');
	line_number(l, mundo_get(w->turns));
	line_char(l, ' ');
	for (unsigned seat = 0; seat < MUNDO_SEATS; seat++)
		line_char(l, standing_char(w->standing[seat]));
}

size_t mundo_notation_write(const void *pos, char *out, size_t cap)
{
	struct line l;

	write_line(pos, &l);
	return line_out(&l, out, cap);
}

/* ---- reading ---------------------------------------------------------------------- */

struct reader {
	const char *at;
	struct flaw *flaw;
	struct mundo w;
};

static const char *const name[MUNDO_SEATS] = {"green", "red", "black", "white"};

static int fail(struct reader *r, const char *sentence)
{
	return flaw_at(r->flaw, r->at, sentence);
}

/* The blank between two of the five words. */
static int take_blank(struct reader *r)
{
	return line_take_char(&r->at, ' ') ? 1 : fail(r, "here comes a blank and the next of five words");
}

static int take_number(struct reader *r, uint32_t *number)
{
	uint32_t v = 0;
	unsigned digits = 0;

	for (; *r->at >= '0' && *r->at <= '9'; r->at++) {
		if (++digits > 9)
			return 0;
		v = 10 * v + (uint32_t)(*r->at - '0');
	}
	*number = v;
	return digits > 0;
}

static int take_initial(struct reader *r, uint8_t *seat)
{
	for (unsigned i = 0; i < MUNDO_SEATS; i++) {
		if (line_take_char(&r->at, mundo_notation_initial[i])) {
			*seat = (uint8_t)i;
			return 1;
		}
	}
	return 0;
}

/* A seat after a colon. */
static int take_seat(struct reader *r, uint8_t *seat)
{
	return line_take_char(&r->at, ':') && take_initial(r, seat)
		       ? 1
		       : fail(r, "here come a colon and a seat: G, R, B or W");
}

static int take_slot(struct reader *r, unsigned *slot)
{
	for (unsigned q = 0; q < MUNDO_SEATS; q++) {
		if (!line_take(&r->at, season[q]))
			continue;
		if (*r->at < '1' || *r->at > '6')
			return 0;
		*slot = 6 * q + (unsigned)(*r->at++ - '1');
		return 1;
	}
	return 0;
}

static int put_on_slot(struct reader *r, const char *begin, unsigned seat, unsigned slot,
		       uint32_t count)
{
	unsigned who = mundo_owner(&r->w, slot);

	if (who != TABLAS_NOBODY)
		return flaw_at(r->flaw, begin,
			       who == seat ? "this slot is told of twice"
					   : "pieces of two colours stand on this slot");
	if (mundo_relative(seat, slot) >= MUNDO_REACH)
		return flaw_by(r->flaw, begin, name[seat],
			       "has no piece in the quarter before its own start");
	r->w.slot[slot] = (uint8_t)((seat + 1) << 4 | count);
	return 1;
}

/* One place with its pieces; `all` counts those of the seat. */
static int take_pieces(struct reader *r, unsigned seat, uint32_t *all)
{
	const char *begin = r->at;
	uint8_t *tray = NULL;
	unsigned slot = 0;
	uint32_t count = 1;

	if (line_take(&r->at, "hand"))
		tray = &r->w.hand[seat];
	else if (line_take(&r->at, "off"))
		tray = &r->w.off[seat];
	else if (line_take(&r->at, "gone"))
		tray = &r->w.gone[seat];
	else if (!take_slot(r, &slot))
		return flaw_at(r->flaw, begin,
			       "here comes a slot such as Sp1 or Wi6 (seasons Sp, Su, Au, Wi; "
			       "numbers 1 to 6), hand, off or gone");
	if (line_take_char(&r->at, '*') && (!take_number(r, &count) || count < 1))
		return fail(r, "behind * comes how many pieces stand there");
	if (count > MUNDO_PIECES || (*all += count) > MUNDO_PIECES)
		return flaw_by(r->flaw, begin, name[seat], "has more than twelve pieces");
	if (!tray)
		return put_on_slot(r, begin, seat, slot, count);
	if (*tray)
		return flaw_at(r->flaw, begin, "this place is told of twice");
	*tray = (uint8_t)count;
	return 1;
}

static int take_board(struct reader *r)
{
	for (unsigned seat = 0; seat < MUNDO_SEATS; seat++) {
		uint32_t all = 0;

		if (seat > 0 && !line_take_char(&r->at, '/'))
			return fail(r, "here comes a comma and the next place, or / and the next "
				       "seat: four seats are told of");
		if (line_take_char(&r->at, '-'))
			continue;
		do
			if (!take_pieces(r, seat, &all))
				return 0;
		while (line_take_char(&r->at, ','));
	}
	return 1;
}

static int take_rolling(struct reader *r)
{
	uint8_t seat;

	if (!line_take_char(&r->at, ':'))
		return fail(r, "here come a colon and the seats that throw, of GRBW");
	while (take_initial(r, &seat))
		r->w.rolling |= (uint8_t)(1u << seat);
	return 1;
}

static int take_phase_word(struct reader *r)
{
	r->w.phase = MUNDO_PLAY;
	r->w.offer = MUNDO_OFFERED;
	if (line_take(&r->at, "offer"))
		return 1;
	r->w.offer = MUNDO_RETURNED;
	if (line_take(&r->at, "return"))
		return 1;
	r->w.offer = MUNDO_OWN;
	for (r->w.phase = 0; r->w.phase <= MUNDO_OVER; r->w.phase++)
		if (line_take(&r->at, phase_word[r->w.phase]))
			return 1;
	return fail(r, "here comes what is awaited: opening, again, place, enter, throw, play, "
		       "offer, return or over");
}

static int take_phase(struct reader *r)
{
	struct mundo *w = &r->w;

	w->turn = w->asked = TABLAS_NOBODY;
	if (!take_phase_word(r))
		return 0;
	if (w->phase == MUNDO_OVER)
		return 1;
	if (w->phase == MUNDO_OPENING || w->phase == MUNDO_AGAIN)
		return take_rolling(r);
	if (!take_seat(r, &w->turn))
		return 0;
	w->asked = w->turn;
	if (w->phase == MUNDO_PLACE && !take_seat(r, &w->first))
		return 0;
	if (w->phase == MUNDO_PLAY && w->offer == MUNDO_OFFERED && !take_seat(r, &w->asked))
		return 0;
	w->struck = (uint8_t)line_take_char(&r->at, '!');
	w->shut = (uint8_t)line_take_char(&r->at, '#');
	return 1;
}

static int take_dice(struct reader *r)
{
	struct mundo *w = &r->w;
	unsigned i = 0;

	if (line_take_char(&r->at, '-'))
		return 1;
	do {
		const char *begin = r->at;
		uint32_t face;

		if (i == MUNDO_DICE)
			return fail(r, "three dice are thrown, and this is one more");
		if (!take_number(r, &face) || face < 1 || face > 7)
			return flaw_at(r->flaw, begin,
				       "here comes the face of a die, or - where none is thrown");
		w->die[i] = (uint8_t)face;
		w->die_seat[i] = w->asked;
		if (line_take_char(&r->at, 'x')) {
			w->die_state[i] = TABLAS_DIE_LOST;
			w->die_seat[i] = w->turn;
		} else if (line_take_char(&r->at, '+')) {
			w->die_state[i] = TABLAS_DIE_USED;
			if (!take_initial(r, &w->die_seat[i]))
				return fail(r, "behind + comes who used the die: G, R, B or W");
		}
		i++;
	} while (line_take_char(&r->at, ','));
	return 1;
}

static int take_turns(struct reader *r)
{
	const char *begin = r->at;
	uint32_t turns;

	if (!take_number(r, &turns))
		return flaw_at(r->flaw, begin, "here comes how many throws there were so far");
	mundo_put(r->w.turns, turns);
	return 1;
}

static int take_standings(struct reader *r)
{
	for (unsigned seat = 0; seat < MUNDO_SEATS; seat++, r->at++) {
		char c = *r->at;

		if (c >= '1' && c <= '4')
			r->w.standing[seat] = (uint8_t)(c - '0');
		else if (c >= 'a' && c <= 'd')
			r->w.standing[seat] = (uint8_t)(MUNDO_LEFT + 1 + (unsigned)(c - 'a'));
		else if (c != '.')
			return fail(r, "here comes how each seat stands: \".\" plays on, 1 to 4 "
				       "finished, a to d left");
	}
	return *r->at ? fail(r, "nothing more comes here") : 1;
}

/* 1 and the position, or 0 and what is wrong. */
static int take_line(const struct tablas_setup *setup, const char *text, struct reader *r,
		     struct flaw *flaw)
{
	struct mundo fresh;
	struct line l;
	const char *broken;

	*r = (struct reader){.at = text, .flaw = flaw};
	*flaw = (struct flaw){.text = text};
	mundo_init(setup, &fresh);
	memcpy(r->w.turn_limit, fresh.turn_limit,
	       sizeof r->w - offsetof(struct mundo, turn_limit));
	if (!take_board(r) || !take_blank(r) || !take_phase(r) || !take_blank(r) ||
	    !take_dice(r) || !take_blank(r) || !take_turns(r) || !take_blank(r) ||
	    !take_standings(r))
		return 0;
	broken = mundo_audit(&r->w);
	if (broken)
		return flaw_at(flaw, NULL, broken);
	write_line(&r->w, &l);
	return flaw_spelling(flaw, l.text);
}

int mundo_notation_read(const struct tablas_setup *setup, const char *text, void *pos)
{
	struct reader r;
	struct flaw flaw;

	if (!take_line(setup, text, &r, &flaw))
		return -1;
	memcpy(pos, &r.w, sizeof r.w);
	return 0;
}

size_t mundo_notation_flaw(const struct tablas_setup *setup, unsigned notation,
			   const char *text, char *out, size_t cap)
{
	struct flaw flaw = {.text = text};
	struct reader r;

	if (flaw_own(&flaw, notation))
		take_line(setup, text, &r, &flaw);
	return flaw_write(&flaw, out, cap);
}
