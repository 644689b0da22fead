/*
 * test_notations.c - the notations of other programs over HTTP: games laid from
 * them, told in them again, and refused with the reason where they are flawed.
 *
 * The IDs were printed or read by GNU Backgammon 1.07; which of them it takes,
 * and what each flaw is, was worked out apart from it.
 */
#include "tablasd/plugin.h"
#include "tests/api/club.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define START "white 24:2 13:5 8:3 6:5 / black 1:2 12:5 17:3 19:5"
#define OPEN  "4HPwATDgc/ABMA"
#define BOARD "-b----E-C---eE---c-e----B-"
#define CUBE  "\"cube\": true, \"resign_value\": \"offered\""

static int setup(void **state)
{
	(void)state;
	club_open(NULL);
	return 0;
}

static struct answer lay(const char *ruleset, const char *options, const char *notation,
			 const char *text)
{
	return club_post(club.ana, "/v1/games",
			 "{\"ruleset\": \"%s\", \"options\": {%s}, \"position\": "
			 "{\"notation\": %s%s%s, \"text\": \"%s\"}}",
			 ruleset, options, notation ? "\"" : "", notation ? notation : "null",
			 notation ? "\"" : "", text);
}

/* Lays it, and asks for it as it is told now: the caller looks at the answer. */
static struct answer told(const char *options, const char *notation, const char *text)
{
	struct answer a = lay("backgammon", options, notation, text);

	if (a.status != 201)
		fail_msg("%s: %s", text, a.body);
	snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "id"));
	answer_fini(&a);
	a = club_get(club.ben, "%s", club_path("/position"));
	answer_expect(&a, 200);
	return a;
}

static void assert_told(const struct answer *a, const char *at, const char *want)
{
	if (want)
		assert_string_equal(answer_string(a, at), want);
	else
		assert_true(json_is_null(answer_at(a, at)));
}

/* Money games: what the text says of a match is read, and the table has none. */
static void games_are_laid_from_the_ids_of_gnu_backgammon(void **state)
{
	static const struct {
		const char *pair, *rest, *again;
	} rows[] = {
		{OPEN ":cAkAAAAAAAAA", " / white to double or roll", OPEN ":cAkAAAAAAAAE"},
		{OPEN ":cAkAAAAAAAAE", " / white to double or roll", OPEN ":cAkAAAAAAAAE"},
		{"cAkAAAAAAAAE:" OPEN, " / white to double or roll", OPEN ":cAkAAAAAAAAE"},
		{OPEN ":QYkqASAAIAAA", " / white to move 52 left 52 / cube 2 black 1",
		 OPEN ":QYkKAAAAAAAE"},
		{OPEN ":8ImlAEAAEAAA", " / white to move 31 left 31", OPEN ":cIkFAAAAAAAE"},
		{OPEN ":cBHgAAAAAAAA", " / white doubles", OPEN ":cBEAAAAAAAAE"},
		{OPEN ":cEHgAAAAAAAA", " / white to double or roll / white offers 2",
		 OPEN ":cEEAAAAAAAAE"}};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct answer a = told(CUBE, "gnubg", rows[i].pair);
		char want[TABLAS_TEXT_MAX];

		snprintf(want, sizeof want, START "%s", rows[i].rest);
		assert_told(&a, "position.text", want);
		assert_told(&a, "notations.gnubg", rows[i].again);
		assert_told(&a, "notations.gnubg-position", OPEN);
		answer_fini(&a);
	}
}

static void games_are_laid_from_position_ids(void **state)
{
	static const struct {
		const char *id, *position;
	} rows[] = {
		{OPEN, START " / white to roll"},
		{"4Dl4ADbgOXgANg", "white 24:2 23:2 13:4 8:3 6:4 / black 1:2 2:2 12:4 17:3 19:4 / "
				   "white to roll"},
		{"27Y5AADgc/ABYA", "white bar:2 13:5 8:3 6:5 / black 17:3 19:2 20:2 21:2 22:2 23:2 "
				   "24:2 / white to roll"},
		{"8N4ZAAbg/xMAIA",
		 "white 24:1 8:1 6:13 / black 4:2 16:2 18:3 19:4 20:4 / white to roll"}};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct answer a = told("", "gnubg-position", rows[i].id);

		assert_told(&a, "position.text", rows[i].position);
		assert_told(&a, "notations.gnubg-position", rows[i].id);
		answer_fini(&a);
	}
}

static void games_are_laid_from_xgids(void **state)
{
	static const struct {
		const char *options, *xgid, *position, *again, *gnubg;
	} rows[] = {
		{"\"cube\": true, \"max_cube\": 1024", "XGID=" BOARD ":0:0:1:00:0:0:0:0:10",
		 START " / white to double or roll", "XGID=" BOARD ":0:0:1:00:0:0:0:0:10",
		 OPEN ":cAkAAAAAAAAE"},
		{"\"cube\": true", "XGID=--A-bBBBB--BbB-----dbbc-B-:0:0:1:31:6:4:1:7:10",
		 "white 24:2 13:2 11:2 8:2 7:2 6:2 5:2 2:1 / black 4:2 12:2 19:4 20:2 21:2 22:3 / "
		 "white to move 31 left 31",
		 "XGID=--A-bBBBB--BbB-----dbbc-B-:0:0:1:31:0:0:0:0:6",
		 "3PaAAQZi25gBMA:cIkFAAAAAAAE"},
		{"\"cube\": true, \"jacoby\": true, \"beaver\": true",
		 "XGID=-aa---EBB---dDa--c-e----B-:0:0:1:16:0:0:3:0:8",
		 "white 24:2 13:4 8:2 7:2 6:5 / black 1:1 2:1 12:4 14:1 17:3 19:5 / "
		 "white to move 16 left 16",
		 "XGID=-aa---EBB---dDa--c-e----B-:0:0:1:16:0:0:3:0:6",
		 "4HPkASjg2+ABMA:cAkHAAAAAAAA"},
		{"\"cube\": true", "XGID=" BOARD ":1:-1:-1:52:0:0:0:7:10",
		 START " / black to move 52 left 52 / cube 2 black 1",
		 "XGID=" BOARD ":1:-1:-1:52:0:0:0:0:6", OPEN ":AYEKAAAAAAAE"}};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct answer a = told(rows[i].options, "xgid", rows[i].xgid);

		assert_told(&a, "position.text", rows[i].position);
		assert_told(&a, "notations.xgid", rows[i].again);
		assert_told(&a, "notations.gnubg", rows[i].gnubg);
		answer_fini(&a);
	}
}

static void what_a_notation_has_no_words_for_is_null(void **state)
{
	struct answer a;

	(void)state;
	a = told("", NULL, START " / white to move 31 left 1");
	assert_told(&a, "notations.xgid", NULL);
	assert_told(&a, "notations.gnubg", NULL);
	assert_told(&a, "notations.gnubg-position", OPEN);
	answer_fini(&a);
	a = club_post(club.ana, "/v1/games", "{\"ruleset\": \"backgammon\"}");
	answer_expect(&a, 201);
	snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "id"));
	answer_fini(&a);
	a = club_get(club.ben, "%s", club_path("/position"));
	answer_expect(&a, 200);
	assert_told(&a, "position", NULL);
	assert_told(&a, "notations.gnubg-position", NULL);
	answer_fini(&a);
}

static void rulesets_without_foreign_notations_tell_their_own(void **state)
{
	struct answer a;

	(void)state;
	club_lay("quinze-tablas", 2);
	a = club_get(club.ana, "%s", club_path("/position"));
	answer_expect(&a, 200);
	assert_non_null(strstr(answer_string(&a, "position.text"), "white "));
	assert_int_equal(json_object_size(answer_at(&a, "notations")), 0);
	answer_fini(&a);
}

static void refused(const char *ruleset, const char *options, const char *notation,
		    const char *text, const char *reason)
{
	struct answer a = lay(ruleset, options, notation, text);

	answer_expect_problem(&a, 422, "invalid-position");
	assert_string_equal(answer_string(&a, "pointer"), "/position");
	if (strcmp(answer_string(&a, "detail"), reason) != 0)
		fail_msg("\"%s\": %s", text, answer_string(&a, "detail"));
	answer_fini(&a);
}

static size_t games_laid(void)
{
	struct answer a = club_get(club.ana, "/v1/games?limit=200");
	size_t n = json_array_size(answer_at(&a, "games"));

	answer_expect(&a, 200);
	answer_fini(&a);
	return n;
}

static void flawed_ids_of_gnu_backgammon_are_refused_with_the_reason(void **state)
{
	static const char odd[] = "A character that no such ID has: they are A-Z a-z 0-9 + /.";
	static const struct {
		const char *notation, *text, *reason;
	} rows[] = {
		{"gnubg-position", "4HPwATDgc/ABM", "A Position ID has 14 characters."},
		{"gnubg-position", "4HPwATDgc-ABMA", odd},
		{"gnubg-position", "//8AAAAAAAAAAA", "A side has more than 15 men."},
		{"gnubg-position", "AQAAAAAAAgAAAA", "Men of both sides stand on one point."},
		{"gnubg-position", "AAAAAAAAAAAAgA", "More points are told of than a board has."},
		{"gnubg-position", "27YBANC2bQAABA",
		 "Both sides are on the bar against six closed points."},
		{"gnubg-position", "AQAAAAAAAAAAAA", "In this position the game is over."},
		{"gnubg", OPEN,
		 "This is a Position ID, a colon and a Match ID: 14 and 12 characters."},
		{"gnubg", "cAkAAAAAAAAA",
		 "A Match ID tells nothing of the men: a Position ID and a colon stand before it."},
		{"gnubg", OPEN ":AcNkABAAIAAE", "A score is higher than the match is long."},
		{"gnubg", OPEN ":cIgUAAAAAAAA", "No game is in progress."},
		{"gnubg", OPEN ":cIkHAAAAAAAA", "A die shows seven."},
		{"gnubg", OPEN ":8AkAAAAAAAAA", "A Crawford game without a match."},
		{"gnubg", OPEN ":cAkAAAAAAAAI", "Bits are set that mean nothing in a Match ID."}};
	size_t before = games_laid();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		refused("backgammon", CUBE, rows[i].notation, rows[i].text, rows[i].reason);
	assert_int_equal(games_laid(), before);
}

static void flawed_xgids_are_refused_with_the_reason(void **state)
{
	static const char *const rows[][2] = {
		{BOARD ":0:0:1:70:0:0:0:0:10", "A die shows one to six."},
		{"-b----E-C---eE---c-e----B:0:0:1:31:0:0:0:0:10",
		 "The board of an XGID has 26 characters."},
		{BOARD ":0:0:1:31:0:0:0:0", "An XGID has ten parts, this has fewer."},
		{"-b----E-C---eE---c-e----C-:0:0:1:31:0:0:0:0:10", "A side has more than 15 men."},
		{"bBBBBBB------------bbbbbbA:0:0:1:00:0:0:0:0:10",
		 "Both sides are on the bar against six closed points."},
		{BOARD ":0:0:0:31:0:0:0:0:10", "The turn is 1 (bottom) or -1 (top)."},
		{BOARD ":0:0:1:D:0:0:0:0:10", "This game is played without a cube."},
		{BOARD ":0:0:1:31:8:0:0:7:10", "A score is higher than the match is long."}};
	size_t before = games_laid();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		refused("backgammon", "", "xgid", rows[i][0], rows[i][1]);
	assert_int_equal(games_laid(), before);
}

/* Too many pieces, two colours on one place, what no course of a game leads to. */
static void every_ruleset_tells_what_is_wrong_with_a_position(void **state)
{
	static const char *const rows[][3] = {
		{"backgammon", "white 24:2 13:5 8:3 6:6 / black 1:2 / white to roll",
		 "Character 21: white has more men than a side begins with."},
		{"backgammon", "white 24:2 13:5 8:3 6:5 / black 24:2 12:5 17:3 19:5 / white to roll",
		 "Character 33: men of both sides stand on this point."},
		{"backgammon",
		 "white bar:1 6:2 5:2 4:2 3:2 2:2 1:2 off:2 / "
		 "black bar:1 24:2 23:2 22:2 21:2 20:2 19:2 off:2 / white to roll",
		 "Both sides are on the bar against six closed points."},
		{"el-mundo", "Sp4*13/Su5/Au1/Wi1 throw:G - 1 ....",
		 "Character 1: green has more than twelve pieces."},
		{"el-mundo", "Sp4/Sp4,Su5/Au1/Wi1 throw:G - 1 ....",
		 "Character 5: pieces of two colours stand on this slot."},
		{"quinze-tablas", "white 1:2 24:2 / black 24:2 / white to throw",
		 "Character 24: men of both sides stand on this point."},
		{"quinze-tablas", "white 1:3 / black 24:2 / white to throw",
		 "No point ever holds more than two men."},
		{"seven-point", "white 1:2 29:2 / black 28:2 / white to throw",
		 "Character 11: here comes a point from 1 to 28, hand, off or gone."},
		{"acedrex", "Kh8Kh8/Ka8/Ka1/Kh1 -/-/-/- move:G .... GRBW 0 - 0 0/0/0/0 0/0/0/0 0/0/0/0 -",
		 "Character 4: two pieces stand on this square."},
		{"acedrex",
		 "Kh8Kg7/Ka8/Ka1/Kh1 -/-/-/- move:G .... GRBW 0 - 0 0/0/0/0 0/0/0/0 0/0/0/0 -",
		 "An army has one king, one rook, one knight and one fil at most."}};
	size_t before = games_laid();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		refused(rows[i][0], "", NULL, rows[i][1], rows[i][2]);
	assert_int_equal(games_laid(), before);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(games_are_laid_from_the_ids_of_gnu_backgammon),
		cmocka_unit_test(games_are_laid_from_position_ids),
		cmocka_unit_test(games_are_laid_from_xgids),
		cmocka_unit_test(what_a_notation_has_no_words_for_is_null),
		cmocka_unit_test(rulesets_without_foreign_notations_tell_their_own),
		cmocka_unit_test(flawed_ids_of_gnu_backgammon_are_refused_with_the_reason),
		cmocka_unit_test(flawed_xgids_are_refused_with_the_reason),
		cmocka_unit_test(every_ruleset_tells_what_is_wrong_with_a_position),
	};

	return cmocka_run_group_tests(tests, setup, club_close);
}
