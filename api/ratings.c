/*
 * ratings.c - how strong players are, how that came about, and who has met whom.
 *
 * What a rated game did to ratings is told to everybody, for everybody is compared
 * by them; by which game it was only to whoever may see that game in a list.  What
 * two players did with each other is told to those two.
 */
#include "api/games_inside.h"

#include <stdlib.h>
#include <string.h>

#define RATINGS_MAX 200 /* of one account: rulesets times classes */

static void write_rating(struct out *out, const char *key, const struct rating_row *row)
{
	view_rating_number(out, key, row->after);
	out_kint(out, "experience", row->experience);
	out_kint(out, "games", row->games);
	out_kbool(out, "provisional", row->games < RATING_PROVISIONAL);
}

/* ---- GET /v1/accounts/{name}/ratings --------------------------------------------------- */

struct reply ratings_of_account(struct request *r)
{
	struct rating_row *rows;
	struct account_row account;
	size_t n = RATINGS_MAX;
	struct reply reply;
	struct out out;

	if (!games_account(r, r->args[0], &account, &reply))
		return reply;
	rows = malloc(n * sizeof *rows);
	if (!rows || store_ratings(request_view(r), account.id, rows, &n) == STORE_TROUBLE) {
		free(rows);
		return reply_trouble(r);
	}
	out_init(&out);
	out_object(&out);
	out_kstring(&out, "account", account.name);
	out_key(&out, "ratings");
	out_array(&out);
	for (size_t i = 0; i < n; i++) {
		out_object(&out);
		out_kstring(&out, "ruleset", rows[i].ruleset);
		out_kstring(&out, "class", rating_class_word(rows[i].time));
		write_rating(&out, "rating", &rows[i]);
		out_object_end(&out);
	}
	out_array_end(&out);
	out_object_end(&out);
	free(rows);
	return reply_json(200, &out);
}

/* ---- what is asked for ------------------------------------------------------------------ */

static bool query_class(struct request *r, enum rating_class *out, struct reply *reply)
{
	const char *word = request_query(r, "class");

	if (!word || rating_class_read(word, out))
		return true;
	*reply = reply_problem(r, INVALID_VALUE,
			       "\"class\" is \"untimed\", \"letter\", \"day\", \"live\" or \"fast\".");
	return false;
}

/* One that is loaded now, or was played here once. */
static bool known_ruleset(struct request *r, const char *name, struct reply *reply)
{
	int found;

	if (registry_find(desk_games(r->desk), name))
		return true;
	found = store_ruleset_known(request_view(r), name);
	if (found == STORE_FOUND)
		return true;
	*reply = found == STORE_TROUBLE
			 ? reply_trouble(r)
			 : reply_problem(r, NOT_FOUND, "There is no ruleset \"%s\".", name);
	return false;
}

/* ---- GET /v1/accounts/{name}/ratings/{ruleset}/history ---------------------------------- */

/* Whoever may not see the game in a list is not told its key, which would open it. */
static bool write_game(struct request *r, struct out *out, int64_t game)
{
	struct game_row row;
	bool may_see;

	if (store_game_by_id(request_view(r), game, &row) != STORE_FOUND)
		return false;
	may_see = row.visibility == VISIBLE_TO_ALL || games_seat_of(&row, r->account) >= 0;
	out_kstring(out, "game", may_see ? row.key : NULL);
	out_kstring(out, "match", may_see && row.match[0] ? row.match : NULL);
	return true;
}

static bool write_rivals(struct request *r, struct out *out, const struct rating_row *own)
{
	struct rating_row rows[TABLAS_SEATS_MAX];
	struct account_row account;
	size_t n = TABLAS_SEATS_MAX;

	if (store_rating_game(request_view(r), own->game, rows, &n) == STORE_TROUBLE)
		return false;
	out_key(out, "opponents");
	out_array(out);
	for (size_t i = 0; i < n; i++) {
		if (rows[i].account == own->account)
			continue;
		if (store_account_by_id(request_view(r), rows[i].account, &account) != STORE_FOUND)
			return false;
		out_object(out);
		out_kstring(out, "account", account.name);
		view_rating_number(out, "rating", rows[i].before);
		out_kint(out, "rank", rows[i].rank);
		out_object_end(out);
	}
	out_array_end(out);
	return true;
}

static bool write_change(struct request *r, struct out *out, const struct rating_row *row)
{
	bool done;

	out_object(out);
	out_kint(out, "number", row->number);
	out_ktime(out, "at", row->at);
	out_kstring(out, "class", rating_class_word(row->time));
	done = write_game(r, out, row->game);
	out_kint(out, "length", row->length);
	out_kint(out, "rank", row->rank);
	view_rating_number(out, "before", row->before);
	view_rating_number(out, "after", row->after);
	out_kint(out, "experience", row->experience);
	done = done && write_rivals(r, out, row);
	out_object_end(out);
	return done;
}

struct reply ratings_history(struct request *r)
{
	struct rating_filter filter = {.ruleset = r->args[1]};
	struct account_row account;
	struct rating_row *rows;
	struct reply reply;
	struct out out;
	size_t limit, n;
	bool done;

	if (!games_account(r, r->args[0], &account, &reply) ||
	    !known_ruleset(r, r->args[1], &reply) || !query_class(r, &filter.time, &reply) ||
	    !games_query_order(r, &filter.ascending, &reply) ||
	    !request_cursor(r, &filter.after, &reply) || !request_limit(r, &limit, &reply))
		return reply;
	filter.account = account.id;
	n = limit + 1; /* one more tells whether there is a next page */
	rows = malloc(n * sizeof *rows);
	done = rows &&
	       store_rating_history(request_view(r), &filter, rows, &n) != STORE_TROUBLE;
	out_init(&out);
	page_begin(&out, "changes");
	for (size_t i = 0; done && i < n && i < limit; i++)
		done = write_change(r, &out, &rows[i]);
	if (done) {
		reply = page_end(r, &out, n > limit ? rows[limit - 1].number : 0);
	} else {
		out_free(&out);
		reply = reply_trouble(r);
	}
	free(rows);
	return reply;
}

/* ---- GET /v1/ratings/{ruleset} ------------------------------------------------------------ */

/* A place in the order of the best: a cursor is one number. */
#define PLACE_ACCOUNT_BITS 39
#define PLACE_ZERO (INT64_C(1) << 23) /* of ratings: 8388 points either way */

static int64_t place_of(const struct rating_row *row)
{
	return (row->after + PLACE_ZERO) << PLACE_ACCOUNT_BITS | row->account;
}

static void row_of(int64_t place, struct rating_row *row)
{
	row->after = (place >> PLACE_ACCOUNT_BITS) - PLACE_ZERO;
	row->account = place & ((INT64_C(1) << PLACE_ACCOUNT_BITS) - 1);
}

static struct reply best_page(struct request *r, const struct rating_filter *f, int64_t after,
			      size_t limit)
{
	struct rating_row *rows = malloc((limit + 1) * sizeof *rows), last;
	size_t n = limit + 1;
	struct reply reply;
	struct out out;

	row_of(after, &last);
	if (!rows || store_ratings_best(request_view(r), f, after ? &last : NULL, rows, &n) ==
			     STORE_TROUBLE) {
		free(rows);
		return reply_trouble(r);
	}
	out_init(&out);
	page_begin(&out, "players");
	for (size_t i = 0; i < n && i < limit; i++) {
		out_object(&out);
		out_kstring(&out, "account", rows[i].name);
		write_rating(&out, "rating", &rows[i]);
		out_object_end(&out);
	}
	reply = page_end(r, &out, n > limit ? place_of(&rows[limit - 1]) : 0);
	free(rows);
	return reply;
}

struct reply ratings_best(struct request *r)
{
	struct rating_filter filter = {.ruleset = r->args[0], .time = RATING_LETTER};
	struct reply reply;
	int64_t after;
	size_t limit;

	if (!known_ruleset(r, r->args[0], &reply) || !query_class(r, &filter.time, &reply) ||
	    !request_cursor(r, &after, &reply) || !request_limit(r, &limit, &reply))
		return reply;
	return best_page(r, &filter, after, limit);
}

/* ---- GET /v1/accounts/{name}/against/{other} ------------------------------------------------ */

static void write_meeting(struct out *out, const struct meeting_row *m)
{
	out_kint(out, "games", m->games);
	out_kint(out, "won", m->won);
	out_kint(out, "lost", m->lost);
	out_kint(out, "drawn", m->drawn);
	out_kint(out, "points_won", m->points_won);
	out_kint(out, "points_lost", m->points_lost);
}

static void write_meetings(struct out *out, const struct meeting_row *rows, size_t n)
{
	struct meeting_row all = {.games = 0};

	for (size_t i = 0; i < n; i++) {
		all.games += rows[i].games;
		all.won += rows[i].won;
		all.lost += rows[i].lost;
		all.drawn += rows[i].drawn;
		all.points_won += rows[i].points_won;
		all.points_lost += rows[i].points_lost;
	}
	write_meeting(out, &all);
	out_key(out, "by_ruleset");
	out_array(out);
	for (size_t i = 0; i < n; i++) {
		out_object(out);
		out_kstring(out, "ruleset", rows[i].ruleset);
		write_meeting(out, &rows[i]);
		out_object_end(out);
	}
	out_array_end(out);
}

struct reply ratings_against(struct request *r)
{
	struct meeting_row rows[RATINGS_MAX];
	struct account_row account, other;
	size_t n = RATINGS_MAX;
	struct reply reply;
	struct out out;

	if (!games_account(r, r->args[0], &account, &reply) ||
	    !games_account(r, r->args[1], &other, &reply))
		return reply;
	if (r->account != account.id && r->account != other.id && !(r->scopes & SCOPE_ADMIN))
		return reply_problem(r, FORBIDDEN, "Only %s, %s and the operator see this.",
				     account.name, other.name);
	if (store_meetings(request_view(r), account.id, other.id, rows, &n) == STORE_TROUBLE)
		return reply_trouble(r);
	out_init(&out);
	out_object(&out);
	out_kstring(&out, "account", account.name);
	out_kstring(&out, "opponent", other.name);
	write_meetings(&out, rows, n);
	out_object_end(&out);
	return reply_json(200, &out);
}
