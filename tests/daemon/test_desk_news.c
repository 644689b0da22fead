/*
 * test_desk_news.c - accounts that have asked are told, in the same transaction.
 */
#include "tests/daemon/tavern.h"
#include "tests/game/toy.h"

#include "schema/audit.h"

#include <stdio.h>
#include <string.h>

static void asks(struct tavern *h, unsigned who)
{
	assert_int_equal(desk_enter(h->desk), 0);
	assert_int_equal(desk_add_reader(h->desk, h->people[who]), 0);
	assert_int_equal(desk_leave(h->desk, true), 0);
	tavern_settle(h);
}

/* "1 game.seated 2, 2 game.started 3" of what an account was told and is committed. */
static const char *told(struct tavern *h, unsigned who)
{
	static char text[4096];
	struct news_row rows[64];
	size_t n = 64, at = 0;

	text[0] = '\0';
	if (store_news(h->book->glasses, h->people[who], 0, rows, &n) != STORE_FOUND)
		return text;
	for (size_t i = 0; i < n; i++)
		at += (size_t)snprintf(text + at, sizeof(text) - at, "%s%lld %s %llu", i ? ", " : "",
				       (long long)rows[i].number, news_word(rows[i].kind),
				       (unsigned long long)rows[i].ply);
	return text;
}

static void whoever_has_not_asked_is_not_told(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = tavern_terms(h, &tablas_plugin_toy, 2, 2, 20);

	tavern_begin(h, &g, "4 1 3 2");
	assert_int_equal(temporary_number(h->book, "SELECT count(*) FROM news"), 0);
	asks(h, 0);
	assert_true(desk_has_reader(h->desk, h->people[0]));
	assert_false(desk_has_reader(h->desk, h->people[1]));
	assert_int_equal(tavern_decide(h, h->keys[0], 0, "3:hand-3 2:hand-2"), ACCEPTED);
	tavern_settle(h);
	assert_string_equal(told(h, 0), "1 game.decided 7");
	assert_string_equal(told(h, 1), "");
}

static void whoever_has_asked_is_told_of_seats_decisions_and_questions(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = tavern_terms(h, &tablas_plugin_toy, 2, 2, 20);

	asks(h, 0);
	tavern_begin(h, &g, "4 1 3 2 1 2");
	assert_string_equal(told(h, 0), "1 game.seated 2, 2 game.seated 3, 3 game.started 4, "
					"4 game.turn 6");
	assert_int_equal(tavern_decide(h, h->keys[0], 0, "3:hand-3 2:hand-2"), ACCEPTED);
	tavern_settle(h);
	assert_int_equal(tavern_decide(h, h->keys[0], 1, "1:hand-1 2:hand-2"), ACCEPTED);
	tavern_settle(h);
	assert_non_null(strstr(told(h, 0), "5 game.decided 7, 6 game.decided 9, 7 game.turn 10"));
}

static void what_is_refused_or_undone_was_never_told(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = tavern_terms(h, &tablas_plugin_toy, 2, 2, 20);
	struct news_row news = {.kind = NEWS_NUDGED, .seat = TABLAS_NOBODY};
	const int64_t *changed;

	tavern_begin(h, &g, "4 1 3 2");
	asks(h, 0);
	assert_int_equal(tavern_decide(h, h->keys[0], 0, "4:hand-4"), NO_SUCH_DIE);
	assert_int_equal(desk_enter(h->desk), 0);
	news.account = h->people[0];
	assert_int_equal(desk_tell(h->desk, &news), 0);
	assert_int_equal(news.number, 1);
	assert_int_equal(desk_add_reader(h->desk, h->people[1]), 0);
	assert_int_equal(desk_leave(h->desk, false), 0);
	tavern_settle(h);
	assert_int_equal(desk_news(h->desk, &changed), 0);
	assert_string_equal(told(h, 0), "");
	assert_int_equal(desk_enter(h->desk), 0);
	assert_false(desk_has_reader(h->desk, h->people[1]));
	news.at = 0;
	assert_int_equal(desk_tell(h->desk, &news), 0);
	assert_int_equal(desk_leave(h->desk, true), 0);
	tavern_settle(h);
	assert_int_equal(desk_news(h->desk, &changed), 1);
	assert_int_equal(changed[0], -h->people[0]);
	assert_string_equal(told(h, 0), "1 game.nudged 0");
}

static void who_has_asked_is_known_after_a_restart(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = tavern_terms(h, &tablas_plugin_toy, 2, 2, 20);

	asks(h, 1);
	tavern_begin(h, &g, "4 1 3 2");
	tavern_close(h);
	tavern_open(h);
	assert_int_equal(cup_script(&h->cup, "1 2"), 0);
	assert_int_equal(tavern_decide(h, h->keys[0], 0, "3:hand-3 2:hand-2"), ACCEPTED);
	tavern_settle(h);
	assert_string_equal(told(h, 1), "1 game.seated 3, 2 game.started 4, 3 game.decided 7, "
					"4 game.turn 8");
}

static void the_oldest_are_dropped_and_numbers_go_on(void **state)
{
	struct tavern *h = *state;
	struct desk_house house = {.news_kept = 100};
	int64_t first, last;

	desk_set_house(h->desk, &house);
	assert_int_equal(store_news_bounds(h->book->glasses, h->people[2], &first, &last),
			 STORE_NONE);
	asks(h, 2);
	assert_int_equal(store_news_bounds(h->book->glasses, h->people[2], &first, &last),
			 STORE_FOUND);
	assert_int_equal(first, 1);
	assert_int_equal(last, 0);
	assert_int_equal(desk_enter(h->desk), 0);
	for (int i = 1; i <= 300; i++) {
		struct news_row news = {.account = h->people[2],
					.kind = NEWS_CHALLENGED,
					.seat = TABLAS_NOBODY,
					.text = "a word"};

		assert_int_equal(desk_tell(h->desk, &news), 0);
		assert_int_equal(news.number, i);
	}
	assert_int_equal(desk_leave(h->desk, true), 0);
	tavern_settle(h);
	assert_int_equal(store_news_bounds(h->book->glasses, h->people[2], &first, &last),
			 STORE_FOUND);
	assert_int_equal(last, 300);
	assert_int_equal(first, 157);
}

static void a_closed_account_is_told_nothing_more(void **state)
{
	struct tavern *h = *state;
	struct news_row news = {.kind = NEWS_CHALLENGED, .seat = TABLAS_NOBODY};
	int64_t first, last;

	asks(h, 3);
	news.account = h->people[3];
	assert_int_equal(desk_enter(h->desk), 0);
	assert_int_equal(desk_tell(h->desk, &news), 0);
	assert_int_equal(store_account_close(h->book->store, h->people[3], 1), STORE_DONE);
	desk_forget_readers(h->desk);
	assert_int_equal(desk_leave(h->desk, true), 0);
	tavern_settle(h);
	assert_int_equal(store_news_bounds(h->book->glasses, h->people[3], &first, &last),
			 STORE_NONE);
	assert_int_equal(desk_enter(h->desk), 0);
	assert_false(desk_has_reader(h->desk, h->people[3]));
	assert_int_equal(desk_leave(h->desk, false), 0);
	tavern_settle(h);
}

static char said[512];

static void hear(void *cls, const char *sentence)
{
	(void)cls;
	snprintf(said, sizeof(said), "%s", sentence);
}

static void the_audit_sees_numbers_that_are_missing_and_facts_that_are_not_there(void **state)
{
	static const struct {
		const char *edit, *what;
	} edits[] = {
		{"DELETE FROM news WHERE number = 2", "3 news are kept from 1 to 4"},
		{"DELETE FROM readers", "it is told news, and never asked"},
		{"UPDATE news SET ply = 99 WHERE number = 4",
		 "it is told of facts that are not there"},
	};

	for (size_t i = 0; i < sizeof(edits) / sizeof(edits[0]); i++) {
		struct desk_game g;
		struct audit_report report;
		struct tavern *h;

		if (i > 0) {
			tavern_teardown(state);
			assert_int_equal(tavern_setup(state), 0);
		}
		h = *state;
		g = tavern_terms(h, &tablas_plugin_toy, 2, 2, 20);
		asks(h, 0);
		tavern_begin(h, &g, "4 1 3 2");
		tavern_assert_true(h);
		temporary_tamper(h->book, edits[i].edit);
		said[0] = '\0';
		assert_int_equal(audit_book(h->book->store, &h->games, &report, hear, NULL, NULL), 0);
		assert_non_null(strstr(said, edits[i].what));
		temporary_tamper(h->book, "DELETE FROM news; DELETE FROM readers");
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TAVERN_TEST(whoever_has_not_asked_is_not_told),
		TAVERN_TEST(whoever_has_asked_is_told_of_seats_decisions_and_questions),
		TAVERN_TEST(what_is_refused_or_undone_was_never_told),
		TAVERN_TEST(who_has_asked_is_known_after_a_restart),
		TAVERN_TEST(the_oldest_are_dropped_and_numbers_go_on),
		TAVERN_TEST(a_closed_account_is_told_nothing_more),
		TAVERN_TEST(the_audit_sees_numbers_that_are_missing_and_facts_that_are_not_there),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
