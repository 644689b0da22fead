/*
 * moves.c - what a seat may do, and why it may not do the rest.
 *
 * First the moves of each piece, then those of them that leave the own king
 * out of check.  Whom one may capture is one set of squares, so that a rook
 * stops before a third player's piece and a pawn cannot enter its square without
 * a case for either.
 */
#include "plugins/acedrex/acedrex.h"

/* Of one army without limits of its own: eight pieces, 66 moves at most; four of them. */
#define PSEUDO_MAX 300

struct pseudo {
	uint8_t from[PSEUDO_MAX], to[PSEUDO_MAX];
	unsigned n;
};

struct step {
	int8_t file, rank;
};

static const struct step around[8] = {{1, 0}, {-1, 0}, {0, 1},	{0, -1},
				      {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
static const struct step leaps[8] = {{1, 2},  {2, 1},  {2, -1},	 {1, -2},
				     {-1, 2}, {-2, 1}, {-2, -1}, {-1, -2}};
static const struct step fils[4] = {{2, 2}, {2, -2}, {-2, 2}, {-2, -2}};
static const struct step forward[ACEDREX_KINDS] = {[ACEDREX_EAST] = {1, 0},
						   [ACEDREX_WEST] = {-1, 0},
						   [ACEDREX_NORTH] = {0, 1},
						   [ACEDREX_SOUTH] = {0, -1}};

/* Where a step leads, or ACEDREX_SQUARES for off the board. */
static unsigned stepped(unsigned from, int files, int ranks)
{
	int file = (int)(from & 7) + files, rank = (int)(from >> 3) + ranks;

	return file < 0 || file > 7 || rank < 0 || rank > 7 ? ACEDREX_SQUARES
							    : (unsigned)(8 * rank + file);
}

static int holds(uint64_t set, unsigned square)
{
	return (int)(set >> square & 1);
}

/*
 * What the seat may capture: the pieces of the next living player to the right
 * (DLP rules summary), or anybody's.  Kings are mated, not taken, unless
 * king_capture; an army that nobody plays is an obstacle.
 */
static uint64_t prey_of(const struct acedrex *a, const struct acedrex_men *men, unsigned seat)
{
	uint64_t prey = 0;

	for (unsigned other = 0; other < ACEDREX_SEATS; other++)
		if (other != seat &&
		    (a->capture != ACEDREX_RIGHT_ONLY || other == acedrex_next(a, seat)))
			prey |= men->of[other];
	return a->king_capture ? prey : prey & ~men->kind[ACEDREX_KING];
}

/* ---- the moves of the pieces --------------------------------------------------- */

static void add(struct pseudo *p, unsigned from, unsigned to)
{
	p->from[p->n] = (uint8_t)from;
	p->to[p->n++] = (uint8_t)to;
}

static void add_steps(struct pseudo *p, unsigned from, const struct step *steps, unsigned n,
		      uint64_t open)
{
	for (unsigned i = 0; i < n; i++) {
		unsigned to = stepped(from, steps[i].file, steps[i].rank);

		if (to < ACEDREX_SQUARES && holds(open, to))
			add(p, from, to);
	}
}

static void add_rook(struct pseudo *p, unsigned from, uint64_t all, uint64_t prey)
{
	for (unsigned i = 0; i < 4; i++) {
		unsigned to = stepped(from, around[i].file, around[i].rank);

		for (; to < ACEDREX_SQUARES && !holds(all, to);
		     to = stepped(to, around[i].file, around[i].rank))
			add(p, from, to);
		if (to < ACEDREX_SQUARES && holds(prey, to))
			add(p, from, to);
	}
}

/*
 * A pawn of this direction that has not moved stands here and nowhere else:
 * option pawn_double, as the book's ordinary chess has it (Ludii, Acedrex).
 */
static int is_start(unsigned kind, unsigned square)
{
	unsigned file = square & 7, rank = square >> 3;

	switch (kind) {
	case ACEDREX_EAST:
		return file == 2 && (rank < 2 || rank > 5);
	case ACEDREX_WEST:
		return file == 5 && (rank < 2 || rank > 5);
	case ACEDREX_NORTH:
		return rank == 2 && (file < 2 || file > 5);
	default:
		return rank == 5 && (file < 2 || file > 5);
	}
}

/* "They capture forward and diagonally as pawns should capture" (Golladay, the board). */
static void add_pawn(const struct acedrex *a, struct pseudo *p, unsigned from, unsigned kind,
		     uint64_t all, uint64_t prey)
{
	int file = forward[kind].file, rank = forward[kind].rank;
	unsigned to = stepped(from, file, rank), twice = stepped(from, 2 * file, 2 * rank);
	const struct step takes[2] = {{(int8_t)(file + rank), (int8_t)(rank + file)},
				      {(int8_t)(file - rank), (int8_t)(rank - file)}};

	add_steps(p, from, takes, 2, prey);
	if (to >= ACEDREX_SQUARES || holds(all, to))
		return;
	add(p, from, to);
	if (a->pawn_double == ACEDREX_UNTIL_CAPTURE && !a->captured && is_start(kind, from) &&
	    !holds(all, twice))
		add(p, from, twice);
}

static void add_piece(const struct acedrex *a, struct pseudo *p, unsigned from, uint64_t all,
		      uint64_t prey)
{
	unsigned kind = acedrex_kind(a, from);
	uint64_t open = ~all | prey;

	switch (kind) {
	case ACEDREX_KING:
		add_steps(p, from, around, 8, open);
		break;
	case ACEDREX_ROOK:
		add_rook(p, from, all, prey);
		break;
	case ACEDREX_KNIGHT:
		add_steps(p, from, leaps, 8, open);
		break;
	case ACEDREX_FIL:
		add_steps(p, from, fils, 4, open);
		break;
	case ACEDREX_FRESH:
		/* Its first move may be a leap like the fil's, taking nothing (ours). */
		add_steps(p, from, fils, 4, ~all);
		add_steps(p, from, around + 4, 4, open);
		break;
	case ACEDREX_FERS:
		add_steps(p, from, around + 4, 4, open);
		break;
	default:
		add_pawn(a, p, from, kind, all, prey);
		break;
	}
}

static void gather(const struct acedrex *a, const struct acedrex_men *men, unsigned seat,
		   struct pseudo *p)
{
	uint64_t prey = prey_of(a, men, seat);

	p->n = 0;
	for (uint64_t own = men->of[seat]; own; own &= own - 1)
		add_piece(a, p, (unsigned)__builtin_ctzll(own), men->all, prey);
}

/* What stands there after the move: "until one of the pawns is promoted" to a fers. */
unsigned acedrex_moves_landing(const struct acedrex *a, unsigned kind, unsigned to)
{
	if (!acedrex_is_pawn(kind))
		return kind == ACEDREX_FRESH ? ACEDREX_FERS : kind;
	if (stepped(to, forward[kind].file, forward[kind].rank) < ACEDREX_SQUARES)
		return kind;
	return a->fers_leap ? ACEDREX_FRESH : ACEDREX_FERS;
}

/* ---- the first move ---------------------------------------------------------------- */

/*
 * Towards the right-hand neighbour, that is from one's own corner along its
 * side: "he should move towards his right" (Golladay, on how they begin).
 */
static int rightwards(const struct acedrex *a, unsigned seat, unsigned from, unsigned to)
{
	/* In the Ludii layout everybody sits one corner further back. */
	switch ((seat + (a->layout == ACEDREX_LUDII ? 3 : 0)) % ACEDREX_SEATS) {
	case 0:
		return (to & 7) < (from & 7);
	case 1:
		return to >> 3 < from >> 3;
	case 2:
		return (to & 7) > (from & 7);
	default:
		return to >> 3 > from >> 3;
	}
}

static int must_go_right(const struct acedrex *a, unsigned seat)
{
	return a->capture == ACEDREX_FIRST_MOVE_RIGHT && !(a->moved >> seat & 1);
}

/* ---- legal moves ------------------------------------------------------------------- */

int acedrex_moves_any(const struct acedrex *a, const struct acedrex_men *men, unsigned seat)
{
	uint64_t prey = prey_of(a, men, seat);
	struct pseudo p;

	/* Piece by piece: the first move of the first one will mostly do. */
	for (uint64_t own = men->of[seat]; own; own &= own - 1) {
		p.n = 0;
		add_piece(a, &p, (unsigned)__builtin_ctzll(own), men->all, prey);
		for (unsigned i = 0; i < p.n; i++)
			if (acedrex_attacks_safe(a, men, seat, p.from[i], p.to[i]))
				return 1;
	}
	return 0;
}

static int is_asked(const struct acedrex *a, unsigned seat)
{
	if (seat >= ACEDREX_SEATS || a->end != ACEDREX_PLAYING)
		return 0;
	return a->offer ? a->answers >> seat & 1 : a->turn == seat;
}

/* Drops the moves that leave the king in check, or, at first, do not go to the right. */
static void sift(const struct acedrex *a, const struct acedrex_men *men, unsigned seat,
		 struct pseudo *p)
{
	unsigned n = 0, right = 0;

	for (unsigned i = 0; i < p->n; i++) {
		if (!acedrex_attacks_safe(a, men, seat, p->from[i], p->to[i]))
			continue;
		p->from[n] = p->from[i];
		p->to[n++] = p->to[i];
	}
	p->n = n;
	if (!must_go_right(a, seat))
		return;
	for (unsigned i = 0; i < n; i++) {
		if (!rightwards(a, seat, p->from[i], p->to[i]))
			continue;
		p->from[right] = p->from[i];
		p->to[right++] = p->to[i];
	}
	if (right > 0)
		p->n = right;
}

size_t acedrex_moves_legal(const void *pos, unsigned seat, tablas_move *out, size_t cap)
{
	const struct acedrex *a = pos;
	struct acedrex_men men;
	struct pseudo p;

	if (!is_asked(a, seat))
		return 0;
	if (a->offer) {
		for (size_t i = 0; i < 2 && i < cap; i++)
			out[i] = ACEDREX_ACCEPT + i;
		return 2;
	}
	acedrex_attacks_men(a, &men);
	gather(a, &men, seat, &p);
	sift(a, &men, seat, &p);
	for (size_t i = 0; i < p.n && i < cap; i++)
		out[i] = acedrex_move(p.from[i], p.to[i]);
	return p.n;
}

/* ---- why not ----------------------------------------------------------------------- */

static enum tablas_why say(enum tablas_why why, const char *words, const char **sentence)
{
	*sentence = words;
	return why;
}

static const char *way_of(unsigned kind)
{
	switch (kind) {
	case ACEDREX_KING:
		return "a king moves one square any way";
	case ACEDREX_ROOK:
		return "a rook moves along ranks and files and jumps over nothing";
	case ACEDREX_KNIGHT:
		return "a knight leaps two squares one way and one across";
	case ACEDREX_FIL:
		return "a fil leaps exactly two squares diagonally";
	case ACEDREX_FERS:
		return "a fers moves one square diagonally";
	case ACEDREX_FRESH:
		return "a fers moves one square diagonally, or at first leaps two, taking "
		       "nothing";
	case ACEDREX_EAST:
		return "this pawn goes one square towards file h, and captures diagonally so";
	case ACEDREX_WEST:
		return "this pawn goes one square towards file a, and captures diagonally so";
	case ACEDREX_NORTH:
		return "this pawn goes one square towards rank 8, and captures diagonally so";
	default:
		return "this pawn goes one square towards rank 1, and captures diagonally so";
	}
}

/* Whether the piece reaches the square on a board where it could take anything. */
static int reaches(const struct acedrex *a, const struct acedrex_men *men, unsigned from,
		   unsigned to)
{
	struct pseudo p = {.n = 0};

	add_piece(a, &p, from, men->all, men->all);
	for (unsigned i = 0; i < p.n; i++)
		if (p.to[i] == to)
			return 1;
	return 0;
}

/* The piece could go there if what stands there were another's. */
static enum tablas_why why_not_taken(const struct acedrex *a, unsigned seat, unsigned to,
				     const char **sentence)
{
	unsigned player = a->player[acedrex_colour(a, to)];

	if (player == seat)
		return say(TABLAS_WHY_POINT_BLOCKED, "a piece of one's own stands there",
			   sentence);
	if (player == TABLAS_NOBODY)
		return say(TABLAS_WHY_POINT_BLOCKED,
			   "the army of a mated player stays as an obstacle", sentence);
	if (a->capture == ACEDREX_RIGHT_ONLY && player != acedrex_next(a, seat))
		return say(TABLAS_WHY_OTHER,
			   "one captures only the pieces of the next player to the right",
			   sentence);
	return say(TABLAS_WHY_OTHER, "a king is never captured, only mated", sentence);
}

static enum tablas_why why_not_answer(const struct acedrex *a, tablas_move m,
				      const char **sentence)
{
	if (a->offer && (m == ACEDREX_ACCEPT || m == ACEDREX_REFUSE))
		return TABLAS_WHY_LEGAL;
	if (m > ACEDREX_REFUSE)
		return say(TABLAS_WHY_UNREADABLE, "this is no move of this game", sentence);
	return say(TABLAS_WHY_OTHER,
		   a->offer ? "a draw is offered: accept or refuse it first"
			    : "no draw is offered",
		   sentence);
}

enum tablas_why acedrex_moves_why(const void *pos, unsigned seat, tablas_move m,
				  const char **sentence)
{
	const struct acedrex *a = pos;
	unsigned from = acedrex_from(m), to = acedrex_to(m);
	struct acedrex_men men;
	struct pseudo p;

	if (!is_asked(a, seat))
		return say(TABLAS_WHY_OTHER, "this seat has nothing to decide now", sentence);
	if (a->offer || m >= ACEDREX_ACCEPT)
		return why_not_answer(a, m, sentence);
	acedrex_attacks_men(a, &men);
	if (!holds(men.of[seat], from))
		return say(TABLAS_WHY_NO_PIECE, "no piece of this seat stands there", sentence);
	if (!reaches(a, &men, from, to))
		return say(TABLAS_WHY_WRONG_WAY, way_of(acedrex_kind(a, from)), sentence);
	if (holds(men.all, to) && !holds(prey_of(a, &men, seat), to))
		return why_not_taken(a, seat, to, sentence);
	if (!acedrex_attacks_safe(a, &men, seat, from, to))
		return say(TABLAS_WHY_CHECK,
			   acedrex_attacks_on(a, &men, seat)
				   ? "the king is in check and would still be"
				   : "this move would leave the king in check",
			   sentence);
	gather(a, &men, seat, &p);
	sift(a, &men, seat, &p);
	for (unsigned i = 0; i < p.n; i++)
		if (p.from[i] == from && p.to[i] == to)
			return TABLAS_WHY_LEGAL;
	return say(TABLAS_WHY_OTHER,
		   "the first move must carry a piece towards the right-hand neighbour",
		   sentence);
}
