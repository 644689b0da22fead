/*
 * documents.c - games as they are shown, kept beside the games.
 *
 * A reader of a game that nobody has asked for lately would pay for loading,
 * parsing and printing it; here it pays for one look-up.  What the bytes mean
 * is for those who wrote them to know.
 *
 * What is kept is never older than its game, so that a reader need not look at
 * the game too: a group that changes a game forgets the document in the book
 * when it commits.  The new one is not written with it: it lies on a shelf in
 * memory, for a game that is being played changes again before long, and is
 * written, folded by those who know what it says, when there is time or another
 * needs its place.  Should the process end before, there is none, and whoever asks
 * next renders the game.
 */
#include "schema/private.h"

#include <stdlib.h>
#include <string.h>

#define PLACES 512 /* on the shelf; a power of two */

struct sheet {
	struct sheet *next, *same; /* of the open group; of those at the same place in it */
	int64_t game;
	uint64_t ply;
	bool stale;    /* its game has changed since, or it is undone */
	bool replaces; /* one in the book that is of no use */
	size_t audience_n, body_n;
	char bytes[]; /* the audience, then the body */
};

struct documents {
	struct sheet *shelf[PLACES]; /* committed and not in the book     */
	bool leaving[PLACES];	     /* ... but written in the open group */
	size_t left[PLACES];	     /* the places of these, in their order */
	size_t shelved, leave;	     /* how many there are of both        */
	size_t leave_before;	     /* of the second, before the savepoint */
	struct sheet *first, *last; /* kept in the open group, in their order */
	struct sheet *before;	    /* ... the last of them before the savepoint */
	struct sheet *open[PLACES]; /* ... the same by place, the latest first */
	int64_t *overtaken;	    /* games that the open group changes */
	size_t overtaken_n, overtaken_cap, overtaken_before;
	bool forgotten; /* in the open group: all there are */
	char *folded;	/* room for one that is being written */
	size_t folded_cap;
};

static size_t place_of(int64_t game)
{
	return (size_t)game & (PLACES - 1);
}

static void *made(void *p)
{
	if (p == NULL)
		abort();
	return p;
}

struct documents *documents_new(void)
{
	return made(calloc(1, sizeof(struct documents)));
}

static void take_off(struct documents *d, size_t place)
{
	d->shelved -= d->shelf[place] != NULL;
	free(d->shelf[place]);
	d->shelf[place] = NULL;
}

/* The open group is over: nothing of it is left but what was put on the shelf. */
static void clear(struct documents *d)
{
	for (struct sheet *s = d->first, *next; s; s = next) {
		next = s->next;
		d->open[place_of(s->game)] = NULL;
		free(s);
	}
	d->first = d->last = d->before = NULL;
	if (d->leave > 0)
		memset(d->leaving, 0, sizeof d->leaving);
	d->leave = d->leave_before = 0;
	d->overtaken_n = 0;
	d->forgotten = false;
}

void documents_free(struct documents *d)
{
	if (d == NULL)
		return;
	clear(d);
	for (size_t place = 0; place < PLACES; place++)
		take_off(d, place);
	free(d->overtaken);
	free(d->folded);
	free(d);
}

/* ---- the open group ------------------------------------------------------------------ */

void documents_overtake(struct documents *d, int64_t game)
{
	for (struct sheet *s = d->open[place_of(game)]; s; s = s->same)
		s->stale |= s->game == game;
	if (d->overtaken_n > 0 && d->overtaken[d->overtaken_n - 1] == game)
		return;
	if (d->overtaken_n == d->overtaken_cap) {
		d->overtaken_cap = d->overtaken_cap ? 2 * d->overtaken_cap : 64;
		d->overtaken = made(
			realloc(d->overtaken, d->overtaken_cap * sizeof(*d->overtaken)));
	}
	d->overtaken[d->overtaken_n++] = game;
}

void documents_savepoint(struct documents *d)
{
	d->before = d->last;
	d->overtaken_before = d->overtaken_n;
	d->leave_before = d->leave;
}

/* What it made stale stays so: a document too few does no harm. */
void documents_undo(struct documents *d)
{
	for (struct sheet *s = d->before ? d->before->next : d->first; s; s = s->next)
		s->stale = true;
	d->overtaken_n = d->overtaken_before;
	while (d->leave > d->leave_before)
		d->leaving[d->left[--d->leave]] = false;
}

void documents_forget_all(struct documents *d)
{
	for (struct sheet *s = d->first; s; s = s->next)
		s->stale = true;
	d->forgotten = true;
}

static struct sheet *sheet_new(const struct document_row *row)
{
	struct sheet *s = made(malloc(sizeof(*s) + row->audience_n + row->body_n));

	*s = (struct sheet){.game = row->id,
			    .ply = row->ply,
			    .audience_n = row->audience_n,
			    .body_n = row->body_n};
	memcpy(s->bytes, row->audience, row->audience_n);
	memcpy(s->bytes + row->audience_n, row->body, row->body_n);
	return s;
}

int store_document_keep(struct store *store, const struct document_row *row)
{
	struct documents *d = store->documents;
	struct sheet *s = sheet_new(row);
	struct sheet **open = &d->open[place_of(row->id)];

	documents_overtake(d, row->id);
	s->same = *open;
	*open = s;
	*(d->last ? &d->last->next : &d->first) = s;
	d->last = s;
	return STORE_DONE;
}

/* Should the open group change the game, its commit takes this off the shelf again. */
void store_document_restore(struct store *store, const struct document_row *row)
{
	struct documents *d = store->documents;
	struct sheet **place = &d->shelf[place_of(row->id)];

	if (*place)
		return;
	*place = sheet_new(row);
	(*place)->replaces = true;
	d->shelved++;
}

/* ---- the commit ---------------------------------------------------------------------- */

/* Folded if that makes it shorter, else as it is; *n is its length. */
static const char *folded_body(struct store *store, const struct sheet *s, size_t *n)
{
	struct documents *d = store->documents;
	const char *body = s->bytes + s->audience_n;

	if (d->folded_cap < s->body_n) {
		d->folded_cap = s->body_n;
		d->folded = made(realloc(d->folded, d->folded_cap));
	}
	*n = store->fold && s->body_n > 1 ? store->fold(d->folded, s->body_n - 1, body, s->body_n)
					  : 0;
	if (*n > 0)
		return d->folded;
	*n = s->body_n;
	return body;
}

static int write_down(struct store *store, const struct sheet *s)
{
	sqlite3_stmt *st = statement(&store->pen, DO_DOCUMENT_KEEP);
	size_t body_n;
	const char *body = folded_body(store, s, &body_n);

	put(st, 1, s->game);
	put(st, 2, (int64_t)s->ply);
	put_bytes(st, 3, s->bytes, s->audience_n);
	put_bytes(st, 4, body, body_n);
	return tell(&store->pen, st);
}

static int write_and_leave(struct store *store, size_t place)
{
	struct documents *d = store->documents;

	if (d->shelf[place] == NULL || d->leaving[place] || d->forgotten)
		return STORE_DONE;
	d->leaving[place] = true;
	d->left[d->leave++] = place;
	return write_down(store, d->shelf[place]);
}

/* A game whose document is on the shelf has none in the book, unless that is to be replaced. */
static int forget(struct store *store, int64_t game)
{
	struct documents *d = store->documents;
	struct sheet *shelved = d->shelf[place_of(game)];
	sqlite3_stmt *st;

	if (shelved && shelved->game == game && !d->leaving[place_of(game)] &&
	    !shelved->replaces)
		return STORE_DONE;
	st = statement(&store->pen, DO_DOCUMENT_FORGET);
	put(st, 1, game);
	return tell(&store->pen, st);
}

static bool is_overtaken(const struct documents *d, int64_t game)
{
	for (size_t i = d->overtaken_n; i-- > 0;) {
		if (d->overtaken[i] == game)
			return true;
	}
	return false;
}

/* Of two of the group for one place the later gets it. */
static int make_room(struct store *store, const struct sheet *s)
{
	struct documents *d = store->documents;
	size_t place = place_of(s->game);

	for (const struct sheet *later = d->open[place]; later != s; later = later->same) {
		if (!later->stale)
			return later->game == s->game ? STORE_DONE : write_down(store, s);
	}
	if (d->shelf[place] == NULL || d->shelf[place]->game == s->game ||
	    is_overtaken(d, d->shelf[place]->game))
		return STORE_DONE;
	return write_and_leave(store, place);
}

int documents_settle(struct store *store)
{
	struct documents *d = store->documents;
	int done = STORE_DONE;

	for (size_t i = 0; i < d->overtaken_n && done == STORE_DONE; i++)
		done = forget(store, d->overtaken[i]);
	for (struct sheet *s = d->first; s && done == STORE_DONE; s = s->next) {
		if (!s->stale)
			done = make_room(store, s);
	}
	return done;
}

static void clear_shelf(struct documents *d)
{
	for (size_t place = 0; place < PLACES && (d->leave > 0 || d->forgotten); place++) {
		if (d->leaving[place] || d->forgotten)
			take_off(d, place);
	}
	for (size_t i = 0; i < d->overtaken_n; i++) {
		size_t place = place_of(d->overtaken[i]);

		if (d->shelf[place] && d->shelf[place]->game == d->overtaken[i])
			take_off(d, place);
	}
}

/* A place gets the latest of its sheets: the others have been written, or are stale. */
static void fill_shelf(struct documents *d)
{
	struct sheet **at = &d->first;

	while (*at) {
		struct sheet *s = *at, *latest = d->open[place_of(s->game)];

		while (latest && latest->stale)
			latest = latest->same;
		if (latest != s) {
			at = &s->next;
			continue;
		}
		*at = s->next;
		d->open[place_of(s->game)] = NULL;
		take_off(d, place_of(s->game));
		d->shelf[place_of(s->game)] = s;
		d->shelved++;
	}
}

void documents_settled(struct documents *d, bool settled)
{
	if (settled) {
		clear_shelf(d);
		fill_shelf(d);
	}
	clear(d);
}

/* ---- when there is time ----------------------------------------------------------------- */

size_t store_documents_waiting(const struct store *store)
{
	return store->documents->shelved;
}

int store_documents_write(struct store *store, size_t most)
{
	struct documents *d = store->documents;
	int done = STORE_DONE;

	for (size_t place = 0; place < PLACES && most > 0 && done == STORE_DONE; place++) {
		if (d->shelf[place] == NULL)
			continue;
		done = write_and_leave(store, place);
		most--;
	}
	return done;
}

/* ---- readers ------------------------------------------------------------------------------ */

int store_document(struct store *s, const char *key, struct document_row *row)
{
	sqlite3_stmt *st = statement(&s->glasses, DO_DOCUMENT);
	const struct sheet *shelved;
	int found;

	put_text(st, 1, key);
	found = ask(&s->glasses, st);
	if (found != STORE_FOUND)
		return found;
	row->id = get(st, 0);
	shelved = s->documents->shelf[place_of(row->id)];
	if (shelved && shelved->game == row->id) {
		row->ply = shelved->ply;
		row->audience = shelved->bytes;
		row->audience_n = shelved->audience_n;
		row->body = shelved->bytes + shelved->audience_n;
		row->body_n = shelved->body_n;
		return STORE_FOUND;
	}
	row->ply = (uint64_t)get(st, 1); /* 0: there is none */
	row->audience = sqlite3_column_blob(st, 2);
	row->audience_n = (size_t)sqlite3_column_bytes(st, 2);
	row->body = sqlite3_column_blob(st, 3);
	row->body_n = (size_t)sqlite3_column_bytes(st, 3);
	if (row->ply == 0)
		store_document_done(s);
	return row->ply ? STORE_FOUND : STORE_NONE;
}

void store_document_done(struct store *s)
{
	drop(s->glasses.statements[DO_DOCUMENT]);
}
