/*
 * board.c - the board in characters.
 *
 * A piece is the initial of its colour and its letter, a pawn an arrow that
 * points where it goes.  The two lines across the middle show on empty squares.
 */
#include "plugins/acedrex/acedrex.h"

#include <stdio.h>

struct out {
	char *text;
	size_t cap, n;
};

static void put(struct out *o, const char *text)
{
	for (; *text; text++, o->n++)
		if (o->n + 1 < o->cap)
			o->text[o->n] = *text;
}

static void put_square(struct out *o, const struct acedrex *a, unsigned file, unsigned rank)
{
	static const char symbols[ACEDREX_KINDS + 1] = "?KRNFQQ><^v";
	unsigned square = 8 * rank + file;
	int inside = file > 0 && file < 7 && rank > 0 && rank < 7;
	char cell[5] = "  . ";

	if (a->square[square]) {
		cell[1] = acedrex_notation_initial[acedrex_colour(a, square)];
		cell[2] = symbols[acedrex_kind(a, square)];
	} else if (inside && file == rank) {
		cell[2] = '/';
	} else if (inside && file + rank == 7) {
		cell[2] = '\\';
	}
	put(o, cell);
}

static void put_board(struct out *o, const struct acedrex *a)
{
	static const char files[] = "     a   b   c   d   e   f   g   h\n";
	char number[4];

	put(o, files);
	for (unsigned rank = 8; rank-- > 0;) {
		snprintf(number, sizeof number, "%u ", rank + 1);
		put(o, number);
		for (unsigned file = 0; file < 8; file++)
			put_square(o, a, file, rank);
		put(o, number);
		put(o, rank > 0 ? "\n\n" : "\n");
	}
	put(o, files);
	put(o, "\n");
}

/* What was captured, a pawn being a p. */
static void captured_of(const struct acedrex *a, unsigned colour, char text[16])
{
	unsigned n = 0;

	for (unsigned kind = 1; kind < ACEDREX_KINDS; kind++)
		for (unsigned i = 0; i < a->taken[colour][kind] && n < 15; i++)
			text[n++] = acedrex_is_pawn(kind) ? 'p' : acedrex_notation_letter[kind];
	if (n == 0)
		text[n++] = '-';
	text[n] = '\0';
}

static const char *state_of(const struct acedrex *a, const struct acedrex_men *men,
			    unsigned seat)
{
	int checked = acedrex_attacks_on(a, men, seat) != 0;

	if (!acedrex_lives(a, seat))
		return "  out";
	if (a->end != ACEDREX_PLAYING)
		return a->end == ACEDREX_WON ? "  has won" : "  draws";
	if (a->offer == seat + 1)
		return "  offers a draw";
	if (a->offer)
		return a->answers >> seat & 1 ? "  to answer" : "";
	if (a->turn == seat)
		return checked ? "  to move, in check" : "  to move";
	return checked ? "  in check" : "";
}

static void put_seat(struct out *o, const struct acedrex *a, const struct acedrex_men *men,
		     unsigned seat)
{
	static const char *const who[] = {"G green", "R red  ", "B black", "W white"};
	char line[96], captured[16], player[16] = "";

	captured_of(a, seat, captured);
	if (!acedrex_lives(a, seat) && a->player[seat] < ACEDREX_SEATS)
		snprintf(player, sizeof player, ", played by %c",
			 acedrex_notation_initial[a->player[seat]]);
	snprintf(line, sizeof line, "%s  lost %-8s  net %3ld%s%s\n", who[seat], captured,
		 (long)(int32_t)acedrex_get(a->net[seat]), state_of(a, men, seat), player);
	put(o, line);
}

size_t acedrex_board_draw(const void *pos, unsigned seat, char *out, size_t cap)
{
	const struct acedrex *a = pos;
	struct out o = {out, cap, 0};
	struct acedrex_men men;
	char line[96];

	(void)seat; /* everybody sees the board with a1 at the lower left */
	acedrex_attacks_men(a, &men);
	put_board(&o, a);
	for (unsigned s = 0; s < ACEDREX_SEATS; s++)
		put_seat(&o, a, &men, s);
	snprintf(line, sizeof line, "on the board %lu  quiet moves %u\n",
		 (unsigned long)acedrex_get(a->pot), acedrex_get2(a->quiet));
	put(&o, line);
	put(&o, "K king, R rook, N knight, F fil, Q fers; > < ^ v pawns, the way they go\n");
	if (cap > 0)
		out[o.n < cap ? o.n : cap - 1] = '\0';
	return o.n;
}
