/* test_desk.c - commands at the desk: what they write, and what they leave alone. */
#include "tests/daemon/tavern.h"
#include "tests/game/toy.h"

#include <stdio.h>
#include <string.h>

/* ---- laying a table ---------------------------------------------------------------- */

static void a_new_table_is_open_and_has_its_terms(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = tavern_terms(h, &tablas_plugin_toy, 3, 5, 50);
	const char *key;
	struct game_row row;

	options_set(g.plugin, g.options, "men", "4");
	g.visibility = VISIBLE_BY_LINK;
	g.seat[1].invited = h->people[2];
	g.seat[2].locked = true;
	key = tavern_lay(h, &g);
	row = tavern_row_seen(h, key);
	assert_string_equal(row.ruleset, "toy");
	assert_int_equal(row.rules, 3);
	assert_string_equal(row.options, "men=4");
	assert_int_equal(row.state, TABLE_OPEN);
	assert_int_equal(row.seats, 3);
	assert_int_equal(row.unit, 5);
	assert_int_equal(row.buy_in, 50);
	assert_int_equal(row.visibility, VISIBLE_BY_LINK);
	assert_int_equal(row.creator, h->people[0]);
	assert_int_equal(row.created, TAVERN_TIME);
	assert_int_equal(row.seat[1].invited, h->people[2]);
	assert_true(row.seat[2].locked);
	assert_int_equal(row.seat[0].account, 0);
	assert_int_equal(row.ply, 1);
	assert_string_equal(tavern_facts(h, key),
			    "created:-:toy rules 3 seats 3 stake 5 50 men=4");
}

static void terms_that_cannot_be_are_refused(void **state)
{
	struct tavern *h = *state;
	static const struct {
		unsigned seats;
		int64_t unit, buy_in;
		enum refusal refusal;
	} terms[] = {
		{1, 0, 0, INVALID_VALUE},    {5, 0, 0, INVALID_VALUE},
		{2, -1, 5, INVALID_VALUE},   {2, STAKES_UNIT_MAX + 1, INT64_MAX, INVALID_VALUE},
		{2, 0, 5, INVALID_VALUE},    {2, 1, -1, INVALID_VALUE},
		{2, 5, 4, BUY_IN_TOO_SMALL}, {2, 5, 5, ACCEPTED},
		{4, 0, 0, ACCEPTED},
	};

	for (size_t i = 0; i < sizeof(terms) / sizeof(terms[0]); i++) {
		struct desk_game g = tavern_terms(h, &tablas_plugin_toy, terms[i].seats,
						  terms[i].unit, terms[i].buy_in);

		assert_int_equal(desk_enter(h->desk), 0);
		assert_int_equal(desk_create(h->desk, &g, &h->receipt), terms[i].refusal);
		desk_leave(h->desk, false);
	}
	tavern_settle(h);
	assert_int_equal(temporary_number(h->book, "SELECT count(*) FROM games"), 0);
}

static int32_t seven_or_any(const void *pos, unsigned seat)
{
	(void)pos;
	return seat == 1 ? 7 : INT32_MAX;
}

static void a_buy_in_covers_what_a_seat_may_come_to_pay(void **state)
{
	struct tavern *h = *state;
	struct tablas_plugin dear = tablas_plugin_toy;
	struct desk_game g;

	dear.exposure = seven_or_any;
	g = tavern_terms(h, &dear, 2, 3, 20);
	assert_int_equal(desk_enter(h->desk), 0);
	assert_int_equal(desk_create(h->desk, &g, &h->receipt), BUY_IN_TOO_SMALL);
	g.buy_in = 21;
	assert_int_equal(desk_create(h->desk, &g, &h->receipt), ACCEPTED);
	desk_leave(h->desk, false);
	tavern_settle(h);
}

/* ---- seats ------------------------------------------------------------------------------ */

static void the_last_to_sit_begins_the_game(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = tavern_terms(h, &tablas_plugin_toy, 2, 2, 40);
	const char *key = tavern_lay(h, &g);
	struct game_row row;

	cup_script(&h->cup, "1 4 3 2");
	clock_wind(&h->clock, TAVERN_TIME + 5);
	assert_int_equal(tavern_sit(h, key, 1, h->people[1]), ACCEPTED);
	assert_int_equal(h->receipt.ply_before, 1);
	assert_int_equal(h->receipt.row->ply, 2);
	assert_int_equal(tavern_row(h, key).state, TABLE_OPEN);
	assert_int_equal(tavern_sit(h, key, 0, h->people[0]), ACCEPTED);
	tavern_settle(h);
	row = tavern_row_seen(h, key);
	assert_int_equal(row.state, TABLE_ACTIVE);
	assert_int_equal(row.started, TAVERN_TIME + 5);
	assert_int_equal(row.ply, 6);
	assert_int_equal(row.asked, 6);
	assert_int_equal(row.waiting, 1 << 1);
	assert_string_equal(row.seat[0].name, "ana");
	assert_int_equal(row.seat[0].status, SEAT_PLAYING);
	assert_int_equal(row.seat[0].purse, 40);
	assert_int_equal(tavern_wallet(h, h->people[0]), 60);
	assert_string_equal(tavern_facts(h, key),
			    "created:-:toy rules 3 seats 2 stake 2 40,seated:1:bela,"
			    "seated:0:ana,started:-:,rolled:-:1 4,rolled:-:3 2");
}

static void who_has_too_few_chips_does_not_sit(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = tavern_terms(h, &tablas_plugin_toy, 2, 1, 101);
	const char *key = tavern_lay(h, &g);

	assert_int_equal(tavern_sit(h, key, 0, h->people[0]), INSUFFICIENT_CHIPS);
	assert_ptr_equal(h->receipt.table->plugin, &tablas_plugin_toy);
	tavern_settle(h);
	assert_int_equal(tavern_row(h, key).seat[0].account, 0);
	assert_int_equal(tavern_row(h, key).ply, 1);
	assert_int_equal(tavern_wallet(h, h->people[0]), 100);
}

static void two_buy_ins_in_one_group_do_not_spend_the_same_chips(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = tavern_terms(h, &tablas_plugin_toy, 2, 1, 60);
	const char *one = tavern_lay(h, &g), *two = tavern_lay(h, &g);

	assert_int_equal(tavern_sit(h, one, 0, h->people[0]), ACCEPTED);
	assert_int_equal(tavern_sit(h, two, 0, h->people[0]), INSUFFICIENT_CHIPS);
	tavern_settle(h);
	assert_int_equal(tavern_wallet(h, h->people[0]), 40);
}

static void where_there_are_stakes_nobody_has_two_seats(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = tavern_terms(h, &tablas_plugin_toy, 3, 1, 10);
	const char *key = tavern_lay(h, &g);

	assert_int_equal(tavern_sit(h, key, 0, h->people[0]), ACCEPTED);
	assert_int_equal(tavern_sit(h, key, 1, h->people[0]), ALREADY_SEATED);
	assert_int_equal(tavern_sit(h, key, 0, h->people[1]), SEAT_TAKEN);
	g = tavern_terms(h, &tablas_plugin_toy, 3, 0, 0);
	key = tavern_lay(h, &g);
	assert_int_equal(tavern_sit(h, key, 0, h->people[0]), ACCEPTED);
	assert_int_equal(tavern_sit(h, key, 1, h->people[0]), ACCEPTED);
	tavern_settle(h);
	assert_int_equal(tavern_row(h, key).seat[1].account, h->people[0]);
}

static void who_stands_up_gets_the_buy_in_back(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = tavern_terms(h, &tablas_plugin_toy, 2, 1, 70);
	const char *key = tavern_lay(h, &g);
	const struct command stand = {.kind = COMMAND_STAND, .seat = 0};

	assert_int_equal(tavern_sit(h, key, 0, h->people[0]), ACCEPTED);
	assert_int_equal(tavern_submit(h, key, &stand, h->people[0]), ACCEPTED);
	assert_int_equal(tavern_wallet(h, h->people[0]), 100);
	assert_int_equal(tavern_row(h, key).seat[0].account, 0);
	assert_string_equal(tavern_row(h, key).seat[0].name, "");
	assert_int_equal(tavern_sit(h, key, 0, h->people[1]), ACCEPTED);
	assert_int_equal(tavern_sit(h, key, 1, h->people[0]), ACCEPTED);
	tavern_settle(h);
	assert_int_equal(tavern_row(h, key).seat[0].account, h->people[1]);
	assert_int_equal(tavern_row(h, key).state, TABLE_ACTIVE);
}

/* ---- deciding ---------------------------------------------------------------------------- */

static void a_decision_is_followed_by_what_the_house_must_do(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = tavern_terms(h, &tablas_plugin_toy, 2, 2, 40);
	const char *key = tavern_begin(h, &g, "4 1 3 2 1 2 4 4");
	struct game_row row;

	assert_int_equal(tavern_row(h, key).waiting, 1 << 0);
	assert_int_equal(tavern_decide(h, key, 0, "3:hand-3 2:hand-2"), ACCEPTED);
	assert_int_equal(h->receipt.ply_before, 6);
	assert_int_equal(h->receipt.row->ply, 8);
	tavern_settle(h);
	row = tavern_row_seen(h, key);
	assert_int_equal(row.waiting, 1 << 1);
	assert_int_equal(row.decisions, 1);
	/* Seat 1 comes to 2 with a 2 and strikes: a stake is two chips. */
	assert_int_equal(tavern_decide(h, key, 1, "1:hand-1 2:hand-2"), ACCEPTED);
	tavern_settle(h);
	row = tavern_row_seen(h, key);
	assert_int_equal(row.seat[0].purse, 38);
	assert_int_equal(row.seat[1].purse, 42);
	assert_int_equal(temporary_number(h->book, "SELECT count(*) FROM transactions"), 8 + 3);
	assert_int_equal(temporary_number(h->book,
					  "SELECT amount FROM entries WHERE kind = 5"
					  " AND reason = 'strike' ORDER BY amount DESC"),
			 2);
	assert_int_equal(temporary_number(h->book,
					  "SELECT count(*) FROM facts WHERE events LIKE"
					  " '%struck%stake%strike%'"),
			 1);
}

static void a_refused_command_leaves_no_trace(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = tavern_terms(h, &tablas_plugin_toy, 2, 2, 40);
	const char *key = tavern_begin(h, &g, "4 1 3 2 1 2");
	struct game_row before = tavern_row(h, key), after;
	const int64_t *news;
	char facts[4096];

	snprintf(facts, sizeof(facts), "%s", tavern_facts(h, key));
	assert_int_equal(tavern_decide(h, key, 0, "4:hand-4 2:hand-2"), NO_SUCH_DIE);
	assert_non_null(h->receipt.decision);
	assert_int_equal(h->receipt.decision->fault.why, TABLAS_WHY_NO_SUCH_DIE);
	assert_int_equal(h->receipt.row->ply, before.ply);
	assert_int_equal(h->receipt.table->ply, before.ply);
	assert_int_equal(tavern_decide(h, key, 1, "3:hand-3 2:hand-2"), NOT_YOUR_DECISION);
	assert_int_equal(tavern_decide(h, key, 0, "3:hand-3"), TURN_INCOMPLETE);
	tavern_settle(h);
	assert_int_equal(desk_news(h->desk, &news), 0);
	after = tavern_row(h, key);
	assert_int_equal(after.ply, before.ply);
	assert_string_equal(after.position, before.position);
	assert_string_equal(tavern_facts(h, key), facts);
	assert_int_equal(h->cup.script_at, 4);
	assert_int_equal(desk_count(h->desk)->refused, 3);
}

static void an_answer_to_an_old_question_is_stale(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = tavern_terms(h, &tablas_plugin_toy, 2, 0, 0);
	const char *key = tavern_begin(h, &g, "4 1 3 2");
	const char *words = "3:hand-3 2:hand-2";
	struct command c = {.kind = COMMAND_DECIDE, .words = &words, .words_n = 1, .ply = 5};

	assert_int_equal(tavern_submit(h, key, &c, 0), STALE_PLY);
	c.ply = 7;
	assert_int_equal(tavern_submit(h, key, &c, 0), STALE_PLY);
	c.ply = 6;
	assert_int_equal(tavern_submit(h, key, &c, 0), ACCEPTED);
	assert_int_equal(tavern_submit(h, key, &c, 0), STALE_PLY);
	tavern_settle(h);
}

static void there_is_no_game_of_another_key(void **state)
{
	struct tavern *h = *state;

	assert_int_equal(tavern_decide(h, "0000000000", 0, "x"), NOT_FOUND);
	assert_null(h->receipt.row);
	assert_null(h->receipt.table);
	assert_int_equal(tavern_decide(h, "far too long to be a key", 0, "x"), NOT_FOUND);
	assert_int_equal(tavern_decide(h, "", 0, "x"), NOT_FOUND);
	tavern_settle(h);
}

static void the_key_may_lie_in_the_receipt_of_the_last_command(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = tavern_terms(h, &tablas_plugin_toy, 2, 0, 0);
	const struct command sit = {.kind = COMMAND_SIT, .seat = 0};
	struct receipt made, sat;

	assert_int_equal(desk_enter(h->desk), 0);
	assert_int_equal(desk_create(h->desk, &g, &made), ACCEPTED);
	assert_int_equal(desk_submit(h->desk, made.row->key, &sit, h->people[0], &sat),
			 ACCEPTED);
	assert_int_equal(desk_leave(h->desk, true), 0);
	tavern_settle(h);
	assert_int_equal(temporary_number(h->book, "SELECT count(*) FROM seats WHERE account"),
			 1);
}

/* ---- ends ----------------------------------------------------------------------------------
 */

static void a_game_is_played_to_its_end_and_settled(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = tavern_terms(h, &tablas_plugin_toy, 2, 10, 50);
	const char *key;
	struct game_row row;

	options_set(g.plugin, g.options, "men", "1");
	key = tavern_begin(h, &g, "4 1 4 4 1 2 2 3");
	/* A double of fours is played four times: in, on, on, and off. */
	assert_int_equal(tavern_decide(h, key, 0, "4:hand-4 4:4-8 4:8-12 4:12-off"), ACCEPTED);
	tavern_settle(h);
	row = tavern_row_seen(h, key);
	assert_int_equal(row.state, TABLE_OVER);
	assert_int_equal(row.ended, TAVERN_TIME);
	assert_string_equal(row.outcome, "1 2 finished");
	assert_int_equal(row.waiting, 0);
	assert_int_equal(row.seat[0].status, SEAT_FINISHED);
	assert_int_equal(row.seat[0].purse, 0);
	assert_int_equal(tavern_wallet(h, h->people[0]), 110);
	assert_int_equal(tavern_wallet(h, h->people[1]), 90);
	assert_int_equal(tavern_decide(h, key, 1, "1:hand-1"), GAME_OVER);
	tavern_settle(h);
	assert_string_equal(tavern_facts(h, key),
			    "created:-:toy rules 3 seats 2 stake 10 50 men=1,seated:0:ana,"
			    "seated:1:bela,started:-:,rolled:-:4 1,rolled:-:4 4,"
			    "decided:0:4:hand-4 4:4-8 4:8-12 4:12-off,finished:-:1 2 finished");
}

static void an_aborted_game_gives_every_buy_in_back(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = tavern_terms(h, &tablas_plugin_toy, 2, 2, 40);
	const struct command stop = {.kind = COMMAND_ABORT, .seat = 1, .text = "no time"};
	const struct command by_the_house = {
		.kind = COMMAND_ABORT, .seat = TABLAS_NOBODY, .text = "by the operator"};
	const char *key = tavern_begin(h, &g, "4 1 3 2 1 2");

	assert_int_equal(tavern_decide(h, key, 0, "3:hand-3 2:hand-2"), ACCEPTED);
	assert_int_equal(tavern_decide(h, key, 1, "1:hand-1 2:hand-2"), ACCEPTED);
	assert_int_equal(tavern_submit(h, key, &stop, h->people[1]), TOO_LATE_TO_ABORT);
	assert_int_equal(tavern_row(h, key).seat[1].purse, 42);
	assert_int_equal(tavern_submit(h, key, &by_the_house, 0), ACCEPTED);
	tavern_settle(h);
	assert_int_equal(tavern_row(h, key).state, TABLE_ABORTED);
	assert_int_equal(tavern_row(h, key).ended, TAVERN_TIME);
	assert_int_equal(tavern_wallet(h, h->people[0]), 100);
	assert_int_equal(tavern_wallet(h, h->people[1]), 100);
}

static void who_leaves_pays_and_the_game_ends(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = tavern_terms(h, &tablas_plugin_toy, 2, 2, 40);
	const struct command leave = {.kind = COMMAND_LEAVE, .seat = 0, .text = "time"};
	const char *key = tavern_begin(h, &g, "4 1 3 2");

	assert_int_equal(tavern_submit(h, key, &leave, 0), ACCEPTED);
	tavern_settle(h);
	assert_int_equal(tavern_row(h, key).state, TABLE_OVER);
	assert_int_equal(tavern_row(h, key).seat[0].status, SEAT_LEFT);
	assert_string_equal(tavern_row(h, key).outcome, "2 1 left");
	assert_int_equal(tavern_wallet(h, h->people[0]), 100);
}

static void a_resignation_is_offered_and_taken(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = tavern_terms(h, &tablas_plugin_toy, 2, 2, 40);
	struct command resign = {.kind = COMMAND_RESIGN, .seat = 0, .value = 9};
	const char *key = tavern_begin(h, &g, "4 1 3 2");

	assert_int_equal(tavern_submit(h, key, &resign, h->people[0]), RESIGNATION_NOT_ALLOWED);
	assert_string_equal(h->receipt.decision->sentence,
			    "A resignation is worth one, two or three");
	resign.value = 3;
	assert_int_equal(tavern_submit(h, key, &resign, h->people[0]), ACCEPTED);
	assert_int_equal(tavern_row(h, key).waiting, 1 << 1);
	assert_int_equal(tavern_decide(h, key, 1, "accept"), ACCEPTED);
	tavern_settle(h);
	assert_int_equal(tavern_wallet(h, h->people[0]), 94);
	assert_int_equal(tavern_wallet(h, h->people[1]), 106);
}

static void a_row_becomes_the_table_it_was(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = tavern_terms(h, &tablas_plugin_toy, 2, 2, 40);
	const char *key = tavern_begin(h, &g, "4 1 3 2");
	struct game_row row = tavern_row(h, key);
	struct table t;

	assert_int_equal(desk_table(h->desk, &row, &t), 0);
	assert_int_equal(t.state, TABLE_ACTIVE);
	assert_int_equal(t.ply, 6);
	assert_int_equal(t.stakes.purse[1], 40);
	assert_true(table_asks(&t, 0));
	assert_false(table_asks(&t, 1));
	strcpy(row.ruleset, "none");
	assert_int_equal(desk_table(h->desk, &row, &t), -1);
	strcpy(row.ruleset, "toy");
	strcpy(row.position, "nonsense");
	assert_int_equal(desk_table(h->desk, &row, &t), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TAVERN_TEST(a_new_table_is_open_and_has_its_terms),
		TAVERN_TEST(terms_that_cannot_be_are_refused),
		TAVERN_TEST(a_buy_in_covers_what_a_seat_may_come_to_pay),
		TAVERN_TEST(the_last_to_sit_begins_the_game),
		TAVERN_TEST(who_has_too_few_chips_does_not_sit),
		TAVERN_TEST(two_buy_ins_in_one_group_do_not_spend_the_same_chips),
		TAVERN_TEST(where_there_are_stakes_nobody_has_two_seats),
		TAVERN_TEST(who_stands_up_gets_the_buy_in_back),
		TAVERN_TEST(a_decision_is_followed_by_what_the_house_must_do),
		TAVERN_TEST(a_refused_command_leaves_no_trace),
		TAVERN_TEST(an_answer_to_an_old_question_is_stale),
		TAVERN_TEST(there_is_no_game_of_another_key),
		TAVERN_TEST(the_key_may_lie_in_the_receipt_of_the_last_command),
		TAVERN_TEST(a_game_is_played_to_its_end_and_settled),
		TAVERN_TEST(an_aborted_game_gives_every_buy_in_back),
		TAVERN_TEST(who_leaves_pays_and_the_game_ends),
		TAVERN_TEST(a_resignation_is_offered_and_taken),
		TAVERN_TEST(a_row_becomes_the_table_it_was),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
