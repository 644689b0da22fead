/*
 * notation.c - a position in words, and why a text is none.
 *
 * One line, such as
 *
 *	white 24:2 13:5 8:3 6:5 / black 1:2 12:5 17:3 19:5 / white to move 31 left 31
 *
 * with "bar" and "off" among the points, the dice that are "left" of a throw
 * begun, and where there is something to tell of the cube (its value, who owns
 * it, how many doubles were taken), of a resignation, or of throws that count.
 *
 * Reading is lenient inside and strict at the end: a line is taken only if the
 * position passes the audit and is written the same way again.
 */
#include "plugins/backgammon/backgammon.h"
#include "plugins/backgammon/pen.h"
#include "plugins/flaw.h"

static const char *const sides[] = {"white", "black"};
static const char *const ends[] = {"borne off", "resigned",	  "left",
				   "dropped",	"beaver refused", "raccoon refused"};

/* ---- writing ---------------------------------------------------------------------- */

static void put_men(struct pen *pen, const struct backgammon *p, unsigned seat)
{
	put(pen, sides[seat]);
	for (unsigned own = BACKGAMMON_BAR; own; own--) {
		unsigned n = backgammon_count(p, seat, own);

		if (!n)
			continue;
		put_char(pen, ' ');
		if (own == BACKGAMMON_BAR)
			put(pen, "bar");
		else
			put_number(pen, backgammon_index(seat, own));
		put_char(pen, ':');
		put_number(pen, n);
	}
	if (backgammon_off(p, seat)) {
		put(pen, " off:");
		put_number(pen, backgammon_off(p, seat));
	}
	put(pen, " / ");
}

/* What the seat to move does, by phase; no text begins another. */
static const char *const asked[] = {[BACKGAMMON_OPENING] = "",
				    [BACKGAMMON_DOUBLE] = " to double or roll",
				    [BACKGAMMON_DOUBLED] = " doubles",
				    [BACKGAMMON_BEAVERED] = " is beavered",
				    [BACKGAMMON_RACCOONED] = " raccoons",
				    [BACKGAMMON_ROLL] = " to roll"};

static void put_cube(struct pen *pen, const struct backgammon *p)
{
	if (p->cube || p->accepted || p->owner != TABLAS_NOBODY) {
		put(pen, " / cube ");
		put_number(pen, 1u << p->cube);
		put_char(pen, ' ');
		put(pen, p->owner < 2 ? sides[p->owner] : "centred");
		put_char(pen, ' ');
		put_number(pen, p->accepted);
	}
	if (p->throws[0] || p->throws[1]) {
		put(pen, " / throws ");
		put_number(pen, p->throws[0]);
		put_char(pen, ' ');
		put_number(pen, p->throws[1]);
	}
}

static void put_state(struct pen *pen, const struct backgammon *p)
{
	if (p->phase == BACKGAMMON_OPENING) {
		put(pen, "opening");
	} else if (p->phase < BACKGAMMON_MOVE) {
		put(pen, sides[p->turn]);
		put(pen, asked[p->phase]);
	} else if (p->phase == BACKGAMMON_MOVE) {
		put(pen, sides[p->turn]);
		put(pen, " to move ");
		put_number(pen, p->dice[0]);
		put_number(pen, p->dice[1]);
		put(pen, " left ");
		for (unsigned i = 0; i < 2; i++)
			for (unsigned k = 0; k < p->left[i]; k++)
				put_number(pen, p->dice[i]);
	} else if (p->winner > 1) {
		put(pen, "nobody can finish");
	} else {
		put(pen, sides[p->winner]);
		put(pen, " won a ");
		put(pen, backgammon_degrees[p->degree]);
		put(pen, ", ");
		put(pen, ends[p->end]);
	}
}

size_t backgammon_write(const void *pos, char *out, size_t cap)
{
	const struct backgammon *p = pos;
	struct pen pen = {out, cap, 0};

	put_men(&pen, p, 0);
	put_men(&pen, p, 1);
	put_state(&pen, p);
	put_cube(&pen, p);
	for (unsigned seat = 0; seat < 2; seat++)
		if (p->refused[seat]) {
			put(&pen, " / ");
			put(&pen, sides[seat]);
			put(&pen, " was refused ");
			put_number(&pen, p->refused[seat]);
		}
	if (p->offer) {
		put(&pen, " / ");
		put(&pen, sides[p->offer_by]);
		put(&pen, " offers ");
		put_number(&pen, p->offer);
	}
	return finished(&pen);
}

/* ---- reading ---------------------------------------------------------------------- */

struct reader {
	const char *at;
	struct flaw *flaw;
	struct backgammon p;
};

static int fail(struct reader *r, const char *sentence)
{
	return flaw_at(r->flaw, r->at, sentence);
}

static int take_side(const char **text, unsigned *seat)
{
	*seat = 0;
	if (take(text, sides[0]))
		return 1;
	*seat = 1;
	return take(text, sides[1]);
}

/* One place with its men; `all` counts those of the seat. */
static int take_place(struct reader *r, unsigned seat, unsigned *all)
{
	const char *begin = r->at;
	unsigned index, n;

	if (take(&r->at, "bar:"))
		index = backgammon_index(seat, BACKGAMMON_BAR);
	else if (take(&r->at, "off:"))
		index = BACKGAMMON_TRAY + seat;
	else if (!take_number(&r->at, 24, &index) || !index || !take(&r->at, ":"))
		return flaw_at(r->flaw, begin,
			       "here comes a point from 1 to 24, bar or off, a colon, and how "
			       "many men are there");
	if (!take_number(&r->at, 99, &n) || !n)
		return fail(r, "how many men stand somewhere is a number from 1");
	if (r->p.men[index])
		return flaw_at(r->flaw, begin,
			       (r->p.men[index] < 0) == (seat == 1)
				       ? "this point is told of twice"
				       : "men of both sides stand on this point");
	*all += n;
	if (*all > r->p.all)
		return flaw_by(r->flaw, begin, sides[seat],
			       "has more men than a side begins with");
	r->p.men[index] = (int8_t)(seat ? -(int)n : (int)n);
	return 1;
}

static int take_men(struct reader *r, unsigned seat)
{
	unsigned all = 0;

	if (!take(&r->at, sides[seat]))
		return fail(r, seat ? "here come \"black\" and where its men stand"
				    : "a position begins with \"white\" and where its men stand");
	while (!take(&r->at, " / ")) {
		if (!take(&r->at, " "))
			return fail(r, "here comes a blank and the next point, or \" / \"");
		if (!take_place(r, seat, &all))
			return 0;
	}
	return 1;
}

static int take_dice(struct reader *r)
{
	struct backgammon *p = &r->p;

	for (unsigned i = 0; i < 2; i++)
		if (*r->at < '1' || *r->at > '6')
			return fail(r, "here come two dice; each shows one to six");
		else
			p->dice[i] = (uint8_t)(*r->at++ - '0');
	if (!take(&r->at, " left "))
		return fail(r, "here come \" left \" and the numbers still to be used");
	for (; *r->at >= '0' && *r->at <= '9'; r->at++) {
		unsigned die = (unsigned)(*r->at - '0');

		if (p->dice[0] == die && p->left[0] < 4)
			p->left[0]++;
		else if (p->dice[1] == die && p->left[1] < 4)
			p->left[1]++;
		else
			return fail(r, "no die that was thrown leaves this number");
	}
	return 1;
}

static int take_result(struct reader *r)
{
	r->p.phase = BACKGAMMON_OVER;
	for (uint8_t degree = 3; degree; degree--)
		if (take(&r->at, backgammon_degrees[degree])) {
			r->p.degree = degree;
			break;
		}
	if (!r->p.degree || !take(&r->at, ", "))
		return fail(r, "a game is won as a \"single, \", \"gammon, \" or \"backgammon, \"");
	for (uint8_t end = 0; end < sizeof ends / sizeof *ends; end++)
		if (take(&r->at, ends[end])) {
			r->p.end = end;
			return 1;
		}
	return fail(r, "here comes how it ended: borne off, resigned, left, dropped, beaver "
		       "refused or raccoon refused");
}

static int take_state(struct reader *r)
{
	unsigned seat;

	if (take(&r->at, "opening"))
		return 1;
	if (take(&r->at, "nobody can finish")) {
		r->p.phase = BACKGAMMON_OVER;
		return 1;
	}
	if (!take_side(&r->at, &seat))
		return fail(r, "here comes \"opening\", or the side whose turn it is: white or "
			       "black");
	if (take(&r->at, " won a ")) {
		r->p.winner = (uint8_t)seat;
		return take_result(r);
	}
	r->p.turn = (uint8_t)seat;
	for (uint8_t phase = BACKGAMMON_DOUBLE; phase <= BACKGAMMON_ROLL; phase++)
		if (take(&r->at, asked[phase])) {
			r->p.phase = phase;
			return 1;
		}
	r->p.phase = BACKGAMMON_MOVE;
	return take(&r->at, " to move ")
		       ? take_dice(r)
		       : fail(r, "here comes what the side does: to roll, to double or roll, "
				 "doubles, is beavered, raccoons, to move with its dice, or won a");
}

static int take_cube(struct reader *r)
{
	unsigned value, accepted, seat;

	if (!take_number(&r->at, 1u << BACKGAMMON_CUBE_MAX, &value) || !value ||
	    !take(&r->at, " "))
		return fail(r, "the cube shows a power of two");
	r->p.cube = (uint8_t)(31 - __builtin_clz(value));
	if (take_side(&r->at, &seat))
		r->p.owner = (uint8_t)seat;
	else if (!take(&r->at, "centred"))
		return fail(r, "the cube is white, black or centred");
	if (!take(&r->at, " ") || !take_number(&r->at, 255, &accepted))
		return fail(r, "here comes how many doubles were taken");
	r->p.accepted = (uint8_t)accepted;
	return 1;
}

static int take_throws(struct reader *r)
{
	unsigned n, m;

	if (!take_number(&r->at, 2, &n) || !take(&r->at, " ") || !take_number(&r->at, 2, &m))
		return fail(r, "here come the throws of white and of black: two numbers, each 0, "
			       "1 or 2");
	r->p.throws[0] = (uint8_t)n, r->p.throws[1] = (uint8_t)m;
	return 1;
}

/* One of the parts that stand behind the state, when there is something to tell. */
static int take_rest(struct reader *r)
{
	static const char value[] = "a resignation is a number from 1 to 3";
	unsigned seat, n;

	if (!take(&r->at, " / "))
		return fail(r, "nothing more comes here, or \" / \" and the next part");
	if (take(&r->at, "cube "))
		return take_cube(r);
	if (take(&r->at, "throws "))
		return take_throws(r);
	if (!take_side(&r->at, &seat))
		return fail(r, "here comes \"cube\", \"throws\", or a side and its resignation");
	if (take(&r->at, " was refused ")) {
		if (!take_number(&r->at, 3, &n))
			return fail(r, value);
		r->p.refused[seat] = (uint8_t)n;
		return 1;
	}
	if (!take(&r->at, " offers "))
		return fail(r, "here comes \" offers \" or \" was refused \"");
	if (!take_number(&r->at, 3, &n))
		return fail(r, value);
	r->p.offer = (uint8_t)n;
	r->p.offer_by = (uint8_t)seat;
	return 1;
}

/* 1 and the position, or 0 and what is wrong. */
static int take_line(const struct tablas_setup *setup, const char *text, struct reader *r,
		     struct flaw *flaw)
{
	char again[TABLAS_TEXT_MAX];
	const char *broken;

	*r = (struct reader){.at = text, .flaw = flaw};
	*flaw = (struct flaw){.text = text};
	backgammon_init(setup, &r->p);
	memset(r->p.men, 0, sizeof r->p.men);
	if (!take_men(r, 0) || !take_men(r, 1) || !take_state(r))
		return 0;
	while (*r->at)
		if (!take_rest(r))
			return 0;
	broken = backgammon_audit(&r->p);
	if (broken)
		return flaw_at(flaw, NULL, broken);
	if (backgammon_write(&r->p, again, sizeof again) >= sizeof again)
		return flaw_at(flaw, NULL, "this is longer than any position");
	return flaw_spelling(flaw, again);
}

int backgammon_read(const struct tablas_setup *setup, const char *text, void *pos)
{
	struct reader r;
	struct flaw flaw;

	if (!take_line(setup, text, &r, &flaw))
		return -1;
	memcpy(pos, &r.p, sizeof r.p);
	return 0;
}

size_t backgammon_flaw(const struct tablas_setup *setup, unsigned notation, const char *text,
		       char *out, size_t cap)
{
	struct flaw flaw = {.text = text};
	struct reader r;

	if (notation == TABLAS_OWN_NOTATION)
		take_line(setup, text, &r, &flaw);
	else
		flaw.sentence = backgammon_foreign(setup, notation, text, &r.p);
	return flaw_write(&flaw, out, cap);
}
