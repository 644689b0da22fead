/*
 * test_faults.c - the world fails: disks, files, plugins, signals.
 *
 * Against the real daemon.  What it must do each time: say so, change nothing,
 * lose nothing, and go on when it can.
 */
#define _GNU_SOURCE
#include "tests/lib/daemon.h"
#include "tests/lib/http.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

/* White 3, black 1: white begins with 3 and 1. */
#define DICE "3 1 6 5 2 4 6 1 5 2 3 4"

static struct daemon d;
static struct http h;
static char ana[128], ben[128], admin[128], game[16];

static void open_with(const char *flag, const char *value)
{
	daemon_init(&d, "--log-level", "info", "--dice", DICE, flag, value, NULL);
	daemon_token(&d, "ana", NULL, ana);
	daemon_token(&d, "ben", NULL, ben);
	daemon_token(&d, "operator", "all", admin);
	daemon_grant(&d, "ana", 1000);
	daemon_grant(&d, "ben", 1000);
	daemon_start(&d);
	http_init(&h, d.url);
}

static int tear_down(void **state)
{
	(void)state;
	http_fini(&h);
	daemon_fini(&d);
	return 0;
}

static void again(void)
{
	http_fini(&h);
	daemon_start(&d);
	http_init(&h, d.url);
}

static void lay(const char *ruleset, const char *options, char key[16])
{
	static unsigned keys;
	char field[64], path[64];
	struct answer a;

	snprintf(field, sizeof field, "Idempotency-Key: lay-%u", ++keys);
	http_header(&h, field);
	a = http_ask(&h, "POST", "/v1/games", ana,
		     "{\"ruleset\": \"%s\", \"options\": {%s}, \"seats\": 2, \"sit\": 0}", ruleset,
		     options);
	answer_expect(&a, 201);
	snprintf(key, 16, "%s", answer_string(&a, "id"));
	answer_fini(&a);
	snprintf(path, sizeof path, "/v1/games/%s/seats", key);
	a = http_ask(&h, "POST", path, ben, "{}");
	assert_true(a.status == 200 || a.status == 201);
	answer_fini(&a);
}

static struct answer look(const char *key)
{
	char path[64];

	snprintf(path, sizeof path, "/v1/games/%s", key);
	return http_ask(&h, "GET", path, ana, NULL);
}

static struct answer turn(const char *key, const char *token, long long ply, const char *moves)
{
	char path[64];

	snprintf(path, sizeof path, "/v1/games/%s/turns", key);
	return http_ask(&h, "POST", path, token, "{\"ply\": %lld, \"moves\": [%s]}", ply, moves);
}

static long long ply_of(const char *key)
{
	struct answer a = look(key);
	long long ply = answer_int(&a, "ply");

	answer_fini(&a);
	return ply;
}

static void log_says(const char *words)
{
	char path[300], line[1024];
	bool found = false;
	FILE *f;

	snprintf(path, sizeof path, "%s/log", d.dir);
	f = fopen(path, "r");
	assert_non_null(f);
	while (!found && fgets(line, sizeof line, f))
		found = strstr(line, words) != NULL;
	fclose(f);
	if (!found)
		fail_msg("the log does not say \"%s\"", words);
}

/* ---- the disk ------------------------------------------------------------------ */

static char full[300], torn[300]; /* while such a file is there: nospace.c */

static void open_on_a_disk_that_fails(void)
{
	char preload[600];
	const char *build = getenv("TABLAS_BUILDDIR");

	snprintf(preload, sizeof preload, "%s/tests/faults/.libs/nospace.so", build ? build : ".");
	if (access(preload, R_OK) != 0)
		fail_msg("%s is missing", preload);
	daemon_init(&d, "--log-level", "info", "--dice", DICE, NULL);
	snprintf(full, sizeof full, "%s/full", d.dir);
	snprintf(torn, sizeof torn, "%s/torn", d.dir);
	setenv("TABLAS_NOSPACE", full, 1);
	setenv("TABLAS_NOSYNC", torn, 1);
	/* The sanitizer's runtime wants to be first; here a file system goes before it. */
	setenv("ASAN_OPTIONS", "verify_asan_link_order=0", 1);
	daemon_token(&d, "ana", NULL, ana);
	daemon_token(&d, "ben", NULL, ben);
	daemon_grant(&d, "ana", 1000);
	setenv("LD_PRELOAD", preload, 1);
	daemon_start(&d);
	unsetenv("LD_PRELOAD");
	http_init(&h, d.url);
}

static void no_disk_any_more(void)
{
	unsetenv("TABLAS_NOSPACE");
	unsetenv("TABLAS_NOSYNC");
	unsetenv("ASAN_OPTIONS");
}

static void make(const char *name)
{
	close(open(name, O_CREAT | O_WRONLY, 0600));
}

/* Commands of every kind; those with a key bear the same one each time. */
static void command_all(long status)
{
	const struct {
		const char *method, *path, *body;
	} commands[] = {
		{"POST", "/v1/games", "{\"ruleset\": \"el-mundo\"}"},
		{"POST", "/v1/transfers", "{\"to\": \"ben\", \"amount\": 5}"},
		{"POST", "/v1/tokens", "{\"scopes\": [\"games:read\"]}"},
		{"PATCH", "/v1/me/reminders", "{\"before\": [\"P1D\"]}"},
		{"PUT", "/v1/blocks/ben", NULL},
	};
	char key[64];

	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
		struct answer a;

		snprintf(key, sizeof key, "Idempotency-Key: once-%zu", i);
		http_header(&h, key);
		a = http_ask(&h, commands[i].method, commands[i].path, ana,
			     commands[i].body ? "%s" : NULL, commands[i].body);
		if (status == 503) {
			answer_expect_problem(&a, 503, "unavailable");
			assert_string_not_equal(answer_header(&a, "Retry-After"), "");
		}
		if (status != 503 && a.status >= 300)
			fail_msg("%s: %s", commands[i].path, a.body);
		assert_string_equal(answer_header(&a, "Idempotency-Replayed"), "");
		answer_fini(&a);
	}
}

static void read_all(void)
{
	static const char *const views[] = {"",	       "?format=svg", "/plays", "/record",
					    "/mine",   "/events?after=0", "/entries", "/dice"};
	static const char *const others[] = {"/healthz", "/metrics", "/v1/games", "/v1/accounts/me",
					     "/v1/accounts/me/entries", "/v1/ledger/proof"};
	char path[96];

	for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
		snprintf(path, sizeof path, "/v1/games/%s%s", game, views[i]);
		answer_done(http_ask(&h, "GET", path, ana, NULL), 200);
	}
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		answer_done(http_ask(&h, "GET", others[i], ana, NULL), 200);
}

static void a_full_disk_refuses_commands_keeps_reading_and_recovers(void **state)
{
	struct answer a;
	long long ply;

	(void)state;
	open_on_a_disk_that_fails();
	lay("backgammon", "", game);
	ply = ply_of(game);

	make(full);
	a = turn(game, ana, ply, "\"8/5\", \"6/5\"");
	answer_expect_problem(&a, 503, "unavailable");
	assert_string_not_equal(answer_header(&a, "Retry-After"), "");
	answer_fini(&a);
	command_all(503);
	assert_int_equal(ply_of(game), ply);
	read_all();
	answer_done(http_ask(&h, "GET", "/readyz", NULL, NULL), 503);

	unlink(full); /* there is space again */
	answer_done(turn(game, ana, ply, "\"8/5\", \"6/5\""), 201);
	answer_done(http_ask(&h, "GET", "/readyz", NULL, NULL), 200);
	command_all(201); /* under the keys that were refused */
	log_says("book-trouble");

	/* and who is killed on a full disk has lost nothing that was said */
	ply = ply_of(game);
	make(full);
	answer_refused(turn(game, ben, ply, "\"24/18\", \"13/8\""), 503, "unavailable");
	daemon_kill(&d);
	unlink(full);
	no_disk_any_more();
	again();
	assert_int_equal(ply_of(game), ply);
	a = look(game);
	assert_string_equal(answer_string(&a, "last.moves[0]"), "8/5");
	answer_fini(&a);
	answer_done(turn(game, ben, ply, "\"24/18\", \"13/8\""), 201);
	daemon_stop_and_audit(&d);
}

/* Written is not kept: a power cut would take it. */
static void nothing_is_said_to_be_done_that_the_disk_has_not_kept(void **state)
{
	long long ply;

	(void)state;
	open_on_a_disk_that_fails();
	lay("backgammon", "", game);
	ply = ply_of(game);
	make(torn);
	answer_refused(turn(game, ana, ply, "\"8/5\", \"6/5\""), 503, "unavailable");
	command_all(503);
	assert_int_equal(ply_of(game), ply);
	read_all();
	unlink(torn);
	answer_done(turn(game, ana, ply, "\"8/5\", \"6/5\""), 201);
	command_all(201);
	no_disk_any_more();
	daemon_stop_and_audit(&d);
}

static void refuses_to_start(const char *sentence)
{
	char out[4096];

	assert_int_not_equal(daemon_run(&d, out, sizeof out, "--listen", "127.0.0.1:0", NULL), 0);
	if (!strstr(out, sentence) || strchr(out, '\n') == NULL)
		fail_msg("expected \"%s\", it said: %s", sentence, out);
}

static void a_file_that_is_not_a_book_is_refused_with_a_sentence(void **state)
{
	FILE *f;

	(void)state;
	daemon_init(&d, "--log-level", "error", NULL);
	f = fopen(d.book, "w");
	for (int i = 0; i < 500; i++)
		fputs("this is a letter, not a book\n", f);
	fclose(f);
	refuses_to_start("book");
}

static void a_damaged_book_is_refused_with_a_sentence(void **state)
{
	char bytes[4096];
	int fd;

	(void)state;
	open_with(NULL, NULL);
	lay("backgammon", "", game);
	assert_int_equal(daemon_stop(&d), 0);
	memset(bytes, 0x5a, sizeof bytes);
	fd = open(d.book, O_WRONLY);
	for (off_t at = 4096; at < 3 * 4096; at += 4096)
		assert_int_equal(pwrite(fd, bytes, sizeof bytes, at), (ssize_t)sizeof bytes);
	close(fd);
	refuses_to_start("damaged");
}

/* Starts the daemon as a user who may read everything and write nothing. */
static int run_as_nobody(char *out, size_t cap)
{
	const char *build = getenv("TABLAS_BUILDDIR");
	char program[512], *argv[] = {program, (char *)"--database", d.book, (char *)"--listen",
				      (char *)"127.0.0.1:0", NULL};
	int pipes[2], status, fd;
	size_t got = 0;
	ssize_t r;
	pid_t pid;

	snprintf(program, sizeof program, "%s/tablasd", build ? build : ".");
	assert_int_equal(pipe(pipes), 0);
	fd = open(program, O_RDONLY | O_CLOEXEC); /* its folder may be closed to nobody */
	assert_true(fd >= 0);
	pid = fork();
	if (pid == 0) {
		dup2(pipes[1], STDERR_FILENO);
		if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
			_exit(126);
		fexecve(fd, argv, environ);
		_exit(127);
	}
	close(fd);
	close(pipes[1]);
	while ((r = read(pipes[0], out + got, cap - 1 - got)) > 0)
		got += (size_t)r;
	out[got] = '\0';
	close(pipes[0]);
	waitpid(pid, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void a_book_that_cannot_be_written_is_refused_with_a_sentence(void **state)
{
	char out[4096];

	(void)state;
	open_with(NULL, NULL);
	assert_int_equal(daemon_stop(&d), 0);
	assert_int_equal(chmod(d.dir, 0555), 0);
	assert_int_equal(chmod(d.book, 0444), 0);
	assert_int_equal(run_as_nobody(out, sizeof out), 2);
	if (!strstr(out, "cannot write"))
		fail_msg("it said: %s", out);
	chmod(d.dir, 0755);
}

static void a_second_daemon_on_the_same_book_refuses_to_start(void **state)
{
	struct answer a;

	(void)state;
	open_with(NULL, NULL);
	refuses_to_start("another");
	a = http_ask(&h, "GET", "/readyz", NULL, NULL);
	answer_expect(&a, 200);
	answer_fini(&a);
	daemon_kill(&d); /* which frees the book at once */
	again();
	daemon_stop_and_audit(&d);
}

static void a_book_of_a_newer_schema_is_refused_with_a_sentence(void **state)
{
	char command[400];

	(void)state;
	open_with(NULL, NULL);
	assert_int_equal(daemon_stop(&d), 0);
	snprintf(command, sizeof command, "sqlite3 '%s' 'PRAGMA user_version = 999'", d.book);
	assert_int_equal(system(command), 0);
	refuses_to_start("newer");
}

/* ---- plugins --------------------------------------------------------------------- */

/* A folder of plugins with the bomb among them. */
static void plant_bomb(char dir[300])
{
	const char *build = getenv("TABLAS_BUILDDIR");
	char command[2000];

	if (!build)
		build = ".";
	daemon_init(&d, "--log-level", "info", "--dice", "3 1 6 5 3 1 6 5", "--plugins", dir, NULL);
	snprintf(dir, 300, "%s/plugins", d.dir);
	snprintf(command, sizeof command,
		 "mkdir -m 755 '%s' && cp '%s/tests/faults/.libs/bomb.so' '%s/.libs/backgammon.so' '%s' && "
		 "chmod 644 '%s'/*",
		 dir, build, build, dir, dir);
	assert_int_equal(system(command), 0);
}

static struct answer first_play(const char *bomb)
{
	char path[64];

	snprintf(path, sizeof path, "/v1/games/%s/plays?limit=1", bomb);
	return http_ask(&h, "GET", path, ana, NULL);
}

/* What would be played first in that game, as the members of a list. */
static void copy_moves(const char *sound, char *moves, size_t cap)
{
	struct answer a = first_play(sound);

	answer_expect(&a, 200);
	*moves = '\0';
	for (size_t i = 0; i < json_array_size(answer_at(&a, "plays[0].moves")); i++) {
		size_t n = strlen(moves);

		snprintf(moves + n, cap - n, "%s\"%s\"", i ? ", " : "",
			 json_string_value(json_array_get(answer_at(&a, "plays[0].moves"), i)));
	}
	answer_fini(&a);
}

static void only_the_operator_thaws(const char *bomb)
{
	char path[64];
	struct answer a;

	snprintf(path, sizeof path, "/v1/games/%s/thaw", bomb);
	a = http_ask(&h, "POST", path, ana, "{}");
	answer_expect_problem(&a, 403, "insufficient-scope");
	answer_fini(&a);
	a = http_ask(&h, "POST", path, admin, "{}");
	answer_expect(&a, 200);
	assert_string_equal(answer_string(&a, "state"), "active");
	answer_fini(&a);
}

static void crash_and_start_again(bool by_reading)
{
	char dir[300], sound[16], bomb[16], moves[512];
	struct answer a;
	long long ply;

	plant_bomb(dir);
	daemon_token(&d, "ana", NULL, ana);
	daemon_token(&d, "ben", NULL, ben);
	daemon_token(&d, "operator", "all", admin);
	daemon_start(&d);
	http_init(&h, d.url);
	lay("backgammon", "", game);
	/* The same dice for two games of Bomb: what is legal in one is legal in the other. */
	lay("bomb", "\"chips\": 5", sound);
	lay("bomb", "\"chips\": 9", bomb);
	a = look(sound);
	ply = answer_int(&a, "ply");
	assert_int_equal(answer_int(&a, "waiting.seats[0]"), 0);
	answer_fini(&a);
	copy_moves(sound, moves, sizeof moves);

	h.tolerant = true;
	a = by_reading ? first_play(bomb) : turn(bomb, ana, ply, moves);
	assert_int_equal(a.status, 0); /* no answer: it is dead */
	answer_fini(&a);
	h.tolerant = false;
	assert_int_not_equal(daemon_stop(&d), 0);

	again();
	log_says("game-frozen");
	a = look(bomb);
	answer_expect(&a, 200);
	assert_string_equal(answer_string(&a, "state"), "frozen");
	answer_fini(&a);
	a = turn(bomb, ana, ply_of(bomb), moves);
	answer_expect_problem(&a, 409, "game-frozen");
	answer_fini(&a);
	a = turn(sound, ana, ply, moves);
	answer_expect(&a, 201);
	answer_fini(&a);
	a = turn(game, ana, ply_of(game), "\"8/5\", \"6/5\"");
	answer_expect(&a, 201);
	answer_fini(&a);
	only_the_operator_thaws(bomb);
	daemon_stop_and_audit(&d);
}

static void a_plugin_that_crashes_the_daemon_freezes_only_its_game(void **state)
{
	(void)state;
	crash_and_start_again(false);
}

static void a_plugin_that_crashes_while_a_game_is_read_freezes_it_too(void **state)
{
	(void)state;
	crash_and_start_again(true);
}

static void a_game_whose_plugin_is_gone_can_still_be_read(void **state)
{
	char dir[300], file[400], bomb[16];
	struct answer a;

	(void)state;
	plant_bomb(dir);
	daemon_token(&d, "ana", NULL, ana);
	daemon_token(&d, "ben", NULL, ben);
	daemon_start(&d);
	http_init(&h, d.url);
	lay("bomb", "", bomb);
	assert_int_equal(daemon_stop(&d), 0);
	snprintf(file, sizeof file, "%s/bomb.so", dir);
	unlink(file);
	again();
	a = look(bomb);
	answer_expect(&a, 200);
	answer_fini(&a);
	a = turn(bomb, ana, ply_of(bomb), "\"hand/1\"");
	assert_true(a.status == 409 || a.status == 422);
	answer_fini(&a);
	assert_int_equal(daemon_stop(&d), 0);
}

/* ---- signals ------------------------------------------------------------------------ */

static void sigterm_answers_what_was_asked_and_ends_with_status_0(void **state)
{
	struct answer a;

	(void)state;
	open_with(NULL, NULL);
	lay("backgammon", "", game);
	a = turn(game, ana, ply_of(game), "\"8/5\", \"6/5\"");
	answer_expect(&a, 201);
	answer_fini(&a);
	assert_int_equal(daemon_stop(&d), 0);
	log_says("stopped");
	again();
	a = look(game);
	assert_string_equal(answer_string(&a, "last.moves[0]"), "8/5");
	answer_fini(&a);
	daemon_stop_and_audit(&d);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_teardown(name, tear_down)
	const struct CMUnitTest tests[] = {
		TEST(a_full_disk_refuses_commands_keeps_reading_and_recovers),
		TEST(nothing_is_said_to_be_done_that_the_disk_has_not_kept),
		TEST(a_file_that_is_not_a_book_is_refused_with_a_sentence),
		TEST(a_damaged_book_is_refused_with_a_sentence),
		TEST(a_book_that_cannot_be_written_is_refused_with_a_sentence),
		TEST(a_second_daemon_on_the_same_book_refuses_to_start),
		TEST(a_book_of_a_newer_schema_is_refused_with_a_sentence),
		TEST(a_plugin_that_crashes_the_daemon_freezes_only_its_game),
		TEST(a_plugin_that_crashes_while_a_game_is_read_freezes_it_too),
		TEST(a_game_whose_plugin_is_gone_can_still_be_read),
		TEST(sigterm_answers_what_was_asked_and_ends_with_status_0),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
