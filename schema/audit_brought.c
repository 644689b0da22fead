/*
 * audit_brought.c - is there somebody to whom news are brought, and are they news
 * that there are?
 *
 * What an account subscribes to has taken up no more than was told, tells it in the
 * order of its numbers and each once, and what waits says when it is tried.
 */
#include "schema/audit_inside.h"

#include <inttypes.h>

static int check_subscription(struct auditor *a, sqlite3_stmt *st, struct audit_place *at)
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
	return STORE_DONE;
}

struct deliveries {
	struct audit_place at;
	int64_t told; /* the last news that the subscription's deliveries have told so far */
};

static int check_delivery(struct auditor *a, sqlite3_stmt *st, struct audit_place *at)
{
	struct deliveries *d = (struct deliveries *)at;
	int64_t subscription = get(st, 0), id = get(st, 1), first = get(st, 2),
		last = get(st, 3);
	int64_t cursor = get(st, 6);
	bool none = sqlite3_column_type(st, 6) == SQLITE_NULL;

	if (subscription != at->first)
		d->told = 0;
	*at = (struct audit_place){subscription, id};
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
	return STORE_DONE;
}

static int check_reminder(struct auditor *a, sqlite3_stmt *st, struct audit_place *at)
{
	int64_t account = get(st, 0), before = get(st, 1);

	*at = (struct audit_place){before, account};
	if (get(st, 2) == 0)
		audit_tell(a,
			   "account %" PRId64 ": it wishes to be reminded, and is told no news",
			   account);
	if (get(st, 3) == 0)
		audit_tell(a,
			   "account %" PRId64 ": nobody sees to what it wishes to be reminded"
			   " of %" PRId64 " seconds before",
			   account, before / 1000);
	return STORE_DONE;
}

int audit_brought(struct auditor *a)
{
	struct audit_place subscriptions = {0, 0}, reminders = {0, 0};
	struct deliveries deliveries = {.told = 0};
	int done = audit_rows(a, DO_AUDIT_SUBSCRIPTIONS, 1, &subscriptions, check_subscription);

	if (done == STORE_DONE)
		done = audit_rows(a, DO_AUDIT_DELIVERIES, 2, &deliveries.at, check_delivery);
	if (done == STORE_DONE)
		done = audit_rows(a, DO_AUDIT_REMINDERS, 2, &reminders, check_reminder);
	return done;
}
