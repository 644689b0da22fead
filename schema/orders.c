/*
 * orders.c - the standing orders of seats.
 *
 * They are read by the pen when a game that has any is played, and by the glasses
 * for their own seat alone.
 */
#include "schema/private.h"

static void read_order(sqlite3_stmt *st, struct order_row *row)
{
	row->seat = (uint8_t)get(st, 0);
	row->number = (uint32_t)get(st, 1);
	get_text(st, 2, row->terms, sizeof(row->terms));
	row->made = get(st, 3);
	row->since = (uint64_t)get(st, 4);
	row->state = (uint8_t)get(st, 5);
	row->holds = get(st, 6) != 0;
	row->times = (uint32_t)get(st, 7);
	row->ply = (uint64_t)get(st, 8);
	get_text(st, 9, row->why, sizeof(row->why));
}

int store_orders(struct store_view *view, int64_t game, int seat,
		 void (*each)(void *cls, const struct order_row *), void *cls)
{
	sqlite3_stmt *st = statement(view, DO_ORDERS);
	struct order_row row;
	bool any = false;
	int found;

	put(st, 1, game);
	put(st, 2, seat < 0 ? 0 : seat);
	put(st, 3, seat < 0 ? TABLAS_SEATS_MAX : seat);
	while ((found = ask(view, st)) == STORE_FOUND) {
		read_order(st, &row);
		each(cls, &row);
		any = true;
	}
	return found == STORE_NONE && any ? STORE_FOUND : found;
}

int store_order_put(struct store *s, int64_t game, const struct order_row *row)
{
	sqlite3_stmt *st = statement(&s->pen, DO_ORDER_PUT);

	put(st, 1, game);
	put(st, 2, row->seat);
	put(st, 3, row->number);
	put_text(st, 4, row->terms);
	put(st, 5, row->made);
	put(st, 6, (int64_t)row->since);
	put(st, 7, row->state);
	put(st, 8, row->holds);
	put(st, 9, row->times);
	put_some(st, 10, (int64_t)row->ply);
	put_text(st, 11, row->why[0] ? row->why : NULL);
	return tell(&s->pen, st);
}

int store_orders_drop(struct store *s, int64_t game, int seat)
{
	sqlite3_stmt *st = statement(&s->pen, DO_ORDERS_DROP);

	put(st, 1, game);
	put(st, 2, seat < 0 ? 0 : seat);
	put(st, 3, seat < 0 ? TABLAS_SEATS_MAX : seat);
	return tell(&s->pen, st);
}

int store_ordered_next(struct store_view *view, int64_t after, int64_t *game)
{
	sqlite3_stmt *st = statement(view, DO_ORDERED_NEXT);

	put(st, 1, after);
	return ask_one(view, st, game);
}

int store_obeying_set(struct store *s, int64_t game, bool obeying)
{
	sqlite3_stmt *st = statement(&s->pen, obeying ? DO_OBEYING_ADD : DO_OBEYING_DROP);

	put(st, 1, game);
	return tell(&s->pen, st);
}

int store_obeying_next(struct store *s, int64_t after, struct due_row *out)
{
	sqlite3_stmt *st = statement(&s->pen, DO_OBEYING_NEXT);
	int found;

	put(st, 1, after);
	found = ask(&s->pen, st);
	if (found == STORE_FOUND) {
		out->id = get(st, 0);
		get_text(st, 1, out->key, sizeof(out->key));
		drop(st);
	}
	return found;
}
