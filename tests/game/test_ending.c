/*
 * test_ending.c - why a game is over, why a seat has left it, and whether it counts.
 */
#include "at_table.h"

static const char *ended_by(void)
{
	const char *word = table_ending_word(t.ending);

	return word ? word : "nothing";
}

static const char *left_by(unsigned seat)
{
	const char *word = table_ending_word(t.left_by[seat]);

	return word ? word : "nothing";
}

/* The book keeps marks, and a table made of them knows as much. */
static void the_book_says_so_too(void)
{
	struct table again;
	uint64_t marks = table_marks(&t);

	table_init(&again, t.plugin, t.seats, t.options, t.stakes.unit, t.stakes.buy_in);
	memcpy(again.status, t.status, sizeof(t.status));
	table_mark(&again, marks);
	assert_int_equal(again.ending, t.ending);
	assert_memory_equal(again.left_by, t.left_by, sizeof(t.left_by));
	assert_int_equal(marks_ending(marks), t.ending);
	for (unsigned i = 0; i < t.seats; i++)
		if (t.status[i] == SEAT_LEFT)
			assert_int_equal(marks_left_by(marks, i), t.left_by[i]);
}

static void a_game_that_is_played_out_ends_normally(void **state)
{
	(void)state;
	begin_two(&tablas_plugin_toy, "men=1");
	house_throws(4, 4);
	assert_string_equal(ended_by(), "nothing");
	assert_int_equal(decides(0, "hand-off"), ACCEPTED);
	house_says(FACT_FINISHED, "1 2 finished");
	assert_string_equal(ended_by(), "normal");
	the_book_says_so_too();
}

static void an_offered_resignation_that_is_accepted_is_the_reason(void **state)
{
	(void)state;
	begin_two(&tablas_plugin_toy, "");
	house_throws(3, 1);
	assert_int_equal(resigns(0, 2), ACCEPTED);
	assert_int_equal(decides(1, "accept"), ACCEPTED);
	assert_int_equal(house_next(), HOUSE_FACT);
	house_says(FACT_FINISHED, "2 1 resigned");
	assert_string_equal(ended_by(), "resignation");
}

static void a_refused_one_is_not(void **state)
{
	(void)state;
	begin_two(&tablas_plugin_toy, "men=1");
	house_throws(4, 4);
	assert_int_equal(resigns(0, 1), ACCEPTED);
	assert_int_equal(decides(1, "refuse"), ACCEPTED);
	assert_int_equal(decides(0, "hand-off"), ACCEPTED);
	house_says(FACT_FINISHED, "1 2 finished");
	assert_string_equal(ended_by(), "normal");
}

/* user-voices G95 */
static void who_leaves_while_others_play_on_has_a_reason_of_his_own(void **state)
{
	(void)state;
	begin_many(&tablas_plugin_toy, 3, "men=1");
	assert_int_equal(resigns(1, 0), ACCEPTED);
	assert_string_equal(left_by(1), "resignation");
	house_throws(4, 4);
	assert_int_equal(decides(0, "hand-off"), ACCEPTED);
	house_says(FACT_FINISHED, "1 3 2 finished");
	assert_string_equal(ended_by(), "normal");
	assert_string_equal(left_by(0), "nothing");
	assert_string_equal(left_by(1), "resignation");
	the_book_says_so_too();
}

/* user-voices G95 */
static void the_last_but_one_who_leaves_ends_the_game(void **state)
{
	(void)state;
	begin_many(&tablas_plugin_toy, 3, "");
	house_throws(3, 1);
	assert_int_equal(resigns(1, 0), ACCEPTED);
	assert_int_equal(wants(COMMAND_LEAVE, 2), ACCEPTED);
	house_says(FACT_FINISHED, "1 3 3 left");
	assert_string_equal(ended_by(), "removal");
	assert_string_equal(left_by(1), "resignation");
	assert_string_equal(left_by(2), "removal");
	the_book_says_so_too();
}

static void whoever_runs_out_of_time_has_that_for_a_reason(void **state)
{
	struct pace pace = {.timed = true, .per_move = PACE_DAY};
	struct command lapse = {.kind = COMMAND_LAPSE, .seat = TABLAS_NOBODY, .at = 2 * PACE_DAY};

	(void)state;
	begin_two(&toy_bare, "");
	table_pace(&t, &pace);
	house_throws(3, 1);
	assert_int_equal(want(lapse), ACCEPTED);
	house_says(FACT_LEFT, "timeout");
	house_says(FACT_FINISHED, "2 1 left");
	assert_string_equal(ended_by(), "timeout");
	assert_string_equal(left_by(0), "timeout");
}

static void a_game_that_never_was_says_so(void **state)
{
	(void)state;
	begin_two(&tablas_plugin_toy, "");
	assert_int_equal(wants(COMMAND_ABORT, 1), ACCEPTED);
	assert_string_equal(ended_by(), "abort");
	assert_false(table_counts(t.state, TABLE_EARLY));
}

/* user-voices B18, B19: whether it counts is told apart from why it ended, by one threshold */
static void a_game_counts_from_the_decision_up_to_which_it_may_be_aborted(void **state)
{
	(void)state;
	begin_two(&tablas_plugin_toy, "");
	house_throws(3, 1);
	assert_int_equal(decides(0, "hand-3 hand-1"), ACCEPTED);
	assert_false(table_counts(TABLE_OVER, t.decisions));
	assert_int_equal(table_decide(&t, &(struct command){.kind = COMMAND_ABORT}, &decision),
			 ACCEPTED);
	house_throws(2, 1);
	assert_int_equal(decides(1, "hand-2 hand-1"), ACCEPTED);
	assert_true(table_counts(TABLE_OVER, t.decisions));
	assert_int_equal(wants(COMMAND_ABORT, 0), TOO_LATE_TO_ABORT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_game_that_is_played_out_ends_normally),
		cmocka_unit_test(an_offered_resignation_that_is_accepted_is_the_reason),
		cmocka_unit_test(a_refused_one_is_not),
		cmocka_unit_test(who_leaves_while_others_play_on_has_a_reason_of_his_own),
		cmocka_unit_test(the_last_but_one_who_leaves_ends_the_game),
		cmocka_unit_test(whoever_runs_out_of_time_has_that_for_a_reason),
		cmocka_unit_test(a_game_that_never_was_says_so),
		cmocka_unit_test(a_game_counts_from_the_decision_up_to_which_it_may_be_aborted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
