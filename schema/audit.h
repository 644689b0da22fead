/*
 * audit.h - is the book true?
 *
 * Replays every game from its facts and compares the snapshot, re-adds every
 * entry and compares wallets, purses, pots and running balances, checks that
 * each transaction sums to zero, that its hash is that of what it says and of
 * the one before, and that each game's entries are what its facts demand.  What
 * is no fact of a game (news and who is brought them, ratings, vacations, talk,
 * standing orders) has to agree with what it is about.
 * Reads only, in constant memory; may run beside a serving daemon, which it
 * neither stops nor keeps from reusing its log.
 */
#ifndef SCHEMA_AUDIT_H
#define SCHEMA_AUDIT_H

#include "game/registry.h"
#include "schema/store.h"

struct audit_report {
	int64_t games, facts, transactions, entries; /* looked at               */
	int64_t games_skipped;			     /* their ruleset is not loaded */
	int64_t differences;
	int64_t entries_of, transactions_of, games_of; /* in the book when it began */
};

/* Rows that are read in one look: a second's work, or less.  Tests make it short. */
extern int64_t audit_look_rows;

/*
 * Tells each difference by a sentence.  0 when the book could be read to its
 * end (report says whether it is true), -1 on trouble.
 */
int audit_book(struct store *, const struct registry *, struct audit_report *,
	       void (*tell)(void *cls, const char *sentence),
	       void (*progress)(void *cls, const struct audit_report *), void *cls);

#endif
