/*
 * audit_ratings.c - do ratings follow from the games, and meetings too?
 *
 * A change of ratings is made again from two sides.  Of each game: it has changed
 * those it should, from where they were to where the formula brings them.  Of each
 * account: every change begins where the one before it ended, the first with what
 * everybody begins with, and the rating that is shown is the last of them.  So an
 * edited number is found, whichever it is.
 */
#include "schema/audit_inside.h"

#include <inttypes.h>
#include <string.h>

/* ---- of a game ------------------------------------------------------------------------- */

static int compare_points(struct auditor *a, const struct game_row *row, const struct table *t)
{
	sqlite3_stmt *st = statement(a->view, DO_AUDIT_POINTS);
	int found;

	put(st, 1, row->id);
	while ((found = ask(a->view, st)) == STORE_FOUND) {
		uint64_t seat = (uint64_t)get(st, 0);
		bool known = sqlite3_column_type(st, 1) != SQLITE_NULL;
		if (seat < row->seats && known &&
		    (row->state != TABLE_OVER || get(st, 1) != t->outcome.points[seat]))
			audit_tell(a, "game %s: seat %" PRIu64 " has other points by its facts",
				   row->key, seat);
	}
	return found == STORE_NONE ? STORE_DONE : STORE_TROUBLE;
}

static bool is_of_game(const struct rating_row *r, const struct game_row *row,
		       const uint8_t rank[TABLAS_SEATS_MAX])
{
	return r->account == row->seat[r->seat].account && r->rank == rank[r->seat] &&
	       r->time == ratings_class(row) && r->at == row->ended &&
	       r->length == (row->match_length ? row->match_length : 1);
}

/* One row for each seat, in their order. */
static void make_again(struct auditor *a, const struct game_row *row,
		       const struct rating_row *rows, const uint8_t rank[TABLAS_SEATS_MAX])
{
	struct rating before[TABLAS_SEATS_MAX], after[TABLAS_SEATS_MAX];
	const uint32_t length = row->match_length ? row->match_length : 1;

	for (unsigned i = 0; i < row->seats; i++) {
		if (rows[i].seat != i || !is_of_game(&rows[i], row, rank)) {
			audit_tell(a, "game %s: the rating of seat %u is not of its game",
				   row->key, i);
			return;
		}
		before[i] = (struct rating){rows[i].before, rows[i].experience - length};
	}
	rating_change(before, rank, row->seats, length, after);
	for (unsigned i = 0; i < row->seats; i++)
		if (rows[i].after != after[i].points)
			audit_tell(a, "game %s: the rating of seat %u after it is %" PRId64
				      ", by the formula %" PRId64,
				   row->key, i, rows[i].after, after[i].points);
}

int audit_rated(struct auditor *a, const struct game_row *row, const struct table *t)
{
	struct rating_row rows[TABLAS_SEATS_MAX];
	uint8_t rank[TABLAS_SEATS_MAX];
	bool counts = ratings_counts(row, rank);
	size_t n = TABLAS_SEATS_MAX;

	if (store_rating_game(a->view, row->id, rows, &n) == STORE_TROUBLE)
		return STORE_TROUBLE;
	if (n != (counts ? row->seats : 0))
		audit_tell(a, "game %s: it changes %zu ratings, and should change %u", row->key, n,
			   counts ? row->seats : 0);
	else if (counts)
		make_again(a, row, rows, rank);
	return t != NULL ? compare_points(a, row, t) : STORE_DONE;
}

/* ---- of an account ------------------------------------------------------------------------- */

struct chains { /* of one ruleset, by class */
	int64_t ruleset, number;
	struct rating last[RATING_CLASS_END];
	int64_t games[RATING_CLASS_END];
};

static void begin(struct chains *c, int64_t ruleset)
{
	*c = (struct chains){.ruleset = ruleset};
	for (int i = 0; i < RATING_CLASS_END; i++)
		c->last[i].points = RATING_START;
}

static bool is_class(int64_t number)
{
	return number >= RATING_UNTIMED && number < RATING_CLASS_END;
}

static int compare_now(struct auditor *a, int64_t account, const struct chains *c)
{
	for (int i = RATING_UNTIMED; i < RATING_CLASS_END; i++) {
		sqlite3_stmt *st = statement(a->view, DO_RATING);
		struct rating now = {RATING_START, 0};
		int64_t games = 0;
		int found;

		put(st, 1, account);
		put(st, 2, c->ruleset);
		put(st, 3, i);
		if ((found = ask(a->view, st)) == STORE_FOUND) {
			now = (struct rating){get(st, 0), get(st, 1)};
			games = get(st, 2);
			drop(st);
		}
		if (found == STORE_TROUBLE)
			return STORE_TROUBLE;
		if (now.points != c->last[i].points || now.experience != c->last[i].experience ||
		    games != c->games[i])
			audit_tell(a, "account %" PRId64 ": its rating in ruleset %" PRId64
				      ", %s, is not what its games have made of it",
				   account, c->ruleset, rating_class_word((enum rating_class)i));
	}
	return STORE_DONE;
}

static void link_change(struct auditor *a, struct chains *c, const struct rating_row *row,
			bool of_ruleset)
{
	struct rating *last = &c->last[is_class(row->time) ? row->time : 0];

	if (!is_class(row->time) || !of_ruleset || row->number != c->number + 1 ||
	    row->before != last->points || row->experience != last->experience + row->length)
		audit_tell(a, "account %" PRId64 ": change %" PRId64 " of its rating in ruleset %"
			      PRId64 " does not follow from the one before",
			   row->account, row->number, c->ruleset);
	c->number = row->number;
	*last = (struct rating){row->after, row->experience};
	c->games[is_class(row->time) ? row->time : 0]++;
}

/* Ratings of which there are no changes at all have no chain to be compared with. */
static int look_for_strays(struct auditor *a, int64_t account)
{
	sqlite3_stmt *st = statement(a->view, DO_AUDIT_RATINGS_STRAY);
	int found;

	put(st, 1, account);
	while ((found = ask(a->view, st)) == STORE_FOUND)
		audit_tell(a, "account %" PRId64 ": no game has made its rating in ruleset %" PRId64,
			   account, get(st, 0));
	return found == STORE_NONE ? STORE_DONE : STORE_TROUBLE;
}

static int compare_chains(struct auditor *a, int64_t account)
{
	sqlite3_stmt *st = statement(a->view, DO_AUDIT_RATINGS);
	struct chains c = {.ruleset = 0};
	struct rating_row row;
	int found, done = STORE_DONE;

	put(st, 1, account);
	while (done == STORE_DONE && (found = ask(a->view, st)) == STORE_FOUND) {
		ratings_read_change(st, &row);
		if (get(st, 11) != c.ruleset) {
			if (c.ruleset != 0)
				done = compare_now(a, account, &c);
			begin(&c, get(st, 11));
		}
		link_change(a, &c, &row, get(st, 12) != 0);
		a->rows++;
	}
	drop(st);
	if (done == STORE_DONE && found == STORE_NONE && c.ruleset != 0)
		done = compare_now(a, account, &c);
	return done == STORE_DONE && found == STORE_TROUBLE ? STORE_TROUBLE : done;
}

static int compare_meetings(struct auditor *a, int64_t account)
{
	sqlite3_stmt *st = statement(a->view, DO_AUDIT_MEETINGS);
	int found;

	put(st, 1, account);
	while ((found = ask(a->view, st)) == STORE_FOUND)
		audit_tell(a, "account %" PRId64 ": what is counted of its games with account %"
			      PRId64 " in ruleset %" PRId64 " is not what they were",
			   account, get(st, 0), get(st, 1));
	return found == STORE_NONE ? STORE_DONE : STORE_TROUBLE;
}

int audit_ratings(struct auditor *a, int64_t account)
{
	if (account < ACCOUNT_FIRST)
		return STORE_DONE;
	if (compare_chains(a, account) != STORE_DONE ||
	    look_for_strays(a, account) != STORE_DONE)
		return STORE_TROUBLE;
	return compare_meetings(a, account);
}
