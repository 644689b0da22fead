/*
 * el_mundo_walk.c - every way a play, or a whole turn, may end.
 *
 * Found by stepping through every legal move; payments and lost dice are read
 * from the events on the way.
 */
#include "tests/vectors/el_mundo.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- every way a play may end ---------------------------------------------------------- */

enum { REASONS = 2 };

static const char *const reasons[REASONS] = {"strike", "bearoff"};

/* A position and what it cost to get there. */
struct path {
	unsigned char pos[MUNDO_BYTES];
	uint8_t paid[MUNDO_SIDES][MUNDO_SIDES][REASONS];
	uint8_t left[8]; /* dice not used yet, by face       */
	uint8_t lost[8]; /* dice nobody used, by face        */
	uint8_t turned;	 /* the next turn has begun          */
	uint8_t rest[7]; /* zero                             */
};

struct walk {
	struct path *seen;
	size_t cap, n;
	struct tablas_wait during; /* goes on while this is waited for */
	int whole_turn;		   /* or until the turn is over        */
	json_t *before;		   /* the request's position           */
	json_t *finals;		   /* text -> true                     */
};

static void note_events(struct path *p, const struct tablas_events *ev)
{
	for (size_t i = 0; i < ev->n; i++) {
		const struct tablas_event *e = &ev->v[i];

		if (e->kind == TABLAS_EV_TURN)
			p->turned = 1;
		if (e->kind == TABLAS_EV_DIE_LOST)
			p->lost[e->amount]++;
		for (int r = 0; e->kind == TABLAS_EV_STAKE && r < REASONS; r++)
			if (e->note && !strcmp(e->note, reasons[r]) && e->seat < MUNDO_SIDES)
				p->paid[e->seat][e->other][r] =
					(uint8_t)(p->paid[e->seat][e->other][r] + e->amount);
	}
}

static int goes_on(const struct walk *w, const struct path *p, struct tablas_wait *now)
{
	MUNDO->wait(p->pos, now);
	if (p->turned || now->kind != TABLAS_WAIT_MOVE)
		return 0;
	return w->whole_turn || (now->turn == w->during.turn && now->seats == w->during.seats &&
				 now->flags == w->during.flags);
}

static json_t *faces_in(const uint8_t counts[8])
{
	json_t *faces = json_array();

	for (int face = 1; face < 8; face++)
		for (int i = 0; i < counts[face]; i++)
			json_array_append_new(faces, json_integer(face));
	return faces;
}

static void set_if_any(json_t *final, const char *key, json_t *list)
{
	if (json_array_size(list) + json_object_size(list) > 0)
		json_object_set(final, key, list);
	json_decref(list);
}

/* Payments as a map, because the order of the lines means nothing. */
static json_t *payments_of(const struct path *p)
{
	json_t *map = json_object();
	char line[48];

	for (unsigned from = 0; from < MUNDO_SIDES; from++)
		for (unsigned to = 0; to < MUNDO_SIDES; to++)
			for (int r = 0; r < REASONS; r++) {
				snprintf(line, sizeof line, "%s %s %s", mundo_side[from],
					 mundo_side[to], reasons[r]);
				if (p->paid[from][to][r])
					json_object_set_new(map, line,
							    json_integer(p->paid[from][to][r]));
			}
	return map;
}

static json_t *changes(const void *pos, json_t *before)
{
	json_t *men = mundo_position(pos);

	for (unsigned seat = 0; seat < MUNDO_SIDES; seat++)
		if (json_equal(json_object_get(men, mundo_side[seat]),
			       json_object_get(before, mundo_side[seat])))
			json_object_del(men, mundo_side[seat]);
	return men;
}

static void keep_final(struct walk *w, json_t *final)
{
	char *text = json_dumps(final, JSON_SORT_KEYS | JSON_COMPACT);

	json_object_set_new(w->finals, text, json_true());
	free(text);
	json_decref(final);
}

static void end_here(struct walk *w, const struct path *p)
{
	json_t *final = json_object();
	struct tablas_wait now;

	MUNDO->wait(p->pos, &now);
	json_object_set_new(final, "position", changes(p->pos, w->before));
	set_if_any(final, "payments", payments_of(p));
	set_if_any(final, w->whole_turn ? "lost" : "leftover",
		   faces_in(w->whole_turn ? p->lost : p->left));
	if (now.kind == TABLAS_WAIT_OVER)
		json_object_set_new(final, "over", json_true());
	keep_final(w, final);
}

/* Whether this path was met before; now it is. */
static int met(struct walk *w, const struct path *p)
{
	const unsigned char *bytes = (const unsigned char *)p;
	size_t h = 1469598103u;

	for (size_t i = 0; i < sizeof *p; i++)
		h = (h ^ bytes[i]) * 16777619u;
	for (h &= w->cap - 1; w->seen[h].rest[0]; h = (h + 1) & (w->cap - 1))
		if (!memcmp(&w->seen[h], p, offsetof(struct path, rest)))
			return 1;
	w->seen[h] = *p;
	w->seen[h].rest[0] = 1;
	w->n++;
	return 0;
}

static unsigned face_of(const void *pos, unsigned seat, tablas_move m)
{
	char text[TABLAS_MOVE_TEXT_MAX];

	MUNDO->move_write(pos, seat, m, text, sizeof text);
	return text[1] == ':' ? (unsigned)(text[0] - '0') : 0;
}

static int walk_on(struct walk *w, const struct path *p)
{
	struct tablas_event room[TABLAS_EVENTS_MAX];
	tablas_move legal[MUNDO_CHOICES];
	struct tablas_wait now;
	unsigned seat;
	size_t n;

	if (met(w, p))
		return 1;
	if (w->n > w->cap / 2)
		return 0;
	if (!goes_on(w, p, &now)) {
		end_here(w, p);
		return 1;
	}
	seat = (unsigned)__builtin_ctz(now.seats);
	n = MUNDO->legal(p->pos, seat, legal, MUNDO_CHOICES);
	for (size_t i = 0; i < n && i < MUNDO_CHOICES; i++) {
		struct tablas_events ev = {.v = room};
		struct path next = *p;
		unsigned face = face_of(p->pos, seat, legal[i]);

		next.left[face & 7] = (uint8_t)(next.left[face & 7] - (face ? 1 : 0));
		MUNDO->play(next.pos, seat, legal[i], &ev);
		note_events(&next, &ev);
		if (!walk_on(w, &next))
			return 0;
	}
	return n > 0;
}

/* The expected finals with their payments as a map, by text. */
static json_t *finals_expected(json_t *finals)
{
	struct walk w = {.finals = json_object()};
	json_t *final, *line;
	size_t i, k;

	json_array_foreach(finals, i, final)
	{
		json_t *copy = json_copy(final), *map = json_object();

		json_array_foreach(json_object_get(final, "payments"), k, line)
		{
			char name[64];

			snprintf(name, sizeof name, "%s %s %s",
				 vector_text(json_array_get(line, 0)),
				 vector_text(json_array_get(line, 1)),
				 vector_text(json_array_get(line, 3)));
			json_object_set(map, name, json_array_get(line, 2));
		}
		json_object_del(copy, "payments");
		set_if_any(copy, "payments", map);
		keep_final(&w, copy);
	}
	return w.finals;
}

static enum vector_result compare_finals(struct mundo_asked *a, struct walk *w,
					 const struct path *start, json_t *expect)
{
	enum vector_result r = VECTOR_PASSED;
	json_t *expected = finals_expected(json_object_get(expect, "finals"));

	w->cap = 1u << 16;
	w->seen = calloc(w->cap, sizeof *w->seen);
	w->finals = json_object();
	MUNDO->wait(start->pos, &w->during);
	if (!walk_on(w, start))
		r = mundo_failed_text(a, "finals", "too many, or a decision without moves");
	else if (!json_equal(expected, w->finals))
		r = mundo_failed(a, "finals", expected, w->finals);
	json_decref(w->finals);
	json_decref(expected);
	free(w->seen);
	return r;
}

/* ---- play, forfeit, turn ---------------------------------------------------------------- */

/* The steps that may come first, "stop" apart; *may_stop says whether that is one. */
static json_t *first_steps(const void *pos, unsigned seat, int *may_stop)
{
	tablas_move legal[MUNDO_CHOICES];
	size_t n = MUNDO->legal(pos, seat, legal, MUNDO_CHOICES);
	json_t *steps = json_object();

	*may_stop = 0;
	for (size_t i = 0; i < n && i < MUNDO_CHOICES; i++) {
		char text[TABLAS_MOVE_TEXT_MAX];

		MUNDO->move_write(pos, seat, legal[i], text, sizeof text);
		if (!strcmp(text, "stop"))
			*may_stop = 1;
		else
			json_object_set_new(steps, text, json_true());
	}
	*may_stop = *may_stop || json_object_size(steps) == 0;
	return steps;
}

static json_t *as_set(json_t *texts)
{
	json_t *set = json_object(), *text;
	size_t i;

	json_array_foreach(texts, i, text)
		json_object_set_new(set, vector_text(text), json_true());
	return set;
}

static enum vector_result compare_first(struct mundo_asked *a, const void *pos, unsigned seat,
					int asked, json_t *expect)
{
	json_t *expected = as_set(json_object_get(expect, "first_steps")),
	       *came = json_object();
	enum vector_result r = VECTOR_PASSED;
	int may_stop = 1;

	if (asked) {
		json_decref(came);
		came = first_steps(pos, seat, &may_stop);
	}
	if (!json_equal(expected, came))
		r = mundo_failed(a, "first_steps", expected, came);
	else if (may_stop != json_is_true(json_object_get(expect, "may_stop")))
		r = mundo_failed_text(a, "may_stop", may_stop ? "may" : "may not");
	json_decref(expected);
	json_decref(came);
	return r;
}

/* Nothing can be played: the one final is the position with all dice left. */
static enum vector_result compare_idle(struct mundo_asked *a, const struct path *p,
				       json_t *expect)
{
	json_t *came = json_pack("[{s:{}, s:o}]", "position", "leftover", faces_in(p->left));
	json_t *expected = json_object_get(expect, "finals");
	enum vector_result r = VECTOR_PASSED;

	if (!json_equal(came, expected))
		r = mundo_failed(a, "finals", expected, came);
	json_decref(came);
	return r;
}

static void count_dice(struct path *p, const uint8_t *faces, size_t n)
{
	for (size_t i = 0; i < n; i++)
		p->left[faces[i] & 7]++;
}

/* "1,4,1+G": the dice given are still to be used, the others of the three are not. */
static void dice_word(char word[48], const uint8_t *faces, size_t n, unsigned user)
{
	int k = 0;

	for (size_t d = 0; d < n; d++)
		k += snprintf(word + k, 48 - (size_t)k, "%s%u", d ? "," : "", faces[d]);
	for (size_t d = n; d < 3; d++)
		k += snprintf(word + k, 48 - (size_t)k, ",1+%c", mundo_letter[user]);
}

/* The seat has thrown these dice; fewer than three are what is left in mid-play. */
static int throw_in(struct mundo_asked *a, json_t *request, unsigned seat, const uint8_t *faces,
		    size_t n, struct path *p)
{
	struct tablas_event room[TABLAS_EVENTS_MAX];
	struct tablas_events ev = {.v = room};
	char word[48], middle[80];

	count_dice(p, faces, n);
	if (n < 3) {
		dice_word(word, faces, n, seat);
		snprintf(middle, sizeof middle, "play:%c %s 1", mundo_letter[seat], word);
		return mundo_read_as(a, request, middle, p->pos) ||
		       mundo_read_phase(a, request, "throw", seat, 1, p->pos);
	}
	if (!mundo_read_phase(a, request, "throw", seat, 1, p->pos))
		return 0;
	MUNDO->roll(p->pos, faces, 3, &ev);
	note_events(p, &ev);
	return 1;
}

enum vector_result mundo_play(struct mundo_asked *a, json_t *request, json_t *expect,
			      int whole_turn)
{
	unsigned seat = mundo_seat(json_object_get(request, "seat"));
	struct walk w = {.whole_turn = whole_turn,
			 .before = json_object_get(request, "position")};
	struct path p;
	struct tablas_wait now;
	uint8_t faces[3];
	size_t n = mundo_dice(a, json_object_get(request, "dice"), faces);
	enum vector_result r;
	int asked;

	memset(&p, 0, sizeof p);
	if (seat >= MUNDO_SIDES || n == 0 || !throw_in(a, request, seat, faces, n, &p))
		return mundo_unread(a);
	if (whole_turn)
		return compare_finals(a, &w, &p, expect);
	MUNDO->wait(p.pos, &now);
	asked = now.kind == TABLAS_WAIT_MOVE && now.seats == 1u << seat && now.flags == 0;
	r = compare_first(a, p.pos, seat, asked, expect);
	if (r != VECTOR_PASSED)
		return r;
	return asked ? compare_finals(a, &w, &p, expect) : compare_idle(a, &p, expect);
}

/*
 * The seat before has used its other dice and passes these on.  They have come
 * together, so how they go round is no matter here: the vectors with die_round
 * count them as one set as well.
 */
enum vector_result mundo_forfeit(struct mundo_asked *a, json_t *request, json_t *expect)
{
	unsigned seat = mundo_seat(json_object_get(request, "seat"));
	struct walk w = {.before = json_object_get(request, "position")};
	struct path p, other;
	uint8_t faces[3];
	size_t n = mundo_dice(a, json_object_get(request, "dice"), faces);
	enum vector_result r;

	if (seat >= MUNDO_SIDES || n == 0)
		return mundo_unread(a);
	for (const struct tablas_option *o = MUNDO->options; o->key; o++)
		if (!strcmp(o->key, "forfeit"))
			a->options[o - MUNDO->options] = 0;
	for (unsigned i = 1; i < MUNDO_SIDES; i++) {
		unsigned from = (seat + MUNDO_SIDES - i) % MUNDO_SIDES;
		char word[48], middle[80];

		memset(&p, 0, sizeof p);
		count_dice(&p, faces, n);
		dice_word(word, faces, n, from);
		snprintf(middle, sizeof middle, "offer:%c:%c %s 1", mundo_letter[from],
			 mundo_letter[seat], word);
		if (mundo_read_as(a, request, middle, p.pos)) {
			r = compare_first(a, p.pos, seat, 1, expect);
			return r == VECTOR_PASSED ? compare_finals(a, &w, &p, expect) : r;
		}
		/* Not an offer the seat can use, or a seat that throws no more. */
		if (mundo_read_phase(a, request, "throw", from, 1, other.pos) ||
		    mundo_read_phase(a, request, "enter", from, 1, other.pos)) {
			r = compare_first(a, NULL, seat, 0, expect);
			return r == VECTOR_PASSED ? compare_idle(a, &p, expect) : r;
		}
	}
	return mundo_unread(a);
}

/* ---- entry ------------------------------------------------------------------------------- */

static json_t *slots_of(const void *pos, unsigned seat)
{
	int may_stop;
	json_t *steps = first_steps(pos, seat, &may_stop), *slots = json_object(), *value;
	const char *step;

	json_object_foreach(steps, step, value)
		json_object_set_new(slots, strchr(step, '-') + 1, json_true());
	json_decref(steps);
	return slots;
}

/* Here a final is the changed sides alone. */
static json_t *entries_expected(json_t *finals)
{
	json_t *wrapped = json_array(), *final, *all;
	size_t i;

	json_array_foreach(finals, i, final)
		json_array_append_new(wrapped, json_pack("{s:O}", "position", final));
	all = json_pack("{s:o}", "finals", wrapped);
	return all;
}

enum vector_result mundo_entry(struct mundo_asked *a, json_t *request, json_t *expect)
{
	unsigned seat = mundo_seat(json_object_get(request, "seat"));
	struct walk w = {.before = json_object_get(request, "position")};
	json_t *expected = as_set(json_object_get(expect, "slots")), *came = NULL, *finals;
	enum vector_result r = VECTOR_PASSED;
	struct path p;

	memset(&p, 0, sizeof p);
	if (seat < MUNDO_SIDES && mundo_read_phase(a, request, "enter", seat, 1, p.pos))
		came = slots_of(p.pos, seat);
	else if (seat < MUNDO_SIDES && mundo_read_phase(a, request, "throw", seat, 1, p.pos))
		came = json_object();
	if (!came)
		r = mundo_unread(a);
	else if (!json_equal(expected, came))
		r = mundo_failed(a, "slots", expected, came);
	json_decref(expected);
	json_decref(came);
	if (r != VECTOR_PASSED)
		return r;
	finals = entries_expected(json_object_get(expect, "finals"));
	r = compare_finals(a, &w, &p, finals);
	json_decref(finals);
	return r;
}
