/*
 * turns_again.c - the same decision a second time.
 *
 * A client that lost the answer sends the decision again and must not hear that
 * the game has moved on: it was this very decision that moved it.  Nor may the
 * retry roll new dice.  So when the question it answers was answered by the same
 * seat in the same way, the old answer is given once more.
 */
#include "api/replay.h"
#include "api/turns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct looking {
	uint64_t decided, last; /* plies: of the decision, of the last fact it brought */
	uint8_t seat;
	char moves[FACT_TEXT_MAX];
};

/* Facts the house adds by itself, which belong to the answer of the decision before them. */
static bool is_houses(enum fact_kind kind)
{
	return kind == FACT_ROLLED || kind == FACT_FORCED || kind == FACT_FINISHED;
}

static bool look(void *cls, const struct fact *fact, const char *events)
{
	struct looking *l = cls;

	(void)events;
	if (!l->decided) {
		if (fact->kind == FACT_FROZEN || fact->kind == FACT_THAWED)
			return true;
		if (fact->kind != FACT_DECIDED)
			return false;
		l->decided = fact->ply;
		l->seat = fact->seat;
		memcpy(l->moves, fact->text, sizeof fact->text);
	} else if (!is_houses(fact->kind)) {
		return false;
	}
	l->last = fact->ply;
	return true;
}

/* Whether the words mean, at the table as it was then, what was decided then. */
static bool means(const struct table *then, const struct turn *t, const char *moves)
{
	struct phrase_fault fault;
	tablas_move read[TABLAS_STEPS_MAX];
	char text[FACT_TEXT_MAX];
	size_t n;

	if (phrase_read(then->plugin, then->position, t->seat, t->words, t->words_n, read, &n,
			&fault) != ACCEPTED)
		return false;
	phrase_write(then->plugin, then->position, t->seat, read, n, text, sizeof text);
	return strcmp(text, moves) == 0;
}

static bool tell_again(struct request *r, const struct game_row *row, const struct looking *l,
		       const struct table *after, struct reply *reply)
{
	struct out out;

	out_init(&out);
	out_object(&out);
	out_kint(&out, "ply", (int64_t)l->last);
	out_kstring(&out, "state", view_state_word(after->state));
	if (!turns_facts(&out, request_view(r), row, l->decided - 1, l->last)) {
		out_free(&out);
		return false;
	}
	view_waiting(&out, after);
	out_object_end(&out);
	*reply = reply_json(200, &out);
	snprintf(reply->etag, sizeof reply->etag, "\"%llu\"", (unsigned long long)l->last);
	return true;
}

bool turns_again(struct request *r, const struct game_row *row, const struct turn *t,
		 struct reply *reply)
{
	struct store_view *view = request_view(r);
	struct looking l = {.decided = 0};
	struct replay *replay;
	bool again;

	if (store_facts(view, row->id, t->ply, 256, look, &l) != STORE_FOUND || !l.decided ||
	    l.seat != t->seat)
		return false;
	replay = replay_begin(r->desk, row);
	if (!replay)
		return false;
	again = replay_until(replay, view, row, l.decided - 1) == 0 &&
		replay->table.asked <= t->ply && means(&replay->table, t, l.moves) &&
		replay_until(replay, view, row, l.last) == 0 &&
		tell_again(r, row, &l, &replay->table, reply);
	free(replay);
	return again;
}
