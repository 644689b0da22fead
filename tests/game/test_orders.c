/*
 * test_orders.c - standing orders as values: their words, their text, and what is
 * wrong with one before its time.
 */
#include "game/orders.h"
#include "tests/game/at_table.h"

static void every_word_is_read_back(void **state)
{
	(void)state;
	for (int kind = ORDER_NONE + 1; kind < ORDER_KINDS_N; kind++)
		assert_int_equal(order_named(order_word((enum order_kind)kind)), kind);
	for (int on = 0; on < QUESTIONS_N; on++)
		assert_int_equal(
			order_question_named(order_question_word((enum order_question)on)), on);
	assert_int_equal(order_named("none"), ORDER_NONE);
	assert_int_equal(order_question_named(""), QUESTIONS_N);
}

static void a_text_is_read_as_it_was_written(void **state)
{
	static const char *const texts[] = {
		"forced\nkeep",
		"pass",
		"roll\nkeep",
		"enter\nkeep\nplace 3\nplace 1\nplace 12",
		"double\nkeep\naccept\nat_least 2\nat_most 4",
		"answer\nat_least 3",
		"play move\ndie 2\ndie 1\nmoves 2:hand-2 1:hand-1\nafter 3:hand-3\nposition all of it: 1 2 3",
		"play out_of_turn\nkeep\nmoves 1:hand-1",
	};
	char text[ORDER_TEXT_MAX];
	struct order o;

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		assert_int_equal(order_read(&tablas_plugin_toy, texts[i], &o), 0);
		assert_int_equal(order_write(&tablas_plugin_toy, &o, text, sizeof(text)),
				 strlen(texts[i]));
		assert_string_equal(text, texts[i]);
		assert_int_equal(order_write(&tablas_plugin_toy, &o, NULL, 0), strlen(texts[i]));
	}
}

static void what_is_no_order_is_not_read(void **state)
{
	static const char *const texts[] = {
		"", "none", "win", "forced at once", "play", "play move", "play sunday\nmoves x",
		"play move\nmoves", "enter\nplace 13", "enter\nplace", "double\nat_most 0",
		"double\nat_most 99999999999", "double\nat_least 2x", "play move\nmoves x\ndie 0",
		"play move\nmoves x\ndie 256", "roll\nkeep\n", "roll\nhum",
		"play move\nmoves x\ndie 1\ndie 1\ndie 1\ndie 1\ndie 1\ndie 1\ndie 1\ndie 1\ndie 1"};
	char long_one[2 * ORDER_TEXT_MAX];
	struct order o;

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		if (order_read(&tablas_plugin_toy, texts[i], &o) == 0)
			fail_msg("\"%s\" is read", texts[i]);
	memset(long_one, 'x', sizeof(long_one));
	memcpy(long_one, "play move\nmoves ", 16);
	long_one[sizeof(long_one) - 1] = '\0';
	assert_int_equal(order_read(&tablas_plugin_toy, long_one, &o), -1);
	long_one[16 + ORDER_WORDS_MAX] = '\0';
	assert_int_equal(order_read(&tablas_plugin_toy, long_one, &o), -1);
}

static enum order_says answers(unsigned seat, const char *text, enum refusal *why)
{
	struct order o;

	assert_int_equal(order_read(t.plugin, text, &o), 0);
	return order_says(&t, seat, &o, false, &decision, why);
}

static void nobody_but_who_is_asked_is_answered_for(void **state)
{
	enum refusal why = ACCEPTED;

	(void)state;
	begin_two(&tablas_plugin_toy, "men=2");
	house_throws(2, 1);
	assert_int_equal(answers(1, "play move\nmoves 2:hand-2 1:hand-1", &why), ORDER_SILENT);
	assert_int_equal(answers(0, "play cube\nmoves 2:hand-2 1:hand-1", &why), ORDER_SILENT);
	assert_int_equal(answers(0, "play move\ndie 3\ndie 1\nmoves 2:hand-2 1:hand-1", &why),
			 ORDER_SILENT);
	assert_int_equal(answers(0, "play move\nmoves 2:hand-2 1:hand-1\nafter 1:hand-1", &why),
			 ORDER_SILENT);
	assert_int_equal(answers(0, "play move\nmoves 4:hand-4", &why), ORDER_FAILS);
	assert_int_not_equal(why, ACCEPTED);
	assert_int_equal(answers(0, "play move\ndie 1\ndie 2\nmoves 1:hand-1 2:hand-2", &why),
			 ORDER_DECIDES);
	assert_int_equal(decision.facts[0].kind, FACT_DECIDED);
	assert_int_equal(decision.facts[0].seat, 0);
}

static void a_game_that_stands_still_uses_no_order_up(void **state)
{
	enum refusal why = ACCEPTED;

	(void)state;
	begin_two(&tablas_plugin_toy, "men=2");
	house_throws(2, 1);
	t.state = TABLE_FROZEN;
	assert_int_equal(answers(0, "play move\nmoves 4:hand-4", &why), ORDER_SILENT);
}

static void what_is_wrong_is_told_before_its_time(void **state)
{
	static const struct {
		const char *text, *member;
		enum refusal refusal;
	} orders[] = {
		{"play move\nmoves 2:hand-2", NULL, ACCEPTED},
		{"play move\nmoves castle", "moves", UNREADABLE_MOVE},
		{"play move\nmoves 2:hand-2\nafter castle", "after", UNREADABLE_MOVE},
		{"play move\nmoves 2:hand-2\ndie 4\ndie 4", NULL, ACCEPTED},
		{"play move\nmoves 2:hand-2\ndie 5", "throw", INVALID_VALUE},
		{"play move\nmoves 2:hand-2\nposition here", "position", INVALID_POSITION},
		{"double\nat_least 4\nat_most 2", "at_most", INVALID_VALUE},
		{"forced", NULL, ACCEPTED},
	};
	struct order o;

	(void)state;
	begin_two(&tablas_plugin_toy, "men=2");
	house_throws(2, 1);
	for (size_t i = 0; i < sizeof(orders) / sizeof(orders[0]); i++) {
		const char *member = NULL, *sentence = NULL;

		assert_int_equal(order_read(t.plugin, orders[i].text, &o), 0);
		if (order_flaw(&t, 0, &o, &member, &sentence) != orders[i].refusal)
			fail_msg("%s", orders[i].text);
		assert_int_equal(member != NULL, orders[i].member != NULL);
		if (member)
			assert_string_equal(member, orders[i].member);
		assert_int_equal(sentence != NULL, member != NULL);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_word_is_read_back),
		cmocka_unit_test(a_text_is_read_as_it_was_written),
		cmocka_unit_test(what_is_no_order_is_not_read),
		cmocka_unit_test(nobody_but_who_is_asked_is_answered_for),
		cmocka_unit_test(a_game_that_stands_still_uses_no_order_up),
		cmocka_unit_test(what_is_wrong_is_told_before_its_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
