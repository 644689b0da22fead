/*
 * backgammon.c - the backgammon of the vectors, asked through the vtable.
 *
 * Positions come in by the plugin's notation and go out by view(); the ends of
 * a throw are found twice, by stepping and by plays(), and both must be what
 * the vector says.  Nothing here knows a rule.
 */
#include "tests/vectors/vectors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct tablas_plugin tablas_plugin_backgammon;

#define GAME	  (&tablas_plugin_backgammon)
#define BYTES	  TABLAS_POSITION_MAX
#define PLAYS_MAX 1024
#define MOVES_MAX 64

static const char *const side[] = { "white", "black" };

struct asked {
	int32_t options[VECTOR_OPTIONS_MAX];
	struct tablas_setup setup;
	char *why;
	size_t cap;
};

static enum vector_result failed(struct asked *a, const char *what, json_t *expected, json_t *came)
{
	char *e = json_dumps(expected, JSON_SORT_KEYS | JSON_COMPACT | JSON_ENCODE_ANY);
	char *c = json_dumps(came, JSON_SORT_KEYS | JSON_COMPACT | JSON_ENCODE_ANY);

	snprintf(a->why, a->cap, "%s: expected %s, came %s", what, e ? e : "?", c ? c : "?");
	free(e);
	free(c);
	return VECTOR_FAILED;
}

static enum vector_result failed_text(struct asked *a, const char *what, const char *text)
{
	snprintf(a->why, a->cap, "%s: %s", what, text);
	return VECTOR_FAILED;
}

static enum vector_result ask(struct asked *a, json_t *options, char *why, size_t cap)
{
	*a = (struct asked){ .why = why, .cap = cap };
	a->setup.seats = 2;
	a->setup.options = a->options;
	return vector_options(GAME, options, a->options, why, cap);
}

/* The seat a member names, or 2. */
static unsigned seat_in(json_t *object, const char *member)
{
	return vector_says(object, member, "white") ? 0 : vector_says(object, member, "black") ? 1 : 2;
}

static int same_texts(const void *x, const void *y)
{
	return strcmp(*(char *const *)x, *(char *const *)y);
}

/* Equal as sets, whatever the order of the members. */
static int equal_sets(json_t *x, json_t *y)
{
	size_t n = json_array_size(x);
	char *texts[2][PLAYS_MAX];
	int equal = 1;

	if (n != json_array_size(y) || n > PLAYS_MAX)
		return 0;
	for (size_t k = 0; k < 2; k++) {
		for (size_t i = 0; i < n; i++)
			texts[k][i] = json_dumps(json_array_get(k ? y : x, i),
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
	size_t n = (size_t)snprintf(out, cap, "%s", side[seat]), known = 0;

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
					      known == json_object_size(men) ? " / " : " ?") :
			 n;
}

/* The plugin's position with these men and this state of the turn. */
static int place_men(struct asked *a, json_t *position, const char *state, void *pos)
{
	char text[TABLAS_TEXT_MAX];
	size_t n = men_text(json_object_get(position, "white"), 0, text, sizeof text);

	if (n < sizeof text)
		n += men_text(json_object_get(position, "black"), 1, text + n, sizeof text - n);
	if (n < sizeof text)
		snprintf(text + n, sizeof text - n, "%s", state);
	memset(pos, 0, BYTES);
	return GAME->read(&a->setup, text, pos);
}

/* The men as the vectors write them: both sides, whole. */
static json_t *men_of(const void *pos)
{
	struct tablas_pieces room[64];
	struct tablas_view view = { .pieces = room, .pieces_cap = 64 };
	json_t *men = json_pack("{s:{}, s:{}}", side[0], side[1]);

	GAME->view(pos, 0, &view);
	for (size_t i = 0; i < view.pieces_n; i++) {
		const struct tablas_place *at = &GAME->places[room[i].place];
		const char *place = at->kind == TABLAS_PLACE_HAND ? "bar" :
				    at->kind == TABLAS_PLACE_OFF  ? "off" :
								    at->name;

		json_object_set_new(json_object_get(men, side[room[i].seat]), place,
				    json_integer(room[i].count));
	}
	return men;
}

/* Only the sides that stand otherwise than in `before`. */
static json_t *changes(const void *pos, json_t *before)
{
	json_t *men = men_of(pos);

	for (unsigned s = 0; s < 2; s++) {
		json_t *was = json_object_get(before, side[s]);

		if (json_equal(json_object_get(men, side[s]), was))
			json_object_del(men, side[s]);
	}
	return men;
}

static int is_over(const void *pos, unsigned *winner)
{
	struct tablas_wait w;
	struct tablas_outcome o;

	GAME->wait(pos, &w);
	if (w.kind != TABLAS_WAIT_OVER)
		return 0;
	GAME->outcome(pos, &o);
	*winner = o.rank[0] == 1 && o.rank[1] == 2 ? 0 : o.rank[1] == 1 && o.rank[0] == 2 ? 1 : 2;
	return 1;
}

static int decides(const void *pos, unsigned seat)
{
	struct tablas_wait w;

	GAME->wait(pos, &w);
	return w.kind == TABLAS_WAIT_MOVE && w.seats == 1u << seat && !w.flags;
}

/* ---- play --------------------------------------------------------------------------- */

/* "5:13/8*": the die that makes this move, found by naming each. */
static json_t *step_text(const void *pos, unsigned seat, tablas_move move)
{
	char plain[TABLAS_MOVE_TEXT_MAX], text[TABLAS_MOVE_TEXT_MAX + 8];
	tablas_move again;

	GAME->move_write(pos, seat, move, plain, sizeof plain);
	for (unsigned die = 1; die <= 6; die++) {
		const char *bare = strchr(plain, ':');

		snprintf(text, sizeof text, "%u:%s", die, bare ? bare + 1 : plain);
		if (!GAME->move_read(pos, seat, text, &again) && again == move)
			return json_string(text);
	}
	return json_string(plain);
}

static json_t *end_of(const void *pos, unsigned seat, json_t *before)
{
	json_t *end = json_pack("{s:o}", "position", changes(pos, before));
	unsigned winner;

	if (is_over(pos, &winner) && winner == seat)
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
	tablas_move legal[MOVES_MAX];
	unsigned char next[BYTES];
	size_t n;

	if (!decides(pos, w->seat)) {
		for (size_t i = 0; i < w->n; i++)
			if (!memcmp(w->ends + i * w->size, pos, w->size))
				return 0;
		if (w->n == PLAYS_MAX)
			return -1;
		memcpy(w->ends + w->n++ * w->size, pos, w->size);
		return 0;
	}
	n = GAME->legal(pos, w->seat, legal, MOVES_MAX);
	if (!n || n > MOVES_MAX)
		return -1;
	for (size_t i = 0; i < n; i++) {
		memcpy(next, pos, w->size);
		GAME->play(next, w->seat, legal[i], NULL);
		if (step_on(w, next))
			return -1;
	}
	return 0;
}

static json_t *ends_in_array(const unsigned char *ends, size_t n, unsigned seat, json_t *before)
{
	json_t *array = json_array();

	for (size_t i = 0; i < n; i++)
		json_array_append_new(array, end_of(ends + i * GAME->position_size, seat, before));
	return array;
}

static enum vector_result compare_ends(struct asked *a, const void *pos, unsigned seat,
				       json_t *request, json_t *expect)
{
	json_t *before = json_object_get(request, "position");
	json_t *expected = json_object_get(expect, "finals"), *came;
	struct walk w = { .seat = seat, .size = GAME->position_size };
	enum vector_result r = VECTOR_PASSED;

	w.ends = calloc(PLAYS_MAX, w.size);
	if (step_on(&w, pos))
		r = failed_text(a, "stepping", "too many ends, or a decision without moves");
	came = ends_in_array(w.ends, w.n, seat, before);
	if (!r && !equal_sets(expected, came))
		r = failed(a, "finals by stepping", expected, came);
	json_decref(came);
	if (!r && decides(pos, seat)) {
		struct tablas_plays plays = { .positions = w.ends, .cap = PLAYS_MAX };
		size_t n = GAME->plays(pos, seat, &plays);

		came = ends_in_array(w.ends, n <= PLAYS_MAX ? n : 0, seat, before);
		if (!equal_sets(expected, came))
			r = failed(a, "finals by plays()", expected, came);
		json_decref(came);
	}
	free(w.ends);
	return r;
}

static int dice_in(json_t *event, uint8_t faces[2])
{
	json_t *dice = json_object_get(event, "dice");

	for (size_t i = 0; i < 2; i++) {
		json_int_t n = json_integer_value(json_array_get(dice, i));

		if (n < 1 || n > 6)
			return -1;
		faces[i] = (uint8_t)n;
	}
	return json_array_size(dice) == 2 ? 0 : -1;
}

static enum vector_result vector_play(struct asked *a, json_t *request, json_t *expect)
{
	unsigned char pos[BYTES];
	unsigned seat = seat_in(request, "seat");
	json_t *came, *expected = json_object_get(expect, "first_steps");
	tablas_move legal[MOVES_MAX];
	char state[32];
	uint8_t faces[2];
	int equal;

	snprintf(state, sizeof state, "%s to roll", seat < 2 ? side[seat] : "?");
	if (seat > 1 || dice_in(request, faces) ||
	    place_men(a, json_object_get(request, "position"), state, pos))
		return failed_text(a, "position", "not read");
	GAME->roll(pos, faces, 2, NULL);

	came = json_array();
	size_t n = GAME->legal(pos, seat, legal, MOVES_MAX);
	for (size_t i = 0; i < n && i < MOVES_MAX; i++)
		json_array_append_new(came, step_text(pos, seat, legal[i]));
	equal = equal_sets(expected, came);
	if (!equal)
		failed(a, "first_steps", expected, came);
	json_decref(came);
	return equal ? compare_ends(a, pos, seat, request, expect) : VECTOR_FAILED;
}

/* ---- result, ledger ------------------------------------------------------------------- */

/*
 * The same board with the winner's last man back on a point of his home where
 * the other has none, and a double thrown that bears it off.
 */
static enum vector_result bear_last_off(struct asked *a, json_t *position, unsigned winner,
					unsigned char *pos, struct tablas_events *events)
{
	json_t *men = json_deep_copy(position);
	char state[32], place[16];
	tablas_move legal[MOVES_MAX];
	int done = -1;

	snprintf(state, sizeof state, "%s to roll", side[winner]);
	for (unsigned own = 1; own <= 6 && done; own++) {
		json_t *his = json_object_get(men, side[winner]);
		uint8_t faces[2] = { (uint8_t)own, (uint8_t)own };

		snprintf(place, sizeof place, "%u", winner ? 25 - own : own);
		if (json_object_get(json_object_get(men, side[!winner]), place))
			continue;
		json_object_set_new(his, "off", json_integer(14));
		json_object_set_new(his, place, json_integer(1));
		if (place_men(a, men, state, pos))
			break;
		GAME->roll(pos, faces, 2, NULL);
		if (GAME->legal(pos, winner, legal, MOVES_MAX) != 1)
			break;
		GAME->play(pos, winner, legal[0], events);
		done = 0;
	}
	json_decref(men);
	return done ? failed_text(a, "position", "cannot be reached") : VECTOR_PASSED;
}

static json_t *result_of(const void *pos)
{
	struct tablas_outcome o;
	unsigned winner;

	if (!is_over(pos, &winner))
		return json_pack("{s:b}", "over", 0);
	GAME->outcome(pos, &o);
	return json_pack("{s:b, s:s?, s:s, s:i}", "over", 1, "winner",
			 winner < 2 ? side[winner] : NULL, "degree", o.note, "multiplier",
			 winner < 2 ? (int)o.points[winner] : 0);
}

static enum vector_result compare(struct asked *a, const char *what, json_t *expected, json_t *came)
{
	enum vector_result r = json_equal(expected, came) ? VECTOR_PASSED :
							    failed(a, what, expected, came);

	json_decref(came);
	return r;
}

static enum vector_result vector_result(struct asked *a, json_t *request, json_t *expect)
{
	json_t *position = json_object_get(request, "position");
	unsigned char pos[BYTES];
	unsigned winner = 2;

	for (unsigned s = 0; s < 2; s++)
		if (json_integer_value(json_object_get(json_object_get(position, side[s]), "off")) == 15)
			winner = s;
	if (winner == 2 && place_men(a, position, "white to roll", pos))
		return failed_text(a, "position", "not read");
	if (winner < 2 && bear_last_off(a, position, winner, pos, NULL))
		return VECTOR_FAILED;
	return compare(a, "result", expect, result_of(pos));
}

/* The payments among these events, in money, as the vectors write them. */
static json_t *payments(const struct tablas_events *events, json_int_t stake)
{
	json_t *lines = json_array();

	for (size_t i = 0; i < events->n; i++) {
		const struct tablas_event *e = &events->v[i];

		if (e->kind == TABLAS_EV_STAKE)
			json_array_append_new(lines, json_pack("[s, s, I, s]", side[e->seat & 1],
							       side[e->other & 1],
							       (json_int_t)e->amount * stake, "game"));
	}
	return lines;
}

static enum vector_result vector_ledger(struct asked *a, json_t *request, json_t *expect)
{
	static const char *const losers[] = { "{\"off\":1,\"24\":1}", "{\"18\":1}", "{\"bar\":1}" };
	json_int_t multiplier = json_integer_value(json_object_get(request, "multiplier"));
	json_t *cube = json_object_get(request, "cube"), *position;
	unsigned winner = seat_in(request, "winner");
	struct tablas_event room[TABLAS_EVENTS_MAX];
	struct tablas_events events = { room, 0 };
	unsigned char pos[BYTES];
	enum vector_result r;

	if (json_object_get(request, "match") || json_object_get(request, "resigned") ||
	    json_integer_value(json_object_get(cube, "value")) != 1) {
		snprintf(a->why, a->cap, "matches and the cube are not here");
		return VECTOR_SKIPPED;
	}
	if (winner > 1 || multiplier < 1 || multiplier > 3)
		return failed_text(a, "ledger", "no winner or no multiplier");
	position = json_pack("{s:{s:i}, s:o}", side[winner], "off", 15, side[!winner],
			     json_loads(losers[multiplier - 1], 0, NULL));
	r = bear_last_off(a, position, winner, pos, &events);
	json_decref(position);
	if (r)
		return r;
	return compare(a, "payments", expect,
		       json_pack("{s:o}", "payments",
				 payments(&events, json_integer_value(
							   json_object_get(request, "stake")))));
}

static enum vector_result vector(json_t *request, json_t *expect, char *why, size_t cap)
{
	struct asked a;
	enum vector_result r = ask(&a, json_object_get(request, "options"), why, cap);

	if (r)
		return r;
	if (vector_says(request, "kind", "play"))
		return vector_play(&a, request, expect);
	if (vector_says(request, "kind", "result"))
		return vector_result(&a, request, expect);
	if (vector_says(request, "kind", "ledger"))
		return vector_ledger(&a, request, expect);
	snprintf(why, cap, "no such kind here");
	return VECTOR_SKIPPED;
}

/* ---- complete games ------------------------------------------------------------------------ */

struct replay {
	struct asked asked;
	unsigned char pos[BYTES];
	struct tablas_event room[TABLAS_EVENTS_MAX];
	struct tablas_events events; /* of the last throw or step          */
	json_t *paid;		     /* payments so far, in money          */
	json_t *lost;		     /* dice lost by it and not yet told   */
	json_int_t stake;
	unsigned throws;
};

static void happened(struct replay *r)
{
	json_t *paid = payments(&r->events, r->stake);

	json_array_extend(r->paid, paid);
	json_decref(paid);
	for (size_t i = 0; i < r->events.n; i++)
		if (r->events.v[i].kind == TABLAS_EV_DIE_LOST)
			json_array_append_new(r->lost, json_integer(r->events.v[i].amount));
	r->events.n = 0;
}

static const char *throw_dice(struct replay *r, json_t *event, const uint8_t faces[2])
{
	unsigned seat = seat_in(event, "seat");
	struct tablas_wait w;

	GAME->wait(r->pos, &w);
	r->throws++;
	if (json_is_true(json_object_get(event, "opening"))) {
		/* The throws for first are this throw. */
		struct tablas_pieces room[64];
		struct tablas_view v = { .pieces = room, .pieces_cap = 64 };

		GAME->view(r->pos, 0, &v);
		return decides(r->pos, seat) && v.dice_n == 2 && v.dice[0].face == faces[0] &&
				       v.dice[1].face == faces[1] ?
			       NULL :
			       "the opening throw is another's or other dice";
	}
	if (w.kind != TABLAS_WAIT_ROLL || seat > 1 || w.seats != 1u << seat || w.dice != 2)
		return "this seat is not to throw";
	GAME->roll(r->pos, faces, 2, &r->events);
	happened(r);
	return NULL;
}

static const char *throw_for_first(struct replay *r, json_t *event)
{
	uint8_t faces[2];
	struct tablas_wait w;
	json_t *throws = json_object_get(event, "throws");

	GAME->wait(r->pos, &w);
	if (w.kind != TABLAS_WAIT_ROLL || w.seats != 3 || w.dice != 2)
		return "nobody throws for first now";
	for (unsigned s = 0; s < 2; s++) {
		json_int_t n = json_integer_value(json_object_get(throws, side[s]));

		if (n < 1 || n > 6)
			return "no dice";
		faces[s] = (uint8_t)n;
	}
	GAME->roll(r->pos, faces, 2, &r->events);
	happened(r);
	return NULL;
}

static const char *make_step(struct replay *r, json_t *event)
{
	unsigned seat = seat_in(event, "seat");
	const char *text = json_string_value(json_object_get(event, "step"));
	tablas_move move, legal[MOVES_MAX];
	size_t n, i;
	json_t *again;

	if (!text || seat > 1 || !decides(r->pos, seat))
		return "this seat is not to move";
	if (GAME->move_read(r->pos, seat, text, &move))
		return "the step is not read";
	n = GAME->legal(r->pos, seat, legal, MOVES_MAX);
	for (i = 0; i < n && legal[i] != move; i++)
		;
	if (i == n)
		return "the step is not legal";
	again = step_text(r->pos, seat, move);
	i = strcmp(json_string_value(again), text) == 0;
	json_decref(again);
	if (!i)
		return "the step is written otherwise";
	GAME->play(r->pos, seat, move, &r->events);
	happened(r);
	return NULL;
}

/* The cube that the record tells of, as far as the position has one. */
static int same_cube(const struct replay *r, json_t *cube)
{
	struct tablas_pieces room[64];
	struct tablas_view v = { .pieces = room, .pieces_cap = 64 };
	json_int_t value = json_integer_value(json_object_get(cube, "value"));
	unsigned owner = seat_in(cube, "owner");

	GAME->view(r->pos, 0, &v);
	return value == (v.cube ? v.cube : 1) && v.cube_owner == (owner < 2 ? (int)owner : -1);
}

static enum vector_result end_game(struct replay *r, json_t *event)
{
	struct asked *a = &r->asked;
	struct tablas_outcome o;
	unsigned winner;

	if (!is_over(r->pos, &winner))
		return failed_text(a, "end", "the game is not over");
	GAME->outcome(r->pos, &o);
	if (winner != seat_in(event, "winner") || !vector_says(event, "degree", o.note))
		return failed_text(a, "end", "another winner or degree");
	if (json_integer_value(json_object_get(event, "turns")) != r->throws)
		return failed_text(a, "end", "another number of turns");
	if (!same_cube(r, json_object_get(event, "cube")))
		return failed_text(a, "end", "another cube");
	return compare(a, "end", json_object_get(event, "payments"), json_incref(r->paid));
}

static enum vector_result replay_event(struct replay *r, json_t *event)
{
	struct asked *a = &r->asked;
	const char *wrong = NULL;
	uint8_t faces[2];

	if (vector_says(event, "event", "lost")) {
		json_t *told = json_object_get(event, "dice");

		if (!equal_sets(told, r->lost))
			return failed(a, "lost", told, r->lost);
		json_array_clear(r->lost);
		return VECTOR_PASSED;
	}
	if (json_array_size(r->lost))
		return failed(a, "lost", event, r->lost);
	if (vector_says(event, "event", "position")) {
		if (!same_cube(r, json_object_get(event, "cube")))
			return failed_text(a, "position", "another cube");
		return compare(a, "position", json_object_get(event, "position"), men_of(r->pos));
	}
	if (vector_says(event, "event", "end"))
		return end_game(r, event);
	if (vector_says(event, "event", "throw"))
		wrong = dice_in(event, faces) ? "no dice" : throw_dice(r, event, faces);
	else if (vector_says(event, "event", "throw_for_first"))
		wrong = throw_for_first(r, event);
	else if (vector_says(event, "event", "step"))
		wrong = make_step(r, event);
	else
		wrong = "no such event here";
	return wrong ? failed_text(a, "replay", wrong) : VECTOR_PASSED;
}

static enum vector_result record(json_t *events, char *why, size_t cap)
{
	json_t *first = json_array_get(events, 0), *event = NULL;
	struct replay r;
	enum vector_result result;
	size_t i;

	memset(&r, 0, sizeof r);
	result = ask(&r.asked, json_object_get(first, "options"), why, cap);
	if (result)
		return result;
	r.asked.setup.options = r.asked.options;
	r.events.v = r.room;
	r.stake = json_integer_value(json_object_get(first, "stake"));
	r.paid = json_array();
	r.lost = json_array();
	GAME->init(&r.asked.setup, r.pos);
	for (i = 1; !result && i < json_array_size(events); i++) {
		event = json_array_get(events, i);
		result = replay_event(&r, event);
	}
	if (!result && !vector_says(event, "event", "end"))
		result = failed_text(&r.asked, "replay", "the record has no end");
	if (result) {
		size_t n = strlen(why);

		snprintf(why + n, cap - n, " (event %zu)", i);
	}
	json_decref(r.paid);
	json_decref(r.lost);
	return result;
}

const struct vector_game vectors_backgammon = { "backgammon", vector, record };
