/*
 * delayed.c - a table that spectators see late.
 */
#include "tests/api/delayed.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

void delayed_lay(const char *delay, const char *more)
{
	struct answer a = club_post(club.ana, "/v1/games",
				    "{\"ruleset\": \"backgammon\", \"sit\": 0, "
				    "\"spectator_delay\": %s%s%s}",
				    delay, more ? ", " : "", more ? more : "");

	answer_expect(&a, 201);
	snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "id"));
	answer_fini(&a);
	answer_done(club_post(club.ben, club_path("/seats"), "{}"), 201);
}

long long delayed_ply(const char *token)
{
	struct answer a = club_get(token, "%s", club_path(""));
	long long ply;

	answer_expect(&a, 200);
	ply = answer_int(&a, "ply");
	answer_fini(&a);
	return ply;
}

void delayed_resign(void)
{
	answer_done(club_post(club.ben, club_path("/resignation"), "{}"), 201);
}
