/*
 * run.c - tablas-check run: random games, and what they showed.
 *
 * Says which game is being played when the plugin crashes or never answers, so
 * that even this can be seen again.
 */
#include "daemon/check/check.h"

#include "daemon/conformance/conformance.h"
#include "daemon/conformance/purity.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static volatile uint32_t current_game;
static char farewell[4200]; /* "again:" up to the number of the game */

static void say(const char *s)
{
	if (write(STDERR_FILENO, s, strlen(s)) < 0)
		_exit(CHECK_TROUBLE);
}

/* Only what a signal handler may do. */
static void on_crash(int sig)
{
	char digits[16], *p = digits + sizeof digits - 1;
	uint32_t n = current_game;

	*p = '\0';
	do
		*--p = (char)('0' + n % 10);
	while ((n /= 10) != 0);
	say(sig == SIGALRM ? "\nThe plugin does not answer in game "
			   : "\nThe plugin crashes in game ");
	say(p);
	say(".\n  again:  ");
	say(farewell);
	say(p);
	say("\n");
	if (sig == SIGALRM)
		_exit(CHECK_BAD);
	signal(sig, SIG_DFL);
	raise(sig);
}

static void watch_for_crashes(void)
{
	static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM};
	struct sigaction act = {.sa_handler = on_crash,
				.sa_flags = (int)SA_RESETHAND | SA_NODEFER};

	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		sigaction(signals[i], &act, NULL);
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void progress(void *ctx, const struct conformance_report *r)
{
	static double last;
	const struct check *c = ctx;
	double t = now();

	current_game = r->game + 1;
	alarm(c->patience);
	if (!isatty(STDERR_FILENO) || t - last < 0.2)
		return;
	last = t;
	fprintf(stderr, "\r%u of %u games, %" PRIu64 " plies ", r->games, c->games, r->plies);
}

static void on_impure(void *ctx, enum promise promise, const char *detail)
{
	const struct check *c = ctx;

	printf("%s: BROKEN PROMISE in the file\n  %s\n  (%s)\n", c->plugin_path,
	       promise_sentence(promise), detail);
}

static void tell_broken(const struct check *c, const struct conformance_report *r)
{
	printf("%s: BROKEN PROMISE in game %u at ply %u\n  %s\n  (%s)\n", c->plugin_path,
	       r->game, r->ply, promise_sentence(r->broken), r->detail);
	printf("  again:  %s%u\n", farewell, r->game);
	printf("  the game so far:\n");
	for (const char *s = r->journal; *s;) {
		size_t n = strcspn(s, "\n");

		printf("    %.*s\n", (int)n, s);
		s += n + (s[n] == '\n');
	}
}

static void tell_seen(const struct check *c, const struct conformance_report *r, double seconds)
{
	printf("%s: %u games, %" PRIu64 " plies (%" PRIu64 " rolls, %" PRIu64
	       " moves) in %.1f s\n",
	       c->plugin_path, r->games, r->plies, r->rolls, r->moves, seconds);
	printf("  longest game %u of %u plies; at most %u of %u moves, %u of %u entries in a "
	       "view, "
	       "%u events at once\n",
	       r->longest, c->plugin->plies_max, r->moves_most, c->plugin->moves_max,
	       r->pieces_most, c->plugin->pieces_max, r->events_most);
	printf("  %" PRIu64 " payments; %u seats left, %u resigned; %" PRIu64
	       " mutated texts, %" PRIu64 " accepted",
	       r->payments, r->left, r->resigned, r->mutations, r->accepted);
	if (c->plugin->plays)
		printf("; %" PRIu64 " plays compared", r->plays);
	printf("\n");
}

/* The command line that repeats this run, but for the number of the game. */
static void prepare_farewell(const struct check *c)
{
	size_t n = (size_t)snprintf(farewell, sizeof farewell, "tablas-check --seed=%" PRIu64,
				    c->seed);

	if (c->seats && n < sizeof farewell)
		n += (size_t)snprintf(farewell + n, sizeof farewell - n, " --seats=%u",
				      c->seats);
	for (size_t i = 0; i < c->settings_n && n < sizeof farewell; i++)
		n += (size_t)snprintf(farewell + n, sizeof farewell - n, " --option=%s",
				      c->settings[i]);
	if (n < sizeof farewell)
		snprintf(farewell + n, sizeof farewell - n,
			 "%s %.2000s --game=", c->defaults ? " --defaults" : "",
			 c->plugin_path);
}

int run_command(struct check *c)
{
	struct conformance run = {.plugin = c->plugin,
				  .seed = c->seed,
				  .first = c->first,
				  .games = c->games,
				  .seats = c->seats,
				  .defaults = c->defaults,
				  .progress = progress,
				  .ctx = c};
	struct conformance_report report;
	double begun = now();
	char why[256];
	int impure, broken;

	memcpy(run.options, c->options, sizeof run.options);
	memcpy(run.fixed, c->fixed, sizeof run.fixed);
	prepare_farewell(c);
	printf("%s: %s, rules %u, seed %" PRIu64 "\n", c->plugin_path, c->plugin->name,
	       c->plugin->rules, c->seed);
	impure = purity_check(c->plugin_path, on_impure, c, why, sizeof why);
	if (impure < 0) {
		fprintf(stderr, "tablas-check: %s: %s.\n", c->plugin_path, why);
		return CHECK_TROUBLE;
	}
	fflush(stdout);
	current_game = c->first;
	watch_for_crashes();
	alarm(c->patience);
	broken = conformance_run(&run, &report);
	alarm(0);
	if (isatty(STDERR_FILENO))
		fprintf(stderr, "\r%60s\r", "");
	tell_seen(c, &report, now() - begun);
	if (broken)
		tell_broken(c, &report);
	else if (!impure)
		printf("  every promise was kept\n");
	conformance_free(&report);
	return broken || impure ? CHECK_BAD : CHECK_GOOD;
}
