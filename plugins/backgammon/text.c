/*
 * text.c - places, moves and positions in words.
 *
 * Moves are written in White's numbering for both seats, so that a record
 * reads the same from either side; Black's own numbering is understood too,
 * because each player numbers the points from his own side [002, Reglas] and
 * the way a man travels tells which is meant.
 *
 * A position is one line, such as
 *
 *	white 24:2 13:5 8:3 6:5 / black 1:2 12:5 17:3 19:5 / white to move 31 left 31
 *
 * with "bar" and "off" among the points, the dice that are "left" of a throw
 * begun, and where there is something to tell of the cube (its value, who owns
 * it, how many doubles were taken), of a resignation, or of throws that count.
 */
#include <stdio.h>
#include "plugins/backgammon/backgammon.h"

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

static const char *const sides[] = {"white", "black"};
static const char *const ends[] = {"borne off", "resigned",	  "left",
				   "dropped",	"beaver refused", "raccoon refused"};

/* In the order of enum backgammon_word. */
static const char *const words[] = {"accept", "refuse", "roll",	  "double",
				    "take",   "drop",	"beaver", "raccoon"};

/* ---- writing and reading, character by character ------------------------------ */

struct pen {
	char *out;
	size_t cap, n;
};

static void put_char(struct pen *pen, char c)
{
	if (pen->n + 1 < pen->cap)
		pen->out[pen->n] = c;
	pen->n++;
}

static void put(struct pen *pen, const char *text)
{
	while (*text)
		put_char(pen, *text++);
}

static void put_number(struct pen *pen, unsigned n)
{
	char digits[16];

	snprintf(digits, sizeof digits, "%u", n);
	put(pen, digits);
}

static size_t finished(struct pen *pen)
{
	if (pen->cap)
		pen->out[pen->n < pen->cap ? pen->n : pen->cap - 1] = '\0';
	return pen->n;
}

/* The word at the front, in any case of letters: 1 and past it, or 0. */
static int take(const char **text, const char *word)
{
	const char *t = *text;

	for (; *word; word++, t++) {
		char c = *t >= 'A' && *t <= 'Z' ? (char)(*t - 'A' + 'a') : *t;

		if (c != *word)
			return 0;
	}
	*text = t;
	return 1;
}

/* A number of at most eight digits, nothing above `max`. */
static int take_number(const char **text, unsigned max, unsigned *out)
{
	const char *t = *text;
	unsigned n = 0, digits = 0;

	for (; *t >= '0' && *t <= '9' && digits < 9; t++, digits++)
		n = n * 10 + (unsigned)(*t - '0');
	if (!digits || digits > 8 || n > max)
		return 0;
	*text = t;
	*out = n;
	return 1;
}

static int take_side(const char **text, unsigned *seat)
{
	*seat = 0;
	if (take(text, "white"))
		return 1;
	*seat = 1;
	return take(text, "black");
}

/* ---- positions ------------------------------------------------------------------ */

static void put_men(struct pen *pen, const struct backgammon *p, unsigned seat)
{
	put(pen, sides[seat]);
	for (unsigned own = BACKGAMMON_BAR; own; own--) {
		unsigned n = backgammon_count(p, seat, own);

		if (!n)
			continue;
		put_char(pen, ' ');
		if (own == BACKGAMMON_BAR)
			put(pen, "bar");
		else
			put_number(pen, backgammon_index(seat, own));
		put_char(pen, ':');
		put_number(pen, n);
	}
	if (backgammon_off(p, seat)) {
		put(pen, " off:");
		put_number(pen, backgammon_off(p, seat));
	}
	put(pen, " / ");
}

/* What the seat to move does, by phase; no text begins another. */
static const char *const asked[] = {[BACKGAMMON_OPENING] = "",
				    [BACKGAMMON_DOUBLE] = " to double or roll",
				    [BACKGAMMON_DOUBLED] = " doubles",
				    [BACKGAMMON_BEAVERED] = " is beavered",
				    [BACKGAMMON_RACCOONED] = " raccoons",
				    [BACKGAMMON_ROLL] = " to roll"};

static void put_cube(struct pen *pen, const struct backgammon *p)
{
	if (p->cube || p->accepted || p->owner != TABLAS_NOBODY) {
		put(pen, " / cube ");
		put_number(pen, 1u << p->cube);
		put_char(pen, ' ');
		put(pen, p->owner < 2 ? sides[p->owner] : "centred");
		put_char(pen, ' ');
		put_number(pen, p->accepted);
	}
	if (p->throws[0] || p->throws[1]) {
		put(pen, " / throws ");
		put_number(pen, p->throws[0]);
		put_char(pen, ' ');
		put_number(pen, p->throws[1]);
	}
}

static void put_state(struct pen *pen, const struct backgammon *p)
{
	if (p->phase == BACKGAMMON_OPENING) {
		put(pen, "opening");
	} else if (p->phase < BACKGAMMON_MOVE) {
		put(pen, sides[p->turn]);
		put(pen, asked[p->phase]);
	} else if (p->phase == BACKGAMMON_MOVE) {
		put(pen, sides[p->turn]);
		put(pen, " to move ");
		put_number(pen, p->dice[0]);
		put_number(pen, p->dice[1]);
		put(pen, " left ");
		for (unsigned i = 0; i < 2; i++)
			for (unsigned k = 0; k < p->left[i]; k++)
				put_number(pen, p->dice[i]);
	} else if (p->winner > 1) {
		put(pen, "nobody can finish");
	} else {
		put(pen, sides[p->winner]);
		put(pen, " won a ");
		put(pen, backgammon_degrees[p->degree]);
		put(pen, ", ");
		put(pen, ends[p->end]);
	}
}

size_t backgammon_write(const void *pos, char *out, size_t cap)
{
	const struct backgammon *p = pos;
	struct pen pen = {out, cap, 0};

	put_men(&pen, p, 0);
	put_men(&pen, p, 1);
	put_state(&pen, p);
	put_cube(&pen, p);
	for (unsigned seat = 0; seat < 2; seat++)
		if (p->refused[seat]) {
			put(&pen, " / ");
			put(&pen, sides[seat]);
			put(&pen, " was refused ");
			put_number(&pen, p->refused[seat]);
		}
	if (p->offer) {
		put(&pen, " / ");
		put(&pen, sides[p->offer_by]);
		put(&pen, " offers ");
		put_number(&pen, p->offer);
	}
	return finished(&pen);
}

static int take_men(const char **text, struct backgammon *p, unsigned seat)
{
	int sign = seat ? -1 : 1;

	if (!take(text, sides[seat]))
		return 0;
	while (!take(text, " / ")) {
		unsigned index, n;

		if (!take(text, " "))
			return 0;
		if (take(text, "bar:"))
			index = backgammon_index(seat, BACKGAMMON_BAR);
		else if (take(text, "off:"))
			index = BACKGAMMON_TRAY + seat;
		else if (!take_number(text, 24, &index) || !index || !take(text, ":"))
			return 0;
		if (!take_number(text, p->all, &n) || p->men[index])
			return 0;
		p->men[index] = (int8_t)(sign * (int)n);
	}
	return 1;
}

static int take_dice(const char **text, struct backgammon *p)
{
	for (unsigned i = 0; i < 2; i++)
		if (**text < '1' || **text > '6')
			return 0;
		else
			p->dice[i] = (uint8_t)(*(*text)++ - '0');
	if (!take(text, " left "))
		return 0;
	for (; **text >= '1' && **text <= '6'; (*text)++) {
		unsigned die = (unsigned)(**text - '0');

		if (p->dice[0] == die && p->left[0] < 4)
			p->left[0]++;
		else if (p->dice[1] == die && p->left[1] < 4)
			p->left[1]++;
		else
			return 0;
	}
	return 1;
}

static int take_result(const char **text, struct backgammon *p)
{
	p->phase = BACKGAMMON_OVER;
	for (uint8_t degree = 3; degree; degree--)
		if (take(text, backgammon_degrees[degree])) {
			p->degree = degree;
			break;
		}
	if (!p->degree || !take(text, ", "))
		return 0;
	for (uint8_t end = 0; end < sizeof ends / sizeof *ends; end++)
		if (take(text, ends[end])) {
			p->end = end;
			return 1;
		}
	return 0;
}

static int take_state(const char **text, struct backgammon *p)
{
	unsigned seat;

	if (take(text, "opening"))
		return 1;
	if (take(text, "nobody can finish")) {
		p->phase = BACKGAMMON_OVER;
		return 1;
	}
	if (!take_side(text, &seat))
		return 0;
	if (take(text, " won a ")) {
		p->winner = (uint8_t)seat;
		return take_result(text, p);
	}
	p->turn = (uint8_t)seat;
	for (uint8_t phase = BACKGAMMON_DOUBLE; phase <= BACKGAMMON_ROLL; phase++)
		if (take(text, asked[phase])) {
			p->phase = phase;
			return 1;
		}
	p->phase = BACKGAMMON_MOVE;
	return take(text, " to move ") && take_dice(text, p);
}

static int take_cube(const char **text, struct backgammon *p)
{
	unsigned value, accepted, seat;

	if (!take_number(text, 1u << BACKGAMMON_CUBE_MAX, &value) || !value || !take(text, " "))
		return 0;
	p->cube = (uint8_t)(31 - __builtin_clz(value));
	if (take_side(text, &seat))
		p->owner = (uint8_t)seat;
	else if (!take(text, "centred"))
		return 0;
	if (!take(text, " ") || !take_number(text, 255, &accepted))
		return 0;
	p->accepted = (uint8_t)accepted;
	return 1;
}

/* One of the parts that stand behind the state, when there is something to tell. */
static int take_rest(const char **text, struct backgammon *p)
{
	unsigned seat, n, m;

	if (!take(text, " / "))
		return 0;
	if (take(text, "cube "))
		return take_cube(text, p);
	if (take(text, "throws ")) {
		if (!take_number(text, 2, &n) || !take(text, " ") || !take_number(text, 2, &m))
			return 0;
		p->throws[0] = (uint8_t)n, p->throws[1] = (uint8_t)m;
		return 1;
	}
	if (!take_side(text, &seat))
		return 0;
	if (take(text, " was refused ")) {
		if (!take_number(text, 3, &n))
			return 0;
		p->refused[seat] = (uint8_t)n;
		return 1;
	}
	if (!take(text, " offers ") || !take_number(text, 3, &n))
		return 0;
	p->offer = (uint8_t)n;
	p->offer_by = (uint8_t)seat;
	return 1;
}

/* What is read must be written the same again, and be a position that can be. */
int backgammon_read(const struct tablas_setup *setup, const char *text, void *pos)
{
	struct backgammon p;
	char again[TABLAS_TEXT_MAX];
	const char *t = text;

	backgammon_init(setup, &p);
	memset(p.men, 0, sizeof p.men);
	if (!take_men(&t, &p, 0) || !take_men(&t, &p, 1) || !take_state(&t, &p))
		return -1;
	while (*t)
		if (!take_rest(&t, &p))
			return -1;
	if (backgammon_write(&p, again, sizeof again) >= sizeof again || strcmp(again, text) ||
	    backgammon_audit(&p))
		return -1;
	memcpy(pos, &p, sizeof p);
	return 0;
}

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
