/*
 * cube.c - the doubling cube, and what a game is worth.
 *
 * The source page plays without it, and so does this ruleset unless the option
 * `cube` is on.  Its rules are those on which bkgm.com and the U.S. tournament
 * rules (2001, 2009, USBGF 2016) agree; each is named below.
 *
 * A seat that may double is asked before it throws: "double" or "roll".  A
 * double is answered by "take" or "drop", in money play perhaps by "beaver",
 * which the doubler takes, drops or answers by "raccoon"; that is taken or
 * dropped in turn.
 */
#include "plugins/backgammon/backgammon.h"

static int money(const struct backgammon *p)
{
	return !backgammon_in_match(p);
}

static int may_reach(const struct backgammon *p, unsigned steps)
{
	return p->cube + steps <= p->limit;
}

const char *backgammon_no_double(const struct backgammon *p, unsigned seat)
{
	unsigned away = backgammon_away(p, seat);

	if (!(p->flags & BACKGAMMON_CUBE))
		return "this game is played without a cube";
	/* [U.S. tournament rules: Crawford rule] */
	if (p->flags & BACKGAMMON_CRAWFORD_GAME)
		return "this is the Crawford game, which has no cube";
	/* Centred, either may; afterwards only its owner. [bkgm.com, The Doubling Cube] */
	if (p->owner != TABLAS_NOBODY && p->owner != seat)
		return "the cube belongs to the other seat";
	if (!may_reach(p, 1))
		return "the cube may go no higher (option max_cube)";
	if (!money(p) && p->flags & BACKGAMMON_DEAD_FORBID && away <= 1u << p->cube)
		return "the cube is dead: as it is, it wins the match (option dead_cube)";
	/* After the Crawford game the trailer waits for two throws of each side. */
	if (p->flags & BACKGAMMON_HOLLAND && away > 1 && (p->throws[0] < 2 || p->throws[1] < 2))
		return "the trailer may double only after two throws by each side (option "
		       "holland)";
	return NULL;
}

unsigned backgammon_cube_asks(const struct backgammon *p)
{
	switch (p->phase) {
	case BACKGAMMON_DOUBLE:
	case BACKGAMMON_BEAVERED:
		return p->turn;
	case BACKGAMMON_DOUBLED:
	case BACKGAMMON_RACCOONED:
		return !p->turn;
	default:
		return TABLAS_NOBODY;
	}
}

size_t backgammon_cube_legal(const struct backgammon *p, tablas_move out[4])
{
	size_t n = 0;

	if (p->phase == BACKGAMMON_DOUBLE) {
		out[n++] = BACKGAMMON_DO_ROLL;
		out[n++] = BACKGAMMON_DO_DOUBLE;
		return n;
	}
	out[n++] = BACKGAMMON_TAKE;
	out[n++] = BACKGAMMON_DROP;
	/* Money play only, and not beyond the highest cube. [bkgm.com, Beavers] */
	if (p->phase == BACKGAMMON_DOUBLED && p->flags & BACKGAMMON_BEAVER && money(p) &&
	    may_reach(p, 2))
		out[n++] = BACKGAMMON_DO_BEAVER;
	if (p->phase == BACKGAMMON_BEAVERED && p->flags & BACKGAMMON_RACCOON && money(p) &&
	    may_reach(p, 3))
		out[n++] = BACKGAMMON_DO_RACCOON;
	return n;
}

/* How many times the cube is to be doubled if what is offered now is taken. */
static unsigned offered(const struct backgammon *p)
{
	return p->phase >= BACKGAMMON_DOUBLED && p->phase <= BACKGAMMON_RACCOONED
		       ? p->phase - BACKGAMMON_DOUBLE
		       : 0;
}

/* The cube comes to the seat that was doubled first, whoever doubled last. */
static void take_cube(struct backgammon *p, unsigned steps)
{
	if (!steps)
		return;
	p->cube = (uint8_t)(p->cube + steps);
	p->owner = !p->turn;
	if (p->accepted < 255)
		p->accepted++;
}

void backgammon_cube_settle(struct backgammon *p)
{
	/* The last offer has no answer; those before it were taken. */
	if (offered(p) > 1)
		take_cube(p, offered(p) - 1);
}

/* Dropping costs what was at stake before the offer, always single. [bkgm.com] */
static void drop(struct backgammon *p, unsigned seat, struct tablas_events *ev)
{
	static const enum backgammon_end ends[] = {
		BACKGAMMON_DROPPED, BACKGAMMON_BEAVER_REFUSED, BACKGAMMON_RACCOON_REFUSED};

	backgammon_finish(p, !seat, 1, ends[p->phase - BACKGAMMON_DOUBLED], ev);
}

void backgammon_cube_play(struct backgammon *p, tablas_move move, struct tablas_events *ev)
{
	static const char *const notes[] = {
		[BACKGAMMON_DO_DOUBLE - BACKGAMMON_WORD] = "doubles",
		[BACKGAMMON_TAKE - BACKGAMMON_WORD] = "takes",
		[BACKGAMMON_DROP - BACKGAMMON_WORD] = "drops",
		[BACKGAMMON_DO_BEAVER - BACKGAMMON_WORD] = "beavers",
		[BACKGAMMON_DO_RACCOON - BACKGAMMON_WORD] = "raccoons"};
	unsigned seat = backgammon_cube_asks(p), steps = offered(p);
	int answers = move == BACKGAMMON_TAKE || move == BACKGAMMON_DROP;

	if (move == BACKGAMMON_DO_ROLL) {
		p->phase = BACKGAMMON_ROLL;
		return;
	}
	backgammon_tell(ev, TABLAS_EV_CUBE, seat, !seat, -1, -1,
			1 << (p->cube + steps + !answers), notes[move - BACKGAMMON_WORD]);
	if (move == BACKGAMMON_DROP) {
		drop(p, seat, ev);
	} else if (move == BACKGAMMON_TAKE) {
		take_cube(p, steps);
		p->phase = BACKGAMMON_ROLL;
	} else {
		p->phase++;
	}
}

/*
 * Equal opening throws double the cube, at most so many times; it stays in the
 * centre, and Jacoby's rule stays on. [bkgm.com, Automatic Doubles]
 */
void backgammon_cube_tie(struct backgammon *p, struct tablas_events *ev)
{
	if (!(p->flags & BACKGAMMON_CUBE) || p->flags & BACKGAMMON_CRAWFORD_GAME ||
	    p->cube >= p->automatic || !may_reach(p, 1))
		return;
	p->cube++;
	backgammon_tell(ev, TABLAS_EV_CUBE, 0, 1, -1, -1, 1 << p->cube, "automatic double");
}

static int32_t cap_of(const struct backgammon *p)
{
	uint32_t cap = 0;

	for (unsigned i = 4; i-- > 0;)
		cap = cap << 8 | p->cap[i];
	return (int32_t)cap;
}

/*
 * The degree times the cube; single until a double has been taken where
 * Jacoby's rule holds [bkgm.com, Jacoby Rule], and no more than the cap.
 */
int32_t backgammon_points(const struct backgammon *p, unsigned degree)
{
	unsigned cube = p->cube;
	int32_t points, cap = cap_of(p);

	/* Who refuses a beaver has had his double taken; and so on. */
	if (p->phase == BACKGAMMON_OVER && p->end >= BACKGAMMON_BEAVER_REFUSED)
		cube += p->end - (unsigned)BACKGAMMON_DROPPED;
	if (money(p) && p->flags & BACKGAMMON_JACOBY && !p->accepted)
		degree = 1;
	points = (int32_t)degree << cube;
	return money(p) && cap && points > cap ? cap : points;
}

/*
 * Triple what the cube stands at, or would stand at if what is offered were
 * taken; single while Jacoby's rule holds [bkgm.com, Jacoby Rule].  Automatic
 * doubles ask nobody, so they are counted while they can still come.
 */
int32_t backgammon_exposure(const void *pos, unsigned seat)
{
	const struct backgammon *p = pos;
	unsigned cube = p->cube + offered(p), degree = 3;
	int32_t cap = cap_of(p), most;

	(void)seat;
	if (p->phase == BACKGAMMON_OVER || !money(p))
		return 0;
	if (p->phase == BACKGAMMON_OPENING && p->flags & BACKGAMMON_CUBE && cube < p->automatic)
		cube = p->automatic < p->limit ? p->automatic : p->limit;
	if (p->flags & BACKGAMMON_JACOBY && !p->accepted && !offered(p))
		degree = 1;
	most = (int32_t)(degree << cube);
	return cap && cap < most ? cap : most;
}
