/*
 * desk_news.c - telling accounts what happens, in the transaction in which it does.
 *
 * Whoever has asked for news once is kept in memory: while nobody has, a fact
 * costs one comparison, and while others have, one look for each seat.  The set
 * follows the book, so a group that is lost has it read again.
 */
#include "daemon/desk_inside.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define NEWS_DROPPED_AT_ONCE 64 /* what is too old is dropped with every so many-th number */

/* ---- who has asked ----------------------------------------------------------------------- */

static void readers_add(void *cls, int64_t account)
{
	ids_add(cls, account);
}

int desk_inside_find_readers(struct desk *d)
{
	struct ids fresh = {.n = 0};

	if (store_readers(store_pen(d->parts.store), readers_add, &fresh) == STORE_TROUBLE) {
		ids_fini(&fresh);
		return -1;
	}
	ids_fini(&d->readers);
	d->readers = fresh;
	d->readers_known = true;
	return 0;
}

bool desk_has_reader(const struct desk *d, int64_t account)
{
	return account > 0 && ids_have(&d->readers, account);
}

int desk_add_reader(struct desk *d, int64_t account)
{
	assert(d->inside);
	if (!desk_has_reader(d, account)) {
		if (store_reader_add(d->parts.store, account, desk_now(d)) != STORE_DONE)
			return -1;
		readers_add(&d->readers, account);
	}
	desk_inside_news(d, -account);
	return 0;
}

void desk_forget_readers(struct desk *d)
{
	d->readers_known = false;
}

/* ---- telling ----------------------------------------------------------------------------- */

int desk_tell(struct desk *d, struct news_row *news)
{
	int64_t kept = d->house.news_kept ? d->house.news_kept : DESK_NEWS_KEPT;

	assert(d->inside && news->kind > NEWS_NONE && news->kind < NEWS_COUNT);
	if (!desk_has_reader(d, news->account))
		return 0;
	if (!news->at)
		news->at = desk_now(d);
	if (store_news_add(d->parts.store, news) != STORE_DONE)
		return -1;
	if (news->number % NEWS_DROPPED_AT_ONCE == 0 && news->number > kept &&
	    store_news_drop(d->parts.store, news->account, news->number - kept) != STORE_DONE)
		return -1;
	desk_inside_news(d, -news->account);
	return 0;
}

struct circle { /* accounts that are told, each once */
	int64_t who[TABLAS_SEATS_MAX + 1];
	size_t n;
};

static void circle_add(const struct desk *d, struct circle *c, int64_t account)
{
	size_t k = 0;

	if (!desk_has_reader(d, account))
		return;
	while (k < c->n && c->who[k] != account)
		k++;
	if (k == c->n)
		c->who[c->n++] = account;
}

/*
 * Those at the table at hand, those who have left it only if `left`; and whoever
 * laid it, until play begins.  That it is offered no more concerns those too for
 * whom a seat was kept.
 */
static void circle_of_table(const struct desk *d, bool left, bool kept, struct circle *c)
{
	const struct game_row *row = &d->row;

	c->n = 0;
	for (unsigned i = 0; i < row->seats; i++)
		if (row->seat[i].status != SEAT_LEFT || left)
			circle_add(d, c, row->seat[i].account);
	if (row->started == 0)
		circle_add(d, c, row->creator);
	for (unsigned i = 0; kept && i < row->seats; i++)
		if (!row->seat[i].account)
			circle_add(d, c, row->seat[i].invited);
}

/* Of a seat that is turned down it is whom it was kept for. */
static int64_t whose_act(const struct game_row *row, const struct fact *f)
{
	const struct seat_row *s = f->seat < row->seats ? &row->seat[f->seat] : NULL;

	return !s ? 0 : s->account ? s->account : f->kind == FACT_TURNED_DOWN ? s->invited : 0;
}

enum step desk_inside_tell_fact(struct desk *d, const struct fact *f)
{
	struct circle circle;
	bool left;
	enum news_kind kind = news_of_fact(f->kind, &left);

	if (kind == NEWS_NONE || d->readers.n == 0)
		return STEP_DONE;
	circle_of_table(d, left, f->kind == FACT_EXPIRED, &circle);
	for (size_t i = 0; i < circle.n; i++) {
		struct news_row news = {.account = circle.who[i],
					.at = f->at,
					.kind = (uint16_t)kind,
					.game = d->row.id,
					.ply = f->ply,
					.seat = f->seat,
					.other = whose_act(&d->row, f)};

		if (desk_tell(d, &news) != 0)
			return STEP_TROUBLE;
	}
	return STEP_DONE;
}

/* Each seat that is asked is told so, also where one account has several. */
enum step desk_inside_tell_question(struct desk *d)
{
	const struct game_row *row = &d->row;

	for (unsigned i = 0; i < row->seats; i++) {
		struct news_row news = {.account = row->seat[i].account,
					.at = row->changed,
					.kind = NEWS_TURN,
					.game = row->id,
					.ply = row->asked,
					.seat = (uint8_t)i,
					.value = marks_is_paused(row->marks) ? 0 : row->deadline};

		if (row->waiting >> i & 1 && desk_tell(d, &news) != 0)
			return STEP_TROUBLE;
	}
	return STEP_DONE;
}
