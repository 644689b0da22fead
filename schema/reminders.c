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
		st = statement(&s->pen, DO_REMINDED_DROP);
		put(st, 1, had[i]);
		if (tell(&s->pen, st) != STORE_DONE)
			return STORE_TROUBLE;
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

int store_reminder_seats(struct store *s, int64_t game, int64_t before,
			 struct reminder_seat out[TABLAS_SEATS_MAX], size_t *n)
{
	sqlite3_stmt *st = statement(&s->pen, DO_REMINDER_SEATS);
	char spent[PACE_SPENT_MAX];
	struct pace_spent time;
	int found;

	put(st, 1, game);
	put(st, 2, before);
	for (*n = 0; (found = ask(&s->pen, st)) == STORE_FOUND;) {
		struct reminder_seat *seat = &out[*n];

		if (marks_is_paused((uint64_t)get(st, 5) >> THAWS_TO_BITS))
			continue; /* nobody's time runs: what ends is the pause */
		seat->seat = (unsigned)get(st, 0);
		seat->account = get(st, 1);
		seat->asked = (uint64_t)get(st, 2);
		get_text(st, 3, spent, sizeof(spent));
		seat->since = pace_spent_read(spent, (unsigned)get(st, 4), &time) == 0 ? time.since : 0;
		if (*n < TABLAS_SEATS_MAX)
			(*n)++;
	}
	return found == STORE_TROUBLE ? found : *n > 0 ? STORE_FOUND : STORE_NONE;
}
