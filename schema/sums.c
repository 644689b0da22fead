/*
 * sums.c - what was won and lost: altogether, by ruleset, by opponent, by month.
 *
 * Added up once, when a game is over, from the entries of that game alone; so a
 * stake costs no more for it, a summary is a look-up however long the history,
 * and a game that never was is in none.  What is paid to and from one's own
 * wallet is neither won nor lost.  A game belongs to the month in which it ended.
 */
#include "schema/private.h"

#include <time.h>

struct addition {
	int64_t account, ruleset, opponent, month;
	int64_t games, won, lost;
};

static int64_t month_of(int64_t ms)
{
	time_t seconds = (time_t)(ms / 1000);
	struct tm tm;

	gmtime_r(&seconds, &tm);
	return (int64_t)(tm.tm_year + 1900) * 100 + tm.tm_mon + 1;
}

static int add_by(struct store *s, const struct addition *a, enum sums_by by, int64_t which)
{
	sqlite3_stmt *st = statement(&s->pen, DO_SUM_ADD);

	put(st, 1, a->account);
	put(st, 2, by);
	put(st, 3, which);
	put(st, 4, a->games);
	put(st, 5, a->won);
	put(st, 6, a->lost);
	return tell(&s->pen, st);
}

/* To all that it belongs to; an opponent only where there is one. */
static int add(struct store *s, const struct addition *a)
{
	if (add_by(s, a, SUMS_ALL, 0) != STORE_DONE ||
	    add_by(s, a, SUMS_BY_RULESET, a->ruleset) != STORE_DONE ||
	    add_by(s, a, SUMS_BY_MONTH, a->month) != STORE_DONE)
		return STORE_TROUBLE;
	return a->opponent == 0 ? STORE_DONE : add_by(s, a, SUMS_BY_OPPONENT, a->opponent);
}

/* ---- a game is over --------------------------------------------------------------- */

/* Somebody may have two seats: the game is one game to him. */
static bool is_first_seat(const struct game_row *row, unsigned seat)
{
	for (unsigned i = 0; i < seat; i++)
		if (row->seat[i].account == row->seat[seat].account)
			return false;
	return row->seat[seat].account != 0;
}

static int count_game(struct store *s, const struct game_row *row, int64_t ruleset, unsigned seat)
{
	struct addition a = {.account = row->seat[seat].account,
			     .ruleset = ruleset,
			     .month = month_of(row->ended),
			     .games = 1};

	if (add(s, &a) != STORE_DONE)
		return STORE_TROUBLE;
	for (unsigned i = 0; i < row->seats; i++)
		if (is_first_seat(row, i) && row->seat[i].account != a.account &&
		    add_by(s, &a, SUMS_BY_OPPONENT, row->seat[i].account) != STORE_DONE)
			return STORE_TROUBLE;
	return STORE_DONE;
}

/* What each has won from each, or from nobody in particular. */
struct results {
	struct addition pair[TABLAS_SEATS_MAX * (TABLAS_SEATS_MAX + 1)];
	size_t n;
};

static struct addition *pair_of(struct results *r, int64_t account, int64_t opponent)
{
	for (size_t i = 0; i < r->n; i++)
		if (r->pair[i].account == account && r->pair[i].opponent == opponent)
			return &r->pair[i];
	if (r->n == sizeof(r->pair) / sizeof(r->pair[0]))
		return NULL;
	r->pair[r->n] = (struct addition){.account = account, .opponent = opponent};
	return &r->pair[r->n++];
}

static int read_results(struct store *s, int64_t game, struct results *r)
{
	sqlite3_stmt *st = statement(&s->pen, DO_SUMS_OF_GAME);
	int found;

	put(st, 1, game);
	while ((found = ask(&s->pen, st)) == STORE_FOUND) {
		struct addition *pair = pair_of(r, get(st, 0), get(st, 1));
		int64_t amount = get(st, 2);
		if (pair == NULL) {
			drop(st);
			return trouble_because(s, "SUMS_OF_GAME", "more accounts than seats");
		}
		*(amount > 0 ? &pair->won : &pair->lost) += amount > 0 ? amount : -amount;
	}
	return found == STORE_TROUBLE ? STORE_TROUBLE : STORE_DONE;
}

int sums_add_game(struct store *s, const struct game_row *row)
{
	struct results results;
	int64_t ruleset;

	if (row->unit <= 0)
		return STORE_DONE;
	if (ruleset_number(&s->pen, row->ruleset, &ruleset) != STORE_FOUND)
		return STORE_TROUBLE;
	for (unsigned i = 0; i < row->seats; i++)
		if (is_first_seat(row, i) && count_game(s, row, ruleset, i) != STORE_DONE)
			return STORE_TROUBLE;
	results.n = 0;
	if (read_results(s, row->id, &results) != STORE_DONE)
		return STORE_TROUBLE;
	for (size_t i = 0; i < results.n; i++) {
		results.pair[i].ruleset = ruleset;
		results.pair[i].month = month_of(row->ended);
		if (add(s, &results.pair[i]) != STORE_DONE)
			return STORE_TROUBLE;
	}
	return STORE_DONE;
}

int sums_add_entry(struct store *s, const struct explained *of, int64_t account, int64_t opponent,
		   int64_t amount)
{
	struct addition a = {.account = account,
			     .ruleset = of->ruleset,
			     .opponent = opponent,
			     .month = month_of(of->ended),
			     .won = amount > 0 ? amount : 0,
			     .lost = amount < 0 ? -amount : 0};

	return add(s, &a);
}

/* ---- reading ------------------------------------------------------------------------ */

int store_sums(struct store_view *view, int64_t account, enum sums_by by, int64_t after,
	       struct sum_row *out, size_t *n)
{
	static const enum statement which[] = {[SUMS_ALL] = DO_SUM,
					       [SUMS_BY_RULESET] = DO_SUMS_RULESET,
					       [SUMS_BY_OPPONENT] = DO_SUMS_OPPONENT,
					       [SUMS_BY_MONTH] = DO_SUMS_MONTH};
	sqlite3_stmt *st = statement(view, which[by]);
	size_t cap = *n;
	int found = STORE_NONE;

	*n = 0;
	put(st, 1, account);
	put(st, 2, by);
	put(st, 3, after);
	put(st, 4, (int64_t)cap);
	while (*n < cap && (found = ask(view, st)) == STORE_FOUND) {
		struct sum_row *row = &out[(*n)++];
		row->which = get(st, 0);
		row->games = get(st, 1);
		row->won = get(st, 2);
		row->lost = get(st, 3);
		get_text(st, 4, row->name, sizeof(row->name));
	}
	if (found == STORE_FOUND)
		drop(st);
	if (found == STORE_TROUBLE)
		return STORE_TROUBLE;
	return *n > 0 ? STORE_FOUND : STORE_NONE;
}
