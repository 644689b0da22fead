/*
 * examine.c - a position as it is: what it waits for, what may be done, how it
 * is written.  Nothing here changes it, and nothing here may.
 */
#include "daemon/conformance/exam.h"

#include <stdlib.h>
#include <string.h>

#define FLAGS_KNOWN                                                                            \
	(TABLAS_WAIT_FORCED | TABLAS_WAIT_CUBE | TABLAS_WAIT_ENTER | TABLAS_WAIT_ANSWER)

/* ---- wait() and audit() ----------------------------------------------------- */

static const char *wait_fault(const struct exam *e)
{
	const struct tablas_wait *w = &e->wait;
	unsigned everyone = (1u << e->seats) - 1;

	if (w->kind < TABLAS_WAIT_ROLL || w->kind > TABLAS_WAIT_OVER)
		return "an unknown kind";
	if (w->turn != TABLAS_NOBODY && w->turn >= e->seats)
		return "the turn of a seat that is not there";
	if (w->seats & ~everyone)
		return "seats that are not there";
	if (w->flags & ~FLAGS_KNOWN)
		return "unknown flags";
	if (w->why && !looks_printable(w->why, strlen(w->why)))
		return "a reason that cannot be printed";
	if (w->kind == TABLAS_WAIT_OVER)
		return w->seats ? "seats after the end" : NULL;
	if (!w->seats)
		return "no seat at all";
	if (w->kind == TABLAS_WAIT_MOVE)
		return w->dice ? "dice for a move" : NULL;
	if (w->dice == 0 || w->dice > TABLAS_DICE_MAX || w->sides < 2)
		return "dice that cannot be thrown";
	return NULL;
}

static int examine_wait(struct exam *e)
{
	struct tablas_wait again = {0};
	const char *fault;

	memset(&e->wait, 0, sizeof e->wait);
	e->p->wait(e->pos.at, &e->wait);
	e->p->wait(e->pos.at, &again);
	fault = wait_fault(e);
	if (fault)
		return exam_broke(e, PROMISE_WAIT, "wait() names %s", fault);
	if (again.kind != e->wait.kind || again.turn != e->wait.turn ||
	    again.seats != e->wait.seats || again.dice != e->wait.dice ||
	    again.sides != e->wait.sides || again.flags != e->wait.flags)
		return exam_broke(e, PROMISE_SAME_AGAIN, "wait() asked twice differs");
	return exam_untouched(e, "wait");
}

static int examine_audit(struct exam *e)
{
	const char *fault = e->p->audit ? e->p->audit(e->pos.at) : NULL;

	if (fault)
		return exam_broke(e, PROMISE_AUDIT, "audit() says: %s", fault);
	return exam_untouched(e, "audit");
}

/* ---- legal() ------------------------------------------------------------------ */

static int by_number(const void *a, const void *b)
{
	tablas_move x, y;

	memcpy(&x, a, sizeof x);
	memcpy(&y, b, sizeof y);
	return x < y ? -1 : x > y;
}

static int no_move_twice(struct exam *e, unsigned seat, size_t n)
{
	tablas_move *sorted = (tablas_move *)(void *)e->some.at;

	memcpy(sorted, exam_moves(e, seat), n * sizeof *sorted);
	if (n > 1)
		qsort(sorted, n, sizeof *sorted, by_number);
	for (size_t i = 0; i < n; i++) {
		if (sorted[i] == TABLAS_NO_MOVE)
			return exam_broke(e, PROMISE_TWICE, "legal() lists TABLAS_NO_MOVE");
		if (i && sorted[i] == sorted[i - 1])
			return exam_broke(e, PROMISE_TWICE, "legal() lists move %#llx twice",
					  (unsigned long long)sorted[i]);
	}
	return 0;
}

/* With less room or none: as many are told of, fewer are written, and the same ones. */
static int legal_again(struct exam *e, unsigned seat, size_t n)
{
	size_t room = n ? chance_below(&e->chance, (uint32_t)n) : 0, m;

	guard_lend(&e->some, 0);
	m = e->p->legal(e->pos.at, seat, (tablas_move *)(void *)e->some.at, room);
	if (!guard_whole(&e->some, room * sizeof(tablas_move)))
		return exam_broke(e, PROMISE_ROOM,
				  "legal() writes more than the %zu moves asked for", room);
	if (m != n || memcmp(e->some.at, e->moves[seat].at, room * sizeof(tablas_move)) != 0)
		return exam_broke(e, PROMISE_SAME_AGAIN,
				  "legal() of seat %u asked twice differs (%zu and %zu moves)",
				  seat, n, m);
	m = e->p->legal(e->pos.at, seat, NULL, 0);
	if (m != n)
		return exam_broke(e, PROMISE_SAME_AGAIN,
				  "legal() of seat %u without room tells of %zu moves and not %zu",
				  seat, m, n);
	return 0;
}

static int examine_legal(struct exam *e, unsigned seat)
{
	bool asked = e->wait.kind == TABLAS_WAIT_MOVE && (e->wait.seats >> seat & 1);
	struct guard *g = &e->moves[seat];
	size_t n;

	guard_lend(g, 0);
	n = e->p->legal(e->pos.at, seat, (tablas_move *)(void *)g->at, e->p->moves_max);
	if (!guard_whole(g, n < e->p->moves_max ? n * sizeof(tablas_move) : g->size))
		return exam_broke(e, PROMISE_ROOM, "legal() writes outside its room");
	if (n > e->p->moves_max)
		return exam_broke(e, PROMISE_MOVES_MAX,
				  "legal() lists %zu moves and moves_max is %u", n,
				  e->p->moves_max);
	e->legal[seat] = n;
	if (n > e->r->moves_most)
		e->r->moves_most = (uint32_t)n;
	if (asked && n == 0)
		return exam_broke(e, PROMISE_ASKED, "seat %u is asked and has no move", seat);
	if (!asked && n)
		return exam_broke(e, PROMISE_ASKED, "seat %u is not asked and has %zu moves",
				  seat, n);
	if (no_move_twice(e, seat, n) || (asked && legal_again(e, seat, n)))
		return -1;
	return exam_untouched(e, "legal");
}

/* ---- write() and read() ---------------------------------------------------------- */

/* Asked for its length only, and with half the room: the rest must agree. */
static int write_again(struct exam *e, size_t n)
{
	struct guard *g = &e->text;
	size_t room = 1 + chance_below(&e->chance, (uint32_t)n + 1), m;

	guard_lend(g, 0);
	m = e->p->write(e->pos.at, (char *)g->at, room);
	if (!guard_whole(g, room))
		return exam_broke(e, PROMISE_ROOM, "write() writes more than %zu characters",
				  room);
	if (m != n || memcmp(g->at, e->notation, room - 1) != 0 || g->at[room - 1] != '\0')
		return exam_broke(e, PROMISE_TEXT,
				  "write() with room for %zu of %zu characters differs", room,
				  n);
	if (e->p->write(e->pos.at, NULL, 0) != n)
		return exam_broke(e, PROMISE_TEXT, "write() without room tells another length");
	return 0;
}

static int examine_notation(struct exam *e)
{
	struct guard *g = &e->text;
	size_t n;

	guard_lend(g, 0);
	n = e->p->write(e->pos.at, (char *)g->at, TABLAS_TEXT_MAX);
	if (!guard_whole(g, TABLAS_TEXT_MAX))
		return exam_broke(e, PROMISE_ROOM, "write() writes outside its room");
	if (n == 0 || n >= TABLAS_TEXT_MAX || g->at[n] != '\0' ||
	    !looks_printable((const char *)g->at, n))
		return exam_broke(e, PROMISE_TEXT,
				  "write() gives no line of at most %d characters",
				  TABLAS_TEXT_MAX - 1);
	memcpy(e->old_notation, e->notation, sizeof e->notation);
	memcpy(e->notation, g->at, n + 1);
	if ((chance_one_in(&e->chance, 4) && write_again(e, n)) || exam_untouched(e, "write"))
		return -1;

	memset(e->back.at, 0, e->back.size);
	if (e->p->read(&e->setup, e->notation, e->back.at) != 0)
		return exam_broke(e, PROMISE_READS_BACK, "read() refuses \"%s\"", e->notation);
	if (!guard_whole(&e->back, e->back.size))
		return exam_broke(e, PROMISE_ROOM, "read() writes outside the position");
	if (memcmp(e->back.at, e->pos.at, e->pos.size) != 0) {
		size_t i = 0;

		while (e->back.at[i] == e->pos.at[i])
			i++;
		return exam_broke(e, PROMISE_READS_BACK,
				  "byte %zu is %#x and comes back as %#x from \"%s\"", i,
				  e->pos.at[i], e->back.at[i], e->notation);
	}
	return 0;
}

/* ---- the moves' own notation ------------------------------------------------------ */

static bool is_move_text(const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (s[i] <= ' ' || s[i] > '~')
			return false;
	return n > 0 && s[n] == '\0';
}

static int examine_move(struct exam *e, unsigned seat, tablas_move m)
{
	struct guard *g = &e->text;
	tablas_move back = TABLAS_NO_MOVE;
	char text[TABLAS_MOVE_TEXT_MAX], half[TABLAS_MOVE_TEXT_MAX];
	size_t n, room;

	g->at[TABLAS_MOVE_TEXT_MAX] = 0xa5;
	n = e->p->move_write(e->pos.at, seat, m, (char *)g->at, TABLAS_MOVE_TEXT_MAX);
	if (g->at[TABLAS_MOVE_TEXT_MAX] != 0xa5)
		return exam_broke(e, PROMISE_ROOM, "move_write() writes outside its room");
	if (n >= TABLAS_MOVE_TEXT_MAX || !is_move_text((const char *)g->at, n))
		return exam_broke(
			e, PROMISE_TEXT,
			"move_write() gives no word of at most %d characters for %#llx",
			TABLAS_MOVE_TEXT_MAX - 1, (unsigned long long)m);
	memcpy(text, g->at, n + 1);
	if (e->p->move_read(e->pos.at, seat, text, &back) != 0 || back != m)
		return exam_broke(e, PROMISE_MOVE_NAMED,
				  "\"%s\" is read as %#llx and was %#llx", text,
				  (unsigned long long)back, (unsigned long long)m);
	if (!chance_one_in(&e->chance, 8))
		return 0;
	room = 1 + n / 2;
	memset(half, 0x25, sizeof half);
	if (e->p->move_write(e->pos.at, seat, m, half, room) != n || half[room] != 0x25 ||
	    memcmp(half, text, room - 1) != 0)
		return exam_broke(e, PROMISE_TEXT,
				  "move_write() with room for %zu of %zu differs", room, n);
	return 0;
}

/* ---- why_not() ------------------------------------------------------------------------ */

static int ask_why(struct exam *e, unsigned seat, tablas_move m)
{
	const char *sentence = NULL;
	enum tablas_why why = e->p->why_not(e->pos.at, seat, m, &sentence);
	bool legal = exam_lists(e, seat, m);

	if ((int)why < 0 || why >= TABLAS_WHY_COUNT)
		return exam_broke(e, PROMISE_WHY_NOT,
				  "why_not() of %#llx is %d, which is no rule",
				  (unsigned long long)m, (int)why);
	if (legal != (why == TABLAS_WHY_LEGAL))
		return exam_broke(
			e, PROMISE_WHY_NOT, "move %#llx of seat %u is %s, and why_not() is %d",
			(unsigned long long)m, seat, legal ? "legal" : "not legal", (int)why);
	if (!legal && (!sentence || !looks_printable(sentence, strlen(sentence))))
		return exam_broke(e, PROMISE_WHY_NOT, "why_not() %d of %#llx has no sentence",
				  (int)why, (unsigned long long)m);
	return 0;
}

/* Numbers near the legal ones, far from them, and from anywhere. */
static tablas_move stray_move(struct exam *e, unsigned seat)
{
	const tablas_move *known = exam_moves(e, seat);
	tablas_move m = known[chance_below(&e->chance, (uint32_t)e->legal[seat])];

	switch (chance_below(&e->chance, 4)) {
	case 0:
		return m + 1 + chance_below(&e->chance, 64);
	case 1:
		return m ^ (1ull << chance_below(&e->chance, 64));
	case 2:
		return chance_next(&e->chance);
	default:
		return chance_below(&e->chance, 65536);
	}
}

static int examine_why(struct exam *e, unsigned seat)
{
	for (size_t i = 0; i < e->legal[seat]; i++)
		if (ask_why(e, seat, exam_moves(e, seat)[i]))
			return -1;
	for (int i = 0; i < 6; i++)
		if (ask_why(e, seat, stray_move(e, seat)))
			return -1;
	return exam_untouched(e, "why_not");
}

/* ---- exposure() and outcome() -------------------------------------------------------- */

static int examine_exposure(struct exam *e)
{
	for (unsigned s = 0; s < e->seats; s++) {
		int32_t x = e->p->exposure(e->pos.at, s);

		if (x < 0 || x != e->p->exposure(e->pos.at, s))
			return exam_broke(e, PROMISE_EXPOSURE, "exposure() of seat %u is %d", s,
					  x);
		if (x != INT32_MAX && e->paid[s] + x < e->bound[s])
			e->bound[s] = e->paid[s] + x;
	}
	return exam_untouched(e, "exposure");
}

static int examine_outcome(struct exam *e)
{
	struct tablas_outcome out = {.note = NULL}, again = {.note = NULL};
	bool first = false;

	e->p->outcome(e->pos.at, &out);
	e->p->outcome(e->pos.at, &again);
	for (unsigned s = 0; s < e->seats; s++) {
		if (out.rank[s] == 0 || out.rank[s] > e->seats)
			return exam_broke(e, PROMISE_OUTCOME, "seat %u has the rank %u", s,
					  out.rank[s]);
		if (out.rank[s] != again.rank[s] || out.points[s] != again.points[s])
			return exam_broke(e, PROMISE_SAME_AGAIN,
					  "outcome() asked twice differs");
		if ((e->finished >> s & 1) && e->rank[s] != out.rank[s])
			return exam_broke(e, PROMISE_OUTCOME,
					  "seat %u was told to finish as %u and is ranked %u",
					  s, e->rank[s], out.rank[s]);
		first |= out.rank[s] == 1;
	}
	if (!first)
		return exam_broke(e, PROMISE_OUTCOME, "nobody is first");
	if (out.note && !looks_printable(out.note, strlen(out.note)))
		return exam_broke(e, PROMISE_OUTCOME, "the note cannot be printed");
	return exam_untouched(e, "outcome");
}

int examine_position(struct exam *e)
{
	memcpy(e->shadow.at, e->pos.at, e->pos.size);
	if (examine_wait(e) || examine_audit(e))
		return -1;
	for (unsigned s = 0; s < e->seats; s++)
		if (examine_legal(e, s))
			return -1;
	if (examine_notation(e) || looks_view(e))
		return -1;
	for (unsigned s = 0; s < e->seats; s++) {
		for (size_t i = 0; i < e->legal[s]; i++)
			if (examine_move(e, s, exam_moves(e, s)[i]))
				return -1;
		if (e->legal[s] && e->p->why_not && chance_one_in(&e->chance, 4) &&
		    examine_why(e, s))
			return -1;
	}
	if (exam_untouched(e, "move_write() or move_read"))
		return -1;
	if (e->p->exposure && examine_exposure(e))
		return -1;
	if (chance_one_in(&e->chance, 24) && looks_rest(e))
		return -1;
	return e->wait.kind == TABLAS_WAIT_OVER ? examine_outcome(e) : 0;
}
