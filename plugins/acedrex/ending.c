/*
 * ending.c - who is out, who has won, and when it is a draw.
 *
 * The sources know no draw, but play can go on for ever: rookless armies force
 * nothing.  The ways to a draw are ours, and so is the sharing of the pot.
 */
#include "plugins/acedrex/acedrex.h"

/* ---- quiet moves ------------------------------------------------------------------- */

void acedrex_ending_remember(struct acedrex *a, unsigned from, unsigned to)
{
	unsigned n = acedrex_get2(a->memory_n);

	acedrex_put2(a->quiet, acedrex_get2(a->quiet) + 1);
	if (n >= ACEDREX_MEMORY)
		return;
	a->memory[n][0] = (uint8_t)from;
	a->memory[n][1] = (uint8_t)to;
	acedrex_put2(a->memory_n, n + 1);
}

/* A capture, a pawn's move or an elimination: nothing before can come again. */
void acedrex_ending_forget(struct acedrex *a)
{
	memset(a->memory, 0, 2 * acedrex_get2(a->memory_n));
	acedrex_put2(a->memory_n, 0);
	acedrex_put2(a->quiet, 0);
}

/* A piece as it counts in a position: who plays it, and its kind. */
static unsigned alike(const struct acedrex *a, unsigned piece)
{
	return piece == 0 ? 0 : (unsigned)a->player[(piece >> 4) - 1] << 4 | (piece & 15u);
}

static int differ_on(const struct acedrex *a, const uint8_t board[ACEDREX_SQUARES],
		     unsigned square)
{
	return board[square] != a->square[square] &&
	       alike(a, board[square]) != alike(a, a->square[square]);
}

/* How often the position has been on the board with the same seat to move. */
static unsigned occurrences(const struct acedrex *a)
{
	unsigned living = acedrex_living(a), n = acedrex_get2(a->memory_n), seen = 1;
	int differ = 0;
	uint8_t board[ACEDREX_SQUARES];

	memcpy(board, a->square, sizeof board);
	for (unsigned back = 1; back <= n; back++) {
		const uint8_t *move = a->memory[n - back];
		unsigned from = move[0], to = move[1];

		if (from != ACEDREX_PASS) {
			/* The two squares may differ from now, before or after. */
			differ -= differ_on(a, board, from) + differ_on(a, board, to);
			board[from] = board[to];
			board[to] = 0;
			differ += differ_on(a, board, from) + differ_on(a, board, to);
		}
		seen += differ == 0 && back % living == 0;
	}
	return seen;
}

/* The draw that is due by what was played, or ACEDREX_PLAYING. */
enum acedrex_end acedrex_ending_draw(const struct acedrex *a)
{
	if (acedrex_get2(a->quiet) >= a->no_progress * acedrex_living(a))
		return ACEDREX_NO_PROGRESS;
	/* Coming back takes each seat that moved two moves at least. */
	if (acedrex_get2(a->memory_n) < 2u * (a->repetition - 1u))
		return ACEDREX_PLAYING;
	return occurrences(a) >= a->repetition ? ACEDREX_REPETITION : ACEDREX_PLAYING;
}

/* ---- out of the game ------------------------------------------------------------------ */

static void to_tray(struct acedrex *a, unsigned square, struct tablas_events *ev)
{
	unsigned colour = acedrex_colour(a, square);
	unsigned kind = acedrex_kind(a, square);

	a->taken[colour][kind == ACEDREX_FRESH ? ACEDREX_FERS : kind]++;
	a->square[square] = 0;
	acedrex_purse_tell(ev, TABLAS_EV_MOVED, colour, TABLAS_NOBODY, (int)square,
			   ACEDREX_TRAY + (int)colour, 0, NULL);
}

/*
 * "And then removes his pieces" (Golladay).  Or they go over to the mater
 * without their king (knauer.org), or stay as obstacles.
 */
static void give_up_army(struct acedrex *a, unsigned victim, unsigned mater,
			 struct tablas_events *ev)
{
	for (unsigned i = 0; i < ACEDREX_SQUARES; i++)
		if (a->square[i] && a->player[acedrex_colour(a, i)] == victim &&
		    (a->mated_army == ACEDREX_REMOVE ||
		     (a->mated_army == ACEDREX_CAPTOR && acedrex_kind(a, i) == ACEDREX_KING)))
			to_tray(a, i, ev);
	for (unsigned colour = 0; colour < ACEDREX_SEATS; colour++)
		if (a->player[colour] == victim)
			a->player[colour] = a->mated_army == ACEDREX_CAPTOR
						    ? (uint8_t)mater
						    : (uint8_t)TABLAS_NOBODY;
}

static unsigned army_size(const struct acedrex *a, unsigned seat)
{
	struct acedrex_men men;
	unsigned n;

	acedrex_attacks_men(a, &men);
	n = (unsigned)__builtin_popcountll(men.of[seat] & ~men.kind[ACEDREX_KING]);
	/* The king counts even when it was what was taken. */
	return n + (a->count_king ? 1 : 0);
}

/*
 * The seat is defeated: it pays, its army goes, and if only one is left that
 * one has won.  Without a note it left the table, which was told before.
 */
void acedrex_ending_out(struct acedrex *a, unsigned victim, unsigned mater, const char *note,
			struct tablas_events *ev)
{
	unsigned living = acedrex_living(a), winner = acedrex_next(a, victim);

	if (note)
		acedrex_purse_tell(ev, TABLAS_EV_FINISHED, victim, mater, -1, -1,
				   (int32_t)living, note);
	acedrex_purse_mate(a, victim, mater, army_size(a, victim), ev);
	give_up_army(a, victim, mater, ev);
	a->standing[victim] = (uint8_t)living;
	a->answers = (uint8_t)(a->answers & ~(1u << victim));
	a->offered = (uint8_t)(a->offered & ~(1u << victim));
	if (a->offer == victim + 1)
		a->offer = a->answers = 0;
	acedrex_ending_forget(a);
	if (living > 2)
		return;
	a->turn = (uint8_t)winner;
	acedrex_ending_close(a, ACEDREX_WON, ev);
}

void acedrex_ending_close(struct acedrex *a, enum acedrex_end end, struct tablas_events *ev)
{
	a->end = (uint8_t)end;
	a->offer = a->answers = a->offered = 0;
	if (end != ACEDREX_WON) {
		acedrex_purse_share(a, ev);
		return;
	}
	acedrex_purse_tell(ev, TABLAS_EV_FINISHED, a->turn, TABLAS_NOBODY, -1, -1, 1, "wins");
	acedrex_purse_win(a, a->turn, ev);
}

void acedrex_ending_outcome(const void *pos, struct tablas_outcome *out)
{
	const struct acedrex *a = pos;
	static const char *const how[ACEDREX_ENDS] = {
		[ACEDREX_PLAYING] = "not over",	       [ACEDREX_WON] = "the others are out",
		[ACEDREX_NO_PROGRESS] = "no progress", [ACEDREX_REPETITION] = "repetition",
		[ACEDREX_AGREEMENT] = "agreement",     [ACEDREX_ALL_PASS] = "nobody can move"};

	memset(out, 0, sizeof *out);
	for (unsigned seat = 0; seat < ACEDREX_SEATS; seat++)
		out->rank[seat] = acedrex_lives(a, seat) ? 1 : a->standing[seat];
	if (a->end == ACEDREX_WON)
		out->points[a->turn] = 1;
	out->note = how[a->end];
}
