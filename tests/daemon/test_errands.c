/*
 * test_errands.c - the command line beside a daemon and without one: grants,
 * withdrawals, tokens, backups and what is made of them.
 */
#include "tests/lib/daemon.h"
#include "tests/lib/http.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static struct daemon house;
static struct http http;
static char ana[128];

static int setup(void **state)
{
	(void)state;
	daemon_init(&house, "--log-level", "error", NULL);
	daemon_token(&house, "ana", "all", ana);
	daemon_start(&house);
	http_init(&http, house.url);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	http_fini(&http);
	if (house.pid)
		daemon_stop_and_audit(&house);
	daemon_fini(&house);
	return 0;
}

/* Serves again, on the same book. */
static void again(void)
{
	http_fini(&http);
	daemon_start(&house);
	http_init(&http, house.url);
}

static void runs(int status, const char *said, const char *flag, const char *value)
{
	char out[1024];

	assert_int_equal(daemon_run(&house, out, sizeof out, flag, value, NULL), status);
	if (strstr(out, said) == NULL)
		fail_msg("\"%s\" is not said, but: %s", said, out);
}

static long long wallet(void)
{
	struct answer a = http_ask(&http, "GET", "/v1/accounts/me/balance", ana, NULL);
	long long chips = answer_int(&a, "wallet");

	answer_fini(&a);
	return chips;
}

/* ---- chips and tokens ------------------------------------------------------------- */

static void a_grant_reaches_the_daemon_that_serves(void **state)
{
	struct answer a;
	char out[256];

	(void)state;
	assert_int_equal(daemon_run(&house, out, sizeof out, "--grant", "ana=50", "--note",
				    "the prize of June", NULL),
			 0);
	assert_int_equal(wallet(), 50);
	a = http_ask(&http, "GET", "/v1/accounts/me/entries", ana, NULL);
	assert_string_equal(answer_string(&a, "entries[0].reason"), "the prize of June");
	answer_fini(&a);
	runs(0, "", "--withdraw", "ana=20");
	assert_int_equal(wallet(), 30);
	a = http_ask(&http, "GET", "/v1/accounts/me/entries", ana, NULL);
	assert_string_equal(answer_string(&a, "entries[0].kind"), "withdraw");
	assert_string_equal(answer_string(&a, "entries[0].reason"), "command line");
	answer_fini(&a);
}

static void what_cannot_be_is_said_and_changes_nothing(void **state)
{
	(void)state;
	runs(0, "", "--grant", "ana=50");
	runs(1, "\"ana\" has fewer chips than that", "--withdraw", "ana=51");
	runs(1, "there is no account \"eva\"", "--grant", "eva=1");
	runs(1, "there is no account \"(bank)\"", "--grant", "(bank)=1");
	runs(1, "no room for so many chips", "--grant", "ana=9223372036854775807");
	runs(1, "no scope is called \"everything\"", "--token", "ana=everything");
	runs(2, "--withdraw must be NAME=CHIPS", "--withdraw", "ana=-5");
	assert_int_equal(wallet(), 50);
}

static void a_token_is_made_while_it_is_served(void **state)
{
	struct answer a;
	char ben[128];

	(void)state;
	daemon_token(&house, "ben", "ledger:read", ben);
	a = http_ask(&http, "GET", "/v1/accounts/me/balance", ben, NULL);
	answer_expect(&a, 200);
	answer_fini(&a);
}

static void many_grants_at_once_are_all_booked(void **state)
{
	enum { MANY = 12 };
	pid_t children[MANY];
	char out[256];

	(void)state;
	for (int i = 0; i < MANY; i++) {
		children[i] = fork();
		if (children[i] == 0)
			_exit(daemon_run(&house, out, sizeof out, "--grant", "ana=3", NULL));
	}
	for (int i = 0; i < MANY; i++) {
		int status;
		assert_int_equal(waitpid(children[i], &status, 0), children[i]);
		assert_int_equal(status, 0);
	}
	assert_int_equal(wallet(), 3 * MANY);
}

static void without_a_daemon_the_book_is_written_here(void **state)
{
	(void)state;
	assert_int_equal(daemon_stop(&house), 0);
	runs(0, "", "--grant", "ana=7");
	again();
	assert_int_equal(wallet(), 7);
}

static void the_door_of_one_that_was_killed_misleads_nobody(void **state)
{
	char door[320];

	(void)state;
	snprintf(door, sizeof door, "%s.door", house.book);
	daemon_kill(&house);
	assert_int_equal(access(door, F_OK), 0);
	runs(0, "", "--grant", "ana=7");
	again();
	runs(0, "", "--grant", "ana=7");
	assert_int_equal(wallet(), 14);
	assert_int_equal(daemon_stop(&house), 0);
	assert_int_not_equal(access(door, F_OK), 0);
}

static void the_door_is_only_its_users(void **state)
{
	struct stat st;
	char door[320];

	(void)state;
	snprintf(door, sizeof door, "%s.door", house.book);
	assert_int_equal(stat(door, &st), 0);
	assert_true(S_ISSOCK(st.st_mode));
	assert_int_equal(st.st_mode & 0777, 0600);
}

/* ---- backups --------------------------------------------------------------------------- */

/* A client that pays without end, until it is killed. */
static pid_t somebody_pays(void)
{
	pid_t pid = fork();
	struct http own;

	if (pid != 0)
		return pid;
	http_init(&own, house.url);
	own.tolerant = true;
	for (unsigned i = 0;; i++) {
		char key[64];
		struct answer a;
		snprintf(key, sizeof key, "Idempotency-Key: payment-%u-%d", i, (int)getpid());
		http_header(&own, key);
		a = http_ask(&own, "POST", "/v1/transfers", ana, "{\"to\": \"ben\", \"amount\": 1}");
		answer_fini(&a);
	}
}

static void a_backup_while_clients_write_is_a_true_book_to_start_on(void **state)
{
	char backup[320], ben[128], out[2048], kept[300];
	struct stat st;
	pid_t payer;

	(void)state;
	daemon_token(&house, "ben", "all", ben);
	daemon_grant(&house, "ana", 1000000);
	payer = somebody_pays();
	while (wallet() > 999990)
		;
	snprintf(backup, sizeof backup, "%s/copy", house.dir);
	runs(0, "the book as of transaction", "--backup", backup);
	kill(payer, SIGKILL);
	waitpid(payer, NULL, 0);
	assert_int_equal(stat(backup, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	assert_int_equal(daemon_stop(&house), 0);
	/* Restored as the manual tells it. */
	strcpy(kept, house.book);
	strcpy(house.book, backup);
	assert_int_equal(daemon_run(&house, out, sizeof out, "--audit", NULL), 0);
	again();
	assert_true(wallet() <= 999990);
	daemon_stop_and_audit(&house);
	strcpy(house.book, kept);
}

static void a_backup_overwrites_nothing_unless_told_to(void **state)
{
	char backup[320], out[1024], command[400];

	(void)state;
	snprintf(backup, sizeof backup, "%s/copy", house.dir);
	runs(0, "the book as of", "--backup", backup);
	runs(2, "overwrites nothing unless told to", "--backup", backup);
	assert_int_equal(daemon_run(&house, out, sizeof out, "--backup", backup, "--overwrite", NULL),
			 0);
	runs(2, "cannot be written", "--backup", "/nowhere/at/all");
	/* No pieces are left behind. */
	snprintf(command, sizeof command, "test \"$(ls '%s' | grep -c '^copy')\" = 1", house.dir);
	assert_int_equal(system(command), 0);
}

static void is_in_use(const char *file)
{
	char out[1024];

	assert_int_equal(daemon_run(&house, out, sizeof out, "--backup", file, "--overwrite", NULL), 2);
	if (strstr(out, "is of a book in use") == NULL)
		fail_msg("of %s it is said: %s", file, out);
}

/* It would write on, into a file that has no name any more. */
static void a_backup_takes_the_place_of_no_book_that_is_served(void **state)
{
	static const char *const beside[] = {"", "-wal", "-shm", ".lock", ".blackbox", ".door"};
	char file[320];
	struct stat before, after;
	int fd;

	(void)state;
	assert_int_equal(stat(house.book, &before), 0);
	for (size_t i = 0; i < sizeof beside / sizeof *beside; i++) {
		snprintf(file, sizeof file, "%s%s", house.book, beside[i]);
		is_in_use(file);
	}
	snprintf(file, sizeof file, "%s/name", house.dir);
	assert_int_equal(link(house.book, file), 0);
	is_in_use(file);
	assert_int_equal(unlink(file), 0);
	assert_int_equal(symlink(house.book, file), 0);
	is_in_use(file);
	assert_int_equal(unlink(file), 0);
	assert_int_equal(stat(house.book, &after), 0);
	assert_int_equal(before.st_ino, after.st_ino);
	runs(0, "", "--grant", "ana=5");
	/* that of another server is known by its lock */
	runs(0, "the book as of", "--backup", file);
	fd = open(file, O_RDONLY | O_CLOEXEC);
	assert_int_equal(flock(fd, LOCK_EX), 0);
	is_in_use(file);
	close(fd);
}

/* It would be read over the copy as soon as somebody opens that. */
static void a_backup_is_put_beside_no_log_of_another_book(void **state)
{
	char file[320], log[330];
	FILE *f;

	(void)state;
	snprintf(file, sizeof file, "%s/copy", house.dir);
	snprintf(log, sizeof log, "%s-wal", file);
	f = fopen(log, "w");
	assert_non_null(f);
	fputs("what a server that was killed has left", f);
	fclose(f);
	runs(2, "is the log of another book", "--backup", file);
	assert_int_equal(access(file, F_OK), -1);
	assert_int_equal(unlink(log), 0);
	runs(0, "the book as of", "--backup", file);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define HOUSE(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
		HOUSE(a_grant_reaches_the_daemon_that_serves),
		HOUSE(what_cannot_be_is_said_and_changes_nothing),
		HOUSE(a_token_is_made_while_it_is_served),
		HOUSE(many_grants_at_once_are_all_booked),
		HOUSE(without_a_daemon_the_book_is_written_here),
		HOUSE(the_door_of_one_that_was_killed_misleads_nobody),
		HOUSE(the_door_is_only_its_users),
		HOUSE(a_backup_while_clients_write_is_a_true_book_to_start_on),
		HOUSE(a_backup_overwrites_nothing_unless_told_to),
		HOUSE(a_backup_takes_the_place_of_no_book_that_is_served),
		HOUSE(a_backup_is_put_beside_no_log_of_another_book),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
