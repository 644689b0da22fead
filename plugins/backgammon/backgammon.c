/*
 * backgammon.c - how a game goes: throws, turns, the end, resignations.
 *
 * Source: 002, "Backgammon. Reglas y cómo jugar", the page this ruleset
 * follows; where it is silent (a resignation that is offered and answered) the
 * practice of the tournament rules named in backgammon.md.  The page has no cube;
 * what there is to say about it is in cube.c.
 *
 * The turn ends by itself: a number that nobody can use any more is lost, and
 * the other seat throws.  What one man may do is in steps.c.
 */
#include "plugins/backgammon/backgammon.h"
#include "plugins/options.h"

const char *const backgammon_degrees[4] = {"", "single", "gammon", "backgammon"};

void backgammon_tell(struct tablas_events *ev, enum tablas_event_kind kind, unsigned seat,
		     unsigned other, int from, int to, int amount, const char *note)
{
	if (!ev || ev->n >= TABLAS_EVENTS_MAX)
		return;
	ev->v[ev->n++] = (struct tablas_event){.kind = (uint16_t)kind,
					       .seat = (uint8_t)seat,
					       .other = (uint8_t)other,
					       .from = (int16_t)from,
					       .to = (int16_t)to,
					       .amount = amount,
					       .note = note};
}

/*
 * 15 men each, on the 24, 13, 8 and 6 points of their own. [002, Reglas:
 * posición inicial]  Nackgammon takes one man each from 13 and 6 to the 23
 * point; Hypergammon has three men, on 24, 23 and 22. [bkgm.com, Variants]
 */
static const uint8_t starts[3][5][2] = {{{24, 2}, {13, 5}, {8, 3}, {6, 5}},
					{{24, 2}, {23, 2}, {13, 4}, {8, 3}, {6, 4}},
					{{24, 1}, {23, 1}, {22, 1}}};

enum option_index {
	RESIGN_VALUE,
	CUBE,
	JACOBY,
	BEAVER,
	RACCOON,
	AUTOMATIC_DOUBLES,
	MAX_CUBE,
	DEAD_CUBE,
	CRAWFORD,
	CRAWFORD_PLAYED,
	HOLLAND,
	TABLE_CAP,
	VARIANT
};

static void init_match(struct backgammon *p, const struct tablas_setup *setup)
{
	uint32_t away[2], length = setup->match_length < 65535 ? setup->match_length : 65535;

	p->length[0] = (uint8_t)(length & 255);
	p->length[1] = (uint8_t)(length >> 8);
	for (unsigned s = 0; s < 2; s++) {
		away[s] = setup->match_length - (uint32_t)setup->match_score[s];
		if (away[s] > setup->match_length || !away[s])
			away[s] = 1;
		if (away[s] > 65535)
			away[s] = 65535;
		p->away[s][0] = (uint8_t)(away[s] & 255);
		p->away[s][1] = (uint8_t)(away[s] >> 8);
	}
	/*
	 * The first game after a side comes to one point from the match has no
	 * cube; in the later ones Holland's rule may hold.  The score does not
	 * tell which this is, hence an option. [U.S. rules: Crawford]
	 */
	if (!setup->options[CRAWFORD] || (away[0] == 1) == (away[1] == 1))
		return;
	if (!setup->options[CRAWFORD_PLAYED])
		p->flags |= BACKGAMMON_CRAWFORD_GAME;
	else if (setup->options[HOLLAND])
		p->flags |= BACKGAMMON_HOLLAND;
}

void backgammon_init(const struct tablas_setup *setup, void *pos)
{
	static const struct {
		uint8_t option, flag;
	} on[] = {{RESIGN_VALUE, BACKGAMMON_OFFERED}, {CUBE, BACKGAMMON_CUBE},
		  {JACOBY, BACKGAMMON_JACOBY},	      {BEAVER, BACKGAMMON_BEAVER},
		  {RACCOON, BACKGAMMON_RACCOON},      {DEAD_CUBE, BACKGAMMON_DEAD_FORBID}};
	const int32_t *options = setup->options;
	struct backgammon *p = pos;

	memset(p, 0, sizeof *p);
	for (unsigned i = 0; i < 5; i++) {
		unsigned own = starts[options[VARIANT]][i][0],
			 n = starts[options[VARIANT]][i][1];

		p->men[own] = (int8_t)(p->men[own] + (int)n);
		p->men[25 - own] = (int8_t)(p->men[25 - own] - (int)n);
		p->all = (uint8_t)(p->all + n);
	}
	p->phase = BACKGAMMON_OPENING;
	p->turn = p->winner = p->owner = TABLAS_NOBODY;
	for (unsigned i = 0; i < sizeof on / sizeof *on; i++)
		if (options[on[i].option])
			p->flags |= on[i].flag;
	p->automatic = (uint8_t)options[AUTOMATIC_DOUBLES];
	p->limit = BACKGAMMON_CUBE_MAX;
	while (options[MAX_CUBE] && 1 << p->limit > options[MAX_CUBE])
		p->limit--;
	for (unsigned i = 0; i < 4; i++)
		p->cap[i] = (uint8_t)((uint32_t)options[TABLE_CAP] >> 8 * i & 255);
	if (setup->match_length)
		init_match(p, setup);
}

static void backgammon_wait(const void *pos, struct tablas_wait *out)
{
	const struct backgammon *p = pos;

	memset(out, 0, sizeof *out);
	out->turn = p->turn;
	unsigned asked = backgammon_cube_asks(p);

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
	} else if (asked != TABLAS_NOBODY) {
		static const char *const why[] = {[BACKGAMMON_DOUBLE] = "to double or throw",
						  [BACKGAMMON_DOUBLED] = "a double is offered",
						  [BACKGAMMON_BEAVERED] = "a beaver is offered",
						  [BACKGAMMON_RACCOONED] =
							  "a raccoon is offered"};
		out->kind = TABLAS_WAIT_MOVE;
		out->seats = (uint16_t)(1u << asked);
		out->flags = TABLAS_WAIT_CUBE;
		out->why = why[p->phase];
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
	if (backgammon_cube_asks(p) == seat) {
		tablas_move words[4];

		n = backgammon_cube_legal(p, words);
		if (cap > 0)
			memcpy(out, words, (n < cap ? n : cap) * sizeof *words);
		return n;
	}
	if (p->phase != BACKGAMMON_MOVE || seat != p->turn)
		return 0;
	backgammon_first(p, first);
	for (unsigned i = 0; i < 2; i++)
		for (; first[i]; first[i] &= first[i] - 1, n++) {
			unsigned own = (unsigned)__builtin_ctz(first[i]);

			if (n < cap)
				out[n] = backgammon_move(backgammon_index(seat, own),
							 p->dice[i]);
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

void backgammon_finish(struct backgammon *p, unsigned winner, unsigned degree,
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
	backgammon_tell(ev, TABLAS_EV_FINISHED, winner, TABLAS_NOBODY, -1, -1, 1,
			backgammon_degrees[degree]);
	/* In a match points are won, not stakes. [U.S. rules: match play] */
	if (!backgammon_in_match(p))
		backgammon_tell(ev, TABLAS_EV_STAKE, !winner, winner, -1, -1,
				backgammon_points(p, degree), backgammon_degrees[degree]);
}

static int nothing_inside(const struct backgammon *p)
{
	static const int8_t none[BACKGAMMON_TRAY];

	return !memcmp(p->men, none, sizeof none);
}

void backgammon_go_on(struct backgammon *p, struct tablas_events *ev)
{
	if (backgammon_off(p, p->turn) == p->all) {
		backgammon_finish(p, p->turn, backgammon_degree(p, !p->turn),
				  BACKGAMMON_BORNE_OFF, ev);
		return;
	}
	/* Only in a study with fewer men: nobody can bear off all of his. */
	if (nothing_inside(p)) {
		backgammon_finish(p, TABLAS_NOBODY, 0, BACKGAMMON_BORNE_OFF, ev);
		return;
	}
	if (!backgammon_stuck(p))
		return;
	for (unsigned i = 0; i < 2; i++)
		for (; p->left[i]; p->left[i]--)
			backgammon_tell(ev, TABLAS_EV_DIE_LOST, p->turn, TABLAS_NOBODY, -1, -1,
					p->dice[i], NULL);
	memset(p->dice, 0, sizeof p->dice);
	p->turn = !p->turn;
	p->phase = backgammon_no_double(p, p->turn) ? BACKGAMMON_ROLL : BACKGAMMON_DOUBLE;
	p->refused[p->turn] = 0;
	backgammon_tell(ev, TABLAS_EV_TURN, p->turn, TABLAS_NOBODY, -1, -1, 0, NULL);
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
			backgammon_cube_tie(p, ev);
			return;
		}
		p->turn = faces[0] < faces[1];
		p->dice[0] = faces[p->turn], p->dice[1] = faces[!p->turn];
		backgammon_tell(ev, TABLAS_EV_TURN, p->turn, TABLAS_NOBODY, -1, -1, 0, NULL);
	}
	if (p->flags & BACKGAMMON_HOLLAND && p->throws[p->turn] < 2)
		p->throws[p->turn]++;
	/* A double is played four times. [002, Reglas: dobles] */
	p->left[0] = p->dice[0] == p->dice[1] ? 4 : 1;
	p->left[1] = p->dice[0] != p->dice[1];
	p->phase = BACKGAMMON_MOVE;
	backgammon_go_on(p, ev);
}

static void answer(struct backgammon *p, unsigned seat, int accepted, struct tablas_events *ev)
{
	unsigned value = p->offer, by = p->offer_by;

	backgammon_tell(ev, TABLAS_EV_RESIGN, seat, by, -1, -1, (int)value,
			accepted ? "accepted" : "refused");
	if (accepted) {
		backgammon_finish(p, seat, value, BACKGAMMON_RESIGNED, ev);
		return;
	}
	p->refused[by] = (uint8_t)value;
	p->offer = p->offer_by = 0;
}

static void backgammon_play(void *pos, unsigned seat, tablas_move move,
			    struct tablas_events *ev)
{
	struct backgammon *p = pos;
	unsigned die = backgammon_number(move), from = backgammon_from(move);

	if (move == BACKGAMMON_ACCEPT || move == BACKGAMMON_REFUSE) {
		answer(p, seat, move == BACKGAMMON_ACCEPT, ev);
		return;
	}
	if (move & BACKGAMMON_WORD) {
		backgammon_cube_play(p, move, ev);
		return;
	}

	unsigned own = backgammon_index(seat, from);
	int struck;
	int to = (int)backgammon_step(p, seat, own, die, &struck);
	enum tablas_event_kind kind = own == BACKGAMMON_BAR   ? TABLAS_EV_ENTERED
				      : to >= BACKGAMMON_TRAY ? TABLAS_EV_BORNE_OFF
							      : TABLAS_EV_MOVED;

	backgammon_tell(ev, kind, seat, TABLAS_NOBODY, (int)from, to, (int)die, NULL);
	if (struck)
		backgammon_tell(ev, TABLAS_EV_STRUCK, seat, !seat, -1, to, 0, NULL);
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
	out->points[p->winner] = backgammon_points(p, p->degree);
	out->note = backgammon_degrees[p->degree];
}

/*
 * Who leaves owes what he would owe if the other bore off his last man now, so
 * that nobody escapes a gammon by walking away; where a resignation always
 * counts single, so does leaving. [002, "esta página": rendirse]
 */
static unsigned backgammon_owed(const struct backgammon *p, unsigned seat)
{
	return p->flags & BACKGAMMON_OFFERED ? backgammon_degree(p, seat) : 1;
}

static void backgammon_leave(void *pos, unsigned seat, struct tablas_events *ev)
{
	struct backgammon *p = pos;

	if (p->phase == BACKGAMMON_OVER)
		return;
	backgammon_tell(ev, TABLAS_EV_LEFT, seat, TABLAS_NOBODY, -1, -1, 0, NULL);
	backgammon_cube_settle(p);
	backgammon_finish(p, !seat, backgammon_owed(p, seat), BACKGAMMON_LEFT, ev);
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
	else if (p->phase >= BACKGAMMON_DOUBLED && p->phase <= BACKGAMMON_RACCOONED)
		no = "the cube is offered and waits for its answer";
	else if (value < 1 || value > 3)
		no = "a game can be resigned as 1 (single), 2 (gammon) or 3 (backgammon)";
	else if (!(p->flags & BACKGAMMON_OFFERED) && value > 1)
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
	backgammon_tell(ev, TABLAS_EV_RESIGN, seat, !seat, -1, -1, value, "offered");
	if (!(p->flags & BACKGAMMON_OFFERED)) {
		backgammon_finish(p, !seat, 1, BACKGAMMON_RESIGNED, ev);
	} else {
		p->offer = (uint8_t)value;
		p->offer_by = (uint8_t)seat;
	}
	return 0;
}

static const char *const resign_values[] = {"single", "offered", NULL};
static const char *const dead_cubes[] = {"allow", "forbid", NULL};
static const char *const variants[] = {"backgammon", "nackgammon", "hypergammon", NULL};

#define SWITCH(k, d, t, h) OPTION_BOOL(k, t, h, d)
#define CHOICE(k, c, t, h) OPTION_CHOICE(k, t, h, c)
#define NUMBER(k, d, n, t, h) OPTION_NUMBER(k, t, h, d, 0, n)

static const struct tablas_option options[] = {
	[RESIGN_VALUE] =
		CHOICE("resign_value", resign_values, "What a resignation counts",
		       "single: always one stake, as the source page (002) has it; "
		       "offered: the resigner offers 1, 2 or 3 and the opponent accepts "
		       "or plays on, as is usual where stakes are played for."),
	[CUBE] = SWITCH("cube", 0, "Doubling cube",
			"Whether stakes may be doubled in play; the source page (002) has no "
			"cube, U.S. tournament rules have one."),
	[JACOBY] = SWITCH("jacoby", 0, "Jacoby rule",
			  "Gammons and backgammons count single until a double has been taken "
			  "(money play only; bkgm.com, Jacoby Rule)."),
	[BEAVER] =
		SWITCH("beaver", 0, "Beavers",
		       "Who takes a double may double again at once and keep the cube (money "
		       "play only; bkgm.com, Beavers)."),
	[RACCOON] = SWITCH("raccoon", 0, "Raccoons",
			   "The doubler may answer a beaver by doubling once more (money play "
			   "only; bkgm.com, Raccoons)."),
	[AUTOMATIC_DOUBLES] =
		NUMBER("automatic_doubles", 0, 10, "Automatic doubles",
		       "How many equal opening throws double the cube, which stays in the "
		       "centre (bkgm.com, Automatic Doubles)."),
	[MAX_CUBE] = NUMBER("max_cube", 64, 1 << BACKGAMMON_CUBE_MAX, "Highest cube",
			    "No double goes beyond this value; 0 is no limit but that of the "
			    "book. House rule: no source names one."),
	[DEAD_CUBE] = CHOICE("dead_cube", dead_cubes, "Dead cube",
			     "forbid: in a match a seat may not double when the cube as it is "
			     "already wins the match for it (house rule)."),
	[CRAWFORD] = SWITCH("crawford", 1, "Crawford rule",
			    "The first game after a side comes within one point of the match "
			    "has no cube (U.S. tournament rules)."),
	[CRAWFORD_PLAYED] = SWITCH("crawford_played", 0, "Crawford game already played",
				   "For a single game of a match: on when the Crawford game is "
				   "past, which the score alone does not tell."),
	[HOLLAND] = SWITCH("holland", 0, "Holland rule",
			   "After the Crawford game the trailer may double only after two "
			   "throws by each side (bkgm.com, obsolete)."),
	[TABLE_CAP] = NUMBER("table_cap", 0, 1 << 30, "Table cap",
			     "The most stakes one game may cost; 0 is no cap. House rule: no "
			     "source names one."),
	[VARIANT] = CHOICE("variant", variants, "Starting position",
			   "nackgammon: two men more at the back; hypergammon: three men each, "
			   "on 24, 23 and 22 (bkgm.com, Variants)."),
	{.key = NULL}};

static const struct tablas_name sides[] = {{"white", "#f4efe4"}, {"black", "#26221f"}};

static const struct tablas_name wards[] = {{"dark", "#8c4a2f"},
					   {"light", "#d9b382"},
					   {"bar", "#5b3a24"},
					   {"tray", "#46301f"},
					   {NULL, NULL}};

static const char *const counters[] = {"pips", "off", "bar", NULL};

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
	.notations = backgammon_notations,
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
	.write_as = backgammon_write_as,
	.read_as = backgammon_read_as,
	.exposure = backgammon_exposure,
	.plays = backgammon_plays,
	.place_read = backgammon_place_read,
	.flaw = backgammon_flaw,
	/*
	 * Money tables have the cube and the Jacoby rule; and nobody escapes a
	 * gammon by resigning before it [002, Reglas; usual money play].
	 */
	.for_chips = "resign_value=offered cube=on jacoby=on",
};
