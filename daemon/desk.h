/*
 * desk.h - the imperative shell: load, decide, append; one commit for all.
 *
 * Everything impure that a command needs meets here: the book, the clock, the
 * cup, the plugins.  What arrives in one turn of the loop is one transaction.
 * Each request works inside a savepoint, so one that is refused leaves no
 * trace.  Nothing may be told to anybody before desk_settle() has returned 0.
 */
#ifndef DAEMON_DESK_H
#define DAEMON_DESK_H

#include "daemon/blackbox.h"
#include "daemon/clock.h"
#include "daemon/dice.h"
#include "game/news.h"
#include "game/registry.h"
#include "game/table.h"
#include "schema/store.h"

struct desk;

struct desk_parts { /* all borrowed for the desk's life */
	struct store *store;
	const struct registry *games;
	struct clock *clock;
	struct cup *cup;
	struct blackbox *blackbox; /* or NULL */
};

struct desk *desk_open(const struct desk_parts *);
void desk_close(struct desk *); /* NULL is fine; settles nothing */

/* What the operator has said of chips: of games that are laid, and of who sits down, from now on. */
struct desk_house {
	int64_t credit; /* chips an account may owe in all; 0: none is given */
	int32_t fee;	/* thousandths of what a seat wins                   */
	int64_t news_kept; /* how many news of an account are kept; 0: DESK_NEWS_KEPT */
};
#define DESK_NEWS_KEPT 10000
void desk_set_house(struct desk *, const struct desk_house *);
const struct desk_house *desk_house(const struct desk *);

struct store *desk_store(struct desk *);
const struct registry *desk_games(const struct desk *);
int64_t desk_now(const struct desk *); /* the clock's time */

/*
 * A request that may write: opens the group's transaction if it is not open,
 * and a savepoint.  desk_leave() keeps or undoes what was written since.
 * 0, or -1 on trouble (answer 503): what was written is undone then, and what
 * a command left half done is never kept.
 */
int desk_enter(struct desk *);
int desk_leave(struct desk *, bool keep);

/* What a new game is made of. */
struct desk_game {
	const struct tablas_plugin *plugin;
	int32_t options[OPTIONS_MAX];
	unsigned seats;
	int64_t unit, buy_in;
	uint8_t insolvent; /* enum insolvent                                              */
	int64_t credit;	   /* debt: how far below zero a purse may go; 0: the house's all */
	bool top_ups;	   /* whether chips may be added during play                      */
	uint8_t visibility;
	struct delay_row delay; /* of what those see who have no seat */
	bool auto_forced;
	bool rated; /* not from a position */
	struct pace pace; /* its clock */
	int64_t creator;
	struct opening opening; /* how it is offered */
	uint32_t match_length; /* the first game of a match to so many points; 0: a lone game */
	const char *position;  /* begin from this one, in the plugin's notation; NULL: its own */
	struct {
		int64_t invited; /* kept for this account; 0: no   */
		bool locked;	 /* an invitation is needed to sit */
	} seat[TABLAS_SEATS_MAX];
};

/*
 * What a command did.  Belongs to the desk, good until its next call.  On a
 * refusal `row` and `table` are the game as it is, so that the caller can be
 * told (NULL when there is no such game; `table` alone when no loaded plugin
 * can lay it).  A refusal is left with keep = false.
 */
struct receipt {
	const struct game_row *row;
	const struct table *table;
	uint64_t ply_before;		 /* facts with a higher ply are new */
	const struct decision *decision; /* of a refusal: which word, why */
	bool trouble;			 /* not refused: the book failed; answer 503 */
};

/*
 * Inside desk_enter/leave: lays a table.  Nobody sits yet.  A position that can
 * be read is taken (game/study.h knows which can be played); only a game for
 * nothing and of no match has one.
 */
enum refusal desk_create(struct desk *, const struct desk_game *, struct receipt *);

/*
 * Inside desk_enter/leave: one command at one table, then whatever the house
 * must do (throw, play forced moves, end, settle, begin the next game of the
 * match), facts and chips into the book.  The receipt is of the one table.  `account` takes the seat on COMMAND_SIT (its wallet pays the buy-in:
 * INSUFFICIENT_CHIPS); for the others the caller has made sure that the seat is
 * the account's.
 */
enum refusal desk_submit(struct desk *, const char *key, const struct command *,
			 int64_t account, struct receipt *);

/*
 * Inside desk_enter/leave: the game's row, for a caller that looks at it before it
 * gives a command; desk_submit() need not read it again then.  STORE_FOUND,
 * STORE_NONE or STORE_TROUBLE.  Belongs to the desk, good until its next call.
 */
int desk_row(struct desk *, const char *key, const struct game_row **);

/*
 * Inside desk_enter/leave: the facts of the next command's game are told as they
 * are written.  If the command is refused after all, they never were.
 */
typedef void desk_hear(void *cls, const struct fact *, const char *events);
void desk_listen(struct desk *, desk_hear *, void *cls);

/*
 * Makes a table of a row (for readers).  0, or -1: its ruleset is not loaded,
 * does not read it, or crashed the server on it and has not been thawed since.
 */
int desk_table(struct desk *, const struct game_row *, struct table *);

/* What of a row follows from its table, with whom is asked and until when. */
void desk_row_of(struct game_row *, const struct table *);

/*
 * Around whatever a reader asks of a plugin by itself (to draw, to list plays),
 * so that a crash there is noted too.  From desk_submit() to desk_leave() that
 * is so anyway.
 */
void desk_asks(struct desk *, int64_t game);
void desk_asked(struct desk *);

/*
 * Outside desk_enter/leave: whose time is up has lapsed, each in a savepoint of
 * its own, `most` of them at once, first those due first.  Returns how many, or
 * -1 on trouble.  A game that cannot be moved on (its ruleset is not loaded) is
 * passed over until desk_recall().
 */
int desk_lapse(struct desk *, size_t most);
void desk_recall(struct desk *);

/*
 * Inside desk_enter/leave: a vacation of the account was planned, cut short or
 * given up in the book; its tables will be told, as of now. 0 or -1.
 */
int desk_vacation_changed(struct desk *, int64_t account);

/* Somebody looks at that game and finds it due: desk_lapse() sees to it first. */
void desk_hasten(struct desk *, const char *key);

/*
 * The next deadline that desk_lapse() will see to; INT64_MAX: there is none; 0: it
 * has tables to tell of a vacation.
 */
int64_t desk_deadline(struct desk *);

/* The game has standing orders now: whoever writes any says so. */
void desk_ordered(struct desk *, int64_t game);

/*
 * Outside desk_enter/leave: games in which orders go on deciding go on, `most` of
 * them at once.  0, or -1 on trouble.  And whether there may be any.
 */
int desk_obey(struct desk *, size_t most);
bool desk_obeys(const struct desk *);

/*
 * Outside desk_enter/leave: whoever wished to be reminded of a deadline before
 * it comes is told so, some at once.  0, or -1 on trouble.  And when to call it
 * next; INT64_MAX: nobody wishes anything.
 */
int desk_remind(struct desk *);
int64_t desk_reminder(const struct desk *);
void desk_reminders_changed(struct desk *); /* somebody has wished otherwise */

/* Whether anything waits to be settled. */
bool desk_is_open(const struct desk *);

/*
 * Inside desk_enter/leave: tells an account something, in this very transaction;
 * nothing is done for one that never asked (desk_add_reader), so callers need
 * not look.  `at` 0 is now.  What happens in a game is told by the desk itself:
 * by whoever makes facts, through the list in game/news.c.  0, or -1 on trouble.
 *
 *	struct news_row news = {.account = who, .kind = NEWS_NUDGED, .game = row->id,
 *				.seat = TABLAS_NOBODY, .other = r->account};
 *	if (desk_tell(desk, &news) != 0)
 *		return reply_trouble(r);
 */
int desk_tell(struct desk *, struct news_row *);

/* Inside desk_enter/leave: that account is told from now on; once is enough. 0 or -1. */
int desk_add_reader(struct desk *, int64_t account);
bool desk_has_reader(const struct desk *, int64_t account);
void desk_forget_readers(struct desk *); /* an account is gone: they are read again */

/*
 * One COMMIT for all of it.  0; -1: nothing of the group happened.  Then
 * desk_news() lists the games that changed, and below zero the accounts that
 * were told something, each once, until the next enter.
 */
int desk_settle(struct desk *);
size_t desk_news(const struct desk *, const int64_t **games);

/*
 * Inside desk_enter/leave: something beside a game has news, for those who wait
 * for it; a number that no game has.  Told by desk_news() like the games.
 */
void desk_announce(struct desk *, int64_t what);

/* Freezes the game the black box names, if any; at start-up. */
int desk_freeze_crashed(struct desk *, int64_t *game);

/* Counters for /metrics. */
struct desk_counts {
	uint64_t commands, refused, facts, commits, commits_failed, dice, reminders;
};
const struct desk_counts *desk_count(const struct desk *);

#endif
