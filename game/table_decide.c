/*
 * table_decide.c - what players and the house may want of a table.
 *
 * A refusal is the first in the order of errors.h that applies; but whoever
 * answers a question that is no longer put hears that first, since all else
 * they could be told is about a game that has moved on.
 */
#include "game/fair.h"
#include "game/table.h"
#include "game/table_inside.h"
#include "game/text.h"

#include <string.h>

static bool is_stale(const struct table *t, const struct command *c)
{
	return c->ply && (c->ply < t->asked || c->ply > t->ply);
}

enum refusal table_inside_refuse_unless_active(const struct table *t)
{
	switch (t->state) {
	case TABLE_ACTIVE:
		return ACCEPTED;
	case TABLE_OPEN:
		return GAME_NOT_STARTED;
	case TABLE_FROZEN:
		return GAME_FROZEN;
	default:
		return GAME_OVER;
	}
}

/* ACCEPTED while seats may be taken and given back. */
static enum refusal refuse_unless_open(const struct table *t)
{
	if (t->state == TABLE_OPEN)
		return ACCEPTED;
	if (t->state == TABLE_ABORTED && !t->asked)
		return TABLE_CLOSED;
	return t->state == TABLE_ACTIVE ? GAME_STARTED : table_inside_refuse_unless_active(t);
}

static bool has_seat(const struct table *t, unsigned seat)
{
	return seat < t->seats && t->status[seat] != SEAT_EMPTY;
}

static enum refusal state_fact(const struct table *t, const struct command *c,
			       enum fact_kind kind, struct decision *out)
{
	table_inside_fact(t, kind, c->seat, c->text, &out->facts[0]);
	out->n = 1;
	return ACCEPTED;
}

static enum refusal decide_sit(const struct table *t, const struct command *c,
			       struct decision *out)
{
	enum refusal refusal = refuse_unless_open(t);

	if (c->seat >= t->seats)
		return NOT_FOUND;
	if (refusal != ACCEPTED)
		return refusal;
	if (has_seat(t, c->seat))
		return SEAT_TAKEN;
	if (c->contribution && !fair_is_contribution(c->contribution))
		return INVALID_VALUE;
	state_fact(t, c, FACT_SEATED, out);
	if (c->contribution) {
		table_inside_fact(t, FACT_CONTRIBUTED, c->seat, c->contribution,
				  &out->facts[1]);
		out->facts[1].ply++;
		out->n = 2;
	}
	return ACCEPTED;
}

static enum refusal decide_stand(const struct table *t, const struct command *c,
				 struct decision *out)
{
	enum refusal refusal = refuse_unless_open(t);

	if (refusal != ACCEPTED)
		return refusal;
	if (!has_seat(t, c->seat))
		return NOT_SEATED;
	return state_fact(t, c, FACT_UNSEATED, out);
}

/*
 * A table for two is not offered to anybody else: it ends with that.  At a larger
 * one the seat is free for whom else its creator invites.
 */
static enum refusal decide_turn_down(const struct table *t, const struct command *c,
				   struct decision *out)
{
	enum refusal refusal = refuse_unless_open(t);

	if (c->seat >= t->seats)
		return NOT_FOUND;
	if (refusal != ACCEPTED)
		return refusal;
	if (has_seat(t, c->seat))
		return SEAT_TAKEN;
	state_fact(t, c, FACT_TURNED_DOWN, out);
	if (t->seats > 2)
		return ACCEPTED;
	table_inside_fact(t, FACT_ABORTED, TABLAS_NOBODY, "declined", &out->facts[1]);
	out->facts[1].ply++;
	out->n = 2;
	return ACCEPTED;
}

/* ---- what a cube may cost ------------------------------------------------------------ */

/* Stakes the seat may yet have to pay; none where that has no bound. */
static int64_t exposure(const struct table *t, const void *pos, unsigned seat)
{
	int32_t most = t->plugin->exposure(pos, seat);

	return most == INT32_MAX ? 0 : most;
}

/*
 * A cube goes up only as far as every purse reaches: whoever has more must not
 * drive out by it who has less, nor anybody win what is not there.  So already
 * the offer is refused, and not only the taking.  Plain decisions risk nothing
 * that was not agreed to when the seats were taken.
 */
static size_t find_lacking(const struct table *t, const void *after,
			   struct lacking out[TABLAS_SEATS_MAX])
{
	struct tablas_wait wait;
	size_t n = 0;

	t->plugin->wait(t->position, &wait);
	if (!t->stakes.unit || t->setup.match_length || !t->plugin->exposure ||
	    !(wait.flags & TABLAS_WAIT_CUBE))
		return 0;
	for (unsigned i = 0; i < t->seats; i++) {
		int64_t most = exposure(t, after, i);
		int64_t needed = most * t->stakes.unit, available = stakes_at_hand(&t->stakes, i);

		if (most > exposure(t, t->position, i) && needed > available)
			out[n++] = (struct lacking){(uint8_t)i, needed, available};
	}
	return n;
}

static bool purses_cover(const struct table *t, unsigned seat, const tablas_move *moves, size_t n,
			 struct decision *out)
{
	_Alignas(16) unsigned char after[t->plugin->position_size];
	struct tablas_event v[TABLAS_EVENTS_MAX];

	memcpy(after, t->position, sizeof(after));
	for (size_t i = 0; i < n; i++) {
		struct tablas_events events = {v, 0};

		t->plugin->play(after, seat, moves[i], &events);
	}
	out->lacking_n = find_lacking(t, after, out->lacking);
	return out->lacking_n == 0;
}

void table_drop_uncovered(const struct table *t, struct plays *plays)
{
	const size_t size = t->plugin->position_size;
	struct lacking lacking[TABLAS_SEATS_MAX];
	size_t kept = 0;

	for (size_t i = 0; i < plays->n; i++) {
		if (find_lacking(t, plays->positions + i * size, lacking) > 0)
			continue;
		memmove(plays->positions + kept * size, plays->positions + i * size, size);
		memmove(plays->moves + kept * TABLAS_STEPS_MAX, plays->moves + i * TABLAS_STEPS_MAX,
			TABLAS_STEPS_MAX * sizeof(*plays->moves));
		kept++;
	}
	plays->n = kept;
}

/* ---- decisions ----------------------------------------------------------------------- */

static enum refusal decide_decide(const struct table *t, const struct command *c,
				  struct decision *out)
{
	enum refusal refusal = table_inside_refuse_unless_active(t);
	tablas_move moves[TABLAS_STEPS_MAX];
	struct fact *fact = &out->facts[0];
	size_t n;

	if (refusal != ACCEPTED)
		return refusal;
	if (!has_seat(t, c->seat))
		return NOT_SEATED;
	if (t->status[c->seat] != SEAT_PLAYING) {
		out->sentence = t->status[c->seat] == SEAT_LEFT ? "The seat has left the game"
								: "The seat has finished";
		return NOT_YOUR_DECISION;
	}
	if (t->consent.until)
		return GAME_PAUSED;
	refusal = phrase_read(t->plugin, t->position, c->seat, c->words, c->words_n, moves, &n,
			      &out->fault);
	if (refusal != ACCEPTED) {
		out->sentence = out->fault.sentence;
		return refusal;
	}
	if (!purses_cover(t, c->seat, moves, n, out)) {
		out->sentence = "The purses do not cover what the cube would put at stake";
		return INSUFFICIENT_CHIPS;
	}
	table_inside_fact(t, FACT_DECIDED, c->seat, NULL, fact);
	phrase_write(t->plugin, t->position, c->seat, moves, n, fact->text, sizeof(fact->text));
	out->n = 1;
	return ACCEPTED;
}

/* ACCEPTED when there is a player in that seat who could still leave the game. */
static enum refusal refuse_unless_playing(const struct table *t, unsigned seat,
					  struct decision *out)
{
	enum refusal refusal = table_inside_refuse_unless_active(t);
	struct tablas_outcome outcome;

	if (refusal != ACCEPTED)
		return refusal;
	if (table_inside_outcome(t, &outcome))
		return GAME_OVER;
	if (!has_seat(t, seat))
		return NOT_SEATED;
	if (t->status[seat] == SEAT_PLAYING)
		return ACCEPTED;
	out->sentence = t->status[seat] == SEAT_LEFT ? "The seat has left the game already"
						     : "The seat has finished";
	return RESIGNATION_NOT_ALLOWED;
}

static enum refusal decide_resign(const struct table *t, const struct command *c,
				  struct decision *out)
{
	const struct tablas_plugin *plugin = t->plugin;
	enum refusal refusal = refuse_unless_playing(t, c->seat, out);
	_Alignas(16) unsigned char pos[plugin->position_size];
	struct tablas_event v[TABLAS_EVENTS_MAX];
	struct tablas_events events = {v, 0};
	struct fact *fact = &out->facts[0];
	struct text text = {fact->text, sizeof(fact->text), 0};

	if (refusal != ACCEPTED)
		return refusal;
	if (plugin->resign) {
		memcpy(pos, t->position, plugin->position_size);
		if (plugin->resign(pos, c->seat, c->value, &events, &out->sentence) != 0)
			return RESIGNATION_NOT_ALLOWED;
	} else if (c->value) {
		out->sentence = "In this game a resignation has no value to choose";
		return RESIGNATION_NOT_ALLOWED;
	}
	table_inside_fact(t, FACT_RESIGNED, c->seat, NULL, fact);
	text_int(&text, c->value);
	text_end(&text);
	out->n = 1;
	return ACCEPTED;
}

/* The wallet is the caller's to look into. */
static enum refusal decide_top_up(const struct table *t, const struct command *c,
				  struct decision *out)
{
	enum refusal refusal = table_inside_refuse_unless_active(t);
	struct fact *fact = &out->facts[0];
	struct text text = {fact->text, sizeof(fact->text), 0};

	if (refusal != ACCEPTED)
		return refusal;
	if (!has_seat(t, c->seat))
		return NOT_SEATED;
	if (!t->stakes.top_ups || t->setup.match_length)
		out->sentence = "By the terms of this game nothing is added to a purse";
	else if (t->status[c->seat] != SEAT_PLAYING)
		out->sentence = "Who no longer plays adds nothing to the purse";
	else if (c->chips < 1 || c->chips > t->stakes.buy_in)
		return INVALID_VALUE;
	if (out->sentence)
		return TOP_UP_NOT_ALLOWED;
	table_inside_fact(t, FACT_TOPPED_UP, c->seat, NULL, fact);
	text_int(&text, c->chips);
	text_end(&text);
	out->n = 1;
	return ACCEPTED;
}

static enum refusal decide_leave(const struct table *t, const struct command *c,
				 struct decision *out)
{
	enum refusal refusal = refuse_unless_playing(t, c->seat, out);

	return refusal == ACCEPTED ? state_fact(t, c, FACT_LEFT, out) : refusal;
}

static enum refusal decide_abort(const struct table *t, const struct command *c,
				 struct decision *out)
{
	bool by_the_house = c->seat == TABLAS_NOBODY;

	if (t->state == TABLE_OVER || t->state == TABLE_ABORTED)
		return GAME_OVER;
	if (by_the_house)
		return state_fact(t, c, FACT_ABORTED, out);
	if (t->state == TABLE_FROZEN)
		return GAME_FROZEN;
	if (!has_seat(t, c->seat))
		return NOT_SEATED;
	if (t->state == TABLE_ACTIVE && t->status[c->seat] != SEAT_PLAYING) {
		out->sentence = "Who no longer plays aborts nothing";
		return TOO_LATE_TO_ABORT;
	}
	if (t->decisions >= TABLE_EARLY)
		return TOO_LATE_TO_ABORT;
	if (t->match_game > 1) {
		out->sentence = "The match has begun: its games are played or resigned";
		return TOO_LATE_TO_ABORT;
	}
	return state_fact(t, c, FACT_ABORTED, out);
}

static enum refusal decide_freeze(const struct table *t, const struct command *c,
				  struct decision *out)
{
	if (t->state == TABLE_OPEN || t->state == TABLE_ACTIVE)
		return state_fact(t, c, FACT_FROZEN, out);
	return t->state == TABLE_FROZEN ? GAME_FROZEN : GAME_OVER;
}

static enum refusal decide_thaw(const struct table *t, const struct command *c,
				struct decision *out)
{
	if (t->state == TABLE_FROZEN)
		return state_fact(t, c, FACT_THAWED, out);
	out->sentence = "The game is not frozen";
	if (t->state == TABLE_OPEN)
		return GAME_NOT_STARTED;
	return t->state == TABLE_ACTIVE ? GAME_STARTED : GAME_OVER;
}

enum refusal table_decide(const struct table *t, const struct command *c, struct decision *out)
{
	out->n = 0;
	out->fault = (struct phrase_fault){.why = TABLAS_WHY_LEGAL};
	out->sentence = NULL;
	out->lacking_n = 0;
	if (is_stale(t, c))
		return STALE_PLY;
	switch ((enum command_kind)c->kind) {
	case COMMAND_SIT:
		return decide_sit(t, c, out);
	case COMMAND_STAND:
		return decide_stand(t, c, out);
	case COMMAND_DECIDE:
		return decide_decide(t, c, out);
	case COMMAND_RESIGN:
		return decide_resign(t, c, out);
	case COMMAND_LEAVE:
		return decide_leave(t, c, out);
	case COMMAND_ABORT:
		return decide_abort(t, c, out);
	case COMMAND_FREEZE:
		return decide_freeze(t, c, out);
	case COMMAND_THAW:
		return decide_thaw(t, c, out);
	case COMMAND_TOP_UP:
		return decide_top_up(t, c, out);
	case COMMAND_LAPSE:
		return table_inside_decide_lapse(t, c, out);
	case COMMAND_CLAIM:
		return table_inside_decide_claim(t, c, out);
	case COMMAND_AWAY:
		return table_inside_decide_away(t, c, out);
	case COMMAND_OBEY:
		return table_inside_refuse_unless_active(t);
	case COMMAND_OFFER:
	case COMMAND_AGREE:
	case COMMAND_DECLINE:
	case COMMAND_WITHDRAW:
		return table_inside_decide_consent(t, c, out);
	case COMMAND_TURN_DOWN:
		return decide_turn_down(t, c, out);
	}
	return INTERNAL_ERROR;
}
