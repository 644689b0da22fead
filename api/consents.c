/*
 * consents.c - what is done by agreement: a draw, a game that never was, a decision
 * taken back, a pause.
 *
 * Each is a resource of its own with the same four actions, so that a client which
 * knows one knows them all.
 */
#include "api/turns.h"

#include <string.h>

static const struct {
	const char *word;
	enum command_kind command;
} actions[] = {
	{"offer", COMMAND_OFFER},
	{"accept", COMMAND_AGREE},
	{"decline", COMMAND_DECLINE},
	{"withdraw", COMMAND_WITHDRAW},
};

static bool read_action(struct request *r, struct command *command, struct reply *reply)
{
	const json_t *value = json_object_get(r->json, "action");
	const char *word = json_string_value(value);

	for (size_t i = 0; word && i < sizeof actions / sizeof *actions; i++) {
		if (strcmp(word, actions[i].word) == 0) {
			command->kind = (uint8_t)actions[i].command;
			return true;
		}
	}
	*reply = games_problem_at(r, value ? INVALID_VALUE : MISSING_MEMBER, "/action",
				  "\"action\" is \"offer\", \"accept\", \"decline\" or \"withdraw\".");
	return false;
}

/* For how long, of a pause that is offered; a week if that is not said. */
static bool read_length(struct request *r, struct command *command, struct reply *reply)
{
	const json_t *value = json_object_get(r->json, "for");

	command->length = 7 * PACE_DAY;
	if (!value || json_is_null(value))
		return true;
	if (command->kind == COMMAND_OFFER && json_is_string(value) &&
	    pace_read_duration(json_string_value(value), &command->length) &&
	    command->length >= TABLE_PAUSE_LEAST && command->length <= TABLE_PAUSE_MOST)
		return true;
	*reply = games_problem_at(r, INVALID_VALUE, "/for",
				  "A pause is offered for a minute to 92 days, such as \"P3D\".");
	return false;
}

/* Who agrees says to what: the ply is that of a game in which he has seen the offer. */
static bool read_ply(struct request *r, struct command *command, struct reply *reply)
{
	int64_t ply = 0;

	if (command->kind == COMMAND_AGREE) {
		if (!request_ply(r, &command->ply, reply))
			return false;
		if (command->ply == 0) /* nothing was offered then; to the table it means "any" */
			command->ply = UINT64_MAX;
		return true;
	}
	if (!request_int(r, "ply", false, 0, INT64_MAX, &ply, reply))
		return false;
	command->ply = (uint64_t)ply;
	return true;
}

struct reply consents_act(struct request *r, enum consent_kind kind)
{
	static const char *const members[] = {"action", "ply", "seat", NULL};
	static const char *const of_pause[] = {"action", "ply", "seat", "for", NULL};
	struct command command = {.consent = (uint8_t)kind};
	struct receipt receipt = {.row = NULL};
	const struct game_row *row;
	struct reply reply;
	enum refusal no;
	unsigned seat;

	if (!(row = games_row_to_change(r, &reply)) ||
	    !request_members(r, r->json, "", kind == CONSENT_PAUSE ? of_pause : members, &reply) ||
	    !read_action(r, &command, &reply) || !read_ply(r, &command, &reply) ||
	    !read_length(r, &command, &reply) || !turns_seat(r, row, &seat, &reply))
		return reply;
	command.seat = (uint8_t)seat;
	no = desk_submit(r->desk, row->key, &command, r->account, &receipt);
	if (no != ACCEPTED || receipt.trouble)
		return games_refused(r, no, &receipt);
	return games_answer(r, 200, receipt.row, receipt.table);
}

struct reply consents_draw(struct request *r)
{
	return consents_act(r, CONSENT_DRAW);
}

struct reply consents_takeback(struct request *r)
{
	return consents_act(r, CONSENT_TAKEBACK);
}

struct reply consents_pause(struct request *r)
{
	return consents_act(r, CONSENT_PAUSE);
}

struct reply consents_resume(struct request *r)
{
	return consents_act(r, CONSENT_RESUME);
}
