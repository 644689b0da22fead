/*
 * offers.c - tables that are offered: until when, how they are filled, of which
 * game they are the rematch.
 *
 * None of it is asked for once play has begun, so it stands beside the game and
 * not in its row, which every turn reads.
 */
#include "schema/private.h"

#include <string.h>

int offers_add(struct store *s, const struct game_row *row)
{
	sqlite3_stmt *st = statement(&s->pen, DO_OFFER_ADD);

	put(st, 1, row->id);
	put_some(st, 2, row->opening.expires);
	put(st, 3, row->opening.draws);
	put_text(st, 4, row->opening.rematch[0] ? row->opening.rematch : NULL);
	return tell(&s->pen, st);
}

int offers_read(struct store_view *view, struct game_row *row)
{
	sqlite3_stmt *st = statement(view, DO_OFFER);
	int found;

	put(st, 1, row->id);
	found = ask(view, st);
	if (found == STORE_FOUND) {
		row->opening.expires = get(st, 0);
		row->opening.draws = get(st, 1) != 0;
		get_text(st, 2, row->opening.rematch, sizeof(row->opening.rematch));
		drop(st);
	}
	return found;
}

int offers_end(struct store *s, int64_t game)
{
	sqlite3_stmt *st = statement(&s->pen, DO_OFFER_END);

	put(st, 1, game);
	return tell(&s->pen, st);
}

int store_offer_note_set(struct store *s, int64_t game, const char *note)
{
	sqlite3_stmt *st = statement(&s->pen, DO_OFFER_NOTE_SET);

	put(st, 1, game);
	put_text(st, 2, note);
	return tell(&s->pen, st);
}

int store_offer_note(struct store_view *view, int64_t game, char note[STORE_NOTE_SIZE])
{
	sqlite3_stmt *st = statement(view, DO_OFFER_NOTE);

	note[0] = '\0';
	put(st, 1, game);
	return ask_one_text(view, st, note, STORE_NOTE_SIZE);
}

int store_rematch(struct store_view *view, int64_t game, char key[STORE_KEY_SIZE])
{
	sqlite3_stmt *st = statement(view, DO_REMATCH);

	put(st, 1, game);
	return ask_one_text(view, st, key, STORE_KEY_SIZE);
}

int store_rematch_of(struct store_view *view, int64_t game, char key[STORE_KEY_SIZE])
{
	struct game_row row = {.id = game};
	int found = offers_read(view, &row);

	strcpy(key, row.opening.rematch);
	return found == STORE_FOUND && !key[0] ? STORE_NONE : found;
}

static int count(struct store *s, enum statement which, int64_t account, int64_t most,
		 int64_t *out)
{
	sqlite3_stmt *st = statement(&s->pen, which);
	int found;

	put(st, 1, account);
	put(st, 2, most);
	for (*out = 0; (found = ask(&s->pen, st)) == STORE_FOUND;)
		++*out;
	return found == STORE_NONE ? STORE_FOUND : STORE_TROUBLE;
}

int store_offers_made(struct store *s, int64_t account, int64_t most, int64_t *n)
{
	return count(s, DO_OFFERS_MADE, account, most, n);
}

int store_seats_held(struct store *s, int64_t account, int64_t most, int64_t *n)
{
	return count(s, DO_SEATS_HELD, account, most, n);
}

int store_offers_got(struct store *s, int64_t account, int64_t most, int64_t *n)
{
	return count(s, DO_OFFERS_GOT, account, most, n);
}
