/*
 * record.h - a whole game as text: for bug reports, golden tests and export.
 *
 *	tablas record 1
 *	game el-mundo rules 1 seats 4
 *	option reentry war
 *	stake 1 100 insolvent debt credit 50 fee 20 top-ups
 *	match 5 game 3 score 4 1 crawford
 *	begin white 13:1 / black 6:2 / white to roll
 *	seat 0 ana
 *	started
 *	roll 4 2 6 1
 *	decide 3 2:Wi1-Wi3 ...
 *	forced 0 5:Sp1-Sp6
 *	topped_up 1 40
 *	top_up 1 40
 *	resigned 2 0
 *	left 2 timeout
 *	offered 1 takeback
 *	agreed 3 takeback
 *	taken_back 1 17             # the ply of what was decided
 *	correction 3 1 2
 *	forfeit 2 pot 3 mate
 *	pay 0 3 1 strike            # consequences, compared on replay
 *	position ...                # likewise
 *	finished 1 2 2 2 -
 *	settle 0 104
 *
 * Behind unit and buy-in stand those terms of the stake that are not the usual
 * ones: what becomes of an empty purse, how far it may go below zero, the house's
 * fee in thousandths, and that chips may be added.
 *
 * A game whose dice can be checked (game/fair.h) is of version 2, and says with
 * what it began, what was contributed, the number and the sides of each throw,
 * and the secret once it is told:
 *
 *	tablas record 2
 *	dice tablas-dice-1 7k3m9qzd2x 3 COMMITMENT    # chain, number, in hexadecimal
 *	chain 3 COMMITMENT                            # in a match: of its first game
 *	contributed 1 6c75636b79                      # the text in hexadecimal
 *	throw 1 d6 4 2
 *	secret SECRET
 *
 * A game with a clock says by which, and before each fact when that was, in
 * milliseconds since 1970; so a lapse is at its instant or the record is wrong:
 *
 *	clock per_move P3D bank P2D increment PT0S most P2D on forfeit_game
 *	at 1796029200000
 *	lapsed 2
 *	at 1796029200004
 *	left 2 timeout
 *	at 1796029212000
 *	decide 3 2:Wi1-Wi3 # took PT12S
 *
 * `match` stands in games of a match: its length, which game this is, the score
 * before it, and the word if it is the Crawford game.  `begin` is the position a
 * game begins from that has not its plugin's own.
 *
 * One fact a line, then every movement of chips that follows from it and, where
 * the writer chooses, the position.  Between seats it is "pay", payer, payee,
 * chips and why, or "forfeit" where it is the price of leaving (a record in which
 * that is called "pay" too is older, and read); between a seat and its own wallet
 * the kind of transfer, the seat and the chips; and so for what a seat gets of the
 * pot that is left, and what the house takes.
 * Text after a blank and '#' and blank lines are for the reader.
 */
#ifndef GAME_RECORD_H
#define GAME_RECORD_H

#include "game/fair.h"
#include "game/registry.h"
#include "game/table.h"

#include <stddef.h>

#define RECORD_LINE_MAX 2048

/*
 * The head of a record.  With names (one for each seat, NULL for none) it also
 * seats them; without, the SEATED facts are written as facts.  A table that was
 * given its position is written before its start.  Length it has or would have.
 */
size_t record_write_head(const struct table *, const char *const *names, char *out, size_t cap);

/* What the dice of a game are made of, as far as its head can say. */
struct record_dice {
	const char *chain; /* key of the chain's first game   */
	uint32_t game;	   /* the number in the chain, from 1 */
	unsigned char commitment[FAIR_SIZE];
	uint32_t link; /* hashing the secret so often gives ...                     */
	unsigned char first[FAIR_SIZE]; /* ... this; link 0: of no match, not said */
};

/* The same with the lines about its dice, and of version 2. */
size_t record_write_head_of(const struct table *, const char *const *names,
			    const struct record_dice *, char *out, size_t cap);

/* Those lines alone. */
size_t record_write_dice(const struct record_dice *, char *out, size_t cap);

/* A contribution, a throw and the secret, as lines. */
size_t record_write_contributed(unsigned seat, const char *text, char *out, size_t cap);
size_t record_write_throw(const struct fact *, char *out, size_t cap);
size_t record_write_secret(const unsigned char secret[FAIR_SIZE], char *out, size_t cap);

/* Whether a line "dice ...", "chain ..." or "secret ..." goes on as one of ours. */
bool record_is_of_dice(const char *word, const char *rest);

/* Reads "6c75636b79 ..." as record_write_contributed() wrote it; false if it is none. */
bool record_read_contribution(const char *word, char text[FAIR_CONTRIBUTION_MAX + 1]);

/*
 * One fact with its payments; with_position: and the position after it.
 * `table` is the table after the fact.
 */
size_t record_write_fact(const struct table *, const struct fact *, const struct happened *,
			 bool with_position, char *out, size_t cap);

/*
 * Reads and replays a record line by line, comparing every payment and position
 * with what follows from the facts.
 */
struct record_reader {
	const struct registry *games;
	struct table table;	  /* as it stands after the last line */
	struct table_past past;	  /* what may be taken back           */
	struct happened happened; /* of the last fact                 */
	size_t paid;		  /* how many of its payments were compared */
	int line;		  /* from 1 */
	int version;		  /* 1 until it says otherwise */
	bool begun;		  /* the head is complete */
	int32_t values[OPTIONS_MAX];
	const struct tablas_plugin *plugin;
	unsigned seats;
	struct stakes stakes; /* the terms */
	struct pace pace;     /* likewise  */
	int64_t at;	      /* of the facts that follow; in a game with a clock */
	uint32_t match_length, match_game; /* 0: of no match */
	int32_t match_score[TABLAS_SEATS_MAX];
	bool crawford, draws;
	char begin[TABLAS_TEXT_MAX + 1]; /* "": the plugin's own */
	char names[TABLAS_SEATS_MAX][64];
	char why[256]; /* what is wrong, after -1 */
};

void record_reader_init(struct record_reader *, const struct registry *);

/* Takes one line without its newline.  0, or -1 and `why` filled in. */
int record_read_line(struct record_reader *, const char *line);

/*
 * After the last line: 0, or -1 when the record ends in the middle of its head
 * or of what follows from a fact.  The game itself need not be over.
 */
int record_read_end(struct record_reader *);

#endif
