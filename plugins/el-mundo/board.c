/*
 * board.c - the round board in characters.
 *
 * Each slot is two lines: its name, and under it the piece with the number that
 * stand there.  The board is turned so that the seat that looks has its own
 * season before it, numbers rising from left to right; travel then runs
 * counter-clockwise for everybody.
 */
#include "plugins/el-mundo/mundo.h"

#include <stdio.h>

#define WIDTH  72
#define HEIGHT 28

struct sheet {
	char cell[HEIGHT][WIDTH + 1];
};

/* Where the 24 slots lie, from the left end of the quarter before the viewer. */
static const struct {
	uint8_t x, y;
} at[MUNDO_SLOTS] = {{13, 22}, {20, 24}, {28, 26}, {36, 26}, {44, 24}, {51, 22},
		     {58, 19}, {62, 16}, {64, 13}, {64, 10}, {62, 7},  {58, 4},
		     {51, 2},  {44, 0},	 {36, 0},  {28, 0},  {20, 0},  {13, 2},
		     {6, 4},   {2, 7},	 {0, 10},  {0, 13},  {2, 16},  {6, 19}};

static void put(struct sheet *sheet, unsigned x, unsigned y, const char *text)
{
	for (; *text && x < WIDTH && y < HEIGHT; x++, text++)
		sheet->cell[y][x] = *text;
}

static void put_slots(struct sheet *sheet, const struct mundo *w, unsigned viewer)
{
	static const char season[MUNDO_SEATS][3] = {"Sp", "Su", "Au", "Wi"};
	char text[16];

	for (unsigned s = 0; s < MUNDO_SLOTS; s++) {
		unsigned i = mundo_relative(viewer, s), who = mundo_owner(w, s);

		snprintf(text, sizeof text, "%s%u", season[s / 6], s % 6 + 1);
		put(sheet, at[i].x, at[i].y, text);
		if (who == TABLAS_NOBODY)
			snprintf(text, sizeof text, ".");
		else
			snprintf(text, sizeof text, "%c x%u", mundo_notation_initial[who],
				 mundo_count(w, s));
		put(sheet, at[i].x, at[i].y + 1u, text);
	}
}

/* "2  4 (used)  6": used and lost dice say so. */
static void put_dice(struct sheet *sheet, const struct mundo *w, unsigned x, unsigned y)
{
	for (unsigned i = 0; i < MUNDO_DICE && w->die[i] != 0; i++) {
		char text[32], who = mundo_notation_initial[w->die_seat[i] % MUNDO_SEATS];

		if (w->die_state[i] == TABLAS_DIE_USED)
			snprintf(text, sizeof text, "%u used by %c", w->die[i], who);
		else if (w->die_state[i] == TABLAS_DIE_LOST)
			snprintf(text, sizeof text, "%u lost", w->die[i]);
		else
			snprintf(text, sizeof text, "%u for %c", w->die[i], who);
		put(sheet, x, y + i, text);
	}
}

static void put_middle(struct sheet *sheet, const struct mundo *w)
{
	static const char *const name[] = {"Green", "Red", "Black", "White"};
	char text[48];

	if (w->phase == MUNDO_OVER)
		snprintf(text, sizeof text, "the game is over");
	else if (w->turn >= MUNDO_SEATS)
		snprintf(text, sizeof text, "throwing for the first turn");
	else
		snprintf(text, sizeof text, "%s's turn %lu", name[w->turn],
			 (unsigned long)mundo_get(w->turns) + (w->phase == MUNDO_PLAY ? 0 : 1));
	put(sheet, 24, 9, text);
	if (w->phase == MUNDO_PLACE)
		snprintf(text, sizeof text, "throws to place pieces");
	else if (w->phase == MUNDO_ENTER)
		snprintf(text, sizeof text, "puts struck pieces back");
	else if (w->phase == MUNDO_THROW)
		snprintf(text, sizeof text, "throws");
	else if (w->phase == MUNDO_PLAY)
		snprintf(text, sizeof text, "%s plays", name[w->asked]);
	else
		text[0] = '\0';
	put(sheet, 24, 11, text);
	put_dice(sheet, w, 24, 13);
}

struct out {
	char *text;
	size_t cap, n;
};

static void line(struct out *o, const char *text, size_t length)
{
	while (length > 0 && text[length - 1] == ' ')
		length--;
	for (size_t i = 0; i <= length; i++, o->n++)
		if (o->n + 1 < o->cap)
			o->text[o->n] = i < length ? text[i] : '\n';
}

static void put_trays(struct out *o, const struct mundo *w)
{
	char text[80];

	for (unsigned seat = 0; seat < MUNDO_SEATS; seat++) {
		static const char *const who[] = {
			"G green (Spring, to Autumn)", "R red   (Summer, to Winter)",
			"B black (Autumn, to Spring)", "W white (Winter, to Summer)"};
		const char *standing = "";
		int n;

		if (w->standing[seat] >= MUNDO_LEFT)
			standing = "  left";
		else if (w->standing[seat] != 0)
			standing = "  finished";
		n = snprintf(text, sizeof text, "%s  hand %2u  off %2u  pips %3lu%s", who[seat],
			     w->hand[seat], w->off[seat],
			     (unsigned long)mundo_steps_pips(w, seat), standing);
		line(o, text, (size_t)n);
	}
}

size_t mundo_board_draw(const void *pos, unsigned seat, char *out, size_t cap)
{
	static const char key[] = "All travel counter-clockwise. Two of a colour close a slot, "
				  "one may be struck.";
	const struct mundo *w = pos;
	struct out o = {out, cap, 0};
	struct sheet sheet;

	memset(&sheet, ' ', sizeof sheet);
	put_slots(&sheet, w, seat < MUNDO_SEATS ? seat : 0);
	put_middle(&sheet, w);
	for (unsigned y = 0; y < HEIGHT; y++)
		line(&o, sheet.cell[y], WIDTH);
	line(&o, "", 0);
	put_trays(&o, w);
	line(&o, key, strlen(key));
	if (cap > 0)
		out[o.n < cap ? o.n : cap - 1] = '\0';
	return o.n;
}
