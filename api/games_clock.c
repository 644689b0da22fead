/*
 * games_clock.c - the clock of a new game, and claiming that time is up.
 */
#include "api/games_inside.h"

#include <string.h>

static bool read_duration(struct request *r, const json_t *clock, const char *key,
			  const char *pointer, int64_t *out, struct reply *reply)
{
	const json_t *value = json_object_get(clock, key);

	if (!value || json_is_null(value))
		return true;
	if (json_is_string(value) && pace_read_duration(json_string_value(value), out))
		return true;
	*reply = games_problem_at(r, INVALID_VALUE, pointer,
				  "\"%s\" is a duration such as \"P3D\", \"PT12H\" or \"PT5M30S\": "
				  "weeks, days, hours, minutes, seconds.",
				  key);
	return false;
}

static bool read_on_timeout(struct request *r, const json_t *clock, struct pace *pace,
			    struct reply *reply)
{
	const json_t *value = json_object_get(clock, "on_timeout");
	const json_t *misses = json_object_get(clock, "misses_max");

	if (value && !json_is_null(value) &&
	    (!json_is_string(value) ||
	     !pace_on_timeout_read(json_string_value(value), &pace->on_timeout))) {
		*reply = games_problem_at(r, INVALID_VALUE, "/clock/on_timeout",
					  "\"on_timeout\" is \"forfeit_game\", \"forfeit_move\" "
					  "or \"claim\".");
		return false;
	}
	if (pace->on_timeout == FORFEIT_MOVE)
		pace->misses = 3;
	if (!misses || json_is_null(misses))
		return true;
	if (pace->on_timeout == FORFEIT_MOVE && json_is_integer(misses) &&
	    json_integer_value(misses) >= 1 && json_integer_value(misses) <= PACE_MISSES_MAX) {
		pace->misses = (uint8_t)json_integer_value(misses);
		return true;
	}
	*reply = games_problem_at(r, INVALID_VALUE, "/clock/misses_max",
				  "\"misses_max\" is a number from 1 to %d, where \"on_timeout\" is "
				  "\"forfeit_move\".",
				  PACE_MISSES_MAX);
	return false;
}

/* A member that is one of two words: whether it is the second.  Absent: *out as it is. */
static bool read_either(struct request *r, const json_t *clock, const char *key,
			const char *pointer, const char *no, const char *yes, bool *out,
			struct reply *reply)
{
	const json_t *value = json_object_get(clock, key);
	const char *word = json_is_string(value) ? json_string_value(value) : "";

	if (!value || json_is_null(value))
		return true;
	if (strcmp(word, no) == 0 || strcmp(word, yes) == 0) {
		*out = strcmp(word, yes) == 0;
		return true;
	}
	*reply = games_problem_at(r, INVALID_VALUE, pointer, "\"%s\" is \"%s\" or \"%s\".", key,
				  no, yes);
	return false;
}

static bool read_hours(struct request *r, const json_t *clock, struct hours *hours,
		       struct reply *reply)
{
	const json_t *quiet = json_object_get(clock, "quiet");
	const json_t *offset = json_object_get(clock, "offset");

	if (!read_either(r, clock, "weekends", "/clock/weekends", "on", "off",
			 &hours->weekends_off, reply))
		return false;
	if (quiet && !json_is_null(quiet) &&
	    !(json_is_string(quiet) && hours_read_quiet(json_string_value(quiet), hours))) {
		*reply = games_problem_at(r, INVALID_VALUE, "/clock/quiet",
					  "\"quiet\" is a stretch of every day such as "
					  "\"23:00/07:00\".");
		return false;
	}
	if (offset && !json_is_null(offset) &&
	    !(json_is_string(offset) && hours_read_offset(json_string_value(offset), hours))) {
		*reply = games_problem_at(r, INVALID_VALUE, "/clock/offset",
					  "\"offset\" is how far a place is before UTC, such as "
					  "\"+01:00\": from \"-12:00\" to \"+14:00\".");
		return false;
	}
	return true;
}

bool games_read_clock(struct request *r, struct desk_game *game, struct reply *reply)
{
	static const char *const members[] = {"per_move", "bank",	"increment",  "bank_max",
					      "weekends", "on_timeout", "misses_max", "quiet",
					      "offset",	  "vacation",	"pause",      NULL};
	const json_t *clock = json_object_get(r->json, "clock");
	struct pace *pace = &game->pace;
	char sentence[GAMES_SENTENCE_MAX];
	bool pauses = true;
	const char *flaw;

	if (!clock || json_is_null(clock))
		return true;
	if (!json_is_object(clock)) {
		*reply = games_problem_at(r, INVALID_VALUE, "/clock",
					  "\"clock\" is {\"per_move\": \"P3D\", \"bank\": \"P2D\", …}, "
					  "or null for a game without one.");
		return false;
	}
	pace->timed = true;
	if (!request_members(r, clock, "/clock", members, reply) ||
	    !read_duration(r, clock, "per_move", "/clock/per_move", &pace->per_move, reply) ||
	    !read_duration(r, clock, "bank", "/clock/bank", &pace->bank, reply) ||
	    !read_duration(r, clock, "increment", "/clock/increment", &pace->increment, reply))
		return false;
	pace->bank_most = pace->bank;
	if (!read_duration(r, clock, "bank_max", "/clock/bank_max", &pace->bank_most, reply) ||
	    !read_on_timeout(r, clock, pace, reply) ||
	    !read_hours(r, clock, &pace->hours, reply))
		return false;
	pace->vacations = pace->per_move + pace->bank >= PACE_VACATIONS_LEAST;
	if (!read_either(r, clock, "vacation", "/clock/vacation", "none", "allowed",
			 &pace->vacations, reply) ||
	    !read_either(r, clock, "pause", "/clock/pause", "none", "allowed", &pauses, reply))
		return false;
	pace->no_pauses = !pauses;
	flaw = pace_flaw(pace);
	if (!flaw)
		return true;
	*reply = games_problem_at(r, INVALID_VALUE, "/clock", "%s", games_sentence(flaw, sentence));
	return false;
}

/* ---- POST /v1/games/{id}/claim --------------------------------------------------------- */

struct reply games_claim(struct request *r)
{
	static const char *const members[] = {"ply", NULL};
	struct command claim = {.kind = COMMAND_CLAIM};
	struct receipt receipt = {.row = NULL};
	struct reply reply;
	struct game_row row;
	enum refusal no;
	int64_t ply = 0;
	int seat;

	if (!games_row(r, &row, &reply))
		return reply;
	if (r->json && (!request_members(r, r->json, "", members, &reply) ||
			!request_int(r, "ply", false, 0, INT64_MAX, &ply, &reply)))
		return reply;
	seat = games_seat_of(&row, r->account);
	if (seat < 0)
		return reply_problem(r, NOT_SEATED, "You have no seat at this table.");
	claim.seat = (uint8_t)seat;
	claim.ply = (uint64_t)ply;
	no = desk_submit(r->desk, row.key, &claim, r->account, &receipt);
	if (no != ACCEPTED || receipt.trouble)
		return games_refused(r, no, &receipt);
	return games_answer(r, 200, receipt.row, receipt.table);
}
