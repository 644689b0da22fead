/*
 * orders.c - standing orders: reading them, keeping them, showing them.
 *
 * They are their seat's alone.  Nothing but these three routes tells of them, and
 * these tell whoever sits there; a decision that an order has made looks to
 * everybody else like any other.
 *
 * To give an order plays nothing: it answers questions that are put later.  Who
 * wants the present one answered by it says so.
 */
#include "api/games_inside.h"
#include "api/turns.h"

#include "game/orders.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define POINTER_MAX 48

/* ---- what an order may say ------------------------------------------------------------- */

/* ONCE: a second one would find out again what the first has found out. */
enum { M_ACCEPT = 1, M_BOUNDS = 2, M_PLACES = 4, M_PLAY = 8, M_ONCE = 16 };

static const uint8_t members_of[ORDER_KINDS_N] = {
	[ORDER_FORCED] = M_ONCE,
	[ORDER_PASS] = M_ONCE,
	[ORDER_ROLL] = M_ONCE,
	[ORDER_DOUBLE] = M_ACCEPT | M_BOUNDS,
	[ORDER_ANSWER] = M_ACCEPT | M_BOUNDS,
	[ORDER_ENTER] = M_PLACES | M_ONCE,
	[ORDER_PLAY] = M_PLAY,
};

/* One order as it is read: where it stands, and whose it is. */
struct reading_order {
	struct request *r;
	const json_t *json;
	const struct table *table;
	unsigned seat;
	size_t at;
	struct order *to;
	uint32_t *kinds; /* bits of those read so far */
};

static bool wrong(const struct reading_order *x, const char *member, enum refusal why,
		  const char *sentence, struct reply *reply)
{
	char pointer[POINTER_MAX];

	snprintf(pointer, sizeof pointer, "/orders/%zu%s%s", x->at, member ? "/" : "",
		 member ? member : "");
	*reply = games_problem_at(x->r, why, pointer, "%s", sentence);
	return false;
}

/* Absent and null are the same. */
static const json_t *member(const struct reading_order *x, const char *key)
{
	const json_t *value = json_object_get(x->json, key);

	return json_is_null(value) ? NULL : value;
}

static bool read_bool(const struct reading_order *x, const char *key, bool needed, bool *out,
		      struct reply *reply)
{
	const json_t *value = member(x, key);

	if (!value && !needed)
		return true;
	if (!json_is_boolean(value))
		return wrong(x, key, value ? INVALID_VALUE : MISSING_MEMBER,
			     "It is true or false.", reply);
	*out = json_is_true(value);
	return true;
}

static bool read_bound(const struct reading_order *x, const char *key, int32_t *out,
		       struct reply *reply)
{
	const json_t *value = member(x, key);

	if (!value)
		return true;
	if (!json_is_integer(value) || json_integer_value(value) < 1 ||
	    json_integer_value(value) > INT32_MAX)
		return wrong(x, key, INVALID_VALUE, "It is a whole number from 1.", reply);
	*out = (int32_t)json_integer_value(value);
	return true;
}

/* Adds a word to a line of them; false when it does not fit, or is none. */
static bool add_word(char *to, size_t cap, const char *word)
{
	size_t n = strlen(to);

	if (!word || !*word || n + 1 + strlen(word) >= cap)
		return false;
	for (const char *p = word; *p; p++)
		if (*p < ' ' || *p > '~')
			return false;
	sprintf(to + n, "%s%s", n ? " " : "", word);
	return true;
}

/* A decision: a list of moves, or one string of them. */
static bool read_words(const struct reading_order *x, const char *key, bool needed, char *to,
		       struct reply *reply)
{
	const json_t *value = member(x, key);
	size_t n = json_is_array(value) ? json_array_size(value) : 1;

	if (!value && !needed)
		return true;
	if (!value)
		return wrong(x, key, MISSING_MEMBER, "What is to be played is missing.", reply);
	for (size_t i = 0; i < n; i++)
		if (!add_word(to, ORDER_WORDS_MAX,
			      json_string_value(json_is_array(value) ? json_array_get(value, i)
								     : value)))
			return wrong(x, key, INVALID_VALUE,
				     "It is a list of moves such as \"8/5\", or one string of "
				     "them, of at most 255 characters.",
				     reply);
	return n > 0 || wrong(x, key, INVALID_VALUE, "There is no move in it.", reply);
}

static bool read_throw(const struct reading_order *x, struct reply *reply)
{
	const json_t *value = member(x, "throw");
	size_t n = json_array_size(value);

	if (!value)
		return true;
	for (size_t i = 0; i < n && i < TABLAS_DICE_MAX; i++) {
		const json_t *face = json_array_get(value, i);

		if (json_is_integer(face) && json_integer_value(face) > 0 &&
		    json_integer_value(face) <= UINT8_MAX)
			x->to->dice[x->to->dice_n++] = (uint8_t)json_integer_value(face);
	}
	return (n > 0 && x->to->dice_n == n) ||
	       wrong(x, "throw", INVALID_VALUE, "It is a list of faces, such as [6, 5].", reply);
}

static bool read_places(const struct reading_order *x, struct reply *reply)
{
	const json_t *value = member(x, "places");
	size_t n = json_array_size(value);

	for (size_t i = 0; i < n && i < ORDER_PLACES_MAX; i++) {
		const char *name = json_string_value(json_array_get(value, i));
		int16_t place =
			name ? order_place(x->table->plugin, x->seat, name) : (int16_t)-1;

		if (place < 0)
			return wrong(x, "places", INVALID_VALUE,
				     "They are names of places of this game.", reply);
		x->to->places[x->to->places_n++] = place;
	}
	return (n > 0 && n <= ORDER_PLACES_MAX) ||
	       wrong(x, "places", value ? INVALID_VALUE : MISSING_MEMBER,
		     "It is a list of 1 to 32 places, the best first.", reply);
}

static bool read_play(const struct reading_order *x, struct reply *reply)
{
	const json_t *on = member(x, "on"), *position = member(x, "position");

	if (on)
		x->to->on = (uint8_t)order_question_named(
			json_is_string(on) ? json_string_value(on) : "");
	if (x->to->on == QUESTIONS_N)
		return wrong(x, "on", INVALID_VALUE,
			     "It is \"move\", \"out_of_turn\", \"entry\", \"cube\" or \"offer\".",
			     reply);
	if (position && !add_word(x->to->position, sizeof x->to->position,
				  json_string_value(position)))
		return wrong(x, "position", INVALID_VALUE,
			     "It is a position in the ruleset's own notation.", reply);
	return read_throw(x, reply) && read_words(x, "moves", true, x->to->moves, reply) &&
	       read_words(x, "after", false, x->to->after, reply);
}

static bool read_kind(const struct reading_order *x, struct reply *reply)
{
	const json_t *kind = member(x, "kind");

	x->to->kind = (uint8_t)order_named(json_is_string(kind) ? json_string_value(kind) : "");
	x->to->keep = x->to->kind != ORDER_PLAY;
	if (members_of[x->to->kind] & M_ONCE && *x->kinds >> x->to->kind & 1)
		return wrong(x, "kind", INVALID_VALUE, "There is one such order already.", reply);
	*x->kinds |= 1u << x->to->kind;
	return x->to->kind != ORDER_NONE ||
	       wrong(x, "kind", kind ? INVALID_VALUE : MISSING_MEMBER,
		     "It is \"forced\", \"pass\", \"roll\", \"enter\", \"double\", \"answer\" or "
		     "\"play\".",
		     reply);
}

static bool check_members(const struct reading_order *x, uint8_t may, struct reply *reply)
{
	const char *known[12] = {"kind", "keep"};
	char pointer[POINTER_MAX];
	size_t n = 2;

	snprintf(pointer, sizeof pointer, "/orders/%zu", x->at);
	if (may & M_ACCEPT)
		known[n++] = "accept";
	if (may & M_BOUNDS)
		known[n++] = "at_least", known[n++] = "at_most";
	if (may & M_PLACES)
		known[n++] = "places";
	if (may & M_PLAY)
		known[n++] = "on", known[n++] = "throw", known[n++] = "moves",
		known[n++] = "after", known[n++] = "position";
	return request_members(x->r, x->json, pointer, known, reply);
}

static bool read_order(const struct reading_order *x, struct reply *reply)
{
	const char *part = NULL, *sentence = NULL;
	char text[GAMES_SENTENCE_MAX];
	enum refusal no;
	uint8_t may;

	memset(x->to, 0, sizeof *x->to);
	if (!json_is_object(x->json))
		return wrong(x, NULL, INVALID_VALUE, "An order is an object.", reply);
	if (!read_kind(x, reply))
		return false;
	may = members_of[x->to->kind];
	if (!check_members(x, may, reply) ||
	    !read_bool(x, "keep", false, &x->to->keep, reply) ||
	    (may & M_ACCEPT && !read_bool(x, "accept", true, &x->to->accept, reply)) ||
	    (may & M_BOUNDS && (!read_bound(x, "at_least", &x->to->at_least, reply) ||
				!read_bound(x, "at_most", &x->to->at_most, reply))) ||
	    (may & M_PLACES && !read_places(x, reply)) ||
	    (may & M_PLAY && !read_play(x, reply)))
		return false;
	no = order_flaw(x->table, x->seat, x->to, &part, &sentence);
	return no == ACCEPTED || wrong(x, part, no, games_sentence(sentence, text), reply);
}

/* ---- showing them ------------------------------------------------------------------------ */

static void write_places(struct out *out, const struct tablas_plugin *plugin,
			 const struct order *o)
{
	out_key(out, "places");
	out_array(out);
	for (size_t i = 0; i < o->places_n; i++)
		out_string(out, plugin->places[o->places[i]].name);
	out_array_end(out);
}

static void write_words(struct out *out, const char *key, const char *words)
{
	if (!*words)
		return;
	out_key(out, key);
	view_moves(out, words);
}

static void write_play(struct out *out, const struct order *o)
{
	out_kstring(out, "on", order_question_word((enum order_question)o->on));
	if (o->dice_n) {
		out_key(out, "throw");
		out_array(out);
		for (size_t i = 0; i < o->dice_n; i++)
			out_int(out, o->dice[i]);
		out_array_end(out);
	}
	write_words(out, "moves", o->moves);
	write_words(out, "after", o->after);
	if (o->position[0])
		out_kstring(out, "position", o->position);
}

static void write_terms(struct out *out, const struct tablas_plugin *plugin,
			const struct order *o)
{
	uint8_t may = members_of[o->kind];

	out_kstring(out, "kind", order_word((enum order_kind)o->kind));
	out_kbool(out, "keep", o->keep);
	if (may & M_ACCEPT)
		out_kbool(out, "accept", o->accept);
	if (o->at_least)
		out_kint(out, "at_least", o->at_least);
	if (o->at_most)
		out_kint(out, "at_most", o->at_most);
	if (may & M_PLACES)
		write_places(out, plugin, o);
	if (may & M_PLAY)
		write_play(out, o);
}

void orders_out(struct out *out, const struct tablas_plugin *plugin, const struct order_row *row)
{
	static const char *const states[] = {[ORDER_WAITS] = "waiting",
					     [ORDER_DONE] = "done",
					     [ORDER_FAILED] = "failed",
					     [ORDER_EXPIRED] = "expired"};
	struct order o;

	out_object(out);
	out_kint(out, "number", row->number);
	if (order_read(plugin, row->terms, &o) == 0)
		write_terms(out, plugin, &o);
	out_kstring(out, "state",
		    row->state >= ORDER_WAITS && row->state <= ORDER_EXPIRED ? states[row->state]
									     : NULL);
	out_ktime(out, "made", row->made);
	out_kint(out, "since", (int64_t)row->since);
	out_kint(out, "decided", row->times);
	if (row->ply)
		out_kint(out, "ply", (int64_t)row->ply);
	if (row->why[0])
		out_kstring(out, "problem", row->why);
	out_object_end(out);
}

struct showing {
	struct out *out;
	const struct tablas_plugin *plugin;
};

static void show_order(void *cls, const struct order_row *row)
{
	const struct showing *s = cls;

	orders_out(s->out, s->plugin, row);
}

/* ply: what the game has come to. */
static struct reply show(struct request *r, const struct found *found, unsigned seat,
			 uint64_t ply)
{
	struct out out;
	struct showing s = {&out, found->table.plugin};
	int got;

	out_init(&out);
	out_object(&out);
	out_kstring(&out, "id", found->row.key);
	out_kint(&out, "ply", (int64_t)ply);
	out_kint(&out, "seat", seat);
	out_key(&out, "orders");
	out_array(&out);
	got = store_orders(request_view(r), found->row.id, (int)seat, show_order, &s);
	out_array_end(&out);
	out_object_end(&out);
	if (got == STORE_TROUBLE) {
		out_free(&out);
		return reply_trouble(r);
	}
	return reply_json(200, &out);
}

/* ---- GET and DELETE /v1/games/{id}/orders ------------------------------------------------ */

/* One's own seat; who has several may name one of them. */
static bool own_seat(struct request *r, const struct game_row *row, int64_t named,
		     unsigned *seat, struct reply *reply)
{
	int own = games_seat_of(row, r->account);

	if (own < 0 || (named >= 0 && row->seat[named].account != r->account)) {
		*reply = reply_problem(r, NOT_SEATED,
				       own < 0 ? "You have no seat at this table."
					       : "That seat is not yours.");
		return false;
	}
	*seat = (unsigned)(named >= 0 ? named : own);
	return true;
}

static bool find_own(struct request *r, struct found *found, unsigned *seat,
		     struct reply *reply)
{
	int64_t named = -1;

	return games_find(r, found, reply) && games_playable(r, found, reply) &&
	       request_query_int(r, "seat", 0, (int64_t)found->row.seats - 1, &named, reply) &&
	       own_seat(r, &found->row, named, seat, reply);
}

struct reply orders_show(struct request *r)
{
	struct found found;
	struct reply reply;
	unsigned seat;

	return find_own(r, &found, &seat, &reply) ? show(r, &found, seat, found.row.ply) : reply;
}

struct reply orders_withdraw(struct request *r)
{
	struct found found;
	struct reply reply;
	unsigned seat;

	if (!find_own(r, &found, &seat, &reply))
		return reply;
	if (store_orders_drop(desk_store(r->desk), found.row.id, (int)seat) != STORE_DONE)
		return reply_trouble(r);
	return show(r, &found, seat, found.row.ply);
}

/* ---- PUT /v1/games/{id}/orders ------------------------------------------------------------ */

static bool keep_order(struct request *r, const struct found *found, const struct order *o,
		       struct order_row *row, struct reply *reply)
{
	if (order_write(found->table.plugin, o, row->terms, sizeof row->terms) >=
	    sizeof row->terms) {
		*reply = reply_problem(r, INVALID_VALUE, "Order %u is too long.", row->number);
		return false;
	}
	if (store_order_put(desk_store(r->desk), found->row.id, row) == STORE_DONE)
		return true;
	*reply = reply_trouble(r);
	return false;
}

/*
 * All or none: one that is refused undoes the savepoint.  The first question they
 * answer is the next that is put, or with `now` the present one.
 */
static bool keep_orders(struct request *r, const struct found *found, unsigned seat,
			const json_t *list, bool now, struct reply *reply)
{
	const struct table *t = &found->table;
	struct order_row row = {.seat = (uint8_t)seat,
				.state = ORDER_WAITS,
				.made = desk_now(r->desk),
				.since = now && t->asked ? t->asked - 1 : t->ply};
	uint32_t kinds = 0;
	struct order o;

	if (store_orders_drop(desk_store(r->desk), found->row.id, (int)seat) != STORE_DONE) {
		*reply = reply_trouble(r);
		return false;
	}
	for (size_t i = 0; i < json_array_size(list); i++) {
		const struct reading_order x = {
			r, json_array_get(list, i), t, seat, i, &o, &kinds};

		row.number = (uint32_t)i + 1;
		if (!read_order(&x, reply) || !keep_order(r, found, &o, &row, reply))
			return false;
	}
	if (json_array_size(list) > 0)
		desk_ordered(r->desk, found->row.id);
	return true;
}

/* Whether the game is one in which this seat still decides, and has not moved on. */
static bool may_order(struct request *r, const struct found *found, unsigned seat, uint64_t ply,
		      struct reply *reply)
{
	const struct command c = {.kind = COMMAND_OBEY,
				  .seat = (uint8_t)seat,
				  .ply = ply ? ply : UINT64_MAX};
	struct decision decision;
	const struct receipt receipt = {
		.row = &found->row, .table = &found->table, .decision = &decision};
	enum refusal no = table_decide(&found->table, &c, &decision);

	if (no == ACCEPTED && found->table.status[seat] != SEAT_PLAYING) {
		*reply = reply_problem(r, NOT_YOUR_DECISION,
				       "This seat has nothing to decide any more.");
		return false;
	}
	if (no != ACCEPTED)
		*reply = games_refused(r, no, &receipt);
	return no == ACCEPTED;
}

static const json_t *read_list(struct request *r, struct reply *reply)
{
	const json_t *list = json_object_get(r->json, "orders");

	if (json_is_array(list) && json_array_size(list) <= ORDERS_MAX)
		return list;
	*reply = games_problem_at(r, list ? INVALID_VALUE : MISSING_MEMBER, "/orders",
				  "\"orders\" is a list of at most %d orders.", ORDERS_MAX);
	return NULL;
}

struct reply orders_give(struct request *r)
{
	static const char *const members[] = {"orders", "ply", "now", "seat", NULL};
	const struct command obey = {.kind = COMMAND_OBEY, .seat = TABLAS_NOBODY};
	struct receipt receipt = {.row = NULL};
	int64_t named = -1;
	const json_t *list;
	struct found found;
	struct reply reply;
	bool now = false;
	enum refusal no;
	uint64_t ply;
	unsigned seat;

	if (!games_find(r, &found, &reply) || !games_playable(r, &found, &reply) ||
	    !request_members(r, r->json, "", members, &reply) ||
	    !(list = read_list(r, &reply)) || !request_bool(r, "now", false, &now, &reply) ||
	    !request_ply(r, &ply, &reply) ||
	    !request_int(r, "seat", false, 0, (int64_t)found.row.seats - 1, &named, &reply) ||
	    !own_seat(r, &found.row, named, &seat, &reply) ||
	    !may_order(r, &found, seat, ply, &reply) ||
	    !keep_orders(r, &found, seat, list, now, &reply))
		return reply;
	if (!now)
		return show(r, &found, seat, found.row.ply);
	no = desk_submit(r->desk, found.row.key, &obey, r->account, &receipt);
	if (no != ACCEPTED || receipt.trouble)
		return games_refused(r, no, &receipt);
	return show(r, &found, seat, receipt.row->ply);
}
