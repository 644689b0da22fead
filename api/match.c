/*
 * match.c - from a method and a path to the line of routes.h.
 *
 * The patterns are cut into segments once; a request's path is cut once and
 * compared segment by segment with those of as many.  The path is matched as it
 * came and what stands for {…} is decoded afterwards, so that %2F never makes a
 * new segment.
 */
#include "api/exchange.h"

#include <string.h>

#define SEGMENTS_MAX 6

const struct route routes[ROUTES_N] = {
#define R(method, path, handler, scope, flags, what)                                           \
	{#method, path, handler, scope, flags, what},
	ROUTES(R)
#undef R
};

struct segment {
	const char *text;
	size_t n;
};

struct pattern {
	struct segment segments[SEGMENTS_MAX];
	size_t n, next; /* segments; the next route of as many, or ROUTES_N */
};

static struct pattern all[ROUTES_N];
static size_t first[SEGMENTS_MAX + 2]; /* route of so many segments, or ROUTES_N */

size_t route_number(const struct route *route)
{
	return route ? (size_t)(route - routes) : (size_t)ROUTES_N;
}

/* How many segments, or SEGMENTS_MAX + 1 if more than any route has. */
static size_t path_cut(const char *path, struct segment segments[SEGMENTS_MAX])
{
	size_t n = 0;

	while (*path == '/') {
		const char *text = path + 1;

		path = text + strcspn(text, "/");
		if (n == SEGMENTS_MAX)
			return SEGMENTS_MAX + 1;
		segments[n++] = (struct segment){text, (size_t)(path - text)};
	}
	return *path ? SEGMENTS_MAX + 1 : n;
}

static void patterns_cut(void)
{
	static bool ready;

	if (ready)
		return;
	for (size_t n = 0; n < SEGMENTS_MAX + 2; n++)
		first[n] = ROUTES_N;
	for (size_t i = ROUTES_N; i-- > 0;) {
		all[i].n = path_cut(routes[i].path, all[i].segments);
		all[i].next = first[all[i].n];
		first[all[i].n] = i;
	}
	ready = true;
}

static bool pattern_fits(const struct pattern *pattern, const struct segment *segments)
{
	for (size_t i = 0; i < pattern->n; i++) {
		const struct segment *want = &pattern->segments[i], *have = &segments[i];

		if (want->text[0] == '{') {
			if (have->n == 0)
				return false;
		} else if (want->n != have->n || memcmp(want->text, have->text, want->n) != 0) {
			return false;
		}
	}
	return true;
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = (char)(c | 32);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool uri_decode(const char *from, size_t n, bool plus, char *out, size_t cap)
{
	size_t written = 0;

	for (size_t i = 0; i < n; i++) {
		char c = from[i];

		if (c == '%') {
			int high = n - i > 2 ? hex_digit(from[i + 1]) : -1;
			int low = high >= 0 ? hex_digit(from[i + 2]) : -1;

			if (low < 0)
				return false;
			c = (char)(high * 16 + low);
			if (c == '\0')
				return false;
			i += 2;
		} else if (c == '+' && plus) {
			c = ' ';
		}
		if (written + 1 >= cap)
			return false;
		out[written++] = c;
	}
	out[written] = '\0';
	return true;
}

static bool pattern_take(const struct pattern *pattern, const struct segment *segments,
			 char args[REQUEST_ARGS_MAX][128])
{
	size_t taken = 0;

	for (size_t i = 0; i < pattern->n; i++) {
		if (pattern->segments[i].text[0] != '{')
			continue;
		if (!uri_decode(segments[i].text, segments[i].n, false, args[taken++], 128))
			return false;
	}
	return true;
}

static void allow_add(char allow[64], const char *method)
{
	if (*allow)
		strncat(allow, ", ", 63 - strlen(allow));
	strncat(allow, method, 63 - strlen(allow));
}

enum matched route_match(const char *method, const char *path, const struct route **out,
			 char args[REQUEST_ARGS_MAX][128], char allow[64])
{
	struct segment segments[SEGMENTS_MAX];
	size_t n = path_cut(path, segments);

	patterns_cut();
	allow[0] = '\0';
	for (size_t i = first[n]; i < ROUTES_N; i = all[i].next) {
		if (!pattern_fits(&all[i], segments))
			continue;
		if (strcmp(routes[i].method, method) == 0) {
			*out = &routes[i];
			return pattern_take(&all[i], segments, args) ? MATCH_FOUND
								     : MATCH_NO_PATH;
		}
		allow_add(allow, routes[i].method);
		if (strcmp(routes[i].method, "GET") == 0)
			allow_add(allow, "HEAD");
	}
	if (!*allow)
		return MATCH_NO_PATH;
	allow_add(allow, "OPTIONS");
	return MATCH_NO_METHOD;
}
