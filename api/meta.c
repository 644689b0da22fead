/*
 * meta.c - what the server says of itself: alive, ready, what it is, its contract.
 */
#include "build.h"

#include "api/exchange.h"
#include "api/openapi.h"
#include "daemon/config.h"

#include <string.h>

#define HOUR "public, max-age=3600"

struct reply meta_health(struct request *r)
{
	struct out out;

	(void)r;
	out_init(&out);
	out_text(&out, "ok\n");
	return reply_text(200, "text/plain; charset=utf-8", &out);
}

struct reply meta_ready(struct request *r)
{
	bool writable = store_is_writable(desk_store(r->desk)), games = desk_games(r->desk)->n > 0;
	bool stopping = r->server->closing;
	struct out out;

	if (writable && games && !stopping) {
		out_init(&out);
		out_object(&out);
		out_kbool(&out, "ready", true);
		out_kint(&out, "rulesets", (int64_t)desk_games(r->desk)->n);
		out_kint(&out, "schema", store_schema(desk_store(r->desk)));
		out_object_end(&out);
		return reply_json(200, &out);
	}
	reply_problem_begin(r, &out, UNAVAILABLE, "Not ready: see \"reasons\".");
	out_kbool(&out, "ready", false);
	out_key(&out, "reasons");
	out_array(&out);
	if (!writable)
		out_string(&out, "the book takes no writes");
	if (!games)
		out_string(&out, "no ruleset is loaded");
	if (stopping)
		out_string(&out, "the server is stopping");
	out_array_end(&out);
	return reply_problem_end(r, &out, UNAVAILABLE);
}

static const char *registration_word(enum registration registration)
{
	switch (registration) {
	case REGISTER_OPEN:
		return "open";
	case REGISTER_INVITE:
		return "invite";
	case REGISTER_CLOSED:
		break;
	}
	return "closed";
}

static void limits_out(struct out *out, const struct config *config)
{
	out_key(out, "limits");
	out_object(out);
	out_kint(out, "body_bytes", config->body_max);
	out_kint(out, "uri_characters", URI_MAX);
	out_kint(out, "header_bytes", HEADERS_MAX);
	out_kint(out, "body_seconds", config->body_seconds);
	out_kint(out, "idle_seconds", config->idle_seconds);
	out_kint(out, "wait_seconds", config->wait_max);
	out_kint(out, "idempotency_days", config->idempotency_days);
	out_kint(out, "nudge_hours", config->nudge_hours);
	out_kint(out, "games", config->games);
	out_kint(out, "open_tables", config->open_tables);
	out_kint(out, "challenges", config->challenges);
	out_kint(out, "table_days", config->table_days);
	out_kint(out, "table_days_max", config->table_days_max);
	out_key(out, "rates");
	limits_write(out);
	out_object_end(out);
}

struct reply meta_about(struct request *r)
{
	static const char *const links[][2] = {
		{"openapi", "/v1/openapi.yaml"}, {"problems", "/v1/problems"},
		{"rulesets", "/v1/rulesets"},	 {"accounts", "/v1/accounts"},
		{"games", "/v1/games"},		 {"me", "/v1/accounts/me"},
	};
	const struct config *config = r->server->config;
	struct out out;

	out_init(&out);
	out_object(&out);
	out_kstring(&out, "name", "tablasd");
	out_kstring(&out, "version", PACKAGE_VERSION);
	out_ktime(&out, "time", desk_now(r->desk));
	out_kstring(&out, "registration", registration_word(config->registration));
	out_kint(&out, "welcome_chips", config->welcome_chips);
	out_kint(&out, "vacation_days", config->vacation_days);
	out_key(&out, "stakes");
	out_object(&out);
	out_kint(&out, "credit", config->credit);
	out_kint(&out, "fee", config->fee);
	out_object_end(&out);
	limits_out(&out, config);
	out_key(&out, "links");
	out_object(&out);
	for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
		out_key(&out, links[i][0]);
		out_format(&out, "\"%s%s\"", config->public_url, links[i][1]);
		out.first = false;
	}
	out_object_end(&out);
	out_object_end(&out);
	return reply_json(200, &out);
}

/* The contract never changes while the process lives: one body for all. */
static struct reply contract(struct body **kept, const unsigned char *text, size_t n,
			     const char *type)
{
	if (!*kept) {
		static const char digits[] = "0123456789abcdef";
		unsigned char hash[32];
		char etag[40] = "\"";
		struct out out;
		size_t length;

		secret_digest(text, n, hash);
		for (size_t i = 0; i < 8; i++) {
			etag[1 + 2 * i] = digits[hash[i] >> 4];
			etag[2 + 2 * i] = digits[hash[i] & 15];
		}
		etag[17] = '"';
		out_init(&out);
		out_text_n(&out, (const char *)text, n);
		char *copy = out_take(&out, &length);

		*kept = body_new(copy, length, type, etag, HOUR, false);
	}
	return reply_body(*kept);
}

struct reply meta_openapi(struct request *r)
{
	return contract(&r->server->contract_yaml, openapi_yaml, openapi_yaml_n,
			"application/yaml; charset=utf-8");
}

struct reply meta_openapi_json(struct request *r)
{
	return contract(&r->server->contract_json, openapi_json, openapi_json_n,
			"application/json");
}
