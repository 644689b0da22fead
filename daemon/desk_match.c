/*
 * desk_match.c - from one game of a match to the next.
 *
 * The next game is begun in the savepoint of the command that ended the last:
 * seats are taken by those who had them, each purse is brought from the one
 * game to the other, and play begins.  So no match ever stands between games,
 * not even in a book that was left in the middle.
 */
#include "daemon/desk_inside.h"

#include "game/match.h"

#include <string.h>

/* The row of the next game, from that of the one before it. */
static void fill_next(struct desk *d, const struct game_row *before)
{
	struct game_row *row = &d->row;
	const struct table *t = &d->next;

	memset(row, 0, sizeof(*row));
	strcpy(row->ruleset, before->ruleset);
	row->rules = t->plugin->rules;
	options_write(t->plugin, t->options, row->options, sizeof(row->options));
	row->seats = before->seats;
	row->creator = before->creator;
	row->visibility = before->visibility;
	row->auto_forced = before->auto_forced;
	row->rated = before->rated;
	row->late = before->late;
	row->unit = before->unit;
	row->buy_in = before->buy_in;
	row->insolvent = before->insolvent;
	row->credit = before->credit;
	row->fee = before->fee;
	row->top_ups = before->top_ups;
	row->created = row->changed = d->now;
	strcpy(row->clock, before->clock);
	row->state = TABLE_OPEN;
	row->ply = 1;
	strcpy(row->match, before->match);
	row->match_game = t->match_game;
	row->match_length = t->setup.match_length;
	memcpy(row->match_score, t->setup.match_score, sizeof(row->match_score));
	memcpy(row->match_result, t->setup.match_score, sizeof(row->match_result));
}

/* The owners come with their seats, before any chips do: the ledger looks for them. */
static void keep_seats(struct desk *d, const struct game_row *before)
{
	for (unsigned i = 0; i < before->seats; i++) {
		d->row.seat[i].account = before->seat[i].account;
		strcpy(d->row.seat[i].name, before->seat[i].name);
	}
}

static enum step seat_everybody(struct desk *d)
{
	enum step step = STEP_DONE;

	for (unsigned i = 0; i < d->row.seats && step == STEP_DONE; i++) {
		const struct command sit = {
			.kind = COMMAND_SIT, .seat = (uint8_t)i, .text = d->row.seat[i].name};

		if (table_decide(&d->table, &sit, &d->decision) != ACCEPTED)
			return STEP_FREEZE;
		step = desk_inside_take(d, &d->decision.facts[0]);
	}
	return step;
}

/* Lays and begins the game that follows the one at hand; then it is the one at hand. */
static enum step begin_next(struct desk *d)
{
	struct game_row before = d->row;
	enum step step;

	match_next(&d->table, &d->next);
	fill_next(d, &before);
	keep_seats(d, &before);
	if (desk_inside_look_back(d, &before) != STORE_FOUND ||
	    desk_inside_add_game(d, &before) != STORE_DONE ||
	    store_game_follow(d->parts.store, before.id, d->row.key) != STORE_DONE)
		return STEP_TROUBLE;
	if (before.id == d->over_row.id)
		strcpy(d->over_row.next, d->row.key);
	table_copy(&d->table, &d->next);
	d->seats_changed = 0;
	desk_inside_news(d, d->row.id);
	blackbox_note(d->parts.blackbox, d->row.id);
	table_created(&d->table, &d->fact);
	step = desk_inside_take(d, &d->fact);
	if (step == STEP_DONE)
		step = seat_everybody(d);
	if (step == STEP_DONE)
		step = desk_inside_carry(d);
	return step == STEP_DONE ? desk_inside_keep_house(d) : step;
}

enum step desk_inside_go_on(struct desk *d)
{
	enum step step = STEP_DONE;

	if (!match_goes_on(&d->table))
		return STEP_DONE;
	d->over_row = d->row;
	table_copy(&d->over_table, &d->table);
	desk_inside_news(d, d->row.id);
	while (step == STEP_DONE && match_goes_on(&d->table))
		step = begin_next(d);
	d->row = d->over_row;
	table_copy(&d->table, &d->over_table);
	blackbox_note(d->parts.blackbox, d->row.id);
	/* The chips were there a moment ago: if not, it is not for want of them. */
	if (step == STEP_NO_CHIPS) {
		d->freeze_why = "the chips of its match are not in the book";
		return STEP_FREEZE;
	}
	return step;
}
