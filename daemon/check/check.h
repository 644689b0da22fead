/*
 * check.h - the commands of tablas-check, and what they share.
 */
#ifndef DAEMON_CHECK_CHECK_H
#define DAEMON_CHECK_CHECK_H

#include "game/options.h"
#include "game/registry.h"

#include <tablasd/plugin.h>

#include <stdbool.h>
#include <stdint.h>

#define CHECK_SETTINGS_MAX 64

struct check {
	const char *plugin_path;
	const char *record_path;
	uint64_t seed;
	bool seeded;
	uint32_t first, games;
	unsigned seats;	   /* 0: any */
	unsigned patience; /* seconds a game may take before the plugin is taken to be stuck */
	bool defaults, boards;
	const char *settings[CHECK_SETTINGS_MAX]; /* key=value */
	size_t settings_n;

	struct registry games_known; /* the plugin, loaded */
	const struct tablas_plugin *plugin;
	int32_t options[OPTIONS_MAX]; /* defaults, with the settings over them */
	bool fixed[OPTIONS_MAX];
};

/* Exit codes: kept or played, broken or different, could not even begin. */
enum { CHECK_GOOD = 0, CHECK_BAD = 1, CHECK_TROUBLE = 2 };

int run_command(struct check *);
int play_command(struct check *);
int replay_command(struct check *);
int show_command(struct check *);
int dice_command(struct check *); /* needs no plugin */

/*
 * show.c: nothing in this line of a stranger's file steers a terminal, so that it
 * may be quoted there.  What ends a line and tabs are no harm.
 */
bool show_is_plain(const char *line);

/* show.c: the board on stdout, by draw() or else place by place. */
void show_board(const struct tablas_plugin *, const void *pos, unsigned seat, unsigned seats);
const char *show_side(const struct tablas_plugin *, unsigned seat);

#endif
