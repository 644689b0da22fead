/*
 * view_board.c - what a position shows: pieces, dice, counters, whom it waits for.
 */
#include "api/view_parts.h"

#include <stdlib.h>
#include <string.h>

static const char *die_word(enum tablas_die_state state)
{
	return state == TABLAS_DIE_USED ? "used" : state == TABLAS_DIE_LOST ? "lost" : "unused";
}

void view_key_seat(struct out *o, const char *key, unsigned seat)
{
	if (seat == TABLAS_NOBODY)
		out_knull(o, key);
	else if (seat == TABLAS_POT)
		out_kstring(o, key, "pot");
	else
		out_kint(o, key, seat);
}

void view_seat_bits(struct out *o, uint32_t bits)
{
	out_array(o);
	for (unsigned seat = 0; seat < TABLAS_SEATS_MAX; seat++)
		if (bits >> seat & 1)
			out_int(o, seat);
	out_array_end(o);
}

/* ---- positions ------------------------------------------------------------------ */

bool view_look(const struct tablas_plugin *plugin, const void *pos, struct tablas_view *view)
{
	size_t cap = plugin->pieces_max ? plugin->pieces_max : 1;

	memset(view, 0, sizeof *view);
	view->pieces = calloc(cap, sizeof *view->pieces);
	if (!view->pieces)
		return false;
	view->pieces_cap = cap;
	/* Whatever is public is public to the first seat too; nothing is hidden in these games.
	 */
	plugin->view(pos, 0, view);
	if (view->pieces_n > cap)
		view->pieces_n = cap;
	if (view->dice_n > TABLAS_DICE_MAX)
		view->dice_n = TABLAS_DICE_MAX;
	return true;
}

static void write_pieces(struct out *o, const struct tablas_plugin *plugin,
			 const struct tablas_view *view)
{
	out_array(o);
	for (size_t i = 0; i < view->pieces_n; i++) {
		const struct tablas_pieces *p = &view->pieces[i];

		out_object(o);
		out_kstring(o, "place", plugin->places[p->place].name);
		out_kint(o, "seat", p->seat);
		out_kstring(o, "kind",
			    p->kind && plugin->kinds ? plugin->kinds[p->kind] : "piece");
		out_kint(o, "count", p->count);
		out_object_end(o);
	}
	out_array_end(o);
}

static void position_of(struct out *o, const struct tablas_plugin *plugin, const char *text,
			const struct tablas_view *view)
{
	out_object(o);
	out_kstring(o, "text", text);
	out_key(o, "pieces");
	write_pieces(o, plugin, view);
	out_object_end(o);
}

void view_position(struct out *o, const struct tablas_plugin *plugin, const void *pos)
{
	char text[TABLAS_TEXT_MAX + 1];
	struct tablas_view view;

	if (!view_look(plugin, pos, &view))
		memset(&view, 0, sizeof view);
	plugin->write(pos, text, sizeof text);
	position_of(o, plugin, text, &view);
	free(view.pieces);
}

static void write_dice(struct out *o, const struct tablas_view *view)
{
	out_array(o);
	for (size_t i = 0; i < view->dice_n; i++) {
		const struct tablas_die *die = &view->dice[i];

		out_object(o);
		out_kint(o, "face", die->face);
		out_kint(o, "sides", die->sides);
		out_kstring(o, "state", die_word(die->state));
		view_key_seat(o, "seat", die->seat);
		out_object_end(o);
	}
	out_array_end(o);
}

static void write_counters(struct out *o, const struct table *t, const struct tablas_view *view)
{
	const char *const *names = t->plugin->counters;

	out_array(o);
	for (unsigned seat = 0; seat < t->seats; seat++) {
		out_object(o);
		for (unsigned i = 0; names && i < 8 && names[i]; i++)
			out_kint(o, names[i], view->counters[seat][i]);
		out_object_end(o);
	}
	out_array_end(o);
}

static void write_cube(struct out *o, const struct tablas_view *view)
{
	if (view->cube == 0) {
		out_knull(o, "cube");
		return;
	}
	out_key(o, "cube");
	out_object(o);
	out_kint(o, "value", view->cube);
	if (view->cube_owner < 0)
		out_knull(o, "owner");
	else
		out_kint(o, "owner", view->cube_owner);
	out_object_end(o);
}

/* ---- whom the game waits for ------------------------------------------------------- */

static const char *wait_word(const struct tablas_wait *wait)
{
	if (wait->kind == TABLAS_WAIT_ROLL)
		return "dice";
	if (wait->flags & TABLAS_WAIT_ANSWER)
		return "answer";
	if (wait->flags & TABLAS_WAIT_CUBE)
		return "cube";
	if (wait->flags & TABLAS_WAIT_ENTER)
		return "enter";
	return "move";
}

void view_waiting_as(struct out *o, const char *what, uint32_t seats, bool forced,
		     const char *why, int64_t deadline)
{
	out_key(o, "waiting");
	out_object(o);
	out_kstring(o, "for", what);
	out_key(o, "seats");
	view_seat_bits(o, seats);
	out_kbool(o, "forced", forced);
	out_kstring(o, "why", why);
	out_ktime(o, "deadline", deadline);
	out_object_end(o);
}

static uint32_t empty_seats(const struct table *t)
{
	uint32_t bits = 0;

	for (unsigned seat = 0; seat < t->seats; seat++)
		if (t->status[seat] == SEAT_EMPTY)
			bits |= 1u << seat;
	return bits;
}

static void turn_and_waiting(struct out *o, const struct table *t)
{
	struct tablas_wait wait = {.turn = TABLAS_NOBODY};
	unsigned first;

	if (t->state == TABLE_OPEN) {
		out_knull(o, "turn");
		view_waiting_as(o, "players", empty_seats(t), false, "seats are empty",
				t->expires);
		return;
	}
	if (t->state == TABLE_ACTIVE ||
	    (t->state == TABLE_FROZEN && t->state_before_frost == TABLE_ACTIVE))
		t->plugin->wait(t->position, &wait);
	view_key_seat(o, "turn", wait.turn);
	if (t->state == TABLE_ACTIVE && wait.kind != TABLAS_WAIT_OVER)
		view_waiting_as(o, wait_word(&wait), wait.seats,
				wait.flags & TABLAS_WAIT_FORCED, wait.why,
				table_deadline(t, &first));
	else
		out_knull(o, "waiting");
}

void view_waiting(struct out *o, const struct table *t)
{
	struct tablas_view view = {.pieces = NULL};

	turn_and_waiting(o, t);
	out_key(o, "dice");
	if (t->state != TABLE_OPEN && !view_look(t->plugin, t->position, &view))
		memset(&view, 0, sizeof view);
	write_dice(o, &view);
	free(view.pieces);
}

void view_board(struct out *o, const struct table *t, const char *text)
{
	struct tablas_view view = {.pieces = NULL};
	bool laid = text[0] != '\0';

	if (laid && !view_look(t->plugin, t->position, &view))
		laid = false;

	turn_and_waiting(o, t);
	out_key(o, "dice");
	write_dice(o, &view);
	out_key(o, "position");
	if (laid)
		position_of(o, t->plugin, text, &view);
	else
		out_null(o);
	out_key(o, "counters");
	write_counters(o, t, &view);
	write_cube(o, &view);
	free(view.pieces);
}
