/*
 * view_clock.c - the clock of a game, as it is shown.
 *
 * Only instants and what was left at them, never what is left now: so a game that
 * is kept stays true while time goes by.  Whoever shows a countdown has the
 * server's time from the Date of the answer.
 */
#include "api/view_parts.h"

static void write_duration(struct out *o, const char *key, int64_t ms)
{
	char text[PACE_DURATION_MAX];

	pace_write_duration(ms, text, sizeof text);
	out_kstring(o, key, text);
}

static void write_seats(struct out *o, const struct game_row *row, const struct table *t,
			const struct pace *pace, const struct pace_spent *time)
{
	bool begun = row->spent[0] && row->state != TABLE_OPEN;

	out_key(o, "seats");
	out_array(o);
	for (unsigned seat = 0; seat < row->seats; seat++) {
		out_object(o);
		out_kint(o, "seat", seat);
		write_duration(o, "bank", begun && time->since ? time->bank[seat] : pace->bank);
		out_kint(o, "missed", time->misses[seat]);
		out_kbool(o, "lapsed", time->lapsed >> seat & 1);
		out_ktime(o, "deadline", t ? table_deadline_of(t, seat) : 0);
		out_object_end(o);
	}
	out_array_end(o);
}

void view_clock(struct out *o, const struct game_row *row, const struct table *t)
{
	struct pace pace = pace_of(row->clock);
	struct pace_spent time = {.since = 0};

	out_key(o, "clock");
	if (!pace.timed) {
		out_null(o);
		return;
	}
	if (row->spent[0])
		pace_spent_read(row->spent, row->seats, &time);
	out_object(o);
	write_duration(o, "per_move", pace.per_move);
	write_duration(o, "bank", pace.bank);
	write_duration(o, "increment", pace.increment);
	write_duration(o, "bank_max", pace.bank_most);
	out_kstring(o, "on_timeout", pace_on_timeout_word(pace.on_timeout));
	if (pace.on_timeout == FORFEIT_MOVE)
		out_kint(o, "misses_max", pace.misses);
	else
		out_knull(o, "misses_max");
	out_ktime(o, "asked", row->state == TABLE_ACTIVE ? time.since : 0);
	write_duration(o, "spent", time.spent);
	out_ktime(o, "deadline", row->deadline);
	write_seats(o, row, t, &pace, &time);
	out_object_end(o);
}

/* Games that ended before reasons were kept have their clock to tell. */
void view_reason(struct out *o, const struct game_row *row)
{
	struct pace_spent time = {.since = 0};
	const char *word = table_ending_word(marks_ending(row->marks));

	if (!word && row->spent[0] && pace_spent_read(row->spent, row->seats, &time) == 0 &&
	    time.out)
		word = table_ending_word(ENDING_TIMEOUT);
	out_kstring(o, "reason", word);
	out_kbool(o, "counts", table_counts(row->state, row->decisions));
}
