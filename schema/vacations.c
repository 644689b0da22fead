/*
 * vacations.c - see vacations.h.
 */
#include "schema/private.h"

static void read_vacation(sqlite3_stmt *st, struct vacation_row *row)
{
	row->id = get(st, 0);
	row->account = get(st, 1);
	row->booked = get(st, 2);
	row->begins = get(st, 3);
	row->ends = get(st, 4);
}

int store_vacation_add(struct store *s, struct vacation_row *row)
{
	sqlite3_stmt *st = statement(&s->pen, DO_VACATION_ADD);

	put(st, 1, row->account);
	put(st, 2, row->booked);
	put(st, 3, row->begins);
	put(st, 4, row->ends);
	put_some(st, 5, row->allowed);
	if (tell(&s->pen, st) != STORE_DONE)
		return STORE_TROUBLE;
	row->id = sqlite3_last_insert_rowid(s->pen.db);
	return STORE_DONE;
}

int store_vacation_end(struct store *s, int64_t id, int64_t ends)
{
	sqlite3_stmt *st = statement(&s->pen, DO_VACATION_END);

	put(st, 1, id);
	put(st, 2, ends);
	return tell(&s->pen, st);
}

int store_vacation_cancel(struct store *s, int64_t id, int64_t at)
{
	sqlite3_stmt *st = statement(&s->pen, DO_VACATION_CANCEL);

	put(st, 1, id);
	put(st, 2, at);
	return tell(&s->pen, st);
}

int store_vacation(struct store_view *view, int64_t account, int64_t id, struct vacation_row *row)
{
	sqlite3_stmt *st = statement(view, DO_VACATION);

	put(st, 1, id);
	put(st, 2, account);
	int found = ask(view, st);
	if (found == STORE_FOUND) {
		read_vacation(st, row);
		drop(st);
	}
	return found;
}

int store_vacations(struct store_view *view, int64_t account, int64_t ended,
		    struct vacation_row *out, size_t *n)
{
	sqlite3_stmt *st = statement(view, DO_VACATIONS);
	size_t cap = *n;
	int found;

	*n = 0;
	put(st, 1, account);
	put(st, 2, ended);
	put(st, 3, (int64_t)cap);
	while ((found = ask(view, st)) == STORE_FOUND)
		read_vacation(st, &out[(*n)++]);
	return found == STORE_TROUBLE ? found : *n ? STORE_FOUND : STORE_NONE;
}

int store_vacationers(struct store *s, int64_t now, void (*each)(void *cls, int64_t account),
		      void *cls)
{
	sqlite3_stmt *st = statement(&s->pen, DO_VACATIONERS);
	int found;

	put(st, 1, now);
	while ((found = ask(&s->pen, st)) == STORE_FOUND)
		each(cls, get(st, 0));
	return found == STORE_TROUBLE ? found : STORE_DONE;
}

/* ---- telling ------------------------------------------------------------------------- */

int store_telling_begin(struct store *s, int64_t account, int64_t at)
{
	sqlite3_stmt *st = statement(&s->pen, DO_TELLING_BEGIN);

	put(st, 1, account);
	put(st, 2, at);
	return tell(&s->pen, st);
}

int store_telling(struct store *s, int64_t account, int64_t *at, int64_t *game)
{
	sqlite3_stmt *st = statement(&s->pen, DO_TELLING);

	put(st, 1, account);
	int found = ask(&s->pen, st);
	if (found == STORE_FOUND) {
		*at = get(st, 0);
		*game = get(st, 1);
		drop(st);
	}
	return found;
}

int store_telling_next(struct store *s, int64_t *account)
{
	sqlite3_stmt *st = statement(&s->pen, DO_TELLING_NEXT);

	return ask_one(&s->pen, st, account);
}

int store_telling_reached(struct store *s, int64_t account, int64_t game)
{
	sqlite3_stmt *st = statement(&s->pen, game ? DO_TELLING_REACHED : DO_TELLING_DONE);

	put(st, 1, account);
	if (game)
		put(st, 2, game);
	return tell(&s->pen, st);
}

int store_games_to_tell(struct store *s, int64_t account, int64_t after, struct due_row *out,
			size_t *n)
{
	sqlite3_stmt *st = statement(&s->pen, DO_GAMES_TO_TELL);
	size_t cap = *n;
	int found;

	*n = 0;
	put(st, 1, account);
	put(st, 2, after);
	put(st, 3, (int64_t)cap);
	while ((found = ask(&s->pen, st)) == STORE_FOUND) {
		out[*n].id = get(st, 0);
		get_text(st, 1, out[*n].key, sizeof(out[*n].key));
		out[(*n)++].deadline = 0;
	}
	return found == STORE_TROUBLE ? found : *n ? STORE_FOUND : STORE_NONE;
}
