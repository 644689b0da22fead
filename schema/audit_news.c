/*
 * audit_news.c - are the numbers of news without a gap, and do they tell what is there?
 */
#include "schema/audit_inside.h"

#include <inttypes.h>

static void check_account(struct auditor *a, sqlite3_stmt *st)
{
	int64_t account = get(st, 0), n = get(st, 1), first = get(st, 2), last = get(st, 3);

	if (get(st, 4) == 0)
		audit_tell(a, "account %" PRId64 ": it is told news, and never asked", account);
	if (first < 1 || last - first + 1 != n)
		audit_tell(a,
			   "account %" PRId64 ": %" PRId64 " news are kept from %" PRId64
			   " to %" PRId64,
			   account, n, first, last);
	if (get(st, 5) != 0)
		audit_tell(a, "account %" PRId64 ": it is told of facts that are not there",
			   account);
}

int audit_news(struct auditor *a)
{
	sqlite3_stmt *st = statement(a->view, DO_AUDIT_NEWS);
	int64_t account = 0;
	int found;

	put(st, 1, account);
	while ((found = ask(a->view, st)) == STORE_FOUND) {
		account = get(st, 0);
		check_account(a, st);
		if (!audit_is_long(a))
			continue;
		drop(st);
		if (audit_look_again(a) != STORE_DONE)
			return STORE_TROUBLE;
		put(st, 1, account);
	}
	return found == STORE_TROUBLE ? STORE_TROUBLE : STORE_DONE;
}
