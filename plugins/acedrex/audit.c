/*
 * audit.c - what cannot be.
 *
 * Positions come from the game's own play and from anybody's text.  Few pieces
 * are fine, and pawns that go any way (problems have such); what no course of a
 * game could lead to is not.
 */
#include "plugins/acedrex/acedrex.h"

/* ---- pieces ------------------------------------------------------------------------- */

static const char *audit_square(const struct acedrex *a, unsigned i)
{
	unsigned kind = acedrex_kind(a, i);

	if (a->square[i] >> 4 < 1 || a->square[i] >> 4 > ACEDREX_SEATS || kind < 1 ||
	    kind >= ACEDREX_KINDS)
		return "there is no such piece";
	if (acedrex_is_pawn(kind) && acedrex_moves_landing(a, kind, i) != kind)
		return "a pawn stands on the edge where it becomes a fers";
	if (kind == ACEDREX_FRESH && !a->fers_leap)
		return "a fers leaps by option fers_leap only";
	return NULL;
}

static const char *audit_army(const unsigned n[ACEDREX_KINDS])
{
	unsigned pawns = n[ACEDREX_FERS] + n[ACEDREX_FRESH];

	for (unsigned kind = ACEDREX_EAST; kind < ACEDREX_KINDS; kind++)
		pawns += n[kind];
	if (n[ACEDREX_KING] > 1 || n[ACEDREX_ROOK] > 1 || n[ACEDREX_KNIGHT] > 1 ||
	    n[ACEDREX_FIL] > 1)
		return "an army has one king, one rook, one knight and one fil at most";
	return pawns > 4 ? "an army has four pawns at most, those promoted included" : NULL;
}

static const char *audit_pieces(const struct acedrex *a)
{
	unsigned n[ACEDREX_SEATS][ACEDREX_KINDS];
	const char *wrong = NULL;

	for (unsigned colour = 0; colour < ACEDREX_SEATS; colour++) {
		for (unsigned kind = 0; kind < ACEDREX_KINDS; kind++)
			n[colour][kind] = a->taken[colour][kind];
		if (n[colour][ACEDREX_NONE] || n[colour][ACEDREX_FRESH])
			return "a captured piece is of no kind";
	}
	for (unsigned i = 0; i < ACEDREX_SQUARES && !wrong; i++) {
		if (!a->square[i])
			continue;
		wrong = audit_square(a, i);
		if (!wrong)
			n[acedrex_colour(a, i)][acedrex_kind(a, i)]++;
	}
	for (unsigned colour = 0; colour < ACEDREX_SEATS && !wrong; colour++)
		wrong = audit_army(n[colour]);
	return wrong;
}

/* ---- seats -------------------------------------------------------------------------- */

static int has_king(const struct acedrex *a, unsigned colour)
{
	for (unsigned i = 0; i < ACEDREX_SQUARES; i++)
		if (a->square[i] == acedrex_piece(colour, ACEDREX_KING))
			return 1;
	return 0;
}

static int has_pieces(const struct acedrex *a, unsigned colour)
{
	for (unsigned i = 0; i < ACEDREX_SQUARES; i++)
		if (a->square[i] && acedrex_colour(a, i) == colour)
			return 1;
	return 0;
}

static const char *audit_defeated(const struct acedrex *a, unsigned seat)
{
	unsigned player = a->player[seat];

	if (a->mated_army == ACEDREX_CAPTOR)
		return player < ACEDREX_SEATS && acedrex_lives(a, player) && !has_king(a, seat)
			       ? NULL
			       : "a mated army has a new player and no king";
	if (player != TABLAS_NOBODY)
		return "a mated army is played by nobody";
	return a->mated_army == ACEDREX_REMOVE && has_pieces(a, seat)
		       ? "a mated army is off the board"
		       : NULL;
}

static const char *audit_seats(const struct acedrex *a)
{
	unsigned living = acedrex_living(a), ranks = 0;

	if (living == 0)
		return "nobody is left";
	for (unsigned seat = 0; seat < ACEDREX_SEATS; seat++) {
		const char *wrong = NULL;

		if (acedrex_lives(a, seat)) {
			if (a->player[seat] != seat || !has_king(a, seat))
				wrong = "a seat that plays has its own army and its king";
		} else {
			wrong = audit_defeated(a, seat);
			if (a->standing[seat] <= living || a->standing[seat] > ACEDREX_SEATS ||
			    ranks >> a->standing[seat] & 1)
				wrong = "seats are defeated one after the other";
			ranks |= 1u << a->standing[seat];
		}
		if (wrong)
			return wrong;
	}
	return acedrex_lives(a, a->turn) ? NULL : "a seat that is out of the game has the turn";
}

static unsigned living_seats(const struct acedrex *a)
{
	unsigned seats = 0;

	for (unsigned seat = 0; seat < ACEDREX_SEATS; seat++)
		seats |= acedrex_lives(a, seat) ? 1u << seat : 0;
	return seats;
}

static const char *audit_offers(const struct acedrex *a)
{
	unsigned living = living_seats(a);

	if ((a->offered & living) != a->offered)
		return "a seat that is out of the game offered a draw";
	if (!a->offer)
		return a->answers ? "no draw is offered" : NULL;
	if (!(a->offered >> (a->offer - 1) & 1) || a->answers == 0 ||
	    (a->answers & living & ~(1u << (a->offer - 1))) != a->answers)
		return "a draw is offered by one living seat, and others answer";
	return NULL;
}

/* ---- purses ------------------------------------------------------------------------- */

static const char *audit_purses(const struct acedrex *a)
{
	int64_t pot = (int32_t)acedrex_get(a->pot), sum = pot;
	int blank = pot == 0;

	if (pot < 0 || pot > ACEDREX_AMOUNT)
		return "no such pot";
	for (unsigned seat = 0; seat < ACEDREX_SEATS; seat++) {
		int32_t net = (int32_t)acedrex_get(a->net[seat]);
		int32_t won = (int32_t)acedrex_get(a->won[seat]);

		if (net < -ACEDREX_AMOUNT || net > ACEDREX_AMOUNT || won < 0 ||
		    won > ACEDREX_AMOUNT)
			return "no such purse";
		if (acedrex_get2(a->fees[seat]) > acedrex_get2(a->max_check_fees))
			return "more checks are paid for than max_check_fees";
		sum += net;
		blank = blank && net == 0 && won == 0 && acedrex_get2(a->fees[seat]) == 0;
	}
	if (sum != 0)
		return "the purses and the pot do not add up";
	return a->started || blank ? NULL : "something is paid before the wagers";
}

/* ---- quiet moves ----------------------------------------------------------------------- */

static int could_move(const struct acedrex *a, unsigned kind, unsigned from, unsigned to)
{
	int files = (int)(from & 7) - (int)(to & 7), ranks = (int)(from >> 3) - (int)(to >> 3);

	files = files < 0 ? -files : files;
	ranks = ranks < 0 ? -ranks : ranks;
	switch (kind) {
	case ACEDREX_KING:
		return files < 2 && ranks < 2;
	case ACEDREX_ROOK:
		return files == 0 || ranks == 0;
	case ACEDREX_KNIGHT:
		return files * ranks == 2;
	case ACEDREX_FIL:
		return files == 2 && ranks == 2;
	case ACEDREX_FERS:
		return files == ranks && (files == 1 || (files == 2 && a->fers_leap));
	default:
		return 0;
	}
}

/* The moves that are remembered can be undone, one by one. */
static const char *audit_memory(const struct acedrex *a)
{
	static const char wrong[] = "the quiet moves do not lead here";
	unsigned n = acedrex_get2(a->memory_n), seat = a->turn;
	struct acedrex then = *a;

	if (n > acedrex_get2(a->quiet) || n > ACEDREX_MEMORY)
		return wrong;
	while (n-- > 0) {
		unsigned from = a->memory[n][0], to = a->memory[n][1];

		seat = acedrex_before(a, seat);
		if (from == ACEDREX_PASS && to == ACEDREX_PASS)
			continue;
		if (from >= ACEDREX_SQUARES || to >= ACEDREX_SQUARES || from == to ||
		    then.square[from] || !then.square[to] ||
		    then.player[acedrex_colour(&then, to)] != seat ||
		    !could_move(a, acedrex_kind(&then, to), from, to))
			return wrong;
		then.square[from] = then.square[to];
		then.square[to] = 0;
	}
	return NULL;
}

/* ---- the state of play --------------------------------------------------------------------
 */

static const char *audit_first_steps(const struct acedrex *a)
{
	if (a->captured && a->pawn_double != ACEDREX_UNTIL_CAPTURE)
		return "captures matter in pawn_double until_capture only";
	if (a->moved && a->capture != ACEDREX_FIRST_MOVE_RIGHT)
		return "first moves matter in capture first_move_right only";
	return a->started || !a->moved ? NULL : "somebody moved before the wagers";
}

static const char *audit_over(const struct acedrex *a)
{
	struct acedrex_men men;

	if (a->offer || a->offered || acedrex_get(a->pot) || !a->started)
		return "a game that is over leaves nothing open";
	if ((a->end == ACEDREX_WON) != (acedrex_living(a) == 1))
		return "the last one left has won, and nobody else";
	if (a->end == ACEDREX_WON)
		return acedrex_get2(a->quiet) ? "the last defeat ends the count" : NULL;
	if (a->end == ACEDREX_ALL_PASS) {
		acedrex_attacks_men(a, &men);
		for (unsigned seat = 0; seat < ACEDREX_SEATS; seat++)
			if (acedrex_lives(a, seat) && acedrex_moves_any(a, &men, seat))
				return "somebody can move";
		return NULL;
	}
	if (a->end != ACEDREX_AGREEMENT && acedrex_ending_draw(a) != a->end)
		return "this draw is not due";
	return NULL;
}

static const char *audit_play(const struct acedrex *a)
{
	struct acedrex_men men;

	if (acedrex_living(a) < 2)
		return "the game is over";
	if (acedrex_ending_draw(a) != ACEDREX_PLAYING)
		return "the game is drawn";
	if (a->bare_king && acedrex_turn_bare(a, a->turn))
		return "the seat that has the turn is mated: its king is alone";
	acedrex_attacks_men(a, &men);
	if (!acedrex_moves_any(a, &men, a->turn))
		return acedrex_attacks_on(a, &men, a->turn)
			       ? "the seat that has the turn is mated"
			       : "the seat that has the turn cannot move and has to pass";
	return NULL;
}

const char *acedrex_audit(const void *pos)
{
	const struct acedrex *a = pos;
	const char *wrong = audit_pieces(a);

	if (!wrong)
		wrong = audit_seats(a);
	if (!wrong)
		wrong = audit_offers(a);
	if (!wrong)
		wrong = audit_purses(a);
	if (!wrong)
		wrong = audit_first_steps(a);
	if (!wrong)
		wrong = audit_memory(a);
	if (wrong)
		return wrong;
	return a->end == ACEDREX_PLAYING ? audit_play(a) : audit_over(a);
}
