/*
 * subscriptions.c - what the routes of webhooks and of mail share.
 */
#include "api/subscriptions.h"

#include "api/post_inside.h"
#include "game/news.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DIGEST_LEAST (60 * POST_SECOND)
#define DIGEST_MOST  (7 * POST_DAY)

static const char *const state_words[] = {"", "waiting", "arrived", "given_up"};

/* ---- reading ----------------------------------------------------------------------- */

static bool wrong_event(struct request *r, size_t at, struct reply *reply)
{
	struct out out;
	char pointer[32];

	reply_problem_begin(r, &out, INVALID_VALUE, "\"events\" lists kinds of news.");
	snprintf(pointer, sizeof pointer, "/events/%zu", at);
	out_kstring(&out, "pointer", pointer);
	out_key(&out, "known");
	out_array(&out);
	for (int kind = 1; kind < NEWS_COUNT; kind++)
		out_string(&out, news_word((enum news_kind)kind));
	out_array_end(&out);
	*reply = reply_problem_end(r, &out, INVALID_VALUE);
	return false;
}

/* A list of kinds, each once; null or an empty list: all. */
static bool events_member(struct request *r, struct subscription_row *row, struct reply *reply)
{
	const json_t *array = json_object_get(r->json, "events");
	size_t n = 0;

	if (!array)
		return true;
	row->events[0] = '\0';
	if (json_is_null(array))
		return true;
	if (!json_is_array(array)) {
		*reply = request_refuse(r, INVALID_VALUE, "", "events", "is a list of kinds of news");
		return false;
	}
	for (size_t i = 0; i < json_array_size(array); i++) {
		const char *word = json_string_value(json_array_get(array, i));

		if (!word || news_named(word) == NEWS_NONE)
			return wrong_event(r, i, reply);
		if (n > 0 && post_wants(row, word))
			continue;
		n += (size_t)snprintf(row->events + n, sizeof row->events - n, "%s%s",
				      n ? " " : "", word);
		if (n >= sizeof row->events)
			return wrong_event(r, i, reply);
	}
	return true;
}

bool subscription_duration(struct request *r, const json_t *object, const char *pointer,
			   const char *key, int64_t least, int64_t most, int64_t *out,
			   struct reply *reply)
{
	const json_t *value = json_object_get(object, key);
	char what[128], from[PACE_DURATION_MAX], to[PACE_DURATION_MAX];

	if (!value || json_is_null(value))
		return true;
	if (json_is_string(value) && pace_read_duration(json_string_value(value), out) &&
	    *out >= least && *out <= most)
		return true;
	pace_write_duration(least, from, sizeof from);
	pace_write_duration(most, to, sizeof to);
	snprintf(what, sizeof what, "is a duration from %s to %s", from, to);
	*reply = request_refuse(r, INVALID_VALUE, pointer, key, what);
	return false;
}

/* {"every": "P1D", "at": "PT18H"}: so often, and so long after midnight UTC. */
static bool digest_member(struct request *r, struct subscription_row *row, struct reply *reply)
{
	static const char *const known[] = {"every", "at", NULL};
	const json_t *digest = json_object_get(r->json, "digest");

	if (!digest)
		return true;
	row->every = row->past = row->digest_at = 0;
	if (json_is_null(digest))
		return true;
	if (!json_is_object(digest)) {
		*reply = request_refuse(r, INVALID_VALUE, "", "digest",
					"is an object with \"every\" and \"at\", or null");
		return false;
	}
	if (!request_members(r, digest, "/digest", known, reply) ||
	    !subscription_duration(r, digest, "/digest", "every", DIGEST_LEAST, DIGEST_MOST,
				   &row->every, reply) ||
	    !subscription_duration(r, digest, "/digest", "at", 0, POST_DAY - 1, &row->past, reply))
		return false;
	if (row->every)
		return true;
	*reply = request_refuse(r, MISSING_MEMBER, "/digest", "every", "is needed");
	return false;
}

bool subscription_members(struct request *r, struct subscription_row *row, struct reply *reply)
{
	bool enabled = row->enabled;

	if (!events_member(r, row, reply) || !digest_member(r, row, reply) ||
	    !request_bool(r, "enabled", false, &enabled, reply))
		return false;
	if (enabled && !row->enabled)
		row->failing = 0; /* it is given its days anew */
	if (enabled != row->enabled)
		snprintf(row->why, sizeof row->why, "%s", enabled ? "" : "its owner said so");
	row->enabled = enabled;
	if (!enabled)
		row->due = row->digest_at = 0;
	return true;
}

/* ---- writing ----------------------------------------------------------------------- */

static void out_duration(struct out *out, const char *key, int64_t ms)
{
	char text[PACE_DURATION_MAX];

	pace_write_duration(ms, text, sizeof text);
	out_kstring(out, key, text);
}

static void out_some(struct out *out, const char *key, int64_t n)
{
	if (n)
		out_kint(out, key, n);
	else
		out_knull(out, key);
}

void subscription_out(struct out *out, const struct subscription_row *row)
{
	out_key(out, "events");
	if (row->events[0])
		view_moves(out, row->events);
	else
		out_null(out);
	out_key(out, "digest");
	if (row->every) {
		out_object(out);
		out_duration(out, "every", row->every);
		out_duration(out, "at", row->past);
		out_ktime(out, "next", row->digest_at);
		out_object_end(out);
	} else {
		out_null(out);
	}
	out_kbool(out, "enabled", row->enabled);
	out_kstring(out, "why", row->why[0] ? row->why : NULL);
	out_ktime(out, "created", row->created);
	out_kint(out, "after", row->cursor);
	out_ktime(out, "next", row->due);
	out_ktime(out, "failing_since", row->failing);
}

void delivery_out(struct out *out, const struct delivery_row *row, bool body)
{
	char id[POST_ID_MAX];

	post_message_id(row, id);
	out_object(out);
	out_kint(out, "number", row->id);
	out_kstring(out, "message", id);
	out_kstring(out, "kind", row->kind);
	out_some(out, "first", row->first);
	out_some(out, "last", row->last);
	out_kstring(out, "state", state_words[row->state]);
	out_ktime(out, "created", row->created);
	out_kint(out, "attempts", row->attempts);
	out_ktime(out, "tried", row->tried);
	out_ktime(out, "next", row->next);
	out_some(out, "status", row->status);
	out_kstring(out, "why", row->why[0] ? row->why : NULL);
	if (body) {
		out_key(out, "body");
		out_raw(out, row->body, strlen(row->body));
	}
	out_object_end(out);
}

/* ---- the book ---------------------------------------------------------------------- */

bool subscription_find(struct request *r, int kind, struct subscription_row *row,
		       struct reply *reply)
{
	int found = store_subscription(request_view(r), request_number(r), row);

	if (found == STORE_FOUND && row->kind == kind && row->account == r->account)
		return true;
	*reply = found == STORE_TROUBLE ? reply_trouble(r)
					: reply_problem(r, NOT_FOUND, "You have no such one.");
	return false;
}

int subscription_begin(struct request *r, struct subscription_row *row)
{
	int64_t first;

	row->account = r->account;
	row->created = desk_now(r->desk);
	row->enabled = true;
	if (desk_add_reader(r->desk, r->account) != 0 ||
	    store_news_bounds(request_view(r), r->account, &first, &row->cursor) != STORE_FOUND)
		return -1;
	return 0;
}

int subscription_keep(struct request *r, const struct subscription_row *row)
{
	int done = store_subscription_set(desk_store(r->desk), row);

	return desk_add_reader(r->desk, r->account) == 0 ? done : STORE_TROUBLE;
}

struct reply subscription_deliveries(struct request *r, const struct subscription_row *row)
{
	const char *word = request_query(r, "state");
	struct delivery_row *rows;
	struct reply reply;
	struct out out;
	int64_t before;
	size_t limit, n;
	int state = 0, found;

	while (word && state < 3 && strcmp(word, state_words[++state]) != 0)
		;
	if (word && strcmp(word, state_words[state]) != 0)
		return request_refuse(r, INVALID_VALUE, "", "state",
				      "is waiting, arrived or given_up");
	if (!request_limit(r, &limit, &reply) || !request_cursor(r, &before, &reply))
		return reply;
	n = limit + 1;
	rows = calloc(n, sizeof *rows);
	if (!rows)
		abort();
	found = store_deliveries(request_view(r), row->id, before, state, rows, &n);
	out_init(&out);
	page_begin(&out, "deliveries");
	for (size_t i = 0; i < n; i++) {
		if (i < limit)
			delivery_out(&out, &rows[i], false);
		free(rows[i].body);
	}
	if (found == STORE_TROUBLE) {
		out_free(&out);
		reply = reply_trouble(r);
	} else {
		reply = page_end(r, &out, n > limit ? rows[limit - 1].id : 0);
	}
	free(rows);
	return reply;
}
