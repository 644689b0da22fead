/*
 * chat.c - what is said at a table and around it.
 *
 * There are two rooms.  While the game runs, that of the seats is for the seats
 * alone, and that of the spectators for everybody else who may see the game: no
 * seat reads there what somebody advises.  When the game has ended, for the
 * reader as for the game (past.c), everybody may read both; seats then talk with the
 * spectators in theirs.  The games of a match are one game in this.
 *
 * What is said is no fact of the game: it has numbers of its own, and whoever
 * waits for a line is not woken by a ply, nor the other way round.
 */
#include "api/exchange.h"
#include "api/games_inside.h"
#include "api/past.h"
#include "api/shuns.h"

#include "daemon/clock.h"

#include <stdlib.h>
#include <string.h>

#define LINES_MOST 10000 /* of a room */

static const char *const words[] = {[ROOM_SEATS] = "seats", [ROOM_SPECTATORS] = "spectators"};

const char *chat_room_word(enum chat_room room)
{
	return words[room];
}

/* 0: no room has that name. */
static int room_named(const char *word)
{
	for (int room = ROOM_SEATS; room <= ROOM_SPECTATORS; room++)
		if (strcmp(word, words[room]) == 0)
			return room;
	return 0;
}

/* ---- who may do what -------------------------------------------------------------------- */

struct talk {
	struct game_row game;
	int seat; /* of whoever asks, or -1 */
	enum chat_room room;
	bool ended, operator; /* ended: to whoever asks */
};

static bool is_decided(const struct game_row *row)
{
	for (unsigned seat = 0; seat < row->seats; seat++)
		if ((uint32_t)row->match_result[seat] >= row->match_length)
			return true;
	return false;
}

/* What is told of a game to whoever asks, or to all who look on. */
static enum past show(struct request *r, bool to_all, struct game_row *row)
{
	return to_all ? past_show_late(r->desk, request_view(r), row) : past_show(r, row);
}

/* The newest game of the match, as far as it is told. */
static bool newest_of_match(struct request *r, bool to_all, struct game_row *row)
{
	struct game_filter filter = {.match = row->match, .viewer = r->account};
	struct game_row newest;
	size_t n = 1;

	if (store_games(request_view(r), &filter, &newest, &n) != STORE_FOUND)
		return false;
	*row = newest;
	return show(r, to_all, row) <= PAST_THEN;
}

/*
 * A match goes on where one of its games has ended by the rules and nobody has won
 * it, and what has become of it its last game tells.  Where that is not known, the
 * game goes on too: what is kept apart may be opened later, and not the other way.
 */
static bool goes_on(struct request *r, bool to_all, struct game_row *row)
{
	if (row->state == TABLE_OVER && row->match[0] && row->next[0] &&
	    !newest_of_match(r, to_all, row))
		return true;
	if (row->state != TABLE_OVER)
		return row->state != TABLE_ABORTED;
	return row->match[0] && !is_decided(row);
}

/*
 * Whether it has ended as far as that is told: who reads has the row as it is told
 * already, who writes has it as the game is.
 */
static bool has_ended(struct request *r, bool to_all, const struct game_row *row)
{
	struct game_row seen = *row;

	if (r->route->flags & ROUTE_WRITES && show(r, to_all, &seen) > PAST_THEN)
		return false;
	return !goes_on(r, to_all, &seen);
}

static bool enter(struct request *r, struct talk *t, struct reply *reply)
{
	if (!games_row(r, &t->game, reply))
		return false;
	t->seat = games_seat_of(&t->game, r->account);
	t->ended = has_ended(r, false, &t->game);
	t->operator = (r->scopes & SCOPE_ADMIN) != 0;
	t->room = t->seat >= 0 ? ROOM_SEATS : ROOM_SPECTATORS;
	return true;
}

/* The room that is meant: one's own unless another is named. */
static bool choose(struct request *r, const char *word, struct talk *t, struct reply *reply)
{
	int room = word ? room_named(word) : (int)t->room;

	if (room) {
		t->room = (enum chat_room)room;
		return true;
	}
	*reply = r->json ? games_problem_at(r, INVALID_VALUE, "/room", "A room is \"seats\" or \"spectators\".")
			 : reply_problem(r, INVALID_VALUE, "A room is \"seats\" or \"spectators\".");
	return false;
}

static bool is_own(const struct talk *t)
{
	return (t->room == ROOM_SEATS) == (t->seat >= 0);
}

static struct reply refuse_room(struct request *r, const struct talk *t)
{
	return reply_problem(r, ROOM_CLOSED, "%s",
			     t->room == ROOM_SEATS
				     ? "While the game runs the seats are among themselves."
				     : "While the game runs no seat hears what spectators say.");
}

/* ---- GET /v1/games/{id}/chat -------------------------------------------------------------- */

struct telling {
	struct request *r;
	const struct talk *talk;
	struct out *out;
};

static const char *state_of(const struct telling *t, const struct chat_row *line)
{
	if (line->state == CHAT_REMOVED)
		return "removed";
	if (line->state == CHAT_HIDDEN)
		return "hidden";
	return store_shuns(request_view(t->r), SHUN_MUTED, t->r->account, line->account) ==
			       STORE_FOUND
		       ? "muted"
		       : "said";
}

/* Every number is told, so that nobody takes a line that is not shown for a lost one. */
static void write_line(void *cls, const struct chat_row *line)
{
	const struct telling *t = cls;
	const char *state = state_of(t, line);
	bool shown = strcmp(state, "said") == 0 ||
		     (line->state == CHAT_HIDDEN && t->talk->operator);
	int seat = games_seat_of(&t->talk->game, line->account);

	out_object(t->out);
	out_kint(t->out, "number", line->number);
	out_ktime(t->out, "at", line->at);
	out_kstring(t->out, "account", line->name);
	if (seat < 0)
		out_knull(t->out, "seat");
	else
		out_kint(t->out, "seat", seat);
	out_kstring(t->out, "state", state);
	out_kstring(t->out, "text", shown ? line->text : NULL);
	out_object_end(t->out);
}

static struct reply list(struct request *r, const struct talk *talk, int64_t after, int64_t last,
			 size_t limit)
{
	struct store_view *view = request_view(r);
	int silent = store_is_silent(view, talk->game.id);
	struct out out;
	struct telling t = {r, talk, &out};

	if (silent == STORE_TROUBLE)
		return reply_trouble(r);
	out_init(&out);
	out_object(&out);
	out_kstring(&out, "id", talk->game.key);
	out_kstring(&out, "room", words[talk->room]);
	out_kbool(&out, "silenced", talk->room == ROOM_SPECTATORS && silent == STORE_FOUND);
	out_kint(&out, "last", last);
	out_ktime(&out, "server_time", desk_now(r->desk));
	out_key(&out, "lines");
	out_array(&out);
	if (store_chat(view, talk->game.id, talk->room, after, limit, write_line, &t) ==
	    STORE_TROUBLE) {
		out_free(&out);
		return reply_trouble(r);
	}
	out_array_end(&out);
	out_object_end(&out);
	return reply_json(200, &out);
}

/* Whoever waits for a line waits for news of its room, which is of no game's number. */
static int64_t news_of(const struct talk *t)
{
	return INT64_MIN + 2 * t->game.id + (t->room == ROOM_SPECTATORS);
}

struct reply chat_list(struct request *r)
{
	int64_t after = 0, wait = 0, last;
	struct reply reply;
	struct talk t;
	size_t limit;

	if (!enter(r, &t, &reply) || !choose(r, request_query(r, "room"), &t, &reply) ||
	    !request_query_int(r, "after", 0, INT64_MAX, &after, &reply) ||
	    !request_query_int(r, "wait", 0, 3600, &wait, &reply) ||
	    !request_limit(r, &limit, &reply))
		return reply;
	if (!is_own(&t) && !t.ended && !t.operator)
		return refuse_room(r, &t);
	if (store_chat_last(request_view(r), t.game.id, t.room, &last) == STORE_TROUBLE)
		return reply_trouble(r);
	if (after > last)
		return reply_problem(r, INVALID_VALUE,
				     "The room has %lld lines: nothing comes after %lld yet.",
				     (long long)last, (long long)after);
	if (after < last || wait == 0 || r->woken)
		return list(r, &t, after, last, limit);
	if (wait > (int64_t)request_wait_max(r))
		wait = (int64_t)request_wait_max(r);
	r->watcher.game = news_of(&t);
	r->watcher.deadline = clock_ticks() + wait * 1000;
	return (struct reply){.kind = REPLY_WAIT};
}

/* ---- POST /v1/games/{id}/chat --------------------------------------------------------------- */

/* Who looks on, and is blocked by somebody at the table. */
static bool is_kept_away(struct request *r, const struct talk *t, struct reply *reply)
{
	for (unsigned seat = 0; t->seat < 0 && !t->operator && seat < t->game.seats; seat++)
		if (shuns_refuse(r, t->game.seat[seat].account, reply))
			return true;
	return false;
}

static struct reply refuse_to_speak(struct request *r, const struct talk *t)
{
	if (!t->ended)
		return refuse_room(r, t);
	return reply_problem(r, ROOM_CLOSED, "%s",
			     t->room == ROOM_SEATS
				     ? "Only seats speak in their room."
				     : "That the game has ended is not told to spectators yet: they "
				       "see it late.");
}

/*
 * Seats have their own room, and that of the spectators once nobody can be advised
 * there and they know it: that a seat speaks would tell them.
 */
static bool may_speak(struct request *r, const struct talk *t, struct reply *reply)
{
	bool ended = t->room == ROOM_SPECTATORS && has_ended(r, true, &t->game);
	int silent = STORE_NONE;

	if (!is_own(t) && !ended) {
		*reply = refuse_to_speak(r, t);
		return false;
	}
	if (is_kept_away(r, t, reply))
		return false;
	if (t->room == ROOM_SPECTATORS && !ended)
		silent = store_is_silent(request_view(r), t->game.id);
	if (silent == STORE_TROUBLE)
		*reply = reply_trouble(r);
	else if (silent == STORE_FOUND)
		*reply = reply_problem(r, ROOM_SILENCED,
				       "The seats have silenced the spectators while the game runs.");
	return silent == STORE_NONE;
}

/* The others at the table who have asked for news, but whoever does not want to hear it. */
static int tell_seats(struct request *r, const struct talk *t, const struct chat_row *line)
{
	for (unsigned seat = 0; t->room == ROOM_SEATS && seat < t->game.seats; seat++) {
		struct news_row news = {.account = t->game.seat[seat].account,
					.kind = NEWS_TALKED,
					.game = t->game.id,
					.seat = (uint8_t)t->seat,
					.other = r->account,
					.value = line->number};
		unsigned first = 0;

		while (t->game.seat[first].account != news.account)
			first++;
		if (first == seat && news.account != r->account &&
		    desk_has_reader(r->desk, news.account) &&
		    store_shuns(request_view(r), SHUN_MUTED, news.account, r->account) !=
			    STORE_FOUND &&
		    desk_tell(r->desk, &news) != 0)
			return -1;
	}
	return 0;
}

static struct reply said(const struct talk *t, const struct chat_row *line)
{
	struct out out;

	out_init(&out);
	out_object(&out);
	out_kstring(&out, "id", t->game.key);
	out_kstring(&out, "room", words[t->room]);
	out_kint(&out, "number", line->number);
	out_ktime(&out, "at", line->at);
	out_kstring(&out, "text", line->text);
	out_object_end(&out);
	return reply_json(201, &out);
}

struct reply chat_say(struct request *r)
{
	static const char *const members[] = {"room", "text", NULL};
	struct chat_row line = {.account = r->account, .at = desk_now(r->desk)};
	const char *word = NULL;
	struct reply reply;
	struct talk t;

	if (!enter(r, &t, &reply) || !request_members(r, r->json, "", members, &reply) ||
	    !request_string(r, "room", false, 16, &word, &reply) ||
	    !choose(r, word, &t, &reply) ||
	    !request_text(r, "text", CHAT_TEXT_MAX, false, &line.text, &reply) || !may_speak(r, &t, &reply) ||
	    !allowance_take(r->private, LIMIT_CHAT, r->account_name, &reply))
		return reply;
	line.game = t.game.id;
	line.room = (uint8_t)t.room;
	if (store_chat_last(request_view(r), t.game.id, t.room, &line.number) == STORE_TROUBLE)
		return reply_trouble(r);
	if (++line.number > LINES_MOST)
		return reply_problem(r, ROOM_FULL, "%d lines have been said here.", LINES_MOST);
	if (store_chat_add(desk_store(r->desk), &line) != STORE_DONE ||
	    tell_seats(r, &t, &line) != 0)
		return reply_trouble(r);
	desk_announce(r->desk, news_of(&t));
	return said(&t, &line);
}

/* ---- silencing and hiding ------------------------------------------------------------------- */

static struct reply silence(struct request *r, bool silent)
{
	struct reply reply;
	struct talk t;

	if (!enter(r, &t, &reply))
		return reply;
	if (t.seat < 0)
		return reply_problem(r, NOT_SEATED, "Only who sits at the table may do that.");
	if (store_silence(desk_store(r->desk), t.game.id, r->account, silent) != STORE_DONE)
		return reply_trouble(r);
	return reply_empty(204);
}

struct reply chat_silence(struct request *r)
{
	return silence(r, true);
}

struct reply chat_unsilence(struct request *r)
{
	return silence(r, false);
}

/* The path's second and third argument: a room and a number. */
static struct reply hide(struct request *r, bool hidden)
{
	const char *digits = r->args[2];
	int room = room_named(r->args[1]), done = STORE_NONE;
	struct game_row game;
	struct reply reply;

	if (!games_row(r, &game, &reply))
		return reply;
	if (room && digits[strspn(digits, "0123456789")] == '\0' && strlen(digits) < 10)
		done = store_chat_hide(desk_store(r->desk), game.id, (enum chat_room)room,
				       atoll(digits), hidden);
	if (done == STORE_NONE)
		return reply_problem(r, NOT_FOUND, "There is no such line.");
	return done == STORE_DONE ? reply_empty(204) : reply_trouble(r);
}

struct reply chat_hide(struct request *r)
{
	return hide(r, true);
}

struct reply chat_restore(struct request *r)
{
	return hide(r, false);
}
