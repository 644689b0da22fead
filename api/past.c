/*
 * past.c - see past.h.
 *
 * What is held back counts from the start: a table that is being laid is nobody's
 * secret.  When a game has ended no more plies will come, so only the time holds
 * back its end.  The game that follows in a match would tell how the one before
 * ended; it is not there until that is told.
 */
#include "api/past.h"

#include "api/games_inside.h"
#include "api/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLIES_MOST 1000
#define DELAY_MOST (30 * 86400000LL)

bool past_is_late(const struct request *r, const struct kept_who *who)
{
	if (!who->late || r->scopes & SCOPE_ADMIN)
		return false;
	for (unsigned seat = 0; seat < who->seats; seat++)
		if (r->account && who->account[seat] == r->account)
			return false;
	return true;
}

bool past_is_late_row(const struct request *r, const struct game_row *row)
{
	return row->late && !(r->scopes & SCOPE_ADMIN) && games_seat_of(row, r->account) < 0;
}

/* ---- how far it is told ------------------------------------------------------------------ */

struct telling {
	uint64_t until; /* not past this ply    */
	int64_t at;	/* nor past this instant */
	uint64_t ply;	/* found: the last that is told ... */
	int64_t when;	/* ... and when it was              */
	int64_t next;	/* the one behind it was then; 0: there is none */
};

static bool look_back(void *cls, const struct fact *fact, const char *events)
{
	struct telling *t = cls;

	(void)events;
	if ((fact->ply > t->until || fact->at > t->at) && fact->kind != FACT_STARTED) {
		t->next = fact->at;
		return true;
	}
	t->ply = fact->ply;
	t->when = fact->at;
	return false;
}

static bool has_ended(const struct game_row *row)
{
	return row->state == TABLE_OVER || row->state == TABLE_ABORTED;
}

/* The terms, and from them what is told of a game by now. */
static bool find_telling(struct request *r, const struct game_row *row, struct delay_row *delay,
			 struct telling *t)
{
	if (store_delay(request_view(r), row, delay) != STORE_FOUND)
		return false;
	*t = (struct telling){.until = UINT64_MAX, .at = desk_now(r->desk) - delay->ms};
	if (!has_ended(row))
		t->until = row->ply > (uint64_t)delay->plies ? row->ply - (uint64_t)delay->plies : 0;
	return store_facts_back(request_view(r), row->id, SIZE_MAX >> 1, look_back, t) ==
	       STORE_FOUND;
}

/* ---- the row as it was --------------------------------------------------------------------- */

static enum past go_back(struct request *r, struct game_row *row, const struct telling *t)
{
	struct replay *replay = replay_begin(r->desk, row);
	enum past done = PAST_WITHOUT_RULES;

	if (!replay)
		return done;
	desk_asks(r->desk, row->id);
	done = PAST_TROUBLE;
	if (replay_until(replay, request_view(r), row, t->ply) == 0 &&
	    replay->table.ply == t->ply) {
		desk_row_of(row, &replay->table);
		row->changed = t->when;
		row->past = true;
		done = PAST_THEN;
	}
	free(replay);
	if (done == PAST_THEN && !has_ended(row)) {
		row->ended = 0;
		row->outcome[0] = row->next[0] = '\0';
	}
	return done;
}

enum past past_show(struct request *r, struct game_row *row)
{
	struct delay_row delay;
	struct telling t;

	if (!row->started || !past_is_late_row(r, row))
		return PAST_NOW;
	if (!find_telling(r, row, &delay, &t))
		return PAST_TROUBLE;
	if (row->match_game > 1 && row->created > t.at)
		return PAST_NOT_YET;
	return t.ply < row->ply ? go_back(r, row, &t) : PAST_NOW;
}

bool past_next(struct request *r, const struct game_row *row, int64_t *ms, bool *by_time)
{
	struct delay_row delay;
	struct game_row now;
	struct telling t;

	*ms = INT64_MAX;
	*by_time = false;
	if (!past_is_late_row(r, row))
		return true;
	if (store_game_by_id(request_view(r), row->id, &now) != STORE_FOUND ||
	    !find_telling(r, &now, &delay, &t))
		return false;
	*by_time = delay.ms > 0;
	if (*by_time && t.next)
		*ms = t.next > t.at ? t.next - t.at : 0;
	return true;
}

/* ---- the terms -------------------------------------------------------------------------------- */

bool games_read_delay(struct request *r, struct desk_game *game, struct reply *reply)
{
	static const char *const members[] = {"plies", "time", NULL};
	const json_t *delay = json_object_get(r->json, "spectator_delay"), *plies, *time;

	if (!delay || json_is_null(delay))
		return true;
	if (json_is_object(delay) &&
	    !request_members(r, delay, "/spectator_delay", members, reply))
		return false;
	plies = json_object_get(delay, "plies");
	time = json_object_get(delay, "time");
	if (json_is_integer(plies))
		game->delay.plies = json_integer_value(plies);
	if (json_is_string(time) &&
	    !pace_read_duration(json_string_value(time), &game->delay.ms))
		game->delay.ms = -1;
	if (json_is_object(delay) && (!plies || json_is_null(plies) || json_is_integer(plies)) &&
	    (!time || json_is_null(time) || json_is_string(time)) && game->delay.plies >= 0 &&
	    game->delay.plies <= PLIES_MOST && game->delay.ms >= 0 &&
	    game->delay.ms <= DELAY_MOST && game->delay.plies + game->delay.ms > 0)
		return true;
	*reply = games_problem_at(r, INVALID_VALUE, "/spectator_delay",
				  "\"spectator_delay\" is {\"plies\": 4, \"time\": \"PT1H\"} or one of "
				  "them: at most %d plies and 30 days, and not nothing.",
				  PLIES_MOST);
	return false;
}
