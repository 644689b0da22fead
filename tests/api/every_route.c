/*
 * every_route.c - the routes as a list.
 */
#include "tests/api/every_route.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

const struct some_route every_route[] = {
#define R(method, path, handler, scope, flags, what) {#method, path, scope, flags},
	ROUTES(R)
#undef R
};
const size_t every_route_n = sizeof every_route / sizeof *every_route;

static const char *stand_in(const struct some_route *route, const char *what, const char *game,
			    bool there)
{
	static const struct {
		const char *what, *there, *not_there;
	} names[] = {
		{"{name}", "me", "nobody-here"},
		{"{number}", "1", "999999"},
		{"{room}", "seats", "nowhere"},
		{"{other}", "me", "nobody-here"},
		{"{ruleset}", "backgammon", "no-such-game"},
		{"{seat}", "0", "99"},
		{"{delivery}", "1", "999999"},
		{"{token}", "uns_1_x", "uns_1_x"},
		{"{type}", "not-found", "no-such-problem"},
	};

	if (strncmp(what, "{id}", 4) == 0)
		return game;
	if (strncmp(route->pattern, "/v1/rulesets/", 13) == 0)
		return there ? "backgammon" : "no-such-game";
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (strncmp(what, names[i].what, strlen(names[i].what)) == 0)
			return there ? names[i].there : names[i].not_there;
	}
	fail_msg("what stands for %s?", what);
	return "";
}

void route_path(const struct some_route *route, const char *game, bool there,
		char path[PATH_MAX_HERE])
{
	size_t n = 0;

	path[0] = '\0';
	for (const char *p = route->pattern; *p && n < PATH_MAX_HERE;) {
		size_t length = *p == '{' ? strcspn(p, "}") + 1 : strcspn(p, "{");

		if (*p == '{')
			n += (size_t)snprintf(path + n, PATH_MAX_HERE - n, "%s",
					      stand_in(route, p, game, there));
		else
			n += (size_t)snprintf(path + n, PATH_MAX_HERE - n, "%.*s", (int)length,
					      p);
		p += length;
	}
}

bool route_reads(const struct some_route *route)
{
	return route->flags & (ROUTE_BODY | ROUTE_BODY_OPTIONAL);
}
