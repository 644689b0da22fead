/*
 * games_inside.h - what the handlers of games share: finding one, who may see
 * it, and the answers that carry it.
 *
 * A handler that writes looks through the pen, so that it sees what its own
 * group has written; one that reads looks through the glasses, so that it tells
 * only what is durable.
 */
#ifndef API_GAMES_INSIDE_H
#define API_GAMES_INSIDE_H

#include "api/games.h"
#include "api/kept.h"
#include "api/request.h"
#include "api/routes.h"
#include "api/view.h"

#define CHIPS_MAX 1000000000000 /* of one request: sums stay far from 2^63 */

/* A game that was found and may be seen. */
struct found {
	struct game_row row;
	struct table table;
	bool playable; /* its ruleset is loaded and reads it: table is filled in */
};

struct store_view *request_view(struct request *);

/*
 * Whether the game of the path waits for a deadline that has come, though nobody
 * has seen to it yet: then this is answered when somebody has.
 */
bool games_overdue(struct request *, int64_t game, int64_t deadline, struct reply *);

/* The game of the path, in row alone; or false and the problem. */
bool games_row(struct request *, struct game_row *, struct reply *);

/* The same for a command that follows: the row the desk will start from, or NULL. */
const struct game_row *games_row_to_change(struct request *, struct reply *);

/* The same and its table. */
bool games_find(struct request *, struct found *, struct reply *);

/* Refuses when the ruleset is not loaded. */
bool games_playable(struct request *, const struct found *, struct reply *);

/* Whether the asking account may know of the game. */
bool games_may_see(const struct request *, const struct kept_who *);
void games_who(const struct game_row *, struct kept_who *);

/* The seat of an account, or -1; of several the one that is asked, else the first. */
int games_seat_of(const struct game_row *, int64_t account);

/* Names and the last decision, which is looked for unless it is given. False on trouble. */
bool games_around(struct store_view *, const struct game_row *, const struct view_last *,
		  struct view_around *);

/* Whether the fact is a decision; then it is the last one. */
bool games_note_last(struct view_last *, const struct fact *, const char *events);

/* 200 or 201 with the game document as it is after the command, and its ETag. */
struct reply games_answer(struct request *, int status, const struct game_row *,
			  const struct table *);

/* A whole game as text (record.c), replayed while it is written. */
enum record_end { RECORD_WRITTEN, RECORD_WITHOUT_RULES, RECORD_BROKEN, RECORD_TROUBLE };
enum record_end record_write(struct desk *, struct store_view *, const struct game_row *,
			     bool positions, struct out *);

/* The answer to a refused command: the game with 412, the sentence with others. */
struct reply games_refused(struct request *, enum refusal, const struct receipt *);

/* Rules speak in sentences of their own; this gives them a capital and a stop. */
#define GAMES_SENTENCE_MAX 400
const char *games_sentence(const char *words, char out[GAMES_SENTENCE_MAX]);

/* "stake" of a new game, and what is wrong with one the desk refused (games_stake.c). */
bool games_read_stake(struct request *, struct desk_game *, struct reply *);
void games_staked_options(struct request *, struct desk_game *); /* where none are given */
struct reply games_buy_in_too_small(struct request *, const struct desk_game *);
struct reply games_credit_exhausted(struct request *, const struct receipt *);

/* "clock" of a new game (games_clock.c). */
bool games_read_clock(struct request *, struct desk_game *, struct reply *);

/* How a new game is offered, and what is said to those invited, or NULL (offers.c). */
bool games_read_offer(struct request *, struct desk_game *, const char **note, struct reply *);
bool games_keep_note(struct request *, const struct game_row *, const char *note);

/* The free seat that is kept for the account, or -1. */
int games_kept_seat(const struct game_row *, int64_t account);

/*
 * Whether somebody has as many open tables as an account may: who lays this one,
 * or one for whom a seat is kept.
 */
bool games_refuse_more(struct request *, const struct desk_game *, struct reply *);

/* TOO_MANY_TABLES of games_sit(). */
struct reply games_too_many_seats(struct request *);

/* News: to whom seats of a new table are kept, or are no more; to who laid it, that one is taken. */
bool games_tell_kept(struct request *, const struct game_row *);
bool games_tell_gone(struct request *, const struct game_row *);
bool games_tell_taken(struct request *, const struct game_row *);

/* TABLE_CLOSED, and why it is offered no more. */
struct reply games_offer_ended(struct request *, const struct game_row *);

const char *chat_room_word(enum chat_room); /* "seats" (chat.c) */

/* "spectator_delay" of a new game (past.c). */
bool games_read_delay(struct request *, struct desk_game *, struct reply *);

/* "match" and "position" of a new game, or false and the problem (games_begin.c). */
bool games_read_match(struct request *, struct desk_game *, struct reply *);
bool games_read_position(struct request *, struct desk_game *,
			 char text[TABLAS_TEXT_MAX + 1], struct reply *);

/* A standing order as its owner sees it, and nobody else (orders.c). */
void orders_out(struct out *, const struct tablas_plugin *, const struct order_row *);

/* A vacation, as it stands at that instant (vacations.c). */
void vacations_out(struct out *, const struct vacation_row *, int64_t now);

/* A problem with a member named: pointer as in RFC 6901. */
struct reply games_problem_at(struct request *, enum refusal, const char *pointer,
			      const char *detail, ...) __attribute__((format(printf, 4, 5)));

/* INSUFFICIENT_CHIPS with what is needed and what is there. */
struct reply games_chips_lacking(struct request *, int64_t needed);

/*
 * "sit" at the table: the row after a command is in the receipt.  contribution:
 * to the dice, or NULL.
 */
enum refusal games_sit(struct request *, const char *key, unsigned seat,
		       const char *contribution, struct receipt *);

/* A new invitation to a seat, written into the book; text is shown once. */
bool games_invite(struct request *, const struct game_row *, unsigned seat, int64_t *number,
		  char text[SECRET_TEXT_MAX]);

/* ?order=asc or desc, newest first unless told otherwise. */
bool games_query_order(struct request *, bool *ascending, struct reply *);

/* The account of that name, or one's own for "me"; 404 if there is none. */
bool games_account(struct request *, const char *name, struct account_row *, struct reply *);

/* "3" -> 3; -1 when it is no seat of this game. */
int games_seat_read(const struct game_row *, const char *text);

/* consents.c: offers what needs the consent of all, or answers such an offer. */
struct reply consents_act(struct request *, enum consent_kind);

#endif
