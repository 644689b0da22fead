/*
 * test_checkpoint.c - the write-ahead log is copied back while one writes, begun
 * anew, and never waited for.
 */
#include "tests/schema/temporary.h"

#include "schema/checkpoint.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BOUND = 32768, GROUPS_MOST = 2000 };

struct writer {
	struct temporary *t;
	struct checkpointer *checkpointer;
	int64_t game;
	uint64_t ply;
};

static int setup(void **state)
{
	static struct writer w;
	struct game_row row;

	memset(&w, 0, sizeof(w));
	if (temporary_setup((void **)&w.t) != 0)
		return -1;
	row = temporary_game("aaaaaaaaaa", "cinco", 2, temporary_account(w.t, "ana", 0));
	if (store_begin(w.t->store) != STORE_DONE || store_game_add(w.t->store, &row) != STORE_DONE ||
	    store_commit(w.t->store) != STORE_DONE ||
	    checkpointer_start(w.t->store, w.t->path, &w.checkpointer) != 0)
		return -1;
	w.game = row.id;
	*state = &w;
	return 0;
}

static int teardown(void **state)
{
	struct writer *w = *state;

	checkpointer_stop(w->checkpointer);
	return temporary_teardown((void **)&w->t);
}

static int64_t log_pages(struct writer *w)
{
	struct store_counts counts;

	assert_int_equal(store_counts(w->t->glasses, &counts), STORE_FOUND);
	return counts.wal_pages;
}

/* One group of some four hundred pages; how long the log is after it. */
static int64_t write_group(struct writer *w)
{
	struct fact fact = {.kind = FACT_ROLLED, .seat = TABLAS_NOBODY};
	char events[1800];

	memset(events, '.', sizeof(events) - 1);
	events[sizeof(events) - 1] = '\0';
	assert_int_equal(store_begin(w->t->store), STORE_DONE);
	for (int i = 0; i < 200; i++) {
		fact.ply = ++w->ply;
		assert_int_equal(store_fact_add(w->t->store, w->game, &fact, events), STORE_DONE);
	}
	assert_int_equal(store_commit(w->t->store), STORE_DONE);
	int64_t pages = log_pages(w);
	checkpointer_nudge(w->checkpointer);
	return pages;
}

/* Writes until the log has become shorter; the longest it was. */
static int64_t write_until_begun_anew(struct writer *w)
{
	int64_t before = 0, pages;

	for (int i = 0; i < GROUPS_MOST; i++) {
		pages = write_group(w);
		if (pages < before)
			return before;
		before = pages;
	}
	fail_msg("the log is %d pages long and was never begun anew", (int)before);
	return 0;
}

static void the_log_is_begun_anew_while_one_writes(void **state)
{
	struct writer *w = *state;

	/* The thread may be at work when the bound is passed: a few groups more. */
	for (int i = 0; i < 3; i++)
		assert_in_range(write_until_begun_anew(w), 1000, 4 * BOUND);
	assert_int_equal(w->t->troubles, 0);
	assert_int_equal(temporary_number(w->t, "SELECT count(*) FROM facts"), w->ply);
}

static void a_reader_of_an_old_state_is_not_waited_for(void **state)
{
	struct writer *w = *state;
	sqlite3 *reader;
	int64_t pages = 0;

	assert_int_equal(sqlite3_open(w->t->path, &reader), SQLITE_OK);
	assert_int_equal(sqlite3_exec(reader, "BEGIN; SELECT count(*) FROM facts", NULL, NULL, NULL),
			 SQLITE_OK);
	while (pages < BOUND + 2000)
		pages = write_group(w); /* would stop here if it waited */
	assert_int_equal(sqlite3_exec(reader, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(reader);
	assert_true(write_until_begun_anew(w) >= BOUND);
	assert_int_equal(w->t->troubles, 0);
}

static void nothing_is_lost_when_it_stops_in_the_middle(void **state)
{
	struct writer *w = *state;

	for (int i = 0; i < 12; i++)
		write_group(w);
	checkpointer_stop(w->checkpointer);
	w->checkpointer = NULL;
	write_group(w); /* nudges nobody */
	temporary_close(w->t);
	assert_int_equal(temporary_open(w->t), 0);
	assert_int_equal(temporary_number(w->t, "SELECT count(*) FROM facts"), w->ply);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define WRITER(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
		WRITER(the_log_is_begun_anew_while_one_writes),
		WRITER(a_reader_of_an_old_state_is_not_waited_for),
		WRITER(nothing_is_lost_when_it_stops_in_the_middle),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
