/*
 * tablas-check - a game looked at without a daemon.
 *
 * Reads the command line, loads the plugin as the daemon would, and hands over
 * to one of five commands.
 */
#include "build.h"

#include "daemon/check/check.h"
#include "daemon/loader.h"

#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

static const char usage[] =
	"Usage: tablas-check [run] [OPTIONS] FILE.so     test every promise in random games\n"
	"       tablas-check play [OPTIONS] FILE.so      play in the terminal, seats in turn\n"
	"       tablas-check replay FILE.so RECORD       step through a recorded game\n"
	"       tablas-check show [OPTIONS] FILE.so      facts, options, places, first board\n"
	"       tablas-check dice FILE                   compute every face of a record again\n"
	"\n"
	"  --seed=N           begin chance from N; a run repeats with its seed\n"
	"  --games=N          how many games to run (default 1000)\n"
	"  --game=N           run only game number N\n"
	"  --seats=N          how many seats\n"
	"  --option=KEY=VALUE set an option of the game; repeatable\n"
	"  --defaults         leave all other options at their defaults\n"
	"  --patience=N       seconds a game may take before the plugin is stuck (default 60)\n"
	"  --boards           show the board after every fact of a record\n"
	"  --help, --version\n";

enum {
	OPT_SEED = 256,
	OPT_GAMES,
	OPT_GAME,
	OPT_SEATS,
	OPT_OPTION,
	OPT_DEFAULTS,
	OPT_BOARDS,
	OPT_PATIENCE,
	OPT_HELP,
	OPT_VERSION
};

static const struct option long_options[] = {
	{"seed", required_argument, NULL, OPT_SEED},
	{"games", required_argument, NULL, OPT_GAMES},
	{"game", required_argument, NULL, OPT_GAME},
	{"seats", required_argument, NULL, OPT_SEATS},
	{"option", required_argument, NULL, OPT_OPTION},
	{"defaults", no_argument, NULL, OPT_DEFAULTS},
	{"patience", required_argument, NULL, OPT_PATIENCE},
	{"boards", no_argument, NULL, OPT_BOARDS},
	{"help", no_argument, NULL, OPT_HELP},
	{"version", no_argument, NULL, OPT_VERSION},
	{NULL, 0, NULL, 0},
};

static const struct {
	const char *name;
	int (*command)(struct check *);
	int files;
	bool plugin; /* the first of them is one */
} commands[] = {
	{"run", run_command, 1, true},	     {"play", play_command, 1, true},
	{"replay", replay_command, 2, true}, {"show", show_command, 1, true},
	{"dice", dice_command, 1, false},
};

__attribute__((noreturn)) static void fail(const char *what, const char *about)
{
	fprintf(stderr, "tablas-check: %s%s%s\n", what, about ? ": " : "", about ? about : "");
	exit(CHECK_TROUBLE);
}

static uint64_t number(const char *text, uint64_t least, uint64_t most)
{
	char *end;
	unsigned long long n;

	errno = 0;
	n = strtoull(text, &end, 0);
	if (errno || end == text || *end || *text == '-' || n < least || n > most)
		fail("not a number that could be meant", text);
	return n;
}

static void take_option(struct check *c, int opt)
{
	switch (opt) {
	case OPT_SEED:
		c->seed = number(optarg, 0, UINT64_MAX);
		c->seeded = true;
		break;
	case OPT_GAMES:
		/* None at all would keep every promise. */
		c->games = (uint32_t)number(optarg, 1, UINT32_MAX);
		break;
	case OPT_GAME:
		c->first = (uint32_t)number(optarg, 0, UINT32_MAX - 1);
		c->games = 1;
		break;
	case OPT_SEATS:
		c->seats = (unsigned)number(optarg, 1, TABLAS_SEATS_MAX);
		break;
	case OPT_OPTION:
		if (c->settings_n == CHECK_SETTINGS_MAX)
			fail("too many options", NULL);
		c->settings[c->settings_n++] = optarg;
		break;
	case OPT_DEFAULTS:
		c->defaults = true;
		break;
	case OPT_PATIENCE:
		c->patience = (unsigned)number(optarg, 1, 86400);
		break;
	case OPT_BOARDS:
		c->boards = true;
		break;
	case OPT_HELP:
		fputs(usage, stdout);
		exit(CHECK_GOOD);
	case OPT_VERSION:
		printf("tablas-check %s, plugin ABI %d\n", PACKAGE_VERSION, TABLAS_ABI_MAJOR);
		exit(CHECK_GOOD);
	default:
		fputs(usage, stderr);
		exit(CHECK_TROUBLE);
	}
}

static void load(struct check *c)
{
	char why[PATH_MAX + 512];

	if (loader_open(c->plugin_path, &c->games_known, why, sizeof why))
		fail(why, NULL);
	c->plugin = c->games_known.v[0];
	if (c->seats && (c->seats < c->plugin->seats_min || c->seats > c->plugin->seats_max))
		fail("the game is not for that many seats", NULL);
}

static void set_options(struct check *c)
{
	const struct tablas_option *o = c->plugin->options;

	options_default(c->plugin, c->options);
	for (size_t i = 0; i < c->settings_n; i++) {
		const char *equals = strchr(c->settings[i], '=');
		char key[64];

		if (!equals || (size_t)(equals - c->settings[i]) >= sizeof key)
			fail("an option is written KEY=VALUE", c->settings[i]);
		snprintf(key, sizeof key, "%.*s", (int)(equals - c->settings[i]),
			 c->settings[i]);
		if (options_set(c->plugin, c->options, key, equals + 1) != ACCEPTED)
			fail("the game has no such option or value", c->settings[i]);
		for (size_t k = 0; o && o[k].key; k++)
			c->fixed[k] |= strcmp(o[k].key, key) == 0;
	}
}

int main(int argc, char **argv)
{
	static struct check c = {.games = 1000, .patience = 60};
	size_t which = 0;
	int opt, status;

	for (size_t i = 0; argc > 1 && i < sizeof commands / sizeof *commands; i++) {
		if (strcmp(argv[1], commands[i].name) == 0) {
			which = i;
			argc--;
			argv++;
			break;
		}
	}
	while ((opt = getopt_long(argc, argv, "", long_options, NULL)) != -1)
		take_option(&c, opt);
	if (argc - optind != commands[which].files) {
		fputs(usage, stderr);
		return CHECK_TROUBLE;
	}
	c.plugin_path = argv[optind];
	c.record_path = argv[argc - 1];
	if (!c.seeded && getrandom(&c.seed, sizeof c.seed, 0) < 0)
		fail("no chance to be had", strerror(errno));
	if (commands[which].plugin) {
		load(&c);
		set_options(&c);
	}
	status = commands[which].command(&c);
	if (fflush(stdout) || ferror(stdout))
		fail("what was found cannot be written", strerror(errno));
	return status;
}
