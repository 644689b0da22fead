/*
 * stakes.c - what a game's payments mean in chips.
 *
 * Every function here only ever moves chips from one pile to another, so the
 * sum of all piles cannot change but by what leaves the table.
 */
#include "game/stakes.h"

#include <string.h>

/* Payments out of the pot that are shared at once; more are shared after them. */
#define SHARES_MAX (2 * TABLAS_SEATS_MAX)

typedef __uint128_t product; /* of two amounts */

static const char *const words[TRANSFER_KINDS] = {
	[TRANSFER_GRANT] = "grant",	  [TRANSFER_WITHDRAW] = "withdraw",
	[TRANSFER_PLAYER] = "player",	  [TRANSFER_BUY_IN] = "buy_in",
	[TRANSFER_STAKE] = "stake",	  [TRANSFER_POT] = "pot",
	[TRANSFER_SETTLE] = "settle",	  [TRANSFER_REFUND] = "refund",
	[TRANSFER_CORRECTION] = "correction", [TRANSFER_CARRY] = "carry",
	[TRANSFER_BRING] = "bring",	  [TRANSFER_TOP_UP] = "top_up",
	[TRANSFER_DEBT] = "debt",	  [TRANSFER_FEE] = "fee",
	[TRANSFER_FORFEIT] = "forfeit",
};

static const char *const insolvents[INSOLVENT_COUNT] = {
	[INSOLVENT_PAY_WHAT_YOU_HAVE] = "pay_what_you_have",
	[INSOLVENT_DEBT] = "debt",
	[INSOLVENT_ELIMINATE] = "eliminate",
};

const char *transfer_word(enum transfer_kind kind)
{
	return (unsigned)kind < TRANSFER_KINDS && words[kind] ? words[kind] : "none";
}

bool transfer_is_stake(enum transfer_kind kind)
{
	return kind == TRANSFER_STAKE || kind == TRANSFER_FORFEIT;
}

bool transfer_from_wallet(enum transfer_kind kind)
{
	return kind == TRANSFER_BUY_IN || kind == TRANSFER_BRING || kind == TRANSFER_TOP_UP ||
	       kind == TRANSFER_DEBT;
}

bool transfer_to_wallet(enum transfer_kind kind)
{
	return kind == TRANSFER_SETTLE || kind == TRANSFER_REFUND || kind == TRANSFER_CARRY;
}

const char *insolvent_word(enum insolvent what)
{
	return (unsigned)what < INSOLVENT_COUNT ? insolvents[what] : "none";
}

int insolvent_read(const char *word, uint8_t *out)
{
	for (uint8_t i = 0; i < INSOLVENT_COUNT; i++) {
		if (strcmp(word, insolvents[i]) == 0) {
			*out = i;
			return 0;
		}
	}
	return -1;
}

int64_t stakes_at_hand(const struct stakes *s, unsigned seat)
{
	return s->purse[seat] + (s->insolvent == INSOLVENT_DEBT ? s->credit : 0);
}

void stakes_bring(struct stakes *s, unsigned seat, int64_t chips)
{
	s->purse[seat] += chips;
	s->brought[seat] += chips;
}

static int64_t *pile(struct stakes *s, uint8_t whose)
{
	if (whose == TABLAS_POT)
		return &s->pot;
	return whose < TABLAS_SEATS_MAX ? &s->purse[whose] : NULL;
}

static struct transfer move_chips(struct stakes *s, enum transfer_kind kind, uint8_t from,
				  uint8_t to, int64_t amount, const char *reason)
{
	*pile(s, from) -= amount;
	*pile(s, to) += amount;
	return (struct transfer){.kind = (uint8_t)kind,
				 .from = from,
				 .to = to,
				 .amount = amount,
				 .reason = reason};
}

/* ---- shares -------------------------------------------------------------------- */

/*
 * Cuts down what is due so that `chips` cover it, by the largest remainder.
 * Nothing changes where they do already.
 */
static void cut_down(int64_t chips, int64_t *due, size_t n)
{
	product sum = 0, rest[SHARES_MAX];
	int64_t left = chips;

	for (size_t i = 0; i < n; i++)
		sum += (uint64_t)due[i];
	if (sum <= (product)chips)
		return;
	for (size_t i = 0; i < n; i++) {
		product part = (product)chips * (product)due[i];

		due[i] = (int64_t)(part / sum);
		rest[i] = part % sum;
		left -= due[i];
	}
	for (; left > 0; left--) {
		size_t most = 0;

		for (size_t i = 1; i < n; i++)
			if (rest[i] > rest[most])
				most = i;
		due[most]++;
		rest[most] = 0;
	}
}

/* ---- payments ------------------------------------------------------------------ */

static bool is_payment(struct stakes *s, const struct tablas_event *e)
{
	int64_t *from, *to;

	if (e->kind != TABLAS_EV_STAKE || e->amount <= 0)
		return false;
	from = pile(s, e->seat);
	to = pile(s, e->other);
	return from && to && from != to;
}

/* The seat owes more than it can pay. */
static void fall_short(struct stakes *s, uint8_t seat)
{
	for (unsigned i = 0; i < s->short_n; i++)
		if (s->short_of[i] == seat)
			return;
	s->short_of[s->short_n++] = seat;
}

static size_t pay_one(struct stakes *s, const struct tablas_event *e, int64_t due,
		      enum transfer_kind kind, struct transfer *out)
{
	if (due <= 0)
		return 0;
	*out = move_chips(s, kind, e->seat, e->other, due, e->note);
	out->stakes = e->amount;
	return 1;
}

static size_t pay_from_purse(struct stakes *s, const struct tablas_event *e,
			     enum transfer_kind kind, struct transfer *out)
{
	int64_t due = s->unit * e->amount, most = stakes_at_hand(s, e->seat);

	if (due > most) {
		due = most;
		fall_short(s, e->seat);
	}
	return pay_one(s, e, due, kind, out);
}

/* The payments out of the pot that begin here; *next is the event behind them. */
static size_t pay_from_pot(struct stakes *s, const struct tablas_event *e, size_t n, size_t *next,
			   struct transfer *out)
{
	const struct tablas_event *paid[SHARES_MAX];
	int64_t due[SHARES_MAX];
	size_t i, shares = 0, moved = 0;

	for (i = *next; i < n && shares < SHARES_MAX; i++) {
		if (!is_payment(s, &e[i]))
			continue;
		if (e[i].seat != TABLAS_POT)
			break;
		paid[shares] = &e[i];
		due[shares++] = s->unit * e[i].amount;
	}
	*next = i;
	cut_down(s->pot, due, shares);
	for (i = 0; i < shares; i++)
		moved += pay_one(s, paid[i], due[i], TRANSFER_STAKE, out + moved);
	return moved;
}

size_t stakes_pay(struct stakes *s, const struct tablas_event *events, size_t n,
		  unsigned leaver, struct transfer *out)
{
	size_t paid = 0, i = 0;

	s->short_n = 0;
	if (s->unit <= 0)
		return 0;
	while (i < n) {
		const struct tablas_event *e = &events[i];

		if (is_payment(s, e) && e->seat == TABLAS_POT) {
			paid += pay_from_pot(s, events, n, &i, out + paid);
			continue;
		}
		if (is_payment(s, e))
			paid += pay_from_purse(s, e,
					       e->seat == leaver ? TRANSFER_FORFEIT
								 : TRANSFER_STAKE,
					       out + paid);
		i++;
	}
	return paid;
}

/* ---- the end ------------------------------------------------------------------- */

/* The same seat's wallet is outside the table: the chips leave it. */
static size_t empty_purses(struct stakes *s, unsigned seats, enum transfer_kind kind,
			   struct transfer *out)
{
	size_t n = 0;

	for (unsigned i = 0; i < seats; i++) {
		if (s->purse[i] <= 0)
			continue;
		out[n++] = (struct transfer){.kind = (uint8_t)kind,
					     .from = (uint8_t)i,
					     .to = (uint8_t)i,
					     .amount = s->purse[i]};
		s->purse[i] = 0;
	}
	return n;
}

/* What nobody has won by a rule is won by those who came first. */
static size_t share_pot(struct stakes *s, unsigned seats, const uint8_t *rank,
			struct transfer *out)
{
	int64_t due[TABLAS_SEATS_MAX];
	uint8_t who[TABLAS_SEATS_MAX], best = UINT8_MAX;
	size_t winners = 0, n = 0;

	for (unsigned i = 0; i < seats; i++)
		if (rank[i] < best)
			best = rank[i];
	for (unsigned i = 0; i < seats; i++) {
		if (rank[i] != best)
			continue;
		who[winners] = (uint8_t)i;
		due[winners++] = s->pot;
	}
	cut_down(s->pot, due, winners);
	for (size_t i = 0; i < winners; i++)
		if (due[i] > 0)
			out[n++] = move_chips(s, TRANSFER_POT, TABLAS_POT, who[i], due[i], NULL);
	return n;
}

static size_t take_fees(struct stakes *s, unsigned seats, struct transfer *out)
{
	size_t n = 0;

	for (unsigned i = 0; i < seats; i++) {
		int64_t won = s->purse[i] - s->brought[i], fee;

		if (won <= 0)
			continue;
		fee = (int64_t)((product)won * (unsigned)s->fee / 1000);
		if (fee <= 0)
			continue;
		out[n++] = (struct transfer){.kind = TRANSFER_FEE,
					     .from = (uint8_t)i,
					     .to = TABLAS_NOBODY,
					     .amount = fee};
		s->purse[i] -= fee;
	}
	return n;
}

static size_t pay_debts(struct stakes *s, unsigned seats, struct transfer *out)
{
	size_t n = 0;

	for (unsigned i = 0; i < seats; i++) {
		if (s->purse[i] >= 0)
			continue;
		out[n++] = (struct transfer){.kind = TRANSFER_DEBT,
					     .from = (uint8_t)i,
					     .to = (uint8_t)i,
					     .amount = -s->purse[i]};
		s->purse[i] = 0;
	}
	return n;
}

size_t stakes_settle(struct stakes *s, unsigned seats, const uint8_t *rank, struct transfer *out)
{
	size_t n = s->pot > 0 ? share_pot(s, seats, rank, out) : 0;

	n += take_fees(s, seats, out + n);
	n += pay_debts(s, seats, out + n);
	return n + empty_purses(s, seats, TRANSFER_SETTLE, out + n);
}

size_t stakes_carry(struct stakes *s, unsigned seats, struct transfer *out)
{
	return empty_purses(s, seats, TRANSFER_CARRY, out);
}

size_t stakes_pay_match(struct stakes *s, unsigned winner, unsigned loser, struct transfer *out)
{
	int64_t due = s->unit < s->purse[loser] ? s->unit : s->purse[loser];

	if (due <= 0)
		return 0;
	out[0] = move_chips(s, TRANSFER_STAKE, (uint8_t)loser, (uint8_t)winner, due, "match");
	out[0].stakes = 1;
	return 1;
}

/* What each pile should hold, the pot in the last place. */
struct piles {
	int64_t chips[TABLAS_SEATS_MAX + 1];
};

static int64_t beyond(struct stakes *s, const struct piles *then, unsigned seats, unsigned i)
{
	return *pile(s, i < seats ? (uint8_t)i : TABLAS_POT) - then->chips[i];
}

/* From those who have more than they should to those who have less. */
static size_t undo(struct stakes *s, unsigned seats, const struct piles *then,
		   struct transfer *out)
{
	size_t n = 0;
	unsigned loser = 0;

	for (unsigned winner = 0; winner <= seats; winner++) {
		int64_t more, back;

		while ((more = beyond(s, then, seats, winner)) > 0) {
			while (loser <= seats && beyond(s, then, seats, loser) >= 0)
				loser++;
			if (loser > seats)
				break;
			back = -beyond(s, then, seats, loser);
			out[n++] = move_chips(s, TRANSFER_CORRECTION,
					      winner < seats ? (uint8_t)winner : TABLAS_POT,
					      loser < seats ? (uint8_t)loser : TABLAS_POT,
					      back < more ? back : more, NULL);
		}
	}
	return n;
}

size_t stakes_void(struct stakes *s, unsigned seats, struct transfer *out)
{
	struct piles brought = {{0}};
	size_t n;

	memcpy(brought.chips, s->brought, seats * sizeof(s->brought[0]));
	n = undo(s, seats, &brought, out);
	return n + empty_purses(s, seats, TRANSFER_REFUND, out + n);
}

size_t stakes_take_back(struct stakes *s, unsigned seats, const struct stakes *then,
			struct transfer *out)
{
	struct piles piles = {{0}};

	for (unsigned i = 0; i < seats; i++)
		piles.chips[i] = then->purse[i] + s->brought[i] - then->brought[i];
	piles.chips[seats] = then->pot;
	return undo(s, seats, &piles, out);
}
