/*
 * desk_inside.h - what the files of the desk share, and nobody else.
 */
#ifndef DAEMON_DESK_INSIDE_H
#define DAEMON_DESK_INSIDE_H

#include "daemon/desk.h"
#include "daemon/ids.h"

/* Events of one fact as text: HAPPENED_EVENTS_MAX of the longest there are. */
#define DESK_EVENTS_TEXT_MAX (HAPPENED_EVENTS_MAX * 192)

/* The standing orders of the game at hand, and what a fact was before it was made true. */
struct orders {
	int64_t game; /* whose they are; 0: not looked for yet */
	struct order_row *v;
	size_t n, cap;
	unsigned obeyed; /* decisions made by them in this command */
	bool heeds;	 /* the fact at hand is of a game that has any */
	uint64_t asked;
	_Alignas(16) unsigned char before[TABLAS_POSITION_MAX];
};

/* Games that desk_hasten() remembers; of more the rest wait for their turn. */
#define DESK_HASTENED_MAX 64

/* Tables that are told of a vacation in one turn of the loop. */
#define DESK_TOLD_AT_ONCE 64

struct desk {
	struct desk_parts parts;
	struct desk_house house;
	struct desk_counts counts; /* of what has happened ...      */
	struct desk_counts group;  /* ... is in the open group ...  */
	struct desk_counts fresh;  /* ... and in the open savepoint */
	bool open, inside;	   /* a group; a savepoint in it    */
	bool broken;		   /* the group is lost             */
	bool spoiled;		   /* the savepoint must be undone  */
	size_t cup_before_group, cup_before;

	int64_t *news; /* games that changed, each once; below zero: accounts that were told */
	size_t news_n, news_cap, news_before, readers_before;

	struct ids readers; /* the accounts that have asked for news, ... */
	bool readers_known; /* ... unless they must be read again */

	struct ids absent; /* the accounts that are or will be away, and perhaps some others */
	bool absent_known; /* all those that are so in the book             */
	bool telling;	   /* perhaps there are tables to be told of it     */
	int64_t tell_until; /* the house tells of no absence planned later    */

	int64_t freeze; /* a game to be frozen once the savepoint is left; or 0 */
	const char *freeze_why;
	int64_t crashed; /* frozen at this start for a crash; its plugin is not asked */

	/* The command at hand. */
	bool row_read; /* desk_row() has, and nothing was written since */
	desk_hear *hear;
	void *hear_cls;
	int64_t now;
	unsigned facts;
	uint32_t seats_changed;
	bool finished; /* the game at hand, and nobody has counted it yet */
	struct game_row row;
	struct table table;
	struct decision decision;
	struct happened happened;
	struct fact fact;
	struct book_line lines[HAPPENED_EVENTS_MAX];
	char events[DESK_EVENTS_TEXT_MAX];

	struct due_row passed; /* the last game that desk_lapse() could not move on */
	char hastened[DESK_HASTENED_MAX][STORE_KEY_SIZE];
	size_t hastened_n;
	int64_t deadline;      /* the next one, as long as it is known ...   */
	bool deadline_known;   /* ... since nothing was written             */

	struct ids ordered; /* games that have standing orders */
	struct orders orders;
	struct decision ordering; /* what an order decides */
	bool obeying;		  /* the book may have games where orders go on deciding */
	struct past *past; /* room to replay a game in; NULL until it is needed */
	struct {
		struct reminded_row at[STORE_DISTANCES_MAX]; /* seen to so far */
		size_t n;
		int64_t look_at; /* not before this instant */
		int64_t now;	 /* of the look */
		bool known;	 /* as it stands in the book */
	} remind;

	struct fair fair;    /* what its dice are made of, where that was needed ... */
	struct fair carried; /* ... and those of the game before it, in a match      */

	/* Faces thrown in the open group, to be counted in the book with its commit. */
	struct tally {
		const char *ruleset;
		uint8_t sides, face;
	} *tally;
	size_t tally_n, tally_cap, tally_before;

	/* A game of a match that has ended by it, while the next is begun. */
	struct game_row over_row;
	struct table over_table;
	struct table next;
};

/* How a step of a command went. */
enum step { STEP_DONE, STEP_TROUBLE, STEP_FREEZE, STEP_NO_CHIPS };

/*
 * desk.c: adds the row at hand, with what its dice are made of, under a key that
 * no other game has.  `before`: the game before it in its match, or NULL.
 */
int desk_inside_add_game(struct desk *, const struct game_row *before);

/*
 * desk_dice.c: the secret of the row at hand and its commitment, before the row
 * is added: drawn, or from the chain of the game before it, which has been
 * looked back at (STORE_FOUND; else trouble).
 */
void desk_inside_commit(struct desk *, const struct game_row *before);
int desk_inside_look_back(struct desk *, const struct game_row *before);

/* desk_dice.c: what was contributed to the game before is so to the one at hand. */
enum step desk_inside_carry(struct desk *);

/* desk_dice.c: what a fact changes in what the dice are made of. */
enum step desk_inside_heed(struct desk *, const struct fact *);

/* desk_dice.c: the throw that the table at hand waits for, as a fact. */
enum step desk_inside_throw(struct desk *, const struct tablas_wait *, struct fact *);

/* desk_dice.c: who plays where. */
enum step desk_inside_draw(struct desk *);

/* desk_dice.c: counts the group's faces in the book. STORE_DONE or TROUBLE. */
int desk_inside_count_faces(struct desk *);

/* desk_submit.c: makes one fact true at the table at hand, and writes it down. */
enum step desk_inside_take(struct desk *, struct fact *);

/* desk_score.c: the game at hand is over: who met whom, and what it does to ratings. */
enum step desk_inside_score(struct desk *);

/* desk_submit.c: whatever must happen before somebody is asked again; then the row. */
enum step desk_inside_keep_house(struct desk *);

/* desk_orders.c: with the desk, and with each command. */
void desk_inside_open_orders(struct desk *);
void desk_inside_close_orders(struct desk *);
void desk_inside_begin_orders(struct desk *);

/* desk_orders.c: before a fact is applied, and what it does to orders afterwards. */
void desk_inside_foresee(struct desk *, const struct fact *);
enum step desk_inside_heed_orders(struct desk *, const struct fact *);

/* desk_orders.c: if an order answers what is asked, that is decided. */
enum step desk_inside_obey(struct desk *, const struct tablas_wait *, bool *decided);

/*
 * desk_match.c: after a command: if the game at hand is over and its match is
 * not, the next game is begun.  The game at hand stays the same.
 */
enum step desk_inside_go_on(struct desk *);

/* desk_past.c: the table at hand remembers how it stood before each decision. */
enum step desk_inside_remember(struct desk *);

/* A game that the open savepoint changes; below zero, an account that is told. */
void desk_inside_news(struct desk *, int64_t game);

/* desk_news.c: reads from the book who has asked. 0 or -1. */
int desk_inside_find_readers(struct desk *);

/* desk_news.c: of the game at hand: what is so, to those who sit there; who is asked. */
enum step desk_inside_tell_fact(struct desk *, const struct fact *);
enum step desk_inside_tell_question(struct desk *);

/* desk_away.c: reads from the book who is away. 0 or -1. */
int desk_inside_find_absent(struct desk *);

/*
 * desk_away.c: since when the table at hand does not know what the book knows of who
 * is away (INT64_MAX: it knows); and tells it.
 */
enum step desk_inside_untold_since(struct desk *, int64_t *since);
enum step desk_inside_tell_away(struct desk *, int64_t until); /* what was planned by then */

/* desk_away.c: some of the tables that wait to be told: how many, or -1. */
int desk_inside_tell_some(struct desk *, size_t most);

/* Counts a refusal, and gives it back. */
enum refusal desk_inside_refuse(struct desk *, enum refusal);

/* The book has failed: the savepoint is lost, and this is what is told. */
enum refusal desk_inside_trouble(struct desk *, struct receipt *);

#endif
