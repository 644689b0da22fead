/*
 * worst.c - the slowest decision that random play finds, for each game and mode.
 *
 * Whatever the house does with a decision is no more than listing its whole
 * plays, which GET /v1/games/{id}/plays asks of it.  Every decision of so many
 * random games is listed as that handler does; what was slowest is listed again
 * and the least time taken, for the first time may have been interrupted.
 * After a game's modes its options are drawn at random, anew for each game.
 */
#include "bench/rules.h"
#include "game/options.h"
#include "game/plays.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLAYS	4096 /* as api/plays.c lists */
#define AGAIN	5
#define DRAWS	1000 /* of options, until they go together */
#define LONGEST 4000 /* rolls and moves of one game that are looked at */

struct slowest {
	double seconds;
	size_t plays;
	int truncated;
	unsigned seat;
	int32_t options[OPTIONS_MAX];
	_Alignas(64) unsigned char position[TABLAS_POSITION_MAX];
};

static double list(struct plays *plays, const void *pos, unsigned seat)
{
	double begun = now();

	plays_list(plays, pos, seat);
	return now() - begun;
}

static void look_at(struct plays *plays, const void *pos, unsigned seat, const int32_t *options,
		    struct slowest *s)
{
	double spent = list(plays, pos, seat);

	for (int i = 0; i < AGAIN && spent > s->seconds; i++) {
		double again = list(plays, pos, seat);

		spent = again < spent ? again : spent;
	}
	if (spent <= s->seconds)
		return;
	s->seconds = spent;
	s->plays = plays->n;
	s->truncated = plays->truncated;
	s->seat = seat;
	memcpy(s->options, options, sizeof s->options);
	memcpy(s->position, pos, plays->plugin->position_size);
}

/* Each decision of a game from its beginning: what goes on within one is in its list. */
static size_t play(struct plays *plays, const int32_t *options, struct slowest *s)
{
	static _Alignas(64) unsigned char pos[TABLAS_POSITION_MAX];
	const struct tablas_plugin *plugin = plays->plugin;
	struct tablas_setup setup = {.seats = plugin->seats_max, .options = options};
	struct tablas_wait w, before = {.kind = 0};
	size_t decisions = 0;

	memset(pos, 0, sizeof pos);
	plugin->init(&setup, pos);
	for (int i = 0; i < LONGEST; i++) {
		plugin->wait(pos, &w);
		if (w.kind == TABLAS_WAIT_MOVE && !plays_go_on(&before, &w, NULL, 0)) {
			look_at(plays, pos, (unsigned)__builtin_ctz(w.seats), options, s);
			decisions++;
		}
		before = w;
		if (!ply(plugin, pos))
			break;
	}
	return decisions;
}

static void draw(const struct tablas_plugin *plugin, int32_t *options)
{
	static _Alignas(64) unsigned char pos[TABLAS_POSITION_MAX];
	struct tablas_setup setup = {.seats = plugin->seats_max, .options = options};

	for (int i = 0; i < DRAWS; i++) {
		options_default(plugin, options);
		for (size_t k = 0; plugin->options[k].key; k++) {
			const struct tablas_option *o = &plugin->options[k];

			if (o->max - o->min < 8)
				options[k] = o->min +
					     (int32_t)below((unsigned)(o->max - o->min + 1));
		}
		memset(pos, 0, sizeof pos);
		plugin->init(&setup, pos);
		if (!plugin->audit || !plugin->audit(pos))
			return;
	}
	options_default(plugin, options);
}

static void print_slowest(const struct tablas_plugin *plugin, const char *what,
			  size_t decisions, const struct slowest *s)
{
	char text[TABLAS_TEXT_MAX + 1];

	plugin->write(s->position, text, sizeof text);
	printf("%s%s%s: %.3f ms of %zu decisions, %zu plays%s, seat %u\n  %s\n", plugin->name,
	       *what ? " " : "", what, 1e3 * s->seconds, decisions, s->plays,
	       s->truncated ? " and more" : "", s->seat, text);
	if (options_write(plugin, s->options, text, sizeof text))
		printf("  %s\n", text);
	fflush(stdout);
}

static void find(const struct tablas_plugin *plugin, const char *what, int games)
{
	void *memory = malloc(plays_memory(plugin, PLAYS));
	static struct slowest s;
	int32_t options[OPTIONS_MAX];
	size_t decisions = 0;
	struct plays plays;

	if (!memory || (what && options_read(plugin, what, options) != ACCEPTED))
		exit(1);
	plays_init(&plays, plugin, PLAYS, memory);
	memset(&s, 0, sizeof s);
	for (int i = 0; i < games; i++) {
		chance_from((uint64_t)i);
		if (!what)
			draw(plugin, options);
		decisions += play(&plays, options, &s);
	}
	print_slowest(plugin, what ? what : "with options drawn", decisions, &s);
	free(memory);
}

int worst(const char *game, int games)
{
	int found = 0;

	for (const struct mode *m = modes; m->plugin; m++) {
		if (game && strcmp(game, m->plugin->name) != 0)
			continue;
		found = 1;
		find(m->plugin, m->options, games);
		if (m[1].plugin != m->plugin)
			find(m->plugin, NULL, games);
	}
	if (!found)
		fprintf(stderr, "no such game: %s\n", game);
	return found ? 0 : 2;
}
