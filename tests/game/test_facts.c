/*
 * Words of facts, and events as text and back.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "game/facts.h"
#include "toy.h"

static const struct tablas_event moved = {.kind = TABLAS_EV_MOVED,
					  .seat = 0,
					  .other = TABLAS_NOBODY,
					  .from = 11,
					  .to = 8,
					  .amount = 3};
static const struct tablas_event struck = {
	.kind = TABLAS_EV_STRUCK, .seat = 0, .other = 1, .from = 1, .to = 8};
static const struct tablas_event stake = {.kind = TABLAS_EV_STAKE,
					  .seat = 1,
					  .other = TABLAS_POT,
					  .from = -1,
					  .to = -1,
					  .amount = 2,
					  .note = "lone man struck"};

static void every_fact_has_a_word_of_its_own(void **state)
{
	(void)state;
	for (int i = 1; i < FACT_COUNT; i++)
		assert_int_equal(fact_named(fact_word((enum fact_kind)i)), i);
	assert_int_equal(fact_named("none"), FACT_NONE);
	assert_string_equal(fact_word(FACT_NONE), "none");
}

static void events_are_written_as_one_line(void **state)
{
	const struct tablas_event events[] = {moved, struck, stake};
	char text[256];
	size_t n = facts_write_events(&tablas_plugin_toy, events, 3, text, sizeof(text));

	(void)state;
	assert_string_equal(text, "moved 0 - 8 5 3;struck 0 1 hand-b 5 0;"
				  "stake 1 pot - - 2 lone man struck");
	assert_int_equal(n, strlen(text));
	assert_int_equal(facts_write_events(&tablas_plugin_toy, events, 3, NULL, 0), n);
	assert_int_equal(facts_write_events(&tablas_plugin_toy, events, 3, text, 10), n);
	assert_string_equal(text, "moved 0 -");
	assert_int_equal(facts_write_events(&tablas_plugin_toy, events, 0, text, 10), 0);
	assert_string_equal(text, "");
}

static void events_read_back_as_they_were_written(void **state)
{
	const struct tablas_event events[] = {moved, struck, stake};
	struct event_words e;
	char text[256];
	const char *line = text;

	(void)state;
	facts_write_events(&tablas_plugin_toy, events, 3, text, sizeof(text));
	assert_int_equal(facts_next_event(&line, &e), 1);
	assert_string_equal(e.kind, "moved");
	assert_string_equal(e.seat, "0");
	assert_string_equal(e.other, "-");
	assert_string_equal(e.from, "8");
	assert_string_equal(e.to, "5");
	assert_int_equal(e.amount, 3);
	assert_string_equal(e.note, "");
	assert_int_equal(facts_next_event(&line, &e), 1);
	assert_string_equal(e.from, "hand-b");
	assert_int_equal(facts_next_event(&line, &e), 1);
	assert_string_equal(e.kind, "stake");
	assert_string_equal(e.other, "pot");
	assert_string_equal(e.note, "lone man struck");
	assert_int_equal(facts_next_event(&line, &e), 0);
	assert_int_equal(facts_next_event(&line, &e), 0);
}

static void an_event_nobody_knows_keeps_its_number(void **state)
{
	struct tablas_event e = {.kind = 77, .seat = 2, .other = 0, .from = -1, .to = 400};
	struct event_words words;
	char text[64];
	const char *line = text;

	(void)state;
	e.amount = INT32_MIN;
	facts_write_events(&tablas_plugin_toy, &e, 1, text, sizeof(text));
	assert_string_equal(text, "77 2 0 - - -2147483648");
	assert_int_equal(facts_next_event(&line, &words), 1);
	assert_int_equal(words.amount, INT32_MIN);
}

static void a_note_cannot_end_its_line(void **state)
{
	struct tablas_event e = stake;
	char text[64];

	(void)state;
	e.note = "a;b\nc";
	facts_write_events(&tablas_plugin_toy, &e, 1, text, sizeof(text));
	assert_string_equal(text, "stake 1 pot - - 2 a,b,c");
}

static void what_is_no_event_is_refused(void **state)
{
	static const char *const bad[] = {"moved",
					  "moved 0 - 8 5",
					  "moved 0 - 8 5 x",
					  "moved 0 - 8 5 99999999999",
					  "moved  0 - 8 5 1",
					  ";moved 0 - 8 5 1",
					  "a-kind-that-is-too-long 0 - 8 5 1"};
	struct event_words words;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		const char *line = bad[i];

		assert_int_equal(facts_next_event(&line, &words), -1);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_fact_has_a_word_of_its_own),
		cmocka_unit_test(events_are_written_as_one_line),
		cmocka_unit_test(events_read_back_as_they_were_written),
		cmocka_unit_test(an_event_nobody_knows_keeps_its_number),
		cmocka_unit_test(a_note_cannot_end_its_line),
		cmocka_unit_test(what_is_no_event_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
