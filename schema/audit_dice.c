/*
 * audit_dice.c - are a game's dice those its secret gives?
 *
 * The contributions are gathered from the facts as the desk gathered them, and
 * every throw that has a number is made again.  The secret of a game that goes
 * on is looked at too: the audit tells nobody.  The commitment was there before
 * the facts, and holds the secret to what it was.
 */
#include "schema/audit_inside.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FACE_TEXT_MAX 8

/* The secret, and whether the commitment is of it. */
static int read_secret(struct auditor *a, const struct game_row *row, struct audit_dice *d)
{
	sqlite3_stmt *st = statement(a->view, DO_AUDIT_SECRET);
	unsigned char hash[FAIR_SIZE], secret[FAIR_SIZE];
	int found;

	put(st, 1, row->id);
	found = ask(a->view, st);
	if (found == STORE_FOUND) {
		get_bytes(st, 0, secret, sizeof(secret));
		get_bytes(st, 1, d->fair.root, sizeof(d->fair.root));
		d->fair.links = (uint32_t)get(st, 2);
		get_text(st, 3, d->head, sizeof(d->head));
		drop(st);
	}
	if (found == STORE_TROUBLE)
		return STORE_TROUBLE;
	d->known = found == STORE_FOUND && row->committed;
	if (row->committed != (found == STORE_FOUND))
		audit_tell(a, "game %s: it has a %s and no %s", row->key,
			   row->committed ? "commitment" : "secret",
			   row->committed ? "secret" : "commitment");
	if (!d->known)
		return STORE_DONE;
	fair_begin(&d->fair, a->view->store->dice, row->match[0] ? row->match : row->key,
		   row->match_game ? row->match_game : 1);
	a->view->store->dice->digest(secret, sizeof(secret), hash);
	if (memcmp(hash, row->commitment, sizeof(hash)) != 0)
		audit_tell(a, "game %s: its commitment is not of its secret", row->key);
	if (memcmp(secret, d->fair.secret, sizeof(secret)) != 0)
		audit_tell(a, "game %s: its secret is not of its chain", row->key);
	memcpy(d->fair.secret, secret, sizeof(secret));
	return STORE_DONE;
}

int audit_dice_begin(struct auditor *a, const struct game_row *row, struct audit_dice *d)
{
	d->throws = 0;
	d->known = false;
	return a->view->store->dice != NULL ? read_secret(a, row, d) : STORE_DONE;
}

static void compare_throw(struct auditor *a, const struct game_row *row, struct audit_dice *d,
			  const struct fact *f)
{
	uint8_t faces[TABLAS_DICE_MAX];
	char text[TABLAS_DICE_MAX * FACE_TEXT_MAX] = "";
	size_t n = 1, at = 0;

	for (const char *p = f->text; *p != '\0'; p++)
		n += *p == ' ';
	if (f->thrown != ++d->throws || f->sides < 2 || n > TABLAS_DICE_MAX) {
		audit_tell(a, "game %s ply %" PRIu64 ": this is no throw number %" PRIu64, row->key,
			   f->ply, d->throws);
		d->known = false;
		return;
	}
	fair_throw(&d->fair, a->view->store->dice, f->thrown, f->sides, faces, n);
	for (size_t i = 0; i < n; i++)
		at += (size_t)snprintf(text + at, sizeof(text) - at, "%s%u", i > 0 ? " " : "",
				       faces[i]);
	if (strcmp(text, f->text) != 0)
		audit_tell(a, "game %s ply %" PRIu64 ": throw %" PRIu64
			      " is \"%s\", by its secret \"%s\"",
			   row->key, f->ply, f->thrown, f->text, text);
}

/* Throw 0: who plays where. */
static void compare_draw(struct auditor *a, const struct game_row *row, struct audit_dice *d,
			 const struct fact *f)
{
	uint8_t faces[TABLAS_DICE_MAX];
	char text[2 * TABLAS_SEATS_MAX + 1];

	if (row->seats < 2 || row->seats > TABLE_DRAW_SEATS)
		return;
	fair_throw(&d->fair, a->view->store->dice, 0, TABLE_DRAW_SIDES, faces, row->seats - 1);
	table_draw_text(row->seats, faces, text, sizeof(text));
	if (strcmp(text, f->text) != 0)
		audit_tell(a, "game %s ply %" PRIu64 ": the seats are drawn as \"%s\", by its secret as"
			      " \"%s\"",
			   row->key, f->ply, f->text, text);
}

/* Whoever brought their chips to one seat plays at another. */
void audit_drawn(const struct fact *f, unsigned seats, int64_t who[TABLAS_SEATS_MAX])
{
	uint8_t from[TABLAS_SEATS_MAX];
	int64_t before[TABLAS_SEATS_MAX];

	if (!table_drawn(f, seats, from))
		return;
	memcpy(before, who, sizeof(before));
	for (unsigned i = 0; i < seats; i++)
		who[i] = before[from[i]];
}

/* The line of that face, added if there is none; NULL if there is no more room. */
static struct audit_face *face_of(struct auditor *a, const char *ruleset, unsigned sides,
				  unsigned face)
{
	struct audit_face *f = a->faces;

	for (size_t i = 0; i < a->faces_n; i++, f++)
		if (f->row.sides == sides && f->row.face == face &&
		    strcmp(f->row.ruleset, ruleset) == 0)
			return f;
	if (a->faces_n == AUDIT_FACES_MAX)
		return NULL;
	a->faces_n++;
	memset(f, 0, sizeof(*f));
	snprintf(f->row.ruleset, sizeof(f->row.ruleset), "%s", ruleset);
	f->row.sides = sides;
	f->row.face = face;
	return f;
}

/* Every face that has a number is counted in the book; so are they here. */
static void count_faces(struct auditor *a, const struct game_row *row, const struct fact *f)
{
	const char *p = f->text;
	char *end;

	for (long face = strtol(p, &end, 10); end != p; face = strtol(p, &end, 10)) {
		struct audit_face *counted = face_of(a, row->ruleset, f->sides, (unsigned)face);
		if (counted != NULL)
			counted->row.thrown++;
		p = end;
	}
}

void audit_dice_fact(struct auditor *a, const struct game_row *row, struct audit_dice *d,
		     const struct fact *f)
{
	if (f->kind == FACT_ROLLED && f->thrown != 0)
		count_faces(a, row, f);
	if (!d->known)
		return;
	if (f->kind == FACT_CONTRIBUTED && f->seat < TABLAS_SEATS_MAX)
		fair_contribute(&d->fair, f->seat, f->text);
	else if (f->kind == FACT_UNSEATED)
		fair_withdraw(&d->fair, f->seat);
	else if (f->kind == FACT_ROLLED && f->thrown != 0)
		compare_throw(a, row, d, f);
	else if (f->kind == FACT_DRAWN)
		compare_draw(a, row, d, f);
}

void audit_dice_end(struct auditor *a, const struct game_row *row, struct audit_dice *d)
{
	if (!d->known)
		return;
	if (row->throws != d->throws)
		audit_tell(a, "game %s: its snapshot has %" PRIu64 " throws, its facts have %" PRIu64,
			   row->key, row->throws, d->throws);
	if (strcmp(d->head, d->fair.head) != 0)
		audit_tell(a, "game %s: what was contributed to its dice is not what its facts say",
			   row->key);
}

/* ---- how often each face has fallen -------------------------------------------------------- */

static void note_before(void *cls, const struct face_row *row)
{
	struct audit_face *f = face_of(cls, row->ruleset, row->sides, row->face);

	if (f != NULL)
		f->before = row->thrown;
}

static void note_after(void *cls, const struct face_row *row)
{
	struct audit_face *f = face_of(cls, row->ruleset, row->sides, row->face);

	if (f != NULL)
		f->after = row->thrown;
}

int audit_faces_begin(struct auditor *a)
{
	a->faces_n = 0;
	a->faces = calloc(AUDIT_FACES_MAX, sizeof(*a->faces));
	if (a->faces == NULL)
		return trouble_because(a->view->store, "audit", "no memory");
	return store_faces(a->view, note_before, a) == STORE_TROUBLE ? STORE_TROUBLE : STORE_DONE;
}

static int compare_faces(struct auditor *a)
{
	if (store_faces(a->view, note_after, a) == STORE_TROUBLE)
		return STORE_TROUBLE;
	for (size_t i = 0; i < a->faces_n && a->faces_n < AUDIT_FACES_MAX; i++) {
		const struct audit_face *f = &a->faces[i];
		if (f->row.thrown < f->before || f->row.thrown > f->after)
			audit_tell(a, "%s: the face %u of dice with %u sides fell %" PRId64
				      " times by the facts, and %" PRId64 " are counted",
				   f->row.ruleset, f->row.face, f->row.sides, f->row.thrown,
				   f->row.thrown < f->before ? f->before : f->after);
	}
	return STORE_DONE;
}

int audit_faces_end(struct auditor *a, int done)
{
	if (done == STORE_DONE)
		done = compare_faces(a);
	free(a->faces);
	a->faces = NULL;
	return done;
}
