/*
 * names.c - what games and accounts are called, kept in memory.
 *
 * A history names a game and a player or two in every row; looking each up
 * takes longer than reading the row.  What a game is called never changes, what
 * an account is called hardly ever, so the glasses remember.  The pen does not:
 * it sees rows that may be undone, and others under their numbers later.
 *
 * A new name is written by the pen and seen by the glasses only after the commit;
 * between the two nothing is remembered, and with the next group all is forgotten.
 */
#include "schema/private.h"

#include <stdlib.h>
#include <string.h>

#define NAMES_KEPT 4096 /* of each kind; a power of two */

struct account_name {
	int64_t id;
	char name[STORE_NAME_MAX + 1];
};

struct names {
	struct game_names games[NAMES_KEPT];
	struct account_name accounts[NAMES_KEPT];
};

/* NULL: nothing is kept. */
static struct names *names_of(struct store_view *view)
{
	if (view->names == NULL && view == &view->store->glasses)
		view->names = calloc(1, sizeof(*view->names));
	return view->names;
}

static void read_game_names(struct store_view *view, int64_t id, struct game_names *out)
{
	sqlite3_stmt *st = statement(view, DO_NAMES_GAME);

	memset(out, 0, sizeof(*out));
	put(st, 1, id);
	if (ask(view, st) != STORE_FOUND)
		return;
	out->id = id;
	get_text(st, 0, out->key, sizeof(out->key));
	get_text(st, 1, out->match, sizeof(out->match));
	get_text(st, 2, out->ruleset, sizeof(out->ruleset));
	drop(st);
}

static void read_account_name(struct store_view *view, int64_t id, struct account_name *out)
{
	sqlite3_stmt *st = statement(view, DO_NAMES_ACCOUNT);

	memset(out, 0, sizeof(*out));
	put(st, 1, id);
	if (ask(view, st) != STORE_FOUND)
		return;
	out->id = id;
	get_text(st, 0, out->name, sizeof(out->name));
	drop(st);
}

/*
 * Of two places: in a page of a history some two would take turns at a single one.
 * Scattered, for a player's games may be as far apart as the places are many.
 */
static size_t place_of(int64_t id)
{
	return 2 * (((uint64_t)id * 0x9e3779b97f4a7c15) >> 32) % NAMES_KEPT;
}

const struct game_names *names_game(struct store_view *view, int64_t id)
{
	static struct game_names loose;
	struct names *names = names_of(view);
	size_t place = place_of(id);

	if (names == NULL) {
		read_game_names(view, id, &loose);
		return &loose;
	}
	for (size_t i = 0; i < 2 && id != 0; i++) {
		if (names->games[place ^ i].id == id)
			return &names->games[place ^ i];
	}
	names->games[place ^ 1] = names->games[place];
	read_game_names(view, id, &names->games[place]);
	return &names->games[place];
}

const char *names_account(struct store_view *view, int64_t id)
{
	static struct account_name loose;
	struct names *names = view->store->renamed ? NULL : names_of(view);
	size_t place = place_of(id);

	if (names == NULL) {
		read_account_name(view, id, &loose);
		return loose.name;
	}
	for (size_t i = 0; i < 2 && id != 0; i++) {
		if (names->accounts[place ^ i].id == id)
			return names->accounts[place ^ i].name;
	}
	names->accounts[place ^ 1] = names->accounts[place];
	read_account_name(view, id, &names->accounts[place]);
	return names->accounts[place].name;
}

void names_changed(struct store *s)
{
	s->renamed = true;
}

void names_begin(struct store *s)
{
	if (s->renamed && s->glasses.names != NULL)
		memset(s->glasses.names->accounts, 0, sizeof(s->glasses.names->accounts));
	s->renamed = false;
}

void names_free(struct store_view *view)
{
	free(view->names);
	view->names = NULL;
}
