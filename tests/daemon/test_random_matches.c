/*
 * test_random_matches.c - whole matches of backgammon by chance, cube and all.
 *
 * Whatever is played: a game gives points to one side only, the next begins in
 * the same commit with the score that follows and the same people, the Crawford
 * game is the one it should be and there is one at most, and nobody's wallet moves
 * before the match is over; then one unit has changed hands.
 */
#include "tests/daemon/tavern.h"

#include "game/match.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct tablas_plugin tablas_plugin_backgammon;

#define BACKGAMMON (&tablas_plugin_backgammon)
#define UNIT	   3

/* What the test itself makes of the match. */
struct expected {
	struct tavern *h;
	char match[STORE_KEY_SIZE], key[STORE_KEY_SIZE]; /* first game, present game */
	uint32_t length, game;
	int32_t score[2];
	bool crawford_past;
	int64_t wallet[2]; /* while it lasts */
	uint32_t seed;
};

static size_t points_games, crawfords, cubes;

/* One side is; at one point each there is nothing left to keep the cube out of. */
static bool at_match_point(const struct expected *e)
{
	return (e->score[0] + 1 == (int32_t)e->length) !=
	       (e->score[1] + 1 == (int32_t)e->length);
}

static void look_at_the_beginning(struct expected *e)
{
	static struct table t;
	struct game_row row = tavern_row_seen(e->h, e->key);
	bool crawford = at_match_point(e) && !e->crawford_past;

	assert_int_equal(row.state, TABLE_ACTIVE);
	assert_string_equal(row.match, e->match);
	assert_int_equal(row.match_game, e->game);
	assert_int_equal(row.match_length, e->length);
	assert_int_equal(desk_table(e->h->desk, &row, &t), 0);
	assert_int_equal(match_is_crawford(&t), crawford);
	for (unsigned i = 0; i < 2; i++) {
		assert_int_equal(row.match_score[i], e->score[i]);
		assert_int_equal(row.seat[i].account, e->h->people[i]);
		assert_int_equal(row.seat[i].purse, UNIT);
		assert_int_equal(tavern_wallet(e->h, e->h->people[i]), e->wallet[i]);
	}
	e->crawford_past = e->crawford_past || crawford;
	crawfords += crawford;
}

static void play_the_game(struct expected *e)
{
	for (unsigned i = 0; tavern_play_on(e->h, e->key, &e->seed); i++)
		if (i % 50 == 49)
			tavern_settle(e->h);
	tavern_settle(e->h);
	cubes += strstr(tavern_facts(e->h, e->key), ":take") != NULL;
}

/* The score after the game; its winner, or -1 where nobody has won points. */
static int count_points(struct expected *e, const struct game_row *over)
{
	int32_t won[2];

	for (unsigned i = 0; i < 2; i++) {
		won[i] = over->match_result[i] - e->score[i];
		assert_int_equal(over->match_score[i], e->score[i]);
		assert_true(won[i] >= 0 && over->match_result[i] <= (int32_t)e->length);
		e->score[i] = over->match_result[i];
	}
	assert_true((won[0] == 0) != (won[1] == 0));
	points_games++;
	return won[1] > 0;
}

static void look_at_the_end(const struct expected *e, const struct game_row *over, int winner)
{
	assert_string_equal(over->next, "");
	for (int i = 0; i < 2; i++)
		assert_int_equal(tavern_wallet(e->h, e->h->people[i]),
				 e->wallet[i] + UNIT + (i == winner ? UNIT : -UNIT));
}

static int64_t games_of_the_match(const struct expected *e)
{
	char sql[128];

	snprintf(sql, sizeof sql, "SELECT count(*) FROM games WHERE match = '%s'", e->match);
	return temporary_number(e->h->book, sql);
}

static void play_a_match(struct tavern *h, uint32_t seed)
{
	struct desk_game g = tavern_terms(h, BACKGAMMON, 2, UNIT, UNIT);
	struct expected e = {.h = h, .length = 1 + seed % 7, .game = 1, .seed = seed};
	struct game_row over;
	int winner;

	h->games_n = 0; /* of the last match nothing more is asked */
	g.match_length = e.length;
	assert_int_equal(options_read(BACKGAMMON,
				      seed % 4 ? "cube=on variant=hypergammon" : "cube=on",
				      g.options),
			 ACCEPTED);
	strcpy(e.key, tavern_begin(h, &g, NULL));
	strcpy(e.match, e.key);
	for (unsigned i = 0; i < 2; i++)
		e.wallet[i] = tavern_wallet(h, h->people[i]);
	for (;; e.game++) {
		look_at_the_beginning(&e);
		play_the_game(&e);
		over = tavern_row_seen(h, e.key);
		assert_int_equal(over.state, TABLE_OVER);
		winner = count_points(&e, &over);
		if (e.score[winner] == (int32_t)e.length)
			break;
		strcpy(e.key, over.next);
	}
	look_at_the_end(&e, &over, winner);
	assert_int_equal(games_of_the_match(&e), e.game);
	tavern_assert_true(h);
}

static void whole_matches_follow_from_their_games(void **state)
{
	struct tavern *h = *state;
	uint32_t matches = getenv("TABLAS_LONG") ? 300 : getenv("TABLAS_BRIEF") ? 8 : 16;

	assert_true(registry_add(&h->games, BACKGAMMON));
	for (uint32_t seed = 1; seed <= matches; seed++)
		play_a_match(h, seed);
	print_message("%u matches, %zu games, %zu Crawford games, %zu with a double taken\n",
		      matches, points_games, crawfords, cubes);
	assert_true(crawfords > 0 && cubes > 0);
	assert_true(points_games > matches);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TAVERN_TEST(whole_matches_follow_from_their_games),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
