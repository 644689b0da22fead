/*
 * evening.c - see evening.h.
 */
#include "tests/schema/evening.h"

#include "game/phrase.h"

#include <stdlib.h>
#include <string.h>

enum { PLAYS_MAX = 512 };

unsigned evening_dice(struct evening *e, unsigned sides)
{
	e->seed = e->seed * 1103515245u + 12345u;
	return (e->seed >> 16) % sides;
}

void evening_begin(struct evening *e, struct temporary *book, unsigned seed)
{
	struct desk_parts parts = {
		.store = book->store, .games = &e->games, .clock = &e->clock, .cup = &e->cup};

	memset(e, 0, sizeof(*e));
	e->book = book;
	e->seed = seed;
	for (size_t i = 0; i < EVENING_FACES; i++)
		e->faces[i] = (uint8_t)(1 + evening_dice(e, 6));
	e->cup = (struct cup){.script = e->faces, .script_n = EVENING_FACES};
	clock_wind(&e->clock, 1000000);
	e->desk = desk_open(&parts);
}

void evening_end(struct evening *e)
{
	desk_close(e->desk);
	free(e->memory);
}

static void use_plugin(struct evening *e, const struct tablas_plugin *plugin)
{
	registry_add(&e->games, plugin); /* false when it is there already */
	free(e->memory);
	e->memory = malloc(plays_memory(plugin, PLAYS_MAX));
	assert_non_null(e->memory);
	plays_init(&e->plays, plugin, PLAYS_MAX, e->memory);
}

static void settle(struct evening *e, bool keep)
{
	assert_int_equal(desk_leave(e->desk, keep), 0);
	assert_int_equal(desk_settle(e->desk), 0);
	clock_wind(&e->clock, clock_now(&e->clock) + 1000);
}

enum refusal evening_submit(struct evening *e, const char *key, const struct command *c,
			    int64_t account)
{
	struct receipt receipt;

	assert_int_equal(desk_enter(e->desk), 0);
	enum refusal refusal = desk_submit(e->desk, key, c, account, &receipt);
	assert_false(receipt.trouble);
	settle(e, refusal == ACCEPTED);
	return refusal;
}

struct game_row evening_lay(struct evening *e, const struct tablas_plugin *plugin, int64_t unit,
			    int64_t buy_in, const int64_t *players, unsigned seats)
{
	struct desk_game terms = {.plugin = plugin,
				  .seats = seats,
				  .unit = unit,
				  .buy_in = buy_in,
				  .auto_forced = true,
				  .creator = players[0]};
	struct command sit = {.kind = COMMAND_SIT};
	struct receipt receipt;
	struct game_row row;

	use_plugin(e, plugin);
	options_default(plugin, terms.options);
	assert_int_equal(desk_enter(e->desk), 0);
	assert_int_equal(desk_create(e->desk, &terms, &receipt), ACCEPTED);
	row = *receipt.row;
	settle(e, true);
	for (; sit.seat < seats; sit.seat++)
		assert_int_equal(evening_submit(e, row.key, &sit, players[sit.seat]), ACCEPTED);
	assert_int_equal(store_game_by_key(e->book->glasses, row.key, &row), STORE_FOUND);
	return row;
}

/* One of the decisions that the game's first asked seat may make. */
static enum refusal decide(struct evening *e, const struct game_row *row)
{
	char text[FACT_TEXT_MAX];
	const char *word = text;
	struct command c = {
		.kind = COMMAND_DECIDE, .ply = row->ply, .words = &word, .words_n = 1};
	static struct table t;

	assert_int_equal(desk_table(e->desk, row, &t), 0);
	while (!(row->waiting >> c.seat & 1))
		c.seat++;
	plays_list(&e->plays, t.position, c.seat);
	assert_true(e->plays.n > 0);
	const tablas_move *moves =
		e->plays.moves + evening_dice(e, (unsigned)e->plays.n) * TABLAS_STEPS_MAX;
	size_t n = 0;
	while (n < TABLAS_STEPS_MAX && moves[n] != TABLAS_NO_MOVE)
		n++;
	phrase_write(t.plugin, t.position, c.seat, moves, n, text, sizeof(text));
	return evening_submit(e, row->key, &c, row->seat[c.seat].account);
}

struct game_row evening_play(struct evening *e, const char *key, int decisions)
{
	struct game_row row;

	assert_int_equal(store_game_by_key(e->book->glasses, key, &row), STORE_FOUND);
	while (row.state == TABLE_ACTIVE && decisions-- > 0) {
		assert_int_equal(decide(e, &row), ACCEPTED);
		assert_int_equal(store_game_by_key(e->book->glasses, key, &row), STORE_FOUND);
	}
	return row;
}
