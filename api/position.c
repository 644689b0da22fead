/*
 * position.c - the position of a game, in its own notation and in those of others.
 *
 * For whoever takes it elsewhere: to another program, or to a new game that
 * begins there.  What a notation has no words for is null: a throw played in
 * part, a game that is over.
 */
#include "api/games_inside.h"

static void write_notations(struct out *out, const struct table *t, bool laid)
{
	const struct tablas_plugin *plugin = t->plugin;

	out_object(out);
	for (unsigned i = 0; plugin->write_as && plugin->notations && plugin->notations[i]; i++) {
		char text[TABLAS_TEXT_MAX + 1];
		size_t n = laid ? plugin->write_as(t->position, i, text, sizeof text) : 0;

		out_kstring(out, plugin->notations[i], n && n < sizeof text ? text : NULL);
	}
	out_object_end(out);
}

struct reply position_show(struct request *r)
{
	struct found found;
	struct reply reply;
	struct out out;
	bool laid;

	if (!games_find(r, &found, &reply) || !games_playable(r, &found, &reply))
		return reply;
	laid = found.row.position[0] != '\0';
	out_init(&out);
	out_object(&out);
	out_kstring(&out, "id", found.row.key);
	out_kint(&out, "ply", (int64_t)found.row.ply);
	out_key(&out, "position");
	if (laid)
		view_position(&out, found.table.plugin, found.table.position);
	else
		out_null(&out);
	out_key(&out, "notations");
	write_notations(&out, &found.table, laid);
	out_object_end(&out);
	return reply_json(200, &out);
}
