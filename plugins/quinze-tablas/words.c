/*
 * words.c - places and moves in words.
 *
 * A step is written with its die, "3:10-13*", because two dice may do the same
 * with one man (bearing off) and the difference decides what is left to use.
 * Numbers are White's for both seats, so that a record reads the same from
 * either side.  People leave the die out and count from their own side; both
 * are understood, because the way a man travels tells which numbers are meant.
 */
#include "plugins/quinze-tablas/quinze.h"

#include <stdio.h>

static void place_name(unsigned at, char out[16])
{
	if (at == QUINZE_HAND || at == QUINZE_OFF)
		snprintf(out, 16, "%s", at == QUINZE_HAND ? "hand" : "off");
	else
		snprintf(out, 16, "%u", at);
}

size_t quinze_words_write(const void *pos, unsigned seat, tablas_move m, char *out, size_t cap)
{
	const struct quinze *q = pos;
	unsigned at = quinze_to(m);
	char from[16], to[16], die[16] = "";
	int strikes = at >= 1 && at <= q->points && quinze_count(q, !seat, at) == 1;

	if (m == QUINZE_STOP)
		return (size_t)snprintf(out, cap, "stop");
	place_name(quinze_from(m), from);
	place_name(at, to);
	if (quinze_die(m) != 0)
		snprintf(die, sizeof die, "%u:", quinze_die(m));
	return (size_t)snprintf(out, cap, "%s%s-%s%s", die, from, to, strikes ? "*" : "");
}

/* ---- reading --------------------------------------------------------------------- */

static int is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Whether the n characters are the word, in any case. */
static int is_word(const char *text, size_t n, const char *word)
{
	size_t i = 0;

	for (; i < n && word[i]; i++) {
		char c = text[i] >= 'A' && text[i] <= 'Z' ? (char)(text[i] - 'A' + 'a')
							  : text[i];
		if (c != word[i])
			return 0;
	}
	return i == n && word[i] == '\0';
}

static int read_place(unsigned points, const char *text, size_t n, unsigned *at)
{
	static const char *const hand[] = {"hand", "h", "bar", "mano", "barra"};
	static const char *const off[] = {"off", "o", "fuera"};
	unsigned number = 0;
	size_t i = 0;

	for (i = 0; i < sizeof hand / sizeof *hand; i++)
		if (is_word(text, n, hand[i])) {
			*at = QUINZE_HAND;
			return 1;
		}
	for (i = 0; i < sizeof off / sizeof *off; i++)
		if (is_word(text, n, off[i])) {
			*at = QUINZE_OFF;
			return 1;
		}
	for (i = 0; i < n && i < 2 && is_digit(text[i]); i++)
		number = 10 * number + (unsigned)(text[i] - '0');
	if (n == 0 || i < n || number < 1 || number > points || text[0] == '0')
		return 0;
	*at = number;
	return 1;
}

/* The names of trays belong to anybody: "black-hand". */
static int read_tray(unsigned points, const char *text, int16_t *place)
{
	static const char *const side[] = {"white-", "black-"};

	for (unsigned seat = 0; seat < 2; seat++) {
		const char *rest = text + 6;

		if (strlen(text) < 7 || !is_word(text, 6, side[seat]))
			continue;
		if (is_word(rest, strlen(rest), "hand"))
			*place = (int16_t)QUINZE_PLACE_HAND(points, seat);
		else if (is_word(rest, strlen(rest), "off"))
			*place = (int16_t)QUINZE_PLACE_OFF(points, seat);
		else if (is_word(rest, strlen(rest), "gone"))
			*place = (int16_t)QUINZE_PLACE_GONE(points, seat);
		else
			continue;
		return 1;
	}
	return 0;
}

size_t quinze_words_place(unsigned points, unsigned seat, const char *text, int16_t *places,
			  size_t cap)
{
	unsigned at;

	if (cap == 0 || seat > 1)
		return 0;
	if (read_tray(points, text, places))
		return 1;
	if (!read_place(points, text, strlen(text), &at))
		return 0;
	if (at == QUINZE_HAND)
		at = QUINZE_PLACE_HAND(points, seat);
	else if (at == QUINZE_OFF)
		at = QUINZE_PLACE_OFF(points, seat);
	places[0] = (int16_t)at;
	if (seat == 0 || at < 1 || at > points || cap < 2)
		return 1;
	places[1] = (int16_t)(points + 1 - at);
	return 2;
}

/* How likely a seat means this: 3 by a die it has, 2 by some die, 1 forward, 0 not at all. */
static unsigned likely(const struct quinze *q, unsigned seat, unsigned from, unsigned to)
{
	unsigned first = q->points - q->quarter + 1u, way, there;

	if (to == QUINZE_OFF)
		return quinze_way(q, seat, from) >= first ? 3 : 1;
	there = quinze_way(q, seat, to);
	if (from == QUINZE_HAND)
		return there <= q->quarter ? 3 : 1;
	way = quinze_way(q, seat, from);
	if (there <= way)
		return 0;
	for (unsigned i = 0; i < QUINZE_DICE; i++)
		if (q->die[i] == there - way && q->die_state[i] == TABLAS_DIE_UNUSED)
			return 3;
	return there - way <= q->die_sides ? 2 : 1;
}

static unsigned turned(const struct quinze *q, unsigned at)
{
	return at >= 1 && at <= q->points ? q->points + 1u - at : at;
}

/* The die that bears off from here when none is named: a legal one, or the nearest. */
static unsigned die_off(const struct quinze *q, unsigned seat, unsigned from)
{
	tablas_move legal[64];
	size_t n = quinze_moves_legal(q, seat, legal, 64);
	unsigned exact = q->points + 1u - quinze_way(q, seat, from), best = 0;
	uint8_t dice[QUINZE_DICE];

	for (size_t i = 0; i < n && i < 64; i++) {
		unsigned die = quinze_die(legal[i]);

		if (quinze_from(legal[i]) == from && quinze_to(legal[i]) == QUINZE_OFF &&
		    (!best || die < best))
			best = die;
	}
	for (unsigned k = quinze_steps_dice(q, dice); k-- > 0 && !best;)
		if (dice[k] >= exact)
			best = dice[k];
	return best ? best : exact;
}

/* The die a player means who did not name it; 0 where no die is used. */
static unsigned die_meant(const struct quinze *q, unsigned seat, unsigned from, unsigned to)
{
	unsigned way, there;

	if (to == QUINZE_OFF)
		return die_off(q, seat, from);
	there = quinze_way(q, seat, to);
	if (from == QUINZE_HAND)
		return q->reentry == QUINZE_BY_DICE ? there : 0;
	way = quinze_way(q, seat, from);
	return there > way ? there - way : way - there;
}

int quinze_words_read(const void *pos, unsigned seat, const char *text, tablas_move *out)
{
	const struct quinze *q = pos;
	unsigned die = 0, from, to;
	size_t end;

	if (seat > 1)
		return -1;
	if (is_word(text, strlen(text), "stop") || is_word(text, strlen(text), "pass")) {
		*out = QUINZE_STOP;
		return 0;
	}
	if (is_digit(text[0]) && text[0] != '0' && text[1] == ':') {
		die = (unsigned)(text[0] - '0');
		text += 2;
	}
	end = strcspn(text, "-/");
	if (text[end] == '\0' || !read_place(q->points, text, end, &from))
		return -1;
	text += end + 1;
	end = strcspn(text, "*");
	if (!read_place(q->points, text, end, &to) || (text[end] && text[end + 1]))
		return -1;
	if (from == QUINZE_OFF || to == QUINZE_HAND || from == to ||
	    (from == QUINZE_HAND && to == QUINZE_OFF))
		return -1;
	/* White's numbers, unless Black's own fit better. */
	if (seat == 1 &&
	    likely(q, seat, turned(q, from), turned(q, to)) > likely(q, seat, from, to)) {
		from = turned(q, from);
		to = turned(q, to);
	}
	*out = quinze_move(die ? die : die_meant(q, seat, from, to), from, to);
	return 0;
}
