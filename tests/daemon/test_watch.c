/* test_watch.c - who waits for news of which game, and until when. */
#include "daemon/watch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#define MANY 3000

struct guest {
	struct watcher watcher;
	int woken;
	enum watch_reason why;
	struct watch *watch;
	struct guest *takes_out, *lets_in; /* when woken; or NULL */
};

static void wake(struct watcher *w, enum watch_reason why)
{
	struct guest *g = (struct guest *)w;

	assert_false(w->waiting);
	g->woken++;
	g->why = why;
	if (g->takes_out)
		watch_remove(g->watch, &g->takes_out->watcher);
	if (g->lets_in)
		assert_true(watch_add(g->watch, &g->lets_in->watcher));
}

static struct guest guest(struct watch *w, int64_t game, int64_t deadline)
{
	return (struct guest){.watcher = {.game = game, .deadline = deadline, .wake = wake},
			      .watch = w};
}

static void news_wakes_those_of_its_game_alone(void **state)
{
	struct watch *w = watch_open(8);
	struct guest a = guest(w, 7, 100), b = guest(w, 7, 50), c = guest(w, 8, 70);

	(void)state;
	assert_true(watch_add(w, &a.watcher));
	assert_true(watch_add(w, &b.watcher));
	assert_true(watch_add(w, &c.watcher));
	watch_news(w, 7);
	assert_int_equal(a.woken, 1);
	assert_int_equal(a.why, WATCH_NEWS);
	assert_int_equal(b.woken, 1);
	assert_int_equal(c.woken, 0);
	assert_int_equal(watch_count(w), 1);
	assert_int_equal(watch_next(w), 70);
	watch_news(w, 7);
	assert_int_equal(a.woken, 1);
	watch_remove(w, &c.watcher);
	watch_close(w);
}

static void a_deadline_wakes_when_it_has_come(void **state)
{
	struct watch *w = watch_open(8);
	struct guest a = guest(w, 1, 30), b = guest(w, 2, 10), c = guest(w, 3, 20);

	(void)state;
	assert_int_equal(watch_next(w), INT64_MAX);
	watch_add(w, &a.watcher);
	watch_add(w, &b.watcher);
	watch_add(w, &c.watcher);
	assert_int_equal(watch_next(w), 10);
	watch_expire(w, 9);
	assert_int_equal(watch_count(w), 3);
	watch_expire(w, 20);
	assert_int_equal(b.why, WATCH_DEADLINE);
	assert_int_equal(c.why, WATCH_DEADLINE);
	assert_int_equal(a.woken, 0);
	assert_int_equal(watch_next(w), 30);
	watch_expire(w, INT64_MAX);
	assert_int_equal(a.woken, 1);
	watch_close(w);
}

static void closing_wakes_everybody_and_lets_nobody_in(void **state)
{
	struct watch *w = watch_open(8);
	struct guest a = guest(w, 1, 30), b = guest(w, 1, 10), late = guest(w, 1, 10);

	(void)state;
	watch_add(w, &a.watcher);
	watch_add(w, &b.watcher);
	watch_closing(w);
	assert_int_equal(a.why, WATCH_CLOSING);
	assert_int_equal(b.why, WATCH_CLOSING);
	assert_false(watch_add(w, &late.watcher));
	assert_int_equal(watch_count(w), 0);
	watch_close(w);
}

static void no_more_may_wait_than_there_is_room_for(void **state)
{
	struct watch *w = watch_open(2);
	struct guest a = guest(w, 1, 1), b = guest(w, 1, 2), c = guest(w, 1, 3);

	(void)state;
	assert_true(watch_add(w, &a.watcher));
	assert_true(watch_add(w, &b.watcher));
	assert_false(watch_add(w, &c.watcher));
	assert_false(c.watcher.waiting);
	watch_remove(w, &c.watcher);
	watch_remove(w, &a.watcher);
	watch_remove(w, &a.watcher);
	assert_true(watch_add(w, &c.watcher));
	watch_closing(w);
	watch_close(w);
	watch_close(NULL);
}

static void who_is_woken_may_wait_again_for_the_same_game(void **state)
{
	struct watch *w = watch_open(4);
	struct guest a = guest(w, 5, 10);

	(void)state;
	a.lets_in = &a;
	watch_add(w, &a.watcher);
	watch_news(w, 5);
	assert_int_equal(a.woken, 1);
	assert_true(a.watcher.waiting);
	watch_news(w, 5);
	assert_int_equal(a.woken, 2);
	watch_remove(w, &a.watcher);
	watch_close(w);
}

static void who_is_woken_may_take_another_out_before_its_turn(void **state)
{
	struct watch *w = watch_open(4);
	struct guest a = guest(w, 5, 10), b = guest(w, 5, 20);

	(void)state;
	a.takes_out = &b;
	b.takes_out = &a;
	watch_add(w, &a.watcher);
	watch_add(w, &b.watcher);
	watch_news(w, 5);
	assert_int_equal(a.woken + b.woken, 1);
	assert_int_equal(watch_count(w), 0);
	assert_int_equal(watch_next(w), INT64_MAX);
	watch_close(w);
}

/* Against a plain list: a fixed disorder of additions, removals, news and time. */
static void many_watchers_are_woken_as_a_plain_list_would(void **state)
{
	struct watch *w = watch_open(MANY);
	struct guest *guests = calloc(MANY, sizeof(*guests));
	bool *waits = calloc(MANY, sizeof(*waits));
	uint32_t r = 1;

	(void)state;
	for (size_t i = 0; i < MANY; i++)
		guests[i] = guest(w, (int64_t)(i % 37), 0);
	for (int step = 0; step < 20000; step++) {
		size_t at;
		int64_t least = INT64_MAX;

		r = r * 1664525u + 1013904223u;
		at = (r >> 8) % MANY;
		if (!waits[at]) {
			guests[at].watcher.deadline = step + (int64_t)(r >> 20);
			assert_true(watch_add(w, &guests[at].watcher));
			waits[at] = true;
		} else if (r & 128) {
			watch_remove(w, &guests[at].watcher);
			waits[at] = false;
		}
		if (step % 50 == 0) {
			int64_t game = (int64_t)(r >> 9) % 37;

			watch_news(w, game);
			watch_expire(w, step);
			for (size_t i = 0; i < MANY; i++) {
				if (waits[i] && (guests[i].watcher.game == game ||
						 guests[i].watcher.deadline <= step))
					waits[i] = false;
				assert_int_equal(guests[i].watcher.waiting, waits[i]);
				if (waits[i] && guests[i].watcher.deadline < least)
					least = guests[i].watcher.deadline;
			}
			assert_int_equal(watch_next(w), least);
		}
	}
	watch_closing(w);
	assert_int_equal(watch_count(w), 0);
	watch_close(w);
	free(guests);
	free(waits);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(news_wakes_those_of_its_game_alone),
		cmocka_unit_test(a_deadline_wakes_when_it_has_come),
		cmocka_unit_test(closing_wakes_everybody_and_lets_nobody_in),
		cmocka_unit_test(no_more_may_wait_than_there_is_room_for),
		cmocka_unit_test(who_is_woken_may_wait_again_for_the_same_game),
		cmocka_unit_test(who_is_woken_may_take_another_out_before_its_turn),
		cmocka_unit_test(many_watchers_are_woken_as_a_plain_list_would),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
