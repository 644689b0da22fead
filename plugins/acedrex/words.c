/*
 * words.c - moves in words.
 *
 * Coordinates name a move of chess alone: "g8f6".  People dress it up: with a
 * piece's letter, a hyphen or a cross, with what a pawn becomes, with signs for
 * check and for praise; or leave out where the piece comes from.
 */
#include "plugins/acedrex/acedrex.h"

#include <stdio.h>

#define ANY 8u

/* What was said about a move; ANY where nothing was. */
struct saying {
	unsigned kind; /* ACEDREX_NONE: not said; ACEDREX_EAST: a pawn */
	unsigned from_file, from_rank;
	unsigned to_file, to_rank;
};

size_t acedrex_words_write(const void *pos, unsigned seat, tablas_move m, char *out, size_t cap)
{
	unsigned from = acedrex_from(m), to = acedrex_to(m);
	int n;

	(void)pos;
	(void)seat;
	if (m == ACEDREX_ACCEPT || m == ACEDREX_REFUSE)
		n = snprintf(out, cap, "%s", m == ACEDREX_ACCEPT ? "accept" : "refuse");
	else
		n = snprintf(out, cap, "%c%u%c%u", (char)('a' + (from & 7)), (from >> 3) + 1,
			     (char)('a' + (to & 7)), (to >> 3) + 1);
	return (size_t)n;
}

/* ---- reading ---------------------------------------------------------------------------- */

static int skip_one_of(const char **text, const char *list)
{
	if (!**text || !strchr(list, **text))
		return 0;
	(*text)++;
	return 1;
}

static unsigned take(const char **text, char first)
{
	unsigned n = (unsigned)(**text - first);

	if (**text < first || n > 7)
		return ANY;
	(*text)++;
	return n;
}

static unsigned take_letter(const char **text)
{
	static const char letters[] = "KRNFQP";
	static const uint8_t kinds[] = {ACEDREX_KING, ACEDREX_ROOK, ACEDREX_KNIGHT,
					ACEDREX_FIL,  ACEDREX_FERS, ACEDREX_EAST};
	const char *found = **text ? strchr(letters, **text) : NULL;

	if (!found)
		return ACEDREX_NONE;
	(*text)++;
	return kinds[found - letters];
}

/* "=Q", "(Q)", "Q" of a promotion, then any of + # ! ?. */
static int is_trimming(const char *text)
{
	int open = skip_one_of(&text, "(");

	skip_one_of(&text, "=");
	skip_one_of(&text, "Qq");
	if (open && !skip_one_of(&text, ")"))
		return 0;
	while (skip_one_of(&text, "+#!?*"))
		;
	return *text == '\0';
}

/* "g8", "g", "8" or nothing; then a hyphen or a cross; then a square. */
static int take_saying(const char *text, struct saying *s)
{
	s->kind = take_letter(&text);
	s->from_file = take(&text, 'a');
	s->from_rank = take(&text, '1');
	skip_one_of(&text, "-x:");
	s->to_file = take(&text, 'a');
	s->to_rank = take(&text, '1');
	if (s->to_file == ANY && s->to_rank == ANY) {
		/* The first square was the only one. */
		s->to_file = s->from_file;
		s->to_rank = s->from_rank;
		s->from_file = s->from_rank = ANY;
	}
	return s->to_file != ANY && s->to_rank != ANY && is_trimming(text);
}

static int fits(const struct acedrex *a, const struct saying *s, tablas_move m)
{
	unsigned from = acedrex_from(m), kind = acedrex_kind(a, from);

	if (kind == ACEDREX_FRESH)
		kind = ACEDREX_FERS;
	if (acedrex_is_pawn(kind))
		kind = ACEDREX_EAST;
	return (s->kind == ACEDREX_NONE || s->kind == kind) &&
	       (s->from_file == ANY || s->from_file == (from & 7)) &&
	       (s->from_rank == ANY || s->from_rank == from >> 3) &&
	       acedrex_to(m) == 8 * s->to_rank + s->to_file;
}

/* The one legal move that fits; without a letter a pawn is meant, as in all chess. */
static int meant(const struct acedrex *a, unsigned seat, struct saying *s, tablas_move *out)
{
	tablas_move legal[ACEDREX_MOVES_MAX];
	size_t n = a->offer ? 0 : acedrex_moves_legal(a, seat, legal, ACEDREX_MOVES_MAX);
	unsigned found = 0;

	if (s->kind == ACEDREX_NONE)
		s->kind = ACEDREX_EAST;
	for (size_t i = 0; i < n && i < ACEDREX_MOVES_MAX; i++) {
		if (!fits(a, s, legal[i]))
			continue;
		*out = legal[i];
		found++;
	}
	return found == 1 ? 0 : -1;
}

int acedrex_words_read(const void *pos, unsigned seat, const char *text, tablas_move *out)
{
	const struct acedrex *a = pos;
	struct saying s;
	tablas_move m;

	if (!strcmp(text, "accept") || !strcmp(text, "refuse")) {
		*out = *text == 'a' ? ACEDREX_ACCEPT : ACEDREX_REFUSE;
		return 0;
	}
	if (!take_saying(text, &s))
		return -1;
	if (s.from_file == ANY || s.from_rank == ANY)
		return meant(a, seat, &s, out);
	m = acedrex_move(8 * s.from_rank + s.from_file, 8 * s.to_rank + s.to_file);
	/* A letter that is not the piece's contradicts the square. */
	if (acedrex_from(m) == acedrex_to(m) || !fits(a, &s, m))
		return -1;
	*out = m;
	return 0;
}
