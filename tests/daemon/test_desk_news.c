/*
 * test_desk_news.c - accounts that have asked are told, in the same transaction.
 */
#include "tests/daemon/tavern.h"
#include "tests/game/toy.h"

#include "schema/subscriptions.h"

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

#define NEWS_BACK                                                                              \
	"DELETE FROM news; INSERT INTO news SELECT * FROM kept_news;"                          \
	"DELETE FROM readers; INSERT INTO readers SELECT * FROM kept_readers"

static void the_audit_sees_numbers_that_are_missing_and_facts_that_are_not_there(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = tavern_terms(h, &tablas_plugin_toy, 2, 2, 20);

	asks(h, 0);
	tavern_begin(h, &g, "4 1 3 2");
	tavern_assert_true(h);
	temporary_must(h->book, "CREATE TABLE kept_news AS SELECT * FROM news;"
				"CREATE TABLE kept_readers AS SELECT * FROM readers");
	tavern_assert_noticed(h, "DELETE FROM news WHERE number = 2", NEWS_BACK,
			      "3 news are kept from 1 to 4");
	tavern_assert_noticed(h, "DELETE FROM readers", NEWS_BACK,
			      "it is told news, and never asked");
	tavern_assert_noticed(h, "UPDATE news SET ply = 99 WHERE number = 4", NEWS_BACK,
			      "it is told of facts that are not there");
	temporary_must(h->book, "DROP TABLE kept_news; DROP TABLE kept_readers");
}

/* ---- those that are brought ----------------------------------------------------------------
 */

/* A webhook of that account which has taken up all it was told, in one delivery each. */
static void subscribe(struct tavern *h, unsigned who)
{
	struct subscription_row row = {.account = h->people[who],
				       .kind = SUBSCRIPTION_WEBHOOK,
				       .target = "https://example.org/",
				       .enabled = true,
				       .created = TAVERN_TIME,
				       .confirmed = TAVERN_TIME};
	const unsigned char secret[32] = {0};
	int64_t first;

	assert_int_equal(desk_enter(h->desk), 0);
	store_news_bounds(h->book->pen, row.account, &first, &row.cursor);
	assert_int_equal(store_subscription_add(h->book->store, &row, secret), STORE_DONE);
	for (int64_t i = 1; i <= row.cursor; i++) {
		struct delivery_row delivery = {.subscription = row.id,
						.first = i,
						.last = i,
						.kind = "game.turn",
						.body = "{}",
						.created = TAVERN_TIME,
						.next = TAVERN_TIME};

		assert_int_equal(store_delivery_add(h->book->store, &delivery), STORE_DONE);
	}
	assert_int_equal(desk_leave(h->desk, true), 0);
	tavern_settle(h);
}

static void the_audit_sees_deliveries_of_nothing_and_to_nobody(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = tavern_terms(h, &tablas_plugin_toy, 2, 0, 0);

	asks(h, 0);
	asks(h, 1);
	tavern_begin(h, &g, "4 1 3 2");
	subscribe(h, 0);
	subscribe(h, 1);
	tavern_assert_true(h);
	tavern_assert_noticed(h, "UPDATE subscriptions SET cursor = cursor + 1 WHERE id = 2",
			      "UPDATE subscriptions SET cursor = cursor - 1 WHERE id = 2",
			      "subscription 2: it has news up to ");
	tavern_assert_noticed(h, "UPDATE subscriptions SET account = account + 5 WHERE id = 1",
			      "UPDATE subscriptions SET account = account - 5 WHERE id = 1",
			      " is told no news");
	tavern_assert_noticed(h, "UPDATE deliveries SET subscription = 9 WHERE id = 2",
			      "UPDATE deliveries SET subscription = 1 WHERE id = 2",
			      "delivery 2: there is no subscription 9");
	tavern_assert_noticed(h, "UPDATE deliveries SET last = 99 WHERE id = 2",
			      "UPDATE deliveries SET last = first WHERE id = 2",
			      "delivery 2: it tells news 2 to 99");
	tavern_assert_noticed(h, "UPDATE deliveries SET first = 1 WHERE id = 2",
			      "UPDATE deliveries SET first = last WHERE id = 2",
			      "delivery 2: it tells news 1 again");
	tavern_assert_noticed(h, "UPDATE deliveries SET next = NULL WHERE id = 3",
			      "UPDATE deliveries SET next = created WHERE id = 3",
			      "delivery 3: it waits and is not tried");
	tavern_assert_noticed(h, "UPDATE deliveries SET state = 2 WHERE id = 3",
			      "UPDATE deliveries SET state = 1 WHERE id = 3",
			      "delivery 3: it waits and is not tried");
}

static void the_audit_sees_reminders_that_nobody_would_get(void **state)
{
	struct tavern *h = *state;
	const int64_t before[] = {2 * PACE_DAY, PACE_DAY};

	asks(h, 2);
	assert_int_equal(desk_enter(h->desk), 0);
	assert_int_equal(
		store_reminders_set(h->book->store, h->people[2], before, 2, TAVERN_TIME),
		STORE_DONE);
	assert_int_equal(desk_leave(h->desk, true), 0);
	tavern_settle(h);
	tavern_assert_true(h);
	tavern_assert_noticed(
		h, "DELETE FROM reminded WHERE before = 86400000",
		"INSERT INTO reminded VALUES (86400000, 0, 0)",
		"nobody sees to what it wishes to be reminded of 86400 seconds before");
	tavern_assert_noticed(h, "UPDATE reminders SET account = account + 1",
			      "UPDATE reminders SET account = account - 1",
			      "it wishes to be reminded, and is told no news");
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
		TAVERN_TEST(
			the_audit_sees_numbers_that_are_missing_and_facts_that_are_not_there),
		TAVERN_TEST(the_audit_sees_deliveries_of_nothing_and_to_nobody),
		TAVERN_TEST(the_audit_sees_reminders_that_nobody_would_get),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
