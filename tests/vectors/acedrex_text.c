/*
 * acedrex_text.c - positions, purses and events of Four-Seasons Chess, from the
 * vectors' JSON into the plugin's notation and back.
 *
 * The vectors know whose a piece is, the plugin what colour it has; they differ
 * where armies change hands.  So pieces a seat cannot have had from the start
 * are given the colour of a player who is out.
 */
#include "tests/vectors/acedrex.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const acedrex_side[ACEDREX_SIDES] = {"green", "red", "black", "white"};

static const char initial[ACEDREX_SIDES + 1] = "GRBW";

unsigned acedrex_seat(json_t *colour)
{
	const char *name = json_string_value(colour);
	unsigned seat = 0;

	while (name && seat < ACEDREX_SIDES && strcmp(name, acedrex_side[seat]))
		seat++;
	return name ? seat : ACEDREX_SIDES;
}

/* Seats of a list of colours, by bit. */
static unsigned seats_of(json_t *list)
{
	unsigned seats = 0;

	for (size_t i = 0; i < json_array_size(list); i++)
		seats |= 1u << acedrex_seat(json_array_get(list, i));
	return seats;
}

/* ---- in -------------------------------------------------------------------------------- */

static void add_number(struct vector_line *t, json_int_t number)
{
	char word[24];

	snprintf(word, sizeof word, "%d", (int)number);
	vector_add(t, word);
}

struct armies {
	char pieces[ACEDREX_SIDES][64 * 3 + 1];
	unsigned officers[ACEDREX_SIDES][128], pawns[ACEDREX_SIDES];
	unsigned player[ACEDREX_SIDES];
	unsigned living;
};

/* "Pe" and "K" as the plugin's one letter; fresh fers have one of their own. */
static char letter_of(const char *piece, json_t *fresh, const char *square)
{
	for (size_t i = 0; i < json_array_size(fresh); i++)
		if (piece[0] == 'Q' && !strcmp(vector_text(json_array_get(fresh, i)), square))
			return 'q';
	return piece[0] == 'P' ? piece[1] : piece[0];
}

static int has_room(const struct armies *all, unsigned colour, char letter)
{
	return strchr("KRNF", letter) ? !all->officers[colour][(unsigned char)letter]
				      : all->pawns[colour] < 4;
}

static void enlist(struct armies *all, unsigned colour, char letter, const char *square)
{
	char word[8];

	snprintf(word, sizeof word, "%c%.2s", letter, square);
	strcat(all->pieces[colour], word);
	if (strchr("KRNF", letter))
		all->officers[colour][(unsigned char)letter]++;
	else
		all->pawns[colour]++;
}

/* A colour the seat may play such a piece of. */
static unsigned colour_for(struct armies *all, unsigned seat, char letter)
{
	if (has_room(all, seat, letter))
		return seat;
	for (unsigned colour = 0; colour < ACEDREX_SIDES; colour++) {
		if (all->living >> colour & 1 || !has_room(all, colour, letter))
			continue;
		if (all->player[colour] == seat || all->player[colour] == ACEDREX_SIDES) {
			all->player[colour] = seat;
			return colour;
		}
	}
	return seat; /* the plugin will refuse it */
}

/* In the order of squares, as the notation has it. */
static void muster(struct armies *all, json_t *position)
{
	json_t *fresh = json_object_get(position, "fresh_fers");

	memset(all, 0, sizeof *all);
	all->living = seats_of(json_object_get(position, "living"));
	for (unsigned seat = 0; seat < ACEDREX_SIDES; seat++)
		all->player[seat] = all->living >> seat & 1 ? seat : ACEDREX_SIDES;
	for (int i = 0; i < ACEDREX_TRAYS; i++) {
		const char *square = ACEDREX->places[i].name;

		for (unsigned seat = 0; seat < ACEDREX_SIDES; seat++) {
			const char *piece = json_string_value(json_object_get(
				json_object_get(position, acedrex_side[seat]), square));
			char letter = piece ? letter_of(piece, fresh, square) : '\0';

			if (piece)
				enlist(all, colour_for(all, seat, letter), letter, square);
		}
	}
}

static size_t count_living(unsigned living)
{
	return (size_t)__builtin_popcount(living);
}

static void add_state(struct acedrex_asked *a, struct vector_line *t, const struct armies *all,
		      json_t *position)
{
	unsigned turn = acedrex_seat(json_object_get(position, "to_move"));
	size_t rank = count_living(all->living);
	int captor = json_object_get(a->said, "mated_army") &&
		     vector_says(a->said, "mated_army", "captor");
	char word[32];

	snprintf(word, sizeof word, "%s:%c ", rank == 1 ? "over:won" : "move",
		 turn < ACEDREX_SIDES ? initial[turn] : '?');
	vector_add(t, word);
	for (unsigned seat = 0; seat < ACEDREX_SIDES; seat++) {
		if (all->living >> seat & 1)
			vector_add(t, ".");
		else
			add_number(t, (json_int_t)++rank);
	}
	vector_add(t, " ");
	for (unsigned colour = 0; colour < ACEDREX_SIDES; colour++) {
		unsigned player = all->player[colour];

		/* An army that is not there is played by anybody. */
		if (player == ACEDREX_SIDES && captor)
			player = turn;
		snprintf(word, sizeof word, "%c",
			 player < ACEDREX_SIDES ? initial[player] : '-');
		vector_add(t, word);
	}
}

static void add_flags(struct vector_line *t, json_t *position)
{
	unsigned moved = seats_of(json_object_get(position, "moved"));
	size_t n = t->n;

	if (json_is_true(json_object_get(position, "captured")))
		vector_add(t, "x");
	if (moved)
		vector_add(t, "m");
	for (unsigned seat = 0; seat < ACEDREX_SIDES; seat++)
		if (moved >> seat & 1)
			vector_add(t, (char[]){initial[seat], '\0'});
	if (t->n == n)
		vector_add(t, "-");
}

static void add_amounts(struct vector_line *t, json_t *amounts, json_int_t unit)
{
	for (unsigned seat = 0; seat < ACEDREX_SIDES; seat++) {
		if (seat > 0)
			vector_add(t, "/");
		add_number(t, json_integer_value(json_object_get(amounts, acedrex_side[seat])) /
				      unit);
	}
	vector_add(t, " ");
}

int acedrex_read(struct acedrex_asked *a, json_t *position, json_t *purse, void *pos)
{
	struct vector_line t = {.n = 0};
	struct armies all;

	muster(&all, position);
	for (unsigned colour = 0; colour < ACEDREX_SIDES; colour++) {
		if (colour > 0)
			vector_add(&t, "/");
		vector_add(&t, all.pieces[colour][0] ? all.pieces[colour] : "-");
	}
	vector_add(&t, " -/-/-/- ");
	add_state(a, &t, &all, position);
	vector_add(&t, " ");
	add_number(&t, json_integer_value(json_object_get(position, "quiet")));
	vector_add(&t, " ");
	add_flags(&t, position);
	vector_add(&t, " ");
	add_number(&t, json_integer_value(json_object_get(purse, "pot")) / a->unit);
	vector_add(&t, " ");
	add_amounts(&t, json_object_get(purse, "net"), a->unit);
	add_amounts(&t, json_object_get(purse, "won"), a->unit);
	add_amounts(&t, json_object_get(purse, "check_fees"), 1);
	vector_add(&t, "-");
	memset(pos, 0, ACEDREX_BYTES);
	return ACEDREX->read(&a->setup, t.text, pos) == 0;
}

/* ---- out ------------------------------------------------------------------------------- */

/* The n-th word of the position's notation. */
static void word_of(const void *pos, unsigned n, char out[TABLAS_TEXT_MAX])
{
	char line[TABLAS_TEXT_MAX], *word = line;

	ACEDREX->write(pos, line, sizeof line);
	while (n-- > 0)
		word = strchr(word, ' ') + 1;
	snprintf(out, TABLAS_TEXT_MAX, "%.*s", (int)strcspn(word, " "), word);
}

static void look(const void *pos, struct tablas_view *view, struct tablas_pieces room[64])
{
	memset(view, 0, sizeof *view);
	view->pieces = room;
	view->pieces_cap = 64;
	ACEDREX->view(pos, 0, view);
}

static json_t *colours(const char *initials)
{
	json_t *list = json_array();

	for (; *initials; initials++)
		json_array_append_new(
			list, json_string(acedrex_side[strchr(initial, *initials) - initial]));
	return list;
}

static void add_pieces(json_t *all, const void *pos)
{
	static const char *const names[] = {"?", "K",  "R",  "N",  "F", "Q",
					    "Q", "Pe", "Pw", "Pn", "Ps"};
	char players[TABLAS_TEXT_MAX];
	struct tablas_pieces room[64];
	struct tablas_view view;
	json_t *fresh = json_array();

	for (unsigned seat = 0; seat < ACEDREX_SIDES; seat++)
		json_object_set_new(all, acedrex_side[seat], json_object());
	word_of(pos, 4, players);
	look(pos, &view, room);
	for (size_t i = 0; i < view.pieces_n; i++) {
		const char *square = ACEDREX->places[room[i].place].name, *player;

		if (room[i].place >= ACEDREX_TRAYS)
			continue;
		player = strchr(initial, players[room[i].seat]);
		json_object_set_new(
			json_object_get(all, acedrex_side[player ? (unsigned)(player - initial)
								 : room[i].seat]),
			square, json_string(names[room[i].kind]));
		if (!strcmp(ACEDREX->kinds[room[i].kind], "fresh-fers"))
			json_array_append_new(fresh, json_string(square));
	}
	if (json_array_size(fresh) > 0)
		json_object_set(all, "fresh_fers", fresh);
	json_decref(fresh);
}

json_t *acedrex_position(struct acedrex_asked *a, const void *pos)
{
	char state[TABLAS_TEXT_MAX], word[TABLAS_TEXT_MAX], living[ACEDREX_SIDES + 1];
	size_t n = 0;
	json_t *all = json_object();

	(void)a;
	add_pieces(all, pos);
	/* The seat behind the last colon, but for offers, which vectors do not have. */
	word_of(pos, 2, state);
	json_object_set_new(
		all, "to_move",
		json_string(acedrex_side[strchr(initial, strrchr(state, ':')[1]) - initial]));
	word_of(pos, 3, word);
	for (unsigned seat = 0; seat < ACEDREX_SIDES; seat++)
		if (word[seat] == '.')
			living[n++] = initial[seat];
	living[n] = '\0';
	json_object_set_new(all, "living", colours(living));
	word_of(pos, 5, word);
	json_object_set_new(all, "quiet", json_integer(atoi(word)));
	word_of(pos, 6, word);
	if (word[0] == 'x')
		json_object_set_new(all, "captured", json_true());
	if (strchr(word, 'm')) {
		char *moved = strchr(word, 'm') + 1;

		moved[strcspn(moved, "o")] = '\0';
		json_object_set_new(all, "moved", colours(moved));
	}
	return all;
}

static json_t *amounts_of(const void *pos, unsigned word, json_int_t unit)
{
	char text[TABLAS_TEXT_MAX], *at = text;
	json_t *amounts = json_object();

	word_of(pos, word, text);
	for (unsigned seat = 0; seat < ACEDREX_SIDES; seat++) {
		json_object_set_new(amounts, acedrex_side[seat],
				    json_integer(strtol(at, &at, 10) * unit));
		at += *at == '/';
	}
	return amounts;
}

json_t *acedrex_purse(struct acedrex_asked *a, const void *pos, json_int_t mated)
{
	char pot[TABLAS_TEXT_MAX];

	word_of(pos, 7, pot);
	return json_pack("{s:I, s:o, s:o, s:I, s:o}", "pot",
			 (json_int_t)strtol(pot, NULL, 10) * a->unit, "net",
			 amounts_of(pos, 8, a->unit), "won", amounts_of(pos, 9, a->unit),
			 "mated", mated, "check_fees", amounts_of(pos, 10, 1));
}

json_t *acedrex_status(struct acedrex_asked *a, const void *pos)
{
	struct tablas_pieces room[64];
	struct tablas_view view;
	struct tablas_wait now;
	char state[TABLAS_TEXT_MAX];

	(void)a;
	ACEDREX->wait(pos, &now);
	if (now.kind == TABLAS_WAIT_MOVE) {
		look(pos, &view, room);
		return json_pack("{s:s, s:b}", "status", "move", "in_check",
				 view.counters[now.turn][1] != 0);
	}
	word_of(pos, 2, state);
	if (!strncmp(state, "over:won", 8))
		return json_pack("{s:s, s:s}", "status", "won", "winner",
				 acedrex_side[strchr(initial, state[9]) - initial]);
	return json_pack("{s:s, s:s%}", "status", "draw", "reason", state + 5,
			 strcspn(state + 5, ":"));
}

/* ---- what happened --------------------------------------------------------------------------
 */

static const char *hand(unsigned seat)
{
	return seat < ACEDREX_SIDES ? acedrex_side[seat] : "pot";
}

json_t *acedrex_payments(struct acedrex_asked *a, const struct acedrex_table *t, int which)
{
	json_t *list = json_array();

	for (size_t i = 0; i < t->ev.n; i++) {
		const struct tablas_event *e = &t->ev.v[i];
		int draws;

		if (e->kind != TABLAS_EV_STAKE)
			continue;
		draws = !strcmp(e->note, "draw");
		if (which == ACEDREX_ALL || (which == ACEDREX_DRAW) == draws)
			json_array_append_new(list, json_pack("[s, s, I, s]", hand(e->seat),
							      hand(e->other),
							      e->amount * a->unit, e->note));
	}
	return list;
}

json_t *acedrex_events(struct acedrex_asked *a, const struct acedrex_table *t)
{
	json_t *list = json_array(), *status = acedrex_status(a, t->pos);

	for (size_t i = 0; i < t->ev.n; i++) {
		const struct tablas_event *e = &t->ev.v[i];

		if (e->kind == TABLAS_EV_FINISHED && e->other < ACEDREX_SIDES)
			json_array_append_new(
				list, json_pack("[s, s, s]",
						strcmp(e->note, "king taken") ? "mated"
									      : "king_taken",
						acedrex_side[e->seat], acedrex_side[e->other]));
		if (e->kind == TABLAS_EV_TURN && e->note)
			json_array_append_new(
				list, json_pack("[s, s]", e->note, acedrex_side[e->seat]));
		if (e->kind == TABLAS_EV_LEFT)
			json_array_append_new(
				list, json_pack("[s, s]", "resigned", acedrex_side[e->seat]));
	}
	if (vector_says(status, "status", "draw"))
		json_array_append_new(
			list, json_pack("[s, O]", "draw", json_object_get(status, "reason")));
	json_decref(status);
	return list;
}
