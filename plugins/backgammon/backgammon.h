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

#define BACKGAMMON_BAR	    25 /* own number of the bar                       */
#define BACKGAMMON_TRAY	    26 /* index of White's tray; Black's is the next  */
#define BACKGAMMON_INDEXES  28 /* both bars, 24 points, both trays            */
#define BACKGAMMON_CUBE_MAX 24 /* its logarithm: amounts stay far below 2^31 */

enum backgammon_phase {
	BACKGAMMON_OPENING = 0,	  /* each seat throws one die               */
	BACKGAMMON_DOUBLE = 1,	  /* `turn` may double before it throws     */
	BACKGAMMON_DOUBLED = 2,	  /* the other seat answers a double        */
	BACKGAMMON_BEAVERED = 3,  /* `turn` answers a beaver                */
	BACKGAMMON_RACCOONED = 4, /* the other seat answers a raccoon       */
	BACKGAMMON_ROLL = 5,	  /* `turn` throws                          */
	BACKGAMMON_MOVE = 6,	  /* `turn` has dice it can use             */
	BACKGAMMON_OVER = 7
};

enum backgammon_end {
	BACKGAMMON_BORNE_OFF = 0,
	BACKGAMMON_RESIGNED = 1,
	BACKGAMMON_LEFT = 2,
	BACKGAMMON_DROPPED = 3,
	BACKGAMMON_BEAVER_REFUSED = 4,
	BACKGAMMON_RACCOON_REFUSED = 5
};

/* What holds in this game, as bits of `flags`: options, and what the score makes of them. */
enum backgammon_flag {
	BACKGAMMON_CUBE = 1,
	BACKGAMMON_JACOBY = 2,
	BACKGAMMON_BEAVER = 4,
	BACKGAMMON_RACCOON = 8,
	BACKGAMMON_DEAD_FORBID = 16,
	BACKGAMMON_CRAWFORD_GAME = 32,
	BACKGAMMON_HOLLAND = 64, /* only in a match, after Crawford's game */
	BACKGAMMON_OFFERED = 128 /* resign_value = offered */
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
	uint8_t cube;	    /* the logarithm of its value                          */
	uint8_t owner;	    /* of the cube: a seat, or TABLAS_NOBODY               */
	uint8_t accepted;   /* doubles taken in this game                          */
	uint8_t throws[2];  /* by each seat, up to two; only where they matter     */

	/* What the options and the match make of this game; never changes. */
	uint8_t all;	    /* men of a side                                     */
	uint8_t flags;	    /* enum backgammon_flag                              */
	uint8_t automatic;  /* automatic doubles at most                         */
	uint8_t limit;	    /* logarithm of the highest cube                     */
	uint8_t cap[4];	    /* table_cap, the low byte first; 0: none            */
	uint8_t away[2][2]; /* points each seat lacks in a match; 0: no match    */
	uint8_t length[2];  /* of that match: others tell the score by it        */
};

#define BACKGAMMON_STATE offsetof(struct backgammon, phase)

/*
 * A move is from | number << 5, where `from` is an index and `number` the die.
 * Two more kinds can be written down but never played: a number above six,
 * and a step backwards.  Decisions without a man stand apart.
 */
#define BACKGAMMON_BACK 0x400u
#define BACKGAMMON_WORD 0x800u

enum backgammon_word {
	BACKGAMMON_ACCEPT = BACKGAMMON_WORD, /* a resignation */
	BACKGAMMON_REFUSE,
	BACKGAMMON_DO_ROLL, /* throw without doubling */
	BACKGAMMON_DO_DOUBLE,
	BACKGAMMON_TAKE,
	BACKGAMMON_DROP,
	BACKGAMMON_DO_BEAVER,
	BACKGAMMON_DO_RACCOON,
	BACKGAMMON_WORDS_END
};

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

/* The game ends; `winner` may be TABLAS_NOBODY. */
void backgammon_finish(struct backgammon *, unsigned winner, unsigned degree,
		       enum backgammon_end, struct tablas_events *);

/* What `loser` owes if the other seat has won now: 1, 2 or 3. */
unsigned backgammon_degree(const struct backgammon *, unsigned loser);

void backgammon_tell(struct tablas_events *, enum tablas_event_kind, unsigned seat,
		     unsigned other, int from, int to, int amount, const char *note);

size_t backgammon_legal(const void *pos, unsigned seat, tablas_move *out, size_t cap);
extern const char *const backgammon_degrees[4]; /* by degree: "", "single", ... */

/* ---- cube.c ------------------------------------------------------------------- */

/* NULL if the seat may double when its turn begins, or why it may not. */
const char *backgammon_no_double(const struct backgammon *, unsigned seat);

/* The seat that is asked about the cube in this phase, or TABLAS_NOBODY. */
unsigned backgammon_cube_asks(const struct backgammon *);
size_t backgammon_cube_legal(const struct backgammon *, tablas_move out[4]);
void backgammon_cube_play(struct backgammon *, tablas_move, struct tablas_events *);

/* One more equal opening throw. */
void backgammon_cube_tie(struct backgammon *, struct tablas_events *);

/* A seat leaves: what was offered to it or by it counts as far as it was taken. */
void backgammon_cube_settle(struct backgammon *);

/* What a game won by this degree is worth, in stakes or points of a match. */
int32_t backgammon_points(const struct backgammon *, unsigned degree);

/* The most that either seat may still have to pay. */
int32_t backgammon_exposure(const void *pos, unsigned seat);

static inline unsigned backgammon_away(const struct backgammon *p, unsigned seat)
{
	return p->away[seat][0] + 256u * p->away[seat][1];
}

static inline int backgammon_in_match(const struct backgammon *p)
{
	return backgammon_away(p, 0) != 0;
}

/* ---- plays.c, text.c, notation.c, view.c: members of the table of functions ---------------- */

size_t backgammon_plays(const void *pos, unsigned seat, struct tablas_plays *out);

extern const struct tablas_place backgammon_places[];
size_t backgammon_write(const void *pos, char *out, size_t cap);
int backgammon_read(const struct tablas_setup *, const char *text, void *pos);
size_t backgammon_flaw(const struct tablas_setup *, unsigned notation, const char *text,
		       char *out, size_t cap);
size_t backgammon_move_write(const void *pos, unsigned seat, tablas_move, char *out,
			     size_t cap);
int backgammon_move_read(const void *pos, unsigned seat, const char *text, tablas_move *out);
size_t backgammon_place_read(unsigned seat, const char *text, int16_t *places, size_t cap);
void backgammon_init(const struct tablas_setup *, void *pos);

void backgammon_view(const void *pos, unsigned seat, struct tablas_view *out);
size_t backgammon_draw(const void *pos, unsigned seat, char *out, size_t cap);
int32_t backgammon_value(const void *pos, unsigned seat);
const char *backgammon_audit(const void *pos);
enum tablas_why backgammon_why_not(const void *pos, unsigned seat, tablas_move, const char **);

/* ---- foreign.c: the notations of other programs; gnubg.c, xgid.c ----------------- */

enum backgammon_notation { BACKGAMMON_XGID, BACKGAMMON_GNUBG, BACKGAMMON_GNUBG_POSITION };

extern const char *const backgammon_notations[];
size_t backgammon_write_as(const void *pos, unsigned notation, char *out, size_t cap);
int backgammon_read_as(const struct tablas_setup *, unsigned notation, const char *text,
		       void *pos);

/* NULL and the position, or what is wrong with the text; *out is then as it was. */
const char *backgammon_foreign(const struct tablas_setup *, unsigned notation,
			       const char *text, struct backgammon *out);

/* What the others tell besides the men, in the words of this ruleset. */
struct backgammon_report {
	int8_t men[BACKGAMMON_BAR + 1]; /* bars and points; trays are what is missing */
	uint8_t turn;	  /* the seat on roll, or that has thrown              */
	uint8_t dice[2];  /* 0 when there are none                             */
	uint8_t offered;  /* 0, or 1 doubled, 2 beavered, 3 raccooned          */
	uint8_t resigned; /* value of a resignation offered, or 0 ...          */
	uint8_t by;	  /* ... and who offers it                             */
	uint8_t cube;	  /* logarithm, before what is offered now             */
	uint8_t owner;	  /* a seat, or TABLAS_NOBODY                          */
	uint8_t crawford, jacoby, beaver;
	uint8_t limit;	  /* logarithm of the highest cube                     */
	uint8_t over;	  /* 0 playing; 1 borne off, 2 resigned, 3 dropped     */
	uint32_t length;  /* of the match; 0: money                            */
	uint32_t score[2];
};

/* Each returns NULL, or what is wrong with the text. */
const char *backgammon_position_id(const char *text, struct backgammon_report *);
const char *backgammon_match_id(const char *text, struct backgammon_report *);
const char *backgammon_xgid(const char *text, struct backgammon_report *);

void backgammon_position_id_write(const struct backgammon_report *, char out[15]);
void backgammon_match_id_write(const struct backgammon_report *, char out[13]);
size_t backgammon_xgid_write(const struct backgammon_report *, char *out, size_t cap);

/* Score, length and Crawford's game: do they go together? */
const char *backgammon_score_flaw(const struct backgammon_report *);

_Static_assert(sizeof(struct backgammon) == 64, "two halves of 32 bytes, no padding");

#endif
