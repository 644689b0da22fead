/*
 * ratings.c - what games that are over say of those who played them: ratings,
 * their history, and who has met whom.
 *
 * All of it is written once, in the transaction that ends the game, so that it
 * costs a turn nothing and is read by a look-up.  A change of rating is kept for
 * ever, as entries are, with what it was made of; the audit makes it again.
 */
#include "schema/private.h"

#include <string.h>

_Static_assert(sizeof(((struct rating_row *)0)->name) == STORE_NAME_MAX + 1, "a name fits");

/* ---- which games rate whom --------------------------------------------------------- */

static bool match_is_over(const struct game_row *row)
{
	for (unsigned i = 0; i < row->seats; i++)
		if ((uint32_t)row->match_result[i] >= row->match_length)
			return true;
	return false;
}

/* Somebody may have two seats: then he would be rated against himself. */
static bool all_are_different(const struct game_row *row)
{
	for (unsigned i = 0; i < row->seats; i++)
		for (unsigned j = 0; j <= i; j++)
			if (row->seat[i].account == (j < i ? row->seat[j].account : 0))
				return false;
	return true;
}

bool ratings_counts(const struct game_row *row, uint8_t rank[TABLAS_SEATS_MAX])
{
	/* Of a match it is enough that one of its games went on. */
	return row->state == TABLE_OVER && row->rated && row->seats >= 2 &&
	       (table_counts(row->state, row->decisions) || row->match_game > 1) &&
	       (row->match_length == 0 || match_is_over(row)) && all_are_different(row) &&
	       rating_ranks(row->outcome, row->seats, rank) == 0;
}

enum rating_class ratings_class(const struct game_row *row)
{
	const struct pace pace = pace_of(row->clock);

	return rating_class(&pace);
}

/* ---- writing ----------------------------------------------------------------------- */

/* Who has none yet begins with one. */
static int read_rating(struct store_view *view, int64_t ruleset, struct rating_row *row)
{
	sqlite3_stmt *st = statement(view, DO_RATING);
	int found;

	put(st, 1, row->account);
	put(st, 2, ruleset);
	put(st, 3, row->time);
	row->before = RATING_START;
	if ((found = ask(view, st)) == STORE_FOUND) {
		row->before = get(st, 0);
		row->experience = get(st, 1);
		row->games = get(st, 2);
		drop(st);
	}
	return found == STORE_TROUBLE ? STORE_TROUBLE : STORE_DONE;
}

static int write_rating(struct store *s, int64_t ruleset, const struct rating_row *row)
{
	sqlite3_stmt *st = statement(&s->pen, DO_RATING_SET);

	put(st, 1, row->account);
	put(st, 2, ruleset);
	put(st, 3, row->time);
	put(st, 4, row->after);
	put(st, 5, row->experience);
	put(st, 6, row->games);
	if (tell(&s->pen, st) != STORE_DONE)
		return STORE_TROUBLE;
	st = statement(&s->pen, DO_RATING_CHANGE_ADD);
	put(st, 1, row->account);
	put(st, 2, ruleset);
	put(st, 3, row->time);
	put(st, 4, row->game);
	put(st, 5, row->seat);
	put(st, 6, row->at);
	put(st, 7, row->length);
	put(st, 8, row->rank);
	put(st, 9, row->before);
	put(st, 10, row->after);
	put(st, 11, row->experience);
	return tell(&s->pen, st);
}

static void apply(struct rating_row *rows, unsigned n, uint32_t length)
{
	struct rating before[TABLAS_SEATS_MAX] = {{0, 0}}, after[TABLAS_SEATS_MAX];
	uint8_t rank[TABLAS_SEATS_MAX] = {0};

	for (unsigned i = 0; i < n; i++) {
		before[i] = (struct rating){rows[i].before, rows[i].experience};
		rank[i] = rows[i].rank;
	}
	rating_change(before, rank, n, length, after);
	for (unsigned i = 0; i < n; i++) {
		rows[i].after = after[i].points;
		rows[i].experience = after[i].experience;
		rows[i].games++;
	}
}

int store_rate(struct store *s, const struct game_row *row, struct rating_row *out, size_t *n)
{
	const uint32_t length = row->match_length ? row->match_length : 1;
	uint8_t rank[TABLAS_SEATS_MAX];
	int64_t ruleset;

	*n = 0;
	if (!ratings_counts(row, rank))
		return STORE_DONE;
	if (ruleset_number(&s->pen, row->ruleset, &ruleset) != STORE_FOUND)
		return STORE_TROUBLE;
	for (unsigned i = 0; i < row->seats; i++) {
		out[i] = (struct rating_row){.account = row->seat[i].account,
					     .time = ratings_class(row),
					     .game = row->id,
					     .seat = i,
					     .at = row->ended,
					     .length = length,
					     .rank = rank[i]};
		if (read_rating(&s->pen, ruleset, &out[i]) != STORE_DONE)
			return STORE_TROUBLE;
	}
	apply(out, row->seats, length);
	for (unsigned i = 0; i < row->seats; i++)
		if (write_rating(s, ruleset, &out[i]) != STORE_DONE)
			return STORE_TROUBLE;
	*n = row->seats;
	return STORE_DONE;
}

int store_meet(struct store *s, const struct game_row *row,
	       const int32_t points[TABLAS_SEATS_MAX])
{
	sqlite3_stmt *st;

	for (unsigned i = 0; i < row->seats; i++) {
		st = statement(&s->pen, DO_SEAT_POINTS);
		put(st, 1, row->id);
		put(st, 2, i);
		put(st, 3, points[i]);
		if (tell(&s->pen, st) != STORE_DONE)
			return STORE_TROUBLE;
	}
	st = statement(&s->pen, DO_MEET);
	put(st, 1, row->id);
	return tell(&s->pen, st);
}

/* ---- reading ----------------------------------------------------------------------- */

int store_ratings(struct store_view *view, int64_t account, struct rating_row *out, size_t *n)
{
	sqlite3_stmt *st = statement(view, DO_RATINGS);
	size_t cap = *n;
	int found;

	put(st, 1, account);
	put(st, 2, (int64_t)cap);
	for (*n = 0; (found = ask(view, st)) == STORE_FOUND; (*n)++) {
		struct rating_row *row = &out[*n];
		*row = (struct rating_row){.account = account};
		get_text(st, 0, row->ruleset, sizeof(row->ruleset));
		row->time = (enum rating_class)get(st, 1);
		row->after = get(st, 2);
		row->experience = get(st, 3);
		row->games = get(st, 4);
	}
	return found == STORE_TROUBLE ? STORE_TROUBLE : *n > 0 ? STORE_FOUND : STORE_NONE;
}

/* RATING_CHANGE_COLUMNS of statements.h */
void ratings_read_change(sqlite3_stmt *st, struct rating_row *row)
{
	*row = (struct rating_row){.account = get(st, 0),
				   .number = get(st, 1),
				   .time = (enum rating_class)get(st, 2),
				   .game = get(st, 3),
				   .seat = (unsigned)get(st, 4),
				   .at = get(st, 5),
				   .length = (uint32_t)get(st, 6),
				   .rank = (uint8_t)get(st, 7),
				   .before = get(st, 8),
				   .after = get(st, 9),
				   .experience = get(st, 10)};
}

static int read_changes(struct store_view *view, sqlite3_stmt *st, struct rating_row *out,
			size_t cap, size_t *n)
{
	int found = STORE_NONE;

	for (*n = 0; *n < cap && (found = ask(view, st)) == STORE_FOUND; (*n)++)
		ratings_read_change(st, &out[*n]);
	if (found == STORE_FOUND)
		drop(st);
	return found == STORE_TROUBLE ? STORE_TROUBLE : *n > 0 ? STORE_FOUND : STORE_NONE;
}

int store_rating_history(struct store_view *view, const struct rating_filter *f,
			 struct rating_row *out, size_t *n)
{
	static const enum statement which[2][2] = {
		{DO_RATING_HISTORY_DOWN, DO_RATING_HISTORY_UP},
		{DO_RATING_HISTORY_CLASS_DOWN, DO_RATING_HISTORY_CLASS_UP}};
	sqlite3_stmt *st;
	int64_t ruleset;
	size_t cap = *n;
	int found = ruleset_number(view, f->ruleset, &ruleset);

	*n = 0;
	if (found != STORE_FOUND)
		return found;
	st = statement(view, which[f->time != 0][f->ascending]);
	put(st, 1, f->account);
	put(st, 2, ruleset);
	put(st, 3, f->after || f->ascending ? f->after : INT64_MAX);
	put(st, 4, (int64_t)cap);
	put(st, 5, f->time);
	return read_changes(view, st, out, cap, n);
}

int store_rating_game(struct store_view *view, int64_t game, struct rating_row *out, size_t *n)
{
	sqlite3_stmt *st = statement(view, DO_RATING_GAME);

	put(st, 1, game);
	return read_changes(view, st, out, *n, n);
}

int store_ratings_best(struct store_view *view, const struct rating_filter *f,
		       const struct rating_row *after, struct rating_row *out, size_t *n)
{
	sqlite3_stmt *st;
	int64_t ruleset;
	size_t cap = *n;
	int found = ruleset_number(view, f->ruleset, &ruleset);

	*n = 0;
	if (found != STORE_FOUND)
		return found;
	st = statement(view, DO_RATINGS_BEST);
	put(st, 1, ruleset);
	put(st, 2, f->time);
	put(st, 3, after != NULL ? after->after : INT64_MAX);
	put(st, 4, after != NULL ? after->account : 0);
	put(st, 5, (int64_t)cap);
	while ((found = ask(view, st)) == STORE_FOUND) {
		struct rating_row *row = &out[(*n)++];
		*row = (struct rating_row){.account = get(st, 0),
					   .after = get(st, 1),
					   .experience = get(st, 2),
					   .games = get(st, 3)};
		get_text(st, 4, row->name, sizeof(row->name));
	}
	return found == STORE_TROUBLE ? STORE_TROUBLE : *n > 0 ? STORE_FOUND : STORE_NONE;
}

int store_meetings(struct store_view *view, int64_t account, int64_t opponent,
		   struct meeting_row *out, size_t *n)
{
	sqlite3_stmt *st = statement(view, DO_MEETINGS);
	size_t cap = *n;
	int found;

	put(st, 1, account);
	put(st, 2, opponent);
	put(st, 3, (int64_t)cap);
	for (*n = 0; (found = ask(view, st)) == STORE_FOUND; (*n)++) {
		struct meeting_row *row = &out[*n];
		get_text(st, 0, row->ruleset, sizeof(row->ruleset));
		row->games = get(st, 1);
		row->won = get(st, 2);
		row->lost = get(st, 3);
		row->drawn = get(st, 4);
		row->points_won = get(st, 5);
		row->points_lost = get(st, 6);
	}
	return found == STORE_TROUBLE ? STORE_TROUBLE : *n > 0 ? STORE_FOUND : STORE_NONE;
}
