/*
 * desk_dice.c - what the dice of a game are made of, and its throws.
 *
 * A throw follows from the game's secret and its own number, and the number
 * from the game's row: so the same throw asked for again, after a commit that
 * failed, a request taken back or a crash, falls as it did before.
 */
#include "daemon/desk_inside.h"

#include "daemon/log.h"

#include <stdlib.h>
#include <string.h>

/* ---- a game's secret --------------------------------------------------------------- */

/* The key of the first game of the row's match, or its own. */
static const char *chain_key(const struct game_row *row)
{
	return row->match[0] ? row->match : row->key;
}

static uint32_t chain_game(const struct game_row *row)
{
	return row->match_game ? row->match_game : 1;
}

/* From the chain of the game before it; false when that has none, or has come to its end. */
static bool next_of_chain(struct desk *d, const struct game_row *before)
{
	if (!before || !before->committed ||
	    fair_link(d->row.match_game, d->carried.links) == 1)
		return false;
	memcpy(d->fair.root, d->carried.root, sizeof(d->fair.root));
	d->fair.links = d->carried.links;
	fair_begin(&d->fair, &dice_hash, chain_key(&d->row), chain_game(&d->row));
	return true;
}

void desk_inside_commit(struct desk *d, const struct game_row *before)
{
	if (!next_of_chain(d, before))
		cup_begin(d->parts.cup, &d->fair, fair_links(d->row.match_length),
			  chain_key(&d->row), chain_game(&d->row));
	d->row.committed = true;
	cup_commitment(&d->fair, d->row.commitment);
}

int desk_inside_look_back(struct desk *d, const struct game_row *before)
{
	d->carried.head[0] = '\0';
	return before->committed ? store_secret(d->parts.store, before->id, &d->carried)
				 : STORE_FOUND;
}

/* ---- contributions ------------------------------------------------------------------ */

/* A seat's contribution comes, or goes with it. */
enum step desk_inside_heed(struct desk *d, const struct fact *f)
{
	bool changed = f->kind == FACT_CONTRIBUTED;
	int found;

	if (!d->row.committed || (f->kind != FACT_CONTRIBUTED && f->kind != FACT_UNSEATED))
		return STEP_DONE;
	found = store_secret(d->parts.store, d->row.id, &d->fair);
	if (found != STORE_FOUND)
		return found == STORE_NONE ? STEP_FREEZE : STEP_TROUBLE;
	if (!changed)
		changed = fair_withdraw(&d->fair, f->seat);
	else if (!fair_contribute(&d->fair, f->seat, f->text))
		return STEP_FREEZE;
	if (changed && store_secret_head(d->parts.store, d->row.id, d->fair.head) != STORE_DONE)
		return STEP_TROUBLE;
	return STEP_DONE;
}

enum step desk_inside_carry(struct desk *d)
{
	enum step step = STEP_DONE;
	const char *at = NULL;
	unsigned seat;

	if (!d->carried.head[0])
		return STEP_DONE;
	while (step == STEP_DONE && fair_next(&d->carried, &at, &seat, d->fact.text)) {
		d->fact.kind = FACT_CONTRIBUTED;
		d->fact.seat = (uint8_t)seat;
		d->fact.ply = d->table.ply + 1;
		d->fact.thrown = d->fact.sides = 0;
		d->fact.at = 0;
		step = desk_inside_take(d, &d->fact);
	}
	return step;
}

/* ---- throws -------------------------------------------------------------------------- */

static void tally(struct desk *d, unsigned sides, const uint8_t *faces, size_t n)
{
	if (d->tally_n + n > d->tally_cap) {
		d->tally_cap = 2 * d->tally_cap + 64;
		d->tally = realloc(d->tally, d->tally_cap * sizeof(*d->tally));
		if (!d->tally)
			abort();
	}
	for (size_t i = 0; i < n; i++)
		d->tally[d->tally_n++] = (struct tally){.ruleset = d->table.plugin->name,
							.sides = (uint8_t)sides,
							.face = faces[i]};
}

/* Out of the script, or out of the generator that games without a secret have. */
static enum step shake(struct desk *d, const struct tablas_wait *wait, uint8_t *faces)
{
	if (cup_shake(d->parts.cup, wait->sides, faces, wait->dice) == 0)
		return STEP_DONE;
	log_event(LOG_ERROR_LEVEL, "dice-script-does-not-fit", "game", d->row.key, NULL);
	return STEP_TROUBLE;
}

static enum step throw_by_secret(struct desk *d, const struct tablas_wait *wait, uint8_t *faces)
{
	int found = store_secret(d->parts.store, d->row.id, &d->fair);

	d->freeze_why = "the secret its dice are made of is not in the book";
	if (found != STORE_FOUND)
		return found == STORE_NONE ? STEP_FREEZE : STEP_TROUBLE;
	fair_throw(&d->fair, &dice_hash, d->table.throws + 1, wait->sides, faces, wait->dice);
	tally(d, wait->sides, faces, wait->dice);
	return STEP_DONE;
}

enum step desk_inside_throw(struct desk *d, const struct tablas_wait *wait, struct fact *fact)
{
	bool by_secret = d->row.committed && !cup_is_scripted(d->parts.cup);
	uint8_t faces[TABLAS_DICE_MAX];
	enum step step;

	d->freeze_why = "the game asks for dice that there are not";
	if (wait->dice < 1 || wait->dice > TABLAS_DICE_MAX || wait->sides < 2)
		return STEP_FREEZE;
	step = by_secret ? throw_by_secret(d, wait, faces) : shake(d, wait, faces);
	if (step != STEP_DONE)
		return step;
	table_roll(&d->table, faces, wait->dice, fact);
	fact->thrown = by_secret ? d->table.throws + 1 : 0;
	fact->sides = wait->sides;
	d->fresh.dice += wait->dice;
	return STEP_DONE;
}

/*
 * The seats are drawn by throw 0, before the first of the game: from all that was
 * contributed, and to be computed again like any other.
 */
enum step desk_inside_draw(struct desk *d)
{
	uint8_t faces[TABLAS_DICE_MAX];
	int found = store_secret(d->parts.store, d->row.id, &d->fair);

	d->freeze_why = "its seats cannot be drawn";
	if (found == STORE_TROUBLE)
		return STEP_TROUBLE;
	if (found == STORE_NONE || d->row.seats > TABLE_DRAW_SEATS || d->row.seats < 2)
		return STEP_FREEZE;
	fair_throw(&d->fair, &dice_hash, 0, TABLE_DRAW_SIDES, faces, d->row.seats - 1);
	table_draw(&d->table, faces, &d->fact);
	return desk_inside_take(d, &d->fact);
}

/* ---- counting ------------------------------------------------------------------------- */

/* How many like the i-th there are from there on; those are done with then. */
static int64_t gather(struct desk *d, size_t i)
{
	const struct tally *one = &d->tally[i];
	int64_t n = 1;

	for (size_t k = i + 1; k < d->tally_n; k++) {
		struct tally *other = &d->tally[k];

		if (other->ruleset == one->ruleset && other->sides == one->sides &&
		    other->face == one->face) {
			other->face = 0;
			n++;
		}
	}
	return n;
}

int desk_inside_count_faces(struct desk *d)
{
	int done = STORE_DONE;

	for (size_t i = 0; i < d->tally_n && done == STORE_DONE; i++) {
		const struct tally *one = &d->tally[i];

		if (one->face)
			done = store_faces_add(d->parts.store, one->ruleset, one->sides,
					       one->face, gather(d, i));
	}
	d->tally_n = 0;
	return done;
}
