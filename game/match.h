/*
 * match.h - a match: games between the same two seats until one has its points.
 *
 * A table of a match knows the length, the score before its game and which game
 * of the match it is (table_of_match()).  When the game is over the score moves
 * on, and if nobody has the length yet the table of the next game follows from
 * this one alone.  In a match points are won and not stakes: what the games
 * would pay is not paid, and whoever loses the match pays one unit for all of
 * it. [rules/backgammon: Match play]
 *
 * Resigning ends the game at its value, as elsewhere; the match goes on.
 */
#ifndef GAME_MATCH_H
#define GAME_MATCH_H

#include "game/table.h"

#define MATCH_LENGTH_MAX 1000

/*
 * Whether matches of this game are played: it is one for two.  Its outcome says
 * how many points were won; where it gives none to anybody a win counts one.
 */
bool match_fits(const struct tablas_plugin *);

/* The score: before the game, or once that is over after it; surplus points are lost. */
void match_score(const struct table *, int32_t score[TABLAS_SEATS_MAX]);

/* The seat that has won the match, or TABLAS_NOBODY. */
unsigned match_winner(const struct table *);

/* Whether the game is over and another must follow. */
bool match_goes_on(const struct table *);

/*
 * Whether the Crawford rule takes the cube out of this game.  It does so in the
 * first game after a seat has come within one point of the match, where the
 * plugin has the options "crawford" and "crawford_played"; the match sets the
 * second for the games after that one.
 */
bool match_is_crawford(const struct table *);

/* The value of the option of that name; 0 where the plugin has none. */
int32_t match_option(const struct tablas_plugin *, const int32_t *values, const char *key);

/* The table of the next game: open, before its first fact. */
void match_next(const struct table *over, struct table *next);

#endif
