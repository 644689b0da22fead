/*
 * resignation.c - what resigning costs: a copy of the table, and what happens there.
 */
#include "game/resignation.h"

#include <string.h>

#define ANSWERS_MAX 16

/* What goes home is paid to nobody. */
static void note(struct resignation *out, unsigned seat, const struct happened *h)
{
	for (size_t i = 0; i < h->transfers_n; i++) {
		const struct transfer *t = &h->transfers[i];

		if (!transfer_is_stake((enum transfer_kind)t->kind) || t->from != seat)
			continue;
		out->chips += t->amount;
		if (out->pays_n < sizeof(out->pays) / sizeof(*out->pays))
			out->pays[out->pays_n++] = *t;
	}
}

static bool happens(struct table *t, struct fact *f, unsigned seat, struct happened *h,
		    struct resignation *out)
{
	f->at = f->at ? f->at : t->time.since;
	if (table_apply(t, f, h) != 0)
		return false;
	note(out, seat, h);
	return true;
}

static bool is_answered(const struct table *t, struct tablas_wait *wait)
{
	memset(wait, 0, sizeof(*wait));
	if (t->state != TABLE_ACTIVE)
		return false;
	t->plugin->wait(t->position, wait);
	return wait->kind == TABLAS_WAIT_MOVE && wait->flags & TABLAS_WAIT_ANSWER;
}

/* The answer after which the game is over, or others are still asked the same. */
static bool accept(const struct table *t, unsigned by, struct resignation_room *room,
		   struct fact *f)
{
	tablas_move moves[ANSWERS_MAX];
	size_t n = t->plugin->legal(t->position, by, moves, ANSWERS_MAX);
	struct tablas_wait wait, next;
	struct fact end;

	for (size_t i = 0; i < n && i < ANSWERS_MAX; i++) {
		const char *words = f->text;
		struct command c = {
			.kind = COMMAND_DECIDE, .seat = (uint8_t)by, .words = &words, .words_n = 1};

		phrase_write(t->plugin, t->position, by, &moves[i], 1, f->text, sizeof(f->text));
		table_copy(&room->other, t);
		room->other.consent.until = 0;
		if (table_decide(&room->other, &c, &room->decision) != ACCEPTED)
			continue;
		*f = room->decision.facts[0];
		f->at = t->time.since;
		if (table_apply(&room->other, f, &room->happened) != 0)
			continue;
		if (is_answered(&room->other, &wait) ||
		    (table_next(&room->other, &next, &end) == HOUSE_FACT &&
		     end.kind == FACT_FINISHED))
			return true;
	}
	return false;
}

/* Whatever follows, up to the next throw or question. */
static bool follow(struct table *t, unsigned seat, struct resignation_room *room,
		   struct resignation *out)
{
	struct tablas_wait wait;
	struct fact f;

	for (;;) {
		unsigned by = 0;

		if (is_answered(t, &wait)) {
			while (!(wait.seats >> by & 1))
				by++;
			out->answered = true;
			if (!accept(t, by, room, &f))
				return false;
		} else if (table_next(t, &wait, &f) != HOUSE_FACT) {
			return true;
		}
		if (!happens(t, &f, seat, &room->happened, out))
			return false;
	}
}

void resignation_price(const struct table *t, unsigned seat, int32_t value,
		       struct resignation_room *room, struct resignation *out)
{
	struct command c = {.kind = COMMAND_RESIGN, .seat = (uint8_t)seat, .value = value};
	struct table *copy = &room->table;
	struct fact f;

	memset(out, 0, sizeof(*out));
	out->refusal = table_decide(t, &c, &room->decision);
	out->sentence = room->decision.sentence;
	if (out->refusal != ACCEPTED)
		return;
	table_copy(copy, t);
	copy->consent.until = 0;
	f = room->decision.facts[0];
	if (!happens(copy, &f, seat, &room->happened, out) || !follow(copy, seat, room, out)) {
		out->refusal = INTERNAL_ERROR;
		return;
	}
	out->over = copy->state == TABLE_OVER;
	if (!out->over)
		return;
	out->rank = copy->outcome.rank[seat];
	memcpy(out->points, copy->outcome.points, sizeof(out->points));
}
