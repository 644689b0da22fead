/*
 * desk_orders.c - standing orders carried out, in the transaction that put the
 * question.
 *
 * What an order says is pure (game/orders.h); here is kept which have been used,
 * have failed or have had their time.  The desk remembers which games have any, so
 * that the turns of others do not even ask the book.  It may remember one too many:
 * then the book is asked, and has none.
 *
 * Two seats with orders for everything would never let go of the loop.  So many
 * decisions are made in one transaction; the game is noted in the book as not
 * done with, and goes on in the next turn, or when the book is opened again.
 */
#include "daemon/desk_inside.h"

#include "daemon/log.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define OBEYED_MOST 32

/* ---- games that have any -------------------------------------------------------------- */

void desk_ordered(struct desk *d, int64_t game)
{
	ids_add(&d->ordered, game);
}

static bool is_ordered(const struct desk *d)
{
	return ids_have(&d->ordered, d->row.id);
}

void desk_inside_open_orders(struct desk *d)
{
	int64_t game = 0;

	while (store_ordered_next(store_pen(d->parts.store), game, &game) == STORE_FOUND)
		desk_ordered(d, game);
	d->obeying = true;
}

void desk_inside_close_orders(struct desk *d)
{
	ids_fini(&d->ordered);
	free(d->orders.v);
}

/* ---- those of the game at hand ---------------------------------------------------------- */

static void take_order(void *cls, const struct order_row *row)
{
	struct orders *o = cls;

	if (o->n == o->cap) {
		o->cap = o->cap ? 2 * o->cap : 16;
		o->v = realloc(o->v, o->cap * sizeof(*o->v));
		if (!o->v)
			abort();
	}
	o->v[o->n++] = *row;
}

void desk_inside_begin_orders(struct desk *d)
{
	d->orders.game = 0;
	d->orders.obeyed = 0;
}

/* All of the game's, once for each command. */
static enum step load_orders(struct desk *d)
{
	struct orders *o = &d->orders;

	if (o->game == d->row.id)
		return STEP_DONE;
	o->n = 0;
	if (store_orders(store_pen(d->parts.store), d->row.id, -1, take_order, o) ==
	    STORE_TROUBLE)
		return STEP_TROUBLE;
	o->game = d->row.id;
	return STEP_DONE;
}

static enum step put_order(struct desk *d, const struct order_row *row)
{
	return store_order_put(d->parts.store, d->row.id, row) == STORE_DONE ? STEP_DONE
									      : STEP_TROUBLE;
}

static enum step end_order(struct desk *d, struct order_row *row, enum order_state state,
			   const char *why)
{
	row->state = (uint8_t)state;
	row->ply = d->table.ply;
	row->why[0] = '\0';
	strncat(row->why, why, sizeof(row->why) - 1);
	return put_order(d, row);
}

/* False for one that is over, or that the book has in words nobody knows. */
static bool read_waiting(const struct desk *d, const struct order_row *row, struct order *o)
{
	return row->state == ORDER_WAITS &&
	       order_read(d->table.plugin, row->terms, o) == 0;
}

/* ---- what a fact does to them ------------------------------------------------------------ */

static bool is_decision(const struct fact *f)
{
	return f->kind == FACT_DECIDED || f->kind == FACT_FORCED || f->kind == FACT_PLAYED;
}

void desk_inside_foresee(struct desk *d, const struct fact *f)
{
	d->orders.heeds = d->table.state == TABLE_ACTIVE && is_ordered(d);
	if (!d->orders.heeds || !is_decision(f))
		return;
	d->orders.asked = d->table.asked;
	memcpy(d->orders.before, d->table.position, d->table.plugin->position_size);
}

/* What another seat has decided is what this order waited for, or is not. */
static enum step see_other(struct desk *d, struct order_row *row, const struct order *o,
			   unsigned seat)
{
	const char *after = o->after;
	bool holds = *after && phrase_leads_to(d->table.plugin, d->orders.before, seat, &after, 1,
					       d->table.position);

	if (holds == row->holds)
		return STEP_DONE;
	row->holds = holds;
	return put_order(d, row);
}

/* The seat has decided what the order was for, in another way. */
static enum step see_own(struct desk *d, struct order_row *row, const struct order *o)
{
	struct tablas_wait asked;

	d->table.plugin->wait(d->orders.before, &asked);
	if (o->kind != ORDER_PLAY || o->keep || order_question_of(&asked) != o->on ||
	    d->orders.asked <= row->since)
		return STEP_DONE;
	return end_order(d, row, ORDER_EXPIRED, "");
}

static enum step see_decision(struct desk *d, const struct fact *f)
{
	enum step step = load_orders(d);
	struct order o;

	for (size_t i = 0; i < d->orders.n && step == STEP_DONE; i++) {
		struct order_row *row = &d->orders.v[i];

		if (!read_waiting(d, row, &o))
			continue;
		step = row->seat == f->seat ? see_own(d, row, &o)
					    : see_other(d, row, &o, f->seat);
	}
	return step;
}

/*
 * A decision was not: the question is put anew, to be answered in another way.
 * What was ordered before it was agreed to is for later questions.
 */
static enum step see_taken_back(struct desk *d)
{
	enum step step = load_orders(d);

	for (size_t i = 0; i < d->orders.n && step == STEP_DONE; i++) {
		struct order_row *row = &d->orders.v[i];

		if (row->state != ORDER_WAITS)
			continue;
		row->since = d->table.ply;
		row->holds = false;
		step = put_order(d, row);
	}
	return step;
}

static enum step drop_orders(struct desk *d, int seat)
{
	d->orders.game = 0;
	return store_orders_drop(d->parts.store, d->row.id, seat) == STORE_DONE ? STEP_DONE
										 : STEP_TROUBLE;
}

enum step desk_inside_heed_orders(struct desk *d, const struct fact *f)
{
	if (!d->orders.heeds)
		return STEP_DONE;
	if (f->kind == FACT_FINISHED || f->kind == FACT_ABORTED)
		return drop_orders(d, -1);
	/* Where nobody need accept it, whoever resigns has left by that. */
	if (f->kind == FACT_LEFT ||
	    (f->kind == FACT_RESIGNED && d->table.status[f->seat] == SEAT_LEFT))
		return drop_orders(d, f->seat);
	if (f->kind == FACT_TAKEN_BACK)
		return see_taken_back(d);
	return is_decision(f) ? see_decision(d, f) : STEP_DONE;
}

/* ---- obeying ------------------------------------------------------------------------------ */

/* The order has decided; what it decided is in d->ordering. */
static enum step carry_out(struct desk *d, struct order_row *row, const struct order *o)
{
	row->times++;
	row->ply = d->table.ply + 1;
	if (!o->keep)
		row->state = ORDER_DONE;
	if (put_order(d, row) != STEP_DONE)
		return STEP_TROUBLE;
	d->orders.obeyed++;
	return desk_inside_take(d, &d->ordering.facts[0]);
}

/* Which is news to its owner, and to nobody else. */
static enum step fail_order(struct desk *d, struct order_row *row, const char *why)
{
	struct news_row news = {.account = d->row.seat[row->seat].account,
				.at = d->now,
				.kind = NEWS_ORDER_FAILED,
				.seat = row->seat,
				.game = d->row.id,
				.ply = d->table.ply,
				.value = row->number};

	strncat(news.text, why, sizeof(news.text) - 1);
	if (end_order(d, row, ORDER_FAILED, why) != STEP_DONE || desk_tell(d, &news) != 0)
		return STEP_TROUBLE;
	return STEP_DONE;
}

/* The first of the seat's orders that has something to say. */
static enum step ask_orders(struct desk *d, unsigned seat, bool *decided)
{
	enum step step = STEP_DONE;
	enum refusal why;
	struct order o;

	for (size_t i = 0; i < d->orders.n && step == STEP_DONE; i++) {
		struct order_row *row = &d->orders.v[i];

		if (row->seat != seat || d->table.asked <= row->since ||
		    !read_waiting(d, row, &o))
			continue;
		switch (order_says(&d->table, seat, &o, row->holds, &d->ordering, &why)) {
		case ORDER_SILENT:
			break;
		case ORDER_FAILS:
			step = fail_order(d, row, refusal_slug(why));
			break;
		case ORDER_DECIDES:
			*decided = true;
			return carry_out(d, row, &o);
		}
	}
	return step;
}

enum step desk_inside_obey(struct desk *d, const struct tablas_wait *wait, bool *decided)
{
	enum step step;

	*decided = false;
	if (d->table.state != TABLE_ACTIVE || !is_ordered(d) || table_paused_until(&d->table))
		return STEP_DONE;
	if (d->orders.obeyed >= OBEYED_MOST) {
		d->obeying = true;
		return store_obeying_set(d->parts.store, d->row.id, true) == STORE_DONE
			       ? STEP_DONE
			       : STEP_TROUBLE;
	}
	step = load_orders(d);
	for (unsigned i = 0; i < d->table.seats && step == STEP_DONE && !*decided; i++)
		if (wait->seats >> i & 1)
			step = ask_orders(d, i, decided);
	return step;
}

/* ---- going on ------------------------------------------------------------------------------ */

bool desk_obeys(const struct desk *d)
{
	return d->obeying;
}

static int forget(struct desk *d, int64_t game)
{
	if (desk_enter(d) != 0)
		return -1;
	return desk_leave(d, store_obeying_set(d->parts.store, game, false) == STORE_DONE);
}

/* 0, or -1 on trouble.  If it is still not done with, it is noted again. */
static int go_on(struct desk *d, const struct due_row *game)
{
	const struct command c = {.kind = COMMAND_OBEY, .seat = TABLAS_NOBODY};
	struct receipt receipt = {.trouble = true};
	enum refusal refusal = UNAVAILABLE;

	if (desk_enter(d) != 0)
		return -1;
	if (store_obeying_set(d->parts.store, game->id, false) == STORE_DONE)
		refusal = desk_submit(d, game->key, &c, 0, &receipt);
	if (desk_leave(d, refusal == ACCEPTED) != 0 || receipt.trouble)
		return -1;
	if (refusal == ACCEPTED)
		return 0;
	log_event(LOG_WARNING_LEVEL, "orders-passed-over", "game", game->key, "why",
		  refusal_slug(refusal), NULL);
	return forget(d, game->id);
}

int desk_obey(struct desk *d, size_t most)
{
	struct due_row game = {.id = 0};
	int found = STORE_FOUND;

	assert(!d->inside);
	for (size_t i = 0; d->obeying && i < most; i++) {
		found = store_obeying_next(d->parts.store, game.id, &game);
		if (found != STORE_FOUND)
			break;
		if (go_on(d, &game) != 0)
			return -1;
	}
	if (found == STORE_NONE && game.id == 0)
		d->obeying = false;
	return found == STORE_TROUBLE ? -1 : 0;
}
