/*
 * backgammon.h - the position, and who tells what about it.
 *
 * The men are one row of signed bytes in White's numbering, White's positive
 * and Black's negative, bars and trays included: a step is then a subtraction
 * here and an addition there, thirty-two bytes at once (plays.c).  The rest is
 * the state of the turn.  Every member is a byte, so a position has no padding
 * and may lie anywhere in memory.
 *
 * "Own number" is the distance to bearing off: 1..24 are points, 25 the bar.
 * For White it equals the index; for Black it is 25 - index.
 */
#ifndef PLUGINS_BACKGAMMON_H
#define PLUGINS_BACKGAMMON_H

#include <string.h>
#include "tablasd/plugin.h"

#define BACKGAMMON_MEN 15
#define BACKGAMMON_BAR 25     /* own number of the bar                       */
#define BACKGAMMON_TRAY 26    /* index of White's tray; Black's is the next  */
#define BACKGAMMON_INDEXES 28 /* both bars, 24 points, both trays            */

enum backgammon_phase {
	BACKGAMMON_OPENING = 0, /* each seat throws one die           */
	BACKGAMMON_ROLL = 1,	/* `turn` throws                      */
	BACKGAMMON_MOVE = 2,	/* `turn` has dice it can use         */
	BACKGAMMON_OVER = 3
};

enum backgammon_end {
	BACKGAMMON_BORNE_OFF = 0,
	BACKGAMMON_RESIGNED = 1,
	BACKGAMMON_LEFT = 2
};

struct backgammon {
	int8_t men[32];	 /* [0] Black's bar, [25] White's, [26] and [27] the trays */
	uint8_t phase;	 /* enum backgammon_phase; 32 bytes of state begin here    */
	uint8_t turn;	 /* a seat, or TABLAS_NOBODY                                */
	uint8_t dice[2]; /* as thrown; 0 when there are none                       */
	uint8_t left[2]; /* how often each may still be used; a double is [0] only */
	uint8_t offer;	 /* value of the resignation that waits for an answer, or 0 */
	uint8_t offer_by;
	uint8_t refused[2]; /* the highest value refused to each seat in its turn  */
	uint8_t winner;	    /* when over: a seat, or TABLAS_NOBODY                 */
	uint8_t degree;	    /* when over: 1 single, 2 gammon, 3 backgammon         */
	uint8_t end;	    /* when over: enum backgammon_end                      */
	uint8_t resign_value; /* option: 0 single, 1 offered                       */
	uint8_t rest[18];     /* zero                                              */
};

#define BACKGAMMON_STATE offsetof(struct backgammon, phase)

/*
 * A move is from | number << 5, where `from` is an index and `number` the die.
 * Two more kinds can be written down but never played: a number above six,
 * and a step backwards.  Answers to a resignation stand apart.
 */
#define BACKGAMMON_BACK 0x400u
#define BACKGAMMON_ACCEPT 0x800u
#define BACKGAMMON_REFUSE 0x801u

static inline tablas_move backgammon_move(unsigned index, unsigned number)
{
	return index | number << 5;
}

static inline unsigned backgammon_from(tablas_move move)
{
	return (unsigned)(move & 31);
}

static inline unsigned backgammon_number(tablas_move move)
{
	return (unsigned)(move >> 5 & 31);
}

static inline unsigned backgammon_index(unsigned seat, unsigned own)
{
	return seat ? 25 - own : own;
}

/* Men of `seat` at its own number (1..25). */
static inline unsigned backgammon_count(const struct backgammon *p, unsigned seat, unsigned own)
{
	int n = p->men[backgammon_index(seat, own)];

	n = seat ? -n : n;
	return n > 0 ? (unsigned)n : 0;
}

static inline unsigned backgammon_off(const struct backgammon *p, unsigned seat)
{
	int n = p->men[BACKGAMMON_TRAY + seat];

	return (unsigned)(seat ? -n : n);
}

/* ---- steps.c: what one man may do ------------------------------------------ */

/* The board as one seat sees it: bit n is its own number n. */
struct backgammon_sight {
	uint32_t own;	/* 1..25: at least one man of the seat   */
	uint32_t held;	/* 1..24: two or more men of the other   */
	uint32_t blots; /* 1..24: a single man of the other      */
};

struct backgammon_sight backgammon_look(const struct backgammon *, unsigned seat);

/*
 * The own numbers from which a man may go `die` forward.  Every rule about a
 * single step is in these lines; rules about the whole throw are in
 * backgammon_first().
 */
static inline uint32_t backgammon_sources(uint32_t own, uint32_t held, unsigned die)
{
	/* A man on the bar enters before any other man moves. [002, Reglas: barra] */
	if (own >> BACKGAMMON_BAR)
		return held >> (BACKGAMMON_BAR - die) & 1 ? 0 : 1u << BACKGAMMON_BAR;

	/* Not onto a point that two or more enemies hold. [002, Reglas: dados] */
	uint32_t from = own & ~(held << die) & ~((2u << die) - 1);

	/*
	 * Bearing off needs all men at home; the die takes a man from its own
	 * point, or from the highest one if none stands there or above.
	 * [002, Reglas: sacar fichas]
	 */
	if (own && !(own >> 7)) {
		from |= own & 1u << die;
		if (!(own >> die))
			from |= 1u << (31 - __builtin_clz(own));
	}
	return from;
}

/* The sources for dice[0] and dice[1] that begin a play obeying every rule. */
void backgammon_first(const struct backgammon *, uint32_t first[2]);

/* Can any die that is left be used at all? */
int backgammon_stuck(const struct backgammon *);

/* Moves a man; the step must be possible.  Returns the index where it lands. */
unsigned backgammon_step(struct backgammon *, unsigned seat, unsigned own, unsigned die,
			 int *struck);

/* ---- backgammon.c ----------------------------------------------------------- */

/* After a step or a throw: nothing, the next turn, or the end, as the rules say. */
void backgammon_go_on(struct backgammon *, struct tablas_events *);

/* What `loser` owes if the other seat has won now: 1, 2 or 3. */
unsigned backgammon_degree(const struct backgammon *, unsigned loser);

size_t backgammon_legal(const void *pos, unsigned seat, tablas_move *out, size_t cap);
extern const char *const backgammon_degrees[4]; /* by degree: "", "single", ... */

/* ---- plays.c, text.c, view.c: members of the table of functions ---------------- */

size_t backgammon_plays(const void *pos, unsigned seat, struct tablas_plays *out);

extern const struct tablas_place backgammon_places[];
size_t backgammon_write(const void *pos, char *out, size_t cap);
int backgammon_read(const struct tablas_setup *, const char *text, void *pos);
size_t backgammon_move_write(const void *pos, unsigned seat, tablas_move, char *out, size_t cap);
int backgammon_move_read(const void *pos, unsigned seat, const char *text, tablas_move *out);
size_t backgammon_place_read(unsigned seat, const char *text, int16_t *places, size_t cap);
void backgammon_init(const struct tablas_setup *, void *pos);

void backgammon_view(const void *pos, unsigned seat, struct tablas_view *out);
size_t backgammon_draw(const void *pos, unsigned seat, char *out, size_t cap);
int32_t backgammon_value(const void *pos, unsigned seat);
const char *backgammon_audit(const void *pos);
enum tablas_why backgammon_why_not(const void *pos, unsigned seat, tablas_move, const char **);

_Static_assert(sizeof(struct backgammon) == 64, "two halves of 32 bytes, no padding");

#endif
