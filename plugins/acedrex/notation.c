/*
 * notation.c - a position in one line.
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

#include <stdio.h>

const char acedrex_notation_initial[ACEDREX_SEATS + 1] = "GRBW";
const char acedrex_notation_letter[ACEDREX_KINDS + 1] = "?KRNFQqewns";

const char *const acedrex_notation_end[ACEDREX_ENDS] = {
	[ACEDREX_PLAYING] = "playing",	       [ACEDREX_WON] = "won",
	[ACEDREX_NO_PROGRESS] = "no_progress", [ACEDREX_REPETITION] = "repetition",
	[ACEDREX_AGREEMENT] = "agreement",     [ACEDREX_ALL_PASS] = "all_pass"};

/* Squares in the memory, a1 to h8; a pass is two dots. */
static const char square_char[ACEDREX_SQUARES + 1] =
	"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+_";

/* ---- writing ---------------------------------------------------------------------- */

struct line {
	char text[2 * TABLAS_TEXT_MAX];
	size_t n;
};

static void put_char(struct line *l, char c)
{
	if (l->n + 1 < sizeof l->text) {
		l->text[l->n++] = c;
		l->text[l->n] = '\0';
	}
}

static void put_text(struct line *l, const char *text)
{
	for (; *text; text++)
		put_char(l, *text);
}

static void put_number(struct line *l, int32_t number)
{
	char text[16];

	snprintf(text, sizeof text, "%ld", (long)number);
	put_text(l, text);
}

static void put_seats(struct line *l, char before, unsigned seats)
{
	if (before && seats)
		put_char(l, before);
	for (unsigned seat = 0; seat < ACEDREX_SEATS; seat++)
		if (seats >> seat & 1)
			put_char(l, acedrex_notation_initial[seat]);
}

static void put_army(struct line *l, const struct acedrex *a, unsigned colour)
{
	size_t n = l->n;

	for (unsigned i = 0; i < ACEDREX_SQUARES; i++) {
		if (!a->square[i] || acedrex_colour(a, i) != colour)
			continue;
		put_char(l, acedrex_notation_letter[acedrex_kind(a, i)]);
		put_char(l, (char)('a' + (i & 7)));
		put_char(l, (char)('1' + (i >> 3)));
	}
	if (l->n == n)
		put_char(l, '-');
}

static void put_captured(struct line *l, const struct acedrex *a, unsigned colour)
{
	size_t n = l->n;

	for (unsigned kind = 0; kind < ACEDREX_KINDS; kind++)
		for (unsigned i = 0; i < a->taken[colour][kind]; i++)
			put_char(l, acedrex_notation_letter[kind]);
	if (l->n == n)
		put_char(l, '-');
}

static void put_state(struct line *l, const struct acedrex *a)
{
	if (a->end != ACEDREX_PLAYING) {
		put_text(l, "over:");
		put_text(l, acedrex_notation_end[a->end]);
	} else {
		put_text(l, a->offer ? "offer" : "move");
	}
	/* Wagers that are not laid down yet. */
	if (!a->started)
		put_char(l, '!');
	put_char(l, ':');
	put_char(l, acedrex_notation_initial[a->turn]);
	if (!a->offer)
		return;
	put_char(l, ':');
	put_char(l, acedrex_notation_initial[a->offer - 1]);
	put_seats(l, ':', a->answers);
}

static void put_standings(struct line *l, const struct acedrex *a)
{
	for (unsigned seat = 0; seat < ACEDREX_SEATS; seat++)
		put_char(l, a->standing[seat] ? (char)('0' + a->standing[seat]) : '.');
	put_char(l, ' ');
	for (unsigned colour = 0; colour < ACEDREX_SEATS; colour++)
		put_char(l, a->player[colour] < ACEDREX_SEATS
				    ? acedrex_notation_initial[a->player[colour]]
				    : '-');
}

static void put_flags(struct line *l, const struct acedrex *a)
{
	size_t n = l->n;

	if (a->captured)
		put_char(l, 'x');
	put_seats(l, 'm', a->moved);
	put_seats(l, 'o', a->offered);
	if (l->n == n)
		put_char(l, '-');
}

static void put_amounts(struct line *l, const uint8_t amounts[ACEDREX_SEATS][4])
{
	for (unsigned seat = 0; seat < ACEDREX_SEATS; seat++) {
		if (seat > 0)
			put_char(l, '/');
		put_number(l, (int32_t)acedrex_get(amounts[seat]));
	}
	put_char(l, ' ');
}

static void put_memory(struct line *l, const struct acedrex *a)
{
	unsigned n = acedrex_get2(a->memory_n);

	if (n == 0)
		put_char(l, '-');
	for (unsigned i = 0; i < n; i++)
		for (unsigned k = 0; k < 2; k++)
			put_char(l, a->memory[i][k] < ACEDREX_SQUARES
					    ? square_char[a->memory[i][k]]
					    : '.');
}

static void write_line(const struct acedrex *a, struct line *l)
{
	l->n = 0;
	for (unsigned colour = 0; colour < ACEDREX_SEATS; colour++) {
		put_army(l, a, colour);
		put_char(l, colour + 1 < ACEDREX_SEATS ? '/' : ' ');
	}
	for (unsigned colour = 0; colour < ACEDREX_SEATS; colour++) {
		put_captured(l, a, colour);
		put_char(l, colour + 1 < ACEDREX_SEATS ? '/' : ' ');
	}
	put_state(l, a);
	put_char(l, ' ');
	put_standings(l, a);
	put_char(l, ' ');
	put_number(l, (int32_t)acedrex_get2(a->quiet));
	put_char(l, ' ');
	put_flags(l, a);
	put_char(l, ' ');
	put_number(l, (int32_t)acedrex_get(a->pot));
	put_char(l, ' ');
	put_amounts(l, a->net);
	put_amounts(l, a->won);
	for (unsigned seat = 0; seat < ACEDREX_SEATS; seat++) {
		put_number(l, (int32_t)acedrex_get2(a->fees[seat]));
		put_char(l, seat + 1 < ACEDREX_SEATS ? '/' : ' ');
	}
	put_memory(l, a);
}

size_t acedrex_notation_write(const void *pos, char *out, size_t cap)
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

/* The index of the next character in the list, or `none`. */
static unsigned take_one_of(const char **text, const char *list, unsigned none)
{
	const char *found = **text ? strchr(list, **text) : NULL;

	if (!found)
		return none;
	(*text)++;
	return (unsigned)(found - list);
}

static int take_number(const char **text, int32_t *number)
{
	int32_t v = 0, minus = take_char(text, '-');
	unsigned digits = 0;

	for (; **text >= '0' && **text <= '9'; (*text)++) {
		if (++digits > 9)
			return 0;
		v = 10 * v + (**text - '0');
	}
	*number = minus ? -v : v;
	return digits > 0;
}

static unsigned take_kind(const char **text)
{
	return take_one_of(text, acedrex_notation_letter + 1, ACEDREX_KINDS - 1) + 1;
}

static int take_armies(const char **text, struct acedrex *a)
{
	for (unsigned colour = 0; colour < ACEDREX_SEATS; colour++) {
		if (colour > 0 && !take_char(text, '/'))
			return 0;
		if (take_char(text, '-'))
			continue;
		do {
			unsigned kind = take_kind(text);
			unsigned file = take_one_of(text, "abcdefgh", 8);
			unsigned rank = take_one_of(text, "12345678", 8);

			if (kind >= ACEDREX_KINDS || file > 7 || rank > 7 ||
			    a->square[8 * rank + file])
				return 0;
			a->square[8 * rank + file] = acedrex_piece(colour, kind);
		} while (**text != '/' && **text != ' ');
	}
	return take_char(text, ' ');
}

static int take_captured(const char **text, struct acedrex *a)
{
	for (unsigned colour = 0; colour < ACEDREX_SEATS; colour++) {
		if (colour > 0 && !take_char(text, '/'))
			return 0;
		if (take_char(text, '-'))
			continue;
		do {
			unsigned kind = take_kind(text);

			if (kind >= ACEDREX_KINDS || ++a->taken[colour][kind] > ACEDREX_PIECES)
				return 0;
		} while (**text != '/' && **text != ' ');
	}
	return take_char(text, ' ');
}

static uint8_t take_seats(const char **text)
{
	unsigned seats = 0, seat;

	while ((seat = take_one_of(text, acedrex_notation_initial, ACEDREX_SEATS)) <
	       ACEDREX_SEATS)
		seats |= 1u << seat;
	return (uint8_t)seats;
}

static int take_state(const char **text, struct acedrex *a)
{
	int offered = take_word(text, "offer");
	unsigned seat;

	if (!offered && !take_word(text, "move")) {
		if (!take_word(text, "over:"))
			return 0;
		for (a->end = ACEDREX_WON; a->end < ACEDREX_ENDS; a->end++)
			if (take_word(text, acedrex_notation_end[a->end]))
				break;
		if (a->end == ACEDREX_ENDS)
			return 0;
	}
	a->started = (uint8_t)!take_char(text, '!');
	if (!take_char(text, ':'))
		return 0;
	seat = take_one_of(text, acedrex_notation_initial, ACEDREX_SEATS);
	if (seat == ACEDREX_SEATS)
		return 0;
	a->turn = (uint8_t)seat;
	if (offered) {
		if (!take_char(text, ':'))
			return 0;
		seat = take_one_of(text, acedrex_notation_initial, ACEDREX_SEATS);
		if (seat == ACEDREX_SEATS || !take_char(text, ':'))
			return 0;
		a->offer = (uint8_t)(seat + 1);
		a->answers = take_seats(text);
	}
	return take_char(text, ' ');
}

static int take_standings(const char **text, struct acedrex *a)
{
	for (unsigned seat = 0; seat < ACEDREX_SEATS; seat++) {
		unsigned rank = take_one_of(text, ".?234", ACEDREX_KINDS);

		if (rank > 4)
			return 0;
		a->standing[seat] = (uint8_t)rank;
	}
	if (!take_char(text, ' '))
		return 0;
	for (unsigned colour = 0; colour < ACEDREX_SEATS; colour++) {
		unsigned seat = take_one_of(text, "GRBW-", ACEDREX_KINDS);

		if (seat > ACEDREX_SEATS)
			return 0;
		a->player[colour] =
			seat < ACEDREX_SEATS ? (uint8_t)seat : (uint8_t)TABLAS_NOBODY;
	}
	return take_char(text, ' ');
}

static int take_flags(const char **text, struct acedrex *a)
{
	if (take_char(text, '-'))
		return take_char(text, ' ');
	a->captured = (uint8_t)take_char(text, 'x');
	if (take_char(text, 'm'))
		a->moved = take_seats(text);
	if (take_char(text, 'o'))
		a->offered = take_seats(text);
	return take_char(text, ' ');
}

static int take_amounts(const char **text, uint8_t amounts[ACEDREX_SEATS][4])
{
	int32_t n;

	for (unsigned seat = 0; seat < ACEDREX_SEATS; seat++) {
		if ((seat > 0 && !take_char(text, '/')) || !take_number(text, &n))
			return 0;
		acedrex_put(amounts[seat], (uint32_t)n);
	}
	return take_char(text, ' ');
}

static int take_purses(const char **text, struct acedrex *a)
{
	int32_t n;

	if (!take_number(text, &n) || !take_char(text, ' '))
		return 0;
	acedrex_put(a->pot, (uint32_t)n);
	if (!take_amounts(text, a->net) || !take_amounts(text, a->won))
		return 0;
	for (unsigned seat = 0; seat < ACEDREX_SEATS; seat++) {
		if ((seat > 0 && !take_char(text, '/')) || !take_number(text, &n) || n < 0 ||
		    n > 65535)
			return 0;
		acedrex_put2(a->fees[seat], (unsigned)n);
	}
	return take_char(text, ' ');
}

static int take_memory(const char **text, struct acedrex *a)
{
	unsigned n = 0;

	if (take_char(text, '-'))
		return **text == '\0';
	for (; **text; n++) {
		if (n == ACEDREX_MEMORY)
			return 0;
		for (unsigned k = 0; k < 2; k++) {
			unsigned at = take_char(text, '.')
					      ? ACEDREX_PASS
					      : take_one_of(text, square_char, 100);

			if (at == 100)
				return 0;
			a->memory[n][k] = (uint8_t)at;
		}
	}
	acedrex_put2(a->memory_n, n);
	return n > 0;
}

static int take_line(const char *text, struct acedrex *a)
{
	int32_t quiet;

	if (!take_armies(&text, a) || !take_captured(&text, a) || !take_state(&text, a) ||
	    !take_standings(&text, a) || !take_number(&text, &quiet) || quiet < 0 ||
	    quiet > 65535 || !take_char(&text, ' ') || !take_flags(&text, a) ||
	    !take_purses(&text, a) || !take_memory(&text, a))
		return 0;
	acedrex_put2(a->quiet, (unsigned)quiet);
	return 1;
}

int acedrex_notation_read(const struct tablas_setup *setup, const char *text, void *pos)
{
	struct acedrex a, fresh;
	struct line l;

	memset(&a, 0, sizeof a);
	acedrex_init(setup, &fresh);
	memcpy(a.ante, fresh.ante,
	       offsetof(struct acedrex, memory_n) - offsetof(struct acedrex, ante));
	if (!take_line(text, &a) || acedrex_audit(&a) != NULL)
		return -1;
	write_line(&a, &l);
	if (strcmp(l.text, text) != 0)
		return -1;
	memcpy(pos, &a, sizeof a);
	return 0;
}
