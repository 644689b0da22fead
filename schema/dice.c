/*
 * dice.c - what a game's throws are made from, and how often each face fell.
 *
 * A secret is read by the pen, which throws, and by nobody else before the game
 * has ended: see guard_secrets() in store.c.
 */
#include "schema/private.h"

int store_secret_add(struct store *s, int64_t game, const struct fair *fair)
{
	sqlite3_stmt *st = statement(&s->pen, DO_SECRET_ADD);

	put(st, 1, game);
	put_bytes(st, 2, fair->secret, sizeof(fair->secret));
	put_bytes(st, 3, fair->root, sizeof(fair->root));
	put(st, 4, fair->links);
	put_text(st, 5, fair->head);
	return tell(&s->pen, st);
}

int store_secret(struct store *s, int64_t game, struct fair *out)
{
	sqlite3_stmt *st = statement(&s->pen, DO_SECRET);
	int found;

	put(st, 1, game);
	found = ask(&s->pen, st);
	if (found == STORE_FOUND) {
		get_bytes(st, 0, out->secret, sizeof(out->secret));
		get_bytes(st, 1, out->root, sizeof(out->root));
		out->links = (uint32_t)get(st, 2);
		get_text(st, 3, out->head, sizeof(out->head));
		drop(st);
	}
	return found;
}

int store_secret_head(struct store *s, int64_t game, const char *head)
{
	sqlite3_stmt *st = statement(&s->pen, DO_SECRET_HEAD);

	put(st, 1, game);
	put_text(st, 2, head);
	return tell(&s->pen, st);
}

int store_secret_revealed(struct store_view *view, int64_t game, unsigned char secret[FAIR_SIZE])
{
	sqlite3_stmt *st = statement(view, DO_REVEALED);
	int found;

	put(st, 1, game);
	found = ask(view, st);
	if (found == STORE_FOUND) {
		get_bytes(st, 0, secret, FAIR_SIZE);
		drop(st);
	}
	return found;
}

int store_faces_add(struct store *s, const char *ruleset, unsigned sides, unsigned face,
		    int64_t thrown)
{
	sqlite3_stmt *st = statement(&s->pen, DO_FACE_COUNT);

	put_text(st, 1, ruleset);
	put(st, 2, sides);
	put(st, 3, face);
	put(st, 4, thrown);
	return tell(&s->pen, st);
}

int store_faces(struct store_view *view, void (*each)(void *cls, const struct face_row *),
		void *cls)
{
	sqlite3_stmt *st = statement(view, DO_FACES);
	struct face_row row;
	bool any = false;
	int found;

	while ((found = ask(view, st)) == STORE_FOUND) {
		get_text(st, 0, row.ruleset, sizeof(row.ruleset));
		row.sides = (unsigned)get(st, 1);
		row.face = (unsigned)get(st, 2);
		row.thrown = get(st, 3);
		each(cls, &row);
		any = true;
	}
	return found == STORE_NONE && any ? STORE_FOUND : found;
}
