/*
 * test_study.c - games from a position: what is read, what is refused, and that
 * they are replayed from where they began.
 */
#include "at_record.h"

#include "game/study.h"

extern const struct tablas_plugin tablas_plugin_backgammon;

#define BACKGAMMON (&tablas_plugin_backgammon)

static const char ending[] = "white 1:1 off:14 / black 24:1 off:14 / white to roll";

static char why[256];

static int study(const char *text)
{
	lay(BACKGAMMON, 2, "");
	t.stakes.unit = t.stakes.buy_in = 0;
	return study_read(&t, -1, text, why, sizeof(why));
}

static void assert_refused(const char *text, const char *reason)
{
	assert_int_equal(study(text), -1);
	if (!strstr(why, reason))
		fail_msg("\"%s\": %s", text, why);
	assert_false(t.placed);
}

static void begin(void)
{
	struct fact created;

	assert_int_equal(study(ending), 0);
	assert_true(table_created(&t, &created) < sizeof(created.text));
	lay(BACKGAMMON, 2, "");
	t.stakes.unit = t.stakes.buy_in = 0;
	apply(&created);
	assert_int_equal(wants(COMMAND_SIT, 0), ACCEPTED);
	assert_int_equal(wants(COMMAND_SIT, 1), ACCEPTED);
	house_says(FACT_STARTED, "");
}

static void what_cannot_be_read_is_refused(void **state)
{
	(void)state;
	assert_refused("", "at the end: a position begins with \"white\"");
	assert_refused("here", "character 1: a position begins with \"white\"");
}

static void what_cannot_be_is_not_read(void **state)
{
	(void)state;
	assert_refused("white 6:2 off:13 / black 6:2 off:13 / white to roll",
		       "character 26: men of both sides stand on this point");
	assert_refused("white bar:1 6:2 5:2 4:2 3:2 2:2 1:2 off:2 / "
		       "black bar:1 24:2 23:2 22:2 21:2 20:2 19:2 off:2 / white to roll",
		       "both sides are on the bar against six closed points");
}

static void a_plugin_without_reasons_refuses_all_the_same(void **state)
{
	struct tablas_plugin terse = *BACKGAMMON;

	(void)state;
	terse.flaw = NULL;
	lay(&terse, 2, "");
	assert_int_equal(study_read(&t, -1, "here", why, sizeof(why)), -1);
	assert_string_equal(why, "it cannot be read as a position");
}

static void a_foreign_text_is_refused_with_its_reason(void **state)
{
	int gnubg = study_notation(BACKGAMMON, "gnubg");

	(void)state;
	lay(BACKGAMMON, 2, "");
	assert_int_equal(study_read(&t, gnubg, "4HPwATDgc/ABMA", why, sizeof(why)), -1);
	assert_string_equal(why, "this is a Position ID, a colon and a Match ID: 14 and 12 "
				 "characters");
	assert_false(t.placed);
}

static const char *complain(const void *pos)
{
	(void)pos;
	return "the board is upside down";
}

static void what_the_audit_finds_is_the_reason(void **state)
{
	struct tablas_plugin strict = *BACKGAMMON;

	(void)state;
	strict.audit = complain;
	lay(&strict, 2, "");
	assert_int_equal(study_read(&t, -1, ending, why, sizeof(why)), -1);
	assert_string_equal(why, "the board is upside down");
}

static void missing_men_are_counted(void **state)
{
	(void)state;
	assert_refused("white 1:1 off:13 / black 24:1 off:14 / white to roll",
		       "white has 14 pieces in this position, and a game is begun with 15");
	assert_refused("white 1:1 off:14 / black 24:1 / white to roll", "black has 1 pieces");
}

static void a_game_that_is_over_is_not_begun(void **state)
{
	(void)state;
	assert_refused("white off:15 / black 24:1 off:14 / white won a single, borne off",
		       "the game is over");
	assert_refused("white 1:1 off:14 / black 24:1 off:14 / white won a single, resigned",
		       "the game is over");
}

static void a_game_begins_where_it_is_set_up(void **state)
{
	char position[TABLAS_TEXT_MAX + 1];

	(void)state;
	begin();
	assert_int_equal(t.state, TABLE_ACTIVE);
	table_write_position(&t, position, sizeof(position));
	assert_string_equal(position, ending);
	house_throws(3, 1);
	assert_int_equal(decides(0, "1/off"), ACCEPTED);
	house_says(FACT_FINISHED, "1 2 single");
}

static void an_open_table_keeps_its_position_in_the_book(void **state)
{
	char position[TABLAS_TEXT_MAX + 1];

	(void)state;
	assert_int_equal(study(ending), 0);
	assert_int_equal(table_write_position(&t, position, sizeof(position)), strlen(ending));
	lay(BACKGAMMON, 2, "");
	assert_int_equal(table_restore(&t, position), 0);
	assert_true(t.placed);
	assert_int_equal(table_restore(&t, "nonsense"), -1);
}

static void its_record_begins_there(void **state)
{
	char text[1024];

	(void)state;
	registry_add(&games, BACKGAMMON);
	assert_int_equal(study(ending), 0);
	assert_true(record_write_head(&t, NULL, text, sizeof(text)) < sizeof(text));
	assert_non_null(strstr(text, "stake 0 0\nbegin white 1:1 off:14 / black 24:1"));
	strcat(text, "seat 0 ana\nseat 1 ben\nstarted\nroll 3 1\ndecide 0 3:1/off\n"
		     "finished 1 2 single\n");
	assert_reads(text);
	assert_int_equal(reader.table.state, TABLE_OVER);
	memcpy(strstr(text, "begin white"), "begin wight", 11);
	assert_int_equal(read_lines(text), -1);
	assert_non_null(strstr(reader.why, "the position to begin from cannot be read: "
					   "character 1: a position begins with"));
}

static void only_notations_that_are_read_are_found(void **state)
{
	struct tablas_plugin deaf = *BACKGAMMON;

	(void)state;
	assert_int_equal(study_notation(BACKGAMMON, "runes"), -1);
	deaf.read_as = NULL;
	for (size_t i = 0; BACKGAMMON->notations && BACKGAMMON->notations[i]; i++) {
		assert_int_equal(study_notation(BACKGAMMON, BACKGAMMON->notations[i]), (int)i);
		assert_int_equal(study_notation(&deaf, BACKGAMMON->notations[i]), -1);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_cannot_be_read_is_refused),
		cmocka_unit_test(what_cannot_be_is_not_read),
		cmocka_unit_test(a_plugin_without_reasons_refuses_all_the_same),
		cmocka_unit_test(a_foreign_text_is_refused_with_its_reason),
		cmocka_unit_test(what_the_audit_finds_is_the_reason),
		cmocka_unit_test(missing_men_are_counted),
		cmocka_unit_test(a_game_that_is_over_is_not_begun),
		cmocka_unit_test(a_game_begins_where_it_is_set_up),
		cmocka_unit_test(an_open_table_keeps_its_position_in_the_book),
		cmocka_unit_test(its_record_begins_there),
		cmocka_unit_test(only_notations_that_are_read_are_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
