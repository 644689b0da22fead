/*
 * desk.c - the desk: groups, savepoints, new games, and the frost.
 *
 * What arrives in one turn of the loop is one group, and one commit makes all
 * of it true; each request works in a savepoint of it.  Three things can go
 * wrong, and each leaves the book as it was.  A refusal undoes its savepoint.
 * Trouble with the book undoes it too, and the whole group if SQLite has given
 * that up.  And a game that contradicts itself gets its command undone and then,
 * outside the savepoint, is frozen: the others go on.
 *
 * How a command is carried out is in desk_submit.c, and what follows a game of a
 * match in desk_match.c.
 */
#include "daemon/desk_inside.h"

#include "daemon/log.h"
#include "daemon/secrets.h"
#include "game/match.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEYS_TRIED 8

struct desk *desk_open(const struct desk_parts *parts)
{
	struct desk *d = calloc(1, sizeof(*d));

	if (!d)
		abort();
	d->parts = *parts;
	desk_inside_open_orders(d);
	return d;
}

void desk_close(struct desk *d)
{
	if (!d)
		return;
	if (d->open)
		store_rollback(d->parts.store);
	desk_inside_close_orders(d);
	free(d->news);
	ids_fini(&d->readers);
	ids_fini(&d->absent);
	free(d->tally);
	free(d->past);
	free(d);
}

void desk_set_house(struct desk *d, const struct desk_house *house)
{
	d->house = *house;
}

const struct desk_house *desk_house(const struct desk *d)
{
	return &d->house;
}

struct store *desk_store(struct desk *d)
{
	return d->parts.store;
}

const struct registry *desk_games(const struct desk *d)
{
	return d->parts.games;
}

int64_t desk_now(const struct desk *d)
{
	return clock_now(d->parts.clock);
}

bool desk_is_open(const struct desk *d)
{
	return d->open;
}

size_t desk_news(const struct desk *d, const int64_t **games)
{
	*games = d->news;
	return d->open ? 0 : d->news_n;
}

const struct desk_counts *desk_count(const struct desk *d)
{
	return &d->counts;
}

/* ---- groups and savepoints ------------------------------------------------------- */

void desk_asks(struct desk *d, int64_t game)
{
	blackbox_note(d->parts.blackbox, game);
}

void desk_asked(struct desk *d)
{
	blackbox_done(d->parts.blackbox);
}

static void add_counts(struct desk_counts *to, struct desk_counts *from)
{
	to->commands += from->commands;
	to->facts += from->facts;
	to->dice += from->dice;
	to->reminders += from->reminders;
	memset(from, 0, sizeof(*from));
}

/* A store that failed inside a group may have lost all of it. */
static void look_whether_broken(struct desk *d)
{
	if (!store_is_writable(d->parts.store))
		d->broken = true;
}

int desk_enter(struct desk *d)
{
	assert(!d->inside);
	if (d->broken || (!d->readers_known && desk_inside_find_readers(d) != 0) ||
	    (!d->absent_known && desk_inside_find_absent(d) != 0))
		return -1;
	if (!d->open) {
		if (store_begin(d->parts.store) != STORE_DONE)
			return -1;
		d->open = true;
		d->news_n = d->tally_n = 0;
		d->cup_before_group = d->parts.cup->script_at;
	}
	if (store_savepoint(d->parts.store) != STORE_DONE) {
		look_whether_broken(d);
		return -1;
	}
	d->inside = true;
	d->spoiled = false;
	d->row_read = false;
	d->hear = NULL;
	d->news_before = d->news_n;
	d->readers_before = d->readers.n;
	d->tally_before = d->tally_n;
	d->cup_before = d->parts.cup->script_at;
	return 0;
}

static void undo_savepoint(struct desk *d)
{
	store_rollback_to(d->parts.store);
	look_whether_broken(d);
	d->news_n = d->news_before;
	d->tally_n = d->tally_before;
	d->readers_known = d->readers_known && d->readers.n == d->readers_before;
	d->parts.cup->script_at = d->cup_before;
	memset(&d->fresh, 0, sizeof(d->fresh));
}

static int freeze_game(struct desk *, int64_t game, const char *why);

int desk_leave(struct desk *d, bool keep)
{
	bool kept = keep && !d->spoiled;

	assert(d->inside);
	blackbox_done(d->parts.blackbox);
	if (kept && store_release(d->parts.store) != STORE_DONE)
		kept = false;
	d->inside = false;
	if (kept)
		add_counts(&d->group, &d->fresh);
	else
		undo_savepoint(d);
	if (d->freeze && !d->broken)
		freeze_game(d, d->freeze, d->freeze_why);
	d->freeze = 0;
	return d->broken || kept != keep ? -1 : 0;
}

int desk_settle(struct desk *d)
{
	bool settled;

	assert(!d->inside);
	if (!d->open) {
		d->news_n = 0;
		return 0;
	}
	d->broken = d->broken || desk_inside_count_faces(d) != STORE_DONE;
	if (d->broken)
		store_rollback(d->parts.store);
	settled = !d->broken && store_commit(d->parts.store) == STORE_DONE;
	d->open = d->broken = false;
	d->deadline_known = false;
	if (settled) {
		add_counts(&d->counts, &d->group);
		d->counts.commits++;
		return 0;
	}
	memset(&d->group, 0, sizeof(d->group));
	d->counts.commits_failed++;
	d->readers_known = d->remind.known = d->absent_known = false;
	d->news_n = d->tally_n = 0;
	d->obeying = true; /* what was noted as done with may not be */
	d->parts.cup->script_at = d->cup_before_group;
	return -1;
}

void desk_inside_news(struct desk *d, int64_t game)
{
	for (size_t i = d->news_n; i > 0; i--) {
		if (d->news[i - 1] == game)
			return;
	}
	if (d->news_n == d->news_cap) {
		d->news_cap = d->news_cap ? 2 * d->news_cap : 64;
		d->news = realloc(d->news, d->news_cap * sizeof(*d->news));
		if (!d->news)
			abort();
	}
	d->news[d->news_n++] = game;
}

void desk_announce(struct desk *d, int64_t what)
{
	assert(d->inside);
	desk_inside_news(d, what);
}

enum refusal desk_inside_refuse(struct desk *d, enum refusal why)
{
	d->counts.refused++;
	return why;
}

enum refusal desk_inside_trouble(struct desk *d, struct receipt *out)
{
	d->spoiled = true;
	out->trouble = true;
	return UNAVAILABLE;
}

/* ---- a new game
 * ------------------------------------------------------------------------------ */

/* Whether the buy-in covers whatever a seat may come to pay, where that has a bound. */
static bool covers_stakes(struct desk *d, const struct desk_game *g)
{
	struct table *t = &d->table;
	int64_t stakes = 1;

	if (g->match_length || !g->plugin->exposure) /* a match is for one unit, all of it */
		return g->buy_in >= g->unit;
	g->plugin->init(&t->setup, t->position);
	for (unsigned i = 0; i < g->seats; i++) {
		int32_t may_pay = g->plugin->exposure(t->position, i);

		if (may_pay != INT32_MAX && may_pay > stakes)
			stakes = may_pay;
	}
	memset(t->position, 0, g->plugin->position_size);
	return g->buy_in >= stakes * g->unit;
}

/* What the table begins with: the first game of a match, a given position. */
static enum refusal set_out(struct desk *d, const struct desk_game *g)
{
	static const int32_t nothing[TABLAS_SEATS_MAX];

	if (g->match_length && (!match_fits(g->plugin) || g->match_length > MATCH_LENGTH_MAX))
		return INVALID_VALUE;
	if (g->position && (g->unit || g->match_length))
		return OPTIONS_CONFLICT;
	if (g->match_length)
		table_of_match(&d->table, g->match_length, 1, nothing);
	if (g->position && table_place(&d->table, g->position) != 0)
		return INVALID_POSITION;
	return ACCEPTED;
}

/*
 * A match is for one unit, which every buy-in covers: in it nobody is ever
 * insolvent, and nothing is won by adding to a purse.
 */
static enum refusal refuse_stakes(const struct desk *d, const struct desk_game *g)
{
	bool special = g->insolvent != INSOLVENT_PAY_WHAT_YOU_HAVE || g->credit || g->top_ups;

	if (special && (g->unit == 0 || g->match_length))
		return OPTIONS_CONFLICT;
	if (g->insolvent >= INSOLVENT_COUNT || g->credit < 0 ||
	    (g->credit && g->insolvent != INSOLVENT_DEBT))
		return INVALID_VALUE;
	if (g->insolvent == INSOLVENT_DEBT && (!d->house.credit || g->credit > d->house.credit))
		return CREDIT_EXHAUSTED;
	return ACCEPTED;
}

static enum refusal refuse_terms(struct desk *d, const struct desk_game *g)
{
	const struct stakes terms = {.insolvent = g->insolvent,
				     .credit = g->credit ? g->credit : d->house.credit,
				     .fee = g->unit ? d->house.fee : 0,
				     .top_ups = g->top_ups};
	enum refusal refusal;

	if (g->seats < g->plugin->seats_min || g->seats > g->plugin->seats_max || g->unit < 0 ||
	    g->unit > STAKES_UNIT_MAX || g->buy_in < 0 || (g->unit == 0 && g->buy_in > 0))
		return INVALID_VALUE;
	table_init(&d->table, g->plugin, g->seats, g->options, g->unit, g->buy_in);
	d->table.auto_forced = g->auto_forced;
	d->table.rated = g->rated;
	table_stakes(&d->table, &terms);
	if (pace_flaw(&g->pace) || (g->opening.draws && g->seats > TABLE_DRAW_SEATS))
		return INVALID_VALUE;
	if (g->rated && g->position)
		return OPTIONS_CONFLICT;
	table_offer(&d->table, g->opening.expires, g->opening.draws);
	table_pace(&d->table, &g->pace);
	refusal = refuse_stakes(d, g);
	if (refusal == ACCEPTED)
		refusal = set_out(d, g);
	if (refusal != ACCEPTED)
		return refusal;
	return g->unit > 0 && !covers_stakes(d, g) ? BUY_IN_TOO_SMALL : ACCEPTED;
}

static void fill_row(struct desk *d, const struct desk_game *g)
{
	struct game_row *row = &d->row;

	d->row_read = false;
	memset(row, 0, sizeof(*row));
	snprintf(row->ruleset, sizeof(row->ruleset), "%s", g->plugin->name);
	row->rules = g->plugin->rules;
	options_write(g->plugin, g->options, row->options, sizeof(row->options));
	row->seats = g->seats;
	row->creator = g->creator;
	row->visibility = g->visibility;
	row->auto_forced = g->auto_forced;
	row->rated = g->rated;
	row->late = g->delay.plies > 0 || g->delay.ms > 0;
	row->unit = g->unit;
	row->buy_in = g->buy_in;
	row->insolvent = d->table.stakes.insolvent;
	row->credit = d->table.stakes.credit;
	row->fee = d->table.stakes.fee;
	row->top_ups = d->table.stakes.top_ups;
	row->created = row->changed = d->now;
	pace_write(&g->pace, row->clock, sizeof(row->clock));
	row->state = TABLE_OPEN;
	row->ply = 1;
	row->opening = g->opening;
	row->deadline = g->opening.expires;
	row->match_length = g->match_length;
	row->match_game = g->match_length > 0;
	table_write_position(&d->table, row->position, sizeof(row->position));
	for (unsigned i = 0; i < g->seats; i++) {
		row->seat[i].invited = g->seat[i].invited;
		row->seat[i].locked = g->seat[i].locked;
	}
}

int desk_inside_add_game(struct desk *d, const struct game_row *before)
{
	struct game_row *row = &d->row;
	int done = STORE_NONE;

	for (int i = 0; i < KEYS_TRIED && done == STORE_NONE; i++) {
		secret_game_key(row->key);
		if (row->match_game == 1)
			strcpy(row->match, row->key);
		desk_inside_commit(d, before);
		done = store_game_add(d->parts.store, &d->row);
	}
	if (done == STORE_DONE)
		done = store_secret_add(d->parts.store, row->id, &d->fair);
	return done;
}

enum refusal desk_create(struct desk *d, const struct desk_game *g, struct receipt *out)
{
	enum refusal refusal;

	assert(d->inside);
	memset(out, 0, sizeof(*out));
	refusal = refuse_terms(d, g);
	if (refusal != ACCEPTED)
		return desk_inside_refuse(d, refusal);
	d->now = desk_now(d);
	fill_row(d, g);
	if (table_created(&d->table, &d->fact) >= sizeof(d->fact.text))
		return desk_inside_refuse(d, INVALID_POSITION);
	if (desk_inside_add_game(d, NULL) != STORE_DONE ||
	    (d->row.late &&
	     store_delay_add(d->parts.store, d->row.id, &g->delay) != STORE_DONE))
		return desk_inside_trouble(d, out);
	d->fact.at = d->row.created;
	if (table_apply(&d->table, &d->fact, &d->happened) != 0 ||
	    store_fact_add(d->parts.store, d->row.id, &d->fact, "") != STORE_DONE)
		return desk_inside_trouble(d, out);
	d->fresh.commands++;
	d->fresh.facts++;
	desk_inside_news(d, d->row.id);
	out->row = &d->row;
	out->table = &d->table;
	return ACCEPTED;
}

/* ---- freezing
 * ---------------------------------------------------------------------------------- */

/* What table_apply() makes of the clock, for there must be no table. */
static void stop_clock(struct game_row *row, int64_t at)
{
	const struct pace pace = pace_of(row->clock);
	struct pace_spent time;

	row->deadline = 0;
	if (row->thaws_to != TABLE_ACTIVE || !row->spent[0] || pace_spent_read(row->spent, row->seats, &time) != 0)
		return;
	pace_settle(&pace, &time, row->seats, at);
	pace_spent_write(&time, row->seats, row->spent, sizeof(row->spent));
}

/*
 * Without a table: the plugin must not be asked anything.  What is written is
 * what table_apply() makes of this fact.
 */
static int write_frost(struct desk *d, const char *why)
{
	struct game_row *row = &d->row;
	struct fact *f = &d->fact;

	f->kind = FACT_FROZEN;
	f->seat = TABLAS_NOBODY;
	f->thrown = f->sides = 0;
	f->ply = row->ply + 1;
	f->at = row->changed = desk_now(d);
	snprintf(f->text, sizeof(f->text), "%s", why);
	row->thaws_to = row->state;
	row->state = TABLE_FROZEN;
	row->ply = f->ply;
	row->waiting = 0;
	stop_clock(row, f->at);
	if (store_fact_add(d->parts.store, row->id, f, "") != STORE_DONE ||
	    desk_inside_tell_fact(d, f) != STEP_DONE)
		return STORE_TROUBLE;
	return store_game_update(d->parts.store, row, 0);
}

/* In a savepoint of its own.  STORE_NONE when there is nothing left to freeze. */
static int freeze_game(struct desk *d, int64_t game, const char *why)
{
	int done;

	if (desk_enter(d) != 0)
		return STORE_TROUBLE;
	done = store_game_by_id(store_pen(d->parts.store), game, &d->row);
	if (done == STORE_FOUND)
		done = d->row.state == TABLE_OPEN || d->row.state == TABLE_ACTIVE
			       ? write_frost(d, why)
			       : STORE_NONE;
	if (done == STORE_DONE) {
		log_event(LOG_ERROR_LEVEL, "game-frozen", "game", d->row.key, "ruleset",
			  d->row.ruleset, "why", why, NULL);
		desk_inside_news(d, game);
		d->fresh.facts++;
	}
	d->freeze = 0;
	return desk_leave(d, done == STORE_DONE) == 0 ? done : STORE_TROUBLE;
}

int desk_freeze_crashed(struct desk *d, int64_t *game)
{
	char why[64];
	int signal_number = 0, done;

	*game = d->parts.blackbox ? blackbox_crashed(d->parts.blackbox, &signal_number) : 0;
	if (*game == 0)
		return STORE_NONE;
	snprintf(why, sizeof(why), "the game crashed the server (signal %d)", signal_number);
	d->crashed = *game;
	done = freeze_game(d, *game, why);
	if (desk_settle(d) != 0)
		return STORE_TROUBLE;
	if (done != STORE_TROUBLE)
		blackbox_clear(d->parts.blackbox);
	return done;
}
