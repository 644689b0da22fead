/*
 * test_blackbox.c - the note that outlives a crash.
 *
 * Each death is a real one, died by a child.
 */
#include "daemon/blackbox.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char path[] = "/tmp/tablas-blackbox-XXXXXX";

static int fresh_file(void **state)
{
	(void)state;
	unlink(path);
	return 0;
}

/* The test's own, which would take the child's death for a failed test. */
static void forget_handlers(void)
{
	static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		signal(numbers[i], SIG_DFL);
}

/* Dies in a child with the box open; how it died. */
static int die(void (*how)(struct blackbox *))
{
	pid_t child = fork();
	int status;

	if (child == 0) {
		const struct rlimit none = {0, 0};
		int null = open("/dev/null", O_WRONLY);
		struct blackbox *b;

		setrlimit(RLIMIT_CORE, &none);
		forget_handlers();
		dup2(null, STDERR_FILENO); /* a sanitizer's report of it */
		if (blackbox_open(path, &b) != 0)
			_exit(99);
		how(b);
		_exit(98);
	}
	assert_true(child > 0);
	assert_int_equal(waitpid(child, &status, 0), child);
	return status;
}

/* What the next start finds. */
static int64_t found(int *signal_number)
{
	struct blackbox *b;
	int64_t game;

	*signal_number = 0;
	assert_int_equal(blackbox_open(path, &b), 0);
	game = blackbox_crashed(b, signal_number);
	blackbox_close(b);
	return game;
}

static void in_game_42_by(struct blackbox *b, int signal_number)
{
	blackbox_note(b, 42);
	raise(signal_number);
}

static void by_segv(struct blackbox *b)
{
	in_game_42_by(b, SIGSEGV);
}

static void by_bus(struct blackbox *b)
{
	in_game_42_by(b, SIGBUS);
}

static void by_fpe(struct blackbox *b)
{
	in_game_42_by(b, SIGFPE);
}

static void by_ill(struct blackbox *b)
{
	in_game_42_by(b, SIGILL);
}

static void by_abort(struct blackbox *b)
{
	blackbox_note(b, 42);
	abort();
}

static void by_kill(struct blackbox *b)
{
	in_game_42_by(b, SIGKILL);
}

static void by_term(struct blackbox *b)
{
	in_game_42_by(b, SIGTERM);
}

static void between_games(struct blackbox *b)
{
	blackbox_note(b, 42);
	blackbox_done(b);
	raise(SIGSEGV);
}

static void by_a_wild_pointer(struct blackbox *b)
{
	volatile char *volatile nowhere = (char *)16;

	blackbox_note(b, 42);
	*nowhere = 1;
}

/* No frame may be folded into the next. */
static int dig(volatile char *above)
{
	volatile char here[4096];

	here[0] = *above;
	here[sizeof(here) - 1] = 0;
	if (here[0] == 2) /* it never is */
		return 0;
	return dig(here) + here[0];
}

static int (*volatile deep)(volatile char *) = dig;

static void by_a_full_stack(struct blackbox *b)
{
	volatile char start = 1;

	blackbox_note(b, 42);
	deep(&start);
}

static void a_fatal_signal_marks_the_game(void **state)
{
	static const struct {
		void (*how)(struct blackbox *);
		int signal_number;
	} deaths[] = {{by_segv, SIGSEGV},	 {by_bus, SIGBUS},
		      {by_fpe, SIGFPE},		 {by_ill, SIGILL},
		      {by_abort, SIGABRT},	 {by_a_wild_pointer, SIGSEGV},
		      {by_a_full_stack, SIGSEGV}};
	int signal_number;

	(void)state;
	for (size_t i = 0; i < sizeof(deaths) / sizeof(deaths[0]); i++) {
		unlink(path);
		die(deaths[i].how);
		assert_int_equal(found(&signal_number), 42);
		/* A sanitizer may abort over what the signal would have told. */
		if (signal_number != SIGABRT)
			assert_int_equal(signal_number, deaths[i].signal_number);
	}
}

static void the_process_still_dies_of_it(void **state)
{
	int status = die(by_abort);

	(void)state;
	assert_true(WIFSIGNALED(status)
			    ? WTERMSIG(status) == SIGABRT
			    : WEXITSTATUS(status) != 98 && WEXITSTATUS(status) != 99);
	assert_true(WIFSIGNALED(status));
}

static void being_killed_or_stopped_marks_nothing(void **state)
{
	int signal_number;

	(void)state;
	assert_true(WIFSIGNALED(die(by_kill)));
	assert_int_equal(found(&signal_number), 0);
	assert_true(WIFSIGNALED(die(by_term)));
	assert_int_equal(found(&signal_number), 0);
}

static void a_crash_outside_a_game_marks_nothing(void **state)
{
	int signal_number;

	(void)state;
	die(between_games);
	assert_int_equal(found(&signal_number), 0);
}

static void a_mark_stands_until_it_is_cleared(void **state)
{
	struct blackbox *b;
	int signal_number;

	(void)state;
	die(by_segv);
	assert_int_equal(found(&signal_number), 42);
	assert_int_equal(found(&signal_number), 42);
	assert_int_equal(blackbox_open(path, &b), 0);
	blackbox_note(b, 7);
	blackbox_done(b);
	blackbox_close(b);
	assert_int_equal(found(&signal_number), 42);
	assert_int_equal(blackbox_open(path, &b), 0);
	blackbox_clear(b);
	assert_int_equal(blackbox_crashed(b, &signal_number), 0);
	blackbox_close(b);
	assert_int_equal(found(&signal_number), 0);
}

static void a_file_that_is_no_note_is_made_one(void **state)
{
	int fd = open(path, O_WRONLY | O_CREAT, 0600), signal_number;
	char junk[256];

	(void)state;
	memset(junk, 0x5a, sizeof(junk));
	assert_int_equal(write(fd, junk, sizeof(junk)), sizeof(junk));
	close(fd);
	assert_int_equal(found(&signal_number), 0);
	die(by_segv);
	assert_int_equal(found(&signal_number), 42);
}

static void a_box_that_cannot_be_made_is_said(void **state)
{
	struct blackbox *b = NULL;

	(void)state;
	assert_int_equal(blackbox_open("/tmp/no/such/folder/box", &b), -1);
	assert_null(b);
	blackbox_note(NULL, 1);
	blackbox_done(NULL);
	blackbox_close(NULL);
}

static void a_closed_box_gives_the_signals_back(void **state)
{
	struct sigaction before, during, after;
	struct blackbox *b;

	(void)state;
	sigaction(SIGFPE, NULL, &before);
	assert_int_equal(blackbox_open(path, &b), 0);
	sigaction(SIGFPE, NULL, &during);
	blackbox_close(b);
	sigaction(SIGFPE, NULL, &after);
	assert_true(during.sa_handler != before.sa_handler);
	assert_true(after.sa_handler == before.sa_handler);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(a_fatal_signal_marks_the_game, fresh_file),
		cmocka_unit_test_setup(the_process_still_dies_of_it, fresh_file),
		cmocka_unit_test_setup(being_killed_or_stopped_marks_nothing, fresh_file),
		cmocka_unit_test_setup(a_crash_outside_a_game_marks_nothing, fresh_file),
		cmocka_unit_test_setup(a_mark_stands_until_it_is_cleared, fresh_file),
		cmocka_unit_test_setup(a_file_that_is_no_note_is_made_one, fresh_file),
		cmocka_unit_test_setup(a_box_that_cannot_be_made_is_said, fresh_file),
		cmocka_unit_test_setup(a_closed_box_gives_the_signals_back, fresh_file),
	};
	int failed, fd = mkstemp(path);

	if (fd < 0)
		return 1;
	close(fd);
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	unlink(path);
	return failed;
}
