/*
 * documents.c - the JSON of games, kept in the book beside them.
 */
#include "api/documents.h"

#include "api/games_inside.h"
#include "build.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Raised whenever view_game() shows something else for the same game. */
#define DOCUMENT_FORM 15

struct audience { /* as it lies in the book; of another size or stamp: not ours */
	char stamp[24];
	struct kept_who who;
};

static const char stamp[24] = PACKAGE_VERSION;

bool documents_keep(struct request *r, const struct game_row *row, const char *json, size_t n)
{
	struct audience audience;
	struct document_row document = {.id = row->id,
					.ply = row->ply,
					.audience = &audience,
					.audience_n = sizeof audience,
					.body = json,
					.body_n = n};

	memset(&audience, 0, sizeof audience);
	memcpy(audience.stamp, stamp, sizeof stamp);
	audience.stamp[sizeof stamp - 1] = DOCUMENT_FORM;
	games_who(row, &audience.who);
	return store_document_keep(desk_store(r->desk), &document) == STORE_DONE;
}

bool documents_render(struct request *r, const struct game_row *row, const struct table *table,
		      const struct view_last *last)
{
	struct view_around around;
	struct out out;
	bool kept;

	if (!games_around(request_view(r), row, last, &around))
		return false;
	out_init(&out);
	view_game(&out, row, table, &around);
	kept = documents_keep(r, row, out.p, out.n);
	out_free(&out);
	return kept;
}

/* keep: the body is to stay, rather than to be handed out once. */
static struct body *take(const struct document_row *document, struct kept_who *who, bool keep)
{
	struct audience audience;
	char etag[40], *text;

	if (document->audience_n != sizeof audience)
		return NULL;
	memcpy(&audience, document->audience, sizeof audience);
	if (memcmp(audience.stamp, stamp, sizeof stamp - 1) != 0 ||
	    audience.stamp[sizeof stamp - 1] != DOCUMENT_FORM)
		return NULL;
	*who = audience.who;
	reply_etag(etag, document->ply);
	if (!keep)
		return body_copy(document->body, document->body_n, "application/json", etag,
				 "private, no-cache", true);
	text = malloc(document->body_n);
	if (!text)
		return NULL;
	memcpy(text, document->body, document->body_n);
	return body_new(text, document->body_n, "application/json", etag, "private, no-cache",
			true);
}

/*
 * To keep a game in memory costs as much as to find it in the book: it is done
 * for those that are asked for again before another takes their place here.
 */
static bool asked_lately(int64_t game)
{
	static int64_t lately[4096];
	int64_t *place = &lately[(uint64_t)game % (sizeof lately / sizeof *lately)];
	bool again = *place == game;

	*place = game;
	return again;
}

struct body *documents_find(struct request *r, const char *key, struct kept_who *who)
{
	struct store *store = desk_store(r->desk);
	struct document_row document;
	struct body *body;
	bool keep;

	if (store_document(store, key, &document) != STORE_FOUND)
		return NULL;
	keep = asked_lately(document.id);
	body = take(&document, who, keep);
	store_document_done(store);
	if (body && keep)
		kept_add(document.id, key, who, KEPT_JSON, body);
	return body;
}
