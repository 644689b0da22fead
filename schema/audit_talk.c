/*
 * audit_talk.c - are the lines of every room numbered without a gap, does a game
 * that has a delay say that it has one, and is nobody blocked who cannot be?
 */
#include "schema/audit_inside.h"

#include <inttypes.h>

static int audit_rooms(struct auditor *a)
{
	int64_t game = 0, room = 0;
	sqlite3_stmt *st = statement(a->view, DO_AUDIT_CHAT);
	int found;

	put(st, 1, game);
	put(st, 2, room);
	while ((found = ask(a->view, st)) == STORE_FOUND) {
		game = get(st, 0);
		room = get(st, 1);
		if (get(st, 3) != 1 || get(st, 4) != get(st, 2))
			audit_tell(a,
				   "game %s: room %" PRId64 " has %" PRId64
				   " lines, numbered from %" PRId64 " to %" PRId64,
				   names_game(a->view, game)->key, room, get(st, 2), get(st, 3),
				   get(st, 4));
		if (!audit_is_long(a))
			continue;
		drop(st);
		if (audit_look_again(a) != STORE_DONE)
			return STORE_TROUBLE;
		put(st, 1, game);
		put(st, 2, room);
	}
	return found == STORE_TROUBLE ? STORE_TROUBLE : STORE_DONE;
}

static int audit_delays(struct auditor *a)
{
	sqlite3_stmt *st = statement(a->view, DO_AUDIT_DELAYS);
	int found;

	put(st, 1, LATE);
	while ((found = ask(a->view, st)) == STORE_FOUND) {
		char key[STORE_KEY_SIZE];

		get_text(st, 0, key, sizeof(key));
		audit_tell(a, "game %s: it has a delay and is shown without", key);
	}
	return found == STORE_TROUBLE ? STORE_TROUBLE : STORE_DONE;
}

/* Nobody is kept from himself, nor from or by one who is there no more. */
static int audit_blocks(struct auditor *a)
{
	sqlite3_stmt *st = statement(a->view, DO_AUDIT_BLOCKS);
	int found;

	while ((found = ask(a->view, st)) == STORE_FOUND)
		audit_tell(a, "account %" PRId64 ": it blocks %" PRId64
			      ", which is itself or one of them is closed",
			   get(st, 0), get(st, 1));
	return found == STORE_TROUBLE ? STORE_TROUBLE : STORE_DONE;
}

int audit_talk(struct auditor *a)
{
	int done = audit_rooms(a);

	if (done == STORE_DONE)
		done = audit_delays(a);
	return done == STORE_DONE ? audit_blocks(a) : done;
}
