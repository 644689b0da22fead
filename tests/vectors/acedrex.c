/*
 * acedrex.c - the Four-Seasons Chess of the vectors, asked through the vtable.
 *
 * Nothing here knows a rule.  A position in which the seat to move is mated or
 * has to pass cannot be written down, since the plugin judges a turn when it
 * begins; so the seat before is made to move into it, by a move looked for among
 * all the ways its pieces might have come.
 */
#include "tests/vectors/acedrex.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- shared ---------------------------------------------------------------------- */

enum vector_result acedrex_failed(struct acedrex_asked *a, const char *what, json_t *expected,
				  json_t *came)
{
	return vector_failed(a->why, a->cap, what, expected, came);
}

enum vector_result acedrex_wrong(struct acedrex_asked *a, const char *what, const char *text)
{
	snprintf(a->why, a->cap, "%s: %s", what, text);
	return VECTOR_FAILED;
}

enum vector_result acedrex_unread(struct acedrex_asked *a)
{
	a->unread = 1;
	return acedrex_wrong(a, "position", "not read");
}

/*
 * What a stake is worth and what becomes of a seat without chips is the table's
 * matter (game/stakes.h), and there are no dice.
 */
enum vector_result acedrex_ask(struct acedrex_asked *a, json_t *options, char *why, size_t cap)
{
	json_t *unit = json_object_get(options, "unit");

	*a = (struct acedrex_asked){.why = why, .cap = cap, .unit = 1};
	a->setup.seats = ACEDREX_SIDES;
	a->setup.options = a->options;
	a->said = json_copy(options);
	if (!a->said)
		a->said = json_object();
	if (unit)
		a->unit = json_integer_value(unit);
	json_object_del(a->said, "unit");
	if (vector_says(a->said, "insolvent", "pay_what_you_have"))
		json_object_del(a->said, "insolvent");
	if (vector_says(a->said, "dice", "off") ||
	    json_is_false(json_object_get(a->said, "dice")))
		json_object_del(a->said, "dice");
	if (a->unit < 1)
		return acedrex_wrong(a, "unit", "less than one");
	if (ACEDREX->position_size > ACEDREX_BYTES)
		return acedrex_wrong(a, "position_size", "more than there is room for");
	return vector_options(ACEDREX, a->said, a->options, why, cap);
}

/* Sets one option; tells whether there is such a one. */
int acedrex_option(struct acedrex_asked *a, const char *key, const char *value)
{
	json_object_set_new(a->said, key, json_string(value));
	return vector_options(ACEDREX, a->said, a->options, a->why, a->cap) == VECTOR_PASSED;
}

void acedrex_done(struct acedrex_asked *a)
{
	json_decref(a->said);
}

static int by_dump(const void *a, const void *b)
{
	char *x = json_dumps(*(json_t *const *)a, JSON_ENCODE_ANY),
	     *y = json_dumps(*(json_t *const *)b, JSON_ENCODE_ANY);
	int order = strcmp(x, y);

	free(x);
	free(y);
	return order;
}

static json_t *sorted(json_t *set)
{
	size_t n = json_array_size(set);
	json_t *list = json_array(), *members[1024];

	for (size_t i = 0; i < n && i < 1024; i++)
		members[i] = json_array_get(set, i);
	if (n > 1)
		qsort(members, n, sizeof *members, by_dump);
	for (size_t i = 0; i < n && i < 1024; i++)
		json_array_append(list, members[i]);
	return list;
}

/* Sets in order, and without what may be left out when it says nothing. */
static json_t *plain(json_t *answer)
{
	static const char *const sets[] = {"moved", "fresh_fers", "moves", "promotes"};
	json_t *copy = json_deep_copy(answer), *list;

	for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
		list = json_object_get(copy, sets[i]);
		if (list)
			json_object_set_new(copy, sets[i], sorted(list));
	}
	for (size_t i = 0; i < 2; i++)
		if (json_array_size(json_object_get(copy, sets[i])) == 0)
			json_object_del(copy, sets[i]);
	if (json_is_false(json_object_get(copy, "captured")))
		json_object_del(copy, "captured");
	return copy;
}

int acedrex_same(json_t *expected, json_t *came)
{
	json_t *e = plain(expected), *c = plain(came);
	int same = json_equal(e, c);

	json_decref(e);
	json_decref(c);
	return same;
}

int acedrex_play(struct acedrex_table *t, const char *text)
{
	tablas_move legal[ACEDREX_MOVES], m;
	struct tablas_wait now;
	size_t n;

	ACEDREX->wait(t->pos, &now);
	t->ev = (struct tablas_events){t->room, 0};
	if (now.kind != TABLAS_WAIT_MOVE || ACEDREX->move_read(t->pos, now.turn, text, &m))
		return 0;
	n = ACEDREX->legal(t->pos, now.turn, legal, ACEDREX_MOVES);
	for (size_t i = 0; i < n; i++)
		if (legal[i] == m) {
			ACEDREX->play(t->pos, now.turn, m, &t->ev);
			return 1;
		}
	return 0;
}

/* ---- turns that end when they begin ------------------------------------------------ */

/* The living colour before the one to move. */
static json_t *mover_before(json_t *position)
{
	json_t *living = json_object_get(position, "living");
	size_t n = json_array_size(living);

	for (size_t i = 0; i < n; i++)
		if (json_equal(json_array_get(living, i), json_object_get(position, "to_move")))
			return json_array_get(living, (i + n - 1) % n);
	return NULL;
}

/* The piece on `to` may have come from `from`: it does so on t.  True if it can. */
static int came_from(struct acedrex_asked *a, json_t *position, json_t *mover, const char *from,
		     const char *to, struct acedrex_table *t)
{
	json_t *before = json_deep_copy(position), *moved = json_object_get(before, "moved");
	json_t *men = json_object_get(before, json_string_value(mover));
	char move[8];
	int read;

	json_object_set(before, "to_move", mover);
	json_object_set(men, from, json_object_get(men, to));
	json_object_del(men, to);
	if (moved)
		json_array_append(moved, mover);
	read = acedrex_read(a, before, NULL, t->pos);
	json_decref(before);
	snprintf(move, sizeof move, "%s%s", from, to);
	return read && acedrex_play(t, move);
}

static int is_empty(json_t *position, const char *square)
{
	for (unsigned seat = 0; seat < ACEDREX_SIDES; seat++)
		if (json_object_get(json_object_get(position, acedrex_side[seat]), square))
			return 0;
	return 1;
}

static int reach(struct acedrex_asked *a, json_t *position, struct acedrex_table *t)
{
	json_t *mover = mover_before(position), *men, *piece;
	const char *to;

	men = json_object_get(position, json_string_value(mover));
	json_object_foreach(men, to, piece)
	{
		for (int i = 0; i < ACEDREX_TRAYS; i++) {
			const char *from = ACEDREX->places[i].name;

			if (is_empty(position, from) &&
			    came_from(a, position, mover, from, to, t))
				return 1;
		}
	}
	return 0;
}

/* Whether the seat to move is in check, where only bare_king hinders the reading. */
static int in_check_though_bare(struct acedrex_asked *a, json_t *position)
{
	struct acedrex_table t;
	json_t *status;
	int in_check = 0;

	if (!acedrex_option(a, "bare_king", "off"))
		return 0;
	if (acedrex_read(a, position, NULL, t.pos)) {
		status = acedrex_status(a, t.pos);
		in_check = json_is_true(json_object_get(status, "in_check"));
		json_decref(status);
	} else if (reach(a, position, &t)) {
		for (size_t i = 0; i < t.ev.n; i++)
			in_check |= t.ev.v[i].kind == TABLAS_EV_FINISHED && t.ev.v[i].note &&
				    !strcmp(t.ev.v[i].note, "checkmated");
	}
	acedrex_option(a, "bare_king", "on");
	return in_check;
}

/* What happened to the seat to move as soon as its turn began. */
static json_t *judged(struct acedrex_asked *a, json_t *position)
{
	unsigned seat = acedrex_seat(json_object_get(position, "to_move"));
	struct acedrex_table t;

	if (seat >= ACEDREX_SIDES || !reach(a, position, &t))
		return NULL;
	for (size_t i = 0; i < t.ev.n; i++) {
		const struct tablas_event *e = &t.ev.v[i];

		if (e->seat != seat)
			continue;
		if (e->kind == TABLAS_EV_TURN && e->note)
			return json_pack("{s:s, s:b}", "status", "stalemated", "in_check", 0);
		if (e->kind == TABLAS_EV_FINISHED && !strcmp(e->note, "bare king"))
			return json_pack("{s:s, s:b, s:s, s:b}", "status", "checkmated",
					 "in_check", in_check_though_bare(a, position), "mater",
					 acedrex_side[e->other], "bare", 1);
		if (e->kind == TABLAS_EV_FINISHED)
			return json_pack("{s:s, s:b, s:s}", "status", "checkmated", "in_check",
					 !strcmp(e->note, "checkmated"), "mater",
					 acedrex_side[e->other]);
	}
	return NULL;
}

static enum vector_result vector_result_of(struct acedrex_asked *a, json_t *request,
					   json_t *expect)
{
	json_t *position = json_object_get(request, "position"), *came;
	enum vector_result r = VECTOR_PASSED;
	struct acedrex_table t;

	came = acedrex_read(a, position, NULL, t.pos) ? acedrex_status(a, t.pos)
						      : judged(a, position);
	if (!came)
		return acedrex_unread(a);
	if (!json_equal(expect, came))
		r = acedrex_failed(a, "result", expect, came);
	json_decref(came);
	return r;
}

/* ---- moves ---------------------------------------------------------------------------- */

/* "red N" for what stands there. */
static json_t *taken(json_t *position, const char *square)
{
	for (unsigned seat = 0; seat < ACEDREX_SIDES; seat++) {
		const char *piece = json_string_value(
			json_object_get(json_object_get(position, acedrex_side[seat]), square));

		if (piece)
			return json_sprintf("%s %c", acedrex_side[seat], piece[0]);
	}
	return NULL;
}

static json_t *who_pays_for_check(const struct acedrex_table *t)
{
	json_t *payers = json_array(), *list;

	for (size_t i = 0; i < t->ev.n; i++)
		if (t->ev.v[i].kind == TABLAS_EV_STAKE && !strcmp(t->ev.v[i].note, "check"))
			json_array_append_new(payers,
					      json_string(acedrex_side[t->ev.v[i].seat]));
	list = sorted(payers);
	json_decref(payers);
	return list;
}

static void add_move(json_t *answer, json_t *position, const struct acedrex_table *before,
		     unsigned seat, tablas_move m)
{
	struct acedrex_table t = *before;
	char text[TABLAS_MOVE_TEXT_MAX];
	json_t *payers;

	t.ev = (struct tablas_events){t.room, 0};
	ACEDREX->move_write(t.pos, seat, m, text, sizeof text);
	ACEDREX->play(t.pos, seat, m, &t.ev);
	json_array_append_new(json_object_get(answer, "moves"), json_string(text));
	for (size_t i = 0; i < t.ev.n; i++) {
		const struct tablas_event *e = &t.ev.v[i];

		if (e->kind == TABLAS_EV_STRUCK)
			json_object_set_new(json_object_get(answer, "takes"), text,
					    taken(position, ACEDREX->places[e->to].name));
		if (e->kind == TABLAS_EV_MOVED && e->note)
			json_array_append_new(json_object_get(answer, "promotes"),
					      json_string(text));
	}
	payers = who_pays_for_check(&t);
	if (json_array_size(payers) > 0)
		json_object_set(json_object_get(answer, "checks"), text, payers);
	json_decref(payers);
}

static enum vector_result vector_moves(struct acedrex_asked *a, json_t *request, json_t *expect)
{
	json_t *position = json_object_get(request, "position");
	json_t *came =
		json_pack("{s:[], s:{}, s:[], s:{}}", "moves", "takes", "promotes", "checks");
	unsigned seat = acedrex_seat(json_object_get(position, "to_move"));
	enum vector_result r = VECTOR_PASSED;
	tablas_move legal[ACEDREX_MOVES];
	struct acedrex_table t;
	json_t *status;

	if (acedrex_read(a, position, NULL, t.pos)) {
		size_t n = ACEDREX->legal(t.pos, seat, legal, ACEDREX_MOVES);

		for (size_t i = 0; i < n && i < ACEDREX_MOVES; i++)
			add_move(came, position, &t, seat, legal[i]);
		status = acedrex_status(a, t.pos);
	} else {
		status = judged(a, position);
	}
	if (!status) {
		json_decref(came);
		return acedrex_unread(a);
	}
	json_object_set_new(came, "status", status);
	if (!acedrex_same(expect, came))
		r = acedrex_failed(a, "moves", expect, came);
	json_decref(came);
	return r;
}

static unsigned long count_nodes(const void *pos, unsigned depth)
{
	tablas_move legal[ACEDREX_MOVES];
	struct tablas_wait now;
	unsigned long nodes = 0;
	size_t n;

	ACEDREX->wait(pos, &now);
	if (depth == 0)
		return 1;
	if (now.kind != TABLAS_WAIT_MOVE)
		return 0;
	n = ACEDREX->legal(pos, now.turn, legal, ACEDREX_MOVES);
	if (depth == 1)
		return n;
	for (size_t i = 0; i < n; i++) {
		_Alignas(16) unsigned char next[ACEDREX_BYTES];

		memcpy(next, pos, ACEDREX->position_size);
		ACEDREX->play(next, now.turn, legal[i], NULL);
		nodes += count_nodes(next, depth - 1);
	}
	return nodes;
}

static enum vector_result vector_perft(struct acedrex_asked *a, json_t *request, json_t *expect)
{
	json_t *came, *expected = json_object_get(expect, "nodes");
	enum vector_result r = VECTOR_PASSED;
	struct acedrex_table t;

	if (!acedrex_read(a, json_object_get(request, "position"), NULL, t.pos))
		return acedrex_unread(a);
	came = json_integer((json_int_t)count_nodes(
		t.pos, (unsigned)json_integer_value(json_object_get(request, "depth"))));
	if (!json_equal(expected, came))
		r = acedrex_failed(a, "nodes", expected, came);
	json_decref(came);
	return r;
}

/* ---- apply, resign ---------------------------------------------------------------------- */

/* What the vectors call a draw that only this answer gives a name to. */
static void name_draw(json_t *expect, json_t *came)
{
	static const char *const known[] = {"no_progress", "repetition", "agreement"};
	json_t *events = json_object_get(expect, "events"), *last, *own;
	const char *reason;

	last = json_array_get(events, json_array_size(events) - 1);
	reason = json_string_value(json_array_get(last, 1));
	events = json_object_get(came, "events");
	own = json_array_get(events, json_array_size(events) - 1);
	if (!reason || strcmp(vector_text(json_array_get(last, 0)), "draw") ||
	    strcmp(vector_text(json_array_get(own, 1)), "all_pass"))
		return;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (!strcmp(reason, known[i]))
			return;
	json_array_set_new(own, 1, json_string(reason));
	json_object_set_new(json_object_get(came, "status"), "reason", json_string(reason));
}

static json_int_t defeated(const struct acedrex_table *t)
{
	json_int_t n = 0;

	for (size_t i = 0; i < t->ev.n; i++)
		n += t->ev.v[i].kind == TABLAS_EV_LEFT ||
		     (t->ev.v[i].kind == TABLAS_EV_FINISHED &&
		      t->ev.v[i].other < ACEDREX_SIDES);
	return n;
}

static enum vector_result after(struct acedrex_asked *a, json_t *request, json_t *expect,
				const struct acedrex_table *t)
{
	static const char *const parts[] = {"events", "payments", "position", "purse",
					    "status"};
	json_t *purse = json_object_get(request, "purse");
	json_int_t mated = json_integer_value(json_object_get(purse, "mated")) + defeated(t);
	json_t *came = json_pack(
		"{s:o, s:o, s:o, s:o, s:o}", "events", acedrex_events(a, t), "payments",
		acedrex_payments(a, t, ACEDREX_ALL), "position", acedrex_position(a, t->pos),
		"purse", acedrex_purse(a, t->pos, mated), "status", acedrex_status(a, t->pos));
	enum vector_result r = VECTOR_PASSED;

	name_draw(expect, came);
	for (size_t i = 0; i < sizeof parts / sizeof *parts && r == VECTOR_PASSED; i++) {
		json_t *expected = json_object_get(expect, parts[i]),
		       *own = json_object_get(came, parts[i]);

		if (!acedrex_same(expected, own))
			r = acedrex_failed(a, parts[i], expected, own);
	}
	json_decref(came);
	return r;
}

static enum vector_result vector_apply(struct acedrex_asked *a, json_t *request, json_t *expect)
{
	struct acedrex_table t;
	const char *move = json_string_value(json_object_get(request, "move"));

	if (!acedrex_read(a, json_object_get(request, "position"),
			  json_object_get(request, "purse"), t.pos))
		return acedrex_unread(a);
	if (!move || !acedrex_play(&t, move)) {
		a->unread = 1;
		return acedrex_wrong(a, "move", "not legal");
	}
	return after(a, request, expect, &t);
}

static enum vector_result vector_resign(struct acedrex_asked *a, json_t *request,
					json_t *expect)
{
	unsigned seat = acedrex_seat(json_object_get(request, "seat_out"));
	struct acedrex_table t = {.ev = {NULL, 0}};
	const char *sentence;

	if (!acedrex_read(a, json_object_get(request, "position"),
			  json_object_get(request, "purse"), t.pos))
		return acedrex_unread(a);
	t.ev.v = t.room;
	if (ACEDREX->resign(t.pos, seat, 0, &t.ev, &sentence)) {
		a->unread = 1;
		return acedrex_wrong(a, "resignation", sentence);
	}
	return after(a, request, expect, &t);
}

/* ---- the adapter ----------------------------------------------------------------- */

static enum vector_result answer(struct acedrex_asked *a, json_t *request, json_t *expect)
{
	if (vector_says(request, "kind", "acedrex_moves"))
		return vector_moves(a, request, expect);
	if (vector_says(request, "kind", "apply"))
		return vector_apply(a, request, expect);
	if (vector_says(request, "kind", "resign"))
		return vector_resign(a, request, expect);
	if (vector_says(request, "kind", "result"))
		return vector_result_of(a, request, expect);
	if (vector_says(request, "kind", "perft"))
		return vector_perft(a, request, expect);
	if (vector_says(request, "kind", "ledger"))
		return acedrex_ledger(a, request, expect);
	snprintf(a->why, a->cap, "no such kind");
	return VECTOR_SKIPPED;
}

static enum vector_result vector(json_t *request, json_t *expect, char *why, size_t cap)
{
	json_t *error = json_object_get(expect, "error");
	struct acedrex_asked a;
	enum vector_result r = acedrex_ask(&a, json_object_get(request, "options"), why, cap);
	int answered = r == VECTOR_PASSED;

	if (answered)
		r = answer(&a, request, expect);
	acedrex_done(&a);
	if (!error)
		return r;
	/* What has to be refused may be refused for its options or its position. */
	if (!answered || a.unread)
		return VECTOR_PASSED;
	return acedrex_wrong(&a, "error", "none");
}

const struct vector_game vectors_acedrex = {"acedrex", vector, acedrex_record};
