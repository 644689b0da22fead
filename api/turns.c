/*
 * turns.c - a decision arrives: a whole one, all or nothing.
 *
 * The command says which ply it answers, so one that was meant for an older
 * question is never taken for the present one; and the same decision sent twice
 * is the same decision, with the same dice after it.
 */
#include "api/turns.h"

#include "api/documents.h"

#include <stdio.h>
#include <string.h>

/* ---- reading ---------------------------------------------------------------------------- */

static bool read_moves(struct request *r, struct turn *t, struct reply *reply)
{
	const json_t *moves = json_object_get(r->json, "moves");
	char pointer[32];

	t->words_n = 0;
	if (json_is_string(moves)) {
		t->words[t->words_n++] = json_string_value(moves);
		return true;
	}
	if (!json_is_array(moves)) {
		*reply = games_problem_at(
			r, moves ? INVALID_VALUE : MISSING_MEMBER, "/moves",
			"\"moves\" is a list of moves, or one string of them.");
		return false;
	}
	if (json_array_size(moves) > TURN_WORDS_MAX) {
		*reply = games_problem_at(r, INVALID_VALUE, "/moves",
					  "A decision is at most %d moves.", TURN_WORDS_MAX);
		return false;
	}
	for (size_t i = 0; i < json_array_size(moves); i++) {
		const char *word = json_string_value(json_array_get(moves, i));

		if (!word) {
			snprintf(pointer, sizeof pointer, "/moves/%zu", i);
			*reply = games_problem_at(r, INVALID_VALUE, pointer,
						  "A move is a string such as \"8/5\".");
			return false;
		}
		t->words[t->words_n++] = word;
	}
	return true;
}

bool turns_seat(struct request *r, const struct game_row *row, unsigned *seat,
		struct reply *reply)
{
	int own = games_seat_of(row, r->account);
	int64_t named = own;

	if (own < 0) {
		*reply = reply_problem(r, NOT_SEATED, "You have no seat at this table.");
		return false;
	}
	if (!request_int(r, "seat", false, 0, (int64_t)row->seats - 1, &named, reply))
		return false;
	if (row->seat[named].account != r->account) {
		*reply = games_problem_at(r, NOT_YOUR_DECISION, "/seat",
					  "You sit at seat %d, not at seat %d.", own,
					  (int)named);
		return false;
	}
	*seat = (unsigned)named;
	return true;
}

static bool read_turn(struct request *r, const struct game_row *row, struct turn *t,
		      struct reply *reply)
{
	static const char *const members[] = {"ply", "moves", "seat", NULL};

	return request_members(r, r->json, "", members, reply) && read_moves(r, t, reply) &&
	       request_ply(r, &t->ply, reply) && turns_seat(r, row, &t->seat, reply);
}

/* ---- answering
 * --------------------------------------------------------------------------------- */

/* What the command brings, as the desk writes it down. */
struct heard {
	struct out facts;	   /* a list of them */
	char moves[FACT_TEXT_MAX]; /* of the decision, once there is one */
	struct view_last last;
};

static void hear(void *cls, const struct fact *fact, const char *events)
{
	struct heard *heard = cls;

	if (fact->kind == FACT_DECIDED && !heard->moves[0])
		strcpy(heard->moves, fact->text);
	games_note_last(&heard->last, fact, events);
	view_fact(&heard->facts, fact, events);
}

static void listen_to(struct request *r, struct heard *heard)
{
	heard->moves[0] = '\0';
	heard->last.ply = 0;
	out_init(&heard->facts);
	out_array(&heard->facts);
	desk_listen(r->desk, hear, heard);
}

static void tell_heard(struct out *out, struct heard *heard)
{
	out_array_end(&heard->facts);
	out_key(out, "facts");
	out_raw(out, heard->facts.p, heard->facts.n);
	if (heard->moves[0]) {
		out_key(out, "moves");
		view_moves(out, heard->moves);
	}
}

static struct reply taken(struct request *r, const struct receipt *receipt, struct heard *heard)
{
	const struct game_row *row = receipt->row;
	struct reply reply;
	struct out out;

	out_init(&out);
	out_object(&out);
	out_kint(&out, "ply", (int64_t)row->ply);
	out_kstring(&out, "state", view_state_word(row->state));
	tell_heard(&out, heard);
	view_waiting(&out, receipt->table);
	out_object_end(&out);
	if (!documents_render(r, row, receipt->table, heard->last.ply ? &heard->last : NULL)) {
		out_free(&out);
		return reply_trouble(r);
	}
	reply = reply_json(201, &out);
	reply_etag(reply.etag, row->ply);
	return reply;
}

/* ---- trying without doing
 * ------------------------------------------------------------------------ */

static void tell_trial(struct out *out, const struct found *found, const struct fact *fact,
		       const struct table *after, const struct happened *happened)
{
	char events[VIEW_EVENTS_MAX];

	facts_write_events(found->table.plugin, happened->events, happened->events_n, events,
			   sizeof events);
	out_object(out);
	out_kint(out, "ply", (int64_t)found->row.ply);
	out_kbool(out, "valid", true);
	out_kint(out, "seat", fact->seat);
	out_key(out, "moves");
	view_moves(out, fact->text);
	out_key(out, "position");
	view_position(out, after->plugin, after->position);
	out_key(out, "events");
	view_events(out, events);
	out_object_end(out);
}

/* What the decision would do, before any die is thrown after it. */
static struct reply try_turn(struct request *r, const struct found *found, const struct turn *t,
			     const struct command *command)
{
	struct happened *happened;
	struct decision decision;
	struct table after;
	struct reply reply;
	struct out out;
	enum refusal no = table_decide(&found->table, command, &decision);

	if (no != ACCEPTED) {
		struct receipt receipt = {
			.row = &found->row, .table = &found->table, .decision = &decision};

		return turns_refused(r, t, no, &receipt);
	}
	happened = malloc(sizeof *happened);
	if (!happened)
		return reply_trouble(r);
	table_copy(&after, &found->table);
	if (table_apply(&after, &decision.facts[0], happened) != 0) {
		free(happened);
		return reply_problem(r, INTERNAL_ERROR,
				     "What was found legal could not be played.");
	}
	out_init(&out);
	tell_trial(&out, found, &decision.facts[0], &after, happened);
	free(happened);
	reply = reply_json(200, &out);
	reply.undo = true;
	return reply;
}

static struct reply try_here(struct request *r, const struct turn *t,
			     const struct command *command)
{
	struct found found;
	struct reply reply;

	if (!games_find(r, &found, &reply) || !games_playable(r, &found, &reply))
		return reply;
	return try_turn(r, &found, t, command);
}

/* t: what was asked for, or NULL where no moves were. */
static struct reply take_turn(struct request *r, const struct game_row *row,
			      const struct turn *t, const struct command *command)
{
	struct receipt receipt = {.row = NULL};
	struct heard heard;
	struct reply reply;
	enum refusal no;

	listen_to(r, &heard);
	no = desk_submit(r->desk, row->key, command, r->account, &receipt);
	if (no != ACCEPTED || receipt.trouble)
		reply = t ? turns_refused(r, t, no, &receipt)
			  : games_refused(r, no, &receipt);
	else
		reply = taken(r, &receipt, &heard);
	out_free(&heard.facts);
	return reply;
}

struct reply turns_create(struct request *r)
{
	const struct game_row *row;
	struct command command;
	struct reply reply;
	struct turn t;
	bool trial = false;

	if (!request_query_bool(r, "validate_only", &trial, &reply) ||
	    !(row = games_row_to_change(r, &reply)) ||
	    !read_turn(r, row, &t, &reply))
		return reply;
	command = (struct command){.kind = COMMAND_DECIDE,
				   .seat = (uint8_t)t.seat,
				   .ply = t.ply,
				   .words = t.words,
				   .words_n = t.words_n};
	/* No game has a question at ply 0; to the table it would mean "any". */
	if (t.ply == 0)
		command.ply = UINT64_MAX;
	if (trial)
		return try_here(r, &t, &command);
	if (t.ply < row->asked && turns_again(r, row, &t, &reply))
		return reply;
	return take_turn(r, row, &t, &command);
}

/* ---- resigning
 * ------------------------------------------------------------------------------------- */

struct reply turns_resign(struct request *r)
{
	static const char *const members[] = {"ply", "value", "seat", NULL};
	struct command resign = {.kind = COMMAND_RESIGN};
	int64_t ply = 0, value = 0;
	const struct game_row *row;
	struct reply reply;
	bool trial = false;
	unsigned seat;

	if (!request_query_bool(r, "validate_only", &trial, &reply) ||
	    !(row = games_row_to_change(r, &reply)) || !request_members(r, r->json, "", members, &reply) ||
	    !request_int(r, "ply", false, 0, INT64_MAX, &ply, &reply) ||
	    !request_int(r, "value", false, 0, 1000000, &value, &reply) ||
	    !turns_seat(r, row, &seat, &reply))
		return reply;
	resign.seat = (uint8_t)seat;
	resign.value = (int32_t)value;
	resign.ply = (uint64_t)ply;
	return trial ? resignation_try(r, &resign) : take_turn(r, row, NULL, &resign);
}
