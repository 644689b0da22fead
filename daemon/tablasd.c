/*
 * tablasd.c - main(): builds the parts, ties them together, runs the loop.
 *
 * The loop is the whole architecture: take what has arrived and decide it, one
 * commit for all of it, let the answers out.  Nobody includes this file.
 */
#include "build.h"

#include "api/fold.h"
#include "api/games.h"
#include "api/post.h"
#include "api/server.h"
#include "daemon/blackbox.h"
#include "daemon/config.h"
#include "daemon/door.h"
#include "daemon/errands.h"
#include "daemon/loader.h"
#include "daemon/log.h"
#include "daemon/secrets.h"
#include "daemon/texts.h"
#include "daemon/think.h"
#include "daemon/watch.h"
#include "schema/checkpoint.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>
#ifdef HAVE_SYSTEMD
#include <systemd/sd-daemon.h>
#endif

#define GROUP_MOST 48 /* commands that one commit waits for ...     */
#define GROUP_MS 5    /* ... and how long it waits for so many      */
#define LAPSES_AT_ONCE 8 /* deadlines seen to, so many and again so many ...    */
#define LAPSES_MS 8	 /* ... for as long as the rest of the last turn took,  */
#define LAPSES_MS_MOST 32 /* but so long at least and at the most               */
#define ORDERS_A_TURN 64 /* games that orders go on in                          */
#define RECALL_MS     60000 /* how long a game is passed over that cannot be moved on */
#define TIDY_MS	      2000 /* how long nobody has written, before documents are  */
#define DOCUMENTS_A_TURN 64
#define DRAIN_MS 5000 /* how long a stopping server waits for clients to take their answers */

struct tablasd {
	struct config config;
	int argc;
	char **argv;
	struct registry games;
	struct texts texts;
	struct clock clock;
	struct cup cup;
	struct store *store;
	struct checkpointer *checkpointer;
	struct blackbox *blackbox;
	struct desk *desk;
	struct door *door;
	struct watch *watch;
	struct thinker *thinker;
	struct server *server;
	struct post *post;
	int signals; /* a signalfd */
	bool stopping;
	int64_t stop_by, watchdog_ms, watchdog_at;
	int64_t recall_at, lapse_at; /* ticks: deadlines passed over, trouble with them */
	int64_t lapsed_at;	     /* ... and when they were seen to                 */
	int64_t tidy_at;	     /* ... and documents to be written                 */
};

static void hear_loader(void *ctx, const char *path, const char *why)
{
	(void)ctx;
	if (why)
		log_event(LOG_WARNING_LEVEL, "plugin-refused", "why", why, NULL);
	else
		log_event(LOG_INFO_LEVEL, "plugin-loaded", "path", path, NULL);
}

static void hear_texts(void *ctx, const char *path, const char *why)
{
	(void)ctx;
	log_event(LOG_WARNING_LEVEL, "text-refused", "path", path, "why", why, NULL);
}

static void hear_store(void *cls, const char *what, const char *why)
{
	(void)cls;
	log_event(LOG_ERROR_LEVEL, "book-trouble", "what", what, "why", why, NULL);
}

static void tell_supervisor(const char *state)
{
#ifdef HAVE_SYSTEMD
	sd_notify(0, state);
#else
	(void)state;
#endif
}

/* ---- configuration --------------------------------------------------------- */

static void tell_house(struct tablasd *d)
{
	const struct desk_house house = {.credit = d->config.credit,
					 .fee = d->config.fee,
					 .news_kept = d->config.news_kept};

	desk_set_house(d->desk, &house);
}

static void reload(struct tablasd *d)
{
	struct config fresh;
	char why[512];

	tell_supervisor("RELOADING=1");
	config_default(&fresh);
	if (config_read_flags(&fresh, d->argc, d->argv, why, sizeof why) == 0) {
		config_reload(&d->config, &fresh, why, sizeof why);
		clock_wind(&d->clock, d->config.clock_hand);
		tell_house(d);
		log_set_level((enum log_level)d->config.log_level);
		server_reconfigure(d->server);
		loader_open_dir(d->config.plugins, &d->games, hear_loader, d);
		desk_recall(d->desk);
		texts_read(&d->texts, &d->games, hear_texts, d);
		games_forget(); /* a game shown without its ruleset may have it now */
		log_event(LOG_INFO_LEVEL, "reloaded", "not-until-restart",
			  why[0] ? why : NULL, NULL);
	} else {
		log_event(LOG_WARNING_LEVEL, "reload-refused", "why", why, NULL);
	}
	tell_supervisor("READY=1");
}

/* ---- the parts ---------------------------------------------------------------- */

static int open_book(struct tablasd *d, bool read_only)
{
	struct store_config config = {
		.path = d->config.database,
		.cache_kib = d->config.cache_kib,
		.read_only = read_only,
		.digest = secret_sha256,
		.fold = fold,
		.dice = &dice_hash,
		.trouble = hear_store,
	};
	char why[512];

	if (store_open(&config, &d->store, why, sizeof why) == 0)
		return 0;
	fprintf(stderr, "tablasd: %s\n", why);
	return -1;
}

static int open_desk(struct tablasd *d)
{
	struct desk_parts parts = {
		.store = d->store,
		.games = &d->games,
		.clock = &d->clock,
		.cup = &d->cup,
		.blackbox = d->blackbox,
	};

	if (d->config.clock_hand)
		clock_wind(&d->clock, d->config.clock_hand);
	cup_init(&d->cup);
	if (d->config.dice_script[0] && cup_script(&d->cup, d->config.dice_script) != 0) {
		fprintf(stderr, "tablasd: --dice takes faces such as \"3 1 6\"\n");
		return -1;
	}
	d->desk = desk_open(&parts);
	tell_house(d);
	return 0;
}

/* By the daemon that serves the book, or here if none does. */
static int send_errand(struct tablasd *d, const struct errand *errand)
{
	char said[ERRAND_SAID_MAX];
	int status = d->desk ? -1 : door_ask(d->config.database, errand, said);

	if (status < 0) {
		if (!d->desk && (open_book(d, false) != 0 || open_desk(d) != 0))
			return 2;
		if (desk_enter(d->desk) != 0)
			return 2;
		status = errand_run(d->desk, errand, said);
		if (desk_leave(d->desk, status == 0) != 0 || desk_settle(d->desk) != 0)
			status = 2;
	}
	if (status == 0 && said[0])
		printf("%s\n", said);
	else if (status)
		fprintf(stderr, "tablasd: %s\n",
			said[0] ? said : "the book could not be written");
	return status;
}

static int run_errands(struct tablasd *d)
{
	const struct config *c = &d->config;
	struct errand token = {.what = ERRAND_TOKEN}, grant = {.what = ERRAND_GRANT};
	int status = 0;

	snprintf(token.name, sizeof token.name, "%s", c->token_name);
	snprintf(token.scopes, sizeof token.scopes, "%s", c->token_scopes);
	snprintf(grant.name, sizeof grant.name, "%s", c->grant_name);
	snprintf(grant.note, sizeof grant.note, "%s", c->note);
	grant.chips = c->grant_chips;
	if (token.name[0])
		status = send_errand(d, &token);
	if (status == 0 && grant.name[0])
		status = send_errand(d, &grant);
	return status;
}

static int run_errand(struct tablasd *d)
{
	int status;

	if (!d->config.audit && !d->config.backup[0])
		return run_errands(d);
	if (open_book(d, true) != 0)
		return 2;
	status = d->config.backup[0] ? errand_backup(d->store, &d->config) : 0;
	return status == 0 && d->config.audit ? errand_audit(d->store, &d->games) : status;
}

static int start_serving(struct tablasd *d)
{
	struct server_parts parts = {.config = &d->config};
	char why[512], path[600];
	int64_t frozen;

	snprintf(path, sizeof path, "%s.blackbox", d->config.database);
	if (blackbox_open(path, &d->blackbox) != 0)
		log_event(LOG_WARNING_LEVEL, "no-blackbox", "path", path, "why", strerror(errno),
			  NULL);
	if (open_desk(d) != 0)
		return -1;
	desk_freeze_crashed(d->desk, &frozen); /* says so itself */
	d->door = door_open(d->config.database);
	if (!d->door)
		log_event(LOG_WARNING_LEVEL, "no-door", "database", d->config.database, "why",
			  strerror(errno), NULL);
	if (checkpointer_start(d->store, d->config.database, &d->checkpointer) != 0 ||
	    think_start(&d->thinker, 64) != 0) {
		fprintf(stderr, "tablasd: no thread could be started\n");
		return -1;
	}
	d->watch = watch_open(d->config.watchers_max);
	if (!d->watch) {
		fprintf(stderr, "tablasd: no memory for %u watchers\n", d->config.watchers_max);
		return -1;
	}
	d->post = post_open(d->desk, &d->config, why, sizeof why);
	if (!d->post) {
		fprintf(stderr, "tablasd: %s\n", why);
		return -1;
	}
	parts.desk = d->desk;
	texts_read(&d->texts, &d->games, hear_texts, d);
	parts.texts = &d->texts;
	parts.watch = d->watch;
	parts.thinker = d->thinker;
	parts.post = d->post;
	if (server_start(&parts, &d->server, why, sizeof why) != 0) {
		fprintf(stderr, "tablasd: %s\n", why);
		return -1;
	}
	return 0;
}

static void announce(struct tablasd *d)
{
	char port[8], games[8];

	snprintf(port, sizeof port, "%u", (unsigned)server_port(d->server));
	snprintf(games, sizeof games, "%zu", d->games.n);
	if (d->config.port_file[0]) {
		char part[540];
		FILE *f;

		/* Renamed into place, so that whoever waits for it reads it whole. */
		snprintf(part, sizeof part, "%s.part", d->config.port_file);
		f = fopen(part, "w");
		if (!f || fprintf(f, "%s\n", port) < 0 || fclose(f) != 0 ||
		    rename(part, d->config.port_file) != 0)
			log_event(LOG_WARNING_LEVEL, "no-port-file", "path", d->config.port_file,
				  "why", strerror(errno), NULL);
	}
	log_event(LOG_INFO_LEVEL, "serving", "version", PACKAGE_VERSION, "address",
		  d->config.listen, "port", port, "games", games, "database",
		  d->config.database, NULL);
	tell_supervisor("READY=1");
}

/* ---- the loop ------------------------------------------------------------------- */

static void hear_signals(struct tablasd *d)
{
	struct signalfd_siginfo info;

	while (read(d->signals, &info, sizeof info) == (ssize_t)sizeof info) {
		if (info.ssi_signo == SIGHUP) {
			reload(d);
			continue;
		}
		if (d->stopping) /* asked twice: do not wait for slow clients */
			d->stop_by = clock_ticks();
		else
			log_event(LOG_INFO_LEVEL, "stopping", NULL);
		if (!d->stopping) {
			tell_supervisor("STOPPING=1");
			d->stopping = true;
			d->stop_by = clock_ticks() + DRAIN_MS;
			server_quiesce(d->server);
			watch_closing(d->watch);
		}
	}
}

/* In ticks, when the next deadline comes. */
static int64_t next_lapse(const struct tablasd *d)
{
	int64_t deadline = desk_deadline(d->desk), remind = desk_reminder(d->desk), left;

	if (desk_obeys(d->desk) && !d->stopping)
		deadline = desk_now(d->desk);
	if (remind < deadline)
		deadline = remind;
	if (deadline == INT64_MAX || d->stopping)
		return INT64_MAX;
	left = deadline - desk_now(d->desk);
	left = clock_ticks() + (left > 0 ? left : 0);
	return left > d->lapse_at ? left : d->lapse_at;
}

/* In ticks, when the post room has next something to do. */
static int64_t next_post(const struct tablasd *d)
{
	int64_t next = post_next(d->post);

	return next == INT64_MAX || d->stopping ? INT64_MAX
						: clock_ticks() + next - desk_now(d->desk);
}

/* What has come due; of the group that this turn settles.  Clients have half of the time. */
static void see_to_deadlines(struct tablasd *d)
{
	int64_t now = clock_ticks(), rest = now - d->lapsed_at;
	int lapsed;

	if (now >= d->recall_at) {
		d->recall_at = now + RECALL_MS;
		desk_recall(d->desk);
	}
	if (d->stopping || now < d->lapse_at)
		return;
	rest = rest < LAPSES_MS ? LAPSES_MS : rest > LAPSES_MS_MOST ? LAPSES_MS_MOST : rest;
	do {
		lapsed = desk_lapse(d->desk, LAPSES_AT_ONCE);
		d->lapsed_at = clock_ticks();
	} while (lapsed >= LAPSES_AT_ONCE && d->lapsed_at < now + rest);
	if (lapsed < 0 || desk_remind(d->desk) != 0 || desk_obey(d->desk, ORDERS_A_TURN) != 0)
		d->lapse_at = now + 1000; /* the disk is full: look again, not at once */
}

/* In ticks, when documents are written that wait for it. */
static int64_t next_tidying(const struct tablasd *d)
{
	return store_documents_waiting(d->store) ? d->tidy_at : INT64_MAX;
}

/* Of the group that this turn settles; what cannot be written waits on. */
static void write_documents(struct tablasd *d, size_t most)
{
	if (desk_enter(d->desk) == 0)
		desk_leave(d->desk, store_documents_write(d->store, most) == STORE_DONE);
}

/* In a turn in which nobody waits for the disk. */
static void see_to_documents(struct tablasd *d)
{
	int64_t now = clock_ticks();

	if (desk_is_open(d->desk)) {
		d->tidy_at = now + TIDY_MS;
		return;
	}
	if (now >= next_tidying(d)) {
		d->tidy_at = now + (d->lapse_at > now ? TIDY_MS : 100); /* late where the disk is full */
		write_documents(d, DOCUMENTS_A_TURN);
	}
}

static int time_to_wait(const struct tablasd *d)
{
	int64_t now = clock_ticks(), wait = server_timeout(d->server);
	int64_t others[] = {watch_next(d->watch), next_lapse(d), next_tidying(d), next_post(d),
			    d->stopping ? d->stop_by : INT64_MAX,
			    d->watchdog_ms ? d->watchdog_at : INT64_MAX};

	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		int64_t left = others[i] == INT64_MAX ? INT64_MAX : others[i] - now;

		if (left < 0)
			left = 0;
		if (left != INT64_MAX && (wait < 0 || left < wait))
			wait = left;
	}
	if (d->stopping && (wait < 0 || wait > 50))
		wait = 50;
	return wait > 60000 ? 60000 : (int)wait;
}

static void wait_for_work(struct tablasd *d)
{
	struct pollfd fds[] = {
		{.fd = server_descriptor(d->server), .events = POLLIN},
		{.fd = think_descriptor(d->thinker), .events = POLLIN},
		{.fd = d->signals, .events = POLLIN},
		{.fd = door_descriptor(d->door), .events = POLLIN},
		{.fd = server_feeds_descriptor(d->server), .events = POLLIN},
		{.fd = post_descriptor(d->post), .events = POLLIN},
	};

	poll(fds, sizeof fds / sizeof *fds, time_to_wait(d));
	if (fds[2].revents)
		hear_signals(d);
	if (d->watchdog_ms && clock_ticks() >= d->watchdog_at) {
		tell_supervisor("WATCHDOG=1");
		d->watchdog_at = clock_ticks() + d->watchdog_ms;
	}
}

/* One commit for all that this turn decided; then the world may know. */
static void settle(struct tablasd *d)
{
	bool settled = true;

	if (desk_is_open(d->desk)) {
		const int64_t *changed;
		size_t n;

		settled = desk_settle(d->desk) == 0;
		if (!settled && d->lapse_at <= clock_ticks()) /* once a second, whoever fails meanwhile */
			d->lapse_at = clock_ticks() + 1000;
		n = desk_news(d->desk, &changed);
		server_news(d->server, changed, n);
		for (size_t i = 0; i < n; i++)
			if (changed[i] < 0)
				post_news(d->post, -changed[i]);
		checkpointer_nudge(d->checkpointer);
	}
	server_wake(d->server, settled);
	door_settled(d->door, settled);
	post_settled(d->post, settled, !d->stopping);
}

static bool drained(const struct tablasd *d)
{
	return (!server_owes(d->server) && server_connections(d->server) == 0) ||
	       clock_ticks() >= d->stop_by;
}

/*
 * Clients go on sending while others are heard, and a commit costs the same for
 * many: whoever came meanwhile joins the group, so long as somebody did.
 */
static void hear_clients(struct tablasd *d)
{
	int64_t until = clock_ticks() + GROUP_MS;
	size_t owed;

	do {
		owed = server_owed(d->server);
		server_turn(d->server);
	} while (server_owed(d->server) > owed && server_owed(d->server) < GROUP_MOST &&
		 clock_ticks() < until);
}

static void serve(struct tablasd *d)
{
	while (!d->stopping || !drained(d)) {
		wait_for_work(d);
		think_collect(d->thinker);
		watch_expire(d->watch, clock_ticks());
		see_to_deadlines(d);
		post_turn(d->post);
		hear_clients(d); /* parse, decide, append   */
		door_hear(d->door, d->desk);
		see_to_documents(d);
		settle(d);		/* one COMMIT, then answers */
	}
	write_documents(d, SIZE_MAX); /* or they would be rendered again after the next start */
	settle(d);
}

/* ---- beginning and end -------------------------------------------------------------- */

static int block_signals(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGHUP);
	signal(SIGPIPE, SIG_IGN);
	sigprocmask(SIG_BLOCK, &set, NULL);
	return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

static void find_watchdog(struct tablasd *d)
{
#ifdef HAVE_SYSTEMD
	uint64_t us;

	if (sd_watchdog_enabled(0, &us) > 0) {
		d->watchdog_ms = (int64_t)(us / 1000 / 2);
		d->watchdog_at = clock_ticks();
	}
#else
	(void)d;
#endif
}

static void take_apart(struct tablasd *d)
{
	server_stop(d->server);
	post_close(d->post);
	games_forget();
	texts_fini(&d->texts);
	watch_close(d->watch);
	think_stop(d->thinker);
	checkpointer_stop(d->checkpointer);
	door_close(d->door);
	desk_close(d->desk);
	cup_fini(&d->cup);
	store_close(d->store);
	blackbox_close(d->blackbox);
}

int main(int argc, char **argv)
{
	static struct tablasd d;
	char why[512];
	int status = 2;

	d.argc = argc;
	d.argv = argv;
	config_default(&d.config);
	if (config_read_flags(&d.config, argc, argv, why, sizeof why) != 0) {
		fprintf(stderr, "tablasd: %s\n", why);
		return 2;
	}
	if (d.config.help) {
		config_usage();
		return 0;
	}
	if (d.config.version) {
		printf("tablasd %s, plugin ABI %u\n", PACKAGE_VERSION, TABLAS_ABI_MAJOR);
		return 0;
	}
	if (d.config.check_config) {
		printf("the configuration is sound\n");
		return 0;
	}
	log_set_level((enum log_level)d.config.log_level);
	if (secrets_init() != 0) {
		fprintf(stderr, "tablasd: the system has no randomness to give\n");
		return 2;
	}
	d.signals = block_signals();
	loader_open_dir(d.config.plugins, &d.games, hear_loader, &d);
	if (d.config.audit || d.config.backup[0] || d.config.token_name[0] ||
	    d.config.grant_name[0]) {
		status = run_errand(&d);
	} else if (open_book(&d, false) == 0 && start_serving(&d) == 0) {
		find_watchdog(&d);
		announce(&d);
		serve(&d);
		log_event(LOG_INFO_LEVEL, "stopped", NULL);
		status = 0;
	}
	take_apart(&d);
	return status;
}
