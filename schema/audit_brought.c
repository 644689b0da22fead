/*
 * audit_brought.c - is there somebody to whom news are brought, and are they news
 * that there are?
 *
 * What an account subscribes to has taken up no more than was told, tells it in the
 * order of its numbers and each once, and what waits says when it is tried.
 */
#include "schema/audit_inside.h"

#include <inttypes.h>

/* Reads on behind what was read, in looks of bounded length. */
struct place {
	int64_t first, second;
};

static int read_all(struct auditor *a, enum statement which, int keys, struct place *at,
		    void (*check)(struct auditor *, sqlite3_stmt *, struct place *))
{
	int found;

	do {
		sqlite3_stmt *st = statement(a->view, which);

		put(st, 1, at->first);
		if (keys > 1)
			put(st, 2, at->second);
		while ((found = ask(a->view, st)) == STORE_FOUND) {
			check(a, st, at);
			a->rows++;
			if (audit_is_long(a))
				break;
		}
		drop(st);
		if (found == STORE_FOUND && audit_look_again(a) != STORE_DONE)
			return STORE_TROUBLE;
	} while (found == STORE_FOUND);
	return found == STORE_NONE ? STORE_DONE : STORE_TROUBLE;
}

static void check_subscription(struct auditor *a, sqlite3_stmt *st, struct place *at)
{
	int64_t id = at->first = get(st, 0), account = get(st, 1);
	int64_t cursor = get(st, 2), last = get(st, 3);

	if (get(st, 4) == 0)
		audit_tell(a, "subscription %" PRId64 ": account %" PRId64 " is told no news",
			   id, account);
	if (cursor < 0 || cursor > last)
		audit_tell(a,
			   "subscription %" PRId64 ": it has news up to %" PRId64
			   ", and there are %" PRId64,
			   id, cursor, last);
}

struct deliveries {
	struct place at;
	int64_t told; /* the last news that the subscription's deliveries have told so far */
};

static void check_delivery(struct auditor *a, sqlite3_stmt *st, struct place *at)
{
	struct deliveries *d = (struct deliveries *)at;
	int64_t subscription = get(st, 0), id = get(st, 1), first = get(st, 2),
		last = get(st, 3);
	int64_t cursor = get(st, 6);
	bool none = sqlite3_column_type(st, 6) == SQLITE_NULL;

	if (subscription != at->first)
		d->told = 0;
	*at = (struct place){subscription, id};
	if (none)
		audit_tell(a, "delivery %" PRId64 ": there is no subscription %" PRId64, id,
			   subscription);
	else if (first < 0 || last < first || last > cursor || (first == 0 && last != 0))
		audit_tell(a,
			   "delivery %" PRId64 ": it tells news %" PRId64 " to %" PRId64
			   ", and its subscription has them up to %" PRId64,
			   id, first, last, cursor);
	else if (first != 0 && first <= d->told)
		audit_tell(a, "delivery %" PRId64 ": it tells news %" PRId64 " again", id,
			   first);
	d->told = last > d->told ? last : d->told;
	if ((get(st, 4) == DELIVERY_WAITS) != (get(st, 5) == 0))
		audit_tell(a, "delivery %" PRId64 ": it waits and is not tried, or the reverse",
			   id);
}

static void check_reminder(struct auditor *a, sqlite3_stmt *st, struct place *at)
{
	int64_t account = get(st, 0), before = get(st, 1);

	*at = (struct place){before, account};
	if (get(st, 2) == 0)
		audit_tell(a,
			   "account %" PRId64 ": it wishes to be reminded, and is told no news",
			   account);
	if (get(st, 3) == 0)
		audit_tell(a,
			   "account %" PRId64 ": nobody sees to what it wishes to be reminded"
			   " of %" PRId64 " seconds before",
			   account, before / 1000);
}

int audit_brought(struct auditor *a)
{
	struct place subscriptions = {0, 0}, reminders = {0, 0};
	struct deliveries deliveries = {.told = 0};
	int done = read_all(a, DO_AUDIT_SUBSCRIPTIONS, 1, &subscriptions, check_subscription);

	if (done == STORE_DONE)
		done = read_all(a, DO_AUDIT_DELIVERIES, 2, &deliveries.at, check_delivery);
	if (done == STORE_DONE)
		done = read_all(a, DO_AUDIT_REMINDERS, 2, &reminders, check_reminder);
	return done;
}
