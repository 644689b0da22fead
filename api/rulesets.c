/*
 * rulesets.c - the games that are loaded, told so that a client can draw a form
 * and a board without knowing any of them.
 */
#include "api/exchange.h"
#include "api/games_inside.h"
#include "daemon/config.h"
#include "game/match.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- one option as JSON Schema ----------------------------------------------------------- */

static void write_option(struct out *out, const struct tablas_option *option)
{
	char number[16];

	out_key(out, option->key);
	out_object(out);
	out_kstring(out, "title", option->title);
	out_kstring(out, "description", option->help);
	if (option->kind == TABLAS_OPT_BOOL) {
		out_kstring(out, "type", "boolean");
		out_kbool(out, "default", option->dflt);
	} else if (option->kind == TABLAS_OPT_INT) {
		out_kstring(out, "type", "integer");
		out_kint(out, "minimum", option->min);
		out_kint(out, "maximum", option->max);
		out_kint(out, "default", option->dflt);
	} else {
		out_kstring(out, "type", "string");
		out_key(out, "enum");
		out_array(out);
		for (const char *const *choice = option->choices; *choice; choice++)
			out_string(out, *choice);
		out_array_end(out);
		out_kstring(out, "default", options_word(option, option->dflt, number));
	}
	out_object_end(out);
}

static void write_options(struct out *out, const struct tablas_plugin *plugin)
{
	out_key(out, "options");
	out_object(out);
	out_kstring(out, "$schema", "https://json-schema.org/draft/2020-12/schema");
	out_kstring(out, "type", "object");
	out_key(out, "properties");
	out_object(out);
	for (const struct tablas_option *o = plugin->options; o && o->key; o++)
		write_option(out, o);
	out_object_end(out);
	out_kbool(out, "additionalProperties", false);
	out_object_end(out);
}

/* ---- the board ------------------------------------------------------------------------------
 */

static void write_names(struct out *out, const char *key, const struct tablas_name *names,
			size_t n)
{
	out_key(out, key);
	out_array(out);
	for (size_t i = 0; names && i < n && names[i].name; i++) {
		out_object(out);
		out_kstring(out, "name", names[i].name);
		out_kstring(out, "colour", names[i].colour);
		out_object_end(out);
	}
	out_array_end(out);
}

static void write_words(struct out *out, const char *key, const char *const *words)
{
	out_key(out, key);
	out_array(out);
	for (; words && *words; words++)
		out_string(out, *words);
	out_array_end(out);
}

static void write_place(struct out *out, const struct tablas_place *place)
{
	static const char *const kinds[] = {"board", "hand", "off"};
	static const char *const shapes[] = {"round", "point", "square"};

	out_object(out);
	out_kstring(out, "name", place->name);
	out_kstring(out, "kind", place->kind < 3 ? kinds[place->kind] : "");
	out_kstring(out, "shape", place->shape < 3 ? shapes[place->shape] : "");
	out_kint(out, "x", place->x);
	out_kint(out, "y", place->y);
	out_kint(out, "dx", place->dx);
	out_kint(out, "dy", place->dy);
	out_kint(out, "ward", place->ward);
	if (place->seat == TABLAS_NOBODY)
		out_knull(out, "seat");
	else
		out_kint(out, "seat", place->seat);
	out_object_end(out);
}

static void write_lines(struct out *out, const struct tablas_line *line)
{
	out_key(out, "lines");
	out_array(out);
	for (; line && line->colour; line++) {
		out_object(out);
		out_kint(out, "x1", line->x1);
		out_kint(out, "y1", line->y1);
		out_kint(out, "x2", line->x2);
		out_kint(out, "y2", line->y2);
		out_kstring(out, "colour", line->colour);
		out_object_end(out);
	}
	out_array_end(out);
}

/* The options whose default is another for chips, with that. */
static void write_for_chips(struct out *out, const struct tablas_plugin *plugin)
{
	int32_t usual[OPTIONS_MAX], values[OPTIONS_MAX];
	const struct tablas_option *option = plugin->options;
	char number[16];

	options_default(plugin, usual);
	if (options_read(plugin, plugin->for_chips ? plugin->for_chips : "", values) != ACCEPTED)
		options_default(plugin, values);
	out_key(out, "options_for_chips");
	out_object(out);
	for (size_t i = 0; i < options_count(plugin); i++) {
		if (values[i] == usual[i])
			continue;
		if (option[i].kind == TABLAS_OPT_BOOL)
			out_kbool(out, option[i].key, values[i]);
		else if (option[i].kind == TABLAS_OPT_INT)
			out_kint(out, option[i].key, values[i]);
		else
			out_kstring(out, option[i].key,
				    options_word(&option[i], values[i], number));
	}
	out_object_end(out);
}

static void write_board(struct out *out, const struct tablas_plugin *plugin)
{
	write_names(out, "sides", plugin->sides, plugin->seats_max);
	write_names(out, "wards", plugin->wards, SIZE_MAX);
	out_key(out, "places");
	out_array(out);
	for (const struct tablas_place *place = plugin->places; place->name; place++)
		write_place(out, place);
	out_array_end(out);
	write_lines(out, plugin->lines);
	write_words(out, "kinds", plugin->kinds);
	write_words(out, "counters", plugin->counters);
	write_words(out, "notations", plugin->notations);
}

/* ---- a game of it before anybody has thrown
 * ---------------------------------------------------- */

/* "dice": the first throw; "exposure": stakes a seat may lose at most, null without bound. */
static void write_beginning(struct out *out, const struct tablas_plugin *plugin)
{
	int32_t values[OPTIONS_MAX], most = 0;
	struct tablas_wait wait;
	struct table *t = malloc(sizeof *t);

	if (!t)
		abort();
	options_default(plugin, values);
	table_init(t, plugin, plugin->seats_min, values, 0, 0);
	plugin->init(&t->setup, t->position);
	memset(&wait, 0, sizeof wait);
	plugin->wait(t->position, &wait);
	out_key(out, "dice");
	if (wait.kind == TABLAS_WAIT_ROLL) {
		out_object(out);
		out_kint(out, "count", wait.dice);
		out_kint(out, "sides", wait.sides);
		out_kstring(out, "why", wait.why);
		out_object_end(out);
	} else {
		out_null(out);
	}
	for (unsigned seat = 0; plugin->exposure && seat < plugin->seats_min; seat++) {
		int32_t stakes = plugin->exposure(t->position, seat);

		most = stakes > most ? stakes : most;
	}
	if (plugin->exposure && most != INT32_MAX)
		out_kint(out, "exposure", most);
	else
		out_knull(out, "exposure");
	free(t);
}

/* ---- the rules as people read them ------------------------------------------------------ */

/* Where they are and in which languages; null if the game brought none. */
static void write_rules(struct request *r, struct out *out, const struct tablas_plugin *plugin)
{
	const struct text *texts;
	size_t n = texts_of(r->server->texts, plugin, &texts);

	out_key(out, "rules");
	if (n == 0) {
		out_null(out);
		return;
	}
	out_object(out);
	out_key(out, "href");
	out_format(out, "\"%s/v1/rulesets/%s/rules\"", r->server->config->public_url,
		   plugin->name);
	out->first = false;
	out_key(out, "languages");
	out_array(out);
	for (size_t i = 0; i < n; i++)
		out_string(out, texts[i].language);
	out_array_end(out);
	out_object_end(out);
}

struct reply rulesets_text(struct request *r)
{
	const struct tablas_plugin *plugin = registry_find(desk_games(r->desk), r->args[0]);
	const char *languages[TEXTS_LANGUAGES_MAX];
	const struct text *texts;
	struct reply reply;
	struct out out;
	size_t n;

	if (!plugin)
		return reply_problem(r, NOT_FOUND, "No ruleset \"%s\" is loaded.", r->args[0]);
	n = texts_of(r->server->texts, plugin, &texts);
	if (n == 0)
		return reply_problem(r, NO_RULES_TEXT,
				     "%s came without any. Its source: %s",
				     plugin->title, plugin->source);
	for (size_t i = 0; i < n; i++)
		languages[i] = texts[i].language;
	const struct text *text = &texts[request_language(r, languages, n)];

	out_init(&out);
	out_text_n(&out, text->bytes, text->n);
	reply = reply_text(200, "text/markdown; charset=utf-8", &out);
	snprintf(reply.etag, sizeof reply.etag, "\"%s\"", text->digest);
	snprintf(reply.language, sizeof reply.language, "%s", text->language);
	reply.cache = "public, max-age=300";
	return reply;
}

/* ---- the routes
 * ----------------------------------------------------------------------------------- */

static void write_head(struct request *r, struct out *out, const struct tablas_plugin *plugin)
{
	out_kstring(out, "name", plugin->name);
	out_kstring(out, "title", plugin->title);
	out_kstring(out, "source", plugin->source);
	out_kint(out, "rules_version", plugin->rules);
	out_kint(out, "rules_since", plugin->rules_since);
	out_kint(out, "abi", plugin->abi);
	out_key(out, "seats");
	out_object(out);
	out_kint(out, "min", plugin->seats_min);
	out_kint(out, "max", plugin->seats_max);
	out_object_end(out);
	out_kbool(out, "matches", match_fits(plugin));
	write_rules(r, out, plugin);
}

struct reply rulesets_list(struct request *r)
{
	const struct registry *games = desk_games(r->desk);
	struct out out;

	out_init(&out);
	out_object(&out);
	out_key(&out, "rulesets");
	out_array(&out);
	for (size_t i = 0; i < games->n; i++) {
		out_object(&out);
		write_head(r, &out, games->v[i]);
		out_object_end(&out);
	}
	out_array_end(&out);
	out_object_end(&out);
	return reply_json(200, &out);
}

struct reply rulesets_show(struct request *r)
{
	const struct tablas_plugin *plugin = registry_find(desk_games(r->desk), r->args[0]);
	struct out out;

	if (!plugin)
		return reply_problem(r, NOT_FOUND, "No ruleset \"%s\" is loaded.", r->args[0]);
	out_init(&out);
	out_object(&out);
	write_head(r, &out, plugin);
	write_beginning(&out, plugin);
	write_options(&out, plugin);
	write_for_chips(&out, plugin);
	view_ruleset_rating(&out, plugin);
	write_board(&out, plugin);
	out_object_end(&out);
	return reply_json(200, &out);
}
