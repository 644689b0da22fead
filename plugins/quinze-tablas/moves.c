/*
 * moves.c - what a seat may do now, and which rule forbids the rest.
 */
#include "plugins/quinze-tablas/quinze.h"

static int is_asked(const struct quinze *q, unsigned seat)
{
	return (q->phase == QUINZE_ENTER || q->phase == QUINZE_PLAY) && q->turn == seat;
}

/*
 * reentry_all off: men may be held back, but not when nobody could move
 * otherwise, or two stubborn players would sit there for ever. [ours]
 */
static int may_stop(const struct quinze *q)
{
	return q->phase == QUINZE_ENTER && !q->reentry_all && quinze_steps_moves(q);
}

static void add(tablas_move m, tablas_move *out, size_t cap, size_t *n)
{
	if (*n < cap)
		out[*n] = m;
	(*n)++;
}

static void add_places(const struct quinze *q, unsigned seat, uint32_t places, tablas_move *out,
		       size_t cap, size_t *n)
{
	for (; places; places &= places - 1) {
		unsigned way = (unsigned)__builtin_ctz(places);

		add(quinze_move(0, QUINZE_HAND, quinze_way(q, seat, way)), out, cap, n);
	}
}

/* The step of the man on this way (0: in hand) by this die. */
static tablas_move step_of(const struct quinze *q, unsigned seat, unsigned way, unsigned die)
{
	unsigned from = way ? quinze_way(q, seat, way) : QUINZE_HAND;
	unsigned to = way + die > q->points ? QUINZE_OFF : quinze_way(q, seat, way + die);

	return quinze_move(die, from, to);
}

size_t quinze_moves_legal(const void *pos, unsigned seat, tablas_move *out, size_t cap)
{
	const struct quinze *q = pos;
	struct quinze_kept kept;
	struct quinze_sight s;
	size_t n = 0;

	if (!is_asked(q, seat))
		return 0;
	if (q->phase == QUINZE_ENTER) {
		quinze_steps_look(q, seat, &s);
		add_places(q, seat, quinze_steps_free(q, &s), out, cap, &n);
		if (may_stop(q))
			add(QUINZE_STOP, out, cap, &n);
		return n;
	}
	quinze_duty_kept(q, seat, &kept);
	for (unsigned i = 0; i < kept.n; i++)
		for (uint32_t m = kept.steps[i]; m; m &= m - 1)
			add(step_of(q, seat, (unsigned)__builtin_ctz(m), kept.dice[i]), out,
			    cap, &n);
	add_places(q, seat, kept.places, out, cap, &n);
	return n;
}

/* ---- why not --------------------------------------------------------------------- */

/* Any number may be asked about. */
static int is_move(const struct quinze *q, tablas_move m)
{
	unsigned from = quinze_from(m), to = quinze_to(m);

	return m == QUINZE_STOP ||
	       (m < QUINZE_STOP && from <= q->points &&
		(to == QUINZE_OFF ? from != QUINZE_HAND : to >= 1 && to <= q->points));
}

/* A man is placed without a die. */
static enum tablas_why why_not_place(const struct quinze *q, const struct quinze_sight *s,
				     unsigned seat, tablas_move m, const char **sentence)
{
	unsigned to = quinze_to(m), way = to == QUINZE_OFF ? 0 : quinze_way(q, seat, to);

	if (quinze_from(m) != QUINZE_HAND || way == 0) {
		*sentence = "only men in hand are placed without a die";
		return TABLAS_WHY_NO_SUCH_DIE;
	}
	if (!s->hand) {
		*sentence = "no man is in hand";
		return TABLAS_WHY_NO_PIECE;
	}
	if (way > q->quarter) {
		*sentence = "a man in hand is placed in his own starting quarter";
		return TABLAS_WHY_OTHER;
	}
	if (quinze_steps_free(q, s) >> way & 1)
		return TABLAS_WHY_LEGAL;
	*sentence = s->full >> way & 1 ? "no point ever holds more than two men"
				       : "a man is placed on a point that is empty or his own: "
					 "even a lone enemy keeps him out";
	return TABLAS_WHY_POINT_BLOCKED;
}

static enum tablas_why why_not_enter(const struct quinze *q, unsigned seat, tablas_move m,
				     const char **sentence)
{
	struct quinze_sight s;

	if (m == QUINZE_STOP) {
		if (may_stop(q))
			return TABLAS_WHY_LEGAL;
		*sentence =
			q->reentry_all
				? "every man in hand must be placed before the throw"
				: "no man on the board can move, so one in hand must be placed";
		return TABLAS_WHY_MUST_ENTER;
	}
	if (quinze_from(m) != QUINZE_HAND) {
		*sentence = "men in hand are placed before the throw";
		return TABLAS_WHY_MUST_ENTER;
	}
	if (quinze_die(m) != 0) {
		*sentence = "men in hand are placed without dice, before the throw";
		return TABLAS_WHY_NO_SUCH_DIE;
	}
	quinze_steps_look(q, seat, &s);
	return why_not_place(q, &s, seat, m, sentence);
}

static int has_die(const struct quinze *q, unsigned die)
{
	for (unsigned i = 0; i < QUINZE_DICE; i++)
		if (die && q->die[i] == die && q->die_state[i] == TABLAS_DIE_UNUSED)
			return 1;
	return 0;
}

static int is_backwards(const struct quinze *q, unsigned seat, tablas_move m)
{
	unsigned from = quinze_from(m), to = quinze_to(m);

	return from != QUINZE_HAND && to != QUINZE_OFF &&
	       quinze_way(q, seat, to) <= quinze_way(q, seat, from);
}

static enum tablas_why why_not_man(const struct quinze *q, const struct quinze_sight *s,
				   unsigned seat, tablas_move m, const char **sentence)
{
	unsigned from = quinze_from(m);

	if (from == QUINZE_HAND ? !s->hand : !quinze_count(q, seat, from)) {
		*sentence = from == QUINZE_HAND ? "no man is in hand"
						: "no man of this side stands there";
		return TABLAS_WHY_NO_PIECE;
	}
	if (from == QUINZE_HAND && q->reentry != QUINZE_BY_DICE) {
		*sentence = q->reentry_any ? "men in hand are placed without a die"
					   : "men left in hand wait for their side's next turn";
		return TABLAS_WHY_OTHER;
	}
	if (from != QUINZE_HAND && s->hand && q->reentry == QUINZE_BY_DICE) {
		*sentence = "while men are in hand every die must enter one";
		return TABLAS_WHY_MUST_ENTER;
	}
	return TABLAS_WHY_LEGAL;
}

static enum tablas_why why_not_off(const struct quinze *q, const struct quinze_sight *s,
				   unsigned way, const char **sentence)
{
	unsigned first = q->points - q->quarter + 1u;

	if (!quinze_bears_off(q)) {
		*sentence = "men do not leave the board: the goal is to mirror the start";
		return TABLAS_WHY_WRONG_WAY;
	}
	if (q->race && (s->own & (quinze_ways(1, first - 1)))) {
		*sentence = "men are borne off when all of them stand in the inner table";
		return TABLAS_WHY_NOT_ALL_HOME;
	}
	if (way < first) {
		*sentence = "a man is borne off from the other side's starting quarter";
		return TABLAS_WHY_NOT_ALL_HOME;
	}
	*sentence = q->race || q->bearoff_over
			    ? "a larger number bears off the rearmost man only"
			    : "a man is borne off by exactly his distance from the edge";
	return TABLAS_WHY_EXACT_BEAR_OFF;
}

/* A step that goes nowhere a die could take it, or onto a closed point. */
static enum tablas_why why_not_there(const struct quinze *q, const struct quinze_sight *s,
				     unsigned seat, tablas_move m, const char **sentence)
{
	unsigned from = quinze_from(m), to = quinze_to(m), die = quinze_die(m);
	unsigned way = from == QUINZE_HAND ? 0 : quinze_way(q, seat, from), there;

	if (to == QUINZE_OFF)
		return why_not_off(q, s, way, sentence);
	there = quinze_way(q, seat, to);
	if (is_backwards(q, seat, m)) {
		*sentence = "men only move forward, towards the end of their way";
		return TABLAS_WHY_WRONG_WAY;
	}
	if (there != way + die) {
		*sentence = way ? "a die moves a man exactly its number of points"
				: "a die enters a man on the point of its own number";
		return TABLAS_WHY_WRONG_WAY;
	}
	if (way == 0 && there > q->quarter) {
		*sentence = "a man enters in his own starting quarter";
		return TABLAS_WHY_WRONG_WAY;
	}
	*sentence = s->full >> there & 1 ? "two of one's own men fill a point like any others"
					 : "two enemy men close that point";
	return TABLAS_WHY_POINT_BLOCKED;
}

/* A possible step or place that is not offered: the throw asks for something else. */
static enum tablas_why why_not_now(const struct quinze *q, const struct quinze_sight *s,
				   const struct quinze_kept *kept, unsigned die,
				   const char **sentence)
{
	if (q->high_first && die && die != kept->dice[0]) {
		*sentence = "dice are taken from the highest down";
		return TABLAS_WHY_MUST_USE_LARGER;
	}
	*sentence = quinze_places_any(q) && s->hand
			    ? "every man in hand must find a place and then as many dice as "
			      "can be must be used; after this they could not"
			    : "as many dice as can be used must be; after this fewer could";
	return TABLAS_WHY_MUST_USE_MORE;
}

/* Of the things to be done with dice. */
static enum tablas_why why_not_play(const struct quinze *q, unsigned seat, tablas_move m,
				    const char **sentence)
{
	unsigned die = quinze_die(m), from = quinze_from(m), bit;
	struct quinze_sight s;
	struct quinze_kept kept;
	enum tablas_why why;
	int there;

	quinze_steps_look(q, seat, &s);
	if (!has_die(q, die) && !is_backwards(q, seat, m) &&
	    (die || !quinze_places_any(q) || from != QUINZE_HAND)) {
		*sentence = "no unused die has that number; a man who goes further stops after "
			    "each number on the way";
		return TABLAS_WHY_NO_SUCH_DIE;
	}
	quinze_duty_kept(q, seat, &kept);
	if (die == 0 && from == QUINZE_HAND) {
		why = why_not_place(q, &s, seat, m, sentence);
		if (why != TABLAS_WHY_LEGAL)
			return why;
		if (kept.places >> quinze_way(q, seat, quinze_to(m)) & 1)
			return TABLAS_WHY_LEGAL;
		return why_not_now(q, &s, &kept, 0, sentence);
	}
	why = why_not_man(q, &s, seat, m, sentence);
	if (why != TABLAS_WHY_LEGAL)
		return why;
	bit = from == QUINZE_HAND ? 0 : quinze_way(q, seat, from);
	there = has_die(q, die) && m == step_of(q, seat, bit, die) &&
		(quinze_steps_with(q, &s, die) >> bit & 1);
	if (!there)
		return why_not_there(q, &s, seat, m, sentence);
	for (unsigned i = 0; i < kept.n; i++)
		if (kept.dice[i] == die && kept.steps[i] >> bit & 1)
			return TABLAS_WHY_LEGAL;
	return why_not_now(q, &s, &kept, die, sentence);
}

enum tablas_why quinze_moves_why(const void *pos, unsigned seat, tablas_move m,
				 const char **sentence)
{
	const struct quinze *q = pos;
	const char *nowhere;

	if (!sentence)
		sentence = &nowhere;
	*sentence = NULL;
	if (!is_move(q, m)) {
		*sentence = "no move is meant by that";
		return TABLAS_WHY_UNREADABLE;
	}
	if (!is_asked(q, seat)) {
		*sentence = "this side has nothing to decide now";
		return TABLAS_WHY_OTHER;
	}
	if (q->phase == QUINZE_ENTER)
		return why_not_enter(q, seat, m, sentence);
	if (m == QUINZE_STOP) {
		*sentence = "dice that can be used must be used";
		return TABLAS_WHY_MUST_USE_MORE;
	}
	return why_not_play(q, seat, m, sentence);
}
