/*
 * quinze.h - the position of Quinze Tablas, on six or seven points a quarter.
 *
 * Source 003 says that the game on the board of seven points is the same game, so
 * the size of the board is a number in the position and all rules are written
 * for any size; quinze-tablas.c and ../seven-point/seven-point.c are the two
 * constants.  Men are one row of signed bytes in White's numbering, White's
 * positive and Black's negative.  Every member is a byte: no padding, and a
 * position may lie anywhere in memory.
 *
 * "Way" numbers count along a seat's own path: 1 is where it begins, `points`
 * the last point.  In contrary motion White's way is White's numbering and
 * Black's the other way round; in the race both are turned about.
 */
#ifndef PLUGINS_QUINZE_TABLAS_QUINZE_H
#define PLUGINS_QUINZE_TABLAS_QUINZE_H

#include "tablasd/plugin.h"

#include <string.h>

#define QUINZE_DICE	 3u
#define QUINZE_POINTS	 28u /* of the larger board                       */
#define QUINZE_HAND_MOST 12u /* with reentry_time any: a decision has an end */

enum quinze_reentry { QUINZE_FREE, QUINZE_REMOVED, QUINZE_BY_DICE };

enum quinze_phase {
	QUINZE_OPENING = 0, /* each seat throws one die                       */
	QUINZE_ENTER,	    /* `turn` places men in hand, without dice        */
	QUINZE_THROW,	    /* `turn` throws three dice                       */
	QUINZE_PLAY,	    /* `turn` has something to do with them           */
	QUINZE_OVER
};

enum quinze_end {
	QUINZE_NOT_YET = 0,
	QUINZE_FINISH,
	QUINZE_PRIME,
	QUINZE_DEADLOCK,
	QUINZE_RESIGN,
	QUINZE_LEFT,
	QUINZE_ENDS
};

struct quinze {
	int8_t men[32]; /* by White's number, 1 to `points`                  */
	uint8_t hand[2];
	uint8_t off[2];
	uint8_t gone[2];	  /* reentry removed: out of the game               */
	uint8_t die[QUINZE_DICE]; /* as thrown; 0 when there are none              */
	uint8_t die_state[QUINZE_DICE];
	uint8_t phase;
	uint8_t turn;	/* a seat, or TABLAS_NOBODY                           */
	uint8_t mover;	/* who last moved a man with a die, or TABLAS_NOBODY  */
	uint8_t winner; /* when over, or TABLAS_NOBODY                        */
	uint8_t end;	/* enum quinze_end                                    */
	uint8_t points; /* what does not change in a game, from here          */
	uint8_t quarter;
	uint8_t all; /* men of a side                                      */
	uint8_t match;
	uint8_t die_sides;
	uint8_t race;
	uint8_t reentry;
	uint8_t reentry_any; /* men are placed before, between and after dice */
	uint8_t reentry_all;
	uint8_t none_placed;
	uint8_t prime_any;
	uint8_t prime_value;
	uint8_t draw;
	uint8_t entry_counts;
	uint8_t twelve;
	uint8_t high_first;
	uint8_t greedy;
	uint8_t bearing_off;
	uint8_t bearoff_over;
};

/* Indexes of places: 0 White's hand, then the points by number, then these. */
#define QUINZE_PLACE_HAND(points, seat) ((seat) ? (points) + 1 : 0)
#define QUINZE_PLACE_OFF(points, seat)	((points) + 2 + (seat))
#define QUINZE_PLACE_GONE(points, seat) ((points) + 4 + (seat))

/*
 * A move is die | from << 8 | to << 16 in White's numbering; the die is 0 where
 * a man is placed without.  Notation may read a distance no die covers.
 */
#define QUINZE_HAND 0u
#define QUINZE_OFF  64u
#define QUINZE_STOP ((tablas_move)1 << 24)

static inline tablas_move quinze_move(unsigned die, unsigned from, unsigned to)
{
	return die | from << 8 | to << 16;
}

static inline unsigned quinze_die(tablas_move m)
{
	return (unsigned)(m & 255);
}

static inline unsigned quinze_from(tablas_move m)
{
	return (unsigned)(m >> 8 & 255);
}

static inline unsigned quinze_to(tablas_move m)
{
	return (unsigned)(m >> 16 & 255);
}

/* From a board number to a way number, and back again. */
static inline unsigned quinze_way(const struct quinze *q, unsigned seat, unsigned number)
{
	return (seat != 0) != (q->race != 0) ? q->points + 1u - number : number;
}

/* Men of the seat on this board number. */
static inline unsigned quinze_count(const struct quinze *q, unsigned seat, unsigned number)
{
	int n = seat ? -q->men[number] : q->men[number];

	return n > 0 ? (unsigned)n : 0;
}

static inline int quinze_bears_off(const struct quinze *q)
{
	return q->race || q->bearing_off;
}

/* Are men in hand placed without dice, before the throw? */
static inline int quinze_places_first(const struct quinze *q)
{
	return !q->race && q->reentry == QUINZE_FREE && !q->reentry_any;
}

static inline int quinze_places_any(const struct quinze *q)
{
	return !q->race && q->reentry == QUINZE_FREE && q->reentry_any;
}

/* ---- steps.c: what one die can do ------------------------------------------------ */

/* The board as one seat sees it, by way numbers; bit 0 stands for its hand. */
struct quinze_sight {
	uint32_t own;	/* at least one own man                         */
	uint32_t full;	/* two own men: no room for a third             */
	uint32_t held;	/* two or more of the other                     */
	uint32_t blots; /* a single man of the other                    */
	uint8_t n[32];	/* own men                                      */
	uint8_t hand, off, gone;
	uint8_t foes; /* the other's men on the board                 */
};

void quinze_steps_look(const struct quinze *, unsigned seat, struct quinze_sight *);
uint32_t quinze_steps_with(const struct quinze *, const struct quinze_sight *, unsigned die);
uint32_t quinze_steps_placed(const struct quinze *, const struct quinze_sight *, unsigned die);
int quinze_steps_take(const struct quinze *, struct quinze_sight *, unsigned bit, unsigned die);
void quinze_steps_place(struct quinze_sight *, unsigned bit);
uint32_t quinze_steps_free(const struct quinze *, const struct quinze_sight *);
unsigned quinze_steps_room(const struct quinze *, const struct quinze_sight *);
int quinze_steps_won(const struct quinze *, const struct quinze_sight *, int struck);
int quinze_steps_moves(const struct quinze *);
unsigned quinze_steps_dice(const struct quinze *, uint8_t dice[QUINZE_DICE]);
unsigned quinze_steps_pips(const struct quinze *, unsigned seat);

/* The ways `first` to `last`, as bits. */
static inline uint32_t quinze_ways(unsigned first, unsigned last)
{
	return ((2u << last) - 1) & ~((1u << first) - 1);
}

/* ---- duty.c: which plays are obedient -------------------------------------------- */

struct quinze_kept {
	uint8_t dice[QUINZE_DICE]; /* to be used, the highest first          */
	unsigned n;
	uint32_t steps[QUINZE_DICE]; /* by die; of equal dice only the first    */
	uint32_t places;	     /* points a man in hand may be placed on   */
};

#define QUINZE_NEVER (-1)

/* Of n dice, the highest first, how many may be chosen from for the next step. */
static inline unsigned quinze_duty_choice(const struct quinze *q, unsigned n)
{
	return q->high_first && n > 1 ? 1 : n;
}

int quinze_duty_most(const struct quinze *, const struct quinze_sight *, const uint8_t *dice,
		     unsigned n);
void quinze_duty_kept(const struct quinze *, unsigned seat, struct quinze_kept *);
int quinze_duty_any(const struct quinze *, unsigned seat);
int quinze_duty_skips(const struct quinze *, unsigned seat);
int quinze_duty_lost(const struct quinze *, unsigned seat);

/* ---- plays.c: whole plays at once ------------------------------------------------ */

size_t quinze_plays(const void *, unsigned seat, struct tablas_plays *);

/* ---- turn.c: whose turn it is ---------------------------------------------------- */

void quinze_turn_wait(const void *, struct tablas_wait *);
void quinze_turn_roll(void *, const uint8_t *faces, size_t n, struct tablas_events *);
void quinze_turn_play(void *, unsigned seat, tablas_move, struct tablas_events *);
void quinze_turn_next(struct quinze *, struct tablas_events *);
void quinze_turn_leave(void *, unsigned seat, struct tablas_events *);
int quinze_turn_resign(void *, unsigned seat, int32_t value, struct tablas_events *,
		       const char **sentence);

/* ---- ending.c: how a game ends, and what it costs -------------------------------- */

extern const char *const quinze_ending_word[QUINZE_ENDS];

int quinze_ending_prime(const struct quinze *, unsigned loser);
int quinze_ending_deadlock(const struct quinze *);
int quinze_ending_finished(const struct quinze *, unsigned seat);
void quinze_ending_close(struct quinze *, unsigned winner, enum quinze_end,
			 struct tablas_events *);
void quinze_ending_outcome(const void *, struct tablas_outcome *);
int32_t quinze_ending_exposure(const void *, unsigned seat);
int32_t quinze_ending_value(const void *, unsigned seat);
void quinze_ending_say(struct tablas_events *, struct tablas_event);

/* ---- moves.c, words.c, notation.c, audit.c, board.c ------------------------------ */

size_t quinze_moves_legal(const void *, unsigned seat, tablas_move *out, size_t cap);
enum tablas_why quinze_moves_why(const void *, unsigned seat, tablas_move,
				 const char **sentence);

size_t quinze_words_write(const void *, unsigned seat, tablas_move, char *out, size_t cap);
int quinze_words_read(const void *, unsigned seat, const char *text, tablas_move *);
size_t quinze_words_place(unsigned points, unsigned seat, const char *text, int16_t *places,
			  size_t cap);

size_t quinze_notation_write(const void *, char *out, size_t cap);
int quinze_notation_read(const struct tablas_setup *, unsigned quarter, const char *text,
			 void *);
size_t quinze_notation_flaw(const struct tablas_setup *, unsigned quarter, unsigned notation,
			    const char *text, char *out, size_t cap);
const char *quinze_audit(const void *);
size_t quinze_board_draw(const void *, unsigned seat, char *out, size_t cap);
void quinze_board_view(const void *, unsigned seat, struct tablas_view *);

/* ---- options.c ------------------------------------------------------------------- */

void quinze_options_init(const struct tablas_setup *, unsigned quarter, void *pos);

#endif
