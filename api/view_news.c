/*
 * view_news.c - what an account is told, as objects.
 *
 * News of a game name a fact; what that says is read from the book now, so that
 * whoever comes late sees it as everybody else does, and names are those of today.
 */
#include "api/view.h"
#include "game/news.h"

#include <string.h>

/* What the value of a kind is called; of the others it says nothing. */
static const struct {
	enum news_kind kind;
	const char *name;
	bool instant;
} values[] = {
	{NEWS_TURN, "deadline", true},	    {NEWS_REMINDED, "deadline", true},
	{NEWS_CHALLENGED, "expires", true}, {NEWS_REMATCH, "expires", true},
	{NEWS_TALKED, "message", false},    {NEWS_RATED, "rating", false},
	{NEWS_UNDELIVERED, "subscription", false},
	{NEWS_ORDER_FAILED, "order", false},
};

static void value(struct out *o, const struct news_row *news)
{
	for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
		if (values[i].kind != news->kind)
			continue;
		if (values[i].instant)
			out_ktime(o, values[i].name, news->value);
		else
			out_kint(o, values[i].name, news->value);
	}
}

static bool tells_fact(const struct news_row *news)
{
	return news->game && news->ply &&
	       ((news->kind >= NEWS_SEATED && news->kind <= NEWS_ANSWERED) ||
		news->kind == NEWS_CHALLENGE_DECLINED || news->kind == NEWS_CHALLENGE_EXPIRED);
}

static bool tell_fact(void *cls, const struct fact *fact, const char *events)
{
	out_key(cls, "fact");
	view_fact(cls, fact, events);
	return false;
}

bool view_news(struct out *o, struct store_view *view, const struct news_row *news,
	       int64_t now)
{
	int found = STORE_FOUND;

	out_object(o);
	out_kint(o, "number", news->number);
	out_kstring(o, "type", news_word(news->kind));
	out_ktime(o, "at", news->at);
	if (now)
		out_ktime(o, "server_time", now);
	if (news->game) {
		out_kstring(o, "game", news->game_key);
		out_kstring(o, "ruleset", news->ruleset);
	}
	if (news->ply)
		out_kint(o, "ply", (int64_t)news->ply);
	if (news->seat != TABLAS_NOBODY)
		out_kint(o, "seat", news->seat);
	if (news->other)
		out_kstring(o, "by", news->other_name);
	value(o, news);
	if (news->text[0])
		out_kstring(o, "text", news->text);
	if (tells_fact(news))
		found = store_facts(view, news->game, news->ply - 1, 1, tell_fact, o);
	out_object_end(o);
	return found != STORE_TROUBLE;
}
