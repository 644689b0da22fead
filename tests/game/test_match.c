/*
 * test_match.c - what one game of a match makes of the next: score, Crawford's
 * game, chips, terms and record.
 */
#include "at_record.h"

#include "game/match.h"

extern const struct tablas_plugin tablas_plugin_backgammon;

#define BACKGAMMON (&tablas_plugin_backgammon)

static struct table next;

/* A table for a game of backgammon at this score, in a match to five. */
static void lay_at(const char *options, uint32_t game, int32_t white, int32_t black)
{
	const int32_t score[TABLAS_SEATS_MAX] = {white, black};

	lay(BACKGAMMON, 2, options);
	table_of_match(&t, 5, game, score);
}

static void begin_at(const char *options, uint32_t game, int32_t white, int32_t black)
{
	struct fact created;

	lay_at(options, game, white, black);
	table_created(&t, &created);
	apply(&created);
	assert_int_equal(wants(COMMAND_SIT, 0), ACCEPTED);
	assert_int_equal(wants(COMMAND_SIT, 1), ACCEPTED);
	house_says(FACT_STARTED, "");
	house_throws(3, 1);
}

/* The game ends at this score. */
static void over(uint8_t winner, int32_t points)
{
	t.state = TABLE_OVER;
	t.outcome.rank[winner] = 1;
	t.outcome.rank[!winner] = 2;
	t.outcome.points[winner] = points;
}

static void assert_score(const struct table *table, int32_t white, int32_t black)
{
	int32_t score[TABLAS_SEATS_MAX];

	match_score(table, score);
	assert_int_equal(score[0], white);
	assert_int_equal(score[1], black);
}

/* ---- the score ------------------------------------------------------------------------ */

static void a_match_is_for_two(void **state)
{
	(void)state;
	assert_true(match_fits(BACKGAMMON));
	assert_false(match_fits(&tablas_plugin_toy));
}

static void the_score_stands_until_the_game_is_over(void **state)
{
	(void)state;
	lay_at("", 2, 3, 1);
	assert_score(&t, 3, 1);
	assert_false(match_goes_on(&t));
	assert_int_equal(match_winner(&t), TABLAS_NOBODY);
	over(1, 2);
	assert_score(&t, 3, 3);
	assert_true(match_goes_on(&t));
	assert_int_equal(match_winner(&t), TABLAS_NOBODY);
}

static void surplus_points_are_lost(void **state)
{
	(void)state;
	lay_at("", 3, 4, 1);
	over(1, 12);
	assert_score(&t, 4, 5);
	assert_int_equal(match_winner(&t), 1);
	assert_false(match_goes_on(&t));
}

static void a_win_counts_one_where_the_game_gives_no_points(void **state)
{
	(void)state;
	lay_at("", 1, 0, 0);
	over(0, 0);
	assert_score(&t, 1, 0);
}

static void a_drawn_game_leaves_the_score_and_the_match_goes_on(void **state)
{
	(void)state;
	lay_at("", 1, 0, 0);
	over(0, 0);
	t.outcome.rank[1] = 1;
	assert_score(&t, 0, 0);
	assert_true(match_goes_on(&t));
	match_next(&t, &next);
	assert_int_equal(next.match_game, 2);
}

static void a_lone_game_has_no_match(void **state)
{
	(void)state;
	lay(BACKGAMMON, 2, "");
	over(0, 3);
	assert_false(match_goes_on(&t));
	assert_false(match_is_crawford(&t));
	assert_int_equal(match_winner(&t), TABLAS_NOBODY);
}

/* ---- the Crawford game ----------------------------------------------------------------- */

static void the_game_after_match_point_is_crawfords(void **state)
{
	static const struct {
		const char *options;
		int32_t white, black;
		bool crawford;
	} cases[] = {{"cube=on", 4, 2, true},	      {"cube=on", 2, 4, true},
		     {"cube=on", 3, 2, false},	      {"cube=on", 4, 4, false},
		     {"crawford=off", 4, 2, false}, {"crawford_played=on", 4, 2, false}};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		lay_at(cases[i].options, 2, cases[i].white, cases[i].black);
		assert_int_equal(match_is_crawford(&t), cases[i].crawford);
	}
}

static void crawfords_game_is_played_once(void **state)
{
	(void)state;
	lay_at("cube=on", 2, 4, 2);
	over(1, 1);
	match_next(&t, &next);
	assert_false(match_is_crawford(&next));
	assert_int_equal(match_option(BACKGAMMON, next.options, "crawford_played"), 1);
	assert_int_equal(match_option(BACKGAMMON, next.options, "cube"), 1);
	table_copy(&t, &next);
	over(1, 1);
	match_next(&t, &next);
	assert_false(match_is_crawford(&next));
	assert_score(&next, 4, 4);
}

static void the_cube_rests_in_crawfords_game_and_not_after_it(void **state)
{
	(void)state;
	begin_at("cube=on", 2, 4, 2);
	assert_int_equal(decides(0, "8/5 6/5"), ACCEPTED);
	house_throws(4, 2);
	assert_int_equal(decides(1, "double"), CUBE_NOT_YOURS);
	begin_at("cube=on crawford_played=on", 3, 4, 3);
	assert_int_equal(decides(0, "8/5 6/5"), ACCEPTED);
	assert_int_equal(decides(1, "double"), ACCEPTED);
	assert_int_equal(decides(0, "drop"), ACCEPTED);
	house_says(FACT_FINISHED, "2 1 single");
	assert_score(&t, 4, 4);
}

/* ---- the next game ----------------------------------------------------------------------- */

static void the_next_game_has_the_terms_of_the_last(void **state)
{
	(void)state;
	lay_at("variant=nackgammon resign_value=offered", 2, 1, 2);
	t.auto_forced = true;
	over(0, 2);
	match_next(&t, &next);
	assert_ptr_equal(next.plugin, BACKGAMMON);
	assert_ptr_equal(next.setup.options, next.options);
	assert_memory_equal(next.options, t.options, sizeof(t.options));
	assert_int_equal(next.stakes.unit, 2);
	assert_int_equal(next.stakes.buy_in, 100);
	assert_true(next.auto_forced);
	assert_int_equal(next.state, TABLE_OPEN);
	assert_int_equal(next.ply, 0);
	assert_int_equal(next.setup.match_length, 5);
	assert_int_equal(next.match_game, 3);
	assert_score(&next, 3, 2);
}

static void the_first_fact_says_the_match_and_gives_it_back(void **state)
{
	struct fact created;

	(void)state;
	lay_at("cube=on", 3, 4, 1);
	table_created(&t, &created);
	assert_string_equal(created.text, "backgammon rules 1 seats 2 stake 2 100 cube=on "
					  "match 5 game 3 score 4 1");
	lay(BACKGAMMON, 2, "cube=on");
	apply(&created);
	assert_int_equal(t.setup.match_length, 5);
	assert_int_equal(t.match_game, 3);
	assert_score(&t, 4, 1);
}

static void a_first_fact_with_a_match_that_is_none_is_refused(void **state)
{
	static const char *const wrong[] = {
		"x match 0 game 1 score 0 0", "x match 5 game 0 score 0 0",
		"x match 5 game 1 score 5 0", "x match 5 game 1 score 0",
		"x match 5 game 1",	      "x match five game 1 score 0 0",
		"x match 5 game 1 score 0 -1"};
	struct fact created;

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		lay(BACKGAMMON, 2, "");
		table_created(&t, &created);
		strcpy(created.text, wrong[i]);
		assert_int_equal(table_apply(&t, &created, &happened), -1);
		assert_int_equal(t.ply, 0);
	}
}

static void nobody_aborts_a_match_that_has_begun(void **state)
{
	(void)state;
	begin_at("", 1, 0, 0);
	assert_int_equal(wants(COMMAND_ABORT, 0), ACCEPTED);
	begin_at("", 2, 0, 0);
	assert_int_equal(wants(COMMAND_ABORT, 0), TOO_LATE_TO_ABORT);
	assert_non_null(decision.sentence);
	assert_int_equal(wants(COMMAND_ABORT, TABLAS_NOBODY), ACCEPTED);
	assert_int_equal(happened.transfers_n, 2);
	assert_int_equal(happened.transfers[0].kind, TRANSFER_REFUND);
}

/* ---- chips --------------------------------------------------------------------------------- */

static void purses_are_bought_once_and_then_brought(void **state)
{
	(void)state;
	lay_at("", 1, 0, 0);
	t.ply = 1;
	assert_int_equal(wants(COMMAND_SIT, 0), ACCEPTED);
	assert_int_equal(happened.transfers[0].kind, TRANSFER_BUY_IN);
	lay_at("", 2, 1, 0);
	t.ply = 1;
	assert_int_equal(wants(COMMAND_SIT, 0), ACCEPTED);
	assert_int_equal(happened.transfers[0].kind, TRANSFER_BRING);
	assert_int_equal(t.stakes.purse[0], 100);
}

static void between_games_the_purses_are_carried_on(void **state)
{
	(void)state;
	begin_at("", 1, 0, 0);
	assert_int_equal(resigns(0, 0), ACCEPTED);
	assert_int_equal(happened.transfers_n, 0);
	house_says(FACT_FINISHED, "2 1 single");
	assert_true(match_goes_on(&t));
	assert_int_equal(happened.transfers_n, 2);
	for (uint8_t i = 0; i < 2; i++) {
		assert_int_equal(happened.transfers[i].kind, TRANSFER_CARRY);
		assert_int_equal(happened.transfers[i].from, i);
		assert_int_equal(happened.transfers[i].amount, 100);
	}
	assert_int_equal(table_chips(&t), 0);
}

static void who_loses_the_match_pays_one_unit(void **state)
{
	(void)state;
	begin_at("", 6, 4, 3);
	assert_int_equal(resigns(1, 0), ACCEPTED);
	house_says(FACT_FINISHED, "1 2 single");
	assert_int_equal(match_winner(&t), 0);
	assert_int_equal(happened.transfers_n, 3);
	assert_int_equal(happened.transfers[0].kind, TRANSFER_STAKE);
	assert_int_equal(happened.transfers[0].from, 1);
	assert_int_equal(happened.transfers[0].to, 0);
	assert_int_equal(happened.transfers[0].amount, 2);
	assert_string_equal(happened.transfers[0].reason, "match");
	assert_int_equal(happened.transfers[1].amount, 102);
	assert_int_equal(happened.transfers[2].amount, 98);
	assert_int_equal(happened.transfers[2].kind, TRANSFER_SETTLE);
}

/* ---- the record -------------------------------------------------------------------------------- */

static const char last_game[] = "tablas record 1\n"
				"game backgammon rules 1 seats 2\n"
				"option cube on\n"
				"stake 2 100\n"
				"match 5 game 3 score 4 1 crawford\n"
				"seat 0 ana\n"
				"bring 0 100\n"
				"seat 1 ben\n"
				"bring 1 100\n"
				"started\n"
				"roll 3 1\n"
				"resigned 1 0\n"
				"finished 1 2 single\n"
				"pay 1 0 2 match\n"
				"settle 0 102\n"
				"settle 1 98\n";

static void a_game_of_a_match_is_written_and_reads_back(void **state)
{
	static const char *const names[] = {"ana", "ben"};
	char head[1024];

	(void)state;
	registry_add(&games, BACKGAMMON);
	assert_reads(last_game);
	assert_int_equal(match_winner(&reader.table), 0);
	lay_at("cube=on", 3, 4, 1);
	assert_true(record_write_head(&t, names, head, sizeof(head)) < sizeof(head));
	assert_memory_equal(head, last_game, strlen(head));
	assert_non_null(strstr(head, "bring 1 100\n"));
}

static void assert_refused(const char *old, const char *new, const char *why)
{
	char text[sizeof(last_game) + 256];
	const char *at = strstr(last_game, old);

	assert_non_null(at);
	snprintf(text, sizeof(text), "%.*s%s%s", (int)(at - last_game), last_game, new,
		 at + strlen(old));
	assert_int_equal(read_lines(text), -1);
	if (!strstr(reader.why, why))
		fail_msg("%s", reader.why);
}

static void a_match_that_cannot_be_is_not_read(void **state)
{
	(void)state;
	assert_refused(" crawford", "", "the Crawford game is another");
	assert_refused("score 4 1", "score 3 1", "the Crawford game is another");
	assert_refused("score 4 1", "score 5 1", "no score of a match");
	assert_refused("score 4 1", "score 4", "no score of a match");
	assert_refused(" crawford", " holland", "more than belongs here");
	assert_refused("match 5", "match 0", "expected \"match LENGTH");
	assert_refused("game 3", "game 0", "expected \"match LENGTH");
	assert_refused("bring 0", "buy_in 0", "the payment that follows is another");
	assert_refused("pay 1 0 2 match\n", "", "the payment that follows is another");
	assert_refused("game backgammon rules 1 seats 2\noption cube on\nstake 2 100\n", "",
		       "the game must be named first");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_match_is_for_two),
		cmocka_unit_test(the_score_stands_until_the_game_is_over),
		cmocka_unit_test(surplus_points_are_lost),
		cmocka_unit_test(a_win_counts_one_where_the_game_gives_no_points),
		cmocka_unit_test(a_drawn_game_leaves_the_score_and_the_match_goes_on),
		cmocka_unit_test(a_lone_game_has_no_match),
		cmocka_unit_test(the_game_after_match_point_is_crawfords),
		cmocka_unit_test(crawfords_game_is_played_once),
		cmocka_unit_test(the_cube_rests_in_crawfords_game_and_not_after_it),
		cmocka_unit_test(the_next_game_has_the_terms_of_the_last),
		cmocka_unit_test(the_first_fact_says_the_match_and_gives_it_back),
		cmocka_unit_test(a_first_fact_with_a_match_that_is_none_is_refused),
		cmocka_unit_test(nobody_aborts_a_match_that_has_begun),
		cmocka_unit_test(purses_are_bought_once_and_then_brought),
		cmocka_unit_test(between_games_the_purses_are_carried_on),
		cmocka_unit_test(who_loses_the_match_pays_one_unit),
		cmocka_unit_test(a_game_of_a_match_is_written_and_reads_back),
		cmocka_unit_test(a_match_that_cannot_be_is_not_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
