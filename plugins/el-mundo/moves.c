/*
 * moves.c - what a seat may do, in moves and in words.
 *
 * A step is written with its die, "2:Sp4-Sp6*W", because two dice may take two
 * pieces to one slot and the difference decides what is left to use.  People
 * leave the die out, so reading supplies it from the distance.
 */
#include "plugins/el-mundo/mundo.h"

#include <stdio.h>

static const char season[MUNDO_SEATS][3] = {"Sp", "Su", "Au", "Wi"};

static int is_asked(const struct mundo *w, unsigned seat)
{
	return (w->phase == MUNDO_ENTER || w->phase == MUNDO_PLAY) && w->asked == seat;
}

static void add(tablas_move m, tablas_move *out, size_t cap, size_t *n)
{
	if (*n < cap)
		out[*n] = m;
	(*n)++;
}

size_t mundo_moves_legal(const void *pos, unsigned seat, tablas_move *out, size_t cap)
{
	const struct mundo *w = pos;
	struct mundo_kept kept;
	size_t n = 0;

	if (!is_asked(w, seat))
		return 0;
	if (w->phase == MUNDO_ENTER) {
		for (unsigned s = 6 * seat; s < 6 * seat + 6; s++)
			if (mundo_steps_slot_free(w, seat, s))
				add(mundo_move(0, MUNDO_HAND, s), out, cap, &n);
		if (w->anywhere_wait)
			add(MUNDO_STOP, out, cap, &n);
		return n;
	}
	mundo_duty_kept(w, seat, &kept);
	for (unsigned i = 0; i < kept.n; i++)
		for (uint32_t m = kept.steps[i]; m; m &= m - 1)
			add(mundo_steps_move(w, seat, (unsigned)__builtin_ctz(m), kept.dice[i]),
			    out, cap, &n);
	if (kept.stop)
		add(MUNDO_STOP, out, cap, &n);
	return n;
}

/* ---- why not -------------------------------------------------------------------- */

static enum tablas_why why_not_enter(const struct mundo *w, unsigned seat, tablas_move m,
				     const char **sentence)
{
	if (m == MUNDO_STOP) {
		if (w->anywhere_wait)
			return TABLAS_WHY_LEGAL;
		*sentence = "every struck piece must be placed before the throw";
		return TABLAS_WHY_MUST_ENTER;
	}
	if (mundo_from(m) != MUNDO_HAND || mundo_to(m) >= MUNDO_SLOTS) {
		*sentence = "struck pieces are placed before the throw";
		return TABLAS_WHY_MUST_ENTER;
	}
	if (mundo_die(m) != 0) {
		*sentence = "struck pieces are placed without dice, before the throw";
		return TABLAS_WHY_NO_SUCH_DIE;
	}
	if (mundo_to(m) / 6 != seat) {
		*sentence = "a struck piece returns to the quarter it started from";
		return TABLAS_WHY_OTHER;
	}
	if (!mundo_steps_slot_free(w, seat, mundo_to(m))) {
		*sentence = "a struck piece is placed on a slot that is empty or its owner's";
		return TABLAS_WHY_POINT_BLOCKED;
	}
	return TABLAS_WHY_LEGAL;
}

static int has_die(const struct mundo *w, unsigned die)
{
	uint8_t dice[MUNDO_DICE];
	unsigned n = mundo_steps_dice(w, dice);

	for (unsigned i = 0; i < n; i++)
		if (dice[i] == die)
			return 1;
	return 0;
}

static int is_backwards(unsigned seat, tablas_move m)
{
	unsigned from = mundo_from(m), to = mundo_to(m);

	if (to >= MUNDO_SLOTS)
		return 0;
	if (from == MUNDO_HAND)
		return mundo_relative(seat, to) > 5;
	return mundo_relative(seat, to) < mundo_relative(seat, from) ||
	       mundo_relative(seat, to) >= MUNDO_REACH;
}

static enum tablas_why why_not_off(const struct mundo *w, const struct mundo_reach *p,
				   const char **sentence)
{
	if (!mundo_steps_home(p)) {
		*sentence = "bearing off begins when every piece stands in the goal quarter";
		return TABLAS_WHY_NOT_ALL_HOME;
	}
	*sentence = w->bearoff_number == MUNDO_BY_SLOT
			    ? "a die bears off from the goal slot of its own number only"
			    : "a die bears off from exactly its distance to the edge only";
	return TABLAS_WHY_EXACT_BEAR_OFF;
}

/* A step that goes nowhere a die could take it, or onto a closed slot. */
static enum tablas_why why_not_there(const struct mundo *w, const struct mundo_reach *p,
				     unsigned seat, tablas_move m, const char **sentence)
{
	unsigned die = mundo_die(m), to = mundo_to(m);

	if (to == MUNDO_OFF)
		return why_not_off(w, p, sentence);
	if (is_backwards(seat, m)) {
		*sentence = "pieces move on to the goal quarter and never past it";
		return TABLAS_WHY_WRONG_WAY;
	}
	if (mundo_from(m) == MUNDO_HAND && to != mundo_slot(seat, die - 1)) {
		*sentence = "a die enters a piece on the slot of its own number";
		return TABLAS_WHY_WRONG_WAY;
	}
	if (mundo_from(m) != MUNDO_HAND && to != (mundo_from(m) + die) % MUNDO_SLOTS) {
		*sentence = "a die moves a piece exactly its number of slots";
		return TABLAS_WHY_WRONG_WAY;
	}
	if (p->closed >> mundo_relative(seat, to) & 1) {
		*sentence = "two or more pieces of another seat close that slot";
		return TABLAS_WHY_POINT_BLOCKED;
	}
	*sentence = "the goal slot of that number is occupied: the die bears off from it or "
		    "strikes";
	return TABLAS_WHY_OTHER;
}

static enum tablas_why why_not_stop(const struct mundo *w, unsigned seat, const char **sentence)
{
	struct mundo_kept kept;

	mundo_duty_kept(w, seat, &kept);
	if (kept.stop)
		return TABLAS_WHY_LEGAL;
	*sentence = w->optional_may_decline
			    ? "one may stop only when nothing but optional strikes is left"
			    : "dice that can be used must be used";
	return TABLAS_WHY_MUST_USE_MORE;
}

static enum tablas_why why_not_piece(const struct mundo *w, unsigned seat, tablas_move m,
				     const char **sentence)
{
	unsigned from = mundo_from(m);

	if (from == MUNDO_HAND ? w->hand[seat] == 0
			       : from >= MUNDO_SLOTS || mundo_owner(w, from) != seat) {
		*sentence = from == MUNDO_HAND ? "no piece is in hand"
					       : "no piece of this seat stands there";
		return TABLAS_WHY_NO_PIECE;
	}
	if (from == MUNDO_HAND && w->reentry == MUNDO_ANYWHERE) {
		*sentence =
			"struck pieces wait for their owner's turn and are placed without dice";
		return TABLAS_WHY_OTHER;
	}
	if (from != MUNDO_HAND && w->hand[seat] && w->reentry == MUNDO_BACKGAMMON) {
		*sentence = "while a piece is in hand every die must enter one";
		return TABLAS_WHY_MUST_ENTER;
	}
	return TABLAS_WHY_LEGAL;
}

/* Any number may be asked about. */
static int is_move(tablas_move m)
{
	unsigned from = mundo_from(m), to = mundo_to(m);

	return m == MUNDO_STOP ||
	       (m < MUNDO_STOP && (from < MUNDO_SLOTS || from == MUNDO_HAND) &&
		(to < MUNDO_SLOTS || to == MUNDO_OFF));
}

enum tablas_why mundo_moves_why(const void *pos, unsigned seat, tablas_move m,
				const char **sentence)
{
	const struct mundo *w = pos;
	struct mundo_reach p;
	struct mundo_kept kept;
	enum tablas_why why;
	unsigned bit;

	*sentence = NULL;
	if (!is_move(m)) {
		*sentence = "no move is meant by that";
		return TABLAS_WHY_UNREADABLE;
	}
	if (!is_asked(w, seat)) {
		*sentence = "this seat has nothing to decide now";
		return TABLAS_WHY_OTHER;
	}
	if (w->phase == MUNDO_ENTER)
		return why_not_enter(w, seat, m, sentence);
	if (m == MUNDO_STOP)
		return why_not_stop(w, seat, sentence);
	if (!has_die(w, mundo_die(m)) && !is_backwards(seat, m)) {
		*sentence = "no unused die has that number";
		return TABLAS_WHY_NO_SUCH_DIE;
	}
	why = why_not_piece(w, seat, m, sentence);
	if (why != TABLAS_WHY_LEGAL)
		return why;
	mundo_steps_reach(w, seat, &p);
	bit = mundo_steps_bit(w, seat, m);
	if (bit > MUNDO_BIT_OFF || !(mundo_steps_with(w, &p, mundo_die(m)) >> bit & 1))
		return why_not_there(w, &p, seat, m, sentence);
	mundo_duty_kept(w, seat, &kept);
	for (unsigned i = 0; i < kept.n; i++)
		if (kept.dice[i] == mundo_die(m) && kept.steps[i] >> bit & 1)
			return TABLAS_WHY_LEGAL;
	return mundo_duty_why(w, seat, bit, mundo_die(m), sentence);
}

/* ---- words ------------------------------------------------------------------------ */

static void place_name(unsigned place, char out[8])
{
	if (place < MUNDO_SLOTS)
		snprintf(out, 8, "%s%u", season[place / 6], place % 6 + 1);
	else
		snprintf(out, 8, "%s", place == MUNDO_HAND ? "hand" : "off");
}

size_t mundo_moves_write(const void *pos, unsigned seat, tablas_move m, char *out, size_t cap)
{
	const struct mundo *w = pos;
	char from[8], to[8], die[8] = "", strike[4] = "";
	unsigned other;

	if (m == MUNDO_STOP)
		return (size_t)snprintf(out, cap, "stop");
	place_name(mundo_from(m), from);
	place_name(mundo_to(m), to);
	if (mundo_die(m) != 0)
		snprintf(die, sizeof die, "%u:", mundo_die(m));
	other = mundo_to(m) < MUNDO_SLOTS ? mundo_owner(w, mundo_to(m)) : TABLAS_NOBODY;
	if (other < MUNDO_SEATS && other != seat)
		snprintf(strike, sizeof strike, "*%c", mundo_notation_initial[other]);
	return (size_t)snprintf(out, cap, "%s%s-%s%s", die, from, to, strike);
}

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Whether the n characters are the word, in any case. */
static int is_word(const char *text, size_t n, const char *word)
{
	size_t i = 0;

	while (i < n && word[i] && lower(text[i]) == lower(word[i]))
		i++;
	return i == n && word[i] == '\0';
}

static int is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* A slot: its season and number, or 1 to 24 counted from the first of spring. */
static int read_slot(const char *text, size_t n, unsigned *slot)
{
	unsigned number = 0;
	size_t i = 0;

	for (unsigned q = 0; q < MUNDO_SEATS; q++) {
		if (n == 3 && is_word(text, 2, season[q]) && text[2] >= '1' && text[2] <= '6') {
			*slot = 6 * q + (unsigned)(text[2] - '1');
			return 1;
		}
	}
	for (; i < n && i < 2 && is_digit(text[i]); i++)
		number = 10 * number + (unsigned)(text[i] - '0');
	if (n == 0 || i < n || number < 1 || number > MUNDO_SLOTS || text[0] == '0')
		return 0;
	*slot = number - 1;
	return 1;
}

static int read_place(const char *text, size_t n, unsigned *place)
{
	if (is_word(text, n, "hand") || is_word(text, n, "h") || is_word(text, n, "bar"))
		*place = MUNDO_HAND;
	else if (is_word(text, n, "off") || is_word(text, n, "o"))
		*place = MUNDO_OFF;
	else
		return read_slot(text, n, place);
	return 1;
}

size_t mundo_moves_place(unsigned seat, const char *text, int16_t *places, size_t cap)
{
	unsigned place;

	if (cap == 0 || seat >= MUNDO_SEATS || !read_place(text, strlen(text), &place))
		return 0;
	if (place >= MUNDO_SLOTS)
		place += seat;
	if (place >= MUNDO_OFF)
		place = MUNDO_OFF + seat;
	places[0] = (int16_t)place;
	return 1;
}

/* The die a player means who did not name it; 0 where no die is used or fits. */
static unsigned die_meant(const struct mundo *w, unsigned seat, unsigned from, unsigned to)
{
	uint8_t dice[MUNDO_DICE];

	if (w->phase == MUNDO_ENTER && from == MUNDO_HAND)
		return 0;
	if (to != MUNDO_OFF)
		return from == MUNDO_HAND ? to % 6 + 1
					  : (to + MUNDO_SLOTS - from) % MUNDO_SLOTS;
	for (unsigned d = 1; from < MUNDO_SLOTS && d <= 6; d++)
		if (mundo_steps_bearing(w, d) == mundo_relative(seat, from))
			return d;
	return mundo_steps_dice(w, dice) ? dice[0] : 0;
}

/* "*", "*W" or nothing; the strike is seen from the position, not believed. */
static int is_strike_mark(const char *text)
{
	if (*text == '\0')
		return 1;
	if (*text++ != '*')
		return 0;
	for (const char *c = mundo_notation_initial; *c; c++)
		if (lower(*text) == lower(*c))
			return text[1] == '\0';
	return *text == '\0';
}

int mundo_moves_read(const void *pos, unsigned seat, const char *text, tablas_move *out)
{
	const struct mundo *w = pos;
	unsigned die = 0, from, to;
	size_t n = strlen(text), end;

	if (seat >= MUNDO_SEATS)
		return -1;
	if (is_word(text, n, "stop") || is_word(text, n, "pass")) {
		*out = MUNDO_STOP;
		return 0;
	}
	if (is_digit(text[0]) && text[1] == ':') {
		die = (unsigned)(text[0] - '0');
		text += 2;
		if (die == 0)
			return -1;
	}
	end = strcspn(text, "-/");
	if (text[end] == '\0' || !read_place(text, end, &from))
		return -1;
	text += end + 1;
	end = strcspn(text, "*");
	if (!read_place(text, end, &to) || !is_strike_mark(text + end))
		return -1;
	if (from == MUNDO_OFF || to == MUNDO_HAND || from == to ||
	    (from == MUNDO_HAND && to == MUNDO_OFF))
		return -1;
	*out = mundo_move(die ? die : die_meant(w, seat, from, to), from, to);
	return 0;
}
