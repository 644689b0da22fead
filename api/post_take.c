/*
 * post_take.c - from news to deliveries.
 *
 * A subscription takes its news up in their order; each that it wants becomes a
 * delivery, or many at once become a digest.  The body is written then and kept
 * as it is, so that what is sent again is the same, byte for byte.  Only so many
 * wait at once: a receiver that is away for a week finds the rest in the news.
 */
#include "api/post_inside.h"

#include "api/letters.h"
#include "api/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NEWS_A_DIGEST 100
#define KEPT_MOST 500
#define MAILS_MS (3600 * POST_SECOND)

bool post_wants(const struct subscription_row *row, const char *word)
{
	size_t n = strlen(word);

	for (const char *at = row->events; *at; at += strspn(at, " ")) {
		size_t length = strcspn(at, " ");

		if (length == n && memcmp(at, word, n) == 0)
			return true;
		at += length;
	}
	return row->events[0] == '\0';
}

/* The instant of the next digest after that one. */
static int64_t digest_after(const struct subscription_row *row, int64_t now)
{
	return now - (now - row->past) % row->every + row->every;
}

/* ---- bodies ------------------------------------------------------------------------ */

static void begin_body(struct post *p, struct out *out, const struct subscription_row *row,
		       const char *type, int64_t at)
{
	struct account_row account = {.name = ""};

	store_account_by_id(store_pen(desk_store(p->desk)), row->account, &account);
	out_init(out);
	out_object(out);
	out_kstring(out, "type", type);
	out_ktime(out, "timestamp", at);
	out_kstring(out, "account", account.name);
	out_key(out, "data");
}

static int keep(struct post *p, struct out *out, struct delivery_row *delivery)
{
	size_t n;

	delivery->body = out_take(out, &n);
	delivery->created = delivery->next = desk_now(p->desk);
	int done = store_delivery_add(desk_store(p->desk), delivery);

	free(delivery->body);
	delivery->body = NULL;
	return done;
}

/* One news, or of a digest all of them: as mail or as JSON. */
static bool write_body(struct post *p, struct out *out, const struct subscription_row *row,
		       const struct delivery_row *delivery, const struct news_row *news, size_t n)
{
	bool digest = row->every > 0, good = true;

	if (row->kind == SUBSCRIPTION_MAIL) {
		out_init(out);
		return letter_of_news(p, row, delivery, news, n, out) == 0;
	}
	begin_body(p, out, row, delivery->kind, digest ? desk_now(p->desk) : news->at);
	if (digest) {
		out_object(out);
		out_key(out, "news");
		out_array(out);
	}
	for (size_t i = 0; i < n && good; i++)
		good = view_news(out, store_pen(desk_store(p->desk)), &news[i], 0);
	if (digest) {
		out_array_end(out);
		out_object_end(out);
	}
	out_object_end(out);
	return good;
}

static int take_one(struct post *p, const struct subscription_row *row,
		    const struct news_row *news)
{
	struct delivery_row delivery = {
		.subscription = row->id, .first = news->number, .last = news->number};
	struct out out;

	snprintf(delivery.kind, sizeof delivery.kind, "%s", news_word(news->kind));
	if (write_body(p, &out, row, &delivery, news, 1))
		return keep(p, &out, &delivery);
	out_free(&out);
	return STORE_TROUBLE;
}

int post_trim(struct post *p, int64_t subscription)
{
	return store_deliveries_trim(desk_store(p->desk), subscription, KEPT_MOST);
}

static int count_waiting(struct post *p, int64_t subscription, int64_t *n)
{
	int found = store_deliveries_waiting(store_pen(desk_store(p->desk)), subscription, n);

	return found == STORE_FOUND ? STORE_DONE : STORE_TROUBLE;
}

static int has_room(struct post *p, int64_t subscription, bool *room)
{
	int64_t waiting = 0;
	int done = count_waiting(p, subscription, &waiting);

	*room = waiting < POST_WAITING_MAX;
	return done;
}

int post_test(struct desk *desk, const struct subscription_row *row, struct delivery_row *delivery)
{
	struct post p = {.desk = desk};
	struct out out;
	bool room;

	if (has_room(&p, row->id, &room) != STORE_DONE)
		return STORE_TROUBLE;
	if (!room)
		return STORE_NONE;
	*delivery = (struct delivery_row){.subscription = row->id, .kind = "test"};
	begin_body(&p, &out, row, delivery->kind, desk_now(desk));
	out_object(&out);
	out_kint(&out, "subscription", row->id);
	out_object_end(&out);
	out_object_end(&out);
	return keep(&p, &out, delivery) == STORE_DONE ? post_trim(&p, row->id) : STORE_TROUBLE;
}

int post_confirm(struct desk *desk, const struct config *config, const struct subscription_row *row)
{
	struct post p = {.desk = desk, .config = config};
	struct delivery_row delivery = {.subscription = row->id, .kind = "confirmation"};
	struct out out;

	out_init(&out);
	if (letter_to_confirm(&p, row, &delivery, &out) == 0)
		return keep(&p, &out, &delivery);
	out_free(&out);
	return STORE_TROUBLE;
}

/* ---- taking up --------------------------------------------------------------------- */

/* The next news behind its cursor, up to the first `most`.  NULL: none, or trouble. */
static struct news_row *read_news(struct post *p, const struct subscription_row *row, size_t *n,
				  int *found)
{
	struct news_row *news = calloc(*n, sizeof *news);

	if (!news)
		abort();
	*found = store_news(store_pen(desk_store(p->desk)), row->account, row->cursor, news, n);
	if (*found == STORE_FOUND)
		return news;
	free(news);
	return NULL;
}

static int take_singly(struct post *p, struct subscription_row *row)
{
	struct news_row *news;
	int64_t waiting;
	size_t n = POST_WAITING_MAX;
	int done = count_waiting(p, row->id, &waiting);

	row->digest_at = 0;
	if (done != STORE_DONE || waiting >= POST_WAITING_MAX)
		return done;
	news = read_news(p, row, &n, &done);
	if (!news)
		return done == STORE_TROUBLE ? done : STORE_DONE;
	for (size_t i = 0; i < n && waiting < POST_WAITING_MAX && done != STORE_TROUBLE; i++) {
		if (post_wants(row, news_word(news[i].kind))) {
			done = take_one(p, row, &news[i]);
			waiting++;
		}
		row->cursor = news[i].number;
	}
	/* More may lie behind, and nothing that comes back tells of it. */
	if (n == POST_WAITING_MAX && waiting < POST_WAITING_MAX)
		row->digest_at = desk_now(p->desk);
	free(news);
	return done;
}

static int take_digest(struct post *p, struct subscription_row *row)
{
	struct delivery_row delivery = {.subscription = row->id, .kind = "digest"};
	struct news_row *news;
	struct out out;
	size_t n = NEWS_A_DIGEST;
	size_t wanted = 0;
	bool room;
	int done = has_room(p, row->id, &room);

	if (done != STORE_DONE || !room) { /* what waits goes first */
		row->digest_at = digest_after(row, desk_now(p->desk));
		return done;
	}
	news = read_news(p, row, &n, &done);
	row->digest_at = n == NEWS_A_DIGEST ? desk_now(p->desk) : 0; /* the rest in another */
	if (!news)
		return done == STORE_TROUBLE ? done : STORE_DONE;
	for (size_t i = 0; i < n; i++) {
		row->cursor = news[i].number;
		if (!post_wants(row, news_word(news[i].kind)))
			continue;
		delivery.first = delivery.first ? delivery.first : news[i].number;
		delivery.last = news[i].number;
		news[wanted++] = news[i];
	}
	if (wanted == 0)
		done = STORE_DONE;
	else if (write_body(p, &out, row, &delivery, news, wanted))
		done = keep(p, &out, &delivery);
	else
		done = STORE_TROUBLE;
	if (wanted && done == STORE_TROUBLE)
		out_free(&out);
	free(news);
	return done;
}

/* Whether anything has happened that a digest could tell. */
static int plan_digest(struct post *p, struct subscription_row *row)
{
	struct news_row *news;
	size_t n = 1;
	int done;

	if (row->digest_at)
		return STORE_DONE;
	news = read_news(p, row, &n, &done);
	if (news)
		row->digest_at = digest_after(row, desk_now(p->desk));
	free(news);
	return done == STORE_TROUBLE ? done : STORE_DONE;
}

/* An address that has had as many mails as it may in an hour has no more until it is over. */
static int space_out(struct post *p, struct subscription_row *row)
{
	int64_t arrived = 0, next;
	int found = store_delivery_arrived(store_pen(desk_store(p->desk)), row->id,
					   p->config->mails_per_hour, &arrived);

	next = arrived + MAILS_MS;
	if (found == STORE_FOUND && next > row->due && next > desk_now(p->desk))
		row->due = next;
	return found == STORE_TROUBLE ? found : STORE_DONE;
}

/*
 * When there is next something to send.  What has waited keeps the place in the round
 * that it has: who was served goes behind those who wait, and news change nothing of it.
 * Nobody who has just been served stands before one who has not, though both were
 * in the same millisecond.
 */
static int find_due(struct post *p, struct subscription_row *row)
{
	struct delivery_row delivery = {0};
	int64_t now = desk_now(p->desk);
	int found = store_delivery_next(store_pen(desk_store(p->desk)), row->id, &delivery);

	free(delivery.body);
	if (found != STORE_FOUND)
		row->due = 0;
	else if (delivery.next > now)
		row->due = delivery.next;
	else if (row->due < delivery.next - 1 || row->due > now)
		row->due = delivery.next - 1;
	if (found == STORE_FOUND && row->kind == SUBSCRIPTION_MAIL)
		return space_out(p, row);
	return found == STORE_TROUBLE ? found : STORE_DONE;
}

int post_attend(struct post *p, struct subscription_row *row)
{
	struct store *store = desk_store(p->desk);
	int64_t now = desk_now(p->desk);
	int done = STORE_DONE;

	if (!row->enabled) {
		row->due = row->digest_at = 0;
		return store_subscription_set(store, row);
	}
	if (!row->confirmed)
		; /* nothing but the question whether it is */
	else if (row->every == 0)
		done = take_singly(p, row);
	else if (row->digest_at && row->digest_at <= now)
		done = take_digest(p, row);
	else
		done = plan_digest(p, row);
	if (done == STORE_DONE)
		done = find_due(p, row);
	return done == STORE_DONE ? store_subscription_set(store, row) : done;
}
