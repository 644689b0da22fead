/*
 * match.c - what one game of a match makes of the next.
 *
 * Nothing is kept of a match but what its present table knows, so a match can
 * be followed from any of its games, and each of them replayed by itself.
 */
#include "game/match.h"

#include <string.h>

bool match_fits(const struct tablas_plugin *plugin)
{
	return plugin->seats_max == 2;
}

/* Points the game gave; a win counts one where it gave none to anybody. */
static void points_of(const struct table *t, int32_t points[TABLAS_SEATS_MAX])
{
	unsigned firsts = 0, winner = 0;
	bool any = false;

	for (unsigned i = 0; i < t->seats; i++) {
		points[i] = t->outcome.points[i] > 0 ? t->outcome.points[i] : 0;
		any |= points[i] > 0;
		if (t->outcome.rank[i] == 1) {
			firsts++;
			winner = i;
		}
	}
	if (!any && firsts == 1)
		points[winner] = 1;
}

void match_score(const struct table *t, int32_t score[TABLAS_SEATS_MAX])
{
	int32_t points[TABLAS_SEATS_MAX];

	memcpy(score, t->setup.match_score, sizeof(t->setup.match_score));
	if (t->state != TABLE_OVER)
		return;
	points_of(t, points);
	for (unsigned i = 0; i < t->seats; i++) {
		int64_t sum = (int64_t)score[i] + points[i];

		score[i] = (int32_t)(sum < t->setup.match_length ? sum : t->setup.match_length);
	}
}

unsigned match_winner(const struct table *t)
{
	int32_t score[TABLAS_SEATS_MAX];

	match_score(t, score);
	for (unsigned i = 0; t->setup.match_length && i < t->seats; i++)
		if ((uint32_t)score[i] >= t->setup.match_length)
			return i;
	return TABLAS_NOBODY;
}

bool match_goes_on(const struct table *t)
{
	return t->state == TABLE_OVER && t->setup.match_length &&
	       match_winner(t) == TABLAS_NOBODY;
}

/* Where the option stands in the plugin's list, or -1. */
static int option_named(const struct tablas_plugin *plugin, const char *key)
{
	for (int i = 0; plugin->options && plugin->options[i].key; i++)
		if (strcmp(plugin->options[i].key, key) == 0)
			return i;
	return -1;
}

int32_t match_option(const struct tablas_plugin *plugin, const int32_t *values, const char *key)
{
	int i = option_named(plugin, key);

	return i < 0 ? 0 : values[i];
}

bool match_is_crawford(const struct table *t)
{
	unsigned near = 0;

	for (unsigned i = 0; i < t->seats; i++)
		near += (uint32_t)t->setup.match_score[i] + 1 == t->setup.match_length;
	return t->setup.match_length && near == 1 &&
	       option_named(t->plugin, "crawford_played") >= 0 &&
	       match_option(t->plugin, t->options, "crawford") &&
	       !match_option(t->plugin, t->options, "crawford_played");
}

void match_next(const struct table *over, struct table *next)
{
	int32_t score[TABLAS_SEATS_MAX];

	match_score(over, score);
	table_init(next, over->plugin, over->seats, over->options, over->stakes.unit,
		   over->stakes.buy_in);
	next->auto_forced = over->auto_forced;
	next->rated = over->rated;
	table_stakes(next, &over->stakes);
	table_pace(next, &over->pace);
	if (match_is_crawford(over))
		next->options[option_named(over->plugin, "crawford_played")] = 1;
	table_of_match(next, over->setup.match_length, over->match_game + 1, score);
}
