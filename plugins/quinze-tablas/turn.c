/*
 * turn.c - whose turn it is, and what a throw and a step do.
 *
 * A turn has up to three parts: men in hand are placed, three dice are thrown,
 * and each moves a man [003, Gameplay 1, 2, 5].  Prime and deadlock are looked
 * for between them, because the board can decide the game before the dice do.
 */
#include "plugins/quinze-tablas/quinze.h"

static void say(struct tablas_events *ev, unsigned kind, unsigned seat, unsigned other,
		int from, int to, int32_t amount)
{
	quinze_ending_say(ev, (struct tablas_event){.kind = (uint16_t)kind,
						    .seat = (uint8_t)seat,
						    .other = (uint8_t)other,
						    .from = (int16_t)from,
						    .to = (int16_t)to,
						    .amount = amount});
}

static int place_of(const struct quinze *q, unsigned seat, unsigned at)
{
	if (at == QUINZE_HAND)
		return QUINZE_PLACE_HAND(q->points, (int)seat);
	return at == QUINZE_OFF ? QUINZE_PLACE_OFF(q->points, (int)seat) : (int)at;
}

/*
 * Deadlock is tested every turn, after men are placed and before the throw: a
 * board that nobody can change would never end. [003, Victory Conditions; ours]
 */
static void ask_throw(struct quinze *q, struct tablas_events *ev)
{
	int may_place = quinze_places_any(q) && q->hand[q->turn];

	if (!may_place && quinze_ending_deadlock(q))
		quinze_ending_close(q, q->draw ? TABLAS_NOBODY : q->mover, QUINZE_DEADLOCK, ev);
	else
		q->phase = QUINZE_THROW;
}

static int may_place(const struct quinze *q, unsigned seat)
{
	struct quinze_sight s;

	if (!quinze_places_first(q) || !q->hand[seat])
		return 0;
	quinze_steps_look(q, seat, &s);
	return quinze_steps_room(q, &s) > 0;
}

static void begin_turn(struct quinze *q, unsigned seat, struct tablas_events *ev)
{
	/* Men who cannot be placed lose the game at once: a prime. [003, Victory Conditions]
	 */
	if (quinze_ending_prime(q, seat)) {
		quinze_ending_close(q, !seat, QUINZE_PRIME, ev);
		return;
	}
	q->turn = (uint8_t)seat;
	if (may_place(q, seat))
		q->phase = QUINZE_ENTER;
	else
		ask_throw(q, ev);
	if (q->phase != QUINZE_OVER)
		say(ev, TABLAS_EV_TURN, seat, TABLAS_NOBODY, -1, -1, 0);
}

static void lose(struct quinze *q, unsigned i, struct tablas_events *ev)
{
	q->die_state[i] = TABLAS_DIE_LOST;
	say(ev, TABLAS_EV_DIE_LOST, q->turn, TABLAS_NOBODY, -1, -1, q->die[i]);
}

/* The first unused die of this number, as an index into the throw. */
static unsigned unused(const struct quinze *q, unsigned face)
{
	unsigned i = 0;

	while (i < QUINZE_DICE - 1 &&
	       (q->die[i] != face || q->die_state[i] != TABLAS_DIE_UNUSED))
		i++;
	return i;
}

/*
 * The turn is over: a die that cannot be played is lost [003, Gameplay 6].  A
 * side that has not moved may stand in its goal even so, if by reentry removed it
 * has lost the men outside; then it wins now, on its own turn. [ours]
 */
void quinze_turn_next(struct quinze *q, struct tablas_events *ev)
{
	struct quinze_sight s;

	quinze_steps_look(q, q->turn, &s);
	if (quinze_steps_won(q, &s, 0)) {
		quinze_ending_close(q, q->turn, QUINZE_FINISH, ev);
		return;
	}
	for (unsigned i = 0; i < QUINZE_DICE; i++)
		if (q->die[i] && q->die_state[i] == TABLAS_DIE_UNUSED)
			lose(q, i, ev);
	memset(q->die, 0, sizeof q->die);
	memset(q->die_state, 0, sizeof q->die_state);
	begin_turn(q, !q->turn, ev);
}

static void go_on(struct quinze *q, struct tablas_events *ev)
{
	uint8_t dice[QUINZE_DICE];

	while (quinze_duty_skips(q, q->turn)) {
		quinze_steps_dice(q, dice);
		lose(q, unused(q, dice[0]), ev);
	}
	if (!quinze_duty_any(q, q->turn))
		quinze_turn_next(q, ev);
}

/* ---- what the daemon calls ------------------------------------------------------- */

void quinze_turn_wait(const void *pos, struct tablas_wait *out)
{
	const struct quinze *q = pos;

	memset(out, 0, sizeof *out);
	out->turn = q->turn;
	out->seats = (uint16_t)(q->turn < 2 ? 1u << q->turn : 0);
	switch (q->phase) {
	case QUINZE_OPENING:
		out->kind = TABLAS_WAIT_ROLL;
		out->seats = 3;
		out->dice = 2;
		out->why = "one die each: the higher begins";
		break;
	case QUINZE_ENTER:
		out->kind = TABLAS_WAIT_MOVE;
		out->flags = TABLAS_WAIT_ENTER;
		out->why = "men in hand are placed before the throw";
		break;
	case QUINZE_THROW:
		out->kind = TABLAS_WAIT_ROLL;
		out->dice = QUINZE_DICE;
		out->why = "to throw";
		break;
	case QUINZE_PLAY:
		out->kind = TABLAS_WAIT_MOVE;
		out->why = "to move";
		break;
	default:
		out->kind = TABLAS_WAIT_OVER;
		out->seats = 0;
		out->why = "over";
		break;
	}
	out->sides = out->kind == TABLAS_WAIT_ROLL ? q->die_sides : 0;
}

void quinze_turn_roll(void *pos, const uint8_t *faces, size_t n, struct tablas_events *ev)
{
	struct quinze *q = pos;

	(void)n;
	if (q->phase == QUINZE_OPENING) {
		/* Each throws one die; equal is thrown again. [Libro: the battle; ours] */
		if (faces[0] != faces[1])
			begin_turn(q, faces[0] < faces[1], ev);
		return;
	}
	memcpy(q->die, faces, QUINZE_DICE);
	q->phase = QUINZE_PLAY;
	if (quinze_duty_lost(q, q->turn))
		quinze_ending_close(q, !q->turn, QUINZE_PRIME, ev);
	else
		go_on(q, ev);
}

static void lift(struct quinze *q, unsigned seat, unsigned from)
{
	if (from == QUINZE_HAND)
		q->hand[seat]--;
	else
		q->men[from] = (int8_t)(q->men[from] + (seat ? 1 : -1));
}

/* A single man is hit by landing on him and taken off the board. [003, Gameplay 4] */
static int land(struct quinze *q, unsigned seat, unsigned to)
{
	int8_t one = seat ? -1 : 1;
	int struck = q->men[to] == -one;

	if (!struck) {
		q->men[to] = (int8_t)(q->men[to] + one);
		return 0;
	}
	q->men[to] = one;
	if (q->reentry == QUINZE_REMOVED)
		q->gone[!seat]++;
	else
		q->hand[!seat]++;
	return 1;
}

/* A man goes; says whether another was hit. */
static int carry(struct quinze *q, unsigned seat, tablas_move m, struct tablas_events *ev)
{
	unsigned from = quinze_from(m), to = quinze_to(m);
	int a = place_of(q, seat, from), b = place_of(q, seat, to), struck = 0;

	lift(q, seat, from);
	if (to == QUINZE_OFF) {
		q->off[seat]++;
		say(ev, TABLAS_EV_BORNE_OFF, seat, TABLAS_NOBODY, a, b, (int32_t)quinze_die(m));
		return 0;
	}
	struck = land(q, seat, to);
	say(ev, from == QUINZE_HAND ? TABLAS_EV_ENTERED : TABLAS_EV_MOVED, seat, TABLAS_NOBODY,
	    a, b, (int32_t)quinze_die(m));
	if (struck)
		say(ev, TABLAS_EV_STRUCK, seat, !seat, -1, b, 0);
	return struck;
}

static void play_step(struct quinze *q, unsigned seat, tablas_move m, struct tablas_events *ev)
{
	struct quinze_sight s;
	int struck = carry(q, seat, m, ev);

	q->mover = (uint8_t)seat;
	q->die_state[unused(q, quinze_die(m))] = TABLAS_DIE_USED;
	quinze_steps_look(q, seat, &s);
	/* Unplayed dice do not matter then. [ours] */
	if (quinze_steps_won(q, &s, struck))
		quinze_ending_close(q, seat, QUINZE_FINISH, ev);
	else
		go_on(q, ev);
}

void quinze_turn_play(void *pos, unsigned seat, tablas_move m, struct tablas_events *ev)
{
	struct quinze *q = pos;

	if (m == QUINZE_STOP) {
		ask_throw(q, ev);
		return;
	}
	if (quinze_die(m) != 0) {
		play_step(q, seat, m, ev);
		return;
	}
	carry(q, seat, m, ev);
	if (q->entry_counts)
		q->mover = (uint8_t)seat;
	if (q->phase == QUINZE_PLAY)
		go_on(q, ev);
	else if (!may_place(q, seat))
		ask_throw(q, ev);
}

/* Whoever leaves has lost what a resignation costs. [ours] */
void quinze_turn_leave(void *pos, unsigned seat, struct tablas_events *ev)
{
	struct quinze *q = pos;

	if (seat > 1 || q->phase == QUINZE_OVER)
		return;
	say(ev, TABLAS_EV_LEFT, seat, TABLAS_NOBODY, -1, -1, 0);
	quinze_ending_close(q, !seat, QUINZE_LEFT, ev);
}

int quinze_turn_resign(void *pos, unsigned seat, int32_t value, struct tablas_events *ev,
		       const char **sentence)
{
	struct quinze *q = pos;
	const char *no = NULL;

	if (seat > 1 || q->phase == QUINZE_OVER)
		no = "only a seat that is still playing can resign";
	else if (value != 0 && value != 1)
		no = "a resignation costs one stake: there are no degrees of losing";
	if (no) {
		if (sentence)
			*sentence = no;
		return -1;
	}
	say(ev, TABLAS_EV_RESIGN, seat, !seat, -1, -1, 1);
	quinze_ending_close(q, !seat, QUINZE_RESIGN, ev);
	return 0;
}
