/*
 * feeds.c - who listens, and what is on its way to them.
 */
#include "api/feeds.h"

#include "api/feeds_socket.h"
#include "api/games_inside.h"
#include "api/past.h"
#include "daemon/clock.h"
#include "daemon/config.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#define FEEDS_A_TURN  512   /* seen to before other requests are served again     */
#define SLICES_AT_ONCE 8    /* to one of them, before the others have their turn  */
#define CHAINS	     1024 /* by account; a power of two */
#define RETRY_MS      2000  /* after which a client that was cut off comes again */

struct feeds {
	struct server *server;
	struct watch *watch;
	struct feed *chains[CHAINS];
	struct feed *due, **due_end;
	size_t n, due_n;
	int epoll_fd;
	uint64_t dropped;
	struct slice slice; /* the last one written in this turn; whose 0: none */
};

struct feeds *feeds_open(struct server *s)
{
	struct feeds *feeds = calloc(1, sizeof *feeds);

	if (!feeds)
		abort();
	feeds->server = s;
	feeds->due_end = &feeds->due;
	feeds->watch = watch_open(s->feeds_most);
	feeds->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	out_init(&feeds->slice.text);
	if (feeds->watch && feeds->epoll_fd >= 0)
		return feeds;
	feeds_close(feeds);
	return NULL;
}

int feeds_descriptor(const struct feeds *feeds)
{
	return feeds->epoll_fd;
}

size_t feeds_count(const struct feeds *feeds)
{
	return feeds->n;
}

size_t feeds_late(const struct feeds *feeds)
{
	size_t n = 0;

	for (size_t i = 0; i < CHAINS; i++)
		for (const struct feed *f = feeds->chains[i]; f; f = f->next)
			n += f->is_due || f->blocked;
	return n;
}

uint64_t feeds_dropped(const struct feeds *feeds)
{
	return feeds->dropped;
}

int64_t feeds_next(const struct feeds *feeds)
{
	return feeds->due ? 0 : watch_next(feeds->watch);
}

/* ---- events on the wire ------------------------------------------------------------ */

void feed_event(struct out *o, int64_t number, const char *type)
{
	if (number >= 0)
		out_format(o, "id: %lld\n", (long long)number);
	out_format(o, "event: %s\ndata: ", type);
	o->first = true;
}

void feed_event_end(struct out *o)
{
	out_text(o, "\n\n");
}

/* ---- who there is ----------------------------------------------------------------------- */

static struct feed **chain_of(struct feeds *feeds, int64_t account)
{
	return &feeds->chains[(uint64_t)account % CHAINS];
}

static void chain_put(struct feeds *feeds, struct feed *f)
{
	struct feed **chain = chain_of(feeds, f->account);

	f->next = *chain;
	if (f->next)
		f->next->prev = f;
	*chain = f;
	feeds->n++;
}

static void chain_take(struct feeds *feeds, struct feed *f)
{
	*(f->prev ? &f->prev->next : chain_of(feeds, f->account)) = f->next;
	if (f->next)
		f->next->prev = f->prev;
	feeds->n--;
}

/* ---- beginning and end of one ------------------------------------------------------- */

static void make_due(struct feeds *feeds, struct feed *f)
{
	if (f->is_due)
		return;
	f->is_due = true;
	f->next_due = NULL;
	*feeds->due_end = f;
	feeds->due_end = &f->next_due;
	feeds->due_n++;
}

static struct feed *next_due(struct feeds *feeds)
{
	struct feed *f = feeds->due;

	feeds->due = f->next_due;
	if (!feeds->due)
		feeds->due_end = &feeds->due;
	feeds->due_n--;
	f->is_due = false;
	return f;
}

/* Not while it is among those that are due. */
static void feed_free(struct feeds *feeds, struct feed *f)
{
	assert(!f->is_due);
	watch_remove(feeds->watch, &f->watcher);
	chain_take(feeds, f);
	links_host_remove(feeds->server, f->address);
	feed_socket_close(f->fd);
	free(f->rest);
	free(f);
}

static void feed_woken(struct watcher *w, enum watch_reason why)
{
	struct feed *f = (struct feed *)(void *)w;
	struct feeds *feeds = w->cls;

	if (why == WATCH_NEWS && f->blocked) /* it will find them in the book */
		watch_add(feeds->watch, w);
	else
		make_due(feeds, f);
}

bool feeds_have_room(struct exchange *x, struct reply *reply)
{
	struct feeds *feeds = x->server->feeds;
	uint32_t most_each = x->server->config->streams_per_account;
	size_t own = 0;

	if (x->server->closing) {
		*reply = reply_problem(&x->request, UNAVAILABLE, "The server is stopping.");
		return false;
	}
	for (struct feed *f = *chain_of(feeds, x->request.account); f; f = f->next)
		own += f->account == x->request.account;
	if (feeds->n < x->server->feeds_most && (!most_each || own < most_each))
		return true;
	*reply = reply_problem(&x->request, TOO_MANY_REQUESTS,
			       own >= most_each && most_each
				       ? "So many streams of this account are open already."
				       : "So many streams are open already.");
	reply->retry_after = 5;
	return false;
}

static void send_out(struct feeds *, struct feed *, struct out *take);

bool feeds_take(struct exchange *x)
{
	struct feeds *feeds = x->server->feeds;
	const struct request *r = &x->request;
	struct feed *f = calloc(1, sizeof *f);
	struct epoll_event event = {.data.ptr = f};
	struct out head;

	if (!f)
		abort();
	f->fd = feed_socket_take(x->link->fd, x->server->config->idle_seconds * 2000);
	if (f->fd < 0 || epoll_ctl(feeds->epoll_fd, EPOLL_CTL_ADD, f->fd, &event) != 0) {
		if (f->fd >= 0)
			close(f->fd);
		free(f);
		return false;
	}
	f->watcher = (struct watcher){.game = r->feed.whose, .wake = feed_woken, .cls = feeds};
	f->snapshot = r->feed.snapshot;
	f->after = r->feed.after;
	f->late = r->feed.late;
	f->account = r->account;
	f->scopes = r->scopes;
	f->token = r->token;
	f->token_expires = r->token_expires;
	memcpy(f->address, x->link->address, sizeof f->address);
	links_host_add(x->server, f->address);
	chain_put(feeds, f);
	out_init(&head);
	response_feed_head(x, &head);
	out_format(&head, "retry: %d\n\n", RETRY_MS);
	send_out(feeds, f, &head);
	make_due(feeds, f);
	return true;
}

/* ---- sending -------------------------------------------------------------------------- */

static void want_room(struct feeds *feeds, struct feed *f, bool blocked)
{
	struct epoll_event event = {.events = blocked ? EPOLLOUT : 0, .data.ptr = f};

	if (f->blocked != blocked)
		epoll_ctl(feeds->epoll_fd, EPOLL_CTL_MOD, f->fd, &event);
	f->blocked = blocked;
}

static void lose(struct feed *f)
{
	f->ending = true;
	free(f->rest);
	f->rest = NULL;
	f->rest_n = f->rest_sent = 0;
}

/* What the socket does not take at once is kept; nothing more is written until it has. */
static void send_text(struct feeds *feeds, struct feed *f, const char *text, size_t n)
{
	ssize_t sent = feed_socket_send(f->fd, text, n);

	assert(!f->rest);
	if (sent < 0) {
		lose(f);
	} else if ((size_t)sent < n) {
		f->rest_n = n - (size_t)sent;
		f->rest = malloc(f->rest_n);
		if (!f->rest)
			abort();
		memcpy(f->rest, text + sent, f->rest_n);
		want_room(feeds, f, true);
	}
}

static void send_out(struct feeds *feeds, struct feed *f, struct out *take)
{
	send_text(feeds, f, take->p, take->n);
	out_free(take);
}

/* Whether all that was kept has gone. */
static bool send_rest(struct feeds *feeds, struct feed *f)
{
	ssize_t sent;

	if (!f->rest)
		return true;
	sent = feed_socket_send(f->fd, f->rest + f->rest_sent, f->rest_n - f->rest_sent);
	if (sent < 0) {
		lose(f);
		return true;
	}
	f->rest_sent += (size_t)sent;
	if (f->rest_sent < f->rest_n)
		return false;
	free(f->rest);
	f->rest = NULL;
	f->rest_n = f->rest_sent = 0;
	want_room(feeds, f, false);
	return true;
}

static void say_good_bye(struct feeds *feeds, struct feed *f, const char *why)
{
	struct out out;

	if (f->ending)
		return;
	f->ending = true;
	if (f->rest) /* it will come again, and go on where it was */
		return;
	out_init(&out);
	feed_event(&out, -1, "end");
	out_object(&out);
	out_kstring(&out, "reason", why);
	out_ktime(&out, "server_time", desk_now(feeds->server->desk));
	out_object_end(&out);
	feed_event_end(&out);
	send_out(feeds, f, &out);
}

/* ---- telling ---------------------------------------------------------------------------- */

/* Whether whoever listens may still; it is asked before each thing that is told. */
static bool may_listen(struct feeds *feeds, struct feed *f)
{
	struct server *s = feeds->server;

	if (f->to_check && !auth_holds(s, f->token))
		return false;
	f->to_check = false;
	return !f->token_expires || f->token_expires > desk_now(s->desk);
}

/* And whether it is late. */
static bool may_see(struct feeds *feeds, const struct feed *f, const struct slice *slice,
		    bool *late)
{
	const struct request who = {.server = feeds->server,
				    .desk = feeds->server->desk,
				    .account = f->account,
				    .scopes = f->scopes};

	*late = f->watcher.game >= 0 && past_is_late(&who, &slice->who);
	return f->watcher.game < 0 || games_may_see(&who, &slice->who);
}

/* The slice behind what this one was told, written now or for another just before. */
static const struct slice *slice_of(struct feeds *feeds, const struct feed *f)
{
	struct slice *slice = &feeds->slice;

	if (slice->whose == f->watcher.game && slice->after == f->after &&
	    slice->snapshot == f->snapshot && slice->late == f->late)
		return slice;
	slice->whose = f->watcher.game;
	slice->after = slice->until = f->after;
	slice->snapshot = f->snapshot;
	slice->late = f->late;
	slice->told_next = INT64_MAX;
	slice->more = false;
	slice->end = NULL;
	slice->text.n = 0;
	if (f->watcher.game < 0 ? feed_news(feeds->server, f, slice)
				: feed_events(feeds->server, f, slice))
		return slice;
	slice->whose = 0;
	return NULL;
}

/* One slice. Whether there is more at once. */
static bool tell_slice(struct feeds *feeds, struct feed *f)
{
	bool late;
	const struct slice *slice = slice_of(feeds, f);
	bool seen = slice && may_see(feeds, f, slice, &late);

	if (seen && late != f->late) { /* who looked on has taken a seat, or given it back */
		f->late = late;
		slice = slice_of(feeds, f);
	}
	if (!slice) {
		say_good_bye(feeds, f, "trouble");
		return false;
	}
	if (!seen) {
		say_good_bye(feeds, f, "not-visible");
		return false;
	}
	f->told_next = slice->told_next;
	f->after = slice->until;
	f->snapshot = false;
	if (slice->text.n)
		send_text(feeds, f, slice->text.p, slice->text.n);
	if (slice->end && !f->ending && !f->rest)
		say_good_bye(feeds, f, slice->end);
	return slice->more;
}

static void tell(struct feeds *feeds, struct feed *f)
{
	bool more = true;

	for (int i = 0; more && !f->ending && !f->rest && i < SLICES_AT_ONCE; i++)
		more = tell_slice(feeds, f);
	if (more && !f->ending && !f->rest)
		make_due(feeds, f);
}

/* Says that it is still there, unless something else was said just now. */
static void beat(struct feeds *feeds, struct feed *f)
{
	struct out out;

	out_init(&out);
	out_text(&out, ": {");
	out_ktime(&out, "server_time", desk_now(feeds->server->desk));
	out_text(&out, "}\n\n");
	send_out(feeds, f, &out);
}

/* What is held back wakes a feed that sees it late, but must not be heard in its beat. */
static void wait_on(struct feeds *feeds, struct feed *f, bool heard)
{
	const struct config *c = feeds->server->config;
	int64_t seconds = f->blocked ? c->idle_seconds : c->heartbeat_seconds;

	if (heard || !f->late)
		f->silence_ends = clock_ticks() + seconds * 1000;
	f->watcher.deadline = f->silence_ends;
	if (f->late && !f->blocked && f->told_next < f->silence_ends)
		f->watcher.deadline = f->told_next;
	watch_add(feeds->watch, &f->watcher);
}

/* It is due: for news, because it was silent for so long, because the socket takes more. */
static void see_to(struct feeds *feeds, struct feed *f)
{
	bool silent = f->silence_ends && f->silence_ends <= clock_ticks();
	bool began = !f->silence_ends, blocked = f->blocked;
	int64_t after = f->after;

	watch_remove(feeds->watch, &f->watcher);
	if (!send_rest(feeds, f) && silent) { /* whoever takes nothing for so long */
		feeds->dropped++;
		lose(f);
	}
	if (!f->rest && !f->ending && !may_listen(feeds, f))
		say_good_bye(feeds, f, "token");
	if (!f->rest && !f->ending)
		tell(feeds, f);
	if (!f->rest && !f->ending && silent && f->after == after)
		beat(feeds, f);
	if (f->ending && !f->rest && !f->is_due)
		feed_free(feeds, f);
	else if (!f->is_due)
		wait_on(feeds, f, began || silent || f->after != after || f->blocked != blocked);
}

/* ---- the turn ----------------------------------------------------------------------------- */

static void hear_sockets(struct feeds *feeds)
{
	struct epoll_event events[128];
	int n = epoll_wait(feeds->epoll_fd, events, 128, 0);

	for (int i = 0; i < n; i++) {
		struct feed *f = events[i].data.ptr;

		if (events[i].events & (EPOLLERR | EPOLLHUP))
			lose(f);
		make_due(feeds, f);
	}
}

void feeds_turn(struct feeds *feeds)
{
	size_t n;

	if (feeds->n == 0)
		return;
	hear_sockets(feeds);
	watch_expire(feeds->watch, clock_ticks());
	n = feeds->due_n < FEEDS_A_TURN ? feeds->due_n : FEEDS_A_TURN;
	feeds->slice.whose = 0;
	while (n--)
		see_to(feeds, next_due(feeds));
}

void feeds_news(struct feeds *feeds, const int64_t *ids, size_t n)
{
	for (size_t i = 0; i < n && feeds->n; i++)
		watch_news(feeds->watch, ids[i]);
}

struct counting {
	void (*each)(void *cls, const struct feed *);
	void *cls;
};

static void see(void *cls, const struct watcher *watcher)
{
	const struct counting *c = cls;

	c->each(c->cls, (const struct feed *)(const void *)watcher);
}

void feeds_of(const struct feeds *feeds, int64_t game,
	      void (*each)(void *cls, const struct feed *), void *cls)
{
	struct counting c = {each, cls};

	watch_each(feeds->watch, game, see, &c);
	for (const struct feed *f = feeds->due; f; f = f->next_due)
		if (f->watcher.game == game && !f->watcher.waiting)
			each(cls, f);
}

void feeds_doubt(struct feeds *feeds, int64_t token, int64_t account)
{
	for (size_t i = 0; i < CHAINS && feeds->n; i++)
		for (struct feed *f = feeds->chains[i]; f; f = f->next)
			f->doubt |= (!token || f->token == token) &&
				    (!account || f->account == account);
}

void feeds_settled(struct feeds *feeds)
{
	for (size_t i = 0; i < CHAINS && feeds->n; i++) {
		for (struct feed *f = feeds->chains[i]; f; f = f->next) {
			if (!f->doubt)
				continue;
			f->doubt = false;
			f->to_check = true;
			make_due(feeds, f);
		}
	}
}

void feeds_end(struct feeds *feeds)
{
	while (feeds->due)
		next_due(feeds);
	for (size_t i = 0; i < CHAINS; i++) {
		while (feeds->chains[i]) {
			if (send_rest(feeds, feeds->chains[i]))
				say_good_bye(feeds, feeds->chains[i], "closing");
			feed_free(feeds, feeds->chains[i]);
		}
	}
}

void feeds_close(struct feeds *feeds)
{
	if (!feeds)
		return;
	feeds_end(feeds);
	watch_close(feeds->watch);
	if (feeds->epoll_fd >= 0)
		close(feeds->epoll_fd);
	out_free(&feeds->slice.text);
	free(feeds);
}
