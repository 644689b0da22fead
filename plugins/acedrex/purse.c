/*
 * purse.c - who pays, what, and to whom.
 *
 * "Each of these four players should make an opening wager.  Thereafter for
 * each piece that a player loses he should pay an amount as well as for each
 * check given to a king" (Golladay, folios 87-89).  The DLP summary sends these
 * into the pot; options send them to the captor.  What a player received from
 * other players is kept, because the second to be defeated "leaves on the
 * board as much as he has won".
 */
#include "plugins/acedrex/acedrex.h"

void acedrex_purse_tell(struct tablas_events *ev, unsigned kind, unsigned seat, unsigned other,
			int from, int to, int32_t amount, const char *note)
{
	if (ev && ev->n < TABLAS_EVENTS_MAX)
		ev->v[ev->n++] = (struct tablas_event){.kind = (uint16_t)kind,
						       .seat = (uint8_t)seat,
						       .other = (uint8_t)other,
						       .from = (int16_t)from,
						       .to = (int16_t)to,
						       .amount = amount,
						       .note = note};
}

static void add(uint8_t v[4], uint32_t amount)
{
	acedrex_put(v, acedrex_get(v) + amount);
}

static void pay(struct acedrex *a, unsigned payer, unsigned payee, uint32_t amount,
		const char *note, struct tablas_events *ev)
{
	if (amount == 0)
		return;
	if (payer == TABLAS_POT)
		add(a->pot, -amount);
	else
		add(a->net[payer], -amount);
	if (payee == TABLAS_POT)
		add(a->pot, amount);
	else
		add(a->net[payee], amount);
	if (payer != TABLAS_POT && payee != TABLAS_POT)
		add(a->won[payee], amount);
	acedrex_purse_tell(ev, TABLAS_EV_STAKE, payer, payee, -1, -1, (int32_t)amount, note);
}

/* The opening wagers, before anything else is told. */
void acedrex_purse_antes(struct acedrex *a, struct tablas_events *ev)
{
	if (a->started)
		return;
	a->started = 1;
	for (unsigned seat = 0; seat < ACEDREX_SEATS; seat++)
		pay(a, seat, TABLAS_POT, acedrex_get(a->ante), "ante", ev);
}

void acedrex_purse_capture(struct acedrex *a, unsigned loser, unsigned captor,
			   struct tablas_events *ev)
{
	pay(a, loser, a->capture_payee == ACEDREX_TO_CAPTOR ? captor : TABLAS_POT, 1, "capture",
	    ev);
}

/* Ours: checks never end, so a player pays for max_check_fees of them at most. */
void acedrex_purse_check(struct acedrex *a, unsigned checked, unsigned checker,
			 struct tablas_events *ev)
{
	unsigned fees = acedrex_get2(a->fees[checked]);

	if (fees >= acedrex_get2(a->max_check_fees))
		return;
	acedrex_put2(a->fees[checked], fees + 1);
	pay(a, checked, a->check_payee == ACEDREX_TO_CAPTOR ? checker : TABLAS_POT, 1, "check",
	    ev);
}

/*
 * The first to be defeated "pays the victor an amount for as many pieces as he
 * has on the board"; the second leaves what he has won and as much; the last
 * gives it to the winner (Golladay).  The DLP summary has the first pay into
 * the pot.
 */
void acedrex_purse_mate(struct acedrex *a, unsigned victim, unsigned mater, unsigned pieces,
			struct tablas_events *ev)
{
	unsigned payee = TABLAS_POT;

	switch (acedrex_living(a)) {
	case 4:
		if (a->first_mate_payee == ACEDREX_TO_MATER)
			payee = mater;
		break;
	case 3:
		pay(a, victim, TABLAS_POT, acedrex_get(a->won[victim]), "winnings", ev);
		break;
	default:
		payee = acedrex_next(a, victim);
		break;
	}
	pay(a, victim, payee, pieces, "mate", ev);
}

/* "The one who wins takes all the money on the board" (Golladay). */
void acedrex_purse_win(struct acedrex *a, unsigned winner, struct tablas_events *ev)
{
	pay(a, TABLAS_POT, winner, acedrex_get(a->pot), "pot", ev);
}

/* Ours: a draw shares the pot equally, odd stakes to the earlier in the order of play. */
void acedrex_purse_share(struct acedrex *a, struct tablas_events *ev)
{
	uint32_t pot = acedrex_get(a->pot), living = acedrex_living(a), odd = pot % living;

	for (unsigned seat = 0; seat < ACEDREX_SEATS; seat++) {
		if (!acedrex_lives(a, seat))
			continue;
		pay(a, TABLAS_POT, seat, pot / living + (odd > 0 ? 1 : 0), "draw", ev);
		odd -= odd > 0 ? 1 : 0;
	}
}

/* ---- what is at risk ------------------------------------------------------------- */

static unsigned army_of(const struct acedrex_men *men, unsigned seat)
{
	return (unsigned)__builtin_popcountll(men->of[seat]);
}

static unsigned fees_left(const struct acedrex *a, unsigned seat)
{
	unsigned paid = acedrex_get2(a->fees[seat]), most = acedrex_get2(a->max_check_fees);

	return paid < most ? most - paid : 0;
}

/*
 * What the second to be defeated would leave: what he has received, and what
 * he may yet receive before.
 */
static int64_t winnings(const struct acedrex *a, const struct acedrex_men *men, unsigned seat)
{
	int64_t received = acedrex_get(a->won[seat]);
	unsigned living = acedrex_living(a), biggest = 0;

	if (living < 3)
		return 0;
	for (unsigned other = 0; other < ACEDREX_SEATS; other++) {
		if (other == seat || !acedrex_lives(a, other))
			continue;
		if (army_of(men, other) > biggest)
			biggest = army_of(men, other);
		if (a->capture_payee == ACEDREX_TO_CAPTOR)
			received += army_of(men, other);
		if (a->check_payee == ACEDREX_TO_CAPTOR)
			received += fees_left(a, other);
	}
	if (living == 4 && a->first_mate_payee == ACEDREX_TO_MATER)
		received += biggest;
	return received;
}

/*
 * Every piece is paid for once, when it is captured or when its player is
 * mated; one that may change hands may have to be paid for by anybody.
 */
int32_t acedrex_purse_exposure(const void *pos, unsigned seat)
{
	const struct acedrex *a = pos;
	struct acedrex_men men;
	int64_t most;

	if (seat >= ACEDREX_SEATS || a->end != ACEDREX_PLAYING || !acedrex_lives(a, seat))
		return 0;
	acedrex_attacks_men(a, &men);
	most = a->mated_army == ACEDREX_CAPTOR ? __builtin_popcountll(men.all)
					       : (int)army_of(&men, seat);
	most += a->count_king ? 0 : -1;
	most += fees_left(a, seat) + winnings(a, &men, seat);
	if (!a->started)
		most += acedrex_get(a->ante);
	return most > INT32_MAX ? INT32_MAX : (int32_t)most;
}
