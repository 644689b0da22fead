/*
 * attacks.c - the board as sets of squares: who attacks whose king.
 *
 * A set has one bit for each square, a1 the lowest.  Only rooks reach far, so
 * only they need to look at what stands between; all others are shifts.
 */
#include "plugins/acedrex/acedrex.h"

#define FILE_A 0x0101010101010101ull
#define FILE_B (FILE_A << 1)
#define FILE_G (FILE_A << 6)
#define FILE_H (FILE_A << 7)

/* Shifts that do not go round the edge: by files, then by ranks. */
static inline uint64_t east(uint64_t s)
{
	return s << 1 & ~FILE_A;
}

static inline uint64_t west(uint64_t s)
{
	return s >> 1 & ~FILE_H;
}

static inline uint64_t east2(uint64_t s)
{
	return s << 2 & ~(FILE_A | FILE_B);
}

static inline uint64_t west2(uint64_t s)
{
	return s >> 2 & ~(FILE_G | FILE_H);
}

static void enlist(const struct acedrex *a, struct acedrex_men *men, unsigned square)
{
	uint64_t bit = 1ull << square;
	unsigned player = a->player[acedrex_colour(a, square)];

	men->all |= bit;
	men->kind[acedrex_kind(a, square)] |= bit;
	if (player < ACEDREX_SEATS)
		men->of[player] |= bit;
}

void acedrex_attacks_men(const struct acedrex *a, struct acedrex_men *men)
{
	static const uint8_t empty[8];

	memset(men, 0, sizeof *men);
	for (unsigned i = 0; i < ACEDREX_SQUARES; i++) {
		/* Most ranks are empty, most of the time. */
		if ((i & 7) == 0 && memcmp(&a->square[i], empty, sizeof empty) == 0)
			i += 7;
		else if (a->square[i])
			enlist(a, men, i);
	}
}

/*
 * Whose pieces may take those of this seat: its hunter's [DLP rules summary,
 * "Each player may capture only the pieces of the player to their right"], or
 * everybody's (Golladay, "each player may move according to his will").
 */
static uint64_t enemies(const struct acedrex *a, const struct acedrex_men *men,
				 unsigned seat)
{
	uint64_t enemies = 0;

	if (a->capture == ACEDREX_RIGHT_ONLY) {
		unsigned hunter = acedrex_before(a, seat);

		return hunter == seat ? 0 : men->of[hunter];
	}
	for (unsigned other = 0; other < ACEDREX_SEATS; other++)
		if (other != seat)
			enemies |= men->of[other];
	return enemies;
}

/* The rooks of the set that see the square. */
static uint64_t rooks_on(uint64_t rooks, uint64_t all, unsigned square)
{
	uint64_t rank = 0xffull << (square & 56u), file = FILE_A << (square & 7u), seen = 0;

	for (rooks &= rank | file; rooks; rooks &= rooks - 1) {
		unsigned from = (unsigned)__builtin_ctzll(rooks);
		unsigned low = from < square ? from : square, high = from ^ low ^ square;
		uint64_t line = from >> 3 == square >> 3 ? rank : file;
		uint64_t between = line & ((1ull << high) - 1) & ~((2ull << low) - 1);

		if (!(between & all) && from != square)
			seen |= 1ull << from;
	}
	return seen;
}

/* The pieces that attack the square, if `all` is what stands on the board. */
static uint64_t attackers(const struct acedrex_men *men, uint64_t all, unsigned square)
{
	uint64_t s = 1ull << square, e = east(s), w = west(s), e2 = east2(s), w2 = west2(s);
	uint64_t sides = e | w, fersed = sides << 8 | sides >> 8;
	uint64_t on = fersed & (men->kind[ACEDREX_FERS] | men->kind[ACEDREX_FRESH]);

	on |= (fersed | sides | s << 8 | s >> 8) & men->kind[ACEDREX_KING];
	on |= (sides << 16 | sides >> 16 | (e2 | w2) << 8 | (e2 | w2) >> 8) &
	      men->kind[ACEDREX_KNIGHT];
	on |= ((e2 | w2) << 16 | (e2 | w2) >> 16) & men->kind[ACEDREX_FIL];
	/* A pawn that goes east stands to the west of what it takes. */
	on |= (w << 8 | w >> 8) & men->kind[ACEDREX_EAST];
	on |= (e << 8 | e >> 8) & men->kind[ACEDREX_WEST];
	on |= sides >> 8 & men->kind[ACEDREX_NORTH];
	on |= sides << 8 & men->kind[ACEDREX_SOUTH];
	return on | rooks_on(men->kind[ACEDREX_ROOK], all, square);
}

static uint64_t king_of(const struct acedrex_men *men, unsigned seat)
{
	return men->kind[ACEDREX_KING] & men->of[seat];
}

/* The pieces that put the seat's king in check; none if it has no king. */
uint64_t acedrex_attacks_on(const struct acedrex *a, const struct acedrex_men *men,
			    unsigned seat)
{
	uint64_t king = king_of(men, seat);

	if (!king)
		return 0;
	return attackers(men, men->all, (unsigned)__builtin_ctzll(king)) &
	       enemies(a, men, seat);
}

/* Whether the seat's king is out of check after that move, which is otherwise right. */
int acedrex_attacks_safe(const struct acedrex *a, const struct acedrex_men *men, unsigned seat,
			 unsigned from, unsigned to)
{
	uint64_t f = 1ull << from, t = 1ull << to, king = king_of(men, seat);
	uint64_t all = (men->all & ~f) | t;

	if (!king)
		return 1;
	if (king == f)
		king = t;
	return !(attackers(men, all, (unsigned)__builtin_ctzll(king)) &
		 enemies(a, men, seat) & ~t);
}
