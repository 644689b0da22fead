/*
 * notation.c - a position in one line, and why a line is none.
 *
 *   Rb4Ka8/... -/-/e/- move:G .... GRBW 3 - 5 -1/-2/-1/-1 0/0/0/0 0/1/0/0 byRM
 *
 * Twelve words: the pieces of the four colours, each a letter and its square
 * (K R N F, Q a fers, q one that may still leap, e w n s the pawns by their way);
 * what was captured of each; whose turn it is, or a draw offered by whom and who
 * has to answer, or how the game ended; how each seat stands ("." plays on, "4"
 * was the first to go); who plays each colour; quiet moves; x somebody has
 * captured, m who has made the first move, o who may not offer a draw; the pot;
 * what each has gained, has won from others, has paid checks; and the quiet
 * moves themselves, two characters each.
 *
 * Reading is lenient inside and strict at the end: a line is taken only if the
 * position passes the audit and is written the same way again.
 */
#include "plugins/acedrex/acedrex.h"
#include "plugins/flaw.h"
#include "plugins/line.h"

const char acedrex_notation_initial[ACEDREX_SEATS + 1] = "GRBW";
const char acedrex_notation_letter[ACEDREX_KINDS + 1] = "?KRNFQqewns";

static const char *const end_word[ACEDREX_ENDS] = {
	[ACEDREX_PLAYING] = "playing",	       [ACEDREX_WON] = "won",
	[ACEDREX_NO_PROGRESS] = "no_progress", [ACEDREX_REPETITION] = "repetition",
	[ACEDREX_AGREEMENT] = "agreement",     [ACEDREX_ALL_PASS] = "all_pass"};

/* Squares in the memory, a1 to h8; a pass is two dots. */
static const char square_char[ACEDREX_SQUARES + 1] =
	"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+_";

/* ---- writing ---------------------------------------------------------------------- */

static void put_seats(struct line *l, char before, unsigned seats)
{
	if (before && seats)
		line_char(l, before);
	for (unsigned seat = 0; seat < ACEDREX_SEATS; seat++)
		if (seats >> seat & 1)
			line_char(l, acedrex_notation_initial[seat]);
}

static void put_army(struct line *l, const struct acedrex *a, unsigned colour)
{
	size_t n = l->n;

	for (unsigned i = 0; i < ACEDREX_SQUARES; i++) {
		if (!a->square[i] || acedrex_colour(a, i) != colour)
			continue;
		line_char(l, acedrex_notation_letter[acedrex_kind(a, i)]);
		line_char(l, (char)('a' + (i & 7)));
		line_char(l, (char)('1' + (i >> 3)));
	}
	if (l->n == n)
		line_char(l, '-');
}

static void put_captured(struct line *l, const struct acedrex *a, unsigned colour)
{
	size_t n = l->n;

	for (unsigned kind = 0; kind < ACEDREX_KINDS; kind++)
		for (unsigned i = 0; i < a->taken[colour][kind]; i++)
			line_char(l, acedrex_notation_letter[kind]);
	if (l->n == n)
		line_char(l, '-');
}

static void put_state(struct line *l, const struct acedrex *a)
{
	if (a->end != ACEDREX_PLAYING) {
		line_text(l, "over:");
		line_text(l, end_word[a->end]);
	} else {
		line_text(l, a->offer ? "offer" : "move");
	}
	/* Wagers that are not laid down yet. */
	if (!a->started)
		line_char(l, '!');
	line_char(l, ':');
	line_char(l, acedrex_notation_initial[a->turn]);
	if (!a->offer)
		return;
	line_char(l, ':');
	line_char(l, acedrex_notation_initial[a->offer - 1]);
	put_seats(l, ':', a->answers);
}

static void put_standings(struct line *l, const struct acedrex *a)
{
	for (unsigned seat = 0; seat < ACEDREX_SEATS; seat++)
		line_char(l, a->standing[seat] ? (char)('0' + a->standing[seat]) : '.');
	line_char(l, ' ');
	for (unsigned colour = 0; colour < ACEDREX_SEATS; colour++)
		line_char(l, a->player[colour] < ACEDREX_SEATS
				    ? acedrex_notation_initial[a->player[colour]]
				    : '-');
}

static void put_flags(struct line *l, const struct acedrex *a)
{
	size_t n = l->n;

	if (a->captured)
		line_char(l, 'x');
	put_seats(l, 'm', a->moved);
	put_seats(l, 'o', a->offered);
	if (l->n == n)
		line_char(l, '-');
}

static void put_amounts(struct line *l, const uint8_t amounts[ACEDREX_SEATS][4])
{
	for (unsigned seat = 0; seat < ACEDREX_SEATS; seat++) {
		if (seat > 0)
			line_char(l, '/');
		line_number(l, (int32_t)acedrex_get(amounts[seat]));
	}
	line_char(l, ' ');
}

static void put_memory(struct line *l, const struct acedrex *a)
{
	unsigned n = acedrex_get2(a->memory_n);

	if (n == 0)
		line_char(l, '-');
	for (unsigned i = 0; i < n; i++)
		for (unsigned k = 0; k < 2; k++)
			line_char(l, a->memory[i][k] < ACEDREX_SQUARES
					    ? square_char[a->memory[i][k]]
					    : '.');
}

static void write_line(const struct acedrex *a, struct line *l)
{
	l->n = 0;
	for (unsigned colour = 0; colour < ACEDREX_SEATS; colour++) {
		put_army(l, a, colour);
		line_char(l, colour + 1 < ACEDREX_SEATS ? '/' : ' ');
	}
	for (unsigned colour = 0; colour < ACEDREX_SEATS; colour++) {
		put_captured(l, a, colour);
		line_char(l, colour + 1 < ACEDREX_SEATS ? '/' : ' ');
	}
	put_state(l, a);
	line_char(l, ' ');
	put_standings(l, a);
	line_char(l, ' ');
	line_number(l, (int32_t)acedrex_get2(a->quiet));
	line_char(l, ' ');
	put_flags(l, a);
	line_char(l, ' ');
	line_number(l, (int32_t)acedrex_get(a->pot));
	line_char(l, ' ');
	put_amounts(l, a->net);
	put_amounts(l, a->won);
	for (unsigned seat = 0; seat < ACEDREX_SEATS; seat++) {
		line_number(l, (int32_t)acedrex_get2(a->fees[seat]));
		line_char(l, seat + 1 < ACEDREX_SEATS ? '/' : ' ');
	}
	put_memory(l, a);
}

size_t acedrex_notation_write(const void *pos, char *out, size_t cap)
{
	struct line l;

	write_line(pos, &l);
	return line_out(&l, out, cap);
}

/* ---- reading ---------------------------------------------------------------------- */

struct reader {
	const char *at;
	struct flaw *flaw;
	struct acedrex a;
};

static int fail(struct reader *r, const char *sentence)
{
	return flaw_at(r->flaw, r->at, sentence);
}

/* The blank between two of the twelve words. */
static int take_blank(struct reader *r)
{
	return line_take_char(&r->at, ' ') ? 1
				 : fail(r, "here comes a blank and the next of twelve words");
}

/* From the second of four on. */
static int take_slash(struct reader *r, unsigned i)
{
	return i == 0 || line_take_char(&r->at, '/')
		       ? 1
		       : fail(r, "here comes / and the next colour: four are told of");
}

/* The index of the next character in the list, or `none`. */
static unsigned take_one_of(struct reader *r, const char *list, unsigned none)
{
	const char *found = *r->at ? strchr(list, *r->at) : NULL;

	if (!found)
		return none;
	r->at++;
	return (unsigned)(found - list);
}

/* A whole number from `least` to `most`. */
static int take_number(struct reader *r, int32_t least, int32_t most, int32_t *number,
		       const char *sentence)
{
	const char *begin = r->at;
	int32_t v = 0, minus = line_take_char(&r->at, '-');
	unsigned digits = 0;

	for (; *r->at >= '0' && *r->at <= '9' && digits < 10; r->at++, digits++)
		v = digits < 9 ? 10 * v + (*r->at - '0') : v;
	*number = minus ? -v : v;
	if (digits < 1 || digits > 9 || *number < least || *number > most)
		return flaw_at(r->flaw, begin, sentence);
	return 1;
}

static unsigned take_kind(struct reader *r)
{
	return take_one_of(r, acedrex_notation_letter + 1, ACEDREX_KINDS - 1) + 1;
}

static int take_piece(struct reader *r, unsigned colour)
{
	const char *begin = r->at;
	unsigned kind = take_kind(r);
	unsigned file = take_one_of(r, "abcdefgh", 8);
	unsigned rank = take_one_of(r, "12345678", 8);

	if (kind >= ACEDREX_KINDS || file > 7 || rank > 7)
		return flaw_at(r->flaw, begin,
			       "here comes a piece (one of KRNFQqewns) and its square, such as "
			       "Kh8");
	if (r->a.square[8 * rank + file])
		return flaw_at(r->flaw, begin, "two pieces stand on this square");
	r->a.square[8 * rank + file] = acedrex_piece(colour, kind);
	return 1;
}

static int take_armies(struct reader *r)
{
	for (unsigned colour = 0; colour < ACEDREX_SEATS; colour++) {
		if (!take_slash(r, colour))
			return 0;
		if (line_take_char(&r->at, '-'))
			continue;
		do
			if (!take_piece(r, colour))
				return 0;
		while (*r->at != '/' && *r->at != ' ');
	}
	return take_blank(r);
}

static int take_captured(struct reader *r)
{
	for (unsigned colour = 0; colour < ACEDREX_SEATS; colour++) {
		if (!take_slash(r, colour))
			return 0;
		if (line_take_char(&r->at, '-'))
			continue;
		do {
			const char *begin = r->at;
			unsigned kind = take_kind(r);

			if (kind >= ACEDREX_KINDS)
				return flaw_at(r->flaw, begin,
					       "here come the captured pieces of a colour (of "
					       "KRNFQewns), or -");
			if (++r->a.taken[colour][kind] > ACEDREX_PIECES)
				return flaw_at(r->flaw, begin,
					       "more pieces are captured than there are");
		} while (*r->at != '/' && *r->at != ' ');
	}
	return take_blank(r);
}

static uint8_t take_seats(struct reader *r)
{
	unsigned seats = 0, seat;

	while ((seat = take_one_of(r, acedrex_notation_initial, ACEDREX_SEATS)) < ACEDREX_SEATS)
		seats |= 1u << seat;
	return (uint8_t)seats;
}

/* A seat behind a colon. */
static int take_seat(struct reader *r, uint8_t *seat)
{
	unsigned found = line_take_char(&r->at, ':') ? take_one_of(r, acedrex_notation_initial,
							 ACEDREX_SEATS)
					   : ACEDREX_SEATS;

	if (found == ACEDREX_SEATS)
		return fail(r, "here come a colon and a seat: G, R, B or W");
	*seat = (uint8_t)found;
	return 1;
}

static int take_end(struct reader *r)
{
	if (!line_take(&r->at, "over:"))
		return fail(r, "here comes \"move\", \"offer\" or \"over:\"");
	for (r->a.end = ACEDREX_WON; r->a.end < ACEDREX_ENDS; r->a.end++)
		if (line_take(&r->at, end_word[r->a.end]))
			return 1;
	return fail(r, "here comes how the game ended: won, no_progress, repetition, agreement "
		       "or all_pass");
}

static int take_state(struct reader *r)
{
	int offered = line_take(&r->at, "offer");
	uint8_t by;

	if (!offered && !line_take(&r->at, "move") && !take_end(r))
		return 0;
	r->a.started = (uint8_t)!line_take_char(&r->at, '!');
	if (!take_seat(r, &r->a.turn))
		return 0;
	if (offered) {
		if (!take_seat(r, &by))
			return 0;
		if (!line_take_char(&r->at, ':'))
			return fail(r, "here come a colon and the seats that have to answer");
		r->a.offer = (uint8_t)(by + 1);
		r->a.answers = take_seats(r);
	}
	return take_blank(r);
}

static int take_standings(struct reader *r)
{
	for (unsigned seat = 0; seat < ACEDREX_SEATS; seat++) {
		unsigned rank = take_one_of(r, ".?234", ACEDREX_KINDS);

		if (rank > 4)
			return fail(r, "here comes how each seat stands: \".\" plays, 4 went "
				       "first, then 3, then 2");
		r->a.standing[seat] = (uint8_t)rank;
	}
	if (!take_blank(r))
		return 0;
	for (unsigned colour = 0; colour < ACEDREX_SEATS; colour++) {
		unsigned seat = take_one_of(r, "GRBW-", ACEDREX_KINDS);

		if (seat > ACEDREX_SEATS)
			return fail(r, "here comes who plays each colour: G, R, B, W or -");
		r->a.player[colour] =
			seat < ACEDREX_SEATS ? (uint8_t)seat : (uint8_t)TABLAS_NOBODY;
	}
	return take_blank(r);
}

static int take_flags(struct reader *r)
{
	int32_t quiet;

	if (!take_number(r, 0, 65535, &quiet, "here comes how many quiet moves were made") ||
	    !take_blank(r))
		return 0;
	acedrex_put2(r->a.quiet, (unsigned)quiet);
	if (line_take_char(&r->at, '-'))
		return take_blank(r);
	r->a.captured = (uint8_t)line_take_char(&r->at, 'x');
	if (line_take_char(&r->at, 'm'))
		r->a.moved = take_seats(r);
	if (line_take_char(&r->at, 'o'))
		r->a.offered = take_seats(r);
	return line_take_char(&r->at, ' ')
		       ? 1
		       : fail(r, "here come x, m with seats, o with seats, or - for none of them");
}

static int take_amounts(struct reader *r, uint8_t amounts[ACEDREX_SEATS][4])
{
	int32_t n;

	for (unsigned seat = 0; seat < ACEDREX_SEATS; seat++) {
		if (!take_slash(r, seat) || !take_number(r, -999999999, 999999999, &n,
							 "here comes an amount of chips"))
			return 0;
		acedrex_put(amounts[seat], (uint32_t)n);
	}
	return take_blank(r);
}

static int take_purses(struct reader *r)
{
	int32_t n;

	if (!take_number(r, -999999999, 999999999, &n, "here comes what lies in the pot") ||
	    !take_blank(r))
		return 0;
	acedrex_put(r->a.pot, (uint32_t)n);
	if (!take_amounts(r, r->a.net) || !take_amounts(r, r->a.won))
		return 0;
	for (unsigned seat = 0; seat < ACEDREX_SEATS; seat++) {
		if (!take_slash(r, seat) ||
		    !take_number(r, 0, 65535, &n, "here comes how many checks a seat paid for"))
			return 0;
		acedrex_put2(r->a.fees[seat], (unsigned)n);
	}
	return take_blank(r);
}

static int take_memory(struct reader *r)
{
	unsigned n = 0;

	if (line_take_char(&r->at, '-'))
		return *r->at ? fail(r, "nothing more comes here") : 1;
	for (; *r->at; n++) {
		if (n == ACEDREX_MEMORY)
			return fail(r, "more quiet moves are told of than are remembered");
		for (unsigned k = 0; k < 2; k++) {
			unsigned at = line_take_char(&r->at, '.') ? ACEDREX_PASS
							: take_one_of(r, square_char, 100);

			if (at == 100)
				return fail(r, "here come the quiet moves, two characters each, "
					       "or -");
			r->a.memory[n][k] = (uint8_t)at;
		}
	}
	acedrex_put2(r->a.memory_n, n);
	return n > 0 ? 1 : fail(r, "here come the quiet moves, two characters each, or -");
}

/* 1 and the position, or 0 and what is wrong. */
static int take_line(const struct tablas_setup *setup, const char *text, struct reader *r,
		     struct flaw *flaw)
{
	struct acedrex fresh;
	struct line l;
	const char *broken;

	*r = (struct reader){.at = text, .flaw = flaw};
	*flaw = (struct flaw){.text = text};
	acedrex_init(setup, &fresh);
	memcpy(r->a.ante, fresh.ante,
	       offsetof(struct acedrex, memory_n) - offsetof(struct acedrex, ante));
	if (!take_armies(r) || !take_captured(r) || !take_state(r) || !take_standings(r) ||
	    !take_flags(r) || !take_purses(r) || !take_memory(r))
		return 0;
	broken = acedrex_audit(&r->a);
	if (broken)
		return flaw_at(flaw, NULL, broken);
	write_line(&r->a, &l);
	return flaw_spelling(flaw, l.text);
}

int acedrex_notation_read(const struct tablas_setup *setup, const char *text, void *pos)
{
	struct reader r;
	struct flaw flaw;

	if (!take_line(setup, text, &r, &flaw))
		return -1;
	memcpy(pos, &r.a, sizeof r.a);
	return 0;
}

size_t acedrex_notation_flaw(const struct tablas_setup *setup, unsigned notation,
			     const char *text, char *out, size_t cap)
{
	struct flaw flaw = {.text = text};
	struct reader r;

	if (flaw_own(&flaw, notation))
		take_line(setup, text, &r, &flaw);
	return flaw_write(&flaw, out, cap);
}
