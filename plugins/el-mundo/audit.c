/*
 * audit.c - what cannot be.
 *
 * Positions come from the game's own play and from anybody's text.  Few pieces
 * are fine (problems use few); what no course of the game could lead to is not.
 */
#include "plugins/el-mundo/mundo.h"

static const char *audit_options(const struct mundo *w)
{
	/* Ours: twelve pieces in hand have no dice to enter by in mode anywhere. */
	if (w->setup == MUNDO_FREE_ENTRY && w->reentry == MUNDO_ANYWHERE)
		return "setup free_entry needs a reentry by dice: save, backgammon or war";
	return NULL;
}

static const char *audit_pieces(const struct mundo *w)
{
	unsigned n[MUNDO_SEATS] = {0};

	for (unsigned s = 0; s < MUNDO_SLOTS; s++) {
		unsigned who = mundo_owner(w, s);

		if (who == TABLAS_NOBODY)
			continue;
		if (who >= MUNDO_SEATS || mundo_count(w, s) == 0)
			return "a slot is held by nobody";
		if (mundo_relative(who, s) >= MUNDO_REACH)
			return "a piece stands in the quarter before its own start";
		n[who] += mundo_count(w, s);
	}
	for (unsigned seat = 0; seat < MUNDO_SEATS; seat++)
		if (n[seat] + w->hand[seat] + w->off[seat] + w->gone[seat] > MUNDO_PIECES)
			return "a seat has more than twelve pieces";
	return NULL;
}

static int has_board_pieces(const struct mundo *w, unsigned seat)
{
	for (unsigned s = 0; s < MUNDO_SLOTS; s++)
		if (mundo_owner(w, s) == seat)
			return 1;
	return 0;
}

static const char *audit_standings(const struct mundo *w)
{
	unsigned seen = 0;

	for (unsigned seat = 0; seat < MUNDO_SEATS; seat++) {
		uint8_t standing = w->standing[seat];
		unsigned order = standing & 15u;
		int left = standing >= MUNDO_LEFT;

		if (standing != 0 && (order < 1 || order > MUNDO_SEATS || standing > 0x14))
			return "a seat has no such standing";
		if (left && (has_board_pieces(w, seat) || w->hand[seat]))
			return "a seat that left has pieces in the game";
		if (!left && w->gone[seat])
			return "a seat that plays has pieces out of the game";
		if ((w->off[seat] == MUNDO_PIECES) != (standing != 0 && !left))
			return "a seat has finished when all its pieces are off, and only then";
		if (standing != 0)
			seen |= 1u << (order + (left ? 8 : 0));
	}
	/* Each order must be held once, from the first on. */
	for (unsigned shift = 0; shift <= 8; shift += 8) {
		unsigned orders = seen >> (shift + 1) & 15u, count = 0;

		for (unsigned seat = 0; seat < MUNDO_SEATS; seat++)
			count += w->standing[seat] != 0 && (w->standing[seat] >= MUNDO_LEFT) ==
								   (shift == 8)
					 ? 1u
					 : 0;
		if (orders != (1u << count) - 1)
			return "seats finish, or leave, one after the other";
	}
	return NULL;
}

static const char *audit_opening(const struct mundo *w)
{
	unsigned rollers = (unsigned)__builtin_popcount(w->rolling);

	for (unsigned seat = 0; seat < MUNDO_SEATS; seat++) {
		if (has_board_pieces(w, seat) || w->off[seat])
			return "pieces are placed after the throw for the first turn";
		if (w->rolling >> seat & 1 && !mundo_plays_on(w, seat))
			return "a seat that left throws for the first turn";
	}
	if (rollers < 2 || (w->phase == MUNDO_OPENING && rollers < MUNDO_SEATS))
		return "too few throw for the first turn";
	return NULL;
}

static const char *audit_placement(const struct mundo *w)
{
	if (w->setup != MUNDO_PLACEMENT)
		return "there is no placement in free_entry";
	if (w->hand[w->turn] == 0 || !mundo_plays_on(w, w->first))
		return "the seat has nothing to place";
	for (unsigned s = 0; s < MUNDO_SLOTS; s++) {
		unsigned who = mundo_owner(w, s);

		if (who != TABLAS_NOBODY && mundo_relative(who, s) > 5)
			return "pieces are placed in their owner's quarter";
	}
	for (unsigned seat = 0; seat < MUNDO_SEATS; seat++)
		if (w->off[seat])
			return "nothing is borne off before all are placed";
	return NULL;
}

static const char *audit_dice(const struct mundo *w)
{
	unsigned unused = 0, n = 0;

	for (; n < MUNDO_DICE && w->die[n] != 0; n++) {
		if (w->die[n] > w->die_sides)
			return "a die has no such face";
		if (w->die_state[n] == TABLAS_DIE_UNUSED)
			unused++;
		else if (w->die_state[n] == TABLAS_DIE_LOST
				 ? w->forfeit != MUNDO_DIE_ROUND || w->offer == MUNDO_OWN
				 : w->offer == MUNDO_OWN && w->die_seat[n] != w->turn)
			return "a die has gone round before it passed on";
	}
	if (n < MUNDO_DICE)
		return "three dice are thrown";
	return unused ? NULL : "no die is left to use";
}

static const char *audit_offer(const struct mundo *w)
{
	unsigned next = w->turn;

	if (w->offer != MUNDO_OFFERED)
		return mundo_plays_on(w, w->turn) ? NULL
						  : "a seat that is out of the game plays";
	if (w->asked == w->turn)
		return "dice do not pass to the seat that threw them";
	do
		next = (next + 1) % MUNDO_SEATS;
	while (!mundo_plays_on(w, next));
	if (w->forfeit == MUNDO_RIGHT_ONLY && w->asked != next)
		return "dice pass to the next seat only";
	return NULL;
}

static const char *audit_play(const struct mundo *w)
{
	const char *broken = audit_dice(w);

	if (!broken)
		broken = audit_offer(w);
	if (broken)
		return broken;
	if (!mundo_plays_on(w, w->asked))
		return "a seat that is out of the game is asked";
	if (w->offer == MUNDO_RETURNED && !w->forfeit_return)
		return "dice do not come back to the seat that threw them";
	if (w->offer == MUNDO_OWN && w->hand[w->turn] && w->reentry == MUNDO_ANYWHERE &&
	    !w->anywhere_wait)
		return "struck pieces are put back before the throw";
	if (w->struck && w->strike_duty != MUNDO_ONE)
		return "strikes are remembered in strike_duty one only";
	if (w->shut && (!w->forfeit_return || w->reentry != MUNDO_ANYWHERE ||
			w->offer != MUNDO_OFFERED || w->hand[w->turn] == 0))
		return "no seat was shut out";
	if (!mundo_duty_any(w, w->asked))
		return "the seat that is asked can use no die";
	return NULL;
}

static const char *audit_turn(const struct mundo *w)
{
	int may_enter = mundo_steps_may_enter(w, w->turn);

	if (!mundo_plays_on(w, w->turn))
		return "a seat that is out of the game has the turn";
	if (w->phase == MUNDO_ENTER && !may_enter)
		return "no piece can be put back";
	if (w->phase == MUNDO_THROW && may_enter && !w->anywhere_wait)
		return "struck pieces are put back before the throw";
	return NULL;
}

static const char *audit_phase(const struct mundo *w)
{
	if (w->phase != MUNDO_PLAY && w->die[0] != 0)
		return "dice lie on the board before the throw";
	if (w->phase != MUNDO_PLAY && (w->struck || w->shut))
		return "a play is remembered that nobody makes";
	switch (w->phase) {
	case MUNDO_OPENING:
	case MUNDO_AGAIN:
		return audit_opening(w);
	case MUNDO_PLACE:
		return mundo_plays_on(w, w->turn) ? audit_placement(w)
						  : "a seat that left has the turn";
	case MUNDO_PLAY:
		return audit_play(w);
	default:
		return audit_turn(w);
	}
}

/* Throws are counted from the first real turn on, and never beyond the limit. */
static const char *audit_turns(const struct mundo *w)
{
	uint32_t turns = mundo_get(w->turns), limit = mundo_get(w->turn_limit);

	if (turns > 0 && w->phase < MUNDO_ENTER)
		return "turns are counted after the opening";
	if (turns == 0 && w->phase == MUNDO_PLAY)
		return "dice are used that were never thrown";
	if (limit != 0 && turns > limit && w->phase != MUNDO_OVER)
		return "the turn limit is passed";
	return NULL;
}

const char *mundo_audit(const void *pos)
{
	const struct mundo *w = pos;
	const char *broken = audit_options(w);

	if (!broken)
		broken = audit_pieces(w);
	if (!broken)
		broken = audit_standings(w);
	if (!broken)
		broken = audit_turns(w);
	if (broken)
		return broken;
	if (w->phase == MUNDO_OVER) {
		if (w->die[0] != 0)
			return "dice lie on the board after the end";
		return mundo_ending_due(w) ? NULL : "the game is not over";
	}
	/* In the last turn before the limit the dice are still to be used. */
	if (mundo_ending_playing(w) < 2 ||
	    (w->finish == MUNDO_FIRST_WINS && mundo_ending_finished(w) > 0) ||
	    (w->phase != MUNDO_PLAY && mundo_ending_due(w)))
		return "the game is over";
	return audit_phase(w);
}
