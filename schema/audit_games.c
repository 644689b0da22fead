/*
 * audit_games.c - does each game follow from its facts?
 *
 * A game is replayed from its first fact.  What the facts demand of the ledger
 * is compared with what stands there, line by line while replaying; at the end
 * the table is compared with the snapshot.  A game whose rules are not loaded
 * is only added up.
 */
#include "schema/audit_inside.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EVENTS_TEXT_MAX (HAPPENED_EVENTS_MAX * 192)
#define STATES 8

struct replay {
	struct auditor *a;
	struct game_row row;
	const struct tablas_plugin *plugin; /* NULL: the game is only added up */
	struct table table;
	struct table_past past;
	struct happened happened;
	struct audit_dice dice;
	char events[EVENTS_TEXT_MAX];

	sqlite3_stmt *lines; /* the game's entries, by transaction and line ...  */
	int lines_found;     /* ... and whether it stands on one                 */
	bool counts_stakes;  /* a line has told of how many stakes it is         */
	bool astray;	     /* ledger and facts have parted: compare no further */
	bool stopped;	     /* the facts cannot be replayed further             */

	int64_t who[TABLAS_SEATS_MAX];	  /* whose chips lie before the seat     */
	int64_t purse[TABLAS_SEATS_MAX];  /* what the ledger gives for the seats */
	int64_t pot;			  /* ... and for the pot                 */
	uint64_t ply;			  /* of the last fact                    */
	int64_t started, ended, changed;
	char outcome[sizeof(((struct game_row *)0)->outcome)];
};

struct pair {
	int64_t txn, line, kind, amount;
	uint64_t ply;
	struct book_side from, to;
	char reason[64];
	int64_t stakes; /* 0: not said */
};

/* ---- the ledger's side ----------------------------------------------------------------- */

/* What the entry does to a purse or the pot, in the replay's own sums. */
static void add_up(struct replay *r, int64_t account, int64_t purse, int64_t amount)
{
	if (purse != r->row.id)
		return;
	if (account == ACCOUNT_POTS) {
		r->pot = audit_plus(r->pot, amount);
		return;
	}
	for (unsigned i = 0; i < r->row.seats; i++) {
		if (r->row.seat[i].account == account) {
			r->purse[i] = audit_plus(r->purse[i], amount);
			return;
		}
	}
}

static void take_side(struct replay *r, struct pair *p)
{
	int64_t account = get(r->lines, 2), amount = get(r->lines, 4), purse = get(r->lines, 5);
	struct book_side *side = amount < 0 ? &p->from : &p->to;

	*side = (struct book_side){account, purse};
	p->amount = amount < 0 ? p->amount : amount;
	add_up(r, account, purse, amount);
	r->lines_found = ask(r->a->view, r->lines);
}

/* The next line of the game's ledger; NONE when there is no more, or only half of one. */
static int next_pair(struct replay *r, struct pair *p)
{
	if (r->lines_found != STORE_FOUND)
		return r->lines_found;
	memset(p, 0, sizeof(*p));
	p->txn = get(r->lines, 0);
	p->line = get(r->lines, 1);
	p->kind = get(r->lines, 3);
	p->ply = (uint64_t)get(r->lines, 6);
	get_text(r->lines, 7, p->reason, sizeof(p->reason));
	p->stakes = get(r->lines, 8);
	take_side(r, p);
	if (r->lines_found != STORE_FOUND || get(r->lines, 0) != p->txn ||
	    get(r->lines, 1) != p->line)
		return r->lines_found == STORE_TROUBLE ? STORE_TROUBLE : STORE_NONE;
	take_side(r, p);
	return STORE_FOUND;
}

static struct book_side side_at(const struct replay *r, uint8_t seat)
{
	if (seat == TABLAS_NOBODY)
		return (struct book_side){.account = ACCOUNT_FEES};
	return (struct book_side){seat == TABLAS_POT ? ACCOUNT_POTS : r->who[seat], r->row.id};
}

static bool same_side(struct book_side a, struct book_side b)
{
	return a.account == b.account && a.game == b.game;
}

/*
 * Older books call a forfeit a stake, and do not say how many stakes were asked
 * for.  A game that once has said it goes on to.
 */
static bool same_words(struct replay *r, const struct transfer *t, const struct pair *p)
{
	bool older = !p->stakes && !r->counts_stakes;

	r->counts_stakes = r->counts_stakes || p->stakes;
	return (p->kind == t->kind ||
		(t->kind == TRANSFER_FORFEIT && p->kind == TRANSFER_STAKE && older)) &&
	       (p->stakes == t->stakes || older) &&
	       strncmp(p->reason, t->reason != NULL ? t->reason : "", sizeof(p->reason) - 1) == 0;
}

static bool is_what_follows(struct replay *r, const struct transfer *t, const struct pair *p)
{
	struct book_side from, to;

	/* Facts name people, the ledger knows accounts: who sits is whose chips came. */
	if (t->kind == TRANSFER_BUY_IN || t->kind == TRANSFER_BRING)
		r->who[t->from] = p->from.account;
	from = side_at(r, t->from);
	to = side_at(r, t->to);
	if (transfer_from_wallet((enum transfer_kind)t->kind))
		from.game = 0;
	else if (transfer_to_wallet((enum transfer_kind)t->kind))
		to.game = 0;
	return p->amount == t->amount && same_side(p->from, from) && same_side(p->to, to) &&
	       same_words(r, t, p);
}

static void seat_word(uint8_t seat, char out[16])
{
	snprintf(out, 16,
		 seat == TABLAS_POT	 ? "the pot"
		 : seat == TABLAS_NOBODY ? "the house"
					 : "seat %u",
		 seat);
}

static int compare_transfer(struct replay *r, const struct fact *f, const struct transfer *t)
{
	char from[16], to[16];
	struct pair p;
	int found = next_pair(r, &p);

	if (found == STORE_FOUND && p.ply == f->ply && is_what_follows(r, t, &p))
		return STORE_DONE;
	if (found == STORE_TROUBLE)
		return STORE_TROUBLE;
	seat_word(t->from, from);
	seat_word(t->to, to);
	if (found == STORE_FOUND)
		audit_tell(r->a, "game %s ply %" PRIu64 ": its facts demand %s of %" PRId64
				 " from %s to %s, transaction %" PRId64 " line %" PRId64
				 " is another",
			   r->row.key, f->ply, transfer_word((enum transfer_kind)t->kind),
			   t->amount, from, to, p.txn, p.line);
	else
		audit_tell(r->a, "game %s ply %" PRIu64 ": its facts demand %s of %" PRId64
				 " from %s to %s, the ledger has none",
			   r->row.key, f->ply, transfer_word((enum transfer_kind)t->kind),
			   t->amount, from, to);
	r->astray = true;
	return STORE_DONE;
}

/* What is left of the ledger after the last fact is too much, and is added up too. */
static int read_rest(struct replay *r)
{
	struct pair p;

	while (r->lines_found == STORE_FOUND) {
		int found = next_pair(r, &p);
		if (found == STORE_FOUND && r->plugin != NULL && !r->astray && !r->stopped) {
			audit_tell(r->a, "game %s: no fact demands transaction %" PRId64
					 " line %" PRId64,
				   r->row.key, p.txn, p.line);
			r->astray = true;
		}
	}
	return r->lines_found == STORE_TROUBLE ? STORE_TROUBLE : STORE_DONE;
}

/* ---- the facts' side ----------------------------------------------------------------------- */

static void compare_events(struct replay *r, const struct fact *f, const char *events)
{
	if (r->row.rules != r->plugin->rules)
		return; /* other rules may say it in other words */
	facts_write_events(r->plugin, r->happened.events, r->happened.events_n, r->events,
			   sizeof(r->events));
	if (strcmp(r->events, events) != 0)
		audit_tell(r->a, "game %s ply %" PRIu64 ": what is told of it is not what happened",
			   r->row.key, f->ply);
}

static void compare_terms(struct replay *r, const struct fact *f)
{
	struct fact created;

	if (r->row.rules != r->plugin->rules)
		return;
	table_created(&r->table, &created);
	if (strcmp(created.text, f->text) != 0)
		audit_tell(r->a, "game %s ply %" PRIu64 ": its terms are not those it was made by",
			   r->row.key, f->ply);
}

/* What the house does is nobody's, and only a throw is of dice. */
static void compare_columns(struct replay *r, const struct fact *f)
{
	bool house = f->kind == FACT_EXPIRED || f->kind == FACT_DRAWN || f->kind == FACT_CREATED || f->kind == FACT_STARTED ||
		     f->kind == FACT_ROLLED || f->kind == FACT_FINISHED;

	if ((house && f->seat != TABLAS_NOBODY) ||
	    (f->kind != FACT_ROLLED && (f->thrown != 0 || f->sides != 0)))
		audit_tell(r->a, "game %s ply %" PRIu64 ": it has a seat or dice that \"%s\" has not",
			   r->row.key, f->ply,
			   f->kind < FACT_COUNT ? fact_word((enum fact_kind)f->kind) : "it");
}

/* Or an edited number would keep a game from being replayed at all. */
static void compare_rules(struct replay *r, const struct fact *f)
{
	char words[sizeof(r->row.ruleset) + 32];
	int n = snprintf(words, sizeof(words), "%s rules %d ", r->row.ruleset, r->row.rules);

	if (strncmp(f->text, words, (size_t)n) != 0)
		audit_tell(r->a, "game %s ply %" PRIu64 ": it was not made by version %d of %s",
			   r->row.key, f->ply, r->row.rules, r->row.ruleset);
}

static void note(struct replay *r, const struct fact *f)
{
	r->changed = f->at;
	switch (f->kind) {
	case FACT_STARTED:
		r->started = f->at;
		break;
	case FACT_FINISHED:
		r->ended = f->at;
		snprintf(r->outcome, sizeof(r->outcome), "%.*s", (int)sizeof(r->outcome) - 1,
			 f->text);
		break;
	case FACT_EXPIRED:
	case FACT_ABORTED:
		r->ended = f->at;
		break;
	case FACT_DRAWN:
		audit_drawn(f, r->row.seats, r->who);
	}
}

static bool replay_fact(void *cls, const struct fact *f, const char *events)
{
	struct replay *r = cls;
	const char *word = fact_word((enum fact_kind)f->kind);

	audit_count(r->a, &r->a->report.facts);
	if (f->ply != r->ply + 1)
		audit_tell(r->a, "game %s ply %" PRIu64 ": a fact before it is missing", r->row.key,
			   f->ply);
	r->stopped = r->stopped || f->ply != r->ply + 1;
	r->ply = f->ply;
	audit_dice_fact(r->a, &r->row, &r->dice, f);
	compare_columns(r, f);
	if (f->kind == FACT_CREATED)
		compare_rules(r, f);
	if (r->plugin == NULL || r->stopped)
		return true;
	if (table_apply(&r->table, f, &r->happened) != 0) {
		audit_tell(r->a, "game %s ply %" PRIu64 ": \"%s\" does not follow from what was",
			   r->row.key, f->ply, word != NULL ? word : "this fact");
		r->stopped = true;
		return true;
	}
	/* Only now: a match and a position to begin from are what the fact says. */
	if (f->kind == FACT_CREATED)
		compare_terms(r, f);
	note(r, f);
	compare_events(r, f, events);
	for (size_t i = 0; i < r->happened.transfers_n && !r->astray; i++)
		if (compare_transfer(r, f, &r->happened.transfers[i]) != STORE_DONE)
			return false;
	return true;
}

/* ---- the snapshot ---------------------------------------------------------------------------- */

static void differs(struct replay *r, const char *what, int64_t here, int64_t there)
{
	if (here != there)
		audit_tell(r->a, "game %s: %s is %" PRId64 " in its snapshot, %" PRId64
				 " by its facts",
			   r->row.key, what, here, there);
}

static void compare_seat(struct replay *r, unsigned i)
{
	const struct seat_row *seat = &r->row.seat[i];
	char what[32];

	snprintf(what, sizeof(what), "the status of seat %u", i);
	differs(r, what, seat->status, r->table.status[i]);
	snprintf(what, sizeof(what), "the purse of seat %u", i);
	differs(r, what, seat->purse, r->table.stakes.purse[i]);
	snprintf(what, sizeof(what), "what seat %u has added", i);
	differs(r, what, seat->topped,
		r->table.status[i] == SEAT_EMPTY
			? 0
			: r->table.stakes.brought[i] - r->table.stakes.buy_in);
	if ((seat->account != 0) != (r->table.status[i] != SEAT_EMPTY) ||
	    (r->table.stakes.buy_in > 0 && !r->astray && seat->account != 0 &&
	     seat->account != r->who[i]))
		audit_tell(r->a, "game %s: account %" PRId64
				 " in seat %u is not who sat down there",
			   r->row.key, seat->account, i);
}

/* What is spent, and the deadline that follows from it. */
static void compare_clock(struct replay *r)
{
	const struct table *t = &r->table;
	const struct game_row *row = &r->row;
	char spent[PACE_SPENT_MAX] = "";

	if (t->pace.timed)
		pace_spent_write(&t->time, t->seats, spent, sizeof(spent));
	if (row->spent[0] ? strcmp(spent, row->spent) != 0 : t->pace.timed && t->asked > 0)
		audit_tell(r->a, "game %s: its clock in its snapshot is \"%s\", by its facts \"%s\"",
			   row->key, row->spent, spent);
	differs(r, "the deadline", row->deadline, table_due(t));
	differs(r, "its expiry", row->started ? t->expires : row->opening.expires, t->expires);
}

/* Why it ended and seats left it, what may be taken back, what is offered. */
static void compare_marks(struct replay *r)
{
	char consent[CONSENT_TEXT_MAX];

	if (!marks_agree(r->row.marks, table_marks(&r->table)))
		differs(r, "what is marked", (int64_t)r->row.marks,
			(int64_t)table_marks(&r->table));
	consent_write(&r->table.consent, consent, sizeof(consent));
	if (strcmp(consent, r->row.consent) != 0)
		audit_tell(r->a, "game %s: what is offered is \"%s\" in its snapshot, \"%s\" by its"
				 " facts",
			   r->row.key, r->row.consent, consent);
}

static void compare_snapshot(struct replay *r)
{
	const struct table *t = &r->table;
	const struct game_row *row = &r->row;
	char position[sizeof(row->position)];
	int64_t asked = 0;

	differs(r, "the state", row->state, t->state);
	if (t->state == TABLE_FROZEN)
		differs(r, "the state before the frost", row->thaws_to, t->state_before_frost);
	compare_marks(r);
	differs(r, "the question's ply", (int64_t)row->asked, (int64_t)t->asked);
	differs(r, "the number of decisions", (int64_t)row->decisions, (int64_t)t->decisions);
	for (unsigned i = 0; i < row->seats; i++)
		asked |= (int64_t)table_asks(t, i) << i;
	differs(r, "who is asked", row->waiting, asked);
	differs(r, "the pot", row->pot, t->stakes.pot);
	compare_clock(r);
	differs(r, "the time of its start", row->started, r->started);
	differs(r, "the time of its end", row->ended, r->ended);
	differs(r, "the time of its last change", row->changed, r->changed);
	for (unsigned i = 0; i < row->seats; i++)
		compare_seat(r, i);
	table_write_position(t, position, sizeof(position));
	if (strcmp(position, row->position) != 0)
		audit_tell(r->a, "game %s ply %" PRIu64
				 ": the position in its snapshot is \"%s\", by its facts \"%s\"",
			   row->key, row->ply, row->position, position);
	if (strcmp(r->outcome, row->outcome) != 0)
		audit_tell(r->a, "game %s: the outcome in its snapshot is \"%s\", by its facts \"%s\"",
			   row->key, row->outcome, r->outcome);
}

/* What can be said of any game, also of one whose rules are not loaded. */
static void compare_sums(struct replay *r)
{
	const struct game_row *row = &r->row;
	bool done = row->state == TABLE_OVER || row->state == TABLE_ABORTED;

	if (r->ply != row->ply)
		audit_tell(r->a, "game %s: its snapshot is of ply %" PRIu64
				 ", its last fact of ply %" PRIu64,
			   row->key, row->ply, r->ply);
	for (unsigned i = 0; i < row->seats; i++) {
		if (row->seat[i].account != 0 && row->seat[i].purse != r->purse[i])
			audit_tell(r->a, "game %s: the purse of seat %u has %" PRId64
					 ", the ledger gives %" PRId64,
				   row->key, i, row->seat[i].purse, r->purse[i]);
		if (done && (row->seat[i].purse != 0 || r->purse[i] != 0))
			audit_tell(r->a, "game %s: it is over, and chips lie in the purse of seat %u",
				   row->key, i);
	}
	if (row->pot != r->pot)
		audit_tell(r->a, "game %s: the pot has %" PRId64 ", the ledger gives %" PRId64,
			   row->key, row->pot, r->pot);
	if (done && (row->pot != 0 || r->pot != 0))
		audit_tell(r->a, "game %s: it is over, and chips lie in the pot", row->key);
}

/* ---- one game, and all of them ------------------------------------------------------------------ */

/* Lays the table by the game's terms.  Without a plugin that can, the game is skipped. */
static void lay_table(struct replay *r)
{
	const struct game_row *row = &r->row;
	const struct tablas_plugin *plugin = registry_find(r->a->games, row->ruleset);

	r->plugin = NULL;
	if (plugin == NULL || row->rules < plugin->rules_since || row->rules > plugin->rules) {
		r->a->report.games_skipped++;
		return;
	}
	if (row->seats < plugin->seats_min || row->seats > plugin->seats_max || row->unit < 0 ||
	    row->unit > STAKES_UNIT_MAX || row->buy_in < 0 || row->credit < 0 ||
	    row->insolvent >= INSOLVENT_COUNT || row->fee < 0 || row->fee > STAKES_FEE_MAX ||
	    store_lay(row, plugin, &r->table) != 0) {
		audit_tell(r->a, "game %s: it cannot be played by the terms it has", row->key);
		return;
	}
	r->plugin = plugin;
	table_remember(&r->table, &r->past);
}

static int audit_game(struct replay *r, int64_t id)
{
	struct auditor *a = r->a;
	int found = store_game_by_id(a->view, id, &r->row);

	if (found != STORE_FOUND)
		return STORE_TROUBLE;
	r->astray = r->stopped = r->counts_stakes = false;
	r->started = r->ended = r->changed = r->pot = 0;
	r->ply = 0;
	r->outcome[0] = '\0';
	memset(r->purse, 0, sizeof(r->purse));
	memset(r->who, 0, sizeof(r->who));
	if (r->row.seats > TABLAS_SEATS_MAX) {
		audit_tell(a, "game %s: it has %u seats", r->row.key, r->row.seats);
		return STORE_DONE;
	}
	if (audit_dice_begin(a, &r->row, &r->dice) != STORE_DONE)
		return STORE_TROUBLE;
	lay_table(r);
	r->lines = statement(a->view, DO_AUDIT_GAME_LINES);
	put(r->lines, 1, id);
	r->lines_found = ask(a->view, r->lines);
	found = store_facts(a->view, id, 0, INT64_MAX, replay_fact, r);
	if (found == STORE_TROUBLE || read_rest(r) != STORE_DONE)
		return STORE_TROUBLE;
	drop(r->lines);
	if (found == STORE_NONE)
		audit_tell(a, "game %s: it has no facts", r->row.key);
	else {
		compare_sums(r);
		audit_dice_end(a, &r->row, &r->dice);
		if (audit_rated(a, &r->row, r->stopped || r->plugin == NULL ? NULL : &r->table) !=
		    STORE_DONE)
			return STORE_TROUBLE;
		if (r->plugin != NULL && !r->stopped) {
			compare_snapshot(r);
			if (audit_match(a, &r->row, &r->table) != STORE_DONE)
				return STORE_TROUBLE;
		}
	}
	audit_count(a, &a->report.games);
	return STORE_DONE;
}

/* Facts that belong to no game: those between one game and the next. */
static int look_for_strays(struct auditor *a, int64_t after, int64_t before)
{
	for (;;) {
		sqlite3_stmt *st = statement(a->view, DO_AUDIT_FACTS_NEXT);
		put(st, 1, after);
		int found = ask(a->view, st);
		if (found != STORE_FOUND)
			return found == STORE_NONE ? STORE_DONE : STORE_TROUBLE;
		after = get(st, 0);
		drop(st);
		if (after >= before)
			return STORE_DONE;
		audit_tell(a, "there are facts of game number %" PRId64 ", and no such game",
			   after);
	}
}

/* What the writer counts, and what there is, at one moment. */
static int compare_counts(struct auditor *a)
{
	sqlite3_stmt *st = statement(a->view, DO_AUDIT_COUNTS);
	int64_t counted[STATES] = {0};
	int found;

	while ((found = ask(a->view, st)) == STORE_FOUND)
		counted[(uint64_t)get(st, 0) % STATES] += get(st, 1);
	if (found == STORE_TROUBLE)
		return found;
	st = statement(a->view, DO_COUNTS);
	while ((found = ask(a->view, st)) == STORE_FOUND) {
		int64_t state = get(st, 0), games = get(st, 1);
		if (state < 0 || state >= STATES || counted[state] != games)
			audit_tell(a, "%" PRId64 " games are said to be of state %" PRId64
				      ", and are not",
				   games, state);
		if (state >= 0 && state < STATES)
			counted[state] = 0;
	}
	for (int state = 0; state < STATES; state++)
		if (counted[state] != 0)
			audit_tell(a, "%" PRId64 " games are of state %d, and are not counted",
				   counted[state], state);
	return found == STORE_NONE ? STORE_DONE : STORE_TROUBLE;
}

/* A seat has its account's name beside it, for readers. */
static int compare_names(struct auditor *a)
{
	sqlite3_stmt *st = statement(a->view, DO_AUDIT_SEAT_NAMES);
	char key[STORE_KEY_SIZE];
	int found;

	while ((found = ask(a->view, st)) == STORE_FOUND) {
		get_text(st, 0, key, sizeof(key));
		audit_tell(a, "game %s: seat %" PRId64 " has another name than account %" PRId64,
			   key, get(st, 1), get(st, 2));
	}
	return found == STORE_NONE ? STORE_DONE : STORE_TROUBLE;
}

/* Reads on until the end (NONE), or until it is time for another look (FOUND). */
static int read_games(struct replay *r, sqlite3_stmt *st, int64_t *before)
{
	int found, done;

	while ((found = ask(r->a->view, st)) == STORE_FOUND) {
		int64_t id = get(st, 0);
		done = look_for_strays(r->a, *before, id);
		if (done == STORE_DONE)
			done = audit_game(r, id);
		if (done != STORE_DONE)
			return done;
		*before = id;
		if (audit_is_long(r->a))
			return STORE_FOUND;
	}
	return found;
}

int audit_games(struct auditor *a)
{
	struct replay *r = calloc(1, sizeof(*r));
	int64_t before = 0;
	int found;

	if (r == NULL)
		return trouble_because(a->view->store, "audit", "no memory");
	r->a = a;
	found = audit_faces_begin(a);
	while (found == STORE_FOUND) {
		sqlite3_stmt *st = statement(a->view, DO_AUDIT_GAMES);
		put(st, 1, before);
		found = read_games(r, st, &before);
		drop(st);
		if (r->lines != NULL)
			drop(r->lines);
		if (found == STORE_FOUND && audit_look_again(a) != STORE_DONE)
			found = STORE_TROUBLE;
	}
	free(r);
	found = audit_faces_end(a, found == STORE_TROUBLE ? STORE_TROUBLE : STORE_DONE);
	if (found != STORE_DONE || look_for_strays(a, before, INT64_MAX) != STORE_DONE)
		return STORE_TROUBLE;
	if (compare_counts(a) != STORE_DONE || compare_names(a) != STORE_DONE)
		return STORE_TROUBLE;
	return audit_orders(a);
}
