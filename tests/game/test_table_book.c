/*
 * The table and its book: facts that cannot be, whole games folded again, and
 * tables that were put away and taken out.
 */
#include "at_table.h"

/* ---- a damaged book
 * ----------------------------------------------------------------------------------- */

static void cannot_be(enum fact_kind kind, unsigned seat, const char *text)
{
	struct fact f = {.kind = (uint16_t)kind, .seat = (uint8_t)seat, .ply = t.ply + 1};
	struct table before;

	table_copy(&before, &t);
	strcpy(f.text, text);
	if (table_apply(&t, &f, &happened) != -1)
		fail_msg("%s %u \"%s\" was taken", fact_word(kind), seat, text);
	assert_int_equal(happened.events_n + happened.transfers_n, 0);
	before.setup.options = t.setup.options;
	assert_memory_equal(&t, &before, offsetof(struct table, outcome));
	assert_memory_equal(t.position, before.position, sizeof(struct toy));
}

static void a_fact_that_cannot_be_is_refused_and_changes_nothing(void **state)
{
	(void)state;
	lay(&tablas_plugin_toy, 2, "");
	cannot_be(FACT_SEATED, 2, "eva");
	cannot_be(FACT_UNSEATED, 0, "");
	cannot_be(FACT_STARTED, TABLAS_NOBODY, "");
	cannot_be(FACT_ROLLED, TABLAS_NOBODY, "1 2");
	cannot_be(FACT_THAWED, TABLAS_NOBODY, "");
	cannot_be(FACT_NONE, 0, "");
	cannot_be(FACT_COUNT, 0, "");
	begin_two(&tablas_plugin_toy, "");
	cannot_be(FACT_CREATED, TABLAS_NOBODY, "");
	cannot_be(FACT_SEATED, 0, "eva");
	cannot_be(FACT_UNSEATED, 0, "");
	cannot_be(FACT_STARTED, TABLAS_NOBODY, "");
	cannot_be(FACT_DECIDED, 0, "3:hand-3");
	cannot_be(FACT_FINISHED, TABLAS_NOBODY, "1 2 finished");
	house_throws(3, 1);
	cannot_be(FACT_ROLLED, TABLAS_NOBODY, "1 2");
	cannot_be(FACT_DECIDED, 0, "");
	cannot_be(FACT_DECIDED, 0, "3:hand-3");
	cannot_be(FACT_DECIDED, 0, "3:hand-3 3:hand-3");
	cannot_be(FACT_DECIDED, 0, "3:hand-3 1:hand-1 1:1-2");
	cannot_be(FACT_DECIDED, 0, "3:hand-3  1:hand-1");
	cannot_be(FACT_DECIDED, 0, "3:hand-3 fish");
	cannot_be(FACT_DECIDED, 1, "3:hand-3 1:hand-1");
	cannot_be(FACT_DECIDED, 9, "3:hand-3 1:hand-1");
	cannot_be(FACT_RESIGNED, 0, "");
	cannot_be(FACT_RESIGNED, 0, "two");
	cannot_be(FACT_RESIGNED, 0, "99999999999");
	cannot_be(FACT_RESIGNED, 0, "7");
	cannot_be(FACT_LEFT, 2, "");
}

static void when_a_leaver_ends_the_game_only_the_end_can_be(void **state)
{
	(void)state;
	begin_two(&toy_bare, "");
	assert_int_equal(resigns(1, 0), ACCEPTED);
	cannot_be(FACT_ROLLED, TABLAS_NOBODY, "3 1");
	cannot_be(FACT_LEFT, 0, "too");
	cannot_be(FACT_FINISHED, TABLAS_NOBODY, "2 1 left");
	house_says(FACT_FINISHED, "1 2 left");
}

static void a_book_with_a_page_missing_is_noticed(void **state)
{
	struct fact f;

	(void)state;
	begin_two(&tablas_plugin_toy, "");
	table_roll(&t, (const uint8_t[]){3, 1}, 2, &f);
	f.ply++;
	assert_int_equal(table_apply(&t, &f, &happened), -1);
	f.ply -= 2;
	assert_int_equal(table_apply(&t, &f, &happened), -1);
}

static void an_end_that_is_another_is_not_believed(void **state)
{
	(void)state;
	begin_two(&tablas_plugin_toy, "men=1");
	house_throws(4, 4);
	assert_int_equal(decides(0, "hand-off"), ACCEPTED);
	cannot_be(FACT_FINISHED, TABLAS_NOBODY, "2 1 finished");
	cannot_be(FACT_FINISHED, TABLAS_NOBODY, "1 2 -");
	cannot_be(FACT_FINISHED, TABLAS_NOBODY, "1 2");
	cannot_be(FACT_LEFT, 1, "too late");
	house_says(FACT_FINISHED, "1 2 finished");
	cannot_be(FACT_FINISHED, TABLAS_NOBODY, "1 2 finished");
	cannot_be(FACT_ABORTED, TABLAS_NOBODY, "");
	cannot_be(FACT_FROZEN, TABLAS_NOBODY, "");
}

/* ---- whole games ------------------------------------------------------------------------ */

static void lay_by_chance(uint32_t *seed)
{
	char options[64];

	snprintf(options, sizeof(options), "men=%u duty=%s antes=%s pot=%s",
		 1 + toy_chance(seed, 4), toy_chance(seed, 2) ? "on" : "off",
		 toy_chance(seed, 2) ? "on" : "off", toy_chance(seed, 2) ? "left" : "winner");
	lay(&tablas_plugin_toy, 2 + toy_chance(seed, 3), options);
	t.auto_forced = toy_chance(seed, 2);
}

static void the_same_facts_make_the_same_table(void **state)
{
	static struct table again;
	static struct happened then;
	uint32_t seed = 5;

	(void)state;
	for (int round = 0; round < 40; round++) {
		int64_t home = 0;

		lay_by_chance(&seed);
		table_init(&again, t.plugin, t.seats, t.options, 2, 100);
		again.auto_forced = t.auto_forced;
		play_by_chance(&seed, 60);
		for (size_t i = 0; i < facts_n; i++) {
			assert_int_equal(table_apply(&again, &facts[i], &then), 0);
			for (size_t k = 0; k < then.transfers_n; k++)
				if (then.transfers[k].kind == TRANSFER_SETTLE)
					home += then.transfers[k].amount;
		}
		assert_int_equal(home, 100 * t.seats);
		assert_string_equal(again.outcome_note, t.outcome_note);
		assert_memory_equal(again.outcome.rank, t.outcome.rank, sizeof(t.outcome.rank));
		assert_memory_equal(again.status, t.status, sizeof(t.status));
		assert_memory_equal(&again.stakes, &t.stakes, sizeof(t.stakes));
		assert_memory_equal(again.position, t.position, sizeof(struct toy));
		assert_int_equal(again.asked, t.asked);
		assert_int_equal(again.decisions, t.decisions);
	}
}

/* As the book keeps it: a few columns and the position's text. */
static void restore(struct table *to, const struct table *from)
{
	char text[TABLAS_TEXT_MAX];
	size_t n = table_write_position(from, text, sizeof(text));

	assert_int_equal(n, strlen(text));
	table_init(to, from->plugin, from->seats, from->options, from->stakes.unit,
		   from->stakes.buy_in);
	to->state = from->state;
	to->auto_forced = from->auto_forced;
	to->ply = from->ply;
	to->asked = from->asked;
	to->decisions = from->decisions;
	memcpy(to->status, from->status, sizeof(to->status));
	memcpy(to->stakes.purse, from->stakes.purse, sizeof(to->stakes.purse));
	memcpy(to->stakes.brought, from->stakes.brought, sizeof(to->stakes.brought));
	to->stakes.pot = from->stakes.pot;
	assert_int_equal(table_restore(to, text), 0);
}

static void assert_same(const struct table *a, const struct table *b)
{
	assert_int_equal(a->state, b->state);
	assert_int_equal(a->ply, b->ply);
	assert_int_equal(a->asked, b->asked);
	assert_memory_equal(a->outcome.rank, b->outcome.rank, sizeof(a->outcome.rank));
	assert_string_equal(a->outcome_note, b->outcome_note);
	assert_memory_equal(&a->stakes, &b->stakes, sizeof(a->stakes));
	assert_memory_equal(a->position, b->position, sizeof(struct toy));
}

static void a_table_out_of_the_book_goes_on_as_if_it_had_never_been_away(void **state)
{
	static struct table kept;
	uint32_t seed = 6;

	(void)state;
	for (int round = 0; round < 10; round++) {
		lay_by_chance(&seed);
		play_by_chance(&seed, 60);
		table_init(&t, t.plugin, t.seats, (int32_t[OPTIONS_MAX]){0}, 2, 100);
		lay_by_chance(&seed);
		play_by_chance(&seed, 60);
		table_copy(&kept, &t);
		table_init(&t, kept.plugin, kept.seats, kept.options, 2, 100);
		t.auto_forced = kept.auto_forced;
		for (size_t i = 0; i < facts_n; i++) {
			static struct table other;

			restore(&other, &t);
			assert_same(&other, &t);
			table_copy(&t, &other);
			apply(&facts[i]);
		}
		assert_same(&t, &kept);
		restore(&t, &kept);
		assert_same(&t, &kept);
		assert_string_equal(t.outcome.note, kept.outcome.note);
	}
}

static void frozen_and_aborted_tables_come_out_of_the_book_too(void **state)
{
	static struct table other;

	(void)state;
	begin_two(&tablas_plugin_toy, "");
	house_throws(3, 1);
	assert_int_equal(wants(COMMAND_FREEZE, TABLAS_NOBODY), ACCEPTED);
	restore(&other, &t);
	assert_same(&other, &t);
	table_copy(&t, &other);
	assert_int_equal(wants(COMMAND_THAW, TABLAS_NOBODY), ACCEPTED);
	assert_int_equal(t.state, TABLE_ACTIVE);
	assert_int_equal(wants(COMMAND_ABORT, TABLAS_NOBODY), ACCEPTED);
	restore(&other, &t);
	assert_same(&other, &t);
	lay(&tablas_plugin_toy, 2, "");
	assert_int_equal(wants(COMMAND_FREEZE, TABLAS_NOBODY), ACCEPTED);
	restore(&other, &t);
	table_copy(&t, &other);
	assert_int_equal(wants(COMMAND_THAW, TABLAS_NOBODY), ACCEPTED);
	assert_int_equal(t.state, TABLE_OPEN);
	assert_int_equal(wants(COMMAND_ABORT, TABLAS_NOBODY), ACCEPTED);
	assert_int_equal(table_write_position(&t, NULL, 0), 0);
	restore(&other, &t);
	assert_int_equal(other.state, TABLE_ABORTED);
}

static void a_position_the_plugin_does_not_read_is_refused(void **state)
{
	(void)state;
	begin_two(&tablas_plugin_toy, "");
	assert_int_equal(table_restore(&t, "not a position"), -1);
	assert_int_equal(table_restore(&t, ""), -1);
	assert_int_equal(table_restore(&t, NULL), -1);
}

static void a_copy_stands_on_its_own(void **state)
{
	static struct table copy;

	(void)state;
	begin_two(&tablas_plugin_toy, "men=1");
	house_throws(4, 4);
	assert_int_equal(decides(0, "hand-off"), ACCEPTED);
	house_says(FACT_FINISHED, "1 2 finished");
	table_copy(&copy, &t);
	memset(&t, 0x55, sizeof(t));
	assert_ptr_equal(copy.setup.options, copy.options);
	assert_int_equal(copy.setup.options[TOY_MEN], 1);
	assert_string_equal(copy.outcome.note, "finished");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_fact_that_cannot_be_is_refused_and_changes_nothing),
		cmocka_unit_test(when_a_leaver_ends_the_game_only_the_end_can_be),
		cmocka_unit_test(a_book_with_a_page_missing_is_noticed),
		cmocka_unit_test(an_end_that_is_another_is_not_believed),
		cmocka_unit_test(the_same_facts_make_the_same_table),
		cmocka_unit_test(a_table_out_of_the_book_goes_on_as_if_it_had_never_been_away),
		cmocka_unit_test(frozen_and_aborted_tables_come_out_of_the_book_too),
		cmocka_unit_test(a_position_the_plugin_does_not_read_is_refused),
		cmocka_unit_test(a_copy_stands_on_its_own),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
