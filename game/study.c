/*
 * study.c - reading a position to begin from, and refusing it with the reason.
 */
#include "game/study.h"

#include <stdio.h>
#include <string.h>

int study_notation(const struct tablas_plugin *plugin, const char *name)
{
	for (int i = 0; plugin->read_as && plugin->notations && plugin->notations[i]; i++)
		if (strcmp(plugin->notations[i], name) == 0)
			return i;
	return -1;
}

static int fail(char *why, size_t cap, const char *sentence)
{
	snprintf(why, cap, "%s", sentence);
	return -1;
}

static void count_pieces(const struct table *t, const void *pos,
			 unsigned count[TABLAS_SEATS_MAX])
{
	struct tablas_pieces pieces[t->plugin->pieces_max + 1];
	struct tablas_view view;

	memset(&view, 0, sizeof(view));
	memset(count, 0, TABLAS_SEATS_MAX * sizeof(count[0]));
	view.pieces = pieces;
	view.pieces_cap = t->plugin->pieces_max;
	t->plugin->view(pos, 0, &view);
	for (size_t i = 0; i < view.pieces_n && i < view.pieces_cap; i++)
		if (pieces[i].seat < TABLAS_SEATS_MAX)
			count[pieces[i].seat] += pieces[i].count;
}

/*
 * Who must bring all men home cannot do so with some of them missing.  Where
 * pieces are of several kinds they are captured and not brought home.
 */
static int refuse_missing(const struct table *t, char *why, size_t cap)
{
	_Alignas(16) unsigned char start[t->plugin->position_size];
	unsigned have[TABLAS_SEATS_MAX], want[TABLAS_SEATS_MAX];

	if (t->plugin->kinds && t->plugin->kinds[0] && t->plugin->kinds[1])
		return 0;
	memset(start, 0, sizeof(start));
	t->plugin->init(&t->setup, start);
	count_pieces(t, start, want);
	count_pieces(t, t->position, have);
	for (unsigned i = 0; i < t->seats; i++) {
		if (have[i] == want[i])
			continue;
		snprintf(why, cap, "%s has %u pieces in this position, and a game is begun with %u",
			 t->plugin->sides[i].name, have[i], want[i]);
		return -1;
	}
	return 0;
}

static int refuse_unplayable(const struct table *t, char *why, size_t cap)
{
	const struct tablas_plugin *plugin = t->plugin;
	const char *wrong = plugin->audit ? plugin->audit(t->position) : NULL;
	struct tablas_wait wait;

	if (wrong)
		return fail(why, cap, wrong);
	plugin->wait(t->position, &wait);
	if (wait.kind == TABLAS_WAIT_OVER)
		return fail(why, cap, "in this position the game is over");
	for (unsigned i = 0; wait.kind == TABLAS_WAIT_MOVE && i < t->seats; i++)
		if (wait.seats >> i & 1 && plugin->legal(t->position, i, NULL, 0) == 0)
			return fail(why, cap, "a decision is asked for that nobody can make");
	return refuse_missing(t, why, cap);
}

void study_flaw(const struct table *t, int notation, const char *text, char *why, size_t cap)
{
	const struct tablas_plugin *plugin = t->plugin;
	unsigned which = notation < 0 ? TABLAS_OWN_NOTATION : (unsigned)notation;

	if (!plugin->flaw || plugin->flaw(&t->setup, which, text, why, cap) == 0)
		fail(why, cap, "it cannot be read as a position");
}

int study_read(struct table *t, int notation, const char *text, char *why, size_t cap)
{
	const struct tablas_plugin *plugin = t->plugin;
	int read = notation < 0 ? plugin->read(&t->setup, text, t->position)
				: plugin->read_as(&t->setup, (unsigned)notation, text, t->position);

	if (read != 0) {
		study_flaw(t, notation, text, why, cap);
		return -1;
	}
	if (refuse_unplayable(t, why, cap) != 0)
		return -1;
	t->placed = true;
	return 0;
}
