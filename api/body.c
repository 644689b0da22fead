/*
 * body.c - bodies that answers share, and the library's objects of them.
 *
 * Making one of the library's response objects takes as long as finding the
 * game, so a body keeps its own.  Only the Request-Id and the Server-Time differ
 * from answer to answer: they are exchanged in the object before it is queued,
 * which is safe because the library writes the head of the answer before it
 * returns to the loop, and there is one loop (tests/api: many at once, each
 * finds its own id).
 *
 * A body that is handed out once comes from the spares: pieces of memory with an
 * object for so many bytes, used again for the next text of that length.  Games
 * are as long as few others by chance, so view_game() makes them of few lengths.
 */
#include "api/body.h"

#include <stdlib.h>
#include <string.h>

#define SPARE_SIZE 8192
#define SPARES_MOST 64

static struct spare {
	struct body *body;
	size_t n; /* its length: looked at for all of them */
} spares[SPARES_MOST];
static size_t spares_n; /* the latest is the last */

static void *made(void *p)
{
	if (!p)
		abort();
	return p;
}

static void copy_short(char *to, size_t size, const char *from)
{
	size_t n = strnlen(from, size - 1);

	memcpy(to, from, n);
	to[n] = '\0';
}

struct body *body_new(char *take, size_t n, const char *type, const char *etag, const char *cache,
		      bool vary_accept)
{
	struct body *body = made(calloc(1, sizeof *body));

	*body = (struct body){.holds = 1,
			      .text = take,
			      .n = n,
			      .type = type,
			      .cache = cache,
			      .vary_accept = vary_accept};
	copy_short(body->etag, sizeof body->etag, etag);
	return body;
}

/* ---- spares -------------------------------------------------------------------------- */

static void spare_free(struct body *body)
{
	if (body->response)
		MHD_destroy_response(body->response);
	free(body);
}

static struct body *spare_remove(size_t i)
{
	struct body *body = spares[i].body;

	spares_n--;
	memmove(&spares[i], &spares[i + 1], (spares_n - i) * sizeof *spares);
	return body;
}

/* One whose object will do, or NULL. */
static struct body *spare_find(size_t n, const char *type, const char *cache, bool vary_accept)
{
	for (size_t i = spares_n; i-- > 0;) {
		const struct body *body = spares[i].body;

		if (spares[i].n == n && body->vary_accept == vary_accept &&
		    strcmp(body->type, type) == 0 && strcmp(body->cache, cache) == 0)
			return spare_remove(i);
	}
	return NULL;
}

static void spare_give_back(struct body *body)
{
	if (spares_n == SPARES_MOST)
		spare_free(spare_remove(0));
	spares[spares_n++] = (struct spare){body, body->n};
}

void bodies_free(void)
{
	while (spares_n)
		spare_free(spares[--spares_n].body);
}

struct body *body_blank(size_t n, const char *type, const char *etag, const char *cache,
			bool vary_accept)
{
	struct body *body;

	if (sizeof *body + n > SPARE_SIZE)
		return body_new(made(malloc(n)), n, type, etag, cache, vary_accept);
	body = spare_find(n, type, cache, vary_accept);
	if (!body) {
		body = made(malloc(SPARE_SIZE));
		*body = (struct body){.spare = true,
				      .text = (char *)(body + 1),
				      .n = n,
				      .type = type,
				      .cache = cache,
				      .vary_accept = vary_accept};
	}
	body->holds = 1;
	copy_short(body->etag, sizeof body->etag, etag);
	return body;
}

/* ---- holds --------------------------------------------------------------------------- */

struct body *body_hold(struct body *body)
{
	body->holds++;
	return body;
}

void body_release(struct body *body)
{
	if (!body || --body->holds)
		return;
	if (body->spare) {
		spare_give_back(body);
		return;
	}
	if (body->response) /* frees the text when the last answer is out */
		MHD_destroy_response(body->response);
	else
		free(body->text);
	free(body);
}

char *body_text(struct body *body)
{
	return body->text;
}

size_t body_size(const struct body *body)
{
	return body->n;
}

/* ---- the library's objects ------------------------------------------------------------- */

void response_field(struct MHD_Response *response, const char *name, const char *value)
{
	if (value && *value)
		MHD_add_response_header(response, name, value);
}

void body_fields(struct MHD_Response *response, const char *type, const char *cache,
		 const char *etag)
{
	response_field(response, "Content-Type", type);
	response_field(response, "ETag", etag);
	response_field(response, "Cache-Control", cache ? cache : "no-store");
	response_field(response, "X-Content-Type-Options", "nosniff");
}

/* told: what the object says now; what is said already costs nothing. */
static void swap_field(struct MHD_Response *response, const char *name, char *told,
		       size_t size, const char *value)
{
	if (!value)
		value = "";
	if (strcmp(told, value) == 0)
		return;
	if (*told)
		MHD_del_response_header(response, name, told);
	copy_short(told, size, value);
	response_field(response, name, told);
}

/*
 * The text of a spare is free again when its answer is out, for then the exchange
 * ends.  Any other may outlive its body while an answer is on its way.
 */
struct MHD_Response *body_response(struct body *body, const char *id, const char *time)
{
	if (!body->response) {
		body->response = MHD_create_response_from_buffer(
			body->n, body->text,
			body->spare ? MHD_RESPMEM_PERSISTENT : MHD_RESPMEM_MUST_FREE);
		if (!body->response)
			return NULL;
		body_fields(body->response, body->type, body->cache, body->etag);
		response_field(body->response, "Vary", body->vary_accept ? "Accept" : NULL);
		copy_short(body->told, sizeof body->told, body->etag);
	}
	swap_field(body->response, "ETag", body->told, sizeof body->told, body->etag);
	swap_field(body->response, "Request-Id", body->id, sizeof body->id, id);
	swap_field(body->response, "Server-Time", body->time, sizeof body->time, time);
	return body->response;
}

static void release_hold(void *cls)
{
	body_release(cls);
}

struct MHD_Response *body_lend(struct body *body)
{
	struct MHD_Response *response = MHD_create_response_from_buffer_with_free_callback_cls(
		body->n, body->text, release_hold, body);

	if (response)
		body_hold(body);
	return response;
}
