/*
 * games_stake.c - the stake of a new game, and adding chips to a purse.
 *
 * Whoever sits down must know before what he may lose and how: so everything
 * that chips are played by is a term of the game, stands in its document from
 * the first and never changes.
 */
#include "api/games_inside.h"

#include <stdlib.h>
#include <string.h>

/* ---- the stake of a new game ------------------------------------------------------------ */

/* A member of the stake, as the request_*() functions read those of the body. */
static bool read_chips(struct request *r, const json_t *stake, const char *key,
		       const char *pointer, int64_t min, int64_t max, int64_t *out,
		       struct reply *reply)
{
	const json_t *value = json_object_get(stake, key);

	if (!value || json_is_null(value))
		return true;
	if (json_is_integer(value) && json_integer_value(value) >= min &&
	    json_integer_value(value) <= max) {
		*out = json_integer_value(value);
		return true;
	}
	*reply = games_problem_at(r, INVALID_VALUE, pointer,
				  "\"%s\" is a whole number from %lld to %lld.", key,
				  (long long)min, (long long)max);
	return false;
}

static bool read_insolvent(struct request *r, const json_t *stake, struct desk_game *game,
			   struct reply *reply)
{
	const json_t *value = json_object_get(stake, "insolvent");
	int64_t most = desk_house(r->desk)->credit;

	if (value && !json_is_null(value) &&
	    (!json_is_string(value) ||
	     insolvent_read(json_string_value(value), &game->insolvent) != 0)) {
		*reply = games_problem_at(r, INVALID_VALUE, "/stake/insolvent",
					  "\"insolvent\" is \"pay_what_you_have\", \"debt\" or "
					  "\"eliminate\".");
		return false;
	}
	if (game->insolvent != INSOLVENT_DEBT) {
		value = json_object_get(stake, "credit");
		if (!value || json_is_null(value))
			return true;
		*reply = games_problem_at(r, OPTIONS_CONFLICT, "/stake/credit",
					  "\"credit\" is given where \"insolvent\" is \"debt\".");
		return false;
	}
	if (most == 0) {
		*reply = games_problem_at(r, CREDIT_EXHAUSTED, "/stake/insolvent",
					  "This house gives no credit.");
		return false;
	}
	return read_chips(r, stake, "credit", "/stake/credit", 1, most, &game->credit, reply);
}

static bool read_top_ups(struct request *r, const json_t *stake, struct desk_game *game,
			 struct reply *reply)
{
	const json_t *value = json_object_get(stake, "top_ups");

	if (value && !json_is_null(value) && !json_is_boolean(value)) {
		*reply = games_problem_at(r, INVALID_VALUE, "/stake/top_ups",
					  "\"top_ups\" is true or false.");
		return false;
	}
	game->top_ups = json_is_true(value);
	return true;
}

bool games_read_stake(struct request *r, struct desk_game *game, struct reply *reply)
{
	static const char *const members[] = {"unit",	"buy_in",  "insolvent",
					      "credit", "top_ups", NULL};
	const json_t *stake = json_object_get(r->json, "stake");

	if (!stake || json_is_null(stake))
		return true;
	if (!json_is_object(stake)) {
		*reply = games_problem_at(r, INVALID_VALUE, "/stake",
					  "\"stake\" is {\"unit\": …, \"buy_in\": …}.");
		return false;
	}
	game->unit = 1;
	if (!request_members(r, stake, "/stake", members, reply) ||
	    !read_chips(r, stake, "unit", "/stake/unit", 1, STAKES_UNIT_MAX, &game->unit,
			reply) ||
	    !read_chips(r, stake, "buy_in", "/stake/buy_in", 1, CHIPS_MAX, &game->buy_in,
			reply) ||
	    !read_insolvent(r, stake, game, reply) || !read_top_ups(r, stake, game, reply))
		return false;
	if (game->buy_in == 0) {
		*reply = games_problem_at(r, MISSING_MEMBER, "/stake/buy_in",
					  "\"buy_in\" is missing: the chips each seat brings.");
		return false;
	}
	return true;
}

/* What the game itself would have otherwise where chips are at stake, and nobody has said. */
void games_staked_options(struct request *r, struct desk_game *game)
{
	const json_t *options = json_object_get(r->json, "options");
	const struct tablas_plugin *plugin = game->plugin;
	int32_t values[OPTIONS_MAX];

	if (!game->unit || game->match_length || !plugin->for_chips ||
	    options_read(plugin, plugin->for_chips, values) != ACCEPTED)
		return;
	for (size_t i = 0; i < options_count(plugin); i++)
		if (!json_object_get(options, plugin->options[i].key))
			game->options[i] = values[i];
}

/* The desk has refused it; here is told what it would have taken. */
struct reply games_buy_in_too_small(struct request *r, const struct desk_game *game)
{
	const struct tablas_plugin *plugin = game->plugin;
	struct table *t = malloc(sizeof *t);
	int64_t stakes = 1; /* of a match too, all of it */
	struct out out;

	if (!t)
		return reply_trouble(r);
	table_init(t, plugin, game->seats, game->options, 0, 0);
	plugin->init(&t->setup, t->position);
	for (unsigned seat = 0; plugin->exposure && !game->match_length && seat < game->seats;
	     seat++) {
		int32_t may_pay = plugin->exposure(t->position, seat);

		if (may_pay != INT32_MAX && may_pay > stakes)
			stakes = may_pay;
	}
	free(t);
	reply_problem_begin(r, &out, BUY_IN_TOO_SMALL,
			    "A seat may lose %lld stakes of %lld chips each: the buy-in is at "
			    "least %lld.",
			    (long long)stakes, (long long)game->unit,
			    (long long)(stakes * game->unit));
	out_kstring(&out, "pointer", "/stake/buy_in");
	out_kint(&out, "needed", stakes * game->unit);
	return reply_problem_end(r, &out, BUY_IN_TOO_SMALL);
}

struct reply games_credit_exhausted(struct request *r, const struct receipt *receipt)
{
	long long most = desk_house(r->desk)->credit;

	if (!receipt->row || receipt->row->credit > most)
		return reply_problem(r, CREDIT_EXHAUSTED,
				     "An account may owe %lld chips in all.", most);
	return reply_problem(r, CREDIT_EXHAUSTED,
			     "At this table one may come to owe %lld chips, and of the %lld that an "
			     "account may owe in all too many are bound at other tables.",
			     (long long)receipt->row->credit, most);
}

/* ---- POST /v1/games/{id}/top-ups ----------------------------------------------------------- */

static struct reply refused(struct request *r, enum refusal no, const struct command *c,
			    const struct receipt *receipt)
{
	if (receipt->trouble || no != INVALID_VALUE)
		return no == INSUFFICIENT_CHIPS && !receipt->trouble
			       ? games_chips_lacking(r, c->chips)
			       : games_refused(r, no, receipt);
	return games_problem_at(r, INVALID_VALUE, "/amount",
				"At once at most the buy-in is added: %lld chips.",
				(long long)receipt->row->buy_in);
}

struct reply top_ups_create(struct request *r)
{
	static const char *const members[] = {"amount", "ply", NULL};
	struct receipt receipt = {.row = NULL};
	struct command c = {.kind = COMMAND_TOP_UP};
	struct game_row row;
	struct reply reply;
	int64_t ply = 0;
	enum refusal no;
	int seat;

	if (!games_row(r, &row, &reply) || !request_members(r, r->json, "", members, &reply) ||
	    !request_int(r, "amount", true, 1, CHIPS_MAX, &c.chips, &reply) ||
	    !request_int(r, "ply", false, 0, INT64_MAX, &ply, &reply))
		return reply;
	seat = games_seat_of(&row, r->account);
	if (seat < 0)
		return reply_problem(r, NOT_SEATED, "You have no seat at this table.");
	c.seat = (uint8_t)seat;
	c.ply = (uint64_t)ply;
	no = desk_submit(r->desk, row.key, &c, r->account, &receipt);
	if (no != ACCEPTED || receipt.trouble)
		return refused(r, no, &c, &receipt);
	return games_answer(r, 201, receipt.row, receipt.table);
}
