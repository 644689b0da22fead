/*
 * test_pages.c - the rules of our own games as people read them, held against
 * the games: every option with every value and its default, in both languages,
 * and nothing that is not there.
 */
#include "daemon/loader.h"
#include "daemon/texts.h"
#include "game/options.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define CELLS 4 /* of a row: option, values, default, what it changes */
#define ROWS_MAX 64
#define PAGE_MAX (64 * 1024)

static struct registry games;
static struct texts texts;
static char trouble[1024];

static void hear(void *ctx, const char *path, const char *why)
{
	(void)ctx;
	if (why)
		snprintf(trouble, sizeof trouble, "%.600s: %.300s", path, why);
}

static int setup(void **state)
{
	const char *build = getenv("TABLAS_BUILDDIR");
	char folder[512];

	(void)state;
	snprintf(folder, sizeof folder, "%s/.libs", build ? build : ".");
	loader_open_dir(folder, &games, hear, NULL);
	texts_read(&texts, &games, hear, NULL);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	texts_fini(&texts);
	return 0;
}

/* ---- a page as rows ---------------------------------------------------------------- */

struct page {
	char text[PAGE_MAX]; /* cut into lines and cells */
	char *cell[ROWS_MAX][CELLS];
	size_t rows; /* of the table of options, without its head */
};

static char *trim(char *s)
{
	s += strspn(s, " ");
	for (size_t n = strlen(s); n && s[n - 1] == ' ';)
		s[--n] = '\0';
	return s;
}

/* The cells between the bars; how many there are. */
static size_t cut(char *line, char *cell[CELLS])
{
	size_t n = 0;

	for (char *p = line + 1, *bar; (bar = strchr(p, '|')); p = bar + 1) {
		*bar = '\0';
		if (n < CELLS)
			cell[n] = trim(p);
		n++;
	}
	return n;
}

/* NULL, or what is wrong with the table as a table. */
static const char *read_page(struct page *page, const char *bytes, size_t n)
{
	bool inside = false;

	page->rows = 0;
	if (n >= PAGE_MAX)
		return "it is too long for this test";
	memcpy(page->text, bytes, n);
	page->text[n] = '\0';
	for (char *line = page->text, *end; line; line = end) {
		end = strchr(line, '\n');
		if (end)
			*end++ = '\0';
		if (strncmp(line, "| option |", 10) == 0 || strncmp(line, "| opción |", 11) == 0) {
			inside = true;
			continue;
		}
		if (line[0] != '|')
			inside = false;
		if (!inside || strncmp(line, "|--", 3) == 0)
			continue;
		if (page->rows == ROWS_MAX || cut(line, page->cell[page->rows]) != CELLS)
			return "a row has not four cells, or there are too many";
		page->rows++;
	}
	return page->rows ? NULL : "there is no table of options";
}

/* ---- rows against options ---------------------------------------------------------- */

static char said[2048];

static const char *wrong(const char *key, const char *what, const char *is, const char *due)
{
	snprintf(said, sizeof said, "%s: %s is \"%s\" and should be \"%s\"", key, what, is, due);
	return said;
}

/* "`war`", or a number as it is. */
static void write_value(const struct tablas_option *o, int32_t value, char out[64])
{
	char number[16];
	const char *word = options_word(o, value, number);

	snprintf(out, 64, o->kind == TABLAS_OPT_INT ? "%s" : "`%s`", word);
}

/* As the page has it: "`a`, `b`", or "0 to 10" (or "0 a 10"; of two numbers "1 or 2"). */
static void write_values(const struct tablas_option *o, bool spanish, char *out, size_t cap)
{
	char value[64];
	size_t n = 0;

	if (o->kind == TABLAS_OPT_INT && o->min < o->max) {
		const char *word = o->max == o->min + 1 ? (spanish ? "o" : "or")
							: (spanish ? "a" : "to");

		snprintf(out, cap, "%d %s %d", (int)o->min, word, (int)o->max);
		return;
	}
	for (int32_t v = o->min; v <= o->max; v++) {
		write_value(o, v, value);
		n += (size_t)snprintf(out + n, cap - n, "%s%s", n ? ", " : "", value);
	}
}

static const char *check_row(const struct tablas_option *o, bool spanish, char *const cell[CELLS])
{
	char values[512], dflt[64];

	write_values(o, spanish, values, sizeof values);
	write_value(o, o->dflt, dflt);
	if (strcmp(cell[1], values) != 0)
		return wrong(o->key, "what it can be", cell[1], values);
	if (strcmp(cell[2], dflt) != 0)
		return wrong(o->key, "the default", cell[2], dflt);
	return cell[3][0] ? NULL : wrong(o->key, "what it changes", "", "something");
}

/* NULL, or the first thing in which page and game differ. */
static const char *check_page(const struct tablas_plugin *game, bool spanish, const char *bytes,
			      size_t n)
{
	static struct page page;
	const char *fault = read_page(&page, bytes, n);
	size_t options = options_count(game);

	for (size_t i = 0; !fault && i < options; i++) {
		const struct tablas_option *o = &game->options[i];
		size_t found = 0;
		char key[80];

		snprintf(key, sizeof key, "`%s`", o->key);
		for (size_t row = 0; !fault && row < page.rows; row++) {
			if (strcmp(page.cell[row][0], key) != 0)
				continue;
			found++;
			fault = check_row(o, spanish, page.cell[row]);
		}
		if (!fault && found != 1)
			fault = wrong(o->key, "it", found ? "there twice" : "not there", "there");
	}
	if (!fault && page.rows != options)
		fault = "a row is of no option of the game";
	return fault;
}

/* ---- tests ------------------------------------------------------------------------- */

static const struct text *text_in(const struct tablas_plugin *game, const char *language)
{
	const struct text *all;
	size_t n = texts_of(&texts, game, &all);

	for (size_t i = 0; i < n; i++) {
		if (strcmp(all[i].language, language) == 0)
			return &all[i];
	}
	fail_msg("%s has no text in %s", game->name, language);
	return NULL;
}

static void every_game_has_its_rules_in_english_and_spanish(void **state)
{
	(void)state;
	if (trouble[0])
		fail_msg("%s", trouble);
	assert_true(games.n >= 5);
	for (size_t i = 0; i < games.n; i++) {
		assert_true(text_in(games.v[i], "en")->n > 3000);
		assert_true(text_in(games.v[i], "es")->n > 3000);
	}
}

static void every_option_and_value_stands_in_the_tables_and_nothing_else(void **state)
{
	(void)state;
	for (size_t i = 0; i < games.n; i++) {
		for (int spanish = 0; spanish < 2; spanish++) {
			const struct text *text = text_in(games.v[i], spanish ? "es" : "en");
			const char *fault = check_page(games.v[i], spanish, text->bytes, text->n);

			if (fault)
				fail_msg("%s, %s: %s", games.v[i]->name, text->language, fault);
		}
	}
}

/* What both languages have as much of: headings, pictures, rows, steps of a list. */
static size_t count(const struct text *text, const char *start)
{
	size_t n = 0, length = strlen(start);

	for (size_t i = 0; i + length <= text->n; i++)
		n += (i == 0 || text->bytes[i - 1] == '\n') &&
		     memcmp(text->bytes + i, start, length) == 0;
	return n;
}

static void both_languages_have_the_same_parts(void **state)
{
	static const char *const starts[] = {"# ", "## ", "```", "|", "* ", "1. ", "4. ", "    "};

	(void)state;
	for (size_t i = 0; i < games.n; i++) {
		const struct text *en = text_in(games.v[i], "en"), *es = text_in(games.v[i], "es");

		assert_int_equal(count(en, "# "), 1);
		assert_true(count(en, "## ") >= 6 && count(en, "```") >= 2);
		for (size_t j = 0; j < sizeof starts / sizeof *starts; j++) {
			if (count(en, starts[j]) != count(es, starts[j]))
				fail_msg("%s: %zu and %zu lines begin with \"%s\"",
					 games.v[i]->name, count(en, starts[j]),
					 count(es, starts[j]), starts[j]);
		}
	}
}

/* Where they are read there are no files to go to. */
static void no_page_links_to_a_file(void **state)
{
	(void)state;
	for (size_t i = 0; i < games.n; i++) {
		const struct text *all;
		size_t n = texts_of(&texts, games.v[i], &all);

		for (size_t j = 0; j < n; j++)
			assert_null(memmem(all[j].bytes, all[j].n, "](", 2));
	}
}

/* The test above is worth something only if a page that lies fails it. */
static void a_page_that_lies_is_noticed(void **state)
{
	static const char *const words[] = {"red", "blue", NULL};
	static const struct tablas_option options[] = {
		{.key = "colour", .kind = TABLAS_OPT_CHOICE, .max = 1, .choices = words},
		{.key = "fast", .kind = TABLAS_OPT_BOOL, .dflt = 1, .max = 1},
		{.key = "men", .kind = TABLAS_OPT_INT, .dflt = 3, .min = 1, .max = 9},
		{.key = NULL}};
	static const struct tablas_plugin game = {.name = "lies", .options = options};
#define HEAD "# Lies\n\n| option | values | default | what |\n|---|---|---|---|\n"
#define RED  "| `colour` | `red`, `blue` | `red` | it |\n"
#define FAST "| `fast` | `off`, `on` | `on` | it |\n"
#define MEN  "| `men` | 1 to 9 | 3 | it |\n"
	static const char *const lies[] = {
		"# Lies\n",
		HEAD RED FAST,
		HEAD RED FAST MEN MEN,
		HEAD RED FAST MEN "| `women` | 1 to 9 | 3 | it |\n",
		HEAD FAST MEN "| `colour` | `red` | `red` | it |\n",
		HEAD FAST MEN "| `colour` | `red`, `blue`, `green` | `red` | it |\n",
		HEAD FAST MEN "| `colour` | `red`, `blue` | `blue` | it |\n",
		HEAD FAST MEN "| `colour` | `red`, `blue` | `red` | |\n",
		HEAD FAST MEN "| `colour` | `red`, `blue` | it |\n",
		HEAD RED MEN "| `fast` | `off`, `on` | `off` | it |\n",
		HEAD RED FAST "| `men` | 1 to 8 | 3 | it |\n",
		HEAD RED FAST "| `men` | 1 to 9 | 4 | it |\n",
	};
	static const char truth[] = HEAD RED FAST MEN "\n| `not` | of | the | table |\n";

	(void)state;
	assert_null(check_page(&game, false, truth, strlen(truth)));
	assert_non_null(check_page(&game, true, truth, strlen(truth)));
	for (size_t i = 0; i < sizeof lies / sizeof *lies; i++)
		assert_non_null(check_page(&game, false, lies[i], strlen(lies[i])));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_game_has_its_rules_in_english_and_spanish),
		cmocka_unit_test(every_option_and_value_stands_in_the_tables_and_nothing_else),
		cmocka_unit_test(both_languages_have_the_same_parts),
		cmocka_unit_test(no_page_links_to_a_file),
		cmocka_unit_test(a_page_that_lies_is_noticed),
	};

	return cmocka_run_group_tests_name("pages", tests, setup, teardown);
}
