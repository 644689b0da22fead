/*
 * errors.c - the list of refusals, made into a table.
 */
#include "game/errors.h"

#include <stddef.h>
#include <string.h>

static const struct {
	int status;
	const char *slug, *title;
} refusals[REFUSAL_COUNT] = {
	[ACCEPTED] = {200, "accepted", "Accepted"},
#define X(name, code, word, sentence) [name] = {code, word, sentence},
	REFUSALS(X)
#undef X
};

static size_t known(enum refusal refusal)
{
	return (unsigned)refusal < REFUSAL_COUNT ? (size_t)refusal : INTERNAL_ERROR;
}

int refusal_status(enum refusal refusal)
{
	return refusals[known(refusal)].status;
}

const char *refusal_slug(enum refusal refusal)
{
	return refusals[known(refusal)].slug;
}

const char *refusal_title(enum refusal refusal)
{
	return refusals[known(refusal)].title;
}

enum refusal refusal_named(const char *slug)
{
	for (size_t i = ACCEPTED + 1; i < REFUSAL_COUNT; i++)
		if (strcmp(refusals[i].slug, slug) == 0)
			return (enum refusal)i;
	return ACCEPTED;
}
