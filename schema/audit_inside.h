/*
 * audit_inside.h - what the three files of the audit share, and nobody else.
 */
#ifndef SCHEMA_AUDIT_INSIDE_H
#define SCHEMA_AUDIT_INSIDE_H

#include "schema/audit.h"
#include "schema/private.h"

struct auditor {
	struct store_view *view;
	const struct registry *games;
	struct audit_report *report;
	void (*tell)(void *cls, const char *sentence);
	void (*progress)(void *cls, const struct audit_report *);
	void *cls;
};

/* Overflow in a forged row must not be undefined: the sum only has to differ. */
static inline int64_t audit_plus(int64_t a, int64_t b)
{
	return (int64_t)((uint64_t)a + (uint64_t)b);
}

/* Tells one difference, as printf() would. */
__attribute__((format(printf, 2, 3))) void audit_tell(struct auditor *, const char *format, ...);

/* Counts one more of something, and now and then shows how far it has come. */
void audit_count(struct auditor *, int64_t *what);

/* Each reads its part of the book to the end: DONE or TROUBLE. */
int audit_accounts(struct auditor *);	  /* audit_ledger.c */
int audit_transactions(struct auditor *); /* audit_ledger.c */
int audit_games(struct auditor *);	  /* audit_games.c  */

/* Whether the game stands in its match as its table does: DONE or TROUBLE. */
int audit_match(struct auditor *, const struct game_row *, const struct table *);

#endif
