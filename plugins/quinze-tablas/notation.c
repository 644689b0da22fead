/*
 * notation.c - a position in one line, and why a line is none.
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
#include "plugins/flaw.h"
#include "plugins/line.h"
#include "plugins/quinze-tablas/quinze.h"

static const char *const side[] = {"white", "black"};

static const char *const asks[] = {[QUINZE_ENTER] = " to enter",
				   [QUINZE_THROW] = " to throw",
				   [QUINZE_PLAY] = " to move "};

/* ---- writing --------------------------------------------------------------------- */

static void put_men(struct line *l, const char *place, unsigned count)
{
	char text[32];

	if (count == 0)
		return;
	snprintf(text, sizeof text, " %s:%u", place, count);
	line_text(l, text);
}

static void put_side(struct line *l, const struct quinze *q, unsigned seat)
{
	char number[12];

	line_text(l, side[seat]);
	for (unsigned x = 1; x <= q->points; x++) {
		snprintf(number, sizeof number, "%u", x);
		put_men(l, number, quinze_count(q, seat, x));
	}
	put_men(l, "hand", q->hand[seat]);
	put_men(l, "off", q->off[seat]);
	put_men(l, "gone", q->gone[seat]);
	line_text(l, " / ");
}

static void put_state(struct line *l, const struct quinze *q)
{
	if (q->phase == QUINZE_OPENING) {
		line_text(l, "opening");
	} else if (q->phase == QUINZE_OVER) {
		line_text(l, q->winner < 2 ? side[q->winner] : "nobody");
		line_text(l, " won by ");
		line_text(l, quinze_ending_word[q->end]);
	} else {
		line_text(l, side[q->turn]);
		line_text(l, asks[q->phase]);
	}
	for (unsigned i = 0; i < QUINZE_DICE && q->die[i]; i++) {
		line_char(l, (char)('0' + q->die[i]));
		if (q->die_state[i] != TABLAS_DIE_UNUSED)
			line_char(l, q->die_state[i] == TABLAS_DIE_USED ? '+' : 'x');
	}
}

size_t quinze_notation_write(const void *pos, char *out, size_t cap)
{
	const struct quinze *q = pos;
	struct line l;

	l.n = 0;
	put_side(&l, q, 0);
	put_side(&l, q, 1);
	put_state(&l, q);
	if (q->mover < 2) {
		line_text(&l, " / last ");
		line_text(&l, side[q->mover]);
	}
	return line_out(&l, out, cap);
}

/* ---- reading --------------------------------------------------------------------- */

struct reader {
	const char *at;
	struct flaw *flaw;
	struct quinze q;
};

static int fail(struct reader *r, const char *sentence)
{
	return flaw_at(r->flaw, r->at, sentence);
}

/* A number of at most two digits. */
static int take_number(struct reader *r, unsigned *out)
{
	unsigned n = 0, digits = 0;

	for (; *r->at >= '0' && *r->at <= '9' && digits < 2; r->at++, digits++)
		n = n * 10 + (unsigned)(*r->at - '0');
	*out = n;
	return digits > 0;
}

static int take_side(struct reader *r, uint8_t *seat)
{
	*seat = 0;
	if (line_take(&r->at, side[0]))
		return 1;
	*seat = 1;
	return line_take(&r->at, side[1]);
}

static int put_on_point(struct reader *r, const char *begin, unsigned seat, unsigned x,
			unsigned n)
{
	if (r->q.men[x])
		return flaw_at(r->flaw, begin,
			       (r->q.men[x] < 0) == (seat == 1)
				       ? "this point is told of twice"
				       : "men of both sides stand on this point");
	r->q.men[x] = (int8_t)(seat ? -(int)n : (int)n);
	return 1;
}

/* One place with its men; `all` counts those of the seat. */
static int take_place(struct reader *r, unsigned seat, unsigned *all)
{
	const char *begin = r->at;
	uint8_t *tray = NULL;
	unsigned x = 0, n;

	if (line_take(&r->at, "hand"))
		tray = &r->q.hand[seat];
	else if (line_take(&r->at, "off"))
		tray = &r->q.off[seat];
	else if (line_take(&r->at, "gone"))
		tray = &r->q.gone[seat];
	else if (!take_number(r, &x) || x < 1 || x > r->q.points)
		return flaw_at(r->flaw, begin,
			       r->q.quarter == 6
				       ? "here comes a point from 1 to 24, hand, off or gone"
				       : "here comes a point from 1 to 28, hand, off or gone");
	if (!line_take(&r->at, ":") || !take_number(r, &n) || n < 1)
		return fail(r, "a place is followed by a colon and how many men are there");
	*all += n;
	if (*all > r->q.all)
		return flaw_by(r->flaw, begin, side[seat],
			       "has more men than a side begins with");
	if (!tray)
		return put_on_point(r, begin, seat, x, n);
	if (*tray)
		return flaw_at(r->flaw, begin, "this place is told of twice");
	*tray = (uint8_t)n;
	return 1;
}

static int take_men(struct reader *r, unsigned seat)
{
	unsigned all = 0;

	if (!line_take(&r->at, side[seat]))
		return fail(r, seat ? "here come \"black\" and where its men stand"
				    : "a position begins with \"white\" and where its men stand");
	while (!line_take(&r->at, " / ")) {
		if (!line_take(&r->at, " "))
			return fail(r, "here comes a blank and the next place, or \" / \"");
		if (!take_place(r, seat, &all))
			return 0;
	}
	return 1;
}

static int take_dice(struct reader *r)
{
	for (unsigned i = 0; i < QUINZE_DICE; i++) {
		if (*r->at < '1' || *r->at > '9')
			return fail(r, "here come three dice, with + behind a used one and x "
				       "behind a lost one");
		r->q.die[i] = (uint8_t)(*r->at++ - '0');
		if (line_take(&r->at, "+"))
			r->q.die_state[i] = TABLAS_DIE_USED;
		else if (line_take(&r->at, "x"))
			r->q.die_state[i] = TABLAS_DIE_LOST;
	}
	return 1;
}

static int take_result(struct reader *r)
{
	r->q.phase = QUINZE_OVER;
	for (uint8_t end = QUINZE_FINISH; end < QUINZE_ENDS; end++)
		if (line_take(&r->at, quinze_ending_word[end])) {
			r->q.end = end;
			return 1;
		}
	return fail(r, "here comes how the game ended");
}

static int take_state(struct reader *r)
{
	uint8_t seat;

	if (line_take(&r->at, "opening"))
		return 1;
	if (line_take(&r->at, "nobody won by "))
		return take_result(r);
	if (!take_side(r, &seat))
		return fail(r, "here comes \"opening\", or the side whose turn it is: white or "
			       "black");
	if (line_take(&r->at, " won by ")) {
		r->q.winner = seat;
		return take_result(r);
	}
	r->q.turn = seat;
	for (uint8_t phase = QUINZE_ENTER; phase <= QUINZE_PLAY; phase++)
		if (line_take(&r->at, asks[phase])) {
			r->q.phase = phase;
			return phase != QUINZE_PLAY || take_dice(r);
		}
	return fail(r, "here comes what the side does: to enter, to throw, to move with its "
		       "dice, or won by");
}

/* 1 and the position, or 0 and what is wrong. */
static int take_line(const struct tablas_setup *setup, unsigned quarter, const char *text,
		     struct reader *r, struct flaw *flaw)
{
	char again[TABLAS_TEXT_MAX];
	const char *broken;

	*r = (struct reader){.at = text, .flaw = flaw};
	*flaw = (struct flaw){.text = text};
	quinze_options_init(setup, quarter, &r->q);
	memset(r->q.men, 0, sizeof r->q.men);
	if (!take_men(r, 0) || !take_men(r, 1) || !take_state(r))
		return 0;
	if (line_take(&r->at, " / last ") && !take_side(r, &r->q.mover))
		return fail(r, "here comes the side that last moved a man with a die");
	if (*r->at)
		return fail(r, "nothing more comes here, or \" / last \" and a side");
	broken = quinze_audit(&r->q);
	if (broken)
		return flaw_at(flaw, NULL, broken);
	if (quinze_notation_write(&r->q, again, sizeof again) >= sizeof again)
		return flaw_at(flaw, NULL, "this is longer than any position");
	return flaw_spelling(flaw, again);
}

int quinze_notation_read(const struct tablas_setup *setup, unsigned quarter, const char *text,
			 void *pos)
{
	struct reader r;
	struct flaw flaw;

	if (!take_line(setup, quarter, text, &r, &flaw))
		return -1;
	memcpy(pos, &r.q, sizeof r.q);
	return 0;
}

size_t quinze_notation_flaw(const struct tablas_setup *setup, unsigned quarter,
			    unsigned notation, const char *text, char *out, size_t cap)
{
	struct flaw flaw = {.text = text};
	struct reader r;

	if (flaw_own(&flaw, notation))
		take_line(setup, quarter, text, &r, &flaw);
	return flaw_write(&flaw, out, cap);
}
