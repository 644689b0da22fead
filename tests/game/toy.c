/*
 * toy.c - the rules of the game of toy.h.
 */
#include "toy_inside.h"

#include <string.h>

static const char *const notes[] = {NULL, "finished", "resigned", "left"};

int16_t toy_place(unsigned seat, unsigned at)
{
	return (int16_t)(at == TOY_HAND ? seat : at == TOY_OFF ? 16 + seat : 3 + at);
}

static void tell(struct tablas_events *e, unsigned kind, unsigned seat, unsigned other,
		 int from, int to, int amount, const char *note)
{
	e->v[e->n++] = (struct tablas_event){.kind = (uint16_t)kind,
					     .seat = (uint8_t)seat,
					     .other = (uint8_t)other,
					     .from = (int16_t)from,
					     .to = (int16_t)to,
					     .amount = amount,
					     .note = note};
}

static void pay(struct tablas_events *e, unsigned from, unsigned to, int amount,
		const char *note)
{
	tell(e, TABLAS_EV_STAKE, from, to, -1, -1, amount, note);
}

static bool plays_on(const struct toy *t, unsigned seat)
{
	return seat < t->seats && !(t->gone >> seat & 1);
}

static unsigned after(const struct toy *t, unsigned seat)
{
	do
		seat = (seat + 1) % t->seats;
	while (!plays_on(t, seat));
	return seat;
}

/* ---- steps ----------------------------------------------------------------- */

unsigned toy_target(unsigned face, unsigned from)
{
	return from + face > 12 ? TOY_OFF : from + face;
}

static bool held(const struct toy *t, unsigned seat, unsigned at)
{
	for (unsigned i = 0; i < t->seats; i++)
		if (i != seat && t->men[i][at] > 1)
			return at != TOY_OFF;
	return false;
}

unsigned toy_struck(const struct toy *t, unsigned seat, unsigned at)
{
	for (unsigned i = 0; i < t->seats; i++)
		if (i != seat && t->men[i][at] == 1 && at != TOY_OFF)
			return i;
	return TABLAS_NOBODY;
}

static bool possible(const struct toy *t, unsigned seat, unsigned face, unsigned from)
{
	return face >= 1 && face <= 4 && t->left[face] && from < TOY_OFF &&
	       t->men[seat][from] && !held(t, seat, toy_target(face, from));
}

static unsigned step(struct toy *t, unsigned seat, unsigned face, unsigned from)
{
	unsigned to = toy_target(face, from), whom = toy_struck(t, seat, to);

	t->left[face]--;
	t->men[seat][from]--;
	t->men[seat][to]++;
	if (whom != TABLAS_NOBODY) {
		t->men[whom][to]--;
		t->men[whom][TOY_HAND]++;
	}
	return whom;
}

/* The most a seat can do: strikes first where they are a duty, then dice. */
static int best(const struct toy *t, unsigned seat)
{
	int most = 0;

	for (unsigned face = 1; face <= 4; face++)
		for (unsigned from = 0; from < TOY_OFF; from++) {
			struct toy next = *t;
			int worth = 1;

			if (!possible(t, seat, face, from))
				continue;
			if (step(&next, seat, face, from) != TABLAS_NOBODY &&
			    t->option[TOY_DUTY])
				worth += 100;
			worth += best(&next, seat);
			if (worth > most)
				most = worth;
		}
	return most;
}

static size_t legal_steps(const struct toy *t, unsigned seat, tablas_move *out, size_t cap)
{
	int most = best(t, seat);
	size_t n = 0;

	for (unsigned face = 1; face <= 4; face++)
		for (unsigned from = 0; from < TOY_OFF; from++) {
			struct toy next = *t;
			int worth = 1;

			if (!possible(t, seat, face, from))
				continue;
			if (step(&next, seat, face, from) != TABLAS_NOBODY &&
			    t->option[TOY_DUTY])
				worth += 100;
			if (worth + best(&next, seat) < most)
				continue;
			if (n < cap)
				out[n] = STEP(face, from);
			n++;
		}
	return n;
}

/* ---- the course of the game --------------------------------------------------- */

void toy_init(const struct tablas_setup *setup, void *pos)
{
	struct toy *t = pos;

	t->seats = (uint8_t)setup->seats;
	for (unsigned i = 0; i < TOY_OPTIONS; i++)
		t->option[i] = (uint8_t)setup->options[i];
	for (unsigned i = 0; i < t->seats; i++)
		t->men[i][TOY_HAND] = t->option[TOY_MEN];
	t->phase = t->option[TOY_ANTES] ? TOY_ANTE : TOY_OPENING;
	t->turn = t->mover = TABLAS_NOBODY;
}

static void wait(const void *pos, struct tablas_wait *out)
{
	const struct toy *t = pos;
	unsigned all = (1u << t->seats) - 1;

	*out = (struct tablas_wait){.kind = TABLAS_WAIT_MOVE, .turn = t->turn};
	out->seats = (uint16_t)(1u << (t->mover & 7));
	switch ((enum toy_phase)t->phase) {
	case TOY_ANTE:
		out->seats = (uint16_t)(all & ~(unsigned)t->paid & ~(unsigned)t->gone);
		break;
	case TOY_OPENING:
		out->kind = TABLAS_WAIT_ROLL;
		out->seats = (uint16_t)(all & ~(unsigned)t->gone);
		out->dice = (uint8_t)__builtin_popcount(out->seats);
		out->sides = 4;
		break;
	case TOY_ROLL:
		out->kind = TABLAS_WAIT_ROLL;
		out->dice = 2;
		out->sides = 4;
		break;
	case TOY_MOVE:
		break;
	case TOY_FORCED:
		out->flags = TABLAS_WAIT_FORCED;
		break;
	case TOY_ANSWER:
		out->flags = TABLAS_WAIT_ANSWER;
		break;
	case TOY_OVER:
		out->kind = TABLAS_WAIT_OVER;
		out->seats = 0;
		break;
	}
}

static size_t legal(const void *pos, unsigned seat, tablas_move *out, size_t cap)
{
	const struct toy *t = pos;
	static const tablas_move answers[] = {ACCEPT, REFUSE};
	struct tablas_wait w;

	wait(pos, &w);
	if (w.kind != TABLAS_WAIT_MOVE || !(w.seats >> seat & 1))
		return 0;
	if (t->phase == TOY_ANTE) {
		if (cap)
			out[0] = ANTE;
		return 1;
	}
	if (t->phase == TOY_ANSWER) {
		memcpy(out, answers, (cap < 2 ? cap : 2) * sizeof(*out));
		return 2;
	}
	return legal_steps(t, seat, out, cap);
}

static void win(struct toy *t, unsigned seat, uint8_t note, struct tablas_events *e)
{
	t->phase = TOY_OVER;
	t->winner = (uint8_t)seat;
	t->note = note;
	tell(e, TABLAS_EV_FINISHED, seat, TABLAS_NOBODY, -1, -1, 1, NULL);
	if (t->pot && !t->option[TOY_POT]) {
		pay(e, TABLAS_POT, seat, t->pot, "pot");
		t->pot = 0;
	}
}

static void begin_turn(struct toy *t, unsigned seat, struct tablas_events *e)
{
	memset(t->left, 0, sizeof(t->left));
	t->phase = TOY_ROLL;
	t->turn = t->mover = (uint8_t)seat;
	tell(e, TABLAS_EV_TURN, seat, TABLAS_NOBODY, -1, -1, 0, NULL);
}

/* The mover goes on, or the dice pass to the next seat once, or are lost. */
static void settle(struct toy *t, struct tablas_events *e)
{
	if (best(t, t->mover))
		return;
	if (t->phase == TOY_MOVE) {
		unsigned next = after(t, t->turn);

		for (unsigned face = 1; face <= 4; face++)
			for (unsigned i = 0; i < t->left[face]; i++)
				tell(e, TABLAS_EV_DIE_PASSED, t->turn, next, -1, -1, (int)face,
				     NULL);
		t->mover = (uint8_t)next;
		t->phase = TOY_FORCED;
		if (best(t, next))
			return;
	}
	for (unsigned face = 1; face <= 4; face++)
		for (unsigned i = 0; i < t->left[face]; i++)
			tell(e, TABLAS_EV_DIE_LOST, t->turn, TABLAS_NOBODY, -1, -1, (int)face,
			     NULL);
	begin_turn(t, after(t, t->turn), e);
}

static void roll(void *pos, const uint8_t *faces, size_t n, struct tablas_events *e)
{
	struct toy *t = pos;

	if (t->phase == TOY_OPENING) {
		unsigned first = 0, high = 0;

		for (unsigned seat = 0, i = 0; seat < t->seats && i < n; seat++)
			if (plays_on(t, seat) && faces[i++] > high) {
				high = faces[i - 1];
				first = seat;
			}
		begin_turn(t, first, e);
		return;
	}
	t->left[faces[0]]++;
	t->left[faces[1]]++;
	if (faces[0] == faces[1])
		t->left[faces[0]] = 4;
	t->phase = TOY_MOVE;
	settle(t, e);
}

static void answer(struct toy *t, unsigned seat, tablas_move move, struct tablas_events *e)
{
	if (move == REFUSE) {
		tell(e, TABLAS_EV_RESIGN, seat, t->turn, -1, -1, t->offer, "refused");
		t->phase = TOY_MOVE;
		t->mover = t->turn;
		t->offer = 0;
		return;
	}
	pay(e, t->turn, seat, t->offer, "resigned");
	win(t, seat, 2, e);
}

static void play(void *pos, unsigned seat, tablas_move move, struct tablas_events *e)
{
	struct toy *t = pos;
	unsigned face = (unsigned)move / 32, from = (unsigned)move % 32, to, whom;

	if (t->phase == TOY_ANTE) {
		t->paid |= (uint8_t)(1u << seat);
		t->pot++;
		pay(e, seat, TABLAS_POT, 1, "ante");
		if ((t->paid | t->gone) + 1u == 1u << t->seats)
			t->phase = TOY_OPENING;
		return;
	}
	if (t->phase == TOY_ANSWER) {
		answer(t, seat, move, e);
		return;
	}
	to = toy_target(face, from);
	whom = step(t, seat, face, from);
	tell(e,
	     from == TOY_HAND ? TABLAS_EV_ENTERED
	     : to == TOY_OFF  ? TABLAS_EV_BORNE_OFF
			      : TABLAS_EV_MOVED,
	     seat, TABLAS_NOBODY, toy_place(seat, from), toy_place(seat, to), (int)face, NULL);
	if (whom != TABLAS_NOBODY) {
		tell(e, TABLAS_EV_STRUCK, seat, whom, toy_place(whom, to), toy_place(seat, to),
		     0, NULL);
		pay(e, whom, seat, 1, "strike");
	}
	for (unsigned i = 0; to == TOY_OFF && i < t->seats; i++)
		if (i != seat && plays_on(t, i))
			pay(e, i, seat, 1, "borne off");
	if (t->men[seat][TOY_OFF] == t->option[TOY_MEN])
		win(t, seat, 1, e);
	else
		settle(t, e);
}

static void leave(void *pos, unsigned seat, struct tablas_events *e)
{
	struct toy *t = pos;

	memset(t->men[seat], 0, sizeof(t->men[seat]));
	t->gone |= (uint8_t)(1u << seat);
	tell(e, TABLAS_EV_LEFT, seat, TABLAS_NOBODY, -1, -1, 0, NULL);
	if (after(t, seat) == after(t, after(t, seat))) {
		win(t, after(t, seat), 3, e);
	} else if (t->phase == TOY_ANTE) {
		if ((t->paid | t->gone) + 1u == 1u << t->seats)
			t->phase = TOY_OPENING;
	} else if (t->phase != TOY_OPENING && (seat == t->turn || seat == t->mover)) {
		begin_turn(t, after(t, t->turn), e);
	}
}

static int resign(void *pos, unsigned seat, int32_t value, struct tablas_events *e,
		  const char **sentence)
{
	struct toy *t = pos;

	if (value < 0 || value > 3) {
		*sentence = "A resignation is worth one, two or three";
		return -1;
	}
	if (value == 0) {
		leave(pos, seat, e);
		return 0;
	}
	if (t->seats != 2 || t->phase != TOY_MOVE || seat != t->turn) {
		*sentence = "Offers are made in one's own turn, between two";
		return -1;
	}
	t->phase = TOY_ANSWER;
	t->offer = (uint8_t)value;
	t->mover = (uint8_t)after(t, seat);
	tell(e, TABLAS_EV_RESIGN, seat, t->mover, -1, -1, value, "offered");
	return 0;
}

static void outcome(const void *pos, struct tablas_outcome *out)
{
	const struct toy *t = pos;

	for (unsigned i = 0; i < t->seats; i++) {
		out->rank[i] = (uint8_t)(i == t->winner ? 1 : plays_on(t, i) ? 2 : t->seats);
		out->points[i] = i == t->winner;
	}
	out->note = notes[t->note];
}

static enum tablas_why why_not(const void *pos, unsigned seat, tablas_move move,
			       const char **sentence)
{
	const struct toy *t = pos;
	unsigned face = (unsigned)move / 32, from = (unsigned)move % 32;
	tablas_move moves[64];
	size_t n = legal(pos, seat, moves, 64);

	*sentence = "So it is";
	for (size_t i = 0; i < n; i++)
		if (moves[i] == move)
			return TABLAS_WHY_LEGAL;
	if (move == BACKWARDS)
		return TABLAS_WHY_WRONG_WAY;
	if (move >= ANTE)
		return TABLAS_WHY_OTHER;
	if (face > 4 || !t->left[face])
		return TABLAS_WHY_NO_SUCH_DIE;
	if (!t->men[seat][from])
		return TABLAS_WHY_NO_PIECE;
	if (held(t, seat, toy_target(face, from)))
		return TABLAS_WHY_POINT_BLOCKED;
	*sentence = "A die would be wasted, or a strike missed";
	return best(t, seat) >= 100 ? TABLAS_WHY_MUST_STRIKE : TABLAS_WHY_MUST_USE_MORE;
}

static const char *const pots[] = {"winner", "left", NULL};

static const struct tablas_option options[] = {{.key = "men",
						.title = "Men",
						.help = "Men a seat",
						.kind = TABLAS_OPT_INT,
						.dflt = 2,
						.min = 1,
						.max = 6},
					       {.key = "duty",
						.title = "Duty",
						.help = "To strike",
						.kind = TABLAS_OPT_BOOL,
						.max = 1},
					       {.key = "antes",
						.title = "Antes",
						.help = "One each",
						.kind = TABLAS_OPT_BOOL,
						.max = 1},
					       {.key = "pot",
						.title = "Pot",
						.help = "Who gets it",
						.kind = TABLAS_OPT_CHOICE,
						.max = 1,
						.choices = pots},
					       {.key = NULL}};

static const struct tablas_name sides[] = {
	{"a", "#111"}, {"b", "#222"}, {"c", "#333"}, {"d", "#444"}};

#define TOY                                                                                    \
	TABLAS_PLUGIN_ABI,                                                                     \
		.title = "Toy", .source = "tests", .rules = 3, .rules_since = 2,               \
		.seats_min = 2, .seats_max = TOY_SEATS, .position_size = sizeof(struct toy),   \
		.moves_max = 64, .plies_max = 100000, .pieces_max = 64, .options = options,    \
		.places = toy_places, .sides = sides, .init = toy_init, .wait = wait,          \
		.legal = legal, .roll = roll, .play = play, .outcome = outcome,                \
		.view = toy_view, .write = toy_write, .read = toy_read,                        \
		.move_write = toy_move_write, .move_read = toy_move_read

TABLAS_PLUGIN(toy) = {TOY,
		      .name = "toy",
		      .why_not = why_not,
		      .leave = leave,
		      .resign = resign,
		      .place_read = toy_place_read};

const struct tablas_plugin toy_bare = {TOY, .name = "toy-bare"};

/* ---- for the tests ---------------------------------------------------------------- */

struct toy toy_turn(unsigned seats, unsigned one, unsigned other)
{
	struct toy t;

	memset(&t, 0, sizeof(t));
	t.seats = (uint8_t)seats;
	t.option[TOY_MEN] = 6;
	t.phase = TOY_MOVE;
	t.left[one]++;
	t.left[other]++;
	if (one == other)
		t.left[one] = 4;
	return t;
}

unsigned toy_chance(uint32_t *seed, unsigned n)
{
	*seed = *seed * 1664525u + 1013904223u;
	return (*seed >> 16) % n;
}
