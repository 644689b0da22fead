/*
 * problems.c - a page for every problem type, where its `type` points.
 */
#include "api/exchange.h"
#include "daemon/config.h"

#define HOUR "public, max-age=3600"

static void problem_out(struct request *r, struct out *out, enum refusal refusal)
{
	out_object(out);
	out_key(out, "type");
	out_format(out, "\"%s/v1/problems/%s\"", r->server->config->public_url,
		   refusal_slug(refusal));
	out->first = false;
	out_kstring(out, "name", refusal_slug(refusal));
	out_kstring(out, "title", refusal_title(refusal));
	out_kint(out, "status", refusal_status(refusal));
	/* where several apply to one request, the lowest is given */
	out_kint(out, "order", refusal);
	out_object_end(out);
}

struct reply problems_list(struct request *r)
{
	struct out out;

	out_init(&out);
	out_object(&out);
	out_key(&out, "problems");
	out_array(&out);
	for (int i = ACCEPTED + 1; i < REFUSAL_COUNT; i++)
		problem_out(r, &out, (enum refusal)i);
	out_array_end(&out);
	out_object_end(&out);
	struct reply reply = reply_json(200, &out);

	reply.cache = HOUR;
	return reply;
}

struct reply problems_show(struct request *r)
{
	enum refusal refusal = refusal_named(r->args[0]);
	struct out out;

	if (refusal == ACCEPTED)
		return reply_problem(r, NOT_FOUND, "No problem has that name.");
	out_init(&out);
	problem_out(r, &out, refusal);
	struct reply reply = reply_json(200, &out);

	reply.cache = HOUR;
	return reply;
}
