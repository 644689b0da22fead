/*
 * resignation.c - what resigning costs, before it is final.
 *
 * For each value that a ruleset lets one resign at; or, with validate_only, for the
 * one that was about to be sent.  Nothing is done.
 */
#include "api/turns.h"
#include "game/resignation.h"

#include <stdlib.h>

static void write_payments(struct out *o, const struct resignation *price)
{
	out_key(o, "pays");
	out_array(o);
	for (size_t i = 0; i < price->pays_n; i++) {
		const struct transfer *t = &price->pays[i];

		out_object(o);
		if (t->to == TABLAS_POT)
			out_kstring(o, "to", "pot");
		else
			out_kint(o, "to", t->to);
		out_kint(o, "chips", t->amount);
		out_kint(o, "multiplier", t->stakes);
		out_kstring(o, "reason", t->reason);
		out_object_end(o);
	}
	out_array_end(o);
}

static void write_price(struct out *o, const struct table *t, int32_t value,
			const struct resignation *price)
{
	bool may = price->refusal == ACCEPTED;

	out_object(o);
	out_kint(o, "value", value);
	if (may)
		out_kbool(o, "allowed", true);
	else
		out_kstring(o, "allowed",
			    price->sentence ? price->sentence : refusal_title(price->refusal));
	out_kbool(o, "answered", price->answered);
	out_kbool(o, "ends", price->over);
	if (price->over)
		out_kint(o, "rank", price->rank);
	else
		out_knull(o, "rank");
	out_key(o, "points");
	out_array(o);
	for (unsigned i = 0; price->over && i < t->seats; i++)
		out_int(o, price->points[i]);
	out_array_end(o);
	out_kint(o, "chips", price->chips);
	write_payments(o, price);
	out_object_end(o);
}

static void begin(struct out *o, const struct found *found, unsigned seat)
{
	out_init(o);
	out_object(o);
	out_kint(o, "ply", (int64_t)found->row.ply);
	out_kint(o, "seat", seat);
	out_kint(o, "purse", found->row.seat[seat].purse);
	out_key(o, "values");
	out_array(o);
}

static struct reply end(struct out *o)
{
	out_array_end(o);
	out_object_end(o);
	return reply_json(200, o);
}

struct reply resignation_try(struct request *r, const struct command *resign)
{
	struct resignation_room *room;
	struct resignation price;
	struct decision decision;
	struct found found;
	struct reply reply;
	enum refusal no;
	struct out out;

	if (!games_find(r, &found, &reply) || !games_playable(r, &found, &reply))
		return reply;
	no = table_decide(&found.table, resign, &decision);
	if (no != ACCEPTED) {
		struct receipt receipt = {
			.row = &found.row, .table = &found.table, .decision = &decision};

		return games_refused(r, no, &receipt);
	}
	room = malloc(sizeof *room);
	if (!room)
		return reply_trouble(r);
	begin(&out, &found, resign->seat);
	resignation_price(&found.table, resign->seat, resign->value, room, &price);
	write_price(&out, &found.table, resign->value, &price);
	free(room);
	reply = end(&out);
	reply.undo = true;
	return reply;
}

struct reply resignation_show(struct request *r)
{
	struct resignation_room *room;
	struct found found;
	struct reply reply;
	struct out out;
	int64_t named;
	int seat;

	if (!games_find(r, &found, &reply) || !games_playable(r, &found, &reply))
		return reply;
	seat = games_seat_of(&found.row, r->account);
	if (seat < 0)
		return reply_problem(r, NOT_SEATED, "You have no seat at this table.");
	named = seat;
	if (!request_query_int(r, "seat", 0, (int64_t)found.row.seats - 1, &named, &reply))
		return reply;
	if (found.row.seat[named].account != r->account)
		return reply_problem(r, NOT_SEATED, "Seat %d is not yours.", (int)named);
	room = malloc(sizeof *room);
	if (!room)
		return reply_trouble(r);
	begin(&out, &found, (unsigned)named);
	for (int32_t value = 0; value < RESIGNATION_VALUES; value++) {
		struct resignation price;

		resignation_price(&found.table, (unsigned)named, value, room, &price);
		if (value == 0 || price.refusal == ACCEPTED)
			write_price(&out, &found.table, value, &price);
	}
	free(room);
	return end(&out);
}
