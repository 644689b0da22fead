/*
 * The house and the games that come with it: whole games folded, recorded and
 * replayed, and what players write in these games.
 */
#include "at_record.h"

extern const struct tablas_plugin tablas_plugin_backgammon;
extern const struct tablas_plugin tablas_plugin_el_mundo;

static const struct tablas_plugin *const backgammon = &tablas_plugin_backgammon;
static const struct tablas_plugin *const el_mundo = &tablas_plugin_el_mundo;

/* ---- whole games ---------------------------------------------------------------- */

static void play_and_replay(const struct tablas_plugin *plugin, unsigned seats,
			    const char *options, uint32_t seed)
{
	static struct table other;
	char text[TABLAS_TEXT_MAX];

	lay(plugin, seats, options);
	t.auto_forced = seed % 2;
	play_by_chance(&seed, 400);
	write_record(10);
	assert_reads(record);
	assert_int_equal(reader.table.state, TABLE_OVER);
	assert_memory_equal(reader.table.outcome.rank, t.outcome.rank, sizeof(t.outcome.rank));
	assert_memory_equal(reader.table.position, t.position, plugin->position_size);
	table_copy(&other, &t);
	table_write_position(&t, text, sizeof(text));
	memset(other.position, 0, plugin->position_size);
	assert_int_equal(table_restore(&other, text), 0);
	assert_memory_equal(other.position, t.position, plugin->position_size);
}

static void games_of_backgammon_replay_to_the_same_end(void **state)
{
	(void)state;
	for (uint32_t seed = 1; seed <= 10; seed++)
		play_and_replay(backgammon, 2, seed % 2 ? "" : "resign_value=offered", seed);
}

static void games_of_el_mundo_replay_to_the_same_end(void **state)
{
	(void)state;
	play_and_replay(el_mundo, 4, "", 1);
	play_and_replay(el_mundo, 4, "finish=play_on", 2);
	play_and_replay(el_mundo, 4, "reentry=war", 3);
}

/* ---- what players write ------------------------------------------------------------- */

static const struct tablas_plugin *game;
static _Alignas(16) unsigned char position[TABLAS_POSITION_MAX];
static unsigned seat;
static struct phrase_fault fault;
static char read_as[FACT_TEXT_MAX];

static void stand(const struct tablas_plugin *plugin, unsigned who, const char *text)
{
	int32_t values[OPTIONS_MAX];
	struct tablas_setup setup = {.seats = plugin->seats_max, .options = values};

	options_default(plugin, values);
	game = plugin;
	seat = who;
	memset(position, 0, sizeof(position));
	if (plugin->read(&setup, text, position) != 0)
		fail_msg("no position: %s", text);
}

static enum refusal reads(const char *text)
{
	tablas_move moves[TABLAS_STEPS_MAX];
	size_t n;
	enum refusal refusal = phrase_read(game, position, seat, &text, 1, moves, &n, &fault);

	phrase_write(game, position, seat, moves, n, read_as, sizeof(read_as));
	return refusal;
}

static void assert_means(const char *text, const char *canonical)
{
	enum refusal refusal = reads(text);

	if (refusal != ACCEPTED)
		fail_msg("\"%s\" is refused: %s", text, refusal_slug(refusal));
	assert_string_equal(read_as, canonical);
}

static void assert_refused(const char *text, enum refusal why)
{
	enum refusal refusal = reads(text);

	if (refusal != why)
		fail_msg("\"%s\" is %s, not %s", text, refusal_slug(refusal),
			 refusal_slug(why));
}

#define START "white 24:2 13:5 8:3 6:5 / black 1:2 12:5 17:3 19:5 / "

static void backgammon_is_read_as_it_is_written_everywhere(void **state)
{
	(void)state;
	stand(backgammon, 0, START "white to move 31 left 31");
	assert_means("8/5 6/5", "8/5 6/5");
	assert_means("6/5, 8/5", "6/5 8/5");
	assert_means("6-5 8-5", "6/5 8/5");
	assert_means("24/20", "24/21 21/20");
	stand(backgammon, 0, START "white to move 33 left 3333");
	assert_means("13/7(2)", "13/10 10/7 13/10 10/7");
	assert_means("13/10(2) 24/21(2)", "13/10 13/10 24/21 24/21");
	assert_means("24/21(2), 13/7", "24/21 24/21 13/10 10/7");
	assert_means("24/18/15 6/3", "24/21 21/18 18/15 6/3");
}

static void backgammon_is_read_from_blacks_side_too(void **state)
{
	(void)state;
	stand(backgammon, 1, START "black to move 31 left 31");
	assert_means("17/20 19/20", "17/20 19/20");
	assert_means("8/5 6/5", "17/20 19/20");
	assert_means("13/9", "12/15 15/16");
}

static void the_bar_is_called_bar_or_25(void **state)
{
	(void)state;
	stand(backgammon, 0, "white bar:1 13:1 / black 1:1 21:2 / white to move 41 left 41");
	assert_means("bar/24 24/20", "bar/24 24/20");
	assert_means("25/24/20", "bar/24 24/20");
	assert_means("bar/20", "bar/24 24/20");
	assert_means("13/9 25/24", "bar/24 13/9");
	assert_refused("13/9 13/12", MUST_ENTER);
	assert_refused("bar/21", POINT_BLOCKED);
}

static void a_refused_turn_of_backgammon_names_the_rule(void **state)
{
	(void)state;
	stand(backgammon, 0, "white 13:1 / black 6:2 24:1 / white to move 52 left 52");
	assert_refused("13/11", MUST_USE_LARGER_DIE);
	assert_means("13/8", "13/8");
	stand(backgammon, 0, START "white to move 52 left 52");
	assert_refused("13/8", TURN_INCOMPLETE);
	assert_refused("24/22 6/1", POINT_BLOCKED);
	assert_refused("24/22 13/7", NO_SUCH_DIE);
	assert_refused("24/22 14/9", NO_PIECE);
	assert_refused("13/8 6/8", WRONG_WAY);
	assert_refused("13/8 6/4 6/4", TOO_MANY_MOVES);
	assert_refused("x", UNREADABLE_MOVE);
	stand(backgammon, 0, START "white to move 62 left 62");
	assert_refused("6/off 6/4", NOT_ALL_HOME);
	stand(backgammon, 0, "white 13:1 / black 8:2 24:1 / white to move 52 left 52");
	assert_means("13/6", "13/11 11/6");
}

static void forced_strikes_of_el_mundo_are_demanded(void **state)
{
	(void)state;
	/* Rules, 13.3: with 1 and 6 Green reaches Red. */
	stand(el_mundo, 0, "Sp4*2/Su5/-/- play:G 1,3,6 1 ....");
	assert_means("1:Sp4-Sp5 6:Sp5-Su5*R 3:Sp4-Su1", "1:Sp4-Sp5 6:Sp5-Su5*R 3:Sp4-Su1");
	assert_means("Sp4-Su1 Sp4-Su5", "3:Sp4-Su1 1:Sp4-Sp5 6:Sp5-Su5*R");
	assert_refused("Sp4-Su1 Su1-Su2 Sp4-Su4", MUST_STRIKE);
	assert_refused("3:Sp4-Su1 3:Su1-Su4 Sp4-Su5", NO_SUCH_DIE);
	assert_refused("Sp4-Su2", MUST_STRIKE);
	/* 13.2: White is optional; six on the way strikes, or goes round by another. */
	stand(el_mundo, 0, "Sp4*2/Su5/-/Sp6 play:G 2,4,6 1 ....");
	assert_means("Sp4-Su4 Sp4-Su4", "6:Sp4-Su4 4:Sp4-Su2 2:Su2-Su4");
	assert_means("Sp4-Su4 Sp4-Sp6*-Su4", "6:Sp4-Su4 2:Sp4-Sp6*W 4:Sp6-Su4");
}

static int load(void **state)
{
	(void)state;
	return registry_add(&games, backgammon) && registry_add(&games, el_mundo) ? 0 : -1;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(games_of_backgammon_replay_to_the_same_end),
		cmocka_unit_test(games_of_el_mundo_replay_to_the_same_end),
		cmocka_unit_test(backgammon_is_read_as_it_is_written_everywhere),
		cmocka_unit_test(backgammon_is_read_from_blacks_side_too),
		cmocka_unit_test(the_bar_is_called_bar_or_25),
		cmocka_unit_test(a_refused_turn_of_backgammon_names_the_rule),
		cmocka_unit_test(forced_strikes_of_el_mundo_are_demanded),
	};

	return cmocka_run_group_tests(tests, load, NULL);
}
