/*
 * desk_remind.c - telling those who are asked that their time comes to an end.
 *
 * A reminder is due so long before a deadline.  Each distance that anybody has
 * wished for is a pointer that moves along the deadlines as time does, and what
 * it passes is told: so a deadline that moves takes its reminder with it, and
 * while nobody wishes for any there is no pointer.  Where it stands is written
 * with what was told, in one transaction: each is told once.
 */
#include "daemon/desk_inside.h"

#include <assert.h>
#include <string.h>

#define LOOK_MS 1000
#define PASSED_AT_ONCE 256

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

/* Those of one game: a question that was put later than its reminder were due has none. */
static int remind(struct desk *d, const struct due_row *due, int64_t before, bool *told)
{
	struct reminder_seat seats[TABLAS_SEATS_MAX];
	size_t n;

	if (store_reminder_seats(d->parts.store, due->id, before, seats, &n) == STORE_TROUBLE)
		return -1;
	for (size_t i = 0; i < n; i++) {
		struct news_row news = {.account = seats[i].account,
					.at = due->deadline - before,
					.kind = NEWS_REMINDED,
					.game = due->id,
					.ply = seats[i].asked,
					.seat = (uint8_t)seats[i].seat,
					.value = due->deadline};

		if (seats[i].since > news.at)
			continue;
		if (desk_tell(d, &news) != 0)
			return -1;
		d->fresh.reminders++;
		*told = true;
	}
	return 0;
}

/* Inside a savepoint: one stretch of one distance.  1: there may be more. */
static int pass(struct desk *d, struct reminded_row *at)
{
	struct due_row due[PASSED_AT_ONCE];
	int64_t now = desk_now(d);
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
	       deadline > desk_now(d) + at->before;
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

int desk_remind(struct desk *d)
{
	int more;

	assert(!d->inside);
	if (!d->remind.known && know(d) != 0)
		return -1;
	if (d->remind.n == 0 || d->remind.look_at > desk_now(d))
		return 0;
	more = pass_all(d);
	d->remind.look_at = more > 0 ? 0 : desk_now(d) + LOOK_MS;
	return more < 0 ? -1 : 0;
}
