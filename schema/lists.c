/*
 * lists.c - lists of games, by whatever they are asked for.
 *
 * A list is merged from a few runs, each a stretch of one index in the order of
 * ids: one run for each state a public game may be in, or each shelf of a
 * player.  So a page costs what it shows, however many games there are.  A page
 * goes on behind the id of the last one seen, and a new game has a higher id
 * than every old one: nothing is lost or told twice while games are added.
 *
 * What is left to look at row by row are a player's own games of other states
 * or rulesets, and those of them that the viewer may not see.
 */
#include "schema/private.h"

#include <string.h>

#define PAGE_MAX 256 /* games on one page */

/* The lowest or highest ids found so far, in the order of the list. */
struct page {
	int64_t ids[PAGE_MAX];
	size_t n, cap;
	bool ascending;
};

struct span {
	int64_t after, before; /* ids between these, without them */
};

static void page_add(struct page *p, int64_t id)
{
	size_t i = p->n;

	while (i > 0 && (p->ascending ? p->ids[i - 1] > id : p->ids[i - 1] < id))
		i--;
	if (i == p->cap || (i > 0 && p->ids[i - 1] == id))
		return;
	if (p->n < p->cap)
		p->n++;
	memmove(&p->ids[i + 1], &p->ids[i], (p->n - 1 - i) * sizeof(p->ids[0]));
	p->ids[i] = id;
}

/* ---- a span of time as a span of ids --------------------------------------------- */

static int span_of(struct store_view *view, const struct game_filter *f, struct span *out)
{
	int64_t newest = 0, id;

	out->after = 0;
	out->before = INT64_MAX;
	if (f->after != 0 && f->ascending)
		out->after = f->after;
	else if (f->after != 0)
		out->before = f->after;
	if (f->since == 0 && f->until == 0)
		return STORE_DONE;
	sqlite3_stmt *st = statement(view, DO_GAME_NEWEST);
	if (ask(view, st) != STORE_FOUND)
		return STORE_TROUBLE;
	newest = get(st, 0);
	drop(st);
	if (f->since != 0) {
		if (first_since(view, DO_GAME_NEXT, 0, newest, f->since, &id) != STORE_DONE)
			return STORE_TROUBLE;
		if (id - 1 > out->after)
			out->after = id - 1;
	}
	if (f->until != 0) {
		if (first_since(view, DO_GAME_NEXT, 0, newest, f->until, &id) != STORE_DONE)
			return STORE_TROUBLE;
		if (id < out->before)
			out->before = id;
	}
	return STORE_DONE;
}

/* ---- runs -------------------------------------------------------------------------- */

static int run(struct store_view *view, sqlite3_stmt *st, const struct span *span, struct page *page)
{
	int found;

	put(st, 3, span->after);
	put(st, 4, span->before);
	put(st, 5, (int64_t)page->cap);
	while ((found = ask(view, st)) == STORE_FOUND)
		page_add(page, get(st, 0));
	return found == STORE_NONE ? STORE_DONE : STORE_TROUBLE;
}

static int run_state(struct store_view *view, int state, int visibility, const struct span *span,
		     struct page *page)
{
	sqlite3_stmt *st =
		statement(view, page->ascending ? DO_LIST_STATE_UP : DO_LIST_STATE_DOWN);

	put(st, 1, state);
	put(st, 2, visibility);
	return run(view, st, span, page);
}

static int run_public(struct store_view *view, const struct game_filter *f, int state,
		      const struct span *span, struct page *page)
{
	if (f->ruleset == NULL)
		return run_state(view, state, VISIBLE_TO_ALL, span, page);
	sqlite3_stmt *st =
		statement(view, page->ascending ? DO_LIST_RULESET_UP : DO_LIST_RULESET_DOWN);
	put_text(st, 1, f->ruleset);
	put(st, 2, state);
	return run(view, st, span, page);
}

static int run_hidden(struct store_view *view, const struct game_filter *f,
		      const struct span *span, struct page *page)
{
	sqlite3_stmt *st =
		statement(view, page->ascending ? DO_LIST_HIDDEN_UP : DO_LIST_HIDDEN_DOWN);

	put(st, 1, f->viewer);
	put(st, 6, f->state);
	put_text(st, 7, f->ruleset);
	return run(view, st, span, page);
}

/* The games on one shelf where the player sits, or where a seat is kept for them. */
static int run_shelf(struct store_view *view, const struct game_filter *f, int64_t player,
		     bool kept, int shelf, const struct span *span, struct page *page)
{
	sqlite3_stmt *st = statement(
		view, kept ? (page->ascending ? DO_LIST_KEPT_UP : DO_LIST_KEPT_DOWN)
			   : (page->ascending ? DO_LIST_SEATED_UP : DO_LIST_SEATED_DOWN));

	put(st, 1, player);
	put(st, 2, shelf);
	put(st, 6, f->state);
	put_text(st, 7, f->ruleset);
	put(st, 8, f->to_move);
	put(st, 9, f->viewer);
	return run(view, st, span, page);
}

static int run_player(struct store_view *view, const struct game_filter *f, int64_t player,
		      bool kept, const struct span *span, struct page *page)
{
	int first = SHELF_LIVE, last = SHELF_ABORTED;

	if (f->state != 0)
		first = last = games_shelf(f->state);
	else if (f->to_move)
		last = SHELF_LIVE;
	for (int shelf = first; shelf <= last; shelf++)
		if (run_shelf(view, f, player, kept, shelf, span, page) != STORE_DONE)
			return STORE_TROUBLE;
	return STORE_DONE;
}

static int run_match(struct store_view *view, const struct game_filter *f,
		     const struct span *span, struct page *page)
{
	sqlite3_stmt *st =
		statement(view, page->ascending ? DO_LIST_MATCH_UP : DO_LIST_MATCH_DOWN);

	put_text(st, 1, f->match);
	put(st, 2, f->player);
	put(st, 6, f->state);
	put_text(st, 7, f->ruleset);
	put(st, 8, f->to_move);
	put(st, 9, f->viewer);
	put(st, 10, f->invited);
	return run(view, st, span, page);
}

static int run_all(struct store_view *view, const struct game_filter *f, const struct span *span,
		   struct page *page)
{
	if (f->match != NULL)
		return run_match(view, f, span, page);
	if (f->player != 0)
		return run_player(view, f, f->player, f->invited, span, page);
	for (int state = TABLE_OPEN; state <= TABLE_FROZEN; state++)
		if ((f->state == 0 || f->state == state) &&
		    run_public(view, f, state, span, page) != STORE_DONE)
			return STORE_TROUBLE;
	if (f->viewer == 0)
		return STORE_DONE;
	if (run_player(view, f, f->viewer, false, span, page) != STORE_DONE ||
	    run_player(view, f, f->viewer, true, span, page) != STORE_DONE)
		return STORE_TROUBLE;
	return run_hidden(view, f, span, page);
}

/* In the order of their deadlines, one run has all of them. */
static int run_due(struct store_view *view, const struct game_filter *f, struct page *page)
{
	sqlite3_stmt *st = statement(view, f->player ? DO_LIST_DUE_SEATED : DO_LIST_DUE);
	int found;

	if (f->player) {
		put(st, 1, f->player);
		put(st, 2, SHELF_LIVE);
		put(st, 8, f->to_move);
	}
	put(st, 3, f->due_from);
	put(st, 4, f->due_before ? f->due_before : INT64_MAX);
	put(st, 5, (int64_t)page->cap);
	put(st, 6, f->state);
	put_text(st, 7, f->ruleset);
	put(st, 9, f->viewer);
	put(st, 10, (int64_t)f->due_skip);
	put(st, 11, f->sees_all);
	while ((found = ask(view, st)) == STORE_FOUND)
		page->ids[page->n++] = get(st, 0);
	return found == STORE_NONE ? STORE_DONE : STORE_TROUBLE;
}

/* ---- the lists ----------------------------------------------------------------------- */

int store_games(struct store_view *view, const struct game_filter *f, struct game_row *out,
		size_t *n)
{
	struct page page = {.cap = *n < PAGE_MAX ? *n : PAGE_MAX, .ascending = f->ascending};
	struct span span;

	*n = 0;
	if (page.cap == 0)
		return STORE_NONE;
	if (f->by_deadline ? run_due(view, f, &page) != STORE_DONE
			   : span_of(view, f, &span) != STORE_DONE ||
				     run_all(view, f, &span, &page) != STORE_DONE)
		return STORE_TROUBLE;
	for (size_t i = 0; i < page.n; i++) {
		int found = store_game_by_id(view, page.ids[i], &out[*n]);
		if (found == STORE_TROUBLE)
			return STORE_TROUBLE;
		if (found == STORE_FOUND)
			++*n;
	}
	return *n > 0 ? STORE_FOUND : STORE_NONE;
}
