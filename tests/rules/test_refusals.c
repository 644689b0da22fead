/*
 * test_refusals.c - what each game refuses before it is begun, and in which words:
 * options that exclude each other, and texts that are no position.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tablasd/plugin.h"

extern const struct tablas_plugin tablas_plugin_acedrex, tablas_plugin_backgammon,
	tablas_plugin_el_mundo, tablas_plugin_quinze_tablas, tablas_plugin_seven_point;

#define OPTIONS 64
#define FEW	20 /* values of a long range that are tried */

static int32_t values[OPTIONS];
static _Alignas(16) unsigned char position[TABLAS_POSITION_MAX];

static struct tablas_setup setup_of(const struct tablas_plugin *plugin)
{
	return (struct tablas_setup){.seats = plugin->seats_max, .options = values};
}

static size_t defaults(const struct tablas_plugin *plugin)
{
	size_t n = 0;

	for (; plugin->options[n].key; n++)
		values[n] = plugin->options[n].dflt;
	return n;
}

/* ---- options ----------------------------------------------------------------------- */

struct conflict {
	const char *first, *second; /* "key=value"; second NULL: with all others as they are */
	const char *reason;
};

static const char *beginning(const struct tablas_plugin *plugin)
{
	struct tablas_setup setup = setup_of(plugin);

	memset(position, 0, sizeof position);
	plugin->init(&setup, position);
	return plugin->audit(position);
}

static const char *spelled(const struct tablas_plugin *plugin, size_t i, char out[64])
{
	const struct tablas_option *o = &plugin->options[i];

	if (o->kind == TABLAS_OPT_CHOICE)
		snprintf(out, 64, "%s=%s", o->key, o->choices[values[i]]);
	else
		snprintf(out, 64, "%s=%ld", o->key, (long)values[i]);
	return out;
}

/* The conflict must be listed, with this reason; its row is then crossed out. */
static void expect(const struct tablas_plugin *plugin, const struct conflict *rows, size_t n,
		   unsigned char *met, size_t i, size_t k, const char *reason)
{
	char first[64], second[64];

	spelled(plugin, i, first);
	if (k != i)
		spelled(plugin, k, second);
	for (size_t r = 0; r < n; r++)
		if (strcmp(rows[r].first, first) == 0 &&
		    (k == i ? !rows[r].second
			    : rows[r].second && strcmp(rows[r].second, second) == 0)) {
			assert_string_equal(reason, rows[r].reason);
			met[r] = 1;
			return;
		}
	fail_msg("%s: %s %s: %s", plugin->name, first, k == i ? "" : second, reason);
}

static int next(const struct tablas_option *o, int32_t *value)
{
	do
		(*value)++;
	while (*value == o->dflt);
	return *value <= o->max && *value < o->min + FEW;
}

/* Every value of every option, alone and beside every value of every other. */
static void only_these_exclude_each_other(const struct tablas_plugin *plugin,
					  const struct conflict *rows, size_t n)
{
	unsigned char met[32] = {0};
	size_t options = defaults(plugin);
	const char *alone[OPTIONS][FEW] = {{NULL}};

	for (size_t i = options; i-- > 0; values[i] = plugin->options[i].dflt) {
		const struct tablas_option *o = &plugin->options[i];

		for (values[i] = o->min - 1; next(o, &values[i]);) {
			const char **own = &alone[i][values[i] - o->min];

			*own = beginning(plugin);
			if (*own)
				expect(plugin, rows, n, met, i, i, *own);
			for (size_t k = i + 1; !*own && k < options; k++) {
				const struct tablas_option *p = &plugin->options[k];

				for (values[k] = p->min - 1; next(p, &values[k]);)
					if (!alone[k][values[k] - p->min] && beginning(plugin))
						expect(plugin, rows, n, met, i, k,
						       beginning(plugin));
				values[k] = p->dflt;
			}
		}
	}
	for (size_t r = 0; r < n; r++)
		if (!met[r])
			fail_msg("%s %s go together", rows[r].first,
				 rows[r].second ? rows[r].second : "alone");
}

static void options_of_quinze_tablas_that_exclude_each_other_are_named(void **state)
{
	static const char goal[] = "variant race has its own goal: leave bearing_off and finish "
				   "alone";
	static const char any[] = "reentry_time any needs reentry free";
	static const char all[] = "reentry_all off needs reentry free before the throw";
	static const char none[] = "prime_test none_placed needs reentry free before the throw";
	static const char order[] = "reentry_time any uses the most dice in any order: leave "
				    "dice_order and use_dice alone";
	static const struct conflict rows[] = {
		{"variant=race", "finish=twelve", goal},
		{"variant=race", "bearing_off=1", goal},
		{"reentry=removed", "reentry_time=any", any},
		{"reentry=dice", "reentry_time=any", any},
		{"reentry=removed", "reentry_all=0", all},
		{"reentry=dice", "reentry_all=0", all},
		{"reentry_time=any", "reentry_all=0", all},
		{"reentry=removed", "prime_test=none_placed", none},
		{"reentry=dice", "prime_test=none_placed", none},
		{"reentry_time=any", "prime_test=none_placed", none},
		{"reentry_time=any", "dice_order=high_first", order},
		{"reentry_time=any", "use_dice=greedy", order},
		{"finish=twelve", "bearing_off=1",
		 "bearing_off and finish twelve are two goals: choose one"},
		{"bearoff_over=1", NULL, "bearoff_over needs bearing_off"},
		{"men=16", NULL, "men: seventeen or fifteen on the board of seven points"}};
	size_t n = sizeof rows / sizeof *rows;

	(void)state;
	only_these_exclude_each_other(&tablas_plugin_quinze_tablas, rows, n - 1);
	only_these_exclude_each_other(&tablas_plugin_seven_point, rows, n);
}

static void options_of_el_mundo_that_exclude_each_other_are_named(void **state)
{
	static const struct conflict rows[] = {
		{"setup=free_entry", NULL,
		 "setup free_entry needs a reentry by dice: save, backgammon or war"}};

	(void)state;
	only_these_exclude_each_other(&tablas_plugin_el_mundo, rows, 1);
}

/* Some of theirs say nothing without another, as raccoon without beaver: no harm done. */
static void no_options_of_backgammon_and_chess_exclude_each_other(void **state)
{
	(void)state;
	only_these_exclude_each_other(&tablas_plugin_backgammon, NULL, 0);
	only_these_exclude_each_other(&tablas_plugin_acedrex, NULL, 0);
}

/* ---- positions --------------------------------------------------------------------- */

struct row {
	const char *text, *flaw;
};

static void refused(const struct tablas_plugin *plugin, const struct row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct tablas_setup setup = setup_of(plugin);
		char said[TABLAS_FLAW_MAX];

		defaults(plugin);
		assert_int_equal(plugin->read(&setup, rows[i].text, position), -1);
		assert_int_equal(plugin->flaw(&setup, TABLAS_OWN_NOTATION, rows[i].text, said,
					      sizeof said),
				 strlen(rows[i].flaw));
		assert_string_equal(said, rows[i].flaw);
	}
}

static void backgammon_tells_what_is_wrong_with_a_position(void **state)
{
	static const struct row rows[] = {
		{"white",
		 "at the end: here comes a blank and the next point, or \" / \""},
		{"white 24:2",
		 "at the end: here comes a blank and the next point, or \" / \""},
		{"white 25:1 / black / opening",
		 "character 7: here comes a point from 1 to 24, bar or off, a colon, "
		 "and how many men are there"},
		{"white 6:0 / black / opening",
		 "character 10: how many men stand somewhere is a number from 1"},
		{"white 6:x / black / opening",
		 "character 9: how many men stand somewhere is a number from 1"},
		{"white 6:16 / black / opening",
		 "character 7: white has more men than a side begins with"},
		{"white bar:9 6:7 / black / opening",
		 "character 13: white has more men than a side begins with"},
		{"white 6:2 6:1 / black / opening",
		 "character 11: this point is told of twice"},
		{"white 6:2 / black 6:1 / opening",
		 "character 19: men of both sides stand on this point"},
		{"white 6:2 / red 7:1 / opening",
		 "character 13: here come \"black\" and where its men stand"},
		{"white 6:2;8:1 / black / opening",
		 "character 10: here comes a blank and the next point, or \" / \""},
		{"white 6:2 / black 7:2 / red to roll",
		 "character 25: here comes \"opening\", or the side whose turn it is: "
		 "white or black"},
		{"white 6:2 / black 7:2 / white to sleep",
		 "character 30: here comes what the side does: to roll, to double or "
		 "roll, doubles, is beavered, raccoons, to move with its dice, or won "
		 "a"},
		{"white 6:2 / black 7:2 / white to move 7",
		 "character 39: here come two dice; each shows one to six"},
		{"white 6:2 / black 7:2 / white to move 31",
		 "at the end: here come \" left \" and the numbers still to be used"},
		{"white 6:2 / black 7:2 / white to move 31 left 5",
		 "character 47: no die that was thrown leaves this number"},
		{"white 6:2 / black 7:2 / white to move 31 left 11",
		 "more dice are left than were thrown"},
		{"white 6:2 / black 7:2 / white won a game",
		 "character 37: a game is won as a \"single, \", \"gammon, \" or "
		 "\"backgammon, \""},
		{"white 6:2 / black 7:2 / white won a single, somehow",
		 "character 45: here comes how it ended: borne off, resigned, left, "
		 "dropped, beaver refused or raccoon refused"},
		{"white 6:2 / black 7:2 / white to roll.",
		 "character 38: nothing more comes here, or \" / \" and the next part"},
		{"white 6:2 / black 7:2 / white to roll / cube 0",
		 "at the end: the cube shows a power of two"},
		{"white 6:2 / black 7:2 / white to roll / cube 2 red",
		 "character 48: the cube is white, black or centred"},
		{"white 6:2 / black 7:2 / white to roll / cube 2 white x",
		 "character 54: here comes how many doubles were taken"},
		{"white 6:2 / black 7:2 / white to roll / cube 3 white 1",
		 "character 46: from here on this position is written otherwise: \"2 "
		 "white 1\""},
		{"white 6:2 / black 7:2 / white to roll / throws 3 1",
		 "character 48: here come the throws of white and of black: two "
		 "numbers, each 0, 1 or 2"},
		{"white 6:2 / black 7:2 / white to roll / dice",
		 "character 41: here comes \"cube\", \"throws\", or a side and its "
		 "resignation"},
		{"white 6:2 / black 7:2 / white to roll / white wants 1",
		 "character 46: here comes \" offers \" or \" was refused \""},
		{"white 6:2 / black 7:2 / white to roll / white offers 4",
		 "character 54: a resignation is a number from 1 to 3"},
		{"white 6:2 / black 7:2 / white to roll / white was refused 4",
		 "character 59: a resignation is a number from 1 to 3"},
		{"white 6:2 / black 7:2 / White to roll",
		 "character 25: from here on this position is written otherwise: "
		 "\"white to roll\""},
		{"white 6:02 / black 7:2 / white to roll",
		 "character 9: from here on this position is written otherwise: \"2 / "
		 "black 7:2 / white to roll\""},
		{"white off:15 / black 24:1 / white to roll",
		 "all men are off and the game goes on"}};

	(void)state;
	refused(&tablas_plugin_backgammon, rows, sizeof rows / sizeof *rows);
}

static void el_mundo_tells_what_is_wrong_with_a_position(void **state)
{
	static const struct row rows[] = {
		{"Sp7/-/-/- throw:G - 1 ....",
		 "character 1: here comes a slot such as Sp1 or Wi6 (seasons Sp, Su, "
		 "Au, Wi; numbers 1 to 6), hand, off or gone"},
		{"Sp1*0/-/-/- throw:G - 1 ....",
		 "character 6: behind * comes how many pieces stand there"},
		{"Sp1*x/-/-/- throw:G - 1 ....",
		 "character 5: behind * comes how many pieces stand there"},
		{"Sp1*13/-/-/- throw:G - 1 ....",
		 "character 1: green has more than twelve pieces"},
		{"hand*9,off*4/-/-/- throw:G - 1 ....",
		 "character 8: green has more than twelve pieces"},
		{"hand,hand/-/-/- throw:G - 1 ....",
		 "character 6: this place is told of twice"},
		{"Sp1,Sp1/-/-/- throw:G - 1 ....",
		 "character 5: this slot is told of twice"},
		{"Su1/Su1/-/- throw:G - 1 ....",
		 "character 5: pieces of two colours stand on this slot"},
		{"Wi1/-/-/- throw:G - 1 ....",
		 "character 1: green has no piece in the quarter before its own start"},
		{"Sp1/Su1/Au1 throw:G - 1 ....",
		 "character 12: here comes a comma and the next place, or / and the "
		 "next seat: four seats are told of"},
		{"Sp1/Su1/Au1/Wi1/Wi2 throw:G - 1 ....",
		 "character 16: here comes a blank and the next of five words"},
		{"Sp1/Su1/Au1/Wi1 sleep:G - 1 ....",
		 "character 17: here comes what is awaited: opening, again, place, "
		 "enter, throw, play, offer, return or over"},
		{"Sp1/Su1/Au1/Wi1 throw:X - 1 ....",
		 "character 23: here come a colon and a seat: G, R, B or W"},
		{"Sp1/Su1/Au1/Wi1 opening - 1 ....",
		 "character 24: here come a colon and the seats that throw, of GRBW"},
		{"Sp1/Su1/Au1/Wi1 play:G 1,2,3,4 1 ....",
		 "character 30: three dice are thrown, and this is one more"},
		{"Sp1/Su1/Au1/Wi1 play:G 8,2,3 1 ....",
		 "character 24: here comes the face of a die, or - where none is "
		 "thrown"},
		{"Sp1/Su1/Au1/Wi1 play:G 1+X,2,3 1 ....",
		 "character 26: behind + comes who used the die: G, R, B or W"},
		{"Sp1/Su1/Au1/Wi1 throw:G - x ....",
		 "character 27: here comes how many throws there were so far"},
		{"Sp1/Su1/Au1/Wi1 throw:G - 1 ...5",
		 "character 32: here comes how each seat stands: \".\" plays on, 1 to "
		 "4 finished, a to d left"},
		{"Sp1/Su1/Au1/Wi1 throw:G - 1 .....",
		 "character 33: nothing more comes here"},
		{"Sp1/Su1/Au1/Wi1 throw:G  - 1 ....",
		 "character 25: here comes the face of a die, or - where none is "
		 "thrown"},
		{"Sp1/Su1/Au1/Wi1 throw:G - 01 ....",
		 "character 27: from here on this position is written otherwise: \"1 "
		 "....\""},
		{"Sp2,Sp1/Su1/Au1/Wi1 throw:G - 1 ....",
		 "character 3: from here on this position is written otherwise: "
		 "\"1,Sp2/Su1/Au1/Wi1 throw:G - 1 ....\""},
		{"Sp1/Su1/Au1/Wi1 play:G 1,2 1 ....",
		 "three dice are thrown"},
		{"Sp1/Su1/Au1/Wi1 throw:G - 1 1...",
		 "a seat has finished when all its pieces are off, and only then"}};

	(void)state;
	refused(&tablas_plugin_el_mundo, rows, sizeof rows / sizeof *rows);
}

static void quinze_tablas_tells_what_is_wrong_with_a_position(void **state)
{
	static const struct row rows[] = {
		{"white 25:1 / black / white to throw",
		 "character 7: here comes a point from 1 to 24, hand, off or gone"},
		{"white 1:x / black / white to throw",
		 "character 9: a place is followed by a colon and how many men are "
		 "there"},
		{"white 1:9 2:7 / black / white to throw",
		 "character 11: white has more men than a side begins with"},
		{"white 1:1 1:1 / black / white to throw",
		 "character 11: this point is told of twice"},
		{"white hand:1 hand:1 / black / white to throw",
		 "character 14: this place is told of twice"},
		{"white 1:1 / black 1:1 / white to throw",
		 "character 19: men of both sides stand on this point"},
		{"white 1:1 / red / white to throw",
		 "character 13: here come \"black\" and where its men stand"},
		{"white 1:1;2:1 / black / white to throw",
		 "character 10: here comes a blank and the next place, or \" / \""},
		{"white 1:1 / black 24:1 / red to throw",
		 "character 26: here comes \"opening\", or the side whose turn it is: "
		 "white or black"},
		{"white 1:1 / black 24:1 / white to sleep",
		 "character 31: here comes what the side does: to enter, to throw, to "
		 "move with its dice, or won by"},
		{"white 1:1 / black 24:1 / white to move 12",
		 "at the end: here come three dice, with + behind a used one and x "
		 "behind a lost one"},
		{"white 1:1 / black 24:1 / white won by magic",
		 "character 39: here comes how the game ended"},
		{"white 1:1 / black 24:1 / white to throw / last red",
		 "character 48: here comes the side that last moved a man with a die"},
		{"white 1:1 / black 24:1 / white to throw.",
		 "character 40: nothing more comes here, or \" / last \" and a side"},
		{"white 1:3 / black 24:1 / white to throw",
		 "no point ever holds more than two men"},
		{"white 2:1 1:1 / black 24:1 / white to throw",
		 "character 7: from here on this position is written otherwise: \"1:1 "
		 "2:1 / black 24:1 / white to throw\""},
		{"white 1:1 / black 24:1 / white to move 777",
		 "a die has no such face"},
		{"white off:1 1:1 / black 24:1 / white to throw",
		 "nothing is borne off by these options"}};

	(void)state;
	refused(&tablas_plugin_quinze_tablas, rows, sizeof rows / sizeof *rows);
}

static void chess_tells_what_is_wrong_with_a_position(void **state)
{
	static const struct row rows[] = {
		{"Kh9/Ka8/Ka1/Kh1 -/-/-/- move:G .... GRBW 0 - 0 0/0/0/0 0/0/0/0 "
		 "0/0/0/0 -",
		 "character 1: here comes a piece (one of KRNFQqewns) and its square, "
		 "such as Kh8"},
		{"Kh8Rh8/Ka8/Ka1/Kh1 -/-/-/- move:G .... GRBW 0 - 0 0/0/0/0 0/0/0/0 "
		 "0/0/0/0 -",
		 "character 4: two pieces stand on this square"},
		{"Kh8/Ka8/Ka1 -/-/-/- move:G .... GRBW 0 - 0 0/0/0/0 0/0/0/0 0/0/0/0 -",
		 "character 12: here comes / and the next colour: four are told of"},
		{"Kh8/Ka8/Ka1/Kh1/- -/-/-/- move:G .... GRBW 0 - 0 0/0/0/0 0/0/0/0 "
		 "0/0/0/0 -",
		 "character 16: here comes a blank and the next of twelve words"},
		{"Kh8/Ka8/Ka1/Kh1 x/-/-/- move:G .... GRBW 0 - 0 0/0/0/0 0/0/0/0 "
		 "0/0/0/0 -",
		 "character 17: here come the captured pieces of a colour (of "
		 "KRNFQewns), or -"},
		{"Kh8/Ka8/Ka1/Kh1 RRRRRRRRRRR/-/-/- move:G .... GRBW 0 - 0 0/0/0/0 "
		 "0/0/0/0 0/0/0/0 -",
		 "character 25: more pieces are captured than there are"},
		{"Kh8/Ka8/Ka1/Kh1 -/-/-/- sleep:G .... GRBW 0 - 0 0/0/0/0 0/0/0/0 "
		 "0/0/0/0 -",
		 "character 25: here comes \"move\", \"offer\" or \"over:\""},
		{"Kh8/Ka8/Ka1/Kh1 -/-/-/- over:lost:G .... GRBW 0 - 0 0/0/0/0 0/0/0/0 "
		 "0/0/0/0 -",
		 "character 30: here comes how the game ended: won, no_progress, "
		 "repetition, agreement or all_pass"},
		{"Kh8/Ka8/Ka1/Kh1 -/-/-/- move:X .... GRBW 0 - 0 0/0/0/0 0/0/0/0 "
		 "0/0/0/0 -",
		 "character 30: here come a colon and a seat: G, R, B or W"},
		{"Kh8/Ka8/Ka1/Kh1 -/-/-/- offer:G:R .... GRBW 0 - 0 0/0/0/0 0/0/0/0 "
		 "0/0/0/0 -",
		 "character 34: here come a colon and the seats that have to answer"},
		{"Kh8/Ka8/Ka1/Kh1 -/-/-/- move:G 5... GRBW 0 - 0 0/0/0/0 0/0/0/0 "
		 "0/0/0/0 -",
		 "character 32: here comes how each seat stands: \".\" plays, 4 went "
		 "first, then 3, then 2"},
		{"Kh8/Ka8/Ka1/Kh1 -/-/-/- move:G .... GRBX 0 - 0 0/0/0/0 0/0/0/0 "
		 "0/0/0/0 -",
		 "character 40: here comes who plays each colour: G, R, B, W or -"},
		{"Kh8/Ka8/Ka1/Kh1 -/-/-/- move:G .... GRBW -1 - 0 0/0/0/0 0/0/0/0 "
		 "0/0/0/0 -",
		 "character 42: here comes how many quiet moves were made"},
		{"Kh8/Ka8/Ka1/Kh1 -/-/-/- move:G .... GRBW 0 z 0 0/0/0/0 0/0/0/0 "
		 "0/0/0/0 -",
		 "character 44: here come x, m with seats, o with seats, or - for "
		 "none of them"},
		{"Kh8/Ka8/Ka1/Kh1 -/-/-/- move:G .... GRBW 0 - x 0/0/0/0 0/0/0/0 "
		 "0/0/0/0 -",
		 "character 46: here comes what lies in the pot"},
		{"Kh8/Ka8/Ka1/Kh1 -/-/-/- move:G .... GRBW 0 - 0 0/x/0/0 0/0/0/0 "
		 "0/0/0/0 -",
		 "character 50: here comes an amount of chips"},
		{"Kh8/Ka8/Ka1/Kh1 -/-/-/- move:G .... GRBW 0 - 0 0/0/0/0 0/0/0/0 "
		 "0/0/x/0 -",
		 "character 68: here comes how many checks a seat paid for"},
		{"Kh8/Ka8/Ka1/Kh1 -/-/-/- move:G .... GRBW 0 - 0 0/0/0/0 0/0/0/0 "
		 "0/0/0/0 !",
		 "character 72: here come the quiet moves, two characters each, or -"},
		{"Kh8/Ka8/Ka1/Kh1 -/-/-/- move:G .... GRBW 0 - 0 0/0/0/0 0/0/0/0 "
		 "0/0/0/0 -x",
		 "character 73: nothing more comes here"},
		{"Kh8/Ka8/Ka1/Kh1 -/-/-/-  move:G .... GRBW 0 - 0 0/0/0/0 0/0/0/0 "
		 "0/0/0/0 -",
		 "character 25: here comes \"move\", \"offer\" or \"over:\""},
		{"Kh8/Ka8/Ka1/Kh1 -/-/-/- move:G .... GRBW 00 - 0 0/0/0/0 0/0/0/0 "
		 "0/0/0/0 -",
		 "character 43: from here on this position is written otherwise: \" - "
		 "0 0/0/0/0 0/0/0/0 0/0/0/0 -\""},
		{"Kh8/Ka8/Ka1/Kh1 -/-/-/- move:G .... GRBW 0 - 1 0/0/0/0 0/0/0/0 "
		 "0/0/0/0 -",
		 "the purses and the pot do not add up"},
		{"Kh8/Ka8/Ka1/- -/-/-/- move:G .... GRBW 0 - 0 0/0/0/0 0/0/0/0 "
		 "0/0/0/0 -",
		 "a seat that plays has its own army and its king"},
		{"Kh8/Ka8/Ka1/Kh1 -/-/-/- move:G .... GRBW 0 - 0 0/0/0/0 0/0/0/0 "
		 "0/0/0/0 ",
		 "at the end: here come the quiet moves, two characters each, or -"}};

	(void)state;
	refused(&tablas_plugin_acedrex, rows, sizeof rows / sizeof *rows);
}

/* The board has more points, and nothing else is different. */
static void seven_point_tables_know_their_own_points(void **state)
{
	static const struct row rows[] = {
		{"white 29:1 / black / white to throw",
		 "character 7: here comes a point from 1 to 28, hand, off or gone"},
		{"white 1:1 / black 28:9 27:9 / white to throw",
		 "character 24: black has more men than a side begins with"}};

	(void)state;
	refused(&tablas_plugin_seven_point, rows, sizeof rows / sizeof *rows);
}

static void a_reason_keeps_within_its_room(void **state)
{
	struct tablas_setup setup = setup_of(&tablas_plugin_backgammon);
	char out[8];

	(void)state;
	defaults(&tablas_plugin_backgammon);
	memset(out, 'x', sizeof out);
	assert_int_equal(
		tablas_plugin_backgammon.flaw(&setup, TABLAS_OWN_NOTATION, "white 6:2 6:1", out, 5),
		strlen("character 11: this point is told of twice"));
	assert_memory_equal(out, "char\0xxx", 8);
	assert_int_equal(tablas_plugin_backgammon.flaw(&setup, 99, "white", out, 0),
			 strlen("there is no such notation"));
	assert_int_equal(tablas_plugin_el_mundo.flaw(&setup, 0, "white", NULL, 0),
			 strlen("there is no such notation"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(options_of_quinze_tablas_that_exclude_each_other_are_named),
		cmocka_unit_test(options_of_el_mundo_that_exclude_each_other_are_named),
		cmocka_unit_test(no_options_of_backgammon_and_chess_exclude_each_other),
		cmocka_unit_test(backgammon_tells_what_is_wrong_with_a_position),
		cmocka_unit_test(el_mundo_tells_what_is_wrong_with_a_position),
		cmocka_unit_test(quinze_tablas_tells_what_is_wrong_with_a_position),
		cmocka_unit_test(chess_tells_what_is_wrong_with_a_position),
		cmocka_unit_test(seven_point_tables_know_their_own_points),
		cmocka_unit_test(a_reason_keeps_within_its_room),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
