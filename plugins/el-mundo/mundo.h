/*
 * mundo.h - the position of El Mundo, and who tells what about it.
 *
 * Four seats share one ring of 24 slots, so a slot is one byte: whose pieces
 * stand there and how many.  Two colours on a slot cannot even be written down.
 * Every member is a byte, so a position has no padding and may lie anywhere in
 * memory; the three larger numbers are kept as four bytes each.
 *
 * "Relative" places are counted from the first slot of the seat's own quarter,
 * in the direction of travel: 0-5 the start, 12-17 the goal, 18-23 never
 * (el-mundo.md, The board).
 */
#ifndef PLUGINS_EL_MUNDO_MUNDO_H
#define PLUGINS_EL_MUNDO_MUNDO_H

#include "tablasd/plugin.h"

#include <string.h>

#define MUNDO_SEATS  4u
#define MUNDO_SLOTS  24u
#define MUNDO_PIECES 12u
#define MUNDO_REACH  18u /* relative slots a piece may ever stand on */
#define MUNDO_GOAL   12u /* relative number of the first goal slot   */
#define MUNDO_DICE   3u

/* Places beyond the slots: one of each for every seat, by seat. */
#define MUNDO_HAND 24
#define MUNDO_OFF  28
#define MUNDO_GONE 32

enum mundo_reentry { MUNDO_ANYWHERE, MUNDO_SAVE, MUNDO_BACKGAMMON, MUNDO_WAR };
enum mundo_setup { MUNDO_PLACEMENT, MUNDO_FREE_ENTRY };
enum mundo_strike_duty { MUNDO_MAX, MUNDO_STRICT_STEP, MUNDO_ONE, MUNDO_NO_DUTY };
enum mundo_forfeit { MUNDO_SET_ROUND, MUNDO_DIE_ROUND, MUNDO_RIGHT_ONLY };
enum mundo_bearoff_number { MUNDO_BY_SLOT, MUNDO_BY_DISTANCE };
enum mundo_bearoff_choice { MUNDO_BEAR_FIRST, MUNDO_BEAR_FREE };
enum mundo_finish { MUNDO_FIRST_WINS, MUNDO_PLAY_ON };
enum mundo_payout { MUNDO_SEED_CHIPS, MUNDO_RIGHT_NEIGHBOUR };
enum mundo_stakes { MUNDO_STAKES_SEED, MUNDO_STAKES_NONE };

enum mundo_phase {
	MUNDO_OPENING = 0, /* nobody has thrown yet                              */
	MUNDO_AGAIN,	   /* some throw again for the first turn                */
	MUNDO_PLACE,	   /* `turn` throws to place three pieces                */
	MUNDO_ENTER,	   /* `turn` puts struck pieces back, without dice       */
	MUNDO_THROW,	   /* `turn` throws                                      */
	MUNDO_PLAY,	   /* `asked` has dice it can use                        */
	MUNDO_OVER
};

/* How `asked` came by the dice. */
enum mundo_offer { MUNDO_OWN = 0, MUNDO_OFFERED, MUNDO_RETURNED };

/* How a seat stands: 0 plays on, 1-4 finished as the n-th, 0x11-0x14 left as the n-th. */
#define MUNDO_LEFT 0x10u

struct mundo {
	uint8_t slot[MUNDO_SLOTS]; /* (seat + 1) << 4 | pieces, or 0             */
	uint8_t hand[MUNDO_SEATS]; /* struck, or not yet placed                  */
	uint8_t off[MUNDO_SEATS];
	uint8_t gone[MUNDO_SEATS]; /* of seats that left: out of the game        */
	uint8_t standing[MUNDO_SEATS];
	uint8_t die[MUNDO_DICE]; /* as thrown; 0 when there are none           */
	uint8_t die_state[MUNDO_DICE];
	uint8_t die_seat[MUNDO_DICE]; /* who may use it, or did                   */
	uint8_t phase;
	uint8_t turn;	 /* a seat, or TABLAS_NOBODY                           */
	uint8_t asked;	 /* a seat, or TABLAS_NOBODY                           */
	uint8_t offer;	 /* enum mundo_offer                                   */
	uint8_t first;	 /* PLACE: who will have the first turn; else 0        */
	uint8_t rolling; /* OPENING, AGAIN: who throws, by bit                 */
	uint8_t struck;	 /* strike_duty one: the duty is done in this play     */
	uint8_t shut;	 /* forfeit_return: no slot was free before the throw  */
	uint8_t turns[4];
	uint8_t turn_limit[4]; /* the options, from here                       */
	uint8_t ante[4];
	uint8_t die_sides;
	uint8_t setup;
	uint8_t strike_duty;
	uint8_t duty_first;
	uint8_t optional_may_decline;
	uint8_t forfeit;
	uint8_t forfeit_return;
	uint8_t reentry;
	uint8_t anywhere_wait;
	uint8_t hand_blocks_foreign;
	uint8_t bearoff_number;
	uint8_t bearoff_choice;
	uint8_t finish;
	uint8_t payout;
	uint8_t war_entry_covers;
	uint8_t stakes;
};

static inline uint32_t mundo_get(const uint8_t v[4])
{
	return v[0] | (uint32_t)v[1] << 8 | (uint32_t)v[2] << 16 | (uint32_t)v[3] << 24;
}

static inline void mundo_put(uint8_t v[4], uint32_t n)
{
	v[0] = (uint8_t)n;
	v[1] = (uint8_t)(n >> 8);
	v[2] = (uint8_t)(n >> 16);
	v[3] = (uint8_t)(n >> 24);
}

static inline unsigned mundo_count(const struct mundo *w, unsigned slot)
{
	return w->slot[slot] & 15u;
}

/* Who stands on the slot, or TABLAS_NOBODY. */
static inline unsigned mundo_owner(const struct mundo *w, unsigned slot)
{
	return w->slot[slot] ? (w->slot[slot] >> 4) - 1u : TABLAS_NOBODY;
}

static inline unsigned mundo_relative(unsigned seat, unsigned slot)
{
	return (slot + MUNDO_SLOTS - 6 * seat) % MUNDO_SLOTS;
}

static inline unsigned mundo_slot(unsigned seat, unsigned relative)
{
	return (6 * seat + relative) % MUNDO_SLOTS;
}

static inline int mundo_plays_on(const struct mundo *w, unsigned seat)
{
	return w->standing[seat] == 0;
}

/* Blots of the two seasons after one's own must be struck (article, Movement). */
static inline int mundo_must_strike(unsigned seat, unsigned other)
{
	unsigned after = (other + MUNDO_SEATS - seat) % MUNDO_SEATS;

	return after == 1 || after == 2;
}

/*
 * A move is die | from << 8 | to << 16.  `from` is a slot or MUNDO_HAND, `to` a
 * slot or MUNDO_OFF; the die is 0 where pieces are placed without.  Notation
 * may read a "die" of up to 23, a distance no die covers.
 */
#define MUNDO_STOP ((tablas_move)1 << 24)

static inline tablas_move mundo_move(unsigned die, unsigned from, unsigned to)
{
	return die | from << 8 | to << 16;
}

static inline unsigned mundo_die(tablas_move m)
{
	return (unsigned)(m & 255);
}

static inline unsigned mundo_from(tablas_move m)
{
	return (unsigned)(m >> 8 & 255);
}

static inline unsigned mundo_to(tablas_move m)
{
	return (unsigned)(m >> 16 & 255);
}

/* ---- steps.c: what one die can do, as seen by one seat ------------------- */

/* Sets of steps with one die: bit r is the piece on relative slot r, and ... */
#define MUNDO_BIT_ENTER 18u /* ... a piece in hand  */
#define MUNDO_BIT_OFF	19u /* ... bearing off      */

struct mundo_reach {
	uint32_t own;	 /* bit sets of relative slots: own pieces,     */
	uint32_t one;	 /* own blots,                                  */
	uint32_t closed; /* two or more pieces of another,              */
	uint32_t due;	 /* blots that must be struck,                  */
	uint32_t spare;	 /* blots that may                              */
	uint8_t n[MUNDO_REACH];
	uint8_t hand, off;
	uint8_t barred; /* may not move at all                          */
	uint8_t struck; /* has made a compulsory strike in this play    */
};

void mundo_steps_reach(const struct mundo *, unsigned seat, struct mundo_reach *);
uint32_t mundo_steps_with(const struct mundo *, const struct mundo_reach *, unsigned die);
int mundo_steps_take(const struct mundo *, struct mundo_reach *, unsigned bit, unsigned die);
unsigned mundo_steps_bearing(const struct mundo *, unsigned die);
int mundo_steps_home(const struct mundo_reach *);
int mundo_steps_slot_free(const struct mundo *, unsigned seat, unsigned slot);
int mundo_steps_may_enter(const struct mundo *, unsigned seat);
unsigned mundo_steps_dice(const struct mundo *, uint8_t dice[MUNDO_DICE]);
tablas_move mundo_steps_move(const struct mundo *, unsigned seat, unsigned bit, unsigned die);
unsigned mundo_steps_bit(const struct mundo *, unsigned seat, tablas_move);
uint32_t mundo_steps_pips(const struct mundo *, unsigned seat);

/* ---- chains.c: one piece with several dice -------------------------------- */

/* What returning pieces oblige to, in mode war; 0 once the hand is empty. */
enum mundo_priority {
	MUNDO_PEACE = 0,
	MUNDO_ENTERING_STRIKES,
	MUNDO_BOARD_STRIKES,
	MUNDO_DEFENCE,
	MUNDO_RETURN,
	MUNDO_STUCK
};

enum mundo_priority mundo_chains_war(const struct mundo *, const struct mundo_reach *,
				     const uint8_t *dice, unsigned n,
				     uint32_t steps[MUNDO_DICE]);
uint32_t mundo_chains_strikes(const struct mundo *, const struct mundo_reach *,
			      const uint8_t *dice, unsigned n, uint32_t steps[MUNDO_DICE]);

/* ---- duty.c: which plays are obedient -------------------------------------- */

struct mundo_kept {
	uint8_t dice[MUNDO_DICE];
	unsigned n;		    /* dice to be used                      */
	uint32_t steps[MUNDO_DICE]; /* by die; equal dice only at the first */
	int stop;		    /* the play may end here instead        */
};

int mundo_duty_any(const struct mundo *, unsigned seat);
void mundo_duty_kept(const struct mundo *, unsigned seat, struct mundo_kept *);
enum tablas_why mundo_duty_why(const struct mundo *, unsigned seat, unsigned bit, unsigned die,
			       const char **sentence);

/* ---- turn.c: whose turn it is, and what it costs ---------------------------- */

void mundo_turn_wait(const void *, struct tablas_wait *);
void mundo_turn_roll(void *, const uint8_t *faces, size_t n, struct tablas_events *);
void mundo_turn_play(void *, unsigned seat, tablas_move, struct tablas_events *);
void mundo_turn_leave(void *, unsigned seat, struct tablas_events *);
int mundo_turn_resign(void *, unsigned seat, int32_t value, struct tablas_events *,
		      const char **sentence);

/* ---- ending.c: who has finished, who is ranked where ------------------------ */

unsigned mundo_ending_playing(const struct mundo *);
unsigned mundo_ending_finished(const struct mundo *);
int mundo_ending_due(const struct mundo *);
void mundo_ending_outcome(const void *, struct tablas_outcome *);
int32_t mundo_ending_value(const void *, unsigned seat);
void mundo_ending_antes(const struct mundo *, struct tablas_events *);
void mundo_ending_finish(struct mundo *, unsigned seat, struct tablas_events *);
void mundo_ending_close(struct mundo *, struct tablas_events *);
void mundo_ending_charge(const struct mundo *, unsigned bearer, struct tablas_events *);

/* What those who left owe the one seat that is left, the last of them being `leaver`. */
void mundo_ending_alone(const struct mundo *, unsigned leaver, struct tablas_events *);
void mundo_ending_say(struct tablas_events *, struct tablas_event);

/* ---- notation.c, moves.c, audit.c, board.c ------------------------------------ */

extern const char mundo_notation_initial[MUNDO_SEATS + 1]; /* "GRBW" */

size_t mundo_notation_write(const void *, char *out, size_t cap);
int mundo_notation_read(const struct tablas_setup *, const char *text, void *);
size_t mundo_notation_flaw(const struct tablas_setup *, unsigned notation, const char *text,
			   char *out, size_t cap);
size_t mundo_moves_write(const void *, unsigned seat, tablas_move, char *out, size_t cap);
int mundo_moves_read(const void *, unsigned seat, const char *text, tablas_move *);
size_t mundo_moves_place(unsigned seat, const char *text, int16_t *places, size_t cap);
size_t mundo_moves_legal(const void *, unsigned seat, tablas_move *out, size_t cap);
enum tablas_why mundo_moves_why(const void *, unsigned seat, tablas_move,
				const char **sentence);
const char *mundo_audit(const void *);
size_t mundo_board_draw(const void *, unsigned seat, char *out, size_t cap);

void mundo_init(const struct tablas_setup *, void *);

#endif
