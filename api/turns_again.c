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
	} else if (!is_houses(fact->kind)) {
		return false;
	}
	l->last = fact->ply;
	return true;
}

/* Where the words lead from the table as it was then; false if they are no decision there. */
static bool lead_to(const struct table *then, const struct turn *t, void *pos)
{
	tablas_move moves[TABLAS_STEPS_MAX];
	struct phrase_fault fault;
	size_t n;

	return phrase_read(then->plugin, then->position, t->seat, t->words, t->words_n, moves,
			   &n, &fault) == ACCEPTED &&
	       phrase_read_beginning(then->plugin, then->position, t->seat, t->words,
				     t->words_n, moves, &n, pos, &fault) == ACCEPTED;
}

/*
 * Whether the words meant what was decided: the same moves in another order do.
 * Leaves the replay at the end of what the decision brought.
 */
static bool meant(struct request *r, const struct game_row *row, const struct turn *t,
		  const struct looking *l, struct replay *replay)
{
	_Alignas(16) unsigned char pos[TABLAS_POSITION_MAX];
	struct store_view *view = request_view(r);

	return replay_until(replay, view, row, l->decided - 1) == 0 &&
	       replay->table.asked <= t->ply && lead_to(&replay->table, t, pos) &&
	       replay_until(replay, view, row, l->decided) == 0 &&
	       memcmp(pos, replay->table.position, replay->table.plugin->position_size) == 0 &&
	       replay_until(replay, view, row, l->last) == 0;
}

struct telling {
	struct out *out;
	uint64_t until;
	char moves[FACT_TEXT_MAX];
};

static bool tell(void *cls, const struct fact *fact, const char *events)
{
	struct telling *telling = cls;

	if (fact->ply > telling->until)
		return false;
	if (fact->kind == FACT_DECIDED && !telling->moves[0])
		memcpy(telling->moves, fact->text, sizeof fact->text);
	view_fact(telling->out, fact, events);
	return true;
}

/* The facts after `ply` as the member "facts", and "moves" of the decision among them. */
static bool tell_facts(struct out *out, struct store_view *view, const struct game_row *row,
		       uint64_t after, uint64_t until)
{
	struct telling telling = {.out = out, .until = until};
	int got;

	out_key(out, "facts");
	out_array(out);
	got = store_facts(view, row->id, after, (size_t)(until - after), tell, &telling);
	out_array_end(out);
	if (telling.moves[0]) {
		out_key(out, "moves");
		view_moves(out, telling.moves);
	}
	return got != STORE_TROUBLE;
}

static bool tell_again(struct request *r, const struct game_row *row, const struct looking *l,
		       const struct table *after, struct reply *reply)
{
	struct out out;

	out_init(&out);
	out_object(&out);
	out_kint(&out, "ply", (int64_t)l->last);
	out_kstring(&out, "state", view_state_word(after->state));
	if (!tell_facts(&out, request_view(r), row, l->decided - 1, l->last)) {
		out_free(&out);
		return false;
	}
	view_waiting(&out, after);
	out_object_end(&out);
	*reply = reply_json(200, &out);
	reply_etag(reply->etag, (uint64_t)l->last);
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
	again = meant(r, row, t, &l, replay) && tell_again(r, row, &l, &replay->table, reply);
	free(replay);
	return again;
}
