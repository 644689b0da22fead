/*
 * documents.c - the JSON of games, kept in the book beside them.
 */
#include "api/documents.h"

#include "api/fold.h"
#include "api/games_inside.h"
#include "api/samples.h"
#include "build.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Raised whenever view_game() shows something else for the same game. */
#define DOCUMENT_FORM 17

/* As it lies in the book, without the seats there are not. */
struct audience {
	uint64_t stamp;
	uint32_t body_n; /* of the JSON: what is shorter is folded */
	struct kept_who who;
};

static uint64_t mix(uint64_t h, const void *bytes, size_t n)
{
	for (const unsigned char *p = bytes; n > 0; n--)
		h = (h ^ *p++) * 1099511628211u;
	return h;
}

/* What a document is written with: this program, its samples, and the ruleset. */
static uint64_t stamp(const struct tablas_plugin *plugin)
{
	static const char version[] = PACKAGE_VERSION;
	static uint64_t program;

	if (!program)
		program = mix(mix(DOCUMENT_FORM, samples, samples_n), version, sizeof version);
	return mix(mix(program, plugin->name, strlen(plugin->name)), &plugin->rules,
		   sizeof plugin->rules);
}

/* Whether it can be read: all that is loaded now, in the same version. */
static bool is_known(const struct registry *games, uint64_t of)
{
	static uint64_t stamps[REGISTRY_MAX]; /* games are loaded once, at the start */
	static size_t n;

	for (; n < games->n; n++)
		stamps[n] = stamp(games->v[n]);
	for (size_t i = 0; i < n; i++)
		if (stamps[i] == of)
			return true;
	return false;
}

static size_t audience_size(unsigned seats)
{
	return offsetof(struct audience, who.seat) +
	       seats * sizeof ((struct kept_who *)0)->seat[0];
}

/* The row borrows both. */
static struct document_row pack(struct request *r, struct audience *audience,
				const struct game_row *row, const char *json, size_t n)
{
	const struct tablas_plugin *plugin = registry_find(desk_games(r->desk), row->ruleset);

	memset(audience, 0, sizeof *audience);
	audience->stamp = plugin ? stamp(plugin) : 0;
	audience->body_n = (uint32_t)n;
	games_who(row, &audience->who);
	return (struct document_row){.id = row->id,
				     .ply = row->ply,
				     .audience = audience,
				     .audience_n = audience_size(row->seats),
				     .body = json,
				     .body_n = n};
}

bool documents_keep(struct request *r, const struct game_row *row, const char *json, size_t n)
{
	struct audience audience;
	struct document_row document = pack(r, &audience, row, json, n);

	return store_document_keep(desk_store(r->desk), &document) == STORE_DONE;
}

void documents_restore(struct request *r, const struct game_row *row, struct body *body)
{
	struct audience audience;
	struct document_row document = pack(r, &audience, row, body_text(body), body_size(body));

	store_document_restore(desk_store(r->desk), &document);
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

static bool write_body(struct body *body, const struct document_row *document)
{
	size_t n = body_size(body);

	if (n != document->body_n)
		return unfold(body_text(body), n, document->body, document->body_n);
	memcpy(body_text(body), document->body, n);
	return true;
}

/* keep: the body is to stay, rather than to be handed out once. */
static struct body *take(struct request *r, const struct document_row *document,
			 struct kept_who *who, bool keep)
{
	static const char type[] = "application/json", cache[] = "private, no-cache";
	struct audience audience = {.stamp = 0};
	char etag[40], *text = NULL;
	struct body *body;

	if (document->audience_n > sizeof audience || document->audience_n < audience_size(0))
		return NULL;
	memcpy(&audience, document->audience, document->audience_n);
	if (!is_known(desk_games(r->desk), audience.stamp) ||
	    document->audience_n != audience_size(audience.who.seats))
		return NULL;
	*who = audience.who;
	reply_etag(etag, document->ply);
	if (keep && (text = malloc(audience.body_n)) == NULL)
		return NULL;
	body = keep ? body_new(text, audience.body_n, type, etag, cache, true)
		    : body_blank(audience.body_n, type, etag, cache, true);
	if (write_body(body, document))
		return body;
	body_release(body);
	return NULL;
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
	body = take(r, &document, who, keep);
	store_document_done(store);
	if (body && keep)
		kept_add(document.id, key, who, KEPT_JSON, body);
	return body;
}
