/*
 * news.h - everything an account is told of, in one list.
 *
 * News are of games in which the account sits, and then they name a fact; or of
 * the account itself.
 *
 *	X(NAME, "word", "what it is; what its fields hold")
 *
 * The words are the types of events for clients.  Numbers are in the book:
 * append at the end only.
 */
#ifndef GAME_NEWS_H
#define GAME_NEWS_H

#include "game/facts.h"

#include <stdbool.h>

#define NEWS(X)                                                                           \
	X(TURN, "game.turn", "a decision is asked of the seat; value: its deadline")      \
	X(SEATED, "game.seated", "somebody took a seat; ply: the fact")                   \
	X(UNSEATED, "game.unseated", "somebody gave a seat back; ply: the fact")          \
	X(STARTED, "game.started", "every seat is taken and play begins; ply: the fact")  \
	X(DECIDED, "game.decided", "a seat has decided; ply: the fact")                   \
	X(RESIGNED, "game.resigned", "a seat resigns or offers to; ply: the fact")        \
	X(LEFT, "game.left", "a seat has left for good; ply: the fact")                   \
	X(FINISHED, "game.finished", "the game is over; ply: the fact")                   \
	X(ABORTED, "game.aborted", "the game never was; ply: the fact")                   \
	X(FROZEN, "game.frozen", "the game stands still; ply: the fact")                  \
	X(THAWED, "game.thawed", "the game goes on; ply: the fact")                       \
	X(LAPSED, "game.lapsed", "the time of a seat is up; ply: the fact")               \
	X(CLAIMED, "game.claimed", "a seat claimed that time is up; ply: the fact")       \
	X(OFFERED, "game.offered", "a seat offers what needs consent; ply: the fact")     \
	X(ANSWERED, "game.answered", "an offer is taken, declined or gone; ply: the fact") \
	X(REMINDED, "game.reminder", "a deadline comes near; value: it")                  \
	X(NUDGED, "game.nudged", "somebody asks one to go on; other: who")                \
	X(TALKED, "game.message", "somebody said something; other: who; value: its number") \
	X(CHALLENGED, "challenge.received", "a seat is kept for one; other: who asks;"    \
	  " value: until when")                                                           \
	X(CHALLENGE_TAKEN, "challenge.accepted", "one's challenge is taken; other: by whom") \
	X(CHALLENGE_DECLINED, "challenge.declined", "it is not; other: by whom")          \
	X(CHALLENGE_GONE, "challenge.withdrawn", "whoever asked does not any more; other: who") \
	X(CHALLENGE_EXPIRED, "challenge.expired", "nobody took it in time")               \
	X(REMATCH, "rematch.offered", "a rematch; other: who asks; value: until when")    \
	X(RATED, "rating.changed", "one's rating after a game; value: it; text: of which kind") \
	X(ORDER_FAILED, "order.failed", "a standing order could not be carried out;"     \
	  " value: its number; text: the problem")                                          \
	X(UNDELIVERED, "subscription.disabled", "nothing is brought there any more; value:"  \
	  " the subscription's number; text: why")

enum news_kind {
	NEWS_NONE = 0,
#define X(name, word, what) NEWS_##name,
	NEWS(X)
#undef X
	NEWS_COUNT
};

const char *news_word(enum news_kind);
enum news_kind news_named(const char *word); /* NEWS_NONE if there is none */

/*
 * What a fact is to those who sit at its table, or NEWS_NONE: dice, forced
 * moves and whatever follows of itself are no news.  *left: whether it concerns
 * those too who have left the table.
 */
enum news_kind news_of_fact(enum fact_kind, bool *left);

#endif
