/*
 * test_post.c - the post room where the daemon ends, the disk fills, or receivers
 * and their owners mean no good.
 */
#include "tests/api/club.h"
#include "tests/lib/receiver.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

static struct receiver receiver;
static char full[64]; /* while it exists, the disk is */

static int setup(void **state)
{
	static const char *const flags[] = {"--webhooks.http=yes", "--webhooks.allow=127.0.0.0/8",
					    NULL};

	(void)state;
	receiver_open(&receiver);
	club_open_with(flags);
	return 0;
}

/* The daemon is started with a disk that can be filled. */
static int setup_with_a_disk(void **state)
{
	const char *build = getenv("TABLAS_BUILDDIR");
	char preload[600];

	snprintf(preload, sizeof preload, "%s/tests/faults/.libs/nospace.so", build ? build : ".");
	if (access(preload, R_OK) != 0)
		fail_msg("%s is missing", preload);
	snprintf(full, sizeof full, "/tmp/tablas-full-%ld", (long)getpid());
	setenv("TABLAS_NOSPACE", full, 1);
	setenv("ASAN_OPTIONS", "verify_asan_link_order=0", 1);
	setenv("LD_PRELOAD", preload, 1);
	setup(state);
	unsetenv("LD_PRELOAD");
	return 0;
}

static int teardown(void **state)
{
	if (full[0])
		unlink(full);
	unsetenv("TABLAS_NOSPACE");
	unsetenv("ASAN_OPTIONS");
	club_close(state);
	receiver_close(&receiver);
	return 0;
}

/* A webhook of that player to the receiver; its number. */
static long long hook(const char *token, const char *more)
{
	struct answer a = club_post(token, "/v1/me/webhooks", "{\"url\": \"%s\"%s}", receiver.url, more);
	long long number;

	answer_expect(&a, 201);
	number = answer_int(&a, "number");
	answer_fini(&a);
	return number;
}

static const char *path_of(long long hook, const char *behind)
{
	static char path[96];

	snprintf(path, sizeof path, "/v1/me/webhooks/%lld%s", hook, behind);
	return path;
}

/* Waits until the newest delivery of ana's is in that state. */
static void wait_for(long long hook, const char *wanted)
{
	struct timespec nap = {.tv_nsec = 5000000};

	for (int i = 0; i < 4000; i++) {
		struct answer a = club_get(club.ana, "%s", path_of(hook, "/deliveries?limit=1"));
		json_t *list = answer_at(&a, "deliveries");
		bool there = json_array_size(list) == 1 &&
			     strcmp(answer_string(&a, "deliveries[0].state"), wanted) == 0;

		answer_fini(&a);
		if (there)
			return;
		nanosleep(&nap, NULL);
	}
	fail_msg("it is not %s", wanted);
}

/* In the book of a daemon that does not run. */
static void tamper(const char *sql)
{
	sqlite3 *db;
	char *error = NULL;

	assert_int_equal(sqlite3_open(club.daemon.book, &db), SQLITE_OK);
	if (sqlite3_exec(db, sql, NULL, NULL, &error) != SQLITE_OK)
		fail_msg("%s", error);
	sqlite3_close(db);
}

/* What the book is like if the kill comes between their commit and the next. */
static void news_that_were_not_taken_up_before_a_kill_are_brought_after_it(void **state)
{
	long long number;

	(void)state;
	number = hook(club.ana, ", \"events\": [\"game.started\"]");
	club_lay("backgammon", 2);
	wait_for(number, "arrived");
	daemon_kill(&club.daemon);
	tamper("DELETE FROM deliveries; UPDATE subscriptions SET cursor = 0, due = NULL");
	club_return();
	receiver_wait(&receiver, 2);
	wait_for(number, "arrived");
	assert_string_equal(receiver.got[0].body, receiver.got[1].body);
	/* So is what was asked for by its owner. */
	daemon_kill(&club.daemon);
	tamper("UPDATE deliveries SET state = 1, attempts = 0, next = created");
	club_return();
	receiver_wait(&receiver, 3);
}

/* What became of it cannot be written, and it must not be sent again for that. */
static void a_delivery_is_not_sent_again_while_the_disk_is_full(void **state)
{
	static const char answer[] = "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n";
	struct answer a;
	long long number;

	(void)state;
	receiver_answer(&receiver, NULL);
	number = hook(club.ana, ", \"events\": [\"game.started\"]");
	club_lay("backgammon", 2);
	receiver_wait(&receiver, 1);
	close(open(full, O_CREAT | O_WRONLY, 0600));
	receiver_answer(&receiver, "204 No Content"); /* to any that come after the first */
	assert_true(send(receiver.held[0], answer, strlen(answer), MSG_NOSIGNAL) > 0);
	shutdown(receiver.held[0], SHUT_WR);
	for (int i = 0; i < 60; i++) {
		struct timespec nap = {.tv_nsec = 5000000};

		answer_done(club_get(club.ana, "%s", club_path("")), 200);
		nanosleep(&nap, NULL);
	}
	a = club_get(club.ana, "%s", path_of(number, "/deliveries"));
	assert_string_equal(answer_string(&a, "deliveries[0].state"), "waiting");
	answer_fini(&a);
	unlink(full);
	wait_for(number, "arrived");
	assert_int_equal(receiver_count(&receiver), 1);
}

int main(void)
{
#define POST(test, setup) cmocka_unit_test_setup_teardown(test, setup, teardown)
	const struct CMUnitTest tests[] = {
		POST(news_that_were_not_taken_up_before_a_kill_are_brought_after_it, setup),
		POST(a_delivery_is_not_sent_again_while_the_disk_is_full, setup_with_a_disk),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
