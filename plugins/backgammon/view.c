/*
 * view.c - the position as a person or a program wants to see it: pieces and
 * dice, a board in characters, a rough worth, and what is wrong with it or
 * with a move.
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

		out->dice[out->dice_n++] = (struct tablas_die){
			.face = p->dice[doubled ? 0 : i],
			.sides = 6,
			.state = left ? TABLAS_DIE_UNUSED : TABLAS_DIE_USED,
			.seat = p->turn
		};
	}
}

void backgammon_view(const void *pos, unsigned seat, struct tablas_view *out)
{
	const struct backgammon *p = pos;

	(void)seat;
	out->pieces_n = 0;
	out->dice_n = 0;
	out->cube = 0;
	out->cube_owner = -1;
	memset(out->dice, 0, sizeof out->dice);
	memset(out->counters, 0, sizeof out->counters);
	for (int16_t i = 0; i < BACKGAMMON_INDEXES; i++) {
		int n = p->men[i];

		if (!n)
			continue;
		if (out->pieces_n < out->pieces_cap)
			out->pieces[out->pieces_n] = (struct tablas_pieces){
				.place = i, .seat = n < 0, .count = (uint16_t)(n < 0 ? -n : n)
			};
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

static void page_numbers(struct page *page, int from, int step)
{
	char cell[16];

	page_text(page, " +");
	for (int i = 0; i < 12; i++) {
		snprintf(cell, sizeof cell, "-%2d-", from + i * step);
		if (from + i * step < 10)
			cell[1] = '-';
		page_text(page, cell);
		if (i == 5)
			page_text(page, "+-BAR-+");
	}
	page_text(page, "+\n");
}

/* One row of twelve points, which begin at the seat's own number `from`. */
static void page_row(struct page *page, const struct backgammon *p, unsigned seat, int from,
		     int step, unsigned row, unsigned bar)
{
	page_text(page, " |");
	for (int i = 0; i < 12; i++) {
		page_man(page, p->men[backgammon_index(seat, (unsigned)(from + i * step))], row);
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

static void page_state(struct page *page, const struct backgammon *p)
{
	static const char *const who[] = { "White", "Black" };
	char line[80];

	if (p->phase == BACKGAMMON_OPENING) {
		snprintf(line, sizeof line, "  Opening roll: one die each\n");
	} else if (p->phase == BACKGAMMON_ROLL) {
		snprintf(line, sizeof line, "  %s to throw\n", who[p->turn & 1]);
	} else if (p->phase == BACKGAMMON_MOVE) {
		snprintf(line, sizeof line, "  %s to move: threw %u and %u, left", who[p->turn & 1],
			 p->dice[0], p->dice[1]);
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
		snprintf(line, sizeof line, "  %s offers to resign for %u\n", who[p->offer_by & 1],
			 p->offer);
		page_text(page, line);
	}
}

/* Each player numbers the points from his own side, his home to the right. */
size_t backgammon_draw(const void *pos, unsigned seat, char *out, size_t cap)
{
	const struct backgammon *p = pos;
	struct page page = { out, cap, 0 };

	seat = seat == 1;
	page_side(&page, p, !seat);
	page_numbers(&page, 13, 1);
	for (unsigned row = 0; row < ROWS; row++) {
		page_row(&page, p, seat, 13, 1, row, !seat);
		page_text(&page, "\n");
	}
	page_text(&page, " |                        |     |                        |\n");
	for (unsigned row = ROWS; row-- > 0;) {
		page_row(&page, p, seat, 12, -1, row, seat);
		page_text(&page, "\n");
	}
	page_numbers(&page, 12, -1);
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
int32_t backgammon_value(const void *pos, unsigned seat)
{
	const struct backgammon *p = pos;
	int32_t lead, worth;

	if (seat > 1)
		return 0;
	if (p->phase == BACKGAMMON_OVER) {
		if (p->winner > 1)
			return 0;
		return (p->winner == seat ? 1000 : -1000) * (int32_t)p->degree;
	}
	lead = (int32_t)pips(p, !seat) - (int32_t)pips(p, seat);
	if (p->turn < 2)
		lead += p->turn == seat ? 4 : -4;
	worth = lead * 12 + shape(p, seat) - shape(p, !seat);
	worth += 10 * ((int32_t)backgammon_off(p, seat) - (int32_t)backgammon_off(p, !seat));
	return worth > 950 ? 950 : worth < -950 ? -950 : worth;
}

/* ---- what is wrong --------------------------------------------------------------------- */

static int closed(const struct backgammon *p, unsigned seat)
{
	for (unsigned own = 1; own <= 6; own++)
		if (backgammon_count(p, seat, own) < 2)
			return 0;
	return 1;
}

static const char *audit_men(const struct backgammon *p)
{
	int men[2] = { 0, 0 };

	for (unsigned i = 0; i < BACKGAMMON_INDEXES; i++) {
		int n = p->men[i];

		men[n < 0] += n < 0 ? -n : n;
	}
	for (unsigned i = BACKGAMMON_INDEXES; i < sizeof p->men; i++)
		if (p->men[i])
			return "bytes beyond the trays are not zero";
	if (men[0] > BACKGAMMON_MEN || men[1] > BACKGAMMON_MEN)
		return "a side has more than fifteen men";
	if (p->men[0] > 0 || p->men[25] < 0 || p->men[26] < 0 || p->men[27] > 0)
		return "a man stands on the other side's bar or tray";
	if (p->men[26] == BACKGAMMON_MEN && p->men[27] == -BACKGAMMON_MEN)
		return "both sides have borne off all their men";
	if (p->men[0] && p->men[25] && closed(p, 0) && closed(p, 1))
		return "both sides are on the bar against six closed points";
	return NULL;
}

static const char *audit_dice(const struct backgammon *p)
{
	unsigned a = p->dice[0], b = p->dice[1];

	if (p->phase != BACKGAMMON_MOVE)
		return a || b || p->left[0] || p->left[1] ? "dice without a decision" : NULL;
	if (a < 1 || a > 6 || b < 1 || b > 6)
		return "a die shows no face";
	if (a == b ? p->left[0] > 4 || p->left[1] : p->left[0] > 1 || p->left[1] > 1)
		return "more dice are left than were thrown";
	if (backgammon_stuck(p))
		return "a decision is asked for that nobody can make";
	return NULL;
}

static const char *audit_over(const struct backgammon *p)
{
	unsigned off = p->winner < 2 ? backgammon_off(p, p->winner) : 0;
	int empty = 1;

	if (p->turn != TABLAS_NOBODY || p->offer || p->refused[0] || p->refused[1])
		return "a game that is over waits for somebody";
	for (unsigned i = 0; i <= BACKGAMMON_BAR; i++)
		empty = empty && !p->men[i];
	if (p->winner == TABLAS_NOBODY)
		return empty && !p->degree && !p->end ? NULL : "the game has no winner and no end";
	if (p->winner > 1 || p->degree < 1 || p->degree > 3 || p->end > BACKGAMMON_LEFT)
		return "the result makes no sense";
	if (p->end == BACKGAMMON_BORNE_OFF &&
	    (off != BACKGAMMON_MEN || p->degree != backgammon_degree(p, !p->winner)))
		return "the result does not fit the board";
	if (p->end != BACKGAMMON_BORNE_OFF && (p->men[26] == BACKGAMMON_MEN ||
					       p->men[27] == -BACKGAMMON_MEN))
		return "a finished game cannot be resigned";
	if (p->end != BACKGAMMON_BORNE_OFF && !p->resign_value && p->degree > 1)
		return "a resignation counts single here";
	return NULL;
}

const char *backgammon_audit(const void *pos)
{
	const struct backgammon *p = pos;
	const char *wrong = audit_men(p);

	if (!wrong)
		wrong = audit_dice(p);
	if (wrong)
		return wrong;
	for (unsigned i = 0; i < sizeof p->rest; i++)
		if (p->rest[i])
			return "bytes beyond the state are not zero";
	if (p->phase == BACKGAMMON_OVER)
		return audit_over(p);
	if (p->phase > BACKGAMMON_OVER || p->winner != TABLAS_NOBODY || p->degree || p->end)
		return "the game is neither running nor over";
	if (p->phase == BACKGAMMON_OPENING ? p->turn != TABLAS_NOBODY : p->turn > 1)
		return "it is nobody's turn";
	if (p->men[26] == BACKGAMMON_MEN || p->men[27] == -BACKGAMMON_MEN)
		return "all men are off and the game goes on";
	if (p->offer > 3 || p->refused[0] > 3 || p->refused[1] > 3 || p->offer_by > 1 ||
	    (!p->offer && p->offer_by))
		return "no such resignation";
	if (!p->resign_value && (p->offer || p->refused[0] || p->refused[1]))
		return "resignations need no answer here";
	if (p->offer && p->offer <= p->refused[p->offer_by])
		return "what was refused is offered again";
	return NULL;
}

/* The rule that a step of this man by this die breaks; the throw is seen to later. */
static enum tablas_why step_why_not(const struct backgammon *p, unsigned seat, unsigned own,
				    unsigned die, const char **sentence)
{
	if (backgammon_count(p, seat, BACKGAMMON_BAR) && own != BACKGAMMON_BAR) {
		*sentence = "a man on the bar must enter before any other man moves";
		return TABLAS_WHY_MUST_ENTER;
	}
	if (own > die) {
		if (backgammon_count(p, !seat, 25 - (own - die)) < 2)
			return TABLAS_WHY_LEGAL;
		*sentence = "a man may not stop on a point that two or more enemy men hold";
		return TABLAS_WHY_POINT_BLOCKED;
	}
	for (unsigned i = 7; i <= BACKGAMMON_BAR; i++)
		if (backgammon_count(p, seat, i)) {
			*sentence = "men are borne off only when all of them are in the home board";
			return TABLAS_WHY_NOT_ALL_HOME;
		}
	for (unsigned i = own + 1; own < die && i <= 6; i++)
		if (backgammon_count(p, seat, i)) {
			*sentence = "a number bears off a man from a lower point only when no man "
				    "stands on a higher one; otherwise it is moved inside";
			return TABLAS_WHY_EXACT_BEAR_OFF;
		}
	return TABLAS_WHY_LEGAL;
}

/* A possible step that is not offered: the throw asks for more. */
static enum tablas_why throw_why_not(const struct backgammon *p, unsigned die,
				     const char **sentence)
{
	uint32_t first[2];

	backgammon_first(p, first);
	if (p->left[0] == 1 && p->left[1] == 1 && !first[p->dice[0] == die ? 0 : 1]) {
		struct backgammon then = *p;
		unsigned other = p->dice[0] == die ? 1 : 0, own;
		int struck;

		/* Is the other number offered because nothing can follow either? */
		own = (unsigned)__builtin_ctz(first[other]);
		backgammon_step(&then, p->turn, own, p->dice[other], &struck);
		then.left[other] = 0;
		if (backgammon_stuck(&then)) {
			*sentence = "when only one of two numbers can be used, it must be the larger";
			return TABLAS_WHY_MUST_USE_LARGER;
		}
	}
	*sentence = "all numbers that can be used must be used; after this step fewer could be";
	return TABLAS_WHY_MUST_USE_MORE;
}

enum tablas_why backgammon_why_not(const void *pos, unsigned seat, tablas_move move,
				   const char **sentence)
{
	const struct backgammon *p = pos;
	unsigned index = backgammon_from(move), number = backgammon_number(move), own;
	int answers = move == BACKGAMMON_ACCEPT || move == BACKGAMMON_REFUSE;
	uint32_t first[2];
	const char *nowhere;

	if (!sentence)
		sentence = &nowhere;
	*sentence = NULL;
	if (p->offer ? seat != !p->offer_by : p->phase != BACKGAMMON_MOVE || seat != p->turn) {
		*sentence = "this seat has nothing to decide now";
		return TABLAS_WHY_OTHER;
	}
	if (answers || p->offer) {
		if (answers && p->offer)
			return TABLAS_WHY_LEGAL;
		*sentence = p->offer ? "a resignation is offered: accept or refuse it first" :
				       "no resignation is offered";
		return TABLAS_WHY_OTHER;
	}
	own = backgammon_index(seat, index);
	if (move > 0x7ff || index > BACKGAMMON_BAR || own < 1 || own > BACKGAMMON_BAR || !number) {
		*sentence = "this is no move of backgammon";
		return TABLAS_WHY_UNREADABLE;
	}
	if (!(move & BACKGAMMON_BACK) && !((p->left[0] && p->dice[0] == number) ||
					   (p->left[1] && p->dice[1] == number))) {
		*sentence = "no die that is left shows that number; a man that goes further "
			    "stops after each number on the way";
		return TABLAS_WHY_NO_SUCH_DIE;
	}
	if (!backgammon_count(p, seat, own)) {
		*sentence = "no man of yours stands there";
		return TABLAS_WHY_NO_PIECE;
	}
	if (move & BACKGAMMON_BACK) {
		if (backgammon_count(p, seat, BACKGAMMON_BAR) && own != BACKGAMMON_BAR) {
			*sentence = "a man on the bar must enter before any other man moves";
			return TABLAS_WHY_MUST_ENTER;
		}
		*sentence = seat ? "Black's men move from 1 towards 24 and off" :
				   "White's men move from 24 towards 1 and off";
		return TABLAS_WHY_WRONG_WAY;
	}
	enum tablas_why why = step_why_not(p, seat, own, number, sentence);

	if (why != TABLAS_WHY_LEGAL)
		return why;
	backgammon_first(p, first);
	if (first[p->left[0] && p->dice[0] == number ? 0 : 1] >> own & 1)
		return TABLAS_WHY_LEGAL;
	return throw_why_not(p, number, sentence);
}
