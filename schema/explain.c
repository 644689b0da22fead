/*
 * explain.c - what an entry is of: its ruleset, its match, its opponent.
 *
 * All of it follows from the game and the two sides.  It stands in the row
 * because a history is asked for by it, and only what stands in the row can be
 * in an index; the audit derives it again.
 */
#include "schema/private.h"

#include <string.h>

int ruleset_number(struct store_view *view, const char *name, int64_t *number)
{
	sqlite3_stmt *st = statement(view, DO_RULESET);
	int found;

	put_text(st, 1, name);
	if ((found = ask(view, st)) == STORE_FOUND) {
		*number = get(st, 0);
		drop(st);
	}
	return found;
}

int store_ruleset_known(struct store_view *view, const char *name)
{
	int64_t number;

	return ruleset_number(view, name, &number);
}

int explain_open(struct store *s, int64_t game, struct explained *of)
{
	sqlite3_stmt *st;
	int found;

	memset(of, 0, sizeof(*of));
	if (game == 0)
		return STORE_DONE;
	st = statement(&s->pen, DO_ENTRY_GAME);
	put(st, 1, game);
	if ((found = ask(&s->pen, st)) == STORE_FOUND) {
		of->game = game;
		of->ruleset = get(st, 0);
		of->match = get(st, 1);
		of->over = get(st, 2) == TABLE_OVER;
		of->seats = (unsigned)get(st, 3);
		of->ended = get(st, 4);
		drop(st);
	}
	return found == STORE_TROUBLE ? STORE_TROUBLE : STORE_DONE;
}

/*
 * What lies in the pot of a game for two was put there by those two, so what is
 * paid into it and out of it is between them.
 */
int explain_opponent(struct store *s, const struct explained *of, const struct book_side *side,
		     const struct book_side *other, int64_t *opponent)
{
	sqlite3_stmt *st;
	int found;

	*opponent = 0;
	if (side->account < ACCOUNT_FIRST || side->account == other->account)
		return STORE_FOUND;
	if (other->account >= ACCOUNT_FIRST)
		*opponent = other->account;
	if (other->account != ACCOUNT_POTS || of->seats != 2)
		return STORE_FOUND;
	st = statement(&s->pen, DO_ENTRY_RIVAL);
	put(st, 1, of->game);
	put(st, 2, side->account);
	if ((found = ask(&s->pen, st)) == STORE_FOUND) {
		*opponent = get(st, 0);
		drop(st);
	}
	return found == STORE_TROUBLE ? STORE_TROUBLE : STORE_FOUND;
}
