/*
 * metrics.c - counting, and the numbers as Prometheus reads them.
 *
 * Counts are kept in fixed tables by route and status, so that counting costs
 * two additions and no request can make them grow.  The time of requests that
 * waited on purpose (news, passwords) is not in the histogram: it would say
 * nothing about the server.
 */
#include "api/exchange.h"
#include "api/feeds.h"
#include "api/past.h"
#include "api/post.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const int statuses[] = {
#define X(status) status,
	STATUSES(X)
#undef X
};

static const double bounds[BUCKETS_N] = {0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005,
					 0.01,	 0.025,	  0.05,	  0.1,	 0.5,	 1};

static size_t status_index(int status)
{
	for (size_t i = 0; i < STATUS_OTHER; i++) {
		if (statuses[i] == status)
			return i;
	}
	return STATUS_OTHER;
}

void metrics_unread(struct server *s, int status)
{
	s->answers[ROUTES_N][status_index(status)]++;
}

void metrics_answered(struct exchange *x, int status)
{
	struct server *s = x->server;
	struct timespec now;
	size_t bucket = 0;

	if (x->request.route && (x->request.route->flags & ROUTE_QUIET))
		return;
	s->answers[route_number(x->request.route)][status_index(status)]++;
	if (x->waited)
		return;
	clock_gettime(CLOCK_MONOTONIC, &now);
	double seconds = (double)(now.tv_sec - x->began.tv_sec) +
			 (double)(now.tv_nsec - x->began.tv_nsec) / 1e9;

	while (bucket < BUCKETS_N && seconds > bounds[bucket])
		bucket++;
	s->buckets[bucket]++;
	s->observed++;
	s->observed_seconds += seconds;
}

static void head(struct out *out, const char *name, const char *kind, const char *help)
{
	out_format(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind);
}

static void number(struct out *out, const char *name, const char *kind, const char *help,
		   double value)
{
	head(out, name, kind, help);
	out_format(out, "%s %.17g\n", name, value);
}

static void requests_out(struct out *out, const struct server *s)
{
	head(out, "tablasd_http_requests_total", "counter", "Requests answered.");
	for (size_t i = 0; i <= ROUTES_N; i++) {
		for (size_t j = 0; j < STATUS_N; j++) {
			if (!s->answers[i][j])
				continue;
			out_format(out, "tablasd_http_requests_total{method=\"%s\",route=\"%s\",",
				   i < ROUTES_N ? routes[i].method : "",
				   i < ROUTES_N ? routes[i].path : "none");
			out_format(out, "status=\"%d\"} %llu\n", j < STATUS_OTHER ? statuses[j] : 0,
				   (unsigned long long)s->answers[i][j]);
		}
	}
}

static void times_out(struct out *out, const struct server *s)
{
	uint64_t sum = 0;

	head(out, "tablasd_http_request_seconds", "histogram",
	     "From a request's first line to its answer, without waiting on purpose.");
	for (size_t i = 0; i < BUCKETS_N; i++) {
		sum += s->buckets[i];
		out_format(out, "tablasd_http_request_seconds_bucket{le=\"%g\"} %llu\n", bounds[i],
			   (unsigned long long)sum);
	}
	out_format(out, "tablasd_http_request_seconds_bucket{le=\"+Inf\"} %llu\n",
		   (unsigned long long)s->observed);
	out_format(out, "tablasd_http_request_seconds_sum %.9g\n", s->observed_seconds);
	out_format(out, "tablasd_http_request_seconds_count %llu\n",
		   (unsigned long long)s->observed);
}

static double resident_bytes(void)
{
	unsigned long size, resident;
	FILE *f = fopen("/proc/self/statm", "r");

	if (!f)
		return 0;
	int read = fscanf(f, "%lu %lu", &size, &resident);

	fclose(f);
	return read == 2 ? (double)resident * (double)sysconf(_SC_PAGESIZE) : 0;
}

static void server_out(struct out *out, struct server *s)
{
	number(out, "tablasd_connections", "gauge", "Connections open.", (double)s->links);
	number(out, "tablasd_connections_refused_total", "counter",
	       "Connections turned away because all others were at work.",
	       (double)s->links_refused);
	number(out, "tablasd_connections_evicted_total", "counter",
	       "Silent connections closed to make room.", (double)s->links_evicted);
	number(out, "tablasd_watchers", "gauge", "Requests that wait for news of a game.",
	       (double)watch_count(s->watch));
	number(out, "tablasd_streams", "gauge", "Streams of events open.",
	       (double)feeds_count(s->feeds));
	number(out, "tablasd_streams_late", "gauge", "Of them not told all that has happened.",
	       (double)feeds_late(s->feeds));
	number(out, "tablasd_streams_dropped_total", "counter",
	       "Streams closed because their client did not read.",
	       (double)feeds_dropped(s->feeds));
	number(out, "tablasd_past_facts_total", "counter",
	       "Facts replayed to show spectators a game as it was.", (double)past_replayed());
	number(out, "process_resident_memory_bytes", "gauge", "Memory in use.", resident_bytes());
}

/* 0 for an instant that has not come, and for none. */
static double seconds_since(const struct server *s, int64_t at)
{
	int64_t now = desk_now(s->desk);

	return at > 0 && at < now ? (double)(now - at) / 1000 : 0;
}

static void desk_out(struct out *out, struct server *s)
{
	const struct desk_counts *c = desk_count(s->desk);

	number(out, "tablasd_commands_total", "counter", "Commands to games.", (double)c->commands);
	number(out, "tablasd_commands_refused_total", "counter", "Of them refused.",
	       (double)c->refused);
	number(out, "tablasd_facts_total", "counter", "Facts written.", (double)c->facts);
	number(out, "tablasd_commits_total", "counter", "Transactions committed.",
	       (double)c->commits);
	number(out, "tablasd_commits_failed_total", "counter", "Transactions that failed.",
	       (double)c->commits_failed);
	number(out, "tablasd_dice_total", "counter", "Dice thrown.", (double)c->dice);
	number(out, "tablasd_reminders_total", "counter", "Reminders told.", (double)c->reminders);
	number(out, "tablasd_deadline_late_seconds", "gauge",
	       "Since when the first deadline that is up has not been seen to.",
	       seconds_since(s, desk_deadline(s->desk)));
}

static void attempts_out(struct out *out, const char *kind, const char *outcome, uint64_t n)
{
	out_format(out, "tablasd_delivery_attempts_total{kind=\"%s\",outcome=\"%s\"} %llu\n", kind,
		   outcome, (unsigned long long)n);
}

static void post_out(struct out *out, struct server *s)
{
	static const char *const kinds[] = {"webhook", "mail"};
	const struct post_counts *c = post_count(s->post);
	int64_t waiting, since;

	head(out, "tablasd_delivery_attempts_total", "counter", "News sent, by what came of it.");
	for (size_t i = 0; i < 2; i++) {
		attempts_out(out, kinds[i], "arrived", c->arrived[i]);
		attempts_out(out, kinds[i], "failed", c->failed[i]);
	}
	head(out, "tablasd_deliveries_given_up_total", "counter", "News that are sent no more.");
	for (size_t i = 0; i < 2; i++)
		out_format(out, "tablasd_deliveries_given_up_total{kind=\"%s\"} %llu\n", kinds[i],
			   (unsigned long long)c->given_up[i]);
	if (store_deliveries_late(store_glasses(desk_store(s->desk)), &waiting, &since) !=
	    STORE_FOUND)
		return;
	number(out, "tablasd_deliveries_waiting", "gauge", "News to be sent, or sent again.",
	       (double)waiting);
	number(out, "tablasd_deliveries_oldest_seconds", "gauge",
	       "Since when the oldest of them waits.", seconds_since(s, since));
}

static void book_out(struct out *out, struct server *s)
{
	struct store_counts c;

	if (store_counts(store_glasses(desk_store(s->desk)), &c) == STORE_TROUBLE)
		return;
	number(out, "tablasd_accounts", "gauge", "Accounts made.", (double)c.accounts);
	head(out, "tablasd_games", "gauge", "Games by state.");
	out_format(out, "tablasd_games{state=\"open\"} %lld\n", (long long)c.open);
	out_format(out, "tablasd_games{state=\"active\"} %lld\n", (long long)c.active);
	out_format(out, "tablasd_games{state=\"over\"} %lld\n", (long long)c.over);
	number(out, "tablasd_wal_pages", "gauge", "Pages in the write-ahead log.",
	       (double)c.wal_pages);
}

struct reply meta_metrics(struct request *r)
{
	struct out out;

	out_init(&out);
	requests_out(&out, r->server);
	times_out(&out, r->server);
	server_out(&out, r->server);
	desk_out(&out, r->server);
	post_out(&out, r->server);
	book_out(&out, r->server);
	return reply_text(200, "text/plain; version=0.0.4; charset=utf-8", &out);
}
