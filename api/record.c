/*
 * record.c - a whole game as text, replayed while it is written.
 *
 * Everything that follows from a fact is worked out again here and not copied,
 * so a record is worth something as evidence: it was true when it was made.
 */
#include "api/dice.h"
#include "api/games_inside.h"
#include "api/replay.h"

#include <stdlib.h>
#include <string.h>

struct writing {
	struct out *out;
	struct replay *replay;
	const struct record_dice *dice; /* NULL: of an older game */
	bool begun; /* the head is written: as soon as the first fact has told the rest of it */
	bool positions, broken;
};

static void write_head(struct writing *w)
{
	char head[RECORD_LINE_MAX * 4];
	size_t n = record_write_head_of(&w->replay->table, NULL, w->dice, head, sizeof head);

	out_text_n(w->out, head, n < sizeof head ? n : sizeof head - 1);
	w->begun = true;
}

static bool write_fact(void *cls, const struct fact *fact, const char *events)
{
	struct writing *w = cls;
	size_t n;
	char *text;

	(void)events;
	if (replay_fact(w->replay, fact) != 0) {
		w->broken = true;
		return false;
	}
	if (!w->begun)
		write_head(w);
	n = record_write_fact(&w->replay->table, fact, &w->replay->happened, w->positions, NULL,
			      0);
	text = malloc(n + 1);
	if (!text) {
		w->broken = true;
		return false;
	}
	record_write_fact(&w->replay->table, fact, &w->replay->happened, w->positions, text,
			  n + 1);
	out_text_n(w->out, text, n);
	free(text);
	return true;
}

/* False when the facts do not follow from one another. */
static bool write_game(struct request *r, const struct game_row *row, struct writing *w)
{
	return store_facts(request_view(r), row->id, 0, SIZE_MAX >> 1, write_fact, w) !=
		       STORE_TROUBLE &&
	       !w->broken;
}

struct reply record_show(struct request *r)
{
	const char *positions = request_query(r, "positions");
	struct writing w = {.positions = false};
	struct record_dice dice;
	struct game_row row;
	struct reply reply;
	struct out out;
	bool whole;

	if (!games_row(r, &row, &reply))
		return reply;
	if (positions && strcmp(positions, "true") != 0 && strcmp(positions, "false") != 0)
		return reply_problem(r, INVALID_VALUE, "\"positions\" is true or false.");
	w.positions = positions && strcmp(positions, "true") == 0;
	w.replay = replay_begin(r->desk, &row);
	if (!w.replay)
		return reply_problem(
			r, NO_SUCH_RULESET,
			"The ruleset \"%s\", version %d, is not loaded at the moment.",
			row.ruleset, row.rules);
	out_init(&out);
	w.out = &out;
	dice_of(&row, &dice);
	w.dice = row.committed ? &dice : NULL;
	whole = write_game(r, &row, &w);
	free(w.replay);
	if (whole && !dice_secret_line(&out, request_view(r), &row)) {
		out_free(&out);
		return reply_trouble(r);
	}
	if (!whole) {
		out_free(&out);
		return reply_problem(
			r, INTERNAL_ERROR,
			"The facts of this game do not follow from one another under "
			"the rules that are loaded.");
	}
	return reply_text(200, "text/plain; charset=utf-8", &out);
}
