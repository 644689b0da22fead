/*
 * acedrex.h - the position of Four-Seasons Chess, and who tells what about it.
 *
 * Pieces keep their colour for good; who plays a colour is said beside it,
 * because an army can change hands (option mated_army) and a piece cannot.
 * Every member is a byte, so a position has no padding and may lie anywhere in
 * memory; larger numbers are kept as several bytes.
 *
 * The quiet moves since the last capture, pawn move or elimination are kept
 * with it: undoing them one by one finds every position that has come up again,
 * exactly and in less room than digests would take.
 *
 * Files a-h and ranks 1-8 make squares 0 (a1), 1 (b1) ... 63 (h8).
 */
#ifndef PLUGINS_ACEDREX_ACEDREX_H
#define PLUGINS_ACEDREX_ACEDREX_H

#include "tablasd/plugin.h"

#include <string.h>

#define ACEDREX_SEATS	  4u
#define ACEDREX_SQUARES	  64u
#define ACEDREX_PIECES	  8u
#define ACEDREX_ROUNDS	  75 /* no_progress at most, so that the memory has an end */
#define ACEDREX_MEMORY	  (ACEDREX_ROUNDS * (int)ACEDREX_SEATS)
#define ACEDREX_TRAY	  64 /* the places behind the squares: captured, by colour */
#define ACEDREX_PASS	  0xffu
#define ACEDREX_AMOUNT	  100000000 /* no honest purse comes near */
#define ACEDREX_MOVES_MAX 240	    /* four armies, 66 moves with a king and 58 without */

/* Kinds of pieces, as in the view.  A fers is fresh until its first move (fers_leap). */
enum acedrex_kind {
	ACEDREX_NONE,
	ACEDREX_KING,
	ACEDREX_ROOK,
	ACEDREX_KNIGHT,
	ACEDREX_FIL,
	ACEDREX_FERS,
	ACEDREX_FRESH,
	ACEDREX_EAST, /* pawns, by the way they go for good */
	ACEDREX_WEST,
	ACEDREX_NORTH,
	ACEDREX_SOUTH,
	ACEDREX_KINDS
};

enum acedrex_capture { ACEDREX_RIGHT_ONLY, ACEDREX_FIRST_MOVE_RIGHT, ACEDREX_FREE };
enum acedrex_payee { ACEDREX_TO_POT, ACEDREX_TO_CAPTOR };
enum acedrex_first_mate { ACEDREX_TO_MATER, ACEDREX_MATE_TO_POT };
enum acedrex_army { ACEDREX_REMOVE, ACEDREX_CAPTOR, ACEDREX_FREEZE };
enum acedrex_stalemate { ACEDREX_PASSES, ACEDREX_MATED };
enum acedrex_double { ACEDREX_SINGLE, ACEDREX_UNTIL_CAPTURE };
enum acedrex_layout { ACEDREX_DLP, ACEDREX_LUDII };

/* How a game ended; ACEDREX_PLAYING while it has not. */
enum acedrex_end {
	ACEDREX_PLAYING = 0,
	ACEDREX_WON,
	ACEDREX_NO_PROGRESS,
	ACEDREX_REPETITION,
	ACEDREX_AGREEMENT,
	ACEDREX_ALL_PASS,
	ACEDREX_ENDS
};

struct acedrex {
	uint8_t square[ACEDREX_SQUARES]; /* (colour + 1) << 4 | kind, or 0          */
	uint8_t taken[ACEDREX_SEATS][ACEDREX_KINDS];
	uint8_t player[ACEDREX_SEATS];	 /* who plays this colour, or TABLAS_NOBODY */
	uint8_t standing[ACEDREX_SEATS]; /* 0 is in the game; else the rank it got  */
	uint8_t end;
	uint8_t started; /* the wagers lie on the board                             */
	uint8_t turn;
	uint8_t offer;	  /* seat + 1 that offers a draw; 0: nobody                 */
	uint8_t answers;  /* seats, by bit, that have not answered it yet           */
	uint8_t offered;  /* seats, by bit, that may not offer again before moving  */
	uint8_t moved;	  /* first_move_right: seats that have made their move      */
	uint8_t captured; /* pawn_double: somebody has captured something           */
	uint8_t quiet[2];
	uint8_t pot[4];
	uint8_t net[ACEDREX_SEATS][4]; /* two's complement                          */
	uint8_t won[ACEDREX_SEATS][4]; /* received from other players, gross        */
	uint8_t fees[ACEDREX_SEATS][2];
	uint8_t ante[4]; /* the options, from here                                  */
	uint8_t max_check_fees[2];
	uint8_t capture;
	uint8_t capture_payee;
	uint8_t check_payee;
	uint8_t first_mate_payee;
	uint8_t count_king;
	uint8_t mate_check_fee;
	uint8_t mated_army;
	uint8_t pawn_double;
	uint8_t fers_leap;
	uint8_t stalemate;
	uint8_t king_capture;
	uint8_t bare_king;
	uint8_t layout;
	uint8_t no_progress;
	uint8_t repetition;
	uint8_t memory_n[2]; /* the options end here                                */
	uint8_t memory[ACEDREX_MEMORY][2]; /* quiet moves, oldest first; or PASS    */
};

static inline uint32_t acedrex_get(const uint8_t v[4])
{
	return v[0] | (uint32_t)v[1] << 8 | (uint32_t)v[2] << 16 | (uint32_t)v[3] << 24;
}

static inline void acedrex_put(uint8_t v[4], uint32_t n)
{
	v[0] = (uint8_t)n;
	v[1] = (uint8_t)(n >> 8);
	v[2] = (uint8_t)(n >> 16);
	v[3] = (uint8_t)(n >> 24);
}

static inline unsigned acedrex_get2(const uint8_t v[2])
{
	return v[0] | (unsigned)v[1] << 8;
}

static inline void acedrex_put2(uint8_t v[2], unsigned n)
{
	v[0] = (uint8_t)n;
	v[1] = (uint8_t)(n >> 8);
}

static inline uint8_t acedrex_piece(unsigned colour, unsigned kind)
{
	return (uint8_t)((colour + 1) << 4 | kind);
}

static inline unsigned acedrex_kind(const struct acedrex *a, unsigned square)
{
	return a->square[square] & 15u;
}

/* The square must not be empty. */
static inline unsigned acedrex_colour(const struct acedrex *a, unsigned square)
{
	return (a->square[square] >> 4) - 1u;
}

static inline int acedrex_is_pawn(unsigned kind)
{
	return kind >= ACEDREX_EAST;
}

static inline int acedrex_lives(const struct acedrex *a, unsigned seat)
{
	return a->standing[seat] == 0;
}

static inline unsigned acedrex_living(const struct acedrex *a)
{
	unsigned n = 0;

	for (unsigned seat = 0; seat < ACEDREX_SEATS; seat++)
		n += acedrex_lives(a, seat) ? 1u : 0;
	return n;
}

/* The next living seat after this one: whom it hunts, and who moves next. */
static inline unsigned acedrex_next(const struct acedrex *a, unsigned seat)
{
	for (unsigned i = 0; i < ACEDREX_SEATS; i++) {
		seat = (seat + 1) % ACEDREX_SEATS;
		if (acedrex_lives(a, seat))
			break;
	}
	return seat;
}

/* The living seat before this one: its hunter. */
static inline unsigned acedrex_before(const struct acedrex *a, unsigned seat)
{
	for (unsigned i = 0; i < ACEDREX_SEATS; i++) {
		seat = (seat + ACEDREX_SEATS - 1) % ACEDREX_SEATS;
		if (acedrex_lives(a, seat))
			break;
	}
	return seat;
}

/* A move is from | to << 6; an offered draw is answered by one of these two. */
#define ACEDREX_ACCEPT ((tablas_move)1 << 12)
#define ACEDREX_REFUSE (ACEDREX_ACCEPT + 1)

static inline tablas_move acedrex_move(unsigned from, unsigned to)
{
	return from | to << 6;
}

static inline unsigned acedrex_from(tablas_move m)
{
	return (unsigned)(m & 63);
}

static inline unsigned acedrex_to(tablas_move m)
{
	return (unsigned)(m >> 6 & 63);
}

/* ---- attacks.c: the board as sets of squares ------------------------------- */

struct acedrex_men {
	uint64_t all;
	uint64_t of[ACEDREX_SEATS]; /* pieces a seat plays; nobody's are obstacles */
	uint64_t kind[ACEDREX_KINDS];
};

void acedrex_attacks_men(const struct acedrex *, struct acedrex_men *);
uint64_t acedrex_attacks_on(const struct acedrex *, const struct acedrex_men *, unsigned seat);
int acedrex_attacks_safe(const struct acedrex *, const struct acedrex_men *, unsigned seat,
			 unsigned from, unsigned to);

/* ---- moves.c: what a seat may do ------------------------------------------- */

int acedrex_moves_any(const struct acedrex *, const struct acedrex_men *, unsigned seat);
unsigned acedrex_moves_landing(const struct acedrex *, unsigned kind, unsigned to);
size_t acedrex_moves_legal(const void *, unsigned seat, tablas_move *out, size_t cap);
enum tablas_why acedrex_moves_why(const void *, unsigned seat, tablas_move,
				  const char **sentence);

/* ---- turn.c: what a move does, and who is next ------------------------------ */

int acedrex_turn_bare(const struct acedrex *, unsigned seat);
void acedrex_turn_wait(const void *, struct tablas_wait *);
void acedrex_turn_play(void *, unsigned seat, tablas_move, struct tablas_events *);
void acedrex_turn_leave(void *, unsigned seat, struct tablas_events *);
int acedrex_turn_resign(void *, unsigned seat, int32_t value, struct tablas_events *,
			const char **sentence);

/* ---- ending.c: who is out, who has won, when it is a draw -------------------- */

void acedrex_ending_remember(struct acedrex *, unsigned from, unsigned to);
void acedrex_ending_forget(struct acedrex *);
enum acedrex_end acedrex_ending_draw(const struct acedrex *);
void acedrex_ending_out(struct acedrex *, unsigned victim, unsigned mater, const char *note,
			struct tablas_events *);
void acedrex_ending_close(struct acedrex *, enum acedrex_end, struct tablas_events *);
void acedrex_ending_outcome(const void *, struct tablas_outcome *);

/* ---- purse.c: who pays -------------------------------------------------------- */

void acedrex_purse_tell(struct tablas_events *, unsigned kind, unsigned seat, unsigned other,
			int from, int to, int32_t amount, const char *note);
void acedrex_purse_antes(struct acedrex *, struct tablas_events *);
void acedrex_purse_capture(struct acedrex *, unsigned loser, unsigned captor,
			   struct tablas_events *);
void acedrex_purse_check(struct acedrex *, unsigned checked, unsigned checker,
			 struct tablas_events *);
void acedrex_purse_mate(struct acedrex *, unsigned victim, unsigned mater, unsigned pieces,
			struct tablas_events *);
void acedrex_purse_win(struct acedrex *, unsigned winner, struct tablas_events *);
void acedrex_purse_share(struct acedrex *, struct tablas_events *);
int32_t acedrex_purse_exposure(const void *, unsigned seat);

/* ---- notation.c, words.c, audit.c, board.c, acedrex.c --------------------------- */

extern const char acedrex_notation_initial[ACEDREX_SEATS + 1]; /* "GRBW" */
extern const char acedrex_notation_letter[ACEDREX_KINDS + 1];

size_t acedrex_notation_write(const void *, char *out, size_t cap);
int acedrex_notation_read(const struct tablas_setup *, const char *text, void *);
size_t acedrex_notation_flaw(const struct tablas_setup *, unsigned notation, const char *text,
			     char *out, size_t cap);
size_t acedrex_words_write(const void *, unsigned seat, tablas_move, char *out, size_t cap);
int acedrex_words_read(const void *, unsigned seat, const char *text, tablas_move *);
const char *acedrex_audit(const void *);
size_t acedrex_board_draw(const void *, unsigned seat, char *out, size_t cap);
void acedrex_init(const struct tablas_setup *, void *);

#endif
