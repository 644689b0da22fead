/*
 * view.c - the position as a person or a program wants to see it: pieces and
 * dice, a board in characters, a rough worth.
 */
#include <stdio.h>
#include "plugins/backgammon/backgammon.h"

/* ---- pieces, dice, counters ----------------------------------------------------- */

static unsigned pips(const struct backgammon *p, unsigned seat)
{
	unsigned n = 0;

	for (unsigned own = 1; own <= BACKGAMMON_BAR; own++)
		n += own * backgammon_count(p, seat, own);
	return n;
}

static void view_dice(const struct backgammon *p, struct tablas_view *out)
{
	int doubled = p->dice[0] == p->dice[1];
	unsigned many = doubled ? 4 : 2, unused = p->left[0];

	if (p->phase != BACKGAMMON_MOVE)
		return;
	for (unsigned i = 0; i < many; i++) {
		unsigned left = doubled ? i + unused >= many : p->left[i];

		out->dice[out->dice_n++] =
			(struct tablas_die){.face = p->dice[doubled ? 0 : i],
					    .sides = 6,
					    .state = left ? TABLAS_DIE_UNUSED : TABLAS_DIE_USED,
					    .seat = p->turn};
	}
}

void backgammon_view(const void *pos, unsigned seat, struct tablas_view *out)
{
	const struct backgammon *p = pos;

	(void)seat;
	out->pieces_n = 0;
	out->dice_n = 0;
	out->cube = p->flags & BACKGAMMON_CUBE || p->cube ? 1 << p->cube : 0;
	out->cube_owner = p->owner < 2 ? p->owner : -1;
	memset(out->dice, 0, sizeof out->dice);
	memset(out->counters, 0, sizeof out->counters);
	for (int16_t i = 0; i < BACKGAMMON_INDEXES; i++) {
		int n = p->men[i];

		if (!n)
			continue;
		if (out->pieces_n < out->pieces_cap)
			out->pieces[out->pieces_n] = (struct tablas_pieces){
				.place = i, .seat = n < 0, .count = (uint16_t)(n < 0 ? -n : n)};
		out->pieces_n++;
	}
	view_dice(p, out);
	for (unsigned s = 0; s < 2; s++) {
		out->counters[s][0] = (int32_t)pips(p, s);
		out->counters[s][1] = (int32_t)backgammon_off(p, s);
		out->counters[s][2] = (int32_t)backgammon_count(p, s, BACKGAMMON_BAR);
	}
}

/* ---- the board in characters ------------------------------------------------------ */

#define ROWS 5 /* men shown one above the other; the outermost is a number if more */

struct page {
	char *out;
	size_t cap, n;
};

static void page_text(struct page *page, const char *text)
{
	for (; *text; text++, page->n++)
		if (page->n + 1 < page->cap)
			page->out[page->n] = *text;
}

/* What stands in row `row` (0 at the edge) of a stack of n men. */
static void page_man(struct page *page, int n, unsigned row)
{
	unsigned many = (unsigned)(n < 0 ? -n : n);
	char cell[16];

	if (many > ROWS && row == ROWS - 1)
		snprintf(cell, sizeof cell, " %2u ", many);
	else
		snprintf(cell, sizeof cell, "  %c ", row >= many ? ' ' : n < 0 ? 'X' : 'O');
	page_text(page, cell);
}

/* The numbers of moves, which are White's; `from` and `step` count as the seat does. */
static void page_numbers(struct page *page, unsigned seat, int from, int step)
{
	char cell[16];

	page_text(page, " +");
	for (int i = 0; i < 12; i++) {
		int own = from + i * step, number = seat ? 25 - own : own;

		snprintf(cell, sizeof cell, "-%2d-", number);
		if (number < 10)
			cell[1] = '-';
		page_text(page, cell);
		if (i == 5)
			page_text(page, "+-BAR-+");
	}
	page_text(page, "+\n");
}

/* Black may write moves in his own numbers too: they stand outside. */
static void page_own_numbers(struct page *page, unsigned seat, int from, int step)
{
	char cell[16];

	if (!seat)
		return;
	page_text(page, "  ");
	for (int i = 0; i < 12; i++) {
		snprintf(cell, sizeof cell, " %2d ", from + i * step);
		page_text(page, cell);
		if (i == 5)
			page_text(page, "       ");
	}
	page_text(page, "  Black's own\n");
}

/* One row of twelve points, which begin at the seat's own number `from`. */
static void page_row(struct page *page, const struct backgammon *p, unsigned seat, int from,
		     int step, unsigned row, unsigned bar)
{
	page_text(page, " |");
	for (int i = 0; i < 12; i++) {
		page_man(page, p->men[backgammon_index(seat, (unsigned)(from + i * step))],
			 row);
		if (i == 5) {
			page_text(page, "| ");
			page_man(page, p->men[backgammon_index(bar, BACKGAMMON_BAR)], row);
			page_text(page, "|");
		}
	}
	page_text(page, "|");
}

static void page_side(struct page *page, const struct backgammon *p, unsigned seat)
{
	char line[64];

	snprintf(line, sizeof line, "  %c %s  %3u pips, %2u off\n", seat ? 'X' : 'O',
		 seat ? "Black" : "White", pips(p, seat), backgammon_off(p, seat));
	page_text(page, line);
}

static const char *const who[] = {"White", "Black"};

/* How often the cube would be turned. */
static unsigned offered_steps(const struct backgammon *p)
{
	return p->phase == BACKGAMMON_RACCOONED ? 3 : p->phase == BACKGAMMON_BEAVERED ? 2 : 1;
}

static void page_state(struct page *page, const struct backgammon *p)
{
	static const char *const asked[] = {[BACKGAMMON_DOUBLE] = "%s to double or throw\n",
					    [BACKGAMMON_DOUBLED] = "%s doubles to %u\n",
					    [BACKGAMMON_BEAVERED] = "%s is beavered to %u\n",
					    [BACKGAMMON_RACCOONED] = "%s raccoons to %u\n",
					    [BACKGAMMON_ROLL] = "%s to throw\n"};
	char line[80];

	if (p->flags & BACKGAMMON_CUBE || p->cube) {
		snprintf(line, sizeof line, "  Cube %u, %s\n", 1u << p->cube,
			 p->owner < 2 ? who[p->owner] : "centred");
		page_text(page, line);
	}
	if (p->phase == BACKGAMMON_OPENING) {
		snprintf(line, sizeof line, "  Opening roll: one die each\n");
	} else if (p->phase < BACKGAMMON_MOVE) {
		page_text(page, "  ");
		/* Only those of an offer tell at how much the cube would be. */
		snprintf(line, sizeof line, asked[p->phase], who[p->turn & 1],
			 1u << (p->cube + offered_steps(p)));
	} else if (p->phase == BACKGAMMON_MOVE) {
		snprintf(line, sizeof line, "  %s to move: threw %u and %u, left",
			 who[p->turn & 1], p->dice[0], p->dice[1]);
		page_text(page, line);
		for (unsigned i = 0; i < 2; i++)
			for (unsigned k = 0; k < p->left[i]; k++) {
				snprintf(line, sizeof line, " %u", p->dice[i]);
				page_text(page, line);
			}
		snprintf(line, sizeof line, "\n");
	} else if (p->winner > 1) {
		snprintf(line, sizeof line, "  Over: nobody can finish\n");
	} else {
		snprintf(line, sizeof line, "  Over: %s wins a %s\n", who[p->winner],
			 backgammon_degrees[p->degree]);
	}
	page_text(page, line);
	if (p->offer) {
		snprintf(line, sizeof line, "  %s offers to resign for %u\n",
			 who[p->offer_by & 1], p->offer);
		page_text(page, line);
	}
}

/* Each player sees his own side below, his home to the right. */
size_t backgammon_draw(const void *pos, unsigned seat, char *out, size_t cap)
{
	const struct backgammon *p = pos;
	struct page page = {out, cap, 0};

	seat = seat == 1;
	page_side(&page, p, !seat);
	page_own_numbers(&page, seat, 13, 1);
	page_numbers(&page, seat, 13, 1);
	for (unsigned row = 0; row < ROWS; row++) {
		page_row(&page, p, seat, 13, 1, row, !seat);
		page_text(&page, "\n");
	}
	page_text(&page, " |                        |     |                        |\n");
	for (unsigned row = ROWS; row-- > 0;) {
		page_row(&page, p, seat, 12, -1, row, seat);
		page_text(&page, "\n");
	}
	page_numbers(&page, seat, 12, -1);
	page_own_numbers(&page, seat, 12, -1);
	page_side(&page, p, seat);
	page_state(&page, p);
	if (cap)
		out[page.n < cap ? page.n : cap - 1] = '\0';
	return page.n;
}

/* ---- a rough worth ------------------------------------------------------------------ */

/* Points held in one's home and in front of it count for, blots within reach against. */
static int32_t shape(const struct backgammon *p, unsigned seat)
{
	int32_t worth = 0;
	unsigned furthest = 0; /* own number up to which an enemy may still come by */

	for (unsigned own = 1; own <= BACKGAMMON_BAR; own++)
		if (backgammon_count(p, !seat, own))
			furthest = 25 - own > furthest ? 25 - own : furthest;
	if (backgammon_count(p, !seat, BACKGAMMON_BAR))
		furthest = 24;
	for (unsigned own = 1; own <= 24; own++) {
		unsigned n = backgammon_count(p, seat, own);

		if (n > 1 && own <= 8)
			worth += own == 5 || own == 4 ? 45 : 30;
		else if (n > 1 && own >= 18 && own <= 21)
			worth += 30;
		else if (n == 1 && own > 25 - furthest)
			worth -= 20 + (int32_t)(25 - own) * 2;
	}
	return worth - 90 * (int32_t)backgammon_count(p, seat, BACKGAMMON_BAR);
}

/*
 * Eight pips are about a throw's worth; beyond a big lead it is won.  This is
 * for bots that look one throw ahead, not a theory of the game.
 */
static int32_t board_value(const struct backgammon *p, unsigned seat)
{
	int32_t lead = (int32_t)pips(p, !seat) - (int32_t)pips(p, seat), worth;

	if (p->turn < 2)
		lead += p->turn == seat ? 4 : -4;
	worth = lead * 12 + shape(p, seat) - shape(p, !seat);
	worth += 10 * ((int32_t)backgammon_off(p, seat) - (int32_t)backgammon_off(p, !seat));
	return worth > 950 ? 950 : worth < -950 ? -950 : worth;
}

int32_t backgammon_value(const void *pos, unsigned seat)
{
	const struct backgammon *p = pos;
	unsigned cube = p->cube < 16 ? p->cube : 16;
	int32_t worth, now = 1000 << cube, last;

	if (seat > 1)
		return 0;
	if (p->phase == BACKGAMMON_OVER) {
		if (p->winner > 1)
			return 0;
		last = backgammon_points(p, p->degree);
		last = last > 1 << 18 ? 1 << 18 : last;
		return p->winner == seat ? 1000 * last : -1000 * last;
	}
	worth = board_value(p, seat) * (1 << cube);
	/* Who is asked about the cube drops it if that is dearer to him. */
	if (p->phase == BACKGAMMON_DOUBLED || p->phase == BACKGAMMON_RACCOONED) {
		unsigned twice = p->phase == BACKGAMMON_DOUBLED ? 0 : 2;
		int32_t dropped = now << twice;

		worth *= 2 << twice;
		if (seat == p->turn)
			return worth < dropped ? worth : dropped;
		return worth > -dropped ? worth : -dropped;
	}
	if (p->phase == BACKGAMMON_BEAVERED) {
		worth *= 4;
		if (seat == p->turn)
			return worth > -2 * now ? worth : -2 * now;
		return worth < 2 * now ? worth : 2 * now;
	}
	return worth;
}
