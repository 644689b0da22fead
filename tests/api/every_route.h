/*
 * every_route.h - the routes of the API as a list, for tests that ask them all.
 */
#ifndef TESTS_API_EVERY_ROUTE_H
#define TESTS_API_EVERY_ROUTE_H

#include "api/routes.h"

#include <stddef.h>

#define PATH_MAX_HERE 160

struct some_route {
	const char *method, *pattern;
	uint32_t scope, flags;
};

extern const struct some_route every_route[];
extern const size_t every_route_n;

/*
 * The pattern with something in the place of each {…}: of a game that id, and
 * otherwise what is there (true) or is not.
 */
void route_path(const struct some_route *, const char *game, bool there,
		char path[PATH_MAX_HERE]);

/* Whether a body is read. */
bool route_reads(const struct some_route *);

#endif
