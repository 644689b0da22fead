/*
 * watch.c - who waits for news of which game, and until when.
 *
 * Watchers hang in chains by game, for news, and lie in a heap by deadline, for
 * the clock.  Both tables are made once, for as many as may ever wait.
 *
 * Whoever is woken may do as it likes: wait again, or take others out.  So
 * those to be woken are first moved to a list of their own, where they still
 * count as waiting, and leave it one by one.
 */
#include "daemon/watch.h"

#include <stdlib.h>

#define NOT_IN_HEAP SIZE_MAX

struct watch {
	struct watcher **heap; /* earliest deadline first */
	size_t heap_n;
	struct watcher **chains;
	size_t chains_mask;
	size_t most, n;
	bool closing;
};

struct watch *watch_open(size_t most)
{
	struct watch *w = calloc(1, sizeof(*w));
	size_t chains = 16;

	if (!w)
		return NULL;
	while (chains < most)
		chains *= 2;
	w->most = most;
	w->chains_mask = chains - 1;
	w->heap = calloc(most ? most : 1, sizeof(struct watcher *));
	w->chains = calloc(chains, sizeof(struct watcher *));
	if (w->heap && w->chains)
		return w;
	watch_close(w);
	return NULL;
}

void watch_close(struct watch *w)
{
	if (!w)
		return;
	free(w->heap);
	free(w->chains);
	free(w);
}

/* ---- the heap --------------------------------------------------------------- */

static void heap_put(struct watch *w, size_t at, struct watcher *it)
{
	w->heap[at] = it;
	it->heap_index = at;
}

static void heap_up(struct watch *w, size_t at, struct watcher *it)
{
	while (at > 0 && w->heap[(at - 1) / 2]->deadline > it->deadline) {
		heap_put(w, at, w->heap[(at - 1) / 2]);
		at = (at - 1) / 2;
	}
	heap_put(w, at, it);
}

static void heap_down(struct watch *w, size_t at, struct watcher *it)
{
	for (size_t child; (child = 2 * at + 1) < w->heap_n; at = child) {
		if (child + 1 < w->heap_n &&
		    w->heap[child + 1]->deadline < w->heap[child]->deadline)
			child++;
		if (w->heap[child]->deadline >= it->deadline)
			break;
		heap_put(w, at, w->heap[child]);
	}
	heap_put(w, at, it);
}

static void heap_take(struct watch *w, struct watcher *it)
{
	size_t at = it->heap_index;
	struct watcher *last;

	if (at == NOT_IN_HEAP)
		return;
	it->heap_index = NOT_IN_HEAP;
	last = w->heap[--w->heap_n];
	if (last == it)
		return;
	if (at > 0 && w->heap[(at - 1) / 2]->deadline > last->deadline)
		heap_up(w, at, last);
	else
		heap_down(w, at, last);
}

/* ---- the chains ------------------------------------------------------------- */

static struct watcher **chain_of(const struct watch *w, int64_t game)
{
	uint64_t h = (uint64_t)game * 0x9e3779b97f4a7c15u;

	return &w->chains[(h >> 32) & w->chains_mask];
}

static void chain_put(struct watcher **chain, struct watcher *it)
{
	it->next_in_game = *chain;
	it->link_in_game = chain;
	if (*chain)
		(*chain)->link_in_game = &it->next_in_game;
	*chain = it;
}

static void chain_take(struct watcher *it)
{
	*it->link_in_game = it->next_in_game;
	if (it->next_in_game)
		it->next_in_game->link_in_game = it->link_in_game;
}

/* ---- waiting and waking ------------------------------------------------------ */

bool watch_add(struct watch *w, struct watcher *it)
{
	if (w->n == w->most || w->closing)
		return false;
	chain_put(chain_of(w, it->game), it);
	heap_up(w, w->heap_n++, it);
	it->waiting = true;
	w->n++;
	return true;
}

void watch_remove(struct watch *w, struct watcher *it)
{
	if (!it->waiting)
		return;
	it->waiting = false;
	w->n--;
	chain_take(it);
	heap_take(w, it);
}

static void wake(struct watch *w, struct watcher *it, enum watch_reason why)
{
	watch_remove(w, it);
	it->wake(it, why);
}

void watch_news(struct watch *w, int64_t game)
{
	struct watcher *called = NULL, **end = &called, *it, *next;

	for (it = *chain_of(w, game); it; it = next) {
		next = it->next_in_game;
		if (it->game != game)
			continue;
		chain_take(it);
		heap_take(w, it);
		chain_put(end, it);
		end = &it->next_in_game;
	}
	while (called)
		wake(w, called, WATCH_NEWS);
}

void watch_expire(struct watch *w, int64_t ticks)
{
	while (w->heap_n > 0 && w->heap[0]->deadline <= ticks)
		wake(w, w->heap[0], WATCH_DEADLINE);
}

void watch_closing(struct watch *w)
{
	w->closing = true;
	while (w->heap_n > 0)
		wake(w, w->heap[w->heap_n - 1], WATCH_CLOSING);
}

int64_t watch_next(const struct watch *w)
{
	return w->heap_n > 0 ? w->heap[0]->deadline : INT64_MAX;
}

size_t watch_count(const struct watch *w)
{
	return w->n;
}

void watch_each(const struct watch *w, int64_t game,
		void (*each)(void *cls, const struct watcher *), void *cls)
{
	for (const struct watcher *it = *chain_of(w, game); it; it = it->next_in_game)
		if (it->game == game)
			each(cls, it);
}
