/*
 * ending.c - who has finished, what it pays, and who is ranked where.
 *
 * The original text says that the first to bear off "will beat the player to
 * his right and so on around", which may mean that the others play on; so
 * finish offers both (article, Game Over?).  Stakes are the article's own
 * house rule (Playing for Stakes): a chip for every strike and, for every piece
 * borne off, one from each seat still in the game.
 */
#include "plugins/el-mundo/mundo.h"

void mundo_ending_say(struct tablas_events *ev, struct tablas_event e)
{
	if (ev && ev->n < TABLAS_EVENTS_MAX)
		ev->v[ev->n++] = e;
}

static void pay(struct tablas_events *ev, unsigned payer, unsigned payee, int32_t amount,
		const char *note)
{
	if (amount > 0)
		mundo_ending_say(ev, (struct tablas_event){.kind = TABLAS_EV_STAKE,
							   .seat = (uint8_t)payer,
							   .other = (uint8_t)payee,
							   .from = -1,
							   .to = -1,
							   .amount = amount,
							   .note = note});
}

unsigned mundo_ending_playing(const struct mundo *w)
{
	unsigned n = 0;

	for (unsigned seat = 0; seat < MUNDO_SEATS; seat++)
		n += mundo_plays_on(w, seat) ? 1 : 0;
	return n;
}

unsigned mundo_ending_finished(const struct mundo *w)
{
	unsigned n = 0;

	for (unsigned seat = 0; seat < MUNDO_SEATS; seat++)
		n += w->standing[seat] != 0 && w->standing[seat] < MUNDO_LEFT ? 1 : 0;
	return n;
}

static int limit_reached(const struct mundo *w)
{
	uint32_t limit = mundo_get(w->turn_limit);

	return limit != 0 && mundo_get(w->turns) >= limit;
}

/* Whether the game ends here, the turn limit apart. */
static int decided(const struct mundo *w)
{
	return mundo_ending_playing(w) < 2 ||
	       (w->finish == MUNDO_FIRST_WINS && mundo_ending_finished(w) > 0);
}

/* Whether no further turn may begin. */
int mundo_ending_due(const struct mundo *w)
{
	return decided(w) || limit_reached(w);
}

/* By pips at the turn limit; otherwise those still playing share the rank. */
static uint8_t rank_playing(const struct mundo *w, unsigned seat)
{
	unsigned rank = mundo_ending_finished(w) + 1;

	if (decided(w))
		return (uint8_t)rank;
	for (unsigned other = 0; other < MUNDO_SEATS; other++)
		if (mundo_plays_on(w, other) &&
		    mundo_steps_pips(w, other) < mundo_steps_pips(w, seat))
			rank++;
	return (uint8_t)rank;
}

static uint8_t rank_of(const struct mundo *w, unsigned seat)
{
	uint8_t standing = w->standing[seat];

	if (standing == 0)
		return rank_playing(w, seat);
	/* Ours: who leaves ranks behind all who have not yet. */
	if (standing >= MUNDO_LEFT)
		return (uint8_t)(MUNDO_SEATS + 1 - (standing & 15u));
	return standing;
}

static const char *how(const struct mundo *w)
{
	if (mundo_ending_finished(w) > 0 && decided(w))
		return "borne off";
	return mundo_ending_playing(w) < 2 ? "the others left" : "turn limit";
}

void mundo_ending_outcome(const void *pos, struct tablas_outcome *out)
{
	const struct mundo *w = pos;
	unsigned best = 0;

	memset(out, 0, sizeof *out);
	for (unsigned seat = 0; seat < MUNDO_SEATS; seat++) {
		out->rank[seat] = rank_of(w, seat);
		best += out->rank[seat] == 1 ? 1 : 0;
	}
	for (unsigned seat = 0; seat < MUNDO_SEATS; seat++)
		out->points[seat] = best == 1 && out->rank[seat] == 1 ? 1 : 0;
	out->note = how(w);
}

/*
 * A race counted in pips: what a seat is ahead of another it will about as
 * likely be paid for as pay.  A twentieth of a stake a pip is the size of the
 * balances that whole games end with.
 */
int32_t mundo_ending_value(const void *pos, unsigned seat)
{
	const struct mundo *w = pos;
	int32_t own, value = 0;

	if (seat >= MUNDO_SEATS)
		return 0;
	own = (int32_t)mundo_steps_pips(w, seat) + 19 * w->gone[seat];
	for (unsigned other = 0; other < MUNDO_SEATS; other++)
		value += (int32_t)mundo_steps_pips(w, other) + 19 * w->gone[other] - own;
	return value * 50;
}

void mundo_ending_antes(const struct mundo *w, struct tablas_events *ev)
{
	for (unsigned seat = 0; seat < MUNDO_SEATS; seat++)
		pay(ev, seat, TABLAS_POT, (int32_t)mundo_get(w->ante), "ante");
}

/* The pot goes to the first; those who share the first rank share it, low seats first. */
static void pay_pot(const struct mundo *w, const uint8_t *rank, struct tablas_events *ev)
{
	uint32_t ante = mundo_get(w->ante), pot = MUNDO_SEATS * ante, n = 0, rest;

	for (unsigned seat = 0; seat < MUNDO_SEATS; seat++)
		n += rank[seat] == 1 ? 1u : 0;
	if (n == 0)
		return;
	rest = pot % n;
	for (unsigned seat = 0; seat < MUNDO_SEATS; seat++) {
		if (rank[seat] != 1)
			continue;
		pay(ev, TABLAS_POT, seat, (int32_t)(pot / n + (rest > 0 ? 1 : 0)), "pot");
		rest -= rest > 0 ? 1 : 0;
	}
}

/*
 * Playing for Stakes: each remaining player pays a chip for a piece borne off.
 * payout right_neighbour takes "the player to his right" at its word, and of
 * those who are still there.  Otherwise a player who has left goes on paying out
 * of the purse that stays at the table, for else one could leave to escape it
 * (ours).
 */
void mundo_ending_charge(const struct mundo *w, unsigned bearer, struct tablas_events *ev)
{
	if (w->stakes == MUNDO_STAKES_NONE)
		return;
	for (unsigned i = 1; i < MUNDO_SEATS; i++) {
		unsigned other = (bearer + i) % MUNDO_SEATS;

		if (!mundo_plays_on(w, other) && (w->payout == MUNDO_RIGHT_NEIGHBOUR ||
						  w->standing[other] < MUNDO_LEFT))
			continue;
		pay(ev, other, bearer, 1, "bearoff");
		if (w->payout == MUNDO_RIGHT_NEIGHBOUR)
			return;
	}
}

/*
 * Everybody else has left: whoever stays would bear off the rest unhindered, and
 * is paid as if he had (ours, for the same reason).
 */
void mundo_ending_alone(const struct mundo *w, unsigned leaver, struct tablas_events *ev)
{
	unsigned seat = 0;

	while (seat < MUNDO_SEATS && !mundo_plays_on(w, seat))
		seat++;
	if (w->stakes == MUNDO_STAKES_NONE || seat == MUNDO_SEATS)
		return;
	for (unsigned other = 0; other < MUNDO_SEATS; other++)
		if (w->standing[other] >= MUNDO_LEFT &&
		    (other == leaver || w->payout != MUNDO_RIGHT_NEIGHBOUR))
			pay(ev, other, seat, MUNDO_PIECES - w->off[seat], "bearoff");
}

static void say_finished(const struct mundo *w, unsigned seat, struct tablas_events *ev)
{
	mundo_ending_say(ev, (struct tablas_event){.kind = TABLAS_EV_FINISHED,
						   .seat = (uint8_t)seat,
						   .other = TABLAS_NOBODY,
						   .from = -1,
						   .to = -1,
						   .amount = rank_of(w, seat)});
}

/* The seat's last piece is off.  Whether that ends the game, mundo_ending_due() says. */
void mundo_ending_finish(struct mundo *w, unsigned seat, struct tablas_events *ev)
{
	uint8_t rank[MUNDO_SEATS] = {0};

	w->standing[seat] = (uint8_t)(mundo_ending_finished(w) + 1);
	say_finished(w, seat, ev);
	if (w->standing[seat] == 1) {
		rank[seat] = 1;
		pay_pot(w, rank, ev);
	}
}

/* The game is over: dice nobody will use are lost, and a pot nobody won is paid out. */
void mundo_ending_close(struct mundo *w, struct tablas_events *ev)
{
	struct tablas_outcome end;

	for (unsigned i = 0; i < MUNDO_DICE; i++)
		if (w->die[i] != 0 && w->die_state[i] == TABLAS_DIE_UNUSED)
			mundo_ending_say(ev, (struct tablas_event){.kind = TABLAS_EV_DIE_LOST,
								   .seat = w->turn,
								   .other = TABLAS_NOBODY,
								   .from = -1,
								   .to = -1,
								   .amount = w->die[i]});
	memset(w->die, 0, sizeof w->die);
	memset(w->die_state, 0, sizeof w->die_state);
	memset(w->die_seat, 0, sizeof w->die_seat);
	w->phase = MUNDO_OVER;
	w->turn = w->asked = TABLAS_NOBODY;
	w->offer = w->first = w->rolling = w->struck = w->shut = 0;
	if (mundo_ending_finished(w) > 0)
		return;
	mundo_ending_outcome(w, &end);
	for (unsigned seat = 0; seat < MUNDO_SEATS; seat++)
		if (end.rank[seat] == 1 && mundo_ending_playing(w) < 2)
			say_finished(w, seat, ev);
	pay_pot(w, end.rank, ev);
}
