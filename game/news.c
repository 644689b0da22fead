/*
 * news.c - the words of news, and which facts are some.
 */
#include "game/news.h"

#include <string.h>

static const char *const words[NEWS_COUNT] = {
#define X(name, word, what) [NEWS_##name] = word,
	NEWS(X)
#undef X
};

const char *news_word(enum news_kind kind)
{
	return (unsigned)kind < NEWS_COUNT && words[kind] ? words[kind] : "none";
}

enum news_kind news_named(const char *word)
{
	for (size_t i = 1; i < NEWS_COUNT; i++)
		if (strcmp(words[i], word) == 0)
			return (enum news_kind)i;
	return NEWS_NONE;
}

static const struct {
	enum news_kind news;
	bool left;
} of_facts[FACT_COUNT] = {
	[FACT_SEATED] = {NEWS_SEATED, false},	[FACT_UNSEATED] = {NEWS_UNSEATED, true},
	[FACT_STARTED] = {NEWS_STARTED, false}, [FACT_DECIDED] = {NEWS_DECIDED, false},
	[FACT_PLAYED] = {NEWS_DECIDED, false},	[FACT_RESIGNED] = {NEWS_RESIGNED, false},
	[FACT_LEFT] = {NEWS_LEFT, true},	[FACT_FINISHED] = {NEWS_FINISHED, true},
	[FACT_ABORTED] = {NEWS_ABORTED, true},	[FACT_FROZEN] = {NEWS_FROZEN, true},
	[FACT_THAWED] = {NEWS_THAWED, true},	[FACT_LAPSED] = {NEWS_LAPSED, false},
	[FACT_CLAIMED] = {NEWS_CLAIMED, false},	[FACT_OFFERED] = {NEWS_OFFERED, false},
	[FACT_AGREED] = {NEWS_ANSWERED, false}, [FACT_DECLINED] = {NEWS_ANSWERED, false},
	[FACT_WITHDRAWN] = {NEWS_ANSWERED, false}, [FACT_TAKEN_BACK] = {NEWS_ANSWERED, false},
	[FACT_PAUSED] = {NEWS_ANSWERED, false}, [FACT_RESUMED] = {NEWS_ANSWERED, false},
	[FACT_EXPIRED] = {NEWS_CHALLENGE_EXPIRED, false},
	[FACT_TURNED_DOWN] = {NEWS_CHALLENGE_DECLINED, false},
};

enum news_kind news_of_fact(enum fact_kind fact, bool *left)
{
	*left = (unsigned)fact < FACT_COUNT && of_facts[fact].left;
	return (unsigned)fact < FACT_COUNT ? of_facts[fact].news : NEWS_NONE;
}
