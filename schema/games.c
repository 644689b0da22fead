/*
 * games.c - a game as the book keeps it: its terms, its snapshot, its seats.
 *
 * The snapshot beside the facts is what makes a turn cheap: it is loaded by one
 * row and its seats, never by replaying.  The audit replays and compares.
 *
 * Purses and the pot stand in these rows too, but only the ledger (book.c)
 * writes them: they are the sum of its entries and nobody's opinion.
 */
#include "schema/private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define THAWS_TO_MASK 0xff

#define SCORE_TEXT_MAX (12 * TABLAS_SEATS_MAX)

int games_shelf(int state)
{
	switch (state) {
	case TABLE_OVER:
		return SHELF_OVER;
	case TABLE_ABORTED:
		return SHELF_ABORTED;
	default:
		return SHELF_LIVE;
	}
}

/* ---- reading ------------------------------------------------------------------ */

/* "4 1": a number for each seat. */
static void get_score(sqlite3_stmt *st, int at, int32_t score[TABLAS_SEATS_MAX])
{
	char text[SCORE_TEXT_MAX], *p = text;

	get_text(st, at, text, sizeof(text));
	for (unsigned i = 0; i < TABLAS_SEATS_MAX; i++)
		score[i] = (int32_t)strtol(p, &p, 10);
}

/* NULL where there is no match. */
static const char *score_text(const struct game_row *row, const int32_t score[TABLAS_SEATS_MAX],
			      char text[SCORE_TEXT_MAX])
{
	size_t n = 0;

	if (row->match[0] == '\0')
		return NULL;
	for (unsigned i = 0; i < row->seats && i < TABLAS_SEATS_MAX; i++)
		n += (size_t)snprintf(text + n, SCORE_TEXT_MAX - n, "%s%d", i ? " " : "", score[i]);
	return text;
}

static void read_game(sqlite3_stmt *st, struct game_row *row)
{
	row->id = get(st, 0);
	get_text(st, 1, row->key, sizeof(row->key));
	get_text(st, 2, row->ruleset, sizeof(row->ruleset));
	row->rules = (int)get(st, 3);
	get_text(st, 4, row->options, sizeof(row->options));
	row->seats = (unsigned)get(st, 5);
	row->creator = get(st, 6);
	row->visibility = (uint8_t)get(st, 7);
	row->auto_forced = get(st, 8) & AUTO_FORCED;
	row->rated = get(st, 8) & RATED;
	row->late = get(st, 8) & LATE;
	row->past = false;
	row->unit = get(st, 9);
	row->buy_in = get(st, 10);
	row->insolvent = (uint8_t)get(st, 11);
	row->created = get(st, 12);
	row->started = get(st, 13);
	row->ended = get(st, 14);
	row->state = (uint8_t)get(st, 15);
	row->thaws_to = (uint8_t)(get(st, 16) & THAWS_TO_MASK);
	row->marks = (uint64_t)get(st, 16) >> THAWS_TO_BITS;
	row->ply = (uint64_t)get(st, 17);
	row->asked = (uint64_t)get(st, 18);
	row->decisions = (uint64_t)get(st, 19);
	row->waiting = (uint32_t)get(st, 20);
	row->pot = get(st, 21);
	row->changed = get(st, 22);
	get_text(st, 23, row->position, sizeof(row->position));
	get_text(st, 24, row->outcome, sizeof(row->outcome));
	get_text(st, 25, row->match, sizeof(row->match));
	row->match_game = (uint32_t)get(st, 26);
	row->match_length = (uint32_t)get(st, 27);
	get_score(st, 28, row->match_score);
	memcpy(row->match_result, row->match_score, sizeof(row->match_result));
	if (sqlite3_column_type(st, 29) != SQLITE_NULL)
		get_score(st, 29, row->match_result);
	get_text(st, 30, row->next, sizeof(row->next));
	row->credit = get(st, 31);
	row->fee = (int32_t)get(st, 32);
	row->top_ups = get(st, 33) != 0;
	row->committed = sqlite3_column_type(st, 34) != SQLITE_NULL;
	get_bytes(st, 34, row->commitment, sizeof(row->commitment));
	row->throws = (uint64_t)get(st, 35);
	get_text(st, 36, row->clock, sizeof(row->clock));
	get_text(st, 37, row->spent, sizeof(row->spent));
	row->deadline = get(st, 38);
}

static int read_seats(struct store_view *view, struct game_row *row)
{
	sqlite3_stmt *st = statement(view, DO_SEATS);
	int found;

	memset(row->seat, 0, sizeof(row->seat));
	put(st, 1, row->id);
	while ((found = ask(view, st)) == STORE_FOUND) {
		int64_t i = get(st, 0);
		if (i < 0 || i >= TABLAS_SEATS_MAX)
			continue; /* the audit will tell */
		struct seat_row *seat = &row->seat[i];
		seat->account = get(st, 1);
		get_text(st, 2, seat->name, sizeof(seat->name));
		seat->invited = get(st, 3);
		seat->locked = get(st, 4) != 0;
		seat->status = (uint8_t)get(st, 5);
		seat->purse = get(st, 6);
		seat->topped = get(st, 7);
	}
	return found == STORE_NONE ? STORE_FOUND : STORE_TROUBLE;
}

/* Only of games that say they have it: the others pay nothing for it. */
static int read_consent(struct store_view *view, struct game_row *row)
{
	sqlite3_stmt *st = statement(view, DO_GAME_CONSENT);
	int found;

	put(st, 1, row->id);
	found = ask(view, st);
	if (found == STORE_FOUND) {
		get_text(st, 0, row->consent, sizeof(row->consent));
		drop(st);
	}
	return found;
}

static int one_game(struct store_view *view, sqlite3_stmt *st, struct game_row *row)
{
	int found = ask(view, st);

	if (found != STORE_FOUND)
		return found;
	read_game(st, row);
	drop(st);
	row->consent[0] = '\0';
	if (marks_has_consent(row->marks) && read_consent(view, row) != STORE_FOUND)
		return STORE_TROUBLE;
	memset(&row->opening, 0, sizeof(row->opening));
	if (row->started == 0 && offers_read(view, row) == STORE_TROUBLE)
		return STORE_TROUBLE;
	return read_seats(view, row);
}

int store_game_by_key(struct store_view *view, const char *key, struct game_row *row)
{
	sqlite3_stmt *st = statement(view, DO_GAME_BY_KEY);

	put_text(st, 1, key);
	return one_game(view, st, row);
}

int store_game_by_id(struct store_view *view, int64_t id, struct game_row *row)
{
	sqlite3_stmt *st = statement(view, DO_GAME_BY_ID);

	put(st, 1, id);
	return one_game(view, st, row);
}

/* ---- writing ------------------------------------------------------------------ */

static const char *or_null(const char *text)
{
	return text[0] != '\0' ? text : NULL;
}

static int count_game(struct store *s, int state, int by)
{
	sqlite3_stmt *st = statement(&s->pen, DO_GAMES_COUNT);

	put(st, 1, state);
	put(st, 2, by);
	return tell(&s->pen, st);
}

/* Games of a match that follow another are offered to nobody. */
static bool is_offer(const struct opening *o)
{
	return o->expires || o->draws || o->rematch[0];
}

/*
 * Games are created in the order of their ids, also when the clock was set
 * back: so a span of time is a span of ids (lists.c).
 */
static int not_before_the_last(struct store *s, int64_t *created)
{
	sqlite3_stmt *st = statement(&s->pen, DO_GAME_LAST);
	int found = ask(&s->pen, st);

	if (found == STORE_FOUND) {
		int64_t last = get(st, 0);
		drop(st);
		if (*created < last)
			*created = last;
	}
	return found == STORE_TROUBLE ? STORE_TROUBLE : STORE_DONE;
}

/* What was played here once has a number of its own in the ledger. */
static int number_ruleset(struct store *s, const char *name)
{
	sqlite3_stmt *st = statement(&s->pen, DO_RULESET_ADD);

	put_text(st, 1, name);
	return tell(&s->pen, st);
}

/* What a seat is added and updated with: DO_SEAT_ADD and DO_SEAT_UPDATE count them alike. */
static sqlite3_stmt *put_seat(struct store *s, enum statement what, const struct game_row *row,
			      unsigned i)
{
	sqlite3_stmt *st = statement(&s->pen, what);
	const struct seat_row *seat = &row->seat[i];

	put(st, 1, row->id);
	put(st, 2, i);
	put_some(st, 3, seat->account);
	put_text(st, 4, or_null(seat->name));
	put_some(st, 5, seat->invited);
	put(st, 6, seat->locked);
	put(st, 7, seat->status);
	return st;
}

static int add_seat(struct store *s, const struct game_row *row, unsigned i)
{
	return tell(&s->pen, put_seat(s, DO_SEAT_ADD, row, i));
}

static void put_marks(sqlite3_stmt *st, int at, const struct game_row *row)
{
	put(st, at, (int64_t)(row->marks << THAWS_TO_BITS | row->thaws_to));
}

int store_game_add(struct store *s, struct game_row *row)
{
	char score[SCORE_TEXT_MAX];

	if (not_before_the_last(s, &row->created) != STORE_DONE ||
	    number_ruleset(s, row->ruleset) != STORE_DONE)
		return STORE_TROUBLE;
	sqlite3_stmt *st = statement(&s->pen, DO_GAME_ADD);
	put_text(st, 1, row->key);
	put_text(st, 2, row->ruleset);
	put(st, 3, row->rules);
	put_text(st, 4, row->options);
	put(st, 5, row->seats);
	put(st, 6, row->creator);
	put(st, 7, row->visibility);
	put(st, 8, (row->auto_forced ? AUTO_FORCED : 0) | (row->rated ? RATED : 0) |
			   (row->late ? LATE : 0));
	put(st, 9, row->unit);
	put(st, 10, row->buy_in);
	put(st, 11, row->insolvent);
	put(st, 12, row->created);
	put_some(st, 13, row->started);
	put_some(st, 14, row->ended);
	put(st, 15, row->state);
	put_marks(st, 16, row);
	put(st, 17, (int64_t)row->ply);
	put(st, 18, (int64_t)row->asked);
	put(st, 19, (int64_t)row->decisions);
	put(st, 20, row->waiting);
	put(st, 21, row->changed);
	put_text(st, 22, row->position);
	put_text(st, 23, or_null(row->outcome));
	put_text(st, 24, or_null(row->match));
	put(st, 25, row->match_game);
	put(st, 26, row->match_length);
	put_text(st, 27, score_text(row, row->match_score, score));
	put(st, 28, row->credit);
	put(st, 29, row->fee);
	put(st, 30, row->top_ups);
	if (row->committed)
		put_bytes(st, 31, row->commitment, sizeof(row->commitment));
	else
		put_some(st, 31, 0);
	put_text(st, 32, or_null(row->clock));
	put_some(st, 33, row->deadline);
	if (tell(&s->pen, st) != STORE_DONE)
		return STORE_TROUBLE;
	if (sqlite3_changes(s->pen.db) == 0)
		return STORE_NONE;
	row->id = sqlite3_last_insert_rowid(s->pen.db);
	for (unsigned i = 0; i < row->seats; i++)
		if (add_seat(s, row, i) != STORE_DONE)
			return STORE_TROUBLE;
	if (is_offer(&row->opening) && offers_add(s, row) != STORE_DONE)
		return STORE_TROUBLE;
	return count_game(s, row->state, +1);
}

/* What both forms of the update say, in the same places. */
static void put_update(sqlite3_stmt *st, const struct game_row *row)
{
	put(st, 1, row->id);
	put(st, 2, (int64_t)row->ply);
	put(st, 3, (int64_t)row->asked);
	put(st, 4, (int64_t)row->decisions);
	put(st, 5, row->waiting);
	put(st, 6, row->changed);
	put_text(st, 7, row->position);
	put(st, 8, row->state);
	put_marks(st, 9, row);
	put_some(st, 10, row->started);
	put_some(st, 11, row->ended);
	put_text(st, 12, or_null(row->outcome));
	put(st, 13, (int64_t)row->throws);
	put_text(st, 15, or_null(row->spent));
	put_some(st, 16, row->deadline);
}

/* The game changes its state, or what else the short form leaves as it is. */
static int update_whole(struct store *s, const struct game_row *row)
{
	sqlite3_stmt *st = statement(&s->pen, DO_GAME_STATE);
	char score[SCORE_TEXT_MAX];
	int before, found;

	put(st, 1, row->id);
	if ((found = ask(&s->pen, st)) != STORE_FOUND)
		return found;
	before = (int)get(st, 0);
	drop(st);
	st = statement(&s->pen, DO_GAME_UPDATE);
	put_update(st, row);
	put_text(st, 14,
		 row->state == TABLE_OVER ? score_text(row, row->match_result, score) : NULL);
	if (tell(&s->pen, st) != STORE_DONE)
		return STORE_TROUBLE;
	if (before == row->state)
		return STORE_DONE;
	if (before == TABLE_OPEN && row->state != TABLE_FROZEN &&
	    offers_end(s, row->id) != STORE_DONE)
		return STORE_TROUBLE;
	if (count_game(s, before, -1) != STORE_DONE || count_game(s, row->state, +1) != STORE_DONE)
		return STORE_TROUBLE;
	if (games_shelf(before) == games_shelf(row->state))
		return STORE_DONE;
	st = statement(&s->pen, DO_SEATS_SHELVE);
	put(st, 1, row->id);
	put(st, 2, games_shelf(row->state));
	if (tell(&s->pen, st) != STORE_DONE)
		return STORE_TROUBLE;
	return row->state == TABLE_OVER ? sums_add_game(s, row) : STORE_DONE;
}

static int update_seat(struct store *s, const struct game_row *row, unsigned i)
{
	sqlite3_stmt *st = put_seat(s, DO_SEAT_UPDATE, row, i);

	put(st, 8, row->seat[i].topped);
	return tell(&s->pen, st);
}

int store_game_update(struct store *s, const struct game_row *row, uint32_t seats_changed)
{
	sqlite3_stmt *st = statement(&s->pen, DO_GAME_TURN);
	int done;

	put_update(st, row);
	if (tell(&s->pen, st) != STORE_DONE)
		return STORE_TROUBLE;
	if (sqlite3_changes(s->pen.db) == 0 && (done = update_whole(s, row)) != STORE_DONE)
		return done;
	if (marks_has_consent(row->marks)) {
		st = statement(&s->pen, DO_GAME_CONSENT_SET);
		put(st, 1, row->id);
		put_text(st, 2, row->consent);
		if (tell(&s->pen, st) != STORE_DONE)
			return STORE_TROUBLE;
	}
	for (unsigned i = 0; i < row->seats; i++)
		if ((seats_changed & 1u << i) && update_seat(s, row, i) != STORE_DONE)
			return STORE_TROUBLE;
	return STORE_DONE;
}

int store_games_due(struct store *s, int64_t now, const struct due_row *after,
		    struct due_row *out, size_t *n)
{
	sqlite3_stmt *st = statement(&s->pen, DO_GAMES_DUE);
	size_t cap = *n;
	int found;

	put(st, 1, now);
	put(st, 2, after->deadline);
	put(st, 3, after->id);
	put(st, 4, (int64_t)cap);
	for (*n = 0; (found = ask(&s->pen, st)) == STORE_FOUND; (*n)++) {
		out[*n].id = get(st, 0);
		get_text(st, 1, out[*n].key, sizeof(out[*n].key));
		out[*n].deadline = get(st, 2);
	}
	return found == STORE_TROUBLE ? found : *n > 0 ? STORE_FOUND : STORE_NONE;
}

int store_deadline_next(struct store_view *view, const struct due_row *after, int64_t *out)
{
	sqlite3_stmt *st = statement(view, DO_GAME_DUE_NEXT);

	put(st, 1, after->deadline);
	put(st, 2, after->id);
	return ask_one(view, st, out);
}

int store_game_follow(struct store *s, int64_t game, const char *next)
{
	sqlite3_stmt *st = statement(&s->pen, DO_GAME_FOLLOW);

	put(st, 1, game);
	put_text(st, 2, next);
	return tell(&s->pen, st);
}

int store_delay_add(struct store *s, int64_t game, const struct delay_row *delay)
{
	sqlite3_stmt *st = statement(&s->pen, DO_DELAY_ADD);

	put(st, 1, game);
	put(st, 2, delay->plies);
	put(st, 3, delay->ms);
	return tell(&s->pen, st);
}

int store_delay(struct store_view *view, const struct game_row *row, struct delay_row *delay)
{
	sqlite3_stmt *st = statement(view, DO_DELAY);
	int found;

	put_text(st, 1, row->match[0] != '\0' ? row->match : row->key);
	found = ask(view, st);
	if (found == STORE_FOUND) {
		delay->plies = get(st, 0);
		delay->ms = get(st, 1);
		drop(st);
	}
	return found;
}

/* What the stakes of that game are played by. */
static struct stakes terms_of(const struct game_row *row)
{
	return (struct stakes){.insolvent = row->insolvent,
			       .credit = row->credit,
			       .fee = row->fee,
			       .top_ups = row->top_ups};
}

int store_lay(const struct game_row *row, const struct tablas_plugin *plugin, struct table *t)
{
	const struct stakes terms = terms_of(row);
	const struct pace pace = pace_of(row->clock);
	int32_t values[OPTIONS_MAX];

	if (row->seats < 1 || row->seats > TABLAS_SEATS_MAX ||
	    options_read(plugin, row->options, values) != ACCEPTED)
		return -1;
	table_init(t, plugin, row->seats, values, row->unit, row->buy_in);
	t->auto_forced = row->auto_forced;
	t->rated = row->rated;
	table_stakes(t, &terms);
	table_pace(t, &pace);
	return 0;
}

int store_credit_bound(struct store *s, int64_t account, int64_t *chips)
{
	sqlite3_stmt *st = statement(&s->pen, DO_CREDIT_BOUND);
	int found;

	put(st, 1, account);
	found = ask(&s->pen, st);
	if (found != STORE_FOUND)
		return STORE_TROUBLE;
	*chips = get(st, 0);
	drop(st);
	return STORE_FOUND;
}

/* ---- numbers ------------------------------------------------------------------- */

static int newest(struct store_view *view, enum statement which, int64_t *out)
{
	sqlite3_stmt *st = statement(view, which);

	return ask_one(view, st, out);
}

/* Rows are never deleted and ids have no gaps, so the newest id is how many there are. */
int store_counts(struct store_view *view, struct store_counts *out)
{
	sqlite3_stmt *st;
	int found;

	memset(out, 0, sizeof(*out));
	out->wal_pages = view->store->wal_pages;
	if (newest(view, DO_ACCOUNT_NEWEST, &out->accounts) == STORE_TROUBLE ||
	    newest(view, DO_GAME_NEWEST, &out->games) == STORE_TROUBLE)
		return STORE_TROUBLE;
	out->accounts = out->accounts < ACCOUNT_FIRST ? 0 : out->accounts - ACCOUNT_FIRST + 1;
	st = statement(view, DO_COUNTS);
	while ((found = ask(view, st)) == STORE_FOUND) {
		int64_t n = get(st, 1);
		switch (get(st, 0)) {
		case TABLE_OPEN:
			out->open = n;
			break;
		case TABLE_ACTIVE:
			out->active = n;
			break;
		case TABLE_OVER:
			out->over = n;
			break;
		}
	}
	return found == STORE_NONE ? STORE_FOUND : STORE_TROUBLE;
}
