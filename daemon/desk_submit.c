/*
 * desk_submit.c - one command: load, decide, append.
 *
 * The game's row becomes a table, the table decides which facts the command
 * makes true, each fact is applied and written with what follows from it, then
 * the house does what it must (throws, plays what is forced, ends, settles)
 * until somebody is asked again, and the row is written once.  No rule is known
 * here and no SQL; this file only carries.
 *
 * The room a command needs is part of the desk, so that none is allocated or
 * cleared for each.
 */
#include "daemon/desk_inside.h"

#include "game/match.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* No game goes on so long without asking anybody: one that does never will. */
#define FACTS_MOST 10000

/* ---- from a row to a table and back ------------------------------------------------ */

/* The plugin that can go on with this game, or NULL. */
static const struct tablas_plugin *plugin_of(const struct desk *d, const struct game_row *row)
{
	const struct tablas_plugin *p = registry_find(d->parts.games, row->ruleset);

	return p && row->rules >= p->rules_since && row->rules <= p->rules ? p : NULL;
}

static int read_row(const struct tablas_plugin *plugin, const struct game_row *row,
		    struct table *t)
{
	if (store_lay(row, plugin, t) != 0)
		return -1;
	table_offer(t, row->opening.expires, row->opening.draws);
	if (t->pace.timed && row->spent[0] &&
	    pace_spent_read(row->spent, row->seats, &t->time) != 0)
		return -1;
	if (row->match_length)
		table_of_match(t, row->match_length, row->match_game, row->match_score);
	t->state = row->state;
	t->state_before_frost = row->thaws_to;
	t->ply = row->ply;
	t->asked = row->asked;
	t->decisions = row->decisions;
	t->throws = row->throws;
	t->stakes.pot = row->pot;
	for (unsigned i = 0; i < row->seats; i++) {
		t->status[i] = row->seat[i].status;
		t->stakes.purse[i] = row->seat[i].purse;
		if (t->status[i] != SEAT_EMPTY)
			t->stakes.brought[i] = row->buy_in + row->seat[i].topped;
	}
	table_mark(t, row->marks);
	if (row->consent[0] && consent_read(row->consent, &t->consent) != 0)
		return -1;
	return table_restore(t, row->position);
}

int desk_table(struct desk *d, const struct game_row *row, struct table *t)
{
	const struct tablas_plugin *plugin = plugin_of(d, row);
	int r;

	if (!plugin || (row->id == d->crashed && row->state == TABLE_FROZEN))
		return -1;
	blackbox_note(d->parts.blackbox, row->id);
	r = read_row(plugin, row, t);
	blackbox_done(d->parts.blackbox);
	return r;
}

static void write_clock(struct game_row *row, const struct table *t)
{
	if (t->pace.timed)
		pace_spent_write(&t->time, t->seats, row->spent, sizeof(row->spent));
	if (t->pace.timed || t->expires)
		row->deadline = table_due(t);
}

/* All of the row that facts change; whoever is asked is in `wait`. */
static void fill_row(struct game_row *row, const struct table *t, const struct tablas_wait *wait)
{
	row->state = t->state;
	row->thaws_to = t->state_before_frost;
	row->marks = table_marks(t);
	row->consent[0] = '\0';
	if (marks_has_consent(row->marks))
		consent_write(&t->consent, row->consent, sizeof(row->consent));
	row->ply = t->ply;
	row->asked = t->asked;
	row->decisions = t->decisions;
	row->throws = t->throws;
	row->waiting =
		t->state == TABLE_ACTIVE && wait->kind == TABLAS_WAIT_MOVE ? wait->seats : 0;
	write_clock(row, t);
	row->pot = t->stakes.pot;
	match_score(t, row->match_result);
	for (unsigned i = 0; i < row->seats; i++) {
		row->seat[i].status = t->status[i];
		row->seat[i].purse = t->stakes.purse[i];
		row->seat[i].topped =
			t->status[i] == SEAT_EMPTY ? 0 : t->stakes.brought[i] - row->buy_in;
	}
	table_write_position(t, row->position, sizeof(row->position));
}

static void write_row(struct desk *d, const struct tablas_wait *wait)
{
	for (unsigned i = 0; i < d->row.seats; i++)
		if (d->row.seat[i].status != d->table.status[i])
			d->seats_changed |= 1u << i;
	fill_row(&d->row, &d->table, wait);
}

void desk_row_of(struct game_row *row, const struct table *t)
{
	struct tablas_wait wait;

	memset(&wait, 0, sizeof(wait));
	if (t->state == TABLE_ACTIVE)
		t->plugin->wait(t->position, &wait);
	fill_row(row, t, &wait);
}

/* ---- facts ---------------------------------------------------------------------------- */

/* What a fact changes in the row that the table does not know. */
static void note_in_row(struct desk *d, const struct fact *f)
{
	struct game_row *row = &d->row;

	switch (f->kind) {
	case FACT_UNSEATED:
		d->seats_changed |= 1u << f->seat;
		row->seat[f->seat].account = 0;
		row->seat[f->seat].name[0] = '\0';
		break;
	case FACT_TOPPED_UP:
		d->seats_changed |= 1u << f->seat;
		break;
	case FACT_STARTED:
		row->started = f->at;
		break;
	case FACT_FINISHED:
		d->finished = true;
		row->ended = f->at;
		snprintf(row->outcome, sizeof(row->outcome), "%.*s",
			 (int)sizeof(row->outcome) - 1, f->text);
		break;
	case FACT_EXPIRED:
	case FACT_ABORTED:
		row->ended = f->at;
		break;
	case FACT_TURNED_DOWN:
		d->seats_changed |= 1u << f->seat;
		row->seat[f->seat].invited = 0;
		row->seat[f->seat].locked = true;
		break;
	}
}

/* A purse at this game, its pot, or where the house keeps its fees. */
static struct book_side side_of(const struct game_row *row, uint8_t seat)
{
	if (seat == TABLAS_NOBODY)
		return (struct book_side){.account = ACCOUNT_FEES};
	return (struct book_side){.account = seat == TABLAS_POT ? ACCOUNT_POTS
								: row->seat[seat].account,
				  .game = row->id};
}

static struct book_line line_of(const struct game_row *row, const struct transfer *t)
{
	struct book_line line = {.kind = t->kind,
				 .from = side_of(row, t->from),
				 .to = side_of(row, t->to),
				 .amount = t->amount,
				 .reason = t->reason,
				 .stakes = t->stakes};

	/* A debt that was allowed is paid whatever the wallet has: it owes the rest. */
	if (t->kind == TRANSFER_DEBT)
		line.credit = INT64_MAX;
	else if (t->from != TABLAS_POT && (transfer_is_stake((enum transfer_kind)t->kind) ||
					  t->kind == TRANSFER_CORRECTION))
		line.credit = row->credit;
	if (transfer_from_wallet((enum transfer_kind)t->kind))
		line.from.game = 0;
	else if (transfer_to_wallet((enum transfer_kind)t->kind))
		line.to.game = 0;
	return line;
}

/* The transfers of one fact are one transaction. */
static enum step book_transfers(struct desk *d, const struct fact *f)
{
	size_t n = d->happened.transfers_n;

	if (n == 0)
		return STEP_DONE;
	for (size_t i = 0; i < n; i++)
		d->lines[i] = line_of(&d->row, &d->happened.transfers[i]);
	switch (store_book(d->parts.store, f->at, d->row.id, f->ply, d->lines, n, NULL)) {
	case STORE_DONE:
		return STEP_DONE;
	case STORE_NONE:
		if (f->kind == FACT_SEATED || f->kind == FACT_TOPPED_UP)
			return STEP_NO_CHIPS;
		d->freeze_why = "the chips it moves are not in the book";
		return STEP_FREEZE;
	default:
		return STEP_TROUBLE;
	}
}

/* Everybody to the seat that was drawn: written at once, while all purses are alike. */
static enum step move_owners(struct desk *d, const struct fact *f)
{
	struct seat_row before[TABLAS_SEATS_MAX];
	uint8_t from[TABLAS_SEATS_MAX];
	struct game_row *row = &d->row;

	memcpy(before, row->seat, sizeof(before));
	if (!table_drawn(f, row->seats, from))
		return STEP_FREEZE;
	for (unsigned i = 0; i < row->seats; i++) {
		row->seat[i].account = before[from[i]].account;
		memcpy(row->seat[i].name, before[from[i]].name, sizeof(row->seat[i].name));
	}
	d->seats_changed |= (1u << row->seats) - 1;
	return store_game_update(d->parts.store, row, d->seats_changed) == STORE_DONE
		       ? STEP_DONE
		       : STEP_TROUBLE;
}

/* The ledger looks for the purse by its owner, so the owner is written first. */
static enum step write_owner(struct desk *d, const struct fact *f)
{
	if (f->kind == FACT_DRAWN)
		return move_owners(d, f);
	if (f->kind != FACT_SEATED)
		return STEP_DONE;
	d->seats_changed |= 1u << f->seat;
	if (d->happened.transfers_n == 0)
		return STEP_DONE;
	d->row.seat[f->seat].status = SEAT_PLAYING;
	return store_game_update(d->parts.store, &d->row, 1u << f->seat) == STORE_DONE
		       ? STEP_DONE
		       : STEP_TROUBLE;
}

enum step desk_inside_take(struct desk *d, struct fact *f)
{
	enum step step;
	size_t n;

	if (++d->facts > FACTS_MOST) {
		d->freeze_why = "the game goes on without asking anybody";
		return STEP_FREEZE;
	}
	if (!f->at) /* what happens of itself is of its own instant */
		f->at = d->now;
	d->row.changed = f->at;
	d->freeze_why = "the game contradicts its own rules";
	desk_inside_foresee(d, f);
	if (table_apply(&d->table, f, &d->happened) != 0)
		return STEP_FREEZE;
	n = facts_write_events(d->table.plugin, d->happened.events, d->happened.events_n,
			       d->events, sizeof(d->events));
	if (n >= sizeof(d->events))
		return STEP_FREEZE;
	if (store_fact_add(d->parts.store, d->row.id, f, d->events) != STORE_DONE)
		return STEP_TROUBLE;
	step = write_owner(d, f);
	if (step == STEP_DONE)
		step = desk_inside_heed(d, f);
	if (step == STEP_DONE)
		step = book_transfers(d, f);
	if (step == STEP_DONE && d->readers.n > 0)
		step = desk_inside_tell_fact(d, f);
	if (step == STEP_DONE)
		step = desk_inside_heed_orders(d, f);
	if (step == STEP_DONE) {
		note_in_row(d, f);
		if (d->hear)
			d->hear(d->hear_cls, f, d->events);
	}
	return step;
}

static enum step throw_dice(struct desk *d, const struct tablas_wait *wait)
{
	enum step step = desk_inside_throw(d, wait, &d->fact);

	return step == STEP_DONE ? desk_inside_take(d, &d->fact) : step;
}

enum step desk_inside_keep_house(struct desk *d)
{
	struct tablas_wait wait;
	enum step step = STEP_DONE;
	uint64_t question = d->row.asked;
	bool more = true;

	while (step == STEP_DONE && more) {
		switch (table_next(&d->table, &wait, &d->fact)) {
		case HOUSE_WAITS:
			step = desk_inside_obey(d, &wait, &more);
			break;
		case HOUSE_ROLLS:
			step = throw_dice(d, &wait);
			break;
		case HOUSE_DRAWS:
			step = desk_inside_draw(d);
			break;
		case HOUSE_FACT:
			step = desk_inside_take(d, &d->fact);
			break;
		}
	}
	if (step == STEP_DONE)
		step = desk_inside_tell_away(d, d->tell_until);
	if (step != STEP_DONE)
		return step;
	write_row(d, &wait);
	if (store_game_update(d->parts.store, &d->row, d->seats_changed) != STORE_DONE)
		return STEP_TROUBLE;
	if (d->finished && (step = desk_inside_score(d)) != STEP_DONE)
		return step;
	return d->readers.n > 0 && d->row.asked != question ? desk_inside_tell_question(d)
							    : STEP_DONE;
}

/* ---- one command --------------------------------------------------------------------------
 */

/* The game is frozen when the savepoint is left; what is told now is the row as it was. */
static enum refusal frozen(struct desk *d, const char *why, struct receipt *out)
{
	d->spoiled = true;
	d->freeze = d->row.id;
	d->freeze_why = why;
	out->table = NULL;
	return desk_inside_refuse(d, GAME_FROZEN);
}

static int read_game(struct desk *d, const char *key)
{
	char copy[STORE_KEY_SIZE]; /* the key may lie in the very row that is read into */

	if (d->row_read && strcmp(key, d->row.key) == 0)
		return STORE_FOUND;
	d->row_read = false;
	if (strlen(key) >= sizeof(copy))
		return STORE_NONE;
	strcpy(copy, key);
	return store_game_by_key(store_pen(d->parts.store), copy, &d->row);
}

int desk_row(struct desk *d, const char *key, const struct game_row **row)
{
	int found;

	assert(d->inside);
	found = read_game(d, key);
	d->row_read = found == STORE_FOUND;
	*row = d->row_read ? &d->row : NULL;
	return found;
}

void desk_listen(struct desk *d, desk_hear *hear, void *cls)
{
	assert(d->inside);
	d->hear = hear;
	d->hear_cls = cls;
}

static int load(struct desk *d, const char *key, struct receipt *out)
{
	int found = read_game(d, key);

	d->row_read = false;
	if (found == STORE_FOUND) {
		out->row = &d->row;
		out->ply_before = d->row.ply;
	}
	return found;
}

/*
 * Whoever sits where one may owe binds so much of his credit until that game is
 * over: at however many tables he sits, he owes no more than the house allows.
 */
static enum refusal bind_credit(struct desk *d, const struct account_row *who,
				struct receipt *out)
{
	int64_t bound;

	if (d->row.insolvent != INSOLVENT_DEBT)
		return ACCEPTED;
	if (store_credit_bound(d->parts.store, who->id, &bound) != STORE_FOUND)
		return desk_inside_trouble(d, out);
	return bound > d->house.credit - d->row.credit ? CREDIT_EXHAUSTED : ACCEPTED;
}

/* Who sits down, and whether it may and can. */
static enum refusal take_seat(struct desk *d, unsigned seat, const struct account_row *who,
			      struct receipt *out)
{
	struct game_row *row = &d->row;
	enum refusal refusal;
	bool seated = false;

	for (unsigned i = 0; i < row->seats; i++)
		seated |= row->seat[i].account == who->id;
	if (seated && (row->buy_in > 0 || row->rated))
		return ALREADY_SEATED;
	if (who->wallet < row->buy_in)
		return INSUFFICIENT_CHIPS;
	refusal = bind_credit(d, who, out);
	if (refusal != ACCEPTED)
		return refusal;
	row->seat[seat].account = who->id;
	strcpy(row->seat[seat].name, who->name);
	return ACCEPTED;
}

static enum refusal decide(struct desk *d, const struct command *asked, int64_t account,
			   struct receipt *out)
{
	struct command c = *asked;
	struct account_row who;
	enum refusal refusal;

	d->decision.n = 0;
	if (c.kind == COMMAND_AWAY) /* the table has been told by now, if there was anything */
		return d->facts ? ACCEPTED : desk_inside_refuse(d, STALE_PLY);
	if (c.kind == COMMAND_SIT) {
		if (store_account_by_id(store_pen(d->parts.store), account, &who) !=
		    STORE_FOUND)
			return desk_inside_trouble(d, out);
		c.text = who.name;
	}
	refusal = table_decide(&d->table, &c, &d->decision);
	if (refusal == STALE_PLY && c.kind == COMMAND_LAPSE && d->facts) /* it is another now */
		return ACCEPTED;
	if (refusal == ACCEPTED && c.kind == COMMAND_SIT)
		refusal = take_seat(d, c.seat, &who, out);
	if (refusal == ACCEPTED || out->trouble)
		return refusal;
	out->decision = &d->decision;
	return desk_inside_refuse(d, refusal);
}

/*
 * A command that comes when time is up comes after that: whoever is late has
 * lost the question, and the others act on what has become of it.
 */
static enum refusal overtake_until(struct desk *d, const struct command *c, int64_t until,
				   struct receipt *out)
{
	const struct command lapse = {.kind = COMMAND_LAPSE, .seat = TABLAS_NOBODY, .at = until};
	enum step step = STEP_DONE;

	while (step == STEP_DONE && table_decide(&d->table, &lapse, &d->decision) == ACCEPTED) {
		struct fact lapsed = d->decision.facts[0];

		if (lapsed.kind == FACT_EXPIRED)
			return desk_inside_refuse(d, TABLE_CLOSED);
		if (lapsed.kind == FACT_LAPSED && lapsed.seat == c->seat && d->table.pace.on_timeout != CLAIM)
			return desk_inside_refuse(d, CLOCK_EXPIRED);
		step = desk_inside_take(d, &lapsed);
		if (step == STEP_DONE)
			step = desk_inside_keep_house(d);
	}
	if (step == STEP_DONE)
		return ACCEPTED;
	return step == STEP_TROUBLE ? desk_inside_trouble(d, out) : frozen(d, d->freeze_why, out);
}

/*
 * What was planned meanwhile comes in its place: a deadline after it is another.
 * Of several it is told in the order in which they were planned, since a table
 * does not go back behind what it was told last.
 */
static enum refusal tell_in_order(struct desk *d, const struct command *c, struct receipt *out)
{
	enum refusal refusal = ACCEPTED;
	enum step step = STEP_DONE;
	int64_t since;

	while (step == STEP_DONE) {
		if (desk_inside_untold_since(d, &since) != STEP_DONE)
			return desk_inside_trouble(d, out);
		if (since > d->now)
			return ACCEPTED;
		d->tell_until = since - 1;
		refusal = overtake_until(d, c, since, out);
		d->tell_until = INT64_MAX;
		if (refusal != ACCEPTED)
			return refusal;
		step = desk_inside_tell_away(d, since);
	}
	return step == STEP_FREEZE ? frozen(d, d->freeze_why, out) : desk_inside_trouble(d, out);
}

static enum refusal overtake(struct desk *d, const struct command *c, struct receipt *out)
{
	enum refusal refusal = tell_in_order(d, c, out);

	if (refusal != ACCEPTED || c->kind == COMMAND_LAPSE)
		return refusal;
	return overtake_until(d, c, d->now, out);
}

static enum refusal submit(struct desk *d, const struct tablas_plugin *plugin,
			   const struct command *c, int64_t account, struct receipt *out)
{
	enum step step = STEP_DONE;
	enum refusal refusal;

	if (read_row(plugin, &d->row, &d->table) != 0) {
		if (d->row.state == TABLE_FROZEN)
			return desk_inside_refuse(d, GAME_FROZEN);
		return frozen(d, "the game does not read its own position", out);
	}
	out->table = &d->table;
	refusal = overtake(d, c, out);
	if (refusal != ACCEPTED)
		return refusal;
	refusal = decide(d, c, account, out);
	if (refusal != ACCEPTED)
		return refusal;
	if (c->kind == COMMAND_AGREE && c->consent == CONSENT_TAKEBACK)
		step = desk_inside_remember(d);
	for (size_t i = 0; i < d->decision.n && step == STEP_DONE; i++)
		step = desk_inside_take(d, &d->decision.facts[i]);
	if (step == STEP_DONE)
		step = desk_inside_keep_house(d);
	d->hear = NULL;
	if (step == STEP_DONE)
		step = desk_inside_go_on(d);
	switch (step) {
	case STEP_DONE:
		d->fresh.commands++;
		d->fresh.facts += d->facts;
		desk_inside_news(d, d->row.id);
		return ACCEPTED;
	case STEP_NO_CHIPS:
		d->spoiled = true;
		return desk_inside_refuse(d, INSUFFICIENT_CHIPS);
	case STEP_FREEZE:
		return frozen(d, d->freeze_why, out);
	case STEP_TROUBLE:
		break;
	}
	return desk_inside_trouble(d, out);
}

enum refusal desk_submit(struct desk *d, const char *key, const struct command *c,
			 int64_t account, struct receipt *out)
{
	const struct tablas_plugin *plugin;
	int found;

	assert(d->inside);
	memset(out, 0, sizeof(*out));
	found = load(d, key, out);
	if (found == STORE_TROUBLE)
		return desk_inside_trouble(d, out);
	if (found == STORE_NONE)
		return desk_inside_refuse(d, NOT_FOUND);
	plugin = plugin_of(d, &d->row);
	if (!plugin)
		return desk_inside_refuse(d, NO_SUCH_RULESET);
	d->now = desk_now(d);
	d->facts = 0;
	d->finished = false;
	d->seats_changed = 0;
	d->tell_until = INT64_MAX;
	desk_inside_begin_orders(d);
	/* Until the savepoint is left: the caller will ask the plugin to show what happened. */
	blackbox_note(d->parts.blackbox, d->row.id);
	return submit(d, plugin, c, account, out);
}
