/*
 * test_chips.c - balances, histories, transfers and grants over HTTP.
 */
#include "tests/api/club.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int setup(void **state)
{
	(void)state;
	club_open("3 1 6 5 4 2 5 5 3 1 2 2");
	return 0;
}

static long long wallet(const char *token)
{
	struct answer a = club_get(token, "/v1/accounts/me/balance");
	long long n = answer_int(&a, "wallet");

	answer_fini(&a);
	return n;
}

/* A whole game: ben resigns a single one to ana. */
static void play_a_game(void)
{
	struct answer a;

	club_lay("backgammon", 2);
	a = club_post(club.ben, club_path("/resignation"), "{}");
	answer_expect(&a, 201);
	answer_fini(&a);
}

static void chips_go_from_player_to_player(void **state)
{
	struct answer a = club_post(club.ana, "/v1/transfers",
				    "{\"to\": \"ben\", \"amount\": 300, \"note\": \"a debt\"}");

	(void)state;
	answer_expect(&a, 201);
	assert_int_equal(answer_int(&a, "wallet_after"), 700);
	assert_string_equal(answer_string(&a, "to"), "ben");
	answer_fini(&a);
	assert_int_equal(wallet(club.ben), 1300);
	a = club_get(club.ben, "/v1/accounts/me/entries?limit=1");
	assert_string_equal(answer_string(&a, "entries[0].kind"), "player");
	assert_string_equal(answer_string(&a, "entries[0].other"), "ana");
	assert_string_equal(answer_string(&a, "entries[0].reason"), "a debt");
	assert_int_equal(answer_int(&a, "entries[0].amount"), 300);
	assert_int_equal(answer_int(&a, "entries[0].balance_after"), 1300);
	answer_fini(&a);
}

static void an_amount_is_a_whole_positive_number_of_chips_one_has(void **state)
{
	static const char *const amounts[] = {"0",
					      "-1",
					      "1.5",
					      "1e3",
					      "\"5\"",
					      "true",
					      "null",
					      "1000000000001",
					      "9223372036854775807",
					      "9223372036854775808",
					      "1e400"};

	(void)state;
	for (size_t i = 0; i < sizeof amounts / sizeof *amounts; i++) {
		struct answer a = club_post(club.ana, "/v1/transfers",
					    "{\"to\": \"ben\", \"amount\": %s}", amounts[i]);

		assert_int_equal(a.status, 400);
		answer_fini(&a);
	}
	{
		struct answer a = club_post(club.ana, "/v1/transfers",
					    "{\"to\": \"ben\", \"amount\": 1001}");

		answer_expect_problem(&a, 422, "insufficient-chips");
		assert_int_equal(answer_int(&a, "available"), 1000);
		assert_int_equal(answer_int(&a, "missing"), 1);
		answer_fini(&a);
	}
	assert_int_equal(wallet(club.ana), 1000);
	assert_int_equal(wallet(club.ben), 1000);
}

static void chips_go_to_somebody_else_who_is_there(void **state)
{
	(void)state;
	answer_refused(club_post(club.ana, "/v1/transfers", "{\"to\": \"ana\", \"amount\": 1}"),
		       400, "invalid-value");
	answer_refused(club_post(club.ana, "/v1/transfers", "{\"to\": \"zed\", \"amount\": 1}"),
		       404, "not-found");
	answer_refused(
		club_post(club.ana, "/v1/transfers", "{\"to\": \"(bank)\", \"amount\": 1}"),
		404, "not-found");
	answer_refused(club_post(club.ana, "/v1/transfers", "{\"amount\": 1}"), 400,
		       "missing-member");
	answer_refused(club_post(club.ana, "/v1/transfers",
				 "{\"to\": \"ben\", \"amount\": 1, \"from\": \"carla\"}"),
		       400, "unknown-member");
	answer_refused(club_post(NULL, "/v1/transfers", "{\"to\": \"ben\", \"amount\": 1}"),
		       401, "unauthorized");
}

static void a_transfer_sent_twice_under_one_key_is_one_transfer(void **state)
{
	(void)state;
	for (int i = 0; i < 3; i++) {
		struct answer a;

		http_header(&club.http, "Idempotency-Key: \"only-once\"");
		a = http_ask(&club.http, "POST", "/v1/transfers", club.ana,
			     "{\"to\": \"ben\", \"amount\": 10}");
		answer_expect(&a, 201);
		answer_fini(&a);
	}
	assert_int_equal(wallet(club.ana), 990);
	http_header(&club.http, "Idempotency-Key: \"only-once\"");
	answer_refused(http_ask(&club.http, "POST", "/v1/transfers", club.ana,
				"{\"to\": \"ben\", \"amount\": 11}"),
		       422, "idempotency-key-reused");
	answer_refused(http_ask(&club.http, "POST", "/v1/transfers", club.ana,
				"{\"to\": \"ben\", \"amount\": 10}"),
		       400, "idempotency-key-needed");
}

static void the_operator_issues_and_withdraws(void **state)
{
	struct answer a =
		club_post(club.operator, "/v1/grants",
			  "{\"to\": \"ana\", \"amount\": 500, \"note\": \"a prize\"}");

	(void)state;
	answer_expect(&a, 201);
	assert_string_equal(answer_string(&a, "from"), "bank");
	answer_fini(&a);
	assert_int_equal(wallet(club.ana), 1500);
	a = club_post(club.operator, "/v1/grants", "{\"to\": \"ana\", \"amount\": -1500}");
	answer_expect(&a, 201);
	assert_string_equal(answer_string(&a, "kind"), "withdraw");
	answer_fini(&a);
	assert_int_equal(wallet(club.ana), 0);
	answer_refused(
		club_post(club.operator, "/v1/grants", "{\"to\": \"ana\", \"amount\": -1}"),
		422, "insufficient-chips");
	answer_refused(
		club_post(club.operator, "/v1/grants", "{\"to\": \"ana\", \"amount\": 0}"), 400,
		"invalid-value");
	answer_refused(club_post(club.ana, "/v1/grants", "{\"to\": \"ana\", \"amount\": 1}"),
		       403, "insufficient-scope");
}

static void the_postings_of_a_game_sum_to_zero_and_tell_every_chip(void **state)
{
	json_t *entry;
	struct answer a;
	long long sum = 0;
	size_t i;

	(void)state;
	play_a_game();
	a = club_get(club.carla, "%s", club_path("/entries"));
	answer_expect(&a, 200);
	/* two buy-ins, one stake, two purses home: two sides each */
	assert_int_equal(json_array_size(answer_at(&a, "entries")), 10);
	json_array_foreach(answer_at(&a, "entries"), i, entry) sum +=
		json_integer_value(json_object_get(entry, "amount"));
	assert_int_equal(sum, 0);
	assert_string_equal(answer_string(&a, "entries[4].kind"), "forfeit");
	assert_string_equal(answer_string(&a, "entries[4].reason"), "single");
	answer_fini(&a);
	assert_int_equal(wallet(club.ana), 1001);
	assert_int_equal(wallet(club.ben), 999);
}

static void a_history_is_one_list_over_its_pages_with_running_balances(void **state)
{
	char path[512] = "/v1/accounts/me/entries?limit=2&order=asc";
	long long seq = 0, total = 0;

	(void)state;
	play_a_game();
	while (path[0]) {
		struct answer a = club_get(club.ana, "%s", path);
		const char *link = answer_header(&a, "Link");
		json_t *entry;
		size_t i;

		answer_expect(&a, 200);
		json_array_foreach(answer_at(&a, "entries"), i, entry)
		{
			assert_int_equal(json_integer_value(json_object_get(entry, "seq")),
					 ++seq);
			total += json_integer_value(json_object_get(entry, "amount"));
			assert_int_equal(
				json_integer_value(json_object_get(entry, "balance_after")),
				total);
		}
		snprintf(path, sizeof path, "%.*s", link[0] ? (int)strcspn(link + 1, ">") : 0,
			 link[0] ? link + 1 : "");
		answer_fini(&a);
	}
	assert_int_equal(seq, 6);
	assert_int_equal(total, 1001);
}

static void a_history_is_narrowed_by_game_kind_and_time(void **state)
{
	struct answer a;

	(void)state;
	play_a_game();
	a = club_get(club.ana, "/v1/accounts/me/entries?game=%s", club.game);
	assert_int_equal(json_array_size(answer_at(&a, "entries")), 5);
	answer_fini(&a);
	a = club_get(club.ana, "/v1/accounts/me/entries?kind=forfeit");
	assert_int_equal(json_array_size(answer_at(&a, "entries")), 1);
	assert_string_equal(answer_string(&a, "entries[0].other"), "ben");
	answer_fini(&a);
	a = club_get(club.ana, "/v1/accounts/me/entries?from=2100-01-01T00:00:00Z");
	assert_int_equal(json_array_size(answer_at(&a, "entries")), 0);
	answer_fini(&a);
	a = club_get(club.ana, "/v1/accounts/me/entries?to=2100-01-01T00:00:00Z&limit=200");
	assert_int_equal(json_array_size(answer_at(&a, "entries")), 6);
	answer_fini(&a);
	answer_refused(club_get(club.ana, "/v1/accounts/me/entries?kind=gift"), 400,
		       "invalid-value");
	answer_refused(club_get(club.ana, "/v1/accounts/me/entries?game=nothing"), 400,
		       "invalid-value");
	answer_refused(club_get(club.ana, "/v1/accounts/me/entries?from=yesterday"), 400,
		       "invalid-value");
}

static void a_history_is_nobody_elses_business(void **state)
{
	struct answer a;

	(void)state;
	answer_refused(club_get(club.ben, "/v1/accounts/ana/entries"), 403, "forbidden");
	answer_refused(club_get(club.ben, "/v1/accounts/ana/balance"), 403, "forbidden");
	answer_refused(club_get(club.operator, "/v1/accounts/ana/balance"), 403,
		       "insufficient-scope");
	a = club_get(club.ana, "/v1/accounts/ana/balance");
	answer_expect(&a, 200);
	answer_fini(&a);
}

/*
 * What one writes another reads, in a terminal, in a table of CSV or in a journal:
 * no escape, no second line, nothing that turns the letters around it.
 */
static void what_people_read_has_no_control_characters(void **state)
{
	static const char *const bad[] = {"\\u001b[2J", "\\u007f", "\\u0085", "\\u009b", "\\u2028",
					  "\\u202e", "\\u2066", "\\u0007", "\\r"};
	long long before, ply;
	const struct {
		const char *token, *path, *before, *pointer;
		bool lines;
	} texts[] = {
		{club.ana, "/v1/transfers", "\"to\": \"ben\", \"amount\": 1, \"note\"", "/note", false},
		{club.operator, "/v1/grants", "\"to\": \"ben\", \"amount\": 1, \"note\"", "/note", false},
		{club.operator, "/v1/corrections",
		 "\"transaction\": 1, \"from\": \"ana\", \"to\": \"bank\", \"amount\": 1, \"note\"",
		 "/note", false},
		{club.ana, "/v1/tokens", "\"scopes\": [\"games:read\"], \"label\"", "/label", false},
		{club.ana, "/v1/games", "\"ruleset\": \"backgammon\", \"note\"", "/note", true},
		{club.operator, "/freeze", "\"reason\"", "/reason", false},
		{club.ana, "/abort", "\"reason\"", "/reason", false},
	};

	(void)state;
	club_lay("backgammon", 2);
	before = wallet(club.ana);
	ply = club_ply();
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		const char *path = texts[i].path;

		if (strncmp(path, "/v1", 3) != 0)
			path = club_path(path);
		for (size_t j = 0; j < sizeof bad / sizeof bad[0]; j++)
			answer_refused_at(club_post(texts[i].token, path, "{%s: \"a%sb\"}",
						    texts[i].before, bad[j]),
					  400, "invalid-value", texts[i].pointer);
		if (!texts[i].lines)
			answer_refused_at(club_post(texts[i].token, path, "{%s: \"a\\nb\"}",
						    texts[i].before),
					  400, "invalid-value", texts[i].pointer);
	}
	assert_int_equal(wallet(club.ana), before);
	assert_int_equal(club_ply(), ply);
	answer_done(club_post(club.ana, "/v1/transfers",
			      "{\"to\": \"ben\", \"amount\": 1, \"note\": \"por el tablón — ¡olé!\"}"),
		    201);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, club_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(chips_go_from_player_to_player),
		TEST(an_amount_is_a_whole_positive_number_of_chips_one_has),
		TEST(chips_go_to_somebody_else_who_is_there),
		TEST(a_transfer_sent_twice_under_one_key_is_one_transfer),
		TEST(the_operator_issues_and_withdraws),
		TEST(the_postings_of_a_game_sum_to_zero_and_tell_every_chip),
		TEST(a_history_is_one_list_over_its_pages_with_running_balances),
		TEST(a_history_is_narrowed_by_game_kind_and_time),
		TEST(a_history_is_nobody_elses_business),
		TEST(what_people_read_has_no_control_characters),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
