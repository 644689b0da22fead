/*
 * backgammon.c - how a game goes: throws, turns, the end, resignations.
 *
 * Source: 002, "Backgammon. Reglas y cómo jugar", the page this ruleset
 * follows; where it is silent (a resignation that is offered and answered) the
 * practice of the tournament rules named in backgammon.md.
 *
 * The turn ends by itself: a number that nobody can use any more is lost, and
 * the other seat throws.  What one man may do is in steps.c.
 */
#include "plugins/backgammon/backgammon.h"

const char *const backgammon_degrees[4] = { "", "single", "gammon", "backgammon" };

static void tell(struct tablas_events *ev, enum tablas_event_kind kind, unsigned seat,
		 unsigned other, int from, int to, int amount, const char *note)
{
	if (!ev || ev->n >= TABLAS_EVENTS_MAX)
		return;
	ev->v[ev->n++] = (struct tablas_event){ .kind = (uint16_t)kind,
						.seat = (uint8_t)seat,
						.other = (uint8_t)other,
						.from = (int16_t)from,
						.to = (int16_t)to,
						.amount = amount,
						.note = note };
}

/*
 * 15 men each, on the 24, 13, 8 and 6 points of their own.
 * [002, Reglas: posición inicial]
 */
void backgammon_init(const struct tablas_setup *setup, void *pos)
{
	static const uint8_t start[][2] = { { 24, 2 }, { 13, 5 }, { 8, 3 }, { 6, 5 } };
	struct backgammon *p = pos;

	memset(p, 0, sizeof *p);
	for (unsigned i = 0; i < sizeof start / sizeof *start; i++) {
		p->men[start[i][0]] = (int8_t)start[i][1];
		p->men[25 - start[i][0]] = (int8_t)-start[i][1];
	}
	p->phase = BACKGAMMON_OPENING;
	p->turn = TABLAS_NOBODY;
	p->winner = TABLAS_NOBODY;
	p->resign_value = (uint8_t)setup->options[0];
}

static void backgammon_wait(const void *pos, struct tablas_wait *out)
{
	const struct backgammon *p = pos;

	memset(out, 0, sizeof *out);
	out->turn = p->turn;
	if (p->offer) {
		out->kind = TABLAS_WAIT_MOVE;
		out->seats = (uint16_t)(1u << !p->offer_by);
		out->flags = TABLAS_WAIT_ANSWER;
		out->why = "a resignation is offered";
	} else if (p->phase == BACKGAMMON_OPENING) {
		out->kind = TABLAS_WAIT_ROLL;
		out->seats = 3;
		out->dice = 2, out->sides = 6;
		out->why = "opening roll";
	} else if (p->phase == BACKGAMMON_ROLL) {
		out->kind = TABLAS_WAIT_ROLL;
		out->seats = (uint16_t)(1u << p->turn);
		out->dice = 2, out->sides = 6;
		out->why = "to throw";
	} else if (p->phase == BACKGAMMON_MOVE) {
		out->kind = TABLAS_WAIT_MOVE;
		out->seats = (uint16_t)(1u << p->turn);
		out->why = "to move";
	} else {
		out->kind = TABLAS_WAIT_OVER;
		out->turn = TABLAS_NOBODY;
		out->why = "over";
	}
}

size_t backgammon_legal(const void *pos, unsigned seat, tablas_move *out, size_t cap)
{
	const struct backgammon *p = pos;
	uint32_t first[2];
	size_t n = 0;

	if (seat > 1)
		return 0;
	if (p->offer) {
		if (seat == p->offer_by)
			return 0;
		if (cap > 0)
			out[0] = BACKGAMMON_ACCEPT;
		if (cap > 1)
			out[1] = BACKGAMMON_REFUSE;
		return 2;
	}
	if (p->phase != BACKGAMMON_MOVE || seat != p->turn)
		return 0;
	backgammon_first(p, first);
	for (unsigned i = 0; i < 2; i++)
		for (; first[i]; first[i] &= first[i] - 1, n++) {
			unsigned own = (unsigned)__builtin_ctz(first[i]);

			if (n < cap)
				out[n] = backgammon_move(backgammon_index(seat, own), p->dice[i]);
		}
	return n;
}

/*
 * None off is a gammon; and if a man is still on the bar or in the winner's
 * home, a backgammon. [002, Reglas: gammon]
 */
unsigned backgammon_degree(const struct backgammon *p, unsigned loser)
{
	if (backgammon_off(p, loser))
		return 1;
	for (unsigned own = 19; own <= BACKGAMMON_BAR; own++)
		if (backgammon_count(p, loser, own))
			return 3;
	return 2;
}

static void finish(struct backgammon *p, unsigned winner, unsigned degree,
		   enum backgammon_end end, struct tablas_events *ev)
{
	memset(p->dice, 0, sizeof p->dice);
	memset(p->left, 0, sizeof p->left);
	memset(p->refused, 0, sizeof p->refused);
	p->offer = p->offer_by = 0;
	p->phase = BACKGAMMON_OVER;
	p->turn = TABLAS_NOBODY;
	p->winner = (uint8_t)winner;
	p->degree = (uint8_t)degree;
	p->end = (uint8_t)end;
	if (winner > 1)
		return;
	tell(ev, TABLAS_EV_FINISHED, winner, TABLAS_NOBODY, -1, -1, 1, backgammon_degrees[degree]);
	tell(ev, TABLAS_EV_STAKE, !winner, winner, -1, -1, (int)degree, backgammon_degrees[degree]);
}

static int nothing_inside(const struct backgammon *p)
{
	static const int8_t none[BACKGAMMON_TRAY];

	return !memcmp(p->men, none, sizeof none);
}

void backgammon_go_on(struct backgammon *p, struct tablas_events *ev)
{
	if (backgammon_off(p, p->turn) == BACKGAMMON_MEN) {
		finish(p, p->turn, backgammon_degree(p, !p->turn), BACKGAMMON_BORNE_OFF, ev);
		return;
	}
	/* Only in a study with fewer men: nobody can bear off fifteen. */
	if (nothing_inside(p)) {
		finish(p, TABLAS_NOBODY, 0, BACKGAMMON_BORNE_OFF, ev);
		return;
	}
	if (!backgammon_stuck(p))
		return;
	for (unsigned i = 0; i < 2; i++)
		for (; p->left[i]; p->left[i]--)
			tell(ev, TABLAS_EV_DIE_LOST, p->turn, TABLAS_NOBODY, -1, -1, p->dice[i],
			     NULL);
	memset(p->dice, 0, sizeof p->dice);
	p->phase = BACKGAMMON_ROLL;
	p->turn = !p->turn;
	p->refused[p->turn] = 0;
	tell(ev, TABLAS_EV_TURN, p->turn, TABLAS_NOBODY, -1, -1, 0, NULL);
}

static void backgammon_roll(void *pos, const uint8_t *faces, size_t n, struct tablas_events *ev)
{
	struct backgammon *p = pos;

	(void)n;
	p->dice[0] = faces[0], p->dice[1] = faces[1];
	if (p->phase == BACKGAMMON_OPENING) {
		/*
		 * One die each; equal is thrown again, the higher begins with
		 * both numbers. [002, Reglas: al empezar]
		 */
		if (faces[0] == faces[1]) {
			memset(p->dice, 0, sizeof p->dice);
			return;
		}
		p->turn = faces[0] < faces[1];
		p->dice[0] = faces[p->turn], p->dice[1] = faces[!p->turn];
		tell(ev, TABLAS_EV_TURN, p->turn, TABLAS_NOBODY, -1, -1, 0, NULL);
	}
	/* A double is played four times. [002, Reglas: dobles] */
	p->left[0] = p->dice[0] == p->dice[1] ? 4 : 1;
	p->left[1] = p->dice[0] != p->dice[1];
	p->phase = BACKGAMMON_MOVE;
	backgammon_go_on(p, ev);
}

static void answer(struct backgammon *p, unsigned seat, int accepted, struct tablas_events *ev)
{
	unsigned value = p->offer, by = p->offer_by;

	tell(ev, TABLAS_EV_RESIGN, seat, by, -1, -1, (int)value, accepted ? "accepted" : "refused");
	if (accepted) {
		finish(p, seat, value, BACKGAMMON_RESIGNED, ev);
		return;
	}
	p->refused[by] = (uint8_t)value;
	p->offer = p->offer_by = 0;
}

static void backgammon_play(void *pos, unsigned seat, tablas_move move, struct tablas_events *ev)
{
	struct backgammon *p = pos;
	unsigned die = backgammon_number(move), from = backgammon_from(move);

	if (move == BACKGAMMON_ACCEPT || move == BACKGAMMON_REFUSE) {
		answer(p, seat, move == BACKGAMMON_ACCEPT, ev);
		return;
	}

	unsigned own = backgammon_index(seat, from);
	int struck;
	int to = (int)backgammon_step(p, seat, own, die, &struck);
	enum tablas_event_kind kind = own == BACKGAMMON_BAR ? TABLAS_EV_ENTERED :
				      to >= BACKGAMMON_TRAY ? TABLAS_EV_BORNE_OFF :
							      TABLAS_EV_MOVED;

	tell(ev, kind, seat, TABLAS_NOBODY, (int)from, to, (int)die, NULL);
	if (struck)
		tell(ev, TABLAS_EV_STRUCK, seat, !seat, -1, to, 0, NULL);
	p->left[p->left[0] && p->dice[0] == die ? 0 : 1]--;
	backgammon_go_on(p, ev);
}

static void backgammon_outcome(const void *pos, struct tablas_outcome *out)
{
	const struct backgammon *p = pos;

	memset(out, 0, sizeof *out);
	out->rank[0] = out->rank[1] = 1;
	if (p->winner > 1) {
		out->note = "nobody can finish";
		return;
	}
	out->rank[!p->winner] = 2;
	out->points[p->winner] = p->degree;
	out->note = backgammon_degrees[p->degree];
}

/*
 * Who leaves owes what he would owe if the other bore off his last man now, so
 * that nobody escapes a gammon by walking away; where a resignation always
 * counts single, so does leaving. [002, "esta página": rendirse]
 */
static unsigned backgammon_owed(const struct backgammon *p, unsigned seat)
{
	return p->resign_value ? backgammon_degree(p, seat) : 1;
}

static void backgammon_leave(void *pos, unsigned seat, struct tablas_events *ev)
{
	struct backgammon *p = pos;

	if (p->phase == BACKGAMMON_OVER)
		return;
	tell(ev, TABLAS_EV_LEFT, seat, TABLAS_NOBODY, -1, -1, 0, NULL);
	finish(p, !seat, backgammon_owed(p, seat), BACKGAMMON_LEFT, ev);
}

static int backgammon_resign(void *pos, unsigned seat, int32_t value, struct tablas_events *ev,
			     const char **sentence)
{
	struct backgammon *p = pos;
	const char *no = NULL;

	if (!value)
		value = (int32_t)backgammon_owed(p, seat);
	if (p->phase == BACKGAMMON_OVER)
		no = "the game is over";
	else if (p->offer)
		no = "a resignation is already offered and waits for its answer";
	else if (value < 1 || value > 3)
		no = "a game can be resigned as 1 (single), 2 (gammon) or 3 (backgammon)";
	else if (!p->resign_value && value > 1)
		no = "in this game a resignation always counts as a single game "
		     "(option resign_value)";
	else if (value <= p->refused[seat])
		no = "that much was refused in this turn; offer more, or play on until your "
		     "next turn";
	if (no) {
		if (sentence)
			*sentence = no;
		return -1;
	}
	tell(ev, TABLAS_EV_RESIGN, seat, !seat, -1, -1, value, "offered");
	if (!p->resign_value) {
		finish(p, !seat, 1, BACKGAMMON_RESIGNED, ev);
	} else {
		p->offer = (uint8_t)value;
		p->offer_by = (uint8_t)seat;
	}
	return 0;
}

static int32_t backgammon_exposure(const void *pos, unsigned seat)
{
	const struct backgammon *p = pos;

	(void)seat;
	return p->phase == BACKGAMMON_OVER ? 0 : 3;
}

static const char *const resign_values[] = { "single", "offered", NULL };

static const struct tablas_option options[] = {
	{ .key = "resign_value",
	  .title = "What a resignation counts",
	  .help = "single: always one stake, as the source page has it; offered: the resigner "
		  "offers 1, 2 or 3 and the opponent accepts or plays on, as is usual where "
		  "stakes are played for.",
	  .kind = TABLAS_OPT_CHOICE,
	  .dflt = 0,
	  .min = 0,
	  .max = 1,
	  .choices = resign_values },
	{ .key = NULL }
};

static const struct tablas_name sides[] = { { "white", "#f4efe4" }, { "black", "#26221f" } };

static const struct tablas_name wards[] = { { "dark", "#8c4a2f" },
					    { "light", "#d9b382" },
					    { "bar", "#5b3a24" },
					    { "tray", "#46301f" },
					    { NULL, NULL } };

static const char *const counters[] = { "pips", "off", "bar", NULL };

TABLAS_PLUGIN(backgammon) = {
	TABLAS_PLUGIN_ABI,
	.name = "backgammon",
	.title = "Backgammon",
	.source = "002, Backgammon: Reglas y cómo jugar",
	.rules = 1,
	.rules_since = 1,
	.seats_min = 2,
	.seats_max = 2,
	.position_size = sizeof(struct backgammon),
	.moves_max = 32,
	.plies_max = 50000,
	.pieces_max = BACKGAMMON_INDEXES,
	.options = options,
	.places = backgammon_places,
	.sides = sides,
	.wards = wards,
	.counters = counters,
	.init = backgammon_init,
	.wait = backgammon_wait,
	.legal = backgammon_legal,
	.roll = backgammon_roll,
	.play = backgammon_play,
	.outcome = backgammon_outcome,
	.view = backgammon_view,
	.write = backgammon_write,
	.read = backgammon_read,
	.move_write = backgammon_move_write,
	.move_read = backgammon_move_read,
	.audit = backgammon_audit,
	.why_not = backgammon_why_not,
	.leave = backgammon_leave,
	.resign = backgammon_resign,
	.draw = backgammon_draw,
	.value = backgammon_value,
	.exposure = backgammon_exposure,
	.plays = backgammon_plays,
	.place_read = backgammon_place_read,
};
