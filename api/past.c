/*
 * past.c - see past.h.
 *
 * What is held back counts from the start: a table that is being laid is nobody's
 * secret.  When a game has ended no more plies will come, so only the time holds
 * back its end.  The game that follows in a match would tell how the one before
 * ended; it is not there until that is told.  Nor is a rematch.
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
		if (r->account && who->seat[seat].account == r->account)
			return false;
	return true;
}

bool past_is_late_row(const struct request *r, const struct game_row *row)
{
	return row->late && !(r->scopes & SCOPE_ADMIN) && games_seat_of(row, r->account) < 0;
}

/* ---- games lately shown as they were ----------------------------------------------------- */

/*
 * What is told of a game only grows, so how it stood for one of these readers is
 * where the next of them begins: a thousand who look on cost one replay.
 */
#define KEPT_MOST 32 /* each of some ninety kilobytes */

static struct kept_past {
	int64_t game;
	int64_t when;	/* its last fact was */
	uint64_t asked; /* the most recent of these is the last to go */
	struct replay *replay;
} kept[KEPT_MOST];

/* Of the one loop's thread, like what is kept of games as they are. */
static uint64_t asked, replayed;

uint64_t past_replayed(void)
{
	return replayed;
}

static void forget(struct kept_past *k)
{
	free(k->replay);
	*k = (struct kept_past){.replay = NULL};
}

void past_forget(void)
{
	for (size_t i = 0; i < KEPT_MOST; i++)
		forget(&kept[i]);
}

/* That of the game, or the one to be used for it. */
static struct kept_past *find(int64_t game)
{
	struct kept_past *k = &kept[0];

	for (size_t i = 0; i < KEPT_MOST; i++) {
		if (kept[i].game == game)
			return &kept[i];
		if (kept[i].asked < k->asked)
			k = &kept[i];
	}
	return k;
}

/* The replay of the game up to that ply, or NULL; then *done says why. */
static const struct replay *replay_to(struct desk *desk, struct store_view *view,
				      const struct game_row *row, uint64_t ply, enum past *done)
{
	struct kept_past *k = find(row->id);
	uint64_t before;

	if (k->game != row->id || k->replay->table.ply > ply) {
		forget(k);
		k->replay = replay_begin(desk, row);
		if (!k->replay) {
			*done = PAST_WITHOUT_RULES;
			return NULL;
		}
		k->game = row->id;
	}
	before = k->replay->table.ply;
	k->asked = ++asked;
	desk_asks(desk, row->id);
	if (before < ply && replay_until(k->replay, view, row, ply) != 0)
		ply = UINT64_MAX;
	replayed += k->replay->table.ply - before;
	if (k->replay->table.ply == ply)
		return k->replay;
	forget(k);
	*done = PAST_TROUBLE;
	return NULL;
}

/* ---- how far it is told ------------------------------------------------------------------ */

struct telling {
	uint64_t until; /* not past this ply    */
	int64_t at;	/* nor past this instant */
	uint64_t ply;	/* found: the last that is told ... */
	int64_t when;	/* ... and when it was              */
	int64_t next;	/* the one behind it was then; 0: there is none */
};

static bool is_told(const struct telling *t, const struct fact *fact)
{
	return (fact->ply <= t->until && fact->at <= t->at) || fact->kind == FACT_STARTED;
}

static bool look_back(void *cls, const struct fact *fact, const char *events)
{
	struct telling *t = cls;

	(void)events;
	if (!is_told(t, fact)) {
		t->next = fact->at;
		return true;
	}
	t->ply = fact->ply;
	t->when = fact->at;
	return false;
}

static bool look_on(void *cls, const struct fact *fact, const char *events)
{
	struct telling *t = cls;

	(void)events;
	t->next = is_told(t, fact) ? 0 : fact->at;
	if (!t->next) {
		t->ply = fact->ply;
		t->when = fact->at;
	}
	return !t->next;
}

static bool has_ended(const struct game_row *row)
{
	return row->state == TABLE_OVER || row->state == TABLE_ABORTED;
}

/* The terms, and from them what is told of a game by now. */
static bool find_telling(struct desk *desk, struct store_view *view, const struct game_row *row,
			 struct telling *t)
{
	const struct kept_past *k = find(row->id);
	struct delay_row delay;

	if (store_delay(view, row, &delay) != STORE_FOUND)
		return false;
	*t = (struct telling){.until = UINT64_MAX, .at = desk_now(desk) - delay.ms};
	if (!has_ended(row))
		t->until = row->ply > (uint64_t)delay.plies ? row->ply - (uint64_t)delay.plies : 0;
	if (row->ply <= t->until && row->changed <= t->at) {
		t->ply = row->ply;
		t->when = row->changed;
		return true;
	}
	if (k->game != row->id)
		return store_facts_back(view, row->id, SIZE_MAX >> 1, look_back, t) == STORE_FOUND;
	t->ply = k->replay->table.ply;
	t->when = k->when;
	return store_facts(view, row->id, t->ply, SIZE_MAX >> 1, look_on, t) != STORE_TROUBLE;
}

bool past_next(struct desk *desk, struct store_view *view, const struct game_row *row,
	       uint64_t *ply, int64_t *ms)
{
	struct telling t = {.ply = row->ply};

	if (row->started && !find_telling(desk, view, row, &t))
		return false;
	*ply = t.ply;
	*ms = t.next > t.at ? t.next - t.at : INT64_MAX;
	return true;
}

bool past_is_all_told(struct request *r, const struct game_row *row, bool *trouble)
{
	struct telling t = {.ply = 0};

	if (!row->started || !past_is_late_row(r, row))
		return true;
	*trouble |= !find_telling(r->desk, request_view(r), row, &t);
	return t.ply == row->ply;
}

/* ---- the row as it was --------------------------------------------------------------------- */

static enum past go_back(struct desk *desk, struct store_view *view, struct game_row *row,
			 const struct telling *t)
{
	enum past done = PAST_THEN;
	const struct replay *replay = replay_to(desk, view, row, t->ply, &done);

	if (!replay)
		return done;
	find(row->id)->when = t->when;
	desk_row_of(row, &replay->table);
	row->changed = t->when;
	row->past = true;
	if (!has_ended(row)) {
		row->ended = 0;
		row->outcome[0] = row->next[0] = '\0';
	}
	if (view != store_glasses(desk_store(desk))) /* what is not durable may be undone */
		forget(find(row->id));
	return done;
}

enum past past_show_late(struct desk *desk, struct store_view *view, struct game_row *row)
{
	struct telling t;

	if (!row->started || !row->late)
		return PAST_NOW;
	if (!find_telling(desk, view, row, &t))
		return PAST_TROUBLE;
	if (row->match_game > 1 && row->created > t.at)
		return PAST_NOT_YET;
	return t.ply < row->ply ? go_back(desk, view, row, &t) : PAST_NOW;
}

/* That there is a rematch tells that the game before it is over. */
static enum past find_rematch(struct request *r, const struct game_row *row)
{
	struct game_row before;
	char key[STORE_KEY_SIZE];
	bool trouble = false, told;
	int found = store_rematch_of(request_view(r), row->id, key);

	if (found == STORE_FOUND)
		found = store_game_by_key(request_view(r), key, &before);
	if (found != STORE_FOUND)
		return found == STORE_NONE ? PAST_NOW : PAST_TROUBLE;
	told = past_is_all_told(r, &before, &trouble);
	if (trouble)
		return PAST_TROUBLE;
	return told ? PAST_NOW : PAST_NOT_YET;
}

enum past past_show(struct request *r, struct game_row *row)
{
	enum past past;

	if (!past_is_late_row(r, row))
		return PAST_NOW;
	past = find_rematch(r, row);
	return past == PAST_NOW ? past_show_late(r->desk, request_view(r), row) : past;
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
