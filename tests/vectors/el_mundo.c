/*
 * el_mundo.c - the El Mundo of the vectors, asked through the vtable.
 *
 * A position comes in by the plugin's notation before a throw, and the dice by
 * roll().  How plays end is found in el_mundo_walk.c, complete games are replayed
 * in el_mundo_game.c.  Nothing here knows a rule.
 */
#include "tests/vectors/el_mundo.h"

#include "game/stakes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const mundo_side[MUNDO_SIDES] = {"green", "red", "black", "white"};

const char mundo_letter[MUNDO_SIDES + 1] = "GRBW";

/* ---- shared ---------------------------------------------------------------------- */

enum vector_result mundo_failed(struct mundo_asked *a, const char *what, json_t *expected,
				json_t *came)
{
	return vector_failed(a->why, a->cap, what, expected, came);
}

enum vector_result mundo_unread(struct mundo_asked *a)
{
	a->unread = 1;
	return mundo_failed_text(a, "position", "not read");
}

enum vector_result mundo_failed_text(struct mundo_asked *a, const char *what, const char *text)
{
	snprintf(a->why, a->cap, "%s: %s", what, text);
	return VECTOR_FAILED;
}

/* What becomes of a seat without chips is the table's matter (game/stakes.h). */
enum vector_result mundo_ask(struct mundo_asked *a, json_t *options, char *why, size_t cap)
{
	json_t *own = json_copy(options), *insolvent = json_object_get(own, "insolvent");
	enum vector_result r = VECTOR_SKIPPED;

	*a = (struct mundo_asked){.why = why, .cap = cap};
	a->setup.seats = MUNDO_SIDES;
	a->setup.options = a->options;
	if (insolvent && (!json_is_string(insolvent) ||
			  insolvent_read(json_string_value(insolvent), &a->insolvent) != 0)) {
		snprintf(why, cap, "insolvent has no such value");
	} else {
		json_object_del(own, "insolvent");
		r = vector_options(MUNDO, own, a->options, why, cap);
	}
	json_decref(own);
	if (MUNDO->position_size > MUNDO_BYTES)
		return mundo_failed_text(a, "position_size",
					 "more than this adapter has room for");
	return r;
}

unsigned mundo_seat(json_t *colour)
{
	const char *name = json_string_value(colour);
	unsigned seat = 0;

	while (name && seat < MUNDO_SIDES && strcmp(name, mundo_side[seat]))
		seat++;
	return name ? seat : MUNDO_SIDES;
}

unsigned mundo_sides(const struct mundo_asked *a)
{
	size_t i = 0;

	while (strcmp(MUNDO->options[i].key, "die_sides"))
		i++;
	return (unsigned)a->options[i];
}

size_t mundo_dice(const struct mundo_asked *a, json_t *dice, uint8_t faces[3])
{
	return vector_dice(dice, mundo_sides(a), faces, 3);
}

json_t *mundo_position(const void *pos)
{
	struct tablas_pieces room[64];
	struct tablas_view view = {.pieces = room, .pieces_cap = 64};
	json_t *all = json_object();

	for (unsigned seat = 0; seat < MUNDO_SIDES; seat++)
		json_object_set_new(all, mundo_side[seat], json_object());
	MUNDO->view(pos, 0, &view);
	for (size_t i = 0; i < view.pieces_n; i++) {
		const struct tablas_place *at = &MUNDO->places[room[i].place];
		const char *name = at->kind == TABLAS_PLACE_HAND  ? "hand"
				   : at->kind == TABLAS_PLACE_OFF ? "off"
								  : at->name;

		json_object_set_new(json_object_get(all, mundo_side[room[i].seat]), name,
				    json_integer(room[i].count));
	}
	return all;
}

json_t *mundo_ranking(const void *pos, json_t **winner)
{
	struct tablas_outcome o;
	json_t *ranking = json_array();

	MUNDO->outcome(pos, &o);
	for (unsigned rank = 1; rank <= MUNDO_SIDES; rank++) {
		json_t *group = json_array();

		for (unsigned seat = 0; seat < MUNDO_SIDES; seat++)
			if (o.rank[seat] == rank)
				json_array_append_new(group, json_string(mundo_side[seat]));
		if (json_array_size(group) > 0)
			json_array_append(ranking, group);
		json_decref(group);
	}
	*winner = json_array_size(json_array_get(ranking, 0)) == 1
			  ? json_incref(json_array_get(json_array_get(ranking, 0), 0))
			  : json_null();
	return ranking;
}

/* ---- positions in ---------------------------------------------------------------- */

static void add_men(struct vector_line *t, json_t *men)
{
	static const char *const trays[] = {"hand", "off"};
	size_t known = 0;

	for (size_t i = 0; i < 26; i++) {
		const char *place = i < 24 ? MUNDO->places[i].name : trays[i - 24];
		json_int_t n = json_integer_value(json_object_get(men, place));
		char word[24];

		if (n < 1 || n > 99)
			continue;
		snprintf(word, sizeof word, n == 1 ? "%s%s" : "%s%s*%d", known ? "," : "",
			 place, (int)n);
		vector_add(t, word);
		known++;
	}
	/* A place that is none makes the text unreadable. */
	if (known != json_object_size(men))
		vector_add(t, "?");
	if (known == 0)
		vector_add(t, "-");
}

/* "..1.": those who finished, in that order; without a list, by seat. */
static void add_standings(struct vector_line *t, json_t *position, json_t *finished)
{
	char standings[MUNDO_SIDES + 1] = "....", next = '1';

	for (size_t i = 0; i < json_array_size(finished); i++) {
		unsigned seat = mundo_seat(json_array_get(finished, i));

		if (seat < MUNDO_SIDES)
			standings[seat] = next++;
	}
	for (unsigned seat = 0; seat < MUNDO_SIDES; seat++) {
		json_t *men = json_object_get(position, mundo_side[seat]);

		if (json_integer_value(json_object_get(men, "off")) == 12 &&
		    standings[seat] == '.')
			standings[seat] = next++;
	}
	vector_add(t, standings);
}

/* Reads the request's position with the middle words "throw:G - 1" of the notation. */
int mundo_read_as(struct mundo_asked *a, json_t *request, const char *middle, void *pos)
{
	json_t *position = json_object_get(request, "position");
	struct vector_line t = {.n = 0};

	for (unsigned seat = 0; seat < MUNDO_SIDES; seat++) {
		if (seat > 0)
			vector_add(&t, "/");
		add_men(&t, json_object_get(position, mundo_side[seat]));
	}
	vector_add(&t, " ");
	vector_add(&t, middle);
	vector_add(&t, " ");
	add_standings(&t, position, json_object_get(request, "finished"));
	memset(pos, 0, MUNDO_BYTES);
	return MUNDO->read(&a->setup, t.text, pos) == 0;
}

int mundo_read_phase(struct mundo_asked *a, json_t *request, const char *phase, unsigned seat,
		     unsigned turns, void *pos)
{
	char middle[64];

	snprintf(middle, sizeof middle, "%s:%c - %u", phase, mundo_letter[seat], turns);
	return mundo_read_as(a, request, middle, pos);
}

/* ---- placement, roll_needed, result ---------------------------------------------- */

static enum vector_result vector_placement(struct mundo_asked *a, json_t *request,
					   json_t *expect)
{
	unsigned seat = mundo_seat(json_object_get(request, "seat"));
	json_t *expected = json_object_get(expect, "position"), *came;
	enum vector_result r = VECTOR_PASSED;
	unsigned char pos[MUNDO_BYTES];
	char middle[64];
	uint8_t faces[3];

	snprintf(middle, sizeof middle, "place:%c:%c - 0", mundo_letter[seat],
		 mundo_letter[seat]);
	if (seat >= MUNDO_SIDES ||
	    mundo_dice(a, json_object_get(request, "dice"), faces) != 3 ||
	    !mundo_read_as(a, request, middle, pos))
		return mundo_unread(a);
	MUNDO->roll(pos, faces, 3, NULL);
	came = mundo_position(pos);
	if (!json_equal(expected, came))
		r = mundo_failed(a, "position", expected, came);
	json_decref(came);
	return r;
}

static int is_over(struct mundo_asked *a, json_t *request, unsigned turns, void *pos)
{
	char middle[32];

	snprintf(middle, sizeof middle, "over - %u", turns);
	return mundo_read_as(a, request, middle, pos);
}

static enum vector_result vector_roll_needed(struct mundo_asked *a, json_t *request,
					     json_t *expect)
{
	unsigned seat = mundo_seat(json_object_get(request, "seat"));
	const char *next = NULL, *expected = vector_text(json_object_get(expect, "next"));
	unsigned char pos[MUNDO_BYTES];

	if (seat >= MUNDO_SIDES)
		return mundo_unread(a);
	if (is_over(a, request, 0, pos))
		next = "over";
	else if (mundo_read_phase(a, request, "enter", seat, 0, pos))
		next = "enter";
	else if (mundo_read_phase(a, request, "throw", seat, 0, pos))
		next = "roll";
	/* Somebody else may have the turn, so it is this seat that may not. */
	for (unsigned other = 0; !next && other < MUNDO_SIDES; other++)
		if (mundo_read_phase(a, request, "enter", other, 0, pos) ||
		    mundo_read_phase(a, request, "throw", other, 0, pos))
			next = "skip";
	if (!next)
		return mundo_unread(a);
	return !strcmp(next, expected) ? VECTOR_PASSED : mundo_failed_text(a, "next", next);
}

static json_t *result_of(struct mundo_asked *a, json_t *request)
{
	json_t *turns = json_object_get(request, "turns"), *winner, *ranking;
	unsigned n = turns ? (unsigned)json_integer_value(turns) : 1;
	unsigned char pos[MUNDO_BYTES];
	struct tablas_outcome o;

	if (!is_over(a, request, n, pos)) {
		for (unsigned seat = 0; seat < MUNDO_SIDES; seat++)
			if (mundo_read_phase(a, request, "enter", seat, n, pos) ||
			    mundo_read_phase(a, request, "throw", seat, n, pos))
				return json_pack("{s:b, s:n}", "over", 0, "reason");
		return NULL;
	}
	MUNDO->outcome(pos, &o);
	ranking = mundo_ranking(pos, &winner);
	return json_pack("{s:b, s:s, s:o, s:o}", "over", 1, "reason",
			 strcmp(o.note, "turn limit") ? "finish" : "turn_limit", "ranking",
			 ranking, "winner", winner);
}

static enum vector_result vector_result_of(struct mundo_asked *a, json_t *request,
					   json_t *expect)
{
	json_t *came = result_of(a, request);
	enum vector_result r = VECTOR_PASSED;

	if (!came)
		return mundo_unread(a);
	if (!json_equal(expect, came))
		r = mundo_failed(a, "result", expect, came);
	json_decref(came);
	return r;
}

/* ---- offers ---------------------------------------------------------------------- */

/*
 * The order in which dice are offered, shown by a board made for it: every
 * other seat has one piece that can use just one of three ones, so each takes
 * one and passes the rest.
 */
static int others_in_order(struct mundo_asked *a, json_t *position, unsigned seat,
			   json_t *order)
{
	json_t *request = json_pack("{s:{}}", "position"),
	       *board = json_object_get(request, "position");
	const uint8_t ones[3] = {1, 1, 1};
	unsigned char pos[MUNDO_BYTES];
	struct tablas_wait now;
	tablas_move m[MUNDO_CHOICES];
	int read;

	for (unsigned i = 0; i < MUNDO_SIDES; i++) {
		json_t *men = json_object_get(position, mundo_side[i]);
		const char *last_but_one = MUNDO->places[(6 * i + 16) % 24].name;

		if (json_integer_value(json_object_get(men, "off")) == 12)
			json_object_set_new(board, mundo_side[i],
					    json_pack("{s:i}", "off", 12));
		else if (i != seat)
			json_object_set_new(board, mundo_side[i],
					    json_pack("{s:i}", last_but_one, 1));
	}
	read = mundo_read_phase(a, request, "throw", seat, 1, pos);
	json_decref(request);
	if (!read)
		return 0;
	MUNDO->roll(pos, ones, 3, NULL);
	for (MUNDO->wait(pos, &now); now.kind == TABLAS_WAIT_MOVE; MUNDO->wait(pos, &now)) {
		unsigned who = (unsigned)__builtin_ctz(now.seats);

		json_array_append_new(order, json_string(mundo_side[who]));
		if (MUNDO->legal(pos, who, m, MUNDO_CHOICES) < 1)
			return 0;
		MUNDO->play(pos, who, m[0], NULL);
	}
	return 1;
}

/*
 * Whether dice come back to the seat after another had them: its one piece is
 * shut in by two of the other's, which leave with two of the dice.
 */
static int comes_back(struct mundo_asked *a, json_t *position, unsigned seat, json_t *order)
{
	unsigned first = mundo_seat(json_array_get(order, 0));
	unsigned after = (first + MUNDO_SIDES - seat) % MUNDO_SIDES;
	unsigned far = after == 1 ? 6 : 16, die = after == 1 ? 6 : 1;
	unsigned shut = (6 * first + far) % 24, behind = (shut + 24 - die) % 24;
	const uint8_t faces[3] = {(uint8_t)die, (uint8_t)die, (uint8_t)die};
	json_t *request = json_pack("{s:{s:{s:i}, s:{s:i}}}", "position", mundo_side[seat],
				    MUNDO->places[behind].name, 1, mundo_side[first],
				    MUNDO->places[shut].name, 2);
	unsigned char pos[MUNDO_BYTES];
	struct tablas_wait now;
	tablas_move m[MUNDO_CHOICES];
	int back = 0;

	for (unsigned i = 0; i < MUNDO_SIDES; i++)
		if (json_integer_value(json_object_get(json_object_get(position, mundo_side[i]),
						       "off")) == 12)
			json_object_set_new(json_object_get(request, "position"), mundo_side[i],
					    json_pack("{s:i}", "off", 12));
	if (mundo_read_phase(a, request, "throw", seat, 1, pos)) {
		MUNDO->roll(pos, faces, 3, NULL);
		for (int i = 0; i < 2; i++)
			if (MUNDO->legal(pos, first, m, MUNDO_CHOICES) > 0)
				MUNDO->play(pos, first, m[0], NULL);
		MUNDO->wait(pos, &now);
		back = now.kind == TABLAS_WAIT_MOVE && now.seats == 1u << seat;
	}
	json_decref(request);
	return back;
}

static enum vector_result vector_offers(struct mundo_asked *a, json_t *request, json_t *expect)
{
	unsigned seat = mundo_seat(json_object_get(request, "seat"));
	json_t *position = json_object_get(request, "position"), *came = json_array();
	json_t *expected = json_object_get(expect, "order");
	enum vector_result r = VECTOR_PASSED;

	if (seat >= MUNDO_SIDES || !others_in_order(a, position, seat, came))
		r = mundo_unread(a);
	else if (json_array_size(came) && comes_back(a, position, seat, came))
		json_array_append_new(came, json_string(mundo_side[seat]));
	if (r == VECTOR_PASSED && !json_equal(expected, came))
		r = mundo_failed(a, "order", expected, came);
	json_decref(came);
	return r;
}

/* ---- ledger ---------------------------------------------------------------------- */

static void carry_out(struct stakes *purses, json_t *line, json_t *paid)
{
	json_t *copy = json_copy(line);
	struct transfer moved;
	struct tablas_event e = {.kind = TABLAS_EV_STAKE,
				 .seat = (uint8_t)mundo_seat(json_array_get(line, 0)),
				 .other = (uint8_t)mundo_seat(json_array_get(line, 1)),
				 .amount =
					 (int32_t)json_integer_value(json_array_get(line, 2))};
	size_t n = stakes_pay(purses, &e, 1, TABLAS_NOBODY, &moved);

	json_array_set_new(copy, 2, json_integer(n ? moved.amount : 0));
	json_array_append_new(paid, copy);
}

/* Who must leave for want of chips, each once. */
static void note_eliminated(const struct stakes *purses, unsigned *gone, json_t *eliminated)
{
	for (unsigned i = 0; purses->insolvent == INSOLVENT_ELIMINATE && i < purses->short_n;
	     i++) {
		unsigned seat = purses->short_of[i];

		if (*gone >> seat & 1)
			continue;
		*gone |= 1u << seat;
		json_array_append_new(eliminated, json_string(mundo_side[seat]));
	}
}

static enum vector_result vector_ledger(struct mundo_asked *a, json_t *request, json_t *expect)
{
	struct stakes purses = {.unit = 1, .insolvent = a->insolvent, .credit = INT32_MAX};
	json_t *came = json_pack("{s:{}, s:[], s:[]}", "balances", "paid", "eliminated"), *line;
	enum vector_result r = VECTOR_PASSED;
	unsigned gone = 0;
	size_t i;

	for (unsigned seat = 0; seat < MUNDO_SIDES; seat++)
		purses.purse[seat] = json_integer_value(
			json_object_get(json_object_get(request, "start"), mundo_side[seat]));
	json_array_foreach(json_object_get(request, "transfers"), i, line)
	{
		carry_out(&purses, line, json_object_get(came, "paid"));
		note_eliminated(&purses, &gone, json_object_get(came, "eliminated"));
	}
	for (unsigned seat = 0; seat < MUNDO_SIDES; seat++)
		json_object_set_new(json_object_get(came, "balances"), mundo_side[seat],
				    json_integer(purses.purse[seat]));
	if (!json_equal(expect, came))
		r = mundo_failed(a, "ledger", expect, came);
	json_decref(came);
	return r;
}

/* ---- the adapter ----------------------------------------------------------------- */

static enum vector_result answer(struct mundo_asked *a, json_t *request, json_t *expect)
{
	if (vector_says(request, "kind", "play"))
		return mundo_play(a, request, expect, 0);
	if (vector_says(request, "kind", "turn"))
		return mundo_play(a, request, expect, 1);
	if (vector_says(request, "kind", "forfeit"))
		return mundo_forfeit(a, request, expect);
	if (vector_says(request, "kind", "entry"))
		return mundo_entry(a, request, expect);
	if (vector_says(request, "kind", "offers"))
		return vector_offers(a, request, expect);
	if (vector_says(request, "kind", "placement"))
		return vector_placement(a, request, expect);
	if (vector_says(request, "kind", "roll_needed"))
		return vector_roll_needed(a, request, expect);
	if (vector_says(request, "kind", "result"))
		return vector_result_of(a, request, expect);
	if (vector_says(request, "kind", "ledger"))
		return vector_ledger(a, request, expect);
	snprintf(a->why, a->cap, "no such kind");
	return VECTOR_SKIPPED;
}

static enum vector_result vector(json_t *request, json_t *expect, char *why, size_t cap)
{
	json_t *error = json_object_get(expect, "error");
	struct mundo_asked a;
	enum vector_result r = mundo_ask(&a, json_object_get(request, "options"), why, cap);

	/* What has to be refused may be refused for its options or its position. */
	if (r == VECTOR_PASSED)
		r = answer(&a, request, expect);
	else if (error)
		return VECTOR_PASSED;
	if (!error)
		return r;
	if (a.unread)
		return VECTOR_PASSED;
	return mundo_failed_text(&a, "error", "none");
}

const struct vector_game vectors_el_mundo = {"el_mundo", vector, mundo_record};
