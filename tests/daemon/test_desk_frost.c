/*
 * test_desk_frost.c - games whose plugin fails them are frozen, and the others
 * go on.
 */
#include "tests/daemon/tavern.h"
#include "tests/game/toy.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static const char first_turn[] = "3:hand-3 2:hand-2";
static const struct command thaw = {.kind = COMMAND_THAW, .seat = TABLAS_NOBODY};

/* ---- games that go wrong ------------------------------------------------------------- */

static bool going_wrong; /* from now on */

/* Another number of dice whenever it is asked. */
static void changing_wait(const void *pos, struct tablas_wait *out)
{
	static uint8_t more;

	tablas_plugin_toy.wait(pos, out);
	if (going_wrong && out->kind == TABLAS_WAIT_ROLL)
		out->dice = (uint8_t)(1 + more++ % 3);
}

static void nine_dice(const void *pos, struct tablas_wait *out)
{
	tablas_plugin_toy.wait(pos, out);
	if (going_wrong && out->kind == TABLAS_WAIT_ROLL)
		out->dice = TABLAS_DICE_MAX + 1;
}

/* Dice, and dice again, for ever. */
static void endless_wait(const void *pos, struct tablas_wait *out)
{
	tablas_plugin_toy.wait(pos, out);
	if (going_wrong)
		*out = (struct tablas_wait){
			.kind = TABLAS_WAIT_ROLL, .seats = 1, .dice = 1, .sides = 4};
}

static void idle_roll(void *pos, const uint8_t *faces, size_t n, struct tablas_events *e)
{
	if (!going_wrong)
		tablas_plugin_toy.roll(pos, faces, n, e);
}

static int forgetful_read(const struct tablas_setup *setup, const char *text, void *pos)
{
	return going_wrong ? -1 : tablas_plugin_toy.read(setup, text, pos);
}

static void crashing_roll(void *pos, const uint8_t *faces, size_t n, struct tablas_events *e)
{
	if (going_wrong)
		abort();
	tablas_plugin_toy.roll(pos, faces, n, e);
}

static struct tablas_plugin changing, nine, endless, forgetful, crashing, newer;

static int setup(void **state)
{
	going_wrong = false;
	if (tavern_setup(state) != 0)
		return -1;
	changing = nine = endless = forgetful = crashing = tablas_plugin_toy;
	changing.name = "changing";
	changing.wait = changing_wait;
	nine.name = "nine";
	nine.wait = nine_dice;
	endless.name = "endless";
	endless.wait = endless_wait;
	endless.roll = idle_roll;
	forgetful.name = "forgetful";
	forgetful.read = forgetful_read;
	crashing.name = "crashing";
	crashing.roll = crashing_roll;
	for (size_t i = 0; i < 5; i++) {
		const struct tablas_plugin *all[] = {&changing, &nine, &endless, &forgetful,
						     &crashing};

		registry_add(&((struct tavern *)*state)->games, all[i]);
	}
	return 0;
}

/* To replay them, the games must be in their right minds. */
static int teardown(void **state)
{
	going_wrong = false;
	return tavern_teardown(state);
}

/* A staked game waiting for seat 0 with a three and a two. */
static const char *begin(struct tavern *h, const struct tablas_plugin *plugin)
{
	struct desk_game g = tavern_terms(h, plugin, 2, 2, 20);

	return tavern_begin(h, &g, "4 1 3 2 1 2");
}

static void assert_frozen(struct tavern *h, const char *key, const char *why)
{
	struct game_row row = tavern_row_seen(h, key);
	char fact[256];

	assert_int_equal(row.state, TABLE_FROZEN);
	assert_int_equal(row.thaws_to, TABLE_ACTIVE);
	assert_int_equal(row.ply, 7);
	assert_int_equal(row.waiting, 0);
	assert_int_equal(row.decisions, 0);
	snprintf(fact, sizeof(fact), ",rolled:-:3 2,frozen:-:%s", why);
	assert_string_equal(strstr(tavern_facts(h, key), ",rolled:-:3 2"), fact);
}

/* In one group with another game, of which nothing is lost. */
static void goes_wrong(struct tavern *h, const struct tablas_plugin *plugin, const char *why)
{
	const char *sound = begin(h, &tablas_plugin_toy), *key = begin(h, plugin);
	const int64_t *news;

	going_wrong = true;
	assert_int_equal(tavern_decide(h, sound, 0, first_turn), ACCEPTED);
	assert_int_equal(tavern_decide(h, key, 0, first_turn), GAME_FROZEN);
	assert_string_equal(h->receipt.row->key, key);
	assert_null(h->receipt.table);
	assert_false(h->receipt.trouble);
	assert_int_equal(tavern_decide(h, key, 0, first_turn), GAME_FROZEN);
	tavern_settle(h);
	assert_int_equal(desk_news(h->desk, &news), 2);
	assert_int_equal(tavern_row_seen(h, sound).ply, 8);
	assert_frozen(h, key, why);
	assert_int_equal(tavern_row_seen(h, key).seat[0].purse, 20);
}

static void a_game_that_contradicts_itself_is_frozen(void **state)
{
	goes_wrong(*state, &changing, "the game contradicts its own rules");
}

static void a_game_that_asks_for_too_many_dice_is_frozen(void **state)
{
	goes_wrong(*state, &nine, "the game asks for dice that there are not");
}

static void a_game_that_asks_nobody_is_frozen(void **state)
{
	struct tavern *h = *state;
	const struct command leave = {.kind = COMMAND_LEAVE, .seat = 1, .text = "time"};
	const char *key = begin(h, &endless);

	going_wrong = true;
	assert_int_equal(tavern_submit(h, key, &leave, 0), GAME_FROZEN);
	tavern_settle(h);
	assert_frozen(h, key, "the game goes on without asking anybody");
}

static void a_game_that_forgets_its_notation_is_frozen(void **state)
{
	struct tavern *h = *state;
	const char *key = begin(h, &forgetful);

	goes_wrong(h, &forgetful, "the game does not read its own position");
	going_wrong = false;
	assert_int_equal(tavern_row_seen(h, key).state, TABLE_ACTIVE);
}

/* It is frozen by its row alone, which must say what a table would: teardown compares. */
static void a_table_that_is_frozen_before_play_has_spent_no_time(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = tavern_terms(h, &nine, 2, 0, 0);
	struct pace_spent time;
	struct game_row row;
	const char *key;

	g.pace = (struct pace){.timed = true, .per_move = PACE_DAY};
	key = tavern_lay(h, &g);
	assert_int_equal(tavern_sit(h, key, 0, h->people[0]), ACCEPTED);
	tavern_settle(h);
	going_wrong = true;
	assert_int_equal(tavern_sit(h, key, 1, h->people[1]), GAME_FROZEN);
	tavern_settle(h);
	row = tavern_row_seen(h, key);
	assert_int_equal(row.state, TABLE_FROZEN);
	assert_int_equal(row.thaws_to, TABLE_OPEN);
	assert_int_equal(pace_spent_read(row.spent, row.seats, &time), 0);
	assert_int_equal(time.spent, 0);
	tavern_assert_true(h);
}

static void a_frozen_game_thaws_where_it_stood(void **state)
{
	struct tavern *h = *state;
	const char *key = begin(h, &changing);

	going_wrong = true;
	assert_int_equal(tavern_decide(h, key, 0, first_turn), GAME_FROZEN);
	tavern_settle(h);
	going_wrong = false;
	assert_int_equal(tavern_decide(h, key, 0, first_turn), GAME_FROZEN);
	assert_non_null(h->receipt.table);
	assert_int_equal(tavern_submit(h, key, &thaw, 0), ACCEPTED);
	assert_int_equal(tavern_row(h, key).state, TABLE_ACTIVE);
	assert_int_equal(tavern_row(h, key).waiting, 1 << 0);
	assert_int_equal(tavern_decide(h, key, 0, first_turn), ACCEPTED);
	tavern_settle(h);
	assert_int_equal(tavern_row_seen(h, key).ply, 10);
}

static void an_operator_freezes_and_thaws(void **state)
{
	struct tavern *h = *state;
	const struct command freeze = {
		.kind = COMMAND_FREEZE, .seat = TABLAS_NOBODY, .text = "a complaint"};
	const char *key = begin(h, &tablas_plugin_toy);

	assert_int_equal(tavern_submit(h, key, &freeze, 0), ACCEPTED);
	tavern_settle(h);
	assert_frozen(h, key, "a complaint");
	assert_int_equal(tavern_decide(h, key, 0, first_turn), GAME_FROZEN);
	assert_int_equal(tavern_submit(h, key, &thaw, 0), ACCEPTED);
	assert_int_equal(tavern_decide(h, key, 0, first_turn), ACCEPTED);
	tavern_settle(h);
}

/* ---- the right plugin is missing --------------------------------------------------------- */

static void a_game_of_other_rules_waits_for_the_right_plugin(void **state)
{
	struct tavern *h = *state;
	const char *key;

	newer = tablas_plugin_toy;
	newer.name = "newer";
	registry_add(&h->games, &newer);
	key = begin(h, &newer);
	newer.rules = 5;
	newer.rules_since = 4; /* this game is played by 3 */
	assert_int_equal(tavern_decide(h, key, 0, first_turn), NO_SUCH_RULESET);
	assert_non_null(h->receipt.row);
	assert_null(h->receipt.table);
	newer.rules = 2;
	newer.rules_since = 1;
	assert_int_equal(tavern_decide(h, key, 0, first_turn), NO_SUCH_RULESET);
	tavern_settle(h);
	assert_int_equal(tavern_row_seen(h, key).state, TABLE_ACTIVE);
	newer.rules = 5;
	newer.rules_since = 3;
	assert_int_equal(tavern_decide(h, key, 0, first_turn), ACCEPTED);
	tavern_settle(h);
}

static void a_game_without_a_plugin_waits_for_it(void **state)
{
	struct tavern *h = *state;
	struct registry all = h->games;
	const char *key = begin(h, &changing);

	memset(&h->games, 0, sizeof(h->games));
	assert_int_equal(tavern_decide(h, key, 0, first_turn), NO_SUCH_RULESET);
	h->games = all;
	assert_int_equal(tavern_decide(h, key, 0, first_turn), ACCEPTED);
	tavern_settle(h);
}

/* ---- the black box -------------------------------------------------------------------------
 */

/* Dies in the middle of a turn, with a book and a box of its own. */
static int die_playing(struct tavern *h, const char *box, const char *key)
{
	pid_t child = fork();
	int status;

	if (child == 0) {
		const struct rlimit none = {0, 0};

		setrlimit(RLIMIT_CORE, &none);
		dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
		signal(SIGABRT, SIG_DFL); /* not the test's own handler */
		if (blackbox_open(box, &h->blackbox) != 0)
			_exit(1);
		tavern_open(h);
		going_wrong = true;
		tavern_decide(h, key, 0, first_turn);
		_exit(2);
	}
	assert_true(child > 0);
	assert_int_equal(waitpid(child, &status, 0), child);
	return status;
}

static void a_game_that_crashed_the_server_is_frozen_at_the_next_start(void **state)
{
	struct tavern *h = *state;
	const char *key = begin(h, &crashing), *sound = begin(h, &tablas_plugin_toy);
	char box[128], why[64];
	struct game_row row;
	struct table table;
	int64_t game;
	int status;

	snprintf(box, sizeof(box), "%s.blackbox", h->book->path);
	tavern_close(h);
	status = die_playing(h, box, key);
	assert_false(WIFEXITED(status) && WEXITSTATUS(status) <= 2);

	assert_int_equal(blackbox_open(box, &h->blackbox), 0);
	tavern_open(h);
	assert_int_equal(desk_freeze_crashed(h->desk, &game), STORE_DONE);
	assert_int_equal(game, h->ids[0]);
	snprintf(why, sizeof(why), "the game crashed the server (signal %d)", SIGABRT);
	assert_frozen(h, key, why);
	row = tavern_row_seen(h, key);
	assert_int_equal(desk_table(h->desk, &row, &table), -1); /* it would crash again */
	assert_int_equal(tavern_decide(h, key, 0, first_turn), GAME_FROZEN);
	assert_int_equal(tavern_decide(h, sound, 0, first_turn), ACCEPTED);
	assert_int_equal(tavern_submit(h, key, &thaw, 0), ACCEPTED);
	tavern_settle(h);
	row = tavern_row_seen(h, key);
	assert_int_equal(desk_table(h->desk, &row, &table), 0);

	/* Told once: after the next start nothing is left to do. */
	tavern_close(h);
	blackbox_close(h->blackbox);
	assert_int_equal(blackbox_open(box, &h->blackbox), 0);
	tavern_open(h);
	assert_int_equal(desk_freeze_crashed(h->desk, &game), STORE_NONE);
	assert_int_equal(game, 0);
	blackbox_close(h->blackbox);
	h->blackbox = NULL;
}

/* What the black box holds at this moment, by its file: 0 or the game. */
static int64_t noted(const char *box)
{
	int64_t note[2] = {0, 0};
	int fd = open(box, O_RDONLY);

	assert_int_equal(read(fd, note, sizeof(note)), sizeof(note));
	close(fd);
	return note[1];
}

static void a_game_is_noted_for_as_long_as_its_plugin_is_asked(void **state)
{
	struct tavern *h = *state;
	const char *key = begin(h, &tablas_plugin_toy), *words = first_turn;
	const struct command c = {.kind = COMMAND_DECIDE, .words = &words, .words_n = 1};
	char box[128];

	snprintf(box, sizeof(box), "%s.blackbox", h->book->path);
	tavern_close(h);
	assert_int_equal(blackbox_open(box, &h->blackbox), 0);
	tavern_open(h);
	assert_int_equal(desk_enter(h->desk), 0);
	assert_int_equal(noted(box), 0);
	assert_int_equal(desk_submit(h->desk, key, &c, 0, &h->receipt), ACCEPTED);
	assert_int_equal(noted(box), h->ids[0]);
	assert_int_equal(desk_leave(h->desk, true), 0);
	assert_int_equal(noted(box), 0);
	tavern_settle(h);
	desk_asks(h->desk, 99);
	assert_int_equal(noted(box), 99);
	desk_asked(h->desk);
	assert_int_equal(noted(box), 0);
	blackbox_close(h->blackbox);
	h->blackbox = NULL;
}

static void without_a_box_nothing_is_frozen(void **state)
{
	struct tavern *h = *state;
	int64_t game = 5;

	assert_int_equal(desk_freeze_crashed(h->desk, &game), STORE_NONE);
	assert_int_equal(game, 0);
}

#define FROST_TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		FROST_TEST(a_game_that_contradicts_itself_is_frozen),
		FROST_TEST(a_game_that_asks_for_too_many_dice_is_frozen),
		FROST_TEST(a_game_that_asks_nobody_is_frozen),
		FROST_TEST(a_game_that_forgets_its_notation_is_frozen),
		FROST_TEST(a_table_that_is_frozen_before_play_has_spent_no_time),
		FROST_TEST(a_frozen_game_thaws_where_it_stood),
		FROST_TEST(an_operator_freezes_and_thaws),
		FROST_TEST(a_game_of_other_rules_waits_for_the_right_plugin),
		FROST_TEST(a_game_without_a_plugin_waits_for_it),
		FROST_TEST(a_game_that_crashed_the_server_is_frozen_at_the_next_start),
		FROST_TEST(a_game_is_noted_for_as_long_as_its_plugin_is_asked),
		FROST_TEST(without_a_box_nothing_is_frozen),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
