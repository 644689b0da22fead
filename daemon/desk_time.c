/*
 * desk_time.c - deadlines: commands that nobody sends.
 *
 * The book has them in order, so the next is found without looking at the rest,
 * also by a desk that has just been opened.  Each lapse is a command like any
 * other; only so many are given in one turn of the loop, and clients are served
 * between.
 */
#include "daemon/desk_inside.h"

#include "daemon/log.h"

#include <assert.h>
#include <string.h>

#define LAPSES_MOST 256

void desk_recall(struct desk *d)
{
	memset(&d->passed, 0, sizeof(d->passed));
	d->deadline_known = false;
}

int64_t desk_deadline(struct desk *d)
{
	int found;

	if ((d->absent_known || desk_inside_find_absent(d) == 0) && d->telling)
		return 0;
	if (d->deadline_known)
		return d->deadline;
	found = store_deadline_next(store_pen(d->parts.store), &d->passed, &d->deadline);
	if (found != STORE_FOUND)
		d->deadline = INT64_MAX;
	d->deadline_known = found != STORE_TROUBLE;
	return d->deadline;
}

/* 1 done, 0 it could not be, -1 trouble. */
static int lapse(struct desk *d, const struct due_row *due)
{
	const struct command c = {
		.kind = COMMAND_LAPSE, .seat = TABLAS_NOBODY, .at = desk_now(d)};
	struct receipt receipt;
	enum refusal refusal;

	if (desk_enter(d) != 0)
		return -1;
	refusal = desk_submit(d, due->key, &c, 0, &receipt);
	if (desk_leave(d, refusal == ACCEPTED) != 0 || receipt.trouble)
		return -1;
	if (refusal == ACCEPTED)
		return 1;
	if (due->id == 0) /* hastened, and done with */
		return 0;
	log_event(LOG_WARNING_LEVEL, "deadline-passed-over", "game", due->key, "why",
		  refusal_slug(refusal), NULL);
	return 0;
}

void desk_hasten(struct desk *d, const char *key)
{
	for (size_t i = 0; i < d->hastened_n; i++)
		if (strcmp(d->hastened[i], key) == 0)
			return;
	if (d->hastened_n < DESK_HASTENED_MAX && strlen(key) < STORE_KEY_SIZE)
		strcpy(d->hastened[d->hastened_n++], key);
}

/* Those that somebody looked at.  How many lapsed, or -1. */
static int lapse_hastened(struct desk *d)
{
	int lapsed = 0, done = 1;

	for (size_t i = 0; i < d->hastened_n && done >= 0; i++) {
		struct due_row due = {.id = 0};

		strcpy(due.key, d->hastened[i]);
		done = lapse(d, &due);
		lapsed += done > 0;
	}
	d->hastened_n = 0;
	return done < 0 ? -1 : lapsed;
}

int desk_lapse(struct desk *d, size_t most)
{
	struct due_row due[LAPSES_MOST];
	size_t n = most < LAPSES_MOST ? most : LAPSES_MOST;
	int lapsed, done = 1;

	assert(!d->inside);
	if (desk_inside_tell_some(d, n) < 0)
		return -1;
	lapsed = lapse_hastened(d);
	if (lapsed < 0 || desk_deadline(d) > desk_now(d))
		return lapsed;
	if (store_games_due(d->parts.store, desk_now(d), &d->passed, due, &n) == STORE_TROUBLE)
		return -1;
	for (size_t i = 0; i < n && done >= 0; i++) {
		done = lapse(d, &due[i]);
		if (done == 0)
			d->passed = due[i];
		lapsed += done > 0;
	}
	d->deadline_known = false;
	return done < 0 ? -1 : lapsed;
}
