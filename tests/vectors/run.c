/*
 * run.c - runs vector files and complete games, whatever their path.
 *
 *	run [-v] FILE...
 *
 * Each line of a vector file is a question and its answer; a file whose first
 * line has "event": "game" is one complete game.  The adapter of the game
 * (one file each in this folder) asks the plugin.  What fails is named with
 * what was expected and what came; what names a game, a kind or an option that
 * does not exist is skipped, and told with -v.  Without files, everything in
 * the folder of the sources is run.
 */
#include "tests/vectors/vectors.h"

#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WHY_MAX (1 << 20) /* hundreds of finals, expected and come */

static const struct vector_game *const games[] = {&vectors_acedrex, &vectors_backgammon,
						  &vectors_el_mundo, &vectors_quinze,
						  &vectors_seven_point};

static unsigned long counts[3];
static int verbose;

static void count(enum vector_result result, const char *id, const char *why)
{
	counts[result]++;
	if (result == VECTOR_FAILED)
		printf("FAILED %s: %s\n", id, why);
	else if (result == VECTOR_SKIPPED && verbose)
		printf("skipped %s: %s\n", id, why);
}

/* ---- for the adapters -------------------------------------------------------- */

enum vector_result vector_failed(char *why, size_t cap, const char *what, json_t *expected,
				 json_t *came)
{
	char *e = json_dumps(expected, JSON_SORT_KEYS | JSON_COMPACT | JSON_ENCODE_ANY);
	char *c = json_dumps(came, JSON_SORT_KEYS | JSON_COMPACT | JSON_ENCODE_ANY);

	snprintf(why, cap, "%s: expected %s, came %s", what, e ? e : "?", c ? c : "?");
	free(e);
	free(c);
	return VECTOR_FAILED;
}

enum vector_result vector_stopped(char *why, size_t cap, size_t at, json_t *event,
				  const char *came)
{
	char *e = json_dumps(event, JSON_COMPACT);

	snprintf(why, cap, "event %zu: expected %s, came: %s", at, e ? e : "?", came);
	free(e);
	return VECTOR_FAILED;
}

int vector_says(json_t *object, const char *member, const char *text)
{
	const char *said = json_string_value(json_object_get(object, member));

	return said && !strcmp(said, text);
}

const char *vector_text(json_t *text)
{
	return json_is_string(text) ? json_string_value(text) : "";
}

size_t vector_dice(json_t *dice, unsigned sides, uint8_t *faces, size_t cap)
{
	size_t n = json_array_size(dice);

	for (size_t i = 0; i < n && n <= cap; i++) {
		json_int_t face = json_integer_value(json_array_get(dice, i));

		if (face < 1 || face > sides)
			return 0;
		faces[i] = (uint8_t)face;
	}
	return n <= cap ? n : 0;
}

void vector_add(struct vector_line *line, const char *word)
{
	size_t room = sizeof line->text - line->n;

	line->n += (size_t)snprintf(line->text + line->n, room, "%s", word);
	if (line->n >= sizeof line->text)
		line->n = sizeof line->text - 1;
}

static int option_value(const struct tablas_option *o, json_t *v, int32_t *out)
{
	const char *word = json_string_value(v);

	if (json_is_integer(v) && o->kind != TABLAS_OPT_CHOICE) {
		json_int_t n = json_integer_value(v);

		if (n < o->min || n > o->max)
			return -1;
		*out = (int32_t)n;
		return 0;
	}
	if (json_is_boolean(v) && o->kind == TABLAS_OPT_BOOL) {
		*out = json_is_true(v);
		return 0;
	}
	if (word && o->kind == TABLAS_OPT_BOOL) {
		*out = !strcmp(word, "on") || !strcmp(word, "true");
		return *out || !strcmp(word, "off") || !strcmp(word, "false") ? 0 : -1;
	}
	for (int32_t i = 0; word && o->kind == TABLAS_OPT_CHOICE && o->choices[i]; i++)
		if (!strcmp(word, o->choices[i])) {
			*out = i;
			return 0;
		}
	return -1;
}

enum vector_result vector_options(const struct tablas_plugin *plugin, json_t *options,
				  int32_t values[VECTOR_OPTIONS_MAX], char *why, size_t cap)
{
	const struct tablas_option *o;
	const char *key;
	json_t *value;

	memset(values, 0, VECTOR_OPTIONS_MAX * sizeof *values);
	for (size_t i = 0; plugin->options && plugin->options[i].key; i++)
		values[i] = plugin->options[i].dflt;
	json_object_foreach(options, key, value)
	{
		for (o = plugin->options; o && o->key && strcmp(o->key, key); o++)
			;
		if (!o || !o->key || option_value(o, value, &values[o - plugin->options])) {
			char *said = json_dumps(value, JSON_ENCODE_ANY);

			snprintf(why, cap, "there is no option %s = %s", key,
				 said ? said : "?");
			free(said);
			return VECTOR_SKIPPED;
		}
	}
	return VECTOR_PASSED;
}

/* ---- files -------------------------------------------------------------------- */

static const struct vector_game *game_named(json_t *object)
{
	for (size_t i = 0; i < sizeof games / sizeof *games; i++)
		if (vector_says(object, "game", games[i]->game))
			return games[i];
	return NULL;
}

/* A failure that names no answer, "position: not read", is told beside the one expected. */
static void tell_expected(char *why, json_t *expect)
{
	char *short_why, *e;

	if (strstr(why, "expected "))
		return;
	short_why = strdup(why);
	e = json_dumps(expect, JSON_SORT_KEYS | JSON_COMPACT);
	if (short_why && e)
		snprintf(why, WHY_MAX, "expected %s, came: %s", e, short_why);
	free(e);
	free(short_why);
}

static void run_vector(json_t *line, const char *where)
{
	json_t *request = json_object_get(line, "request");
	json_t *expect = json_object_get(line, "expect");
	const char *id = json_string_value(json_object_get(line, "id"));
	const struct vector_game *game = game_named(request);
	static char why[WHY_MAX];
	enum vector_result r;

	if (!id || !json_is_object(request) || !json_is_object(expect)) {
		count(VECTOR_FAILED, id ? id : where, "not a vector: id, request and expect");
		return;
	}
	if (!game) {
		count(VECTOR_SKIPPED, id, "no such game here");
		return;
	}
	why[0] = '\0';
	r = game->vector(request, expect, why, sizeof why);
	if (r == VECTOR_FAILED)
		tell_expected(why, expect);
	count(r, id, why);
}

static void run_game(json_t *events, const char *path)
{
	const char *slash = strrchr(path, '/');
	const struct vector_game *game = game_named(json_array_get(events, 0));
	static char why[WHY_MAX];

	strcpy(why, "no such game here");
	count(game ? game->record(events, why, sizeof why) : VECTOR_SKIPPED,
	      slash ? slash + 1 : path, why);
}

/* The next line that is not blank, as JSON; NULL at the end.  Flaws are counted. */
static json_t *next_line(FILE *f, const char *path, unsigned long *number)
{
	char *text = NULL, where[512];
	size_t cap = 0;
	ssize_t n;
	json_t *line = NULL;
	json_error_t error;

	while (!line && (n = getline(&text, &cap, f)) >= 0) {
		++*number;
		if (strspn(text, " \t\r\n") == (size_t)n)
			continue;
		snprintf(where, sizeof where, "%s:%lu", path, *number);
		line = json_loadb(text, (size_t)n, JSON_REJECT_DUPLICATES, &error);
		if (!line) {
			count(VECTOR_FAILED, where, error.text);
		} else if (!json_is_object(line)) {
			count(VECTOR_FAILED, where, "not an object");
			json_decref(line);
			line = NULL;
		}
	}
	free(text);
	return line;
}

static void run_file(const char *path)
{
	FILE *f = fopen(path, "r");
	unsigned long number = 0, flaws = counts[VECTOR_FAILED];
	json_t *line, *events = NULL;
	char where[512];

	if (!f) {
		count(VECTOR_FAILED, path, strerror(errno));
		return;
	}
	while ((line = next_line(f, path, &number))) {
		if (!events && number && json_object_get(line, "event") &&
		    vector_says(line, "event", "game"))
			events = json_array();
		if (events) {
			json_array_append_new(events, line);
			continue;
		}
		snprintf(where, sizeof where, "%s:%lu", path, number);
		run_vector(line, where);
		json_decref(line);
	}
	if (ferror(f))
		count(VECTOR_FAILED, path, "cannot be read");
	/* A game with a broken line is not replayed around the gap. */
	if (events && counts[VECTOR_FAILED] == flaws)
		run_game(events, path);
	json_decref(events);
	fclose(f);
}

static int run_all(void)
{
	const char *dir = getenv("TABLAS_SRCDIR");
	static const char *const patterns[] = {"*.jsonl", "games/*.jsonl"};
	char pattern[4096];
	glob_t found;

	for (size_t i = 0; i < 2; i++) {
		snprintf(pattern, sizeof pattern, "%s/tests/vectors/%s", dir ? dir : ".",
			 patterns[i]);
		if (glob(pattern, 0, NULL, &found)) {
			fprintf(stderr, "run: nothing matches %s\n", pattern);
			return -1;
		}
		for (size_t k = 0; k < found.gl_pathc; k++)
			run_file(found.gl_pathv[k]);
		globfree(&found);
	}
	return 0;
}

int main(int argc, char **argv)
{
	int first = 1;

	if (first < argc && !strcmp(argv[first], "-v"))
		verbose = 1, first++;
	if (first == argc && run_all())
		return 1;
	for (int i = first; i < argc; i++)
		run_file(argv[i]);
	printf("%lu passed, %lu failed, %lu skipped\n", counts[VECTOR_PASSED],
	       counts[VECTOR_FAILED], counts[VECTOR_SKIPPED]);
	return counts[VECTOR_FAILED] != 0;
}
