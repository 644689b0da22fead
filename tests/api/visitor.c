/*
 * visitor.c - somebody who asks in every wrong way.
 */
#include "tests/api/visitor.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

char visitor[128];

void visitor_open(const char *const *flags)
{
	club_open_with(flags);
	http_fini(&club.http);
	assert_int_equal(daemon_stop(&club.daemon), 0);
	daemon_token(&club.daemon, "visitor", "all", visitor);
	club_return();
	club_lay("backgammon", 2);
}

struct answer visitor_send(const char *token, const char *method, const char *path,
			   const char *type, const void *body, size_t n)
{
	static unsigned keys;
	char field[64];

	snprintf(field, sizeof field, "Idempotency-Key: \"of-the-visitor-%u\"", ++keys);
	http_header(&club.http, field);
	return http_send(&club.http, method, path, token, type, body, n);
}

void visitor_problem(const struct answer *a, const char *what)
{
	static const char *const members[] = {"type", "title", "detail", "instance",
					      "request_id"};

	if (a->status < 400 || a->status > 499)
		fail_msg("%s: %ld %s", what, a->status, a->body);
	assert_string_equal(answer_header(a, "Content-Type"), "application/problem+json");
	assert_int_equal(answer_int(a, "status"), a->status);
	for (size_t i = 0; i < COUNT(members); i++)
		assert_true(strlen(answer_string(a, members[i])) > 0);
	assert_string_equal(answer_string(a, "request_id"), answer_header(a, "Request-Id"));
	assert_string_equal(answer_header(a, "Cache-Control"), "no-store");
}

void visitor_refused(struct answer a, long status, const char *slug)
{
	answer_expect_problem(&a, status, slug);
	visitor_problem(&a, slug);
	answer_fini(&a);
}

void visitor_done(struct answer a, long status)
{
	answer_expect(&a, status);
	answer_fini(&a);
}

void visitor_changed_nothing(void)
{
	struct answer a = club_get(club.ana, "%s", club_path(""));

	answer_expect(&a, 200);
	assert_string_equal(answer_string(&a, "state"), "active");
	answer_fini(&a);
	a = club_get(club.ana, "/v1/accounts/me/balance");
	assert_int_equal(answer_int(&a, "wallet"), 900);
	assert_int_equal(answer_int(&a, "in_play"), 100);
	answer_fini(&a);
}
