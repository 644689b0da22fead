/*
 * ending.c - how a game ends, and what it costs.
 *
 * Three ways to win on the board: the goal, the prime (men in hand who find no
 * room) and the deadlock (nobody can move) [003, Victory Conditions].  Both
 * sides stake the same, the loser pays; no source names amounts, so only the
 * multiples are an option.
 */
#include "plugins/quinze-tablas/quinze.h"

const char *const quinze_ending_word[QUINZE_ENDS] = {"",	 "finish", "prime",
						     "deadlock", "resign", "left"};

void quinze_ending_say(struct tablas_events *ev, struct tablas_event e)
{
	if (ev && ev->n < TABLAS_EVENTS_MAX)
		ev->v[ev->n++] = e;
}

/* reentry dice: no number enters a man. [ours] */
static int none_enters(const struct quinze *q, const struct quinze_sight *s)
{
	for (unsigned die = 1; die <= q->die_sides; die++)
		if (quinze_steps_with(q, s, die))
			return 0;
	return 1;
}

/*
 * A prime at the beginning of the loser's turn: "every point in their starting
 * quarter is full" [003, Victory Conditions].  Ours: one man too many is
 * enough (prime_test any_left); and a quarter full of one's own men is no prime
 * (prime_block enemy), else the array itself would be one.
 */
int quinze_ending_prime(const struct quinze *q, unsigned loser)
{
	struct quinze_sight s;
	unsigned room;

	if (q->race || !q->hand[loser] || quinze_places_any(q))
		return 0;
	quinze_steps_look(q, loser, &s);
	if (q->reentry == QUINZE_BY_DICE)
		return none_enters(q, &s);
	room = quinze_steps_room(q, &s);
	if (q->none_placed ? room > 0 : s.hand <= room)
		return 0;
	return q->prime_any || ((s.held | s.blots) & quinze_ways(1, q->quarter));
}

/*
 * "If neither player can move whatever the dice show" [003, Victory
 * Conditions]; a man in hand who would find room can still change the board.
 */
int quinze_ending_deadlock(const struct quinze *q)
{
	if (quinze_steps_moves(q))
		return 0;
	for (unsigned seat = 0; seat < 2; seat++) {
		struct quinze_sight s;

		if (q->reentry != QUINZE_FREE || !q->hand[seat])
			continue;
		quinze_steps_look(q, seat, &s);
		if (quinze_steps_room(q, &s))
			return 0;
	}
	return 1;
}

/* Does the seat stand in its goal, whoever moved last? */
int quinze_ending_finished(const struct quinze *q, unsigned seat)
{
	struct quinze_sight s;

	quinze_steps_look(q, seat, &s);
	return quinze_steps_won(q, &s, q->gone[!seat] != 0);
}

static int32_t value_of(const struct quinze *q, enum quinze_end end)
{
	return end == QUINZE_PRIME ? q->prime_value : 1;
}

void quinze_ending_close(struct quinze *q, unsigned winner, enum quinze_end end,
			 struct tablas_events *ev)
{
	struct tablas_event e = {.kind = TABLAS_EV_FINISHED,
				 .seat = (uint8_t)winner,
				 .other = TABLAS_NOBODY,
				 .from = -1,
				 .to = -1,
				 .amount = 1,
				 .note = quinze_ending_word[end]};

	memset(q->die, 0, sizeof q->die);
	memset(q->die_state, 0, sizeof q->die_state);
	q->phase = QUINZE_OVER;
	q->turn = TABLAS_NOBODY;
	q->winner = (uint8_t)winner;
	q->end = (uint8_t)end;
	if (winner > 1)
		return;
	quinze_ending_say(ev, e);
	/* In a match points are won, not stakes. */
	if (q->match)
		return;
	e.kind = TABLAS_EV_STAKE;
	e.seat = !winner;
	e.other = (uint8_t)winner;
	e.amount = value_of(q, end);
	quinze_ending_say(ev, e);
}

void quinze_ending_outcome(const void *pos, struct tablas_outcome *out)
{
	const struct quinze *q = pos;

	memset(out, 0, sizeof *out);
	out->rank[0] = out->rank[1] = 1;
	out->note = quinze_ending_word[q->end % QUINZE_ENDS];
	if (q->winner > 1)
		return;
	out->rank[!q->winner] = 2;
	out->points[q->winner] = value_of(q, q->end);
}

/* Can a prime still happen? */
static int primes(const struct quinze *q)
{
	return !q->race && q->reentry != QUINZE_REMOVED;
}

int32_t quinze_ending_exposure(const void *pos, unsigned seat)
{
	const struct quinze *q = pos;

	if (seat > 1 || q->phase == QUINZE_OVER || q->match)
		return 0;
	return primes(q) ? q->prime_value : 1;
}

/* Men in hand against the room they have: the nearer to a prime the worse. */
static int32_t danger(const struct quinze *q, unsigned seat)
{
	struct quinze_sight s;
	int32_t room, hand = q->hand[seat];

	if (!primes(q) || !hand)
		return 0;
	quinze_steps_look(q, seat, &s);
	if (!((s.held | s.blots) & quinze_ways(1, q->quarter)) && !q->prime_any)
		return 40 * hand;
	room = (int32_t)quinze_steps_room(q, &s);
	return hand > room ? 800 : 60 * hand + 200 * hand / (room + 1);
}

/*
 * A race counted in points still to travel, and the danger of a prime.  For
 * bots that look one throw ahead, not a theory of the game.
 */
int32_t quinze_ending_value(const void *pos, unsigned seat)
{
	const struct quinze *q = pos;
	int32_t worth;

	if (seat > 1)
		return 0;
	if (q->phase == QUINZE_OVER) {
		if (q->winner > 1)
			return 0;
		worth = 1000 * value_of(q, q->end);
		return q->winner == seat ? worth : -worth;
	}
	worth = 8 *
		((int32_t)quinze_steps_pips(q, !seat) - (int32_t)quinze_steps_pips(q, seat));
	worth += danger(q, !seat) - danger(q, seat);
	return worth > 950 ? 950 : worth < -950 ? -950 : worth;
}
