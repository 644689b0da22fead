/*
 * test_ledger.c - chips under pressure: many payments at once, histories that
 * grow while they are read, and who may look.
 */
#include "tests/api/club.h"
#include "tests/api/crowd.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define MANY 40

static int setup(void **state)
{
	(void)state;
	club_open(NULL);
	return 0;
}

static long long balance(const char *token, const char *what)
{
	struct answer a = club_get(token, "/v1/accounts/me/balance");
	long long n = answer_int(&a, what);

	answer_fini(&a);
	return n;
}

static struct answer give(const char *token, const char *to, long long amount)
{
	return club_post(token, "/v1/transfers", "{\"to\": \"%s\", \"amount\": %lld}", to,
			 amount);
}

/* The path the Link header leads to, or "". */
static void next_page(const struct answer *a, char *path, size_t cap)
{
	const char *link = answer_header(a, "Link");

	snprintf(path, cap, "%.*s", link[0] ? (int)strcspn(link + 1, ">") : 0,
		 link[0] ? link + 1 : "");
}

static json_int_t member(const json_t *object, const char *key)
{
	return json_integer_value(json_object_get(object, key));
}

/* ---- what is held ------------------------------------------------------------------------ */

static void a_buy_in_is_held_and_cannot_be_given_away(void **state)
{
	struct answer a;

	(void)state;
	answer_done(club_post(club.ana, "/v1/games",
			      "{\"ruleset\": \"backgammon\", \"stake\": {\"buy_in\": 600}}"),
		    201);
	assert_int_equal(balance(club.ana, "wallet"), 400);
	assert_int_equal(balance(club.ana, "in_play"), 600);
	assert_int_equal(balance(club.ana, "total"), 1000);
	a = give(club.ana, "ben", 401);
	answer_expect_problem(&a, 422, "insufficient-chips");
	assert_int_equal(answer_int(&a, "available"), 400);
	assert_int_equal(answer_int(&a, "missing"), 1);
	answer_fini(&a);
	a = club_post(club.ana, "/v1/games",
		      "{\"ruleset\": \"backgammon\", \"stake\": {\"buy_in\": 401}}");
	answer_expect_problem(&a, 422, "insufficient-chips");
	answer_fini(&a);
	answer_refused(
		club_post(club.operator, "/v1/grants", "{\"to\": \"ana\", \"amount\": -401}"),
		422, "insufficient-chips");
	answer_done(give(club.ana, "ben", 400), 201);
	assert_int_equal(balance(club.ana, "wallet"), 0);
	assert_int_equal(balance(club.ana, "in_play"), 600);
}

static void who_cannot_bring_the_buy_in_does_not_sit_down(void **state)
{
	struct answer a =
		club_post(club.ana, "/v1/games",
			  "{\"ruleset\": \"backgammon\", \"stake\": {\"buy_in\": 600}}");

	(void)state;
	snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "id"));
	answer_done(a, 201);
	answer_done(give(club.ben, "carla", 401), 201);
	answer_refused(club_post(club.ben, club_path("/seats"), "{}"), 422,
		       "insufficient-chips");
	a = club_get(club.ana, "%s", club_path(""));
	assert_string_equal(answer_string(&a, "state"), "open");
	answer_fini(&a);
	answer_done(club_post(club.carla, club_path("/seats"), "{}"), 201);
	assert_int_equal(balance(club.carla, "wallet"), 801);
}

/* ---- at the same moment ---------------------------------------------------------------------
 */

static void pay_at_once(struct asker *askers, size_t n, const char *const *tokens,
			const char *const *bodies)
{
	static char fields[MANY][64];
	static unsigned keys;

	for (size_t i = 0; i < n; i++) {
		snprintf(fields[i], sizeof fields[i], "Idempotency-Key: \"many-%u\"", ++keys);
		askers[i] = (struct asker){.method = "POST",
					   .path = "/v1/transfers",
					   .token = tokens[i],
					   .body = bodies[i],
					   .field = fields[i]};
	}
	crowd_ask(askers, n, club.daemon.url);
}

static void many_payments_at_once_never_spend_a_chip_twice(void **state)
{
	static struct asker askers[MANY];
	const char *tokens[MANY], *bodies[MANY];

	(void)state;
	for (size_t i = 0; i < MANY; i++) {
		tokens[i] = club.ana;
		bodies[i] = i % 2 ? "{\"to\": \"ben\", \"amount\": 90}"
				  : "{\"to\": \"carla\", \"amount\": 90}";
	}
	pay_at_once(askers, MANY, tokens, bodies);
	assert_int_equal(crowd_count(askers, MANY, 201), 11);
	assert_int_equal(crowd_count(askers, MANY, 422), MANY - 11);
	crowd_fini(askers, MANY);
	assert_int_equal(balance(club.ana, "wallet"), 10);
	assert_int_equal(balance(club.ben, "wallet") + balance(club.carla, "wallet"),
			 2000 + 990);
}

static void chips_that_go_round_are_as_many_as_before(void **state)
{
	static struct asker askers[MANY];
	const char *const who[] = {club.ana, club.ben, club.carla, club.dora};
	static const char *const bodies_round[] = {
		"{\"to\": \"ben\", \"amount\": 333}", "{\"to\": \"carla\", \"amount\": 333}",
		"{\"to\": \"dora\", \"amount\": 333}", "{\"to\": \"ana\", \"amount\": 333}"};
	const char *tokens[MANY], *bodies[MANY];
	long long sum = 0;

	(void)state;
	for (size_t i = 0; i < MANY; i++) {
		tokens[i] = who[i % 4];
		bodies[i] = bodies_round[i % 4];
	}
	pay_at_once(askers, MANY, tokens, bodies);
	assert_int_equal(crowd_count(askers, MANY, 201) + crowd_count(askers, MANY, 422), MANY);
	crowd_fini(askers, MANY);
	for (size_t i = 0; i < 4; i++) {
		long long has = balance(who[i], "wallet");

		assert_true(has >= 0 && (has - 1000) % 333 == 0);
		sum += has;
	}
	assert_int_equal(sum, 4000);
}

static void a_seat_for_which_several_have_chips_is_paid_by_one(void **state)
{
	static struct asker askers[30];
	const char *const who[] = {club.ben, club.carla, club.dora};
	struct answer a =
		club_post(club.ana, "/v1/games",
			  "{\"ruleset\": \"backgammon\", \"stake\": {\"buy_in\": 50}}");
	char path[128];

	(void)state;
	snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "id"));
	answer_done(a, 201);
	snprintf(path, sizeof path, "%s", club_path("/seats"));
	for (size_t i = 0; i < 30; i++)
		askers[i] = (struct asker){
			.method = "POST", .path = path, .token = who[i % 3], .body = "{}"};
	crowd_ask(askers, 30, club.daemon.url);
	assert_int_equal(crowd_count(askers, 30, 201), 1);
	assert_int_equal(crowd_count(askers, 30, 409), 29);
	crowd_fini(askers, 30);
	assert_int_equal(balance(club.ben, "wallet") + balance(club.carla, "wallet") +
				 balance(club.dora, "wallet"),
			 2950);
}

/* ---- giving
 * ------------------------------------------------------------------------------------ */

static void every_member_of_a_payment_is_judged_by_its_name(void **state)
{
	static const struct {
		const char *member, *pointer, *slug;
		long status;
	} bad[] = {
		{"\"to\": 7, \"amount\": 1", "/to", "invalid-value", 400},
		{"\"to\": [\"ben\"], \"amount\": 1", "/to", "invalid-value", 400},
		{"\"to\": \"\", \"amount\": 1", "/to", "not-found", 404},
		{"\"to\": \"me\", \"amount\": 1", "/to", "not-found", 404},
		{"\"to\": \"ana\", \"amount\": 1", "/to", "invalid-value", 400},
		{"\"to\": \"ANA\", \"amount\": 1", "/to", "invalid-value", 400},
		{"\"to\": \"be\\u006e\\u200b\", \"amount\": 1", "/to", "not-found", 404},
		{"\"to\": \"ben' OR '1'='1\", \"amount\": 1", "/to", "not-found", 404},
		{"\"to\": \"ben\"", "/amount", "missing-member", 400},
		{"\"to\": \"ben\", \"amount\": 0", "/amount", "invalid-value", 400},
		{"\"to\": \"ben\", \"amount\": -9223372036854775808", "/amount",
		 "invalid-value", 400},
		{"\"to\": \"ben\", \"amount\": 9223372036854775807", "/amount", "invalid-value",
		 400},
		{"\"to\": \"ben\", \"amount\": 1.0", "/amount", "invalid-value", 400},
		{"\"to\": \"ben\", \"amount\": 1e2", "/amount", "invalid-value", 400},
		{"\"to\": \"ben\", \"amount\": \"1\"", "/amount", "invalid-value", 400},
		{"\"to\": \"ben\", \"amount\": [1]", "/amount", "invalid-value", 400},
		{"\"to\": \"ben\", \"amount\": {\"n\": 1}", "/amount", "invalid-value", 400},
		{"\"to\": \"ben\", \"amount\": false", "/amount", "invalid-value", 400},
		{"\"to\": \"ben\", \"amount\": 1, \"note\": 5", "/note", "invalid-value", 400},
		{"\"to\": \"ben\", \"amount\": 1, \"note\": "
		 "\"1234567890123456789012345678901234"
		 "567890123456789012345678901\"",
		 "/note", "invalid-value", 400},
		{"\"to\": \"ben\", \"amount\": 1, \"Amount\": 5", "/Amount", "unknown-member",
		 400},
		{"\"to\": \"ben\", \"amount\": 1, \"from\": \"carla\"", "/from",
		 "unknown-member", 400},
	};

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		answer_refused_at(club_post(club.ana, "/v1/transfers", "{%s}", bad[i].member),
				  bad[i].status, bad[i].slug, bad[i].pointer);
	assert_int_equal(balance(club.ana, "entries"), 1); /* the welcome alone */
	assert_int_equal(balance(club.ben, "entries"), 1);
}

static void a_name_is_the_same_name_in_any_case(void **state)
{
	struct answer a = give(club.ana, "BEN", 5);

	(void)state;
	answer_expect(&a, 201);
	assert_string_equal(answer_string(&a, "to"), "ben");
	answer_fini(&a);
	assert_int_equal(balance(club.ben, "wallet"), 1005);
}

static void a_note_is_kept_letter_by_letter(void **state)
{
	struct answer a = club_post(club.ana, "/v1/transfers",
				    "{\"to\": \"ben\", \"amount\": 1, \"note\": "
				    "\"\\u00bf\\\"tablas\\\"? </svg> \\ud83c\\udfb2\"}");

	(void)state;
	answer_done(a, 201);
	a = club_get(club.ben, "/v1/accounts/me/entries?limit=1");
	assert_string_equal(answer_string(&a, "entries[0].reason"),
			    "\xc2\xbf\"tablas\"? </svg> \xf0\x9f\x8e\xb2");
	answer_fini(&a);
}

static void chips_are_not_given_to_a_closed_account(void **state)
{
	(void)state;
	answer_done(http_ask(&club.http, "DELETE", "/v1/accounts/me?withdraw=true", club.dora,
			     NULL),
		    204);
	answer_refused_at(give(club.ana, "dora", 1), 404, "not-found", "/to");
	answer_refused_at(
		club_post(club.operator, "/v1/grants", "{\"to\": \"dora\", \"amount\": 1}"),
		404, "not-found", "/to");
	assert_int_equal(balance(club.ana, "wallet"), 1000);
}

static void one_grant_has_a_bound_and_many_add_up(void **state)
{
	const char *most = "{\"to\": \"ana\", \"amount\": 1000000000000}";

	(void)state;
	answer_refused_at(club_post(club.operator, "/v1/grants",
				    "{\"to\": \"ana\", \"amount\": 1000000000001}"),
			  400, "invalid-value", "/amount");
	answer_refused_at(club_post(club.operator, "/v1/grants",
				    "{\"to\": \"ana\", \"amount\": -1000000000001}"),
			  400, "invalid-value", "/amount");
	for (int i = 0; i < 20; i++)
		answer_done(club_post(club.operator, "/v1/grants", "%s", most), 201);
	assert_int_equal(balance(club.ana, "wallet"), 20000000001000);
	for (int i = 0; i < 20; i++)
		answer_done(give(club.ana, "ben", 1000000000000), 201);
	assert_int_equal(balance(club.ana, "wallet"), 1000);
	assert_int_equal(balance(club.ben, "wallet"), 20000000001000);
}

static void to_grant_the_administrator_s_scope_is_needed_and_it_alone(void **state)
{
	const char *body = "{\"to\": \"ana\", \"amount\": 1}";

	(void)state;
	answer_refused(club_post(NULL, "/v1/grants", "%s", body), 401, "unauthorized");
	answer_refused(club_post(club.ana, "/v1/grants", "%s", body), 403,
		       "insufficient-scope");
	answer_done(club_post(club.operator, "/v1/grants", "%s", body), 201);
	/* which pays nothing from the operator's own */
	answer_refused(club_post(club.operator, "/v1/transfers", "%s", body), 403,
		       "insufficient-scope");
}

/* ---- histories
 * ------------------------------------------------------------------------------------ */

static void the_balance_is_the_sum_of_the_entries(void **state)
{
	const char *const who[] = {club.ana, club.ben, club.carla, club.dora};

	(void)state;
	club_lay("el-mundo", 4);
	for (int i = 0; i < 12; i++)
		answer_done(give(who[i % 4], i % 4 == 3 ? "ana" : "dora", 1 + i), 201);
	answer_done(
		club_post(club.operator, "/v1/grants", "{\"to\": \"carla\", \"amount\": -100}"),
		201);
	answer_done(club_post(club.ana, club_path("/abort"), "{}"), 200);
	for (size_t i = 0; i < 4; i++) {
		struct answer a =
			club_get(who[i], "/v1/accounts/me/entries?limit=200&order=asc");
		long long sum = 0, purse = 0, wallet = 0;
		json_t *entry;
		size_t n;

		answer_expect(&a, 200);
		json_array_foreach(answer_at(&a, "entries"), n, entry)
		{
			bool in_purse = strcmp(json_string_value(json_object_get(entry, "in")),
					       "purse") == 0;

			sum += member(entry, "amount");
			*(in_purse ? &purse : &wallet) += member(entry, "amount");
			assert_int_equal(member(entry, "seq"), n + 1);
			assert_int_equal(member(entry, "balance_after"), sum);
			assert_int_equal(
				member(entry, in_purse ? "purse_after" : "wallet_after"),
				in_purse ? purse : wallet);
		}
		assert_int_equal(balance(who[i], "total"), sum);
		assert_int_equal(balance(who[i], "wallet"), wallet);
		assert_int_equal(balance(who[i], "in_play"), purse);
		assert_int_equal(balance(who[i], "entries"),
				 json_array_size(answer_at(&a, "entries")));
		answer_fini(&a);
	}
}

/* Reads page after page while entries are added; what is there at the start is seen once. */
static void read_while_it_grows(const char *order, size_t already)
{
	char path[600];
	unsigned char seen[400] = {0};
	int added = 0;

	snprintf(path, sizeof path, "/v1/accounts/me/entries?limit=3&order=%s", order);
	while (path[0]) {
		struct answer a = club_get(club.ana, "%s", path);
		json_t *entry;
		size_t i;

		answer_expect(&a, 200);
		assert_true(json_array_size(answer_at(&a, "entries")) <= 3);
		json_array_foreach(answer_at(&a, "entries"), i, entry)
		{
			json_int_t seq = member(entry, "seq");

			assert_true(seq > 0 && seq < 400 && !seen[seq]);
			seen[seq] = 1;
		}
		next_page(&a, path, sizeof path);
		answer_fini(&a);
		if (added++ < 8)
			answer_done(give(club.ana, "ben", 1), 201);
	}
	for (size_t seq = 1; seq <= already; seq++)
		assert_true(seen[seq]);
}

static void a_history_that_grows_while_it_is_read_loses_and_repeats_nothing(void **state)
{
	(void)state;
	for (int i = 0; i < 19; i++)
		answer_done(give(club.ana, "ben", 1), 201);
	read_while_it_grows("desc", 20);
	read_while_it_grows("asc", 28);
}

static void a_game_s_entries_are_one_list_however_they_are_cut(void **state)
{
	char path[600], all[16384] = "", cut[16384] = "";
	struct answer a;

	(void)state;
	club_lay("backgammon", 2);
	answer_done(club_post(club.ben, club_path("/resignation"), "{}"), 201);
	a = club_get(club.ana, "%s", club_path("/entries?limit=200"));
	for (size_t i = 0; i < json_array_size(answer_at(&a, "entries")); i++) {
		char *text = json_dumps(json_array_get(answer_at(&a, "entries"), i),
					JSON_COMPACT | JSON_SORT_KEYS);

		strncat(all, text, sizeof all - strlen(all) - 1);
		free(text);
	}
	answer_fini(&a);
	snprintf(path, sizeof path, "%s", club_path("/entries?limit=1"));
	while (path[0]) {
		a = club_get(club.ana, "%s", path);
		answer_expect(&a, 200);
		for (size_t i = 0; i < json_array_size(answer_at(&a, "entries")); i++) {
			char *text = json_dumps(json_array_get(answer_at(&a, "entries"), i),
						JSON_COMPACT | JSON_SORT_KEYS);

			strncat(cut, text, sizeof cut - strlen(cut) - 1);
			free(text);
		}
		next_page(&a, path, sizeof path);
		answer_fini(&a);
	}
	assert_true(strlen(all) > 100);
	assert_string_equal(cut, all);
}

static void a_cursor_of_somebody_else_or_of_another_list_is_refused(void **state)
{
	char page[600], path[700], cursor[128];

	(void)state;
	for (int i = 0; i < 5; i++)
		answer_done(give(club.ana, "ben", 1), 201);
	struct answer a = club_get(club.ana, "/v1/accounts/me/entries?limit=2");

	next_page(&a, page, sizeof page);
	answer_fini(&a);
	assert_true(strlen(page) > 0);
	snprintf(cursor, sizeof cursor, "%s", strstr(page, "cursor=") + 7);
	answer_done(club_get(club.ana, "%s", page), 200);
	/* another length of page is the same list */
	snprintf(path, sizeof path, "/v1/accounts/me/entries?limit=5&cursor=%s", cursor);
	answer_done(club_get(club.ana, "%s", path), 200);
	answer_refused(club_get(club.ben, "%s", page), 400, "invalid-cursor");
	const char *const others[] = {
		"/v1/accounts/me/entries?limit=2&order=asc&cursor=",
		"/v1/accounts/me/entries?limit=2&kind=stake&cursor=",
		"/v1/accounts/me/entries?limit=2&from=2020-01-01T00:00:00Z&cursor=",
		"/v1/accounts/ana/entries?limit=2&cursor=",
		"/v1/games?limit=2&cursor=",
		"/v1/tokens?limit=2&cursor=",
		"/v1/accounts?limit=2&cursor="};

	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		answer_refused(club_get(club.ana, "%s%s", others[i], cursor), 400,
			       "invalid-cursor");
	const char *const forged[] = {"",
				      "0",
				      "-1",
				      "x",
				      "000000000000000000000000000000000000000000000000",
				      "ffffffffffffffffffffffffffffffffffffffffffffffff",
				      "%00",
				      "9223372036854775808"};

	for (size_t i = 0; i < sizeof forged / sizeof *forged; i++)
		answer_refused(club_get(club.ana, "/v1/accounts/me/entries?limit=2&cursor=%s",
					forged[i]),
			       400, forged[i][0] == '%' ? "invalid-value" : "invalid-cursor");
}

static void a_cursor_is_good_after_a_restart(void **state)
{
	char page[600];

	(void)state;
	for (int i = 0; i < 5; i++)
		answer_done(give(club.ana, "ben", 1), 201);
	struct answer a = club_get(club.ana, "/v1/accounts/me/entries?limit=2");

	next_page(&a, page, sizeof page);
	answer_fini(&a);
	club_return();
	a = club_get(club.ana, "%s", page);
	answer_expect(&a, 200);
	assert_int_equal(answer_int(&a, "entries[0].seq"), 4);
	answer_fini(&a);
}

static void a_page_has_from_1_to_200_entries(void **state)
{
	static const char *const bad[] = {
		"0", "-1",  "201", "1000000000", "9223372036854775808", "1.5", "x",
		"",  "%20", "1e1", "+1"};

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		answer_refused(club_get(club.ana, "/v1/accounts/me/entries?limit=%s", bad[i]),
			       400, "invalid-value");
	answer_done(club_get(club.ana, "/v1/accounts/me/entries?limit=1"), 200);
	answer_done(club_get(club.ana, "/v1/accounts/me/entries?limit=200"), 200);
}

/* ---- who may look
 * ------------------------------------------------------------------------------------ */

static void only_oneself_or_the_operator_looks_into_a_purse(void **state)
{
	char auditor[128];
	const char *const lists[] = {"balance", "entries"};
	struct answer a;

	(void)state;
	http_fini(&club.http);
	assert_int_equal(daemon_stop(&club.daemon), 0);
	daemon_token(&club.daemon, "auditor", "ledger:read,admin", auditor);
	club_return();
	for (size_t i = 0; i < 2; i++) {
		char path[96];

		snprintf(path, sizeof path, "/v1/accounts/ana/%s", lists[i]);
		answer_refused(club_get(NULL, "%s", path), 401, "unauthorized");
		answer_refused(club_get(club.ben, "%s", path), 403, "forbidden");
		answer_done(club_get(club.ana, "%s", path), 200);
		a = club_get(auditor, "%s", path);
		answer_expect(&a, 200);
		assert_string_equal(answer_string(&a, "account"), "ana");
		answer_fini(&a);
		answer_refused(club_get(auditor, "/v1/accounts/nobody-here/%s", lists[i]), 404,
			       "not-found");
		answer_refused(club_get(club.ana, "/v1/accounts/(bank)/%s", lists[i]), 404,
			       "not-found");
	}
}

static void a_private_game_s_entries_are_for_those_who_see_it(void **state)
{
	struct answer a =
		club_post(club.ana, "/v1/games",
			  "{\"ruleset\": \"backgammon\", \"visibility\": \"private\", "
			  "\"stake\": {\"buy_in\": 5}}");

	(void)state;
	snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "id"));
	answer_done(a, 201);
	answer_done(club_get(club.ana, "%s", club_path("/entries")), 200);
	answer_refused(club_get(club.ben, "%s", club_path("/entries")), 404, "not-found");
	answer_refused(club_get(club.ben, "/v1/accounts/me/entries?game=%s", club.game), 400,
		       "invalid-value");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, club_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_buy_in_is_held_and_cannot_be_given_away),
		TEST(who_cannot_bring_the_buy_in_does_not_sit_down),
		TEST(many_payments_at_once_never_spend_a_chip_twice),
		TEST(chips_that_go_round_are_as_many_as_before),
		TEST(a_seat_for_which_several_have_chips_is_paid_by_one),
		TEST(every_member_of_a_payment_is_judged_by_its_name),
		TEST(a_name_is_the_same_name_in_any_case),
		TEST(a_note_is_kept_letter_by_letter),
		TEST(chips_are_not_given_to_a_closed_account),
		TEST(one_grant_has_a_bound_and_many_add_up),
		TEST(to_grant_the_administrator_s_scope_is_needed_and_it_alone),
		TEST(the_balance_is_the_sum_of_the_entries),
		TEST(a_history_that_grows_while_it_is_read_loses_and_repeats_nothing),
		TEST(a_game_s_entries_are_one_list_however_they_are_cut),
		TEST(a_cursor_of_somebody_else_or_of_another_list_is_refused),
		TEST(a_cursor_is_good_after_a_restart),
		TEST(a_page_has_from_1_to_200_entries),
		TEST(only_oneself_or_the_operator_looks_into_a_purse),
		TEST(a_private_game_s_entries_are_for_those_who_see_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
