/*
 * view_json.c - the game document, and the pieces other answers share with it.
 *
 * The members and their order are the contract of the API page.  Whatever a
 * client may want to do next stands under "actions", with true or with the
 * reason why not, so that nobody has to guess from the state.
 */
#include "api/view_parts.h"
#include "game/match.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *view_state_word(enum table_state state)
{
	static const char *const words[] = {"", "open", "active", "over", "aborted", "frozen"};

	return state <= TABLE_FROZEN ? words[state] : "";
}

const char *view_visibility_word(enum visibility v)
{
	return v == VISIBLE_TO_SEATS ? "private" : v == VISIBLE_BY_LINK ? "unlisted" : "public";
}

static const char *status_word(enum seat_status status)
{
	static const char *const words[] = {"empty", "playing", "finished", "left"};

	return status <= SEAT_LEFT ? words[status] : "";
}

/* ---- what may be done ------------------------------------------------------------------ */

/* Why nothing can be played at this table now, or NULL. */
static const char *why_still(const struct game_row *row, const struct table *t)
{
	switch (row->state) {
	case TABLE_OPEN:
		return "the game has not started";
	case TABLE_OVER:
		return "the game is over";
	case TABLE_ABORTED:
		return "the game was aborted";
	case TABLE_FROZEN:
		return "the game is frozen until an operator looks at it";
	default:
		return t ? NULL : "the ruleset of this game is not loaded";
	}
}

static void action(struct out *o, const char *name, const char *why_not)
{
	if (why_not)
		out_kstring(o, name, why_not);
	else
		out_kbool(o, name, true);
}

/* NULL when at least one seat could give the command, else why none could. */
static const char *why_no_seat_may(const struct table *t, enum command_kind kind)
{
	struct decision decision;
	const char *why = "nobody is playing";

	for (unsigned seat = 0; seat < t->seats; seat++) {
		struct command c = {
			.kind = (uint8_t)kind, .seat = (uint8_t)seat, .chips = 1, .text = ""};
		enum refusal no;

		if (t->status[seat] != SEAT_PLAYING)
			continue;
		no = table_decide(t, &c, &decision);
		if (no == ACCEPTED)
			return NULL;
		why = decision.sentence ? decision.sentence : refusal_title(no);
	}
	return why;
}

static const char *why_no_abort(const struct game_row *row, const struct table *t)
{
	if (row->state != TABLE_OPEN && row->state != TABLE_ACTIVE)
		return why_still(row, t);
	if (!t)
		return "the ruleset of this game is not loaded";
	/* Before the start whoever laid the table may, though nobody has sat down. */
	return row->state == TABLE_OPEN ? NULL : why_no_seat_may(t, COMMAND_ABORT);
}

const char *view_why_no_rematch(const struct game_row *row)
{
	if (row->state == TABLE_ABORTED)
		return "the game was aborted";
	if (row->state != TABLE_OVER)
		return "the game is not over";
	return row->next[0] ? "the match goes on" : NULL;
}

static const char *why_no_decline(const struct game_row *row)
{
	if (row->state != TABLE_OPEN)
		return row->started ? "the game has started" : "the table is not open any more";
	for (unsigned seat = 0; seat < row->seats; seat++)
		if (row->seat[seat].invited && !row->seat[seat].account)
			return NULL;
	return "no seat is kept for anybody";
}

static void write_actions(struct out *o, const struct game_row *row, const struct table *t)
{
	const char *still = why_still(row, t);
	const char *full = row->state == TABLE_OPEN ? NULL : "the game has started";
	const char *no_turn = still;

	if (!still) {
		struct tablas_wait wait;

		memset(&wait, 0, sizeof wait);
		t->plugin->wait(t->position, &wait);
		if (wait.kind != TABLAS_WAIT_MOVE)
			no_turn = "no decision is asked of anybody";
		else if (table_paused_until(t))
			no_turn = refusal_title(GAME_PAUSED);
	}
	out_key(o, "actions");
	out_object(o);
	action(o, "seats", full);
	action(o, "invitations", full);
	action(o, "turns", no_turn);
	action(o, "resignation", still ? still : why_no_seat_may(t, COMMAND_RESIGN));
	action(o, "abort", why_no_abort(row, t));
	view_offer_actions(o, still, t);
	action(o, "decline", why_no_decline(row));
	action(o, "rematch", view_why_no_rematch(row));
	action(o, "claim", still ? still : why_no_seat_may(t, COMMAND_CLAIM));
	action(o, "top_ups", still ? still : why_no_seat_may(t, COMMAND_TOP_UP));
	out_object_end(o);
}

/* ---- the end --------------------------------------------------------------------------------
 */

static void write_outcome(struct out *o, const struct game_row *row, const struct table *t)
{
	unsigned winner = TABLAS_NOBODY, firsts = 0;
	const char *p = row->outcome;
	unsigned long rank[TABLAS_SEATS_MAX];

	if (row->state != TABLE_OVER && row->state != TABLE_ABORTED) {
		out_knull(o, "outcome");
		return;
	}
	if (row->state == TABLE_ABORTED)
		p = "";
	/* The row's text, not the table: an old game stays readable without its ruleset. */
	for (unsigned seat = 0; seat < row->seats; seat++) {
		char *end;

		rank[seat] = strtoul(p, &end, 10);
		p = *end == ' ' ? end + 1 : end;
		if (rank[seat] == 1) {
			winner = seat;
			firsts++;
		}
	}
	out_key(o, "outcome");
	out_object(o);
	out_key(o, "ranking");
	out_array(o);
	for (unsigned seat = 0; row->state == TABLE_OVER && seat < row->seats; seat++)
		out_int(o, (int64_t)rank[seat]);
	out_array_end(o);
	view_key_seat(o, "winner", firsts == 1 ? winner : TABLAS_NOBODY);
	out_kstring(o, "note", *p && strcmp(p, "-") != 0 ? p : NULL);
	view_reason(o, row);
	if (t && row->state == TABLE_OVER) {
		out_key(o, "points");
		out_array(o);
		for (unsigned seat = 0; seat < t->seats; seat++)
			out_int(o, t->outcome.points[seat]);
		out_array_end(o);
	}
	out_object_end(o);
}

static unsigned long rank_of(const struct game_row *row, unsigned seat)
{
	const char *p = row->outcome;
	unsigned long rank = 0;

	for (unsigned i = 0; i <= seat; i++) {
		char *end;

		rank = strtoul(p, &end, 10);
		p = *end == ' ' ? end + 1 : end;
	}
	return rank;
}

/* ---- the document
 * ------------------------------------------------------------------------------ */

/* {"key": value, …} in the types the options have. */
static void view_options(struct out *o, const struct tablas_plugin *plugin, const int32_t *values)
{
	const struct tablas_option *option = plugin->options;
	char number[16];

	out_object(o);
	for (size_t i = 0; option && option[i].key; i++) {
		if (option[i].kind == TABLAS_OPT_BOOL)
			out_kbool(o, option[i].key, values[i]);
		else if (option[i].kind == TABLAS_OPT_INT)
			out_kint(o, option[i].key, values[i]);
		else
			out_kstring(o, option[i].key,
				    options_word(&option[i], values[i], number));
	}
	out_object_end(o);
}

/* Without the plugin: the words of the book, and only what differs from the default. */
static void options_as_text(struct out *o, const char *text)
{
	out_object(o);
	while (*text) {
		size_t n = strcspn(text, " "), k = strcspn(text, "=");
		char key[OPTIONS_TEXT_MAX];

		if (k < n) {
			snprintf(key, sizeof key, "%.*s", (int)k, text);
			out_key(o, key);
			out_string_n(o, text + k + 1, n - k - 1);
		}
		text += n + (text[n] == ' ');
	}
	out_object_end(o);
}

static void write_seats(struct out *o, const struct game_row *row, const struct table *t,
			const struct view_around *around)
{
	out_key(o, "seats");
	out_array(o);
	for (unsigned seat = 0; seat < row->seats; seat++) {
		const struct seat_row *s = &row->seat[seat];
		bool empty = s->account == 0;

		out_object(o);
		out_kint(o, "seat", seat);
		out_kstring(o, "name", t ? t->plugin->sides[seat].name : NULL);
		out_kstring(o, "colour", t ? t->plugin->sides[seat].colour : NULL);
		out_kstring(o, "account", empty ? NULL : s->name);
		out_kstring(o, "status", status_word(s->status));
		if (row->state == TABLE_OVER)
			out_kint(o, "rank", (int64_t)rank_of(row, seat));
		else
			out_knull(o, "rank");
		out_kstring(o, "left",
			    s->status == SEAT_LEFT
				    ? table_ending_word(marks_left_by(row->marks, seat))
				    : NULL);
		out_kint(o, "purse", s->purse);
		out_kstring(o, "invited",
			    empty && around && around->invited[seat][0] ? around->invited[seat]
									: NULL);
		out_kbool(o, "locked", empty && s->locked);
		out_object_end(o);
	}
	out_array_end(o);
}

static void write_stake(struct out *o, const struct game_row *row)
{
	out_key(o, "stake");
	if (row->unit == 0) {
		out_null(o);
		return;
	}
	out_object(o);
	out_kint(o, "unit", row->unit);
	out_kint(o, "buy_in", row->buy_in);
	out_kint(o, "pot", row->pot);
	out_kstring(o, "insolvent", insolvent_word(row->insolvent));
	if (row->insolvent == INSOLVENT_DEBT)
		out_kint(o, "credit", row->credit);
	else
		out_knull(o, "credit");
	out_kbool(o, "top_ups", row->top_ups);
	out_kint(o, "fee", row->fee);
	out_object_end(o);
}

static void write_last(struct out *o, const struct view_around *around)
{
	out_key(o, "last");
	if (!around || around->last.ply == 0) {
		out_null(o);
		return;
	}
	out_object(o);
	out_kint(o, "ply", (int64_t)around->last.ply);
	view_key_seat(o, "seat", around->last.seat);
	out_key(o, "moves");
	view_moves(o, around->last.moves);
	out_kbool(o, "forced", around->last.forced);
	out_object_end(o);
}

/* As the game leaves it; of a game that goes on, as it found it. */
static void write_score(struct out *o, const struct game_row *row)
{
	unsigned winner = TABLAS_NOBODY;

	out_key(o, "score");
	out_array(o);
	for (unsigned seat = 0; seat < row->seats; seat++) {
		out_int(o, row->match_result[seat]);
		if ((uint32_t)row->match_result[seat] >= row->match_length)
			winner = seat;
	}
	out_array_end(o);
	view_key_seat(o, "winner", winner);
}

/* crawford: a list does not tell, for its rows have no tables. */
static void write_match(struct out *o, const struct game_row *row, const bool *crawford)
{
	out_key(o, "match");
	if (!row->match[0]) {
		out_null(o);
		return;
	}
	out_object(o);
	out_kstring(o, "id", row->match);
	out_kint(o, "length", row->match_length);
	out_kint(o, "game", row->match_game);
	write_score(o, row);
	if (crawford)
		out_kbool(o, "crawford", *crawford);
	out_kstring(o, "next", row->next[0] ? row->next : NULL);
	out_object_end(o);
}

/* Null once play has begun, and of the games that follow in a match. */
static void write_offer(struct out *o, const struct game_row *row)
{
	const struct opening *offer = &row->opening;

	out_key(o, "table");
	if (row->started || !(offer->expires || offer->draws || offer->rematch[0])) {
		out_null(o);
		return;
	}
	out_object(o);
	out_ktime(o, "expires", offer->expires);
	out_kstring(o, "seating", offer->draws ? "random" : "chosen");
	out_kstring(o, "rematch_of", offer->rematch[0] ? offer->rematch : NULL);
	out_object_end(o);
}

/* Null in games made before there were commitments. */
static void write_commitment(struct out *o, const struct game_row *row)
{
	char hex[FAIR_HEX_SIZE];

	if (row->committed)
		fair_hex(row->commitment, hex);
	out_kstring(o, "commitment", row->committed ? hex : NULL);
}

static void board_from_row(struct out *o, const struct game_row *row)
{
	out_knull(o, "turn");
	if (row->state == TABLE_ACTIVE || row->state == TABLE_OPEN)
		view_waiting_as(o, row->state == TABLE_OPEN ? "players" : "move", row->waiting,
				false, "the ruleset of this game is not loaded", view_deadline(row));
	else
		out_knull(o, "waiting");
	out_key(o, "dice");
	out_array(o);
	out_array_end(o);
	out_key(o, "position");
	out_object(o);
	out_kstring(o, "text", row->position);
	out_knull(o, "pieces");
	out_object_end(o);
	out_knull(o, "counters");
	out_knull(o, "cube");
}

void view_game_members(struct out *o, const struct game_row *row, const struct table *t,
		       const struct view_around *around)
{
	bool crawford;

	out_kstring(o, "id", row->key);
	out_kstring(o, "ruleset", row->ruleset);
	out_kint(o, "rules_version", row->rules);
	out_key(o, "options");
	if (t)
		view_options(o, t->plugin, t->options);
	else
		options_as_text(o, row->options);
	out_kstring(o, "state", view_state_word(row->state));
	out_kint(o, "ply", (int64_t)row->ply);
	out_kstring(o, "visibility", view_visibility_word(row->visibility));
	view_delay(o, around ? &around->delay : NULL);
	out_kbool(o, "auto_forced", row->auto_forced);
	out_kstring(o, "creator", around && around->creator[0] ? around->creator : NULL);
	out_ktime(o, "created", row->created);
	out_ktime(o, "started", row->started);
	out_ktime(o, "ended", row->ended);
	write_seats(o, row, t, around);
	if (t)
		view_board(o, t, row->position);
	else
		board_from_row(o, row);
	crawford = t && match_is_crawford(t);
	write_match(o, row, &crawford);
	write_stake(o, row);
	write_commitment(o, row);
	view_clock(o, row, t);
	view_rating(o, row, true);
	write_offer(o, row);
	write_last(o, around);
	view_offers(o, t);
	write_actions(o, row, t);
	write_outcome(o, row, t);
}

/* Of few lengths, so that the library's objects can be used again: body.c. */
void view_game(struct out *o, const struct game_row *row, const struct table *t,
	       const struct view_around *around)
{
	out_object(o);
	view_game_members(o, row, t, around);
	out_object_end(o);
	out_pad(o, 64);
}

/* Anybody may take it. */
static bool is_open_seat(const struct seat_row *seat)
{
	return !seat->account && !seat->invited && !seat->locked;
}

static void write_line(struct out *o, const struct game_row *row)
{
	out_kstring(o, "id", row->key);
	out_kstring(o, "ruleset", row->ruleset);
	out_kstring(o, "state", view_state_word(row->state));
	out_kint(o, "ply", (int64_t)row->ply);
	out_kstring(o, "visibility", view_visibility_word(row->visibility));
	out_ktime(o, "created", row->created);
	out_ktime(o, "started", row->started);
	out_ktime(o, "ended", row->ended);
	out_ktime(o, "changed", row->changed);
	out_key(o, "seats");
	out_array(o);
	for (unsigned seat = 0; seat < row->seats; seat++) {
		out_object(o);
		out_kint(o, "seat", seat);
		out_kstring(o, "account",
			    row->seat[seat].account ? row->seat[seat].name : NULL);
		out_kstring(o, "status", status_word(row->seat[seat].status));
		out_kint(o, "purse", row->seat[seat].purse);
		out_kbool(o, "asked", row->waiting >> seat & 1);
		out_kbool(o, "open", row->state == TABLE_OPEN && is_open_seat(&row->seat[seat]));
		out_object_end(o);
	}
	out_array_end(o);
	out_ktime(o, "deadline", view_deadline(row));
	view_clock(o, row, NULL);
	write_match(o, row, NULL);
	write_stake(o, row);
	view_rating(o, row, false);
	write_offer(o, row);
	write_outcome(o, row, NULL);
}

void view_game_line(struct out *o, const struct game_row *row)
{
	out_object(o);
	write_line(o, row);
	out_object_end(o);
}

void view_offer_line(struct out *o, const struct game_row *row,
		     const struct tablas_plugin *plugin)
{
	int32_t values[OPTIONS_MAX];

	out_object(o);
	write_line(o, row);
	out_key(o, "options");
	if (plugin && options_read(plugin, row->options, values) == ACCEPTED)
		view_options(o, plugin, values);
	else
		options_as_text(o, row->options);
	out_object_end(o);
}
