/*
 * backgammon.c - the backgammon of the vectors, asked through the vtable.
 *
 * Positions come in by the plugin's notation and go out by view(); the ends of
 * a throw are found twice, by stepping and by plays(), and both must be what
 * the vector says.  Nothing here knows a rule.
 */
#include "tests/vectors/backgammon.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLAYS_MAX 1024

const char *const backgammon_sides[2] = {"white", "black"};

enum vector_result backgammon_failed(struct asked *a, const char *what, json_t *expected,
				     json_t *came)
{
	return vector_failed(a->why, a->cap, what, expected, came);
}

enum vector_result backgammon_failed_text(struct asked *a, const char *what, const char *text)
{
	snprintf(a->why, a->cap, "%s: %s", what, text);
	return VECTOR_FAILED;
}

enum vector_result backgammon_refused(struct asked *a, const char *what, const char *text)
{
	a->unread = 1;
	return backgammon_failed_text(a, what, text);
}

enum vector_result backgammon_ask(struct asked *a, json_t *options, char *why, size_t cap)
{
	*a = (struct asked){.why = why, .cap = cap};
	a->setup.seats = 2;
	a->setup.options = a->options;
	return vector_options(BACKGAMMON, options, a->options, why, cap);
}

/* The seat a member names, or 2. */
unsigned backgammon_seat(json_t *object, const char *member)
{
	return vector_says(object, member, "white")   ? 0
	       : vector_says(object, member, "black") ? 1
						      : 2;
}

static int same_texts(const void *x, const void *y)
{
	return strcmp(*(char *const *)x, *(char *const *)y);
}

/* Equal as sets, whatever the order of the members. */
int backgammon_equal_sets(json_t *x, json_t *y)
{
	size_t n = json_array_size(x);
	char *texts[2][PLAYS_MAX];
	int equal = 1;

	if (n != json_array_size(y) || n > PLAYS_MAX)
		return 0;
	for (size_t k = 0; k < 2; k++) {
		for (size_t i = 0; i < n; i++)
			texts[k][i] =
				json_dumps(json_array_get(k ? y : x, i),
					   JSON_SORT_KEYS | JSON_COMPACT | JSON_ENCODE_ANY);
		qsort(texts[k], n, sizeof *texts[k], same_texts);
	}
	for (size_t i = 0; i < n; i++) {
		equal = equal && !strcmp(texts[0][i], texts[1][i]);
		free(texts[0][i]);
		free(texts[1][i]);
	}
	return equal;
}

/* ---- positions -------------------------------------------------------------------- */

static size_t men_text(json_t *men, unsigned seat, char *out, size_t cap)
{
	size_t n = (size_t)snprintf(out, cap, "%s", backgammon_sides[seat]), known = 0;

	for (int own = 25; own >= 0; own--) {
		char place[16];
		json_t *count;

		snprintf(place, sizeof place, "%d", seat ? 25 - own : own);
		if (own == 25 || own == 0)
			strcpy(place, own ? "bar" : "off");
		count = json_object_get(men, place);
		known += count != NULL;
		if (count && n < cap)
			n += (size_t)snprintf(out + n, cap - n, " %s:%d", place,
					      (int)json_integer_value(count));
	}
	/* A place that is none makes the text unreadable. */
	return n < cap ? n + (size_t)snprintf(out + n, cap - n,
					      known == json_object_size(men) ? " / " : " ?")
		       : n;
}

/* The plugin's position with these men and this state of the turn. */
int backgammon_place(struct asked *a, json_t *position, const char *state, void *pos)
{
	char text[TABLAS_TEXT_MAX];
	size_t n = men_text(json_object_get(position, "white"), 0, text, sizeof text);

	if (n < sizeof text)
		n += men_text(json_object_get(position, "black"), 1, text + n, sizeof text - n);
	if (n < sizeof text)
		snprintf(text + n, sizeof text - n, "%s", state);
	memset(pos, 0, BACKGAMMON_ROOM);
	return BACKGAMMON->read(&a->setup, text, pos);
}

/* The men as the vectors write them: both sides, whole. */
json_t *backgammon_men(const void *pos)
{
	struct tablas_pieces room[64];
	struct tablas_view view = {.pieces = room, .pieces_cap = 64};
	json_t *men = json_pack("{s:{}, s:{}}", backgammon_sides[0], backgammon_sides[1]);

	BACKGAMMON->view(pos, 0, &view);
	for (size_t i = 0; i < view.pieces_n; i++) {
		const struct tablas_place *at = &BACKGAMMON->places[room[i].place];
		const char *place = at->kind == TABLAS_PLACE_HAND  ? "bar"
				    : at->kind == TABLAS_PLACE_OFF ? "off"
								   : at->name;

		json_object_set_new(json_object_get(men, backgammon_sides[room[i].seat]), place,
				    json_integer(room[i].count));
	}
	return men;
}

/* Only the sides that stand otherwise than in `before`. */
static json_t *changes(const void *pos, json_t *before)
{
	json_t *men = backgammon_men(pos);

	for (unsigned s = 0; s < 2; s++) {
		json_t *was = json_object_get(before, backgammon_sides[s]);

		if (json_equal(json_object_get(men, backgammon_sides[s]), was))
			json_object_del(men, backgammon_sides[s]);
	}
	return men;
}

int backgammon_over(const void *pos, unsigned *winner)
{
	struct tablas_wait w;
	struct tablas_outcome o;

	BACKGAMMON->wait(pos, &w);
	if (w.kind != TABLAS_WAIT_OVER)
		return 0;
	BACKGAMMON->outcome(pos, &o);
	*winner = o.rank[0] == 1 && o.rank[1] == 2   ? 0
		  : o.rank[1] == 1 && o.rank[0] == 2 ? 1
						     : 2;
	return 1;
}

int backgammon_decides(const void *pos, unsigned seat)
{
	struct tablas_wait w;

	BACKGAMMON->wait(pos, &w);
	return w.kind == TABLAS_WAIT_MOVE && w.seats == 1u << seat && !w.flags;
}

/* ---- play --------------------------------------------------------------------------- */

/* "5:13/8*": the die that makes this move, found by naming each. */
json_t *backgammon_step_text(const void *pos, unsigned seat, tablas_move move)
{
	char plain[TABLAS_MOVE_TEXT_MAX], text[TABLAS_MOVE_TEXT_MAX + 8];
	tablas_move again;

	BACKGAMMON->move_write(pos, seat, move, plain, sizeof plain);
	for (unsigned die = 1; die <= 6; die++) {
		const char *bare = strchr(plain, ':');

		snprintf(text, sizeof text, "%u:%s", die, bare ? bare + 1 : plain);
		if (!BACKGAMMON->move_read(pos, seat, text, &again) && again == move)
			return json_string(text);
	}
	return json_string(plain);
}

static json_t *end_of(const void *pos, unsigned seat, json_t *before)
{
	json_t *end = json_pack("{s:o}", "position", changes(pos, before));
	unsigned winner;

	if (backgammon_over(pos, &winner) && winner == seat)
		json_object_set_new(end, "wins", json_true());
	return end;
}

struct walk {
	unsigned seat;
	size_t size, n;
	unsigned char *ends;
};

static int step_on(struct walk *w, const void *pos)
{
	tablas_move legal[BACKGAMMON_MOVES];
	unsigned char next[BACKGAMMON_ROOM];
	size_t n;

	if (!backgammon_decides(pos, w->seat)) {
		for (size_t i = 0; i < w->n; i++)
			if (!memcmp(w->ends + i * w->size, pos, w->size))
				return 0;
		if (w->n == PLAYS_MAX)
			return -1;
		memcpy(w->ends + w->n++ * w->size, pos, w->size);
		return 0;
	}
	n = BACKGAMMON->legal(pos, w->seat, legal, BACKGAMMON_MOVES);
	if (!n || n > BACKGAMMON_MOVES)
		return -1;
	for (size_t i = 0; i < n; i++) {
		memcpy(next, pos, w->size);
		BACKGAMMON->play(next, w->seat, legal[i], NULL);
		if (step_on(w, next))
			return -1;
	}
	return 0;
}

static json_t *ends_in_array(const unsigned char *ends, size_t n, unsigned seat, json_t *before)
{
	json_t *array = json_array();

	for (size_t i = 0; i < n; i++)
		json_array_append_new(
			array, end_of(ends + i * BACKGAMMON->position_size, seat, before));
	return array;
}

static enum vector_result compare_ends(struct asked *a, const void *pos, unsigned seat,
				       json_t *request, json_t *expect)
{
	json_t *before = json_object_get(request, "position");
	json_t *expected = json_object_get(expect, "finals"), *came;
	struct walk w = {.seat = seat, .size = BACKGAMMON->position_size};
	enum vector_result r = VECTOR_PASSED;

	w.ends = calloc(PLAYS_MAX, w.size);
	if (step_on(&w, pos))
		r = backgammon_failed_text(a, "stepping",
					   "too many ends, or a decision without moves");
	came = ends_in_array(w.ends, w.n, seat, before);
	if (!r && !backgammon_equal_sets(expected, came))
		r = backgammon_failed(a, "finals by stepping", expected, came);
	json_decref(came);
	if (!r && backgammon_decides(pos, seat)) {
		struct tablas_plays plays = {.positions = w.ends, .cap = PLAYS_MAX};
		size_t n = BACKGAMMON->plays(pos, seat, &plays);

		came = ends_in_array(w.ends, n <= PLAYS_MAX ? n : 0, seat, before);
		if (!backgammon_equal_sets(expected, came))
			r = backgammon_failed(a, "finals by plays()", expected, came);
		json_decref(came);
	}
	free(w.ends);
	return r;
}

int backgammon_dice(json_t *event, uint8_t faces[2])
{
	return vector_dice(json_object_get(event, "dice"), 6, faces, 2) == 2 ? 0 : -1;
}

static enum vector_result vector_play(struct asked *a, json_t *request, json_t *expect)
{
	unsigned char pos[BACKGAMMON_ROOM];
	unsigned seat = backgammon_seat(request, "seat");
	json_t *came, *expected = json_object_get(expect, "first_steps");
	tablas_move legal[BACKGAMMON_MOVES];
	char state[32];
	uint8_t faces[2];
	int equal;

	snprintf(state, sizeof state, "%s to roll", seat < 2 ? backgammon_sides[seat] : "?");
	if (seat > 1 || backgammon_dice(request, faces) ||
	    backgammon_place(a, json_object_get(request, "position"), state, pos))
		return backgammon_refused(a, "position", "not read");
	BACKGAMMON->roll(pos, faces, 2, NULL);

	came = json_array();
	size_t n = BACKGAMMON->legal(pos, seat, legal, BACKGAMMON_MOVES);
	for (size_t i = 0; i < n && i < BACKGAMMON_MOVES; i++)
		json_array_append_new(came, backgammon_step_text(pos, seat, legal[i]));
	equal = backgammon_equal_sets(expected, came);
	if (!equal)
		backgammon_failed(a, "first_steps", expected, came);
	json_decref(came);
	return equal ? compare_ends(a, pos, seat, request, expect) : VECTOR_FAILED;
}

/* ---- result, ledger ------------------------------------------------------------------- */

/*
 * The same board with the winner's last man back on a point of his home where
 * the other has none, and a double thrown that bears it off.
 */
enum vector_result backgammon_bear_off(struct asked *a, json_t *position, unsigned winner,
				       const char *cube, unsigned char *pos,
				       struct tablas_events *events)
{
	json_t *men = json_deep_copy(position);
	char state[128], place[16];
	tablas_move legal[BACKGAMMON_MOVES];
	int done = -1;

	snprintf(state, sizeof state, "%s to roll%s", backgammon_sides[winner], cube);
	for (unsigned own = 1; own <= 6 && done; own++) {
		json_t *his = json_object_get(men, backgammon_sides[winner]);
		uint8_t faces[2] = {(uint8_t)own, (uint8_t)own};

		snprintf(place, sizeof place, "%u", winner ? 25 - own : own);
		if (json_object_get(json_object_get(men, backgammon_sides[!winner]), place))
			continue;
		json_object_set_new(his, "off", json_integer(14));
		json_object_set_new(his, place, json_integer(1));
		if (backgammon_place(a, men, state, pos))
			break;
		BACKGAMMON->roll(pos, faces, 2, NULL);
		if (BACKGAMMON->legal(pos, winner, legal, BACKGAMMON_MOVES) != 1)
			break;
		BACKGAMMON->play(pos, winner, legal[0], events);
		done = 0;
	}
	json_decref(men);
	return done ? backgammon_refused(a, "position", "cannot be reached") : VECTOR_PASSED;
}

static json_t *result_of(const void *pos)
{
	struct tablas_outcome o;
	unsigned winner;

	if (!backgammon_over(pos, &winner))
		return json_pack("{s:b}", "over", 0);
	BACKGAMMON->outcome(pos, &o);
	return json_pack("{s:b, s:s?, s:s, s:i}", "over", 1, "winner",
			 winner < 2 ? backgammon_sides[winner] : NULL, "degree", o.note,
			 "multiplier", winner < 2 ? (int)o.points[winner] : 0);
}

enum vector_result backgammon_compare(struct asked *a, const char *what, json_t *expected,
				      json_t *came)
{
	enum vector_result r = json_equal(expected, came)
				       ? VECTOR_PASSED
				       : backgammon_failed(a, what, expected, came);

	json_decref(came);
	return r;
}

static enum vector_result vector_result(struct asked *a, json_t *request, json_t *expect)
{
	json_t *position = json_object_get(request, "position");
	unsigned char pos[BACKGAMMON_ROOM];
	unsigned winner = 2;

	for (unsigned s = 0; s < 2; s++)
		if (json_integer_value(json_object_get(
			    json_object_get(position, backgammon_sides[s]), "off")) == 15)
			winner = s;
	if (winner == 2 && backgammon_place(a, position, "white to roll", pos))
		return backgammon_refused(a, "position", "not read");
	if (winner < 2 && backgammon_bear_off(a, position, winner, "", pos, NULL))
		return VECTOR_FAILED;
	return backgammon_compare(a, "result", expect, result_of(pos));
}

/* The payments among these events, in money, as the vectors write them. */
json_t *backgammon_payments(const struct tablas_events *events, json_int_t stake)
{
	json_t *lines = json_array();

	for (size_t i = 0; i < events->n; i++) {
		const struct tablas_event *e = &events->v[i];

		if (e->kind == TABLAS_EV_STAKE)
			json_array_append_new(
				lines, json_pack("[s, s, I, s]", backgammon_sides[e->seat & 1],
						 backgammon_sides[e->other & 1],
						 (json_int_t)e->amount * stake, "game"));
	}
	return lines;
}

static enum vector_result vector(json_t *request, json_t *expect, char *why, size_t cap)
{
	static const struct {
		const char *kind;
		enum vector_result (*answer)(struct asked *, json_t *, json_t *);
	} kinds[] = {{"play", vector_play},
		     {"result", vector_result},
		     {"ledger", backgammon_vector_ledger},
		     {"cube", backgammon_vector_cube},
		     {"answer", backgammon_vector_answer},
		     {"opening_cube", backgammon_vector_opening_cube}};
	struct asked a;
	json_t *error = json_object_get(expect, "error");
	size_t i = 0, n = sizeof kinds / sizeof *kinds;
	enum vector_result r =
		backgammon_ask(&a, json_object_get(request, "options"), why, cap);

	/* What has to be refused may be refused for its options or its position. */
	if (r)
		return error ? VECTOR_PASSED : r;
	while (i < n && !vector_says(request, "kind", kinds[i].kind))
		i++;
	if (i == n)
		return snprintf(why, cap, "no such kind"), VECTOR_SKIPPED;
	r = kinds[i].answer(&a, request, expect);
	if (!error)
		return r;
	return a.unread ? VECTOR_PASSED : backgammon_failed_text(&a, "error", "none");
}

const struct vector_game vectors_backgammon = {"backgammon", vector, backgammon_record};
