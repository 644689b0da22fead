/*
 * reminders.c - how long before a deadline somebody wants to hear of it.
 *
 * Nothing is written when a deadline is set or moved: games lie in the order of
 * their deadlines anyway, and for each distance there is one place in that order
 * up to which everything has been seen to.
 */
#include "schema/private.h"

#include <stdio.h>

int store_reminders(struct store_view *view, int64_t account, int64_t *out, size_t *n)
{
	sqlite3_stmt *st = statement(view, DO_REMINDERS);
	int found;

	put(st, 1, account);
	put(st, 2, (int64_t)*n);
	for (*n = 0; (found = ask(view, st)) == STORE_FOUND; (*n)++)
		out[*n] = get(st, 0);
	return found == STORE_TROUBLE ? found : *n > 0 ? STORE_FOUND : STORE_NONE;
}

static int drop_others(struct store *s, int64_t account, const int64_t *before, size_t n)
{
	int64_t had[STORE_REMINDERS_MAX];
	size_t had_n = STORE_REMINDERS_MAX;

	if (store_reminders(&s->pen, account, had, &had_n) == STORE_TROUBLE)
		return STORE_TROUBLE;
	for (size_t i = 0; i < had_n; i++) {
		sqlite3_stmt *st;
		size_t k = 0;

		while (k < n && before[k] != had[i])
			k++;
		if (k < n)
			continue;
		st = statement(&s->pen, DO_REMINDER_DROP);
		put(st, 1, account);
		put(st, 2, had[i]);
		if (tell(&s->pen, st) != STORE_DONE)
			return STORE_TROUBLE;
		for (size_t j = 0; j < 2; j++) {
			st = statement(&s->pen, j ? DO_REMINDERS_LATER_DROP : DO_REMINDED_DROP);
			put(st, 1, had[i]);
			if (tell(&s->pen, st) != STORE_DONE)
				return STORE_TROUBLE;
		}
	}
	return STORE_DONE;
}

static int set_place(struct store *s, enum statement how, int64_t before, int64_t deadline,
		     int64_t game)
{
	sqlite3_stmt *st = statement(&s->pen, how);

	put(st, 1, before);
	put(st, 2, deadline);
	put(st, 3, game);
	return tell(&s->pen, st);
}

int store_reminders_set(struct store *s, int64_t account, const int64_t *before, size_t n,
			int64_t now)
{
	if (drop_others(s, account, before, n) != STORE_DONE)
		return STORE_TROUBLE;
	for (size_t i = 0; i < n; i++) {
		sqlite3_stmt *st = statement(&s->pen, DO_REMINDER_ADD);

		put(st, 1, before[i]);
		put(st, 2, account);
		put(st, 3, now);
		if (tell(&s->pen, st) != STORE_DONE ||
		    set_place(s, DO_REMINDED_BEGIN, before[i], now + before[i], INT64_MAX) !=
			    STORE_DONE)
			return STORE_TROUBLE;
	}
	return STORE_DONE;
}

int store_reminded(struct store_view *view, struct reminded_row *out, size_t *n)
{
	sqlite3_stmt *st = statement(view, DO_REMINDED);
	size_t cap = *n;
	int found = STORE_NONE;

	for (*n = 0; *n < cap && (found = ask(view, st)) == STORE_FOUND; (*n)++) {
		out[*n].before = get(st, 0);
		out[*n].until.deadline = get(st, 1);
		out[*n].until.id = get(st, 2);
	}
	if (found == STORE_FOUND)
		drop(st);
	return found == STORE_TROUBLE ? found : *n > 0 ? STORE_FOUND : STORE_NONE;
}

int store_reminded_set(struct store *s, const struct reminded_row *row)
{
	return set_place(s, DO_REMINDED_SET, row->before, row->until.deadline, row->until.id);
}

/* Whether nobody's time runs out there: then what ends is a pause, or a claim is waited for. */
static bool read_clock(sqlite3_stmt *st, struct reminder_seat *seat)
{
	char spent[PACE_SPENT_MAX], clock[PACE_TEXT_MAX];
	struct pace_spent time;
	struct pace pace;

	get_text(st, 3, spent, sizeof(spent));
	get_text(st, 6, clock, sizeof(clock));
	pace = pace_of(clock);
	if (marks_is_paused((uint64_t)get(st, 5) >> THAWS_TO_BITS) ||
	    pace_spent_read(spent, (unsigned)get(st, 4), &time) != 0 ||
	    (time.lapsed >> seat->seat & 1))
		return false;
	seat->since = time.since > get(st, 7) ? time.since : get(st, 7);
	seat->deadline = pace_deadline(&pace, &time, seat->seat);
	return true;
}

int store_reminder_seats(struct store *s, int64_t game, int64_t before,
			 struct reminder_seat out[TABLAS_SEATS_MAX], size_t *n)
{
	sqlite3_stmt *st = statement(&s->pen, DO_REMINDER_SEATS);
	int found = STORE_NONE;

	put(st, 1, game);
	put(st, 2, before);
	for (*n = 0; *n < TABLAS_SEATS_MAX && (found = ask(&s->pen, st)) == STORE_FOUND;) {
		struct reminder_seat *seat = &out[*n];

		seat->seat = (unsigned)get(st, 0);
		seat->account = get(st, 1);
		seat->asked = (uint64_t)get(st, 2);
		seat->first = get(st, 8);
		if (read_clock(st, seat))
			(*n)++;
	}
	if (found == STORE_FOUND)
		drop(st);
	return found == STORE_TROUBLE ? found : *n > 0 ? STORE_FOUND : STORE_NONE;
}

static sqlite3_stmt *of_later(struct store *s, enum statement which,
			      const struct reminder_later *row)
{
	sqlite3_stmt *st = statement(&s->pen, which);

	put(st, 1, row->before);
	put(st, 2, row->game);
	put(st, 3, row->seat);
	return st;
}

int store_reminder_later(struct store *s, const struct reminder_later *row, int64_t at)
{
	sqlite3_stmt *st = of_later(s, DO_REMINDER_LATER, row);

	put(st, 4, at);
	return tell(&s->pen, st);
}

int store_reminder_later_drop(struct store *s, const struct reminder_later *row)
{
	return tell(&s->pen, of_later(s, DO_REMINDER_LATER_DROP, row));
}

int store_reminders_later(struct store *s, int64_t now, struct reminder_later *out, size_t *n)
{
	sqlite3_stmt *st = statement(&s->pen, DO_REMINDERS_LATER);
	int found;

	put(st, 1, now);
	put(st, 2, (int64_t)*n);
	for (*n = 0; (found = ask(&s->pen, st)) == STORE_FOUND; (*n)++)
		out[*n] = (struct reminder_later){get(st, 0), get(st, 1), get(st, 2)};
	return found == STORE_TROUBLE ? found : *n > 0 ? STORE_FOUND : STORE_NONE;
}
