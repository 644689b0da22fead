/*
 * audit_sums.c - are entries of what they say, and do the sums add up?
 *
 * What stands in an entry beside its chips (ruleset, match, opponent) follows
 * from its game, and the sums follow from the entries of games that are over.
 * Both are derived again, an account at a time and each in one look, so that a
 * game that ends meanwhile is either in all of it or in none.
 */
#include "schema/audit_inside.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define GAMES_KEPT 4096 /* a power of two */

struct game_facts { /* what its entries are of */
	int64_t id, ruleset, match, ended, owner[2];
	unsigned seats, state;
};

struct sum {
	int64_t by, which; /* by -1: a free place */
	int64_t games, won, lost;
};

struct summing {
	struct auditor *a;
	int64_t account;
	struct game_facts games[GAMES_KEPT];
	struct sum *v;
	size_t n, size; /* size is a power of two */
};

/* ---- sums of one account ----------------------------------------------------------- */

static void empty(struct summing *s)
{
	for (size_t i = 0; i < s->size; i++)
		s->v[i] = (struct sum){.by = -1};
	s->n = 0;
}

static struct sum *place_of(struct summing *s, int64_t by, int64_t which)
{
	uint64_t mixed = ((uint64_t)which * 4 + (uint64_t)by) * 0x9e3779b97f4a7c15u;
	size_t i = (size_t)(mixed >> 20) & (s->size - 1);

	while (s->v[i].by != -1 && (s->v[i].by != by || s->v[i].which != which))
		i = (i + 1) & (s->size - 1);
	return &s->v[i];
}

static bool grow(struct summing *s)
{
	struct summing wider = {.size = s->size ? 2 * s->size : 64};

	wider.v = malloc(wider.size * sizeof(wider.v[0]));
	if (wider.v == NULL)
		return false;
	empty(&wider);
	for (size_t i = 0; i < s->size; i++)
		if (s->v[i].by != -1)
			*place_of(&wider, s->v[i].by, s->v[i].which) = s->v[i];
	free(s->v);
	s->v = wider.v;
	s->size = wider.size;
	return true;
}

static int add(struct summing *s, int64_t by, int64_t which, int64_t games, int64_t amount)
{
	struct sum *sum;

	if (2 * (s->n + 1) > s->size && !grow(s))
		return trouble_because(s->a->view->store, "audit", "no memory");
	sum = place_of(s, by, which);
	if (sum->by == -1) {
		*sum = (struct sum){.by = by, .which = which};
		s->n++;
	}
	sum->games += games;
	if (amount > 0)
		sum->won = audit_plus(sum->won, amount);
	else
		sum->lost = audit_plus(sum->lost, (int64_t)(0 - (uint64_t)amount));
	return STORE_DONE;
}

static int64_t month_of(int64_t ms)
{
	time_t seconds = (time_t)(ms / 1000);
	struct tm tm;

	gmtime_r(&seconds, &tm);
	return (int64_t)(tm.tm_year + 1900) * 100 + tm.tm_mon + 1;
}

static int add_to_all(struct summing *s, const struct game_facts *g, int64_t opponent,
		      int64_t games, int64_t amount)
{
	if (add(s, SUMS_ALL, 0, games, amount) != STORE_DONE ||
	    add(s, SUMS_BY_RULESET, g->ruleset, games, amount) != STORE_DONE ||
	    add(s, SUMS_BY_MONTH, month_of(g->ended), games, amount) != STORE_DONE)
		return STORE_TROUBLE;
	return opponent == 0 ? STORE_DONE : add(s, SUMS_BY_OPPONENT, opponent, games, amount);
}

/* ---- what entries are of -------------------------------------------------------------- */

/* NULL on trouble; of no game: all zero. */
static const struct game_facts *facts_of(struct summing *s, int64_t game)
{
	struct game_facts *g = &s->games[(uint64_t)game % GAMES_KEPT];
	struct store_view *view = s->a->view;
	sqlite3_stmt *st;
	int found;

	if (g->id == game)
		return g;
	*g = (struct game_facts){.id = game};
	st = statement(view, DO_AUDIT_ENTRY_GAME);
	put(st, 1, game);
	if ((found = ask(view, st)) == STORE_FOUND) {
		g->ruleset = get(st, 0);
		g->match = get(st, 1);
		g->state = (unsigned)get(st, 2);
		g->seats = (unsigned)get(st, 3);
		g->ended = get(st, 4);
		g->owner[0] = get(st, 5);
		g->owner[1] = get(st, 6);
		drop(st);
	}
	return found == STORE_TROUBLE ? NULL : g;
}

static int64_t opponent_of(const struct game_facts *g, int64_t account, int64_t other)
{
	if (account < ACCOUNT_FIRST || account == other)
		return 0;
	if (other == ACCOUNT_POTS && g->seats == 2)
		return g->owner[0] != account ? g->owner[0] : g->owner[1] != account ? g->owner[1] : 0;
	return other >= ACCOUNT_FIRST ? other : 0;
}

static int read_entry(struct summing *s, sqlite3_stmt *st)
{
	bool person = s->account >= ACCOUNT_FIRST;
	int64_t amount = get(st, 1), other = get(st, 2), game = get(st, 3), opponent;
	const struct game_facts *g = facts_of(s, game);

	if (g == NULL)
		return STORE_TROUBLE;
	opponent = opponent_of(g, s->account, other);
	if (get(st, 4) != (person ? g->ruleset : 0) || get(st, 5) != (person ? g->match : 0) ||
	    get(st, 6) != opponent)
		audit_tell(s->a, "account %" PRId64 " entry %" PRId64
				 ": ruleset, match or opponent are not those of its game",
			   s->account, get(st, 0));
	if (!person || g->state != TABLE_OVER || other == s->account)
		return STORE_DONE;
	return add_to_all(s, g, opponent, 0, amount);
}

static int read_entries(struct summing *s)
{
	sqlite3_stmt *st = statement(s->a->view, DO_AUDIT_ENTRIES_OF);
	int found, done = STORE_DONE;

	put(st, 1, s->account);
	while (done == STORE_DONE && (found = ask(s->a->view, st)) == STORE_FOUND) {
		done = read_entry(s, st);
		s->a->rows++;
	}
	drop(st);
	return done == STORE_DONE && found == STORE_TROUBLE ? STORE_TROUBLE : done;
}

/* ---- games played ---------------------------------------------------------------------- */

/* Each row is one seat of one of the games; those of a game stand together. */
static int count_games(struct summing *s)
{
	sqlite3_stmt *st = statement(s->a->view, DO_AUDIT_PLAYED);
	int64_t game = 0, met[TABLAS_SEATS_MAX];
	int found, done = STORE_DONE;
	size_t n = 0, i;

	put(st, 1, s->account);
	while (done == STORE_DONE && (found = ask(s->a->view, st)) == STORE_FOUND) {
		int64_t other = get(st, 1);
		if (get(st, 0) != game) {
			const struct game_facts *g = facts_of(s, get(st, 0));
			game = get(st, 0);
			n = 0;
			done = g != NULL ? add_to_all(s, g, 0, 1, 0) : STORE_TROUBLE;
		}
		for (i = 0; i < n && met[i] != other; i++)
			;
		if (done != STORE_DONE || i < n || other == s->account || n == TABLAS_SEATS_MAX)
			continue;
		met[n++] = other;
		done = add(s, SUMS_BY_OPPONENT, other, 1, 0);
	}
	drop(st);
	return done == STORE_DONE && found == STORE_TROUBLE ? STORE_TROUBLE : done;
}

/* ---- comparing --------------------------------------------------------------------------- */

static void tell_of(struct summing *s, int64_t by, int64_t which)
{
	static const char *const words[] = {"all", "ruleset", "opponent", "month"};

	audit_tell(s->a, "account %" PRId64 ": the sums by %s %" PRId64 " are not those of its games",
		   s->account, by >= 0 && by <= SUMS_BY_MONTH ? words[by] : "nothing", which);
}

static int compare(struct summing *s)
{
	sqlite3_stmt *st = statement(s->a->view, DO_AUDIT_SUMS);
	int found;

	put(st, 1, s->account);
	while ((found = ask(s->a->view, st)) == STORE_FOUND) {
		struct sum none = {.by = -1}, *sum = &none;
		if (s->size > 0)
			sum = place_of(s, get(st, 0), get(st, 1));
		if (sum->games != get(st, 2) || sum->won != get(st, 3) || sum->lost != get(st, 4))
			tell_of(s, get(st, 0), get(st, 1));
		sum->games = sum->won = sum->lost = 0; /* seen */
	}
	for (size_t i = 0; i < s->size; i++)
		if (s->v[i].by != -1 && (s->v[i].games || s->v[i].won || s->v[i].lost))
			tell_of(s, s->v[i].by, s->v[i].which);
	return found == STORE_TROUBLE ? STORE_TROUBLE : STORE_DONE;
}

static int next_account(struct summing *s)
{
	sqlite3_stmt *st = statement(s->a->view, DO_AUDIT_ACCOUNT_NEXT);
	int found;

	put(st, 1, s->account);
	if ((found = ask(s->a->view, st)) == STORE_FOUND) {
		s->account = get(st, 0);
		drop(st);
	}
	return found;
}

static int read_all(struct summing *s)
{
	int found;

	while ((found = next_account(s)) == STORE_FOUND) {
		empty(s);
		if (read_entries(s) != STORE_DONE || count_games(s) != STORE_DONE ||
		    compare(s) != STORE_DONE || audit_ratings(s->a, s->account) != STORE_DONE)
			return STORE_TROUBLE;
		if (!audit_is_long(s->a))
			continue;
		memset(s->games, 0, sizeof(s->games)); /* by the next look some may be over */
		if (audit_look_again(s->a) != STORE_DONE)
			return STORE_TROUBLE;
	}
	return found == STORE_NONE ? STORE_DONE : STORE_TROUBLE;
}

int audit_sums(struct auditor *a)
{
	struct summing *s = calloc(1, sizeof(*s));
	int done;

	if (s == NULL)
		return trouble_because(a->view->store, "audit", "no memory");
	s->a = a;
	done = read_all(s);
	free(s->v);
	free(s);
	return done;
}
