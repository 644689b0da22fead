/*
 * desk_away.c - telling tables that a player is away.
 *
 * A vacation is of the account and stands in the book; what it does to a clock is a
 * fact at each table, told once.  A table is told when the loop comes to it, some in
 * each turn, or before the first command that reaches it, whichever is earlier; and
 * a table that begins or thaws is told then.  The fact bears the instant at which the
 * vacation was planned, however late it is told, so no deadline depends on how fast
 * the loop was.
 *
 * Who is or will be away is kept in memory, so that a turn of anybody else costs a
 * comparison.  The set may hold too many: then the book says that there is nothing.
 */
#include "daemon/desk_inside.h"

#include <assert.h>
#include <string.h>

static void add_absent(void *cls, int64_t account)
{
	ids_add(cls, account);
}

int desk_inside_find_absent(struct desk *d)
{
	int64_t account;
	int telling;

	if (store_vacationers(d->parts.store, desk_now(d), add_absent, &d->absent) != STORE_DONE)
		return -1;
	telling = store_telling_next(d->parts.store, &account);
	if (telling == STORE_TROUBLE)
		return -1;
	d->telling = telling == STORE_FOUND;
	d->absent_known = true;
	return 0;
}

int desk_vacation_changed(struct desk *d, int64_t account)
{
	assert(d->inside);
	if (store_telling_begin(d->parts.store, account, desk_now(d)) != STORE_DONE)
		return -1;
	ids_add(&d->absent, account);
	d->telling = true;
	return 0;
}

/* ---- the table at hand --------------------------------------------------------------------- */

static size_t from_then_on(const struct pace_away *in, size_t n, int64_t at,
			   struct pace_away out[PACE_AWAYS_MAX])
{
	size_t kept = 0;

	for (size_t i = 0; i < n; i++)
		if (in[i].to > at)
			out[kept++] = (struct pace_away){in[i].from > at ? in[i].from : at,
							 in[i].to};
	return kept;
}

/* What the book has of it since some instant, which is told too.  STORE_DONE or TROUBLE. */
static int away_by_the_book(struct desk *d, int64_t account, struct pace_away away[PACE_AWAYS_MAX],
			    size_t *n, int64_t *at)
{
	struct vacation_row rows[PACE_AWAYS_MAX];
	struct pace_away all[PACE_AWAYS_MAX];
	int64_t changed = 0, game;
	size_t found = PACE_AWAYS_MAX;

	*n = 0;
	*at = d->now;
	if (!ids_have(&d->absent, account))
		return STORE_DONE;
	switch (store_telling(d->parts.store, account, &changed, &game)) {
	case STORE_TROUBLE:
		return STORE_TROUBLE;
	case STORE_FOUND:
		*at = changed;
	}
	if (*at < d->row.changed)
		*at = d->row.changed;
	if (store_vacations(store_pen(d->parts.store), account, *at, rows, &found) ==
	    STORE_TROUBLE)
		return STORE_TROUBLE;
	for (size_t i = 0; i < found; i++)
		all[i] = (struct pace_away){rows[i].begins, rows[i].ends};
	*n = from_then_on(all, found, *at, away);
	return STORE_DONE;
}

/* Whether the table does not know of that seat what the book knows: 1, 0 or trouble. */
static int untold(struct desk *d, unsigned seat, struct pace_away away[PACE_AWAYS_MAX], size_t *n,
		  int64_t *at)
{
	const struct table *t = &d->table;
	struct pace_away known[PACE_AWAYS_MAX];
	size_t known_n;

	if (t->status[seat] != SEAT_PLAYING ||
	    (!t->time.away_n[seat] && !ids_have(&d->absent, d->row.seat[seat].account)))
		return 0;
	if (away_by_the_book(d, d->row.seat[seat].account, away, n, at) != STORE_DONE)
		return STORE_TROUBLE;
	known_n = from_then_on(t->time.away[seat], t->time.away_n[seat], *at, known);
	return known_n != *n || (*n && memcmp(known, away, *n * sizeof(*away)) != 0);
}

static bool concerns(const struct table *t)
{
	return t->pace.vacations && t->state == TABLE_ACTIVE;
}

enum step desk_inside_untold_since(struct desk *d, int64_t *since)
{
	struct pace_away away[PACE_AWAYS_MAX];
	size_t n;

	*since = INT64_MAX;
	for (unsigned i = 0; concerns(&d->table) && i < d->table.seats; i++) {
		int64_t at;
		int is = untold(d, i, away, &n, &at);

		if (is == STORE_TROUBLE)
			return STEP_TROUBLE;
		if (is && at < *since)
			*since = at;
	}
	return STEP_DONE;
}

enum step desk_inside_tell_away(struct desk *d, int64_t until)
{
	enum step step = STEP_DONE;

	for (unsigned i = 0; step == STEP_DONE && concerns(&d->table) && i < d->table.seats; i++) {
		struct pace_away away[PACE_AWAYS_MAX];
		char text[PACE_AWAYS_TEXT_MAX];
		const struct command c = {
			.kind = COMMAND_AWAY, .seat = (uint8_t)i, .text = text};
		int64_t at;
		size_t n;
		int is = untold(d, i, away, &n, &at);

		if (is == STORE_TROUBLE)
			return STEP_TROUBLE;
		if (!is || at > until)
			continue;
		pace_aways_write(away, n, text, sizeof(text));
		if (table_decide(&d->table, &c, &d->decision) != ACCEPTED)
			return STEP_FREEZE;
		d->decision.facts[0].at = at;
		step = desk_inside_take(d, &d->decision.facts[0]);
	}
	return step;
}

/* ---- those that wait to be told --------------------------------------------------------------- */

/* 1 told, 0 there was nothing to tell or it could not be, -1 trouble. */
static int tell_game(struct desk *d, const char *key)
{
	const struct command c = {.kind = COMMAND_AWAY, .seat = TABLAS_NOBODY};
	struct receipt receipt;
	enum refusal refusal;

	if (desk_enter(d) != 0)
		return -1;
	refusal = desk_submit(d, key, &c, 0, &receipt);
	if (desk_leave(d, refusal == ACCEPTED) != 0 || receipt.trouble)
		return -1;
	return refusal == ACCEPTED;
}

/* They are told up to that game; 0: all of them. */
static int reached(struct desk *d, int64_t account, int64_t game)
{
	int done;

	if (desk_enter(d) != 0)
		return -1;
	done = store_telling_reached(d->parts.store, account, game);
	return desk_leave(d, done == STORE_DONE) == 0 && done == STORE_DONE ? 0 : -1;
}

int desk_inside_tell_some(struct desk *d, size_t most)
{
	struct due_row games[DESK_TOLD_AT_ONCE];
	size_t n = most < DESK_TOLD_AT_ONCE ? most : DESK_TOLD_AT_ONCE, cap = n;
	int64_t account, at, game;
	int found, told = 0;

	if (!d->absent_known && desk_inside_find_absent(d) != 0)
		return -1;
	if (!d->telling)
		return 0;
	found = store_telling_next(d->parts.store, &account);
	d->telling = found != STORE_NONE;
	if (found != STORE_FOUND)
		return found == STORE_NONE ? 0 : -1;
	if (store_telling(d->parts.store, account, &at, &game) != STORE_FOUND ||
	    store_games_to_tell(d->parts.store, account, game, games, &n) == STORE_TROUBLE)
		return -1;
	for (size_t i = 0; i < n; i++) {
		int done = tell_game(d, games[i].key);

		if (done < 0)
			return -1;
		told += done;
	}
	return reached(d, account, n < cap ? 0 : games[n - 1].id) == 0 ? told : -1;
}
