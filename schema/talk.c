/*
 * talk.c - notes, chat, mutes, nudges: what is beside a game and no part of it.
 */
#include "schema/private.h"

#include <string.h>

/* ---- private notes -------------------------------------------------------------------- */

static int read_note(struct store_view *view, sqlite3_stmt *st, struct note_row *row)
{
	int found = ask(view, st);

	if (found != STORE_FOUND)
		return found;
	row->game = get(st, 0);
	row->version = get(st, 1);
	row->changed = get(st, 2);
	get_text(st, 3, row->text, sizeof(row->text));
	drop(st);
	return STORE_FOUND;
}

int store_note(struct store_view *view, int64_t account, int64_t game, struct note_row *row)
{
	sqlite3_stmt *st = statement(view, DO_NOTE);

	row->account = account;
	row->game = game;
	row->version = row->changed = 0;
	row->text[0] = '\0';
	put(st, 1, account);
	put(st, 2, game);
	return read_note(view, st, row);
}

int store_note_write(struct store *s, const struct note_row *row)
{
	sqlite3_stmt *st = statement(&s->pen, DO_NOTE_WRITE);

	put(st, 1, row->account);
	put(st, 2, row->game);
	put(st, 3, row->version);
	put(st, 4, row->changed);
	put_text(st, 5, row->text);
	return tell(&s->pen, st);
}

int store_note_next(struct store_view *view, int64_t account, int64_t after, struct note_row *row)
{
	sqlite3_stmt *st = statement(view, DO_NOTE_NEXT);

	row->account = account;
	put(st, 1, account);
	put(st, 2, after);
	return read_note(view, st, row);
}

/* ---- chat ------------------------------------------------------------------------------- */

int store_chat_add(struct store *s, const struct chat_row *row)
{
	sqlite3_stmt *st = statement(&s->pen, DO_CHAT_ADD);

	put(st, 1, row->game);
	put(st, 2, row->room);
	put(st, 3, row->number);
	put(st, 4, row->at);
	put(st, 5, row->account);
	put_text(st, 6, row->text);
	return tell(&s->pen, st);
}

int store_chat_last(struct store_view *view, int64_t game, enum chat_room room, int64_t *number)
{
	sqlite3_stmt *st = statement(view, DO_CHAT_LAST);

	*number = 0;
	put(st, 1, game);
	put(st, 2, room);
	return ask_one(view, st, number) == STORE_TROUBLE ? STORE_TROUBLE : STORE_FOUND;
}

static int tell_lines(struct store_view *view, sqlite3_stmt *st,
		      void (*each)(void *cls, const struct chat_row *), void *cls)
{
	size_t told = 0;
	int found;

	while ((found = ask(view, st)) == STORE_FOUND) {
		const char *text = (const char *)sqlite3_column_text(st, 6);
		struct chat_row row = {.game = get(st, 0),
				       .room = (uint8_t)get(st, 1),
				       .number = get(st, 2),
				       .at = get(st, 3),
				       .account = get(st, 4),
				       .state = (uint8_t)get(st, 5),
				       .text = text != NULL ? text : ""};
		row.name = names_account(view, row.account);
		each(cls, &row);
		told++;
	}
	if (found == STORE_TROUBLE)
		return STORE_TROUBLE;
	return told > 0 ? STORE_FOUND : STORE_NONE;
}

int store_chat(struct store_view *view, int64_t game, enum chat_room room, int64_t after,
	       size_t most, void (*each)(void *cls, const struct chat_row *), void *cls)
{
	sqlite3_stmt *st = statement(view, DO_CHAT);

	put(st, 1, game);
	put(st, 2, room);
	put(st, 3, after);
	put(st, 4, (int64_t)most);
	return tell_lines(view, st, each, cls);
}

int store_chat_of(struct store_view *view, int64_t account, const struct chat_row *after,
		  size_t most, void (*each)(void *cls, const struct chat_row *), void *cls)
{
	sqlite3_stmt *st = statement(view, DO_CHAT_OF);

	put(st, 1, account);
	put(st, 2, after->game);
	put(st, 3, after->room);
	put(st, 4, after->number);
	put(st, 5, (int64_t)most);
	return tell_lines(view, st, each, cls);
}

/* NONE if nothing was there to be changed. */
static int change(struct store *s, sqlite3_stmt *st)
{
	if (tell(&s->pen, st) != STORE_DONE)
		return STORE_TROUBLE;
	return sqlite3_changes(s->pen.db) > 0 ? STORE_DONE : STORE_NONE;
}

int store_chat_hide(struct store *s, int64_t game, enum chat_room room, int64_t number,
		    bool hidden)
{
	sqlite3_stmt *st = statement(&s->pen, DO_CHAT_HIDE);

	put(st, 1, game);
	put(st, 2, room);
	put(st, 3, number);
	put(st, 4, hidden ? CHAT_HIDDEN : CHAT_SAID);
	return change(s, st);
}

/* ---- mutes, blocks and silences ----------------------------------------------------------- */

static sqlite3_stmt *put_two(struct store_view *view, enum statement what, int64_t a, int64_t b)
{
	sqlite3_stmt *st = statement(view, what);

	put(st, 1, a);
	put(st, 2, b);
	return st;
}

static const struct {
	enum statement add, remove, is, next, count;
} shuns[SHUNS] = {
	[SHUN_MUTED] = {DO_MUTE, DO_UNMUTE, DO_IS_MUTED, DO_MUTE_NEXT, DO_MUTES},
	[SHUN_BLOCKED] = {DO_BLOCK, DO_UNBLOCK, DO_IS_BLOCKED, DO_BLOCK_NEXT, DO_BLOCKS},
};

int store_shun(struct store *s, enum shun how, int64_t account, int64_t other, int64_t at)
{
	sqlite3_stmt *st = put_two(&s->pen, shuns[how].add, account, other);

	put(st, 3, at);
	return tell(&s->pen, st);
}

int store_unshun(struct store *s, enum shun how, int64_t account, int64_t other)
{
	return tell(&s->pen, put_two(&s->pen, shuns[how].remove, account, other));
}

int store_shuns(struct store_view *view, enum shun how, int64_t account, int64_t other)
{
	sqlite3_stmt *st = put_two(view, shuns[how].is, account, other);
	int found = ask(view, st);

	if (found == STORE_FOUND)
		drop(st);
	return found;
}

int store_shuns_count(struct store_view *view, enum shun how, int64_t account, size_t *n)
{
	sqlite3_stmt *st = statement(view, shuns[how].count);

	put(st, 1, account);
	if (ask(view, st) != STORE_FOUND)
		return STORE_TROUBLE;
	*n = (size_t)get(st, 0);
	drop(st);
	return STORE_FOUND;
}

int store_shun_next(struct store_view *view, enum shun how, int64_t account, int64_t after,
		    int64_t *other, int64_t *at, const char **name)
{
	sqlite3_stmt *st = put_two(view, shuns[how].next, account, after);
	int found = ask(view, st);

	if (found != STORE_FOUND)
		return found;
	*other = get(st, 0);
	*at = get(st, 1);
	drop(st);
	*name = names_account(view, *other);
	return STORE_FOUND;
}

int store_silence(struct store *s, int64_t game, int64_t account, bool silent)
{
	return tell(&s->pen,
		    put_two(&s->pen, silent ? DO_SILENCE : DO_UNSILENCE, game, account));
}

int store_is_silent(struct store_view *view, int64_t game)
{
	sqlite3_stmt *st = statement(view, DO_IS_SILENT);

	put(st, 1, game);
	int found = ask(view, st);
	if (found == STORE_FOUND)
		drop(st);
	return found;
}

/* ---- looking and nudging ---------------------------------------------------------------- */

static int read_seat_note(struct store_view *view, enum statement what, int64_t game,
			  unsigned seat, struct seat_note_row *row)
{
	sqlite3_stmt *st = put_two(view, what, game, seat);
	int found = ask(view, st);

	if (found != STORE_FOUND)
		return found;
	*row = (struct seat_note_row){.game = game,
				      .seat = seat,
				      .asked = (uint64_t)get(st, 0),
				      .at = get(st, 1),
				      .account = get(st, 2)};
	drop(st);
	return STORE_FOUND;
}

static sqlite3_stmt *put_seat_note(struct store *s, enum statement what,
				   const struct seat_note_row *row)
{
	sqlite3_stmt *st = put_two(&s->pen, what, row->game, row->seat);

	put(st, 3, (int64_t)row->asked);
	put(st, 4, row->at);
	return st;
}

int store_nudge(struct store_view *view, int64_t game, unsigned seat, struct seat_note_row *row)
{
	return read_seat_note(view, DO_NUDGE, game, seat, row);
}

int store_nudge_write(struct store *s, const struct seat_note_row *row)
{
	sqlite3_stmt *st = put_seat_note(s, DO_NUDGE_WRITE, row);

	put(st, 5, row->account);
	return tell(&s->pen, st);
}

int store_look_at(struct store_view *view, int64_t game, unsigned seat, struct seat_note_row *row)
{
	return read_seat_note(view, DO_LOOK_AT, game, seat, row);
}

int store_look_write(struct store *s, const struct seat_note_row *row)
{
	return tell(&s->pen, put_seat_note(s, DO_LOOK_WRITE, row));
}

/* ---- the end of an account -------------------------------------------------------------- */

int store_talk_forget(struct store *s, int64_t account)
{
	static const enum statement all[] = {DO_NOTES_FORGET, DO_CHAT_FORGET, DO_MUTES_FORGET,
					     DO_BLOCKS_FORGET, DO_SILENCES_FORGET};

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		sqlite3_stmt *st = statement(&s->pen, all[i]);

		put(st, 1, account);
		if (tell(&s->pen, st) != STORE_DONE)
			return STORE_TROUBLE;
	}
	return STORE_DONE;
}
