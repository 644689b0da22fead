/*
 * replay.c - folds facts over an open table.
 */
#include "api/replay.h"

#include <stdlib.h>

struct replay *replay_begin(struct desk *desk, const struct game_row *row)
{
	const struct tablas_plugin *plugin = registry_find(desk_games(desk), row->ruleset);
	struct replay *replay;

	if (!plugin || row->rules < plugin->rules_since || row->rules > plugin->rules)
		return NULL;
	replay = malloc(sizeof *replay);
	if (!replay)
		return NULL;
	if (store_lay(row, plugin, &replay->table) != 0) {
		free(replay);
		return NULL;
	}
	table_remember(&replay->table, &replay->past);
	return replay;
}

int replay_fact(struct replay *replay, const struct fact *fact)
{
	return table_apply(&replay->table, fact, &replay->happened);
}

struct until {
	struct replay *replay;
	uint64_t ply;
	int result;
};

static bool each(void *cls, const struct fact *fact, const char *events)
{
	struct until *u = cls;

	(void)events;
	if (fact->ply > u->ply)
		return false;
	u->result = replay_fact(u->replay, fact);
	return u->result == 0;
}

int replay_until(struct replay *replay, struct store_view *view, const struct game_row *row,
		 uint64_t ply)
{
	struct until u = {replay, ply, 0};

	if (store_facts(view, row->id, replay->table.ply, (size_t)ply, each, &u) ==
	    STORE_TROUBLE)
		return -1;
	return u.result;
}
