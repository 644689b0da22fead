/*
 * server.c - the HTTP server's start, turn and end.
 *
 * libmicrohttpd has no thread of its own here: its epoll descriptor is one of
 * those the daemon's loop waits for, and server_turn() lets it run.  Answers of
 * requests that wrote wait, suspended, until the loop has settled; the library
 * goes on with a resumed connection in its next run, which follows at once.
 */
#include "api/body.h"
#include "api/exchange.h"
#include "api/feeds.h"
#include "api/games.h"
#include "api/looks.h"
#include "daemon/clock.h"
#include "daemon/config.h"
#include "daemon/log.h"

#include <assert.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define DESCRIPTORS_KEPT 128 /* for the book, plugins, logs; not for connections */
#define LINKS_SLACK 64	     /* new ones while those that make room are closing   */
#define STOP_RUNS 64

/* ---- start ------------------------------------------------------------------------- */

__attribute__((format(printf, 2, 0))) static void library_log(void *cls, const char *format,
							      va_list args)
{
	char text[256];

	(void)cls;
	vsnprintf(text, sizeof text, format, args);
	text[strcspn(text, "\r\n")] = '\0';
	log_event(LOG_DEBUG_LEVEL, "http", "what", text, NULL);
}

/* The path and query are taken apart here (match.c), where a zero byte is refused. */
static size_t leave_escaped(void *cls, struct MHD_Connection *connection, char *text)
{
	(void)cls;
	(void)connection;
	return strlen(text);
}

/*
 * As many connections and feeds as are configured, if the system gives as many
 * descriptors; else at most half of those there are for feeds.
 */
static void find_room(struct server *s)
{
	struct rlimit limit;
	size_t wanted = (size_t)s->config->connections + s->config->streams;
	size_t most = wanted;
	char number[24];

	s->links_most = s->config->connections;
	s->feeds_most = s->config->streams;
	if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
		return;
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
	if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
	    limit.rlim_cur >= wanted + DESCRIPTORS_KEPT + LINKS_SLACK)
		return;
	most = limit.rlim_cur > 2 * (DESCRIPTORS_KEPT + LINKS_SLACK)
		       ? limit.rlim_cur - DESCRIPTORS_KEPT - LINKS_SLACK
		       : DESCRIPTORS_KEPT;
	if (s->feeds_most > most / 2)
		s->feeds_most = most / 2;
	if (s->links_most > most - s->feeds_most)
		s->links_most = most - s->feeds_most;
	snprintf(number, sizeof number, "%zu", most);
	log_event(LOG_WARNING_LEVEL, "fewer-connections", "most", number, "why",
		  "the limit on open files is too low", NULL);
}

/* The key of the cursors lives in the book, so that links go on after a restart. */
static int find_cursor_key(struct server *s)
{
	struct store *store = desk_store(s->desk);
	char text[65];
	int found = store_server_get(store_glasses(store), "cursor-key", text, sizeof text);

	if (found == STORE_FOUND && strlen(text) == 64) {
		for (size_t i = 0; i < 32; i++) {
			char pair[3] = {text[2 * i], text[2 * i + 1], '\0'};

			s->cursor_key[i] = (unsigned char)strtoul(pair, NULL, 16);
		}
		return 0;
	}
	secret_random(s->cursor_key, sizeof s->cursor_key);
	if (found == STORE_TROUBLE)
		return -1;
	secret_hex(s->cursor_key, sizeof s->cursor_key, text);
	if (desk_enter(s->desk) != 0)
		return -1;
	int set = store_server_set(store, "cursor-key", text);

	if (desk_leave(s->desk, set == STORE_DONE) != 0 || desk_settle(s->desk) != 0)
		return -1;
	return set == STORE_DONE ? 0 : -1;
}

static void name_run(struct server *s)
{
	unsigned char bytes[5];
	char text[12];

	secret_random(bytes, sizeof bytes);
	secret_hex(bytes, sizeof bytes, text);
	text[10] = '-';
	memcpy(s->id_prefix, text, sizeof s->id_prefix);
}

static struct MHD_Daemon *library_start(struct server *s)
{
	return MHD_start_daemon(
		MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG, 0, NULL, NULL,
		exchange_handle, s, MHD_OPTION_EXTERNAL_LOGGER, library_log, s,
		MHD_OPTION_LISTEN_SOCKET, s->listen_fd, MHD_OPTION_CONNECTION_LIMIT,
		(unsigned)(s->links_most + LINKS_SLACK), MHD_OPTION_CONNECTION_TIMEOUT,
		(unsigned)s->config->idle_seconds, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
		(size_t)POOL_SIZE, MHD_OPTION_UNESCAPE_CALLBACK, leave_escaped, s,
		MHD_OPTION_URI_LOG_CALLBACK, exchange_uri, s, MHD_OPTION_NOTIFY_CONNECTION,
		links_notify, s, MHD_OPTION_NOTIFY_COMPLETED, exchange_completed, s,
		MHD_OPTION_STRICT_FOR_CLIENT, 1, /* two readings of one request are a hole */
		MHD_OPTION_END);
}

int server_start(const struct server_parts *parts, struct server **out, char *why, size_t cap)
{
	struct server *s = calloc(1, sizeof *s);

	if (!s)
		abort();
	s->desk = parts->desk;
	s->texts = parts->texts;
	s->watch = parts->watch;
	s->thinker = parts->thinker;
	s->config = parts->config;
	s->post = parts->post;
	s->ticks = s->started = clock_ticks();
	find_room(s);
	name_run(s);
	secret_random(s->mark_key, sizeof s->mark_key);
	links_start(s);
	s->tickets = tickets_open();
	s->feeds = feeds_open(s);
	if (!s->feeds) {
		snprintf(why, cap, "no room for streams");
		goto failed;
	}
	s->listen_fd = listen_on(s->config->listen, s->config->port, &s->port, why, cap);
	if (s->listen_fd < 0)
		goto failed;
	if (find_cursor_key(s) != 0) {
		snprintf(why, cap, "the book takes no writes");
		close(s->listen_fd);
		goto failed;
	}
	s->daemon = library_start(s);
	if (!s->daemon) {
		snprintf(why, cap, "the HTTP library does not start");
		close(s->listen_fd);
		goto failed;
	}
	s->epoll_fd = MHD_get_daemon_info(s->daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
	*out = s;
	return 0;
failed:
	feeds_close(s->feeds);
	links_free(s);
	free(s->tickets);
	free(s);
	return -1;
}

uint16_t server_port(const struct server *s)
{
	return s->port;
}

int server_descriptor(const struct server *s)
{
	return s->epoll_fd;
}

/* Everything that SIGHUP may change is read where it is used. */
void server_reconfigure(struct server *s)
{
	s->ticks = clock_ticks();
}

/* ---- the turn ---------------------------------------------------------------------- */

int64_t server_timeout(const struct server *s)
{
	MHD_UNSIGNED_LONG_LONG library;
	int64_t wait = -1, next = links_next(s), feeds = feeds_next(s->feeds);

	/* a door that was shut for want of room is opened when the library next runs */
	if (s->ready || s->made_room)
		return 0;
	if (MHD_get_timeout(s->daemon, &library) == MHD_YES)
		wait = library > 3600000 ? 3600000 : (int64_t)library;
	if (s->bodies.head && s->bodies.head->deadline < next)
		next = s->bodies.head->deadline;
	if (feeds < next)
		next = feeds;
	if (next == INT64_MAX)
		return wait;
	next -= clock_ticks();
	if (next < 0)
		next = 0;
	return wait < 0 || next < wait ? next : wait;
}

void server_turn(struct server *s)
{
	s->ticks = clock_ticks();
	s->made_room = false;
	store_look(desk_store(s->desk));
	MHD_run(s->daemon);
	exchanges_feed(s);
	feeds_turn(s->feeds);
	store_looked(desk_store(s->desk));
	exchanges_expire(s);
	links_expire(s);
	looks_write(s->desk, s->closing);
	auth_note_uses(s);
}

void server_news(struct server *s, const int64_t *changed, size_t n)
{
	games_changed(changed, n);
	for (size_t i = 0; i < n; i++)
		watch_news(s->watch, changed[i]);
	feeds_news(s->feeds, changed, n);
}

int server_feeds_descriptor(const struct server *s)
{
	return feeds_descriptor(s->feeds);
}

void server_wake(struct server *s, bool settled)
{
	while (s->owing.head)
		exchange_settled(s->owing.head, settled);
	auth_settled(s);
	if (s->names_stale)
		games_forget();
	s->names_stale = false;
}

bool server_owes(const struct server *s)
{
	return s->owing.n || s->thinking.n || s->ready;
}

size_t server_owed(const struct server *s)
{
	return s->owing.n;
}

size_t server_connections(const struct server *s)
{
	return s->links;
}

/* ---- the end ----------------------------------------------------------------------- */

void server_quiesce(struct server *s)
{
	if (s->closing)
		return;
	s->closing = true;
	int fd = MHD_quiesce_daemon(s->daemon);

	if (fd >= 0)
		close(fd);
	watch_closing(s->watch);
	exchanges_feed(s);
	feeds_end(s->feeds);
	links_close_idle(s);
}

void server_stop(struct server *s)
{
	if (!s)
		return;
	server_quiesce(s);
	/* a thought points into its exchange, and the thread may be at it */
	while (s->thinking.n) {
		struct pollfd fd = {.fd = think_descriptor(s->thinker), .events = POLLIN};

		poll(&fd, 1, 1000);
		think_collect(s->thinker);
	}
	for (int i = 0; i < STOP_RUNS && (s->links || s->owing.n || s->ready); i++) {
		MHD_run(s->daemon);
		server_wake(s, false);
		links_close_idle(s);
	}
	MHD_stop_daemon(s->daemon);
	while (s->spare) {
		struct exchange *x = s->spare;

		s->spare = x->next;
		free(x);
	}
	body_release(s->contract_yaml);
	body_release(s->contract_json);
	body_release(s->proof);
	bodies_free();
	feeds_close(s->feeds);
	links_free(s);
	free(s->tickets);
	free(s);
}
