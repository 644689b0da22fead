/*
 * games_list.c - lists of games.
 *
 * What is passed over must not show.  To a reader who sees a game late, being found
 * by its state would tell more than its row; and so would a page that is shorter for
 * it, or goes on behind it.  So a page is filled with what may be listed.
 */
#include "api/games_inside.h"
#include "api/past.h"
#include "api/shuns.h"

#include <stdlib.h>
#include <string.h>

/* ---- GET /v1/games ------------------------------------------------------------------------
 */

bool games_query_order(struct request *r, bool *ascending, struct reply *reply)
{
	const char *order = request_query(r, "order");

	*ascending = order && strcmp(order, "asc") == 0;
	if (!order || *ascending || strcmp(order, "desc") == 0)
		return true;
	*reply = reply_problem(r, INVALID_VALUE, "\"order\" is \"asc\" or \"desc\".");
	return false;
}

static bool query_state(struct request *r, int *state, struct reply *reply)
{
	const char *word = request_query(r, "state");

	if (!word)
		return true;
	for (int i = TABLE_OPEN; i <= TABLE_FROZEN; i++) {
		if (strcmp(word, view_state_word((enum table_state)i)) == 0) {
			*state = i;
			return true;
		}
	}
	*reply = reply_problem(r, INVALID_VALUE,
			       "\"state\" is open, active, over, aborted or frozen.");
	return false;
}

bool games_account(struct request *r, const char *name, struct account_row *account,
		   struct reply *reply)
{
	int got = strcmp(name, "me") == 0 && r->account
			  ? store_account_by_id(request_view(r), r->account, account)
			  : store_account_by_name(request_view(r), name, account);

	if (got == STORE_FOUND && account->id >= ACCOUNT_FIRST)
		return true;
	*reply = got == STORE_TROUBLE
			 ? reply_trouble(r)
			 : reply_problem(r, NOT_FOUND, "There is no account \"%s\".", name);
	return false;
}

static bool query_player(struct request *r, struct game_filter *f, struct reply *reply)
{
	const char *name = request_query(r, "player");
	struct account_row account;

	if (!name && (f->to_move || f->invited))
		f->player = r->account;
	if (!name)
		return true;
	if (!games_account(r, name, &account, reply))
		return false;
	f->player = account.id;
	return true;
}

/*
 * A cursor is one number.  In the order of deadlines it is the instant of the last
 * one seen, and how many of those due right then have been: a game may have moved on
 * when the next page is asked for, and then its id would lead astray.
 */
#define DUE_SKIP_BITS 21
#define DUE_EPOCH     INT64_C(1577836800000) /* 2020: the rest lasts until 2159 */

static void read_due_cursor(struct game_filter *f)
{
	if (!f->after)
		return;
	f->due_from = (f->after >> DUE_SKIP_BITS) + DUE_EPOCH;
	f->due_skip = (size_t)(f->after & ((1 << DUE_SKIP_BITS) - 1));
	f->after = 0;
}

static int64_t due_cursor(const struct game_filter *f, const struct game_row *rows, size_t n)
{
	int64_t last = rows[n - 1].deadline;
	size_t same = last == f->due_from ? f->due_skip : 0;

	for (size_t i = n; i > 0 && rows[i - 1].deadline == last; i--)
		same++;
	return ((last - DUE_EPOCH) << DUE_SKIP_BITS) + (int64_t)same;
}

static bool read_order(struct request *r, struct game_filter *f, struct reply *reply)
{
	const char *order = request_query(r, "order");

	if (!request_query_bound(r, "due_before", &f->due_before, reply))
		return false;
	f->by_deadline = f->due_before || (order && strcmp(order, "deadline") == 0);
	if (!f->by_deadline)
		return games_query_order(r, &f->ascending, reply);
	if (!f->match && !f->invited && !f->since && !f->until &&
	    (!order || strcmp(order, "deadline") == 0))
		return true;
	*reply = reply_problem(r, INVALID_VALUE,
			       "Games in the order of their deadlines are not asked for by match, "
			       "invitation, since, until or another order.");
	return false;
}

static bool read_filter(struct request *r, struct game_filter *f, struct reply *reply)
{
	*f = (struct game_filter){.viewer = r->account,
				  .ruleset = request_query(r, "ruleset"),
				  .match = request_query(r, "match"),
				  .sees_all = (r->scopes & SCOPE_ADMIN) != 0};
	return query_state(r, &f->state, reply) &&
	       request_query_bool(r, "to_move", &f->to_move, reply) &&
	       request_query_bool(r, "invited", &f->invited, reply) && query_player(r, f, reply) &&
	       request_query_bound(r, "since", &f->since, reply) &&
	       request_query_bound(r, "until", &f->until, reply) &&
	       read_order(r, f, reply) && request_cursor(r, &f->after, reply);
}

/*
 * Whether a row that was found may stand in the list, and as it is told.  To a
 * reader who sees the game late, only one that is told to its end is listed by its
 * state.  Deadlines are looked for by store_games() accordingly.
 */
static bool is_listed(struct request *r, const struct game_filter *f, struct game_row *row,
		      bool *trouble)
{
	enum past past;

	if (!f->sees_all && shuns_keep_away(r, row, trouble))
		return false;
	if (!row->late || !past_is_late_row(r, row))
		return true;
	if (row->started && (f->to_move || f->state)) {
		if (f->to_move || (f->state != TABLE_OVER && f->state != TABLE_ABORTED) ||
		    !past_is_all_told(r, row, trouble))
			return false;
	}
	past = past_show(r, row);
	*trouble |= past == PAST_TROUBLE;
	return past <= PAST_THEN;
}

#define CHUNK 64	     /* rows that are read at once, where some have been passed over */
#define LOOKED_AT_MOST 2048 /* for one page: then it may be short, and not the last         */

/* How many of `n` rows stay, moved together. */
static size_t pick(struct request *r, const struct game_filter *f, struct game_row *rows,
		   size_t n, bool *trouble)
{
	size_t stay = 0;

	for (size_t i = 0; i < n; i++) {
		if (!is_listed(r, f, &rows[i], trouble))
			continue;
		if (stay != i)
			rows[stay] = rows[i];
		stay++;
	}
	return stay;
}

/*
 * Fills `rows`, which has room for a chunk more, with `want` that may be listed; *n:
 * so many there are.  Where to go on if they are few and there may be more, else 0; -1 on trouble.
 */
static int64_t collect(struct request *r, const struct game_filter *filter,
		       struct game_row *rows, size_t want, size_t *n)
{
	struct game_filter f = *filter;
	bool trouble = false;
	size_t got = want, ask = want, looked = 0;

	for (*n = 0; *n < want && got == ask && looked < LOOKED_AT_MOST; looked += got) {
		if (looked && f.by_deadline) /* which have none to be passed over */
			break;
		ask = got = looked && want - *n < CHUNK ? CHUNK : want - *n;
		if (store_games(request_view(r), &f, rows + *n, &got) == STORE_TROUBLE)
			return -1;
		if (got)
			f.after = rows[*n + got - 1].id;
		*n += pick(r, &f, rows + *n, got, &trouble);
	}
	if (trouble)
		return -1;
	return *n < want && got == ask && !f.by_deadline ? f.after : 0;
}

struct reply games_list(struct request *r)
{
	struct game_filter filter;
	struct game_row *rows;
	struct reply reply;
	struct out out;
	int64_t next = -1;
	size_t limit, n;

	if (!read_filter(r, &filter, &reply) || !request_limit(r, &limit, &reply))
		return reply;
	if (filter.by_deadline)
		read_due_cursor(&filter);
	/* one more tells whether there is a next page */
	rows = malloc((limit + 1 + CHUNK) * sizeof *rows);
	if (rows)
		next = collect(r, &filter, rows, limit + 1, &n);
	desk_asked(r->desk);
	if (next < 0) {
		free(rows);
		return reply_trouble(r);
	}
	out_init(&out);
	out_object(&out);
	out_ktime(&out, "server_time", desk_now(r->desk));
	out_key(&out, "games");
	out_array(&out);
	for (size_t i = 0; i < n && i < limit; i++)
		view_game_line(&out, &rows[i]);
	if (n > limit)
		next = filter.by_deadline ? due_cursor(&filter, rows, limit) : rows[limit - 1].id;
	reply = page_end(r, &out, next);
	free(rows);
	return reply;
}
