/*
 * test_desk_group.c - what arrives together is one commit, or none.
 */
#include "tests/daemon/tavern.h"
#include "tests/game/toy.h"

#include "schema/private.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

/* Three games, each begun and waiting for seat 0 with a three and a two. */
static void begin_three(struct tavern *h)
{
	struct desk_game g = tavern_terms(h, &tablas_plugin_toy, 2, 2, 20);

	for (int i = 0; i < 3; i++)
		tavern_begin(h, &g, "4 1 3 2");
	assert_int_equal(cup_script(&h->cup, "1 2 2 1 1 1"), 0);
}

static const char first_turn[] = "3:hand-3 2:hand-2";

static void what_arrives_together_is_one_commit(void **state)
{
	struct tavern *h = *state;
	const int64_t *news;
	uint64_t commits;

	begin_three(h);
	commits = desk_count(h->desk)->commits;
	for (int i = 0; i < 3; i++)
		assert_int_equal(tavern_decide(h, h->keys[i], 0, first_turn), ACCEPTED);
	assert_int_equal(tavern_row(h, h->keys[2]).ply, 8);
	assert_int_equal(tavern_row_seen(h, h->keys[2]).ply, 6);
	assert_true(desk_is_open(h->desk));
	assert_int_equal(desk_news(h->desk, &news), 0);
	tavern_settle(h);
	assert_false(desk_is_open(h->desk));
	assert_int_equal(tavern_row_seen(h, h->keys[2]).ply, 8);
	assert_int_equal(desk_count(h->desk)->commits, commits + 1);
	assert_int_equal(desk_news(h->desk, &news), 3);
	for (int i = 0; i < 3; i++)
		assert_int_equal(news[i], h->ids[i]);
}

static void a_game_that_changed_twice_is_news_once(void **state)
{
	struct tavern *h = *state;
	const int64_t *news;

	begin_three(h);
	assert_int_equal(tavern_decide(h, h->keys[1], 0, first_turn), ACCEPTED);
	assert_int_equal(tavern_decide(h, h->keys[0], 0, first_turn), ACCEPTED);
	assert_int_equal(tavern_decide(h, h->keys[1], 1, "1:hand-1 2:hand-2"), ACCEPTED);
	tavern_settle(h);
	assert_int_equal(desk_news(h->desk, &news), 2);
	assert_int_equal(news[0], h->ids[1]);
	assert_int_equal(news[1], h->ids[0]);
	assert_int_equal(desk_enter(h->desk), 0);
	assert_int_equal(desk_news(h->desk, &news), 0);
	assert_int_equal(desk_leave(h->desk, false), 0);
	tavern_settle(h);
	assert_int_equal(desk_news(h->desk, &news), 0);
}

static void one_that_is_refused_takes_nobody_with_it(void **state)
{
	struct tavern *h = *state;
	const int64_t *news;

	begin_three(h);
	assert_int_equal(tavern_decide(h, h->keys[0], 0, first_turn), ACCEPTED);
	assert_int_equal(tavern_decide(h, h->keys[1], 0, "4:hand-4"), NO_SUCH_DIE);
	assert_int_equal(tavern_decide(h, h->keys[2], 0, first_turn), ACCEPTED);
	tavern_settle(h);
	assert_int_equal(desk_news(h->desk, &news), 2);
	assert_int_equal(tavern_row_seen(h, h->keys[0]).ply, 8);
	assert_int_equal(tavern_row_seen(h, h->keys[1]).ply, 6);
	assert_int_equal(tavern_row_seen(h, h->keys[2]).ply, 8);
}

static void an_accepted_command_may_still_be_taken_back(void **state)
{
	struct tavern *h = *state;
	const char *words = first_turn;
	const struct command c = {.kind = COMMAND_DECIDE, .words = &words, .words_n = 1};
	const int64_t *news;

	begin_three(h);
	assert_int_equal(desk_enter(h->desk), 0);
	assert_int_equal(desk_submit(h->desk, h->keys[0], &c, 0, &h->receipt), ACCEPTED);
	assert_int_equal(h->cup.script_at, 2);
	assert_int_equal(desk_leave(h->desk, false), 0);
	assert_int_equal(h->cup.script_at, 0);
	tavern_settle(h);
	assert_int_equal(desk_news(h->desk, &news), 0);
	assert_int_equal(tavern_row_seen(h, h->keys[0]).ply, 6);
}

/* No file may grow beyond what the log has now: the disk is full. */
static void fill_disk(struct tavern *h, struct rlimit *before)
{
	char log[128];
	struct rlimit full;
	struct stat st;

	snprintf(log, sizeof(log), "%s-wal", h->book->path);
	assert_int_equal(stat(log, &st), 0);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, before), 0);
	full = *before;
	full.rlim_cur = (rlim_t)st.st_size;
	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &full), 0);
}

static void empty_disk(const struct rlimit *before)
{
	assert_int_equal(setrlimit(RLIMIT_FSIZE, before), 0);
}

static void of_a_commit_that_fails_nothing_has_happened(void **state)
{
	struct tavern *h = *state;
	struct desk_counts before, after;
	struct rlimit limit;
	const int64_t *news;
	int settled;

	begin_three(h);
	before = *desk_count(h->desk);
	assert_int_equal(tavern_decide(h, h->keys[0], 0, first_turn), ACCEPTED);
	assert_int_equal(tavern_decide(h, h->keys[1], 0, first_turn), ACCEPTED);
	fill_disk(h, &limit);
	settled = desk_settle(h->desk);
	empty_disk(&limit);
	assert_int_equal(settled, -1);
	assert_int_equal(desk_news(h->desk, &news), 0);
	assert_false(desk_is_open(h->desk));
	after = *desk_count(h->desk);
	assert_int_equal(after.commits_failed, before.commits_failed + 1);
	assert_int_equal(after.commits, before.commits);
	assert_int_equal(after.facts, before.facts);
	assert_int_equal(after.commands, before.commands);
	assert_int_equal(tavern_row_seen(h, h->keys[0]).ply, 6);
	assert_int_equal(tavern_row(h, h->keys[0]).ply, 6);
	assert_int_equal(h->cup.script_at, 0);

	/* There is room again: the same command gets the same dice. */
	assert_int_equal(tavern_decide(h, h->keys[0], 0, first_turn), ACCEPTED);
	tavern_settle(h);
	assert_int_equal(tavern_row_seen(h, h->keys[0]).ply, 8);
	assert_non_null(strstr(tavern_facts(h, h->keys[0]), "rolled:-:1 2"));
}

/* The book may not grow by a page: SQLite says so in the middle of a command. */
static void a_full_book_is_trouble_and_recovers(void **state)
{
	struct tavern *h = *state;
	sqlite3 *pen = h->book->pen->db;
	const int64_t *news;
	int accepted = 0, troubles = 0;
	char facts[65536];

	begin_three(h);
	/*
	 * Many turns back and forth, until the pages at hand are used up.  The pen may
	 * not bound itself so: a full disk asks nobody.
	 */
	sqlite3_set_authorizer(pen, NULL, NULL);
	assert_int_equal(sqlite3_exec(pen, "PRAGMA max_page_count = 1", NULL, NULL, NULL),
			 SQLITE_OK);
	for (int i = 0; i < 400 && !troubles; i++) {
		struct desk_game g = tavern_terms(h, &tablas_plugin_toy, 4, 0, 0);
		enum refusal refusal;

		if (desk_enter(h->desk) != 0)
			break;
		refusal = desk_create(h->desk, &g, &h->receipt);
		troubles += h->receipt.trouble;
		assert_int_equal(refusal, h->receipt.trouble ? UNAVAILABLE : ACCEPTED);
		accepted +=
			desk_leave(h->desk, refusal == ACCEPTED) == 0 && refusal == ACCEPTED;
		if (!troubles)
			tavern_settle(h);
	}
	assert_int_equal(troubles, 1);
	desk_settle(h->desk); /* lost or not: nothing may be left of the one in trouble */
	assert_int_equal(temporary_number(h->book, "SELECT count(*) FROM games"), accepted + 3);
	assert_int_equal(temporary_number(h->book, "SELECT count(*) FROM facts WHERE kind = 1"),
			 accepted + 3);
	/* Reads go on. */
	assert_int_equal(tavern_row_seen(h, h->keys[0]).ply, 6);
	snprintf(facts, sizeof(facts), "%s", tavern_facts(h, h->keys[0]));

	assert_int_equal(sqlite3_exec(pen, "PRAGMA max_page_count = 1000000", NULL, NULL, NULL),
			 SQLITE_OK);
	assert_int_equal(tavern_decide(h, h->keys[0], 0, first_turn), ACCEPTED);
	tavern_settle(h);
	assert_int_equal(desk_news(h->desk, &news), 1);
	assert_memory_equal(tavern_facts(h, h->keys[0]), facts, strlen(facts));
	assert_int_equal(tavern_row_seen(h, h->keys[0]).ply, 8);
}

static void nobody_enters_a_group_that_is_lost(void **state)
{
	struct tavern *h = *state;
	const char *words = first_turn;
	const struct command c = {.kind = COMMAND_DECIDE, .words = &words, .words_n = 1};

	begin_three(h);
	assert_int_equal(tavern_decide(h, h->keys[0], 0, first_turn), ACCEPTED);
	assert_int_equal(desk_enter(h->desk), 0);
	/* As an I/O error would: the transaction is gone under our feet. */
	assert_int_equal(sqlite3_exec(h->book->pen->db, "ROLLBACK", NULL, NULL, NULL),
			 SQLITE_OK);
	assert_int_equal(desk_submit(h->desk, h->keys[1], &c, 0, &h->receipt), UNAVAILABLE);
	assert_true(h->receipt.trouble);
	assert_int_equal(desk_leave(h->desk, false), -1);
	assert_int_equal(desk_enter(h->desk), -1);
	assert_int_equal(desk_settle(h->desk), -1);
	assert_int_equal(tavern_row_seen(h, h->keys[0]).ply, 6);
	assert_int_equal(tavern_decide(h, h->keys[1], 0, first_turn), ACCEPTED);
	tavern_settle(h);
}

static void what_is_half_done_cannot_be_kept(void **state)
{
	struct tavern *h = *state;
	const char *words = first_turn;
	const struct command c = {.kind = COMMAND_DECIDE, .words = &words, .words_n = 1};

	begin_three(h);
	/* Eight is no face of these dice: the throw after the decision fails. */
	assert_int_equal(cup_script(&h->cup, "8 8"), 0);
	assert_int_equal(desk_enter(h->desk), 0);
	assert_int_equal(desk_submit(h->desk, h->keys[0], &c, 0, &h->receipt), UNAVAILABLE);
	assert_true(h->receipt.trouble);
	assert_int_equal(desk_leave(h->desk, true), -1);
	tavern_settle(h);
	assert_int_equal(tavern_row_seen(h, h->keys[0]).ply, 6);
	assert_int_equal(temporary_number(h->book, "SELECT count(*) FROM facts WHERE ply > 6"),
			 0);
}

static void closing_the_desk_settles_nothing(void **state)
{
	struct tavern *h = *state;

	begin_three(h);
	assert_int_equal(tavern_decide(h, h->keys[0], 0, first_turn), ACCEPTED);
	tavern_close(h);
	tavern_open(h);
	assert_int_equal(tavern_row_seen(h, h->keys[0]).ply, 6);
	desk_close(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TAVERN_TEST(what_arrives_together_is_one_commit),
		TAVERN_TEST(a_game_that_changed_twice_is_news_once),
		TAVERN_TEST(one_that_is_refused_takes_nobody_with_it),
		TAVERN_TEST(an_accepted_command_may_still_be_taken_back),
		TAVERN_TEST(of_a_commit_that_fails_nothing_has_happened),
		TAVERN_TEST(a_full_book_is_trouble_and_recovers),
		TAVERN_TEST(nobody_enters_a_group_that_is_lost),
		TAVERN_TEST(what_is_half_done_cannot_be_kept),
		TAVERN_TEST(closing_the_desk_settles_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
