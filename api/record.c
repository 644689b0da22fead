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

/* How long a decision took by the clock, for the reader; before it is replayed.  "": none. */
static void say_how_long(const struct table *t, const struct fact *fact,
			 char remark[PACE_DURATION_MAX + 16])
{
	int64_t took;

	*remark = '\0';
	if (!t->pace.timed || fact->kind != FACT_DECIDED || fact->seat >= t->seats)
		return;
	took = pace_used(&t->pace, &t->time, fact->seat, fact->at);
	strcpy(remark, " # took ");
	pace_write_duration(took > 0 ? took : 0, remark + strlen(remark), PACE_DURATION_MAX);
}

/* The second line is the fact's own; the first is its instant. */
static void write_lines(struct out *out, const char *text, size_t n, const char *remark)
{
	const char *end = *remark ? strchr(text, '\n') : NULL;

	end = end ? strchr(end + 1, '\n') : NULL;
	if (end) {
		out_text_n(out, text, (size_t)(end - text));
		out_text(out, remark);
		n -= (size_t)(end - text);
		text = end;
	}
	out_text_n(out, text, n);
}

static bool write_fact(void *cls, const struct fact *fact, const char *events)
{
	struct writing *w = cls;
	char remark[PACE_DURATION_MAX + 16];
	size_t n;
	char *text;

	(void)events;
	say_how_long(&w->replay->table, fact, remark);
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
	write_lines(w->out, text, n, remark);
	free(text);
	return true;
}

enum record_end record_write(struct desk *desk, struct store_view *view,
			     const struct game_row *row, bool positions, struct out *out)
{
	struct writing w = {.out = out, .positions = positions};
	struct record_dice dice;
	int found;

	w.replay = replay_begin(desk, row);
	if (!w.replay)
		return RECORD_WITHOUT_RULES;
	dice_of(row, &dice);
	w.dice = row->committed ? &dice : NULL;
	found = store_facts(view, row->id, 0, (size_t)row->ply, write_fact, &w);
	free(w.replay);
	if (found != STORE_TROUBLE && w.broken)
		return RECORD_BROKEN;
	return found != STORE_TROUBLE && dice_secret_line(out, view, row) ? RECORD_WRITTEN
									 : RECORD_TROUBLE;
}

struct reply record_show(struct request *r)
{
	bool positions = false;
	struct game_row row;
	struct reply reply;
	struct out out;

	if (!games_row(r, &row, &reply))
		return reply;
	if (!request_query_bool(r, "positions", &positions, &reply))
		return reply;
	out_init(&out);
	switch (record_write(r->desk, request_view(r), &row,
			     positions, &out)) {
	case RECORD_WRITTEN:
		return reply_text(200, "text/plain; charset=utf-8", &out);
	case RECORD_WITHOUT_RULES:
		out_free(&out);
		return reply_problem(
			r, NO_SUCH_RULESET,
			"The ruleset \"%s\", version %d, is not loaded at the moment.",
			row.ruleset, row.rules);
	case RECORD_TROUBLE:
		out_free(&out);
		return reply_trouble(r);
	default:
		out_free(&out);
		return reply_problem(
			r, INTERNAL_ERROR,
			"The facts of this game do not follow from one another under "
			"the rules that are loaded.");
	}
}
