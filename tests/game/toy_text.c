/*
 * toy_text.c - the toy's places, moves and positions in words, and what is seen.
 */
#include "toy_inside.h"

#include <stdio.h>
#include <string.h>

const struct tablas_place toy_places[] = {
	{.name = "hand-a", .kind = TABLAS_PLACE_HAND, .seat = 0},
	{.name = "hand-b", .kind = TABLAS_PLACE_HAND, .seat = 1},
	{.name = "hand-c", .kind = TABLAS_PLACE_HAND, .seat = 2},
	{.name = "hand-d", .kind = TABLAS_PLACE_HAND, .seat = 3},
	{.name = "1"},
	{.name = "2"},
	{.name = "3"},
	{.name = "4"},
	{.name = "5"},
	{.name = "6"},
	{.name = "7"},
	{.name = "8"},
	{.name = "9"},
	{.name = "10"},
	{.name = "11"},
	{.name = "12"},
	{.name = "off-a", .kind = TABLAS_PLACE_OFF, .seat = 0},
	{.name = "off-b", .kind = TABLAS_PLACE_OFF, .seat = 1},
	{.name = "off-c", .kind = TABLAS_PLACE_OFF, .seat = 2},
	{.name = "off-d", .kind = TABLAS_PLACE_OFF, .seat = 3},
	{.name = NULL}};

void toy_view(const void *pos, unsigned seat, struct tablas_view *out)
{
	const struct toy *t = pos;

	(void)seat;
	out->pieces_n = out->dice_n = 0;
	for (unsigned face = 1; face <= 4; face++)
		for (unsigned i = 0; i < t->left[face]; i++)
			out->dice[out->dice_n++] = (struct tablas_die){
				(uint8_t)face, 4, TABLAS_DIE_UNUSED, t->mover};
	for (unsigned i = 0; i < t->seats; i++)
		for (unsigned at = 0; at <= TOY_OFF; at++)
			if (t->men[i][at] && out->pieces_n < out->pieces_cap)
				out->pieces[out->pieces_n++] =
					(struct tablas_pieces){.place = toy_place(i, at),
							       .seat = (uint8_t)i,
							       .count = t->men[i][at]};
}

/* ---- notation -------------------------------------------------------------------- */

#define WRITTEN offsetof(struct toy, seats)

size_t toy_write(const void *pos, char *out, size_t cap)
{
	const uint8_t *p = pos;
	char text[2 * WRITTEN + 1];

	for (size_t i = 0; i < WRITTEN; i++)
		snprintf(text + 2 * i, 3, "%02x", p[i]);
	return (size_t)snprintf(out, cap, "%s", text);
}

int toy_read(const struct tablas_setup *setup, const char *text, void *pos)
{
	static const char digits[] = "0123456789abcdef";
	struct toy t;
	uint8_t *p = (uint8_t *)&t;

	memset(&t, 0, sizeof(t));
	toy_init(setup, &t);
	if (strlen(text) != 2 * WRITTEN || strspn(text, digits) != 2 * WRITTEN)
		return -1;
	for (size_t i = 0; i < WRITTEN; i++)
		p[i] = (uint8_t)((strchr(digits, text[2 * i]) - digits) * 16 +
				 (strchr(digits, text[2 * i + 1]) - digits));
	memcpy(pos, &t, sizeof(t));
	return 0;
}

size_t toy_move_write(const void *pos, unsigned seat, tablas_move move, char *out, size_t cap)
{
	const struct toy *t = pos;
	unsigned face = (unsigned)move / 32, from = (unsigned)move % 32, whom;
	char a[8] = "hand", b[8] = "off", mark[3] = "";

	if (move >= ANTE)
		return (size_t)snprintf(out, cap, "%s",
					move == ANTE	 ? "ante"
					: move == ACCEPT ? "accept"
							 : "refuse");
	if (from != TOY_HAND)
		snprintf(a, sizeof(a), "%u", from);
	if (toy_target(face, from) != TOY_OFF)
		snprintf(b, sizeof(b), "%u", toy_target(face, from));
	whom = toy_struck(t, seat, toy_target(face, from));
	if (whom != TABLAS_NOBODY)
		snprintf(mark, sizeof(mark), "*%c", (char)('a' + whom));
	return (size_t)snprintf(out, cap, "%u:%s-%s%s", face, a, b, mark);
}

static int take_place(const char **text)
{
	int n = 0;

	if (strncmp(*text, "hand", 4) == 0 || strncmp(*text, "off", 3) == 0) {
		n = **text == 'h' ? TOY_HAND : TOY_OFF;
		*text += n == TOY_HAND ? 4 : 3;
		return n;
	}
	for (; **text >= '0' && **text <= '9' && n < 100; (*text)++)
		n = n * 10 + (**text - '0');
	return n >= 1 && n <= 12 ? n : -1;
}

int toy_move_read(const void *pos, unsigned seat, const char *text, tablas_move *out)
{
	const struct toy *t = pos;
	int face = 0, from, to;

	(void)seat;
	*out = strcmp(text, "ante") == 0     ? ANTE
	       : strcmp(text, "accept") == 0 ? ACCEPT
	       : strcmp(text, "refuse") == 0 ? REFUSE
					     : 0;
	if (*out)
		return 0;
	if (*text >= '1' && *text <= '4' && text[1] == ':') {
		face = *text - '0';
		text += 2;
	}
	from = take_place(&text);
	if (from < 0 || from == TOY_OFF || (*text != '-' && *text != '/'))
		return -1;
	text++;
	to = take_place(&text);
	if (to < 0 || to == TOY_HAND || (*text && *text != '*') || strlen(text) > 2)
		return -1;
	if (to <= from) {
		*out = BACKWARDS;
		return 0;
	}
	if (face && (int)toy_target((unsigned)face, (unsigned)from) != to)
		return -1;
	/* To bear off, the smallest die that does. */
	for (int i = to - from; !face && to == TOY_OFF && i <= 4; i++)
		if (t->left[i])
			face = i;
	*out = STEP((unsigned)(face ? face : to - from), (unsigned)from);
	return 0;
}

/* A number is meant from the start, or else from the end. */
size_t toy_place_read(unsigned seat, const char *text, int16_t *out, size_t cap)
{
	const char *p = text;
	int n;

	if (cap < 2)
		return 0;
	if (strcmp(text, "bar") == 0) {
		out[0] = toy_place(seat, TOY_HAND);
		return 1;
	}
	n = take_place(&p);
	if (n < 0 || *p)
		return 0;
	out[0] = toy_place(seat, (unsigned)n);
	out[1] = toy_place(seat, (unsigned)(13 - n));
	return n == TOY_HAND || n == TOY_OFF ? 1 : 2;
}
