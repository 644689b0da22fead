/*
 * board.c - the board in characters.
 *
 * A piece is the initial of its colour and its letter, a pawn an arrow that
 * points where it goes.  The board is turned by quarters until the colour of the
 * seat that looks has its corner at the lower right.
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

/* By seat: quarters, clockwise, from White's view, which has a1 at the lower left. */
static const uint8_t quarters[ACEDREX_SEATS] = {1, 2, 3, 0};

/* The square in this column and row of the drawing, counted from its upper left. */
static unsigned square_at(unsigned turn, unsigned column, unsigned row)
{
	for (; turn > 0; turn--) {
		unsigned was = row;

		row = 7 - column;
		column = was;
	}
	return 8 * (7 - row) + column;
}

/* The sign of the line that crosses a square, or a blank: it goes from b2 to g7 or b7 to g2. */
static char line_on(unsigned turn, unsigned square)
{
	unsigned file = square % 8, rank = square / 8;

	if (file == 0 || file == 7 || rank == 0 || rank == 7 ||
	    (file != rank && file + rank != 7))
		return ' ';
	return (file == rank) == (turn % 2 == 0) ? '/' : '\\';
}

static void put_square(struct out *o, const struct acedrex *a, unsigned turn, unsigned square)
{
	static const char symbols[ACEDREX_KINDS + 1] = "?KRNFQQ><^v", arrows[] = "^>v<";
	char cell[5] = "  . ", line = line_on(turn, square);
	const char *arrow;

	if (a->square[square]) {
		cell[1] = acedrex_notation_initial[acedrex_colour(a, square)];
		cell[2] = symbols[acedrex_kind(a, square)];
		arrow = strchr(arrows, cell[2]);
		if (arrow)
			cell[2] = arrows[(size_t)(arrow - arrows + turn) % 4];
	} else if (line != ' ') {
		cell[2] = line;
	}
	put(o, cell);
}

/* Between two rows the lines go on, past whatever stands on their squares. */
static void put_between(struct out *o, unsigned turn, unsigned row)
{
	char line[36];
	size_t n = 0;

	memset(line, ' ', sizeof line);
	for (unsigned column = 2; column < 7 && row > 0 && row < 6; column++) {
		int falling = line_on(turn, square_at(turn, column - 1, row)) == '\\';
		int rising = line_on(turn, square_at(turn, column, row)) == '/';

		if (!falling && !rising)
			continue;
		line[2 + 4 * column] = falling && rising ? 'X' : falling ? '\\' : '/';
		n = 3 + 4 * column;
	}
	line[n] = '\0';
	put(o, line);
	put(o, "\n");
}

/* Letters of files, or numbers of ranks when the board is turned by an odd quarter. */
static void put_heads(struct out *o, unsigned turn)
{
	char cell[5] = "    ";

	put(o, " ");
	for (unsigned column = 0; column < 8; column++) {
		unsigned square = square_at(turn, column, 0);

		cell[3] = (char)(turn % 2 ? '1' + square / 8 : 'a' + square % 8);
		put(o, cell);
	}
	put(o, "\n");
}

static void put_board(struct out *o, const struct acedrex *a, unsigned turn)
{
	put_heads(o, turn);
	for (unsigned row = 0; row < 8; row++) {
		unsigned square = square_at(turn, 0, row);
		char name[3] = {(char)(turn % 2 ? 'a' + square % 8 : '1' + square / 8), ' '};

		put(o, name);
		for (unsigned column = 0; column < 8; column++)
			put_square(o, a, turn, square_at(turn, column, row));
		name[1] = '\n';
		put(o, " ");
		put(o, name);
		if (row < 7)
			put_between(o, turn, row);
	}
	put_heads(o, turn);
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

	acedrex_attacks_men(a, &men);
	put_board(&o, a, quarters[seat % ACEDREX_SEATS]);
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
