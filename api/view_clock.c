/*
 * view_clock.c - the clock of a game, as it is shown.
 *
 * Only instants and what was left at them, never what is left now: so a game that
 * is kept stays true while time goes by.  Whoever shows a countdown has the
 * server's time from the answer's Server-Time.  Of a seat that is asked the parts
 * add up: asked, allowance, bank and off are its deadline.
 */
#include "api/view_parts.h"

#include <stdio.h>
#include <string.h>

static void write_duration(struct out *o, const char *key, int64_t ms)
{
	char text[PACE_DURATION_MAX];

	pace_write_duration(ms, text, sizeof text);
	out_kstring(o, key, text);
}

/* The seats whose answer is waited for, also while the game stands still. */
static uint32_t asked_seats(const struct game_row *row, const struct table *t)
{
	struct tablas_wait wait;

	if (row->state != TABLE_FROZEN || row->thaws_to != TABLE_ACTIVE || !t)
		return row->state == TABLE_ACTIVE ? row->waiting : 0;
	memset(&wait, 0, sizeof wait);
	t->plugin->wait(t->position, &wait);
	return wait.kind == TABLAS_WAIT_MOVE ? wait.seats : 0;
}

/* Why it stands for everybody, or NULL. */
static const char *standing(const struct game_row *row, const struct pace_spent *time)
{
	return row->state == TABLE_FROZEN			 ? "frozen"
	       : row->state == TABLE_ACTIVE && time->stopped ? "paused"
							      : NULL;
}

static void write_away(struct out *o, const struct pace_spent *time, unsigned seat)
{
	out_key(o, "away");
	out_array(o);
	for (unsigned i = 0; i < time->away_n[seat]; i++) {
		out_object(o);
		out_ktime(o, "from", time->away[seat][i].from);
		out_ktime(o, "to", time->away[seat][i].to);
		out_object_end(o);
	}
	out_array_end(o);
}

/* Of a seat that is asked: what is left to it at `since`, and when that is gone. */
static void write_asked(struct out *o, const struct pace *pace, const struct pace_spent *time,
			unsigned seat, bool stands)
{
	int64_t left = pace_left(pace, time, seat);
	int64_t allowance = pace->per_move + time->stood[seat] - time->spent;
	int64_t deadline = stands ? INT64_MAX : pace_deadline(pace, time, seat);

	allowance = allowance < 0 ? 0 : allowance < left ? allowance : left;
	write_duration(o, "allowance", allowance);
	write_duration(o, "bank", left - allowance);
	if (deadline == INT64_MAX)
		out_knull(o, "off");
	else
		write_duration(o, "off", deadline - time->since - left);
	out_ktime(o, "deadline", deadline == INT64_MAX ? 0 : deadline);
}

static void write_seats(struct out *o, const struct game_row *row, const struct table *t,
			const struct pace *pace, const struct pace_spent *time)
{
	bool begun = row->spent[0] && row->state != TABLE_OPEN && time->since;
	uint32_t asked = asked_seats(row, t);

	out_key(o, "seats");
	out_array(o);
	for (unsigned seat = 0; seat < row->seats; seat++) {
		out_object(o);
		out_kint(o, "seat", seat);
		if (asked >> seat & 1) {
			write_asked(o, pace, time, seat, standing(row, time) != NULL);
		} else {
			out_knull(o, "allowance");
			write_duration(o, "bank", begun ? time->bank[seat] : pace->bank);
			out_knull(o, "off");
			out_knull(o, "deadline");
		}
		out_kint(o, "missed", time->misses[seat]);
		out_kbool(o, "lapsed", time->lapsed >> seat & 1);
		write_away(o, time, seat);
		out_object_end(o);
	}
	out_array_end(o);
}

static void write_terms(struct out *o, const struct pace *pace)
{
	char quiet[HOURS_TEXT_MAX], offset[HOURS_TEXT_MAX];

	hours_write_quiet(&pace->hours, quiet, sizeof quiet);
	hours_write_offset(&pace->hours, offset, sizeof offset);
	write_duration(o, "per_move", pace->per_move);
	write_duration(o, "bank", pace->bank);
	write_duration(o, "increment", pace->increment);
	write_duration(o, "bank_max", pace->bank_most);
	out_kstring(o, "on_timeout", pace_on_timeout_word(pace->on_timeout));
	if (pace->on_timeout == FORFEIT_MOVE)
		out_kint(o, "misses_max", pace->misses);
	else
		out_knull(o, "misses_max");
	out_kstring(o, "weekends", pace->hours.weekends_off ? "off" : "on");
	out_kstring(o, "quiet", quiet[0] ? quiet : NULL);
	out_kstring(o, "offset", offset);
	out_kstring(o, "vacation", pace->vacations ? "allowed" : "none");
	out_kstring(o, "pause", pace->no_pauses ? "none" : "allowed");
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
	write_terms(o, &pace);
	out_kstring(o, "standing", standing(row, &time));
	out_ktime(o, "asked",
		  row->state == TABLE_ACTIVE || row->state == TABLE_FROZEN ? time.since : 0);
	write_duration(o, "spent", time.spent);
	out_ktime(o, "deadline", row->state == TABLE_OPEN ? 0 : view_deadline(row));
	out_ktime(o, "paused_until", row->state == TABLE_ACTIVE && marks_is_paused(row->marks)
					     ? row->deadline
					     : 0);
	write_seats(o, row, t, &pace, &time);
	out_object_end(o);
}

int64_t view_deadline(const struct game_row *row)
{
	return marks_is_paused(row->marks) ? 0 : row->deadline;
}

/* Games that ended before reasons were kept have their clock to tell. */
/* ---- in words ------------------------------------------------------------------------- */

/* As a person reads it: "2026-12-05 09:00:00.000 UTC". */
static void instant_words(int64_t at, char out[40])
{
	struct out o;

	out_init(&o);
	out_time(&o, at);
	snprintf(out, 40, "%.10s %.12s UTC", o.p + 1, o.p + 12);
	out_free(&o);
}

void view_clock_words(const struct game_row *row, char *out, size_t cap)
{
	struct pace pace = pace_of(row->clock);
	char per_move[PACE_DURATION_MAX], bank[PACE_DURATION_MAX], more[PACE_DURATION_MAX];
	char hours[HOURS_TEXT_MAX];

	out[0] = '\0';
	if (!pace.timed)
		return;
	pace_write_duration(pace.per_move, per_move, sizeof per_move);
	pace_write_duration(pace.bank, bank, sizeof bank);
	pace_write_duration(pace.increment, more, sizeof more);
	hours_write(&pace.hours, hours, sizeof hours);
	snprintf(out, cap, "%s a move%s%s%s%s%s%s%s", per_move, pace.bank ? ", bank " : "",
		 pace.bank ? bank : "", pace.increment ? ", and " : "", pace.increment ? more : "",
		 pace.increment ? " for each" : "", hours[0] ? ", " : "", hours);
}

void view_deadline_words(const struct game_row *row, const struct table *t, char *out, size_t cap)
{
	struct pace pace = pace_of(row->clock);
	struct pace_spent time = {.since = 0};
	char until[40], left[PACE_DURATION_MAX], off[PACE_DURATION_MAX], since[40];
	const char *stands;

	out[0] = '\0';
	if (!pace.timed || !row->spent[0] ||
	    pace_spent_read(row->spent, row->seats, &time) != 0)
		return;
	stands = standing(row, &time);
	for (unsigned seat = 0; seat < row->seats && !out[0]; seat++) {
		int64_t rest = pace_left(&pace, &time, seat);
		int64_t deadline = stands ? INT64_MAX : pace_deadline(&pace, &time, seat);

		if (!(asked_seats(row, t) >> seat & 1))
			continue;
		pace_write_duration(rest, left, sizeof left);
		if (stands)
			snprintf(out, cap, "%s, with %s left", stands, left);
		if (stands || deadline != row->deadline)
			continue;
		pace_write_duration(deadline - time.since - rest, off, sizeof off);
		instant_words(deadline, until);
		instant_words(time.since, since);
		snprintf(out, cap, "until %s: %s from %s%s%s", until, left, since,
			 deadline - time.since > rest ? ", less what is off: " : "",
			 deadline - time.since > rest ? off : "");
	}
}

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

void view_delay(struct out *o, const struct delay_row *delay)
{
	out_key(o, "spectator_delay");
	if (!delay || (!delay->plies && !delay->ms)) {
		out_null(o);
		return;
	}
	out_object(o);
	out_kint(o, "plies", delay->plies);
	write_duration(o, "time", delay->ms);
	out_object_end(o);
}
