/*
 * board.c - the position as a person or a program wants to see it.
 *
 * Each side counts the points along its own way from the corner at its left
 * hand, and the drawing is seen from the side of the seat that looks.  The frame
 * bears the numbers by which moves are written, White's; outside stand Black's
 * own, for Black.
 */
#include "plugins/quinze-tablas/quinze.h"

#include <stdio.h>

static const char *const name[] = {"White", "Black"};

/* ---- pieces, dice, counters ------------------------------------------------------ */

static void show(struct tablas_view *out, int place, unsigned seat, unsigned count)
{
	if (count > 0 && out->pieces_n < out->pieces_cap)
		out->pieces[out->pieces_n++] = (struct tablas_pieces){.place = (int16_t)place,
								      .seat = (uint8_t)seat,
								      .count = (uint16_t)count};
}

void quinze_board_view(const void *pos, unsigned viewer, struct tablas_view *out)
{
	const struct quinze *q = pos;
	struct quinze_sight s;
	int points = q->points;

	(void)viewer; /* nothing is hidden */
	out->pieces_n = 0;
	out->dice_n = 0;
	out->cube = 0;
	out->cube_owner = -1;
	memset(out->counters, 0, sizeof out->counters);
	for (int seat = 0; seat < 2; seat++) {
		int32_t *counter = out->counters[seat];

		for (unsigned x = 1; x <= q->points; x++)
			show(out, (int)x, (unsigned)seat, quinze_count(q, (unsigned)seat, x));
		show(out, QUINZE_PLACE_HAND(points, seat), (unsigned)seat, q->hand[seat]);
		show(out, QUINZE_PLACE_OFF(points, seat), (unsigned)seat, q->off[seat]);
		show(out, QUINZE_PLACE_GONE(points, seat), (unsigned)seat, q->gone[seat]);
		quinze_steps_look(q, (unsigned)seat, &s);
		counter[0] = (int32_t)quinze_steps_pips(q, (unsigned)seat);
		counter[1] = q->hand[seat];
		counter[2] = q->race ? 0 : (int32_t)quinze_steps_room(q, &s);
		counter[3] = q->off[seat];
	}
	for (unsigned i = 0; i < QUINZE_DICE && q->die[i]; i++)
		out->dice[out->dice_n++] = (struct tablas_die){.face = q->die[i],
							       .sides = q->die_sides,
							       .state = q->die_state[i],
							       .seat = q->turn};
}

/* ---- the board in characters ----------------------------------------------------- */

/* Men shown one above the other; in the race the outermost row is a number if more. */
#define ROWS_RACE 5u

struct page {
	char *out;
	size_t cap, n;
};

static void put(struct page *page, const char *text)
{
	for (; *text; text++, page->n++)
		if (page->n + 1 < page->cap)
			page->out[page->n] = *text;
}

/* The number of the i-th point from the left in the lower or upper row, as the seat counts. */
static unsigned number_at(const struct quinze *q, unsigned i, int upper)
{
	return upper ? q->points - i : i + 1;
}

static void put_numbers(struct page *page, const struct quinze *q, unsigned seat, int upper)
{
	char cell[16];

	put(page, " +");
	for (unsigned i = 0; i < q->points / 2u; i++) {
		unsigned own = number_at(q, i, upper);

		snprintf(cell, sizeof cell, "-%2u-", seat ? q->points + 1u - own : own);
		if (cell[1] == ' ')
			cell[1] = '-';
		put(page, i == q->quarter ? "+---+" : "");
		put(page, cell);
	}
	put(page, "+\n");
}

static void put_own_numbers(struct page *page, const struct quinze *q, unsigned seat, int upper)
{
	char cell[16];

	if (!seat)
		return;
	put(page, "  ");
	for (unsigned i = 0; i < q->points / 2u; i++) {
		snprintf(cell, sizeof cell, " %2u ", number_at(q, i, upper));
		put(page, i == q->quarter ? "     " : "");
		put(page, cell);
	}
	put(page, "  Black's own\n");
}

/* What stands in row `row`, 0 at the edge, of the point that the seat calls so. */
static void put_man(struct page *page, const struct quinze *q, unsigned seat, unsigned number,
		    unsigned row)
{
	unsigned x = seat ? q->points + 1u - number : number;
	unsigned white = quinze_count(q, 0, x), many = white + quinze_count(q, 1, x);
	char cell[16];

	if (many > ROWS_RACE && row == ROWS_RACE - 1)
		snprintf(cell, sizeof cell, " %2u ", many);
	else
		snprintf(cell, sizeof cell, "  %c ", row >= many ? ' ' : white ? 'O' : 'X');
	put(page, cell);
}

static void put_row(struct page *page, const struct quinze *q, unsigned seat, int upper,
		    unsigned row)
{
	put(page, " |");
	for (unsigned i = 0; i < q->points / 2u; i++) {
		put(page, i == q->quarter ? "|   |" : "");
		put_man(page, q, seat, number_at(q, i, upper), row);
	}
	put(page, "|\n");
}

static void put_side(struct page *page, const struct quinze *q, unsigned seat)
{
	char line[80];

	snprintf(line, sizeof line, "  %c %s  %u points to go", seat ? 'X' : 'O', name[seat],
		 quinze_steps_pips(q, seat));
	put(page, line);
	if (q->hand[seat]) {
		struct quinze_sight s;

		quinze_steps_look(q, seat, &s);
		snprintf(line, sizeof line, ", %u in hand with room for %u", q->hand[seat],
			 quinze_steps_room(q, &s));
		put(page, line);
	}
	if (q->gone[seat]) {
		snprintf(line, sizeof line, ", %u lost for good", q->gone[seat]);
		put(page, line);
	}
	if (q->off[seat]) {
		snprintf(line, sizeof line, ", %u off", q->off[seat]);
		put(page, line);
	}
	put(page, "\n");
}

static void put_dice(struct page *page, const struct quinze *q, const char *what, int unused)
{
	char face[8];

	put(page, what);
	for (unsigned i = 0; i < QUINZE_DICE; i++) {
		if (unused && q->die_state[i] != TABLAS_DIE_UNUSED)
			continue;
		snprintf(face, sizeof face, " %u", q->die[i]);
		put(page, face);
	}
}

static void put_state(struct page *page, const struct quinze *q)
{
	char line[80];

	switch (q->phase) {
	case QUINZE_OPENING:
		snprintf(line, sizeof line, "  One die each: the higher begins");
		break;
	case QUINZE_ENTER:
		snprintf(line, sizeof line, "  %s places men in hand", name[q->turn & 1]);
		break;
	case QUINZE_THROW:
		snprintf(line, sizeof line, "  %s to throw", name[q->turn & 1]);
		break;
	case QUINZE_PLAY:
		snprintf(line, sizeof line, "  %s to move", name[q->turn & 1]);
		break;
	default:
		snprintf(line, sizeof line, "  Over: %s by %s",
			 q->winner < 2 ? (q->winner ? "Black wins" : "White wins") : "drawn",
			 quinze_ending_word[q->end % QUINZE_ENDS]);
		break;
	}
	put(page, line);
	if (q->phase == QUINZE_PLAY) {
		put_dice(page, q, ": threw", 0);
		put_dice(page, q, ", left", 1);
	}
	put(page, "\n");
}

size_t quinze_board_draw(const void *pos, unsigned seat, char *out, size_t cap)
{
	const struct quinze *q = pos;
	unsigned rows = q->race ? ROWS_RACE : 2;
	struct page page = {out, cap, 0};

	seat = seat == 1;
	put_side(&page, q, !seat);
	put_own_numbers(&page, q, seat, 1);
	put_numbers(&page, q, seat, 1);
	for (unsigned row = 0; row < rows; row++)
		put_row(&page, q, seat, 1, row);
	put_row(&page, q, seat, 0, 99);
	for (unsigned row = rows; row-- > 0;)
		put_row(&page, q, seat, 0, row);
	put_numbers(&page, q, seat, 0);
	put_own_numbers(&page, q, seat, 0);
	put_side(&page, q, seat);
	put_state(&page, q);
	if (cap > 0)
		out[page.n < cap ? page.n : cap - 1] = '\0';
	return page.n;
}
