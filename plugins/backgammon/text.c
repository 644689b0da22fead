/*
 * text.c - places and moves in words.
 *
 * Moves are written in White's numbering for both seats, so that a record
 * reads the same from either side; Black's own numbering is understood too,
 * because each player numbers the points from his own side [002, Reglas] and
 * the way a man travels tells which is meant.
 */
#include "plugins/backgammon/backgammon.h"
#include "plugins/backgammon/pen.h"

#define UP(n, x)                                                                               \
	{                                                                                      \
		n, x, 125, 0, -10, TABLAS_PLACE_BOARD, TABLAS_SHAPE_POINT, (x) / 10 % 2,       \
			TABLAS_NOBODY, 0                                                       \
	}
#define DOWN(n, x)                                                                             \
	{                                                                                      \
		n, x, 5, 0, 10, TABLAS_PLACE_BOARD, TABLAS_SHAPE_POINT, ((x) / 10 + 1) % 2,    \
			TABLAS_NOBODY, 0                                                       \
	}

/* In the order of the position's row.  White sits below, his home to the right. */
const struct tablas_place backgammon_places[] = {
	{"bar-black", 75, 55, 0, -10, TABLAS_PLACE_HAND, TABLAS_SHAPE_ROUND, 2, 1, 0},
	UP("1", 140),
	UP("2", 130),
	UP("3", 120),
	UP("4", 110),
	UP("5", 100),
	UP("6", 90),
	UP("7", 60),
	UP("8", 50),
	UP("9", 40),
	UP("10", 30),
	UP("11", 20),
	UP("12", 10),
	DOWN("13", 10),
	DOWN("14", 20),
	DOWN("15", 30),
	DOWN("16", 40),
	DOWN("17", 50),
	DOWN("18", 60),
	DOWN("19", 90),
	DOWN("20", 100),
	DOWN("21", 110),
	DOWN("22", 120),
	DOWN("23", 130),
	DOWN("24", 140),
	{"bar-white", 75, 75, 0, 10, TABLAS_PLACE_HAND, TABLAS_SHAPE_ROUND, 2, 0, 0},
	{"off-white", 160, 125, 0, -4, TABLAS_PLACE_OFF, TABLAS_SHAPE_ROUND, 3, 0, 0},
	{"off-black", 160, 5, 0, 4, TABLAS_PLACE_OFF, TABLAS_SHAPE_ROUND, 3, 1, 0},
	{.name = NULL}};

/* In the order of enum backgammon_word. */
static const char *const words[] = {"accept", "refuse", "roll",	  "double",
				    "take",   "drop",	"beaver", "raccoon"};

/* ---- places ------------------------------------------------------------------------ */

enum spelled { SPELLED_POINT, SPELLED_BAR, SPELLED_OFF };

static int take_place(const char **text, enum spelled *what, unsigned *number)
{
	*number = 0;
	*what = SPELLED_POINT;
	if (take_number(text, 25, number))
		return 1;
	if (take(text, "bar") || take(text, "barra")) {
		*what = SPELLED_BAR;
		return 1;
	}
	*what = SPELLED_OFF;
	return take(text, "off") || take(text, "fuera");
}

/*
 * As an own number (0 off, 25 the bar), or -1.  `mine` is the seat's own
 * numbering, otherwise White's; White has only one.
 */
static int own_of(unsigned seat, enum spelled what, unsigned number, int mine)
{
	if (what == SPELLED_BAR)
		return BACKGAMMON_BAR;
	if (what == SPELLED_OFF)
		return 0;
	return (int)(mine ? number : backgammon_index(seat, number));
}

static unsigned index_of(unsigned seat, int own)
{
	return own > 0 ? backgammon_index(seat, (unsigned)own) : BACKGAMMON_TRAY + seat;
}

size_t backgammon_place_read(unsigned seat, const char *text, int16_t *places, size_t cap)
{
	const char *t = text;
	enum spelled what;
	unsigned number;
	size_t n = 0;

	if (seat > 1)
		return 0;
	for (int16_t i = 0; backgammon_places[i].name; i++) {
		const char *name = text;

		/* The long names of bars and trays belong to anybody. */
		if (backgammon_places[i].kind != TABLAS_PLACE_BOARD &&
		    take(&name, backgammon_places[i].name) && !*name) {
			if (cap)
				places[0] = i;
			return cap > 0;
		}
	}
	if (!take_place(&t, &what, &number) || *t)
		return 0;
	for (int mine = 0; mine <= (int)seat; mine++) {
		int16_t place = (int16_t)index_of(seat, own_of(seat, what, number, mine));

		if (n == cap || (n && what != SPELLED_POINT))
			break;
		places[n++] = place;
	}
	return n;
}

/* ---- moves -------------------------------------------------------------------------- */

/*
 * The number that bears off from `own` when none is named: one that may be
 * played, or one that is there and large enough, the exact one first.
 */
static unsigned plain_number(const struct backgammon *p, unsigned seat, unsigned own)
{
	tablas_move legal[64];
	size_t n = backgammon_legal(p, seat, legal, 64);
	unsigned best = 0;

	for (size_t i = 0; i < n; i++) {
		unsigned number = backgammon_number(legal[i]);

		if (legal[i] == backgammon_move(backgammon_index(seat, own), number) &&
		    number >= own && (!best || number < best))
			best = number;
	}
	for (unsigned i = 0; i < 2 && !best; i++) {
		unsigned a = p->left[i] ? p->dice[i] : 0, b = p->left[!i] ? p->dice[!i] : 0;

		if (a >= own && (b < own || a <= b))
			best = a;
	}
	return best ? best : own;
}

size_t backgammon_move_write(const void *pos, unsigned seat, tablas_move move, char *out,
			     size_t cap)
{
	const struct backgammon *p = pos;
	struct pen pen = {out, cap, 0};
	unsigned index = backgammon_from(move), number = backgammon_number(move);
	int back = (move & BACKGAMMON_BACK) != 0;

	if (move >= BACKGAMMON_WORD || index > BACKGAMMON_BAR) {
		put(&pen, move >= BACKGAMMON_WORD && move < BACKGAMMON_WORDS_END
				  ? words[move - BACKGAMMON_WORD]
				  : "?");
		return finished(&pen);
	}
	unsigned own = backgammon_index(seat, index);
	unsigned to = back ? own + number : own > number ? own - number : 0;

	if (!to && number != plain_number(p, seat, own)) {
		put_number(&pen, number);
		put_char(&pen, ':');
	}
	if (own == BACKGAMMON_BAR)
		put(&pen, "bar");
	else
		put_number(&pen, index);
	put_char(&pen, '/');
	if (!to)
		put(&pen, "off");
	else if (to >= BACKGAMMON_BAR)
		put(&pen, "bar");
	else
		put_number(&pen, backgammon_index(seat, to));
	if (to && to < BACKGAMMON_BAR && !back && backgammon_count(p, !seat, 25 - to) == 1)
		put_char(&pen, '*');
	return finished(&pen);
}

int backgammon_move_read(const void *pos, unsigned seat, const char *text, tablas_move *out)
{
	const char *t = text;
	enum spelled from, to;
	unsigned a, b, die = 0;
	int best = -1, best_from = 0, best_to = 0;

	if (seat > 1)
		return -1;
	for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
		const char *word = text;

		if (take(&word, words[i]) && !*word) {
			*out = BACKGAMMON_WORD + i;
			return 0;
		}
	}
	if (t[0] >= '1' && t[0] <= '6' && t[1] == ':') {
		die = (unsigned)(*t - '0');
		t += 2;
	}
	if (!take_place(&t, &from, &a) || !(take(&t, "/") || take(&t, "-")) ||
	    !take_place(&t, &to, &b))
		return -1;
	take(&t, "*");
	if (*t)
		return -1;

	/* Six or fewer points forward is likeliest, then forward, then backwards. */
	for (int mine = 0; mine <= (int)seat; mine++) {
		int f = own_of(seat, from, a, mine), d = own_of(seat, to, b, mine);
		int way = f - d, good = way < 0 ? 0 : way <= 6 ? 2 : 1;

		if (f < 1 || way == 0)
			continue;
		if (good > best)
			best = good, best_from = f, best_to = d;
	}
	if (best < 0)
		return -1;
	unsigned index = backgammon_index(seat, (unsigned)best_from);
	int way = best_from - best_to;

	if (way < 0) {
		*out = backgammon_move(index, (unsigned)-way) | BACKGAMMON_BACK;
		return die ? -1 : 0;
	}
	if (!best_to)
		*out = backgammon_move(
			index, die ? die : plain_number(pos, seat, (unsigned)best_from));
	else
		*out = backgammon_move(index, (unsigned)way);
	return die && backgammon_number(*out) != die ? -1 : 0;
}
