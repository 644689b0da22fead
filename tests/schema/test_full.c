/*
 * test_full.c - a disk without room: writes are refused, reads go on, nothing
 * acknowledged is lost, and when room returns so do the writes.
 *
 * Anybody can run short of room by the limit on the size of files; whoever may
 * mount also sees it on a small file system of its own.
 */
#define _GNU_SOURCE
#include "tests/schema/temporary.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FITS = 0, BROKEN = 1, CANNOT_TRY = 2 };

#define CHECK(truth)                                                               \
	do {                                                                       \
		if (!(truth)) {                                                    \
			fprintf(stderr, "# %s:%d: %s\n", __FILE__, __LINE__, #truth); \
			return BROKEN;                                             \
		}                                                                  \
	} while (0)

/* One group: chips for somebody, and a fact that takes room. */
static int write_group(struct temporary *t, int64_t account, int64_t game, uint64_t ply)
{
	struct book_line grant = {TRANSFER_GRANT, {ACCOUNT_BANK, 0}, {account, 0}, 1, NULL, 0, 0};
	struct fact fact = {.kind = FACT_ROLLED, .seat = TABLAS_NOBODY, .ply = ply};
	char events[3000];

	memset(events, '.', sizeof(events) - 1);
	events[sizeof(events) - 1] = '\0';
	if (store_begin(t->store) != STORE_DONE)
		return STORE_TROUBLE;
	if (store_savepoint(t->store) != STORE_DONE ||
	    store_book(t->store, (int64_t)ply, 0, 0, &grant, 1, NULL) != STORE_DONE ||
	    store_fact_add(t->store, game, &fact, events) != STORE_DONE ||
	    store_release(t->store) != STORE_DONE) {
		store_rollback(t->store);
		return STORE_TROUBLE;
	}
	return store_commit(t->store);
}

static int64_t wallet(struct store_view *view, int64_t account)
{
	struct account_row row;

	return store_account_by_id(view, account, &row) == STORE_FOUND ? row.wallet : -1;
}

/* Runs until there is no room, with room taken and given by these two. */
static int run_short(struct temporary *t, void (*take)(struct temporary *),
		     void (*give)(struct temporary *))
{
	struct game_row game;
	int64_t ana, written = 0;

	CHECK(temporary_open(t) == 0);
	ana = temporary_account(t, "ana", 0);
	game = temporary_game("aaaaaaaaaa", "cinco", 2, ana);
	CHECK(store_begin(t->store) == STORE_DONE);
	CHECK(store_game_add(t->store, &game) == STORE_DONE);
	CHECK(store_commit(t->store) == STORE_DONE);
	take(t);
	while (written < 5000 && write_group(t, ana, game.id, (uint64_t)written + 1) == STORE_DONE)
		written++;
	CHECK(written > 0 && written < 5000);
	CHECK(t->troubles > 0);
	for (int i = 0; i < 3; i++) {
		CHECK(wallet(t->glasses, ana) == written);
		CHECK(wallet(t->pen, ana) == written);
		CHECK(write_group(t, ana, game.id, (uint64_t)written + 1) == STORE_TROUBLE);
		CHECK(!store_in_transaction(t->store));
	}
	give(t);
	CHECK(store_is_writable(t->store));
	for (int i = 0; i < 50; i++, written++)
		CHECK(write_group(t, ana, game.id, (uint64_t)written + 1) == STORE_DONE);
	CHECK(wallet(t->glasses, ana) == written);
	temporary_assert_balanced(t);
	CHECK(temporary_number(t, "SELECT count(*) FROM facts") == written);
	temporary_close(t);
	CHECK(temporary_open(t) == 0);
	CHECK(wallet(t->glasses, ana) == written);
	temporary_close(t);
	return FITS;
}

static int in_a_child(int (*run)(struct temporary *), struct temporary *t)
{
	int status;
	pid_t child = fork();

	if (child == 0)
		_exit(run(t));
	assert_true(child > 0);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

/* ---- by the limit on the size of files ------------------------------------------------ */

static void limit(rlim_t bytes)
{
	struct rlimit l;

	getrlimit(RLIMIT_FSIZE, &l);
	l.rlim_cur = bytes < l.rlim_max ? bytes : l.rlim_max;
	setrlimit(RLIMIT_FSIZE, &l);
}

static void take_by_limit(struct temporary *t)
{
	(void)t;
	signal(SIGXFSZ, SIG_IGN);
	limit(1 << 20);
}

static void give_by_limit(struct temporary *t)
{
	(void)t;
	limit(RLIM_INFINITY);
}

static int short_by_limit(struct temporary *t)
{
	return run_short(t, take_by_limit, give_by_limit);
}

static void a_file_that_may_not_grow_refuses_writes_until_it_may(void **state)
{
	assert_int_equal(in_a_child(short_by_limit, *state), FITS);
}

/* ---- on a file system of its own ---------------------------------------------------------- */

static void take_by_ballast(struct temporary *t)
{
	(void)t; /* the file system is small enough */
}

static void give_by_ballast(struct temporary *t)
{
	mount("tmpfs", t->dir, "tmpfs", MS_REMOUNT, "size=64m");
}

static int short_by_mount(struct temporary *t)
{
	if (unshare(CLONE_NEWNS) != 0 && unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0)
		return CANNOT_TRY;
	if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
	    mount("tmpfs", t->dir, "tmpfs", 0, "size=2m") != 0)
		return CANNOT_TRY;
	return run_short(t, take_by_ballast, give_by_ballast);
}

static void a_full_disk_refuses_writes_until_there_is_room(void **state)
{
	int outcome = in_a_child(short_by_mount, *state);

	if (outcome == CANNOT_TRY)
		skip(); /* nothing may be mounted here */
	assert_int_equal(outcome, FITS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define EMPTY(f) cmocka_unit_test_setup_teardown(f, temporary_setup_empty, temporary_teardown)
		EMPTY(a_file_that_may_not_grow_refuses_writes_until_it_may),
		EMPTY(a_full_disk_refuses_writes_until_there_is_room),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
