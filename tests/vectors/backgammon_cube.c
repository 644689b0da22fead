/*
 * backgammon_cube.c - the cube, matches and what is paid, as the vectors ask.
 *
 * The score of a match is kept here as a host would keep it; the points come
 * from the plugin.
 */
#include "tests/vectors/backgammon.h"

#include <stdio.h>
#include <string.h>

/* The cube as the position's text tells of it; empty if there is nothing to tell. */
static void cube_words(json_t *cube, char *out, size_t cap)
{
	json_int_t value = json_integer_value(json_object_get(cube, "value"));
	json_int_t accepted = json_integer_value(json_object_get(cube, "accepted"));
	unsigned owner = backgammon_seat(cube, "owner");

	*out = '\0';
	if (value > 1 || accepted || owner < 2)
		snprintf(out, cap, " / cube %d %s %d", (int)value,
			 owner < 2 ? backgammon_sides[owner] : "centred", (int)accepted);
}

json_t *backgammon_cube(const void *pos)
{
	char text[TABLAS_TEXT_MAX], *at;
	char owner[16] = "centred";
	int value = 1, accepted = 0;

	BACKGAMMON->write(pos, text, sizeof text);
	at = strstr(text, " / cube ");
	if (at)
		sscanf(at, " / cube %d %15s %d", &value, owner, &accepted);
	return json_pack("{s:i, s:s?, s:i}", "value", value, "owner",
			 strcmp(owner, "centred") ? owner : NULL, "accepted", accepted);
}

int backgammon_say(void *pos, unsigned seat, const char *word, struct tablas_events *events)
{
	tablas_move move, legal[BACKGAMMON_MOVES];
	size_t n = BACKGAMMON->legal(pos, seat, legal, BACKGAMMON_MOVES);

	if (BACKGAMMON->move_read(pos, seat, word, &move))
		return -1;
	for (size_t i = 0; i < n; i++)
		if (legal[i] == move) {
			BACKGAMMON->play(pos, seat, move, events);
			return 0;
		}
	return -1;
}

/* The match of the request.  Whether Crawford's game is past is the host's to say. */
static void set_match(struct asked *a, json_t *request)
{
	json_t *match = json_object_get(request, "match");
	json_t *score = json_object_get(match, "score");

	if (!match)
		return;
	a->setup.match_length = (uint32_t)json_integer_value(json_object_get(match, "length"));
	for (unsigned s = 0; s < 2; s++)
		a->setup.match_score[s] = (int32_t)json_integer_value(
			json_object_get(score, backgammon_sides[s]));
	if (!json_is_true(json_object_get(match, "crawford_game")))
		for (size_t i = 0; BACKGAMMON->options[i].key; i++)
			if (!strcmp(BACKGAMMON->options[i].key, "crawford_played"))
				a->options[i] = 1;
}

static json_t *opening_men(void)
{
	return json_pack("{s:{s:i,s:i,s:i,s:i},s:{s:i,s:i,s:i,s:i}}", "white", "24", 2, "13", 5,
			 "8", 3, "6", 5, "black", "1", 2, "12", 5, "17", 3, "19", 5);
}

/* The other seat has one step left; when it is made, is `seat` asked to double? */
static int asked_to_double(struct asked *a, json_t *request, unsigned seat, int *asked)
{
	json_t *men = opening_men(), *throws = json_object_get(request, "throws");
	char state[128], cube[64];
	unsigned char pos[BACKGAMMON_ROOM];
	struct tablas_wait w;
	int thrown[2], unread;

	for (unsigned s = 0; s < 2; s++) {
		thrown[s] =
			(int)json_integer_value(json_object_get(throws, backgammon_sides[s]));
		thrown[s] = thrown[s] > 2 ? 2 : thrown[s];
	}
	cube_words(json_object_get(request, "cube"), cube, sizeof cube);
	snprintf(state, sizeof state, "%s to move 21 left 1%s / throws %d %d",
		 backgammon_sides[!seat], cube, thrown[0], thrown[1]);
	unread = backgammon_place(a, men, state, pos);
	if (unread) {
		/* Throws are part of the position only where they matter. */
		*strstr(state, " / throws") = '\0';
		unread = backgammon_place(a, men, state, pos);
	}
	json_decref(men);
	if (unread || backgammon_say(pos, !seat, seat ? "6/5" : "19/20", NULL))
		return -1;
	BACKGAMMON->wait(pos, &w);
	*asked = w.kind == TABLAS_WAIT_MOVE && w.flags == TABLAS_WAIT_CUBE &&
		 w.seats == 1u << seat;
	return 0;
}

enum vector_result backgammon_vector_cube(struct asked *a, json_t *request, json_t *expect)
{
	unsigned seat = backgammon_seat(request, "seat");
	int may = 0;
	json_t *phase = json_object_get(request, "phase");

	set_match(a, request);
	if (seat > 1)
		return backgammon_refused(a, "cube", "no seat");
	if (!phase || vector_says(request, "phase", "before_roll")) {
		if (asked_to_double(a, request, seat, &may))
			return backgammon_refused(a, "cube", "not read");
	} else {
		/* With dice in hand: the opening throw, or any other. */
		unsigned char pos[BACKGAMMON_ROOM] = {0};
		const uint8_t faces[2] = {seat ? 1 : 3, seat ? 3 : 1};

		BACKGAMMON->init(&a->setup, pos);
		BACKGAMMON->roll(pos, faces, 2, NULL);
		may = !backgammon_decides(pos, seat) ||
		      !backgammon_say(pos, seat, "double", NULL);
	}
	return backgammon_compare(a, "may_double", json_object_get(expect, "may_double"),
				  json_boolean(may));
}

enum vector_result backgammon_vector_answer(struct asked *a, json_t *request, json_t *expect)
{
	static const struct {
		const char *reply, *words[3];
	} replies[] = {{"take", {"take"}},
		       {"drop", {"drop"}},
		       {"beaver", {"beaver", "take"}},
		       {"beaver_refused", {"beaver", "drop"}},
		       {"raccoon", {"beaver", "raccoon", "take"}}};
	unsigned seat = backgammon_seat(request, "seat"), winner, turn = !seat;
	json_t *men = opening_men(), *came;
	unsigned char pos[BACKGAMMON_ROOM];
	struct tablas_outcome o;
	char state[128], cube[64];
	int refused = 1;

	set_match(a, request);
	cube_words(json_object_get(request, "cube"), cube, sizeof cube);
	snprintf(state, sizeof state, "%s doubles%s", seat < 2 ? backgammon_sides[seat] : "?",
		 cube);
	if (backgammon_place(a, men, state, pos)) {
		json_decref(men);
		return backgammon_refused(a, "answer", "not read");
	}
	json_decref(men);
	for (size_t i = 0; i < sizeof replies / sizeof *replies; i++) {
		if (!vector_says(request, "reply", replies[i].reply))
			continue;
		refused = 0;
		for (size_t k = 0; k < 3 && replies[i].words[k] && !refused; k++, turn = !turn)
			refused = backgammon_say(pos, turn & 1, replies[i].words[k], NULL);
	}
	if (refused)
		return backgammon_refused(a, "answer", "it is not allowed");
	if (backgammon_over(pos, &winner)) {
		BACKGAMMON->outcome(pos, &o);
		came = json_pack("{s:b, s:s?, s:i, s:s}", "over", 1, "winner",
				 winner < 2 ? backgammon_sides[winner] : NULL, "points",
				 winner < 2 ? (int)o.points[winner] : 0, "degree", o.note);
	} else {
		came = json_pack("{s:b, s:o}", "over", 0, "cube", backgammon_cube(pos));
	}
	return backgammon_compare(a, "answer", expect, came);
}

enum vector_result backgammon_vector_opening_cube(struct asked *a, json_t *request,
						  json_t *expect)
{
	json_int_t ties = json_integer_value(json_object_get(request, "ties"));
	unsigned char pos[BACKGAMMON_ROOM] = {0};
	const uint8_t tie[2] = {4, 4};

	BACKGAMMON->init(&a->setup, pos);
	while (ties-- > 0)
		BACKGAMMON->roll(pos, tie, 2, NULL);
	return backgammon_compare(a, "cube", json_object_get(expect, "cube"),
				  backgammon_cube(pos));
}

/* ---- ledger ----------------------------------------------------------------------------- */

/* The match after a game that brought the winner these points. */
static json_t *match_after(struct asked *a, json_t *request, unsigned winner, int32_t points)
{
	json_t *match = json_object_get(request, "match"), *next, *score;
	int32_t length = (int32_t)a->setup.match_length, after[2];
	int was = 0, is = 0;

	for (unsigned s = 0; s < 2; s++) {
		after[s] = a->setup.match_score[s] + (s == winner ? points : 0);
		after[s] = after[s] > length ? length : after[s];
		was = was || a->setup.match_score[s] == length - 1;
		is = is || after[s] == length - 1;
	}
	score = json_pack("{s:i, s:i}", "white", (int)after[0], "black", (int)after[1]);
	if (after[winner] == length)
		return json_pack("{s:b, s:s, s:o}", "over", 1, "winner",
				 backgammon_sides[winner], "score", score);
	next = json_deep_copy(match);
	json_object_set_new(next, "score", score);
	json_object_set_new(next, "crawford_game",
			    json_boolean(is && !was &&
					 !vector_says(json_object_get(request, "options"),
						      "crawford", "off")));
	return json_pack("{s:b, s:o}", "over", 0, "match", next);
}

/* The loser resigns for this many, as far as the option lets it be said. */
static enum vector_result resign_for(struct asked *a, const char *cube, unsigned winner,
				     int32_t value, unsigned char *pos,
				     struct tablas_events *events)
{
	json_t *men = opening_men();
	char state[128];
	const char *sentence = "?";
	int unread;

	snprintf(state, sizeof state, "white to roll%s", cube);
	unread = backgammon_place(a, men, state, pos);
	json_decref(men);
	if (unread)
		return backgammon_refused(a, "resigned", "not read");
	if (BACKGAMMON->resign(pos, !winner, value, events, &sentence) &&
	    BACKGAMMON->resign(pos, !winner, 0, events, &sentence))
		return backgammon_refused(a, "resigned", sentence);
	backgammon_say(pos, winner, "accept", events);
	return VECTOR_PASSED;
}

enum vector_result backgammon_vector_ledger(struct asked *a, json_t *request, json_t *expect)
{
	static const char *const losers[] = {"{\"off\":1,\"24\":1}", "{\"18\":1}",
					     "{\"bar\":1}"};
	json_int_t multiplier = json_integer_value(json_object_get(request, "multiplier"));
	json_int_t stake = json_integer_value(json_object_get(request, "stake"));
	unsigned winner = backgammon_seat(request, "winner");
	struct tablas_event room[TABLAS_EVENTS_MAX];
	struct tablas_events events = {room, 0};
	unsigned char pos[BACKGAMMON_ROOM];
	struct tablas_outcome o;
	enum vector_result r;
	char cube[64];

	if (winner > 1 || multiplier < 1 || multiplier > 3)
		return backgammon_refused(a, "ledger", "no winner or no multiplier");
	set_match(a, request);
	cube_words(json_object_get(request, "cube"), cube, sizeof cube);
	if (json_is_true(json_object_get(request, "resigned"))) {
		r = resign_for(a, cube, winner, (int32_t)multiplier, pos, &events);
	} else {
		json_t *men = json_pack("{s:{s:i}, s:o}", backgammon_sides[winner], "off", 15,
					backgammon_sides[!winner],
					json_loads(losers[multiplier - 1], 0, NULL));

		r = backgammon_bear_off(a, men, winner, cube, pos, &events);
		json_decref(men);
	}
	if (r)
		return r;
	BACKGAMMON->outcome(pos, &o);
	if (json_object_get(request, "match"))
		return backgammon_compare(a, "match", expect,
					  match_after(a, request, winner, o.points[winner]));
	return backgammon_compare(
		a, "payments", expect,
		json_pack("{s:o}", "payments", backgammon_payments(&events, stake)));
}
