/*
 * audit_matches.c - do the games of a match follow from one another?
 *
 * Each is looked at when it is replayed: what it says of its match is compared
 * with its table, and it with the game before it and the game behind it.  So a
 * match is true when each of its games is.
 */
#include "schema/audit_inside.h"

#include "game/match.h"

#include <stdlib.h>
#include <string.h>

static bool same_score(const int32_t *a, const int32_t *b, unsigned seats)
{
	return memcmp(a, b, seats * sizeof(a[0])) == 0;
}

static void compare_row(struct auditor *a, const struct game_row *row, const struct table *t)
{
	int32_t score[TABLAS_SEATS_MAX];

	if ((row->match[0] != '\0') != (t->setup.match_length != 0) ||
	    row->match_length != t->setup.match_length || row->match_game != t->match_game ||
	    !same_score(row->match_score, t->setup.match_score, row->seats)) {
		audit_tell(a, "game %s: by its facts it is another game of a match, or of none",
			   row->key);
		return;
	}
	match_score(t, score);
	if (!same_score(row->match_result, score, row->seats))
		audit_tell(a, "game %s: the score of the match after it is another by its facts",
			   row->key);
	if ((row->match_game == 1) != (strcmp(row->match, row->key) == 0))
		audit_tell(a, "game %s: its match does not begin with the game it is named by",
			   row->key);
	if ((row->next[0] != '\0') != match_goes_on(t))
		audit_tell(a, "game %s: %s", row->key,
			   row->next[0] ? "its match was over, or it was not, and a game follows"
					: "its match was not over, and no game follows");
}

/* What the game behind must have in common with this one. */
static bool follows(const struct game_row *row, const struct game_row *next)
{
	bool same = strcmp(row->match, next->match) == 0 &&
		    next->match_game == row->match_game + 1 &&
		    next->match_length == row->match_length &&
		    same_score(next->match_score, row->match_result, row->seats) &&
		    strcmp(row->ruleset, next->ruleset) == 0 && row->seats == next->seats &&
		    row->unit == next->unit && row->buy_in == next->buy_in &&
		    row->fee == next->fee;

	for (unsigned i = 0; i < row->seats; i++)
		same = same && row->seat[i].account == next->seat[i].account;
	return same;
}

static int compare_next(struct auditor *a, const struct game_row *row)
{
	struct game_row *next;
	int found;

	if (row->next[0] == '\0')
		return STORE_DONE;
	next = calloc(1, sizeof(*next));
	if (next == NULL)
		return trouble_because(a->view->store, "audit", "no memory");
	found = store_game_by_key(a->view, row->next, next);
	if (found != STORE_TROUBLE && (found == STORE_NONE || !follows(row, next)))
		audit_tell(a, "game %s: the game %s does not follow from it", row->key, row->next);
	free(next);
	return found == STORE_TROUBLE ? STORE_TROUBLE : STORE_DONE;
}

static int compare_before(struct auditor *a, const struct game_row *row)
{
	sqlite3_stmt *st = statement(a->view, DO_AUDIT_MATCH_BEFORE);
	char next[STORE_KEY_SIZE] = "";
	int found;

	if (row->match_game <= 1)
		return STORE_DONE;
	put_text(st, 1, row->match);
	put(st, 2, (int64_t)row->match_game - 1);
	found = ask(a->view, st);
	if (found == STORE_TROUBLE)
		return STORE_TROUBLE;
	if (found == STORE_FOUND) {
		get_text(st, 0, next, sizeof(next));
		drop(st);
	}
	if (strcmp(next, row->key) != 0)
		audit_tell(a, "game %s: no game of its match is before it", row->key);
	return STORE_DONE;
}

int audit_match(struct auditor *a, const struct game_row *row, const struct table *t)
{
	compare_row(a, row, t);
	if (compare_next(a, row) != STORE_DONE)
		return STORE_TROUBLE;
	return compare_before(a, row);
}
