/*
 * test_texts.c - the rules as people read them: which language, whether they
 * are known already, and what of a stranger's files is shown to others.
 */
#include "tests/api/house.h"

#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#define PATH "/v1/rulesets/quinze-tablas/rules"

static struct answer ask(const char *method, const char *path, const char *field)
{
	if (field)
		http_header(&house_http, field);
	return http_ask(&house_http, method, path, NULL, NULL);
}

/* The answer to `languages` (NULL: no such field) is in that language, and says so. */
static void expect_language(const char *path, const char *languages, const char *expected)
{
	char field[256] = "";
	struct answer a;

	if (languages)
		snprintf(field, sizeof field, "Accept-Language: %s", languages);
	a = ask("GET", path, languages ? field : NULL);
	answer_expect(&a, 200);
	if (strcmp(answer_header(&a, "Content-Language"), expected) != 0)
		fail_msg("%s: %s", languages ? languages : "nothing", a.head);
	assert_string_equal(answer_header(&a, "Content-Type"), "text/markdown; charset=utf-8");
	assert_string_equal(answer_header(&a, "Vary"), "Accept-Language");
	answer_fini(&a);
}

/* ---- lists in the head ------------------------------------------------------------- */

/* Asks for a page with one field in two lines, or more. */
static struct answer ask_in_lines(const char *path, const char *first, const char *second,
				  unsigned seconds)
{
	http_header(&house_http, first);
	for (unsigned i = 1; i < seconds; i++)
		http_header(&house_http, second);
	return ask("GET", path, second);
}

static void a_list_in_several_lines_is_one_list(void **state)
{
	static const char *const cases[][3] = {
		{"Accept-Language: es", "Accept-Language: fr", "es"},
		{"Accept-Language: fr", "Accept-Language: es", "es"},
		{"Accept-Language: es;q=0.2", "Accept-Language: en;q=0.1", "es"},
		{"Accept-Language: es;q=0.2, fr", "accept-language: en;q=0.3", "en"}};
	char none[128];
	struct answer a;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		a = ask_in_lines(PATH, cases[i][0], cases[i][1], 1);
		assert_string_equal(answer_header(&a, "Content-Language"), cases[i][2]);
		answer_fini(&a);
	}
	a = ask_in_lines(PATH, "Accept-Language: fr", "Accept-Language: es", 3);
	assert_string_equal(answer_header(&a, "Content-Language"), "es");
	snprintf(none, sizeof none, "If-None-Match: %s", answer_header(&a, "ETag"));
	answer_fini(&a);
	http_header(&house_http, "Accept-Language: es");
	a = ask_in_lines(PATH, none, "If-None-Match: \"other\"", 1);
	answer_expect(&a, 304);
	answer_fini(&a);
}

static void a_list_of_too_many_lines_is_refused(void **state)
{
	struct answer a = ask_in_lines(PATH, "Accept-Language: es", "Accept-Language: fr", 20);

	(void)state;
	answer_expect_problem(&a, 400, "invalid-value");
	answer_fini(&a);
}

static void what_is_sent_once_and_came_twice_is_named(void **state)
{
	static const char *const fields[] = {"Authorization", "Content-Type", "Idempotency-Key",
					     "If-Match", "Origin"};

	(void)state;
	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
		char field[64], detail[64];
		struct answer a;

		snprintf(field, sizeof field, "%s: a", fields[i]);
		snprintf(detail, sizeof detail, "%s came twice.", fields[i]);
		a = ask_in_lines(PATH, field, field, 1);
		answer_expect_problem(&a, 400, "invalid-value");
		assert_string_equal(answer_string(&a, "detail"), detail);
		answer_fini(&a);
	}
}

/* ---- languages --------------------------------------------------------------------- */

static void the_language_is_the_one_that_is_liked_best(void **state)
{
	static const char *const cases[][2] = {
		{NULL, "en"},
		{"en", "en"},
		{"es", "es"},
		{"ES", "es"},
		{"es-MX", "es"},
		{"es-419, en;q=0.9", "es"},
		{"en-GB, es;q=0.9", "en"},
		{"es;q=0.3, en;q=0.7", "en"},
		{"es ; q=0.7 , en;q=0.3", "es"},
		{"es, en", "es"},
		{"en, es", "en"},
		{"fr, es;q=0.1", "es"},
		{"fr", "en"},
		{"*", "en"},
		{"es, *;q=0.5", "es"},
		{"*;q=0.1, es", "es"},
		{"*, es;q=0.5", "en"},
		{"en;q=0, *", "es"},
		{"en;q=0, es;q=0.001", "es"},
		{"es;q=0", "en"},
		{"es-MX, es;q=0", "en"},
		{"es;q=0.2, es-MX;q=0.9, en;q=0.5", "en"},
		{"*;q=0", "en"},
		{"", "en"},
		{", ,es", "es"},
		{";q=1", "en"},
		{"e", "en"},
		{"est", "en"},
		{"es_MX", "en"},
		{"-, es-, q=9", "es"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		expect_language(PATH, cases[i][0], cases[i][1]);
}

static void every_ruleset_says_where_its_rules_are(void **state)
{
	struct answer list = ask("GET", "/v1/rulesets", NULL);
	size_t n;

	(void)state;
	answer_expect(&list, 200);
	n = json_array_size(answer_at(&list, "rulesets"));
	assert_true(n >= 5);
	for (size_t i = 0; i < n; i++) {
		char at[64], path[128];

		snprintf(at, sizeof at, "rulesets[%zu].rules.href", i);
		snprintf(path, sizeof path, "%s", answer_string(&list, at));
		snprintf(at, sizeof at, "rulesets[%zu].rules.languages[0]", i);
		assert_string_equal(answer_string(&list, at), "en");
		snprintf(at, sizeof at, "rulesets[%zu].rules.languages[1]", i);
		assert_string_equal(answer_string(&list, at), "es");
		expect_language(path, NULL, "en");
		expect_language(path, "es", "es");
	}
	answer_fini(&list);
}

/* ---- known already, and heads ------------------------------------------------------ */

static void a_text_that_is_known_is_not_sent_again(void **state)
{
	struct answer a = ask("GET", PATH, "Accept-Language: es");
	char field[64];

	(void)state;
	answer_expect(&a, 200);
	assert_true(a.body_n > 1000 && strncmp(a.body, "# ", 2) == 0);
	assert_true(strlen(answer_header(&a, "ETag")) > 2);
	snprintf(field, sizeof field, "If-None-Match: %s", answer_header(&a, "ETag"));
	answer_fini(&a);

	http_header(&house_http, "Accept-Language: es");
	a = ask("GET", PATH, field);
	answer_expect(&a, 304);
	assert_int_equal(a.body_n, 0);
	assert_string_equal(answer_header(&a, "ETag"), field + strlen("If-None-Match: "));
	assert_string_equal(answer_header(&a, "Content-Language"), "es");
	assert_string_equal(answer_header(&a, "Vary"), "Accept-Language");
	answer_fini(&a);

	/* In another language it is another text. */
	a = ask("GET", PATH, field);
	answer_expect(&a, 200);
	assert_string_equal(answer_header(&a, "Content-Language"), "en");
	answer_fini(&a);
}

static void a_head_tells_what_a_get_would_send(void **state)
{
	struct answer get = ask("GET", PATH, "Accept-Language: es");
	struct answer head = ask("HEAD", PATH, "Accept-Language: es");
	static const char *const fields[] = {"Content-Type", "Content-Language", "Content-Length",
					     "ETag",	     "Vary",		 "Cache-Control"};

	(void)state;
	answer_expect(&get, 200);
	answer_expect(&head, 200);
	assert_int_equal(head.body_n, 0);
	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
		char expected[128];

		snprintf(expected, sizeof expected, "%s", answer_header(&get, fields[i]));
		assert_true(expected[0] != '\0');
		assert_string_equal(answer_header(&head, fields[i]), expected);
	}
	answer_fini(&get);
	answer_fini(&head);
}

static void a_ruleset_that_is_not_loaded_has_no_rules(void **state)
{
	static const char *const names[] = {"mah-jong", "..%2F..%2Fetc", "quinze-tablas.es",
					    "QUINZE-TABLAS"};

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		char path[128];

		snprintf(path, sizeof path, "/v1/rulesets/%s/rules", names[i]);
		house_refused(ask("GET", path, NULL), 404, "not-found");
	}
}

/* ---- a stranger's files ------------------------------------------------------------ */

static char folder[300];

static void put(const char *name, const void *bytes, size_t n)
{
	char path[400];
	FILE *f;

	snprintf(path, sizeof path, "%s/%s", folder, name);
	f = fopen(path, "w");
	assert_non_null(f);
	assert_int_equal(fwrite(bytes, 1, n, f), n);
	assert_int_equal(fclose(f), 0);
}

static void put_text(const char *name, const char *text)
{
	put(name, text, strlen(text));
}

static void copy_game(const char *name)
{
	const char *build = getenv("TABLAS_BUILDDIR");
	char command[1024];

	snprintf(command, sizeof command, "cp '%s/.libs/%s.so' '%s'", build ? build : ".", name,
		 folder);
	assert_int_equal(system(command), 0);
}

/* A folder with two games of which nothing is known but what the test puts there. */
static int open_folder(void **state)
{
	(void)state;
	daemon_init(&house, "--limits.connections_per_address=0", NULL);
	snprintf(folder, sizeof folder, "%s/games", house.dir);
	assert_int_equal(mkdir(folder, 0700), 0);
	copy_game("backgammon");
	copy_game("el-mundo");
	house.flags[1] = "--plugins";
	house.flags[2] = folder;
	return 0;
}

static void a_game_without_a_text_says_so(void **state)
{
	struct answer a;

	(void)state;
	put_text("backgammon.md", "# Backgammon\n");
	house_enter();
	house_refused(ask("GET", "/v1/rulesets/el-mundo/rules", NULL), 404, "no-rules-text");
	a = ask("HEAD", "/v1/rulesets/el-mundo/rules", NULL);
	answer_expect(&a, 404);
	answer_fini(&a);
	a = ask("GET", "/v1/rulesets/el-mundo", NULL);
	answer_expect(&a, 200);
	assert_true(json_is_null(json_object_get(a.json, "rules")));
	answer_fini(&a);
	expect_language("/v1/rulesets/backgammon/rules", "es", "en");
}

static void a_game_may_come_in_any_language(void **state)
{
	struct answer a;

	(void)state;
	put_text("backgammon.pt-BR.md", "# Gamão\n");
	put_text("backgammon.zh-Hant.md", "# 雙陸棋\n");
	put_text("backgammon.md", "# Backgammon\r\n\tA game.\n");
	put_text("el-mundo.es.md", "# El Mundo\n");
	house_enter();
	a = ask("GET", "/v1/rulesets/backgammon", NULL);
	answer_expect(&a, 200);
	assert_string_equal(answer_string(&a, "rules.languages[0]"), "en");
	assert_string_equal(answer_string(&a, "rules.languages[1]"), "pt-BR");
	assert_string_equal(answer_string(&a, "rules.languages[2]"), "zh-Hant");
	answer_fini(&a);
	expect_language("/v1/rulesets/backgammon/rules", "pt", "pt-BR");
	expect_language("/v1/rulesets/backgammon/rules", "pt-PT", "en");
	expect_language("/v1/rulesets/backgammon/rules", "zh, en;q=0.9", "zh-Hant");
	expect_language("/v1/rulesets/el-mundo/rules", "en", "es");
	a = ask("GET", "/v1/rulesets/backgammon/rules", "Accept-Language: pt-br");
	answer_expect(&a, 200);
	assert_string_equal(a.body, "# Gamão\n");
	answer_fini(&a);
}

static void a_file_that_is_no_text_of_the_games_is_not_shown(void **state)
{
	static char long_text[256 * 1024 + 1];
	char path[400], secret[400];

	(void)state;
	memset(long_text, 'x', sizeof long_text);
	put("backgammon.de.md", long_text, sizeof long_text - 1); /* as long as may be */
	put("backgammon.fr.md", long_text, sizeof long_text);
	put_text("backgammon.it.md", "Ci\xf2.\n");
	put_text("backgammon.ca.md", "\xc0\xafvia\n");
	put_text("backgammon.eu.md", "\xed\xa0\x80\n");
	put("backgammon.gl.md", "a\0b", 3);
	put_text("backgammon.la.md", "\033]0;title\a\n");
	put_text("backgammon.nl.md", "");
	put_text("backgammon.toolonglanguage.md", "# a\n");
	put_text("backgammon.e.md", "# a\n");
	put_text("backgammon.en-.md", "# a\n");
	put_text("backgammon.en.md.bak", "# a\n");
	put_text("backgammon..md", "# a\n");
	put_text("other.md", "# a\n");
	snprintf(secret, sizeof secret, "%s/secret", house.dir);
	snprintf(path, sizeof path, "%s/backgammon.md", folder);
	assert_int_equal(symlink(secret, path), 0);
	snprintf(path, sizeof path, "%s/backgammon.pl.md", folder);
	assert_int_equal(mkfifo(path, 0600), 0);
	snprintf(path, sizeof path, "%s/backgammon.ro.md", folder);
	assert_int_equal(mkdir(path, 0700), 0);
	put_text("backgammon.sv.md", "# a\n");
	snprintf(path, sizeof path, "%s/backgammon.sv.md", folder);
	assert_int_equal(chmod(path, 0666), 0);
	house_enter();

	struct answer a = ask("GET", "/v1/rulesets/backgammon", NULL);

	answer_expect(&a, 200);
	assert_int_equal(json_array_size(answer_at(&a, "rules.languages")), 1);
	assert_string_equal(answer_string(&a, "rules.languages[0]"), "de");
	answer_fini(&a);
	a = ask("GET", "/v1/rulesets/backgammon/rules", NULL);
	answer_expect(&a, 200);
	assert_int_equal(a.body_n, 256 * 1024);
	answer_fini(&a);
}

/* Asks until the answer is in that language; the test's own patience ends it. */
static void wait_for_language(const char *expected)
{
	for (int i = 0; i < 3000; i++) {
		struct answer a = ask("GET", "/v1/rulesets/backgammon/rules",
				      "Accept-Language: es");
		bool is = strcmp(answer_header(&a, "Content-Language"), expected) == 0;

		answer_fini(&a);
		if (is)
			return;
		usleep(10000);
	}
	fail_msg("the texts were not read again");
}

static void texts_are_read_again_when_the_daemon_is_told_to(void **state)
{
	char path[400], etag[64];
	struct answer a;

	(void)state;
	put_text("backgammon.md", "# One\n");
	house_enter();
	a = ask("GET", "/v1/rulesets/backgammon/rules", NULL);
	snprintf(etag, sizeof etag, "%s", answer_header(&a, "ETag"));
	answer_fini(&a);
	put_text("backgammon.md", "# Two\n");
	put_text("backgammon.es.md", "# Dos\n");
	a = ask("GET", "/v1/rulesets/backgammon/rules", "Accept-Language: es");
	assert_string_equal(a.body, "# One\n"); /* until then nothing has changed */
	answer_fini(&a);

	kill(house.pid, SIGHUP);
	wait_for_language("es");
	a = ask("GET", "/v1/rulesets/backgammon/rules", NULL);
	assert_string_equal(a.body, "# Two\n");
	assert_string_not_equal(answer_header(&a, "ETag"), etag);
	answer_fini(&a);

	snprintf(path, sizeof path, "%s/backgammon.es.md", folder);
	assert_int_equal(unlink(path), 0);
	kill(house.pid, SIGHUP);
	wait_for_language("en");
}

int main(void)
{
#define IN_A_FOLDER(test)  cmocka_unit_test_setup_teardown(test, open_folder, house_teardown)
	const struct CMUnitTest tests[] = {
		IN_THE_HOUSE(a_list_in_several_lines_is_one_list),
		IN_THE_HOUSE(a_list_of_too_many_lines_is_refused),
		IN_THE_HOUSE(what_is_sent_once_and_came_twice_is_named),
		IN_THE_HOUSE(the_language_is_the_one_that_is_liked_best),
		IN_THE_HOUSE(every_ruleset_says_where_its_rules_are),
		IN_THE_HOUSE(a_text_that_is_known_is_not_sent_again),
		IN_THE_HOUSE(a_head_tells_what_a_get_would_send),
		IN_THE_HOUSE(a_ruleset_that_is_not_loaded_has_no_rules),
		IN_A_FOLDER(a_game_without_a_text_says_so),
		IN_A_FOLDER(a_game_may_come_in_any_language),
		IN_A_FOLDER(a_file_that_is_no_text_of_the_games_is_not_shown),
		IN_A_FOLDER(texts_are_read_again_when_the_daemon_is_told_to),
	};

	return cmocka_run_group_tests_name("rules for people", tests, NULL, NULL);
}
