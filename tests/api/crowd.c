/*
 * crowd.c - many clients at once.
 *
 * A failed assertion jumps, which must not happen in a thread: so the threads
 * only ask, and the test looks at the answers.
 */
#include "tests/api/crowd.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static pthread_barrier_t start;

static void *ask(void *cls)
{
	struct asker *a = cls;

	if (a->field)
		http_header(&a->http, a->field);
	pthread_barrier_wait(&start);
	a->answer = http_send(&a->http, a->method, a->path, a->token, "application/json",
			      a->body, a->body ? strlen(a->body) : 0);
	return NULL;
}

void crowd_begin(struct asker *askers, size_t n, const char *url)
{
	assert_int_equal(pthread_barrier_init(&start, NULL, (unsigned)n), 0);
	for (size_t i = 0; i < n; i++) {
		http_init(&askers[i].http, url);
		askers[i].http.tolerant = true;
		assert_int_equal(pthread_create(&askers[i].thread, NULL, ask, &askers[i]), 0);
	}
}

void crowd_end(struct asker *askers, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		pthread_join(askers[i].thread, NULL);
		http_fini(&askers[i].http);
	}
	pthread_barrier_destroy(&start);
}

void crowd_ask(struct asker *askers, size_t n, const char *url)
{
	crowd_begin(askers, n, url);
	crowd_end(askers, n);
}

size_t crowd_count(const struct asker *askers, size_t n, long status)
{
	size_t count = 0;

	for (size_t i = 0; i < n; i++)
		count += askers[i].answer.status == status;
	return count;
}

void crowd_fini(struct asker *askers, size_t n)
{
	for (size_t i = 0; i < n; i++)
		answer_fini(&askers[i].answer);
}
