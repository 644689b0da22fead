/*
 * test_pictures.c - boards in characters and as pictures, of every game.
 */
#include "tests/api/shown.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct shown shown;

static const struct tablas_plugin *const games[] = {
	&tablas_plugin_backgammon, &tablas_plugin_el_mundo, &tablas_plugin_quinze_tablas,
	&tablas_plugin_seven_point, &tablas_plugin_acedrex};
#define GAMES (sizeof games / sizeof *games)

static void begin(const struct tablas_plugin *plugin)
{
	shown_open(&shown, plugin);
	shown_begin(&shown);
}

static void put_position(const char *text)
{
	assert_int_equal(
		shown.table.plugin->read(&shown.table.setup, text, shown.table.position), 0);
	table_write_position(&shown.table, shown.row.position, sizeof shown.row.position);
}

static size_t occurrences(const char *text, const char *end, const char *what)
{
	size_t n = 0;

	for (const char *p = text; (p = strstr(p, what)) && p < end; p += strlen(what))
		n++;
	return n;
}

/* ---- characters ------------------------------------------------------------------------ */

static void assert_narrow(const char *text)
{
	for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
		if (strcspn(line, "\n") > 80)
			fail_msg("%.*s", (int)strcspn(line, "\n"), line);
}

static void every_text_of_a_game_fits_a_terminal(void **state)
{
	(void)state;
	for (size_t g = 0; g < GAMES; g++) {
		begin(games[g]);
		strcpy(shown.row.seat[0].name, "a-name-as-long-as-names-may-be--");
		for (unsigned n = 0; n < 1500 && shown.table.state == TABLE_ACTIVE; n++) {
			char *text = shown_text(&shown, n % shown.table.seats);

			assert_narrow(text);
			free(text);
			shown_play(&shown, 1);
		}
	}
}

static void a_line_that_is_too_long_goes_on_below(void **state)
{
	char *text;

	(void)state;
	begin(&tablas_plugin_backgammon);
	strcpy(shown.row.seat[1].name, "a-name-as-long-as-names-may-be--");
	shown.row.seat[1].purse = 1234567890123;
	text = shown_text(&shown, 0);
	assert_narrow(text);
	assert_non_null(strstr(text, "bar 0\n    purse 1234567890123\n"));
	free(text);
}

/* The lines of the board in a text, from the one that begins so. */
static void assert_board(unsigned seat, const char *board)
{
	char *text = shown_text(&shown, seat);

	if (!strstr(text, board))
		fail_msg("expected\n%s\nin\n%s", board, text);
	free(text);
}

static void backgammon_is_drawn_from_either_side(void **state)
{
	(void)state;
	begin(&tablas_plugin_backgammon);
	put_position("white bar:1 24:2 13:5 8:2 6:5 / black 1:2 12:5 17:2 19:6 / "
		     "white to move 31 left 31");
	assert_board(0, " +-13--14--15--16--17--18-+-BAR-+-19--20--21--22--23--24-+\n"
			" |  O               X     |     |  X                   O |\n"
			" |  O               X     |     |  X                   O |\n"
			" |  O                     |     |  X                     |\n"
			" |  O                     |     |  X                     |\n"
			" |  O                     |     |  6                     |\n"
			" |                        |     |                        |\n"
			" |  X                     |     |  O                     |\n"
			" |  X                     |     |  O                     |\n"
			" |  X                     |     |  O                     |\n"
			" |  X               O     |     |  O                   X |\n"
			" |  X               O     |   O |  O                   X |\n"
			" +-12--11--10---9---8---7-+-BAR-+--6---5---4---3---2---1-+\n");
	assert_board(1,
		     "   13  14  15  16  17  18         19  20  21  22  23  24   Black's own\n"
		     " +-12--11--10---9---8---7-+-BAR-+--6---5---4---3---2---1-+\n"
		     " |  X               O     |   O |  O                   X |\n");
}

static void quinze_tablas_is_drawn_from_either_side(void **state)
{
	(void)state;
	begin(&tablas_plugin_quinze_tablas);
	assert_board(0, " +-24--23--22--21--20--19-+---+-18--17--16--15--14--13-+\n"
			" |  X   X   X   X   X   X |   |  X   X                 |\n"
			" |  X   X   X   X   X   X |   |  X                     |\n"
			" |                        |   |                        |\n"
			" |  O   O   O   O   O   O |   |  O                     |\n"
			" |  O   O   O   O   O   O |   |  O   O                 |\n"
			" +--1---2---3---4---5---6-+---+--7---8---9--10--11--12-+\n");
	assert_board(1,
		     " +-24--23--22--21--20--19-+---+-18--17--16--15--14--13-+\n"
		     "    1   2   3   4   5   6        7   8   9  10  11  12   Black's own\n");
}

static void four_seasons_chess_is_turned_to_the_own_corner(void **state)
{
	(void)state;
	begin(&tablas_plugin_acedrex);
	assert_board(3, "    a   b   c   d   e   f   g   h\n"
			"8  RK  RN  R>   .   .  G<  GN  GK  8\n"
			"\n"
			"7  RR  RF  R>   .   .  G<  GF  GR  7\n"
			"          \\               /\n"
			"6  Rv  Rv   \\   .   .   /  Gv  Gv  6\n"
			"              \\       /\n"
			"5   .   .   .   \\   /   .   .   .  5\n"
			"                  X\n"
			"4   .   .   .   /   \\   .   .   .  4\n"
			"              /       \\\n"
			"3  B^  B^   /   .   .   \\  W^  W^  3\n"
			"          /               \\\n"
			"2  BR  BF  B>   .   .  W<  WF  WR  2\n"
			"\n"
			"1  BK  BN  B>   .   .  W<  WN  WK  1\n"
			"    a   b   c   d   e   f   g   h\n");
	assert_board(0, "h  WK  WR  W>   .   .  G<  GR  GK  h\n"
			"    1   2   3   4   5   6   7   8\n");
	assert_board(1, "8  GK  GN  G>   .   .  R<  RN  RK  8\n"
			"    h   g   f   e   d   c   b   a\n");
	assert_board(2, "a  RK  RR  R>   .   .  B<  BR  BK  a\n"
			"    8   7   6   5   4   3   2   1\n");
}

static void the_world_has_the_own_season_below(void **state)
{
	static const char *const below[] = {"Sp3     Sp4", "Su3     Su4", "Au3     Au4",
					    "Wi3     Wi4"};

	(void)state;
	begin(&tablas_plugin_el_mundo);
	for (unsigned seat = 0; seat < 4; seat++) {
		char *text = shown_text(&shown, seat), *own = strstr(text, below[seat]);

		assert_non_null(own);
		for (unsigned other = 0; other < 4; other++)
			assert_true(!strstr(text, below[other]) ||
				    strstr(text, below[other]) <= own);
		free(text);
	}
}

/* ---- pictures ---------------------------------------------------------------------------- */

/* The group of one stack, and how many pieces it says it has. */
static const char *stack_of(const char *svg, const struct tablas_plugin *plugin,
			    const struct tablas_pieces *piece, const char **end)
{
	const char *kind = piece->kind ? plugin->kinds[piece->kind] : "";
	char open[96], title[96];
	const char *p = svg;

	*end = NULL;

	snprintf(open, sizeof open, "<g data-place=\"%s\" data-seat=\"%u\" data-count=\"%u\">",
		 plugin->places[piece->place].name, piece->seat, piece->count);
	snprintf(title, sizeof title, "%s on ", kind);
	for (; (p = strstr(p, open)); p++) {
		*end = strstr(p, "</g>");
		assert_non_null(*end);
		if (occurrences(p, *end, title))
			return p;
	}
	fail_msg("no %s in the picture", open);
	return NULL;
}

/* As many shapes as pieces, or else their number on the last of them. */
static void assert_stack(const char *svg, const struct tablas_pieces *piece)
{
	const struct tablas_plugin *plugin = shown.table.plugin;
	const char *end, *stack = stack_of(svg, plugin, piece, &end);
	size_t shapes =
		occurrences(stack, end, "r=\"4.60\"") + occurrences(stack, end, "rx=\"0.9\"");
	char number[32];

	snprintf(number, sizeof number, ">%u</text>", piece->count);
	assert_in_range(shapes, 1, piece->count);
	assert_int_equal(occurrences(stack, end, number), shapes < piece->count);
}

static void every_piece_of_a_position_is_drawn(void **state)
{
	(void)state;
	for (size_t g = 0; g < GAMES; g++) {
		begin(games[g]);
		for (unsigned n = 0; n < 60 && shown.table.state == TABLE_ACTIVE; n++) {
			char *svg = shown_svg(&shown, n % shown.table.seats);
			struct tablas_view view;

			assert_true(view_look(games[g], shown.table.position, &view));
			for (size_t i = 0; i < view.pieces_n; i++)
				assert_stack(svg, &view.pieces[i]);
			assert_int_equal(occurrences(svg, svg + strlen(svg), "<g data-place="),
					 view.pieces_n);
			assert_int_equal(occurrences(svg, svg + strlen(svg), "<g data-die="),
					 view.dice_n);
			free(view.pieces);
			free(svg);
			shown_play(&shown, g == 0 ? 1 : 7);
		}
	}
}

static void a_picture_of_one_game_and_side_is_always_the_same(void **state)
{
	(void)state;
	for (size_t g = 0; g < GAMES; g++) {
		begin(games[g]);
		shown_play(&shown, 20);
		for (unsigned seat = 0; seat < shown.table.seats; seat++) {
			char *one = shown_svg(&shown, seat), *two = shown_svg(&shown, seat);
			char *other = shown_svg(&shown, (seat + 1) % shown.table.seats);

			assert_string_equal(one, two);
			assert_string_not_equal(one, other);
			free(one);
			free(two);
			free(other);
		}
	}
}

/* Nothing that would be fetched, run, or named twice on a page of two pictures. */
static void a_picture_needs_nothing_else(void **state)
{
	static const char *const never[] = {"href",   "url(",	" id=",	 "<script",
					    "<style", "<image", "onload"};

	(void)state;
	for (size_t g = 0; g < GAMES; g++) {
		char *svg;

		begin(games[g]);
		svg = shown_svg(&shown, 0);
		assert_non_null(strstr(svg, "<title>"));
		assert_non_null(strstr(svg, "<desc>"));
		assert_non_null(strstr(svg, "viewBox="));
		for (size_t i = 0; i < sizeof never / sizeof *never; i++)
			assert_null(strstr(svg, never[i]));
		free(svg);
	}
}

static void each_season_has_its_colour_and_its_name(void **state)
{
	char *svg;

	(void)state;
	begin(&tablas_plugin_el_mundo);
	svg = shown_svg(&shown, 0);
	for (const struct tablas_name *w = tablas_plugin_el_mundo.wards; w->name; w++) {
		char words[40];

		snprintf(words, sizeof words, ">%s</text>", w->name);
		assert_non_null(strstr(svg, words));
		snprintf(words, sizeof words, "fill=\"%s\"", w->colour);
		assert_in_range(occurrences(svg, svg + strlen(svg), words), 3, 99);
	}
	free(svg);
}

static void the_lines_of_the_chessboard_are_drawn(void **state)
{
	char *svg;

	(void)state;
	begin(&tablas_plugin_acedrex);
	svg = shown_svg(&shown, 3);
	assert_non_null(strstr(svg, "<path d=\"M26.0 98.0L98.0 26.0\" fill=\"none\" "
				    "stroke=\"#fdfaf2\""));
	assert_non_null(strstr(svg, "<path d=\"M26.0 26.0L98.0 98.0\" fill=\"none\" "
				    "stroke=\"#221d18\""));
	free(svg);
}

static void the_cube_shows_its_value_its_owner_and_that_it_is_offered(void **state)
{
	static const char offer[] = "cube 0 1 - - 2 double";
	char *svg;

	(void)state;
	shown_open(&shown, &tablas_plugin_backgammon);
	for (unsigned i = 0; tablas_plugin_backgammon.options[i].key; i++)
		if (strcmp(tablas_plugin_backgammon.options[i].key, "cube") == 0)
			shown.table.options[i] = 1;
	shown_begin(&shown);
	svg = shown_svg(&shown, 0);
	assert_non_null(strstr(svg, "<g data-cube=\"1\"><title>cube 1, nobody's</title>"));
	free(svg);
	put_position("white 13:5 6:5 / black 12:5 19:5 / white to roll / cube 4 black 2");
	svg = shown_svg(&shown, 0);
	assert_non_null(strstr(svg, "<g data-cube=\"4\"><title>cube 4, black</title>"));
	assert_non_null(strstr(svg, "cube 4, black's"));
	free(svg);
	put_position("white 13:5 6:5 / black 12:5 19:5 / white doubles");
	shown.around.last.ply = 3;
	shown.around.last.seat = 0;
	strcpy(shown.around.last.moves, "double");
	strcpy(shown.around.last.events, offer);
	assert_board(1, "  Cube 1, centred\n  White doubles to 2\n");
	svg = shown_svg(&shown, 1);
	assert_non_null(strstr(svg, "<g data-cube=\"1\"><title>cube 2, offered</title>"));
	assert_non_null(strstr(svg, "white played double"));
	free(svg);
}

static void a_die_shows_whose_it_is_and_whether_it_is_used(void **state)
{
	char *svg;

	(void)state;
	begin(&tablas_plugin_backgammon);
	put_position("white 13:5 6:5 / black 12:5 19:5 / white to move 31 left 1");
	svg = shown_svg(&shown, 0);
	assert_non_null(
		strstr(svg, "<g data-die=\"3\" data-state=\"used\"><title>3 of white, used"));
	assert_non_null(strstr(
		svg, "<g data-die=\"1\" data-state=\"unused\"><title>1 for white, unused"));
	free(svg);
	/* A seven-sided die is no square: a path of seven corners. */
	begin(&tablas_plugin_seven_point);
	svg = shown_svg(&shown, 0);
	for (const char *die = svg; (die = strstr(die, "<g data-die=")); die++) {
		const char *end = strstr(die, "</g>"), *body = strstr(die, "<path d=\"");

		assert_non_null(body);
		assert_true(body < end);
		assert_int_equal(occurrences(body, strchr(body, 'Z'), "L"), 6);
	}
	free(svg);
}

static void the_last_move_is_marked_and_told(void **state)
{
	(void)state;
	for (size_t g = 0; g < GAMES; g++) {
		char *svg;

		begin(games[g]);
		svg = shown_svg(&shown, 0);
		assert_null(strstr(svg, " played "));
		free(svg);
		shown_play(&shown, 1);
		svg = shown_svg(&shown, 0);
		assert_non_null(strstr(svg, "stroke-dasharray"));
		assert_non_null(
			strstr(svg, shown.around.last.forced ? " had to play " : " played "));
		free(svg);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_text_of_a_game_fits_a_terminal),
		cmocka_unit_test(a_line_that_is_too_long_goes_on_below),
		cmocka_unit_test(backgammon_is_drawn_from_either_side),
		cmocka_unit_test(quinze_tablas_is_drawn_from_either_side),
		cmocka_unit_test(four_seasons_chess_is_turned_to_the_own_corner),
		cmocka_unit_test(the_world_has_the_own_season_below),
		cmocka_unit_test(every_piece_of_a_position_is_drawn),
		cmocka_unit_test(a_picture_of_one_game_and_side_is_always_the_same),
		cmocka_unit_test(a_picture_needs_nothing_else),
		cmocka_unit_test(each_season_has_its_colour_and_its_name),
		cmocka_unit_test(the_lines_of_the_chessboard_are_drawn),
		cmocka_unit_test(the_cube_shows_its_value_its_owner_and_that_it_is_offered),
		cmocka_unit_test(a_die_shows_whose_it_is_and_whether_it_is_used),
		cmocka_unit_test(the_last_move_is_marked_and_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
