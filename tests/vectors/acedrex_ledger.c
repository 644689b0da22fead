/*
 * acedrex_ledger.c - who pays, shown on boards made for it.
 *
 * A ledger lists captures, checks and mates without saying how they came about.
 * For each a small position is laid in which one move brings just that about,
 * with the purses as they stand, and the plugin plays it.  Money does not depend
 * on whom one may capture, so everybody may capture everybody, kings included.
 */
#include "tests/vectors/acedrex.h"

#include <stdio.h>
#include <string.h>

struct ledger {
	struct acedrex_asked *a;
	json_t *living; /* colours */
	json_t *purse;
	json_t *paid;
	json_t *prize; /* what the plugin paid the winner before it was told */
};

/* By seat: its corner, where a knight checks it from, and where from it goes there. */
static const struct {
	const char *corner, *checks, *comes;
} spot[ACEDREX_SIDES] = {
	{"h8", "f7", "e5"}, {"a8", "c7", "d5"}, {"a1", "c2", "d4"}, {"h1", "f2", "e4"}};

/* Kings of the living in their corners, and this one's turn. */
static json_t *lay(const struct ledger *l, const char *turn)
{
	json_t *board = json_pack("{s:{}, s:{}, s:{}, s:{}, s:s, s:O}", "green", "red", "black",
				  "white", "to_move", turn, "living", l->living);

	for (size_t i = 0; i < json_array_size(l->living); i++) {
		json_t *colour = json_array_get(l->living, i);

		json_object_set_new(json_object_get(board, json_string_value(colour)),
				    spot[acedrex_seat(colour)].corner, json_string("K"));
	}
	return board;
}

static void put(json_t *board, const char *colour, const char *square, const char *piece)
{
	json_object_set_new(json_object_get(board, colour), square, json_string(piece));
}

static void book(struct ledger *l, const struct acedrex_table *t)
{
	json_t *came = acedrex_payments(l->a, t, ACEDREX_ALL), *line;
	json_int_t mated = json_integer_value(json_object_get(l->purse, "mated"));
	size_t i;

	json_array_foreach(came, i, line)
	{
		if (!strcmp(vector_text(json_array_get(line, 3)), "pot"))
			json_array_append(l->prize, line);
		else
			json_array_append(l->paid, line);
	}
	json_decref(came);
	json_decref(l->purse);
	l->purse = acedrex_purse(l->a, t->pos, mated);
}

/* Plays the move on the board, which it takes. */
static int play(struct ledger *l, json_t *board, const char *from, const char *to)
{
	struct acedrex_table t;
	char move[8];
	int done;

	snprintf(move, sizeof move, "%s%s", from, to);
	done = acedrex_read(l->a, board, l->purse, t.pos) && acedrex_play(&t, move);
	json_decref(board);
	if (done)
		book(l, &t);
	return done;
}

static int ante(struct ledger *l)
{
	struct acedrex_table t = {.ev = {t.room, 0}};
	tablas_move legal[ACEDREX_MOVES];
	size_t n;

	ACEDREX->init(&l->a->setup, t.pos);
	n = ACEDREX->legal(t.pos, 0, legal, ACEDREX_MOVES);
	t.ev.v = t.room;
	if (n > 0)
		ACEDREX->play(t.pos, 0, legal[0], &t.ev);
	book(l, &t);
	return n > 0;
}

static int capture(struct ledger *l, const char *loser, const char *captor)
{
	json_t *board = lay(l, captor);

	put(board, captor, "d4", "N");
	put(board, loser, "e6", "F");
	return play(l, board, "d4", "e6");
}

static int check(struct ledger *l, json_t *checked, const char *checker)
{
	unsigned seat = acedrex_seat(checked);
	json_t *board = lay(l, checker);

	put(board, checker, spot[seat].comes, "N");
	return play(l, board, spot[seat].comes, spot[seat].checks);
}

static void strike_out(struct ledger *l, json_t *colour)
{
	for (size_t i = 0; i < json_array_size(l->living); i++)
		if (json_equal(json_array_get(l->living, i), colour)) {
			json_array_remove(l->living, i);
			return;
		}
}

static int mated(struct ledger *l, json_t *victim, const char *mater, json_int_t pieces)
{
	static const char *const army[][2] = {{"d4", "R"},  {"d5", "N"},  {"e4", "F"},
					      {"b5", "Ps"}, {"c5", "Ps"}, {"f5", "Ps"},
					      {"g5", "Ps"}};
	unsigned seat = acedrex_seat(victim);
	json_t *board = lay(l, mater);

	for (size_t i = 0; i + 1 < (size_t)pieces && i < sizeof army / sizeof *army; i++)
		put(board, acedrex_side[seat], army[i][0], army[i][1]);
	put(board, mater, spot[seat].checks, "N");
	if (!play(l, board, spot[seat].checks, spot[seat].corner))
		return 0;
	strike_out(l, victim);
	json_object_set_new(
		l->purse, "mated",
		json_integer(json_integer_value(json_object_get(l->purse, "mated")) + 1));
	return 1;
}

/* One offers, and all others accept. */
static int draw(struct ledger *l)
{
	const char *first = json_string_value(json_array_get(l->living, 0)), *sentence;
	json_t *board = lay(l, first);
	struct acedrex_table t = {.ev = {NULL, 0}};
	struct tablas_wait now;
	tablas_move m;
	int read = acedrex_read(l->a, board, l->purse, t.pos);

	json_decref(board);
	t.ev.v = t.room;
	if (!read || ACEDREX->resign(t.pos, acedrex_seat(json_array_get(l->living, 0)), 1,
				     &t.ev, &sentence))
		return 0;
	for (ACEDREX->wait(t.pos, &now); now.kind == TABLAS_WAIT_MOVE;
	     ACEDREX->wait(t.pos, &now)) {
		unsigned seat = (unsigned)__builtin_ctz(now.seats);

		if (ACEDREX->move_read(t.pos, seat, "accept", &m))
			return 0;
		ACEDREX->play(t.pos, seat, m, &t.ev);
	}
	book(l, &t);
	return 1;
}

static int enter(struct ledger *l, json_t *event)
{
	const char *what = vector_text(json_array_get(event, 0));
	json_t *one = json_array_get(event, 1);
	const char *other = json_string_value(json_array_get(event, 2));
	int two = acedrex_seat(one) < ACEDREX_SIDES &&
		  acedrex_seat(json_array_get(event, 2)) < ACEDREX_SIDES;

	if (!strcmp(what, "ante"))
		return ante(l);
	if (!strcmp(what, "draw"))
		return draw(l);
	/* The plugin paid the winner together with the last mate. */
	if (!strcmp(what, "win") && json_array_size(l->prize) > 0)
		return !json_array_extend(l->paid, l->prize);
	if (!two)
		return 0;
	if (!strcmp(what, "capture"))
		return capture(l, json_string_value(one), other);
	if (!strcmp(what, "check"))
		return check(l, one, other);
	if (!strcmp(what, "mated"))
		return mated(l, one, other, json_integer_value(json_array_get(event, 3)));
	return 0;
}

enum vector_result acedrex_ledger(struct acedrex_asked *a, json_t *request, json_t *expect)
{
	struct ledger l = {.a = a};
	enum vector_result r = VECTOR_PASSED;
	json_t *came, *event;
	size_t i;

	if (!acedrex_option(a, "capture", "free") || !acedrex_option(a, "king_capture", "on") ||
	    !acedrex_option(a, "mated_army", "remove") ||
	    !acedrex_option(a, "bare_king", "off") || !acedrex_option(a, "stalemate", "pass"))
		return acedrex_wrong(a, "options", "not these");
	l.living = json_pack("[s, s, s, s]", "green", "red", "black", "white");
	l.paid = json_array();
	l.prize = json_array();
	l.purse = json_pack("{s:i}", "mated", 0);
	json_array_foreach(json_object_get(request, "events"), i, event)
	{
		if (!enter(&l, event)) {
			char *text = json_dumps(event, JSON_ENCODE_ANY);

			r = acedrex_wrong(a, "event not played", text ? text : "?");
			free(text);
			break;
		}
	}
	came = json_pack("{s:o, s:o}", "paid", l.paid, "purse", l.purse);
	if (r == VECTOR_PASSED && !json_equal(expect, came))
		r = acedrex_failed(a, "ledger", expect, came);
	json_decref(came);
	json_decref(l.living);
	json_decref(l.prize);
	return r;
}
