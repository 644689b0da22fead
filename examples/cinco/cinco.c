/*
 * cinco.c - Cinco, a small game to copy from.
 *
 * Five pieces each, one track of twelve points, both run the same way.
 * A turn is two dice; each die brings one piece on from the hand or carries
 * one onward, and a die that nothing can use is lost.  Two pieces on a point
 * hold it.  A lone one is struck by whoever lands on it: it goes back to its
 * hand, and its owner lays a chip in the pot, up to `chips` of them.  Who
 * first has all five off takes the pot, and one stake from the other.
 *
 * The game was invented for this file, so there is no book to cite; a real
 * plugin names the heading of its source beside every rule.  Read from the
 * bottom: the table there says what the daemon will ask.
 */
#include <stdio.h>
#include <string.h>

#include <tablasd/plugin.h>

enum { PIECES = 5, HAND = 0, LAST = 12, OFF = 13, SLOTS = 14, NOBODY = 2 };

struct pos {
	uint8_t at[2][SLOTS]; /* how many stand where: hand, points, off */
	uint8_t dice[2];      /* still to be used; 0 is none             */
	uint8_t paid[2];      /* chips this seat has in the pot          */
	uint8_t turn, winner; /* a seat or NOBODY                        */
	uint8_t chips, exact; /* the options                             */
};

/* ---- the rules ------------------------------------------------------------- */

/* A move is the slot a piece leaves and the die that carries it. */
static tablas_move move_of(unsigned from, unsigned die)
{
	return from * 8u + die;
}

/* Where the die brings the piece; anything past the track is off. */
static unsigned landing(unsigned from, unsigned die)
{
	return from + die > LAST ? OFF : from + die;
}

static enum tablas_why judge(const struct pos *p, unsigned seat, unsigned from, unsigned die)
{
	unsigned to = landing(from, die);

	if (die == 0 || (p->dice[0] != die && p->dice[1] != die))
		return TABLAS_WHY_NO_SUCH_DIE;
	if (p->at[seat][from] == 0)
		return TABLAS_WHY_NO_PIECE;
	if (to != OFF && p->at[!seat][to] > 1)
		return TABLAS_WHY_POINT_BLOCKED;
	if (p->exact && from + die > OFF)
		return TABLAS_WHY_EXACT_BEAR_OFF;
	return TABLAS_WHY_LEGAL;
}

static size_t cinco_legal(const void *pos, unsigned seat, tablas_move *out, size_t cap)
{
	const struct pos *p = pos;
	size_t n = 0;

	if (p->winner != NOBODY || p->turn != seat)
		return 0;
	for (unsigned die = 1; die <= 6; die++) {
		for (unsigned from = HAND; from <= LAST; from++) {
			if (judge(p, seat, from, die) != TABLAS_WHY_LEGAL)
				continue;
			if (n < cap)
				out[n] = move_of(from, die);
			n++;
		}
	}
	return n;
}

/* ---- what happens ----------------------------------------------------------- */

/* Index into places[] of a seat's slot. */
static int16_t place_of(unsigned seat, unsigned slot)
{
	return (int16_t)(slot == HAND ? 12 + seat : slot == OFF ? 14 + seat : slot - 1);
}

static void tell(struct tablas_events *ev, uint16_t kind, unsigned seat, unsigned other,
		 int from, int to, int32_t amount, const char *note)
{
	ev->v[ev->n++] = (struct tablas_event){
		.kind = kind, .seat = (uint8_t)seat, .other = (uint8_t)other,
		.from = (int16_t)from, .to = (int16_t)to, .amount = amount, .note = note };
}

static void begin_turn(struct pos *p, unsigned seat, struct tablas_events *ev)
{
	p->turn = (uint8_t)seat;
	tell(ev, TABLAS_EV_TURN, seat, TABLAS_NOBODY, -1, -1, 0, NULL);
}

/* Dice that nothing can use are lost; when none is left the turn is over. */
static void settle_dice(struct pos *p, struct tablas_events *ev)
{
	if (cinco_legal(p, p->turn, NULL, 0) > 0)
		return;
	for (int i = 0; i < 2; i++) {
		if (p->dice[i])
			tell(ev, TABLAS_EV_DIE_LOST, p->turn, TABLAS_NOBODY, -1, -1, p->dice[i],
			     NULL);
		p->dice[i] = 0;
	}
	begin_turn(p, !p->turn, ev);
}

static void win(struct pos *p, unsigned seat, struct tablas_events *ev)
{
	int32_t pot = p->paid[0] + p->paid[1];

	if (pot)
		tell(ev, TABLAS_EV_STAKE, TABLAS_POT, seat, -1, -1, pot, "the pot");
	tell(ev, TABLAS_EV_STAKE, !seat, seat, -1, -1, 1, "game");
	memset(p->dice, 0, sizeof p->dice);
	memset(p->paid, 0, sizeof p->paid);
	p->winner = (uint8_t)seat;
	p->turn = NOBODY;
}

static void strike(struct pos *p, unsigned seat, unsigned slot, struct tablas_events *ev)
{
	unsigned other = !seat;

	p->at[other][slot]--;
	p->at[other][HAND]++;
	tell(ev, TABLAS_EV_STRUCK, seat, other, -1, place_of(other, slot), 0, NULL);
	if (p->paid[other] < p->chips) {
		p->paid[other]++;
		tell(ev, TABLAS_EV_STAKE, other, TABLAS_POT, -1, -1, 1, "struck");
	}
}

static void cinco_play(void *pos, unsigned seat, tablas_move m, struct tablas_events *ev)
{
	struct pos *p = pos;
	unsigned from = (unsigned)(m / 8), die = (unsigned)(m % 8), to = landing(from, die);
	uint16_t kind = from == HAND ? TABLAS_EV_ENTERED :
			to == OFF    ? TABLAS_EV_BORNE_OFF :
				       TABLAS_EV_MOVED;

	p->dice[p->dice[0] == die ? 0 : 1] = 0;
	p->at[seat][from]--;
	p->at[seat][to]++;
	tell(ev, kind, seat, TABLAS_NOBODY, place_of(seat, from), place_of(seat, to), 0, NULL);
	if (to != OFF && p->at[!seat][to])
		strike(p, seat, to, ev);
	if (p->at[seat][OFF] == PIECES)
		win(p, seat, ev);
	else
		settle_dice(p, ev);
}

static void cinco_roll(void *pos, const uint8_t *faces, size_t n, struct tablas_events *ev)
{
	struct pos *p = pos;

	(void)n;
	if (p->turn == NOBODY) { /* the opening: a die each, the higher begins, ties again */
		if (faces[0] != faces[1])
			begin_turn(p, faces[1] > faces[0], ev);
		return;
	}
	p->dice[0] = faces[0];
	p->dice[1] = faces[1];
	settle_dice(p, ev);
}

static void cinco_leave(void *pos, unsigned seat, struct tablas_events *ev)
{
	tell(ev, TABLAS_EV_LEFT, seat, TABLAS_NOBODY, -1, -1, 0, NULL);
	win(pos, !seat, ev);
}

static int cinco_resign(void *pos, unsigned seat, int32_t value, struct tablas_events *ev,
			const char **sentence)
{
	if (value > 1) {
		*sentence = "A game of Cinco is never worth more than one stake.";
		return -1;
	}
	tell(ev, TABLAS_EV_RESIGN, seat, !seat, -1, -1, 1, "resigned");
	win(pos, !seat, ev);
	return 0;
}

/* ---- what the daemon asks ------------------------------------------------------ */

static void cinco_init(const struct tablas_setup *setup, void *pos)
{
	struct pos *p = pos;

	p->at[0][HAND] = p->at[1][HAND] = PIECES;
	p->turn = p->winner = NOBODY;
	p->chips = (uint8_t)setup->options[0];
	p->exact = (uint8_t)setup->options[1];
}

static void cinco_wait(const void *pos, struct tablas_wait *out)
{
	const struct pos *p = pos;

	if (p->winner != NOBODY)
		*out = (struct tablas_wait){ .kind = TABLAS_WAIT_OVER, .turn = TABLAS_NOBODY };
	else if (p->turn == NOBODY)
		*out = (struct tablas_wait){ .kind = TABLAS_WAIT_ROLL, .turn = TABLAS_NOBODY,
			.seats = 3, .dice = 2, .sides = 6, .why = "opening roll" };
	else if (!p->dice[0] && !p->dice[1])
		*out = (struct tablas_wait){ .kind = TABLAS_WAIT_ROLL, .turn = p->turn,
			.seats = (uint16_t)(1u << p->turn), .dice = 2, .sides = 6 };
	else
		*out = (struct tablas_wait){ .kind = TABLAS_WAIT_MOVE, .turn = p->turn,
			.seats = (uint16_t)(1u << p->turn) };
}

static void cinco_outcome(const void *pos, struct tablas_outcome *out)
{
	const struct pos *p = pos;

	out->rank[p->winner] = 1;
	out->rank[!p->winner] = 2;
	out->points[p->winner] = 1;
}

static void cinco_view(const void *pos, unsigned seat, struct tablas_view *out)
{
	const struct pos *p = pos;

	for (unsigned s = 0; s < 2; s++)
		for (unsigned slot = HAND; slot <= OFF; slot++)
			if (p->at[s][slot])
				out->pieces[out->pieces_n++] = (struct tablas_pieces){
					.place = place_of(s, slot), .seat = (uint8_t)s,
					.count = p->at[s][slot] };
	for (int i = 0; i < 2; i++)
		if (p->dice[i])
			out->dice[out->dice_n++] = (struct tablas_die){
				.face = p->dice[i], .sides = 6, .seat = p->turn };
	out->counters[0][0] = p->paid[0];
	out->counters[1][0] = p->paid[1];
	(void)seat; /* nothing is hidden */
}

static int32_t cinco_exposure(const void *pos, unsigned seat)
{
	const struct pos *p = pos;

	return p->winner != NOBODY ? 0 : p->chips - p->paid[seat] + 1;
}

static const char *cinco_audit(const void *pos)
{
	const struct pos *p = pos;
	unsigned sum[2] = { 0, 0 };

	for (unsigned slot = HAND; slot <= OFF; slot++) {
		sum[0] += p->at[0][slot];
		sum[1] += p->at[1][slot];
		if (slot != HAND && slot != OFF && p->at[0][slot] && p->at[1][slot])
			return "both seats stand on one point";
	}
	if (sum[0] != PIECES || sum[1] != PIECES)
		return "a seat has not five pieces";
	if (p->paid[0] > p->chips || p->paid[1] > p->chips)
		return "a seat has paid more chips than it owes";
	if (p->turn > NOBODY || p->winner > NOBODY || p->dice[0] > 6 || p->dice[1] > 6)
		return "no such turn, winner or die";
	for (unsigned s = 0; s < 2; s++)
		if (p->at[s][OFF] == PIECES && p->winner != s)
			return "a seat is all off and has not won";
	if (p->turn == NOBODY && (p->dice[0] || p->dice[1] || p->paid[0] || p->paid[1]))
		return "dice or chips belong to nobody";
	if (p->turn == NOBODY && p->winner == NOBODY &&
	    p->at[0][HAND] + p->at[1][HAND] != 2 * PIECES)
		return "pieces have moved before the opening roll";
	if (p->turn != NOBODY && p->winner != NOBODY)
		return "somebody is to play after the end";
	if ((p->dice[0] || p->dice[1]) && cinco_legal(p, p->turn, NULL, 0) == 0)
		return "dice that nothing can use are still there";
	return NULL;
}

static enum tablas_why cinco_why_not(const void *pos, unsigned seat, tablas_move m,
				     const char **sentence)
{
	static const char *const say[TABLAS_WHY_COUNT] = {
		[TABLAS_WHY_UNREADABLE] = "Cinco has no such slot.",
		[TABLAS_WHY_NO_SUCH_DIE] = "No die left to use shows that number.",
		[TABLAS_WHY_NO_PIECE] = "You have no piece there.",
		[TABLAS_WHY_POINT_BLOCKED] = "Two pieces of the other seat hold that point.",
		[TABLAS_WHY_EXACT_BEAR_OFF] = "A piece leaves by its exact number only.",
	};
	enum tablas_why why = m / 8 > LAST ? TABLAS_WHY_UNREADABLE :
		judge(pos, seat, (unsigned)(m / 8), (unsigned)(m % 8));

	*sentence = say[why];
	return why;
}

/* ---- notation -------------------------------------------------------------------- */

/* "0 31 4100000000000 5..." : turn, dice, each seat's fourteen slots, chips, winner. */
static size_t cinco_write(const void *pos, char *out, size_t cap)
{
	const struct pos *p = pos;
	char slots[2][SLOTS + 1] = { "", "" };

	for (unsigned s = 0; s < 2; s++)
		for (unsigned i = 0; i < SLOTS; i++)
			slots[s][i] = (char)('0' + p->at[s][i]);
	return (size_t)snprintf(out, cap, "%u %u%u %s %s %u%u %u", p->turn, p->dice[0],
				p->dice[1], slots[0], slots[1], p->paid[0], p->paid[1],
				p->winner);
}

static int cinco_read(const struct tablas_setup *setup, const char *text, void *pos)
{
	struct pos p = { .chips = (uint8_t)setup->options[0],
			 .exact = (uint8_t)setup->options[1] };
	uint8_t *const field[] = { &p.turn, p.dice, p.at[0], p.at[1], p.paid, &p.winner };
	static const uint8_t width[] = { 1, 2, SLOTS, SLOTS, 2, 1 };

	for (unsigned f = 0; f < 6; f++) {
		for (unsigned i = 0; i < width[f]; i++, text++) {
			if (*text < '0' || *text > '9')
				return -1;
			field[f][i] = (uint8_t)(*text - '0');
		}
		if (*text++ != (f == 5 ? '\0' : ' '))
			return -1;
	}
	if (cinco_audit(&p))
		return -1;
	memcpy(pos, &p, sizeof p);
	return 0;
}

/* "7+3": the piece on 7 by a 3; "hand+3" enters. */
static size_t cinco_move_write(const void *pos, unsigned seat, tablas_move m, char *out,
			       size_t cap)
{
	unsigned from = (unsigned)(m / 8) % SLOTS, die = (unsigned)(m % 8);

	(void)pos, (void)seat;
	if (from == HAND)
		return (size_t)snprintf(out, cap, "hand+%u", die);
	return (size_t)snprintf(out, cap, "%u+%u", from, die);
}

static int cinco_move_read(const void *pos, unsigned seat, const char *text, tablas_move *out)
{
	char spelt[TABLAS_MOVE_TEXT_MAX];

	for (unsigned from = HAND; from <= LAST; from++) {
		for (unsigned die = 1; die <= 6; die++) {
			cinco_move_write(pos, seat, move_of(from, die), spelt, sizeof spelt);
			if (strcmp(text, spelt) == 0) {
				*out = move_of(from, die);
				return 0;
			}
		}
	}
	return -1;
}

static size_t cinco_draw(const void *pos, unsigned seat, char *out, size_t cap)
{
	const struct pos *p = pos;
	char line[2][3 * LAST + 1];

	for (unsigned s = 0; s < 2; s++)
		for (unsigned i = 1; i <= LAST; i++)
			snprintf(&line[s][3 * (i - 1)], 4, p->at[s][i] ? " %u " : " . ",
				 p->at[s][i]);
	(void)seat;
	return (size_t)snprintf(out, cap,
				"      hand   1  2  3  4  5  6  7  8  9 10 11 12   off  chips\n"
				"red    %u    %s    %u    %u\n"
				"blue   %u    %s    %u    %u\n",
				p->at[0][HAND], line[0], p->at[0][OFF], p->paid[0],
				p->at[1][HAND], line[1], p->at[1][OFF], p->paid[1]);
}

/* ---- the facts ---------------------------------------------------------------------- */

static const char *const finishes[] = { "any", "exact", NULL };

static const struct tablas_option options[] = {
	{ "chips", "Chips",
	  "How many chips a seat lays in the pot at most, one for each piece struck.",
	  TABLAS_OPT_INT, 5, 0, 9, NULL },
	{ "finish", "Bearing off",
	  "Whether a number larger than needed bears a piece off.",
	  TABLAS_OPT_CHOICE, 0, 0, 1, finishes },
	{ .key = NULL },
};

#define POINT(n) { #n, 10 * (n), 10, 0, 10, TABLAS_PLACE_BOARD, TABLAS_SHAPE_ROUND, 0, \
		   TABLAS_NOBODY, 0 }

static const struct tablas_place places[] = {
	POINT(1), POINT(2), POINT(3), POINT(4), POINT(5), POINT(6),
	POINT(7), POINT(8), POINT(9), POINT(10), POINT(11), POINT(12),
	{ "red-hand", 0, 0, 2, 0, TABLAS_PLACE_HAND, TABLAS_SHAPE_ROUND, 0, 0, 0 },
	{ "blue-hand", 0, 60, 2, 0, TABLAS_PLACE_HAND, TABLAS_SHAPE_ROUND, 0, 1, 0 },
	{ "red-off", 130, 0, 2, 0, TABLAS_PLACE_OFF, TABLAS_SHAPE_ROUND, 0, 0, 0 },
	{ "blue-off", 130, 60, 2, 0, TABLAS_PLACE_OFF, TABLAS_SHAPE_ROUND, 0, 1, 0 },
	{ .name = NULL },
};

static const struct tablas_name sides[] = { { "red", "#b3392f" }, { "blue", "#2f5db3" } };
static const char *const counters[] = { "chips", NULL };

TABLAS_PLUGIN(cinco) = {
	TABLAS_PLUGIN_ABI,
	.name = "cinco", .title = "Cinco", .source = "Invented for the plugin manual",
	.rules = 1, .rules_since = 1, .seats_min = 2, .seats_max = 2,
	.position_size = sizeof(struct pos),
	.moves_max = 12, .plies_max = 2000, .pieces_max = 12,
	.options = options, .places = places, .sides = sides, .counters = counters,
	.init = cinco_init, .wait = cinco_wait, .legal = cinco_legal, .roll = cinco_roll,
	.play = cinco_play, .outcome = cinco_outcome, .view = cinco_view,
	.write = cinco_write, .read = cinco_read,
	.move_write = cinco_move_write, .move_read = cinco_move_read,
	.audit = cinco_audit, .why_not = cinco_why_not, .leave = cinco_leave,
	.resign = cinco_resign, .draw = cinco_draw, .exposure = cinco_exposure,
};
