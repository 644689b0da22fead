/*
 * plays.c - every legal play of the seat to decide, and where each one leads.
 *
 * One answer spares a client the rules: it can show them, try them, and send
 * one back as it stands.  The order is the ruleset's and stays while the ply
 * does; a page is named by both, so a list never runs on into another question.
 */
#include "api/games_inside.h"
#include "api/looks.h"
#include "game/plays.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLAYS_MOST 4096
#define INDEX_BITS 13 /* of a cursor; the rest is the ply */

struct listing {
	struct found found;
	unsigned seat;
	size_t limit, from;
	/* the beginning that was asked for, and where it leads */
	tablas_move begun[TABLAS_STEPS_MAX];
	size_t begun_n;
	bool complete; /* the beginning is a whole decision */
	_Alignas(16) unsigned char position[TABLAS_POSITION_MAX];
};

/* ---- reading ------------------------------------------------------------------------------
 */

static bool find_decision(struct request *r, struct listing *l, struct reply *reply)
{
	const struct table *t = &l->found.table;
	struct tablas_wait wait;
	int64_t seat = -1;

	if (!games_find(r, &l->found, reply) || !games_playable(r, &l->found, reply) ||
	    !request_query_int(r, "seat", 0, (int64_t)t->seats - 1, &seat, reply))
		return false;
	if (t->state != TABLE_ACTIVE) {
		*reply = reply_problem(r,
				       t->state == TABLE_OPEN	  ? GAME_NOT_STARTED
				       : t->state == TABLE_FROZEN ? GAME_FROZEN
								  : GAME_OVER,
				       "Nothing can be played at this table now.");
		return false;
	}
	memset(&wait, 0, sizeof wait);
	t->plugin->wait(t->position, &wait);
	for (unsigned i = 0; seat < 0 && i < t->seats; i++)
		if (wait.seats >> i & 1)
			seat = i;
	if (wait.kind == TABLAS_WAIT_MOVE && seat >= 0 && wait.seats >> seat & 1) {
		l->seat = (unsigned)seat;
		return true;
	}
	*reply = reply_problem(r, NOT_YOUR_DECISION, "Seat %d is not asked anything now.",
			       (int)seat);
	return false;
}

/* ?after=8/5,6/5: the plays that begin so. */
static bool read_beginning(struct request *r, struct listing *l, struct reply *reply)
{
	const struct table *t = &l->found.table;
	const char *after = request_query(r, "after");
	char text[GAMES_SENTENCE_MAX];
	struct phrase_fault fault;
	enum refusal no;

	memcpy(l->position, t->position, t->plugin->position_size);
	if (!after)
		return true;
	/* A whole decision is a beginning too, but nothing comes after it. */
	no = phrase_read(t->plugin, t->position, l->seat, &after, 1, l->begun, &l->begun_n,
			 &fault);
	l->complete = no == ACCEPTED;
	no = phrase_read_beginning(t->plugin, t->position, l->seat, &after, 1, l->begun,
				   &l->begun_n, l->position, &fault);
	if (no == ACCEPTED)
		return true;
	*reply = reply_problem(
		r, no, "%s",
		games_sentence(fault.sentence ? fault.sentence : refusal_title(no), text));
	return false;
}

static bool read_page(struct request *r, struct listing *l, struct reply *reply)
{
	int64_t cursor;

	if (!request_limit(r, &l->limit, reply) || !request_cursor(r, &cursor, reply))
		return false;
	l->from = (size_t)cursor & ((1u << INDEX_BITS) - 1);
	if (cursor == 0 || (uint64_t)cursor >> INDEX_BITS == l->found.row.ply)
		return true;
	*reply =
		reply_problem(r, INVALID_CURSOR,
			      "The game has moved on since the page before: it is at ply %llu.",
			      (unsigned long long)l->found.row.ply);
	return false;
}

/* ---- writing
 * --------------------------------------------------------------------------------- */

static void write_play(struct out *out, const struct listing *l, const tablas_move *rest,
		       size_t rest_n, const void *position)
{
	const struct table *t = &l->found.table;
	tablas_move moves[2 * TABLAS_STEPS_MAX];
	char text[FACT_TEXT_MAX];

	memcpy(moves, l->begun, l->begun_n * sizeof *moves);
	if (rest_n)
		memcpy(moves + l->begun_n, rest, rest_n * sizeof *moves);
	phrase_write(t->plugin, t->position, l->seat, moves, l->begun_n + rest_n, text,
		     sizeof text);
	out_object(out);
	out_key(out, "moves");
	view_moves(out, text);
	out_key(out, "position");
	view_position(out, t->plugin, position);
	out_object_end(out);
}

static void write_plays(struct out *out, const struct listing *l, const struct plays *plays)
{
	size_t size = l->found.table.plugin->position_size;

	for (size_t i = l->from; i < plays->n && i < l->from + l->limit; i++) {
		const tablas_move *moves = plays->moves + i * TABLAS_STEPS_MAX;
		size_t n = 0;

		while (n < TABLAS_STEPS_MAX && moves[n] != TABLAS_NO_MOVE)
			n++;
		write_play(out, l, moves, n, plays->positions + i * size);
	}
}

static void write_head(struct out *out, const struct listing *l)
{
	const struct table *t = &l->found.table;
	char text[FACT_TEXT_MAX];

	out_object(out);
	out_kint(out, "ply", (int64_t)l->found.row.ply);
	out_kint(out, "seat", l->seat);
	phrase_write(t->plugin, t->position, l->seat, l->begun, l->begun_n, text, sizeof text);
	out_key(out, "after");
	view_moves(out, l->begun_n ? text : "");
}

static struct reply answer(struct request *r, const struct listing *l, struct plays *plays)
{
	struct reply reply;
	struct out out;
	size_t n;

	out_init(&out);
	write_head(&out, l);
	if (!l->complete) {
		plays_list(plays, l->position, l->seat);
		table_drop_uncovered(&l->found.table, plays);
	}
	n = l->complete ? 1 : plays->n;
	out_kint(&out, "count", (int64_t)n);
	out_kbool(&out, "truncated", !l->complete && plays->truncated);
	out_key(&out, "plays");
	out_array(&out);
	if (l->complete)
		write_play(&out, l, NULL, 0, l->position);
	else
		write_plays(&out, l, plays);
	out_array_end(&out);
	out_object_end(&out);
	reply = reply_json(200, &out);
	if (n > l->from + l->limit)
		reply_next(r, &reply,
			   (int64_t)(l->found.row.ply << INDEX_BITS | (l->from + l->limit)));
	return reply;
}

struct reply plays_list_route(struct request *r)
{
	struct listing l = {.begun_n = 0};
	struct plays plays;
	struct reply reply;
	void *memory;

	if (!find_decision(r, &l, &reply) || !read_beginning(r, &l, &reply) ||
	    !read_page(r, &l, &reply))
		return reply;
	memory = malloc(plays_memory(l.found.table.plugin, PLAYS_MOST));
	if (!memory)
		return reply_trouble(r);
	plays_init(&plays, l.found.table.plugin, PLAYS_MOST, memory);
	looks_note_row(r, &l.found.row);
	reply = answer(r, &l, &plays);
	free(memory);
	return reply;
}
