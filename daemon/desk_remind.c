/*
 * desk_remind.c - telling those who are asked that their time comes to an end.
 *
 * A reminder is due so long before a deadline.  Each distance that anybody has
 * wished for is a pointer that moves along the deadlines as time does, and what
 * it passes is told: so a deadline that moves takes its reminder with it, and
 * while nobody wishes for any there is no pointer.  Where it stands is written
 * with what was told, in one transaction: each is told once.
 *
 * Games lie there by the first of their deadlines.  Where several seats are asked
 * the pointer finds the others with it, and they are noted to be looked at when
 * their own time comes.
 */
#include "daemon/desk_inside.h"

#include <assert.h>
#include <string.h>

#define LOOK_MS 1000
#define PASSED_AT_ONCE 256
#define LATER_AT_ONCE 64

void desk_reminders_changed(struct desk *d)
{
	d->remind.known = false;
}

int64_t desk_reminder(const struct desk *d)
{
	if (!d->remind.known)
		return desk_now(d);
	return d->remind.n ? d->remind.look_at : INT64_MAX;
}

static int know(struct desk *d)
{
	d->remind.n = STORE_DISTANCES_MAX;
	if (store_reminded(store_pen(d->parts.store), d->remind.at, &d->remind.n) == STORE_TROUBLE)
		return -1;
	d->remind.known = true;
	d->remind.look_at = 0;
	return 0;
}

/* A question that was put later than its reminder were due has none. */
static int tell_seat(struct desk *d, int64_t game, int64_t before, const struct reminder_seat *s)
{
	struct news_row news = {.account = s->account,
				.at = s->deadline - before,
				.kind = NEWS_REMINDED,
				.game = game,
				.ply = s->asked,
				.seat = (uint8_t)s->seat,
				.value = s->deadline};

	if (s->since > news.at)
		return 0;
	d->fresh.reminders++;
	return desk_tell(d, &news);
}

/* Those of one game whose time is up first; the others when theirs comes. */
static int remind(struct desk *d, const struct due_row *due, int64_t before, bool *told)
{
	struct reminder_seat seats[TABLAS_SEATS_MAX];
	size_t n;

	if (store_reminder_seats(d->parts.store, due->id, before, seats, &n) == STORE_TROUBLE)
		return -1;
	for (size_t i = 0; i < n; i++) {
		const struct reminder_later later = {before, due->id, seats[i].seat};
		int64_t at = seats[i].deadline - before;

		if (seats[i].deadline < due->deadline || seats[i].deadline == INT64_MAX)
			continue;
		*told = true;
		if (at > d->remind.now
			    ? store_reminder_later(d->parts.store, &later, at) != STORE_DONE
			    : tell_seat(d, due->id, before, &seats[i]) != 0)
			return -1;
	}
	return 0;
}

/* Inside a savepoint: one stretch of one distance.  1: there may be more. */
static int pass(struct desk *d, struct reminded_row *at)
{
	struct due_row due[PASSED_AT_ONCE];
	int64_t now = d->remind.now;
	size_t n = PASSED_AT_ONCE;
	bool told = false;

	if (store_games_due(d->parts.store, now + at->before, &at->until, due, &n) == STORE_TROUBLE)
		return -1;
	for (size_t i = 0; i < n; i++)
		/* One that is up is no more to be reminded of. */
		if (due[i].deadline > now && remind(d, &due[i], at->before, &told) != 0)
			return -1;
	if (n == PASSED_AT_ONCE) {
		at->until = due[n - 1];
	} else if (now + at->before > at->until.deadline) {
		at->until.deadline = now + at->before;
		at->until.id = INT64_MAX;
	}
	if (told && store_reminded_set(d->parts.store, at) != STORE_DONE)
		return -1;
	return n == PASSED_AT_ONCE;
}

/* Whether anything lies ahead of the pointer that it has come to. */
static bool is_ahead(struct desk *d, const struct reminded_row *at)
{
	int64_t deadline;

	return store_deadline_next(store_pen(d->parts.store), &at->until, &deadline) !=
		       STORE_FOUND ||
	       deadline > d->remind.now + at->before;
}

static int pass_all(struct desk *d)
{
	int more = 0;

	for (size_t i = 0; i < d->remind.n && more >= 0; i++) {
		struct reminded_row before = d->remind.at[i];
		int done = 0;

		if (is_ahead(d, &before))
			continue;
		if (desk_enter(d) != 0)
			return -1;
		done = pass(d, &d->remind.at[i]);
		if (desk_leave(d, done >= 0) != 0)
			done = -1;
		if (done < 0)
			d->remind.at[i] = before;
		more = done < 0 ? done : more || done;
	}
	return more;
}

/*
 * All pointers have come as far as they do now.  That of this distance is noted there,
 * or it would come by what has been told once it is the first deadline of its game.
 */
static int move_on(struct desk *d, int64_t before)
{
	const struct due_row here = {.deadline = d->remind.now + before, .id = INT64_MAX};

	for (size_t i = 0; i < d->remind.n; i++) {
		struct reminded_row *at = &d->remind.at[i];

		if (at->before != before || at->until.deadline > here.deadline)
			continue;
		at->until = here;
		if (store_reminded_set(d->parts.store, at) != STORE_DONE)
			return -1;
	}
	return 0;
}

/*
 * One that had more time than the first at its table: its deadline may have moved
 * since, or be the first itself by now, and then the pointer comes to it.
 */
static int remind_later(struct desk *d, const struct reminder_later *row)
{
	struct reminder_seat seats[TABLAS_SEATS_MAX];
	int64_t now = d->remind.now;
	size_t n, i = 0;

	if (store_reminder_later_drop(d->parts.store, row) != STORE_DONE ||
	    store_reminder_seats(d->parts.store, row->game, row->before, seats, &n) ==
		    STORE_TROUBLE)
		return -1;
	while (i < n && seats[i].seat != row->seat)
		i++;
	if (i == n || seats[i].deadline == seats[i].first || seats[i].deadline <= now ||
	    seats[i].deadline == INT64_MAX)
		return 0;
	if (seats[i].deadline - row->before <= now)
		return tell_seat(d, row->game, row->before, &seats[i]) == 0 &&
				       move_on(d, row->before) == 0
			       ? 0
			       : -1;
	return store_reminder_later(d->parts.store, row, seats[i].deadline - row->before) ==
			       STORE_DONE
		       ? 0
		       : -1;
}

/* 1: there may be more. */
static int remind_those_later(struct desk *d)
{
	struct reminder_later rows[LATER_AT_ONCE];
	size_t n = LATER_AT_ONCE;
	int done = 0;

	switch (store_reminders_later(d->parts.store, d->remind.now, rows, &n)) {
	case STORE_TROUBLE:
		return -1;
	case STORE_NONE:
		return 0;
	}
	if (desk_enter(d) != 0)
		return -1;
	for (size_t i = 0; i < n && done == 0; i++)
		done = remind_later(d, &rows[i]);
	if (desk_leave(d, done == 0) == 0 && done == 0)
		return n == LATER_AT_ONCE;
	d->remind.known = false; /* the pointers have not moved after all */
	return -1;
}

int desk_remind(struct desk *d)
{
	int more;

	assert(!d->inside);
	if (!d->remind.known && know(d) != 0)
		return -1;
	d->remind.now = desk_now(d); /* one for all of it: nothing may lie between two of them */
	if (d->remind.n == 0 || d->remind.look_at > d->remind.now)
		return 0;
	more = pass_all(d);
	if (more == 0)
		more = remind_those_later(d);
	d->remind.look_at = more > 0 ? 0 : d->remind.now + LOOK_MS;
	return more < 0 ? -1 : 0;
}
