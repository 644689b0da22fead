/*
 * Games as text: what is written is read back to the same table, and what does
 * not agree with the rules is found.
 */
#include "at_record.h"

static void assert_fails(const char *text, const char *why)
{
	assert_int_equal(read_lines(text), -1);
	assert_string_equal(reader.why, why);
}

static const char short_game[] = "# A game of one man.\n"
				 "tablas record 1\n"
				 "game toy rules 3 seats 2\n"
				 "option men 1\n"
				 "\n"
				 "stake 2 100\n"
				 "seat 0 ana\n"
				 "buy_in 0 100\n"
				 "seat 1 bruno de la torre # a long name\n"
				 "  buy_in 1 100  \n"
				 "started\n"
				 "roll 4 1\n"
				 "roll 4 4\n"
				 "decide 0 4:hand-4 4:4-8 4:8-12 4:12-off\n"
				 "pay 1 0 2 borne off\n"
				 "finished 1 2 finished\n"
				 "settle 0 102\n"
				 "settle 1 98\n";

static void a_record_is_played_again(void **state)
{
	(void)state;
	assert_reads(short_game);
	assert_int_equal(reader.table.state, TABLE_OVER);
	assert_string_equal(reader.names[1], "bruno de la torre");
	assert_int_equal(reader.table.outcome.rank[1], 2);
	assert_int_equal(table_chips(&reader.table), 0);
}

static void a_record_may_end_before_the_game(void **state)
{
	char text[sizeof(short_game)];

	(void)state;
	strcpy(text, short_game);
	*strstr(text, "decide") = '\0';
	assert_reads(text);
	assert_true(table_asks(&reader.table, 0));
}

static void a_record_that_ends_before_its_payments_is_incomplete(void **state)
{
	char text[sizeof(short_game)];

	(void)state;
	strcpy(text, short_game);
	*strstr(text, "pay") = '\0';
	assert_fails(text, "line 15: this payment should stand before: pay 1 0 2 borne off");
	strcpy(text, short_game);
	*strstr(text, "settle 1") = '\0';
	assert_fails(text, "line 18: this payment should stand before: settle 1 98");
	assert_fails("tablas record 1\n",
		     "line 2: the record does not say which game it is of");
}

/* The short game with one line in another's place. */
static const char *with(const char *old, const char *new)
{
	static char text[2 * sizeof(short_game)];
	const char *at = strstr(short_game, old);

	assert_non_null(at);
	snprintf(text, sizeof(text), "%.*s%s%s", (int)(at - short_game), short_game, new,
		 at + strlen(old));
	return text;
}

static void what_does_not_agree_with_the_rules_is_found(void **state)
{
	(void)state;
	assert_fails(with("pay 1 0 2 borne off", "pay 1 0 3 borne off"),
		     "line 15: the payment that follows is another: pay 1 0 2 borne off");
	assert_fails(with("pay 1 0 2 borne off\n", ""),
		     "line 15: this payment should stand before: pay 1 0 2 borne off");
	assert_fails(with("started", "started\npay 1 0 2 strike"),
		     "line 12: nobody pays anything here: pay 1 0 2 strike");
	assert_fails(with("roll 4 4", "roll 4 5"),
		     "line 13: by the rules this cannot happen here: 4 5");
	assert_fails(with("4:8-12 4:12-off", "4:8-12"),
		     "line 14: by the rules this cannot happen here: 4:hand-4 4:4-8 4:8-12");
	assert_fails(with("decide 0", "decide 1"),
		     "line 14: by the rules this cannot happen here: "
		     "4:hand-4 4:4-8 4:8-12 4:12-off");
	assert_fails(with("decide 0", "decide 2"),
		     "line 14: no such seat: 4:hand-4 4:4-8 4:8-12 4:12-off");
	assert_fails(with("finished 1 2 finished", "finished 2 1 finished"),
		     "line 16: by the rules this cannot happen here: 2 1 finished");
	assert_fails(with("started", "started now"), "line 11: more than belongs here: now");
	assert_int_equal(read_lines(with("roll 4 4\n", "roll 4 4\nposition 00\n")), -1);
	assert_memory_equal(reader.why, "line 14: the position is another: ", 34);
}

static void heads_that_make_no_sense_are_refused(void **state)
{
	(void)state;
	assert_fails(with("record 1", "record 3"),
		     "line 2: not a record of version 1 or 2: record 3");
	assert_fails(with("game toy", "game chess"), "line 3: no such game is loaded: chess");
	assert_fails(with("rules 3", "rules 1"),
		     "line 3: the game is not played by these rules here: toy");
	assert_fails(with("rules 3", "rules 4"),
		     "line 3: the game is not played by these rules here: toy");
	assert_fails(with("seats 2", "seats 5"),
		     "line 3: expected \"game NAME rules N seats N\"");
	assert_fails(with("seats 2", "seats 2 men"),
		     "line 3: expected \"game NAME rules N seats N\": men");
	assert_fails(with("game toy rules 3 seats 2\n", ""),
		     "line 3: the game must be named first");
	assert_fails(with("game toy rules 3 seats 2\noption men 1\n", ""),
		     "line 5: the record does not say which game it is of");
	assert_fails(with("option men 1", "option men 9"),
		     "line 4: no such option or value: men");
	assert_fails(with("option men 1", "option mice 1"),
		     "line 4: no such option or value: mice");
	assert_fails(with("stake 2 100", "stake 2"), "line 6: expected \"stake UNIT BUY-IN\"");
	assert_fails(with("stake 2 100", "stake 2000000000 100"),
		     "line 6: expected \"stake UNIT BUY-IN\"");
	assert_fails(with("stake 2 100", "stake 2 100 insolvent beg"),
		     "line 6: no such term of a stake: insolvent");
	assert_fails(with("stake 2 100", "stake 2 100 fee 501"),
		     "line 6: no such term of a stake: fee");
	assert_fails(with("stake 2 100", "stake 2 100 credit 5"),
		     "line 6: credit is given where one may owe");
	assert_fails(with("stake 2 100", "stake 2 100 tips"),
		     "line 6: no such term of a stake: tips");
	assert_fails(with("option men 1", "game toy rules 3 seats 2"),
		     "line 4: a record is of one game");
	assert_fails(with("started", "stake 2 100"),
		     "line 11: this belongs in the head: stake");
	assert_fails(with("started", "hello"), "line 11: this belongs in the head: hello");
	assert_fails("hello\n", "line 1: not a line of a record: hello");
	assert_fails("position 00\n", "line 1: there is no position yet");
	assert_fails("pay 0 1 1\n", "line 1: nobody pays anything here: pay 0 1 1");
	assert_fails("started\n", "line 1: the record does not say which game it is of");
}

#define HEX "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"

static const char fair_game[] = "tablas record 2\n"
				"game toy rules 3 seats 2\n"
				"option men 1\n"
				"stake 0 0\n"
				"dice tablas-dice-1 7k3m9qzd2x 2 " HEX "\n"
				"chain 2 " HEX "\n"
				"seat 1 ana\n"
				"contributed 1 23 # #\n"
				"seat 0 bruno\n"
				"started\n"
				"throw 1 d4 4 1\n"
				"roll 4 4\n"
				"decide 0 4:hand-4 4:4-8 4:8-12 4:12-off\n"
				"finished 1 2 finished\n"
				"secret " HEX "\n";

/* The fair game with one line in another's place. */
static const char *fair_with(const char *old, const char *new)
{
	static char text[2 * sizeof(fair_game)];
	const char *at = strstr(fair_game, old);

	assert_non_null(at);
	snprintf(text, sizeof(text), "%.*s%s%s", (int)(at - fair_game), fair_game, new,
		 at + strlen(old));
	return text;
}

static void a_record_says_what_its_dice_are_made_of(void **state)
{
	struct record_dice dice = {.chain = "7k3m9qzd2x", .game = 2, .link = 2};
	struct fact f = {.kind = FACT_ROLLED, .thrown = 17, .sides = 6, .text = "3 1"};
	char lines[512];

	(void)state;
	assert_reads(fair_game);
	assert_int_equal(reader.table.throws, 1);
	assert_true(fair_unhex(HEX, dice.commitment) && fair_unhex(HEX, dice.first));
	record_write_dice(&dice, lines, sizeof(lines));
	assert_string_equal(lines, "dice tablas-dice-1 7k3m9qzd2x 2 " HEX "\nchain 2 " HEX "\n");
	record_write_contributed(1, "#", lines, sizeof(lines));
	assert_string_equal(lines, "contributed 1 23 # #\n");
	record_write_throw(&f, lines, sizeof(lines));
	assert_string_equal(lines, "throw 17 d6 3 1\n");
	record_write_secret(dice.first, lines, sizeof(lines));
	assert_string_equal(lines, "secret " HEX "\n");
}

static void lines_about_dice_that_make_no_sense_are_refused(void **state)
{
	static const char *const wrong[][2] = {
		{"record 2", "record 1"},	     {"tablas-dice-1", "tablas-dice-2"},
		{"tablas-dice-1 7k3m9qzd2x", "x"},   {"7k3m9qzd2x 2 0", "7k3m9qzd2x 0 0"},
		{"chain 2", "chain"},		     {"chain 2 00", "chain 2 0g"},
		{"contributed 1 23", "contributed 1 2"},
		{"contributed 1 23", "contributed 1 0a"},
		{"contributed 1 23", "contributed 0 23"},
		{"contributed 1 23", "contributed 1 2300"},
		{"throw 1 d4", "throw 2 d4"},	     {"throw 1 d4", "throw 1 d6"},
		{"throw 1 d4", "throw 1 4"},	     {"throw 1 d4", "throw d4"},
		{"throw 1 d4", "throw 0 d4"},	     {"secret 00", "secret 0"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++)
		if (read_lines(fair_with(wrong[i][0], wrong[i][1])) == 0)
			fail_msg("nobody minds \"%s\"", wrong[i][1]);
	assert_fails(fair_with("record 2", "record 1"),
		     "line 5: this belongs in records of version 2: dice");
}

static void rules_that_are_still_played_are_read(void **state)
{
	(void)state;
	assert_reads(with("rules 3", "rules 2"));
}

static void a_line_that_is_too_long_is_refused(void **state)
{
	char line[RECORD_LINE_MAX + 2];

	(void)state;
	memset(line, 'x', sizeof(line));
	line[sizeof(line) - 1] = '\0';
	assert_fails(line, "line 1: the line is too long");
}

static void the_head_may_seat_the_players(void **state)
{
	static const char *const names[] = {"ana", NULL, "eva # the third"};
	char text[512];
	size_t n;

	(void)state;
	lay(&tablas_plugin_toy, 3, "men=3 pot=left");
	n = record_write_head(&t, names, text, sizeof(text));
	assert_string_equal(text, "tablas record 1\n"
				  "game toy rules 3 seats 3\n"
				  "option men 3\n"
				  "option pot left\n"
				  "stake 2 100\n"
				  "seat 0 ana\n"
				  "buy_in 0 100\n"
				  "seat 2 eva _ the third\n"
				  "buy_in 2 100\n");
	assert_int_equal(n, strlen(text));
	assert_int_equal(record_write_head(&t, names, NULL, 0), n);
	assert_reads(text);
	assert_int_equal(table_free_seat(&reader.table), 1);
}

static void what_is_written_reads_back_to_the_same_table(void **state)
{
	uint32_t seed = 21;

	(void)state;
	for (int round = 0; round < 15; round++) {
		lay(round % 3 ? &tablas_plugin_toy : &toy_bare, 2 + toy_chance(&seed, 3),
		    round % 2 ? "men=3 antes=on" : "men=2 duty=on pot=left antes=on");
		t.auto_forced = round % 2;
		play_by_chance(&seed, 80);
		write_record(3);
		assert_reads(record);
		assert_int_equal(reader.table.state, TABLE_OVER);
		assert_int_equal(reader.table.decisions, t.decisions);
		assert_memory_equal(reader.table.outcome.rank, t.outcome.rank,
				    sizeof(t.outcome.rank));
		assert_memory_equal(reader.table.position, t.position, sizeof(struct toy));
	}
}

/* Purses that owe, seats that leave for want of chips, fees, forfeits. */
static void terms_of_the_stake_are_written_and_read_back(void **state)
{
	uint32_t seed = 5;
	size_t left = 0, owed = 0, fees = 0;

	(void)state;
	for (int round = 0; round < 30; round++) {
		const struct stakes terms = {.insolvent = (uint8_t)(round % INSOLVENT_COUNT),
					     .credit = 70,
					     .fee = round % 2 ? 125 : 0,
					     .top_ups = round % 4 == 0};

		lay(&tablas_plugin_toy, 2 + toy_chance(&seed, 3), "men=2 duty=on antes=on");
		t.stakes.unit = 60;
		table_stakes(&t, &terms);
		play_by_chance(&seed, 40);
		write_record(5);
		assert_reads(record);
		assert_memory_equal(&reader.table.stakes, &t.stakes, sizeof(t.stakes));
		left += strstr(record, " insolvent\n") != NULL;
		owed += strstr(record, "\ndebt ") != NULL;
		fees += strstr(record, "\nfee ") != NULL;
	}
	assert_true(left && owed && fees);
}

static void chips_that_are_added_stand_in_the_record(void **state)
{
	const char head[] = "tablas record 1\ngame toy rules 3 seats 2\n";
	const char seated[] = "seat 0 ana\nbuy_in 0 9\nseat 1 eva\nbuy_in 1 9\nstarted\n";
	char text[512];

	(void)state;
	snprintf(text, sizeof(text), "%sstake 1 9 top-ups\n%stopped_up 1 4\ntop_up 1 4\n", head,
		 seated);
	assert_reads(text);
	assert_int_equal(reader.table.stakes.purse[1], 13);
	snprintf(text, sizeof(text), "%sstake 1 9 top-ups\n%stopped_up 1 10\n", head, seated);
	assert_fails(text, "line 9: by the rules this cannot happen here: 10");
	snprintf(text, sizeof(text), "%sstake 1 9\n%stopped_up 1 4\n", head, seated);
	assert_fails(text, "line 9: by the rules this cannot happen here: 4");
}

static void games_that_were_aborted_or_frozen_have_records_too(void **state)
{
	char text[1024];

	(void)state;
	begin_two(&tablas_plugin_toy, "");
	facts_n = 0;
	record_n = 0;
	record_write_head(&t, (const char *const[]){"ana", "eva"}, text, sizeof(text));
	add(text);
	add("started\nroll 4 1\n");
	assert_int_equal(wants(COMMAND_FREEZE, TABLAS_NOBODY), ACCEPTED);
	record_write_fact(&t, &decision.facts[0], &happened, true, text, sizeof(text));
	add(text);
	assert_int_equal(wants(COMMAND_THAW, TABLAS_NOBODY), ACCEPTED);
	record_write_fact(&t, &decision.facts[0], &happened, true, text, sizeof(text));
	add(text);
	assert_int_equal(
		want((struct command){.kind = COMMAND_ABORT, .seat = 1, .text = "why"}),
		ACCEPTED);
	record_write_fact(&t, &decision.facts[0], &happened, false, text, sizeof(text));
	assert_string_equal(text, "aborted 1 why\nrefund 0 100\nrefund 1 100\n");
	add(text);
	assert_reads(record);
	assert_int_equal(reader.table.state, TABLE_ABORTED);
}

static void no_line_of_a_record_is_there_for_nothing(void **state)
{
	uint32_t seed = 22;
	size_t lines = 0, noticed = 0;

	(void)state;
	lay(&tablas_plugin_toy, 3, "men=2 antes=on");
	play_by_chance(&seed, 1000);
	write_record(1);
	/* Leave out each line after the head in turn: a position alone is not missed. */
	for (char *at = strstr(record, "started"), *end; *at; at = end + 1) {
		char kept[RECORD_LINE_MAX];
		size_t n;

		end = strchr(at, '\n');
		n = (size_t)(end - at);
		memcpy(kept, at, n);
		memset(at, ' ', n);
		lines += kept[0] != 'p' || kept[1] != 'o';
		if (read_lines(record) != 0)
			noticed++;
		else
			assert_memory_equal(kept, "pos", 3);
		memcpy(at, kept, n);
		if (lines == 60)
			break;
	}
	assert_true(lines > 20);
	assert_int_equal(noticed, lines);
}

static int load(void **state)
{
	(void)state;
	return registry_add(&games, &tablas_plugin_toy) && registry_add(&games, &toy_bare) ? 0
											   : -1;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_record_is_played_again),
		cmocka_unit_test(a_record_may_end_before_the_game),
		cmocka_unit_test(a_record_that_ends_before_its_payments_is_incomplete),
		cmocka_unit_test(what_does_not_agree_with_the_rules_is_found),
		cmocka_unit_test(heads_that_make_no_sense_are_refused),
		cmocka_unit_test(a_record_says_what_its_dice_are_made_of),
		cmocka_unit_test(lines_about_dice_that_make_no_sense_are_refused),
		cmocka_unit_test(rules_that_are_still_played_are_read),
		cmocka_unit_test(a_line_that_is_too_long_is_refused),
		cmocka_unit_test(the_head_may_seat_the_players),
		cmocka_unit_test(what_is_written_reads_back_to_the_same_table),
		cmocka_unit_test(terms_of_the_stake_are_written_and_read_back),
		cmocka_unit_test(chips_that_are_added_stand_in_the_record),
		cmocka_unit_test(games_that_were_aborted_or_frozen_have_records_too),
		cmocka_unit_test(no_line_of_a_record_is_there_for_nothing),
	};

	return cmocka_run_group_tests(tests, load, NULL);
}
