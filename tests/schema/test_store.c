/*
 * test_store.c - opening the book, refusing what is none, and groups of writes.
 */
#include "tests/schema/temporary.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- opening ------------------------------------------------------------------- */

static void a_new_book_is_migrated_and_private(void **state)
{
	struct temporary *t = *state;
	struct stat st;

	assert_int_equal(temporary_open(t), 0);
	assert_int_equal(t->migrations, store_schema(t->store));
	assert_true(store_schema(t->store) >= 1);
	assert_int_equal(temporary_number(t, "PRAGMA user_version"), store_schema(t->store));
	assert_int_equal(temporary_number(t, "PRAGMA application_id"), 0x5461624c);
	assert_int_equal(stat(t->path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
}

static void a_book_opened_again_is_not_migrated_again(void **state)
{
	struct temporary *t = *state;
	char value[32];

	assert_int_equal(store_begin(t->store), STORE_DONE);
	assert_int_equal(store_server_set(t->store, "house", "of cards"), STORE_DONE);
	assert_int_equal(store_commit(t->store), STORE_DONE);
	temporary_close(t);
	t->migrations = 0;
	assert_int_equal(temporary_open(t), 0);
	assert_int_equal(t->migrations, 0);
	assert_int_equal(store_server_get(t->glasses, "house", value, sizeof(value)), STORE_FOUND);
	assert_string_equal(value, "of cards");
	assert_int_equal(store_server_get(t->glasses, "garden", value, sizeof(value)), STORE_NONE);
}

static void refused(struct temporary *t, const char *because)
{
	assert_int_equal(temporary_open(t), -1);
	assert_null(t->store);
	if (strstr(t->why, because) == NULL)
		fail_msg("\"%s\" does not say \"%s\"", t->why, because);
}

static void a_book_of_a_newer_schema_is_refused(void **state)
{
	struct temporary *t = *state;

	temporary_close(t);
	temporary_must(t, "PRAGMA user_version = 9999");
	refused(t, "newer tablasd");
}

static void another_programs_database_is_refused_and_left_alone(void **state)
{
	struct temporary *t = *state;

	temporary_must(t, "CREATE TABLE birds (name); INSERT INTO birds VALUES ('wren')");
	refused(t, "not a book of tablasd");
	assert_int_equal(temporary_number(t, "SELECT count(*) FROM sqlite_master"), 1);
	temporary_must(t, "DROP TABLE birds; PRAGMA application_id = 7");
	refused(t, "not a book of tablasd");
}

static void write_file(const char *path, const char *bytes, size_t n, off_t at)
{
	int fd = open(path, O_RDWR | O_CREAT, 0600);

	assert_true(fd >= 0);
	assert_int_equal(pwrite(fd, bytes, n, at), n);
	close(fd);
}

static void a_file_that_is_no_database_is_refused(void **state)
{
	struct temporary *t = *state;
	char page[4096];

	memset(page, 'x', sizeof(page));
	write_file(t->path, page, sizeof(page), 0);
	refused(t, "is not a database");
}

static void a_damaged_book_is_refused(void **state)
{
	struct temporary *t = *state;
	char page[2048];

	temporary_close(t);
	memset(page, 0x5a, sizeof(page));
	for (int64_t i = 1; i < 12; i++) /* the first pages hold the tables' roots */
		write_file(t->path, page, sizeof(page), (off_t)(i * 2048));
	refused(t, "is damaged");
}

static void a_missing_directory_is_refused(void **state)
{
	struct temporary *t = *state;

	snprintf(t->path, sizeof(t->path), "%s/nowhere/book", t->dir);
	refused(t, "cannot write");
}

/* Root may write everywhere: look as somebody else. */
static int open_as_nobody(struct temporary *t)
{
	int status;
	pid_t child = fork();

	if (child == 0) {
		bool dropped = geteuid() != 0 || setuid(65534) == 0;
		int rc = dropped ? temporary_open(t) : 0;
		bool said = strstr(t->why, "writ") != NULL || strstr(t->why, "opened") != NULL;
		_exit(rc == -1 && said ? 0 : 1);
	}
	assert_true(child > 0);
	assert_int_equal(waitpid(child, &status, 0), child);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void assert_refused_with(struct temporary *t, mode_t book, mode_t dir)
{
	char lock[128];

	temporary_close(t);
	snprintf(lock, sizeof(lock), "%s.lock", t->path);
	assert_int_equal(chmod(t->path, book), 0);
	assert_int_equal(chmod(lock, 0666), 0);
	assert_int_equal(chmod(t->dir, dir), 0);
	assert_int_equal(open_as_nobody(t), 0);
	assert_int_equal(chmod(t->dir, 0700), 0);
}

static void a_read_only_book_is_refused(void **state)
{
	assert_refused_with(*state, 0444, 0777);
}

static void a_read_only_directory_is_refused(void **state)
{
	assert_refused_with(*state, 0666, 0555);
}

static void a_second_daemon_is_refused_until_the_first_is_gone(void **state)
{
	struct temporary *t = *state;
	struct store_config cfg = temporary_config(t);
	struct store *second;
	char why[256], link_path[sizeof(t->dir) + 8];

	assert_int_equal(store_open(&cfg, &second, why, sizeof(why)), -1);
	assert_non_null(strstr(why, "another tablasd has"));
	snprintf(link_path, sizeof(link_path), "%s/link", t->dir);
	assert_int_equal(symlink(t->path, link_path), 0);
	cfg.path = link_path;
	assert_int_equal(store_open(&cfg, &second, why, sizeof(why)), -1);
	assert_non_null(strstr(why, "another tablasd has"));
	temporary_close(t);
	assert_int_equal(store_open(&cfg, &second, why, sizeof(why)), 0);
	store_close(second);
}

/* Under another name there would be another log beside it, and no lock. */
static void a_second_daemon_is_refused_by_whatever_name(void **state)
{
	struct temporary *t = *state;
	struct store_config cfg = temporary_config(t);
	struct store *second;
	char why[256], name[sizeof(t->dir) + 8], lock[128];

	snprintf(name, sizeof(name), "%s/name", t->dir);
	assert_int_equal(link(t->path, name), 0);
	cfg.path = name;
	assert_int_equal(store_open(&cfg, &second, why, sizeof(why)), -1);
	assert_non_null(strstr(why, "another tablasd has"));
	/* nor is it let in where somebody has tidied the lock away */
	cfg.path = t->path;
	snprintf(lock, sizeof(lock), "%s.lock", t->path);
	assert_int_equal(unlink(lock), 0);
	assert_int_equal(store_open(&cfg, &second, why, sizeof(why)), -1);
	assert_non_null(strstr(why, "another tablasd has"));
	temporary_account(t, "Ana", 5); /* the first goes on */
	temporary_close(t);
	assert_int_equal(store_open(&cfg, &second, why, sizeof(why)), 0);
	store_close(second);
}

static void a_book_that_was_moved_away_is_not_called_writable(void **state)
{
	struct temporary *t = *state;
	char name[sizeof(t->dir) + 8];

	snprintf(name, sizeof(name), "%s/name", t->dir);
	assert_true(store_is_writable(t->store));
	assert_int_equal(rename(t->path, name), 0);
	assert_false(store_is_writable(t->store));
	assert_non_null(strstr(t->trouble, "not in its place"));
	write_file(t->path, "another", 7, 0); /* nor is whatever is there now */
	assert_false(store_is_writable(t->store));
	assert_int_equal(rename(name, t->path), 0);
	assert_true(store_is_writable(t->store));
}

static void a_killed_daemon_leaves_no_lock(void **state)
{
	struct temporary *t = *state;
	int tube[2], status;
	char c;

	temporary_close(t);
	assert_int_equal(pipe(tube), 0);
	pid_t child = fork();
	if (child == 0) {
		if (temporary_open(t) == 0 && write(tube[1], "o", 1) == 1)
			pause();
		_exit(1);
	}
	assert_int_equal(read(tube[0], &c, 1), 1);
	refused(t, "another tablasd has");
	kill(child, SIGKILL);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(temporary_open(t), 0);
	close(tube[0]);
	close(tube[1]);
}

static void a_read_only_store_reads_beside_a_daemon(void **state)
{
	struct temporary *t = *state;
	struct store_config cfg = temporary_config(t);
	struct store *reader;
	struct account_row row;
	char why[256];
	int64_t ana = temporary_account(t, "Ana", 5);

	cfg.read_only = true;
	assert_int_equal(store_open(&cfg, &reader, why, sizeof(why)), 0);
	assert_null(store_pen(reader));
	assert_false(store_is_writable(reader));
	assert_int_equal(store_account_by_id(store_glasses(reader), ana, &row), STORE_FOUND);
	assert_int_equal(row.wallet, 5);
	store_close(reader);
}

static void a_read_only_store_reads_without_a_daemon(void **state)
{
	struct temporary *t = *state;
	struct store_config cfg = temporary_config(t);
	struct store *reader;
	struct account_row row;
	char why[256];
	int64_t ana = temporary_account(t, "Ana", 5);

	temporary_close(t);
	cfg.read_only = true;
	assert_int_equal(store_open(&cfg, &reader, why, sizeof(why)), 0);
	assert_int_equal(store_account_by_id(store_glasses(reader), ana, &row), STORE_FOUND);
	store_close(reader);
	assert_int_equal(temporary_open(t), 0);
	assert_int_equal(temporary_account(t, "ben", 1), ana + 1);
}

static void a_read_only_store_makes_no_book(void **state)
{
	struct temporary *t = *state;
	struct store_config cfg = temporary_config(t);
	struct store *reader;
	char why[256];

	cfg.read_only = true;
	assert_int_equal(store_open(&cfg, &reader, why, sizeof(why)), -1);
	assert_non_null(strstr(why, "cannot be opened"));
	assert_int_equal(access(t->path, F_OK), -1);
}

/* ---- groups --------------------------------------------------------------------- */

static bool sees(struct store_view *view, const char *name)
{
	struct account_row row;

	return store_account_by_name(view, name, &row) == STORE_FOUND;
}

static void the_glasses_do_not_see_an_open_group(void **state)
{
	struct temporary *t = *state;
	int64_t id;

	assert_int_equal(store_begin(t->store), STORE_DONE);
	assert_int_equal(store_account_add(t->store, "ana", "", 1, &id), STORE_DONE);
	assert_true(sees(t->pen, "ana"));
	assert_false(sees(t->glasses, "ana"));
	assert_int_equal(store_commit(t->store), STORE_DONE);
	assert_true(sees(t->glasses, "ana"));
}

static void a_savepoint_undoes_one_request_and_keeps_the_others(void **state)
{
	struct temporary *t = *state;
	int64_t id;

	assert_int_equal(store_begin(t->store), STORE_DONE);
	assert_int_equal(store_savepoint(t->store), STORE_DONE);
	assert_int_equal(store_account_add(t->store, "ana", "", 1, &id), STORE_DONE);
	assert_int_equal(store_release(t->store), STORE_DONE);
	assert_int_equal(store_savepoint(t->store), STORE_DONE);
	assert_int_equal(store_account_add(t->store, "ben", "", 1, &id), STORE_DONE);
	store_rollback_to(t->store);
	assert_true(store_in_transaction(t->store));
	assert_int_equal(store_commit(t->store), STORE_DONE);
	assert_true(sees(t->glasses, "ana"));
	assert_false(sees(t->glasses, "ben"));
	assert_int_equal(t->troubles, 0);
}

static void a_rolled_back_group_leaves_no_trace(void **state)
{
	struct temporary *t = *state;
	int64_t id, again;

	assert_int_equal(store_begin(t->store), STORE_DONE);
	assert_int_equal(store_account_add(t->store, "ana", "", 1, &id), STORE_DONE);
	store_rollback(t->store);
	assert_false(store_in_transaction(t->store));
	assert_false(sees(t->pen, "ana"));
	assert_int_equal(store_begin(t->store), STORE_DONE);
	assert_int_equal(store_account_add(t->store, "ben", "", 1, &again), STORE_DONE);
	assert_int_equal(again, id);
	assert_int_equal(store_commit(t->store), STORE_DONE);
}

static void a_write_outside_a_group_aborts_itself(void **state)
{
	struct temporary *t = *state;
	int64_t id;

	assert_int_equal(store_account_add(t->store, "ana", "", 1, &id), STORE_TROUBLE);
	assert_int_equal(t->troubles, 1);
	assert_false(sees(t->pen, "ana"));
	assert_int_equal(store_savepoint(t->store), STORE_TROUBLE);
	assert_int_equal(store_commit(t->store), STORE_TROUBLE);
	/* and nothing is left standing in the way of the next group */
	assert_int_equal(temporary_account(t, "ben", 0), ACCOUNT_FIRST);
}

static void groups_do_not_nest(void **state)
{
	struct temporary *t = *state;

	assert_int_equal(store_begin(t->store), STORE_DONE);
	assert_int_equal(store_begin(t->store), STORE_TROUBLE);
	assert_int_equal(store_commit(t->store), STORE_DONE);
}

static void a_sound_book_is_writable(void **state)
{
	struct temporary *t = *state;

	assert_true(store_is_writable(t->store));
	assert_int_equal(store_begin(t->store), STORE_DONE);
	assert_true(store_is_writable(t->store));
	assert_true(store_in_transaction(t->store));
	assert_int_equal(store_commit(t->store), STORE_DONE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define EMPTY(f) cmocka_unit_test_setup_teardown(f, temporary_setup_empty, temporary_teardown)
#define OPEN(f) cmocka_unit_test_setup_teardown(f, temporary_setup, temporary_teardown)
		EMPTY(a_new_book_is_migrated_and_private),
		OPEN(a_book_opened_again_is_not_migrated_again),
		OPEN(a_book_of_a_newer_schema_is_refused),
		EMPTY(another_programs_database_is_refused_and_left_alone),
		EMPTY(a_file_that_is_no_database_is_refused),
		OPEN(a_damaged_book_is_refused),
		EMPTY(a_missing_directory_is_refused),
		OPEN(a_read_only_book_is_refused),
		OPEN(a_read_only_directory_is_refused),
		OPEN(a_second_daemon_is_refused_until_the_first_is_gone),
		OPEN(a_second_daemon_is_refused_by_whatever_name),
		OPEN(a_book_that_was_moved_away_is_not_called_writable),
		OPEN(a_killed_daemon_leaves_no_lock),
		OPEN(a_read_only_store_reads_beside_a_daemon),
		OPEN(a_read_only_store_reads_without_a_daemon),
		EMPTY(a_read_only_store_makes_no_book),
		OPEN(the_glasses_do_not_see_an_open_group),
		OPEN(a_savepoint_undoes_one_request_and_keeps_the_others),
		OPEN(a_rolled_back_group_leaves_no_trace),
		OPEN(a_write_outside_a_group_aborts_itself),
		OPEN(groups_do_not_nest),
		OPEN(a_sound_book_is_writable),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
