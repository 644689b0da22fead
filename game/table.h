/*
 * table.h - one game with its seats, as a value.
 *
 * Two pure functions carry the whole server: table_decide() says which facts a
 * command makes true, or refuses it; table_apply() makes a fact true.  Nothing
 * else changes a table.  Time, chance and identity come in from outside.
 */
#ifndef GAME_TABLE_H
#define GAME_TABLE_H

#include "game/consent.h"
#include "game/errors.h"
#include "game/facts.h"
#include "game/options.h"
#include "game/pace.h"
#include "game/phrase.h"
#include "game/plays.h"
#include "game/stakes.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Numbers are in the book: append at the end only. */
enum table_state {
	TABLE_OPEN = 1, /* seats are missing             */
	TABLE_ACTIVE,
	TABLE_OVER,
	TABLE_ABORTED,
	TABLE_FROZEN /* readable, not playable        */
};

enum seat_status {
	SEAT_EMPTY = 0,
	SEAT_PLAYING,
	SEAT_FINISHED, /* has finished; the others play on */
	SEAT_LEFT      /* resigned or timed out            */
};

/*
 * Why a game is over, and why a seat has left it.  Numbers are in the book: append
 * at the end only, and no more than 7 of those for which a seat leaves.
 *
 *	X(NAME, "word", "what it is")
 */
#define ENDINGS(X)                                                                \
	X(NORMAL, "normal", "it was played to its end")                            \
	X(AGREEMENT, "agreement", "a draw was agreed on")                          \
	X(RESIGNATION, "resignation", "a seat resigned, and that ended it")        \
	X(TIMEOUT, "timeout", "the time of a seat was up, and that ended it")      \
	X(INSOLVENCY, "insolvency", "a seat could not pay, and that ended it")     \
	X(REMOVAL, "removal", "the house removed a seat, and that ended it")       \
	X(ABORT, "abort", "it never was")

enum ending {
	ENDING_NONE = 0,
#define X(name, word, what) ENDING_##name,
	ENDINGS(X)
#undef X
	ENDING_COUNT
};

/* Decisions: before so many a player may abort, and a game that ends does not count. */
#define TABLE_EARLY 2

struct table {
	const struct tablas_plugin *plugin;
	uint8_t state, state_before_frost; /* enum table_state */
	uint8_t seats;
	bool auto_forced; /* the house plays a forced decision that has only one play */
	bool rated;	  /* its result changes ratings: game/rating.h                */
	uint64_t ply;	  /* facts so far                                             */
	uint64_t asked;	  /* the ply at which the present question was put            */
	uint64_t decisions; /* decisions made by players                              */
	uint64_t throws;     /* made so far of those that can be checked: game/fair.h  */
	uint32_t match_game; /* which game of its match this is, from 1; 0: of none    */
	bool placed;	     /* the position to begin from was given (table_place())   */
	bool draws;	     /* seats are drawn before play begins                     */
	int64_t expires;     /* when it is offered no more, unless it began; 0: never  */
	uint8_t status[TABLAS_SEATS_MAX]; /* enum seat_status */
	struct stakes stakes;
	struct pace pace;	/* its clock: game/pace.h          */
	struct pace_spent time; /* what of it is spent             */
	uint8_t broke[TABLAS_SEATS_MAX]; /* seats that must leave for want of chips, in order; ... */
	uint8_t broke_n; /* ... none while the house waits */
	struct tablas_outcome outcome; /* once over; note points into outcome_note */
	char outcome_note[64];
	uint8_t ending;			   /* why it is over: enum ending          */
	uint8_t left_by[TABLAS_SEATS_MAX]; /* why the seat has left                */
	uint8_t rank_of[TABLAS_SEATS_MAX]; /* of a seat that has finished while others play */
	struct consent consent;		   /* what is offered                               */
	uint8_t takeable; /* bits of the seats whose last decision may be taken back ...    */
	uint8_t again;	  /* ... and of those that decide again what they took back        */
	struct table_past *past; /* how it stood before those decisions; mostly NULL        */
	uint8_t cause; /* if the game ends by the last fact; not kept in the book */
	int32_t options[OPTIONS_MAX];
	struct tablas_setup setup; /* options point at those above; match: game/match.h */
	_Alignas(16) unsigned char position[TABLAS_POSITION_MAX];
};

/*
 * How a table stood before the last decision of each seat.  No row has it: whoever
 * replays a game gives the table room for it, and only then can a decision be
 * taken back.
 */
struct table_past {
	struct table_then {
		uint64_t ply; /* of the decision; 0: there is none */
		uint64_t decisions;
		uint8_t status[TABLAS_SEATS_MAX], rank_of[TABLAS_SEATS_MAX];
		struct stakes stakes;
		int64_t bank[TABLAS_SEATS_MAX];
		_Alignas(16) unsigned char position[TABLAS_POSITION_MAX];
	} before[TABLAS_SEATS_MAX];
};

/* How long a pause may be that is offered. */
#define TABLE_PAUSE_LEAST (60 * PACE_SECOND)
#define TABLE_PAUSE_MOST (92 * PACE_DAY)

/* The table remembers from here on; before its first fact. */
void table_remember(struct table *, struct table_past *);

/* ---- commands: what somebody wants -------------------------------------- */

enum command_kind {
	COMMAND_SIT = 1, /* take `seat`; who may is for the caller to know */
	COMMAND_STAND,	 /* give it back before the start                  */
	COMMAND_DECIDE,	 /* `words`: a whole decision                      */
	COMMAND_RESIGN,	 /* offer or do it, for `value` (0: by the rules)  */
	COMMAND_LEAVE,	 /* the house removes the seat; `text` says why    */
	COMMAND_ABORT,	 /* before the second decision; the house (seat TABLAS_NOBODY): any time */
	COMMAND_FREEZE,	 /* `text` says why                                */
	COMMAND_THAW,
	COMMAND_TOP_UP, /* add `chips` to the seat's purse               */
	COMMAND_LAPSE,	/* the house: what is due at `at` has lapsed: a seat, or an open table */
	COMMAND_CLAIM,	/* the seat claims that another's time is up     */
	COMMAND_AWAY,	/* the house: it is away at these times; `text`, as pace_aways_write() */
	COMMAND_OBEY,	/* nothing of itself: the house sees to what is ordered */
	COMMAND_OFFER,	/* of the kind `consent`; if it is open, and may be: agree to it */
	COMMAND_AGREE,
	COMMAND_DECLINE,
	COMMAND_WITHDRAW,
	COMMAND_TURN_DOWN /* whom `seat` is kept for; who may is for the caller to know */
};

struct command {
	uint8_t kind; /* enum command_kind */
	uint8_t seat;
	uint8_t consent; /* enum consent_kind, of COMMAND_OFFER and its answers */
	int64_t length;	 /* of a pause that is offered, in milliseconds         */
	int32_t value;
	int64_t chips;
	int64_t at; /* of COMMAND_LAPSE: what time it is */
	uint64_t ply; /* the ply it answers; 0: any (the house's own commands) */
	const char *text;
	const char *contribution; /* of COMMAND_SIT: to the dice; or NULL */
	const char *const *words;
	size_t words_n;
};

/* Most facts one command makes true at once. */
#define DECISION_FACTS_MAX 4

/* A purse that does not cover what its seat might come to pay. */
struct lacking {
	uint8_t seat;
	int64_t needed, available;
};

struct decision {
	struct fact facts[DECISION_FACTS_MAX]; /* ply and kind filled in; not `at` */
	size_t n;
	struct phrase_fault fault; /* of a refused COMMAND_DECIDE       */
	const char *sentence;	   /* more about a refusal; may be NULL */
	struct lacking lacking[TABLAS_SEATS_MAX]; /* of INSUFFICIENT_CHIPS: every such purse */
	size_t lacking_n;
};

/* What follows from a fact. */
#define HAPPENED_EVENTS_MAX (4 * TABLAS_EVENTS_MAX)

struct happened {
	struct tablas_event events[HAPPENED_EVENTS_MAX];
	size_t events_n;
	struct transfer transfers[HAPPENED_EVENTS_MAX];
	size_t transfers_n;
};

/*
 * An open table: no seat taken, position not yet laid (the first STARTED fact
 * lays it).  values: OPTIONS_MAX of them, copied.  unit 0 is play for nothing.
 */
void table_init(struct table *, const struct tablas_plugin *, unsigned seats,
		const int32_t *values, int64_t unit, int64_t buy_in);

/*
 * What else the stakes are played by, before the first fact: what becomes of a
 * purse that is empty, how much one may owe, the house's fee in thousandths, and
 * whether chips may be added.  The terms of another table's stakes will do.
 */
void table_stakes(struct table *, const struct stakes *terms);

/* By which clock it is played, before the first fact; game/pace.h. */
void table_pace(struct table *, const struct pace *);

/*
 * How it is offered, before the first fact: the instant at which it expires if
 * play has not begun (0: it never does), and whether the seats are drawn when
 * all are taken.
 */
void table_offer(struct table *, int64_t expires, bool draws);

/*
 * When the time of a seat that is asked is up; 0: it is not asked, or there is no
 * clock.  And when the next one lapses who has not yet: the instant, or 0, and
 * the seat.  Of a table that is open: when it expires, which is nobody's seat.
 */
int64_t table_deadline_of(const struct table *, unsigned seat);
int64_t table_deadline(const struct table *, unsigned *seat);

/* When something happens of itself, if nobody does anything: that, or the end of a pause. */
int64_t table_due(const struct table *);

/* When the game goes on that is paused; 0: it is not. */
int64_t table_paused_until(const struct table *);

/*
 * The table is for the n-th game of a match that has this score: before its
 * first fact.  One score for each seat.
 */
void table_of_match(struct table *, uint32_t length, uint32_t game, const int32_t *score);

/*
 * The game begins from this position instead of the plugin's own: before its
 * first fact, after table_of_match().  0, or -1 if the plugin does not read it.
 */
int table_place(struct table *, const char *position_text);

/*
 * A table as the book keeps it: after table_init(), with state, ply, asked,
 * decisions, status, purses and pot set by the caller, the position's text is
 * read in.  0, or -1 if the plugin does not read it.
 */
int table_restore(struct table *, const char *position_text);

/*
 * The position's text as table_restore() takes it; empty before the start, but
 * for a table that was given one.  Length it has or would have.
 */
size_t table_write_position(const struct table *, char *out, size_t cap);

/* A table is a value, but for the pointers into itself: copy it with this. */
void table_copy(struct table *to, const struct table *from);

/*
 * Which facts the command makes true.  Does not change the table.  A stale
 * command (asked before the present question was put, or from the future) is
 * STALE_PLY, whatever else is wrong with it.
 */
enum refusal table_decide(const struct table *, const struct command *, struct decision *out);

/*
 * Makes a fact true and tells what follows.  The fact must be one that
 * table_decide() or table_next() gave, or one replayed from the book; returns
 * 0, or -1 (table unchanged) when it cannot be: a damaged book, or another
 * version of the rules.  `out` is filled from empty.
 */
int table_apply(struct table *, const struct fact *, struct happened *out);

/*
 * What the house must do before anybody is asked again: nothing, throw dice
 * (table_roll() makes the fact of the faces), or the fact filled in (a forced
 * decision, the end).  Call it after every fact until it says HOUSE_WAITS.
 */
enum house { HOUSE_WAITS, HOUSE_ROLLS, HOUSE_DRAWS, HOUSE_FACT };
enum house table_next(const struct table *, struct tablas_wait *wait, struct fact *fact);
void table_roll(const struct table *, const uint8_t *faces, size_t n, struct fact *out);

/*
 * HOUSE_DRAWS: the fact of seats drawn by one die of TABLE_DRAW_SIDES for each seat
 * but the last.  table_drawn() reads it: whose seat each seat's player had before.
 */
#define TABLE_DRAW_SIDES 60 /* so that each of up to six seats is as likely */
#define TABLE_DRAW_SEATS 6
void table_draw(const struct table *, const uint8_t *faces, struct fact *out);
size_t table_draw_text(unsigned seats, const uint8_t *faces, char *out, size_t cap);
bool table_drawn(const struct fact *, unsigned seats, uint8_t from[TABLAS_SEATS_MAX]);

/*
 * The first fact of a new table: its terms in words.  The match it belongs to
 * and the position it begins from are read back from it when it is applied.
 * Returns the length its text has or would have, like every writer.
 */
size_t table_created(const struct table *, struct fact *out);

/* Of plays listed from the table's position, leaves out cubes that the purses do not cover. */
void table_drop_uncovered(const struct table *, struct plays *);

/* The seats that still play, as bits: those that an offer is made to. */
uint8_t table_living(const struct table *);

/* NULL if some seat may offer this now, else why none may. */
const char *table_why_no_offer(const struct table *, unsigned consent);

/* "resignation"; NULL where there is none. */
const char *table_ending_word(unsigned ending);

/* Whether a game in that state after so many decisions is a result. */
bool table_counts(unsigned state, uint64_t decisions);

/*
 * What else of a table the book keeps, as bits: why it ended and seats left, what may
 * be taken back, and whether there is more in `consent`.  A book that does not say
 * has 0.
 */
uint64_t table_marks(const struct table *);
void table_mark(struct table *, uint64_t marks); /* once it has its status */
unsigned marks_ending(uint64_t marks);
unsigned marks_left_by(uint64_t marks, unsigned seat); /* of one that has left */
bool marks_has_consent(uint64_t marks);
bool marks_is_paused(uint64_t marks);
bool marks_agree(uint64_t kept, uint64_t played); /* what is kept is what was played */

/* Whether this seat is asked something now. */
bool table_asks(const struct table *, unsigned seat);
bool table_is_full(const struct table *);
unsigned table_free_seat(const struct table *); /* lowest empty seat or TABLAS_NOBODY */

/* Sum of purses and pot: constant from the last buy-in to the end. */
int64_t table_chips(const struct table *);

#endif
