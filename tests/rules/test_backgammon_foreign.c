/*
 * The notations of other programs.  The IDs in the tables were printed or read by
 * GNU Backgammon 1.07; what is expected of them was worked out apart from it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "plugins/backgammon/backgammon.h"
#include "tests/rules/backgammon_table.h"

#define CUBE "cube=on resign_value=offered"
#define OPEN "4HPwATDgc/ABMA"

static const char *flaw(const char *options, unsigned notation, const char *text)
{
	struct bytes p, before;
	const char *why;

	memset(&p, 0x5a, sizeof p);
	before = p;
	why = backgammon_foreign(table_setup(options), notation, text, (void *)&p);
	if (why)
		assert_memory_equal(&p, &before, BYTES);
	assert_int_equal(GAME->read_as(table_setup(options), notation, text, &p), why ? -1 : 0);
	return why;
}

static void the_plugin_names_what_it_speaks(void **state)
{
	(void)state;
	assert_string_equal(GAME->notations[BACKGAMMON_XGID], "xgid");
	assert_string_equal(GAME->notations[BACKGAMMON_GNUBG], "gnubg");
	assert_string_equal(GAME->notations[BACKGAMMON_GNUBG_POSITION], "gnubg-position");
	assert_null(GAME->notations[3]);
}

static void position_ids_are_read_and_written(void **state)
{
	static const struct {
		const char *id, *position;
	} rows[] = {
		{OPEN, START " / white to roll"},
		{"4Dl4ADbgOXgANg", "white 24:2 23:2 13:4 8:3 6:4 / black 1:2 2:2 12:4 17:3 19:4 / "
				   "white to roll"},
		{"27Y5AADgc/ABYA", "white bar:2 13:5 8:3 6:5 / black 17:3 19:2 20:2 21:2 22:2 "
				   "23:2 24:2 / white to roll"},
		{"AQAAAAAAAAAAAA",
		 "white off:15 / black 24:1 off:14 / white won a single, borne off"},
		{"8N4ZAAbg/xMAIA", "white 24:1 8:1 6:13 / black 4:2 16:2 18:3 19:4 20:4 / white to "
				   "roll"}};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct bytes p = table_from(table_setup(""), BACKGAMMON_GNUBG_POSITION, rows[i].id);

		assert_string_equal(table_written(&p), rows[i].position);
		assert_string_equal(table_as(&p, BACKGAMMON_GNUBG_POSITION), rows[i].id);
	}
}

static void the_side_on_roll_comes_second_in_a_position_id(void **state)
{
	struct bytes p = table_read(table_setup(""), "white bar:2 13:5 8:3 6:5 / black 17:3 19:2 "
						     "20:2 21:2 22:2 23:2 24:2 / black to roll");

	(void)state;
	assert_string_equal(table_as(&p, BACKGAMMON_GNUBG_POSITION), "4HPwAWDbtjkAAA");
}

static void match_ids_are_read(void **state)
{
	static const struct {
		const char *id;
		struct backgammon_report told;
	} rows[] = {
		{"cAkAAAAAAAAA", {.owner = TABLAS_NOBODY, .jacoby = 1}},
		{"cAkAAAAAAAAE", {.owner = TABLAS_NOBODY}},
		{"QYkqASAAIAAA",
		 {.cube = 1, .owner = 1, .dice = {5, 2}, .length = 9, .score = {4, 2}, .jacoby = 1}},
		{"8ImlAEAAEAAA",
		 {.owner = TABLAS_NOBODY,
		  .dice = {3, 1},
		  .length = 5,
		  .score = {2, 4},
		  .crawford = 1,
		  .jacoby = 1}},
		{"cBHgAAAAAAAA",
		 {.owner = TABLAS_NOBODY, .offered = 1, .length = 7, .jacoby = 1}},
		{"cEHgAAAAAAAA",
		 {.owner = TABLAS_NOBODY, .resigned = 2, .length = 7, .jacoby = 1}},
		{"AYHqAAAAAAAE", {.cube = 1, .owner = 1, .turn = 1, .dice = {5, 2}, .length = 7}},
		{"8InlAEAAMAAE",
		 {.owner = TABLAS_NOBODY,
		  .dice = {3, 1},
		  .length = 7,
		  .score = {6, 4},
		  .crawford = 1}},
		{"cAkHAAAAAAAA", {.owner = TABLAS_NOBODY, .dice = {6, 1}, .jacoby = 1}}};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct backgammon_report *want = &rows[i].told;
		struct backgammon_report r = {.owner = TABLAS_NOBODY};
		char again[13];

		assert_null(backgammon_match_id(rows[i].id, &r));
		assert_int_equal(r.cube, want->cube);
		assert_int_equal(r.owner, want->owner);
		assert_int_equal(r.turn, want->turn);
		assert_memory_equal(r.dice, want->dice, 2);
		assert_int_equal(r.offered, want->offered);
		assert_int_equal(r.resigned, want->resigned);
		assert_int_equal(r.crawford, want->crawford);
		assert_int_equal(r.jacoby, want->jacoby);
		assert_int_equal(r.length, want->length);
		assert_int_equal(r.score[0], want->score[0]);
		assert_int_equal(r.score[1], want->score[1]);
		assert_int_equal(r.over, 0);
		backgammon_match_id_write(&r, again);
		assert_string_equal(again, rows[i].id);
	}
}

static void a_pair_of_ids_is_a_position(void **state)
{
	static const struct {
		const char *pair, *rest;
	} rows[] = {{OPEN ":cAkAAAAAAAAA", " / white to double or roll"},
		    {OPEN ":cAkAAAAAAAAE", " / white to double or roll"},
		    {"cAkAAAAAAAAE:" OPEN, " / white to double or roll"},
		    {OPEN ":QYkqASAAIAAA", " / white to move 52 left 52 / cube 2 black 1"},
		    {OPEN ":8ImlAEAAEAAA", " / white to move 31 left 31"},
		    {OPEN ":cBHgAAAAAAAA", " / white doubles"},
		    {OPEN ":cEHgAAAAAAAA", " / white to double or roll / white offers 2"},
		    {OPEN ":AYHqAAAAAAAE", " / black to move 52 left 52 / cube 2 black 1"}};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct bytes p = table_from(table_setup(CUBE), BACKGAMMON_GNUBG, rows[i].pair);
		char want[TABLAS_TEXT_MAX];

		snprintf(want, sizeof want, START "%s", rows[i].rest);
		assert_string_equal(table_written(&p), want);
	}
}

static void xgids_are_read_and_written(void **state)
{
	static const struct {
		const char *xgid, *options;
		int length, white, black;
		const char *position, *gnubg;
	} rows[] = {
		{"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", "cube=on max_cube=1024", 0,
		 0, 0, START " / white to double or roll", OPEN ":cAkAAAAAAAAE"},
		{"XGID=--A-bBBBB--BbB-----dbbc-B-:0:0:1:31:6:4:1:7:10", "cube=on max_cube=1024", 7,
		 6, 4,
		 "white 24:2 13:2 11:2 8:2 7:2 6:2 5:2 2:1 / black 4:2 12:2 19:4 20:2 21:2 22:3 / "
		 "white to move 31 left 31",
		 "3PaAAQZi25gBMA:8InlAEAAMAAE"},
		{"XGID=-aa---EBB---dDa--c-e----B-:0:0:1:16:0:0:3:0:8",
		 "cube=on max_cube=256 jacoby=on beaver=on", 0, 0, 0,
		 "white 24:2 13:4 8:2 7:2 6:5 / black 1:1 2:1 12:4 14:1 17:3 19:5 / "
		 "white to move 16 left 16",
		 "4HPkASjg2+ABMA:cAkHAAAAAAAA"},
		{"XGID=-b----E-C---eE---c-e----B-:1:-1:-1:52:0:0:0:7:10", "cube=on max_cube=1024",
		 7, 0, 0, START " / black to move 52 left 52 / cube 2 black 1",
		 OPEN ":AYHqAAAAAAAE"},
		{"XGID=-b----E-C---eE---c-e----B-:0:0:-1:D:2:0:0:9:6", "cube=on", 9, 2, 0,
		 START " / black doubles", OPEN ":MBkgAQAAEAAE"},
		{"XGID=-b----E-C---eE---c-e----B-:1:1:1:B:0:0:2:0:6", "cube=on beaver=on", 0, 0, 0,
		 START " / white is beavered / cube 2 white 1", OPEN ":QhkAAAAAAAAE"},
		{"XGID=-b----E-C---eE---c-e----B-:0:0:1:R:0:0:2:0:6",
		 "cube=on beaver=on raccoon=on", 0, 0, 0, START " / white raccoons",
		 OPEN ":QhEAAAAAAAAE"}};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct tablas_setup *setup = table_match(
			rows[i].options, (uint32_t)rows[i].length, rows[i].white, rows[i].black);
		struct bytes p = table_from(setup, BACKGAMMON_XGID, rows[i].xgid);

		assert_string_equal(table_written(&p), rows[i].position);
		assert_string_equal(table_as(&p, BACKGAMMON_XGID), rows[i].xgid);
		assert_string_equal(table_as(&p, BACKGAMMON_GNUBG), rows[i].gnubg);
	}
}

/* Offers as GNU Backgammon itself printed them, player 1 doubling first. */
static void offers_of_the_cube_are_told_as_gnu_backgammon_tells_them(void **state)
{
	static const char *const rows[][2] = {{"cBEAAAAAAAAA", " / white doubles"},
					      {"QRkAAAAAAAAA", " / white is beavered"},
					      {"QhEAAAAAAAAA", " / white raccoons"}};

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		const struct tablas_setup *setup =
			table_setup("cube=on jacoby=on beaver=on raccoon=on");
		char pair[64], want[TABLAS_TEXT_MAX];
		struct bytes p;

		snprintf(pair, sizeof pair, OPEN ":%s", rows[i][0]);
		snprintf(want, sizeof want, START "%s", rows[i][1]);
		p = table_from(setup, BACKGAMMON_GNUBG, pair);
		assert_string_equal(table_written(&p), want);
		assert_string_equal(table_as(&p, BACKGAMMON_GNUBG), pair);
	}
}

static void a_resignation_is_told_by_who_must_answer(void **state)
{
	/* Printed by GNU Backgammon: player 0 on roll, cube at 2 is player 1's. */
	struct bytes p = table_from(table_setup(CUBE), BACKGAMMON_GNUBG, "4HPkASjg2+ABMA:EUkAAAAAAAAA");

	(void)state;
	assert_string_equal(table_written(&p),
			    "white 24:1 23:1 13:4 11:1 8:3 6:5 / black 1:2 12:4 17:2 18:2 19:5 / "
			    "black to roll / cube 2 white 1 / black offers 2");
}

static void what_people_paste_around_an_xgid_does_no_harm(void **state)
{
	static const char *const rows[] = {
		"-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",
		"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10\r\n",
		"  Is this right? XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10 "};

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		struct bytes p = table_from(table_setup(""), BACKGAMMON_XGID, rows[i]);

		assert_string_equal(table_written(&p), START " / white to move 31 left 31");
	}
}

/* In a match or not, with or without Jacoby: the table's word holds, not the text's. */
static void the_rules_of_the_table_hold(void **state)
{
	struct bytes p = table_from(table_setup("cube=on"), BACKGAMMON_XGID,
			      "-b----E-C---eE---c-e----B-:0:0:1:00:6:4:1:7:10");

	(void)state;
	assert_string_equal(table_written(&p), START " / white to double or roll");
	assert_string_equal(table_as(&p, BACKGAMMON_XGID),
			    "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:6");
}

#define BOARD "-b----E-C---eE---c-e----B-"
#define X(rest) BACKGAMMON_XGID, BOARD rest
#define P	BACKGAMMON_GNUBG_POSITION
#define M(id)	BACKGAMMON_GNUBG, OPEN ":" id

static void every_flaw_has_its_sentence(void **state)
{
	static const struct {
		unsigned notation;
		const char *text, *flaw;
	} rows[] = {
		{P, "", "a Position ID has 14 characters"},
		{P, "4HPwATDgc/ABM", "a Position ID has 14 characters"},
		{P, "4HPwATDgc/ABMAA", "a Position ID has 14 characters"},
		{P, "4HPwATDgc-ABMA",
		 "a character that no such ID has: they are A-Z a-z 0-9 + /"},
		{P, "4HPwATDgc/ABM=",
		 "a character that no such ID has: they are A-Z a-z 0-9 + /"},
		{P, "4HPwATDgc/ABMB", "the last character tells more than such an ID holds"},
		{P, "//8AAAAAAAAAAA", "a side has more than 15 men"},
		{P, "AAAAAAAAAAAAAA", "neither side has a man on the board"},
		{P, "AAAAAAAAAAAAgA", "more points are told of than a board has"},
		{P, "AQAAAAAAAgAAAA", "men of both sides stand on one point"},
		{P, "////////////fw", "a side has more than 15 men"},
		{BACKGAMMON_GNUBG, OPEN,
		 "this is a Position ID, a colon and a Match ID: 14 and 12 characters"},
		{BACKGAMMON_GNUBG, "cAkAAAAAAAAA",
		 "a Match ID tells nothing of the men: a Position ID and a colon stand before it"},
		{M("cAkAAAAAAAA"), "a Position ID has 14 characters and a Match ID 12"},
		{BACKGAMMON_GNUBG, OPEN "A:cAkAAAAAAAA",
		 "a Position ID has 14 characters and a Match ID 12"},
		{M("cAkAAAAAAAA!"), "a character that no such ID has: they are A-Z a-z 0-9 + /"},
		{M("AcNkABAAIAAE"), "a score is higher than the match is long"},
		{M("cIgUAAAAAAAA"), "no game is in progress"},
		{M("cA0AAAAAAAAA"), "there is no such state of a game"},
		{M("cAsAAAAAAAAA"),
		 "the game is over, but nobody has borne off, and who won is not said"},
		{M("cAEAAAAAAAAA"),
		 "one side is on roll and the other is to decide, but nothing is offered"},
		{M("cIkBAAAAAAAA"), "only one die is thrown"},
		{M("cIkHAAAAAAAA"), "a die shows seven"},
		{M("cAkAAAAAAAAI"), "bits are set that mean nothing in a Match ID"},
		{M("8AkAAAAAAAAA"), "a Crawford game without a match"},
		{M("8AngAAAAAAAA"), "a Crawford game, and nobody lacks a single point"},
		{M("cAngAAAAOAAA"), "at this score the match is over"},
		{M("8BHgAGAAAAAA"), "the Crawford game has no cube"},
		{M("0QngAGAAAAAA"), "the Crawford game has no cube"},
		{M("cFEAAAAAAAAA"), "a resignation while the cube is offered"},
		{M("cBkAAAAAAAAA"), "a beaver or raccoon, and the cube was never taken"},
		{M("QAkAAAAAAAAA"), "a cube that was never turned belongs to nobody"},
		{M("cJEFAAAAAAAA"), "a double is offered after the throw"},
		{M("QREAAAAAAAAA"), "the cube belongs to the side that is doubled"},
		{X(":0:0:1:70:0:0:0:0:10"), "a die shows one to six"},
		{X(":0:0:1:30:0:0:0:0:10"), "only one die is thrown"},
		{X(":0:0:1:X:0:0:0:0:10"), "the dice are two numbers, or D, B or R"},
		{X(":0:0:1:311:0:0:0:0:10"), "the dice are two numbers, or D, B or R"},
		{X(":0:0:1::0:0:0:0:10"), "the dice are two numbers, or D, B or R"},
		{X(":0:0:1:31:0:0:0:0"), "an XGID has ten parts, this has fewer"},
		{X(":0:0:1:31:0:0:0:0:10:0"), "an XGID has ten parts, this has more"},
		{BACKGAMMON_XGID, "", "an XGID has ten parts, this has fewer"},
		{BACKGAMMON_XGID, "-b----E-C---eE---c-e----B:0:0:1:31:0:0:0:0:10",
		 "the board of an XGID has 26 characters"},
		{BACKGAMMON_XGID, "-b----E-C---eE---c-e----B--:0:0:1:31:0:0:0:0:10",
		 "the board of an XGID has 26 characters"},
		{BACKGAMMON_XGID, "-b----E-C---eE---c-e---.B-:0:0:1:31:0:0:0:0:10",
		 "the board has a character other than A-P, a-p and -"},
		{BACKGAMMON_XGID, "Ab----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",
		 "a man stands on the other side's bar"},
		{BACKGAMMON_XGID, "-b----E-C---eE---c-e----Ba:0:0:1:31:0:0:0:0:10",
		 "a man stands on the other side's bar"},
		{BACKGAMMON_XGID, "-b----E-C---eE---c-e----C-:0:0:1:31:0:0:0:0:10",
		 "a side has more than 15 men"},
		{BACKGAMMON_XGID, "bBBBBBB------------bbbbbbA:0:0:1:00:0:0:0:0:10",
		 "both sides are on the bar against six closed points"},
		{BACKGAMMON_XGID, "-------------------bbbbbbA:0:0:1:31:0:0:0:0:10",
		 "nobody can move by this throw: give the position after it"},
		{BACKGAMMON_XGID, "-A------------------------:0:0:1:31:0:0:0:0:10",
		 "a side has borne off all its men, and the game is said to go on"},
		{X(":25:0:1:31:0:0:0:0:10"), "the cube is the power of two it shows, 0 to 24"},
		{X(":x:0:1:31:0:0:0:0:10"), "the cube is the power of two it shows, 0 to 24"},
		{X(":1:2:1:31:0:0:0:0:10"),
		 "the cube is owned by 1 (bottom), -1 (top) or 0 (nobody)"},
		{X(":0:1:1:31:0:0:0:0:10"), "a cube that was never turned belongs to nobody"},
		{X(":0:0:0:31:0:0:0:0:10"), "the turn is 1 (bottom) or -1 (top)"},
		{X(":1:-1:1:D:0:0:0:0:10"), "the cube belongs to the other seat"},
		{X(":0:0:1:B:0:0:2:0:10"), "a beaver that is not allowed"},
		{X(":0:0:1:31:-1:0:0:0:10"), "a score is a whole number"},
		{X(":0:0:1:31:0::0:0:10"), "a score is a whole number"},
		{X(":0:0:1:31:8:0:0:7:10"), "a score is higher than the match is long"},
		{X(":0:0:1:31:0:7:0:7:10"), "at this score the match is over"},
		{X(":0:0:1:31:0:5:1:7:10"), "a Crawford game, and nobody lacks a single point"},
		{X(":0:0:1:31:0:6:2:7:10"),
		 "in a match the rule is 1 in the Crawford game and otherwise 0"},
		{X(":0:0:1:31:0:0:4:0:10"), "in money play the rule is 0 to 3: Jacoby 1, beavers 2"},
		{X(":0:0:1:31:0:0:0:-7:10"), "the length of a match is a whole number, 0 for money"},
		{X(":0:0:1:31:0:0:0:0:99"), "the highest cube is the power of two it may reach"},
		{3, OPEN, "there is no such notation"}};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *why = flaw(CUBE, rows[i].notation, rows[i].text);

		if (!why || strcmp(why, rows[i].flaw))
			fail_msg("%s: %s", rows[i].text, why ? why : "read");
	}
}

static void options_refuse_what_they_forbid(void **state)
{
	(void)state;
	assert_string_equal(flaw("", X(":0:0:1:D:0:0:0:0:10")),
			    "this game is played without a cube");
	assert_non_null(flaw("", M("cEEAAAAAAAAA")));
	assert_string_equal(flaw("variant=hypergammon", P, OPEN),
			    "a side has more men than there are");
}

static void what_cannot_be_told_is_not_written(void **state)
{
	struct bytes p = table_fresh(""), half = table_thrown(START, "white", 3, 1);
	char none[4] = "...";

	(void)state;
	table_play(&half, 0, "8/5");
	assert_int_equal(GAME->write_as(&p, BACKGAMMON_XGID, none, sizeof none), 0);
	assert_string_equal(none, "");
	assert_int_equal(GAME->write_as(&p, BACKGAMMON_GNUBG, NULL, 0), 0);
	assert_int_equal(GAME->write_as(&p, BACKGAMMON_GNUBG_POSITION, NULL, 0), 14);
	assert_int_equal(GAME->write_as(&half, BACKGAMMON_XGID, NULL, 0), 0);
	assert_int_equal(GAME->write_as(&half, BACKGAMMON_GNUBG, NULL, 0), 0);
	assert_int_equal(GAME->write_as(&half, BACKGAMMON_GNUBG_POSITION, NULL, 0), 14);
	assert_int_equal(GAME->write_as(&half, 3, NULL, 0), 0);
}

static void a_writer_keeps_within_its_room(void **state)
{
	struct bytes p = table_thrown(START, "white", 3, 1);
	char whole[128], part[128];

	(void)state;
	for (unsigned notation = 0; notation < 3; notation++) {
		size_t n = GAME->write_as(&p, notation, whole, sizeof whole);

		for (size_t cap = 1; cap <= n; cap++) {
			memset(part, '#', sizeof part);
			assert_int_equal(GAME->write_as(&p, notation, part, cap), n);
			assert_memory_equal(part, whole, cap - 1);
			assert_int_equal(part[cap - 1], '\0');
			assert_int_equal(part[cap], '#');
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_plugin_names_what_it_speaks),
		cmocka_unit_test(position_ids_are_read_and_written),
		cmocka_unit_test(the_side_on_roll_comes_second_in_a_position_id),
		cmocka_unit_test(match_ids_are_read),
		cmocka_unit_test(a_pair_of_ids_is_a_position),
		cmocka_unit_test(xgids_are_read_and_written),
		cmocka_unit_test(offers_of_the_cube_are_told_as_gnu_backgammon_tells_them),
		cmocka_unit_test(a_resignation_is_told_by_who_must_answer),
		cmocka_unit_test(what_people_paste_around_an_xgid_does_no_harm),
		cmocka_unit_test(the_rules_of_the_table_hold),
		cmocka_unit_test(every_flaw_has_its_sentence),
		cmocka_unit_test(options_refuse_what_they_forbid),
		cmocka_unit_test(what_cannot_be_told_is_not_written),
		cmocka_unit_test(a_writer_keeps_within_its_room),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
