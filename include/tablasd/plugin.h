/*
 * tablasd/plugin.h - what a game must tell the daemon, and nothing else.
 *
 * A plugin is one constant: a table of facts and pure functions about one
 * game.  The daemon asks; the plugin answers.  A plugin never asks back: there
 * is no host to call, no memory to allocate, no clock, no file, no dice of its
 * own.  Whatever chance decides is handed to it through roll().
 *
 * A position is a value.  It is `position_size` bytes without pointers, zeroed
 * by the daemon before it is first filled.  Copying it is memcpy(), comparing
 * two is memcmp(), and forgetting one costs nothing.  The options the game is
 * played by are part of it; `tablas_setup` is not kept.
 *
 * Every function here may be called from any thread at any time.  Keep no
 * writable static data.  docs/plugin-abi.md has the history of every name.
 */
#ifndef TABLASD_PLUGIN_H
#define TABLASD_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The ABI.  MAJOR changes only when an old plugin could misbehave; then the
 * daemon refuses it.  Within one MAJOR only `struct tablas_plugin` grows, and
 * only at its end; every other struct here is frozen (see the asserts below).
 */
#define TABLAS_ABI_MAGIC 0x53424154u /* "TABS", little-endian */
#define TABLAS_ABI_MAJOR 1

#define TABLAS_SEATS_MAX 8
#define TABLAS_DICE_MAX 8
#define TABLAS_POSITION_MAX 4096 /* bytes a position may take                */
#define TABLAS_TEXT_MAX 1024	 /* characters its notation may take         */
#define TABLAS_MOVE_TEXT_MAX 64	 /* characters one move's notation may take  */
#define TABLAS_EVENTS_MAX 256	 /* events one roll or move may cause        */
#define TABLAS_STEPS_MAX 16	 /* moves one decision may be made of        */
#define TABLAS_FLAW_MAX 256	 /* characters a reason may take             */

/* Seats are 0, 1, 2, ... in the order of play.  These two are not seats. */
#define TABLAS_NOBODY 0xffu
#define TABLAS_POT 0xfeu /* the stakes lying on the board */

/*
 * A move is a number that only the plugin understands: "this die, that piece".
 * It is the smallest thing a player decides; a turn is often several moves.
 * Equal moves are equal numbers.  The last number is no move at all.
 */
typedef uint64_t tablas_move;
#define TABLAS_NO_MOVE UINT64_MAX

/* In place of an index into plugin->notations: the plugin's own notation. */
#define TABLAS_OWN_NOTATION UINT32_MAX

/* ---- what the daemon tells the game ------------------------------------- */

struct tablas_setup {
	uint32_t seats;	       /* players at this table                    */
	uint32_t match_length; /* points to win the match; 0: a lone game  */
	int32_t match_score[TABLAS_SEATS_MAX];
	const int32_t *options; /* one value for each of plugin->options    */
	uint32_t reserved[8];	/* zero                                     */
};

/* ---- what the game waits for -------------------------------------------- */

enum tablas_wait_kind {
	TABLAS_WAIT_ROLL = 1, /* for dice:       call roll()    */
	TABLAS_WAIT_MOVE = 2, /* for a decision: call play()    */
	TABLAS_WAIT_OVER = 3  /* for nothing:    call outcome() */
};

#define TABLAS_WAIT_FORCED 0x01u /* out of turn: the seat did not ask for it */
#define TABLAS_WAIT_CUBE 0x02u	 /* a double or its answer, not a move of pieces */
#define TABLAS_WAIT_ENTER 0x04u	 /* pieces in hand are placed, without dice */
#define TABLAS_WAIT_ANSWER 0x08u /* a resignation is offered: take it or play on */

/*
 * `seats` has one bit for each seat that may answer.  Usually one.  Several
 * bits mean the daemon accepts them in any order.  `turn` is the seat whose
 * turn it is, which in El Mundo need not be one of them.
 *
 * For a roll, dice[i] belongs to the i-th set bit if there are as many dice
 * as bits (an opening roll-off), and to all of `seats` together otherwise.
 *
 * A *decision* is what one seat is asked at once, and the daemon takes it whole
 * or not at all: it goes on, move after move, while wait() keeps naming the
 * same kind, turn, seats and flags and no TABLAS_EV_TURN is reported.
 */
struct tablas_wait {
	uint8_t kind;	/* enum tablas_wait_kind   */
	uint8_t turn;	/* a seat or TABLAS_NOBODY */
	uint16_t seats;
	uint8_t dice;	 /* ROLL: how many ...      */
	uint8_t sides;	 /* ROLL: ... of how many faces, numbered from 1 */
	uint16_t flags;	 /* TABLAS_WAIT_*           */
	const char *why; /* static, for a human: "opening roll"; may be NULL */
};

/* ---- what happened ------------------------------------------------------- */

enum tablas_event_kind {
	TABLAS_EV_MOVED = 1,  /* seat's piece went from -> to                */
	TABLAS_EV_STRUCK,     /* other's piece on `to` was struck by seat    */
	TABLAS_EV_ENTERED,    /* seat's piece came from `from` onto `to`     */
	TABLAS_EV_BORNE_OFF,  /* seat's piece went from -> to, off the board */
	TABLAS_EV_DIE_PASSED, /* die `amount` passes from seat to other      */
	TABLAS_EV_DIE_LOST,   /* nobody can use die `amount`; seat's roll    */
	TABLAS_EV_TURN,	      /* seat's turn begins                          */
	TABLAS_EV_CUBE,	      /* seat offers, takes or drops at `amount`     */
	TABLAS_EV_FINISHED,   /* seat has finished; amount is its rank       */
	TABLAS_EV_LEFT,	      /* seat left the table                         */
	TABLAS_EV_RESIGN,     /* seat offers, takes or refuses a resignation */
	TABLAS_EV_STAKE = 64  /* seat pays other `amount` stakes; note: why  */
};

/*
 * Events are the only way a game moves stakes.  A payment has a payer, a payee
 * and a positive amount, so no game can mint or burn: the daemon multiplies by
 * the table's unit and books it.  Kinds the daemon does not know, it keeps and
 * shows but does not act on.
 *
 * Every piece that changes its place does so in a MOVED, ENTERED, BORNE_OFF or
 * STRUCK event: move notation is read by them (game/phrase.h).
 */
struct tablas_event {
	uint16_t kind;
	uint8_t seat;
	uint8_t other;
	int16_t from, to; /* index into plugin->places, or -1 */
	int32_t amount;
	uint32_t reserved; /* zero */
	const char *note;  /* static, one word or a few; may be NULL */
};

struct tablas_events {
	struct tablas_event *v; /* room for TABLAS_EVENTS_MAX */
	size_t n;		/* in: how many are there already; add behind */
};

struct tablas_outcome {
	uint8_t rank[TABLAS_SEATS_MAX];	  /* 1 is first; equal ranks share it */
	int32_t points[TABLAS_SEATS_MAX]; /* towards the match                */
	const char *note;		  /* static: "gammon", ...            */
};

/* ---- what can be seen ----------------------------------------------------- */

enum tablas_place_kind {
	TABLAS_PLACE_BOARD = 0,
	TABLAS_PLACE_HAND = 1, /* pieces wait here to enter: hand, bar */
	TABLAS_PLACE_OFF = 2   /* borne off, or captured               */
};

enum tablas_place_shape {
	TABLAS_SHAPE_ROUND = 0, /* a slot; more pieces stack along dx, dy    */
	TABLAS_SHAPE_POINT = 1, /* a triangle from (x, y) along dx, dy       */
	TABLAS_SHAPE_SQUARE = 2 /* a square of side |dx| + |dy|              */
};

/*
 * (x, y) is where the first piece is drawn, x to the right and y down, in
 * units of which a piece is about 10 wide; (dx, dy) is the way to the next
 * piece of a stack.  `ward` is the game's own grouping (quadrant, season,
 * side, colour of square); `seat` owns the place (a hand, a tray) or is
 * TABLAS_NOBODY.
 */
struct tablas_place {
	const char *name; /* "13", "bar", "e4": unique in its game, no spaces */
	int16_t x, y;
	int16_t dx, dy;
	uint8_t kind;  /* enum tablas_place_kind  */
	uint8_t shape; /* enum tablas_place_shape */
	uint8_t ward;
	uint8_t seat;
	uint32_t reserved; /* zero */
};

/* A line drawn across the board, in the units of places. */
struct tablas_line {
	int16_t x1, y1, x2, y2;
	const char *colour; /* CSS colour */
};

/* How a seat or a ward is called and painted: "green", "#3a7d44". */
struct tablas_name {
	const char *name;
	const char *colour; /* CSS colour */
};

struct tablas_pieces {
	int16_t place;
	uint8_t seat;
	uint8_t kind; /* 0 a plain piece; else the index in plugin->kinds */
	uint16_t count;
	uint16_t reserved;
};

enum tablas_die_state { TABLAS_DIE_UNUSED = 0, TABLAS_DIE_USED = 1, TABLAS_DIE_LOST = 2 };

struct tablas_die {
	uint8_t face;
	uint8_t sides;
	uint8_t state; /* enum tablas_die_state             */
	uint8_t seat;  /* who may use it, or who used it    */
};

struct tablas_view {
	struct tablas_pieces *pieces; /* the daemon gives room for pieces_cap ... */
	size_t pieces_cap, pieces_n;  /* ... and the plugin says how many         */
	struct tablas_die dice[TABLAS_DICE_MAX];
	size_t dice_n;
	int32_t cube, cube_owner;	       /* cube 0 if there is none; owner a seat or -1 */
	int32_t counters[TABLAS_SEATS_MAX][8]; /* by plugin->counters */
};

/*
 * Whole decisions at once, for plugins that can do better than stepping.  Play
 * i ends in the position at positions + i * position_size and is made of
 * moves[i * TABLAS_STEPS_MAX ...], ended by TABLAS_NO_MOVE if shorter.  Either
 * array may be NULL when the caller does not want it.
 */
struct tablas_plays {
	void *positions;
	tablas_move *moves;
	size_t cap;
};

/* ---- why a move is refused ------------------------------------------------- */

/*
 * The rule a move breaks, in the order in which they are named when several
 * do.  Each is a problem type of the HTTP API (game/errors.h).
 */
enum tablas_why {
	TABLAS_WHY_LEGAL = 0,
	TABLAS_WHY_UNREADABLE,	   /* no such place, or no such notation        */
	TABLAS_WHY_NO_SUCH_DIE,	   /* no unused die has that number             */
	TABLAS_WHY_NO_PIECE,	   /* no piece of the seat stands there         */
	TABLAS_WHY_MUST_ENTER,	   /* pieces in hand come first                 */
	TABLAS_WHY_WRONG_WAY,	   /* backwards, or past the seat's last slot   */
	TABLAS_WHY_POINT_BLOCKED,  /* the place is held by others               */
	TABLAS_WHY_NOT_ALL_HOME,   /* bearing off has not begun                 */
	TABLAS_WHY_EXACT_BEAR_OFF, /* this die does not bear off that piece     */
	TABLAS_WHY_MUST_STRIKE,	   /* a compulsory strike would be missed       */
	TABLAS_WHY_MUST_USE_MORE,  /* more dice could be used                   */
	TABLAS_WHY_MUST_USE_LARGER,/* the larger of two dice must be used       */
	TABLAS_WHY_CHECK,	   /* a king would stand in check               */
	TABLAS_WHY_CUBE,	   /* the cube may not be turned now            */
	TABLAS_WHY_OTHER,	   /* the sentence says it                      */
	TABLAS_WHY_COUNT
};

/* ---- the options of a game ------------------------------------------------- */

enum tablas_option_kind {
	TABLAS_OPT_BOOL = 1, /* 0 or 1; spelled off and on, or false and true */
	TABLAS_OPT_INT,
	TABLAS_OPT_CHOICE
};

struct tablas_option {
	const char *key;   /* "reentry"; never renamed, never reused   */
	const char *title; /* for a form                                */
	const char *help;  /* one sentence, with the source of the rule */
	uint32_t kind;
	int32_t dflt, min, max;	    /* CHOICE: indexes into choices; BOOL: 0, 0, 1 */
	const char *const *choices; /* NULL-terminated; CHOICE only     */
};

/* ---- the game --------------------------------------------------------------- */

struct tablas_plugin {
	/* These sixteen bytes never change, in any ABI. */
	uint32_t magic, abi, size, needs; /* needs: 0; see docs/plugin-abi.md */

	/* Facts. */
	const char *name;     /* [a-z0-9-]+, the key in URLs and in the book  */
	const char *title;
	const char *source;   /* where the rules are from                     */
	uint16_t rules;	      /* version of the rules played here ...         */
	uint16_t rules_since; /* ... and the oldest whose games it continues  */
	uint16_t seats_min, seats_max;
	uint32_t position_size;
	uint32_t moves_max;  /* most moves legal() ever lists for one seat   */
	uint32_t plies_max;  /* no random game has more rolls and moves; for the checker */
	uint32_t pieces_max; /* most entries view() ever fills               */

	const struct tablas_option *options; /* ends with a NULL key; may be NULL  */
	const struct tablas_place *places;   /* ends with a NULL name              */
	const struct tablas_name *sides;     /* seats_max of them, by seat         */
	const struct tablas_name *wards;     /* ends with a NULL name; may be NULL */
	const char *const *kinds;	     /* NULL-terminated; kinds of pieces; may be NULL */
	const char *const *counters;	     /* NULL-terminated; at most 8: "pips"; may be NULL */
	const char *const *notations; /* NULL-terminated foreign ones: "xgid"; or NULL */

	/*
	 * Required.  None can fail: the daemon calls only what wait() allows.
	 * legal() lists the moves that seat may make now, each of which leads to
	 * a decision that obeys every rule, and returns how many there are (it
	 * writes no more than cap); for a seat not asked it returns 0.
	 */
	void (*init)(const struct tablas_setup *, void *pos);
	void (*wait)(const void *pos, struct tablas_wait *out);
	size_t (*legal)(const void *pos, unsigned seat, tablas_move *out, size_t cap);
	void (*roll)(void *pos, const uint8_t *faces, size_t n, struct tablas_events *);
	void (*play)(void *pos, unsigned seat, tablas_move, struct tablas_events *);
	void (*outcome)(const void *pos, struct tablas_outcome *out);
	void (*view)(const void *pos, unsigned seat, struct tablas_view *out);

	/*
	 * Notation.  write() gives one line of printable ASCII without the
	 * options; read() takes back what write() gave (setup brings the
	 * options), and rejects all else with -1 and *pos left as it was.
	 * The writers return the length that was or would be written, as
	 * snprintf() does.  move_read() takes what move_write() gave and the
	 * usual spellings of the same; it may read an illegal move (why_not()
	 * then says what is wrong with it), and returns -1 for what names none.
	 */
	size_t (*write)(const void *pos, char *out, size_t cap);
	int (*read)(const struct tablas_setup *, const char *text, void *pos);
	size_t (*move_write)(const void *pos, unsigned seat, tablas_move, char *out, size_t cap);
	int (*move_read)(const void *pos, unsigned seat, const char *text, tablas_move *out);

	/* Optional: NULL is an answer too. */

	/* NULL, or what is broken in this position. */
	const char *(*audit)(const void *pos);

	/* The rule a move breaks (any number may be asked), *sentence to explain it, static. */
	enum tablas_why (*why_not)(const void *pos, unsigned seat, tablas_move,
				   const char **sentence);

	/*
	 * The seat leaves for good (its time ran out, its owner resigned): the
	 * game pays what leaving costs and goes on or ends without it.
	 * Without this the house ends the game with the leaver last.
	 */
	void (*leave)(void *pos, unsigned seat, struct tablas_events *);

	/*
	 * The seat offers to resign for `value` (0: whatever the rules say).
	 * Returns 0 when done (the game may be over, or wait for an answer with
	 * TABLAS_WAIT_ANSWER), -1 with *sentence when it may not.
	 */
	int (*resign)(void *pos, unsigned seat, int32_t value, struct tablas_events *,
		      const char **sentence);

	/* The board in characters, lines ended by '\n', at most 80 columns, seen by `seat`. */
	size_t (*draw)(const void *pos, unsigned seat, char *out, size_t cap);

	/* What the position is worth to the seat, in thousandths of a stake. */
	int32_t (*value)(const void *pos, unsigned seat);

	size_t (*write_as)(const void *pos, unsigned notation, char *out, size_t cap);
	int (*read_as)(const struct tablas_setup *, unsigned notation, const char *text,
		       void *pos);

	/*
	 * Stakes the seat may yet have to pay in this game; INT32_MAX: no bound.
	 * What decisions with TABLAS_WAIT_CUBE add to it need not be counted
	 * before: the house lets none be made that the purses do not cover.
	 */
	int32_t (*exposure)(const void *pos, unsigned seat);

	/*
	 * All ways to make the decision asked of `seat`, no two ending in the
	 * same position.  Returns how many there are, or SIZE_MAX if this
	 * position must be stepped through.  Agrees with stepping, always.
	 */
	size_t (*plays)(const void *pos, unsigned seat, struct tablas_plays *out);

	/*
	 * Reads one place as players of this seat write it ("25" for the bar, a
	 * number from one's own side): fills in at most cap readings, the most
	 * likely first, and returns how many; 0 for what is no place.
	 */
	size_t (*place_read)(unsigned seat, const char *text, int16_t *places, size_t cap);

	/*
	 * Why read() refuses a text, or read_as() if `notation` is one of theirs
	 * and not TABLAS_OWN_NOTATION: one printable line for whoever wrote it,
	 * part of a sentence without its capital and full stop.  Returns the
	 * length as snprintf() does, and 0 for a text that is read.
	 */
	size_t (*flaw)(const struct tablas_setup *, unsigned notation, const char *text, char *out,
		       size_t cap);

	/* Lines on the board; ends with a NULL colour. */
	const struct tablas_line *lines;

	/*
	 * Options whose default is another where chips are at stake and the game
	 * is none of a match: "key=value key=value", or NULL.
	 */
	const char *for_chips;

	/* New members go here, and only here.  All are optional. */
};

/* A frozen struct that moves breaks every plugin: fail the build instead. */
#ifndef __cplusplus
_Static_assert(sizeof(tablas_move) == 8, "frozen");
_Static_assert(sizeof(struct tablas_pieces) == 8, "frozen");
_Static_assert(sizeof(struct tablas_die) == 4, "frozen");
_Static_assert(offsetof(struct tablas_setup, options) == 40, "frozen");
_Static_assert(offsetof(struct tablas_wait, why) == 8, "frozen");
_Static_assert(offsetof(struct tablas_event, note) == 16, "frozen");
_Static_assert(offsetof(struct tablas_outcome, note) == 40, "frozen");
_Static_assert(offsetof(struct tablas_place, kind) == sizeof(char *) + 8, "frozen");
_Static_assert(offsetof(struct tablas_plugin, name) == 16, "frozen");
#endif

/*
 * Declare the plugin:
 *
 *	TABLAS_PLUGIN(quinze) = { TABLAS_PLUGIN_ABI, .name = "quinze", ... };
 *
 * In a shared object this is its one exported symbol, `tablas_plugin`.  Built
 * into a program (the tests are), it is `tablas_plugin_quinze` instead.
 */
#define TABLAS_PLUGIN_ABI                                                      \
	.magic = TABLAS_ABI_MAGIC, .abi = TABLAS_ABI_MAJOR,                    \
	.size = sizeof(struct tablas_plugin)

#ifdef TABLAS_BUILT_IN
#define TABLAS_PLUGIN(id)                                                      \
	extern const struct tablas_plugin tablas_plugin_##id;                  \
	const struct tablas_plugin tablas_plugin_##id
#else
#define TABLAS_PLUGIN(id)                                                      \
	extern const struct tablas_plugin tablas_plugin;                       \
	__attribute__((visibility("default"))) const struct tablas_plugin tablas_plugin
#endif

#ifdef __cplusplus
}
#endif

#endif
