/*
 * desk_past.c - how the table at hand stood before the last decisions.
 *
 * No row keeps that, for it would cost every turn what few ever ask for.  When the
 * others have agreed that a decision is taken back, the game is played again from
 * its facts, and the table at hand is given what that brings to light.
 */
#include "daemon/desk_inside.h"

#include <stdlib.h>

struct past {
	struct table table;
	struct table_past past;
	struct happened happened;
};

static bool play_again(void *cls, const struct fact *f, const char *events)
{
	struct past *p = cls;

	(void)events;
	return table_apply(&p->table, f, &p->happened) == 0;
}

enum step desk_inside_remember(struct desk *d)
{
	struct past *p = d->past ? d->past : malloc(sizeof(*p));

	if (!p)
		abort();
	d->past = p;
	d->freeze_why = "the game does not follow from its facts";
	if (store_lay(&d->row, d->table.plugin, &p->table) != 0)
		return STEP_FREEZE;
	table_remember(&p->table, &p->past);
	if (store_facts(store_pen(d->parts.store), d->row.id, 0, (size_t)d->table.ply, play_again,
			p) == STORE_TROUBLE)
		return STEP_TROUBLE;
	if (p->table.ply != d->table.ply)
		return STEP_FREEZE;
	d->table.past = &p->past;
	return STEP_DONE;
}
