/*
 * audit_orders.c - are there standing orders where nobody decides any more?
 *
 * They end with their seat and with their game; what an order says is nobody's
 * business but its seat's.
 */
#include "schema/audit_inside.h"

#include <inttypes.h>

int audit_orders(struct auditor *a)
{
	sqlite3_stmt *st = statement(a->view, DO_AUDIT_ORDERS);
	char key[STORE_KEY_SIZE];
	int found;

	while ((found = ask(a->view, st)) == STORE_FOUND) {
		get_text(st, 0, key, sizeof(key));
		audit_tell(a, "game %s: seat %" PRId64 " has standing orders and nothing to decide",
			   key, get(st, 1));
	}
	return found == STORE_NONE ? STORE_DONE : STORE_TROUBLE;
}
