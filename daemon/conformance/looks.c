/*
 * looks.c - what is for people: the view, drawings, foreign notations, the
 * reading of places.  None of it decides anything, all of it is served.
 */
#include "daemon/conformance/exam.h"

#include <string.h>

#define DRAW_MAX 16000

bool looks_printable(const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (s[i] < ' ' || s[i] > '~')
			return false;
	return n > 0;
}

/* ---- view() -------------------------------------------------------------------- */

static size_t listed(const char *const *list)
{
	size_t n = 0;

	while (list && list[n])
		n++;
	return n;
}

static int view_pieces(struct exam *e, const struct tablas_view *v)
{
	size_t kinds = listed(e->p->kinds);

	memset(e->sight.count, 0, e->places * TABLAS_SEATS_MAX * sizeof *e->sight.count);
	memset(e->sight.sum, 0, sizeof e->sight.sum);
	for (size_t i = 0; i < v->pieces_n; i++) {
		const struct tablas_pieces *x = &v->pieces[i];

		if (x->place < 0 || (size_t)x->place >= e->places)
			return exam_broke(e, PROMISE_VIEW, "pieces stand on place %d",
					  x->place);
		if (x->seat >= e->seats || x->count == 0 || x->reserved)
			return exam_broke(e, PROMISE_VIEW, "%u pieces of seat %u stand on %s",
					  x->count, x->seat, e->p->places[x->place].name);
		if (x->kind && x->kind >= kinds)
			return exam_broke(e, PROMISE_VIEW, "a piece on %s is of kind %u",
					  e->p->places[x->place].name, x->kind);
		e->sight.count[(size_t)x->place * e->seats + x->seat] += x->count;
		e->sight.sum[x->seat] += x->count;
	}
	return 0;
}

static int view_rest(struct exam *e, const struct tablas_view *v)
{
	size_t counters = listed(e->p->counters);

	for (size_t i = 0; i < v->dice_n; i++) {
		const struct tablas_die *d = &v->dice[i];

		if (d->face == 0 || d->face > d->sides || d->state > TABLAS_DIE_LOST ||
		    (d->seat != TABLAS_NOBODY && d->seat >= e->seats))
			return exam_broke(e, PROMISE_VIEW,
					  "die %zu shows %u of %u, in state %u, of seat %u", i,
					  d->face, d->sides, d->state, d->seat);
	}
	if (v->cube < 0 || v->cube_owner < -1 ||
	    (v->cube_owner >= (int32_t)e->seats && v->cube_owner != (int32_t)TABLAS_NOBODY))
		return exam_broke(e, PROMISE_VIEW, "the cube shows %d and belongs to seat %d",
				  v->cube, v->cube_owner);
	for (unsigned s = 0; s < TABLAS_SEATS_MAX; s++)
		for (size_t i = 0; i < 8; i++)
			if (v->counters[s][i] && (i >= counters || s >= e->seats))
				return exam_broke(
					e, PROMISE_VIEW,
					"seat %u has a counter %zu that is not declared", s, i);
	return 0;
}

static void look(const struct exam *e, unsigned seat, struct tablas_view *v,
		 struct tablas_pieces *pieces)
{
	memset(v, 0, sizeof *v);
	v->pieces = pieces;
	v->pieces_cap = e->p->pieces_max;
	e->p->view(e->pos.at, seat, v);
}

int looks_view(struct exam *e)
{
	struct tablas_view v, again;
	struct guard *g = &e->pieces;
	unsigned seat = chance_below(&e->chance, e->seats);
	size_t used;

	guard_lend(g, 0);
	look(e, seat, &v, (struct tablas_pieces *)(void *)g->at);
	if (v.dice_n > TABLAS_DICE_MAX)
		return exam_broke(e, PROMISE_VIEW, "view() shows %zu dice", v.dice_n);
	if (v.pieces_n > e->p->pieces_max)
		return exam_broke(e, PROMISE_MOVES_MAX,
				  "view() fills %zu entries and pieces_max is %u", v.pieces_n,
				  e->p->pieces_max);
	used = v.pieces_n * sizeof(struct tablas_pieces);
	if (!guard_whole(g, used) || v.pieces != (struct tablas_pieces *)(void *)g->at ||
	    v.pieces_cap != e->p->pieces_max)
		return exam_broke(e, PROMISE_ROOM, "view() writes outside its room");
	if (v.pieces_n > e->r->pieces_most)
		e->r->pieces_most = (uint32_t)v.pieces_n;
	if (view_pieces(e, &v) || view_rest(e, &v))
		return -1;
	if (chance_one_in(&e->chance, 4)) {
		look(e, seat, &again, (struct tablas_pieces *)(void *)g->at);
		if (memcmp(&v, &again, sizeof v) != 0)
			return exam_broke(e, PROMISE_SAME_AGAIN, "view() asked twice differs");
	}
	return exam_untouched(e, "view");
}

/* ---- draw(), value(), place_read(), foreign notations ----------------------------- */

/* Lines of at most 80 characters; bytes above ASCII are counted by their first. */
static const char *drawing_fault(const char *s, size_t n)
{
	unsigned column = 0;

	if (n == 0 || s[n - 1] != '\n')
		return "does not end with a line";
	for (size_t i = 0; i < n; i++) {
		unsigned char ch = (unsigned char)s[i];

		if (ch == '\n') {
			column = 0;
			continue;
		}
		if (ch < ' ' || ch == 0x7f)
			return "has a control character";
		column += (ch & 0xc0) != 0x80;
		if (column > 80)
			return "is wider than 80 columns";
	}
	return NULL;
}

static int look_drawn(struct exam *e, unsigned seat)
{
	struct guard *g = &e->drawing;
	const char *fault;
	size_t n;

	guard_lend(g, 0);
	n = e->p->draw(e->pos.at, seat, (char *)g->at, DRAW_MAX);
	if (!guard_whole(g, n + 1 < DRAW_MAX ? n + 1 : DRAW_MAX))
		return exam_broke(e, PROMISE_ROOM, "draw() writes outside its room");
	if (n >= DRAW_MAX || g->at[n] != '\0')
		return exam_broke(e, PROMISE_LOOKS, "draw() needs %zu characters", n);
	fault = drawing_fault((const char *)g->at, n);
	if (fault)
		return exam_broke(e, PROMISE_LOOKS, "the drawing %s", fault);
	if (e->p->draw(e->pos.at, seat, NULL, 0) != n)
		return exam_broke(e, PROMISE_LOOKS, "draw() without room tells another length");
	return exam_untouched(e, "draw");
}

static int look_foreign(struct exam *e, unsigned notation)
{
	struct guard *g = &e->text;
	const char *name = e->p->notations[notation];
	char text[TABLAS_TEXT_MAX];
	size_t n;

	if (!e->p->write_as)
		return 0;
	guard_lend(g, 0);
	n = e->p->write_as(e->pos.at, notation, (char *)g->at, TABLAS_TEXT_MAX);
	if (!guard_whole(g, TABLAS_TEXT_MAX))
		return exam_broke(e, PROMISE_ROOM, "write_as() writes outside its room");
	if (n >= TABLAS_TEXT_MAX || g->at[n] != '\0' ||
	    (n && !looks_printable((const char *)g->at, n)))
		return exam_broke(e, PROMISE_LOOKS, "write_as() gives no line of %s", name);
	if (exam_untouched(e, "write_as") || !e->p->read_as || n == 0)
		return exam_untouched(e, "write_as");
	memcpy(text, g->at, n + 1);
	memset(e->back.at, 0, e->back.size);
	if (e->p->read_as(&e->setup, notation, text, e->back.at) == 0 && e->p->audit &&
	    e->p->audit(e->back.at))
		return exam_broke(e, PROMISE_LOOKS,
				  "read_as() of the %s \"%s\" fails the audit", name, text);
	return guard_whole(&e->back, e->back.size)
		       ? 0
		       : exam_broke(e, PROMISE_ROOM, "read_as() writes outside the position");
}

static int look_places(struct exam *e, unsigned seat)
{
	static const char *const odd[] = {
		"",    "0",   "-1",  "99999999999999999999", "nowhere",
		"25",  "bar", "off", "a place with blanks",  "\xff\xfe",
		"%s%n"};
	uint32_t i = chance_below(&e->chance, (uint32_t)e->places + 11);
	const char *text = i < e->places ? e->p->places[i].name : odd[i - e->places];
	int16_t found[8];
	size_t n, room = chance_below(&e->chance, 8);

	memset(found, 0x55, sizeof found);
	n = e->p->place_read(seat, text, found, room);
	for (size_t k = n < room ? n : room; k < 8; k++)
		if (found[k] != 0x5555)
			return exam_broke(e, PROMISE_ROOM,
					  "place_read() writes outside its room");
	if (n > room)
		return exam_broke(e, PROMISE_LOOKS,
				  "place_read() has room for %zu and returns %zu", room, n);
	for (size_t k = 0; k < n; k++)
		if (found[k] < 0 || (size_t)found[k] >= e->places)
			return exam_broke(e, PROMISE_LOOKS,
					  "place_read() reads \"%s\" as place %d", text,
					  found[k]);
	return 0;
}

int looks_rest(struct exam *e)
{
	unsigned seat = chance_below(&e->chance, e->seats);
	size_t notations = e->p->notations ? listed(e->p->notations) : 0;

	if (e->p->draw && look_drawn(e, seat))
		return -1;
	if (e->p->value && e->p->value(e->pos.at, seat) != e->p->value(e->pos.at, seat))
		return exam_broke(e, PROMISE_SAME_AGAIN, "value() asked twice differs");
	if (exam_untouched(e, "value"))
		return -1;
	for (unsigned i = 0; i < notations; i++)
		if (look_foreign(e, i))
			return -1;
	for (int i = 0; e->p->place_read && i < 4; i++)
		if (look_places(e, seat))
			return -1;
	return 0;
}
