/*
 * games_begin.c - with what a new game begins: a match, or a position of its own.
 *
 * Both are refused with the reason before anything is laid.  They exclude each
 * other, and a position excludes stakes: who sets up the board must not be paid
 * for it.
 */
#include "api/games_inside.h"

#include "game/match.h"
#include "game/study.h"

#include <stdlib.h>
#include <string.h>

/* ---- a match --------------------------------------------------------------------------- */

static bool refuse_match(struct request *r, const struct desk_game *game, struct reply *reply)
{
	if (!match_fits(game->plugin))
		*reply = games_problem_at(r, OPTIONS_CONFLICT, "/match",
					  "A match is for two, and %s is not.",
					  game->plugin->title);
	else if (match_option(game->plugin, game->options, "crawford_played"))
		*reply = games_problem_at(r, OPTIONS_CONFLICT, "/options/crawford_played",
					  "A match knows by itself when its Crawford game is past.");
	else
		return false;
	return true;
}

bool games_read_match(struct request *r, struct desk_game *game, struct reply *reply)
{
	static const char *const members[] = {"length", NULL};
	const json_t *match = json_object_get(r->json, "match"), *length;

	if (!match || json_is_null(match))
		return true;
	if (!json_is_object(match)) {
		*reply = games_problem_at(r, INVALID_VALUE, "/match",
					  "\"match\" is {\"length\": …}.");
		return false;
	}
	if (!request_members(r, match, "/match", members, reply))
		return false;
	length = json_object_get(match, "length");
	if (!length || json_is_null(length)) {
		*reply = games_problem_at(r, MISSING_MEMBER, "/match/length",
					  "\"length\" is missing: the points that win the match.");
		return false;
	}
	if (!json_is_integer(length) || json_integer_value(length) < 1 ||
	    json_integer_value(length) > MATCH_LENGTH_MAX) {
		*reply = games_problem_at(r, INVALID_VALUE, "/match/length",
					  "\"length\" is a whole number from 1 to %d.",
					  MATCH_LENGTH_MAX);
		return false;
	}
	game->match_length = (uint32_t)json_integer_value(length);
	return !refuse_match(r, game, reply);
}

/* ---- a position --------------------------------------------------------------------------- */

struct written {
	const char *text;
	int notation; /* of plugin->notations; -1: the ruleset's own */
};

static bool find_notation(struct request *r, const struct tablas_plugin *plugin,
			  const json_t *value, int *notation, struct reply *reply)
{
	char known[128] = "";

	*notation = -1;
	if (!value || json_is_null(value))
		return true;
	if (json_is_string(value))
		*notation = study_notation(plugin, json_string_value(value));
	if (*notation >= 0)
		return true;
	for (int i = 0; plugin->read_as && plugin->notations && plugin->notations[i]; i++) {
		strncat(known, i ? ", " : ": ", sizeof known - 1 - strlen(known));
		strncat(known, plugin->notations[i], sizeof known - 1 - strlen(known));
	}
	*reply = games_problem_at(r, INVALID_VALUE, "/position/notation",
				  "%s reads its own notation, for which \"notation\" is left out, "
				  "and %s%s.",
				  plugin->title, *known ? "these" : "no other", known);
	return false;
}

static bool read_written(struct request *r, const struct tablas_plugin *plugin,
			 const json_t *value, struct written *w, struct reply *reply)
{
	static const char *const members[] = {"notation", "text", NULL};

	w->notation = -1;
	w->text = json_string_value(value);
	if (w->text)
		return true;
	if (!json_is_object(value)) {
		*reply = games_problem_at(r, INVALID_VALUE, "/position",
					  "\"position\" is a string in the ruleset's notation, or "
					  "{\"notation\": …, \"text\": …}.");
		return false;
	}
	if (!request_members(r, value, "/position", members, reply) ||
	    !find_notation(r, plugin, json_object_get(value, "notation"), &w->notation, reply))
		return false;
	w->text = json_string_value(json_object_get(value, "text"));
	if (w->text)
		return true;
	*reply = games_problem_at(r, json_object_get(value, "text") ? INVALID_VALUE : MISSING_MEMBER,
				  "/position/text", "\"text\" is the position as a string.");
	return false;
}

static bool refuse_company(struct request *r, const struct desk_game *game, struct reply *reply)
{
	if (game->unit)
		*reply = games_problem_at(r, OPTIONS_CONFLICT, "/stake",
					  "A game from a given position is played for nothing.");
	else if (game->rated)
		*reply = games_problem_at(r, OPTIONS_CONFLICT, "/rated",
					  "A game from a given position rates nobody.");
	else if (game->match_length)
		*reply = games_problem_at(r, OPTIONS_CONFLICT, "/match",
					  "A match begins from the beginning.");
	else
		return false;
	return true;
}

static bool place(struct request *r, const struct desk_game *game, const struct written *w,
		  char text[TABLAS_TEXT_MAX + 1], struct reply *reply)
{
	char why[TABLAS_FLAW_MAX], sentence[GAMES_SENTENCE_MAX];
	struct table *t = malloc(sizeof *t);
	int placed;

	if (!t) {
		*reply = reply_trouble(r);
		return false;
	}
	table_init(t, game->plugin, game->seats, game->options, 0, 0);
	placed = study_read(t, w->notation, w->text, why, sizeof why);
	if (placed == 0)
		table_write_position(t, text, TABLAS_TEXT_MAX + 1);
	else
		*reply = games_problem_at(r, INVALID_POSITION, "/position", "%s",
					  games_sentence(why, sentence));
	free(t);
	return placed == 0;
}

bool games_read_position(struct request *r, struct desk_game *game,
			 char text[TABLAS_TEXT_MAX + 1], struct reply *reply)
{
	const json_t *value = json_object_get(r->json, "position");
	struct written written;

	if (!value || json_is_null(value))
		return true;
	if (!read_written(r, game->plugin, value, &written, reply) ||
	    refuse_company(r, game, reply) || !place(r, game, &written, text, reply))
		return false;
	game->position = text;
	return true;
}
