/*
 * quinze.c - Quinze Tablas of the vectors, on both boards, asked through the vtable.
 *
 * Positions come in by the plugin's notation and go out by view(); the ends of
 * a play are found as the server finds them (game/plays.h).  What comes next in
 * a position is found by the notation too: of all that could be claimed of it
 * ("white to throw", "black won by prime") only what is true is read.  Nothing
 * here knows a rule.
 */
#include "tests/vectors/quinze.h"

#include "game/plays.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLAYS_MAX 20000

extern const struct tablas_plugin tablas_plugin_quinze_tablas;
extern const struct tablas_plugin tablas_plugin_seven_point;

const char *const quinze_side[2] = {"white", "black"};

enum vector_result quinze_failed(struct quinze_asked *a, const char *what, json_t *expected,
				 json_t *came)
{
	return vector_failed(a->why, a->cap, what, expected, came);
}

enum vector_result quinze_failed_text(struct quinze_asked *a, const char *what,
				      const char *text)
{
	snprintf(a->why, a->cap, "%s: %s", what, text);
	return VECTOR_FAILED;
}

/* Equal, or failed; takes `came`. */
static enum vector_result compare(struct quinze_asked *a, const char *what, json_t *expected,
				  json_t *came)
{
	enum vector_result r = json_equal(expected, came)
				       ? VECTOR_PASSED
				       : quinze_failed(a, what, expected, came);

	json_decref(came);
	return r;
}

static enum vector_result unread(struct quinze_asked *a)
{
	a->unread = 1;
	return quinze_failed_text(a, "position", "not read");
}

enum vector_result quinze_ask(struct quinze_asked *a, const struct tablas_plugin *plugin,
			      json_t *options, char *why, size_t cap)
{
	*a = (struct quinze_asked){.plugin = plugin, .why = why, .cap = cap};
	a->setup.seats = 2;
	a->setup.options = a->options;
	if (plugin->position_size > QUINZE_ROOM)
		return quinze_failed_text(a, "position_size", "more than there is room for");
	return vector_options(plugin, options, a->options, why, cap);
}

unsigned quinze_seat(json_t *object, const char *member)
{
	return vector_says(object, member, "white")   ? 0
	       : vector_says(object, member, "black") ? 1
						      : 2;
}

size_t quinze_dice(const struct quinze_asked *a, json_t *event, uint8_t faces[3])
{
	size_t i = 0;

	while (strcmp(a->plugin->options[i].key, "die_sides"))
		i++;
	return vector_dice(json_object_get(event, "dice"), (unsigned)a->options[i], faces, 3);
}

/* ---- positions ------------------------------------------------------------------- */

json_t *quinze_men(const struct quinze_asked *a, const void *pos)
{
	struct tablas_pieces room[64];
	struct tablas_view view = {.pieces = room, .pieces_cap = 64};
	json_t *all = json_pack("{s:{}, s:{}}", "white", "black");

	a->plugin->view(pos, 0, &view);
	for (size_t i = 0; i < view.pieces_n; i++) {
		const char *name = a->plugin->places[room[i].place].name;
		const char *dash = strchr(name, '-');

		json_object_set_new(json_object_get(all, quinze_side[room[i].seat & 1]),
				    dash ? dash + 1 : name, json_integer(room[i].count));
	}
	return all;
}

static void add_men(struct vector_line *t, const struct quinze_asked *a, json_t *men,
		    unsigned seat)
{
	static const char *const trays[] = {"hand", "off", "gone"};
	size_t known = 0;

	vector_add(t, quinze_side[seat]);
	for (size_t i = 0, tray = 0; tray < 3; i++) {
		int board = a->plugin->places[i].kind == TABLAS_PLACE_BOARD;
		const char *place;
		char word[32];
		json_t *count;

		/* White's hand comes before the points, the other trays behind them. */
		if (i == 0)
			continue;
		place = board ? a->plugin->places[i].name : trays[tray++];
		count = json_object_get(men, place);
		if (!count)
			continue;
		known++;
		snprintf(word, sizeof word, " %s:%d", place, (int)json_integer_value(count));
		vector_add(t, word);
	}
	/* A place that is none makes the text unreadable. */
	vector_add(t, known == json_object_size(men) ? " / " : " ?");
}

int quinze_read(struct quinze_asked *a, json_t *position, const char *state, void *pos)
{
	struct vector_line t = {.n = 0};

	for (unsigned seat = 0; seat < 2; seat++)
		add_men(&t, a, json_object_get(position, quinze_side[seat]), seat);
	vector_add(&t, state);
	memset(pos, 0, QUINZE_ROOM);
	return a->plugin->read(&a->setup, t.text, pos) == 0;
}

static int read_state(struct quinze_asked *a, json_t *request, const char *what, unsigned seat,
		      void *pos)
{
	unsigned last = quinze_seat(request, "last_mover");
	char state[96];

	snprintf(state, sizeof state, "%s%s%s%s", seat < 2 ? quinze_side[seat] : "nobody", what,
		 last < 2 ? " / last " : "", last < 2 ? quinze_side[last] : "");
	return quinze_read(a, json_object_get(request, "position"), state, pos);
}

/* ---- ends ------------------------------------------------------------------------ */

static int over(const struct quinze_asked *a, const void *pos, struct tablas_outcome *o)
{
	struct tablas_wait w;

	a->plugin->wait(pos, &w);
	if (w.kind == TABLAS_WAIT_OVER)
		a->plugin->outcome(pos, o);
	return w.kind == TABLAS_WAIT_OVER;
}

static json_t *changes(const struct quinze_asked *a, const void *pos, json_t *before)
{
	json_t *men = quinze_men(a, pos);

	for (unsigned seat = 0; seat < 2; seat++)
		if (json_equal(json_object_get(men, quinze_side[seat]),
			       json_object_get(before, quinze_side[seat])))
			json_object_del(men, quinze_side[seat]);
	return men;
}

/* A list as a set: text -> true. */
static json_t *as_set(json_t *list)
{
	json_t *set = json_object(), *value;
	size_t i;

	json_array_foreach(list, i, value)
	{
		char *text = json_dumps(value, JSON_SORT_KEYS | JSON_COMPACT | JSON_ENCODE_ANY);

		json_object_set_new(set, text, json_true());
		free(text);
	}
	return set;
}

static enum vector_result compare_sets(struct quinze_asked *a, const char *what,
				       json_t *expected, json_t *came)
{
	json_t *e = as_set(expected);
	enum vector_result r = compare(a, what, e, as_set(came));

	json_decref(e);
	json_decref(came);
	return r;
}

/* Every way the decision may end; NULL if they are too many.  Free with free(). */
static void *list_plays(struct quinze_asked *a, const void *pos, unsigned seat,
			struct plays *plays)
{
	void *memory = malloc(plays_memory(a->plugin, PLAYS_MAX));

	plays_init(plays, a->plugin, PLAYS_MAX, memory);
	plays_list(plays, pos, seat);
	if (!plays->truncated && plays->n)
		return memory;
	free(memory);
	return NULL;
}

/* ---- play ------------------------------------------------------------------------ */

/* The steps by dice that may come first. */
static json_t *first_steps(struct quinze_asked *a, const void *pos, unsigned seat)
{
	tablas_move legal[QUINZE_MOVES];
	size_t n = a->plugin->legal(pos, seat, legal, QUINZE_MOVES);
	json_t *steps = json_array();

	for (size_t i = 0; i < n && i < QUINZE_MOVES; i++) {
		char text[TABLAS_MOVE_TEXT_MAX];

		a->plugin->move_write(pos, seat, legal[i], text, sizeof text);
		if (strchr(text, ':'))
			json_array_append_new(steps, json_string(text));
	}
	return steps;
}

static json_t *final_of(struct quinze_asked *a, const void *pos, unsigned seat, json_t *before)
{
	json_t *final = json_pack("{s:o}", "position", changes(a, pos, before));
	struct tablas_outcome o;

	if (over(a, pos, &o) && !strcmp(o.note, "finish") && o.rank[seat] == 1 &&
	    o.rank[!seat] == 2)
		json_object_set_new(final, "wins", json_true());
	return final;
}

static enum vector_result compare_ends(struct quinze_asked *a, const void *pos, unsigned seat,
				       json_t *request, json_t *expect)
{
	json_t *came = json_array();
	struct plays plays;
	void *memory = list_plays(a, pos, seat, &plays);

	if (!memory) {
		json_decref(came);
		return quinze_failed_text(a, "finals", "none, or too many to list");
	}
	for (size_t i = 0; i < plays.n; i++)
		json_array_append_new(
			came, final_of(a, plays.positions + i * a->plugin->position_size, seat,
				       json_object_get(request, "position")));
	free(memory);
	return compare_sets(a, "finals", json_object_get(expect, "finals"), came);
}

/* Three dice are thrown; fewer are what is left in the middle of a play. */
static int throw_in(struct quinze_asked *a, json_t *request, unsigned seat,
		    const uint8_t *faces, size_t n, void *pos)
{
	struct tablas_wait w;
	char state[96];
	int k;

	a->plugin->wait(pos, &w);
	if (n == 3) {
		a->plugin->roll(pos, faces, 3, NULL);
		a->plugin->wait(pos, &w);
		return w.kind == TABLAS_WAIT_MOVE && w.seats == 1u << seat;
	}
	k = snprintf(state, sizeof state, "%s to move ", quinze_side[seat]);
	for (size_t i = n; i < 3; i++)
		k += snprintf(state + k, sizeof state - (size_t)k, "%u+", w.sides);
	for (size_t i = 0; i < n; i++)
		k += snprintf(state + k, sizeof state - (size_t)k, "%u", faces[i]);
	snprintf(state + k, sizeof state - (size_t)k, " / last %s", quinze_side[seat]);
	return quinze_read(a, json_object_get(request, "position"), state, pos);
}

static enum vector_result vector_play(struct quinze_asked *a, json_t *request, json_t *expect)
{
	json_t *expected = json_object_get(expect, "first_steps");
	unsigned seat = quinze_seat(request, "seat");
	unsigned char pos[QUINZE_ROOM];
	uint8_t faces[3];
	size_t n = quinze_dice(a, request, faces);
	enum vector_result r;

	if (seat > 1 || n == 0 || !read_state(a, request, " to throw", seat, pos))
		return unread(a);
	if (!throw_in(a, request, seat, faces, n, pos)) {
		r = compare_sets(a, "first_steps", expected, json_array());
		return r ? r
			 : compare_sets(a, "finals", json_object_get(expect, "finals"),
					json_pack("[{s:{}}]", "position"));
	}
	r = compare_sets(a, "first_steps", expected, first_steps(a, pos, seat));
	return r ? r : compare_ends(a, pos, seat, request, expect);
}

/* ---- entry ----------------------------------------------------------------------- */

static json_int_t counter(const struct quinze_asked *a, const void *pos, unsigned seat,
			  const char *name)
{
	struct tablas_pieces room[64];
	struct tablas_view view = {.pieces = room, .pieces_cap = 64};
	size_t i = 0;

	while (a->plugin->counters[i] && strcmp(a->plugin->counters[i], name))
		i++;
	a->plugin->view(pos, seat, &view);
	return a->plugin->counters[i] ? view.counters[seat][i] : -1;
}

static int by_number(const void *x, const void *y)
{
	return *(const int *)x - *(const int *)y;
}

/* The points of a play that places men: "hand-5 hand-2" as [2, 5]. */
static json_t *placement(struct quinze_asked *a, const void *pos, unsigned seat,
			 const tablas_move *moves)
{
	int points[TABLAS_STEPS_MAX], n = 0;
	json_t *list = json_array();

	for (; n < TABLAS_STEPS_MAX && moves[n] != TABLAS_NO_MOVE; n++) {
		char text[TABLAS_MOVE_TEXT_MAX];

		a->plugin->move_write(pos, seat, moves[n], text, sizeof text);
		points[n] = atoi(strchr(text, '-') + 1);
	}
	qsort(points, (size_t)n, sizeof *points, by_number);
	for (int i = 0; i < n; i++)
		json_array_append_new(list, json_integer(points[i]));
	return list;
}

static enum vector_result compare_entries(struct quinze_asked *a, const void *pos,
					  unsigned seat, json_t *request, json_t *expect)
{
	json_t *ways = json_array(), *finals = json_array();
	struct plays plays;
	void *memory = list_plays(a, pos, seat, &plays);
	enum vector_result r;

	for (size_t i = 0; memory && i < plays.n; i++) {
		json_array_append_new(
			ways, placement(a, pos, seat, plays.moves + i * TABLAS_STEPS_MAX));
		json_array_append_new(finals,
				      changes(a, plays.positions + i * a->plugin->position_size,
					      json_object_get(request, "position")));
	}
	free(memory);
	r = compare_sets(a, "placements", json_object_get(expect, "placements"), ways);
	if (r) {
		json_decref(finals);
		return r;
	}
	return compare_sets(a, "finals", json_object_get(expect, "finals"), finals);
}

static enum vector_result vector_entry(struct quinze_asked *a, json_t *request, json_t *expect)
{
	unsigned seat = quinze_seat(request, "seat");
	unsigned char pos[QUINZE_ROOM];
	int enters = seat < 2 && read_state(a, request, " to enter", seat, pos);
	int lost = !enters && seat < 2 && read_state(a, request, " won by prime", !seat, pos);

	if (!enters && !lost && (seat > 1 || !read_state(a, request, " to throw", seat, pos)))
		return unread(a);
	if (lost != json_is_true(json_object_get(expect, "lost")))
		return quinze_failed_text(a, "lost", lost ? "true" : "false");
	if (counter(a, pos, seat, "room") !=
	    json_integer_value(json_object_get(expect, "room")))
		return quinze_failed_text(a, "room", "another");
	if (enters)
		return compare_entries(a, pos, seat, request, expect);
	/* Nothing to place, which is one way to do so; or the game is lost. */
	return compare_sets(a, "placements", json_object_get(expect, "placements"),
			    lost ? json_array() : json_pack("[[]]"));
}

/* ---- roll_needed ----------------------------------------------------------------- */

static json_t *ended(struct quinze_asked *a, const void *pos)
{
	struct tablas_outcome o;
	unsigned w;

	if (!over(a, pos, &o))
		return json_pack("{s:s}", "next", "not over");
	w = o.rank[0] == o.rank[1] ? 2 : o.rank[0] > o.rank[1];
	return json_pack("{s:s, s:s?, s:s, s:i}", "next", "over", "winner",
			 w < 2 ? quinze_side[w] : NULL, "reason", o.note, "value",
			 w < 2 ? (int)o.points[w] : 1);
}

/* The rules in their order: the first claim that is true. */
static json_t *comes_next(struct quinze_asked *a, json_t *request, unsigned seat, void *pos)
{
	for (unsigned w = 0; w < 2; w++)
		if (read_state(a, request, " won by finish", w, pos))
			return ended(a, pos);
	if (!json_is_true(json_object_get(request, "placed"))) {
		if (read_state(a, request, " won by prime", !seat, pos))
			return ended(a, pos);
		if (read_state(a, request, " to enter", seat, pos))
			return json_pack("{s:s, s:I}", "next", "enter", "count",
					 counter(a, pos, seat, "hand"));
	}
	for (unsigned w = 0; w < 3; w++)
		if (read_state(a, request, " won by deadlock", w, pos))
			return ended(a, pos);
	if (read_state(a, request, " to throw", seat, pos))
		return json_pack("{s:s}", "next", "roll");
	return NULL;
}

static enum vector_result vector_roll_needed(struct quinze_asked *a, json_t *request,
					     json_t *expect)
{
	unsigned seat = quinze_seat(request, "seat");
	unsigned char pos[QUINZE_ROOM];
	json_t *came = seat < 2 ? comes_next(a, request, seat, pos) : NULL;

	return came ? compare(a, "roll_needed", expect, came) : unread(a);
}

/* ---- the adapter ----------------------------------------------------------------- */

static enum vector_result vector(const struct tablas_plugin *plugin, json_t *request,
				 json_t *expect, char *why, size_t cap)
{
	json_t *error = json_object_get(expect, "error");
	struct quinze_asked a;
	enum vector_result r =
		quinze_ask(&a, plugin, json_object_get(request, "options"), why, cap);

	/* What has to be refused may be refused for its options or its position. */
	if (r)
		return error ? VECTOR_PASSED : r;
	if (vector_says(request, "kind", "play"))
		r = vector_play(&a, request, expect);
	else if (vector_says(request, "kind", "entry"))
		r = vector_entry(&a, request, expect);
	else if (vector_says(request, "kind", "roll_needed"))
		r = vector_roll_needed(&a, request, expect);
	else
		return snprintf(why, cap, "no such kind"), VECTOR_SKIPPED;
	if (!error)
		return r;
	return a.unread ? VECTOR_PASSED : quinze_failed_text(&a, "error", "none");
}

static enum vector_result vector_six(json_t *request, json_t *expect, char *why, size_t cap)
{
	return vector(&tablas_plugin_quinze_tablas, request, expect, why, cap);
}

static enum vector_result vector_seven(json_t *request, json_t *expect, char *why, size_t cap)
{
	return vector(&tablas_plugin_seven_point, request, expect, why, cap);
}

static enum vector_result record_six(json_t *events, char *why, size_t cap)
{
	return quinze_record(&tablas_plugin_quinze_tablas, events, why, cap);
}

static enum vector_result record_seven(json_t *events, char *why, size_t cap)
{
	return quinze_record(&tablas_plugin_seven_point, events, why, cap);
}

const struct vector_game vectors_quinze = {"quinze", vector_six, record_six};
const struct vector_game vectors_seven_point = {"seven_point", vector_seven, record_seven};
