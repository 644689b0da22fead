/*
 * stakes.c - what a game's payments mean in chips.
 *
 * Every function here only ever moves chips from one pile to another, so the
 * sum of all piles cannot change but by what leaves the table.
 */
#include "game/stakes.h"

static const char *const words[TRANSFER_KINDS] = {
	[TRANSFER_GRANT] = "grant",	  [TRANSFER_WITHDRAW] = "withdraw",
	[TRANSFER_PLAYER] = "player",	  [TRANSFER_BUY_IN] = "buy_in",
	[TRANSFER_STAKE] = "stake",	  [TRANSFER_POT] = "pot",
	[TRANSFER_SETTLE] = "settle",	  [TRANSFER_REFUND] = "refund",
	[TRANSFER_CORRECTION] = "correction", [TRANSFER_CARRY] = "carry",
	[TRANSFER_BRING] = "bring",
};

const char *transfer_word(enum transfer_kind kind)
{
	return (unsigned)kind < TRANSFER_KINDS && words[kind] ? words[kind] : "none";
}

bool transfer_from_wallet(enum transfer_kind kind)
{
	return kind == TRANSFER_BUY_IN || kind == TRANSFER_BRING;
}

bool transfer_to_wallet(enum transfer_kind kind)
{
	return kind == TRANSFER_SETTLE || kind == TRANSFER_REFUND || kind == TRANSFER_CARRY;
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

size_t stakes_pay(struct stakes *s, const struct tablas_event *events, size_t n,
		  struct transfer *out)
{
	size_t paid = 0;

	if (s->unit <= 0)
		return 0;
	for (size_t i = 0; i < n; i++) {
		const struct tablas_event *e = &events[i];
		int64_t due, *from, *to;

		if (e->kind != TABLAS_EV_STAKE || e->amount <= 0)
			continue;
		from = pile(s, e->seat);
		to = pile(s, e->other);
		if (!from || !to || from == to)
			continue;
		due = s->unit * e->amount;
		if (due > *from)
			due = *from;
		if (due > 0)
			out[paid++] = move_chips(s, TRANSFER_STAKE, e->seat, e->other, due,
						 e->note);
	}
	return paid;
}

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

size_t stakes_settle(struct stakes *s, unsigned seats, const uint8_t *rank, struct transfer *out)
{
	unsigned best = UINT8_MAX, winners = 0, i;
	int64_t share, over;
	size_t n = 0;

	for (i = 0; i < seats; i++)
		if (rank[i] < best)
			best = rank[i];
	for (i = 0; i < seats; i++)
		winners += rank[i] == best;
	if (winners && s->pot > 0) {
		share = s->pot / winners;
		over = s->pot % winners;
		for (i = 0; i < seats; i++) {
			int64_t due;

			if (rank[i] != best)
				continue;
			due = share + (over > 0);
			over -= over > 0;
			if (due > 0)
				out[n++] = move_chips(s, TRANSFER_POT, TABLAS_POT, (uint8_t)i, due,
						      NULL);
		}
	}
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
	return 1;
}

/* What the pile holds beyond what was brought to it. */
static int64_t gained(struct stakes *s, uint8_t whose)
{
	return whose == TABLAS_POT ? s->pot : s->purse[whose] - s->buy_in;
}

size_t stakes_void(struct stakes *s, unsigned seats, struct transfer *out)
{
	int64_t chips = s->pot;
	size_t n = 0;
	unsigned loser = 0;

	for (unsigned i = 0; i < seats; i++)
		chips += s->purse[i];
	/* Before every seat has bought in nothing was paid: there is nothing to undo. */
	for (unsigned i = 0; i <= seats && chips == s->buy_in * seats; i++) {
		uint8_t winner = i < seats ? (uint8_t)i : TABLAS_POT;

		while (gained(s, winner) > 0) {
			int64_t back;

			while (loser < seats && gained(s, (uint8_t)loser) >= 0)
				loser++;
			if (loser == seats)
				break;
			back = -gained(s, (uint8_t)loser);
			if (back > gained(s, winner))
				back = gained(s, winner);
			out[n++] = move_chips(s, TRANSFER_CORRECTION, winner, (uint8_t)loser, back,
					      NULL);
		}
	}
	return n + empty_purses(s, seats, TRANSFER_REFUND, out + n);
}
