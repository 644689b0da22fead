/*
 * dice_statistics.c - how often each face has fallen, by ruleset and together.
 *
 * The counts are kept by the writer with every throw that was made from a
 * secret; scripted throws and those of older games are not among them.
 */
#include "api/request.h"
#include "api/routes.h"

#include "game/chi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Even dice come below this once in a million looks. */
#define BOUND 1e-6

/* Pearson's test needs as much of every cell to be trusted. */
#define EXPECTED_MIN 5

#define SIDES 256

struct dice {
	int64_t face[SIDES]; /* from 1 */
};

struct counting {
	struct out *out;
	char ruleset[64]; /* whose faces are being read; "": nobody's yet */
	unsigned sides;
	struct dice one; /* of these sides, of this ruleset */
	struct dice *all[SIDES]; /* by sides; NULL: none */
};

static void number(struct out *o, const char *key, double value)
{
	char text[32];

	out_key(o, key);
	out_raw(o, text, (size_t)snprintf(text, sizeof text, "%.6g", value));
}

static void write_dice(struct out *o, unsigned sides, const struct dice *dice)
{
	double x = chi_square(dice->face + 1, sides), p = chi_tail(x, sides - 1);
	int64_t thrown = 0;

	for (unsigned face = 1; face <= sides; face++)
		thrown += dice->face[face];
	out_object(o);
	out_kint(o, "sides", sides);
	out_kint(o, "thrown", thrown);
	out_key(o, "faces");
	out_array(o);
	for (unsigned face = 1; face <= sides; face++)
		out_int(o, dice->face[face]);
	out_array_end(o);
	number(o, "chi_square", x);
	out_kint(o, "degrees", sides - 1);
	if (thrown < EXPECTED_MIN * (int64_t)sides) {
		out_knull(o, "p");
		out_knull(o, "even");
	} else {
		number(o, "p", p);
		out_kbool(o, "even", p >= BOUND);
	}
	out_object_end(o);
}

/* Dice of one number of sides have been read to their last face. */
static void end_dice(struct counting *c)
{
	if (c->sides)
		write_dice(c->out, c->sides, &c->one);
	c->sides = 0;
	memset(&c->one, 0, sizeof c->one);
}

static void end_ruleset(struct counting *c)
{
	end_dice(c);
	if (!c->ruleset[0])
		return;
	out_array_end(c->out);
	out_object_end(c->out);
}

static void begin_ruleset(struct counting *c, const char *name)
{
	end_ruleset(c);
	snprintf(c->ruleset, sizeof c->ruleset, "%s", name);
	out_object(c->out);
	out_kstring(c->out, "ruleset", name);
	out_key(c->out, "dice");
	out_array(c->out);
}

static void count(void *cls, const struct face_row *row)
{
	struct counting *c = cls;

	if (row->sides < 2 || row->sides >= SIDES || row->face < 1 || row->face > row->sides)
		return; /* the audit will tell */
	if (strcmp(row->ruleset, c->ruleset) != 0)
		begin_ruleset(c, row->ruleset);
	if (row->sides != c->sides)
		end_dice(c);
	c->sides = row->sides;
	c->one.face[row->face] = row->thrown;
	if (!c->all[row->sides] && !(c->all[row->sides] = calloc(1, sizeof(struct dice))))
		abort();
	c->all[row->sides]->face[row->face] += row->thrown;
}

static void write_all(struct counting *c)
{
	out_key(c->out, "dice");
	out_array(c->out);
	for (unsigned sides = 0; sides < SIDES; sides++) {
		if (c->all[sides])
			write_dice(c->out, sides, c->all[sides]);
		free(c->all[sides]);
	}
	out_array_end(c->out);
}

struct reply dice_statistics(struct request *r)
{
	struct counting c = {.sides = 0};
	struct out out;
	int found;

	out_init(&out);
	c.out = &out;
	out_object(&out);
	number(&out, "bound", BOUND);
	out_key(&out, "rulesets");
	out_array(&out);
	found = store_faces(store_glasses(desk_store(r->desk)), count, &c);
	end_ruleset(&c);
	out_array_end(&out);
	write_all(&c);
	out_object_end(&out);
	if (found != STORE_TROUBLE)
		return reply_json(200, &out);
	out_free(&out);
	return reply_trouble(r);
}
