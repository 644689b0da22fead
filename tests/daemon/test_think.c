/* test_think.c - one thread that thinks while the loop goes on. */
#include "daemon/think.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>

struct sum {
	struct thought thought;
	int n, total;
	pthread_t by;
	int *collected;
	sem_t *go;    /* waits for it, if there is one ... */
	sem_t *begun; /* ... and tells that it does     */
};

static void add_up(struct thought *t)
{
	struct sum *s = (struct sum *)t;

	s->by = pthread_self();
	if (s->begun)
		sem_post(s->begun);
	if (s->go)
		sem_wait(s->go);
	for (int i = 1; i <= s->n; i++)
		s->total += i;
}

static void collect(struct thought *t)
{
	struct sum *s = (struct sum *)t;

	++*s->collected;
}

static struct sum a_sum(int n, int *collected)
{
	return (struct sum){
		.thought = {.work = add_up, .done = collect}, .n = n, .collected = collected};
}

static void wait_for(struct thinker *thinker, const int *collected, int n)
{
	struct pollfd fd = {.fd = think_descriptor(thinker), .events = POLLIN};

	while (*collected < n) {
		assert_int_equal(poll(&fd, 1, 60000), 1);
		think_collect(thinker);
	}
}

static void a_thought_is_thought_elsewhere_and_collected_here(void **state)
{
	struct thinker *thinker;
	int collected = 0;
	struct sum s = a_sum(100, &collected);

	(void)state;
	assert_int_equal(think_start(&thinker, 4), 0);
	assert_true(think(thinker, &s.thought));
	wait_for(thinker, &collected, 1);
	assert_int_equal(s.total, 5050);
	assert_false(pthread_equal(s.by, pthread_self()));
	think_stop(thinker);
}

static void every_thought_is_collected_once(void **state)
{
	struct thinker *thinker;
	struct sum sums[50];
	int collected = 0;

	(void)state;
	assert_int_equal(think_start(&thinker, 50), 0);
	for (int i = 0; i < 50; i++) {
		sums[i] = a_sum(i, &collected);
		assert_true(think(thinker, &sums[i].thought));
	}
	wait_for(thinker, &collected, 50);
	think_collect(thinker);
	assert_int_equal(collected, 50);
	for (int i = 0; i < 50; i++)
		assert_int_equal(sums[i].total, i * (i + 1) / 2);
	think_stop(thinker);
}

static void nothing_to_collect_is_not_told(void **state)
{
	struct thinker *thinker;
	struct pollfd fd = {.events = POLLIN};

	(void)state;
	assert_int_equal(think_start(&thinker, 1), 0);
	fd.fd = think_descriptor(thinker);
	assert_int_equal(poll(&fd, 1, 0), 0);
	think_collect(thinker);
	think_stop(thinker);
}

static void no_more_may_wait_than_there_is_room_for(void **state)
{
	struct thinker *thinker;
	int collected = 0;
	struct sum s[4];
	sem_t go, begun;

	(void)state;
	sem_init(&go, 0, 0);
	sem_init(&begun, 0, 0);
	assert_int_equal(think_start(&thinker, 2), 0);
	for (int i = 0; i < 4; i++)
		s[i] = a_sum(3, &collected);
	s[0].go = &go;
	s[0].begun = &begun;
	assert_true(think(thinker, &s[0].thought));
	sem_wait(&begun); /* it is being thought: it no longer waits */
	assert_true(think(thinker, &s[1].thought));
	assert_true(think(thinker, &s[2].thought));
	assert_false(think(thinker, &s[3].thought));
	sem_post(&go);
	wait_for(thinker, &collected, 3);
	assert_true(think(thinker, &s[3].thought));
	wait_for(thinker, &collected, 4);
	think_stop(thinker);
	sem_destroy(&go);
	sem_destroy(&begun);
}

static void who_stops_waits_for_the_thought_at_hand(void **state)
{
	struct thinker *thinker;
	int collected = 0;
	struct sum s = a_sum(10, &collected);
	sem_t begun;

	(void)state;
	sem_init(&begun, 0, 0);
	s.begun = &begun;
	assert_int_equal(think_start(&thinker, 1), 0);
	assert_true(think(thinker, &s.thought));
	sem_wait(&begun);
	think_stop(thinker);
	assert_int_equal(s.total, 55);
	assert_int_equal(collected, 0);
	think_stop(NULL);
	sem_destroy(&begun);
}

struct mask {
	struct thought thought;
	sigset_t blocked;
	int *collected;
};

static void look_at_the_mask(struct thought *t)
{
	pthread_sigmask(SIG_BLOCK, NULL, &((struct mask *)t)->blocked);
}

static void mask_seen(struct thought *t)
{
	++*((struct mask *)t)->collected;
}

static void signals_are_left_to_the_loop(void **state)
{
	struct thinker *thinker;
	int collected = 0;
	struct mask m = {.thought = {.work = look_at_the_mask, .done = mask_seen},
			 .collected = &collected};
	sigset_t here;

	(void)state;
	assert_int_equal(think_start(&thinker, 1), 0);
	assert_true(think(thinker, &m.thought));
	wait_for(thinker, &collected, 1);
	assert_true(sigismember(&m.blocked, SIGTERM));
	assert_true(sigismember(&m.blocked, SIGHUP));
	pthread_sigmask(SIG_BLOCK, NULL, &here);
	assert_false(sigismember(&here, SIGTERM));
	think_stop(thinker);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_thought_is_thought_elsewhere_and_collected_here),
		cmocka_unit_test(every_thought_is_collected_once),
		cmocka_unit_test(nothing_to_collect_is_not_told),
		cmocka_unit_test(no_more_may_wait_than_there_is_room_for),
		cmocka_unit_test(who_stops_waits_for_the_thought_at_hand),
		cmocka_unit_test(signals_are_left_to_the_loop),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
